/* Coordinates and their numbers, and slices of layouts. */
#include "algebra/remark.h"
#include "algebra/symbol.h"
#include "algebra/trace.h"
#include "lang/ops/signature.h"

/* Record how "map" comes to its value at "c", from the inside; returns that value. */
static struct tuple trace_evaluation(struct algebra *al, struct tuple c, struct map map) {
	struct tuple at = c;
	if (map.kind == MAP_COMPOSED) {
		struct tuple inner = trace_evaluation(al, c, map.composed->inner);
		at = tuple_add(al, map.composed->offset, inner);
		if (!tuple_is_constant(map.composed->offset, 0)) {
			trace_numbers(al, TRACE_SHIFT, (struct tuple[]){ map.composed->offset, inner, at }, 3);
		}
		return trace_evaluation(al, at, map.composed->outer);
	}
	struct tuple value = map_crd2idx(al, at, map);
	if (map.kind == MAP_LAYOUT) {
		trace_add(al, (struct trace_step){ .kind = TRACE_EVALUATE, .a = map.layout, .numbers = { at, value } });
	} else if (map.kind == MAP_SWIZZLE) {
		struct tuple y = tuple_int(swizzle_y_mask(map.swizzle));
		struct tuple numbers[4] = { at, value, y, tuple_int(map.swizzle.shift) };
		trace_numbers(al, TRACE_SWIZZLE, numbers, 4);
	}
	return value;
}

/* Whether "shape" has coordinates that CuTe can sum up or count; a fault if not. */
static bool has_coordinates(struct call *call, struct tuple shape) {
	if (tuple_has_empty(shape)) {
		tuple_refuse_empty(call->al, "coordinates");
	}
	return !algebra_failed(call->al);
}

/* The DSL makes the layout of the shape, and knows of the number what the strides tell. */
static struct tuple number_in_shape(struct algebra *al, struct tuple c, struct tuple shape) {
	bool by_strides = algebra_is_dsl(al) && !(tuple_is_exact(c) && tuple_is_exact(shape));
	if (!by_strides || tuple_has_underscore(c) || tuple_has_underscore(shape)) {
		return tuple_crd2idx(al, c, shape);
	}
	al->operand = 2;
	struct layout a = layout_from_shape(al, shape);
	al->operand = 1;
	return algebra_failed(al) ? tuple_int(0) : layout_crd2idx(al, c, a);
}

/* In a layout the offset, in a shape the number of the coordinate, and with a stride what the two make. */
static struct value run_crd2idx(struct call *call) {
	static const uint8_t shape_and_stride[2] = { 2, 3 };
	struct tuple c = tuple_arg(call, 0);
	if (has_arg(call, 2)) {
		struct tuple shape = tuple_arg(call, 1);
		struct tuple stride = tuple_arg(call, 2);
		if (algebra_failed(call->al)) {
			return value_none();
		}
		call->al->arguments = shape_and_stride;
		struct layout a = layout_make(call->al, shape, stride);
		call->al->arguments = NULL;
		call->al->operand = 1;
		remark_outside(call->al, c, shape, "coordinate");
		return has_coordinates(call, shape) ? from_tuple(call, layout_crd2idx(call->al, c, a)) : value_none();
	}
	const struct value *target = arg(call, 1);
	if (target->kind == VALUE_TUPLE) {
		call->al->operand = 1;
		if (!has_coordinates(call, c)) {
			return value_none();
		}
		struct tuple number = number_in_shape(call->al, c, target->tuple);
		remark_outside(call->al, c, target->tuple, "coordinate");
		if (tuple_is_tuple(c) && fault_is_set(&call->al->note)) {
			fault_set_hint(&call->al->note, "a layout is written shape:stride: is there a colon missing?");
		}
		return from_tuple(call, number);
	}
	struct map a = map_arg(call, 1);
	if (a.kind != MAP_SWIZZLE && !has_coordinates(call, map_inner(call->al, a).shape)) {
		return value_none();
	}
	call->al->operand = 1;
	struct tuple offset = map_crd2idx(call->al, c, a);
	if (a.kind != MAP_SWIZZLE) {
		remark_outside(call->al, c, map_inner(call->al, a).shape, "coordinate");
	}
	remark_waiting(call->al, c, a, offset);
	if (trace_is_on(call->al) && !algebra_failed(call->al)) {
		trace_evaluation(call->al, c, a);
	}
	return from_tuple(call, offset);
}

/* With a stride it is the digit of each mode that the stride says, which need not be the coordinate. */
static struct value run_idx2crd(struct call *call) {
	struct tuple index = tuple_arg(call, 0);
	struct tuple shape = shape_arg(call, 1);
	if (has_arg(call, 2)) {
		return from_tuple(call, layout_idx2crd(call->al, index, shape, tuple_arg(call, 2)));
	}
	call->al->operand = 1;
	remark_outside(call->al, index, shape, "index");
	return has_coordinates(call, shape) ? from_tuple(call, tuple_idx2crd(call->al, index, shape)) : value_none();
}

/* By mode where all three are tuples; otherwise through the number of the coordinate. */
static struct tuple crd2crd(struct algebra *al, struct tuple c, struct tuple from, struct tuple to) {
	if (!tuple_is_tuple(c) || !tuple_is_tuple(from) || !tuple_is_tuple(to)) {
		return tuple_idx2crd(al, tuple_crd2idx(al, c, from), to);
	}
	if (c.rank != from.rank || c.rank != to.rank) {
		algebra_fault(al, FAULT_RANK, "a coordinate of rank %d for shapes of rank %d and %d", c.rank, from.rank,
			to.rank);
		return c;
	}
	struct tuple *modes = tuple_modes_new(al, c.rank);
	for (int i = 0; i < c.rank; i++) {
		modes[i] = crd2crd(al, c.modes[i], from.modes[i], to.modes[i]);
	}
	return tuple_of(al, modes, c.rank);
}

/* Through the number of the coordinate, mode by mode where all three are tuples. */
static struct value run_crd2crd(struct call *call) {
	struct tuple from = shape_arg(call, 1);
	struct tuple to = shape_arg(call, 2);
	struct tuple c = tuple_arg(call, 0);
	return from_tuple(call, crd2crd(call->al, c, from, to));
}

/* Of a tuple the parts where the coordinate has "_"; of a composed layout the slice keeps what is in front. */
static struct value run_slice(struct call *call) {
	struct tuple c = tuple_arg(call, 0);
	const struct value *target = arg(call, 1);
	if (target->kind == VALUE_TUPLE) {
		call->al->operand = 1;
		return from_tuple(call, tuple_slice(call->al, c, target->tuple));
	}
	struct map map = map_arg(call, 1);
	call->al->operand = 1;
	if (algebra_is_dsl(call->al) && map.kind != MAP_LAYOUT && !tuple_has_underscore(c)) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "the DSL slices a composed layout by a coordinate with '_' only");
	}
	if (algebra_failed(call->al)) {
		return *target;
	}
	struct map part = map.kind == MAP_LAYOUT ? map_from_layout(layout_slice(call->al, c, map.layout))
						 : map_slice(call->al, c, map).map;
	remark_outside(call->al, c, map_inner(call->al, map).shape, "coordinate");
	remark_slice(call->al, map, part);
	return from_map(call, part);
}

struct value call_slice_and_offset(struct call *call, bool moves) {
	struct tuple c = tuple_arg(call, 0);
	struct map map = map_arg(call, 1);
	if (map.kind == MAP_LAYOUT) {
		has_coordinates(call, map.layout.shape);
	}
	call->al->operand = 1;
	if (algebra_failed(call->al)) {
		return *arg(call, 0);
	}
	struct sliced sliced = map_slice(call->al, c, map);
	remark_outside(call->al, c, map_inner(call->al, map).shape, "coordinate");
	return from_pair(call, from_map(call, sliced.map), value_from_tuple(moves ? sliced.offset : sliced.said));
}

static struct value run_slice_and_offset(struct call *call) {
	return call_slice_and_offset(call, false);
}

static bool is_map(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED;
}

/* Which argument of dice is the coordinate: in the DSL the second, but for one in front of a layout. */
static int place_of_coordinate(struct call *call) {
	bool is_last = is_map(arg(call, 0)) || !is_map(arg(call, 1));
	return algebra_is_dsl(call->al) && is_last ? 1 : 0;
}

/* The other modes: those where the coordinate has a number. */
static struct value run_dice(struct call *call) {
	int place = place_of_coordinate(call);
	struct tuple c = tuple_arg(call, place);
	if (algebra_is_dsl(call->al) && !tuple_is_static(c)) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "the DSL dices by a coordinate that is known at compile time only");
		return value_none();
	}
	const struct value *target = arg(call, 1 - place);
	call->al->operand = place + 1;
	if (target->kind == VALUE_TUPLE) {
		return from_tuple(call, tuple_dice(call->al, c, target->tuple));
	}
	if (target->kind == VALUE_COMPOSED) {
		if (algebra_is_dsl(call->al)) {
			struct map map = value_as_map(call->al, target);
			struct layout diced = layout_dice(call->al, c, map_inner(call->al, map));
			return from_map(call, map_with_inner(call->al, map, diced));
		}
		if (tuple_is_tuple(c)) {
			algebra_fault(call->al, FAULT_UNSUPPORTED,
				"CuTe dices a composed layout as a whole: with an integer or '_'");
		}
		return tuple_is_underscore(c) ? from_tuple(call, tuple_of(call->al, NULL, 0)) : *target;
	}
	struct layout a = layout_arg(call, 1 - place);
	call->al->operand = place + 1;
	return from_layout(call, layout_dice(call->al, c, a));
}

/* Which of two arguments is the layout: get_hier_coord is a member of layouts, and people write the index first too. */
static int layout_place(const struct call *call) {
	return call->args[0].kind == VALUE_LAYOUT ? 0 : 1;
}

/* The coordinate of argument "layout" that has the offset in the other argument, in the layout's shape. */
static struct tuple hier_coord(struct call *call, struct layout layout, int place) {
	struct tuple index = tuple_arg(call, 1 - place);
	if (!algebra_failed(call->al) && !tuple_is_plain_int(index)) {
		algebra_fault(call->al, FAULT_TYPE, "expected an integer, the offset of a coordinate");
	}
	return algebra_failed(call->al) ? index : layout_idx2crd(call->al, index, layout.shape, layout.stride);
}

/* Digit by digit: right where the strides say the digits, as in compact layouts. */
static struct value run_get_hier_coord(struct call *call) {
	int place = layout_place(call);
	struct layout layout = layout_arg(call, place);
	return from_tuple(call, hier_coord(call, layout, place));
}

/* The number of each mode of "c", in the DSL: nothing is known of one that is not a number. */
static struct tuple number_modes(struct algebra *al, struct tuple c, struct tuple shape) {
	int rank = tuple_rank(c);
	struct tuple *modes = tuple_modes_new(al, rank);
	for (int i = 0; i < rank && !algebra_failed(al); i++) {
		modes[i] = tuple_crd2idx(al, tuple_mode(c, i), tuple_mode(shape, i));
		modes[i] = modes[i].known != KNOWN_DIVISOR ? modes[i] : int_unknown_like(modes[i]);
	}
	return tuple_is_tuple(c) ? tuple_of(al, modes, rank) : modes[0];
}

/* The same with one number for each mode. */
static struct value run_get_flat_coord(struct call *call) {
	int place = layout_place(call);
	struct layout layout = layout_arg(call, place);
	struct tuple c = hier_coord(call, layout, place);
	int rank = layout_rank(layout);
	if (!algebra_failed(call->al) && algebra_is_dsl(call->al)) {
		return from_tuple(call, number_modes(call->al, c, layout.shape));
	}
	if (algebra_failed(call->al) || rank == 1) {
		return from_tuple(call, algebra_failed(call->al) ? c : tuple_crd2idx(call->al, c, layout.shape));
	}
	return from_tuple(call, crd2crd(call->al, c, layout.shape, tuple_repeat(call->al, tuple_int(1), rank)));
}

/* The same with one number for the whole. */
static struct value run_get_1d_coord(struct call *call) {
	int place = layout_place(call);
	struct layout layout = layout_arg(call, place);
	struct tuple c = hier_coord(call, layout, place);
	return from_tuple(call, algebra_failed(call->al) ? c : tuple_crd2idx(call->al, c, layout.shape));
}

/*
 * Whether "next" has reached its extent: in CuTe C++ where it is the extent, in the DSL also beyond it, and where the
 * extent is a static 1.
 */
static enum answer is_full(struct algebra *al, struct tuple next, struct tuple extent) {
	if (!algebra_is_dsl(al)) {
		return answer_from(int_value(al, next) == int_value(al, extent));
	}
	return tuple_is_constant(extent, 1) ? ANSWER_YES
		: int_less(next, extent) == ANSWER_UNKNOWN ? ANSWER_UNKNOWN
		: answer_from(int_less(next, extent) == ANSWER_NO);
}

/* "c" with "*carry" added; a leaf but the last that reaches its extent becomes 0 and hands on 1. */
static struct tuple increment_leaf(struct algebra *al, struct tuple c, struct tuple extent, enum answer *carry,
		bool last) {
	struct tuple next = *carry == ANSWER_NO ? c : int_add(al, c, tuple_int(1));
	if (*carry == ANSWER_UNKNOWN) {
		return tuple_divisible(1);
	}
	enum answer full = *carry == ANSWER_YES && !last ? is_full(al, next, extent) : ANSWER_NO;
	*carry = full;
	if (full == ANSWER_UNKNOWN && int_has_value(next) && next.value > 0 && next.value <= UINT32_MAX) {
		return tuple_divisible((uint32_t)next.value);
	}
	return full == ANSWER_YES ? tuple_int(0) : full == ANSWER_UNKNOWN ? tuple_divisible(1) : next;
}

/* Add "*carry" to the first leaf of "c", and what it hands on to the others. */
static struct tuple increment(struct algebra *al, struct tuple c, struct tuple shape, enum answer *carry, bool last) {
	if (!tuple_is_tuple(c)) {
		return increment_leaf(al, c, shape, carry, last);
	}
	struct tuple *modes = tuple_modes_new(al, c.rank);
	for (int i = 0; i < c.rank; i++) {
		modes[i] = increment(al, c.modes[i], shape.modes[i], carry, last && i + 1 == c.rank);
	}
	return tuple_of(al, modes, c.rank);
}

/* The next coordinate in colexicographic order; the last integer grows beyond its extent. */
static struct value run_increment_coord(struct call *call) {
	struct tuple shape = shape_arg(call, 1);
	struct tuple c = tuple_arg(call, 0);
	if (!algebra_failed(call->al) && (tuple_has_underscore(c) || !tuple_congruent(c, shape))) {
		algebra_fault(call->al, FAULT_RANK, "coordinate and shape must nest in the same way");
	}
	enum answer carry = ANSWER_YES;
	return from_tuple(call, algebra_failed(call->al) ? c : increment(call->al, c, shape, &carry, true));
}

static const struct operation operations[] = {
	{ "crd2crd", "coord, src_shape, dst_shape", RUN(run_crd2crd, 3, 3),
		"the coordinate of dst_shape that has the same number as coord in src_shape; by mode for tuples",
		"crd2crd(5,(4,8),(2,16))", "(1,2)",
		"include/cute/stride.hpp" },
	{ "crd2idx", "coord, layout, stride", RUN(run_crd2idx, 2, 3),
		"the offset of a coordinate in a layout, or its number in a shape",
		"crd2idx((1,2),(4,8):(8,1))", "10",
		"01_layout.md, Index Mapping; include/cute/stride.hpp" },
	{ "dice", "coord, layout", RUN(run_dice, 2, 2),
		"the modes of the layout where the coordinate has no _",
		"dice((_,3),(4,8):(1,4))", "(8):(4)",
		"include/cute/layout.hpp" },
	{ "get_1d_coord", "layout, index", RUN(run_get_1d_coord, 2, 2),
		"the number of the coordinate that has the offset index, digit by digit of the strides",
		"get_1d_coord((4,8):(8,1),11)", "13",
		"include/cute/layout.hpp" },
	{ "get_flat_coord", "layout, index", RUN(run_get_flat_coord, 2, 2),
		"the same coordinate with a number for each mode",
		"get_flat_coord((4,(2,4)):(8,(4,1)),13)", "(1,3)",
		"include/cute/layout.hpp" },
	{ "get_hier_coord", "layout, index", RUN(run_get_hier_coord, 2, 2),
		"the same coordinate in the shape of the layout",
		"get_hier_coord((4,(2,4)):(8,(4,1)),13)", "(1,(1,1))",
		"include/cute/layout.hpp" },
	{ "idx2crd", "index, shape, stride", RUN(run_idx2crd, 2, 3),
		"the coordinate with the number index in a shape",
		"idx2crd(23,(4,(2,8)))", "(3,(1,2))",
		"01_layout.md, Coordinate Mapping; include/cute/stride.hpp" },
	{ "increment_coord", "coord, shape", RUN(run_increment_coord, 2, 2),
		"the coordinate that follows in colexicographic order",
		"increment_coord((3,1),(4,8))", "(0,2)",
		"include/cute/stride.hpp" },
	{ "slice", "coord, layout", RUN(run_slice, 2, 2),
		"the modes of the layout where the coordinate has _",
		"slice((_,3),(4,8):(1,4))", "(4):(1)",
		"03_tensor.md, Slicing a Tensor; include/cute/layout.hpp" },
	{ "slice_and_offset", "coord, layout", RUN(run_slice_and_offset, 2, 2),
		"the slice and the offset that it leaves behind",
		"slice_and_offset((_,3),(4,8):(1,4))", "((4):(1),12)",
		"include/cute/layout.hpp" },
};

OPERATION_GROUP(coord, "Coordinates", operations)
