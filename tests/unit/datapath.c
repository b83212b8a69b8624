/* src/tool/datapath.c: the way of operand A, by what the copies and the MMA promise and by hand-counted wavefronts. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/eval.h"
#include "tool/datapath.h"

static struct datapath follow(struct evaluation *ev, struct arena *arena, const char *text) {
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){ "<test>", str_from(text), 1 };
	evaluation_init(ev, arena, false);
	cr_assert(evaluation_run(ev, source), "%s: %s", text, ev->error.fault.text);
	return datapath_make(&ev->algebra, &ev->results[0], 0);
}

#define MMA(warps) "mma = make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"), (" warps ",1,1)); "
#define COPY "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16), (8,8):(8,1), (1,8)); "
#define LOAD "load = make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16), mma); "
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
		cr_expect_eq(datapath_instruction(&path, PATH_LOAD, datapath_warps(&path, PATH_LOAD), 0).lanes, 0);
		cr_expect_eq(datapath_instruction(&path, PATH_LOAD, -1, 0).lanes, 0);
		cr_expect_eq(one.wavefronts.actual, cases[i].matrices, "%s: %d", cases[i].load, one.wavefronts.actual);
		cr_expect_eq(one.wavefronts.phases, cases[i].matrices);
		arena_finish(&arena);
	}
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

/* What is no way, or does not fit, is refused with a reason. */
Test(datapath, refused) {
	static const struct {
		const char *text;
		enum fault_code code;
	} cases[] = {
		{ "((8,8):(8,1), (8,8):(1,8))", FAULT_TYPE },
		{ MMA("1") "(mma, (16,16):(16,1))", FAULT_TYPE },
		{ MMA("1") "(mma, mma)", FAULT_TYPE },
		{ MMA("1") "((16,24):(24,1), mma)", FAULT_DOMAIN },
		{ MMA("1") "((8,16):(16,1), mma)", FAULT_DOMAIN },
		{ COPY "((8,8):(8,1), copy, (16,64):(64,1))", FAULT_DOMAIN },
		{ COPY "((1024,1024):(1024,1), copy)", FAULT_LIMIT },
		{ COPY "((8,64):(64,1), copy, (8,64):(-64,1))", FAULT_LIMIT },
		{ COPY "((8,64):(64,1), copy, (8,64):(4000000000,1))", FAULT_LIMIT },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		arena_init(&arena, NULL, NULL);
		follow(&ev, &arena, cases[i].text);
		cr_expect_eq(ev.algebra.fault.code, cases[i].code, "%s: %s", cases[i].text, ev.algebra.fault.text);
		arena_finish(&arena);
	}
}
