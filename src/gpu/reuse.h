/*
 * What of an operand is the same for several elements of the result, and loaded once for them: by a thread, or out of
 * the cache by blocks that run at the same time.
 */
#ifndef GPU_REUSE_H
#define GPU_REUSE_H

#include "gpu/plan.h"

/*
 * Exchange: the elements that the computation has side by side are one element of operand "k". It loads that once. That
 * is not so of staged operands.
 */
bool plan_repeats(struct algebra *al, const struct plan *plan, int k);

/*
 * Exchange: a thread computes values/together vectors. "of" takes the number of each to that of the vector of operand
 * "k" whose elements it needs, from 0 on, and "first" takes that back to the first that needs it: those are the ones
 * which it loads. Not of staged operands, whose vectors are not those of the computation.
 */
struct held {
	struct layout of, first;
	int count;   /* different vectors of the operand */
};

struct held plan_held(struct algebra *al, const struct plan *plan, int k);

/*
 * Flat: passes over the slowest modes, in each of which an operand is read as in the one before, and more is read and
 * written in between than the L2 cache keeps, three eighths of it on an H200. 1: whatever is read again is still there.
 * "is_again" says of each operand, bit k for operand k, whether every pass reads it.
 */
int64_t plan_passes(struct algebra *al, const struct plan *plan, const struct target *target, unsigned *is_again);

/* Accesses to tensor "k" that a thread makes for its values. */
int plan_accesses(struct algebra *al, const struct plan *plan, int k);

#endif
