/*
 * Element types: their names, sizes and values. Random data is a function of the index, so that device and host make
 * the same without copying it: the bits of a hash, with the exponent held to a range in which sums stay accurate.
 */
#ifndef GPU_DTYPE_H
#define GPU_DTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/element.h"

enum dtype {
	DTYPE_F16,
	DTYPE_BF16,
	DTYPE_F32,
	DTYPE_F64,
	DTYPE_E4M3,
	DTYPE_E5M2,
	DTYPE_I8,
	DTYPE_U8,
	DTYPE_I16,
	DTYPE_I32,
	DTYPE_I64,
};

enum { DTYPE_COUNT = DTYPE_I64 + 1 };

/* Bytes of the widest access of a thread. */
enum { VECTOR_BYTES = 16 };

struct dtype_info {
	const char *name;
	int bytes;
	bool is_float;
	const struct element *element;
	const char *bits_type; /* C type of the bits in memory */
	const char *math_type; /* C type that expressions and sums are computed in */
};

/* How random data is drawn. */
enum fill {
	FILL_PLAIN,   /* floats: magnitudes from 1/8 to 2; integers: their whole range, at most 21 bits */
	FILL_PRODUCT, /* 1 and -1, now and then 2, so that products stay finite */
};

const struct dtype_info *dtype_info(enum dtype dtype);

/* Find a type by any name that base/element.h knows. Returns false if there is none. */
bool dtype_from_name(struct str name, enum dtype *out);

static inline int dtype_bytes(enum dtype dtype) {
	return dtype_info(dtype)->bytes;
}

/* Half the distance from 1 to the next value: the relative error of rounding to "dtype"; 0 for integers. */
double dtype_rounding(enum dtype dtype);

/* The largest finite value of a float. */
double dtype_largest(enum dtype dtype);

/* The smallest positive value of a float. */
double dtype_smallest(enum dtype dtype);

/* The least and the greatest value of an integer type; those of 64 bits are rounded. */
double dtype_least_int(enum dtype dtype);
double dtype_greatest_int(enum dtype dtype);

/* The hash that the element at "index" is drawn from. */
uint32_t random_hash(uint32_t seed, int64_t index);

/*
 * The type that holds every value of each of "dtypes", or where floats and integers meet, of the floats. Where several
 * do, the narrowest, and of those with as many bytes the first in the order of enum dtype.
 */
enum dtype dtype_common(const enum dtype *dtypes, int count);

/* The bits of the element drawn from "hash". */
uint64_t dtype_random(enum dtype dtype, enum fill fill, uint32_t period, uint32_t hash);

/* The value of the bits; that of 64-bit integers is rounded. */
double dtype_decode(enum dtype dtype, uint64_t bits);

/* The element number "index" of an array in memory, as bits. */
uint64_t dtype_load(enum dtype dtype, const void *data, int64_t index);

/* The integer that the bits of an integer type stand for. */
int64_t dtype_decode_int(enum dtype dtype, uint64_t bits);

/* All values of a type of one or two bytes, by their bits; NULL for larger types. */
const double *dtype_table(struct arena *arena, enum dtype dtype);

#endif
