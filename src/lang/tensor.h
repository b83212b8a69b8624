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

/* --- elements --- */

/* The DSL's name for the type that "name" is in any language: f16 for half_t. Unsigned types are printed as signed. */
struct str element_name(struct str name);

/* The name that base/element.h has for it, which lasts; empty for no type. */
struct str element_canonical(struct str name);

/* --- making tensors --- */

struct value value_from_tensor(struct algebra *al, const struct tensor_value *tensor);

/* The swizzle of "tensor", whose map waits for a pointer, becomes that of its pointer, as in CuTe C++. */
void tensor_take_swizzle(struct tensor_value *tensor);

/* "map" over the memory of "tensor", from its first element on. */
struct value tensor_with_map(struct algebra *al, const struct tensor_value *tensor, struct map map);

/*
 * The same from the element on that is "offset" behind the first one: the alignment is the greatest common divisor of
 * what it was and the bytes to the offset.
 */
struct value tensor_move(struct algebra *al, const struct tensor_value *tensor, struct map map, struct tuple offset);

/* "pointer" to the element that is "offset" behind, with the alignment that tensor_move gives it. */
struct value pointer_move(struct algebra *al, const struct pointer_value *pointer, struct tuple offset);

/* The pointer that "text" says, as the DSL writes it: ptr<f16, gmem, align<16>>; no cells. False if it says none. */
bool pointer_value_read(struct str text, struct pointer_value *pointer);

/* --- looking at them --- */

/* "value" as a tensor: one, a layout, or the pair (layout, offset) of a part. False for anything else. */
bool value_tensor(const struct value *value, struct tensor_value *tensor);

/*
 * What "value" is to operations and commands that know no tensors: the layout of a tensor, or of a part the pair
 * (layout, offset). Any other value is itself.
 */
struct value value_without_pointer(struct algebra *al, const struct value *value);

/* A pair (layout, offset), as partitions are printed, as offset + layout. Any other value is itself. */
struct value value_as_offset(struct algebra *al, const struct value *value);

/*
 * What commands look at in "value": the layout of a tensor, with its offset in front if it is a part of one. Where that
 * is a coordinate, in CuTe C++, the pair of both.
 */
struct value value_as_plain(struct algebra *al, const struct value *value);

/*
 * The offset and the layout in one map: offset + L for a part, where that is not 0; behind the swizzle of a pointer
 * that has one, Sw o offset o L.
 */
struct map tensor_as_map(struct algebra *al, const struct tensor_value *tensor);

/* ptr<f16, gmem, align<16>>: the alignment is left out where it is that of the element, of a byte or more. */
void pointer_value_print(struct buf *out, const struct pointer_value *pointer);

#endif
