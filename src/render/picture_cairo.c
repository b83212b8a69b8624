/* picture.h in a build with Cairo. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "render/cairo_png.h"
#include "render/file.h"
#include "render/picture.h"
#include "render/svg.h"

bool picture_is_available(void) {
	return true;
}

static bool write_to_file(void *context, const void *data, size_t size) {
	return file_write(context, data, size);
}

static bool write_svg(const struct scene *scene, struct typeface *typeface, struct file *file) {
	struct buf buf;
	buf_init(&buf, scene->arena);
	bool written = svg_print(&buf, scene, typeface) && file_write(file, buf.data, buf.length);
	typeface_destroy(typeface);
	return written;
}

static bool write_png(const struct scene *scene, struct typeface *typeface, struct file *file) {
	const struct png_sink sink = { write_to_file, file };
	return cairo_png_write(scene, typeface, &sink);
}

static struct picture_result failed(const char *path, int error) {
	struct picture_result result = { .status = PICTURE_FILE };
	snprintf(result.text, sizeof result.text, "cannot write %s: %s", path, strerror(error));
	return result;
}

struct picture_result picture_write(const struct scene *scene, const char *path, enum picture_format format) {
	assert(format != PICTURE_UNKNOWN);
	struct typeface *typeface = typeface_create();
	if (typeface == NULL) {
		return failed(path, ENOMEM);
	}
	struct file file;
	if (!file_open(&file, path)) {
		typeface_destroy(typeface);
		return failed(path, errno);
	}
	errno = 0;
	bool written = format == PICTURE_SVG ? write_svg(scene, typeface, &file) : write_png(scene, typeface, &file);
	if (!written) {
		int error = errno != 0 ? errno : ENOMEM;
		file_discard(&file);
		return failed(path, error);
	}
	if (!file_commit(&file)) {
		return failed(path, errno);
	}
	return (struct picture_result){ .status = PICTURE_WRITTEN };
}
