/*
 * What tensors hold: numbers 0, 1, 2, ... from the beginning of their memory on, those of an evaluation's "memory", and
 * what the program has written. All views of a tensor have one memory.
 *
 * Source: what CuTe DSL computes (golden/facts/dsl.tsv, operations print_tensor and tensorssa_*).
 */
#ifndef LANG_MEMORY_H
#define LANG_MEMORY_H

#include "lang/tensor.h"
#include "lang/vector.h"

/* What memory holds, from the beginning of a tensor on; NULL in an evaluation for the numbers 0, 1, 2, ... */
struct memory {
	const double *numbers;
	int64_t count;
	int64_t first;                   /* without "numbers": element k is first + k */
	bool is_unknown;                 /* nothing is known of it but what the program writes */
};

/* What has been written to the memory behind a pointer: nothing at first. It grows in "arena". */
struct cells *cells_new(struct arena *arena);

/*
 * The elements of "tensor" in its shape; unknown ones where it is not known where they are or what was written there.
 * FAULT_TYPE for coordinates.
 */
struct vector tensor_load(struct algebra *al, const struct tensor_value *tensor);

/* The element at "c", without "_". */
struct vector tensor_element(struct algebra *al, const struct tensor_value *tensor, struct tuple c);

/*
 * Write "vector", or one number everywhere, to the elements of "tensor", which has a pointer. The type of the numbers
 * becomes that of the tensor if it is as wide and both are floats or integers; otherwise that is a FAULT_TYPE, as are
 * vectors of another size.
 */
void tensor_store(struct algebra *al, const struct tensor_value *tensor, const struct vector *vector);

/* The same for the element at "c", without "_". */
void tensor_set(struct algebra *al, const struct tensor_value *tensor, struct tuple c, const struct vector *number);

/* The column-major tensor in registers that "vector" is printed as. */
struct tensor_value tensor_of_vector(struct algebra *al, const struct vector *vector);

#endif
