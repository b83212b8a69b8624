#include "gpu/problem.h"

#include "gpu/footprint.h"

static const char *const reduce_names[REDUCE_COUNT] = {
	[REDUCE_NONE] = "none", [REDUCE_SUM] = "sum", [REDUCE_PROD] = "prod", [REDUCE_MAX] = "max",
	[REDUCE_MIN] = "min", [REDUCE_MEAN] = "mean", [REDUCE_ABSMAX] = "absmax", [REDUCE_SUMSQ] = "sumsq",
	[REDUCE_ARGMAX] = "argmax", [REDUCE_ARGMIN] = "argmin",
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

enum dtype problem_result_dtype(enum reduce reduce, enum dtype operands) {
	if (reduce_is_arg(reduce)) {
		return DTYPE_I64;
	}
	if (reduce == REDUCE_NONE || dtype_info(operands)->is_float) {
		return operands;
	}
	switch (reduce) {
	case REDUCE_MAX:
	case REDUCE_MIN: return operands;
	case REDUCE_MEAN: return DTYPE_F64;
	default: return DTYPE_I64;
	}
}

void problem_set_dtype(struct problem *problem, enum dtype dtype) {
	for (int k = 0; k < OPERANDS_MAX; k++) {
		problem->operand_dtypes[k] = dtype;
	}
	problem->output_dtype = problem_result_dtype(problem->reduce, dtype);
	for (int i = 0; i + 1 < OUTPUTS_MAX; i++) {
		problem->further[i].dtype = problem->output_dtype;
	}
}

struct problem problem_of_output(const struct problem *problem, int i, struct opexpr *op) {
	struct problem of = *problem;
	*op = opexpr_of_result(problem->op, i);
	of.op = op;
	const struct problem_output *own = &problem->further[i - 1];
	of.further[i - 1] = (struct problem_output){ problem->output_dtype, problem->output, problem->output_start };
	of.output_dtype = own->dtype;
	of.output = own->layout;
	of.output_start = own->start;
	return of;
}

enum dtype problem_math_dtype(const struct problem *problem) {
	enum dtype math = DTYPE_I64;
	for (int k = 0; k < problem->op->operands + problem_outputs(problem); k++) {
		const struct dtype_info *info = dtype_info(problem_dtype(problem, k));
		bool is_output = k >= problem->op->operands;
		bool is_exact = is_output && math == DTYPE_I64 && problem->reduce != REDUCE_NONE && !problem->op->needs_float;
		if (info->is_float && !is_exact) {
			math = math == DTYPE_F64 || problem_dtype(problem, k) == DTYPE_F64 ? DTYPE_F64 : DTYPE_F32;
		}
	}
	return math;
}

int64_t problem_reduced_size(const struct problem *problem) {
	int64_t size = 1;
	for (int i = 0; i < problem->rank; i++) {
		size *= problem_mode_is_reduced(problem, i) ? problem->shape[i] : 1;
	}
	return size;
}

int problem_number_bytes(const struct problem *problem) {
	int bytes = dtype_bytes(problem_math_dtype(problem));
	if (!reduce_is_arg(problem->reduce)) {
		return bytes;
	}
	return bytes == 4 && problem_reduced_size(problem) <= UINT32_MAX ? 8 : 16;
}

int problem_sum_bytes(const struct problem *problem) {
	int bytes = problem_number_bytes(problem);
	return bytes > 8 ? 8 : bytes;
}

int problem_widest(const struct problem *problem) {
	int widest = 1;
	for (int k = 0; k < problem->op->operands + (problem->reduce == REDUCE_NONE ? problem_outputs(problem) : 0); k++) {
		int bytes = dtype_bytes(problem_dtype(problem, k));
		widest = bytes > widest ? bytes : widest;
	}
	return widest;
}

int problem_widest_vector(const struct problem *problem) {
	int vector = VECTOR_BYTES / problem_widest(problem);
	for (int k = 0; k < problem->op->operands + problem_outputs(problem); k++) {
		while (problem_start(problem, k) % vector != 0) {
			vector /= 2;
		}
	}
	return vector;
}

bool problem_is_uniform(const struct problem *problem) {
	for (int k = 1; k < problem->op->operands + (problem->reduce == REDUCE_NONE ? problem_outputs(problem) : 0); k++) {
		if (problem_dtype(problem, k) != problem_dtype(problem, 0)) {
			return false;
		}
	}
	return true;
}

int64_t problem_size(const struct problem *problem) {
	int64_t size = 1;
	for (int i = 0; i < problem->rank; i++) {
		size *= problem->shape[i];
	}
	return size;
}

int64_t problem_bytes_repeated(struct algebra *al, const struct problem *problem, int k) {
	int64_t elements = footprint_places(al, problem->operands[k]);
	return elements < problem_size(problem) ? elements * dtype_bytes(problem->operand_dtypes[k]) : 0;
}

int64_t problem_bytes_read(struct algebra *al, const struct problem *problem) {
	int64_t bytes = 0;
	for (int k = 0; k < problem->op->operands; k++) {
		bytes += footprint_places(al, problem->operands[k]) * dtype_bytes(problem->operand_dtypes[k]);
	}
	return bytes;
}

int64_t problem_bytes_written(struct algebra *al, const struct problem *problem) {
	(void)al;
	int64_t elements = 1;
	for (int i = 0; i < problem->rank; i++) {
		elements *= problem_mode_is_reduced(problem, i) ? 1 : problem->shape[i];
	}
	int bytes = 0;
	for (int i = 0; i < problem_outputs(problem); i++) {
		bytes += dtype_bytes(problem_dtype(problem, problem->op->operands + i));
	}
	return elements * bytes;
}
