/* The loop of a thread over vectors "i" from "begin" on, "step" apart, that rows and reductions of everything share. */
#ifndef GPU_KINDS_WALK_H
#define GPU_KINDS_WALK_H

#include "gpu/kinds/kind.h"

struct walk {
	const char *step;        /* between the vectors of a thread */
	const char *count;       /* number of vectors */
	int64_t full;            /* rounds of "unroll" vectors in which none is beyond "count"; -1: not known */
	bool more;               /* vectors may follow these rounds */
	bool masked_first;       /* the first vector may start with elements of another row */
	bool masked_last;        /* the last vector may hold fewer elements */
	struct layout offsets[OPERANDS_MAX]; /* of element number i * vector, added to the base */
};

/* "typedef ... index;": wide enough for the elements of the padded view. */
void emit_index_type(struct emitter *em);

/* The loop, or for a proof the visits of all its vectors. */
void emit_walk(struct emitter *em, const struct walk *walk);

#endif
