/*
 * What a map is as a function from the coordinates 0 to size-1 to the integers: how many different offsets it has,
 * where they lie, and whether two coordinates share one.
 *
 * For a layout this follows from its flat modes n:d, sorted by |d|. Let reach be the sum of (n-1)*|d| over the modes
 * before one.
 *
 *     d > reach for every mode        no two coordinates share an offset
 *     d <= reach+1 for every mode     the image is an interval
 *
 * Modes whose strides are all multiples of some g > reach are independent of those before: they are looked at apart, in
 * units of g. Only a group of modes for which neither holds is enumerated. Negative strides are mirrored, which moves
 * the image and no more; modes of stride 0 repeat it. A swizzle is a bijection, so it changes neither the size of the
 * image nor who shares an offset; where the image lies is enumerated, unless it fills the swizzle's blocks.
 *
 * Source of the first condition: sorted, admissible strides in J. Shah, "A Note on the Algebra of CuTe Layouts"; it is
 * weakened here to what injectivity needs.
 */
#ifndef ALGEBRA_QUERY_H
#define ALGEBRA_QUERY_H

#include "algebra/offsets.h"

struct query {
	int64_t size;              /* number of coordinates */
	int64_t cosize;            /* as CuTe defines it: 1 + the largest offset, with |stride|, of the innermost layout */
	int64_t least, greatest;   /* of the image; 0 and -1 when it is empty */
	int64_t image;             /* number of different offsets */
	int64_t gaps;              /* integers between least and greatest that are no offset */
	int64_t first_gap;         /* the least of them, if gaps > 0 */
	int64_t alias[2];          /* unless injective: two coordinates, the smaller one first, ... */
	int64_t alias_offset;      /* ... and the offset that they share */
	bool injective;            /* image = size */
	bool surjective;           /* the image is 0 to cosize-1 */
	bool bijective;            /* both */
	bool contiguous;           /* gaps = 0 */
	bool enumerated;           /* the answer is not from structure alone */
};

/*
 * Look at "map". Faults as offsets_init_map does, and FAULT_LIMIT when more than LIMIT_QUERY_COORDINATES coordinates or
 * LIMIT_QUERY_BITS offsets would have to be enumerated.
 */
struct query query_map(struct algebra *al, struct map map);

#endif
