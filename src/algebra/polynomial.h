/*
 * Polynomials with rational coefficients in the making: sums of terms (algebra/symbols.h), like terms merged, the
 * largest degree first. They live on the stack and become a leaf; "full" says that one met a limit or left 64 bits.
 */
#ifndef ALGEBRA_POLYNOMIAL_H
#define ALGEBRA_POLYNOMIAL_H

#include "algebra/symbols.h"

struct polynomial {
	struct symbols *symbols;
	int count;
	bool full;
	struct symbol_term terms[LIMIT_SYMBOL_TERMS];
};

/* The names that "a" and "b", of which one is a symbol, are about. */
static inline struct symbols *symbols_of(struct tuple a, struct tuple b) {
	return int_is_symbol(a) ? a.symbol->symbols : b.symbol->symbols;
}

/* --- terms --- */

/* The number "n" as a term. */
struct symbol_term symbol_constant_term(int64_t n);

/* Less than 0 where "a" stands before "b": of larger degree, or with more of the first variables; 0 for like terms. */
int symbol_compare_terms(const struct symbol_term *a, const struct symbol_term *b);

/* Add "a" to the like term "to"; false where the sum does not fit. */
bool symbol_add_fractions(struct symbol_term *to, const struct symbol_term *a);

/* The product of two terms; false beyond a limit. */
bool symbol_multiply_terms(const struct symbol_term *a, const struct symbol_term *b, struct symbol_term *out);

/* --- polynomials --- */

/* "p" becomes 0. */
void polynomial_start(struct polynomial *p, struct symbols *symbols);

/* Add "term", whose fraction is reduced. */
void polynomial_add_term(struct polynomial *p, const struct symbol_term *term);

/* Add "t", an integer or a symbol, times "sign". */
void polynomial_add_leaf(struct polynomial *p, struct tuple t, int sign);

/* Add the product of "a" and "b" to "p". */
void polynomial_multiply(struct polynomial *p, const struct polynomial *a, const struct polynomial *b);

/* "out" becomes a / b as a polynomial with fractions, if it is one and neither is full. */
bool polynomial_divide(const struct polynomial *a, const struct polynomial *b, struct polynomial *out);

/* A lower bound of "p" that its variables' least values show; false if they show none (symbol_bound.c). */
bool symbol_find_least(const struct polynomial *p, int64_t *least);

/* The leaf that "p" is, with the basis of "like". */
struct tuple polynomial_leaf(struct algebra *al, const struct polynomial *p, struct tuple like);

#endif
