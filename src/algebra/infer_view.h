/*
 * What the files of inference share: a table seen through a swizzle, and the flat modes of its shape.
 */
#ifndef ALGEBRA_INFER_VIEW_H
#define ALGEBRA_INFER_VIEW_H

#include "algebra/layout.h"

struct inferred;

enum { INFER_DIGITS_MAX = 64 }; /* at least LINEAR_BITS_MAX: no domain has more extents above 1 */

struct infer_view {
	const int64_t *table;
	int64_t size;
	int64_t y_mask; /* of the swizzle; 0 without one */
	int down, up;   /* how far its Y bits move */
	int rank;       /* flat modes of the shape */
	const int64_t *extents;
};

/* The modes of a layout that flat mode "mode" takes: consecutive digits of its coordinate. */
struct infer_digit {
	int mode;
	int64_t extent, stride;
};

struct infer_digits {
	int count;
	struct infer_digit digits[INFER_DIGITS_MAX];
};

/* The entry "i", which is known, behind the swizzle. */
static inline int64_t infer_at(const struct infer_view *view, int64_t i) {
	int64_t value = view->table[i];
	return value ^ ((value & view->y_mask) >> view->down << view->up);
}

/* The layout of "shape" with these digits in the places of its integers. */
struct layout infer_layout(struct algebra *al, struct tuple shape, const struct infer_digits *digits);

/* The decision for a table with holes, and the layout in "out"; otherwise the refusal (infer_holes.c). */
bool infer_with_holes(struct algebra *al, const struct infer_view *view, struct tuple shape, struct inferred *out);

#endif
