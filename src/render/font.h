/*
 * The one font of all pictures: DejaVu Sans Mono, embedded in the program, so that a picture does not depend on the
 * fonts of the machine it is made on. Its pitch is fixed; the numbers here are all that laying out text needs.
 */
#ifndef RENDER_FONT_H
#define RENDER_FONT_H

#include <stdint.h>

/* In units of the font: the size itself, the width of every character, the height of a capital letter. */
enum { FONT_EM = 2048, FONT_ADVANCE = 1233, FONT_CAPITAL = 1493 };

/* Number of characters of a UTF-8 text; a byte that is no part of one counts as one. */
int font_text_length(const char *text);

/* Width of "characters" at "size", rounded up. */
int font_width(int characters, int size);

/* Number of characters at "size" that fit "width". */
int font_room(int width, int size);

/* The largest size up to "size" at which "characters" are no wider than "room", and at least 1. */
int font_fit(int characters, int size, int room);

/* Take the first character off "*text", which must not be at its end. Malformed bytes give U+FFFD one by one. */
uint32_t font_next_character(const char **text);

#endif
