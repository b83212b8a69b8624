/* An expression that is a tiled MMA or a tiled copy, and a shape, as a kernel that proves its partitions. */
#ifndef TOOL_SILICON_TILED_H
#define TOOL_SILICON_TILED_H

#include "gpu/silicon_tiled.h"
#include "gpu/silicon_tiled_copy.h"
#include "gpu/silicon_tma.h"
#include "lang/eval.h"
#include "tool/evaluate.h"
#include "tool/problem.h"

/*
 * Texts of memories are "row", "col" or an expression of the extents, M, N, K and so on. NULL is what is usual: the
 * column-major layout; for a copy, the first of that and the row-major one that suits.
 */
struct tiled_request {
	const char *text;              /* make_tiled_mma(...), make_tiled_copy(...) */
	struct problem_shape shape;    /* (M,N,K) of an MMA; the tensor of a copy, of rank 0 one tile */
	const char *a, *b;             /* of an MMA: A (M,K) and B (N,K) in shared memory */
	const char *from, *to;         /* of a copy: global memory before and after */
	const char *shared;            /* of a copy */
};

enum tiled_kind {
	TILED_NONE,                /* the expression is neither */
	TILED_MMA,
	TILED_COPY,
	TILED_BOXES,               /* make_tma_copy */
};

struct tiled_subject {
	enum tiled_kind kind;
	struct tiled_question mma;
	struct tiled_copy_question copy;
	struct tma_question boxes;
};

/*
 * The question for "request", evaluated by "ev"; "listener", if not NULL, hears of the warnings of each text. Returns
 * false after a fault: of an expression, or FAULT_TYPE where it is neither a tiled MMA nor a tiled copy,
 * FAULT_UNSUPPORTED where no kernel can be made of it; it is in ev->error, and the text that it is about is ev->source.
 */
bool silicon_tiled_question(struct evaluation *ev, const struct tiled_request *request, const struct listener *listener,
	struct tiled_subject *out);

/* Its CUDA C, and what the device says to it. */
const char *silicon_tiled_source(struct algebra *al, const struct tiled_subject *subject);
struct silicon_answer silicon_tiled_ask(struct device *device, struct algebra *al, const struct tiled_subject *subject,
	struct fault *fault);

/* What came of it in one line. */
void silicon_tiled_put_answer(struct buf *out, const struct tiled_subject *subject,
	const struct silicon_answer *answer);

#endif
