/* The embedded font of font.h, opened: glyphs, their outlines, and what Cairo needs to draw them. */
#ifndef RENDER_TYPEFACE_H
#define RENDER_TYPEFACE_H

#include <stdbool.h>
#include <stdint.h>

#include <ft2build.h>
#include FT_FREETYPE_H

#include "base/buf.h"

struct typeface {
	FT_Library library;
	FT_Face face;
};

/* Open the font. Returns NULL only when memory runs out. */
struct typeface *typeface_create(void);

/* "typeface" may be NULL. */
void typeface_destroy(struct typeface *typeface);

/* Number of the glyph of "character", 0 for the sign of a missing one. */
uint32_t typeface_glyph(const struct typeface *typeface, uint32_t character);

/* Append the outline of "glyph" as SVG path data in units of the font, y upward. Returns false when memory runs out. */
bool typeface_print_outline(struct buf *buf, const struct typeface *typeface, uint32_t glyph);

#endif
