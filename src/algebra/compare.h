/*
 * Two maps side by side, as functions of the integer coordinates 0 to size-1.
 */
#ifndef ALGEBRA_COMPARE_H
#define ALGEBRA_COMPARE_H

#include "algebra/offsets.h"

struct comparison {
	int64_t size_a, size_b;
	bool same_structure;    /* the same shape, the same strides, the same swizzle */
	bool same_function;     /* the same size, and the same offset at every coordinate */
	int64_t first;          /* unless same_function: the first coordinate where they differ, ... */
	int64_t first_a, first_b; /* ... and what each gives there; if one ends before that, "first" is its size */
	bool same_image;        /* each offset occurs equally often: one is the other after a permutation of coordinates */
	int64_t odd_offset;     /* unless same_image: the least offset that does not, ... */
	int64_t odd_a, odd_b;   /* ... and how often it occurs in each */
};

/*
 * Compare "a" and "b". Faults are of operand 1 or 2: those of offsets_init_map, and FAULT_LIMIT beyond
 * LIMIT_QUERY_COORDINATES, or LIMIT_SORTED_COORDINATES where the functions differ.
 */
struct comparison compare_maps(struct algebra *al, struct map a, struct map b);

#endif
