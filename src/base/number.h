/*
 * Numbers that are, but where it says so, not negative: quotients and remainders, common divisors, powers of two.
 * Nothing here can overflow.
 */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Quotient and remainder; "b" is not 0. 32-bit division takes a fraction of the time of 64-bit. */
static inline int64_t number_quotient(int64_t a, int64_t b) {
	return ((uint64_t)a | (uint64_t)b) <= UINT32_MAX ? (int64_t)((uint32_t)a / (uint32_t)b) : a / b;
}

static inline int64_t number_remainder(int64_t a, int64_t b) {
	return ((uint64_t)a | (uint64_t)b) <= UINT32_MAX ? (int64_t)((uint32_t)a % (uint32_t)b) : a % b;
}

/* "n" without its sign; of every "n". */
static inline uint64_t number_magnitude(int64_t n) {
	return n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
}

/* Whether "i" is one of the numbers from 0 to below "count". */
static inline bool number_is_index(int64_t i, int64_t count) {
	return i >= 0 && i < count;
}

/* "a" divided by "b", rounded up; "a" is not negative, "b" not 0, and their sum fits. */
static inline int64_t number_ceil_div(int64_t a, int64_t b) {
	return (a + b - 1) / b;
}

/* The greatest common divisor; the other one if one of them is 0. */
static inline uint64_t number_gcd(uint64_t a, uint64_t b) {
	while (b != 0) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* The largest p with 2^p at most "a", which is positive. */
static inline int number_log2(int64_t a) {
	int p = 0;
	while (a > 1) {
		a /= 2;
		p++;
	}
	return p;
}

/* Less than, equal to or greater than 0 as "a" is less than, equal to or greater than "b": the order for qsort. */
static inline int number_order(int64_t a, int64_t b) {
	return (a > b) - (a < b);
}

#endif
