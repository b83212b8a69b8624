/*
 * Atoms against a model of the instructions that was written from the manual of PTX (tests/emulator/instruction.c): the
 * layouts of all are proved, and errors planted in them are found, with an example that is true.
 *
 *     silicon            atoms with few pairs
 *     silicon all        every atom of mma.sync, ldmatrix, stmatrix and movmatrix: many minutes
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../emulator/emulator.h"
#include "algebra/offsets.h"
#include "gpu/emit.h"
#include "lang/atoms.h"
#include "tool/silicon.h"

/* Pairs of atoms that are asked in every run. */
enum { PAIRS_MAX = 1 << 15, BLOCKS = 2, THREADS = 256 };

struct tester {
	struct arena arena;
	bool all;
	int passed, failed;
	uint32_t state;
	uint64_t asked[64];        /* shapes and widths of types that were asked */
	int asked_count;
};

static void report(struct tester *tester, struct str name, bool good, const char *what, const char *text) {
	if (!good) {
		printf("FAIL: %.*s: %s: %s\n", (int)name.length, name.data, what, text);
	}
	tester->passed += good;
	tester->failed += !good;
}

static int draw(struct tester *tester, int choices) {
	tester->state = tester->state * 1664525u + 1013904223u;
	return (int)(tester->state >> 16) % choices;
}

/* Run the kernel of the question; "found" is its argument. Returns what went wrong, or NULL. */
static const char *run(struct algebra *al, const struct silicon_question *question, void *found, int blocks,
		int threads) {
	const char *source = silicon_source(al, question);
	const char *symbol = KERNEL_SYMBOL;
	void *arguments[1] = { &found };
	struct emulated kernel;
	if (!emulator_compile(&source, &symbol, 1, &kernel)) {
		return "does not compile";
	}
	const char *wrong = emulator_run(&kernel, blocks, threads, arguments);
	emulator_close(&kernel);
	return wrong;
}

/* --- planted errors --- */

/* "leaf" number "*which" of a stride is multiplied by two, or, if it is 0, made 1. */
static struct tuple spoil(struct algebra *al, struct tuple stride, int *which) {
	if (!tuple_is_tuple(stride)) {
		bool is_it = (*which)-- == 0;
		int64_t value = int_value(al, stride);
		return is_it ? tuple_int(value == 0 ? 1 : 2 * value) : stride;
	}
	struct tuple *modes = tuple_modes_new(al, stride.rank);
	for (int i = 0; i < stride.rank; i++) {
		modes[i] = spoil(al, tuple_mode(stride, i), which);
	}
	return tuple_of(al, modes, stride.rank);
}

/* One stride of "layout" is another. */
static struct layout plant(struct tester *tester, struct algebra *al, struct layout layout) {
	int leaves = tuple_is_tuple(layout.stride) ? layout.stride.leaves : 1;
	int which = draw(tester, leaves);
	return layout_of(al, layout.shape, spoil(al, layout.stride, &which));
}

/* The same function: an error in a mode of extent 1 is none. */
static bool is_same(struct algebra *al, struct layout a, struct layout b) {
	struct offsets of_a = offsets_init(al, a);
	struct offsets of_b = offsets_init(al, b);
	for (int64_t i = 0; i < of_a.size; i++) {
		if (offsets_at(&of_a, i) != offsets_at(&of_b, i)) {
			return false;
		}
	}
	return true;
}

static void plant_mma(struct tester *tester, struct algebra *al, const struct silicon_question *question,
		const uint32_t *found) {
	for (int i = 0; i < 6; i++) {
		struct silicon_question spoilt = *question;
		struct layout *layout = i % 3 == 0 ? &spoilt.mma.atom.a : i % 3 == 1 ? &spoilt.mma.atom.b : &spoilt.mma.atom.c;
		struct layout before = *layout;
		*layout = plant(tester, al, before);
		if (!is_same(al, before, *layout)) {
			struct silicon_answer answer = mma_judge(al, &spoilt.mma, found);
			const char letter[] = { "ABC"[i % 3], ':', '\0' };
			bool is_named = strncmp(answer.text, letter, 2) == 0;
			report(tester, question->mma.name, !answer.good, "a planted error is not found", letter);
			report(tester, question->mma.name, is_named, "another operand is said to be wrong", answer.text);
		}
	}
}

/* --- atoms --- */

/* Whether an atom of this shape, and of types as wide, was asked before. */
static bool was_asked(struct tester *tester, struct algebra *al, const struct mma_question *mma) {
	uint64_t key = (uint64_t)mma_pairs(al, mma) << 24 | (uint64_t)mma->d_elements.bits << 16
		| (uint64_t)mma->a_elements.bits << 8
		| (uint64_t)(mma->name.data[mma->name.length - 1] == 'N') << 1 | (mma->name.data[mma->name.length - 2] == 'N');
	for (int i = 0; i < tester->asked_count; i++) {
		if (tester->asked[i] == key) {
			return true;
		}
	}
	tester->asked[tester->asked_count] = key;
	tester->asked_count += tester->asked_count + 1 < (int)(sizeof tester->asked / sizeof tester->asked[0]);
	return false;
}

static void ask_mma(struct tester *tester, struct algebra *al, const struct silicon_question *question) {
	int64_t pairs = mma_pairs(al, &question->mma);
	if ((pairs > PAIRS_MAX || was_asked(tester, al, &question->mma)) && !tester->all) {
		return;
	}
	uint32_t *found = arena_array(&tester->arena, (size_t)pairs, sizeof *found);
	const char *wrong = run(al, question, found, BLOCKS, THREADS);
	report(tester, question->mma.name, wrong == NULL, "the kernel fails", wrong != NULL ? wrong : "");
	if (wrong == NULL) {
		struct silicon_answer answer = mma_judge(al, &question->mma, found);
		report(tester, question->mma.name, answer.good, "the atom differs", answer.text);
		bool is_known = !question->mma.is_malformed || answer.has_layout;
		report(tester, question->mma.name, is_known, "a malformed atom", "no layout was found");
		if (!question->mma.is_malformed) {
			plant_mma(tester, al, question, found);
		}
	}
}

static void take_atom(struct tester *tester, struct str name) {
	struct algebra al;
	algebra_init(&al, &tester->arena);
	struct silicon_question question = silicon_question(&al, name);
	report(tester, name, !algebra_failed(&al), "no question", al.fault.text);
	if (question.kind == SILICON_MMA) {
		ask_mma(tester, &al, &question);
	}
	arena_reset(&tester->arena);
}

int main(int argc, char **argv) {
	struct tester tester = { .all = argc > 1 && strcmp(argv[1], "all") == 0, .state = 20261122 };
	struct atom_row row;
	size_t offset = 0;
	if (!emulator_is_there()) {
		printf("skipped: no C++ compiler\n0 passed, 0 failed, 1 skipped\n");
		return 77;
	}
	arena_init(&tester.arena, NULL, NULL);
	while (atoms_next(ATOMS_PTX, &offset, &row)) {
		take_atom(&tester, row.columns[0]);
	}
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0 || tester.passed == 0;
}
