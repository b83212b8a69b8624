#include "render/cairo_pdf.h"

#include <cairo-pdf.h>
#include <errno.h>

#include "render/brush.h"

/* Points of a page, 72 to an inch, for a tenth of a pixel, 96 to an inch. */
static const double points = 0.75 / PX;

enum { PATH_CELLS = 1 << 16 };   /* a matrix of more cells than this becomes an image */

/*
 * Images live until the file is finished: Cairo would copy one that is destroyed before, and does not survive the lack
 * of memory for that. After a failure, where it may hold on to them, they are left alone; their pixels are the arena's.
 */
struct images {
	cairo_surface_t *image;
	struct images *next;
};

/* Pass on what Cairo has written. */
static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int length) {
	const struct pdf_sink *sink = closure;
	return sink->write(sink->context, data, length) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* Fill the cells of one colour, neighbours in a row as one rectangle. */
static void fill_colour(cairo_t *cairo, const struct shape *shape, int colour) {
	const struct cells *cells = shape->cells;
	for (int row = 0; row < cells->rows; row++) {
		const uint8_t *index = cells->index + (size_t)row * (size_t)cells->columns;
		for (int column = 0; column < cells->columns; column++) {
			int first = column;
			while (column < cells->columns && index[column] == colour) {
				column++;
			}
			if (column > first) {
				cairo_rectangle(cairo, shape->x + first * shape->width, shape->y + row * shape->height,
					(column - first) * shape->width, shape->height);
			}
		}
	}
	brush_set_colour(cairo, cells->colours[colour]);
	cairo_fill(cairo);
}

/* Many cells are an image with one pixel a cell, which is added to "images". */
static void paint_image(cairo_t *cairo, const struct shape *shape, struct arena *arena, struct images **images) {
	const struct cells *cells = shape->cells;
	int stride = cairo_format_stride_for_width(CAIRO_FORMAT_ARGB32, cells->columns);
	unsigned char *data = arena_array(arena, (size_t)stride, (size_t)cells->rows);
	cairo_surface_t *image = cairo_image_surface_create_for_data(data, CAIRO_FORMAT_ARGB32, cells->columns,
		cells->rows, stride);
	cairo_surface_flush(image);
	for (int row = 0; row < cells->rows; row++) {
		const uint8_t *index = cells->index + (size_t)row * (size_t)cells->columns;
		uint32_t *out = (uint32_t *)(void *)(data + (ptrdiff_t)row * stride);
		for (int column = 0; column < cells->columns; column++) {
			out[column] = index[column] == CELL_UNPAINTED ? 0 : 0xff000000u | cells->colours[index[column]];
		}
	}
	cairo_surface_mark_dirty(image);
	cairo_save(cairo);
	cairo_translate(cairo, shape->x, shape->y);
	cairo_scale(cairo, shape->width, shape->height);
	cairo_set_source_surface(cairo, image, 0, 0);
	cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
	cairo_paint(cairo);
	cairo_restore(cairo);
	struct images *first = arena_alloc(arena, sizeof *first);
	*first = (struct images){ image, *images };
	*images = first;
}

/* Few cells are rectangles, many an image. */
static void paint_cells(cairo_t *cairo, const struct shape *shape, struct arena *arena, struct images **images) {
	if ((int64_t)shape->cells->rows * shape->cells->columns > PATH_CELLS) {
		paint_image(cairo, shape, arena, images);
		return;
	}
	for (int colour = 0; colour < shape->cells->colour_count; colour++) {
		fill_colour(cairo, shape, colour);
	}
}

/* Paint all shapes in their order; texts wait in the brush until something else is painted over them. */
static void paint_page(cairo_t *cairo, const struct scene *scene, const struct typeface *typeface,
	struct images **images) {
	brush_set_colour(cairo, scene->background);
	cairo_paint(cairo);
	cairo_scale(cairo, points, points);
	struct brush brush;
	brush_init(&brush, cairo, typeface);
	for (size_t i = 0; i < scene->count; i++) {
		if (scene->shapes[i].kind == SHAPE_CELLS) {
			brush_flush(&brush);
			paint_cells(cairo, &scene->shapes[i], scene->arena, images);
		} else {
			brush_paint(&brush, &scene->shapes[i]);
		}
	}
	brush_flush(&brush);
	cairo_show_page(cairo);
}

/*
 * Cairo does not report all allocations that fail: a font may be missing from the file. But they leave their mark in
 * errno, which no function sets back to 0.
 */
bool cairo_pdf_write(const struct scene *scene, struct typeface *typeface, const struct pdf_sink *sink) {
	struct pdf_sink copy = *sink;
	errno = 0;
	cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(write_bytes, &copy, scene->width * points,
		scene->height * points);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, scene->title);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, scene->description);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "cutelayout");
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
	cairo_t *cairo = cairo_create(surface);
	struct images *images = NULL;
	bool written = brush_set_typeface(cairo, typeface);
	if (written) {
		paint_page(cairo, scene, typeface, &images);
	}
	written = written && cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
	cairo_destroy(cairo);
	cairo_surface_finish(surface);
	written = written && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && errno != ENOMEM;
	cairo_surface_destroy(surface);
	for (; written && images != NULL; images = images->next) {
		cairo_surface_destroy(images->image);
	}
	return written;
}
