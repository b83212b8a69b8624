#include "lang/parse.h"

#include <stdio.h>

#include "base/limits.h"
#include "lang/lex.h"

/*
 * Functions are named after the production that they read; it stands above each. The present token is
 * "parser->lexer.token". After a fault every token is TOKEN_END, so that all loops end; the nodes returned then are of
 * no use, but never NULL.
 */
struct parser {
	struct arena *arena;
	struct lexer lexer;
	struct message *message;
	size_t previous_end;   /* where the token before the present one ends */
	int nesting;
};

static struct node *parse_expression(struct parser *parser);

static const struct token *present(const struct parser *parser) {
	return &parser->lexer.token;
}

static void advance(struct parser *parser) {
	parser->previous_end = present(parser)->span.end;
	lexer_advance(&parser->lexer);
}

static bool is_character(const struct parser *parser, char c) {
	return present(parser)->kind == TOKEN_CHARACTER && present(parser)->character == c;
}

static bool is_name(const struct parser *parser, const char *name) {
	return present(parser)->kind == TOKEN_NAME && str_is(present(parser)->text, name);
}

/* What the present token is called in a message. */
static void describe_token(const struct token *token, char *text, size_t size) {
	if (token->kind == TOKEN_END) {
		snprintf(text, size, "the end");
	} else if (token->kind == TOKEN_SEPARATOR && token->character == '\n') {
		snprintf(text, size, "the end of the line");
	} else {
		snprintf(text, size, "'%.*s'", token->text.length > 40 ? 40 : (int)token->text.length, token->text.data);
	}
}

/* Record a fault at "span" and stop the lexer. */
static void fail(struct parser *parser, enum fault_code code, struct span span, const char *sentence) {
	if (!fault_is_set(&parser->message->fault)) {
		fault_set(&parser->message->fault, code, 0, "%s", sentence);
		parser->message->span = span;
	}
	parser->lexer.offset = parser->lexer.source->text.length;
	parser->lexer.token.kind = TOKEN_END;
}

static void fail_expected(struct parser *parser, const char *what) {
	char saw[64];
	char sentence[160];
	describe_token(present(parser), saw, sizeof saw);
	snprintf(sentence, sizeof sentence, "expected %s, saw %s", what, saw);
	fail(parser, FAULT_SYNTAX, present(parser)->span, sentence);
}

/* Step over the character "c", or fail. */
static void expect(struct parser *parser, char c) {
	if (is_character(parser, c)) {
		advance(parser);
		return;
	}
	char what[4] = { '\'', c, '\'', '\0' };
	fail_expected(parser, what);
}

static struct node *new_node(struct parser *parser, enum node_kind kind, struct span span) {
	struct node *node = arena_alloc(parser->arena, sizeof *node);
	node->kind = kind;
	node->span = span;
	return node;
}

static void add_child(struct node *parent, struct node *child) {
	if (parent->last_child == NULL) {
		parent->first_child = child;
	} else {
		parent->last_child->next = child;
	}
	parent->last_child = child;
	parent->child_count++;
	if (child->span.end > parent->span.end) {
		parent->span.end = child->span.end;
	}
	if (child->span.begin < parent->span.begin) {
		parent->span.begin = child->span.begin;
	}
}

/* One level deeper; false beyond the limit. Each call is paired with leave. */
static bool enter(struct parser *parser) {
	if (++parser->nesting > LIMIT_NESTING) {
		fail(parser, FAULT_LIMIT, present(parser)->span, "brackets nested more than 64 deep");
		return false;
	}
	return true;
}

static void leave(struct parser *parser) {
	parser->nesting--;
}

/* opening-character [ expression { ("," | ";") expression } [","] ] closing-character */
static void parse_list(struct parser *parser, struct node *list, char opening, char closing) {
	/* The lexer cannot tell "<" from a bracket; inside it newlines do not count either. */
	if (opening == '<') {
		parser->lexer.brackets++;
	}
	expect(parser, opening);
	while (!is_character(parser, closing) && present(parser)->kind != TOKEN_END) {
		add_child(list, parse_expression(parser));
		if (is_character(parser, closing)) {
			break;
		}
		if (closing == ']' && is_character(parser, ';')) {
			advance(parser);
		} else {
			if (!is_character(parser, ',')) {
				char what[16];
				snprintf(what, sizeof what, "',' or '%c'", closing);
				fail_expected(parser, what);
			}
			advance(parser);
		}
	}
	if (opening == '<') {
		parser->lexer.brackets--;
	}
	expect(parser, closing);
	list->span.end = parser->previous_end;
}

/* "(" list ")" | "<" list ">" | "[" list "]" ; "(" expression ")" groups if the expression has an infix operator */
static struct node *parse_tuple(struct parser *parser, char opening, char closing) {
	struct node *tuple = new_node(parser, NODE_TUPLE, present(parser)->span);
	if (!enter(parser)) {
		return tuple;
	}
	parse_list(parser, tuple, opening, closing);
	leave(parser);
	struct node *only = tuple->first_child;
	bool groups = closing == ')' && tuple->child_count == 1
		&& (only->kind == NODE_COMPOSE || only->kind == NODE_EQUAL);
	return groups ? only : tuple;
}

/* ["-"] integer */
static int64_t parse_signed_int(struct parser *parser) {
	bool negative = false;
	while (is_character(parser, '-')) {
		negative = !negative;
		advance(parser);
	}
	if (present(parser)->kind != TOKEN_INT) {
		fail_expected(parser, "an integer");
		return 0;
	}
	int64_t value = present(parser)->value;
	advance(parser);
	return negative ? -value : value;
}

/* integer { "@" integer } */
static struct node *parse_integer(struct parser *parser) {
	struct node *node = new_node(parser, NODE_INT, present(parser)->span);
	node->value = parse_signed_int(parser);
	node->span.end = parser->previous_end;
	struct node *basis = NULL;
	while (is_character(parser, '@')) {
		advance(parser);
		if (basis == NULL) {
			basis = new_node(parser, NODE_BASIS, node->span);
			add_child(basis, node);
		}
		struct token index = *present(parser);
		if (index.kind != TOKEN_INT) {
			fail_expected(parser, "the index of a basis");
			return basis;
		}
		if (basis->basis_depth == LIMIT_BASIS_DEPTH || index.value > LIMIT_BASIS_INDEX) {
			fail(parser, FAULT_LIMIT, index.span, "a basis has at most 6 indices, each at most 255");
			return basis;
		}
		basis->basis[basis->basis_depth++] = (int)index.value;
		basis->span.end = index.span.end;
		advance(parser);
	}
	return basis != NULL ? basis : node;
}

/* "<" list ">" [ "{" "}" | "(" ")" ] into the children of a node of "kind" */
static struct node *parse_template(struct parser *parser, enum node_kind kind, struct span name) {
	struct node *node = new_node(parser, kind, name);
	if (!enter(parser)) {
		return node;
	}
	parse_list(parser, node, '<', '>');
	leave(parser);
	if (is_character(parser, '{')) {
		advance(parser);
		expect(parser, '}');
		node->span.end = parser->previous_end;
	}
	return node;
}

/* A C++ type with its arguments: what CuTe C++ writes for integers, tuples, layouts and swizzles. */
static struct node *parse_type(struct parser *parser, struct token name) {
	if (str_is(name.text, "Int") || str_is(name.text, "C")) {
		struct node *node = parse_template(parser, NODE_TUPLE, name.span);
		struct node *value = node->first_child;
		if (node->child_count != 1 || value->kind != NODE_INT) {
			fail(parser, FAULT_SYNTAX, node->span, "expected one integer in Int<...>");
			return node;
		}
		value->span = node->span;
		return value;
	}
	if (str_is(name.text, "Layout")) {
		struct node *node = parse_template(parser, NODE_LAYOUT, name.span);
		if (node->child_count == 1) {
			node->kind = NODE_CALL;
			node->text = str_from("make_layout");
		} else if (node->child_count != 2) {
			fail(parser, FAULT_SYNTAX, node->span, "expected Layout<Shape> or Layout<Shape,Stride>");
		}
		return node;
	}
	if (str_is(name.text, "Sw") || str_is(name.text, "Swizzle")) {
		struct node *node = parse_template(parser, NODE_SWIZZLE, name.span);
		if (node->child_count != 3) {
			fail(parser, FAULT_SYNTAX, node->span, "expected three integers in Sw<B,M,S>");
		}
		return node;
	}
	static const char *const tuples[] = { "Shape", "Stride", "Step", "Coord", "Tile", "tuple", "Tiler" };
	for (size_t i = 0; i < sizeof tuples / sizeof tuples[0]; i++) {
		if (str_is(name.text, tuples[i])) {
			return parse_template(parser, NODE_TUPLE, name.span);
		}
	}
	fail(parser, FAULT_NAME, name.span, "no such type; Int, Shape, Stride, Layout, Tile and Swizzle are known");
	return new_node(parser, NODE_TUPLE, name.span);
}

/* [ name "=" ] expression */
static struct node *parse_argument(struct parser *parser) {
	if (present(parser)->kind != TOKEN_NAME) {
		return parse_expression(parser);
	}
	struct lexer saved = parser->lexer;
	struct token name = *present(parser);
	advance(parser);
	if (!is_character(parser, '=')) {
		if (!fault_is_set(&parser->message->fault)) {
			parser->lexer = saved;
		}
		return parse_expression(parser);
	}
	advance(parser);
	struct node *value = parse_expression(parser);
	value->keyword = name.text;
	return value;
}

/* "(" [ argument { "," argument } [","] ] ")" into the children of "call" */
static void parse_arguments(struct parser *parser, struct node *call) {
	if (!enter(parser)) {
		return;
	}
	expect(parser, '(');
	while (!is_character(parser, ')') && present(parser)->kind != TOKEN_END) {
		if (call->child_count > LIMIT_ARGUMENTS) {
			fail(parser, FAULT_LIMIT, present(parser)->span, "a call of more than 64 arguments");
			break;
		}
		add_child(call, parse_argument(parser));
		if (is_character(parser, ')')) {
			break;
		}
		if (!is_character(parser, ',')) {
			fail_expected(parser, "',' or ')'");
		}
		advance(parser);
	}
	expect(parser, ')');
	call->span.end = parser->previous_end;
	leave(parser);
}

/* name | name arguments | type */
static struct node *parse_name(struct parser *parser) {
	struct token name = *present(parser);
	advance(parser);
	if (is_character(parser, '<')) {
		return parse_type(parser, name);
	}
	if (is_character(parser, '(')) {
		struct node *call = new_node(parser, NODE_CALL, name.span);
		call->text = name.text;
		parse_arguments(parser, call);
		return call;
	}
	struct node *node = new_node(parser, NODE_NAME, name.span);
	node->text = name.text;
	return node;
}

/* integer | "_" | string | name ... | tuple */
static struct node *parse_primary(struct parser *parser) {
	const struct token *token = present(parser);
	struct node *node = new_node(parser, NODE_UNDERSCORE, token->span);
	switch (token->kind) {
	case TOKEN_INT:
		return parse_integer(parser);
	case TOKEN_UNDERSCORE:
		advance(parser);
		return node;
	case TOKEN_STRING:
		node->kind = NODE_STRING;
		node->text = token->text;
		advance(parser);
		return node;
	case TOKEN_NAME:
		return parse_name(parser);
	default:
		break;
	}
	if (is_character(parser, '-')) {
		return parse_integer(parser);
	}
	if (is_character(parser, '(')) {
		return parse_tuple(parser, '(', ')');
	}
	if (is_character(parser, '<')) {
		return parse_tuple(parser, '<', '>');
	}
	if (is_character(parser, '[')) {
		return parse_tuple(parser, '[', ']');
	}
	fail_expected(parser, "an expression");
	return node;
}

/* primary [ ":" primary ] { arguments } */
static struct node *parse_operand(struct parser *parser) {
	struct node *operand = parse_primary(parser);
	if (is_character(parser, ':')) {
		advance(parser);
		struct node *layout = new_node(parser, NODE_LAYOUT, operand->span);
		add_child(layout, operand);
		add_child(layout, parse_primary(parser));
		operand = layout;
	}
	int applications = 0;
	while (is_character(parser, '(')) {
		if (++applications > LIMIT_NESTING) {
			fail(parser, FAULT_LIMIT, present(parser)->span, "more than 64 evaluations in a row");
			break;
		}
		struct node *apply = new_node(parser, NODE_APPLY, operand->span);
		add_child(apply, operand);
		parse_arguments(parser, apply);
		operand = apply;
	}
	return operand;
}

/* operand { ("o" | "∘") operand } */
static struct node *parse_compose(struct parser *parser) {
	struct node *operand = parse_operand(parser);
	struct node *compose = NULL;
	while (is_name(parser, "o") || present(parser)->kind == TOKEN_COMPOSE) {
		advance(parser);
		if (compose == NULL) {
			compose = new_node(parser, NODE_COMPOSE, operand->span);
			add_child(compose, operand);
		}
		if (compose->child_count > LIMIT_ARGUMENTS) {
			fail(parser, FAULT_LIMIT, present(parser)->span, "a composition of more than 64 operands");
			break;
		}
		add_child(compose, parse_operand(parser));
	}
	return compose != NULL ? compose : operand;
}

/* compose [ "==" compose ] */
static struct node *parse_expression(struct parser *parser) {
	struct node *left = parse_compose(parser);
	if (present(parser)->kind != TOKEN_EQUAL) {
		return left;
	}
	advance(parser);
	struct node *equal = new_node(parser, NODE_EQUAL, left->span);
	add_child(equal, left);
	add_child(equal, parse_compose(parser));
	return equal;
}

/* [ name "=" ] expression */
static struct node *parse_statement(struct parser *parser) {
	struct node *expression = parse_expression(parser);
	if (!is_character(parser, '=')) {
		return expression;
	}
	if (expression->kind != NODE_NAME) {
		fail_expected(parser, "a name before '='");
		return expression;
	}
	struct node *bind = new_node(parser, NODE_BIND, expression->span);
	bind->text = expression->text;
	advance(parser);
	add_child(bind, parse_expression(parser));
	return bind;
}

/* { separator } [ statement { separator { separator } statement } ] */
struct node *parse_program(struct arena *arena, const struct source *source, struct message *message) {
	struct parser parser = { .arena = arena, .message = message };
	struct node *first = NULL;
	struct node **link = &first;
	int statements = 0;
	lexer_init(&parser.lexer, source, message);
	for (;;) {
		while (present(&parser)->kind == TOKEN_SEPARATOR) {
			advance(&parser);
		}
		if (present(&parser)->kind == TOKEN_END) {
			return first;
		}
		if (++statements > LIMIT_STATEMENTS) {
			fail(&parser, FAULT_LIMIT, present(&parser)->span, "a program of more than 4096 statements");
			return first;
		}
		*link = parse_statement(&parser);
		link = &(*link)->next;
		if (present(&parser)->kind != TOKEN_SEPARATOR && present(&parser)->kind != TOKEN_END) {
			fail_expected(&parser, "an operator, ';' or the end of the line");
		}
	}
}
