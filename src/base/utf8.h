/* UTF-8 that may come from anywhere: made harmless for terminals and for formats that insist on it. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/buf.h"
#include "base/utf8_decode.h"

/*
 * Append at most "limit" bytes of "text" as a terminal may get them, with "..." if that is not all: control characters
 * but tab and newline as ^[ and ^?, those of 8 bits (U+0080 to U+009F) and bytes that are no UTF-8 as U+FFFD. Each text
 * that came from a user, a file or a file's name goes through here on its way to a person.
 */
void utf8_put_visible(struct buf *out, struct str text, size_t limit);

/* The same in one line: tab and newline become ^I and ^J as well. For names, titles and values. */
void utf8_put_visible_line(struct buf *out, struct str text);

#endif
