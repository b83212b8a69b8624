#include "cli/bench/device.h"

#include "cli/bench/cache.h"
#include "cli/confine.h"

struct device *bench_open_device(const struct bench_options *options, struct arena *arena, struct fault *fault) {
	if (!confine_allows_libraries(fault)) {
		return NULL;
	}
	struct device *device = device_open(arena, options->device, options->watchdog, fault);
	if (device != NULL && !device_keep(device, bench_cache_kernels(arena), fault)) {
		device_close(device);
		return NULL;
	}
	return device;
}
