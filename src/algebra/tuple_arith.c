#include "algebra/tuple_arith.h"

#include "algebra/symbol.h"

/* --- products and sums --- */

/* The product of the "count" leaves and tuples "modes". */
static struct tuple product_of(struct algebra *al, const struct tuple *modes, int count) {
	struct tuple product = tuple_int(1);
	for (int i = 0; i < count; i++) {
		if (modes[i].kind == TUPLE_INT) {
			product = int_mul(al, product, modes[i]);
		} else {
			product = int_mul(al, product, tuple_product(al, modes[i]));
		}
	}
	return product;
}

struct tuple tuple_product(struct algebra *al, struct tuple t) {
	if (tuple_is_int(t)) {
		return t;
	}
	if (tuple_is_underscore(t)) {
		algebra_fault(al, FAULT_TYPE, "\"_\" has no size");
		return tuple_int(1);
	}
	return product_of(al, t.modes, t.rank);
}

struct tuple tuple_product_each(struct algebra *al, struct tuple t) {
	int rank = tuple_rank(t);
	struct tuple *modes = tuple_modes_room(al, rank);
	for (int i = 0; i < rank; i++) {
		modes[i] = tuple_product(al, tuple_mode(t, i));
	}
	return tuple_of(al, modes, rank);
}

struct tuple tuple_product_like(struct algebra *al, struct tuple t, struct tuple guide) {
	if (!tuple_is_tuple(guide)) {
		return tuple_product(al, t);
	}
	if (!tuple_is_tuple(t) || t.rank != guide.rank) {
		algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", tuple_rank(guide), tuple_rank(t));
		return t;
	}
	struct tuple *modes = tuple_modes_room(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = tuple_product_like(al, t.modes[i], guide.modes[i]);
	}
	return tuple_of(al, modes, t.rank);
}

struct tuple tuple_inner_product(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a) && !tuple_is_tuple(b)) {
		return int_mul(al, a, b);
	}
	if (!tuple_is_tuple(a) || !tuple_is_tuple(b) || a.rank != b.rank) {
		algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", tuple_rank(a), tuple_rank(b));
		return tuple_int(0);
	}
	struct tuple sum = tuple_int(0);
	for (int i = 0; i < a.rank; i++) {
		sum = tuple_add(al, sum, tuple_inner_product(al, a.modes[i], b.modes[i]));
	}
	return sum;
}

/* Sum of two coordinates, mode by mode; missing modes count as 0. */
static struct tuple add_coordinates(struct algebra *al, struct tuple a, struct tuple b) {
	int rank = a.rank > b.rank ? a.rank : b.rank;
	struct tuple *modes = tuple_modes_room(al, rank);
	for (int i = 0; i < rank; i++) {
		struct tuple x = i < a.rank ? a.modes[i] : tuple_int(0);
		struct tuple y = i < b.rank ? b.modes[i] : tuple_int(0);
		modes[i] = tuple_add(al, x, y);
	}
	return tuple_of(al, modes, rank);
}

struct tuple tuple_add(struct algebra *al, struct tuple a, struct tuple b) {
	if (tuple_is_plain_int(a) && tuple_is_plain_int(b)) {
		return int_add(al, a, b);
	}
	if (tuple_is_constant(a, 0)) {
		return b;
	}
	if (tuple_is_constant(b, 0)) {
		return a;
	}
	a = tuple_from_basis(al, a);
	b = tuple_from_basis(al, b);
	if (tuple_is_tuple(a) && tuple_is_tuple(b)) {
		return add_coordinates(al, a, b);
	}
	if (tuple_is_plain_int(a) && tuple_is_plain_int(b)) {
		return int_add(al, a, b);
	}
	algebra_fault(al, FAULT_TYPE, "an integer and a coordinate cannot be added");
	return tuple_int(0);
}

bool tuple_compatible(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a)) {
		struct tuple size = tuple_product(al, b);
		return int_value(al, a) == int_value(al, size);
	}
	if (!tuple_is_tuple(b) || a.rank != b.rank) {
		return false;
	}
	for (int i = 0; i < a.rank; i++) {
		if (!tuple_compatible(al, a.modes[i], b.modes[i])) {
			return false;
		}
	}
	return true;
}

/* --- basis --- */

struct tuple tuple_from_basis(struct algebra *al, struct tuple t) {
	if (!tuple_is_int(t) || t.basis_depth == 0) {
		return t;
	}
	struct tuple coordinate = tuple_basis_value(t);
	for (int level = int_basis_indices(t) - 1; level >= 0; level--) {
		int rank = t.basis[level] + 1;
		struct tuple *modes = tuple_modes_room(al, rank);
		for (int i = 0; i < rank - 1; i++) {
			modes[i] = tuple_int(0);
		}
		modes[rank - 1] = coordinate;
		coordinate = tuple_of(al, modes, rank);
	}
	return coordinate;
}

/* Basis elements below the basis element "outer". */
static struct tuple basis_below(struct algebra *al, struct tuple shape, struct tuple outer) {
	if (!tuple_is_tuple(shape)) {
		return outer;
	}
	if (outer.basis_depth == LIMIT_BASIS_DEPTH || shape.rank > LIMIT_BASIS_INDEX + 1) {
		algebra_fault(al, FAULT_LIMIT, "a basis of more than %d levels or an index beyond %d",
			LIMIT_BASIS_DEPTH, LIMIT_BASIS_INDEX);
		return outer;
	}
	struct tuple *modes = tuple_modes_room(al, shape.rank);
	for (int i = 0; i < shape.rank; i++) {
		struct tuple inner = outer;
		inner.basis[inner.basis_depth++] = (uint8_t)i;
		modes[i] = basis_below(al, shape.modes[i], inner);
	}
	return tuple_of(al, modes, shape.rank);
}

struct tuple tuple_basis_like(struct algebra *al, struct tuple shape) {
	struct tuple whole = tuple_int(1);
	whole.basis_depth = algebra_is_dsl(al) ? 0 : BASIS_OF_WHOLE;
	return tuple_is_tuple(shape) ? basis_below(al, shape, tuple_int(1)) : whole;
}

struct tuple tuple_basis_get(struct algebra *al, struct tuple leaf, struct tuple t) {
	for (int level = 0; level < int_basis_indices(leaf); level++) {
		int index = leaf.basis[level];
		if (!tuple_is_tuple(t) || index >= t.rank) {
			algebra_fault(al, FAULT_RANK, "basis index %d is outside a mode of rank %d", index, tuple_rank(t));
			return tuple_int(0);
		}
		t = t.modes[index];
	}
	return t;
}

struct tuple tuple_coprofile(struct algebra *al, struct tuple stride) {
	struct tuple *leaves = tuple_modes_new(al, tuple_leaves(stride));
	struct tuple sum = tuple_int(0);
	int count = (int)(tuple_collect(stride, leaves) - leaves);
	for (int i = 0; i < count; i++) {
		sum = tuple_add(al, sum, leaves[i]);
	}
	return tuple_repeat_like(al, tuple_from_basis(al, sum), tuple_int(0));
}

/* --- division of tuples --- */

typedef struct tuple (*divide_leaves)(struct algebra *al, struct tuple a, struct tuple b);

/* "divide" by mode; an integer "b" is folded over the modes of "a". "b" may have fewer modes if "pad" is set. */
static struct tuple divide(struct algebra *al, struct tuple a, struct tuple b, divide_leaves leaves, bool pad) {
	if (!tuple_is_tuple(a)) {
		return leaves(al, a, tuple_product(al, b));
	}
	if (tuple_is_tuple(b) && (pad ? a.rank < b.rank : a.rank != b.rank)) {
		algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", b.rank, a.rank);
		return a;
	}
	struct tuple *modes = tuple_modes_room(al, a.rank);
	struct tuple rest = b;
	for (int i = 0; i < a.rank; i++) {
		if (tuple_is_tuple(b) && i >= b.rank && algebra_is_dsl(al)) {
			modes[i] = a.modes[i];
		} else if (tuple_is_tuple(b)) {
			modes[i] = divide(al, a.modes[i], i < b.rank ? b.modes[i] : tuple_int(1), leaves, pad);
		} else {
			modes[i] = divide(al, a.modes[i], rest, leaves, pad);
			rest = leaves(al, rest, tuple_product(al, a.modes[i]));
		}
	}
	return tuple_of(al, modes, a.rank);
}

struct tuple tuple_ceil_div(struct algebra *al, struct tuple a, struct tuple b) {
	return divide(al, a, b, int_ceil_div_general, true);
}

struct tuple tuple_shape_div(struct algebra *al, struct tuple a, struct tuple b) {
	return divide(al, a, b, int_shape_div, false);
}

struct tuple tuple_coalesce_shape(struct algebra *al, struct tuple t) {
	struct tuple flat = tuple_flatten(al, t);
	if (!tuple_is_tuple(flat) || flat.rank == 0) {
		return flat;
	}
	struct tuple *modes = tuple_modes_room(al, flat.rank);
	int count = 0;
	modes[count++] = flat.modes[0];
	for (int i = 1; i < flat.rank; i++) {
		if (int_is_exact(modes[count - 1]) == int_is_exact(flat.modes[i])) {
			modes[count - 1] = int_mul(al, modes[count - 1], flat.modes[i]);
		} else {
			modes[count++] = flat.modes[i];
		}
	}
	return count == 1 ? modes[0] : tuple_of(al, modes, count);
}

/* --- compact strides --- */

/* Strides of "shape", modes from left to right, or right to left, from "*current" on, which moves on. */
static struct tuple compact(struct algebra *al, struct tuple shape, struct tuple *current, bool from_right) {
	if (!tuple_is_tuple(shape)) {
		if (tuple_is_constant(shape, 1)) {
			return tuple_int(0);
		}
		struct tuple stride = *current;
		*current = int_mul(al, stride, shape);
		return stride;
	}
	struct tuple *modes = tuple_modes_room(al, shape.rank);
	for (int k = 0; k < shape.rank; k++) {
		int i = from_right ? shape.rank - 1 - k : k;
		modes[i] = compact(al, shape.modes[i], current, from_right);
	}
	return tuple_of(al, modes, shape.rank);
}

struct tuple tuple_compact_left(struct algebra *al, struct tuple shape, struct tuple start) {
	return compact(al, shape, &start, false);
}

struct tuple tuple_compact_right(struct algebra *al, struct tuple shape) {
	struct tuple start = tuple_int(1);
	return compact(al, shape, &start, true);
}

/*
 * Whether the leaf "a" of an order stands before the leaf "b", both of one array: what is no type sorts behind all
 * others, in the sequence written.
 */
static bool stands_before(const struct tuple *a, const struct tuple *b) {
	if (int_is_exact(*a) && int_is_exact(*b)) {
		return int_takes_less(*a, *b);
	}
	return int_is_exact(*a) || (!int_is_exact(*b) && a < b);
}

/* The strides of "shape" where the flat "ref_shape" is ordered by the flat "ref_order". */
static struct tuple compact_by_order(struct algebra *al, struct tuple shape, const struct tuple **order_leaf,
		struct tuple order, struct tuple ref_shape, const struct tuple *ref_order) {
	if (!tuple_is_tuple(order)) {
		const struct tuple *own = (*order_leaf)++;
		struct tuple start = tuple_int(1);
		for (int i = 0; i < ref_shape.rank; i++) {
			if (stands_before(&ref_order[i], own)) {
				start = int_mul(al, start, ref_shape.modes[i]);
			}
		}
		return tuple_compact_left(al, shape, start);
	}
	struct tuple *modes = tuple_modes_room(al, shape.rank);
	for (int i = 0; i < shape.rank; i++) {
		modes[i] = compact_by_order(al, shape.modes[i], order_leaf, order.modes[i], ref_shape, ref_order);
	}
	return tuple_of(al, modes, shape.rank);
}

struct tuple tuple_compact_order(struct algebra *al, struct tuple shape, struct tuple order) {
	struct tuple ref_shape = tuple_flatten_to_tuple(al, tuple_product_like(al, shape, order));
	struct tuple flat_order = tuple_flatten_to_tuple(al, order);
	if (algebra_failed(al) || !algebra_step(al, (int64_t)flat_order.rank * flat_order.rank)) {
		return shape;
	}
	for (int i = 0; i < flat_order.rank; i++) {
		if (!tuple_is_plain_int(flat_order.modes[i])) {
			algebra_fault(al, FAULT_TYPE, "an order is made of plain integers");
			return shape;
		}
	}
	const struct tuple *order_leaf = flat_order.modes;
	return compact_by_order(al, shape, &order_leaf, order, ref_shape, flat_order.modes);
}
