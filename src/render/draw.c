/*
 * From outside in: how large a cell must be for the texts in it, where each matrix stands, and then layer upon layer,
 * cells, bands, edges, signs and texts, so that what is drawn later lies above.
 */
#include "render/draw.h"

#include <string.h>

#include "render/font.h"

enum {
	CELL_PADDING = 4 * PX,        /* between a text and the lines beside it */
	LIST_PADDING = 3 * PX,
	CELL_SQUARE = 40 * PX,        /* cells up to this width are square */
	CELL_HEIGHT = 32 * PX,        /* of cells that are wider, with one or two lines of text */
	LIST_SIZE = 8 * PX,           /* of the owners of a cell that has several */
	LIST_LEAST_SIZE = 7 * PX,     /* where they are long */
	SHORT_TEXT = 3,               /* characters of a text that is set larger */
	PANEL_GAP = 28 * PX,          /* between two panels side by side */
	PANEL_SPACE = 12 * PX,        /* between a panel and the one below it */
	CAPTION_SIZE = 10 * PX,
	CAPTION_SHARE = 100,          /* of a wide matrix: the captions of a figure are as high as this part of its width */
	CAPTION_GREATEST_SIZE = 20 * PX,
	CAPTION_LINES = 3,
	CAPTION_GAP = 6 * PX,         /* between a panel and its caption */
	CAPTION_WIDTH = 200 * PX,     /* a caption may make a panel as wide as this */
};

/* Everything that all panels of a figure have in common. */
struct drawing {
	const struct figure *figure;
	struct scene *scene;
	const struct theme *theme;
	struct layout_plan plan;
	int cell_width, cell_height;
	int text;                     /* size of the text in cells; 0 for none */
	int list;
	bool legible;
	int longest;                  /* cells on the longest axis */
	struct cell_text *row_text;   /* of the cells of one row */
	uint32_t *row_colour;
	uint32_t *row_lower_colour;
};

static int max(int a, int b) {
	return a > b ? a : b;
}

/* --- the size of cells --- */

/* What the texts of all cells need. */
struct extent {
	int letters, lines;           /* of ordinary texts: the longest line, the most lines of a cell */
	int list_letters, list_lines; /* of lists of owners */
};

/* Look at the texts of all cells that are drawn. This is what laying out a large picture takes longest for. */
static struct extent text_extent(const struct figure *figure) {
	struct extent extent = { 0 };
	struct cell_text text;
	for (int i = 0; i < figure->count; i++) {
		const struct matrix *matrix = &figure->matrices[i];
		struct window window = figure_window(figure, matrix);
		for (int row = window.first_row; row < window.first_row + window.rows; row++) {
			for (int column = window.first_column; column < window.first_column + window.columns; column++) {
				struct cell cell = figure_cell(figure, matrix, row, column);
				figure_cell_text(figure, matrix, &cell, row, column, &text);
				int *letters = text.list ? &extent.list_letters : &extent.letters;
				int *lines = text.list ? &extent.list_lines : &extent.lines;
				*lines = max(*lines, text.count);
				for (int line = 0; line < text.count; line++) {
					*letters = max(*letters, font_text_length(text.line[line]));
				}
			}
		}
	}
	return extent;
}

/* The usual size of texts of so many lines and letters. */
static int usual_text(const struct extent *extent) {
	static const int sizes[TEXT_LINES + 1] = { 12 * PX, 12 * PX, 10 * PX, 9 * PX, 9 * PX };
	return extent->lines == 1 && extent->letters > SHORT_TEXT ? 11 * PX : sizes[extent->lines];
}

/* From one line of text in a cell to the next, and the same in a list of owners. */
static int line_rise(int size) {
	return size * 12 / 10 / PX * PX;
}

static int list_rise(int size) {
	return size * 85 / 80;
}

/* "size", or less of it where "lines" of it are higher than "height". */
static int fit_lines(int lines, int size, int height, int (*rise)(int size)) {
	while (size + (lines - 1) * rise(size) > height) {
		size--;
	}
	return size;
}

/*
 * Choose the size of cells and of the texts in them: as the longest text and the most lines need, square while they are
 * small, lower than wide beyond; or as the options say, but that texts fit the cells. Pictures without text get cells
 * that fill a screen.
 */
static void size_cells(struct drawing *drawing) {
	static const int sides[TEXT_LINES + 1] = { 28 * PX, 28 * PX, 32 * PX, 40 * PX, 50 * PX };
	const struct draw_options *options = &drawing->figure->options;
	if (!drawing->legible) {
		int across = 1;
		while (across * across < drawing->figure->count) {
			across++;
		}
		int side = options->cell > 0 ? options->cell * PX : panel_small_cell((int64_t)drawing->longest * across);
		drawing->cell_width = drawing->cell_height = side;
		return;
	}
	struct extent extent = text_extent(drawing->figure);
	int usual = usual_text(&extent);
	int text = options->font > 0 ? options->font * PX : usual;
	int list = (int)((int64_t)LIST_LEAST_SIZE * text / usual);
	int padding = extent.lines > 1 ? CELL_PADDING - PX : CELL_PADDING;
	int side = (int)((int64_t)sides[extent.lines] * text / usual);
	if (extent.list_letters > 0) {
		side = max(side, (int)((int64_t)CELL_HEIGHT * text / usual));
	}
	int width = max(side, font_width(extent.letters, text) + 2 * padding);
	if (extent.list_letters > 0) {
		width = max(width, font_width(extent.list_letters, list) + 2 * LIST_PADDING);
	}
	width = panel_even_pixels(width);
	int high = max(panel_even_pixels(side), (int)((int64_t)CELL_HEIGHT * text / usual));
	int height = extent.lines > 1 || extent.list_lines > 0 ? panel_even_pixels(side) :
		width <= (int)((int64_t)CELL_SQUARE * text / usual) ? width : high;
	if (options->cell > 0) {
		/* A cell keeps its proportions; its text shrinks with it. */
		int wanted = panel_even_pixels(options->cell * PX);
		if (options->font == 0) {
			text = max((int)((int64_t)text * wanted / width), PX);
			list = max((int)((int64_t)list * wanted / width), PX);
		}
		height = panel_even_pixels((int)((int64_t)height * wanted / width));
		width = wanted;
	}
	list = (int)((int64_t)LIST_SIZE * list / LIST_LEAST_SIZE);
	drawing->text = options->cell > 0 ? fit_lines(extent.lines, text, height, line_rise) : text;
	drawing->list = options->cell > 0 ? fit_lines(extent.list_lines, list, height, list_rise) : list;
	drawing->cell_width = width;
	drawing->cell_height = height;
}

/* --- one panel --- */

static struct panel panel_of(const struct drawing *drawing, const struct matrix *matrix) {
	const struct draw_options *options = &drawing->figure->options;
	struct window window = figure_window(drawing->figure, matrix);
	struct panel panel = {
		.rows = window.rows, .columns = window.columns,
		.first_row = window.first_row, .first_column = window.first_column, .row_unit = matrix->row_unit,
		.row_numbers = matrix->row_numbers, .row_name = matrix->row_name, .column_name = matrix->column_name,
		.cell_width = drawing->cell_width, .cell_height = drawing->cell_height,
		.lines = drawing->legible, .bare = options->no_labels, .theme = drawing->theme,
	};
	/* The end of a folded row is missing only if it is in the window. */
	int end = window.first_column + window.columns - (matrix->columns - matrix->missing);
	if (window.first_row + window.rows == matrix->rows && end > 0) {
		panel.missing = end < window.columns ? end : window.columns;
	}
	bool flat = options->flat || !drawing->legible;
	panel.row = axis_from_shape(matrix->row_shape, matrix->rows, flat);
	panel.column = axis_from_shape(matrix->column_shape, matrix->columns, flat);
	panel.column.running = matrix->running;
	panel.column.multiple = matrix->column_multiple;
	panel.column.share = matrix->column_share;
	panel.faint = options->highlight.key != COLOUR_BY_KIND || matrix->outlined;
	return panel;
}

static struct cell cell_at(const struct drawing *drawing, const struct placed *placed, int row, int column) {
	const struct panel *panel = &placed->panel;
	return figure_cell(drawing->figure, placed->matrix, panel->first_row + row, panel->first_column + column);
}

/* Add the colours of a panel as one shape. */
static void fill_cells(const struct drawing *drawing, const struct placed *placed) {
	const struct figure *figure = drawing->figure;
	struct scene *scene = drawing->scene;
	const struct panel *panel = &placed->panel;
	struct cells *cells = arena_alloc(scene->arena, sizeof *cells);
	uint8_t *index = arena_array(scene->arena, (size_t)panel->rows * (size_t)panel->columns, sizeof *index);
	uint32_t *colours = arena_array(scene->arena, FIGURE_COLOURS, sizeof *colours);
	int count = figure_palette(figure, placed->matrix, colours);
	*cells = (struct cells){
		.rows = panel->rows, .columns = panel->columns, .index = index, .colours = colours, .colour_count = count,
	};
	for (int row = 0; row < panel->rows; row++) {
		struct row_part part = { panel->first_row + row, panel->first_column, panel->columns };
		uint8_t *out = index + (size_t)row * (size_t)panel->columns;
		figure_colour_row(figure, placed->matrix, part, !drawing->legible, out);
	}
	scene_add_cells(scene, panel->x, panel->y, panel->cell_width, panel->cell_height, cells);
}

/* Paint the colours of the further owners of each cell that has several, in bands beside that of the first. */
static void draw_bands(const struct drawing *drawing, const struct placed *placed) {
	const struct figure *figure = drawing->figure;
	const struct panel *panel = &placed->panel;
	uint32_t colours[FIGURE_COLOURS];
	figure_palette(figure, placed->matrix, colours);
	for (int row = 0; row < panel->rows; row++) {
		for (int column = 0; column < panel->columns; column++) {
			struct cell cell = cell_at(drawing, placed, row, column);
			uint8_t own[OWNER_COLOURS];
			int count = figure_owner_colours(figure, placed->matrix, &cell, own);
			if (count < 2 || figure_is_dim(figure, &cell, panel->first_row + row, panel->first_column + column)) {
				continue;
			}
			int left = panel->x + column * panel->cell_width;
			for (int i = 1; i < count; i++) {
				int from = panel->cell_width * i / count;
				scene_add_rect(drawing->scene, left + from, panel->y + row * panel->cell_height,
					panel->cell_width * (i + 1) / count - from, panel->cell_height, colours[own[i]]);
			}
		}
	}
}

/* Paint the lower halves of cells whose threads and values both have colours. */
static void draw_lower_halves(const struct drawing *drawing, const struct placed *placed) {
	const struct panel *panel = &placed->panel;
	uint32_t colours[FIGURE_COLOURS];
	figure_palette(drawing->figure, placed->matrix, colours);
	int height = panel->cell_height / 2;
	for (int row = 0; row < panel->rows; row++) {
		for (int column = 0; column < panel->columns; column++) {
			struct cell cell = cell_at(drawing, placed, row, column);
			int i = panel->first_row + row;
			int j = panel->first_column + column;
			int colour = figure_lower_colour(drawing->figure, placed->matrix, &cell, i, j);
			if (!cell.absent && colour != figure_colour(drawing->figure, placed->matrix, &cell, i, j)) {
				scene_add_rect(drawing->scene, panel->x + column * panel->cell_width,
					panel->y + (row + 1) * panel->cell_height - height, panel->cell_width, height, colours[colour]);
			}
		}
	}
}

/* How strong the line between two cells is that differ so. */
enum { EDGE_NONE, EDGE_THREAD = 15 * PX / 10, EDGE_WARP = 3 * PX };

/* The width of the line between two neighbouring cells: of two threads, two warps, or of highlighted and other ones. */
static int edge_between(const struct drawing *drawing, const struct placed *placed, int row, int column, bool below) {
	const struct figure *figure = drawing->figure;
	const struct panel *panel = &placed->panel;
	int i = panel->first_row + row;
	int j = panel->first_column + column;
	struct cell a = cell_at(drawing, placed, row, column);
	struct cell b = cell_at(drawing, placed, row + below, column + !below);
	if (figure->options.highlight.key != COLOUR_BY_KIND) {
		bool dim = figure_is_dim(figure, &a, i, j);
		return dim != figure_is_dim(figure, &b, i + below, j + !below) ? EDGE_THREAD : EDGE_NONE;
	}
	static const int widths[] = {
		[EDGE_OF_NOTHING] = EDGE_NONE,
		[EDGE_OF_THREAD] = EDGE_THREAD,
		[EDGE_OF_WARP] = EDGE_WARP,
	};
	return widths[figure_edge(&a, &b)];
}

/* Draw the edges between the cells of row or column "line" and those of the next one, joined where they are alike. */
static void draw_edges_along(const struct drawing *drawing, const struct placed *placed, int line, bool below,
		int width) {
	const struct panel *panel = &placed->panel;
	int length = below ? panel->columns : panel->rows;
	int side = below ? panel->cell_width : panel->cell_height;
	int across = below ? panel->y + (line + 1) * panel->cell_height : panel->x + (line + 1) * panel->cell_width;
	int along = below ? panel->x : panel->y;
	int begin = -1;
	for (int i = 0; i <= length; i++) {
		bool edge = i < length
			&& edge_between(drawing, placed, below ? line : i, below ? i : line, below) == width;
		if (edge && begin < 0) {
			begin = i;
		} else if (!edge && begin >= 0) {
			int from = along + begin * side;
			int to = along + i * side;
			if (below) {
				scene_add_line(drawing->scene, from, across, to, across,
					(struct stroke){ drawing->theme->border, width });
			} else {
				scene_add_line(drawing->scene, across, from, across, to,
					(struct stroke){ drawing->theme->border, width });
			}
			begin = -1;
		}
	}
}

/* Outline what belongs together: the cells of a thread, and stronger those of a warp; or what is highlighted. */
static void draw_edges(const struct drawing *drawing, const struct placed *placed) {
	static const int widths[] = { EDGE_THREAD, EDGE_WARP };
	const struct panel *panel = &placed->panel;
	for (int i = 0; i < 2; i++) {
		for (int row = 0; row + 1 < panel->rows; row++) {
			draw_edges_along(drawing, placed, row, true, widths[i]);
		}
		for (int column = 0; column + 1 < panel->columns; column++) {
			draw_edges_along(drawing, placed, column, false, widths[i]);
		}
	}
}

enum sign { SIGN_BARE, SIGN_SHARED };

/* Mark the cells that nobody owns, or those with several owners and with conflicts. */
static void draw_signs(const struct drawing *drawing, const struct placed *placed, enum sign sign) {
	const struct panel *panel = &placed->panel;
	for (int row = 0; row < panel->rows; row++) {
		for (int column = 0; column < panel->columns; column++) {
			struct cell cell = cell_at(drawing, placed, row, column);
			int x = panel->x + column * panel->cell_width;
			int y = panel->y + row * panel->cell_height;
			if (sign == SIGN_BARE && cell.bare && !cell.absent) {
				page_sign_bare(drawing->scene, drawing->theme, x, y, panel->cell_width, panel->cell_height);
			}
			if (sign == SIGN_SHARED && (cell.conflict || cell.shared || cell.marked)) {
				page_sign_shared(drawing->scene, x, y, panel->cell_width, panel->cell_height);
			}
		}
	}
}

/* Look up texts and their colours in one row. Returns the most lines of a cell. */
static int look_up_row(const struct drawing *drawing, const struct placed *placed, int row, const uint32_t *colours) {
	const struct figure *figure = drawing->figure;
	const struct panel *panel = &placed->panel;
	int lines = 0;
	for (int column = 0; column < panel->columns; column++) {
		int i = panel->first_row + row;
		int j = panel->first_column + column;
		struct cell cell = figure_cell(figure, placed->matrix, i, j);
		struct cell_text *text = &drawing->row_text[column];
		figure_cell_text(figure, placed->matrix, &cell, i, j, text);
		if (text->count > 0) {
			bool dim = (cell.bare || figure_is_dim(figure, &cell, i, j)) && !cell.marked;
			uint8_t upper = figure_colour(figure, placed->matrix, &cell, i, j);
			uint8_t lower = figure_lower_colour(figure, placed->matrix, &cell, i, j);
			drawing->row_colour[column] = dim ? drawing->theme->dim_text : palette_text_on(colours[upper]);
			drawing->row_lower_colour[column] = dim ? drawing->theme->dim_text : palette_text_on(colours[lower]);
			lines = max(lines, text->count);
		}
	}
	return lines;
}

/* Write line "line" of the texts of one row that have "colour", lists or others. */
static void draw_line(const struct drawing *drawing, const struct panel *panel, int row, int line, uint32_t colour,
	bool list) {
	for (int column = 0; column < panel->columns; column++) {
		const struct cell_text *text = &drawing->row_text[column];
		const uint32_t *colours = 2 * line + 1 > text->count ? drawing->row_lower_colour : drawing->row_colour;
		if (line >= text->count || text->list != list || colours[column] != colour) {
			continue;
		}
		int room = panel->cell_width - 2 * (list ? LIST_PADDING : PX);
		int wanted = list ? drawing->list : drawing->text;
		int size = font_fit(font_text_length(text->line[line]), wanted, room);
		int rise = list ? list_rise(wanted) : line_rise(wanted);
		int y = panel_centre_y(panel, row) + (2 * line - text->count + 1) * rise / 2;
		const char *copy = arena_copy(drawing->scene->arena, text->line[line], strlen(text->line[line]));
		struct lettering lettering = { ANCHOR_MIDDLE, size, colour };
		scene_add_label(drawing->scene, panel_centre_x(panel, column), y, lettering, copy);
	}
}

/* Write the texts row by row, those of one line and one colour together, as writers like to have them. */
static void draw_texts(const struct drawing *drawing, const struct placed *placed) {
	uint32_t colours[FIGURE_COLOURS];
	figure_palette(drawing->figure, placed->matrix, colours);
	const uint32_t inks[] = { 0x000000, 0xffffff, drawing->theme->dim_text };
	for (int row = 0; row < placed->panel.rows; row++) {
		int lines = look_up_row(drawing, placed, row, colours);
		for (int line = 0; line < lines; line++) {
			for (size_t ink = 0; ink < sizeof inks / sizeof inks[0]; ink++) {
				draw_line(drawing, &placed->panel, row, line, inks[ink], false);
				draw_line(drawing, &placed->panel, row, line, inks[ink], true);
			}
		}
	}
}

/* Draw one panel: colours below, then lines, then signs and texts; and remember where it is. */
static void draw_panel(struct drawing *drawing, const struct matrix *matrix, const struct panel *panel) {
	struct placed *placed = &drawing->plan.placed[drawing->plan.count++];
	*placed = (struct placed){ matrix, *panel };
	fill_cells(drawing, placed);
	if (panel->lines && (drawing->figure->facts & FACT_OWNER)) {
		draw_bands(drawing, placed);
		draw_lower_halves(drawing, placed);
		draw_signs(drawing, placed, SIGN_BARE);
	}
	panel_draw_frame(panel, drawing->scene);
	if (panel->lines && panel->faint) {
		draw_edges(drawing, placed);
	}
	if (panel->lines) {
		draw_signs(drawing, placed, SIGN_SHARED);
		draw_texts(drawing, placed);
	}
}

/* Room for all panels, and for the texts of the longest row. */
static void make_room(struct drawing *drawing, int panels, int columns) {
	struct arena *arena = drawing->scene->arena;
	drawing->plan.placed = arena_array(arena, (size_t)panels, sizeof *drawing->plan.placed);
	if (drawing->legible) {
		drawing->row_text = arena_array(arena, (size_t)columns, sizeof *drawing->row_text);
		drawing->row_colour = arena_array(arena, (size_t)columns, sizeof *drawing->row_colour);
		drawing->row_lower_colour = arena_array(arena, (size_t)columns, sizeof *drawing->row_lower_colour);
	}
}

/* --- captions, below panels --- */

static int caption_room(const struct panel *panel) {
	return font_room(max(panel->width, CAPTION_WIDTH), panel->caption_size);
}

/* Width and height that the caption of a panel adds to. */
static int caption_width(const struct matrix *matrix, const struct panel *panel) {
	int letters = font_text_length(matrix->caption);
	int room = caption_room(panel);
	return font_width(letters < room ? letters : room, panel->caption_size);
}

/* The caption of a panel as it is set. */
static struct paragraph caption_of(const struct matrix *matrix, const struct panel *panel) {
	int room = caption_room(panel);
	return (struct paragraph){ matrix->caption, room, CAPTION_LINES, panel->caption_size, panel->theme->axis };
}

static int caption_height(const struct matrix *matrix, const struct panel *panel) {
	struct paragraph caption = caption_of(matrix, panel);
	int lines = page_text_lines(NULL, &caption, 0, 0);
	return CAPTION_GAP + lines * page_line_height(panel->caption_size);
}

/* Set the caption below the cells, centred on them. */
static void draw_caption(const struct drawing *drawing, const struct matrix *matrix, const struct panel *panel) {
	struct paragraph caption = caption_of(matrix, panel);
	page_text_lines(drawing->scene, &caption, panel->x + panel->columns * panel->cell_width / 2,
		panel->y + panel->rows * panel->cell_height + CAPTION_GAP);
}

/* --- arrangements --- */

static void lay_out_page(struct drawing *drawing, struct page *page, int width, int height) {
	drawing->scene->background = drawing->theme->page;
	*page = drawing->figure->page;
	page->title = drawing->figure->title;
	page->theme = drawing->theme;
	page_lay_out(page, drawing->scene, width, height);
}

/* One matrix, broken into strips where it is long. */
static void draw_strips(struct drawing *drawing, const struct matrix *matrix) {
	struct panel whole = panel_of(drawing, matrix);
	struct strips strips;
	strips_break(&strips, &whole, !drawing->figure->options.whole);
	make_room(drawing, strips.count, strips.columns);
	struct page page;
	lay_out_page(drawing, &page, strips.width, strips.height);
	for (int i = 0; i < strips.count; i++) {
		struct panel panel = strips_panel(&strips, i, page.body_x, page.body_y);
		draw_panel(drawing, matrix, &panel);
	}
}

/* A column or a row of a raster. */
struct track {
	int before, length;           /* room for labels in front of the cells, and for cells and captions */
	int begin;                    /* where the cells begin */
};

/* A raster of matrices: those in one column begin at the same x, those in one row at the same y. */
struct raster {
	int column_count, row_count;
	struct track *columns, *rows;
	int width, height;
};

/* A raster without anything in it. */
static void raster_init(struct raster *raster, struct arena *arena, int columns, int rows) {
	*raster = (struct raster){ .column_count = columns, .row_count = rows };
	raster->columns = arena_array(arena, (size_t)columns, sizeof *raster->columns);
	raster->rows = arena_array(arena, (size_t)rows, sizeof *raster->rows);
}

/* The room of a matrix: for labels left of its cells and above them, and for cells and caption. */
struct box {
	int left, width, top, height;
};

/* A caption is centred below the cells; where it is wider, half of the rest is on either side. */
static struct box box_of(const struct matrix *matrix, const struct panel *panel) {
	int width = panel->columns * panel->cell_width;
	int over = max(0, caption_width(matrix, panel) - width + 1) / 2;
	int left = max(panel->left, over);
	return (struct box){ left, max(width + over, panel_names_width(panel) - panel->left), panel->top,
		panel->rows * panel->cell_height + caption_height(matrix, panel) };
}

static void track_make_room(struct track *track, int before, int length) {
	track->before = max(track->before, before);
	track->length = max(track->length, length);
}

/* Make room for "panel" at (x, y) of the raster. */
static void raster_add(struct raster *raster, const struct matrix *matrix, const struct panel *panel, int x, int y) {
	struct box box = box_of(matrix, panel);
	track_make_room(&raster->columns[x], box.left, box.width);
	track_make_room(&raster->rows[y], box.top, box.height);
}

/* Compute where the cells of each column and row of the raster begin. */
static void raster_measure(struct raster *raster) {
	int at = 0;
	for (int x = 0; x < raster->column_count; x++) {
		struct track *column = &raster->columns[x];
		column->begin = (at + column->before + PX - 1) / PX * PX;
		at = column->begin + column->length + PANEL_GAP;
	}
	raster->width = at - PANEL_GAP;
	at = 0;
	for (int y = 0; y < raster->row_count; y++) {
		struct track *row = &raster->rows[y];
		row->begin = at + row->before;
		at = row->begin + row->length + PANEL_SPACE;
	}
	raster->height = at - PANEL_SPACE;
}

/* Matrices side by side so that the picture is a bit wide. */
static int matrices_across(const struct figure *figure, const struct panel *panels) {
	if (figure->across > 0) {
		return figure->across;
	}
	int64_t width = 0;
	int64_t height = 0;
	for (int i = 0; i < figure->count; i++) {
		width = max((int)width, max(panels[i].width, caption_width(&figure->matrices[i], &panels[i])) + PANEL_GAP);
		height = max((int)height, panels[i].height + caption_height(&figure->matrices[i], &panels[i]) + PANEL_SPACE);
	}
	int across = 1;
	while (across < figure->count) {
		int64_t down = (figure->count + across - 1) / across;
		if (across * width * 10 >= down * height * 13) {
			break;
		}
		across++;
	}
	return across;
}

/* Where the cells of each matrix begin, and the size of all. */
struct arrangement {
	int *x, *y;
	int width, height;
};

static struct arrangement arrangement_new(const struct figure *figure) {
	int *x = arena_array(figure->arena, (size_t)figure->count * 2, sizeof *x);
	return (struct arrangement){ .x = x, .y = x + figure->count };
}

/*
 * In a raster: where the figure places them, else side by side and below each other so that the picture is a bit wide.
 * Cells in one column or row of the raster begin at the same place, whatever their labels need.
 */
static struct arrangement arrange_in_raster(const struct figure *figure, const struct panel *panels) {
	struct arrangement all = arrangement_new(figure);
	int across = figure->placed ? 1 : matrices_across(figure, panels);
	int down = (figure->count + across - 1) / across;
	for (int i = 0; figure->placed && i < figure->count; i++) {
		across = max(across, figure->matrices[i].place_x + 1);
		down = max(i == 0 ? 1 : down, figure->matrices[i].place_y + 1);
	}
	struct raster raster;
	raster_init(&raster, figure->arena, across, down);
	for (int i = 0; i < figure->count; i++) {
		const struct matrix *matrix = &figure->matrices[i];
		all.x[i] = figure->placed ? matrix->place_x : i % across;
		all.y[i] = figure->placed ? matrix->place_y : i / across;
		raster_add(&raster, matrix, &panels[i], all.x[i], all.y[i]);
	}
	raster_measure(&raster);
	for (int i = 0; i < figure->count; i++) {
		all.x[i] = raster.columns[all.x[i]].begin;
		all.y[i] = raster.rows[all.y[i]].begin;
	}
	all.width = raster.width;
	all.height = raster.height;
	return all;
}

/* In rows at most "most" wide, each as it comes; a row has one matrix at least. */
static struct arrangement arrange_in_rows(const struct figure *figure, const struct panel *panels, int64_t most) {
	struct arrangement all = arrangement_new(figure);
	for (int first = 0, end = 0; first < figure->count; first = end) {
		int right = 0, top = 0, height = 0;
		for (; end < figure->count; end++) {
			struct box box = box_of(&figure->matrices[end], &panels[end]);
			int begin = (right + box.left + PX - 1) / PX * PX;
			if (end > first && begin + box.width > most) {
				break;
			}
			all.x[end] = begin;
			right = begin + box.width + PANEL_GAP;
			top = max(top, box.top);
			height = max(height, box.height);
		}
		for (int i = first; i < end; i++) {
			all.y[i] = all.height + top;
		}
		all.height += top + height + PANEL_SPACE;
		all.width = max(all.width, right - PANEL_GAP);
	}
	all.height -= PANEL_SPACE;
	return all;
}

/*
 * Matrices of unlike sizes leave much of a raster empty: rows as they come, as wide as the first few matrices or as one
 * of them, where that makes the picture a quarter smaller.
 */
static struct arrangement arrange(const struct figure *figure, const struct panel *panels) {
	enum { FEW = 16 };
	struct arrangement best = arrange_in_raster(figure, panels);
	if (figure->placed || figure->across > 0 || figure->count > FEW) {
		return best;
	}
	struct arrangement line = arrange_in_rows(figure, panels, INT64_MAX);
	int64_t least = (int64_t)best.width * best.height / 4 * 3;
	for (int i = 0; i < 2 * figure->count; i++) {
		int last = i / 2;
		struct box box = box_of(&figure->matrices[last], &panels[last]);
		int begin = i % 2 == 0 ? line.x[last] : box.left + PX;
		struct arrangement rows = arrange_in_rows(figure, panels, begin + box.width);
		int64_t area = (int64_t)rows.width * rows.height;
		if (area < least && rows.width >= rows.height && rows.width <= 3 * (int64_t)rows.height) {
			best = rows;
			least = area;
		}
	}
	return best;
}

/* Captions that can be read where all of a large figure is in sight: those of its widest matrix are as high as all. */
static void choose_caption_size(struct panel *panels, int count) {
	int widest = 0;
	for (int i = 0; i < count; i++) {
		widest = max(widest, panels[i].width);
	}
	int size = max(CAPTION_SIZE, widest / CAPTION_SHARE / PX * PX);
	for (int i = 0; i < count; i++) {
		panels[i].caption_size = size < CAPTION_GREATEST_SIZE ? size : CAPTION_GREATEST_SIZE;
	}
}

/* Several matrices. */
static void draw_raster(struct drawing *drawing) {
	const struct figure *figure = drawing->figure;
	struct panel *panels = arena_array(drawing->scene->arena, (size_t)figure->count, sizeof *panels);
	int columns = 0;
	for (int i = 0; i < figure->count; i++) {
		panels[i] = panel_of(drawing, &figure->matrices[i]);
		panel_measure(&panels[i]);
		columns = max(columns, panels[i].columns);
	}
	choose_caption_size(panels, figure->count);
	make_room(drawing, figure->count, columns);
	struct arrangement all = arrange(figure, panels);
	struct page page;
	lay_out_page(drawing, &page, all.width, all.height);
	for (int i = 0; i < figure->count; i++) {
		panels[i].x = page.body_x + all.x[i];
		panels[i].y = page.body_y + all.y[i];
		draw_panel(drawing, &figure->matrices[i], &panels[i]);
		draw_caption(drawing, &figure->matrices[i], &panels[i]);
	}
}

struct layout_plan figure_draw(const struct figure *figure, struct scene *scene) {
	struct drawing drawing = { .figure = figure, .scene = scene };
	drawing.theme = palette_theme(figure->options.theme);
	int rows, columns;
	int64_t cells = figure_cells(figure, &rows, &columns);
	drawing.legible = panel_is_legible(cells, rows, columns);
	drawing.longest = max(rows, columns);
	size_cells(&drawing);
	if (figure->count == 1 && figure->matrices[0].caption[0] == '\0') {
		draw_strips(&drawing, &figure->matrices[0]);
	} else {
		draw_raster(&drawing);
	}
	scene->title = figure->title;
	scene->description = figure->description;
	return drawing.plan;
}
