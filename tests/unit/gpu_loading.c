/*
 * The libraries that are looked for when the program runs, NVML and NVRTC, in the place of which this file stands:
 * which names are tried and in which order; each function that is missing and each that fails; what the functions are
 * given and what becomes of their answers; that what was opened is closed. Prints "N passed, N failed".
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "gpu/clocks.h"
#include "gpu/nvrtc.h"
#include "tally.h"

enum { NAMES_MAX = 16, PATH_BYTES = 512, OPTIONS_MAX = 4 };

/* What is there, what goes wrong, and what was done. */
static struct {
	const char *present;          /* the only library that is there, or NULL */
	const char *missing;          /* a function that it lacks, or NULL */
	const char *failing;          /* a function that says it failed, or NULL */
	const char *log;
	const char *code;
	char tried[NAMES_MAX][PATH_BYTES];
	int tried_count, open, started, devices, programs;
	char source[PATH_BYTES], name[PATH_BYTES], options[OPTIONS_MAX][PATH_BYTES], address[PATH_BYTES];
	int option_count, headers;
	char called[PATH_BYTES];      /* the names of the functions that gave the code */
} world;

static void begin(const char *present) {
	memset(&world, 0, sizeof world);
	world.present = present;
}

/* --- the libraries --- */

static bool fails(const char *name) {
	return world.failing != NULL && strcmp(world.failing, name) == 0;
}

static char the_device, the_program;

static int nvml_start(void) {
	world.started += !fails("nvmlInit_v2");
	return fails("nvmlInit_v2") ? 9 : 0;
}

static int nvml_stop(void) {
	world.started--;
	return 0;
}

static int nvml_find(const char *address, void **device) {
	snprintf(world.address, sizeof world.address, "%s", address);
	*device = &the_device;
	return fails("nvmlDeviceGetHandleByPciBusId_v2") ? 6 : 0;
}

/* NVML's clocks: graphics, multiprocessors, memory, video. */
static int nvml_clock(void *device, int which, unsigned *mhz) {
	static const unsigned clocks[] = { 210, 1755, 2619, 1200 };
	*mhz = clocks[which & 3];
	return device != &the_device || fails("nvmlDeviceGetClockInfo");
}

static unsigned long long reasons;

static int nvml_reasons(void *device, unsigned long long *out) {
	*out = reasons;
	return device != &the_device || fails("nvmlDeviceGetCurrentClocksThrottleReasons");
}

static int nvrtc_says_version(int *major, int *minor) {
	if (fails("nvrtcVersion")) {
		return 1;
	}
	*major = 12;
	*minor = 9;
	return 0;
}

static int nvrtc_creates(void **program, const char *source, const char *name, int count, const char *const *headers,
		const char *const *names) {
	snprintf(world.source, sizeof world.source, "%s", source);
	snprintf(world.name, sizeof world.name, "%s", name);
	world.headers = count + (headers != NULL) + (names != NULL);
	if (fails("nvrtcCreateProgram")) {
		return 1;
	}
	*program = &the_program;
	world.programs++;
	return 0;
}

static int nvrtc_compiles(void *program, int count, const char *const *options) {
	world.option_count = count;
	for (int i = 0; i < count && i < OPTIONS_MAX; i++) {
		snprintf(world.options[i], sizeof world.options[i], "%s", options[i]);
	}
	return program != &the_program || fails("nvrtcCompileProgram") || strstr(world.source, "wrong") != NULL;
}

static int nvrtc_destroys(void **program) {
	world.programs -= *program == &the_program;
	return 0;
}

static int log_size(void *program, size_t *size) {
	*size = strlen(world.log) + 1;
	return program != &the_program;
}

static int log_get(void *program, char *log) {
	memcpy(log, world.log, strlen(world.log) + 1);
	return program != &the_program;
}

static int code_size(void *program, size_t *size) {
	*size = strlen(world.code);
	return program != &the_program;
}

static int code_get(void *program, char *code, const char *name) {
	memcpy(code, world.code, strlen(world.code));
	snprintf(world.called + strlen(world.called), sizeof world.called - strlen(world.called), "%s ", name);
	return program != &the_program;
}

static int ptx_get(void *program, char *code) {
	return code_get(program, code, "ptx");
}

static int cubin_get(void *program, char *code) {
	return code_get(program, code, "cubin");
}

/* A size of its own for each, so that one is not asked for the other. */
static int ptx_size(void *program, size_t *size) {
	snprintf(world.called + strlen(world.called), sizeof world.called - strlen(world.called), "ptx ");
	return code_size(program, size);
}

static int cubin_size(void *program, size_t *size) {
	snprintf(world.called + strlen(world.called), sizeof world.called - strlen(world.called), "cubin ");
	return code_size(program, size);
}

typedef void (*any_function)(void);

static const struct {
	const char *name;
	any_function function;
} functions[] = {
	{ "nvmlInit_v2", (any_function)nvml_start },
	{ "nvmlShutdown", (any_function)nvml_stop },
	{ "nvmlDeviceGetHandleByPciBusId_v2", (any_function)nvml_find },
	{ "nvmlDeviceGetClockInfo", (any_function)nvml_clock },
	{ "nvmlDeviceGetCurrentClocksThrottleReasons", (any_function)nvml_reasons },
	{ "nvrtcVersion", (any_function)nvrtc_says_version },
	{ "nvrtcCreateProgram", (any_function)nvrtc_creates },
	{ "nvrtcCompileProgram", (any_function)nvrtc_compiles },
	{ "nvrtcDestroyProgram", (any_function)nvrtc_destroys },
	{ "nvrtcGetProgramLogSize", (any_function)log_size },
	{ "nvrtcGetProgramLog", (any_function)log_get },
	{ "nvrtcGetPTXSize", (any_function)ptx_size },
	{ "nvrtcGetPTX", (any_function)ptx_get },
	{ "nvrtcGetCUBINSize", (any_function)cubin_size },
	{ "nvrtcGetCUBIN", (any_function)cubin_get },
};

enum { OF_NVML = 5, FUNCTIONS = sizeof functions / sizeof functions[0] };

/* --- the system's part: the sources are compiled to call these --- */

void *test_dlopen(const char *name, int flags) {
	if (world.tried_count < NAMES_MAX) {
		snprintf(world.tried[world.tried_count++], PATH_BYTES, "%s", name);
	}
	(void)flags;
	bool is_there = world.present != NULL && strcmp(world.present, name) == 0;
	world.open += is_there;
	return is_there ? &world : NULL;
}

int test_dlclose(void *library) {
	world.open -= library == &world;
	return library != &world;
}

void *test_dlsym(void *restrict library, const char *restrict name) {
	void *symbol = NULL;
	for (size_t i = 0; i < FUNCTIONS && library == &world; i++) {
		bool is_missing = world.missing != NULL && strcmp(world.missing, name) == 0;
		if (strcmp(functions[i].name, name) == 0 && !is_missing) {
			memcpy(&symbol, &functions[i].function, sizeof symbol);
		}
	}
	return symbol;
}

/* --- NVML --- */

static void check_nvml(struct tally *tally, struct arena *arena) {
	begin(NULL);
	expect(tally, clocks_open(arena, "0000:18:00.0") == NULL && world.tried_count == 1
		&& strcmp(world.tried[0], "libnvidia-ml.so.1") == 0, "no NVML: tried %s", world.tried[0]);
	for (size_t i = 0; i < OF_NVML; i++) {
		begin("libnvidia-ml.so.1");
		world.missing = functions[i].name;
		expect(tally, clocks_open(arena, "0000:18:00.0") == NULL && world.open == 0 && world.started == 0,
			"NVML without %s: %d open", world.missing, world.open);
	}
	for (size_t i = 0; i < OF_NVML; i += 2) {   /* those that may fail when it is opened */
		begin("libnvidia-ml.so.1");
		world.failing = functions[i].name;
		struct clocks *clocks = clocks_open(arena, "0000:18:00.0");
		expect(tally, (clocks == NULL) == (i < 3), "NVML where %s fails", world.failing);
		clocks_close(clocks);
		expect(tally, world.open == 0 && world.started == 0, "NVML where %s fails: %d open, %d started",
			world.failing, world.open, world.started);
	}
	clocks_close(NULL);
}

static void check_readings(struct tally *tally, struct arena *arena) {
	begin("libnvidia-ml.so.1");
	struct clocks *clocks = clocks_open(arena, "0000:18:00.0");
	expect(tally, clocks != NULL && strcmp(world.address, "0000:18:00.0") == 0 && world.open == 1
		&& world.started == 1, "the device of an address, not %s", world.address);
	unsigned slow = SLOWDOWN_POWER_CAP | SLOWDOWN_HARDWARE | SLOWDOWN_THERMAL | SLOWDOWN_HARDWARE_THERMAL
		| SLOWDOWN_POWER_BRAKE;
	for (int bit = 0; bit < 64; bit++) {
		reasons = 1ull << bit;
		struct clock_reading reading = clocks_read(clocks);
		expect(tally, reading.clock_mhz == 1755 && reading.slowdown == (bit < 32 ? (1u << bit & slow) : 0),
			"reason %d: %d MHz, %#x", bit, reading.clock_mhz, reading.slowdown);
	}
	reasons = SLOWDOWN_THERMAL;
	world.failing = "nvmlDeviceGetClockInfo";
	struct clock_reading reading = clocks_read(clocks);
	expect(tally, reading.clock_mhz == 0 && reading.slowdown == SLOWDOWN_THERMAL, "a clock that is not known");
	world.failing = "nvmlDeviceGetCurrentClocksThrottleReasons";
	reading = clocks_read(clocks);
	expect(tally, reading.clock_mhz == 1755 && reading.slowdown == 0, "reasons that are not known");
	clocks_close(clocks);
	expect(tally, world.open == 0 && world.started == 0, "NVML is closed");
}

/* --- NVRTC --- */

/* In the order in which they are tried. */
static const char *const libraries[] = {
	"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so",
	"/usr/local/cuda/lib/libnvrtc.so", "/opt/cuda/lib64/libnvrtc.so",
};

enum { LIBRARIES = sizeof libraries / sizeof libraries[0] };

static bool tried_in_order(int count) {
	bool good = world.tried_count == count;
	for (int i = 0; i < count && i < LIBRARIES; i++) {
		good = good && strcmp(world.tried[i], libraries[i]) == 0;
	}
	return good;
}

static void check_names(struct tally *tally, struct arena *arena) {
	struct fault fault;
	for (int i = 0; i < LIBRARIES; i++) {
		begin(libraries[i]);
		fault_clear(&fault);
		struct nvrtc *nvrtc = nvrtc_open(arena, &fault);
		expect(tally, nvrtc != NULL && world.open == 1 && tried_in_order(i + 1), "%s is found", libraries[i]);
		nvrtc_close(nvrtc);
		expect(tally, world.open == 0, "%s is closed", libraries[i]);
		nvrtc_close(nvrtc);
		expect(tally, world.open == 0, "%s is closed once", libraries[i]);
	}
	for (size_t i = OF_NVML; i < FUNCTIONS; i++) {
		begin("libnvrtc.so.12");
		world.missing = functions[i].name;
		fault_clear(&fault);
		expect(tally, nvrtc_open(arena, &fault) == NULL && world.open == 0 && tried_in_order(LIBRARIES),
			"NVRTC without %s", world.missing);
		expect(tally, fault.code == FAULT_UNSUPPORTED && strstr(fault.text, "libnvrtc") != NULL
			&& strstr(fault.text, "was not found") != NULL && strstr(fault.hint, "LD_LIBRARY_PATH") != NULL
			&& fault.operand == 0, "NVRTC without %s: %s, %s", world.missing, fault.text, fault.hint);
	}
	nvrtc_close(NULL);
}

/*
 * A copy of this program in the folder of an environment of Python looks for the library where pip puts it beside the
 * program, and finds nothing in an environment without it.
 */
static void check_wheels(struct tally *tally) {
	static const char *const wheels[] = {
		"lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
		"lib/python3/dist-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
	};
	for (int i = 0; i < 2; i++) {
		char folder[] = "/tmp/cutelayout-wheel-XXXXXX";
		char command[4 * PATH_BYTES];
		if (mkdtemp(folder) == NULL) {
			expect(tally, false, "no folder");
			return;
		}
		snprintf(command, sizeof command, "cd %s && mkdir bin && cp /proc/%ld/exe bin/program && bin/program wheel "
			"%s/bin/../%s", folder, (long)getpid(), folder, wheels[i]);
		expect(tally, system(command) != 0, "no wheel, but %s is found", wheels[i]);
		snprintf(command, sizeof command, "cd %s && mkdir -p $(dirname %s) && : >%s && bin/program wheel %s/bin/../%s",
			folder, wheels[i], wheels[i], folder, wheels[i]);
		expect(tally, system(command) == 0, "the wheel with %s", wheels[i]);
		snprintf(command, sizeof command, "rm -r %s", folder);
		expect(tally, system(command) == 0, "%s is left", folder);
	}
}

static void check_compile(struct tally *tally, struct arena *arena) {
	static const struct {
		int arch;
		enum nvrtc_output output;
		const char *option;
		const char *called;
	} outputs[] = {
		{ 90, NVRTC_PTX, "--gpu-architecture=compute_90", "ptx ptx " },
		{ 80, NVRTC_CUBIN, "--gpu-architecture=sm_80", "cubin cubin " },
		{ 100, NVRTC_CUBIN, "--gpu-architecture=sm_100", "cubin cubin " },
		{ 90, NVRTC_CUBIN_SPECIFIC, "--gpu-architecture=sm_90a", "cubin cubin " },
	};
	struct fault fault;
	int major = 1;
	int minor = 1;
	begin("libnvrtc.so");
	world.code = "the code";
	fault_clear(&fault);
	struct nvrtc *nvrtc = nvrtc_open(arena, &fault);
	nvrtc_version(nvrtc, &major, &minor);
	expect(tally, major == 12 && minor == 9, "the version");
	world.failing = "nvrtcVersion";
	nvrtc_version(nvrtc, &major, &minor);
	expect(tally, major == 0 && minor == 0, "no version");
	world.failing = NULL;
	for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
		world.called[0] = '\0';
		struct str code = nvrtc_compile(nvrtc, arena, "source", outputs[i].arch, outputs[i].output, &fault);
		expect(tally, str_is(code, "the code") && code.data[code.length] == '\0' && !fault_is_set(&fault),
			"what the compiler makes");
		expect(tally, strcmp(world.called, outputs[i].called) == 0, "called: %s", world.called);
		expect(tally, strcmp(world.source, "source") == 0 && strcmp(world.name, "kernel.cu") == 0
			&& world.headers == 0, "what the compiler is given");
		expect(tally, world.option_count == 3 && strcmp(world.options[0], outputs[i].option) == 0
			&& strcmp(world.options[1], "--std=c++17") == 0
			&& strcmp(world.options[2], "--device-as-default-execution-space") == 0, "%s", world.options[0]);
		expect(tally, world.programs == 0, "%d programs are left", world.programs);
	}
	nvrtc_close(nvrtc);
}

static void check_refusals(struct tally *tally, struct arena *arena) {
	static const char *const logs[] = { "kernel.cu(1): error: no\nmore\nand more", "kernel.cu(1): error: no", "\n",
		"" };
	static const char *const said[] = { "the kernel does not compile: kernel.cu(1): error: no",
		"the kernel does not compile: kernel.cu(1): error: no", "the kernel does not compile: ",
		"the kernel does not compile: " };
	struct fault fault;
	begin("libnvrtc.so.13");
	struct nvrtc *nvrtc = nvrtc_open(arena, &fault);
	for (int i = 0; i < 4; i++) {
		fault_clear(&fault);
		world.log = logs[i];
		struct str code = nvrtc_compile(nvrtc, arena, "wrong", 90, NVRTC_CUBIN, &fault);
		expect(tally, code.data == NULL && fault.code == FAULT_UNSUPPORTED && strcmp(fault.text, said[i]) == 0
			&& fault.operand == 0,
			"what the compiler refuses: %s", fault.text);
		expect(tally, world.programs == 0 && world.called[0] == '\0', "%d programs are left", world.programs);
	}
	fault_clear(&fault);
	world.failing = "nvrtcCreateProgram";
	struct str code = nvrtc_compile(nvrtc, arena, "source", 90, NVRTC_CUBIN, &fault);
	expect(tally, code.data == NULL && code.length == 0 && strcmp(fault.text, "libnvrtc refuses to start") == 0
		&& fault.operand == 0, "a compiler that does not start: %s", fault.text);
	expect(tally, world.option_count == 3, "it is not asked to compile again");
	nvrtc_close(nvrtc);
}

/* Many at once: one of them is refused, and the others stand in the caller's arena. One worker, which is the caller. */
static void check_many(struct tally *tally, struct arena *arena) {
	static const char *const options[] = { "--gpu-architecture=compute_80", "", "--gpu-architecture=sm_80a" };
	struct nvrtc_job jobs[] = { { .source = "one", .output = NVRTC_PTX }, { .source = "wrong" },
		{ .source = "two", .output = NVRTC_CUBIN_SPECIFIC } };
	struct fault fault;
	begin("libnvrtc.so.13");
	world.log = "no";
	world.code = "code";
	struct nvrtc *nvrtc = nvrtc_open(arena, &fault);
	jobs[1].image.length = 7;
	for (int i = 0; i < 3; i++) {
		nvrtc_compile_all(nvrtc, arena, &jobs[i], 1, 80);
		expect(tally, i == 1 || strcmp(world.options[0], options[i]) == 0, "job %d: %s", i, world.options[0]);
		expect(tally, i == 1 ? jobs[i].image.data == NULL && jobs[i].image.length == 0 :
			str_is(jobs[i].image, "code") && jobs[i].image.data[4] == '\0', "job %d", i);
	}
	nvrtc_compile_all(nvrtc, arena, jobs, 0, 80);
	expect(tally, world.programs == 0, "%d programs are left", world.programs);
	nvrtc_close(nvrtc);
}

/* "wheel FILE": whether a program that stands where this one does finds the library of the wheel. */
static int find_wheel(struct arena *arena, const char *file) {
	struct fault fault;
	fault_clear(&fault);
	begin(file);
	struct nvrtc *nvrtc = nvrtc_open(arena, &fault);
	bool good = nvrtc != NULL && world.open == 1 && tried_in_order(LIBRARIES + 1);
	nvrtc_close(nvrtc);
	return good ? 0 : 1;
}

int main(int argc, char **argv) {
	struct tally tally = { 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	if (argc == 3 && strcmp(argv[1], "wheel") == 0) {
		int status = find_wheel(&arena, argv[2]);
		arena_finish(&arena);
		return status;
	}
	check_nvml(&tally, &arena);
	check_readings(&tally, &arena);
	check_names(&tally, &arena);
	check_wheels(&tally);
	check_compile(&tally, &arena);
	check_refusals(&tally, &arena);
	check_many(&tally, &arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0;
}
