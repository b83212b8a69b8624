/*
 * The outlines of the font of font.h, for pictures that draw their texts themselves. "./dev glyphs" makes the table,
 * src/render/glyphs.txt, from the font; so neither the font nor FreeType is needed to write SVG and HTML.
 */
#ifndef RENDER_GLYPHS_H
#define RENDER_GLYPHS_H

#include <stdint.h>

#include "base/str.h"

/*
 * The outline of "character" as SVG path data in units of the font, y upward; the sign of a missing one where the font
 * does not have it. The text is static, and empty for a character without ink.
 */
struct str glyph_outline(uint32_t character);

#endif
