#include "gpu/results.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/parallel.h"
#include "gpu/rounding.h"

enum fill results_fill(const struct problem *problem) {
	return problem->reduce == REDUCE_PROD ? FILL_PRODUCT : FILL_PLAIN;
}

uint32_t results_period(const struct plan *plan) {
	int64_t period = plan->reduced / 4;
	return period < 1 ? 1 : period > INT32_MAX ? INT32_MAX : (uint32_t)period;
}

/*
 * The reference computation of one worker: operands, scratch space, what it found, and for reductions the partial
 * results of all elements kept.
 */
struct reference {
	const struct plan *plan;
	struct algebra *al;
	uint32_t seed;
	bool is_exact;                                   /* integers only */
	const double *tables[TENSORS_MAX];               /* values by bits, of small types; the last of the result */
	struct offsets mode[TENSORS_MAX][PROBLEM_RANK_MAX];
	double *values[OPERANDS_MAX];
	int64_t *ints[OPERANDS_MAX];
	struct precision precision;
	double gamma;                                    /* reductions: rounding_gamma() */
	double *scratch[2];
	int64_t *int_scratch;
	double out[OPEXPR_BLOCK];
	int64_t int_out[OPEXPR_BLOCK];
	double error[OPEXPR_BLOCK];
	int64_t places[OPEXPR_BLOCK];
	double *total;                                   /* reductions: of each result */
	int64_t *int_total;
	double *slack;                                   /* what its elements' errors and adding them come to */
	int64_t *index;                                  /* arg-reductions: of the best element, INDEX_NONE for none */
	struct offsets index_at;                         /* arg-reductions: of a coordinate in the reduced mode */
	struct verdict verdict;
};

/* The whole computation, in units of so many elements along mode 0. */
struct whole {
	struct reference workers[LIMIT_WORKERS];
	const void *output;
	int tensors;
	int64_t units_of_line;
};

enum { UNIT = 1 << 14 };

#define INDEX_NONE INT64_MAX

/* The operands at "count" elements along mode 0, the rest of whose offset is "base[k]". */
static void load_operands(struct reference *ref, const int64_t *base, int64_t at, int count) {
	const struct problem *problem = ref->plan->problem;
	enum fill fill = results_fill(problem);
	uint32_t period = results_period(ref->plan);
	for (int k = 0; k < ref->plan->inputs; k++) {
		uint32_t seed = results_seed(ref->seed, k);
		enum dtype dtype = problem->operand_dtypes[k];
		const double *table = ref->tables[k];
		offsets_fill(&ref->mode[k][0], at, count, ref->places);
		for (int i = 0; i < count; i++) {
			uint64_t bits = dtype_random(dtype, fill, period, random_hash(seed, base[k] + ref->places[i]));
			if (ref->is_exact) {
				ref->ints[k][i] = dtype_decode_int(dtype, bits);
			} else {
				ref->values[k][i] = table != NULL ? table[bits] : dtype_decode(dtype, bits);
			}
		}
	}
}

static void evaluate(struct reference *ref, int count) {
	const struct opexpr *op = ref->plan->problem->op;
	if (ref->is_exact) {
		opexpr_eval_int(op, (const int64_t *const *)ref->ints, count, ref->int_scratch, ref->int_out);
	} else {
		struct opexpr_values values = { count, ref->out, ref->error, { ref->scratch[0], ref->scratch[1] } };
		opexpr_eval(op, (const double *const *)ref->values, &ref->precision, &values);
	}
}

/* --- comparison --- */

static bool is_float_result(const struct reference *ref) {
	return dtype_info(ref->plan->problem->output_dtype)->is_float;
}

/* Digits that tell two numbers apart: few, or all that there are. */
static int digits_apart(double a, double b) {
	enum { FEW = 9, ALL = 17 };
	char texts[2][32];
	snprintf(texts[0], sizeof texts[0], "%.*g", FEW, a);
	snprintf(texts[1], sizeof texts[1], "%.*g", FEW, b);
	return strcmp(texts[0], texts[1]) != 0 ? FEW : ALL;
}

void verdict_set_wrong(struct verdict *verdict, int64_t place, double is, double should_be) {
	if (verdict->wrong++ == 0) {
		int digits = digits_apart(is, should_be);
		verdict->good = false;
		snprintf(verdict->text, sizeof verdict->text, "the result at offset %" PRId64 " is %.*g, not %.*g", place,
			digits, is, digits, should_be);
	}
}

/* Compare an integer that a number was rounded to, or the nearest that the type has. */
static void compare_rounded(struct reference *ref, struct verdict *verdict, uint64_t bits, int64_t place,
		double expected, double slack) {
	enum dtype dtype = ref->plan->problem->output_dtype;
	double value = (double)dtype_decode_int(dtype, bits);
	if (isnan(expected)) {
		if (value != 0) {
			verdict_set_wrong(verdict, place, value, expected);
		}
		return;
	}
	double nearest = fmax(dtype_least_int(dtype), fmin(dtype_greatest_int(dtype), expected));
	double error = fabs(value - nearest) / (0.5 + slack + 0x1p-50 * fabs(nearest));
	verdict->worst = error > verdict->worst ? error : verdict->worst;
	if (!(error <= 1)) {
		verdict_set_wrong(verdict, place, value, expected);
	}
}

/*
 * Compare one result of numbers with a fraction, where "slack" is the error that the computation may have before the
 * result is rounded. Where that is infinite, nothing can be said of the result.
 */
static void compare_float(struct reference *ref, struct verdict *verdict, uint64_t bits, int64_t place, double expected,
		double slack) {
	enum dtype dtype = ref->plan->problem->output_dtype;
	const double *table = ref->tables[ref->plan->inputs];
	verdict->elements++;
	if (!(slack < (double)INFINITY)) {
		return;
	}
	if (!is_float_result(ref)) {
		compare_rounded(ref, verdict, bits, place, expected, slack);
		return;
	}
	double value = table != NULL ? table[bits] : dtype_decode(dtype, bits);
	double largest = dtype_largest(dtype);
	double rounding = 1.01 * dtype_rounding(dtype);
	bool saturates = dtype == DTYPE_E4M3 || dtype == DTYPE_E5M2;
	if (isnan(expected) || isnan(value)) {
		if (isnan(expected) != isnan(value) && !(saturates && isnan(expected))) {
			verdict_set_wrong(verdict, place, value, expected);
		}
		return;
	}
	if (fabs(expected) + slack >= largest * (1 - rounding)) {
		double least = fmin(fabs(expected) - slack, largest) * (1 - rounding);
		if (least > 0 && (fabs(value) < least || (value > 0) != (expected > 0))) {
			verdict_set_wrong(verdict, place, value, expected);
		}
		return;
	}
	double allowed = rounding * (fabs(expected) + slack) + slack + dtype_smallest(dtype);
	double error = fabs(value - expected) / allowed;
	verdict->worst = error > verdict->worst ? error : verdict->worst;
	if (!(error <= 1)) {
		verdict_set_wrong(verdict, place, value, expected);
	}
}

static void compare_int(struct reference *ref, struct verdict *verdict, uint64_t bits, int64_t place,
		int64_t expected) {
	enum dtype dtype = ref->plan->problem->output_dtype;
	int bytes = dtype_bytes(dtype);
	uint64_t mask = bytes == 8 ? UINT64_MAX : ((uint64_t)1 << (8 * bytes)) - 1;
	verdict->elements++;
	if (((bits ^ (uint64_t)expected) & mask) != 0) {
		verdict_set_wrong(verdict, place, (double)dtype_decode_int(dtype, bits), (double)expected);
	}
}

/* --- elementwise --- */

/* Compare the bits at "place" with element "i" of what was evaluated; of integers the result is an integer too. */
static void compare_element(struct reference *ref, uint64_t bits, int64_t place, int i) {
	if (ref->is_exact) {
		compare_int(ref, &ref->verdict, bits, place, ref->int_out[i]);
	} else {
		compare_float(ref, &ref->verdict, bits, place, ref->out[i], ref->error[i]);
	}
}

static void check_run(struct reference *ref, const int64_t *base, int64_t begin, int64_t end, const void *output) {
	const struct plan *plan = ref->plan;
	for (int64_t at = begin; at < end; at += OPEXPR_BLOCK) {
		int64_t left = end - at;
		int count = left < OPEXPR_BLOCK ? (int)left : OPEXPR_BLOCK;
		load_operands(ref, base, at, count);
		evaluate(ref, count);
		offsets_fill(&ref->mode[plan->inputs][0], at, count, ref->places);
		for (int i = 0; i < count; i++) {
			int64_t place = base[plan->inputs] + ref->places[i];
			compare_element(ref, dtype_load(plan->problem->output_dtype, output, place), place, i);
		}
	}
}

/* --- reductions --- */

static double combine(enum reduce reduce, double total, double x) {
	switch (reduce) {
	case REDUCE_PROD: return total * x;
	case REDUCE_MAX: return fmax(total, x);
	case REDUCE_MIN: return fmin(total, x);
	case REDUCE_ABSMAX: return fmax(total, fabs(x));
	case REDUCE_SUMSQ: return total + x * x;
	default: return total + x;
	}
}

static int64_t combine_int(enum reduce reduce, int64_t total, int64_t x) {
	switch (reduce) {
	case REDUCE_PROD: return (int64_t)((uint64_t)total * (uint64_t)x);
	case REDUCE_MAX: return total > x ? total : x;
	case REDUCE_MIN: return total < x ? total : x;
	case REDUCE_ABSMAX: return combine_int(REDUCE_MAX, total, x < 0 ? (int64_t)(0 - (uint64_t)x) : x);
	case REDUCE_SUMSQ: return (int64_t)((uint64_t)total + (uint64_t)x * (uint64_t)x);
	default: return (int64_t)((uint64_t)total + (uint64_t)x);
	}
}

static double neutral(enum reduce reduce) {
	switch (reduce) {
	case REDUCE_PROD: return 1;
	case REDUCE_ARGMAX:
	case REDUCE_MAX: return -INFINITY;
	case REDUCE_ARGMIN:
	case REDUCE_MIN: return INFINITY;
	default: return 0;
	}
}

static int64_t neutral_int(enum reduce reduce) {
	switch (reduce) {
	case REDUCE_ARGMAX:
	case REDUCE_MAX: return INT64_MIN;
	case REDUCE_ARGMIN:
	case REDUCE_MIN: return INT64_MAX;
	default: return (int64_t)neutral(reduce);
	}
}

/* Take the element at "index", the value "x" or the integer "whole", into result "result" if it is better. */
static void take_arg(struct reference *ref, int64_t result, double x, int64_t whole, int64_t index) {
	bool is_max = ref->plan->problem->reduce == REDUCE_ARGMAX;
	double total = ref->total[result];
	int64_t int_total = ref->int_total[result];
	bool is_better = ref->is_exact ? (is_max ? whole > int_total : whole < int_total)
		: (is_max ? x > total : x < total);
	bool is_same = ref->is_exact ? whole == int_total : x == total;
	if (is_better || (is_same && index < ref->index[result])) {
		ref->total[result] = x;
		ref->int_total[result] = whole;
		ref->index[result] = index;
	}
}

/*
 * What elements are added to: result "first", or with "step" 1 this and those after it. Their coordinate in the reduced
 * mode is "coordinate", or with "step" 0 this and those after it, counted from element 0.
 */
struct placing {
	int64_t first, step, coordinate;
};

/* Add elements to the results that they are parts of. */
static void reduce_run(struct reference *ref, const int64_t *base, int64_t begin, int64_t end,
		struct placing to) {
	const struct plan *plan = ref->plan;
	enum reduce reduce = plan->problem->reduce;
	enum slack slack = rounding_slack(reduce);
	for (int64_t at = begin; at < end; at += OPEXPR_BLOCK) {
		int64_t left = end - at;
		int count = left < OPEXPR_BLOCK ? (int)left : OPEXPR_BLOCK;
		load_operands(ref, base, at, count);
		evaluate(ref, count);
		for (int i = 0; i < count; i++) {
			int64_t result = to.first + (at + i) * to.step;
			if (reduce_is_arg(reduce)) {
				int64_t index = offsets_at(&ref->index_at, to.coordinate + (at + i) * (1 - to.step));
				take_arg(ref, result, ref->out[i], ref->int_out[i], index);
				ref->slack[result] = rounding_joined(slack, ref->slack[result], ref->is_exact ? 0 : ref->error[i]);
				continue;
			}
			if (ref->is_exact) {
				ref->int_total[result] = combine_int(reduce, ref->int_total[result], ref->int_out[i]);
				continue;
			}
			double part = rounding_part(slack, ref->out[i], ref->error[i], ref->gamma, &ref->precision);
			ref->total[result] = combine(reduce, ref->total[result], ref->out[i]);
			ref->slack[result] = rounding_joined(slack, ref->slack[result], part);
		}
	}
}

/* Bring what "other" found into "ref". */
static void merge(struct reference *ref, const struct reference *other) {
	enum reduce reduce = ref->plan->problem->reduce;
	bool squares = reduce == REDUCE_SUMSQ;
	for (int64_t i = 0; i < ref->plan->kept && reduce != REDUCE_NONE; i++) {
		if (reduce_is_arg(reduce)) {
			take_arg(ref, i, other->total[i], other->int_total[i], other->index[i]);
			ref->slack[i] = rounding_joined(rounding_slack(reduce), ref->slack[i], other->slack[i]);
			continue;
		}
		enum reduce with = squares ? REDUCE_SUM : reduce;
		ref->total[i] = combine(with, ref->total[i], other->total[i]);
		ref->int_total[i] = combine_int(with, ref->int_total[i], other->int_total[i]);
		ref->slack[i] = rounding_joined(rounding_slack(reduce), ref->slack[i], other->slack[i]);
	}
	ref->verdict.elements += other->verdict.elements;
	ref->verdict.wrong += other->verdict.wrong;
	ref->verdict.worst = other->verdict.worst > ref->verdict.worst ? other->verdict.worst : ref->verdict.worst;
	if (ref->verdict.good && !other->verdict.good) {
		ref->verdict.good = false;
		memcpy(ref->verdict.text, other->verdict.text, sizeof ref->verdict.text);
	}
}

/* Where every tensor starts. */
static void starts_of(const struct plan *plan, int64_t *base) {
	for (int k = 0; k <= plan->inputs; k++) {
		base[k] = problem_start(plan->problem, k);
	}
}

/*
 * The coordinates of result "number" in the modes that are not reduced make the offsets "base" of the tensors. Returns
 * the place of the result of an elementwise problem.
 */
static int64_t base_of(const struct reference *ref, int64_t number, int64_t *base) {
	const struct plan *plan = ref->plan;
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	int tensors = plan->inputs + (reduces ? 0 : 1);
	starts_of(plan, base);
	for (int i = 0; i < plan->rank; i++) {
		if (reduces && i == plan->reduced_mode) {
			continue;
		}
		for (int k = 0; k < tensors; k++) {
			base[k] += offsets_at(&ref->mode[k][i], number % plan->extent[i]);
		}
		number /= plan->extent[i];
	}
	return base[plan->inputs];
}

/*
 * Evaluate the element of result "number" whose index is "index", as element 0 of what is evaluated. The index is
 * row-major in the reduced modes, so that each of its modes has a digit of it.
 */
static void evaluate_at(struct reference *ref, int64_t number, int64_t index) {
	const struct plan *plan = ref->plan;
	int64_t base[TENSORS_MAX];
	int64_t coordinate = 0;
	int64_t step = 1;
	for (int i = 0; i < ref->index_at.rank; i++) {
		coordinate += index / ref->index_at.stride[i] % ref->index_at.shape[i] * step;
		step *= ref->index_at.shape[i];
	}
	base_of(ref, number, base);
	for (int k = 0; k < plan->inputs; k++) {
		base[k] += offsets_at(&ref->mode[k][plan->reduced_mode], coordinate);
	}
	load_operands(ref, base, 0, 1);
	evaluate(ref, 1);
}

/*
 * Compare the index at "place" with that of result "number", whose best element was found as total "i". Another element
 * may be the best one in the kernel's arithmetic, if rounding can make up the difference; without rounding none may.
 */
static void check_index(struct reference *ref, uint64_t bits, int64_t place, int64_t number, int64_t i) {
	const struct plan *plan = ref->plan;
	int64_t is = dtype_decode_int(plan->problem->output_dtype, bits);
	int64_t should_be = ref->index[i] == INDEX_NONE ? 0 : ref->index[i];
	double best = ref->total[i];
	double slack = ref->slack[i];
	bool good = is == should_be;
	if (!good && is >= 0 && is < plan->reduced && slack > 0) {
		evaluate_at(ref, number, is);
		good = !(slack < (double)INFINITY) || fabs(ref->out[0] - best) <= 2 * slack;
	}
	ref->verdict.elements++;
	if (!good) {
		verdict_set_wrong(&ref->verdict, place, (double)is, (double)should_be);
	}
}

/* Compare result "number" of a reduction, the bits at "place", with total "i". */
static void check_total(struct reference *ref, uint64_t bits, int64_t place, int64_t number, int64_t i) {
	const struct plan *plan = ref->plan;
	enum reduce reduce = plan->problem->reduce;
	if (reduce_is_arg(reduce)) {
		check_index(ref, bits, place, number, i);
		return;
	}
	if (ref->is_exact && !is_float_result(ref) && reduce != REDUCE_MEAN) {
		compare_int(ref, &ref->verdict, bits, place, ref->int_total[i]);
		return;
	}
	double total = ref->is_exact ? (double)ref->int_total[i] : ref->total[i];
	double count = reduce == REDUCE_MEAN ? (double)plan->reduced : 1;
	double slack = ref->is_exact ? 0 : rounding_total(rounding_slack(reduce), total, ref->slack[i], count,
		&ref->precision);
	compare_float(ref, &ref->verdict, bits, place, total / count, slack);
}

static void check_totals(struct reference *ref, const void *output) {
	const struct plan *plan = ref->plan;
	struct offsets places = offsets_init(ref->al, plan->view[plan->inputs]);
	for (int64_t i = 0; i < plan->kept && !algebra_failed(ref->al); i++) {
		int64_t place = offsets_at(&places, i);
		check_total(ref, dtype_load(plan->problem->output_dtype, output, place), place, i, i);
	}
}

/* Room for "kept" totals, which are neutral. */
static void start_totals(struct reference *ref, int64_t kept) {
	size_t count = (size_t)kept;
	enum reduce reduce = ref->plan->problem->reduce;
	ref->total = arena_array(ref->al->arena, count, sizeof *ref->total);
	ref->int_total = arena_array(ref->al->arena, count, sizeof *ref->int_total);
	ref->slack = arena_array(ref->al->arena, count, sizeof *ref->slack);
	ref->index = arena_array(ref->al->arena, reduce_is_arg(reduce) ? count : 1, sizeof *ref->index);
	for (size_t i = 0; i < count; i++) {
		ref->total[i] = neutral(reduce);
		ref->int_total[i] = neutral_int(reduce);
	}
	for (size_t i = 0; i < count && reduce_is_arg(reduce); i++) {
		ref->index[i] = INDEX_NONE;
	}
}

static void start(struct reference *ref, const struct reference *first, int64_t kept) {
	struct arena *arena = first->al->arena;
	size_t nodes = (size_t)first->plan->problem->op->count;
	if (ref != first) {
		*ref = *first;
	}
	ref->verdict = (struct verdict){ .good = true };
	for (int i = 0; i < 2; i++) {
		ref->scratch[i] = arena_array(arena, nodes * OPEXPR_BLOCK, sizeof *ref->scratch[i]);
	}
	ref->int_scratch = arena_array(arena, nodes * OPEXPR_BLOCK, sizeof *ref->int_scratch);
	for (int k = 0; k < ref->plan->inputs; k++) {
		ref->values[k] = arena_array(arena, OPEXPR_BLOCK, sizeof *ref->values[k]);
		ref->ints[k] = arena_array(arena, OPEXPR_BLOCK, sizeof *ref->ints[k]);
	}
	if (ref->plan->problem->reduce != REDUCE_NONE) {
		start_totals(ref, kept);
	}
}

static void work(void *context, int worker, int64_t unit) {
	struct whole *whole = context;
	struct reference *ref = &whole->workers[worker];
	const struct plan *plan = ref->plan;
	int64_t line = unit / whole->units_of_line;
	int64_t begin = unit % whole->units_of_line * UNIT;
	int64_t end = begin + UNIT < plan->extent[0] ? begin + UNIT : plan->extent[0];
	int64_t base[TENSORS_MAX];
	int64_t rest = line;
	starts_of(plan, base);
	for (int i = 1; i < plan->rank; i++) {
		for (int k = 0; k < whole->tensors; k++) {
			base[k] += offsets_at(&ref->mode[k][i], rest % plan->extent[i]);
		}
		rest /= plan->extent[i];
	}
	if (plan->problem->reduce == REDUCE_NONE) {
		check_run(ref, base, begin, end, whole->output);
	} else if (plan->reduced_mode == 1) {
		struct placing to = { line / plan->extent[1] * plan->extent[0], 1, line % plan->extent[1] };
		reduce_run(ref, base, begin, end, to);
	} else {
		reduce_run(ref, base, begin, end, (struct placing){ line, 0, 0 });
	}
}

static void reference_init(struct reference *ref, struct algebra *al, const struct plan *plan, uint32_t seed) {
	int tensors = plan->inputs + (plan->problem->reduce == REDUCE_NONE ? 1 : 0);
	ref->plan = plan;
	ref->al = al;
	ref->seed = seed;
	if (reduce_is_arg(plan->problem->reduce)) {
		ref->index_at = offsets_init(al, plan->index);
	}
	ref->is_exact = problem_math_dtype(plan->problem) == DTYPE_I64;
	ref->precision = precision_of(problem_math_dtype(plan->problem));
	ref->gamma = rounding_gamma(rounding_depth(plan), &ref->precision);
	for (int k = 0; k <= plan->inputs; k++) {
		int same = 0;
		while (problem_dtype(plan->problem, same) != problem_dtype(plan->problem, k)) {
			same++;
		}
		ref->tables[k] = same < k ? ref->tables[same] : dtype_table(al->arena, problem_dtype(plan->problem, k));
	}
	for (int i = 0; i < plan->rank; i++) {
		for (int k = 0; k < tensors; k++) {
			ref->mode[k][i] = offsets_init(al, layout_mode(plan->view[k], i));
		}
	}
}

/*
 * Compare every result with a reference that the host computes from the same random data, in lines that threads of the
 * host share. Integers must be equal; floats may differ by what rounding in another order can do. The verdict counts
 * those that are wrong, and describes the first.
 */
struct verdict results_compare(struct algebra *al, const struct plan *plan, uint32_t seed, const void *output) {
	struct whole *whole = arena_alloc(al->arena, sizeof *whole);
	struct reference *first = &whole->workers[0];
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	reference_init(first, al, plan, seed);
	whole->output = output;
	whole->tensors = plan->inputs + (reduces ? 0 : 1);
	whole->units_of_line = (plan->extent[0] + UNIT - 1) / UNIT;
	int64_t lines = 1;
	for (int i = 0; i < plan->rank; i++) {
		lines *= i > 0 ? plan->extent[i] : 1;
	}
	if (algebra_failed(al)) {
		return (struct verdict){ .good = false };
	}
	int workers = parallel_workers(lines * whole->units_of_line);
	for (int i = workers - 1; i >= 0; i--) {
		start(&whole->workers[i], first, plan->kept);
	}
	parallel_run(workers, lines * whole->units_of_line, work, whole);
	for (int i = 1; i < workers; i++) {
		merge(first, &whole->workers[i]);
	}
	if (reduces) {
		check_totals(first, output);
	}
	first->verdict.good = first->verdict.good && !algebra_failed(al);
	return first->verdict;
}

/* --- a sample --- */

struct reference *results_sample(struct algebra *al, const struct plan *plan, uint32_t seed) {
	struct reference *ref = arena_alloc(al->arena, sizeof *ref);
	reference_init(ref, al, plan, seed);
	start(ref, ref, 1);
	return ref;
}

struct results_part results_sample_part(struct reference *ref, int64_t number, int64_t begin, int64_t end) {
	const struct plan *plan = ref->plan;
	enum reduce reduce = plan->problem->reduce;
	int64_t base[TENSORS_MAX];
	base_of(ref, number, base);
	ref->total[0] = neutral(reduce);
	ref->int_total[0] = neutral_int(reduce);
	ref->slack[0] = 0;
	ref->index[0] = INDEX_NONE;
	for (int64_t at = begin; at < end; at++) {
		int64_t of_element[TENSORS_MAX];
		for (int k = 0; k < plan->inputs; k++) {
			/* reduce_run adds the offset of coordinate 0 in mode 0, which is none. */
			of_element[k] = base[k] + offsets_at(&ref->mode[k][plan->reduced_mode], at);
		}
		reduce_run(ref, of_element, 0, 1, (struct placing){ 0, 0, at });
	}
	return (struct results_part){ ref->total[0], ref->slack[0], ref->int_total[0], ref->index[0] };
}

int64_t results_sample_place(struct reference *ref, int64_t number) {
	const struct plan *plan = ref->plan;
	if (plan->problem->reduce != REDUCE_NONE) {
		struct offsets places = offsets_init(ref->al, plan->view[plan->inputs]);
		return offsets_at(&places, number);
	}
	int64_t base[TENSORS_MAX];
	return base_of(ref, number, base);
}

struct verdict results_sample_compare(struct reference *ref, int64_t number, uint64_t bits) {
	const struct plan *plan = ref->plan;
	ref->verdict = (struct verdict){ .good = true };
	int64_t place = results_sample_place(ref, number);
	if (plan->problem->reduce != REDUCE_NONE) {
		results_sample_part(ref, number, 0, plan->reduced);
		check_total(ref, bits, place, number, 0);
		return ref->verdict;
	}
	int64_t base[TENSORS_MAX];
	base_of(ref, number, base);
	load_operands(ref, base, 0, 1);
	evaluate(ref, 1);
	compare_element(ref, bits, place, 0);
	return ref->verdict;
}
