/*
 * Tensors: a layout, where its first element is, and what is known of the memory that it is laid over. Operations on
 * the layout of a tensor give tensors over the same memory; those that move to another element, as a slice or the tile
 * at a coordinate does, move the pointer, and less may be known of its alignment then.
 *
 * Source: CUTLASS, media/docs/cpp/cute/03_tensor.md; for pointers and alignments, what CuTe DSL prints (golden/facts/
 * dsl.tsv).
 */
#ifndef LANG_TENSOR_H
#define LANG_TENSOR_H

#include "base/buf.h"
#include "lang/value.h"

/* A pointer to elements. */
struct pointer_value {
	struct str element;      /* type of the elements, as the DSL names it: f16, i8, f8E4M3FN */
	struct str space;        /* generic, gmem, smem, rmem or tmem */
	int bits;                /* of an element */
	int64_t alignment;       /* in bytes: divides the address */
	bool is_swizzled;
	int64_t swizzle[3];      /* B, M, S, which act on addresses in bytes */
};

struct tensor {
	bool has_pointer;               /* else its elements are coordinates, or numbers */
	struct pointer_value pointer;
	struct tuple offset;            /* where its first element is: elements from the beginning, or a coordinate */
	struct map map;
	bool is_part;                   /* of another tensor: CuTe C++ prints layout and offset */
	const char *printed;            /* what print_tensor printed of it; NULL otherwise */
};

/* --- elements --- */

/* The DSL's name for the type that "name" is in any language: f16 for half_t. Unsigned types are printed as signed. */
struct str element_name(struct str name);

/* --- making tensors --- */

struct value value_from_tensor(struct algebra *al, const struct tensor *tensor);

/* "map" over the memory of "tensor", from its first element on. */
struct value tensor_with_map(struct algebra *al, const struct tensor *tensor, struct map map);

/*
 * The same from the element on that is "offset" behind the first one: the alignment is the greatest common divisor of
 * what it was and the bytes to the offset.
 */
struct value tensor_move(struct algebra *al, const struct tensor *tensor, struct map map, struct tuple offset);

/* The pointer that "text" says, as the DSL writes it: ptr<f16, gmem, align<16>>. False if it says none. */
bool pointer_value_read(struct str text, struct pointer_value *pointer);

/* --- looking at them --- */

/* "value" as a tensor: one, a layout, or the pair (layout, offset) of a part. False for anything else. */
bool value_tensor(const struct value *value, struct tensor *tensor);

/*
 * What "value" is to operations and commands that know no tensors: the layout of a tensor, or of a part the pair
 * (layout, offset). Any other value is itself.
 */
struct value value_without_pointer(struct algebra *al, const struct value *value);

/* What commands look at in "value": the layout of a tensor, with its offset in front if it is a part of one. */
struct value value_as_plain(struct algebra *al, const struct value *value);

/* The offset and the layout in one map: offset + L for a part, where that is not 0. */
struct map tensor_as_map(struct algebra *al, const struct tensor *tensor);

bool pointer_value_equal(const struct pointer_value *a, const struct pointer_value *b);
bool tensor_equal(const struct tensor *a, const struct tensor *b);

/* ptr<f16, gmem, align<16>>: the alignment is left out where it is that of the element. */
void pointer_value_print(struct buf *out, const struct pointer_value *pointer);

#endif
