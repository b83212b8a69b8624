/* What the questions to the hardware share: lists of registers in inline assembly, and the run of a kernel. */
#ifndef GPU_SILICON_RUN_H
#define GPU_SILICON_RUN_H

#include "base/buf.h"
#include "gpu/device.h"

/* "{%4, %5}": "count" operands from number "first" on. */
void silicon_put_list(struct buf *out, int first, int count);

/* "\"=r\"(d[0]), \"=r\"(d[1])": the elements of the array "name" as operands. */
void silicon_put_registers(struct buf *out, const char *constraint, const char *name, int count);

/* A kernel KERNEL_SYMBOL(found), where "found" is "bytes" of 0 before it runs. */
struct silicon_run {
	const char *source;
	struct str code;           /* of the source, if it was compiled before; else empty */
	int64_t blocks;
	int threads;               /* of a block */
	int64_t bytes;
	void *host;                /* where what was found ends: as many bytes */
};

/* Compile and run. Returns false after a fault. What is compiled lives in "arena". */
bool silicon_run(struct device *device, struct arena *arena, const struct silicon_run *run, struct fault *fault);

#endif
