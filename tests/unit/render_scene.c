/* src/render: the geometry of grids and thread-value diagrams, read back from their scenes. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/offsets.h"
#include "lang/eval.h"
#include "render/draw.h"
#include "render/font.h"
#include "render/grid.h"
#include "render/svg.h"
#include "render/tv.h"
#include "labels.h"

/* An evaluated layout and a scene to draw it in. */
struct stage {
	struct arena arena;
	struct evaluation ev;
	struct layout layout;
	struct scene scene;
};

static void stage_init(struct stage *stage, const char *text) {
	arena_init(&stage->arena, NULL, NULL);
	evaluation_init(&stage->ev, &stage->arena, false);
	struct source source = { "<test>", str_from(text), 1 };
	cr_assert(evaluation_run(&stage->ev, &source), "%s: %s", text, stage->ev.error.fault.text);
	stage->layout = value_as_layout(&stage->ev.algebra, &stage->ev.results[0]);
	scene_init(&stage->scene, &stage->arena);
}

/* Lay "figure" out unless there was a fault. */
static void finish_figure(struct stage *stage, struct figure *figure) {
	if (!algebra_failed(&stage->ev.algebra)) {
		figure_finish(figure, &stage->ev.algebra);
	}
	if (!algebra_failed(&stage->ev.algebra)) {
		figure_draw(figure, &stage->scene);
	}
}

static void draw_grid(struct stage *stage, const char *text, bool whole) {
	stage_init(stage, text);
	struct draw_options options = { .title = text, .whole = whole };
	struct map map = map_from_layout(stage->layout);
	struct figure figure;
	figure_init(&figure, &stage->arena, "grid", &options);
	grid_figure(&figure, &stage->ev.algebra, &map, NULL, 1);
	finish_figure(stage, &figure);
}

static struct tv_counts draw_tv(struct stage *stage, const char *text, int64_t rows, int64_t columns) {
	stage_init(stage, text);
	struct draw_options options = { .title = text };
	struct figure figure;
	figure_init(&figure, &stage->arena, "tv", &options);
	struct tv_counts counts = tv_figure(&figure, &stage->ev.algebra, stage->layout, rows, columns);
	finish_figure(stage, &figure);
	return counts;
}

static void stage_finish(struct stage *stage) {
	arena_finish(&stage->arena);
}

/* The colour painted at a place, of the last cells that cover it; COLOUR_NONE if there are none. */
static uint32_t colour_at(const struct scene *scene, int x, int y) {
	uint32_t colour = COLOUR_NONE;
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *shape = &scene->shapes[i];
		if (shape->kind != SHAPE_CELLS || x < shape->x || y < shape->y) {
			continue;
		}
		int column = (x - shape->x) / shape->width;
		int row = (y - shape->y) / shape->height;
		if (row < shape->cells->rows && column < shape->cells->columns) {
			uint8_t index = shape->cells->index[row * shape->cells->columns + column];
			colour = index == CELL_UNPAINTED ? colour : shape->cells->colours[index];
		}
	}
	return colour;
}

/* --- nothing overlaps and nothing is clipped --- */

Test(grid, labels_neither_overlap_nor_leave_the_page) {
	static const char *const layouts[] = {
		"1:0", "64:1", "65:1", "1000:1", "(8,8):(8,1)", "(1,1):(0,0)", "(2,2):(123456,9)", "(4,4):(-1234567890123,7)",
		"(200,2):(1,200)", "(2,200):(200,1)", "(3,3,3):(1,3,9)", "(1,1,2,3,2):(0,0,1,2,6)", "(1,1,100):(0,0,1)",
		"((2,2,2),(2,2,2)):((1,16,4),(8,2,32))", "(1,1,1000,2):(0,0,1,5)",
	};
	for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
		struct stage stage;
		draw_grid(&stage, layouts[i], false);
		cr_assert(!algebra_failed(&stage.ev.algebra));
		check_labels(&stage.scene, layouts[i]);
		stage_finish(&stage);
	}
}

Test(tv, labels_neither_overlap_nor_leave_the_page) {
	static const struct {
		const char *layout;
		int rows, columns;
	} cases[] = {
		{ "(1,1):(0,0)", 1, 1 },
		{ "(32,4):(4,1)", 8, 16 },
		{ "(4,8):(1,2)", 4, 6 },
		{ "(32,8):(0,1)", 4, 4 },
		{ "(1024,256):(0,1)", 16, 16 },
		{ "(100000,2):(0,1)", 2, 3 },
		{ "(4,4):(4,1)", 2, 4 },
		{ "(512,2):(2,1)", 512, 2 },
		{ "(128,8):(8,1)", 8, 128 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct stage stage;
		draw_tv(&stage, cases[i].layout, cases[i].rows, cases[i].columns);
		cr_assert(!algebra_failed(&stage.ev.algebra));
		check_labels(&stage.scene, cases[i].layout);
		stage_finish(&stage);
	}
}

/* Draw "text" as a tile of 2 x 2 elements, in cells of "cell" pixels and letters of "font", 0 for the usual ones. */
static void draw_bare_tile(struct stage *stage, const char *text, int cell, int font) {
	stage_init(stage, text);
	struct draw_options options = { .title = "", .no_labels = true, .cell = cell, .font = font };
	struct figure figure;
	figure_init(&figure, &stage->arena, "tv", &options);
	tv_figure(&figure, &stage->ev.algebra, stage->layout, 2, 2);
	finish_figure(stage, &figure);
}

/* Each line of a text and of a list of owners is in the row of its cell, however small cells or large letters are. */
Test(tv, texts_stay_in_their_cells) {
	static const char *const layouts[] = { "(4,1):(1,0)", "(4,2):(1,0)", "(4,2):(0,1)", "(4,4):(1,0)" };
	static const int fonts[] = { 0, 4, 9, 20, 100 };
	for (size_t i = 0; i < sizeof layouts / sizeof layouts[0] * 5; i++) {
		for (int cell = 0; cell <= 100; cell++) {
			struct stage stage;
			draw_bare_tile(&stage, layouts[i / 5], cell, fonts[i % 5]);
			const struct shape *cells = NULL;
			int texts = 0;
			for (size_t k = 0; k < stage.scene.count; k++) {
				const struct shape *shape = &stage.scene.shapes[k];
				cells = shape->kind == SHAPE_CELLS ? shape : cells;
				/* Legends begin at their place. */
				if (shape->kind == SHAPE_LABEL && shape->anchor == ANCHOR_MIDDLE) {
					cr_assert_not_null(cells);
					int top = shape->y - cells->y - shape->size / 2;
					int bottom = top + shape->size;
					cr_expect(top >= 0 && bottom <= (top / cells->height + 1) * cells->height
						&& bottom <= 2 * cells->height, "%s, cells of %d and letters of %d: %s", layouts[i / 5],
						cell, fonts[i % 5], shape->text);
					texts++;
				}
			}
			cr_expect_geq(texts, 2, "%s", layouts[i / 5]);
			stage_finish(&stage);
		}
	}
}

/* --- what is in the cells --- */

/* The label of "size" centred at a place, or "". */
static const char *text_at(const struct scene *scene, int x, int y) {
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *shape = &scene->shapes[i];
		if (shape->kind == SHAPE_LABEL && shape->x == x && shape->y == y) {
			return shape->text;
		}
	}
	return "";
}

static const struct shape *first_cells(const struct scene *scene) {
	for (size_t i = 0; i < scene->count; i++) {
		if (scene->shapes[i].kind == SHAPE_CELLS) {
			return &scene->shapes[i];
		}
	}
	cr_assert_fail("no cells");
	return NULL;
}

Test(grid, every_cell_has_its_offset_and_its_grey) {
	static const char *const layouts[] = {
		"(8,8):(8,1)", "(3,5):(-7,2)", "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))", "(2,200):(1000,1)",
	};
	for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
		struct stage stage;
		draw_grid(&stage, layouts[i], true);
		struct offsets offsets = offsets_init(&stage.ev.algebra, stage.layout);
		const struct shape *cells = first_cells(&stage.scene);
		for (int64_t k = 0; k < offsets.size; k++) {
			int x = cells->x + (int)(k / cells->cells->rows) * cells->width + cells->width / 2;
			int y = cells->y + (int)(k % cells->cells->rows) * cells->height + cells->height / 2;
			int64_t offset = offsets_at(&offsets, k);
			char text[32];
			snprintf(text, sizeof text, "%" PRId64, offset);
			cr_assert_str_eq(text_at(&stage.scene, x, y), text);
			cr_assert_eq(colour_at(&stage.scene, x, y), palette_grey[((offset % 8) + 8) % 8]);
		}
		stage_finish(&stage);
	}
}

Test(tv, every_cell_of_the_tutorial_tile_has_its_owner) {
	struct stage stage;
	struct tv_counts counts = draw_tv(&stage, "((32,4),(8,4)):((128,4),(16,1))", 16, 256);
	cr_assert_eq(counts.threads, 128);
	cr_assert_eq(counts.values, 32);
	cr_assert(counts.shared == 0 && counts.bare == 0 && counts.outside == 0);
	int labels = 0;
	for (size_t i = 0; i < stage.scene.count; i++) {
		const struct shape *shape = &stage.scene.shapes[i];
		labels += shape->kind == SHAPE_LABEL && shape->text[0] == 'T';
	}
	cr_assert_eq(labels, 16 * 256);
	/* Strips of 64 columns: the cells of the shapes, in order, are the columns of the tile. */
	int first_column = 0;
	for (size_t i = 0; i < stage.scene.count; i++) {
		const struct shape *cells = &stage.scene.shapes[i];
		if (cells->kind != SHAPE_CELLS) {
			continue;
		}
		cr_assert_eq(cells->cells->rows, 16);
		cr_assert_eq(cells->cells->columns, 64);
		for (int row = 0; row < 16; row++) {
			for (int column = 0; column < 64; column++) {
				int n = first_column + column;
				int thread = row / 4 * 32 + n / 8;
				cr_assert_eq(cells->cells->colours[cells->cells->index[row * 64 + column]], palette_thread[thread % 8]);
			}
		}
		first_column += 64;
	}
	cr_assert_eq(first_column, 256);
	stage_finish(&stage);
}

/* --- counts --- */

Test(tv, counts) {
	static const struct {
		const char *layout;
		int rows, columns;
		struct tv_counts counts;
	} cases[] = {
		{ "(4,2):(2,1)", 4, 2, { 4, 2, 0, 0, 0, 0, 0, 0 } },
		{ "(4,2):(2,8)", 4, 4, { 4, 2, 0, 8, 0, 0, 0, 0 } },
		{ "(4,2):(1,0)", 2, 2, { 4, 2, 4, 0, 0, 0, 0, 0 } },
		{ "(4,8):(1,2)", 4, 6, { 4, 8, 14, 6, 0, 0, 0, 0 } },
		{ "(4,4):(4,1)", 2, 4, { 4, 4, 0, 0, 8, 2, 0, 8 } },
		{ "(2,4):(-4,1)", 2, 2, { 2, 4, 0, 0, 4, 1, 0, -4 } },
		{ "(2,2):(100,200)", 1, 1, { 2, 2, 0, 0, 3, 0, 1, 200 } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct stage stage;
		struct tv_counts counts = draw_tv(&stage, cases[i].layout, cases[i].rows, cases[i].columns);
		cr_expect_eq(memcmp(&counts, &cases[i].counts, sizeof counts), 0, "%s", cases[i].layout);
		stage_finish(&stage);
	}
}

/* --- limits --- */

static enum fault_code grid_fault(const char *text) {
	struct stage stage;
	draw_grid(&stage, text, false);
	enum fault_code code = stage.ev.algebra.fault.code;
	stage_finish(&stage);
	return code;
}

static enum fault_code tv_fault(const char *text, int64_t rows, int64_t columns) {
	struct stage stage;
	draw_tv(&stage, text, rows, columns);
	enum fault_code code = stage.ev.algebra.fault.code;
	stage_finish(&stage);
	return code;
}

Test(grid, limits) {
	cr_expect_eq(grid_fault("(4096,4096):(1,4096)"), FAULT_NONE);
	cr_expect_eq(grid_fault("(4096,4097):(1,4096)"), FAULT_LIMIT);
	cr_expect_eq(grid_fault("16777216:1"), FAULT_NONE);
	cr_expect_eq(grid_fault("16777217:1"), FAULT_LIMIT);
	cr_expect_eq(grid_fault("(2,32000):(1,2)"), FAULT_NONE);
	cr_expect_eq(grid_fault("(2,32001):(1,2)"), FAULT_LIMIT);
	cr_expect_eq(grid_fault("(32001,2):(1,2)"), FAULT_LIMIT);
	cr_expect_eq(grid_fault("(2,2,4096):(1,2,4)"), FAULT_NONE);
	cr_expect_eq(grid_fault("(2,2,4097):(1,2,4)"), FAULT_LIMIT);
	cr_expect_eq(grid_fault("(2,0):(1,2)"), FAULT_DOMAIN);
	cr_expect_eq(grid_fault("(2,2):(9223372036854775807,1)"), FAULT_OVERFLOW);
}

Test(tv, limits) {
	cr_expect_eq(tv_fault("(4,2):(2,1)", 4096, 4096), FAULT_NONE);
	cr_expect_eq(tv_fault("(4,2):(2,1)", 4096, 4097), FAULT_LIMIT);
	cr_expect_eq(tv_fault("(4,2):(2,1)", INT64_MAX, INT64_MAX), FAULT_LIMIT);
	cr_expect_eq(tv_fault("(4,2):(2,1)", 32001, 1), FAULT_LIMIT);
	cr_expect_eq(tv_fault("(4,2):(2,1)", 0, 4), FAULT_DOMAIN);
	cr_expect_eq(tv_fault("(4,2):(2,1)", 4, -1), FAULT_DOMAIN);
	cr_expect_eq(tv_fault("(4,2):(2,1)", 4, 0), FAULT_DOMAIN);
	cr_expect_eq(tv_fault("(4,2):(2,1)", 32000, 1), FAULT_NONE);
	cr_expect_eq(tv_fault("(4,2):(2,1)", 1, 32000), FAULT_NONE);
	cr_expect_eq(tv_fault("(4,2):(2,1)", 1, 32001), FAULT_LIMIT);
	cr_expect_eq(tv_fault("(4294967296,4294967296):(0,0)", 4, 4), FAULT_OVERFLOW);
	cr_expect_eq(tv_fault("(4096,4096):(0,1)", 4, 4), FAULT_NONE);
	cr_expect_eq(tv_fault("(4096,4097):(0,1)", 4, 4), FAULT_LIMIT);
	cr_expect_eq(tv_fault("(4,0):(2,1)", 4, 4), FAULT_DOMAIN);
	cr_expect_eq(tv_fault("8:1", 4, 4), FAULT_RANK);
	cr_expect_eq(tv_fault("(2,2,2):(1,2,4)", 4, 4), FAULT_RANK);
	cr_expect_eq(tv_fault("(2,2):(9223372036854775807,1)", 4, 4), FAULT_OVERFLOW);
}

Test(panel, cells_without_text_above_the_limit) {
	struct stage stage;
	draw_grid(&stage, "(256,128):(1,256)", false);
	cr_expect_gt(stage.scene.count, 32768);
	stage_finish(&stage);
	draw_grid(&stage, "(256,129):(1,256)", false);
	cr_expect_lt(stage.scene.count, 1000);
	stage_finish(&stage);
}

/* --- the form of a picture --- */

static int count_cells(const struct scene *scene) {
	int count = 0;
	for (size_t i = 0; i < scene->count; i++) {
		count += scene->shapes[i].kind == SHAPE_CELLS;
	}
	return count;
}

/* A matrix of 128 cells along an axis, four times as long as it is wide, is broken into strips. */
Test(panel, long_matrices_are_strips) {
	static const struct {
		const char *layout;
		int strips;
	} cases[] = {
		{ "(32,128):(128,1)", 2 }, { "(33,128):(128,1)", 1 }, { "(31,127):(127,1)", 1 }, { "(128,32):(32,1)", 2 },
		{ "(128,33):(33,1)", 1 }, { "(127,31):(31,1)", 1 }, { "(1,128):(128,1)", 4 }, { "(128,1):(1,1)", 4 },
		{ "(2,130):(130,1)", 5 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct stage stage;
		draw_grid(&stage, cases[i].layout, false);
		cr_expect_eq(count_cells(&stage.scene), cases[i].strips, "%s: %d", cases[i].layout, count_cells(&stage.scene));
		stage_finish(&stage);
	}
}

/* A figure of "text" with "options". */
static void make_figure(struct stage *stage, struct figure *figure, const char *text, struct draw_options options) {
	stage_init(stage, text);
	struct map map = map_from_layout(stage->layout);
	options.title = text;
	figure_init(figure, &stage->arena, "grid", &options);
	grid_figure(figure, &stage->ev.algebra, &map, NULL, 1);
	finish_figure(stage, figure);
}

/* Whether the labels on "cells", the first of which is at "row" and "column", are the offsets of "a", one on each. */
static bool shows_offsets(const struct scene *scene, const struct shape *cells, struct layout a, int row, int column) {
	struct algebra al;
	algebra_init(&al, scene->arena);
	struct offsets rows = offsets_init(&al, layout_mode(a, 0));
	struct offsets columns = offsets_init(&al, layout_mode(a, 1));
	int seen = 0;
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *label = &scene->shapes[i];
		int x = label->x - cells->x;
		int y = label->y - cells->y;
		if (label->kind != SHAPE_LABEL || x < 0 || y < 0 || x >= cells->width * cells->cells->columns
			|| y >= cells->height * cells->cells->rows) {
			continue;
		}
		int64_t offset = offsets_at(&rows, row + y / cells->height) + offsets_at(&columns, column + x / cells->width);
		if (strtoll(label->text, NULL, 10) != offset) {
			return false;
		}
		seen++;
	}
	return seen == cells->cells->rows * cells->cells->columns;
}

/* A region is drawn with the offsets of its own cells, in one piece or in strips of its rows or columns. */
Test(grid, regions_are_those_of_the_layout) {
	static const struct {
		const char *layout;
		struct region region;
		int strips;
	} cases[] = {
		{ "(16,16):(16,1)", { true, 2, 5, 10, 14 }, 1 },
		{ "(16,16):(16,1)", { true, 0, 16, 0, 16 }, 1 },
		{ "(16,16):(16,1)", { true, 15, 16, 15, 16 }, 1 },
		{ "(2,(4,2)):(1,(2,8))", { true, 0, 2, 3, 7 }, 1 },
		{ "((4,2),3):((3,12),1)", { true, 3, 7, 1, 3 }, 1 },
		{ "(4,300):(300,1)", { true, 1, 3, 20, 260 }, 8 },
		{ "(4,300):(300,1)", { true, 3, 4, 172, 300 }, 4 },
		{ "(300,4):(4,1)", { true, 20, 260, 1, 3 }, 8 },
		{ "(300,4):(4,1)", { true, 20, 147, 1, 3 }, 1 },
	};
	for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		struct stage stage;
		struct figure figure;
		make_figure(&stage, &figure, cases[n].layout, (struct draw_options){ .region = cases[n].region });
		const struct region *region = &cases[n].region;
		int row = (int)region->first_row;
		int column = (int)region->first_column;
		int strips = 0;
		for (size_t i = 0; i < stage.scene.count; i++) {
			const struct shape *cells = &stage.scene.shapes[i];
			if (cells->kind != SHAPE_CELLS) {
				continue;
			}
			cr_expect(shows_offsets(&stage.scene, cells, stage.layout, row, column), "%s: row %d, column %d",
				cases[n].layout, row, column);
			bool sideways = cells->cells->columns == region->end_column - region->first_column;
			row += sideways ? cells->cells->rows : 0;
			column += sideways ? 0 : cells->cells->columns;
			strips++;
		}
		cr_expect_eq(strips, cases[n].strips, "%s: %d strips", cases[n].layout, strips);
		cr_expect(row == region->end_row || column == region->end_column, "%s: to row %d, column %d", cases[n].layout,
			row, column);
		stage_finish(&stage);
	}
}

/* Cells without text are as large as they are asked to be, else as large as makes the picture fill a screen. */
Test(panel, sides_of_cells_without_text) {
	static const struct {
		const char *layout;
		int cell, side;
	} cases[] = {
		{ "(300,300):(300,1)", 0, 6 }, { "(300,300):(300,1)", 3, 3 }, { "(300,300):(300,1)", 1, 1 },
		{ "(182,182):(182,1)", 0, 11 }, { "(2049,16):(16,1)", 0, 1 }, { "(4096,9):(9,1)", 0, 1 },
		{ "(1024,33):(33,1)", 0, 2 }, { "(100,100,4):(100,1,10000)", 0, 10 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct stage stage;
		struct figure figure;
		make_figure(&stage, &figure, cases[i].layout, (struct draw_options){ .cell = cases[i].cell });
		const struct shape *cells = first_cells(&stage.scene);
		cr_expect(cells->width == cases[i].side * PX && cells->height == cells->width, "%s: %d", cases[i].layout,
			cells->width);
		stage_finish(&stage);
	}
}

/* Panels stand side by side along mode 2 where these are at most 16. */
Test(grid, panels_across) {
	static const struct {
		const char *layout;
		int across;
	} cases[] = {
		{ "(1,1,16,2):(0,0,1,16)", 16 }, { "(1,1,17,2):(0,0,1,17)", 0 }, { "(1,1,1,2):(0,0,1,1)", 0 },
		{ "(1,1,2,2):(0,0,1,2)", 2 }, { "(1,1,4):(0,0,1)", 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct stage stage;
		struct figure figure;
		make_figure(&stage, &figure, cases[i].layout, (struct draw_options){ 0 });
		cr_expect_eq(figure.across, cases[i].across, "%s", cases[i].layout);
		stage_finish(&stage);
	}
}

/* The first cell of the first matrix whose colour is not that of its step in the range from "least" on; -1 for none. */
static int64_t find_colour_beside(const struct figure *figure, int64_t least) {
	const struct matrix *matrix = &figure->matrices[0];
	for (int row = 0; row < matrix->rows; row++) {
		for (int column = 0; column < matrix->columns; column++) {
			struct cell cell = figure_cell(figure, matrix, row, column);
			if (figure_colour(figure, matrix, &cell, row, column) != (cell.offset - least) / figure->step) {
				return cell.index;
			}
		}
	}
	return -1;
}

/* From 8192 cells on colours are those of the range of the offsets, and a legend says which these are. */
Test(grid, ranges_of_offsets) {
	static const struct {
		const char *layout;
		enum colour_key key;
		bool ranged;
		const char *legend;
	} cases[] = {
		{ "(64,127):(127,1)", COLOUR_BY_KIND, false, NULL },
		{ "(64,128):(128,1)", COLOUR_BY_KIND, true, "from light to dark: offsets 0 to 8191" },
		{ "(64,128):(128,1)", COLOUR_BY_OFFSET, true, "from light to dark: offsets 0 to 8191" },
		{ "(64,128):(128,1)", COLOUR_BY_BANK, true, NULL },
		{ "(64,128):(-128,1)", COLOUR_BY_KIND, true, "from light to dark: offsets -8064 to 127" },
		{ "(64,128):(-128,8)", COLOUR_BY_KIND, true, "from light to dark: offsets -8064 to 1016" },
		{ "(2,4096):(9223372036854775807,0)", COLOUR_BY_KIND, true,
			"from light to dark: offsets 0 to 9223372036854775807" },
		{ "(2,2,2048):(9223372036854775806,-1,0)", COLOUR_BY_KIND, false, NULL },
		{ "(64,128):(1@0,1@1)", COLOUR_BY_KIND, false, NULL },
		{ "(2,2,2048):(9223372036854775805,-1,0)", COLOUR_BY_KIND, true,
			"from light to dark: offsets -1 to 9223372036854775805" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct stage stage;
		struct figure figure;
		make_figure(&stage, &figure, cases[i].layout, (struct draw_options){ .colour = cases[i].key });
		cr_expect_eq(figure.ranged, cases[i].ranged, "%s", cases[i].layout);
		cr_assert_eq(figure.page.legend_count, cases[i].legend != NULL, "%s", cases[i].layout);
		struct layout plain = figure.ranged ? stage.layout : layout_one();
		struct offsets all = offsets_init(&stage.ev.algebra, plain);
		int64_t length = all.greatest - all.least;
		bool is_least = figure.step == 1 || length / (figure.step - 1) >= PALETTE_MOST;
		cr_expect(length / figure.step < PALETTE_MOST && is_least, "%s: steps of %" PRId64, cases[i].layout,
			figure.step);
		if (cases[i].legend != NULL) {
			cr_expect_eq(find_colour_beside(&figure, all.least), -1, "%s", cases[i].layout);
			cr_expect_str_eq(figure.page.legends[0].text, cases[i].legend);
		}
		stage_finish(&stage);
	}
}

/* Layouts side by side have colours modulo 8, however many cells they have and whatever their strides. */
Test(grid, several_have_no_range) {
	struct stage stage;
	struct figure figure;
	stage_init(&stage, "(64,128):(1024,8)");
	const struct map maps[2] = { map_from_layout(stage.layout), map_from_layout(stage.layout) };
	figure_init(&figure, &stage.arena, "grid", &(struct draw_options){ .title = "" });
	grid_figure(&figure, &stage.ev.algebra, maps, NULL, 2);
	finish_figure(&stage, &figure);
	cr_expect(figure.count == 2 && !figure.ranged && figure.step == 1 && figure.page.legend_count == 0);
	stage_finish(&stage);
}

/* --- pages --- */

/* Legends stand side by side as soon as they fit the body, to the last pixel: then no room is left beside them. */
Test(page, legends_that_just_fit) {
	static const int letters[][2] = { { 30, 59 }, { 31, 62 } };
	char text[64];
	memset(text, 'm', sizeof text);
	for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
		struct arena arena;
		arena_init(&arena, NULL, NULL);
		char *first = arena_alloc(&arena, sizeof text), *second = arena_alloc(&arena, sizeof text);
		snprintf(first, sizeof text, "%.*s", letters[i][0], text);
		snprintf(second, sizeof text, "%.*s", letters[i][1], text);
		struct scene scene = { 0 };
		int width = 0;
		do {
			width += 2 * PX;
			struct page page = { .title = "", .theme = palette_theme(THEME_LIGHT) };
			page_add_legend(&page, LEGEND_NOTE, first);
			page_add_legend(&page, LEGEND_NOTE, second);
			scene_init(&scene, &arena);
			page_lay_out(&page, &scene, width, 100 * PX);
		} while (scene.shapes[0].y != scene.shapes[1].y);
		int end = scene.shapes[1].x + font_width(letters[i][1], scene.shapes[1].size);
		cr_expect_lt(end - scene.shapes[0].x, width + 1, "%d", letters[i][0]);
		cr_expect_gt(end - scene.shapes[0].x, width - 2 * PX, "%d", letters[i][0]);
		arena_finish(&arena);
	}
}

/* --- scenes as text --- */

Test(scene, cells_of_many_colours_are_two_digits) {
	static const uint32_t colours[40] = { 0x1 };
	static const uint8_t index[] = { 0, 9, 10, 39, CELL_UNPAINTED, 35 };
	static const struct {
		int colours;
		const char *rows;
	} cases[] = { { 36, "  09a\n  z.z\n" }, { 37, "  00090a\n  23..23\n" }, { 40, "  00090a\n  27..23\n" } };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct scene scene;
		struct buf buf;
		arena_init(&arena, NULL, NULL);
		scene_init(&scene, &arena);
		buf_init(&buf, &arena);
		uint8_t own[6];
		memcpy(own, index, sizeof own);
		own[3] = i == 0 ? 35 : i == 1 ? 35 : 39;
		struct cells cells = { 2, 3, own, colours, cases[i].colours };
		scene_add_cells(&scene, 0, 0, PX, PX, &cells);
		scene_print(&buf, &scene);
		cr_expect(buf.length > strlen(cases[i].rows)
			&& strcmp(buf.data + buf.length - strlen(cases[i].rows), cases[i].rows) == 0, "%s", buf.data);
		arena_finish(&arena);
	}
}

/* Numbers in SVG files have no superfluous zeros and points, wherever labels stand. */
Test(svg, whole_numbers) {
	struct arena arena;
	int whole = 0;
	arena_init(&arena, NULL, NULL);
	for (int i = 0; i < 4000; i++) {
		struct scene scene;
		struct buf out;
		arena_reset(&arena);
		scene_init(&scene, &arena);
		scene.width = scene.height = 400;
		scene_add_label(&scene, 100, i % 10, (struct lettering){ ANCHOR_START, 1 + i / 10, 0 }, "7");
		buf_init(&out, &arena);
		cr_assert(svg_print(&out, &scene));
		buf_put(&out, "");
		const char *matrix = strstr(out.data, "matrix(");
		cr_assert_not_null(matrix);
		const char *end = strchr(matrix, ')');
		const char *last = end;
		while (last[-1] != ' ') {
			last--;
		}
		double baseline = (i % 10 + FONT_CAPITAL * (1 + i / 10) / (2.0 * FONT_EM)) / PX;
		cr_assert(fabs(strtod(last, NULL) - baseline) < 0.0011, "%.*s", (int)(end - matrix), matrix);
		cr_assert(end[-1] != '.' && strncmp(last, "0.", 2) != 0, "%.*s", (int)(end - matrix), matrix);
		whole += memchr(last, '.', (size_t)(end - last)) == NULL;
	}
	cr_assert_geq(whole, 1);
	arena_finish(&arena);
}

/* A path has the lines of one look alone: not the outline behind them, and nothing behind the last shape. */
Test(svg, paths_of_lines_end_with_the_lines) {
	const struct stroke stroke = { 0x123456, PX };
	for (int behind = 0; behind < 2; behind++) {
		struct arena arena;
		struct scene scene;
		struct buf out;
		arena_init(&arena, NULL, NULL);
		scene_init(&scene, &arena);
		scene.width = scene.height = 400;
		scene_add_line(&scene, 10, 20, 30, 50, stroke);
		scene_add_line(&scene, 30, 50, 60, 70, stroke);
		scene_add_line(&scene, 60, 70, 70, 90, stroke);
		if (behind > 0) {
			scene_add_outline(&scene, 100, 120, 140, 160, stroke);
		} else {
			scene.count--;
		}
		buf_init(&out, &arena);
		cr_assert(svg_print(&out, &scene));
		buf_put(&out, "");
		const char *path = strstr(out.data, "<path fill=\"none\"");
		cr_assert_not_null(path);
		int lines = 0;
		for (const char *at = path; *at != '/'; at++) {
			lines += *at == 'M';
		}
		cr_assert_eq(lines, 2 + behind, "%s", path);
		arena_finish(&arena);
	}
}

/* The relative luminance of WCAG 2. */
static double luminance(uint32_t colour) {
	static const double weights[] = { 0.0722, 0.7152, 0.2126 };
	double sum = 0;
	for (int i = 0; i < 3; i++) {
		double part = (colour >> 8 * i & 255) / 255.0;
		sum += weights[i] * (part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
	}
	return sum;
}

/* Black or white, whichever has the greater contrast, or three fourths of that: light is not computed so exactly. */
Test(palette, texts_can_be_read_on_all_colours) {
	for (uint32_t i = 0; i < 4096; i++) {
		uint32_t background = ((i & 0xf00) << 8 | (i & 0xf0) << 4 | (i & 0xf)) * 0x11;
		double light = luminance(background);
		double white = 1.05 / (light + 0.05), black = (light + 0.05) / 0.05;
		uint32_t text = palette_text_on(background);
		cr_assert(text == 0 || text == 0xffffff);
		double nearly = 0.75 * (white > black ? white : black);
		cr_expect_geq(text == 0 ? black : white, nearly, "#%06x on #%06x", (unsigned)text, (unsigned)background);
	}
	cr_expect_eq(palette_text_on(0xff0000), 0x000000);
	cr_expect_eq(palette_text_on(0xec7014), 0x000000, "of the counts that all tell apart");
}
