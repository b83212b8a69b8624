/* What predictions must know of a device: measured, kept in the cache, and used from then on. */
#ifndef CLI_BENCH_CALIBRATE_H
#define CLI_BENCH_CALIBRATE_H

#include "cli/bench/options.h"

/* Measure, keep and print it. Returns an exit code. */
int bench_calibrate(const struct bench_options *options, struct arena *arena, int argc, char **argv);

#endif
