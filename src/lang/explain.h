/* Traces of the algebra in words: how a result arises, with the user's own numbers. */
#ifndef LANG_EXPLAIN_H
#define LANG_EXPLAIN_H

#include "algebra/trace.h"
#include "base/buf.h"

/*
 * Put the steps of "statement" into "out", one a line. "from" is the first step that was not printed yet: trace->first,
 * then what this returns. Statements are printed in their order, so that all of them take one walk. With a "depth"
 * above 0 only operations that deep are shown, 1 being those that no other operation called, with their results.
 */
const struct trace_step *explain_print(struct buf *out, const struct trace *trace, const struct trace_step *from,
	int statement, int depth);

/* The number of steps of "statement", which begin at "from". */
int explain_count(const struct trace_step *from, int statement);

#endif
