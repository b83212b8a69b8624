/*
 * Maps as functions of one integer, for comparing two of them point by point: a layout is evaluated as CuTe evaluates
 * it, its last mode extending beyond the domain. Arithmetic is modulo 2^64, which is enough to tell values apart.
 */
#ifndef ALGEBRA_POINTWISE_H
#define ALGEBRA_POINTWISE_H

#include "algebra/composed.h"

/* One step on the way from coordinate to offset. */
struct pointwise_step {
	enum { POINTWISE_LAYOUT, POINTWISE_SWIZZLE, POINTWISE_LINEAR, POINTWISE_ADD } kind;
	int rank;                  /* POINTWISE_LAYOUT: modes, without those of extent 1 in front of the last */
	const uint64_t *shape;
	const uint64_t *stride;
	struct swizzle swizzle;
	const struct linear *linear;
	uint64_t offset;           /* POINTWISE_ADD */
};

struct pointwise {
	int count;
	const struct pointwise_step *steps;   /* in the order in which they apply */
};

/* Prepare "map". Returns false when it has basis strides, a coordinate as offset, or an extent of 0. */
bool pointwise_init(struct algebra *al, struct map map, struct pointwise *out);

/* The value at "i". */
uint64_t pointwise_at(const struct pointwise *f, uint64_t i);

#endif
