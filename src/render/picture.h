/* Pictures as files. */
#ifndef RENDER_PICTURE_H
#define RENDER_PICTURE_H

#include "base/fault.h"
#include "base/str.h"
#include "render/draw.h"

enum picture_format {
	PICTURE_UNKNOWN,
	PICTURE_SVG,
	PICTURE_PNG,
	PICTURE_PDF,
	PICTURE_TEX,
	PICTURE_HTML,
	PICTURE_TXT,
};

enum picture_status {
	PICTURE_WRITTEN,
	PICTURE_FILE,          /* the file could not be written */
	PICTURE_UNAVAILABLE,   /* this build cannot write such pictures */
	PICTURE_LARGE,         /* too many cells for this format */
};

struct picture_result {
	enum picture_status status;
	char text[FAULT_TEXT_BYTES];   /* unless it was written: one sentence, lower case, no full stop */
};

/* The format that the suffix of "path" stands for, in small or capital letters. */
enum picture_format picture_format_from_path(const char *path);

/* True if this build can write pictures. */
bool picture_is_available(void);

/*
 * Write "scene" to the file "path", which appears whole or not at all; "format" is none of HTML and TXT. Memory that is
 * needed on the way is taken from the arena of the scene.
 */
struct picture_result picture_write(const struct scene *scene, const char *path, enum picture_format format);

/* Write the page of "figure", which was drawn as "scene" according to "plan". */
struct picture_result picture_write_html(const struct figure *figure, const struct scene *scene,
	const struct layout_plan *plan, const char *path);

/* Write "text". */
struct picture_result picture_write_text(struct str text, const char *path);

#endif
