/*
 * Results against a reference, of all results and of single ones: what a plain loop over the problem finds, rounded to
 * the type of the result, must be right; each neighbour of it that no rounding makes, and each other index, wrong. The
 * loop knows the forms of memory (gpu_problems.h) and no plan. Prints "N passed, N failed".
 */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/planner.h"
#include "gpu/results.h"
#include "gpu_problems.h"
#include "tally.h"

enum { SEED = 5, ELEMENTS_MAX = 80000 };

struct tester {
	struct tally tally;
	struct arena arena;
	double (*function)(double a, double b);
	size_t end;                       /* the line of "ends" */
	const char *name;
	const struct test_problem *test;
	const struct plan *plan;
	/* By the place of the result. */
	int64_t span;
	bool is_there[ELEMENTS_MAX];
	double expected[ELEMENTS_MAX];
	int64_t whole[ELEMENTS_MAX];      /* of integers */
	int64_t best[ELEMENTS_MAX];       /* arg-reductions: the index */
	double elements[ELEMENTS_MAX];    /* of each result one behind the other, by their index */
	double worst;                     /* of all results that were checked last */
	int64_t near;                     /* indices that are as good as the best */
	unsigned char output[8 * ELEMENTS_MAX];
};

/* --- types --- */

/* The bits of the value of "dtype" that is nearest to "x", the largest for what is larger; to integers, clipped. */
static uint64_t encode(enum dtype dtype, double x) {
	const struct dtype_info *info = dtype_info(dtype);
	uint64_t sign = signbit(x) ? (uint64_t)1 << (8 * info->bytes - 1) : 0;
	uint64_t bits = 0;
	if (!info->is_float) {
		double clipped = isnan(x) ? 0 : fmax(dtype_least_int(dtype), fmin(dtype_greatest_int(dtype), rint(x)));
		return (uint64_t)(int64_t)clipped;
	}
	if (dtype == DTYPE_F64) {
		memcpy(&bits, &x, sizeof x);
		return bits;
	}
	if (isnan(x)) {
		return ((uint64_t)1 << (8 * info->bytes - 1)) - 1;
	}
	uint64_t least = 0;
	uint64_t most = ((uint64_t)1 << (8 * info->bytes - 1)) - 1;
	while (!(dtype_decode(dtype, most) <= dtype_largest(dtype))) {
		most = (most >> info->element->mantissa_bits << info->element->mantissa_bits) - 1;
		most = dtype == DTYPE_E4M3 ? 0x7e : most;
	}
	while (least < most) {   /* bits grow with the value */
		uint64_t middle = (least + most + 1) / 2;
		if (dtype_decode(dtype, middle) <= fabs(x)) {
			least = middle;
		} else {
			most = middle - 1;
		}
	}
	double below = fabs(x) - dtype_decode(dtype, least);
	double above = fabs(dtype_decode(dtype, least + 1) - fabs(x));
	bool is_last = !(dtype_decode(dtype, least + 1) <= dtype_largest(dtype));
	return sign | (least + (!is_last && above < below ? 1 : 0));
}

static void store(struct tester *tester, int64_t place, uint64_t bits) {
	int64_t bytes = dtype_bytes(tester->plan->problem->output_dtype);
	for (int64_t i = 0; i < bytes; i++) {
		tester->output[place * bytes + i] = (unsigned char)(bits >> 8 * i);
	}
}

static uint64_t stored(const struct tester *tester, int64_t place) {
	return dtype_load(tester->plan->problem->output_dtype, tester->output, place);
}

static double value_of(enum dtype dtype, uint64_t bits) {
	return dtype_info(dtype)->is_float ? dtype_decode(dtype, bits) : (double)dtype_decode_int(dtype, bits);
}

/* --- the loop --- */

static int64_t offset_of(const struct tester *tester, int k, const int64_t *coordinate) {
	const struct problem *problem = tester->plan->problem;
	int64_t stride[PROBLEM_RANK_MAX];
	char form = tester->test->forms[k];
	int64_t offset = form_start(problem->rank, problem->shape, form);
	form_strides(problem->rank, problem->shape, form, stride);
	for (int i = 0; i < problem->rank; i++) {
		offset += form_at(problem->shape, form, stride, i, coordinate[i]);
	}
	return offset;
}

/* Row-major among the modes that are reduced, or those that are kept. */
static int64_t number_of(const struct problem *problem, const int64_t *coordinate, bool reduced) {
	int64_t number = 0;
	for (int i = 0; i < problem->rank; i++) {
		if (problem_mode_is_reduced(problem, i) == reduced) {
			number = number * problem->shape[i] + coordinate[i];
		}
	}
	return number;
}

/* Element "index" of result "place": its value, and that as an integer. */
static void take(struct tester *tester, int64_t place, int64_t index, double x, int64_t whole) {
	enum reduce reduce = tester->plan->problem->reduce;
	double *total = &tester->expected[place];
	bool is_first = !tester->is_there[place];
	/* An index is never that of what is no number. */
	bool is_none = reduce_is_arg(reduce) && isnan(*total);
	bool is_better = is_first || (reduce == REDUCE_ARGMAX || reduce == REDUCE_MAX ? x > *total : x < *total)
		|| (is_none && !isnan(x));
	tester->is_there[place] = true;
	switch (reduce) {
	case REDUCE_ARGMAX:
	case REDUCE_ARGMIN:
		tester->elements[place * tester->plan->reduced + index] = x;
		tester->best[place] = isnan(x) && is_first ? 0 : is_better ? index : tester->best[place];
		*total = is_better ? x : *total;
		break;
	case REDUCE_MAX:
	case REDUCE_MIN: *total = is_better ? x : *total; break;
	case REDUCE_ABSMAX: *total = is_first ? fabs(x) : fmax(fabs(x), *total); break;
	case REDUCE_PROD: *total = is_first ? x : *total * x; break;
	case REDUCE_SUMSQ: *total += x * x; break;
	default: *total += x; break;
	}
	whole = reduce == REDUCE_SUMSQ ? whole * whole : whole;
	tester->whole[place] += whole;
}

static void loop(struct tester *tester) {
	const struct problem *problem = tester->plan->problem;
	enum fill fill = problem->reduce == REDUCE_PROD ? FILL_PRODUCT : FILL_PLAIN;
	int64_t reduced = 1;
	memset(tester->is_there, 0, sizeof tester->is_there);
	memset(tester->expected, 0, sizeof tester->expected);
	memset(tester->whole, 0, sizeof tester->whole);
	tester->span = 0;
	for (int i = 0; i < problem->rank; i++) {
		reduced *= problem_mode_is_reduced(problem, i) ? problem->shape[i] : 1;
	}
	uint32_t period = reduced < 4 ? 1 : (uint32_t)reduced / 4;
	for (int64_t n = 0; n < problem_size(problem); n++) {
		int64_t coordinate[PROBLEM_RANK_MAX];
		double x[2] = { 0, 0 };
		int64_t whole = 0;
		for (int64_t i = problem->rank - 1, rest = n; i >= 0; rest /= problem->shape[i--]) {
			coordinate[i] = rest % problem->shape[i];
		}
		for (int k = 0; k < problem->op->operands; k++) {
			enum dtype dtype = problem->operand_dtypes[k];
			uint32_t hash = random_hash(SEED + 0x9e3779b9u * (uint32_t)(k + 1), offset_of(tester, k, coordinate));
			x[k] = value_of(dtype, dtype_random(dtype, fill, period, hash));
			whole += (int64_t)x[k];
		}
		bool reduces = problem->reduce != REDUCE_NONE;
		int64_t place = reduces ? number_of(problem, coordinate, false) :
			offset_of(tester, problem->op->operands, coordinate);
		take(tester, place, number_of(problem, coordinate, true), tester->function(x[0], x[1]), whole);
		tester->span = place >= tester->span ? place + 1 : tester->span;
	}
	for (int64_t place = 0; place < tester->span && problem->reduce == REDUCE_MEAN; place++) {
		tester->expected[place] /= (double)reduced;
	}
}

/* --- the verdicts --- */

static void check_all(struct tester *tester, struct algebra *al, int64_t wrong, const char *what) {
	int64_t results = 0;
	for (int64_t place = 0; place < tester->span; place++) {
		results += tester->is_there[place];
	}
	struct verdict verdict = results_compare(al, tester->plan, SEED, tester->output);
	tester->worst = verdict.worst;
	expect(&tester->tally, verdict.good == (wrong == 0) && verdict.wrong == wrong && verdict.elements == results
		&& (wrong > 0 || verdict.worst <= 1), "%s: %s: %" PRId64 " of %" PRId64 " wrong, not %" PRId64 ", worst %g: %s",
		tester->name, what, verdict.wrong, verdict.elements, wrong, verdict.worst, verdict.text);
}

/* The result that is wrong, in words: with nine digits, or where the right one has the same, with all. */
static void check_said(struct tester *tester, const struct verdict *verdict, int64_t place) {
	char said[2][128];
	double value = value_of(tester->plan->problem->output_dtype, stored(tester, place));
	bool is_said = false;
	for (int i = 0; i < 2; i++) {
		snprintf(said[i], sizeof said[i], "the result at offset %" PRId64 " is %.*g, not ", place, i == 0 ? 9 : 17,
			value);
		is_said = is_said || strncmp(verdict->text, said[i], strlen(said[i])) == 0;
	}
	const char *is = strstr(verdict->text, " is ");
	const char *right = strstr(verdict->text, ", not ");
	bool differ = is != NULL && right != NULL && strncmp(is + 4, right + 6, (size_t)(right - is) - 4) != 0;
	expect(&tester->tally, !verdict->good && verdict->wrong == 1 && is_said && differ, "%s: %s: said %s", tester->name,
		said[0], verdict->text);
}

/* A step of "bits" away from 0 or, of integers, up. */
static uint64_t moved(const struct tester *tester, uint64_t bits, int64_t steps) {
	enum dtype dtype = tester->plan->problem->output_dtype;
	int bytes = dtype_bytes(dtype);
	return (bits + (uint64_t)steps) & (bytes == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * bytes) - 1);
}

/* Each single result: in a place of its own, right as it is, and wrong with other bits. */
static void check_sample(struct tester *tester, struct algebra *al, int64_t steps) {
	struct reference *ref = results_sample(al, tester->plan, SEED);
	const struct problem *problem = tester->plan->problem;
	int64_t results = problem->reduce != REDUCE_NONE ? tester->plan->kept : problem_size(problem);
	bool *taken = arena_array(al->arena, (size_t)tester->span, sizeof *taken);
	int64_t step = results / 2000 > 0 ? 97 : 1;
	for (int64_t number = 0; number < results; number += step) {
		int64_t place = results_sample_place(ref, number);
		bool is_place = place >= 0 && place < tester->span && tester->is_there[place] && !taken[place];
		expect(&tester->tally, is_place, "%s: the place of result %" PRId64, tester->name, number);
		if (!is_place) {
			continue;
		}
		taken[place] = true;
		uint64_t bits = stored(tester, place);
		struct verdict verdict = results_sample_compare(ref, number, bits);
		expect(&tester->tally, verdict.good && verdict.elements == 1 && verdict.wrong == 0
			&& verdict.worst <= tester->worst, "%s: result %" PRId64 ": %s, worst %g and %g", tester->name, number,
			verdict.text, verdict.worst, tester->worst);
		if (steps != 0 && !isnan(tester->expected[place]) && fabs(tester->expected[place]) > 0.05) {
			store(tester, place, moved(tester, bits, steps));
			verdict = results_sample_compare(ref, number, stored(tester, place));
			check_said(tester, &verdict, place);
			store(tester, place, bits);
		}
	}
}

/* Every part of a sum is the sum of its elements. */
static void check_parts(struct tester *tester, struct algebra *al) {
	const struct plan *plan = tester->plan;
	struct reference *ref = results_sample(al, plan, SEED);
	bool is_sum = plan->problem->reduce == REDUCE_SUM || plan->problem->reduce == REDUCE_SUMSQ;
	int64_t step = plan->kept / 200 > 0 ? 37 : 1;
	for (int64_t number = 0; number < plan->kept && is_sum; number += step) {
		int64_t place = results_sample_place(ref, number);
		double total = 0;
		int64_t whole = 0;
		double slack = 0;
		for (int64_t begin = 0; begin < plan->reduced; begin += 7) {
			int64_t end = begin + 7 < plan->reduced ? begin + 7 : plan->reduced;
			struct results_part part = results_sample_part(ref, number, begin, end);
			total += part.total;
			whole += part.int_total;
			slack += part.slack;
			expect(&tester->tally, part.index == INT64_MAX && part.slack >= 0, "%s: a part of a sum", tester->name);
		}
		bool is_exact = problem_math_dtype(plan->problem) == DTYPE_I64;
		expect(&tester->tally, is_exact ? whole == tester->whole[place] && slack == 0 :
			fabs(total - tester->expected[place]) <= 1e-9 * (1 + fabs(total)) && slack < 1e-3 * (double)plan->reduced,
			"%s: the parts of result %" PRId64 " are %g and %" PRId64 ", within %g", tester->name, number, total, whole,
			slack);
		struct results_part none = results_sample_part(ref, number, 3, 3);
		expect(&tester->tally, none.total == 0 && none.int_total == 0 && none.slack == 0, "%s: a part of nothing",
			tester->name);
	}
}

/*
 * Another index is right where its element is as good within twice the error of the elements, which the reference says,
 * and any where that is not known; without one none is, also of an element that is the same.
 */
static void check_indices(struct tester *tester, struct algebra *al) {
	const struct plan *plan = tester->plan;
	int64_t reduced = plan->reduced;
	int64_t step = tester->span / 30 > 0 ? 13 : 1;
	struct reference *ref = results_sample(al, plan, SEED);
	for (int64_t number = 0; number < plan->kept; number += step) {
		int64_t place = results_sample_place(ref, number);
		int64_t right = tester->best[place];
		struct results_part whole = results_sample_part(ref, number, 0, reduced);
		bool is_none = isnan(tester->expected[place]);
		expect(&tester->tally, whole.index == (is_none ? INT64_MAX : right),
			"%s: the best of result %" PRId64 " is %" PRId64 ", not %" PRId64, tester->name, place, whole.index, right);
		for (int64_t other = -1; other <= reduced; other++) {
			bool is_there = other >= 0 && other < reduced;
			double distance = is_there ? fabs(tester->elements[place * reduced + other] - tester->expected[place]) : 0;
			bool good = other == right || (is_there && whole.slack > 0
				&& (isinf(whole.slack) || distance <= 2 * whole.slack));
			uint64_t bits = (uint64_t)other;
			store(tester, place, bits);
			struct verdict one = results_sample_compare(ref, number, stored(tester, place));
			expect(&tester->tally, one.good == good, "%s: index %" PRId64 " of result %" PRId64 ", not %" PRId64,
				tester->name, other, place, right);
			tester->near += good && other != right;
		}
		store(tester, place, (uint64_t)right);
	}
	const int64_t others[] = { reduced, -1, INT32_MIN };
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		store(tester, 0, (uint64_t)others[i]);
		check_all(tester, al, 1, "an index that there is not");
	}
	store(tester, 0, (uint64_t)tester->best[0]);
}

/* Of a result that is right, what is far from it by so many steps is not. */
static int64_t steps_of(const struct plan *plan) {
	const struct problem *problem = plan->problem;
	enum dtype dtype = problem->output_dtype;
	bool is_sum = problem->reduce != REDUCE_NONE && problem->reduce != REDUCE_MAX && problem->reduce != REDUCE_MIN
		&& problem->reduce != REDUCE_ABSMAX;
	if (!dtype_info(dtype)->is_float) {
		return problem_math_dtype(problem) == DTYPE_I64 && problem->reduce != REDUCE_MEAN ? 1 : 2;
	}
	if (dtype == DTYPE_F64) {
		return is_sum ? (int64_t)1 << 40 : 2;
	}
	if (problem_math_dtype(problem) == DTYPE_I64) {
		return 2;
	}
	bool is_copied = problem->op->count == 1;
	return dtype != DTYPE_F32 ? 2 : is_sum ? 1 << 16 : is_copied ? 2 : 1 << 10;
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	enum dtype dtype = test->problem.output_dtype;
	bool is_whole = problem_math_dtype(&test->problem) == DTYPE_I64 && !dtype_info(dtype)->is_float
		&& (test->problem.reduce == REDUCE_SUM || test->problem.reduce == REDUCE_SUMSQ);
	expect(&tester->tally, !algebra_failed(al), "%s: %s", test->name, al->fault.text);
	tester->test = test;
	tester->plan = &plan;
	tester->name = test->name;
	loop(tester);
	int64_t last = 0;
	for (int64_t place = 0; place < tester->span; place++) {
		store(tester, place, reduce_is_arg(test->problem.reduce) ? (uint64_t)tester->best[place] :
			is_whole ? (uint64_t)tester->whole[place] : encode(dtype, tester->expected[place]));
		last = tester->is_there[place] && fabs(tester->expected[place]) > 0.05 ? place : last;
	}
	check_all(tester, al, 0, "the loop's");
	bool is_arg = reduce_is_arg(test->problem.reduce);
	int64_t steps = steps_of(&plan);
	check_sample(tester, al, is_arg ? 0 : steps);
	if (is_arg) {
		check_indices(tester, al);
	} else {
		uint64_t bits = stored(tester, last);
		store(tester, last, moved(tester, bits, steps));
		check_all(tester, al, 1, "one wrong result");
		store(tester, last, bits);
		check_parts(tester, al);
	}
	arena_reset(&tester->arena);
}

/* --- numbers at the ends of a type --- */

enum { ANYTHING = 12345 };   /* nothing is wrong */

/* What the only result of an expression, or of its first element, may be, and may not be. */
static const struct {
	const char *op;
	enum dtype operand, result;
	double right[3], wrong[4];
} ends[] = {
	/* Beyond the largest value of a type: infinity, or the largest, of the same sign. */
	{ "a*0+100000", DTYPE_F32, DTYPE_F16, { INFINITY, 65504, 65504 }, { -INFINITY, -65504, 32768, 0 } },
	{ "a*0-100000", DTYPE_F32, DTYPE_F16, { -INFINITY, -65504, -65504 }, { INFINITY, 65504, -32768, 0 } },
	{ "a*0+1000", DTYPE_F32, DTYPE_E4M3, { 448, 448, 448 }, { -448, 240, 0, NAN } },
	{ "a*0-1000", DTYPE_F32, DTYPE_E4M3, { -448, -448, -448 }, { 448, -240, 0, NAN } },
	{ "a*0+100000", DTYPE_F32, DTYPE_E5M2, { 57344, INFINITY, 57344 }, { -57344, 28672, 0, NAN } },
	/* Twice as far from it as the sum may be off by: nothing but the sign is known, or less. */
	{ "a*0+549755813888-549755813888+32768.75", DTYPE_F32, DTYPE_F16, { 1, 65504, INFINITY }, { 0, -1, -65504, 0.5 } },
	{ "a*0+549755813888-549755813888+32768.007812501164", DTYPE_F32, DTYPE_F16, { 0, -65504, 65504 }, { ANYTHING } },
	/* With what it may be off by exactly what rounds to the largest, so that anything larger will do. */
	{ "a*0+419.71999999999986", DTYPE_F64, DTYPE_E4M3, { 448, 416, 416 }, { 384, -448, 0, NAN } },
	/* The least that will do exactly. */
	{ "a*0+65472.28857981722", DTYPE_F64, DTYPE_F16, { 65440, 65504, INFINITY }, { 65408, -65440, 0, NAN } },
	/* The largest value itself. */
	{ "a*0+65504", DTYPE_F32, DTYPE_F16, { 65504, 65504, 65504 }, { 65408, -65504, 0, NAN } },
	/* So near the largest that a step farther is beyond it. */
	{ "a*0+65472", DTYPE_F32, DTYPE_F16, { 65472, 65504, INFINITY }, { 65408, -65472, 0, NAN } },
	/* So near that the sum may be beyond it, and not so far from it as what the sum may be off by: 512. */
	{ "a*0+8589934592-8589934592+65000", DTYPE_F32, DTYPE_F16, { 64480, 65504, INFINITY }, { 64448, -64480, 0, NAN } },
	/* No number: of types that saturate anything, otherwise no number as well. */
	{ "log(a*0-1)", DTYPE_F32, DTYPE_F32, { NAN, NAN, NAN }, { 0, 1, INFINITY, -1 } },
	{ "log(a*0-1)", DTYPE_F32, DTYPE_F16, { NAN, NAN, NAN }, { 0, 1, INFINITY, -1 } },
	{ "log(a*0-1)", DTYPE_F32, DTYPE_E4M3, { NAN, 448, 0 }, { ANYTHING } },
	{ "log(a*0-1)", DTYPE_F32, DTYPE_I32, { 0, 0, 0 }, { 1, -1, 2147483647, 2 } },
	/* Beside a pole nothing is known. */
	{ "tan(a*0+1.5707963267948966)", DTYPE_F32, DTYPE_F32, { 0, INFINITY, NAN }, { ANYTHING } },
	{ "tan(a*0+1.5707963267948966)", DTYPE_F32, DTYPE_I8, { 0, 127, -128 }, { ANYTHING } },
	{ "a*0+1", DTYPE_F32, DTYPE_F16, { 1, 1, 1 }, { NAN, 0, -1, INFINITY } },
	/* What the sum may be off by is rounded, too: 1.01 * 2^-11 of it beside 512. */
	{ "a*0+8589934592-8589934592+1000", DTYPE_F32, DTYPE_F16, { 487.5, 1000, 1512 }, { 487, 1513, 0, -1000 } },
	/* As far off as a value may be: the smallest of the type beside 0. */
	{ "max(min(a,0),0)", DTYPE_F32, DTYPE_F16, { 0, 0x1p-24, -0x1p-24 }, { 0x1p-23, -0x1p-23, 1, NAN } },
	/* To integers: the nearest, both of a half, and the ends of the type. */
	{ "a*0+2.5", DTYPE_F32, DTYPE_I8, { 2, 3, 2 }, { 1, 4, 0, -2 } },
	{ "a*0-2.25", DTYPE_F32, DTYPE_I16, { -2, -2, -2 }, { -3, -1, 2, 0 } },
	{ "a*0+1000", DTYPE_F32, DTYPE_I8, { 127, 127, 127 }, { 126, -128, 0, 1 } },
	{ "a*0-1000", DTYPE_F32, DTYPE_I8, { -128, -128, -128 }, { 127, -127, 0, 1 } },
	{ "a*0-1000", DTYPE_F32, DTYPE_U8, { 0, 0, 0 }, { 1, 2, 255, 24 } },
	{ "a*0+1000", DTYPE_F32, DTYPE_U8, { 255, 255, 255 }, { 254, 0, 232, 1 } },
	/* The nearest that is as far off as it may be: by half of one, and by what the sum may be rounded by. */
	{ "a*0+8388608-8388608", DTYPE_F32, DTYPE_I8, { 1, 0, -1 }, { 2, -2, 3, 127 } },
	{ "a*0+2251799813685248-2251799813685248", DTYPE_F64, DTYPE_I8, { 1, 0, -1 }, { 2, -2, 3, 127 } },
	/* Of integers that doubles hardly tell apart, a part of 2^-50 more. */
	{ "a*0+4503599627370496", DTYPE_F64, DTYPE_I64, { 4503599627370496, 4503599627370501, 4503599627370491 },
		{ 4503599627370502, 4503599627370490, 0, 1 } },
	/* Integers that a float holds. */
	{ "a*0+3", DTYPE_I32, DTYPE_F32, { 3, 3, 3 }, { 3.0000009536743164, 4, 2, 0 } },
	{ "a*0+300", DTYPE_I32, DTYPE_I64, { 300, 300, 300 }, { 44, 301, 299, -300 } },
};

/* How near to wrong some of these are. */
static const struct {
	const char *op;
	double value, worst;
} worsts[] = {
	{ "a*0+2.5", 2, 1 },
	{ "a*0-2.25", -2, 0.5 },
	{ "a*0+8589934592-8589934592+1000", 487.5, 512.5 / (512 + 1512 * 1.01 / 2048) },
};

/* Infinity where the type has it. */
static uint64_t encode_end(enum dtype dtype, double x) {
	const struct element *element = dtype_info(dtype)->element;
	uint64_t infinity = (((uint64_t)1 << element->exponent_bits) - 1) << element->mantissa_bits;
	if (dtype_info(dtype)->is_float && isinf(x)) {
		return infinity | (x < 0 ? (uint64_t)1 << (element->exponent_bits + element->mantissa_bits) : 0);
	}
	return encode(dtype, x);
}

static void visit_end(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	expect(&tester->tally, !algebra_failed(al), "%s: %s", test->name, al->fault.text);
	tester->plan = &plan;
	for (int i = 0; i < (ends[tester->end].wrong[0] == ANYTHING ? 3 : 7); i++) {
		double value = i < 3 ? ends[tester->end].right[i] : ends[tester->end].wrong[i - 3];
		uint64_t bits = encode_end(test->problem.output_dtype, value);
		store(tester, 0, bits);
		struct verdict verdict = results_compare(al, &plan, SEED, tester->output);
		expect(&tester->tally, verdict.good == (i < 3) && verdict.elements == 1 && verdict.wrong == (i < 3 ? 0 : 1),
			"%s: %g: %s", ends[tester->end].op, value, verdict.text);
		for (size_t w = 0; w < sizeof worsts / sizeof worsts[0]; w++) {
			bool is_other = strcmp(ends[tester->end].op, worsts[w].op) != 0 || value != worsts[w].value;
			expect(&tester->tally, is_other || fabs(verdict.worst - worsts[w].worst) < 1e-5, "%s: %g: worst %g, not %g",
				worsts[w].op, value, verdict.worst, worsts[w].worst);
		}
		struct verdict one = results_sample_compare(results_sample(al, &plan, SEED), 0, bits);
		expect(&tester->tally, one.good == verdict.good && one.worst == verdict.worst
			&& strcmp(one.text, verdict.text) == 0, "%s: %g alone: %s", ends[tester->end].op, value, one.text);
	}
	arena_reset(&tester->arena);
}

/* --- in words --- */

/* Numbers that nine digits do not tell apart have all; the first wrong result is said, and the others are counted. */
static void check_words(struct tester *tester) {
	static const struct {
		double is, should_be;
		const char *text;
	} all[] = {
		{ 0.1, 0.2, "the result at offset 7 is 0.1, not 0.2" },
		{ 0.1, 0.10000001, "the result at offset 7 is 0.1, not 0.10000001" },
		{ 0.1, 0.1 + 0x1p-53, "the result at offset 7 is 0.10000000000000001, not 0.10000000000000012" },
		{ 0.1 + 0x1p-53, 0.1, "the result at offset 7 is 0.10000000000000012, not 0.10000000000000001" },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct verdict verdict = { .good = true };
		verdict_set_wrong(&verdict, 7, all[i].is, all[i].should_be);
		verdict_set_wrong(&verdict, 8, 1, 2);
		bool is_said = strcmp(verdict.text, all[i].text) == 0;
		expect(&tester->tally, !verdict.good && verdict.wrong == 2 && is_said, "%s, not %s", verdict.text, all[i].text);
	}
}

/* --- problems --- */

static double first(double a, double b) {
	(void)b;
	return a;
}

static double sum(double a, double b) {
	return a + b;
}

static double difference(double a, double b) {
	return a - 2 * b;
}

static double logarithm(double a, double b) {
	(void)b;
	return log(a);
}

static double infinite(double a, double b) {
	(void)a;
	(void)b;
	return INFINITY;
}

static double least_or_none(double a, double b) {
	(void)b;
	return a < 0 ? -INFINITY : NAN;
}

static double zero(double a, double b) {
	(void)a;
	(void)b;
	return 0;
}

static double no_number(double a, double b) {
	(void)a;
	(void)b;
	return NAN;
}

int main(void) {
	static const enum dtype coarse[] = { DTYPE_E4M3, DTYPE_I32 };
	static const enum dtype mixed[] = { DTYPE_F16, DTYPE_BF16, DTYPE_F32 };
	static const enum dtype narrow[] = { DTYPE_F32, DTYPE_E4M3 };
	static const enum dtype widened[] = { DTYPE_I8, DTYPE_I32, DTYPE_F32 };
	static const enum dtype rounded[] = { DTYPE_F32, DTYPE_F32, DTYPE_I8 };
	static const enum dtype mean_of_ints[] = { DTYPE_I8, DTYPE_I16 };
	static const enum dtype indices[] = { DTYPE_F32, DTYPE_I32 };
	static const enum dtype indices_of_ints[] = { DTYPE_I8, DTYPE_I64 };
	static const enum dtype floats_of_ints[] = { DTYPE_I8, DTYPE_F32 };
	static const enum dtype ints_of_floats[] = { DTYPE_F32, DTYPE_I32 };
	static const enum dtype pairs[] = { DTYPE_F32, DTYPE_F32, DTYPE_I32 };
	static const enum dtype squares[] = { DTYPE_I8, DTYPE_I64 };
	static const struct {
		struct example example;
		double (*function)(double a, double b);
	} all[] = {
		{ { .rank = 1, .shape = { 1 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr" }, first },
		{ { .rank = 1, .shape = { 512 }, .dtype = DTYPE_F16, .op = "a", .forms = "rr" }, first },
		{ { .rank = 1, .shape = { 513 }, .dtype = DTYPE_BF16, .op = "a", .forms = "rr" }, first },
		{ { .rank = 1, .shape = { 33000 }, .dtype = DTYPE_F64, .op = "a", .forms = "rr" }, first },
		{ { .rank = 2, .shape = { 13, 600 }, .dtypes = mixed, .op = "a+b", .forms = "rcr" }, sum },
		{ { .rank = 2, .shape = { 20, 30 }, .dtypes = narrow, .op = "a", .forms = "hc" }, first },
		{ { .rank = 2, .shape = { 17, 45 }, .dtype = DTYPE_E5M2, .op = "a", .forms = "pr" }, first },
		{ { .rank = 3, .shape = { 5, 6, 7 }, .dtype = DTYPE_F32, .op = "a-2*b", .forms = "cbz" }, difference },
		{ { .rank = 3, .shape = { 4, 600, 3 }, .dtype = DTYPE_I32, .op = "a-2*b", .forms = "unp" }, difference },
		{ { .rank = 2, .shape = { 30, 40 }, .dtype = DTYPE_I64, .op = "a+b", .forms = "rvr" }, sum },
		{ { .rank = 2, .shape = { 30, 40 }, .dtypes = widened, .op = "a+b", .forms = "rcr" }, sum },
		{ { .rank = 2, .shape = { 12, 20 }, .dtypes = rounded, .op = "a-2*b", .forms = "rcr" }, difference },
		{ { .rank = 2, .shape = { 9, 700 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 2 }, first },
		{ { .rank = 2, .shape = { 70, 900 }, .dtype = DTYPE_F32, .op = "a+b", .forms = "rcr", .reduce = REDUCE_SUM,
			.reduced = 1 }, sum },
		{ { .rank = 2, .shape = { 30, 1100 }, .dtype = DTYPE_F64, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 3 }, first },
		{ { .rank = 3, .shape = { 6, 50, 8 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_MEAN,
			.reduced = 2 }, first },
		{ { .rank = 3, .shape = { 6, 50, 8 }, .dtype = DTYPE_F32, .op = "a", .forms = "hr", .reduce = REDUCE_SUMSQ,
			.reduced = 4 }, first },
		{ { .rank = 2, .shape = { 9, 700 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_MAX,
			.reduced = 2 }, first },
		{ { .rank = 2, .shape = { 700, 9 }, .dtype = DTYPE_F16, .op = "a", .forms = "rr", .reduce = REDUCE_MIN,
			.reduced = 1 }, first },
		{ { .rank = 2, .shape = { 9, 70 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_ABSMAX,
			.reduced = 2 }, first },
		{ { .rank = 2, .shape = { 9, 40 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_PROD,
			.reduced = 2 }, first },
		{ { .rank = 2, .shape = { 30, 600 }, .dtypes = squares, .op = "a", .forms = "rr", .reduce = REDUCE_SUMSQ,
			.reduced = 1 }, first },
		{ { .rank = 2, .shape = { 9, 600 }, .dtypes = squares, .op = "a", .forms = "cr", .reduce = REDUCE_SUM,
			.reduced = 2 }, first },
		{ { .rank = 2, .shape = { 9, 60 }, .dtypes = squares, .op = "a", .forms = "cr", .reduce = REDUCE_MAX,
			.reduced = 2 }, first },
		{ { .rank = 2, .shape = { 9, 60 }, .dtypes = squares, .op = "a", .forms = "cr", .reduce = REDUCE_MIN,
			.reduced = 1 }, first },
		{ { .rank = 2, .shape = { 9, 60 }, .dtypes = squares, .op = "a", .forms = "cr", .reduce = REDUCE_ABSMAX,
			.reduced = 2 }, first },
		/* The least integer has no absolute value: it stays as it is, and 0 is greater. */
		{ { .rank = 2, .shape = { 3, 5 }, .dtypes = squares, .op = "a*0+4503599627370496*2048", .forms = "rr",
			.reduce = REDUCE_ABSMAX, .reduced = 2 }, zero },
		{ { .rank = 2, .shape = { 9, 64 }, .dtypes = mean_of_ints, .op = "a", .forms = "rr", .reduce = REDUCE_MEAN,
			.reduced = 2 }, first },
		{ { .rank = 2, .shape = { 9, 700 }, .dtypes = indices, .op = "a", .forms = "rr", .reduce = REDUCE_ARGMAX,
			.reduced = 2 }, first },
		{ { .rank = 2, .shape = { 700, 70 }, .dtypes = indices, .op = "a", .forms = "cr", .reduce = REDUCE_ARGMIN,
			.reduced = 1 }, first },
		{ { .rank = 3, .shape = { 6, 20, 8 }, .dtypes = indices, .op = "a", .forms = "cr", .reduce = REDUCE_ARGMAX,
			.reduced = 5 }, first },
		{ { .rank = 3, .shape = { 6, 20, 8 }, .dtypes = indices_of_ints, .op = "a", .forms = "rr",
			.reduce = REDUCE_ARGMIN,
			.reduced = 6 }, first },
		{ { .rank = 2, .shape = { 40, 90 }, .dtypes = indices_of_ints, .op = "a", .forms = "rr",
			.reduce = REDUCE_ARGMAX,
			.reduced = 3 }, first },
		{ { .rank = 2, .shape = { 70, 60 }, .dtypes = indices, .op = "a", .forms = "rr", .reduce = REDUCE_ARGMAX,
			.reduced = 1 }, first },
		/* Indices do not grow along memory. */
		{ { .rank = 3, .shape = { 16, 20, 3 }, .dtypes = indices_of_ints, .op = "a", .forms = "cr",
			.reduce = REDUCE_ARGMAX, .reduced = 3 }, first },
		{ { .rank = 3, .shape = { 16, 20, 3 }, .dtypes = indices_of_ints, .op = "a", .forms = "cr",
			.reduce = REDUCE_ARGMIN, .reduced = 5 }, first },
		/* Sums of integers in a float are exact, of floats in an integer as near as that is. */
		{ { .rank = 2, .shape = { 20, 60 }, .dtypes = floats_of_ints, .op = "a", .forms = "rr",
			.reduce = REDUCE_SUM, .reduced = 2 }, first },
		{ { .rank = 2, .shape = { 20, 60 }, .dtypes = ints_of_floats, .op = "a", .forms = "rr",
			.reduce = REDUCE_SUM, .reduced = 2 }, first },
		/* Columns of several matrices. */
		{ { .rank = 3, .shape = { 4, 40, 70 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr",
			.reduce = REDUCE_SUM, .reduced = 2 }, first },
		/* The first of what is infinite, behind what is no number. */
		{ { .rank = 2, .shape = { 12, 5 }, .dtypes = indices, .op = "a<0 ? -1/0 : 0/0", .forms = "rr",
			.reduce = REDUCE_ARGMAX, .reduced = 2 }, least_or_none },
		{ { .rank = 2, .shape = { 29, 3 }, .dtypes = indices, .op = "a+4194304-4194304", .forms = "rr",
			.reduce = REDUCE_ARGMAX, .reduced = 2 }, first },
		/* Of elements that are the same the first; of those that are numbers, or where none is 0. */
		{ { .rank = 2, .shape = { 90, 60 }, .dtypes = coarse, .op = "a", .forms = "rr", .reduce = REDUCE_ARGMIN,
			.reduced = 1 }, first },
		{ { .rank = 2, .shape = { 12, 600 }, .dtypes = coarse, .op = "a", .forms = "rr", .reduce = REDUCE_ARGMAX,
			.reduced = 2 }, first },
		{ { .rank = 2, .shape = { 12, 5 }, .dtypes = indices, .op = "log(a)", .forms = "rr",
			.reduce = REDUCE_ARGMIN, .reduced = 2 }, logarithm },
		{ { .rank = 2, .shape = { 4, 5 }, .dtypes = indices, .op = "log(a*0-1)", .forms = "rr",
			.reduce = REDUCE_ARGMAX, .reduced = 2 }, no_number },
		{ { .rank = 2, .shape = { 4, 5 }, .dtypes = indices, .op = "exp(a*0+1000)", .forms = "rr",
			.reduce = REDUCE_ARGMAX, .reduced = 2 }, infinite },
		/* Sums that a float rounds: several indices are as good as the best. */
		{ { .rank = 2, .shape = { 5, 40 }, .dtypes = indices, .op = "a+4194304-4194304", .forms = "rr",
			.reduce = REDUCE_ARGMAX, .reduced = 2 }, first },
		{ { .rank = 3, .shape = { 6, 10, 7 }, .dtypes = indices, .op = "a+4194304-4194304", .forms = "cr",
			.reduce = REDUCE_ARGMIN, .reduced = 5 }, first },
		{ { .rank = 3, .shape = { 6, 10, 7 }, .dtypes = pairs, .op = "a+b+4194304-4194304", .forms = "hcr",
			.reduce = REDUCE_ARGMAX, .reduced = 6 }, sum },
		{ { .rank = 3, .shape = { 4, 5, 9 }, .dtypes = pairs, .op = "a+b+4194304-4194304", .forms = "pzr",
			.reduce = REDUCE_ARGMAX, .reduced = 7 }, sum },
	};
	struct tester *tester = calloc(1, sizeof *tester);
	arena_init(&tester->arena, NULL, NULL);
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct example example = all[i].example;
		example.kernel = KERNEL_AUTO;
		tester->function = all[i].function;
		problem_visit_example(&tester->arena, &example, visit_problem, tester);
	}
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		const enum dtype dtypes[] = { ends[i].operand, ends[i].result };
		const struct example example = { .rank = 1, .shape = { 1 }, .dtypes = dtypes, .op = ends[i].op, .forms = "rr",
			.kernel = KERNEL_NAIVE };
		tester->end = i;
		problem_visit_example(&tester->arena, &example, visit_end, tester);
	}
	check_words(tester);
	expect(&tester->tally, tester->near > 30, "%" PRId64 " indices are as good as the best", tester->near);
	arena_finish(&tester->arena);
	printf("%d passed, %d failed\n", tester->tally.passed, tester->tally.failed);
	int failed = tester->tally.failed;
	free(tester);
	return failed > 0;
}
