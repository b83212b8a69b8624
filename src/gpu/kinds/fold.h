/*
 * How the threads of a tile come to one result each: a reduction over mode 0 of a view, with a thread-value layout that
 * was given. The place of a (thread, value) among the tile's results is the sum of one number for the thread and one
 * for the value, since both are layouts. So a thread has one accumulator for each number of its values; lanes that
 * differ in a bit which does not move them combine by shuffles; and the threads that are left with the same results, by
 * shared memory.
 */
#ifndef GPU_KINDS_FOLD_H
#define GPU_KINDS_FOLD_H

#include "gpu/plan.h"

struct fold {
	int64_t results;             /* of a tile */
	int slots;                   /* accumulators of a thread */
	int64_t slot_result[VALUES_MAX];     /* what each adds to the thread's number */
	int slot[VALUES_MAX];                /* of each value */
	int64_t thread_result[THREADS_MAX];  /* number of each thread */
	int lanes;                   /* distances of lanes that shuffle, as bits: 16 8 4 2 1 */
	int sharers;                 /* threads that shuffles leave with one result */
	int rank[THREADS_MAX];       /* of a thread among these */
};

/*
 * Work out the fold of "plan", whose map is made. FAULT_UNSUPPORTED if some results have more sharers than others or
 * threads share only a part of their results.
 */
void fold_make(struct algebra *al, const struct plan *plan, struct fold *fold);

#endif
