/* What a program gave, as JSON. */
#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include "lang/eval.h"

/*
 * Result "index" of "ev" as one object: {"value":{...},"warnings":[...]}. Its warnings are those behind the value
 * before it, of the last value those behind itself too; all of them if the value stands "alone" for its program.
 */
void json_put_value(struct buf *out, struct evaluation *ev, int index, bool alone);

/*
 * {"error":{...}}: the code, text and hint of "message", and its place in "source"; without a source its place is left
 * out.
 */
void json_put_failure(struct buf *out, const struct source *source, const struct message *message);

/* The error of "ev" as {"error":{...}}: its code, text, hint and place. */
void json_put_error(struct buf *out, const struct evaluation *ev);

#endif
