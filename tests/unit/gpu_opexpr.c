/* The elementwise expression: what is accepted, how it is written as CUDA C, what it evaluates to, what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gpu/opexpr.h"

struct good {
	const char *text;
	const char *cuda;      /* in single precision */
	double value;          /* with a = 3, b = -2, c = 0.5 */
};

static const struct good goods[] = {
	{ "a", "x0", 3 },
	{ "a+b", "(x0 + x1)", 1 },
	{ "a + b*c", "(x0 + (x1 * x2))", 2 },
	{ "(a+b)*c", "((x0 + x1) * x2)", 0.5 },
	{ "a-b-c", "((x0 - x1) - x2)", 4.5 },
	{ "--a", "x0", 3 },
	{ "-a*b", "((-x0) * x1)", 6 },
	{ "relu(a*b)", "relu((x0 * x1))", 0 },
	{ "a<b ? a : b", "((math)(x0 < x1) != 0 ? x0 : x1)", -2 },
	{ "a>=b ? c : a<c ? a : b", "((math)(x0 >= x1) != 0 ? x2 : ((math)(x0 < x2) != 0 ? x0 : x1))", 0.5 },
	{ "max(min(a,b),c)", "fmaxf(fminf(x0, x1), x2)", 0.5 },
	{ "fma(a,b,c)", "fmaf(x0, x1, x2)", -5.5 },
	{ "abs(b)/2", "(fabsf(x1) / 2.000000000e+00f)", 1 },
	{ "sqrt(a+1) + 1e1*b", "(sqrtf((x0 + 1.000000000e+00f)) + (1.000000000e+01f * x1))", -18 },
	{ "a == 3", "(math)(x0 == 3.000000000e+00f)", 1 },
	{ "where(a<b, a, c)", "((math)(x0 < x1) != 0 ? x0 : x2)", 0.5 },
	{ "sin(a-a)", "sinf((x0 - x0))", 0 },
	{ "cos(a-a)", "cosf((x0 - x0))", 1 },
	{ "tan(a-a)", "tanf((x0 - x0))", 0 },
	{ "atan(a-a)", "atanf((x0 - x0))", 0 },
	{ "sinh(a-a)", "sinhf((x0 - x0))", 0 },
	{ "cosh(a-a)", "coshf((x0 - x0))", 1 },
	{ "erf(a-a)", "erff((x0 - x0))", 0 },
	{ "exp2(a)", "exp2f(x0)", 8 },
	{ "expm1(a-a)", "expm1f((x0 - x0))", 0 },
	{ "log2(c)", "log2f(x2)", -1 },
	{ "log10(a-b*b/b)", "log10f((x0 - ((x1 * x1) / x1)))", 0.69897000433601880479 },
	{ "log1p(a-a)", "log1pf((x0 - x0))", 0 },
	{ "cbrt(a-a)", "cbrtf((x0 - x0))", 0 },
	{ "pow(b,a)", "powf(x1, x0)", -8 },
	{ "atan2(a-a,a)", "atan2f((x0 - x0), x0)", 0 },
	{ "hypot(a,a+1)", "hypotf(x0, (x0 + 1.000000000e+00f))", 5 },
	{ "sigmoid(a-a)", "sigmoid((x0 - x0))", 0.5 },
};

struct bad {
	const char *text;
	enum fault_code code;
	size_t begin;
	const char *message;
};

static const struct bad bads[] = {
	{ "", FAULT_SYNTAX, 0, "expected an operand, saw the end of the expression" },
	{ "a+", FAULT_SYNTAX, 2, "expected an operand, saw the end of the expression" },
	{ "a+*b", FAULT_SYNTAX, 2, "expected an operand, saw '*'" },
	{ "(a", FAULT_SYNTAX, 2, "expected ')', saw the end of the expression" },
	{ "a b", FAULT_SYNTAX, 2, "expected an operator, saw 'b'" },
	{ "1", FAULT_SYNTAX, 0, "no operand occurs in the expression" },
	{ "i", FAULT_NAME, 0, "'i' is neither an operand, a to h, nor a function" },
	{ "asin(a)", FAULT_NAME, 0, "'asin' is neither an operand, a to h, nor a function" },
	{ "min(a)", FAULT_SYNTAX, 0, "'min' takes 2 arguments, 1 given" },
	{ "where(a,b)", FAULT_SYNTAX, 0, "'where' takes 3 arguments, 2 given" },
	{ "a;system(b)", FAULT_NAME, 2, "'system' is neither an operand, a to h, nor a function" },
	{ "a;", FAULT_SYNTAX, 2, "expected an operand, saw the end of the expression" },
	{ ";a", FAULT_SYNTAX, 0, "expected an operand, saw ';'" },
	{ "(a;b)", FAULT_SYNTAX, 2, "expected ')', saw ';'" },
	{ "1;2", FAULT_SYNTAX, 0, "no operand occurs in the expression" },
	{ "a ? b", FAULT_SYNTAX, 5, "expected ':', saw the end of the expression" },
	{ "1.2.3*a", FAULT_SYNTAX, 0, "'1.2.3' is not a number" },
	{ "a+\"b\"", FAULT_SYNTAX, 2, "expected an operand, saw '\"'" },
};

struct counts {
	int passed;
	int failed;
};

static void expect(struct counts *counts, bool good, const char *text, const char *what) {
	counts->passed += good;
	counts->failed += !good;
	if (!good) {
		printf("FAIL: '%s': %s\n", text, what);
	}
}

static double evaluate(struct arena *arena, const struct opexpr *expr) {
	double values[OPERANDS_MAX] = { 3, -2, 0.5 };
	const double *operands[OPERANDS_MAX];
	size_t size = (size_t)expr->count * OPEXPR_BLOCK;
	struct precision precision = precision_of(DTYPE_F64);
	double result;
	double error;
	struct opexpr_values out = { 1, &result, &error, { arena_array(arena, size, sizeof(double)),
		arena_array(arena, size, sizeof(double)) } };
	for (int k = 0; k < OPERANDS_MAX; k++) {
		operands[k] = &values[k];
	}
	opexpr_eval(expr, operands, &precision, &out);
	return result;
}

static void check_good(struct counts *counts, struct arena *arena, const struct good *good) {
	struct opexpr expr;
	struct opexpr_error error;
	struct buf cuda;
	buf_init(&cuda, arena);
	if (!opexpr_parse(arena, str_from(good->text), &expr, &error)) {
		expect(counts, false, good->text, error.fault.text);
		return;
	}
	opexpr_put(&cuda, &expr, DTYPE_F32, "");
	expect(counts, strcmp(cuda.data, good->cuda) == 0, good->text, cuda.data);
	expect(counts, fabs(evaluate(arena, &expr) - good->value) < 1e-12, good->text, "its value");
}

static void check_bad(struct counts *counts, struct arena *arena, const struct bad *bad) {
	struct opexpr expr;
	struct opexpr_error error;
	bool accepted = opexpr_parse(arena, str_from(bad->text), &expr, &error);
	expect(counts, !accepted, bad->text, "is accepted");
	expect(counts, error.fault.code == bad->code, bad->text, "the fault's code");
	expect(counts, error.begin == bad->begin && error.end <= strlen(bad->text), bad->text, "the fault's place");
	expect(counts, strcmp(error.fault.text, bad->message) == 0, bad->text, error.fault.text);
}

/* At the limits of nesting and size, and one step beyond. */
static void check_limits(struct counts *counts, struct arena *arena) {
	char text[4 * LIMIT_OP_NODES];
	struct opexpr expr;
	struct opexpr_error error;
	for (int depth = LIMIT_OP_DEPTH - 1; depth <= LIMIT_OP_DEPTH; depth++) {
		memset(text, '(', (size_t)depth);
		text[depth] = 'a';
		memset(text + depth + 1, ')', (size_t)depth);
		text[2 * depth + 1] = '\0';
		bool accepted = opexpr_parse(arena, str_from(text), &expr, &error);
		expect(counts, accepted == (depth < LIMIT_OP_DEPTH), "parentheses", "the limit of nesting");
	}
	for (int terms = LIMIT_OP_NODES / 2; terms <= LIMIT_OP_NODES / 2 + 1; terms++) {
		for (int i = 0; i < terms; i++) {
			memcpy(text + 2 * i, "a+", 2);
		}
		text[2 * terms - 1] = '\0';
		bool accepted = opexpr_parse(arena, str_from(text), &expr, &error);
		expect(counts, accepted == (terms == LIMIT_OP_NODES / 2), "a+a+...", "the limit of operations");
	}
}

/* Several results: each alone is what it is as the only one. */
static void check_several(struct counts *counts, struct arena *arena) {
	static const char *const texts[OUTPUTS_MAX] = { "a+b", "c ? a : -b", "1", "sqrt(a)" };
	char text[64] = "";
	struct opexpr expr;
	struct opexpr_error error;
	for (int i = 0; i < OUTPUTS_MAX; i++) {
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 0 ? " ; " : "", texts[i]);
	}
	expect(counts, opexpr_parse(arena, str_from(text), &expr, &error) && expr.further == LIMIT_OUTPUTS - 1
		&& expr.operands == 3 && expr.needs_float, text, "as many results as LIMIT_OUTPUTS");
	for (int i = 0; i < OUTPUTS_MAX; i++) {
		struct opexpr of = opexpr_of_result(&expr, i);
		struct opexpr alone;
		struct buf is;
		struct buf should_be;
		buf_init(&is, arena);
		buf_init(&should_be, arena);
		opexpr_put(&is, &of, DTYPE_F64, "");
		if (i == 2) {
			buf_put(&should_be, "1.00000000000000000e+00");
		} else if (opexpr_parse(arena, str_from(texts[i]), &alone, &error)) {
			opexpr_put(&should_be, &alone, DTYPE_F64, "");
			expect(counts, evaluate(arena, &of) == evaluate(arena, &alone), texts[i], "its value");
		}
		expect(counts, strcmp(is.data, should_be.data) == 0, texts[i], is.data);
	}
	snprintf(text + strlen(text), sizeof text - strlen(text), ";a");
	expect(counts, !opexpr_parse(arena, str_from(text), &expr, &error) && error.fault.code == FAULT_LIMIT, text,
		"one more than LIMIT_OUTPUTS");
}

/* Every operation on integers: with a = 7, b = -3, c = 1 and d = 0. */
static const struct {
	const char *text;
	int64_t value;
} integers[] = {
	{ "a+b", 4 }, { "a-b", 10 }, { "a*b", -21 }, { "a/b", -2 }, { "a/d", 0 }, { "-b", 3 }, { "a<b", 0 }, { "b<a", 1 },
	{ "a<=a", 1 }, { "a<=b", 0 }, { "a>b", 1 }, { "a>a", 0 }, { "a>=a", 1 }, { "b>=a", 0 }, { "a==a", 1 }, { "a==b",
		0 },
	{ "a!=b", 1 }, { "a!=a", 0 }, { "a ? b : d", -3 }, { "c ? a : b", 7 }, { "d ? a : b", -3 }, { "min(a,b)", -3 },
	{ "max(a,b)", 7 }, { "abs(b)", 3 }, { "abs(a)", 7 }, { "relu(b)", 0 }, { "relu(a)", 7 }, { "fma(a,b,c)", -20 },
	{ "a+2*b", 1 },
};

static void check_integer_table(struct counts *counts, struct arena *arena) {
	static const int64_t values[OPERANDS_MAX] = { 7, -3, 1, 0 };
	const int64_t *operands[OPERANDS_MAX];
	int64_t scratch[8 * OPEXPR_BLOCK];
	for (int k = 0; k < OPERANDS_MAX; k++) {
		operands[k] = &values[k];
	}
	for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++) {
		struct opexpr expr;
		struct opexpr_error error;
		int64_t result = INT64_MAX;
		if (opexpr_parse(arena, str_from(integers[i].text), &expr, &error)) {
			opexpr_eval_int(&expr, operands, 1, scratch, &result);
		}
		expect(counts, result == integers[i].value, integers[i].text, "its value in integers");
	}
}

static void check_integers(struct counts *counts, struct arena *arena) {
	struct opexpr expr;
	struct opexpr_error error;
	int64_t a = INT64_MIN;
	int64_t b = -1;
	int64_t zero = 0;
	const int64_t *operands[OPERANDS_MAX] = { &a, &b, &zero };
	int64_t scratch[8 * OPEXPR_BLOCK];
	int64_t result;
	expect(counts, opexpr_parse(arena, str_from("a/b"), &expr, &error), "a/b", "is refused");
	opexpr_eval_int(&expr, operands, 1, scratch, &result);
	expect(counts, result == INT64_MIN, "a/b", "the least integer over -1 wraps");
	expect(counts, opexpr_parse(arena, str_from("a/c"), &expr, &error), "a/c", "is refused");
	opexpr_eval_int(&expr, operands, 1, scratch, &result);
	expect(counts, result == 0, "a/c", "over 0 is 0");
	expect(counts, opexpr_parse(arena, str_from("exp(a)"), &expr, &error) && expr.needs_float, "exp(a)",
		"needs floats");
	expect(counts, opexpr_parse(arena, str_from("a*0.5"), &expr, &error) && expr.needs_float, "a*0.5", "needs floats");
	static const char *const large[] = { "a+9007199254740991", "a+9007199254740993", "a+99999999999999999999" };
	for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
		bool read = opexpr_parse(arena, str_from(large[i]), &expr, &error);
		expect(counts, read && expr.needs_float == (i > 0), large[i], "needs floats from 2^53 on");
	}
}

int main(void) {
	struct counts counts = { 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof goods / sizeof goods[0]; i++) {
		check_good(&counts, &arena, &goods[i]);
	}
	for (size_t i = 0; i < sizeof bads / sizeof bads[0]; i++) {
		check_bad(&counts, &arena, &bads[i]);
	}
	check_several(&counts, &arena);
	check_limits(&counts, &arena);
	check_integers(&counts, &arena);
	check_integer_table(&counts, &arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", counts.passed, counts.failed);
	return counts.failed > 0;
}
