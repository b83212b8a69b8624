#include "gpu/problem.h"

static const char *const reduce_names[REDUCE_COUNT] = {
	[REDUCE_NONE] = "none", [REDUCE_SUM] = "sum", [REDUCE_PROD] = "prod", [REDUCE_MAX] = "max",
	[REDUCE_MIN] = "min", [REDUCE_MEAN] = "mean", [REDUCE_ABSMAX] = "absmax", [REDUCE_SUMSQ] = "sumsq",
};

const char *reduce_name(enum reduce reduce) {
	return reduce_names[reduce];
}

bool reduce_from_name(struct str name, enum reduce *out) {
	for (int i = REDUCE_SUM; i < REDUCE_COUNT; i++) {
		if (str_is(name, reduce_names[i])) {
			*out = (enum reduce)i;
			return true;
		}
	}
	return false;
}

enum dtype problem_result_dtype(const struct problem *problem) {
	if (problem->reduce == REDUCE_NONE || dtype_info(problem->dtype)->is_float) {
		return problem->dtype;
	}
	switch (problem->reduce) {
	case REDUCE_MAX:
	case REDUCE_MIN: return problem->dtype;
	case REDUCE_MEAN: return DTYPE_F64;
	default: return DTYPE_I64;
	}
}

int64_t problem_size(const struct problem *problem) {
	int64_t size = 1;
	for (int i = 0; i < problem->rank; i++) {
		size *= problem->shape[i];
	}
	return size;
}

/* Elements that "layout" touches: its size without the modes of stride 0. */
static int64_t distinct(struct algebra *al, struct layout layout) {
	return layout_size(al, layout_filter_zeros(al, layout)).value;
}

int64_t problem_bytes_read(struct algebra *al, const struct problem *problem) {
	int64_t elements = 0;
	for (int i = 0; i < problem->op->operands; i++) {
		elements += distinct(al, problem->operands[i]);
	}
	return elements * dtype_bytes(problem->dtype);
}

int64_t problem_bytes_written(struct algebra *al, const struct problem *problem) {
	(void)al;
	int64_t elements = 1;
	for (int i = 0; i < problem->rank; i++) {
		elements *= problem_mode_is_reduced(problem, i) ? 1 : problem->shape[i];
	}
	return elements * dtype_bytes(problem_result_dtype(problem));
}
