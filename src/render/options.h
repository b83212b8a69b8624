/* What every kind of picture can be asked for. Everything 0 is the usual picture. */
#ifndef RENDER_OPTIONS_H
#define RENDER_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "render/palette.h"

/* What a cell is coloured by. */
enum colour_key {
	COLOUR_BY_KIND,      /* whatever the kind of picture is coloured by */
	COLOUR_BY_THREAD,
	COLOUR_BY_VALUE,
	COLOUR_BY_WARP,
	COLOUR_BY_OWNER,     /* in two bands: the thread above, the value below */
	COLOUR_BY_OFFSET,
	COLOUR_BY_BANK,
	COLOUR_BY_TILE,
	COLOUR_BY_ROW,
	COLOUR_BY_COLUMN,
	COLOUR_BY_CHUNK,     /* the bits that a swizzle changes */
	COLOUR_BY_COUNT,     /* how many lanes touch it */
	COLOUR_BY_NOTHING,
	COLOUR_KEYS,
};

/* What a line of text in a cell says. */
enum text_key {
	TEXT_OFFSET,
	TEXT_INDEX,          /* number of the coordinate */
	TEXT_COORDINATE,
	TEXT_OWNERS,         /* thread and value on two lines; a list where there are several owners */
	TEXT_THREAD,
	TEXT_VALUE,
	TEXT_BANK,
	TEXT_TILE,
	TEXT_COUNT,
	TEXT_NOTHING,
	TEXT_KEYS,
};

enum { TEXT_LINES = 4 };

/* Cells that stay as they are while all others fade: those with this "number" of "key". */
struct highlight {
	enum colour_key key;     /* COLOUR_BY_KIND: nothing is highlighted */
	int64_t number;
	int64_t value;           /* with a thread: the value too, unless it is -1 */
};

/* Rows and columns of each matrix that are drawn, the ends not included. */
struct region {
	bool given;
	int64_t first_row, end_row, first_column, end_column;
};

/* With more cells outlines are too many nodes for browsers. */
enum { OUTLINED_CELLS = 2048 };

/* How texts stand in SVG and HTML. */
enum text_form {
	TEXT_FORM_USUAL,      /* text in HTML and in SVG of more than OUTLINED_CELLS, outlines in smaller ones */
	TEXT_FORM_OUTLINE,    /* the same everywhere */
	TEXT_FORM_TEXT,       /* in a font of the reader: to be searched and copied, and quicker in browsers */
};

struct draw_options {
	const char *title;       /* above the picture; "" for none */
	enum text_form text_form;
	bool whole;              /* do not break long matrices into strips */
	bool flat;               /* no nested lines and labels */
	bool no_labels;          /* no indices beside the cells */
	enum palette_name palette;
	enum theme_name theme;
	enum colour_key colour;
	enum text_key texts[TEXT_LINES];
	int text_count;          /* 0: what the kind of picture says */
	struct highlight highlight;
	struct region region;
	int cell;                /* pixels of the side of a cell; 0: as its text needs */
	int font;                /* pixels of the text in a cell; 0: as usual */
	int bits;                /* of an element in memory; 0: 32 */
	int64_t max_cells;       /* 0: LIMIT_DRAWN_CELLS */
};

#endif
