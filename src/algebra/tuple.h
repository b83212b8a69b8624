/*
 * CuTe's IntTuple: an integer, or a tuple of IntTuples. Shapes, strides, coordinates and profiles are such tuples.
 * A tuple is an immutable value; the modes that it points to live in the arena of the operation that made it. Its
 * leaves are the integers of integer.h; what is computed with tuples is in tuple_arith.h.
 *
 * Source: CUTLASS, media/docs/cpp/cute/01_layout.md, and include/cute/int_tuple.hpp for the meaning of each function.
 */
#ifndef ALGEBRA_TUPLE_H
#define ALGEBRA_TUPLE_H

#include "algebra/integer.h"

/* --- making tuples --- */

/*
 * The tuple of the "rank" modes at "modes", which are not copied. Faults beyond LIMIT_LEAVES, LIMIT_NODES,
 * LIMIT_NESTING.
 */
struct tuple tuple_of(struct algebra *al, const struct tuple *modes, int rank);

/* The same of leaves, fewer than LIMIT_LEAVES, as those of a tuple that there is: nothing is looked at. */
static inline struct tuple tuple_of_leaves(const struct tuple *leaves, int count) {
	return (struct tuple){
		.modes = leaves, .rank = (int16_t)count, .leaves = (uint16_t)count, .nodes = (uint16_t)count,
		.kind = TUPLE_MODES, .depth = 1,
	};
}

/* Room for "rank" modes, each 0, to be filled in and then passed to tuple_of. */
struct tuple *tuple_modes_new(struct algebra *al, int rank);

/* The same for modes that are all written before one is read: they hold anything. */
static inline struct tuple *tuple_modes_room(struct algebra *al, int rank) {
	algebra_step(al, rank);
	return arena_array_room(al->arena, (size_t)rank, sizeof(struct tuple));
}

/* The tuple (a) and the tuple (a,b). */
struct tuple tuple_single(struct algebra *al, struct tuple a);
struct tuple tuple_pair(struct algebra *al, struct tuple a, struct tuple b);

/* --- looking at tuples --- */

/* Every integer in "t" is known at compile time. */
bool tuple_is_static(struct tuple t);

/* Every integer in "t" has a value, here if not at compile time. */
bool tuple_has_values(struct tuple t);

/* "t" with every integer known at compile time. */
struct tuple tuple_as_static(struct algebra *al, struct tuple t);

/* "t" with integers at run time of 32 bits, of which nothing is known, for those of 64 bits. */
struct tuple tuple_without_wide(struct algebra *al, struct tuple t);

/* "t" with the static integer in the place of each that the DSL has the number of: see INT_FOLDED. */
struct tuple tuple_from_folded(struct algebra *al, struct tuple t);

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

/* () is somewhere in "t". */
bool tuple_has_empty(struct tuple t);

/* FAULT_UNSUPPORTED about an operation on (), which CuTe does not compile; "what" says what is missing. */
void tuple_refuse_empty(struct algebra *al, const char *what);

/* Number of leaves (integers and underscores). */
static inline int tuple_leaves(struct tuple t) {
	return t.kind == TUPLE_MODES ? t.leaves : 1;
}

/* Number of leaves and tuples inside "t"; 0 for an integer. */
static inline int tuple_nodes(struct tuple t) {
	return t.kind == TUPLE_MODES ? t.nodes : 0;
}

/* Store the leaves of "t" from left to right at "out", which has room for tuple_leaves(t); returns the end. */
struct tuple *tuple_collect(struct tuple t, struct tuple *out);

/*
 * Same structure, same values, same bases. Whether values are known at run time only does not matter, but an integer
 * without a value equals none.
 */
bool tuple_equal(struct tuple a, struct tuple b);

/* Same profile: tuples of the same rank whose modes are congruent, or two leaves. */
bool tuple_congruent(struct tuple a, struct tuple b);

/* "a" is an integer, or both are tuples of the same rank with weakly congruent modes. */
bool tuple_weakly_congruent(struct tuple a, struct tuple b);

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

#endif
