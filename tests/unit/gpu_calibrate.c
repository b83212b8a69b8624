/*
 * Calibration on a device whose times a test makes up: what is launched, and with what in memory; that each constant
 * that is found explains what its probe took, also where that is as little or as much as a constant may explain; and
 * that a call that fails is the fault, with nothing left. Prints "N passed, N failed".
 */
#include <math.h>
#include <string.h>

#include "gpu/calibrate.h"
#include "gpu/planner.h"
#include "gpu/predict.h"
#include "gpu_scripted.h"
#include "tally.h"

enum { LAUNCH_THREADS = 128, BLOCKS = 8, BLOCK_THREADS = 1024, REGISTERS = 40, FEWEST_SAMPLES = 30, LAUNCHES = 31,
	STEP_BYTES = 4096 + 128 };

/* Bytes of the tensors of probes: an eighth of what is free, half of it, and a quarter; and of what memory is more. */
enum { READ_BYTES = (1 << 22) / 8, WRITE_BYTES = READ_BYTES / 2, INTAKE_BYTES = READ_BYTES / 4, ROUNDING = 257 };

struct tester {
	struct tally tally;
	struct arena arena;
	struct script script;
	struct device *device;
	struct target target;
	struct fault fault;
	struct launch launch;
	double seconds[CALIBRATED_COUNT];   /* what kernels take; that of the latency for each load, beside a launch */
	int64_t free_bytes;                 /* of the device; 0: as many as it has by itself */
	int slow_threads;                   /* copies by as many threads take twice as long */
	int timed[CALIBRATED_COUNT];
	int last_threads;                   /* of the copy that was timed last */
	int filled;
	int first_probe;                    /* calls until the first is timed */
};

static void keep_launch(struct script *script, const struct launch *launch) {
	struct tester *tester = script->context;
	tester->launch = *launch;
}

static void *pointer_at(const struct launch *launch, int i) {
	return *(void *const *)launch->arguments[i];
}

/* What runs untimed fills operands. */
static void fill(struct script *script, const struct launch *launch, const struct kernel_text *text) {
	struct tester *tester = script->context;
	(void)text;
	expect(&tester->tally, *(unsigned *)launch->arguments[2] == 1 + 0x9e3779b9u, "the seed of an operand");
	tester->filled++;
}

/* The chain of loads stays in memory that is 0. */
static double time_chain(struct tester *tester, const char *source) {
	const unsigned char *memory = pointer_at(&tester->launch, 0);
	int64_t bytes = scripted_bytes(tester->device, memory);
	int loads = *(int *)tester->launch.arguments[1];
	long step = 0;
	long end = 0;
	long back = 0;
	const char *at = strstr(source, "at +=");
	static const char loop[] = "at += *(volatile unsigned *)(memory + at) + %ld; at = at < %ld ? at : at - %ld;";
	bool is_read = at != NULL && sscanf(at, loop, &step, &end, &back) == 3;
	expect(&tester->tally, is_read && 4 * step == STEP_BYTES && end * 4 == bytes && back == end,
		"a chain of steps %ld in %ld", step, end);
	bool is_zero = true;
	for (int64_t i = 0; i < bytes && is_zero; i++) {
		is_zero = memory[i] == 0;
	}
	int was = tester->timed[CALIBRATED_LATENCY]++;
	expect(&tester->tally, is_zero, "the memory of the chain is 0");
	expect(&tester->tally, loads == (was == 0 ? 2000 : 4000), "%d loads", loads);
	expect(&tester->tally, tester->launch.blocks == 1 && tester->launch.threads == 1, "one thread");
	return tester->seconds[CALIBRATED_LAUNCH] + loads * tester->seconds[CALIBRATED_LATENCY];
}

/* What memory is taken for "bytes" bytes of a tensor. */
static bool is_room_for(int64_t room, int bytes) {
	return room >= bytes && room < bytes + ROUNDING;
}

/* Probes are told by the bytes of their operand. */
static double time_kernel(struct script *script, const char *source, const struct timing *timing) {
	struct tester *tester = script->context;
	const struct launch *launch = &tester->launch;
	if (launch->arguments[0] == NULL) {
		expect(&tester->tally, launch->blocks == 1 && launch->threads == LAUNCH_THREADS, "an empty kernel");
		expect(&tester->tally, timing->rule.at_least == LAUNCHES && timing->rule.at_most == LAUNCHES
			&& timing->rule.time_limit == 1, "so many launches, for a second at most");
		tester->timed[CALIBRATED_LAUNCH]++;
		return tester->seconds[CALIBRATED_LAUNCH];
	}
	if (strstr(source, "int loads") != NULL) {
		return time_chain(tester, source);
	}
	int64_t read = scripted_bytes(tester->device, pointer_at(launch, 0));
	int64_t written = scripted_bytes(tester->device, pointer_at(launch, 1));
	enum calibrated which = is_room_for(read, READ_BYTES) ? CALIBRATED_READ :
		is_room_for(read, WRITE_BYTES) ? CALIBRATED_WRITE : CALIBRATED_INTAKE;
	tester->first_probe = tester->first_probe > 0 ? tester->first_probe : script->calls;
	tester->timed[which]++;
	int result = which == CALIBRATED_WRITE ? WRITE_BYTES : which == CALIBRATED_INTAKE ? 4 * BLOCKS : 4;
	bool is_sized = which != CALIBRATED_INTAKE || is_room_for(read, INTAKE_BYTES);
	expect(&tester->tally, is_sized && is_room_for(written, result),
		"%s: %d bytes are read, %d written", calibrated_info(which)->name, (int)read, (int)written);
	expect(&tester->tally, timing->l2 == L2_FLUSHED, "%s: what the cache has", calibrated_info(which)->name);
	if (which == CALIBRATED_INTAKE) {
		bool is_shaped = launch->blocks == BLOCKS && launch->threads == BLOCK_THREADS;
		expect(&tester->tally, is_shaped && timing->rule.at_least == FEWEST_SAMPLES, "%d blocks of %d threads",
			(int)launch->blocks, launch->threads);
	} else if (which == CALIBRATED_WRITE) {
		tester->last_threads = launch->threads;
	}
	bool is_slow = which == CALIBRATED_WRITE && launch->threads == tester->slow_threads;
	return tester->seconds[which] * (is_slow ? 2 : 1);
}

/* --- what the probes are of --- */

struct probe {
	struct opexpr op;
	struct problem problem;
	struct plan plan;
};

static void make_probe(struct tester *tester, struct algebra *al, enum calibrated which, struct probe *probe) {
	int rows = which == CALIBRATED_INTAKE ? BLOCKS : 1;
	int bytes = which == CALIBRATED_READ ? READ_BYTES : which == CALIBRATED_WRITE ? WRITE_BYTES : INTAKE_BYTES;
	int columns = bytes / 4 / rows;
	struct layout layout = layout_from_shape_right(al, tuple_pair(al, tuple_int(rows), tuple_int(columns)));
	struct opexpr_error error;
	opexpr_parse(&tester->arena, str_from("a"), &probe->op, &error);
	probe->problem = (struct problem){ .rank = 2, .shape = { rows, columns }, .op = &probe->op,
		.reduce = which == CALIBRATED_WRITE ? REDUCE_NONE : REDUCE_SUM,
		.reduced = which == CALIBRATED_INTAKE ? 2 : problem_all_modes(2), .output = layout };
	probe->problem.operands[0] = layout;
	problem_set_dtype(&probe->problem, DTYPE_F32);
	struct knobs knobs = { 0 };
	if (which == CALIBRATED_INTAKE) {
		knobs = (struct knobs){ .threads = BLOCK_THREADS, .per_row = BLOCK_THREADS, .splits = 1 };
	}
	probe->plan = plan_make(al, &probe->problem, KERNEL_AUTO, knobs, &tester->target);
	expect(&tester->tally, !algebra_failed(al), "%s: %s", calibrated_info(which)->name, al->fault.text);
}

/* What the model predicts for the probe of a rate, with what was found before it in "found". */
static double predicted(struct tester *tester, enum calibrated which, const struct target *found, double value) {
	struct algebra al;
	struct probe probe;
	struct target target = *found;
	algebra_init(&al, &tester->arena);
	make_probe(tester, &al, which, &probe);
	*calibrated_at(&target, which) = value;
	return predict(&al, &probe.plan, &target, REGISTERS).seconds;
}

/* The times that the model predicts for the constants of "wanted", a rate as its probe finds it. */
static void set_seconds(struct tester *tester, const struct target *wanted) {
	struct target found = tester->target;
	double launch = wanted->launch_s;
	tester->seconds[CALIBRATED_LAUNCH] = launch;
	tester->seconds[CALIBRATED_LATENCY] = wanted->latency_s;
	found.launch_s = launch;
	found.latency_s = (launch + 4000 * wanted->latency_s - (launch + 2000 * wanted->latency_s)) / 2000;
	for (int i = CALIBRATED_READ; i < CALIBRATED_COUNT; i++) {
		struct target to = *wanted;
		double value = *calibrated_at(&to, (enum calibrated)i);
		tester->seconds[i] = predicted(tester, (enum calibrated)i, &found, value);
		*calibrated_at(&found, (enum calibrated)i) = value;
	}
}

static bool is_as_before(const struct tester *tester, const struct target *found) {
	return memcmp(found, &tester->target, sizeof *found) == 0;
}

/* Calibrate "out", which is the tester's target before. */
static bool calibrates(struct tester *tester, int fail_at, struct target *out) {
	struct algebra al;
	arena_reset(&tester->arena);
	algebra_init(&al, &tester->arena);
	fault_clear(&tester->fault);
	memset(tester->timed, 0, sizeof tester->timed);
	tester->filled = 0;
	tester->first_probe = 0;
	tester->script = (struct script){ .fail_at = fail_at, .time = time_kernel, .context = tester,
		.launched = keep_launch, .run = fill, .free_bytes = tester->free_bytes };
	tester->device = scripted_open(&tester->arena, &tester->script);
	*out = tester->target;
	bool good = calibrate(&al, tester->device, out, &tester->fault);
	expect(&tester->tally, tester->script.allocated == 0 && tester->script.loaded == 0 && tester->script.misuse == 0,
		"call %d fails: %d are allocated, %d loaded, %d misused", fail_at, tester->script.allocated,
		tester->script.loaded, tester->script.misuse);
	return good;
}

static struct target wanted_target(const struct tester *tester) {
	struct target wanted = tester->target;
	wanted.launch_s *= 1.5;
	wanted.latency_s *= 0.7;
	wanted.read_bytes_per_s *= 0.6;
	wanted.write_bytes_per_s *= 1.7;
	wanted.intake_bytes_per_s *= 0.4;
	return wanted;
}

/* --- the checks --- */

static void check_values(struct tester *tester) {
	struct target wanted = wanted_target(tester);
	struct target found;
	set_seconds(tester, &wanted);
	expect(&tester->tally, calibrates(tester, 0, &found), "calibrated: %s", tester->fault.text);
	expect(&tester->tally, tester->script.late == 0 && tester->filled == 3, "%d operands are filled", tester->filled);
	for (int i = 0; i < CALIBRATED_COUNT; i++) {
		double is = *calibrated_at(&found, (enum calibrated)i);
		double should_be = *calibrated_at(&wanted, (enum calibrated)i) * calibrated_info((enum calibrated)i)->of_probe;
		expect(&tester->tally, fabs(is / should_be - 1) < 1e-6, "%s is %.9g, not %.9g",
			calibrated_info((enum calibrated)i)->name, is, should_be);
		expect(&tester->tally, tester->timed[i] > 0, "%s is timed", calibrated_info((enum calibrated)i)->name);
	}
	expect(&tester->tally, tester->timed[CALIBRATED_LAUNCH] == 1 && tester->timed[CALIBRATED_LATENCY] == 2
		&& tester->timed[CALIBRATED_INTAKE] == 1 && tester->timed[CALIBRATED_READ] > 2
		&& tester->timed[CALIBRATED_WRITE] > 2, "only probes of memory have trials");
}

/* A copy that is not the fastest of its trials tells nothing. */
static void check_trials(struct tester *tester) {
	struct target wanted = wanted_target(tester);
	struct target found;
	set_seconds(tester, &wanted);
	calibrates(tester, 0, &found);
	tester->slow_threads = tester->last_threads;
	expect(&tester->tally, calibrates(tester, 0, &found), "a slow copy: %s", tester->fault.text);
	expect(&tester->tally, tester->last_threads != tester->slow_threads, "the copy by %d threads is not the fastest",
		tester->slow_threads);
	tester->slow_threads = 0;
}

/* The least and the most that a rate may explain, and a little less and more. */
static void check_ends(struct tester *tester) {
	struct target wanted = wanted_target(tester);
	struct target found;
	for (int end = 0; end < 2; end++) {
		double factor = end == 0 ? 64 : 1 / 64.0;
		struct target at = wanted;
		at.read_bytes_per_s = tester->target.read_bytes_per_s * factor;
		set_seconds(tester, &at);
		double seconds = tester->seconds[CALIBRATED_READ];
		bool good = calibrates(tester, 0, &found);
		double value = found.read_bytes_per_s / calibrated_info(CALIBRATED_READ)->of_probe;
		expect(&tester->tally, good && fabs(value / at.read_bytes_per_s - 1) < 1e-12,
			"the rate that explains %.17g s is %.17g, not %.17g: %s", seconds, value, at.read_bytes_per_s,
			tester->fault.text);
		tester->seconds[CALIBRATED_READ] = seconds * (end == 0 ? 0.999999 : 1.000001);
		good = calibrates(tester, 0, &found);
		expect(&tester->tally, !good && strstr(tester->fault.text, "the model has no read_bytes_per_s for the") != NULL
			&& is_as_before(tester, &found), "beyond %.17g s: %s", seconds, tester->fault.text);
	}
}

static void check_chain(struct tester *tester) {
	struct target wanted = wanted_target(tester);
	struct target found;
	set_seconds(tester, &wanted);
	tester->seconds[CALIBRATED_LATENCY] = 0;
	bool good = calibrates(tester, 0, &found);
	expect(&tester->tally, !good && is_as_before(tester, &found)
		&& strstr(tester->fault.text, "2000 take 4.5e-06 s, and twice as many 4.5e-06 s") != NULL,
		"loads without a latency: %s", tester->fault.text);
}

/* A device with as little free memory as there must be, of which the first call fails, and one with a byte less. */
static void check_full(struct tester *tester) {
	struct target wanted = wanted_target(tester);
	struct target found;
	set_seconds(tester, &wanted);
	for (int less = 0; less < 2; less++) {
		tester->free_bytes = (1 << 20) - less;
		bool good = calibrates(tester, 1, &found);
		expect(&tester->tally, !good && is_as_before(tester, &found)
			&& (strstr(tester->fault.text, "out of memory") != NULL) == (less == 1), "%d bytes are free: %s",
			(int)tester->free_bytes, tester->fault.text);
	}
	tester->free_bytes = 0;
}

/*
 * Each call up to the first trials fails once, and each of the last constant, which has no trials: of those others go
 * on without one.
 */
static void check_faults(struct tester *tester) {
	enum { LAST = 6 }; /* memory of two tensors, the kernel that fills, its run, the kernel, and its samples */
	struct target wanted = wanted_target(tester);
	struct target found;
	set_seconds(tester, &wanted);
	calibrates(tester, 0, &found);
	int calls = tester->script.calls;
	int trials = tester->first_probe - 2; /* in front of the samples are a workspace, its zeros, and the kernel */
	for (int n = 1; n <= calls; n = n + 1 == trials ? calls - LAST + 1 : n + 1) {
		char text[32];
		snprintf(text, sizeof text, "call %d fails", n);
		bool good = calibrates(tester, n, &found);
		expect(&tester->tally, !good && tester->script.late == 0 && strcmp(tester->fault.text, text) == 0
			&& is_as_before(tester, &found), "call %d of %d fails: %d more, %s", n, calls,
			tester->script.late, tester->fault.text);
	}
}

int main(void) {
	struct tester tester = { .target = target_default() };
	arena_init(&tester.arena, NULL, NULL);
	check_values(&tester);
	check_trials(&tester);
	check_ends(&tester);
	check_chain(&tester);
	check_full(&tester);
	check_faults(&tester);
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
