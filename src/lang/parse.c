#include "lang/parse.h"

#include <stdio.h>

#include "base/limits.h"
#include "lang/parser.h"

/* Record that a comma or "closing" was expected behind the last child of "list". */
static void fail_separator(struct parser *parser, const struct node *list, char closing) {
	const struct token next = *parser_token(parser);
	const struct node *last = list->last_child;
	char what[16];
	snprintf(what, sizeof what, "',' or '%c'", closing);
	parser_fail_expected(parser, what);
	if (last->kind == NODE_INT && next.kind == TOKEN_INT) {
		fault_set_hint(&parser->message->fault, "commas separate modes: (%lld,%lld)", (long long)last->value,
			(long long)next.value);
	}
}

/* opening-character [ expression { ("," | ";") expression } [","] ] closing-character */
void parse_list(struct parser *parser, struct node *list, char opening, char closing) {
	/* The lexer cannot tell "<" from a bracket; inside it newlines do not count either. */
	if (opening == '<') {
		parser->lexer.brackets++;
	}
	parser_expect(parser, opening);
	while (!parser_at(parser, closing) && parser_token(parser)->kind != TOKEN_END) {
		parser_add_child(list, parse_expression(parser));
		if (parser_at(parser, closing)) {
			break;
		}
		if (closing == ']' && parser_at(parser, ';')) {
			parser_advance(parser);
		} else {
			if (!parser_at(parser, ',')) {
				fail_separator(parser, list, closing);
			}
			parser_advance(parser);
		}
	}
	if (opening == '<') {
		parser->lexer.brackets--;
	}
	parser_expect(parser, closing);
	list->span.end = parser->previous_end;
}

/* "(" list ")" | "<" list ">" | "[" list "]" ; "(" expression ")" groups if the expression has an infix operator */
struct node *parse_tuple(struct parser *parser, char opening, char closing) {
	struct node *tuple = parser_node(parser, NODE_TUPLE, parser_token(parser)->span);
	if (!parser_enter(parser)) {
		return tuple;
	}
	parse_list(parser, tuple, opening, closing);
	parser_leave(parser);
	struct node *only = tuple->first_child;
	bool groups = closing == ')' && tuple->child_count == 1
		&& (only->kind == NODE_COMPOSE || only->kind == NODE_SHIFT || only->kind == NODE_EQUAL);
	return groups ? only : tuple;
}

/* ["-"] integer */
int64_t parse_signed_int(struct parser *parser) {
	bool negative = false;
	while (parser_at(parser, '-')) {
		negative = !negative;
		parser_advance(parser);
	}
	if (parser_token(parser)->kind != TOKEN_INT) {
		parser_fail_expected(parser, "an integer");
		return 0;
	}
	int64_t value = parser_token(parser)->value;
	parser_advance(parser);
	return negative ? -value : value;
}

static struct node *parse_primary(struct parser *parser);

/* "*" basis behind the integer "value", as C++ and Python write value@i */
static struct node *parse_multiple(struct parser *parser, struct node *value) {
	parser_advance(parser);
	struct span span = parser_token(parser)->span;
	struct node *basis = parser_token(parser)->kind == TOKEN_NAME ? parse_primary(parser) : value;
	if (basis->kind != NODE_BASIS || basis->first_child->value != 1) {
		parser_fail(parser, FAULT_SYNTAX, span, "expected a basis such as E<0>{} behind '*'");
		fault_set_hint(&parser->message->fault, "there is no other arithmetic; product((4,8)) is 32");
		return value;
	}
	basis->first_child->value = value->value;
	basis->span.begin = value->span.begin;
	return basis;
}

/* integer [ "{" "}" ] [ "*" basis ] | integer { "@" integer } */
static struct node *parse_integer(struct parser *parser) {
	struct node *node = parser_node(parser, NODE_INT, parser_token(parser)->span);
	node->value = parse_signed_int(parser);
	if (parser_at(parser, '{')) {
		parser_advance(parser);
		parser_expect(parser, '}');
	}
	node->span.end = parser->previous_end;
	if (parser_at(parser, '*')) {
		return parse_multiple(parser, node);
	}
	struct node *basis = NULL;
	while (parser_at(parser, '@')) {
		parser_advance(parser);
		if (basis == NULL) {
			basis = parser_node(parser, NODE_BASIS, node->span);
			parser_add_child(basis, node);
		}
		struct token index = *parser_token(parser);
		if (index.kind != TOKEN_INT) {
			parser_fail_expected(parser, "the index of a basis");
			return basis;
		}
		if (basis->basis_depth == LIMIT_BASIS_DEPTH || index.value > LIMIT_BASIS_INDEX) {
			parser_fail(parser, FAULT_LIMIT, index.span, "a basis has at most 6 indices, each at most 255");
			return basis;
		}
		basis->basis[basis->basis_depth++] = (uint8_t)index.value;
		basis->span.end = index.span.end;
		parser_advance(parser);
	}
	return basis != NULL ? basis : node;
}

/* [ name "=" ] expression */
static struct node *parse_argument(struct parser *parser) {
	if (parser_token(parser)->kind != TOKEN_NAME) {
		return parse_expression(parser);
	}
	struct lexer saved = parser->lexer;
	struct token name = *parser_token(parser);
	parser_advance(parser);
	if (!parser_at(parser, '=')) {
		if (!fault_is_set(&parser->message->fault)) {
			parser->lexer = saved;
		}
		return parse_expression(parser);
	}
	parser_advance(parser);
	struct node *value = parse_expression(parser);
	value->keyword = name.text;
	return value;
}

/* "(" [ argument { "," argument } [","] ] ")" into the children of "call" */
void parse_arguments(struct parser *parser, struct node *call) {
	if (!parser_enter(parser)) {
		return;
	}
	parser_expect(parser, '(');
	int arguments = 0;
	while (!parser_at(parser, ')') && parser_token(parser)->kind != TOKEN_END) {
		if (++arguments > LIMIT_ARGUMENTS) {
			parser_fail(parser, FAULT_LIMIT, parser_token(parser)->span, "a call of more than 64 arguments");
			break;
		}
		parser_add_child(call, parse_argument(parser));
		if (parser_at(parser, ')')) {
			break;
		}
		if (!parser_at(parser, ',')) {
			parser_fail_expected(parser, "',' or ')'");
		}
		parser_advance(parser);
	}
	parser_expect(parser, ')');
	call->span.end = parser->previous_end;
	parser_leave(parser);
}

/* f(L, mode=[i, j]), as Python writes mode numbers, is f(L, i, j). */
static struct node *spread_modes(struct parser *parser, struct node *call) {
	struct node *last = call->last_child;
	if (last == NULL || last->kind != NODE_TUPLE || !str_is(last->keyword, "mode") || call->child_count != 2
			|| last->child_count == 0) {
		return call;
	}
	struct node *spread = parser_node(parser, NODE_CALL, call->span);
	spread->text = call->text;
	call->first_child->next = NULL;
	parser_add_child(spread, call->first_child);
	struct node *next = last->first_child;
	while (next != NULL) {
		struct node *mode = next;
		next = mode->next;
		mode->next = NULL;
		parser_add_child(spread, mode);
	}
	return spread;
}

/* What the notations make of the name in "node" and what "form" says stands behind it; NULL if it is not theirs. */
static struct node *read_word(struct parser *parser, struct node *node, enum word_form form) {
	for (const struct notation *const *notation = parser->notations; *notation != NULL; notation++) {
		for (const struct word *word = (*notation)->words; word != NULL && word->name != NULL; word++) {
			struct node *read = NULL;
			if (word->form == form && word->name[0] == node->text.data[0] && str_is(node->text, word->name)) {
				read = word->read(parser, node, word);
			}
			if (read != NULL) {
				return read;
			}
		}
	}
	return NULL;
}

/* name | name arguments | name "<" ..., which a notation reads */
static struct node *parse_name(struct parser *parser) {
	struct token name = *parser_token(parser);
	struct node *node = parser_node(parser, NODE_NAME, name.span);
	node->text = name.text;
	parser_advance(parser);
	enum word_form form = parser_at(parser, '<') ? WORD_TYPE : parser_at(parser, '(') ? WORD_CALL : WORD_ALONE;
	if (form == WORD_CALL) {
		node->kind = NODE_CALL;
		parse_arguments(parser, node);
	}
	struct node *read = read_word(parser, node, form);
	if (read == NULL && form == WORD_TYPE) {
		parser_fail(parser, FAULT_NAME, name.span,
			"no such type; Int, Shape, Stride, Layout, Tile and Swizzle are known");
	}
	node = read != NULL ? read : node;
	return node->kind == NODE_CALL && form == WORD_CALL ? spread_modes(parser, node) : node;
}

/* integer | "_" | string | name ... | tuple | what a notation begins otherwise */
static struct node *parse_primary(struct parser *parser) {
	if (parser_token(parser)->kind == TOKEN_INT) {
		return parse_integer(parser);
	}
	for (const struct notation *const *notation = parser->notations; *notation != NULL; notation++) {
		if ((*notation)->at != NULL && (*notation)->at(parser)) {
			return (*notation)->read(parser);
		}
	}
	const struct token *token = parser_token(parser);
	struct node *node = parser_node(parser, NODE_UNDERSCORE, token->span);
	switch (token->kind) {
	case TOKEN_UNDERSCORE:
		parser_advance(parser);
		return node;
	case TOKEN_STRING:
		node->kind = NODE_STRING;
		node->text = token->text;
		parser_advance(parser);
		return node;
	case TOKEN_NAME:
		return parse_name(parser);
	default:
		break;
	}
	if (parser_at(parser, '-')) {
		return parse_integer(parser);
	}
	if (parser_at(parser, '(')) {
		return parse_tuple(parser, '(', ')');
	}
	if (parser_at(parser, '<')) {
		return parse_tuple(parser, '<', '>');
	}
	if (parser_at(parser, '[')) {
		return parse_tuple(parser, '[', ']');
	}
	parser_fail_expected(parser, "an expression");
	return node;
}

/* "." ("shape" | "stride") [ "(" ")" ] behind "operand", as C++ and Python write shape(L) and stride(L) */
static struct node *parse_member(struct parser *parser, struct node *operand) {
	parser_advance(parser);
	struct token name = *parser_token(parser);
	if (!parser_at_name(parser, "shape") && !parser_at_name(parser, "stride")) {
		parser_fail_expected(parser, "shape or stride");
		return operand;
	}
	struct node *call = parser_node(parser, NODE_CALL, name.span);
	call->text = name.text;
	parser_add_child(call, operand);
	parser_advance(parser);
	if (parser_at(parser, '(')) {
		struct token next = parser_next_token(parser);
		if (next.kind == TOKEN_CHARACTER && next.character == ')') {
			parser_advance(parser);
			parser_advance(parser);
		}
	}
	call->span.end = parser->previous_end;
	return call;
}

/* primary [ ":" primary ] { arguments | member }; the ":" behind a printed tensor begins the table of its values */
static struct node *parse_operand(struct parser *parser) {
	struct node *operand = parse_primary(parser);
	if (parser_at(parser, ':') && (parser->tensor_end == 0 || parser->tensor_end != parser->previous_end)) {
		parser_advance(parser);
		struct node *layout = parser_node(parser, NODE_LAYOUT, operand->span);
		parser_add_child(layout, operand);
		parser_add_child(layout, parse_primary(parser));
		operand = layout;
	}
	int applications = 0;
	while (parser_at(parser, '(') || parser_at(parser, '.')) {
		if (++applications > LIMIT_NESTING) {
			parser_fail(parser, FAULT_LIMIT, parser_token(parser)->span, "more than 64 evaluations in a row");
			break;
		}
		if (parser_at(parser, '.')) {
			operand = parse_member(parser, operand);
			continue;
		}
		struct node *apply = parser_node(parser, NODE_APPLY, operand->span);
		parser_add_child(apply, operand);
		parse_arguments(parser, apply);
		operand = apply;
	}
	return operand;
}

/* A swizzle or a layout in parentheses of its own, as tensor-layouts prints the first operand of a composition. */
static bool is_map_in_parentheses(const struct node *node) {
	const struct node *only = node->first_child;
	return node->kind == NODE_TUPLE && node->child_count == 1
		&& (only->kind == NODE_SWIZZLE || only->kind == NODE_LAYOUT
			|| (only->kind == NODE_CALL && str_is(only->text, "make_swizzle")));
}

/* "(" expression ")" | "{" integer "}" : an operand behind a map in parentheses, where parentheses only group */
static struct node *parse_grouped_operand(struct parser *parser) {
	if (parser_at(parser, '{')) {
		parser_advance(parser);
		struct node *offset = parse_integer(parser);
		parser_expect(parser, '}');
		return offset;
	}
	struct node *operand = parse_operand(parser);
	return operand->kind == NODE_TUPLE && operand->child_count == 1 ? operand->first_child : operand;
}

/* compose-sign = "o" | "∘" */
static bool skip_compose_sign(struct parser *parser) {
	if (!parser_at_name(parser, "o") && parser_token(parser)->kind != TOKEN_COMPOSE) {
		return false;
	}
	parser_advance(parser);
	return true;
}

/* integer "+" compose, where "offset" is the integer */
static struct node *parse_shift(struct parser *parser, struct node *offset) {
	struct node *shift = parser_node(parser, NODE_SHIFT, offset->span);
	struct span sign = parser_token(parser)->span;
	parser_advance(parser);
	parser_add_child(shift, offset);
	if (parser_enter(parser)) {
		parser_add_child(shift, parse_compose(parser));
		parser_leave(parser);
		if (shift->last_child->kind == NODE_INT) {
			parser_fail(parser, FAULT_SYNTAX, sign, "the language has no arithmetic: integers are written out");
		}
	}
	return shift;
}

/*
 * operand { compose-sign operand } | integer "+" compose
 *
 * "(A) o (B)" and "(A) o {n} o (B)", as tensor-layouts prints them, are the composed layout A o n o B.
 */
struct node *parse_compose(struct parser *parser) {
	struct node *operand = parse_operand(parser);
	struct node *compose = NULL;
	if (operand->kind == NODE_INT && parser_at(parser, '+')) {
		return parse_shift(parser, operand);
	}
	bool grouped = is_map_in_parentheses(operand);
	while (skip_compose_sign(parser)) {
		if (compose == NULL) {
			compose = parser_node(parser, NODE_COMPOSE, operand->span);
			parser_add_child(compose, grouped ? operand->first_child : operand);
		}
		if (compose->child_count == LIMIT_ARGUMENTS) {
			parser_fail(parser, FAULT_LIMIT, parser_token(parser)->span, "a composition of more than 64 operands");
			break;
		}
		parser_add_child(compose, grouped ? parse_grouped_operand(parser) : parse_operand(parser));
	}
	if (compose != NULL && grouped && compose->child_count == 2) {
		struct node *offset = parser_integer(parser, 0, compose->span);
		offset->next = compose->last_child;
		compose->first_child->next = offset;
		compose->child_count = 3;
	}
	return compose != NULL ? compose : operand;
}

/* compose [ "==" compose ] */
struct node *parse_expression(struct parser *parser) {
	struct node *left = parse_compose(parser);
	if (parser_token(parser)->kind != TOKEN_EQUAL) {
		return left;
	}
	parser_advance(parser);
	struct node *equal = parser_node(parser, NODE_EQUAL, left->span);
	parser_add_child(equal, left);
	parser_add_child(equal, parse_compose(parser));
	return equal;
}

/* Step over the words that begin a declaration in C++. */
static void skip_declaration(struct parser *parser) {
	static const char *const words[] = { "auto", "const", "constexpr", "static", "using" };
	for (size_t i = 0; i < sizeof words / sizeof words[0];) {
		if (parser_at_name(parser, words[i]) && parser_next_token(parser).kind == TOKEN_NAME) {
			parser_advance(parser);
			i = 0;
		} else {
			i++;
		}
	}
}

/* Step over the ":" or "=" that stands behind a tensor where a table of its values follows on the next line. */
static void skip_tensor_sign(struct parser *parser) {
	enum token_kind next = parser_next_token(parser).kind;
	if (parser->tensor_end == parser->previous_end && (parser_at(parser, ':') || parser_at(parser, '='))
			&& (next == TOKEN_SEPARATOR || next == TOKEN_END)) {
		parser_advance(parser);
	}
}

/* { "auto" | "const" | ... } [ name "=" ] expression */
static struct node *parse_statement(struct parser *parser) {
	if (parser_token(parser)->kind == TOKEN_NAME) {
		skip_declaration(parser);
	}
	struct node *expression = parse_expression(parser);
	if (parser->tensor_end > 0) {
		skip_tensor_sign(parser);
	}
	if (!parser_at(parser, '=')) {
		return expression;
	}
	if (expression->kind != NODE_NAME) {
		parser_fail_expected(parser, "a name before '='");
		return expression;
	}
	struct node *bind = parser_node(parser, NODE_BIND, expression->span);
	bind->text = expression->text;
	parser_advance(parser);
	parser_add_child(bind, parse_expression(parser));
	return bind;
}

/* { separator } [ statement { separator { separator } statement } ] */
/* Put a remark about a comment that reads as an operand into "message", unless there is a fault. */
static void remark_hidden(const struct lexer *lexer, struct message *message) {
	if (lexer->hidden.end > 0 && !fault_is_set(&message->fault)) {
		fault_set(&message->fault, FAULT_REMARK, 0, "this is a comment: // is no division");
		fault_set_hint(&message->fault, "ceil_div(a,b) divides; a blank in front of // says that a comment is meant");
		message->span = lexer->hidden;
	}
}

struct node *parse_program(struct arena *arena, const struct source *source,
		const struct notation *const *notations, struct message *message) {
	struct parser parser = { .arena = arena, .notations = notations, .message = message };
	struct node *first = NULL;
	struct node **link = &first;
	int statements = 0;
	lexer_init(&parser.lexer, source, message);
	for (;;) {
		while (parser_token(&parser)->kind == TOKEN_SEPARATOR) {
			parser_advance(&parser);
		}
		if (parser_token(&parser)->kind == TOKEN_END) {
			remark_hidden(&parser.lexer, message);
			return first;
		}
		if (++statements > LIMIT_STATEMENTS) {
			parser_fail(&parser, FAULT_LIMIT, parser_token(&parser)->span, "a program of more than 4096 statements");
			return first;
		}
		*link = parse_statement(&parser);
		link = &(*link)->next;
		if (parser_token(&parser)->kind != TOKEN_SEPARATOR && parser_token(&parser)->kind != TOKEN_END) {
			bool comma = parser_at(&parser, ',');
			parser_fail_expected(&parser, "an operator, ';' or the end of the line");
			if (comma) {
				fault_set_hint(&message->fault, "the modes of a tuple stand in parentheses, as in (4,8)");
			}
		}
	}
}
