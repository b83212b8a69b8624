/* The operands of a matrix instruction, and source and destination of a copy: thread-value diagrams side by side. */
#ifndef RENDER_MMA_H
#define RENDER_MMA_H

#include "algebra/tiled.h"
#include "render/figure.h"

/* A at the left, B, drawn with K downward, above, C in the corner between them. */
void mma_figure(struct figure *figure, struct algebra *al, const struct tiled_mma *mma);

/* Source and destination over the tile of the copy. */
void copy_figure(struct figure *figure, struct algebra *al, const struct tiled_copy *copy);

/* Source and destination of a copy instruction, one row for the values of each thread of the source. */
void copy_atom_figure(struct figure *figure, struct algebra *al, const struct copy_atom *atom);

#endif
