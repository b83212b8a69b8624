/*
 * Where exchanged tiles stand in shared memory: each element in a place of its own, and a warp that computes meets each
 * bank at most as often as it must, counted by definition from the plan's coordinates. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/opexpr.h"
#include "gpu/planner.h"

enum { LANES = 32, BANKS = 32, WORD = 4, PLACES_MAX = 1 << 16 };

/* A transposing copy, and the wavefronts that one access of a warp may take. */
static const struct {
	enum dtype dtype;
	int64_t shape[2];
	int tile;               /* the knob; 0 for the plan's own */
	int wavefronts;
} examples[] = {
	{ DTYPE_F16, { 4096, 8192 }, 0, 2 },
	{ DTYPE_F16, { 7906, 11220 }, 0, 1 },
	{ DTYPE_F16, { 7907, 11221 }, 0, 1 },
	{ DTYPE_F16, { 4096, 8192 }, 12, 1 },
	{ DTYPE_F16, { 4096, 8192 }, 24, 2 },
	{ DTYPE_F16, { 4096, 8192 }, 82, 4 },
	{ DTYPE_BF16, { 333, 17248 }, 14, 2 },
	{ DTYPE_F32, { 4096, 8192 }, 0, 2 },
	{ DTYPE_F32, { 4095, 8193 }, 0, 1 },
	{ DTYPE_F32, { 4096, 8192 }, 11, 1 },
	{ DTYPE_F32, { 4096, 8192 }, 33, 4 },
	{ DTYPE_I8, { 4096, 8192 }, 0, 2 },
	{ DTYPE_F64, { 4096, 8192 }, 0, 2 },
	{ DTYPE_F16, { 16, 100000 }, 0, 2 },
	{ DTYPE_F16, { 100000, 16 }, 0, 4 },
};

static int64_t place(const struct plan *plan, int64_t i0, int64_t i1) {
	int64_t at = plan->along == 0 ? i0 * plan->pitch + i1 : i1 * plan->pitch + i0;
	return swizzle_apply(plan->swizzle, at);
}

/* The most different words of one bank among the places. */
static int wavefronts(const int64_t *places, int count, int element) {
	int most = 0;
	for (int bank = 0; bank < BANKS; bank++) {
		int64_t words[LANES];
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

/* What is wrong with the places of "plan", or NULL. */
static const char *fault_of(struct algebra *al, const struct plan *plan, int64_t rows, int64_t columns, int allowed) {
	static bool taken[PLACES_MAX];
	memset(taken, 0, sizeof taken);
	for (int64_t i = 0; i < rows * columns; i++) {
		int64_t at = place(plan, i % rows, i / rows);
		if (at < 0 || at >= PLACES_MAX || taken[at]) {
			return "two elements in one place";
		}
		taken[at] = true;
	}
	int element = dtype_bytes(problem_dtype(plan->problem, 0));
	int together = element > WORD ? LANES / 2 : LANES;   /* 8 bytes a lane: half a warp at a time */
	struct offsets c[2] = { offsets_init(al, layout_mode(plan->coordinate[0], 0)),
		offsets_init(al, layout_mode(plan->coordinate[1], 0)) };
	for (int first = 0; first + together <= plan->threads; first += together) {
		int64_t places[LANES];
		for (int lane = 0; lane < together; lane++) {
			places[lane] = place(plan, offsets_at(&c[0], first + lane), offsets_at(&c[1], first + lane));
		}
		if (wavefronts(places, together, element) > allowed) {
			return "a bank is met too often";
		}
	}
	return NULL;
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
		const char *fault = algebra_failed(&al) || strcmp(plan_kind_name(&plan), "exchange") != 0 ? "no exchange" :
			fault_of(&al, &plan, rows, columns, examples[i].wavefronts);
		if (fault != NULL) {
			printf("FAIL: %s (%" PRId64 ",%" PRId64 ") tile %" PRId64 "x%" PRId64 ", Sw<%d,%d,%d>: %s\n",
				dtype_info(problem.output_dtype)->name, problem.shape[0], problem.shape[1], rows, columns,
				plan.swizzle.bits,
				plan.swizzle.base, plan.swizzle.shift, fault);
			failed++;
		}
		arena_reset(&arena);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", count - failed, failed);
	return failed > 0;
}
