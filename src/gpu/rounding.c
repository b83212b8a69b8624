#include "gpu/rounding.h"

#include <math.h>

#include "base/number.h"
#include "gpu/device/apply.h"
#include "gpu/device/errors.h"

double rounding_gamma(int64_t depth, const struct precision *precision) {
	double all = (double)depth * precision->unit;
	return all < 1 ? all / (1 - all) : (double)INFINITY;
}

/*
 * A thread adds its values one after the other, in no more than so many operations as it has values; then lanes of a
 * warp halve five times, warps or groups of lanes are added one by one, and likewise what blocks have left. Given
 * thread-value layouts add threads one by one. The reference adds doubles one by one.
 */
int64_t rounding_depth(const struct plan *plan) {
	int64_t numbers = 1;
	for (int i = 0; i < plan->rank; i++) {
		numbers *= plan->padded[i];
	}
	bool is_given = kernel_has_tv(plan->kernel);
	int64_t values = number_ceil_div(numbers, plan->threads * plan->blocks);
	int64_t threads = is_given ? plan->threads : 5 + number_ceil_div(plan->threads, 32);
	int64_t blocks = plan->knobs.groups > 0 ? number_ceil_div(plan->blocks, plan->threads) : plan->knobs.splits;
	int64_t depth = values + 2 * threads + blocks;
	return depth < plan->reduced && problem_math_dtype(plan->problem) != DTYPE_F64 ? depth : plan->reduced;
}

enum slack rounding_slack(enum reduce reduce) {
	switch (reduce) {
	case REDUCE_SUMSQ: return SLACK_SQUARES;
	case REDUCE_PROD: return SLACK_PRODUCT;
	case REDUCE_MAX:
	case REDUCE_MIN:
	case REDUCE_ARGMAX:
	case REDUCE_ARGMIN:
	case REDUCE_ABSMAX: return SLACK_EXTREME;
	default: return SLACK_SUM;
	}
}

double rounding_part(enum slack slack, double x, double error, double gamma, const struct precision *precision) {
	return slack_part(slack, x, error, gamma, precision);
}

double rounding_joined(enum slack slack, double part, double other) {
	return slack_joined(slack, part, other);
}

double rounding_total(enum slack slack, double total, double part, double count, const struct precision *precision) {
	return slack_total(slack, total, part, count, precision);
}
