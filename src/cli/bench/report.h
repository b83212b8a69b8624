/* bench --report: what --json printed, on one or many devices, as one table and one plot. */
#ifndef CLI_BENCH_REPORT_H
#define CLI_BENCH_REPORT_H

#include "cli/bench/options.h"

/* Read the files of "options", print what is in them, and plot it. Returns an exit code: 1 if any result is wrong. */
int bench_report(const struct bench_options *options, struct arena *arena);

#endif
