/* Predictions beside measurements on an H100, cold, of 16384 x 8192 elements. Prints "N passed, N failed". */
#include <math.h>
#include <stdio.h>

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

static double predicted(struct arena *arena, int i) {
	static const int64_t extents[] = { 16384, 8192 };
	struct algebra al;
	struct opexpr op;
	struct opexpr_error error;
	struct target target = target_default();
	struct problem problem = { .rank = 2, .shape = { extents[0], extents[1] }, .op = &op };
	problem_set_dtype(&problem, measured[i].dtype);
	algebra_init(&al, arena);
	opexpr_parse(arena, str_from(measured[i].op), &op, &error);
	struct tuple shape = tuple_pair(&al, tuple_int(extents[0]), tuple_int(extents[1]));
	problem.output = layout_from_shape_right(&al, shape);
	for (int k = 0; k < op.operands; k++) {
		problem.operands[k] = problem.output;
	}
	struct plan plan = plan_make(&al, &problem, measured[i].kernel, (struct knobs){ 0 }, &target);
	return algebra_failed(&al) ? 0 : 1e6 * predict(&al, &plan, &target, 0).seconds;
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
	arena_finish(&arena);
	printf("%d passed, %d failed\n", count - failed, failed);
	return failed > 0;
}
