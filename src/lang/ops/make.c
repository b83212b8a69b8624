#include "lang/ops/ops.h"

/* The layout whose modes are the layouts in all arguments. */
static struct value join_layouts(struct call *call) {
	struct layout *modes = arena_array(call->al->arena, (size_t)call->count, sizeof *modes);
	for (int i = 0; i < call->count; i++) {
		const struct value *value = arg(call, i);
		if (value->kind != VALUE_LAYOUT) {
			algebra_fault(call->al, FAULT_TYPE, "expected a layout to join with the others, saw %s",
				value_kind_name(value));
			return *value;
		}
		modes[i] = value->layout;
	}
	return from_layout(call, layout_from_modes(call->al, modes, call->count));
}

/* "shape" laid out in the order that a word of CuTe C++ names. */
static struct value layout_in_order(struct call *call, struct tuple shape, struct str order) {
	if (str_is(order, "LayoutRight") || str_is(order, "GenRowMajor")) {
		return from_layout(call, layout_from_shape_right(call->al, shape));
	}
	if (!str_is(order, "LayoutLeft") && !str_is(order, "GenColMajor")) {
		algebra_fault(call->al, FAULT_TYPE, "expected a stride, LayoutLeft or LayoutRight");
	}
	return from_layout(call, layout_from_shape(call->al, shape));
}

struct value run_make_layout(struct call *call) {
	const struct value *first = arg(call, 0);
	if (first->kind == VALUE_LAYOUT) {
		return join_layouts(call);
	}
	struct tuple shape = tuple_arg(call, 0);
	if (!has_arg(call, 1)) {
		return from_layout(call, layout_from_shape(call->al, shape));
	}
	if (arg(call, 1)->kind == VALUE_STRING) {
		return layout_in_order(call, shape, call->args[1].string);
	}
	struct tuple stride = tuple_arg(call, 1);
	if (call->count > 2) {
		algebra_fault(call->al, FAULT_RANK, "make_layout takes a shape and a stride, or layouts");
	}
	return from_layout(call, layout_make(call->al, shape, stride));
}

struct value run_make_ordered_layout(struct call *call) {
	struct tuple shape = tuple_arg(call, 0);
	struct tuple order = tuple_as_static(call->al, tuple_arg(call, 1));
	return from_layout(call, layout_ordered(call->al, shape, order));
}

struct value run_make_layout_tv(struct call *call) {
	struct layout thr = layout_arg(call, 0);
	struct layout val = layout_arg(call, 1);
	struct tv_layout tv = tv_layout_make(call->al, thr, val);
	return from_pair(call, value_from_tuple(tv.tiler), value_from_layout(tv.layout));
}

struct value run_make_layout_like(struct call *call) {
	return from_layout(call, layout_make_like(call->al, layout_arg(call, 0)));
}

struct value run_make_fragment_like(struct call *call) {
	return from_layout(call, layout_fragment_like(call->al, map_inner(call->al, map_arg(call, 0))));
}

struct value run_make_identity_layout(struct call *call) {
	return from_layout(call, layout_identity(call->al, shape_arg(call, 0)));
}

struct value run_make_swizzle(struct call *call) {
	int64_t bits = int_arg(call, 0, 0, INT32_MAX);
	int64_t base = int_arg(call, 1, 0, INT32_MAX);
	int64_t shift = int_arg(call, 2, INT32_MIN, INT32_MAX);
	return from_map(call, map_from_swizzle(swizzle_make(call->al, bits, base, shift)));
}

struct value run_make_composed_layout(struct call *call) {
	struct map outer = map_arg(call, 0);
	struct tuple offset = tuple_arg(call, 1);
	struct map inner = map_arg(call, 2);
	if (tuple_has_underscore(offset)) {
		algebra_fault(call->al, FAULT_TYPE, "the offset of a composed layout is an integer or a coordinate");
	}
	return from_map(call, map_composed(call->al, outer, offset, inner));
}

struct value run_tile_to_shape(struct call *call) {
	struct layout block = map_inner(call->al, map_arg(call, 0));
	struct tuple shape = shape_arg(call, 1);
	struct tuple order = has_arg(call, 2) ? tuple_as_static(call->al, tuple_arg(call, 2)) : tuple_int(0);
	call->al->operand = 2;
	return from_inner(call,
		layout_tile_to_shape(call->al, block, shape, has_arg(call, 2) ? &order : NULL));
}
