/* A plan in words and layouts, step by step as CuTe's elementwise tutorial prints them. */
#ifndef CLI_BENCH_DESCRIBE_H
#define CLI_BENCH_DESCRIBE_H

#include "gpu/predict.h"

/* Put the problem, every layout on the way to the kernel's addresses, the launch and the prediction. */
void bench_describe(struct buf *out, struct algebra *al, const struct plan *plan, const char *expression,
	const struct target *target);

#endif
