#include "base/utf8.h"

#include <stdbool.h>

int32_t utf8_decode(struct str text, size_t *length) {
	static const int32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char first = (unsigned char)text.data[0];
	*length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
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

/* One character, "keeps" a tab or a newline as it is. */
static void put_visible(struct buf *out, int32_t character, struct str bytes, bool keeps) {
	bool blank = character == '\t' || character == '\n';
	if (character < 0 || (character >= 0x80 && character < 0xa0)) {
		buf_put(out, UTF8_REPLACEMENT);
	} else if ((character < 0x20 && !(blank && keeps)) || character == 0x7f) {
		buf_put_char(out, '^');
		buf_put_char(out, (char)(character ^ 0x40));
	} else {
		buf_put_str(out, bytes);
	}
}

static void put_all(struct buf *out, struct str text, bool keeps) {
	while (text.length > 0) {
		size_t length;
		int32_t character = utf8_decode(text, &length);
		put_visible(out, character, (struct str){ text.data, length }, keeps);
		text = (struct str){ text.data + length, text.length - length };
	}
}

void utf8_put_visible(struct buf *out, struct str text, size_t limit) {
	bool whole = text.length <= limit;
	put_all(out, whole ? text : (struct str){ text.data, limit }, true);
	buf_put(out, whole ? "" : "...");
}

void utf8_put_visible_line(struct buf *out, struct str text) {
	put_all(out, text, false);
}
