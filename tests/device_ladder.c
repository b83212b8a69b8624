/*
 * The ladder of strided accesses, measured: 32 lanes of 16 bytes go to one stream of 512 bytes, to two places of 256
 * bytes, four of 128, sixteen of 32 and thirty-two of 16, loading and storing. The prediction must put them in the
 * order in which they measure. Needs a GPU; prints "N passed, N failed".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "gpu/device.h"
#include "gpu/predict.h"

enum { LANES = 32, ACCESS = 16, THREADS = 256, PER_THREAD = 8, RUNGS = 5 };

static const int64_t memory_bytes = (int64_t)2 << 30;

/*
 * Memory is as many regions as a warp goes to places. Access number i of a warp goes to the same chunk of every region;
 * consecutive numbers are scattered over the region, so that no cache puts two of them together.
 */
static const char pattern[] =
	"extern \"C\" __global__ void __launch_bounds__(256) kernel(uint4 *memory, uint4 *out) {\n"
	"	unsigned long long warp = (blockIdx.x * 256ull + threadIdx.x) / 32;\n"
	"	unsigned lane = threadIdx.x % 32;\n"
	"	uint4 sum = make_uint4(0, 0, 0, 0);\n"
	"#pragma unroll\n"
	"	for (int i = 0; i < PER_THREAD; i++) {\n"
	"		unsigned long long chunk = (warp * PER_THREAD + i) * 40503ull % CHUNKS;\n"
	"		unsigned long long at = lane / TOGETHER * (CHUNKS * TOGETHER) + chunk * TOGETHER + lane % TOGETHER;\n"
	"		if (STORES) {\n"
	"			memory[at] = make_uint4(lane, 1, 2, 3);\n"
	"		} else {\n"
	"			uint4 v = memory[at];\n"
	"			sum.x ^= v.x; sum.y ^= v.y; sum.z ^= v.z; sum.w ^= v.w;\n"
	"		}\n"
	"	}\n"
	"	if (!STORES && sum.x + sum.y + sum.z + sum.w == 0x12345678) {\n"
	"		out[0] = sum;\n"
	"	}\n"
	"}\n";

struct rung {
	int together;             /* lanes that touch neighbouring bytes */
	double predicted;         /* bytes a second */
	double measured;
};

static double predicted(const struct target *target, int together, bool stores) {
	int64_t addresses[LANES];
	for (int lane = 0; lane < LANES; lane++) {
		addresses[lane] = lane / together * (memory_bytes / (LANES / together)) + lane % together * ACCESS;
	}
	struct request request = request_of(addresses, LANES, ACCESS, stores);
	return 0.91 * target->peak_bytes_per_s * request.bytes / request.cost;
}

static bool measure(struct device *device, struct arena *arena, void *memory, int together, bool stores,
		double *bytes_per_s, struct fault *fault) {
	struct buf source;
	struct kernel_image kernel = { 0 };
	struct timing timing = { .rule = stop_rule_default() };
	struct samples *samples = arena_alloc(arena, sizeof *samples);
	int64_t accesses = memory_bytes / ACCESS;
	buf_init(&source, arena);
	buf_printf(&source, "#define PER_THREAD %d\n#define TOGETHER %dull\n#define CHUNKS %lldull\n#define STORES %d\n%s",
		PER_THREAD, together, (long long)(accesses / LANES), stores, pattern);
	struct launch launch = { .kernel = &kernel, .blocks = accesses / PER_THREAD / THREADS, .threads = THREADS,
		.arguments = { &memory, &memory } };
	const struct kernel_text text = { .source = source.data, .symbol = "kernel", .threads = THREADS };
	timing.rule.time_limit = 3;
	if (!device_compile(device, arena, &text, &kernel, fault) ||
			!device_time(device, &launch, &timing, samples, fault)) {
		return false;
	}
	*bytes_per_s = (double)memory_bytes / stats_of(samples->seconds, samples->count).median;
	device_unload(device, &kernel);
	return true;
}

/* Whether a rung that is predicted to be faster is faster, or as fast within 2 %. */
static int compare(const struct rung *rungs, bool stores) {
	int failed = 0;
	printf("%s     places  predicted  measured GB/s\n", stores ? "stores" : "loads ");
	for (int i = 0; i < RUNGS; i++) {
		bool good = i == 0 || (rungs[i].predicted < rungs[i - 1].predicted &&
			rungs[i].measured < 1.02 * rungs[i - 1].measured);
		printf("%s %2d of %3d B %10.0f %9.0f\n", good ? "ok  " : "FAIL", LANES / rungs[i].together,
			rungs[i].together * ACCESS, rungs[i].predicted / 1e9, rungs[i].measured / 1e9);
		failed += !good;
	}
	return failed;
}

int main(void) {
	static const int together[RUNGS] = { 32, 16, 8, 2, 1 };
	struct arena arena;
	struct fault fault;
	int failed = 0;
	arena_init(&arena, NULL, NULL);
	fault_clear(&fault);
	struct device *device = device_open(&arena, 0, 30, &fault);
	void *memory = device != NULL ? device_alloc(device, memory_bytes, &fault) : NULL;
	if (memory == NULL || !device_set(device, memory, 0, memory_bytes, &fault)) {
		printf("%s\n0 passed, 0 failed, 1 skipped\n", fault.text);
		return 0;
	}
	struct target target = device_target(device);
	for (int stores = 0; stores < 2; stores++) {
		struct rung rungs[RUNGS];
		for (int i = 0; i < RUNGS; i++) {
			rungs[i].together = together[i];
			rungs[i].predicted = predicted(&target, together[i], stores != 0);
			if (!measure(device, &arena, memory, together[i], stores != 0, &rungs[i].measured, &fault)) {
				printf("FAIL: %s\n", fault.text);
				return 1;
			}
		}
		failed += compare(rungs, stores != 0);
	}
	device_close(device);
	printf("%d passed, %d failed\n", 2 * RUNGS - failed, failed);
	return failed > 0;
}
