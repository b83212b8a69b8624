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
	bool images_known;      /* the offsets of both could be sorted; without it, the rest is not known */
	bool same_image;        /* each offset occurs equally often: one is the other after a permutation of coordinates */
	int64_t odd_offset;     /* unless same_image: the least offset that does not, ... */
	int64_t odd_a, odd_b;   /* ... and how often it occurs in each */
};

/*
 * Compare "a" and "b". For layouts the first difference follows from structure, however large they are; swizzled and
 * composed ones are enumerated, and FAULT_LIMIT says that LIMIT_QUERY_COORDINATES coordinates agree and more follow.
 * Images are sorted up to LIMIT_SORTED_COORDINATES. Other faults are of operand 1 or 2: those of offsets_init_map.
 */
struct comparison compare_maps(struct algebra *al, struct map a, struct map b);

#endif
