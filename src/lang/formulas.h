/*
 * Values with formulas of names side by side: whether they are the same whatever numbers the names stand for, and if
 * not, numbers for which they differ.
 */
#ifndef LANG_FORMULAS_H
#define LANG_FORMULAS_H

#include "algebra/symbol.h"
#include "base/buf.h"
#include "lang/value.h"

/* Whether "a" and "b" are written alike, with integers that are equal whatever the names are. */
bool tuples_always_equal(struct tuple a, struct tuple b);
bool maps_always_equal(struct map a, struct map b);
bool values_always_equal(const struct value *a, const struct value *b);

/* Whether "a" and "b" are shown to be written in different ways, whatever the names are. */
bool values_never_equal(const struct value *a, const struct value *b);

/* Whether "a" and "b" are shown to be one function of the coordinates 0, 1, 2, ..., whatever the names are. */
bool maps_always_same(struct arena *arena, struct map a, struct map b);

/*
 * Put small numbers that "symbols" and their needs allow in "value", others for each "state", which begins anywhere;
 * "names" receives M=16,N=256. Returns false if those that were tried are not allowed.
 */
bool formulas_choose(struct algebra *al, const struct symbols *symbols, uint64_t *state, struct value *value,
	struct buf *names);

/* Whether two values without formulas, which differ, are one function. */
typedef bool (*judge_values)(struct algebra *al, const struct value *a, const struct value *b);

/*
 * Numbers that the needs of "symbols" allow and for which "a" and "b" differ: as "judge" says, or where that is NULL as
 * functions where both are layouts, if there are any such, and otherwise as they are written. They are put in both;
 * "names" receives M=16,N=256. Returns false, and leaves both as they are, where a few hundred tries find none.
 */
bool find_counterexample(struct arena *arena, const struct symbols *symbols, judge_values judge, struct value *a,
	struct value *b, struct buf *names);

/*
 * Numbers for which "a" and "b" are written alike, where a name in one stands beside a number in the other. "names"
 * receives them. Returns false where there are none, or that does not show them.
 */
bool find_agreement(struct arena *arena, const struct symbols *symbols, const struct value *a, const struct value *b,
	struct buf *names);

/* "value" with numbers for the variables of "symbols" by their numbers; faults are those of symbol_substitute. */
void value_substitute(struct algebra *al, struct value *value, const int64_t *values);

/* M % 16 == 0, N >= 64: what is promised of names, and needed. Prints nothing where nothing is. */
void print_assumptions(struct buf *out, const struct symbols *symbols);

#endif
