/*
 * Vectors of numbers with a shape: what the DSL calls TensorSSA, the elements of a tensor as values. They lie in the
 * column-major order of the shape, integers wrap to the width of their type, and floats are rounded to it after each
 * operation.
 *
 * Source: what CuTe DSL computes (golden/facts/dsl.tsv, operations tensorssa_*).
 */
#ifndef LANG_VECTOR_H
#define LANG_VECTOR_H

#include "base/buf.h"
#include "base/element.h"
#include "lang/value.h"

/* A number of some type: a float, or an integer. */
union number {
	double real;
	int64_t integer;
};

struct vector {
	const struct element *element;   /* the type: ELEMENT_B1 for truth values */
	bool is_scalar;                  /* one number, without a shape */
	struct tuple shape;              /* all extents are numbers */
	int count;
	const union number *numbers;
};

/* What memory holds, from the beginning of a tensor on; NULL in an evaluation for the numbers 0, 1, 2, ... */
struct memory {
	const double *numbers;
	int64_t count;
	double first;                    /* without "numbers": element k is first + k */
};

bool element_is_float(const struct element *element);

/* "real" as a number of the type. */
union number number_from_real(const struct element *element, double real);

/* A vector for "count" numbers, which the caller writes. Faults beyond LIMIT_VECTOR_ELEMENTS. */
struct vector vector_new(struct algebra *al, const struct element *element, struct tuple shape, union number **numbers);

struct value value_from_vector(struct algebra *al, const struct vector *vector);

/* The number "text", as Python has it: 0.5 is a float of 32 bits. */
struct vector vector_from_real(struct algebra *al, double real);

/* An integer of the language as Python has it: 32 bits. */
struct vector vector_from_integer(struct algebra *al, int64_t integer);

/* "a" in the type "to": integers wrap, floats become integers toward zero. */
struct vector vector_convert(struct algebra *al, struct vector a, const struct element *to);

/* "a" with each extent 1 repeated up to "shape"; modes that it lacks behind its last one count as 1. */
struct vector vector_broadcast(struct algebra *al, struct vector a, struct tuple shape);

/* "a" sign "b", element by element: + - * / // % < <= > >= == and !=. Types and shapes become common ones first. */
struct vector vector_compute(struct algebra *al, struct str sign, struct vector a, struct vector b);

/* "a" where "condition" holds, else "b". */
struct vector vector_choose(struct algebra *al, struct vector condition, struct vector a, struct vector b);

enum reduction { REDUCE_ADD, REDUCE_MUL, REDUCE_MAX, REDUCE_MIN };

/* The modes of "a" where "profile" has no "_" reduced, from "init" on; an integer profile reduces all to a number. */
struct vector vector_reduce(struct algebra *al, struct vector a, enum reduction reduction, struct vector init,
	struct tuple profile);

/* The element or slice at "c". */
struct vector vector_at(struct algebra *al, struct vector a, struct tuple c);

/* Put number "i" as %f, or as %d, with a blank in front if it has no sign. */
void vector_put_number(struct buf *out, const struct element *element, union number number);

/* tensor_value<vector<12xf32> o (3, 4)>; "?" for one number. */
void vector_print(struct buf *out, const struct vector *vector);

#endif
