/* Layouts from shapes, strides, orders and other layouts. */
#include "lang/ops/signature.h"

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
	bool is_right = str_is(order, "LayoutRight") || str_is(order, "GenRowMajor");
	if (!is_right && !str_is(order, "LayoutLeft") && !str_is(order, "GenColMajor")) {
		algebra_fault(call->al, FAULT_TYPE, "expected a stride, LayoutLeft or LayoutRight");
	}
	algebra_operand(call->al, 1); /* What is wrong from here on is the shape. */
	return from_layout(call, is_right ? layout_from_shape_right(call->al, shape) : layout_from_shape(call->al, shape));
}

/* From a shape, a shape and a stride, a shape and a word for the order of its modes, or from layouts as modes. */
static struct value run_make_layout(struct call *call) {
	const struct value *first = arg(call, 0);
	if (first->kind == VALUE_LAYOUT && algebra_is_dsl(call->al)) {
		algebra_fault(call->al, FAULT_TYPE, "the DSL makes a layout of a shape and a stride, not of layouts");
		fault_set_hint(&call->al->fault, "append(A, B) has the modes of A, and B as one more");
		return *first;
	}
	if (first->kind == VALUE_LAYOUT) {
		return join_layouts(call);
	}
	struct tuple shape = extents_of_layout(call, tuple_arg(call, 0));
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

static struct value run_make_ordered_layout(struct call *call) {
	/* What is wrong with the shape is said before the order is looked at. */
	struct tuple shape = layout_from_shape(call->al, extents_of_layout(call, tuple_arg(call, 0))).shape;
	struct tuple order = order_of(call, tuple_arg(call, 1));
	return from_layout(call, layout_ordered(call->al, shape, order));
}

/* The pair (tile, layout from threads and values to the elements of the tile). */
static struct value run_make_layout_tv(struct call *call) {
	struct layout thr = layout_arg(call, 0);
	struct layout val = layout_arg(call, 1);
	struct tv_layout tv = tv_layout_make(call->al, thr, val);
	return from_pair(call, value_from_tuple(tv.tiler), value_from_layout(tv.layout));
}

/*
 * Of a composed layout the innermost one: registers have no swizzle. In the DSL a tensor has a tensor like it, and a
 * layout one with a type of elements.
 */
static struct value run_make_fragment_like(struct call *call) {
	bool is_tensor = call->args[0].kind == VALUE_TENSOR;
	if (algebra_is_dsl(call->al) && is_tensor) {
		return operation_call(operation_find(str_from("make_rmem_tensor_like")), call->al, call->args, call->count);
	}
	struct map a = map_arg(call, 0);
	if (a.kind == MAP_COMPOSED && !map_is_swizzled(a)) {
		algebra_fault(call->al, FAULT_UNSUPPORTED,
			"CuTe makes fragments like a layout or a swizzled layout, not like a layout in front of another");
		return value_none();
	}
	struct layout like = layout_fragment_like(call->al, map_inner(call->al, a));
	if (!algebra_failed(call->al) && is_tensor && !tuple_is_static(like.shape)) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "CuTe makes registers of extents known at compile time only");
	}
	if (algebra_failed(call->al) || !has_arg(call, 1)) {
		return from_layout(call, like);
	}
	const struct value of_tensor[] = { value_from_layout(like), call->args[1] };
	return operation_call(operation_find(str_from("make_rmem_tensor")), call->al, of_tensor, 2);
}

/* Strides are basis elements, so that its offsets are coordinates. */
static struct value run_make_identity_layout(struct call *call) {
	return from_layout(call, layout_identity(call->al, extents_of_layout(call, shape_arg(call, 0))));
}

static const struct operation operations[] = {
	{ "make_fragment_like", "layout, dtype", RUN(run_make_fragment_like, 1, 2),
		"a compact layout for registers: mode 0 first, the others in the order of the layout",
		"make_fragment_like((128,64,4):(64,1,8192))", "(128,64,4):(1,128,8192)",
		"include/cute/layout.hpp" },
	{ "make_identity_layout", "shape", RUN(run_make_identity_layout, 1, 1),
		"the layout from coordinates of a shape to themselves",
		"make_identity_layout((4,8))", "(4,8):(1@0,1@1)",
		"include/cute/layout.hpp" },
	{ "make_layout", "shape, stride, ...", RUN(run_make_layout, 1, LIMIT_ARGUMENTS),
		"the layout shape:stride, column-major without a stride; of layouts, the layout that has them as modes",
		"make_layout((4,8),stride=(8,1))", "(4,8):(8,1)",
		"01_layout.md, Constructing a Layout; include/cute/layout.hpp" },
	{ "make_layout_like", "layout", OF_LAYOUT(layout_make_like),
		"the compact layout of the same shape with its modes in the same order",
		"make_layout_like((4,8):(16,1))", "(4,8):(8,1)",
		"include/cute/layout.hpp" },
	{ "make_layout_tv", "thr_layout, val_layout", RUN(run_make_layout_tv, 2, 2),
		"the tile, and the layout from (thread, value) to its elements, of a thread and a value layout",
		"make_layout_tv((4,32):(32,1),(4,8):(8,1))", "((16,256),((32,4),(8,4)):((128,4),(16,1)))",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "make_ordered_layout", "shape, order", RUN(run_make_ordered_layout, 2, 2),
		"the compact layout of a shape in which the modes with smaller numbers in order vary faster",
		"make_ordered_layout((4,64),(1,0))", "(4,64):(64,1)",
		"include/cute/layout.hpp" },
};

OPERATION_GROUP(make, "Making layouts", operations)
