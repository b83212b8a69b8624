/*
 * Tensors with their elements, as print_tensor of the DSL prints them. The address of the memory is 0.
 *
 * Source: what CuTe DSL prints; the rules of its text stand at the functions.
 */
#ifndef LANG_PRINT_TENSOR_H
#define LANG_PRINT_TENSOR_H

#include "lang/tensor.h"
#include "lang/vector.h"

/* The elements of "tensor" in its shape, from the memory of the evaluation. FAULT_TYPE for coordinates. */
struct vector tensor_load(struct algebra *al, const struct tensor_value *tensor);

/* The column-major tensor in registers that "vector" is printed as. */
struct tensor_value tensor_of_vector(struct algebra *al, const struct vector *vector);

/* Append the text of "tensor", whose elements are "vector", or coordinates if it has no pointer. */
void print_tensor(struct algebra *al, struct buf *out, const struct tensor_value *tensor, const struct vector *vector,
	bool verbose);

#endif
