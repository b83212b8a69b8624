/* Programs from the outside in: statements, conditions, compositions, sums, products. */
#include "lang/parse.h"

#include <string.h>

#include "base/limits.h"
#include "lang/parser.h"

/* Whether "left" * "right" is a multiple of a basis element, which one node says. */
static bool is_multiple(const struct node *left, const char *sign, const struct node *right) {
	return *sign == '*' && left->kind == NODE_INT && right->kind == NODE_BASIS
		&& right->first_child->kind == NODE_INT && right->first_child->value == 1;
}

/* "left" with "sign" and "right" behind it, which becomes one more operand of "*chain", or the second of a new one. */
static struct node *join_operands(struct parser *parser, struct node *left, const char *sign, struct node *right,
	struct node **chain) {
	right = parser_ungroup(right);
	if (*chain == NULL) {
		left = parser_ungroup(left);
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

struct node *parse_power_behind(struct parser *parser, struct node *left) {
	if (parser_token(parser)->kind != TOKEN_POWER) {
		return left;
	}
	if (left->kind == NODE_INT && left->value < 0) {
		parser_fail(parser, FAULT_SYNTAX, left->span, "the power of a negative number stands in parentheses: (-2)**2");
	}
	struct node *chain = NULL;
	if (parser_enter(parser)) {
		parser_advance(parser);
		left = join_operands(parser, left, "**", parse_power_behind(parser, parse_operand(parser)), &chain);
	}
	parser_leave(parser);
	return left;
}

/* { ("*" | "/" | "//" | "%") power } behind the operand "left" */
static struct node *factors_behind(struct parser *parser, struct node *left) {
	static const char *const signs[] = { "//", "*", "/", "%", NULL };

	struct node *chain = NULL;
	const char *sign;
	left = parse_power_behind(parser, left);
	while ((sign = at_sign(parser, signs)) != NULL) {
		parser_advance(parser);
		left = join_operands(parser, left, sign, parse_power_behind(parser, parse_operand(parser)), &chain);
	}
	return left;
}

/* factors = power { ("*" | "/" | "//" | "%") power } */
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

/* { ("<<" | ">>") sum } behind "left" */
static struct node *shifts_behind(struct parser *parser, struct node *left) {
	struct node *chain = NULL;
	while (parser_at_shift(parser)) {
		const char *sign = parser_at(parser, '<') ? "<<" : ">>";
		parser_advance(parser);
		parser_advance(parser);
		left = join_operands(parser, left, sign, parse_sum(parser), &chain);
	}
	return left;
}

/* Whether the present token is "sign", "&", "^" or "|", between two operands: "&" may also stand behind a type. */
static bool at_bit_sign(const struct parser *parser, char sign) {
	struct token next = parser_at(parser, sign) ? parser_next_token(parser) : *parser_token(parser);
	bool operand = next.kind == TOKEN_NAME || next.kind == TOKEN_INT || next.kind == TOKEN_UNDERSCORE
		|| (next.kind == TOKEN_CHARACTER && strchr("(-~?", next.character) != NULL);
	return parser_at(parser, sign) && !parser->in_angles && operand;
}

/* { "&" shifts } behind "left"; with "sign" '^' { "^" that }, and with '|' { "|" that } */
static struct node *bits_behind(struct parser *parser, char sign, struct node *left) {
	const char inner = sign == '|' ? '^' : '&';
	const char *text = sign == '|' ? "|" : sign == '^' ? "^"
							   : "&";
	struct node *chain = NULL;
	left = sign == '&' ? shifts_behind(parser, left) : bits_behind(parser, inner, left);
	while (at_bit_sign(parser, sign)) {
		parser_advance(parser);
		struct node *right = parse_sum(parser);
		right = sign == '&' ? shifts_behind(parser, right) : bits_behind(parser, inner, right);
		left = join_operands(parser, left, text, right, &chain);
	}
	return left;
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

/* The sign of composition, or the letter that stands for it. */
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
		struct node *next = grouped ? parse_grouped_operand(parser) : parse_sum(parser);
		if (next->kind == NODE_INT && str_is(next->keyword, "bits")) {
			parser_fail(parser, FAULT_SYNTAX, next->span,
				"the flag of a pointer is no offset; behind 'o' a pointer is smem_ptr[16b](unset)");
		}
		parser_add_child(compose, next);
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
	sum = parser_token(parser)->kind == TOKEN_CHARACTER ? bits_behind(parser, '|', sum) : sum;

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

/* Whether a class or True, False or None stands here, of each of which there is one: "is" asks what "==" does. */
static bool at_single(const struct parser *parser) {
	const struct token *token = parser_token(parser);
	return token->kind == TOKEN_NAME && token->text.data[0] >= 'A' && token->text.data[0] <= 'Z';
}

/* "is" [ "not" ] ( "None" | compose ) behind "left" */
static struct node *parse_identity(struct parser *parser, struct node *left) {
	parser_advance(parser);
	bool is_other = parser_at_name(parser, "not");
	struct node *same = parser_node(parser, is_other ? NODE_COMPARE : NODE_EQUAL, left->span);
	same->text = str_from(is_other ? "!=" : "==");
	if (is_other) {
		parser_advance(parser);
	}
	bool is_none = parser_at_name(parser, "None");
	parser_add_child(same, left);
	if (!is_none && at_single(parser)) {
		parser_add_child(same, parse_compose(parser));
		return same;
	}
	if (!is_none) {
		parser_fail_expected(parser, "None or a type behind 'is'");
	}
	parser_add_child(same, parser_node(parser, NODE_UNDERSCORE, parser_token(parser)->span));
	if (is_none) {
		parser_advance(parser);
	}
	return same;
}

/* compose [ ("==" | "!=" | "<" | "<=" | ">" | ">=") compose | identity ]; ">" closes a type where one is open */
static struct node *comparison_behind(struct parser *parser, struct node *operand) {
	struct node *left = compose_behind(parser, operand);

	if (parser->in_condition && parser_at_name(parser, "is")) {
		return parse_identity(parser, left);
	}
	const struct token sign = *parser_token(parser);
	const struct token next = parser_at(parser, '>') ? parser_next_token(parser) : sign;
	bool at_operand = next.kind != TOKEN_END && next.kind != TOKEN_SEPARATOR
		&& (next.kind != TOKEN_CHARACTER || next.character == '(' || next.character == '-'
		|| next.character == '!');
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

struct node *parse_comparison(struct parser *parser) {
	return comparison_behind(parser, parse_operand(parser));
}

static bool at_logic(const struct parser *parser, char sign) {
	const struct token *token = parser_token(parser);
	return (token->kind == TOKEN_LOGIC && token->text.data[0] == sign)
		|| (parser->in_condition && parser_at_name(parser, sign == '&' ? "and" : "or"));
}

/*
 * comparison { ("&&" | "and") comparison }, or with "sign" '|': that { ("||" | "or") that }. What makes a reference of
 * a type's argument is neither.
 */
static struct node *logic_behind(struct parser *parser, char sign, struct node *operand) {
	bool is_inner = sign == '&';
	struct node *left = is_inner ? comparison_behind(parser, operand) : logic_behind(parser, '&', operand);
	struct node *logic = NULL;
	while (at_logic(parser, sign) && !(parser->in_angles && parser_at_reference(parser))) {
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

/* "if" condition "else" expression behind "chosen" */
static struct node *parse_python_choice(struct parser *parser, struct node *chosen) {
	struct node *choice = parser_node(parser, NODE_CHOICE, chosen->span);
	choice->text = parser_token(parser)->text;
	if (parser_enter(parser)) {
		bool outside = parser->in_condition;
		parser->in_condition = true;
		parser_advance(parser);
		parser_add_child(choice, logic_behind(parser, '|', parse_operand(parser)));
		parser->in_condition = outside;
		parser_add_child(choice, chosen);
		if (!parser_at_name(parser, "else")) {
			parser_fail_expected(parser, "'else'");
		}
		parser_advance(parser);
		parser_add_child(choice, parse_expression(parser));
		choice->span.end = parser->previous_end;
	}
	parser_leave(parser);
	return choice;
}

/*
 * condition [ "?" expression ":" expression ] | condition "if" condition "else" expression; between "?" and ":" a ":"
 * belongs to a layout in brackets only
 */
struct node *parse_expression(struct parser *parser) {
	struct node *operand = parse_operand(parser);
	if (parser_at(parser, ',') || parser_at(parser, ')') || parser_token(parser)->kind == TOKEN_END) {
		return operand;
	}
	struct node *condition = logic_behind(parser, '|', operand);

	if (parser_at_name(parser, "if")) {
		return parse_python_choice(parser, condition);
	}
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

/* { "," name } "=" expression behind the name or "_" "first": each gets its part of the value */
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

/* { "auto" | "const" | ... } [ ( name { "," name } | operand index ) "=" ] expression */
static struct node *parse_statement(struct parser *parser) {
	if (parser_token(parser)->kind == TOKEN_NAME) {
		skip_declaration(parser);
	}
	struct node *expression = parse_expression(parser);
	if (parser->tensor_end > 0) {
		skip_tensor_sign(parser);
	}
	if (parser_at(parser, ',') && (expression->kind == NODE_NAME || expression->kind == NODE_UNDERSCORE)) {
		return parse_unpack(parser, expression);
	}
	if (!parser_at(parser, '=')) {
		return expression;
	}
	if (expression->kind == NODE_APPLY && str_is(expression->text, "[") && expression->child_count > 1) {
		expression->kind = NODE_STORE;
		parser_advance(parser);
		parser_add_child(expression, parse_expression(parser));
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
struct node *parse_program(struct arena *arena, const struct source *source, const struct import *imports,
	const struct notation *const *notations, enum dialect dialect, struct message *message) {
	struct parser parser = { .arena = arena, .notations = notations, .message = message };
	struct node *first = NULL;
	struct node **link = &first;
	int statements = 0;
	lexer_init(&parser.lexer, source, imports, dialect == DIALECT_DSL, message);
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
