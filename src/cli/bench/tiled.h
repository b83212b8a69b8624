/* verify of a tiled MMA: a kernel made of its partitions, run and judged. */
#ifndef CLI_BENCH_TILED_H
#define CLI_BENCH_TILED_H

#include "cli/bench/options.h"

/* Prove the tiled MMA options->program over the shape M,N,K on the device. Returns an exit code. */
int bench_tiled(const struct bench_options *options, struct arena *arena);

#endif
