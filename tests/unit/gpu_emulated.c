/*
 * The generated CUDA, run without a GPU: the kernel of every problem of gpu_problems.c is compiled as C++ and run by
 * the emulator with its operands in memory of exactly their size, which the sanitizer watches. Results are compared
 * with a reference that is written here from the definitions and shares nothing with the product's: values of bits, the
 * expressions, strides, and sums in their order. Then the kernel that proves is run, and must find nothing wrong.
 *
 *     gpu_emulated [EVERY [SIZE [FIRST]]]  each EVERY-th problem from number FIRST on, of those with at most SIZE
 *                               elements: 65536 if not given, as fibres take hours for the largest
 *     gpu_emulated planted      kernels with one address or guard off by one, in each of which the proof must find it
 *
 * Prints "N passed, N failed, N skipped".
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../emulator/emulator.h"
#include "gpu/codegen.h"
#include "gpu/planner.h"
#include "gpu/proof.h"
#include "gpu_problems.h"

enum { BATCH = 48, POISON = 0xa5, SIZE_MAX_DEFAULT = 1 << 16, RARE_EVERY = 3 };

struct subject {
	const struct test_problem *test;
	struct plan plan;
	const char *compute, *prove;
};

struct tester {
	struct arena arena;
	struct subject subjects[BATCH];
	int count;             /* of subjects */
	int every;
	int seen, first;
	int64_t size_max;
	int larger;            /* problems that have more elements */
	int passed, failed;
	int harmless;          /* planted without an effect */
	uint32_t state;        /* of the random data */
};

static void report(struct tester *tester, const char *name, bool good, const char *what) {
	if (good) {
		tester->passed++;
	} else {
		tester->failed++;
		printf("FAIL: %s: %s\n", name, what);
	}
}

/* --- the reference --- */

/* The formats of the types: exponent and mantissa bits; 0 for integers. */
static const struct format {
	int bytes, exponent, mantissa;
	bool is_signed;
} formats[DTYPE_COUNT] = {
	[DTYPE_F16] = { 2, 5, 10, true }, [DTYPE_BF16] = { 2, 8, 7, true }, [DTYPE_F32] = { 4, 8, 23, true },
	[DTYPE_F64] = { 8, 11, 52, true }, [DTYPE_E4M3] = { 1, 4, 3, true }, [DTYPE_E5M2] = { 1, 5, 2, true },
	[DTYPE_I8] = { 1, 0, 0, true }, [DTYPE_U8] = { 1, 0, 0, false }, [DTYPE_I16] = { 2, 0, 0, true },
	[DTYPE_I32] = { 4, 0, 0, true }, [DTYPE_I64] = { 8, 0, 0, true },
};

/* A value: floats as they are, integers modulo 2^64. */
struct value {
	double real;
	uint64_t integer;
};

static struct value value_of(enum dtype dtype, const unsigned char *bytes) {
	const struct format *format = &formats[dtype];
	uint64_t bits = 0;
	memcpy(&bits, bytes, (size_t)format->bytes);
	struct value value = { 0, bits };
	if (format->exponent == 0) {
		int unused = 64 - 8 * format->bytes;
		value.integer = format->is_signed ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits;
		return value;
	}
	int exponent = (int)(bits >> format->mantissa) & ((1 << format->exponent) - 1);
	double mantissa = (double)(bits & (((uint64_t)1 << format->mantissa) - 1));
	int bias = (1 << (format->exponent - 1)) - 1;
	double scaled = exponent == 0 ? mantissa : mantissa + (double)((uint64_t)1 << format->mantissa);
	value.real = scaled * pow(2, (exponent == 0 ? 1 : exponent) - bias - format->mantissa);
	value.real = (bits >> (8 * format->bytes - 1) & 1) != 0 ? -value.real : value.real;
	return value;
}

/* Magnitudes from 1/4 to 4; for products 1 and -1, now and then 2 or 1/2. Integers are small for products. */
static void draw_element(struct tester *tester, enum dtype dtype, bool of_product, unsigned char *bytes) {
	const struct format *format = &formats[dtype];
	uint64_t random = 0;
	for (int i = 0; i < 3; i++) {
		tester->state = tester->state * 1664525u + 1013904223u;
		random = random << 22 ^ tester->state >> 8;
	}
	uint64_t bits = random;
	if (format->exponent > 0) {
		uint64_t bias = ((uint64_t)1 << (format->exponent - 1)) - 1;
		uint64_t exponent = of_product ? bias + (random >> 8 % 64 == 0) : bias - 2 + (random >> 4) % 4;
		uint64_t mantissa = of_product ? 0 : random >> 6 & (((uint64_t)1 << format->mantissa) - 1);
		bits = (random & 1) << (8 * format->bytes - 1) | exponent << format->mantissa | mantissa;
	} else if (of_product) {
		bits = random % 8 == 0 ? 2 : 1;
	}
	memcpy(bytes, &bits, (size_t)format->bytes);
}

static struct value evaluate(const char *op, bool is_float, const struct value *x) {
	struct value y = x[0];
	if (strcmp(op, "a+b") == 0) {
		y = (struct value){ x[0].real + x[1].real, x[0].integer + x[1].integer };
	} else if (strcmp(op, "a*b") == 0 || strcmp(op, "relu(a*b)") == 0) {
		y = (struct value){ x[0].real * x[1].real, x[0].integer * x[1].integer };
		if (op[0] == 'r' && (is_float ? y.real < 0 : (int64_t)y.integer < 0)) {
			y = (struct value){ 0, 0 };
		}
	} else if (strcmp(op, "a*b+c") == 0) {
		y = (struct value){ x[0].real * x[1].real + x[2].real, x[0].integer * x[1].integer + x[2].integer };
	} else if (strcmp(op, "a<b ? a : -b") == 0) {
		bool less = is_float ? x[0].real < x[1].real : (int64_t)x[0].integer < (int64_t)x[1].integer;
		y = less ? x[0] : (struct value){ -x[1].real, 0 - x[1].integer };
	} else if (strcmp(op, "a") != 0) {
		abort();
	}
	return y;
}

static int64_t integer_max(int64_t a, int64_t b) {
	return a > b ? a : b;
}

/* Take "x" into "total", which "is_first" says is empty. */
static struct value take(enum reduce reduce, bool is_first, struct value total, struct value x) {
	int64_t integer = (int64_t)x.integer;
	if (reduce == REDUCE_ABSMAX) {
		x = (struct value){ fabs(x.real), integer < 0 ? 0 - x.integer : x.integer };
	} else if (reduce == REDUCE_SUMSQ) {
		x = (struct value){ x.real * x.real, x.integer * x.integer };
	}
	if (is_first) {
		return x;
	}
	switch (reduce) {
	case REDUCE_PROD: return (struct value){ total.real * x.real, total.integer * x.integer };
	case REDUCE_MAX:
	case REDUCE_ABSMAX:
		return (struct value){ fmax(total.real, x.real),
			(uint64_t)integer_max((int64_t)total.integer, (int64_t)x.integer) };
	case REDUCE_MIN:
		return (struct value){ fmin(total.real, x.real),
			(uint64_t)-integer_max(-(int64_t)total.integer, -(int64_t)x.integer) };
	default: return (struct value){ total.real + x.real, total.integer + x.integer };
	}
}

/* Whether the computation is one of integers only. */
static bool is_of_integers(const struct problem *problem) {
	int inputs = problem->op->operands;
	bool floats = formats[problem->output_dtype].exponent > 0 && problem->reduce == REDUCE_NONE;
	for (int k = 0; k < inputs; k++) {
		floats = floats || formats[problem->operand_dtypes[k]].exponent > 0;
	}
	return !floats;
}

/* Whether "bytes" hold "expected", of which sums of magnitudes up to "magnitude" were rounded. */
static bool is_close(enum dtype dtype, const unsigned char *bytes, struct value expected, bool is_exact,
		double magnitude) {
	const struct format *format = &formats[dtype];
	struct value is = value_of(dtype, bytes);
	if (format->exponent == 0 && is_exact) {
		int unused = 64 - 8 * format->bytes;
		return (is.integer ^ expected.integer) << unused == 0;
	}
	if (format->exponent == 0) {
		/* To the nearest integer, of those that there are. */
		double greatest = pow(2, 8 * format->bytes - (format->is_signed ? 1 : 0)) - 1;
		double nearest = fmin(greatest, fmax(format->is_signed ? -greatest - 1 : 0, expected.real));
		return fabs((double)(int64_t)is.integer - nearest) <= 0.5 + pow(2, -19) * magnitude;
	}
	int bias = (1 << (format->exponent - 1)) - 1;
	double largest = dtype == DTYPE_E4M3 ? 448 : pow(2, bias) * (2 - pow(2, -format->mantissa));
	if (fabs(expected.real) > largest) {
		return fabs(is.real) >= largest && (is.real > 0) == (expected.real > 0);
	}
	double slack = pow(2, dtype == DTYPE_F64 ? -45 : -19) * magnitude + pow(2, 1 - bias - format->mantissa);
	return fabs(is.real - expected.real) <= 1.001 * pow(2, -format->mantissa - 1) * fabs(expected.real) + slack;
}

/* --- a run --- */

/* Memory of one problem: operands drawn, the output poisoned, a workspace of zeros. */
struct memory_of_run {
	unsigned char *tensor[TENSORS_MAX];
	int64_t elements[TENSORS_MAX];
	int64_t stride[TENSORS_MAX][PROBLEM_RANK_MAX];
	int64_t start[TENSORS_MAX];
	void *workspace;
};

static unsigned char *allocate(int64_t bytes) {
	void *memory = NULL;
	if (posix_memalign(&memory, 256, (size_t)(bytes > 0 ? bytes : 1)) != 0) {
		abort();
	}
	return memory;
}

/* The strides of the results of a reduction: row-major in the modes that are kept. Returns their number. */
static int64_t result_strides(const struct problem *problem, int64_t *stride) {
	int64_t next = 1;
	for (int i = problem->rank - 1; i >= 0; i--) {
		bool kept = (problem->reduced >> i & 1) == 0;
		stride[i] = kept ? next : 0;
		next *= kept ? problem->shape[i] : 1;
	}
	return next;
}

static struct memory_of_run memory_new(struct tester *tester, const struct subject *subject) {
	const struct problem *problem = &subject->test->problem;
	struct memory_of_run memory = { 0 };
	int inputs = problem->op->operands;
	for (int k = 0; k < inputs; k++) {
		enum dtype dtype = problem->operand_dtypes[k];
		int bytes = formats[dtype].bytes;
		int64_t reach = form_strides(problem->rank, problem->shape, subject->test->forms[k], memory.stride[k]);
		int64_t vector = 16 / bytes;
		memory.elements[k] = (reach + vector - 1) / vector * vector;
		memory.start[k] = form_start(problem->rank, problem->shape, subject->test->forms[k]);
		memory.tensor[k] = allocate(memory.elements[k] * bytes);
		for (int64_t i = 0; i < memory.elements[k]; i++) {
			draw_element(tester, dtype, problem->reduce == REDUCE_PROD, memory.tensor[k] + i * bytes);
		}
	}
	memory.elements[inputs] = problem->reduce == REDUCE_NONE ?
		form_strides(problem->rank, problem->shape, subject->test->forms[inputs], memory.stride[inputs]) :
		result_strides(problem, memory.stride[inputs]);
	memory.start[inputs] = problem->reduce == REDUCE_NONE ?
		form_start(problem->rank, problem->shape, subject->test->forms[inputs]) : 0;
	int64_t out_bytes = memory.elements[inputs] * formats[problem->output_dtype].bytes;
	memory.tensor[inputs] = allocate(out_bytes);
	memset(memory.tensor[inputs], POISON, (size_t)out_bytes);
	memory.workspace = allocate(subject->plan.workspace_bytes);
	memset(memory.workspace, 0, (size_t)subject->plan.workspace_bytes);
	return memory;
}

static void memory_free(struct memory_of_run *memory) {
	for (int k = 0; k < TENSORS_MAX; k++) {
		free(memory->tensor[k]);
	}
	free(memory->workspace);
}

/* What each element of the output should be. */
struct expected {
	int64_t *index;        /* arg-reductions: row-major in the reduced modes */
	struct value *values;
	double *magnitude;
	int64_t *count;        /* of elements taken; 0 for a gap of the memory */
};

/* Take the element at "c" into the index at "at" if it is the best so far. Singles are rounded as the kernel does. */
static void expect_index(const struct problem *problem, const int64_t *c, struct value y, struct expected *expected,
		int64_t at) {
	bool is_max = problem->reduce == REDUCE_ARGMAX;
	bool integers = is_of_integers(problem);
	bool doubles = false;
	int64_t index = 0;
	for (int k = 0; k < problem->op->operands; k++) {
		doubles = doubles || problem->operand_dtypes[k] == DTYPE_F64;
	}
	for (int i = 0; i < problem->rank; i++) {
		index = (problem->reduced >> i & 1) != 0 ? index * problem->shape[i] + c[i] : index;
	}
	y.real = doubles ? y.real : (double)(float)y.real;
	struct value best = expected->values[at];
	bool beats = integers ? (is_max ? (int64_t)y.integer > (int64_t)best.integer :
		(int64_t)y.integer < (int64_t)best.integer) : (is_max ? y.real > best.real : y.real < best.real);
	bool same = integers ? y.integer == best.integer : y.real == best.real;
	if (expected->count[at]++ == 0 || beats || (same && index < expected->index[at])) {
		expected->values[at] = y;
		expected->index[at] = index;
	}
}

static void expect_element(const struct subject *subject, const struct memory_of_run *memory, const int64_t *c,
		struct expected *expected) {
	const struct problem *problem = &subject->test->problem;
	int inputs = problem->op->operands;
	bool integers = is_of_integers(problem);
	struct value x[OPERANDS_MAX] = { { 0, 0 } };
	double magnitude = 0;
	int64_t place[TENSORS_MAX];
	for (int k = 0; k <= inputs; k++) {
		place[k] = memory->start[k];
		for (int i = 0; i < problem->rank; i++) {
			char form = k == inputs && problem->reduce != REDUCE_NONE ? 'r' : subject->test->forms[k];
			place[k] += form_at(problem->shape, form, memory->stride[k], i, c[i]);
		}
		if (k < inputs) {
			enum dtype dtype = problem->operand_dtypes[k];
			x[k] = value_of(dtype, memory->tensor[k] + place[k] * formats[dtype].bytes);
			if (!integers && formats[dtype].exponent == 0) {
				x[k].real = (double)(int64_t)x[k].integer;
			}
			magnitude += fabs(x[k].real) * fabs(x[k].real) + 1;
		}
	}
	int64_t at = place[inputs];
	struct value y = evaluate(subject->test->op, !integers, x);
	if (problem->reduce == REDUCE_ARGMAX || problem->reduce == REDUCE_ARGMIN) {
		expect_index(problem, c, y, expected, at);
		return;
	}
	expected->values[at] = take(problem->reduce, expected->count[at] == 0, expected->values[at], y);
	expected->magnitude[at] += magnitude;
	expected->count[at]++;
}

static struct expected expect_all(const struct subject *subject, const struct memory_of_run *memory) {
	const struct problem *problem = &subject->test->problem;
	size_t count = (size_t)memory->elements[problem->op->operands];
	struct expected expected = { calloc(count, sizeof *expected.index), calloc(count, sizeof *expected.values),
		calloc(count, sizeof *expected.magnitude),
		calloc(count, sizeof *expected.count) };
	int64_t size = 1;
	for (int i = 0; i < problem->rank; i++) {
		size *= problem->shape[i];
	}
	for (int64_t n = 0; n < size; n++) {
		int64_t c[PROBLEM_RANK_MAX] = { 0 };
		int64_t rest = n;
		for (int i = 0; i < problem->rank; i++) {
			c[i] = rest % problem->shape[i];
			rest /= problem->shape[i];
		}
		expect_element(subject, memory, c, &expected);
	}
	return expected;
}

static void compare(struct tester *tester, const struct subject *subject, const struct memory_of_run *memory) {
	const struct problem *problem = &subject->test->problem;
	enum dtype dtype = problem->output_dtype;
	bool integers = is_of_integers(problem);
	struct expected expected = expect_all(subject, memory);
	const unsigned char *out = memory->tensor[problem->op->operands];
	const unsigned char poison[8] = { POISON, POISON, POISON, POISON, POISON, POISON, POISON, POISON };
	char what[160] = "";
	for (int64_t i = 0; i < memory->elements[problem->op->operands] && what[0] == '\0'; i++) {
		const unsigned char *bytes = out + i * formats[dtype].bytes;
		struct value value = expected.values[i];
		if (problem->reduce == REDUCE_ARGMAX || problem->reduce == REDUCE_ARGMIN) {
			value = (struct value){ (double)expected.index[i], (uint64_t)expected.index[i] };
			integers = true;
		}
		double magnitude = expected.magnitude[i];
		bool is_exact = integers && formats[dtype].exponent == 0 && problem->reduce != REDUCE_MEAN;
		if (integers) {
			value.real = (double)(int64_t)value.integer;
		}
		if (problem->reduce == REDUCE_MEAN) {
			value.real /= (double)expected.count[i];
			magnitude /= (double)expected.count[i];
		} else if (problem->reduce == REDUCE_PROD) {
			magnitude += fabs(value.real) * 64;
		}
		if (expected.count[i] == 0 && memcmp(bytes, poison, (size_t)formats[dtype].bytes) != 0) {
			snprintf(what, sizeof what, "the gap at offset %" PRId64 " was written", i);
		} else if (expected.count[i] > 0 && !is_close(dtype, bytes, value, is_exact, magnitude)) {
			struct value is = value_of(dtype, bytes);
			snprintf(what, sizeof what, "at offset %" PRId64 " is %.9g (%" PRId64 "), not %.9g (%" PRId64 ")", i,
				is.real,
				(int64_t)is.integer, value.real, (int64_t)value.integer);
		}
	}
	report(tester, subject->test->name, what[0] == '\0', what);
	free(expected.index);
	free(expected.values);
	free(expected.magnitude);
	free(expected.count);
}

/* Run it twice: what the first leaves in the workspace must do for the second. */
static void run_computing(struct tester *tester, const struct subject *subject, const struct emulated *kernel) {
	struct memory_of_run memory = memory_new(tester, subject);
	int inputs = subject->plan.inputs;
	void *arguments[TENSORS_MAX + 1];
	for (int k = 0; k <= inputs; k++) {
		arguments[k] = &memory.tensor[k];
	}
	arguments[inputs + 1] = &memory.workspace;
	for (int i = 0; i < (subject->plan.workspace_bytes > 0 ? 2 : 1); i++) {
		const char *wrong = emulator_run(kernel, subject->plan.blocks, subject->plan.threads, arguments);
		report(tester, subject->test->name, wrong == NULL, wrong);
		compare(tester, subject, &memory);
	}
	memory_free(&memory);
}

/* Prove every tensor by what the kernel records; the first that is wrong. */
static struct proof prove(struct algebra *al, const struct plan *plan, const struct emulated *kernel) {
	struct proof proof = { .good = true };
	void *workspace = allocate(plan->workspace_bytes);
	memset(workspace, 0, (size_t)plan->workspace_bytes);
	for (int k = 0; k <= plan->inputs && proof.good; k++) {
		int runs = proof_runs(al, plan, k, true);
		for (int i = 0; i < runs && proof.good; i++) {
			struct proof_run run = proof_run_at(al, plan, k, true, i);
			struct proof_counts counts = { 0 };
			struct proof_place places[TENSORS_MAX];
			void *arguments[TENSORS_MAX + 1];
			uint32_t *entries = (uint32_t *)(void *)allocate(run.count * 4);
			memset(entries, 0xff, (size_t)run.count * 4);
			for (int n = 0; n <= plan->inputs; n++) {
				places[n] = (struct proof_place){ .entries = n == k ? entries : NULL, .counts = &counts,
					.count = (unsigned long long)run.count, .reach = run.reach, .shift = run.shift, .seed = run.seed };
				arguments[n] = &places[n];
			}
			arguments[plan->inputs + 1] = &workspace;
			const char *wrong = emulator_run(kernel, plan->blocks, plan->threads, arguments);
			proof = proof_compare(al, plan, &run, entries, &counts);
			if (wrong != NULL) {
				proof.good = false;
				snprintf(proof.text, sizeof proof.text, "%s", wrong);
			}
			free(entries);
		}
	}
	free(workspace);
	return proof;
}

/* --- all problems --- */

static const char *source_of(struct algebra *al, const struct plan *plan, enum purpose purpose) {
	struct buf text;
	buf_init(&text, al->arena);
	codegen_put(&text, al, plan, purpose);
	return text.data;
}

/* What of a source the kind wrote, without the signature. */
static const char *body_of(const char *source) {
	const char *kernel = strstr(source, "extern \"C\"");
	return strchr(strchr(kernel, '\n') + 1, '\n');
}

static void flush(struct tester *tester) {
	const char *sources[2 * BATCH];
	const char *symbols[2 * BATCH];
	struct emulated kernels[2 * BATCH];
	for (int i = 0; i < tester->count; i++) {
		sources[2 * i] = tester->subjects[i].compute;
		sources[2 * i + 1] = tester->subjects[i].prove;
		symbols[2 * i] = symbols[2 * i + 1] = KERNEL_SYMBOL;
	}
	if (tester->count > 0 && !emulator_compile(sources, symbols, 2 * tester->count, kernels)) {
		report(tester, tester->subjects[0].test->name, false, "it or one of those behind it does not compile");
		tester->count = 0;
	}
	for (int i = 0; i < tester->count; i++) {
		struct subject *subject = &tester->subjects[i];
		struct algebra al;
		algebra_init(&al, &tester->arena);
		report(tester, subject->test->name, strcmp(body_of(subject->compute), body_of(subject->prove)) == 0,
			"what is proved is not what is timed");
		run_computing(tester, subject, &kernels[2 * i]);
		struct proof proof = prove(&al, &subject->plan, &kernels[2 * i + 1]);
		report(tester, subject->test->name, proof.good && !algebra_failed(&al), proof.text);
	}
	if (tester->count > 0) {
		emulator_close(&kernels[0]);
	}
	tester->count = 0;
	arena_reset(&tester->arena);
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	int number = tester->seen++;
	/* Thread-value layouts over other than two modes are few. */
	bool is_rare = test->problem.has_tv && test->problem.rank != 2;
	int every = is_rare && tester->every > RARE_EVERY ? RARE_EVERY : tester->every;
	if (number % every != 0 || number < tester->first) {
		return;
	}
	if (problem_size(&test->problem) > tester->size_max) {
		tester->larger++;
		return;
	}
	struct subject *subject = &tester->subjects[tester->count];
	subject->test = test;
	subject->plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	if (algebra_failed(al)) {
		report(tester, test->name, false, al->fault.text);
		return;
	}
	subject->compute = source_of(al, &subject->plan, PURPOSE_COMPUTE);
	subject->prove = source_of(al, &subject->plan, PURPOSE_PROVE);
	if (++tester->count == BATCH) {
		flush(tester);
	}
}

/* --- faults that are planted --- */

/* At least one of each kind, with all the guards that it can have. */
static const struct example planted[] = {
	{ .rank = 2, .shape = { 23, 95, 1 }, .dtype = DTYPE_F32, .op = "a+b", .forms = "rpr", .kernel = KERNEL_TV,
		.thr = { 4, 8 }, .val = { 2, 4 } },
	{ .rank = 2, .shape = { 11, 17, 1 }, .dtype = DTYPE_F16, .op = "a", .forms = "rr", .kernel = KERNEL_TV, .thr = { 8,
		1 },
		.val = { 3, 1 }, .carries = true },
	{ .rank = 2, .shape = { 40, 136, 1 }, .dtype = DTYPE_F16, .op = "a", .forms = "cr", .kernel = KERNEL_AUTO },
	{ .rank = 2, .shape = { 31, 29, 1 }, .dtype = DTYPE_F32, .op = "a", .forms = "cr", .kernel = KERNEL_AUTO },
	{ .rank = 2, .shape = { 20, 131, 1 }, .dtype = DTYPE_F16, .op = "a*b+c", .forms = "robr", .kernel = KERNEL_AUTO,
		.knobs = { .threads = 64, .vector = 4, .unroll = 2 } },
	{ .rank = 2, .shape = { 9, 13, 1 }, .dtype = DTYPE_F32, .op = "a+b", .forms = "slr", .kernel = KERNEL_AUTO,
		.knobs = { .threads = 32, .vector = 4, .unroll = 1 } },
	{ .rank = 2, .shape = { 9, 1031, 1 }, .dtype = DTYPE_F16, .op = "a", .forms = "r", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 2 },
	{ .rank = 2, .shape = { 37, 90, 1 }, .dtype = DTYPE_F32, .op = "a*b", .forms = "pp", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_MAX, .reduced = 2, .knobs = { .threads = 128, .per_row = 8, .unroll = 2 } },
	{ .rank = 2, .shape = { 130, 1031, 1 }, .dtype = DTYPE_F16, .op = "a", .forms = "r", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 1, .knobs = { .splits = 2 } },
	{ .rank = 2, .shape = { 75, 72, 1 }, .dtype = DTYPE_F32, .op = "a", .forms = "r", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 1, .knobs = { .threads = 64, .per_row = 8, .unroll = 2, .splits = 2 } },
	{ .rank = 2, .shape = { 31, 65, 1 }, .dtype = DTYPE_F16, .op = "a", .forms = "r", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 3, .knobs = { .threads = 64, .unroll = 2 } },
	{ .rank = 2, .shape = { 23, 95, 1 }, .dtype = DTYPE_F32, .op = "a", .forms = "p", .kernel = KERNEL_TV,
		.reduce = REDUCE_SUM, .reduced = 2, .thr = { 4, 8 }, .val = { 2, 4 } },
	{ .rank = 2, .shape = { 23, 95, 1 }, .dtype = DTYPE_F32, .op = "a", .forms = "p", .kernel = KERNEL_TV_REMAP,
		.reduce = REDUCE_SUM, .reduced = 1, .thr = { 4, 8 }, .val = { 2, 4 } },
	{ .rank = 3, .shape = { 5, 13, 18 }, .dtype = DTYPE_F16, .op = "a", .forms = "n", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_ARGMAX, .reduced = 5, .knobs = { .threads = 64, .per_row = 32, .unroll = 2 } },
	/* Periods with gaps of more than a vector; the end, within one, is the first of the last block. */
	{ .rank = 2, .shape = { 291, 21, 1 }, .dtype = DTYPE_F16, .op = "a", .forms = "w", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 1, .knobs = { .threads = 64, .unroll = 2, .splits = 7 } },
	{ .rank = 3, .shape = { 2, 63, 67 }, .dtype = DTYPE_F16, .op = "a", .forms = "p", .kernel = KERNEL_AUTO,
		.reduce = REDUCE_SUM, .reduced = 1, .knobs = { .threads = 128, .per_row = 32, .unroll = 2 } },
	{ .rank = 2, .shape = { 75, 13, 1 }, .dtype = DTYPE_F16, .op = "a*b", .forms = "rcc", .kernel = KERNEL_AUTO,
		.knobs = { .threads = 32, .tile = 1 } },
	{ .rank = 2, .shape = { 12, 85, 1 }, .dtype = DTYPE_F32, .op = "a", .forms = "rc", .kernel = KERNEL_AUTO,
		.knobs = { .threads = 32, .tile = 1 } },
};

/*
 * What is planted without an effect: in a line with "line", "text" for what stands there. The proof need not find it.
 */
static const struct harmless {
	const char *line, *text, *reason;
	int most;                 /* of one kernel; 0: any number */
} harmless[] = {
	{ "left", " + 1 < ", "vectors start at multiples of their elements", 0 },
	{ "staged_left", " <= ",
		"padding may be put into the tile, where nobody takes it; loads and stores of it are found", 4 },
	{ "if (rest", " > ", "the text for tiles that are cut does the same", 0 },
	{ "if (rest", " + 1 >= ", "where no tile is one element short, the same tiles are whole", 0 },
	{ "if (i < count)", " + 1 < ", "so do they here, unless one holds a single element: then it is found", 2 },
	{ "if (i < count)", " <= ", "no vector starts at the end, unless all are whole: then it is found", 2 },
	{ "if (i + 4 < count)", " + 1 < ", "vectors start at multiples; the last of all is read one by one then too", 1 },
	{ "if (i + 4 < count)", " <= ", "what stands behind the last element is in the vector that it is in", 1 },
	{ "if (column0 <", " + 1 < ", "so do columns of vectors", 0 },
	{ "if (column0 <", " <= ", "no column of a vector that starts at the end is taken", 0 },
	{ "if (j >= start && j", " > ", "what is not taken as a whole is taken in parts, all of them", 0 },
	{ "if (j >= start && j", " + 1 >= ", "where no row starts off a boundary, the first is at one", 0 },
	{ "if (e >= first", " + 1 >= ", "where no row starts off a boundary, the first is 0", 0 },
	{ "if (i + u *", " <= ", "no element of the vector behind the last is the row's", 0 },
	{ "if (round + u <", " <= ", "a row of another block is loaded and not used", 0 },
	{ "% 32 == 0", " <= 1", "after a shuffle all lanes leave the same number", 0 },
	{ "(t & ", " <= 1", "after a shuffle all lanes leave the same number", 0 },
	{ "if (t % 32 <", " <= ", "after a shuffle all lanes leave the same number", 0 },
	{ "if (lane < 32)", " <= ", "only lane 0 of a row leaves a number", 0 },
	{ "if (lane < 32)", " + 1 < ", "the last lane has no part", 0 },
	{ "if (t == 0)", " <= 1", "the counter is set to 0 twice", 0 },
	{ "if (t < ", " <= ", "what one thread more adds up is taken by nobody", 0 },
	{ "if (x * 8u %", " <= ", "what is taken of a vector that begins with the gap is no column's", 1 },
	{ "if (rounds < 3 &&", " + 1 < ", "the end is in the first round of the last block; that of another is found", 1 },
	{ "if (staged_place + v", " + 1 < ", "vectors start at multiples of their elements", 0 },
	{ "if (staged_place + v", " <= ", "nobody takes the vector behind the tile's last; a load of it is found", 1 },
};

/* A place in a source, and what stands there in place of "length" characters. */
struct plant {
	size_t at, length;
	char text[16];
};

enum { PLANTS_MAX = 400 };

struct plants {
	struct plant all[PLANTS_MAX];
	int count;
};

static void plant(struct plants *plants, const char *source, const char *at, size_t length, const char *text) {
	if (plants->count == PLANTS_MAX) {
		abort();
	}
	struct plant *new = &plants->all[plants->count++];
	*new = (struct plant){ .at = (size_t)(at - source), .length = length };
	snprintf(new->text, sizeof new->text, "%s", text);
}

/* The end of the first argument of the call whose bracket opens at "open". */
static const char *argument_end(const char *open) {
	int depth = 0;
	for (const char *at = open + 1;; at++) {
		if (depth == 0 && (*at == ',' || *at == ')')) {
			return at;
		}
		depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
	}
}

static bool is_call(const char *at) {
	static const char *const names[] = { "load", "store", "put" };
	for (size_t i = 0; i < 3; i++) {
		size_t length = strlen(names[i]);
		if (strncmp(at, names[i], length) == 0) {
			const char *end = at + length + strspn(at + length, "0123456789");
			return *end == '(';
		}
	}
	return false;
}

/* Every address of the line one further and one nearer, every comparison that guards with and without its bound. */
static void plant_line(struct plants *plants, const char *source, const char *line, size_t length) {
	static const char *const bases[] = { "const long long o", "const long long base", "input from", "output to",
		"const input p", "const unsigned first_row", "const int column0", "const unsigned row ", "const unsigned c = ",
		"const long long b0", "const long long b1", "unsigned place = ", "unsigned staged_place = ",
		"const unsigned long long first ", "const unsigned staged_left",
		"const unsigned c1", "const unsigned c2", "const unsigned column ", "const unsigned m " };
	const char *text = line + strspn(line, "\t");
	const char *end = line + length;
	for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
		if (strncmp(text, bases[i], strlen(bases[i])) == 0) {
			plant(plants, source, end - 1, 0, " + 1");
			plant(plants, source, end - 1, 0, " - 1");
		}
	}
	for (const char *at = text; at < end; at++) {
		if (is_call(at) && (at == text || strchr(" (", at[-1]) != NULL)) {
			const char *stop = argument_end(strchr(at, '('));
			plant(plants, source, stop, 0, " + 1");
			plant(plants, source, stop, 0, " - 1");
		}
	}
	bool guards = strncmp(text, "if (", 4) == 0;
	for (const char *at = text; guards && at < end; at++) {
		if (strncmp(at, " < ", 3) == 0) {
			plant(plants, source, at, 3, " <= ");
			plant(plants, source, at, 3, " + 1 < ");
		} else if (strncmp(at, " >= ", 4) == 0) {
			plant(plants, source, at, 4, " > ");
			plant(plants, source, at, 4, " + 1 >= ");
		} else if (strncmp(at, " == 0", 5) == 0) {
			plant(plants, source, at, 5, " <= 1");
		}
	}
	if (strncmp(text, "const bool inside", 17) == 0) {
		for (const char *at = text; at < end; at++) {
			if (strncmp(at, " <= ", 4) == 0) {
				plant(plants, source, at, 4, " - 1 <= ");
			}
		}
	}
}

static const char *apply(struct arena *arena, const char *source, const struct plant *plant) {
	struct buf text;
	buf_init(&text, arena);
	buf_put_str(&text, (struct str){ source, plant->at });
	buf_put(&text, plant->text);
	buf_put(&text, source + plant->at + plant->length);
	return text.data;
}

enum { HARMLESS_COUNT = sizeof harmless / sizeof harmless[0] };

/* "seen" counts those of the kernel. */
static bool is_harmless(const char *line, const char *text, int seen[HARMLESS_COUNT]) {
	for (int i = 0; i < HARMLESS_COUNT; i++) {
		if (strstr(line, harmless[i].line) != NULL && strcmp(text, harmless[i].text) == 0) {
			return ++seen[i] <= harmless[i].most || harmless[i].most == 0;
		}
	}
	return false;
}

/*
 * Run the proof in a process of its own: what is planted may go anywhere. Returns whether the fault was found, which it
 * is not if the proof does not come to an end.
 */
static bool is_found(struct algebra *al, const struct plan *plan, const struct emulated *kernel) {
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		if (freopen("/dev/null", "w", stderr) == NULL) {
			_exit(1);
		}
		alarm(60);
		_exit(prove(al, plan, kernel).good ? 0 : 1);
	}
	int status = 0;
	waitpid(child, &status, 0);
	bool took_too_long = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
	return !took_too_long && (!WIFEXITED(status) || WEXITSTATUS(status) != 0);
}

static void visit_planted(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	const char *source = source_of(al, &plan, PURPOSE_PROVE);
	struct plants *plants = arena_alloc(al->arena, sizeof *plants);
	const char *sources[PLANTS_MAX + 1];
	const char *symbols[PLANTS_MAX + 1];
	struct emulated *kernels = arena_array(al->arena, PLANTS_MAX + 1, sizeof *kernels);
	const char *line = strstr(source, "unsigned index_of(");
	line = line != NULL ? line : strstr(source, "void accumulate");
	for (line = line != NULL ? line : strstr(source, "extern \"C\""); *line != '\0'; line += strcspn(line, "\n") + 1) {
		plant_line(plants, source, line, strcspn(line, "\n"));
	}
	for (int i = 0; i <= plants->count; i++) {
		sources[i] = i < plants->count ? apply(al->arena, source, &plants->all[i]) : source;
		symbols[i] = KERNEL_SYMBOL;
	}
	if (!emulator_compile(sources, symbols, plants->count + 1, kernels)) {
		report(tester, test->name, false, "what is planted does not compile");
		return;
	}
	int seen[HARMLESS_COUNT] = { 0 };
	report(tester, test->name, !is_found(al, &plan, &kernels[plants->count]), "a fault is found where none is planted");
	for (int i = 0; i < plants->count; i++) {
		char what[512];
		char line_text[300];
		const char *from = source + plants->all[i].at;
		while (from > source && from[-1] != '\n') {
			from--;
		}
		snprintf(line_text, sizeof line_text, "%.*s", (int)strcspn(from, "\n"), from);
		snprintf(what, sizeof what, "not found: '%s' in place of %zu characters at column %td of: %s",
			plants->all[i].text, plants->all[i].length, source + plants->all[i].at - from, line_text);
		bool found = is_found(al, &plan, &kernels[i]);
		bool without_effect = !found && is_harmless(line_text, plants->all[i].text, seen);
		tester->harmless += without_effect;
		report(tester, test->name, found || without_effect, what);
	}
	emulator_close(&kernels[0]);
}

int main(int argc, char **argv) {
	static struct tester tester = { .every = 1, .size_max = SIZE_MAX_DEFAULT };
	if (!emulator_is_there()) {
		printf("no compiler for C++: nothing was run\n0 passed, 0 failed, 1 skipped\n");
		return 77;
	}
	arena_init(&tester.arena, NULL, NULL);
	if (argc > 1 && strcmp(argv[1], "planted") == 0) {
		for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
			problem_visit_example(&tester.arena, &planted[i], visit_planted, &tester);
			arena_reset(&tester.arena);
		}
	} else {
		tester.every = argc > 1 ? atoi(argv[1]) : 1;
		tester.size_max = argc > 2 ? atoll(argv[2]) : SIZE_MAX_DEFAULT;
		tester.first = argc > 3 ? atoi(argv[3]) : 0;
		problems_each(&tester.arena, visit_problem, &tester);
		flush(&tester);
	}
	arena_finish(&tester.arena);
	printf("%d planted without an effect, %d problems of more than %" PRId64 " elements left out\n", tester.harmless,
		tester.larger, tester.size_max);
	printf("%d passed, %d failed, 0 skipped\n", tester.passed, tester.failed);
	return tester.failed > 0;
}
