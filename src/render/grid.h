/* The grid of a layout: the offset of every coordinate in a cell of its own. */
#ifndef RENDER_GRID_H
#define RENDER_GRID_H

#include "algebra/layout.h"
#include "render/options.h"
#include "render/scene.h"

/*
 * Draw the offsets of "a" in "scene", which must be empty. Rank 1 is a row, folded where it is long;
 * rank 2 a matrix with mode 0 downward; a higher rank has one such matrix for each coordinate of the modes beyond.
 * Cells are grey by offset modulo 8. FAULT_DOMAIN for an empty layout, FAULT_TYPE for strides with a basis,
 * FAULT_LIMIT beyond LIMIT_DRAWN_CELLS and the like. After a fault the scene means nothing.
 */
void grid_draw(struct scene *scene, struct algebra *al, struct layout a, const struct draw_options *options);

#endif
