/* Characters out of UTF-8 that may come from anywhere. */
#ifndef BASE_UTF8_DECODE_H
#define BASE_UTF8_DECODE_H

#include <stdint.h>

#include "base/str.h"

/* What stands in place of bytes that are no character: U+FFFD. */
#define UTF8_REPLACEMENT "\xef\xbf\xbd"

/*
 * The character at the beginning of "text", which is not empty; "*length" receives its number of bytes. -1 and a length
 * of 1 where the bytes are no character of UTF-8: overlong forms, surrogates and what is beyond U+10FFFF included.
 */
int32_t utf8_decode(struct str text, size_t *length);

/* The bytes of the first character of "text", or 1 where there is none of UTF-8; 0 at its end. */
size_t utf8_first(struct str text);

#endif
