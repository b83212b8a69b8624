/*
 * The machine that runs kernels on the host: threads that end at once, that wait for all, that exchange with their
 * warp, that wait for ever, and whose own numbers are still theirs after others ran. Prints "N passed, N failed".
 */
#include <stdio.h>
#include <string.h>

#include "../emulator/emulator.h"

enum { THREADS = 96, BLOCKS = 3 };

static const struct {
	const char *name, *body; /* of a kernel that writes to "out", of which its block has THREADS numbers */
	const char *wrong;       /* what the machine says */
	long long first, last;   /* the numbers of threads 0 and THREADS - 1 of the last block */
} cases[] = {
	{ "threads that end at once", "out[t] = 1000 * blockIdx.x + t;", NULL, 2000, 2095 },
	{ "numbers left for others", "__shared__ int s[96]; s[t] = t * t; __syncthreads(); out[t] = s[95 - t];",
		NULL, 9025, 0 },
	{ "sums of a warp", "int x = t; for (int d = 16; d > 0; d /= 2) { x += __shfl_xor_sync(~0u, x, d); } out[t] = x;",
		NULL, 496, 2544 },
	{ "a thread's own", "int x[50]; for (int i = 0; i < 50; i++) { x[i] = t + i; __syncthreads(); } "
		"for (int i = 1; i < 50; i++) { x[0] += x[i]; } out[t] = x[0];", NULL, 1225, 5975 },
	{ "registers hold nothing", "int x[9]; out[t] = x[t % 9] == t - 1; x[t % 9] = t; x[(t + 1) % 9] = t;", NULL, 0, 0 },
	{ "some end before others wait", "out[t] = t; if (t % 2 == 1) { return; } __syncthreads(); out[t] = out[t + 1];",
		NULL, 1, 95 },
	{ "half a warp at a shuffle", "if (t < 16) { out[t] = __shfl_xor_sync(0xffffu, t, 1); } else { out[t] = t; }",
		NULL, 1, 95 },
	{ "those that wait for ever", "out[t] = t; if (t % 32 == 0) { __syncthreads(); } else { "
		"out[t] = __shfl_xor_sync(~0u, t, 1); }", "threads wait for others that do not come", -1, -1 },
	{ "an access that is not aligned", "int x; out[t] = 0; if (t == 5) { LOAD_2(x, (const char *)out + 1); }",
		"not aligned", -1, -1 },
};

enum { CASES = sizeof cases / sizeof cases[0] };

/* Run case "i"; returns what is wrong, or NULL. */
static const char *run(const struct emulated *kernel, int i) {
	static long long out[BLOCKS * THREADS];
	static char text[200];
	long long *place = out;
	void *arguments[] = { &place };
	memset(out, 0xff, sizeof out);
	const char *said = emulator_run(kernel, BLOCKS, THREADS, arguments);
	const long long *last = out + (size_t)(BLOCKS - 1) * THREADS;
	if ((said == NULL) != (cases[i].wrong == NULL) || (said != NULL && strstr(said, cases[i].wrong) == NULL)) {
		snprintf(text, sizeof text, "the machine says '%s'", said != NULL ? said : "nothing");
		return text;
	}
	if (last[0] != cases[i].first || last[THREADS - 1] != cases[i].last) {
		snprintf(text, sizeof text, "%lld and %lld", last[0], last[THREADS - 1]);
		return text;
	}
	return NULL;
}

int main(void) {
	static char texts[CASES][600];
	const char *sources[CASES];
	const char *symbols[CASES];
	struct emulated kernels[CASES];
	int failed = 0;
	if (!emulator_is_there()) {
		printf("no compiler for C++: nothing was run\n0 passed, 0 failed, 1 skipped\n");
		return 77;
	}
	for (int i = 0; i < CASES; i++) {
		snprintf(texts[i], sizeof texts[i], "extern \"C\" __global__ void kernel(long long *all) {\n"
			"const int t = (int)threadIdx.x;\nlong long *out = all + %d * blockIdx.x;\n%s\n}\n",
			THREADS, cases[i].body);
		sources[i] = texts[i];
		symbols[i] = "kernel";
	}
	if (!emulator_compile(sources, symbols, CASES, kernels)) {
		printf("FAIL: they do not compile\n0 passed, 1 failed\n");
		return 1;
	}
	/* Each after each: what one leaves behind is not in the way of the next. */
	for (int i = 0; i < CASES * CASES; i++) {
		for (int step = 0; step < 2; step++) {
			int number = step == 0 ? i / CASES : i % CASES;
			const char *wrong = run(&kernels[number], number);
			failed += wrong != NULL;
			if (wrong != NULL) {
				printf("FAIL: %s: %s\n", cases[number].name, wrong);
			}
		}
	}
	emulator_close(&kernels[0]);
	printf("%d passed, %d failed\n", 2 * CASES * CASES - failed, failed);
	return failed > 0;
}
