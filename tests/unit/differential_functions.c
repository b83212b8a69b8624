/* The smaller functions of CuTe. */
#include "differential.h"

/* Of two extents the one that is not the larger. */
static enum verdict check_shape_min(struct subject *s) {
	int64_t least;
	int64_t a = s->map.size;
	int64_t b = s->other.size;
	bool good = run_number(s, &least, CALL(number_value(a), number_value(b)));
	return agrees(s, good && least == (a < b ? a : b), "not the smaller one");
}

const struct trial_of_operation trials_of_functions[] = {
	{ "append_ones", NULL, "CuTe DSL" },
	{ "as_position_independent_swizzle_layout", NULL, "CuTe C++" },
	{ "assume", NULL, "CuTe DSL" },
	{ "atom_with", NULL, "CuTe C++" },
	{ "broadcast_to", NULL, "CuTe DSL" },
	{ "colex_less", NULL, "CuTe C++" },
	{ "compact_col_major", NULL, "CuTe C++" },
	{ "compact_order", NULL, "CuTe C++" },
	{ "compact_row_major", NULL, "CuTe C++" },
	{ "coprofile", NULL, "CuTe C++" },
	{ "domain_offset", NULL, "CuTe DSL" },
	{ "elem_leq", NULL, "CuTe C++" },
	{ "full_like", NULL, "CuTe DSL" },
	{ "gcd", NULL, "CuTe C++" },
	{ "get_1d_coord", NULL, "CuTe C++" },
	{ "get_flat_coord", NULL, "CuTe C++" },
	{ "get_hier_coord", NULL, "CuTe C++" },
	{ "get_nonswizzle_portion", NULL, "CuTe C++" },
	{ "get_swizzle_portion", NULL, "CuTe C++" },
	{ "increment_coord", NULL, "CuTe C++" },
	{ "is_static", NULL, "CuTe DSL" },
	{ "iterator", NULL, "CuTe DSL" },
	{ "layout", NULL, "CuTe DSL" },
	{ "lcm", NULL, "CuTe C++" },
	{ "leading_dim", NULL, "CuTe DSL" },
	{ "lex_less", NULL, "CuTe C++" },
	{ "load", NULL, "CuTe DSL" },
	{ "make_fragment_A", NULL, "CuTe C++" },
	{ "make_fragment_B", NULL, "CuTe C++" },
	{ "make_fragment_C", NULL, "CuTe C++" },
	{ "make_identity_tensor", NULL, "CuTe DSL" },
	{ "make_tensor", NULL, "CuTe DSL" },
	{ "make_tiled_copy_tv", NULL, "CuTe DSL" },
	{ "mark_compact_shape_dynamic", NULL, "CuTe DSL" },
	{ "mark_layout_dynamic", NULL, "CuTe DSL" },
	{ "max", NULL, "CuTe C++" },
	{ "member_type", NULL, "CuTe C++" },
	{ "min", NULL, "CuTe C++" },
	{ "prepend_ones", NULL, "CuTe DSL" },
	{ "print_tensor", NULL, "CuTe DSL" },
	{ "product_like", NULL, "CuTe C++" },
	{ "recast_tensor", NULL, "CuTe DSL" },
	{ "reduce", NULL, "CuTe DSL" },
	{ "repeat", NULL, "CuTe C++" },
	{ "repeat_like", NULL, "CuTe C++" },
	{ "reshape", NULL, "CuTe DSL" },
	{ "reverse", NULL, "CuTe C++" },
	{ "round_up", NULL, "CuTe C++" },
	{ "shape_min", check_shape_min, "the smaller one" },
	{ "thrfrg_A", NULL, "CuTe C++" },
	{ "thrfrg_B", NULL, "CuTe C++" },
	{ "thrfrg_C", NULL, "CuTe C++" },
	{ "tidfrg_D", NULL, "CuTe C++" },
	{ "tidfrg_S", NULL, "CuTe C++" },
	{ "tile_size", NULL, "CuTe C++" },
	{ "tile_unzip", NULL, "CuTe C++" },
	{ "to", NULL, "CuTe DSL" },
	{ "where", NULL, "CuTe DSL" },
	{ .name = NULL },
};
