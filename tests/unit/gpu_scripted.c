#include "gpu_scripted.h"

#include <stdlib.h>
#include <string.h>

enum { ALLOCATIONS_MAX = 64 };

struct device {
	struct device_facts facts;
	struct script *script;
	struct {
		unsigned char *memory;
		int64_t bytes;
	} all[ALLOCATIONS_MAX];
};

struct device *scripted_open(struct arena *arena, struct script *script) {
	struct device *device = arena_alloc(arena, sizeof *device);
	device->script = script;
	device->facts = (struct device_facts){ .name = "Scripted", .arch = 90, .multiprocessors = 4,
		.threads_per_multiprocessor = 2048, .registers_per_multiprocessor = 65536, .memory_bytes = 1 << 30,
		.free_bytes = script->free_bytes > 0 ? script->free_bytes : 1 << 22, .l2_bytes = 50 << 20 };
	return device;
}

bool scripted_is_clean(const struct script *script) {
	return script->allocated == 0 && script->loaded == 0 && script->late == 0 && script->misuse == 0;
}

/* Whether a call goes on; what fails says its number. */
static bool goes_on(struct script *script, struct fault *fault) {
	script->calls++;
	script->late += script->fail_at > 0 && script->calls > script->fail_at;
	if (script->calls == script->fail_at) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "call %d fails", script->calls);
	}
	return script->calls != script->fail_at;
}

int64_t scripted_bytes(const struct device *device, const void *place) {
	const unsigned char *at = place;
	for (int i = 0; i < ALLOCATIONS_MAX; i++) {
		if (device->all[i].memory != NULL && at >= device->all[i].memory
				&& at < device->all[i].memory + device->all[i].bytes) {
			return device->all[i].memory + device->all[i].bytes - at;
		}
	}
	return 0;
}

static bool is_there(struct device *device, const void *place, int64_t bytes) {
	bool good = bytes >= 0 && scripted_bytes(device, place) >= bytes;
	device->script->misuse += !good;
	return good;
}

const struct device_facts *device_facts(const struct device *device) {
	return &device->facts;
}

/* What was there before is not zero. */
void *device_alloc(struct device *device, int64_t bytes, struct fault *fault) {
	device->script->misuse += bytes <= 0;
	if (!goes_on(device->script, fault) || bytes <= 0) {
		return NULL;
	}
	for (int i = 0; i < ALLOCATIONS_MAX; i++) {
		if (device->all[i].memory == NULL) {
			device->all[i].memory = malloc((size_t)bytes);
			device->all[i].bytes = bytes;
			memset(device->all[i].memory, 0xcd, (size_t)bytes);
			device->script->allocated++;
			return device->all[i].memory;
		}
	}
	abort();
}

void device_free(struct device *device, void *memory) {
	for (int i = 0; i < ALLOCATIONS_MAX; i++) {
		if (memory != NULL && device->all[i].memory == memory) {
			free(memory);
			device->all[i].memory = NULL;
			device->script->allocated--;
			return;
		}
	}
	device->script->misuse++;
}

bool device_set(struct device *device, void *memory, int byte, int64_t bytes, struct fault *fault) {
	bool good = goes_on(device->script, fault) && is_there(device, memory, bytes);
	if (good) {
		memset(memory, byte, (size_t)bytes);
	}
	return good;
}

bool device_read(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	bool good = goes_on(device->script, fault) && is_there(device, from, bytes);
	if (good) {
		memcpy(to, from, (size_t)bytes);
	}
	return good;
}

bool device_write(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	bool good = goes_on(device->script, fault) && is_there(device, to, bytes);
	if (good) {
		memcpy(to, from, (size_t)bytes);
	}
	return good;
}

bool device_tensor_map(struct device *device, const struct tensor_map_request *request, struct tensor_map *out,
		struct fault *fault) {
	memset(out, 0, sizeof *out);
	return goes_on(device->script, fault) && is_there(device, request->base, 1);
}

/* The code is the source. */
void device_compile_all(struct device *device, struct arena *arena, struct kernel_text *texts, int count) {
	for (int i = 0; i < count; i++) {
		size_t length = strlen(texts[i].source);
		texts[i].code = (struct str){ arena_copy(arena, texts[i].source, length), length };
	}
	device->script->texts = texts;
	device->script->compiled_at_once = count;
}

bool device_compile(struct device *device, struct arena *arena, const struct kernel_text *text,
		struct kernel_image *out, struct fault *fault) {
	struct script *script = device->script;
	struct kernel_text *kept = arena_alloc(arena, sizeof *kept);
	*kept = *text;
	script->text = *text;
	bool good = goes_on(script, fault);
	script->loaded += good;
	if (good) {
		*out = (struct kernel_image){ .function = kept, .registers = 40, .spilled_bytes = 24, .resident_blocks = 3 };
	}
	return good;
}

/* Of what is not loaded nothing is known yet. */
void device_unload(struct device *device, struct kernel_image *kernel) {
	device->script->misuse += kernel->function == NULL && kernel->library != NULL;
	device->script->loaded -= kernel->function != NULL;
	*kernel = (struct kernel_image){ .function = NULL };
}

bool device_run(struct device *device, const struct launch *launch, struct fault *fault) {
	struct script *script = device->script;
	bool good = goes_on(script, fault);
	const struct kernel_text *text = launch->kernel->function;
	script->misuse += text == NULL || launch->blocks < 1 || launch->threads < 1 || launch->threads > text->threads;
	script->runs += good;
	if (good && script->launched != NULL) {
		script->launched(script, launch);
	}
	if (good && text != NULL && script->run != NULL) {
		script->run(script, launch, text);
	}
	return good;
}

/* Five samples around that of the script, in another order than that of their length. */
static bool take_samples(struct script *script, struct samples *samples, struct fault *fault) {
	static const double factors[] = { 1.25, 1.0, 4.0, 0.5, 0.75 };
	*samples = (struct samples){ .count = 5, .stop = STOP_NOISE_SETTLED, .clocks = { 1500, SLOWDOWN_THERMAL } };
	for (int i = 0; i < samples->count; i++) {
		samples->seconds[i] = factors[i] * script->seconds;
	}
	return goes_on(script, fault);
}

bool device_time(struct device *device, const struct launch *launch, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	struct script *script = device->script;
	const struct kernel_text *text = launch->kernel->function;
	script->misuse += text == NULL || launch->blocks < 1;
	if (script->launched != NULL) {
		script->launched(script, launch);
	}
	if (script->time != NULL) {
		script->seconds = script->time(script, text->code.length > 0 ? text->code.data : text->source, timing);
	}
	if (script->seconds == 0) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "it cannot run");
		return false;
	}
	return take_samples(script, samples, fault);
}

bool device_time_copy(struct device *device, const struct device_copy *copy, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	(void)timing;
	is_there(device, copy->to, copy->bytes);
	is_there(device, copy->from, copy->bytes);
	device->script->misuse += copy->to == copy->from;
	return take_samples(device->script, samples, fault);
}

bool device_time_overhead(struct device *device, const struct launch *launch, int count, double *stream_s,
		double *graph_s, struct fault *fault) {
	device->script->misuse += launch->kernel->function == NULL || count < 1;
	*stream_s = 2 * device->script->seconds;
	*graph_s = device->script->seconds;
	return goes_on(device->script, fault);
}
