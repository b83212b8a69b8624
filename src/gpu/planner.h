/* From what is asked for to the plan of the kind that suits it. */
#ifndef GPU_PLANNER_H
#define GPU_PLANNER_H

#include "gpu/plan.h"

/*
 * Plan "kernel" for "problem". The plan's own knobs make it once more. It is meaningful only if no fault is set in
 * "al".
 */
struct plan plan_make(struct algebra *al, const struct problem *problem, enum kernel kernel, struct knobs knobs,
	const struct target *target);

/* What the plan's kind is called. */
const char *plan_kind_name(const struct plan *plan);

#endif
