/* device.h where the GPU is a module (gpu/device_module.h): a device is the module's device, and how to reach it. */
#include "base/module.h"
#include "gpu/device_module.h"

struct device {
	const struct device_module *module;
	struct device *own;                  /* the module's, whose members only the module knows */
};

/* The module; NULL after a fault. */
static const struct device_module *find_module(struct fault *fault) {
	static const struct module_name name = { DEVICE_FILE, "CUTELAYOUT_CUDA", "device_module" };
	char why[MODULE_WHY_BYTES];
	const struct device_module *module = module_find(&name, why);
	if (module == NULL) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "a GPU needs " DEVICE_FILE ": %s", why);
	}
	return module;
}

int device_count(struct fault *fault) {
	const struct device_module *module = find_module(fault);
	return module != NULL ? module->count(fault) : 0;
}

bool device_describe(int index, struct device_facts *facts, struct fault *fault) {
	const struct device_module *module = find_module(fault);
	return module != NULL && module->describe(index, facts, fault);
}

struct device *device_open(struct arena *arena, int index, double watchdog, struct fault *fault) {
	const struct device_module *module = find_module(fault);
	struct device *own = module != NULL ? module->open(arena, index, watchdog, fault) : NULL;
	if (own == NULL) {
		return NULL;
	}
	struct device *device = arena_alloc(arena, sizeof *device);
	*device = (struct device){ module, own };
	return device;
}

void device_close(struct device *device) {
	if (device != NULL) {
		device->module->close(device->own);
	}
}

const struct device_facts *device_facts(const struct device *device) {
	return device->module->facts(device->own);
}

struct target device_target(const struct device *device) {
	return device->module->target(device->own);
}

void *device_alloc(struct device *device, int64_t bytes, struct fault *fault) {
	return device->module->alloc(device->own, bytes, fault);
}

void device_free(struct device *device, void *memory) {
	device->module->free(device->own, memory);
}

bool device_set(struct device *device, void *memory, int byte, int64_t bytes, struct fault *fault) {
	return device->module->set(device->own, memory, byte, bytes, fault);
}

bool device_read(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	return device->module->read(device->own, to, from, bytes, fault);
}

bool device_write(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	return device->module->write(device->own, to, from, bytes, fault);
}

bool device_tensor_map(struct device *device, const struct tensor_map_request *request, struct tensor_map *out,
		struct fault *fault) {
	return device->module->tensor_map(device->own, request, out, fault);
}

bool device_keep(struct device *device, const char *folder, struct fault *fault) {
	return device->module->keep(device->own, folder, fault);
}

struct device_spent device_spent(const struct device *device) {
	return device->module->spent(device->own);
}

void device_compile_all(struct device *device, struct arena *arena, struct kernel_text *texts, int count) {
	device->module->compile_all(device->own, arena, texts, count);
}

bool device_compile(struct device *device, struct arena *arena, const struct kernel_text *text,
		struct kernel_image *out, struct fault *fault) {
	return device->module->compile(device->own, arena, text, out, fault);
}

void device_unload(struct device *device, struct kernel_image *kernel) {
	device->module->unload(device->own, kernel);
}

bool device_run(struct device *device, const struct launch *launch, struct fault *fault) {
	return device->module->run(device->own, launch, fault);
}

bool device_time(struct device *device, const struct launch *launch, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	return device->module->time(device->own, launch, timing, samples, fault);
}

bool device_time_copy(struct device *device, const struct device_copy *copy, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	return device->module->time_copy(device->own, copy, timing, samples, fault);
}

bool device_time_overhead(struct device *device, const struct launch *launch, int count, double *stream_s,
		double *graph_s, struct fault *fault) {
	return device->module->time_overhead(device->own, launch, count, stream_s, graph_s, fault);
}
