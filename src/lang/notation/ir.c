/* CuTe IR, the MLIR of CuTe DSL: types in quotes. Prints a type. */
#include <string.h>

#include "lang/notation/tensor.h"
#include "lang/notation/words.h"
#include "lang/notation/writer.h"

/* The name in the type that "text", !cute.NAME<...", begins. */
static struct str type_name(struct str text) {
	size_t begin = text.length < strlen("!cute.") ? text.length : strlen("!cute.");
	size_t end = begin;
	while (end < text.length && text.data[end] != '<') {
		end++;
	}
	return (struct str){ text.data + begin, end - begin };
}

/* "!cute." name "<" '"' expression '"' ">" | "!cute.memref" "<" pointer-type "," '"' expression '"' ">" */
static struct node *read_type(struct parser *parser) {
	static const char *const names[] = {
		"composed_layout", "coord", "coord_tensor", "int_tuple", "layout", "shape", "stride", "swizzle", "tile",
	};
	struct token token = *parser_token(parser);
	struct str name = type_name(token.text);
	size_t name_end = (size_t)(name.data - token.text.data) + name.length;
	struct str before = { token.text.data + name_end, token.text.length - name_end };
	bool known = str_is(name, "memref");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		known = known || (str_is(name, names[i]) && str_is(before, "<\""));
	}
	if (!known) {
		parser_fail(parser, FAULT_NAME, token.span,
			"no such type; layout, composed_layout, shape, stride, coord, tile, swizzle and memref are known");
	}
	struct pointer pointer = { 0 };
	if (str_is(name, "memref")) {
		pointer_read_type(before, &pointer);
	}
	if (pointer.expected != NULL) {
		size_t begin = token.span.begin + (size_t)(pointer.malformed.data - token.text.data);
		struct span part = { begin, begin + pointer.malformed.length + 1 };
		parser_fail(parser, FAULT_SYNTAX, part, pointer.expected);
	}
	parser_advance(parser);
	struct node *value = parse_expression(parser);
	if (parser_token(parser)->kind != TOKEN_TYPE_END) {
		parser_fail_expected(parser, "'\">'");
	}
	parser_advance(parser);
	return tensor_swizzle_elements(parser, tensor_new_swizzle(parser, pointer.swizzle, token.span), &pointer, value);
}

static bool at_type(struct parser *parser) {
	return parser_token(parser)->kind == TOKEN_TYPE_BEGIN;
}

static const struct word words[] = {
	{ "S", WORD_TYPE, word_swizzle_type, NULL },
	{ NULL, WORD_ALONE, NULL, NULL },
};

static const struct spelling spelling = {
	.style = "ir", .open = "(", .comma = ",", .close = ")", .close_single = ")", .open_list = "[", .comma_list = ";",
	.close_list = "]", .underscore = "_", .truth = "true", .falsehood = "false", .layout = "", .stride = ":",
	.layout_end = "", .swizzle = "S<", .swizzle_end = ">", .composed = "", .then = " o ", .then_inner = " o ",
	.composed_end = "", .integer = write_integer, .basis = write_basis, .string = write_string,
};

/* What CuTe IR calls the type of "value", or NULL. */
static const char *type_of(const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE: return tuple_has_underscore(value->tuple) ? "coord" : "int_tuple";
	case VALUE_LAYOUT: return "layout";
	case VALUE_SWIZZLE: return "swizzle";
	case VALUE_COMPOSED: return "composed_layout";
	case VALUE_LIST: return strcmp(writer_list_name(value), "Tile") == 0 ? "tile" : NULL;
	default: return NULL;
	}
}

/* The type of CuTe IR that the value has. */
static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	(void)number;
	const char *type = type_of(value);
	if (type == NULL) {
		algebra_fault(al, FAULT_UNSUPPORTED, "CuTe IR has no type for %s", value_kind_name(value));
		return;
	}
	buf_put(out, "!cute.");
	buf_put(out, type);
	buf_put(out, "<\"");
	write_value(&(struct writer){ .out = out, .al = al, .spelling = &spelling }, value);
	buf_put(out, "\">");
}

const struct notation notation_ir = {
	.name = "ir", .words = words, .at = at_type, .read = read_type, .print = print, .is_read = true,
};
