/* Traces of the algebra in words: how a result arises, with the user's own numbers. */
#ifndef LANG_EXPLAIN_H
#define LANG_EXPLAIN_H

#include "algebra/trace.h"
#include "base/buf.h"

/* Put the steps of "statement" into "out", one a line. */
void explain_print(struct buf *out, const struct trace *trace, int statement);

#endif
