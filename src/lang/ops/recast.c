/* The same layout for elements of another width. */
#include "lang/ops/signature.h"

/* Up or down by the quotient of the two widths, which are numbers of bits or names of types. */
static struct value run_recast_layout(struct call *call) {
	int64_t new_bits = int_arg(call, 0, 1, INT32_MAX);
	int64_t old_bits = int_arg(call, 1, 1, INT32_MAX);
	struct map a = map_arg(call, 2);
	return algebra_failed(call->al) ? *arg(call, 2) : from_map(call, map_recast(call->al, a, new_bits, old_bits));
}

/* int_arg knows the names of types. */
static struct value run_sizeof_bits(struct call *call) {
	const struct value *type = arg(call, 0);
	if (type->kind == VALUE_TUPLE && tuple_is_plain_int(type->tuple) && !int_is_static(type->tuple)) {
		return from_tuple(call, tuple_divisible(1)); /* that of a variable, whose type is not known here */
	}
	return from_tuple(call, tuple_int(int_arg(call, 0, 1, INT32_MAX)));
}

static const struct operation operations[] = {
	{ "downcast", "layout, factor", BY_FACTOR(map_downcast),
		"the layout for elements that are factor times as small",
		"downcast((4,8):(8,1),2)", "(4,16):(16,1)",
		"include/cute/layout.hpp" },
	{ "recast_layout", "new_bits, old_bits, layout", RUN(run_recast_layout, 3, 3),
		"the layout for elements of new_bits instead of old_bits",
		"recast_layout(16,8,make_ordered_layout((16,16),(1,0)))", "(16,8):(8,1)",
		"include/cute/layout.hpp" },
	{ "sizeof_bits", "type", RUN(run_sizeof_bits, 1, 1),
		"the bits of an element of a type, by any of its names; a number is itself",
		"sizeof_bits(\"half_t\")", "16",
		"include/cute/numeric/numeric_types.hpp" },
	{ "upcast", "layout, factor", BY_FACTOR(map_upcast),
		"the layout for elements that are factor times as large",
		"upcast((4,16):(16,1),2)", "(4,8):(8,1)",
		"include/cute/layout.hpp" },
};

OPERATION_GROUP(recast, "Elements of other widths", operations)
