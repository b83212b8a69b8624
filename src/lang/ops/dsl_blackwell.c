/*
 * What kernels for Blackwell call of CuTe DSL's helpers, cutlass.utils.blackwell_helpers: the tiled MMA of tcgen05, the
 * layouts of its tiles in shared memory and the loads of its operands; dsl_epilogue.c has the others. Those that Hopper
 * has, too, have sm100_ in front; src/lang/imports.h says which one a program means.
 *
 * Source: nvidia-cutlass-dsl 4.8.1, cutlass/utils/blackwell_helpers.py, cutlass/cute/nvgpu/tcgen05/helpers.py; golden/
 * facts/dsl.tsv has what they make.
 */
#include <inttypes.h>

#include "base/buf.h"
#include "base/element.h"
#include "lang/atoms.h"
#include "lang/ops/dsl_helpers.h"
#include "lang/ops/signature.h"

/* --- layouts in shared memory --- */

/* (major_mode, element_type, smem_shape_mn_k, sparsity) */
static struct value run_get_smem_layout_atom_ab(struct call *call) {
	bool is_k = k_major_arg(call, 0);
	int bits = element_bits_arg(call, 1);
	int64_t sparsity = given_arg(call, 3) ? int_arg(call, 3, 1, 2) : 1;
	struct tuple shape = shape_arg(call, 2);
	if (!algebra_failed(call->al) && tuple_rank(shape) < 2) {
		algebra_fault(call->al, FAULT_RANK, "expected a shape of 2 modes");
	}
	int64_t extent = mode_size_number(call->al, shape, is_k ? 1 : 0);
	if (is_k && sparsity == 2 && extent % 16 == 0) {
		extent /= 2;
	} else if (is_k && sparsity == 2) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "sparse operands are known for multiples of 16 elements");
	}
	return umma_kind(call, is_k, bits, extent);
}

/* (leading_mode, smem_tile_shape, dtype, num_stages) */
static struct value run_smem_layout(struct call *call) {
	int64_t extents[2];
	bool is_k = k_major_arg(call, 0);
	int bits = element_bits_arg(call, 2);
	int64_t stages = int_arg(call, 3, 1, INT32_MAX);
	extents_arg(call, 1, 2, extents);
	struct algebra *al = call->al;
	const struct value kind = umma_kind(call, is_k, bits, extents[is_k ? 1 : 0]);
	const struct value of_coalesce[] = {
		stage_tiles(call, &kind, is_k, &call->args[2], extents, stages),
		value_from_tuple(tuple_repeat(al, tuple_int(1), 3)),
	};
	return algebra_failed(al) ? value_none() : run_other(call, "coalesce", of_coalesce, 2);
}

/* (atom, mma_tile_shape, order): ((M,N),M_MMAs,N_MMAs,rest...), whose first mode is the tile of an instruction */
static struct value run_tile_to_mma_shape(struct call *call) {
	struct algebra *al = call->al;
	map_arg(call, 0);
	struct tuple shape = shape_arg(call, 1);
	if (!algebra_failed(al) && (tuple_rank(shape) < 3 || tuple_rank(tuple_mode(shape, 0)) != 2)) {
		algebra_fault(al, FAULT_RANK, "expected the shape of tiles of an MMA, ((M,N),M_MMAs,N_MMAs,rest...)");
	}
	if (algebra_failed(al)) {
		return value_none();
	}
	int rank = tuple_rank(shape);
	struct tuple *modes = tuple_modes_room(al, rank - 1);
	struct tuple *order = tuple_modes_room(al, rank - 1);
	struct tuple *tile = tuple_modes_room(al, 2);
	for (int i = 0; i < rank - 1; i++) {
		order[i] = tuple_int(i);
		modes[i] = tuple_product(al, tuple_mode(shape, i + 1));
		if (i < 2) {
			tile[i] = tuple_product(al, tuple_mode(tuple_mode(shape, 0), i));
			modes[i] = algebra_failed(al) ? modes[i] : int_mul(al, modes[i], tile[i]);
		}
	}
	const struct value of_shape[] = {
		call->args[0], value_from_tuple(tuple_of(al, modes, rank - 1)),
		given_arg(call, 2) ? call->args[2] : value_from_tuple(tuple_of(al, order, rank - 1)),
	};
	if (algebra_failed(al)) {
		return value_none();
	}
	const struct value of_divide[] = {
		run_other(call, "tile_to_shape", of_shape, 3), value_from_tuple(tuple_of(al, tile, 2)),
	};
	const struct value of_coalesce[] = { run_other(call, "tiled_divide", of_divide, 2), value_from_tuple(shape) };
	return algebra_failed(al) ? value_none() : run_other(call, "coalesce", of_coalesce, 2);
}

/* Field "i" of the name of an atom from its end: 0 the major of B, 1 that of A. */
static struct str last_field(struct str name, int i) {
	int count = 0;
	while (atom_field(name, count).length > 0) {
		count++;
	}
	return count > i ? atom_field(name, count - 1 - i) : str_from("");
}

/* Argument 0, a tiled MMA of tcgen05, whose operands have majors. NULL after a fault. */
static const struct named_tiled_mma *umma_arg(struct call *call) {
	const struct tiled_mma *mma = mma_arg(call, 0);
	const struct named_tiled_mma *named = mma != NULL ? call->args[0].tiled_mma : NULL;
	if (named != NULL && !str_starts_with(named->atom->name, "SM100_MMA_")) {
		algebra_fault(call->al, FAULT_TYPE, "this helper is the one for Blackwell, with an MMA of tcgen05");
		return NULL;
	}
	return named;
}

/* (tiled_mma, mma_tiler_mnk, dtype, num_stages, is_k_major) */
static struct value run_smem_layout_operand(struct call *call) {
	struct algebra *al = call->al;
	bool is_a = which(call) == OPERAND_A;
	if (arg(call, 0)->kind == VALUE_STRING) {
		algebra_fault(al, FAULT_TYPE, "this helper is the one for Blackwell, with an MMA of tcgen05 first");
		return value_none();
	}
	const struct named_tiled_mma *named = umma_arg(call);
	struct tuple tiler = shape_arg(call, 1);
	if (!algebra_failed(al) && tuple_rank(tiler) != 3) {
		algebra_fault(al, FAULT_RANK, "expected the tile of an MMA, (M,N,K)");
	}
	int bits = element_bits_arg(call, 2);
	struct tuple stages = tuple_int(int_arg(call, 3, 1, INT32_MAX));
	const struct value *major = given_arg(call, 4) ? kind_arg(call, 4, VALUE_BOOL, "True or False") : NULL;
	if (algebra_failed(al)) {
		return value_none();
	}
	bool is_k = major != NULL ? major->boolean : str_is(last_field(named->atom->name, is_a ? 1 : 0), "K");
	const struct value of_shape[] = {
		call->args[0], value_from_tuple(tuple_pair(al, tuple_mode(tiler, is_a ? 0 : 1), tuple_mode(tiler, 2))),
	};
	struct tuple shape = run_other(call, is_a ? "partition_shape_A" : "partition_shape_B", of_shape, 2).tuple;
	if (algebra_failed(al)) {
		return value_none();
	}
	int along = is_k ? 1 : 0;
	struct tuple extent = int_mul(al, tuple_product(al, tuple_mode(tuple_mode(shape, 0), along)),
		tuple_product(al, tuple_mode(shape, 1 + along)));
	const struct value of_atom[] = {
		algebra_failed(al) ? value_none() : umma_kind(call, is_k, bits, int_value(al, extent)), call->args[2],
	};
	if (algebra_failed(al)) {
		return value_none();
	}
	struct tuple *modes = tuple_modes_room(al, 4);
	for (int i = 0; i < 4; i++) {
		modes[i] = i < 3 ? tuple_mode(shape, i) : stages;
	}
	const struct value of_tiles[] = {
		run_other(call, "make_smem_layout_atom", of_atom, 2), value_from_tuple(tuple_of(al, modes, 4)),
		from_three(al, tuple_int(is_k ? 1 : 2), tuple_int(is_k ? 2 : 1), tuple_int(3)),
	};
	return algebra_failed(al) ? value_none() : run_other(call, "sm100_tile_to_mma_shape", of_tiles, 3);
}

/* --- the tiled MMA --- */

/* What the arguments of either helper say; "words" are those behind the types: majors, and where A is. */
struct umma {
	struct str types[4]; /* of A, B, C, and of scales */
	bool are_k[2];       /* K of A and of B is contiguous */
	bool is_pair;        /* of two CTAs */
	bool from_tmem;      /* A is in tensor memory */
	int64_t mn[2];
	int64_t vector;      /* elements that share a scale */
};

/* The name that names of atoms have for the type in argument "i". */
static struct str type_arg(struct call *call, int i) {
	int bits = element_bits_arg(call, i);
	const struct element *element = bits > 0 ? element_find(call->args[i].string) : NULL;
	return str_from(element != NULL ? element->name : "");
}

/* CtaGroup, tiler (M,N) and source of A from argument "i" on. */
static void read_instruction(struct call *call, int i, struct umma *umma) {
	const struct value *group = kind_arg(call, i, VALUE_STRING, "CtaGroup.ONE or TWO");
	umma->is_pair = group != NULL && str_is(group->string, "TWO");
	if (group != NULL && !umma->is_pair && !str_is(group->string, "ONE")) {
		algebra_fault(call->al, FAULT_NAME, "expected CtaGroup.ONE or CtaGroup.TWO");
	}
	extents_arg(call, i + 1, 2, umma->mn);
	bool has_source = given_arg(call, i + 2);
	const struct value *source = has_source ? kind_arg(call, i + 2, VALUE_STRING, "OperandSource.SMEM or TMEM") : NULL;
	umma->from_tmem = source != NULL && str_is(source->string, "TMEM");
	if (source != NULL && !umma->from_tmem && !str_is(source->string, "SMEM")) {
		algebra_fault(call->al, FAULT_NAME, "expected OperandSource.SMEM or OperandSource.TMEM");
	}
	if (umma->from_tmem && !umma->are_k[0]) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "A is read from tensor memory with K contiguous only");
	}
	/* Of B in bytes with N contiguous an instruction reads whole units of 16. */
	int64_t step = umma->is_pair ? 32 : 16;
	if (!umma->are_k[1] && element_bits(umma->types[1]) == 8 && umma->mn[1] % step != 0) {
		algebra_fault(call->al, FAULT_DIVIDE, "with bytes of B contiguous along N, N is a multiple of %" PRId64, step);
	}
}

/* Whether "type" is one of those of tcgen05.mma of 8, 6 and 4 bits. */
static bool is_narrow(struct str type) {
	return str_is_among(type, "e4m3 e5m2 e2m3 e3m2 e2m1");
}

/* The tiled MMA of one instruction of "family"; a fault of the whole call where the tables have none. */
static struct value make_umma(struct call *call, const char *family, const struct umma *umma) {
	struct algebra *al = call->al;
	struct buf name;
	buf_init(&name, al->arena);
	buf_printf(&name, "SM100_MMA_%s_%s%s<", family, umma->is_pair ? "2x1SM_" : "", umma->from_tmem ? "TS" : "SS");
	for (int i = 0; i < 4 && umma->types[i].length > 0; i++) {
		buf_put_str(&name, umma->types[i]);
		buf_put_char(&name, ',');
	}
	buf_printf(&name, "%" PRId64 ",%" PRId64, umma->mn[0], umma->mn[1]);
	if (umma->vector > 0) {
		buf_printf(&name, ",%" PRId64, umma->vector);
	}
	buf_printf(&name, ",%s,%s>", umma->are_k[0] ? "K" : "MN", umma->are_k[1] ? "K" : "MN");
	const struct value value = { .kind = VALUE_STRING, .string = buf_str(&name) };
	const struct value atom = run_other(call, "mma_atom", &value, 1);
	al->fault.operand = 0;
	return algebra_failed(al) ? value_none() : run_other(call, "make_tiled_mma", &atom, 1);
}

/* Whether the types of A and B are one argument, as calls had it before: a major follows the first. */
static bool has_one_type(const struct call *call) {
	const struct value *second = has_arg(call, 1) ? &call->args[1] : NULL;
	return second != NULL && second->kind == VALUE_STRING && str_is_among(second->string, "K MN");
}

/* Read the types and majors of A and B; returns the number of the argument behind them. */
static int read_operands(struct call *call, struct umma *umma) {
	bool has_one = has_one_type(call);
	int next = has_one ? 1 : 2;
	umma->types[0] = type_arg(call, 0);
	umma->types[1] = has_one ? umma->types[0] : type_arg(call, 1);
	umma->are_k[0] = k_major_arg(call, next);
	umma->are_k[1] = k_major_arg(call, next + 1);
	return next + 2;
}

/* Refuse a call with fewer arguments than "count", of which the last alone may be missing. */
static void need_arguments(struct call *call, int count) {
	if (!has_arg(call, count - 1)) {
		call->al->operand = 0;
		algebra_fault(call->al, FAULT_RANK, "%s needs the types of A and of B, their majors, and what follows",
			call->operation->name);
	}
}

/* (a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, cta_group, mma_tiler_mn, a_source) */
static struct value run_trivial_tiled_mma(struct call *call) {
	struct umma umma = { .vector = 0 };
	need_arguments(call, has_one_type(call) ? 6 : 7);
	int next = algebra_failed(call->al) ? 0 : read_operands(call, &umma);
	if (!algebra_failed(call->al)) {
		umma.types[2] = type_arg(call, next);
		read_instruction(call, next + 1, &umma);
	}
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct str a = umma.types[0];
	bool are_equal = str_equal(a, umma.types[1]);
	if (str_is_among(a, "f16 bf16") && are_equal) {
		return make_umma(call, "F16BF16", &umma);
	}
	if (str_is_among(a, "tf32 f32") && are_equal) {
		umma.types[0] = umma.types[1] = str_from("tf32");
		umma.types[2] = str_from("f32");
		return make_umma(call, "TF32", &umma);
	}
	if (str_is_among(a, "s8 u8") && are_equal) {
		umma.types[2] = str_from("s32");
		return make_umma(call, "S8", &umma);
	}
	if (is_narrow(a) && is_narrow(umma.types[1])) {
		return make_umma(call, "F8F6F4", &umma);
	}
	call->al->operand = 0;
	algebra_fault(call->al, FAULT_TYPE, "no instruction of tcgen05 multiplies %.*s by %.*s", str_shown(a, 20), a.data,
		str_shown(umma.types[1], 20), umma.types[1].data);
	return value_none();
}

/* (a_dtype, b_dtype, a_leading_mode, b_leading_mode, sf_dtype, sf_vec_size, cta_group, mma_tiler_mn, a_source) */
static struct value run_blockscaled_tiled_mma(struct call *call) {
	struct umma umma = { .vector = 0 };
	need_arguments(call, has_one_type(call) ? 7 : 8);
	int next = algebra_failed(call->al) ? 0 : read_operands(call, &umma);
	if (!algebra_failed(call->al)) {
		umma.types[2] = str_from("f32");
		umma.types[3] = type_arg(call, next);
		umma.vector = int_arg(call, next + 1, 16, 32);
		read_instruction(call, next + 2, &umma);
	}
	if (algebra_failed(call->al)) {
		return value_none();
	}
	bool is_four = str_is(umma.types[0], "e2m1") && str_is(umma.types[1], "e2m1");
	if (is_four && (umma.vector == 16 || umma.vector == 32)) {
		umma.are_k[0] = umma.are_k[1] = true;
		umma.types[3] = str_from(umma.vector == 16 && !str_is(umma.types[3], "e8m0") ? "ue4m3" : "ue8m0");
		return make_umma(call, "MXF4", &umma);
	}
	if (!is_four && is_narrow(umma.types[0]) && is_narrow(umma.types[1])) {
		umma.vector = 0;
		umma.types[3] = str_from("ue8m0");
		return make_umma(call, "MXF8F6F4", &umma);
	}
	call->al->operand = 0;
	algebra_fault(call->al, FAULT_TYPE, "no block-scaled instruction multiplies these types with vectors of %" PRId64,
		umma.vector);
	return value_none();
}

/* --- TMA --- */

enum multicast { FOR_A, FOR_B, FOR_SFB };

/* (cluster_shape_mnk, atom_thr_id): the loads of an operand that the CTAs of a row or column of the cluster share */
static struct value run_cluster_shape_to_tma_atom(struct call *call) {
	struct algebra *al = call->al;
	struct tuple shape = shape_arg(call, 0);
	struct layout id = layout_arg(call, 1);
	if (!algebra_failed(al) && tuple_rank(shape) < 2) {
		al->operand = 1;
		algebra_fault(al, FAULT_RANK, "expected the shape of a cluster, (M,N,K)");
	}
	int64_t m = mode_size_number(al, shape, 0);
	int64_t n = mode_size_number(al, shape, 1);
	int64_t ctas = int_value(al, layout_size(al, id));
	if (!algebra_failed(al) && (ctas < 1 || ctas > 2 || m % ctas != 0)) {
		al->operand = 1;
		algebra_fault(al, FAULT_DIVIDE, "a cluster of %" PRId64 " CTAs along M is no multiple of the %" PRId64 " of an "
			"MMA", m, ctas);
	}
	if (algebra_failed(al)) {
		return value_none();
	}
	bool shares = which(call) == FOR_A ? n != 1 : which(call) == FOR_B ? m != ctas : m != 1 || ctas == 2;
	const struct value group = from_word(ctas == 2 ? "TWO" : "ONE");
	return run_other(call, shares ? "CopyBulkTensorTileG2SMulticastOp" : "CopyBulkTensorTileG2SOp", &group, 1);
}

#define HELPER_SOURCE "python/CuTeDSL/cutlass/utils/blackwell_helpers.py"
#define MMA_EXAMPLE "sm100_make_trivial_tiled_mma(Float16,Float16,OperandMajorMode.K,OperandMajorMode.K,Float32," \
	"CtaGroup.TWO,(256,128))"
static const struct operation operations[] = {
	{ "cluster_shape_to_tma_atom_A", "cluster_shape_mnk, atom_thr_id",
		RUN_FOR(FOR_A, run_cluster_shape_to_tma_atom, 2, 2),
		"the loads of A by TMA, which the CTAs along N of a cluster share",
		"cluster_shape_to_tma_atom_A((2,2,1),2:1)", "\"SM100_TMA_2SM_LOAD_MULTICAST\"", HELPER_SOURCE },
	{ "cluster_shape_to_tma_atom_B", "cluster_shape_mnk, atom_thr_id",
		RUN_FOR(FOR_B, run_cluster_shape_to_tma_atom, 2, 2),
		"the loads of B by TMA, which the CTAs along M of a cluster share",
		"cluster_shape_to_tma_atom_B((2,2,1),2:1)", "\"SM100_TMA_2SM_LOAD\"", HELPER_SOURCE },
	{ "cluster_shape_to_tma_atom_SFB", "cluster_shape_mnk, atom_thr_id",
		RUN_FOR(FOR_SFB, run_cluster_shape_to_tma_atom, 2, 2),
		"the loads of the scales of B by TMA, which both CTAs of a pair need",
		"cluster_shape_to_tma_atom_SFB((2,1,1),2:1)", "\"SM100_TMA_2SM_LOAD_MULTICAST\"", HELPER_SOURCE },
	{ "get_smem_layout_atom_ab", "major_mode, element_type, smem_shape_mn_k, sparsity",
		RUN(run_get_smem_layout_atom_ab, 3, 4),
		"the kind for make_smem_layout_atom with the widest swizzle that a tile of A or B takes",
		"make_smem_layout_atom(get_smem_layout_atom_ab(OperandMajorMode.MN,Float32,(128,32)),Float32)",
		"Sw<2,5,2> o 0 o (32,8):(1,32)", HELPER_SOURCE },
	{ "make_blockscaled_trivial_tiled_mma",
		"a_dtype, b_dtype, a_leading_mode, b_leading_mode, sf_dtype, sf_vec_size, cta_group, mma_tiler_mn, a_source",
		RUN(run_blockscaled_tiled_mma, 7, 9),
		"a tiled MMA of tcgen05 whose operands have scales",
		"make_blockscaled_trivial_tiled_mma(Float4E2M1FN,Float4E2M1FN,OperandMajorMode.K,OperandMajorMode.K,"
		"Float8E4M3FN,16,CtaGroup.ONE,(128,256))",
		"make_tiled_mma(mma_atom(\"SM100_MMA_MXF4_SS<e2m1,e2m1,f32,ue4m3,128,256,16,K,K>\"),(1,1,1):(0,0,0),(_,_,_))",
		HELPER_SOURCE },
	{ "sm100_make_smem_layout", "leading_mode, smem_tile_shape, a_dtype, num_stages", RUN(run_smem_layout, 4, 4),
		"the stages of tiles in shared memory, sm100_utils.make_smem_layout",
		"sm100_make_smem_layout(OperandMajorMode.K,(128,64),Float16,2)",
		"Sw<3,4,3> o 0 o (128,64,2):(64,1,8192)", HELPER_SOURCE },
	{ "sm100_make_smem_layout_a", "tiled_mma, mma_tiler_mnk, a_dtype, num_stages, is_k_major",
		RUN_FOR_AS(ARGUMENTS_TILED, OPERAND_A, run_smem_layout_operand, 4, 5),
		"the stages of tiles of A in shared memory, sm100_utils.make_smem_layout_a",
		"sm100_make_smem_layout_a(" MMA_EXAMPLE ",(256,128,64),Float16,2)",
		"Sw<3,4,3> o 0 o ((128,16),1,4,2):((64,1),0,16,8192)", HELPER_SOURCE },
	{ "sm100_make_smem_layout_b", "tiled_mma, mma_tiler_mnk, b_dtype, num_stages, is_k_major",
		RUN_FOR_AS(ARGUMENTS_TILED, OPERAND_B, run_smem_layout_operand, 4, 5),
		"the stages of tiles of B in shared memory, sm100_utils.make_smem_layout_b",
		"sm100_make_smem_layout_b(" MMA_EXAMPLE ",(256,128,64),Float16,2)",
		"Sw<3,4,3> o 0 o ((64,16),1,4,2):((64,1),0,16,4096)", HELPER_SOURCE },
	{ "sm100_make_trivial_tiled_mma",
		"a_dtype, b_dtype, a_leading_mode, b_leading_mode, acc_dtype, cta_group, mma_tiler_mn, a_source",
		RUN(run_trivial_tiled_mma, 6, 8),
		"a tiled MMA of tcgen05, sm100_utils.make_trivial_tiled_mma",
		MMA_EXAMPLE,
		"make_tiled_mma(mma_atom(\"SM100_MMA_F16BF16_2x1SM_SS<f16,f16,f32,256,128,K,K>\"),(1,1,1):(0,0,0),(_,_,_))",
		HELPER_SOURCE },
	{ "sm100_tile_to_mma_shape", "atom, mma_tile_shape, order", RUN(run_tile_to_mma_shape, 2, 3),
		"repeat an atom over the partition of an operand of tcgen05.mma, tcgen05.tile_to_mma_shape",
		"sm100_tile_to_mma_shape(make_smem_layout_atom(SmemLayoutAtomKind.K_SW128,Float16),((128,16),1,4,2))",
		"Sw<3,4,3> o 0 o ((128,16),1,4,2):((64,1),0,16,8192)",
		"python/CuTeDSL/cutlass/cute/nvgpu/tcgen05/helpers.py" },
};

OPERATION_GROUP(dsl_blackwell, "Helpers of CuTe DSL for Blackwell", operations)
