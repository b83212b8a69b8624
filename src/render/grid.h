/* The grid of a layout: the offset of every coordinate in a cell of its own. */
#ifndef RENDER_GRID_H
#define RENDER_GRID_H

#include "algebra/composed.h"
#include "render/figure.h"

/* What is known of the cells of a grid besides offsets, by number of their coordinate. All may be NULL or 0. */
struct decor {
	const int32_t *tile;         /* a cell of NO_TILE is drawn bare */
	const uint8_t *marked;
	const uint8_t *conflict;
	const struct owner *owner;
	int chunk_shift, chunks;     /* the chunk is offset >> chunk_shift, modulo "chunks" */
};

enum grid_shape {
	GRID_PANELS,       /* a matrix for each coordinate of the modes beyond the second */
	GRID_ONE_MATRIX,   /* the modes from the second on are the columns */
};

/*
 * Add the matrices of "a" to "figure": a row for rank 1, folded where it is long; for rank 2 a matrix with mode 0
 * downward. "decor" may be NULL and is not copied. Faults as lookup_init does, and beyond the limits of panels.
 */
void grid_add(struct figure *figure, struct algebra *al, struct map a, enum grid_shape shape,
	const struct decor *decor);

/* The figure of the "count" maps side by side, each under its caption, which may be NULL for one. */
void grid_figure(struct figure *figure, struct algebra *al, const struct map *maps, const char *const *captions,
	int count);

#endif
