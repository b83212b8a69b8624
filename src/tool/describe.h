/* A plan in words and layouts, step by step as CuTe's elementwise tutorial prints them. */
#ifndef TOOL_DESCRIBE_H
#define TOOL_DESCRIBE_H

#include "gpu/cubin.h"
#include "gpu/predict.h"

/* What the compiler made of a kernel. */
struct compiled {
	struct cubin_facts facts;   /* all 0 if that is not known */
	const char *why;            /* it is not known, NULL if nobody asked */
};

/* Put the problem, every layout on the way to the kernel's addresses, the launch and the prediction. */
void bench_describe(struct buf *out, struct algebra *al, const struct plan *plan, const char *expression,
	const struct target *target, const struct compiled *compiled);

/* The same as one JSON object on a line, as cutelayout-bench(1) describes it. */
void bench_describe_json(struct buf *out, struct algebra *al, const struct plan *plan, const char *expression,
	const struct target *target, const struct compiled *compiled);

/* Begin an object about "plan": its version, operation, dtype, shape, kernel and plan, each with a comma behind it. */
void bench_begin_json(struct buf *out, const struct plan *plan, const char *expression);

/* "a", "b" and so on, or "out": tensor "k" of "plan". */
const char *bench_tensor_name(const struct plan *plan, int k);

#endif
