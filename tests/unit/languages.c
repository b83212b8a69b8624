/* Languages of layouts: what stands behind the numbers of a layout in memory changes nothing that is written. */
#include <criterion/criterion.h>

#include <string.h>

#include "lang/language/expression.h"
#include "lang/language/solve.h"

enum { ROOM_BYTES = 1 << 19 };

static struct arena arena;
static struct algebra al;

/* An arena in which -1 stands wherever nothing has been put yet. */
static void set_up(void) {
	arena_init(&arena, NULL, NULL);
	memset(arena_room(&arena, ROOM_BYTES), 0xff, ROOM_BYTES);
	arena_reset(&arena);
	algebra_init(&al, &arena);
}

static void tear_down(void) {
	arena_finish(&arena);
}

TestSuite(languages, .init = set_up, .fini = tear_down);

/* Expect that "text" of the language "from" is "expected" in the language "to". */
static void expect_written(const char *from, const char *text, const char *to, const char *expected) {
	struct source source = { .name = "<test>", .text = str_from(text), .first_line = 1 };
	struct span whole = { 0, strlen(text) };
	struct language_options options = { .rank = 1, .shape = { 4 } };
	struct denotation denotation;
	struct solution solution;
	struct message message = { 0 };
	struct reader reader = { &al, &source, &message };
	struct buf out;
	buf_init(&out, &arena);
	cr_assert(language_read(&al, &source, language_find(from), &options, &denotation, &message), "%s: %s", text,
		message.fault.text);
	cr_assert(denotation_solve(&reader, whole, &denotation, &solution), "%s: %s", text, message.fault.text);
	const char *why = language_write(&al, language_find(to), &options, &denotation, &out);
	cr_assert_null(why, "%s in %s: %s", text, to, why);
	cr_expect_str_eq(buf_str(&out).data, expected);
}

Test(languages, written_where_memory_was_used) {
	expect_written("axe", "S[(4,) : (0@TLane,)]", "cute", "4:0");
	expect_written("axe", "S[(4,) : (2@TLane,)]", "cute", "4:2@0");
	expect_written("c", "i * 3", "axe", "TileLayout(S[(4) : (3)])");
}

Test(languages, bits_of_a_table_with_numbers_behind_it) {
	static const int64_t table[] = { 0, 3, 1, 2, -1 };
	const struct denotation denotation = { .kind = DENOTES_MEMORY, .rank = 1, .shape = { 4 }, .count = 4,
		.table = table };
	struct reading reading = { .reader = { .al = &al } };
	struct buf out;
	buf_init(&out, &arena);
	const char *why = expression_put(&out, &reading, &denotation, EXPRESSION_C);
	cr_assert_null(why, "%s", why);
	cr_expect_str_eq(buf_str(&out).data, "(i >> 0 & 1) * 3 ^ (i >> 1 & 1) * 1");
}

/* Digits tell the places of a coordinate, and become a layout, which is compared with the tables that tell them too. */
Test(languages, places_that_the_digits_do_not_give) {
	static const int64_t places[] = { 0, 1, 2, 4 };
	static const struct digit digits[] = { { 0, 0, 4, 1 } };
	struct source source = { .name = "<test>", .text = str_from("places"), .first_line = 1 };
	struct message message = { 0 };
	struct reader reader = { &al, &source, &message };
	struct solution solution;
	struct denotation denotation = { .kind = DENOTES_PLACES, .rank = 1, .shape = { 4 }, .count = 4, .axis_count = 1,
		.axes = { { "0", 1 } }, .places = { places }, .digits = digits, .digit_count = 1 };
	cr_expect_not(denotation_solve(&reader, (struct span){ 0, 6 }, &denotation, &solution));
	cr_expect_str_eq(message.fault.text, "the layout found differs at 3");
}
