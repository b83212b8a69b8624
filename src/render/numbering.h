/*
 * The cells of a layout, numbered so that an operation applied to the numbers says which cells it is about, and which
 * of its results lie outside of the layout.
 *
 * A tiler that does not divide a mode is rounded up: zipped_divide((6,4):(4,1), (4,4)) has rows 6 and 7, which the
 * layout has not. Were cells numbered one after the other, these would be the first rows of the next column. So there
 * is room behind each mode for as many numbers as the operation can reach; and where the operation would take
 * neighbouring modes for one (coalesce), their numbers go on without a gap too, for what comes out depends on it.
 */
#ifndef RENDER_NUMBERING_H
#define RENDER_NUMBERING_H

#include "algebra/layout.h"

/* Neighbouring extents that coalesce: "size" numbers of a step of "base"; the next run begins behind more of them. */
struct run {
	int64_t base, size;
	int64_t unit;              /* number of the cell, column by column, at the first step */
};

struct numbering {
	struct layout layout;      /* of the shape of the numbered one: a coordinate's number */
	struct run *runs;
	int count;
};

/*
 * Number "a" for an operation by "tiler" that reaches as many as "tiles" more of its tiles beyond the end of each mode,
 * or that many coordinates of a mode that is left as it is. FAULT_OVERFLOW where the numbers are too large.
 */
struct numbering numbering_of(struct algebra *al, struct layout a, const struct tiler *tiler, int64_t tiles);

/* The index of the cell of "number", column by column; -1 if it lies outside of the layout. */
int64_t numbering_cell(const struct numbering *numbering, int64_t number);

#endif
