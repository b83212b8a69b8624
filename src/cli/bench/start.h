/* What the time before the first sample of a row goes to. */
#ifndef CLI_BENCH_START_H
#define CLI_BENCH_START_H

#include "gpu/rows.h"

struct start_clock {
	const struct device *device;    /* NULL before it is open */
	double since;                   /* the end of the last lap */
	struct device_spent spent;      /* by then */
	double seconds[START_COUNT];
	int compiled;                   /* kernels */
};

/* Start the first lap. */
void start_begin(struct start_clock *clock);

/* The time since the last lap was for "what", but for what the device says that it spent on kernels meanwhile. */
void start_lap(struct start_clock *clock, enum start what);

/* The time since the last lap is none of the start. */
void start_skip(struct start_clock *clock);

/* Put what was counted into "row", and begin with the next. The device's opening stays in all of them. */
void start_put(struct start_clock *clock, struct row *row);

#endif
