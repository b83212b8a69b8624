/* The file of the font, as the build embeds it (embed.c). */
#ifndef RENDER_FONT_DATA_H
#define RENDER_FONT_DATA_H

#include <stddef.h>

extern const unsigned char font_data[];
extern const size_t font_data_size;

#endif
