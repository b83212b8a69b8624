/*
 * The proof that a kernel's mapping is the one that the algebra says.
 *
 * Each (thread, value, block) has a number, and by the plan's map each number stands for one element of the view or for
 * padding. That every element has exactly one number is looked at first. Then whoever ran the kernel, the device or the
 * host, hands over a record: under each number the offset that was touched in one tensor, the operand that was read, or
 * the place where the result of the element was left. It is compared, for every number, with the offset that the
 * tensor's layout has for the element. So operands whose elements are shared, by a stride of 0 or by overlap, are
 * proved as others are, and no inverse of anything is taken. The elements of an output must lie apart.
 *
 * On the device the record of the output is another: under each offset the number whose result was left there; and of a
 * reduction, what the result is the sum of. Every number has a random weight, the kernel adds the weights as it would
 * the elements, and the sum of the right ones, each once, is what must come out; 93 bits of it are compared. A host
 * records under each number the result that it becomes a part of.
 *
 * A record has 31 bits, or fewer where an element in shared memory has to carry it; longer offsets take several runs.
 */
#ifndef GPU_PROOF_H
#define GPU_PROOF_H

#include "gpu/claim.h"

/* What a proving kernel takes in the place of a pointer; the same as "struct place" of device/proof.cuh. */
struct proof_place {
	void *entries;
	void *counts;
	unsigned long long count;
	long long reach;
	int shift;
	unsigned seed;
	long long offset;
};

/* Entries of a tensor's memory: 1 + the largest offset, rounded up to whole 16-byte vectors. */
int64_t tensor_span(struct algebra *al, const struct plan *plan, int tensor);

/* The number of runs for "tensor", on a device or on the host, and run "i" of them. */
int proof_runs(struct algebra *al, const struct plan *plan, int tensor, bool on_device);
struct proof_run proof_run_at(struct algebra *al, const struct plan *plan, int tensor, bool on_device, int i);

/* Compare "entries", which were PROOF_NONE before the run. */
struct proof proof_compare(struct algebra *al, const struct plan *plan, const struct proof_run *run,
	const uint32_t *entries, const struct proof_counts *counts);

/* Run the plan on the host. */
void proof_run_on_host(struct algebra *al, const struct plan *plan, const struct proof_run *run, uint32_t *entries,
	struct proof_counts *counts);

#endif
