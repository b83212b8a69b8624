#include "algebra/layout.h"

#include <inttypes.h>

/* Every extent in "shape" is a plain integer that is not negative; of formulas it becomes a need. */
static bool shape_is_valid(struct algebra *al, struct tuple shape) {
	if (tuple_is_tuple(shape)) {
		for (int i = 0; i < shape.rank; i++) {
			algebra_enter_mode(al, i);
			bool valid = shape_is_valid(al, shape.modes[i]);
			algebra_leave_mode(al);
			if (!valid) {
				return false;
			}
		}
		return true;
	}
	if (!tuple_is_plain_int(shape)) {
		algebra_fault(al, FAULT_TYPE, "a shape is made of plain integers");
		return false;
	}
	if (int_is_negative(shape)) {
		algebra_fault(al, FAULT_DOMAIN, "extent %" PRId64 " of the shape is negative", shape.value);
		return false;
	}
	int_needs_at_least(shape, 0);
	return true;
}

/* Find and report the first mode in which the two nest differently. */
static void fault_incongruent(struct algebra *al, struct tuple shape, struct tuple stride) {
	if (!tuple_is_tuple(shape) || !tuple_is_tuple(stride)) {
		bool shape_nests = tuple_is_tuple(shape);
		algebra_fault(al, FAULT_RANK,
				"shape and stride must nest in the same way: the %s is an integer where the %s has "
			"%d modes", shape_nests ? "stride" : "shape", shape_nests ? "shape" : "stride",
			shape_nests ? shape.rank : stride.rank);
		return;
	}
	if (shape.rank != stride.rank) {
		algebra_fault(al, FAULT_RANK,
				"shape and stride must nest in the same way: the shape has %d mode%s, the stride %d",
			shape.rank, shape.rank == 1 ? "" : "s", stride.rank);
		return;
	}
	for (int i = 0; i < stride.rank; i++) {
		if (!tuple_congruent(shape.modes[i], stride.modes[i])) {
			algebra_enter_mode(al, i);
			fault_incongruent(al, shape.modes[i], stride.modes[i]);
			algebra_leave_mode(al);
			return;
		}
	}
}

/*
 * Whether "shape" and "stride" make a layout of numbers, in one walk; what is wrong if they do not, and what formulas
 * need, is found out apart.
 */
static bool is_layout(const struct tuple *shape, const struct tuple *stride) {
	if (shape->kind != TUPLE_MODES) {
		return tuple_is_plain_int(*shape) && !int_is_symbol(*shape) && !int_is_negative(*shape)
			&& stride->kind == TUPLE_INT;
	}
	if (stride->kind != TUPLE_MODES || shape->rank != stride->rank) {
		return false;
	}
	bool good = true;
	for (int i = 0; i < shape->rank && good; i++) {
		const struct tuple *extent = &shape->modes[i];
		const struct tuple *step = &stride->modes[i];
		good = int_both_plain(*extent, *step) && extent->value >= 0 ? true : is_layout(extent, step);
	}
	return good;
}

struct layout layout_make(struct algebra *al, struct tuple shape, struct tuple stride) {
	if (is_layout(&shape, &stride)) {
		algebra_operand(al, 2);
		return (struct layout){ shape, stride };
	}
	algebra_operand(al, 1);
	if (!shape_is_valid(al, shape)) {
		return layout_one();
	}
	algebra_operand(al, 2);
	if (tuple_has_underscore(stride)) {
		algebra_fault(al, FAULT_TYPE, "a stride is made of integers, not of \"_\"");
		return layout_one();
	}
	if (!tuple_congruent(shape, stride)) {
		fault_incongruent(al, shape, stride);
		return layout_one();
	}
	return (struct layout){ shape, stride };
}

struct layout layout_from_shape(struct algebra *al, struct tuple shape) {
	if (!shape_is_valid(al, shape)) {
		return layout_one();
	}
	return layout_of(al, shape, tuple_compact_left(al, shape, tuple_int(1)));
}

struct layout layout_from_shape_right(struct algebra *al, struct tuple shape) {
	if (!shape_is_valid(al, shape)) {
		return layout_one();
	}
	return layout_of(al, shape, tuple_compact_right(al, shape));
}

struct layout layout_ordered(struct algebra *al, struct tuple shape, struct tuple order) {
	if (!shape_is_valid(al, shape)) {
		return layout_one();
	}
	return layout_of(al, shape, tuple_compact_order(al, shape, order));
}

struct layout layout_from_modes(struct algebra *al, const struct layout *modes, int count) {
	if (count == 0) {
		tuple_refuse_empty(al, "modes to make a layout of");
		return layout_one();
	}
	struct tuple *shapes = tuple_modes_room(al, count);
	struct tuple *strides = tuple_modes_room(al, count);
	for (int i = 0; i < count; i++) {
		shapes[i] = modes[i].shape;
		strides[i] = modes[i].stride;
	}
	return layout_of(al, tuple_of(al, shapes, count), tuple_of(al, strides, count));
}

bool layout_equal(struct layout a, struct layout b) {
	return tuple_equal(a.shape, b.shape) && tuple_equal(a.stride, b.stride);
}

struct tuple layout_size(struct algebra *al, struct layout a) {
	return tuple_product(al, a.shape);
}

/* Sum of (extent - 1) * |stride| over the leaves. */
static struct tuple last_coordinate(struct algebra *al, struct tuple shape, struct tuple stride) {
	if (!tuple_is_tuple(shape)) {
		return int_mul(al, int_sub(al, shape, tuple_int(1)), int_abs(al, stride));
	}
	struct tuple sum = tuple_int(0);
	for (int i = 0; i < shape.rank; i++) {
		sum = tuple_add(al, sum, last_coordinate(al, shape.modes[i], stride.modes[i]));
	}
	return sum;
}

/* Every leaf of a coordinate increased by 1. */
static struct tuple add_one(struct algebra *al, struct tuple t) {
	if (!tuple_is_tuple(t)) {
		return int_add(al, t, tuple_int(1));
	}
	struct tuple *modes = tuple_modes_room(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = add_one(al, t.modes[i]);
	}
	return tuple_of(al, modes, t.rank);
}

struct tuple layout_coshape(struct algebra *al, struct layout a) {
	return add_one(al, tuple_from_basis(al, last_coordinate(al, a.shape, a.stride)));
}

struct tuple layout_cosize(struct algebra *al, struct layout a) {
	return tuple_product(al, layout_coshape(al, a));
}

struct layout layout_flatten(struct algebra *al, struct layout a) {
	return layout_of(al, tuple_flatten(al, a.shape), tuple_flatten(al, a.stride));
}
