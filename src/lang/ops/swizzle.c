/* Swizzles, and layouts composed of them. */
#include "lang/ops/over_tensors.h"
#include "lang/ops/signature.h"

/* The algebra checks what the three numbers are to each other. */
static struct value run_make_swizzle(struct call *call) {
	int64_t bits = int_arg(call, 0, 0, INT32_MAX);
	int64_t base = int_arg(call, 1, 0, INT32_MAX);
	int64_t shift = int_arg(call, 2, INT32_MIN, INT32_MAX);
	return from_map(call, map_from_swizzle(swizzle_make(call->al, bits, base, shift)));
}

/* As it stands, where composition would fold what it can. */
static struct value run_make_composed_layout(struct call *call) {
	struct map outer = map_arg(call, 0);
	struct tuple offset = tuple_arg(call, 1);
	struct map inner = map_arg(call, 2);
	if (tuple_has_underscore(offset)) {
		algebra_fault(call->al, FAULT_TYPE, "the offset of a composed layout is an integer or a coordinate");
	}
	return from_map(call, map_composed(call->al, outer, offset, inner));
}

/* Text of CuTe becomes that when it is read: see tensor.h of the notations. */
static struct value run_position_independent(struct call *call) {
	return from_map(call, map_with_flag(call->al, map_arg(call, 0), 0));
}

/* The swizzle of its pointer becomes one of its layout; the pointer still says where it begins. */
static struct value run_position_independent_tensor(struct call *call) {
	struct tensor_value tensor;
	if (!tensor_arg(call, 0, &tensor)) {
		return value_none();
	}
	if (tensor.is_swizzled) {
		tensor.is_swizzled = false;
		tensor.map = map_composed(call->al, map_from_swizzle(tensor.swizzle), tuple_int(0), tensor.map);
	}
	return value_from_tensor(call->al, &tensor);
}

/* The argument may be any integer: a swizzle has no domain. */
static struct value run_apply_swizzle(struct call *call) {
	const struct value *swizzle = arg(call, 0);
	if (swizzle->kind != VALUE_SWIZZLE) {
		algebra_fault(call->al, FAULT_TYPE, "expected a swizzle, saw %s", value_kind_name(swizzle));
		return *swizzle;
	}
	struct map map = map_arg(call, 0);
	return from_tuple(call, map_crd2idx(call->al, tuple_arg(call, 1), map));
}

/* Whether a swizzle stands in front; what is composed without one has no such portions. */
static bool has_swizzle_portion(struct call *call, struct map map) {
	bool swizzled = map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE;
	if (map.kind == MAP_COMPOSED && !swizzled) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "CuTe takes a layout apart behind a swizzle, not behind a layout");
	}
	return swizzled;
}

/* What stands in front of the layout: the swizzle, or none. */
static struct value run_get_swizzle_portion(struct call *call) {
	struct map map = map_arg(call, 0);
	bool swizzled = has_swizzle_portion(call, map);
	struct swizzle none = { 0, 4, 3 };
	return from_map(call, map_from_swizzle(swizzled ? composed_swizzle(call->al, map.composed) : none));
}

/* The layout behind a swizzle, without the offset between them. */
static struct value run_get_nonswizzle_portion(struct call *call) {
	struct map map = map_arg(call, 0);
	return from_map(call, has_swizzle_portion(call, map) ? map.composed->inner : map);
}

static const struct operation operations[] = {
	{ "apply_swizzle", "swizzle, index", RUN(run_apply_swizzle, 2, 2),
		"the image of an integer",
		"apply_swizzle(Sw<2,3,4>,879)", "895",
		"include/cute/swizzle.hpp" },
	{ "as_position_independent_swizzle_layout", "layout", RUN(run_position_independent, 1, 1),
		"a swizzled layout as it is: its swizzle acts on offsets of elements, not on addresses",
		"as_position_independent_swizzle_layout(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1))",
		"Sw<3,3,3> o 0 o (8,64):(64,1)",
		"include/cute/pointer_swizzle.hpp" },
	{ "as_position_independent_swizzle_tensor", "tensor", RUN(run_position_independent_tensor, 1, 1),
		"a tensor whose pointer is swizzled with the swizzle in its layout, in elements",
		"as_position_independent_swizzle_tensor(make_tensor(0,smem_atom(\"GMMA::Layout_K_SW128_Atom\",16)))",
		"Sw<3,3,3> o 0 o (8,64):(64,1)",
		"include/cute/pointer_flagged.hpp" },
	{ "get_nonswizzle_portion", "layout", RUN(run_get_nonswizzle_portion, 1, 1),
		"the layout behind a swizzle",
		"get_nonswizzle_portion(Sw<3,4,3> o 0 o (8,8):(8,1))", "(8,8):(8,1)",
		"include/cute/swizzle_layout.hpp" },
	{ "get_swizzle_portion", "layout", RUN(run_get_swizzle_portion, 1, 1),
		"the swizzle in front of a layout",
		"get_swizzle_portion(Sw<3,4,3> o 0 o (8,8):(8,1))", "Sw<3,4,3>",
		"include/cute/swizzle_layout.hpp" },
	{ "make_composed_layout", "inner, offset, outer", RUN(run_make_composed_layout, 3, 3),
		"inner o offset o outer as it stands, the layout being the outer one as in CuTe DSL",
		"make_composed_layout(Sw<3,4,3>,0,(8,8):(8,1))", "Sw<3,4,3> o 0 o (8,8):(8,1)",
		"include/cute/layout_composed.hpp; python/CuTeDSL/cutlass/cute/core.py" },
	{ "make_swizzle", "b, m, s", RUN(run_make_swizzle, 3, 3),
		"the swizzle Sw<bits,base,shift>",
		"make_swizzle(3,4,3)", "Sw<3,4,3>",
		"include/cute/swizzle.hpp" },
};

OPERATION_GROUP(swizzle, "Swizzles", operations)
