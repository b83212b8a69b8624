/*
 * src/algebra/solve against brute force: every layout of coordinates of A is tried, and those that satisfy the equation
 * are what is found, each once. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/infer.h"
#include "algebra/solve.h"
#include "base/limits.h"
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

/* An equation A o X = B in numbers, and what is tried for X. */
struct equation {
	int64_t size_a, size_b;
	int64_t a[SIZE_MAX_A], b[SIZE_MAX_B], x[SIZE_MAX_B];
	int rank;
	int64_t extents[SIZE_MAX_B];
};

/* Try all strides for the digits of every way to write "left", of mode "mode", as a product, from "done" on. */
static void try_all(struct equation *e, int mode, int64_t done, int64_t left, struct functions *functions) {
	while (left == 1 && mode + 1 < e->rank) {
		left = e->extents[++mode];
	}
	if (left == 1) {
		for (int64_t i = 0; i < e->size_b; i++) {
			if (e->a[e->x[i]] != e->b[i]) {
				return;
			}
		}
		add_function(functions, e->x, e->size_b);
		return;
	}
	for (int64_t extent = 2; extent <= left; extent++) {
		for (int64_t stride = 0; stride < e->size_a && left % extent == 0; stride++) {
			bool inside = true;
			for (int64_t i = done; i < done * extent && inside; i++) {
				e->x[i] = e->x[i - done] + stride;
				inside = e->x[i] < e->size_a;
			}
			if (inside) {
				try_all(e, mode, done * extent, left / extent, functions);
			}
		}
	}
}

/* The first coordinate of B whose value A does not have; -1 if there is none. */
static int64_t first_missing(const struct equation *e) {
	for (int64_t i = 0; i < e->size_b; i++) {
		bool found = false;
		for (int64_t k = 0; k < e->size_a; k++) {
			found = found || e->a[k] == e->b[i];
		}
		if (!found) {
			return i;
		}
	}
	return -1;
}

/* The functions of all solutions are those that trying all strides gives, each once; B may have several modes. */
static void inner(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	static struct functions functions;
	struct algebra al;
	struct equation e = { .rank = 1 };
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
	e.size_a = layout_size(&al, a).value;
	e.size_b = layout_size(&al, b).value;
	if (e.size_a > SIZE_MAX_A || e.size_b > SIZE_MAX_B || e.size_a < 1 || e.size_b < 1) {
		return;
	}
	int64_t shift_a = number % 7 == 3 ? sample_below(samples, 3) : 0;
	int64_t shift_b = number % 7 == 3 ? sample_below(samples, 3) : 0;
	for (int64_t i = 0; i < e.size_a; i++) {
		e.a[i] = shift_a + at(a, i);
	}
	for (int64_t i = 0; i < e.size_b; i++) {
		e.b[i] = shift_b + at(b, i);
	}
	/* One mode, so that layouts of it are all layouts of as many coordinates; or the modes that it has. */
	struct layout flat = layout_coalesce(&al, b);
	flat = number % 3 == 0 ? b : (struct layout){ tuple_single(&al, flat.shape), tuple_single(&al, flat.stride) };
	e.rank = tuple_rank(flat.shape);
	for (int k = 0; k < e.rank; k++) {
		e.extents[k] = tuple_product(&al, tuple_mode(flat.shape, k)).value;
	}
	functions.count = 0;
	try_all(&e, 0, 1, e.extents[0], &functions);
	struct solutions solutions = solve_inner(&al, map_shifted(&al, shift_a, map_from_layout(a)),
		map_shifted(&al, shift_b, map_from_layout(flat)));
	expect(tally, !algebra_failed(&al) && (solutions.count == functions.count || solutions.more),
		"another number of solutions than by trying all", number);
	expect(tally, solutions.more == (functions.count > SOLUTIONS_MAX), "more than there is room for, or not", number);
	expect(tally, solutions.missing == first_missing(&e), "another value that A does not have", number);
	for (int k = 0; k < solutions.count; k++) {
		bool right = !tuple_is_tuple(flat.shape) || tuple_rank(solutions.layouts[k].shape) == e.rank;
		for (int64_t i = 0; i < e.size_b && right; i++) {
			int64_t coordinate = at(solutions.layouts[k], i);
			right = coordinate >= 0 && coordinate < e.size_a && e.a[coordinate] == e.b[i];
		}
		expect(tally, right, "a solution that is none", number);
	}
}

/* The first coordinate that says of a value of A what another one contradicts; X(0) is 0. */
static int64_t first_contradiction(const int64_t *a, const int64_t *b, int64_t size) {
	for (int64_t i = 0; i < size; i++) {
		if (a[i] == 0 && b[i] != 0) {
			return i;
		}
		for (int64_t k = 0; k < i; k++) {
			if (a[i] == a[k] && b[i] != b[k]) {
				return i;
			}
		}
	}
	return -1;
}

/* X o A = B for B that is made so, and for B that is not. */
static void outer(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct algebra al;
	int64_t values_a[16];
	int64_t values_b[16];
	arena_reset(arena);
	algebra_init(&al, arena);
	struct layout a = sample_layout(samples, &al, 16);
	struct layout x = sample_layout(samples, &al, 64);
	int64_t size = layout_size(&al, a).value;
	if (layout_cosize(&al, a).value > layout_size(&al, x).value || size < 1 || size > 16) {
		return;
	}
	struct inferred made = infer_composition(&al, map_from_layout(x), map_from_layout(a));
	bool solvable = made.found && made.offset == 0 && made.swizzle.bits == 0;
	struct layout b = solvable ? made.layout : a;
	int64_t shift_a = number % 5 == 1 ? sample_below(samples, 4) : 0;
	int64_t shift_b = number % 5 == 1 ? sample_below(samples, 3) : 0;
	if (number % 3 == 0) {
		b = (struct layout){ tuple_int(size), tuple_int(sample_below(samples, 3)) };
	}
	solvable = solvable && number % 3 != 0 && number % 5 != 1;
	for (int64_t i = 0; i < size; i++) {
		values_a[i] = shift_a + at(a, i);
		values_b[i] = shift_b + at(b, i);
	}
	struct solutions solutions = solve_outer(&al, map_shifted(&al, shift_a, map_from_layout(a)),
		map_shifted(&al, shift_b, map_from_layout(b)));
	expect(tally, !algebra_failed(&al) && (!solvable || solutions.count > 0), "no solution is found", number);
	int64_t witness = first_contradiction(values_a, values_b, size);
	expect(tally, solutions.witness == witness && (witness < 0 || solutions.count == 0),
		"another contradiction", number);
	bool right = solutions.missing == -1;
	for (int64_t i = 0; i < size && solutions.count > 0 && right; i++) {
		right = at(solutions.layouts[0], values_a[i]) == values_b[i];
	}
	expect(tally, right, "a solution that is none", number);
}

/*
 * (2,2):(5,7) reaches 12, but no layout of 13, 14 or 15 gives 1 for 5 and 2 for 7: one of 16 does. What it gives
 * elsewhere is free: 15, too, so that three modes are enough.
 */
static void longer_than_the_cosize(struct tally *tally, struct arena *arena) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct tuple shape = tuple_pair(&al, tuple_int(2), tuple_int(2));
	struct layout a = layout_of(&al, shape, tuple_pair(&al, tuple_int(5), tuple_int(7)));
	struct layout b = layout_of(&al, shape, tuple_pair(&al, tuple_int(1), tuple_int(2)));
	struct solutions solutions = solve_outer(&al, map_from_layout(a), map_from_layout(b));
	bool right = solutions.count == 1 && solutions.more && layout_size(&al, solutions.layouts[0]).value == 16;
	right = right && tuple_leaves(solutions.layouts[0].shape) == 3;
	for (int64_t i = 0; i < 4 && right; i++) {
		right = at(solutions.layouts[0], at(a, i)) == at(b, i);
	}
	expect(tally, right, "no layout of 16 is found", 0);
	solutions = solve_outer(&al, map_from_layout(layout_one()), map_from_layout(layout_one()));
	right = solutions.count == 1 && layout_size(&al, solutions.layouts[0]).value == 1;
	expect(tally, right, "no layout of one coordinate is found", 0);
}

/* What is refused: each limit, and one beyond. */
static void refusals(struct tally *tally, struct arena *arena) {
	static const char many[] = "65537 coordinates; the limit of an equation is 65536";
	static const struct {
		bool outer;
		int64_t a[2], b[2]; /* extent and stride */
		int64_t steps;
		enum fault_code code;
		const char *text;
	} cases[] = {
		{ false, { 65536, 1 }, { 2, 1 }, LIMIT_STEPS, FAULT_NONE, "" },
		{ false, { 65537, 1 }, { 2, 1 }, LIMIT_STEPS, FAULT_LIMIT, many },
		{ false, { 2, 1 }, { 65537, 0 }, LIMIT_STEPS, FAULT_LIMIT, many },
		{ false, { (int64_t)1 << 60, 1 }, { 2, 1 }, LIMIT_STEPS, FAULT_LIMIT,
			"1152921504606846976 coordinates; the limit of an equation is 65536" },
		{ false, { 0, 1 }, { 2, 1 }, LIMIT_STEPS, FAULT_DOMAIN, "a layout without coordinates" },
		{ false, { 2, 1 }, { 0, 1 }, LIMIT_STEPS, FAULT_DOMAIN, "a layout without coordinates" },
		{ false, { 64, 1 }, { 64, 1 }, 20, FAULT_LIMIT, "the evaluation takes more than 4194304 steps" },
		{ true, { 2, 1 }, { 3, 1 }, LIMIT_STEPS, FAULT_DOMAIN, "A has 2 coordinates, but B 3" },
		{ true, { 2, -1 }, { 2, 1 }, LIMIT_STEPS, FAULT_DOMAIN, "A gives -1, which is no coordinate below 65536" },
		{ true, { 2, 65535 }, { 2, 1 }, LIMIT_STEPS, FAULT_NONE, "" },
		{ true, { 2, 65536 }, { 2, 1 }, LIMIT_STEPS, FAULT_DOMAIN,
			"A gives 65536, which is no coordinate below 65536" },
		{ true, { 2, INT64_MAX }, { 2, 1 }, LIMIT_STEPS, FAULT_DOMAIN,
			"A gives 9223372036854775807, which is no coordinate below 65536" },
		{ true, { 2, 1 }, { 2, INT64_MIN + 1 }, LIMIT_STEPS, FAULT_DOMAIN,
			"values are from -2^62 + 1 to 2^62 - 1, not -9223372036854775807" },
		{ true, { 2, 1 }, { 2, INT64_MIN }, LIMIT_STEPS, FAULT_DOMAIN,
			"values are from -2^62 + 1 to 2^62 - 1, not -9223372036854775808" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct algebra al;
		arena_reset(arena);
		algebra_init(&al, arena);
		struct map a = map_from_layout(layout_of(&al, tuple_int(cases[i].a[0]), tuple_int(cases[i].a[1])));
		struct map b = map_from_layout(layout_of(&al, tuple_int(cases[i].b[0]), tuple_int(cases[i].b[1])));
		al.steps = cases[i].steps;
		cases[i].outer ? solve_outer(&al, a, b) : solve_inner(&al, a, b);
		bool right = al.fault.code == cases[i].code && strcmp(al.fault.text, cases[i].text) == 0;
		expect(tally, right, al.fault.text, (int)i);
	}
}

/* A that gives 0 everywhere has as many solutions as coordinates; the first 64 are found. */
static void many(struct tally *tally, struct arena *arena) {
	static const int64_t sizes[] = { 1, 2, 63, 64, 65, 100 };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct algebra al;
		arena_reset(arena);
		algebra_init(&al, arena);
		struct map a = map_from_layout(layout_of(&al, tuple_int(sizes[i]), tuple_int(0)));
		struct map b = map_from_layout(layout_of(&al, tuple_int(2), tuple_int(0)));
		struct solutions found = solve_inner(&al, a, b);
		int count = sizes[i] < SOLUTIONS_MAX ? (int)sizes[i] : SOLUTIONS_MAX;
		bool right = found.count == count && found.more == (sizes[i] > SOLUTIONS_MAX);
		for (int k = 0; k < count && right; k++) {
			right = layout_equal(found.layouts[k], (struct layout){ tuple_int(2), tuple_int(k) });
		}
		expect(tally, right, "the first of many", (int)i);
		/* A layout without modes has one coordinate. */
		struct map none = map_from_layout((struct layout){ tuple_of(&al, NULL, 0), tuple_of(&al, NULL, 0) });
		found = solve_inner(&al, a, none);
		expect(tally, found.count == 1 && layout_size(&al, found.layouts[0]).value == 1, "one coordinate", (int)i);
	}
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, 3);
	refusals(&tally, &arena);
	longer_than_the_cosize(&tally, &arena);
	many(&tally, &arena);
	for (int i = 0; i < 4000 / SAMPLES_SLOWNESS; i++) {
		inner(&tally, &arena, &samples, i);
		outer(&tally, &arena, &samples, i);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
