/* The loop of a thread over vectors "i" from "begin" on, "step" apart, that rows and reductions of everything share. */
#ifndef GPU_KINDS_WALK_H
#define GPU_KINDS_WALK_H

#include "gpu/kinds/kind.h"

struct walk {
	int64_t step;            /* between the vectors of a thread */
	const char *count;       /* number of vectors */
	int64_t full;            /* rounds of "unroll" vectors in which none is beyond "count" */
	bool more;               /* vectors may follow these rounds */
	bool masked;             /* the first may start with elements of another row, the last may hold fewer */
	struct layout offsets[OPERANDS_MAX]; /* of element number i * vector, added to the base */
};

/* "typedef ... index;": wide enough for the elements of the padded view. */
void emit_index_type(struct emitter *em);

/*
 * The loop, in code where "pK" is the base of operand K. With "masked", elements "start" to "end" - 1 are the row's,
 * counted from the base.
 */
void emit_walk(struct emitter *em, const struct walk *walk);

#endif
