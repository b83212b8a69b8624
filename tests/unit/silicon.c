/*
 * Atoms against a model of the instructions that was written from the manual of PTX (tests/emulator/instruction.c): the
 * layouts of all are proved, and errors planted in them are found, with an example that is true.
 *
 *     silicon            atoms with few pairs
 *     silicon least      one or two of each kind, a first look in seconds
 *     silicon all        every atom of mma.sync, ldmatrix, stmatrix, movmatrix and wgmma: hours
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../emulator/emulator.h"
#include "../planted.h"
#include "algebra/offsets.h"
#include "gpu/emit.h"
#include "gpu/silicon_wgmma_judge.h"
#include "lang/atoms.h"
#include "tool/silicon_tiled.h"
#include "tool/silicon.h"

/* Pairs of atoms that are asked in every run. */
enum { PAIRS_MAX = 1 << 15, BLOCKS = 2, THREADS = 256 };

struct tester {
	struct arena arena;
	bool all, least;
	int passed, failed;
	int planted;               /* errors */
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
static struct layout other_stride(struct tester *tester, struct algebra *al, struct layout layout) {
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

/* Whether an error that was planted was found, and what is said of it is true. */
static void judge_planted(struct tester *tester, struct algebra *al, const struct planted *planted,
		const struct silicon_answer *answer) {
	struct buf name;
	buf_init(&name, al->arena);
	planted_put(&name, planted);
	report(tester, buf_str(&name), !answer->good, "a planted error is not found", "");
	bool is_true = answer->good || planted_is_true(al, planted, answer->text);
	report(tester, buf_str(&name), is_true, "what is said is not true", answer->text);
	tester->planted++;
}

static void plant_mma(struct tester *tester, struct algebra *al, const struct silicon_question *question,
		const uint32_t *found) {
	struct planted planted;
	for (int i = 0; i < 12; i++) {
		if (plant(al, question, &tester->state, &planted)) {
			struct silicon_answer answer = mma_judge(al, &planted.bad.mma, found);
			judge_planted(tester, al, &planted, &answer);
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

/* --- atoms of warpgroups --- */

/* Those that are asked in every run: each width of a type, both places of A, sparse or not, K- and MN-major. */
static const char *const wgmma_atoms[] = {
	"SM90_64x8x16_F16F16F16_SS",
	"SM90_64x8x32_S32S8U8_RS_TN",
	"SM90::GMMA::SPARSE::GMMA_64x8x32_F16F16F16_RS",
	"SM90::GMMA::SPARSE::GMMA_64x8x16_F32TF32TF32_RS_TN",
	"SM90::GMMA::SPARSE::GMMA_64x8x64_S32U8S8_RS_TN",
};

enum { RUNS_MAX = 2 * WGMMA_FORMS_MAX + 1 };

/* What all runs of an atom found. */
struct findings {
	int count;
	struct wgmma_run run[RUNS_MAX];
	const uint32_t *found[RUNS_MAX];
};

/* The first run that the atom does not explain, or what the last one says. */
static struct silicon_answer judge_all(struct algebra *al, const struct wgmma_question *wgmma,
		const struct findings *findings) {
	struct silicon_answer answer = { .good = true };
	for (int i = 0; i < findings->count && answer.good; i++) {
		answer = wgmma_judge(al, wgmma, findings->run[i], findings->found[i]);
	}
	return answer;
}

static void plant_wgmma(struct tester *tester, struct algebra *al, const struct silicon_question *question,
		const struct findings *findings) {
	struct planted planted;
	for (int i = 0; i < 24; i++) {
		if (plant(al, question, &tester->state, &planted)) {
			struct silicon_answer answer = judge_all(al, &planted.bad.wgmma, findings);
			judge_planted(tester, al, &planted, &answer);
		}
	}
}

/* One run of a question: all digits, then the judgement. */
static void run_wgmma(struct tester *tester, struct algebra *al, const struct wgmma_question *wgmma,
		const struct emulated *kernel, struct findings *findings) {
	struct wgmma_run run = findings->run[findings->count];
	struct wgmma_sizes sizes = wgmma_sizes(al, wgmma);
	uint32_t *found = arena_array(&tester->arena, (size_t)wgmma_words(&sizes, run), sizeof *found);
	unsigned digits = (unsigned)wgmma_digits(&sizes, run);
	const char *wrong = NULL;
	for (unsigned digit = 0; digit < digits && wrong == NULL; digit++) {
		void *arguments[] = { &found, &run.form_a, &run.form_b, &digit, &run.pattern };
		wrong = emulator_run(kernel, BLOCKS, WGMMA_THREADS, arguments);
	}
	report(tester, wgmma->name, wrong == NULL, "the kernel fails", wrong != NULL ? wrong : "");
	if (wrong == NULL) {
		struct silicon_answer answer = wgmma_judge(al, wgmma, run, found);
		report(tester, wgmma->name, answer.good, "the atom differs", answer.text);
		findings->found[findings->count++] = found;
	}
}

static void ask_wgmma(struct tester *tester, struct str name) {
	struct algebra al;
	algebra_init(&al, &tester->arena);
	struct silicon_question question = silicon_question(&al, name);
	bool is_one = !algebra_failed(&al) && question.kind == SILICON_WGMMA;
	report(tester, name, is_one, "no question", algebra_failed(&al) ? al.fault.text : question.why);
	report(tester, name, !is_one || str_equal(question.wgmma.name, name), "another name", "");
	const char *source = is_one ? silicon_source(&al, &question) : "";
	const char *symbol = KERNEL_SYMBOL;
	struct findings findings = { 0 };
	struct emulated kernel;
	if (is_one && emulator_compile(&source, &symbol, 1, &kernel)) {
		for (int i = 0; wgmma_run_at(&question.wgmma, i, &findings.run[findings.count]); i++) {
			run_wgmma(tester, &al, &question.wgmma, &kernel, &findings);
		}
		plant_wgmma(tester, &al, &question, &findings);
		emulator_close(&kernel);
	} else {
		report(tester, name, false, "the kernel", "does not compile");
	}
	arena_reset(&tester->arena);
}

static void ask_warpgroups(struct tester *tester) {
	struct atom_row row;
	size_t offset = 0;
	if (tester->least) {
		ask_wgmma(tester, str_from("SM90::GMMA::SPARSE::GMMA_64x8x16_F32TF32TF32_SS_TN"));
		ask_wgmma(tester, str_from("SM90_64x8x8_F32TF32TF32_RS_TN"));
		return;
	}
	for (size_t i = 0; i < sizeof wgmma_atoms / sizeof wgmma_atoms[0] && !tester->all; i++) {
		ask_wgmma(tester, str_from(wgmma_atoms[i]));
	}
	while (tester->all && atoms_next(ATOMS_MMA, &offset, &row)) {
		if (str_is(row.columns[1], "sm90") && str_is(row.columns[7], "128:1")) {
			ask_wgmma(tester, row.columns[0]);
		}
	}
}

/* --- tiled MMAs --- */

/* Each a tiled MMA, a shape, and the memory of A and B. */
static const struct {
	const char *text;
	int64_t m, n, k;
	const char *a, *b;
} tiled[] = {
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"))", 16, 8, 16, NULL, NULL },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0))", 64, 32, 32,
		"Sw<2,3,3> o 0 o (M,K):(K,1)", "(N,K):(K+8,1)" },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F16F16F16F16_TN\"),(2,1,1),(32,16,16))", 32, 32, 16, NULL, NULL },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x8_F32TF32TF32F32_TN\"),(1,2,1),(_,(2,4,2):(1,4,2),_))", 32, 32, 16,
		"(M,K):(1,M+4)", NULL },
	{ "make_tiled_mma(mma_atom(\"SM80_8x8x4_F64F64F64F64_TN\"),(2,2,1))", 32, 16, 8, NULL, NULL },
	{ "make_tiled_mma(mma_atom(\"SM80_8x8x4_F64F64F64F64_TN\"),(1,2,2),(_,(16,2):(2,1),_))", 16, 64, 24, NULL, NULL },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x32_S32S8S8S32_TN\"),(2,4,2))", 64, 64, 64, NULL, "(N,K):(K,1)" },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x32_S32S8S8S32_TN\"),(1,1,2))", 16, 8, 64, NULL, "(N,K):(K,1)" },
	{ "make_tiled_mma(mma_atom(\"SM70_8x8x4_F32F16F16F32_NT\"),(2,2,1))", 16, 32, 8, NULL, NULL },
	{ "make_tiled_mma(mma_atom(\"SM80_8x8x32_S32U4S4S32_TN\"))", 8, 16, 32, NULL, NULL },
};

/* The kernel's sums and owners against the definition; then with a layout that differs from the one it ran with. */
static void judge_tiled(struct tester *tester, struct algebra *al, const struct tiled_question *question,
		const uint32_t *found, struct str name) {
	struct silicon_answer answer = tiled_judge(al, question, found);
	report(tester, name, answer.good, "the tiled MMA differs", answer.text);
	for (int i = 0; i < 4; i++) {
		struct tiled_question spoilt = *question;
		spoilt.c = other_stride(tester, al, question->c);
		if (!is_same(al, spoilt.c, question->c)) {
			report(tester, name, !tiled_judge(al, &spoilt, found).good, "a planted error is not found", "C");
		}
	}
}

/* Run "question" and leave what it found in "found". */
static bool run_tiled(struct tester *tester, struct algebra *al, const struct tiled_question *question,
		uint32_t *found, struct str name) {
	const char *source = tiled_source(al, question);
	const char *symbol = KERNEL_SYMBOL;
	void *arguments[] = { &found };
	struct emulated kernel;
	if (!emulator_compile(&source, &symbol, 1, &kernel)) {
		report(tester, name, false, "the kernel", "does not compile");
		return false;
	}
	const char *wrong = emulator_run(&kernel, 1, question->threads, arguments);
	emulator_close(&kernel);
	report(tester, name, wrong == NULL, "the kernel fails", wrong != NULL ? wrong : "");
	return wrong == NULL;
}

static void ask_tiled(struct tester *tester, int i) {
	struct evaluation ev;
	struct tiled_subject subject;
	struct tiled_request request = { .text = tiled[i].text, .shape = { 3, { tiled[i].m, tiled[i].n, tiled[i].k } },
		.a = tiled[i].a, .b = tiled[i].b };
	struct str name = str_from(tiled[i].text);
	evaluation_init(&ev, &tester->arena, false);
	bool stated = silicon_tiled_question(&ev, &request, NULL, &subject);
	const struct tiled_question question = subject.mma;
	report(tester, name, stated, "no question", ev.error.fault.text);
	if (stated) {
		uint32_t *found = arena_array(&tester->arena, (size_t)tiled_words(&question), sizeof *found);
		if (run_tiled(tester, &ev.algebra, &question, found, name)) {
			judge_tiled(tester, &ev.algebra, &question, found, name);
		}
		/* What a thread reads at another place must not go unseen. */
		struct tiled_question spoilt = question;
		spoilt.a = other_stride(tester, &ev.algebra, question.a);
		uint32_t *other = arena_array(&tester->arena, (size_t)tiled_words(&question), sizeof *other);
		bool is_inside = offsets_init(&ev.algebra, spoilt.a).greatest < question.m * question.k;
		if (is_inside && !is_same(&ev.algebra, spoilt.a, question.a)
				&& run_tiled(tester, &ev.algebra, &spoilt, other, name)) {
			report(tester, name, !tiled_judge(&ev.algebra, &question, other).good, "a planted error is not found", "A");
		}
	}
	arena_reset(&tester->arena);
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
	tester.least = argc > 1 && strcmp(argv[1], "least") == 0;
	struct atom_row row;
	size_t offset = 0;
	if (!emulator_is_there()) {
		printf("skipped: no C++ compiler\n0 passed, 0 failed, 1 skipped\n");
		return 77;
	}
	arena_init(&tester.arena, NULL, NULL);
	int every = tester.least ? 40 : 1;
	for (int i = 0; atoms_next(ATOMS_PTX, &offset, &row); i++) {
		if (i % every == 0) {
			take_atom(&tester, row.columns[0]);
		}
	}
	for (int i = 0; i < (int)(sizeof tiled / sizeof tiled[0]); i += every) {
		ask_tiled(&tester, i);
	}
	ask_warpgroups(&tester);
	arena_finish(&tester.arena);
	printf("%d errors planted\n", tester.planted);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0 || tester.passed == 0;
}
