/* The products: all of them are logical_product with its modes regrouped. */
#include "algebra/symbol.h"
#include "lang/ops/signature.h"

/*
 * A composed tiler repeats the layout at its images: what its layout gives, regrouped, behind the swizzle that the
 * logical product gets. Any other tiler is as in BY_TILER.
 */
static struct value run_product(struct call *call) {
	if (call->args[1].kind != VALUE_COMPOSED) {
		return run_by_tiler(call);
	}
	struct layout a = inner_arg(call);
	struct map b = map_arg(call, 1);
	struct map product = map_logical_product(call->al, value_as_map(call->al, &call->args[0]), b);
	struct tiler tiler = { .kind = TILER_LAYOUT, .layout = map_inner(call->al, b) };
	struct layout inner = call->operation->takes.function.by_tiler(call->al, a, &tiler);
	return from_map(call, map_with_inner(call->al, product, inner));
}

/* The repeats follow column-major, or in the order given; a swizzle in front of the block stays there. */
static struct value run_tile_to_shape(struct call *call) {
	struct layout block = map_inner(call->al, map_arg(call, 0));
	struct tuple shape = shape_arg(call, 1);
	struct tuple order = has_arg(call, 2) ? order_of(call, tuple_arg(call, 2)) : tuple_int(0);
	if (algebra_is_dsl(call->al) && !tuple_is_exact(block.stride)) {
		algebra_fault(call->al, FAULT_UNSUPPORTED,
			"the DSL repeats layouts with strides that are known at compile time only");
		return value_none();
	}
	call->al->operand = 2;
	return from_inner(call,
		layout_tile_to_shape(call->al, block, shape, has_arg(call, 2) ? &order : NULL));
}

/* clang-format off */
#define PRODUCT(f) { run_product, 2, 2, { .by_tiler = (f) }, ARGUMENTS_PLAIN }
/* clang-format on */

static const struct operation operations[] = {
	{ "blocked_product", "layout, tiler", BY_LAYOUT(layout_blocked_product),
		"repeat the layout as blocks: each mode of the result is (block, tile)",
		"blocked_product((2,5):(5,1),(3,4):(1,3))", "((2,3),(5,4)):((5,10),(1,30))",
		"02_layout_algebra.md, Blocked and Raked Products; include/cute/layout.hpp" },
	{ "flat_product", "layout, tiler", PRODUCT(layout_flat_product),
		"logical_product, regrouped as (block modes..., tile modes...)",
		"flat_product((2,5):(5,1),(3,4):(1,3))", "(2,5,3,4):(5,1,10,30)",
		"include/cute/layout.hpp" },
	{ "logical_product", "layout, tiler", PRODUCT(layout_logical_product),
		"repeat the layout as the tiler says: (block, tile); by mode with a tuple of tilers",
		"logical_product((2,2):(4,1),6:1)", "((2,2),(2,3)):((4,1),(2,8))",
		"02_layout_algebra.md, Product (Tiling); include/cute/layout.hpp" },
	{ "raked_product", "layout, tiler", BY_LAYOUT(layout_raked_product),
		"repeat the layout interleaved: each mode of the result is (tile, block)",
		"raked_product((2,5):(5,1),(3,4):(1,3))", "((3,2),(4,5)):((10,5),(30,1))",
		"02_layout_algebra.md, Blocked and Raked Products; include/cute/layout.hpp" },
	{ "tile_to_shape", "atom, trg_shape, order", RUN(run_tile_to_shape, 2, 3),
		"the layout repeated to fill a shape, the repeats column-major or ordered",
		"tile_to_shape((2,2):(1,2),(4,6))", "((2,2),(2,3)):((1,4),(2,8))",
		"include/cute/layout.hpp" },
	{ "tiled_product", "layout, tiler", PRODUCT(layout_tiled_product),
		"logical_product, regrouped as (block, tile modes...)",
		"tiled_product((2,5):(5,1),(3,4):(1,3))", "((2,5),3,4):((5,1),10,30)",
		"02_layout_algebra.md, Zipped and Tiled Products; include/cute/layout.hpp" },
	{ "zipped_product", "layout, tiler", PRODUCT(layout_zipped_product),
		"logical_product, regrouped as (block, tile)",
		"zipped_product((2,5):(5,1),(3,4):(1,3))", "((2,5),(3,4)):((5,1),(10,30))",
		"02_layout_algebra.md, Zipped and Tiled Products; include/cute/layout.hpp" },
};

OPERATION_GROUP(product, "Product", operations)
