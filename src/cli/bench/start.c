#include "cli/bench/start.h"

#include <string.h>
#include <time.h>

static double now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void start_begin(struct start_clock *clock) {
	*clock = (struct start_clock){ .since = now() };
}

void start_lap(struct start_clock *clock, enum start what) {
	struct device_spent before = clock->spent;
	double end = now();
	if (clock->device != NULL) {
		clock->spent = device_spent(clock->device);
	}
	double compile_s = clock->spent.compile_s - before.compile_s;
	double load_s = clock->spent.load_s - before.load_s;
	double rest = end - clock->since - compile_s - load_s;
	clock->seconds[START_COMPILE] += compile_s;
	clock->seconds[START_LOAD] += load_s;
	clock->seconds[what] += rest > 0 ? rest : 0;
	clock->compiled += clock->spent.compiled - before.compiled;
	clock->since = end;
}

void start_skip(struct start_clock *clock) {
	clock->since = now();
	clock->spent = device_spent(clock->device);
}

void start_put(struct start_clock *clock, struct row *row) {
	memcpy(row->start_s, clock->seconds, sizeof row->start_s);
	row->compiled = clock->compiled;
	for (int i = 0; i < START_COUNT; i++) {
		clock->seconds[i] = i == START_CONTEXT ? clock->seconds[i] : 0;
	}
	clock->compiled = 0;
}
