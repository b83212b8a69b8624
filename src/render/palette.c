#include "render/palette.h"

const uint32_t palette_thread[PALETTE_SIZE] = {
	0xafafff, 0xafffaf, 0xffffaf, 0xffafaf, 0xd2d2ff, 0xd2ffd2, 0xffffd2, 0xffd2d2,
};

const uint32_t palette_grey[PALETTE_SIZE] = {
	0xffffff, 0x999999, 0xcccccc, 0x666666, 0xe6e6e6, 0x808080, 0xb3b3b3, 0x4d4d4d,
};

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
