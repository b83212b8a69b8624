/*
 * Words of C++ about tensors and composed layouts: their types, the pointers in these, and the calls that make
 * pointers, tensors and fragments.
 */
#ifndef LANG_NOTATION_CPP_TENSOR_H
#define LANG_NOTATION_CPP_TENSOR_H

#include "lang/notation/notation.h"
#include "lang/parser.h"

/* smem_ptr<half_t*> and its like: the width of an element, 0 if it is not known */
struct node *cpp_read_pointer(struct parser *parser, struct node *name, const struct word *word);

/* smem_sparse_ptr_flag_bits<2,16>, of which two elements share one that is stored */
struct node *cpp_read_sparse_flag(struct parser *parser, struct node *name, const struct word *word);

/* "Tensor" "<" engine "," layout ">": the layout, behind the swizzle of a swizzle_ptr */
struct node *cpp_read_tensor_type(struct parser *parser, struct node *name, const struct word *word);

/* make_tensor<T>(layout) or make_tensor<T>(shape, stride): registers */
struct node *cpp_read_owning_tensor(struct parser *parser, struct node *name, const struct word *word);

/* make_tensor(pointer, shape, stride): also with a word for the stride, LayoutRight{} */
struct node *cpp_read_tensor_call(struct parser *parser, struct node *call, const struct word *word);

/*
 * make_tensor(raw, ...), where "raw" is an address, &A[0], or a cast to a pointer: what is seen of it is that elements
 * are counted from there. Else NULL.
 */
struct node *cpp_read_raw_tensor(struct parser *parser, struct node *name, const struct word *word);

/* slice.partition_fragment_A(tensor), which is make_fragment_A(slice, slice.partition_A(tensor)) */
struct node *cpp_read_fragment(struct parser *parser, struct node *call, const struct word *word);

/* partition_fragment_C(mma, shape), the registers of all that a thread has of a tile */
struct node *cpp_read_shape_fragment(struct parser *parser, struct node *call, const struct word *word);

/* "ComposedLayout" "<" outer "," offset "," inner ">" */
struct node *cpp_read_composed(struct parser *parser, struct node *name, const struct word *word);

/* composition(outer, offset, inner), which is that composed layout */
struct node *cpp_read_composition(struct parser *parser, struct node *call, const struct word *word);

/* composed.layout_a(), composed.offset() and composed.layout_b() */
struct node *cpp_read_composed_member(struct parser *parser, struct node *call, const struct word *word);

/* layout.with_shape(m, n) and layout.compose(a, b): the operation "meaning" with a tuple of these */
struct node *cpp_read_gathered(struct parser *parser, struct node *call, const struct word *word);

/* make_fragment_like<T>(tensor) and make_tensor_like<T>(tensor): registers as the operation "meaning" lays them out */
struct node *cpp_read_like(struct parser *parser, struct node *name, const struct word *word);

/* recast<T>(tensor) */
struct node *cpp_read_recast_tensor(struct parser *parser, struct node *name, const struct word *word);

/* make_gmem_ptr(...) and its like: a place in memory that nothing is known of but that elements are counted from it */
struct node *cpp_read_place(struct parser *parser, struct node *node, const struct word *word);

#endif
