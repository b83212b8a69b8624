#include "base/utf8.h"

#include <stdbool.h>

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

/* How many characters of ASCII that are visible as they are "text" begins with. */
static size_t count_plain(struct str text) {
	size_t count = 0;
	while (count < text.length && text.data[count] >= ' ' && text.data[count] <= '~') {
		count++;
	}
	return count;
}

static void put_all(struct buf *out, struct str text, bool keeps) {
	for (;;) {
		size_t length = count_plain(text);
		buf_put_str(out, (struct str){ text.data, length });
		text = (struct str){ text.data + length, text.length - length };
		if (text.length == 0) {
			break;
		}
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
