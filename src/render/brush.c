#include "render/brush.h"

#include <cairo-ft.h>

#include "render/font.h"

void brush_init(struct brush *brush, cairo_t *cairo, const struct typeface *typeface) {
	brush->cairo = cairo;
	brush->typeface = typeface;
	brush->singly = false;
	brush->colour = COLOUR_NONE;
	brush->size = 0;
	brush->glyph_count = 0;
}

void brush_set_colour(cairo_t *cairo, uint32_t colour) {
	cairo_set_source_rgb(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
}

/* Fill a rectangle, then draw its outline, each if it has a colour. */
static void paint_rect(const struct brush *brush, const struct shape *shape) {
	cairo_rectangle(brush->cairo, shape->x, shape->y, shape->width, shape->height);
	if (shape->fill != COLOUR_NONE) {
		brush_set_colour(brush->cairo, shape->fill);
		cairo_fill_preserve(brush->cairo);
	}
	if (shape->stroke != COLOUR_NONE) {
		brush_set_colour(brush->cairo, shape->stroke);
		cairo_set_line_width(brush->cairo, shape->size);
		cairo_stroke_preserve(brush->cairo);
	}
	cairo_new_path(brush->cairo);
}

/* Upright lines are kept free of grey edges. */
static void paint_line(const struct brush *brush, const struct shape *shape) {
	bool upright = shape->width == 0 || shape->height == 0;
	cairo_set_antialias(brush->cairo, upright ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT);
	cairo_move_to(brush->cairo, shape->x, shape->y);
	cairo_rel_line_to(brush->cairo, shape->width, shape->height);
	brush_set_colour(brush->cairo, shape->stroke);
	cairo_set_line_width(brush->cairo, shape->size);
	cairo_stroke(brush->cairo);
	cairo_set_antialias(brush->cairo, CAIRO_ANTIALIAS_DEFAULT);
}

void brush_flush(struct brush *brush) {
	int together = brush->singly ? 1 : brush->glyph_count;
	for (int i = 0; i < brush->glyph_count; i += together) {
		cairo_show_glyphs(brush->cairo, &brush->glyphs[i], together);
	}
	brush->glyph_count = 0;
	brush->colour = COLOUR_NONE;
}

/* Add the glyphs of "label" to those to be shown in the current colour and size. */
static void paint_label(struct brush *brush, const struct shape *label) {
	double unit = (double)label->size / FONT_EM;
	double width = font_text_length(label->text) * FONT_ADVANCE * unit;
	double x = label->anchor == ANCHOR_START ? label->x : label->anchor == ANCHOR_END ? label->x - width
											  : label->x - width / 2;
	double y = label->y + FONT_CAPITAL * unit / 2;
	for (const char *text = label->text; *text != '\0'; x += FONT_ADVANCE * unit) {
		if (brush->glyph_count == BRUSH_GLYPHS) {
			brush_flush(brush);
		}
		unsigned long glyph = typeface_glyph(brush->typeface, font_next_character(&text));
		brush->glyphs[brush->glyph_count++] = (cairo_glyph_t){ glyph, x, y };
	}
}

void brush_paint(struct brush *brush, const struct shape *shape) {
	if (shape->kind != SHAPE_LABEL) {
		brush_flush(brush);
		if (shape->kind == SHAPE_RECT) {
			paint_rect(brush, shape);
		} else if (shape->kind == SHAPE_LINE) {
			paint_line(brush, shape);
		}
		return;
	}
	if (shape->fill != brush->colour || shape->size != brush->size) {
		brush_flush(brush);
		brush->colour = shape->fill;
		brush->size = shape->size;
		brush_set_colour(brush->cairo, brush->colour);
		cairo_set_font_size(brush->cairo, brush->size);
	}
	paint_label(brush, shape);
}

static const cairo_user_data_key_t typeface_key;

/* For Cairo, which calls it when the last user of the font is gone. */
static void destroy_typeface(void *typeface) {
	typeface_destroy(typeface);
}

bool brush_set_typeface(cairo_t *cairo, struct typeface *typeface) {
	cairo_font_face_t *face = cairo_ft_font_face_create_for_ft_face(typeface->face, FT_LOAD_NO_HINTING);
	if (cairo_font_face_set_user_data(face, &typeface_key, typeface, destroy_typeface) != CAIRO_STATUS_SUCCESS) {
		cairo_font_face_destroy(face);
		typeface_destroy(typeface);
		return false;
	}
	cairo_set_font_face(cairo, face);
	cairo_font_face_destroy(face);
	cairo_font_options_t *options = cairo_font_options_create();
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	cairo_set_font_options(cairo, options);
	cairo_font_options_destroy(options);
	return cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
}
