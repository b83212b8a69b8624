/*
 * src/algebra/solve against brute force: every layout of coordinates of A is tried, and those that satisfy the equation
 * are what is found, each once. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/infer.h"
#include "algebra/solve.h"
#include "samples.h"

enum { SIZE_MAX_A = 8, SIZE_MAX_B = 12, FUNCTIONS_MAX = 4096 };

struct tally {
	int passed, failed;
};

static void expect(struct tally *tally, bool holds, const char *what, int number) {
	if (holds) {
		tally->passed++;
	} else if (tally->failed++ < 10) {
		printf("sample %d: %s\n", number, what);
	}
}

static int64_t value_at(struct layout a, int64_t *i) {
	int64_t value = 0;
	for (int k = 0; tuple_is_tuple(a.shape) && k < a.shape.rank; k++) {
		value += value_at(layout_mode(a, k), i);
	}
	if (!tuple_is_tuple(a.shape)) {
		value = *i % a.shape.value * a.stride.value;
		*i /= a.shape.value;
	}
	return value;
}

static int64_t at(struct layout a, int64_t i) {
	return value_at(a, &i);
}

/* Functions that were seen, without those that are the same. */
struct functions {
	int count;
	int64_t values[FUNCTIONS_MAX][SIZE_MAX_B];
};

static void add_function(struct functions *functions, const int64_t *values, int64_t size) {
	for (int i = 0; i < functions->count; i++) {
		if (memcmp(functions->values[i], values, (size_t)size * sizeof *values) == 0) {
			return;
		}
	}
	if (functions->count < FUNCTIONS_MAX) {
		memcpy(functions->values[functions->count++], values, (size_t)size * sizeof *values);
	}
}

/* Try all strides for the digits of every way to write "left" as a product, from coordinate "done" on. */
static void try_all(const int64_t *a, int64_t size_a, const int64_t *b, int64_t size_b, int64_t *x, int64_t done,
	struct functions *functions) {
	if (done == size_b) {
		for (int64_t i = 0; i < size_b; i++) {
			if (a[x[i]] != b[i]) {
				return;
			}
		}
		add_function(functions, x, size_b);
		return;
	}
	for (int64_t extent = 2; extent <= size_b / done; extent++) {
		for (int64_t stride = 0; stride < size_a && size_b / done % extent == 0; stride++) {
			bool inside = true;
			for (int64_t i = done; i < done * extent && inside; i++) {
				x[i] = x[i - done] + stride;
				inside = x[i] < size_a;
			}
			if (inside) {
				try_all(a, size_a, b, size_b, x, done * extent, functions);
			}
		}
	}
}

static void inner(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	static struct functions functions;
	struct algebra al;
	int64_t values_a[SIZE_MAX_A];
	int64_t values_b[SIZE_MAX_B];
	int64_t x[SIZE_MAX_B] = { 0 };
	arena_reset(arena);
	algebra_init(&al, arena);
	struct layout a = sample_layout(samples, &al, SIZE_MAX_A);
	struct layout b = sample_layout(samples, &al, SIZE_MAX_B);
	if (number % 2 == 0) {
		/* One that has a solution: a(c) for a layout c of its coordinates, if that is a layout. */
		struct layout into = { tuple_int(2 + number % 4), tuple_int(sample_below(samples, 3)) };
		struct inferred made = infer_composition(&al, map_from_layout(a), map_from_layout(into));
		b = made.found && made.offset == 0 && made.swizzle.bits == 0 ? made.layout : b;
	}
	int64_t size_a = layout_size(&al, a).value;
	int64_t size_b = layout_size(&al, b).value;
	if (size_a > SIZE_MAX_A || size_b > SIZE_MAX_B || size_a < 1 || size_b < 1) {
		return;
	}
	b = layout_coalesce(&al, b);
	for (int64_t i = 0; i < size_a; i++) {
		values_a[i] = at(a, i);
	}
	for (int64_t i = 0; i < size_b; i++) {
		values_b[i] = at(b, i);
	}
	functions.count = 0;
	try_all(values_a, size_a, values_b, size_b, x, 1, &functions);
	/* One mode, so that layouts of it are all layouts of as many coordinates. */
	struct layout flat = { tuple_single(&al, b.shape), tuple_single(&al, b.stride) };
	struct solutions solutions = solve_inner(&al, map_from_layout(a), map_from_layout(flat));
	expect(tally, !algebra_failed(&al) && (solutions.count == functions.count || solutions.more),
		"another number of solutions than by trying all", number);
	for (int k = 0; k < solutions.count; k++) {
		bool right = true;
		for (int64_t i = 0; i < size_b && right; i++) {
			int64_t coordinate = at(solutions.layouts[k], i);
			right = coordinate >= 0 && coordinate < size_a && values_a[coordinate] == values_b[i];
		}
		expect(tally, right, "a solution that is none", number);
	}
}

/* X o A = B for B that is made so, and for B that is not. */
static void outer(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct layout a = sample_layout(samples, &al, 16);
	struct layout x = sample_layout(samples, &al, 64);
	int64_t size = layout_size(&al, a).value;
	if (layout_cosize(&al, a).value > layout_size(&al, x).value || size < 1) {
		return;
	}
	struct inferred made = infer_composition(&al, map_from_layout(x), map_from_layout(a));
	bool solvable = made.found && made.offset == 0 && made.swizzle.bits == 0;
	struct layout b = solvable ? made.layout : a;
	struct solutions solutions = solve_outer(&al, map_from_layout(a), map_from_layout(b));
	expect(tally, !algebra_failed(&al) && (!solvable || solutions.count > 0), "no solution is found", number);
	bool right = true;
	for (int64_t i = 0; i < size && solutions.count > 0 && right; i++) {
		right = at(solutions.layouts[0], at(a, i)) == at(b, i);
	}
	expect(tally, right, "a solution that is none", number);
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, 3);
	for (int i = 0; i < 4000 / SAMPLES_SLOWNESS; i++) {
		inner(&tally, &arena, &samples, i);
		outer(&tally, &arena, &samples, i);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
