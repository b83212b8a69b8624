/* src/tool/datapath.c: the way of operand A, by what the copies and the MMA promise and by hand-counted wavefronts. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/eval.h"
#include "samples.h"
#include "tool/datapath.h"

static struct datapath follow(struct evaluation *ev, struct arena *arena, const char *text) {
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){ "<test>", str_from(text), 1 };
	evaluation_init(ev, arena, false);
	cr_assert(evaluation_run(ev, source), "%s: %s", text, ev->error.fault.text);
	return datapath_make(&ev->algebra, &ev->results[0], 0);
}

#define MMA(warps) "mma = make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"), (" warps ",1,1)); "
/* Two warps side by side, which both hold all of A. */
#define WIDE "mma = make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"), (1,2,1)); "
#define COPY "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16), (8,8):(8,1), (1,8)); "
#define LOAD "load = make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16), mma); "
#define WORDS "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",32), (8,8):(8,1), (1,4)); "
#define PATH(shared) MMA("2") COPY LOAD "((32,64):(512,1), copy, " shared ", load, mma)"

/* The sum of the wavefronts of all instructions of all warps. */
static int64_t total(const struct datapath *path, enum path_step step) {
	int64_t sum = 0;
	for (int64_t warp = 0; warp < datapath_warps(path, step); warp++) {
		for (int64_t i = 0; i < datapath_instructions(path, step); i++) {
			struct path_instruction one = datapath_instruction(path, step, warp, i);
			cr_assert(one.contiguous && one.lanes == 32 && one.values == 8);
			sum += one.wavefronts.actual;
		}
	}
	return sum;
}

/* Rows of 128 bytes: 8 rows of a matrix meet in 4 banks, unless a swizzle or 16 bytes of padding spreads them. */
Test(datapath, wavefronts) {
	static const struct {
		const char *text;
		int64_t stores, loads;
	} cases[] = {
		{ PATH("(32,64):(64,1)"), 32, 256 },
		{ PATH("Sw<3,3,3> o 0 o (32,64):(64,1)"), 32, 32 },
		{ PATH("(32,64):(72,1)"), 32, 32 },
		{ PATH("Sw<2,3,3> o 0 o (32,64):(64,1)"), 32, 64 },
		{ PATH("Sw<1,3,3> o 0 o (32,64):(64,1)"), 32, 128 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		arena_init(&arena, NULL, NULL);
		struct datapath path = follow(&ev, &arena, cases[i].text);
		cr_assert(!algebra_failed(&ev.algebra), "%s", ev.algebra.fault.text);
		cr_expect_eq(total(&path, PATH_STORE), cases[i].stores, "%s: %d", cases[i].text, (int)total(&path, PATH_STORE));
		cr_expect_eq(total(&path, PATH_LOAD), cases[i].loads, "%s: %d", cases[i].text, (int)total(&path, PATH_LOAD));
		arena_finish(&arena);
	}
}

static int compare(const void *a, const void *b) {
	return (*(const int32_t *)a > *(const int32_t *)b) - (*(const int32_t *)a < *(const int32_t *)b);
}

/* An instruction of one matrix or two takes a wavefront for each, though all lanes give an address. */
Test(datapath, matrices) {
	static const struct {
		const char *load;
		int matrices;
	} cases[] = {
		{ "SM75_U32x1_LDSM_N", 1 },
		{ "SM75_U32x2_LDSM_N", 2 },
		{ "SM75_U32x4_LDSM_N", 4 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		char text[512];
		arena_init(&arena, NULL, NULL);
		snprintf(text, sizeof text,
			MMA("1") COPY "load = make_tiled_copy_A(copy_atom(\"%s\",16), mma); "
				      "((16,64):(64,1), copy, Sw<3,3,3> o 0 o (16,64):(64,1), load, mma)",
			cases[i].load);
		struct datapath path = follow(&ev, &arena, text);
		cr_assert(!algebra_failed(&ev.algebra), "%s", ev.algebra.fault.text);
		struct path_instruction one = datapath_instruction(&path, PATH_LOAD, 0, 0);
		cr_expect_eq(one.matrices, cases[i].matrices);
		int64_t instructions = datapath_instructions(&path, PATH_LOAD);
		cr_expect_gt(datapath_instruction(&path, PATH_LOAD, 0, instructions - 1).lanes, 0, "the last one");
		cr_expect_eq(datapath_instruction(&path, PATH_LOAD, 0, instructions).lanes, 0, "one beyond the last");
		cr_expect_eq(datapath_instruction(&path, PATH_LOAD, 0, -1).lanes, 0);
		cr_expect_eq(datapath_instruction(&path, PATH_LOAD, datapath_warps(&path, PATH_LOAD), 0).values, 0);
		cr_expect_eq(datapath_instruction(&path, PATH_LOAD, -1, 0).lanes, 0);
		cr_expect_eq(one.wavefronts.actual, cases[i].matrices, "%s: %d", cases[i].load, one.wavefronts.actual);
		cr_expect_eq(one.wavefronts.phases, cases[i].matrices);
		arena_finish(&arena);
	}
}

/* stmatrix is told by its name as well, and writes as many. */
Test(datapath, stored_matrices) {
	for (int matrices = 1; matrices <= 4; matrices *= 2) {
		struct arena arena;
		struct evaluation ev;
		char text[512];
		arena_init(&arena, NULL, NULL);
		snprintf(text, sizeof text,
			"mma = make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"), (2,1,1), (32,16,16)); "
			"copy = make_tiled_copy_C(copy_atom(\"SM90_U32x%d_STSM_N\",16), mma); "
			"((32,16):(16,1), copy, (32,16):(16,1))", matrices);
		struct datapath path = follow(&ev, &arena, text);
		cr_assert(!algebra_failed(&ev.algebra), "%s", ev.algebra.fault.text);
		struct path_instruction one = datapath_instruction(&path, PATH_STORE, 0, 0);
		cr_expect_eq(one.matrices, matrices);
		cr_expect_eq(one.wavefronts.phases, matrices);
		arena_finish(&arena);
	}
}

/* Lanes that load 8 bytes at one address need half the phases that they need to store them. */
Test(datapath, loads_and_stores) {
	struct arena arena;
	struct evaluation ev;
	arena_init(&arena, NULL, NULL);
	struct datapath path = follow(&ev, &arena,
		"copy = make_tiled_copy(copy_atom(\"UniversalCopy<u64>\",16), 32, (1,4)); "
		"((32,4):(4,1), copy, (32,4):(0,1), copy)");
	cr_assert(!algebra_failed(&ev.algebra), "%s", ev.algebra.fault.text);
	cr_expect_eq(datapath_instruction(&path, PATH_STORE, 0, 0).wavefronts.phases, 2);
	cr_expect_eq(datapath_instruction(&path, PATH_LOAD, 0, 0).wavefronts.phases, 1);
	arena_finish(&arena);
}

/* Every element has an owner in every stage, and what ldmatrix leaves in a thread is what the MMA wants of it. */
Test(datapath, stages) {
	struct arena arena;
	struct evaluation ev;
	arena_init(&arena, NULL, NULL);
	struct datapath path = follow(&ev, &arena, PATH("Sw<3,3,3> o 0 o (32,64):(64,1)"));
	const struct deal *deals[] = { &path.read, &path.written, &path.addressed, &path.loaded, &path.registers };
	for (size_t i = 0; i < sizeof deals / sizeof deals[0]; i++) {
		for (int64_t element = 0; element < path.rows * path.columns; element++) {
			int count = deals[i]->begin[element + 1] - deals[i]->begin[element];
			cr_assert_eq(count, 1, "stage %zu, element %d: %d owners", i, (int)element, count);
			struct owner owner = deals[i]->owners[deals[i]->begin[element]];
			cr_assert_eq(deals[i]->elements[owner.thread * deals[i]->values + owner.value], element);
		}
	}
	cr_assert_eq(path.others, 8);
	for (int64_t i = 0; i < path.others * path.columns; i++) {
		cr_assert_eq(path.b.begin[i + 1] - path.b.begin[i], 2, "both warps hold all of B");
	}
	for (int64_t i = 0; i < path.rows * path.others; i++) {
		cr_assert_eq(path.c.begin[i + 1] - path.c.begin[i], 1);
	}
	cr_assert_eq(path.loaded.values, path.registers.values);
	for (int64_t t = 0; t < path.loaded.threads; t++) {
		int64_t values = path.loaded.values;
		int32_t *loaded = arena_array(&arena, (size_t)values, sizeof *loaded);
		int32_t *wanted = arena_array(&arena, (size_t)values, sizeof *wanted);
		memcpy(loaded, path.loaded.elements + t * values, (size_t)values * sizeof *loaded);
		memcpy(wanted, path.registers.elements + t * values, (size_t)values * sizeof *wanted);
		qsort(loaded, (size_t)values, sizeof *loaded, compare);
		qsort(wanted, (size_t)values, sizeof *wanted, compare);
		cr_assert_arr_eq(loaded, wanted, (size_t)values * sizeof *loaded, "thread %d", (int)t);
	}
	arena_finish(&arena);
}

/* --- random copies --- */

/*
 * A copy of 16-bit elements: rows x columns threads, the columns fastest, each with "values" elements of a row, of
 * which an instruction moves "at_once". The tile has "down" times its rows, and "across" times its columns.
 */
struct random_copy {
	int64_t rows, columns, values, at_once, down, across, pitch, step;
	int bits, base;      /* of the swizzle of shared memory, whose shift is 3 */
};

static struct random_copy random_copy(struct samples *samples) {
	struct random_copy copy = { .rows = sample_between(samples, 1, 12), .columns = sample_between(samples, 1, 9) };
	copy.at_once = (int64_t)1 << sample_below(samples, 4);
	copy.values = copy.at_once * sample_between(samples, 1, 2);
	copy.down = sample_between(samples, 1, 2);
	copy.across = sample_between(samples, 1, 2);
	copy.step = sample_below(samples, 8) == 0 ? 2 : 1;
	int64_t columns = copy.columns * copy.values * copy.across;
	bool swizzled = sample_below(samples, 3) == 0;
	int64_t padding = sample_below(samples, 3) * copy.at_once + sample_below(samples, 2);
	copy.pitch = swizzled ? 64 : copy.step * (columns + padding);
	copy.bits = swizzled ? (int)sample_between(samples, 1, 3) : 0;
	copy.base = 3;
	return copy;
}

/* The tile in global memory of one row and one column more, through the copy, into shared memory; and back. */
static void put_copy(const struct random_copy *copy, char *text, size_t size) {
	int rows = (int)(copy->rows * copy->down);
	int columns = (int)(copy->columns * copy->values * copy->across);
	snprintf(text, size,
		"copy = make_tiled_copy(copy_atom(\"UniversalCopy<u%d>\",16), (%d,%d):(%d,1), (1,%d)); "
		"((%d,%d):(%d,1), copy, Sw<%d,%d,3> o 0 o (%d,%d):(%d,%d), copy)",
		(int)copy->at_once * 16, (int)copy->rows, (int)copy->columns, (int)copy->columns, (int)copy->values, rows + 1,
		columns + 1, columns + 7, copy->bits, copy->base, rows, columns, (int)copy->pitch, (int)copy->step);
}

/* The number of the element that value "v" of thread "t" is: values, then rows of copies, then columns of them. */
static int64_t element_of(const struct random_copy *copy, int64_t t, int64_t v) {
	int64_t rows = copy->rows * copy->down;
	int64_t repeat = v / copy->values;
	int64_t m = t / copy->columns + repeat % copy->down * copy->rows;
	int64_t k = (t % copy->columns + repeat / copy->down * copy->columns) * copy->values + v % copy->values;
	return m + k * rows;
}

/* Where element (m,k) is in shared memory. */
static int64_t shared_offset(const struct random_copy *copy, int64_t element) {
	int64_t rows = copy->rows * copy->down;
	int64_t offset = element % rows * copy->pitch + element / rows * copy->step;
	return offset ^ (offset >> 3 & ((((int64_t)1 << copy->bits) - 1) << copy->base));
}

/* Compare an instruction with what its lanes do, one after the other. Returns whether it can move their values. */
static bool check_instruction(const struct random_copy *copy, const struct datapath *path, enum path_step step,
		int64_t warp, int64_t number) {
	struct path_instruction one = datapath_instruction(path, step, warp, number);
	int64_t addresses[BANK_LANES];
	int64_t threads = copy->rows * copy->columns;
	int lanes = 0;
	bool moves = true;
	for (int lane = 0; lane < BANK_LANES; lane++) {
		int64_t thread = warp * BANK_LANES + lane;
		addresses[lane] = BANK_INACTIVE;
		for (int64_t i = 0; thread < threads && i < copy->at_once; i++) {
			int64_t element = element_of(copy, thread, number * copy->at_once + i);
			int64_t address = 2 * shared_offset(copy, element);
			addresses[lane] = i == 0 ? address : addresses[lane];
			moves = moves && address == addresses[lane] + 2 * i && addresses[lane] % (2 * copy->at_once) == 0;
			cr_assert_eq(one.elements[lane * copy->at_once + i], element, "lane %d", lane);
		}
		lanes += thread < threads ? 1 : 0;
	}
	cr_assert_eq(one.lanes, lanes);
	cr_assert_eq(one.values, copy->at_once);
	cr_assert_eq(one.matrices, 0);
	cr_assert_eq(one.contiguous, moves);
	if (moves) {
		struct wavefronts wanted = banks_access(addresses, (int)copy->at_once * 2, step == PATH_LOAD);
		cr_assert_eq(one.wavefronts.actual, wanted.actual);
		cr_assert_eq(one.wavefronts.phases, wanted.phases);
		cr_assert_eq(one.wavefronts.ways, wanted.ways);
	} else {
		cr_assert_eq(one.wavefronts.actual, 0);
	}
	return moves;
}

/* What threads have, where it is, and each instruction, against the definition of the copy. */
Test(datapath, random_copies) {
	struct samples samples;
	int counts[2] = { 0, 0 };
	samples_init(&samples, 3);
	for (int round = 0; round < 150 / SAMPLES_SLOWNESS; round++) {
		struct random_copy copy = random_copy(&samples);
		struct arena arena;
		struct evaluation ev;
		char text[400];
		arena_init(&arena, NULL, NULL);
		put_copy(&copy, text, sizeof text);
		struct datapath path = follow(&ev, &arena, text);
		cr_assert(!algebra_failed(&ev.algebra), "%s: %s", text, ev.algebra.fault.text);
		int64_t threads = copy.rows * copy.columns;
		int64_t values = copy.values * copy.down * copy.across;
		cr_assert(path.rows == copy.rows * copy.down && path.rows * path.columns == threads * values);
		for (int64_t i = 0; i < threads * values; i++) {
			cr_assert_eq(path.written.elements[i], element_of(&copy, i / values, i % values), "%s", text);
			cr_assert_eq(path.shared[i], shared_offset(&copy, i), "%s", text);
			cr_assert_eq(path.global[i], i % path.rows * (path.columns + 7) + i / path.rows, "%s", text);
		}
		cr_assert_eq(datapath_warps(&path, PATH_STORE), (threads + 31) / 32, "%s", text);
		cr_assert_eq(datapath_instructions(&path, PATH_STORE), values / copy.at_once, "%s", text);
		for (int64_t i = 0; i < values / copy.at_once * ((threads + 31) / 32); i++) {
			int64_t number = i % (values / copy.at_once);
			int64_t warp = i / (values / copy.at_once);
			counts[check_instruction(&copy, &path, PATH_STORE, warp, number)]++;
			check_instruction(&copy, &path, PATH_LOAD, warp, number);
		}
		arena_finish(&arena);
	}
	cr_assert(counts[0] > 20 && counts[1] > 20, "%d and %d instructions", counts[0], counts[1]);
}

/* The worst matrix of four says what meets where: of rows at these offsets, those of the second and third meet. */
Test(datapath, worst_matrix) {
	static const struct {
		const char *shared;
		int actual, ways, lane_count, first_lane;
	} cases[] = {
		/* matrices: rows 0 to 7, rows 8 to 15, and both again 8 columns further */
		{ "(16,16):(64,1)", 32, 8, 8, 0 },
		{ "((8,2),16):((16,1024),1)", 8, 2, 2, 0 },
		{ "((8,2),(8,2)):((8,64),(1,128))", 4, 1, 0, 0 },
		{ "((4,2,2),(8,2)):((8,512,32),(1,128))", 8, 2, 2, 0 },
		/* those of the third alone, or of the second, which the swizzle puts into one bank */
		{ "Sw<1,3,3> o 0 o (16,16):(136,1)", 6, 2, 2, 16 },
		{ "Sw<1,3,4> o 0 o (16,16):(72,1)", 6, 2, 2, 8 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		char text[512];
		arena_init(&arena, NULL, NULL);
		snprintf(text, sizeof text, MMA("1") LOAD "(load, %s, load, mma)", cases[i].shared);
		struct datapath path = follow(&ev, &arena, text);
		cr_assert(!algebra_failed(&ev.algebra), "%s", ev.algebra.fault.text);
		struct wavefronts waves = datapath_instruction(&path, PATH_LOAD, 0, 0).wavefronts;
		cr_expect_eq(waves.phases, 4);
		cr_expect_eq(waves.actual, cases[i].actual, "%s: actual %d", cases[i].shared, waves.actual);
		cr_expect_eq(waves.ways, cases[i].ways, "%s: ways %d", cases[i].shared, waves.ways);
		cr_expect_eq(waves.lane_count, cases[i].lane_count, "%s: lanes %d", cases[i].shared, waves.lane_count);
		cr_expect(waves.lane_count == 0 || waves.lanes[0] == cases[i].first_lane, "%s: lane %d", cases[i].shared,
			waves.lanes[0]);
		arena_finish(&arena);
	}
}

static const char TYPE[] = "expected a list such as (global layout, tiled copy, shared layout, tiled copy, tiled MMA), "
			   "with a layout and a copy or an MMA in this order";

/* What is no way, or does not fit, is refused with a reason; "" for what is one. */
Test(datapath, refused) {
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "((8,8):(8,1), (8,8):(1,8))", TYPE },
		{ COPY "copy", TYPE },
		{ "(8,8):(8,1)", TYPE },
		{ COPY "(copy, copy)", TYPE },
		{ COPY "(copy, copy, (8,64):(64,1))", TYPE },
		{ COPY "((8,64):(64,1), (8,64):(64,1), copy)", TYPE },
		{ COPY "((8,64):(64,1), copy, copy, (8,64):(64,1))", TYPE },
		{ COPY "((8,64):(64,1), copy, (8,64):(64,1), (8,64):(64,1))", TYPE },
		{ COPY "((8,64):(64,1), copy, copy, copy)", TYPE },
		{ COPY "((8,64):(64,1), copy, 3)", TYPE },
		{ COPY "(3, (8,64):(64,1), copy)", TYPE },
		{ MMA("1") "(mma, (16,16):(16,1))", TYPE },
		{ MMA("1") "((16,16):(16,1), mma, (16,16):(16,1))", TYPE },
		{ MMA("1") "((16,16):(16,1), mma, mma)", TYPE },
		{ MMA("1") "(mma, mma)", TYPE },
		{ MMA("1") COPY "(copy, mma)", TYPE },
		{ COPY "((8,64):(64,1), copy)", "" },
		{ COPY "(copy, (8,64):(64,1))", "" },
		{ COPY "(copy, (8,64):(64,1), copy)", "" },
		{ COPY "((8,64):(64,1), copy, copy)", "" },
		{ COPY "(copy, Sw<3,3,3> o 0 o (8,64):(64,1))", "" },
		{ MMA("1") "((16,16):(16,1), mma)", "" },
		{ MMA("1") COPY "(copy, (16,64):(64,1), mma)", "" },
		{ MMA("1") "((16,24):(24,1), mma)", "the 16 x 24 elements of the tile are not whole MMAs of 16 x 16" },
		{ MMA("1") "((8,16):(16,1), mma)", "the 8 x 16 elements of the tile are not whole MMAs of 16 x 16" },
		{ COPY "((8,96):(96,1), copy)", "the 8 x 96 elements of the tile are not whole copies of 8 x 64" },
		{ COPY "((0,64):(64,1), copy)", "a tile of 0 x 0 elements is empty, at most 262144 are drawn" },
		{ COPY "((8,0):(64,1), copy)", "a tile of 8 x 0 elements is empty, at most 262144 are drawn" },
		{ COPY "((8,8):(8,1), copy, (16,64):(64,1))", "a memory of 8 x 8 has no tile of 16 x 64" },
		{ COPY "((8,64):(64,1), copy, (16,64):(64,1))", "a memory of 8 x 64 has no tile of 16 x 64" },
		{ COPY "((16,32):(64,1), copy, (8,64):(64,1))", "a memory of 16 x 32 has no tile of 8 x 64" },
		{ COPY "((512,512):(512,1), copy)", "" },
		{ MMA("2") "((512,512):(512,1), mma)", "" },
		{ WIDE "((512,512):(512,1), mma)",
			"the values of 64 threads, 8192 each, are too many, at most 262144 are drawn" },
		{ COPY "((520,512):(512,1), copy)", "a tile of 520 x 512 elements is too large, at most 262144 are drawn" },
		{ COPY "((512,576):(576,1), copy)", "a tile of 512 x 576 elements is too large, at most 262144 are drawn" },
		{ COPY "((262145,1):(1,1), copy)", "a tile of 262145 x 1 elements is too large, at most 262144 are drawn" },
		{ COPY "((262144,1):(1,1), copy)", "the 262144 x 1 elements of the tile are not whole copies of 8 x 64" },
		{ COPY "((8,64):(64,1), copy, (8,64):(-64,1))", "element (1,0) is at offset -64" },
		{ COPY "((8,64):(64,1), copy, (8,64):(4000000000,1))", "element (1,0) is at offset 4000000000" },
		{ COPY "((8,64):(64,1), copy, (8,64):(1,40000000))", "element (0,54) is at offset 2160000000" },
		{ COPY "(copy, ((2,4),64):((2147483647,0),0))", "" },
		{ COPY "(copy, ((2,4),64):((2147483648,0),0))", "element (1,0) is at offset 2147483648" },
		{ COPY "(copy, Sw<3,3,3> o 3000000000 o (8,64):(64,1))", "element (0,0) is at offset 3000000000" },
		{ COPY "(copy, (8,64):(64,?))", "this needs the value of an integer that is known at run time only" },
		{ "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u16>\",16), 32:1, 2:1); (copy, 128:1)", "" },
		{ "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u16>\",16), (4,2):(8,1), (1,1)); (copy, (4,2):(2,1))",
			"value 0 of thread 2 is outside the tile" },
		{ "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u16>\",16), 32:1, 2:1); (copy, 96:1)",
			"the 96 x 1 elements of the tile are not whole copies of 64 x 1" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		arena_init(&arena, NULL, NULL);
		follow(&ev, &arena, cases[i].text);
		cr_expect_str_eq(ev.algebra.fault.text, cases[i].says, "%s: %s", cases[i].text, ev.algebra.fault.text);
		cr_expect_eq(datapath_suits(&ev.results[0]), strcmp(cases[i].says, TYPE) != 0, "%s", cases[i].text);
		arena_finish(&arena);
	}
}

/* The elements have the bits that were asked for, those of the first copy that says them, or 16. */
Test(datapath, bits) {
	static const struct {
		const char *text;
		int given, bits;
	} cases[] = {
		{ MMA("1") "((16,16):(16,1), mma)", 0, 16 },
		{ MMA("1") "((16,16):(16,1), mma)", 8, 8 },
		{ WORDS "((8,32):(32,1), copy)", 0, 32 },
		{ WORDS ""
		  "load = make_tiled_copy(copy_atom(\"UniversalCopy<u64>\",8), (8,4):(4,1), (1,8)); "
		  "((8,32):(32,1), copy, load)", 0, 32 },
		{ WORDS "((8,32):(32,1), copy)", 4, 4 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		arena_init(&arena, NULL, NULL);
		follow(&ev, &arena, cases[i].text);
		struct datapath path = datapath_make(&ev.algebra, &ev.results[0], cases[i].given);
		cr_expect_eq(path.bits, cases[i].bits, "%s: %d", cases[i].text, path.bits);
		arena_finish(&arena);
	}
}

/* Each lane moves 1 to 16 bytes in one instruction: 32 lanes side by side fill a quarter of a line, a half, ... */
Test(datapath, bytes) {
	for (int bytes = 1; bytes <= 16; bytes *= 2) {
		struct arena arena;
		struct evaluation ev;
		char text[256];
		arena_init(&arena, NULL, NULL);
		snprintf(text, sizeof text,
			"copy = make_tiled_copy(copy_atom(\"UniversalCopy<u%d>\",8), (1,32):(32,1), (1,%d)); "
			"(copy, (1,%d):(%d,1), copy)", 8 * bytes, bytes, 32 * bytes, 32 * bytes);
		struct datapath path = follow(&ev, &arena, text);
		for (int step = PATH_STORE; step <= PATH_LOAD; step++) {
			struct path_instruction one = datapath_instruction(&path, (enum path_step)step, 0, 0);
			cr_expect(one.contiguous && one.values == bytes && one.lanes == 32, "%s", text);
			cr_expect_eq(one.wavefronts.actual, bytes <= 4 ? 1 : bytes / 4, "%s: %d", text, one.wavefronts.actual);
		}
		arena_finish(&arena);
	}
}

/* Two lanes that each move two elements side by side: it takes both at even offsets, whichever lane is at fault. */
Test(datapath, each_lane_is_aligned) {
	for (int first = 0; first < 4; first++) {
		for (int second = 4; second < 8; second++) {
			struct arena arena;
			struct evaluation ev;
			char text[256];
			arena_init(&arena, NULL, NULL);
			snprintf(text, sizeof text,
				"copy = make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16), (2,1):(1,1), (1,2)); "
				"(copy, (2,(2,2)):(%d,(1,%d)), copy)", second - first, 8 + first);
			struct datapath path = follow(&ev, &arena, text);
			cr_assert(!algebra_failed(&ev.algebra), "%s: %s", text, ev.algebra.fault.text);
			for (int number = 0; number < 2; number++) {
				int offset = number == 0 ? 0 : 8 + first;
				bool aligned = offset % 2 == 0 && (offset + second - first) % 2 == 0;
				for (int step = PATH_STORE; step <= PATH_LOAD; step++) {
					struct path_instruction one = datapath_instruction(&path, (enum path_step)step, 0, number);
					cr_expect(one.lanes == 2 && one.values == 2, "%s", text);
					cr_expect_eq(one.contiguous, aligned, "%s: instruction %d", text, number);
				}
			}
			arena_finish(&arena);
		}
	}
}

/* A step that the path has not has no instructions and no warps. */
Test(datapath, steps_that_there_are) {
	static const struct {
		const char *text;
		int64_t warps[3], instructions[3];
	} cases[] = {
		{ COPY "((8,64):(64,1), copy)", { 0, 0, 0 }, { 0, 0, 0 } },
		{ COPY "(copy, (8,64):(64,1))", { 2, 0, 0 }, { 1, 0, 0 } },
		{ COPY "(copy, (16,64):(64,1), copy)", { 2, 2, 0 }, { 2, 2, 0 } },
		{ MMA("2") "((32,64):(64,1), mma)", { 0, 0, 2 }, { 0, 0, 4 } },
		{ MMA("2") COPY "((32,64):(64,1), copy, mma)", { 0, 0, 2 }, { 0, 0, 4 } },
		{ "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",4), (4,8):(8,1), (1,32)); (copy, (4,256):(256,1))",
			{ 1, 0, 0 }, { 0, 0, 0 } },
		{ "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",8), (4,8):(8,1), (1,16)); (copy, (4,128):(128,1))",
			{ 1, 0, 0 }, { 1, 0, 0 } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		arena_init(&arena, NULL, NULL);
		struct datapath path = follow(&ev, &arena, cases[i].text);
		cr_assert(!algebra_failed(&ev.algebra), "%s: %s", cases[i].text, ev.algebra.fault.text);
		for (int step = PATH_STORE; step <= PATH_MULTIPLY; step++) {
			int64_t warps = datapath_warps(&path, (enum path_step)step);
			int64_t instructions = datapath_instructions(&path, (enum path_step)step);
			cr_expect_eq(warps, cases[i].warps[step], "%s: %d warps", cases[i].text, (int)warps);
			cr_expect_eq(instructions, cases[i].instructions[step], "%s: %d of them", cases[i].text, (int)instructions);
			cr_expect(instructions > 0 || datapath_instruction(&path, (enum path_step)step, 0, 0).lanes == 0);
		}
		arena_finish(&arena);
	}
}
