/* The table of glyphs.h, as the build embeds it (embed.c); tools/glyphs.c says what its lines are. */
#ifndef RENDER_GLYPHS_DATA_H
#define RENDER_GLYPHS_DATA_H

#include <stddef.h>

extern const unsigned char glyphs_data[];
extern const size_t glyphs_data_size;

#endif
