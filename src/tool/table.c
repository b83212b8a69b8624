#include "tool/table.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/limits.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"

struct grid {
	int64_t rows;
	int64_t columns;
	int width;             /* of the text in a cell */
	int margin;            /* of the text in front of a row */
};

static int text_width(int64_t value) {
	int width = value < 0 ? 2 : 1;
	while (value / 10 != 0) {
		value /= 10;
		width++;
	}
	return width;
}

/* "text" behind so many blanks that both have "width". */
static void put_right(struct buf *out, struct str text, int width) {
	size_t wanted = (size_t)width;
	buf_put_repeated(out, ' ', text.length < wanted ? wanted - text.length : 0);
	buf_put_str(out, text);
}

static void put_right_int(struct buf *out, int64_t value, int width) {
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%" PRId64, value);
	put_right(out, (struct str){ digits, (size_t)length }, width);
}

/* The offset at (row, column, rest) as text in "cell". */
static void put_offset(struct algebra *al, struct map map, int64_t index, struct buf *cell) {
	cell->length = 0;
	print_tuple(cell, map_crd2idx(al, tuple_int(index), map));
}

static void put_ruler(struct buf *out, const struct grid *grid) {
	buf_put_repeated(out, ' ', (size_t)grid->margin + 2);
	for (int64_t n = 0; n < grid->columns; n++) {
		buf_put_char(out, '+');
		buf_put_repeated(out, '-', (size_t)grid->width + 2);
	}
	buf_put(out, "+\n");
}

static void put_grid(struct algebra *al, struct map map, const struct grid *grid, int64_t base, struct buf *cell,
		struct buf *out) {
	buf_put_repeated(out, ' ', (size_t)grid->margin + 2);
	for (int64_t n = 0; n < grid->columns; n++) {
		buf_put(out, "  ");
		put_right_int(out, n, grid->width);
		buf_put_char(out, ' ');
	}
	buf_put_char(out, '\n');
	for (int64_t m = 0; m < grid->rows && algebra_step(al, 0); m++) {
		put_ruler(out, grid);
		put_right_int(out, m, grid->margin);
		buf_put(out, "  ");
		for (int64_t n = 0; n < grid->columns; n++) {
			put_offset(al, map, base + m + n * grid->rows, cell);
			buf_put(out, "| ");
			put_right(out, buf_str(cell), grid->width);
			buf_put_char(out, ' ');
		}
		buf_put(out, "|\n");
	}
	put_ruler(out, grid);
}

/* "(_,_,1,0)": which of the grids follows. */
static void put_grid_title(struct algebra *al, struct tuple rest, int64_t number, struct buf *out) {
	struct tuple coordinate = tuple_idx2crd(al, tuple_int(number), rest);
	buf_put(out, "(_,_");
	for (int i = 0; i < tuple_rank(coordinate); i++) {
		buf_put_char(out, ',');
		print_tuple(out, tuple_mode(coordinate, i));
	}
	buf_put(out, ")\n");
}

void table_print(struct algebra *al, struct map map, struct buf *out) {
	struct layout layout = map_inner(al, map);
	int rank = layout_rank(layout);
	int64_t size = int_value(al, layout_size(al, layout));
	struct grid grid = { .rows = 1, .columns = 1, .width = 1 };
	if (rank > 0) {
		grid.rows = int_value(al, tuple_product(al, tuple_mode(layout.shape, 0)));
	}
	if (rank > 1) {
		grid.columns = int_value(al, tuple_product(al, tuple_mode(layout.shape, 1)));
	}
	if (algebra_failed(al)) {
		return;
	}
	if (size > LIMIT_TABLE_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "a table of %" PRId64 " cells; the limit is %d", size, LIMIT_TABLE_CELLS);
		return;
	}
	al->steps = INT64_MAX;
	struct buf cell;
	buf_init(&cell, al->arena);
	if (!tuple_has_basis(layout.stride)) {
		grid.width = text_width(int_value(al, layout_cosize(al, layout)));
	}
	for (int64_t i = 0; i < size && algebra_step(al, 0); i++) {
		put_offset(al, map, i, &cell);
		grid.width = (int)cell.length > grid.width ? (int)cell.length : grid.width;
	}
	int column_width = text_width(grid.columns - 1);
	grid.width = column_width > grid.width ? column_width : grid.width;
	int row_width = text_width(grid.rows - 1);
	grid.margin = row_width > 2 ? row_width : 2;
	print_map(out, map);
	buf_put_char(out, '\n');
	struct tuple rest = rank > 2 ? tuple_take(al, layout.shape, 2, rank) : tuple_int(1);
	int64_t per_grid = grid.rows * grid.columns;
	for (int64_t base = 0; base < size && !algebra_failed(al); base += per_grid) {
		if (rank > 2) {
			put_grid_title(al, rest, base / per_grid, out);
		}
		put_grid(al, map, &grid, base, &cell, out);
	}
}

void table_put_json(struct algebra *al, struct map map, struct buf *out) {
	struct layout layout = map_inner(al, map);
	int64_t size = int_value(al, layout_size(al, layout));
	int64_t rows = layout_rank(layout) > 0 ? int_value(al, tuple_product(al, tuple_mode(layout.shape, 0))) : 1;
	if (size > LIMIT_TABLE_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "a table of %" PRId64 " cells; the limit is %d", size, LIMIT_TABLE_CELLS);
	}
	al->steps = INT64_MAX;
	buf_put_char(out, '[');
	for (int64_t row = 0; row < rows && algebra_step(al, 0); row++) {
		buf_put(out, row > 0 ? ",[" : "[");
		for (int64_t i = row; i < size; i += rows) {
			buf_put(out, i > row ? "," : "");
			print_tuple_json(out, map_crd2idx(al, tuple_int(i), map));
		}
		buf_put_char(out, ']');
	}
	buf_put_char(out, ']');
}
