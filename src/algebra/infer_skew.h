/*
 * Layouts behind layouts, outer o 0 o inner, for functions of one or two indices that no swizzle explains: rotated
 * rows, (i + j) % 8 * 16 + j, and ragged ones, i / 5 * 40 + i % 5 over 12.
 *
 * With u = x + s*y such a function is a(u) + b(y). From y = 0 on, each y has values of "a" in common with the one
 * before it, which give b(y); the rest are new values of "a". Both are layouts then, "a" perhaps of more coordinates
 * than there are, and inner is (x,y) -> u + P*y, where P is the size of "a".
 */
#ifndef ALGEBRA_INFER_SKEW_H
#define ALGEBRA_INFER_SKEW_H

#include "algebra/composed.h"

enum { INFER_SKEWS = 32 }; /* steps s from 0 on that are tried, for either index */

/*
 * Whether "table" over "shape", column-major, of one or two integers, is "offset" + "map" of this kind. Leaves no
 * fault.
 */
bool infer_skewed(struct algebra *al, const int64_t *table, struct tuple shape, int64_t *offset, struct map *map);

#endif
