/* CuTe C++ as it prints: layouts with underscores at static integers, and tensors. */
#include "lang/notation/tensor.h"
#include "lang/notation/words.h"
#include "lang/notation/writer.h"

static const struct word words[] = {
	{ "Sw", WORD_TYPE, word_swizzle_type, NULL },
	{ NULL, WORD_ALONE, NULL, NULL },
};

/* A pointer, a number or a coordinate where a tensor begins. */
static bool at_tensor(struct parser *parser) {
	return parser_token(parser)->kind == TOKEN_POINTER || parser_at_name(parser, "counting_iter")
		|| parser_at_name(parser, "ArithTuple");
}

/* What is known at compile time has an underscore, as CuTe prints Int<4>. */
static void put_integer(struct writer *w, struct tuple leaf) {
	buf_put(w->out, int_is_static(leaf) ? "_" : "");
	write_integer(w, leaf);
}

static const struct spelling spelling = {
	.style = "cute", .open = "(", .comma = ",", .close = ")", .close_single = ")", .underscore = "_",
	.truth = "true", .falsehood = "false", .layout = "", .stride = ":", .layout_end = "",
	.swizzle = "Sw<", .swizzle_end = ">", .composed = "", .then = " o ", .then_inner = " o ", .composed_end = "",
	.integer = put_integer, .basis = write_basis, .string = write_string,
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	(void)number;
	write_value(&(struct writer){ .out = out, .al = al, .spelling = &spelling }, value);
}

const struct notation notation_cute = {
	.name = "cute", .words = words, .at = at_tensor, .read = tensor_read, .print = print, .is_read = true,
};
