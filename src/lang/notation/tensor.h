/*
 * Tensors as CuTe prints them: where their elements begin, and their layout. A pointer is left out, and a swizzle of
 * its addresses becomes one of the offsets; a number where the tensor begins is added to the layout. What cannot be
 * written as a layout in this way is refused.
 */
#ifndef LANG_NOTATION_TENSOR_H
#define LANG_NOTATION_TENSOR_H

#include "lang/notation/pointer.h"
#include "lang/parser.h"

/* ( pointer | begin ) "o" layout, where "begin" is an integer or a coordinate. */
struct node *tensor_read(struct parser *parser);

/* "tensor<" ... ">" or "tensor(" ... ")" around that, as CuTe DSL prints it. */
bool tensor_at_printed(struct parser *parser);
struct node *tensor_read_printed(struct parser *parser);

/* The pointer and the layout behind "swizzle", which acts on addresses. */
bool tensor_at_swizzled(const struct parser *parser);
struct node *tensor_read_swizzled(struct parser *parser, struct node *swizzle);

/* Sw<B,M,S> of three numbers. */
struct node *tensor_new_swizzle(struct parser *parser, const int64_t *numbers, struct span span);

/* "layout" behind "swizzle", which acts on the addresses in bytes of the elements that "pointer" points to. */
struct node *tensor_swizzle_elements(struct parser *parser, struct node *swizzle, const struct pointer *pointer,
	struct node *layout);

/* "layout" with "begin", an integer, added to what it maps to. */
struct node *tensor_shift_layout(struct parser *parser, struct node *begin, struct node *layout);

#endif
