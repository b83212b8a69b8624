/*
 * What kernels make of values, in the text that is compiled for the device, run on the host (tests/emulator): random
 * data of each type is what the reference draws, every type is widened and narrowed, rounded once, and functions that
 * CUDA does not have are defined. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../emulator/emulator.h"
#include "gpu/codegen.h"
#include "gpu/planner.h"
#include "tally.h"

enum { KERNELS_MAX = 96, ELEMENTS = 64, GUARD = 0x5a };

/* Kernels that are compiled together. */
struct batch {
	struct arena arena;
	const char *sources[KERNELS_MAX];
	const char *symbols[KERNELS_MAX];
	struct emulated kernels[KERNELS_MAX];
	int count;
};

/* --- random data --- */

static void check_fill(struct tally *tally, const struct emulated *kernel, enum dtype dtype, enum fill fill) {
	static const struct {
		unsigned seed, period;
	} draws[] = { { 7, 1 }, { 4000000000u, 3 } };
	unsigned char memory[8 * (ELEMENTS + 1)];
	for (size_t d = 0; d < sizeof draws / sizeof draws[0]; d++) {
		void *data = memory;
		long long count = ELEMENTS - 3;
		unsigned seed = draws[d].seed;
		unsigned period = draws[d].period;
		void *arguments[] = { &data, &count, &seed, &period };
		memset(memory, GUARD, sizeof memory);
		const char *wrong = emulator_run(kernel, 2, 32, arguments);
		expect(tally, wrong == NULL, "random %s: %s", dtype_info(dtype)->name, wrong != NULL ? wrong : "");
		for (int64_t i = 0; i < count; i++) {
			uint64_t is = dtype_load(dtype, memory, i);
			uint64_t should_be = dtype_random(dtype, fill, period, random_hash(seed, i));
			expect(tally, is == should_be, "random %s number %" PRId64 ": 0x%" PRIx64 ", not 0x%" PRIx64,
				dtype_info(dtype)->name, i, is, should_be);
		}
		expect(tally, memory[count * dtype_bytes(dtype)] == GUARD, "%s behind the last", dtype_info(dtype)->name);
	}
}

/* --- conversions --- */

/* Numbers at which types differ: halves, ends of types and beside them, what is small, and what is no number. */
static const double numbers[] = { 0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3.5, 127, 127.5, 128, -128, -128.5,
	-129, 255, 255.4, 255.5, 256, 32767, 32767.5, 32768, -32768.5, -32769, 65503, 65504, 65519, -70000, 2147483647,
	2147483648.5, -2147483649.0, 9.3e18, -9.3e18, 1e30, -1e30, 0x1p-24, 0x1p-25, -0x1.8p-25, 0x1p-9, 0x1p-10,
	-0x1.8p-10, 0x1p-16, 0x1.8p-17, 1.0009765625, 1.00048828125, 1.00048828126, 1.0014648437, 1.0625, 1.1875, 1.125,
	1.375, 448, 463, 464, 465, -480, 57344, 61439, -61441, 0x1.01p0, 0x1.03p0, 0x1.010001p0, INFINITY, -INFINITY,
	NAN };

enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/* What rounding a small float once, to even, may give, by looking at all values; of FP8 what is beyond saturates. */
static bool is_rounded(enum dtype dtype, double x, uint64_t bits) {
	bool is_fp8 = dtype == DTYPE_E4M3 || dtype == DTYPE_E5M2;
	double is = dtype_decode(dtype, bits);
	double largest = dtype_largest(dtype);
	if (isnan(x)) {
		return isnan(is);
	}
	/* The next value that there is not, at which rounding goes to infinity. */
	double next = largest * (1 + 2 * dtype_rounding(dtype) / (2 - 2 * dtype_rounding(dtype)));
	if (fabs(x) >= (largest + next) / 2) {
		return is_fp8 ? fabs(is) == largest && signbit(is) == signbit(x) : isinf(is) && signbit(is) == signbit(x);
	}
	double best = INFINITY;
	uint64_t even = 0;
	uint64_t count = (uint64_t)1 << 8 * dtype_bytes(dtype);
	for (uint64_t other = 0; other < count; other++) {
		double distance = fabs(dtype_decode(dtype, other) - x);
		bool is_better = distance < best || (distance == best && other % 2 == 0);
		even = is_better && isfinite(dtype_decode(dtype, other)) ? other : even;
		best = distance < best ? distance : best;
	}
	return is == dtype_decode(dtype, even) && (is != 0 || signbit(is) == signbit(x));
}

/* The integer that is nearest, ties to even, or the end of the type; 0 for what is no number. */
static int64_t nearest(enum dtype dtype, double x) {
	if (dtype == DTYPE_I64) {
		return isnan(x) ? 0 : x >= 0x1p63 ? INT64_MAX : x < -0x1p63 ? INT64_MIN : (int64_t)rint(x);
	}
	return isnan(x) ? 0 : (int64_t)fmax(dtype_least_int(dtype), fmin(dtype_greatest_int(dtype), rint(x)));
}

static bool is_right(enum dtype dtype, double x, uint64_t bits) {
	double is = dtype_info(dtype)->is_float ? dtype_decode(dtype, bits) : 0;
	switch (dtype) {
	case DTYPE_F64: return (isnan(is) && isnan(x)) || is == x;
	case DTYPE_F32: return (isnan(is) && isnan(x)) || is == (double)(float)x;
	case DTYPE_F16:
	case DTYPE_BF16:
	case DTYPE_E4M3:
	case DTYPE_E5M2: return is_rounded(dtype, x, bits);
	default: return dtype_decode_int(dtype, bits) == nearest(dtype, x);
	}
}

/* The operand's elements; "values" are what they stand for. */
static void put_operand(enum dtype dtype, unsigned char *memory, double *values) {
	int bytes = dtype_bytes(dtype);
	for (int i = 0; i < ELEMENTS; i++) {
		double x = numbers[i % NUMBERS];
		uint64_t bits = dtype_random(dtype, FILL_PLAIN, 1, random_hash(3, i));
		if (dtype == DTYPE_F64) {
			memcpy(&bits, &x, sizeof x);
		} else if (dtype == DTYPE_F32) {
			float single = (float)x;
			memcpy(&bits, &single, sizeof single);
		} else if (dtype == DTYPE_I64) {
			bits = (uint64_t)nearest(dtype, x);
		} else if (bytes <= 2) {
			bits = (uint64_t)i * (bytes == 1 ? 4 : 1031) + 3;
		}
		memcpy(memory + i * bytes, &bits, (size_t)bytes);
		values[i] = dtype_decode(dtype, dtype_load(dtype, memory, i));
	}
}

/* Add the kernel of an expression of "a" and "b", both of type "from". */
static void add_kernel(struct tally *tally, struct batch *batch, const char *text, enum dtype from, enum dtype to) {
	struct target target = target_default();
	struct opexpr_error error;
	struct opexpr *op = arena_alloc(&batch->arena, sizeof *op);
	struct problem *problem = arena_alloc(&batch->arena, sizeof *problem);
	struct algebra al;
	struct buf source;
	algebra_init(&al, &batch->arena);
	buf_init(&source, &batch->arena);
	opexpr_parse(&batch->arena, str_from(text), op, &error);
	*problem = (struct problem){ .rank = 1, .shape = { ELEMENTS }, .op = op };
	problem_set_dtype(problem, from);
	problem->output_dtype = to;
	problem->output = (struct layout){ tuple_int(ELEMENTS), tuple_int(1) };
	problem->operands[0] = problem->operands[1] = problem->output;
	struct plan plan = plan_make(&al, problem, KERNEL_NAIVE, (struct knobs){ .threads = ELEMENTS },
		&target);
	codegen_put(&source, &al, &plan, PURPOSE_COMPUTE);
	expect(tally, !algebra_failed(&al) && plan.blocks == 1 && plan.threads == ELEMENTS, "%s: %s", text, al.fault.text);
	batch->symbols[batch->count] = KERNEL_SYMBOL;
	batch->sources[batch->count++] = source.data;
}

static bool run(struct tally *tally, const struct emulated *kernel, unsigned char *const *memory, int tensors) {
	void *arguments[3];
	for (int k = 0; k < tensors; k++) {
		arguments[k] = (void *)&memory[k];
	}
	const char *wrong = emulator_run(kernel, 1, ELEMENTS, arguments);
	expect(tally, wrong == NULL, "%s", wrong != NULL ? wrong : "");
	return wrong == NULL;
}

static void check_conversion(struct tally *tally, const struct emulated *kernel, enum dtype from, enum dtype to) {
	unsigned char a[8 * ELEMENTS];
	unsigned char out[8 * ELEMENTS];
	double values[ELEMENTS];
	unsigned char *const memory[] = { a, out };
	put_operand(from, a, values);
	memset(out, GUARD, sizeof out);
	bool is_exact = !dtype_info(from)->is_float && !dtype_info(to)->is_float;
	bool is_double = from == DTYPE_F64 || to == DTYPE_F64;
	for (int i = 0; run(tally, kernel, memory, 2) && i < ELEMENTS; i++) {
		uint64_t bits = dtype_load(to, out, i);
		/* In single precision, unless a double is there. */
		double x = is_double || is_exact ? values[i] : (double)(float)values[i];
		bool good = is_exact ? dtype_decode_int(to, bits) == dtype_decode_int(to, (uint64_t)dtype_decode_int(from,
			dtype_load(from, a, i))) : is_right(to, x, bits);
		expect(tally, good, "%s to %s: %.17g becomes 0x%" PRIx64, dtype_info(from)->name, dtype_info(to)->name, x,
			bits);
	}
}

/* --- functions --- */

static int64_t divided(int64_t a, int64_t b) {
	return b == 0 ? 0 : a / b;
}

enum { INTEGERS = 8 };

static const char *const of_integers[INTEGERS] = { "min(a,b)", "max(a,b)", "abs(a)", "fma(a,b,a)", "a/b", "relu(a)",
	"a<b ? a : -b", "(a<=b)+2*(a==b)+4*(a!=b)+8*(a>=b)+16*(a>b)" };

static int64_t of_integer(int which, int64_t a, int64_t b) {
	switch (which) {
	case 0: return a < b ? a : b;
	case 1: return a > b ? a : b;
	case 2: return a < 0 ? -a : a;
	case 3: return a * b + a;
	case 4: return divided(a, b);
	case 5: return a > 0 ? a : 0;
	case 6: return a < b ? a : -b;
	default: return (a <= b) + 2 * (a == b) + 4 * (a != b) + 8 * (a >= b) + 16 * (a > b);
	}
}

static void check_integers(struct tally *tally, const struct emulated *kernel, int which) {
	int32_t a[ELEMENTS];
	int32_t b[ELEMENTS];
	int64_t out[ELEMENTS];
	unsigned char *memory[] = { (unsigned char *)a, (unsigned char *)b, (unsigned char *)out };
	for (int i = 0; i < ELEMENTS; i++) {
		a[i] = i % 9 * 5 - 20;
		b[i] = i % 7 * 5 - 15;
	}
	bool has_both = strchr(of_integers[which], 'b') != NULL && which != 2;
	memory[1] = has_both ? memory[1] : memory[2];
	for (int i = 0; run(tally, kernel, memory, has_both ? 3 : 2) && i < ELEMENTS; i++) {
		expect(tally, out[i] == of_integer(which, a[i], b[i]), "%s of %d and %d: %" PRId64, of_integers[which],
			(int)a[i], (int)b[i], out[i]);
	}
}

static void check_sigmoid(struct tally *tally, const struct emulated *kernel, enum dtype dtype) {
	unsigned char a[8 * ELEMENTS];
	unsigned char out[8 * ELEMENTS];
	double values[ELEMENTS];
	unsigned char *const memory[] = { a, out };
	put_operand(dtype, a, values);
	for (int i = 0; run(tally, kernel, memory, 2) && i < ELEMENTS; i++) {
		double is = dtype_decode(dtype, dtype_load(dtype, out, i));
		double should_be = 1 / (1 + exp(-values[i]));
		double allowed = dtype == DTYPE_F64 ? 1e-15 : 1e-6;
		expect(tally, (isnan(is) && isnan(should_be)) || fabs(is - should_be) <= allowed * fabs(should_be) + 1e-38,
			"sigmoid of %g: %g", values[i], is);
	}
}

/* --- all kernels --- */

static const enum dtype widths[] = { DTYPE_F32, DTYPE_F64, DTYPE_I64 };

static void add_kernels(struct tally *tally, struct batch *batch) {
	for (int d = 0; d < 2 * DTYPE_COUNT; d++) {
		struct buf source;
		buf_init(&source, &batch->arena);
		codegen_put_fill(&source, (enum dtype)(d / 2), d % 2 == 0 ? FILL_PLAIN : FILL_PRODUCT);
		batch->symbols[batch->count] = FILL_SYMBOL;
		batch->sources[batch->count++] = source.data;
	}
	for (int d = 0; d < DTYPE_COUNT; d++) {
		for (size_t w = 0; w < 3; w++) {
			add_kernel(tally, batch, "a", widths[w], (enum dtype)d);
		}
		add_kernel(tally, batch, "a", (enum dtype)d, DTYPE_F32);
		add_kernel(tally, batch, "a", (enum dtype)d, DTYPE_F64);
	}
	for (int i = 0; i < INTEGERS; i++) {
		add_kernel(tally, batch, of_integers[i], DTYPE_I32, DTYPE_I64);
	}
	add_kernel(tally, batch, "sigmoid(a)", DTYPE_F32, DTYPE_F32);
	add_kernel(tally, batch, "sigmoid(a)", DTYPE_F64, DTYPE_F64);
}

static void check_kernels(struct tally *tally, const struct batch *batch) {
	const struct emulated *kernel = batch->kernels;
	for (int d = 0; d < 2 * DTYPE_COUNT; d++) {
		check_fill(tally, kernel++, (enum dtype)(d / 2), d % 2 == 0 ? FILL_PLAIN : FILL_PRODUCT);
	}
	for (int d = 0; d < DTYPE_COUNT; d++) {
		for (size_t w = 0; w < 3; w++) {
			check_conversion(tally, kernel++, widths[w], (enum dtype)d);
		}
		check_conversion(tally, kernel++, (enum dtype)d, DTYPE_F32);
		check_conversion(tally, kernel++, (enum dtype)d, DTYPE_F64);
	}
	for (int i = 0; i < INTEGERS; i++) {
		check_integers(tally, kernel++, i);
	}
	check_sigmoid(tally, kernel++, DTYPE_F32);
	check_sigmoid(tally, kernel++, DTYPE_F64);
}

int main(void) {
	struct tally tally = { 0 };
	struct batch batch = { .count = 0 };
	if (!emulator_is_there()) {
		printf("no compiler for C++: nothing was run\n0 passed, 0 failed, 1 skipped\n");
		return 77;
	}
	arena_init(&batch.arena, NULL, NULL);
	add_kernels(&tally, &batch);
	if (emulator_compile(batch.sources, batch.symbols, batch.count, batch.kernels)) {
		check_kernels(&tally, &batch);
		emulator_close(batch.kernels);
	} else {
		expect(&tally, false, "the kernels do not compile");
	}
	arena_finish(&batch.arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0;
}
