#include "render/picture.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "render/html.h"
#include "render/paint.h"
#include "render/svg.h"
#include "render/tikz.h"

/* --- formats --- */

enum picture_format picture_format_from_name(const char *name) {
	static const struct {
		const char *name;
		enum picture_format format;
	} formats[] = {
		{ "svg", PICTURE_SVG },
		{ "png", PICTURE_PNG },
		{ "pdf", PICTURE_PDF },
		{ "gif", PICTURE_GIF },
		{ "tex", PICTURE_TEX },
		{ "html", PICTURE_HTML },
		{ "txt", PICTURE_TXT },
	};
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		if (strcasecmp(name, formats[i].name) == 0) {
			return formats[i].format;
		}
	}
	return PICTURE_UNKNOWN;
}

enum picture_format picture_format_from_path(const char *path) {
	const char *dot = strrchr(path, '.');
	return dot != NULL ? picture_format_from_name(dot + 1) : PICTURE_UNKNOWN;
}

/* --- printing --- */

enum { GIF_CELLS = 1 << 16 }; /* a GIF is painted in memory as a whole */

static const struct picture_result printed = { .status = PICTURE_PRINTED };

/* What libraries say when they fail; the arena does not come back to say it. */
static struct picture_result out_of_memory(void) {
	return (struct picture_result){ PICTURE_MEMORY, "there is not enough memory to paint the picture" };
}

/* The result where "cells" are more than the "limit" of "format". */
static struct picture_result too_large(const char *format, int64_t cells, int limit) {
	struct picture_result result = { .status = PICTURE_LARGE };
	snprintf(result.text, sizeof result.text, "%" PRId64 " cells are too many for %s, at most %d are written; "
						  "--region draws a part of them",
		cells, format, limit);
	return result;
}

bool picture_is_painted(enum picture_format format) {
	return format == PICTURE_PNG || format == PICTURE_PDF || format == PICTURE_GIF;
}

/* The module that paints "format", or NULL and why it cannot. */
static const struct paint_module *painter_of(enum picture_format format, char why[FAULT_TEXT_BYTES]) {
	const struct paint_module *module = paint_module_find(why);
	if (module != NULL && format == PICTURE_GIF && module->print_gif == NULL) {
		snprintf(why, FAULT_TEXT_BYTES, "this build cannot write GIF, it was made without giflib: install libgif-dev "
						"and build again");
		return NULL;
	}
	return module;
}

/* PNG and PDF, where there is what paints them. */
static struct picture_result print_painted(struct buf *out, const struct scene *scene, enum picture_format format) {
	struct picture_result result = { .status = PICTURE_UNAVAILABLE };
	const struct paint_module *module = painter_of(format, result.text);
	if (module == NULL) {
		return result;
	}
	bool painted = format == PICTURE_PNG ? module->print_png(out, scene) : module->print_pdf(out, scene);
	return painted ? printed : out_of_memory();
}

/* TikZ, unless TeX would not live to see its end. */
static struct picture_result print_tex(struct buf *out, const struct scene *scene) {
	int64_t cells = tikz_cells(scene);
	if (cells > TIKZ_CELLS) {
		return too_large("TikZ", cells, TIKZ_CELLS);
	}
	tikz_print(out, scene);
	return printed;
}

struct picture_result picture_print_scene(struct buf *out, const struct scene *scene, enum picture_format format) {
	switch (format) {
	case PICTURE_SVG: return svg_print(out, scene) ? printed : out_of_memory();
	case PICTURE_TEX: return print_tex(out, scene);
	default:
		assert(format == PICTURE_PNG || format == PICTURE_PDF);
		return print_painted(out, scene, format);
	}
}

/* --- frames --- */

/* The scene of matrix "number" of "figure" alone. */
static void draw_frame(const struct figure *figure, int number, struct scene *scene) {
	struct figure alone = *figure;
	struct matrix matrix = figure->matrices[number];
	scene_init(scene, figure->arena);
	matrix.caption = scene_text(scene, "%d of %d: %s", number + 1, figure->count, matrix.caption);
	alone.matrices = &matrix;
	alone.count = 1;
	figure_draw(&alone, scene);
}

/* A GIF: the instructions of a film one after the other, or one picture. */
static struct picture_result print_gif(struct buf *out, const struct figure *figure, int64_t cells) {
	struct picture_result result = { .status = PICTURE_UNAVAILABLE };
	const struct paint_module *module = painter_of(PICTURE_GIF, result.text);
	if (module == NULL) {
		return result;
	}
	bool is_film = strcmp(figure->kind, "film") == 0;
	if (cells > GIF_CELLS && !is_film) {
		return too_large("GIF", cells, GIF_CELLS);
	}
	int count = is_film ? figure->count : 1;
	int width = 0, height = 0;
	struct scene *scenes = arena_array(figure->arena, (size_t)count, sizeof *scenes);
	for (int i = 0; i < count; i++) {
		if (is_film) {
			draw_frame(figure, i, &scenes[i]);
		} else {
			scene_init(&scenes[i], figure->arena);
			figure_draw(figure, &scenes[i]);
		}
		width = scenes[i].width > width ? scenes[i].width : width;
		height = scenes[i].height > height ? scenes[i].height : height;
	}
	for (int i = 0; i < count; i++) {
		scenes[i].width = width;
		scenes[i].height = height;
	}
	return module->print_gif(out, scenes, count) ? printed : out_of_memory();
}

struct picture_result picture_print(struct buf *out, const struct figure *figure, enum picture_format format) {
	int rows, columns;
	int64_t cells = figure_cells(figure, &rows, &columns);
	if (format == PICTURE_HTML && cells > HTML_CELLS) {
		return too_large("a page of HTML", cells, HTML_CELLS);
	}
	if (format == PICTURE_GIF) {
		return print_gif(out, figure, cells);
	}
	struct scene scene;
	scene_init(&scene, figure->arena);
	bool is_for_browsers = format == PICTURE_HTML || cells > OUTLINED_CELLS;
	enum text_form usual = is_for_browsers ? TEXT_FORM_TEXT : TEXT_FORM_OUTLINE;
	enum text_form form = figure->options.text_form != TEXT_FORM_USUAL ? figure->options.text_form : usual;
	scene.plain_text = form == TEXT_FORM_TEXT;
	struct layout_plan plan = figure_draw(figure, &scene);
	if (format == PICTURE_HTML) {
		html_print(out, figure, &scene, &plan);
		return printed;
	}
	return picture_print_scene(out, &scene, format);
}

struct picture_result picture_available(enum picture_format format) {
	struct picture_result result = { .status = PICTURE_UNAVAILABLE };
	return !picture_is_painted(format) || painter_of(format, result.text) != NULL ? printed : result;
}
