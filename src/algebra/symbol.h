/*
 * Integers at run time with names, exactly: polynomials with rational coefficients over names and over quotients that
 * are rounded. A leaf of KNOWN_SYMBOL points to one. Like terms are merged and terms are sorted, so that two are equal
 * as polynomials if they are written alike; one that has become a number is a static leaf.
 *
 * A name stands for an integer of at least 1, and may have a divisor and bounds. M / 16 is the term 1/16 M where 16
 * divides M for certain, and otherwise the quotient floor(M/16), a variable of its own.
 *
 * What static CuTe asks of its integers is decided from divisors and bounds where that is possible. Where not, the
 * answer that large numbers give is taken, and becomes a need: a condition under which the result holds. Names, their
 * bounds, and needs are kept in one struct symbols for all leaves of an evaluation. Whether an integer happens to be 1,
 * or a mode happens to continue another, is no need: the static result is the same function then, written otherwise.
 * Arithmetic and questions are declared in integer.h, whose functions come to them.
 */
#ifndef ALGEBRA_SYMBOL_H
#define ALGEBRA_SYMBOL_H

#include "algebra/symbols.h"

struct symbols *symbols_new(struct arena *arena);

/*
 * A new name, of "divisor" 1 or more; the variable is "symbols->variables[...]" of its only term, whose bounds may be
 * narrowed before it is used.
 */
struct tuple symbol_name(struct algebra *al, struct symbols *symbols, struct str name, int64_t divisor, bool wide);

/* The variable of "t", a name alone without a factor; NULL if it is something else. */
const struct variable *symbol_named(struct tuple t);

/* Promise more of the name "leaf": another divisor, bounds. FAULT_DOMAIN if no number is left. */
void symbol_assume(struct algebra *al, struct tuple leaf, int64_t divisor, int64_t least, int64_t most);

bool tuple_is_exact(struct tuple t);

/* "t" has a symbol in it. */
bool tuple_has_symbol(struct tuple t);

/* --- for the files of symbols --- */

/* The variable "index" alone as a leaf, with the basis of "like". */
struct tuple symbol_variable(struct algebra *al, struct symbols *symbols, int index, struct tuple like);

/* a - b - less is 0 or more for certain (symbol_bound.c). */
bool symbol_is_at_least(struct tuple a, struct tuple b, int64_t less);

/* The least number that "variable", a rounded quotient, may be. */
int64_t symbol_least_quotient(const struct variable *variable);

/* "need" in the simplest words: of a name alone, or without a quotient, where that can be. */
struct need symbol_simplify(struct need need);

/*
 * "need" follows from "other": they are the same, or say the same of numbers of which those of "other" say more, as
 * M >= 7 and N % 8 == 0 do of M >= 3 and N % 2 == 0. Both are simplified.
 */
bool need_follows(const struct need *need, const struct need *other);

/* Each term of "t", a symbol, is whole for all numbers: where it is not, the sum alone is. */
bool symbol_has_whole_terms(struct tuple t);

/* Keep a need, of formulas or a formula and a number, that results rest on. */
void symbol_add_need(struct symbols *symbols, enum need_kind kind, struct tuple a, struct tuple b);

/* Take back what has become known of the variables since "before", and what is needed since; new variables stay. */
void symbol_forget_needs(struct symbols *symbols, const struct symbols *before);

/* A need says that this has been met. */
bool symbol_is_needed(struct symbols *symbols, enum need_kind kind, struct tuple a, struct tuple b);

/* --- numbers for names --- */

/*
 * "t" with the numbers "values" for the variables that are names, by their number. FAULT_DOMAIN where a quotient is not
 * whole, which happens only where a need does not hold.
 */
struct tuple symbol_substitute(struct algebra *al, struct tuple t, const int64_t *values);
struct tuple tuple_substitute(struct algebra *al, struct tuple t, const int64_t *values);

/*
 * Whether the numbers are multiples and in the bounds of their names as given, and all needs hold; "broken" receives
 * the one that does not. FAULT_OVERFLOW where it does not fit 64 bits for them.
 */
bool symbols_hold(struct algebra *al, const struct symbols *symbols, const int64_t *values, const struct need **broken);

#endif
