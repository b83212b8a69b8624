/* Composition, complement and inverses, of layouts and of what stands behind swizzles. */
#include "lang/ops/signature.h"

/* Whether argument "i" is a map rather than a tiler: a swizzle or a composed layout. */
static bool is_map_arg(const struct call *call, int i) {
	return call->args[i].kind == VALUE_SWIZZLE || call->args[i].kind == VALUE_COMPOSED;
}

/*
 * By mode with a tuple of tilers. Where one of the two is a swizzle or composed, both are maps and nothing is
 * taken by mode.
 */
static struct value run_composition(struct call *call) {
	if (is_map_arg(call, 1) || call->args[0].kind == VALUE_SWIZZLE) {
		struct map a = map_arg(call, 0);
		struct map b = map_arg(call, 1);
		return algebra_failed(call->al) ? value_none() : from_map(call, map_composition(call->al, a, b));
	}
	struct layout a = inner_arg(call);
	const struct tiler *b = tiler_arg(call, 1);
	return algebra_failed(call->al) ? value_none() : from_inner(call, layout_composition_tiler(call->al, a, b));
}

/* The innermost layout gets the shape; what stands in front of it stays. */
static struct value run_with_shape(struct call *call) {
	struct layout a = inner_arg(call);
	return from_inner(call, layout_with_shape(call->al, a, shape_arg(call, 1)));
}

/* Without a cotarget the layout fills its own cosize; of a composed layout the innermost one counts, as in CuTe. */
static struct value run_complement(struct call *call) {
	struct layout a = inner_arg(call);
	if (!has_arg(call, 1)) {
		return from_layout(call, layout_complement_own(call->al, a));
	}
	struct tuple cotarget = shape_arg(call, 1);
	call->al->operand = 1;
	return from_layout(call, layout_complement(call->al, a, cotarget));
}

/* A number of elements, where max_common_layout is a layout. */
static struct value run_max_common_vector(struct call *call) {
	struct map a = map_arg(call, 0);
	struct map b = map_arg(call, 1);
	return from_tuple(call, map_max_common_vector(call->al, a, b));
}

/* A composed layout has none but the trivial one: CuTe looks at strides, of which a swizzle has none. */
static struct value run_nullspace(struct call *call) {
	if (call->args[0].kind == VALUE_COMPOSED) {
		return from_layout(call, layout_one());
	}
	return from_layout(call, layout_nullspace(call->al, layout_arg(call, 0)));
}

static const struct operation operations[] = {
	{ "complement", "layout, cotarget", RUN(run_complement, 1, 2),
		"the layout that fills what the layout leaves free below cotarget (default: its cosize)",
		"complement((2,2):(4,1),24)", "(2,3):(2,8)",
		"02_layout_algebra.md, Complement; include/cute/layout.hpp" },
	{ "composition", "layout, tiler", RUN(run_composition, 2, 2),
		"the layout with R(c) = A(B(c)); by mode with a tuple of tilers; also written A o B",
		"composition((6,2):(8,2),(4,3):(3,1))", "((2,2),3):((24,2),8)",
		"02_layout_algebra.md, Composition; include/cute/layout.hpp" },
	{ "left_inverse", "layout", OF_MAP(map_left_inverse),
		"a layout R with R(A(i)) = i for each i, where A is injective",
		"left_inverse((4,8):(1,5))", "(5,8):(1,4)",
		"include/cute/layout.hpp" },
	{ "max_common_layout", "a, b", OF_MAPS(map_max_common_layout),
		"the largest R with A(R(i)) = B(R(i)) = i for each i",
		"max_common_layout((8,4):(1,8),(8,4):(1,8))", "32:1",
		"include/cute/layout.hpp" },
	{ "max_common_vector", "a, b", RUN(run_max_common_vector, 2, 2),
		"the number of elements that are contiguous in both layouts at the same coordinates",
		"max_common_vector((8,4):(1,8),(8,4):(1,16))", "8",
		"include/cute/layout.hpp" },
	{ "nullspace", "layout", RUN(run_nullspace, 1, 1),
		"the coordinates that the layout maps to 0 because their modes have stride 0",
		"nullspace((4,8):(0,1))", "4:1",
		"include/cute/layout.hpp" },
	{ "right_inverse", "layout", OF_MAP(map_right_inverse),
		"the largest layout R with A(R(i)) = i for each i",
		"right_inverse((4,8):(8,1))", "(8,4):(4,1)",
		"include/cute/layout.hpp" },
	{ "with_shape", "layout, shape", RUN(run_with_shape, 2, 2),
		"the layout with another shape: composition with the shape as a compact layout",
		"with_shape(32:2,(4,8))", "(4,8):(2,8)",
		"include/cute/layout.hpp" },
};

OPERATION_GROUP(algebra, "Composition and inverses", operations)
