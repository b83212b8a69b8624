/* The embedded font of font.h, opened, for Cairo. */
#ifndef RENDER_TYPEFACE_H
#define RENDER_TYPEFACE_H

#include <stdbool.h>
#include <stdint.h>

#include <ft2build.h>
#include FT_FREETYPE_H

struct typeface {
	FT_Library library;
	FT_Face face;
};

/* Open the font. Returns NULL only when memory runs out. */
struct typeface *typeface_create(void);

void typeface_destroy(struct typeface *typeface);

/* Number of the glyph of "character", 0 for the sign of a missing one. */
uint32_t typeface_glyph(const struct typeface *typeface, uint32_t character);

#endif
