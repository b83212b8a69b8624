/*
 * Text to tokens, one at a time. A token is a span of the source, never a copy. Newlines are tokens only outside
 * brackets, where they end a statement. Comments are skipped: from "#" or "//" to the end of the line, and those of C.
 */
#ifndef LANG_LEX_H
#define LANG_LEX_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/imports.h"
#include "lang/source.h"

enum token_kind {
	TOKEN_END,        /* end of the program */
	TOKEN_SEPARATOR,  /* ";" or a newline outside brackets */
	TOKEN_INT,        /* 12, _12, 12_c, 12u or 0xc */
	TOKEN_REAL,        /* 0.5 */
	TOKEN_NAME,       /* a name, also A::b; "cute::" or "cute." in front left out */
	TOKEN_POINTER,    /* smem_ptr[16b](0x400) and the like: see pointer.h */
	TOKEN_STRING,     /* "text"; the span includes the quotes */
	TOKEN_UNDERSCORE, /* _ */
	TOKEN_COMPOSE,    /* the sign for composition (U+2218); the letter o is a TOKEN_NAME */
	TOKEN_EQUAL,      /* == */
	TOKEN_COMPARE,    /* != <= >= */
	TOKEN_LOGIC,      /* && || */
	TOKEN_FLOOR_DIV,  /* // in the dialect of Python */
	TOKEN_POWER,      /* ** */
	TOKEN_TYPE_BEGIN, /* !cute.layout<" and the like, of CuTe IR */
	TOKEN_TYPE_END,   /* "> behind it */
	TOKEN_CHARACTER,  /* one of ( ) [ ] < > { } , : = @ - . * + / % ? & | ^ ~ ! */
};

struct token {
	enum token_kind kind;
	char character;  /* TOKEN_CHARACTER; ';' or '\n' for TOKEN_SEPARATOR */
	bool is_qualified; /* TOKEN_NAME: a namespace of CuTe stands in front, cute::size, cute.size */
	int64_t value;   /* TOKEN_INT */
	struct str text; /* its part of the source, but for helpers (imports.h); TOKEN_STRING without the quotes */
	struct span span;
};

struct lexer {
	const struct source *source;
	const struct import *imports; /* of the program that the source is a part of */
	size_t offset;           /* of the next character */
	int brackets;            /* open ( [ and { */
	bool floor_division;     /* // divides and begins no comment, as in Python */
	const char *helper;      /* what the name that comes next is called here, as its module says; NULL: so */
	bool is_inside;          /* a namespace has been skipped in front of what comes next */
	bool in_type;            /* between TOKEN_TYPE_BEGIN and TOKEN_TYPE_END */
	struct token token;      /* the present token */
	struct message *message; /* the first fault goes here */
	struct span hidden;      /* the first comment that reads as an operand: // and 3 of 2//3; 0 and 0 for none */
};

/*
 * Start reading "source", in which // divides or begins a comment; the first token is ready. Lexing stops at the first
 * fault with TOKEN_END for ever. "imports" say whose functions the names of Python are; NULL for none.
 */
void lexer_init(struct lexer *lexer, const struct source *source, const struct import *imports, bool floor_division,
	struct message *message);

/* Make the next token the present one. */
void lexer_advance(struct lexer *lexer);

/* Go on at "offset", behind the bracket that closes the one just read. */
void lexer_close(struct lexer *lexer, size_t offset);

/* Step over everything up to the ")" that closes the present bracket, which becomes the token, or to the end. */
void lexer_skip_to_close(struct lexer *lexer);

#endif
