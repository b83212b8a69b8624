/* A plan in words and layouts, step by step as CuTe's elementwise tutorial prints them. */
#ifndef TOOL_DESCRIBE_H
#define TOOL_DESCRIBE_H

#include "gpu/cubin.h"
#include "gpu/predict.h"

/*
 * Put the problem, every layout on the way to the kernel's addresses, the launch and the prediction. "compiled" is what
 * the compiler made of it, all 0 if that is not known, and "why" says why not, NULL if nobody asked.
 */
void bench_describe(struct buf *out, struct algebra *al, const struct plan *plan, const char *expression,
	const struct target *target, const struct cubin_facts *compiled, const char *why);

#endif
