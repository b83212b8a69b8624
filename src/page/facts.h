/* What is known of one cell of an open program, and which other cells show the same. */
#ifndef PAGE_FACTS_H
#define PAGE_FACTS_H

#include "page/program.h"

/* Where a cell is. */
struct spot {
	int matrix, row, column;
};

/*
 * Append what is known of a cell as a JSON object, only what exists there: coordinate, owners, offset, address, bank,
 * tile, lanes, image; and "terms", "steps": the arithmetic from the coordinate to the offset. null where there is no
 * cell.
 */
void facts_put(const struct page_program *program, struct spot spot, struct buf *out);

/*
 * Append what a warp does in one instruction on the way that a figure of kind kernel shows: the cells of its elements,
 * {"cells":[[matrix,row,column,lane],...], "contiguous", "matrices", "leastK", "greatestK", "wavefronts", "phases",
 * "ways", "bank", "conflicts":[lane,...]}; "step" is one of enum path_step. null for other figures.
 */
void facts_put_step(const struct page_program *program, int step, int warp, int number, struct buf *out);

/*
 * Append the places of the cells that show the same element as the one at "spot", [[matrix,row,column],...], at most
 * FACTS_LINKS of them and none in figures of more than FACTS_SEARCHED cells.
 */
enum { FACTS_LINKS = 4096,
	FACTS_SEARCHED = 1 << 18 };

void facts_put_links(const struct page_program *program, struct spot spot, struct buf *out);

#endif
