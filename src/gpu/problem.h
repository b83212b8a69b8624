/*
 * What is computed: an expression of the elements of some tensors, on its own or reduced along a mode, with the memory
 * of every tensor as a layout, and for those who choose it themselves a thread-value layout.
 */
#ifndef GPU_PROBLEM_H
#define GPU_PROBLEM_H

#include "algebra/layout.h"
#include "base/limits.h"
#include "gpu/dtype.h"
#include "gpu/opexpr.h"

enum { PROBLEM_RANK_MAX = LIMIT_PROBLEM_RANK, TENSORS_MAX = OPERANDS_MAX + OUTPUTS_MAX };

enum reduce {
	REDUCE_NONE,
	REDUCE_SUM,
	REDUCE_PROD,
	REDUCE_MAX,
	REDUCE_MIN,
	REDUCE_MEAN,
	REDUCE_ABSMAX,
	REDUCE_SUMSQ,
	REDUCE_ARGMAX,
	REDUCE_ARGMIN,
};

enum { REDUCE_COUNT = REDUCE_ARGMIN + 1 };

/*
 * The result is the row-major index, within the reduced modes, of the greatest or the least element: the smallest index
 * of several. What is no number is never taken, and where all are none the index is 0.
 */
static inline bool reduce_is_arg(enum reduce reduce) {
	return reduce == REDUCE_ARGMAX || reduce == REDUCE_ARGMIN;
}

/* An output behind the first. */
struct problem_output {
	enum dtype dtype;
	struct layout layout;
	int64_t start;
};

struct problem {
	int rank;
	int64_t shape[PROBLEM_RANK_MAX];
	enum dtype operand_dtypes[OPERANDS_MAX]; /* of the elements of each operand */
	enum dtype output_dtype;                 /* of those of the output, or of the results of a reduction */
	const struct opexpr *op;
	struct layout operands[OPERANDS_MAX];  /* memory of each operand: a mode for each mode of the shape */
	struct layout output;                  /* elementwise only */
	int64_t operand_starts[OPERANDS_MAX];  /* offset of each operand's first coordinate: no offset is negative */
	int64_t output_start;                  /* elementwise only */
	struct problem_output further[OUTPUTS_MAX - 1]; /* elementwise only: as many as the expression has results more */
	enum reduce reduce;
	unsigned reduced;                      /* of a reduction: bit i for mode i */
	bool has_tv;
	struct tuple tile;                     /* extents of the tile, one for each mode of the shape */
	struct layout tv;                      /* (thread, value) to the colexicographic number in the tile */
};

const char *reduce_name(enum reduce reduce);
bool reduce_from_name(struct str name, enum reduce *out);

/*
 * The type of results where none is said, of operands whose values are of "operands": that type, but wide enough for a
 * reduction's sums of integers.
 */
enum dtype problem_result_dtype(enum reduce reduce, enum dtype operands);

/* Make all operands of "problem", whose "reduce" is known, of type "dtype", and the output as that follows. */
void problem_set_dtype(struct problem *problem, enum dtype dtype);

/* Tensors that are written: the results of a reduction are one. */
static inline int problem_outputs(const struct problem *problem) {
	return problem->reduce == REDUCE_NONE ? 1 + problem->op->further : 1;
}

/* The type of the elements of tensor "k": an operand, or an output behind them. */
static inline enum dtype problem_dtype(const struct problem *problem, int k) {
	int output = k - problem->op->operands;
	return output < 0 ? problem->operand_dtypes[k] : output == 0 ? problem->output_dtype :
		problem->further[output - 1].dtype;
}

/* The memory of tensor "k", not of the results of a reduction. */
static inline struct layout problem_memory(const struct problem *problem, int k) {
	int output = k - problem->op->operands;
	return output < 0 ? problem->operands[k] : output == 0 ? problem->output : problem->further[output - 1].layout;
}

/*
 * What expressions and sums are computed in. It is f64 if an operand or the output is f64, and f32 if one is of another
 * floating-point type; but a reduction of integers that does without floats is in i64, as is all of integers only.
 * Loads convert to this type; a store rounds once. All results of one expression are computed in the same.
 */
enum dtype problem_math_dtype(const struct problem *problem);

/* "problem" with its output number "i", from 1 on, in the place of the first. "op" becomes its expression. */
struct problem problem_of_output(const struct problem *problem, int i, struct opexpr *op);

/* Bytes of the widest element that is accessed in vectors: of the operands and, unless it reduces, of the outputs. */
int problem_widest(const struct problem *problem);

/* Bytes of a number that a kernel reduces to: of an arg-reduction, its value and its index. */
int problem_number_bytes(const struct problem *problem);

/* Bytes of the sums of weights with which a reduction is proved. */
int problem_sum_bytes(const struct problem *problem);

/* Elements of each result of a reduction. */
int64_t problem_reduced_size(const struct problem *problem);

/* The elements of the widest vectors: of 16 bytes at most, and every tensor starts at the boundary of one. */
int problem_widest_vector(const struct problem *problem);

/* The offset of the first coordinate in tensor "k", which is in no layout. */
static inline int64_t problem_start(const struct problem *problem, int k) {
	int output = k - problem->op->operands;
	return output < 0 ? problem->operand_starts[k] : output == 0 ? problem->output_start :
		problem->further[output - 1].start;
}

/* Whether all tensors of an elementwise problem, or all operands of a reduction, have one type. */
bool problem_is_uniform(const struct problem *problem);

/* Mode "i" is reduced. */
static inline bool problem_mode_is_reduced(const struct problem *problem, int i) {
	return problem->reduce != REDUCE_NONE && (problem->reduced >> i & 1) != 0;
}

/* The set of all modes of a shape of "rank" modes, as in "reduced". */
static inline unsigned problem_all_modes(int rank) {
	return (1u << rank) - 1;
}

/* Number of elements of the shape. */
int64_t problem_size(const struct problem *problem);

/* Bytes of the elements of operand "k" that are read more than once; 0 if none is. */
int64_t problem_bytes_repeated(struct algebra *al, const struct problem *problem, int k);

/* Least bytes that must be read and written. */
int64_t problem_bytes_read(struct algebra *al, const struct problem *problem);
int64_t problem_bytes_written(struct algebra *al, const struct problem *problem);

#endif
