/*
 * A GPU that is none. It stands in the place of device_cuda.c, so that everything that drives a device is tested
 * without one. Its memory is the host's; its compiler and its threads are those of tests/emulator, so what it runs is
 * the generated text itself, and nothing that judges the results has a part in them.
 *
 * CUTELAYOUT_SIMULATE makes something go wrong: "open", "describe", "keep", "alloc", "compile", "launch" (to compile an
 * empty kernel), "run", "compute" (to run what is no proof), "read", "write", "time" (of what is no empty kernel),
 * "overhead" and "copy" fail; "entry", "none", "outside", "clash" and "result" leave one wrong number behind; "banks"
 * takes a wavefront more for every access to shared memory; "chain" takes no time for loads, "swift" next to none for
 * any kernel; "first" times no kernel but the first that is timed; "noise", "spill" and "slow" are what measurements
 * complain about; "two" devices are there.
 */
#include "gpu/device.h"

#include <stdlib.h>
#include <string.h>

#include "../emulator/boxes.h"
#include "../emulator/emulator.h"
#include "gpu/kept.h"
#include "gpu/proof.h"

enum { ALLOCATIONS_MAX = 64, SAMPLES_EACH_SECOND = 40 };

#define MEMORY_BYTES ((int64_t)1 << 30)

struct device {
	struct device_facts facts;
	const char *folder;         /* where kernels are kept, or NULL */
	int compiled;
	void *allocations[ALLOCATIONS_MAX];
	int64_t bytes[ALLOCATIONS_MAX];
};

/* A kernel, which is compiled when it first runs: the search times many that never do. */
struct kernel_record {
	const char *source;
	const char *symbol;
	bool is_compiled;
	struct emulated emulated;
};

/* --- what goes wrong --- */

static bool goes_wrong(const char *what) {
	const char *wanted = getenv("CUTELAYOUT_SIMULATE");
	return wanted != NULL && strcmp(wanted, what) == 0;
}

/* Whether "what" works; otherwise there is a fault. */
static bool works(const char *what, struct fault *fault) {
	if (goes_wrong(what)) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "simulated: %s fails", what);
		return false;
	}
	return true;
}

/* --- the device --- */

int device_count(struct fault *fault) {
	return works("open", fault) ? goes_wrong("two") ? 2 : 1 : 0;
}

bool device_describe(int index, struct device_facts *facts, struct fault *fault) {
	*facts = (struct device_facts){ .name = "Simulated", .index = index, .arch = 90, .multiprocessors = 132,
		.threads_per_multiprocessor = 2048, .registers_per_multiprocessor = 65536, .memory_bytes = MEMORY_BYTES,
		.free_bytes = MEMORY_BYTES, .l2_bytes = 50 << 20, .clock_khz = 1980000, .memory_clock_khz = 2619000,
		.bus_bits = 5120, .driver = 13000, .runtime = 13000, .nvrtc = 13000, .has_ecc = true };
	bool is_there = index == 0 || (index == 1 && goes_wrong("two"));
	if (!is_there) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "there is no device %d", index);
	}
	return is_there && works("describe", fault);
}

struct device *device_open(struct arena *arena, int index, double watchdog, struct fault *fault) {
	(void)watchdog;
	struct device *device = arena_alloc(arena, sizeof *device);
	return works("open", fault) && device_describe(index, &device->facts, fault) ? device : NULL;
}

void device_close(struct device *device) {
	for (int i = 0; device != NULL && i < ALLOCATIONS_MAX; i++) {
		free(device->allocations[i]);
	}
}

const struct device_facts *device_facts(const struct device *device) {
	return &device->facts;
}

struct target device_target(const struct device *device) {
	struct target target = target_default();
	target.name = device->facts.name;
	return target;
}

/* --- memory --- */

void *device_alloc(struct device *device, int64_t bytes, struct fault *fault) {
	if (bytes > MEMORY_BYTES || !works("alloc", fault)) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "%lld bytes do not fit the device", (long long)bytes);
		return NULL;
	}
	for (int i = 0; i < ALLOCATIONS_MAX; i++) {
		if (device->allocations[i] == NULL) {
			device->allocations[i] = malloc((size_t)bytes);
			device->bytes[i] = bytes;
			return device->allocations[i];
		}
	}
	abort();
}

void device_free(struct device *device, void *memory) {
	for (int i = 0; i < ALLOCATIONS_MAX; i++) {
		if (device->allocations[i] == memory) {
			free(memory);
			device->allocations[i] = NULL;
			device->bytes[i] = 0;
			return;
		}
	}
	abort();
}

bool device_set(struct device *device, void *memory, int byte, int64_t bytes, struct fault *fault) {
	(void)device;
	(void)fault;
	memset(memory, byte, (size_t)bytes);
	return true;
}

bool device_read(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	(void)device;
	memcpy(to, from, (size_t)bytes);
	return works("read", fault);
}

bool device_write(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	(void)device;
	memcpy(to, from, (size_t)bytes);
	return works("write", fault);
}

bool device_tensor_map(struct device *device, const struct tensor_map_request *request, struct tensor_map *out,
		struct fault *fault) {
	(void)device;
	struct emulated_boxes boxes = { .base = request->base, .bits = request->bits, .rank = request->rank,
		.swizzle = request->swizzle };
	memcpy(boxes.extent, request->extent, sizeof boxes.extent);
	memcpy(boxes.stride, request->stride, sizeof boxes.stride);
	memcpy(boxes.box, request->box, sizeof boxes.box);
	const char *refused = emulator_encode_boxes(&boxes, out->opaque);
	if (refused != NULL) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "the driver refuses the tensor map: %s", refused);
	}
	return refused == NULL && works("map", fault);
}

/* --- kernels --- */

bool device_keep(struct device *device, const char *folder, struct fault *fault) {
	device->folder = folder;
	return works("keep", fault);
}

/* Each kernel takes longer to compile and to load than any test. */
struct device_spent device_spent(const struct device *device) {
	return (struct device_spent){ .compiled = device->compiled, .compile_s = 500.0 * device->compiled,
		.load_s = 250.0 * device->compiled };
}

/* Nothing is compiled before it runs, but what would be is counted, and kept as where there is a compiler. */
static void count_compiled(struct device *device, struct arena *arena, const struct kernel_text *text) {
	struct kept_key key = { text->source, device->facts.nvrtc, device->facts.arch, 0, KEPT_KERNEL };
	if (device->folder == NULL) {
		device->compiled++;
	} else if (kept_find(arena, device->folder, &key).length == 0) {
		device->compiled++;
		kept_put(device->folder, &key, str_from("compiled"));
	}
}

void device_compile_all(struct device *device, struct arena *arena, struct kernel_text *texts, int count) {
	for (int i = 0; i < count; i++) {
		count_compiled(device, arena, &texts[i]);
	}
}

/* Whether "source" is the empty kernel. */
static bool is_empty(const char *source) {
	return strstr(source, "()\n{\n}") != NULL;
}

bool device_compile(struct device *device, struct arena *arena, const struct kernel_text *text,
		struct kernel_image *out, struct fault *fault) {
	count_compiled(device, arena, text);
	struct kernel_record *record = arena_alloc(arena, sizeof *record);
	record->source = arena_copy(arena, text->source, strlen(text->source));
	record->symbol = text->symbol;
	*out = (struct kernel_image){ .function = record, .registers = 32, .spilled_bytes = goes_wrong("spill") ? 16 : 0,
		.resident_blocks = 4 };
	return works("compile", fault) && (!is_empty(text->source) || works("launch", fault));
}

void device_unload(struct device *device, struct kernel_image *kernel) {
	(void)device;
	struct kernel_record *record = kernel->function;
	if (record != NULL && record->is_compiled) {
		emulator_close(&record->emulated);
	}
	*kernel = (struct kernel_image){ .function = NULL };
}

/* Spoil one number of what a kernel that proves has left in "place". */
static void spoil_proof(const struct proof_place *place) {
	uint32_t *entries = place->entries;
	struct proof_counts *counts = place->counts;
	if (goes_wrong("entry")) {
		entries[0]++;
	} else if (goes_wrong("none")) {
		entries[0] = PROOF_NONE;
	} else if (goes_wrong("padding")) {
		entries[place->count - 1] = 7;
	} else if (goes_wrong("outside")) {
		counts->outside++;
		counts->offset = 5;
	} else if (goes_wrong("clash")) {
		counts->clashes++;
	}
}

/* A proof has places for arguments, of which one has entries. */
static void spoil(const struct kernel_record *record, const struct launch *launch) {
	bool proves = strstr(record->source, "struct proof_counts") != NULL;
	int last = 0;
	while (launch->arguments[last + 1] != NULL && last + 1 < LAUNCH_ARGUMENTS_MAX) {
		last++;
	}
	for (int k = 0; proves && k < last; k++) {
		const struct proof_place *place = launch->arguments[k];
		if (place->entries != NULL) {
			spoil_proof(place);
		}
	}
	if (!proves && goes_wrong("result") && strcmp(record->symbol, "cutelayout_kernel") == 0) {
		**(unsigned char **)launch->arguments[last - 1] ^= 0x50;
	}
}

bool device_run(struct device *device, const struct launch *launch, struct fault *fault) {
	struct kernel_record *record = launch->kernel->function;
	(void)device;
	if (!record->is_compiled && !emulator_compile(&record->source, &record->symbol, 1, &record->emulated)) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "the emulator does not compile the kernel");
		return false;
	}
	record->is_compiled = true;
	const char *wrong = emulator_run(&record->emulated, launch->blocks, launch->threads, (void **)launch->arguments);
	if (wrong != NULL) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "%s", wrong);
		return false;
	}
	spoil(record, launch);
	bool computes = strstr(record->source, "struct proof_counts") == NULL
		&& strcmp(record->symbol, "cutelayout_kernel") == 0;
	return works("run", fault) && (!computes || works("compute", fault));
}

/* --- time --- */

/* Samples around "seconds", with a noise of 0.1 %, or of 20 %. */
static void take_samples(double seconds, const struct timing *timing, struct samples *samples) {
	double noise = goes_wrong("noise") ? 0.4 : 0.002;
	double sum = 0;
	double squares = 0;
	samples->count = 0;
	samples->clocks = (struct clock_reading){ goes_wrong("slow") ? 990 : 0, goes_wrong("slow") ? SLOWDOWN_THERMAL : 0 };
	do {
		double sample = seconds * (1 + noise * (samples->count % 7) / 7);
		samples->seconds[samples->count++] = sample;
		sum += sample;
		squares += sample * sample;
		samples->stop = stop_decide(&timing->rule, samples->count, sum, squares,
			(double)samples->count / SAMPLES_EACH_SECOND, 1);
	} while (samples->stop == STOP_NOT_YET);
}

/*
 * Some time for each block and each thread, for what is held of memory beyond 16 MiB, which takes few blocks longer,
 * and of a chain of loads, the second argument, for each.
 */
static double seconds_of(const struct device *device, const struct launch *launch) {
	const struct kernel_record *record = launch->kernel->function;
	bool is_chain = strstr(record->source, "int loads") != NULL && !goes_wrong("chain");
	double seconds = goes_wrong("swift") ? 1e-9 : 20e-6;
	double beyond = -(16 << 20);
	for (int i = 0; i < ALLOCATIONS_MAX; i++) {
		beyond += (double)device->bytes[i];
	}
	int all = device->facts.multiprocessors;
	double parts = launch->blocks < all ? (double)launch->blocks : all;
	seconds += beyond > 0 && !is_chain && !goes_wrong("swift") ? beyond / 2.5e12 * all / parts : 0;
	seconds += is_chain ? 600e-9 * *(const int *)launch->arguments[1] : 0;
	return seconds + 1e-9 * (double)launch->blocks + 1e-8 * launch->threads;
}

/* Whether another kernel was timed before that of "launch". */
static bool is_another(const struct launch *launch) {
	static char *first;
	const struct kernel_record *record = launch->kernel->function;
	first = first == NULL ? strdup(record->source) : first;
	return first == NULL || strcmp(first, record->source) != 0;
}

bool device_time(struct device *device, const struct launch *launch, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	const struct kernel_record *record = launch->kernel->function;
	take_samples(seconds_of(device, launch), timing, samples);
	return (is_empty(record->source) || works("time", fault))
		&& !(goes_wrong("first") && is_another(launch) && !works("first", fault));
}

bool device_time_copy(struct device *device, const struct device_copy *copy, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	(void)device;
	memcpy(copy->to, copy->from, (size_t)copy->bytes);
	take_samples(2 * (double)copy->bytes / 2.9e12, timing, samples);
	return works("copy", fault);
}

bool device_time_overhead(struct device *device, const struct launch *launch, int count, double *stream_s,
		double *graph_s, struct fault *fault) {
	(void)device;
	(void)launch;
	(void)count;
	*stream_s = 4e-6;
	*graph_s = 2e-6;
	return works("overhead", fault);
}
