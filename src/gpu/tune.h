/* The search for the choices that make a plan fastest on the device at hand. */
#ifndef GPU_TUNE_H
#define GPU_TUNE_H

#include "gpu/bench.h"

/* "median" of a candidate that cannot run. */
#define TUNING_FAILED 1e9

enum { TUNING_BEST = 5, TUNING_CANDIDATES_MAX = 4096 };

struct tuning {
	int candidates;                    /* different ones */
	int tried;
	int count;                         /* of "best" */
	struct knobs best[TUNING_BEST];    /* the fastest first */
	double median[TUNING_BEST];        /* their seconds */
	double seconds;                    /* that the search took */
};

/*
 * Time candidates for "plan" for about "seconds", a few samples each, then the best of them again with more. The knobs
 * of "plan" itself are among them. "l2" is what the samples of the result will find: where it is flushed, the best are
 * timed with L2::evict_last too.
 */
void tune_plan(struct bench *bench, const struct plan *plan, const struct target *target, double seconds,
	enum l2 l2, struct tuning *out);

/*
 * The same in a fraction of a second: the choices that the plan's kind proposes (struct kind, "trials") are compiled
 * side by side, timed a few samples each, and the best of them again with more. Those of "plan" itself are among them.
 */
void tune_try(struct bench *bench, const struct plan *plan, const struct target *target, enum l2 l2,
	struct tuning *out);

#endif
