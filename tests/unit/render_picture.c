/* src/render: pictures in the formats of files. They are read as far as that needs no other reader. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/layout.h"
#include "base/json_read.h"
#include "render/accesses.h"
#include "render/draw.h"
#include "render/glyphs.h"
#include "render/grid.h"
#include "render/picture.h"
#include "render/tv.h"

Test(picture, format_from_suffix) {
	static const struct {
		const char *path;
		enum picture_format format;
	} cases[] = {
		{ "a.svg", PICTURE_SVG },
		{ "a.b/c.SVG", PICTURE_SVG },
		{ ".png", PICTURE_PNG },
		{ "foosvg", PICTURE_UNKNOWN },
		{ "a.svg/b", PICTURE_UNKNOWN },
		{ "a.svgsvgsvg", PICTURE_UNKNOWN },
		{ "a.Png", PICTURE_PNG },
		{ "png", PICTURE_UNKNOWN },
		{ "a.pdf", PICTURE_PDF },
		{ "a.tex", PICTURE_TEX },
		{ "a.html", PICTURE_HTML },
		{ "a.HTML", PICTURE_HTML },
		{ "a.txt", PICTURE_TXT },
		{ "html", PICTURE_UNKNOWN },
		{ "a.png ", PICTURE_UNKNOWN },
		{ "a.svgz", PICTURE_UNKNOWN },
		{ "", PICTURE_UNKNOWN },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		cr_expect_eq(picture_format_from_path(cases[i].path), cases[i].format, "%s", cases[i].path);
	}
}

/* A scene of the row-major layout of "rows" x "columns", in "arena". */
static struct scene row_major(struct arena *arena, int64_t rows, int64_t columns, const char *title) {
	struct algebra al;
	algebra_init(&al, arena);
	struct layout layout = layout_from_shape_right(&al, tuple_pair(&al, tuple_int(rows), tuple_int(columns)));
	struct scene scene;
	scene_init(&scene, arena);
	struct map map = map_from_layout(layout);
	struct figure figure;
	figure_init(&figure, arena, "grid", &(struct draw_options){ .title = title });
	grid_figure(&figure, &al, &map, NULL, 1);
	figure_finish(&figure, &al);
	figure_draw(&figure, &scene);
	cr_assert(!algebra_failed(&al));
	return scene;
}

static struct arena arena;

static void begin(void) {
	arena_init(&arena, NULL, NULL);
}

static void end(void) {
	arena_finish(&arena);
}

TestSuite(picture, .init = begin, .fini = end);

/* "scene" as "format", which this build can print. */
static struct str print(const struct scene *scene, enum picture_format format) {
	struct buf out;
	buf_init(&out, &arena);
	struct picture_result result = picture_print_scene(&out, scene, format);
	cr_assert_eq(result.status, PICTURE_PRINTED, "%s", result.text);
	return buf_str(&out);
}

static bool can_paint(void) {
	return picture_available(PICTURE_PNG).status == PICTURE_PRINTED;
}

Test(picture, svg_names_and_draws_what_it_shows) {
	struct scene scene = row_major(&arena, 2, 3, "A & <B> \"C\"");
	const char *svg = print(&scene, PICTURE_SVG).data;
	cr_expect_not_null(strstr(svg, "-title\">A &amp; &lt;B&gt; \"C\"</title>"));
	cr_expect_not_null(strstr(svg, "viewBox=\"0 0 "));
	cr_expect_not_null(strstr(svg, "g35\" d=\"M"), "the glyph of 5");
	cr_expect_null(strstr(svg, "<text"), "text in a font of the reader");
	cr_expect_str_eq(svg + strlen(svg) - 7, "</svg>\n");
}

Test(picture, same_scene_same_bytes) {
	static const enum picture_format formats[] = { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF, PICTURE_TEX };
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		if (picture_available(formats[i]).status != PICTURE_PRINTED) {
			continue;
		}
		struct scene scene = row_major(&arena, 8, 8, "same");
		struct scene again = row_major(&arena, 8, 8, "same");
		cr_assert(str_equal(print(&scene, formats[i]), print(&again, formats[i])));
	}
}

Test(picture, png_has_two_pixels_for_one_of_the_scene) {
	if (!can_paint()) {
		return;
	}
	struct scene scene = row_major(&arena, 4, 4, "");
	const unsigned char *png = (const unsigned char *)print(&scene, PICTURE_PNG).data;
	cr_assert_eq(memcmp(png, "\x89PNG\r\n\x1a\n", 8), 0);
	cr_expect_eq(png[18] << 8 | png[19], scene.width / PX * 2);
	cr_expect_eq(png[22] << 8 | png[23], scene.height / PX * 2);
}

Test(picture, large_grids_are_small_files) {
	if (!can_paint()) {
		return;
	}
	struct scene scene = row_major(&arena, 1000, 1000, "1000 x 1000");
	struct str svg = print(&scene, PICTURE_SVG);
	cr_expect_not_null(strstr(svg.data, "data:image/png;base64,iVBOR"));
	const struct shape *cells = scene.shapes;
	while (cells->kind != SHAPE_CELLS) {
		cells++;
	}
	char place[96];
	snprintf(place, sizeof place, "<image x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", cells->x / PX, cells->y / PX,
		1000 * cells->width / PX, 1000 * cells->height / PX);
	cr_expect_not_null(strstr(svg.data, place), "%s", place);
	cr_expect_lt(svg.length, 200000);
	cr_expect_lt(print(&scene, PICTURE_PNG).length, 1000000);
}

/* An image in an SVG shows the cells as they are; so many as are not many stay paths. */
Test(picture, images_in_svg_show_their_cells) {
	if (!can_paint()) {
		return;
	}
	const char *images[2];
	for (int i = 0; i < 2; i++) {
		struct scene scene = row_major(&arena, 257, 256, "");
		const struct shape *cells = scene.shapes;
		while (cells->kind != SHAPE_CELLS) {
			cells++;
		}
		struct cells other = *cells->cells;
		uint8_t *index = arena_alloc(&arena, (size_t)257 * 256);
		memcpy(index, other.index, (size_t)257 * 256);
		index[300] = (uint8_t)i;
		other.index = index;
		scene_init(&scene, &arena);
		scene.title = scene.description = "";
		scene.width = scene.height = 300 * PX;
		scene_add_cells(&scene, 0, 0, PX, PX, &other);
		images[i] = strstr(print(&scene, PICTURE_SVG).data, "base64,");
		cr_assert_not_null(images[i]);
	}
	cr_expect_str_neq(images[0], images[1]);
	struct scene scene = row_major(&arena, 256, 256, "");
	cr_expect_null(strstr(print(&scene, PICTURE_SVG).data, "<image"));
}

Test(picture, the_tutorial_tile_is_a_small_svg) {
	struct algebra al;
	algebra_init(&al, &arena);
	struct layout thr = layout_from_shape_right(&al, tuple_pair(&al, tuple_int(4), tuple_int(32)));
	struct layout val = layout_from_shape_right(&al, tuple_pair(&al, tuple_int(4), tuple_int(8)));
	struct tv_layout tv = tv_layout_make(&al, thr, val);
	struct scene scene;
	scene_init(&scene, &arena);
	struct figure figure;
	figure_init(&figure, &arena, "tv", &(struct draw_options){ .title = "tile" });
	tv_figure(&figure, &al, tv.layout, 16, 256);
	figure_finish(&figure, &al);
	figure_draw(&figure, &scene);
	cr_assert(!algebra_failed(&al));
	cr_expect_lt(print(&scene, PICTURE_SVG).length, 400000);
}

/* Count the occurrences of "part". */
static int count_parts(const char *text, const char *part) {
	int count = 0;
	for (const char *p = text; (p = strstr(p, part)) != NULL; p += strlen(part)) {
		count++;
	}
	return count;
}

Test(picture, html_is_one_page_without_network) {
	struct algebra al;
	algebra_init(&al, &arena);
	struct map map = map_from_layout(layout_from_shape_right(&al, tuple_pair(&al, tuple_int(3), tuple_int(4))));
	struct figure figure;
	figure_init(&figure, &arena, "grid", &(struct draw_options){ .title = "</script><b>" });
	grid_figure(&figure, &al, &map, NULL, 1);
	figure_finish(&figure, &al);
	struct buf out;
	buf_init(&out, &arena);
	cr_assert_eq(picture_print(&out, &figure, PICTURE_HTML).status, PICTURE_PRINTED);
	const char *page = out.data;
	cr_expect_eq(count_parts(page, "<svg"), 1);
	cr_expect_eq(count_parts(page, "</script>"), 2);
	cr_expect_eq(count_parts(page, "<b>"), 0);
	cr_expect_not_null(strstr(page, "\"offsets\":[0,1,2,3,4,5,6,7,8,9,10,11]"));
	cr_expect_not_null(strstr(page, "\"coordinates\":[\"(0,0)\",\"(0,1)\""));
	cr_expect_eq(count_parts(page, "http"), count_parts(page, "http://www.w3.org/") + count_parts(page, "http-equiv"));
	cr_expect_eq(count_parts(page, "src="), 0);
}

/* A page is called what the picture is, and by the name of the program where that has no title. */
Test(picture, html_has_a_title) {
	static const char *const titles[][2] = { { "", "cutelayout" }, { "A", "A" }, { "A<B", "A&lt;B" } };
	struct algebra al;
	algebra_init(&al, &arena);
	struct map map = map_from_layout(layout_from_shape(&al, tuple_int(4)));
	for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++) {
		struct figure figure;
		figure_init(&figure, &arena, "grid", &(struct draw_options){ .title = titles[i][0] });
		grid_figure(&figure, &al, &map, NULL, 1);
		figure_finish(&figure, &al);
		struct buf out, title;
		buf_init(&out, &arena);
		buf_init(&title, &arena);
		cr_assert_eq(picture_print(&out, &figure, PICTURE_HTML).status, PICTURE_PRINTED);
		buf_printf(&title, "<title>%s</title>", titles[i][1]);
		cr_expect_eq(count_parts(out.data, title.data), 1, "title '%s'", titles[i][0]);
	}
}

/* What the page knows of the picture is JSON, with a panel for each matrix and a number for each of its cells. */
Test(picture, html_has_its_numbers_as_json) {
	struct algebra al;
	algebra_init(&al, &arena);
	for (int count = 1; count <= 3; count++) {
		struct map maps[3];
		for (int i = 0; i < count; i++) {
			maps[i] = map_from_layout(layout_from_shape(&al, tuple_pair(&al, tuple_int(2 + i), tuple_int(3))));
		}
		struct figure figure;
		figure_init(&figure, &arena, "grid", &(struct draw_options){ .title = "\"<\\>&" });
		grid_figure(&figure, &al, maps, NULL, count);
		figure_finish(&figure, &al);
		struct buf out;
		buf_init(&out, &arena);
		cr_assert_eq(picture_print(&out, &figure, PICTURE_HTML).status, PICTURE_PRINTED);
		const char *begin = strstr(out.data, "{\"dark\":");
		cr_assert_not_null(begin);
		const char *end = strstr(begin, "</script>");
		cr_assert_not_null(end);
		struct json_error error;
		const struct json *data = json_read(&arena, (struct str){ begin, (size_t)(end - begin) }, &error);
		cr_assert_not_null(data, "%d matrices: expected %s at %.20s", count, error.expected, begin + error.at);
		const struct json *panels = json_member(data, "panels");
		cr_assert(panels != NULL && panels->kind == JSON_ARRAY);
		int seen = 0;
		for (const struct json *panel = panels->first; panel != NULL; panel = panel->next, seen++) {
			int cells = 0;
			const struct json *offsets = json_member(panel, "offsets");
			cr_assert_not_null(offsets);
			for (const struct json *offset = offsets->first; offset != NULL; offset = offset->next) {
				cells += offset->kind == JSON_NUMBER;
			}
			cr_expect_eq(cells, (2 + seen) * 3, "matrix %d of %d: %d", seen, count, cells);
		}
		cr_expect_eq(seen, count);
	}
}

/* Texts of the live page are black, so that its greys are half way to white. */
Test(picture, html_has_light_greys) {
	struct algebra al;
	algebra_init(&al, &arena);
	struct map map = map_from_layout(layout_from_shape(&al, tuple_int(4)));
	struct figure figure;
	figure_init(&figure, &arena, "grid", &(struct draw_options){ .title = "", .palette = PALETTE_GREY });
	grid_figure(&figure, &al, &map, NULL, 1);
	figure_finish(&figure, &al);
	struct buf out;
	buf_init(&out, &arena);
	cr_assert_eq(picture_print(&out, &figure, PICTURE_HTML).status, PICTURE_PRINTED);
	cr_expect_not_null(strstr(out.data, "\"owners\":[\"#ffffff\",\"#cccccc\",\"#e6e6e6\",\"#b3b3b3\",\"#f3f3f3\","
		"\"#c0c0c0\",\"#d9d9d9\",\"#a6a6a6\"]"));
}

/* A text that occurs in several sizes or held elsewhere is each of these, wherever they lie in the table of texts. */
Test(picture, texts_in_svg_have_their_own_size_and_anchor) {
	for (int size = 4; size < 100; size++) {
		struct scene scene;
		scene_init(&scene, &arena);
		scene.title = scene.description = "";
		scene.width = scene.height = 1000 * PX;
		for (int anchor = ANCHOR_START; anchor <= ANCHOR_END; anchor++) {
			for (int larger = 0; larger < 4; larger += 2) {
				struct lettering lettering = { (enum anchor)anchor, (size + larger) * PX, 0 };
				scene_add_label(&scene, 500 * PX, 20 * PX, lettering, "88");
			}
		}
		const char *svg = print(&scene, PICTURE_SVG).data;
		cr_expect_eq(count_parts(svg, "<g id="), 0, "size %d: each text occurs once, so none is defined", size);
	}
}

/*
 * Lines of the same texts in many colours or sizes, or with a text more: as many as the table of lines has collisions.
 * Only those that are alike in all are defined, once for all of them.
 */
Test(picture, lines_in_svg_are_their_own) {
	enum { LINES = 100 };
	static const struct {
		const char *what;
		int colours, sizes, longer; /* how many there are of each */
		int kinds;                  /* of lines that are defined */
	} cases[] = {
		{ "alike", 1, 1, 1, 1 }, { "colours", LINES, 1, 1, 0 }, { "sizes", 1, LINES, 1, 0 },
		{ "length", 1, 1, LINES, 0 }, { "two colours", 2, 1, 1, 2 }, { "two sizes", 1, 2, 1, 2 },
		{ "two lengths", 1, 1, 2, 2 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct scene scene;
		scene_init(&scene, &arena);
		scene.title = scene.description = "";
		scene.width = scene.height = 4000 * PX;
		for (int line = 0; line < LINES; line++) {
			struct lettering lettering = {
				ANCHOR_START, (9 + line % cases[i].sizes) * PX, 0x100 + (uint32_t)(line % cases[i].colours),
			};
			for (int text = 0; text < 2 + line % cases[i].longer; text++) {
				scene_add_label(&scene, (10 + 30 * text) * PX, (20 + 30 * line) * PX, lettering, "8");
			}
		}
		struct str svg = print(&scene, PICTURE_SVG);
		int runs = 0;
		for (const char *p = svg.data; (p = strstr(p, "<g id=\"")) != NULL; p++) {
			runs += p[strlen("<g id=\"") + 4] == 'r';
		}
		cr_expect_eq(runs, cases[i].kinds, "%s: %d", cases[i].what, runs);
	}
}

/* A place that is a whole number of pixels has no point. */
Test(picture, whole_numbers_in_svg_have_no_point) {
	struct scene scene;
	scene_init(&scene, &arena);
	scene.title = scene.description = "";
	scene.width = scene.height = 100 * PX;
	/* Capitals are 1493 / 2048 of 10.7 pixels high: half of that is 3.9 below 20.1. */
	scene_add_label(&scene, 500, 201, (struct lettering){ ANCHOR_START, 107, 0 }, "8");
	const char *svg = print(&scene, PICTURE_SVG).data;
	cr_expect_not_null(strstr(svg, " 0 24)\""), "%s", svg);
}

/* Shapes of one colour and width are one path where they are of one kind, and no further. */
Test(picture, shapes_in_svg_are_of_their_kind) {
	const struct stroke stroke = { 0x102030, PX };
	struct scene scene;
	scene_init(&scene, &arena);
	scene.title = scene.description = "";
	scene.width = scene.height = 100 * PX;
	scene_add_outline(&scene, 10, 20, 30, 40, stroke);
	scene_add_outline(&scene, 50, 20, 30, 40, stroke);
	scene_add_line(&scene, 10, 70, 60, 70, stroke);
	scene_add_line(&scene, 10, 90, 10, 95, stroke);
	scene_add_line(&scene, 10, 90, 30, 95, stroke);
	scene_add_outline(&scene, 5, 6, 7, 8, stroke);
	scene_add_outline(&scene, 5, 6, 7, 8, (struct stroke){ 0x102030, 2 * PX });
	scene_add_outline(&scene, 5, 6, 7, 8, (struct stroke){ 0x102031, 2 * PX });
	scene_add_rect(&scene, 5, 6, 7, 8, 0x102031);
	scene_add_rect(&scene, 5, 6, 7, 9, 0x102031);
	scene_add_rect(&scene, 5, 6, 7, 8, 0x102032);
	const char *paths = "<path fill=\"none\" stroke=\"#102030\" stroke-width=\"1\" d=\"M1 2h3v4h-3zM5 2h3v4h-3z\"/>\n"
		"<path fill=\"none\" stroke=\"#102030\" stroke-width=\"1\" shape-rendering=\"crispEdges\""
		" d=\"M1 7h5M1 9v0.5\"/>\n"
		"<path fill=\"none\" stroke=\"#102030\" stroke-width=\"1\" d=\"M1 9l2 0.5\"/>\n"
		"<path fill=\"none\" stroke=\"#102030\" stroke-width=\"1\" d=\"M0.5 0.6h0.7v0.8h-0.7z\"/>\n"
		"<path fill=\"none\" stroke=\"#102030\" stroke-width=\"2\" d=\"M0.5 0.6h0.7v0.8h-0.7z\"/>\n"
		"<path fill=\"none\" stroke=\"#102031\" stroke-width=\"2\" d=\"M0.5 0.6h0.7v0.8h-0.7z\"/>\n"
		"<path fill=\"#102031\" d=\"M0.5 0.6h0.7v0.8h-0.7zM0.5 0.6h0.7v0.9h-0.7z\"/>\n"
		"<path fill=\"#102032\" d=\"M0.5 0.6h0.7v0.8h-0.7z\"/>\n</svg>\n";
	const char *svg = print(&scene, PICTURE_SVG).data;
	cr_expect_not_null(strstr(svg, paths), "%s", svg);
}

/* Characters that TeX does not take, and what is no character, are question marks; others are themselves. */
Test(picture, tikz_is_tex_whatever_a_label_is) {
	static const struct {
		const char *text, *tex;
	} cases[] = {
		{ "a b", "{a b}" }, { "a\x01" "b", "{a?b}" }, { "a\x1f" "b", "{a?b}" }, { "\t", "{?}" }, { "\xff", "{?}" },
		{ "\xef\xbf\xbd", "{?}" }, { "\xc3\xa9", "{\xc3\xa9}" }, { "\x7f", "{\x7f}" },
		{ "\\{}#$%&", "{\\textbackslash{}\\{\\}\\#\\$\\%\\&}" },
		{ "^~\"<>_", "{\\textasciicircum{}\\textasciitilde{}\\char34{}\\char60{}\\char62{}\\char95{}}" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct scene scene;
		scene_init(&scene, &arena);
		scene.title = scene.description = "";
		scene.width = scene.height = 100 * PX;
		scene_add_label(&scene, 50, 100, (struct lettering){ ANCHOR_END, 120, 0x102030 }, cases[i].text);
		const char *tex = print(&scene, PICTURE_TEX).data;
		cr_expect_not_null(strstr(tex, cases[i].tex), "case %zu: %s", i, tex);
	}
}

/* What TikZ has of each shape: what is filled, then what is drawn, in pixels of the scene from the top down. */
Test(picture, shapes_in_tikz) {
	struct scene scene;
	scene_init(&scene, &arena);
	scene.title = scene.description = "";
	scene.width = 30 * PX;
	scene.height = 20 * PX;
	scene.background = 0x010203;
	scene_add_rect(&scene, 10, 25, 30, 45, 0xa0b0c0);
	scene_add_outline(&scene, 15, 20, 40, 50, (struct stroke){ 0x102030, 20 });
	scene_add_line(&scene, 5, 10, 45, 60, (struct stroke){ 0xa0b0c0, 10 });
	scene_add_label(&scene, 50, 100, (struct lettering){ ANCHOR_END, 120, 0x102030 }, "5_");
	static const char *const parts[] = {
		"\\definecolor{c0}{HTML}{010203}\n\\definecolor{c1}{HTML}{A0B0C0}\n"
		"\\definecolor{c2}{HTML}{102030}\n\\newcommand",
		"\\let\\t\\cutelabel\n"
		"\\fill[c0](0,0)rectangle(30,20);\n"
		"\\fill[c1](1,2.5)rectangle(4,7);\n"
		"\\draw[c2,line width=1.500bp](1.5,2)rectangle(5.5,7);\n"
		"\\draw[c1,line width=0.750bp](0.5,1)--(4.5,6);\n"
		"\\t{base east}{c2}{9.000bp}{5,14.3}{5\\char95{}}\n"
		"\\end{tikzpicture}\n",
	};
	const char *tex = print(&scene, PICTURE_TEX).data;
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		cr_expect_not_null(strstr(tex, parts[i]), "%s in %s", parts[i], tex);
	}
}

/* Names in one SVG do not occur in another. */
Test(picture, svg_names_are_its_own) {
	char prefixes[2][5] = { "", "" };
	for (int i = 0; i < 2; i++) {
		struct scene scene = row_major(&arena, 2, 2 + i, "");
		const char *svg = print(&scene, PICTURE_SVG).data;
		memcpy(prefixes[i], strstr(svg, "<title id=\"") + strlen("<title id=\""), 4);
		for (const char *p = svg; (p = strstr(p, "id=\"")) != NULL; p += 4) {
			cr_assert_eq(strncmp(p + 4, prefixes[i], 4), 0);
		}
	}
	cr_expect_str_neq(prefixes[0], prefixes[1]);
}

/* Texts left to a font of the reader are there to be read, and nothing is left of outlines. */
Test(picture, texts_can_be_searched) {
	struct scene scene = row_major(&arena, 2, 3, "A & <B>");
	scene.plain_text = true;
	const char *svg = print(&scene, PICTURE_SVG).data;
	cr_expect_not_null(strstr(svg, ">A &amp; &lt;B&gt;</text>"));
	cr_expect_not_null(strstr(svg, ">5</text>"));
	cr_expect_null(strstr(svg, ">\n<text"), "a node of a browser between two texts");
	cr_expect_null(strstr(svg, "<use"));
	cr_expect_null(strstr(svg, "<defs"));
	cr_expect_eq(count_parts(svg, "<text"), 1 + 6 + 3 + 2, "title, cells, columns and rows");
}

/* The table has every character of the font; what it lacks is drawn as the sign for that. */
Test(picture, outlines_of_characters) {
	static const struct {
		uint32_t character;
		const char *begin;
	} cases[] = {
		{ 0, "M104 -362L104 1444" },
		{ ' ', "" },
		{ '!', "M516 1493L719 1493" },
		{ 'T', "M47 1493L1186 1493" },
		{ 0x10ffff, "M104 -362L104 1444" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct str outline = glyph_outline(cases[i].character);
		size_t length = strlen(cases[i].begin);
		cr_expect(outline.length >= length && (length > 0 || outline.length == 0)
			&& memcmp(outline.data, cases[i].begin, length) == 0, "%x: %.*s", (unsigned)cases[i].character,
			(int)outline.length, outline.data);
	}
}

/* --- what is in the files --- */

/* Bytes of "text", base64 up to the quotation mark; false where it is none. */
static bool decode(const char *text, struct buf *out) {
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (; *text != '"'; text += 4) {
		uint32_t bits = 0;
		int bytes = 0;
		for (int i = 0; i < 4; i++) {
			const char *digit = text[i] != '\0' ? strchr(digits, text[i]) : NULL;
			if (digit == NULL && (text[i] != '=' || i < 2)) {
				return false;
			}
			bits = bits << 6 | (digit != NULL ? (uint32_t)(digit - digits) : 0);
			bytes = digit != NULL ? i : bytes;
		}
		for (int i = 0; i < bytes; i++) {
			buf_put_char(out, (char)(bits >> (16 - 8 * i) & 255));
		}
	}
	return true;
}

/* An image in an SVG is a whole PNG, whatever its length leaves of a group of three bytes. */
Test(picture, images_in_svg_are_whole) {
	if (!can_paint()) {
		return;
	}
	int lengths[3] = { 0 };
	for (int64_t columns = 260; columns < 290; columns++) {
		struct scene scene = row_major(&arena, 300, columns, "");
		const char *svg = print(&scene, PICTURE_SVG).data;
		const char *begin = strstr(svg, "base64,");
		cr_assert_not_null(begin);
		struct buf png;
		buf_init(&png, &arena);
		cr_assert(decode(begin + strlen("base64,"), &png), "%.80s", begin);
		cr_assert_gt(png.length, 40);
		cr_assert_eq(memcmp(png.data + png.length - 12, "\0\0\0\0IEND\xae\x42\x60\x82", 12), 0);
		lengths[png.length % 3]++;
		arena_reset(&arena);
	}
	cr_assert(lengths[0] > 0 && lengths[1] > 0 && lengths[2] > 0);
}

/* Each character of a picture has one outline in the file, however many there are. */
Test(picture, every_character_has_its_outline) {
	struct buf title;
	buf_init(&title, &arena);
	for (int character = 0x400; character < 0x400 + 150; character++) {
		buf_put_char(&title, (char)(0xc0 | character >> 6));
		buf_put_char(&title, (char)(0x80 | (character & 63)));
	}
	struct scene scene = row_major(&arena, 1, 2, title.data);
	const char *svg = print(&scene, PICTURE_SVG).data;
	cr_expect_eq(count_parts(svg, "<path id="), 150 + 2);
	for (unsigned character = 0x400; character < 0x400 + 150; character++) {
		struct buf id;
		buf_init(&id, &arena);
		buf_printf(&id, "g%x\" d=", character);
		cr_expect_eq(count_parts(svg, id.data), 1, "%x", character);
	}
}

/* A character has its outline also where no other text has it, wherever its text lies in the table of texts. */
Test(picture, a_single_character_has_its_outline) {
	for (char character = '!'; character <= '~'; character++) {
		const char text[] = { character, '\0' };
		struct scene scene;
		struct buf id;
		scene_init(&scene, &arena);
		buf_init(&id, &arena);
		scene.title = scene.description = "";
		scene.width = scene.height = 1000;
		scene_add_label(&scene, 500, 500, (struct lettering){ ANCHOR_MIDDLE, 12 * PX, 0 }, text);
		buf_printf(&id, "g%x\" d=\"M", (unsigned)character);
		cr_expect_eq(count_parts(print(&scene, PICTURE_SVG).data, id.data), 1, "%s", text);
	}
}

/* Where a folded row ends before the others, a page has no offset and no coordinate. */
Test(picture, a_page_knows_nothing_of_cells_that_are_missing) {
	struct algebra al;
	algebra_init(&al, &arena);
	struct map map = map_from_layout((struct layout){ tuple_int(70), tuple_int(3) });
	struct figure figure;
	figure_init(&figure, &arena, "grid", &(struct draw_options){ .title = "" });
	grid_figure(&figure, &al, &map, NULL, 1);
	figure_finish(&figure, &al);
	struct buf out;
	buf_init(&out, &arena);
	cr_assert_eq(picture_print(&out, &figure, PICTURE_HTML).status, PICTURE_PRINTED);
	cr_expect_not_null(strstr(out.data, "204,207,null,null"));
	cr_expect_not_null(strstr(out.data, "\"68\",\"69\",\"\",\"\""));
	char *offsets = strstr(out.data, "\"offsets\":[0,3");
	*strchr(offsets, ']') = '\0';
	cr_expect_eq(count_parts(offsets, "null"), 96 - 70);
}

Test(picture, formats_in_any_letters) {
	static const char *const names[] = { "svg", "png", "pdf", "gif", "tex", "html", "txt" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		char upper[8] = "";
		for (size_t k = 0; names[i][k] != '\0'; k++) {
			upper[k] = (char)(names[i][k] - 'a' + 'A');
		}
		cr_expect_neq(picture_format_from_name(names[i]), PICTURE_UNKNOWN);
		cr_expect_eq(picture_format_from_name(upper), picture_format_from_name(names[i]));
		upper[0] = '\0';
		cr_expect_eq(picture_format_from_name(upper), PICTURE_UNKNOWN);
	}
}

/* A line of texts that occurs twice is defined once, also where it is the first of the picture. */
Test(picture, lines_of_texts_are_defined_once) {
	struct scene scene;
	scene_init(&scene, &arena);
	scene.width = scene.height = 1000;
	for (int line = 0; line < 3; line++) {
		for (int i = 0; i < 3; i++) {
			scene_add_label(&scene, 100 * i, 100 + 100 * line, (struct lettering){ ANCHOR_MIDDLE, 50, 0 },
				scene_text(&scene, "%d", i));
		}
		scene_add_line(&scene, 0, 0, 10, 10, (struct stroke){ 0, 1 });
	}
	const char *svg = print(&scene, PICTURE_SVG).data;
	cr_expect_eq(count_parts(svg, "r0\" fill="), 1);
	cr_expect_eq(count_parts(svg, "r0\" y="), 3);
	cr_expect_eq(count_parts(svg, "y=\"10\""), 1);
	cr_expect_eq(count_parts(svg, "y=\"20\""), 1);
	cr_expect_eq(count_parts(svg, "y=\"30\""), 1);
	cr_expect_eq(count_parts(svg, "x=\"20\""), 1);
}

/* Lines with one hash and different texts at their beginning are not one line. */
Test(picture, lines_of_one_hash_stay_apart) {
	static const char *const first[] = { "T81h8M97ZyyD", "UP1lNm97XJ8w" };
	struct scene scene;
	scene_init(&scene, &arena);
	scene.width = scene.height = 1000;
	for (int line = 0; line < 4; line++) {
		for (int i = 0; i < 3; i++) {
			scene_add_label(&scene, 100 * i, 100 + 100 * line, (struct lettering){ ANCHOR_MIDDLE, 50, 0 },
				i == 0 ? first[line % 2] : scene_text(&scene, "%d", i));
		}
		scene_add_line(&scene, 0, 0, 10, 10, (struct stroke){ 0, 1 });
	}
	const char *svg = print(&scene, PICTURE_SVG).data;
	cr_expect_eq(count_parts(svg, "r0\" y="), 2);
	cr_expect_eq(count_parts(svg, "r1\" y="), 2);
}

/* Behind the blocks of data that begin at "at". */
static size_t behind_blocks(const unsigned char *gif, size_t at) {
	while (gif[at] != 0) {
		at += gif[at] + 1u;
	}
	return at + 1;
}

/* The pictures of a film are as large as the largest of them, and as the screen that they are shown on. */
Test(picture, films_have_one_size) {
	if (picture_available(PICTURE_GIF).status != PICTURE_PRINTED) {
		return;
	}
	struct algebra al;
	algebra_init(&al, &arena);
	struct tuple shape = tuple_pair(&al, tuple_int(32), tuple_int(3));
	struct layout layout = { shape, tuple_pair(&al, tuple_int(1), tuple_int(16)) };
	struct figure figure;
	figure_init(&figure, &arena, "film", &(struct draw_options){ .title = "" });
	film_figure(&figure, &al, map_from_layout(layout), &(struct access){ .vector = 1 });
	figure_finish(&figure, &al);
	cr_assert_eq(figure.count, 3);
	cr_assert_lt(figure.matrices[0].rows, figure.matrices[1].rows);
	int size[2] = { 0, 0 };
	for (int i = 0; i < 3; i++) {
		struct scene frame;
		struct figure alone = figure;
		struct matrix matrix = figure.matrices[i];
		scene_init(&frame, &arena);
		matrix.caption = scene_text(&frame, "%d of 3: %s", i + 1, matrix.caption);
		alone.matrices = &matrix;
		alone.count = 1;
		figure_draw(&alone, &frame);
		size[0] = frame.width > size[0] ? frame.width : size[0];
		size[1] = frame.height > size[1] ? frame.height : size[1];
	}
	struct buf out;
	buf_init(&out, &arena);
	cr_assert_eq(picture_print(&out, &figure, PICTURE_GIF).status, PICTURE_PRINTED);
	const unsigned char *gif = (const unsigned char *)out.data;
	cr_expect_eq(gif[6] | gif[7] << 8, (size[0] + PX / 2) / PX);
	cr_expect_eq(gif[8] | gif[9] << 8, (size[1] + PX / 2) / PX);
	int frames = 0;
	for (size_t at = 13; gif[at] != ';';) {
		if (gif[at] == '!') {
			at = behind_blocks(gif, at + 2);
			continue;
		}
		cr_assert_eq(gif[at], ',');
		cr_assert_eq(memcmp(gif + at + 5, gif + 6, 4), 0, "frame %d", frames);
		at += 10 + (gif[at + 9] & 0x80 ? 3u << ((gif[at + 9] & 7) + 1) : 0);
		at = behind_blocks(gif, at + 1);
		frames++;
	}
	cr_expect_eq(frames, 3);
}

/* A film of one instruction is a picture of it with its number in its caption. */
Test(picture, films_number_their_pictures) {
	if (picture_available(PICTURE_GIF).status != PICTURE_PRINTED) {
		return;
	}
	struct algebra al;
	algebra_init(&al, &arena);
	struct tuple shape = tuple_pair(&al, tuple_int(32), tuple_int(1));
	struct layout layout = { shape, tuple_pair(&al, tuple_int(1), tuple_int(0)) };
	struct figure film;
	figure_init(&film, &arena, "film", &(struct draw_options){ .title = "" });
	film_figure(&film, &al, map_from_layout(layout), &(struct access){ .vector = 1 });
	figure_finish(&film, &al);
	cr_assert_eq(film.count, 1);
	struct figure one = film;
	struct matrix matrix = film.matrices[0];
	struct buf caption, gifs[2];
	buf_init(&caption, &arena);
	buf_printf(&caption, "1 of 1: %s", matrix.caption);
	matrix.caption = caption.data;
	one.matrices = &matrix;
	one.kind = "grid";
	for (int i = 0; i < 2; i++) {
		buf_init(&gifs[i], &arena);
		cr_assert_eq(picture_print(&gifs[i], i == 0 ? &film : &one, PICTURE_GIF).status, PICTURE_PRINTED);
	}
	cr_expect(str_equal(buf_str(&gifs[0]), buf_str(&gifs[1])));
}

/* What XML cannot hold is shown as the sign for that; so many times. */
Test(picture, svg_is_xml_whatever_the_title_is) {
	static const struct {
		const char *title;
		int signs;
	} cases[] = {
		{ "a b", 0 }, { "a\x01" "b", 1 }, { "a\x1f" "b", 1 }, { "\xef\xbf\xbe", 1 }, { "\xef\xbf\xbf", 1 },
		{ "\xff", 1 }, { "\xc3\xa9", 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct scene scene;
		scene_init(&scene, &arena);
		scene.width = scene.height = 100;
		scene.title = cases[i].title;
		cr_expect_eq(count_parts(print(&scene, PICTURE_SVG).data, "\xef\xbf\xbd"), cases[i].signs, "case %zu", i);
	}
}

Test(picture, gif_has_a_pixel_for_one_of_the_scene) {
	if (picture_available(PICTURE_GIF).status != PICTURE_PRINTED) {
		return;
	}
	struct algebra al;
	algebra_init(&al, &arena);
	struct map map = map_from_layout((struct layout){ tuple_int(7), tuple_int(3) });
	struct figure figure;
	figure_init(&figure, &arena, "grid", &(struct draw_options){ .title = "" });
	grid_figure(&figure, &al, &map, NULL, 1);
	figure_finish(&figure, &al);
	struct buf out;
	struct scene scene;
	buf_init(&out, &arena);
	scene_init(&scene, &arena);
	figure_draw(&figure, &scene);
	cr_assert_eq(picture_print(&out, &figure, PICTURE_GIF).status, PICTURE_PRINTED);
	const unsigned char *gif = (const unsigned char *)out.data;
	cr_expect_eq(gif[6] | gif[7] << 8, (scene.width + PX / 2) / PX);
	cr_expect_eq(gif[8] | gif[9] << 8, (scene.height + PX / 2) / PX);
	for (size_t i = 0; i + 8 < out.length; i++) {
		cr_assert_neq(memcmp(out.data + i, "NETSCAPE", 8), 0, "one picture is repeated");
	}
}
