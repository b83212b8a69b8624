/*
 * Assertions about named facts, for scripts: 'bijective && vector >= 128 && conflicts == 1'.
 *
 *     or      = and ("||" and)*
 *     and     = not ("&&" not)*
 *     not     = "!" not | compare
 *     compare = operand (("==" | "!=" | "<" | "<=" | ">" | ">=") operand)?
 *     operand = ["-"] digits | name | truth | "(" or ")"
 *     truth   = "true" | "false" | "yes" | "no", and as TRUE, True, ...
 *
 * Truth is 1 and falsehood 0; any other number is true as well. Every name must be known, also where "||" has its
 * answer already.
 */
#ifndef TOOL_ASSERTION_H
#define TOOL_ASSERTION_H

#include <stdint.h>

#include "lang/source.h"

enum { FACTS_MAX = 64 };

struct fact {
	const char *name;
	int64_t value;
	const char *missing;   /* NULL if the value is known, else what to do to know it: "give --dtype" */
	bool used;             /* an assertion named it */
};

struct fact_list {
	struct fact items[FACTS_MAX];
	int count;
};

void facts_add(struct fact_list *facts, const char *name, int64_t value);
void facts_add_missing(struct fact_list *facts, const char *name, const char *missing);

/*
 * Store in "holds" whether the assertion "source" is true of "facts", and mark the facts it names as used. Returns
 * false if it is none, or names a fact that is not known; "message" says why and where.
 */
bool assert_evaluate(struct fact_list *facts, const struct source *source, bool *holds, struct message *message);

#endif
