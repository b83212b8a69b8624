/* The elementwise expression: what is accepted, how it is written as CUDA C, what it evaluates to, what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gpu/opexpr.h"

#define DIGITS_63 "000000000000000000000000000000000000000000000000000000000000001"
#define LETTERS_64 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

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
	{ "\ta \n+\v b\r", "(x0 + x1)", 1 },
	{ "a/b/c", "((x0 / x1) / x2)", -3 },
	{ "a/b*c", "((x0 / x1) * x2)", -0.75 },
	{ "a-b+c", "((x0 - x1) + x2)", 5.5 },
	{ "a- -b", "(x0 - (-x1))", 1 },
	{ "---b", "(-x1)", 2 },
	{ "a*-b", "(x0 * (-x1))", 6 },
	{ "a+b<c*a", "(math)((x0 + x1) < (x2 * x0))", 1 },
	{ "a!=b", "(math)(x0 != x1)", 1 },
	{ "a<=3", "(math)(x0 <= 3.000000000e+00f)", 1 },
	{ "a>3", "(math)(x0 > 3.000000000e+00f)", 0 },
	{ "(a<b)+(b<a)", "((math)(x0 < x1) + (math)(x1 < x0))", 1 },
	{ "a+" DIGITS_63 "0.", "(x0 + 1.000000000e+01f)", 13 },
	{ "a*1E+2", "(x0 * 1.000000000e+02f)", 300 },
	{ "a+1.0000000596", "(x0 + 1.000000000e+00f)", 4.0000000596 },
	{ "a*1e-2+.5", "((x0 * 1.000000000e-02f) + 5.000000000e-01f)", 0.53 },
	{ "a*1e1-1", "((x0 * 1.000000000e+01f) - 1.000000000e+00f)", 29 },
	{ "h-h+a", "((x7 - x7) + x0)", 3 },
};

struct bad {
	const char *text;
	enum fault_code code;
	size_t begin, end;
	const char *message;
};

static const struct bad bads[] = {
	{ "", FAULT_SYNTAX, 0, 0, "expected an operand, saw the end of the expression" },
	{ " ", FAULT_SYNTAX, 1, 1, "expected an operand, saw the end of the expression" },
	{ "a+", FAULT_SYNTAX, 2, 2, "expected an operand, saw the end of the expression" },
	{ "a+ ", FAULT_SYNTAX, 3, 3, "expected an operand, saw the end of the expression" },
	{ "-", FAULT_SYNTAX, 1, 1, "expected an operand, saw the end of the expression" },
	{ "a+*b", FAULT_SYNTAX, 2, 3, "expected an operand, saw '*'" },
	{ "a++b", FAULT_SYNTAX, 2, 3, "expected an operand, saw '+'" },
	{ "a*/b", FAULT_SYNTAX, 2, 3, "expected an operand, saw '/'" },
	{ "(a", FAULT_SYNTAX, 2, 2, "expected ')', saw the end of the expression" },
	{ "(a b)", FAULT_SYNTAX, 3, 4, "expected ')', saw 'b'" },
	{ "()", FAULT_SYNTAX, 1, 2, "expected an operand, saw ')'" },
	{ "a b", FAULT_SYNTAX, 2, 3, "expected an operator, saw 'b'" },
	{ "a )", FAULT_SYNTAX, 2, 3, "expected an operator, saw ')'" },
	{ "a=b", FAULT_SYNTAX, 1, 2, "expected an operator, saw '='" },
	{ "a!b", FAULT_SYNTAX, 1, 2, "expected an operator, saw '!'" },
	{ "a=", FAULT_SYNTAX, 1, 2, "expected an operator, saw '='" },
	{ "a<b<c", FAULT_SYNTAX, 3, 4, "expected an operator, saw '<'" },
	{ "a<", FAULT_SYNTAX, 2, 2, "expected an operand, saw the end of the expression" },
	{ "a<=", FAULT_SYNTAX, 3, 3, "expected an operand, saw the end of the expression" },
	{ "a>>b", FAULT_SYNTAX, 2, 3, "expected an operand, saw '>'" },
	{ "1", FAULT_SYNTAX, 0, 1, "no operand occurs in the expression" },
	{ " 1+2 ", FAULT_SYNTAX, 0, 5, "no operand occurs in the expression" },
	{ "i", FAULT_NAME, 0, 1, "'i' is neither an operand, a to h, nor a function" },
	{ "A", FAULT_NAME, 0, 1, "'A' is neither an operand, a to h, nor a function" },
	{ "`", FAULT_SYNTAX, 0, 1, "expected an operand, saw '`'" },
	{ "a1+b", FAULT_NAME, 0, 2, "'a1' is neither an operand, a to h, nor a function" },
	{ "b+ab", FAULT_NAME, 2, 4, "'ab' is neither an operand, a to h, nor a function" },
	{ LETTERS_64, FAULT_NAME, 0, 64, "'" LETTERS_64 "' is neither an operand, a to h, nor a function" },
	{ LETTERS_64 "y", FAULT_NAME, 0, 65, "'" LETTERS_64 "' is neither an operand, a to h, nor a function" },
	{ "asin(a)", FAULT_NAME, 0, 4, "'asin' is neither an operand, a to h, nor a function" },
	{ "min", FAULT_SYNTAX, 3, 3, "expected '(', saw the end of the expression" },
	{ "min a", FAULT_SYNTAX, 4, 5, "expected '(', saw 'a'" },
	{ "min(a)", FAULT_SYNTAX, 0, 3, "'min' takes 2 arguments, 1 given" },
	{ "a+exp(a,b)", FAULT_SYNTAX, 2, 5, "'exp' takes 1 argument, 2 given" },
	{ "fma(a,b,c,d)", FAULT_SYNTAX, 0, 3, "'fma' takes 3 arguments, 4 given" },
	{ "where(a,b)", FAULT_SYNTAX, 0, 5, "'where' takes 3 arguments, 2 given" },
	{ "max(a,)", FAULT_SYNTAX, 6, 7, "expected an operand, saw ')'" },
	{ "max(a,b", FAULT_SYNTAX, 7, 7, "expected ')', saw the end of the expression" },
	{ "max(a,*,c)", FAULT_SYNTAX, 6, 7, "expected an operand, saw '*'" },
	{ "a;system(b)", FAULT_NAME, 2, 8, "'system' is neither an operand, a to h, nor a function" },
	{ "a;", FAULT_SYNTAX, 2, 2, "expected an operand, saw the end of the expression" },
	{ ";a", FAULT_SYNTAX, 0, 1, "expected an operand, saw ';'" },
	{ "(a;b)", FAULT_SYNTAX, 2, 3, "expected ')', saw ';'" },
	{ "1;2", FAULT_SYNTAX, 0, 3, "no operand occurs in the expression" },
	{ "a ? b", FAULT_SYNTAX, 5, 5, "expected ':', saw the end of the expression" },
	{ "a ? b ; c", FAULT_SYNTAX, 6, 7, "expected ':', saw ';'" },
	{ "a ? * : c", FAULT_SYNTAX, 4, 5, "expected an operand, saw '*'" },
	{ "1.2.3*a", FAULT_SYNTAX, 0, 5, "'1.2.3' is not a number" },
	{ "a*.", FAULT_SYNTAX, 2, 3, "'.' is not a number" },
	{ "a*1e", FAULT_SYNTAX, 2, 4, "'1e' is not a number" },
	{ "(a*1e)", FAULT_SYNTAX, 3, 5, "'1e' is not a number" },
	{ "a*1e+", FAULT_SYNTAX, 2, 5, "'1e+' is not a number" },
	{ "a*1e++1", FAULT_SYNTAX, 2, 5, "'1e+' is not a number" },
	{ "a+010", FAULT_SYNTAX, 2, 5, "an integer that begins with 0 is octal in C++, and none in Python" },
	{ "a*1e400", FAULT_SYNTAX, 2, 7, "'1e400' is not a number" },
	{ "a+" DIGITS_63 "..", FAULT_SYNTAX, 2, 67, "'" DIGITS_63 ".' is not a number" },
	{ "a+\u00e9", FAULT_SYNTAX, 2, 4, "expected an operand, saw '\u00e9'" },
	{ "a\u20ac b", FAULT_SYNTAX, 1, 4, "expected an operator, saw '\u20ac'" },
	{ "(a \u00e9", FAULT_SYNTAX, 3, 5, "expected ')', saw '\u00e9'" },
	{ "a+\"b\"", FAULT_SYNTAX, 2, 3, "expected an operand, saw '\"'" },
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
	expect(counts, error.begin == bad->begin && error.end == bad->end, bad->text, "the fault's place");
	expect(counts, strcmp(error.fault.text, bad->message) == 0, bad->text, error.fault.text);
}

/* Whether the text is refused for a limit, with this message and this place. */
static bool is_beyond(const char *text, struct arena *arena, size_t begin, size_t end, const char *message) {
	struct opexpr expr;
	struct opexpr_error error;
	return !opexpr_parse(arena, str_from(text), &expr, &error) && error.fault.code == FAULT_LIMIT
		&& error.begin == begin && error.end == end && strcmp(error.fault.text, message) == 0;
}

/* At the limits of nesting and size, and one step beyond. Depth that has ended does not count. */
static void check_limits(struct counts *counts, struct arena *arena) {
	char text[4 * LIMIT_OP_NODES];
	char message[64];
	struct opexpr expr;
	struct opexpr_error error;
	snprintf(message, sizeof message, "nested deeper than %d", LIMIT_OP_DEPTH);
	for (int depth = LIMIT_OP_DEPTH - 1; depth <= LIMIT_OP_DEPTH; depth++) {
		memset(text, '(', (size_t)depth);
		text[depth] = 'a';
		memset(text + depth + 1, ')', (size_t)depth);
		text[2 * depth + 1] = '\0';
		expect(counts, depth < LIMIT_OP_DEPTH ? opexpr_parse(arena, str_from(text), &expr, &error) :
			is_beyond(text, arena, (size_t)depth, (size_t)depth + 1, message), "parentheses", "the limit of nesting");
	}
	text[LIMIT_OP_DEPTH] = '\0';
	expect(counts, is_beyond(text, arena, LIMIT_OP_DEPTH, LIMIT_OP_DEPTH, message), "parentheses", "nested at its end");
	memset(text, 'a', sizeof text);
	for (int i = 0; i < 2 * LIMIT_OP_DEPTH; i++) {
		memcpy(text + 4 * i, "(a)+", 4);
	}
	text[8 * LIMIT_OP_DEPTH - 1] = '\0';
	expect(counts, opexpr_parse(arena, str_from(text), &expr, &error), "(a)+(a)+...", "many that are not nested");
	snprintf(message, sizeof message, "more than %d operations in one expression", LIMIT_OP_NODES);
	for (int terms = LIMIT_OP_NODES / 2; terms <= LIMIT_OP_NODES / 2 + 1; terms++) {
		for (int i = 0; i < terms; i++) {
			memcpy(text + 2 * i, "a+", 2);
		}
		text[2 * terms - 1] = '\0';
		expect(counts, terms == LIMIT_OP_NODES / 2 ? opexpr_parse(arena, str_from(text), &expr, &error) :
			is_beyond(text, arena, 0, strlen(text), message), "a+a+...", "the limit of operations");
	}
	for (int signs = 1; signs <= 2; signs++) {
		char *at = text + snprintf(text, sizeof text, "%s", signs == 1 ? "-a" : "-a+-a");
		for (int i = signs; i < LIMIT_OP_NODES / 2; i++) {
			at += snprintf(at, 3, "+a");
		}
		expect(counts, signs == 1 ? opexpr_parse(arena, str_from(text), &expr, &error) && expr.count == LIMIT_OP_NODES :
			is_beyond(text, arena, 0, strlen(text), message), text, "as many operations as there may be");
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
		expect(counts, opexpr_of_result(&of, i).root == expr.root, texts[i], "the first is in its place");
	}
	snprintf(text + strlen(text), sizeof text - strlen(text), ";a");
	char message[64];
	snprintf(message, sizeof message, "more than %d results", LIMIT_OUTPUTS);
	expect(counts, is_beyond(text, arena, strlen(text) - 2, strlen(text) - 1, message), text,
		"one more than LIMIT_OUTPUTS");
}

/* Every function: its name in CUDA for floats, doubles and integers, if it has one for these. */
static const struct {
	const char *name;
	int arity;
	const char *of_float, *of_double, *of_int;
} calls[] = {
	{ "abs", 1, "fabsf", "fabs", "int_abs" },
	{ "atan", 1, "atanf", "atan", NULL },
	{ "atan2", 2, "atan2f", "atan2", NULL },
	{ "cbrt", 1, "cbrtf", "cbrt", NULL },
	{ "cos", 1, "cosf", "cos", NULL },
	{ "cosh", 1, "coshf", "cosh", NULL },
	{ "erf", 1, "erff", "erf", NULL },
	{ "exp", 1, "expf", "exp", NULL },
	{ "exp2", 1, "exp2f", "exp2", NULL },
	{ "expm1", 1, "expm1f", "expm1", NULL },
	{ "fma", 3, "fmaf", "fma", "int_fma" },
	{ "hypot", 2, "hypotf", "hypot", NULL },
	{ "log", 1, "logf", "log", NULL },
	{ "log10", 1, "log10f", "log10", NULL },
	{ "log1p", 1, "log1pf", "log1p", NULL },
	{ "log2", 1, "log2f", "log2", NULL },
	{ "max", 2, "fmaxf", "fmax", "int_max" },
	{ "min", 2, "fminf", "fmin", "int_min" },
	{ "pow", 2, "powf", "pow", NULL },
	{ "relu", 1, "relu", "relu", "relu" },
	{ "rsqrt", 1, "rsqrtf", "rsqrt", NULL },
	{ "sigmoid", 1, "sigmoid", "sigmoid", NULL },
	{ "sin", 1, "sinf", "sin", NULL },
	{ "sinh", 1, "sinhf", "sinh", NULL },
	{ "sqrt", 1, "sqrtf", "sqrt", NULL },
	{ "tan", 1, "tanf", "tan", NULL },
	{ "tanh", 1, "tanhf", "tanh", NULL },
};

static void check_text(struct counts *counts, struct arena *arena, const struct opexpr *expr, enum dtype dtype,
		const char *wanted) {
	struct buf cuda;
	buf_init(&cuda, arena);
	opexpr_put(&cuda, expr, dtype, "_y");
	expect(counts, strcmp(cuda.data, wanted) == 0, wanted, cuda.data);
}

static void check_calls(struct counts *counts, struct arena *arena) {
	static const char *const given[] = { "", "a", "a,b", "a,b,c" };
	static const char *const put[] = { "", "x0_y", "x0_y, x1_y", "x0_y, x1_y, x2_y" };
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		char text[64];
		struct opexpr expr;
		struct opexpr_error error;
		int arity = calls[i].arity;
		snprintf(text, sizeof text, "%s(%s)", calls[i].name, given[arity]);
		if (!opexpr_parse(arena, str_from(text), &expr, &error)) {
			expect(counts, false, text, error.fault.text);
			continue;
		}
		expect(counts, expr.needs_float == (calls[i].of_int == NULL) && expr.operands == arity, text, "what it needs");
		expect(counts, opexpr_arity(expr.nodes[expr.root].op) == arity, text, "its arity");
		snprintf(text, sizeof text, "%s(%s)", calls[i].of_float, put[arity]);
		check_text(counts, arena, &expr, DTYPE_F32, text);
		check_text(counts, arena, &expr, DTYPE_F16, text);
		snprintf(text, sizeof text, "%s(%s)", calls[i].of_double, put[arity]);
		check_text(counts, arena, &expr, DTYPE_F64, text);
		if (calls[i].of_int != NULL) {
			snprintf(text, sizeof text, "%s(%s)", calls[i].of_int, put[arity]);
			check_text(counts, arena, &expr, DTYPE_I64, text);
		}
	}
	static const struct {
		const char *text, *of_int;
		int operands;
	} integer[] = {
		{ "a/b+c", "(int_div(x0_y, x1_y) + x2_y)", 3 },
		{ "a*9007199254740991", "(x0_y * 9007199254740991ll)", 1 },
		{ "where(h<a,-b,0)", "((math)(x7_y < x0_y) != 0 ? (-x1_y) : 0ll)", 8 },
		{ "b", "x1_y", 2 },
	};
	for (size_t i = 0; i < sizeof integer / sizeof integer[0]; i++) {
		struct opexpr expr;
		struct opexpr_error error;
		expect(counts, opexpr_parse(arena, str_from(integer[i].text), &expr, &error) && !expr.needs_float
			&& expr.operands == integer[i].operands, integer[i].text, "what it needs");
		check_text(counts, arena, &expr, DTYPE_I32, integer[i].of_int);
	}
}

/* What stands behind the end of the text is not read: each beginning is as it is alone. */
static void check_beginnings(struct counts *counts, struct arena *arena) {
	static const char *const texts[] = { "a<=b", "a>=b?c:a", "a==b", "a!=b", "fma(a, 12.5e+3, --c)", "a;b;c;d;e",
		"  a12", "where(a<b,a,b)*7" };
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		for (size_t length = 0; length <= strlen(texts[i]); length++) {
			char alone[32];
			struct opexpr expr[2];
			struct opexpr_error error[2];
			snprintf(alone, sizeof alone, "%.*s", (int)length, texts[i]);
			bool one = opexpr_parse(arena, (struct str){ texts[i], length }, &expr[0], &error[0]);
			bool other = opexpr_parse(arena, str_from(alone), &expr[1], &error[1]);
			expect(counts, one == other && (one ? expr[0].count == expr[1].count && expr[0].root == expr[1].root :
				error[0].begin == error[1].begin && error[0].end == error[1].end
				&& strcmp(error[0].fault.text, error[1].fault.text) == 0), alone, "what stands behind it");
		}
	}
}

/* Elements side by side have the values that each of them has alone. */
static void check_blocks(struct counts *counts, struct arena *arena) {
	enum { SIDE_BY_SIDE = 5 };
	static const double values[2][SIDE_BY_SIDE] = { { 3, -2, 0.5, 7, 11 }, { -1, 4, 2, 0.25, 6 } };
	static const int64_t whole[2][SIDE_BY_SIDE] = { { 3, -2, 5, 7, 11 }, { -1, 4, 2, 9, 6 } };
	struct precision precision = precision_of(DTYPE_F32);
	struct opexpr expr;
	struct opexpr_error error;
	opexpr_parse(arena, str_from("max(a,b)*(a-2)+fma(a,b,a)"), &expr, &error);
	size_t size = (size_t)expr.count * OPEXPR_BLOCK;
	double out[2][SIDE_BY_SIDE];
	double slack[2][SIDE_BY_SIDE];
	int64_t integer[2][SIDE_BY_SIDE];
	int64_t *scratch = arena_array(arena, size, sizeof *scratch);
	for (int way = 0; way < 2; way++) {
		int step = way == 0 ? SIDE_BY_SIDE : 1;
		for (int i = 0; i < SIDE_BY_SIDE; i += step) {
			const double *operands[] = { &values[0][i], &values[1][i] };
			const int64_t *integers[] = { &whole[0][i], &whole[1][i] };
			struct opexpr_values of = { step, &out[way][i], &slack[way][i], { arena_array(arena, size, sizeof(double)),
				arena_array(arena, size, sizeof(double)) } };
			opexpr_eval(&expr, operands, &precision, &of);
			opexpr_eval_int(&expr, integers, step, scratch, &integer[way][i]);
		}
	}
	for (int i = 0; i < SIDE_BY_SIDE; i++) {
		double a = values[0][i];
		double b = values[1][i];
		int64_t c = whole[0][i];
		int64_t d = whole[1][i];
		expect(counts, out[0][i] == (a > b ? a : b) * (a - 2) + a * b + a && out[1][i] == out[0][i]
			&& slack[0][i] == slack[1][i] && slack[0][i] > 0, "elements side by side", "a value");
		expect(counts, integer[0][i] == (c > d ? c : d) * (c - 2) + c * d + c && integer[1][i] == integer[0][i],
			"elements side by side", "an integer");
	}
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
	check_calls(&counts, &arena);
	check_beginnings(&counts, &arena);
	check_blocks(&counts, &arena);
	check_integers(&counts, &arena);
	check_integer_table(&counts, &arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", counts.passed, counts.failed);
	return counts.failed > 0;
}
