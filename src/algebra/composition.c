#include <inttypes.h>

#include "algebra/exact.h"
#include "algebra/fold.h"
#include "algebra/trace.h"

enum { NEAREST_REACH = 1024 };  /* how far from the given value a hint looks */

/* Whether CuTe's conditions accept the leaf "n":"d" after the flat layout of "shape"; static integers only. */
static bool leaf_is_accepted(struct algebra *al, struct tuple shape, int64_t n, int64_t d) {
	struct layout rest = { tuple_int(n), tuple_int(d) };
	for (int k = 0; k + 1 < shape.rank && d != 0; k++) {
		if (tuple_is_constant(rest.stride, 0) || tuple_is_constant(shape.modes[k], 0)) {
			return false; /* CuTe divides by both */
		}
		struct fold_step step = fold_leaf(al, shape.modes[k], rest);
		if (step.verdict != FOLD_TAKES && step.verdict != FOLD_PASSES) {
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
		fault_set_hint(&al->fault, "the nearest %ss that compose are %" PRId64 " and %" PRId64, what, below,
			above);
	} else if (below != 0 || above != 0) {
		fault_set_hint(&al->fault, "the nearest %s that composes is %" PRId64, what,
			(below != 0 ? below : above));
	}
}

/* Record that mode "k" of "a" meets what remains of a leaf. */
static void trace_mode(struct algebra *al, enum trace_kind kind, int k, const struct layout *a,
		const struct layout *rest) {
	if (trace_is_on(al)) {
		struct layout mode = layout_mode(*a, k);
		const struct tuple numbers[4] = { mode.shape, mode.stride, rest->shape, rest->stride };
		trace_mode_numbers(al, kind, k, numbers, 4);
	}
}

/* Record "leaf", or what it became. */
static void trace_leaf(struct algebra *al, enum trace_kind kind, const struct layout *leaf) {
	if (trace_is_on(al)) {
		trace_append(al, &(struct trace_step){ .kind = kind, .a = *leaf, .numbers = { leaf->shape, leaf->stride } });
	}
}

/* Say why mode "k" of the flat layout "a" refuses "rest", which remains of "leaf", and which leaves it would accept. */
static void refuse(struct algebra *al, const struct layout *a, int k, const struct layout *leaf,
		const struct layout *rest, const struct fold_step *step) {
	struct int_words extent = int_words(a->shape.modes[k]);
	struct int_words stride = int_words(rest->stride);
	bool bad_stride = step->verdict == FOLD_BAD_STRIDE;
	if (bad_stride) {
		algebra_fault(al, FAULT_DIVIDE,
			"stride divisibility: stride %s is neither a multiple of the extent %s of mode %d of the coalesced left "
			"layout nor smaller", stride.text, extent.text, k);
	} else {
		algebra_fault(al, FAULT_DIVIDE,
			"shape divisibility: extent %s is not a multiple of %s, the room in mode %d of the coalesced left layout "
			"(extent %s) at stride %s", int_words(rest->shape).text, int_words(step->factor).text, k, extent.text,
			stride.text);
	}
	if (int_has_value(leaf->shape) && int_has_value(leaf->stride)) {
		hint_nearest(al, a->shape, leaf->shape.value, leaf->stride.value, bad_stride);
	}
}

/* The parts of a leaf that the modes of A take; there is room for one of each mode. */
struct taken {
	struct tuple *shape;
	struct tuple *stride;
	int count;
};

/* A mode of stride "stride" takes "n" of what remains at the stride "at". */
static void take(struct algebra *al, struct taken *taken, struct tuple n, struct tuple at, struct tuple stride) {
	taken->shape[taken->count] = n;
	taken->stride[taken->count] = int_mul(al, at, stride);
	taken->count++;
}

/*
 * Make "leaf" what it is after the flat layout "a" of rank 2 or more: each mode but the last takes its part of the
 * leaf, at the leaf's stride times its own; the last one takes what remains. The DSL coalesces what they take.
 */
static void compose_leaf(struct algebra *al, const struct layout *a, struct layout *leaf) {
	int last = a->shape.rank - 1;
	struct taken taken = { tuple_modes_room(al, last + 1), tuple_modes_room(al, last + 1), 0 };
	struct layout rest = *leaf;
	for (int k = 0; k < last; k++) {
		trace_mode(al, TRACE_FOLD, k, a, &rest);
		struct fold_step step = fold_leaf(al, a->shape.modes[k], rest);
		if (step.verdict == FOLD_BAD_STRIDE || step.verdict == FOLD_BAD_EXTENT) {
			refuse(al, a, k, leaf, &rest, &step);
		} else if (step.verdict == FOLD_TAKES) {
			take(al, &taken, step.factor, rest.stride, a->stride.modes[k]);
		}
		if (algebra_failed(al)) {
			return;
		}
		rest = step.rest;
	}
	trace_mode(al, TRACE_LAST, last, a, &rest);
	if (taken.count == 0 || !tuple_is_constant(rest.shape, 1)) {
		take(al, &taken, rest.shape, rest.stride, a->stride.modes[last]);
	}
	bool whole = taken.count == 1;
	leaf->shape = whole ? taken.shape[0] : tuple_of(al, taken.shape, taken.count);
	leaf->stride = whole ? taken.stride[0] : tuple_of(al, taken.stride, taken.count);
	if (!whole && algebra_is_dsl(al)) {
		*leaf = layout_coalesce(al, *leaf);
	}
}

/*
 * The same in numbers known at compile time, which nearly all are, where nothing is traced. Returns false, with nothing
 * done, where "a" or the leaf is not of such numbers, and where CuTe refuses: compose_leaf then says why.
 */
static bool compose_numbers(struct algebra *al, const struct layout *a, struct layout *leaf) {
	int count = 0;
	int last = a->shape.rank - 1;
	int64_t n = leaf->shape.value;
	int64_t d = leaf->stride.value;
	if (!int_both_plain(leaf->shape, leaf->stride) || n <= 0 || d <= 0 || trace_is_on(al) || algebra_is_dsl(al)) {
		return false;
	}
	struct tuple *shape = arena_array_room(al->arena, 2 * (size_t)a->shape.rank, sizeof *shape);
	struct tuple *stride = shape + a->shape.rank;
	for (int k = 0; k < last; k++) {
		const struct tuple *extent = &a->shape.modes[k];
		if (!int_both_plain(*extent, *extent) || extent->value <= 0) {
			return false;
		}
		struct fold_numbers step = fold_numbers(extent->value, n, d);
		if (step.verdict == FOLD_TAKES) {
			shape[count] = tuple_int(step.factor);
			stride[count++] = int_mul(al, tuple_int(d), a->stride.modes[k]);
		} else if (step.verdict != FOLD_PASSES) {
			return false;
		}
		n = step.n;
		d = step.d;
	}
	if (count == 0 || n != 1) {
		shape[count] = tuple_int(n);
		stride[count++] = int_mul(al, tuple_int(d), a->stride.modes[last]);
	}
	al->steps -= 2 * count;
	*leaf = count == 1 ? layout_of(al, shape[0], stride[0])
		: layout_of(al, tuple_of_leaves(shape, count), tuple_of_leaves(stride, count));
	return true;
}

/* Make "leaf" what it is after the layout "a", which may be a leaf itself. */
static void compose_any_leaf(struct algebra *al, const struct layout *a, struct layout *leaf) {
	if (tuple_is_constant(leaf->stride, 0)) {
		return;
	}
	if (!tuple_is_tuple(a->shape)) {
		trace_mode(al, TRACE_LAST, 0, a, leaf);
		leaf->stride = int_mul(al, leaf->stride, a->stride);
		return;
	}
	if (!algebra_step(al, a->shape.rank)) {
		return;
	}
	if (tuple_depth(a->shape) > 1) {
		algebra_fault(al, FAULT_TYPE, "a plain stride into a left layout that is addressed by coordinates");
		return;
	}
	if (!compose_numbers(al, a, leaf)) {
		compose_leaf(al, a, leaf);
	}
}

/* Make "b" what it is after the coalesced layout "a". After a fault it is of no use. */
static void compose(struct algebra *al, const struct layout *a, struct layout *b) {
	if (tuple_is_tuple(b->shape)) {
		int rank = b->shape.rank;
		if (rank == 0) {
			tuple_refuse_empty(al, "modes to make a layout of");
			return;
		}
		struct tuple *shape = tuple_modes_room(al, rank);
		struct tuple *stride = tuple_modes_room(al, rank);
		for (int i = 0; i < rank && !algebra_failed(al); i++) {
			struct layout mode = { b->shape.modes[i], b->stride.modes[i] };
			algebra_enter_mode(al, i);
			compose(al, a, &mode);
			algebra_leave_mode(al);
			shape[i] = mode.shape;
			stride[i] = mode.stride;
		}
		*b = algebra_failed(al) ? layout_one()
			: layout_of(al, tuple_of(al, shape, rank), tuple_of(al, stride, rank));
		return;
	}
	if (b->stride.basis_depth > 0) {
		struct tuple at = b->stride;
		const struct layout addressed = { tuple_basis_get(al, at, a->shape), tuple_basis_get(al, at, a->stride) };
		b->stride = tuple_basis_value(at);
		compose(al, &addressed, b);
		return;
	}
	trace_leaf(al, TRACE_LEAF, b);
	compose_any_leaf(al, a, b);
	trace_leaf(al, TRACE_LEAF_END, b);
}

struct layout layout_composition(struct algebra *al, struct layout a, struct layout b) {
	algebra_operand(al, 2);
	trace_begin(al, TRACE_COMPOSITION, a, b, tuple_int(0));
	struct layout flat = tuple_has_basis(b.stride)
		? layout_coalesce_extended_profile(al, a, tuple_coprofile(al, b.stride))
		: layout_coalesce_extended(al, a);
	if (algebra_failed(al)) {
		return layout_one();
	}
	trace_operand(al, TRACE_LEFT, &flat);
	struct layout r = b;
	compose(al, &flat, &r);
	if (algebra_failed(al)) {
		return layout_one();
	}
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
		return layout_composition(al, a, algebra_is_dsl(al) ? layout_from_shape(al, b->layout.shape) : b->layout);
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
		trace_mode_numbers(al, TRACE_MODE, i, NULL, 0);
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
