/*
 * What kernels for Hopper call of CuTe DSL's helpers, cutlass.utils: the majors that the order of a matrix in memory
 * gives, the layouts of its tiles in shared memory for wgmma, and the tiled MMA. A LayoutEnum is the string ROW_MAJOR
 * or COL_MAJOR, a kind of an atom what make_smem_layout_atom takes.
 *
 * Source: nvidia-cutlass-dsl 4.8.1, cutlass/utils/hopper_helpers.py, cutlass/tensor_utils/layout.py; golden/facts/
 * dsl.tsv has what they make.
 */
#include <inttypes.h>

#include "lang/ops/signature.h"

static struct value from_string(const char *text) {
	return (struct value){ .kind = VALUE_STRING, .string = str_from(text) };
}

/* --- orders and majors --- */

/* Whether argument "i", a LayoutEnum, is ROW_MAJOR. */
static bool row_major_arg(struct call *call, int i) {
	const struct value *order = kind_arg(call, i, VALUE_STRING, "LayoutEnum.ROW_MAJOR or COL_MAJOR");
	bool is_row = order != NULL && str_is(order->string, "ROW_MAJOR");
	if (order != NULL && !is_row && !str_is(order->string, "COL_MAJOR")) {
		algebra_fault(call->al, FAULT_NAME, "expected LayoutEnum.ROW_MAJOR or LayoutEnum.COL_MAJOR");
	}
	return is_row;
}

/* OperandMajorMode.K or MN. */
static struct value run_major_mode(struct call *call) {
	return from_string(row_major_arg(call, 0) ? "K" : "MN");
}

enum order { ROWS, COLUMNS };

/* Whether the mode that the name of the operation says is contiguous: K of A and B and N of C in rows. */
static struct value run_is_major(struct call *call) {
	return from_bool(call, row_major_arg(call, 0) == (which(call) == ROWS));
}

/* --- layouts in shared memory --- */

/* The kind with the widest swizzle that "extent" elements of "bits" bits of the contiguous mode are a multiple of. */
static struct value choose_kind(struct call *call, bool is_row, int bits, int64_t extent) {
	static const struct {
		const char *names[2]; /* along K, along M or N */
		int64_t bits;
	} kinds[] = {
		{ { "K_SW128", "MN_SW128" }, 1024 }, { { "K_SW64", "MN_SW64" }, 512 }, { { "K_SW32", "MN_SW32" }, 256 },
		{ { "K_INTER", "MN_INTER" }, 1 },
	};
	if (algebra_failed(call->al)) {
		return value_none();
	}
	if (extent % 8 != 0) {
		algebra_fault(call->al, FAULT_DIVIDE, "the %" PRId64 " elements along the contiguous mode are no multiple of 8",
			extent);
		return value_none();
	}
	size_t i = 0;
	while (extent % kinds[i].bits * bits % kinds[i].bits != 0) {
		i++;
	}
	return from_string(kinds[i].names[is_row ? 0 : 1]);
}

/* (layout, element_type, major_mode_size): the kind for make_smem_layout_atom */
static struct value run_get_smem_layout_atom(struct call *call) {
	bool is_row = row_major_arg(call, 0);
	int bits = element_bits_arg(call, 1);
	int64_t extent = int_arg(call, 2, 1, INT32_MAX);
	return choose_kind(call, is_row, bits, extent);
}

/* The extents of the shape of "count" integers in argument "i". */
static void read_extents(struct call *call, int i, int count, int64_t *extents) {
	struct tuple shape = tuple_arg(call, i);
	if (!algebra_failed(call->al) && (tuple_rank(shape) != count || tuple_depth(shape) != 1)) {
		algebra_fault(call->al, FAULT_RANK, "expected a shape of %d integers", count);
	}
	for (int k = 0; k < count; k++) {
		extents[k] = algebra_failed(call->al) ? 1 : int_value(call->al, tuple_mode(shape, k));
		if (extents[k] < 1) {
			algebra_fault(call->al, FAULT_DOMAIN, "extent %" PRId64 " of a tile", extents[k]);
		}
	}
}

/* (a,b,c) */
static struct value from_three(struct algebra *al, struct tuple a, struct tuple b, struct tuple c) {
	struct tuple *modes = tuple_modes_new(al, 3);
	modes[0] = a;
	modes[1] = b;
	modes[2] = c;
	return value_from_tuple(tuple_of(al, modes, 3));
}

/*
 * "stages" tiles with these "extents" of elements of type "type" of "bits" bits, of which those along the second extent
 * are contiguous if "is_row": the atom that fits, repeated along the contiguous mode first.
 */
static struct value stage_tiles(struct call *call, bool is_row, const struct value *type, int bits,
	const int64_t extents[2], const struct value *stages) {
	struct algebra *al = call->al;
	const struct value kind = choose_kind(call, is_row, bits, extents[is_row ? 1 : 0]);
	if (algebra_failed(al)) {
		return value_none();
	}
	struct tuple first = tuple_int(is_row ? 0 : 1);
	struct tuple second = tuple_int(is_row ? 1 : 0);
	const struct value of_atom[] = { kind, *type };
	const struct value of_tiles[] = {
		run_other(call, "make_smem_layout_atom", of_atom, 2),
		from_three(al, tuple_int(extents[0]), tuple_int(extents[1]), stages->tuple),
		from_three(al, first, second, tuple_int(2)),
	};
	return algebra_failed(al) ? value_none() : run_other(call, "tile_to_shape", of_tiles, 3);
}

enum operand { OPERAND_A, OPERAND_B };

/* (layout, mma_tiler_mnk, dtype, num_stages) */
static struct value run_smem_layout_operand(struct call *call) {
	if (arg(call, 0)->kind == VALUE_TILED_MMA) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "this helper is known as it is for Hopper, with a LayoutEnum first");
		return value_none();
	}
	int64_t mnk[3];
	bool is_row = row_major_arg(call, 0);
	int bits = element_bits_arg(call, 2);
	int_arg(call, 3, 1, INT32_MAX);
	read_extents(call, 1, 3, mnk);
	const int64_t extents[] = { mnk[which(call) == OPERAND_A ? 0 : 1], mnk[2] };
	return stage_tiles(call, is_row, &call->args[2], bits, extents, &call->args[3]);
}

/* (epi_dtype, epi_layout, epi_tile, epi_stage) */
static struct value run_smem_layout_epi(struct call *call) {
	int64_t extents[2];
	int bits = element_bits_arg(call, 0);
	bool is_row = row_major_arg(call, 1);
	int_arg(call, 3, 1, INT32_MAX);
	read_extents(call, 2, 2, extents);
	return stage_tiles(call, is_row, &call->args[0], bits, extents, &call->args[3]);
}

/* --- the tiled MMA --- */

/* (a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, atom_layout_mnk, tiler_mn, a_source) */
static struct value run_trivial_tiled_mma(struct call *call) {
	struct algebra *al = call->al;
	int64_t mn[2];
	const struct value *a = kind_arg(call, 0, VALUE_STRING, "a type of elements");
	const struct value *b = kind_arg(call, 1, VALUE_STRING, "a type of elements");
	read_extents(call, 6, 2, mn);
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
		has_arg(call, 7) ? call->args[7] : from_string("SMEM"), call->args[2], call->args[3],
	};
	al->operand = 0;
	const struct value of_mma[] = { run_other(call, "MmaF16BF16Op", of_op, 7), call->args[5] };
	return algebra_failed(al) ? value_none() : run_other(call, "make_tiled_mma", of_mma, 2);
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
	{ "sm90_mma_major_mode", "layout", RUN(run_major_mode, 1, 1),
		"OperandMajorMode.K of a LayoutEnum in rows, MN in columns",
		"sm90_mma_major_mode(LayoutEnum.COL_MAJOR)", "\"MN\"", LAYOUT_SOURCE },
};

OPERATION_GROUP(dsl_hopper, "Helpers of CuTe DSL for Hopper", operations)
