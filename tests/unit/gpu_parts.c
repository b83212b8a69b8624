/*
 * The parts of a prediction, each alone and then together, for plans whose parts were counted by hand: with a memory
 * that is slower than all else its bytes show, on one multiprocessor with a fast one the instructions, and so on. The
 * constants are the model's; a new fit changes the table of them, not the counts. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gpu/planner.h"
#include "gpu/predict.h"
#include "gpu_problems.h"
#include "tally.h"

/* The model's constants, in seconds and parts; see gpu/predict.c. */
static const double ns = 1e-9;
static const double us = 1e-6;
static const double first = 1.04e-6;
static const double soon = 1.4;        /* times the speed of memory, in the L2 cache */
static const double norm_of_parts = 3.9;

enum { MULTIPROCESSORS = 132, MIB = 1 << 20 };

/* What was counted of a plan on an H100. */
struct counts {
	double read, written;      /* bytes */
	bool is_kept;              /* the L2 cache was asked to keep what is read */
	double accesses;           /* of warps */
	double of_access;          /* ns of one */
	double more;               /* ns that lines add to all */
	double extra;              /* us that do not grow, beside the launch and the first wave */
	int blocks;
	int resident;              /* threads of a multiprocessor */
	int loads;                 /* of all operands that a thread has on their way */
	double in_flight;          /* bytes of a multiprocessor */
	double waits;              /* rounds of loads, times the part of a wait that is not hidden */
	const char *bound;
	int lines, segments;       /* of the first access to the first operand, of 512 bytes */
};

struct tester {
	struct tally tally;
	struct arena arena;
	const struct counts *counts;
};

static void expect_near(struct tester *tester, const char *name, const char *part, double is, double should_be) {
	expect(&tester->tally, fabs(is - should_be) <= 1e-6 * fabs(should_be), "%s: %s: %.9g, not %.9g", name, part, is,
		should_be);
}

/* Of what is read, bytes that come from memory: a sixth of the L2 cache's 50 MiB keeps what was asked for. */
static double cold_of(const struct counts *counts) {
	double kept = counts->is_kept ? 50.0 * MIB / 6 : 0;
	return counts->read > kept ? counts->read - kept : 0;
}

/* Bytes at the speed of memory that take as long as those that are read, and those that are written. */
static double reading_of(const struct counts *counts) {
	return cold_of(counts) + (counts->read - cold_of(counts)) / soon;
}

static double writing_of(const struct counts *counts) {
	double absorbed = fmin(counts->written, 50.0 * MIB * 2 / 9);
	return counts->written - absorbed + absorbed / soon;
}

static double memory_of(const struct counts *counts, const struct target *target) {
	double part_read = target->peak_bytes_per_s < 4e12 ? 0.927 : 0.885;
	return (reading_of(counts) / part_read + writing_of(counts) / 0.863) / target->peak_bytes_per_s;
}

static double instructions_of(const struct counts *counts, const struct target *target) {
	return (counts->accesses * counts->of_access + counts->more) * ns / target->multiprocessors;
}

static double waiting_of(const struct counts *counts, const struct target *target) {
	return counts->waits * (target->latency_s + (counts->loads - 1) * 150 * ns);
}

static double starting_of(const struct counts *counts) {
	return counts->blocks * 0.65 * ns;
}

static double fixed_of(const struct counts *counts, const struct target *target) {
	return target->launch_s + first + counts->extra * us + 2.2 * us * fmin(cold_of(counts) / 15e6, 1);
}

/* Of the multiprocessor with the most blocks. */
static double intake_of(const struct counts *counts) {
	return counts->read * ceil((double)counts->blocks / MULTIPROCESSORS) / counts->blocks / 105e9;
}

/* The longest hides the others but for what the norm leaves of them. */
static double together(double memory, double instructions, double waiting, double starting, double intake) {
	return pow(pow(memory, norm_of_parts) + pow(instructions, norm_of_parts) + pow(waiting, norm_of_parts)
		+ pow(starting, norm_of_parts) + pow(intake, norm_of_parts), 1 / norm_of_parts);
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	const struct counts *counts = tester->counts;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	expect(&tester->tally, !algebra_failed(al), "%s: %s", test->name, algebra_failed(al) ? al->fault.text : "");
	if (algebra_failed(al)) {
		return;
	}
	struct prediction p = predict(al, &plan, &target, 0);
	expect(&tester->tally, p.resident_threads == counts->resident && plan.blocks == counts->blocks
		&& strcmp(p.bound, counts->bound) == 0, "%s: %d threads, %" PRId64 " blocks, %s", test->name,
		p.resident_threads, plan.blocks, p.bound);
	expect(&tester->tally, p.request[0].lines == counts->lines && p.request[0].segments == counts->segments
		&& p.request[0].bytes == 512, "%s: %d bytes of %d lines, %d segments", test->name, p.request[0].bytes,
		p.request[0].lines, p.request[0].segments);
	expect_near(tester, test->name, "in flight", p.in_flight, counts->in_flight);
	expect_near(tester, test->name, "all", p.seconds, fixed_of(counts, &target) + together(memory_of(counts, &target),
		instructions_of(counts, &target), waiting_of(counts, &target), starting_of(counts), intake_of(counts)));
	double read = (double)problem_bytes_read(al, plan.problem);
	double written = (double)problem_bytes_written(al, plan.problem);
	expect_near(tester, test->name, "bytes a second", p.bytes_per_s, (read + written) / p.seconds);
	expect_near(tester, test->name, "needed", p.needed, target.peak_bytes_per_s * read / (read + written)
		* target.latency_s / MULTIPROCESSORS);

	struct target slow = target;
	target_set_peak(&slow, 1);
	expect_near(tester, test->name, "memory", predict(al, &plan, &slow, 0).seconds, memory_of(counts, &slow));

	static const double peaks[] = { 3.999e12, 4e12, 4.8e12 };
	for (size_t i = 0; i < sizeof peaks / sizeof peaks[0]; i++) {
		struct target other = target;
		target_set_peak(&other, peaks[i]);
		expect_near(tester, test->name, "faster memory", predict(al, &plan, &other, 0).seconds, fixed_of(counts, &other)
			+ together(memory_of(counts, &other), instructions_of(counts, &other), waiting_of(counts, &other),
			starting_of(counts), intake_of(counts)));
	}

	struct target late = target;
	late.latency_s = 1000;
	expect_near(tester, test->name, "waiting", predict(al, &plan, &late, 0).seconds, waiting_of(counts, &late));

	/* Loads that take no time, from a memory that is fast: what is left is that of instructions, and the blocks'. */
	struct target fast = target;
	target_set_peak(&fast, 1e30);
	fast.latency_s = (1 - counts->loads) * 150 * ns + 1e-6 * ns;
	fast.launch_s = 0;
	expect_near(tester, test->name, "instructions", predict(al, &plan, &fast, 0).seconds, fixed_of(counts, &fast)
		+ together(0, instructions_of(counts, &fast), 0, starting_of(counts), intake_of(counts)));

	/* At half the clock instructions take twice as long, and at half the rate a multiprocessor's intake does. */
	struct target half = fast;
	half.clock_hz = fast.clock_hz / 2;
	half.intake_bytes_per_s = fast.intake_bytes_per_s / 2;
	expect_near(tester, test->name, "half the clock", predict(al, &plan, &half, 0).seconds, fixed_of(counts, &half)
		+ together(0, 2 * instructions_of(counts, &half), 0, starting_of(counts), 2 * intake_of(counts)));

	/* Reading and writing have rates of their own. */
	struct target reads = target;
	reads.read_bytes_per_s = 1e-3;
	expect_near(tester, test->name, "reading", predict(al, &plan, &reads, 0).seconds, 1e3 * reading_of(counts));
	struct target writes = target;
	writes.write_bytes_per_s = 1e-3;
	expect_near(tester, test->name, "writing", predict(al, &plan, &writes, 0).seconds, 1e3 * writing_of(counts));

	/* A fourth of the threads, or what registers leave room for. */
	int share = 65536 / 128 / plan.threads * plan.threads;
	int few = share < counts->resident ? share : counts->resident;
	expect(&tester->tally, predict(al, &plan, &target, 128).resident_threads == few, "%s: %d threads of 128 registers",
		test->name, predict(al, &plan, &target, 128).resident_threads);
}

static const struct {
	struct example example;
	struct counts counts;
} cases[] = {
	/* 256 threads, 4 vectors of 16 bytes; requests of 4 lines each. */
	{ { .rank = 1, .shape = { 4 * MIB }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO },
		{ .read = 16 * MIB, .written = 16 * MIB, .accesses = 65536, .of_access = 2.23, .blocks = 1024,
			.resident = 1986, .loads = 4, .in_flight = 1986 * 64, .waits = 0.2 * 16 * MIB / (1986 * 64 * 132),
			.bound = "memory", .lines = 4, .segments = 1 } },
	/* What the L2 cache was asked to keep comes sooner, and is waited for less, where half of it has room for all. */
	{ { .rank = 1, .shape = { 25 * MIB / 4 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
		.knobs = { .load = HINT_EVICT_LAST + 1 } },
		{ .read = 25 * MIB, .written = 25 * MIB, .accesses = 102400, .of_access = 2.23, .is_kept = true,
			.extra = -0.65, .blocks = 1600,
			.resident = 2048, .loads = 4, .in_flight = 2048 * 64,
			.waits = 0.4 * 0.2 * 25 * MIB / (2048 * 64 * 132), .bound = "memory", .lines = 4, .segments = 1 } },
	{ { .rank = 1, .shape = { 26 * MIB / 4 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
		.knobs = { .load = HINT_EVICT_LAST + 1 } },
		{ .read = 26 * MIB, .written = 26 * MIB, .accesses = 106496, .of_access = 2.23, .is_kept = true,
			.extra = -0.65, .blocks = 1664,
			.resident = 2048, .loads = 4, .in_flight = 2048 * 64, .waits = 0.2 * 26 * MIB / (2048 * 64 * 132),
			.bound = "memory", .lines = 4, .segments = 1 } },
	/* All that is read was kept: nothing comes from memory. */
	{ { .rank = 1, .shape = { MIB }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
		.knobs = { .load = HINT_EVICT_LAST + 1, .threads = 256, .vector = 4, .unroll = 4 } },
		{ .read = 4 * MIB, .written = 4 * MIB, .is_kept = true, .accesses = 16384, .of_access = 2.23, .extra = -0.65,
			.blocks = 256, .resident = 497, .loads = 4, .in_flight = 497 * 64,
			.waits = 0.4 * 0.2 * 4 * MIB / (497 * 64 * 132), .bound = "launch", .lines = 4, .segments = 1 } },
	/* Each lane of a warp reads a line of its own, 24 more than eight. */
	{ { .rank = 2, .shape = { 4096, 1024 }, .dtype = DTYPE_F32, .op = "a", .forms = "cr", .kernel = KERNEL_NAIVE },
		{ .read = 16 * MIB, .written = 16 * MIB, .accesses = 262144, .of_access = 2.23, .more = 131072 * 24 * 1.15,
			.blocks = 16384, .resident = 2048, .loads = 1, .in_flight = 8192, .waits = 0.2 * 16 * MIB / (8192 * 132),
			.bound = "memory", .lines = 128, .segments = 128 } },
	/* Half-lines that are gone from the L2 cache when their next element is read: each element brings its own. */
	{ { .rank = 2, .shape = { 16, MIB }, .dtype = DTYPE_F32, .op = "a", .forms = "cr", .kernel = KERNEL_NAIVE },
		{ .read = 1024.0 * MIB, .written = 64 * MIB, .accesses = 1048576, .of_access = 2.23, .more = 524288 * 8 * 1.15,
			.blocks = 65536, .resident = 2048, .loads = 1, .in_flight = 8192, .waits = 0.2 * 64 * MIB / (8192 * 132),
			.bound = "memory", .lines = 64, .segments = 1 } },
	/* Two neighbours to a half-line: they come once. */
	{ { .rank = 2, .shape = { 8, MIB }, .dtype = DTYPE_F32, .op = "a", .forms = "cr", .kernel = KERNEL_NAIVE },
		{ .read = 32 * MIB, .written = 32 * MIB, .accesses = 524288, .of_access = 2.23, .blocks = 32768,
			.resident = 2048, .loads = 1, .in_flight = 8192, .waits = 0.2 * 32 * MIB / (8192 * 132), .bound = "memory",
			.lines = 32, .segments = 1 } },
	/* Every second element is written: 8 sectors of a warp's store are filled in part. */
	{ { .rank = 1, .shape = { MIB }, .dtype = DTYPE_F32, .op = "a", .forms = "rs", .kernel = KERNEL_NAIVE },
		{ .read = 4 * MIB, .written = 8 * MIB + 0.3 * 32 * 32768 * 8, .accesses = 65536, .of_access = 2.23,
			.blocks = 4096, .resident = 2048, .loads = 1, .in_flight = 8192, .waits = 0.2 * 4 * MIB / (8192 * 132),
			.bound = "launch", .lines = 4, .segments = 1 } },
	/* A row that all rows share is read once, and asked for by each. */
	{ { .rank = 2, .shape = { 1024, 1024 }, .dtype = DTYPE_F16, .op = "a+b", .forms = "rbr", .kernel = KERNEL_AUTO },
		{ .read = 2 * MIB + 2048, .written = 2 * MIB, .accesses = 12288, .of_access = 2.23, .blocks = 256,
			.resident = 497, .loads = 4, .in_flight = 497 * 64, .waits = 0.2 * 4 * MIB / (497 * 64 * 132),
			.bound = "launch", .lines = 4, .segments = 1 } },
	/* An exchange of tiles of 32 by 32: a warp has 4 lines either way, and one operand is staged. */
	{ { .rank = 2, .shape = { 1024, 1024 }, .dtype = DTYPE_F32, .op = "a", .forms = "cr", .kernel = KERNEL_AUTO },
		{ .read = 4 * MIB, .written = 4 * MIB, .accesses = 16384, .of_access = 2.8, .more = 0.37 * 16384 * 4,
			.blocks = 1024, .resident = 1986, .loads = 1, .in_flight = 1986 * 16,
			.waits = 0.2 * 4 * MIB / (1986 * 16 * 132), .bound = "launch", .lines = 4, .segments = 4 } },
	/* The second operand is waited for. */
	{ { .rank = 2, .shape = { 1024, 1024 }, .dtype = DTYPE_F32, .op = "a+b", .forms = "ccr", .kernel = KERNEL_AUTO },
		{ .read = 8 * MIB, .written = 4 * MIB, .accesses = 24576, .of_access = 2.8, .more = 0.37 * 24576 * 4,
			.extra = 0.16, .blocks = 1024, .resident = 1986, .loads = 2, .in_flight = 1986 * 32,
			.waits = 0.2 * 8 * MIB / (1986 * 32 * 132), .bound = "launch", .lines = 4, .segments = 4 } },
	/* An element that is the same for all that a thread has side by side is loaded once: 4 of a warp, far apart. */
	{ { .rank = 2, .shape = { 1024, 1024 }, .dtype = DTYPE_F32, .op = "a+b", .forms = "clr", .kernel = KERNEL_AUTO },
		{ .read = 4 * MIB + 1024 * 64, .written = 4 * MIB, .accesses = 24576, .of_access = 2.8,
			.more = 0.37 * 24576 * 4, .extra = 0.16, .blocks = 1024, .resident = 1986, .loads = 2,
			.in_flight = 1986 * 20, .waits = 0.2 * 5 * MIB / (1986 * 20 * 132), .bound = "launch", .lines = 4,
			.segments = 4 } },
	/* So are vectors that are the same for all rows that it has. */
	{ { .rank = 2, .shape = { 1024, 1024 }, .dtype = DTYPE_F32, .op = "a+b", .forms = "cbr", .kernel = KERNEL_AUTO,
		.knobs = { .threads = 64 } },
		{ .read = 4 * MIB + 4096, .written = 4 * MIB, .accesses = 18432, .of_access = 2.8,
			.more = 0.37 * (16384 * 4 + 2048), .extra = 0.16, .blocks = 1024, .resident = 497, .loads = 5,
			.in_flight = 497 * 80, .waits = 0.2 * 5 * MIB / (497 * 80 * 132), .bound = "launch", .lines = 4,
			.segments = 4 } },
	/* Padding: 17 tiles of 64 either way for 16.5. */
	{ { .rank = 2, .shape = { 1056, 1056 }, .dtype = DTYPE_F32, .op = "a", .forms = "cr", .kernel = KERNEL_AUTO,
		.knobs = { .threads = 256, .tile = 22 } },
		{ .read = 1056 * 1056 * 4, .written = 1056 * 1056 * 4, .accesses = 17424, .of_access = 2.8 * 1088 / 1056,
			.more = 0.37 * 17424 * 4 * 1088 / 1056, .blocks = 289, .resident = 561, .loads = 4,
			.in_flight = 561 * 64, .waits = 0.2 * 1056 * 1056 * 4 / (561 * 64 * 132), .bound = "launch", .lines = 4,
			.segments = 2 } },
	/* Accesses of single elements, of a line each. */
	{ { .rank = 2, .shape = { 1024, 1024 }, .dtype = DTYPE_F32, .op = "a", .forms = "cr", .kernel = KERNEL_AUTO,
		.knobs = { .vector = 1 } },
		{ .read = 4 * MIB, .written = 4 * MIB, .accesses = 65536, .of_access = 2.8, .more = 0.37 * 65536,
			.blocks = 1024, .resident = 1986, .loads = 4, .in_flight = 1986 * 16,
			.waits = 0.2 * 4 * MIB / (1986 * 16 * 132), .bound = "launch", .lines = 4, .segments = 4 } },
	/* Threads that have whole results, of 16 elements that are all loaded at once, in two waves. */
	{ { .rank = 2, .shape = { 100001, 16 }, .dtype = DTYPE_F32, .op = "a", .forms = "cr", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 2 },
		{ .read = 6400064, .written = 400004, .accesses = 50000.5, .of_access = 2.23, .blocks = 391, .resident = 759,
			.loads = 16, .in_flight = 759 * 64, .waits = 0.27 * 2, .bound = "launch", .lines = 4, .segments = 1 } },
	/* Columns: 16 vectors of a row side by side, 7 blocks to a column, two rounds in two waves. */
	{ { .rank = 2, .shape = { 1000, 2048 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 1, .knobs = { .splits = 7, .unroll = 3 } },
		{ .read = 8192000 * (1 + 18.0 / 256), .written = 8192, .accesses = 16000, .of_access = 3.78, .extra = 1.48,
			.blocks = 224, .resident = 869, .loads = 3, .in_flight = 869 * 48, .waits = 0.27 * 4, .bound = "launch",
			.lines = 4, .segments = 2 } },
	/* The parts of 32 blocks are read in one round; a thread has one row. */
	{ { .rank = 2, .shape = { 1000, 2048 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 1, .knobs = { .splits = 5000 } },
		{ .read = 8192000 * (1 + 18.0 / 256), .written = 8192, .accesses = 16000, .of_access = 3.78, .extra = 1.48,
			.blocks = 1024, .resident = 2048, .loads = 1, .in_flight = 2048 * 16, .waits = 0.27 * 2,
			.bound = "launch", .lines = 4, .segments = 2 } },
	/* Rows that 13 blocks share each. */
	{ { .rank = 2, .shape = { 2, 100000 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 2 },
		{ .read = 800000, .written = 8, .accesses = 1562.5, .of_access = 3.78, .extra = 1.48, .blocks = 26,
			.resident = 101, .loads = 4, .in_flight = 101 * 64, .waits = 0.27, .bound = "launch", .lines = 4,
			.segments = 1 } },
	/* All: 1280 blocks of 1024 threads in 5 waves; the last block has two rounds of their results. */
	{ { .rank = 1, .shape = { 20 * MIB }, .dtype = DTYPE_F16, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 1 },
		{ .read = 40 * MIB, .written = 2, .accesses = 81920, .of_access = 3.78, .extra = 1.86, .blocks = 1280,
			.resident = 2048, .loads = 2, .in_flight = 2048 * 32, .waits = 0.27 * 5, .bound = "memory", .lines = 4,
			.segments = 1 } },
	/* One block shares nothing. */
	{ { .rank = 1, .shape = { 1000 }, .dtype = DTYPE_F16, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 1 },
		{ .read = 2048, .written = 2, .accesses = 1000.0 / 256, .of_access = 3.78, .blocks = 1, .resident = 2,
			.loads = 1, .in_flight = 32, .waits = 0.27, .bound = "launch", .lines = 4, .segments = 1 } },
	/* One warp for each multiprocessor, in 125 rounds. */
	{ { .rank = 1, .shape = { 4 * MIB }, .dtype = DTYPE_F16, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 1, .knobs = { .threads = 32, .unroll = 1, .groups = 1 } },
		{ .read = 8 * MIB, .written = 2, .accesses = 16384, .of_access = 3.78, .extra = 3.0, .blocks = 132,
			.resident = 32, .loads = 1, .in_flight = 512, .waits = 0.27 * 125, .bound = "latency", .lines = 4,
			.segments = 1 } },
};

int main(void) {
	struct tester tester = { .arena = { 0 } };
	arena_init(&tester.arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		tester.counts = &cases[i].counts;
		problem_visit_example(&tester.arena, &cases[i].example, visit_problem, &tester);
		arena_reset(&tester.arena);
	}
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
