/*
 * Tensors as CuTe prints them: where their elements begin, and their layout. A pointer is left out, and a swizzle of
 * its addresses becomes one of the offsets; a number where the tensor begins is added to the layout. What cannot be
 * written as a layout in this way is refused.
 */
#include "lang/notation/tensor.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "lang/tensor.h"

/* The pointer of a token that the lexer has found to be one. */
static struct pointer read_pointer(const struct token *token) {
	struct pointer pointer;
	size_t length;
	pointer_read(token->text, &pointer, &length);
	return pointer;
}

struct node *tensor_new_swizzle(struct parser *parser, const int64_t *numbers, struct span span) {
	struct node *swizzle = parser_node(parser, NODE_SWIZZLE, span);
	for (int i = 0; i < 3; i++) {
		parser_add_child(swizzle, parser_integer(parser, numbers[i], span));
	}
	return swizzle;
}

/*
 * A swizzle of addresses commutes with the pointer only if the pointer has none of the bits that the swizzle reads or
 * changes.
 */
static void require_alignment(struct parser *parser, const struct node *swizzle, const struct pointer *pointer) {
	double reach = 0;
	bool is_written = true;
	for (const struct node *number = swizzle->first_child; number != NULL; number = number->next) {
		is_written = is_written && number->kind == NODE_INT;
		reach += number->kind == NODE_INT ? fabs((double)number->value) : 0;
	}
	/* What reaches further is no swizzle, which is said where it is evaluated. */
	int64_t needed = reach <= 62 ? (int64_t)1 << (int)reach : 1;
	if (!is_written && pointer->alignment != 0) {
		parser_fail(parser, FAULT_UNSUPPORTED, swizzle->span,
			"the swizzle acts on the address: whether the offsets stay the same is seen of numbers alone");
		return;
	}
	if (pointer->alignment % needed == 0) {
		return;
	}
	char sentence[200];
	snprintf(sentence, sizeof sentence,
		"the swizzle acts on the address, which is a multiple of %" PRId64 " bytes only: without it, %" PRId64
		" are needed for the offsets to stay the same", pointer->alignment, needed);
	parser_fail(parser, FAULT_UNSUPPORTED, swizzle->span, sentence);
}

/* "layout" behind "swizzle", which acts on the addresses of elements that "pointer" points to */
struct node *tensor_swizzle_elements(struct parser *parser, struct node *swizzle, const struct pointer *pointer,
	struct node *layout) {
	const struct node *first = swizzle->first_child;
	if (swizzle->kind == NODE_SWIZZLE && first != NULL && first->kind == NODE_INT && first->value == 0) {
		/* The INTERLEAVE layouts have a swizzle of no bits. */
		return layout;
	}
	require_alignment(parser, swizzle, pointer);
	struct node *recast = parser_call(parser, "recast_layout", swizzle->span);
	parser_add_child(recast, parser_integer(parser, pointer->bits, swizzle->span));
	parser_add_child(recast, parser_integer(parser, 8, swizzle->span));
	parser_add_child(recast, swizzle);
	struct node *composed = parser_node(parser, NODE_COMPOSE, layout->span);
	parser_add_child(composed, recast);
	parser_add_child(composed, parser_integer(parser, 0, swizzle->span));
	parser_add_child(composed, layout);
	composed->value = pointer->unset ? pointer->bits : 0;
	return composed;
}

/* compose-sign compose */
static struct node *parse_rest(struct parser *parser) {
	if (!parser_at_name(parser, "o") && parser_token(parser)->kind != TOKEN_COMPOSE) {
		parser_fail_expected(parser, "'o' and the layout behind the pointer");
	}
	parser_advance(parser);
	struct node *layout = parser_node(parser, NODE_TUPLE, parser_token(parser)->span);
	if (parser_enter(parser)) {
		layout = parse_compose(parser);
	}
	parser_leave(parser);
	return layout;
}

bool tensor_at_swizzled(const struct parser *parser) {
	bool composes = parser_at_name(parser, "o") || parser_token(parser)->kind == TOKEN_COMPOSE;
	return parser_token(parser)->kind == TOKEN_POINTER
		|| (composes && parser_next_token(parser).kind == TOKEN_POINTER);
}

/* swizzle pointer compose-sign compose | swizzle compose-sign pointer compose-sign compose */
struct node *tensor_read_swizzled(struct parser *parser, struct node *swizzle) {
	if (parser_token(parser)->kind != TOKEN_POINTER) {
		parser_advance(parser);
	}
	struct token token = *parser_token(parser);
	struct pointer pointer = read_pointer(&token);
	if (!pointer.is_suffix && !pointer.unset) {
		parser_fail(parser, FAULT_SYNTAX, token.span, "a pointer stands in front of a layout, not inside of it");
	}
	parser_advance(parser);
	struct node *layout = tensor_swizzle_elements(parser, swizzle, &pointer, parse_rest(parser));
	parser->tensor_end = parser->previous_end;
	return layout;
}

/* "layout" with "begin" added: 1:1 o begin o layout. */
struct node *tensor_shift_layout(struct parser *parser, struct node *begin, struct node *layout) {
	if (begin->value == 0) {
		return layout;
	}
	struct node *identity = parser_node(parser, NODE_LAYOUT, begin->span);
	parser_add_child(identity, parser_integer(parser, 1, begin->span));
	parser_add_child(identity, parser_integer(parser, 1, begin->span));
	struct node *composed = parser_call(parser, "make_composed_layout", layout->span);
	parser_add_child(composed, identity);
	parser_add_child(composed, begin);
	parser_add_child(composed, layout);
	return composed;
}

/* The tensor "begin" o "layout", which keeps its pointer or coordinate. */
static struct node *make_tensor_node(struct parser *parser, struct node *begin, struct node *layout) {
	struct node *call = parser_call(parser, "make_tensor", begin->span);
	call->span.end = layout->span.end;
	parser_add_child(call, begin);
	parser_add_child(call, layout);
	return call;
}

/*
 * ptr<f16, gmem, align<16>> [ compose-sign compose ]: a pointer or a tensor. The swizzle of a pointer becomes one of
 * the elements where CuTe C++ is spoken.
 */
static struct node *parse_typed_tensor(struct parser *parser) {
	struct node *pointer = parser_node(parser, NODE_POINTER, parser_token(parser)->span);
	pointer->text = parser_token(parser)->text;
	parser_advance(parser);
	bool composes = parser_at_name(parser, "o") || parser_token(parser)->kind == TOKEN_COMPOSE;
	if (!composes && !parser->in_tensor) {
		return pointer;
	}
	return make_tensor_node(parser, pointer, parse_rest(parser));
}

/* pointer compose-sign compose */
static struct node *parse_pointer_tensor(struct parser *parser) {
	struct token token = *parser_token(parser);
	struct pointer_value typed;
	if (pointer_value_read(token.text, &typed) && (parser->lexer.floor_division || !typed.is_swizzled)) {
		return parse_typed_tensor(parser);
	}
	struct pointer pointer = read_pointer(&token);
	if (pointer.is_suffix) {
		parser_fail_expected(parser, "a swizzle in front of this pointer");
	}
	parser_advance(parser);
	struct node *layout = parse_rest(parser);
	/* A pointer without a swizzle has one of no bits. */
	return tensor_swizzle_elements(parser, tensor_new_swizzle(parser, pointer.swizzle, token.span), &pointer, layout);
}

/* "counting_iter" "(" integer ")" | "ArithTuple" tuple | "{" integer "}" | tuple */
static struct node *parse_begin(struct parser *parser) {
	bool braces = parser_at(parser, '{');
	bool counting = parser_at_name(parser, "counting_iter");
	if (!braces && !counting) {
		if (parser_at_name(parser, "ArithTuple")) {
			parser_advance(parser);
		}
		return parse_tuple(parser, '(', ')');
	}
	parser_advance(parser);
	if (counting) {
		parser_expect(parser, '(');
	}
	struct node *begin = parser_node(parser, NODE_INT, parser_token(parser)->span);
	begin->value = parse_signed_int(parser);
	parser_expect(parser, counting ? ')' : '}');
	return begin;
}

/* ( pointer | begin ) compose-sign compose */
static struct node *parse_body(struct parser *parser) {
	if (parser_token(parser)->kind == TOKEN_POINTER) {
		return parse_pointer_tensor(parser);
	}
	bool is_coordinate = parser_at(parser, '(') || parser_at_name(parser, "ArithTuple");
	struct node *begin = parse_begin(parser);
	struct node *layout = parse_rest(parser);
	return is_coordinate ? make_tensor_node(parser, begin, layout) : tensor_shift_layout(parser, begin, layout);
}

struct node *tensor_read(struct parser *parser) {
	struct node *layout = parse_body(parser);
	parser->tensor_end = parser->previous_end;
	return layout;
}

bool tensor_at_printed(struct parser *parser) {
	if (!parser_at_name(parser, "tensor")) {
		return false;
	}
	struct lexer ahead = parser->lexer;
	struct message ignored;
	fault_clear(&ignored.fault);
	ahead.message = &ignored;
	lexer_advance(&ahead);
	if (ahead.token.kind != TOKEN_CHARACTER || ahead.token.character == '<') {
		return ahead.token.kind == TOKEN_CHARACTER;
	}
	lexer_advance(&ahead);
	return ahead.token.kind == TOKEN_POINTER;
}

/* "tensor" "<" body ">" | "tensor" "(" body [ "," "data" "=" anything ] ")" */
struct node *tensor_read_printed(struct parser *parser) {
	size_t begin = parser_token(parser)->span.begin;
	parser_advance(parser);
	bool angles = parser_at(parser, '<');
	parser->lexer.brackets += angles ? 1 : 0;
	parser_advance(parser);
	parser->in_tensor = true;
	struct node *layout = parse_body(parser);
	parser->in_tensor = false;
	parser->lexer.brackets -= angles ? 1 : 0;
	if (!angles && parser_at(parser, ',')) {
		parser_advance(parser);
		if (!parser_at_name(parser, "data")) {
			parser_fail_expected(parser, "data=");
		}
		parser_advance(parser);
		lexer_skip_to_close(&parser->lexer);
	}
	if (angles || parser_token(parser)->kind != TOKEN_END) {
		parser_expect(parser, angles ? '>' : ')');
	}
	parser->tensor_end = parser->previous_end;
	layout->span = (struct span){ begin, parser->previous_end };
	return layout;
}
