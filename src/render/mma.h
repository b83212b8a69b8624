/* The operands of a matrix instruction, and source and destination of a copy: thread-value diagrams side by side. */
#ifndef RENDER_MMA_H
#define RENDER_MMA_H

#include "algebra/tiled.h"
#include "render/figure.h"

/*
 * A at the left, B, drawn with K downward, above, C in the corner between them, over the tile M, N, K that "wanted"
 * gives; where that is 0, over what the MMA does at once. FAULT_DOMAIN if it is no multiple of that.
 */
void mma_figure(struct figure *figure, struct algebra *al, const struct tiled_mma *mma, const int64_t wanted[3]);

/* The same of layouts "tv" (thread, value) of A, B and C over tiles (M,K), (N,K) and (M,N) of "tile", M, N, K. */
void mma_layouts_figure(struct figure *figure, struct algebra *al, const struct layout tv[3], const int64_t tile[3]);

/* Source and destination over the tile of the copy. */
void copy_figure(struct figure *figure, struct algebra *al, const struct tiled_copy *copy);

/* The same of layouts (thread, value) of source and destination over a tile of M rows and N columns. */
void copy_layouts_figure(struct figure *figure, struct algebra *al, const struct layout tv[2], const int64_t tile[2]);

/* Source and destination of a copy instruction, one row for the values of each thread of the source. */
void copy_atom_figure(struct figure *figure, struct algebra *al, const struct copy_atom *atom);

#endif
