/* picture.h in a build with Cairo. */
#include <assert.h>
#include <errno.h>

#include "render/cairo_pdf.h"
#include "render/cairo_png.h"
#include "render/html.h"
#include "render/picture_private.h"
#include "render/svg.h"
#include "render/tikz.h"

bool picture_is_available(void) {
	return true;
}

/* Files are complete in memory before they are begun: an arena that runs out of memory does not return. */

static bool write_to_buf(void *context, const void *data, size_t size) {
	buf_put_str(context, (struct str){ data, size });
	return true;
}

static struct picture_result write_svg(const struct scene *scene, const char *path) {
	struct typeface *typeface = typeface_create();
	struct buf buf;
	buf_init(&buf, scene->arena);
	bool printed = typeface != NULL && svg_print(&buf, scene, typeface);
	typeface_destroy(typeface);
	return printed ? picture_write_text(buf_str(&buf), path) : picture_failed(path, ENOMEM);
}

static struct picture_result write_tex(const struct scene *scene, const char *path) {
	int64_t cells = tikz_cells(scene);
	if (cells > TIKZ_CELLS) {
		return picture_too_large("TikZ", cells, TIKZ_CELLS);
	}
	struct buf buf;
	buf_init(&buf, scene->arena);
	tikz_print(&buf, scene);
	return picture_write_text(buf_str(&buf), path);
}

static struct picture_result write_painted(const struct scene *scene, const char *path, enum picture_format format) {
	struct typeface *typeface = typeface_create();
	struct buf buf;
	buf_init(&buf, scene->arena);
	bool written = false;
	if (typeface != NULL && format == PICTURE_PNG) {
		written = cairo_png_write(scene, typeface, &(struct png_sink){ write_to_buf, &buf });
	} else if (typeface != NULL) {
		written = cairo_pdf_write(scene, typeface, &(struct pdf_sink){ write_to_buf, &buf });
	}
	return written ? picture_write_text(buf_str(&buf), path) : picture_failed(path, ENOMEM);
}

struct picture_result picture_write(const struct scene *scene, const char *path, enum picture_format format) {
	switch (format) {
	case PICTURE_SVG: return write_svg(scene, path);
	case PICTURE_TEX: return write_tex(scene, path);
	default:
		assert(format == PICTURE_PNG || format == PICTURE_PDF);
		return write_painted(scene, path, format);
	}
}

struct picture_result picture_write_html(const struct figure *figure, const struct scene *scene,
	const struct layout_plan *plan, const char *path) {
	int rows, columns;
	int64_t cells = figure_cells(figure, &rows, &columns);
	if (cells > HTML_CELLS) {
		return picture_too_large("a page of HTML", cells, HTML_CELLS);
	}
	struct typeface *typeface = typeface_create();
	struct buf buf;
	buf_init(&buf, scene->arena);
	bool printed = typeface != NULL && html_print(&buf, figure, scene, plan, typeface);
	typeface_destroy(typeface);
	return printed ? picture_write_text(buf_str(&buf), path) : picture_failed(path, ENOMEM);
}
