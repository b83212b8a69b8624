/*
 * The statements of a source in C++ or Python, by its signs and brackets alone: where each begins and ends, and the
 * bodies in braces that they stand in.
 */
#ifndef LANG_KERNEL_STATEMENTS_H
#define LANG_KERNEL_STATEMENTS_H

#include <stdbool.h>

#include "lang/source.h"

enum statement_kind {
	STATEMENT_END,       /* of the source */
	STATEMENT_PLAIN,     /* up to its ";", or in Python to the end of its line, where no bracket is open */
	STATEMENT_OPEN,      /* what stands in front of a "{" that begins a body */
	STATEMENT_CLOSE,     /* the "}" of a body */
	STATEMENT_DIRECTIVE, /* a line of the preprocessor */
};

struct statement {
	enum statement_kind kind;
	struct span span; /* without blanks around it, and without ";", "{" or "}" */
};

struct statements {
	struct str text;
	size_t at;
	bool is_cpp; /* else lines of Python, or of our own language */
};

/* Whether "text" has statements of C++: its lines end in ";", "{" or "}" now and then, or there are directives. */
bool statements_are_cpp(struct str text);

/* Whether a line of "text" begins a definition or import of Python. */
bool statements_are_python(struct str text);

/* The statements of "text" between "begin" and "end". */
struct statements statements_of(struct str text, size_t begin, size_t end, bool is_cpp);

/* The next statement; of kind STATEMENT_END behind the last one, for ever. */
struct statement statements_next(struct statements *statements);

/* Step behind the "}" that closes the body begun last. Returns where the body ends. */
size_t statements_skip_body(struct statements *statements);

#endif
