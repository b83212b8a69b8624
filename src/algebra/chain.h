/*
 * A map from integers to integers as a chain of steps: a layout at the number of a coordinate, a swizzle, a linear map
 * of bits, an offset that is added. A layout is evaluated as CuTe evaluates it, its last mode extending beyond the
 * domain. Arithmetic is modulo 2^64: enough to tell values apart, and exact where offsets_init has proved that all of
 * them fit.
 */
#ifndef ALGEBRA_CHAIN_H
#define ALGEBRA_CHAIN_H

#include "algebra/swizzle.h"

enum chain_kind { CHAIN_LAYOUT, CHAIN_SWIZZLE, CHAIN_BITS, CHAIN_ADD };

struct chain_step {
	enum chain_kind kind;
	int rank;                  /* CHAIN_LAYOUT: modes, but those of extent 1 before the last; CHAIN_BITS: bits */
	const uint64_t *shape;
	const uint64_t *stride;
	struct swizzle swizzle;    /* CHAIN_SWIZZLE */
	const int64_t *columns;    /* CHAIN_BITS: the xor of those whose bit is set, and of the addend */
	uint64_t addend;           /* CHAIN_ADD */
};

/* No steps are the map from each integer to itself. */
struct chain {
	int count;
	const struct chain_step *steps;   /* in the order in which they apply */
};

/* The step "a". Returns false when it has basis strides other than E<>, an extent of 0, or integers without a value. */
bool chain_step_from_layout(struct algebra *al, struct layout a, struct chain_step *out);

static inline struct chain_step chain_step_from_swizzle(struct swizzle swizzle) {
	return (struct chain_step){ .kind = CHAIN_SWIZZLE, .swizzle = swizzle };
}

/* The xor of "constant" and of a column for each of the lowest "bits" bits that is set. */
static inline struct chain_step chain_step_from_columns(const int64_t *columns, int bits, int64_t constant) {
	return (struct chain_step){ .kind = CHAIN_BITS, .columns = columns, .rank = bits, .addend = (uint64_t)constant };
}

static inline struct chain_step chain_step_from_addend(int64_t addend) {
	return (struct chain_step){ .kind = CHAIN_ADD, .addend = (uint64_t)addend };
}

/* The chain of the one step "a". Returns false as chain_step_from_layout does. */
bool chain_from_layout(struct algebra *al, struct layout a, struct chain *out);

/* First "inner", then "outer". */
struct chain chain_join(struct algebra *al, const struct chain *inner, const struct chain *outer);

/* The value at "i". */
uint64_t chain_at(const struct chain *chain, uint64_t i);

/*
 * Whether bounds on the digits show that no step leaves 0 to INT64_MAX at a coordinate below "size", so that all values
 * are exact. False where a stride or an addend is negative.
 */
bool chain_fits(const struct chain *chain, int64_t size);

/* Put what "chain" makes of each of the "count" values in its place. */
void chain_apply(const struct chain *chain, int64_t *values, int64_t count);

/* Put the values at "begin" and the "count" - 1 integers behind it into "values". */
void chain_run(const struct chain *chain, int64_t begin, int64_t *values, int64_t count);

#endif
