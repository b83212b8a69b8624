/*
 * Instructions as CuTe DSL makes them, with classes of cute.nvgpu in the place of names: an operation that copies or
 * multiplies, and the atom of it. Modules have classes of one name, MmaF16BF16Op of warp, warpgroup and tcgen05; their
 * arguments tell them apart.
 *
 * Source: nvidia-cutlass-dsl 4.8.1, cutlass/cute/nvgpu; golden/facts/functions.tsv has what it makes of them.
 */
#include "lang/ops/signature.h"

#include <ctype.h>
#include <inttypes.h>

#include "base/element.h"
#include "lang/atoms.h"
#include "lang/tensor.h"

/* The name of an instruction, a value that make_copy_atom takes. */
static struct value from_name(const struct buf *name) {
	return (struct value){ .kind = VALUE_STRING, .string = buf_str(name) };
}

/* --- copies --- */

/* An operation without a width yet: make_copy_atom gives it one. */
static struct value run_copy_universal(struct call *call) {
	(void)call;
	return (struct value){ .kind = VALUE_STRING, .string = str_from("UniversalCopy") };
}

/* cp.async, which keeps what it loads in all caches or, with LoadCacheMode.GLOBAL, in L2 only. */
static struct value run_copy_async(struct call *call) {
	const struct value *mode = has_arg(call, 0) ? kind_arg(call, 0, VALUE_STRING, "ALWAYS or GLOBAL") : NULL;
	bool is_global = mode != NULL && str_is(mode->string, "GLOBAL");
	if (mode != NULL && !is_global && !str_is(mode->string, "ALWAYS")) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "cp.async is known with LoadCacheMode.ALWAYS and GLOBAL");
	}
	const char *name = is_global ? "SM80_CP_ASYNC_CACHEGLOBAL" : "SM80_CP_ASYNC_CACHEALWAYS";
	return (struct value){ .kind = VALUE_STRING, .string = str_from(name) };
}

enum bulk_copy { BULK_LOAD, BULK_LOAD_MULTICAST, BULK_STORE };

/* Tiles of tensors by TMA, loaded for one CTA or, with CtaGroup.TWO, for a pair. */
static struct value run_copy_bulk(struct call *call) {
	static const char *const names[][2] = {
		{ "SM90_TMA_LOAD", "SM100_TMA_2SM_LOAD" },
		{ "SM90_TMA_LOAD_MULTICAST", "SM100_TMA_2SM_LOAD_MULTICAST" },
		{ "SM90_TMA_STORE", "SM90_TMA_STORE" },
	};
	const struct value *group = has_arg(call, 0) ? kind_arg(call, 0, VALUE_STRING, "CtaGroup.ONE or TWO") : NULL;
	bool is_pair = group != NULL && str_is(group->string, "TWO");
	if (group != NULL && !is_pair && !str_is(group->string, "ONE")) {
		algebra_fault(call->al, FAULT_NAME, "expected CtaGroup.ONE or CtaGroup.TWO");
	}
	return (struct value){ .kind = VALUE_STRING, .string = str_from(names[which(call)][is_pair]) };
}

enum matrix_copy { LDMATRIX, STMATRIX };

/* ldmatrix and stmatrix of 1, 2 or 4 matrices of 8 x 8, each row or, transposed, each column to four lanes. */
static struct value run_matrix_copy(struct call *call) {
	bool is_load = which(call) == LDMATRIX;
	const struct value *transpose = has_arg(call, 0) ? kind_arg(call, 0, VALUE_BOOL, "True or False") : NULL;
	int64_t count = has_arg(call, 1) ? int_arg(call, 1, 1, 4) : 1;
	if (count == 3) {
		algebra_fault(call->al, FAULT_DOMAIN, "ldmatrix and stmatrix move 1, 2 or 4 matrices");
	}
	struct buf name;
	buf_init(&name, call->al->arena);
	buf_put(&name, is_load ? "SM75_" : "SM90_");
	if (transpose != NULL && transpose->boolean) {
		buf_printf(&name, "U16x%" PRId64 "_%s_T", count * 2, is_load ? "LDSM" : "STSM");
	} else {
		buf_printf(&name, "U32x%" PRId64 "_%s_N", count, is_load ? "LDSM" : "STSM");
	}
	return algebra_failed(call->al) ? value_none() : from_name(&name);
}

/* --- tensor memory --- */

/* Argument 0, how often an instruction does what its name says: Repetition.x4, or its number; 1 if it is not given. */
static int64_t repetition_arg(struct call *call) {
	static const char *const words[] = { "x1", "x2", "x4", "x8", "x16", "x32", "x64", "x128" };
	if (!has_arg(call, 0)) {
		return 1;
	}
	const struct value *word = arg(call, 0);
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		int64_t count = (int64_t)1 << i;
		bool is_number = word->kind == VALUE_TUPLE && tuple_is_constant(word->tuple, count);
		if (is_number || (word->kind == VALUE_STRING && str_is(word->string, words[i]))) {
			return count;
		}
	}
	algebra_fault(call->al, FAULT_NAME, "expected a Repetition: x1, x2, x4, x8, x16, x32, x64 or x128");
	return 0;
}

enum tmem_copy { DP16_B64, DP16_B128, DP16_B256, DP16_B32, DP32_B32, TMEM_STORES };

/* tcgen05.ld and tcgen05.st of so many lanes and bits; packed, of 16 bits in 32. */
static struct value run_copy_tmem(struct call *call) {
	static const char *const shapes[] = { "16dp64b", "16dp128b", "16dp256b", "16dp32b", "32dp32b" };
	bool is_store = which(call) >= TMEM_STORES;
	int64_t count = repetition_arg(call);
	const char *needed = is_store ? "an Unpack" : "a Pack";
	const struct value *pack = has_arg(call, 1) ? kind_arg(call, 1, VALUE_STRING, needed) : NULL;
	bool packs = pack != NULL && str_is(pack->string, is_store ? "UNPACK_32b_IN_16b" : "PACK_16b_IN_32b");
	if (pack != NULL && !packs && !str_is(pack->string, "NONE")) {
		algebra_fault(call->al, FAULT_NAME, is_store ? "expected Unpack.NONE or Unpack.UNPACK_32b_IN_16b"
			: "expected Pack.NONE or Pack.PACK_16b_IN_32b");
	}
	struct buf name;
	buf_init(&name, call->al->arena);
	buf_printf(&name, "SM100_TMEM_%s_%s%" PRId64 "x%s", is_store ? "STORE" : "LOAD", shapes[which(call) % TMEM_STORES],
		count, packs ? "_16b" : "");
	if (!algebra_failed(call->al) && !atoms_have(ATOMS_COPY, buf_str(&name))) {
		call->al->operand = 1;
		algebra_fault(call->al, FAULT_DOMAIN, "this instruction is not repeated %" PRId64 " times", count);
	}
	return algebra_failed(call->al) ? value_none() : from_name(&name);
}

/* Bits of the type in argument "i", or the number. */
static int64_t bits_arg(struct call *call, int i) {
	const struct value *type = arg(call, i);
	int64_t bits = type->kind == VALUE_STRING ? element_bits(type->string) : int_arg(call, i, 1, 128);
	if (bits == 0) {
		algebra_fault(call->al, FAULT_NAME, "no element type is called '%.*s'", str_shown(type->string, 40),
			type->string.data);
	}
	return bits;
}

/* An instruction of any width moves num_bits_per_copy, one element if that is not given. */
static struct value run_make_copy_atom(struct call *call) {
	const struct value *op = kind_arg(call, 0, VALUE_STRING, "a copy operation, as CopyUniversalOp()");
	int64_t bits = bits_arg(call, 1);
	int64_t width = has_arg(call, 2) ? int_arg(call, 2, 0, 128) : 0;
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct buf name;
	buf_init(&name, call->al->arena);
	buf_put_str(&name, op->string);
	if (!atoms_have(ATOMS_COPY, op->string)) {
		buf_printf(&name, "<u%" PRId64 ">", width > 0 ? width : bits);
	}
	const struct value args[] = { from_name(&name), value_from_tuple(tuple_int(bits)) };
	return run_other(call, "copy_atom", args, 2);
}

/* --- MMAs --- */

/* "F16" for Float16. */
static void put_type(struct buf *out, struct str type, bool small) {
	struct str name = element_name(type);
	for (size_t i = 0; i < name.length; i++) {
		buf_put_char(out, small ? name.data[i] : (char)toupper((unsigned char)name.data[i]));
	}
}

/* What the words behind the shape say: of a warp none, of a warp group the source of A and the majors, else all. */
struct mma_words {
	bool has_group, is_pair;     /* CtaGroup.ONE, CtaGroup.TWO */
	bool has_source, in_memory;  /* OperandSource.SMEM; RMEM and TMEM are registers and tensor memory */
	struct str majors[2];        /* of A and B */
	int major_count;
};

/*
 * The words behind argument "first": majors, sources and groups, in any order, each at its usual value if not given.
 */
static struct mma_words read_words(struct call *call, int first) {
	struct mma_words words = { .majors = { str_from("K"), str_from("K") } };
	for (int i = first; i < call->count; i++) {
		bool is_given = has_arg(call, i);
		const struct value *value = is_given ? kind_arg(call, i, VALUE_STRING, "a word, as CtaGroup.ONE") : NULL;
		struct str word = value != NULL ? value->string : str_from("");
		if (str_is(word, "ONE") || str_is(word, "TWO")) {
			words.has_group = true;
			words.is_pair = str_is(word, "TWO");
		} else if (str_is(word, "SMEM") || str_is(word, "RMEM") || str_is(word, "TMEM")) {
			words.has_source = true;
			words.in_memory = str_is(word, "SMEM");
		} else if ((str_is(word, "K") || str_is(word, "MN")) && words.major_count < 2) {
			words.majors[words.major_count++] = word;
		} else if (value != NULL) {
			algebra_fault(call->al, FAULT_NAME, "expected a CtaGroup, an OperandSource or an OperandMajorMode");
		}
	}
	return words;
}

/* The integers of the shape (M,N,K) in argument "i". */
static void read_extents(struct call *call, int i, int64_t extents[3]) {
	struct tuple shape = tuple_arg(call, i);
	if (!algebra_failed(call->al) && tuple_rank(shape) != 3) {
		algebra_fault(call->al, FAULT_RANK, "expected the shape of an instruction, (M,N,K)");
	}
	for (int k = 0; k < 3; k++) {
		const struct value extent = value_from_tuple(algebra_failed(call->al) ? tuple_int(1) : tuple_mode(shape, k));
		extents[k] = value_as_int(call->al, &extent, INT64_MIN, INT64_MAX);
	}
}

/* The atom of the tables called "name"; a fault of the whole call where there is none. */
static struct value named_mma(struct call *call, const struct buf *name) {
	const struct value value = from_name(name);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct value atom = run_other(call, "mma_atom", &value, 1);
	call->al->fault.operand = 0;
	return atom;
}

/* mma.sync, wgmma or tcgen05.mma of 16-bit operands, as its arguments say. */
static struct value run_mma_f16_bf16(struct call *call) {
	const struct value *ab = kind_arg(call, 0, VALUE_STRING, "an element type, as Float16");
	const struct value *acc = kind_arg(call, 1, VALUE_STRING, "an element type, as Float32");
	int64_t mnk[3];
	read_extents(call, 2, mnk);
	struct mma_words words = read_words(call, 3);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct buf name;
	buf_init(&name, call->al->arena);
	if (words.has_group) {
		buf_printf(&name, "SM100_MMA_F16BF16_%s%s<", words.is_pair ? "2x1SM_" : "",
			words.has_source && !words.in_memory ? "TS" : "SS");
		for (int i = 0; i < 3; i++) {
			put_type(&name, i < 2 ? ab->string : acc->string, true);
			buf_put_char(&name, ',');
		}
		buf_printf(&name, "%" PRId64 ",%" PRId64 ",%.*s,%.*s>", mnk[0], mnk[1], (int)words.majors[0].length,
			words.majors[0].data, (int)words.majors[1].length, words.majors[1].data);
		return named_mma(call, &name);
	}
	buf_printf(&name, "%s_%" PRId64 "x%" PRId64 "x%" PRId64 "_", words.has_source ? "SM90" : "SM80", mnk[0], mnk[1],
		mnk[2]);
	put_type(&name, acc->string, false);
	put_type(&name, ab->string, false);
	put_type(&name, ab->string, false);
	if (words.has_source) {
		buf_put(&name, words.in_memory ? "_SS" : "_RS");
	} else {
		put_type(&name, acc->string, false);
		buf_put(&name, "_TN");
	}
	return named_mma(call, &name);
}

/* MmaTF32Op(mnk): one instruction, of Ampere, for each shape. */
static struct value run_mma_tf32(struct call *call) {
	int64_t mnk[3];
	struct buf name;
	read_extents(call, 0, mnk);
	buf_init(&name, call->al->arena);
	buf_printf(&name, "SM80_%" PRId64 "x%" PRId64 "x%" PRId64 "_F32TF32TF32F32_TN", mnk[0], mnk[1], mnk[2]);
	return named_mma(call, &name);
}

/* MmaUniversalOp(type): a multiplication and an addition of one type, by each thread. */
static struct value run_mma_universal(struct call *call) {
	const struct value *type = kind_arg(call, 0, VALUE_STRING, "an element type, as Float32");
	struct str name = type != NULL ? element_name(type->string) : str_from("");
	if (type != NULL && !str_is(name, "f16") && !str_is(name, "f32") && !str_is(name, "f64")) {
		algebra_fault(call->al, FAULT_TYPE, "MmaUniversalOp takes Float16, Float32 or Float64");
	}
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct buf atom;
	buf_init(&atom, call->al->arena);
	buf_put(&atom, "UniversalFMA<");
	for (int i = 0; i < 4; i++) {
		buf_put(&atom, i > 0 ? "," : "");
		buf_put_str(&atom, name);
	}
	buf_put_char(&atom, '>');
	return named_mma(call, &atom);
}

/*
 * The swizzled layout of one tile, in elements as the DSL makes it: its swizzle is one of bytes all the same. K_SW128
 * has 128 bytes along K in each of 8 rows, MN_SW128 along M or N.
 */
static struct value run_make_smem_layout_atom(struct call *call) {
	static const struct {
		const char *name; /* behind MN_ and K_ */
		int64_t bits;     /* in a row */
		int64_t swizzle[3];
	} kinds[] = {
		{ "INTER", 128, { 0, 4, 3 } }, { "SW32", 256, { 1, 4, 3 } }, { "SW64", 512, { 2, 4, 3 } },
		{ "SW128", 1024, { 3, 4, 3 } }, { "SW128_32B", 1024, { 2, 5, 2 } },
	};
	const struct value *kind = kind_arg(call, 0, VALUE_STRING, "a SmemLayoutAtomKind, as SmemLayoutAtomKind.K_SW128");
	int64_t bits = kind != NULL ? bits_arg(call, 1) : 1;
	struct algebra *al = call->al;
	bool is_mn = kind != NULL && str_starts_with(kind->string, "MN_");
	struct str rest = kind != NULL ? kind->string : str_from("");
	bool is_k = kind != NULL && str_starts_with(kind->string, "K_");
	size_t front = is_mn ? strlen("MN_") : is_k ? strlen("K_") : 0;
	rest = (struct str){ rest.data + front, rest.length - front };
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !algebra_failed(al); i++) {
		if (str_is(rest, kinds[i].name) && (is_mn || (is_k && i < 4))) {
			if (bits > kinds[i].bits) {
				algebra_fault(al, FAULT_DOMAIN, "a row of %" PRId64 " bits has no element of %" PRId64, kinds[i].bits,
					bits);
			}
			struct tuple row = tuple_int(kinds[i].bits / bits);
			struct tuple eight = tuple_int(8);
			struct tuple one = tuple_int(1);
			struct layout layout = is_mn ? layout_make(al, tuple_pair(al, row, eight), tuple_pair(al, one, row))
						     : layout_make(al, tuple_pair(al, eight, row), tuple_pair(al, row, one));
			const int64_t *bms = kinds[i].swizzle;
			struct map swizzle = map_from_swizzle(swizzle_make(al, bms[0], bms[1], bms[2]));
			return from_map(call, map_composed(al, swizzle, tuple_int(0), map_from_layout(layout)));
		}
	}
	al->operand = 0;
	algebra_fault(al, FAULT_NAME, "expected a SmemLayoutAtomKind: MN_ or K_ with INTER, SW32, SW64 or SW128, or "
		"MN_SW128_32B");
	return value_none();
}

/* An operation of the DSL is the atom here already. */
static struct value run_make_mma_atom(struct call *call) {
	const struct value *op = kind_arg(call, 0, VALUE_MMA_ATOM, "an MMA operation, as MmaF16BF16Op(Float16,Float32,"
								   "(16,8,16))");
	return op != NULL ? *op : value_none();
}

#define TMEM_SOURCE "python/CuTeDSL/cutlass/cute/nvgpu/tcgen05/copy.py"
#define BULK_SOURCE "python/CuTeDSL/cutlass/cute/nvgpu/cpasync/copy.py"
#define BULK_EXAMPLE(op) \
	"make_tiled_tma_atom(" op ",tensor<ptr<f16,gmem> o (1024,512):(512,1)>,(128,64):(64,1),(128,64))[1]"

static const struct operation operations[] = {
	{ "CopyBulkTensorTileG2SMulticastOp", "cta_group", RUN_FOR(BULK_LOAD_MULTICAST, run_copy_bulk, 0, 1),
		"loads of tiles by TMA for several CTAs, for make_tiled_tma_atom",
		BULK_EXAMPLE("CopyBulkTensorTileG2SMulticastOp()"), "(1024,512):(1@1,1@0)", BULK_SOURCE },
	{ "CopyBulkTensorTileG2SOp", "cta_group", RUN_FOR(BULK_LOAD, run_copy_bulk, 0, 1),
		"loads of tiles by TMA, for make_tiled_tma_atom",
		BULK_EXAMPLE("CopyBulkTensorTileG2SOp()"), "(1024,512):(1@1,1@0)", BULK_SOURCE },
	{ "CopyBulkTensorTileS2GOp", "", RUN_FOR(BULK_STORE, run_copy_bulk, 0, 0),
		"stores of tiles by TMA, for make_tiled_tma_atom",
		BULK_EXAMPLE("CopyBulkTensorTileS2GOp()"), "(1024,512):(1@1,1@0)", BULK_SOURCE },
	{ "CopyG2SOp", "cache_mode", RUN(run_copy_async, 0, 1),
		"cp.async, for make_copy_atom; LoadCacheMode.ALWAYS or GLOBAL",
		"make_copy_atom(CopyG2SOp(),Float16,num_bits_per_copy=128)",
		"copy_atom(\"SM80_CP_ASYNC_CACHEALWAYS<u128>\",16)",
		"python/CuTeDSL/cutlass/cute/nvgpu/cpasync/copy.py" },
	{ "CopyUniversalOp", "", RUN(run_copy_universal, 0, 0),
		"any load or store, for make_copy_atom",
		"make_copy_atom(CopyUniversalOp(),Float16,num_bits_per_copy=128)",
		"copy_atom(\"UniversalCopy<u128>\",16)",
		"python/CuTeDSL/cutlass/cute/nvgpu/common.py" },
	{ "Ld16x128bOp", "repeat, pack", RUN_FOR(DP16_B128, run_copy_tmem, 0, 2),
		"loads of 128 bits in each of 16 lanes from tensor memory, for make_copy_atom",
		"make_copy_atom(Ld16x128bOp(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_LOAD_16dp128b4x\",32)", TMEM_SOURCE },
	{ "Ld16x256bOp", "repeat, pack", RUN_FOR(DP16_B256, run_copy_tmem, 0, 2),
		"loads of 256 bits in each of 16 lanes from tensor memory, for make_copy_atom",
		"make_copy_atom(Ld16x256bOp(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_LOAD_16dp256b4x\",32)", TMEM_SOURCE },
	{ "Ld16x32bx2Op", "repeat, pack", RUN_FOR(DP16_B32, run_copy_tmem, 0, 2),
		"loads of 32 bits in each of 16 lanes from tensor memory, for make_copy_atom",
		"make_copy_atom(Ld16x32bx2Op(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_LOAD_16dp32b4x\",32)", TMEM_SOURCE },
	{ "Ld16x64bOp", "repeat, pack", RUN_FOR(DP16_B64, run_copy_tmem, 0, 2),
		"loads of 64 bits in each of 16 lanes from tensor memory, for make_copy_atom",
		"make_copy_atom(Ld16x64bOp(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_LOAD_16dp64b4x\",32)", TMEM_SOURCE },
	{ "Ld32x32bOp", "repeat, pack", RUN_FOR(DP32_B32, run_copy_tmem, 0, 2),
		"loads of 32 bits in each of 32 lanes from tensor memory, for make_copy_atom",
		"make_copy_atom(Ld32x32bOp(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_LOAD_32dp32b4x\",32)", TMEM_SOURCE },
	{ "LdMatrix8x8x16bOp", "transpose, num_matrices", RUN_FOR(LDMATRIX, run_matrix_copy, 0, 2),
		"ldmatrix, for make_copy_atom",
		"make_copy_atom(LdMatrix8x8x16bOp(False,4),Float16)",
		"copy_atom(\"SM75_U32x4_LDSM_N\",16)",
		"python/CuTeDSL/cutlass/cute/nvgpu/warp/copy.py" },
	{ "MmaF16BF16Op", "ab_dtype, acc_dtype, shape_mnk, cta_group, a_src, a_major_mode, b_major_mode",
		RUN(run_mma_f16_bf16, 3, 7),
		"mma.sync of a warp; with a_src and majors wgmma, with cta_group tcgen05.mma",
		"MmaF16BF16Op(Float16,Float32,(16,8,16))",
		"mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")",
		"python/CuTeDSL/cutlass/cute/nvgpu/warp/mma.py, warpgroup/mma.py, tcgen05/mma.py" },
	{ "MmaTF32Op", "shape_mnk", RUN(run_mma_tf32, 1, 1),
		"mma.sync of TF32 operands",
		"MmaTF32Op((16,8,8))",
		"mma_atom(\"SM80_16x8x8_F32TF32TF32F32_TN\")",
		"python/CuTeDSL/cutlass/cute/nvgpu/warp/mma.py" },
	{ "MmaUniversalOp", "abacc_dtype", RUN(run_mma_universal, 1, 1),
		"a multiplication and an addition of one type, by each thread",
		"MmaUniversalOp(Float32)",
		"mma_atom(\"UniversalFMA<f32,f32,f32,f32>\")",
		"python/CuTeDSL/cutlass/cute/nvgpu/common.py" },
	{ "St16x128bOp", "repeat, unpack", RUN_FOR(TMEM_STORES + DP16_B128, run_copy_tmem, 0, 2),
		"stores of 128 bits in each of 16 lanes to tensor memory, for make_copy_atom",
		"make_copy_atom(St16x128bOp(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_STORE_16dp128b4x\",32)", TMEM_SOURCE },
	{ "St16x256bOp", "repeat, unpack", RUN_FOR(TMEM_STORES + DP16_B256, run_copy_tmem, 0, 2),
		"stores of 256 bits in each of 16 lanes to tensor memory, for make_copy_atom",
		"make_copy_atom(St16x256bOp(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_STORE_16dp256b4x\",32)", TMEM_SOURCE },
	{ "St16x32bx2Op", "repeat, unpack", RUN_FOR(TMEM_STORES + DP16_B32, run_copy_tmem, 0, 2),
		"stores of 32 bits in each of 16 lanes to tensor memory, for make_copy_atom",
		"make_copy_atom(St16x32bx2Op(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_STORE_16dp32b4x\",32)", TMEM_SOURCE },
	{ "St16x64bOp", "repeat, unpack", RUN_FOR(TMEM_STORES + DP16_B64, run_copy_tmem, 0, 2),
		"stores of 64 bits in each of 16 lanes to tensor memory, for make_copy_atom",
		"make_copy_atom(St16x64bOp(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_STORE_16dp64b4x\",32)", TMEM_SOURCE },
	{ "St32x32bOp", "repeat, unpack", RUN_FOR(TMEM_STORES + DP32_B32, run_copy_tmem, 0, 2),
		"stores of 32 bits in each of 32 lanes to tensor memory, for make_copy_atom",
		"make_copy_atom(St32x32bOp(Repetition.x4),Float32)",
		"copy_atom(\"SM100_TMEM_STORE_32dp32b4x\",32)", TMEM_SOURCE },
	{ "StMatrix8x8x16bOp", "transpose, num_matrices", RUN_FOR(STMATRIX, run_matrix_copy, 0, 2),
		"stmatrix, for make_copy_atom",
		"make_copy_atom(StMatrix8x8x16bOp(True,2),Float16)",
		"copy_atom(\"SM90_U16x4_STSM_T\",16)",
		"python/CuTeDSL/cutlass/cute/nvgpu/warp/copy.py" },
	{ "make_copy_atom", "op, type, num_bits_per_copy", RUN(run_make_copy_atom, 2, 3),
		"the copy atom of an operation for elements of a type",
		"make_copy_atom(CopyUniversalOp(),Float32,num_bits_per_copy=64)",
		"copy_atom(\"UniversalCopy<u64>\",32)",
		"python/CuTeDSL/cutlass/cute/atom.py" },
	{ "make_mma_atom", "op", RUN(run_make_mma_atom, 1, 1),
		"the MMA atom of an operation",
		"make_mma_atom(MmaF16BF16Op(Float16,Float16,(16,8,8)))",
		"mma_atom(\"SM80_16x8x8_F16F16F16F16_TN\")",
		"python/CuTeDSL/cutlass/cute/atom.py" },
	{ "make_smem_layout_atom", "kind, element_type", RUN(run_make_smem_layout_atom, 2, 2),
		"the swizzled layout of a tile in shared memory, for tile_to_shape",
		"make_smem_layout_atom(SmemLayoutAtomKind.K_SW128,Float16)",
		"Sw<3,4,3> o 0 o (8,64):(64,1)",
		"python/CuTeDSL/cutlass/cute/nvgpu/warpgroup/helpers.py, tcgen05/helpers.py" },
};

OPERATION_GROUP(dsl_atom, "Atoms of CuTe DSL", operations)
