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
	struct tuple room;      /* not set for FOLD_BAD_STRIDE */
	struct tuple factor;    /* 1 unless the mode takes, or would take, more */
	struct layout rest;     /* what goes on to the next mode; not set where refused */
};

/* The leaf "leaf", an integer extent and stride that is not a static 0, meets a mode of "extent" coordinates. */
struct fold_step fold_leaf(struct algebra *al, struct tuple extent, struct layout leaf);

#endif
