/*
 * What the algebra says of the numbers of a plan, of a tile and a thread-value layout that are given, by hand: which
 * element a number is of, where that is, what is recorded of it; and each mistake in words. Prints "N passed, N
 * failed".
 */
#include <inttypes.h>
#include <string.h>

#include "gpu/claim.h"
#include "gpu/planner.h"
#include "gpu/proof.h"
#include "gpu/tiling.h"
#include "tally.h"

/* Tiles of 4 x 6 over 5 x 7: four blocks. Thread t and value v have element (t % 4, v + 3 * (t / 4)) of a tile. */
enum { ROWS = 5, COLUMNS = 7, TILE_ROWS = 4, TILE_COLUMNS = 6, THREADS = 8, VALUES = 3, BLOCKS = 4 };
enum { NUMBERS = THREADS * VALUES * BLOCKS, PITCH = 9, START = 3, PITCH_OUT = 70, START_OUT = 5 };

struct tester {
	struct tally tally;
	struct arena arena;
	struct algebra al;
	struct opexpr op;
	struct problem problem;
	struct plan plan;
	struct claims claims;
	struct proof_run run;
};

static void make_plan(struct tester *tester, enum kernel kernel, enum reduce reduce) {
	struct algebra *al = &tester->al;
	struct target target = target_default();
	struct opexpr_error error;
	algebra_init(al, &tester->arena);
	opexpr_parse(&tester->arena, str_from("a"), &tester->op, &error);
	struct problem *problem = &tester->problem;
	*problem = (struct problem){ .rank = 2, .shape = { ROWS, COLUMNS }, .op = &tester->op, .reduce = reduce,
		.reduced = 2, .has_tv = kernel != KERNEL_AUTO, .operand_dtypes = { DTYPE_F32 }, .output_dtype = DTYPE_I8,
		.operand_starts = { START }, .output_start = START_OUT };
	problem->operands[0] = layout_of_pair(al, ROWS, COLUMNS, PITCH, 1);
	problem->output = layout_of_pair(al, ROWS, COLUMNS, PITCH_OUT, 1);
	if (reduce != REDUCE_NONE) {
		problem->output_dtype = reduce_is_arg(reduce) ? DTYPE_I32 : DTYPE_F32;
		problem->output_start = 0;
	}
	problem->tile = tuple_pair(al, tuple_int(TILE_ROWS), tuple_int(TILE_COLUMNS));
	problem->tv = layout_of_modes(al, layout_of_pair(al, 4, 2, 1, 12), layout_of_int(3, 4));
	tester->plan = plan_make(al, problem, kernel, (struct knobs){ 0 }, &target);
	expect(&tester->tally, !algebra_failed(al), "no plan: %s", al->fault.text);
}

static void claim(struct tester *tester, int tensor, bool on_device, int run) {
	tester->run = proof_run_at(&tester->al, &tester->plan, tensor, on_device, run);
	tester->claims = claims_of(&tester->al, &tester->plan, &tester->run);
}

/* The element of a number; whether it is one. "Last first" tiles follow one another along the columns. */
static bool element_of(int64_t number, bool last_first, int64_t out[2]) {
	int64_t t = number % THREADS;
	int64_t v = number / THREADS % VALUES;
	int64_t block = number / THREADS / VALUES;
	out[0] = t % 4 + TILE_ROWS * (last_first ? block / 2 : block % 2);
	out[1] = v + 3 * (t / 4) + TILE_COLUMNS * (last_first ? block % 2 : block / 2);
	return out[0] < ROWS && out[1] < COLUMNS;
}

/* --- elements --- */

static void check_elements(struct tester *tester, bool last_first) {
	for (int tensor = 0; tensor < 2; tensor++) {
		for (int on_device = 0; on_device < 2; on_device++) {
			int runs = proof_runs(&tester->al, &tester->plan, tensor, on_device != 0);
			/* The device carries 8 bits of a number in an output of i8: 96 numbers take one run. */
			expect(&tester->tally, runs == 1, "%d runs", runs);
			claim(tester, tensor, on_device != 0, 0);
			const struct proof_run *run = &tester->run;
			bool by_offset = on_device != 0 && tensor == 1;
			expect(&tester->tally, run->by_offset == by_offset && !run->sums && run->shift == 0
				&& run->bits == (by_offset ? 8 : 31) && claims_numbers(&tester->plan) == NUMBERS
				&& run->reach == (tensor == 0 ? START + 4 * PITCH + 7 : START_OUT + 4 * PITCH_OUT + 7)
				&& run->count == (by_offset ? run->reach : NUMBERS) && tester->claims.elements == ROWS * COLUMNS,
				"the run of tensor %d: %" PRId64 " of %" PRId64 ", %d bits", tensor, run->count, run->reach, run->bits);
			for (int64_t number = 0; number < NUMBERS; number++) {
				int64_t known[2];
				int64_t is[PROBLEM_RANK_MAX] = { 0 };
				bool is_there = element_of(number, last_first, known);
				bool good = claims_element(&tester->claims, number, is) == is_there;
				int64_t offset = tensor == 0 ? START + known[0] * PITCH + known[1] :
					START_OUT + known[0] * PITCH_OUT + known[1];
				if (is_there) {
					int64_t recorded = by_offset ? number : offset;
					good = good && is[0] == known[0] && is[1] == known[1]
						&& claims_offset(&tester->claims, is) == offset && claims_index(&tester->claims, is) == 0
						&& claims_record(&tester->claims, number, offset) == (uint32_t)recorded;
				}
				expect(&tester->tally, good, "number %" PRId64 " of tensor %d", number, tensor);
			}
		}
	}
}

/* The bits of an offset or of a number that a run records. */
static void check_records(struct tester *tester) {
	static const struct {
		int shift, bits;
		int64_t value;
		uint32_t record;
	} all[] = {
		{ 0, 31, 0x123456789a, 0x3456789a }, { 31, 31, 0x7f23456789a, 0xfe4 }, { 0, 8, 0x1234, 0x34 },
		{ 8, 8, 0x123456, 0x34 }, { 16, 16, 0xabcd1234, 0xabcd }, { 0, 16, 0xabcd1234, 0x1234 }, { 31, 31, 7, 0 },
	};
	claim(tester, 0, true, 0);
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		for (int by_offset = 0; by_offset < 2; by_offset++) {
			struct proof_run run = { .shift = all[i].shift, .bits = all[i].bits, .by_offset = by_offset != 0 };
			tester->claims.run = &run;
			uint32_t is = claims_record(&tester->claims, by_offset ? all[i].value : 1, by_offset ? 2 : all[i].value);
			expect(&tester->tally, is == all[i].record, "a record of %" PRIx64 " is %x", all[i].value, (unsigned)is);
		}
	}
}

/* --- mistakes in words --- */

static void say(struct tester *tester, enum mistake mistake, int64_t number, uint32_t entry, const char *wanted) {
	struct proof proof = { .good = true };
	claims_put_mistake(&proof, &tester->claims, mistake, number, entry);
	expect(&tester->tally, !proof.good && strcmp(proof.text, wanted) == 0, "said '%s', not '%s'", proof.text, wanted);
}

static void check_mistakes(struct tester *tester) {
	/* Number 45 is thread 5, value 2 of block 1, rows 4 to 7: the element (5,5), which is padding. */
	claim(tester, 0, false, 0);
	say(tester, MISTAKE_STRAY, 45, 7, "thread 5, value 2 of block 1 touched an element, but stands for none");
	say(tester, MISTAKE_ENTRY, 45, PROOF_NONE,
		"thread 5, value 2 of block 1 touched an element, but stands for none");
	/* Number 21 is thread 5, value 2 of block 0: the element (1,5), at 3 + 9 + 5. */
	say(tester, MISTAKE_SECOND, 21, 7, "element (1,5) belongs to thread 5, value 2 of block 0 and to another");
	say(tester, MISTAKE_SHARED, 21, 7, "element (1,5) and another are both at offset 17");
	say(tester, MISTAKE_ENTRY, 21, PROOF_NONE,
		"element (1,5) at offset 17 was not touched by thread 5, value 2 of block 0");
	say(tester, MISTAKE_ENTRY, 21, 16,
		"thread 5, value 2 of block 0 touched offset 16, not element (1,5) at offset 17");
	/* Of an offset with the bits 10001 the run records those of the middle. */
	struct proof_run part = tester->run;
	part.shift = 2;
	part.bits = 2;
	tester->claims.run = &part;
	say(tester, MISTAKE_ENTRY, 21, 3,
		"thread 5, value 2 of block 0 touched offset 29, not element (1,5) at offset 17");
	claim(tester, 1, true, 0);
	/* Number 74 is thread 2, value 0 of block 3: (6,6), padding; 48 thread 0, value 0 of block 2: (0,6). */
	say(tester, MISTAKE_ENTRY, 74, 3, "thread 2, value 0 of block 3 touched an element, but stands for none");
	say(tester, MISTAKE_ENTRY, 48, 3,
		"element (0,6) at offset 11 was left by another, not by thread 0, value 0 of block 2");
	say(tester, MISTAKE_ENTRY, 48, PROOF_NONE,
		"element (0,6) at offset 11 was not touched by thread 0, value 0 of block 2");
	struct proof proof = { .good = true };
	claims_put_uncovered(&proof, &tester->claims, 5 * 5 + 2);
	expect(&tester->tally, !proof.good && strcmp(proof.text, "element (2,5) belongs to nobody") == 0, "%s", proof.text);
	proof.good = true;
	claims_put_left(&proof, 12);
	const char *left = "the result at offset 12 was left, where there is none";
	expect(&tester->tally, !proof.good && strcmp(proof.text, left) == 0, "%s", proof.text);
	proof.good = true;
	claims_put_sum(&proof, 13);
	const char *sum = "the result at offset 13 is not made of the elements that the algebra says, each once";
	expect(&tester->tally, !proof.good && strcmp(proof.text, sum) == 0, "%s", proof.text);
}

/* What a run counts: accesses outside before those that came twice. */
static void check_counts(struct tester *tester) {
	static const struct {
		bool on_device;
		struct proof_counts counts;
		const char *text;
	} all[] = {
		{ false, { .offset = 7, .entry = 21 }, "" },
		{ false, { .outside = 1, .clashes = 1, .offset = 99, .entry = 21 },
			"an access at offset 99 is outside the tensor or not aligned" },
		{ true, { .outside = 2, .offset = 98 }, "an access at offset 98 is outside the tensor or not aligned" },
		{ false, { .clashes = 1, .entry = 45 }, "thread 5, value 2 of block 1 touched an element twice" },
		{ true, { .clashes = 3, .entry = 45 }, "the result at offset 45 was written twice" },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct proof proof = { .good = true };
		claim(tester, 1, all[i].on_device, 0);
		bool good = claims_judge_counts(&tester->claims, &all[i].counts, &proof);
		expect(&tester->tally, good == proof.good && good == (all[i].text[0] == '\0')
			&& strcmp(proof.text, all[i].text) == 0, "counts %zu: %s", i, proof.text);
	}
}

/* --- reductions --- */

/*
 * The rows are results, which have no start; each element has its column as its index. The mode that is reduced comes
 * first, so that a result's tiles follow one another.
 */
static void check_reduction(struct tester *tester, enum reduce reduce) {
	make_plan(tester, KERNEL_TV, reduce);
	expect(&tester->tally, claims_is_result(&tester->plan, 1) && !claims_is_result(&tester->plan, 0),
		"what is a result");
	for (int run = 0; run < 3; run++) {
		claim(tester, 1, true, run);
		expect(&tester->tally, tester->run.sums && tester->run.by_offset && tester->run.shift == 0
			&& tester->run.seed == (uint32_t)run + 1 && proof_runs(&tester->al, &tester->plan, 1, true) == 3,
			"run %d of sums", run);
	}
	for (int64_t number = 0; number < NUMBERS; number++) {
		int64_t known[2];
		int64_t is[PROBLEM_RANK_MAX] = { 0 };
		bool good = claims_element(&tester->claims, number, is) == element_of(number, true, known);
		if (good && known[0] < ROWS && known[1] < COLUMNS) {
			int64_t index = reduce_is_arg(reduce) ? known[1] : 0;
			good = is[0] == known[1] && is[1] == known[0] && claims_offset(&tester->claims, is) == known[0]
				&& claims_index(&tester->claims, is) == index;
		}
		expect(&tester->tally, good, "number %" PRId64 " of a reduction", number);
	}
	claim(tester, 0, false, 0);
	int64_t at[PROBLEM_RANK_MAX] = { 5, 2 };
	expect(&tester->tally, claims_offset(&tester->claims, at) == START + 2 * PITCH + 5, "an operand that is reduced");
	at[0] = COLUMNS;
	at[1] = ROWS - 1;
	expect(&tester->tally, !claims_locate(&tester->claims, at), "a column beyond the last");
	at[0] = COLUMNS - 1;
	at[1] = ROWS;
	expect(&tester->tally, !claims_locate(&tester->claims, at), "a row beyond the last");
	at[1] = ROWS - 1;
	expect(&tester->tally, claims_locate(&tester->claims, at), "the last element");
	/* Whole vectors are read of it, up to the one with the last element. */
	int64_t behind = START + (ROWS - 1) * PITCH + COLUMNS;
	for (int vector = 1; vector <= 8; vector *= 2) {
		tester->plan.vector[0] = vector;
		claim(tester, 0, false, 0);
		expect(&tester->tally, tester->run.reach % vector == 0 && tester->run.reach >= behind
			&& tester->run.reach - vector < behind, "vectors of %d reach %" PRId64, vector, tester->run.reach);
	}
}

/* --- views that are one mode --- */

/* An element is told by its coordinate in all modes, also where the plan has them as one. */
/* A map that goes past the last row: nothing is touched that should not be, but some elements are nobody's. */
static void check_uncovered(struct tester *tester) {
	struct algebra *al = &tester->al;
	struct proof_counts counts;
	make_plan(tester, KERNEL_TV, REDUCE_NONE);
	struct layout rows = tester->plan.coordinate[0];
	struct layout modes[3] = { layout_mode(rows, 0), layout_mode(rows, 1), layout_of_pair(al, 2, 2, TILE_ROWS + 1, 0) };
	tester->plan.coordinate[0] = layout_from_modes(al, modes, 3);
	claim(tester, 0, false, 0);
	uint32_t *entries = arena_array(&tester->arena, (size_t)tester->run.count, sizeof *entries);
	memset(entries, 0xff, (size_t)tester->run.count * sizeof *entries);
	proof_run_on_host(al, &tester->plan, &tester->run, entries, &counts);
	struct proof proof = proof_compare(al, &tester->plan, &tester->run, entries, &counts);
	expect(&tester->tally, !proof.good && strcmp(proof.text, "element (4,0) belongs to nobody") == 0, "%s", proof.text);
}

static void check_flat(struct tester *tester) {
	make_plan(tester, KERNEL_AUTO, REDUCE_NONE);
	const struct plan *plan = &tester->plan;
	struct tuple shape = layout_mode(plan->view[1], 0).shape;
	expect(&tester->tally, !plan->is_flat || tuple_rank(shape) == 2, "the modes of a flat view");
	if (plan->is_flat) {
		int64_t extent = tuple_mode(shape, 0).value;
		struct proof proof = { .good = true };
		char said[64];
		claim(tester, 0, false, 0);
		claims_put_uncovered(&proof, &tester->claims, 17);
		snprintf(said, sizeof said, "element (%" PRId64 ",%" PRId64 ") belongs to nobody", 17 % extent, 17 / extent);
		expect(&tester->tally, strcmp(proof.text, said) == 0, "%s, not %s", proof.text, said);
	}
	tester->plan.is_flat = false;
	tester->plan.rank = 1;
	tester->plan.extent[0] = ROWS * COLUMNS;
	struct proof proof = { .good = true };
	claims_put_uncovered(&proof, &tester->claims, 17);
	expect(&tester->tally, strcmp(proof.text, "element 17 belongs to nobody") == 0, "%s", proof.text);
}

/* The same in as many modes as there may be, of rows that are padded, so that none is joined with another. */
static void check_flat_ranks(struct tester *tester) {
	for (int rank = 1; rank <= PROBLEM_RANK_MAX; rank++) {
		struct algebra *al = &tester->al;
		struct target target = target_default();
		struct tuple extents[PROBLEM_RANK_MAX];
		struct tuple strides[PROBLEM_RANK_MAX];
		int64_t stride = 1;
		int64_t size = 1;
		algebra_init(al, &tester->arena);
		tester->problem = (struct problem){ .rank = rank, .op = &tester->op, .operand_dtypes = { DTYPE_F32 },
			.output_dtype = DTYPE_F32 };
		for (int i = rank - 1; i >= 0; i--) {
			int64_t extent = 2 + i % 2;
			tester->problem.shape[i] = extent;
			extents[i] = tuple_int(extent);
			strides[i] = tuple_int(stride);
			stride *= extent + 1;
			size *= extent;
		}
		tester->problem.output = layout_make(al, tuple_of(al, extents, rank), tuple_of(al, strides, rank));
		tester->problem.operands[0] = tester->problem.output;
		tester->plan = plan_make(al, &tester->problem, KERNEL_AUTO, (struct knobs){ 0 }, &target);
		expect(&tester->tally, !algebra_failed(al) && tester->plan.is_flat, "%d modes: no flat plan", rank);
		claim(tester, 0, false, 0);
		for (int64_t i = 0; i < size; i++) {
			struct proof proof = { .good = true };
			char said[128] = "";
			size_t length = 0;
			int64_t left = i;
			for (int m = rank - 1; m >= 0; m--) {
				length += (size_t)snprintf(said + length, sizeof said - length, "%s%" PRId64, m < rank - 1 ? "," : "",
					left % (2 + m % 2));
				left /= 2 + m % 2;
			}
			claims_put_uncovered(&proof, &tester->claims, i);
			char wanted[160];
			snprintf(wanted, sizeof wanted, rank > 1 ? "element (%s) belongs to nobody" :
				"element %s belongs to nobody", said);
			expect(&tester->tally, strcmp(proof.text, wanted) == 0, "%s, not %s", proof.text, wanted);
		}
		arena_reset(&tester->arena);
	}
}

/* An element carries 8 bits of an offset, or of a number: as many runs as the last one takes. */
static void check_runs(struct tester *tester) {
	static const struct {
		int64_t size;
		int of_operand, of_result;
	} all[] = { { 255, 1, 1 }, { 256, 1, 1 }, { 257, 2, 2 }, { 65535, 2, 2 }, { 65536, 2, 2 }, { 65537, 3, 3 } };
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct algebra *al = &tester->al;
		struct target target = target_default();
		algebra_init(al, &tester->arena);
		struct layout line = layout_of(al, tuple_int(all[i].size), tuple_int(1));
		tester->problem = (struct problem){ .rank = 1, .shape = { all[i].size }, .op = &tester->op,
			.operand_dtypes = { DTYPE_I8 }, .output_dtype = DTYPE_I8, .operands = { line }, .output = line };
		tester->plan = plan_make(al, &tester->problem, KERNEL_NAIVE, (struct knobs){ .threads = 256 }, &target);
		int of_operand = proof_runs(al, &tester->plan, 0, true);
		int of_result = proof_runs(al, &tester->plan, 1, true);
		expect(&tester->tally, !algebra_failed(al) && of_operand == all[i].of_operand && of_result == all[i].of_result,
			"%" PRId64 " elements: %d runs and %d, not %d and %d", all[i].size, of_operand, of_result,
			all[i].of_operand, all[i].of_result);
		arena_reset(&tester->arena);
	}
}

int main(void) {
	static struct tester tester;
	arena_init(&tester.arena, NULL, NULL);
	make_plan(&tester, KERNEL_TV_REMAP, REDUCE_NONE);
	check_elements(&tester, true);
	make_plan(&tester, KERNEL_TV, REDUCE_NONE);
	check_elements(&tester, false);
	check_mistakes(&tester);
	check_counts(&tester);
	check_records(&tester);
	check_reduction(&tester, REDUCE_SUM);
	check_reduction(&tester, REDUCE_ARGMAX);
	check_uncovered(&tester);
	check_flat(&tester);
	check_flat_ranks(&tester);
	check_runs(&tester);
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
