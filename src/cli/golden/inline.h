/*
 * Programs with what is expected of them below each statement:
 *
 *     tile = (64,64):(64,1)
 *     size(tile)
 *     #= 4096
 *     composition(tile, 5)
 *     #! error: shape divisibility: ...
 *
 * "#= VALUE" is one line for each value of the statement above, "#! warning: TEXT" and "#! error: TEXT" one for each
 * message. The value of a binding has such a line only if the author wrote one.
 */
#ifndef CLI_GOLDEN_INLINE_H
#define CLI_GOLDEN_INLINE_H

#include <stdbool.h>

#include "cli/reading_options.h"
#include "lang/eval.h"

/* A program that is run statement by statement, behind errors too. */
struct inline_program {
	struct evaluation ev;
	struct arena *arena;
	const struct reading_options *reading;
};

/* "reading" outlives the program. */
void inline_begin(struct inline_program *program, struct arena *arena, const struct reading_options *reading);

/*
 * Run "statements", which outlive the program, and append what is expected of them, each line ended by "\n". "asked":
 * the value of a binding is wanted too.
 */
void inline_evaluate(struct inline_program *program, struct str statements, bool asked, struct buf *out);

/* Whether "line" starts with "#=" or "#!", blanks before it aside. */
bool inline_is_expectation(struct str line);

/* Whether it is an expected error: "#! error: ...". */
bool inline_is_error(struct str line);

/* The line of "text" that begins at "begin", with its end. */
struct str inline_line(struct str text, size_t begin);

/* Whether a line of "text" is an expectation. */
bool inline_has_expectations(struct str text);

/*
 * Append the program "text" with the lines that it should have, whichever it has. The program goes on behind an error,
 * in the next line; an expectation ends a statement, be it complete or not. Doing it again changes nothing.
 */
void inline_rewrite(struct arena *arena, struct str text, const struct reading_options *reading, struct buf *out);

#endif
