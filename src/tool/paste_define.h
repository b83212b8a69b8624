/* Values that a user gives to names of a text before it is read: see paste --define. */
#ifndef TOOL_PASTE_DEFINE_H
#define TOOL_PASTE_DEFINE_H

#include "lang/eval.h"

/*
 * Bind what "definitions" give values, a line NAME=EXPR each. What cannot be evaluated may name what only the text
 * defines, and is bound as it stands. Returns the bindings.
 */
struct binding *paste_define(struct evaluation *ev, struct str definitions);

/*
 * Whether all of "given", what paste_define returned, had a value before the text or in it. If not, the evaluation has
 * the fault of the first that had none.
 */
bool paste_used_definitions(struct evaluation *ev, struct binding *given);

#endif
