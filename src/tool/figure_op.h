/* Pictures that show what an expression is made of: its outermost operation with operands, and slices. */
#ifndef TOOL_FIGURE_OP_H
#define TOOL_FIGURE_OP_H

#include "lang/eval.h"
#include "render/figure.h"

/* The operation "node" of "source" with "value", its result. Faults are left in ev->algebra. */
void draw_op(struct evaluation *ev, const struct source *source, const struct node *node, const struct value *value,
	struct figure *figure);

/* The layout that "node", slice(c, L) or L(c), takes a slice of. */
void draw_slice(struct evaluation *ev, const struct source *source, const struct node *node, struct figure *figure);

#endif
