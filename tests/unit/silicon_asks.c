/*
 * Atoms of a warp, tiled MMAs and tiled copies asked of a device that runs no kernel (gpu_scripted.h): what is left is
 * worked out here from the layouts, and is right; each call fails once; one thing changed is found, with words that are
 * known. And the instruction of an MMA as PTX has it. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu_scripted.h"
#include "tally.h"
#include "tool/silicon.h"
#include "tool/silicon_tiled.h"

enum { WORDS_MAX = 1 << 16, OWNER = 1 << 20 };

/* Where there is no number of an element. */
#define NOTHING 0x80000000u

struct tester {
	struct tally tally;
	struct arena arena;
	struct algebra *al;
	struct script script;
	struct device *device;
	const char *name;
	uint32_t words[WORDS_MAX];     /* what the kernel leaves */
	int64_t count;
	int64_t bytes;                 /* of the kernel's memory: those of the words, unless it has more */
	int64_t blocks;
	int threads;
};

static void leave(struct script *script, const struct launch *launch) {
	struct tester *tester = script->context;
	uint32_t *found = *(uint32_t *const *)launch->arguments[0];
	expect(&tester->tally, scripted_bytes(tester->device, found) == tester->bytes
		&& launch->blocks == tester->blocks && launch->threads == tester->threads,
		"%s: %" PRId64 " blocks of %d threads", tester->name, launch->blocks, launch->threads);
	memcpy(found, tester->words, (size_t)tester->count * sizeof *found);
}

typedef struct silicon_answer (*asking)(struct tester *tester, const void *question, struct fault *fault);

static struct silicon_answer ask(struct tester *tester, asking function, const void *question, int fail_at) {
	struct fault fault;
	char said[64] = "";
	fault_clear(&fault);
	tester->script = (struct script){ .fail_at = fail_at, .context = tester, .launched = leave };
	tester->device = scripted_open(&tester->arena, &tester->script);
	struct silicon_answer answer = function(tester, question, &fault);
	if (fail_at > 0) {
		snprintf(said, sizeof said, "call %d fails", fail_at);
	}
	expect(&tester->tally, strcmp(fault.text, said) == 0 && scripted_is_clean(&tester->script)
		&& (fail_at == 0 || !answer.good), "%s: %s: %s", tester->name, said, fault.text);
	return answer;
}

/* As it should be it is good; each call fails. */
static void ask_all(struct tester *tester, asking function, const void *question, int64_t asked) {
	struct silicon_answer answer = ask(tester, function, question, 0);
	int calls = tester->script.calls;
	expect(&tester->tally, answer.good && answer.asked == asked, "%s: %" PRId64 " asked, %s", tester->name,
		answer.asked, answer.text);
	for (int n = 1; n <= calls; n++) {
		ask(tester, function, question, n);
	}
}

static void expect_said(struct tester *tester, asking function, const void *question, const char *wanted) {
	struct silicon_answer answer = ask(tester, function, question, 0);
	expect(&tester->tally, !answer.good && strcmp(answer.text, wanted) == 0, "%s: said %s, not %s", tester->name,
		answer.text, wanted);
}

/* --- atoms of a warp --- */

static struct silicon_answer ask_mma(struct tester *tester, const void *question, struct fault *fault) {
	return mma_ask(tester->device, tester->al, question, fault);
}

/* Places of an operand, thread + threads * value, as m + extent * k. */
static int64_t *numbers_of(struct tester *tester, struct layout layout, int64_t *count) {
	struct offsets thread = offsets_init(tester->al, layout_mode(layout, 0));
	struct offsets value = offsets_init(tester->al, layout_mode(layout, 1));
	*count = thread.size * value.size;
	int64_t *numbers = arena_array(&tester->arena, (size_t)*count, sizeof *numbers);
	for (int64_t i = 0; i < *count; i++) {
		numbers[i] = offsets_at(&thread, i % thread.size) + offsets_at(&value, i / thread.size);
	}
	return numbers;
}

static void check_mma(struct tester *tester, const char *name) {
	struct algebra al;
	algebra_init(&al, &tester->arena);
	tester->al = &al;
	tester->name = name;
	struct silicon_question question = silicon_question(&al, str_from(name));
	const struct mma_atom *atom = &question.mma.atom;
	int64_t m = int_value(&al, tuple_mode(atom->shape_mnk, 0));
	int64_t n = int_value(&al, tuple_mode(atom->shape_mnk, 1));
	int64_t places[3];
	const int64_t *a = numbers_of(tester, atom->a, &places[0]);
	const int64_t *b = numbers_of(tester, atom->b, &places[1]);
	const int64_t *c = numbers_of(tester, atom->c, &places[2]);
	tester->count = places[0] * places[1];
	tester->bytes = 4 * tester->count;
	tester->blocks = (tester->count + 7) / 8 < 264 ? (tester->count + 7) / 8 : 264;
	tester->threads = 256;
	expect(&tester->tally, question.kind == SILICON_MMA && tester->count <= WORDS_MAX
		&& mma_pairs(&al, &question.mma) == tester->count, "%s: %" PRId64 " pairs", name, tester->count);
	int64_t last = 0;
	for (int64_t i = 0; i < tester->count; i++) {
		int64_t of_a = a[i % places[0]];
		int64_t of_b = b[i / places[0]];
		tester->words[i] = 0;
		for (int64_t p = 0; p < places[2] && of_a / m == of_b / n; p++) {
			if (c[p] == of_a % m + m * (of_b % n)) {
				tester->words[i] = MMA_FOUND + (uint32_t)p;
				last = i;
			}
		}
	}
	ask_all(tester, ask_mma, &question.mma, tester->count);
	/* What is not the product is at no place. */
	char line[100];
	snprintf(line, sizeof line, "is == 1 && thread >= 0 ? %uu + place : %uu);", MMA_FOUND, 2 * MMA_FOUND);
	expect(&tester->tally, strstr(mma_source(&al, &question.mma), line) != NULL, "%s: %s", name, line);
	/* A is read off the hardware where the atom has none that can be believed. */
	struct mma_question read = question.mma;
	read.is_malformed = true;
	struct silicon_answer hardware = ask(tester, ask_mma, &read, 0);
	expect(&tester->tally, hardware.good && hardware.has_layout, "%s: the hardware's A: %s", name, hardware.text);
	/* A product that is gone; one that is at no place; and one behind the last. */
	uint32_t kept = tester->words[last];
	const uint32_t others[] = { 0, 2 * MMA_FOUND, MMA_FOUND + (uint32_t)places[2], MMA_FOUND - 1 };
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		tester->words[last] = others[i];
		struct silicon_answer answer = ask(tester, ask_mma, &question.mma, 0);
		expect(&tester->tally, !answer.good
			&& strstr(answer.text, " stands at no place of D alone, the atom says thread ") != NULL, "%s: %s", name,
			answer.text);
	}
	tester->words[last] = kept;
	/* The first product beside its place. */
	tester->words[0]++;
	expect(&tester->tally, tester->words[0] == MMA_FOUND + 1 && !ask(tester, ask_mma, &question.mma, 0).good,
		"%s: the first product is elsewhere", name);
	arena_reset(&tester->arena);
}

/* The first line of the text. */
static void check_instructions(struct tester *tester) {
	static const struct {
		const char *name, *line;
	} all[] = {
		{ "SM80_16x8x8_F32F16F16F32_TN",
			"#define MMA(d, a, b) asm volatile(\"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
			"{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};\" : \"=f\"(d[0]), \"=f\"(d[1]), \"=f\"(d[2]), "
			"\"=f\"(d[3]) : \"r\"(a[0]), \"r\"(a[1]), \"r\"(b[0]), \"f\"(0.f), \"f\"(0.f), \"f\"(0.f), \"f\"(0.f))\n" },
		{ "SM80_8x8x4_F64F64F64F64_TN",
			"#define MMA(d, a, b) asm volatile(\"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
			"{%0, %1}, {%2}, {%3}, {%4, %5};\" : \"=d\"(d[0]), \"=d\"(d[1]) : \"d\"(a[0]), \"d\"(b[0]), \"d\"(0.), "
			"\"d\"(0.))\n" },
		{ "SM80_8x8x16_S32S8U8S32_TN",
			"#define MMA(d, a, b) asm volatile(\"mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 "
			"{%0, %1}, {%2}, {%3}, {%4, %5};\" : \"=r\"(d[0]), \"=r\"(d[1]) : \"r\"(a[0]), \"r\"(b[0]), \"r\"(0), "
			"\"r\"(0))\n" },
	};
	struct algebra al;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		algebra_init(&al, &tester->arena);
		struct silicon_question question = silicon_question(&al, str_from(all[i].name));
		struct buf text;
		buf_init(&text, &tester->arena);
		mma_put_instruction(&text, &question.mma);
		expect(&tester->tally, strcmp(text.data, all[i].line) == 0, "%s: %s, not %s", all[i].name, text.data,
			all[i].line);
	}
	static const struct {
		const char *name, *line;
	} moves[] = {
		{ "SM75_U32x4_LDSM_N", "#define MOVE(to, from) asm volatile(\"ldmatrix.sync.aligned.x4.m8n8.shared.b16 "
			"{%0, %1, %2, %3}, [%4];\" : \"=r\"(to[0]), \"=r\"(to[1]), \"=r\"(to[2]), \"=r\"(to[3]) : "
			"\"r\"((unsigned)__cvta_generic_to_shared(from)) : \"memory\")\n" },
		{ "SM90_U32x2_STSM_N", "#define MOVE(to, from) asm volatile(\"stmatrix.sync.aligned.x2.m8n8.shared.b16 "
			"[%0], {%1, %2};\" :: \"r\"((unsigned)__cvta_generic_to_shared(to)), \"r\"(from[0]), \"r\"(from[1]) : "
			"\"memory\")\n" },
		{ "SM75_U32x1_MOVM_T", "#define MOVE(to, from) asm volatile(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;\" "
			": \"=r\"(to[0]) : \"r\"(from[0]))\n" },
	};
	for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
		algebra_init(&al, &tester->arena);
		struct silicon_question question = silicon_question(&al, str_from(moves[i].name));
		struct buf text;
		buf_init(&text, &tester->arena);
		copy_put_instruction(&text, &question.copy);
		expect(&tester->tally, strcmp(text.data, moves[i].line) == 0, "%s: %s, not %s", moves[i].name, text.data,
			moves[i].line);
	}
	/* Numbers of 16 bits, 8 of each thread. */
	algebra_init(&al, &tester->arena);
	struct silicon_question loads = silicon_question(&al, str_from("SM75_U32x4_LDSM_N"));
	const char *source = copy_source(&al, &loads.copy);
	expect(&tester->tally, strstr(source, "return (((int)(t) * 128) + ((int)((n * 16)))) / 16;") != NULL,
		"the numbers of a load:\n%s", source);
	/* The scales of A and B, each with a byte and a thread that are chosen by one operand. */
	algebra_init(&al, &tester->arena);
	struct silicon_question question = silicon_question(&al,
		str_from("SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<e4m3,e5m2,f32,ue8m0,32>"));
	struct buf text;
	buf_init(&text, &tester->arena);
	mma_put_instruction(&text, &question.mma);
	expect(&tester->tally, strstr(text.data, "{%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}, {%14}, {%15, %15}, "
		"{%14}, {%15, %15};\" : ") != NULL
		&& strstr(text.data, "\"f\"(0.f), \"r\"(0x7f7f7f7fu), \"h\"((unsigned short)0))\n") != NULL, "%s", text.data);
	arena_reset(&tester->arena);
}

/* --- tiled MMAs --- */

static struct silicon_answer ask_tiled(struct tester *tester, const void *question, struct fault *fault) {
	return tiled_ask(tester->device, tester->al, question, fault);
}

/* The numbers of A, seed 1, and of B, seed 2: as in the kernel. */
static unsigned number(unsigned seed, int64_t i, unsigned greatest) {
	unsigned h = (unsigned)i * 0x9e3779b1u + seed * 0x7f4a7c15u;
	h = (h ^ h >> 15) * 0x85ebca6bu;
	return (h ^ h >> 13) % (greatest + 1);
}

static bool tiled_of(struct tester *tester, struct evaluation *ev, const struct tiled_request *request,
		struct tiled_subject *out) {
	evaluation_init(ev, &tester->arena, false);
	tester->al = &ev->algebra;
	tester->name = request->text;
	bool good = silicon_tiled_question(ev, request, NULL, out);
	expect(&tester->tally, good, "%s: %s", request->text, ev->error.fault.text);
	return good;
}

/* "xor" counts the bits that differ, of numbers that are 0 or 1. */
static void check_tiled(struct tester *tester, const char *text, int64_t m, int64_t n, int64_t k, bool xors) {
	struct evaluation ev;
	struct tiled_subject subject;
	struct tiled_request request = { .text = text, .shape = { 3, { m, n, k } } };
	if (!tiled_of(tester, &ev, &request, &subject)) {
		return;
	}
	const struct tiled_question *question = &subject.mma;
	struct offsets thread = offsets_init(tester->al, layout_mode(question->c, 0));
	struct offsets value = offsets_init(tester->al, layout_mode(question->c, 1));
	tester->count = 2 * m * n;
	tester->bytes = 4 * tester->count;
	tester->blocks = 1;
	tester->threads = question->threads;
	memset(tester->words, 0, sizeof tester->words);
	for (int64_t i = 0; i < thread.size * value.size; i++) {
		int64_t place = offsets_at(&thread, i % thread.size) + offsets_at(&value, i / thread.size);
		tester->words[2 * place + 1] += OWNER + (uint32_t)(i % thread.size);
	}
	for (int64_t i = 0; i < m * n; i++) {
		for (int64_t x = 0; x < k; x++) {
			unsigned a = number(1, i % m + m * x, xors ? 1 : 2);
			unsigned b = number(2, i / m + n * x, xors ? 1 : 2);
			tester->words[2 * i] += xors ? a != b : a * b;
		}
	}
	expect(&tester->tally, tiled_words(question) == tester->count, "%s: words", text);
	/* Warps stand along M, then along N, then along K; as many as there are along K add to each place. */
	int64_t warps[3], least[2];
	for (int i = 0; i < 3; i++) {
		warps[i] = int_value(tester->al, layout_size(tester->al, layout_mode(question->tiled.thr_vmnk, i + 1)));
	}
	for (int i = 0; i < 2; i++) {
		least[i] = int_value(tester->al, tuple_mode(question->mma.atom.shape_mnk, i));
	}
	for (int64_t i = 0; i < thread.size * value.size; i++) {
		int64_t place = offsets_at(&thread, i % thread.size) + offsets_at(&value, i / thread.size);
		int64_t warp = i % thread.size / 32;
		expect(&tester->tally, place % m / least[0] % warps[0] == warp % warps[0]
			&& place / m / least[1] % warps[1] == warp / warps[0] % warps[1], "%s: place %" PRId64 " of C and warp %"
			PRId64, text, place, warp);
	}
	for (int64_t i = 0; i < m * n; i++) {
		expect(&tester->tally, tester->words[2 * i + 1] / OWNER == warps[2], "%s: who adds to place %" PRId64 " of C",
			text, i);
	}
	/* Registers of doubles have numbers, others the bits of several. */
	bool is_double = question->mma.a.type == REGISTER_F64;
	const char *source = tiled_source(tester->al, question);
	expect(&tester->tally, (strstr(source, "== bits_a(1) ? 1 : 2;") != NULL) == is_double, "%s: how A is loaded", text);
	ask_all(tester, ask_tiled, question, m * n);
	const int64_t spoilt[] = { 0, m + 3, m * n - 1 };
	for (int s = 0; s < 3; s++) {
		char said[200];
		int64_t i = spoilt[s];
		tester->words[2 * i]++;
		snprintf(said, sizeof said, "C(%" PRId64 ",%" PRId64 ") is %u; A and B give %u", i % m, i / m,
			tester->words[2 * i], tester->words[2 * i] - 1);
		expect_said(tester, ask_tiled, question, said);
		tester->words[2 * i]--;
		uint32_t owners = tester->words[2 * i + 1];
		tester->words[2 * i + 1] += OWNER + 7;
		snprintf(said, sizeof said, "C(%" PRId64 ",%" PRId64 ") was added to by %u threads, whose numbers sum to %u; "
			"by the layout of C it is %u, and %u", i % m, i / m, owners / OWNER + 1, owners % OWNER + 7, owners / OWNER,
			owners % OWNER);
		expect_said(tester, ask_tiled, question, said);
		tester->words[2 * i + 1] = owners;
	}
	arena_reset(&tester->arena);
}

/* Of what a swizzle moves to bits that no place has nothing is in the kernel. */
static void check_swizzles(struct tester *tester) {
	static const struct {
		const char *memory, *text;
		bool is_there;
	} all[] = { { "Sw<1,0,31> o (M,K):(2,2*M)", "x ^= (x & 0x80000000u) >> 31;", true },
		{ "Sw<1,0,-31> o (M,K):(2,2*M)", "x ^= (x & 0x1u) << 31;", true },
		{ "Sw<1,0,-32> o (M,K):(2,2*M)", "x ^=", false }, { "Sw<1,0,32> o (M,K):(2,2*M)", "x ^=", false } };
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct evaluation ev;
		struct tiled_subject subject;
		struct tiled_request request = { .text = "make_tiled_mma(mma_atom(\"SM80_16x8x8_F16F16F16F16_TN\"))",
			.shape = { 3, { 16, 8, 8 } }, .a = all[i].memory };
		if (tiled_of(tester, &ev, &request, &subject)) {
			const char *source = tiled_source(tester->al, &subject.mma);
			expect(&tester->tally, (strstr(source, all[i].text) != NULL) == all[i].is_there, "%s:\n%s", all[i].memory,
				source);
		}
		arena_reset(&tester->arena);
	}
}

/* --- tiled copies --- */

static struct silicon_answer ask_copy(struct tester *tester, const void *question, struct fault *fault) {
	return tiled_copy_ask(tester->device, tester->al, question, fault);
}

static void check_copy(struct tester *tester, const char *text, int64_t rows, int64_t columns, const char *shared) {
	static const char *const steps[STEPS] = { "from global memory to registers: thread 5 has as value 1 ",
		"to shared memory: at 5 there is ", "from shared memory to registers: thread 5 has as value 1 ",
		"to global memory: at 5 there is " };
	struct evaluation ev;
	struct tiled_subject subject;
	struct tiled_request request = { .text = text, .shape = { 2, { rows, columns } },
		.shared = shared };
	if (!tiled_of(tester, &ev, &request, &subject)) {
		return;
	}
	const struct tiled_copy_question *question = &subject.copy;
	tester->count = question->first[STEPS];
	tester->bytes = tiled_copy_bytes(question);
	tester->blocks = 1;
	tester->threads = question->threads;
	for (int64_t i = 0; i < WORDS_MAX; i++) {
		tester->words[i] = NOTHING;
	}
	for (int step = 0; step < STEPS; step++) {
		uint32_t *own = tester->words + question->first[step];
		int64_t count = question->first[step + 1] - question->first[step];
		struct layout layout = step == STEP_IN ? question->source : question->target;
		struct offsets thread = offsets_init(tester->al, layout_mode(layout, 0));
		struct offsets value = offsets_init(tester->al, layout_mode(layout, 1));
		const struct offsets *memory = step == STEP_SHARED ? &question->shared.offsets : &question->to.offsets;
		bool has_places = step == STEP_SHARED || step == STEP_RESULT;
		for (int64_t i = 0; i < (has_places ? rows * columns : count); i++) {
			if (has_places) {
				own[offsets_at(memory, i)] = (uint32_t)i;
			} else {
				own[i] = (uint32_t)(offsets_at(&thread, i % question->threads)
					+ offsets_at(&value, i / question->threads));
			}
		}
	}
	expect(&tester->tally, tester->count <= WORDS_MAX, "%s: %" PRId64 " words", text, tester->count);
	/* Where any memory suits, it is column-major. */
	bool is_single = question->source_values == 1 && question->target_values == 1;
	expect(&tester->tally, !is_single || (offsets_at(&question->from.offsets, 1) == 1
		&& offsets_at(&question->shared.offsets, 1) == 1 && offsets_at(&question->to.offsets, 1) == 1),
		"%s: the usual memory", text);
	/* What plain accesses brought goes out as it came in, by the source. */
	const char *source = tiled_copy_source(tester->al, question);
	expect(&tester->tally, (strstr(source, "*(const vector *)&tile[place_shared(own_s(t, s))]") != NULL)
		== (question->way == TILED_COPY_PLAIN), "%s: how it goes out", text);
	/* How many bytes are there, if the rest is to be filled: all of them. */
	bool fills = strstr(text, "ZFILL") != NULL;
	expect(&tester->tally, (strstr(source, ", 16, %2;\"") != NULL) == fills
		&& (strstr(source, ", \"r\"(16) : \"memory\")") != NULL) == fills, "%s: what is filled", text);
	/* As many bits of a number as the last has. */
	int bits = 1;
	while (rows * columns > (int64_t)1 << bits) {
		bits++;
	}
	char loop[60];
	snprintf(loop, sizeof loop, "for (unsigned shift = 0; shift < %d; shift += ", bits);
	expect(&tester->tally, strstr(source, loop) != NULL, "%s: not %s", text, loop);
	ask_all(tester, ask_copy, question, rows * columns);
	for (int step = 0; step < STEPS && shared == NULL; step++) {
		if (question->first[step + 1] == question->first[step]) {
			continue;
		}
		bool has_places = step == STEP_SHARED || step == STEP_RESULT;
		uint32_t *word = tester->words + question->first[step] + (has_places ? 5 : 5 + question->threads);
		uint32_t kept = *word;
		const uint32_t others[] = { 0, (uint32_t)(rows * columns) - 1, (uint32_t)(rows * columns), NOTHING };
		for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
			char said[200];
			char is[40];
			snprintf(is, sizeof is, "(%" PRId64 ",%" PRId64 ")", others[i] % rows, others[i] / rows);
			snprintf(said, sizeof said, "%s%s, the %s says (%" PRId64 ",%" PRId64 ")", steps[step], i < 2 ? is :
				i == 2 ? "a number that no element has" : "nothing", has_places ? "layout" : "copy", kept % rows,
				kept / rows);
			*word = others[i];
			if (kept != others[i]) {
				expect_said(tester, ask_copy, question, said);
			}
		}
		*word = kept;
	}
	arena_reset(&tester->arena);
}

/* --- what no kernel can be made of --- */

#define TILED(atom, layout) "make_tiled_mma(mma_atom(\"" atom "\")," layout ")"
#define COPIED(atom, bits, layouts) "make_tiled_copy(copy_atom(\"" atom "\"," bits ")," layouts ")"

/* At each limit, and beyond it. */
static void check_refusals(struct tester *tester) {
	static const struct {
		const char *text;
		struct problem_shape shape;
		const char *why;
	} all[] = {
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(32,1,1)"), { 3, { 512, 8, 8 } }, "" },
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(33,1,1)"), { 3, { 528, 8, 8 } },
			"the MMA has 1056 threads; a kernel needs whole warps, 1024 threads at most" },
		{ TILED("SM70_8x8x4_F16F16F16F16_TN", "(1,1,1)"), { 3, { 8, 8, 4 } },
			"the MMA has 8 threads; a kernel needs whole warps, 1024 threads at most" },
		{ TILED("SM70_8x8x4_F16F16F16F16_TN", "(2,2,1)"), { 3, { 16, 16, 4 } }, "" },
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(1,1,1)"), { 3, { 16, 8, 1024 } }, "" },
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(1,1,1)"), { 3, { 16, 8, 1032 } },
			"A and B take 49536 bytes of shared memory, 49152 at most" },
		{ TILED("SM80_8x8x128_S32U1U1S32_TN_XORPOPC", "(1,1,1)"), { 3, { 256, 8, 128 } }, "" },
		{ TILED("SM80_8x8x128_S32U1U1S32_TN_XORPOPC", "(1,1,1)"), { 3, { 384, 8, 128 } },
			"A and B take 50176 bytes of shared memory, 49152 at most" },
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(1,1,1),(1,8,8)"), { 3, { 16, 8, 8 } }, "" },
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(1,1,1),(0,8,8)"), { 3, { 16, 8, 8 } },
			"extent 0 of the shape, 16, is no multiple of the MMA's tile, 0" },
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(1,1,1),(16,8,?)"), { 3, { 16, 8, 8 } },
			"this needs the value of an integer that is known at run time only" },
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(2,1,1):(2,0,0)"), { 3, { 32, 8, 8 } },
			"the numbers of the MMA's threads have holes, or several are the same" },
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(1,2,2):(0,0,1)"), { 3, { 16, 16, 16 } },
			"the numbers of the MMA's threads have holes, or several are the same" },
		{ TILED("SM80_16x8x8_F16F16F16F16_TN", "(1,1,1)"), { 3, { 16, 12, 8 } },
			"extent 1 of the shape, 12, is no multiple of the MMA's tile, 8" },
		{ COPIED("UniversalCopy<u16>", "16", "(32,32):(32,1),(1,1)"), { 2, { 32, 32 } }, "" },
		{ COPIED("UniversalCopy<u16>", "16", "(33,32):(32,1),(1,1)"), { 2, { 33, 32 } },
			"the copy has 1056 threads; a kernel has 1024 at most" },
		{ COPIED("SM75_U32x1_LDSM_N", "16", "(33,32):(32,1),(1,2)"), { 2, { 33, 64 } },
			"the copy has 1056 threads; a kernel has 1024 at most, and whole warps" },
		{ COPIED("UniversalCopy<u16>", "16", "(32,32):(32,1),(1,1)"), { 2, { 192, 128 } }, "" },
		{ COPIED("UniversalCopy<u16>", "16", "(32,32):(32,1),(1,1)"), { 2, { 224, 128 } },
			"28672 elements of 16 bits; a block has 49152 bytes of shared memory" },
		{ COPIED("UniversalCopy<u16>", "16", "(32,4):(4,0),(1,1)"), { 2, { 32, 4 } },
			"the copy leaves 127 of 128 elements where they are" },
		{ COPIED("UniversalCopy<u32>", "4", "(32,32):(32,1),(1,8)"), { 2, { 32, 256 } },
			"elements of 4 bits: a kernel moves those of 8, 16, 32 and 64" },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct evaluation ev;
		struct tiled_subject subject;
		struct tiled_request request = { .text = all[i].text, .shape = all[i].shape };
		evaluation_init(&ev, &tester->arena, false);
		bool good = silicon_tiled_question(&ev, &request, NULL, &subject);
		const char *why = good ? "" : ev.error.fault.text;
		expect(&tester->tally, strcmp(why, all[i].why) == 0, "%s: %s, not %s", all[i].text, why, all[i].why);
		arena_reset(&tester->arena);
	}
}

static void check_types(struct tester *tester) {
	struct packed packed = { 5, 7 };
	expect(&tester->tally, packed_find(str_from("e5m2"), &packed) && packed.bits == 8 && packed.one == 0x3c, "e5m2");
	expect(&tester->tally, !packed_find(str_from("e5m3"), &packed) && packed.bits == 8, "a type that there is not");
}

/* Words and both memories begin at a multiple of 32 of theirs, and have room for all of it. */
static void check_rooms(struct tester *tester) {
	enum { UNITS = 70, ROOM = 32 };
	for (int64_t count = 1; count < UNITS; count++) {
		int64_t room = ROOM;
		while (room < count) {
			room += ROOM;
		}
		struct tiled_copy_question words = { .bits = 16, .first = { [STEPS] = count } };
		struct tiled_copy_question from = { .bits = 64, .from = { .places = count } };
		struct tiled_copy_question to = { .bits = 8, .to = { .places = count } };
		expect(&tester->tally, tiled_copy_bytes(&words) == 4 * room && tiled_copy_bytes(&from) == 8 * room
			&& tiled_copy_bytes(&to) == room, "room for %" PRId64, count);
	}
}

int main(void) {
	static struct tester tester;
	arena_init(&tester.arena, NULL, NULL);
	check_mma(&tester, "SM80_8x8x4_F64F64F64F64_TN");
	check_mma(&tester, "SM80_16x8x8_F16F16F16F16_TN");
	check_mma(&tester, "SM70_8x8x4_F16F16F16F16_TN");
	check_instructions(&tester);
	check_swizzles(&tester);
	check_tiled(&tester, "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,1,1))", 32, 16, 16, false);
	check_tiled(&tester, "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(1,2,2))", 32, 64, 32, false);
	check_tiled(&tester, "make_tiled_mma(mma_atom(\"SM80_8x8x128_S32U1U1S32_TN_XORPOPC\"))", 8, 16, 128, true);
	check_tiled(&tester, "make_tiled_mma(mma_atom(\"SM80_8x8x4_F64F64F64F64_TN\"),(1,2,1))", 16, 16, 8, false);
	check_copy(&tester, "make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(8,4):(4,1),(1,8))", 8, 64, NULL);
	check_copy(&tester, "make_tiled_copy(copy_atom(\"SM80_CP_ASYNC_CACHEGLOBAL<u128>\",16),(8,4):(4,1),(1,8))",
		16, 32, NULL);
	check_copy(&tester, "make_tiled_copy(copy_atom(\"SM80_CP_ASYNC_CACHEALWAYS_ZFILL<u128>\",16),(8,4):(4,1),(1,8))",
		8, 32, NULL);
	check_copy(&tester, "make_tiled_copy(copy_atom(\"UniversalCopy<u64>\",64),(8,4):(4,1),(1,1))", 8, 8, NULL);
	check_copy(&tester, "make_tiled_copy(copy_atom(\"UniversalCopy<u16>\",16),(13,1):(1,0),(1,5))", 13, 5, NULL);
	/* Nothing is in the first places. */
	check_copy(&tester, "make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(8,4):(4,1),(1,8))", 8, 32,
		"Sw<0,4,3> o 8 o (M,N):(N,1)");
	check_rooms(&tester);
	check_refusals(&tester);
	check_types(&tester);
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
