/* What a plan must know of a device. */
#ifndef GPU_TARGET_H
#define GPU_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "gpu/dtype.h"

/* Of a block. */
enum { THREADS_MAX = 1024, SHARED_BYTES_MAX = 48 << 10 };

struct target {
	const char *name;
	int arch;                /* 90 for compute capability 9.0 */
	int multiprocessors;
	int threads_per_multiprocessor;
	int64_t registers_per_multiprocessor;
	int64_t l2_bytes;
	double peak_bytes_per_s; /* of device memory */
	double clock_hz;         /* of the multiprocessors, at most */
	/* Where gpu/calibrate.h did not measure them, of an H100, or what such a device reaches of its peak. */
	double read_bytes_per_s;   /* of device memory, where nothing else holds it up */
	double write_bytes_per_s;
	double intake_bytes_per_s; /* of one multiprocessor while most have no work */
	double launch_s;           /* of an empty kernel in a graph, with the events; see calibrate_launch() */
	double latency_s;          /* of a thread that loads once from device memory, from its launch on */
};

/* An H100. */
struct target target_default(void);

/* Give "target" memory of another peak, of which it reaches what an H100 does, or where it is as fast, an H200. */
void target_set_peak(struct target *target, double bytes_per_s);

/* Whether "dtype" can be computed on "target"; a fault says what it needs. */
bool target_has_dtype(const struct target *target, enum dtype dtype, struct fault *fault);

#endif
