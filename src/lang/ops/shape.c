#include "lang/ops/ops.h"

/* --- predicates --- */

struct value run_congruent(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	struct tuple b = shape_arg(call, 1);
	return from_bool(call, tuple_congruent(a, b));
}

struct value run_weakly_congruent(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	struct tuple b = shape_arg(call, 1);
	return from_bool(call, tuple_weakly_congruent(a, b));
}

struct value run_compatible(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	struct tuple b = shape_arg(call, 1);
	return from_bool(call, tuple_compatible(call->al, a, b));
}

/* How often the tiler "b" fits into "shape", rounded up: with a layout, the shape of its complement. */
static struct tuple ceil_div(struct algebra *al, struct tuple shape, const struct tiler *b) {
	bool check = algebra_pause_checks(al);
	struct tuple count = b->kind == TILER_LAYOUT ? layout_complement(al, b->layout, shape).shape
		: tuple_ceil_div(al, shape, b->layout.shape);
	al->check = check;
	return count;
}

static bool evenly_divides(struct algebra *al, struct tuple shape, const struct tiler *b) {
	if (b->kind == TILER_UNDERSCORE) {
		algebra_fault(al, FAULT_TYPE, "\"_\" divides nothing");
		return false;
	}
	if (b->kind != TILER_MODES) {
		struct tuple covered = int_mul(al, layout_size(al, b->layout), tuple_product(al, ceil_div(al, shape, b)));
		return tuple_product(al, shape).value == covered.value;
	}
	if (b->rank > tuple_rank(shape)) {
		return false;
	}
	bool all = true;
	for (int i = 0; i < b->rank; i++) {
		all = evenly_divides(al, tuple_mode(shape, i), &b->modes[i]) && all;
	}
	return all;
}

struct value run_evenly_divides(struct call *call) {
	struct tuple shape = shape_arg(call, 0);
	const struct tiler *tiler = tiler_arg(call, 1);
	return from_bool(call, evenly_divides(call->al, shape, tiler));
}

/* Every integer of "a" is less than the one of "b" in its place; "b" may have more modes. */
static bool elem_less(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a) && !tuple_is_tuple(b)) {
		return a.value < b.value;
	}
	if (!tuple_is_tuple(a) || !tuple_is_tuple(b)) {
		algebra_fault(al, FAULT_RANK, "an integer cannot be compared with a tuple");
		return false;
	}
	if (a.rank > b.rank) {
		return false;
	}
	for (int i = 0; i < a.rank; i++) {
		if (!elem_less(al, a.modes[i], b.modes[i])) {
			return false;
		}
	}
	return true;
}

struct value run_elem_less(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	return from_bool(call, elem_less(call->al, a, b));
}

/* --- arithmetic --- */

struct value run_product(struct call *call) {
	return from_tuple(call, tuple_product(call->al, shape_arg(call, 0)));
}

struct value run_product_each(struct call *call) {
	return from_tuple(call, tuple_product_each(call->al, shape_arg(call, 0)));
}

/* The products of the leaves before each leaf, from "*before" on. */
static struct tuple prefix_product(struct algebra *al, struct tuple t, struct tuple *before) {
	if (!tuple_is_tuple(t)) {
		struct tuple own = *before;
		*before = int_mul(al, own, t);
		return own;
	}
	struct tuple *modes = tuple_modes_new(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = prefix_product(al, t.modes[i], before);
	}
	return tuple_of(al, modes, t.rank);
}

/* The same mode by mode where there is a tuple of products to start from. */
static struct tuple prefix_product_from(struct algebra *al, struct tuple t, struct tuple start) {
	if (!tuple_is_tuple(start)) {
		return prefix_product(al, t, &start);
	}
	if (!tuple_is_tuple(t) || t.rank != start.rank) {
		algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", start.rank, tuple_rank(t));
		return t;
	}
	struct tuple *modes = tuple_modes_new(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = prefix_product_from(al, t.modes[i], start.modes[i]);
	}
	return tuple_of(al, modes, t.rank);
}

struct value run_prefix_product(struct call *call) {
	struct tuple start = has_arg(call, 1) ? tuple_arg(call, 1) : tuple_int(1);
	struct tuple t = shape_arg(call, 0);
	return from_tuple(call, prefix_product_from(call->al, t, start));
}

struct value run_inner_product(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	return from_tuple(call, tuple_inner_product(call->al, a, b));
}

static struct tuple elem_scale(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a)) {
		return int_mul(al, a, tuple_product(al, b));
	}
	if (!tuple_is_tuple(b) || a.rank != b.rank) {
		algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", tuple_rank(b), a.rank);
		return a;
	}
	struct tuple *modes = tuple_modes_new(al, a.rank);
	for (int i = 0; i < a.rank; i++) {
		modes[i] = elem_scale(al, a.modes[i], b.modes[i]);
	}
	return tuple_of(al, modes, a.rank);
}

struct value run_elem_scale(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	return from_tuple(call, elem_scale(call->al, a, b));
}

struct value run_ceil_div(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	const struct value *b = arg(call, 1);
	if (b->kind == VALUE_LAYOUT) {
		return from_tuple(call, ceil_div(call->al, a, tiler_arg(call, 1)));
	}
	return from_tuple(call, tuple_ceil_div(call->al, a, tuple_arg(call, 1)));
}

struct value run_shape_div(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	struct tuple b = shape_arg(call, 1);
	return from_tuple(call, tuple_shape_div(call->al, a, b));
}
