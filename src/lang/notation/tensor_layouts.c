/*
 * The Python package tensor-layouts. A composed layout is printed with each map in parentheses and the offset in
 * braces, (Swizzle(3, 4, 3)) o {5} o ((8, 8) : (8, 1)), which is part of the grammar in parse.c.
 */
#include "lang/notation/tensor.h"
#include "lang/notation/words.h"
#include "lang/notation/writer.h"

/* Layout(shape, stride, swizzle=Sw): the layout behind the swizzle. */
static struct node *read_layout(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	if (call->child_count < 2 || !str_is(call->last_child->keyword, "swizzle")) {
		return NULL;
	}
	struct node *layout = parser_call(parser, "make_layout", call->span);
	struct node *swizzle = NULL;
	while (call->child_count > 0) {
		struct node *argument = take_child(call);
		if (str_is(argument->keyword, "swizzle")) {
			argument->keyword = str_from("");
			swizzle = argument;
		} else {
			parser_add_child(layout, argument);
		}
	}
	struct node *composed = parser_call(parser, "make_composed_layout", call->span);
	parser_add_child(composed, swizzle);
	parser_add_child(composed, parser_integer(parser, 0, call->span));
	parser_add_child(composed, layout);
	return composed;
}

/* ComposedLayout(outer, inner, preoffset=n); with three arguments that have no names, it is the one of pycute. */
static struct node *read_composed(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	const struct node *last = call->last_child;
	bool named = call->child_count == 3 && (str_is(last->keyword, "preoffset") || str_is(last->keyword, "offset"));
	if (!named && call->child_count != 2) {
		return NULL;
	}
	struct node *composed = parser_call(parser, "make_composed_layout", call->span);
	struct node *outer = take_child(call);
	struct node *inner = take_child(call);
	struct node *offset = named ? take_child(call) : parser_integer(parser, 0, call->span);
	offset->keyword = str_from("");
	parser_add_child(composed, outer);
	parser_add_child(composed, offset);
	parser_add_child(composed, inner);
	return composed;
}

/* Tensor(layout, offset=n) */
static struct node *read_tensor(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	struct node *offset = call->last_child;
	bool named = call->child_count == 2 && str_is(offset->keyword, "offset") && offset->kind == NODE_INT;
	if (call->child_count != 1 && !named) {
		return NULL;
	}
	struct node *layout = take_child(call);
	if (!named) {
		return layout;
	}
	offset->keyword = str_from("");
	return tensor_shift_layout(parser, offset, layout);
}

static const struct word words[] = {
	{ "Layout", WORD_CALL, read_layout, NULL },
	{ "ComposedLayout", WORD_CALL, read_composed, NULL },
	{ "Tensor", WORD_CALL, read_tensor, NULL },
	{ NULL, WORD_ALONE, NULL, NULL },
};

/* {5} o layout, a layout with an offset */
static bool at_offset(struct parser *parser) {
	return parser_at(parser, '{');
}

/* The "basis" of its spelling: a fault, as tensor-layouts cannot say it. */
static void refuse_basis(struct writer *w, struct tuple leaf) {
	(void)leaf;
	algebra_fault(w->al, FAULT_UNSUPPORTED, "tensor-layouts has no strides with a basis");
}

static const struct spelling spelling = {
	.style = "tensor_layouts", .open = "(", .comma = ", ", .close = ")", .close_single = ")", .underscore = "None",
	.truth = "True", .falsehood = "False", .layout = "", .stride = " : ", .layout_end = "", .swizzle = "Swizzle(",
	.swizzle_end = ")", .composed = "(", .then = ") o {", .then_inner = "} o (", .composed_end = ")",
	.integer = write_integer, .basis = refuse_basis, .string = write_string,
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	(void)number;
	write_value(&(struct writer){ .out = out, .al = al, .spelling = &spelling }, value);
}

const struct notation notation_tensor_layouts = {
	.name = "tensor_layouts", .words = words, .at = at_offset, .read = tensor_read, .print = print, .is_read = true,
};
