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

static struct picture_result failed(const char *path, int error) {
	struct picture_result result = { .status = PICTURE_FILE };
	snprintf(result.text, sizeof result.text, "cannot write %s: %s", path, strerror(error));
	return result;
}

/* Undo "file" after an error in writing it, in errno if the system has told. */
static struct picture_result give_up(struct file *file, const char *path) {
	int error = errno != 0 ? errno : ENOMEM;
	file_discard(file);
	return failed(path, error);
}

static struct picture_result commit(struct file *file, const char *path) {
	if (!file_commit(file)) {
		return failed(path, errno);
	}
	return (struct picture_result){ .status = PICTURE_WRITTEN };
}

/* The text is complete before the file is begun: an arena that runs out of memory does not return. */
static struct picture_result write_svg(const struct scene *scene, const char *path) {
	struct typeface *typeface = typeface_create();
	struct buf buf;
	buf_init(&buf, scene->arena);
	bool printed = typeface != NULL && svg_print(&buf, scene, typeface);
	typeface_destroy(typeface);
	if (!printed) {
		return failed(path, ENOMEM);
	}
	struct file file;
	if (!file_open(&file, path)) {
		return failed(path, errno);
	}
	errno = 0;
	return file_write(&file, buf.data, buf.length) ? commit(&file, path) : give_up(&file, path);
}

static struct picture_result write_png(const struct scene *scene, const char *path) {
	struct file file;
	if (!file_open(&file, path)) {
		return failed(path, errno);
	}
	errno = 0;
	const struct png_sink sink = { write_to_file, &file };
	struct typeface *typeface = typeface_create();
	bool written = typeface != NULL && cairo_png_write(scene, typeface, &sink);
	return written ? commit(&file, path) : give_up(&file, path);
}

struct picture_result picture_write(const struct scene *scene, const char *path, enum picture_format format) {
	assert(format != PICTURE_UNKNOWN);
	return format == PICTURE_SVG ? write_svg(scene, path) : write_png(scene, path);
}
