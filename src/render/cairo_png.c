#include "render/cairo_png.h"

#include <cairo-ft.h>
#include <cairo.h>
#include <stdlib.h>
#include <string.h>

#include "render/font.h"

enum {
	BAND_BYTES = 8 << 20,          /* of the surface that is painted at a time */
	SURFACE_SIDE = 32000,          /* pixels; Cairo's limit is 32767 */
	FINE_PIXELS = 32000000,        /* of a picture with two pixels for one of the scene */
	GLYPHS = 256,                  /* passed to Cairo at a time */
};

/* A band of the picture: rows top to top + height - 1 in pixels of the file. */
struct painter {
	const struct scene *scene;
	const struct typeface *typeface;
	double scale;                  /* pixels of the file to a tenth of a pixel of the scene */
	int width, height;             /* of the file */
	int band_height;
	int top;                       /* of the band that is painted */
	cairo_surface_t *surface;      /* the band */
	cairo_t *cairo;
	cairo_glyph_t glyphs[GLYPHS];  /* of the current label run */
	int glyph_count;
};

static void set_colour(cairo_t *cairo, uint32_t colour) {
	cairo_set_source_rgb(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
}

/* The pixel of the file at the length "at" of the scene. */
static int pixel(const struct painter *painter, int at) {
	return (int)(at * painter->scale + 0.5);
}

static int clamp(int value, int least, int greatest) {
	return value < least ? least : value > greatest ? greatest : value;
}

/* --- cells, painted without Cairo: whole pixels only --- */

static void paint_cell_row(const struct painter *painter, const struct shape *shape, int row, uint32_t *out) {
	const struct cells *cells = shape->cells;
	const uint8_t *index = cells->index + (size_t)row * (size_t)cells->columns;
	int x = clamp(pixel(painter, shape->x), 0, painter->width);
	for (int column = 0; column < cells->columns; column++) {
		int end = clamp(pixel(painter, shape->x + (column + 1) * shape->width), 0, painter->width);
		if (index[column] == CELL_UNPAINTED) {
			x = end;
			continue;
		}
		uint32_t colour = cells->colours[index[column]];
		for (; x < end; x++) {
			out[x] = colour;
		}
	}
}

static void paint_cells(const struct painter *painter, const struct shape *shape) {
	cairo_surface_flush(painter->surface);
	unsigned char *data = cairo_image_surface_get_data(painter->surface);
	ptrdiff_t stride = cairo_image_surface_get_stride(painter->surface);
	int left = clamp(pixel(painter, shape->x), 0, painter->width);
	int right = clamp(pixel(painter, shape->x + shape->cells->columns * shape->width), 0, painter->width);
	for (int row = 0; row < shape->cells->rows; row++) {
		int y = pixel(painter, shape->y + row * shape->height) - painter->top;
		int end = pixel(painter, shape->y + (row + 1) * shape->height) - painter->top;
		y = clamp(y, 0, painter->band_height);
		end = clamp(end, 0, painter->band_height);
		if (y == end) {
			continue;
		}
		uint32_t *first = (uint32_t *)(void *)(data + y * stride);
		paint_cell_row(painter, shape, row, first);
		while (++y < end) {
			uint32_t *copy = (uint32_t *)(void *)(data + y * stride);
			memcpy(copy + left, first + left, (size_t)(right - left) * sizeof *first);
		}
	}
	cairo_surface_mark_dirty(painter->surface);
}

/* --- the other shapes --- */

static void paint_rect(const struct painter *painter, const struct shape *shape) {
	cairo_rectangle(painter->cairo, shape->x, shape->y, shape->width, shape->height);
	if (shape->fill != COLOUR_NONE) {
		set_colour(painter->cairo, shape->fill);
		cairo_fill_preserve(painter->cairo);
	}
	if (shape->stroke != COLOUR_NONE) {
		set_colour(painter->cairo, shape->stroke);
		cairo_set_line_width(painter->cairo, shape->size);
		cairo_stroke_preserve(painter->cairo);
	}
	cairo_new_path(painter->cairo);
}

static void paint_line(const struct painter *painter, const struct shape *shape) {
	bool upright = shape->width == 0 || shape->height == 0;
	cairo_set_antialias(painter->cairo, upright ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT);
	cairo_move_to(painter->cairo, shape->x, shape->y);
	cairo_rel_line_to(painter->cairo, shape->width, shape->height);
	set_colour(painter->cairo, shape->stroke);
	cairo_set_line_width(painter->cairo, shape->size);
	cairo_stroke(painter->cairo);
	cairo_set_antialias(painter->cairo, CAIRO_ANTIALIAS_DEFAULT);
}

static void show_glyphs(struct painter *painter) {
	if (painter->glyph_count > 0) {
		cairo_show_glyphs(painter->cairo, painter->glyphs, painter->glyph_count);
	}
	painter->glyph_count = 0;
}

/* Add the glyphs of "label" to those to be shown in the current colour and size. */
static void paint_label(struct painter *painter, const struct shape *label) {
	double unit = (double)label->size / FONT_EM;
	double width = font_text_length(label->text) * FONT_ADVANCE * unit;
	double x = label->anchor == ANCHOR_START ? label->x : label->anchor == ANCHOR_END ? label->x - width :
			label->x - width / 2;
	double y = label->y + FONT_CAPITAL * unit / 2;
	for (const char *text = label->text; *text != '\0'; x += FONT_ADVANCE * unit) {
		if (painter->glyph_count == GLYPHS) {
			show_glyphs(painter);
		}
		unsigned long glyph = typeface_glyph(painter->typeface, font_next_character(&text));
		painter->glyphs[painter->glyph_count++] = (cairo_glyph_t){ glyph, x, y };
	}
}

/* False only if nothing of "shape" is in the band. Strokes and letters reach beyond its height, but not by its size. */
static bool is_in_band(const struct painter *painter, const struct shape *shape) {
	int height = shape->kind == SHAPE_CELLS ? shape->height * shape->cells->rows : shape->height;
	int top = (height < 0 ? shape->y + height : shape->y) - shape->size;
	int bottom = (height < 0 ? shape->y : shape->y + height) + shape->size;
	return bottom * painter->scale >= painter->top - 1 &&
		top * painter->scale <= painter->top + painter->band_height + 1;
}

/* Paint all shapes that touch the band from "top" on. */
static void paint_band(struct painter *painter, int top) {
	const struct scene *scene = painter->scene;
	painter->top = top;
	cairo_t *cairo = painter->cairo;
	cairo_identity_matrix(cairo);
	set_colour(cairo, scene->background);
	cairo_paint(cairo);
	cairo_translate(cairo, 0, -top);
	cairo_scale(cairo, painter->scale, painter->scale);
	uint32_t colour = COLOUR_NONE;
	int size = 0;
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *shape = &scene->shapes[i];
		if (!is_in_band(painter, shape)) {
			continue;
		}
		bool label = shape->kind == SHAPE_LABEL;
		if (!label || shape->fill != colour || shape->size != size) {
			show_glyphs(painter);
			colour = COLOUR_NONE;
		}
		switch ((enum shape_kind)shape->kind) {
		case SHAPE_CELLS:
			paint_cells(painter, shape);
			break;
		case SHAPE_RECT:
			paint_rect(painter, shape);
			break;
		case SHAPE_LINE:
			paint_line(painter, shape);
			break;
		case SHAPE_LABEL:
			if (colour == COLOUR_NONE) {
				colour = shape->fill;
				size = shape->size;
				set_colour(cairo, colour);
				cairo_set_font_size(cairo, size);
			}
			paint_label(painter, shape);
			break;
		}
	}
	show_glyphs(painter);
	cairo_surface_flush(painter->surface);
}

/* Row "y" of the file; paints the next band when it begins there. */
static void take_row(void *context, int y, uint8_t *out) {
	struct painter *painter = context;
	if (y % painter->band_height == 0) {
		paint_band(painter, y);
	}
	ptrdiff_t stride = cairo_image_surface_get_stride(painter->surface);
	const unsigned char *data = cairo_image_surface_get_data(painter->surface);
	const uint32_t *row = (const uint32_t *)(const void *)(data + y % painter->band_height * stride);
	for (int x = 0; x < painter->width; x++) {
		*out++ = (uint8_t)(row[x] >> 16);
		*out++ = (uint8_t)(row[x] >> 8);
		*out++ = (uint8_t)row[x];
	}
}

double cairo_png_scale(const struct scene *scene) {
	double width = (double)scene->width / PX;
	double height = (double)scene->height / PX;
	double longest = width > height ? width : height;
	double scale = width * height * 4 <= FINE_PIXELS && longest * 2 <= SURFACE_SIDE ? 2 : 1;
	return longest * scale <= SURFACE_SIDE ? scale : SURFACE_SIDE / longest;
}

/* --- the font --- */

static const cairo_user_data_key_t typeface_key;

static void destroy_typeface(void *typeface) {
	typeface_destroy(typeface);
}

/* Make "typeface" the font of "cairo", which keeps it alive as long as Cairo may use it. */
static bool set_typeface(cairo_t *cairo, struct typeface *typeface) {
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
	return true;
}

bool cairo_png_write(const struct scene *scene, struct typeface *typeface, const struct png_sink *sink) {
	double scale = cairo_png_scale(scene);
	struct painter painter = { .scene = scene, .typeface = typeface, .scale = scale / PX };
	painter.width = pixel(&painter, scene->width);
	painter.height = pixel(&painter, scene->height);
	painter.band_height = clamp(BAND_BYTES / 4 / painter.width, 1, painter.height);
	painter.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, painter.width, painter.band_height);
	painter.cairo = cairo_create(painter.surface);
	bool written = set_typeface(painter.cairo, typeface);
	if (written && cairo_status(painter.cairo) == CAIRO_STATUS_SUCCESS) {
		const struct png_image image = {
			.width = painter.width, .height = painter.height, .row = take_row, .context = &painter,
		};
		written = png_write(&image, sink) && cairo_status(painter.cairo) == CAIRO_STATUS_SUCCESS;
	} else {
		written = false;
	}
	cairo_destroy(painter.cairo);
	cairo_surface_destroy(painter.surface);
	return written;
}
