/*
 * A layout made ready for evaluating many coordinates: flat arrays of extents and strides, plain 64-bit arithmetic
 * that offsets_init has proved not to overflow inside the domain.
 */
#ifndef ALGEBRA_OFFSETS_H
#define ALGEBRA_OFFSETS_H

#include "algebra/layout.h"

struct offsets {
	int rank;                 /* number of flat modes, extents 1 left out */
	const int64_t *shape;
	const int64_t *stride;
	int64_t size;             /* number of coordinates */
	int64_t least, greatest;  /* range of the offsets; 0 and -1 for an empty domain */
};

/* Prepare "a". Strides with a basis are FAULT_TYPE, an offset beyond 64 bits is FAULT_OVERFLOW. */
struct offsets offsets_init(struct algebra *al, struct layout a);

/* Offset of the integer coordinate "i", 0 <= i < size. */
int64_t offsets_at(const struct offsets *offsets, int64_t i);

/* Store the offsets of coordinates first to first+count-1, all inside the domain. */
void offsets_fill(const struct offsets *offsets, int64_t first, int64_t count, int64_t *out);

#endif
