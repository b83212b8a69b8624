#include "algebra/layout.h"

#include <inttypes.h>

#include "algebra/symbol.h"

static struct tuple rank_mismatch(struct algebra *al, struct tuple c, struct tuple shape) {
	if (tuple_is_tuple(shape)) {
		algebra_fault(al, FAULT_RANK, "a coordinate of rank %d for a mode of rank %d", tuple_rank(c), shape.rank);
	} else {
		algebra_fault(al, FAULT_RANK, "a tuple as coordinate of a mode that is an integer");
	}
	return tuple_int(0);
}

/* CuTe's divmod by mode: every mode but the last takes the coordinate modulo its size. */
static struct tuple evaluate(struct algebra *al, struct tuple c, struct tuple shape, struct tuple stride) {
	if (tuple_is_tuple(c)) {
		if (!tuple_is_tuple(shape) || c.rank != shape.rank) {
			return rank_mismatch(al, c, shape);
		}
		struct tuple sum = tuple_int(0);
		for (int i = 0; i < c.rank; i++) {
			algebra_enter_mode(al, i);
			sum = tuple_add(al, sum, evaluate(al, c.modes[i], shape.modes[i], stride.modes[i]));
			algebra_leave_mode(al);
		}
		return sum;
	}
	if (!tuple_is_tuple(shape)) {
		return int_mul(al, c, stride.basis_depth == BASIS_OF_WHOLE ? tuple_basis_value(stride) : stride);
	}
	struct tuple sum = tuple_int(0);
	for (int i = 0; i < shape.rank; i++) {
		struct tuple own = c;
		if (i + 1 < shape.rank && !tuple_is_constant(c, 0)) {
			struct tuple size = tuple_product(al, shape.modes[i]);
			own = int_mod(al, c, size);
			c = int_div(al, c, size);
		}
		sum = tuple_add(al, sum, evaluate(al, own, shape.modes[i], stride.modes[i]));
	}
	return sum;
}

struct tuple layout_crd2idx(struct algebra *al, struct tuple c, struct layout a) {
	return evaluate(al, c, a.shape, a.stride);
}

/* "c" with 0 for "_". */
static struct tuple without_underscores(struct algebra *al, struct tuple c) {
	if (!tuple_is_tuple(c)) {
		return tuple_is_underscore(c) ? tuple_int(0) : c;
	}
	struct tuple *modes = tuple_modes_room(al, c.rank);
	for (int i = 0; i < c.rank; i++) {
		modes[i] = without_underscores(al, c.modes[i]);
	}
	return tuple_of(al, modes, c.rank);
}

struct tuple layout_crd2idx_fixed(struct algebra *al, struct tuple c, struct layout a) {
	return layout_crd2idx(al, without_underscores(al, c), a);
}

struct tuple tuple_crd2idx(struct algebra *al, struct tuple c, struct tuple shape) {
	if (!tuple_is_tuple(c)) {
		return c;
	}
	if (!tuple_is_tuple(shape) || c.rank != shape.rank) {
		return rank_mismatch(al, c, shape);
	}
	struct tuple flat_coord = tuple_flatten_to_tuple(al, c);
	struct tuple flat_shape = tuple_flatten_to_tuple(al, tuple_product_like(al, shape, c));
	if (algebra_failed(al)) {
		return tuple_int(0);
	}
	/* Horner: c0 + s0 * (c1 + s1 * (c2 + ...)). */
	struct tuple index = tuple_int(0);
	for (int i = flat_coord.rank - 1; i >= 0; i--) {
		if (i < flat_coord.rank - 1) {
			index = int_mul(al, flat_shape.modes[i], index);
		}
		index = int_add(al, flat_coord.modes[i], index);
	}
	return index;
}

/*
 * Take the coordinate of "shape" off "*index", which makes shorter formulas. The last leaf of all takes everything that
 * is left.
 */
static struct tuple split_index(struct algebra *al, struct tuple shape, struct tuple *index, bool last) {
	if (!tuple_is_tuple(shape)) {
		if (last) {
			return *index;
		}
		struct tuple own = int_mod(al, *index, shape);
		*index = int_div(al, *index, shape);
		return own;
	}
	struct tuple *modes = tuple_modes_room(al, shape.rank);
	for (int i = 0; i < shape.rank; i++) {
		modes[i] = split_index(al, shape.modes[i], index, last && i + 1 == shape.rank);
	}
	return tuple_of(al, modes, shape.rank);
}

/* By mode: every mode but the last takes the index modulo its size, and divides it among its own. */
static struct tuple split_by_mode(struct algebra *al, struct tuple index, struct tuple shape) {
	if (!tuple_is_tuple(shape)) {
		return index;
	}
	struct tuple *modes = tuple_modes_room(al, shape.rank);
	for (int i = 0; i < shape.rank; i++) {
		struct tuple own = index;
		if (i + 1 < shape.rank && (algebra_is_dsl(al) || !tuple_is_constant(index, 0))) {
			struct tuple size = tuple_product(al, shape.modes[i]);
			own = int_mod(al, index, size);
			index = int_div(al, index, size);
		}
		modes[i] = split_by_mode(al, own, shape.modes[i]);
	}
	return tuple_of(al, modes, shape.rank);
}

struct tuple tuple_idx2crd(struct algebra *al, struct tuple index, struct tuple shape) {
	if (tuple_is_tuple(index)) {
		if (!tuple_is_tuple(shape) || index.rank != shape.rank) {
			return rank_mismatch(al, index, shape);
		}
		struct tuple *modes = tuple_modes_room(al, shape.rank);
		for (int i = 0; i < shape.rank; i++) {
			algebra_enter_mode(al, i);
			modes[i] = tuple_idx2crd(al, index.modes[i], shape.modes[i]);
			algebra_leave_mode(al);
		}
		return tuple_of(al, modes, shape.rank);
	}
	bool has_names = !algebra_is_dsl(al) && (int_is_symbol(index) || tuple_has_symbol(shape));
	return has_names ? split_index(al, shape, &index, true) : split_by_mode(al, index, shape);
}

/*
 * The digit of "index" at a leaf as the DSL has it: 0 for a static extent 1 or stride 0; and nothing is known of one
 * that is not a number, but that a quotient 0 leaves 0.
 */
static struct tuple digit_of_dsl(struct algebra *al, struct tuple index, struct tuple shape, struct tuple stride) {
	if (tuple_is_constant(shape, 1) || tuple_is_constant(stride, 0)) {
		return tuple_int(0);
	}
	if (index.known == KNOWN_DIVISOR && !int_is_numbered(index)) {
		return tuple_divisible(1);
	}
	struct tuple quotient = int_div(al, index, stride);
	struct tuple digit = algebra_failed(al) ? quotient : int_mod(al, quotient, shape);
	return digit.known != KNOWN_DIVISOR && index.known != KNOWN_DIVISOR ? digit : int_unknown_like(digit);
}

/* By mode; index / stride % shape at a leaf, and 0 where the extent is a static 1. */
struct tuple layout_idx2crd(struct algebra *al, struct tuple index, struct tuple shape, struct tuple stride) {
	if (!tuple_is_tuple(shape)) {
		if (tuple_is_tuple(index)) {
			return rank_mismatch(al, index, shape);
		}
		if (algebra_is_dsl(al)) {
			return digit_of_dsl(al, index, shape, stride);
		}
		if (tuple_is_constant(stride, 0) && !tuple_is_constant(shape, 1)) {
			algebra_fault(al, FAULT_DOMAIN,
				"a mode of stride 0 and extent %" PRId64 " has no coordinate for an index: CuTe divides by 0",
				int_value(al, shape));
			return tuple_int(0);
		}
		return tuple_is_constant(shape, 1) ? tuple_int(0) : int_mod(al, int_div(al, index, stride), shape);
	}
	if (tuple_is_tuple(index) && index.rank != shape.rank) {
		return rank_mismatch(al, index, shape);
	}
	if (!tuple_is_tuple(stride)) {
		stride = tuple_compact_left(al, shape, stride);
	}
	if (!tuple_is_tuple(stride) || stride.rank != shape.rank) {
		algebra_fault(al, FAULT_RANK, "shape and stride are not congruent: they must nest in the same way");
		return tuple_int(0);
	}
	struct tuple *modes = tuple_modes_room(al, shape.rank);
	for (int i = 0; i < shape.rank; i++) {
		struct tuple own = tuple_is_tuple(index) ? index.modes[i] : index;
		modes[i] = layout_idx2crd(al, own, shape.modes[i], stride.modes[i]);
	}
	return tuple_of(al, modes, shape.rank);
}

/* Append to "out" what of "t" stands at the leaves of "c" that are "_" (or are not). Returns the end. */
static struct tuple *keep(struct algebra *al, struct tuple c, struct tuple t, bool underscores, struct tuple *out) {
	if (!tuple_is_tuple(c)) {
		if (tuple_is_underscore(c) == underscores) {
			*out++ = t;
		}
		return out;
	}
	if (!tuple_is_tuple(t) || c.rank != t.rank) {
		rank_mismatch(al, c, t);
		return out;
	}
	for (int i = 0; i < c.rank; i++) {
		algebra_enter_mode(al, i);
		out = keep(al, c.modes[i], t.modes[i], underscores, out);
		algebra_leave_mode(al);
	}
	return out;
}

static struct tuple keep_modes(struct algebra *al, struct tuple c, struct tuple t, bool underscores) {
	if (!tuple_is_tuple(c) && tuple_is_underscore(c) == underscores) {
		return t;
	}
	struct tuple *modes = tuple_modes_new(al, tuple_leaves(c));
	struct tuple *end = keep(al, c, t, underscores, modes);
	return tuple_of(al, modes, (int)(end - modes));
}

struct tuple tuple_slice(struct algebra *al, struct tuple c, struct tuple t) {
	return keep_modes(al, c, t, true);
}

struct tuple tuple_dice(struct algebra *al, struct tuple c, struct tuple t) {
	return keep_modes(al, c, t, false);
}

struct layout layout_slice(struct algebra *al, struct tuple c, struct layout a) {
	return layout_of(al, tuple_slice(al, c, a.shape), tuple_slice(al, c, a.stride));
}

struct layout layout_dice(struct algebra *al, struct tuple c, struct layout a) {
	return layout_of(al, tuple_dice(al, c, a.shape), tuple_dice(al, c, a.stride));
}
