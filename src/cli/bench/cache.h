/*
 * What --tune found, kept in the user's cache directory: a line for each problem and device, the last one counts; what
 * trials chose, a file for each; what --calibrate measured; and the folder for these and for compiled kernels. A cache
 * that cannot be read or written is no failure.
 */
#ifndef CLI_BENCH_CACHE_H
#define CLI_BENCH_CACHE_H

#include "cli/bench/options.h"

/* The knobs remembered for "plan" on "device". Returns false if there are none. */
bool bench_cache_find(const struct bench_options *options, struct arena *arena, const struct plan *plan,
	const char *device, struct knobs *knobs);

/* Remember the knobs of "plan". */
void bench_cache_keep(const struct bench_options *options, struct arena *arena, const struct plan *plan,
	const char *device);

/* What the trials of a plan depend on, beside the plan. */
struct trial_place {
	const struct device_facts *device;
	enum l2 l2;
};

/*
 * The knobs that trials of "plan", as made with no knobs given, have chosen in another run of this version. Returns
 * false if there are none.
 */
bool bench_cache_find_tried(struct algebra *al, const struct plan *plan, const struct trial_place *place,
	struct knobs *knobs);

/* Keep "best" as what they chose. */
void bench_cache_keep_tried(struct algebra *al, const struct plan *plan, const struct trial_place *place,
	const struct knobs *best);

/*
 * Give "target", which is that of "device", what this version has measured of such a device. Returns false if it has
 * not.
 */
bool bench_cache_find_calibration(struct arena *arena, const struct device_facts *device, struct target *target);

/* Keep what was measured. Returns false if it could not be. */
bool bench_cache_keep_calibration(struct arena *arena, const struct device_facts *device, struct target *target);

/* The folder for compiled kernels in the user's cache directory, made if it was not there; NULL without a home. */
const char *bench_cache_kernels(struct arena *arena);

#endif
