/*
 * Division of layouts as functions: the layouts X with A o X = B, or with X o A = B.
 *
 * A o X = B: X maps the coordinates of B into those of A. Its modes are found one after the other: the stride of the
 * next one is a coordinate that A maps to the value of B where it begins, and each extent for which the equation
 * holds up to there is followed up. A mode that continues the one before is not, since the two would be one. So all
 * layouts are found, each coalesced in every mode of B, once.
 *
 * X o A = B: the values of A are the coordinates of X that matter; the others are holes (infer.h). If no two
 * coordinates say different things, X has a last mode that is as long as it takes, and its other modes are a product
 * P up to the cosize of A; so every size below twice the cosize is tried, and none is left out.
 */
#ifndef ALGEBRA_SOLVE_H
#define ALGEBRA_SOLVE_H

#include "algebra/composed.h"

enum { SOLUTIONS_MAX = 64 };

struct solutions {
	int count;                            /* 0: there is none, which is proved */
	bool more;                            /* than SOLUTIONS_MAX, or others that differ where A has no value */
	struct layout layouts[SOLUTIONS_MAX];
	int64_t witness;                      /* of none, for X o A: a coordinate of B that contradicts another; -1 */
	int64_t missing;                      /* of none, for A o X: a coordinate of B whose value A does not have; -1 */
};

/*
 * All layouts X with a(X(c)) = b(c) for every coordinate c of "b". FAULT_LIMIT beyond LIMIT_SOLVE_COORDINATES of "a" or
 * "b", or beyond LIMIT_STEPS; other faults are those of offsets_init_map.
 */
struct solutions solve_inner(struct algebra *al, struct map a, struct map b);

/* A layout X with X(a(c)) = b(c) for every coordinate c of both, which must have one size, with the fewest modes. */
struct solutions solve_outer(struct algebra *al, struct map a, struct map b);

#endif
