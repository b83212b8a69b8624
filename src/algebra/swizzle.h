/*
 * Swizzle<B,M,S>: a bijection of the integers that xors B bits, the Y bits, onto B others, the Z bits.
 *
 *     S >= 0:  ...YYY...ZZZ|M bits     the Y bits are S above the Z bits
 *     S <  0:  ...ZZZ...YYY|M bits     and -S below them otherwise
 *
 * Source: CUTLASS, include/cute/swizzle.hpp and swizzle_layout.hpp.
 */
#ifndef ALGEBRA_SWIZZLE_H
#define ALGEBRA_SWIZZLE_H

#include "algebra/layout.h"

struct swizzle {
	int bits;    /* B >= 0 */
	int base;    /* M >= 0 */
	int shift;   /* S, |S| >= B */
};

/* Sw<bits,base,shift>; faults when these are no swizzle of 62-bit integers. */
struct swizzle swizzle_make(struct algebra *al, int64_t bits, int64_t base, int64_t shift);

static inline bool swizzle_equal(struct swizzle a, struct swizzle b) {
	return a.bits == b.bits && a.base == b.base && a.shift == b.shift;
}

/* The bits that are read, and those that are changed. */
int64_t swizzle_y_mask(struct swizzle s);
int64_t swizzle_z_mask(struct swizzle s);

/* The image of "i". A swizzle is its own inverse. */
int64_t swizzle_apply(struct swizzle s, int64_t i);

/* The same of an integer that need not be known: then what divides its image for certain. */
struct tuple swizzle_apply_int(struct swizzle s, struct tuple i);

/* The swizzle with these masks; faults when there is none. */
struct swizzle swizzle_from_masks(struct algebra *al, int64_t y, int64_t z);

/* The swizzle of both, where they have one shift. */
struct swizzle swizzle_composition(struct algebra *al, struct swizzle a, struct swizzle b);

/* The same swizzle for elements "n" times as large (as small); "n" must be a power of two. */
struct swizzle swizzle_upcast(struct algebra *al, struct swizzle s, int64_t n);
struct swizzle swizzle_downcast(struct algebra *al, struct swizzle s, int64_t n);

/* What is known at compile time of the bits of an integer, as CuTe's MixedBits have it. */
struct swizzle_bits {
	int64_t run_time;   /* these are not */
	int64_t fixed;      /* the others */
};

/* The layout that keeps the bits that "s" reads or changes and drops the others (or the other way round). */
struct layout swizzle_active_layout(struct algebra *al, struct swizzle s);
struct layout swizzle_passive_layout(struct algebra *al, struct swizzle s);

/*
 * The layout that equals "s" on integers that touch only its Y bits or only its Z bits, added to an offset whose
 * active bits are "offset"; the strides that a bit known at run time decides are known then only. Where a bit of
 * "offset" is not known, only a divisor of the stride is that depends on it.
 */
struct layout swizzle_decayed_layout(struct algebra *al, struct swizzle s, struct tuple offset,
	struct swizzle_bits bits);

#endif
