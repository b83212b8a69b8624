/* src/render: what a figure knows of its cells, asked cell by cell. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "render/draw.h"
#include "render/gemm.h"
#include "render/grid.h"
#include "render/lookup.h"
#include "render/slice.h"
#include "render/tv.h"
#include "samples.h"

static struct arena arena;
static struct algebra al;

static void begin(void) {
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
}

static void end(void) {
	arena_finish(&arena);
}

TestSuite(cell, .init = begin, .fini = end);
TestSuite(lookup, .init = begin, .fini = end);
TestSuite(refused, .init = begin, .fini = end);

static struct tuple pair(int64_t a, int64_t b) {
	return tuple_pair(&al, tuple_int(a), tuple_int(b));
}

static struct layout matrix(int64_t rows, int64_t columns, int64_t row_stride, int64_t column_stride) {
	return (struct layout){ pair(rows, columns), pair(row_stride, column_stride) };
}

/* --- coordinates --- */

/* Nested extents 2, 3, (2, 3), (2, 3) and so on, "depth" deep. */
static struct tuple nested(int depth) {
	return depth == 0 ? tuple_int(12) : tuple_pair(&al, pair(2, 3), nested(depth - 1));
}

static int64_t put_coordinate(struct buf *out, struct tuple shape, int64_t index) {
	if (!tuple_is_tuple(shape)) {
		buf_put_int(out, index % shape.value);
		return index / shape.value;
	}
	for (int i = 0; i < tuple_rank(shape); i++) {
		buf_put_char(out, i == 0 ? '(' : ',');
		index = put_coordinate(out, tuple_mode(shape, i), index);
	}
	buf_put_char(out, ')');
	return index;
}

/* However little room there is for it, a coordinate is what fits of the whole text. */
Test(cell, coordinates_are_cut_to_their_room) {
	for (int variant = 0; variant < 3; variant++) {
		struct matrix shown = {
			.row_shape = nested(2), .column_shape = nested(3), .prefix = "((", .suffix = ",7),8)",
			.transposed = variant == 1, .one_mode = variant == 2,
		};
		struct buf whole;
		buf_init(&whole, &arena);
		buf_put(&whole, "((");
		if (variant == 2) {
			put_coordinate(&whole, shown.column_shape, 1234);
		} else {
			put_coordinate(&whole, variant == 1 ? shown.column_shape : shown.row_shape, variant == 1 ? 1000 : 401);
			buf_put_char(&whole, ',');
			put_coordinate(&whole, variant == 1 ? shown.row_shape : shown.column_shape, variant == 1 ? 401 : 1000);
		}
		buf_put(&whole, ",7),8)");
		for (size_t size = 1; size < whole.length + 5; size++) {
			char text[160];
			memset(text, 'x', sizeof text);
			figure_coordinate(&shown, 401, 1000, 1234, text, size);
			size_t length = whole.length < size ? whole.length : size - 1;
			cr_assert_eq(strlen(text), length, "'%s' of '%s'", text, whole.data);
			cr_assert_eq(memcmp(text, whole.data, length), 0, "'%s' of '%s'", text, whole.data);
			cr_assert_eq(text[size], 'x', "room for %zu", size);
		}
	}
}

/* --- texts --- */

static struct cell one_cell;

static void look_at_it(const struct matrix *shown, int row, int column, struct cell *cell) {
	(void)shown, (void)row, (void)column;
	*cell = one_cell;
}

/* Owners below other texts: on two lines where there is room, else as a list, of which what fits is shown. */
Test(cell, owners_have_the_lines_that_are_left) {
	static const struct owner owners[] = { { 5, 1 }, { 6, 1 }, { 7, 1 }, { 8, 1 } };
	static const struct owner others[] = { { 5, 1 }, { 5, 2 } };
	static const struct {
		int before; /* lines of other texts */
		int owners;
		bool shared, unlike;
		bool list;
		const char *lines[TEXT_LINES];
	} cases[] = {
		{ 0, 1, false, false, false, { "T5", "V1" } },
		{ 2, 1, false, false, false, { "9", "9", "T5", "V1" } },
		{ 3, 1, false, false, false, { "9", "9", "9", "T5V1" } },
		{ 0, 2, false, false, false, { "T5 +1", "V1" } },
		{ 0, 4, false, false, false, { "T5 +3", "V1" } },
		{ 0, 2, true, false, true, { "T5V1", "T6V1" } },
		{ 0, 2, false, true, true, { "T5V1", "T5V2" } },
		{ 0, 3, true, false, true, { "T5V1", "T6V1", "T7V1" } },
		{ 0, 4, true, false, true, { "T5V1", "T6V1", "+2" } },
		{ 2, 3, true, false, true, { "9", "9", "T5V1", "T6V1" } },
		{ 3, 4, true, false, true, { "9", "9", "9", "T5V1" } },
		{ 0, 0, false, false, false, { NULL } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct draw_options options = { .title = "", .text_count = cases[i].before + 1 };
		for (int k = 0; k < cases[i].before; k++) {
			options.texts[k] = TEXT_INDEX;
		}
		options.texts[cases[i].before] = TEXT_OWNERS;
		struct figure figure;
		figure_init(&figure, &arena, "test", &options);
		struct matrix *shown = figure_add(&figure, 1, 1);
		shown->look = look_at_it;
		one_cell = (struct cell){ .index = 9, .owners = cases[i].unlike ? others : owners,
			.owner_count = cases[i].owners, .shared = cases[i].shared };
		struct cell_text text;
		figure_cell_text(&figure, shown, &one_cell, 0, 0, &text);
		int count = 0;
		while (count < TEXT_LINES && cases[i].lines[count] != NULL) {
			count++;
		}
		cr_assert_eq(text.count, count, "case %zu", i);
		cr_expect_eq(text.list, cases[i].list, "case %zu", i);
		for (int line = 0; line < count; line++) {
			cr_expect_str_eq(text.line[line], cases[i].lines[line], "case %zu", i);
		}
	}
}

/* --- colours --- */

/* In a picture without texts a cell with several owners has the colour of the sign for that, like a conflict. */
Test(cell, what_is_shared_has_a_colour_where_there_is_no_text) {
	struct figure figure;
	figure_init(&figure, &arena, "tv", &(struct draw_options){ .title = "" });
	tv_figure(&figure, &al, matrix(4, 8, 1, 2), 4, 6);
	figure_finish(&figure, &al);
	cr_assert(!algebra_failed(&al));
	uint32_t colours[FIGURE_COLOURS];
	figure_palette(&figure, &figure.matrices[0], colours);
	for (int row = 0; row < 4; row++) {
		uint8_t shared[6], plain[6];
		figure_colour_row(&figure, &figure.matrices[0], (struct row_part){ row, 0, 6 }, true, shared);
		figure_colour_row(&figure, &figure.matrices[0], (struct row_part){ row, 0, 6 }, false, plain);
		for (int column = 0; column < 6; column++) {
			struct cell cell = figure_cell(&figure, &figure.matrices[0], row, column);
			cr_assert_eq(colours[shared[column]] == COLOUR_SHARED, cell.owner_count > 1);
			cr_assert_neq(colours[plain[column]], COLOUR_SHARED);
		}
	}
	struct matrix *shown = figure_add(&figure, 1, 1);
	shown->look = look_at_it;
	uint8_t out;
	one_cell = (struct cell){ .conflict = true };
	figure_colour_row(&figure, shown, (struct row_part){ 0, 0, 1 }, true, &out);
	cr_expect_eq(colours[out], COLOUR_SHARED);
	one_cell = (struct cell){ .absent = true };
	figure_colour_row(&figure, shown, (struct row_part){ 0, 0, 1 }, true, &out);
	cr_expect_eq(out, CELL_UNPAINTED);
}

/* Each owner's colour once; none where cells are not coloured by owner. */
Test(cell, owners_colours) {
	static const struct owner owners[] = { { 1, 0 }, { 9, 1 }, { 2, 8 }, { 3, 2 }, { 4, 3 }, { 5, 4 } };
	static const struct {
		enum colour_key key;
		int count;
		uint8_t colours[OWNER_COLOURS];
	} cases[] = {
		{ COLOUR_BY_THREAD, 4, { 1, 2, 3, 4 } },
		{ COLOUR_BY_VALUE, 4, { 0, 1, 2, 3 } },
		{ COLOUR_BY_WARP, 1, { 0 } },
		{ COLOUR_BY_ROW, 0, { 0 } },
		{ COLOUR_BY_NOTHING, 0, { 0 } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct figure figure;
		figure_init(&figure, &arena, "tv", &(struct draw_options){ .title = "", .colour = cases[i].key });
		figure.facts |= FACT_OWNER;
		struct matrix *shown = figure_add(&figure, 1, 1);
		shown->look = look_at_it;
		figure_finish(&figure, &al);
		one_cell = (struct cell){ .owners = owners, .owner_count = 6 };
		uint8_t out[OWNER_COLOURS] = { 0 };
		cr_assert_eq(figure_owner_colours(&figure, shown, &one_cell, out), cases[i].count, "case %zu", i);
		cr_expect_eq(memcmp(out, cases[i].colours, (size_t)cases[i].count), 0, "case %zu", i);
	}
}

/* Cells that more lanes touch than there are colours have the last one. */
Test(cell, counts_beyond_the_colours) {
	struct figure figure;
	figure_init(&figure, &arena, "film", &(struct draw_options){ .title = "" });
	figure.facts |= FACT_COUNT;
	figure.colour = COLOUR_BY_COUNT;
	struct matrix *shown = figure_add(&figure, 1, 1);
	shown->look = look_at_it;
	figure_finish(&figure, &al);
	for (int count = 0; count < 40; count++) {
		one_cell = (struct cell){ .count = count };
		cr_expect_eq(figure_colour(&figure, shown, &one_cell, 0, 0), count < 8 ? count : 8);
	}
}

/* What ends between two cells. */
Test(cell, edges) {
	static const struct owner owners[] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 31, 0 }, { 32, 0 }, { 63, 5 } };
	static const struct {
		int a, b; /* of the owners; -1 for none */
		enum figure_edge edge;
	} cases[] = {
		{ 0, 0, EDGE_OF_NOTHING }, { 0, 1, EDGE_OF_NOTHING }, { 0, 2, EDGE_OF_THREAD }, { 0, 3, EDGE_OF_THREAD },
		{ 3, 4, EDGE_OF_WARP }, { 4, 3, EDGE_OF_WARP }, { 4, 5, EDGE_OF_THREAD }, { 2, -1, EDGE_OF_THREAD },
		{ -1, 5, EDGE_OF_THREAD }, { 4, -1, EDGE_OF_THREAD }, { -1, 4, EDGE_OF_THREAD }, { 0, -1, EDGE_OF_NOTHING },
		{ -1, 0, EDGE_OF_NOTHING }, { -1, -1, EDGE_OF_NOTHING },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct cell a = { .owners = &owners[cases[i].a < 0 ? 0 : cases[i].a], .owner_count = cases[i].a >= 0 };
		struct cell b = { .owners = &owners[cases[i].b < 0 ? 0 : cases[i].b], .owner_count = cases[i].b >= 0 };
		cr_expect_eq(figure_edge(&a, &b), cases[i].edge, "case %zu", i);
	}
}

/* --- looking offsets up --- */

/* A chain of up to "steps" swizzles over a random layout. */
static struct map random_chain(struct samples *samples, int steps) {
	struct map map = map_from_layout(sample_layout(samples, &al, 64));
	for (int i = 0; i < steps; i++) {
		struct swizzle swizzle = { (int)sample_below(samples, 4), (int)sample_below(samples, 3), 3 };
		map = map_composed(&al, map_from_swizzle(swizzle), tuple_int(sample_below(samples, 9)), map);
	}
	return map;
}

/* Whatever stands before a layout, each of its coordinates has the offset that the algebra computes. */
Test(lookup, is_what_the_map_gives) {
	struct samples samples;
	samples_init(&samples, 20261126);
	for (int number = 0; number < 3000; number++) {
		algebra_init(&al, &arena);
		struct map map = random_chain(&samples, number % 12);
		struct layout inner = map_inner(&al, map);
		bool one_panel = number % 2 == 0;
		struct lookup lookup = lookup_init(&al, map, one_panel);
		cr_assert(!algebra_failed(&al), "%s", al.fault.text);
		int64_t size = layout_size(&al, inner).value;
		int rank = layout_rank(inner);
		cr_assert_eq(lookup_size(&lookup), size);
		cr_assert_eq(lookup_cells(&al, map), size);
		cr_assert_eq(lookup.rows, tuple_is_tuple(inner.shape) ? layout_size(&al, layout_mode(inner, 0)).value : size);
		cr_assert(one_panel || rank < 2 || lookup.columns == layout_size(&al, layout_mode(inner, 1)).value);
		for (int64_t i = 0; i < size; i++) {
			struct tuple coordinate = tuple_idx2crd(&al, tuple_int(i), inner.shape);
			cr_assert_eq(lookup_at(&lookup, i), map_crd2idx(&al, coordinate, map).value);
		}
		arena_reset(&arena);
	}
}

/* --- what is refused, and what just is not --- */

static struct figure new_figure(void) {
	struct figure figure;
	al.fault = (struct fault){ 0 };
	figure_init(&figure, &arena, "test", &(struct draw_options){ .title = "" });
	return figure;
}

static void expect_fault(enum fault_code code, const char *text) {
	cr_expect_eq(al.fault.code, code, "%s", al.fault.text);
	cr_expect_str_eq(al.fault.text, text);
}

static void try_gemm(struct layout a, struct layout b, struct layout c, enum fault_code code, const char *text) {
	struct figure figure = new_figure();
	static const int64_t tile[3];
	gemm_figure(&figure, &al, map_from_layout(a), map_from_layout(b), map_from_layout(c), tile);
	expect_fault(code, text);
	cr_expect(code == FAULT_NONE || figure.count < 3);
}

Test(refused, operands_of_products) {
	struct layout one = matrix(1, 1, 1, 1);
	struct tuple *modes = tuple_modes_new(&al, 3);
	modes[0] = modes[1] = modes[2] = tuple_int(1);
	struct layout three = layout_from_shape(&al, tuple_of(&al, modes, 3));
	try_gemm(one, one, one, FAULT_NONE, "");
	try_gemm(three, one, one, FAULT_RANK, "A of a matrix product has 2 modes, this layout has 3");
	try_gemm(one, one, (struct layout){ tuple_int(1), tuple_int(1) }, FAULT_RANK,
		"C of a matrix product has 2 modes, this layout has 1");
	try_gemm(matrix(2, 1, 1, 1), one, one, FAULT_DOMAIN, "M is 1 in one operand and 2 in another");
	try_gemm(one, matrix(1, 3, 1, 1), one, FAULT_DOMAIN, "K is 1 in one operand and 3 in another");
	try_gemm(one, one, matrix(1, 0, 1, 1), FAULT_LIMIT, "a mode of 0 coordinates is not drawn");
	try_gemm(one, one, matrix(16777217, 1, 1, 1), FAULT_LIMIT, "a mode of 16777217 coordinates is not drawn");
	try_gemm(matrix(16777216, 1, 1, 1), one, matrix(16777216, 1, 1, 1), FAULT_LIMIT,
		"mode 0 has 16777216 coordinates, at most 32000 are drawn along an axis");
	try_gemm(matrix(4096, 1, 1, 1), matrix(4096, 1, 1, 1), matrix(4096, 4096, 1, 4096), FAULT_NONE, "");
	try_gemm(matrix(4096, 1, 1, 1), matrix(4097, 1, 1, 1), matrix(4096, 4097, 1, 4096), FAULT_LIMIT,
		"C has 16781312 cells, at most 16777216 are drawn");
}

static void try_slice(struct layout a, struct tuple coordinate, enum fault_code code, const char *text) {
	struct figure figure = new_figure();
	slice_figure(&figure, &al, map_from_layout(a), coordinate);
	expect_fault(code, text);
	cr_expect_eq(figure.count, code == FAULT_NONE);
}

Test(refused, coordinates_of_slices) {
	struct layout a = matrix(4, 8, 8, 1);
	struct tuple all = tuple_underscore();
	struct tuple deep = tuple_pair(&al, pair(1, 1), tuple_int(0));
	struct tuple basis = tuple_int(1);
	basis.basis_depth = 1;
	try_slice(a, tuple_pair(&al, tuple_int(0), all), FAULT_NONE, "");
	try_slice(a, pair(3, 7), FAULT_NONE, "");
	try_slice(a, tuple_int(31), FAULT_NONE, "");
	try_slice(a, pair(4, 7), FAULT_DOMAIN, "4 is outside a mode of 4 coordinates");
	try_slice(a, pair(0, 8), FAULT_DOMAIN, "8 is outside a mode of 8 coordinates");
	try_slice(a, pair(-1, 0), FAULT_DOMAIN, "-1 is outside a mode of 4 coordinates");
	try_slice(a, tuple_int(32), FAULT_DOMAIN, "32 is outside a mode of 32 coordinates");
	try_slice(a, tuple_pair(&al, basis, all), FAULT_DOMAIN, "1 is outside a mode of 4 coordinates");
	try_slice(a, deep, FAULT_RANK, "the coordinate has 2 modes where the layout has 1");
	try_slice(a, tuple_append(&al, pair(1, 1), tuple_int(0)), FAULT_RANK,
		"the coordinate has 3 modes where the layout has 2");
	try_slice((struct layout){ tuple_int(4), tuple_int(1) }, tuple_wrap(&al, tuple_int(1)), FAULT_RANK,
		"the coordinate has 1 modes where the layout has 1");
	try_slice((struct layout){ tuple_int(4), tuple_int(1) }, pair(1, 1), FAULT_RANK,
		"the coordinate has 2 modes where the layout has 1");
	try_slice((struct layout){ tuple_int(16777217), tuple_int(1) }, tuple_int(0), FAULT_LIMIT,
		"a picture of 16777217 cells is too large, at most 16777216 are drawn");
}
