/* Colours, and which of them a number gets. */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stdint.h>

enum { PALETTE_SIZE = 8 };

/* The pastels of CuTe's thread-value diagrams, by thread modulo 8. */
extern const uint32_t palette_thread[PALETTE_SIZE];

/* The greys of CuTe's print_latex, by offset modulo 8. */
extern const uint32_t palette_grey[PALETTE_SIZE];

/* Colours of all that is not a cell. */
enum {
	COLOUR_PAGE = 0xffffff,
	COLOUR_TITLE = 0x1a1a1a,
	COLOUR_AXIS = 0x595959,
	COLOUR_BORDER = 0x333333,
	COLOUR_SHARED = 0xd81b1b,    /* border of a cell that has several owners */
	COLOUR_BARE = 0xf2f2f2,      /* a cell that has none, and the lines across it */
	COLOUR_BARE_LINE = 0xa6a6a6,
};

/* Index of "value" in a palette of 8: the remainder that is never negative. */
static inline uint8_t palette_index(int64_t value) {
	return (uint8_t)(value & (PALETTE_SIZE - 1));
}

/* White on a dark background, black on any other: whichever has the greater contrast. */
uint32_t palette_text_on(uint32_t background);

#endif
