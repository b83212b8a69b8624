/*
 * What rounding may do, against what it does: sums of random numbers in every order that a plan allows, added up here
 * in float with and without fma, must pass the judge, and with one element missing or counted twice must not; results
 * of expressions, worked out here in float, must lie within the error that is said of them.
 *
 *     gpu_rounding [ROUNDS]
 *
 * Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/planner.h"
#include "gpu/results.h"
#include "gpu/rounding.h"
#include "gpu_problems.h"

enum { ELEMENTS_MAX = 4096, COLUMNS = 16, ORDERS = 6, SEED = 5 };

struct tester {
	int passed, failed;
	uint32_t state;
};

static uint32_t draw(struct tester *tester, uint32_t choices) {
	tester->state = tester->state * 1664525u + 1013904223u;
	return (tester->state >> 8) % choices;
}

static void expect(struct tester *tester, bool good, const char *name, const char *what) {
	tester->passed += good;
	tester->failed += !good;
	if (!good) {
		printf("FAIL: %s: %s\n", name, what);
	}
}

/* --- sums --- */

/* The elements of one result, in the order in which they are added. */
struct column {
	enum reduce reduce;
	bool contracts;                  /* squares are added by fma */
	int count;
	float x[ELEMENTS_MAX];
};

static float start_of(const struct column *column, float x) {
	return column->reduce == REDUCE_SUMSQ ? x * x : x;
}

static float with(const struct column *column, float total, float x) {
	if (column->reduce == REDUCE_SUMSQ) {
		float square = x * x;
		return column->contracts ? fmaf(x, x, total) : total + square;
	}
	return column->reduce == REDUCE_PROD ? total * x : total + x;
}

static float joined(const struct column *column, float a, float b) {
	return column->reduce == REDUCE_PROD ? a * b : a + b;
}

/* Chains of "length" elements, whose totals are a chain. */
static float chains(const struct column *column, int length) {
	float total = 0;
	for (int first = 0; first < column->count; first += length) {
		float part = start_of(column, column->x[first]);
		for (int i = first + 1; i < first + length && i < column->count; i++) {
			part = with(column, part, column->x[i]);
		}
		total = first == 0 ? part : joined(column, total, part);
	}
	return total;
}

/* Any tree: two parts that are drawn are joined until one is left. */
static float tree(struct tester *tester, const struct column *column) {
	float part[ELEMENTS_MAX];
	int count = column->count;
	for (int i = 0; i < count; i++) {
		part[i] = start_of(column, column->x[i]);
	}
	while (count > 1) {
		int a = (int)draw(tester, (uint32_t)count);
		float x = part[a];
		part[a] = part[--count];
		int b = (int)draw(tester, (uint32_t)count);
		part[b] = joined(column, part[b], x);
	}
	return part[0];
}

static int larger_first(const void *a, const void *b) {
	float x = fabsf(*(const float *)a);
	float y = fabsf(*(const float *)b);
	return (x < y) - (x > y);
}

static int smaller_last(const void *a, const void *b) {
	float x = *(const float *)a;
	float y = *(const float *)b;
	return (x < y) - (x > y);
}

/* The total in order number "order", of which some are as bad as orders get: large parts first. */
static float total_of(struct tester *tester, struct column *column, int order, int64_t depth) {
	size_t count = (size_t)column->count;
	if (order == 1 || order == 2) {
		qsort(column->x, count, sizeof column->x[0], order == 1 ? larger_first : smaller_last);
	}
	column->contracts = order % 2 == 0;
	int length = column->count;
	while (length > 1 && length + (column->count + length - 1) / length > depth + 1 && column->count > depth) {
		length = (length + 1) / 2;
	}
	return order >= 3 && column->count <= depth ? tree(tester, column) : chains(column, length);
}

struct summing {
	struct tester *tester;
	enum reduce reduce;
	int order;
};

/* Compare what the totals of all columns are with the judge; one that is wrong must be found. */
static void judge_totals(void *context, struct algebra *al, const struct test_problem *test) {
	struct summing *summing = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, KERNEL_AUTO, test->knobs, &target);
	struct column *column = arena_alloc(al->arena, sizeof *column);
	float results[COLUMNS];
	int64_t depth = rounding_depth(&plan);
	int count = (int)plan.reduced;
	if (algebra_failed(al)) {
		expect(summing->tester, false, test->name, al->fault.text);
		return;
	}
	for (int wrong = 0; wrong < 3; wrong++) {
		for (int c = 0; c < COLUMNS; c++) {
			*column = (struct column){ .reduce = summing->reduce };
			for (int i = 0; i < count; i++) {
				int64_t place = (int64_t)i * COLUMNS + c;
				uint64_t bits = dtype_random(DTYPE_F32, results_fill(&test->problem), results_period(&plan),
					random_hash(results_seed(SEED, 0), place));
				column->x[column->count++] = (float)dtype_decode(DTYPE_F32, bits);
			}
			int other = (int)draw(summing->tester, (uint32_t)count);
			if (wrong > 0 && c == COLUMNS / 2) {
				column->x[other] = wrong == 1 ? 2 * column->x[other] : summing->reduce == REDUCE_PROD ? 3.0F : 0.0F;
			}
			float total = total_of(summing->tester, column, summing->order, depth);
			results[c] = summing->reduce == REDUCE_MEAN ? total / (float)count : total;
		}
		struct verdict verdict = results_compare(al, &plan, SEED, results);
		bool good = wrong == 0 ? verdict.good : verdict.wrong == 1;
		expect(summing->tester, good, test->name, verdict.good ? "a wrong total passes" : verdict.text);
	}
}

/* In how many operations an element takes part: of a sum of "type", with this kernel on so many blocks. */
static void judge_depths(void *context, struct algebra *al, const struct test_problem *test) {
	static const struct {
		enum kernel kernel;
		int groups, splits;
		int64_t reduced, depth;
	} cases[] = {
		{ KERNEL_AUTO, 0, 4, 1 << 20, 64 + 2 * (5 + 8) + 4 },
		{ KERNEL_AUTO, 0, 1, 1 << 20, 64 + 2 * (5 + 8) + 1 },
		{ KERNEL_AUTO, 2, 1, 1 << 20, 64 + 2 * (5 + 8) + 3 },
		{ KERNEL_TV, 0, 4, 1 << 20, 64 + 2 * 256 + 4 },
		{ KERNEL_AUTO, 0, 4, 94, 94 },
		{ KERNEL_AUTO, 0, 4, 50, 50 },
	};
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, KERNEL_AUTO, test->knobs, &target);
	bool in_doubles = problem_math_dtype(plan.problem) == DTYPE_F64;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		plan.kernel = cases[i].kernel;
		plan.rank = 1;
		plan.threads = 256;
		plan.blocks = 600;
		plan.padded[0] = 64 * plan.threads * plan.blocks;
		plan.knobs.groups = cases[i].groups;
		plan.knobs.splits = cases[i].splits;
		plan.reduced = cases[i].reduced;
		bool good = rounding_depth(&plan) == (in_doubles ? cases[i].reduced : cases[i].depth);
		expect(context, good, "a depth", in_doubles ? "of doubles" : "of floats");
	}
}

static void check_depths(struct tester *tester, struct arena *arena) {
	for (int i = 0; i < 2; i++) {
		struct example example = { .rank = 2, .shape = { 64, COLUMNS }, .dtype = i == 0 ? DTYPE_F32 : DTYPE_F64,
			.op = "a", .forms = "rr", .reduce = REDUCE_SUM, .reduced = 1, .kernel = KERNEL_AUTO };
		problem_visit_example(arena, &example, judge_depths, tester);
		arena_reset(arena);
	}
}

static void check_sums(struct tester *tester, struct arena *arena) {
	static const enum reduce reductions[] = { REDUCE_SUM, REDUCE_SUMSQ, REDUCE_MEAN, REDUCE_PROD };
	static const int counts[] = { 2, 3, 5, 18, 24, 31 };
	for (int r = 0; r < 4; r++) {
		for (int order = 0; order < ORDERS; order++) {
			struct summing summing = { tester, reductions[r], order };
			int count = draw(tester, 3) == 0 ? 32 + (int)draw(tester, 1200) : counts[draw(tester, 6)];
			struct example example = { .rank = 2, .shape = { count, COLUMNS }, .dtype = DTYPE_F32, .op = "a",
				.forms = "rr", .reduce = reductions[r], .reduced = 1, .kernel = KERNEL_AUTO };
			problem_visit_example(arena, &example, judge_totals, &summing);
			arena_reset(arena);
		}
	}
}

/* --- expressions --- */

static float single(enum op op, float a, float b, float c) {
	switch (op) {
	case OP_NEGATE: return -a;
	case OP_ADD: return a + b;
	case OP_SUBTRACT: return a - b;
	case OP_MULTIPLY: return a * b;
	case OP_DIVIDE: return a / b;
	case OP_LESS: return a < b;
	case OP_LESS_EQUAL: return a <= b;
	case OP_GREATER: return a > b;
	case OP_GREATER_EQUAL: return a >= b;
	case OP_CHOOSE: return a != 0 ? b : c;
	case OP_MIN: return fminf(a, b);
	case OP_MAX: return fmaxf(a, b);
	case OP_ABS: return fabsf(a);
	case OP_RELU: return a > 0 ? a : 0;
	case OP_EXP: return expf(a);
	case OP_LOG: return logf(a);
	case OP_SQRT: return sqrtf(a);
	case OP_RSQRT: return 1 / sqrtf(a);
	case OP_TANH: return tanhf(a);
	case OP_SIGMOID: return 1 / (1 + expf(-a));
	case OP_FMA: return fmaf(a, b, c);
	case OP_SIN: return sinf(a);
	case OP_COS: return cosf(a);
	case OP_TAN: return tanf(a);
	case OP_ATAN: return atanf(a);
	case OP_SINH: return sinhf(a);
	case OP_COSH: return coshf(a);
	case OP_ERF: return erff(a);
	case OP_EXP2: return exp2f(a);
	case OP_EXPM1: return expm1f(a);
	case OP_LOG2: return log2f(a);
	case OP_LOG10: return log10f(a);
	case OP_LOG1P: return log1pf(a);
	case OP_CBRT: return cbrtf(a);
	case OP_POW: return powf(a, b);
	case OP_ATAN2: return atan2f(a, b);
	case OP_HYPOT: return hypotf(a, b);
	default: return NAN;
	}
}

/* Results whose error grows on the way: after a difference that cancels, near a pole, at a jump, beyond float. */
static const char *const expressions[] = {
	"a+b", "a*b+c", "a*b-c", "1/(a*b-c)", "1/(2+a)", "(a*b-c)/(a*c-b)", "log(abs(a*b-c))", "sqrt(a*b-c)",
	"rsqrt(a*b+c*c)", "exp(20*(a*b-c))", "exp(60*a*b)", "exp2(90*a*b)", "sigmoid(-70*a*b)", "tan(3*a*b)",
	"a*b<c ? a : -a", "where(a*b<a, b, c)", "max(a*b,c)-min(a*b,c)", "pow(abs(a*b),9*c)", "pow(a*b,c*c)",
	"atan2(a*b-c,a)", "hypot(a*b-c,c)", "sinh(30*a*b)+cosh(30*c*a)", "log1p(a*b/4)", "log2(a*b)*log10(abs(c*a))",
	"expm1(a*b-c)", "erf(a*b)*atan(b*c)", "cbrt(a*b-c)", "sin(100*a*b)+cos(100*c*b)", "fma(a,b,-c)/c",
	"0.1*a<b*0.3 ? 1/a : b", "tanh(a*b)/(a-b*c)", "relu(a*b-c)*1e30*a*b*1e9", "exp(-90*a*a)", "(a*b-a*b)/(c*b-c*b)",
};

enum { EXPRESSIONS = sizeof expressions / sizeof expressions[0], SAMPLES = 256 };

static bool is_within(float is, double should_be, double error) {
	return !(error < (double)INFINITY) || (isnan(is) && isnan(should_be)) || (double)is == should_be
		|| fabs((double)is - should_be) <= error;
}

static void check_expression(struct tester *tester, struct arena *arena, const char *text) {
	struct opexpr op;
	struct opexpr_error error;
	struct precision precision = precision_of(DTYPE_F32);
	double values[OPERANDS_MAX][SAMPLES];
	const double *operands[OPERANDS_MAX];
	double out[SAMPLES];
	double errors[SAMPLES];
	char what[200];
	if (!opexpr_parse(arena, str_from(text), &op, &error)) {
		expect(tester, false, text, error.fault.text);
		return;
	}
	for (int k = 0; k < OPERANDS_MAX; k++) {
		operands[k] = values[k];
		for (int i = 0; i < SAMPLES; i++) {
			values[k][i] = (double)(float)ldexp(draw(tester, 1u << 24) - 0x1p23, (int)draw(tester, 5) - 26);
		}
	}
	size_t size = (size_t)op.count * OPEXPR_BLOCK;
	struct opexpr_values evaluated = { SAMPLES, out, errors, { arena_array(arena, size, sizeof(double)),
		arena_array(arena, size, sizeof(double)) } };
	opexpr_eval(&op, operands, &precision, &evaluated);
	int unknown = 0;
	for (int i = 0; i < SAMPLES; i++) {
		float node[OPEXPR_NODES_MAX];
		for (int n = 0; n < op.count; n++) {
			const struct op_node *at = &op.nodes[n];
			node[n] = at->op == OP_CONSTANT ? (float)at->value : at->op == OP_OPERAND ? (float)values[at->operand][i] :
				single(at->op, node[at->children[0]], node[at->children[1]], node[at->children[2]]);
		}
		float is = node[op.root];
		unknown += !(errors[i] < (double)INFINITY);
		snprintf(what, sizeof what, "a=%.9g b=%.9g c=%.9g: %.9g, not %.9g within %.3g", values[0][i], values[1][i],
			values[2][i], (double)is, out[i], errors[i]);
		expect(tester, is_within(is, out[i], errors[i]), text, what);
	}
	snprintf(what, sizeof what, "nothing is said of %d of %d results", unknown, SAMPLES);
	expect(tester, unknown < SAMPLES / 8 || strstr(text, "a*b-a*b") != NULL, text, what);
}

int main(int argc, char **argv) {
	struct tester tester = { .state = SEED };
	struct arena arena;
	int rounds = argc > 1 ? atoi(argv[1]) : 4;
	arena_init(&arena, NULL, NULL);
	check_depths(&tester, &arena);
	for (int round = 0; round < rounds; round++) {
		check_sums(&tester, &arena);
		for (int i = 0; i < EXPRESSIONS; i++) {
			check_expression(&tester, &arena, expressions[i]);
			arena_reset(&arena);
		}
	}
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	arena_finish(&arena);
	return tester.failed == 0 && tester.passed > 0 ? 0 : 1;
}
