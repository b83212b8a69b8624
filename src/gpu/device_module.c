/* What the module offers; its one name. */
#include "gpu/device_module.h"

extern const struct device_module device_module;

__attribute__((visibility("default"))) const struct device_module device_module = {
	CUTELAYOUT_VERSION,
	device_count,
	device_describe,
	device_open,
	device_close,
	device_facts,
	device_target,
	device_alloc,
	device_free,
	device_set,
	device_read,
	device_write,
	device_tensor_map,
	device_keep,
	device_spent,
	device_compile_all,
	device_compile,
	device_unload,
	device_run,
	device_time,
	device_time_copy,
	device_time_overhead,
};
