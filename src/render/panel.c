#include "render/panel.h"

#include "render/font.h"
#include "render/palette.h"

enum {
	INDEX_SIZE = 10 * PX,
	INDEX_GAP = 6 * PX,          /* between the index of a row and its cells */
	INDEX_HEIGHT = 18 * PX,      /* of the line of indices above the cells */
	INDEX_SPACE = 8 * PX,        /* between two indices side by side, at least */
	INDEX_SPARSE = 48 * PX,      /* from one index to the next beside cells without text, at least */
	SMALL_PICTURE = 2048,        /* pixels that a picture without text is made to fill */
	SMALL_CELL = 12,             /* side of a cell without text, at most */
	LONG_MATRIX = 128,           /* cells on the longer axis of a matrix that is broken into strips, at least */
	LONG_RATIO = 4,              /* its longer axis to its shorter one, at least */
	STRIP = 32,                  /* cells of a strip along the longer axis, at least */
	STRIP_SPACE = 8 * PX,        /* between a strip and the one below it */
	STRIP_GAP = 24 * PX,         /* between two strips side by side */
};

int panel_digits(int64_t value) {
	int digits = value < 0 ? 2 : 1;
	while (value > 9 || value < -9) {
		value /= 10;
		digits++;
	}
	return digits;
}

int panel_even_pixels(int length) {
	return (length + 2 * PX - 1) / (2 * PX) * (2 * PX);
}

int panel_small_cell(int64_t longest) {
	int64_t side = SMALL_PICTURE / longest;
	return (int)(side < 1 ? 1 : side > SMALL_CELL ? SMALL_CELL : side) * PX;
}

void panel_measure(struct panel *panel) {
	int last = panel->first_row + panel->rows - 1;
	int digits = panel_digits((int64_t)last * panel->row_unit);
	panel->left = last > 0 ? font_width(digits, INDEX_SIZE) + INDEX_GAP : 0;
	panel->left = (panel->left + PX - 1) / PX * PX;
	panel->top = INDEX_HEIGHT;
	panel->width = panel->left + panel->columns * panel->cell_width;
	panel->height = panel->top + panel->rows * panel->cell_height;
}

void panel_place(struct panel *panel, int x, int y) {
	panel->x = x + panel->left;
	panel->y = y + panel->top;
}

/* The least power of two for which labels of "room" fit every so many cells of "cell". */
static int index_step(int cell, int room) {
	int step = 1;
	while (step * cell < room) {
		step *= 2;
	}
	return step;
}

static void draw_indices(const struct panel *panel, struct scene *scene) {
	int room = font_width(panel_digits(panel->first_column + panel->columns - 1), INDEX_SIZE) + INDEX_SPACE;
	int step = index_step(panel->cell_width, panel->lines ? room : INDEX_SPARSE);
	for (int column = 0; column < panel->columns; column += step) {
		scene_add_label(scene, panel_centre_x(panel, column), panel->y - INDEX_HEIGHT / 2, ANCHOR_MIDDLE, INDEX_SIZE,
			COLOUR_AXIS, scene_text_int(scene, panel->first_column + column));
	}
	if (panel->first_row + panel->rows == 1) {
		return;
	}
	step = index_step(panel->cell_height, panel->lines ? INDEX_SIZE + 2 * PX : INDEX_SPARSE);
	for (int row = 0; row < panel->rows; row += step) {
		scene_add_label(scene, panel->x - INDEX_GAP, panel_centre_y(panel, row), ANCHOR_END, INDEX_SIZE, COLOUR_AXIS,
			scene_text_int(scene, (int64_t)(panel->first_row + row) * panel->row_unit));
	}
}

static void draw_lines(const struct panel *panel, struct scene *scene) {
	int last = panel->columns - panel->missing;
	int right = panel->x + panel->columns * panel->cell_width;
	int bottom = panel->y + panel->rows * panel->cell_height;
	int half = PX / 2;
	int step = panel->lines ? 1 : panel->rows;
	for (int row = 0; row <= panel->rows; row += step) {
		int y = panel->y + row * panel->cell_height;
		int end = row < panel->rows ? right : panel->x + last * panel->cell_width;
		scene_add_line(scene, panel->x - half, y, end + half, y, COLOUR_BORDER, PX);
	}
	step = panel->lines ? 1 : panel->columns;
	for (int column = 0; column <= panel->columns; column += step) {
		int x = panel->x + column * panel->cell_width;
		int end = column <= last ? bottom : bottom - panel->cell_height;
		scene_add_line(scene, x, panel->y - half, x, end + half, COLOUR_BORDER, PX);
	}
}

void panel_draw_frame(const struct panel *panel, struct scene *scene) {
	draw_lines(panel, scene);
	draw_indices(panel, scene);
}

static int min(int a, int b) {
	return a < b ? a : b;
}

/* The least power of two of cells that gives strips of "longer" which together are no higher than wide, in cells. */
static int strip_length(int longer, int shorter) {
	int length = STRIP;
	while ((int64_t)shorter * ((longer + length - 1) / length) > length) {
		length *= 2;
	}
	return min(length, longer);
}

void strips_break(struct strips *strips, const struct panel *whole, bool allowed) {
	*strips = (struct strips){ .whole = *whole, .rows = whole->rows, .columns = whole->columns, .count = 1 };
	allowed = allowed && whole->lines;
	if (allowed && whole->columns >= LONG_MATRIX && whole->columns / LONG_RATIO >= whole->rows) {
		strips->columns = strip_length(whole->columns, whole->rows);
		strips->count = (whole->columns + strips->columns - 1) / strips->columns;
	} else if (allowed && whole->rows >= LONG_MATRIX && whole->rows / LONG_RATIO >= whole->columns) {
		strips->rows = strip_length(whole->rows, whole->columns);
		strips->count = (whole->rows + strips->rows - 1) / strips->rows;
	}
	panel_measure(&strips->whole);
	struct panel first = strips_panel(strips, 0, 0, 0);
	struct panel last = strips_panel(strips, strips->count - 1, 0, 0);
	bool sideways = strips->rows < whole->rows;
	strips->width = sideways ? last.x - last.left + last.width : first.width;
	strips->height = sideways ? first.height : last.y - last.top + last.height;
}

struct panel strips_panel(const struct strips *strips, int number, int x, int y) {
	const struct panel *whole = &strips->whole;
	bool sideways = strips->rows < whole->rows;
	struct panel panel = *whole;
	if (sideways) {
		panel.first_row = number * strips->rows;
		panel.rows = min(strips->rows, whole->rows - panel.first_row);
		x += number * (whole->left + strips->columns * whole->cell_width + STRIP_GAP);
	} else {
		panel.first_column = number * strips->columns;
		panel.columns = min(strips->columns, whole->columns - panel.first_column);
		y += number * (whole->top + strips->rows * whole->cell_height + STRIP_SPACE);
	}
	panel.width = whole->left + panel.columns * whole->cell_width;
	panel.height = whole->top + panel.rows * whole->cell_height;
	panel_place(&panel, x, y);
	return panel;
}
