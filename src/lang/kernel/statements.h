/*
 * The statements of a source in C++ or Python, by its signs and brackets alone: where each begins and ends, and the
 * bodies that they stand in: in braces, or in Python by their indentation.
 */
#ifndef LANG_KERNEL_STATEMENTS_H
#define LANG_KERNEL_STATEMENTS_H

#include <stdbool.h>

#include "base/limits.h"
#include "lang/source.h"

enum statement_kind {
	STATEMENT_END,       /* of the source */
	STATEMENT_PLAIN,     /* up to its ";", or in Python to the end of its line, where no bracket is open */
	STATEMENT_OPEN,      /* what stands in front of a "{" that begins a body; in Python, of a ":" */
	STATEMENT_CLOSE,     /* the "}" of a body; in Python, nothing in front of a line that is not in it */
	STATEMENT_DIRECTIVE, /* a line of the preprocessor */
};

struct statement {
	enum statement_kind kind;
	struct span span; /* without blanks around it, and without ";", ":", "{" or "}" */
};

struct statements {
	struct str text;
	size_t at;
	bool is_cpp; /* else lines of Python, or of our own language */
	size_t indents[LIMIT_KERNEL_BODIES + 1]; /* the blanks in front of the heads of open bodies of Python */
	int depth;                               /* their number; bodies in more than these are lines of the last one */
};

/* Whether "text" has statements of C++: its lines end in ";", "{" or "}" now and then, or there are directives. */
bool statements_are_cpp(struct str text);

/* Whether a line of "text" begins a definition or import of Python. */
bool statements_are_python(struct str text);

/* The statements of "text" between "begin" and "end". */
struct statements statements_of(struct str text, size_t begin, size_t end, bool is_cpp);

/* The next statement; of kind STATEMENT_END behind the last one, for ever. */
struct statement statements_next(struct statements *statements);

/* Step behind the body begun last. Returns where it ends. */
size_t statements_skip_body(struct statements *statements);

#endif
