/*
 * The slow reference: layouts as the lists of their offsets, written from the definitions and sharing no code with the
 * algebra. A layout's list has the offset of each coordinate in colexicographic order; operations of the algebra are
 * judged by what they do to these lists.
 */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include "algebra/layout.h"

/* The offsets of the coordinates 0, 1, 2, ... of a layout. */
struct list {
	int64_t size;
	const int64_t *offset;
};

/* The extents and strides of a layout from left to right. */
enum { LEAVES_MAX = 64 };

struct leaves {
	int count;
	int64_t shape[LEAVES_MAX];
	int64_t stride[LEAVES_MAX];
};

/* Add the leaves of "a" behind those in "leaves". More than LEAVES_MAX are a mistake of the test. */
void leaves_add(struct leaves *leaves, struct layout a);

/* Tabulate: all coordinates of the first mode, then the same for each step of the next, and so on. */
struct list list_from_leaves(struct arena *arena, const struct leaves *leaves);
struct list list_from_layout(struct arena *arena, struct layout a);

/* The offset of "i" >= 0, digit by digit; the last mode extends beyond its extent. */
int64_t reference_at(struct layout a, int64_t i);

/* The offset of the coordinate "c", congruent with the shape of "a": the inner product with the stride. */
int64_t reference_at_coordinate(struct layout a, struct tuple c);

/* The offsets in ascending order. */
struct list list_sorted(struct arena *arena, struct list map);

bool list_equal(struct list a, struct list b);

/* The same offsets, each as often, in any order. */
bool list_has_same_elements(struct arena *arena, struct list a, struct list b);

/* Every offset of "part" is one of "whole". */
bool list_includes(struct arena *arena, struct list whole, struct list part);

/* No offset occurs twice. */
bool list_is_injective(struct arena *arena, struct list map);

/* Every integer from 0 to "count" - 1 is an offset. */
bool list_covers(struct arena *arena, struct list map, int64_t count);

/* The offsets a + b for each "a", and these for each "b": the map of the layout (A,B). */
struct list list_pair(struct arena *arena, struct list a, struct list b);

/* 1 + the largest offset of a map without negative ones. */
int64_t list_cosize(struct list map);

/* Product of the extents in "shape". */
int64_t reference_size(struct tuple shape);

/* A coordinate of "coarse" is one of "fine": where "coarse" has an integer, the part of "fine" there has that size. */
bool reference_is_compatible(struct tuple coarse, struct tuple fine);

#endif
