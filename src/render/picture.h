/* Pictures in the formats of files, made in memory. */
#ifndef RENDER_PICTURE_H
#define RENDER_PICTURE_H

#include "base/buf.h"
#include "base/fault.h"
#include "render/draw.h"

enum picture_format {
	PICTURE_UNKNOWN,
	PICTURE_SVG,
	PICTURE_PNG,
	PICTURE_PDF,
	PICTURE_GIF,
	PICTURE_TEX,
	PICTURE_HTML,
	PICTURE_TXT,
};

enum picture_status {
	PICTURE_PRINTED,
	PICTURE_UNAVAILABLE,   /* this program cannot write such pictures */
	PICTURE_LARGE,         /* too many cells for this format */
	PICTURE_MEMORY,        /* a library that paints found no memory */
};

struct picture_result {
	enum picture_status status;
	char text[FAULT_TEXT_BYTES];   /* unless it was printed: one sentence, lower case, no full stop */
};

/* The format called "name", such as "svg", in small or capital letters. */
enum picture_format picture_format_from_name(const char *name);

/* The format that the suffix of "path" stands for. */
enum picture_format picture_format_from_path(const char *path);

/* Whether "format" is one of those that libraries paint (paint.h): PNG, PDF and GIF. Only they may be missing. */
bool picture_is_painted(enum picture_format format);

/* Whether this program can print "format": PICTURE_PRINTED or PICTURE_UNAVAILABLE. */
struct picture_result picture_available(enum picture_format format);

/*
 * Append "figure", which is finished, as the file "format"; any but TXT, which text.h prints. Memory that is needed on
 * the way is taken from the arena of the figure. The same figure gives the same bytes. A GIF of a film is one: it has a
 * matrix in each of its frames; that of another figure stands still.
 */
struct picture_result picture_print(struct buf *out, const struct figure *figure, enum picture_format format);

/* Append "scene", which need not be that of a figure; none of HTML, GIF and TXT. */
struct picture_result picture_print_scene(struct buf *out, const struct scene *scene, enum picture_format format);

#endif
