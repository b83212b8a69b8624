/*
 * What programs of the DSL print: values, and tensors with their elements, where the address of the memory is 0.
 *
 * Source: what CuTe DSL prints; the rules of its text stand at the functions.
 */
#ifndef LANG_PRINT_TENSOR_H
#define LANG_PRINT_TENSOR_H

#include "lang/memory.h"

/* Append "value" as print() of Python has it: strings as they are, (3, 8), True. */
void print_python(struct buf *out, const struct value *value);

/* Append the text of "tensor", whose elements are "vector", or coordinates if it has no pointer. */
void print_tensor(struct algebra *al, struct buf *out, const struct tensor_value *tensor, const struct vector *vector,
	bool verbose);

#endif
