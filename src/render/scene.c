/* Shapes are appended and never changed; printing writes one line for each, in their order, which tests compare. */
#include "render/scene.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scene_init(struct scene *scene, struct arena *arena) {
	*scene = (struct scene){ .arena = arena, .background = 0xffffff, .title = "", .description = "" };
}

/* Append a zeroed shape of "kind". */
static struct shape *add(struct scene *scene, enum shape_kind kind, int x, int y, int width, int height) {
	if (scene->count == scene->capacity) {
		size_t capacity = scene->capacity == 0 ? 256 : scene->capacity * 2;
		struct shape *shapes = arena_array(scene->arena, capacity, sizeof *shapes);
		if (scene->count > 0) {
			memcpy(shapes, scene->shapes, scene->count * sizeof *shapes);
		}
		scene->shapes = shapes;
		scene->capacity = capacity;
	}
	struct shape *shape = &scene->shapes[scene->count++];
	*shape = (struct shape){
		.kind = (uint8_t)kind, .x = x, .y = y, .width = width, .height = height,
		.fill = COLOUR_NONE, .stroke = COLOUR_NONE,
	};
	return shape;
}

void scene_add_cells(struct scene *scene, int x, int y, int cell_width, int cell_height, const struct cells *cells) {
	struct shape *shape = add(scene, SHAPE_CELLS, x, y, cell_width, cell_height);
	shape->cells = cells;
}

void scene_add_rect(struct scene *scene, int x, int y, int width, int height, uint32_t fill) {
	struct shape *shape = add(scene, SHAPE_RECT, x, y, width, height);
	shape->fill = fill;
}

void scene_add_outline(struct scene *scene, int x, int y, int width, int height, struct stroke stroke) {
	struct shape *shape = add(scene, SHAPE_RECT, x, y, width, height);
	shape->stroke = stroke.colour;
	shape->size = stroke.width;
}

void scene_add_line(struct scene *scene, int x0, int y0, int x1, int y1, struct stroke stroke) {
	struct shape *shape = add(scene, SHAPE_LINE, x0, y0, x1 - x0, y1 - y0);
	shape->stroke = stroke.colour;
	shape->size = stroke.width;
}

void scene_add_label(struct scene *scene, int x, int y, struct lettering lettering, const char *text) {
	struct shape *shape = add(scene, SHAPE_LABEL, x, y, 0, 0);
	shape->anchor = (uint8_t)lettering.anchor;
	shape->size = lettering.size;
	shape->fill = lettering.colour;
	shape->text = text;
}

const char *scene_text(struct scene *scene, const char *format, ...) {
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = arena_alloc(scene->arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

const char *scene_text_int(struct scene *scene, int64_t value) {
	char text[24];
	int length = snprintf(text, sizeof text, "%" PRId64, value);
	return arena_copy(scene->arena, text, (size_t)length);
}

void scene_print_length(struct buf *buf, int length) {
	if (length < 0) {
		buf_put_char(buf, '-');
		length = -length;
	}
	buf_put_int(buf, length / PX);
	if (length % PX != 0) {
		buf_put_char(buf, '.');
		buf_put_char(buf, (char)('0' + length % PX));
	}
}

static void print_pair(struct buf *buf, int a, char between, int b) {
	scene_print_length(buf, a);
	buf_put_char(buf, between);
	scene_print_length(buf, b);
}

/* As in CSS. */
static void print_colour(struct buf *buf, uint32_t colour) {
	if (colour == COLOUR_NONE) {
		buf_put(buf, "none");
	} else {
		buf_printf(buf, "#%06x", (unsigned)colour);
	}
}

/* One character a cell up to 36 colours, two hexadecimal digits beyond. */
static void print_cells(struct buf *buf, const struct cells *cells) {
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	buf_put(buf, "  colours");
	for (int i = 0; i < cells->colour_count; i++) {
		buf_put_char(buf, ' ');
		print_colour(buf, cells->colours[i]);
	}
	buf_put_char(buf, '\n');
	const uint8_t *index = cells->index;
	for (int row = 0; row < cells->rows; row++) {
		buf_put(buf, "  ");
		for (int column = 0; column < cells->columns; column++, index++) {
			if (cells->colour_count > 36) {
				buf_put_char(buf, *index == CELL_UNPAINTED ? '.' : digits[*index / 16]);
				buf_put_char(buf, *index == CELL_UNPAINTED ? '.' : digits[*index % 16]);
			} else {
				buf_put_char(buf, *index == CELL_UNPAINTED ? '.' : digits[*index]);
			}
		}
		buf_put_char(buf, '\n');
	}
}

/* " stroke #333333 width 1" */
static void print_stroke(struct buf *buf, const struct shape *shape) {
	buf_put(buf, " stroke ");
	print_colour(buf, shape->stroke);
	if (shape->stroke != COLOUR_NONE) {
		buf_put(buf, " width ");
		scene_print_length(buf, shape->size);
	}
}

static void print_label(struct buf *buf, const struct shape *shape) {
	static const char *const anchors[] = { "start", "middle", "end" };
	buf_printf(buf, " %s size ", anchors[shape->anchor]);
	scene_print_length(buf, shape->size);
	buf_put_char(buf, ' ');
	print_colour(buf, shape->fill);
	buf_put_char(buf, ' ');
	buf_put(buf, shape->text);
}

/* A line that says all of a shape, and for cells a line for each row. */
static void print_shape(struct buf *buf, const struct shape *shape) {
	static const char *const names[] = {
		[SHAPE_CELLS] = "cells ", [SHAPE_RECT] = "rect ", [SHAPE_LINE] = "line ", [SHAPE_LABEL] = "label ",
	};
	buf_put(buf, names[shape->kind]);
	print_pair(buf, shape->x, ' ', shape->y);
	switch ((enum shape_kind)shape->kind) {
	case SHAPE_CELLS:
		buf_printf(buf, " %d rows %d columns of ", shape->cells->rows, shape->cells->columns);
		print_pair(buf, shape->width, 'x', shape->height);
		buf_put_char(buf, '\n');
		print_cells(buf, shape->cells);
		return;
	case SHAPE_RECT:
		buf_put_char(buf, ' ');
		print_pair(buf, shape->width, 'x', shape->height);
		buf_put(buf, " fill ");
		print_colour(buf, shape->fill);
		print_stroke(buf, shape);
		break;
	case SHAPE_LINE:
		buf_put(buf, " to ");
		print_pair(buf, shape->x + shape->width, ' ', shape->y + shape->height);
		print_stroke(buf, shape);
		break;
	case SHAPE_LABEL: print_label(buf, shape); break;
	}
	buf_put_char(buf, '\n');
}

void scene_print(struct buf *buf, const struct scene *scene) {
	buf_put(buf, "scene ");
	print_pair(buf, scene->width, 'x', scene->height);
	buf_put(buf, " background ");
	print_colour(buf, scene->background);
	buf_put_char(buf, '\n');
	buf_printf(buf, "title %s\n", scene->title);
	buf_printf(buf, "description %s\n", scene->description);
	for (size_t i = 0; i < scene->count; i++) {
		print_shape(buf, &scene->shapes[i]);
	}
}
