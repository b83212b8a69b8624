/*
 * Arithmetic of Python on integers of the CuTe DSL, which is not that of its layouts: // and % round down, and what is
 * known of an integer at run time is kept only if one of the two is tracked: it has a divisor, or comes from an
 * operation.
 *
 * Source: what the CuTe DSL 4.8.1 prints (golden/facts/dsl.tsv, operation arith).
 */
#ifndef ALGEBRA_PYTHON_H
#define ALGEBRA_PYTHON_H

#include "algebra/integer.h"

/*
 * "a" and "b", plain integers, under "sign", one of + - * %, or / for the quotient rounded down. Of two integers at run
 * time of which one has 64 bits the other is converted, and nothing is known of it any more. FAULT_DOMAIN for a
 * quotient or remainder by 0, FAULT_OVERFLOW beyond 64 bits, FAULT_TYPE for others than plain integers.
 */
struct tuple python_compute(struct algebra *al, char sign, struct tuple a, struct tuple b);

/* -a, of which the DSL does not even know that what divides "a" divides it. */
struct tuple python_negate(struct algebra *al, struct tuple a);

#endif
