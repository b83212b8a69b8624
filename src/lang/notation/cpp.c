/*
 * CuTe C++: types with arguments, constructors, functions with template arguments, as sources and messages write them.
 * Prints the types.
 */
#include <string.h>

#include "lang/notation/words.h"
#include "lang/notation/writer.h"

/* --- reading --- */

/* "Int" "<" integer ">" */
static struct node *read_integer(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_TUPLE, name->span);
	struct node *value = node->first_child;
	if (node->child_count != 1 || value->kind != NODE_INT) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected one integer in Int<...>");
		return node;
	}
	value->span = node->span;
	return value;
}

/* ("Shape" | "Stride" | ...) "<" list ">" */
static struct node *read_tuple(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	return read_object(parser, NODE_TUPLE, name->span);
}

/* "E" "<" integer { "," integer } ">" */
static struct node *read_basis(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *indices = read_object(parser, NODE_TUPLE, name->span);
	return make_basis(parser, parser_integer(parser, 1, indices->span), indices);
}

/* "ScaledBasis" "<" integer { "," integer } ">": the first is the multiple */
static struct node *read_scaled_basis(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *indices = read_object(parser, NODE_TUPLE, name->span);
	struct node *value = parser_integer(parser, 1, indices->span);
	if (indices->child_count > 0) {
		value = take_child(indices);
	}
	return make_basis(parser, value, indices);
}

/* "Layout" "<" shape [ "," stride ] ">" */
static struct node *read_layout(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_LAYOUT, name->span);
	if (node->child_count == 1) {
		node->kind = NODE_CALL;
		node->text = str_from("make_layout");
	} else if (node->child_count != 2) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected Layout<Shape> or Layout<Shape,Stride>");
	}
	return node;
}

/* "ComposedLayout" "<" outer "," offset "," inner ">" */
static struct node *read_composed(struct parser *parser, struct node *name, const struct word *word) {
	struct node *node = read_object(parser, NODE_CALL, name->span);
	node->text = str_from(word->meaning);
	return node;
}

/* name "<" integer { "," integer } ">" "(" arguments ")" : the integers are the last arguments */
static struct node *read_function(struct parser *parser, struct node *name, const struct word *word) {
	struct node *integers = read_template(parser, NODE_TUPLE, name->span);
	struct node *call = parser_call(parser, word->meaning != NULL ? word->meaning : word->name, name->span);
	parse_arguments(parser, call);
	while (integers->child_count > 0) {
		parser_add_child(call, take_child(integers));
	}
	call->span.end = parser->previous_end;
	return call;
}

/* X, an underscore where a projection is written: inside of a type, or with braces behind it */
static struct node *read_x(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	if (parser->templates > 0 || parser_at(parser, '{')) {
		node->kind = NODE_UNDERSCORE;
	}
	if (parser_at(parser, '{')) {
		skip_empty_braces(parser);
	}
	return node;
}

/* LayoutLeft and its like: a word for the order of a layout's modes, as second argument of make_layout */
static struct node *read_order(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	node->kind = NODE_STRING;
	if (parser_at(parser, '{')) {
		skip_empty_braces(parser);
	}
	return node;
}

/* The same with brackets behind it, which hold nothing */
static struct node *read_order_call(struct parser *parser, struct node *node, const struct word *word) {
	(void)parser;
	(void)word;
	node->kind = node->child_count == 0 ? NODE_STRING : node->kind;
	return node;
}

static const struct word words[] = {
	{ "Int", WORD_TYPE, read_integer, NULL },
	{ "C", WORD_TYPE, read_integer, NULL },
	{ "E", WORD_TYPE, read_basis, NULL },
	{ "ScaledBasis", WORD_TYPE, read_scaled_basis, NULL },
	{ "Layout", WORD_TYPE, read_layout, NULL },
	{ "ComposedLayout", WORD_TYPE, read_composed, "make_composed_layout" },
	{ "Swizzle", WORD_TYPE, word_swizzle_type, NULL },
	{ "Shape", WORD_TYPE, read_tuple, NULL },
	{ "Stride", WORD_TYPE, read_tuple, NULL },
	{ "Step", WORD_TYPE, read_tuple, NULL },
	{ "Coord", WORD_TYPE, read_tuple, NULL },
	{ "Tile", WORD_TYPE, read_tuple, NULL },
	{ "tuple", WORD_TYPE, read_tuple, NULL },
	{ "Tiler", WORD_TYPE, read_tuple, NULL },
	{ "cosize", WORD_TYPE, read_function, NULL },
	{ "coshape", WORD_TYPE, read_function, NULL },
	{ "depth", WORD_TYPE, read_function, NULL },
	{ "downcast", WORD_TYPE, read_function, NULL },
	{ "get", WORD_TYPE, read_function, NULL },
	{ "group", WORD_TYPE, read_function, NULL },
	{ "rank", WORD_TYPE, read_function, NULL },
	{ "select", WORD_TYPE, read_function, NULL },
	{ "shape", WORD_TYPE, read_function, NULL },
	{ "size", WORD_TYPE, read_function, NULL },
	{ "stride", WORD_TYPE, read_function, NULL },
	{ "take", WORD_TYPE, read_function, NULL },
	{ "upcast", WORD_TYPE, read_function, NULL },
	{ "group_modes", WORD_TYPE, read_function, "group" },
	{ "make_shape", WORD_CALL, word_tuple_call, NULL },
	{ "make_stride", WORD_CALL, word_tuple_call, NULL },
	{ "make_coord", WORD_CALL, word_tuple_call, NULL },
	{ "make_tile", WORD_CALL, word_tuple_call, NULL },
	{ "make_step", WORD_CALL, word_tuple_call, NULL },
	{ "make_tuple", WORD_CALL, word_tuple_call, NULL },
	{ "Tile", WORD_CALL, word_tuple_call, NULL },
	{ "LayoutLeft", WORD_CALL, read_order_call, NULL },
	{ "LayoutRight", WORD_CALL, read_order_call, NULL },
	{ "GenColMajor", WORD_CALL, read_order_call, NULL },
	{ "GenRowMajor", WORD_CALL, read_order_call, NULL },
	{ "LayoutLeft", WORD_ALONE, read_order, NULL },
	{ "LayoutRight", WORD_ALONE, read_order, NULL },
	{ "GenColMajor", WORD_ALONE, read_order, NULL },
	{ "GenRowMajor", WORD_ALONE, read_order, NULL },
	{ "X", WORD_ALONE, read_x, NULL },
	{ "Underscore", WORD_ALONE, word_underscore, NULL },
	{ NULL, WORD_ALONE, NULL, NULL },
};

/* --- printing --- */

/* Whether CuTe C++ has the type "_n" for Int<n>. */
static bool has_short_name(int64_t n) {
	static const int16_t others[] = { 12, 24, 96, 192, 384, 768 };
	bool found = (n >= 0 && n <= 10) || (n >= 16 && n <= 524288 && (n & (n - 1)) == 0);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		found = found || n == others[i];
	}
	return found;
}

/* An integer that is known at run time only has no value in a type. */
static void put_integer(struct writer *w, struct tuple leaf) {
	if (!int_is_static(leaf)) {
		buf_put(w->out, "int");
		return;
	}
	bool is_short = has_short_name(leaf.value);
	buf_put(w->out, is_short ? "_" : "Int<");
	buf_put_int(w->out, leaf.value);
	buf_put(w->out, is_short ? "" : ">");
}

static void put_basis(struct writer *w, struct tuple leaf) {
	bool unit = leaf.value == 1 && int_is_static(leaf);
	buf_put(w->out, unit ? "E<" : "ScaledBasis<");
	if (!unit) {
		put_integer(w, tuple_basis_value(leaf));
		buf_put(w->out, ",");
	}
	write_indices(w, leaf);
	buf_put(w->out, ">");
}

static const struct spelling spelling = {
	.style = "cpp", .open = "<", .comma = ",", .close = ">", .close_single = ">", .names_tuples = true,
	.underscore = "Underscore", .truth = "true", .falsehood = "false", .layout = "Layout<", .stride = ",",
	.layout_end = ">", .swizzle = "Swizzle<", .swizzle_end = ">", .composed = "ComposedLayout<", .then = ",",
	.then_inner = ",", .composed_end = ">", .integer = put_integer, .basis = put_basis, .string = write_string,
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	(void)number;
	write_value(&(struct writer){ .out = out, .al = al, .spelling = &spelling }, value);
}

const struct notation notation_cpp = { .name = "cpp", .words = words, .print = print, .is_read = true };
