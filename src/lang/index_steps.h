/* What an index expression (index.h) is read as: the steps of a stack machine. For the files that run them. */
#ifndef LANG_INDEX_STEPS_H
#define LANG_INDEX_STEPS_H

#include "base/limits.h"
#include "lang/index_names.h"
#include "lang/source.h"

enum { INDEX_STACK_MAX = 16 * LIMIT_NESTING };

enum step_kind {
	OP_VALUE, OP_NAME,                                   /* push */
	OP_NEGATE, OP_INVERT, OP_NOT, OP_TRUTH, OP_ABS,      /* of one operand */
	OP_MULTIPLY, OP_DIVIDE, OP_REMAINDER, OP_FLOOR, OP_MODULO, OP_CEILING,
	OP_ADD, OP_SUBTRACT, OP_LEFT, OP_RIGHT,
	OP_LESS, OP_LESS_EQUAL, OP_GREATER, OP_GREATER_EQUAL, OP_EQUAL, OP_UNEQUAL,
	OP_AND, OP_XOR, OP_OR, OP_MINIMUM, OP_MAXIMUM,
	OP_NATURAL,                                          /* the top "value" entries are not below 0 */
	OP_POP,                                              /* drop the top */
	OP_JUMP,                                             /* go to "target" */
	OP_JUMP_IF_FALSE,                                    /* the same if the top is 0; drops it */
	OP_SKIP_IF_FALSE, OP_SKIP_IF_TRUE,                   /* the same, but keeps it: "and" and "or" */
};

struct step {
	enum step_kind op;
	int64_t value;     /* OP_VALUE and OP_NATURAL; the target of jumps; the number of a name */
	struct span span;
};

struct index_expression {
	const struct step *steps;
	int count;
	struct index_names names;
	struct span *place;   /* of the last fault */
};

#endif
