/* What stands before a kernel: types, conversions, accesses, and what is made of an element. */
#include <inttypes.h>
#include <string.h>

#include "gpu/device/device.h"
#include "gpu/emit.h"

static bool proves(const struct emitter *em) {
	return em->purpose == PURPOSE_PROVE;
}

static bool reduces(const struct emitter *em) {
	return em->plan->problem->reduce != REDUCE_NONE;
}

/* An element has more than one result. */
static bool has_several(const struct emitter *em) {
	return problem_outputs(em->plan->problem) > 1;
}

/* The index of an arg-reduction goes with each number. */
static bool has_index(const struct emitter *em) {
	return reduce_is_arg(em->plan->problem->reduce);
}

/* The type that expressions are computed in. */
static const char *number_type(const struct emitter *em) {
	return has_index(em) ? "number" : "math";
}

static const char head[] = "static __device__ __forceinline__";

/* --- conversions --- */

/*
 * All inline assembly stands in macros, so that a reader who has other means (the tests, which run kernels on the host)
 * can leave them out and define them otherwise.
 */
static const struct conversion {
	const char *widen;    /* the macro's value, behind "#define WIDEN(y, x) " */
	const char *narrow;
} conversions[DTYPE_COUNT] = {
	[DTYPE_F16] = {
		"asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(y) : \"h\"(x))",
		"asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(y) : \"f\"(x))",
	},
	[DTYPE_BF16] = {
		"y = __uint_as_float((unsigned)(x) << 16)",
		"asm(\"cvt.rn.bf16.f32 %0, %1;\" : \"=h\"(y) : \"f\"(x))",
	},
	[DTYPE_E4M3] = {
		"{ unsigned h; asm(\"cvt.rn.f16x2.e4m3x2 %0, %1;\" : \"=r\"(h) :"
		" \"h\"((unsigned short)(x)));"
		" asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(y) : \"h\"((unsigned short)h)); }",
		"{ unsigned short h; asm(\"cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;\" : \"=h\"(h) :"
		" \"f\"(0.0f), \"f\"(x)); y = (result)h; }",
	},
	[DTYPE_E5M2] = {
		"{ unsigned h; asm(\"cvt.rn.f16x2.e5m2x2 %0, %1;\" : \"=r\"(h) :"
		" \"h\"((unsigned short)(x)));"
		" asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(y) : \"h\"((unsigned short)h)); }",
		"{ unsigned short h; asm(\"cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;\" : \"=h\"(h) :"
		" \"f\"(0.0f), \"f\"(x)); y = (result)h; }",
	},
};

/* The first operand of the type of operand "k" is that one. */
static bool is_first_of_type(const struct emitter *em, int k) {
	const enum dtype *dtypes = em->plan->problem->operand_dtypes;
	int first = 0;
	while (dtypes[first] != dtypes[k]) {
		first++;
	}
	return first == k;
}

/* widen() an element of the type of operand "k" to a number; what a small type widens to is single precision. */
static void put_widen(struct emitter *em, int k) {
	const char *suffix = emit_suffix(em, k);
	const char *macro = conversions[em->plan->problem->operand_dtypes[k]].widen;
	bool is_small = macro != NULL;
	bool is_wider = is_small && problem_math_dtype(em->plan->problem) == DTYPE_F64;
	const char *number = number_type(em);
	emit_line(em, "#define WIDEN%s(y, x) %s", suffix, is_small ? macro : emit_text(em, "y = (%s)(x)", number));
	emit_line(em, "%s %s widen%s(elem%s x) { %s y; WIDEN%s(y, x); return y; }", head, number, suffix, suffix,
		is_wider ? "float" : number, suffix);
}

/*
 * narrow() a number of type "from" to a result of tensor "k", rounded once. Where the conversion takes a float, the
 * number becomes one of which the last bit says whether something was cut off: rounded to odd, after which rounding
 * again is rounding once. Integers saturate, and get 0 for what is no number.
 */
static void put_narrow(struct emitter *em, const char *from, int k) {
	enum dtype dtype = problem_dtype(em->plan->problem, k);
	const char *suffix = emit_output_suffix(em, k);
	const struct dtype_info *info = dtype_info(dtype);
	const char *macro = conversions[dtype].narrow;
	bool is_double = strcmp(from, "double") == 0;
	bool is_integer = strcmp(from, "long long") == 0;
	emit_line(em, "#define NARROW%s(y, x) %s", suffix,
		macro != NULL ? macro : emit_text(em, "y = (result%s)(x)", suffix));
	if (macro != NULL && (is_double || is_integer)) {
		emit_open(em, "%s float cut%s(%s x)", head, suffix, from);
		emit_line(em, "const float y = %s(x);", is_double ? "__double2float_rz" : "__ll2float_rz");
		emit_line(em, is_double ? "return x != x || (double)y == x ? y : __int_as_float(__float_as_int(y) | 1);" :
			"return (long long)y == x ? y : __int_as_float(__float_as_int(y) | 1);");
		emit_close(em);
		emit_line(em, "%s result%s narrow%s(%s x) { result%s y; NARROW%s(y, cut%s(x)); return y; }", head, suffix,
			suffix, from, suffix, suffix, suffix);
	} else if (!info->is_float && !is_integer) {
		int bits = 8 * info->bytes - (dtype == DTYPE_U8 ? 0 : 1);
		emit_open(em, "%s result%s narrow%s(%s x)", head, suffix, suffix, from);
		emit_line(em, "const long long y = x != x ? 0 : %s(x);", is_double ? "__double2ll_rn" : "__float2ll_rn");
		if (info->bytes == 8) {
			emit_line(em, "return y;");
		} else {
			int64_t greatest = ((int64_t)1 << bits) - 1;
			int64_t least = dtype == DTYPE_U8 ? 0 : -greatest - 1;
			emit_line(em, "const long long z = y < %" PRId64 "ll ? %" PRId64 "ll : y;", least, least);
			emit_line(em, "return (result%s)(z > %" PRId64 "ll ? %" PRId64 "ll : z);", suffix, greatest, greatest);
		}
		emit_close(em);
	} else {
		emit_line(em, "%s result%s narrow%s(%s x) { result%s y; NARROW%s(y, x); return y; }", head, suffix, suffix,
			from, suffix, suffix);
	}
}

/* widen() elements of every type, and narrow() a number of type "from" to a result. */
static void put_conversions(struct emitter *em, const char *from) {
	for (int k = 0; k < em->plan->inputs; k++) {
		if (is_first_of_type(em, k)) {
			put_widen(em, k);
		}
	}
	for (int k = em->plan->inputs; k < plan_tensors(em->plan); k++) {
		put_narrow(em, from, k);
	}
}

/* Functions of expressions that CUDA does not have for the type, those that the expression uses. */
static void put_functions(struct emitter *em) {
	const struct problem *problem = em->plan->problem;
	bool used[OP_COUNT] = { false };
	for (int i = 0; i < problem->op->count; i++) {
		used[problem->op->nodes[i].op] = true;
	}
	enum dtype math = problem_math_dtype(problem);
	const char *number = number_type(em);
	bool is_int = math == DTYPE_I64;
	if (used[OP_RELU]) {
		emit_line(em, "%s %s relu(%s x) { return x > 0 ? x : 0; }", head, number, number);
	}
	if (used[OP_SIGMOID]) {
		emit_line(em, "%s %s sigmoid(%s x) { return 1 / (1 + %s(-x)); }", head, number, number,
			math == DTYPE_F64 ? "exp" : "expf");
	}
	if (is_int && used[OP_MIN]) {
		emit_line(em, "%s %s int_min(%s x, %s y) { return x < y ? x : y; }", head, number, number, number);
	}
	if (is_int && used[OP_MAX]) {
		emit_line(em, "%s %s int_max(%s x, %s y) { return x > y ? x : y; }", head, number, number, number);
	}
	if (is_int && used[OP_ABS]) {
		emit_line(em, "%s %s int_abs(%s x) { return x < 0 ? -x : x; }", head, number, number);
	}
	if (is_int && used[OP_FMA]) {
		emit_line(em, "%s %s int_fma(%s x, %s y, %s z) { return x * y + z; }", head, number, number, number, number);
	}
	if (is_int && used[OP_DIVIDE]) {
		emit_line(em, "%s %s int_div(%s x, %s y) { return y == 0 ? 0 : x / y; }", head, number, number, number);
	}
}

/* --- accesses --- */

static const char *load_suffix(enum hint hint) {
	switch (hint) {
	case HINT_STREAM: return ".cs";
	case HINT_READ_ONLY: return ".nc";
	case HINT_NO_ALLOCATE: return ".nc.L1::no_allocate";
	case HINT_PREFETCH: return ".nc.L1::no_allocate.L2::256B";
	case HINT_EVICT_LAST: return ".nc.L2::cache_hint";
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
static const struct width {
	int bytes;
	const char *type;       /* C type of the vector's bits */
	const char *ptx;
	const char *list;       /* registers in the instruction */
	const char *outputs;
	const char *inputs;
	const char *address;    /* number of the address operand */
	const char *policy;     /* of the one behind it */
} widths[] = {
	{ 1, "unsigned short", "u8", "%0", "\"=h\"(v)", "\"h\"(v)", "%1", "%2" },
	{ 2, "unsigned short", "u16", "%0", "\"=h\"(v)", "\"h\"(v)", "%1", "%2" },
	{ 4, "unsigned", "u32", "%0", "\"=r\"(v)", "\"r\"(v)", "%1", "%2" },
	{ 8, "uint2", "v2.u32", "{%0, %1}", "\"=r\"(v.x), \"=r\"(v.y)", "\"r\"(v.x), \"r\"(v.y)", "%2", "%3" },
	{ 16, "uint4", "v4.u32", "{%0, %1, %2, %3}", "\"=r\"(v.x), \"=r\"(v.y), \"=r\"(v.z), \"=r\"(v.w)",
		"\"r\"(v.x), \"r\"(v.y), \"r\"(v.z), \"r\"(v.w)", "%4", "%5" },
};

static const struct width *width_of(int bytes) {
	const struct width *width = widths;
	while (width->bytes < bytes) {
		width++;
	}
	return width;
}

/* The macro "name", KEEP_ or LOAD_N with "suffix", is a load of "width" with "hint". */
static void put_load_macro(struct emitter *em, const char *name, const struct width *width, enum hint hint) {
	const char *address = "\"l\"(__cvta_generic_to_global(p))";
	if (hint == HINT_EVICT_LAST) {
		emit_line(em, "#define %s(v, p, policy) asm volatile(\"ld.global%s.%s %s, [%s], %s;\" : %s : %s,"
			" \"l\"(policy))", name, load_suffix(hint), width->ptx, width->list, width->address, width->policy,
			width->outputs, address);
	} else {
		emit_line(em, "#define %s(v, p) asm volatile(\"ld.global%s.%s %s, [%s];\" : %s : %s)", name,
			load_suffix(hint), width->ptx, width->list, width->address, width->outputs, address);
	}
}

/* loadN, or if it "keeps" keepN, of the type of operand "k"; with a policy where the hint is one. */
static void put_load_function(struct emitter *em, bool keeps, int n, int k, enum hint hint) {
	const struct width *width = width_of(n * dtype_bytes(em->plan->problem->operand_dtypes[k]));
	const char *suffix = emit_suffix(em, k);
	const char *macro = emit_text(em, "%s_%d%s", keeps ? "KEEP" : "LOAD", n, suffix);
	bool has_policy = hint == HINT_EVICT_LAST;
	put_load_macro(em, macro, width, hint);
	emit_line(em, "%s union vec%d%s %s%d%s(input%s p%s) { union vec%d%s v; %s(v.bits, p%s); return v; }", head, n,
		suffix, keeps ? "keep" : "load", n, suffix, suffix, has_policy ? ", unsigned long long policy" : "", n,
		suffix, macro, has_policy ? ", policy" : "");
}

/* "union vecN" and loadN of the type of operand "k". */
static void put_load(struct emitter *em, int n, int k) {
	const struct width *width = width_of(n * dtype_bytes(em->plan->problem->operand_dtypes[k]));
	const char *suffix = emit_suffix(em, k);
	int hint = em->plan->knobs.load - 1;
	bool has_both = hint == HINT_EVICT_REPEATED_LAST;
	emit_line(em, "union vec%d%s { %s bits; elem%s e[%d]; };", n, suffix, width->type, suffix, n);
	if (proves(em)) {
		emit_open(em, "%s union vec%d%s load%d%s(input%s p%s)", head, n, suffix, n, suffix, suffix,
			hint == HINT_EVICT_LAST ? ", unsigned long long" : "");
		emit_line(em, "look(p, %d);", n);
		emit_line(em, "union vec%d%s v;", n, suffix);
		emit_open(em, "for (int e = 0; e < %d; e++)", n);
		emit_line(em, "v.e[e] = (elem%s)bits_of(p, e);", suffix);
		emit_close(em);
		emit_line(em, "return v;");
		emit_close(em);
		if (has_both) {
			emit_line(em, "%s union vec%d%s keep%d%s(input%s p, unsigned long long) { return load%d%s(p); }", head, n,
				suffix, n, suffix, suffix, n, suffix);
		}
		return;
	}
	put_load_function(em, false, n, k, has_both ? HINT_READ_ONLY : (enum hint)hint);
	if (has_both) {
		put_load_function(em, true, n, k, HINT_EVICT_LAST);
	}
}

/* "union outN" and storeN of output "k". */
static void put_store(struct emitter *em, int n, int k) {
	const struct width *width = width_of(n * dtype_bytes(problem_dtype(em->plan->problem, k)));
	const char *suffix = emit_output_suffix(em, k);
	int hint = em->plan->knobs.store > 0 ? em->plan->knobs.store - 1 : HINT_NONE;
	if (proves(em)) {
		emit_line(em, "union out%d%s { result%s e[%d]; };", n, suffix, suffix, n);
		emit_open(em, "%s void store%d%s(output%s p, union out%d%s v)", head, n, suffix, suffix, n, suffix);
		emit_line(em, "look(p, %d);", n);
		emit_open(em, "for (int e = 0; e < %d; e++)", n);
		emit_line(em, "leave%s(p + e, v.e[e]);", suffix);
		emit_close(em);
		emit_close(em);
		return;
	}
	emit_line(em, "union out%d%s { %s bits; result%s e[%d]; };", n, suffix, width->type, suffix, n);
	emit_line(em, "#define STORE_%d%s(p, v) asm volatile(\"st.global%s.%s [%s], %s;\" : : %s,"
		" \"l\"(__cvta_generic_to_global(p)) : \"memory\")", n, suffix, store_suffix((enum hint)hint), width->ptx,
			width->address,
		width->list, width->inputs);
	emit_line(em, "%s void store%d%s(output%s p, union out%d%s v) { STORE_%d%s(p, v.bits); }", head, n, suffix, suffix,
		n, suffix, n, suffix);
}

/* Each width that a store to output "k" has, once; single elements always. */
static void put_stores(struct emitter *em, int k) {
	int bytes = dtype_bytes(problem_dtype(em->plan->problem, k));
	const char *suffix = emit_output_suffix(em, k);
	for (int n = 2; n * bytes <= 16; n *= 2) {
		if (em->plan->vector[k] == n || (plan_is_staged(em->plan, k) && em->plan->deep == n)) {
			put_store(em, n, k);
		}
	}
	put_store(em, 1, k);
	emit_line(em, "%s void put%s(output%s p, result%s x) { union out1%s v; v.e[0] = x; store1%s(p, v); }", head, suffix,
		suffix, suffix, suffix, suffix);
}

/* Each width that a load of the type of operand "first" has, once; single elements always, for what is masked. */
static void put_loads(struct emitter *em, int first) {
	const struct plan *plan = em->plan;
	const enum dtype *dtypes = plan->problem->operand_dtypes;
	for (int n = 1; n * dtype_bytes(dtypes[first]) <= 16; n *= 2) {
		bool loads = n == 1;
		for (int k = 0; k < plan->inputs; k++) {
			bool has = plan->vector[k] == n || (plan_is_staged(plan, k) && plan->deep == n);
			loads = loads || (has && dtypes[k] == dtypes[first]);
		}
		if (loads) {
			put_load(em, n, first);
		}
	}
}

/*
 * A kernel whose loads ask the cache to keep what they read makes the policy for that once, where it begins. With what
 * makes it beside each load, guarded loads become branches, each of which waits for its load.
 */
static bool has_policy(const struct emitter *em) {
	return knobs_keep(&em->plan->knobs);
}

/* Loads of every type, and stores. */
static void put_accesses(struct emitter *em) {
	const struct plan *plan = em->plan;
	if (has_policy(em)) {
		emit_line(em, proves(em) ? "#define POLICY(x) x = 0" :
			"#define POLICY(x) asm volatile(\"createpolicy.fractional.L2::evict_last.b64 %%0, 1.0;\" : \"=l\"(x))");
	}
	for (int k = 0; k < plan->inputs; k++) {
		if (is_first_of_type(em, k)) {
			put_loads(em, k);
		}
	}
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		put_stores(em, k);
	}
}

/* --- elements --- */

/* How two numbers of a reduction become one, what that starts from, and what an element is before. */
struct combination {
	const char *neutral;
	const char *combine;
	const char *prepare;    /* an expression of y */
};

static struct combination combination_of(const struct problem *problem) {
	enum dtype math = problem_math_dtype(problem);
	bool is_float = math != DTYPE_I64;
	bool is_double = math == DTYPE_F64;
	struct combination c = { "0", "x + y", "y" };
	const char *max = is_double ? "fmax(x, y)" : is_float ? "fmaxf(x, y)" : "x > y ? x : y";
	switch (problem->reduce) {
	case REDUCE_PROD: return (struct combination){ "1", "x * y", "y" };
	case REDUCE_MAX:
		c.neutral = is_double ? "__longlong_as_double(0xfff0000000000000ll)" :
			is_float ? "__int_as_float(0xff800000)" : "(-0x7fffffffffffffffll - 1)";
		c.combine = max;
		return c;
	case REDUCE_MIN:
		c.neutral = is_double ? "__longlong_as_double(0x7ff0000000000000ll)" :
			is_float ? "__int_as_float(0x7f800000)" : "0x7fffffffffffffffll";
		c.combine = is_double ? "fmin(x, y)" : is_float ? "fminf(x, y)" : "x < y ? x : y";
		return c;
	case REDUCE_ABSMAX:
		c.combine = max;
		c.prepare = is_double ? "fabs(y)" : is_float ? "fabsf(y)" : "y < 0 ? -y : y";
		return c;
	case REDUCE_SUMSQ: c.prepare = "y * y"; return c;
	default: return c;
	}
}

static void open_element(struct emitter *em) {
	emit_open(em, "%s %s element(const struct witness &witness, unsigned t, unsigned v, unsigned block, %s)", head,
		reduces(em) ? "math" : has_several(em) ? "struct made" : "result", emit_parameters(em, "elem", " e"));
}

/* "struct made": all results of an element. */
static void put_made(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_open(em, "struct made");
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		emit_line(em, "result%s y%s;", emit_output_suffix(em, k), emit_output_suffix(em, k));
	}
	em->indent--;
	emit_line(em, "};");
}

/* An operand that is a result as it is, or -1. */
static int copied_operand(const struct problem *problem, const struct opexpr *op, int k) {
	const struct op_node *root = &op->nodes[op->root];
	bool is_copy = root->op == OP_OPERAND && problem->operand_dtypes[root->operand] == problem_dtype(problem, k);
	return is_copy ? root->operand : -1;
}

/* Several results of an element, of the numbers x0, x1, ... */
static void put_results(struct emitter *em) {
	const struct plan *plan = em->plan;
	const struct problem *problem = plan->problem;
	emit_line(em, "struct made made;");
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const struct opexpr op = opexpr_of_result(problem->op, k - plan->inputs);
		const char *suffix = emit_output_suffix(em, k);
		int copied = copied_operand(problem, &op, k);
		struct buf text;
		buf_init(&text, em->al->arena);
		opexpr_put(&text, &op, problem_math_dtype(problem), "");
		if (copied >= 0) {
			emit_line(em, "made.y%s = e%d;", suffix, copied);
		} else {
			emit_line(em, "made.y%s = narrow%s(%s);", suffix, suffix, text.data);
		}
	}
	emit_line(em, "return made;");
}

/* An element becomes the expression of the operands. */
static void put_element(struct emitter *em) {
	const struct opexpr *op = em->plan->problem->op;
	const struct problem *problem = em->plan->problem;
	int copied = copied_operand(problem, op, em->plan->inputs);
	emit_line(em, "struct witness {};");
	if (has_several(em)) {
		put_made(em);
	}
	open_element(em);
	if (copied >= 0 && !reduces(em) && !has_several(em)) {
		emit_line(em, "return e%d;", copied);
		emit_close(em);
		return;
	}
	for (int k = 0; k < em->plan->inputs; k++) {
		emit_line(em, "const %s x%d = widen%s(e%d);", number_type(em), k, emit_suffix(em, k), k);
	}
	if (has_several(em)) {
		put_results(em);
		emit_close(em);
		return;
	}
	struct buf text;
	buf_init(&text, em->al->arena);
	opexpr_put(&text, op, problem_math_dtype(problem), "");
	if (has_index(em)) {
		/* Within the block "math" is the type of the expression, as in other kernels. */
		emit_line(em, "math z;");
		emit_line(em, "z.index = index_of(t, v, block);");
		emit_line(em, "{ typedef number math; z.value = %s; }", text.data);
		emit_line(em, "return z;");
	} else {
		emit_line(em, reduces(em) ? "const math y = %s;" : "return narrow(%s);", text.data);
	}
	if (reduces(em) && !has_index(em)) {
		emit_line(em, "return %s;", combination_of(em->plan->problem).prepare);
	}
	emit_close(em);
}

/* The quotient of integers is computed in double precision. */
static bool mean_is_of_integers(const struct problem *problem) {
	return problem->reduce == REDUCE_MEAN && problem_math_dtype(problem) == DTYPE_I64;
}

/*
 * Of two numbers the better one, and of equal ones that with the smaller index. What is no number is not better than
 * anything; the neutral one has the greatest index, which no element has.
 */
static void put_arg(struct emitter *em) {
	const struct problem *problem = em->plan->problem;
	enum dtype math = problem_math_dtype(problem);
	bool is_max = problem->reduce == REDUCE_ARGMAX;
	const char *worst = math == DTYPE_I64 ? is_max ? "-0x7fffffffffffffffll - 1" : "0x7fffffffffffffffll" :
		math == DTYPE_F64 ? is_max ? "__longlong_as_double(0xfff0000000000000ll)" :
		"__longlong_as_double(0x7ff0000000000000ll)" : is_max ? "__int_as_float(0xff800000)" :
		"__int_as_float(0x7f800000)";
	emit_line(em, "%s math neutral() { const math z = { %s, (place_index)~0ull }; return z; }", head, worst);
	emit_open(em, "%s math combine(math x, math y)", head);
	emit_line(em, "const bool takes = y.value %c x.value || (y.value == x.value && y.index < x.index);",
		is_max ? '>' : '<');
	emit_line(em, "return takes ? y : x;");
	emit_close(em);
	emit_open(em, "%s result finish(math x)", head);
	emit_line(em, "return narrow(x.index == (place_index)~0ull ? 0ll : (long long)x.index);");
	emit_close(em);
}

static void put_combination(struct emitter *em) {
	const struct problem *problem = em->plan->problem;
	if (has_index(em)) {
		put_arg(em);
		return;
	}
	struct combination c = combination_of(problem);
	emit_line(em, "%s math neutral() { return %s; }", head, c.neutral);
	emit_line(em, "%s math combine(math x, math y) { return %s; }", head, c.combine);
	if (problem->reduce == REDUCE_MEAN) {
		emit_line(em, "%s result finish(math x) { return narrow((%s)x / %" PRId64 "); }", head,
			mean_is_of_integers(problem) ? "double" : "math", em->plan->reduced);
	} else {
		emit_line(em, "%s result finish(math x) { return narrow(x); }", head);
	}
}

/* --- the preludes --- */

/* "math" as a number with its index, and what CUDA has for numbers only. */
static void put_number_with_index(struct emitter *em, const char *number) {
	bool is_short = problem_number_bytes(em->plan->problem) == 8;
	emit_line(em, "typedef %s number;", number);
	emit_line(em, "typedef %s place_index;", is_short ? "unsigned" : "unsigned long long");
	emit_line(em, "struct __align__(8) math { number value; place_index index; };");
	device_put(em->out, device_arg, device_arg_size);
}

/*
 * index_of(t, v, block): the row-major index in the reduced modes of the element that these stand for; what a proof
 * weighs the element with.
 */
static void put_index_of(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct layout coordinate = plan->coordinate[plan->reduced_mode];
	bool is_wide = plan->padded[plan->reduced_mode] > UINT32_MAX;
	const char *type = is_wide ? "unsigned long long" : "unsigned";
	emit_open(em, "%s %s index_of(unsigned t, unsigned v, unsigned block)", head, type);
	emit_line(em, "const %s c = (%s)(%s) + (%s)(%s) + (%s)(%s);", type, type,
		emit_layout(em, layout_mode(coordinate, 0), "t"), type, emit_layout(em, layout_mode(coordinate, 1), "v"), type,
		emit_layout(em, layout_mode(coordinate, 2), "block"));
	emit_line(em, "return (%s)(%s);", type, emit_layout(em, plan->index, "c"));
	emit_close(em);
}

static void put_computing(struct emitter *em) {
	const struct problem *problem = em->plan->problem;
	const char *math = dtype_info(problem_math_dtype(problem))->math_type;
	for (int k = 0; k < em->plan->inputs; k++) {
		if (is_first_of_type(em, k)) {
			emit_line(em, "typedef %s elem%s;", dtype_info(problem->operand_dtypes[k])->bits_type, emit_suffix(em, k));
		}
	}
	if (has_index(em)) {
		put_number_with_index(em, math);
	} else {
		emit_line(em, "typedef %s math;", math);
	}
	for (int k = em->plan->inputs; k < plan_tensors(em->plan); k++) {
		emit_line(em, "typedef %s result%s;", dtype_info(problem_dtype(problem, k))->bits_type,
			emit_output_suffix(em, k));
	}
	for (int k = 0; k < em->plan->inputs; k++) {
		if (is_first_of_type(em, k)) {
			emit_line(em, "typedef const elem%s *input%s;", emit_suffix(em, k), emit_suffix(em, k));
		}
	}
	for (int k = em->plan->inputs; k < plan_tensors(em->plan); k++) {
		emit_line(em, "typedef result%s *output%s;", emit_output_suffix(em, k), emit_output_suffix(em, k));
	}
	put_conversions(em, mean_is_of_integers(problem) ? "double" : has_index(em) ? "long long" : math);
	put_functions(em);
	put_accesses(em);
	if (has_index(em)) {
		put_index_of(em);
	}
	put_element(em);
	if (reduces(em)) {
		put_combination(em);
	}
}

/*
 * Elements and numbers have the sizes that they have when the kernel computes: so have its registers and shared memory.
 */
static void put_proving(struct emitter *em) {
	const struct plan *plan = em->plan;
	const struct problem *problem = plan->problem;
	for (int k = 0; k < plan->inputs; k++) {
		if (is_first_of_type(em, k)) {
			emit_line(em, "typedef %s elem%s;", emit_unsigned(dtype_bytes(problem->operand_dtypes[k])),
				emit_suffix(em, k));
		}
	}
	emit_line(em, "typedef %s math;", emit_unsigned(problem_sum_bytes(problem)));
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		emit_line(em, "typedef %s result%s;",
			reduces(em) ? "math" : emit_unsigned(dtype_bytes(problem_dtype(problem, k))), emit_output_suffix(em, k));
	}
	device_put(em->out, device_proof, device_proof_size);
	buf_put_char(em->out, '\n');
	for (int k = 1; k < plan->inputs; k++) {
		if (is_first_of_type(em, k)) {
			emit_line(em, "typedef struct place input%s;", emit_suffix(em, k));
		}
	}
	emit_line(em, "/* What was left at a place: bits of the number of its element, or the sum that it is. */");
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const char *suffix = emit_output_suffix(em, k);
		if (k > plan->inputs) {
			emit_line(em, "typedef struct place output%s;", suffix);
		}
		emit_open(em, "%s void leave%s(output%s p, result%s x)", head, suffix, suffix, suffix);
		emit_open(em, "if (p.entries != 0)");
		emit_line(em, "record(p, p.offset, (unsigned)(%s) & 0x7fffffffu);",
			reduces(em) ? "x ^ (unsigned long long)x >> 32" : "x");
		emit_close(em);
		emit_close(em);
	}
	put_accesses(em);
	emit_line(em, "struct witness { input a[%d]; output out; };", plan->inputs);
	if (has_index(em)) {
		put_index_of(em);
	}
	if (has_several(em)) {
		put_made(em);
	}
	open_element(em);
	emit_line(em, "const unsigned long long number = t + %dull * (v + %dull * block);", plan->threads, plan->values);
	for (int k = 0; k < plan->inputs; k++) {
		emit_open(em, "if (witness.a[%d].entries != 0)", k);
		emit_line(em, "record(witness.a[%d], number, (unsigned)(e%d & 0x7fffffffu));", k, k);
		emit_close(em);
	}
	if (has_several(em)) {
		emit_line(em, "struct made made;");
	}
	for (int k = plan->inputs; k < plan_tensors(plan) && has_several(em); k++) {
		const char *suffix = emit_output_suffix(em, k);
		emit_line(em, "made.y%s = (result%s)(number >> witness.out.shift & 0x7fffffffu);", suffix, suffix);
	}
	emit_line(em, has_several(em) ? "return made;" : has_index(em) ?
		"return (math)(weight(number, witness.out.seed) * (2 * (unsigned long long)index_of(t, v, block) + 1));" :
		reduces(em) ? "return (math)weight(number, witness.out.seed);" :
		"return (result)(number >> witness.out.shift & 0x7fffffffu);");
	emit_close(em);
	if (reduces(em)) {
		emit_line(em, "%s math neutral() { return 0; }", head);
		emit_line(em, "%s math combine(math x, math y) { return x + y; }", head);
		emit_line(em, "%s result finish(math x) { return x; }", head);
	}
}

/*
 * PIN(p) and PIN_INDEX(i) have a pointer and an unsigned computed where they stand: a compiler prefers to do that once
 * more for each guarded access.
 */
static void put_pins(struct emitter *em) {
	emit_line(em, proves(em) ? "#define PIN(p)" : "#define PIN(p) asm(\"\" : \"+l\"(p))");
	emit_line(em, proves(em) ? "#define PIN_INDEX(i)" : "#define PIN_INDEX(i) asm(\"\" : \"+r\"(i))");
}

void emit_prelude(struct emitter *em) {
	if (proves(em)) {
		put_proving(em);
	} else {
		put_computing(em);
	}
	if (em->plan->exchanges) {
		put_pins(em);
	}
}

void emit_signature(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct buf text;
	buf_init(&text, em->al->arena);
	for (int k = 0; k < plan->inputs; k++) {
		const char *type = proves(em) ? "input " : emit_text(em, "const elem%s *__restrict__ ", emit_suffix(em, k));
		buf_printf(&text, "%s%c, ", type, emit_operand(k));
	}
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const char *suffix = emit_output_suffix(em, k);
		const char *join = k > plan->inputs ? ", " : "";
		buf_printf(&text, proves(em) ? "%soutput%s %s" : "%sresult%s *__restrict__ %s", join, suffix,
			emit_tensor(em, k));
	}
	buf_put(&text, plan->workspace_bytes > 0 ? ", char *workspace" : "");
	buf_put_char(em->out, '\n');
	const char *bounds = plan->resident > 0 ? emit_text(em, "%d, %d", plan->threads, plan->resident) :
		emit_text(em, "%d", plan->threads);
	emit_open(em, "extern \"C\" __global__ void __launch_bounds__(%s) " KERNEL_SYMBOL "(%s)", bounds, text.data);
	text.length = 0;
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(&text, "%s%c", k > 0 ? ", " : "", emit_operand(k));
	}
	emit_line(em, proves(em) ? "const struct witness witness = { { %s }, out };" : "const struct witness witness = {};",
		text.data);
	if (has_policy(em)) {
		emit_line(em, "unsigned long long policy;");
		emit_line(em, "POLICY(policy);");
	}
	for (int k = 0; k < plan_tensors(plan); k++) {
		int64_t start = problem_start(plan->problem, k);
		if (start != 0) {
			const char *name = emit_tensor(em, k);
			emit_line(em, "%s = %s + %" PRId64 "ll;", name, name, start);
		}
	}
}
