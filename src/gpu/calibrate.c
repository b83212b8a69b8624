#include "gpu/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/bench.h"
#include "gpu/emit.h"
#include "gpu/planner.h"
#include "gpu/predict.h"
#include "gpu/tune.h"

/* --- what is calibrated --- */

static const struct calibrated_info infos[] = {
	[CALIBRATED_LAUNCH] = { "launch_s", "an empty kernel", false, 1 },
	[CALIBRATED_LATENCY] = { "latency_s", "a load from device memory", false, 1.792 },
	[CALIBRATED_READ] = { "read_bytes_per_s", "reading device memory", true, 0.9917 },
	[CALIBRATED_WRITE] = { "write_bytes_per_s", "writing device memory", true, 0.8587 },
	[CALIBRATED_INTAKE] = { "intake_bytes_per_s", "reading by one multiprocessor", true, 0.623 },
};

const struct calibrated_info *calibrated_info(enum calibrated which) {
	return &infos[which];
}

double *calibrated_at(struct target *target, enum calibrated which) {
	switch (which) {
	case CALIBRATED_LAUNCH: return &target->launch_s;
	case CALIBRATED_LATENCY: return &target->latency_s;
	case CALIBRATED_READ: return &target->read_bytes_per_s;
	case CALIBRATED_WRITE: return &target->write_bytes_per_s;
	default: return &target->intake_bytes_per_s;
	}
}

void calibration_put(struct buf *out, struct target *target) {
	for (int i = 0; i < CALIBRATED_COUNT; i++) {
		buf_printf(out, "%s%s=%.17g", i > 0 ? " " : "", infos[i].name, *calibrated_at(target, (enum calibrated)i));
	}
}

bool calibration_read(struct arena *arena, struct str text, struct target *target) {
	struct target read = *target;
	const char *at = arena_copy(arena, text.data, text.length);
	for (int i = 0; i < CALIBRATED_COUNT; i++) {
		size_t length = strlen(infos[i].name);
		char *end;
		if (strncmp(at, infos[i].name, length) != 0 || at[length] != '=') {
			return false;
		}
		double value = strtod(at + length + 1, &end);
		if (!(value > 0) || isinf(value) || *end != (i + 1 < CALIBRATED_COUNT ? ' ' : '\0')) {
			return false;
		}
		*calibrated_at(&read, (enum calibrated)i) = value;
		at = end + 1;
	}
	*target = read;
	return true;
}

/* --- problems that tell a constant --- */

static const struct stop_rule rule = { .at_least = 30, .at_most = 200, .noise = 0.003, .time_limit = 1 };

enum { BLOCKS = 8, LEAST_BYTES = (1 << 20) / 8 };

#define GREATEST_BYTES ((int64_t)1 << 30)

/* A problem of f32 elements in rows, as they follow one another in memory, whose time tells a constant. */
struct probe {
	enum calibrated which;
	enum reduce reduce;     /* along rows, or of all where there is one */
	int rows;
	int64_t columns;
	struct knobs knobs;
};

/* The value of a rate with which the model predicts "seconds" for "plan". */
struct fit {
	struct algebra *al;
	const struct plan *plan;
	int registers;
	struct target target;
	enum calibrated which;
};

static double predicted(struct fit *fit, double value) {
	*calibrated_at(&fit->target, fit->which) = value;
	return predict(fit->al, fit->plan, &fit->target, fit->registers).seconds;
}

/* The prediction falls with a rate, so that halving finds the value. */
static bool find_value(struct fit *fit, double seconds, double *value, struct fault *fault) {
	enum { HALVINGS = 60 };
	const double factor = 64;
	double low = *value * factor;    /* the end of the shortest time */
	double high = *value / factor;
	if (!(seconds >= predicted(fit, low) && seconds <= predicted(fit, high))) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "%s: the model has no %s for the %.3g s that were measured",
			infos[fit->which].text, infos[fit->which].name, seconds);
		return false;
	}
	for (int i = 0; i < HALVINGS; i++) {
		double middle = sqrt(low * high);
		*(predicted(fit, middle) < seconds ? &low : &high) = middle;
	}
	*value = sqrt(low * high);
	return true;
}

static struct layout rows_of(struct algebra *al, const struct probe *probe) {
	return layout_from_shape_right(al, tuple_pair(al, tuple_int(probe->rows), tuple_int(probe->columns)));
}

/* The problem of "probe". "op" becomes its expression. */
static struct problem problem_of(struct algebra *al, const struct probe *probe, struct opexpr *op) {
	struct problem problem = { .rank = 2, .shape = { probe->rows, probe->columns }, .op = op,
		.reduce = probe->reduce, .reduced = probe->rows > 1 ? 2 : problem_all_modes(2) };
	struct opexpr_error error;
	opexpr_parse(al->arena, str_from("a"), op, &error);
	problem_set_dtype(&problem, DTYPE_F32);
	problem.operands[0] = rows_of(al, probe);
	problem.output = rows_of(al, probe);
	return problem;
}

/* Measure the plan of "probe", the fastest of its trials unless it has choices of its own, and fit its constant. */
static bool measure(struct algebra *al, struct device *device, const struct probe *probe, struct target *target,
		struct fault *fault) {
	struct opexpr op;
	struct problem problem = problem_of(al, probe, &op);
	struct plan plan = plan_make(al, &problem, KERNEL_AUTO, probe->knobs, target);
	struct timing timing = { .l2 = L2_FLUSHED, .warm_up_s = 0.05, .rule = rule };
	struct measurement measurement;
	struct bench bench;
	if (algebra_failed(al)) {
		*fault = al->fault;
		return false;
	}
	if (!bench_open(&bench, al, device, &plan, 1, fault)) {
		return false;
	}
	if (knobs_are_free(&probe->knobs)) {
		struct tuning tuning;
		tune_try(&bench, &plan, target, L2_FLUSHED, &tuning);
		plan = plan_make(al, &problem, KERNEL_AUTO, tuning.best[0], target);
	}
	bool good = bench_time(&bench, &plan, (struct str){ 0 }, &timing, &measurement, fault);
	bench_close(&bench);
	struct fit fit = { al, &plan, good ? measurement.registers : 0, *target, probe->which };
	return good && find_value(&fit, measurement.stats.median, calibrated_at(target, probe->which), fault);
}

/* --- launches --- */

/* The median of a launch. */
static bool time_launch(struct device *device, struct arena *arena, const struct launch *launch,
		const struct timing *timing, double *seconds, struct fault *fault) {
	struct samples *samples = arena_alloc(arena, sizeof *samples);
	bool good = device_time(device, launch, timing, samples, fault);
	*seconds = good ? stats_of(samples->seconds, samples->count).median : 0;
	return good;
}

bool calibrate_launch(struct algebra *al, struct device *device, struct target *target, struct fault *fault) {
	static const char source[] = "extern \"C\" __global__ void " KERNEL_SYMBOL "()\n{\n}\n";
	enum { THREADS = 128, SAMPLES = 31 };
	const struct kernel_text text = { .source = source, .symbol = KERNEL_SYMBOL, .threads = THREADS };
	struct timing timing = { .l2 = L2_FLUSHED, .rule = { .at_least = SAMPLES, .at_most = SAMPLES, .time_limit = 1 } };
	struct kernel_image kernel = { 0 };
	struct launch launch = { .kernel = &kernel, .blocks = 1, .threads = THREADS };
	double seconds = 0;
	bool good = device_compile(device, al->arena, &text, &kernel, fault)
		&& time_launch(device, al->arena, &launch, &timing, &seconds, fault);
	device_unload(device, &kernel);
	target->launch_s = good ? seconds : target->launch_s;
	return good;
}

/* --- the latency --- */

enum { CHAIN_BYTES = 32 << 20, CHAIN_STEP = 4096 + 128, CHAIN_LOADS = 2000 };

/*
 * Each load is from where the one before says: the memory is 0, but the compiler does not know. Steps are a line more
 * than a page of 4 KiB, so that they go through all channels of the memory and stay in few of its pages.
 */
static const char *chain_source(struct arena *arena) {
	struct buf out;
	buf_init(&out, arena);
	buf_printf(&out,
		"extern \"C\" __global__ void " KERNEL_SYMBOL "(unsigned *memory, int loads)\n"
		"{\n"
		"	unsigned at = 0;\n"
		"	for (int i = 0; i < loads; i++) {\n"
		"		at += *(volatile unsigned *)(memory + at) + %d;\n"
		"		at = at < %d ? at : at - %d;\n"
		"	}\n"
		"	memory[0] = at == 1 ? at : 0;\n"
		"}\n", CHAIN_STEP / 4, CHAIN_BYTES / 4, CHAIN_BYTES / 4);
	return out.data;
}

/* What twice as many loads take longer, for each. */
static bool measure_latency(struct algebra *al, struct device *device, struct target *target, struct fault *fault) {
	struct kernel_image kernel = { 0 };
	const struct kernel_text text = { .source = chain_source(al->arena), .symbol = KERNEL_SYMBOL, .threads = 1 };
	void *memory = device_alloc(device, CHAIN_BYTES, fault);
	int loads[] = { CHAIN_LOADS, 2 * CHAIN_LOADS };
	struct launch launch = { .kernel = &kernel, .blocks = 1, .threads = 1, .arguments = { &memory, &loads[0] } };
	struct launch longer = { .kernel = &kernel, .blocks = 1, .threads = 1, .arguments = { &memory, &loads[1] } };
	struct timing timing = { .l2 = L2_FLUSHED, .warm_up_s = 0.05, .rule = rule };
	double once = 0;
	double twice = 0;
	bool good = memory != NULL && device_set(device, memory, 0, CHAIN_BYTES, fault)
		&& device_compile(device, al->arena, &text, &kernel, fault)
		&& time_launch(device, al->arena, &launch, &timing, &once, fault)
		&& time_launch(device, al->arena, &longer, &timing, &twice, fault);
	device_unload(device, &kernel);
	if (memory != NULL) {
		device_free(device, memory);
	}
	if (good && twice <= once) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "%s: %d take %.3g s, and twice as many %.3g s",
			infos[CALIBRATED_LATENCY].text, CHAIN_LOADS, once, twice);
		return false;
	}
	target->latency_s = good ? (twice - once) / CHAIN_LOADS : target->latency_s;
	return good;
}

bool calibrate(struct algebra *al, struct device *device, struct target *target, struct fault *fault) {
	int64_t bytes = device_facts(device)->free_bytes / 8;
	if (bytes < LEAST_BYTES) {
		fault_set(fault, FAULT_LIMIT, 0, "out of memory: calibration needs 1 MiB that is free on the device");
		return false;
	}
	int64_t elements = (bytes < GREATEST_BYTES ? bytes : GREATEST_BYTES) / 4;
	const struct probe probes[] = {
		{ CALIBRATED_READ, REDUCE_SUM, 1, elements, { 0 } },
		{ CALIBRATED_WRITE, REDUCE_NONE, 1, elements / 2, { 0 } },
		{ CALIBRATED_INTAKE, REDUCE_SUM, BLOCKS, elements / BLOCKS / 4,
			{ .threads = 1024, .per_row = 1024, .splits = 1 } },
	};
	struct target found = *target;
	bool good = calibrate_launch(al, device, &found, fault) && measure_latency(al, device, &found, fault);
	for (size_t i = 0; i < sizeof probes / sizeof probes[0] && good; i++) {
		good = measure(al, device, &probes[i], &found, fault);
	}
	for (int i = 0; i < CALIBRATED_COUNT && good; i++) {
		*calibrated_at(target, (enum calibrated)i) = infos[i].of_probe * *calibrated_at(&found, (enum calibrated)i);
	}
	return good;
}
