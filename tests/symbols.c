/*
 * The law of formulas: the result of a program with names, after numbers that satisfy its needs have been put in, is
 * the result of the program with these numbers in the place of the names: written alike, or the same function where
 * static CuTe drops a mode of extent 1 or merges two. Random programs over all operations, each of which has a line in
 * the table below; symbols COUNT [SEED].
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/compare.h"
#include "lang/eval.h"
#include "lang/formulas.h"
#include "lang/notation/plain.h"
#include "lang/ops/operation.h"

enum { NAMES = 3, TRIES = 60, COMPARED = 9, SHOWN = 12, NESTED = 2, LARGE = 512, DIVISIBLE = 192 };

/*
 * How an operation is called, forms with "|" between them; "!" in front: for extents other than 1, whose strides and
 * places static CuTe chooses in another way. %L is a layout, %P one as written, %W a composed layout, %X a tensor, %A a
 * small layout of numbers, %T a tiler, %S a shape, %I an integer or name, %M a name, %N a number, %C a coordinate, %U
 * one with a "_". Without a form no integer of a program goes into the operation.
 */
struct line {
	const char *name;
	const char *forms;
};

#define TILED_MMA "make_tiled_mma(mma_atom(\"SM80_16x8x8_F32F16F16F32_TN\"))"
#define TILED_COPY "make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16),(4,8):(8,1),(1,2):(2,1))"

static const struct line lines[] = {
	{ "==", "%L == %L|%I*%N == %N*%I|coalesce(%L) == %L|ceil_div(%I,%N) == (%I+%N)/%N|%S == %S"
		"|M*N == N*M|(M,4):(4,1) == (M,4):(4,1)" },
	{ "abs", NULL },
	{ "acos", NULL },
	{ "allocate_tensor", NULL },
	{ "arithmetic", "%I*%I+%N|(%I+%N)/%N|%I%%%N|%M*size(%L)/4|size(%L)%%8|%I-1+%I|(%I+%I)/%N*%N|ceil_div(%I*%I+%N,%N)"
		"|%S*%N|(%I+%N+%I)/%N" },
	{ "asin", NULL },
	{ "atan", NULL },
	{ "basis_value", "basis_value(%I)" },
	{ "ceil", NULL },
	{ "compare", "%I < %I|%I*%N >= %I|%I+1 > %I|size(%L) <= %I" },
	{ "align", NULL },
	{ "append", "append(%L,%A)|append(%L,%L)|append(%S,%I)" },
	{ "append_ones", "append_ones(%L)|append_ones(%L,4)" },
	{ "apply_swizzle", NULL },
	{ "as_position_independent_swizzle_layout", NULL },
	{ "as_position_independent_swizzle_tensor", NULL },
	{ "assume", "assume(%I,%N)" },
	{ "atom_with", NULL },
	{ "bits", NULL },
	{ "blocked_product", "blocked_product(%L,%L)|blocked_product(%A,%L)" },
	{ "broadcast_to", NULL },
	{ "ceil_div", "ceil_div(%S,%S)|ceil_div(%S,%N)|ceil_div(%I,%I)|ceil_div(%L,%T)" },
	{ "coalesce", "coalesce(%L)|coalesce(%L,(1,1))|coalesce(%W)" },
	{ "colex_less", "colex_less(%C,%C)|colex_less(%S,%S)" },
	{ "compact_col_major", "!compact_col_major(%S)|compact_col_major(%S,%I)" },
	{ "compact_order", "!compact_order((%I,%I,%I),(1,0,2))" },
	{ "compact_row_major", "!compact_row_major(%S)" },
	{ "compatible", "compatible(%S,%S)|compatible(%I,%S)" },
	{ "complement", "complement(%L,64)|complement(%L,%M*%M)|complement(%L)|complement(%A,%I)" },
	{ "composition", "composition(%L,%T)|composition(%L,%L)|composition(%W,%T)|composition(%L,%A)" },
	{ "congruent", "congruent(%S,%S)" },
	{ "convert", NULL },
	{ "copy_atom", NULL },
	{ "coprofile", "coprofile(%L)" },
	{ "cos", NULL },
	{ "cosh", NULL },
	{ "coshape", "coshape(%L)|coshape(make_identity_layout(%S))" },
	{ "cosize", "cosize(%L)" },
	{ "crd2crd", "crd2crd((%N,%N),(%I,%I),(%I,%I))|crd2crd(%N,(%I,%I),(%I,%I))" },
	{ "crd2idx", "crd2idx(%C,%L)|crd2idx(%I,%L)|crd2idx(%I,%S)|crd2idx(1,%W)" },
	{ "data_ptr", NULL },
	{ "depth", "depth(%P)|depth(%W)" },
	{ "dice", "dice(%U,%L)" },
	{ "domain_distribute", "domain_distribute(%S,4)|domain_distribute(%S,%I)" },
	{ "domain_offset", "domain_offset(%C,%X)" },
	{ "downcast", "downcast(%L,2)|downcast(%L,%N)" },
	{ "elem_leq", "elem_leq(%C,%S)" },
	{ "elem_less", "elem_less(%C,%S)" },
	{ "elem_scale", "elem_scale((%I,%I),(%I,%I))" },
	{ "element_type", NULL },
	{ "evenly_divides", "evenly_divides(%S,%T)|evenly_divides(%S,%S)" },
	{ "exp", NULL },
	{ "exp2", NULL },
	{ "fill", NULL },
	{ "filter", "filter(%L)" },
	{ "filter_zeros", "filter_zeros(%L)" },
	{ "flat_divide", "flat_divide(%L,%T)|flat_divide(%X,%T)" },
	{ "flat_product", "flat_product(%L,%T)|flat_product(%A,%L)" },
	{ "flatten", "flatten(%L)|flatten(%S)" },
	{ "flatten_to_tuple", "flatten_to_tuple(%S)" },
	{ "floor", NULL },
	{ "full_like", NULL },
	{ "gcd", "gcd(%I,%I)|gcd(%I,%N)" },
	{ "get", "get(%L,0)|get(%L,1)|get(%S,0)" },
	{ "get_1d_coord", "get_1d_coord(%L,%N)" },
	{ "get_flat_coord", "get_flat_coord(%L,%N)" },
	{ "get_hier_coord", "get_hier_coord(%L,%N)" },
	{ "get_nonswizzle_portion", "get_nonswizzle_portion(%W)" },
	{ "get_swizzle_portion", "get_swizzle_portion(%W)" },
	{ "get_tensor", NULL },
	{ "get_tma_tensor", NULL },
	{ "gmma_descriptor", NULL },
	{ "group", "group(%L,0,2)|group(%L,1,2)" },
	{ "has_underscore", NULL },
	{ "idx2crd", "idx2crd(%I,%S)|idx2crd(%N,%S)|idx2crd(3,shape(%P))" },
	{ "increment_coord", "increment_coord((%N,%N),(%I,%I))" },
	{ "infer", NULL },
	{ "inner_partition", "inner_partition((8*%I,8*%I):(8*%I,1),(2,4),(1,%M-1))"
		"|inner_partition((8*%I,4*%I):(4*%I,1),(4,2),(%N-1,0))" },
	{ "inner_product", "inner_product(%S,%S)|inner_product((1,%I),(%I,%I))" },
	{ "is_static", NULL },
	{ "iterator", NULL },
	{ "layout", "layout(%X)|layout(%L)" },
	{ "layout_A_TV", NULL },
	{ "layout_B_TV", NULL },
	{ "layout_C_TV", NULL },
	{ "layout_D_TV", NULL },
	{ "layout_S_TV", NULL },
	{ "lcm", "lcm(%I,%I)|lcm(%I,%N)" },
	{ "leading_dim", "!leading_dim(%S,(1,%I))|leading_dim((%I,%I),(%I,1))" },
	{ "left_inverse", "left_inverse(%L)" },
	{ "lex_less", "lex_less(%C,%C)|lex_less(%S,%S)" },
	{ "load", NULL },
	{ "local_partition", "local_partition(%L,%A,1)|local_partition(%X,%A,%N)" },
	{ "local_tile", "local_tile((8*%I,8*%I):(8*%I,1),(2,4),(1,_))"
		"|local_tile(%X,(2,4),(0,_))|local_tile(%L,(2,2),(_,0))" },
	{ "log", NULL },
	{ "log10", NULL },
	{ "log2", NULL },
	{ "logical_divide", "logical_divide(%L,%T)|logical_divide(%L,%A)|logical_divide(%L,%I)" },
	{ "logical_product", "logical_product(%L,%T)|logical_product(%A,%L)" },
	{ "make_composed_layout", "make_composed_layout(Sw<2,3,3>,%I,%L)|make_composed_layout(%L,%I,%A)" },
	{ "make_copy_atom", NULL },
	{ "make_cotiled_copy", NULL },
	{ "make_fragment_A", NULL },
	{ "make_fragment_B", NULL },
	{ "make_fragment_C", NULL },
	{ "make_fragment_like", "make_fragment_like(%L)" },
	{ "make_identity_layout", "make_identity_layout(%S)|composition(make_identity_layout(%S),%T)" },
	{ "make_identity_tensor", "make_identity_tensor(%S)|local_tile(make_identity_tensor((8*%I,4*%I)),(2,2),(1,_))" },
	{ "make_layout", "make_layout(%S)|make_layout(%L,%L)|make_layout(%S,%S)" },
	{ "make_layout_like", "make_layout_like(%L)" },
	{ "make_layout_tv", "make_layout_tv(%A,%A)|make_layout_tv(4:1,(%I,2):(2,1))|make_layout_tv((2,4):(1,2),(%I,%I))" },
	{ "make_mma_atom", NULL },
	{ "make_offset_layout", "make_offset_layout(%I,%L)|%N + %L" },
	{ "make_ordered_layout", "make_ordered_layout((%I,%I),(1,0))|make_ordered_layout((%I,%I,%I),(2,0,1))" },
	{ "make_ptr", NULL },
	{ "make_rmem_tensor", NULL },
	{ "make_rmem_tensor_like", NULL },
	{ "get_smem_layout_atom", NULL },
	{ "is_k_major_a", NULL },
	{ "is_k_major_b", NULL },
	{ "is_m_major_a", NULL },
	{ "is_m_major_c", NULL },
	{ "is_n_major_b", NULL },
	{ "is_n_major_c", NULL },
	{ "make_smem_layout_a", NULL },
	{ "make_smem_layout_atom", NULL },
	{ "make_smem_layout_b", NULL },
	{ "make_smem_layout_epi", NULL },
	{ "make_trivial_tiled_mma", NULL },
	{ "sm90_mma_major_mode", NULL },
	{ "sm100_get_smem_store_op", NULL },
	{ "make_smem_layout_sfa", NULL },
	{ "make_smem_layout_sfb", NULL },
	{ "tile_atom_to_shape_SF", NULL },
	{ "Ld16x128bOp", NULL },
	{ "Ld16x256bOp", NULL },
	{ "Ld16x32bx2Op", NULL },
	{ "Ld16x64bOp", NULL },
	{ "Ld32x32bOp", NULL },
	{ "St16x128bOp", NULL },
	{ "St16x256bOp", NULL },
	{ "St16x32bx2Op", NULL },
	{ "St16x64bOp", NULL },
	{ "St32x32bOp", NULL },
	{ "get_num_tmem_alloc_cols", NULL },
	{ "make_tiled_tma_atom_A", NULL },
	{ "make_tiled_tma_atom_B", NULL },
	{ "mma_major_mode", NULL },
	{ "order_from_tensor", NULL },
	{ "cluster_shape_to_tma_atom_A", NULL },
	{ "cluster_shape_to_tma_atom_B", NULL },
	{ "cluster_shape_to_tma_atom_SFB", NULL },
	{ "compute_epilogue_tile_shape", NULL },
	{ "get_smem_layout_atom_ab", NULL },
	{ "get_smem_layout_atom_epi", NULL },
	{ "get_tmem_load_op", NULL },
	{ "make_blockscaled_trivial_tiled_mma", NULL },
	{ "sm100_make_smem_layout", NULL },
	{ "sm100_make_smem_layout_a", NULL },
	{ "sm100_make_smem_layout_b", NULL },
	{ "sm100_make_smem_layout_epi", NULL },
	{ "sm100_make_trivial_tiled_mma", NULL },
	{ "sm100_tile_to_mma_shape", NULL },
	{ "make_swizzle", NULL },
	{ "make_tensor", "make_tensor(ptr<f16, gmem, align<16>>, %L)" },
	{ "make_tiled_copy", NULL },
	{ "make_tiled_copy_A", NULL },
	{ "make_tiled_copy_B", NULL },
	{ "make_tiled_copy_C", NULL },
	{ "make_tiled_copy_C_atom", NULL },
	{ "make_tiled_copy_D", NULL },
	{ "make_tiled_copy_S", NULL },
	{ "make_tiled_copy_impl", NULL },
	{ "make_tiled_copy_tv", NULL },
	{ "make_tiled_mma", NULL },
	{ "create_tma_multicast_mask", NULL },
	{ "make_tiled_tma_atom", NULL },
	{ "make_tma_atom", NULL },
	{ "make_tma_copy", NULL },
	{ "make_tma_copy_A_sm90", NULL },
	{ "make_tma_copy_B_sm90", NULL },
	{ "make_tma_copy_C_sm90", NULL },
	{ "make_tmem_copy", NULL },
	{ "mark_compact_shape_dynamic", NULL },
	{ "mark_layout_dynamic", NULL },
	{ "max", "max(%I,%I)|max(%I,%N,%I)" },
	{ "max_alignment", "max_alignment(%L)" },
	{ "max_common_layout", "max_common_layout(%L,%L)|max_common_layout((%N,%I):(1,%I),(%I,%I):(1,%I))" },
	{ "max_common_vector", "max_common_vector(%L,%L)|max_common_vector((%N,%I):(1,%I),(%I,%I):(1,%I))" },
	{ "member_type", NULL },
	{ "min", "min(%I,%I)|min(%I,%N,%I)" },
	{ "mma_atom", NULL },
	{ "nullspace", "nullspace(%L)" },
	{ "outer_partition", "outer_partition((8*%I,8*%I):(8*%I,1),(2,4),(1,0))"
		"|outer_partition((8*%I,4*%I):(4*%I,1),(4,2),(3,1))" },
	{ "owned", NULL },
	{ "owner", NULL },
	{ "partition_A", "partition_A(" TILED_MMA ",%N,(16*%I,8*%I):(8*%I,1))" },
	{ "partition_B", "partition_B(" TILED_MMA ",%N,(8*%I,8*%I):(8*%I,1))" },
	{ "partition_C", "partition_C(" TILED_MMA ",%N,(16*%I,8*%I):(8*%I,1))" },
	{ "partition_D", "partition_D(" TILED_COPY ",%N,(4*%I,16*%I):(16*%I,1))" },
	{ "partition_S", "partition_S(" TILED_COPY ",%N,(4*%I,16*%I):(16*%I,1))" },
	{ "partition_shape_A", NULL },
	{ "partition_shape_B", NULL },
	{ "partition_shape_C", NULL },
	{ "prefix_product", "prefix_product(%S)|prefix_product(%S,%I)" },
	{ "prepend", "prepend(%L,%A)|prepend(%L,%L)" },
	{ "prepend_ones", "prepend_ones(%L)|prepend_ones(%L,4)" },
	{ "print", NULL },
	{ "print_tensor", NULL },
	{ "printf", NULL },
	{ "product", "product(%S)|product(shape(%P))" },
	{ "product_each", "product_each(%S)|product_each(shape(%P))" },
	{ "product_like", "product_like((%S,%S),(0,0))" },
	{ "raked_product", "raked_product(%L,%L)|raked_product(%A,%L)" },
	{ "rank", "rank(%P)|rank(%S)" },
	{ "recast_layout", "recast_layout(16,8,%L)|recast_layout(8,16,%L)|recast_layout(32,8,%L)" },
	{ "recast_ptr", NULL },
	{ "recast_tensor", "recast_tensor(%X,f32)|recast_tensor(%X,i8)" },
	{ "reduce", NULL },
	{ "repeat", "repeat(%I,2)|repeat(%I,3)" },
	{ "repeat_as_tuple", "repeat_as_tuple(%I,2)" },
	{ "repeat_like", "repeat_like(%S,%I)" },
	{ "replace", "replace(%L,0,%A)|replace(%S,0,%I)" },
	{ "reshape", NULL },
	{ "retile_D", NULL },
	{ "retile_S", NULL },
	{ "reverse", "reverse(%L)|reverse(%S)" },
	{ "right_inverse", "right_inverse(%L)" },
	{ "round_up", "round_up(%I,%N)|round_up(%I,%I)|round_up((%I,%I),(%N,%N))" },
	{ "rsqrt", NULL },
	{ "select", "select(%L,0)|select(%L,1,0)" },
	{ "shape", "shape(%P)|shape(%W)" },
	{ "shape_div", "shape_div(%S,%N)|shape_div(%S,%S)|shape_div(%I,%I)" },
	{ "shape_min", "shape_min(%I,%I)|shape_min(%I,%N)" },
	{ "sin", NULL },
	{ "sinh", NULL },
	{ "size", "size(%L)|size(%L,0)|size(%W)|size(%X)" },
	{ "size_in_bytes", "size_in_bytes(f16,%L)|size_in_bytes(e2m1,%L)" },
	{ "sizeof_bits", NULL },
	{ "slice", "slice(%U,%L)|slice(%U,%W)|slice(%U,%X)" },
	{ "slice_and_offset", "slice_and_offset(%U,%L)" },
	{ "smem_atom", NULL },
	{ "sqrt", NULL },
	{ "store", NULL },
	{ "stride", "stride(%P)" },
	{ "take", "take(%L,0,1)|take(%L,0,2)|take(%S,0,1)" },
	{ "tan", NULL },
	{ "tanh", NULL },
	{ "thr_layout_vmnk", NULL },
	{ "thrfrg_A", "thrfrg_A(" TILED_MMA ",(16*%I,8*%I):(8*%I,1))" },
	{ "thrfrg_B", "thrfrg_B(" TILED_MMA ",(8*%I,8*%I):(8*%I,1))" },
	{ "thrfrg_C", "thrfrg_C(" TILED_MMA ",(16*%I,8*%I):(8*%I,1))" },
	{ "tidfrg_D", "tidfrg_D(" TILED_COPY ",(4*%I,16*%I):(16*%I,1))" },
	{ "tidfrg_S", "tidfrg_S(" TILED_COPY ",(4*%I,16*%I):(16*%I,1))" },
	{ "tile_shape", NULL },
	{ "tile_size", NULL },
	{ "tile_to_shape", "tile_to_shape(%L,(16,16,8))"
		"|tile_to_shape((2,2):(1,2),%S)|tile_to_shape((2,2):(1,2),(%I,%I),(1,0))" },
	{ "tile_unzip", "tile_unzip(logical_divide(%L,(2,2)),(2,2))" },
	{ "tiled_divide", "tiled_divide(%L,%T)|tiled_divide(%L,(2,2))" },
	{ "tiled_product", "tiled_product(%L,%T)|tiled_product(%A,%L)" },
	{ "tiler_mn", NULL },
	{ "tma", NULL },
	{ "tma_partition", NULL },
	{ "to", NULL },
	{ "trunc", NULL },
	{ "tuple_cat", "tuple_cat(%S,%S)|tuple_cat(%S,%I)" },
	{ "umma_descriptor", NULL },
	{ "umma_instruction", NULL },
	{ "unflatten", "unflatten(flatten((%S,%S)),((0,0),(0,0)))|unflatten((%I,%I,%I):(1,%I,%I),((0,0),0))" },
	{ "upcast", "upcast(%L,2)|upcast(%L,%N)" },
	{ "weakly_congruent", "weakly_congruent(%I,%S)|weakly_congruent(%S,%S)" },
	{ "where", NULL },
	{ "width", NULL },
	{ "with_shape", "with_shape(%L,(2,4))|with_shape(%L,%S)" },
	{ "zip", "zip((%S,%S))|zip((%I,%I):(1,%I),(%I,2):(%I,1))" },
	{ "zipped_divide", "zipped_divide(%L,%T)|zipped_divide(%L,(2,2))|zipped_divide(%X,(2,4))" },
	{ "zipped_product", "zipped_product(%L,%T)|zipped_product(%A,%L)" },
	{ "CopyBulkTensorTileS2GOp", NULL },
	{ "CopyBulkTensorTileG2SOp", NULL },
	{ "CopyBulkTensorTileG2SMulticastOp", NULL },
	{ "CopyG2SOp", NULL },
	{ "CopyUniversalOp", NULL },
	{ "LdMatrix8x8x16bOp", NULL },
	{ "MmaF16BF16Op", NULL },
	{ "MmaTF32Op", NULL },
	{ "MmaUniversalOp", NULL },
	{ "StMatrix8x8x16bOp", NULL },
};

enum { LINES = sizeof lines / sizeof lines[0] };

static uint64_t state;

/* The program calls one operation on the result of another. */
static bool is_nested;

static int pick(int count) {
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((state >> 33) % (uint64_t)count);
}

/* --- programs --- */

static const char *const names[NAMES] = { "M", "N", "K" };
static const int divisors[] = { 1, 1, 2, 4, 8, 12, 16, 64 };
static const char *const extents[] = { "2", "3", "4", "8", "16", "1", "M", "N", "K", "M", "N" };
static const char *const numbers[] = { "0", "1", "2", "3", "4", "8", "16", "5" };

static const char *extent(void) {
	return extents[pick((int)(sizeof extents / sizeof extents[0]))];
}

/* A layout of one to three modes: compact column-major, row-major, padded, or with a stride of 0. */
static void put_plain_layout(struct buf *out) {
	int rank = 1 + pick(3);
	const char *e[3];
	for (int i = 0; i < rank; i++) {
		e[i] = extent();
	}
	int form = pick(4);
	int repeated = pick(8);
	buf_put(out, rank > 1 ? "(" : "");
	for (int i = 0; i < rank; i++) {
		buf_printf(out, "%s%s", i > 0 ? "," : "", e[i]);
	}
	buf_put(out, rank > 1 ? "):(" : ":(");
	for (int i = 0; i < rank; i++) {
		buf_put(out, i > 0 ? "," : "");
		buf_put(out, i == repeated ? "0" : form == 3 ? (i == 0 ? "2" : "3") : "1");
		for (int k = 0; k < rank && i != repeated; k++) {
			if (form != 1 ? k < i : k > i) {
				buf_printf(out, "*%s", e[k]);
			}
		}
	}
	buf_put(out, rank > 1 ? ")" : "+0)");
}

static void put_form(struct buf *out, const char *form, size_t length, int depth);

/* A layout, or what an operation makes of one. */
static void put_layout(struct buf *out, int depth) {
	static const char *const nested[] = { "coalesce(%L)", "logical_divide(%L,%T)", "zipped_divide(%L,(2,2))",
		"composition(%L,%T)", "logical_product(%A,%L)", "%L(%U)", "make_layout(%S)", "get(%L,0)", "flatten(%L)" };
	if (depth < NESTED && pick(6) == 0) {
		is_nested = true;
		const char *form = nested[pick((int)(sizeof nested / sizeof nested[0]))];
		put_form(out, form, strlen(form), depth + 1);
	} else {
		put_plain_layout(out);
	}
}

/* A tile: integers, by mode or over all, or a layout; a name only where nothing is taken apart again. */
static void put_tiler(struct buf *out) {
	static const char *const tiles[] = { "2", "4", "8", "16", "3", "2:2", "4:1", "(2,2):(1,4)", "_", "M" };
	int kinds = is_nested ? 9 : 10;
	int rank = 1 + pick(2);
	if (pick(3) == 0) {
		buf_put(out, tiles[pick(8)]);
		return;
	}
	buf_put_char(out, '(');
	for (int i = 0; i < rank; i++) {
		buf_printf(out, "%s%s", i > 0 ? "," : "", tiles[pick(kinds)]);
	}
	buf_put(out, rank == 1 ? ",)" : ")");
}

/* A shape of two or three extents, one of which may nest. */
static void put_shape(struct buf *out) {
	int rank = 2 + pick(2);
	buf_put_char(out, '(');
	for (int i = 0; i < rank; i++) {
		buf_put(out, i > 0 ? "," : "");
		if (pick(6) == 0) {
			buf_printf(out, "(%s,%s)", extent(), extent());
		} else {
			buf_put(out, extent());
		}
	}
	buf_put_char(out, ')');
}

/* A coordinate of one to three modes, the first of which are "_" with "underscores". */
static void put_coordinate(struct buf *out, bool underscores) {
	int rank = 1 + pick(3);
	int at = pick(rank);
	buf_put_char(out, '(');
	for (int i = 0; i < rank; i++) {
		bool all = underscores && (i == at || pick(4) == 0);
		buf_printf(out, "%s%s", i > 0 ? "," : "", all ? "_" : pick(5) == 0 ? names[pick(NAMES)] : numbers[pick(4)]);
	}
	buf_put(out, rank == 1 ? ",)" : ")");
}

/* What the letter "letter" of a form stands for. */
static void put_part(struct buf *out, char letter, int depth) {
	static const char *const small[] = { "(2,2):(1,2)", "(2,2):(2,1)", "(4,2):(2,1)", "4:1", "2:4", "(2,4):(1,2)" };
	switch (letter) {
	case 'L': put_layout(out, depth); break;
	case 'P': put_plain_layout(out); break;
	case 'W':
		buf_printf(out, "(Sw<%d,3,3> o %s o ", 1 + pick(3), pick(2) == 0 ? "0" : extent());
		put_plain_layout(out);
		buf_put_char(out, ')');
		break;
	case 'X':
		buf_put(out, "tensor<ptr<f16,gmem,align<16>> o ");
		put_plain_layout(out);
		buf_put_char(out, '>');
		break;
	case 'A': buf_put(out, small[pick((int)(sizeof small / sizeof small[0]))]); break;
	case 'T': put_tiler(out); break;
	case 'S': put_shape(out); break;
	case 'I': buf_put(out, extent()); break;
	case 'M': buf_put(out, names[pick(NAMES)]); break;
	case 'N': buf_put(out, numbers[1 + pick(7)]); break;
	case 'C': put_coordinate(out, false); break;
	case 'U': put_coordinate(out, true); break;
	default: buf_put_char(out, letter); break;
	}
}

/* The first "length" characters of "form", with parts for its letters. */
static void put_form(struct buf *out, const char *form, size_t length, int depth) {
	for (size_t i = 0; i < length; i++) {
		if (form[i] == '%' && i + 1 < length) {
			put_part(out, form[++i], depth);
		} else {
			buf_put_char(out, form[i]);
		}
	}
}

/*
 * One of the forms of "line". Where a result is taken apart again its writing matters, which static CuTe chooses in
 * another way for extents of 1 and for modes that continue each other by chance; so all tiles divide the names there.
 * Returns the least number for names.
 */
static int64_t put_program(struct buf *out, const struct line *line) {
	is_nested = false;
	int count = 1;
	for (const char *c = line->forms; *c != '\0'; c++) {
		count += *c == '|';
	}
	const char *form = line->forms + (line->forms[0] == '!');
	for (int skip = pick(count); skip > 0; skip--) {
		form = strchr(form, '|') + 1;
	}
	put_form(out, form, strcspn(form, "|"), 0);
	return is_nested ? LARGE : line->forms[0] == '!' ? 2 : 1;
}

/* --- the same --- */

/* The modes of "layout" other than those of extent 1, as pairs of extent and stride; returns their number. */
static int pairs_of(struct algebra *al, struct tuple shape, struct tuple stride, struct tuple (*pairs)[2]) {
	int count = tuple_leaves(shape);
	struct tuple *sizes = tuple_modes_new(al, count);
	struct tuple *strides = tuple_modes_new(al, count);
	tuple_collect(shape, sizes);
	tuple_collect(stride, strides);
	int kept = 0;
	for (int i = 0; i < count; i++) {
		if (!tuple_is_constant(sizes[i], 1)) {
			pairs[kept][0] = sizes[i];
			pairs[kept++][1] = strides[i];
		}
	}
	return kept;
}

static bool same_modes(struct algebra *al, struct layout a, struct layout b) {
	struct tuple(*left)[2] = arena_array(al->arena, (size_t)tuple_leaves(a.shape) + 1, sizeof *left);
	struct tuple(*right)[2] = arena_array(al->arena, (size_t)tuple_leaves(b.shape) + 1, sizeof *right);
	int count = pairs_of(al, a.shape, a.stride, left);
	bool equal = pairs_of(al, b.shape, b.stride, right) == count;
	for (int i = 0; i < count && equal; i++) {
		equal = tuple_equal(left[i][0], right[i][0]) && tuple_equal(left[i][1], right[i][1]);
	}
	return equal;
}

static bool same_tuples(struct algebra *al, struct tuple a, struct tuple b) {
	return tuple_equal(a, b) || (tuple_is_tuple(a) && same_modes(al, layout_of(al, a, a), layout_of(al, b, b)));
}

static bool same_maps(struct algebra *al, struct map a, struct map b) {
	if (map_equal(a, b)) {
		return true;
	}
	bool layouts = a.kind == MAP_LAYOUT && b.kind == MAP_LAYOUT;
	if (layouts && (tuple_has_basis(a.layout.stride) || tuple_has_basis(b.layout.stride))) {
		return same_modes(al, a.layout, b.layout);
	}
	struct comparison comparison = compare_maps(al, a, b);
	return !algebra_failed(al) && comparison.same_function;
}

static bool same(struct algebra *al, const struct value *a, const struct value *b) {
	bool is_map = a->kind == VALUE_LAYOUT || a->kind == VALUE_COMPOSED;
	if (value_equal(a, b)) {
		return true;
	}
	if (a->kind == VALUE_TUPLE && b->kind == VALUE_TUPLE) {
		return same_tuples(al, a->tuple, b->tuple);
	}
	if (is_map && (b->kind == VALUE_LAYOUT || b->kind == VALUE_COMPOSED)) {
		return same_maps(al, value_as_map(al, a), value_as_map(al, b));
	}
	if (a->kind == VALUE_TENSOR && b->kind == VALUE_TENSOR) {
		/* What divides an offset of names may be less than what divides its number. */
		return a->tensor->has_pointer == b->tensor->has_pointer && tuple_equal(a->tensor->offset, b->tensor->offset)
			&& same_maps(al, a->tensor->map, b->tensor->map);
	}
	bool equal = a->kind == VALUE_LIST && b->kind == VALUE_LIST && a->list.count == b->list.count;
	for (int i = 0; equal && i < a->list.count; i++) {
		equal = same(al, &a->list.items[i], &b->list.items[i]);
	}
	return equal;
}

/* --- the law --- */

static void run(struct evaluation *ev, struct arena *arena, const char *text, bool verify, bool *good) {
	static struct source source;
	evaluation_init(ev, arena, false);
	source = (struct source){ "law", str_from(text), 1 };
	ev->algebra.verify = verify;
	*good = evaluation_run(ev, &source) && ev->result_count > 0;
}

/* What went wrong: the programs, and the value with names, with numbers in their place, and without names. */
static void report(struct arena *arena, const char *program, const char *with, const struct value *result,
	const struct value *values, const struct evaluation *plain, bool good) {
	struct buf message;
	buf_init(&message, arena);
	print_value(&message, result);
	buf_put(&message, "\n  with numbers ");
	print_value(&message, values);
	buf_put(&message, "\n  static       ");
	if (good) {
		print_value(&message, &plain->results[plain->result_count - 1]);
	} else {
		buf_put(&message, plain->error.fault.text);
	}
	printf("%s\n  of %s\n  formula      %s\n", with, program, message.data);
}

/* Numbers for all names that "symbols" allow, "least" or more; false where those that were tried are none. */
static bool choose(struct algebra *al, const struct symbols *symbols, int64_t least, int64_t *values) {
	const struct need *broken;
	for (int i = 0; i < NAMES; i++) {
		const struct variable *variable = &symbols->variables[i];
		int64_t first = variable->least > least ? variable->least : least;
		int64_t multiple = (first - 1) / variable->divisor + 1 + pick(pick(2) == 0 ? 3 : 12);
		values[i] = multiple * variable->divisor;
	}
	return symbols_hold(al, symbols, values, &broken);
}

/* Whether "text" has no number that could be an address: those of programs are small. */
static bool is_plausible(const char *text) {
	enum { DIGITS_MAX = 11 };
	int digits = 0;
	for (; *text != '\0' && digits <= DIGITS_MAX; text++) {
		digits = *text >= '0' && *text <= '9' ? digits + 1 : 0;
	}
	return digits <= DIGITS_MAX;
}

/* Whether what "ev" says of the program "text" is about its integers, and not about where formulas are kept. */
static bool speaks_of_numbers(const struct evaluation *ev, const char *text) {
	bool good = is_plausible(ev->error.fault.text) && is_plausible(ev->error.fault.hint);
	for (int i = 0; i < ev->warning_count && i < WARNINGS_MAX; i++) {
		good = good && is_plausible(ev->warnings[i].fault.text);
	}
	if (!good) {
		printf("%s\n  %s\n  %s\n", text, ev->error.fault.text, ev->error.fault.hint);
	}
	return good;
}

/*
 * Whether the law holds for the program "text" of names that have the divisors "own" and are "least" or more. Counts
 * what it compared. A "==" that is false for formulas may be true for some numbers.
 */
static bool check(struct arena *arena, const char *text, const int *own, int64_t least, int *compared) {
	struct evaluation ev;
	struct buf program;
	bool good;
	buf_init(&program, arena);
	for (int i = 0; i < NAMES; i++) {
		buf_printf(&program, "%s = ?{div=%d}; ", names[i], own[i]);
	}
	buf_put(&program, text);
	run(&ev, arena, program.data, true, &good);
	if (!speaks_of_numbers(&ev, program.data)) {
		return false;
	}
	run(&ev, arena, program.data, false, &good);
	if (!good) {
		return true;
	}
	const struct value result = ev.results[ev.result_count - 1];
	bool is_open = result.kind == VALUE_BOOL && !result.boolean && strstr(text, "==") != NULL;
	for (int k = 0, done = 0; k < TRIES && done < COMPARED && !is_open; k++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { 0 };
		struct algebra al;
		algebra_init(&al, arena);
		if (!choose(&al, ev.symbols, least, values)) {
			continue;
		}
		struct value numbers_in = result;
		value_substitute(&al, &numbers_in, values);
		struct buf with;
		buf_init(&with, arena);
		for (int i = 0; i < NAMES; i++) {
			buf_printf(&with, "%s = %" PRId64 "; ", names[i], values[i]);
		}
		buf_put(&with, text);
		struct evaluation plain;
		run(&plain, arena, with.data, false, &good);
		bool overflows = (algebra_failed(&al) && al.fault.code == FAULT_OVERFLOW)
			|| (!good && plain.error.fault.code == FAULT_OVERFLOW);
		if (overflows) {
			return true;
		}
		++*compared;
		++done;
		if (!good || algebra_failed(&al) || !same(&al, &numbers_in, &plain.results[plain.result_count - 1])) {
			report(arena, program.data, with.data, &result, &numbers_in, &plain, good);
			return false;
		}
	}
	return true;
}

static int find_line(const char *name) {
	int i = 0;
	while (i < LINES && strcmp(lines[i].name, name) != 0) {
		i++;
	}
	return i;
}

/* Every operation has a line; returns how many have none. */
static int count_missing(void) {
	int missing = 0;
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		if (find_line(each->name) == LINES) {
			printf("%s: no line in tests/symbols.c\n", each->name);
			missing++;
		}
	}
	return missing;
}

int main(int argc, char **argv) {
	int count = argc > 1 ? atoi(argv[1]) : 1000;
	state = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
	struct arena arena;
	int compared_of[LINES] = { 0 };
	int failed = count_missing();
	int compared = 0;
	int programs = 0;
	arena_init(&arena, NULL, NULL);
	int drawn[LINES]; /* those with forms: a line without one changes no program of the others */
	int drawn_count = 0;
	for (int i = 0; i < LINES; i++) {
		drawn[drawn_count] = i;
		drawn_count += lines[i].forms != NULL ? 1 : 0;
	}
	for (int i = 0; i < count && failed < SHOWN; i++) {
		int own[NAMES];
		struct buf text;
		int which = drawn[pick(drawn_count)];
		buf_init(&text, &arena);
		int64_t least = put_program(&text, &lines[which]);
		for (int k = 0; k < NAMES; k++) {
			int divisor = divisors[pick((int)(sizeof divisors / sizeof divisors[0]))];
			own[k] = is_nested ? DIVISIBLE * (1 + pick(2)) : divisor;
		}
		int before = compared;
		failed += check(&arena, text.data, own, least, &compared) ? 0 : 1;
		compared_of[which] += compared > before;
		programs += compared > before;
		arena_reset(&arena);
	}
	arena_finish(&arena);
	for (int i = 0; i < LINES && count >= 100 * LINES / 8; i++) {
		if (lines[i].forms != NULL && compared_of[i] == 0) {
			printf("%s: no program of it was compared\n", lines[i].name);
			failed++;
		}
	}
	printf("%d programs of %d compared with %d static ones\n", programs, count, compared);
	printf("%d passed, %d failed\n", compared - failed, failed);
	return failed != 0 || programs < count / 4;
}
