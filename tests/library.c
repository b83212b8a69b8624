/* libcutelayout through its public header, as a program that links it sees it. */
#include <cutelayout.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed;
static int failed;

static void check(bool holds, const char *what) {
	if (holds) {
		passed++;
	} else {
		failed++;
		printf("FAIL: %s\n", what);
	}
}

static void check_text(const char *what, const char *got, const char *expected) {
	bool equal = got != NULL && strcmp(got, expected) == 0;
	check(equal, what);
	if (!equal) {
		printf("  got      %s\n  expected %s\n", got != NULL ? got : "(null)", expected);
	}
}

/* The text of "value", which is given back, or the error of "context". */
static const char *text_of(struct cutelayout_context *context, struct cutelayout_value *value) {
	static char text[4096];
	if (value == NULL) {
		return cutelayout_error(context)->text;
	}
	cutelayout_print(context, value, NULL, text, sizeof text);
	cutelayout_free(value);
	return text;
}

/* --- the algebra --- */

typedef struct cutelayout_value *(*unary)(struct cutelayout_context *context, const struct cutelayout_value *a);
typedef struct cutelayout_value *(*binary)(struct cutelayout_context *context, const struct cutelayout_value *a,
	const struct cutelayout_value *b);

static const struct {
	const char *name;
	unary function;
	const char *a, *result;
} unaries[] = {
	{ "coalesce", cutelayout_coalesce, "(2,(1,6)):(1,(6,2))", "12:1" },
	{ "coalesce", cutelayout_coalesce, "Sw<2,0,3> o 0 o (4,8):(8,1)", "Sw<2,0,3> o 0 o (4,8):(8,1)" },
	{ "right_inverse", cutelayout_right_inverse, "(4,8):(8,1)", "(8,4):(4,1)" },
	{ "left_inverse", cutelayout_left_inverse, "(4,8):(1,5)", "(5,8):(1,4)" },
	{ "shape", cutelayout_shape, "(4,(2,4)):(2,(1,8))", "(4,(2,4))" },
	{ "stride", cutelayout_stride, "(4,(2,4)):(2,(1,8))", "(2,(1,8))" },
	{ "stride", cutelayout_stride, "\"text\"", "expected a layout, saw a string" },
};

static const struct {
	const char *name;
	binary function;
	const char *a, *b, *result;
} binaries[] = {
	{ "composition", cutelayout_composition, "(6,2):(8,2)", "(4,3):(3,1)", "((2,2),3):((24,2),8)" },
	{ "composition", cutelayout_composition, "Sw<3,3,3>", "(64,64):(64,1)", "Sw<3,3,3> o 0 o (64,64):(64,1)" },
	{ "composition", cutelayout_composition, "(6,4):(4,1)", "(3,_)", "(3,4):(4,1)" },
	{ "logical_divide", cutelayout_logical_divide, "(4,2,3):(2,1,8)", "4:2", "((2,2),(2,3)):((4,1),(2,8))" },
	{ "zipped_divide", cutelayout_zipped_divide, "(2048,2048):(2048,1)", "(16,256)",
		"((16,256),(128,8)):((2048,1),(32768,256))" },
	{ "tiled_divide", cutelayout_tiled_divide, "(64,32):(32,1)", "(8,8)", "((8,8),8,4):((32,1),256,8)" },
	{ "flat_divide", cutelayout_flat_divide, "(64,32):(32,1)", "(8,8)", "(8,8,8,4):(32,1,256,8)" },
	{ "logical_product", cutelayout_logical_product, "(2,2):(4,1)", "6:1", "((2,2),(2,3)):((4,1),(2,8))" },
	{ "zipped_product", cutelayout_zipped_product, "(2,5):(5,1)", "(3,4):(1,3)", "((2,5),(3,4)):((5,1),(10,30))" },
	{ "tiled_product", cutelayout_tiled_product, "(2,5):(5,1)", "(3,4):(1,3)", "((2,5),3,4):((5,1),10,30)" },
	{ "flat_product", cutelayout_flat_product, "(2,5):(5,1)", "(3,4):(1,3)", "(2,5,3,4):(5,1,10,30)" },
	{ "blocked_product", cutelayout_blocked_product, "(2,5):(5,1)", "(3,4):(1,3)", "((2,3),(5,4)):((5,10),(1,30))" },
	{ "raked_product", cutelayout_raked_product, "(2,5):(5,1)", "(3,4):(1,3)", "((3,2),(4,5)):((10,5),(30,1))" },
	{ "make_layout", cutelayout_make_layout, "(4,(2,4))", "(2,(1,8))", "(4,(2,4)):(2,(1,8))" },
};

static void test_algebra(struct cutelayout_context *context) {
	for (size_t i = 0; i < sizeof unaries / sizeof unaries[0]; i++) {
		struct cutelayout_value *a = cutelayout_parse(context, unaries[i].a);
		check_text(unaries[i].name, text_of(context, unaries[i].function(context, a)), unaries[i].result);
		cutelayout_free(a);
	}
	for (size_t i = 0; i < sizeof binaries / sizeof binaries[0]; i++) {
		struct cutelayout_value *a = cutelayout_parse(context, binaries[i].a);
		struct cutelayout_value *b = cutelayout_parse(context, binaries[i].b);
		check_text(binaries[i].name, text_of(context, binaries[i].function(context, a, b)), binaries[i].result);
		cutelayout_free(a);
		cutelayout_free(b);
	}
	struct cutelayout_value *a = cutelayout_parse(context, "(2,2):(4,1)");
	check_text("complement", text_of(context, cutelayout_complement(context, a, 24)), "(2,3):(2,8)");
	check_text("get", text_of(context, cutelayout_get(context, a, 1)), "2:1");
	check_text("get out of range", text_of(context, cutelayout_get(context, a, 2)),
		"mode 2 is outside rank 2: modes are numbered from 0 to 1");
	cutelayout_free(a);
}

static void test_call(struct cutelayout_context *context) {
	struct cutelayout_value *args[2] = { cutelayout_parse(context, "(4,8):(8,1)"), cutelayout_integer(context, 2) };
	const struct cutelayout_value *const *given = (const struct cutelayout_value *const *)args;
	check_text("upcast", text_of(context, cutelayout_call(context, "upcast", given, 2)), "(4,4):(4,1)");
	check_text("no operation", text_of(context, cutelayout_call(context, "nonsense", given, 2)),
		"no operation is called 'nonsense'");
	check(cutelayout_error(context)->status == CUTELAYOUT_NAME, "status of no operation");
	check_text("too few arguments", text_of(context, cutelayout_call(context, "upcast", given, 1)),
		"1 argument for upcast(layout, factor)");
	check_text("no arguments", text_of(context, cutelayout_call(context, "upcast", NULL, 0)),
		"0 arguments for upcast(layout, factor)");
	check_text("a negative number of arguments", text_of(context, cutelayout_call(context, "upcast", given, -1)),
		"-1 arguments for upcast(layout, factor)");
	check(cutelayout_error(context)->status == CUTELAYOUT_RANK, "status of too few arguments");
	check_text("a failed call", cutelayout_error(context)->report,
		"upcast: error: -1 arguments for upcast(layout, factor)\n");
	cutelayout_free(args[0]);
	cutelayout_free(args[1]);
	args[0] = cutelayout_parse(context, "(100,60):(60,1)");
	args[1] = cutelayout_integer(context, 128);
	check(cutelayout_composition(context, args[0], args[1]) == NULL, "a call of a composition that CuTe refuses");
	check_text("a report with a hint", cutelayout_error(context)->report,
		"composition: error: shape divisibility: extent 128 is not a multiple of 100, the room in mode 0 of the "
		"coalesced left layout (extent 100) at stride 1\n  hint: the nearest extents that compose are 100 and 200\n");
	cutelayout_free(args[0]);
	cutelayout_free(args[1]);
}

/* As many arguments as a call may have, the last of which failed. */
static void test_most_arguments(struct cutelayout_context *context) {
	const struct cutelayout_value *args[64];
	struct cutelayout_value *one = cutelayout_integer(context, 1);
	struct cutelayout_value *layout = NULL;
	for (int i = 0; i < 64; i++) {
		args[i] = one;
	}
	struct cutelayout_value *sum = cutelayout_call(context, "max", args, 64);
	check_text("64 arguments", text_of(context, sum), "1");
	args[63] = layout;
	check(cutelayout_call(context, "max", args, 64) == NULL, "64 arguments with a failure");
	check(cutelayout_error(context)->status == CUTELAYOUT_TYPE, "its status");
	cutelayout_free(one);
}

/* --- text and messages --- */

/* A text of the context as an argument of the next call: of the context's own memory, which that call uses again. */
static void test_own_text(struct cutelayout_context *context) {
	const char *text = cutelayout_eval(context, "(4,8):(8,1)");
	check_text("eval of what eval printed", cutelayout_eval(context, text), "(4,8):(8,1)");
	text = cutelayout_eval(context, "coalesce((4,8))");
	struct cutelayout_value *value = cutelayout_parse(context, text);
	check_text("parse of what eval printed", text_of(context, value), "32:1");
	check_text("eval as JSON", cutelayout_eval_json(context, "4:1; 5"),
		"[{\"kind\":\"layout\",\"text\":\"4:1\",\"shape\":4,\"stride\":1,\"rank\":1,\"depth\":0,\"size\":4,"
		"\"cosize\":4},{\"kind\":\"integer\",\"text\":\"5\",\"value\":5}]");
	check(cutelayout_eval_json(context, "(") == NULL, "JSON of a text that is no expression");
	static const char *const parts[] = {
		"{\"name\":\"composition\",\"parameters\":\"layout, tiler\",\"least\":2,\"most\":2,\"meaning\":\"",
		"]}],\"atoms\":{\"mma\":[\"SM100_1x2x1_F32F32F32F32\",\"SM100_2x1x1_F32F32F32F32\",\"",
		"\"],\"copy\":[\"AutoVectorizingCopyWithAssumedAlignment<128>\",\"",
		"\",\"UniversalCopy<u8>\"],\"smem\":[\"GMMA::Layout_K_INTER_Atom\",\"",
		"\"UMMA::Layout_MN_SW64_Atom\"]},\"kinds\":\"auto mma copy ",
		" gemm\",\"styles\":\"plain cute cpp dsl ",
	};
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		check(strstr(cutelayout_catalog(context), parts[i]) != NULL, parts[i]);
	}
	check(cutelayout_eval(context, "(") == NULL, "a text that is no expression");
	check(cutelayout_eval(context, cutelayout_error(context)->report) == NULL, "eval of a report");
	check(cutelayout_error(context)->status == CUTELAYOUT_SYNTAX, "status of a report as a program");
	struct cutelayout_value *layout = cutelayout_parse(context, "(4,8):(8,1)");
	const struct cutelayout_value *arguments[1] = { layout };
	check(cutelayout_eval(context, "coalesce") == NULL, "a name that is no value");
	text = cutelayout_eval(context, "'coalesce'");
	char buffer[64];
	check(text != NULL && cutelayout_print(context, layout, text, buffer, sizeof buffer) == 0, "a style that is none");
	check_text("the style is quoted", cutelayout_error(context)->text[0] != '\0' ? "yes" : "", "yes");
	text = cutelayout_eval(context, "size");
	check(cutelayout_call(context, cutelayout_error(context)->text, arguments, 1) == NULL, "an error as an operation");
	cutelayout_free(layout);
}

/* A picture and the facts of check, with options as the commands have them. */
static void test_commands(struct cutelayout_context *context) {
	static const char layout[] = "(4,8):(8,1)";
	static const struct {
		const char *format, *begin, *end;
	} formats[] = {
		{ "svg", "<?xml", "</svg>\n" }, { "html", "<!DOCTYPE html>", "</html>\n" },
		{ "tex", "\\documentclass", "\\end{document}\n" }, { "txt", "", "\n" },
	};
	const char *text;
	size_t length;
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		size_t end = strlen(formats[i].end);
		bool good = cutelayout_draw(context, layout, NULL, formats[i].format, &text, &length) && length > end
			&& length == strlen(text) && strncmp(text, formats[i].begin, strlen(formats[i].begin)) == 0
			&& strcmp(text + length - end, formats[i].end) == 0;
		check(good, formats[i].format);
	}
	check(cutelayout_draw(context, layout, "kind=tv tile=4,8 title='two words' flat", "svg", &text, &length)
		&& strstr(text, "two words") != NULL, "options of draw");
	check(cutelayout_draw(context, layout, "title=abc", "txt", &text, &length) && strstr(text, "abc") != NULL,
		"a title");
	check(!cutelayout_draw(context, layout, "tile=0,0", "svg", &text, &length) && text == NULL && length == 0,
		"a failure stores nothing");
	check_text("a wrong option", cutelayout_error(context)->text,
		"expected --tile=M,N or M,N,K with positive integers, saw 'tile=0,0'");
	check(!cutelayout_draw(context, layout, "nonsense", "svg", &text, &length), "an option that is none");
	check(!cutelayout_draw(context, layout, "flat=1", "svg", &text, &length), "a value for an option that takes none");
	check(!cutelayout_draw(context, layout, "title='", "svg", &text, &length), "a quotation mark without its second");
	check(!cutelayout_draw(context, layout, NULL, "png", &text, &length), "no PNG");
	check_text("no format", cutelayout_error(context)->text,
		"no format is called 'png'; expected one of svg, tex, html, txt");
	check(!cutelayout_draw(context, layout, NULL, "pdf", &text, &length), "no PDF");
	check_text("no format", cutelayout_error(context)->text,
		"no format is called 'pdf'; expected one of svg, tex, html, txt");
	check(!cutelayout_draw(context, layout, NULL, "gif", &text, &length), "no GIF");
	check(cutelayout_draw(context, "(256,256):(256,1)", NULL, "tex", &text, &length), "as much as TeX reads");
	check(!cutelayout_draw(context, "(256,257):(257,1)", NULL, "tex", &text, &length), "more than TeX reads");
	check(cutelayout_error(context)->status == CUTELAYOUT_LIMIT, "its status");
	check(!cutelayout_draw(context, "(", NULL, "svg", &text, &length), "draw of no program");
	check(cutelayout_error(context)->status == CUTELAYOUT_SYNTAX, "its status");
	check(!cutelayout_draw(context, "", NULL, "svg", &text, &length), "draw of nothing");
	check(!cutelayout_draw(context, "4:1", "kind=tv", "svg", &text, &length), "draw without what the kind needs");
	check(cutelayout_error(context)->operand == 0, "a picture is no argument");
	check(!cutelayout_draw(context, "(100000,100000):(1,100000)(_,_)", "kind=slice", "svg", &text, &length),
		"a part with more cells than are drawn");
	check(cutelayout_error(context)->operand == 0, "nor is one of what was evaluated for it");
	check(!cutelayout_draw(context, "32:1", "kind=banks smem=8:1", "svg", &text, &length), "less memory than is read");
	check(cutelayout_error(context)->operand == 0, "nor is one of an option");
	check(cutelayout_draw(context, "local_tile((4,4):(1,4),(2,2),(1,0))", "kind=slice", "txt", &text, &length),
		"a part of a layout");
	check(cutelayout_draw(context, "4:1", "highlight='offset 9'", "txt", &text, &length)
		&& cutelayout_warning(context, 0) != NULL && cutelayout_warning(context, 0)->operand == 0,
		"a warning of the drawing is about no argument");
	check(cutelayout_draw(context, "logical_divide((7,6):(1,7),(2,4)); logical_divide(12:1,(2,2):(1,3))", "kind=op",
		"txt", &text, &length) && cutelayout_warning(context, 1) != NULL && cutelayout_warning(context, 2) == NULL,
		"notes of what was evaluated stay beside those of the drawing");
	check(!cutelayout_draw(NULL, layout, NULL, "svg", &text, &length), "draw without a context");

	check(cutelayout_check(context, layout, NULL, &text, &length) && cutelayout_warning(context, 0) == NULL
		&& length == strlen(text)
		&& strstr(text, "\"bijective\":true") != NULL && text[0] == '{' && text[length - 1] == '}', "check");
	check(cutelayout_check(context, "Sw<3,3,3> o 0 o (64,64):(64,1)",
		"dtype=f16 assert='conflicts_ldmatrix == 1' assert='size == 3'", &text, &length)
		&& strstr(text, "\"holds\":true") != NULL && strstr(text, "\"holds\":false") != NULL, "assertions of check");
	check(cutelayout_check(context, "mma_atom('SM80_16x8x16_F32F16F16F32_TN')", "operand=C", &text, &length),
		"an atom");
	check(!cutelayout_check(context, layout, "dtype=f17", &text, &length), "no type of elements");
	check(!cutelayout_check(context, layout, "warp=32", &text, &length), "a warp without a type");
	check(!cutelayout_check(context, layout, "dtype=f16 warp=65", &text, &length), "a warp that is too long");
	static const char *const warps[] = { "1", "9", "10", "32", "64" };
	static const char *const wrong_warps[] = { "0", "65", "4x", "x", "+4", "-4", " 4", "", ":4" };
	for (size_t i = 0; i < sizeof warps / sizeof warps[0]; i++) {
		char options[32];
		snprintf(options, sizeof options, "dtype=f16 warp=%s", warps[i]);
		check(cutelayout_check(context, layout, options, &text, &length), options);
	}
	for (size_t i = 0; i < sizeof wrong_warps / sizeof wrong_warps[0]; i++) {
		char options[32];
		snprintf(options, sizeof options, "dtype=f16 'warp=%s'", wrong_warps[i]);
		check(!cutelayout_check(context, layout, options, &text, &length), options);
		check_text(options, cutelayout_error(context)->text,
			"'warp' is no option of check with its value: expected assert, dtype, memory, operand, space, tile or "
			"warp");
	}
	check(!cutelayout_check(context, layout, "dtype=f16 wrap=32", &text, &length), "an option that is none");
	char asserts[33 * sizeof "assert=size==32 "] = "";
	for (int i = 1; i <= 33; i++) {
		strcat(asserts, "assert=size==32 ");
		check(cutelayout_check(context, layout, asserts, &text, &length) == (i <= 32), "32 assertions");
	}
	check_text("33 assertions", cutelayout_error(context)->text,
		"'assert' is no option of check with its value: expected assert, dtype, memory, operand, space, tile or warp");
	check(!cutelayout_check(context, layout, "dtype", &text, &length), "an option without its value");
	check(!cutelayout_check(context, layout, "assert='nonsense == 1'", &text, &length), "an assertion about nothing");
	check(cutelayout_error(context)->begin == 0 && cutelayout_error(context)->end == 8, "its place");
	check(!cutelayout_check(context, layout, "tile='composition(4:1,'", &text, &length), "a tile that is none");
	check_text("its report", strncmp(cutelayout_error(context)->report, "--tile:1:", 9) == 0 ? "yes" :
		cutelayout_error(context)->report, "yes");
	check(!cutelayout_check(context, "coalesce((4,8):(1,4),(1,1)); 'text'", NULL, &text, &length), "check of a text");
	check(cutelayout_error(context)->operand == 0, "a text is no argument");
	check(!cutelayout_check(context, "size(", NULL, &text, &length), "check of no program");
	check(cutelayout_check(context, "composition((4,6,8):(2,3,5), 6:3)", NULL, &text, &length)
		&& cutelayout_warning(context, 0) != NULL && cutelayout_warning(context, 1) == NULL, "a warning of check");
	const char *json = text;
	check(!cutelayout_check(context, json, json, &text, &length), "an answer as program and options");
}

/* The pointers of more arguments than any operation takes are not read. */
static void test_too_many_arguments(struct cutelayout_context *context) {
	check_text("too many arguments", text_of(context, cutelayout_call(context, "upcast", NULL, 65)),
		"65 arguments for upcast(layout, factor)");
	check_text("very many arguments", text_of(context, cutelayout_call(context, "nonsense", NULL, INT32_MAX)),
		"no operation is called 'nonsense'");
	check(cutelayout_error(context)->status == CUTELAYOUT_NAME, "status of very many arguments of nothing");
}

/* Names that are none stand in messages with their first 60 letters. */
static void test_long_names(struct cutelayout_context *context) {
	static const int lengths[] = { 1, 59, 60, 61, 62, 63, 64, 65, 200 };
	struct cutelayout_value *value = cutelayout_integer(context, 4);
	const struct cutelayout_value *given = value;
	for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
		char name[201] = "";
		char expected[160];
		char buffer[8];
		const char *text;
		size_t length;
		int shown = lengths[i] < 60 ? lengths[i] : 60;
		memset(name, 'x', (size_t)lengths[i]);
		snprintf(expected, sizeof expected, "no operation is called '%.*s'", shown, name);
		check_text("an operation", text_of(context, cutelayout_call(context, name, &given, 1)), expected);
		check(!cutelayout_draw(context, "4:1", NULL, name, &text, &length), "a format");
		snprintf(expected, sizeof expected, "no format is called '%.*s'; expected one of svg, tex, html, txt", shown,
			name);
		check_text("its error", cutelayout_error(context)->text, expected);
		check(cutelayout_print(context, value, name, buffer, sizeof buffer) == 0, "a style");
		int begin = snprintf(expected, sizeof expected, "no style is called '%.*s'; expected one of ", shown, name);
		check(strncmp(cutelayout_error(context)->text, expected, (size_t)begin) == 0, "its error");
	}
	cutelayout_free(value);
}

/* What a call that is refused says, to the letter. */
static void test_sentences(struct cutelayout_context *context) {
	static const struct {
		const char *value;
		int64_t first, count;
		const char *text;
	} ranges[] = {
		{ "(4,8):(8,1)", 31, 2, "2 coordinates from 31 on in a layout of size 32" },
		{ "(4,8):(8,1)", 0, 33, "33 coordinates from 0 on in a layout of size 32" },
		{ "(4,8):(8,1)", 33, 0, "0 coordinates from 33 on in a layout of size 32" },
		{ "(4,8):(8,1)", -1, 1, "1 coordinates from -1 on in a layout of size 32" },
		{ "(4,8):(8,1)", 1, -1, "-1 coordinates from 1 on in a layout of size 32" },
		{ "(4,8):(8,1)", INT64_MAX, INT64_MAX,
			"9223372036854775807 coordinates from 9223372036854775807 on in a layout of size 32" },
		{ "(4,0):(1,4)", 0, 1, "1 coordinates from 0 on in a layout of size 0" },
	};
	int64_t offsets[1] = { 77 };
	for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
		struct cutelayout_value *a = cutelayout_parse(context, ranges[i].value);
		check(!cutelayout_offsets(context, a, ranges[i].first, ranges[i].count, offsets), ranges[i].text);
		check_text("a range", cutelayout_error(context)->text, ranges[i].text);
		check(offsets[0] == 77 && cutelayout_error(context)->status == CUTELAYOUT_DOMAIN, "nothing is stored");
		check(cutelayout_error(context)->operand == 0, "a range is no argument");
		cutelayout_free(a);
	}
	struct cutelayout_value *a = cutelayout_parse(context, "(4,0):(1,4)");
	check(cutelayout_offsets(context, a, 0, 0, offsets), "no offsets of no coordinates");
	cutelayout_free(a);
	check(cutelayout_parse(context, "# nothing") == NULL, "parse of a comment");
	check_text("no expression", cutelayout_error(context)->text, "expected an expression, saw the end of the text");
	check(cutelayout_parse(context, "M = ?; M") == NULL, "parse of a formula");
	check_text("a formula", cutelayout_error(context)->text,
		"a formula of run-time integers is no value that can be kept: give its names numbers");
	check(cutelayout_error(context)->operand == 0, "a formula is no argument");
	check(cutelayout_parse(context, "mma_atom('SM80_16x8x16_F32F16F16F32_TN')") == NULL, "parse of an atom");
	check_text("an atom", cutelayout_error(context)->text, "an MMA atom cannot be kept: use it within an expression");
	check(cutelayout_error(context)->operand == 0, "an atom is no argument");
	int64_t number = 77;
	a = cutelayout_parse(context, "make_identity_layout((4,8))");
	check(!cutelayout_offset(context, a, 3, &number) && number == 77, "an offset that is a coordinate");
	check_text("its error", cutelayout_error(context)->text, "the result is a coordinate, not an integer");
	check(!cutelayout_crd2idx(context, &number, -1, a, &number) && number == 77, "a coordinate of negative rank");
	check_text("its error", cutelayout_error(context)->text, "a coordinate of rank -1");
	cutelayout_free(a);
	check(cutelayout_get(context, NULL, 0) == NULL && cutelayout_eval(context, "4") != NULL, "a value that is NULL");
	check(cutelayout_get(context, NULL, 0) == NULL, "the same behind a success");
	check_text("its error", cutelayout_error(context)->text, "a value is NULL");
	check_text("its report", cutelayout_error(context)->report, "error: a value is NULL\n");
	check(cutelayout_eval(context, "4") != NULL, "a success");
	check_text("no error", cutelayout_error(context)->text, "");
	check_text("no hint", cutelayout_error(context)->hint, "");
	check_text("no report", cutelayout_error(context)->report, "");
	check(cutelayout_error(context)->begin == 0 && cutelayout_error(context)->end == 0
		&& cutelayout_error(context)->line == 0 && cutelayout_error(context)->column == 0, "no place");
	check_text("no context", cutelayout_error(NULL)->report, "error: out of memory\n");
}

static void test_eval(struct cutelayout_context *context) {
	check_text("eval", cutelayout_eval(context, "composition((6,2):(8,2), (4,3):(3,1))"), "((2,2),3):((24,2),8)");
	check_text("several values", cutelayout_eval(context, "a = (4,8):(8,1); size(a); a(2,3)"), "32\n19");
	check_text("no value", cutelayout_eval(context, "# nothing"), "");
	check_text("an atom", cutelayout_eval(context, "size(make_tiled_mma(mma_atom('SM80_16x8x16_F32F16F16F32_TN')))"),
		"32");

	const char *program = "composition((100,60):(60,1), 128)";
	check(cutelayout_eval(context, program) == NULL, "eval of a composition that CuTe refuses");
	const struct cutelayout_message *error = cutelayout_error(context);
	check(error->status == CUTELAYOUT_DIVIDE && error->operand == 2, "status and operand");
	check(error->begin == 29 && error->end == 32 && error->line == 1 && error->column == 30, "place");
	check_text("hint", error->hint, "the nearest extents that compose are 100 and 200");
	check_text("report", error->report,
		"<text>:1:30: error: shape divisibility: extent 128 is not a multiple of 100, the room in mode 0 of the "
		"coalesced "
		"left layout (extent 100) at stride 1\n"
		"  composition((100,60):(60,1), 128)\n"
		"                               ^~~\n"
		"  hint: the nearest extents that compose are 100 and 200\n");
	check(cutelayout_eval(context, "size(nothing)") == NULL, "eval of a name that nothing has");
	check(cutelayout_error(context)->operand == 0, "a name is no argument of an operation that did not run");
	check(cutelayout_eval(context, "4:1\n(") == NULL && cutelayout_error(context)->line == 2, "line of an error");
	check(cutelayout_error(context)->status == CUTELAYOUT_SYNTAX, "status of an error of syntax");
	check(cutelayout_eval(context, "$") == NULL && cutelayout_error(context)->operand == 0, "of no operand");
	check(cutelayout_parse(context, "") == NULL, "parse of nothing");
	check(cutelayout_error(context)->status == CUTELAYOUT_SYNTAX, "status of nothing");
	check(cutelayout_parse(context, "mma_atom('SM80_16x8x16_F32F16F16F32_TN')") == NULL, "parse of an atom");
	check(cutelayout_error(context)->status == CUTELAYOUT_UNSUPPORTED, "status of an atom");
	check(cutelayout_eval(context, "9223372036854775807 : 3; size((4611686018427387904,4):(1,1))") == NULL
		&& cutelayout_error(context)->status == CUTELAYOUT_OVERFLOW, "overflow");
	check(cutelayout_eval(context, "4") != NULL && cutelayout_error(context)->status == CUTELAYOUT_OK,
		"no error after a success");
}

static void test_warnings(struct cutelayout_context *context) {
	const char *program = "composition((4,6,8):(2,3,5), 6:3)";
	check_text("an inexact answer", cutelayout_eval(context, program), "(2,3):(6,3)");
	const struct cutelayout_message *warning = cutelayout_warning(context, 0);
	check(warning != NULL && warning->status == CUTELAYOUT_INEXACT && warning->begin == 29, "a warning of a program");
	check(cutelayout_warning(context, 1) == NULL && cutelayout_warning(context, -1) == NULL, "no other warning");

	check_text("what is not decided",
		cutelayout_eval(context, "M = ?; A = (M,8):(8,1) o 0 o 2:0; B = (M,8):(8,1) o 0 o Sw<2,0,3>; A == B"), "false");
	warning = cutelayout_warning(context, 0);
	check(warning != NULL && warning->status == CUTELAYOUT_REMARK && warning->operand == 0
		&& strncmp(warning->text, "not decided: ", 13) == 0, "a remark about no operand");
	check_text("a comment", cutelayout_eval(context, "8//2"), "8");
	warning = cutelayout_warning(context, 0);
	check(warning != NULL && warning->status == CUTELAYOUT_REMARK && warning->operand == 0 && warning->begin == 1,
		"a remark about a comment");

	char many[17 * sizeof "composition((4,6,8):(2,3,5),6:3);"] = "";
	for (int i = 0; i < 17; i++) {
		strcat(many, "composition((4,6,8):(2,3,5),6:3);");
	}
	check(cutelayout_eval(context, many) != NULL && cutelayout_warning(context, 15) != NULL
		&& cutelayout_warning(context, 15)->begin == 15 * 33 + 28 && cutelayout_warning(context, 16) == NULL,
		"the first 16 of 17 warnings");

	struct cutelayout_value *a = cutelayout_parse(context, "(4,6,8):(2,3,5)");
	struct cutelayout_value *b = cutelayout_parse(context, "6:3");
	struct cutelayout_value *c = cutelayout_composition(context, a, b);
	warning = cutelayout_warning(context, 0);
	check(c != NULL && warning != NULL && warning->operand == 2, "a warning of a call");
	check(cutelayout_warning(context, 1) == NULL, "no other warning of a call");
	check(warning != NULL && strncmp(warning->report, "composition: warning: ", 22) == 0, "its report");
	cutelayout_free(c);
	struct cutelayout_context *fresh = cutelayout_create();
	c = cutelayout_composition(fresh, a, b);
	warning = cutelayout_warning(fresh, 0);
	check(warning != NULL && warning->status == CUTELAYOUT_INEXACT && warning->operand == 2,
		"the first warning of all");
	cutelayout_free(c);
	cutelayout_destroy(fresh);
	cutelayout_set_strict(context, true);
	check(cutelayout_composition(context, a, b) == NULL && cutelayout_eval(context, program) == NULL, "strict");
	check(cutelayout_error(context)->status == CUTELAYOUT_INEXACT, "status of an inexact answer");
	cutelayout_set_strict(context, false);
	cutelayout_free(a);
	cutelayout_free(b);
}

static void test_print(struct cutelayout_context *context) {
	char text[16] = "untouched";
	struct cutelayout_value *a = cutelayout_parse(context, "(4,8):(8,1)");
	check(cutelayout_print(context, a, NULL, text, sizeof text) == 11 && strcmp(text, "(4,8):(8,1)") == 0, "print");
	check(cutelayout_print(context, a, NULL, text, 12) == 11 && strcmp(text, "(4,8):(8,1)") == 0,
		"print that just fits");
	check(cutelayout_print(context, a, NULL, text, 11) == 11 && strcmp(text, "(4,8):(8,1") == 0, "print that is cut");
	check(cutelayout_print(context, a, NULL, NULL, 0) == 11, "print to measure");
	check(cutelayout_print(context, a, "cute", text, sizeof text) == 15 && strcmp(text, "(_4,_8):(_8,_1)") == 0,
		"print as CuTe does");
	check(cutelayout_print(context, a, "c", text, sizeof text) > 0 && strcmp(text, "#include <stdin") == 0,
		"print as the only function of C");
	check(cutelayout_print(context, a, "nonsense", text, sizeof text) == 0 && text[0] == '\0', "print in no style");
	check(cutelayout_error(context)->status == CUTELAYOUT_NAME, "status of no style");
	cutelayout_free(a);
}

/* --- values --- */

static void test_making(struct cutelayout_context *context) {
	int64_t shape[2] = { 4, 8 };
	int64_t stride[2] = { 8, 1 };
	check_text("layout", text_of(context, cutelayout_layout(context, shape, stride, 2)), "(4,8):(8,1)");
	check_text("compact layout", text_of(context, cutelayout_layout(context, shape, NULL, 2)), "(4,8):(1,4)");
	check_text("layout of rank 1", text_of(context, cutelayout_layout(context, shape, stride, 1)), "(4):(8)");
	check_text("integers", text_of(context, cutelayout_integers(context, shape, 2)), "(4,8)");
	check_text("no integers", text_of(context, cutelayout_integers(context, NULL, 0)), "()");
	check_text("integer", text_of(context, cutelayout_integer(context, INT64_MIN)), "-9223372036854775808");
	check(cutelayout_layout(context, shape, stride, -1) == NULL, "layout of a negative rank");
	check_text("integers of a negative number", text_of(context, cutelayout_integers(context, shape, -1)),
		"a tuple of -1 parts");
	check_text("a tuple of a negative number", text_of(context, cutelayout_tuple(context, NULL, -1)),
		"a tuple of -1 parts");
	shape[1] = -8;
	check_text("negative extent", text_of(context, cutelayout_layout(context, shape, stride, 2)),
		"extent -8 of the shape is negative");
	struct cutelayout_value *parts[2] = { cutelayout_parse(context, "4:1"), cutelayout_parse(context, "_") };
	const struct cutelayout_value *const *given = (const struct cutelayout_value *const *)parts;
	check_text("tuple", text_of(context, cutelayout_tuple(context, given, 2)), "(4:1,_)");
	check_text("tuple of nothing", text_of(context, cutelayout_tuple(context, given, 0)), "()");
	cutelayout_free(parts[0]);
	cutelayout_free(parts[1]);
}

static const struct {
	const char *text;
	enum cutelayout_kind kind;
	int rank, depth;
} kinds[] = {
	{ "4", CUTELAYOUT_INTEGER, 1, 0 },
	{ "_", CUTELAYOUT_UNDERSCORE, 1, 0 },
	{ "(4,(2,4))", CUTELAYOUT_TUPLE, 2, 2 },
	{ "(4,(2,4)):(2,(1,8))", CUTELAYOUT_LAYOUT, 2, 2 },
	{ "Sw<3,4,3>", CUTELAYOUT_SWIZZLE, -1, -1 },
	{ "Sw<3,4,3> o 0 o (8,8):(8,1)", CUTELAYOUT_COMPOSED, 2, 1 },
	{ "(4:1,(8,_))", CUTELAYOUT_LIST, 2, 0 },
	{ "4 == 4", CUTELAYOUT_BOOLEAN, -1, -1 },
	{ "\"text\"", CUTELAYOUT_STRING, -1, -1 },
};

static void test_looking(struct cutelayout_context *context) {
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		struct cutelayout_value *a = cutelayout_parse(context, kinds[i].text);
		struct cutelayout_value *b = cutelayout_parse(context, kinds[i].text);
		check(cutelayout_kind(a) == kinds[i].kind, kinds[i].text);
		check(cutelayout_rank(a) == kinds[i].rank && cutelayout_depth(a) == kinds[i].depth, "its rank and depth");
		check(cutelayout_equal(a, b) && !cutelayout_equal(a, NULL), "it is equal to itself");
		cutelayout_free(b);
		char text[64];
		cutelayout_print(context, a, NULL, text, sizeof text);
		check(kinds[i].kind == CUTELAYOUT_BOOLEAN || strcmp(text, kinds[i].text) == 0, "it prints as it was written");
		cutelayout_free(a);
	}
	int64_t shape[3] = { 0 };
	int64_t stride[3] = { 0 };
	struct cutelayout_value *a = cutelayout_parse(context, "(4,(2,5)):(2,(1,8))");
	check(cutelayout_get_modes(a, shape, stride, 3) == 3 && shape[0] == 4 && shape[2] == 5 && stride[2] == 8, "modes");
	shape[2] = 0;
	check(cutelayout_get_modes(a, shape, NULL, 2) == 3 && shape[2] == 0, "modes beyond the room");
	check(cutelayout_get_integers(a, shape, 3) == -1, "integers of a layout");
	struct cutelayout_value *b = cutelayout_shape(context, a);
	check(cutelayout_get_integers(b, shape, 3) == 3 && shape[1] == 2, "integers");
	check(cutelayout_get_modes(b, shape, stride, 3) == -1, "modes of a tuple");
	struct cutelayout_value *unknown = cutelayout_parse(context, "(4,?)");
	check(cutelayout_get_integers(unknown, shape, 3) == -1 && shape[0] == 4 && shape[1] == 0,
		"integers that are known at run time only");
	cutelayout_free(unknown);
	cutelayout_free(a);
	cutelayout_free(b);
	a = cutelayout_parse(context, "make_identity_layout((4,8))");
	check(cutelayout_get_modes(a, shape, stride, 3) == -1, "modes with a basis");
	check(!cutelayout_offset(context, a, 3, shape), "an offset that is a coordinate");
	check(cutelayout_error(context)->status == CUTELAYOUT_TYPE, "its status");
	cutelayout_free(a);
}

/* --- offsets --- */

static void test_offsets(struct cutelayout_context *context) {
	int64_t number = 0;
	int64_t offsets[32];
	int64_t at[2] = { 2, 3 };
	struct cutelayout_value *a = cutelayout_parse(context, "Sw<2,0,3> o 0 o (4,8):(8,1)");
	check(cutelayout_size(context, a, &number) && number == 32, "size");
	check(cutelayout_offset(context, a, 14, &number) && number == 17, "offset");
	check(cutelayout_crd2idx(context, at, 2, a, &number) && number == 17, "crd2idx");
	check(!cutelayout_crd2idx(context, at, -1, a, &number), "a coordinate of negative rank");
	check(!cutelayout_crd2idx(context, NULL, 0, a, &number), "a coordinate of no integers");
	check_text("its error", cutelayout_error(context)->text, "a coordinate of rank 0 for a mode of rank 2");
	check(!cutelayout_crd2idx(context, at, 1, a, &number), "a coordinate of another rank");
	check(cutelayout_error(context)->status == CUTELAYOUT_RANK, "its status");
	check(cutelayout_offsets(context, a, 0, 32, offsets), "offsets");
	bool same = true;
	for (int64_t i = 0; i < 32; i++) {
		same = same && cutelayout_offset(context, a, i, &number) && number == offsets[i];
	}
	check(same, "offsets at once and one by one");
	check(cutelayout_offsets(context, a, 30, 2, offsets), "the last offsets");
	check(cutelayout_offsets(context, a, 32, 0, offsets), "no offsets");
	check(!cutelayout_offsets(context, a, 31, 2, offsets), "offsets beyond the size");
	check(cutelayout_error(context)->status == CUTELAYOUT_DOMAIN, "their status");
	check(!cutelayout_offsets(context, a, -1, 2, offsets), "offsets before the first");
	check(!cutelayout_offsets(context, a, 1, -1, offsets), "a negative number of offsets");
	cutelayout_free(a);
	a = cutelayout_parse(context, "(4,8):(8,1)");
	check(cutelayout_cosize(context, a, &number) && number == 32, "cosize");
	check(cutelayout_offset(context, a, 32, &number) && number == 8, "an offset beyond the size");
	static int64_t many[4097];
	check(!cutelayout_crd2idx(context, many, 4097, a, &number), "a coordinate of 4097 integers");
	check(cutelayout_error(context)->status == CUTELAYOUT_LIMIT, "its status");
	cutelayout_free(a);
	a = cutelayout_parse(context, "(4,?):(1,4)");
	check(!cutelayout_size(context, a, &number), "a size that is known at run time only");
	check_text("its error", cutelayout_error(context)->text, "the result is known at run time only");
	cutelayout_free(a);
	a = cutelayout_parse(context, "\"text\"");
	check(!cutelayout_offsets(context, a, 0, 0, offsets), "no offsets of a text");
	check(cutelayout_error(context)->status == CUTELAYOUT_TYPE, "their status");
	cutelayout_free(a);
	a = cutelayout_parse(context, "bits(((1,2),(5,8)),16)");
	static const int64_t bits[16] = { 16, 17, 18, 19, 21, 20, 23, 22, 24, 25, 26, 27, 29, 28, 31, 30 };
	check(cutelayout_offsets(context, a, 0, 16, offsets) && memcmp(offsets, bits, sizeof bits) == 0, "offsets of bits");
	check_text("bits", text_of(context, a), "bits(((1,2),(5,8)),16)");
	a = cutelayout_parse(context, "(2147483648,2147483648):(2147483648,1)");
	check(cutelayout_offsets(context, a, (INT64_C(1) << 62) - 1, 1, offsets) && offsets[0] == (INT64_C(1) << 62) - 1,
		"the last of 2^62 offsets");
	cutelayout_free(a);
}

/* --- failures --- */

static void test_null(struct cutelayout_context *context) {
	int64_t number;
	check(cutelayout_parse(context, "(4") == NULL, "parse of half a tuple");
	check(cutelayout_coalesce(context, NULL) == NULL, "coalesce of a failure");
	check(cutelayout_error(context)->status == CUTELAYOUT_SYNTAX, "a chain keeps its first error");
	cutelayout_free(cutelayout_integer(context, 4));
	check(!cutelayout_size(context, NULL, &number), "size of a failure");
	check(cutelayout_error(context)->status == CUTELAYOUT_TYPE, "a value that is NULL");
	check(cutelayout_print(context, NULL, NULL, NULL, 0) == 0, "print of a failure");
	check(cutelayout_kind(NULL) == CUTELAYOUT_NOTHING && cutelayout_rank(NULL) == -1 && cutelayout_depth(NULL) == -1,
		"kind, rank and depth of nothing");
	check(cutelayout_get_integers(NULL, NULL, 0) == -1 && cutelayout_get_modes(NULL, NULL, NULL, 0) == -1,
		"integers and modes of nothing");
	check(cutelayout_parse(NULL, "4") == NULL && cutelayout_eval(NULL, "4") == NULL, "no context");
	check(cutelayout_coalesce(NULL, NULL) == NULL && !cutelayout_offsets(NULL, NULL, 0, 0, NULL), "nothing at all");
	check(cutelayout_error(NULL)->status == CUTELAYOUT_NO_MEMORY, "no context is no memory");
	check(cutelayout_warning(NULL, 0) == NULL, "no context has no warnings");
	cutelayout_set_dialect(NULL, CUTELAYOUT_DSL);
	check(!cutelayout_assume(NULL, "M >= 4") && !cutelayout_set_numbers(NULL, "M=4"), "promises without a context");
	cutelayout_set_strict(NULL, true);
	cutelayout_set_memory_limit(NULL, 0);
	cutelayout_destroy(NULL);
	cutelayout_free(NULL);
}

/* Wrap "4:1" in "depth" tuples. */
static struct cutelayout_value *nest(struct cutelayout_context *context, int depth) {
	struct cutelayout_value *value = cutelayout_parse(context, "4:1");
	for (int i = 0; i < depth; i++) {
		const struct cutelayout_value *inner = value;
		struct cutelayout_value *outer = cutelayout_tuple(context, &inner, 1);
		cutelayout_free(value);
		value = outer;
	}
	return value;
}

/* "count" times a swizzle composed with the result: twice as many parts each time. */
static struct cutelayout_value *compose(struct cutelayout_context *context, int count) {
	struct cutelayout_value *zero = cutelayout_integer(context, 0);
	struct cutelayout_value *value = cutelayout_parse(context, "Sw<1,0,1>");
	for (int i = 0; i < count; i++) {
		const struct cutelayout_value *args[3] = { value, zero, value };
		struct cutelayout_value *outer = cutelayout_call(context, "make_composed_layout", args, 3);
		cutelayout_free(value);
		value = outer;
	}
	cutelayout_free(zero);
	return value;
}

/* "count" maps in one another: each the inner part of the next one, or the outer part. */
static struct cutelayout_value *chain(struct cutelayout_context *context, int count, bool is_inner) {
	struct cutelayout_value *zero = cutelayout_integer(context, 0);
	struct cutelayout_value *other = cutelayout_parse(context, is_inner ? "Sw<1,0,1>" : "8:1");
	struct cutelayout_value *value = cutelayout_parse(context, is_inner ? "8:1" : "Sw<1,0,1>");
	for (int i = 0; i < count; i++) {
		const struct cutelayout_value *args[3] = { is_inner ? other : value, zero, is_inner ? value : other };
		struct cutelayout_value *outer = cutelayout_call(context, "make_composed_layout", args, 3);
		cutelayout_free(value);
		value = outer;
	}
	cutelayout_free(other);
	cutelayout_free(zero);
	return value;
}

/* "value" is there, or it is not and the reason is a limit. */
static void check_limit(struct cutelayout_context *context, struct cutelayout_value *value, bool within,
		const char *what) {
	check((value != NULL) == within && (within || cutelayout_error(context)->status == CUTELAYOUT_LIMIT), what);
	cutelayout_free(value);
}

static void test_limits(struct cutelayout_context *context) {
	static int64_t integers[4097];
	check_limit(context, cutelayout_integers(context, integers, 4096), true, "4096 integers");
	check_limit(context, cutelayout_integers(context, integers, 4097), false, "4097 integers");
	check_limit(context, cutelayout_layout(context, integers, integers, 4097), false, "a layout of 4097 integers");
	check_limit(context, nest(context, 64), true, "64 tuples in one another");
	check_limit(context, nest(context, 65), false, "65 tuples in one another");
	check_text("their error", cutelayout_error(context)->text, "the value nests deeper than 64");
	for (int is_inner = 0; is_inner < 2; is_inner++) {
		check_limit(context, chain(context, 64, is_inner != 0), true, "64 maps in one another");
		check_limit(context, chain(context, 65, is_inner != 0), false, "65 maps in one another");
		check_text("their error", cutelayout_error(context)->text, "the value nests deeper than 64");
	}
	check_limit(context, compose(context, 13), true, "16382 parts");
	check_limit(context, compose(context, 14), false, "32766 parts");
	check_text("their error", cutelayout_error(context)->text, "the value has more than 16384 parts");
	struct cutelayout_value *large = compose(context, 13);
	const struct cutelayout_value *const items[3] = { large, large, large };
	struct cutelayout_value *four = cutelayout_parse(context, "4:1");
	const struct cutelayout_value *const with_others[3] = { large, four, four };
	check_limit(context, cutelayout_tuple(context, with_others, 2), true, "16384 parts");
	check_limit(context, cutelayout_tuple(context, with_others, 3), false, "16385 parts");
	check_limit(context, cutelayout_tuple(context, items, 2), false, "twice as many");
	cutelayout_free(four);
	cutelayout_free(large);
	size_t most = (size_t)1 << 20;
	char *text = malloc(most + 2);
	memset(text, ' ', most + 2);
	text[0] = '4';
	text[most] = '\0';
	check_text("1 MiB of text", cutelayout_eval(context, text), "4");
	text[most] = ' ';
	text[most + 1] = '\0';
	check(cutelayout_eval(context, text) == NULL && cutelayout_error(context)->status == CUTELAYOUT_LIMIT,
		"1 byte more");
	check(cutelayout_error(context)->begin == 0 && cutelayout_error(context)->column == 1, "its place");
	free(text);
}

/* --- threads --- */

static void *work_in_thread(void *argument) {
	const struct cutelayout_value *shared = argument;
	struct cutelayout_context *context = cutelayout_create();
	bool good = true;
	for (int i = 0; i < 200; i++) {
		struct cutelayout_value *a = cutelayout_coalesce(context, shared);
		const char *text = cutelayout_eval(context, "composition((6,2):(8,2), (4,3):(3,1))");
		good = good && text != NULL && strcmp(text, "((2,2),3):((24,2),8)") == 0 && cutelayout_rank(a) == 1;
		cutelayout_free(a);
	}
	cutelayout_destroy(context);
	return good ? argument : NULL;
}

static void test_threads(struct cutelayout_context *context) {
	enum { THREADS = 4 };
	pthread_t threads[THREADS];
	struct cutelayout_value *shared = cutelayout_parse(context, "(2,(1,6)):(1,(6,2))");
	for (int i = 0; i < THREADS; i++) {
		pthread_create(&threads[i], NULL, work_in_thread, shared);
	}
	for (int i = 0; i < THREADS; i++) {
		void *result = NULL;
		pthread_join(threads[i], &result);
		check(result != NULL, "a thread with its own context");
	}
	cutelayout_free(shared);
}

/* Dialects, promises about run-time integers and numbers for them. */
static void test_run_time(struct cutelayout_context *context) {
	const char *program = "M = ?; ceil_div(M,8)";
	check_text("a formula", cutelayout_eval(context, program), "ceil_div(M,8)");
	check(cutelayout_assume(context, "M % 8 == 0") && cutelayout_assume(context, "M >= 16"), "promises");
	check_text("a formula with a promise", cutelayout_eval(context, program), "M/8");
	check(!cutelayout_assume(context, "M") && !cutelayout_set_numbers(context, "M"), "no promises");
	check(cutelayout_parse(context, program) == NULL, "a formula is not kept");
	check(cutelayout_error(context)->status == CUTELAYOUT_UNSUPPORTED, "status of a formula that is kept");
	check(cutelayout_set_numbers(context, "M=64"), "numbers");
	check_text("a formula with a number", cutelayout_eval(context, program), "8");
	struct cutelayout_value *value = cutelayout_parse(context, program);
	check(value != NULL, "a number is kept");
	cutelayout_free(value);
	check(cutelayout_set_numbers(context, "M=8") && cutelayout_eval(context, program) == NULL, "a number too small");
	check(cutelayout_error(context)->status == CUTELAYOUT_DOMAIN, "its status");
	check(cutelayout_set_numbers(context, NULL) && cutelayout_assume(context, NULL), "forgetting");
	check_text("a formula again", cutelayout_eval(context, program), "ceil_div(M,8)");
	for (int i = 0; i < 64; i++) {
		check(cutelayout_assume(context, "M >= 1"), "64 promises");
	}
	check(!cutelayout_assume(context, "M >= 16"), "65 promises");
	cutelayout_assume(context, NULL);
	char *numbers = malloc(((size_t)1 << 20) + 1);
	memset(numbers, '0', (size_t)1 << 20);
	memcpy(numbers, "M=8,N=", 6);
	numbers[(size_t)1 << 20] = '\0';
	check(cutelayout_set_numbers(context, "M=16") && !cutelayout_set_numbers(context, numbers), "1 MiB of numbers");
	check_text("the numbers from before", cutelayout_eval(context, program), "2");
	numbers[((size_t)1 << 20) - 1] = '\0';
	check(cutelayout_set_numbers(context, numbers), "1 byte less");
	check_text("the numbers that fit", cutelayout_eval(context, program), "1");
	cutelayout_set_numbers(context, NULL);
	free(numbers);
	cutelayout_set_dialect(context, CUTELAYOUT_DSL);
	check_text("the DSL", cutelayout_eval(context, "7 // 2; Sw<0,2,3>"), "3\nS<0,4,3>");
	cutelayout_set_dialect(context, CUTELAYOUT_CPP);
	check_text("C++ again", cutelayout_eval(context, "7 // 2"), "7");
}

int main(void) {
	struct cutelayout_context *context = cutelayout_create();
	test_algebra(context);
	test_call(context);
	test_most_arguments(context);
	test_own_text(context);
	test_commands(context);
	test_too_many_arguments(context);
	test_long_names(context);
	test_sentences(context);
	test_eval(context);
	test_warnings(context);
	test_run_time(context);
	test_print(context);
	test_making(context);
	test_looking(context);
	test_offsets(context);
	test_null(context);
	test_limits(context);
	test_threads(context);
	cutelayout_destroy(context);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
