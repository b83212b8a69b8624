/*
 * Results against a reference on the host, in double precision or exact integers, of the same random data. Rounding is
 * allowed for: that of the result's type, and what every step in the kernel's precision may add (gpu/rounding.h).
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

/* --- a sample of results --- */

struct reference;

/* A reference for single results, in the arena of "al". */
struct reference *results_sample(struct algebra *al, const struct plan *plan, uint32_t seed);

/* Where result "number" is in memory, and whether "bits" may stand there. */
int64_t results_sample_place(struct reference *ref, int64_t number);
struct verdict results_sample_compare(struct reference *ref, int64_t number, uint64_t bits);

/* What elements "begin" to "end" - 1 contribute to result "number" of a reduction. */
struct results_part {
	double total, slack;
	int64_t int_total;
	int64_t index;       /* of an arg-reduction: that of the best element, INT64_MAX for none */
};

struct results_part results_sample_part(struct reference *ref, int64_t number, int64_t begin, int64_t end);

/* The result at "place" is wrong: the first is described. */
void verdict_set_wrong(struct verdict *verdict, int64_t place, double is, double should_be);

#endif
