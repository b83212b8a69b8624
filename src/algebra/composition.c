#include "algebra/exact.h"
#include "algebra/layout.h"
#include "algebra/trace.h"

enum { NEAREST_REACH = 1024 };  /* how far from the given value a hint looks */

/* Whether CuTe's conditions accept the leaf "n":"d" after the flat layout of "shape"; static integers only. */
static bool leaf_is_accepted(struct tuple shape, int64_t n, int64_t d) {
	if (d == 0 || !tuple_is_tuple(shape)) {
		return true;
	}
	if (n < 1) {
		return false;
	}
	for (int k = 0; k + 1 < shape.rank; k++) {
		int64_t extent = shape.modes[k].value;
		int64_t step = d < 0 ? -d : d;
		if (extent <= 0 || (d % extent != 0 && d >= extent)) {
			return false;
		}
		int64_t room = (extent - 1) / step + 1;
		if (room != 1 && n != 1) {
			int64_t factor = room < n ? room : n;
			if (n % factor != 0) {
				return false;
			}
			n /= factor;
		}
		d = ((step - 1) / extent + 1) * (d < 0 ? -1 : 1);
	}
	return true;
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
			if (value > 0 && leaf_is_accepted(shape, vary_stride ? n : value, vary_stride ? value : d)) {
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

/* Record that mode "k" of shape:stride meets what remains of a leaf. */
static void trace_mode(struct algebra *al, enum trace_kind kind, int k, struct tuple shape, struct tuple stride,
		struct tuple rest_shape, struct tuple rest_stride) {
	if (trace_is_on(al)) {
		const struct tuple numbers[4] = { tuple_mode(shape, k), tuple_mode(stride, k), rest_shape, rest_stride };
		trace_numbers(al, kind, k, numbers, 4);
	}
}

/* Record the leaf "n":"d", or what it became. */
static void trace_leaf(struct algebra *al, enum trace_kind kind, struct tuple n, struct tuple d) {
	if (trace_is_on(al) && !algebra_failed(al)) {
		trace_add(al, (struct trace_step){ .kind = kind, .a = { n, d }, .numbers = { n, d } });
	}
}

/* The leaf "n":"d" after the flat layout shape:stride of rank 2 or more. */
static struct layout compose_leaf(struct algebra *al, struct tuple shape, struct tuple stride, struct tuple n,
		struct tuple d) {
	struct tuple *new_shape = tuple_modes_new(al, shape.rank);
	struct tuple *new_stride = tuple_modes_new(al, shape.rank);
	int count = 0;
	struct tuple rest_shape = n;
	struct tuple rest_stride = d;
	for (int k = 0; k + 1 < shape.rank; k++) {
		struct tuple extent = shape.modes[k];
		trace_mode(al, TRACE_FOLD, k, shape, stride, rest_shape, rest_stride);
		if (int_divides(extent, rest_stride) == ANSWER_NO && int_less(rest_stride, extent) == ANSWER_NO) {
			algebra_fault(al, FAULT_DIVIDE,
				"stride divisibility: stride %lld is neither a multiple of the extent %lld of mode %d of the coalesced "
				"left layout nor smaller", (long long)rest_stride.value, (long long)extent.value, k);
			hint_nearest(al, shape, n.value, d.value, true);
		}
		struct tuple step = int_abs(al, rest_stride);
		struct tuple room = int_ceil_div(al, extent, step);
		struct tuple next_stride = int_mul(al, int_ceil_div(al, step, extent), int_sign(rest_stride));
		if (algebra_failed(al)) {
			return layout_one();
		}
		if (!tuple_is_constant(room, 1) && !tuple_is_constant(rest_shape, 1)) {
			struct tuple factor = int_min(room, rest_shape);
			if (int_divides(factor, rest_shape) == ANSWER_NO) {
				algebra_fault(al, FAULT_DIVIDE,
					"shape divisibility: extent %lld is not a multiple of %lld, the room in mode %d of the coalesced "
					"left layout (extent %lld) at stride %lld", (long long)rest_shape.value, (long long)factor.value, k,
					(long long)extent.value, (long long)rest_stride.value);
				hint_nearest(al, shape, n.value, d.value, false);
			}
			new_shape[count] = factor;
			new_stride[count] = int_mul(al, rest_stride, stride.modes[k]);
			count++;
			rest_shape = int_div(al, rest_shape, factor);
		}
		rest_stride = next_stride;
		if (algebra_failed(al)) {
			return layout_one();
		}
	}
	trace_mode(al, TRACE_LAST, shape.rank - 1, shape, stride, rest_shape, rest_stride);
	struct tuple last_stride = stride.modes[shape.rank - 1];
	if (count == 0) {
		return layout_of(al, rest_shape, int_mul(al, rest_stride, last_stride));
	}
	if (!tuple_is_constant(rest_shape, 1)) {
		new_shape[count] = rest_shape;
		new_stride[count] = int_mul(al, rest_stride, last_stride);
		count++;
	}
	return layout_of(al, tuple_unwrap(tuple_of(al, new_shape, count)), tuple_unwrap(tuple_of(al, new_stride, count)));
}

/* The leaf "n":"d" after the layout shape:stride, which may be a leaf itself. */
static struct layout compose_any_leaf(struct algebra *al, struct tuple shape, struct tuple stride, struct tuple n,
		struct tuple d) {
	if (tuple_is_constant(d, 0)) {
		return layout_of(al, n, d);
	}
	if (!tuple_is_tuple(shape)) {
		trace_mode(al, TRACE_LAST, 0, shape, stride, n, d);
		return layout_of(al, n, int_mul(al, d, stride));
	}
	if (!algebra_step(al, shape.rank)) {
		return layout_one();
	}
	if (tuple_depth(shape) > 1) {
		algebra_fault(al, FAULT_TYPE, "a plain stride into a left layout that is addressed by coordinates");
		return layout_one();
	}
	return compose_leaf(al, shape, stride, n, d);
}

/* The layout n:d, or a tuple of such, after the coalesced layout shape:stride. */
static struct layout compose(struct algebra *al, struct tuple shape, struct tuple stride, struct tuple n,
		struct tuple d) {
	if (tuple_is_tuple(n)) {
		struct layout *modes = arena_array(al->arena, (size_t)n.rank, sizeof *modes);
		for (int i = 0; i < n.rank && !algebra_failed(al); i++) {
			algebra_enter_mode(al, i);
			modes[i] = compose(al, shape, stride, n.modes[i], d.modes[i]);
			algebra_leave_mode(al);
		}
		return algebra_failed(al) ? layout_one() : layout_from_modes(al, modes, n.rank);
	}
	if (d.basis_depth > 0) {
		struct tuple inner_shape = tuple_basis_get(al, d, shape);
		struct tuple inner_stride = tuple_basis_get(al, d, stride);
		return compose(al, inner_shape, inner_stride, n, tuple_basis_value(d));
	}
	trace_leaf(al, TRACE_LEAF, n, d);
	struct layout r = compose_any_leaf(al, shape, stride, n, d);
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
	struct layout r = compose(al, flat.shape, flat.stride, b.shape, b.stride);
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
