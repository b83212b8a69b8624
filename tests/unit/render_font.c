/* src/render: text measures and colours, and that they are those of the embedded font. */
#include <criterion/criterion.h>

#include "render/font.h"
#include "render/palette.h"

Test(font, characters_of_utf8) {
	static const struct {
		const char *text;
		int length;
	} cases[] = {
		{ "", 0 },
		{ "(4,8):(8,1)", 11 },
		{ "\xc3\xa9", 1 },                /* U+E9 */
		{ "\xe2\x82\xac", 1 },            /* U+20AC */
		{ "\xf0\x9f\x98\x80", 1 },        /* U+1F600 */
		{ "a\xe2\x82", 3 },               /* cut off */
		{ "\xc0\xaf", 2 },                /* too long for what it means */
		{ "\xe0\x80\xaf", 3 },
		{ "\xed\xa0\x80", 3 },            /* a surrogate */
		{ "\xf4\x90\x80\x80", 4 },        /* beyond U+10FFFF */
		{ "\x80\xff", 2 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		cr_expect_eq(font_text_length(cases[i].text), cases[i].length, "case %zu", i);
	}
}

Test(font, malformed_bytes_become_replacements) {
	const char *text = "\xc3(";
	cr_expect_eq(font_next_character(&text), 0xfffd);
	cr_expect_eq(font_next_character(&text), '(');
	cr_expect_eq(*text, '\0');
}

Test(font, a_text_fits_its_width_and_no_smaller_one) {
	for (int characters = 1; characters < 60; characters++) {
		for (int size = 1; size < 200; size += 7) {
			int width = font_width(characters, size);
			cr_assert_eq(font_fit(characters, size, width), size);
			cr_assert_geq(font_room(width, size), characters);
			int fit = font_fit(characters, size, width / 2);
			cr_assert(fit == 1 || font_width(characters, fit) <= width / 2);
		}
	}
}

Test(palette, index_is_never_negative) {
	cr_expect_eq(palette_index(0, 8), 0);
	cr_expect_eq(palette_index(13, 8), 5);
	cr_expect_eq(palette_index(-1, 8), 7);
	cr_expect_eq(palette_index(-8, 8), 0);
	cr_expect_eq(palette_index(INT64_MIN, 8), 0);
}

Test(palette, text_is_white_on_dark_colours_only) {
	static const uint32_t dark[] = { 0x000000, 0x4d4d4d, 0x666666, 0x0000ff, 0x800000, 0x440154 };
	static const uint32_t light[] = { 0xffffff, 0x808080, 0x999999, 0xffff00, 0x00ff00, 0xff8080 };
	for (size_t i = 0; i < sizeof dark / sizeof dark[0]; i++) {
		cr_expect_eq(palette_text_on(dark[i]), 0xffffff, "#%06x", (unsigned)dark[i]);
		cr_expect_eq(palette_text_on(light[i]), 0x000000, "#%06x", (unsigned)light[i]);
	}
	for (int i = 0; i < PALETTE_SIZE; i++) {
		cr_expect_eq(palette_text_on(palette_thread[i]), 0x000000);
	}
}
