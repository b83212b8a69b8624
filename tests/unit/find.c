/*
 * "find swizzle" against brute force: on random problems every swizzle and every padding of the family is tried, and
 * conflicts are counted word by word. Nothing of the program counts or lists here but what is tested.
 */
#include <criterion/criterion.h>

#include "samples.h"
#include "tool/find_swizzle.h"

enum { LANES = 32, ACCESSES = 3, WORDS = 32 };

/* A matrix of 32-bit elements, rows one after the other, and lanes that each access one element. */
struct problem {
	int64_t rows, columns;
	int count;
	int64_t cell[ACCESSES][LANES]; /* column-major */
	struct found_access accesses[ACCESSES];
};

/* Lanes as r x c places, at steps in the rows and in the columns. */
static void random_access(struct samples *samples, struct algebra *al, struct problem *problem) {
	int64_t r = 1;
	int64_t c = LANES;
	for (int64_t bits = sample_below(samples, 6); bits > 0; bits--) {
		r *= 2;
		c /= 2;
	}
	while (r > problem->rows) {
		r /= 2;
	}
	while (c > problem->columns) {
		c /= 2;
	}
	int64_t row_step = sample_between(samples, 1, problem->rows / r);
	int64_t column_step = sample_between(samples, 1, problem->columns / c);
	int64_t repeats = LANES / (r * c);
	int64_t *cell = problem->cell[problem->count];
	for (int lane = 0; lane < LANES; lane++) {
		cell[lane] = lane % r * row_step + lane / r % c * column_step * problem->rows;
	}
	struct tuple shape[] = { tuple_int(r), tuple_int(c), tuple_int(repeats) };
	struct tuple stride[] = { tuple_int(row_step), tuple_int(column_step * problem->rows), tuple_int(0) };
	struct tuple *shapes = tuple_modes_new(al, 3);
	struct tuple *strides = tuple_modes_new(al, 3);
	memcpy(shapes, shape, sizeof shape);
	memcpy(strides, stride, sizeof stride);
	struct layout *modes = arena_array(al->arena, 2, sizeof *modes);
	modes[0] = layout_make(al, tuple_of(al, shapes, 3), tuple_of(al, strides, 3));
	modes[1] = layout_make(al, tuple_int(1), tuple_int(0));
	struct map map = map_from_layout(layout_from_modes(al, modes, 2));
	problem->accesses[problem->count++] = (struct found_access){ .map = map };
}

/* The words in one bank in the worst access, with "padding" words behind each row and the swizzle given. */
static int worst_ways(const struct problem *problem, int64_t padding, int bits, int base, int shift) {
	int worst = 1;
	for (int k = 0; k < problem->count; k++) {
		int64_t words[LANES];
		int used[WORDS] = { 0 };
		for (int lane = 0; lane < LANES; lane++) {
			int64_t row = problem->cell[k][lane] % problem->rows;
			int64_t column = problem->cell[k][lane] / problem->rows;
			int64_t word = row * (problem->columns + padding) + column;
			word ^= (word >> shift) & ((((int64_t)1 << bits) - 1) << base);
			bool is_new = true;
			for (int other = 0; other < lane; other++) {
				is_new = is_new && words[other] != word;
			}
			words[lane] = word;
			used[word % WORDS] += is_new ? 1 : 0;
			worst = used[word % WORDS] > worst ? used[word % WORDS] : worst;
		}
	}
	return worst;
}

static int least_ways(const struct problem *problem) {
	int least = LANES;
	for (int64_t padding = 0; padding <= WORDS; padding++) {
		int alone = worst_ways(problem, padding, 0, 0, 0);
		least = alone < least ? alone : least;
		for (int bits = 1; bits <= 6; bits++) {
			for (int base = 0; base < 8 && least > 1; base++) {
				for (int shift = bits; base + shift < 12; shift++) {
					int ways = worst_ways(problem, padding, bits, base, shift);
					least = ways < least ? ways : least;
				}
			}
		}
	}
	return least;
}

Test(find, the_winner_has_the_fewest_conflicts_of_the_family) {
	static const int64_t extents[] = { 8, 16, 32, 64, 20, 33, 12 };
	struct samples samples;
	struct arena arena;
	int impossible = 0;
	samples_init(&samples, 20);
	arena_init(&arena, NULL, NULL);
	for (int round = 0; round < 120 / SAMPLES_SLOWNESS; round++) {
		struct algebra al;
		algebra_init(&al, &arena);
		struct problem problem = { .rows = extents[sample_below(&samples, 7)],
			.columns = extents[sample_below(&samples, 7)] };
		int accesses = (int)sample_between(&samples, 1, ACCESSES);
		while (problem.count < accesses) {
			random_access(&samples, &al, &problem);
		}
		struct tuple *shape = tuple_modes_new(&al, 2);
		struct tuple *stride = tuple_modes_new(&al, 2);
		shape[0] = tuple_int(problem.rows);
		shape[1] = tuple_int(problem.columns);
		stride[0] = tuple_int(problem.columns);
		stride[1] = tuple_int(1);
		struct layout memory = layout_make(&al, tuple_of(&al, shape, 2), tuple_of(&al, stride, 2));
		struct swizzle_search search = find_swizzle(&al, memory, 32, problem.accesses, problem.count);
		cr_assert(!algebra_failed(&al), "round %d: %s", round, al.fault.text);
		int least = least_ways(&problem);
		impossible += least > 1 ? 1 : 0;
		const struct swizzle_candidate *best = &search.best[0];
		cr_expect_eq(best->ways, least, "round %d: %d ways, brute force has %d", round, best->ways, least);
		cr_expect_eq(search.before.ways, worst_ways(&problem, 0, 0, 0, 0), "round %d, before", round);
		int again = best->swizzle.bits == 0 ? worst_ways(&problem, best->padding, 0, 0, 0)
			: worst_ways(&problem, best->padding, best->swizzle.bits, best->swizzle.base,
				best->swizzle.shift);
		cr_expect_eq(again, best->ways, "round %d: the winner has %d ways", round, again);
		arena_reset(&arena);
	}
	cr_expect_gt(impossible, 0);
	arena_finish(&arena);
}
