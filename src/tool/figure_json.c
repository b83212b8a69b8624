#include "tool/figure_json.h"

#include "lang/notation/json.h"
#include "tool/json_members.h"

/* A cell and where it is. */
struct spot {
	const struct figure *figure;
	const struct matrix *matrix;
	const struct cell *cell;
	int row, column;
};

/* The coordinate, which figures write with parentheses, as nested arrays. */
static void put_coordinate(const struct spot *spot, struct buf *out) {
	json_name(out, "coordinate");
	size_t begin = out->length;
	figure_put_coordinate(spot->matrix, spot->row, spot->column, spot->cell->index, out);
	for (size_t i = begin; i < out->length; i++) {
		char c = out->data[i];
		out->data[i] = c == '(' ? '[' : c == ')' ? ']' : c;
	}
	buf_put_char(out, ',');
}

static void put_owners(const struct cell *cell, struct buf *out) {
	json_name(out, "owners");
	buf_put_char(out, '[');
	for (int i = 0; i < cell->owner_count; i++) {
		buf_printf(out, "{\"thread\":%d,\"value\":%d},", cell->owners[i].thread, cell->owners[i].value);
	}
	json_close(out, ']');
	buf_put_char(out, ',');
}

/* The offset, or the coordinate that the cell has in its place, and the bank where it is memory with banks. */
static void put_offset(const struct spot *spot, unsigned facts, struct buf *out) {
	int64_t bank;
	if (spot->cell->image != NULL) {
		json_name(out, "offset");
		print_tuple_json(out, *spot->cell->image);
		buf_put_char(out, ',');
		return;
	}
	json_int(out, "offset", spot->cell->offset);
	bool has_banks = (facts & FACT_MEMORY) != 0 && (facts & FACT_GLOBAL) == 0;
	if (has_banks && figure_key_number(spot->figure, spot->cell, spot->row, spot->column, COLOUR_BY_BANK, &bank)) {
		json_int(out, "bank", bank);
	}
}

/* A cell as an object: what it knows of what the figure, or its matrix, is about. */
static void put_cell(const struct spot *spot, struct buf *out) {
	const struct cell *cell = spot->cell;
	unsigned facts = spot->matrix->facts != 0 ? spot->matrix->facts : spot->figure->facts;
	buf_put_char(out, '{');
	json_int(out, "row", spot->row);
	json_int(out, "column", spot->column);
	put_coordinate(spot, out);
	if (cell->index >= 0) {
		json_int(out, "index", cell->index);
	}
	if ((facts & (FACT_OFFSET | FACT_MEMORY)) != 0 && !cell->bare) {
		put_offset(spot, facts, out);
	}
	if ((facts & FACT_OWNER) != 0) {
		put_owners(cell, out);
	}
	if ((facts & FACT_TILE) != 0 && cell->tile >= 0) {
		json_int(out, "tile", cell->tile);
	}
	if ((facts & FACT_COUNT) != 0) {
		json_int(out, "count", cell->count);
	}
	if (cell->marked) {
		json_flag(out, "marked", true);
	}
	if (cell->conflict) {
		json_flag(out, "conflict", true);
	}
	json_close(out, '}');
	buf_put_char(out, ',');
}

static void put_matrix(const struct figure *figure, const struct matrix *matrix, struct buf *out) {
	struct window window = figure_window(figure, matrix);
	buf_put_char(out, '{');
	json_text(out, "caption", matrix->caption);
	json_int(out, "rows", matrix->rows);
	json_int(out, "columns", matrix->columns);
	json_name(out, "cells");
	buf_put_char(out, '[');
	for (int row = window.first_row; row < window.first_row + window.rows; row++) {
		for (int column = window.first_column; column < window.first_column + window.columns; column++) {
			struct cell cell = figure_cell(figure, matrix, row, column);
			struct spot spot = { figure, matrix, &cell, row, column };
			if (!cell.absent) {
				put_cell(&spot, out);
			}
		}
	}
	json_close(out, ']');
	buf_put(out, "},");
}

void figure_put_json(struct buf *out, struct evaluation *ev, const struct figure *figure) {
	print_json_begin(out);
	json_text(out, "kind", figure->kind);
	json_text(out, "title", figure->title);
	json_name(out, "value");
	print_value_json(out, &ev->algebra, &ev->results[ev->result_count - 1]);
	buf_put(out, ",\"matrices\":[");
	for (int i = 0; i < figure->count; i++) {
		put_matrix(figure, &figure->matrices[i], out);
	}
	json_close(out, ']');
	buf_put(out, "}\n");
}
