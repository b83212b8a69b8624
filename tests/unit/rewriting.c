/*
 * src/cli/golden/comments.c and inline.c: sources and programs with what is expected of them, rewritten. A table has
 * the text, with each end of lines, and what becomes of it; to rewrite that changes nothing. Prints "N passed, N
 * failed".
 */
#include "cli/golden/comments.h"

#include <stdlib.h>
#include <string.h>

#include "cli/golden/inline.h"
#include "tally.h"

/* A source, or a program where the name ends in .cute. */
struct rewriting {
	const char *path, *text, *wanted;
	int errors;      /* that are expected in "text" */
};

static const struct rewriting table[] = {
	/* lines of C */
	{ "a.c", "", "", 0 },
	{ "a.c", "int x;\n", "int x;\n", 0 },
	{ "a.c", "// cute: 4\n", "// cute: 4\n// #= 4\n", 0 },
	{ "a.c", "// cute: 4", "// cute: 4\n// #= 4\n", 0 },
	{ "a.c", "// cute: 4\r\n", "// cute: 4\r\n// #= 4\r\n", 0 },
	{ "a.c", "// cute: 4\r", "// cute: 4\r// #= 4\r", 0 },
	{ "a.c", "// cute: 4\n\r\n", "// cute: 4\n// #= 4\n\r\n", 0 },
	{ "a.c", "\t// cute: 4  \n", "\t// cute: 4  \n\t// #= 4\n", 0 },
	{ "a.c", "//cute: 4\n", "//cute: 4\n//#= 4\n", 0 },
	{ "a.c", "///! cute: 4\n", "///! cute: 4\n///! #= 4\n", 0 },
	{ "a.c", "//\t cute:\t4\n", "//\t cute:\t4\n//\t #= 4\n", 0 },
	{ "a.c", "// cute:4\n", "// cute:4\n", 0 },
	{ "a.c", "// cute 4\n", "// cute 4\n", 0 },
	{ "a.c", "//", "//", 0 },
	{ "a.c", "/", "/", 0 },
	{ "a.c", "// cute: ", "// cute: ", 0 },
	{ "a.c", "// acute: 4\n", "// acute: 4\n", 0 },
	{ "a.c", "# cute: 4\n", "# cute: 4\n", 0 },
	{ "a.c", "cute: 4\n", "cute: 4\n", 0 },
	{ "a.c", "int x; // cute: 4\n", "int x; // cute: 4\n// #= 4\n", 0 },
	{ "a.c", "  int x;\t// cute: 4\n", "  int x;\t// cute: 4\n  // #= 4\n", 0 },
	{ "a.c", "int x;// cute: 4\n", "int x;// cute: 4\n", 0 },
	{ "a.c", "x / y; // a // cute: 4\n", "x / y; // a // cute: 4\n// #= 4\n", 0 },
	{ "a.c", "int x; /* cute: 4 */ int y;\n", "int x; /* cute: 4 */ int y;\n/* #= 4 */\n", 0 },
	/* what is there keeps what stands around it */
	{ "a.c", "// cute: 4\n//#= 5\n", "// cute: 4\n//#= 4\n", 0 },
	{ "a.c", "// cute: 4\n  /* #= 5 */ int x;\n", "// cute: 4\n  /* #= 4 */ int x;\n", 0 },
	{ "a.c", "// cute: 4\n#= 5\t\n", "// cute: 4\n#= 4\t\n", 0 },
	{ "a.c", "// cute: 4; 5\n// #= 1\n// #= 2\n// #= 3\nint x;\n", "// cute: 4; 5\n// #= 4\n// #= 5\nint x;\n", 0 },
	{ "a.c", "// cute: 4; 5\n// #= 1\n", "// cute: 4; 5\n// #= 4\n// #= 5\n", 0 },
	{ "a.c", "// #= 4\n// cute: 4\n", "// #= 4\n// cute: 4\n// #= 4\n", 0 },
	{ "a.c", "// cute: 4\nint x;\n// #= 5\n", "// cute: 4\n// #= 4\nint x;\n// #= 5\n", 0 },
	{ "a.c", "// cute: 4\n// #= 5", "// cute: 4\n// #= 4", 0 },
	{ "a.c", "// cute: L = 4:1\n// cute: size(L)\n", "// cute: L = 4:1\n// cute: size(L)\n// #= 4\n", 0 },
	{ "a.c", "// cute: L = 4:1\n// #= 1\n", "// cute: L = 4:1\n// #= 4:1\n", 0 },
	{ "a.c", "// cute: L = 4:1\n// #! error: x\n", "// cute: L = 4:1\n", 1 },
	{ "a.c", "// cute: no\n", "// cute: no\n// #! error: no value is called 'no'\n", 0 },
	{ "a.c", "// cute: no\n// #! error: x\n// #! error: y\n// #! note: z\n",
		"// cute: no\n// #! error: no value is called 'no'\n", 2 },
	/* comments of several lines */
	{ "a.c", "/* cute: 4 */\n", "/* cute: 4 */\n/* #= 4 */\n", 0 },
	{ "a.c", "/* cute: 4*/\n", "/* cute: 4*/\n/* #= 4 */\n", 0 },
	{ "a.c", "  /* cute: 4 */\n", "  /* cute: 4 */\n  /* #= 4 */\n", 0 },
	{ "a.c", "/*** cute: 4 */\n", "/*** cute: 4 */\n/* #= 4 */\n", 0 },
	{ "a.c", "/*\ncute: 4\n*/\n", "/*\ncute: 4\n#= 4\n*/\n", 0 },
	{ "a.c", "/*\n * cute: 4\n */\n", "/*\n * cute: 4\n * #= 4\n */\n", 0 },
	{ "a.c", "/* cute: 4\n */\n", "/* cute: 4\n * #= 4\n */\n", 0 },
	{ "a.c", "\t/* cute: 4\n\t */\n", "\t/* cute: 4\n\t * #= 4\n\t */\n", 0 },
	{ "a.c", "/*\n * cute: 4 */\n", "/*\n * cute: 4 */\n /* #= 4 */\n", 0 },
	{ "a.c", "/*\n * cute: 4\n * #= 5 */ int x;\n", "/*\n * cute: 4\n * #= 4 */ int x;\n", 0 },
	{ "a.c", "/*\n * cute: 4; 5\n * #= 1 */\nint x;\n", "/*\n * cute: 4; 5\n * #= 4\n * #= 5 */\nint x;\n", 0 },
	{ "a.c", "/*\n * cute: 4\n * #= 1\n * #= 2 */\nint x;\n", "/*\n * cute: 4\n * #= 4 */\nint x;\n", 0 },
	{ "a.c", "/*\r\n * cute: 4; 5\r\n * #= 1 */\r\n", "/*\r\n * cute: 4; 5\r\n * #= 4\r\n * #= 5 */\r\n", 0 },
	{ "a.c", "/*\n * cute: L = 4:1\n * #! error: x */\n", "/*\n * cute: L = 4:1\n */\n", 1 },
	{ "a.c", "/**", "/**", 0 },
	{ "a.c", "/*\n*cute: 4\n*/\n", "/*\n*cute: 4\n*#= 4\n*/\n", 0 },
	{ "a.c", "/* cute: */\n", "/* cute: */\n", 0 },
	{ "a.c", "/*\n**/\ncute: 4\n", "/*\n**/\ncute: 4\n", 0 },
	{ "a.c", "/* a */ /* b\ncute: 4\n*/\n", "/* a */ /* b\ncute: 4\n#= 4\n*/\n", 0 },
	{ "a.c", "// /*\ncute: 4\n", "// /*\ncute: 4\n", 0 },
	{ "a.c", "/*\n// cute: 4\n*/ cute: 5\n", "/*\n// cute: 4\n// #= 4\n*/ cute: 5\n", 0 },
	{ "a.c", "/*\ncute: 4", "/*\ncute: 4\n#= 4\n", 0 },
	/* Python */
	{ "a.py", "# cute: 4\n", "# cute: 4\n#= 4\n", 0 },
	{ "a.py", "    # cute: 4\n", "    # cute: 4\n    #= 4\n", 0 },
	{ "a.py", "x = 1  # cute: 4\n", "x = 1  # cute: 4\n#= 4\n", 0 },
	{ "a.py", "  x = 1 # cute: 4\n  # #= 5\n", "  x = 1 # cute: 4\n  # #= 4\n", 0 },
	{ "a.py", "## cute: 4\n", "## cute: 4\n", 0 },
	{ "a.py", "\"\"\"\ncute: 4\n\"\"\"\n", "\"\"\"\ncute: 4\n#= 4\n\"\"\"\n", 0 },
	{ "a.py", "\"\"\"cute: 4\n\"\"\"\n", "\"\"\"cute: 4\n#= 4\n\"\"\"\n", 0 },
	{ "a.py", "\"\"\"cute: 4\"\"\"\n", "\"\"\"cute: 4\"\"\"\n\"\"\" #= 4 \"\"\"\n", 0 },
	{ "a.py", "\"\"\"x\"\"\"\ncute: 4\n", "\"\"\"x\"\"\"\ncute: 4\n", 0 },
	{ "a.py", "// cute: 4\n", "// cute: 4\n", 0 },
	/* what begins as a line of comment in a comment of several lines is in that */
	{ "a.py", "\"\"\"\ncute: 4\n#= 5\"\"\"\nx = 1\n", "\"\"\"\ncute: 4\n#= 4\"\"\"\nx = 1\n", 0 },
	{ "a.py", "\"\"\"\n# cute: 4\n  #! error: x \"\"\"\n", "\"\"\"\n# cute: 4\n  #= 4 \"\"\"\n", 1 },
	{ "a.py", "\"\"\"\n # cute: 4 \"\"\"\n", "\"\"\"\n # cute: 4 \"\"\"\n #= 4\n", 0 },
	{ "a.c", "/*\n// cute: 4\n// #= 5 */\nint x;\n", "/*\n// cute: 4\n// #= 4 */\nint x;\n", 0 },
	{ "a.c", "/*\n// cute: 4 */\nint x;\n", "/*\n// cute: 4 */\n/* #= 4 */\nint x;\n", 0 },
	/* behind "#" nothing ends another comment */
	{ "a.py", "f(\"\"\"a\"\"\") # cute: 4\n", "f(\"\"\"a\"\"\") # cute: 4\n#= 4\n", 0 },
	{ "a.pyi", "# cute: 4\n", "# cute: 4\n#= 4\n", 0 },
	/* Markdown */
	{ "a.md", "# cute: 4\ncute: 5\n// cute: 6\n", "# cute: 4\ncute: 5\n// cute: 6\n", 0 },
	{ "a.md", "<!-- cute: 4 -->\n", "<!-- cute: 4 -->\n<!-- #= 4 -->\n", 0 },
	{ "a.md", "<!--\ncute: 4\n-->\n", "<!--\ncute: 4\n#= 4\n-->\n", 0 },
	{ "a.md", "a <!-- cute: 4 --> b\n", "a <!-- cute: 4 --> b\n<!-- #= 4 -->\n", 0 },
	{ "a.md", "```\n# cute: 4\n// cute: 5\n```\n# cute: 6\n",
		"```\n# cute: 4\n#= 4\n// cute: 5\n// #= 5\n```\n# cute: 6\n", 0 },
	{ "a.md", "  ```c\n// cute: 5\n  ```\n// cute: 5\n", "  ```c\n// cute: 5\n// #= 5\n  ```\n// cute: 5\n", 0 },
	{ "a.markdown", "<!-- cute: 4 -->\n", "<!-- cute: 4 -->\n<!-- #= 4 -->\n", 0 },
	/* programs */
	{ "a.cute", "", "", 0 },
	{ "a.cute", "\n", "\n", 0 },
	{ "a.cute", "# x\n", "# x\n", 0 },
	{ "a.cute", "4", "4\n#= 4\n", 0 },
	{ "a.cute", "4\n", "4\n#= 4\n", 0 },
	{ "a.cute", "4\r\n5\r\n", "4\r\n#= 4\r\n5\r\n#= 5\r\n", 0 },
	{ "a.cute", "4\r5", "4\r#= 4\r5\r#= 5\r", 0 },
	{ "a.cute", "a = 4", "a = 4", 0 },
	{ "a.cute", "4\na = 4", "4\n#= 4\na = 4", 0 },
	{ "a.cute", "4\n#= 4", "4\n#= 4", 0 },
	{ "a.cute", "4\r\n#= 5", "4\r\n#= 4", 0 },
	{ "a.cute", "4\n#= 4\n#= 5", "4\n#= 4", 0 },
	{ "a.cute", "4\n#= 4\n# x", "4\n#= 4\n# x", 0 },
	{ "a.cute", "# x\n#= 4", "# x\n", 0 },
	{ "a.cute", "a = 4\n#= 5\n", "a = 4\n#= 4\n", 0 },
	{ "a.cute", "a = 4\n#! x\n", "a = 4\n", 0 },
	{ "a.cute", "a = 4; a\n", "a = 4; a\n#= 4\n", 0 },
	{ "a.cute", "4\n\t #= 5\n", "4\n#= 4\n", 0 },
	{ "a.cute", "4\n#=\n", "4\n#= 4\n", 0 },
	{ "a.cute", "4 #= 5\n", "4 #= 5\n#= 4\n", 0 },
	{ "a.cute", "4\n# #= 5\n", "4\n#= 4\n# #= 5\n", 0 },
	{ "a.cute", "#= 5\n4\n", "4\n#= 4\n", 0 },
	{ "a.cute", "#= 5\r\n4\r\n", "4\r\n#= 4\r\n", 0 },
	{ "a.cute", "#= 5\n#= 6", "", 0 },
	{ "a.cute", "(4,\n8)\n", "(4,\n8)\n#= (4,8)\n", 0 },
	{ "a.cute", "(4,\n#= 3\n8\n", "(4,\n#! error: expected ')', saw the end\n8\n#= 8\n", 0 },
	{ "a.cute", "(4\n", "(4\n#! error: expected ',' or ')', saw the end\n", 0 },
	{ "a.cute", "no\n#! error: x\n#! error: y\n#! warning: z\n", "no\n#! error: no value is called 'no'\n", 2 },
	{ "a.cute", "#! error:x\n", "", 1 },
	{ "a.cute", "\t#! error: x\n", "", 1 },
	{ "a.cute", "#! error\n", "", 0 },
	{ "a.cute", "\"\n5\n", "\"\n#! error: expected a closing quote\n5\n#= 5\n", 0 },
	{ "a.cute", "7//2\n", "7//2\n#= 7\n#! note: this is a comment: // is no division\n", 0 },
	{ "a.cute", "4 5\n6\n", "4 5\n#! error: expected an operator, ';' or the end of the line, saw '5'\n6\n#= 6\n", 0 },
	/* "//" begins a comment in this dialect, whatever stands in it */
	{ "a.cute", "(1, // (\n2)\n5\n", "(1, // (\n2)\n#= (1,2)\n5\n#= 5\n", 0 },
	/* a statement ends behind the line that is at fault first, though the line behind that is no text at all */
	{ "a.cute", "(4,,\n\"a\n5\n", "(4,,\n#! error: expected an expression, saw ','\n\"a\n"
		"#! error: expected a closing quote\n5\n#= 5\n", 0 },
};

static bool is_program(const char *path) {
	return strcmp(path, "a.cute") == 0;
}

static const char *rewritten(struct arena *arena, const char *path, const char *text) {
	const struct reading_options reading = { .dialect = DIALECT_CPP };
	struct buf out;
	buf_init(&out, arena);
	if (is_program(path)) {
		inline_rewrite(arena, str_from(text), &reading, &out);
	} else {
		comments_rewrite(arena, path, str_from(text), &reading, &out);
	}
	return arena_copy(arena, out.data, out.length);
}

/* The errors that a program expects. */
static int errors_of(const char *text) {
	int count = 0;
	for (size_t at = 0; at < strlen(text);) {
		struct str line = inline_line(str_from(text), at);
		count += inline_is_error(line);
		at += line.length;
	}
	return count;
}

static void try_one(struct tally *tally, struct arena *arena, const struct rewriting *row) {
	const char *once = rewritten(arena, row->path, row->text);
	expect(tally, strcmp(once, row->wanted) == 0, "%s '%s' becomes '%s'", row->path, row->text, once);
	const char *twice = rewritten(arena, row->path, row->wanted);
	expect(tally, strcmp(twice, row->wanted) == 0, "%s '%s' becomes '%s'", row->path, row->wanted, twice);
	int errors = is_program(row->path) ? errors_of(row->text) : comments_count_errors(row->path, str_from(row->text));
	expect(tally, errors == row->errors, "%s '%s' expects %d errors", row->path, row->text, errors);
}

static void try_names(struct tally *tally) {
	static const char *const sources[] = { "a.c", "a.cc", "a.cpp", "a.cxx", "a.cu", "a.cuh", "a.h", "a.hh", "a.hpp",
		"a.hxx", "a.inl", "a.py", "a.pyi", "a.md", "a.markdown", "b/a.x.py" };
	static const char *const others[] = { "a", "c", "a.", "a.cut", "a.cute", "a.p", "a.pyc", "a.m", "a.mark", "",
		"a.c ", "a.py/b", "a.C" };
	for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
		expect(tally, comments_is_source(sources[i]), "%s is no source", sources[i]);
	}
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		expect(tally, !comments_is_source(others[i]), "%s is a source", others[i]);
	}
}

static void try_questions(struct tally *tally) {
	expect(tally, comments_has_cases("a.c", str_from("int x;\n// cute: 4\n")), "a case");
	expect(tally, !comments_has_cases("a.c", str_from("int x;\n// #= 4\n")), "no case");
	expect(tally, comments_has_expectations("a.c", str_from("// cute: 4\n// #= 4\n")), "an expectation");
	expect(tally, !comments_has_expectations("a.c", str_from("// cute: 4\n\n// #= 4\n")), "no expectation");
	expect(tally, inline_has_expectations(str_from("4\n#= 4\n")), "an expectation of a program");
	expect(tally, inline_has_expectations(str_from("4\n\t #! 4")), "an expectation of a last line");
	expect(tally, inline_has_expectations(str_from("4\n#=")), "an empty expectation of a last line");
	expect(tally, !inline_has_expectations(str_from("4\n# = 4\n4 #= 4\n#")), "no expectation of a program");
}

int main(void) {
	struct tally tally = { 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		try_one(&tally, &arena, &table[i]);
		arena_reset(&arena);
	}
	try_names(&tally);
	try_questions(&tally);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
