/* An expression that is a tiled MMA, and a shape, as a kernel that proves its partitions. */
#ifndef TOOL_SILICON_TILED_H
#define TOOL_SILICON_TILED_H

#include "gpu/silicon_tiled.h"
#include "lang/eval.h"

struct tiled_request {
	const char *text;          /* make_tiled_mma(...) */
	int64_t m, n, k;
	const char *memory_a, *memory_b;  /* layouts of A (M,K) and B (N,K) in shared memory; NULL: column-major */
};

/*
 * The question for "request", evaluated by "ev", which names M, N and K. Returns false after a fault: of the
 * expression, or FAULT_TYPE where it is no tiled MMA, FAULT_UNSUPPORTED where no kernel can be made of it; it is in
 * ev->error.
 */
bool silicon_tiled_question(struct evaluation *ev, const struct tiled_request *request, struct tiled_question *out);

#endif
