/*
 * Numbers of an element type: how they round and wrap, and what arithmetic makes of them. Integers wrap to the width of
 * their type, and floats are rounded to it after each operation.
 *
 * Source: what CuTe DSL computes (golden/facts/dsl.tsv, operations tensorssa_*).
 */
#ifndef LANG_ARITHMETIC_H
#define LANG_ARITHMETIC_H

#include "algebra/algebra.h"
#include "base/buf.h"
#include "base/element.h"

/* A number of some type: a float, or an integer. */
union number {
	double real;
	int64_t integer;
};

bool element_is_float(const struct element *element);

/* Truth values count as unsigned integers of one bit. */
bool element_is_unsigned(const struct element *element);

/*
 * "n" of "from" as a number of "to": integers wrap, and keep their bits where they lose the sign; floats become
 * integers toward zero, and those that do not fit, of which processors make anything, become 0.
 */
union number number_convert(union number n, const struct element *from, const struct element *to);

/* "real" as a number of the type. */
union number number_from_real(const struct element *element, double real);

/* "<" and its like, whose result is a truth value. */
bool sign_compares(struct str sign);

/* & | ^ << >>, which floats do not have, and of these << and >>. */
bool sign_is_bitwise(struct str sign);
bool sign_shifts(struct str sign);

/* The type that operands of "a" and "b" get in front of and behind "sign"; FAULT_TYPE where there is none. */
const struct element *number_common_type(struct algebra *al, struct str sign, const struct element *a,
	const struct element *b);

/*
 * "a" sign "b" of "element", in its type or a truth value: + - * / // % ** & | ^ << >>, and comparisons. % takes the
 * sign of "a", as processors have it, and %% that of "b", as Python. Sums and products wrap. The signs "max" and "min"
 * choose.
 */
union number number_compute(struct algebra *al, struct str sign, const struct element *element, union number a,
	union number b);

/* -a and |a| in its type; an integer without a sign is taken for one with a sign by the latter, as the DSL does. */
union number number_negate(const struct element *element, union number a);
union number number_absolute(const struct element *element, union number a);

/*
 * The function "name" of a float, one of sqrt, sin, exp2 and so on, rounded to the type.
 * The sign of what is no number is that of processors and of the library of mathematics.
 */
void number_function(struct str name, const struct element *element, union number a, union number *result);

/* Put the number as %f, or as %d, with a blank in front if it has no sign. Truth values are 0 and -1. */
void number_print(struct buf *out, const struct element *element, union number number);

#endif
