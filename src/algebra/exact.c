#include "algebra/exact.h"

#include <inttypes.h>
#include <stdio.h>

#include "algebra/fold.h"
#include "base/checked.h"

enum { LEAVES_A_STEP = 16 };   /* evaluating one is so much less work than making it */

/* A layout as flat arrays. */
struct flat {
	int rank;
	const struct tuple *shape;
	const struct tuple *stride;
};

/* Why the structural test could not decide. */
struct doubt {
	enum { DOUBT_NONE, DOUBT_STEP, DOUBT_CARRY } kind;
	int mode;            /* mode of A, coalesced */
	int64_t extent;      /* its extent */
	int64_t stride;      /* DOUBT_STEP: step of the leaf of B in this mode */
};

static struct flat flat_from(struct algebra *al, struct layout a) {
	struct tuple shape = tuple_flatten_to_tuple(al, a.shape);
	struct tuple stride = tuple_flatten_to_tuple(al, a.stride);
	return (struct flat){ shape.rank, shape.modes, stride.modes };
}

static bool is_plain(const struct flat *a, bool allow_negative) {
	for (int k = 0; k < a->rank; k++) {
		if (!tuple_is_plain_int(a->stride[k]) || !int_has_value(a->stride[k]) || !int_has_value(a->shape[k])
				|| (!allow_negative && a->stride[k].value < 0)) {
			return false;
		}
	}
	return true;
}

/* What is at work while a leaf n:d of B is followed through the modes of A. */
struct follower {
	int64_t stride;      /* d */
	int64_t covered;     /* product of A's extents so far */
	int64_t taken;       /* product of the factors of n taken so far */
	struct layout rest;  /* what remains of the leaf, in units of the present mode of A */
};

/* Whether the step of the leaf in the present mode is the true one: d times what is taken so far. */
static bool step_is_exact(const struct follower *leaf) {
	int64_t wanted;
	int64_t used;
	return checked_mul(leaf->stride, leaf->taken, &wanted)
		&& checked_mul(leaf->rest.stride.value, leaf->covered, &used) && wanted == used;
}

/*
 * Follow "leaf" through mode "k" of A, which is not the last, and add its largest digit there to "digits", which
 * saturates at the extent. Returns false at a step that is not exact; "doubt" says where the first one may be.
 */
static bool follow_mode(struct algebra *al, const struct flat *a, int k, struct follower *leaf, int64_t *digits,
		struct doubt *doubt) {
	int64_t extent = a->shape[k].value;
	int64_t stride = leaf->rest.stride.value;
	if (extent <= 0 || stride <= 0) {
		return false;
	}
	if (doubt->kind == DOUBT_NONE && extent % stride != 0 && stride % extent != 0) {
		*doubt = (struct doubt){ DOUBT_STEP, k, extent, stride };
	}
	struct fold_step step = fold_leaf(al, a->shape[k], leaf->rest);
	int64_t factor = step.factor.value;
	if (step.verdict == FOLD_BAD_STRIDE || step.verdict == FOLD_BAD_EXTENT || (factor > 1 && !step_is_exact(leaf))) {
		return false;
	}
	if (factor > 1) {
		int64_t digit = (factor - 1) * stride;
		digits[k] = digits[k] > extent - digit ? extent : digits[k] + digit;
		leaf->taken *= factor;
	}
	leaf->rest = step.rest;
	return checked_mul(leaf->covered, extent, &leaf->covered);
}

static bool follow_leaf(struct algebra *al, const struct flat *a, struct layout leaf, int64_t *digits,
		struct doubt *doubt) {
	struct follower follower = { .stride = leaf.stride.value, .covered = 1, .taken = 1, .rest = leaf };
	*doubt = (struct doubt){ .kind = DOUBT_NONE };
	int k = 0;
	for (; k + 1 < a->rank && follower.rest.shape.value > 1; k++) {
		if (!follow_mode(al, a, k, &follower, digits, doubt)) {
			return false;
		}
	}
	return follower.rest.shape.value <= 1 || step_is_exact(&follower);
}

static bool is_exact_by_structure(struct algebra *al, const struct flat *a, const struct flat *b, struct doubt *doubt) {
	int64_t *digits = arena_array(al->arena, (size_t)a->rank + 1, sizeof *digits);
	for (int j = 0; j < b->rank; j++) {
		struct layout leaf = { b->shape[j], b->stride[j] };
		if (leaf.shape.value > 1 && leaf.stride.value > 0 && !follow_leaf(al, a, leaf, digits, doubt)) {
			return false;
		}
	}
	for (int k = 0; k + 1 < a->rank; k++) {
		if (digits[k] >= a->shape[k].value) {
			*doubt = (struct doubt){ DOUBT_CARRY, k, a->shape[k].value, 0 };
			return false;
		}
	}
	return true;
}

/* One clause that says where the structural test saw the trouble. */
static void describe(const struct doubt *doubt, char *text, size_t size) {
	switch (doubt->kind) {
	case DOUBT_STEP:
		snprintf(text, size,
			"neither of stride %" PRId64 " and the extent %" PRId64 " of mode %d of the coalesced left layout divides "
			"the other", doubt->stride, doubt->extent, doubt->mode);
		break;
	case DOUBT_CARRY:
		snprintf(text, size,
			"modes of the right layout carry into each other inside the extent %" PRId64 " of mode %d of the coalesced "
			"left layout", doubt->extent, doubt->mode);
		break;
	case DOUBT_NONE:
		snprintf(text, size, "the numbers are too large to decide it otherwise");
		break;
	}
}

bool composition_is_exact(struct algebra *al, struct layout a, struct layout b) {
	struct flat left = flat_from(al, a);
	struct flat right = flat_from(al, b);
	struct doubt doubt;
	return !algebra_failed(al) && left.rank > 0 && is_plain(&left, true) && is_plain(&right, false)
		&& is_exact_by_structure(al, &left, &right, &doubt);
}

/* Number of coordinates of "a", or INT64_MAX where that does not fit. */
static int64_t count_coordinates(const struct flat *a) {
	int64_t size = 1;
	for (int k = 0; k < a->rank; k++) {
		if (!checked_mul(size, a->shape[k].value, &size)) {
			return INT64_MAX;
		}
	}
	return size;
}

/* Structure first; where that leaves a doubt, the coordinates decide, and the note says what the doubt was. */
void composition_check(struct algebra *al, struct layout a, struct layout b, struct layout r) {
	struct flat left = flat_from(al, a);
	struct flat right = flat_from(al, b);
	if (algebra_failed(al) || left.rank == 0 || !is_plain(&left, true) || !is_plain(&right, false)) {
		return;
	}
	struct doubt doubt = { .kind = DOUBT_NONE };
	if (is_exact_by_structure(al, &left, &right, &doubt)) {
		return;
	}
	struct flat result = flat_from(al, r);
	if (algebra_failed(al) || !is_plain(&result, true)) {
		return;
	}
	struct chain f[3];
	if (!chain_from_layout(al, a, &f[0]) || !chain_from_layout(al, b, &f[1]) || !chain_from_layout(al, r, &f[2])) {
		return;
	}
	struct chain wanted = chain_join(al, &f[1], &f[0]);
	int64_t size = count_coordinates(&right);
	int64_t i = exact_first_difference(al, &wanted, &f[2], size);
	char why[192];
	describe(&doubt, why, sizeof why);
	if (i >= 0) {
		int64_t inner = (int64_t)chain_at(&f[1], (uint64_t)i);
		algebra_note(al, FAULT_INEXACT, "CuTe's answer is not A(B(i)): at i = %" PRId64 " it gives %" PRId64
			", but A(B(%" PRId64 ")) = A(%" PRId64 ") = %" PRId64 "; %s", i, (int64_t)chain_at(&f[2], (uint64_t)i), i,
			inner, (int64_t)chain_at(&wanted, (uint64_t)i), why);
	} else if (size > LIMIT_CHECKED_POINTS) {
		algebra_note(al, FAULT_LIMIT, "checked against A(B(i)) only for the first %d of %" PRId64 " coordinates; %s",
			LIMIT_CHECKED_POINTS, size, why);
	}
}

/* Modes of the layouts in "chain". */
static int count_modes(const struct chain *chain) {
	int modes = 0;
	for (int k = 0; k < chain->count; k++) {
		modes += chain->steps[k].rank;
	}
	return modes;
}

int64_t exact_first_difference(struct algebra *al, const struct chain *a, const struct chain *b, int64_t size) {
	uint64_t count = (uint64_t)(size < LIMIT_CHECKED_POINTS ? size : LIMIT_CHECKED_POINTS);
	int64_t steps = 1 + (count_modes(a) + count_modes(b)) / LEAVES_A_STEP;
	for (uint64_t i = 0; i < count && algebra_step(al, steps); i++) {
		if (chain_at(a, i) != chain_at(b, i)) {
			return (int64_t)i;
		}
	}
	return -1;
}
