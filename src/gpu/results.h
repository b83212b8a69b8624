/*
 * Results against a reference on the host, in double precision or exact integers, of the same random data. Rounding is
 * allowed for: that of the result's type, and of a computation in the kernel's precision on the largest magnitudes
 * that occur on the way.
 */
#ifndef GPU_RESULTS_H
#define GPU_RESULTS_H

#include "gpu/plan.h"

struct verdict {
	bool good;
	int64_t elements;
	int64_t wrong;
	double worst;        /* largest error / what is allowed */
	char text[256];      /* the first wrong element */
};

/* The seed of operand "k" of a run that starts from "seed". */
static inline uint32_t results_seed(uint32_t seed, int k) {
	return seed + 0x9e3779b9u * (uint32_t)(k + 1);
}

/* How the operands of "problem" are drawn, and how rarely something other than 1 occurs for products. */
enum fill results_fill(const struct problem *problem);
uint32_t results_period(const struct plan *plan);

/* Compare "output", the memory of the last tensor of "plan", with the reference of operands drawn from "seed". */
struct verdict results_compare(struct algebra *al, const struct plan *plan, uint32_t seed, const void *output);

#endif
