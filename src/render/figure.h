/*
 * A figure is what a picture shows before it is laid out: matrices of cells, what is known of each cell, and how the
 * matrices stand to each other. Each kind of picture makes a figure; scenes (draw.h), text for terminals (text.h) and
 * pages (html.h) are made from figures.
 *
 * Cells are not stored: a matrix has a function that looks one up, so that a figure of millions of cells is small.
 */
#ifndef RENDER_FIGURE_H
#define RENDER_FIGURE_H

#include "algebra/tuple.h"
#include "render/options.h"
#include "render/page.h"

struct owner {
	int thread, value;
};

/* The tile of a cell that is in none. */
enum { NO_TILE = -1 };

/* What is known of a cell. The function that looks it up finds the members as figure_cell sets them. */
struct cell {
	int64_t index; /* number of its coordinate */
	int64_t offset;
	const struct tuple *image;  /* in place of the offset, where it is a coordinate; else NULL */
	const struct owner *owners; /* by thread and then by value */
	int owner_count;
	bool shared; /* it has several owners, and that is not what is meant */
	int tile;    /* or NO_TILE */
	int chunk;
	int count;
	bool absent; /* there is no cell at this place */
	bool bare;   /* nobody owns it, or nothing reaches it */
	bool marked; /* part of a slice */
	bool conflict;
	bool placeless; /* its matrix knows no offsets: its own is the number of its element */
};

struct matrix {
	const char *caption; /* "" for none */
	int rows, columns;
	struct tuple row_shape; /* whose coordinates the rows are, for nested lines and labels */
	struct tuple column_shape;
	bool running;       /* the lowest level of column labels goes on from one group to the next */
	int column_multiple; /* columns of one level have numbers i * column_multiple / column_share */
	int column_share;
	const char *prefix; /* of the coordinate of a cell, and what follows it: "(" and ",0)" */
	const char *suffix;
	bool one_mode;              /* the coordinate of a cell is that of its column, or of its index in a folded row */
	bool transposed;            /* the coordinate of a cell is (column, row) */
	bool joined;                /* each mode of column_shape is one of the coordinate: (0,1,2), not (0,(1,2)) */
	int row_unit;               /* row i is labelled i * row_unit */
	const int64_t *row_numbers; /* or with these; NULL for none */
	int missing;                /* cells missing at the end of the last row */
	const char *row_name;       /* what rows and columns count, "k" or "thread"; NULL where that is plain */
	const char *column_name;
	bool outlined;          /* a line around what a thread owns, and a stronger one around a warp */
	unsigned facts;         /* what its cells know, where that is not what those of the figure do; else 0 */
	int group;              /* cells with one index in matrices of one group show the same element; 0: of none */
	int group_rows;         /* of the tile whose elements index counts, column by column; 0 for no tile */
	int place_x, place_y;   /* in the raster of matrices, if the figure is placed */
	enum colour_key colour; /* COLOUR_BY_KIND: that of the figure */
	enum text_key texts[TEXT_LINES];
	int text_count; /* 0: those of the figure */
	void (*look)(const struct matrix *matrix, int row, int column, struct cell *cell);
	const void *context; /* of "look" */
	int number;          /* of the matrix, for "look" */
};

/* What the cells of a figure know. */
enum facts {
	FACT_OFFSET = 1,
	FACT_OWNER = 2,
	FACT_TILE = 4,
	FACT_CHUNK = 8,
	FACT_COUNT = 16,
	FACT_MEMORY = 32, /* offsets are those of memory, so that there are addresses and banks */
	FACT_GLOBAL = 64, /* which is global memory, that has no banks */
};

struct figure {
	struct arena *arena;
	const char *kind; /* "grid", "tv", ... */
	const char *title, *description;
	const char *hint; /* another picture that may be wanted, in a sentence; NULL for none */
	struct matrix *matrices;
	int count, capacity;
	bool placed; /* in a raster; else side by side as the page allows */
	int across;  /* matrices side by side if not placed; 0: as many as look well */
	unsigned facts;
	enum colour_key colour;
	enum text_key texts[TEXT_LINES];
	int text_count;
	int bits;         /* of an element */
	int64_t step;     /* offsets are coloured by their number of such steps */
	bool ranged;      /* from the least one, "least", on; else modulo the number of colours */
	int64_t least;
	struct page page; /* its legends */
	struct draw_options options;
	struct colours colours[SCALE_COUNTS + 1]; /* by enum palette_scale, made by figure_finish */
};

void figure_init(struct figure *figure, struct arena *arena, const char *kind, const struct draw_options *options);

/* Add a matrix, all of it 0 but for the size, its texts, shapes and unit. The pointer is good until the next one. */
struct matrix *figure_add(struct figure *figure, int rows, int columns);

/* Matrices in a row or in a raster at (x, y). */
void figure_place(struct figure *figure, struct matrix *matrix, int x, int y);

void figure_add_legend(struct figure *figure, enum legend_sign sign, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Make a figure ready: choose colours and texts, cut out the region. FAULT_DOMAIN when the options ask for what the
 * cells do not know, FAULT_LIMIT beyond the limits of pictures.
 */
void figure_finish(struct figure *figure, struct algebra *al);

/* The part of a matrix that is drawn. */
struct window {
	int first_row, first_column;
	int rows, columns;
};

struct window figure_window(const struct figure *figure, const struct matrix *matrix);

/* Number of cells in the windows of all matrices, and the most rows and columns of one. */
int64_t figure_cells(const struct figure *figure, int *rows, int *columns);

/* --- looking at cells of a finished figure; row and column count from the beginning of the matrix --- */

struct cell figure_cell(const struct figure *figure, const struct matrix *matrix, int row, int column);

/*
 * Looks of a cell: the number of its colour among those that figure_palette gives. LOOK_SHARED is for cells without
 * text, which have no room for the sign of several owners or a conflict.
 */
enum { LOOK_BARE,
	LOOK_SHARED,
	LOOK_DIM,
	LOOK_MARKED,
	LOOKS };

enum { FIGURE_COLOURS = PALETTE_MOST + LOOKS,
	OWNER_COLOURS = 4 };

/* The colours of "matrix": of its key, then those of enum LOOK_BARE and so on. Returns their number. */
int figure_palette(const struct figure *figure, const struct matrix *matrix, uint32_t out[FIGURE_COLOURS]);

/* The colours of all owners of a cell, each once, where it is coloured by owner; else none. Returns their number. */
int figure_owner_colours(const struct figure *figure, const struct matrix *matrix, const struct cell *cell,
	uint8_t out[OWNER_COLOURS]);

/* The colour of a cell; that of its first owner, if it is one of owners. */
uint8_t figure_colour(const struct figure *figure, const struct matrix *matrix, const struct cell *cell, int row,
	int column);

/* What ends between two neighbouring cells: what a thread holds, or what a warp does. */
enum figure_edge {
	EDGE_OF_NOTHING,
	EDGE_OF_THREAD,
	EDGE_OF_WARP,
};

enum figure_edge figure_edge(const struct cell *a, const struct cell *b);

/* The colour of its lower half, which is another one if cells are coloured by thread and value. */
uint8_t figure_lower_colour(const struct figure *figure, const struct matrix *matrix, const struct cell *cell, int row,
	int column);

/* Cells of a row, "count" from "column" on. */
struct row_part {
	int row, column, count;
};

/* The same for the cells of a row, CELL_UNPAINTED for those that are absent; "shared": see LOOK_SHARED. */
void figure_colour_row(const struct figure *figure, const struct matrix *matrix, struct row_part part, bool shared,
	uint8_t *out);

/* The number that "key" stands for in a cell; false if the cell has none. */
bool figure_key_number(const struct figure *figure, const struct cell *cell, int row, int column, enum colour_key key,
	int64_t *number);

/* True if something is to be highlighted and no cell of the picture is it. */
bool figure_highlights_nothing(const struct figure *figure);

/* True if the highlight leaves the cell in the shade. */
bool figure_is_dim(const struct figure *figure, const struct cell *cell, int row, int column);

enum { CELL_TEXT = 64 };

struct cell_text {
	char line[TEXT_LINES][CELL_TEXT];
	int count;
	bool list; /* of owners, set smaller */
};

void figure_cell_text(const struct figure *figure, const struct matrix *matrix, const struct cell *cell, int row,
	int column, struct cell_text *text);

/* The coordinate of a cell, nested as the shapes are: what "size" bytes hold, with a NUL. Returns how long it is. */
size_t figure_coordinate(const struct matrix *matrix, int row, int column, int64_t index, char *out, size_t size);

/* Append it whole. */
void figure_put_coordinate(const struct matrix *matrix, int row, int column, int64_t index, struct buf *out);

/* Read "T5", "V0", "T5V0", "warp 2", "tile 1", "bank 3", "offset 7", "row 1" or "column 2". */
bool highlight_read(const char *text, struct highlight *highlight);

#endif
