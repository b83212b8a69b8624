/*
 * A panel is a matrix of cells with the lines between them and the index of each row and column beside it; it may show
 * a part of a larger matrix. What is in the cells is drawn by those who use panels.
 *
 * The rows and columns of a hierarchical layout have coordinates of several levels: each level has its own labels, and
 * the lines between its groups are heavier than those inside.
 */
#ifndef RENDER_PANEL_H
#define RENDER_PANEL_H

#include "algebra/tuple.h"
#include "render/palette.h"
#include "render/scene.h"

enum { AXIS_LEVELS = 6 };

/* Level 0 is next to the cells: index i has number i / unit % extent there. */
struct axis {
	int count;
	int64_t unit[AXIS_LEVELS], extent[AXIS_LEVELS];
	bool running;    /* numbers of level 0 go on from one group to the next */
	int multiple, share; /* the only level of columns has number i * multiple / share */
};

/* The levels of "shape", which has "cells" coordinates; one only if "flat". */
struct axis axis_from_shape(struct tuple shape, int64_t cells, bool flat);

/* What column "i" is labelled with on "level". */
int64_t axis_column_number(const struct axis *axis, int level, int64_t i);

/* The largest number that columns up to "last" are labelled with on "level". */
int64_t axis_greatest_number(const struct axis *axis, int level, int64_t last);

/* The largest level whose groups begin at index "i": 0 inside the smallest group. */
int axis_strength(const struct axis *axis, int64_t i);

struct panel {
	int rows, columns;
	int first_row, first_column;  /* index of the first cell in the larger matrix */
	int row_unit;                 /* row i is labelled i * row_unit, if it has one level */
	const int64_t *row_numbers;   /* or with these, if there are any */
	int missing;                  /* cells missing at the end of the last row */
	struct axis row, column;
	int cell_width, cell_height;
	bool lines;                   /* draw lines between cells */
	bool bare;                    /* without labels */
	bool faint;                   /* lines inside are light: what is drawn over them is to stand out */
	const char *row_name;         /* what rows and columns count, above their labels; NULL where that is plain */
	const char *column_name;
	int caption_size;             /* height of the letters below it */
	const struct theme *theme;
	int left, top;                /* room for the labels of rows and columns; set by panel_measure */
	int width, height;            /* of everything; set by panel_measure */
	int x, y;                     /* top left corner of the first cell; set when it is drawn */
};

/* Above this many cells, or cells on one axis, a picture has no text in its cells and no lines between them. */
enum { PANEL_LEGIBLE_CELLS = 1 << 15, PANEL_LEGIBLE_AXIS = 1 << 10 };

/* Cells on one axis, at most. */
enum { PANEL_AXIS_CELLS = 32000 };

static inline bool panel_is_legible(int64_t cells, int64_t rows, int64_t columns) {
	return cells <= PANEL_LEGIBLE_CELLS && rows <= PANEL_LEGIBLE_AXIS && columns <= PANEL_LEGIBLE_AXIS;
}

/* Side of a cell without text in a picture with "longest" cells on its longer axis. */
int panel_small_cell(int64_t longest);

/* "length" rounded up to an even number of pixels, so that half of it is whole. */
int panel_even_pixels(int length);

/* Number of decimal digits of "value", which is not negative. */
int panel_digits(int64_t value);

/* Compute the size of "panel" from all that is not computed. */
void panel_measure(struct panel *panel);

/* Width of the line that says what rows and columns count; it begins at the left of the panel. */
int panel_names_width(const struct panel *panel);

/* The centre of a cell, counted from the first one of the panel. */
static inline int panel_centre_x(const struct panel *panel, int column) {
	return panel->x + column * panel->cell_width + panel->cell_width / 2;
}

static inline int panel_centre_y(const struct panel *panel, int row) {
	return panel->y + row * panel->cell_height + panel->cell_height / 2;
}

/* Draw lines and indices, over the cells. */
void panel_draw_frame(const struct panel *panel, struct scene *scene);

/*
 * A long matrix is broken into strips, so that it can be read without scrolling: a wide one into strips one below the
 * other, a high one into strips side by side. The last strip may be smaller.
 */
struct strips {
	struct panel whole;   /* the matrix */
	int rows, columns;    /* of a strip */
	int count;
	int width, height;    /* of all strips; set by strips_break */
};

/* Break "whole", of which everything up to "theme" is set; "allowed" is false to keep it in one strip. */
void strips_break(struct strips *strips, const struct panel *whole, bool allowed);

/* The strip "number", placed; (x, y) is the top left corner of all strips. */
struct panel strips_panel(const struct strips *strips, int number, int x, int y);

#endif
