#include "algebra/swizzle.h"

#include <inttypes.h>

enum { SWIZZLE_WIDTH = 62 };

static int absolute(int n) {
	return n < 0 ? -n : n;
}

struct swizzle swizzle_make(struct algebra *al, int64_t bits, int64_t base, int64_t shift) {
	const struct swizzle none = { 0, 0, 0 };
	if (bits < 0 || base < 0) {
		algebra_fault(al, FAULT_DOMAIN, "B and M of Sw<B,M,S> must not be negative");
		return none;
	}
	if (bits > SWIZZLE_WIDTH || base > SWIZZLE_WIDTH || shift > SWIZZLE_WIDTH || shift < -SWIZZLE_WIDTH
			|| bits + base + (shift < 0 ? -shift : shift) > SWIZZLE_WIDTH) {
		algebra_fault(al, FAULT_LIMIT, "Sw<B,M,S> reaches beyond bit %d", SWIZZLE_WIDTH);
		return none;
	}
	if ((shift < 0 ? -shift : shift) < bits) {
		algebra_fault(al, FAULT_DOMAIN, "|S| = %" PRId64 " of Sw<B,M,S> must not be smaller than B = %" PRId64,
			(shift < 0 ? -shift : shift), bits);
		return none;
	}
	return (struct swizzle){ (int)bits, (int)base, (int)shift };
}

/* "s.bits" ones from bit "first" on. */
static int64_t mask(struct swizzle s, int first) {
	return (((int64_t)1 << s.bits) - 1) << first;
}

int64_t swizzle_y_mask(struct swizzle s) {
	return mask(s, s.base + (s.shift > 0 ? s.shift : 0));
}

int64_t swizzle_z_mask(struct swizzle s) {
	return mask(s, s.base + (s.shift < 0 ? -s.shift : 0));
}

int64_t swizzle_apply(struct swizzle s, int64_t i) {
	int64_t y = i & swizzle_y_mask(s);
	return i ^ (s.shift >= 0 ? y >> s.shift : y << -s.shift);
}

static int popcount(int64_t n) {
	return __builtin_popcountll((unsigned long long)n);
}

static int trailing_zeros(int64_t n) {
	return n == 0 ? 32 : __builtin_ctzll((unsigned long long)n);
}

struct swizzle swizzle_from_masks(struct algebra *al, int64_t y, int64_t z) {
	int bits = popcount(y);
	int y_zeros = trailing_zeros(y);
	int z_zeros = trailing_zeros(z);
	struct swizzle s = { bits, (y_zeros < z_zeros ? y_zeros : z_zeros) % 32, y_zeros - z_zeros };
	bool fits = bits == popcount(z) && absolute(s.shift) >= bits
		&& bits + s.base + absolute(s.shift) <= SWIZZLE_WIDTH
		&& (swizzle_y_mask(s) | swizzle_z_mask(s)) == (y | z);
	if (!fits) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"no Sw<B,M,S> xors the bits 0x%llx onto the bits 0x%llx, as the result would have to",
			(unsigned long long)y, (unsigned long long)z);
		return (struct swizzle){ 0, 0, 0 };
	}
	return s;
}

struct swizzle swizzle_composition(struct algebra *al, struct swizzle a, struct swizzle b) {
	if (a.shift != b.shift) {
		algebra_fault(al, FAULT_UNSUPPORTED, "swizzles with different shifts, %d and %d, cannot be merged", a.shift,
			b.shift);
		return a;
	}
	return swizzle_from_masks(al, swizzle_y_mask(a) ^ swizzle_y_mask(b), swizzle_z_mask(a) ^ swizzle_z_mask(b));
}

/* The logarithm of "n", which must be a power of two. */
static int log2_of(struct algebra *al, int64_t n) {
	if (n < 1 || popcount(n) != 1) {
		algebra_fault(al, FAULT_DOMAIN, "the factor %" PRId64 " is not a power of two, which a swizzle needs", n);
		return 0;
	}
	return trailing_zeros(n);
}

struct swizzle swizzle_upcast(struct algebra *al, struct swizzle s, int64_t n) {
	int base = s.base - log2_of(al, n);
	if (base >= 0) {
		return (struct swizzle){ s.bits, base, s.shift };
	}
	return (struct swizzle){ s.bits + base > 0 ? s.bits + base : 0, 0, s.shift };
}

struct swizzle swizzle_downcast(struct algebra *al, struct swizzle s, int64_t n) {
	return swizzle_make(al, s.bits, s.base + log2_of(al, n), s.shift);
}

/* (2^M, 2^B, 2^(|S|-B), 2^B, 1): the bits below, the lower active bits, those between, the upper ones, the rest. */
static struct tuple *bit_groups(struct algebra *al, struct swizzle s) {
	struct tuple *groups = tuple_modes_new(al, 5);
	groups[0] = tuple_int((int64_t)1 << s.base);
	groups[1] = tuple_int((int64_t)1 << s.bits);
	groups[2] = tuple_int((int64_t)1 << (absolute(s.shift) - s.bits));
	groups[3] = groups[1];
	groups[4] = tuple_int(1);
	return groups;
}

/* Sw<0,M,S> moves no bit: without M and S its groups are of 1 element, so that they are not too large together. */
static struct swizzle without_empty(struct swizzle s) {
	return s.bits == 0 ? (struct swizzle){ 0, 0, 0 } : s;
}

struct layout swizzle_active_layout(struct algebra *al, struct swizzle s) {
	s = without_empty(s);
	struct tuple *strides = tuple_modes_new(al, 5);
	strides[1] = tuple_int(s.bits == 0 ? 0 : (int64_t)1 << s.base);
	strides[3] = tuple_int(s.bits == 0 ? 0 : (int64_t)1 << (s.base + absolute(s.shift)));
	return layout_of(al, tuple_of(al, bit_groups(al, s), 5), tuple_of(al, strides, 5));
}

struct layout swizzle_passive_layout(struct algebra *al, struct swizzle s) {
	s = without_empty(s);
	struct tuple *strides = tuple_modes_new(al, 5);
	strides[0] = tuple_int(s.base == 0 ? 0 : 1);
	strides[2] = tuple_int(absolute(s.shift) == s.bits ? 0 : (int64_t)1 << (s.base + s.bits));
	strides[4] = tuple_int((int64_t)1 << (s.base + s.bits + absolute(s.shift)));
	return layout_of(al, tuple_of(al, bit_groups(al, s), 5), tuple_of(al, strides, 5));
}

/* The lowest bit that "i" may have; 0 if it is 0. */
static int64_t lowest_bit(struct tuple i) {
	uint64_t divisor = int_divisor(i);
	return (int64_t)(divisor & -divisor);
}

struct tuple swizzle_apply_int(struct swizzle s, struct tuple i) {
	if (int_has_value(i)) {
		return tuple_int(swizzle_apply(s, i.value));
	}
	int64_t lowest = lowest_bit(i);
	int64_t y = swizzle_y_mask(s) & -lowest;
	y &= -y;
	if (lowest == 0 || y == 0) {
		return i;
	}
	int64_t flipped = s.shift > 0 ? y >> s.shift : y << -s.shift;
	return int_divisible_by_power(i, (uint64_t)(lowest < flipped ? lowest : flipped));
}

struct layout swizzle_decayed_layout(struct algebra *al, struct swizzle s, struct tuple offset,
		struct swizzle_bits bits) {
	s = without_empty(s);
	int64_t y = swizzle_y_mask(s) & -swizzle_y_mask(s);
	int64_t z = swizzle_z_mask(s) & -swizzle_z_mask(s);
	int64_t lowest = lowest_bit(offset);
	int modes = 2 * s.bits + 3;
	struct tuple *shape = tuple_modes_new(al, modes);
	struct tuple *stride = tuple_modes_new(al, modes);
	int count = 0;
	shape[count] = tuple_int((int64_t)1 << s.base);
	stride[count++] = tuple_int(1);
	for (int upper = 0; upper < 2; upper++) {
		/* A Z bit adds or, where the offset's Y bit is set, takes its own weight; a Y bit also flips its Z bit. */
		bool is_z = (upper == 0) == (z < y);
		for (int i = 0; i < s.bits; i++) {
			int64_t bit = (is_z ? y : z) << i;
			bool is_fixed = (bits.run_time & bit) == 0;
			bool is_known = is_fixed || int_has_value(offset) || bit < lowest;
			bool set = ((int_has_value(offset) ? offset.value : is_fixed ? bits.fixed : 0) & bit) != 0;
			int64_t weight = is_z ? (set ? -z : z) : (set ? y - z : y + z);
			shape[count] = tuple_int(2);
			stride[count] = tuple_int(weight * ((int64_t)1 << i));
			stride[count].known = is_fixed || algebra_is_dsl(al) ? KNOWN_STATIC : KNOWN_RUN_TIME;
			uint64_t divisor = (uint64_t)(is_z || z < y ? z : y) << i;
			stride[count] = is_known ? stride[count] : int_divisible_by_power(offset, divisor);
			count++;
		}
		int above = upper == 0 ? s.base + s.bits : s.base + s.bits + absolute(s.shift);
		shape[count] = tuple_int(upper == 0 ? (int64_t)1 << (absolute(s.shift) - s.bits) : 1);
		stride[count++] = tuple_int((int64_t)1 << above);
	}
	return layout_of(al, tuple_of(al, shape, count), tuple_of(al, stride, count));
}
