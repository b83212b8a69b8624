/*
 * CuTe's rule for composition, once: a leaf n:d of B meets a mode of A that is not the last. The stride d counts the
 * mode's coordinates; "room" of them remain when it is divided out, ceil(extent / |d|). The mode takes min(room, n) of
 * the leaf, and n over that, with the stride ceil(|d| / extent), goes on to the next mode.
 *
 * CuTe refuses a stride that is neither a multiple of the extent nor smaller, and an extent n that what is taken does
 * not divide; of integers known at run time it asks neither. Composition, its hints, the test whether a composition is
 * exact and the words of --explain all read this.
 *
 * Source: CUTLASS, include/cute/layout.hpp, composition_impl.
 */
#ifndef ALGEBRA_FOLD_H
#define ALGEBRA_FOLD_H

#include "algebra/layout.h"

enum fold_verdict {
	FOLD_TAKES,         /* the mode takes "factor" of the leaf */
	FOLD_PASSES,        /* nothing of the leaf lies in the mode */
	FOLD_BAD_STRIDE,    /* refused: the stride is neither a multiple of the extent nor smaller */
	FOLD_BAD_EXTENT,    /* refused: "factor" does not divide the extent of the leaf */
};

struct fold_step {
	enum fold_verdict verdict;
	struct tuple factor;    /* 1 unless the mode takes, or would take, more */
	struct layout rest;     /* what goes on to the next mode; not set where refused */
};

/* The leaf "leaf", an integer extent and stride that is not a static 0, meets a mode of "extent" coordinates. */
struct fold_step fold_leaf(struct algebra *al, struct tuple extent, struct layout leaf);

/* The same for numbers: "n":"d" goes on to the next mode. */
struct fold_numbers {
	enum fold_verdict verdict;
	int64_t factor;
	int64_t n, d;
};

/* The rule for numbers that are known at compile time and positive, which nearly all are. */
static inline struct fold_numbers fold_numbers(int64_t extent, int64_t n, int64_t d) {
	if (d >= extent) {
		int64_t over = number_quotient(d, extent);
		enum fold_verdict verdict = over * extent == d ? FOLD_PASSES : FOLD_BAD_STRIDE;
		return (struct fold_numbers){ verdict, 1, n, over };
	}
	int64_t room = number_quotient(extent - 1, d) + 1;
	int64_t factor = room < n ? room : n;
	int64_t rest = number_quotient(n, factor);
	enum fold_verdict verdict = factor == 1 ? FOLD_PASSES : FOLD_TAKES;
	return (struct fold_numbers){ rest * factor == n ? verdict : FOLD_BAD_EXTENT, factor, rest, 1 };
}


#endif
