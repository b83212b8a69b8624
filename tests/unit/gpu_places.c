/*
 * Where exchanged tiles stand in shared memory: each element in a place of its own, and a warp that stages a vector or
 * takes what it computes with meets each bank at most as often as it must, counted by definition from the plan's
 * coordinates. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/opexpr.h"
#include "gpu/planner.h"

enum { LANES = 32, BANKS = 32, WORD = 4, PLACES_MAX = 1 << 16, ELEMENTS_MAX = LANES * WORD };

/* A transposing copy, and how often a bank may be met when threads take from the tile, and when they stage. */
static const struct {
	enum dtype dtype;
	int64_t shape[2];
	int tile;               /* the knob; 0 for the plan's own */
	int taken, staged;
} examples[] = {
	{ DTYPE_F16, { 4096, 8192 }, 0, 2, 1 },
	{ DTYPE_F16, { 7906, 11220 }, 0, 1, 1 },
	{ DTYPE_F16, { 7907, 11221 }, 0, 1, 1 },
	{ DTYPE_F16, { 4096, 8192 }, 12, 1, 1 },
	{ DTYPE_F16, { 4096, 8192 }, 24, 1, 1 },
	{ DTYPE_F16, { 4096, 8192 }, 82, 1, 1 },
	{ DTYPE_BF16, { 333, 17248 }, 14, 1, 1 },
	{ DTYPE_F32, { 4096, 8192 }, 0, 2, 1 },
	{ DTYPE_F32, { 4095, 8193 }, 0, 1, 1 },
	{ DTYPE_F32, { 4096, 8192 }, 11, 1, 1 },
	{ DTYPE_F32, { 4096, 8192 }, 33, 2, 1 },
	{ DTYPE_I8, { 4096, 8192 }, 0, 2, 1 },
	{ DTYPE_F64, { 4096, 8192 }, 0, 1, 1 },
	{ DTYPE_F16, { 16, 100000 }, 0, 2, 1 },
	{ DTYPE_F16, { 100000, 16 }, 0, 1, 1 },
};

static int64_t place(const struct plan *plan, int64_t i0, int64_t i1) {
	int64_t at = plan->along == 0 ? i0 * plan->pitch + i1 : i1 * plan->pitch + i0;
	return swizzle_apply(plan->swizzle, at);
}

/* The most different words of one bank among the places. */
static int wavefronts(const int64_t *places, int count, int element) {
	int most = 0;
	for (int bank = 0; bank < BANKS; bank++) {
		int64_t words[ELEMENTS_MAX];
		int found = 0;
		for (int i = 0; i < count; i++) {
			int64_t word = places[i] * element / WORD;
			bool is_new = word % BANKS == bank;
			for (int j = 0; j < found && is_new; j++) {
				is_new = words[j] != word;
			}
			if (is_new) {
				words[found++] = word;
			}
		}
		most = found > most ? found : most;
	}
	return most;
}

/*
 * How often a bank is met, at most, when each thread accesses the "vector" elements along mode "along" of the tile from
 * its first on, coordinates "c": 128 bytes at once.
 */
static int met(struct algebra *al, const struct plan *plan, const struct layout *coordinate, int along, int vector) {
	struct offsets c[2] = { offsets_init(al, layout_mode(coordinate[0], 0)),
		offsets_init(al, layout_mode(coordinate[1], 0)) };
	int element = dtype_bytes(problem_dtype(plan->problem, 0));
	int lanes = vector * element > WORD ? LANES * WORD / (vector * element) : LANES;
	int most = 0;
	for (int first = 0; first + lanes <= plan->threads; first += lanes) {
		int64_t places[ELEMENTS_MAX];
		int count = 0;
		for (int lane = first; lane < first + lanes; lane++) {
			for (int e = 0; e < vector; e++) {
				int64_t at[2] = { offsets_at(&c[0], lane), offsets_at(&c[1], lane) };
				at[along] += e;
				places[count++] = place(plan, at[0], at[1]);
			}
		}
		int found = wavefronts(places, count, element);
		most = found > most ? found : most;
	}
	return most;
}

/* No two elements of the tile have the same place. */
static bool is_injective(const struct plan *plan, int64_t rows, int64_t columns) {
	static bool taken[PLACES_MAX];
	memset(taken, 0, sizeof taken);
	for (int64_t i = 0; i < rows * columns; i++) {
		int64_t at = place(plan, i % rows, i / rows);
		if (at < 0 || at >= PLACES_MAX || taken[at]) {
			return false;
		}
		taken[at] = true;
	}
	return true;
}

int main(void) {
	int count = sizeof examples / sizeof examples[0];
	int failed = 0;
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (int i = 0; i < count; i++) {
		struct algebra al;
		struct opexpr op;
		struct opexpr_error error;
		struct target target = target_default();
		struct problem problem = { .rank = 2, .shape = { examples[i].shape[0], examples[i].shape[1] },
			.op = &op };
		problem_set_dtype(&problem, examples[i].dtype);
		algebra_init(&al, &arena);
		opexpr_parse(&arena, str_from("a"), &op, &error);
		struct tuple shape = tuple_pair(&al, tuple_int(problem.shape[0]), tuple_int(problem.shape[1]));
		problem.output = layout_from_shape_right(&al, shape);
		problem.operands[0] = layout_from_shape(&al, shape);
		struct plan plan = plan_make(&al, &problem, KERNEL_AUTO, (struct knobs){ .tile = examples[i].tile }, &target);
		int64_t rows = layout_size(&al, plan.tiler.modes[0].layout).value;
		int64_t columns = layout_size(&al, plan.tiler.modes[1].layout).value;
		bool exchanges = !algebra_failed(&al) && strcmp(plan_kind_name(&plan), "exchange") == 0;
		int taken = exchanges ? met(&al, &plan, plan.coordinate, 1 - plan.along, plan.deep) : 0;
		int staged = exchanges ? met(&al, &plan, plan.load_coordinate, 1 - plan.along, plan.vector[0]) : 0;
		if (!exchanges || !is_injective(&plan, rows, columns) || taken > examples[i].taken
				|| staged > examples[i].staged) {
			printf("FAIL: %s (%" PRId64 ",%" PRId64 ") tile %" PRId64 "x%" PRId64 ", Sw<%d,%d,%d>: banks are met %d and"
				" %d times\n", dtype_info(problem.output_dtype)->name, problem.shape[0], problem.shape[1], rows,
				columns, plan.swizzle.bits, plan.swizzle.base, plan.swizzle.shift, taken, staged);
			failed++;
		}
		arena_reset(&arena);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", count - failed, failed);
	return failed > 0;
}
