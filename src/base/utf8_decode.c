#include "base/utf8_decode.h"

#include <stdbool.h>

int32_t utf8_decode(struct str text, size_t *length) {
	static const int32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char first = (unsigned char)text.data[0];
	*length = first < 0x80 ? 1 : first >= 0xf0 ? 4
		: first >= 0xe0                    ? 3
		: first >= 0xc0                    ? 2
						   : 0;
	size_t wanted = *length;
	if (wanted == 0 || wanted > text.length || first >= 0xf8) {
		*length = 1;
		return -1;
	}
	int32_t character = wanted == 1 ? first : first & (0x7f >> wanted);
	for (size_t i = 1; i < wanted; i++) {
		unsigned char next = (unsigned char)text.data[i];
		if ((next & 0xc0) != 0x80) {
			*length = 1;
			return -1;
		}
		character = character << 6 | (next & 0x3f);
	}
	bool surrogate = character >= 0xd800 && character <= 0xdfff;
	if (character < least[wanted] || character > 0x10ffff || surrogate) {
		*length = 1;
		return -1;
	}
	return character;
}

size_t utf8_first(struct str text) {
	size_t length = 0;
	if (text.length > 0) {
		(void)utf8_decode(text, &length);
	}
	return length;
}
