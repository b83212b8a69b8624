/* What bench and verify share: each problem and kernel asked for is planned, shown, proved, checked and timed. */
#ifndef CLI_BENCH_RUN_H
#define CLI_BENCH_RUN_H

#include "cli/bench/options.h"

/* Do what "options" ask; with "measure", time what is proved. Returns an exit code. */
int bench_run(struct bench_options *options, struct arena *lasting, bool measure, int argc, char **argv);

#endif
