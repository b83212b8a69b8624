/*
 * The GPU: opening it, memory, compiling, launching and timing. Two files implement this header: device_cuda.c, which
 * the program loads by device_loaded.c as a module, and device_none.c in a build without CUDA, where every device is
 * absent. Nothing here prints.
 *
 * Every function that can fail returns false (or NULL) and sets the fault; the device stays usable unless a kernel
 * failed or hung, after which it can only be closed.
 */
#ifndef GPU_DEVICE_H
#define GPU_DEVICE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/str.h"
#include "gpu/clocks.h"
#include "gpu/plan.h"
#include "gpu/stats.h"

enum { DEVICE_NAME_BYTES = 256, LAUNCH_ARGUMENTS_MAX = TENSORS_MAX + 4 };

struct device;

/* What is printed about a device. */
struct device_facts {
	char name[DEVICE_NAME_BYTES];
	int index;
	int arch;                   /* 90 for compute capability 9.0 */
	int multiprocessors;
	int threads_per_multiprocessor;
	int registers_per_multiprocessor;
	int64_t memory_bytes;
	int64_t free_bytes;
	int64_t l2_bytes;
	int clock_khz;              /* of the multiprocessors, at most */
	int memory_clock_khz;
	int bus_bits;
	int driver;                 /* 13000 for CUDA 13.0 */
	int runtime;
	int nvrtc;
	bool has_ecc;
};

/* A compiled kernel. */
struct kernel_image {
	void *library;              /* of the device */
	void *function;
	int registers;              /* of a thread */
	int spilled_bytes;          /* of a thread, in local memory */
	int resident_blocks;        /* of a multiprocessor */
};

/* One launch of a kernel: its grid, and the values that the arguments point to. */
struct launch {
	const struct kernel_image *kernel;
	int64_t blocks;
	int threads;
	void *arguments[LAUNCH_ARGUMENTS_MAX];
};

enum { SAMPLES_MAX = 1024 };

/* What a sample finds in the L2 cache. */
enum l2 {
	L2_FLUSHED,   /* what others wrote since, but for lines that a kernel asked to evict last: "cold" */
	L2_HOT,       /* what the sample before left */
	L2_FORGOTTEN, /* as L2_FLUSHED, and those lines are forgotten too */
};

struct timing {
	enum l2 l2;
	bool keeps;                 /* what is launched asks the cache to evict last what it reads */
	double warm_up_s;           /* runs before the first sample: an idle device runs at low clocks */
	struct stop_rule rule;
};

struct samples {
	double seconds[SAMPLES_MAX];
	int count;
	enum stop stop;
	struct clock_reading clocks;  /* the lowest clock and every slowdown that was seen meanwhile */
};

/* The number of devices, 0 with a fault if there is no driver. */
int device_count(struct fault *fault);

/* Facts of device "index" without using it. */
bool device_describe(int index, struct device_facts *facts, struct fault *fault);

/*
 * Open device "index". A kernel that runs for more than "watchdog" seconds is given up. Faults are FAULT_UNSUPPORTED.
 */
struct device *device_open(struct arena *arena, int index, double watchdog, struct fault *fault);

/* Give everything back; what a kernel that hangs holds, the end of the process gives back. NULL is no device. */
void device_close(struct device *device);

const struct device_facts *device_facts(const struct device *device);

/* The device as plans see it. */
struct target device_target(const struct device *device);

/* Device memory, which device_close frees if device_free has not. Asks for what is free before allocating. */
void *device_alloc(struct device *device, int64_t bytes, struct fault *fault);
void device_free(struct device *device, void *memory);
bool device_set(struct device *device, void *memory, int byte, int64_t bytes, struct fault *fault);
bool device_read(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault);
bool device_write(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault);

/* A tensor in device memory and its boxes, as cuTensorMapEncodeTiled takes them. */
struct tensor_map_request {
	void *base;
	int bits;                   /* of an element: 8, 16, 32 or 64 */
	int rank;                   /* 1 to 5 */
	int swizzle;                /* bytes of its rows: 0 for none, 32, 64 or 128 */
	int64_t extent[5];          /* dimension 0 is contiguous */
	int64_t stride[5];          /* bytes; that of dimension 0 is not looked at */
	int64_t box[5];
};

/* What a kernel gets as a parameter, const __grid_constant__. */
struct tensor_map {
	_Alignas(64) unsigned char opaque[128];
};

/* Ask the driver for the tensor map. FAULT_UNSUPPORTED where it refuses, or is older than CUDA 12. */
bool device_tensor_map(struct device *device, const struct tensor_map_request *request, struct tensor_map *out,
	struct fault *fault);

/* A kernel to be compiled: CUDA C, the function in it, and the threads of a block that it is launched with. */
struct kernel_text {
	const char *source;
	const char *symbol;
	int threads;
	bool is_specific;           /* for this architecture alone, as wgmma asks: sm_90a */
	struct str code;            /* for the device, if it was compiled before; else empty */
};

/*
 * Keep compiled kernels in "folder", which outlives the device, and look for them there (gpu/kept.h). Without this, or
 * with NULL, they are kept for as long as the device is open. Finds the compiler, which is loaded when a kernel has to
 * be compiled (gpu/compiler.h). Returns false if there is none.
 */
bool device_keep(struct device *device, const char *folder, struct fault *fault);

/* What kernels have cost since the device was opened. */
struct device_spent {
	int compiled;               /* kernels that were in no cache */
	double compile_s;           /* to find them and to compile, the compiler's loading among it */
	double load_s;              /* to load them */
};

struct device_spent device_spent(const struct device *device);

/*
 * Compile those of "count" texts that were not compiled before over the host's processors, all into their code, in
 * "arena"; device_compile finds them too. That of a text that does not compile stays empty; device_compile says why.
 */
void device_compile_all(struct device *device, struct arena *arena, struct kernel_text *texts, int count);

/* Compile "text" for this device, if that was not done before, and load its function. */
bool device_compile(struct device *device, struct arena *arena, const struct kernel_text *text,
	struct kernel_image *out, struct fault *fault);
void device_unload(struct device *device, struct kernel_image *kernel);

/* Launch and wait. A kernel that takes longer than the watchdog allows is a fault. */
bool device_run(struct device *device, const struct launch *launch, struct fault *fault);

/*
 * Time a launch: captured in a graph, whose replays are timed by events; the L2 cache is flushed before each. Samples
 * stop by the rule. Unless "timing" keeps, what others asked the cache to keep is forgotten first. That is not done
 * more often than it must be: after a dozen times what is asked to stay does so in part only (a tenth of 5 us).
 */
bool device_time(struct device *device, const struct launch *launch, const struct timing *timing,
	struct samples *samples, struct fault *fault);

/* A copy from one place of device memory to another. */
struct device_copy {
	void *to;
	const void *from;
	int64_t bytes;
};

/* Time a copy by the driver. */
bool device_time_copy(struct device *device, const struct device_copy *copy, const struct timing *timing,
	struct samples *samples, struct fault *fault);

/* Seconds of one launch among "count" back to back, launched on a stream and replayed from a graph. */
bool device_time_overhead(struct device *device, const struct launch *launch, int count, double *stream_s,
	double *graph_s, struct fault *fault);

#endif
