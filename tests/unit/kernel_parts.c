/*
 * The readers of sources of kernels one by one, below kernels.c: where strings, comments, names and brackets end, what
 * a text is about by its words, which name a declaration declares, and where statements begin and end. Every text is
 * read in the middle of others, which begin and end nothing in it. To add a case, add a line.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "lang/kernel/changes.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/statements.h"
#include "lang/kernel/words.h"

/* What stands in front of a text and behind it in turn: nothing of it may be read. */
static const char *const neighbours[] = { "x", "=", "<>", "\n", ";", "*/", "\"", "}{", ")(", "][", "//", "::", "\\" };

enum { NEIGHBOURS = sizeof neighbours / sizeof *neighbours };

/* "text" in an arena with neighbour "number" on both sides. */
static struct str among(struct arena *arena, const char *text, int number) {
	struct buf out;
	buf_init(&out, arena);
	buf_put(&out, neighbours[number]);
	buf_put(&out, text);
	buf_put(&out, neighbours[number]);
	return (struct str){ out.data + strlen(neighbours[number]), strlen(text) };
}

/* What a reader makes of "text", as a text. */
typedef void reader_function(struct buf *out, struct str text);

struct case_of_reader {
	const char *text;
	const char *made;
};

static void expect_read(reader_function *read, const struct case_of_reader *cases, size_t count) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < count; i++) {
		for (int number = 0; number < NEIGHBOURS; number++) {
			arena_reset(&arena);
			struct buf out;
			buf_init(&out, &arena);
			buf_put(&out, "");
			read(&out, among(&arena, cases[i].text, number));
			const char *made = out.length > 0 ? out.data : "";
			cr_expect_str_eq(made, cases[i].made, "%s among %s: expected %s, saw %s", cases[i].text, neighbours[number],
				cases[i].made, made);
		}
	}
	arena_finish(&arena);
}

#define EXPECT_READ(read, cases) expect_read(read, cases, sizeof cases / sizeof *cases)

/* --- scan.h --- */

/* "text" with a bar between the steps over it. */
static void put_steps(struct buf *out, struct str text, enum scan_comments comments) {
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_step(text, at, comments);
		cr_assert(end > at && end <= text.length, "%.*s at %zu: %zu", (int)text.length, text.data, at, end);
		buf_put(out, at > 0 ? "|" : "");
		buf_put_str(out, (struct str){ text.data + at, end - at });
		at = end;
	}
	cr_expect_eq(scan_step(text, text.length, comments), text.length);
}

static void put_steps_of_cpp(struct buf *out, struct str text) {
	put_steps(out, text, SCAN_C);
}

static void put_steps_of_python(struct buf *out, struct str text) {
	put_steps(out, text, SCAN_PYTHON);
}

static const struct case_of_reader steps_of_cpp[] = {
	{ "", "" },
	{ "ab", "a|b" },
	{ "\"a\"b", "\"a\"|b" },
	{ "'a'b", "'a'|b" },
	{ "\"a'b\"c", "\"a'b\"|c" },
	{ "'a\"b'c", "'a\"b'|c" },
	{ "\"a\\\"b\"c", "\"a\\\"b\"|c" },
	{ "\"a\\\\\"c", "\"a\\\\\"|c" },
	{ "\"a\\", "\"a\\" },
	{ "\"a", "\"a" },
	{ "\"a\nb\"", "\"a|\n|b|\"" },
	{ "\"a\\\nb\"c", "\"a\\\nb\"|c" },
	{ "\"\"a", "\"\"|a" },
	{ "''a", "''|a" },
	{ "\"", "\"" },
	{ "\"\"\"a\"b\nc\"\"d\"\"\"e", "\"\"\"a\"b\nc\"\"d\"\"\"|e" },
	{ "'''a'b\nc''d'''e", "'''a'b\nc''d'''|e" },
	{ "\"\"\"\"\"\"a", "\"\"\"\"\"\"|a" },
	{ "\"\"\"a\"\"", "\"\"\"a\"\"" },
	{ "\"\"\"a", "\"\"\"a" },
	{ "\"\"\"", "\"\"\"" },
	{ "1'000'000", "1|'|0|0|0|'|0|0|0" },
	{ "x's y", "x|'|s| |y" },
	{ "_'a'", "_|'|a|'" },
	{ " 'a'", " |'a'" },
	{ "\"'\"'b'", "\"'\"|'b'" },
	{ "a\"b\"", "a|\"b\"" },
	{ "/* a */b", "/* a */|b" },
	{ "/**/b", "/**/|b" },
	{ "/*/b*/c", "/*/b*/|c" },
	{ "/*a**/c", "/*a**/|c" },
	{ "/* \" ' // */c", "/* \" ' // */|c" },
	{ "/* a", "/* a" },
	{ "/* a *", "/* a *" },
	{ "/*", "/*" },
	{ "// a\nb", "// a|\n|b" },
	{ "// a", "// a" },
	{ "//", "//" },
	{ "// /* a\nb*/", "// /* a|\n|b|*|/" },
	{ "a/b", "a|/|b" },
	{ "a/", "a|/" },
	{ "/", "/" },
	{ "*/", "*|/" },
	{ "#a\nb", "#|a|\n|b" },
	{ "\\n", "\\|n" },

	/* raw strings, with as long a mark as may be and a longer one */
	{ "R\"(a\"b)\"c", "R|\"(a\"b)\"|c" },
	{ "R\"()\"c", "R|\"()\"|c" },
	{ "R\"x(a)\"b)y\")x\"c", "R|\"x(a)\"b)y\")x\"|c" },
	{ "R\"0123456789abcdef(a\"b)0123456789abcdef\"c", "R|\"0123456789abcdef(a\"b)0123456789abcdef\"|c" },
	{ "R\"0123456789abcdefg(a\"b", "R|\"0123456789abcdefg(a\"|b" },
	{ "u8R\"(a\"b)\"c", "u|8|R|\"(a\"b)\"|c" },
	{ "xR\"(a\"b", "x|R|\"(a\"|b" },
	{ "R\"(a", "R|\"(a" },
	{ "R\"(a)", "R|\"(a)" },
	{ "R\"x(a)x", "R|\"x(a)x" },
	{ "R\"x", "R|\"x" },
	{ "R\"x y(a\"b", "R|\"x y(a\"|b" },
};

static const struct case_of_reader steps_of_python[] = {
	{ "#a\nb", "#a|\n|b" },
	{ "a#", "a|#" },
	{ "\"#\"a", "\"#\"|a" },
	{ "# \"a\n\"b\"", "# \"a|\n|\"b\"" },
	{ "/* # */a", "/* # */|a" },
	{ "// #\na", "// #|\n|a" },
	{ "'''#'''a", "'''#'''|a" },
};

Test(kernel_parts, steps) {
	EXPECT_READ(put_steps_of_cpp, steps_of_cpp);
	EXPECT_READ(put_steps_of_python, steps_of_python);
}

/* The rest of "text" behind blanks; of C++, then of Python. */
static void put_behind_blanks(struct buf *out, struct str text) {
	for (int python = 0; python < 2; python++) {
		size_t at = scan_blanks(text, 0, python != 0 ? SCAN_PYTHON : SCAN_C);
		cr_assert_leq(at, text.length);
		buf_put(out, python != 0 ? "|" : "");
		buf_put_str(out, (struct str){ text.data + at, text.length - at });
	}
}

static const struct case_of_reader behind_blanks[] = {
	{ "", "|" },
	{ "a", "a|a" },
	{ " a ", "a |a " },
	{ "\t\r\n\v\fa", "a|a" },
	{ "\001a", "\001a|\001a" },
	{ "// c\n a", "a|a" },
	{ "/* c */a", "a|a" },
	{ "/* c */ // d\n/**/\n a", "a|a" },
	{ "/ a", "/ a|/ a" },
	{ "# c\n a", "# c\n a|a" },
	{ " # c", "# c|" },
	{ "// c", "|" },
	{ "/* c", "|" },
	{ "  ", "|" },
	{ "\"a\"", "\"a\"|\"a\"" },
	{ "0", "0|0" },
};

/* The name at the begin of "text". */
static void put_name(struct buf *out, struct str text) {
	buf_put_str(out, (struct str){ text.data, scan_name(text, 0) });
}

static const struct case_of_reader names[] = {
	{ "", "" },
	{ "a", "a" },
	{ "a b", "a" },
	{ "azAZ09_,", "azAZ09_" },
	{ "9a", "9a" },
	{ "a::b", "a::b" },
	{ "a::b::_c d", "a::b::_c" },
	{ "a::", "a" },
	{ "a:b", "a" },
	{ "a::9", "a" },
	{ "a:: b", "a" },
	{ "a:::b", "a" },
	{ "::a", "" },
	{ "a@b", "a" },
	{ "a[b", "a" },
	{ "a`b", "a" },
	{ "a{b", "a" },
	{ "1/2", "1" },
};

/* "text" up to the bracket that closes its first character; "-" where none does. */
static void put_closed(struct buf *out, struct str text) {
	size_t end = scan_close(text, 0);
	cr_assert_leq(end, text.length);
	if (end == 0) {
		buf_put(out, "-");
	}
	buf_put_str(out, (struct str){ text.data, end });
}

static const struct case_of_reader closed[] = {
	{ "()", "()" },
	{ "(a)b)", "(a)" },
	{ "[a]b", "[a]" },
	{ "{a}b", "{a}" },
	{ "<a>b", "<a>" },
	{ "(a[b]{c}(d))e", "(a[b]{c}(d))" },
	{ "[(a])", "-" },
	{ "(a]", "-" },
	{ "(a}", "-" },
	{ "[a}", "-" },
	{ "[a)", "-" },
	{ "{a)", "-" },
	{ "{a]", "-" },
	{ "({)}", "-" },
	{ "(", "-" },
	{ "(a", "-" },
	{ "((a)", "-" },
	{ "[", "-" },
	{ "<", "-" },
	{ "(\")\")", "(\")\")" },
	{ "(/*)*/)b", "(/*)*/)" },
	{ "(//)\n)b", "(//)\n)" },
	{ "(#)\n)b", "(#)\n)" },
	{ "('('))", "('(')" },
	{ "(<)b", "(<)" },
	{ "(>)b", "(>)" },
	{ "<a<b>>c", "<a<b>>" },
	{ "<a<b>c", "-" },
	{ "<a<b>,c<d>>e", "<a<b>,c<d>>" },
	{ "<(a>b)>c", "<(a>b)>" },
	{ "<[>]>c", "<[>]>" },
	{ "<{>}>c", "<{>}>" },
	{ "<(>", "-" },
	{ "<(a]>", "-" },
	{ "<a)>", "-" },
	{ "<a]>", "-" },
	{ "<a}>", "-" },
	{ "<a;b>", "-" },
	{ "<\">\">c", "<\">\">" },
	{ "</*>*/>c", "</*>*/>" },
	{ "<a\n>c", "<a\n>" },
	{ "< >", "< >" },
};

static void put_inside(struct buf *out, struct str text) {
	buf_put_str(out, scan_inside(text, 0));
}

static const struct case_of_reader inside[] = {
	{ "", "" },
	{ "a(b)", "" },
	{ "()", "" },
	{ "( )", "" },
	{ "(a)", "a" },
	{ "( a b )c", "a b" },
	{ "[[a]b]c", "[a]b" },
	{ "{a}", "a" },
	{ "<a>", "a" },
	{ "(", "" },
	{ "(a", "" },
	{ "(a]", "" },
};

/* All words of "text", marked where they stand as words of their own: what scan_at_word() says of "ab" and "#if". */
static void put_words(struct buf *out, struct str text) {
	for (size_t at = 0; at <= text.length; at++) {
		buf_put(out, scan_at_word(text, at, "ab") ? "^" : "");
		buf_put(out, scan_at_text(text, at, "ab") ? "'" : "");
		buf_put_str(out, (struct str){ text.data + at, at < text.length ? 1 : 0 });
	}
	cr_expect(!scan_at_text(text, text.length + 1, "ab") && !scan_at_text(text, text.length + 1, ""));
	cr_expect(scan_at_text(text, text.length, ""));
	cr_expect_eq(scan_at(text, text.length), '\0');
	cr_expect_eq(scan_at(text, text.length + 1), '\0');
}

static const struct case_of_reader words[] = {
	{ "", "" },
	{ "a", "a" },
	{ "ab", "^'ab" },
	{ "ab ab", "^'ab ^'ab" },
	{ "abab", "'ab'ab" },
	{ "_ab", "_'ab" },
	{ "ab_", "'ab_" },
	{ "ab9", "'ab9" },
	{ "9ab", "9'ab" },
	{ "abc.ab,ab", "'abc.^'ab,^'ab" },
	{ ":ab:", ":^'ab:" },
	{ "bab", "b'ab" },
};

static void put_part(struct buf *out, struct str text) {
	buf_put_str(out, scan_part(text, 0, text.length));
}

static const struct case_of_reader trimmed[] = {
	{ "", "" },
	{ "a", "a" },
	{ " ", "" },
	{ " \t\n\r\v\f", "" },
	{ " a", "a" },
	{ "a ", "a" },
	{ "\t a b \n", "a b" },
	{ " // ", "//" },
};

/* The lines of "text": where each begins and ends, asked from each of its characters. */
static void put_lines(struct buf *out, struct str text) {
	for (size_t at = 0; at <= text.length + 1; at++) {
		buf_put_int(out, (int64_t)scan_line_begin(text, at));
		buf_put_int(out, at <= text.length ? (int64_t)scan_line_end(text, at) : 0);
		buf_put_char(out, ' ');
	}
}

static const struct case_of_reader lines[] = {
	{ "", "00 00 " },
	{ "a", "01 01 00 " },
	{ "\n", "00 11 10 " },
	{ "a\nb", "01 01 23 23 20 " },
	{ "a\n\n", "01 01 22 33 30 " },
	{ "a\rb", "03 03 03 03 00 " },
};

Test(kernel_parts, scans) {
	EXPECT_READ(put_behind_blanks, behind_blanks);
	EXPECT_READ(put_name, names);
	EXPECT_READ(put_closed, closed);
	EXPECT_READ(put_inside, inside);
	EXPECT_READ(put_words, words);
	EXPECT_READ(put_part, trimmed);
	EXPECT_READ(put_lines, lines);
}

/* "count" of "open", then as many of "close", or fewer. */
static struct str nested(struct arena *arena, char open, int count, char close, int closing) {
	struct buf out;
	buf_init(&out, arena);
	for (int i = 0; i < count; i++) {
		buf_put_char(&out, open);
	}
	for (int i = 0; i < closing; i++) {
		buf_put_char(&out, close);
	}
	return buf_str(&out);
}

/* As deep as may be, and one deeper. */
Test(kernel_parts, deep_brackets) {
	static const char *const pairs[] = { "()", "[]", "{}", "<>" };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (int i = 0; i < 4; i++) {
		for (int depth = LIMIT_NESTING - 1; depth <= LIMIT_NESTING + 2; depth++) {
			bool angles = pairs[i][0] == '<';
			bool fits = depth <= LIMIT_NESTING;
			struct str whole = nested(&arena, pairs[i][0], depth, pairs[i][1], depth);
			struct str open = nested(&arena, pairs[i][0], depth, pairs[i][1], depth - 1);
			cr_expect_eq(scan_close(whole, 0), fits ? whole.length : 0, "%s %d", pairs[i], depth);
			cr_expect_eq(scan_close(open, 0), 0, "%s %d", pairs[i], depth);
			cr_expect_eq(scan_is_too_deep(whole, 0), !fits && !angles, "%s %d", pairs[i], depth);
			cr_expect_eq(scan_is_too_deep(open, 0), !fits && !angles, "%s %d", pairs[i], depth);
		}
	}
	arena_finish(&arena);
}

/* A type of as many bytes as may be, and of one more, at two places. */
Test(kernel_parts, long_types) {
	static char bytes[LIMIT_TYPE_BYTES + 8];
	for (size_t at = 0; at < 3; at++) {
		for (size_t length = LIMIT_TYPE_BYTES - 1; length <= LIMIT_TYPE_BYTES + 1; length++) {
			memset(bytes, 'a', sizeof bytes);
			bytes[at] = '<';
			bytes[at + length - 1] = '>';
			for (size_t more = 0; more < 3; more++) {
				size_t end = scan_close((struct str){ bytes, at + length + more }, at);
				size_t wanted = length <= LIMIT_TYPE_BYTES ? at + length : at;
				cr_expect_eq(end, wanted, "%zu bytes at %zu: %zu", length, at, end);
			}
		}
	}
}

/* A type far from the beginning of a text, which is closed in a part of it or behind that part. */
Test(kernel_parts, types_in_long_texts) {
	static char bytes[LIMIT_TYPE_BYTES];
	memset(bytes, 'a', sizeof bytes);
	size_t at = LIMIT_TYPE_BYTES - 8;
	bytes[at] = '<';
	bytes[at + 4] = '>';
	cr_expect_eq(scan_close((struct str){ bytes, at + 4 }, at), at);
	cr_expect_eq(scan_close((struct str){ bytes, at + 5 }, at), at + 5);
}

/* Which of the texts in "xabcx" are parts of "abc" in it, and that a copy is none. */
Test(kernel_parts, parts_and_copies) {
	static const char around[] = "xabcx";
	const struct str text = { around + 1, 3 };
	for (size_t begin = 0; begin <= 5; begin++) {
		for (size_t end = begin; end <= 5; end++) {
			const struct str part = { around + begin, end - begin };
			cr_expect_eq(scan_has_part(text, part), begin > 0 && end < 5, "%zu to %zu", begin, end);
		}
	}
	cr_expect(!scan_has_part(text, str_from("abc")));
}

/* Parts of a text, with a round bracket in angles, in ones that are not closed, and none. */
Test(kernel_parts, first_round_bracket) {
	struct str text = str_from("fx<(a)>(b)");
	for (size_t length = 0; length <= text.length; length++) {
		size_t wanted = length <= 3 ? length : length < 7 ? 3
								  : 7;
		size_t open = scan_open((struct str){ text.data, length });
		cr_expect_eq(open, wanted, "%zu bytes: %zu", length, open);
	}
}

/* --- words.h --- */

/* A letter for each question that is answered with yes. */
static void put_answers(struct buf *out, struct str text) {
	buf_put(out, words_are_type(text) ? "t" : "");
	buf_put(out, words_are_number_type(text) ? "n" : "");
	buf_put(out, words_are_integer_type(text) ? "i" : "");
	buf_put(out, words_are_pointer_type(text) ? "p" : "");
	buf_put(out, words_speak_of_layouts(text) ? "s" : "");
	buf_put(out, words_hint_at_layouts(text) ? "h" : "");
	buf_put(out, words_is_decorator(text) ? "@" : "");
	buf_put(out, str_starts_with(text, "ab") ? "b" : "");
}

static const struct case_of_reader answers[] = {
	/* types of numbers; of those that are known at run time, too */
	{ "int", "tni" },
	{ "int32_t", "tni" },
	{ "int64_t", "tni" },
	{ "uint32_t", "tni" },
	{ "size_t", "tni" },
	{ "unsigned", "tni" },
	{ "bool", "tn" },
	{ "float", "tn" },
	{ "double", "tn" },
	{ "char", "tn" },
	{ "int16_t", "tni" },
	{ "Int", "t" },
	{ "integer", "t" },
	{ "uint", "tni" },
	{ "ints", "t" },
	{ "std::size_t", "tni" },
	{ "const int", "tni" },
	{ "int const", "tni" },
	{ "int const&", "tni" },
	{ "unsigned long long", "tni" },
	{ "static int", "tni" },
	{ "constexpr int", "tni" },
	{ "int constexpr", "tni" },
	{ "static constexpr int", "tni" },
	{ "int*", "tnp" },
	{ "int const* __restrict__", "tnp" },
	{ "int *", "tnp" },
	{ "int**", "tnp" },
	{ "T*", "tp" },
	{ "T<int*>", "tn" },
	{ "T<int*>*", "tnp" },
	{ "T<int>", "tn" },
	{ "*", "tp" },
	{ "int[4]", "tn" },
	{ "alignas(16) int", "tni" },
	{ "(a", "" },
	{ "[a", "" },
	{ "(a]", "" },
	{ "", "t" },
	{ "a b", "t" },
	{ "a::b&", "t" },
	{ "a&&", "t" },
	{ "a+b", "" },
	{ "a-b", "" },
	{ "a.b", "" },
	{ "a,b", "" },
	{ "a=b", "" },
	{ "a<b", "" },
	{ "a<b>c", "t" },
	{ "a>b", "" },
	{ "a{b}", "" },
	{ "\"a\"", "" },
	{ "a\tb", "t" },
	{ "a\nb", "t" },
	{ "ab", "tb" },
	{ "abc", "tb" },
	{ "a", "t" },

	/* what is said of layouts */
	{ "Layout", "tsh" },
	{ "Shape", "tsh" },
	{ "Stride", "tsh" },
	{ "Swizzle", "tsh" },
	{ "ComposedLayout", "tsh" },
	{ "Tile", "tsh" },
	{ "TiledMMA", "tsh" },
	{ "TiledCopy", "tsh" },
	{ "Copy_Atom", "ts" },
	{ "MMA_Atom", "tsh" },
	{ "Tensor", "tsh" },
	{ "GMMA", "tsh" },
	{ "UMMA", "tsh" },
	{ "Copy_Atoms", "t" },
	{ "copy_atom", "t" },
	{ "make_", "ts" },
	{ "make", "t" },
	{ "xmake_", "t" },
	{ "make_tuple", "ts" },
	{ "partition_", "tsh" },
	{ "partition", "th" },
	{ "a = make_b", "s" },
	{ "1 + Copy_Atom", "s" },
	{ "cute::Copy_Atom<a>", "ts" },
	{ "\"Copy_Atom\"", "" },
	{ "a // Copy_Atom", "" },
	{ "a # Copy_Atom", "" },
	{ "a /* Copy_Atom */", "p" },
	{ "composition(a)", "ts" },
	{ "composition (a)", "t" },
	{ "composition", "t" },
	{ "compositions(a)", "t" },
	{ "print(a)", "t" },
	{ "printf(a)", "t" },
	{ "print_latex(a)", "t" },
	{ "a(composition(b))", "ts" },
	{ "f(a)", "t" },
	{ "size(a)", "ts" },

	/* names that have a part of such a word */
	{ "layout", "th" },
	{ "swizzle", "th" },
	{ "shape", "th" },
	{ "stride", "th" },
	{ "tensor", "th" },
	{ "tile", "th" },
	{ "mma", "th" },
	{ "LAYOUT", "th" },
	{ "aLayouts", "th" },
	{ "smem_layout_a", "th" },
	{ "layou", "t" },
	{ "ayout", "t" },
	{ "til", "t" },
	{ "mm", "t" },
	{ "m ma", "t" },
	{ "mmma", "th" },

	/* decorators */
	{ "@a", "@" },
	{ "@_", "@" },
	{ "@ a", "" },
	{ "@9", "" },
	{ "@", "" },
	{ "a@b", "" },
};

Test(kernel_parts, words) {
	EXPECT_READ(put_answers, answers);
}

/* --- declaration.h --- */

/* What stands on both sides of the "=" of "text", and the names on its left as C++ and as Python. */
static void put_assignment(struct buf *out, struct str text) {
	size_t at = declaration_assignment(text);
	if (at == text.length) {
		buf_put(out, "-");
		return;
	}
	struct str left = scan_part(text, 0, at);
	for (int is_cpp = 1; left.length > 0 && is_cpp >= 0; is_cpp--) {
		struct declaration declaration = { .name = { NULL, 0 } };
		declaration_read_target(is_cpp != 0, left, &declaration);
		buf_put_str(out, declaration.type);
		buf_put_char(out, '|');
		buf_put_str(out, declaration.name);
		buf_put_char(out, '|');
		buf_put_str(out, declaration.names);
		buf_put(out, is_cpp != 0 ? " / " : "");
	}
	buf_put(out, " =");
	buf_put_str(out, scan_part(text, at + 1, text.length));
}

static const struct case_of_reader assignments[] = {
	{ "", "-" },
	{ "a", "-" },
	{ "=1", " =1" },
	{ "a=1", "|a| / |a| =1" },
	{ "a =", "|a| / |a| =" },
	{ "a = b = 1", "|a| / |a| =b = 1" },
	{ "a == 1", "-" },
	{ "a <= 1", "-" },
	{ "a >= 1", "-" },
	{ "a != 1", "-" },
	{ "a += 1", "-" },
	{ "a -= 1", "-" },
	{ "a *= 1", "-" },
	{ "a /= 1", "-" },
	{ "a %= 1", "-" },
	{ "a &= 1", "-" },
	{ "a |= 1", "-" },
	{ "a ^= 1", "-" },
	{ "a == 1, b = 2", "-" },
	{ "f(a = 1)", "-" },
	{ "f[a = 1]", "-" },
	{ "f{a = 1}", "-" },
	{ "f<a = 1>", "-" },
	{ "f(b = 2) = 1", "|| / || =1" },
	{ "\"a = 1\"", "-" },
	{ "a /* = 2 */ = 1", "|| / || =1" },
	{ "f<a = 1", "|| / || =1" },
	{ "auto a = 1", "auto|a| / auto|a| =1" },
	{ "auto const& a = 1", "auto const&|a| / auto const&|a| =1" },
	{ "auto *a = 1", "auto *|a| / auto *|a| =1" },
	{ "T<b = 2> a = 1", "T<b = 2>|a| / T<b = 2>|a| =1" },
	{ "T a[4] = 1", "T|a| / T|a| =1" },
	{ "a[4] = 1", "|| / || =1" },
	{ "a.b = 1", "|| / || =1" },
	{ "a->b = 1", "|| / || =1" },
	{ "*a = 1", "|| / || =1" },
	{ "a::b = 1", "|a::b| / |a::b| =1" },
	{ "a: T = 1", "a:|T| / |a| =1" },
	{ "a : T[b] = 1", "a :|T| / |a| =1" },
	{ "a, b = 1", "|| / ||a, b =1" },
	{ "a[0], b = 1", "|| / || =1" },
	{ "auto [a, b] = 1", "||a, b / ||a, b =1" },
	{ "auto const& [ a ,b ] = 1", "||a ,b / ||a ,b =1" },
	{ "auto a[2] = 1", "||2 / ||2 =1" },
	{ "auto 9a = 1", "|| / || =1" },
	{ "f(a) = 1", "|| / || =1" },
};

/* The parts of "type name", "type name{value}", and those of "type name(arguments)". */
static void put_declaration(struct buf *out, struct str text) {
	struct declaration plain = { .name = { NULL, 0 } };
	struct declaration construction = { .name = { NULL, 0 } };
	bool is_plain = declaration_read_plain(text, &plain);
	bool is_construction = declaration_read_construction(text, &construction);
	cr_expect(is_plain == (plain.name.length > 0) && is_construction == (construction.name.length > 0));
	cr_expect(is_plain || (plain.type.length == 0 && plain.value.length == 0), "%.*s", (int)text.length, text.data);
	if (is_plain) {
		buf_put_str(out, plain.type);
		buf_put_char(out, '|');
		buf_put_str(out, plain.name);
		buf_put_char(out, '|');
		buf_put_str(out, plain.value);
	}
	buf_put(out, is_construction ? "(" : "");
	buf_put_str(out, construction.name);
}

static const struct case_of_reader declarations[] = {
	{ "", "" },
	{ "a", "" },
	{ "T a", "T|a|" },
	{ "T a{}", "T|a|" },
	{ "T a{1}", "T|a|1" },
	{ "T a{ 1, 2 }", "T|a|1, 2" },
	{ "T a{b{1}}", "T|a|b{1}" },
	{ "T a{b(1){2}}", "T|a|b(1){2}" },
	{ "T a {1}", "T|a|1" },
	{ "T{}", "" },
	{ "T{1}", "" },
	{ "{}", "" },
	{ "{1}", "" },
	{ "}", "" },
	{ "ab}", "" },
	{ "T<b>a", "T<b>|a|" },
	{ "T&a", "T&|a|" },
	{ "T*a", "T*|a|" },
	{ "T<b> a{}", "T<b>|a|" },
	{ "T const a", "T const|a|" },
	{ "T a[4]", "T|a|" },
	{ "T a[]", "T|a|" },
	{ "a[4]", "" },
	{ "]", "" },
	{ "T 9", "" },
	{ "a::b", "" },
	{ "a:: b", "" },
	{ "a :b", "" },
	{ "a o b", "" },
	{ "o b", "" },
	{ "go b", "go|b|" },
	{ "a + b", "" },
	{ "using a", "" },
	{ "using a b", "" },
	{ "T a(1)", "(a" },
	{ "T a()", "(a" },
	{ "T<b> a(1)", "(a" },
	{ "T<b>a(1)", "(a" },
	{ "T<b a(1)", "" },
	{ "T a(1", "" },
	{ "a(1)", "" },
	{ "T (1)", "" },
	{ "T a b(1)", "(b" },
	{ "T o(1)", "" },
	{ "T oo(1)", "(oo" },
	{ "T a::b(1)", "" },
};

/* The name that "text" declares last. */
static void put_last_name(struct buf *out, struct str text) {
	buf_put_str(out, declaration_last_name(text));
}

static const struct case_of_reader last_names[] = {
	{ "", "" },
	{ "a", "a" },
	{ "a b", "b" },
	{ "a1", "a1" },
	{ "1a", "" },
	{ "a+_b9", "_b9" },
	{ "a[1]", "a" },
	{ "a[1][2]", "" },
	{ "[1]", "" },
	{ "]", "" },
	{ "a]", "" },
	{ "a ", "" },
	{ "a>", "" },
};

/* The name and value of "typedef value name". */
static void put_typedef(struct buf *out, struct str text) {
	struct declaration declaration = { .name = { NULL, 0 } };
	declaration_read_typedef(text, &declaration);
	buf_put_str(out, declaration.value);
	buf_put_char(out, '|');
	buf_put_str(out, declaration.name);
}

static const struct case_of_reader typedefs[] = {
	{ "typedef a b", "a|b" },
	{ "typedef a<c> b", "a<c>|b" },
	{ "typedef a b[4]", "a|b" },
	{ "typedef a b>", "a b>|" },
	{ "typedef a", "|a" },
	{ "typedef", "|" },
	{ "typedef ", "|" },
};

/* The names that are changed, of which those that are declared are none, and the step that all of it is. */
static void put_changes(struct buf *out, struct str text) {
	struct str name;
	for (size_t at = 0; changes_next(text, &at, &name);) {
		buf_put(out, out->length > 0 ? " " : "");
		buf_put_str(out, name);
	}
	struct step step;
	if (changes_step(true, text, &step)) {
		buf_put(out, " | ");
		buf_put_str(out, step.name);
		buf_put_char(out, ' ');
		buf_put_str(out, step.sign);
		buf_put_char(out, ' ');
		buf_put_str(out, step.value);
	}
}

static const struct case_of_reader changes[] = {
	{ "", "" },
	{ "a", "" },
	{ "a = 1", "a" },
	{ "a=1", "a" },
	{ "a == 1", "" },
	{ "a != 1 || a <= b || a >= c", "" },
	{ "a < b", "" },
	{ "a << b", "" },
	{ "a += 1", "a | a + 1" },
	{ "a -= b + c", "a | a - b + c" },
	{ "a*=2", "a | a * 2" },
	{ "a /= 2", "a | a / 2" },
	{ "a %= 2", "a | a % 2" },
	{ "a &= 2", "a | a & 2" },
	{ "a |= 2", "a | a | 2" },
	{ "a ^= 2", "a | a ^ 2" },
	{ "a <<= 2", "a | a << 2" },
	{ "a >>= 2", "a | a >> 2" },
	{ "a +=", "a" },
	{ "a++", "a | a + 1" },
	{ "a --", "a | a - 1" },
	{ "++a", "a | a + 1" },
	{ "-- a", "a | a - 1" },
	{ "++a + b", "a" },
	{ "a++ + b", "a" },
	{ "b + ++a", "a" },
	{ "b > a++", "a" },
	{ "b + a", "" },
	{ "b - -a", "" },
	{ "a = b = c", "a b" },
	{ "int a", "" },
	{ "int a = 1, b = 2", "b" },
	{ "auto a{1}", "" },
	{ "auto& a = b", "" },
	{ "T<b = 2> const* a = c", "b" },
	{ "T<N> a = 1", "" },
	{ "unsigned a[4]", "" },
	{ "T a(b)", "" },
	{ "for (T a : b)", "" },
	{ "return a", "" },
	{ "return a = 1", "a" },
	{ "else a = 1", "a" },
	{ "a \"\" b = 1", "b" },
	{ "a \"c d\" b = 1", "b" },
	{ "a.b = 1", "" },
	{ "a->b = 1", "" },
	{ "a . b += 1", "" },
	{ "a::b = 1", "" },
	{ "::b = 1", "" },
	{ "*a = 1", "a" },
	{ "a[b] = 1", "" },
	{ "a[b = 1]", "b" },
	{ "f(a = 1, b)", "a" },
	{ "if (a) b = 1", "b" },
	{ "{ a = 1; T b; b = 2; }", "a b" },
	{ "auto f = [&](int i) { a = i; }", "a" },
	{ "// a = 1\nb = 2", "b" },
	{ "b /* a = 1 */ = 2", "b" },
	{ "\"a = 1\"", "" },
	{ "9a = 1", "" },
	{ "a1 = 1", "a1" },
	{ "(a) = 1", "a" },
	{ "; ( a ) += 1", "a" },
	{ "b = (a)++", "b a" },
	{ "(a) == 1", "" },
	{ "(a, b) = 1", "" },
	{ "f(a) = 1", "" },
	{ "f (a) = 1", "" },
	{ "f<4>(a) = 1", "" },
	{ "f[0](a) = 1", "" },
	{ "f(0)(a) = 1", "" },
	{ "( (a ) ) = 1", "a" },
	{ "f((a)) = 1", "" },
};

/* The names that Python changes, the step that all of it is, the names of outside and the list that grows. */
static void put_changes_of_python(struct buf *out, struct str text) {
	struct arena *arena = out->arena;
	struct names changed = changes_of_python(arena, text);
	for (int i = 0; i < changed.count; i++) {
		buf_put(out, i > 0 ? " " : "");
		buf_put_str(out, changed.items[i]);
	}
	struct step step;
	if (changes_step(false, text, &step)) {
		buf_printf(out, " | %.*s ", (int)step.name.length, step.name.data);
		buf_put_str(out, step.sign);
		buf_put_char(out, ' ');
		buf_put_str(out, step.value);
	}
	changed = changes_outside(arena, text);
	for (int i = 0; i < changed.count; i++) {
		buf_put(out, " outside ");
		buf_put_str(out, changed.items[i]);
	}
	struct str list = changes_list(text);
	buf_put(out, list.length > 0 ? " list " : "");
	buf_put_str(out, list);
}

static void put_attributes_of_python(struct buf *out, struct str text) {
	struct names attributes = changes_attributes(out->arena, text);
	for (int i = 0; i < attributes.count; i++) {
		buf_put(out, i > 0 ? " " : "");
		buf_put_str(out, attributes.items[i]);
	}
	struct names changed = changes_in_place(out->arena, text);
	for (int i = 0; i < changed.count; i++) {
		buf_put(out, " in place ");
		buf_put_str(out, changed.items[i]);
	}
}

static const struct case_of_reader attributes_python[] = {
	{ "", "" },
	{ "a = 1", "" },
	{ "a.b = 1", "a.b" },
	{ "self.b: T = 1", "self.b" },
	{ "self.b, (a.c, d) = 1, 2", "self.b a.c" },
	{ "self.b = self.c = 1", "self.b self.c" },
	{ "self.b = None", "" },
	{ "self.b = None or 4", "self.b" },
	{ "self.b == 1", "" },
	{ "self.b += 1", "self.b" },
	{ "self.b[0] = 1", "self.b" },
	{ "self.b.c = 1", ".c self.b" }, /* what self.b is may be the object itself */
	{ "self.b(c).d = 1", ".d self.b" },
	{ "self.b", "" },
	{ "self.b.append(4)", "self.b" },
	{ "self.append(4)", " in place self" },
	{ "for self.b in c", "self.b" },
	{ "for b in self.c", "" },
	{ "del self.b, a.c", "self.b a.c" },
	{ "f(self.b)", "" },
	{ "a[0] = 1", " in place a" },
	{ "a[0][1] = 1", " in place a" },
	{ "a[0] == 1", "" },
	{ "a[0]", "" },
	{ "a += b", " in place a" },
	{ "a *= 2", " in place a" },
	{ "a -= 2", "" },
	{ "a.extend(b)", " in place a" },
	{ "b = a.pop(0)", " in place a" },
	{ "b = c[a.pop (0)], d.index(1), e.f.pop(0)", "e.f in place a" },
	{ "b = self.c.pop(0) + a.c.d.pop(1)", "self.c .d" },
	{ "(self.b.insert(0, 1))", "self.b" },
	{ "\"a.pop(0)\" # b.pop(0)", "" },
	{ "a.pop, b.popped(1), pop(c)", "" },
	{ "del a[0], b, c.d[1], e[2][3]", "c.d in place a in place e" },
	{ "for a[0], b in c[1]", " in place a" },
	{ "for a in b.pop(0)", " in place b" },
	{ "while b.pop()", " in place b" },
	{ "a[0], b, c[1].d = e[2]", ".d in place a in place c" },
	{ "a = b[0] = c[1] == d[2]", " in place b" },
	{ "a: T[b] = c", "" },
	{ "(a[0], [b [1], d]) = c", " in place a in place b" },
};

static const struct case_of_reader changes_python[] = {
	{ "", "" },
	{ "a", "" },
	{ "a = 1", "a" },
	{ "a=b=1", "a b" },
	{ "a == 1", "" },
	{ "a <= b", "" },
	{ "a >= b", "" },
	{ "a != b", "" },
	{ "a == b != c <= d >= e", "" },
	{ "a, b = 1, 2", "a b" },
	{ "(a, [b, *c]) = d", "a b c" },
	{ "a: b = c", "a" },
	{ "a: b", "" },
	{ "a[b] = c", "a" },
	{ "a[b][c].d, e = f", "a e" },
	{ "a.b = c", "" },
	{ "a . b[c], d = e", "d" },
	{ "a.b(c).d = e", "" },
	{ "a += 1", "a | a + 1" },
	{ "a -= b - c", "a | a - b - c" },
	{ "a *= 2", "a | a * 2" },
	{ "a \xc3\xb7= 2", "a | a \xc3\xb7 2" },
	{ "a %= 2", "a | a % 2" },
	{ "a <<= 2", "a | a << 2" },
	{ "a >>= 2", "a | a >> 2" },
	{ "a /= 2", "a" },
	{ "a **= 2", "a" },
	{ "a @= 2", "a" },
	{ "a++", "" },
	{ "++a", "" },
	{ "a < b << c", "" },
	{ "f(a=1, b=(c == 2))", "" },
	{ "f(a := 1, [b:=2])", "a b" },
	{ "a = (b := 1)", "a b" },
	{ "if a == 1", "" },
	{ "if (a := b) == 1", "a" },
	{ "elif a[b:c] <= 1", "" },
	{ "else", "" },
	{ "for a in b", "a" },
	{ "for a, (b, c) in d", "a b c" },
	{ "for a[b], index in c", "a index" },
	{ "for(a)in(b)", "a" },
	{ "async for a in b", "a" },
	{ "for a in (b := c)", "a b" },
	{ "while a", "" },
	{ "with a as b", "b" },
	{ "with a as b, c(d) as (e, f)", "b e f" },
	{ "with (a as b, c)", "b" },
	{ "with a as b.c", "" },
	{ "except a as b", "b" },
	{ "asb = c", "asb" },
	{ "def a(b=1) -> c", "a" },
	{ "async def a()", "a" },
	{ "class a(b)", "a" },
	{ "case a.b(c, d=e) | [f, *g]", "a b c d e f g" },
	{ "import a.b as c", "a b as c c" },
	{ "del a, b[c], d.e", "a b" },
	{ "delta = 1", "delta" },
	{ "global a, b", " outside a outside b" },
	{ "nonlocal a", " outside a" },
	{ "globals = a", "globals" },
	{ "a.append(b)", "a list a" },
	{ "a.sort ()", "a list a" },
	{ "a = b.pop(c.pop(0))", "a b c" },
	{ "a.append", "" },
	{ "a.appended(b)", "" },
	{ "a.b.append(c)", "" },
	{ "append(a)", "" },
	{ "\"a = 1\"", "" },
	{ "a = \"b = c\"", "a" },
	{ "a # b = 1", "" },
};

static void put_parameters_of_python(struct buf *out, struct str text) {
	struct names parameters = changes_parameters(out->arena, text);
	for (int i = 0; i < parameters.count; i++) {
		buf_put(out, i > 0 ? " " : "");
		buf_put_str(out, parameters.items[i]);
	}
}

static const struct case_of_reader parameters_python[] = {
	{ "", "" },
	{ "f", "" },
	{ "f(", "" },
	{ "f()", "" },
	{ "f(a)", "a" },
	{ "f(a, /, b=(c, d), *, e: T[g, h] = \"i, j\", **k) -> l", "a b e k" },
	{ "f(a,\n# b\nc,)", "a c" },
};

Test(kernel_parts, declarations) {
	EXPECT_READ(put_parameters_of_python, parameters_python);
	EXPECT_READ(put_attributes_of_python, attributes_python);
	EXPECT_READ(put_changes, changes);
	EXPECT_READ(put_changes_of_python, changes_python);
	EXPECT_READ(put_assignment, assignments);
	EXPECT_READ(put_declaration, declarations);
	EXPECT_READ(put_last_name, last_names);
	EXPECT_READ(put_typedef, typedefs);
}

/* --- templates.c and plain.c --- */

static void put_parameter(struct buf *out, struct str text) {
	buf_put_str(out, kernel_parameter(text));
}

static const struct case_of_reader parameters[] = {
	{ "", "" },
	{ "int N", "N" },
	{ "int N = 4", "N" },
	{ "int N = M", "N" },
	{ "class T = A<b>", "T" },
	{ "A<b = c> N = 4", "N" },
	{ "A<b", "b" },
	{ "class... T", "T" },
	{ "A<B> const& a", "a" },
	{ "a::b", "a::b" },
	{ "int a[4]", "a" },
	{ "= 4", "" },
	{ "9", "" },
};

static void put_split(struct buf *out, struct str text) {
	struct kernel k = { .is_cpp = true };
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int count = kernel_split(&k, text, parts);
	for (int i = 0; i < count; i++) {
		buf_put(out, i > 0 ? "|" : "");
		buf_put_str(out, parts[i]);
	}
}

static const struct case_of_reader splits[] = {
	{ "", "" },
	{ "a", "a" },
	{ "a,b", "a|b" },
	{ " a , b ", "a|b" },
	{ ",a,,b,", "a|b" },
	{ "f(a,b),c", "f(a,b)|c" },
	{ "f[a,b],c", "f[a,b]|c" },
	{ "f{a,b},c", "f{a,b}|c" },
	{ "f<a,b>,c", "f<a,b>|c" },
	{ "a<b,c", "a<b|c" },
	{ "\"a,b\",c", "\"a,b\"|c" },
	{ "a/*,*/b,c", "a/*,*/b|c" },
	{ "(a,b", "(a|b" },
	{ "a),b", "a)|b" },
};

static void put_head(struct buf *out, struct str text) {
	struct head head = kernel_head(text);
	buf_put_str(out, head.parameters);
	buf_put_char(out, '|');
	buf_put_str(out, head.text);
}

static const struct case_of_reader heads[] = {
	{ "struct S", "|struct S" },
	{ "template <int N> struct S", "int N|struct S" },
	{ "template<int N>struct S", "int N|struct S" },
	{ "template < int N > struct S", "int N|struct S" },
	{ "template <> struct S<4>", "|struct S<4>" },
	{ "template <int N> template <int M> struct S", "int M|struct S" },
	{ "template <int N", "|template <int N" },
	{ "template (int N) f", "|template (int N) f" },
	{ "templates <int N> f", "|templates <int N> f" },
	{ "template <int N> /* c */ CUTE_HOST_DEVICE f", "int N|f" },
	{ "CUTE_HOST_DEVICE template <int N> f", "int N|f" },
	{ "public: f", "|f" },
	{ "public : f", "|f" },
	{ "private: f", "|f" },
	{ "protected: f", "|f" },
	{ "default: f", "|f" },
	{ "public:: f", "|public:: f" },
	{ "public f", "|public f" },
	{ "publics: f", "|publics: f" },
	{ "public:", "|" },
	{ "CUTE_UNROLL f", "|f" },
	{ "CUTLASS_PRAGMA_UNROLL f", "|f" },
	{ "CUTE_NO_UNROLL f", "|f" },
	{ "CUTE_DEVICE f", "|f" },
	{ "CUTE_HOST f", "|f" },
	{ "CUTLASS_DEVICE f", "|f" },
	{ "CUTLASS_HOST_DEVICE f", "|f" },
	{ "CUTE_INLINE_CONSTANT f", "|f" },
	{ "CUTE_STATIC f", "|f" },
	{ "__device__ __host__ f", "|f" },
	{ "__shared__ f", "|f" },
	{ "__constant__ f", "|f" },
	{ "__global__ f", "|__global__ f" },
	{ "CUTE_UNROLL", "|" },
	{ "[[a] f", "|[[a] f" },
	{ "[a] f", "|[a] f" },
	{ "[[", "|[[" },
	{ "", "|" },
};

Test(kernel_parts, heads) {
	EXPECT_READ(put_parameter, parameters);
	EXPECT_READ(put_split, splits);
	EXPECT_READ(put_head, heads);
}

/* --- statements.h --- */

/* Each statement of "text" behind a letter for its kind. */
static void put_statements(struct buf *out, struct str text, bool is_cpp) {
	static const char kinds[] = { [STATEMENT_PLAIN] = 'p', [STATEMENT_OPEN] = 'o', [STATEMENT_CLOSE] = 'c',
		[STATEMENT_DIRECTIVE] = 'd' };
	struct statements statements = statements_of(text, 0, text.length, is_cpp);
	for (;;) {
		struct statement statement = statements_next(&statements);
		cr_assert(statement.span.begin <= statement.span.end && statement.span.end <= text.length);
		cr_assert_leq(statements.at, text.length);
		if (statement.kind == STATEMENT_END) {
			return;
		}
		buf_put_char(out, kinds[statement.kind]);
		buf_put_char(out, '[');
		buf_put_str(out, (struct str){ text.data + statement.span.begin, statement.span.end - statement.span.begin });
		buf_put_char(out, ']');
	}
}

static void put_statements_of_cpp(struct buf *out, struct str text) {
	put_statements(out, text, true);
}

static void put_statements_of_python(struct buf *out, struct str text) {
	put_statements(out, text, false);
}

static const struct case_of_reader statements_of_cpp[] = {
	{ "", "" },
	{ ";", "" },
	{ " ; ; ", "" },
	{ "a", "p[a]" },
	{ "a;", "p[a]" },
	{ " a ; b ", "p[a]p[b]" },
	{ "a\nb;", "p[a\nb]" },
	{ "a; // c; d\nb;", "p[a]p[b]" },
	{ "a /* ; */ b;", "p[a /* ; */ b]" },
	{ "\"a;b\";c", "p[\"a;b\"]p[c]" },
	{ "f(a;b);c", "p[f(a;b)]p[c]" },
	{ "f[a;b];c", "p[f[a;b]]p[c]" },
	{ "f(a;b", "p[f(a]p[b]" },
	{ "{a}", "o[]p[a]c[}]" },
	{ "{ a; }", "o[]p[a]c[}]" },
	{ "}", "c[}]" },
	{ "a}b", "p[a]c[}]p[b]" },
	{ "#if a\nb;", "d[#if a]p[b]" },
	{ "#if a \\\n b\nc;", "d[#if a \\\n b]p[c]" },
	{ "#if a \\\n b \\\n c\nd;", "d[#if a \\\n b \\\n c]p[d]" },
	{ "#if a \\", "d[#if a \\]" },
	{ "#", "d[#]" },
	{ "#\nb;", "d[#]p[b]" },
	{ "a #b;", "p[a #b]" },

	/* bodies, and values in braces */
	{ "struct S { a; };", "o[struct S]p[a]c[}]" },
	{ "class S : B { };", "o[class S : B]c[}]" },
	{ "union S { };", "o[union S]c[}]" },
	{ "enum S { a };", "o[enum S]p[a]c[}]" },
	{ "namespace { }", "o[namespace]c[}]" },
	{ "extern \"C\" { }", "o[extern \"C\"]c[}]" },
	{ "if (a) { }", "o[if (a)]c[}]" },
	{ "if (a = b) { }", "o[if (a = b)]c[}]" },
	{ "for (a; b; c) { }", "o[for (a; b; c)]c[}]" },
	{ "while (a) { }", "o[while (a)]c[}]" },
	{ "switch (a) { }", "o[switch (a)]c[}]" },
	{ "else { }", "o[else]c[}]" },
	{ "do { }", "o[do]c[}]" },
	{ "try { }", "o[try]c[}]" },
	{ "catch (...) { }", "o[catch (...)]c[}]" },
	{ "case 1: { a; }", "o[case 1:]p[a]c[}]" },
	{ "default : { a; }", "o[default :]p[a]c[}]" },
	{ "a = b ? c : {1};", "p[a = b ? c : {1}]" },
	{ "structs S { };", "p[structs S { }]" },
	{ "void f() { a; }", "o[void f()]p[a]c[}]" },
	{ "void f() const { }", "o[void f() const]c[}]" },
	{ "void f() noexcept { }", "o[void f() noexcept]c[}]" },
	{ "void f() override { }", "o[void f() override]c[}]" },
	{ "void f() final { }", "o[void f() final]c[}]" },
	{ "auto f() mutable { }", "o[auto f() mutable]c[}]" },
	{ "auto f() volatile { };", "o[auto f() volatile]c[}]" },
	{ "void f() xconst { };", "p[void f() xconst { }]" },
	{ "void f() AZ_09 { }", "o[void f() AZ_09]c[}]" },
	{ "void f() AZ_09a { }", "p[void f() AZ_09a { }]" },
	{ "void f() AzZ { }", "p[void f() AzZ { }]" },
	{ "void f() A/ { }", "p[void f() A/ { }]" },
	{ "void f() A@ { }", "p[void f() A@ { }]" },
	{ "void f() A[ { }", "p[void f() A[ { }]" },
	{ "void f() A` { }", "p[void f() A` { }]" },
	{ "void f() A{ }", "p[void f() A{ }]" },
	{ "void f A { }", "p[void f A { }]" },
	{ "auto a = f() A { }", "p[auto a = f() A { }]" },
	{ "decltype(a) A { }", "p[decltype(a) A { }]" },
	{ "void f() & { }", "o[void f() &]c[}]" },
	{ "void f() const && { }", "o[void f() const &&]c[}]" },
	{ "& { }", "p[& { }]" },
	{ "S(a) : b{a} { }", "o[S(a) : b{a}]c[}]" },
	{ "S &operator=(S s) { }", "o[S &operator=(S s)]c[}]" },
	{ "S &operator+=(S s) { }", "o[S &operator+=(S s)]c[}]" },
	{ "S operator[](S s) { }", "o[S operator[](S s)]c[}]" },
	{ "S operator()(S s) { }", "o[S operator()(S s)]c[}]" },
	{ "bool operator<(S s) { }", "o[bool operator<(S s)]c[}]" },
	{ "bool operator<=(S s) { }", "o[bool operator<=(S s)]c[}]" },
	{ "auto operator<=>(S s) { }", "o[auto operator<=>(S s)]c[}]" },
	{ "a.operator[](b) = f() { };", "p[a.operator[](b) = f() { }]" },
	{ "a = operator+(b) { };", "p[a = operator+(b) { }]" },
	{ "operator {};", "p[operator {}]" },
	{ "S{};", "p[S{}]" },
	{ "S {};", "p[S {}]" },
	{ "a = f() { };", "p[a = f() { }]" },
	{ "a = {1};", "p[a = {1}]" },
	{ "a == f() { }", "o[a == f()]c[}]" },
	{ "a <= f() { }", "o[a <= f()]c[}]" },
	{ "a >= f() { }", "o[a >= f()]c[}]" },
	{ "a != f() { }", "o[a != f()]c[}]" },
	{ "f(a = b) { }", "o[f(a = b)]c[}]" },
	{ "f[a = b]() { }", "o[f[a = b]()]c[}]" },
	{ "f{a = b}() { }", "o[f{a = b}()]c[}]" },
	{ "f(a = b {", "p[f(a = b {]" },
	{ "= f() { };", "p[= f() { }]" },
	{ "return f() { };", "p[return f() { }]" },
	{ "using A = f() { };", "p[using A = f() { }]" },
	{ "using f() { };", "p[using f() { }]" },
	{ "template <class T> struct S { };", "o[template <class T> struct S]c[}]" },
	{ "template <class T = A> struct S { };", "o[template <class T = A> struct S]c[}]" },
	{ "template <int N> template <int M> struct S { };", "o[template <int N> template <int M> struct S]c[}]" },
	{ "template <int N> void f() { }", "o[template <int N> void f()]c[}]" },
	{ "template <int N", "p[template <int N]" },
	{ "template struct S { };", "p[template struct S { }]" },
	{ "template <int N {}", "p[template <int N {}]" },
	{ "{", "o[]" },
	{ "a{", "p[a{]" },
	{ "a { ; b", "p[a {]p[b]" },

	/* statements that end without ";" */
	{ "f()\nauto a;", "p[f()]p[auto a]" },
	{ "f()\n\n// c\n auto a;", "p[f()]p[auto a]" },
	{ "a{}\nauto a;", "p[a{}]p[auto a]" },
	{ "\"a\"\nauto a;", "p[\"a\"]p[auto a]" },
	{ "a\nauto a;", "p[a\nauto a]" },
	{ "f()\nusing a;", "p[f()]p[using a]" },
	{ "f()\nstatic a;", "p[f()]p[static a]" },
	{ "f()\nconstexpr a;", "p[f()]p[constexpr a]" },
	{ "f()\nstatic_assert(a);", "p[f()]p[static_assert(a)]" },
	{ "f()\ntemplate <a> b;", "p[f()]p[template <a> b]" },
	{ "f()\nstruct a;", "p[f()]p[struct a]" },
	{ "f()\ntypedef a b;", "p[f()]p[typedef a b]" },
	{ "f()\nnamespace a;", "p[f()]p[namespace a]" },
	{ "f()\nreturn a;", "p[f()]p[return a]" },
	{ "f()\nCUTE_UNROLL a;", "p[f()]p[CUTE_UNROLL a]" },
	{ "f()\nCUTLASS_PRAGMA_UNROLL a;", "p[f()]p[CUTLASS_PRAGMA_UNROLL a]" },
	{ "f()\n#if a\nb;", "p[f()]d[#if a]p[b]" },
	{ "f()\nb;", "p[f()\nb]" },
	{ "f()\nautos a;", "p[f()\nautos a]" },
	{ "template <int N> f()\nauto a;", "p[template <int N> f()\nauto a]" },
	{ "CUTE_UNROLL\nfor (a) { }", "p[CUTE_UNROLL]o[for (a)]c[}]" },
	{ "CUTE_UNROLL \nfor (a) { }", "p[CUTE_UNROLL]o[for (a)]c[}]" },
	{ "CUTLASS_PRAGMA_UNROLL\na;", "p[CUTLASS_PRAGMA_UNROLL]p[a]" },
	{ "CUTE_NO_UNROLL\na;", "p[CUTE_NO_UNROLL]p[a]" },
	{ "CUTLASS_PRAGMA_NO_UNROLL\na;", "p[CUTLASS_PRAGMA_NO_UNROLL]p[a]" },
	{ "CUTE_HOST_DEVICE\na;", "p[CUTE_HOST_DEVICE]p[a]" },
	{ "CUTE_DEVICE\na;", "p[CUTE_DEVICE]p[a]" },
	{ "CUTE_HOST\na;", "p[CUTE_HOST]p[a]" },
	{ "CUTLASS_DEVICE\na;", "p[CUTLASS_DEVICE]p[a]" },
	{ "CUTLASS_HOST_DEVICE\na;", "p[CUTLASS_HOST_DEVICE]p[a]" },
	{ "CUTE_GCC_UNREACHABLE\na;", "p[CUTE_GCC_UNREACHABLE]p[a]" },
	{ "CUTE_HOST b\na;", "p[CUTE_HOST b\na]" },
	{ "CUTE_HOSTS\na;", "p[CUTE_HOSTS\na]" },
};

static const struct case_of_reader statements_of_python_cases[] = {
	{ "", "" },
	{ "a", "p[a]" },
	{ "a\nb", "p[a]p[b]" },
	{ "a;b", "p[a]p[b]" },
	{ " a ; b \n", "p[a]p[b]" },
	{ "\n\na\n\n", "p[a]" },
	{ "# c\na", "p[a]" },
	{ "a # c; d\nb", "p[a]p[b]" },
	{ "a # c", "p[a]" },
	{ "a // b\nc", "p[a]p[c]" },
	{ "a//b\nc", "p[a//b]p[c]" },
	{ "f(a\nb)\nc", "p[f(a\nb)]p[c]" },
	{ "f[a\nb]\nc", "p[f[a\nb]]p[c]" },
	{ "f{a\nb}\nc", "p[f{a\nb}]p[c]" },
	{ "f(a;b);c", "p[f(a;b)]p[c]" },
	{ "f(a\nb", "p[f(a]p[b]" },
	{ "a \\\nb\nc", "p[a \\\nb]p[c]" },
	{ "\"a;b\nc", "p[\"a;b]p[c]" },
	{ "\"\"\"a;\nb\"\"\"\nc", "p[\"\"\"a;\nb\"\"\"]p[c]" },
	{ "\"#\" # c\nb", "p[\"#\"]p[b]" },
	{ "#a", "" },
	{ "}", "p[}]" },
	{ "{a}", "p[{a}]" },
};

/* Whether "text" is of C++ and of Python. */
static void put_languages(struct buf *out, struct str text) {
	buf_put(out, statements_are_cpp(text) ? "c" : "");
	buf_put(out, statements_are_python(text) ? "p" : "");
}

static const struct case_of_reader languages[] = {
	{ "", "" },
	{ "a", "" },
	{ "a;", "c" },
	{ "a; ", "c" },
	{ "a; // b", "c" },
	{ "a; b", "" },
	{ "a // b;", "" },
	{ "a {", "c" },
	{ "a\n  b;\nc", "c" },
	{ "}", "c" },
	{ " }", "c" },
	{ "a }", "" },
	{ "a}", "" },
	{ "# a;", "" },
	{ " # a;", "" },
	{ "#include <a>", "c" },
	{ "#pragma once", "c" },
	{ "#define a", "c" },
	{ "#if a", "c" },
	{ "#endif", "c" },
	{ " \t#if a", "c" },
	{ "a #if b", "" },
	{ "#ifs", "" },
	{ "#else", "" },
	{ "using a = b; c", "c" },
	{ "auto a = b; c", "c" },
	{ "constexpr a = b; c", "c" },
	{ "static a = b; c", "c" },
	{ "struct a; c", "c" },
	{ "typedef a b; c", "c" },
	{ "Tensor a = b; c", "c" },
	{ "template a; c", "c" },
	{ "template <a>; c", "" },
	{ "auto 9; c", "" },
	{ "auto = b; c", "" },
	{ "auto a = b", "" },
	{ "autos a = b; c", "" },
	{ "c; auto /* b */ a; d", "c" },
	{ "\"auto a\"; c", "" },
	{ "import a", "p" },
	{ "from a import b", "p" },
	{ "  import a", "p" },
	{ "import a;", "c" },
	{ "imports a", "" },
	{ "a import b", "" },
	{ "def f():", "p" },
	{ "def f(): ", "p" },
	{ "def f()", "" },
	{ "class A:", "p" },
	{ "class A", "" },
	{ "class A; b:", "" },
	{ "a;\ndef f():\n", "p" },
	{ "def f():\n  auto a = b; c", "p" },
	{ "a;\nimport b", "p" },
	{ "xdef f():", "" },
};

Test(kernel_parts, statements) {
	EXPECT_READ(put_statements_of_cpp, statements_of_cpp);
	EXPECT_READ(put_statements_of_python, statements_of_python_cases);
	EXPECT_READ(put_languages, languages);
}

/* Behind a body that is skipped, and where it ends. */
Test(kernel_parts, skipped_bodies) {
	static const struct {
		const char *text;
		size_t end;
		const char *rest;
	} cases[] = {
		{ "if (a) { b; } c;", 12, " c;" },
		{ "if (a) {} c;", 8, " c;" },
		{ "if (a) { {b;} \"}\" } c;", 18, " c;" },
		{ "if (a) { b; ", 12, "" },
		{ "if (a) { b; )} c;", 17, "" },
		{ "{}", 1, "" },
	};
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (int number = 0; number < NEIGHBOURS; number++) {
			arena_reset(&arena);
			struct str text = among(&arena, cases[i].text, number);
			struct statements statements = statements_of(text, 0, text.length, true);
			cr_assert_eq(statements_next(&statements).kind, STATEMENT_OPEN);
			size_t end = statements_skip_body(&statements);
			cr_expect_eq(end, cases[i].end, "%s: %zu", cases[i].text, end);
			struct str rest = { text.data + statements.at, text.length - statements.at };
			cr_expect(str_is(rest, cases[i].rest), "%s: %.*s", cases[i].text, (int)rest.length, rest.data);
		}
	}
	arena_finish(&arena);
}
