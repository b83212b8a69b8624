/* What the questions to the hardware share: the run of a kernel. */
#ifndef GPU_SILICON_RUN_H
#define GPU_SILICON_RUN_H

#include "gpu/device.h"

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
