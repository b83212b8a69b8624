/* Parts of the GPU layer that need no kernel: element types, statistics, the stop rule, requests and their order. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/clocks.h"
#include "gpu/dtype.h"
#include "gpu/kinds/fold.h"
#include "gpu/modes.h"
#include "gpu/parallel.h"
#include "gpu/predict.h"
#include "gpu/stats.h"

struct counts {
	int passed;
	int failed;
};

static void expect(struct counts *counts, bool good, const char *what) {
	counts->passed += good;
	counts->failed += !good;
	if (!good) {
		printf("FAIL: %s\n", what);
	}
}

static bool near(double a, double b) {
	return fabs(a - b) <= 1e-12 * fabs(b);
}

/* --- element types --- */

static void check_values(struct counts *counts) {
	expect(counts, dtype_decode(DTYPE_F16, 0x3c00) == 1.0, "1 in f16");
	expect(counts, dtype_decode(DTYPE_F16, 0xfbff) == -65504.0, "the least f16");
	expect(counts, dtype_decode(DTYPE_F16, 0x0001) == 0x1p-24, "the smallest f16");
	expect(counts, isinf(dtype_decode(DTYPE_F16, 0x7c00)), "infinity in f16");
	expect(counts, isnan(dtype_decode(DTYPE_BF16, 0x7fc0)), "not a number in bf16");
	expect(counts, dtype_decode(DTYPE_BF16, 0x4049) == 3.140625, "pi in bf16");
	expect(counts, dtype_decode(DTYPE_E4M3, 0x7e) == 448.0, "the largest e4m3");
	expect(counts, isnan(dtype_decode(DTYPE_E4M3, 0x7f)), "not a number in e4m3");
	expect(counts, dtype_decode(DTYPE_E5M2, 0x7b) == 57344.0, "the largest e5m2");
	expect(counts, dtype_decode(DTYPE_I8, 0x80) == -128.0, "the least i8");
	expect(counts, dtype_decode(DTYPE_U8, 0xff) == 255.0, "the largest u8");
	for (int i = 0; i < DTYPE_COUNT; i++) {
		enum dtype dtype = (enum dtype)i;
		enum dtype found;
		const struct dtype_info *info = dtype_info(dtype);
		expect(counts, dtype_from_name(str_from(info->name), &found) && found == dtype, info->name);
		expect(counts, 8 * info->bytes == info->element->bits, "bytes");
		expect(counts, info->is_float == (info->element->exponent_bits > 0), "float");
		if (info->is_float) {
			expect(counts, dtype_rounding(dtype) == ldexp(1, -info->element->mantissa_bits - 1), "rounding");
			expect(counts, dtype_smallest(dtype) > 0 && dtype_largest(dtype) > 1, "range");
		}
	}
}

/* Random floats have magnitudes from 1/8 to 2, and both signs. */
static void check_random(struct counts *counts) {
	for (int i = 0; i < DTYPE_COUNT; i++) {
		enum dtype dtype = (enum dtype)i;
		bool in_range = true;
		int negative = 0;
		double product = 1;
		for (int64_t n = 0; n < 4096; n++) {
			uint32_t hash = random_hash(7, n);
			double value = dtype_decode(dtype, dtype_random(dtype, FILL_PLAIN, 1, hash));
			in_range = in_range && (!dtype_info(dtype)->is_float || (fabs(value) >= 0.125 && fabs(value) < 2));
			negative += value < 0;
			product *= dtype_decode(dtype, dtype_random(dtype, FILL_PRODUCT, 512, hash));
		}
		expect(counts, in_range, "random values in range");
		expect(counts, dtype == DTYPE_U8 || (negative > 1800 && negative < 2300), "random signs");
		expect(counts, product != 0 && isfinite(product), "random products");
	}
}

/* The type of an output that holds what the operands hold. */
static void check_common(struct counts *counts) {
	static const struct {
		enum dtype of[3];
		int count;
		enum dtype common;
	} cases[] = {
		{ { DTYPE_F16 }, 1, DTYPE_F16 },
		{ { DTYPE_F16, DTYPE_BF16 }, 2, DTYPE_F32 },
		{ { DTYPE_BF16, DTYPE_E4M3 }, 2, DTYPE_BF16 },
		{ { DTYPE_E4M3, DTYPE_E5M2 }, 2, DTYPE_F16 },
		{ { DTYPE_E4M3, DTYPE_E5M2, DTYPE_BF16 }, 3, DTYPE_BF16 },
		{ { DTYPE_F16, DTYPE_I64 }, 2, DTYPE_F16 },
		{ { DTYPE_F32, DTYPE_F64, DTYPE_I8 }, 3, DTYPE_F64 },
		{ { DTYPE_I8, DTYPE_U8 }, 2, DTYPE_I16 },
		{ { DTYPE_U8, DTYPE_I32 }, 2, DTYPE_I32 },
		{ { DTYPE_I16, DTYPE_I64 }, 2, DTYPE_I64 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		expect(counts, dtype_common(cases[i].of, cases[i].count) == cases[i].common, "the type of all operands");
	}
	for (int i = 0; i < DTYPE_COUNT; i++) {
		enum dtype dtype = (enum dtype)i;
		expect(counts, dtype_common(&dtype, 1) == dtype, "the type of one operand");
		bool is_float = dtype_info(dtype)->is_float;
		expect(counts, is_float || dtype_least_int(dtype) == (dtype == DTYPE_U8 ? 0 : -dtype_greatest_int(dtype) - 1),
			"the range of integers");
	}
}

/* --- statistics --- */

static void check_stats(struct counts *counts) {
	double samples[] = { 5, 1, 4, 2, 3 };
	struct stats stats = stats_of(samples, 5);
	expect(counts, stats.count == 5 && stats.least == 1 && stats.median == 3 && stats.mean == 3, "five samples");
	expect(counts, stats.p95 == 5, "the 95th percentile is the nearest rank");
	expect(counts, near(stats.noise, sqrt(2.5) / 3), "noise");
	double two[] = { 4, 2 };
	stats = stats_of(two, 2);
	expect(counts, stats.median == 3, "the median of two");
	double hundred[100];
	for (int i = 0; i < 100; i++) {
		hundred[i] = 100 - i;
	}
	expect(counts, stats_of(hundred, 100).p95 == 95, "the 95th percentile of 100");
	stats = stats_of(two, 0);
	expect(counts, stats.count == 0 && stats.median == 0, "no samples");
}

static void check_stop(struct counts *counts) {
	struct stop_rule rule = stop_rule_default();
	expect(counts, stop_decide(&rule, 29, 29, 29, 1, 0) == STOP_NOT_YET, "too few samples");
	expect(counts, stop_decide(&rule, 30, 30, 30, 1, 0) == STOP_NOISE_LOW, "quiet samples");
	expect(counts, stop_decide(&rule, 30, 30, 31, 1, 0.5) == STOP_NOT_YET, "noisy samples");
	/* 30 samples of mean 1 with a sum of squares of 30 + x have a noise of sqrt(x / 29). */
	double squares = 30 + 29 * rule.noise * rule.noise;
	expect(counts, stop_decide(&rule, 30, 30, squares * (1 - 1e-9), 1, 0) == STOP_NOISE_LOW,
		"as noisy as allowed, less a bit");
	expect(counts, stop_decide(&rule, 30, 30, squares * (1 + 1e-9), 1, 1) == STOP_NOT_YET,
		"as noisy as allowed, and a bit");
	expect(counts, stop_decide(&rule, rule.at_most - 1, 400, 500, 1, 1) != STOP_SAMPLES,
		"one less than the most samples");
	double noise = noise_of(60, 60, 62);
	expect(counts, stop_decide(&rule, 60, 60, 62, 1, noise) == STOP_NOISE_SETTLED, "noise that no longer changes");
	expect(counts, stop_decide(&rule, 60, 60, 62, 1, 2 * noise) == STOP_NOT_YET, "noise that still changes");
	expect(counts, stop_decide(&rule, rule.at_most, 400, 500, 1, 0) == STOP_SAMPLES, "the most samples");
	expect(counts, stop_decide(&rule, 5, 5, 5, 16, 0) == STOP_TIME, "the time limit");
}

/* --- prediction --- */

/* 32 accesses of 16 bytes: "together" of them side by side, the groups far apart. */
static struct request ladder(int together, bool is_store) {
	int64_t addresses[32];
	for (int i = 0; i < 32; i++) {
		addresses[i] = (int64_t)(i / together) * 1048576 + i % together * 16;
	}
	return request_of(addresses, 32, 16, is_store);
}

/* The rungs in the order in which they measure: fewer places are faster, for loads and for stores. */
static void check_ladder(struct counts *counts) {
	static const int rungs[] = { 32, 16, 8, 2, 1 };
	for (int is_store = 0; is_store < 2; is_store++) {
		for (int i = 0; i + 1 < 5; i++) {
			struct request better = ladder(rungs[i], is_store != 0);
			struct request worse = ladder(rungs[i + 1], is_store != 0);
			expect(counts, better.cost < worse.cost, "the order of the ladder");
		}
	}
	struct request one = ladder(32, false);
	expect(counts, one.sectors == 16 && one.half_lines == 8 && one.lines == 4 && one.segments == 1, "one stream");
	struct request far = ladder(1, true);
	expect(counts, far.sectors == 32 && far.lines == 32 && far.segments == 32, "thirty-two places");
	int64_t shuffled[32];
	for (int i = 0; i < 32; i++) {
		shuffled[i] = (31 - i) * 16;
	}
	expect(counts, request_of(shuffled, 32, 16, true).cost == ladder(32, true).cost, "the order of lanes is free");
}

/* --- clocks --- */

/* The library is the one of tests/fake_nvml.c where the test's LD_LIBRARY_PATH finds it. */
static void check_clocks(struct counts *counts) {
	static const struct {
		unsigned slowdown;
		const char *text;
	} texts[] = {
		{ 0, "none" },
		{ SLOWDOWN_POWER_CAP, "power cap" },
		{ SLOWDOWN_HARDWARE | SLOWDOWN_POWER_BRAKE, "hardware slowdown, power brake" },
		{ SLOWDOWN_THERMAL | SLOWDOWN_HARDWARE_THERMAL, "thermal, hardware thermal" },
	};
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct buf text;
		buf_init(&text, &arena);
		clocks_put_slowdown(&text, texts[i].slowdown);
		expect(counts, str_is(buf_str(&text), texts[i].text), texts[i].text);
	}
	struct clock_reading reading = clocks_read(NULL);
	expect(counts, reading.clock_mhz == 0 && reading.slowdown == 0, "a clock that is not known");
	struct clocks *clocks = clocks_open(&arena, "0000:00:00.0");
	if (clocks != NULL) {
		reading = clocks_read(clocks);
		expect(counts, reading.clock_mhz == 1095, "the clock");
		expect(counts, reading.slowdown == (SLOWDOWN_POWER_CAP | SLOWDOWN_THERMAL), "slow, and idle is no reason");
		clocks_close(clocks);
	}
	arena_finish(&arena);
}

/* --- modes --- */

static void check_modes(struct counts *counts) {
	struct mode modes[3] = {
		{ .extent = 4, .stride = { 60, 60 } },
		{ .extent = 3, .stride = { 1, 1 } },
		{ .extent = 5, .stride = { 3, 3 } },
	};
	modes_sort(modes, 3, 0, 2);
	expect(counts, modes[0].extent == 3 && modes[1].extent == 5 && modes[2].extent == 4, "sorted modes");
	expect(counts, modes_merge(modes, 3, 2) == 2 && modes[0].extent == 15 && modes[1].extent == 4, "merged modes");
	expect(counts, power_dividing(24, 16) == 8 && power_dividing(0, 16) == 16 && power_dividing(7, 16) == 1, "powers");
	expect(counts, power_below(17) == 16 && power_above(17) == 32 && power_above(16) == 16, "powers around");
}

/* --- work on several processors --- */

enum { UNITS = 1000 };

/* How often each worker does each unit. */
struct work {
	unsigned char done[LIMIT_WORKERS][UNITS];
};

/*
 * Threads 0 and 1 and values 0 and 1 of each have the results t + v: that in the middle has two owners, the others one.
 */
static void check_fold(struct counts *counts) {
	struct arena arena;
	struct algebra al;
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
	struct fold *fold = arena_alloc(&arena, sizeof *fold);
	struct layout two = { tuple_int(2), tuple_int(1) };
	struct layout modes[3] = { two, two, layout_one() };
	struct tiler tiles[2] = { { .kind = TILER_INT, .layout = { tuple_int(1), tuple_int(1) } },
		{ .kind = TILER_INT, .layout = { tuple_int(3), tuple_int(1) } } };
	struct plan plan = { .rank = 2, .threads = 2, .values = 2 };
	plan.tiler = (struct tiler){ .kind = TILER_MODES, .modes = tiles, .rank = 2 };
	plan.coordinate[0] = layout_from_modes(&al, modes, 3);
	plan.coordinate[1] = plan.coordinate[0];
	fold_make(&al, &plan, fold);
	expect(counts, algebra_failed(&al) && strstr(al.fault.text, "share some of their results but not all") != NULL,
		"results with other numbers of owners");
	fault_clear(&al.fault);
	modes[1] = (struct layout){ tuple_int(2), tuple_int(2) };
	tiles[1].layout.shape = tuple_int(4);
	plan.coordinate[1] = layout_from_modes(&al, modes, 3);
	fold_make(&al, &plan, fold);
	expect(counts, !algebra_failed(&al) && fold->slots == 2 && fold->sharers == 1, "results with one owner each");
	arena_finish(&arena);
}

static void count_unit(void *context, int worker, int64_t unit) {
	struct work *work = context;
	work->done[worker][unit]++;
}

static void check_parallel(struct counts *counts) {
	static struct work work;
	int workers = parallel_workers(INT64_MAX);
	expect(counts, workers >= 1 && workers <= LIMIT_WORKERS, "workers within the limit");
	parallel_run(LIMIT_WORKERS, UNITS, count_unit, &work);
	bool once = true;
	for (int unit = 0; unit < UNITS; unit++) {
		int done = 0;
		for (int worker = 0; worker < LIMIT_WORKERS; worker++) {
			done += work.done[worker][unit];
		}
		once = once && done == 1;
	}
	expect(counts, once, "each unit is done once by as many workers as there may be");
}

int main(void) {
	struct counts counts = { 0 };
	check_values(&counts);
	check_random(&counts);
	check_common(&counts);
	check_stats(&counts);
	check_stop(&counts);
	check_ladder(&counts);
	check_clocks(&counts);
	check_modes(&counts);
	check_parallel(&counts);
	check_fold(&counts);
	printf("%d passed, %d failed\n", counts.passed, counts.failed);
	return counts.failed > 0;
}
