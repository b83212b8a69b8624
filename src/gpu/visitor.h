/*
 * The walk of a plan on the host: every thread of every block goes over the addresses that its kernel computes and
 * records each under its number.
 */
#ifndef GPU_VISITOR_H
#define GPU_VISITOR_H

#include "algebra/offsets.h"
#include "gpu/plan.h"

/* What went wrong in a run that proves, the first of it with its place; the same struct is in device/proof.cuh. */
struct proof_counts {
	unsigned long long outside;     /* accesses of what is not there, or not aligned */
	unsigned long long clashes;     /* records where there was one */
	unsigned long long offset;      /* of the first outside */
	unsigned long long entry;       /* of the first clash */
	unsigned long long locked;
};

/* An entry to which nobody came. Others have 31 bits. */
enum { PROOF_BITS = 31 };
#define PROOF_NONE UINT32_MAX

struct visitor {
	const struct plan *plan;
	uint32_t *entries;              /* one for each number */
	int64_t count;
	int64_t start;                  /* of the tensor, which is in no layout */
	int64_t reach;                  /* offsets are below */
	int shift;                      /* of the bits of an offset that are recorded */
	struct proof_counts *counts;
};

/* The number of value "v" of thread "t" in block "block". */
static inline int64_t plan_number(const struct plan *plan, int64_t t, int64_t v, int64_t block) {
	return t + plan->threads * (v + plan->values * block);
}

/* Thread "t" touches the element at "offset" from the start of the tensor as its value "v" of block "block". */
void visit(struct visitor *visitor, int64_t offset, int64_t t, int64_t v, int64_t block);

/* Offsets of an operand, or of the output of a plan that does not reduce, for each mode of the view. */
struct memory {
	struct offsets mode[PROBLEM_RANK_MAX];
	int rank;
};

/* Elements of memory that the tensor needs: 1 + the largest offset. */
int64_t plan_reach(struct algebra *al, const struct plan *plan, int tensor);

struct memory plan_memory(struct algebra *al, const struct plan *plan, int tensor);

/* With windows, the first element of the row, counted from the vector's boundary before it; otherwise 0. */
int64_t plan_window_start(const struct plan *plan, const struct memory *memory, int64_t row, int64_t batch);

/* Columns of a strip that are its own. */
int64_t plan_strip_width(const struct plan *plan);

#endif
