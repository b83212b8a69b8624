/*
 * An operation of the algebra as a picture: its operands and its result side by side, the cells of one tile in one
 * colour through all of them.
 */
#ifndef RENDER_OP_H
#define RENDER_OP_H

#include "algebra/composed.h"
#include "render/figure.h"

/* How tiles are found. */
enum op_family {
	OP_DIVIDE,        /* a tile is what the first half of the divided layout covers */
	OP_PRODUCT,       /* a tile is one copy of the first operand */
	OP_COMPOSITION,   /* a tile is a column of the second operand, and what it takes out of the first one */
	OP_COMPLEMENT,    /* a tile is one copy of the operand */
	OP_OTHER,         /* no tiles: colours by offset */
};

struct op_operand {
	struct map map;
	const char *caption;
};

struct op {
	enum op_family family;
	struct op_operand operands[2];
	int operand_count;             /* those that are drawn */
	const struct tiler *tiler;     /* second operand of a division, product or composition */
	struct op_operand result;
	/* A division or product: the operation itself, on layouts. */
	struct layout (*apply)(struct algebra *al, struct layout a, const struct tiler *b);
};

void op_figure(struct figure *figure, struct algebra *al, const struct op *op);

#endif
