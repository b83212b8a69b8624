/*
 * The walk of a plan on the host: every thread of every block goes over the addresses that its kernel computes and
 * leaves its number in the array of owners.
 */
#ifndef GPU_VISITOR_H
#define GPU_VISITOR_H

#include "algebra/offsets.h"
#include "gpu/plan.h"

/* What a proof kernel counts; the same struct is in its source. */
struct proof_counts {
	unsigned long long visits;      /* elements touched, with repetition */
	unsigned long long clashes;     /* elements touched again */
	unsigned long long offset;      /* of one of these clashes */
	unsigned long long owners[2];   /* its (thread, value, block) numbers */
	unsigned long long locked;
};

struct visitor {
	const struct plan *plan;
	void *owners;
	int bytes;                      /* of an owner */
	int64_t span;
	struct proof_counts *counts;
};

/* Bytes of an owner: 4 unless the padded view has too many elements. All bits set means none. */
int plan_owner_bytes(const struct plan *plan);

/* The number of the entry "offset" of "owners", UINT64_MAX for none. */
uint64_t owner_at(const void *owners, int bytes, int64_t offset);

/* Thread "t" touches the element at "offset" as its value "v" of block "block". */
void visit(struct visitor *visitor, int64_t offset, int64_t t, int64_t v, int64_t block);

/* Offsets of "tensor" for each mode of the view. */
struct memory {
	struct offsets mode[PROBLEM_RANK_MAX];
	int rank;
};

struct memory plan_memory(struct algebra *al, const struct plan *plan, int tensor);

/* With windows, the first element of the row, counted from the vector's boundary before it; otherwise 0. */
int64_t plan_window_start(const struct plan *plan, const struct memory *memory, int64_t row, int64_t batch);

/* Columns of a strip that are its own. */
int64_t plan_strip_width(const struct plan *plan);

#endif
