/*
 * src/cli/golden/diff.c against the definition of a unified difference, on random texts: applied to the first text it
 * gives the second, its ranges are those of the texts, it has the fewest edits (by a table of common subsequences),
 * three lines of context and no more, and lines removed come before those added. Prints "N passed, N failed".
 */
#include "cli/golden/diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "samples.h"
#include "tally.h"

enum { LINES_MAX = 64, CONTEXT = 3, PAIRS = 20000 / SAMPLES_SLOWNESS };

static const char left_out[] = "... the rest of the difference is left out\n";
static const char no_newline[] = "\\ No newline at end of file\n";

/* A text as lines, each with its end if it has one. */
struct lines {
	struct str line[LINES_MAX];
	int count;
};

static struct lines cut(struct str text) {
	struct lines lines = { .count = 0 };
	while (text.length > 0) {
		const char *end = memchr(text.data, '\n', text.length);
		size_t length = end != NULL ? (size_t)(end - text.data) + 1 : text.length;
		lines.line[lines.count++] = (struct str){ text.data, length };
		text = (struct str){ text.data + length, text.length - length };
	}
	return lines;
}

/* The number of lines that two texts have in common, in their order. */
static int common(const struct lines *a, const struct lines *b) {
	static int table[LINES_MAX + 1][LINES_MAX + 1];
	for (int i = 0; i <= a->count; i++) {
		for (int j = 0; j <= b->count; j++) {
			if (i == 0 || j == 0) {
				table[i][j] = 0;
			} else if (str_equal(a->line[i - 1], b->line[j - 1])) {
				table[i][j] = table[i - 1][j - 1] + 1;
			} else {
				table[i][j] = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
			}
		}
	}
	return table[a->count][b->count];
}

/* --- reading a difference --- */

/* A difference while it is read: what is left of it, and how far both texts are behind us. */
struct reader {
	struct str rest;
	const struct lines *a, *b;
	int at_a, at_b;
	int edits;
	bool good;
};

static struct str take_line(struct reader *reader) {
	const char *end = reader->rest.length > 0 ? memchr(reader->rest.data, '\n', reader->rest.length) : NULL;
	size_t length = end != NULL ? (size_t)(end - reader->rest.data) + 1 : reader->rest.length;
	struct str line = { reader->rest.data, length };
	reader->rest = (struct str){ line.data + length, reader->rest.length - length };
	return line;
}

static bool begins(struct str text, const char *with) {
	return text.length >= strlen(with) && memcmp(text.data, with, strlen(with)) == 0;
}

/* The line of the difference, without its sign, is the line of a text; one without an end has the remark behind it. */
static bool is_line(struct reader *reader, struct str shown, const struct lines *of, int at) {
	if (at >= of->count) {
		return false;
	}
	struct str line = of->line[at];
	bool ended = line.data[line.length - 1] == '\n';
	bool remarked = begins(reader->rest, no_newline);
	if (remarked) {
		take_line(reader);
	}
	struct str text = { shown.data + 1, shown.length - 2 };
	return remarked == !ended && str_equal(text, (struct str){ line.data, line.length - (ended ? 1 : 0) });
}

/* "-3,4" at "*at": the first line, counted from 0, and how many. */
static bool read_range(const char **at, char sign, int *begin, int *count) {
	int read = 0;
	*count = 1;
	if (**at != sign || sscanf(*at + 1, "%d%n", begin, &read) != 1) {
		return false;
	}
	*at += 1 + read;
	bool has_count = **at == ',';
	if (has_count) {
		if (sscanf(*at + 1, "%d%n", count, &read) != 1 || *count == 1) {
			return false;
		}
		*at += 1 + read;
	}
	*begin -= *count > 0;
	return true;
}

/* What is known of a hunk while its lines are read. */
struct hunk {
	int begin_a, count_a, begin_b, count_b;
	int quiet;     /* lines of context since the last edit, or since the beginning */
	int edits;
	char last;     /* sign */
};

/* One line of a hunk. */
static bool read_edit(struct reader *reader, struct hunk *hunk, struct str line) {
	char sign = line.data[0];
	bool in_a = sign == ' ' || sign == '-';
	bool in_b = sign == ' ' || sign == '+';
	if ((!in_a && !in_b) || (sign == '-' && hunk->last == '+')) {
		return false;
	}
	if (!is_line(reader, line, in_a ? reader->a : reader->b, in_a ? reader->at_a : reader->at_b)) {
		return false;
	}
	if (sign == ' ' && !str_equal(reader->a->line[reader->at_a], reader->b->line[reader->at_b])) {
		return false;
	}
	bool far = sign != ' ' && hunk->quiet > (hunk->edits > 0 ? 2 * CONTEXT : CONTEXT);
	hunk->quiet = sign == ' ' ? hunk->quiet + 1 : 0;
	hunk->edits += sign != ' ';
	hunk->last = sign;
	reader->at_a += in_a;
	reader->at_b += in_b;
	return !far;
}

/* The lines between two hunks are in both texts, and are more than would stand in one. */
static bool skip_to(struct reader *reader, const struct hunk *hunk, bool first) {
	int skipped = hunk->begin_a - reader->at_a;
	if (skipped < 0 || skipped != hunk->begin_b - reader->at_b || (!first && skipped < 1)) {
		return false;
	}
	for (int i = 0; i < skipped; i++) {
		if (!str_equal(reader->a->line[reader->at_a++], reader->b->line[reader->at_b++])) {
			return false;
		}
	}
	return true;
}

/* The lines of context in front of the first edit. */
static int leading(struct str rest) {
	int count = 0;
	while (rest.length > 0 && rest.data[0] == ' ') {
		const char *end = memchr(rest.data, '\n', rest.length);
		rest = (struct str){ end + 1, rest.length - (size_t)(end + 1 - rest.data) };
		count++;
	}
	return count;
}

static bool read_hunk(struct reader *reader, bool first) {
	struct hunk hunk = { .last = ' ' };
	struct str line = take_line(reader);
	const char *at = line.data + 3;
	if (!begins(line, "@@ ") || !read_range(&at, '-', &hunk.begin_a, &hunk.count_a) || *at++ != ' '
			|| !read_range(&at, '+', &hunk.begin_b, &hunk.count_b) || strncmp(at, " @@\n", 4) != 0) {
		return false;
	}
	int context = leading(reader->rest);
	bool at_front = first && hunk.begin_a == 0;
	if (!skip_to(reader, &hunk, first) || context > CONTEXT || (context < CONTEXT && !at_front)) {
		return false;
	}
	while (reader->at_a < hunk.begin_a + hunk.count_a || reader->at_b < hunk.begin_b + hunk.count_b) {
		if (reader->rest.length == 0 || !read_edit(reader, &hunk, take_line(reader))) {
			return false;
		}
	}
	int behind = reader->a->count - reader->at_a;
	reader->edits += hunk.edits;
	return hunk.edits > 0 && (hunk.quiet == CONTEXT || (hunk.quiet < CONTEXT && behind == 0))
		&& reader->at_a == hunk.begin_a + hunk.count_a && reader->at_b == hunk.begin_b + hunk.count_b;
}

/* Whether "difference" is one of the texts. */
static bool is_difference(struct str difference, struct str before, struct str after) {
	struct lines a = cut(before);
	struct lines b = cut(after);
	if (str_equal(before, after)) {
		return difference.length == 0;
	}
	struct reader reader = { .rest = difference, .a = &a, .b = &b };
	struct str heading = take_line(&reader);
	if (!str_equal(heading, str_from("--- before\n")) || !str_equal(take_line(&reader), str_from("+++ after\n"))) {
		return false;
	}
	for (bool first = true; reader.rest.length > 0; first = false) {
		if (!read_hunk(&reader, first)) {
			return false;
		}
	}
	bool rest_is_same = a.count - reader.at_a == b.count - reader.at_b;
	while (rest_is_same && reader.at_a < a.count) {
		rest_is_same = str_equal(a.line[reader.at_a++], b.line[reader.at_b++]);
	}
	return rest_is_same && reader.edits == a.count + b.count - 2 * common(&a, &b);
}

/* --- random texts --- */

static struct str random_text(struct samples *samples, struct arena *arena, int kinds) {
	struct buf text;
	buf_init(&text, arena);
	int count = (int)sample_below(samples, 24);
	for (int i = 0; i < count; i++) {
		buf_printf(&text, "%.*s\n", (int)sample_below(samples, kinds), "xxxxxxxxxxxx");
	}
	text.length -= text.length > 1 && text.data[text.length - 2] != '\n' && sample_below(samples, 4) == 0;
	return buf_str(&text);
}

/* "text" with a few lines more, less or different. */
static struct str edited(struct samples *samples, struct arena *arena, struct str text) {
	struct lines lines = cut(text);
	struct buf out;
	buf_init(&out, arena);
	int odds = (int)sample_between(samples, 2, 30);
	for (int i = 0; i < lines.count; i++) {
		int edit = (int)sample_below(samples, odds);
		if (edit == 0 || edit == 1) {
			buf_put(&out, sample_below(samples, 2) == 0 ? "new\n" : "x\n");
		}
		if (edit != 1) {
			buf_put_str(&out, lines.line[i]);
		}
	}
	return buf_str(&out);
}

static void try_random(struct tally *tally) {
	struct samples samples;
	struct arena arena;
	samples_init(&samples, 1);
	arena_init(&arena, NULL, NULL);
	for (int i = 0; i < PAIRS; i++) {
		struct str before = random_text(&samples, &arena, i % 2 == 0 ? 3 : 12);
		struct str after = i % 3 == 0 ? random_text(&samples, &arena, 3) : edited(&samples, &arena, before);
		struct buf difference;
		buf_init(&difference, &arena);
		diff_print(&difference, "before", before, "after", after);
		expect(tally, is_difference(buf_str(&difference), before, after), "of\n%.*s--- and\n%.*s--- it is\n%s",
			(int)before.length, before.data, (int)after.length, after.data, difference.data);
		arena_reset(&arena);
	}
	arena_finish(&arena);
}

/* --- limits, and what is made visible --- */

struct shown {
	const char *before, *after, *text;
};

static const struct shown table[] = {
	{ "", "", "" },
	{ "", "\n", "--- a^[\n+++ b^Jc\n@@ -0,0 +1 @@\n+\n" },
	{ "a\n", "", "--- a^[\n+++ b^Jc\n@@ -1 +0,0 @@\n-a\n" },
	{ "a", "a\n", "--- a^[\n+++ b^Jc\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n" },
	{ "a\n\033x", "a\n\x7f", "--- a^[\n+++ b^Jc\n@@ -1,2 +1,2 @@\n a\n-^[x\n\\ No newline at end of file\n+^?\n"
		"\\ No newline at end of file\n" },
	{ "1\n2\n3\n4\n5\n", "1\n2\n3\n4\n6\n", "--- a^[\n+++ b^Jc\n@@ -2,4 +2,4 @@\n 2\n 3\n 4\n-5\n+6\n" },
	{ "1\n2\n3\n4\n5\n6\n7\n", "0\n2\n3\n4\n5\n6\n7\n", "--- a^[\n+++ b^Jc\n@@ -1,4 +1,4 @@\n-1\n+0\n 2\n 3\n 4\n" },
};

static void try_table(struct tally *tally) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct buf difference;
		buf_init(&difference, &arena);
		buf_put(&difference, "|");
		diff_print(&difference, "a\033", str_from(table[i].before), "b\nc", str_from(table[i].after));
		expect(tally, strcmp(difference.data + 1, table[i].text) == 0, "case %zu is\n%s", i, difference.data);
	}
	arena_finish(&arena);
}

/* "count" lines, each another one than those of another "first". */
static struct str numbered(struct arena *arena, int first, int count) {
	struct buf text;
	buf_init(&text, arena);
	for (int i = 0; i < count; i++) {
		buf_printf(&text, "%d\n", first + i);
	}
	return buf_str(&text);
}

static int count_of(const struct buf *difference, const char *line) {
	int count = 0;
	for (const char *at = difference->data; (at = strstr(at, line)) != NULL; at++) {
		count++;
	}
	return count;
}

/* Two texts and their difference, in an arena of their own. */
struct texts {
	struct arena arena;
	struct buf before, after, difference;
};

static void texts_begin(struct texts *texts) {
	arena_init(&texts->arena, NULL, NULL);
	buf_init(&texts->before, &texts->arena);
	buf_init(&texts->after, &texts->arena);
	buf_init(&texts->difference, &texts->arena);
}

static void texts_compare(struct texts *texts) {
	diff_print(&texts->difference, "a", buf_str(&texts->before), "b", buf_str(&texts->after));
}

/* Up to LIMIT_TEST_DIFF_EDITS the fewest lines are sought, beyond it all from the first to the last that differ. */
static void try_edits(struct tally *tally, int edits, bool fewest) {
	struct texts texts;
	texts_begin(&texts);
	buf_put(&texts.before, "first\n");
	buf_put_str(&texts.before, numbered(&texts.arena, 0, edits / 2));
	buf_put(&texts.before, "same\n");
	buf_put(&texts.after, "first\nsame\n");
	buf_put_str(&texts.after, numbered(&texts.arena, 5000, edits - edits / 2));
	buf_put(&texts.before, "last\n");
	buf_put(&texts.after, "last\n");
	texts_compare(&texts);
	const struct buf *difference = &texts.difference;
	expect(tally, count_of(difference, "\n same\n") == (fewest ? 1 : 0)
		&& count_of(difference, "\n-same\n") == (fewest ? 0 : 1)
		&& count_of(difference, "\n first\n") == 1 && count_of(difference, "\n last\n") == 1, "%d edits", edits);
	arena_finish(&texts.arena);
}

/* Of a text of "lines" lines behind the first difference, and what is said when they are more than are compared. */
static void try_lines(struct tally *tally, int lines, bool cut_off) {
	struct texts texts;
	texts_begin(&texts);
	buf_put(&texts.before, "one\n");
	buf_put(&texts.after, "another\n");
	for (int i = 1; i < lines; i++) {
		buf_put(&texts.before, "same\n");
		buf_put(&texts.after, "same\n");
	}
	texts_compare(&texts);
	const char *wanted = "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-one\n+another\n same\n same\n same\n";
	const char *rest = texts.difference.data + strlen(wanted);
	expect(tally, strncmp(texts.difference.data, wanted, strlen(wanted)) == 0
		&& strcmp(rest, cut_off ? left_out : "") == 0, "%d lines: %s", lines, texts.difference.data);
	arena_finish(&texts.arena);
}

/* A difference of about LIMIT_TEST_DIFF_BYTES ends with the line that reaches it; lines of 2000 bytes are whole. */
static void try_bytes(struct tally *tally) {
	struct arena arena;
	struct buf line;
	struct buf difference;
	arena_init(&arena, NULL, NULL);
	for (int length = 2000; length <= 2001; length++) {
		buf_init(&line, &arena);
		buf_init(&difference, &arena);
		for (int i = 0; i < length; i++) {
			buf_put_char(&line, 'y');
		}
		diff_print(&difference, "a", (struct str){ "", 0 }, "b", buf_str(&line));
		int dots = count_of(&difference, "y...\n");
		expect(tally, dots == (length > 2000 ? 1 : 0) && count_of(&difference, no_newline) == 1, "a line of %d bytes",
			length);
	}
	/* The lines of eight bytes end behind the limit, or just there: the lines in front of them are 31 and 32 bytes. */
	for (int letters = 1; letters <= 2; letters++) {
		buf_init(&difference, &arena);
		const char *name = &"bb"[2 - letters];
		diff_print(&difference, "a", (struct str){ "", 0 }, name, numbered(&arena, 100000, 8000));
		size_t begin = strlen("--- a\n+++ \n@@ -0,0 +1,8000 @@\n") + (size_t)letters;
		size_t shown = (LIMIT_TEST_DIFF_BYTES - begin + 7) / 8 * 8;
		expect(tally, difference.length == begin + shown + strlen(left_out)
			&& strcmp(difference.data + begin + shown, left_out) == 0, "%zu bytes", difference.length);
	}
	/* A hunk that ends at the limit is the last one. */
	for (int less = 0; less <= 1; less++) {
		const char *begin = "--- a\n+++ b\n@@ -1,3 +1,20 @@\n";
		const char *same = " same\n same\n same\n";
		struct texts texts;
		texts_begin(&texts);
		int left = LIMIT_TEST_DIFF_BYTES - (int)strlen(begin) - (int)strlen(same) - less;
		for (int i = 0; i < 17; i++) {
			/* Sixteen lines of 2000, each with its sign and its end, and the rest. */
			int length = i < 16 ? 2000 : left - 2;
			for (int k = 0; k < length; k++) {
				buf_put_char(&texts.after, 'y');
			}
			buf_put_char(&texts.after, '\n');
			left -= length + 2;
		}
		for (int i = 0; i < 20; i++) {
			buf_put(&texts.before, "same\n");
			buf_put(&texts.after, "same\n");
		}
		buf_put(&texts.before, "old\n");
		texts_compare(&texts);
		expect(tally, count_of(&texts.difference, "\n@@ ") == 1 + less
			&& count_of(&texts.difference, left_out) == 1, "%zu bytes of hunks", texts.difference.length);
		arena_finish(&texts.arena);
	}
	/* Lines in front of the first difference are not compared, however many there are. */
	struct str many = numbered(&arena, 0, 2 * LIMIT_TEST_DIFF_LINES);
	buf_init(&difference, &arena);
	diff_print(&difference, "a", many, "b", (struct str){ many.data, many.length - strlen("131071\n") });
	const char *hunk = "--- a\n+++ b\n@@ -131069,4 +131069,3 @@\n 131068\n 131069\n 131070\n-131071\n";
	expect(tally, strcmp(difference.data, hunk) == 0, "behind many lines: %s", difference.data);
	arena_finish(&arena);
}

int main(void) {
	struct tally tally = { 0 };
	try_random(&tally);
	try_table(&tally);
	try_edits(&tally, LIMIT_TEST_DIFF_EDITS, true);
	try_edits(&tally, LIMIT_TEST_DIFF_EDITS + 1, false);
	try_lines(&tally, LIMIT_TEST_DIFF_LINES, false);
	try_lines(&tally, LIMIT_TEST_DIFF_LINES + 1, true);
	try_bytes(&tally);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
