/* What bench and verify print of a plan without running it: its description, its source, what it compiles to. */
#ifndef CLI_BENCH_SHOW_H
#define CLI_BENCH_SHOW_H

#include "cli/bench/options.h"
#include "gpu/nvrtc.h"

struct bench_show {
	const struct bench_options *options;
	const struct target *target;
	struct arena *lasting;       /* of the compiler */
	struct nvrtc *nvrtc;         /* NULL before it is needed; the caller closes it */
};

/* Print what the options ask for about "plan". Returns false with a fault, of the algebra or here. */
bool bench_show_plan(struct bench_show *show, struct algebra *al, const struct plan *plan, struct fault *fault);

#endif
