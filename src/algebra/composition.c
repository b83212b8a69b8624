#include <inttypes.h>

#include "algebra/exact.h"
#include "algebra/fold.h"
#include "algebra/trace.h"

enum { NEAREST_REACH = 1024 };  /* how far from the given value a hint looks */

/* Whether CuTe's conditions accept the leaf "n":"d" after the flat layout of "shape"; static integers only. */
static bool leaf_is_accepted(struct algebra *al, struct tuple shape, int64_t n, int64_t d) {
	struct layout rest = { tuple_int(n), tuple_int(d) };
	for (int k = 0; k + 1 < shape.rank && d != 0; k++) {
		struct fold_step step = fold_leaf(al, shape.modes[k], rest);
		bool accepted = step.verdict == FOLD_TAKES || step.verdict == FOLD_PASSES;
		if (!accepted || tuple_is_constant(shape.modes[k], 0)) {
			return false;
		}
		rest = step.rest;
	}
	return n > 0 || d == 0;
}

/* Name the values next to the refused one that CuTe's conditions accept. */
static void hint_nearest(struct algebra *al, struct tuple shape, int64_t n, int64_t d, bool vary_stride) {
	int64_t given = vary_stride ? d : n;
	int64_t below = 0;
	int64_t above = 0;
	if (given <= 0 || given > INT64_MAX - NEAREST_REACH) {
		return;
	}
	for (int64_t k = 1; k <= NEAREST_REACH && (below == 0 || above == 0); k++) {
		int64_t candidates[2] = { given - k, given + k };
		for (int side = 0; side < 2; side++) {
			int64_t value = candidates[side];
			if (value > 0 && leaf_is_accepted(al, shape, vary_stride ? n : value, vary_stride ? value : d)) {
				int64_t *found = side == 0 ? &below : &above;
				*found = *found == 0 ? value : *found;
			}
		}
	}
	const char *what = vary_stride ? "stride" : "extent";
	if (below != 0 && above != 0) {
		fault_set_hint(&al->fault, "the nearest %ss that compose are %lld and %lld", what, (long long)below,
			(long long)above);
	} else if (below != 0 || above != 0) {
		fault_set_hint(&al->fault, "the nearest %s that composes is %lld", what,
			(long long)(below != 0 ? below : above));
	}
}

/* Record that mode "k" of "a" meets what remains of a leaf. */
static void trace_mode(struct algebra *al, enum trace_kind kind, int k, struct layout a, struct layout rest) {
	if (trace_is_on(al)) {
		const struct tuple numbers[4] = { tuple_mode(a.shape, k), tuple_mode(a.stride, k), rest.shape, rest.stride };
		trace_numbers(al, kind, k, numbers, 4);
	}
}

/* Record the leaf "n":"d", or what it became. */
static void trace_leaf(struct algebra *al, enum trace_kind kind, struct tuple n, struct tuple d) {
	if (trace_is_on(al) && !algebra_failed(al)) {
		trace_add(al, (struct trace_step){ .kind = kind, .a = { n, d }, .numbers = { n, d } });
	}
}

/* Say why mode "k" of the flat layout "a" refuses "rest", which remains of "leaf", and which leaves it would accept. */
static void refuse(struct algebra *al, struct layout a, int k, struct layout leaf, struct layout rest,
		const struct fold_step *step) {
	int64_t extent = a.shape.modes[k].value;
	bool bad_stride = step->verdict == FOLD_BAD_STRIDE;
	if (bad_stride) {
		algebra_fault(al, FAULT_DIVIDE,
			"stride divisibility: stride %" PRId64 " is neither a multiple of the extent %" PRId64 " of mode %d of the "
			"coalesced left layout nor smaller", rest.stride.value, extent, k);
	} else {
		algebra_fault(al, FAULT_DIVIDE,
			"shape divisibility: extent %" PRId64 " is not a multiple of %" PRId64 ", the room in mode %d of the "
			"coalesced left layout (extent %" PRId64 ") at stride %" PRId64, rest.shape.value, step->factor.value, k,
			extent, rest.stride.value);
	}
	if (int_has_value(leaf.shape) && int_has_value(leaf.stride)) {
		hint_nearest(al, a.shape, leaf.shape.value, leaf.stride.value, bad_stride);
	}
}

/*
 * "leaf" after the flat layout "a" of rank 2 or more: each mode but the last takes its part of the leaf, at the leaf's
 * stride times its own; the last one takes what remains.
 */
static struct layout compose_leaf(struct algebra *al, struct layout a, struct layout leaf) {
	int last = a.shape.rank - 1;
	struct tuple *shape = tuple_modes_new(al, a.shape.rank);
	struct tuple *stride = tuple_modes_new(al, a.shape.rank);
	int count = 0;
	struct layout rest = leaf;
	for (int k = 0; k < last; k++) {
		trace_mode(al, TRACE_FOLD, k, a, rest);
		struct fold_step step = fold_leaf(al, a.shape.modes[k], rest);
		if (step.verdict == FOLD_BAD_STRIDE || step.verdict == FOLD_BAD_EXTENT) {
			refuse(al, a, k, leaf, rest, &step);
		} else if (step.verdict == FOLD_TAKES) {
			shape[count] = step.factor;
			stride[count] = int_mul(al, rest.stride, a.stride.modes[k]);
			count++;
		}
		rest = step.rest;
		if (algebra_failed(al)) {
			return layout_one();
		}
	}
	trace_mode(al, TRACE_LAST, last, a, rest);
	struct tuple last_stride = int_mul(al, rest.stride, a.stride.modes[last]);
	if (count == 0) {
		return layout_of(al, rest.shape, last_stride);
	}
	if (!tuple_is_constant(rest.shape, 1)) {
		shape[count] = rest.shape;
		stride[count] = last_stride;
		count++;
	}
	return layout_of(al, tuple_unwrap(tuple_of(al, shape, count)), tuple_unwrap(tuple_of(al, stride, count)));
}

/* "leaf" after the layout "a", which may be a leaf itself. */
static struct layout compose_any_leaf(struct algebra *al, struct layout a, struct layout leaf) {
	if (tuple_is_constant(leaf.stride, 0)) {
		return leaf;
	}
	if (!tuple_is_tuple(a.shape)) {
		trace_mode(al, TRACE_LAST, 0, a, leaf);
		return layout_of(al, leaf.shape, int_mul(al, leaf.stride, a.stride));
	}
	if (!algebra_step(al, a.shape.rank)) {
		return layout_one();
	}
	if (tuple_depth(a.shape) > 1) {
		algebra_fault(al, FAULT_TYPE, "a plain stride into a left layout that is addressed by coordinates");
		return layout_one();
	}
	return compose_leaf(al, a, leaf);
}

/* "b" after the coalesced layout "a". */
static struct layout compose(struct algebra *al, struct layout a, struct layout b) {
	if (tuple_is_tuple(b.shape)) {
		int rank = b.shape.rank;
		struct layout *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
		for (int i = 0; i < rank && !algebra_failed(al); i++) {
			algebra_enter_mode(al, i);
			modes[i] = compose(al, a, layout_mode(b, i));
			algebra_leave_mode(al);
		}
		return algebra_failed(al) ? layout_one() : layout_from_modes(al, modes, rank);
	}
	if (b.stride.basis_depth > 0) {
		struct layout addressed = { tuple_basis_get(al, b.stride, a.shape), tuple_basis_get(al, b.stride, a.stride) };
		return compose(al, addressed, (struct layout){ b.shape, tuple_basis_value(b.stride) });
	}
	trace_leaf(al, TRACE_LEAF, b.shape, b.stride);
	struct layout r = compose_any_leaf(al, a, b);
	trace_leaf(al, TRACE_LEAF_END, r.shape, r.stride);
	return r;
}

/* The profile that the bases in "stride" address: the shape of the sum of all leaves. */
static struct tuple basis_profile(struct algebra *al, struct tuple stride) {
	struct tuple *leaves = tuple_modes_new(al, tuple_leaves(stride));
	struct tuple sum = tuple_int(0);
	int count = (int)(tuple_collect(stride, leaves) - leaves);
	for (int i = 0; i < count; i++) {
		sum = tuple_add(al, sum, leaves[i]);
	}
	return tuple_from_basis(al, sum);
}

struct layout layout_composition(struct algebra *al, struct layout a, struct layout b) {
	algebra_operand(al, 2);
	trace_begin(al, TRACE_COMPOSITION, a, b, tuple_int(0));
	struct layout flat = tuple_has_basis(b.stride)
		? layout_coalesce_extended_profile(al, a, basis_profile(al, b.stride))
		: layout_coalesce_extended(al, a);
	if (algebra_failed(al)) {
		return layout_one();
	}
	trace_add(al, (struct trace_step){ .kind = TRACE_OPERAND, .index = TRACE_LEFT, .a = flat });
	struct layout r = compose(al, flat, b);
	trace_end(al, r);
	if (operation_verifies(al)) {
		composition_check(al, flat, b, r);
	}
	return r;
}

struct layout layout_composition_tiler(struct algebra *al, struct layout a, const struct tiler *b) {
	algebra_operand(al, 2);
	switch (b->kind) {
	case TILER_LAYOUT:
		return layout_composition(al, a, b->layout);
	case TILER_INT:
		return layout_composition(al, a, b->layout);
	case TILER_UNDERSCORE:
		return a;
	case TILER_MODES:
		break;
	}
	if (b->rank > layout_rank(a)) {
		algebra_fault(al, FAULT_RANK, "the tiler has %d modes, the layout %d", b->rank, layout_rank(a));
		return a;
	}
	struct layout *modes = arena_array(al->arena, (size_t)b->rank, sizeof *modes);
	for (int i = 0; i < b->rank && !algebra_failed(al); i++) {
		trace_numbers(al, TRACE_MODE, i, NULL, 0);
		algebra_enter_mode(al, i);
		modes[i] = layout_composition_tiler(al, layout_mode(a, i), &b->modes[i]);
		algebra_leave_mode(al);
	}
	return algebra_failed(al) ? layout_one() : layout_from_modes(al, modes, b->rank);
}

struct layout layout_with_shape(struct algebra *al, struct layout a, struct tuple shape) {
	algebra_operand(al, 2);
	return layout_composition(al, a, layout_from_shape(al, shape));
}
