/*
 * What kernels for Hopper call of CuTe DSL's helpers, cutlass.utils: the majors that the order of a matrix in memory
 * gives, the layouts of its tiles in shared memory for wgmma, and the tiled MMA. A LayoutEnum is the string ROW_MAJOR
 * or COL_MAJOR, a kind of an atom what make_smem_layout_atom takes.
 *
 * Source: nvidia-cutlass-dsl 4.8.1, cutlass/utils/hopper_helpers.py, cutlass/tensor_utils/layout.py; golden/facts/
 * dsl.tsv has what they make.
 */
#include "lang/ops/dsl_helpers.h"
#include "lang/ops/signature.h"

/* --- orders and majors --- */

/* OperandMajorMode.K or MN. */
static struct value run_major_mode(struct call *call) {
	return from_word(row_major_arg(call, 0) ? "K" : "MN");
}

/* Whether a mode of this shape and stride has a part of stride 1 that is not of extent 1. */
static bool is_contiguous(struct tuple shape, struct tuple stride) {
	bool is = !tuple_is_tuple(stride) && tuple_is_constant(stride, 1) && !tuple_is_constant(shape, 1);
	for (int i = 0; tuple_is_tuple(stride) && i < stride.rank && !is; i++) {
		is = is_contiguous(tuple_mode(shape, i), stride.modes[i]);
	}
	return is;
}

/* The LayoutEnum of a matrix, of whose modes mode 0 or mode 1 is the first that is contiguous. */
static struct value run_order_from_tensor(struct call *call) {
	struct layout layout = map_inner(call->al, map_arg(call, 0));
	int rank = algebra_failed(call->al) ? 0 : layout_rank(layout);
	int leading = 0;
	while (leading < rank && !is_contiguous(tuple_mode(layout.shape, leading), tuple_mode(layout.stride, leading))) {
		leading++;
	}
	if (!algebra_failed(call->al) && (leading == rank || leading > 1)) {
		algebra_fault(call->al, FAULT_DOMAIN, "expected a tensor of which mode 0 or mode 1 has the stride 1");
	}
	return algebra_failed(call->al) ? value_none() : from_word(leading == 1 ? "ROW_MAJOR" : "COL_MAJOR");
}

enum order { ROWS, COLUMNS };

/* Whether the mode that the name of the operation says is contiguous: K of A and B and N of C in rows. */
static struct value run_is_major(struct call *call) {
	return from_bool(call, row_major_arg(call, 0) == (which(call) == ROWS));
}

/* --- layouts in shared memory --- */

/* (layout, element_type, major_mode_size): the kind for make_smem_layout_atom */
static struct value run_get_smem_layout_atom(struct call *call) {
	bool is_row = row_major_arg(call, 0);
	int bits = element_bits_arg(call, 1);
	int64_t extent = int_arg(call, 2, 1, INT32_MAX);
	return smem_kind(call, is_row, bits, extent);
}

/* Refuse a call of the helper for Blackwell that has the same name. */
static struct value refuse_blackwell(struct call *call, const char *what) {
	algebra_fault(call->al, FAULT_TYPE, "this helper is the one for Hopper, with %s", what);
	fault_set_hint(&call->al->fault, "sm100_%s is the one for Blackwell", call->operation->name);
	return value_none();
}

/* (layout, mma_tiler_mnk, dtype, num_stages) */
static struct value run_smem_layout_operand(struct call *call) {
	if (arg(call, 0)->kind == VALUE_TILED_MMA) {
		return refuse_blackwell(call, "a LayoutEnum first");
	}
	int64_t mnk[3];
	bool is_row = row_major_arg(call, 0);
	int bits = element_bits_arg(call, 2);
	int64_t stages = int_arg(call, 3, 1, INT32_MAX);
	extents_arg(call, 1, 3, mnk);
	const int64_t extents[] = { mnk[which(call) == OPERAND_A ? 0 : 1], mnk[2] };
	const struct value kind = smem_kind(call, is_row, bits, extents[is_row ? 1 : 0]);
	return stage_tiles(call, &kind, is_row, &call->args[2], extents, stages);
}

/* (epi_dtype, epi_layout, epi_tile, epi_stage) */
static struct value run_smem_layout_epi(struct call *call) {
	int64_t extents[2];
	int bits = element_bits_arg(call, 0);
	bool is_row = row_major_arg(call, 1);
	int64_t stages = int_arg(call, 3, 1, INT32_MAX);
	extents_arg(call, 2, 2, extents);
	const struct value kind = smem_kind(call, is_row, bits, extents[is_row ? 1 : 0]);
	return stage_tiles(call, &kind, is_row, &call->args[0], extents, stages);
}

/* --- the tiled MMA --- */

/* As run_other(); a fault is at the arguments of "call" that "places" name, from 1, with 0 for all of them. */
static struct value run_for(struct call *call, const char *name, const struct value *args, int count,
		const int *places) {
	struct algebra *al = call->al;
	al->operand = 0;
	struct value value = run_other(call, name, args, count);
	if (algebra_failed(al) && al->fault.operand > 0) {
		al->fault.operand = places[al->fault.operand - 1];
	}
	return value;
}

/* (a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, atom_layout_mnk, tiler_mn, a_source) */
static struct value run_trivial_tiled_mma(struct call *call) {
	static const int place_in_op[] = { 1, 5, 7, 0, 8, 3, 4 };
	static const int place_in_mma[] = { 0, 6 };
	struct algebra *al = call->al;
	int64_t mn[2];
	if (arg(call, 5)->kind == VALUE_STRING) {
		return refuse_blackwell(call, "the atoms along M, N and K in the place of a CtaGroup");
	}
	const struct value *a = kind_arg(call, 0, VALUE_STRING, "a type of elements");
	const struct value *b = kind_arg(call, 1, VALUE_STRING, "a type of elements");
	extents_arg(call, 6, 2, mn);
	bool is_known = !algebra_failed(al) && element_bits(a->string) == 16 && str_equal(a->string, b->string);
	if (!algebra_failed(al) && !is_known) {
		al->operand = 0;
		algebra_fault(al, FAULT_UNSUPPORTED, "this helper is known for A and B of Float16 or BFloat16");
	}
	if (algebra_failed(al)) {
		return value_none();
	}
	const struct value of_op[] = {
		*a, call->args[4], from_three(al, tuple_int(mn[0]), tuple_int(mn[1]), tuple_int(16)), value_none(),
		has_arg(call, 7) ? call->args[7] : from_word("SMEM"), call->args[2], call->args[3],
	};
	const struct value of_mma[] = { run_for(call, "MmaF16BF16Op", of_op, 7, place_in_op), call->args[5] };
	return algebra_failed(al) ? value_none() : run_for(call, "make_tiled_mma", of_mma, 2, place_in_mma);
}

#define LAYOUT_SOURCE "python/CuTeDSL/cutlass/utils/layout.py"
#define HELPER_SOURCE "python/CuTeDSL/cutlass/utils/hopper_helpers.py"

static const struct operation operations[] = {
	{ "get_smem_layout_atom", "layout, element_type, major_mode_size", RUN(run_get_smem_layout_atom, 3, 3),
		"the kind for make_smem_layout_atom with the widest swizzle that a tile takes",
		"make_smem_layout_atom(get_smem_layout_atom(LayoutEnum.ROW_MAJOR,Float16,32),Float16)",
		"Sw<2,4,3> o 0 o (8,32):(32,1)", HELPER_SOURCE },
	{ "is_k_major_a", "layout", RUN_FOR(ROWS, run_is_major, 1, 1),
		"whether K of A is contiguous in a LayoutEnum", "is_k_major_a(LayoutEnum.ROW_MAJOR)", "true", LAYOUT_SOURCE },
	{ "is_k_major_b", "layout", RUN_FOR(ROWS, run_is_major, 1, 1),
		"whether K of B is contiguous in a LayoutEnum", "is_k_major_b(LayoutEnum.ROW_MAJOR)", "true", LAYOUT_SOURCE },
	{ "is_m_major_a", "layout", RUN_FOR(COLUMNS, run_is_major, 1, 1),
		"whether M of A is contiguous in a LayoutEnum", "is_m_major_a(LayoutEnum.ROW_MAJOR)", "false", LAYOUT_SOURCE },
	{ "is_m_major_c", "layout", RUN_FOR(COLUMNS, run_is_major, 1, 1),
		"whether M of C is contiguous in a LayoutEnum", "is_m_major_c(LayoutEnum.ROW_MAJOR)", "false", LAYOUT_SOURCE },
	{ "is_n_major_b", "layout", RUN_FOR(COLUMNS, run_is_major, 1, 1),
		"whether N of B is contiguous in a LayoutEnum", "is_n_major_b(LayoutEnum.ROW_MAJOR)", "false", LAYOUT_SOURCE },
	{ "is_n_major_c", "layout", RUN_FOR(ROWS, run_is_major, 1, 1),
		"whether N of C is contiguous in a LayoutEnum", "is_n_major_c(LayoutEnum.ROW_MAJOR)", "true", LAYOUT_SOURCE },
	{ "make_smem_layout_a", "a_layout, mma_tiler_mnk, a_dtype, num_stages",
		RUN_FOR(OPERAND_A, run_smem_layout_operand, 4, 4),
		"the stages of tiles of A in shared memory",
		"make_smem_layout_a(LayoutEnum.ROW_MAJOR,(128,128,64),Float16,2)",
		"Sw<3,4,3> o 0 o ((8,16),(64,1),(1,2)):((64,512),(1,0),(0,8192))", HELPER_SOURCE },
	{ "make_smem_layout_b", "b_layout, mma_tiler_mnk, b_dtype, num_stages",
		RUN_FOR(OPERAND_B, run_smem_layout_operand, 4, 4),
		"the stages of tiles of B in shared memory",
		"make_smem_layout_b(LayoutEnum.COL_MAJOR,(128,128,64),Float16,2)",
		"Sw<3,4,3> o 0 o ((64,2),(8,8),(1,2)):((1,4096),(64,512),(0,8192))", HELPER_SOURCE },
	{ "make_smem_layout_epi", "epi_dtype, epi_layout, epi_tile, epi_stage", RUN(run_smem_layout_epi, 4, 4),
		"the stages of tiles of the epilogue in shared memory",
		"make_smem_layout_epi(Float16,LayoutEnum.ROW_MAJOR,(64,32),4)",
		"Sw<2,4,3> o 0 o ((8,8),(32,1),(1,4)):((32,256),(1,0),(0,2048))", HELPER_SOURCE },
	{ "make_trivial_tiled_mma",
		"a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, atom_layout_mnk, tiler_mn, a_source",
		RUN(run_trivial_tiled_mma, 7, 8),
		"a tiled MMA of wgmma, whose A is in shared memory if no other source is given",
		"make_trivial_tiled_mma(Float16,Float16,OperandMajorMode.K,OperandMajorMode.MN,Float32,(2,1,1),(64,128))",
		"make_tiled_mma(mma_atom(\"SM90_64x128x16_F32F16F16_SS\"),(2,1,1):(1,0,0),(_,_,_))", HELPER_SOURCE },
	{ "mma_major_mode", "layout", RUN(run_major_mode, 1, 1),
		"OperandMajorMode.K of a LayoutEnum in rows, MN in columns",
		"mma_major_mode(LayoutEnum.ROW_MAJOR)", "\"K\"", LAYOUT_SOURCE },
	{ "order_from_tensor", "tensor", RUN(run_order_from_tensor, 1, 1),
		"the LayoutEnum of a matrix, LayoutEnum.from_tensor",
		"order_from_tensor((64,32):(32,1))", "\"ROW_MAJOR\"", LAYOUT_SOURCE },
	{ "sm90_mma_major_mode", "layout", RUN(run_major_mode, 1, 1),
		"OperandMajorMode.K of a LayoutEnum in rows, MN in columns",
		"sm90_mma_major_mode(LayoutEnum.COL_MAJOR)", "\"MN\"", LAYOUT_SOURCE },
};

OPERATION_GROUP(dsl_hopper, "Helpers of CuTe DSL for Hopper", operations)
