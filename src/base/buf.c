#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8_decode.h"

static char empty_text[1];

void buf_init(struct buf *buf, struct arena *arena) {
	*buf = (struct buf){ .arena = arena, .data = empty_text };
}

void buf_grow(struct buf *buf, size_t count) {
	size_t capacity = buf->capacity < 64 ? 64 : buf->capacity;
	while (capacity - buf->length <= count) {
		if (capacity > SIZE_MAX / 2) {
			capacity = SIZE_MAX;
			break;
		}
		capacity *= 2;
	}
	char *data = arena_room(buf->arena, capacity);
	memcpy(data, buf->data, buf->length + 1);
	buf->data = data;
	buf->capacity = capacity;
}

void buf_put_str(struct buf *buf, struct str text) {
	if (text.length == 0) {
		return;
	}
	buf_reserve(buf, text.length);
	memcpy(buf->data + buf->length, text.data, text.length);
	buf->length += text.length;
	buf->data[buf->length] = '\0';
}

void buf_put_int(struct buf *buf, int64_t value) {
	enum { DIGITS_MAX = 19 }; /* 10^19 fits "limit", and is more than any "rest" */
	if (value >= 0 && value <= 9) {
		buf_put_char(buf, (char)('0' + value));
		return;
	}
	uint64_t rest = number_magnitude(value);
	size_t length = 1;
	for (uint64_t limit = 10; limit <= rest; limit *= 10) {
		length++;
	}
	buf_reserve(buf, DIGITS_MAX + 1);
	char *text = buf->data + buf->length;
	if (value < 0) {
		*text++ = '-';
	}
	text[length] = '\0';
	buf->length = (size_t)(text - buf->data) + length;
	for (; length > 0; rest /= 10) {
		text[--length] = (char)('0' + rest % 10);
	}
}

void buf_put_count(struct buf *buf, int64_t count, const char *noun) {
	buf_put_int(buf, count);
	buf_put_char(buf, ' ');
	buf_put(buf, noun);
	buf_put(buf, count == 1 ? "" : "s");
}

void buf_put_repeated(struct buf *buf, char c, size_t count) {
	if (count == 0) {
		return;
	}
	buf_reserve(buf, count);
	memset(buf->data + buf->length, c, count);
	buf->length += count;
	buf->data[buf->length] = '\0';
}

enum { PRINTED_MOSTLY = 48 };   /* bytes that a call of buf_printf mostly appends */

void buf_printf(struct buf *buf, const char *format, ...) {
	va_list args;
	va_start(args, format);
	va_list again;
	va_copy(again, args);
	buf_reserve(buf, PRINTED_MOSTLY);
	size_t room = buf->capacity - buf->length;
	int length = vsnprintf(buf->data + buf->length, room, format, args);
	va_end(args);
	if (length > 0 && (size_t)length >= room) {
		buf_reserve(buf, (size_t)length);
		vsnprintf(buf->data + buf->length, (size_t)length + 1, format, again);
	}
	buf->length += length > 0 ? (size_t)length : 0;
	buf->data[buf->length] = '\0';
	va_end(again);
}

void buf_put_json(struct buf *buf, struct str text) {
	buf_put_char(buf, '"');
	while (text.length > 0) {
		size_t length;
		int32_t c = utf8_decode(text, &length);
		if (c == '"' || c == '\\') {
			buf_put_char(buf, '\\');
			buf_put_char(buf, (char)c);
		} else if (c == '\n') {
			buf_put(buf, "\\n");
		} else if (c < 0) {
			buf_put(buf, UTF8_REPLACEMENT);
		} else if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
			buf_printf(buf, "\\u%04x", (unsigned)c);
		} else {
			buf_put_str(buf, (struct str){ text.data, length });
		}
		text = (struct str){ text.data + length, text.length - length };
	}
	buf_put_char(buf, '"');
}
