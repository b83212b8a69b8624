/* src/render: kinds of pictures, cell for cell against what the instructions and operations are defined to do. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "algebra/banks.h"
#include "lang/eval.h"
#include "render/accesses.h"
#include "render/draw.h"
#include "render/grid.h"
#include "render/mma.h"
#include "render/op.h"
#include "render/slice.h"
#include "render/swizzled.h"
#include "render/text.h"
#include "render/tv.h"
#include "samples.h"

static const int64_t no_tile[3];

/* A value and a figure to draw it in. */
struct stage {
	struct arena arena;
	struct evaluation ev;
	struct algebra *al;
	struct value value;
	struct figure figure;
};

static void stage_init(struct stage *stage, const char *text, const struct draw_options *options) {
	static const struct draw_options usual = { .title = "" };
	arena_init(&stage->arena, NULL, NULL);
	evaluation_init(&stage->ev, &stage->arena, false);
	struct source source = { "<test>", str_from(text), 1 };
	cr_assert(evaluation_run(&stage->ev, &source), "%s: %s", text, stage->ev.error.fault.text);
	stage->al = &stage->ev.algebra;
	stage->value = stage->ev.results[0];
	figure_init(&stage->figure, &stage->arena, "test", options != NULL ? options : &usual);
}

static void finish(struct stage *stage) {
	cr_assert(!algebra_failed(stage->al), "%s", stage->al->fault.text);
	figure_finish(&stage->figure, stage->al);
	cr_assert(!algebra_failed(stage->al), "%s", stage->al->fault.text);
}

static struct cell cell_at(const struct stage *stage, int matrix, int row, int column) {
	return figure_cell(&stage->figure, &stage->figure.matrices[matrix], row, column);
}

static uint32_t colour_at(const struct stage *stage, int matrix, int row, int column) {
	uint32_t colours[FIGURE_COLOURS];
	struct cell cell = cell_at(stage, matrix, row, column);
	figure_palette(&stage->figure, &stage->figure.matrices[matrix], colours);
	return colours[figure_colour(&stage->figure, &stage->figure.matrices[matrix], &cell, row, column)];
}

static void check_owner(const struct stage *stage, int matrix, int row, int column, int thread, int value) {
	struct cell cell = cell_at(stage, matrix, row, column);
	cr_assert_eq(cell.owner_count, 1);
	cr_assert_eq(cell.owners[0].thread, thread, "matrix %d, cell %d %d", matrix, row, column);
	cr_assert_eq(cell.owners[0].value, value, "matrix %d, cell %d %d", matrix, row, column);
	cr_assert_eq(colour_at(stage, matrix, row, column), palette_thread[thread % 8]);
}

/* What is not ordinary is counted in the tiles of source and destination together. */
Test(mma, cells_without_an_owner_are_counted) {
	struct stage stage;
	stage_init(&stage, "make_tiled_copy_impl(copy_atom(\"UniversalCopy<u16>\",16),(8,1):(1,0),(8,2))", NULL);
	copy_figure(&stage.figure, stage.al, &stage.value.tiled_copy->copy);
	finish(&stage);
	cr_assert_eq(stage.figure.page.legend_count, 1);
	cr_assert_str_eq(stage.figure.page.legends[0].text, "16 cells without owner");
	arena_finish(&stage.arena);
}

/* The fragments of mma.m16n8k16 as the PTX ISA has them; B is drawn with k downward. */
Test(mma, every_cell_of_m16n8k16_has_its_owner) {
	struct stage stage;
	stage_init(&stage, "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"))", NULL);
	mma_figure(&stage.figure, stage.al, &stage.value.tiled_mma->mma, no_tile);
	finish(&stage);
	cr_assert_eq(stage.figure.count, 3);
	for (int m = 0; m < 16; m++) {
		for (int n = 0; n < 8; n++) {
			check_owner(&stage, 0, m, n, m % 8 * 4 + n / 2, n % 2 + m / 8 * 2);
		}
		for (int k = 0; k < 16; k++) {
			check_owner(&stage, 1, m, k, m % 8 * 4 + k % 8 / 2, k % 2 + m / 8 * 2 + k / 8 * 4);
		}
	}
	for (int k = 0; k < 16; k++) {
		for (int n = 0; n < 8; n++) {
			check_owner(&stage, 2, k, n, n * 4 + k % 8 / 2, k % 2 + k / 8 * 2);
		}
	}
	arena_finish(&stage.arena);
}

/* A stands left of C at the same height, B above it with the same columns. */
Test(mma, operands_are_in_their_places) {
	struct stage stage;
	stage_init(&stage, "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"))", NULL);
	mma_figure(&stage.figure, stage.al, &stage.value.tiled_mma->mma, no_tile);
	finish(&stage);
	struct scene scene;
	scene_init(&scene, &stage.arena);
	struct layout_plan plan = figure_draw(&stage.figure, &scene);
	const struct panel *c = &plan.placed[0].panel;
	const struct panel *a = &plan.placed[1].panel;
	const struct panel *b = &plan.placed[2].panel;
	cr_assert(a->y == c->y && a->cell_height == c->cell_height && a->x + a->columns * a->cell_width < c->x);
	cr_assert(b->x == c->x && b->cell_width == c->cell_width && b->y + b->rows * b->cell_height < c->y);
	arena_finish(&stage.arena);
}

Test(swizzle, after_is_before_with_bits_flipped) {
	struct stage stage;
	stage_init(&stage, "(8,8):(8,1)", NULL);
	struct map before = value_as_map(stage.al, &stage.value);
	struct swizzle swizzle = { 3, 0, 3 };
	struct map after = map_composed(stage.al, map_from_swizzle(swizzle), tuple_int(0), before);
	swizzled_figure(&stage.figure, stage.al, (struct swizzled_side){ before, "before" },
		(struct swizzled_side){ after, "after" }, swizzle, 0);
	finish(&stage);
	for (int row = 0; row < 8; row++) {
		for (int column = 0; column < 8; column++) {
			cr_assert_eq(cell_at(&stage, 0, row, column).offset, row * 8 + column);
			int offset = row * 8 + (column ^ row);
			cr_assert_eq(cell_at(&stage, 1, row, column).offset, offset);
			cr_assert_eq(colour_at(&stage, 1, row, column), palette_thread[offset % 8]);
		}
	}
	arena_finish(&stage.arena);
}

/* A swizzle that shifts up changes the bits above those that it reads; cells can be without its lowest bits. */
Test(swizzle, colours_are_of_the_bits_that_are_changed) {
	struct stage stage;
	stage_init(&stage, "(8,8):(8,1)", NULL);
	struct map before = value_as_map(stage.al, &stage.value);
	struct swizzle swizzle = { 2, 1, -3 };
	struct map after = map_composed(stage.al, map_from_swizzle((struct swizzle){ 2, 0, -3 }), tuple_int(0), before);
	swizzled_figure(&stage.figure, stage.al, (struct swizzled_side){ before, "before" },
		(struct swizzled_side){ after, "after" }, swizzle, 1);
	finish(&stage);
	for (int row = 0; row < 8; row++) {
		for (int column = 0; column < 8; column++) {
			cr_assert_eq(cell_at(&stage, 1, row, column).offset, (row ^ (column & 3)) * 8 + column);
			cr_assert_eq(colour_at(&stage, 0, row, column), palette_thread[row % 4]);
			cr_assert_eq(colour_at(&stage, 1, row, column), palette_thread[(row ^ column) % 4]);
		}
	}
	arena_finish(&stage.arena);
}

Test(slice, marks_what_the_coordinate_leaves_open) {
	struct stage stage;
	stage_init(&stage, "((2,4),8):((1,2),8)", NULL);
	struct map map = value_as_map(stage.al, &stage.value);
	struct tuple c = tuple_pair(stage.al, tuple_pair(stage.al, tuple_int(1), tuple_underscore()), tuple_underscore());
	slice_figure(&stage.figure, stage.al, map, c);
	finish(&stage);
	for (int row = 0; row < 8; row++) {
		for (int column = 0; column < 8; column++) {
			cr_assert_eq(cell_at(&stage, 0, row, column).marked, row % 2 == 1);
		}
	}
	arena_finish(&stage.arena);
}

/* Cells of one tile have one colour in the operand and in the result. */
Test(op, tiles_of_a_division_agree) {
	struct stage stage;
	stage_init(&stage, "((8,8):(8,1), zipped_divide((8,8):(8,1), (2:1,4:1)))", NULL);
	struct tiler modes[2] = {
		{ .kind = TILER_LAYOUT, .layout = { tuple_int(2), tuple_int(1) } },
		{ .kind = TILER_LAYOUT, .layout = { tuple_int(4), tuple_int(1) } },
	};
	struct tiler tiler = { .kind = TILER_MODES, .modes = modes, .rank = 2 };
	struct op op = {
		.family = OP_DIVIDE, .operand_count = 1, .tiler = &tiler, .apply = layout_zipped_divide,
		.operands = { { value_as_map(stage.al, &stage.value.list.items[0]), "A" } },
		.result = { value_as_map(stage.al, &stage.value.list.items[1]), "R" },
	};
	op_figure(&stage.figure, stage.al, &op);
	finish(&stage);
	for (int row = 0; row < 8; row++) {
		for (int column = 0; column < 8; column++) {
			struct cell cell = cell_at(&stage, 1, row, column);
			int from_row = (int)cell.offset / 8;
			int from_column = (int)cell.offset % 8;
			cr_assert_eq(cell.tile, column);
			cr_assert_eq(cell_at(&stage, 0, from_row, from_column).tile, from_row / 2 + from_column / 4 * 4);
			cr_assert_eq(cell_at(&stage, 0, from_row, from_column).tile, column);
		}
	}
	arena_finish(&stage.arena);
}

Test(banks, conflicts_of_a_padded_matrix) {
	static const struct {
		const char *layout;
		bool conflict;
	} cases[] = {
		{ "(32,1):(32,1)", true }, { "(32,1):(33,1)", false }, { "(32,1):(1,0)", false }, { "(32,1):(2,0)", true },
		{ "(32,1):(0,0)", false }, { "(32,1):(16,0)", true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct stage stage;
		stage_init(&stage, cases[i].layout, NULL);
		banks_figure(&stage.figure, stage.al, value_as_map(stage.al, &stage.value), &(struct access){ .vector = 1 });
		finish(&stage);
		for (int lane = 0; lane < 32; lane++) {
			cr_expect_eq(cell_at(&stage, 0, lane, 0).conflict, cases[i].conflict, "%s, lane %d", cases[i].layout, lane);
		}
		arena_finish(&stage.arena);
	}
}

/* Whether "lane" and the one that differs from it by "mask" have the same address, for every lane. */
static bool are_all_pairs(const int64_t *words, int mask) {
	bool all = true;
	for (int lane = 0; lane < BANK_LANES; lane++) {
		all = all && words[lane] == words[lane ^ mask];
	}
	return all;
}

/* Whether another of the lanes from "first" on wants another word of a bank that "lane" uses. */
static bool has_conflict(const int64_t *words, int vector, int lane, int first, int lanes) {
	for (int other = first; other < first + lanes; other++) {
		for (int k = 0; k < vector * vector; k++) {
			int64_t apart = words[lane] + k % vector - words[other] - k / vector;
			if (apart != 0 && apart % BANKS == 0) {
				return true;
			}
		}
	}
	return false;
}

/*
 * Random accesses of one warp to words, pairs of words and four words: of loads, pairs of lanes may share a phase, but
 * for ldmatrix. Of 1 and 2 matrices, the lanes behind their rows take no part.
 */
Test(banks, conflicts_are_those_of_the_phases) {
	struct samples samples;
	int paired = 0;
	samples_init(&samples, 5);
	for (int round = 0; round < 300 / SAMPLES_SLOWNESS; round++) {
		struct stage stage;
		char text[80];
		int strides[5];
		int64_t words[BANK_LANES];
		int vector = 1 << sample_below(&samples, 3);
		int matrices = vector == 4 && sample_below(&samples, 2) == 0 ? 1 << sample_below(&samples, 3) : 0;
		int active = matrices > 0 ? matrices * MATRIX_ROWS : BANK_LANES;
		bool is_load = sample_below(&samples, 2) == 0;
		for (int i = 0; i < 5; i++) {
			strides[i] = sample_below(&samples, 3) == 0 ? 0 : vector << sample_below(&samples, 6);
		}
		for (int lane = 0; lane < BANK_LANES; lane++) {
			words[lane] = 0;
			for (int i = 0; i < 5; i++) {
				words[lane] += (lane >> i & 1) * strides[i];
			}
		}
		snprintf(text, sizeof text, "((2,2,2,2,2),%d):((%d,%d,%d,%d,%d),1)", vector, strides[0], strides[1],
			strides[2], strides[3], strides[4]);
		bool pairs = is_load && vector > 1 && matrices == 0 && (are_all_pairs(words, 1) || are_all_pairs(words, 2));
		int lanes = BANK_LANES / vector * (pairs ? 2 : 1);
		stage_init(&stage, text, NULL);
		banks_figure(&stage.figure, stage.al, value_as_map(stage.al, &stage.value),
			&(struct access){ .vector = vector, .is_load = is_load, .matrices = matrices });
		finish(&stage);
		for (int lane = 0; lane < BANK_LANES; lane++) {
			bool conflict = lane < active && has_conflict(words, vector, lane, lane / lanes * lanes, lanes);
			cr_assert_eq(cell_at(&stage, 0, lane, 0).conflict, conflict, "%s: a %s, %d matrices, lane %d", text,
				is_load ? "load" : "store", matrices, lane);
			paired += pairs && conflict;
		}
		arena_finish(&stage.arena);
	}
	cr_assert_gt(paired, 0);
}

/* Rows are threads and columns are values, in conflict or not, where the last warp is full and where it is not. */
Test(banks, each_access_is_of_its_thread_and_value) {
	static const int threads[] = { 5, 32, 33, 64, 96, 100 };
	for (size_t i = 0; i < sizeof threads / sizeof threads[0] * 3; i++) {
		struct stage stage;
		char text[80];
		int vector = 1 << i % 3;
		snprintf(text, sizeof text, "(%d,8):(64,1)", threads[i / 3]);
		stage_init(&stage, text, NULL);
		banks_figure(&stage.figure, stage.al, value_as_map(stage.al, &stage.value),
			&(struct access){ .vector = vector });
		finish(&stage);
		for (int thread = 0; thread < threads[i / 3]; thread++) {
			for (int value = 0; value < 8; value++) {
				struct cell cell = cell_at(&stage, 0, thread, value);
				cr_assert_eq(cell.owner_count, 1);
				cr_assert_eq(cell.owners[0].thread, thread, "%s by %d: thread %d", text, vector, thread);
				cr_assert_eq(cell.owners[0].value, value, "%s by %d: value %d", text, vector, value);
				cr_assert(cell.conflict || thread % 32 == 0);
			}
		}
		arena_finish(&stage.arena);
	}
}

Test(film, counts_lanes_and_sectors) {
	struct stage stage;
	stage_init(&stage, "((4,8),1):((1,32),0)", NULL);
	film_figure(&stage.figure, stage.al, value_as_map(stage.al, &stage.value), &(struct access){ .vector = 1 });
	finish(&stage);
	cr_assert_eq(stage.figure.count, 1);
	cr_assert_eq(stage.figure.matrices[0].rows, 8);
	cr_assert_not_null(strstr(stage.figure.matrices[0].caption, "8 sectors in 8 lines; 8 wavefronts"),
		"%s", stage.figure.matrices[0].caption);
	for (int row = 0; row < 8; row++) {
		for (int word = 0; word < 32; word++) {
			cr_assert_eq(cell_at(&stage, 0, row, word).count, word < 4);
		}
	}
	arena_finish(&stage.arena);
}

Test(highlight, reads_and_fades) {
	struct highlight highlight;
	cr_assert(highlight_read("T5", &highlight) && highlight.key == COLOUR_BY_THREAD && highlight.number == 5);
	cr_assert(highlight_read("T5V3", &highlight) && highlight.number == 5 && highlight.value == 3);
	cr_assert(highlight_read("V0", &highlight) && highlight.key == COLOUR_BY_VALUE);
	cr_assert(highlight_read("warp 2", &highlight) && highlight.key == COLOUR_BY_WARP && highlight.number == 2);
	static const char *const wrong[] = { "", "T", "5", "T5V", "T-1", "warp", "T5 ", "thread", "X1", "T5V3V1" };
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		cr_expect_not(highlight_read(wrong[i], &highlight), "%s", wrong[i]);
	}
	struct stage stage;
	struct draw_options options = { .title = "" };
	cr_assert(highlight_read("T2", &options.highlight));
	stage_init(&stage, "(4,4):(4,1)", &options);
	tv_figure(&stage.figure, stage.al, stage.value.layout, 4, 4);
	finish(&stage);
	for (int column = 0; column < 4; column++) {
		cr_expect_eq(colour_at(&stage, 0, 0, column) == palette_thread[column], column == 2);
	}
	arena_finish(&stage.arena);
}

/* The grid of a layout as text, "width" wide; "stage" has it until its arena ends. */
static struct buf grid_text(struct stage *stage, const char *layout, int width) {
	struct buf buf;
	stage_init(stage, layout, NULL);
	struct map map = value_as_map(stage->al, &stage->value);
	grid_figure(&stage->figure, stage->al, &map, NULL, 1);
	finish(stage);
	buf_init(&buf, &stage->arena);
	text_print(&buf, stage->al, &stage->figure, width, TEXT_PLAIN);
	return buf;
}

/* No line is longer than the terminal is wide. */
Test(text, is_folded) {
	for (int width = 20; width < 120; width += 7) {
		struct stage stage;
		struct buf buf = grid_text(&stage, "((4,8),(2,30)):((1,8),(4,100))", width);
		for (const char *line = buf.data; *line != '\0'; line += strcspn(line, "\n") + 1) {
			cr_assert_leq(strcspn(line, "\n"), (size_t)width);
		}
		arena_finish(&stage.arena);
	}
}

/* The numbers of rows take the room of the longest one; what they leave is full of columns. */
Test(text, is_as_wide_as_it_fits) {
	enum { COLUMN = 5, MARGIN = 2 };
	for (int rows = 10; rows <= 11; rows++) {
		for (int width = 40; width < 60; width++) {
			struct stage stage;
			struct buf buf = grid_text(&stage, rows == 10 ? "(10,60):(60,1)" : "(11,60):(60,1)", width);
			int longest = 0;
			for (const char *line = buf.data; *line != '\0'; line += strcspn(line, "\n") + 1) {
				longest = (int)strcspn(line, "\n") > longest ? (int)strcspn(line, "\n") : longest;
			}
			bool fits = longest + MARGIN <= width && width < longest + MARGIN + COLUMN;
			cr_expect(fits, "%d rows: %d of %d", rows, longest, width);
			arena_finish(&stage.arena);
		}
	}
}

/* Every palette has colours for every scale, and texts on them can be read. */
Test(palette, text_contrasts) {
	for (int name = PALETTE_CLASSIC; name <= PALETTE_GREY; name++) {
		for (int scale = SCALE_OWNERS; scale <= SCALE_COUNTS; scale++) {
			struct colours colours = palette_colours((enum palette_name)name, (enum palette_scale)scale);
			cr_assert(colours.count >= 8 && colours.count <= PALETTE_MOST);
			for (int i = 0; i < colours.count; i++) {
				uint32_t ink = palette_text_on(colours.data[i]);
				cr_assert(ink == 0 || ink == 0xffffff);
				cr_assert_neq(ink, colours.data[i]);
			}
		}
	}
}

/* The range goes from its lightest colour, the first, to its darkest. */
Test(palette, ranges) {
	for (int name = PALETTE_CLASSIC; name <= PALETTE_GREY; name++) {
		struct colours colours = palette_colours((enum palette_name)name, SCALE_RANGE);
		int before = INT32_MAX;
		for (int i = 0; i < colours.count; i++) {
			uint32_t colour = colours.data[i];
			int light = (int)(299 * (colour >> 16) + 587 * (colour >> 8 & 255) + 114 * (colour & 255));
			cr_assert(light < before, "colour %d of palette %d is %06x", i, name, colour);
			before = light;
		}
	}
}

/* Tiles that go past the end of a mode: each cell of the result is where its coordinate is, or outside. */
Test(op, tiles_past_the_end_are_nobodys) {
	for (int sample = 0; sample < 3 * 7 * 7 * 4 * 4; sample++) {
		int m = sample / 3 % 7 + 1, n = sample / 21 % 7 + 1, tm = sample / 147 % 4 + 1, tn = sample / 588 + 1;
		char text[64];
		const int strides[3][2] = { { n, 1 }, { 1, m }, { 41, 5 } };
		snprintf(text, sizeof text, "(%d,%d):(%d,%d)", m, n, strides[sample % 3][0], strides[sample % 3][1]);
		struct stage stage;
		stage_init(&stage, text, NULL);
		struct tiler modes[2] = {
			{ .kind = TILER_INT, .layout = { tuple_int(tm), tuple_int(1) } },
			{ .kind = TILER_INT, .layout = { tuple_int(tn), tuple_int(1) } },
		};
		struct tiler tiler = { .kind = TILER_MODES, .modes = modes, .rank = 2 };
		struct layout a = stage.value.layout;
		struct op op = {
			.family = OP_DIVIDE, .operand_count = 1, .tiler = &tiler, .apply = layout_zipped_divide,
			.operands = { { map_from_layout(a), "A" } },
			.result = { map_from_layout(layout_zipped_divide(stage.al, a, &tiler)), "R" },
		};
		op_figure(&stage.figure, stage.al, &op);
		finish(&stage);
		int across = (m + tm - 1) / tm;
		for (int row = 0; row < m; row++) {
			for (int column = 0; column < n; column++) {
				cr_assert_eq(cell_at(&stage, 0, row, column).tile, row / tm + column / tn * across, "%s by %d,%d",
					text, tm, tn);
			}
		}
		for (int tile = 0; tile < across * ((n + tn - 1) / tn); tile++) {
			for (int i = 0; i < tm * tn; i++) {
				bool inside = tile % across * tm + i % tm < m && tile / across * tn + i / tm < n;
				cr_assert_eq(cell_at(&stage, 1, i, tile).tile, inside ? tile : -1, "%s by %d,%d: %d %d", text, tm, tn,
					i, tile);
			}
		}
		arena_finish(&stage.arena);
	}
}

/* Offsets below 0 lie in the banks before bank 0, two halves in each. */
Test(banks, of_negative_offsets) {
	static const struct {
		int bits;
		const char *banks[4];
	} cases[] = {
		{ 16, { "0", "31", "31", "30" } },
		{ 32, { "0", "31", "30", "29" } },
		{ 64, { "0", "30", "28", "26" } },
		{ 8, { "0", "31", "31", "31" } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct stage stage;
		struct draw_options options = {
			.title = "", .bits = cases[i].bits, .texts = { TEXT_BANK }, .text_count = 1,
		};
		stage_init(&stage, "4:-1", &options);
		struct map map = value_as_map(stage.al, &stage.value);
		grid_figure(&stage.figure, stage.al, &map, NULL, 1);
		finish(&stage);
		for (int column = 0; column < 4; column++) {
			struct cell cell = cell_at(&stage, 0, 0, column);
			struct cell_text text;
			figure_cell_text(&stage.figure, &stage.figure.matrices[0], &cell, 0, column, &text);
			cr_expect_str_eq(text.line[0], cases[i].banks[column], "%d bits, offset %d", cases[i].bits, -column);
		}
		arena_finish(&stage.arena);
	}
}

/* What would be a ribbon has its elements where they are in the operand, with lines between tiles. */
Test(op, a_long_division_is_a_grid_of_tiles) {
	struct stage stage;
	stage_init(&stage, "((32,16):(16,1), zipped_divide((32,16):(16,1), (16,8)))", NULL);
	struct tiler modes[2] = {
		{ .kind = TILER_INT, .layout = { tuple_int(16), tuple_int(1) } },
		{ .kind = TILER_INT, .layout = { tuple_int(8), tuple_int(1) } },
	};
	struct tiler tiler = { .kind = TILER_MODES, .modes = modes, .rank = 2 };
	struct op op = {
		.family = OP_DIVIDE, .operand_count = 1, .tiler = &tiler, .apply = layout_zipped_divide,
		.operands = { { value_as_map(stage.al, &stage.value.list.items[0]), "A" } },
		.result = { value_as_map(stage.al, &stage.value.list.items[1]), "R" },
	};
	op_figure(&stage.figure, stage.al, &op);
	finish(&stage);
	for (int row = 0; row < 32; row++) {
		for (int column = 0; column < 16; column++) {
			struct cell cell = cell_at(&stage, 1, row, column);
			cr_assert_eq(cell.offset, row * 16 + column);
			cr_assert_eq(cell.tile, row / 16 + column / 8 * 2);
		}
	}
	cr_expect_str_eq(stage.figure.matrices[1].caption, "R, tile by tile");
	arena_finish(&stage.arena);
}
