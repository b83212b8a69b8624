/* What find has found, timed: the accesses to shared memory that a swizzle is for, and copies of tiles. */
#ifndef TOOL_FIND_MEASURE_H
#define TOOL_FIND_MEASURE_H

#include "gpu/wavefronts.h"
#include "tool/find_swizzle.h"
#include "tool/find_tv.h"

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

/*
 * Measure the copy of a tile of "cells" elements by "candidate": how fast it reads "memory", and what its stores to
 * "to" take, unless that is NULL. Returns false after a fault.
 */
struct tv_copy {
	int bits;
	int64_t cells;
	const struct map *memory, *to;
};
bool find_measure_tv(struct device *device, struct algebra *al, const struct tv_copy *copy,
	struct tv_candidate *candidate, struct fault *fault);

#endif
