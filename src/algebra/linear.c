#include "algebra/linear.h"

#include <inttypes.h>

#include "base/limits.h"

/* log2 of "n"; -1 when it is not a power of two. */
static int log2_of(int64_t n) {
	return n > 0 && (n & (n - 1)) == 0 ? __builtin_ctzll((unsigned long long)n) : -1;
}

int linear_bits_of_shape(struct tuple shape) {
	if (!tuple_is_tuple(shape)) {
		return tuple_is_plain_int(shape) && int_has_value(shape) ? log2_of(shape.value) : -1;
	}
	int bits = 0;
	for (int i = 0; i < shape.rank; i++) {
		int more = linear_bits_of_shape(shape.modes[i]);
		if (more < 0 || bits + more > LINEAR_BITS_MAX) {
			return -1;
		}
		bits += more;
	}
	return bits;
}

struct linear linear_make(struct algebra *al, struct tuple shape, const int64_t *columns, int64_t constant) {
	struct linear a = { .shape = shape, .bits = linear_bits_of_shape(shape), .constant = constant };
	if (a.bits < 0) {
		algebra_fault(al, FAULT_DOMAIN, "the extents of a map of bits are powers of two, and their product is at most "
						"2^%d",
			LINEAR_BITS_MAX);
		return (struct linear){ .shape = tuple_int(1) };
	}
	bool are_values = linear_is_value(constant);
	for (int k = 0; k < a.bits; k++) {
		are_values = are_values && linear_is_value(columns[k]);
		a.columns[k] = columns[k];
	}
	if (!are_values) {
		algebra_fault(al, FAULT_DOMAIN, "the columns of a map of bits are from 0 to 2^%d - 1", LINEAR_BITS_MAX);
	}
	return a;
}

int64_t linear_at(const struct linear *a, int64_t i) {
	int64_t value = a->constant;
	for (; i != 0; i &= i - 1) {
		value ^= a->columns[__builtin_ctzll((unsigned long long)i)];
	}
	return value;
}

bool linear_same_function(const struct linear *a, const struct linear *b) {
	bool same = a->bits == b->bits && a->constant == b->constant;
	for (int k = 0; k < a->bits && same; k++) {
		same = a->columns[k] == b->columns[k];
	}
	return same;
}

bool linear_equal(const struct linear *a, const struct linear *b) {
	return tuple_equal(a->shape, b->shape) && linear_same_function(a, b);
}

/* --- from tables --- */

static struct linear_reading not_linear(int64_t witness) {
	return (struct linear_reading){ .witness = witness, .linear = { .shape = tuple_int(1) } };
}

/*
 * Take the columns from the entries 2^k; the entry 2^k + i must then be the entry i xor column k, for every i < 2^k.
 */
struct linear_reading linear_from_table(struct algebra *al, const int64_t *table, struct tuple shape) {
	struct linear a = { .shape = shape, .bits = linear_bits_of_shape(shape) };
	if (a.bits < 0 || !linear_is_value(table[0])) {
		return not_linear(-1);
	}
	a.constant = table[0];
	for (int k = 0; k < a.bits && algebra_step(al, 0); k++) {
		int64_t half = (int64_t)1 << k;
		a.columns[k] = table[half] ^ a.constant;
		if (!linear_is_value(table[half])) {
			return not_linear(-1);
		}
		for (int64_t i = 0; i < half; i++) {
			if (table[half + i] != (table[i] ^ a.columns[k])) {
				return not_linear(linear_is_value(table[half + i]) ? half + i : -1);
			}
		}
	}
	return (struct linear_reading){ .is_linear = true, .linear = a };
}

int64_t linear_reached_bits(const struct linear *a) {
	int64_t reached = a->constant;
	for (int k = 0; k < a->bits; k++) {
		reached |= a->columns[k];
	}
	return reached;
}

/* "outer" behind "a", whose values must be in the domain of "outer". */
static void compose(const struct linear *outer, struct linear *a) {
	a->constant = linear_at(outer, a->constant);
	for (int k = 0; k < a->bits; k++) {
		a->columns[k] = linear_at(outer, a->columns[k]) ^ outer->constant;
	}
}

/* --- operations --- */

struct linear linear_composition(struct algebra *al, const struct linear *a, const struct linear *b) {
	struct linear result = *b;
	if (linear_reached_bits(b) >> a->bits != 0) {
		algebra_fault(al, FAULT_DOMAIN, "the inner map reaches bit %d, but the outer one has coordinates of %d bits",
			63 - __builtin_clzll((unsigned long long)linear_reached_bits(b)), a->bits);
		return result;
	}
	compose(a, &result);
	return result;
}

/*
 * The columns of a map, reduced: vectors[p], for some bits p, has bit p, and no other vector has. It is the image,
 * without the constant, of sources[p].
 */
struct reduced {
	int rank;
	int64_t pivots; /* bits p that have a vector */
	int64_t vectors[LINEAR_BITS_MAX];
	int64_t sources[LINEAR_BITS_MAX];
	int64_t kernel; /* a coordinate other than 0 whose image is 0; 0 if there is none */
};

/* What of "vector" is left after the vectors are taken out; "source" changes with it. */
static int64_t reduce(const struct reduced *r, int64_t vector, int64_t *source) {
	for (int64_t bits = vector & r->pivots; bits != 0; bits &= bits - 1) {
		int p = __builtin_ctzll((unsigned long long)bits);
		vector ^= r->vectors[p];
		*source ^= r->sources[p];
	}
	return vector;
}

/* Gauss and Jordan's elimination. */
static struct reduced reduce_columns(const struct linear *a) {
	struct reduced r = { .rank = 0 };
	for (int k = 0; k < a->bits; k++) {
		int64_t source = (int64_t)1 << k;
		int64_t vector = reduce(&r, a->columns[k], &source);
		if (vector == 0) {
			r.kernel = r.kernel == 0 ? source : r.kernel;
			continue;
		}
		int pivot = __builtin_ctzll((unsigned long long)vector);
		for (int p = 0; p < LINEAR_BITS_MAX; p++) {
			if ((r.vectors[p] >> pivot & 1) != 0) {
				r.vectors[p] ^= vector;
				r.sources[p] ^= source;
			}
		}
		r.vectors[pivot] = vector;
		r.sources[pivot] = source;
		r.pivots |= (int64_t)1 << pivot;
		r.rank++;
	}
	return r;
}

int linear_rank(const struct linear *a) {
	return reduce_columns(a).rank;
}

/* From the highest bit down, a column of which it is the highest bit decides whether it is set. */
int64_t linear_greatest(const struct linear *a) {
	struct linear left = *a;
	int64_t greatest = a->constant;
	for (int bit = LINEAR_BITS_MAX - 1; bit >= 0; bit--) {
		int64_t pivot = 0;
		for (int k = 0; k < a->bits; k++) {
			if (left.columns[k] >> bit != 1) {
				continue;
			}
			pivot = pivot == 0 ? left.columns[k] : pivot;
			left.columns[k] ^= pivot;
		}
		greatest = (greatest >> bit & 1) == 0 ? greatest ^ pivot : greatest;
	}
	return greatest;
}

/*
 * Every vector is its pivot and bits that are no pivot. With these bits, which complete the image to all values, mapped
 * to 0, the inverse maps a pivot to the source of its vector.
 */
struct linear linear_left_inverse(struct algebra *al, const struct linear *a) {
	struct reduced r = reduce_columns(a);
	if (r.kernel != 0) {
		algebra_fault(al, FAULT_INJECTIVE, "coordinates 0 and %" PRId64 " both have the value %" PRId64, r.kernel,
			a->constant);
		return *a;
	}
	struct linear inverse = { .bits = 0 };
	for (int64_t reached = linear_reached_bits(a); reached >> inverse.bits != 0; inverse.bits++) {
		inverse.columns[inverse.bits] = r.sources[inverse.bits];
	}
	inverse.shape = tuple_int((int64_t)1 << inverse.bits);
	inverse.constant = linear_at(&inverse, a->constant);
	return inverse;
}

struct linear linear_right_inverse(struct algebra *al, const struct linear *a) {
	struct reduced r = reduce_columns(a);
	struct linear inverse = { .bits = 0 };
	if (reduce(&r, a->constant, &inverse.constant) != 0) {
		algebra_fault(al, FAULT_DOMAIN, "no coordinate has the value 0");
		return *a;
	}
	/* No more bits than "a" has columns are reached, at most LINEAR_BITS_MAX. */
	for (int64_t column = 0; reduce(&r, (int64_t)1 << inverse.bits, &column) == 0; column = 0) {
		inverse.columns[inverse.bits++] = column;
	}
	inverse.shape = tuple_int((int64_t)1 << inverse.bits);
	return inverse;
}
