/*
 * Vectors of numbers with a shape: what the DSL calls TensorSSA, the elements of a tensor as values. They lie in the
 * column-major order of the shape. A vector may be all that is known of its numbers.
 *
 * Source: what CuTe DSL computes (golden/facts/dsl.tsv, operations tensorssa_*).
 */
#ifndef LANG_VECTOR_H
#define LANG_VECTOR_H

#include "lang/value.h"

/* A vector for "count" numbers, which the caller writes. Faults beyond LIMIT_VECTOR_ELEMENTS. */
struct vector vector_new(struct algebra *al, const struct element *element, struct tuple shape, union number **numbers);

/* One of which only the type and shape are known. */
struct vector vector_of_unknown(struct algebra *al, const struct element *element, struct tuple shape);

struct value value_from_vector(struct algebra *al, const struct vector *vector);

/* A number of Python: a float of 32 bits, which meets floats of 64 bits as it is written. */
struct vector vector_from_real(struct algebra *al, double real);

/* An integer of the language as Python has it: of 32 bits, or of 64 where it does not fit those. */
struct vector vector_from_integer(struct algebra *al, int64_t integer);

/* The integer that "value" is, also in parentheses; "_" if it is none. */
struct tuple vector_integer(const struct value *value);

/* The integer that a cast makes of the number "value", toward 0; "value" itself where it is no number of a vector. */
struct value vector_cast_to_integer(struct algebra *al, const struct value *value);

/* "value" as a vector: one, a number of Python, also in parentheses, or a truth value. False for anything else. */
bool vector_from_value(struct algebra *al, const struct value *value, struct vector *vector);

/* "a" in the type "to": integers wrap, floats become integers toward zero. */
struct vector vector_convert(struct algebra *al, struct vector a, const struct element *to);

/* "a" with each extent 1 repeated up to "shape"; modes that it lacks behind its last one count as 1. */
struct vector vector_broadcast(struct algebra *al, struct vector a, struct tuple shape);

/* "a" sign "b", element by element, as number_compute() has it. Types and shapes become common ones first. */
struct vector vector_compute(struct algebra *al, struct str sign, struct vector a, struct vector b);

/* -a, element by element. */
struct vector vector_negate(struct algebra *al, struct vector a);

/* The function of number_function() of each element. FAULT_TYPE for integers. */
struct vector vector_function(struct algebra *al, struct str name, struct vector a);

/* "a" where "condition" holds, else "b". */
struct vector vector_choose(struct algebra *al, struct vector condition, struct vector a, struct vector b);

enum reduction { REDUCE_ADD, REDUCE_MUL, REDUCE_MAX, REDUCE_MIN };

/* The modes of "a" where "profile" has no "_" reduced, from "init" on; an integer profile reduces all to a number. */
struct vector vector_reduce(struct algebra *al, struct vector a, enum reduction reduction, struct vector init,
	struct tuple profile);

/* The element or slice at "c"; a fault where "a" is one number. */
struct vector vector_at(struct algebra *al, struct vector a, struct tuple c);

/* tensor_value<vector<12xf32> o (3, 4)>; one number is "?" where it is known "at_run_time" only. */
void vector_print(struct buf *out, const struct vector *vector, bool at_run_time);

#endif
