/*
 * CuTe's IntTuple: an integer, or a tuple of IntTuples. Shapes, strides, coordinates and profiles are such tuples.
 * A tuple is an immutable value; the modes that it points to live in the arena of the operation that made it.
 *
 * An integer may carry a basis: 5@1@0 is 5 times the basis element E<1,0>; strides of coordinate layouts are such
 * integers, and adding them gives a coordinate. An integer marked "run_time" is one whose value CuTe would know only
 * when the kernel runs (int instead of Int<N>), which decides what CuTe simplifies.
 *
 * Source: CUTLASS, media/docs/cpp/cute/01_layout.md, and include/cute/int_tuple.hpp for the meaning of each function.
 */
#ifndef ALGEBRA_TUPLE_H
#define ALGEBRA_TUPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "algebra/algebra.h"
#include "base/checked.h"
#include "base/limits.h"

enum tuple_kind {
	TUPLE_INT,         /* an integer, perhaps with a basis */
	TUPLE_MODES,       /* a tuple of "rank" modes; () has rank 0 */
	TUPLE_UNDERSCORE,  /* "_", all of a mode; only in coordinates and tilers */
};

struct tuple {
	union {
		int64_t value;              /* TUPLE_INT */
		const struct tuple *modes;  /* TUPLE_MODES: "rank" of them, contiguous */
	};
	int16_t rank;                       /* TUPLE_MODES only */
	uint16_t leaves;                    /* TUPLE_MODES: integers and underscores inside */
	uint16_t nodes;                     /* TUPLE_MODES: leaves and tuples inside */
	uint8_t kind;                       /* enum tuple_kind */
	uint8_t depth;                      /* TUPLE_MODES: 1 + the largest depth of a mode */
	bool run_time;                      /* TUPLE_INT: known at run time only */
	uint8_t basis_depth;                /* TUPLE_INT: number of basis indices; 0 for a plain integer */
	uint8_t basis[LIMIT_BASIS_DEPTH];   /* outermost mode first: E<1,0>, written 1@0@1, has {1,0} */
};

/* --- making tuples --- */

static inline struct tuple tuple_int(int64_t value) {
	return (struct tuple){ .value = value, .kind = TUPLE_INT };
}

static inline struct tuple tuple_underscore(void) {
	return (struct tuple){ .kind = TUPLE_UNDERSCORE };
}

/*
 * The tuple of the "rank" modes at "modes", which are not copied. Faults beyond LIMIT_LEAVES, LIMIT_NODES,
 * LIMIT_NESTING.
 */
struct tuple tuple_of(struct algebra *al, const struct tuple *modes, int rank);

/* Room for "rank" modes, each 0, to be filled in and then passed to tuple_of. */
struct tuple *tuple_modes_new(struct algebra *al, int rank);

/* The tuple (a) and the tuple (a,b). */
struct tuple tuple_single(struct algebra *al, struct tuple a);
struct tuple tuple_pair(struct algebra *al, struct tuple a, struct tuple b);

/* --- looking at tuples --- */

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
	return t.kind == TUPLE_INT && t.value == value && !t.run_time && t.basis_depth == 0;
}

/* Every integer in "t" is known at compile time. */
bool tuple_is_static(struct tuple t);

/* "t" with every integer known at compile time. */
struct tuple tuple_as_static(struct algebra *al, struct tuple t);

/* "_" occurs in "t"; "t" holds nothing but "_". */
bool tuple_has_underscore(struct tuple t);
bool tuple_is_all_underscore(struct tuple t);

/* An integer with a basis occurs in "t". */
bool tuple_has_basis(struct tuple t);

/* Number of modes; 1 for an integer. */
static inline int tuple_rank(struct tuple t) {
	return t.kind == TUPLE_MODES ? t.rank : 1;
}

/* Mode "i" of "t", where an integer is its own mode 0. "i" must be in range. */
static inline struct tuple tuple_mode(struct tuple t, int i) {
	return t.kind == TUPLE_MODES ? t.modes[i] : t;
}

/* 0 for an integer, 1 + the largest depth of a mode for a tuple. */
static inline int tuple_depth(struct tuple t) {
	return t.kind == TUPLE_MODES ? t.depth : 0;
}

/* Number of leaves (integers and underscores). */
static inline int tuple_leaves(struct tuple t) {
	return t.kind == TUPLE_MODES ? t.leaves : 1;
}

/* Store the leaves of "t" from left to right at "out", which has room for tuple_leaves(t); returns the end. */
struct tuple *tuple_collect(struct tuple t, struct tuple *out);

/* Same structure, same values, same bases. Whether values are known at run time only does not matter. */
bool tuple_equal(struct tuple a, struct tuple b);

/* Same profile: tuples of the same rank whose modes are congruent, or two leaves. */
bool tuple_congruent(struct tuple a, struct tuple b);

/* "a" is an integer, or both are tuples of the same rank with weakly congruent modes. */
bool tuple_weakly_congruent(struct tuple a, struct tuple b);

/* Every coordinate of the shape "a" is one of "b": an integer "a" equals the size of "b", mode by mode otherwise. */
bool tuple_compatible(struct algebra *al, struct tuple a, struct tuple b);

/* --- structure --- */

/* The leaves from left to right, as one tuple; an integer stays an integer. */
struct tuple tuple_flatten(struct algebra *al, struct tuple t);

/* As tuple_flatten, but an integer becomes (t). */
struct tuple tuple_flatten_to_tuple(struct algebra *al, struct tuple t);

/* The leaves of "flat", a flat tuple, in the profile of "profile". Faults if their numbers differ. */
struct tuple tuple_unflatten(struct algebra *al, struct tuple flat, struct tuple profile);

/* (t) for an integer, "t" for a tuple. */
struct tuple tuple_wrap(struct algebra *al, struct tuple t);

/* The only mode of a rank-1 tuple, repeatedly; "t" otherwise. */
struct tuple tuple_unwrap(struct tuple t);

/* One more mode at the end (the front). An integer counts as a tuple of one mode. */
struct tuple tuple_append(struct algebra *al, struct tuple t, struct tuple x);
struct tuple tuple_prepend(struct algebra *al, struct tuple t, struct tuple x);

/*
 * Append (prepend) "x" until the rank is "rank"; an integer stays one when "rank" is 1. Faults if the rank is larger.
 */
struct tuple tuple_append_to(struct algebra *al, struct tuple t, struct tuple x, int rank);
struct tuple tuple_prepend_to(struct algebra *al, struct tuple t, struct tuple x, int rank);

/* "t" with mode "index" replaced by "x". */
struct tuple tuple_replace(struct algebra *al, struct tuple t, int index, struct tuple x);

/* Modes begin to end-1 as a tuple. */
struct tuple tuple_take(struct algebra *al, struct tuple t, int begin, int end);

/* "t" with modes begin to end-1 made one mode. */
struct tuple tuple_group(struct algebra *al, struct tuple t, int begin, int end);

/* The "count" modes at "indices" as a tuple. */
struct tuple tuple_select(struct algebra *al, struct tuple t, const int *indices, int count);

/* The transpose of a tuple of tuples: ((a,b),(c,d)) gives ((a,c),(b,d)). If its first mode is an integer, (t). */
struct tuple tuple_zip(struct algebra *al, struct tuple t);

/* (x,...,x) of the given rank. */
struct tuple tuple_repeat(struct algebra *al, struct tuple x, int rank);

/* "x" at every leaf of "t". */
struct tuple tuple_repeat_like(struct algebra *al, struct tuple t, struct tuple x);

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

/* Two plain integers that are known at compile time. */
static inline bool int_both_plain(struct tuple a, struct tuple b) {
	return (a.kind | b.kind | a.run_time | b.run_time | a.basis_depth | b.basis_depth) == TUPLE_INT;
}

static inline struct tuple int_add(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t sum;
	return int_both_plain(a, b) && checked_add(a.value, b.value, &sum) ? tuple_int(sum) : int_add_general(al, a, b);
}

static inline struct tuple int_sub(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t difference;
	return int_both_plain(a, b) && checked_sub(a.value, b.value, &difference) ? tuple_int(difference)
		: int_sub_general(al, a, b);
}

/* At most one of the factors may have a basis, which the product keeps. */
static inline struct tuple int_mul(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t product;
	return int_both_plain(a, b) && checked_mul(a.value, b.value, &product) ? tuple_int(product)
		: int_mul_general(al, a, b);
}

/* Quotient toward zero, remainder, and quotient (a + b - 1) / b. "a" may have a basis, which the result keeps. */
static inline struct tuple int_div(struct algebra *al, struct tuple a, struct tuple b) {
	return int_both_plain(a, b) && a.value >= 0 && b.value > 0 ? tuple_int(quotient(a.value, b.value))
		: int_div_general(al, a, b);
}

static inline struct tuple int_mod(struct algebra *al, struct tuple a, struct tuple b) {
	return int_both_plain(a, b) && a.value >= 0 && b.value > 0 ? tuple_int(remainder_of(a.value, b.value))
		: int_mod_general(al, a, b);
}

static inline struct tuple int_ceil_div(struct algebra *al, struct tuple a, struct tuple b) {
	return int_both_plain(a, b) && a.value > 0 && b.value > 0 ? tuple_int(quotient(a.value - 1, b.value) + 1)
		: int_ceil_div_general(al, a, b);
}

struct tuple int_abs(struct algebra *al, struct tuple a);
struct tuple int_sign(struct tuple a);
struct tuple int_min(struct tuple a, struct tuple b);
struct tuple int_max(struct tuple a, struct tuple b);
struct tuple int_gcd(struct algebra *al, struct tuple a, struct tuple b);

/* --- arithmetic of tuples --- */

/* Product of all leaves; 1 for (). */
struct tuple tuple_product(struct algebra *al, struct tuple t);

/* The tuple of the products of the modes; (n) for an integer n. */
struct tuple tuple_product_each(struct algebra *al, struct tuple t);

/* The products of the parts of "t" that stand at the leaves of "guide". */
struct tuple tuple_product_like(struct algebra *al, struct tuple t, struct tuple guide);

/* Sum of products of the leaves of two congruent tuples; with bases, a coordinate. */
struct tuple tuple_inner_product(struct algebra *al, struct tuple a, struct tuple b);

/* Sum of two coordinates or integers, the shorter padded with 0; 0 is neutral. */
struct tuple tuple_add(struct algebra *al, struct tuple a, struct tuple b);

/* 5@1@0 as the coordinate (0,(5)); anything without basis as it is. */
struct tuple tuple_from_basis(struct algebra *al, struct tuple t);

/* The basis elements of the modes of "shape": (1@0,(1@0@1,1@1@1)) for (a,(b,c)); 1 for an integer. */
struct tuple tuple_basis_like(struct algebra *al, struct tuple shape);

/* Mode of "t" that the basis of "leaf" names, "t" itself for a plain integer. */
struct tuple tuple_basis_get(struct algebra *al, struct tuple leaf, struct tuple t);

/* "leaf" without its basis. */
static inline struct tuple tuple_basis_value(struct tuple leaf) {
	leaf.basis_depth = 0;
	return leaf;
}

/* CuTe's ceil_div and shape_div of tuples: by mode, or an integer folded over the modes. */
struct tuple tuple_ceil_div(struct algebra *al, struct tuple a, struct tuple b);
struct tuple tuple_shape_div(struct algebra *al, struct tuple a, struct tuple b);

/* The leaves of "t" with neighbours multiplied that are both known at compile time, or both are not. */
struct tuple tuple_coalesce_shape(struct algebra *al, struct tuple t);

/* --- strides --- */

/* Column-major compact strides of "shape" from the integer "start" on; a static extent 1 has stride 0. */
struct tuple tuple_compact_left(struct algebra *al, struct tuple shape, struct tuple start);

/* Row-major compact strides of "shape". */
struct tuple tuple_compact_right(struct algebra *al, struct tuple shape);

/* Compact strides of "shape" where modes with smaller numbers in "order" vary faster. */
struct tuple tuple_compact_order(struct algebra *al, struct tuple shape, struct tuple order);

#endif
