#include "render/grid.h"

#include <inttypes.h>

#include "algebra/offsets.h"
#include "render/font.h"
#include "render/page.h"
#include "render/palette.h"
#include "render/panel.h"

enum {
	TEXT_SIZE = 12 * PX,
	LONG_TEXT_SIZE = 11 * PX,     /* of offsets with more digits than SHORT_TEXT */
	SHORT_TEXT = 3,
	CELL_SIDE = 28 * PX,          /* of a cell with a short offset */
	CELL_PADDING = 4 * PX,        /* between an offset and the lines beside it */
	CELL_SQUARE = 40 * PX,        /* cells up to this width are square */
	CELL_HEIGHT = 32 * PX,        /* of cells that are wider */
	PANEL_GAP = 28 * PX,          /* between two panels side by side */
	PANEL_SPACE = 12 * PX,        /* between a panel and the one below it */
	CAPTION_SIZE = 10 * PX,
	CAPTION_HEIGHT = 20 * PX,     /* of the coordinate below a panel */
	ROW_CELLS = 64,               /* a longer layout of rank 1 is folded */
	FOLD_COLUMNS = 32,            /* into rows of at least so many cells */
	PANELS = 4096,                /* of one picture, at most */
	PANELS_ACROSS = 16,           /* of mode 2, at most */
};

/* A layout cut into panels of equal size. The offset of a cell is the sum of three terms. */
struct grid {
	int rows, columns;            /* of a panel */
	int cells;                    /* of a panel; the last row may be incomplete */
	int row_unit;                 /* coordinates from one row to the next, for a folded row */
	int panels;
	const int64_t *row_offset;
	const int64_t *column_offset; /* NULL for a folded row: "row_offset" then has the offset of each cell */
	const int64_t *panel_offset;
	const char *const *captions;  /* of each panel; NULL if there is one only */
};

static int max(int a, int b) {
	return a > b ? a : b;
}

/* The offsets of mode "i" of "a", or of 1:0 if it has no such mode; their number in "*count". */
static const int64_t *mode_offsets(struct algebra *al, struct layout a, int i, int *count) {
	struct layout mode = i < layout_rank(a) ? layout_mode(a, i) : layout_one();
	struct offsets offsets = offsets_init(al, mode);
	if (algebra_failed(al)) {
		return NULL;
	}
	int64_t *values = arena_array(al->arena, (size_t)offsets.size, sizeof *values);
	offsets_fill(&offsets, 0, offsets.size, values);
	*count = (int)offsets.size;
	return values;
}

/* Lay the "size" cells of a row of "offsets" out in several rows. */
static void fold_row(struct algebra *al, struct grid *grid, const int64_t *offsets, int size) {
	int columns = size;
	if (size > ROW_CELLS) {
		columns = FOLD_COLUMNS;
		while (columns < size / columns) {
			columns *= 2;
		}
	}
	grid->rows = (size + columns - 1) / columns;
	grid->columns = columns;
	grid->cells = size;
	grid->row_unit = columns;
	grid->row_offset = offsets;
	grid->column_offset = NULL;
	grid->panel_offset = arena_alloc(al->arena, sizeof *grid->panel_offset);
	grid->panels = 1;
}

static int64_t grid_offset(const struct grid *grid, int panel, int row, int column) {
	int64_t offset = grid->panel_offset[panel];
	if (grid->column_offset == NULL) {
		return offset + grid->row_offset[row * grid->columns + column];
	}
	return offset + grid->row_offset[row] + grid->column_offset[column];
}

/* Fill in offset and caption of each panel of "a", whose rank is at least 2. */
static void cut_panels(struct scene *scene, struct algebra *al, struct grid *grid, struct layout a) {
	int rank = layout_rank(a);
	int64_t *sums = arena_array(al->arena, (size_t)grid->panels, sizeof *sums);
	struct buf *captions = arena_array(al->arena, (size_t)grid->panels, sizeof *captions);
	const char **texts = arena_array(al->arena, (size_t)grid->panels, sizeof *texts);
	for (int panel = 0; panel < grid->panels; panel++) {
		buf_init(&captions[panel], scene->arena);
		buf_put(&captions[panel], "(_,_");
	}
	int period = 1;
	for (int mode = 2; mode < rank; mode++) {
		int extent = 1;
		const int64_t *offsets = mode_offsets(al, a, mode, &extent);
		if (algebra_failed(al)) {
			return;
		}
		for (int panel = 0; panel < grid->panels; panel++) {
			int coordinate = panel / period % extent;
			sums[panel] += offsets[coordinate];
			buf_put_char(&captions[panel], ',');
			buf_put_int(&captions[panel], coordinate);
		}
		period *= extent;
	}
	for (int panel = 0; panel < grid->panels; panel++) {
		buf_put_char(&captions[panel], ')');
		texts[panel] = captions[panel].data;
	}
	grid->panel_offset = sums;
	grid->captions = rank > 2 ? texts : NULL;
}

/* Cut "a", which has "size" coordinates, into panels. */
static struct grid grid_cut(struct scene *scene, struct algebra *al, struct layout a, int64_t size) {
	struct grid grid = { .row_unit = 1 };
	int rows = 0;
	int columns = 0;
	const int64_t *row_offset = mode_offsets(al, a, 0, &rows);
	const int64_t *column_offset = mode_offsets(al, a, 1, &columns);
	if (algebra_failed(al)) {
		return grid;
	}
	if (layout_rank(a) < 2) {
		fold_row(al, &grid, row_offset, rows);
		return grid;
	}
	int longest = max(rows, columns);
	if (longest > PANEL_AXIS_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "mode %d has %d coordinates, at most %d are drawn along an axis",
			longest == rows ? 0 : 1, longest, (int)PANEL_AXIS_CELLS);
		return grid;
	}
	grid.rows = rows;
	grid.columns = columns;
	grid.cells = rows * columns;
	grid.row_offset = row_offset;
	grid.column_offset = column_offset;
	int64_t panels = size / grid.cells;
	if (panels > PANELS) {
		algebra_fault(al, FAULT_LIMIT, "the modes beyond the second make %" PRId64 " panels, more than %d", panels,
			(int)PANELS);
		return grid;
	}
	grid.panels = (int)panels;
	cut_panels(scene, al, &grid, a);
	return grid;
}

/* Set size and look of the cells of "panel". Returns the size of the text in them, 0 for none. */
static int size_cells(const struct grid *grid, struct panel *panel, const struct offsets *offsets) {
	panel->lines = panel_is_legible(offsets->size, grid->rows, grid->columns);
	if (!panel->lines) {
		int across = 1;
		while (across * across < grid->panels) {
			across++;
		}
		int longest = grid->rows > grid->columns ? grid->rows : grid->columns;
		panel->cell_width = panel->cell_height = panel_small_cell((int64_t)longest * across);
		return 0;
	}
	int digits = max(panel_digits(offsets->least), panel_digits(offsets->greatest));
	digits = max(digits, panel_digits(grid->columns - 1));
	int text = digits <= SHORT_TEXT ? TEXT_SIZE : LONG_TEXT_SIZE;
	panel->cell_width = max(CELL_SIDE, panel_even_pixels(font_width(digits, text) + 2 * CELL_PADDING));
	panel->cell_height = panel->cell_width <= CELL_SQUARE ? panel->cell_width : CELL_HEIGHT;
	return text;
}

/* Panels side by side: mode 2 if modes follow it and it is not long, else so many that the picture is a bit wide. */
static int panels_across(struct algebra *al, struct layout a, int panels, int width, int height) {
	if (layout_rank(a) > 3) {
		int64_t extent = tuple_product(al, layout_mode(a, 2).shape).value;
		if (extent > 1 && extent <= PANELS_ACROSS) {
			return (int)extent;
		}
	}
	int across = 1;
	while (across < panels) {
		int64_t down = (panels + across - 1) / across;
		if ((int64_t)across * width * 10 >= down * height * 13) {
			break;
		}
		across++;
	}
	return across;
}

/* Fill each cell of "panel", which shows a part of panel "number", with the grey of its offset. */
static void fill_cells(struct scene *scene, const struct grid *grid, const struct panel *panel, int number) {
	struct cells *cells = arena_alloc(scene->arena, sizeof *cells);
	uint8_t *index = arena_array(scene->arena, (size_t)panel->rows * (size_t)panel->columns, sizeof *index);
	*cells = (struct cells){
		.rows = panel->rows, .columns = panel->columns, .index = index,
		.colours = palette_grey, .colour_count = PALETTE_SIZE,
	};
	int present = panel->rows * panel->columns - panel->missing;
	for (int row = 0; row < panel->rows; row++) {
		for (int column = 0; column < panel->columns; column++) {
			*index++ = present-- <= 0 ? CELL_UNPAINTED :
					palette_index(grid_offset(grid, number, panel->first_row + row, panel->first_column + column));
		}
	}
	scene_add_cells(scene, panel->x, panel->y, panel->cell_width, panel->cell_height, cells);
}

/* Write the offsets of one row into its cells where the text has "colour". */
static void write_offsets(struct scene *scene, const struct grid *grid, const struct panel *panel, int number, int row,
	uint32_t colour, int size) {
	int y = panel_centre_y(panel, row);
	int present = row == panel->rows - 1 ? panel->columns - panel->missing : panel->columns;
	for (int column = 0; column < present; column++) {
		int64_t offset = grid_offset(grid, number, panel->first_row + row, panel->first_column + column);
		if (palette_text_on(palette_grey[palette_index(offset)]) == colour) {
			scene_add_label(scene, panel_centre_x(panel, column), y, ANCHOR_MIDDLE, size, colour,
				scene_text_int(scene, offset));
		}
	}
}

static void draw_panel(struct scene *scene, const struct grid *grid, const struct panel *panel, int number, int text) {
	fill_cells(scene, grid, panel, number);
	panel_draw_frame(panel, scene);
	for (int row = 0; text > 0 && row < panel->rows; row++) {
		write_offsets(scene, grid, panel, number, row, 0x000000, text);
		write_offsets(scene, grid, panel, number, row, 0xffffff, text);
	}
	if (grid->captions != NULL) {
		scene_add_label(scene, panel->x + panel->columns * panel->cell_width / 2,
			panel->y + panel->rows * panel->cell_height + CAPTION_HEIGHT / 2 + PX, ANCHOR_MIDDLE, CAPTION_SIZE,
			COLOUR_AXIS, grid->captions[number]);
	}
}

/* Width of the widest caption, 0 without captions. */
static int captions_width(const struct grid *grid) {
	int widest = 0;
	for (int i = 0; grid->captions != NULL && i < grid->panels; i++) {
		widest = max(widest, font_width(font_text_length(grid->captions[i]), CAPTION_SIZE));
	}
	return widest;
}

/* Draw a grid of one panel. */
static void draw_strips(struct scene *scene, const struct grid *grid, const struct panel *whole, int text,
	const struct draw_options *options) {
	struct strips strips;
	strips_break(&strips, whole, !options->whole);
	struct page page = { .title = options->title };
	page_lay_out(&page, scene, strips.width, strips.height);
	for (int i = 0; i < strips.count; i++) {
		struct panel panel = strips_panel(&strips, i, page.body_x, page.body_y);
		draw_panel(scene, grid, &panel, 0, text);
	}
}

/* Draw a grid of several panels, each with the coordinate of the modes beyond the second below it. */
static void draw_panels(struct scene *scene, struct algebra *al, struct layout a, const struct grid *grid,
	struct panel *panel, int text, const struct draw_options *options) {
	panel_measure(panel);
	int step_x = max(panel->width, captions_width(grid) + panel->left) + PANEL_GAP;
	int step_y = panel->height + CAPTION_HEIGHT + PANEL_SPACE;
	int across = panels_across(al, a, grid->panels, step_x, step_y);
	int down = (grid->panels + across - 1) / across;
	struct page page = { .title = options->title };
	page_lay_out(&page, scene, across * step_x - PANEL_GAP, down * step_y - PANEL_SPACE);
	for (int i = 0; i < grid->panels; i++) {
		panel_place(panel, page.body_x + i % across * step_x, page.body_y + i / across * step_y);
		draw_panel(scene, grid, panel, i, text);
	}
}

void grid_draw(struct scene *scene, struct algebra *al, struct layout a, const struct draw_options *options) {
	struct offsets offsets = offsets_init(al, a);
	if (algebra_failed(al)) {
		return;
	}
	if (offsets.size == 0) {
		algebra_fault(al, FAULT_DOMAIN, "a layout without coordinates has no picture");
		return;
	}
	if (offsets.size > LIMIT_DRAWN_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "a picture of %" PRId64 " cells is too large, at most %d are drawn",
			offsets.size, (int)LIMIT_DRAWN_CELLS);
		return;
	}
	struct grid grid = grid_cut(scene, al, a, offsets.size);
	if (algebra_failed(al)) {
		return;
	}
	struct panel panel = {
		.rows = grid.rows, .columns = grid.columns, .row_unit = grid.row_unit,
		.missing = grid.rows * grid.columns - grid.cells,
	};
	int text = size_cells(&grid, &panel, &offsets);
	if (grid.captions == NULL) {
		draw_strips(scene, &grid, &panel, text, options);
	} else {
		draw_panels(scene, al, a, &grid, &panel, text, options);
	}
	scene->title = options->title;
	scene->description = scene_text(scene, "Grid of the offsets of a layout: %d panel%s of %d x %d cells, "
		"offsets %" PRId64 " to %" PRId64 ".", grid.panels, grid.panels == 1 ? "" : "s", grid.rows, grid.columns,
		offsets.least, offsets.greatest);
}
