/* Lists, tuples, integers and arguments. */
#include "lang/parser.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "lang/octal.h"

enum { PLAIN_DIGITS = 18 }; /* any integer of so many digits fits 64 bits */

/* Record that a comma or "closing" was expected behind the last child of "list". */
static void fail_separator(struct parser *parser, const struct node *list, char closing) {
	const struct token next = *parser_token(parser);
	const struct node *last = list->last_child;
	char what[16];
	snprintf(what, sizeof what, "',' or '%c'", closing);
	parser_fail_expected(parser, what);
	if (last->kind == NODE_INT && next.kind == TOKEN_INT) {
		fault_set_hint(&parser->message->fault, "commas separate modes: (%" PRId64 ",%" PRId64 ")",
			last->value, next.value);
	}
}

/* "*" expression, in a tuple of Python */
static struct node *parse_spread(struct parser *parser) {
	struct node *spread = parser_node(parser, NODE_SPREAD, parser_token(parser)->span);
	parser_advance(parser);
	parser_add_child(spread, parse_expression(parser));
	spread->span.end = parser->previous_end;
	return spread;
}

/*
 * opening-character [ item { ("," | ";") item } [","] ] closing-character, where an item is an expression, or in a
 * tuple "*" expression
 */
void parse_list(struct parser *parser, struct node *list, char opening, char closing) {
	/* The lexer cannot tell "<" from a bracket; inside it newlines do not count either. */
	if (opening == '<') {
		parser->lexer.brackets++;
	}
	bool in_choice = parser->in_choice;
	bool in_angles = parser->in_angles;
	parser->in_choice = false;
	parser->in_angles = opening == '<';
	parser_expect(parser, opening);
	while (!parser_at(parser, closing) && parser_token(parser)->kind != TOKEN_END) {
		parser_add_child(list, list->kind == NODE_TUPLE && parser->lexer.floor_division && parser_at(parser, '*')
			? parse_spread(parser) : parse_expression(parser));
		while (opening == '<' && (parser_at_reference(parser) || parser_at_name(parser, "const"))) {
			parser_advance(parser);
		}
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
	parser->in_choice = in_choice;
	parser->in_angles = in_angles;
	parser_expect(parser, closing);
	list->span.end = parser->previous_end;
}

/*
 * Digits from "*offset" on as a node, and "*offset" behind them; NULL where there are none, too many to be sure, or
 * octal ones.
 */
static struct node *parse_digits(struct parser *parser, struct str text, size_t *offset) {
	size_t begin = *offset;
	size_t end = begin;
	int64_t value = 0;
	for (; end < text.length && str_is_digit(text.data[end]); end++) {
		if (end - begin == PLAIN_DIGITS) {
			return NULL;
		}
		value = value * 10 + (text.data[end] - '0');
	}
	*offset = end;
	bool is_sure = end > begin && !digits_are_octal((struct str){ text.data + begin, end - begin });
	struct node *node = is_sure ? parser_integer(parser, value, (struct span){ begin, end }) : NULL;
	if (node != NULL) {
		node->integer = NODE_INTEGER_AS_IS; /* the user wrote it */
	}
	return node;
}

/*
 * "(" item { "," item } ")" at "*offset", where an item is digits or such a tuple again, as most tuples are written:
 * the same nodes without a token for each character. Returns NULL where the text goes on in another way, or more than
 * "depth" deep.
 */
static struct node *parse_plain_tuple(struct parser *parser, struct str text, size_t *offset, int depth) {
	struct node *tuple = parser_node(parser, NODE_TUPLE, (struct span){ *offset, *offset });
	struct node **link = &tuple->first_child;
	for (char c = ','; c == ','; link = &tuple->last_child->next) {
		size_t begin = ++*offset;
		bool nests = begin < text.length && text.data[begin] == '(' && depth > 1;
		*link = nests ? parse_plain_tuple(parser, text, offset, depth - 1) : parse_digits(parser, text, offset);
		c = *offset < text.length ? text.data[*offset] : '\0';
		if (*link == NULL || (c != ',' && c != ')')) {
			return NULL;
		}
		tuple->last_child = *link;
		tuple->child_count++;
	}
	tuple->span.end = ++*offset;
	tuple->of_integers = true;
	tuple->is_group = tuple->child_count == 1;
	return tuple;
}

/* Whether a comma stands in "source" between "begin" and "end", as behind the only mode of a tuple. */
static bool ends_with_comma(const struct source *source, size_t begin, size_t end) {
	return begin < end && memchr(source->text.data + begin, ',', end - begin) != NULL;
}

/* Whether all modes of "tuple" are integers, or tuples of integers. */
static bool has_only_integers(const struct node *tuple) {
	for (const struct node *child = tuple->first_child; child != NULL; child = child->next) {
		if (!child->of_integers) {
			return false;
		}
	}
	return true;
}

/* "(" list ")" | "<" list ">" | "[" list "]" ; "(" expression ")" groups if the expression has an infix operator */
struct node *parse_tuple(struct parser *parser, char opening, char closing) {
	struct span span = parser_token(parser)->span;
	if (!parser_enter(parser)) {
		return parser_node(parser, NODE_TUPLE, span);
	}
	size_t offset = span.begin;
	struct node *tuple = opening != '(' ? NULL
		: parse_plain_tuple(parser, parser->lexer.source->text, &offset, LIMIT_NESTING - parser->nesting + 1);
	if (tuple != NULL) {
		parser->previous_end = offset;
		lexer_close(&parser->lexer, offset);
		parser_leave(parser);
		return tuple;
	}
	tuple = parser_node(parser, NODE_TUPLE, span);
	parse_list(parser, tuple, opening, closing);
	parser_leave(parser);
	tuple->of_integers = has_only_integers(tuple);
	tuple->is_bare = true;
	struct node *only = tuple->first_child;
	bool comma = tuple->child_count == 1 && ends_with_comma(parser->lexer.source, only->span.end, tuple->span.end);
	tuple->is_group = closing == ')' && tuple->child_count == 1 && !comma;
	bool groups = tuple->is_group
		&& (only->kind == NODE_COMPOSE || only->kind == NODE_EQUAL || only->kind == NODE_ARITHMETIC
			|| only->kind == NODE_CHOICE || only->kind == NODE_COMPARE || only->kind == NODE_LOGIC);
	if (groups) {
		only->is_group = true;
	}
	if (groups && only->kind != NODE_COMPOSE) {
		/* So that (a + b) * c is quoted with all its brackets. */
		only->span = tuple->span;
	}
	return groups ? only : tuple;
}

/* { "-" }: whether that makes an integer negative */
static bool parse_signs(struct parser *parser) {
	bool negative = false;
	while (parser_at(parser, '-')) {
		negative = !negative;
		parser_advance(parser);
	}
	return negative;
}

/* {"-"} integer */
int64_t parse_signed_int(struct parser *parser) {
	bool negative = parse_signs(parser);
	if (parser_token(parser)->kind != TOKEN_INT) {
		parser_fail_expected(parser, "an integer");
		return 0;
	}
	int64_t value = parser_token(parser)->value;
	parser_advance(parser);
	return negative ? -value : value;
}

/* { "i64" | "div" "=" integer } "}" behind the brace at which the parser is: what is known of "node" */
static void parse_known(struct parser *parser, struct node *node) {
	parser_advance(parser);
	while (!parser_at(parser, '}') && parser_token(parser)->kind != TOKEN_END) {
		bool wide = parser_at_name(parser, "i64");
		if (!wide && !parser_at_name(parser, "div")) {
			parser_fail_expected(parser, "div= or i64");
			return;
		}
		parser_advance(parser);
		node->wide = node->wide || wide;
		if (!wide) {
			parser_expect(parser, '=');
			struct span span = parser_token(parser)->span;
			node->value = parse_signed_int(parser);
			if (node->value < 0 || node->value > UINT32_MAX) {
				parser_fail(parser, FAULT_LIMIT, span, "a divisor is from 0 to 4294967295");
			}
		}
	}
	parser_expect(parser, '}');
}

/* "?" [ "{" { "i64" | "div" "=" integer } "}" ], an integer that is known at run time only */
static struct node *parse_unknown(struct parser *parser) {
	struct node *node = parser_node(parser, NODE_UNKNOWN, parser_token(parser)->span);
	node->value = 1;
	parser_advance(parser);
	if (parser_at(parser, '{')) {
		parse_known(parser, node);
	}
	return node;
}

/* integer [ "{" "}" ] */
static struct node *parse_known_integer(struct parser *parser) {
	struct node *node = parser_node(parser, NODE_INT, parser_token(parser)->span);
	bool negative = parse_signs(parser);
	struct str digits = parser_token(parser)->text;
	bool is_type = str_starts_with(digits, "_") || str_ends_with(digits, "_c");
	node->integer = is_type ? NODE_INTEGER_STATIC : NODE_INTEGER_AS_IS;
	node->value = parse_signed_int(parser) * (negative ? -1 : 1);
	if (parser_at(parser, '{')) {
		parser_advance(parser);
		parser_expect(parser, '}');
	}
	return node;
}

/* { "@" integer } behind the integer "node" */
struct node *parse_basis(struct parser *parser, struct node *node) {
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

/* ( integer [ "{" "}" ] | unknown ) { "@" integer } */
struct node *parse_integer(struct parser *parser) {
	struct node *node = parser_at(parser, '?') ? parse_unknown(parser) : parse_known_integer(parser);
	node->span.end = parser->previous_end;
	return parse_basis(parser, node);
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
	bool in_choice = parser->in_choice;
	bool in_angles = parser->in_angles;
	parser->in_choice = false;
	parser->in_angles = false;
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
	parser->in_choice = in_choice;
	parser->in_angles = in_angles;
	parser_expect(parser, ')');
	call->span.end = parser->previous_end;
	parser_leave(parser);
}
