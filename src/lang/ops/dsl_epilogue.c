/*
 * Epilogues of kernels for Blackwell, as CuTe DSL's helpers make them, cutlass.utils.blackwell_helpers: the tile that
 * an epilogue takes at a time, where it lies in shared memory, and what moves it from tensor memory there.
 *
 * Source: nvidia-cutlass-dsl 4.8.1, cutlass/utils/blackwell_helpers.py; golden/facts/dsl.tsv has what they make.
 */
#include <inttypes.h>

#include "base/buf.h"
#include "lang/atoms.h"
#include "lang/ops/dsl_helpers.h"
#include "lang/ops/signature.h"
#include "lang/ops/tmem_name.h"

/* --- tiles in shared memory --- */

/* The contiguous elements that a TMA finds along mode "mode" of the tile of an epilogue. */
static int64_t run_of_tile(struct call *call, const struct value *tile, int mode) {
	struct value extent = value_part(tile, mode);
	if (extent.kind == VALUE_LAYOUT) {
		const struct value inverse = run_other(call, "right_inverse", &extent, 1);
		extent = algebra_failed(call->al) ? extent : inverse;
	}
	struct tuple shape = algebra_failed(call->al) ? tuple_int(1) : shape_of(call, &extent);
	struct tuple size = algebra_failed(call->al) ? shape : tuple_product(call->al, shape);
	return algebra_failed(call->al) ? 1 : int_value(call->al, size);
}

/* Argument "i", the tile of an epilogue: two extents or layouts. NULL after a fault. */
static const struct value *tile_arg(struct call *call, int i) {
	const struct value *tile = arg(call, i);
	if (!algebra_failed(call->al) && (!value_is_sequence(tile) || value_part_count(tile) != 2)) {
		algebra_fault(call->al, FAULT_TYPE, "expected the tile of an epilogue, two extents or layouts");
	}
	return algebra_failed(call->al) ? NULL : tile;
}

/* The kind for argument "i", the tile of an epilogue. */
static struct value epilogue_kind(struct call *call, int i, bool is_row, int bits) {
	const struct value *tile = tile_arg(call, i);
	if (tile == NULL) {
		return value_none();
	}
	int64_t extent = run_of_tile(call, tile, is_row ? 1 : 0);
	return umma_kind(call, is_row, bits, extent);
}

/* (layout, element_type, epi_tile) */
static struct value run_get_smem_layout_atom_epi(struct call *call) {
	bool is_row = row_major_arg(call, 0);
	int bits = element_bits_arg(call, 1);
	return epilogue_kind(call, 2, is_row, bits);
}

/* The size of mode "mode" of the tile of an epilogue. */
static int64_t tile_extent(struct call *call, const struct value *tile, int mode) {
	struct value extent = value_part(tile, mode);
	struct tuple size = tuple_product(call->al, shape_of(call, &extent));
	return algebra_failed(call->al) ? 1 : int_value(call->al, size);
}

/* (epi_dtype, epi_layout, epi_tile, epi_stage) */
static struct value run_smem_layout_epi(struct call *call) {
	bool is_row = row_major_arg(call, 1);
	int bits = element_bits_arg(call, 0);
	int64_t stages = int_arg(call, 3, 1, INT32_MAX);
	const struct value kind = epilogue_kind(call, 2, is_row, bits);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	const int64_t extents[] = { tile_extent(call, &call->args[2], 0), tile_extent(call, &call->args[2], 1) };
	return stage_tiles(call, &kind, is_row, &call->args[0], extents, stages);
}

/* --- what an epilogue takes at a time --- */

/* The elements along N that one store of a warp takes at least, "warps" of them beside one another. */
static int64_t least_columns(bool is_column, int bits, int64_t warps) {
	return warps * (is_column ? 8 : bits == 6 ? 128 : 128 / bits);
}

/* How many columns an epilogue should take at a time, "rows" of them, where elements have so many bits. */
static int64_t good_columns(int64_t m, int64_t n, int64_t rows, int bits, bool has_source) {
	if (!has_source) {
		return (bits == 4 ? 8192 : 4096) / rows;
	}
	if (bits == 32) {
		return m > 64 && n <= 128 ? 16 : 32;
	}
	return bits == 16 && n <= 128 ? 32 : 64;
}

enum { CTA_WARPS_MAX = 32 };

/*
 * Argument 6, the warps along M and N of the tile "shape"; where it is not given four along M, or two both ways for 64
 * rows of a "pair" of CTAs.
 */
static void warps_arg(struct call *call, struct tuple shape, const struct value *pair, int64_t warps[2]) {
	bool is_square = !algebra_failed(call->al) && pair->boolean && mode_size_number(call->al, shape, 0) == 64;
	warps[0] = is_square ? 2 : 4;
	warps[1] = is_square ? 2 : 1;
	if (given_arg(call, 6)) {
		extents_arg(call, 6, 2, warps);
	}
	if (!algebra_failed(call->al) && warps[1] > CTA_WARPS_MAX / warps[0]) {
		algebra_fault(call->al, FAULT_DOMAIN, "a CTA has at most %d warps", CTA_WARPS_MAX);
	}
}

/* (cta_tile_shape, use_2cta_instrs, layout_d, elem_ty_d, layout_c, elem_ty_c, tmem_warp_shape_mn) */
static struct value run_epilogue_tile_shape(struct call *call) {
	struct algebra *al = call->al;
	struct tuple shape = shape_arg(call, 0);
	if (!algebra_failed(al) && tuple_rank(shape) < 2) {
		algebra_fault(al, FAULT_RANK, "expected the tile of a CTA, (M,N)");
	}
	int64_t m = mode_size_number(al, shape, 0);
	int64_t n = mode_size_number(al, shape, 1);
	const struct value *pair = kind_arg(call, 1, VALUE_BOOL, "True or False");
	bool is_d_column = !row_major_arg(call, 2);
	int bits_d = element_bits_arg(call, 3);
	bool is_c_column = !given_arg(call, 4) || !row_major_arg(call, 4);
	bool has_source = given_arg(call, 5);
	int bits_c = has_source ? element_bits_arg(call, 5) : 0;
	int64_t warps[2];
	warps_arg(call, shape, pair, warps);
	if (!algebra_failed(al) && (bits_d > 128 || bits_c > 128 || m < 1 || n < 1)) {
		algebra_fault(al, FAULT_DOMAIN, "no epilogue has elements or tiles of this size");
	}
	if (algebra_failed(al)) {
		return value_none();
	}
	int64_t rows = m < 32 * warps[0] ? m : 32 * warps[0];
	int64_t columns = good_columns(m, n, rows, bits_d > bits_c ? bits_d : bits_c, has_source);
	while (n % columns != 0) {
		columns /= 2;
	}
	int64_t least_d = least_columns(is_d_column, bits_d, warps[1]);
	int64_t least_c = least_columns(is_c_column || !has_source, bits_c, warps[1]);
	int64_t least = least_d > least_c ? least_d : least_c;
	call->al->operand = 1;
	if (n < least) {
		algebra_fault(al, FAULT_DOMAIN, "the tile of the CTA is too small: an epilogue takes %" PRId64 " columns at "
			"least", least);
		return value_none();
	}
	columns = columns > least ? columns : least;
	columns = n % columns == 0 ? columns : n;
	struct tuple halves = tuple_pair(al, tuple_int(columns / warps[1]), tuple_int(warps[1]));
	struct tuple strides = tuple_pair(al, tuple_int(1), tuple_int(n / warps[1]));
	struct layout along_n = layout_coalesce(al, layout_make(al, halves, strides));
	struct layout along_m = layout_from_shape(al, tuple_int(rows));
	return from_pair(call, from_layout(call, along_m), from_layout(call, along_n));
}

/* The repetitions of an instruction that moves "bits" bits at a time to "total" bits: the most that it has. */
static int64_t most_repeats(int64_t total, int64_t bits, int64_t most) {
	while (most > 1 && total % (bits * most) != 0) {
		most /= 2;
	}
	return total % (bits * most) == 0 ? most : 0;
}

/* (cta_tile_shape, layout_d, elem_ty_d, elem_ty_acc, epi_tile, use_2cta_instrs, tmem_warp_shape_mn) */
static struct value run_get_tmem_load_op(struct call *call) {
	struct algebra *al = call->al;
	struct tuple shape = shape_arg(call, 0);
	bool is_column = !row_major_arg(call, 1);
	int bits_d = element_bits_arg(call, 2);
	int bits = element_bits_arg(call, 3);
	const struct value *tile = tile_arg(call, 4);
	const struct value *pair = kind_arg(call, 5, VALUE_BOOL, "True or False");
	int64_t warps[2];
	warps_arg(call, shape, pair, warps);
	if (algebra_failed(al)) {
		return value_none();
	}
	int64_t extents[] = { tile_extent(call, tile, 0), tile_extent(call, tile, 1) };
	call->al->operand = 5;
	if (extents[0] % warps[0] != 0 || extents[1] % warps[1] != 0
		|| (extents[0] / warps[0] != 16 && extents[0] / warps[0] != 32)) {
		algebra_fault(al, FAULT_DOMAIN, "a warp loads 16 or 32 rows of tensor memory");
		return value_none();
	}
	bool is_half = extents[0] / warps[0] == 16;
	bool packs = bits == 16 && bits_d == 16;
	bool is_known = packs || (bits == 32 && (bits_d == 32 || bits_d == 16 || bits_d == 8))
		|| (bits == 32 && !is_half && (bits_d == 6 || bits_d == 4));
	if (!is_known) {
		algebra_fault(al, FAULT_TYPE, "no load of tensor memory is known for accumulators of %d bits and results of %d",
			bits, bits_d);
		return value_none();
	}
	/* Rows of 16 lanes where these make a transposed store of matrices, else of 32. */
	int width = packs ? 128 : bits_d == 32 ? (is_column ? 256 : 128) : is_half && bits_d == 8 && !is_column ? 32 : 256;
	bool is_wide = !is_half && (bits_d < 8 || bits_d == 32 || !is_column);
	width = is_wide ? 32 : width;
	int64_t most = width == 256 ? 32 : width == 128 ? 64 : 128;
	struct tuple row = int_mul(al, tuple_int(extents[1] / warps[1]), tuple_int(bits));
	int64_t repeats = most_repeats(row.value, width == 32 && !is_wide ? 64 : width, most);
	if (repeats == 0) {
		algebra_fault(al, FAULT_DOMAIN, "the columns of this tile are no multiple of what an instruction loads");
		return value_none();
	}
	struct buf name;
	buf_init(&name, al->arena);
	buf_printf(&name, "SM100_TMEM_LOAD_%ddp%db%" PRId64 "x%s", is_wide ? 32 : 16, width, repeats, packs ? "_16b" : "");
	const struct value of_atom[] = {
		{ .kind = VALUE_STRING, .string = buf_str(&name) }, value_from_tuple(tuple_int(bits)),
	};
	return run_other(call, "copy_atom", of_atom, 2);
}

/* The matrices that stmatrix stores at a time of what "load" gives each warp; 0 where it does not fit. */
static int matrices_of(const struct tmem_name *load, int bits_d, int bits, bool is_column) {
	bool is_known = load->lanes == 16
		&& ((bits == 32 && bits_d == 32 && !is_column && load->bits == 128 && !load->packs)
			|| (bits == 32 && bits_d == 16 && load->bits == 256 && !load->packs)
			|| (bits == 16 && bits_d == 16 && load->bits == 128 && load->packs)
			|| (bits == 32 && bits_d == 8 && is_column && load->bits == 256 && !load->packs));
	if (!is_known) {
		return 0;
	}
	if (bits_d == 8) {
		return load->repeats >= 4 ? 4 : (int)load->repeats;
	}
	return load->repeats >= 2 ? 4 : 2;
}

/* (layout_d, elem_ty_d, elem_ty_acc, tiled_tmem_load): stmatrix where the load gives its fragments, else any store */
static struct value run_get_smem_store_op(struct call *call) {
	bool is_column = !row_major_arg(call, 0);
	int bits_d = element_bits_arg(call, 1);
	int bits = element_bits_arg(call, 2);
	copy_arg(call, 3);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct tmem_name load;
	bool is_load = tmem_name_read(call->args[3].tiled_copy->atom->name, &load) && load.is_load;
	int matrices = is_load ? matrices_of(&load, bits_d, bits, is_column) : 0;
	struct buf name;
	buf_init(&name, call->al->arena);
	if (matrices == 0) {
		buf_printf(&name, "UniversalCopy<u%d>", bits_d);
	} else if (bits_d == 8) {
		buf_printf(&name, "SM100_U8x%d_STSM_T", 4 * matrices);
	} else {
		buf_printf(&name, is_column ? "SM90_U16x%d_STSM_T" : "SM90_U32x%d_STSM_N", is_column ? 2 * matrices : matrices);
	}
	const struct value of_atom[] = {
		{ .kind = VALUE_STRING, .string = buf_str(&name) }, value_from_tuple(tuple_int(bits_d)),
	};
	return run_other(call, "copy_atom", of_atom, 2);
}

/* --- tensor memory --- */

/* The columns of tensor memory up to the end of "value", a tensor there; 0 after a fault. */
static int64_t columns_of(struct call *call, const struct value *value) {
	struct algebra *al = call->al;
	bool is_there = value->kind == VALUE_TENSOR && value->tensor->has_pointer
		&& str_is(value->tensor->pointer.space, "tmem");
	if (!is_there && !algebra_failed(al)) {
		algebra_fault(al, FAULT_TYPE, "expected a tensor in tensor memory, or a list of them");
	}
	if (algebra_failed(al)) {
		return 0;
	}
	struct layout layout = map_inner(al, value->tensor->map);
	struct tuple bits = tuple_int(value->tensor->pointer.bits);
	const struct value of_recast[] = { value_from_tuple(tuple_int(32)), value_from_tuple(bits),
		value_from_layout(layout) };
	const struct value words = run_other(call, "recast_layout", of_recast, 3);
	struct tuple end = algebra_failed(al) ? tuple_int(0) : layout_cosize(al, words.layout);
	return algebra_failed(al) ? 0 : int_value(al, end) & 0xffff;
}

/* (tmem_tensors, rounding): the columns of all, up to the next power of two that can be given out */
static struct value run_get_num_tmem_alloc_cols(struct call *call) {
	enum { COLUMNS_LEAST = 32, COLUMNS_MOST = 512 };
	const struct value *tensors = arg(call, 0);
	bool is_list = tensors->kind == VALUE_LIST;
	const struct value *rounding = given_arg(call, 1) ? kind_arg(call, 1, VALUE_BOOL, "True or False") : NULL;
	int64_t columns = 0;
	arg(call, 0);
	for (int i = 0; i < (is_list ? value_part_count(tensors) : 1) && !algebra_failed(call->al); i++) {
		const struct value tensor = is_list ? value_part(tensors, i) : *tensors;
		columns += columns_of(call, &tensor);
	}
	int64_t rounded = COLUMNS_LEAST;
	while (rounded < columns) {
		rounded *= 2;
	}
	columns = rounding == NULL || rounding->boolean ? rounded : columns;
	if (!algebra_failed(call->al) && (columns < COLUMNS_LEAST || columns > COLUMNS_MOST)) {
		algebra_fault(call->al, FAULT_LIMIT, "%" PRId64 " columns of tensor memory: 32 to 512 are given out", columns);
	}
	return algebra_failed(call->al) ? value_none() : from_tuple(call, tuple_int(columns));
}

#define HELPER_SOURCE "python/CuTeDSL/cutlass/utils/blackwell_helpers.py"
static const struct operation operations[] = {
	{ "compute_epilogue_tile_shape",
		"cta_tile_shape, use_2cta_instrs, layout_d, elem_ty_d, layout_c, elem_ty_c, tmem_warp_shape_mn",
		RUN(run_epilogue_tile_shape, 4, 7),
		"the part of a tile that an epilogue takes at a time",
		"compute_epilogue_tile_shape((64,256),True,LayoutEnum.ROW_MAJOR,Float16)", "(64:1,(32,2):(1,128))",
		HELPER_SOURCE },
	{ "get_num_tmem_alloc_cols", "tmem_tensors, rounding", RUN(run_get_num_tmem_alloc_cols, 1, 2),
		"the columns of tensor memory that tensors there take, a power of two",
		"get_num_tmem_alloc_cols(tensor<ptr<f32,tmem> o ((128,96),1,1):((65536,1),0,0)>)", "128",
		HELPER_SOURCE },
	{ "get_smem_layout_atom_epi", "layout, element_type, epi_tile", RUN(run_get_smem_layout_atom_epi, 3, 3),
		"the kind for make_smem_layout_atom with the widest swizzle that the tile of an epilogue takes",
		"make_smem_layout_atom(get_smem_layout_atom_epi(LayoutEnum.ROW_MAJOR,Float16,(128,32)),Float16)",
		"Sw<2,4,3> o 0 o (8,32):(32,1)", HELPER_SOURCE },
	{ "get_tmem_load_op",
		"cta_tile_shape, layout_d, elem_ty_d, elem_ty_acc, epi_tile, use_2cta_instrs, tmem_warp_shape_mn",
		RUN(run_get_tmem_load_op, 6, 7),
		"the load of accumulators from tensor memory for an epilogue",
		"get_tmem_load_op((128,256,64),LayoutEnum.ROW_MAJOR,Float16,Float32,(128,32),False)",
		"copy_atom(\"SM100_TMEM_LOAD_32dp32b32x\",32)", HELPER_SOURCE },
	{ "sm100_get_smem_store_op", "layout_d, elem_ty_d, elem_ty_acc, tiled_tmem_load",
		RUN_AS(ARGUMENTS_TILED, run_get_smem_store_op, 4, 4),
		"the store of an epilogue to shared memory, sm100_utils.get_smem_store_op",
		"sm100_get_smem_store_op(LayoutEnum.ROW_MAJOR,Float16,Float32,make_tmem_copy("
		"\"SM100_TMEM_LOAD_16dp256b4x\",((128,32)):((65536,1))))",
		"copy_atom(\"SM90_U32x4_STSM_N\",16)", HELPER_SOURCE },
	{ "sm100_make_smem_layout_epi", "epi_dtype, epi_layout, epi_tile, epi_stage", RUN(run_smem_layout_epi, 4, 4),
		"the stages of tiles of the epilogue in shared memory, sm100_utils.make_smem_layout_epi",
		"sm100_make_smem_layout_epi(Float32,LayoutEnum.COL_MAJOR,(128,32),2)",
		"Sw<2,5,2> o 0 o ((32,4),(8,4),(1,2)):((1,1024),(32,256),(0,4096))", HELPER_SOURCE },
};

OPERATION_GROUP(dsl_epilogue, "Epilogues of CuTe DSL for Blackwell", operations)
