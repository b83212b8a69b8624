/* What find has found, timed: the accesses to shared memory that a swizzle is for. */
#ifndef TOOL_FIND_MEASURE_H
#define TOOL_FIND_MEASURE_H

#include "gpu/wavefronts.h"
#include "tool/find_swizzle.h"

enum { MEASURED_MEMORIES_MAX = FIND_BEST_MAX + 3 };

/* A memory that the accesses are to, and what they take. */
struct measured_memory {
	struct map map;
	struct tuple shape;     /* of its coordinates */
	int ways;               /* as predicted, all accesses as stores of their widest vectors */
	int64_t wavefronts;
	double cycles;          /* of all of these */
};

/* Who accesses them. */
struct asked_accesses {
	int bits;                              /* of an element */
	const struct found_access *accesses;
	int count;
};

/* Predict: fill "ways" and "wavefronts" of "memories". Faults as find_swizzle has. */
void find_predict(struct algebra *al, const struct asked_accesses *asked, struct measured_memory *memories, int count);

/* Measure: fill "cycles". Returns false after a fault. */
bool find_measure(struct device *device, struct algebra *al, const struct asked_accesses *asked,
	struct measured_memory *memories, int count, struct fault *fault);

#endif
