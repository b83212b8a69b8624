/*
 * A GPU that is none. It stands in the place of device_cuda.c, so that everything that drives a device is tested
 * without one. Its memory is the host's. Its compiler remembers which plan a source was generated from (the linker lets
 * it listen to codegen_put), and its kernels are that plan's results, computed element by element from the definitions.
 *
 * CUTELAYOUT_SIMULATE makes something go wrong: "open", "alloc", "compile", "run", "read", "time", "overhead" and
 * "copy" fail; "owner", "visit", "clash" and "result" leave one wrong number behind; "noise" and "spill" are what
 * measurements complain about.
 */
#include "gpu/device.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/bench.h"
#include "gpu/codegen.h"

enum { ALLOCATIONS_MAX = 64, SAMPLES_EACH_SECOND = 40 };

#define MEMORY_BYTES ((int64_t)1 << 30)

struct device {
	struct device_facts facts;
	void *allocations[ALLOCATIONS_MAX];
};

/* What was generated last, and is compiled next. */
struct kernel_record {
	struct plan plan;
	enum purpose purpose;
	int tensor;
	bool fills;
	enum dtype dtype;
	enum fill fill;
};

static struct kernel_record generated;

void __real_codegen_put(struct buf *out, struct algebra *al, const struct plan *plan, enum purpose purpose, int tensor);
void __real_codegen_put_fill(struct buf *out, enum dtype dtype, enum fill fill);
void __wrap_codegen_put(struct buf *out, struct algebra *al, const struct plan *plan, enum purpose purpose, int tensor);
void __wrap_codegen_put_fill(struct buf *out, enum dtype dtype, enum fill fill);

void __wrap_codegen_put(struct buf *out, struct algebra *al, const struct plan *plan, enum purpose purpose,
		int tensor) {
	generated = (struct kernel_record){ .plan = *plan, .purpose = purpose, .tensor = tensor };
	__real_codegen_put(out, al, plan, purpose, tensor);
}

void __wrap_codegen_put_fill(struct buf *out, enum dtype dtype, enum fill fill) {
	generated = (struct kernel_record){ .fills = true, .dtype = dtype, .fill = fill };
	__real_codegen_put_fill(out, dtype, fill);
}

/* --- what goes wrong --- */

static bool goes_wrong(const char *what) {
	const char *wanted = getenv("CUTELAYOUT_SIMULATE");
	return wanted != NULL && strcmp(wanted, what) == 0;
}

/* Whether "what" works; otherwise there is a fault. */
static bool works(const char *what, struct fault *fault) {
	if (goes_wrong(what)) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "simulated: %s fails", what);
		return false;
	}
	return true;
}

/* --- the device --- */

int device_count(struct fault *fault) {
	return works("open", fault) ? 1 : 0;
}

bool device_describe(int index, struct device_facts *facts, struct fault *fault) {
	*facts = (struct device_facts){ .name = "Simulated", .index = index, .arch = 90, .multiprocessors = 132,
		.threads_per_multiprocessor = 2048, .registers_per_multiprocessor = 65536, .memory_bytes = MEMORY_BYTES,
		.free_bytes = MEMORY_BYTES, .l2_bytes = 50 << 20, .clock_khz = 1980000, .memory_clock_khz = 2619000,
		.bus_bits = 5120, .driver = 13000, .runtime = 13000, .nvrtc = 13000, .has_ecc = true };
	if (index != 0) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "there is no device %d", index);
	}
	return index == 0;
}

struct device *device_open(struct arena *arena, int index, double watchdog, struct fault *fault) {
	(void)watchdog;
	struct device *device = arena_alloc(arena, sizeof *device);
	return works("open", fault) && device_describe(index, &device->facts, fault) ? device : NULL;
}

void device_close(struct device *device) {
	for (int i = 0; device != NULL && i < ALLOCATIONS_MAX; i++) {
		free(device->allocations[i]);
	}
}

const struct device_facts *device_facts(const struct device *device) {
	return &device->facts;
}

struct target device_target(const struct device *device) {
	struct target target = target_default();
	target.name = device->facts.name;
	return target;
}

/* --- memory --- */

void *device_alloc(struct device *device, int64_t bytes, struct fault *fault) {
	if (bytes > MEMORY_BYTES || !works("alloc", fault)) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "%lld bytes do not fit the device", (long long)bytes);
		return NULL;
	}
	for (int i = 0; i < ALLOCATIONS_MAX; i++) {
		if (device->allocations[i] == NULL) {
			device->allocations[i] = malloc((size_t)bytes);
			return device->allocations[i];
		}
	}
	abort();
}

void device_free(struct device *device, void *memory) {
	for (int i = 0; i < ALLOCATIONS_MAX; i++) {
		if (device->allocations[i] == memory) {
			free(memory);
			device->allocations[i] = NULL;
			return;
		}
	}
	abort();
}

bool device_set(struct device *device, void *memory, int byte, int64_t bytes, struct fault *fault) {
	(void)device;
	(void)fault;
	memset(memory, byte, (size_t)bytes);
	return true;
}

bool device_read(struct device *device, void *to, const void *from, int64_t bytes, struct fault *fault) {
	(void)device;
	memcpy(to, from, (size_t)bytes);
	return works("read", fault);
}

/* --- kernels --- */

bool device_compile(struct device *device, struct arena *arena, const char *source, const char *symbol, int threads,
		struct kernel_image *out, struct fault *fault) {
	(void)device;
	bool good = strstr(source, symbol) != NULL && generated.fills == (strcmp(symbol, FILL_SYMBOL) == 0) &&
		(generated.fills || threads == generated.plan.threads);
	if (!good) {
		abort();
	}
	struct kernel_record *record = arena_alloc(arena, sizeof *record);
	*record = generated;
	*out = (struct kernel_image){ .function = record, .registers = 32, .spilled_bytes = goes_wrong("spill") ? 16 : 0,
		.resident_blocks = 4 };
	return works("compile", fault);
}

void device_unload(struct device *device, struct kernel_image *kernel) {
	(void)device;
	*kernel = (struct kernel_image){ .function = NULL };
}

static void store(enum dtype dtype, void *data, int64_t index, uint64_t bits) {
	int bytes = dtype_bytes(dtype);
	unsigned char *to = (unsigned char *)data + index * bytes;
	for (int i = 0; i < bytes; i++) {
		to[i] = (unsigned char)(bits >> 8 * i);
	}
}

/* The bits of "value" rounded to the nearest number of a type; too large ones saturate where there is no infinity. */
static uint64_t encode(enum dtype dtype, double value) {
	const struct dtype_info *info = dtype_info(dtype);
	uint64_t bits;
	if (dtype == DTYPE_F64) {
		memcpy(&bits, &value, sizeof bits);
		return bits;
	}
	int bias = (1 << (info->exponent_bits - 1)) - 1;
	uint64_t sign = (uint64_t)(signbit(value) != 0) << (info->exponent_bits + info->mantissa_bits);
	uint64_t infinity = (((uint64_t)1 << info->exponent_bits) - 1) << info->mantissa_bits;
	bool is_narrow = info->bytes == 1;
	if (isnan(value)) {
		return infinity | (((uint64_t)1 << info->mantissa_bits) - 1);
	}
	double magnitude = fabs(value);
	if (is_narrow && magnitude > dtype_largest(dtype)) {
		magnitude = dtype_largest(dtype);
	}
	int exponent = isinf(magnitude) || magnitude == 0 ? 0 : ilogb(magnitude);
	exponent = exponent < 1 - bias ? 1 - bias : exponent;
	double count = nearbyint(ldexp(magnitude, info->mantissa_bits - exponent));
	if (ldexp(count, exponent - info->mantissa_bits) > dtype_largest(dtype)) {
		return sign | infinity;
	}
	/* A mantissa that rounds up to the next power of two carries into the exponent. */
	uint64_t leading = (uint64_t)1 << info->mantissa_bits;
	uint64_t significand = (uint64_t)count;
	bool is_normal = significand >= leading;
	uint64_t field = is_normal ? (uint64_t)(exponent + bias) << info->mantissa_bits : 0;
	return sign | (field + significand - (is_normal ? leading : 0));
}

static void run_fill(const struct kernel_record *record, const struct launch *launch) {
	unsigned char *data = *(void **)launch->arguments[0];
	long long count = *(long long *)launch->arguments[1];
	unsigned seed = *(unsigned *)launch->arguments[2];
	unsigned period = *(unsigned *)launch->arguments[3];
	for (long long i = 0; i < count; i++) {
		store(record->dtype, data, i, dtype_random(record->dtype, record->fill, period, random_hash(seed, i)));
	}
}

static void run_proof(struct algebra *al, const struct kernel_record *record, const struct launch *launch) {
	void *owners = *(void **)launch->arguments[0];
	struct proof_counts *counts = *(void **)launch->arguments[1];
	proof_run_on_host(al, &record->plan, record->tensor, owners, counts);
	if (goes_wrong("owner")) {
		memset(owners, 1, (size_t)plan_owner_bytes(&record->plan));
	} else if (goes_wrong("visit")) {
		counts->visits--;
	} else if (goes_wrong("clash")) {
		counts->clashes++;
	}
}

/* The value of the expression at one element, as a number and as an integer. */
struct number {
	double real;
	int64_t integer;
};

struct computation {
	const struct problem *problem;
	struct offsets operands[OPERANDS_MAX];
	const void *data[OPERANDS_MAX];
	double *scratch;
	int64_t *integer_scratch;
};

static struct number value_at(const struct computation *c, int64_t i) {
	const struct problem *problem = c->problem;
	double reals[OPERANDS_MAX];
	int64_t integers[OPERANDS_MAX];
	const double *real_operands[OPERANDS_MAX];
	const int64_t *integer_operands[OPERANDS_MAX];
	struct number number = { 0, 0 };
	double scale;
	for (int k = 0; k < problem->op->operands; k++) {
		uint64_t bits = dtype_load(problem->dtype, c->data[k], offsets_at(&c->operands[k], i));
		reals[k] = dtype_decode(problem->dtype, bits);
		integers[k] = dtype_decode_int(problem->dtype, bits);
		real_operands[k] = &reals[k];
		integer_operands[k] = &integers[k];
	}
	if (dtype_info(problem->dtype)->is_float) {
		opexpr_eval(problem->op, real_operands, 1, c->scratch, &number.real, &scale);
	} else {
		opexpr_eval_int(problem->op, integer_operands, 1, c->integer_scratch, &number.integer);
	}
	return number;
}

static void put_result(const struct problem *problem, void *output, int64_t place, struct number number) {
	enum dtype dtype = problem_result_dtype(problem);
	bool is_float = dtype_info(dtype)->is_float;
	store(dtype, output, place, is_float ? encode(dtype, number.real) : (uint64_t)number.integer);
}

/* The place of element "i" among the results: row-major over the modes that are kept. */
static int64_t kept_place(const struct problem *problem, int64_t i) {
	int64_t coordinate[PROBLEM_RANK_MAX];
	int64_t place = 0;
	for (int m = 0; m < problem->rank; m++) {
		coordinate[m] = i % problem->shape[m];
		i /= problem->shape[m];
	}
	for (int m = 0; m < problem->rank && problem->dim != DIM_ALL; m++) {
		place = m == problem->dim ? place : place * problem->shape[m] + coordinate[m];
	}
	return place;
}

static struct number add(enum reduce reduce, struct number total, struct number x) {
	struct number absolute = { fabs(x.real), x.integer < 0 ? -x.integer : x.integer };
	uint64_t a = (uint64_t)total.integer;
	uint64_t b = (uint64_t)x.integer;
	switch (reduce) {
	case REDUCE_PROD: return (struct number){ total.real * x.real, (int64_t)(a * b) };
	case REDUCE_ABSMAX: return add(REDUCE_MAX, total, absolute);
	case REDUCE_SUMSQ: return (struct number){ total.real + x.real * x.real, (int64_t)(a + b * b) };
	case REDUCE_MAX:
		return (struct number){ fmax(total.real, x.real), total.integer > x.integer ? total.integer : x.integer };
	case REDUCE_MIN:
		return (struct number){ fmin(total.real, x.real), total.integer < x.integer ? total.integer : x.integer };
	default: return (struct number){ total.real + x.real, (int64_t)(a + b) };
	}
}

static void run_reduction(struct arena *arena, const struct computation *c, void *output) {
	const struct problem *problem = c->problem;
	int64_t size = problem_size(problem);
	int64_t kept = problem->dim == DIM_ALL ? 1 : size / problem->shape[problem->dim];
	struct number *totals = arena_array(arena, (size_t)kept, sizeof *totals);
	bool *started = arena_array(arena, (size_t)kept, sizeof *started);
	for (int64_t i = 0; i < size; i++) {
		int64_t place = kept_place(problem, i);
		struct number value = value_at(c, i);
		if (!started[place]) {
			bool multiplies = problem->reduce == REDUCE_PROD;
			bool compares = problem->reduce == REDUCE_MAX || problem->reduce == REDUCE_MIN;
			totals[place] = compares ? value : (struct number){ multiplies ? 1 : 0, multiplies ? 1 : 0 };
			started[place] = true;
		}
		totals[place] = add(problem->reduce, totals[place], value);
	}
	for (int64_t place = 0; place < kept; place++) {
		if (problem->reduce == REDUCE_MEAN) {
			bool is_float = dtype_info(problem->dtype)->is_float;
			double total = is_float ? totals[place].real : (double)totals[place].integer;
			totals[place].real = total / (double)(size / kept);
		}
		put_result(problem, output, place, totals[place]);
	}
}

static void run_compute(struct algebra *al, const struct kernel_record *record, const struct launch *launch) {
	const struct problem *problem = record->plan.problem;
	struct computation c = { .problem = problem };
	void *output = *(void **)launch->arguments[problem->op->operands];
	for (int k = 0; k < problem->op->operands; k++) {
		c.data[k] = *(void **)launch->arguments[k];
		c.operands[k] = offsets_init(al, problem->operands[k]);
	}
	size_t room = (size_t)problem->op->count * OPEXPR_BLOCK;
	c.scratch = arena_array(al->arena, room, sizeof *c.scratch);
	c.integer_scratch = arena_array(al->arena, room, sizeof *c.integer_scratch);
	if (problem->reduce != REDUCE_NONE) {
		run_reduction(al->arena, &c, output);
	} else {
		struct offsets places = offsets_init(al, problem->output);
		for (int64_t i = 0; i < places.size; i++) {
			put_result(problem, output, offsets_at(&places, i), value_at(&c, i));
		}
	}
	if (goes_wrong("result")) {
		*(unsigned char *)output ^= 0x50;
	}
}

bool device_run(struct device *device, const struct launch *launch, struct fault *fault) {
	const struct kernel_record *record = launch->kernel->function;
	struct arena arena;
	struct algebra al;
	(void)device;
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
	if (record->fills) {
		run_fill(record, launch);
	} else if (record->purpose == PURPOSE_PROVE) {
		run_proof(&al, record, launch);
	} else {
		run_compute(&al, record, launch);
	}
	bool good = !algebra_failed(&al) && works("run", fault);
	arena_finish(&arena);
	return good;
}

/* --- time --- */

/* Samples around "seconds", with a noise of 0.1 %, or of 20 %. */
static void take_samples(double seconds, const struct timing *timing, struct samples *samples) {
	double noise = goes_wrong("noise") ? 0.4 : 0.002;
	double sum = 0;
	double squares = 0;
	samples->count = 0;
	samples->clocks = (struct clock_reading){ 0 };
	do {
		double sample = seconds * (1 + noise * (samples->count % 7) / 7);
		samples->seconds[samples->count++] = sample;
		sum += sample;
		squares += sample * sample;
		samples->stop = stop_decide(&timing->rule, samples->count, sum, squares,
			(double)samples->count / SAMPLES_EACH_SECOND, 1);
	} while (samples->stop == STOP_NOT_YET);
}

bool device_time(struct device *device, const struct launch *launch, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	(void)device;
	take_samples(20e-6 + 1e-9 * (double)launch->blocks + 1e-8 * launch->threads, timing, samples);
	return works("time", fault);
}

bool device_time_copy(struct device *device, void *to, const void *from, int64_t bytes, const struct timing *timing,
		struct samples *samples, struct fault *fault) {
	(void)device;
	memcpy(to, from, (size_t)bytes);
	take_samples(2 * (double)bytes / 2.9e12, timing, samples);
	return works("copy", fault);
}

bool device_time_overhead(struct device *device, const struct launch *launch, int count, double *stream_s,
		double *graph_s, struct fault *fault) {
	(void)device;
	(void)launch;
	(void)count;
	*stream_s = 4e-6;
	*graph_s = 2e-6;
	return works("overhead", fault);
}
