#include "render/font.h"

uint32_t font_next_character(const char **text) {
	static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)*text;
	int more = p[0] < 0x80 ? 0 : p[0] < 0xc2 ? -1 : p[0] < 0xe0 ? 1 : p[0] < 0xf0 ? 2 : p[0] < 0xf5 ? 3 : -1;
	uint32_t character = more <= 0 ? p[0] : p[0] & (0x3fu >> more);
	for (int i = 1; i <= more; i++) {
		if ((p[i] & 0xc0) != 0x80) {
			more = -1;
			break;
		}
		character = character << 6 | (p[i] & 0x3fu);
	}
	if (more < 0 || character < least[more] || (character >= 0xd800 && character < 0xe000) || character > 0x10ffff) {
		*text += 1;
		return 0xfffd;
	}
	*text += more + 1;
	return character;
}

int font_text_length(const char *text) {
	int length = 0;
	while (*text != '\0') {
		font_next_character(&text);
		length++;
	}
	return length;
}

int font_width(int characters, int size) {
	int64_t width = (int64_t)characters * size * FONT_ADVANCE;
	return (int)((width + FONT_EM - 1) / FONT_EM);
}

int font_room(int width, int size) {
	return (int)((int64_t)width * FONT_EM / ((int64_t)size * FONT_ADVANCE));
}

int font_fit(int characters, int size, int room) {
	if (characters == 0 || font_width(characters, size) <= room) {
		return size;
	}
	int fit = (int)((int64_t)room * FONT_EM / ((int64_t)characters * FONT_ADVANCE));
	return fit < 1 ? 1 : fit;
}
