/*
 * Questions about wgmma without an instruction: what a run would leave is written here from the layouts of the atom as
 * gpu/silicon_wgmma.h says it, and must be judged right; one thing changed in it must be found, with words that are
 * known. And how large questions are, which runs they have, and how the instruction is written. Prints "N passed, N
 * failed".
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/silicon_wgmma_ask.h"
#include "gpu/silicon_wgmma_judge.h"
#include "gpu/silicon_wgmma_text.h"
#include "gpu_scripted.h"
#include "tally.h"
#include "tool/silicon.h"

enum { THREADS = 128, ROWS = 64, NIBBLES = 8, SLOTS = 4, NUMBER_BITS = 12, NO_NUMBER = 0xfff };

/* Atoms: of each width of a type, A in registers or in shared memory, sparse or not. */
static const struct {
	const char *name;
	struct wgmma_sizes sizes;
	int group, registers_d, registers_a;
	const char *instruction;
} atoms[] = {
	{ "SM90_64x8x16_F16F16F16_SS", { .n = 8, .k = 16, .stored_k = 16, .places_a = 1024, .places_b = 128,
		.places_d = 512, .values_d = 4, .digits = 1, .digit_bits = 11 }, 1, 2, 0,
		"wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16" },
	{ "SM90_64x16x16_F32BF16BF16_RS", { .n = 16, .k = 16, .stored_k = 16, .places_a = 1024, .places_b = 256,
		.places_d = 1024, .values_d = 8, .digits = 1, .digit_bits = 8 }, 1, 8, 4,
		"wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16" },
	{ "SM90_64x8x8_F32TF32TF32_SS_TN", { .n = 8, .k = 8, .stored_k = 8, .places_a = 512, .places_b = 64,
		.places_d = 512, .values_d = 4, .digits = 1, .digit_bits = 11 }, 1, 4, 0,
		"wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32" },
	{ "SM90_64x8x32_S32S8U8_RS_TN", { .n = 8, .k = 32, .stored_k = 32, .places_a = 2048, .places_b = 256,
		.places_d = 512, .values_d = 4, .digits = 2, .digit_bits = 6 }, 1, 4, 4,
		"wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8" },
	{ "SM90_64x8x32_F32E4M3E5M2_SS_TN", { .n = 8, .k = 32, .stored_k = 32, .places_a = 2048, .places_b = 256,
		.places_d = 512, .values_d = 4, .digits = 3, .digit_bits = 3 }, 1, 4, 0,
		"wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2" },
	{ "SM90_64x8x32_F16E5M2E4M3_SS_TN", { .n = 8, .k = 32, .stored_k = 32, .places_a = 2048, .places_b = 256,
		.places_d = 512, .values_d = 4, .digits = 2, .digit_bits = 4 }, 1, 2, 0,
		"wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e4m3" },
	{ "SM90::GMMA::SPARSE::GMMA_64x8x32_F16F16F16_RS", { .n = 8, .k = 32, .stored_k = 16, .places_a = 1024,
		.places_b = 256, .places_d = 512, .values_d = 4, .digits = 1, .digit_bits = 11 }, 4, 2, 4,
		"wgmma.mma_async.sp.sync.aligned.m64n8k32.f16.f16.f16" },
	{ "SM90::GMMA::SPARSE::GMMA_64x8x16_F32TF32TF32_SS_TN", { .n = 8, .k = 16, .stored_k = 8, .places_a = 512,
		.places_b = 128, .places_d = 512, .values_d = 4, .digits = 1, .digit_bits = 11 }, 2, 4, 0,
		"wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32" },
	{ "SM90::GMMA::SPARSE::GMMA_64x8x64_S32U8S8_RS_TN", { .n = 8, .k = 64, .stored_k = 32, .places_a = 2048,
		.places_b = 512, .places_d = 512, .values_d = 4, .digits = 2, .digit_bits = 6 }, 4, 4, 4,
		"wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.u8.s8" },
};

enum { ATOMS = sizeof atoms / sizeof atoms[0] };

struct tester {
	struct tally tally;
	struct arena arena;
	struct algebra al;
	uint32_t state;
	int atom;
	struct silicon_question question;
	struct wgmma_run run;
	/* (m,k), (n,k) and (m,n) of the places of A, B and D. */
	int64_t (*a)[2], (*b)[2], (*d)[2];
	uint32_t *found;
	int64_t words;
	int64_t selected[THREADS * NIBBLES][2];
	bool is_first[THREADS * NIBBLES];
	struct script script;
	struct device *device;
	int runs, launches;        /* of a question that is asked */
	bool spoils;               /* the last run leaves a product less */
	uint32_t *kept[WGMMA_METADATA + 1];   /* what runs of a pattern leave */
};

static int64_t draw(struct tester *tester, int64_t choices) {
	tester->state = tester->state * 1664525u + 1013904223u;
	return (int64_t)(tester->state >> 8) % choices;
}

/* --- sizes --- */

static void check_sizes(struct tester *tester) {
	const struct wgmma_question *question = &tester->question.wgmma;
	const struct wgmma_sizes *known = &atoms[tester->atom].sizes;
	struct wgmma_sizes sizes = wgmma_sizes(&tester->al, question);
	const char *name = atoms[tester->atom].name;
	expect(&tester->tally, sizes.n == known->n && sizes.k == known->k && sizes.stored_k == known->stored_k
		&& sizes.places_a == known->places_a && sizes.places_b == known->places_b
		&& sizes.places_d == known->places_d && sizes.values_d == known->values_d, "%s: places", name);
	expect(&tester->tally, sizes.digits == known->digits && sizes.digit_bits == known->digit_bits,
		"%s: %d digits of %d bits", name, sizes.digits, sizes.digit_bits);
	expect(&tester->tally, strcmp(question->instruction, atoms[tester->atom].instruction) == 0, "%s: %s", name,
		question->instruction);
	expect(&tester->tally, question->d.count == atoms[tester->atom].registers_d
		&& question->a.count == atoms[tester->atom].registers_a && question->group == atoms[tester->atom].group
		&& question->is_sparse == (question->group > 1), "%s: %d and %d registers, groups of %d", name,
		question->d.count, question->a.count, question->group);
	const struct wgmma_run plain = { 0, 0, 1 };
	const struct wgmma_run metadata = { 0, 0, WGMMA_METADATA };
	expect(&tester->tally, wgmma_digits(known, plain) == known->digits && wgmma_digits(known, metadata) == 1
		&& wgmma_words(known, plain) == known->digits * known->places_d * (1 + known->stored_k)
		&& wgmma_words(known, metadata) == (int64_t)THREADS * NIBBLES * (1 + SLOTS), "%s: words of a run", name);
}

/* Every form of A and of B, also a K-major one of one beside an MN-major one of the other; both patterns; metadata. */
static void check_runs(struct tester *tester) {
	const struct wgmma_question *question = &tester->question.wgmma;
	unsigned forms_a = 0;
	unsigned forms_b = 0;
	unsigned patterns = 0;
	unsigned majors = 0;
	struct wgmma_run run;
	int count = 0;
	while (wgmma_run_at(question, count, &run)) {
		count++;
		patterns |= 1u << run.pattern;
		if (run.pattern == WGMMA_METADATA) {
			expect(&tester->tally, !wgmma_run_at(question, count, &run), "the metadata are last");
			break;
		}
		forms_a |= 1u << run.form_a;
		forms_b |= 1u << run.form_b;
		if (question->forms_a.count > 0) {
			majors |= 1u << (2 * (question->forms_a.form[run.form_a].major == MAJOR_MN)
				+ (question->forms_b.form[run.form_b].major == MAJOR_MN));
		}
	}
	int most = question->forms_a.count > question->forms_b.count ? question->forms_a.count : question->forms_b.count;
	unsigned all_a = question->forms_a.count > 0 ? (1u << question->forms_a.count) - 1 : 1;
	expect(&tester->tally, count == most + question->is_sparse && forms_a == all_a
		&& forms_b == (1u << question->forms_b.count) - 1 && patterns == (question->is_sparse ? 7u : 1u),
		"%s: %d runs, forms %x and %x, patterns %x", atoms[tester->atom].name, count, forms_a, forms_b, patterns);
	bool has_both = question->a_elements.bits == 16 && question->forms_a.count > 0;
	expect(&tester->tally, !has_both || (majors & 6) != 0, "%s: majors %x", atoms[tester->atom].name, majors);
}

/* --- the instruction --- */

/* Operands as the manual of PTX has them; an instruction for each pair of majors that the forms have. */
static void check_text(struct tester *tester) {
	const char *name = atoms[tester->atom].name;
	const struct wgmma_question *question = &tester->question.wgmma;
	const char *source = wgmma_source(&tester->al, question);
	int d = question->d.count;
	int a = question->a.count > 0 ? question->a.count : 1;
	bool is_shared = question->a.count == 0;
	bool has_majors = question->a_elements.bits == 16;
	int choice = d + a + 1 + question->is_sparse;
	struct buf text;
	buf_init(&text, &tester->arena);
	buf_put(&text, "#define WGMMA(d, a, b, e, transposes) asm volatile(\"{ .reg .pred p, q; setp.ne.b32 p, 0, 0; "
		"wgmma.fence.sync.aligned; ");
	for (int i = 0; i < (!has_majors ? 1 : is_shared ? 4 : 2); i++) {
		buf_printf(&text, "setp.eq.u32 q, %%%d, %d; @q %s {", choice, i, atoms[tester->atom].instruction);
		for (int r = 0; r < d; r++) {
			buf_printf(&text, "%s%%%d", r > 0 ? ", " : "", r);
		}
		buf_put(&text, is_shared ? "}, " : "}, {");
		for (int r = 0; r < a; r++) {
			buf_printf(&text, "%s%%%d", r > 0 ? ", " : "", d + r);
		}
		buf_printf(&text, "%s, %%%d, ", is_shared ? "" : "}", d + a);
		if (question->is_sparse) {
			buf_printf(&text, "%%%d, 0, ", d + a + 1);
		}
		buf_put(&text, question->a_elements.one == 1 ? "p" : "p, 1, 1");
		if (has_majors && is_shared) {
			buf_printf(&text, ", %d", i / 2);
		}
		if (has_majors) {
			buf_printf(&text, ", %d", i % 2);
		}
		buf_put(&text, "; ");
	}
	buf_put(&text, "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; }\" : ");
	char letter = question->d.type == REGISTER_F32 ? 'f' : 'r';
	for (int r = 0; r < d; r++) {
		buf_printf(&text, "%s\"+%c\"(d[%d])", r > 0 ? ", " : "", letter, r);
	}
	buf_put(&text, " : ");
	for (int r = 0; r < question->a.count; r++) {
		buf_printf(&text, "%s\"r\"(a[%d])", r > 0 ? ", " : "", r);
	}
	buf_printf(&text, "%s, \"l\"(b)%s, \"r\"(transposes) : \"memory\")\n", is_shared ? "\"l\"(a)" : "",
		question->is_sparse ? ", \"r\"(e)" : "");
	expect(&tester->tally, strstr(source, text.data) != NULL, "%s: no %s in %.900s", name, text.data, source);
}

/* --- what a run leaves --- */

/* The coordinates in a side of "extent" of (thread, value), by the layout. */
static void coordinates(struct algebra *al, struct layout layout, int64_t extent, const int64_t at[2], int64_t out[2]) {
	struct offsets thread = offsets_init(al, layout_mode(layout, 0));
	struct offsets value = offsets_init(al, layout_mode(layout, 1));
	bool is_there = at[0] < thread.size && at[1] < value.size;
	int64_t offset = is_there ? offsets_at(&thread, at[0]) + offsets_at(&value, at[1]) : -1;
	out[0] = is_there ? offset % extent : -1;
	out[1] = is_there ? offset / extent : -1;
}

/* Element along k that stored number "s" is, by counting those that the pattern stores. */
static int64_t stored(int group, unsigned pattern, int64_t s) {
	int64_t k = 0;
	for (;; k++) {
		bool is_stored = group == 1 || k % group / (group / 2) == (int64_t)pattern;
		if (is_stored && s-- == 0) {
			return k;
		}
	}
}

static void make_places(struct tester *tester) {
	const struct wgmma_question *question = &tester->question.wgmma;
	const struct wgmma_sizes *sizes = &atoms[tester->atom].sizes;
	struct algebra *al = &tester->al;
	unsigned pattern = tester->run.pattern == WGMMA_METADATA ? 0 : tester->run.pattern;
	tester->a = arena_array(&tester->arena, (size_t)sizes->places_a, sizeof *tester->a);
	tester->b = arena_array(&tester->arena, (size_t)sizes->places_b, sizeof *tester->b);
	tester->d = arena_array(&tester->arena, (size_t)sizes->places_d, sizeof *tester->d);
	for (int64_t p = 0; p < sizes->places_a; p++) {
		bool is_shared = question->a.count == 0;
		int64_t s = stored(question->group, pattern, p / (is_shared ? ROWS : THREADS));
		const int64_t at[2] = { is_shared ? 0 : p % THREADS, is_shared ? p % ROWS + ROWS * s : s };
		coordinates(al, question->atom.a, ROWS, at, tester->a[p]);
	}
	for (int64_t p = 0; p < sizes->places_b; p++) {
		coordinates(al, question->atom.b, sizes->n, (const int64_t[2]){ 0, p }, tester->b[p]);
	}
	for (int64_t p = 0; p < sizes->places_d; p++) {
		coordinates(al, question->atom.c, ROWS, (const int64_t[2]){ p % THREADS, p / THREADS }, tester->d[p]);
	}
}

static int64_t place_of_b(const struct tester *tester, int64_t n, int64_t k) {
	for (int64_t p = 0; p < atoms[tester->atom].sizes.places_b; p++) {
		if (tester->b[p][0] == n && tester->b[p][1] == k) {
			return p;
		}
	}
	return -1;
}

static uint32_t *list_at(const struct tester *tester, int digit, int64_t place) {
	const struct wgmma_sizes *sizes = &atoms[tester->atom].sizes;
	return tester->found + (digit * sizes->places_d + place) * (1 + sizes->stored_k);
}

/* Every place of D with each place of A that is in its row, from the last on, which is as good an order as any. */
static void leave_lists(struct tester *tester) {
	const struct wgmma_sizes *sizes = &atoms[tester->atom].sizes;
	for (int digit = 0; digit < sizes->digits; digit++) {
		for (int64_t p = 0; p < sizes->places_d; p++) {
			uint32_t *list = list_at(tester, digit, p);
			list[0] = 0;
			for (int64_t a = sizes->places_a - 1; a >= 0; a--) {
				if (tester->a[a][0] == tester->d[p][0]) {
					int64_t b = place_of_b(tester, tester->d[p][1], tester->a[a][1]);
					int64_t number = (b >> digit * sizes->digit_bits) % ((int64_t)1 << sizes->digit_bits) + 1;
					list[++list[0]] = (uint32_t)(a << NUMBER_BITS | number);
				}
			}
		}
	}
}

/*
 * Row and group that each four bits of metadata are of, a row of -1 for none, and which are the first of those that
 * select the same: with selector 0 only these are looked at.
 */
static void make_selected(struct tester *tester) {
	int group = atoms[tester->atom].group;
	for (int64_t i = 0; i < THREADS * NIBBLES; i++) {
		int64_t *at = tester->selected[i];
		coordinates(&tester->al, tester->question.wgmma.metadata, ROWS,
			(const int64_t[2]){ i % THREADS, i / THREADS * group }, at);
		at[1] = at[0] < 0 ? -1 : at[1] / group;
		tester->is_first[i] = at[1] >= 0 && at[1] < atoms[tester->atom].sizes.k / group;
		for (int64_t j = 0; j < i && tester->is_first[i]; j++) {
			tester->is_first[i] = memcmp(tester->selected[j], at, sizeof tester->selected[j]) != 0;
		}
	}
}

/* The list of four bits that change "row" and "group": the columns 0 and 1 of D have its number in digits of 8. */
static void leave_group(struct tester *tester, uint32_t *list, int64_t row, int64_t group) {
	int half = atoms[tester->atom].group / 2;
	list[0] = 0;
	for (int64_t p = 0; p < atoms[tester->atom].sizes.places_d; p++) {
		if (tester->d[p][0] == row && tester->d[p][1] < 2) {
			int64_t number = (tester->d[p][1] == 0 ? group % 8 : group / 8) + 1;
			list[++list[0]] = (uint32_t)(p << NUMBER_BITS | number * half);
		}
	}
}

static void leave_metadata(struct tester *tester) {
	for (int64_t i = 0; i < THREADS * NIBBLES; i++) {
		if (tester->is_first[i]) {
			leave_group(tester, tester->found + i * (1 + SLOTS), tester->selected[i][0], tester->selected[i][1]);
		}
	}
}

/* --- judgements --- */

static void judge(struct tester *tester, const char *wanted, const char *what) {
	struct silicon_answer answer = wgmma_judge(&tester->al, &tester->question.wgmma, tester->run, tester->found);
	const struct wgmma_sizes *sizes = &atoms[tester->atom].sizes;
	int64_t asked = tester->run.pattern == WGMMA_METADATA ? (int64_t)THREADS * NIBBLES :
		ROWS * sizes->n * sizes->stored_k;
	expect(&tester->tally, answer.good == (wanted[0] == '\0') && strcmp(answer.text, wanted) == 0
		&& answer.asked == asked, "%s: pattern %u: %s: '%s', not '%s'", atoms[tester->atom].name, tester->run.pattern,
		what, answer.text, wanted);
}

/* "thread 5, register 1, upper half" of a register of 32 bits. */
static void put_register(char *text, size_t size, int64_t place, int bits) {
	int64_t bit = place / THREADS * bits;
	int length = snprintf(text, size, "thread %" PRId64 ", register %" PRId64, place % THREADS, bit / 32);
	if (bits == 16) {
		snprintf(text + length, size - (size_t)length, ", %s half", bit % 32 == 0 ? "lower" : "upper");
	} else if (bits < 16) {
		snprintf(text + length, size - (size_t)length, ", bits %" PRId64 " to %" PRId64, bit % 32, bit % 32 + bits - 1);
	}
}

/* What is said of the product of places "a" and "b", which should be at "d", or nowhere if that is negative. */
static const char *product(struct tester *tester, int64_t a, int64_t b, int64_t d) {
	const struct wgmma_question *question = &tester->question.wgmma;
	char of_a[96];
	char of_d[96] = "nowhere";
	struct buf text;
	buf_init(&text, &tester->arena);
	if (question->a.count == 0) {
		snprintf(of_a, sizeof of_a, "element (%" PRId64 ",%" PRId64 ") of the tile", a % ROWS, a / ROWS);
	} else {
		put_register(of_a, sizeof of_a, a, question->a_elements.bits);
	}
	if (d >= 0) {
		put_register(of_d, sizeof of_d, d, question->d_elements.bits);
	}
	int64_t n = atoms[tester->atom].sizes.n;
	buf_printf(&text, "the product of A at %s and B at element (%" PRId64 ",%" PRId64 ") of the tile stands", of_a,
		b % n, b / n);
	buf_printf(&text, " at no place of D alone, the atom says %s", of_d);
	return text.data;
}

/* The place of D at which the product of place "a" of A with place 0 of B stands; -1 if they do not meet. */
static int64_t place_with_first(const struct tester *tester, int64_t a) {
	int64_t place = -1;
	for (int64_t d = 0; d < atoms[tester->atom].sizes.places_d && tester->b[0][1] == tester->a[a][1]; d++) {
		place = tester->d[d][0] == tester->a[a][0] && tester->d[d][1] == tester->b[0][0] ? d : place;
	}
	return place;
}

/* One product that is gone, or has no number, or stands where there is no place; one too many. */
static void spoil_list(struct tester *tester) {
	const struct wgmma_sizes *sizes = &atoms[tester->atom].sizes;
	int64_t p = draw(tester, sizes->places_d);
	uint32_t *list = list_at(tester, 0, p);
	int64_t i = 1 + draw(tester, sizes->stored_k);
	uint32_t kept = list[i];
	int64_t a = kept >> NUMBER_BITS;
	int64_t b = place_of_b(tester, tester->d[p][1], tester->a[a][1]);
	list[i] = list[list[0]--];
	judge(tester, product(tester, a, b, p), "a product that is gone");
	list[++list[0]] = kept;
	kept = list[i];
	a = kept >> NUMBER_BITS;
	int64_t of_first = place_with_first(tester, a);
	list[i] = kept | NO_NUMBER;
	judge(tester, product(tester, a, 0, of_first), "a product without a number");
	list[i] = kept & ~(uint32_t)NO_NUMBER;
	judge(tester, product(tester, a, 0, of_first), "a product with the number 0");
	list[i] = kept;
	list[0]++;
	judge(tester, "a place of D has more products than A has elements in a row", "a product too many");
	list[0]--;
	judge(tester, "", "as it was");
	if (sizes->stored_k > 1) {
		/* A place of A twice, of which another is missing. */
		int64_t j = i == 1 ? 2 : 1;
		uint32_t other = list[j];
		int64_t late = i > j ? i : j;
		list[late] = list[i + j - late];
		a = list[late] >> NUMBER_BITS;
		of_first = place_with_first(tester, a);
		judge(tester, product(tester, a, 0, of_first), "a product that is there twice");
		list[i] = kept;
		list[j] = other;
	}
	if (sizes->digits > 1) {
		/* The last digit of a product's number, under another place of A or as no number, is missing. */
		uint32_t *last = list_at(tester, sizes->digits - 1, p);
		uint32_t whole = last[i];
		a = whole >> NUMBER_BITS;
		of_first = place_with_first(tester, a);
		last[i] = whole | (uint32_t)sizes->places_a << NUMBER_BITS;
		judge(tester, product(tester, a, 0, of_first), "a digit that is missing");
		last[i] = whole | NO_NUMBER;
		judge(tester, product(tester, a, 0, of_first), "a digit that is none");
		last[i] = whole;
		uint32_t first = list[i];
		a = first >> NUMBER_BITS;
		list[i] = (first & ~(uint32_t)NO_NUMBER) | ((1u << sizes->digit_bits) + 1);
		judge(tester, product(tester, a, 0, place_with_first(tester, a)), "a digit that is too large");
		list[i] = first;
		/* How many there are is no digit of place 0 of A, which is the last in its lists: here it is alone in one. */
		int64_t of_place_0 = 0;
		while (tester->d[of_place_0][0] != tester->a[0][0]) {
			of_place_0++;
		}
		last = list_at(tester, sizes->digits - 1, of_place_0);
		uint32_t *alone = list_at(tester, 0, of_place_0);
		uint32_t count = alone[0];
		whole = alone[1];
		alone[1] = alone[count];
		alone[0] = last[0] = 1;
		judge(tester, product(tester, 0, 0, place_with_first(tester, 0)), "the digit of place 0 is missing");
		alone[0] = last[0] = count;
		alone[1] = whole;
	}
	/* Another number of B in any digit, or a place of A in another row, is no longer explained. */
	int digit = (int)draw(tester, sizes->digits);
	list = list_at(tester, digit, p);
	kept = list[i];
	for (int way = 0; way < 3; way++) {
		list[i] = way == 0 ? kept ^ ((kept & NO_NUMBER) > 1 ? 1 : 3) : way == 1 ? kept ^ 4u << NUMBER_BITS :
			kept | (uint32_t)sizes->places_a << NUMBER_BITS;
		struct silicon_answer answer = wgmma_judge(&tester->al, &tester->question.wgmma, tester->run, tester->found);
		expect(&tester->tally, !answer.good && answer.text[0] != '\0', "%s: a wrong entry, way %d",
			atoms[tester->atom].name, way);
	}
	list[i] = kept;
}

/* "seen" and "said" are rows and groups along k; a row of -1 is none. */
static const char *metadata_text(struct tester *tester, int64_t i, const int64_t seen[2], const int64_t said[2],
		const char *beside) {
	int group = atoms[tester->atom].group;
	struct buf text;
	buf_init(&text, &tester->arena);
	int64_t bit = i / THREADS * 4;
	buf_printf(&text, "metadata: bits %" PRId64 " to %" PRId64 " of thread %" PRId64 " select in (m,k) = ", bit,
		bit + 3, i % THREADS);
	buf_printf(&text, "(%" PRId64 ",%" PRId64 "), the atom says ", seen[0], seen[0] < 0 ? -1 : seen[1] * group);
	buf_printf(&text, "%s(%" PRId64 ",%" PRId64 ")", beside, said[0], said[1] * group);
	return text.data;
}

/* Four bits that select another row or another group, or nothing; and such that should select nothing. */
static void spoil_metadata(struct tester *tester) {
	int64_t groups = atoms[tester->atom].sizes.k / atoms[tester->atom].group;
	const int64_t none[2] = { -1, -1 };
	int64_t i;
	do {
		i = draw(tester, THREADS * NIBBLES);
	} while (!tester->is_first[i]);
	uint32_t *list = tester->found + i * (1 + SLOTS);
	const int64_t *said = tester->selected[i];
	const int64_t others[2][2] = { { (said[0] + 1) % ROWS, said[1] }, { said[0], (said[1] + 1) % groups } };
	for (int way = 0; way < 2; way++) {
		leave_group(tester, list, others[way][0], others[way][1]);
		judge(tester, metadata_text(tester, i, others[way], said, ""), "other metadata");
	}
	list[0] = 0;
	judge(tester, metadata_text(tester, i, none, said, ""), "metadata that select nothing");
	leave_group(tester, list, said[0], said[1]);
	list[0] = 3;
	list[3] = list[2];
	struct silicon_answer answer = wgmma_judge(&tester->al, &tester->question.wgmma, tester->run, tester->found);
	expect(&tester->tally, !answer.good, "metadata that change three places");
	/* Another place of the row, in column 2; and a place that D does not have. */
	leave_group(tester, list, said[0], said[1]);
	int64_t column = tester->d[list[1] >> NUMBER_BITS][1];
	int64_t part = column == 0 ? said[1] % 8 : said[1] / 8 * 8;
	int64_t p = 0;
	while (tester->d[p][0] != said[0] || tester->d[p][1] != 2) {
		p++;
	}
	list[2] = (uint32_t)(p << NUMBER_BITS | 1);
	judge(tester, metadata_text(tester, i, (const int64_t[2]){ said[0], part + groups }, said, ""),
		"metadata that change another column");
	list[2] = (uint32_t)(atoms[tester->atom].sizes.places_d << NUMBER_BITS | 1);
	judge(tester, metadata_text(tester, i, none, said, ""), "metadata that change no place of D");
	leave_group(tester, list, said[0], said[1]);
	list[0] = 2;
	judge(tester, "", "as it was");
	int64_t silent = 0;
	while (silent < THREADS * NIBBLES && tester->is_first[silent]) {
		silent++;
	}
	if (silent < THREADS * NIBBLES) {
		list = tester->found + silent * (1 + SLOTS);
		said = tester->selected[silent];
		const int64_t seen[2] = { 5, 1 };
		leave_group(tester, list, seen[0], seen[1]);
		judge(tester, metadata_text(tester, silent, seen, said, "nothing beside another's "),
			"metadata beside others'");
		list[0] = 0;
	}
}

/* An atom that claims elements of B which are far behind its depth. */
static void judge_deep_claims(struct tester *tester) {
	struct layout *claimed = &tester->question.wgmma.atom.b;
	struct layout own = *claimed;
	const struct layout modes[2] = { layout_mode(own, 0), layout_of(&tester->al,
		tuple_int(atoms[tester->atom].sizes.places_b), tuple_int((int64_t)1 << 40)) };
	*claimed = layout_from_modes(&tester->al, modes, 2);
	struct silicon_answer answer = wgmma_judge(&tester->al, &tester->question.wgmma, tester->run, tester->found);
	expect(&tester->tally, !answer.good && answer.text[0] != '\0', "%s: claims behind the depth",
		atoms[tester->atom].name);
	*claimed = own;
}

static void check_judgements(struct tester *tester) {
	for (unsigned pattern = 0; pattern <= (atoms[tester->atom].group > 1 ? WGMMA_METADATA : 0); pattern++) {
		tester->run = (struct wgmma_run){ 0, 0, pattern };
		tester->words = wgmma_words(&atoms[tester->atom].sizes, tester->run);
		tester->found = arena_array(&tester->arena, (size_t)tester->words, sizeof *tester->found);
		make_places(tester);
		if (pattern == WGMMA_METADATA) {
			make_selected(tester);
			leave_metadata(tester);
		} else {
			leave_lists(tester);
		}
		judge(tester, "", "as the atom says");
		if (pattern != WGMMA_METADATA) {
			judge_deep_claims(tester);
		}
		for (int i = 0; i < 3; i++) {
			if (pattern == WGMMA_METADATA) {
				spoil_metadata(tester);
			} else {
				spoil_list(tester);
			}
		}
	}
}

/* --- questions that are asked --- */

/* Leave what launch number "launches" does: one digit of a run. */
static void leave(struct script *script, const struct launch *launch) {
	struct tester *tester = script->context;
	const struct wgmma_sizes *sizes = &atoms[tester->atom].sizes;
	const struct wgmma_question *question = &tester->question.wgmma;
	uint32_t *found = *(uint32_t *const *)launch->arguments[0];
	struct wgmma_run run = { *(unsigned *)launch->arguments[1], *(unsigned *)launch->arguments[2],
		*(unsigned *)launch->arguments[4] };
	unsigned digit = *(unsigned *)launch->arguments[3];
	struct wgmma_run wanted;
	bool is_metadata = run.pattern == WGMMA_METADATA;
	expect(&tester->tally, wgmma_run_at(question, tester->runs, &wanted) && wanted.form_a == run.form_a
		&& wanted.form_b == run.form_b && wanted.pattern == run.pattern && digit == (unsigned)tester->launches
		&& launch->threads == THREADS && tester->script.text.is_specific, "%s: run %d, digit %u",
		atoms[tester->atom].name, tester->runs, digit);
	int64_t each = is_metadata ? wgmma_words(sizes, run) : sizes->places_d * (1 + sizes->stored_k);
	expect(&tester->tally, scripted_bytes(tester->device, found) >= 4 * wgmma_words(sizes, run), "room for a run");
	uint32_t before = 0;
	for (int64_t i = 0; i < each; i++) {
		before |= found[digit * each + i];
	}
	expect(&tester->tally, before == 0, "lists are empty before");
	memcpy(found + digit * each, tester->kept[run.pattern] + digit * each, (size_t)each * sizeof *found);
	tester->launches++;
	if (is_metadata || tester->launches == sizes->digits) {
		tester->launches = 0;
		tester->runs++;
		found[0] -= tester->spoils && !wgmma_run_at(question, tester->runs, &wanted);
	}
}

/* What each pattern leaves. */
static void prepare(struct tester *tester) {
	for (unsigned pattern = 0; pattern <= (atoms[tester->atom].group > 1 ? WGMMA_METADATA : 0); pattern++) {
		tester->run = (struct wgmma_run){ 0, 0, pattern };
		tester->words = wgmma_words(&atoms[tester->atom].sizes, tester->run);
		tester->found = arena_array(&tester->arena, (size_t)tester->words, sizeof *tester->found);
		make_places(tester);
		if (pattern == WGMMA_METADATA) {
			make_selected(tester);
			leave_metadata(tester);
		} else {
			leave_lists(tester);
		}
		tester->kept[pattern] = tester->found;
	}
}

static struct silicon_answer ask(struct tester *tester, int fail_at, bool spoils, struct fault *fault) {
	fault_clear(fault);
	tester->script = (struct script){ .fail_at = fail_at, .context = tester, .launched = leave };
	tester->device = scripted_open(&tester->arena, &tester->script);
	tester->runs = tester->launches = 0;
	tester->spoils = spoils;
	return wgmma_ask(tester->device, &tester->al, &tester->question.wgmma, fault);
}

static void check_asking(struct tester *tester) {
	const char *name = atoms[tester->atom].name;
	const struct wgmma_sizes *sizes = &atoms[tester->atom].sizes;
	struct fault fault;
	prepare(tester);
	struct silicon_answer answer = ask(tester, 0, false, &fault);
	int calls = tester->script.calls;
	bool is_sparse = atoms[tester->atom].group > 1;
	int64_t asked = (tester->runs - is_sparse) * ROWS * sizes->n * sizes->stored_k
		+ (is_sparse ? (int64_t)THREADS * NIBBLES : 0);
	struct wgmma_run run;
	expect(&tester->tally, answer.good && !fault_is_set(&fault) && scripted_is_clean(&tester->script)
		&& answer.asked == asked && !wgmma_run_at(&tester->question.wgmma, tester->runs, &run),
		"%s: %d runs, %" PRId64 " of %" PRId64 " asked, %s%s", name, tester->runs, answer.asked, asked, answer.text,
		fault.text);
	answer = ask(tester, 0, true, &fault);
	expect(&tester->tally, !answer.good && !fault_is_set(&fault) && answer.text[0] != '\0'
		&& scripted_is_clean(&tester->script), "%s: a product less in the last run: %s", name, fault.text);
	for (int n = 1; n <= calls; n += n < 8 || n > calls - 4 ? 1 : 5) {
		char said[64];
		snprintf(said, sizeof said, "call %d fails", n);
		answer = ask(tester, n, false, &fault);
		expect(&tester->tally, !answer.good && strcmp(fault.text, said) == 0 && scripted_is_clean(&tester->script),
			"%s: call %d of %d: %s", name, n, calls, fault.text);
	}
}

int main(void) {
	static struct tester tester = { .state = 20261122 };
	arena_init(&tester.arena, NULL, NULL);
	for (tester.atom = 0; tester.atom < ATOMS; tester.atom++) {
		algebra_init(&tester.al, &tester.arena);
		tester.question = silicon_question(&tester.al, str_from(atoms[tester.atom].name));
		bool is_one = !algebra_failed(&tester.al) && tester.question.kind == SILICON_WGMMA;
		expect(&tester.tally, is_one, "%s: no question", atoms[tester.atom].name);
		if (is_one) {
			check_sizes(&tester);
			check_runs(&tester);
			check_text(&tester);
			check_judgements(&tester);
			if (tester.atom % 3 == 1) {
				check_asking(&tester);
			}
		}
		arena_reset(&tester.arena);
	}
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
