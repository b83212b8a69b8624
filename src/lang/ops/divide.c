/* The divides: all of them are logical_divide with its modes regrouped. */
#include "algebra/remark.h"
#include "algebra/tile.h"
#include "lang/ops/signature.h"

/* The division, with a remark where tiles go beyond the layout. */
static struct value run_divide(struct call *call) {
	struct value divided = run_by_tiler(call);
	if (!algebra_failed(call->al)) {
		struct layout a = inner_arg(call);
		remark_tiler(call->al, a, tiler_arg(call, 1));
	}
	return divided;
}

/* clang-format off */
#define DIVIDE(f) { run_divide, 2, 2, { .by_tiler = (f) }, ARGUMENTS_PLAIN }
/* clang-format on */

static const struct operation operations[] = {
	{ "flat_divide", "layout, tiler", DIVIDE(layout_flat_divide),
		"logical_divide, regrouped as (tile modes..., rest modes...)",
		"flat_divide((64,32):(32,1),(8,8))", "(8,8,8,4):(32,1,256,8)",
		"02_layout_algebra.md, Zipped, Tiled, Flat Divides; include/cute/layout.hpp" },
	{ "logical_divide", "layout, tiler", DIVIDE(layout_logical_divide),
		"split the layout into (tile, rest); by mode with a tuple of tilers",
		"logical_divide((4,2,3):(2,1,8),4:2)", "((2,2),(2,3)):((4,1),(2,8))",
		"02_layout_algebra.md, Division (Tiling); include/cute/layout.hpp" },
	{ "tile_unzip", "layout, tiler", BY_TILER(tile_unzip),
		"what logical_divide or logical_product gave, regrouped as (tile, rest) at the leaves of a tiler",
		"tile_unzip(((8,8),(8,4)):((32,256),(1,8)),(8,8))", "((8,8),(8,4)):((32,1),(256,8))",
		"include/cute/layout.hpp" },
	{ "tiled_divide", "layout, tiler", DIVIDE(layout_tiled_divide),
		"logical_divide, regrouped as (tile, rest modes...)",
		"tiled_divide((64,32):(32,1),(8,8))", "((8,8),8,4):((32,1),256,8)",
		"02_layout_algebra.md, Zipped, Tiled, Flat Divides; include/cute/layout.hpp" },
	{ "zipped_divide", "layout, tiler", DIVIDE(layout_zipped_divide),
		"logical_divide, regrouped as (tile, rest)",
		"zipped_divide((64,32):(32,1),(8,8))", "((8,8),(8,4)):((32,1),(256,8))",
		"02_layout_algebra.md, Zipped, Tiled, Flat Divides; include/cute/layout.hpp" },
};

OPERATION_GROUP(divide, "Division", operations)
