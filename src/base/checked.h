/*
 * Checked 64-bit arithmetic: each function stores the exact result and returns true, or returns false when it does
 * not fit. The only file that may use the compiler's overflow builtins.
 */
#ifndef BASE_CHECKED_H
#define BASE_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool checked_add(int64_t a, int64_t b, int64_t *out) {
	return !__builtin_add_overflow(a, b, out);
}

static inline bool checked_sub(int64_t a, int64_t b, int64_t *out) {
	return !__builtin_sub_overflow(a, b, out);
}

static inline bool checked_mul(int64_t a, int64_t b, int64_t *out) {
	return !__builtin_mul_overflow(a, b, out);
}

/* "a" times 2 to the "b", which is from 0 to 63. */
static inline bool checked_shift_left(int64_t a, int64_t b, int64_t *out) {
	int64_t half = b > 62 ? 62 : b;
	return checked_mul(a, (int64_t)1 << half, out) && checked_mul(*out, b > 62 ? 2 : 1, out);
}

/* The bytes of "count" times "size"; SIZE_MAX, more than there can be, for a product that does not fit. */
static inline size_t checked_bytes(size_t count, size_t size) {
	size_t bytes;
	return __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;
}

/* Quotient rounded toward zero, as C rounds. False also when "b" is 0. */
static inline bool checked_div(int64_t a, int64_t b, int64_t *out) {
	if (b == 0 || (a == INT64_MIN && b == -1)) {
		return false;
	}
	*out = a / b;
	return true;
}

/* Quotient rounded down, as Python rounds. */
static inline bool checked_floor_div(int64_t a, int64_t b, int64_t *out) {
	if (!checked_div(a, b, out)) {
		return false;
	}
	*out -= a % b != 0 && (a < 0) != (b < 0) ? 1 : 0;
	return true;
}

/* Quotient rounded up. */
static inline bool checked_ceil_div(int64_t a, int64_t b, int64_t *out) {
	if (!checked_div(a, b, out)) {
		return false;
	}
	*out += a % b != 0 && (a < 0) == (b < 0) ? 1 : 0;
	return true;
}

/* Remainder of checked_div. */
static inline bool checked_rem(int64_t a, int64_t b, int64_t *out) {
	if (b == 0) {
		return false;
	}
	*out = b == -1 ? 0 : a % b;
	return true;
}

/* Remainder of checked_floor_div, of the sign of "b"; 0 also where that quotient does not fit. */
static inline bool checked_floor_rem(int64_t a, int64_t b, int64_t *out) {
	if (!checked_rem(a, b, out)) {
		return false;
	}
	*out += *out != 0 && (*out < 0) != (b < 0) ? b : 0;
	return true;
}

#endif
