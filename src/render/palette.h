/* Colours, and which of them a number gets. */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stdint.h>

enum { PALETTE_SIZE = 8, PALETTE_MOST = 32 };

/* The pastels of CuTe's thread-value diagrams, by thread modulo 8. */
extern const uint32_t palette_thread[PALETTE_SIZE];

/* The greys of CuTe's print_latex, by offset modulo 8. */
extern const uint32_t palette_grey[PALETTE_SIZE];

enum palette_name {
	PALETTE_CLASSIC,   /* CuTe's colours */
	PALETTE_SAFE,      /* told apart by people who do not see all colours */
	PALETTE_GREY,
};

/* What the colours stand for. */
enum palette_scale {
	SCALE_OWNERS,      /* threads, values, rows: neighbours differ */
	SCALE_OFFSETS,
	SCALE_TILES,
	SCALE_BANKS,       /* 32 steps around a circle */
	SCALE_RANGE,       /* offsets of many cells: 32 steps from the least to the greatest */
	SCALE_COUNTS,      /* from little to much; the first one is for none */
};

/*
 * A number gets the colour at its remainder by "count", which is a power of 2; of SCALE_COUNTS, whose count may be any,
 * the last one from "count" - 1 on.
 */
struct colours {
	uint32_t data[PALETTE_MOST];
	int count;
};

struct colours palette_colours(enum palette_name name, enum palette_scale scale);

enum theme_name { THEME_LIGHT, THEME_DARK, THEME_PRINT };

/* Colours of all that is not a cell. */
struct theme {
	uint32_t page;
	uint32_t title;
	uint32_t axis;
	uint32_t border;       /* lines around groups of cells, and around cells where there are no groups */
	uint32_t inner;        /* lines inside a group */
	uint32_t bare;         /* a cell that nobody owns, and the line across it */
	uint32_t bare_line;
	uint32_t dim;          /* a cell that something else is highlighted beside, and its text */
	uint32_t dim_text;
};

const struct theme *palette_theme(enum theme_name name);

enum {
	COLOUR_SHARED = 0xd81b1b,    /* border of a cell that has several owners, or a conflict */
	COLOUR_MARKED = 0xffdc96,    /* a cell of a slice */
};

/* Index of "value" among "count" colours, which are a power of 2: the remainder that is never negative. */
static inline uint8_t palette_index(int64_t value, int count) {
	return (uint8_t)(value & (count - 1));
}

/* White on a dark background, black on any other: whichever has the greater contrast. */
uint32_t palette_text_on(uint32_t background);

#endif
