/* src/render/op.c: the tile of each cell, against what the operations are defined to do with it. */
#include <criterion/criterion.h>
#include <string.h>

#include "render/op.h"
#include "samples.h"

enum { MODES = 3, CELLS_MOST = 1 << 12, SAMPLES = 6000 / SAMPLES_SLOWNESS };

/* An operation on a matrix of so many modes, each with the tiler that it is given to. */
struct sample {
	struct arena arena;
	struct algebra al;
	struct figure figure;
	struct layout a;
	struct tiler tiler;
	struct tiler modes[MODES];
	int64_t extent[MODES];
	int rank; /* of the modes that are tiled one by one: 1 where the tiler is no tuple */
};

static void sample_init(struct sample *sample) {
	arena_init(&sample->arena, NULL, NULL);
	algebra_init(&sample->al, &sample->arena);
	sample->al.verify = false;
	figure_init(&sample->figure, &sample->arena, "op", &(struct draw_options){ .title = "" });
}

/* A tiler of one mode. */
static struct tiler choose_tiler(struct samples *samples, struct algebra *al, struct layout mode) {
	switch (sample_below(samples, 6)) {
	case 0: return (struct tiler){ .kind = TILER_UNDERSCORE };
	case 1:
	case 2:
		return (struct tiler){ .kind = TILER_INT,
			.layout = { tuple_int(sample_between(samples, 1, 5)), tuple_int(1) } };
	case 3:
		return (struct tiler){ .kind = TILER_LAYOUT,
			.layout = { tuple_int(sample_between(samples, 1, 4)), tuple_int(sample_between(samples, 0, 4)) } };
	default: return (struct tiler){ .kind = TILER_LAYOUT, .layout = sample_layout_into(samples, al, mode, 16) };
	}
}

/* A layout of flat modes, compact as often as not, and a tiler for all of it or for each mode. */
static void choose(struct sample *sample, struct samples *samples) {
	struct algebra *al = &sample->al;
	int rank = (int)sample_between(samples, 1, MODES);
	struct layout *modes = arena_array(&sample->arena, MODES, sizeof *modes);
	int64_t next = 1;
	for (int k = 0; k < rank; k++) {
		int64_t extent = sample_between(samples, 1, 6);
		bool compact = sample_below(samples, 3) > 0;
		modes[k] = (struct layout){ tuple_int(extent), tuple_int(compact ? next : sample_between(samples, -3, 30)) };
		sample->extent[k] = extent;
		next *= extent;
	}
	sample->a = rank == 1 ? modes[0] : layout_from_modes(al, modes, rank);
	if (rank > 1 && sample_below(samples, 3) > 0) {
		for (int k = 0; k < rank; k++) {
			sample->modes[k] = choose_tiler(samples, al, modes[k]);
		}
		sample->tiler = (struct tiler){ .kind = TILER_MODES, .modes = sample->modes, .rank = rank };
		sample->rank = rank;
		return;
	}
	sample->modes[0] = sample->tiler = choose_tiler(samples, al, sample->a);
	sample->extent[0] = next;
	sample->rank = 1;
}

static void put_map(struct op_operand *operand, struct layout layout, const char *caption) {
	*operand = (struct op_operand){ map_from_layout(layout), caption };
}

/* Draw zipped_divide(a, tiler). */
static void draw_divided(struct sample *sample, struct layout a, const struct tiler *tiler) {
	struct op op = { .family = OP_DIVIDE, .operand_count = 1, .tiler = tiler, .apply = layout_zipped_divide };
	put_map(&op.operands[0], a, "A");
	put_map(&op.result, layout_zipped_divide(&sample->al, a, tiler), "R");
	op_figure(&sample->figure, &sample->al, &op);
}

/* The tile that the picture shows of cell "index" of a matrix; -1 for none, -2 if it does not have the cell. */
static int tile_of(const struct sample *sample, int matrix, int64_t index) {
	const struct matrix *shown = &sample->figure.matrices[matrix];
	int row = (int)(index % shown->rows);
	int column = (int)(index / shown->rows);
	if (shown->one_mode) {
		row = (int)(index / shown->columns);
		column = (int)(index % shown->columns);
	}
	struct cell cell = figure_cell(&sample->figure, shown, row, column);
	cr_assert_eq(cell.index, index);
	cr_assert_eq(cell.bare, cell.tile < 0);
	return cell.absent ? -2 : cell.tile;
}

static int64_t size_of(struct algebra *al, struct layout a) {
	return layout_size(al, a).value;
}

static int64_t offset_at(struct algebra *al, struct layout a, int64_t index) {
	return layout_crd2idx(al, tuple_int(index), a).value;
}

/* The coordinates of each mode that come out of "operation" of the mode's numbers 0, 1, 2 and so on. */
struct numbers {
	struct layout mode[MODES];
	int64_t inner[MODES], outer[MODES]; /* extents of the tile, and of the tiles */
};

/* Where number "i" of "inner" and "j" of "outer" lies: the cell, or -1 beyond an end. */
static int64_t cell_of(struct sample *sample, const struct numbers *numbers, int64_t i, int64_t j) {
	int64_t cell = 0;
	int64_t unit = 1;
	for (int k = 0; k < sample->rank; k++) {
		int64_t number = i % numbers->inner[k] + numbers->inner[k] * (j % numbers->outer[k]);
		int64_t at = offset_at(&sample->al, numbers->mode[k], number);
		if (at < 0 || at >= sample->extent[k]) {
			return -1;
		}
		cell += at * unit;
		unit *= sample->extent[k];
		i /= numbers->inner[k];
		j /= numbers->outer[k];
	}
	return cell;
}

/* Each mode of the operand divided by itself. */
static struct numbers divided(struct sample *sample) {
	struct numbers numbers;
	struct algebra *al = &sample->al;
	for (int k = 0; k < sample->rank; k++) {
		struct layout line = { tuple_int(sample->extent[k]), tuple_int(1) };
		struct layout mode = layout_zipped_divide(al, line, &sample->modes[k]);
		bool pair = !algebra_failed(al) && layout_rank(mode) == 2;
		numbers.mode[k] = mode;
		numbers.inner[k] = pair ? size_of(al, layout_mode(mode, 0)) : 1;
		numbers.outer[k] = pair ? size_of(al, layout_mode(mode, 1)) : 1;
	}
	return numbers;
}

static int64_t product_of(const int64_t *extents, int count) {
	int64_t product = 1;
	for (int k = 0; k < count; k++) {
		product *= extents[k];
	}
	return product;
}

/* CuTe's operations are those of functions only where extents divide. */
static bool is_function(struct sample *sample, const struct numbers *numbers, struct layout zipped, int64_t columns) {
	int64_t size = size_of(&sample->al, zipped);
	for (int64_t i = 0; i < size; i++) {
		int64_t cell = cell_of(sample, numbers, i % (size / columns), i / (size / columns));
		if (cell >= 0 && offset_at(&sample->al, zipped, i) != offset_at(&sample->al, sample->a, cell)) {
			return false;
		}
	}
	return true;
}

/* The cells of the operand have the first tile that covers them; those of the zipped result its column. */
static void check_division(struct sample *sample, const struct numbers *numbers, bool zipped) {
	int32_t tiles[CELLS_MOST];
	int64_t size = product_of(sample->extent, sample->rank);
	int64_t rows = product_of(numbers->inner, sample->rank);
	int64_t columns = product_of(numbers->outer, sample->rank);
	memset(tiles, -1, sizeof tiles);
	for (int64_t j = 0; j < columns; j++) {
		for (int64_t i = 0; i < rows; i++) {
			int64_t cell = cell_of(sample, numbers, i, j);
			if (cell >= 0 && tiles[cell] < 0) {
				tiles[cell] = (int32_t)j;
			}
			if (zipped) {
				cr_assert_eq(tile_of(sample, 2, i + j * rows), cell < 0 ? -1 : tiles[cell]);
			}
		}
	}
	for (int64_t cell = 0; cell < size; cell++) {
		cr_assert_eq(tile_of(sample, 0, cell), tiles[cell]);
	}
}

Test(op, a_cell_is_in_the_first_tile_of_a_division) {
	struct samples samples;
	samples_init(&samples, 20261122);
	int checked = 0;
	for (int number = 0; number < SAMPLES; number++) {
		static struct sample sample;
		sample_init(&sample);
		choose(&sample, &samples);
		struct op op = { .family = OP_DIVIDE, .operand_count = 2, .tiler = &sample.tiler };
		op.apply = number % 2 == 0 ? layout_zipped_divide : layout_logical_divide;
		put_map(&op.operands[0], sample.a, "A");
		put_map(&op.operands[1], (struct layout){ tuple_int(5), tuple_int(2) }, "B");
		struct numbers numbers = divided(&sample);
		put_map(&op.result, op.apply(&sample.al, sample.a, &sample.tiler), "R");
		struct layout zipped = layout_zipped_divide(&sample.al, sample.a, &sample.tiler);
		if (!algebra_failed(&sample.al) && size_of(&sample.al, zipped) <= CELLS_MOST
			&& is_function(&sample, &numbers, zipped, product_of(numbers.outer, sample.rank))) {
			op_figure(&sample.figure, &sample.al, &op);
			cr_assert(!algebra_failed(&sample.al), "%s", sample.al.fault.text);
			cr_assert_eq(sample.figure.count, 3);
			bool is_ribbon = strcmp(sample.figure.matrices[2].caption, "R") != 0;
			check_division(&sample, &numbers, op.apply == layout_zipped_divide && !is_ribbon);
			for (int i = 0; i < 5; i++) {
				cr_assert_eq(tile_of(&sample, 1, i), 0);
			}
			checked++;
		}
		arena_finish(&sample.arena);
	}
	cr_assert_gt(checked, SAMPLES / 4);
}

/* Each mode of the operand composed with its tiler. */
static struct numbers composed(struct sample *sample) {
	struct numbers numbers;
	for (int k = 0; k < sample->rank; k++) {
		struct layout line = { tuple_int(sample->extent[k]), tuple_int(1) };
		numbers.mode[k] = layout_composition_tiler(&sample->al, line, &sample->modes[k]);
		numbers.inner[k] = algebra_failed(&sample->al) ? 1 : size_of(&sample->al, numbers.mode[k]);
		numbers.outer[k] = 1;
	}
	return numbers;
}

/* A column of the result is a tile, a row by itself has one in each cell; a cell of the operand is in the first. */
static void check_composition(struct sample *sample, const struct numbers *numbers, struct layout result) {
	int32_t tiles[CELLS_MOST];
	int64_t size = product_of(numbers->inner, sample->rank);
	int64_t rows = layout_rank(result) < 2 ? 1 : size_of(&sample->al, layout_mode(result, 0));
	rows = rows == size ? 1 : rows;
	memset(tiles, -1, sizeof tiles);
	for (int64_t i = 0; i < size; i++) {
		int64_t cell = cell_of(sample, numbers, i, 0);
		int32_t tile = (int32_t)(i / rows);
		if (cell >= 0 && tiles[cell] < 0) {
			tiles[cell] = tile;
		}
		cr_assert_eq(tile_of(sample, 2, i), tile);
		cr_assert_eq(tile_of(sample, 1, i), tile);
	}
	for (int64_t cell = 0; cell < product_of(sample->extent, sample->rank); cell++) {
		cr_assert_eq(tile_of(sample, 0, cell), tiles[cell]);
	}
}

Test(op, a_cell_is_in_the_first_column_of_a_composition) {
	struct samples samples;
	samples_init(&samples, 20261123);
	int checked = 0;
	for (int number = 0; number < SAMPLES; number++) {
		static struct sample sample;
		sample_init(&sample);
		choose(&sample, &samples);
		struct op op = { .family = OP_COMPOSITION, .operand_count = 2, .tiler = &sample.tiler };
		struct numbers numbers = composed(&sample);
		struct layout result = layout_composition_tiler(&sample.al, sample.a, &sample.tiler);
		put_map(&op.operands[0], sample.a, "A");
		put_map(&op.operands[1], result, "B");
		put_map(&op.result, result, "R");
		if (!algebra_failed(&sample.al) && size_of(&sample.al, result) <= CELLS_MOST
			&& is_function(&sample, &numbers, result, 1)) {
			op_figure(&sample.figure, &sample.al, &op);
			cr_assert(!algebra_failed(&sample.al), "%s", sample.al.fault.text);
			cr_assert_eq(sample.figure.count, 3);
			check_composition(&sample, &numbers, result);
			checked++;
		}
		arena_finish(&sample.arena);
	}
	cr_assert_gt(checked, SAMPLES / 4);
}

typedef struct layout (*product)(struct algebra *al, struct layout a, const struct tiler *b);

/* Copy by copy, whatever their offsets are. */
static void check_product(struct sample *sample, struct layout result) {
	int64_t rows = size_of(&sample->al, sample->a);
	for (int64_t i = 0; i < size_of(&sample->al, result); i++) {
		cr_assert_eq(tile_of(sample, 2, i), i / rows);
	}
	for (int64_t i = 0; i < rows; i++) {
		cr_assert_eq(tile_of(sample, 0, i), 0);
	}
}

Test(op, a_cell_is_in_its_copy_of_a_product) {
	static const product products[] = {
		layout_zipped_product, layout_logical_product, layout_tiled_product, layout_flat_product,
	};
	struct samples samples;
	samples_init(&samples, 20261124);
	int checked = 0;
	for (int number = 0; number < SAMPLES / 4; number++) {
		static struct sample sample;
		sample_init(&sample);
		struct layout a = sample_layout(&samples, &sample.al, 12);
		struct layout b = sample_layout(&samples, &sample.al, 12);
		sample.a = a;
		sample.tiler = (struct tiler){ .kind = TILER_LAYOUT, .layout = b };
		struct op op = { .family = OP_PRODUCT, .operand_count = number % 3 == 0 ? 1 : 2, .tiler = &sample.tiler,
			.apply = products[number % 4] };
		struct layout result = op.apply(&sample.al, a, &sample.tiler);
		put_map(&op.operands[0], a, "A");
		put_map(&op.operands[1], b, "B");
		put_map(&op.result, result, "R");
		if (!algebra_failed(&sample.al)) {
			op_figure(&sample.figure, &sample.al, &op);
			cr_assert(!algebra_failed(&sample.al), "%s", sample.al.fault.text);
			cr_assert_eq(sample.figure.count, op.operand_count + 1);
			if (op.operand_count == 2) {
				check_product(&sample, result);
			}
			for (int64_t i = 0; op.operand_count == 2 && i < size_of(&sample.al, b); i++) {
				cr_assert_eq(tile_of(&sample, 1, i), i);
			}
			checked++;
		}
		arena_finish(&sample.arena);
	}
	cr_assert_gt(checked, SAMPLES / 16);
}

Test(op, a_complement_is_shown_with_what_it_fills) {
	struct samples samples;
	samples_init(&samples, 20261125);
	for (int number = 0; number < 200; number++) {
		static struct sample sample;
		sample_init(&sample);
		struct layout a = sample_layout_injective(&samples, &sample.al, 12);
		struct layout result = layout_complement(&sample.al, a, tuple_int(64));
		if (!algebra_failed(&sample.al) && layout_rank(a) == 2) {
			struct op op = { .family = OP_COMPLEMENT, .operand_count = 1 };
			put_map(&op.operands[0], a, "A");
			put_map(&op.result, result, "R");
			op_figure(&sample.figure, &sample.al, &op);
			cr_assert_eq(sample.figure.count, 3);
			for (int64_t i = 0; i < size_of(&sample.al, a) * size_of(&sample.al, result); i++) {
				cr_assert_eq(tile_of(&sample, 2, i), i / size_of(&sample.al, a));
			}
			for (int64_t i = 0; i < size_of(&sample.al, a); i++) {
				cr_assert_eq(tile_of(&sample, 0, i), 0);
			}
			for (int64_t i = 0; i < size_of(&sample.al, result); i++) {
				cr_assert_eq(tile_of(&sample, 1, i), i);
			}
		}
		arena_finish(&sample.arena);
	}
}

/* A result of 64 rows or columns, four times as long as it is wide, is shown tile by tile. */
Test(op, a_ribbon_is_a_division_four_times_as_long_as_wide) {
	static const struct {
		int rows, columns, tile_rows, tile_columns;
		bool ribbon;
	} cases[] = {
		{ 32, 32, 8, 8, true },  /* 64 x 16 */
		{ 8, 136, 8, 8, false }, /* 64 x 17 */
		{ 9, 7, 9, 7, false },   /* 63 x 1 */
		{ 8, 8, 8, 8, true },    /* 64 x 1 */
		{ 32, 32, 4, 4, true },  /* 16 x 64 */
		{ 17, 64, 17, 1, false },
		{ 63, 1, 1, 1, false },
		{ 64, 1, 1, 1, true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		static struct sample sample;
		sample_init(&sample);
		struct tuple *tile = tuple_modes_new(&sample.al, 2);
		tile[0] = tuple_int(cases[i].rows);
		tile[1] = tuple_int(cases[i].columns);
		struct layout a = layout_from_shape(&sample.al, tuple_of(&sample.al, tile, 2));
		for (int k = 0; k < 2; k++) {
			struct tuple extent = tuple_int(k == 0 ? cases[i].tile_rows : cases[i].tile_columns);
			sample.modes[k] = (struct tiler){ .kind = TILER_INT, .layout = { extent, tuple_int(1) } };
		}
		struct tiler tiler = { .kind = TILER_MODES, .modes = sample.modes, .rank = 2 };
		draw_divided(&sample, a, &tiler);
		cr_assert_eq(sample.figure.count, 2);
		cr_expect_str_eq(sample.figure.matrices[1].caption, cases[i].ribbon ? "R, tile by tile" : "R", "case %zu", i);
		arena_finish(&sample.arena);
	}
}

/* Only a matrix whose two modes are divided each by its own is shown tile by tile, however long the result is. */
Test(op, a_ribbon_is_a_matrix_divided_by_mode) {
	static const struct {
		int rank, tiler_rank; /* of the operand; of the tiler, 0 for an integer */
		bool ribbon;
	} cases[] = { { 2, 2, true }, { 2, 1, false }, { 2, 0, false }, { 3, 2, false }, { 1, 0, false }, { 1, 1, false } };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		static struct sample sample;
		sample_init(&sample);
		struct tuple shape = tuple_int(256);
		if (cases[i].rank > 1) {
			struct tuple *extents = tuple_modes_new(&sample.al, 3);
			extents[0] = extents[1] = tuple_int(16);
			extents[2] = tuple_int(2);
			shape = tuple_of(&sample.al, extents, cases[i].rank);
		}
		struct layout a = layout_from_shape(&sample.al, shape);
		for (int k = 0; k < 2; k++) {
			sample.modes[k] = (struct tiler){ .kind = TILER_INT, .layout = { tuple_int(2), tuple_int(1) } };
		}
		struct tiler tiler = { .kind = TILER_MODES, .modes = sample.modes, .rank = cases[i].tiler_rank };
		tiler = cases[i].tiler_rank > 0 ? tiler : sample.modes[0];
		draw_divided(&sample, a, &tiler);
		cr_assert(!algebra_failed(&sample.al), "case %zu: %s", i, sample.al.fault.text);
		cr_expect_str_eq(sample.figure.matrices[1].caption, cases[i].ribbon ? "R, tile by tile" : "R", "case %zu", i);
		arena_finish(&sample.arena);
	}
}

/* Tiles with gaps that reach past a mode of one coordinate: none of these cells is in the next mode. */
Test(op, tiles_with_gaps_end_with_their_mode) {
	static struct sample sample;
	sample_init(&sample);
	struct layout *modes = arena_array(&sample.arena, 2, sizeof *modes);
	modes[0] = (struct layout){ tuple_int(1), tuple_int(22) };
	modes[1] = (struct layout){ tuple_int(4), tuple_int(1) };
	struct layout a = layout_from_modes(&sample.al, modes, 2);
	sample.modes[0] = (struct tiler){ .kind = TILER_LAYOUT, .layout = { tuple_int(2), tuple_int(4) } };
	sample.modes[1] = (struct tiler){ .kind = TILER_LAYOUT, .layout = { tuple_int(2), tuple_int(1) } };
	struct tiler tiler = { .kind = TILER_MODES, .modes = sample.modes, .rank = 2 };
	draw_divided(&sample, a, &tiler);
	for (int i = 0; i < 4 * 8; i++) {
		cr_assert_eq(tile_of(&sample, 1, i), i % 2 == 0 && i / 4 % 4 == 0 ? i / 4 : -1, "cell %d", i);
	}
	arena_finish(&sample.arena);
}

/* Modes that are not divided take no room among the numbers, so that there may be as many of them as a layout has. */
Test(op, modes_that_are_not_divided_take_no_room) {
	enum { RANK = 100 };
	static struct sample sample;
	sample_init(&sample);
	struct layout *modes = arena_array(&sample.arena, RANK, sizeof *modes);
	for (int k = 0; k < RANK; k++) {
		modes[k] = (struct layout){ tuple_int(k == 0 ? 4 : 1), tuple_int(1) };
	}
	struct layout a = layout_from_modes(&sample.al, modes, RANK);
	sample.modes[0] = (struct tiler){ .kind = TILER_INT, .layout = { tuple_int(2), tuple_int(1) } };
	struct tiler tiler = { .kind = TILER_MODES, .modes = sample.modes, .rank = 1 };
	draw_divided(&sample, a, &tiler);
	cr_assert(!algebra_failed(&sample.al), "%s", sample.al.fault.text);
	for (int i = 0; i < 4; i++) {
		cr_expect_eq(tile_of(&sample, 0, i), i / 2, "cell %d", i);
		cr_expect_eq(tile_of(&sample, 1, i), i / 2, "cell %d of the result", i);
	}
	arena_finish(&sample.arena);
}
