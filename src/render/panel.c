/*
 * Lengths first, then places: a panel is measured from its labels inward, so that two of them can be lined up before
 * either is drawn. Labels that would touch are left out: every second one stays, or every fourth, and so on.
 */
#include "render/panel.h"

#include "render/font.h"

enum {
	INDEX_SIZE = 10 * PX,
	INDEX_GAP = 6 * PX,          /* between the index of a row and its cells */
	INDEX_HEIGHT = 18 * PX,      /* of the line of indices above the cells */
	LEVEL_HEIGHT = 16 * PX,      /* of each further line of indices */
	LEVEL_SPACE = 6 * PX,        /* between the labels of two levels of rows */
	NAME_HEIGHT = 14 * PX,       /* of the line that says what rows and columns count */
	NAME_SIZE = 9 * PX,
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
	int digits = 1;
	for (; value > 9; value /= 10) {
		digits++;
	}
	return digits;
}

int panel_even_pixels(int length) {
	return (length + 2 * PX - 1) / (2 * PX) * (2 * PX);
}

int panel_small_cell(int64_t longest) {
	int64_t side = SMALL_PICTURE / longest;
	side = side < SMALL_CELL ? side : SMALL_CELL;
	return (int)(side > 1 ? side : 1) * PX;
}

/* Collect the extents of "shape" other than 1 from left to right; what does not fit goes into the last one. */
static void add_levels(struct tuple shape, struct axis *axis) {
	if (tuple_is_tuple(shape)) {
		for (int i = 0; i < tuple_rank(shape); i++) {
			add_levels(tuple_mode(shape, i), axis);
		}
	} else if (shape.value > 1 && axis->count < AXIS_LEVELS) {
		axis->extent[axis->count++] = shape.value;
	} else if (shape.value > 1) {
		axis->extent[AXIS_LEVELS - 1] *= shape.value;
	}
}

struct axis axis_from_shape(struct tuple shape, int64_t cells, bool flat) {
	struct axis axis = { .multiple = 1, .share = 1 };
	if (!flat) {
		add_levels(shape, &axis);
	}
	if (axis.count == 0) {
		axis.count = 1;
		axis.extent[0] = cells;
	}
	int64_t unit = 1;
	for (int i = 0; i < axis.count; i++) {
		axis.unit[i] = unit;
		unit *= axis.extent[i];
	}
	return axis;
}

int axis_strength(const struct axis *axis, int64_t i) {
	int level = axis->count - 1;
	while (level > 0 && i % axis->unit[level] != 0) {
		level--;
	}
	return level;
}

static bool is_numbered_on(const struct axis *axis, int level) {
	return axis->count == 1 || (axis->running && level == 0);
}

int64_t axis_column_number(const struct axis *axis, int level, int64_t i) {
	if (axis->count == 1) {
		return i * axis->multiple / axis->share;
	}
	return is_numbered_on(axis, level) ? i : i / axis->unit[level] % axis->extent[level];
}

int64_t axis_greatest_number(const struct axis *axis, int level, int64_t last) {
	return is_numbered_on(axis, level) ? axis_column_number(axis, level, last) : axis->extent[level] - 1;
}

/* What row "i" is labelled with. */
static int64_t row_number(const struct panel *panel, int64_t i) {
	return panel->row_numbers != NULL ? panel->row_numbers[i] : i * panel->row_unit;
}

/* Width of the labels of one level of the rows. */
static int row_level_width(const struct panel *panel, int level) {
	const struct axis *axis = &panel->row;
	int64_t greatest = axis->extent[level] - 1;
	if (axis->count == 1) {
		greatest = row_number(panel, panel->first_row + panel->rows - 1);
	}
	int width = font_width(panel_digits(greatest), INDEX_SIZE) + INDEX_GAP;
	return (width + PX - 1) / PX * PX;
}

static bool has_names(const struct panel *panel) {
	return panel->row_name != NULL && panel->column_name != NULL;
}

int panel_names_width(const struct panel *panel) {
	if (panel->bare || !has_names(panel)) {
		return 0;
	}
	/* An arrow and a space before each, and three spaces between them. */
	int letters = font_text_length(panel->row_name) + font_text_length(panel->column_name) + 7;
	return font_width(letters, NAME_SIZE);
}

void panel_measure(struct panel *panel) {
	panel->left = panel->top = 0;
	if (!panel->bare) {
		panel->top = INDEX_HEIGHT + (panel->column.count - 1) * LEVEL_HEIGHT + (has_names(panel) ? NAME_HEIGHT : 0);
		for (int level = 0; (panel->first_row + panel->rows > 1 || panel->row_numbers != NULL)
			&& level < panel->row.count; level++) {
			panel->left += row_level_width(panel, level) + (level > 0 ? LEVEL_SPACE : 0);
		}
	}
	panel->width = panel->left + panel->columns * panel->cell_width;
	panel->height = panel->top + panel->rows * panel->cell_height;
}

/* Put the top left corner of the panel, labels included, at (x, y). */
static void place(struct panel *panel, int x, int y) {
	panel->x = x + panel->left;
	panel->y = y + panel->top;
}

/* The least power of two for which labels of "room" fit every so many groups of "size". */
static int64_t index_step(int64_t size, int room) {
	int64_t step = 1;
	while (step * size < room) {
		step *= 2;
	}
	return step;
}

/* Where the cells "begin" to "end" - 1 lie along an axis that starts at "start", cut to the "cells" that are shown. */
struct stretch {
	int from, to;
};

/* The group of "unit" cells from "begin" on, as far as it is shown. */
static struct stretch group_stretch(int64_t begin, int64_t unit, int first, int cells, int start, int side) {
	int64_t from = begin - first < 0 ? 0 : begin - first;
	int64_t to = begin + unit - first > cells ? cells : begin + unit - first;
	return (struct stretch){ start + (int)from * side, start + (int)to * side };
}

/* The labels of one level of the columns, above a line over each group where the level is not the lowest. */
static void draw_column_level(const struct panel *panel, struct scene *scene, int level) {
	const struct axis *axis = &panel->column;
	int64_t unit = axis->unit[level];
	int64_t greatest = axis_greatest_number(axis, level, panel->first_column + panel->columns - 1);
	int room = font_width(panel_digits(greatest), INDEX_SIZE) + INDEX_SPACE;
	int64_t step = unit * index_step(unit * panel->cell_width, panel->lines ? room : INDEX_SPARSE);
	int y = panel->y - INDEX_HEIGHT / 2 - level * LEVEL_HEIGHT;
	int64_t last = panel->first_column + panel->columns;
	int64_t begin = axis->count == 1 ? panel->first_column : panel->first_column / step * step;
	for (; begin < last; begin += step) {
		struct stretch at = group_stretch(begin, unit, panel->first_column, panel->columns, panel->x,
			panel->cell_width);
		int64_t number = axis_column_number(axis, level, begin);
		if (level > 0 && step == unit) {
			scene_add_line(scene, at.from + 2 * PX, y + LEVEL_HEIGHT / 2 + PX / 2, at.to - 2 * PX,
				y + LEVEL_HEIGHT / 2 + PX / 2, (struct stroke){ panel->theme->inner, PX });
		}
		scene_add_label(scene, (at.from + at.to) / 2, y,
			(struct lettering){ ANCHOR_MIDDLE, INDEX_SIZE, panel->theme->axis }, scene_text_int(scene, number));
	}
}

/* The same for rows; "right" is where the labels end. */
static void draw_row_level(const struct panel *panel, struct scene *scene, int level, int right) {
	const struct axis *axis = &panel->row;
	int64_t unit = axis->unit[level];
	int64_t step = unit * index_step(unit * panel->cell_height, panel->lines ? INDEX_SIZE + 2 * PX : INDEX_SPARSE);
	int64_t last = panel->first_row + panel->rows;
	int64_t begin = axis->count == 1 ? panel->first_row : panel->first_row / step * step;
	for (; begin < last; begin += step) {
		struct stretch at = group_stretch(begin, unit, panel->first_row, panel->rows, panel->y, panel->cell_height);
		int64_t number = axis->count == 1 ? row_number(panel, begin) : begin / unit % axis->extent[level];
		if (level > 0 && step == unit) {
			scene_add_line(scene, right + LEVEL_SPACE / 2 + PX, at.from + 2 * PX, right + LEVEL_SPACE / 2 + PX,
				at.to - 2 * PX, (struct stroke){ panel->theme->inner, PX });
		}
		scene_add_label(scene, right, (at.from + at.to) / 2,
			(struct lettering){ ANCHOR_END, INDEX_SIZE, panel->theme->axis }, scene_text_int(scene, number));
	}
}

/* Say what rows and columns count, above all labels. */
static void draw_names(const struct panel *panel, struct scene *scene) {
	const char *text = scene_text(scene, "\u2193 %s   \u2192 %s", panel->row_name, panel->column_name);
	scene_add_label(scene, panel->x - panel->left, panel->y - panel->top + NAME_HEIGHT / 2,
		(struct lettering){ ANCHOR_START, NAME_SIZE, panel->theme->axis }, text);
}

/* Draw the labels of all levels of columns and rows. */
static void draw_indices(const struct panel *panel, struct scene *scene) {
	if (panel->bare) {
		return;
	}
	if (has_names(panel)) {
		draw_names(panel, scene);
	}
	for (int level = 0; level < panel->column.count; level++) {
		draw_column_level(panel, scene, level);
	}
	int right = panel->x - INDEX_GAP;
	for (int level = 0; (panel->first_row + panel->rows > 1 || panel->row_numbers != NULL)
		&& level < panel->row.count; level++) {
		draw_row_level(panel, scene, level, right);
		right -= row_level_width(panel, level) + LEVEL_SPACE;
	}
}

/* Width of the line at the beginning of a group of "level" on an axis of "count" levels. */
static int line_width(int level) {
	return level == 0 ? PX : (level + 1) * PX;
}

/* The level of the lines at the ends. */
static int highest_level(const struct panel *panel) {
	int levels = panel->row.count > panel->column.count ? panel->row.count : panel->column.count;
	return levels - 1;
}

/* True if the line before index "at" of an axis is of "level"; the ends belong to the highest one. */
static bool is_line_drawn(const struct panel *panel, const struct axis *axis, int64_t at, bool end, int level) {
	return (end ? highest_level(panel) : axis_strength(axis, at)) == level;
}

/* Which lines are drawn: of a faint panel the ends later than what is inside, over which they lie. */
enum lines { LINES_ALL, LINES_INSIDE, LINES_ENDS };

/* Whether lines at the ends, or inside, are wanted. */
static bool is_drawn_now(enum lines lines, bool end) {
	return lines == LINES_ALL || end == (lines == LINES_ENDS);
}

/* The lines of one level. */
static void draw_lines(const struct panel *panel, struct scene *scene, int level, enum lines lines) {
	int last = panel->columns - panel->missing;
	int right = panel->x + panel->columns * panel->cell_width;
	int bottom = panel->y + panel->rows * panel->cell_height;
	bool nested = panel->row.count > 1 || panel->column.count > 1;
	uint32_t colour = panel->faint ? panel->theme->bare_line : nested && level == 0 ? panel->theme->inner :
		panel->theme->border;
	uint32_t around = panel->faint ? panel->theme->border : colour;
	int width = line_width(level);
	int half = width / 2;
	int step = panel->lines ? 1 : panel->rows;
	for (int row = 0; row <= panel->rows; row += step) {
		bool end = row == 0 || row == panel->rows;
		if (is_drawn_now(lines, end) && is_line_drawn(panel, &panel->row, panel->first_row + row, end, level)) {
			int y = panel->y + row * panel->cell_height;
			int to = row < panel->rows ? right : panel->x + last * panel->cell_width;
			scene_add_line(scene, panel->x - half, y, to + half, y, (struct stroke){ end ? around : colour, width });
		}
	}
	step = panel->lines ? 1 : panel->columns;
	for (int column = 0; column <= panel->columns; column += step) {
		bool end = column == 0 || column == panel->columns;
		int64_t index = panel->first_column + column;
		if (is_drawn_now(lines, end) && is_line_drawn(panel, &panel->column, index, end, level)) {
			int x = panel->x + column * panel->cell_width;
			int to = column <= last ? bottom : bottom - panel->cell_height;
			scene_add_line(scene, x, panel->y - half, x, to + half, (struct stroke){ end ? around : colour, width });
		}
	}
}

void panel_draw_frame(const struct panel *panel, struct scene *scene) {
	for (int level = 0; level <= highest_level(panel); level++) {
		draw_lines(panel, scene, level, panel->faint ? LINES_INSIDE : LINES_ALL);
	}
	if (panel->faint) {
		draw_lines(panel, scene, highest_level(panel), LINES_ENDS);
	}
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
	strips->width = strips->width > panel_names_width(whole) ? strips->width : panel_names_width(whole);
	strips->height = sideways ? first.height : last.y - last.top + last.height;
}

/* Rows or columns of strips are numbered on; only the first says what they count. */
struct panel strips_panel(const struct strips *strips, int number, int x, int y) {
	const struct panel *whole = &strips->whole;
	bool sideways = strips->rows < whole->rows;
	struct panel panel = *whole;
	if (sideways) {
		int begin = number * strips->rows;
		panel.first_row = whole->first_row + begin;
		panel.rows = min(strips->rows, whole->rows - begin);
		x += number * (whole->left + strips->columns * whole->cell_width + STRIP_GAP);
	} else {
		int begin = number * strips->columns;
		panel.first_column = whole->first_column + begin;
		panel.columns = min(strips->columns, whole->columns - begin);
		y += number * (whole->top + strips->rows * whole->cell_height + STRIP_SPACE);
	}
	if (number > 0) {
		panel.row_name = panel.column_name = NULL;
	}
	panel.width = whole->left + panel.columns * whole->cell_width;
	panel.height = whole->top + panel.rows * whole->cell_height;
	place(&panel, x, y);
	return panel;
}
