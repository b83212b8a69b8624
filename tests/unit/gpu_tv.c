/*
 * Thousands of thread-value layouts over tiles of any extents, about half of them wrong, against brute force: one that
 * gives each element of the tile to exactly one thread and value is proved, and each thread then has the elements that
 * it gives it; none of the others is. Those that reduce are proved too, or said to be more than the kernel can. Modes
 * of two strides are proved by every kernel, but where a tile cuts them.
 *
 *     gpu_tv [COUNT [SEED]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/bench.h"
#include "gpu/kinds/tile.h"
#include "gpu/planner.h"
#include "gpu/tiling.h"

enum { FACTORS_MAX = 12, TILE_MAX = 4096 };

struct tester {
	struct arena arena;
	uint32_t state;
	int passed, failed;
	int right, wrong;          /* layouts drawn */
	int reduced, irregular;    /* reductions proved, and refused */
};

static int draw(struct tester *tester, int choices) {
	tester->state = tester->state * 1664525u + 1013904223u;
	return (int)((tester->state >> 8) % (uint32_t)choices);
}

/* A layout as plain numbers: modes of the threads first, then of the values. */
struct drawn {
	int64_t extent[FACTORS_MAX], stride[FACTORS_MAX];
	int threads, modes;        /* modes of the threads, and all */
	int64_t tile[2], shape[2];
	char memory;
};

/* --- brute force --- */

static int64_t count_of(const struct drawn *d, int first, int last) {
	int64_t count = 1;
	for (int i = first; i < last; i++) {
		count *= d->extent[i];
	}
	return count;
}

static int64_t number_at(const struct drawn *d, int first, int last, int64_t i) {
	int64_t number = 0;
	for (int m = first; m < last; m++) {
		number += i % d->extent[m] * d->stride[m];
		i /= d->extent[m];
	}
	return number;
}

/* Whether each element of the tile has one owner; "owner" is its thread. */
static bool is_right(const struct drawn *d, int *owner) {
	int64_t size = d->tile[0] * d->tile[1];
	int64_t threads = count_of(d, 0, d->threads);
	int64_t values = count_of(d, d->threads, d->modes);
	for (int64_t i = 0; i < size; i++) {
		owner[i] = -1;
	}
	for (int64_t t = 0; t < threads; t++) {
		for (int64_t v = 0; v < values; v++) {
			int64_t number = number_at(d, 0, d->threads, t) + number_at(d, d->threads, d->modes, v);
			if (number < 0 || number >= size || owner[number] >= 0) {
				return false;
			}
			owner[number] = (int)t;
		}
	}
	return threads * values == size;
}

/* --- random layouts --- */

/* The factors of the tile in a random order, the strides those of another; some threads, the rest values. */
static void draw_right(struct tester *tester, struct drawn *d) {
	int64_t factors[FACTORS_MAX];
	int order[FACTORS_MAX];
	*d = (struct drawn){ .tile = { 1, 1 } };
	for (int i = 0; i < 2; i++) {
		int parts = 1 + draw(tester, 3);
		for (int n = 0; n < parts; n++) {
			int64_t factor = 1 + draw(tester, 6);
			d->tile[i] *= factor;
			factors[d->modes++] = factor;
		}
	}
	for (int i = 0; i < d->modes; i++) {
		order[i] = i;
	}
	for (int i = d->modes - 1; i > 0; i--) {
		int j = draw(tester, i + 1);
		int swap = order[i];
		order[i] = order[j];
		order[j] = swap;
	}
	int64_t stride = 1;
	for (int i = 0; i < d->modes; i++) {
		d->extent[order[i]] = factors[i];
		d->stride[order[i]] = stride;
		stride *= factors[i];
	}
	d->threads = draw(tester, d->modes + 1);
	for (int i = 0; i < 2; i++) {
		d->shape[i] = 1 + draw(tester, (int)(3 * d->tile[i]));
	}
	d->memory = "rcp"[draw(tester, 3)];
}

/* One number other than it was. */
static void spoil(struct tester *tester, struct drawn *d) {
	int i = draw(tester, d->modes);
	switch (draw(tester, 6)) {
	case 0: d->stride[i] += 1 + draw(tester, 3); break;
	case 1: d->stride[i] = 0; break;
	case 2: d->stride[i] *= 2; break;
	case 3: d->extent[i] += 1; break;
	case 4: d->tile[draw(tester, 2)] += 1; break;
	default: d->extent[i] = d->extent[i] > 1 ? d->extent[i] - 1 : 2; break;
	}
}

static struct layout drawn_layout(struct algebra *al, const struct drawn *d, int first, int last) {
	int rank = last - first;
	if (rank == 0) {
		return layout_one();
	}
	struct tuple *shape = tuple_modes_new(al, rank);
	struct tuple *stride = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		shape[i] = tuple_int(d->extent[first + i]);
		stride[i] = tuple_int(d->stride[first + i]);
	}
	return layout_make(al, tuple_of(al, shape, rank), tuple_of(al, stride, rank));
}

static void put_name(const struct drawn *d, char *text, size_t size) {
	size_t length = (size_t)snprintf(text, size,
		"--shape=%" PRId64 ",%" PRId64 " --tile=%" PRId64 ",%" PRId64 " %c tv ",
		d->shape[0], d->shape[1], d->tile[0], d->tile[1], d->memory);
	for (int i = 0; i < d->modes && length < size; i++) {
		length += (size_t)snprintf(text + length, size - length, "%s%" PRId64 ":%" PRId64, i == d->threads ? " | " :
			" ",
			d->extent[i], d->stride[i]);
	}
}

/* --- the verdicts --- */

static void report(struct tester *tester, const struct drawn *d, bool good, const char *what, const char *text) {
	char name[400];
	if (good) {
		tester->passed++;
		return;
	}
	tester->failed++;
	put_name(d, name, sizeof name);
	printf("FAIL: %s: %s: %s\n", name, what, text);
}

static void memory_strides(const struct drawn *d, int64_t stride[2]) {
	int64_t row = d->memory == 'p' ? d->shape[1] + 5 : d->shape[1];
	stride[0] = d->memory == 'c' ? 1 : row;
	stride[1] = d->memory == 'c' ? d->shape[0] : 1;
}

/* Whether each thread leaves its results where the layout has its elements. */
static bool threads_are_right(struct algebra *al, const struct plan *plan, const struct drawn *d, const int *owner) {
	struct proof_run run = proof_run_at(al, plan, plan->inputs, false, 0);
	struct proof_counts counts;
	int64_t stride[2];
	uint32_t *entries = arena_array(al->arena, (size_t)run.count, sizeof *entries);
	int *expected = arena_array(al->arena, (size_t)run.reach, sizeof *expected);
	memory_strides(d, stride);
	memset(entries, 0xff, (size_t)run.count * sizeof *entries);
	for (int64_t i = 0; i < d->shape[0] * d->shape[1]; i++) {
		int64_t c0 = i % d->shape[0];
		int64_t c1 = i / d->shape[0];
		expected[c0 * stride[0] + c1 * stride[1]] = owner[c0 % d->tile[0] + c1 % d->tile[1] * d->tile[0]] + 1;
	}
	proof_run_on_host(al, plan, &run, entries, &counts);
	for (int64_t n = 0; n < run.count; n++) {
		if (entries[n] != PROOF_NONE && expected[entries[n]] != n % plan->threads + 1) {
			return false;
		}
	}
	return true;
}

static bool prove(struct algebra *al, const struct plan *plan, struct proof *proof) {
	for (int k = 0; k <= plan->inputs; k++) {
		bench_prove_on_host(al, plan, k, proof);
		if (!proof->good || algebra_failed(al)) {
			return false;
		}
	}
	return true;
}

static void try_reduction(struct tester *tester, struct algebra *al, struct problem problem, const struct drawn *d,
		enum kernel kernel) {
	struct target target = target_default();
	struct proof proof = { .text = "" };
	problem.reduce = REDUCE_SUM;
	problem.reduced = 1u << draw(tester, 2);
	struct plan plan = plan_make(al, &problem, kernel, (struct knobs){ 0 }, &target);
	if (algebra_failed(al)) {
		bool is_known = al->fault.code == FAULT_UNSUPPORTED || al->fault.code == FAULT_LIMIT
			|| strstr(al->fault.text, "divi") != NULL;
		tester->irregular++;
		report(tester, d, is_known, "a reduction is refused", al->fault.text);
		return;
	}
	tester->reduced++;
	report(tester, d, prove(al, &plan, &proof), "a reduction is not proved", proof.text);
}

static void try_layout(struct tester *tester, const struct drawn *d, const struct opexpr *op) {
	static int owner[TILE_MAX];
	struct algebra al;
	struct target target = target_default();
	struct proof proof = { .text = "" };
	int64_t stride[2];
	algebra_init(&al, &tester->arena);
	memory_strides(d, stride);
	struct layout modes[2] = { drawn_layout(&al, d, 0, d->threads), drawn_layout(&al, d, d->threads, d->modes) };
	struct problem problem = { .rank = 2, .shape = { d->shape[0], d->shape[1], 1 }, .op = op,
		.has_tv = true, .tile = tuple_pair(&al, tuple_int(d->tile[0]), tuple_int(d->tile[1])) };
	problem_set_dtype(&problem, DTYPE_F16);
	problem.tv = layout_from_modes(&al, modes, 2);
	problem.output = layout_make(&al, tuple_pair(&al, tuple_int(d->shape[0]), tuple_int(d->shape[1])),
		tuple_pair(&al, tuple_int(stride[0]), tuple_int(stride[1])));
	problem.operands[0] = problem.output;
	bool right = is_right(d, owner);
	tester->right += right;
	tester->wrong += !right;
	enum kernel kernel = draw(tester, 2) == 0 ? KERNEL_TV : KERNEL_TV_REMAP;
	struct plan plan = plan_make(&al, &problem, kernel, (struct knobs){ 0 }, &target);
	bool planned = !algebra_failed(&al);
	const char *why = planned ? proof.text : al.fault.text;
	bool proved = planned && prove(&al, &plan, &proof);
	report(tester, d, proved == right, right ? "a right layout is refused" : "a wrong layout is accepted", why);
	if (right && proved) {
		report(tester, d, threads_are_right(&al, &plan, d, owner), "a thread has other elements", "");
		try_reduction(tester, &al, problem, d, kernel);
	}
}

/* --- who has which elements of a tile --- */

/* "threads:step values:step" over a tile of "size" elements, the other one as it was given. */
static const struct {
	int64_t size;
	int64_t is[4], given[4];
	bool same;                 /* each thread has the elements that were given to it */
} dealt[] = {
	{ 24, { 4, 1, 6, 4 }, { 4, 1, 6, 4 }, true },
	{ 24, { 4, 6, 6, 1 }, { 4, 6, 6, 1 }, true },
	{ 24, { 1, 0, 24, 1 }, { 1, 0, 24, 1 }, true },
	{ 24, { 24, 1, 1, 0 }, { 24, 1, 1, 0 }, true },
	{ 24, { 4, 1, 6, 4 }, { 4, 6, 6, 1 }, false },
	{ 24, { 4, 1, 3, 4 }, { 4, 1, 6, 4 }, false },    /* not all of them */
	{ 24, { 4, 1, 6, 4 }, { 4, 1, 3, 4 }, false },
	{ 24, { 4, 1, 7, 4 }, { 4, 1, 6, 4 }, false },    /* more */
	{ 24, { 4, 1, 6, 8 }, { 4, 1, 6, 4 }, false },    /* beyond the tile */
	{ 24, { 4, 1, 6, -4 }, { 4, 1, 6, 4 }, false },
	{ 24, { 4, 1, 6, 0 }, { 4, 1, 6, 4 }, false },    /* twice */
	{ 24, { 4, 0, 6, 4 }, { 4, 1, 6, 4 }, false },
	{ 2, { 1, 0, 2, 0 }, { 1, 0, 2, 1 }, false },
	{ 2, { 2, 0, 1, 0 }, { 2, 1, 1, 0 }, false },
};

static struct layout dealt_layout(struct algebra *al, const int64_t *numbers, bool has_tiles) {
	struct layout modes[3] = { layout_of_int(numbers[0], numbers[1]), layout_of_int(numbers[2], numbers[3]),
		layout_of_int(1, 0) };
	return layout_from_modes(al, modes, has_tiles ? 3 : 2);
}

/* One tile in a row, so that the number of an element is its offset and its coordinate. */
static void try_dealt(struct tester *tester, const struct opexpr *op) {
	for (size_t i = 0; i < sizeof dealt / sizeof dealt[0]; i++) {
		struct algebra al;
		struct target target = target_default();
		algebra_init(&al, &tester->arena);
		struct layout given = dealt_layout(&al, dealt[i].given, false);
		struct layout row = layout_of_int(dealt[i].size, 1);
		struct problem problem = { .rank = 1, .shape = { dealt[i].size }, .op = op, .has_tv = true,
			.tile = tuple_int(dealt[i].size), .tv = layout_from_modes(&al, (struct layout[]){ row, layout_one() }, 2),
			.output = layout_from_modes(&al, &row, 1) };
		problem_set_dtype(&problem, DTYPE_F16);
		problem.operands[0] = problem.output;
		struct plan plan = plan_make(&al, &problem, KERNEL_TV, (struct knobs){ 0 }, &target);
		plan.tv = dealt_layout(&al, dealt[i].is, false);
		plan.access[0] = plan.access[1] = plan.coordinate[0] = dealt_layout(&al, dealt[i].is, true);
		bool same = tile_is_composed(&al, &plan, given);
		bool good = same == dealt[i].same && !algebra_failed(&al);
		tester->passed += good;
		tester->failed += !good;
		if (!good) {
			printf("FAIL: dealt %zu: %d %s\n", i, same, algebra_failed(&al) ? al.fault.text : "");
		}
		arena_reset(&tester->arena);
	}
}

/* --- modes of two strides --- */

/* Mode 0 of a tensor: "run" elements side by side, then the next so many, "gap" elements on. */
struct split {
	int64_t run, gap;
};

static struct split draw_split(struct tester *tester, int64_t extent) {
	struct split split = { .run = 1 + draw(tester, (int)extent), .gap = draw(tester, 3) };
	while (extent % split.run != 0) {
		split.run--;
	}
	return split;
}

static bool is_cut(const struct split *split, int64_t extent, int64_t tile) {
	bool is_one = split->run == 1 || split->run == extent || split->gap == 0;
	return !is_one && split->run % tile != 0 && tile % split->run != 0;
}

/* Memory of "extent" such elements and "columns" of them. */
static struct layout split_layout(struct algebra *al, const struct split *split, int64_t extent, int64_t columns) {
	int64_t runs = extent / split->run;
	int64_t step = split->run + split->gap;
	struct layout modes[2] = { layout_of_pair(al, split->run, runs, 1, step), layout_of_int(columns, runs * step) };
	return layout_from_modes(al, modes, 2);
}

/* Each kernel proves a + b, but that which has tiles as given, where they cut a tensor. */
static void try_split(struct tester *tester, const struct opexpr *op) {
	static const int64_t extents[] = { 1, 12, 14, 24, 30, 40, 42, 60, 96 };
	struct algebra al;
	struct target target = target_default();
	struct split splits[3];
	algebra_init(&al, &tester->arena);
	int64_t extent = extents[draw(tester, sizeof extents / sizeof extents[0])];
	int64_t columns = 1 + draw(tester, 5);
	int64_t tile = 1 + draw(tester, (int)(extent < 16 ? extent : 16));
	struct problem problem = { .rank = 2, .shape = { extent, columns, 1 }, .op = op, .has_tv = true,
		.tile = tuple_pair(&al, tuple_int(tile), tuple_int(2)), .tv = layout_of_pair(&al, tile, 2, 1, tile) };
	problem_set_dtype(&problem, DTYPE_F32);
	bool cuts = false;
	for (int k = 0; k < 3; k++) {
		splits[k] = draw_split(tester, extent);
		cuts = cuts || is_cut(&splits[k], extent, tile);
		*(k < 2 ? &problem.operands[k] : &problem.output) = split_layout(&al, &splits[k], extent, columns);
	}
	for (enum kernel kernel = KERNEL_NAIVE; kernel <= KERNEL_AUTO; kernel++) {
		struct proof proof = { .text = "" };
		struct plan plan = plan_make(&al, &problem, kernel, (struct knobs){ 0 }, &target);
		bool refused = algebra_failed(&al) && al.fault.code == FAULT_DIVIDE;
		bool good = cuts && kernel_has_tv(kernel) ? refused : !algebra_failed(&al) && prove(&al, &plan, &proof);
		tester->passed += good;
		tester->failed += !good;
		if (!good) {
			printf("FAIL: %s of (%" PRId64 ",%" PRId64 "), runs of %" PRId64 " %" PRId64 " %" PRId64 ", tiles of %"
				PRId64 ": %s%s\n", kernel_name(kernel), extent, columns, splits[0].run, splits[1].run, splits[2].run,
				tile, proof.text, al.fault.text);
		}
		fault_clear(&al.fault);
	}
	arena_reset(&tester->arena);
}

int main(int argc, char **argv) {
	struct tester tester = { .state = argc > 2 ? (uint32_t)atoi(argv[2]) : 1 };
	struct arena lasting;
	struct opexpr op;
	struct opexpr sum;
	struct opexpr_error error;
	int count = argc > 1 ? atoi(argv[1]) : 8000;
	arena_init(&tester.arena, NULL, NULL);
	arena_init(&lasting, NULL, NULL);
	opexpr_parse(&lasting, str_from("a"), &op, &error);
	opexpr_parse(&lasting, str_from("a+b"), &sum, &error);
	try_dealt(&tester, &op);
	for (int i = 0; i < count; i++) {
		struct drawn d;
		do {
			draw_right(&tester, &d);
		} while (d.tile[0] * d.tile[1] > TILE_MAX / 2 || count_of(&d, 0, d.threads) > THREADS_MAX
			|| count_of(&d, d.threads, d.modes) > VALUES_MAX);
		if (i % 2 == 1) {
			spoil(&tester, &d);
		}
		if (d.tile[0] * d.tile[1] <= TILE_MAX) {
			try_layout(&tester, &d, &op);
		}
		arena_reset(&tester.arena);
	}
	for (int i = 0; i < count / 8; i++) {
		try_split(&tester, &sum);
	}
	arena_finish(&tester.arena);
	arena_finish(&lasting);
	printf("%d right and %d wrong layouts; %d reductions proved, %d more than the kernel can\n", tester.right,
		tester.wrong,
		tester.reduced, tester.irregular);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0 || tester.right == 0 || tester.wrong == 0;
}
