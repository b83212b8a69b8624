/* Tokens, nodes and faults of the parser. */
#include "lang/parser.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "lang/integer_type.h"

void parser_advance(struct parser *parser) {
	parser->previous_end = parser_token(parser)->span.end;
	lexer_advance(&parser->lexer);
}

struct token parser_next_token(const struct parser *parser) {
	struct message ignored;
	fault_clear(&ignored.fault);
	struct lexer ahead = parser->lexer;
	ahead.message = &ignored;
	lexer_advance(&ahead);
	return ahead.token;
}

bool parser_at_reference(const struct parser *parser) {
	const struct token *token = parser_token(parser);
	if (token->kind != TOKEN_LOGIC || token->text.data[0] != '&') {
		return parser_at(parser, '&');
	}
	struct token next = parser_next_token(parser);
	bool closes = next.kind == TOKEN_CHARACTER && strchr(",>)]}", next.character) != NULL;
	return closes || next.kind == TOKEN_END || next.kind == TOKEN_SEPARATOR;
}

/* What the present token is called in a message. */
static void describe_token(const struct token *token, char *text, size_t size) {
	if (token->kind == TOKEN_END) {
		snprintf(text, size, "the end");
	} else if (token->kind == TOKEN_SEPARATOR && token->character == '\n') {
		snprintf(text, size, "the end of the line");
	} else {
		snprintf(text, size, "'%.*s'", str_shown(token->text, 40), token->text.data);
	}
}

bool parser_at_shift(const struct parser *parser) {
	const struct token *token = parser_token(parser);
	size_t next = token->span.end;
	const struct str text = parser->lexer.source->text;
	return token->kind == TOKEN_CHARACTER && !parser->in_angles && (token->character == '<' || token->character == '>')
		&& next < text.length && text.data[next] == token->character;
}

void parser_fail(struct parser *parser, enum fault_code code, struct span span, const char *sentence) {
	if (!fault_is_set(&parser->message->fault)) {
		fault_set(&parser->message->fault, code, 0, "%s", sentence);
		parser->message->span = span;
	}
	parser->lexer.offset = parser->lexer.source->text.length;
	parser->lexer.token.kind = TOKEN_END;
}

void parser_fail_expected(struct parser *parser, const char *what) {
	char saw[64];
	char sentence[160];
	describe_token(parser_token(parser), saw, sizeof saw);
	snprintf(sentence, sizeof sentence, "expected %s, saw %s", what, saw);
	parser_fail(parser, FAULT_SYNTAX, parser_token(parser)->span, sentence);
}

void parser_expect(struct parser *parser, char c) {
	if (parser_at(parser, c)) {
		parser_advance(parser);
		return;
	}
	char what[4] = { '\'', c, '\'', '\0' };
	parser_fail_expected(parser, what);
}

struct node *parser_call(struct parser *parser, const char *name, struct span span) {
	struct node *node = parser_node(parser, NODE_CALL, span);
	node->text = str_from(name);
	node->is_ours = true;
	return node;
}

struct node *parser_cast(struct parser *parser, struct node *operand, struct str type, bool keeps) {
	struct integer_type integer = integer_type_read(type);
	bool holds = operand->kind == NODE_INT && integer_type_holds(&integer, operand->value);
	struct node *cast = operand;
	if (integer.bits > 0 && !holds && operand->kind != NODE_UNKNOWN) {
		cast = parser_node(parser, NODE_CAST, operand->span);
		cast->text = type;
		cast->value = keeps ? 1 : 0;
		parser_add_child(cast, parser_ungroup(operand));
	}
	cast->integer = NODE_INTEGER_RUN_TIME;
	cast->of_integers = false;
	return cast;
}

void parser_add_child(struct node *parent, struct node *child) {
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

bool parser_enter(struct parser *parser) {
	if (++parser->nesting > LIMIT_NESTING) {
		parser_fail(parser, FAULT_LIMIT, parser_token(parser)->span, "brackets nested more than 64 deep");
		return false;
	}
	return true;
}

void parser_leave(struct parser *parser) {
	parser->nesting--;
}
