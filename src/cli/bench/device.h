/* The device of --device, for all that bench and verify do on one. */
#ifndef CLI_BENCH_DEVICE_H
#define CLI_BENCH_DEVICE_H

#include "cli/bench/options.h"
#include "gpu/device.h"

/* Open it, with the watchdog of "options". NULL with a fault, also where a confined run may load no libraries. */
struct device *bench_open_device(const struct bench_options *options, struct arena *arena, struct fault *fault);

#endif
