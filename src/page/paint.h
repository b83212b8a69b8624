/* Cells of an open program as pixels and as texts. */
#ifndef PAGE_PAINT_H
#define PAGE_PAINT_H

#include "page/program.h"

/*
 * Store a pixel for each cell of the "count" rows from "first" on, all of which are there, row by row, as bytes red,
 * green, blue and alpha: alpha is 0 where there is no cell.
 */
void paint_rows(const struct page_program *program, int matrix, int first, int count, uint8_t *out);

/* A rectangle of cells. */
struct area {
	int row, column, rows, columns;
};

/*
 * Append the texts of the cells in "area", row by row: the lines of a cell with a newline between them, each cell with
 * a NUL behind it.
 */
void paint_texts(const struct page_program *program, int matrix, struct area area, struct buf *out);

/*
 * Store a byte for each cell of "area", row by row: what ends at its right (enum figure_edge) plus 4 times what ends
 * below it; 0 where threads are not outlined, and at the end of the matrix.
 */
void paint_edges(const struct page_program *program, int matrix, struct area area, uint8_t *out);

/*
 * Store 1 for each cell whose offset or owners are not those of the cell at the same place of "other", or that it
 * lacks; else 0.
 */
void paint_differences(const struct page_program *program, const struct page_program *other, int matrix, uint8_t *out);

#endif
