#include "page/paint.h"

#include <string.h>

#include "render/scene.h"

/* Whether a place is inside "matrix"; rows and columns beyond it have no cells. */
static bool is_inside(const struct matrix *matrix, int row, int column) {
	return row >= 0 && row < matrix->rows && column >= 0 && column < matrix->columns;
}

void paint_rows(const struct page_program *program, int number, int first, int count, uint8_t *out) {
	const struct matrix *matrix = program_matrix(program, number);
	uint32_t palette[FIGURE_COLOURS];
	figure_palette(&program->figure, matrix, palette);
	uint8_t *line = arena_array(program->figure.arena, (size_t)matrix->columns, 1);
	for (int row = first; row < first + count; row++) {
		figure_colour_row(&program->figure, matrix, (struct row_part){ row, 0, matrix->columns }, false, line);
		for (int column = 0; column < matrix->columns; column++, out += 4) {
			bool painted = line[column] != CELL_UNPAINTED;
			uint32_t colour = painted ? palette[line[column]] : 0;
			out[0] = (uint8_t)(colour >> 16);
			out[1] = (uint8_t)(colour >> 8);
			out[2] = (uint8_t)colour;
			out[3] = painted ? 255 : 0;
		}
	}
}

void paint_texts(const struct page_program *program, int number, struct area area, struct buf *out) {
	const struct figure *figure = &program->figure;
	const struct matrix *matrix = program_matrix(program, number);
	for (int i = 0; matrix != NULL && i < area.rows; i++) {
		for (int k = 0; k < area.columns; k++) {
			int row = area.row + i;
			int column = area.column + k;
			struct cell_text text = { .count = 0 };
			if (is_inside(matrix, row, column)) {
				struct cell cell = figure_cell(figure, matrix, row, column);
				figure_cell_text(figure, matrix, &cell, row, column, &text);
			}
			for (int line = 0; line < text.count; line++) {
				buf_put(out, line > 0 ? "\n" : "");
				buf_put(out, text.line[line]);
			}
			buf_put_char(out, '\0');
		}
	}
}

/*
 * What ends between a cell and the one "down" rows below and "right" columns beside it, of an outlined matrix: none
 * such lacks cells.
 */
static enum figure_edge edge_at(const struct figure *figure, const struct matrix *matrix, int row, int column, int down,
		int right) {
	if (!is_inside(matrix, row, column) || !is_inside(matrix, row + down, column + right)) {
		return EDGE_OF_NOTHING;
	}
	struct cell cell = figure_cell(figure, matrix, row, column);
	struct cell next = figure_cell(figure, matrix, row + down, column + right);
	return figure_edge(&cell, &next);
}

void paint_edges(const struct page_program *program, int number, struct area area, uint8_t *out) {
	const struct figure *figure = &program->figure;
	const struct matrix *matrix = program_matrix(program, number);
	bool outlined = matrix != NULL && matrix->outlined && figure->options.highlight.key == COLOUR_BY_KIND;
	for (int i = 0; i < area.rows; i++) {
		for (int k = 0; k < area.columns; k++, out++) {
			int row = area.row + i;
			int column = area.column + k;
			*out = (uint8_t)(outlined ? edge_at(figure, matrix, row, column, 0, 1) +
				4 * edge_at(figure, matrix, row, column, 1, 0) : 0);
		}
	}
}

/* Whether two cells say the same of an element. */
static bool is_same(const struct cell *a, const struct cell *b) {
	if (a->absent || b->absent) {
		return a->absent == b->absent;
	}
	return a->offset == b->offset && a->owner_count == b->owner_count
		&& (a->owner_count == 0 || memcmp(a->owners, b->owners, (size_t)a->owner_count * sizeof *a->owners) == 0)
		&& (a->image == NULL) == (b->image == NULL) && (a->image == NULL || tuple_equal(*a->image, *b->image));
}

void paint_differences(const struct page_program *program, const struct page_program *other, int number, uint8_t *out) {
	const struct matrix *a = program_matrix(program, number);
	const struct matrix *b = program_matrix(other, number);
	for (int row = 0; a != NULL && row < a->rows; row++) {
		for (int column = 0; column < a->columns; column++) {
			struct cell own = figure_cell(&program->figure, a, row, column);
			struct cell theirs = { .absent = true };
			if (b != NULL && is_inside(b, row, column)) {
				theirs = figure_cell(&other->figure, b, row, column);
			}
			*out++ = !is_same(&own, &theirs);
		}
	}
}
