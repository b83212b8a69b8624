/* Parts of the GPU layer that need no kernel: element types, statistics, the stop rule, requests and their order. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "algebra/offsets.h"
#include "gpu/calibrate.h"
#include "gpu/clocks.h"
#include "gpu/cubin.h"
#include "gpu/dtype.h"
#include "gpu/emit.h"
#include "gpu/kinds/fold.h"
#include "gpu/modes.h"
#include "gpu/parallel.h"
#include "gpu/predict.h"
#include "gpu/rounding.h"
#include "gpu/stats.h"
#include "gpu/target.h"
#include "gpu/tiling.h"
#include "gpu/visitor.h"

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
	expect(counts, dtype_decode(DTYPE_F16, 0xfc00) == -(double)INFINITY && dtype_decode(DTYPE_E5M2, 0xfc) < -1e300,
		"infinity of the other sign");
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
	double alone[] = { 7 };
	stats = stats_of(alone, 1);
	expect(counts, stats.median == 7 && stats.p95 == 7 && stats.mean == 7 && stats.noise == 0, "one sample");
	double same[] = { 2, 2, 2, 2 };
	expect(counts, stats_of(same, 4).noise == 0 && noise_of(1, 5, 30) == 0 && noise_of(2, 0, 0) == 0, "no noise");
	expect(counts, near(noise_of(2, 4, 10), sqrt(2.0) / 2), "the noise of two");
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
	expect(counts, stop_decide(&rule, 5, 5, 5, rule.time_limit, 0) == STOP_NOT_YET, "no more than the time limit");
	expect(counts, stop_decide(&rule, rule.at_most, 400, 500, rule.time_limit + 1, 0) == STOP_TIME,
		"time before samples");
	struct stop_rule slow = rule;
	slow.seconds = 50;
	expect(counts, stop_decide(&slow, 40, 49, 60.025, 1, 0) == STOP_NOT_YET
		&& stop_decide(&slow, 40, 50, 62.5, 1, 0) == STOP_NOISE_LOW, "samples of too few seconds");
	expect(counts, stop_decide(&rule, 59, 59, 61, 1, noise_of(59, 59, 61)) == STOP_NOT_YET, "too few to be settled");
	struct stop_rule never = rule;
	never.noise = 0;
	expect(counts, stop_decide(&never, 60, 60, 60, 1, 0) == STOP_NOT_YET, "no noise where none is asked for");
	static const char *const names[] = { "noise low", "noise settled", "samples", "time limit", "running" };
	static const enum stop stops[] = { STOP_NOISE_LOW, STOP_NOISE_SETTLED, STOP_SAMPLES, STOP_TIME, STOP_NOT_YET };
	for (int i = 0; i < 5; i++) {
		expect(counts, strcmp(stop_name(stops[i]), names[i]) == 0, names[i]);
	}
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

/* --- devices --- */

static void check_targets(struct counts *counts) {
	static const struct {
		int arch;
		enum dtype dtype;
		const char *why;   /* "": the device computes in this type */
	} cases[] = {
		{ 90, DTYPE_E4M3, "" },
		{ 89, DTYPE_E4M3, "" },
		{ 89, DTYPE_E5M2, "" },
		{ 86, DTYPE_E4M3, "e4m3 needs compute capability 8.9; this device has 8.6" },
		{ 86, DTYPE_E5M2, "e5m2 needs compute capability 8.9; this device has 8.6" },
		{ 80, DTYPE_BF16, "" },
		{ 75, DTYPE_BF16, "bf16 needs compute capability 8.0; this device has 7.5" },
		{ 70, DTYPE_F16, "" },
		{ 61, DTYPE_F16, "f16 needs compute capability 7.0; this device has 6.1" },
		{ 61, DTYPE_I8, "i8 needs compute capability 7.0; this device has 6.1" },
		{ 103, DTYPE_E5M2, "" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct target target = { .arch = cases[i].arch };
		struct fault fault;
		fault_clear(&fault);
		bool has = target_has_dtype(&target, cases[i].dtype, &fault);
		bool should_have = cases[i].why[0] == '\0';
		expect(counts, has == should_have && (has || strcmp(fault.text, cases[i].why) == 0) && fault.operand == 0,
			should_have ? "a type that the device has" : cases[i].why);
	}
}

/* --- compiled kernels --- */

/* Little-endian. */
static void put_number(unsigned char *at, uint64_t number, int bytes) {
	for (int i = 0; i < bytes; i++) {
		at[i] = (unsigned char)(number >> 8 * i);
	}
}

enum { IMAGE_BYTES = 640, HEADERS = 64, NAMES = 400, NOTES = 560 };

/*
 * An ELF file of five sections, of which number "which" is .nv.info: "count" words of notes at the end of it. Another
 * has a name that begins like it.
 */
static size_t make_image(unsigned char *image, int which, const uint32_t *notes, size_t count) {
	static const char names[] = "\0.text\0.nv.info.kernel\0.nv.info\0.names";
	static const int at[] = { 0, 1, 7, 23, 32 };
	memset(image, 0, IMAGE_BYTES);
	memcpy(image, "\177ELF", 4);
	put_number(image + 0x28, HEADERS, 8);
	put_number(image + 0x3a, 64, 2);
	put_number(image + 0x3c, 5, 2);
	put_number(image + 0x3e, 4, 2);
	memcpy(image + NAMES, names, sizeof names);
	for (int i = 0; i < 5; i++) {
		unsigned char *header = image + HEADERS + 64 * i;
		bool is_notes = i == which;
		int name = i == 3 ? which : is_notes ? 3 : i;
		put_number(header, (uint64_t)at[name], 4);
		put_number(header + 0x18, is_notes ? NOTES : NAMES, 8);
		put_number(header + 0x20, is_notes ? 4 * count : sizeof names, 8);
	}
	for (size_t i = 0; i < count; i++) {
		put_number(image + NOTES + 4 * i, notes[i], 4);
	}
	return NOTES + 4 * count;
}

/* A note: its format, what it is, and its value or the bytes that follow. */
static uint32_t note(unsigned format, unsigned what, unsigned value) {
	return format | what << 8 | value << 16;
}

static void check_cubins(struct counts *counts) {
	unsigned char image[IMAGE_BYTES];
	struct cubin_facts facts;
	const uint32_t notes[] = { note(3, 0x2f, 99), note(4, 0x11, 8), 5, 48, note(2, 0x11, 77), note(4, 0x12, 12), 1,
		2, 3,
		note(4, 0x2f, 8), 5, 40 };
	size_t count = sizeof notes / sizeof notes[0];
	for (int which = 1; which < 4; which++) {
		size_t size = make_image(image, which, notes, count);
		expect(counts, cubin_read((char *)image, size, &facts) && facts.registers == 40 && facts.stack_bytes == 48,
			"registers and stack, wherever the notes are");
		expect(counts, !cubin_read((char *)image, size - 1, &facts) && facts.registers == 0 && facts.stack_bytes == 0,
			"notes beyond the end of the file");
	}
	size_t size = make_image(image, 3, notes, count);
	image[1] = 'e';
	expect(counts, !cubin_read((char *)image, size, &facts) && facts.registers == 0, "no ELF file");
	expect(counts, !cubin_read("\177EL", 3, &facts) && !cubin_read("\177ELF", 4, &facts), "the beginning of one");
	size = make_image(image, 3, notes, count);
	put_number(image + HEADERS + 64 * 3 + 0x18, UINT64_MAX - 4, 8);
	expect(counts, !cubin_read((char *)image, size, &facts), "notes behind the end of memory");
	size = make_image(image, 3, notes, count - 3);
	expect(counts, !cubin_read((char *)image, size, &facts) && facts.stack_bytes == 48, "no note of registers");
	size = make_image(image, 3, notes, count - 1);
	put_number(image + size, 40, 4);
	expect(counts, !cubin_read((char *)image, size, &facts) && facts.registers == 0, "a note that is cut short");
	size = make_image(image, 4, notes, count);
	put_number(image + 0x3e, 3, 2);
	put_number(image + HEADERS + 64 * 3, 1, 4);
	put_number(image + HEADERS + 64 * 3 + 0x18, NAMES, 8);
	bool is_found = cubin_read((char *)image, size, &facts);
	put_number(image + 0x3c, 4, 2);
	expect(counts, is_found && !cubin_read((char *)image, size, &facts), "a section behind the last");
	const uint32_t one[] = { note(4, 0x2f, 8), 5, 1 };
	size = make_image(image, 3, one, 3);
	expect(counts, cubin_read((char *)image, size, &facts) && facts.registers == 1, "one register");
	const uint32_t large[] = { note(4, 0x2f, 8), 5, 0x00050028, note(4, 0x11, 8), 5, 0x80000030 };
	size = make_image(image, 3, large, 6);
	expect(counts, cubin_read((char *)image, size, &facts) && facts.registers == 40 && facts.stack_bytes == 48,
		"the bits that count");
}

/* --- thread-value layouts --- */

static void check_tvs(struct counts *counts) {
	static const struct {
		int64_t shape[2], stride[2];
		int64_t size;
		const char *why;
	} cases[] = {
		{ { 4, 3 }, { 1, 4 }, 12, "" },
		{ { 4, 3 }, { 3, 1 }, 12, "" },
		{ { 1024, 2 }, { 1, 1024 }, 2048, "" },
		{ { 2, 1024 }, { 1024, 1 }, 2048, "" },
		{ { 1, 1 }, { 0, 0 }, 1, "" },
		{ { 1025, 1 }, { 1, 0 }, 1025,
			"1025 threads with 1 values each; a block has at most 1024 threads, a thread 1024 values" },
		{ { 1, 1025 }, { 0, 1 }, 1025,
			"1 threads with 1025 values each; a block has at most 1024 threads, a thread 1024 values" },
		{ { 0, 4 }, { 1, 1 }, 4,
			"0 threads with 4 values each; a block has at most 1024 threads, a thread 1024 values" },
		{ { 4, 0 }, { 1, 4 }, 4,
			"4 threads with 0 values each; a block has at most 1024 threads, a thread 1024 values" },
		{ { 4, 3 }, { 1, 4 }, 13, "element 12 of the tile has no owner" },
		{ { 4, 3 }, { 1, 4 }, 11, "thread 3, value 2 is element 11, outside the tile of 11 elements" },
		{ { 4, 3 }, { 1, -4 }, 12, "thread 0, value 1 is element -4, outside the tile of 12 elements" },
		{ { 4, 3 }, { 1, 3 }, 12,
			"element 3 of the tile has two owners: thread 3, value 0 and thread 0, value 1" },
		{ { 4, 3 }, { 2, 8 }, 24, "element 1 of the tile has no owner" },
		{ { 4, 3 }, { 1, 4 }, 0, "a tile of 0 elements; the limit is 16777216" },
		{ { 4, 3 }, { 1, 4 }, (1 << 24) + 1, "a tile of 16777217 elements; the limit is 16777216" },
		{ { 4, 3 }, { 1, 4 }, 1 << 24, "element 12 of the tile has no owner" },
	};
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct algebra al;
		algebra_init(&al, &arena);
		plan_check_tv(&al, layout_of_pair(&al, cases[i].shape[0], cases[i].shape[1], cases[i].stride[0],
		cases[i].stride[1]),
			cases[i].size);
		expect(counts, algebra_failed(&al) ? strcmp(al.fault.text, cases[i].why) == 0 : cases[i].why[0] == '\0',
			algebra_failed(&al) ? al.fault.text : cases[i].why);
		arena_reset(&arena);
	}
	struct algebra al;
	algebra_init(&al, &arena);
	plan_check_tv(&al, layout_of_int(4, 1), 4);
	expect(counts, algebra_failed(&al) && strcmp(al.fault.text,
		"a thread-value layout has two modes, thread and value; this one has 1") == 0, "a layout of one mode");
	arena_finish(&arena);
}

/* --- visits --- */

/* Two threads with two values each; the tensor starts at 3 and ends before 10. */
static void check_visits(struct counts *counts) {
	struct plan plan = { .threads = 2, .values = 2 };
	uint32_t entries[5] = { PROOF_NONE, PROOF_NONE, PROOF_NONE, PROOF_NONE, PROOF_NONE };
	struct proof_counts found = { 0 };
	struct visitor visitor = { .plan = &plan, .entries = entries, .count = 4, .start = 3, .reach = 10, .shift = 1,
		.counts = &found };
	visit(&visitor, -3, 0, 0, 0);
	visit(&visitor, 6, 1, 1, 0);
	expect(counts, entries[0] == 0 && entries[3] == 4 && found.outside == 0 && found.clashes == 0,
		"the ends of a tensor");
	visit(&visitor, 7, 1, 0, 0);
	visit(&visitor, -4, 1, 0, 0);
	expect(counts, found.outside == 2 && found.offset == 10 && found.clashes == 0 && entries[1] == PROOF_NONE,
		"what is outside, the first of it");
	visit(&visitor, 0, 1, 1, 0);
	visit(&visitor, 0, 0, 0, 0);
	visit(&visitor, 0, 0, 0, 1);
	expect(counts, found.outside == 2 && found.clashes == 3 && found.entry == 3 && entries[3] == 4
		&& entries[4] == PROOF_NONE,
		"who came a second time, the first of them, and who has no entry");
	visit(&visitor, 2, 0, 1, 0);
	expect(counts, entries[2] == 2 && found.clashes == 3, "the bits of an offset that are recorded");
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
	struct mode ties[3] = { { .extent = 4, .stride = { 0, -100 } }, { .extent = 3, .stride = { 0, 10 } },
		{ .extent = 5, .stride = { -1, 1000 } } };
	modes_sort(ties, 3, 0, 2);
	expect(counts, ties[0].extent == 3 && ties[1].extent == 4 && ties[2].extent == 5, "modes with the same stride");
	expect(counts, modes_merge(modes, 0, 2) == 0 && modes_merge(modes, 1, 2) == 1, "nothing to merge");
	expect(counts, power_below(INT64_MAX) == 1 << 29 && power_above(INT64_MAX) == 1 << 29 && power_below(1) == 1
		&& power_above(1) == 1 && power_below(1 << 29) == 1 << 29 && power_above((1 << 28) + 1) == 1 << 29,
		"the largest power");
	const struct mode rows[3] = { { .extent = 4, .stride = { 13, 5 } }, { .extent = 2, .stride = { 0, 8 } },
		{ .extent = 2, .stride = { 8, -8 } } };
	expect(counts, modes_same_windows(rows, 2, 2, 8) && !modes_same_windows(rows, 2, 2, 16)
		&& !modes_same_windows(rows, 3, 2, 8) && modes_same_windows(rows, 3, 1, 8), "windows of all tensors");
	expect(counts, power_dividing(24, 16) == 8 && power_dividing(0, 16) == 16 && power_dividing(7, 16) == 1, "powers");
	expect(counts, power_below(17) == 16 && power_above(17) == 32 && power_above(16) == 16, "powers around");
}

/* Modes of a problem with two operands, by the definition: a mode is cut where the stride of any tensor changes. */
static void check_cuts(struct counts *counts) {
	static const struct {
		int64_t shape[2][2], stride[2][2];    /* of mode 1 of each operand; mode 0 is 3 with strides 100 and 1000 */
		int count;                            /* of modes, -1: they cannot be cut alike */
		int64_t extent[4], of_a[4], of_b[4];
	} cases[] = {
		{ { { 6, 4 }, { 6, 4 } }, { { 1, 6 }, { 1, 6 } }, 2, { 24, 3 }, { 1, 100 }, { 1, 1000 } },
		{ { { 6, 4 }, { 6, 4 } }, { { 1, 7 }, { 1, 6 } }, 3, { 6, 4, 3 }, { 1, 7, 100 }, { 1, 6, 1000 } },
		{ { { 6, 4 }, { 12, 2 } }, { { 1, 7 }, { 2, 30 } }, 4, { 6, 2, 2, 3 }, { 1, 7, 14, 100 }, { 2, 12, 30, 1000 } },
		{ { { 12, 2 }, { 3, 8 } }, { { 0, 5 }, { 2, 0 } }, 4, { 3, 4, 2, 3 }, { 0, 0, 5, 100 }, { 2, 0, 0, 1000 } },
		{ { { 6, 4 }, { 4, 6 } }, { { 1, 7 }, { 1, 5 } }, -1, { 0 }, { 0 }, { 0 } },
		{ { { 8, 3 }, { 4, 6 } }, { { 1, 9 }, { 1, 5 } }, 4, { 4, 2, 3, 3 }, { 1, 4, 9, 100 }, { 1, 5, 10, 1000 } },
		{ { { 8, 3 }, { 12, 2 } }, { { 1, 9 }, { 1, 13 } }, -1, { 0 }, { 0 }, { 0 } },
	};
	struct arena arena;
	struct opexpr op;
	struct opexpr_error error;
	arena_init(&arena, NULL, NULL);
	opexpr_parse(&arena, str_from("a+b"), &op, &error);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct algebra al;
		struct mode modes[MODES_MAX];
		algebra_init(&al, &arena);
		struct problem problem = { .rank = 2, .shape = { 3, 24 }, .op = &op };
		problem_set_dtype(&problem, DTYPE_F32);
		for (int k = 0; k < 2; k++) {
			problem.operands[k] = layout_of_modes(&al, layout_of_int(3, k == 0 ? 100 : 1000),
				layout_of_pair(&al, cases[i].shape[k][0], cases[i].shape[k][1], cases[i].stride[k][0],
					cases[i].stride[k][1]));
		}
		problem.output = layout_of_pair(&al, 3, 24, 24, 1);
		int count = modes_collect(&al, &problem, modes);
		bool good = count == cases[i].count;
		for (int m = 0; m < count && good; m++) {
			int64_t of_output = m == count - 1 ? 24 : m == 0 ? 1 : modes[m - 1].stride[2] * modes[m - 1].extent;
			good = modes[m].extent == cases[i].extent[m] && modes[m].stride[0] == cases[i].of_a[m]
				&& modes[m].stride[1] == cases[i].of_b[m] && modes[m].stride[2] == of_output && !modes[m].reduced;
		}
		expect(counts, good, "modes that are cut");
		/* Of a reduction along mode 1 the output counts results, or for an index the elements. */
		problem.reduce = REDUCE_ARGMAX;
		problem.reduced = 2;
		good = modes_collect(&al, &problem, modes) == count;
		for (int m = 0; m < count && good; m++) {
			int64_t order = m == count - 1 || m == 0 ? 1 : modes[m - 1].stride[2] * modes[m - 1].extent;
			good = modes[m].stride[2] == order && modes[m].reduced == (m < count - 1);
		}
		expect(counts, good, "modes of an index");
		problem.reduce = REDUCE_SUM;
		good = modes_collect(&al, &problem, modes) == count;
		for (int m = 0; m < count && good; m++) {
			good = modes[m].stride[2] == (m == count - 1 ? 1 : 0);
		}
		expect(counts, good, "modes of a sum");
	}
	arena_finish(&arena);
}

static void check_mode_lists(struct counts *counts) {
	const struct mode modes[3] = { { .extent = 8, .stride = { 1, 1, 5 } }, { .extent = 3, .stride = { 24, 8, 2 } },
		{ .extent = 5, .stride = { 72, 40, 1 } } };
	expect(counts, modes_all_contiguous(modes, 0, 2) && !modes_all_contiguous(modes, 0, 3)
		&& !modes_all_contiguous(modes, 1, 1) && modes_all_contiguous(modes, 0, 1), "modes that are contiguous");
	expect(counts, modes_aligned_vector(modes, 3, 0, 2, 16) == 8 && modes_aligned_vector(modes, 3, 0, 1, 16) == 8
		&& modes_aligned_vector(modes, 2, 0, 1, 16) == 8 && modes_aligned_vector(modes, 3, 0, 2, 4) == 4
		&& modes_aligned_vector(modes, 3, 0, 3, 16) == 1 && modes_aligned_vector(modes, 2, 0, 3, 16) == 2
		&& modes_aligned_vector(modes, 1, 0, 3, 16) == 16 && modes_aligned_vector(modes, 2, 1, 2, 16) == 1,
		"vectors of modes");
	expect(counts, modes_extents_product(modes, 3) == 120 && modes_extents_product(modes, 0) == 1,
		"a product of extents");
	struct mode sorted[3] = { modes[0], modes[1], modes[2] };
	modes_sort(sorted, 3, 2, 2);
	expect(counts, sorted[0].extent == 5 && sorted[1].extent == 3 && sorted[2].extent == 8, "modes by tensor 2");
	struct mode negative[2] = { { .extent = 2, .stride = { -3, 7 } }, { .extent = 4, .stride = { 2, -9 } } };
	modes_sort(negative, 2, 0, 2);
	expect(counts, negative[0].extent == 4, "modes by the size of a stride");
	struct mode kept[3] = { { .extent = 2, .stride = { 1 } }, { .extent = 3, .stride = { 2 }, .reduced = true },
		{ .extent = 4, .stride = { 6 }, .reduced = true } };
	expect(counts, modes_merge(kept, 3, 1) == 2 && kept[0].extent == 2 && kept[1].extent == 12 && kept[1].reduced,
		"what is reduced is not merged with what is kept");
	struct mode apart[3] = { { .extent = 2, .stride = { 1, 1 } }, { .extent = 3, .stride = { 2, 3 } },
		{ .extent = 4, .stride = { 6, 9 } } };
	expect(counts, modes_merge(apart, 3, 2) == 2 && apart[1].extent == 12, "modes that one tensor has apart");
	struct arena arena;
	struct algebra al;
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
	struct layout layout = modes_layout(&al, modes, 3, 1);
	expect(counts, tuple_mode(layout.shape, 1).value == 3 && tuple_mode(layout.stride, 1).value == 8
		&& tuple_mode(layout.stride, 2).value == 40 && tuple_rank(layout.shape) == 3, "the layout of modes");
	expect(counts, tuple_is_constant(modes_layout(&al, modes, 0, 1).shape, 1), "the layout of no modes");
	arena_finish(&arena);
}

/* --- rounding --- */

/* With a unit of 1/1024, so that each part of an error is seen. */
static void check_slack(struct counts *counts) {
	const double u = 1.0 / 1024;
	const double least = 1.0 / 65536;
	const double none = (double)INFINITY;
	const struct precision precision = { .unit = u, .largest = 1000, .smallest = least };
	const struct {
		enum slack slack;
		double x, error, gamma, part;
	} parts[] = {
		{ SLACK_SUM, 3, 0.5, 0.25, 0.5 + 0.25 * 3.5 },
		{ SLACK_SUM, -3, 0.5, 0.25, 0.5 + 0.25 * 3.5 },
		{ SLACK_SUM, 3, 0, 0.25, 0.75 },
		{ SLACK_SUM, 3, 0.5, 0, 0.5 },
		{ SLACK_SQUARES, 3, 0, 0.25, 9 * u + least + 0.25 * (9 + 9 * u + least) },
		{ SLACK_SQUARES, -3, 0.5, 0, 3.25 + u * 12.25 + least },
		{ SLACK_PRODUCT, 4, 1, 0.25, 1.0 / 3 + u / (1 - u) },
		{ SLACK_PRODUCT, -4, 1, 0.25, 1.0 / 3 + u / (1 - u) },
		{ SLACK_PRODUCT, 4, 0, 0.25, u / (1 - u) },
		{ SLACK_PRODUCT, 0, 0, 0.25, u / (1 - u) },
		{ SLACK_PRODUCT, 4, 4, 0.25, none },
		{ SLACK_PRODUCT, 4, 5, 0.25, none },
		{ SLACK_EXTREME, 4, 0.5, 0.25, 0.5 },
	};
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		double part = rounding_part(parts[i].slack, parts[i].x, parts[i].error, parts[i].gamma, &precision);
		expect(counts, part == parts[i].part || near(part, parts[i].part), "what an element adds to the slack");
	}
	expect(counts, rounding_joined(SLACK_SUM, 1, 2) == 3 && rounding_joined(SLACK_SQUARES, 1, 2) == 3
		&& rounding_joined(SLACK_PRODUCT, 2, 1) == 3 && rounding_joined(SLACK_EXTREME, 1, 2) == 2
		&& rounding_joined(SLACK_EXTREME, 2, 1) == 2, "the slack of two parts");
	expect(counts, rounding_total(SLACK_SUM, 8, 2, 1, &precision) == 2, "the error of a sum");
	expect(counts, near(rounding_total(SLACK_SUM, -8, 2, 4, &precision), 0.5 + u * 10 / 4), "the error of a mean");
	expect(counts, near(rounding_total(SLACK_SUM, -8, 2, 2, &precision), 1 + u * 10 / 2), "the error of a mean of two");
	expect(counts, near(rounding_total(SLACK_PRODUCT, -8, 0.5, 1, &precision), 8 * (exp(0.5) - 1) + least),
		"the error of a product");
	expect(counts, rounding_total(SLACK_EXTREME, 8, 2, 1, &precision) == 2, "the error of an extreme");
	expect(counts, near(rounding_gamma(512, &precision), 1) && rounding_gamma(1024, &precision) == none
		&& rounding_gamma(1536, &precision) == none && rounding_gamma(4096, &precision) == none
		&& rounding_gamma(0, &precision) == 0, "gamma");
	static const enum reduce reductions[] = { REDUCE_SUM, REDUCE_MEAN, REDUCE_SUMSQ, REDUCE_PROD, REDUCE_MAX,
		REDUCE_MIN,
		REDUCE_ABSMAX, REDUCE_ARGMAX, REDUCE_ARGMIN };
	static const enum slack slacks[] = { SLACK_SUM, SLACK_SUM, SLACK_SQUARES, SLACK_PRODUCT, SLACK_EXTREME,
		SLACK_EXTREME,
		SLACK_EXTREME, SLACK_EXTREME, SLACK_EXTREME };
	for (size_t i = 0; i < sizeof slacks / sizeof slacks[0]; i++) {
		expect(counts, rounding_slack(reductions[i]) == slacks[i], reduce_name(reductions[i]));
	}
}

/* --- text --- */

static void check_text(struct counts *counts) {
	static const struct {
		int64_t shape[2], stride[2];
		const char *text;
	} layouts[] = {
		{ { 4, 1 }, { 1, 0 }, "(int)(i)" },
		{ { 4, 8 }, { 2, 1 }, "(int)(i % 4u) * 2 + (int)(i / 4u)" },
		{ { 4, 8 }, { 0, 3 }, "(int)(i / 4u) * 3" },
		{ { 4, 8 }, { 3, 0 }, "(int)(i % 4u) * 3" },
		{ { 4, 8 }, { 0, 0 }, "0" },
		{ { 2, 1 }, { 2147483647, 0 }, "(int)(i) * 2147483647" },
		{ { 2, 1 }, { 2147483648, 0 }, "(long long)(i) * 2147483648ll" },
		{ { 2, 1 }, { -2147483648, 0 }, "(int)(i) * -2147483648" },
		{ { 2, 1 }, { -2147483649, 0 }, "(long long)(i) * -2147483649ll" },
	};
	struct arena arena;
	struct algebra al;
	struct buf out;
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
	buf_init(&out, &arena);
	struct emitter em = { .out = &out, .al = &al };
	for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
		const char *text = emit_layout(&em, layout_of_pair(&al, layouts[i].shape[0], layouts[i].shape[1],
			layouts[i].stride[0], layouts[i].stride[1]), "i");
		expect(counts, strcmp(text, layouts[i].text) == 0, text);
	}
	em.indent = 2;
	emit_line(&em, "%s", "");
	emit_open(&em, "if (%d)", 1);
	emit_line(&em, "x;");
	emit_else(&em);
	emit_unrolled(&em, "k", 3);
	emit_close(&em);
	emit_close(&em);
	emit_if(&em, NULL);
	emit_close(&em);
	emit_if(&em, "y");
	emit_close(&em);
	expect(counts, str_is(buf_str(&out), "\n\t\tif (1) {\n\t\t\tx;\n\t\t} else {\n\t\t\t#pragma unroll\n"
		"\t\t\tfor (unsigned k = 0; k < 3; k++) {\n\t\t\t}\n\t\t}\n\t\t{\n\t\t}\n\t\tif (y) {\n\t\t}\n")
		&& em.indent == 2, out.data);
	for (int length = 500; length < 530; length++) {
		char line[600];
		memset(line, 'x', sizeof line);
		line[length] = '\0';
		buf_init(&out, &arena);
		emit_line(&em, "%s", line);
		expect(counts, out.length == (size_t)length + 3 && strncmp(out.data, "\t\txx", 4) == 0
			&& strspn(out.data + 2, "x") == (size_t)length && out.data[length + 2] == '\n', "a long line");
	}
	arena_finish(&arena);
}

/* --- work on several processors --- */

enum { UNITS = 1000 };

/* How often each worker does each unit. */
struct work {
	unsigned char done[LIMIT_WORKERS][UNITS];
};

/*
 * Threads 0 and 1 and values 0 and 1 of each have the results t + v: that in the middle has two owners, the others one,
 * or further ones none, where there are as many results as owners, or more.
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
	for (int results = 3; results <= 5; results++) {
		tiles[1].layout.shape = tuple_int(results);
		fold_make(&al, &plan, fold);
		expect(counts, algebra_failed(&al) && strstr(al.fault.text, "share some of their results but not all") != NULL,
			"results with other numbers of owners");
		fault_clear(&al.fault);
	}
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
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	expect(counts, workers == (processors < LIMIT_WORKERS ? processors : LIMIT_WORKERS), "a worker for each processor");
	expect(counts, parallel_workers(0) == 1 && parallel_workers(1) == 1 && parallel_workers(workers) == workers
		&& parallel_workers(2) == (workers < 2 ? workers : 2)
		&& parallel_workers((int64_t)workers + 1) == workers, "a worker at least, and no more than units");
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

/* --- what is kept of a device --- */

static bool same_constants(struct target a, struct target b) {
	return a.launch_s == b.launch_s && a.latency_s == b.latency_s && a.read_bytes_per_s == b.read_bytes_per_s
		&& a.write_bytes_per_s == b.write_bytes_per_s && a.intake_bytes_per_s == b.intake_bytes_per_s;
}

/* What was put is read to the last digit; nothing shorter or longer is, nor a number that no device has. */
static void check_calibrations(struct counts *counts) {
	static const char *const wrong[] = { "", "launch_s", "launch_s=1e-6", "launch_s=0 latency_s=1 read_bytes_per_s=1"
		" write_bytes_per_s=1 intake_bytes_per_s=1", "launch_s=1 latency_s=-1 read_bytes_per_s=1 write_bytes_per_s=1"
		" intake_bytes_per_s=1", "launch_s=1 latency_s=1 read_bytes_per_s=nan write_bytes_per_s=1 intake_bytes_per_s=1",
		"launch_s=1 latency_s=1 read_bytes_per_s=1 write_bytes_per_s=1 intake_bytes_per_s=inf",
		"latency_s=1 launch_s=1 read_bytes_per_s=1 write_bytes_per_s=1 intake_bytes_per_s=1",
		"launch_s:1 latency_s=1 read_bytes_per_s=1 write_bytes_per_s=1 intake_bytes_per_s=1" };
	struct arena arena;
	struct buf text;
	arena_init(&arena, NULL, NULL);
	buf_init(&text, &arena);
	struct target put = { .launch_s = 1.0 / 3e5, .latency_s = 7.1e-7, .read_bytes_per_s = 2e12 / 3,
		.write_bytes_per_s = 1e13 / 7, .intake_bytes_per_s = 5e10 / 9 };
	calibration_put(&text, &put);
	struct target read = { 0 };
	bool is_read = calibration_read(&arena, buf_str(&text), &read);
	expect(counts, is_read && same_constants(read, put), "what was put is read");
	bool refused = true;
	size_t last = (size_t)(strrchr(text.data, '=') - text.data);
	for (size_t length = 0; length <= last + 1; length++) {
		struct target kept = { 0 };
		bool good = calibration_read(&arena, (struct str){ text.data, length }, &kept);
		refused = refused && !good && same_constants(kept, (struct target){ 0 });
	}
	expect(counts, refused, "what ends before the last number is refused");
	buf_put_char(&text, ' ');
	expect(counts, !calibration_read(&arena, buf_str(&text), &read), "what goes on is refused");
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		struct target kept = { 0 };
		expect(counts, !calibration_read(&arena, str_from(wrong[i]), &kept)
			&& same_constants(kept, (struct target){ 0 }), wrong[i]);
	}
	arena_finish(&arena);
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
	check_targets(&counts);
	check_cubins(&counts);
	check_tvs(&counts);
	check_visits(&counts);
	check_modes(&counts);
	check_cuts(&counts);
	check_mode_lists(&counts);
	check_slack(&counts);
	check_text(&counts);
	check_parallel(&counts);
	check_fold(&counts);
	check_calibrations(&counts);
	printf("%d passed, %d failed\n", counts.passed, counts.failed);
	return counts.failed > 0;
}
