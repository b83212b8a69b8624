/*
 * A scene is a picture as plain data: a list of shapes, painted in the order of the list on a background. It knows
 * neither layouts nor file formats; it is made by grid.h and tv.h, compared as text by tests, and walked by the writers
 * of picture.h.
 *
 * Every length is an integer in tenths of a pixel, y grows downward. Text is set in one fixed-pitch font, so its width
 * is known without asking the font (font.h). The shapes and what they point to live in the arena of the scene.
 */
#ifndef RENDER_SCENE_H
#define RENDER_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

/* Length of one pixel. */
enum { PX = 10 };

/* A colour is 0xRRGGBB. */
#define COLOUR_NONE UINT32_MAX

enum shape_kind {
	SHAPE_CELLS,  /* a matrix of cells without gaps, each filled with a colour of a short list */
	SHAPE_RECT,
	SHAPE_LINE,
	SHAPE_LABEL,
};

enum anchor {
	ANCHOR_START,   /* the text begins at x */
	ANCHOR_MIDDLE,
	ANCHOR_END,
};

/* In place of the index of a colour: the cell is not painted. */
enum { CELL_UNPAINTED = 255 };

struct cells {
	int rows, columns;
	const uint8_t *index;     /* colour of each cell, row by row, or CELL_UNPAINTED */
	const uint32_t *colours;
	int colour_count;         /* at most CELL_UNPAINTED */
};

struct shape {
	uint8_t kind;             /* enum shape_kind */
	uint8_t anchor;           /* label: enum anchor */
	int x, y;                 /* cells, rect: top left corner; line: its start; label: the point that "anchor" is about,
	                             at half the height of a capital letter */
	int width, height;        /* cells: size of one cell; rect: its size; line: vector to its end */
	int size;                 /* rect, line: width of the stroke, half of it on either side; label: font size */
	uint32_t fill;            /* rect: COLOUR_NONE for an outline; label: colour of the text */
	uint32_t stroke;          /* rect, line */
	union {
		const char *text;           /* label: UTF-8 */
		const struct cells *cells;  /* cells */
	};
};

/* How a line is drawn; half of its width is on either side. */
struct stroke {
	uint32_t colour;
	int width;
};

/* How a text is set. */
struct lettering {
	enum anchor anchor;
	int size;
	uint32_t colour;
};

struct scene {
	struct arena *arena;
	int width, height;
	uint32_t background;
	bool plain_text;           /* texts are left to a font of the reader, where the format has such */
	const char *title;         /* what the picture shows, for readers who cannot see it; "" if not known */
	const char *description;   /* the same in a sentence or two */
	struct shape *shapes;
	size_t count, capacity;
};

/* Make "scene" an empty white picture that grows in "arena". */
void scene_init(struct scene *scene, struct arena *arena);

/* Add shapes. Texts, cells, indices and colours are not copied. */
void scene_add_cells(struct scene *scene, int x, int y, int cell_width, int cell_height, const struct cells *cells);
void scene_add_rect(struct scene *scene, int x, int y, int width, int height, uint32_t fill);
void scene_add_outline(struct scene *scene, int x, int y, int width, int height, struct stroke stroke);
void scene_add_line(struct scene *scene, int x0, int y0, int x1, int y1, struct stroke stroke);
void scene_add_label(struct scene *scene, int x, int y, struct lettering lettering, const char *text);

/* Copies of a text and of an integer in decimal that live as long as the scene. */
const char *scene_text(struct scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *scene_text_int(struct scene *scene, int64_t value);

/* Append the scene as text, one shape a line, the rows of cells below their shape. The same on every machine. */
void scene_print(struct buf *buf, const struct scene *scene);

/* Append "length" in pixels with one decimal at most: 125 is "12.5", 120 is "12". */
void scene_print_length(struct buf *buf, int length);

#endif
