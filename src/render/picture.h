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

/* Whether this program can print "format": PICTURE_PRINTED or PICTURE_UNAVAILABLE. Only PNG and PDF may be missing. */
struct picture_result picture_available(enum picture_format format);

/*
 * Append "figure", which is finished, as the file "format"; any but TXT, which text.h prints. Memory that is needed on
 * the way is taken from the arena of the figure. The same figure gives the same bytes.
 */
struct picture_result picture_print(struct buf *out, const struct figure *figure, enum picture_format format);

/* Append "scene", which need not be that of a figure; neither HTML nor TXT. */
struct picture_result picture_print_scene(struct buf *out, const struct scene *scene, enum picture_format format);

#endif
