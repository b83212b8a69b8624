/* The GPU through the CUDA runtime, which is linked statically and looks for the driver when the program runs. */
#include "gpu/device.h"

#include <cuda.h>
#include <inttypes.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/compiler.h"

enum { FLUSH_BYTES = 256 << 20, WARM_UPS = 5, ALLOCATIONS_MAX = 64 };

/* Between two questions for the clock while samples are taken. */
#define CLOCK_SECONDS 0.1

struct device {
	struct device_facts facts;
	struct arena *arena;                 /* that it is in */
	struct compiler *compiler;
	double load_s;                       /* spent to load kernels */
	bool has_clocks;                     /* they were looked for */
	struct clocks *clocks;               /* NULL where the driver does not tell */
	cudaStream_t stream;
	cudaEvent_t start, stop;
	void *flush;                         /* FLUSH_BYTES, taken when first needed */
	bool has_kept;                       /* the L2 cache may hold what a launch asked it to keep */
	void *allocations[ALLOCATIONS_MAX];
	int allocation_count;
	double watchdog;                     /* seconds that a kernel may run */
	bool broken;                         /* a kernel failed or hangs */
	bool hung;
};

static bool check(struct device *device, cudaError_t error, const char *what, struct fault *fault) {
	if (error == cudaSuccess) {
		return true;
	}
	fault_set(fault, FAULT_UNSUPPORTED, 0, "%s: %s", what, cudaGetErrorString(error));
	(void)cudaGetLastError();
	if (device != NULL && error != cudaErrorMemoryAllocation && error != cudaErrorInvalidValue) {
		device->broken = true;
	}
	return false;
}

static double now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int device_count(struct fault *fault) {
	int count = 0;
	cudaError_t error = cudaGetDeviceCount(&count);
	if (error == cudaSuccess && count > 0) {
		return count;
	}
	(void)cudaGetLastError();
	if (error == cudaErrorInsufficientDriver) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "no NVIDIA driver, or one older than CUDA %d.%d", CUDART_VERSION / 1000,
			CUDART_VERSION % 1000 / 10);
	} else {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "no usable NVIDIA GPU: %s", cudaGetErrorString(error));
	}
	return 0;
}

static int attribute(int index, enum cudaDeviceAttr which) {
	int value = 0;
	cudaDeviceGetAttribute(&value, which, index);
	return value;
}

bool device_describe(int index, struct device_facts *facts, struct fault *fault) {
	int count = device_count(fault);
	if (count == 0) {
		return false;
	}
	if (index < 0 || index >= count) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "there is no device %d; this machine has %d", index, count);
		return false;
	}
	static const struct device_facts none;
	struct cudaDeviceProp properties;
	*facts = none;
	if (!check(NULL, cudaGetDeviceProperties(&properties, index), "cannot ask the device", fault)) {
		return false;
	}
	snprintf(facts->name, sizeof facts->name, "%s", properties.name);
	facts->index = index;
	facts->arch = properties.major * 10 + properties.minor;
	facts->multiprocessors = properties.multiProcessorCount;
	facts->threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
	facts->registers_per_multiprocessor = properties.regsPerMultiprocessor;
	facts->memory_bytes = (int64_t)properties.totalGlobalMem;
	facts->l2_bytes = properties.l2CacheSize;
	facts->clock_khz = attribute(index, cudaDevAttrClockRate);
	facts->memory_clock_khz = attribute(index, cudaDevAttrMemoryClockRate);
	facts->bus_bits = properties.memoryBusWidth;
	facts->has_ecc = properties.ECCEnabled != 0;
	cudaDriverGetVersion(&facts->driver);
	cudaRuntimeGetVersion(&facts->runtime);
	return true;
}

struct device *device_open(struct arena *arena, int index, double watchdog, struct fault *fault) {
	struct device *device = arena_alloc(arena, sizeof *device);
	device->arena = arena;
	device->watchdog = watchdog;
	device->has_kept = true;     /* by programs before */
	if (!device_describe(index, &device->facts, fault)) {
		return NULL;
	}
	device->compiler = compiler_open(arena, device->facts.arch);
	bool good = check(device, cudaSetDevice(index), "cannot use the device", fault)
		&& check(device, cudaStreamCreateWithFlags(&device->stream, cudaStreamNonBlocking), "no stream", fault)
		&& check(device, cudaEventCreate(&device->start), "no event", fault)
		&& check(device, cudaEventCreate(&device->stop), "no event", fault);
	size_t free_bytes = 0;
	size_t total = 0;
	if (good) {
		cudaMemGetInfo(&free_bytes, &total);
		device->facts.free_bytes = (int64_t)free_bytes;
		return device;
	}
	device_close(device);
	return NULL;
}

void device_close(struct device *device) {
	if (device == NULL) {
		return;
	}
	if (!device->broken) {
		for (int i = 0; i < device->allocation_count; i++) {
			cudaFree(device->allocations[i]);
		}
		cudaEventDestroy(device->start);
		cudaEventDestroy(device->stop);
		cudaStreamDestroy(device->stream);
	} else if (!device->hung) {
		cudaDeviceReset();
	}
	clocks_close(device->clocks);
	compiler_close(device->compiler);
}

const struct device_facts *device_facts(const struct device *device) {
	return &device->facts;
}

struct target device_target(const struct device *device) {
	const struct device_facts *facts = &device->facts;
	struct target target = target_default();
	target.name = facts->name;
	target.arch = facts->arch;
	target.multiprocessors = facts->multiprocessors;
	target.threads_per_multiprocessor = facts->threads_per_multiprocessor;
	target.registers_per_multiprocessor = facts->registers_per_multiprocessor;
	target.l2_bytes = facts->l2_bytes;
	if (facts->memory_clock_khz > 0) {
		target_set_peak(&target, 2.0 * 1e3 * facts->memory_clock_khz * facts->bus_bits / 8);
	}
	if (facts->clock_khz > 0) {
		target.clock_hz = 1e3 * facts->clock_khz;
	}
	return target;
}

/* --- memory --- */

void *device_alloc(struct device *device, int64_t bytes, struct fault *fault) {
	size_t free_bytes = 0;
	size_t total = 0;
	void *memory = NULL;
	if (device->allocation_count == ALLOCATIONS_MAX) {
		fault_set(fault, FAULT_LIMIT, 0, "more than %d allocations", ALLOCATIONS_MAX);
		return NULL;
	}
	if (!check(device, cudaMemGetInfo(&free_bytes, &total), "cannot ask for free memory", fault)) {
		return NULL;
	}
	if ((uint64_t)bytes > free_bytes) {
		fault_set(fault, FAULT_LIMIT, 0, "%.1f GiB of device memory are needed, %.1f GiB are free",
			(double)bytes / (1 << 30), (double)free_bytes / (1 << 30));
		return NULL;
	}
	if (!check(device, cudaMalloc(&memory, (size_t)bytes), "out of device memory", fault)) {
		return NULL;
	}
	device->allocations[device->allocation_count++] = memory;
	return memory;
}

void device_free(struct device *device, void *memory) {
	for (int i = 0; i < device->allocation_count; i++) {
		if (device->allocations[i] == memory) {
			device->allocations[i] = device->allocations[--device->allocation_count];
			cudaFree(memory);
			return;
		}
	}
}

/* Wait for the stream, but not forever. */
static bool wait(struct device *device, struct fault *fault) {
	double begin = now();
	for (;;) {
		cudaError_t error = cudaStreamQuery(device->stream);
		if (error != cudaErrorNotReady) {
			return check(device, error, "the kernel failed", fault);
		}
		if (now() - begin > device->watchdog) {
			device->broken = device->hung = true;
			fault_set(fault, FAULT_LIMIT, 0, "the kernel has been running for %g s; giving up", device->watchdog);
			return false;
		}
	}
}

bool device_set(struct device *device, void *memory, int byte, int64_t bytes, struct fault *fault) {
	return check(device, cudaMemsetAsync(memory, byte, (size_t)bytes, device->stream), "cannot set memory", fault)
		&& wait(device, fault);
}

bool device_read(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	return check(device, cudaMemcpyAsync(to, from, (size_t)bytes, cudaMemcpyDeviceToHost, device->stream),
		"cannot read memory", fault) && wait(device, fault);
}

bool device_write(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	return check(device, cudaMemcpyAsync(to, from, (size_t)bytes, cudaMemcpyHostToDevice, device->stream),
		"cannot write memory", fault) && wait(device, fault);
}

/* --- tensor maps --- */

typedef CUresult (*encode_tiled)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
	const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
	CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/* The function of the driver; nothing here is linked with it. */
static encode_tiled find_encode_tiled(struct fault *fault) {
	void *found = NULL;
	encode_tiled encode = NULL;
	enum cudaDriverEntryPointQueryResult result;
	cudaError_t error = cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault,
		&result);
	if (error != cudaSuccess || result != cudaDriverEntryPointSuccess || found == NULL) {
		(void)cudaGetLastError();
		fault_set(fault, FAULT_UNSUPPORTED, 0, "the driver has no tensor maps");
		return NULL;
	}
	memcpy(&encode, &found, sizeof encode);
	return encode;
}

bool device_tensor_map(struct device *device, const struct tensor_map_request *request, struct tensor_map *out,
		struct fault *fault) {
	(void)device;
	cuuint64_t extent[5];
	cuuint64_t stride[5];
	cuuint32_t box[5];
	const cuuint32_t ones[5] = { 1, 1, 1, 1, 1 };
	CUtensorMap map;
	encode_tiled encode = find_encode_tiled(fault);
	if (encode == NULL) {
		return false;
	}
	for (int i = 0; i < request->rank; i++) {
		extent[i] = (cuuint64_t)request->extent[i];
		box[i] = (cuuint32_t)request->box[i];
		stride[i] = i + 1 < request->rank ? (cuuint64_t)request->stride[i + 1] : 0;
	}
	CUtensorMapDataType type = request->bits == 8 ? CU_TENSOR_MAP_DATA_TYPE_UINT8 :
		request->bits == 16 ? CU_TENSOR_MAP_DATA_TYPE_UINT16 :
		request->bits == 32 ? CU_TENSOR_MAP_DATA_TYPE_UINT32 : CU_TENSOR_MAP_DATA_TYPE_UINT64;
	CUtensorMapSwizzle swizzle = request->swizzle == 0 ? CU_TENSOR_MAP_SWIZZLE_NONE :
		request->swizzle == 32 ? CU_TENSOR_MAP_SWIZZLE_32B :
		request->swizzle == 64 ? CU_TENSOR_MAP_SWIZZLE_64B : CU_TENSOR_MAP_SWIZZLE_128B;
	CUresult result = encode(&map, type, (cuuint32_t)request->rank, request->base, extent, stride, box, ones,
		CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	if (result != CUDA_SUCCESS) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "the driver refuses the tensor map: error %d", (int)result);
		return false;
	}
	memcpy(out->opaque, &map, sizeof out->opaque);
	return true;
}

/* --- kernels --- */

bool device_keep(struct device *device, const char *folder, struct fault *fault) {
	bool good = compiler_keep(device->compiler, folder, fault);
	device->facts.nvrtc = compiler_version(device->compiler);
	return good;
}

void device_compile_all(struct device *device, struct arena *arena, struct kernel_text *texts, int count) {
	compiler_code_all(device->compiler, arena, texts, count);
}

struct device_spent device_spent(const struct device *device) {
	struct compiler_spent compiler = compiler_spent(device->compiler);
	return (struct device_spent){ compiler.compiled, compiler.seconds, device->load_s };
}

/* What is known of "kernel" once it is loaded. */
static void ask_about(struct kernel_image *image, cudaKernel_t kernel, int threads) {
	struct cudaFuncAttributes attributes;
	memset(&attributes, 0, sizeof attributes);
	if (cudaFuncGetAttributes(&attributes, (const void *)kernel) == cudaSuccess) {
		image->registers = attributes.numRegs;
		image->spilled_bytes = (int)attributes.localSizeBytes;
	}
	image->resident_blocks = 0;
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&image->resident_blocks, (const void *)kernel, threads, 0);
	(void)cudaGetLastError();
}

bool device_compile(struct device *device, struct arena *arena, const struct kernel_text *text,
		struct kernel_image *out, struct fault *fault) {
	cudaLibrary_t library;
	cudaKernel_t kernel;
	struct str code = text->code.length > 0 ? text->code : compiler_code(device->compiler, arena, text, fault);
	double begin = now();
	if (code.data == NULL
			|| !check(device, cudaLibraryLoadData(&library, code.data, NULL, NULL, 0, NULL, NULL, 0),
				"cannot load the kernel", fault)) {
		return false;
	}
	if (!check(device, cudaLibraryGetKernel(&kernel, library, text->symbol), "cannot find the kernel", fault)) {
		cudaLibraryUnload(library);
		return false;
	}
	out->library = library;
	out->function = kernel;
	ask_about(out, kernel, text->threads);
	device->load_s += now() - begin;
	return true;
}

void device_unload(struct device *device, struct kernel_image *kernel) {
	if (kernel->library != NULL && !device->broken) {
		cudaLibraryUnload(kernel->library);
	}
	kernel->library = NULL;
}

static bool launch_kernel(struct device *device, const struct launch *launch, struct fault *fault) {
	dim3 grid = { (unsigned)launch->blocks, 1, 1 };
	dim3 block = { (unsigned)launch->threads, 1, 1 };
	void **arguments = (void **)(uintptr_t)launch->arguments;
	if (launch->blocks > INT32_MAX) {
		fault_set(fault, FAULT_LIMIT, 0, "%" PRId64 " blocks; a grid has at most %d", launch->blocks, INT32_MAX);
		return false;
	}
	return check(device, cudaLaunchKernel(launch->kernel->function, grid, block, arguments, 0, device->stream),
		"the kernel cannot be launched", fault);
}

bool device_run(struct device *device, const struct launch *launch, struct fault *fault) {
	return launch_kernel(device, launch, fault) && wait(device, fault);
}

/* --- time --- */

/* What is timed: a launch, or a copy when "launch" is NULL. */
struct work {
	const struct launch *launch;
	int count;
	void *to;
	const void *from;
	int64_t bytes;
};

static bool enqueue(struct device *device, const struct work *work, struct fault *fault) {
	for (int i = 0; i < work->count; i++) {
		bool good = work->launch != NULL ? launch_kernel(device, work->launch, fault) :
			check(device, cudaMemcpyAsync(work->to, work->from, (size_t)work->bytes, cudaMemcpyDeviceToDevice,
				device->stream), "cannot copy", fault);
		if (!good) {
			return false;
		}
	}
	return true;
}

/* The work as a graph, ready to be replayed; NULL on failure. */
static cudaGraphExec_t capture(struct device *device, const struct work *work, struct fault *fault) {
	cudaGraph_t graph = NULL;
	cudaGraphExec_t ready = NULL;
	if (!check(device, cudaStreamBeginCapture(device->stream, cudaStreamCaptureModeThreadLocal), "cannot capture",
			fault)) {
		return NULL;
	}
	bool good = enqueue(device, work, fault);
	good = check(device, cudaStreamEndCapture(device->stream, &graph), "cannot capture", fault) && good;
	if (good) {
		check(device, cudaGraphInstantiate(&ready, graph, 0), "cannot instantiate the graph", fault);
	}
	if (graph != NULL) {
		cudaGraphDestroy(graph);
	}
	return ready;
}

static bool flush(struct device *device, struct fault *fault) {
	if (device->flush == NULL) {
		device->flush = device_alloc(device, FLUSH_BYTES, fault);
	}
	return device->flush != NULL
		&& check(device, cudaMemsetAsync(device->flush, 0, FLUSH_BYTES, device->stream), "cannot flush the cache",
			fault);
}

/* What kernels asked the L2 cache to evict last is like the rest of it; devices that know no such lines refuse. */
static void forget(void) {
	cudaCtxResetPersistingL2Cache();
	(void)cudaGetLastError();
}

/* One sample: a replay between two events. */
static bool sample(struct device *device, cudaGraphExec_t graph, enum l2 l2, double *seconds, struct fault *fault) {
	float milliseconds = 0;
	if (l2 == L2_FORGOTTEN) {
		forget();
	}
	bool good = (l2 == L2_HOT || flush(device, fault))
		&& check(device, cudaEventRecord(device->start, device->stream), "cannot record", fault)
		&& check(device, cudaGraphLaunch(graph, device->stream), "cannot replay", fault)
		&& check(device, cudaEventRecord(device->stop, device->stream), "cannot record", fault) && wait(device, fault)
		&& check(device, cudaEventElapsedTime(&milliseconds, device->start, device->stop), "cannot time", fault);
	*seconds = 1e-3 * (double)milliseconds;
	return good;
}

/* The clocks, which are looked for when a time is first taken: NVML takes its time. */
static void find_clocks(struct device *device) {
	char address[32] = "";
	if (!device->has_clocks) {
		device->has_clocks = true;
		cudaDeviceGetPCIBusId(address, sizeof address, device->facts.index);
		device->clocks = clocks_open(device->arena, address);
	}
}

/* Ask for the clock, unless that was less than CLOCK_SECONDS ago and "force" is not set. */
static void watch_clock(struct device *device, struct samples *samples, double *asked, bool force) {
	if (!force && now() - *asked < CLOCK_SECONDS) {
		return;
	}
	*asked = now();
	struct clock_reading reading = clocks_read(device->clocks);
	samples->clocks.slowdown |= reading.slowdown;
	if (samples->clocks.clock_mhz == 0 || reading.clock_mhz < samples->clocks.clock_mhz) {
		samples->clocks.clock_mhz = reading.clock_mhz;
	}
}

/*
 * Warm up, then time one launch of "graph" after the other until the rule of "timing" says that there are enough, or
 * there is no room for more. "samples" has the seconds of each, why it stopped, and the clocks meanwhile.
 */
static bool take_samples(struct device *device, cudaGraphExec_t graph, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	double sum = 0;
	double squares = 0;
	double noise[SAMPLES_MAX];
	double ignored;
	double opened = now();
	if (device->has_kept && !timing->keeps) {
		forget();
	}
	device->has_kept = timing->keeps;
	samples->count = 0;
	samples->clocks = (struct clock_reading){ 0 };
	samples->stop = STOP_NOT_YET;
	for (int i = 0; i < WARM_UPS || now() - opened < timing->warm_up_s; i++) {
		if (!sample(device, graph, timing->l2, &ignored, fault)) {
			return false;
		}
	}
	double begin = now();
	double asked = begin;
	while (samples->stop == STOP_NOT_YET && samples->count < SAMPLES_MAX) {
		double seconds;
		if (!sample(device, graph, timing->l2, &seconds, fault)) {
			return false;
		}
		sum += seconds;
		squares += seconds * seconds;
		samples->seconds[samples->count] = seconds;
		noise[samples->count] = noise_of(samples->count + 1, sum, squares);
		samples->count++;
		samples->stop = stop_decide(&timing->rule, samples->count, sum, squares, now() - begin,
			noise[samples->count / 2]);
		watch_clock(device, samples, &asked, samples->stop != STOP_NOT_YET);
	}
	return true;
}

static bool time_work(struct device *device, const struct work *work, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	find_clocks(device);
	cudaGraphExec_t graph = capture(device, work, fault);
	if (graph == NULL) {
		return false;
	}
	bool good = take_samples(device, graph, timing, samples, fault);
	if (!device->broken) {
		cudaGraphExecDestroy(graph);
	}
	return good;
}

bool device_time(struct device *device, const struct launch *launch, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	struct work work = { .launch = launch, .count = 1 };
	return time_work(device, &work, timing, samples, fault);
}

bool device_time_copy(struct device *device, const struct device_copy *copy, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	struct work work = { .count = 1, .to = copy->to, .from = copy->from, .bytes = copy->bytes };
	return time_work(device, &work, timing, samples, fault);
}

bool device_time_overhead(struct device *device, const struct launch *launch, int count, double *stream_s,
		double *graph_s, struct fault *fault) {
	struct work work = { .launch = launch, .count = count };
	cudaGraphExec_t graph = capture(device, &work, fault);
	if (graph == NULL) {
		return false;
	}
	double stream_samples[16];
	double graph_samples[16];
	bool good = true;
	for (int i = 0; i < 16 && good; i++) {
		float milliseconds = 0;
		good = sample(device, graph, L2_HOT, &graph_samples[i], fault)
			&& check(device, cudaEventRecord(device->start, device->stream), "cannot record", fault)
			&& enqueue(device, &work, fault)
			&& check(device, cudaEventRecord(device->stop, device->stream), "cannot record", fault)
			&& wait(device, fault)
			&& check(device, cudaEventElapsedTime(&milliseconds, device->start, device->stop), "cannot time", fault);
		stream_samples[i] = 1e-3 * (double)milliseconds;
	}
	if (good) {
		*stream_s = stats_of(stream_samples, 16).median / count;
		*graph_s = stats_of(graph_samples, 16).median / count;
	}
	if (!device->broken) {
		cudaGraphExecDestroy(graph);
	}
	return good;
}
