/* The expressions, from the outside in: statements, conditions, compositions, sums, products, operands, words. */
#include "lang/parse.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "lang/ops/operation.h"
#include "lang/parser.h"

enum { PLAIN_DIGITS = 18 }; /* any integer of so many digits fits 64 bits */

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
	bool in_choice = parser->in_choice;
	bool in_angles = parser->in_angles;
	parser->in_choice = false;
	parser->in_angles = opening == '<';
	parser_expect(parser, opening);
	while (!parser_at(parser, closing) && parser_token(parser)->kind != TOKEN_END) {
		parser_add_child(list, parse_expression(parser));
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
 * digits { "," digits } ")" behind the bracket at which the parser is, as most tuples are written: the same nodes
 * without a token for each character. Returns false, with nothing read, where the text goes on in another way.
 */
static bool parse_plain_integers(struct parser *parser, struct node *tuple) {
	const struct str text = parser->lexer.source->text;
	size_t offset = parser->lexer.offset;
	struct node *first = NULL;
	struct node **link = &first;
	int count = 0;
	for (char c = ','; c == ','; offset++) {
		size_t begin = offset;
		int64_t value = 0;
		for (; offset < text.length && text.data[offset] >= '0' && text.data[offset] <= '9'; offset++) {
			if (offset - begin == PLAIN_DIGITS) {
				return false;
			}
			value = value * 10 + (text.data[offset] - '0');
		}
		c = offset < text.length ? text.data[offset] : '\0';
		if (offset == begin || (c != ',' && c != ')')) {
			return false;
		}
		*link = parser_integer(parser, value, (struct span){ begin, offset });
		tuple->last_child = *link;
		link = &(*link)->next;
		count++;
	}
	tuple->first_child = first;
	tuple->child_count = count;
	tuple->span.end = offset;
	lexer_close(&parser->lexer, offset);
	parser->previous_end = offset;
	return true;
}

/* Whether a comma stands in "source" between "begin" and "end", as behind the only mode of a tuple. */
static bool ends_with_comma(const struct source *source, size_t begin, size_t end) {
	return begin < end && memchr(source->text.data + begin, ',', end - begin) != NULL;
}

/* "(" list ")" | "<" list ">" | "[" list "]" ; "(" expression ")" groups if the expression has an infix operator */
struct node *parse_tuple(struct parser *parser, char opening, char closing) {
	struct node *tuple = parser_node(parser, NODE_TUPLE, parser_token(parser)->span);
	if (!parser_enter(parser)) {
		return tuple;
	}
	if (opening != '(' || !parse_plain_integers(parser, tuple)) {
		tuple->last_child = NULL;
		parse_list(parser, tuple, opening, closing);
	}
	parser_leave(parser);
	struct node *only = tuple->first_child;
	bool comma = tuple->child_count == 1 && tuple->span.end >= 2
		&& ends_with_comma(parser->lexer.source, only->span.end, tuple->span.end);
	bool groups = closing == ')' && tuple->child_count == 1 && !comma
		&& (only->kind == NODE_COMPOSE || only->kind == NODE_EQUAL || only->kind == NODE_ARITHMETIC
			|| only->kind == NODE_CHOICE || only->kind == NODE_COMPARE || only->kind == NODE_LOGIC);
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
static struct node *parse_operand(struct parser *parser);
static struct node *read_word(struct parser *parser, struct node *node, enum word_form form);

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
	node->value = parse_signed_int(parser);
	if (parser_at(parser, '{')) {
		parser_advance(parser);
		parser_expect(parser, '}');
	}
	return node;
}

/* ( integer [ "{" "}" ] | unknown ) { "@" integer } */
static struct node *parse_integer(struct parser *parser) {
	struct node *node = parser_at(parser, '?') ? parse_unknown(parser) : parse_known_integer(parser);
	node->span.end = parser->previous_end;
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

/* [ "{" "}" ], an object of the type in front of it */
static void skip_braces(struct parser *parser) {
	struct token next = parser_at(parser, '{') ? parser_next_token(parser) : *parser_token(parser);
	if (parser_at(parser, '{') && next.kind == TOKEN_CHARACTER && next.character == '}') {
		parser_advance(parser);
		parser_advance(parser);
	}
}

/* Whether a notation reads "name" in front of "<". */
static bool is_type_word(const struct parser *parser, struct str name) {
	for (const struct notation *const *notation = parser->notations; *notation != NULL; notation++) {
		for (const struct word *word = (*notation)->words; word != NULL && word->name != NULL; word++) {
			if (word->form == WORD_TYPE && str_is(name, word->name)) {
				return true;
			}
		}
	}
	return false;
}

/* "typename" or "const" in front of a type */
static bool at_qualifier(const struct parser *parser) {
	if (!parser_at_name(parser, "typename") && !parser_at_name(parser, "const")) {
		return false;
	}
	enum token_kind next = parser_next_token(parser).kind;
	return next == TOKEN_NAME || next == TOKEN_INT;
}

/* name [ "{" "}" ] | name arguments | name "<" ..., which a notation reads */
static struct node *parse_name(struct parser *parser) {
	/* What C++ writes in front of a type and the type does not change with. */
	while (at_qualifier(parser)) {
		parser_advance(parser);
	}
	if (parser_token(parser)->kind == TOKEN_INT) {
		return parse_integer(parser);
	}
	struct token name = *parser_token(parser);
	struct node *node = parser_node(parser, NODE_NAME, name.span);
	node->text = name.text;
	parser_advance(parser);
	/* "a < b" compares; a type has its bracket at its name, or a name that is known. */
	bool adjacent = parser_token(parser)->span.begin == name.span.end || parser->in_angles;
	bool is_type = parser_at(parser, '<') && (adjacent || is_type_word(parser, name.text));
	enum word_form form = is_type ? WORD_TYPE : parser_at(parser, '(') ? WORD_CALL
									   : WORD_ALONE;
	/* Words that are called share names only with operations that make something, as make_tensor does. */
	node->operation = form == WORD_CALL ? operation_find(name.text) : NULL;
	bool is_word = node->operation == NULL || name.text.data[0] == 'm';

	struct node *read = is_word && form == WORD_CALL ? read_word(parser, node, WORD_OPAQUE) : NULL;
	if (read != NULL) {
		return read;
	}
	if (form == WORD_CALL) {
		node->kind = NODE_CALL;
		parse_arguments(parser, node);
	}
	read = is_word ? read_word(parser, node, form) : NULL;

	if (read == NULL && form == WORD_TYPE) {
		parser_fail(parser, FAULT_NAME, name.span,
			"no such type; Int, Shape, Stride, Layout, Tile and Swizzle are known");
	}
	node = read != NULL ? read : node;
	if (form == WORD_ALONE) {
		skip_braces(parser);
	}
	return node->kind == NODE_CALL && form == WORD_CALL ? spread_modes(parser, node) : node;
}

/* An operand of arithmetic: parentheses around a number only group, as in 2 * (kStages). */
static struct node *arithmetic_operand(struct node *node) {
	return node->kind == NODE_TUPLE && node->child_count == 1 ? node->first_child : node;
}

/* "-" integer | "-" primary, which is 0 - primary */
static struct node *parse_negative(struct parser *parser) {
	struct token next = parser_next_token(parser);
	if (next.kind == TOKEN_INT || (next.kind == TOKEN_CHARACTER && next.character == '-') || !parser_enter(parser)) {
		return parse_integer(parser);
	}
	struct span span = parser_token(parser)->span;
	parser_advance(parser);
	struct node *difference = parser_node(parser, NODE_ARITHMETIC, span);
	parser_add_child(difference, parser_integer(parser, 0, span));
	struct node *operand = arithmetic_operand(parse_primary(parser));
	operand->keyword = str_from("-");
	parser_add_child(difference, operand);
	parser_leave(parser);
	return difference;
}

/* "!" operand */
static struct node *parse_opposite(struct parser *parser) {
	struct node *opposite = parser_node(parser, NODE_LOGIC, parser_token(parser)->span);
	opposite->text = parser_token(parser)->text;
	if (parser_enter(parser)) {
		parser_advance(parser);
		parser_add_child(opposite, parse_operand(parser));
	}
	parser_leave(parser);
	return opposite;
}

/* integer | unknown | "_" | string | name ... | tuple | what a notation begins otherwise */
static struct node *parse_primary(struct parser *parser) {
	if (parser_token(parser)->kind == TOKEN_INT || parser_at(parser, '?')) {
		return parse_integer(parser);
	}
	if (parser_at(parser, '(')) {
		return parse_tuple(parser, '(', ')');
	}
	for (const struct notation *const *notation = parser->notations; *notation != NULL; notation++) {
		if ((*notation)->at != NULL && (*notation)->at(parser)) {
			return (*notation)->read(parser);
		}
	}
	struct node *node;
	switch (parser_token(parser)->kind) {
	case TOKEN_UNDERSCORE:
		node = parser_node(parser, NODE_UNDERSCORE, parser_token(parser)->span);
		parser_advance(parser);
		return node;
	case TOKEN_REAL:
		node = parser_node(parser, NODE_REAL, parser_token(parser)->span);
		node->text = parser_token(parser)->text;
		parser_advance(parser);
		return node;
	case TOKEN_STRING:
		node = parser_node(parser, NODE_STRING, parser_token(parser)->span);
		node->text = parser_token(parser)->text;
		parser_advance(parser);
		return node;
	case TOKEN_NAME:
		return parse_name(parser);
	default:
		break;
	}
	if (parser_at(parser, '-')) {
		return parse_negative(parser);
	}
	if (parser_at(parser, '!')) {
		return parse_opposite(parser);
	}
	if (parser_at(parser, '<')) {
		return parse_tuple(parser, '<', '>');
	}
	if (parser_at(parser, '[')) {
		return parse_tuple(parser, '[', ']');
	}
	node = parser_node(parser, NODE_UNDERSCORE, parser_token(parser)->span);
	bool is_colon = parser_at(parser, ':');
	parser_fail_expected(parser, "an expression");
	if (is_colon) {
		fault_set_hint(&parser->message->fault, "all of a mode is written _");
	}
	return node;
}

/* "[" index { "," index } "]" behind "operand", where an index is an expression, or ":" for all of a mode */
static struct node *parse_index(struct parser *parser, struct node *operand) {
	struct node *apply = parser_node(parser, NODE_APPLY, operand->span);
	apply->text = str_from("[");
	parser_add_child(apply, operand);
	if (!parser_enter(parser)) {
		return apply;
	}
	parser_expect(parser, '[');
	while (!parser_at(parser, ']') && parser_token(parser)->kind != TOKEN_END) {
		if (parser_at(parser, ':')) {
			parser_add_child(apply, parser_node(parser, NODE_UNDERSCORE, parser_token(parser)->span));
			parser_advance(parser);
		} else {
			parser_add_child(apply, parse_expression(parser));
		}
		if (parser_at(parser, ']')) {
			break;
		}
		if (!parser_at(parser, ',')) {
			parser_fail_expected(parser, "',' or ']'");
		}
		parser_advance(parser);
	}
	parser_expect(parser, ']');
	apply->span.end = parser->previous_end;
	parser_leave(parser);
	return apply;
}

/*
 * "." name [ arguments ] behind "operand", as C++ and Python write name(operand, arguments). The shape and stride of a
 * layout may be evaluated at once, as in L.shape(0), which is a mode of the shape.
 */
static struct node *parse_member(struct parser *parser, struct node *operand) {
	parser_advance(parser);
	struct token name = *parser_token(parser);
	if (name.kind != TOKEN_NAME) {
		parser_fail_expected(parser, "the name of a member such as shape or stride");
		return operand;
	}
	struct node *call = parser_node(parser, NODE_CALL, name.span);
	call->text = name.text;
	call->is_member = true;
	parser_add_child(call, operand);
	parser_advance(parser);
	if (parser_at(parser, '(')) {
		parse_arguments(parser, call);
	}
	call->span.end = parser->previous_end;
	struct node *read = read_word(parser, call, WORD_MEMBER);
	return read != NULL ? read : call;
}

/* primary [ ":" primary ] { arguments | member | index }; ":" behind a printed tensor begins the table of its values */
static struct node *parse_operand(struct parser *parser) {
	struct node *operand = parse_primary(parser);
	bool after_tensor = parser->tensor_end > 0 && parser->tensor_end == parser->previous_end;
	if (parser_at(parser, ':') && !parser->in_choice && !after_tensor) {
		parser_advance(parser);
		struct node *layout = parser_node(parser, NODE_LAYOUT, operand->span);
		parser_add_child(layout, operand);
		parser_add_child(layout, parse_primary(parser));
		operand = layout;
	}
	int applications = 0;
	while (parser_at(parser, '(') || parser_at(parser, '.') || parser_at(parser, '[')) {
		if (++applications > LIMIT_NESTING) {
			parser_fail(parser, FAULT_LIMIT, parser_token(parser)->span, "more than 64 evaluations in a row");
			break;
		}
		if (parser_at(parser, '.')) {
			operand = parse_member(parser, operand);
			continue;
		}
		if (parser_at(parser, '[')) {
			operand = parse_index(parser, operand);
			continue;
		}
		struct node *apply = parser_node(parser, NODE_APPLY, operand->span);
		parser_add_child(apply, operand);
		parse_arguments(parser, apply);
		operand = apply;
	}
	return operand;
}

/* Whether "left" * "right" is a multiple of a basis element, which one node says. */
static bool is_multiple(const struct node *left, const char *sign, const struct node *right) {
	return *sign == '*' && left->kind == NODE_INT && right->kind == NODE_BASIS
		&& right->first_child->kind == NODE_INT && right->first_child->value == 1;
}

/* "left" with "sign" and "right" behind it, which becomes one more operand of "*chain", or the second of a new one. */
static struct node *join_operands(struct parser *parser, struct node *left, const char *sign, struct node *right,
	struct node **chain) {
	right = arithmetic_operand(right);
	if (*chain == NULL) {
		left = arithmetic_operand(left);
		if (is_multiple(left, sign, right)) {
			right->first_child->value = left->value;
			right->span.begin = left->span.begin;
			return right;
		}
		*chain = parser_node(parser, NODE_ARITHMETIC, left->span);
		parser_add_child(*chain, left);
	}
	if ((*chain)->child_count == LIMIT_ARGUMENTS) {
		parser_fail(parser, FAULT_LIMIT, right->span, "arithmetic with more than 64 operands in a row");
	}
	right->keyword = str_from(sign);
	parser_add_child(*chain, right);
	return *chain;
}

/* Which of "signs" the present token is; NULL if none. */
static const char *at_sign(const struct parser *parser, const char *const *signs) {
	for (; *signs != NULL; signs++) {
		bool floors = strcmp(*signs, "//") == 0;
		if (floors ? parser_token(parser)->kind == TOKEN_FLOOR_DIV : parser_at(parser, **signs)) {
			return *signs;
		}
	}
	return NULL;
}

/* { ("*" | "/" | "//" | "%") operand } behind the operand "left" */
static struct node *factors_behind(struct parser *parser, struct node *left) {
	static const char *const signs[] = { "//", "*", "/", "%", NULL };

	struct node *chain = NULL;
	const char *sign;
	while ((sign = at_sign(parser, signs)) != NULL) {
		parser_advance(parser);
		left = join_operands(parser, left, sign, parse_operand(parser), &chain);
	}
	return left;
}

/* factors = operand { ("*" | "/" | "//" | "%") operand } */
static struct node *parse_factors(struct parser *parser) {
	return factors_behind(parser, parse_operand(parser));
}

/* The rest of "factors" and { ("+" | "-") factors } behind "operand" */
static struct node *sum_behind(struct parser *parser, struct node *operand) {
	static const char *const signs[] = { "+", "-", NULL };
	struct node *left = factors_behind(parser, operand);

	struct node *chain = NULL;
	const char *sign;
	while ((sign = at_sign(parser, signs)) != NULL) {
		parser_advance(parser);
		left = join_operands(parser, left, sign, parse_factors(parser), &chain);
	}
	return left;
}

/* sum = factors { ("+" | "-") factors } */
static struct node *parse_sum(struct parser *parser) {
	return sum_behind(parser, parse_operand(parser));
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

static bool at_compose_sign(const struct parser *parser) {
	return parser_at_name(parser, "o") || parser_token(parser)->kind == TOKEN_COMPOSE;
}

/* compose-sign = "o" | "∘" */
static bool skip_compose_sign(struct parser *parser) {
	if (!at_compose_sign(parser)) {
		return false;
	}
	parser_advance(parser);
	return true;
}

/* { compose-sign sum } behind "operand" */
static struct node *parse_composition(struct parser *parser, struct node *operand) {
	struct node *compose = NULL;
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
		parser_add_child(compose, grouped ? parse_grouped_operand(parser) : parse_sum(parser));
	}
	if (compose != NULL && grouped && compose->child_count == 2) {
		struct node *offset = parser_integer(parser, 0, compose->span);
		offset->next = compose->last_child;
		compose->first_child->next = offset;
		compose->child_count = 3;
	}
	return compose != NULL ? compose : operand;
}

/*
 * compose = sum { compose-sign sum }: all but its first operand
 *

 * "(A) o (B)" and "(A) o {n} o (B)", as tensor-layouts prints them, are the composed layout A o n o B. What is added in
 * front of a composition is added to its offsets: n + A o B is n + (A o B).
 */
static struct node *compose_behind(struct parser *parser, struct node *operand) {
	struct node *sum = sum_behind(parser, operand);

	struct node *last = sum->last_child;
	if (sum->kind != NODE_ARITHMETIC || !str_is(last->keyword, "+") || !at_compose_sign(parser)) {
		return parse_composition(parser, sum);
	}
	struct node *before = sum->first_child;
	while (before->next != last) {
		before = before->next;
	}
	last->keyword = str_from("");
	before->next = NULL;
	sum->last_child = before;
	sum->child_count--;
	struct node *composition = parse_composition(parser, last);
	composition->keyword = str_from("+");
	parser_add_child(sum, composition);
	return sum;
}

struct node *parse_compose(struct parser *parser) {
	return compose_behind(parser, parse_operand(parser));
}

/* compose [ ("==" | "!=" | "<" | "<=" | ">" | ">=") compose ]; ">" closes a type where one is open */
static struct node *comparison_behind(struct parser *parser, struct node *operand) {
	struct node *left = compose_behind(parser, operand);

	const struct token sign = *parser_token(parser);
	const struct token next = parser_at(parser, '>') ? parser_next_token(parser) : sign;
	bool at_operand = next.kind != TOKEN_END && next.kind != TOKEN_SEPARATOR
		&& (next.kind != TOKEN_CHARACTER || next.character == '(' || next.character == '-');
	bool compares = sign.kind == TOKEN_COMPARE || parser_at(parser, '<')
		|| (parser_at(parser, '>') && !parser->in_angles && at_operand);
	if (sign.kind != TOKEN_EQUAL && !compares) {
		return left;
	}
	parser_advance(parser);
	struct node *comparison = parser_node(parser, compares ? NODE_COMPARE : NODE_EQUAL, left->span);
	comparison->text = sign.text;
	parser_add_child(comparison, left);
	parser_add_child(comparison, parse_compose(parser));
	return comparison;
}

static bool at_logic(const struct parser *parser, char sign) {
	return parser_token(parser)->kind == TOKEN_LOGIC && parser_token(parser)->text.data[0] == sign;
}

/* comparison { "&&" comparison }, or with "sign" '|': that { "||" that } */
static struct node *logic_behind(struct parser *parser, char sign, struct node *operand) {
	bool is_inner = sign == '&';
	struct node *left = is_inner ? comparison_behind(parser, operand) : logic_behind(parser, '&', operand);
	struct node *logic = NULL;
	while (at_logic(parser, sign)) {
		if (logic == NULL) {
			logic = parser_node(parser, NODE_LOGIC, left->span);
			logic->text = parser_token(parser)->text;
			parser_add_child(logic, left);
		}
		if (logic->child_count == LIMIT_ARGUMENTS) {
			parser_fail(parser, FAULT_LIMIT, left->span, "a condition with more than 64 parts in a row");
			break;
		}
		parser_advance(parser);
		operand = parse_operand(parser);
		parser_add_child(logic,
			is_inner ? comparison_behind(parser, operand) : logic_behind(parser, '&', operand));
	}
	return logic != NULL ? logic : left;
}

/* condition [ "?" expression ":" expression ]; between the two signs a ":" belongs to a layout in brackets only */
struct node *parse_expression(struct parser *parser) {
	struct node *operand = parse_operand(parser);
	if (parser_at(parser, ',') || parser_at(parser, ')') || parser_token(parser)->kind == TOKEN_END) {
		return operand;
	}
	struct node *condition = logic_behind(parser, '|', operand);

	if (!parser_at(parser, '?') || !parser_enter(parser)) {
		return condition;
	}
	struct node *choice = parser_node(parser, NODE_CHOICE, condition->span);
	parser_add_child(choice, condition);
	parser_advance(parser);
	bool outside = parser->in_choice;
	parser->in_choice = true;
	parser_add_child(choice, parse_expression(parser));
	parser->in_choice = outside;
	parser_expect(parser, ':');
	parser_add_child(choice, parse_expression(parser));
	parser_leave(parser);
	return choice;
}

/* Behind the present token stands a blank, a comment or "&", as behind the first word of a declaration. */
static bool is_blank_or_reference(const struct parser *parser) {
	const struct lexer *lexer = &parser->lexer;
	const struct str text = lexer->source->text;
	return lexer->offset < text.length && memchr(" \t\r\n/#&", text.data[lexer->offset], 7) != NULL;
}

/*
 * Step over the words in front of the name that a declaration of C++ declares: "static constexpr int", "auto const&",
 * "using", and one name that is followed by another and "=", which is a type.
 */
static void skip_declaration(struct parser *parser) {
	static const char *const words[] = {
		"auto",
		"bool",
		"const",
		"constexpr",
		"inline",
		"int",
		"int32_t",
		"int64_t",
		"size_t",
		"static",
		"typename",
		"uint32_t",
		"unsigned",
		"using",
	};
	if (!is_blank_or_reference(parser)) {
		return;
	}
	for (size_t i = 0; i < sizeof words / sizeof words[0];) {
		struct token next = parser_at_name(parser, words[i]) ? parser_next_token(parser) : *parser_token(parser);
		bool reference = (next.kind == TOKEN_CHARACTER && next.character == '&')
			|| (next.kind == TOKEN_LOGIC && next.text.data[0] == '&');
		if (!parser_at_name(parser, words[i]) || (next.kind != TOKEN_NAME && !reference)) {
			i++;
			continue;
		}
		i = 0;
		parser_advance(parser);
		while (parser_at(parser, '&') || parser_token(parser)->kind == TOKEN_LOGIC) {
			parser_advance(parser);
		}
	}
	struct lexer saved = parser->lexer;
	size_t previous_end = parser->previous_end;
	if (parser_token(parser)->kind == TOKEN_NAME && parser_next_token(parser).kind == TOKEN_NAME) {
		parser_advance(parser);
		struct token next = parser_next_token(parser);
		if (parser_at_name(parser, "o") || next.kind != TOKEN_CHARACTER || next.character != '=') {
			parser->lexer = saved;
			parser->previous_end = previous_end;
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

/* { "," name } "=" expression behind the name "first": each gets its part of the value */
static struct node *parse_unpack(struct parser *parser, struct node *first) {
	struct node *unpack = parser_node(parser, NODE_UNPACK, first->span);
	parser_add_child(unpack, first);
	while (parser_at(parser, ',') && unpack->child_count < LIMIT_ARGUMENTS) {
		parser_advance(parser);
		struct node *name = parser_node(parser, NODE_NAME, parser_token(parser)->span);
		name->text = parser_token(parser)->text;
		bool is_name = parser_token(parser)->kind == TOKEN_NAME || parser_token(parser)->kind == TOKEN_UNDERSCORE;
		if (!is_name) {
			parser_fail_expected(parser, "a name before '='");
			return unpack;
		}
		parser_advance(parser);
		parser_add_child(unpack, name);
	}
	if (!parser_at(parser, '=')) {
		parser_fail_expected(parser, "an operator, ';' or the end of the line");
		fault_set_hint(&parser->message->fault, "the modes of a tuple stand in parentheses, as in (4,8)");
		return unpack;
	}
	parser_advance(parser);
	parser_add_child(unpack, parse_expression(parser));
	return unpack;
}

/* { "auto" | "const" | ... } [ name { "," name } "=" ] expression */
static struct node *parse_statement(struct parser *parser) {
	if (parser_token(parser)->kind == TOKEN_NAME) {
		skip_declaration(parser);
	}
	struct node *expression = parse_expression(parser);
	if (parser->tensor_end > 0) {
		skip_tensor_sign(parser);
	}
	if (parser_at(parser, ',') && expression->kind == NODE_NAME) {
		return parse_unpack(parser, expression);
	}
	if (!parser_at(parser, '=')) {
		return expression;
	}
	if (expression->kind != NODE_NAME) {
		parser_fail_expected(parser, "a name before '='");
		fault_set_hint(&parser->message->fault, "== compares two values");
		return expression;
	}
	struct node *bind = parser_node(parser, NODE_BIND, expression->span);
	bind->text = expression->text;
	parser_advance(parser);
	parser_add_child(bind, parse_expression(parser));
	return bind;
}

/* Put a remark about a comment that reads as an operand into "message", unless there is a fault. */
static void remark_hidden(const struct lexer *lexer, struct message *message) {
	if (lexer->hidden.end > 0 && !fault_is_set(&message->fault)) {
		fault_set(&message->fault, FAULT_REMARK, 0, "this is a comment: // is no division");
		fault_set_hint(&message->fault, "ceil_div(a,b) divides; a blank in front of // says that a comment is meant");
		message->span = lexer->hidden;
	}
}

/* { separator } [ statement { separator { separator } statement } ] */
struct node *parse_program(struct arena *arena, const struct source *source,
	const struct notation *const *notations, enum dialect dialect, struct message *message) {
	struct parser parser = { .arena = arena, .notations = notations, .message = message };
	struct node *first = NULL;
	struct node **link = &first;
	int statements = 0;
	lexer_init(&parser.lexer, source, dialect == DIALECT_DSL, message);
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
