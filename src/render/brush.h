/* Painting the shapes of a scene with Cairo, all but cells, in units of the scene. */
#ifndef RENDER_BRUSH_H
#define RENDER_BRUSH_H

#include <cairo.h>
#include <stdbool.h>

#include "render/scene.h"
#include "render/typeface.h"

enum { BRUSH_GLYPHS = 256 };   /* passed to Cairo at a time */

struct brush {
	cairo_t *cairo;
	const struct typeface *typeface;
	bool singly;               /* glyphs are passed to Cairo one by one */
	uint32_t colour;           /* of the glyphs that wait; COLOUR_NONE if none do */
	int size;
	cairo_glyph_t glyphs[BRUSH_GLYPHS];
	int glyph_count;
};

/* Make "brush" paint on "cairo". */
void brush_init(struct brush *brush, cairo_t *cairo, const struct typeface *typeface);

void brush_set_colour(cairo_t *cairo, uint32_t colour);

/* Paint a rectangle, a line or a label. Labels may wait for brush_flush. */
void brush_paint(struct brush *brush, const struct shape *shape);

/* Paint the labels that wait; to be called before anything else is painted. */
void brush_flush(struct brush *brush);

/* Make "typeface" the font of "cairo", which owns it from then on, also on failure. */
bool brush_set_typeface(cairo_t *cairo, struct typeface *typeface);

#endif
