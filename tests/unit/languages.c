/*
 * Languages of layouts: what is written of tables and of places, which language a text is taken for, and what options
 * say. What stands behind the numbers of a layout in memory changes nothing that is written.
 */
#include <criterion/criterion.h>

#include <string.h>

#include "lang/language/expression.h"
#include "lang/language/solve.h"
#include "lang/language/triton.h"

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

Test(languages, blanks_between_words) {
	expect_written("numpy", "np.zeros(\t(4,\r8)\t, \r\n dtype=np.uint8)", "cute", "(4,8):(8,1)");
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

/* What expression_put() says of a table without a map: the text, or why there is none. */
static const char *put_table(int rank, const int64_t *shape, const int64_t *table) {
	struct denotation denotation = { .kind = DENOTES_MEMORY, .rank = rank, .count = 1, .table = table };
	struct reading reading = { .reader = { .al = &al } };
	struct buf out;
	for (int d = 0; d < rank; d++) {
		denotation.shape[d] = shape[d];
		denotation.count *= shape[d];
	}
	buf_init(&out, &arena);
	const char *why = expression_put(&out, &reading, &denotation, EXPRESSION_C);
	return why != NULL ? why : buf_str(&out).data;
}

Test(languages, bits_of_tables) {
	static const char none[] = "this function has no short expression";
	static const struct {
		int rank;
		int64_t shape[2];
		int64_t table[8];
		const char *expected;
	} cases[] = {
		{ 1, { 4 }, { 0, 3, 0, 3 }, "(i >> 0 & 1) * 3" },
		{ 1, { 4 }, { 5, 6, 7, 4 }, "(i >> 0 & 1) * 3 ^ (i >> 1 & 1) * 2 ^ 5" },
		{ 1, { 8 }, { 0, 1, 3, 2, 6, 7, 5, 4 }, "(i >> 0 & 1) * 1 ^ (i >> 1 & 1) * 3 ^ (i >> 2 & 1) * 6" },
		{ 2, { 2, 2 }, { 0, 2, 1, 3 }, "(i >> 0 & 1) * 2 ^ (j >> 0 & 1) * 1" },
		{ 2, { 1, 4 }, { 0, 2, 1, 3 }, "(j >> 0 & 1) * 2 ^ (j >> 1 & 1) * 1" },
		{ 2, { 2, 2 }, { 7, 7, 7, 7 }, "7" },
		{ 1, { 2 }, { 0, 0 }, "0" },
		{ 1, { 1 }, { 0 }, "0" },
		{ 1, { 1 }, { -1 }, none },
		{ 1, { 2 }, { 0, -1 }, none },
		{ 1, { 2 }, { -1, 0 }, none },
		{ 1, { 3 }, { 0, 1, 2 }, none },
		{ 2, { 3, 2 }, { 0, 1, 2, 3, 4, 5 }, none },
		{ 2, { 2, 3 }, { 0, 1, 2, 3, 4, 5 }, none },
		{ 1, { 4 }, { 0, 1, 2, 4 }, none },
		{ 1, { 8 }, { 0, 1, 2, 3, 4, 5, 6, 6 }, none },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		cr_expect_str_eq(put_table(cases[i].rank, cases[i].shape, cases[i].table), cases[i].expected, "case %zu", i);
	}
}

/* The language that a text is taken for, NULL for none. */
Test(languages, recognised) {
	static const struct {
		const char *text;
		const struct language *language;
	} cases[] = {
		{ "i", &language_c },
		{ "j", &language_c },
		{ "d0", &language_c },
		{ " \t\r\n i", &language_c },
		{ "i + j =", NULL },
		{ "i + j ==", &language_c },
		{ "i + (j == 1)", &language_c },
		{ "#i + j", NULL },
		{ "\"i\" + j", NULL },
		{ "=i + j", NULL },
		{ "Sw<3,4,3>", &language_cute },
		{ "bits((1,2))", &language_cute },
		{ "make_layout(4)", &language_cute },
		{ "cute.size(4)", &language_cute },
		{ "local(4)", &language_tilus },
		{ "xlocal(4)", NULL },
		{ "word", NULL },
		{ " ", NULL },
		{ "", NULL },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct language *saw = language_recognise(str_from(cases[i].text));
		cr_expect(saw == cases[i].language, "'%s': %s", cases[i].text, saw != NULL ? saw->name : "none");
	}
	cr_expect_null(language_recognise((struct str){ "i + j ==", strlen("i + j =") }));
}

Test(languages, shapes_as_options_give_them) {
	static const struct {
		const char *text;
		int rank;
		int64_t shape[3];
	} cases[] = {
		{ "64,128", 2, { 64, 128 } },
		{ "(2, 3x1)", 3, { 2, 3, 1 } },
		{ "[7]", 1, { 7 } },
		{ "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,5", 16, { 1, 1, 1 } },
		{ "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,5", 0, { 0 } },
		{ "0", 0, { 0 } },
		{ "4,0", 0, { 0 } },
		{ "4,-1", 0, { 0 } },
		{ "4,M", 0, { 0 } },
		{ "()", 0, { 0 } },
		{ "", 0, { 0 } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct language_options options = { 0 };
		bool good = language_take_shape(&options, cases[i].text);
		cr_expect_eq(good, cases[i].rank > 0, "'%s'", cases[i].text);
		cr_expect(!good || options.rank == cases[i].rank, "'%s': %d", cases[i].text, options.rank);
		for (int d = 0; good && d < 3 && d < options.rank; d++) {
			cr_expect_eq(options.shape[d], cases[i].shape[d], "'%s'", cases[i].text);
		}
	}
}

/* Read "text" of the language "name" with "options"; the fault is in "message". */
static bool read_text(const char *name, struct str text, const struct language_options *options,
	struct denotation *denotation, struct message *message) {
	struct source source = { .name = "<test>", .text = text, .first_line = 1 };
	*message = (struct message){ 0 };
	return language_read(&al, &source, language_find(name), options, denotation, message);
}

/* The options say how wide an element is where the text does not. */
Test(languages, bits_of_an_element) {
	const struct language_options options = { .rank = 1, .shape = { 4 }, .bits = 16 };
	struct denotation denotation;
	struct message message;
	cr_assert(read_text("c", str_from("i"), &options, &denotation, &message));
	cr_expect_eq(denotation.bits, 16);
	cr_assert(read_text("numpy", str_from("np.zeros((4,), np.int8)"), &options, &denotation, &message));
	cr_expect_eq(denotation.bits, 8);
}

Test(languages, texts_that_are_too_long) {
	const struct language_options options = { .rank = 1, .shape = { 4 } };
	const struct str text = { "i", LIMIT_SOURCE_BYTES + 1 };
	struct denotation denotation;
	struct message message;
	cr_assert_not(read_text("c", text, &options, &denotation, &message));
	cr_expect_str_eq(message.fault.text, "a text of more than 1048576 bytes");
	cr_expect_eq(message.span.begin, 0);
	cr_expect_eq(message.span.end, 0);
}

/* A layout of owners says nothing of the tensor. */
Test(languages, owners_of_no_shape) {
	const struct str text = str_from("(4,8):(1,4)");
	struct language_options options = { .ownership = true };
	struct denotation denotation;
	struct message message;
	cr_assert_not(read_text("cute", text, &options, &denotation, &message));
	cr_expect_str_eq(message.fault.text, "expected a layout with a mode of threads and one of values, and --shape");
	options.rank = 1;
	options.shape[0] = 32;
	cr_expect(read_text("cute", text, &options, &denotation, &message), "%s", message.fault.text);
}

/* Where a language cannot say it, nothing is written. */
Test(languages, nothing_is_written_beside_a_reason) {
	static const struct {
		const char *text;
		const char *to;
	} cases[] = {
		{ "i ^ (i >> 1)", "axe" }, { "i * i * i", "c" },
	};
	const struct language_options options = { .rank = 1, .shape = { 8 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct denotation denotation;
		struct message message;
		struct buf out;
		buf_init(&out, &arena);
		cr_assert(read_text("c", str_from(cases[i].text), &options, &denotation, &message));
		const char *why = language_write(&al, language_find(cases[i].to), &options, &denotation, &out);
		cr_expect_not_null(why, "%s in %s", cases[i].text, cases[i].to);
		cr_expect_eq(buf_str(&out).length, 0, "%s in %s", cases[i].text, cases[i].to);
	}
}

/* Axe merges digits that go on from one another, and looks at no others. */
Test(languages, places_of_digits_behind_others) {
	static const int64_t places[] = { 0, 4 };
	static const struct digit digits[] = { { 0, 0, 2, 2 }, { 0, 0, 2, 4 } };
	const struct language_options options = { 0 };
	struct denotation denotation = { .kind = DENOTES_PLACES, .rank = 1, .shape = { 2 }, .count = 2, .axis_count = 1,
		.axes = { { "TLane", 5 } }, .places = { places }, .digits = digits + 1, .digit_count = 1 };
	struct buf out;
	buf_init(&out, &arena);
	const char *why = language_write(&al, &language_axe, &options, &denotation, &out);
	cr_assert_null(why, "%s", why);
	cr_expect_str_eq(buf_str(&out).data, "TileLayout(S[(2) : (4@TLane)])");
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

/* An alias of Triton with so many elements of a thread. */
#define BLOCKED(NAME, ELEMENTS) \
	NAME " = #ttg.blocked<{sizePerThread = [" ELEMENTS "], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>\n"

/* The types of files of Triton, each once where its aliases are the same. */
Test(languages, types_of_a_file) {
	static const struct {
		const char *text, *names, *fault;
	} cases[] = {
		{ BLOCKED("#b", "1") "tensor<64xf16, #b>\n" BLOCKED("#b", "1") "tensor<64xf16, #b>",
			"64xf16 #b, 2 times; ", "" },
		{ BLOCKED("#a", "2") BLOCKED("#b", "1") "tensor<64xf16, #b>\n" BLOCKED("#a", "2") BLOCKED("#b", "1")
			"tensor<64xf16, #b>, tensor<64xf16, #a>", "64xf16 #b, 2 times; 64xf16 #a, 1 time; ", "" },
		{ BLOCKED("#b", "1") "tensor<64xf16, #b>\n" BLOCKED("#b", "2") "tensor<64xf16, #b>",
			"64xf16 #b, 1 time from line 2 on; 64xf16 #b, 1 time from line 4 on; ", "" },
		{ BLOCKED("#a", "1") "#b = #a\ntensor<64xf16, #b>\n" BLOCKED("#a", "2") "#b = #a\ntensor<64xf16, #b>",
			"64xf16 #b, 1 time from line 3 on; 64xf16 #b, 1 time from line 6 on; ", "" },
		{ "#loc = loc(unknown)\n#loc1 = loc(callsite(#loc at #loc))\n" BLOCKED("#b", "1")
			"module attributes {ttg.target = #c} {\ntensor<64xf16, #b>",
			"64xf16 #b, 1 time; ", "" },
		{ BLOCKED("#b", "1") "tensor<64xf16>, tensor<32xf16, #b>", "32xf16 #b, 1 time; ", "" },
		{ BLOCKED("#b", "1") "tensor<64xf16, #b>->tensor<32xf16, #b>",
			"64xf16 #b, 1 time; 32xf16 #b, 1 time; ", "" },
		{ "#b = #ttg.blocked<{order = \"1\ntensor<64xf16, #b>", "",
			"expected the quote that ends the string, saw the end" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct source source = { .name = "<test>", .text = str_from(cases[i].text), .first_line = 1 };
		struct language_options options = { .rank = 0 };
		struct message message = { 0 };
		struct reading reading = { .reader = { &al, &source, &message }, .text = source.text, .options = &options };
		struct triton_use *uses;
		struct buf names;
		buf_init(&names, &arena);
		int count = triton_read_file(&reading, &uses);
		for (int use = 0; use < count; use++) {
			buf_put_str(&names, uses[use].name);
			buf_put(&names, "; ");
			cr_expect_str_eq(uses[use].message.fault.text, "", "%s", cases[i].text);
		}
		cr_expect_str_eq(buf_str(&names).data, cases[i].names, "%s", cases[i].text);
		cr_expect_str_eq(message.fault.text, cases[i].fault, "%s", cases[i].text);
		size_t at = cases[i].fault[0] == '\0' ? 0 : 29;
		cr_expect(message.span.begin == at && message.span.end == at, "%s", cases[i].text);
	}
}

/* A text with several types is a file, and so is one with a type and a sign of what stands around it. */
Test(languages, files_of_triton) {
	cr_expect(triton_is_file(str_from("tensor<4xf16, #b> tensor<8xf16, #b>")));
	cr_expect(triton_is_file(str_from("tt.func @f(%a: tensor<4xf16, #b>)")));
	cr_expect(triton_is_file(str_from("tensor<4xf16, #b> loc(unknown)")));
	cr_expect(triton_is_file(str_from("module { tensor<4xf16, #b> }")));
	cr_expect(!triton_is_file(str_from("tensor<4xf16, #b>")));
}
