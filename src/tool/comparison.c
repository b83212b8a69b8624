#include "tool/comparison.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lang/language/solve.h"
#include "lang/notation/json.h"

enum { WARP = 32 };

static int compare_numbers(const void *a, const void *b) {
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;
	return x < y ? -1 : x > y;
}

/* The elements that "count" threads from number "first" on hold, each once, in order. Returns their number. */
static int64_t elements_of(const struct denotation *denotation, int64_t first, int64_t count, int64_t *out) {
	int64_t found = 0;
	for (int64_t v = 0; v < denotation->values; v++) {
		for (int64_t t = first; t < first + count && t < denotation->threads; t++) {
			int64_t element = denotation->table[t + v * denotation->threads];
			if (element >= 0) {
				out[found++] = element;
			}
		}
	}
	qsort(out, (size_t)found, sizeof *out, compare_numbers);
	int64_t kept = 0;
	for (int64_t i = 0; i < found; i++) {
		if (kept == 0 || out[kept - 1] != out[i]) {
			out[kept++] = out[i];
		}
	}
	return kept;
}

/* Whether each group of "group" threads holds the same elements in both. */
static bool same_in_groups(struct arena *arena, const struct denotation *a, const struct denotation *b, int64_t group) {
	int64_t *of_a = arena_array(arena, (size_t)a->count, sizeof *of_a);
	int64_t *of_b = arena_array(arena, (size_t)b->count, sizeof *of_b);
	int64_t threads = a->threads > b->threads ? a->threads : b->threads;
	for (int64_t first = 0; first < threads; first += group) {
		int64_t count_a = elements_of(a, first, group, of_a);
		int64_t count_b = elements_of(b, first, group, of_b);
		if (count_a != count_b || memcmp(of_a, of_b, (size_t)count_a * sizeof *of_a) != 0) {
			return false;
		}
	}
	return true;
}

/* Whether one permutation of the values makes "a" of "b", for all threads. */
static bool same_up_to_registers(struct arena *arena, const struct denotation *a, const struct denotation *b) {
	if (a->threads != b->threads || a->values != b->values) {
		return false;
	}
	bool *used = arena_array(arena, (size_t)a->values, sizeof *used);
	size_t size = (size_t)a->threads * sizeof *a->table;
	for (int64_t v = 0; v < a->values; v++) {
		int64_t w = 0;
		while (w < b->values && (used[w] || memcmp(a->table + v * a->threads, b->table + w * a->threads, size) != 0)) {
			w++;
		}
		if (w == b->values) {
			return false;
		}
		used[w] = true;
	}
	return true;
}

/* The smaller group of those that are known; "otherwise" where none is. */
static int64_t smaller_group(int64_t a, int64_t b, int64_t otherwise) {
	return a > 0 && (b == 0 || a < b) ? a : b > 0 ? b : otherwise;
}

static bool same_shape(const struct denotation *a, const struct denotation *b) {
	return a->rank == b->rank && memcmp(a->shape, b->shape, (size_t)a->rank * sizeof *a->shape) == 0;
}

enum verdict compare_denotations(struct arena *arena, const struct denotation *a, const struct denotation *b,
	int64_t *witness) {
	*witness = -1;
	if (a->kind != b->kind || !same_shape(a, b)) {
		return VERDICT_DIFFERENT;
	}
	if (a->kind == DENOTES_PLACES) {
		return denotation_equal_places(a, b, true, witness) ? VERDICT_EQUAL : VERDICT_DIFFERENT;
	}
	if (a->kind == DENOTES_VALUE) {
		return value_equal(&a->value, &b->value) ? VERDICT_EQUAL : VERDICT_DIFFERENT;
	}
	bool same_domain = a->kind != DENOTES_OWNERSHIP || (a->threads == b->threads && a->values == b->values);
	if (same_domain && denotation_equal(a, b, witness)) {
		return VERDICT_EQUAL;
	}
	if (a->kind != DENOTES_OWNERSHIP) {
		return VERDICT_DIFFERENT;
	}
	if (same_up_to_registers(arena, a, b)) {
		return VERDICT_REGISTERS;
	}
	int64_t threads = a->threads > b->threads ? a->threads : b->threads;
	const int64_t groups[] = { 1, smaller_group(a->lanes, b->lanes, WARP), smaller_group(a->block, b->block, threads),
		threads };
	for (int i = 0; i < 4; i++) {
		if (same_in_groups(arena, a, b, groups[i])) {
			return (enum verdict)(VERDICT_THREAD + i);
		}
	}
	return VERDICT_DIFFERENT;
}

const char *verdict_text(enum verdict verdict) {
	static const char *const texts[] = { "equal", "equal up to the order of registers",
		"the same data within each thread",
		"the same data within each warp: shuffles", "the same data within the block: through shared memory",
		"the same data within the cluster: through the shared memory of its blocks", "different" };
	return texts[verdict];
}

/* Read "source" in its language, CuTe's as a (thread, value) layout if "ownership". Returns false after a fault. */
static bool read_text(struct algebra *al, const struct source *source, const struct language_options *options,
	struct denotation *denotation, struct message *message) {
	struct reader reader = { al, source, message };
	const struct language *language = language_recognise(source->text);
	struct span whole = { 0, source->text.length };
	return language_read(al, source, language != NULL ? language : &language_cute, options, denotation, message)
		&& (denotation->kind == DENOTES_PLACES || denotation_tabulate(&reader, whole, denotation));
}

const struct source *compare_texts(struct algebra *al, const struct source *a, const struct source *b,
	const struct language_options *options, struct language_difference *out, struct message *message) {
	struct language_options with = *options;
	with.ownership = false;
	if (!read_text(al, a, &with, &out->a, message)) {
		return a;
	}
	with.ownership = out->a.kind == DENOTES_OWNERSHIP;
	if (!read_text(al, b, &with, &out->b, message)) {
		return b;
	}
	with.ownership = true;
	if (out->a.kind != out->b.kind && out->b.kind == DENOTES_OWNERSHIP
		&& !read_text(al, a, &with, &out->a, message)) {
		return a;
	}
	out->verdict = compare_denotations(al->arena, &out->a, &out->b, &out->witness);
	return NULL;
}

static void put_extents(struct buf *out, const char *before, const struct denotation *denotation) {
	buf_put(out, before);
	for (int d = 0; d < denotation->rank; d++) {
		buf_printf(out, "%s%" PRId64, d > 0 ? "x" : "", denotation->shape[d]);
	}
}

/* Why the domains of two functions differ, so that no entry can be compared. */
static void put_domains(struct buf *out, const struct denotation *a, const struct denotation *b) {
	if (a->kind != b->kind) {
		buf_printf(out, "A is about %s, B about %s\n", denotation_kind_name(a), denotation_kind_name(b));
	} else if (!same_shape(a, b)) {
		put_extents(out, "A is about ", a);
		put_extents(out, ", B about ", b);
		buf_put_char(out, '\n');
	} else if (a->kind == DENOTES_OWNERSHIP) {
		buf_printf(out, "A has %" PRId64 " threads x %" PRId64 " values, B %" PRId64 " x %" PRId64 "\n", a->threads,
			a->values, b->threads, b->values);
	}
}

/* "1@row, 5@column": the place of coordinate number "index". */
static void put_place(struct buf *out, const struct denotation *denotation, int64_t index) {
	for (int axis = 0; axis < denotation->axis_count; axis++) {
		buf_printf(out, "%s%" PRId64 "@", axis > 0 ? ", " : "", denotation->places[axis][index]);
		buf_put_str(out, denotation->axes[axis]);
	}
}

void language_difference_put(struct buf *out, const struct language_difference *difference) {
	const struct denotation *a = &difference->a;
	const struct denotation *b = &difference->b;
	int64_t witness = difference->witness;
	buf_printf(out, "%s\n", verdict_text(difference->verdict));
	if (difference->verdict == VERDICT_EQUAL) {
		return;
	}
	if (witness < 0) {
		put_domains(out, a, b);
		return;
	}
	if (a->kind == DENOTES_OWNERSHIP) {
		buf_printf(out, "first at thread %" PRId64 ", value %" PRId64 ": element %" PRId64 " and %" PRId64 "\n",
			witness % a->threads, witness / a->threads, a->table[witness], b->table[witness]);
	} else if (a->kind == DENOTES_PLACES) {
		buf_printf(out, "first at coordinate %" PRId64 ": ", witness);
		put_place(out, a, witness);
		buf_put(out, " and ");
		put_place(out, b, witness);
		buf_put_char(out, '\n');
	} else {
		buf_printf(out, "first at coordinate %" PRId64 ": offset %" PRId64 " and %" PRId64 "\n", witness,
			a->table[witness], b->table[witness]);
	}
}

void language_difference_put_json(struct buf *out, const struct language_difference *difference) {
	print_json_begin(out);
	buf_printf(out, "\"verdict\":\"%s\",\"witness\":%" PRId64 "}", verdict_text(difference->verdict),
		difference->witness);
}
