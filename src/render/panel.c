#include "render/panel.h"

#include "render/font.h"
#include "render/palette.h"

enum {
	INDEX_SIZE = 10 * PX,
	INDEX_GAP = 6 * PX,          /* between the index of a row and its cells */
	INDEX_HEIGHT = 18 * PX,      /* of the line of indices above the cells */
	INDEX_SPACE = 8 * PX,        /* between two indices, at least */
	SMALL_PICTURE = 4096,        /* pixels that a picture without text is made to fill */
	SMALL_CELL = 12,             /* side of a cell without text, at most */
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
	int digits = panel_digits((int64_t)(panel->rows - 1) * panel->row_unit);
	panel->left = panel->rows > 1 ? font_width(digits, INDEX_SIZE) + INDEX_GAP : 0;
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
	int room = font_width(panel_digits(panel->columns - 1), INDEX_SIZE) + INDEX_SPACE;
	int step = index_step(panel->cell_width, room);
	for (int column = 0; column < panel->columns; column += step) {
		int x = panel->x + column * panel->cell_width + panel->cell_width / 2;
		scene_add_label(scene, x, panel->y - INDEX_HEIGHT / 2, ANCHOR_MIDDLE, INDEX_SIZE, COLOUR_AXIS,
				scene_text_int(scene, column));
	}
	if (panel->rows == 1) {
		return;
	}
	step = index_step(panel->cell_height, INDEX_SIZE + 2 * PX);
	for (int row = 0; row < panel->rows; row += step) {
		int y = panel->y + row * panel->cell_height + panel->cell_height / 2;
		scene_add_label(scene, panel->x - INDEX_GAP, y, ANCHOR_END, INDEX_SIZE, COLOUR_AXIS,
				scene_text_int(scene, (int64_t)row * panel->row_unit));
	}
}

static void draw_lines(const struct panel *panel, struct scene *scene) {
	int last = panel->columns - (panel->rows * panel->columns - panel->cells);
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
