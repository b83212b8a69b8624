/*
 * The diagram of a thread-value layout: a layout of rank 2 that maps (thread, value) to the number of an element of a
 * tile, m + rows * n for the element (m,n). Each cell of the tile shows who owns it.
 */
#ifndef RENDER_TV_H
#define RENDER_TV_H

#include "algebra/layout.h"
#include "render/figure.h"

struct tv_counts {
	int64_t threads, values;
	int64_t shared;           /* elements with several owners */
	int64_t bare;             /* elements with none */
	int64_t outside;          /* pairs (thread, value) that are mapped outside the tile */
	int64_t first_thread, first_value, first_element;  /* the first such pair and its number */
};

/* How a tile is drawn. */
enum tv_view {
	TV_UPRIGHT,
	TV_TRANSPOSED,   /* rows are drawn as columns, as is operand B of an MMA */
};

/* A tile and who owns what of it. */
struct tv_tile {
	struct layout layout;    /* (thread, value) to the number of an element */
	int64_t rows, columns;
	enum tv_view view;
	const bool *active;      /* of each thread whether it takes part; NULL if all do */
	bool copies;             /* several owners are what is meant, as of an operand that several warps hold */
};

/*
 * Add the matrix of "tile" to "figure". Cells are coloured by thread; owners are ordered by thread and then by value.
 * FAULT_RANK if the rank of the layout is not 2, FAULT_DOMAIN for an empty layout or tile, FAULT_TYPE for strides with
 * a basis, FAULT_LIMIT beyond the limits of pictures.
 */
struct tv_counts tv_add(struct figure *figure, struct algebra *al, const struct tv_tile *tile);

/* Add legends for what is not ordinary. */
void tv_add_legends(struct figure *figure, const struct tv_counts *counts);

/* Make "figure" the diagram of "a". */
struct tv_counts tv_figure(struct figure *figure, struct algebra *al, struct layout a, int64_t rows, int64_t columns);

#endif
