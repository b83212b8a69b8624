/*
 * The proof that a kernel's mapping is the one that the algebra says. Whoever ran the kernel, the device or the host,
 * hands over the number of the (thread, value, block) that each element of memory was touched by; here it is compared,
 * for every element, with the inverse of the plan's map. With as many touches as elements and no clash, each element
 * is touched exactly once, by the thread and value predicted.
 */
#ifndef GPU_PROOF_H
#define GPU_PROOF_H

#include "gpu/visitor.h"

struct proof {
	bool good;
	int64_t elements;     /* of the tensor's view */
	char text[512];       /* when not good: the first element that is not as predicted, and both owners */
};

/* Entries of the owners' array: 1 + the largest offset of "tensor", rounded up to whole 16-byte vectors. */
int64_t tensor_span(struct algebra *al, const struct plan *plan, int tensor);

/* "tensor" is injective, so that each of its elements has one owner. */
bool tensor_is_provable(struct algebra *al, const struct plan *plan, int tensor);

/* Compare "owners", of plan_owner_bytes each, all bits set where nobody came. */
struct proof proof_compare(struct algebra *al, const struct plan *plan, int tensor, const void *owners,
	const struct proof_counts *counts);

/*
 * Run the plan on the host: every thread of every block walks the addresses that its kernel computes and leaves its
 * number. "owners" has tensor_span entries, all bits set.
 */
void proof_run_on_host(struct algebra *al, const struct plan *plan, int tensor, void *owners,
	struct proof_counts *counts);

#endif
