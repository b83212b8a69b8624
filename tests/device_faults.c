/*
 * What goes wrong on a device: kernels that fail and hang, memory that is short, launches that are refused. Each case
 * runs in a process of its own, which must end in time; afterwards the device must be usable and its memory free again.
 * Needs a GPU; prints "N passed, N failed".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/device.h"

enum { WATCHDOG_SECONDS = 2, PROCESS_SECONDS = 60 };

struct example {
	const char *name;
	const char *source;   /* NULL: no kernel, but memory for "bytes" */
	int threads;
	int64_t bytes;
	const char *wanted;   /* part of the fault; NULL: there is none */
};

#define KERNEL "extern \"C\" __global__ void kernel(int *a) "

static const struct example examples[] = {
	{ "a kernel that works", KERNEL "{ a[threadIdx.x] = 1; }", 128, 1 << 30, NULL },
	{ "an address that nobody owns", KERNEL "{ ((volatile int *)0x8)[threadIdx.x] = 1; }", 128, 1 << 30,
		"the kernel failed: an illegal memory access" },
	{ "an address that is not aligned", KERNEL "{ *(volatile int *)((char *)a + 1) = 1; }", 128, 1 << 30,
		"the kernel failed: misaligned address" },
	{ "a trap", KERNEL "{ asm volatile(\"trap;\"); }", 32, 1 << 30, "the kernel failed: " },
	{ "a kernel that hangs", KERNEL "{ while (atomicAdd(a, 0) != 12345) { } }", 32, 1 << 30,
		"the kernel has been running for 2 s; giving up" },
	{ "a block that is too large", KERNEL "{ a[0] = 1; }", 1025, 1 << 20, "the kernel cannot be launched" },
	{ "a kernel that does not compile", KERNEL "{ nonsense; }", 32, 1 << 20, "the kernel does not compile" },
	{ "more memory than there is", NULL, 0, (int64_t)1 << 44, "16384.0 GiB of device memory are needed" },
	{ "a kernel that works after all of them", KERNEL "{ a[threadIdx.x] = 1; }", 128, 1 << 30, NULL },
};

enum { EXAMPLES = sizeof examples / sizeof examples[0] };

/* Run the kernel; the fault says how that went. */
static void run(struct device *device, struct arena *arena, const struct example *example, struct fault *fault) {
	struct kernel_image kernel = { 0 };
	const struct kernel_text text = { .source = example->source, .symbol = "kernel", .threads = 32 };
	void *memory = device_alloc(device, example->bytes, fault);
	struct launch launch = { .kernel = &kernel, .blocks = 4, .threads = example->threads, .arguments = { &memory } };
	if (memory != NULL && example->source != NULL &&
			device_set(device, memory, 0, example->bytes, fault) &&
			device_compile(device, arena, &text, &kernel, fault)) {
		device_run(device, &launch, fault);
	}
}

/* In a process of its own: exits with 0 if the fault is the one that is wanted. */
static void run_example(const struct example *example) {
	struct arena arena;
	struct fault fault;
	arena_init(&arena, NULL, NULL);
	fault_clear(&fault);
	alarm(PROCESS_SECONDS);
	struct device *device = device_open(&arena, 0, WATCHDOG_SECONDS, &fault);
	bool good = device != NULL;
	if (good) {
		int64_t taken = device_facts(device)->memory_bytes - device_facts(device)->free_bytes;
		good = taken < (int64_t)4 << 30;
		if (!good) {
			printf("  %lld MiB of device memory are taken before it begins\n", (long long)(taken >> 20));
		}
		run(device, &arena, example, &fault);
		device_close(device);
	}
	bool wanted = example->wanted == NULL ? !fault_is_set(&fault) : strstr(fault.text, example->wanted) != NULL;
	printf("%s %s: %s\n", good && wanted ? "ok  " : "FAIL", example->name, fault.text);
	exit(good && wanted ? 0 : 1);
}

/* Whether there is a device. Asked in a process of its own: after a first call CUDA works in none that is forked. */
static bool has_device(void) {
	int status = 0;
	pid_t child = fork();
	if (child == 0) {
		struct fault fault;
		fault_clear(&fault);
		bool has = device_count(&fault) > 0;
		printf("%s%s", fault.text, has ? "" : "\n");
		exit(has ? 0 : 1);
	}
	return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(void) {
	int failed = 0;
	if (!has_device()) {
		printf("0 passed, 0 failed, 1 skipped\n");
		return 0;
	}
	for (int i = 0; i < EXAMPLES; i++) {
		int status = 0;
		fflush(stdout);
		pid_t child = fork();
		if (child == 0) {
			run_example(&examples[i]);
		}
		if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
			failed++;
			if (WIFSIGNALED(status)) {
				printf("FAIL %s: ended by signal %d\n", examples[i].name, WTERMSIG(status));
			}
		}
	}
	printf("%d passed, %d failed\n", EXAMPLES - failed, failed);
	return failed > 0;
}
