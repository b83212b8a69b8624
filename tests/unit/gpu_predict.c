/* Predictions beside measurements on an H100, cold, of 16384 x 8192 elements. Prints "N passed, N failed". */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gpu/footprint.h"
#include "gpu/opexpr.h"
#include "gpu/planner.h"
#include "gpu/predict.h"

static const struct {
	const char *op;
	enum dtype dtype;
	enum kernel kernel;
	double microseconds;    /* median */
} measured[] = {
	{ "a", DTYPE_I8, KERNEL_NAIVE, 331.136 },
	{ "a", DTYPE_I8, KERNEL_VECTORIZED, 93.184 },
	{ "a", DTYPE_F16, KERNEL_NAIVE, 363.712 },
	{ "a", DTYPE_F16, KERNEL_VECTORIZED, 181.376 },
	{ "a", DTYPE_F32, KERNEL_NAIVE, 441.104 },
	{ "a", DTYPE_F32, KERNEL_VECTORIZED, 358.4 },
	{ "a", DTYPE_F64, KERNEL_NAIVE, 733.824 },
	{ "a", DTYPE_F64, KERNEL_VECTORIZED, 712.288 },
	{ "a+b", DTYPE_I8, KERNEL_NAIVE, 361.04 },
	{ "a+b", DTYPE_I8, KERNEL_VECTORIZED, 136.928 },
	{ "a+b", DTYPE_F16, KERNEL_NAIVE, 405.568 },
	{ "a+b", DTYPE_F16, KERNEL_VECTORIZED, 268.32 },
	{ "a+b", DTYPE_F32, KERNEL_NAIVE, 583.84 },
	{ "a+b", DTYPE_F32, KERNEL_VECTORIZED, 530.096 },
	{ "a+b", DTYPE_F64, KERNEL_NAIVE, 1048.03 },
	{ "a+b", DTYPE_F64, KERNEL_VECTORIZED, 1054.88 },
	{ "a+b+c", DTYPE_I8, KERNEL_NAIVE, 380.816 },
	{ "a+b+c", DTYPE_I8, KERNEL_VECTORIZED, 180.48 },
	{ "a+b+c", DTYPE_F16, KERNEL_NAIVE, 454.528 },
	{ "a+b+c", DTYPE_F16, KERNEL_VECTORIZED, 351.92 },
	{ "a+b+c", DTYPE_F32, KERNEL_NAIVE, 711.136 },
	{ "a+b+c", DTYPE_F32, KERNEL_VECTORIZED, 694.352 },
	{ "a+b+c", DTYPE_F64, KERNEL_NAIVE, 1378.19 },
	{ "a+b+c", DTYPE_F64, KERNEL_VECTORIZED, 1379.87 },
	{ "a+b+c+d", DTYPE_I8, KERNEL_NAIVE, 405.616 },
	{ "a+b+c+d", DTYPE_I8, KERNEL_VECTORIZED, 223.84 },
	{ "a+b+c+d", DTYPE_F16, KERNEL_NAIVE, 515.456 },
	{ "a+b+c+d", DTYPE_F16, KERNEL_VECTORIZED, 438.848 },
	{ "a+b+c+d", DTYPE_F32, KERNEL_NAIVE, 867.808 },
	{ "a+b+c+d", DTYPE_F32, KERNEL_VECTORIZED, 868.944 },
	{ "a+b+c+d", DTYPE_F64, KERNEL_NAIVE, 1728.05 },
	{ "a+b+c+d", DTYPE_F64, KERNEL_VECTORIZED, 1729.42 },
};

/* The plan of measurement "i" with "knobs", whose problem and expression lie in "arena". */
static struct plan plan_of(struct algebra *al, int i, struct knobs knobs) {
	static const int64_t extents[] = { 16384, 8192 };
	struct opexpr *op = arena_alloc(al->arena, sizeof *op);
	struct problem *problem = arena_alloc(al->arena, sizeof *problem);
	struct opexpr_error error;
	struct target target = target_default();
	*problem = (struct problem){ .rank = 2, .shape = { extents[0], extents[1] }, .op = op };
	problem_set_dtype(problem, measured[i].dtype);
	opexpr_parse(al->arena, str_from(measured[i].op), op, &error);
	struct tuple shape = tuple_pair(al, tuple_int(extents[0]), tuple_int(extents[1]));
	problem->output = layout_from_shape_right(al, shape);
	for (int k = 0; k < op->operands; k++) {
		problem->operands[k] = problem->output;
	}
	return plan_make(al, problem, measured[i].kernel, knobs, &target);
}

static double predicted(struct arena *arena, int i) {
	struct algebra al;
	struct target target = target_default();
	algebra_init(&al, arena);
	struct plan plan = plan_of(&al, i, (struct knobs){ 0 });
	return algebra_failed(&al) ? 0 : 1e6 * predict(&al, &plan, &target, 0).seconds;
}

/* --- the blocks that a multiprocessor holds, one after the other --- */

static const int blocks_of[] = { 32, 64, 96, 128, 256, 512, 1024 };

enum { BLOCKS_OF = sizeof blocks_of / sizeof blocks_of[0], REGISTERS_MOST = 255 };

/* As many as its threads and registers are enough for; none where those of one block are too many. Returns failures. */
static int check_residents(struct arena *arena) {
	int failed = 0;
	struct target target = target_default();
	for (int i = 0; i < BLOCKS_OF; i++) {
		struct algebra al;
		algebra_init(&al, arena);
		struct plan plan = plan_of(&al, 1, (struct knobs){ .threads = blocks_of[i] });
		for (int registers = 1; registers <= REGISTERS_MOST && !algebra_failed(&al); registers++) {
			int threads = 0;
			while (threads + plan.threads <= target.threads_per_multiprocessor
					&& (threads + plan.threads) * registers <= target.registers_per_multiprocessor) {
				threads += plan.threads;
			}
			struct prediction p = predict(&al, &plan, &target, registers);
			if (plan.threads != blocks_of[i] || p.resident_threads != threads || !(p.seconds > 0)) {
				printf("FAIL: %d threads of %d registers: %d resident, not %d\n", blocks_of[i], registers,
					p.resident_threads, threads);
				failed++;
			}
		}
		failed += algebra_failed(&al);
		arena_reset(arena);
	}
	return failed;
}

/* --- the bytes that a tensor lies in, against marking each unit --- */

enum { UNIT = 32, LAYOUTS = 400, WINDOWS = 9, MODES = 3, UNITS_MAX = 1 << 16 };

static int64_t drawn(uint32_t *state, int64_t choices) {
	*state = *state * 1664525u + 1013904223u;
	return (int64_t)(*state >> 8) % choices;
}

static double units_marked(const int64_t *shape, const int64_t *stride, int size) {
	static bool marked[UNITS_MAX];
	double count = 0;
	memset(marked, 0, sizeof marked);
	for (int64_t i = 0; i < shape[0] * shape[1] * shape[2]; i++) {
		int64_t offset = i % shape[0] * stride[0] + i / shape[0] % shape[1] * stride[1]
			+ i / shape[0] / shape[1] * stride[2];
		int64_t unit = offset * size / UNIT;
		count += !marked[unit];
		marked[unit] = true;
	}
	return count * UNIT;
}

/* Rows with or without gaps, every second element, modes that are repeated. Returns how many are not as counted. */
static int check_footprints(struct arena *arena) {
	uint32_t state = 3;
	int failed = 0;
	for (int i = 0; i < LAYOUTS; i++) {
		struct algebra al;
		algebra_init(&al, arena);
		int size = 1 << drawn(&state, 4);
		int64_t first = drawn(&state, 3) == 0 ? 2 : 1;
		int64_t shape[MODES] = { 1 + drawn(&state, 40), 1 + drawn(&state, 20), 1 + drawn(&state, 9) };
		int64_t stride[MODES] = { first, first * shape[0] + drawn(&state, 2) * drawn(&state, 40), 0 };
		stride[2] = drawn(&state, 4) == 0 ? 0 : stride[1] * shape[1] + drawn(&state, 2) * drawn(&state, 9);
		struct tuple extents[] = { tuple_int(shape[0]), tuple_int(shape[1]), tuple_int(shape[2]) };
		struct tuple strides[] = { tuple_int(stride[0]), tuple_int(stride[1]), tuple_int(stride[2]) };
		struct layout memory = layout_make(&al, tuple_of(&al, extents, MODES), tuple_of(&al, strides, MODES));
		double is = footprint(&al, memory, size, UNIT);
		double should_be = units_marked(shape, stride, size);
		if (fabs(is - should_be) > 0.15 * should_be + 3 * UNIT) {
			printf("FAIL: (%" PRId64 ",%" PRId64 ",%" PRId64 "):(%" PRId64 ",%" PRId64 ",%" PRId64 ") of %d bytes: "
				"%g bytes, not %g\n",
				shape[0], shape[1], shape[2], stride[0], stride[1], stride[2], size, is, should_be);
			failed++;
		}
		arena_reset(arena);
	}
	return failed;
}

/* Windows over rows, which are as wide as units: modes with one stride have the offsets of a longer one. */
static int check_windows(struct arena *arena) {
	int failed = 0;
	for (int64_t windows = 2; windows < WINDOWS; windows++) {
		struct algebra al;
		algebra_init(&al, arena);
		struct tuple extents[] = { tuple_int(8), tuple_int(10), tuple_int(windows) };
		struct tuple strides[] = { tuple_int(1), tuple_int(8), tuple_int(8) };
		struct layout memory = layout_make(&al, tuple_of(&al, extents, MODES), tuple_of(&al, strides, MODES));
		double should_be = (double)(10 + windows - 1) * UNIT;
		double is = footprint(&al, memory, 4, UNIT);
		if (fabs(is - should_be) > 1e-9) {
			printf("FAIL: %" PRId64 " windows: %g bytes, not %g\n", windows, is, should_be);
			failed++;
		}
		arena_reset(arena);
	}
	return failed;
}

/* Offsets, against marking each: windows over rows and over rows of windows, and others that overlap. */
static const int64_t overlapping[][2][MODES] = {
	{ { 64, 64, 1 }, { 1, 1, 0 } }, { { 8, 10, 5 }, { 1, 8, 8 } }, { { 5, 3, 4 }, { 1, 1, 20 } },
	{ { 5, 3, 4 }, { 20, 2, 2 } }, { { 5, 4, 3 }, { 1, 20, 20 } }, { { 5, 4, 3 }, { 1, 20, 40 } },
	{ { 4, 4, 4 }, { 0, 1, 3 } }, { { 4, 2, 3 }, { 1, 4, 6 } }, { { 4, 2, 3 }, { 2, 8, 16 } },
	{ { 6, 7, 2 }, { 3, 0, 50 } }, { { 2, 2, 2 }, { 1, 3, 9 } }, { { 1, 1, 1 }, { 5, 6, 7 } },
	{ { 2, 2, 1 }, { 1, 3, 0 } },
};

static int check_places(struct arena *arena) {
	int failed = 0;
	for (size_t i = 0; i < sizeof overlapping / sizeof overlapping[0]; i++) {
		struct algebra al;
		algebra_init(&al, arena);
		struct tuple extents[MODES];
		struct tuple strides[MODES];
		for (int mode = 0; mode < MODES; mode++) {
			extents[mode] = tuple_int(overlapping[i][0][mode]);
			strides[mode] = tuple_int(overlapping[i][1][mode]);
		}
		struct layout memory = layout_make(&al, tuple_of(&al, extents, MODES), tuple_of(&al, strides, MODES));
		int64_t is = footprint_places(&al, memory);
		int64_t should_be = (int64_t)units_marked(overlapping[i][0], overlapping[i][1], UNIT) / UNIT;
		if (is != should_be) {
			printf("FAIL: layout %zu has %" PRId64 " places, not %" PRId64 "\n", i, is, should_be);
			failed++;
		}
		arena_reset(arena);
	}
	return failed;
}

int main(void) {
	int count = sizeof measured / sizeof measured[0];
	int failed = 0;
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (int i = 0; i < count; i++) {
		double guess = predicted(&arena, i);
		double error = guess / measured[i].microseconds - 1;
		if (fabs(error) > 0.08) {
			printf("FAIL: %s %s %s: %.1f us predicted, %.1f us measured\n", kernel_name(measured[i].kernel),
				measured[i].op, dtype_info(measured[i].dtype)->name, guess, measured[i].microseconds);
			failed++;
		}
		arena_reset(&arena);
	}
	count += BLOCKS_OF * REGISTERS_MOST;
	failed += check_residents(&arena);
	count += LAYOUTS;
	failed += check_footprints(&arena);
	count += WINDOWS - 2;
	failed += check_windows(&arena);
	count += (int)(sizeof overlapping / sizeof overlapping[0]);
	failed += check_places(&arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", count - failed, failed);
	return failed > 0;
}
