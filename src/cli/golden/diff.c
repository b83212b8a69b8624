#include "cli/golden/diff.h"

#include <stdbool.h>

#include "base/limits.h"
#include "base/utf8.h"

enum { CONTEXT = 3, LINE_BYTES = 2000 };

/* The lines of one text from the first difference on, a little context before it. */
struct side {
	struct str *lines;   /* without their ends */
	bool *marked;        /* removed from the first text, or added in the second */
	int count;
	bool no_newline;     /* the last line has no end */
	bool cut;            /* there are more lines, which are not compared */
};

/* --- lines --- */

/* Where the lines begin that come "CONTEXT" before the first difference; "number" counts the lines before them. */
static size_t skip_equal(struct str a, struct str b, int *number) {
	size_t length = a.length < b.length ? a.length : b.length;
	size_t begins[CONTEXT + 1] = { 0 };
	int lines = 0;
	for (size_t i = 0; i < length && a.data[i] == b.data[i]; i++) {
		if (a.data[i] == '\n') {
			lines++;
			begins[lines % (CONTEXT + 1)] = i + 1;
		}
	}
	int context = lines < CONTEXT ? lines : CONTEXT;
	*number = lines - context;
	return begins[*number % (CONTEXT + 1)];
}

static struct side cut_into_lines(struct arena *arena, struct str text) {
	struct side side = { .count = 0 };
	int count = 0;
	for (size_t i = 0; i < text.length && count < LIMIT_TEST_DIFF_LINES; i++) {
		count += text.data[i] == '\n' || i + 1 == text.length;
	}
	side.lines = arena_array(arena, (size_t)count, sizeof *side.lines);
	side.marked = arena_array(arena, (size_t)count, sizeof *side.marked);
	size_t at = 0;
	while (at < text.length && side.count < count) {
		const char *newline = memchr(text.data + at, '\n', text.length - at);
		size_t end = newline != NULL ? (size_t)(newline - text.data) : text.length;
		side.lines[side.count++] = (struct str){ text.data + at, end - at };
		side.no_newline = newline == NULL;
		at = end + 1;
	}
	side.cut = at < text.length;
	return side;
}

static bool is_end_without_newline(const struct side *side, int line) {
	return side->no_newline && line == side->count - 1;
}

static bool same(const struct side *a, int i, const struct side *b, int j) {
	return str_equal(a->lines[i], b->lines[j]) && is_end_without_newline(a, i) == is_end_without_newline(b, j);
}

/* --- the fewest edits --- */

/* Mark lines "begin" to "end" - 1. */
static void mark(struct side *side, int begin, int end) {
	for (int i = begin; i < end; i++) {
		side->marked[i] = true;
	}
}

/* Whether the way to diagonal "i" of "edits" + 1 comes from above, a line of the second text being added. */
static bool is_addition(const int *reached, int i, int edits) {
	return i == 0 || (i != edits && reached[i - 1] < reached[i]);
}

/* The first "count" lines alone are compared. */
static void cut_behind(struct side *side, int count) {
	side->no_newline = side->no_newline && count == side->count;
	side->count = count;
}

/*
 * Mark lines begin to a_end - 1 of "a" and begin to b_end - 1 of "b" by the algorithm of E. Myers: after "edits" edits,
 * reached[edits][i] lines of "a" are the most that can be behind us on the diagonal a - b = 2 * i - edits. Behind the
 * end of a text that is cut nothing is known: the other one is not compared beyond the line that this one ends at.
 */
static bool mark_fewest(struct arena *arena, struct side *a, int a_end, struct side *b, int b_end, int begin) {
	int n = a_end - begin;
	int m = b_end - begin;
	int **reached = arena_array(arena, LIMIT_TEST_DIFF_EDITS + 1, sizeof *reached);
	int edits = 0;
	bool found = false;
	for (; edits <= LIMIT_TEST_DIFF_EDITS && !found; edits++) {
		int *row = reached[edits] = arena_array(arena, (size_t)edits + 1, sizeof **reached);
		for (int i = 0; i <= edits && !found; i++) {
			const int *before = edits > 0 ? reached[edits - 1] : NULL;
			int x = before == NULL ? 0 : is_addition(before, i, edits) ? before[i] : before[i - 1] + 1;
			int y = x - (2 * i - edits);
			while (x < n && y < m && same(a, begin + x, b, begin + y)) {
				x++;
				y++;
			}
			row[i] = x;
			found = (x == n || (b->cut && y == m)) && (y == m || (a->cut && x == n));
			n = found ? x : n;
			m = found ? y : m;
		}
	}
	if (!found) {
		return false;
	}
	if (a->cut || b->cut) {
		cut_behind(a, begin + n);
		cut_behind(b, begin + m);
	}
	int i = (n - m + edits - 1) / 2;
	for (edits--; edits > 0; edits--) {
		const int *before = reached[edits - 1];
		if (is_addition(before, i, edits)) {
			b->marked[begin + before[i] - (2 * i - edits) - 1] = true;
		} else {
			a->marked[begin + before[i - 1]] = true;
			i--;
		}
	}
	return true;
}

static void compare(struct arena *arena, struct side *a, struct side *b) {
	int begin = 0;
	int a_end = a->count;
	int b_end = b->count;
	while (begin < a_end && begin < b_end && same(a, begin, b, begin)) {
		begin++;
	}
	bool whole = !a->cut && !b->cut;
	while (whole && a_end > begin && b_end > begin && same(a, a_end - 1, b, b_end - 1)) {
		a_end--;
		b_end--;
	}
	if (!mark_fewest(arena, a, a_end, b, b_end, begin)) {
		mark(a, begin, a_end);
		mark(b, begin, b_end);
	}
}

/* --- print --- */

static void put_line(struct buf *out, char sign, const struct side *side, int line) {
	buf_put_char(out, sign);
	utf8_put_visible(out, side->lines[line], LINE_BYTES);
	buf_put(out, is_end_without_newline(side, line) ? "\n\\ No newline at end of file\n" : "\n");
}

/* A place in both texts at the same time. */
struct place {
	int a;
	int b;
};

static bool is_edit(const struct side *a, const struct side *b, struct place at) {
	return (at.a < a->count && a->marked[at.a]) || (at.b < b->count && b->marked[at.b]);
}

static bool is_end(const struct side *a, const struct side *b, struct place at) {
	return at.a >= a->count && at.b >= b->count;
}

/* One step on: over an edit or over a line that is in both. */
static struct place step(const struct side *a, const struct side *b, struct place at) {
	bool edit = is_edit(a, b, at);
	bool removed = at.a < a->count && a->marked[at.a];
	return (struct place){ at.a + (removed || !edit), at.b + (!removed) };
}

/* Where the hunk ends that begins with context at "at": where more than twice the context follows without an edit. */
static struct place find_hunk_end(const struct side *a, const struct side *b, struct place at) {
	struct place end = at;
	int quiet = 0;
	bool any = false;
	while (!is_end(a, b, at) && (!any || quiet <= 2 * CONTEXT)) {
		bool edit = is_edit(a, b, at);
		at = step(a, b, at);
		quiet = edit ? 0 : quiet + 1;
		any = any || edit;
		if (edit || quiet <= CONTEXT) {
			end = at;
		}
	}
	return end;
}

static void put_range(struct buf *out, char sign, int begin, int count) {
	buf_printf(out, count == 1 ? "%c%d" : "%c%d,%d", sign, count == 0 ? begin : begin + 1, count);
}

/* Where a hunk begins and ends, and how many lines stand before the first of both sides. */
struct hunk {
	struct place begin, end;
	int number;
};

static void put_hunk(struct buf *out, const struct side *a, const struct side *b, struct hunk hunk, size_t limit) {
	struct place at = hunk.begin;
	struct place end = hunk.end;
	buf_put(out, "@@ ");
	put_range(out, '-', hunk.number + at.a, end.a - at.a);
	buf_put_char(out, ' ');
	put_range(out, '+', hunk.number + at.b, end.b - at.b);
	buf_put(out, " @@\n");
	while ((at.a < end.a || at.b < end.b) && out->length < limit) {
		if (!is_edit(a, b, at)) {
			put_line(out, ' ', a, at.a);
		} else if (at.a < a->count && a->marked[at.a]) {
			put_line(out, '-', a, at.a);
		} else {
			put_line(out, '+', b, at.b);
		}
		at = step(a, b, at);
	}
}

void diff_print(struct buf *out, const char *before_name, struct str before, const char *after_name, struct str after) {
	if (str_equal(before, after)) {
		return;
	}
	int number;
	size_t begin = skip_equal(before, after, &number);
	struct side a = cut_into_lines(out->arena, (struct str){ before.data + begin, before.length - begin });
	struct side b = cut_into_lines(out->arena, (struct str){ after.data + begin, after.length - begin });
	compare(out->arena, &a, &b);
	size_t limit = out->length + LIMIT_TEST_DIFF_BYTES;
	buf_put(out, "--- ");
	utf8_put_visible_line(out, str_from(before_name));
	buf_put(out, "\n+++ ");
	utf8_put_visible_line(out, str_from(after_name));
	buf_put_char(out, '\n');
	struct place at = { 0, 0 };
	while (!is_end(&a, &b, at) && out->length < limit) {
		struct place ahead = at;
		int quiet = 0;
		while (!is_end(&a, &b, ahead) && !is_edit(&a, &b, ahead)) {
			ahead = step(&a, &b, ahead);
			quiet++;
		}
		if (is_end(&a, &b, ahead)) {
			break;
		}
		int skipped = quiet > CONTEXT ? quiet - CONTEXT : 0;
		at = (struct place){ at.a + skipped, at.b + skipped };
		struct place end = find_hunk_end(&a, &b, at);
		put_hunk(out, &a, &b, (struct hunk){ at, end, number }, limit);
		at = end;
	}
	if (out->length >= limit || a.cut || b.cut) {
		buf_put(out, "... the rest of the difference is left out\n");
	}
}
