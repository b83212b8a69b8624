#include "render/tikz.h"

#include <inttypes.h>

#include "render/font.h"

/* Colours in the order in which they are met. */
struct colours {
	struct arena *arena;
	uint32_t *data;
	int count, capacity;
};

/* The number of a colour among those that the picture defines. */
static int colour_number(const struct colours *colours, uint32_t colour) {
	for (int i = 0; i < colours->count; i++) {
		if (colours->data[i] == colour) {
			return i;
		}
	}
	return -1;
}

/* Remember a colour, unless it is known. */
static void add_colour(struct colours *colours, uint32_t colour) {
	if (colour == COLOUR_NONE || colour_number(colours, colour) >= 0) {
		return;
	}
	if (colours->count == colours->capacity) {
		int capacity = colours->capacity == 0 ? 32 : colours->capacity * 2;
		uint32_t *data = arena_array(colours->arena, (size_t)capacity, sizeof *data);
		for (int i = 0; i < colours->count; i++) {
			data[i] = colours->data[i];
		}
		colours->data = data;
		colours->capacity = capacity;
	}
	colours->data[colours->count++] = colour;
}

/* Append the definitions of all colours of the scene. */
static void define_colours(struct buf *buf, struct colours *colours, const struct scene *scene) {
	add_colour(colours, scene->background);
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *shape = &scene->shapes[i];
		add_colour(colours, shape->fill);
		add_colour(colours, shape->stroke);
		for (int k = 0; shape->kind == SHAPE_CELLS && k < shape->cells->colour_count; k++) {
			add_colour(colours, shape->cells->colours[k]);
		}
	}
	for (int i = 0; i < colours->count; i++) {
		buf_printf(buf, "\\definecolor{c%d}{HTML}{%06X}\n", i, (unsigned)colours->data[i]);
	}
}

/* A point; y grows downward, as in scenes. */
static void put_place(struct buf *buf, int x, int y) {
	buf_put_char(buf, '(');
	scene_print_length(buf, x);
	buf_put_char(buf, ',');
	scene_print_length(buf, y);
	buf_put_char(buf, ')');
}

static void put_box(struct buf *buf, int x, int y, int width, int height) {
	put_place(buf, x, y);
	buf_put(buf, "rectangle");
	put_place(buf, x + width, y + height);
}

/* One path for each row of each colour: a path of many thousand pieces is more than TeX can hold. */
static void put_cells(struct buf *buf, const struct colours *colours, const struct shape *shape) {
	const struct cells *cells = shape->cells;
	for (int row = 0; row < cells->rows; row++) {
		const uint8_t *index = cells->index + (size_t)row * (size_t)cells->columns;
		for (int colour = 0; colour < cells->colour_count; colour++) {
			bool open = false;
			for (int column = 0; column < cells->columns; column++) {
				int first = column;
				while (column < cells->columns && index[column] == colour) {
					column++;
				}
				if (column == first) {
					continue;
				}
				if (!open) {
					buf_printf(buf, "\\fill[c%d]", colour_number(colours, cells->colours[colour]));
				}
				open = true;
				put_box(buf, shape->x + first * shape->width, shape->y + row * shape->height,
					(column - first) * shape->width, shape->height);
			}
			buf_put(buf, open ? ";\n" : "");
		}
	}
}

/* "length" in points of PostScript. */
static void put_points(struct buf *buf, int length) {
	buf_printf(buf, "%d.%03dbp", length * 75 / 1000, length * 75 % 1000);
}

static void put_stroke(struct buf *buf, const struct colours *colours, const struct shape *shape) {
	buf_printf(buf, "\\draw[c%d,line width=", colour_number(colours, shape->stroke));
	put_points(buf, shape->size);
	buf_put_char(buf, ']');
}

/* A filled rectangle, or an outline. */
static void put_rect(struct buf *buf, const struct colours *colours, const struct shape *shape) {
	if (shape->fill != COLOUR_NONE) {
		buf_printf(buf, "\\fill[c%d]", colour_number(colours, shape->fill));
		put_box(buf, shape->x, shape->y, shape->width, shape->height);
		buf_put(buf, ";\n");
	}
	if (shape->stroke != COLOUR_NONE) {
		put_stroke(buf, colours, shape);
		put_box(buf, shape->x, shape->y, shape->width, shape->height);
		buf_put(buf, ";\n");
	}
}

/* A line. */
static void put_line(struct buf *buf, const struct colours *colours, const struct shape *shape) {
	put_stroke(buf, colours, shape);
	put_place(buf, shape->x, shape->y);
	buf_put(buf, "--");
	put_place(buf, shape->x + shape->width, shape->y + shape->height);
	buf_put(buf, ";\n");
}

/* "text" with the characters escaped that mean something to TeX. */
static void put_escaped(struct buf *buf, const char *text) {
	while (*text != '\0') {
		const char *start = text;
		uint32_t character = font_next_character(&text);
		switch (character) {
		case '\\': buf_put(buf, "\\textbackslash{}"); break;
		case '^': buf_put(buf, "\\textasciicircum{}"); break;
		case '~': buf_put(buf, "\\textasciitilde{}"); break;
		case '"': buf_put(buf, "\\char34{}"); break;
		case '<': buf_put(buf, "\\char60{}"); break;
		case '>': buf_put(buf, "\\char62{}"); break;
		case '_': buf_put(buf, "\\char95{}"); break;
		case '{':
		case '}':
		case '#':
		case '$':
		case '%':
		case '&':
			buf_put_char(buf, '\\');
			buf_put_char(buf, (char)character);
			break;
		default:
			if (character < 0x20 || character == 0xfffd) {
				buf_put_char(buf, '?');
			} else {
				buf_put_str(buf, (struct str){ start, (size_t)(text - start) });
			}
		}
	}
}

/* The typewriter letters of TeX are narrower than those of the scene, so what fits there fits here. */
static void put_label(struct buf *buf, const struct colours *colours, const struct shape *shape) {
	static const char *const anchors[] = { "base west", "base", "base east" };
	int baseline = shape->y + (int)((int64_t)FONT_CAPITAL * shape->size / (2 * FONT_EM));
	buf_printf(buf, "\\t{%s}{c%d}{", anchors[shape->anchor], colour_number(colours, shape->fill));
	put_points(buf, shape->size);
	buf_put(buf, "}{");
	scene_print_length(buf, shape->x);
	buf_put_char(buf, ',');
	scene_print_length(buf, baseline);
	buf_put(buf, "}{");
	put_escaped(buf, shape->text);
	buf_put(buf, "}\n");
}

int64_t tikz_cells(const struct scene *scene) {
	int64_t cells = 0;
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *shape = &scene->shapes[i];
		cells += shape->kind == SHAPE_CELLS ? (int64_t)shape->cells->rows * shape->cells->columns : 0;
	}
	return cells;
}

/* A page of the size of the picture, in all engines, without a class that is not part of LaTeX. */
static void put_preamble(struct buf *buf, const struct scene *scene) {
	buf_put(buf, "\\documentclass{article}\n\\usepackage{tikz}\n\\pagestyle{empty}\n");
	buf_put(buf, "\\setlength{\\paperwidth}{");
	put_points(buf, scene->width);
	buf_put(buf, "}\\setlength{\\paperheight}{");
	put_points(buf, scene->height);
	buf_put(buf, "}\n"
		"\\ifdefined\\pagewidth\\pagewidth=\\paperwidth\\pageheight=\\paperheight\\else\n"
		"\\pdfpagewidth=\\paperwidth\\pdfpageheight=\\paperheight\\fi\n"
		"\\hoffset=-1in\\voffset=-1in\\topmargin=0pt\\headheight=0pt\\headsep=0pt\\topskip=0pt\n"
		"\\oddsidemargin=0pt\\textwidth=\\paperwidth\\textheight=\\paperheight\\parskip=0pt\n");
}

/* Cells as rectangles, texts as nodes, in the order of the scene. */
void tikz_print(struct buf *buf, const struct scene *scene) {
	struct colours colours = { .arena = buf->arena };
	put_preamble(buf, scene);
	define_colours(buf, &colours, scene);
	buf_put(buf, "\\newcommand{\\cutelabel}[5]{\\node[anchor=#1,text=#2,inner sep=0pt,outer sep=0pt,"
		"font=\\fontsize{#3}{#3}\\selectfont\\ttfamily] at (#4) {#5};}\n"
		"\\begin{document}\n\\noindent\\begin{tikzpicture}[x=0.75bp,y=-0.75bp]\n\\let\\t\\cutelabel\n");
	buf_printf(buf, "\\fill[c%d]", colour_number(&colours, scene->background));
	put_box(buf, 0, 0, scene->width, scene->height);
	buf_put(buf, ";\n");
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *shape = &scene->shapes[i];
		switch ((enum shape_kind)shape->kind) {
		case SHAPE_CELLS: put_cells(buf, &colours, shape); break;
		case SHAPE_RECT: put_rect(buf, &colours, shape); break;
		case SHAPE_LINE: put_line(buf, &colours, shape); break;
		case SHAPE_LABEL: put_label(buf, &colours, shape); break;
		}
	}
	buf_put(buf, "\\end{tikzpicture}\n\\end{document}\n");
}
