/*
 * Pieces of CUDA C that all kernels share. Layouts become index expressions of constants; the source needs no header.
 */
#ifndef GPU_EMIT_H
#define GPU_EMIT_H

#include "base/buf.h"
#include "gpu/plan.h"

#define KERNEL_SYMBOL "cutelayout_kernel"

enum purpose {
	PURPOSE_COMPUTE,
	PURPOSE_PROVE,
};

/* A kernel being written. */
struct emitter {
	struct buf *out;
	struct algebra *al;
	const struct plan *plan;
	enum purpose purpose;
	int tensor;              /* PURPOSE_PROVE: the tensor whose accesses are recorded */
};

static inline bool emit_is_proof(const struct emitter *em) {
	return em->purpose == PURPOSE_PROVE;
}

/*
 * "layout" at the integer "index", an unsigned C expression that needs no parentheses: a sum of terms, "0" when every
 * stride is 0. Offsets are 64-bit if the layout's reach needs it.
 */
void emit_layout(struct emitter *em, struct layout layout, const char *index);

/* Types, conversions, vectors, loads and stores, and for reductions the combination of two values. */
void emit_prelude(struct emitter *em);

/* For a proof the function visit_run: "width" neighbours from "offset" on are touched by values of one thread. */
void emit_visit_run(struct emitter *em);

/* "extern "C" __global__ ... (parameters) {", the kernel's first lines. */
void emit_signature(struct emitter *em);

/* Names of operands, "a" to "h". */
static inline char emit_operand(int k) {
	return (char)('a' + k);
}

#endif
