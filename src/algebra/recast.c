#include <inttypes.h>

#include "algebra/layout.h"
#include "algebra/symbol.h"
#include "algebra/trace.h"

typedef struct layout (*recast_leaf)(struct algebra *al, struct tuple shape, struct tuple stride, struct tuple n);

/* "leaf" at every leaf of "a". */
static struct layout recast_leaves(struct algebra *al, struct layout a, struct tuple n, recast_leaf leaf) {
	if (!tuple_is_tuple(a.shape)) {
		return leaf(al, a.shape, a.stride, n);
	}
	struct layout *modes = arena_array(al->arena, (size_t)a.shape.rank, sizeof *modes);
	for (int i = 0; i < a.shape.rank; i++) {
		algebra_enter_mode(al, i);
		modes[i] = recast_leaves(al, layout_mode(a, i), n, leaf);
		algebra_leave_mode(al);
	}
	return layout_from_modes(al, modes, a.shape.rank);
}

/*
 * upcast of the mode "shape":"stride" by "n": the stride counts units that are "n" times as large; where "n" is more
 * than the stride, the extent shrinks by what of it one unit holds.
 */
static struct layout upcast_leaf(struct algebra *al, struct tuple shape, struct tuple stride, struct tuple n) {
	trace_numbers(al, TRACE_UPCAST_LEAF, (struct tuple[]){ shape, stride, n }, 3);
	if (tuple_is_constant(stride, 0)) {
		return layout_of(al, shape, stride);
	}
	if (!tuple_is_plain_int(stride)) {
		algebra_fault(al, FAULT_TYPE, "upcast is not defined for strides with a basis");
		return layout_one();
	}
	if (int_is_symbol(stride)) {
		if (!int_takes_divides(n, stride)) {
			algebra_fault(al, FAULT_DIVIDE, "the factor %" PRId64 " does not divide a stride", n.value);
		}
		return layout_of(al, shape, int_div(al, stride, n));
	}
	if (!int_is_static(stride)) {
		return layout_of(al, shape, algebra_is_dsl(al) ? int_ceil_div(al, stride, n) : int_div(al, stride, n));
	}
	struct tuple step = int_abs(al, stride);
	if (algebra_failed(al)) {
		return layout_one();
	}
	if (!algebra_is_dsl(al) && int_divides(n, step) == ANSWER_NO && int_divides(step, n) == ANSWER_NO) {
		algebra_fault(al, FAULT_DIVIDE, "neither of stride %" PRId64 " and the factor %" PRId64 " divides the other",
			stride.value, n.value);
		return layout_one();
	}
	return layout_of(al, int_ceil_div(al, shape, int_ceil_div(al, n, step)), int_mul(al, int_sign(stride),
			int_ceil_div(al, step, n)));
}

static bool is_unit(struct tuple stride) {
	return tuple_is_constant(stride, 1) || tuple_is_constant(stride, -1);
}

static struct layout downcast_leaf(struct algebra *al, struct tuple shape, struct tuple stride, struct tuple n) {
	trace_numbers(al, TRACE_DOWNCAST_LEAF, (struct tuple[]){ shape, stride, n }, 3);
	if (is_unit(stride) || (int_is_symbol(stride) && (int_takes_equal(stride, tuple_int(1))
			|| int_takes_equal(stride, tuple_int(-1))))) {
		return layout_of(al, int_mul(al, shape, n), stride);
	}
	return layout_of(al, shape, int_mul(al, stride, n));
}

/* Number of leaves for which "test" holds. */
static int count_leaves(struct tuple stride, bool (*test)(struct tuple leaf)) {
	if (!tuple_is_tuple(stride)) {
		return test(stride) ? 1 : 0;
	}
	int count = 0;
	for (int i = 0; i < stride.rank; i++) {
		count += count_leaves(stride.modes[i], test);
	}
	return count;
}

static bool is_one(struct tuple stride) {
	return tuple_is_constant(stride, 1);
}

/* "n" must be at least 1. */
static bool factor_is_valid(struct algebra *al, int64_t n) {
	if (n < 1) {
		algebra_fault(al, FAULT_DOMAIN, "the factor is %" PRId64 ", but must be 1 or more", n);
		return false;
	}
	return true;
}

/* All leaves of "a", recorded as the operation "kind". */
static struct layout recast(struct algebra *al, enum trace_kind kind, struct layout a, int64_t n, recast_leaf leaf) {
	trace_begin(al, kind, a, layout_one(), tuple_int(n));
	struct layout r = recast_leaves(al, a, tuple_int(n), leaf);
	trace_end(al, r);
	return r;
}

struct layout layout_upcast(struct algebra *al, struct layout a, int64_t n) {
	return factor_is_valid(al, n) ? recast(al, TRACE_UPCAST, a, n, upcast_leaf) : a;
}

struct layout layout_downcast(struct algebra *al, struct layout a, int64_t n) {
	if (!factor_is_valid(al, n)) {
		return a;
	}
	if (count_leaves(a.stride, is_one) == 0 && !algebra_is_dsl(al)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "downcast needs neighbouring elements, and no mode has stride 1");
		return a;
	}
	if (operation_verifies(al) && n > 1 && count_leaves(a.stride, is_unit) > 1) {
		algebra_note(al, FAULT_INEXACT,
			"CuTe multiplies the extent of every mode of stride 1, so the result has more elements than the layout "
			"has: %d modes have stride 1", count_leaves(a.stride, is_unit));
	}
	return recast(al, TRACE_DOWNCAST, a, n, downcast_leaf);
}

struct layout layout_recast(struct algebra *al, struct layout a, int64_t new_bits, int64_t old_bits) {
	if (new_bits < 1 || old_bits < 1) {
		algebra_fault(al, FAULT_DOMAIN, "element widths are %" PRId64 " and %" PRId64 " bits, but must be 1 or more",
			new_bits, old_bits);
		return a;
	}
	int64_t common = int_value(al, int_gcd(al, tuple_int(new_bits), tuple_int(old_bits)));
	int64_t wider = new_bits / common;
	int64_t narrower = old_bits / common;
	if (wider > 1) {
		a = layout_upcast(al, a, wider);
	}
	if (narrower > 1 && !algebra_failed(al)) {
		a = layout_downcast(al, a, narrower);
	}
	return a;
}
