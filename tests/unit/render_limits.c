/* src/render: what a page of HTML tells of cells, and pictures at the limit of their format and one beyond it. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lang/eval.h"
#include "render/accesses.h"
#include "render/draw.h"
#include "render/grid.h"
#include "render/html.h"
#include "render/op.h"
#include "render/picture.h"
#include "render/slice.h"
#include "render/swizzled.h"
#include "render/text.h"
#include "render/tikz.h"
#include "render/tv.h"

static struct arena arena;
static struct algebra al;

static void begin(void) {
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
}

static void end(void) {
	arena_finish(&arena);
}

TestSuite(page, .init = begin, .fini = end);
TestSuite(limit, .init = begin, .fini = end);
TestSuite(part, .init = begin, .fini = end);
TestSuite(faded, .init = begin, .fini = end);

static struct tuple pair(int64_t a, int64_t b) {
	return tuple_pair(&al, tuple_int(a), tuple_int(b));
}

static struct layout matrix(int64_t rows, int64_t columns) {
	return layout_from_shape_right(&al, pair(rows, columns));
}

static struct figure grid_of(struct map map, struct draw_options options) {
	struct figure figure;
	options.title = options.title != NULL ? options.title : "";
	figure_init(&figure, &arena, "grid", &options);
	grid_figure(&figure, &al, &map, NULL, 1);
	if (!algebra_failed(&al)) {
		figure_finish(&figure, &al);
	}
	cr_assert(!algebra_failed(&al), "%s", al.fault.text);
	return figure;
}

/* --- pages --- */

static const char *page_of(struct figure *figure) {
	struct buf out;
	buf_init(&out, &arena);
	struct picture_result result = picture_print(&out, figure, PICTURE_HTML);
	cr_assert_eq(result.status, PICTURE_PRINTED, "%s", result.text);
	return out.data;
}

static void expect_part(const char *page, const char *part) {
	cr_expect_not_null(strstr(page, part), "%s", part);
}

/* Strides with a basis: each cell has its coordinate; a number stands without brackets. */
Test(page, coordinates_in_place_of_offsets) {
	static const struct {
		const char *text, *images;
	} cases[] = {
		{ "make_identity_layout((2,3))",
			"\"images\":[\"(0,0)\",\"(0,1)\",\"(0,2)\",\"(1,0)\",\"(1,1)\",\"(1,2)\"]" },
		{ "make_identity_layout((1,(2,2)))",
			"\"images\":[\"(0,(0,0))\",\"(0,(1,0))\",\"(0,(0,1))\",\"(0,(1,1))\"]" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct evaluation ev;
		evaluation_init(&ev, &arena, false);
		struct source source = { "<test>", str_from(cases[i].text), 1 };
		cr_assert(evaluation_run(&ev, &source), "%s", ev.error.fault.text);
		struct figure figure = grid_of(value_as_map(&ev.algebra, &ev.results[0]), (struct draw_options){ 0 });
		const char *page = page_of(&figure);
		expect_part(page, cases[i].images);
		expect_part(page, "\"element\":\"offsets\"");
	}
	struct figure figure = grid_of(map_from_layout(matrix(2, 3)), (struct draw_options){ 0 });
	cr_expect_null(strstr(page_of(&figure), "\"images\":"));
}

/* The first 64 owners of a cell are listed, and it is said how many more there are. */
Test(page, owners_of_a_cell) {
	static const struct {
		int64_t owners;
		const char *end, *more;
	} cases[] = {
		{ 1, "\"threads\":[0]", "\"more\":[0]" },
		{ 2, "\"threads\":[[0,1]]", "\"more\":[0]" },
		{ 64, ",62,63]]", "\"more\":[0]" },
		{ 65, ",62,63]]", "\"more\":[1]" },
		{ 67, ",62,63]]", "\"more\":[3]" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct figure figure;
		figure_init(&figure, &arena, "tv", &(struct draw_options){ .title = "" });
		tv_figure(&figure, &al, layout_of(&al, pair(cases[i].owners, 1), pair(0, 0)), 1, 1);
		figure_finish(&figure, &al);
		const char *page = page_of(&figure);
		expect_part(page, cases[i].end);
		expect_part(page, cases[i].more);
		expect_part(page, "{\"thread\":\"owners\",\"value\":\"owners\",\"warp\":\"owners\",\"element\":\"offsets\"");
	}
}

/* A region keeps its numbers. */
Test(page, region) {
	struct draw_options options = { .region = { true, 2, 4, 10, 13 } };
	struct figure figure = grid_of(map_from_layout(matrix(16, 16)), options);
	const char *page = page_of(&figure);
	expect_part(page, "\"columns\":3,\"firstRow\":2,\"firstColumn\":10,");
	expect_part(page, "\"offsets\":[42,43,44,58,59,60],\"coordinates\":[\"(2,10)\",\"(2,11)\"");
}

/* What the reader chooses from: tiles where an operation has some. */
Test(page, scales) {
	struct tiler tiler = { .kind = TILER_LAYOUT, .layout = { tuple_int(4), tuple_int(1) } };
	struct layout a = { tuple_int(8), tuple_int(1) };
	struct layout divided = layout_zipped_divide(&al, a, &tiler);
	struct op op = {
		.family = OP_DIVIDE, .operand_count = 1, .tiler = &tiler, .apply = layout_zipped_divide,
		.operands = { { map_from_layout(a), "A & <B>" } }, .result = { map_from_layout(divided), "R" },
	};
	struct figure figure;
	figure_init(&figure, &arena, "op", &(struct draw_options){ .title = "a & <b>" });
	op_figure(&figure, &al, &op);
	figure_finish(&figure, &al);
	const char *page = page_of(&figure);
	expect_part(page, "\"scales\":{\"tile\":\"tiles\",\"offset\":\"offsets\",");
	expect_part(page, "\"tiles\":[0,0,0,0,1,1,1,1]");
	expect_part(page, "<title>a &amp; &lt;b></title>");
	expect_part(page, "\"caption\":\"A & \\u003cB>\"");
	struct figure plain = grid_of(map_from_layout(a), (struct draw_options){ 0 });
	expect_part(page_of(&plain), "\"scales\":{\"offset\":\"offsets\",\"bank\":\"banks\",\"row\":\"owners\"");
}

/* --- limits --- */

static struct picture_result print(struct map map, enum picture_format format, struct buf *out) {
	struct figure figure = grid_of(map, (struct draw_options){ 0 });
	buf_init(out, &arena);
	return picture_print(out, &figure, format);
}

/* 65536 cells at most, but for films and what is painted row by row. */
Test(limit, cells_of_formats) {
	static const struct {
		enum picture_format format;
		const char *text;
	} cases[] = {
		{ PICTURE_TEX, "65537 cells are too many for TikZ, at most 65536 are written; --region draws a part of them" },
		{ PICTURE_HTML,
			"65537 cells are too many for a page of HTML, at most 65536 are written; --region draws a part of them" },
		{ PICTURE_GIF, "65537 cells are too many for GIF, at most 65536 are written; --region draws a part of them" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		if (picture_available(cases[i].format).status != PICTURE_PRINTED) {
			continue;
		}
		struct buf out;
		struct picture_result result = print(map_from_layout(matrix(256, 256)), cases[i].format, &out);
		cr_expect_eq(result.status, PICTURE_PRINTED, "format %zu: %s", i, result.text);
		struct figure figure;
		figure_init(&figure, &arena, "grid", &(struct draw_options){ .title = "" });
		/* One cell more stands beside the others. */
		struct map maps[2] = { map_from_layout(matrix(256, 256)), map_from_layout(matrix(1, 1)) };
		grid_figure(&figure, &al, maps, NULL, 2);
		figure_finish(&figure, &al);
		buf_init(&out, &arena);
		result = picture_print(&out, &figure, cases[i].format);
		cr_expect(result.status == PICTURE_LARGE && strcmp(result.text, cases[i].text) == 0, "format %zu: %d, %s", i,
			(int)result.status, result.text);
	}
}

/* Above 2048 cells texts are texts; a page has them always. */
Test(limit, outlined_cells) {
	struct buf out;
	print(map_from_layout(matrix(32, 64)), PICTURE_SVG, &out);
	cr_expect_null(strstr(out.data, "<text"));
	print(map_from_layout(matrix(3, 683)), PICTURE_SVG, &out);
	cr_expect_not_null(strstr(out.data, "<text"));
	print(map_from_layout(matrix(2, 2)), PICTURE_HTML, &out);
	cr_expect_not_null(strstr(out.data, "<text"));
}

Test(limit, cells_of_texts) {
	static const struct {
		int64_t rows, columns;
		const char *text;
	} cases[] = {
		{ 256, 256, "" },
		{ 257, 256, "a text of 65792 cells is too long, at most 65536 are printed; a file of another format, or "
			"--region, will do" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct map map = map_from_layout(matrix(cases[i].rows, cases[i].columns));
		struct figure figure = grid_of(map, (struct draw_options){ 0 });
		struct buf out;
		buf_init(&out, &arena);
		text_print(&out, &al, &figure, 80, TEXT_PLAIN);
		cr_expect_str_eq(al.fault.text, cases[i].text);
	}
}

/* What is refused leaves nothing in the figure. */
Test(limit, tiles_that_are_refused) {
	const struct {
		struct layout layout;
		int64_t rows, columns;
	} cases[] = {
		{ layout_of(&al, pair(4096, 4097), pair(0, 1)), 4, 4 }, { layout_of(&al, pair(4, 0), pair(2, 1)), 4, 4 },
		{ layout_of(&al, pair(4, 2), pair(2, 1)), 0, 4 }, { layout_of(&al, pair(4, 2), pair(2, 1)), 4, 0 },
		{ layout_of(&al, pair(4, 2), pair(2, 1)), 4, 32001 },
		{ layout_of(&al, pair(4, 2), pair(2, 1)), 32001, 4 }, { { tuple_int(4), tuple_int(1) }, 2, 2 },
		{ layout_of(&al, pair(2, 2), pair(INT64_MAX, 1)), 4, 4 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct figure figure;
		algebra_init(&al, &arena);
		figure_init(&figure, &arena, "tv", &(struct draw_options){ .title = "" });
		struct tv_counts counts = tv_figure(&figure, &al, cases[i].layout, cases[i].rows, cases[i].columns);
		cr_expect(algebra_failed(&al) && figure.count == 0 && counts.threads == 0 && counts.bare == 0, "case %zu", i);
	}
}

/* A film has 256 instructions at most, whether they are of many warps or of many values. */
Test(limit, instructions_of_films) {
	static const struct {
		int64_t threads, values;
		const char *text;
	} cases[] = {
		{ 32, 256, "" },
		{ 64, 128, "" },
		{ 32, 257, "257 instructions are too many for a film, at most 256 are drawn" },
		{ 96, 86, "258 instructions are too many for a film, at most 256 are drawn" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		algebra_init(&al, &arena);
		struct layout layout = layout_of(&al, pair(cases[i].threads, cases[i].values), pair(1, cases[i].threads));
		struct figure figure;
		figure_init(&figure, &arena, "film", &(struct draw_options){ .title = "" });
		film_figure(&figure, &al, map_from_layout(layout), &(struct access){ .vector = 1 });
		cr_expect_str_eq(al.fault.text, cases[i].text);
		cr_expect(algebra_failed(&al) || figure.count == 256, "case %zu: %d", i, figure.count);
	}
}

/* A swizzle alone is drawn over all bits that it knows, of which there may be 16. */
Test(limit, bits_of_swizzles) {
	static const struct {
		struct swizzle swizzle;
		const char *text;
	} cases[] = {
		{ { 3, 0, 13 }, "" },
		{ { 3, 5, -13 }, "" },
		{ { 4, 0, 13 }, "the swizzle spans 17 bits, at most 16 are drawn; draw it with a layout" },
		{ { 3, 0, -15 }, "the swizzle spans 18 bits, at most 16 are drawn; draw it with a layout" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct swizzle unit;
		algebra_init(&al, &arena);
		struct layout domain = swizzled_domain(&al, cases[i].swizzle, &unit);
		cr_expect_str_eq(al.fault.text, cases[i].text);
		cr_expect(algebra_failed(&al) || tuple_equal(domain.shape, pair(8, 8192)), "case %zu", i);
	}
}

/* --- parts of a layout --- */

/* The cells of "part" of the matrix of 3 x 4 as letters, row by row. */
static void expect_marked(struct layout a, const struct numbering *numbering, struct part part, const char *cells) {
	struct figure figure;
	char marked[13] = "";
	figure_init(&figure, &arena, "slice", &(struct draw_options){ .title = "" });
	part_figure(&figure, &al, map_from_layout(a), numbering, &part);
	cr_assert(!algebra_failed(&al), "%s", al.fault.text);
	for (int i = 0; i < 12; i++) {
		struct cell cell = figure_cell(&figure, &figure.matrices[0], i / 4, i % 4);
		marked[i] = cell.marked ? 'x' : '.';
	}
	cr_expect_str_eq(marked, cells);
}

Test(part, cells_that_lie_outside_are_left_out) {
	struct layout a = matrix(3, 4);
	struct numbering numbering = numbering_of(&al, a, NULL, 1);
	int64_t down = layout_crd2idx(&al, pair(1, 0), numbering.layout).value;
	int64_t right = layout_crd2idx(&al, pair(0, 1), numbering.layout).value;
	struct layout column = { tuple_int(3), tuple_int(down) };
	struct layout row = { tuple_int(4), tuple_int(right) };
	struct layout one = { tuple_int(1), tuple_int(0) };
	expect_marked(a, &numbering, (struct part){ one, 0 }, "x...........");
	expect_marked(a, &numbering, (struct part){ column, 0 }, "x...x...x...");
	expect_marked(a, &numbering, (struct part){ row, down }, "....xxxx....");
	expect_marked(a, &numbering, (struct part){ one, -1 }, "............");
	expect_marked(a, &numbering, (struct part){ column, -down }, "x...x.......");
	expect_marked(a, &numbering, (struct part){ column, down }, "....x...x...");
	expect_marked(a, &numbering, (struct part){ row, 2 * right }, "..xx........");
	expect_marked(a, &numbering, (struct part){ row, 2 * down + 3 * right }, "...........x");
	cr_expect_eq(numbering_cell(&numbering, -1), -1);
	struct numbering single = numbering_of(&al, layout_one(), NULL, 1);
	cr_expect_eq(numbering_cell(&single, -1), -1);
	cr_expect_eq(numbering_cell(&single, 0), 0);
}

/* A tiler of fewer modes leaves the others as if they had none. */
Test(part, modes_without_a_tiler) {
	struct tiler modes[2] = {
		{ .kind = TILER_INT, .layout = { tuple_int(2), tuple_int(1) } },
		{ .kind = TILER_INT, .layout = { tuple_int(50), tuple_int(1) } },
	};
	struct tiler tiler = { .kind = TILER_MODES, .modes = modes, .rank = 1 };
	struct layout a = layout_of(&al, tuple_append(&al, pair(6, 4), tuple_int(5)),
		tuple_append(&al, pair(1, 6), tuple_int(24)));
	struct layout first = numbering_of(&al, a, &tiler, 0).layout;
	modes[1].layout.shape = tuple_int(3);
	cr_expect(layout_equal(first, numbering_of(&al, a, &tiler, 0).layout));
	modes[0].layout.shape = tuple_int(5);
	cr_expect_not(layout_equal(first, numbering_of(&al, a, &tiler, 0).layout));
}

/* --- highlights --- */

/* Whether no cell that is drawn is highlighted: of all panels, and of the region alone. */
Test(faded, all_or_not) {
	static const struct {
		const char *highlight;
		struct region region; /* "given" if its last row is not 0 */
		bool nothing;
	} cases[] = {
		{ "offset 0", { .end_row = 0 }, false },
		{ "offset 23", { .end_row = 0 }, false },
		{ "offset 24", { .end_row = 0 }, true },
		{ "offset9", { .end_row = 0 }, false },
		{ "offset19", { .end_row = 0 }, false },
		{ "row 2", { .end_row = 0 }, false },
		{ "row 3", { .end_row = 0 }, true },
		{ "row 1", { true, 1, 2, 1, 3 }, false },
		{ "row 0", { true, 1, 2, 1, 3 }, true },
		{ "row 2", { true, 1, 2, 1, 3 }, true },
		{ "column 1", { true, 1, 2, 1, 3 }, false },
		{ "column 2", { true, 1, 2, 1, 3 }, false },
		{ "column 0", { true, 1, 2, 1, 3 }, true },
		{ "column 3", { true, 1, 2, 1, 3 }, true },
		{ "offset 17", { true, 1, 2, 1, 3 }, false },
		{ "offset 20", { true, 1, 2, 1, 3 }, true },
		{ "offset 9", { true, 1, 2, 1, 3 }, true },
		{ "offset 21", { true, 1, 2, 1, 3 }, true },
	};
	struct tuple shape = tuple_append(&al, pair(3, 4), tuple_int(2));
	struct map map = map_from_layout(layout_of(&al, shape, tuple_append(&al, pair(4, 1), tuple_int(12))));
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct draw_options options = { .region = cases[i].region };
		cr_assert(highlight_read(cases[i].highlight, &options.highlight), "%s", cases[i].highlight);
		struct figure figure = grid_of(map, options);
		cr_expect_eq(figure_highlights_nothing(&figure), cases[i].nothing, "case %zu: %s", i, cases[i].highlight);
	}
	struct figure plain = grid_of(map, (struct draw_options){ 0 });
	cr_expect_not(figure_highlights_nothing(&plain));
	/* A row of 70 cells is folded into rows of 32 or 48: those that are missing have no offset. */
	struct layout row = { tuple_int(70), tuple_int(3) };
	struct draw_options options = { .highlight = { COLOUR_BY_OFFSET, 210, -1 } };
	struct figure folded = grid_of(map_from_layout(row), options);
	cr_expect(figure_highlights_nothing(&folded));
}
