/* bench --access: accesses to shared memory by the clock. */
#ifndef CLI_BENCH_ACCESS_H
#define CLI_BENCH_ACCESS_H

#include "cli/bench/options.h"

/* Predict and, unless --dry-run or --print-source asks for less, measure. Returns an exit code. */
int bench_access(const struct bench_options *options, struct arena *arena, int argc, char **argv);

#endif
