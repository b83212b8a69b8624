/* A build without the CUDA runtime: there is no device. */
#include "gpu/device.h"

static void set_absent(struct fault *fault) {
	fault_set(fault, FAULT_UNSUPPORTED, 0, "this build has no GPU support");
	fault_set_hint(fault, "install cuda-cudart-dev-13-0 (or nvidia-cuda-toolkit of at least 12.8) and build again");
}

int device_count(struct fault *fault) {
	set_absent(fault);
	return 0;
}

bool device_describe(int index, struct device_facts *facts, struct fault *fault) {
	(void)index;
	(void)facts;
	set_absent(fault);
	return false;
}

struct device *device_open(struct arena *arena, int index, double watchdog, struct fault *fault) {
	(void)arena;
	(void)index;
	(void)watchdog;
	set_absent(fault);
	return NULL;
}

void device_close(struct device *device) {
	(void)device;
}

const struct device_facts *device_facts(const struct device *device) {
	(void)device;
	return NULL;
}

struct target device_target(const struct device *device) {
	(void)device;
	return target_default();
}

void *device_alloc(struct device *device, int64_t bytes, struct fault *fault) {
	(void)device;
	(void)bytes;
	set_absent(fault);
	return NULL;
}

void device_free(struct device *device, void *memory) {
	(void)device;
	(void)memory;
}

bool device_set(struct device *device, void *memory, int byte, int64_t bytes, struct fault *fault) {
	(void)device;
	(void)memory;
	(void)byte;
	(void)bytes;
	set_absent(fault);
	return false;
}

bool device_read(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	(void)device;
	(void)to;
	(void)from;
	(void)bytes;
	set_absent(fault);
	return false;
}

bool device_write(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	(void)device;
	(void)to;
	(void)from;
	(void)bytes;
	set_absent(fault);
	return false;
}

bool device_keep(struct device *device, const char *folder, struct fault *fault) {
	(void)device;
	(void)folder;
	set_absent(fault);
	return false;
}

struct device_spent device_spent(const struct device *device) {
	(void)device;
	return (struct device_spent){ .compiled = 0 };
}

void device_compile_all(struct device *device, struct arena *arena, struct kernel_text *texts, int count) {
	(void)device;
	(void)arena;
	(void)texts;
	(void)count;
}

bool device_compile(struct device *device, struct arena *arena, const struct kernel_text *text,
		struct kernel_image *out, struct fault *fault) {
	(void)device;
	(void)arena;
	(void)text;

	(void)out;
	set_absent(fault);
	return false;
}

void device_unload(struct device *device, struct kernel_image *kernel) {
	(void)device;
	(void)kernel;
}

bool device_tensor_map(struct device *device, const struct tensor_map_request *request, struct tensor_map *out,
		struct fault *fault) {
	(void)device;
	(void)request;
	(void)out;
	set_absent(fault);
	return false;
}

bool device_run(struct device *device, const struct launch *launch, struct fault *fault) {
	(void)device;
	(void)launch;
	set_absent(fault);
	return false;
}

bool device_time(struct device *device, const struct launch *launch, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	(void)device;
	(void)launch;
	(void)timing;
	(void)samples;
	set_absent(fault);
	return false;
}

bool device_time_copy(struct device *device, const struct device_copy *copy, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	(void)device;
	(void)copy;

	(void)timing;
	(void)samples;
	set_absent(fault);
	return false;
}

bool device_time_overhead(struct device *device, const struct launch *launch, int count, double *stream_s,
		double *graph_s, struct fault *fault) {
	(void)device;
	(void)launch;
	(void)count;
	(void)stream_s;
	(void)graph_s;
	set_absent(fault);
	return false;
}
