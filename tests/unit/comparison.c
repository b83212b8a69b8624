/*
 * Verdicts about two tables of who owns what, against their definitions: random tables, and such as come from another
 * by a permutation within a thread, a warp, a block or the whole. Prints "N passed, N failed".
 */
#include <inttypes.h>

#include "samples.h"
#include "tally.h"
#include "tool/comparison.h"

enum { ELEMENTS = 12, TABLE_MAX = 4096 };

/* The multiplicity does not count: whether the threads from "first" to "end" hold "element". */
static bool holds(const struct denotation *d, int64_t first, int64_t end, int64_t element) {
	for (int64_t i = 0; i < d->threads * d->values; i++) {
		if (i % d->threads >= first && i % d->threads < end && d->table[i] == element) {
			return true;
		}
	}
	return false;
}

static bool same_in(const struct denotation *a, const struct denotation *b, int64_t group) {
	for (int64_t first = 0; first < a->threads || first < b->threads; first += group) {
		for (int64_t element = 0; element < ELEMENTS; element++) {
			if (holds(a, first, first + group, element) != holds(b, first, first + group, element)) {
				return false;
			}
		}
	}
	return true;
}

/* Whether the columns, one for each value, are the same ones, each as often. */
static bool same_columns(const struct denotation *a, const struct denotation *b) {
	for (int64_t v = 0; v < a->values; v++) {
		int64_t of_a = 0;
		int64_t of_b = 0;
		for (int64_t w = 0; w < a->values; w++) {
			bool is_a = true;
			bool is_b = true;
			for (int64_t t = 0; t < a->threads; t++) {
				is_a = is_a && a->table[t + w * a->threads] == a->table[t + v * a->threads];
				is_b = is_b && b->table[t + w * a->threads] == a->table[t + v * a->threads];
			}
			of_a += is_a ? 1 : 0;
			of_b += is_b ? 1 : 0;
		}
		if (of_a != of_b) {
			return false;
		}
	}
	return true;
}

/* The smaller of what both say, or what one says. */
static int64_t group_of(int64_t a, int64_t b, int64_t otherwise) {
	int64_t least = a == 0 || (b != 0 && b < a) ? b : a;
	return least == 0 ? otherwise : least;
}

static enum verdict verdict_of(const struct denotation *a, const struct denotation *b, int64_t *witness) {
	bool same_domain = a->threads == b->threads && a->values == b->values;
	int64_t all = a->threads > b->threads ? a->threads : b->threads;
	*witness = -1;
	for (int64_t i = a->threads * a->values - 1; same_domain && i >= 0; i--) {
		*witness = a->table[i] != b->table[i] ? i : *witness;
	}
	if (same_domain && *witness < 0) {
		return VERDICT_EQUAL;
	}
	if (same_domain && same_columns(a, b)) {
		return VERDICT_REGISTERS;
	}
	const int64_t groups[] = { 1, group_of(a->lanes, b->lanes, 32), group_of(a->block, b->block, all), all };
	for (int i = 0; i < 4; i++) {
		if (same_in(a, b, groups[i])) {
			return (enum verdict)(VERDICT_THREAD + i);
		}
	}
	return VERDICT_DIFFERENT;
}

static int64_t *random_table(struct samples *samples, struct arena *arena, int64_t threads, int64_t values) {
	int64_t *table = arena_array(arena, TABLE_MAX, sizeof *table);
	for (int64_t i = 0; i < threads * values; i++) {
		table[i] = sample_below(samples, 9) == 0 ? -1 : sample_below(samples, ELEMENTS);
	}
	return table;
}

/* "table" with exchanges of entries: of one thread, of a group of threads, of any; or of two columns. */
static int64_t *exchanged(struct samples *samples, struct arena *arena, const struct denotation *a, int64_t group) {
	int64_t *table = arena_array(arena, TABLE_MAX, sizeof *table);
	memcpy(table, a->table, (size_t)(a->threads * a->values) * sizeof *table);
	for (int64_t n = sample_below(samples, 6); n > 0; n--) {
		int64_t t = sample_below(samples, a->threads);
		int64_t u = group > 0 ? t / group * group + sample_below(samples, group) : t;
		int64_t v = sample_below(samples, a->values);
		int64_t w = sample_below(samples, a->values);
		for (int64_t i = 0; group == 0 && i < a->threads; i++) {
			int64_t kept = table[i + v * a->threads];
			table[i + v * a->threads] = table[i + w * a->threads];
			table[i + w * a->threads] = kept;
		}
		if (group > 0 && u < a->threads) {
			int64_t kept = table[t + v * a->threads];
			table[t + v * a->threads] = table[u + w * a->threads];
			table[u + w * a->threads] = kept;
		}
	}
	return table;
}

static struct denotation ownership(int64_t threads, int64_t values, const int64_t *table) {
	return (struct denotation){ .kind = DENOTES_OWNERSHIP, .rank = 1, .shape = { ELEMENTS }, .threads = threads,
		.values = values, .count = threads * values, .table = table };
}

static void random_verdicts(struct tally *tally, struct arena *arena) {
	static const int64_t lanes[] = { 0, 1, 2, 4, 32 };
	static const int64_t blocks[] = { 0, 0, 4, 8, 64 };
	struct samples samples;
	int counts[VERDICT_DIFFERENT + 1] = { 0 };
	samples_init(&samples, 5);
	for (int round = 0; round < 4000 / SAMPLES_SLOWNESS; round++) {
		int64_t threads = sample_between(&samples, 1, sample_below(&samples, 3) == 0 ? 70 : 9);
		int64_t values = sample_between(&samples, 1, 5);
		struct denotation a = ownership(threads, values, random_table(&samples, arena, threads, values));
		struct denotation b = a;
		int64_t groups[] = { 0, 1, 4, 8, threads };
		int how = (int)sample_below(&samples, 9);
		if (how < 5) {
			b.table = exchanged(&samples, arena, &a, groups[how]);
		} else if (how == 5) {
			/* each value twice, or threads that hold nothing */
			b = ownership(threads, 2 * values, arena_array(arena, TABLE_MAX, sizeof *b.table));
			memcpy((int64_t *)b.table, a.table, (size_t)a.count * sizeof *a.table);
			memcpy((int64_t *)b.table + a.count, a.table, (size_t)a.count * sizeof *a.table);
		} else if (how == 6) {
			/* a column of "b" twice, in the place of another */
			int64_t *table = arena_array(arena, TABLE_MAX, sizeof *table);
			memcpy(table, b.table, (size_t)b.count * sizeof *table);
			memcpy(table + sample_below(&samples, values) * threads, b.table + sample_below(&samples, values) * threads,
				(size_t)threads * sizeof *table);
			a.table = table;
		} else {
			int64_t others = sample_between(&samples, 1, 9);
			b = ownership(others, values, random_table(&samples, arena, others, values));
		}
		a.lanes = lanes[sample_below(&samples, 5)];
		b.lanes = lanes[sample_below(&samples, 5)];
		a.block = blocks[sample_below(&samples, 5)];
		b.block = blocks[sample_below(&samples, 5)];
		int64_t witness, wanted_witness;
		enum verdict wanted = verdict_of(&a, &b, &wanted_witness);
		enum verdict verdict = compare_denotations(arena, &a, &b, &witness);
		counts[wanted]++;
		expect(tally, verdict == wanted, "FAIL round %d: %s, not %s", round, verdict_text(verdict),
			verdict_text(wanted));
		expect(tally, witness == wanted_witness, "FAIL round %d: at %" PRId64, round, witness);
		arena_reset(arena);
	}
	for (int i = 0; i <= VERDICT_DIFFERENT; i++) {
		expect(tally, counts[i] >= 20 / SAMPLES_SLOWNESS, "FAIL %s: %d", verdict_text((enum verdict)i), counts[i]);
	}
}

/* What is said of two functions that differ in what they are about, and of the first entry where they differ. */
static void words(struct tally *tally, struct arena *arena) {
	static const int64_t table[] = { 0, 1, 2, 3, 4, 5 };
	static const int64_t other[] = { 0, 1, 2, 9, 4, 5 };
	struct denotation memory = { .kind = DENOTES_MEMORY, .rank = 2, .shape = { 2, 3 }, .count = 6, .table = table };
	struct denotation changed = memory;
	struct denotation wide = memory;
	struct denotation flat = memory;
	struct denotation owned = ownership(2, 3, table);
	struct denotation owned_else = ownership(2, 3, other);
	struct denotation owned_wide = ownership(3, 2, other);
	changed.table = other;
	wide.shape[0] = 3;
	wide.shape[1] = 2;
	flat.rank = 1;
	flat.shape[0] = 2;
	const struct {
		struct denotation a, b;
		const char *says, *json;
	} cases[] = {
		{ memory, memory, "equal\n", "\"verdict\":\"equal\",\"witness\":-1}" },
		{ memory, changed, "different\nfirst at coordinate 3: offset 3 and 9\n",
			"\"verdict\":\"different\",\"witness\":3}" },
		{ memory, wide, "different\nA is about 2x3, B about 3x2\n", "\"verdict\":\"different\",\"witness\":-1}" },
		{ memory, flat, "different\nA is about 2x3, B about 2\n", "\"verdict\":\"different\",\"witness\":-1}" },
		{ memory, owned, "different\nA is about memory, B about ownership\n",
			"\"verdict\":\"different\",\"witness\":-1}" },
		{ owned, owned_else, "different\nfirst at thread 1, value 1: element 3 and 9\n",
			"\"verdict\":\"different\",\"witness\":3}" },
		{ owned, owned_wide, "different\nA has 2 threads x 3 values, B 3 x 2\n",
			"\"verdict\":\"different\",\"witness\":-1}" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct language_difference difference = { .a = cases[i].a, .b = cases[i].b };
		struct buf out;
		struct buf json;
		buf_init(&out, arena);
		buf_init(&json, arena);
		difference.verdict = compare_denotations(arena, &difference.a, &difference.b, &difference.witness);
		language_difference_put(&out, &difference);
		language_difference_put_json(&json, &difference);
		expect(tally, strcmp(out.data, cases[i].says) == 0, "FAIL %zu: %s", i, out.data);
		expect(tally, strstr(json.data, cases[i].json) != NULL, "FAIL %zu: %s", i, json.data);
	}
}

/* Texts in whatever language they are: a layout beside what threads own is a layout (thread, value). */
static void texts(struct tally *tally, struct arena *arena) {
	static const char blocked[] = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], "
								  "warpsPerCTA = [1, 1], order = [1, 0]}>";
	static const char other[] = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], "
								"warpsPerCTA = [1, 1], order = [1, 0]}>";
	static const char owned[] = "((4,8),2):((16,1),8)";
	static const struct {
		const char *a, *b, *shape;
		int at_fault;
		const char *says;
	} cases[] = {
		{ "(4,8):(8,1)", "(4,8):(8,1)", NULL, 0, "equal\n" },
		{ "(4,8):(8,1)", "(4,8):(1,4)", NULL, 0, "different\nfirst at coordinate 1: offset 8 and 1\n" },
		{ "(4,8):(8,1)", "(8,4):(8,1)", NULL, 0, "different\nA is about 4x8, B about 8x4\n" },
		{ "(4,8):(8,1)", "((2,2),8):((8,16),1)", NULL, 0, "equal\n" },
		{ "(2,4,8):(32,8,1)", "(2,4,4):(32,8,1)", NULL, 0, "different\nA is about 2x4x8, B about 2x4x4\n" },
		{ blocked, blocked, "8,8", 0, "equal\n" },
		{ blocked, other, "8,8", 0, "the same data within each warp: shuffles\n"
			"A has 32 threads x 2 values, B 32 x 4\n" },
		{ blocked, owned, "8,8", 0, "equal\n" },
		{ owned, blocked, "8,8", 0, "equal\n" },
		{ blocked, "((4,8),2):((8,1),32)", "8,8", 0, "the same data within each warp: shuffles\n"
			"first at thread 1, value 0: element 16 and 8\n" },
		{ "((4,8),2):((8,1),32)", blocked, "8,8", 0, "the same data within each warp: shuffles\n"
			"first at thread 1, value 0: element 8 and 16\n" },
		{ "(4,8):(8,", "(4,8):(1,4)", NULL, 1, "expected ')', saw the end" },
		{ "(4,8):(8,1)", "(4,8):(1,", NULL, 2, "expected ')', saw the end" },
		{ blocked, "(4,8):(8,1)", NULL, 1, "this text does not say the shape of the tensor: give it, as 64,128" },
		{ "(4,8):(8,1)", blocked, NULL, 2, "this text does not say the shape of the tensor: give it, as 64,128" },
		{ "(4,8):(8,1)", blocked, "8,8", 0, "different\nA has 4 threads x 8 values, B 32 x 2\n" },
		{ blocked, "(4,8):(8,1)", "8,8", 0, "different\nA has 32 threads x 2 values, B 4 x 8\n" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct algebra al;
		struct language_options options = { .rank = 0 };
		struct language_difference difference;
		struct message message = { .span = { 0, 0 } };
		struct source a = { "<a>", str_from(cases[i].a), 1 };
		struct source b = { "<b>", str_from(cases[i].b), 1 };
		struct buf out;
		algebra_init(&al, arena);
		buf_init(&out, arena);
		expect(tally, cases[i].shape == NULL || language_take_shape(&options, cases[i].shape), "FAIL shape");
		const struct source *at_fault = compare_texts(&al, &a, &b, &options, &difference, &message);
		expect(tally, at_fault == (cases[i].at_fault == 0 ? NULL : cases[i].at_fault == 1 ? &a : &b), "FAIL %zu", i);
		if (at_fault == NULL) {
			language_difference_put(&out, &difference);
		} else {
			buf_put(&out, message.fault.text);
		}
		expect(tally, strcmp(out.data, cases[i].says) == 0, "FAIL text %zu: %s", i, out.data);
	}
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	random_verdicts(&tally, &arena);
	words(&tally, &arena);
	texts(&tally, &arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
