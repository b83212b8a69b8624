/* Scales are computed between a few stops, in the order of the numbers, so that any count of banks has its colours. */
#include "render/palette.h"

#include <stdbool.h>
#include <string.h>

const uint32_t palette_thread[PALETTE_SIZE] = {
	0xafafff, 0xafffaf, 0xffffaf, 0xffafaf, 0xd2d2ff, 0xd2ffd2, 0xffffd2, 0xffd2d2,
};

const uint32_t palette_grey[PALETTE_SIZE] = {
	0xffffff, 0x999999, 0xcccccc, 0x666666, 0xe6e6e6, 0x808080, 0xb3b3b3, 0x4d4d4d,
};

/* P. Tol's light scheme, made for black text on it. */
static const uint32_t safe_owners[] = {
	0x77aadd, 0xee8866, 0xeedd88, 0xffaabb, 0x99ddff, 0x44bb99, 0xbbcc33, 0xdddddd,
};

static const uint32_t tiles[] = {
	0xaec7e8, 0xffd59a, 0xb5e2a8, 0xf6b1b1, 0xd3c2ec, 0xf3ee9c, 0xa6e3e0, 0xf5c3e4,
	0xd9c7b0, 0xc9d8f7, 0xe2f0c0, 0xffc9a8, 0xbfe6cf, 0xe0cfe0, 0xe8dcae, 0xcfd6dc,
};

/* Of red, yellow, green and blue in a circle; between them colours are mixed. */
static const uint32_t bank_stops[] = { 0xf7a6a6, 0xf9e79f, 0xa9dfb0, 0xa3d5f7, 0xc9b3f2, 0xf7a6a6 };
static const uint32_t safe_bank_stops[] = { 0x77aadd, 0x99ddff, 0xf4f4f4, 0xeedd88, 0xee8866 };
static const uint32_t grey_bank_stops[] = { 0xffffff, 0x707070 };
static const uint32_t range_stops[] = { 0xfdf3c8, 0xa8dcb5, 0x5fb0c9, 0x4f6fb5, 0x3b2f6b };
static const uint32_t grey_range_stops[] = { 0xf2f2f2, 0x333333 };
static const uint32_t count_stops[] = { 0xfff3c4, 0xfdae61, 0xd7301f, 0x7f0000 };
static const uint32_t safe_count_stops[] = { 0xfee391, 0xec7014, 0x662506, 0x2b1004 };
static const uint32_t grey_count_stops[] = { 0xe6e6e6, 0x1a1a1a };

/* The colours of a list. */
static struct colours colours_from(const uint32_t *data, int count) {
	struct colours colours = { .count = count };
	memcpy(colours.data, data, (size_t)count * sizeof *data);
	return colours;
}

/* One component of the colour "part" of "whole" on the way from the first of "stops" to the next, if it goes there. */
static uint32_t mix(const uint32_t *stops, int shift, uint32_t part, uint32_t whole) {
	uint32_t from = stops[0] >> shift & 255;
	uint32_t to = part == 0 ? from : stops[1] >> shift & 255;
	return (from * (whole - part) + to * part + whole / 2) / whole << shift;
}

/* "count" colours from the first stop to the last one, or short of it where the stops are a circle. */
static struct colours colours_between(const uint32_t *stops, int stop_count, int count, int first) {
	struct colours colours = { .count = count };
	bool circle = stops[0] == stops[stop_count - 1];
	uint32_t whole = (uint32_t)(count - first - !circle);
	for (int i = first; i < count; i++) {
		uint32_t at = (uint32_t)(i - first) * (uint32_t)(stop_count - 1);
		for (int shift = 0; shift <= 16; shift += 8) {
			colours.data[i] |= mix(&stops[at / whole], shift, at % whole, whole);
		}
	}
	return colours;
}

/* One colour a bank: a circle, as banks are, but where eyes or printers cannot tell the ends of one apart. */
static struct colours bank_colours(enum palette_name name) {
	switch (name) {
	case PALETTE_SAFE: return colours_between(safe_bank_stops, 5, 32, 0);
	case PALETTE_GREY: return colours_between(grey_bank_stops, 2, 32, 0);
	case PALETTE_CLASSIC: break;
	}
	return colours_between(bank_stops, 6, 32, 0);
}

/* White for none, then from light to dark. */
static struct colours count_colours(enum palette_name name) {
	struct colours colours;
	switch (name) {
	case PALETTE_SAFE: colours = colours_between(safe_count_stops, 4, 9, 1); break;
	case PALETTE_GREY: colours = colours_between(grey_count_stops, 2, 9, 1); break;
	default: colours = colours_between(count_stops, 4, 9, 1); break;
	}
	colours.data[0] = 0xffffff;
	return colours;
}

/* From light to dark, which everybody sees in this order. */
static struct colours range_colours(enum palette_name name) {
	return name == PALETTE_GREY ? colours_between(grey_range_stops, 2, PALETTE_MOST, 0) :
		colours_between(range_stops, 5, PALETTE_MOST, 0);
}

struct colours palette_colours(enum palette_name name, enum palette_scale scale) {
	if (scale == SCALE_BANKS) {
		return bank_colours(name);
	}
	if (scale == SCALE_RANGE) {
		return range_colours(name);
	}
	if (scale == SCALE_COUNTS) {
		return count_colours(name);
	}
	if (name == PALETTE_GREY || scale == SCALE_OFFSETS) {
		return colours_from(palette_grey, PALETTE_SIZE);
	}
	if (name == PALETTE_SAFE) {
		return colours_from(safe_owners, PALETTE_SIZE);
	}
	return scale == SCALE_TILES ? colours_from(tiles, 16) : colours_from(palette_thread, PALETTE_SIZE);
}

const struct theme *palette_theme(enum theme_name name) {
	static const struct theme themes[] = {
		[THEME_LIGHT] = {
			.page = 0xffffff, .title = 0x1a1a1a, .axis = 0x595959, .border = 0x333333, .inner = 0x8c8c8c,
			.bare = 0xf2f2f2, .bare_line = 0xa6a6a6, .dim = 0xf7f7f7, .dim_text = 0xa6a6a6,
		},
		[THEME_DARK] = {
			.page = 0x16181d, .title = 0xf0f0f0, .axis = 0xb4b8c0, .border = 0x0c0d10, .inner = 0x5c6068,
			.bare = 0x262930, .bare_line = 0x5c6068, .dim = 0x262930, .dim_text = 0x7a7f88,
		},
		[THEME_PRINT] = {
			.page = 0xffffff, .title = 0x000000, .axis = 0x000000, .border = 0x000000, .inner = 0x4d4d4d,
			.bare = 0xffffff, .bare_line = 0x000000, .dim = 0xffffff, .dim_text = 0x808080,
		},
	};
	return &themes[name];
}

/*
 * The contrast with white is the greater one where the relative luminance is below 0.179 (WCAG 2). Light is taken to be
 * the square of a component, which is near enough to sRGB for that question.
 */
uint32_t palette_text_on(uint32_t background) {
	uint32_t red = background >> 16 & 255;
	uint32_t green = background >> 8 & 255;
	uint32_t blue = background & 255;
	uint32_t light = 2126 * red * red + 7152 * green * green + 722 * blue * blue;
	return light < 1790u * 255 * 255 ? 0xffffff : 0x000000;
}
