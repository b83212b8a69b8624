/* Tokens, nodes and faults of the parser. */
#include "lang/parser.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"

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

/* Whether "word" is one of those in "words", which have blanks between them. */
static bool has_word(struct str words, const char *word) {
	for (size_t at = 0; at < words.length;) {
		size_t end = at;
		while (end < words.length && words.data[end] != ' ') {
			end++;
		}
		if (str_is((struct str){ words.data + at, end - at }, word)) {
			return true;
		}
		at = end + 1;
	}
	return false;
}

void parser_cast(struct node *operand, struct str type) {
	bool is_unsigned = has_word(type, "unsigned");
	enum element_id id = has_word(type, "long") ? is_unsigned ? ELEMENT_U64 : ELEMENT_S64
		: has_word(type, "short") ? is_unsigned ? ELEMENT_U16 : ELEMENT_S16
		: has_word(type, "char") ? is_unsigned ? ELEMENT_U8 : ELEMENT_S8
		: is_unsigned ? ELEMENT_U32 : ELEMENT_S32;
	const struct element *element = element_find(type);
	...
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
