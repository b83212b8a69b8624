/*
 * Text that grows, in an arena. The bytes are always followed by a NUL that "length" does not count.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

struct buf {
	struct arena *arena;
	char *data;       /* "" when empty */
	size_t length;
	size_t capacity;
};

/* Make "buf" the empty text, to grow in "arena". */
void buf_init(struct buf *buf, struct arena *arena);

/* Move the text to where there is room for "count" more bytes and the NUL behind them; buf_reserve() calls it. */
void buf_grow(struct buf *buf, size_t count);

/* Make room for "count" more bytes and the NUL behind them. */
static inline void buf_reserve(struct buf *buf, size_t count) {
	if (buf->capacity - buf->length <= count) {
		buf_grow(buf, count);
	}
}

static inline void buf_put_char(struct buf *buf, char c) {
	buf_reserve(buf, 1);
	buf->data[buf->length++] = c;
	buf->data[buf->length] = '\0';
}

void buf_put_str(struct buf *buf, struct str text);

/* Append "text", which mostly is a sign or nothing. */
static inline void buf_put(struct buf *buf, const char *text) {
	if (text[0] != '\0' && text[1] == '\0') {
		buf_put_char(buf, text[0]);
	} else {
		buf_put_str(buf, str_from(text));
	}
}

void buf_put_int(struct buf *buf, int64_t value);

/* Append "1 byte", "2 bytes". */
void buf_put_count(struct buf *buf, int64_t count, const char *noun);

/* Append "count" times the character "c". */
void buf_put_repeated(struct buf *buf, char c, size_t count);

__attribute__((format(printf, 2, 3)))
void buf_printf(struct buf *buf, const char *format, ...);

/*
 * Append "text" as a JSON string literal with its quotes, in UTF-8 whatever "text" is: bytes that are no UTF-8 become
 * U+FFFD.
 */
void buf_put_json(struct buf *buf, struct str text);

static inline struct str buf_str(const struct buf *buf) {
	return (struct str){ buf->data, buf->length };
}

#endif
