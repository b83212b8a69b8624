#include "render/picture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "render/file.h"
#include "render/picture_private.h"

/* True if "path" ends in "suffix", in small or capital letters, with something before the letters. */
static bool has_suffix(const char *path, const char *suffix) {
	size_t length = strlen(path);
	size_t count = strlen(suffix);
	if (length < count) {
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		char c = path[length - count + i];
		char small = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
		if (small != suffix[i]) {
			return false;
		}
	}
	return true;
}

enum picture_format picture_format_from_path(const char *path) {
	static const struct {
		const char *suffix;
		enum picture_format format;
	} suffixes[] = {
		{ ".svg", PICTURE_SVG }, { ".png", PICTURE_PNG }, { ".pdf", PICTURE_PDF }, { ".tex", PICTURE_TEX },
		{ ".html", PICTURE_HTML }, { ".txt", PICTURE_TXT },
	};
	for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
		if (has_suffix(path, suffixes[i].suffix)) {
			return suffixes[i].format;
		}
	}
	return PICTURE_UNKNOWN;
}

struct picture_result picture_failed(const char *path, int error) {
	struct picture_result result = { .status = PICTURE_FILE };
	snprintf(result.text, sizeof result.text, "cannot write %s: %s", path, strerror(error));
	return result;
}

struct picture_result picture_too_large(const char *format, int64_t cells, int limit) {
	struct picture_result result = { .status = PICTURE_LARGE };
	snprintf(result.text, sizeof result.text,
		"%lld cells are too many for %s, at most %d are written; --region draws a "
		"part of them", (long long)cells, format, limit);
	return result;
}

struct picture_result picture_give_up(struct file *file, const char *path) {
	int error = errno != 0 ? errno : ENOMEM;
	file_discard(file);
	return picture_failed(path, error);
}

struct picture_result picture_commit(struct file *file, const char *path) {
	if (!file_commit(file)) {
		return picture_failed(path, errno);
	}
	return (struct picture_result){ .status = PICTURE_WRITTEN };
}

struct picture_result picture_write_text(struct str text, const char *path) {
	struct file file;
	if (!file_open(&file, path)) {
		return picture_failed(path, errno);
	}
	errno = 0;
	return file_write(&file, text.data, text.length) ? picture_commit(&file, path) : picture_give_up(&file, path);
}
