/* Independent units of work over the processors of the host. */
#ifndef GPU_PARALLEL_H
#define GPU_PARALLEL_H

#include <stdint.h>

#include "base/limits.h"

typedef void (*parallel_work)(void *context, int worker, int64_t unit);

/* Number of workers that parallel_run uses for "units" units. */
int parallel_workers(int64_t units);

/*
 * Call "work" for units 0 to units-1, each once, in any order; "worker" is below "workers" and no two calls of one
 * worker overlap. Nothing that the calls share may be written, and no arena may be used.
 */
void parallel_run(int workers, int64_t units, parallel_work work, void *context);

#endif
