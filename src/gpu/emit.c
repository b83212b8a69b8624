#include "gpu/emit.h"

#include "algebra/offsets.h"
#include "gpu/visitor.h"

void emit_layout(struct emitter *em, struct layout layout, const char *index) {
	struct layout simple = layout_coalesce(em->al, layout);
	struct offsets offsets = offsets_init(em->al, simple);
	if (algebra_failed(em->al)) {
		return;
	}
	bool wide = offsets.greatest > INT32_MAX || offsets.least < INT32_MIN;
	int64_t divisor = 1;
	int64_t left = offsets.size;
	bool any = false;
	for (int i = 0; i < offsets.rank; i++) {
		int64_t extent = offsets.shape[i];
		left = extent > 0 ? left / extent : 0;
		if (offsets.stride[i] != 0) {
			buf_put(em->out, any ? " + " : "");
			buf_put(em->out, wide ? "(long long)(" : "(int)(");
			buf_put(em->out, index);
			if (divisor > 1) {
				buf_printf(em->out, " / %lldu", (long long)divisor);
			}
			if (left > 1) {
				buf_printf(em->out, " %% %lldu", (long long)extent);
			}
			buf_put_char(em->out, ')');
			if (offsets.stride[i] != 1) {
				buf_printf(em->out, " * %lld%s", (long long)offsets.stride[i], wide ? "ll" : "");
			}
			any = true;
		}
		divisor *= extent;
	}
	if (!any) {
		buf_put(em->out, "0");
	}
}

/* --- conversions --- */

static void put_widen(struct buf *out, enum dtype dtype) {
	const char *body = "return (math)x;";
	switch (dtype) {
	case DTYPE_F16:
		body = "float y; asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(y) : \"h\"(x)); return y;";
		break;
	case DTYPE_BF16:
		body = "return __uint_as_float((unsigned)x << 16);";
		break;
	case DTYPE_E4M3:
	case DTYPE_E5M2:
		buf_printf(out,
			"static __device__ __forceinline__ math widen(elem x) {\n"
			"\tunsigned y;\n\tfloat z;\n"
			"\tasm(\"cvt.rn.f16x2.%sx2 %%0, %%1;\" : \"=r\"(y) : \"h\"((unsigned short)x));\n"
			"\tasm(\"cvt.f32.f16 %%0, %%1;\" : \"=f\"(z) : \"h\"((unsigned short)y));\n"
			"\treturn z;\n}\n", dtype_info(dtype)->name);
		return;
	default:
		break;
	}
	buf_printf(out, "static __device__ __forceinline__ math widen(elem x) { %s }\n", body);
}

static void put_narrow(struct buf *out, enum dtype dtype, const char *from) {
	const char *body = "return (result)x;";
	switch (dtype) {
	case DTYPE_F16:
		body = "result y; asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(y) : \"f\"(x)); return y;";
		break;
	case DTYPE_BF16:
		body = "result y; asm(\"cvt.rn.bf16.f32 %0, %1;\" : \"=h\"(y) : \"f\"(x)); return y;";
		break;
	case DTYPE_E4M3:
	case DTYPE_E5M2:
		buf_printf(out,
			"static __device__ __forceinline__ result narrow(%s x) {\n"
			"\tunsigned short y;\n"
			"\tasm(\"cvt.rn.satfinite.%sx2.f32 %%0, %%1, %%2;\" : \"=h\"(y) : \"f\"(0.0f), \"f\"(x));\n"
			"\treturn (result)y;\n}\n", from, dtype_info(dtype)->name);
		return;
	default:
		break;
	}
	buf_printf(out, "static __device__ __forceinline__ result narrow(%s x) { %s }\n", from, body);
}

/* Functions of expressions that CUDA does not have for the type, those that the expression uses. */
static void put_functions(struct buf *out, const struct opexpr *expr, enum dtype dtype) {
	bool used[OP_FMA + 1] = { false };
	for (int i = 0; i < expr->count; i++) {
		used[expr->nodes[i].op] = true;
	}
	bool is_double = dtype == DTYPE_F64;
	bool is_int = !dtype_info(dtype)->is_float;
	const char *head = "static __device__ __forceinline__ math";
	if (used[OP_RELU]) {
		buf_printf(out, "%s relu(math x) { return x > 0 ? x : 0; }\n", head);
	}
	if (used[OP_SIGMOID]) {
		buf_printf(out, "%s sigmoid(math x) { return 1 / (1 + %s(-x)); }\n", head, is_double ? "exp" : "expf");
	}
	if (is_int && used[OP_MIN]) {
		buf_printf(out, "%s int_min(math x, math y) { return x < y ? x : y; }\n", head);
	}
	if (is_int && used[OP_MAX]) {
		buf_printf(out, "%s int_max(math x, math y) { return x > y ? x : y; }\n", head);
	}
	if (is_int && used[OP_ABS]) {
		buf_printf(out, "%s int_abs(math x) { return x < 0 ? -x : x; }\n", head);
	}
	if (is_int && used[OP_FMA]) {
		buf_printf(out, "%s int_fma(math x, math y, math z) { return x * y + z; }\n", head);
	}
	if (is_int && used[OP_DIVIDE]) {
		buf_printf(out, "%s int_div(math x, math y) { return y == 0 ? 0 : x / y; }\n", head);
	}
}

/* --- access --- */

static const char *load_suffix(enum hint hint) {
	switch (hint) {
	case HINT_STREAM: return ".cs";
	case HINT_READ_ONLY: return ".nc";
	case HINT_NO_ALLOCATE: return ".nc.L1::no_allocate";
	case HINT_PREFETCH: return ".nc.L1::no_allocate.L2::256B";
	default: return "";
	}
}

static const char *store_suffix(enum hint hint) {
	switch (hint) {
	case HINT_STREAM: return ".cs";
	case HINT_WRITE_BACK: return ".cg";
	default: return "";
	}
}

/* The instruction that moves "bytes" bytes: its type, and its registers in an asm statement. */
struct width {
	int bytes;
	const char *type;       /* C type of the vector's bits */
	const char *ptx;
	const char *list;       /* registers in the instruction */
	const char *outputs;
	const char *inputs;
	const char *address;    /* number of the address operand of a load */
};

static const struct width widths[] = {
	{ 1, "unsigned short", "u8", "%0", "\"=h\"(v.bits)", "\"h\"(v.bits)", "%1" },
	{ 2, "unsigned short", "u16", "%0", "\"=h\"(v.bits)", "\"h\"(v.bits)", "%1" },
	{ 4, "unsigned", "u32", "%0", "\"=r\"(v.bits)", "\"r\"(v.bits)", "%1" },
	{ 8, "uint2", "v2.u32", "{%0, %1}", "\"=r\"(v.bits.x), \"=r\"(v.bits.y)", "\"r\"(v.bits.x), \"r\"(v.bits.y)",
	"%2" },
	{ 16, "uint4", "v4.u32", "{%0, %1, %2, %3}",
		"\"=r\"(v.bits.x), \"=r\"(v.bits.y), \"=r\"(v.bits.z), \"=r\"(v.bits.w)",
		"\"r\"(v.bits.x), \"r\"(v.bits.y), \"r\"(v.bits.z), \"r\"(v.bits.w)", "%4" },
};

static const struct width *width_of(int bytes) {
	const struct width *width = widths;
	while (width->bytes < bytes) {
		width++;
	}
	return width;
}

/* "union vecN", load_N and, for outputs, store_N: N elements at once. */
static void put_access(struct emitter *em, int elements, int bytes, bool is_store) {
	const struct width *width = width_of(elements * bytes);
	const struct knobs *knobs = &em->plan->knobs;
	const char *type = is_store ? "result" : "elem";
	const char *name = is_store ? "out" : "vec";
	buf_printf(em->out, "union %s%d {\n\t%s bits;\n\t%s e[%d];\n};\n", name, elements, width->type, type, elements);
	if (is_store) {
		buf_printf(em->out,
			"static __device__ __forceinline__ void store%d(result *p, union out%d v) {\n"
			"\tasm volatile(\"st.global%s.%s [%s], %s;\" : : %s, \"l\"(__cvta_generic_to_global(p)) : \"memory\");\n"
			"}\n",
			elements, elements, store_suffix((enum hint)(knobs->store > 0 ? knobs->store - 1 : 0)), width->ptx,
			width->address,
			width->list, width->inputs);
	} else {
		buf_printf(em->out,
			"static __device__ __forceinline__ union vec%d load%d(const elem *p) {\n"
			"\tunion vec%d v;\n"
			"\tasm volatile(\"ld.global%s.%s %s, [%s];\" : %s : \"l\"(__cvta_generic_to_global(p)));\n"
			"\treturn v;\n}\n",
			elements, elements, elements, load_suffix((enum hint)(knobs->load > 0 ? knobs->load - 1 : 0)), width->ptx,
			width->list,
			width->address, width->outputs);
	}
}

/* Each width that a load (a store) of the plan has, once; single elements always, for what is masked. */
static void put_accesses(struct emitter *em) {
	const struct plan *plan = em->plan;
	int bytes = dtype_bytes(plan->problem->dtype);
	for (int elements = 1; elements * bytes <= 16; elements *= 2) {
		bool loads = elements == 1;
		for (int k = 0; k < plan->inputs; k++) {
			loads = loads || plan->vector[k] == elements;
		}
		if (loads) {
			put_access(em, elements, bytes, false);
		}
	}
	int result_bytes = dtype_bytes(problem_result_dtype(plan->problem));
	for (int elements = 1; elements * result_bytes <= 16; elements *= 2) {
		if (elements == 1 || plan->vector[plan->inputs] == elements) {
			put_access(em, elements, result_bytes, true);
		}
	}
}

/* --- reductions --- */

static void put_reduction(struct emitter *em) {
	const struct problem *problem = em->plan->problem;
	bool is_float = dtype_info(problem->dtype)->is_float;
	bool is_double = problem->dtype == DTYPE_F64;
	const char *neutral = "0";
	const char *combine = "x + y";
	const char *lowest = is_double ? "__longlong_as_double(0xfff0000000000000ll)" :
		is_float ? "__int_as_float(0xff800000)" : "(-0x7fffffffffffffffll - 1)";
	const char *highest = is_double ? "__longlong_as_double(0x7ff0000000000000ll)" :
		is_float ? "__int_as_float(0x7f800000)" : "0x7fffffffffffffffll";
	const char *max = is_double ? "fmax(x, y)" : is_float ? "fmaxf(x, y)" : "x > y ? x : y";
	const char *min = is_double ? "fmin(x, y)" : is_float ? "fminf(x, y)" : "x < y ? x : y";
	const char *prepare = "x";
	switch (problem->reduce) {
	case REDUCE_PROD: neutral = "1"; combine = "x * y"; break;
	case REDUCE_MAX: neutral = lowest; combine = max; break;
	case REDUCE_MIN: neutral = highest; combine = min; break;
	case REDUCE_ABSMAX:
		combine = max;
		prepare = is_double ? "fabs(x)" : is_float ? "fabsf(x)" : "x < 0 ? -x : x";
		break;
	case REDUCE_SUMSQ: prepare = "x * x"; break;
	default: break;
	}
	const char *head = "static __device__ __forceinline__";
	buf_printf(em->out, "%s math neutral() { return %s; }\n", head, neutral);
	buf_printf(em->out, "%s math prepare(math x) { return %s; }\n", head, prepare);
	buf_printf(em->out, "%s math combine(math x, math y) { return %s; }\n", head, combine);
	if (problem->reduce == REDUCE_MEAN) {
		const char *to = is_float ? "math" : "double";
		buf_printf(em->out, "%s %s finish(math x) { return (%s)x / %lld; }\n", head, to, to,
			(long long)em->plan->reduced);
	} else {
		buf_printf(em->out, "%s math finish(math x) { return x; }\n", head);
	}
}

void emit_prelude(struct emitter *em) {
	const struct problem *problem = em->plan->problem;
	enum dtype result = problem_result_dtype(problem);
	const struct dtype_info *info = dtype_info(problem->dtype);
	buf_printf(em->out, "typedef %s elem;\ntypedef %s math;\ntypedef %s result;\n", info->bits_type, info->math_type,
		dtype_info(result)->bits_type);
	if (emit_is_proof(em)) {
		buf_printf(em->out, "typedef %s owner_number;\n",
			plan_owner_bytes(em->plan) == 4 ? "unsigned" : "unsigned long long");
		buf_put(em->out,
			"struct proof_counts {\n"
			"\tunsigned long long visits, clashes, offset, owners[2], locked;\n"
			"};\n"
			"static __device__ __forceinline__ void visit(owner_number *owners, struct proof_counts *counts,\n"
			"\t\tlong long offset, unsigned long long number) {\n"
			"\tconst owner_number before = atomicExch(owners + offset, (owner_number)number);\n"
			"\tif (before != (owner_number)-1) {\n"
			"\t\tatomicAdd(&counts->clashes, 1ull);\n"
			"\t\tif (atomicExch(&counts->locked, 1ull) == 0) {\n"
			"\t\t\tcounts->offset = (unsigned long long)offset;\n"
			"\t\t\tcounts->owners[0] = before;\n"
			"\t\t\tcounts->owners[1] = number;\n"
			"\t\t}\n"
			"\t}\n"
			"}\n");
		return;
	}
	put_widen(em->out, problem->dtype);
	bool mean_of_ints = problem->reduce == REDUCE_MEAN && !info->is_float;
	put_narrow(em->out, result, mean_of_ints ? "double" : "math");
	put_functions(em->out, problem->op, problem->dtype);
	put_accesses(em);
	if (problem->reduce != REDUCE_NONE) {
		put_reduction(em);
	}
}

void emit_visit_run(struct emitter *em) {
	if (!emit_is_proof(em)) {
		return;
	}
	buf_put(em->out,
		"static __device__ __forceinline__ unsigned visit_run(owner_number *owners, struct proof_counts *counts,\n"
		"\t\tlong long offset, unsigned width, unsigned long long number, unsigned step) {\n"
		"\tfor (unsigned w = 0; w < width; w++) {\n"
		"\t\tvisit(owners, counts, offset + w, number + (unsigned long long)step * w);\n"
		"\t}\n"
		"\treturn width;\n"
		"}\n");
}

void emit_signature(struct emitter *em) {
	const struct plan *plan = em->plan;
	buf_printf(em->out, "\nextern \"C\" __global__ void __launch_bounds__(%d) " KERNEL_SYMBOL "(", plan->threads);
	if (emit_is_proof(em)) {
		buf_put(em->out, "owner_number *owners, struct proof_counts *counts) {\n");
		return;
	}
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(em->out, "const elem *__restrict__ %c, ", emit_operand(k));
	}
	buf_printf(em->out, "result *__restrict__ out%s) {\n", plan->workspace_bytes > 0 ? ", char *workspace" : "");
}
