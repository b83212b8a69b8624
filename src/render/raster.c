#include "render/raster.h"

#include <cairo.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "render/brush.h"

enum {
	BAND_BYTES = 8 << 20,          /* of the surface that is painted at a time */
	SURFACE_SIDE = 32000,          /* pixels; Cairo's limit is 32767 */
	FINE_PIXELS = 32000000,        /* of a picture with two pixels for one of the scene */
};

/* A band of the picture: rows top to top + height - 1 in pixels of the file. */
struct painter {
	const struct scene *scene;
	double scale;                  /* pixels of the file to a tenth of a pixel of the scene */
	int width, height;             /* of the file */
	int band_height;
	int top;                       /* of the band that is painted */
	cairo_surface_t *surface;      /* the band */
	cairo_t *cairo;
	struct brush brush;
};

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
	for (int row = 0; row < shape->cells->rows; row++) {
		int y = pixel(painter, shape->y + row * shape->height) - painter->top;
		int end = pixel(painter, shape->y + (row + 1) * shape->height) - painter->top;
		end = clamp(end, 0, painter->band_height);
		for (y = clamp(y, 0, painter->band_height); y < end; y++) {
			paint_cell_row(painter, shape, row, (uint32_t *)(void *)(data + y * stride));
		}
	}
	cairo_surface_mark_dirty(painter->surface);
}

/* False only if nothing of "shape" is in the band. Strokes and letters reach beyond its height, but not by its size. */
static bool is_in_band(const struct painter *painter, const struct shape *shape) {
	int height = shape->kind == SHAPE_CELLS ? shape->height * shape->cells->rows : shape->height;
	int top = (height < 0 ? shape->y + height : shape->y) - shape->size;
	int bottom = (height < 0 ? shape->y : shape->y + height) + shape->size;
	return bottom * painter->scale >= painter->top - 1
		&& top * painter->scale <= painter->top + painter->band_height + 1;
}

/* Paint all shapes that touch the band from "top" on. */
static void paint_band(struct painter *painter, int top) {
	const struct scene *scene = painter->scene;
	painter->top = top;
	cairo_t *cairo = painter->cairo;
	cairo_identity_matrix(cairo);
	brush_set_colour(cairo, scene->background);
	cairo_paint(cairo);
	cairo_translate(cairo, 0, -top);
	cairo_scale(cairo, painter->scale, painter->scale);
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *shape = &scene->shapes[i];
		if (!is_in_band(painter, shape)) {
			continue;
		}
		if (shape->kind == SHAPE_CELLS) {
			brush_flush(&painter->brush);
			paint_cells(painter, shape);
		} else {
			brush_paint(&painter->brush, shape);
		}
	}
	brush_flush(&painter->brush);
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

double raster_scale(const struct scene *scene) {
	double width = (double)scene->width / PX;
	double height = (double)scene->height / PX;
	double longest = width > height ? width : height;
	double scale = width * height * 4 <= FINE_PIXELS && longest * 2 <= SURFACE_SIDE ? 2 : 1;
	return longest * scale <= SURFACE_SIDE ? scale : SURFACE_SIDE / longest;
}

/* As for PDF, errno tells of allocations that failed without Cairo's saying so. */
bool raster_paint(const struct scene *scene, double scale, struct typeface *typeface, const struct raster_sink *sink) {
	errno = 0;
	struct painter painter = { .scene = scene, .scale = scale / PX };
	painter.width = pixel(&painter, scene->width);
	painter.height = pixel(&painter, scene->height);
	painter.band_height = clamp(BAND_BYTES / 4 / painter.width, 1, painter.height);
	painter.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, painter.width, painter.band_height);
	painter.cairo = cairo_create(painter.surface);
	brush_init(&painter.brush, painter.cairo, typeface);
	/* For several that may overlap Cairo makes an image, and does not look whether there was memory for it. */
	painter.brush.singly = true;
	bool written = brush_set_typeface(painter.cairo, typeface);
	if (written && cairo_status(painter.cairo) == CAIRO_STATUS_SUCCESS) {
		const struct png_image image = {
			.width = painter.width, .height = painter.height, .row = take_row, .context = &painter,
		};
		written = sink->take(sink->context, &image);
		written = written && cairo_status(painter.cairo) == CAIRO_STATUS_SUCCESS && errno != ENOMEM;
	} else {
		written = false;
	}
	cairo_destroy(painter.cairo);
	cairo_surface_destroy(painter.surface);
	return written;
}
