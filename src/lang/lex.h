/*
 * Text to tokens, one at a time. A token is a span of the source, never a copy. Newlines are tokens only outside
 * brackets, where they end a statement; comments, from "#" to the end of the line, are skipped.
 */
#ifndef LANG_LEX_H
#define LANG_LEX_H

#include <stdint.h>

#include "lang/source.h"

enum token_kind {
	TOKEN_END,         /* end of the program */
	TOKEN_SEPARATOR,   /* ";" or a newline outside brackets */
	TOKEN_INT,         /* 12 or _12 */
	TOKEN_NAME,        /* a name, "cute::" or "cute." in front left out */
	TOKEN_STRING,      /* "text"; the span includes the quotes */
	TOKEN_UNDERSCORE,  /* _ */
	TOKEN_COMPOSE,     /* the sign for composition (U+2218); the letter o is a TOKEN_NAME */
	TOKEN_EQUAL,       /* == */
	TOKEN_CHARACTER,   /* one of ( ) [ ] < > { } , : = @ - */
};

struct token {
	enum token_kind kind;
	char character;      /* TOKEN_CHARACTER; ';' or '\n' for TOKEN_SEPARATOR */
	int64_t value;       /* TOKEN_INT */
	struct str text;     /* TOKEN_NAME, TOKEN_STRING (without quotes) */
	struct span span;
};

struct lexer {
	const struct source *source;
	size_t offset;       /* of the next character */
	int brackets;        /* open ( [ and { */
	struct token token;  /* the present token */
	struct message *message;  /* the first fault goes here */
};

/* Start reading "source"; the first token is ready. Lexing stops at the first fault with TOKEN_END for ever. */
void lexer_init(struct lexer *lexer, const struct source *source, struct message *message);

/* Make the next token the present one. */
void lexer_advance(struct lexer *lexer);

#endif
