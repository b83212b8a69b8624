/*
 * Plans as CUDA C source, ready for NVRTC: no headers, layouts folded to constants.
 *
 * A kernel that computes takes the operands, the output, and for some reductions a workspace that is zero before the
 * first launch and left zero where it must be. A kernel that proves takes a struct proof_place (gpu/proof.h) for each
 * tensor; behind the prelude and the signature it is the same text.
 */
#ifndef GPU_CODEGEN_H
#define GPU_CODEGEN_H

#include "base/buf.h"
#include "gpu/emit.h"

#define FILL_SYMBOL "cutelayout_fill"

/* Put the source of the kernel for "plan". */
void codegen_put(struct buf *out, struct algebra *al, const struct plan *plan, enum purpose purpose);

/* Put the source of the kernel that draws random data: (elements, count, seed, period). */
void codegen_put_fill(struct buf *out, enum dtype dtype, enum fill fill);

#endif
