/*
 * The leaf of a tuple: an integer. It may carry a basis: 5@1@0 is 5 times the basis element E<1,0>; strides of
 * coordinate layouts are such integers, and adding them gives a coordinate.
 *
 * An integer need not be known when a layout is computed, and that decides what CuTe simplifies. So no number is read
 * from a leaf in passing: int_value refuses where there is none, and comparisons have three answers.
 *
 * Source: CUTLASS, include/cute/numeric/integral_constant.hpp and arithmetic_tuple.hpp; for divisors, what the CuTe DSL
 * of Python prints (tests/unit/integer.c).
 */
#ifndef ALGEBRA_INTEGER_H
#define ALGEBRA_INTEGER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/checked.h"
#include "base/limits.h"
#include "base/number.h"

enum tuple_kind {
	TUPLE_INT,         /* an integer, perhaps with a basis */
	TUPLE_MODES,       /* a tuple of "rank" modes; () has rank 0 */
	TUPLE_UNDERSCORE,  /* "_", all of a mode; only in coordinates and tilers */
};

/* What is known of an integer. */
enum known {
	KNOWN_STATIC,      /* its value, at compile time: Int<N> */
	KNOWN_RUN_TIME,    /* its value here, but CuTe would know it only when the kernel runs: int */
	KNOWN_DIVISOR,     /* no value, only that "divisor" divides it: the DSL's ?{div=8} */
	KNOWN_SYMBOL,      /* no value, but a formula of names (symbol.h) */
};

struct symbol;

/* What else an integer of KNOWN_DIVISOR is. */
enum {
	INT_WIDE = 1,      /* of 64 bits: the DSL's ?{i64} */
	INT_TRACKED = 2,   /* arithmetic of Python on it keeps divisors; what operations of the DSL give always is */
	INT_NUMBERED = 4,  /* "value" is its number all the same, which the program names: Int32(8). It decides nothing */
	INT_FOLDED = 8,    /* the DSL knows "value", by arithmetic: where CuTe takes it, it is that static integer */
};

/*
 * A leaf and a tuple share their bytes, so that a tuple of any kind is 24 bytes and a static leaf is a number and
 * zeros: int_both_plain tells by one OR that nothing but the numbers of two leaves matters.
 */
struct tuple {
	union {
		int64_t value;                      /* TUPLE_INT; of KNOWN_DIVISOR if INT_NUMBERED, else 0 */
		const struct tuple *modes;          /* TUPLE_MODES: "rank" of them, contiguous */
		const struct symbol *symbol;        /* TUPLE_INT of KNOWN_SYMBOL */
	};
	union {
		struct {
			int16_t rank;               /* TUPLE_MODES */
			uint16_t leaves;            /* TUPLE_MODES: integers and underscores inside */
		};
		uint32_t divisor;                   /* TUPLE_INT of KNOWN_DIVISOR; 0 for what is folded to 0 */
	};
	uint16_t nodes;                             /* TUPLE_MODES: leaves and tuples inside */
	uint8_t kind;                               /* enum tuple_kind */
	union {
		uint8_t depth;                      /* TUPLE_MODES: 1 + the largest depth of a mode */
		uint8_t traits;                     /* TUPLE_INT of KNOWN_DIVISOR: INT_WIDE and the like */
	};
	uint8_t known;                              /* TUPLE_INT: enum known */
	uint8_t basis_depth;                        /* TUPLE_INT: number of basis indices; 0 for a plain integer,
	                                             * BASIS_OF_WHOLE for a multiple of E<>, which has none */
	uint8_t basis[LIMIT_BASIS_DEPTH];           /* outermost mode first: E<1,0>, written 1@0@1, has {1,0} */
};

/* --- making and looking at leaves --- */

static inline struct tuple tuple_int(int64_t value) {
	return (struct tuple){ .value = value, .kind = TUPLE_INT };
}

/* An integer of which only a divisor is known. */
static inline struct tuple tuple_divisible(uint32_t divisor) {
	return (struct tuple){ .divisor = divisor, .kind = TUPLE_INT, .known = KNOWN_DIVISOR };
}

/*
 * An integer of the width of "t" that "power", one of two, divides, or the largest of these that is kept. Operations of
 * the DSL give such integers.
 */
static inline struct tuple int_divisible_by_power(struct tuple t, uint64_t power) {
	const uint64_t most = UINT64_C(1) << 31;
	struct tuple result = tuple_divisible((uint32_t)(power < most ? power : most));
	result.traits = (uint8_t)(INT_TRACKED | (t.known == KNOWN_DIVISOR ? t.traits & INT_WIDE : 0));
	return result;
}

/* Its number is known to those who print it. */
static inline bool int_is_numbered(struct tuple t) {
	return t.known == KNOWN_DIVISOR && t.kind == TUPLE_INT && (t.traits & INT_NUMBERED) != 0;
}

/* Whether the DSL has its number by arithmetic, see INT_FOLDED; "number" receives it. */
bool int_is_folded(struct tuple t, int64_t *number);

/* "t", of which a divisor is known, with its number; without one where its type, of 32 or 64 bits, has no room. */
struct tuple int_with_number(struct tuple t, int64_t number);

/* An integer of which nothing is known, with the number of "t" if that is known. */
struct tuple int_unknown_like(struct tuple t);

/* Of 64 bits. */
static inline bool int_is_wide(struct tuple t) {
	return t.known == KNOWN_DIVISOR && (t.traits & INT_WIDE) != 0;
}

static inline struct tuple tuple_underscore(void) {
	return (struct tuple){ .kind = TUPLE_UNDERSCORE };
}

static inline bool tuple_is_int(struct tuple t) {
	return t.kind == TUPLE_INT;
}

static inline bool tuple_is_tuple(struct tuple t) {
	return t.kind == TUPLE_MODES;
}

static inline bool tuple_is_underscore(struct tuple t) {
	return t.kind == TUPLE_UNDERSCORE;
}

/* An integer without basis. */
static inline bool tuple_is_plain_int(struct tuple t) {
	return t.kind == TUPLE_INT && t.basis_depth == 0;
}

/* The integer "value", plain and known at compile time: CuTe's is_constant<value>. */
static inline bool tuple_is_constant(struct tuple t, int64_t value) {
	return t.kind == TUPLE_INT && t.value == value && t.known == KNOWN_STATIC && t.basis_depth == 0;
}

/* The basis element E<>: a stride of make_identity_layout(8), whose coordinates are integers. It is 1 in the DSL. */
enum { BASIS_OF_WHOLE = UINT8_MAX };

/* Number of basis indices of an integer. */
static inline int int_basis_indices(struct tuple t) {
	return t.basis_depth == BASIS_OF_WHOLE ? 0 : t.basis_depth;
}

/* Whether two integers are multiples of the same basis element, or both of none. */
static inline bool int_same_basis(struct tuple a, struct tuple b) {
	return a.basis_depth == b.basis_depth && memcmp(a.basis, b.basis, (size_t)int_basis_indices(a)) == 0;
}

/* "leaf" without its basis. */
static inline struct tuple tuple_basis_value(struct tuple leaf) {
	leaf.basis_depth = 0;
	return leaf;
}

static inline bool int_is_static(struct tuple t) {
	return t.known == KNOWN_STATIC;
}

/* "t" has a value, at compile time or here. */
static inline bool int_has_value(struct tuple t) {
	return t.known < KNOWN_DIVISOR;
}

/* Record that an operation needs the value of "t", which has none; returns 1. */
int64_t int_value_missing(struct algebra *al, struct tuple t);

/* The value of "t". FAULT_UNSUPPORTED if it has none. */
static inline int64_t int_value(struct algebra *al, struct tuple t) {
	return int_has_value(t) ? t.value : int_value_missing(al, t);
}

/* An integer in a message: its number, or "(a formula)", or "?" where there is neither. */
struct int_words {
	char text[24];
};

struct int_words int_words(struct tuple t);

static inline bool int_is_symbol(struct tuple t) {
	return t.known == KNOWN_SYMBOL && t.kind == TUPLE_INT;
}

/* Of 64 bits, or a number that takes as many: what is computed of it and an integer of 32 bits has 64, too. */
static inline bool int_makes_wide(struct tuple t) {
	return int_is_wide(t) || (int_is_static(t) && (t.value < INT32_MIN || t.value > INT32_MAX));
}

/* Known at compile time, or by name. */
static inline bool int_is_exact(struct tuple t) {
	return t.known == KNOWN_STATIC || t.known == KNOWN_SYMBOL;
}

static inline bool int_is_negative(struct tuple t) {
	return int_has_value(t) && t.value < 0;
}

/* Both have values and that of "a" is less. */
static inline bool int_is_below(struct tuple a, struct tuple b) {
	return int_has_value(a) && int_has_value(b) && a.value < b.value;
}

/* Two plain integers that are known at compile time. */
static inline bool int_both_plain(struct tuple a, struct tuple b) {
	return ((a.kind | b.kind) | (a.known | b.known) | (a.basis_depth | b.basis_depth)) == TUPLE_INT;
}

/* --- what is known at compile time; of integers known at run time only nothing is, but what their divisors tell --- */

enum answer { ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN };

static inline enum answer answer_from(bool truth) {
	return truth ? ANSWER_YES : ANSWER_NO;
}

enum answer int_less_general(struct tuple a, struct tuple b);
enum answer int_equal_general(struct tuple a, struct tuple b);

/* a < b. */
static inline enum answer int_less(struct tuple a, struct tuple b) {
	return int_is_static(a) && int_is_static(b) ? answer_from(a.value < b.value) : int_less_general(a, b);
}

/* a == b, both without basis. */
static inline enum answer int_equal(struct tuple a, struct tuple b) {
	return int_is_static(a) && int_is_static(b) ? answer_from(a.value == b.value) : int_equal_general(a, b);
}

/*
 * Whether "a" stands before "b" in a sequence by size, and whether "a" divides "b", where one answer must be taken: for
 * formulas what is not decided becomes a need of the result. Integers without a value or formula stand behind all
 * others.
 */
bool int_takes_less(struct tuple a, struct tuple b);
bool int_takes_divides(struct tuple a, struct tuple b);
bool int_takes_equal(struct tuple a, struct tuple b);

/*
 * That "t", if it is a formula, is "n" or more, or not 0, becomes a need of the result where it is not certain. Where
 * no number meets it, the result is of no use, which its symbols tell.
 */
void int_needs_at_least(struct tuple t, int64_t n);
void int_needs_nonzero(struct tuple t);

enum answer int_divides_general(struct tuple a, struct tuple b);

/* "a" divides "b"; 0 divides nothing but 0. */
static inline enum answer int_divides(struct tuple a, struct tuple b) {
	return int_both_plain(a, b) && a.value > 0 && b.value >= 0 ? answer_from(number_remainder(b.value, a.value) == 0)
		: int_divides_general(a, b);
}

/* --- arithmetic of leaves; overflow is FAULT_OVERFLOW, a zero divisor FAULT_DOMAIN --- */

/*
 * The general case of each, with bases and integers known at run time; callers use the functions below, which deal with
 * two plain static integers at once.
 */
struct tuple int_add_general(struct algebra *al, struct tuple a, struct tuple b);
struct tuple int_sub_general(struct algebra *al, struct tuple a, struct tuple b);
struct tuple int_mul_general(struct algebra *al, struct tuple a, struct tuple b);
struct tuple int_div_general(struct algebra *al, struct tuple a, struct tuple b);
struct tuple int_mod_general(struct algebra *al, struct tuple a, struct tuple b);
struct tuple int_ceil_div_general(struct algebra *al, struct tuple a, struct tuple b);
struct tuple int_abs_general(struct algebra *al, struct tuple a);
struct tuple int_sign_general(struct tuple a);
struct tuple int_min_general(struct tuple a, struct tuple b);

static inline struct tuple int_add(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t sum;
	return int_both_plain(a, b) && !al->in_int && checked_add(a.value, b.value, &sum) ? tuple_int(sum)
		: int_add_general(al, a, b);
}

static inline struct tuple int_sub(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t difference;
	return int_both_plain(a, b) && !al->in_int && checked_sub(a.value, b.value, &difference) ? tuple_int(difference)
		: int_sub_general(al, a, b);
}

/* At most one of the factors may have a basis, which the product keeps. */
static inline struct tuple int_mul(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t product;
	return int_both_plain(a, b) && !al->in_int && checked_mul(a.value, b.value, &product) ? tuple_int(product)
		: int_mul_general(al, a, b);
}

/* Quotient toward zero, remainder, and quotient (a + b - 1) / b. "a" may have a basis, which the result keeps. */
static inline struct tuple int_div(struct algebra *al, struct tuple a, struct tuple b) {
	return int_both_plain(a, b) && a.value >= 0 && b.value > 0 ? tuple_int(number_quotient(a.value, b.value))
		: int_div_general(al, a, b);
}

static inline struct tuple int_mod(struct algebra *al, struct tuple a, struct tuple b) {
	return int_both_plain(a, b) && a.value >= 0 && b.value > 0 ? tuple_int(number_remainder(a.value, b.value))
		: int_mod_general(al, a, b);
}

static inline struct tuple int_ceil_div(struct algebra *al, struct tuple a, struct tuple b) {
	return int_both_plain(a, b) && !al->in_int && a.value > 0 && b.value > 0
		? tuple_int(number_quotient(a.value - 1, b.value) + 1)
		: int_ceil_div_general(al, a, b);
}

static inline struct tuple int_abs(struct algebra *al, struct tuple a) {
	return int_both_plain(a, a) && a.value >= 0 ? a : int_abs_general(al, a);
}

/* -1, 0 or 1, without basis; of a formula 1 also where it may be 0. */
static inline struct tuple int_sign(struct tuple a) {
	return int_is_static(a) ? tuple_int((a.value > 0) - (a.value < 0)) : int_sign_general(a);
}

static inline struct tuple int_min(struct tuple a, struct tuple b) {
	return int_both_plain(a, b) ? tuple_int(a.value <= b.value ? a.value : b.value) : int_min_general(a, b);
}

struct tuple int_max(struct tuple a, struct tuple b);
struct tuple int_gcd(struct algebra *al, struct tuple a, struct tuple b);

/* ceil_div where one operand divides the other; FAULT_DIVIDE where neither does. */
struct tuple int_shape_div(struct algebra *al, struct tuple a, struct tuple b);

/*
 * --- formulas (symbol.c): at least one of two is a symbol, the other one is or has a value; results have the basis of
 * "a" ---
 */

struct tuple symbol_add(struct algebra *al, struct tuple a, struct tuple b);
struct tuple symbol_sub(struct algebra *al, struct tuple a, struct tuple b);
struct tuple symbol_mul(struct algebra *al, struct tuple a, struct tuple b);
struct tuple symbol_div(struct algebra *al, struct tuple a, struct tuple b);
struct tuple symbol_mod(struct algebra *al, struct tuple a, struct tuple b);
struct tuple symbol_ceil_div(struct algebra *al, struct tuple a, struct tuple b);

/* A number that divides "t" for certain, 1 or more. */
uint64_t symbol_divisor(struct tuple t);

/* The largest number that is known to divide the integer "t"; 0 for 0. */
uint64_t int_divisor(struct tuple t);

/* The same polynomial, with the same basis. */
bool symbol_same(struct tuple a, struct tuple b);

/*
 * "a" and "b", one of them a formula or both with values, are the same for all numbers that the names may stand for:
 * decided for quotients by numbers (symbol_same.c). False where it is not so, or beyond a limit not decided.
 */
bool symbol_always_equal(struct tuple a, struct tuple b);

/* "t" is a name alone, without a factor; symbol_named (symbol.h) has its variable. */
bool symbol_is_name(struct tuple t);

/* What gets lost in a quotient, as steps of a trace (trace.h) have it. */
enum int_loss {
	LOSS_ROUNDED_DOWN,    /* a formula is rounded */
	LOSS_ROUNDED_UP,
	LOSS_DIVISOR,         /* nothing is known any more */
	LOSS_DIVISOR_UP,      /* the same in ceil_div */
};

/* Record that "loss" happens in the quotient of "a" and "b", if there is a trace (trace.c). */
void int_trace_loss(struct algebra *al, enum int_loss loss, struct tuple a, struct tuple b);

/* --- questions --- */

enum answer symbol_less(struct tuple a, struct tuple b);
enum answer symbol_equal(struct tuple a, struct tuple b);

/* "a" divides "b". */
enum answer symbol_divides(struct tuple a, struct tuple b);

/* The same where CuTe goes on with one answer: what is not decided becomes a need. */
bool symbol_takes_less(struct tuple a, struct tuple b);
bool symbol_takes_divides(struct tuple a, struct tuple b);
bool symbol_takes_equal(struct tuple a, struct tuple b);

/* Whether "a" is less than "b" for large names: what symbol_takes_less takes where it is not certain. */
bool symbol_is_less_at_large(struct tuple a, struct tuple b);

/* What int_needs_at_least and int_needs_nonzero do with the formula "t". */
void symbol_needs_at_least(struct tuple t, int64_t n);
void symbol_needs_nonzero(struct tuple t);

/* The smaller one, taken in the same way. */
struct tuple symbol_min(struct tuple a, struct tuple b);

#endif
