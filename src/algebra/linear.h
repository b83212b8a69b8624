/*
 * F2-linear maps: functions of the bits of a coordinate number whose value is the xor of one column for each bit that
 * is set, and of a constant. A layout whose extents are powers of two is one if the columns of all its modes, d, 2d,
 * 4d, ... for a stride d, have no bit in common, since adding such numbers is xor; every swizzle is one; compositions
 * are too. Other maps of powers of two may be: 8:-1 behind the offset 7 maps i to 7 xor i.
 *
 * Coordinates are numbered as everywhere, colexicographically: bit 0 is the lowest bit of the first mode. Values are
 * from 0 to LINEAR_GREATEST.
 *
 * Source: "Linear Layouts", arXiv 2505.23819; Gaussian elimination over the field of two elements.
 */
#ifndef ALGEBRA_LINEAR_H
#define ALGEBRA_LINEAR_H

#include "algebra/layout.h"

enum { LINEAR_BITS_MAX = 62 };

#define LINEAR_GREATEST (((int64_t)1 << LINEAR_BITS_MAX) - 1)

struct linear {
	struct tuple shape;               /* the domain; every extent is a power of two, 1 among them */
	int bits;                         /* log2 of its size */
	int64_t constant;                 /* the value at coordinate 0 */
	int64_t columns[LINEAR_BITS_MAX]; /* [k]: the value at coordinate number 2^k, xor the constant */
};

/*
 * The map of "shape" with these columns, one for each bit of the domain, and this constant. FAULT_DOMAIN when an extent
 * is not a power of two or a number is not from 0 to LINEAR_GREATEST.
 */
struct linear linear_make(struct algebra *al, struct tuple shape, const int64_t *columns, int64_t constant);

/* The value at coordinate number "i", 0 <= i < 2^bits. */
int64_t linear_at(const struct linear *a, int64_t i);

/* Whether "n" can be a value. */
static inline bool linear_is_value(int64_t n) {
	return n >= 0 && n <= LINEAR_GREATEST;
}

/* The number of bits of a domain; -1 when an extent is not a power of two, or they are more than LINEAR_BITS_MAX. */
int linear_bits_of_shape(struct tuple shape);

/* The bits that a value of "a" can have set. */
int64_t linear_reached_bits(const struct linear *a);

/* The largest value. */
int64_t linear_greatest(const struct linear *a);

/* Same shape, same function. Columns are unique: two maps of one domain are equal exactly if these are. */
bool linear_equal(const struct linear *a, const struct linear *b);

/* The same function of coordinate numbers, however they are arranged in a shape. */
bool linear_same_function(const struct linear *a, const struct linear *b);

/* --- from tables; for layouts and what is composed of them: linear_map.h --- */

/*
 * What reading something as a linear map came to. It is no fault that a map is not linear; "witness" then says where:
 * the value at that coordinate is not the xor of the columns of its bits.
 */
struct linear_reading {
	bool is_linear;
	int64_t witness; /* -1: an extent is not a power of two, or a value is not from 0 to LINEAR_GREATEST */
	struct linear linear;
};

/* The map with the value table[i] at coordinate number i of "shape". Looks at every entry. */
struct linear_reading linear_from_table(struct algebra *al, const int64_t *table, struct tuple shape);

/* --- operations --- */

/* a(b(i)), with the shape of "b". FAULT_DOMAIN when a value of "b" is beyond the domain of "a". */
struct linear linear_composition(struct algebra *al, const struct linear *a, const struct linear *b);

/* The number of different values is 2^rank; "a" is injective if its rank is its number of bits. */
int linear_rank(const struct linear *a);

/*
 * R with R(a(i)) = i for every i; its domain has as many bits as the values of "a" reach, and what "a" leaves out is
 * mapped as the complement of the reached bits maps. FAULT_INJECTIVE, with two coordinates of one value, if there is
 * none.
 */
struct linear linear_left_inverse(struct algebra *al, const struct linear *a);

/* The largest R with a(R(i)) = i for every i of its domain. FAULT_DOMAIN if no coordinate has the value 0. */
struct linear linear_right_inverse(struct algebra *al, const struct linear *a);

#endif
