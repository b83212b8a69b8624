/*
 * bench and verify on every GPU of the host: the same command for each, as a process of its own, so that a device that
 * fails or hangs is the trouble of no other.
 */
#ifndef CLI_BENCH_ALL_H
#define CLI_BENCH_ALL_H

#include "cli/bench/options.h"

/*
 * Run the command that "argv" asks for on device after device, or on all at once; what they print comes in their order.
 * Returns the greatest exit code.
 */
int bench_all(const struct bench_options *options, struct arena *arena, int argc, char **argv);

/* All devices are asked for, of a command that uses any. */
bool bench_all_wanted(const struct bench_options *options);

#endif
