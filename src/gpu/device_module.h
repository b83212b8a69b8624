/*
 * The GPU as a module of its own: device_cuda.c and the CUDA runtime, which are loaded when a device is asked for. The
 * members are the functions of device.h.
 */
#ifndef GPU_DEVICE_MODULE_H
#define GPU_DEVICE_MODULE_H

#include "gpu/device.h"

struct device_module {
	const char *version;     /* of the program that the module was built with */
	int (*count)(struct fault *fault);
	bool (*describe)(int index, struct device_facts *facts, struct fault *fault);
	struct device *(*open)(struct arena *arena, int index, double watchdog, struct fault *fault);
	void (*close)(struct device *device);
	const struct device_facts *(*facts)(const struct device *device);
	struct target (*target)(const struct device *device);
	void *(*alloc)(struct device *device, int64_t bytes, struct fault *fault);
	void (*free)(struct device *device, void *memory);
	bool (*set)(struct device *device, void *memory, int byte, int64_t bytes, struct fault *fault);
	bool (*read)(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault);
	bool (*write)(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault);
	bool (*tensor_map)(struct device *device, const struct tensor_map_request *request, struct tensor_map *out,
		struct fault *fault);
	bool (*keep)(struct device *device, const char *folder, struct fault *fault);
	struct device_spent (*spent)(const struct device *device);
	void (*compile_all)(struct device *device, struct arena *arena, struct kernel_text *texts, int count);
	bool (*compile)(struct device *device, struct arena *arena, const struct kernel_text *text,
		struct kernel_image *out, struct fault *fault);
	void (*unload)(struct device *device, struct kernel_image *kernel);
	bool (*run)(struct device *device, const struct launch *launch, struct fault *fault);
	bool (*time)(struct device *device, const struct launch *launch, const struct timing *timing,
		struct samples *samples, struct fault *fault);
	bool (*time_copy)(struct device *device, const struct device_copy *copy, const struct timing *timing,
		struct samples *samples, struct fault *fault);
	bool (*time_overhead)(struct device *device, const struct launch *launch, int count, double *stream_s,
		double *graph_s, struct fault *fault);
};

#endif
