/* pycute, the reference of CuTe in Python. */
#include <string.h>

#include "lang/notation/words.h"
#include "lang/notation/writer.h"

/* Layout(shape, stride). Layout(shape:stride), as another program prints it, is the layout inside. */
static struct node *read_layout(struct parser *parser, struct node *call, const struct word *word) {
	if (call->child_count == 1 && call->first_child->kind == NODE_LAYOUT) {
		return call->first_child;
	}
	if (call->child_count == 0 || str_is(call->last_child->keyword, "swizzle")) {
		return NULL;
	}
	return word_rename(parser, call, word);
}

/* ComposedLayout(outer, offset, inner) */
static struct node *read_composed(struct parser *parser, struct node *call, const struct word *word) {
	return call->child_count == 3 && call->last_child->keyword.length == 0 ? word_rename(parser, call, word) : NULL;
}

/* SW_3_4_3 at the present token into "numbers"; false for any other name. */
static bool read_numbers(const struct parser *parser, int64_t numbers[3]) {
	const struct token *token = parser_token(parser);
	if (token->kind != TOKEN_NAME || !str_starts_with(token->text, "SW_")) {
		return false;
	}
	const char *at = token->text.data + 2;
	const char *end = token->text.data + token->text.length;
	int count = 0;
	while (at < end && *at == '_') {
		at++;
		bool negative = at < end && *at == '-';
		at += negative ? 1 : 0;
		int64_t value = 0;
		const char *digits = at;
		while (at < end && str_is_digit(*at) && at - digits < 9) {
			value = value * 10 + (*at - '0');
			at++;
		}
		if (at == digits || count == 3) {
			return false;
		}
		numbers[count++] = negative ? -value : value;
	}
	return at == end && count == 3;
}

/* A name such as SW_2_0_3, with its three numbers. */
static bool at_swizzle(struct parser *parser) {
	int64_t numbers[3];
	return read_numbers(parser, numbers);
}

/* SW_2_0_3, as pycute prints a swizzle. */
static struct node *read_swizzle(struct parser *parser) {
	int64_t numbers[3];
	read_numbers(parser, numbers);
	struct node *swizzle = parser_node(parser, NODE_SWIZZLE, parser_token(parser)->span);
	for (int i = 0; i < 3; i++) {
		parser_add_child(swizzle, parser_integer(parser, numbers[i], swizzle->span));
	}
	parser_advance(parser);
	return swizzle;
}

static const struct word words[] = {
	{ "Layout", WORD_CALL, read_layout, "make_layout" },
	{ "ComposedLayout", WORD_CALL, read_composed, "make_composed_layout" },
	{ "Swizzle", WORD_CALL, word_rename, "make_swizzle" },
	{ NULL, WORD_ALONE, NULL, NULL },
};

/* The "basis" of its spelling: a fault, as pycute cannot say it. */
static void refuse_basis(struct writer *w, struct tuple leaf) {
	(void)leaf;
	algebra_fault(w->al, FAULT_UNSUPPORTED, "pycute has no strides with a basis");
}

static const struct spelling spelling = {
	.style = "pycute", .open = "(", .comma = ", ", .close = ")", .close_single = ",)", .underscore = "None",
	.truth = "True", .falsehood = "False", .layout = "Layout(", .stride = ", ", .layout_end = ")",
	.swizzle = "Swizzle(", .swizzle_end = ")", .composed = "ComposedLayout(", .then = ", ", .then_inner = ", ",
	.composed_end = ")", .integer = write_integer, .basis = refuse_basis, .string = write_string,
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	(void)number;
	write_value(&(struct writer){ .out = out, .al = al, .spelling = &spelling }, value);
}

const struct notation notation_pycute = {
	.name = "pycute", .words = words, .at = at_swizzle, .read = read_swizzle, .print = print, .is_read = true,
};
