/*
 * A matrix is measured, then printed line by line into blocks that stand side by side while the terminal is wide
 * enough. Each cell switches its colours on and off again, so that lines can be cut and padded between cells.
 */
#include "render/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "render/font.h"
#include "render/panel.h"

enum { GAP = 3, LABELS = 2 };   /* characters between matrices side by side, and beside the labels of rows */

/* Lines of text that blocks are put side by side in; their widths do not count escape sequences. */
struct line {
	struct buf text;
	int width;
};

struct block {
	struct line *lines;
	int count, width;
};

struct printer {
	struct arena *arena;
	const struct figure *figure;
	enum text_depth depth;
	int width;
	int cell;                /* characters of a cell */
	int cell_lines;          /* lines of the texts of a cell */
};

static int max(int a, int b) {
	return a > b ? a : b;
}

/* --- texts --- */

static int text_width(const struct cell_text *text) {
	int width = 0;
	for (int i = 0; i < text->count; i++) {
		width = max(width, font_text_length(text->line[i]));
	}
	return width;
}

/* Thread and value go on one line: T5V0, or T5V0+1 where other threads hold the same. */
static void join_owner(const struct cell *cell, struct cell_text *text) {
	if (text->list || text->count != 2 || text->line[0][0] != 'T' || text->line[1][0] != 'V') {
		return;
	}
	char more[16] = "";
	if (cell->owner_count > 1) {
		snprintf(more, sizeof more, "+%d", cell->owner_count - 1);
	}
	snprintf(text->line[0], CELL_TEXT, "T%dV%d%s", cell->owners[0].thread, cell->owners[0].value, more);
	text->count = 1;
}

/* Without colours, signs: "*" for what is marked, highlighted or has a conflict, "-" for what nobody owns. */
static void add_signs(const struct cell *cell, bool highlighted, struct cell_text *text) {
	size_t length = text->count > 0 ? strlen(text->line[0]) : 0;
	if ((cell->marked || cell->conflict || highlighted) && length > 0 && length + 1 < CELL_TEXT) {
		text->line[0][length] = '*';
		text->line[0][length + 1] = '\0';
	} else if (cell->bare && text->count == 0) {
		snprintf(text->line[text->count++], CELL_TEXT, "-");
	}
}

/* The text of a cell in a terminal: owners on one line, and signs where there are no colours. */
static void cell_text(const struct printer *printer, const struct matrix *matrix, const struct cell *cell, int row,
	int column, struct cell_text *text) {
	figure_cell_text(printer->figure, matrix, cell, row, column, text);
	join_owner(cell, text);
	if (printer->depth == TEXT_PLAIN) {
		bool highlights = printer->figure->options.highlight.key != COLOUR_BY_KIND;
		add_signs(cell, highlights && !figure_is_dim(printer->figure, cell, row, column), text);
	}
}

/* Digits of the coordinates of one level of an axis. */
static int level_digits(const struct axis *axis, int level) {
	return panel_digits(axis->extent[level] - 1);
}

/* The levels of the columns of "matrix", and their numbers. */
static struct axis columns_of(const struct matrix *matrix, bool flat) {
	struct axis columns = axis_from_shape(matrix->column_shape, matrix->columns, flat);
	columns.running = matrix->running;
	columns.multiple = matrix->column_multiple;
	columns.share = matrix->column_share;
	return columns;
}

/* Find out how wide and how high a cell must be, so that all are alike. */
static void measure(struct printer *printer) {
	const struct figure *figure = printer->figure;
	printer->cell = printer->cell_lines = 1;
	for (int i = 0; i < figure->count; i++) {
		const struct matrix *matrix = &figure->matrices[i];
		struct window window = figure_window(figure, matrix);
		for (int row = window.first_row; row < window.first_row + window.rows; row++) {
			for (int column = window.first_column; column < window.first_column + window.columns; column++) {
				struct cell cell = figure_cell(figure, matrix, row, column);
				struct cell_text text;
				cell_text(printer, matrix, &cell, row, column, &text);
				printer->cell = max(printer->cell, text_width(&text));
				printer->cell_lines = max(printer->cell_lines, text.count);
			}
		}
		struct axis columns = columns_of(matrix, figure->options.flat);
		for (int level = 0; !figure->options.no_labels && level < columns.count; level++) {
			int last = window.first_column + window.columns - 1;
			printer->cell = max(printer->cell, panel_digits(axis_greatest_number(&columns, level, last)));
		}
	}
}

/* --- colours --- */

/* The nearest colour of the 6 x 6 x 6 cube that terminals of 256 colours have. */
static int cube_colour(uint32_t colour) {
	static const int levels[6] = { 0, 95, 135, 175, 215, 255 };
	int index = 0;
	for (int shift = 16; shift >= 0; shift -= 8) {
		int wanted = (int)(colour >> shift & 255);
		int best = 0;
		for (int i = 1; i < 6; i++) {
			int distance = levels[i] > wanted ? levels[i] - wanted : wanted - levels[i];
			int least = levels[best] > wanted ? levels[best] - wanted : wanted - levels[best];
			best = distance < least ? i : best;
		}
		index = index * 6 + best;
	}
	return 16 + index;
}

/* Append the escape sequence of a colour; "ground" 38 is for letters, 48 for what is behind them. */
static void put_colour(struct buf *buf, enum text_depth depth, int ground, uint32_t colour) {
	if (depth == TEXT_ANSI_24BIT) {
		buf_printf(buf, "\033[%d;2;%u;%u;%um", ground, (unsigned)(colour >> 16 & 255), (unsigned)(colour >> 8 & 255),
			(unsigned)(colour & 255));
	} else {
		buf_printf(buf, "\033[%d;5;%dm", ground, cube_colour(colour));
	}
}

/* Switch on the colours of a cell. */
static void start_cell(const struct printer *printer, const struct matrix *matrix, const struct cell *cell, int row,
	int column, struct buf *buf) {
	if (printer->depth == TEXT_PLAIN || cell->absent) {
		return;
	}
	uint32_t colours[FIGURE_COLOURS];
	figure_palette(printer->figure, matrix, colours);
	uint32_t fill = colours[figure_colour(printer->figure, matrix, cell, row, column)];
	bool dim = cell->bare || figure_is_dim(printer->figure, cell, row, column);
	uint32_t ink = dim ? palette_theme(printer->figure->options.theme)->dim_text : palette_text_on(fill);
	bool alarm = cell->conflict || cell->shared;
	put_colour(buf, printer->depth, 48, fill);
	put_colour(buf, printer->depth, 38, alarm ? COLOUR_SHARED : ink);
	if (alarm) {
		buf_put(buf, "\033[1m");
	}
}

/* Switch colours off. */
static void end_cell(const struct printer *printer, const struct cell *cell, struct buf *buf) {
	if (printer->depth != TEXT_PLAIN && !cell->absent) {
		buf_put(buf, "\033[0m");
	}
}

/* --- blocks --- */

static struct block block_new(struct arena *arena, int lines) {
	struct block block = { .lines = arena_array(arena, (size_t)lines, sizeof *block.lines) };
	for (int i = 0; i < lines; i++) {
		buf_init(&block.lines[i].text, arena);
	}
	return block;
}

/* The next line of "block". */
static struct line *next_line(struct block *block) {
	return &block->lines[block->count++];
}

static void put_spaces(struct line *line, int count) {
	if (count > 0) {
		buf_put_repeated(&line->text, ' ', (size_t)count);
		line->width += count;
	}
}

/* "text" in a field of "width", to its right or in the middle. */
static void put_field(struct line *line, const char *text, int width, bool middle) {
	int length = font_text_length(text);
	int before = middle ? (width - length + 1) / 2 : width - length;
	put_spaces(line, before);
	buf_put(&line->text, text);
	line->width += length;
	put_spaces(line, width - length - (before > 0 ? before : 0));
}

/* A number that is not negative, to the right of a field. */
static void put_number(struct line *line, int64_t number, int width) {
	char text[24];
	int at = (int)sizeof text - 1;
	text[at] = '\0';
	for (int64_t rest = number; rest > 0 || at == (int)sizeof text - 1; rest /= 10) {
		text[--at] = (char)('0' + rest % 10);
	}
	put_field(line, text + at, width, false);
}

/* What stands between column "column" and the one before it. */
static const char *separator(const struct printer *printer, const struct axis *axis, int column, bool first) {
	if (printer->depth == TEXT_PLAIN) {
		return first ? "  " : axis_strength(axis, column) > 0 ? " | " : "  ";
	}
	return first ? "" : axis_strength(axis, column) > 0 ? " " : "";
}

static void put_separator(const struct printer *printer, struct line *line, const struct axis *axis, int column,
	bool first) {
	const char *text = separator(printer, axis, column, first);
	buf_put(&line->text, text);
	line->width += (int)strlen(text);
}

/* Characters from one column to the next, at most. */
static int column_pitch(const struct printer *printer, bool nested) {
	return printer->cell + (nested ? 3 : 2);
}

/* In colour, a cell has a blank on either side. */
static int field_width(const struct printer *printer) {
	return printer->cell + (printer->depth == TEXT_PLAIN ? 0 : 2);
}

static int64_t row_number(const struct matrix *matrix, int row) {
	return matrix->row_numbers != NULL ? matrix->row_numbers[row] : (int64_t)row * matrix->row_unit;
}

/* Width of the labels of rows up to "last", the levels side by side. */
static int row_label_width(const struct matrix *matrix, const struct axis *axis, int last) {
	if (axis->count == 1) {
		return panel_digits(row_number(matrix, last));
	}
	int width = level_digits(axis, 0);
	for (int level = 1; level < axis->count; level++) {
		width += level_digits(axis, level) + 1;
	}
	return width;
}

/* The part of a matrix that becomes a block. */
struct excerpt {
	const struct matrix *matrix;
	struct window window;
	int first, end;              /* columns */
	struct axis rows, columns;
	int label;                   /* characters of the labels of rows; 0 for none */
};

/* The labels of a row: of a level above the lowest only where one of its groups begins. */
static void put_row_label(struct line *line, const struct excerpt *excerpt, int row) {
	const struct axis *axis = &excerpt->rows;
	if (axis->count == 1) {
		put_number(line, row_number(excerpt->matrix, row), excerpt->label);
		return;
	}
	for (int level = axis->count - 1; level >= 0; level--) {
		int digits = level_digits(axis, level);
		bool begins = row % axis->unit[level] == 0 || row == excerpt->window.first_row;
		if (begins) {
			put_number(line, row / axis->unit[level] % axis->extent[level], digits);
		} else {
			put_spaces(line, digits);
		}
		put_spaces(line, level > 0 ? 1 : 0);
	}
}

/* The line of labels of one level above the columns. */
static void put_column_labels(const struct printer *printer, struct line *line, const struct excerpt *excerpt,
		int level) {
	const struct axis *axis = &excerpt->columns;
	int margin = printer->depth == TEXT_PLAIN ? 0 : 1;
	put_spaces(line, excerpt->label);
	for (int column = excerpt->first; column < excerpt->end; column++) {
		put_separator(printer, line, axis, column, column == excerpt->first);
		put_spaces(line, margin);
		if (column % axis->unit[level] == 0 || column == excerpt->first) {
			put_number(line, axis_column_number(axis, level, column), printer->cell);
		} else {
			put_spaces(line, printer->cell);
		}
		put_spaces(line, margin);
	}
	while (line->text.data[line->text.length - 1] == ' ') {
		line->text.length--;
		line->width--;
	}
}

/* Line "part" of the cells of a row. */
static void put_row(const struct printer *printer, struct line *line, const struct excerpt *excerpt, int row,
		int part) {
	bool coloured = printer->depth != TEXT_PLAIN;
	if (excerpt->label > 0 && part == 0) {
		put_row_label(line, excerpt, row);
	} else {
		put_spaces(line, excerpt->label);
	}
	put_spaces(line, excerpt->label > 0 && coloured ? 1 : 0);
	for (int column = excerpt->first; column < excerpt->end; column++) {
		struct cell cell = figure_cell(printer->figure, excerpt->matrix, row, column);
		struct cell_text text;
		cell_text(printer, excerpt->matrix, &cell, row, column, &text);
		put_separator(printer, line, &excerpt->columns, column, column == excerpt->first);
		start_cell(printer, excerpt->matrix, &cell, row, column, &line->text);
		put_field(line, part < text.count ? text.line[part] : "", field_width(printer), coloured);
		end_cell(printer, &cell, &line->text);
	}
}

/* Say what rows and columns count, if that is not plain and there is room for it. */
static void put_names(const struct printer *printer, const struct matrix *matrix, struct block *block) {
	if (matrix->row_name == NULL || matrix->column_name == NULL) {
		return;
	}
	struct buf text;
	buf_init(&text, printer->arena);
	buf_printf(&text, "%s down, %s across", matrix->row_name, matrix->column_name);
	if ((int)text.length <= printer->width) {
		put_field(next_line(block), text.data, (int)text.length, false);
	}
}

/* The part of "matrix" from column "first" to "end" - 1 as lines. */
static struct block matrix_block(const struct printer *printer, const struct matrix *matrix, struct window window,
	int first, int end) {
	const struct draw_options *options = &printer->figure->options;
	struct excerpt excerpt = { .matrix = matrix, .window = window, .first = first, .end = end };
	excerpt.rows = axis_from_shape(matrix->row_shape, matrix->rows, options->flat);
	excerpt.columns = columns_of(matrix, options->flat);
	int levels = options->no_labels ? 0 : excerpt.columns.count;
	if (!options->no_labels) {
		excerpt.label = row_label_width(matrix, &excerpt.rows, window.first_row + window.rows - 1);
	}
	struct block block = block_new(printer->arena, window.rows * (printer->cell_lines + 1) + levels + 1);
	if (levels > 0 && first == window.first_column) {
		put_names(printer, matrix, &block);
	}
	for (int level = levels - 1; level >= 0; level--) {
		put_column_labels(printer, next_line(&block), &excerpt, level);
	}
	for (int row = window.first_row; row < window.first_row + window.rows; row++) {
		if (row > window.first_row && axis_strength(&excerpt.rows, row) > 0) {
			next_line(&block);
		}
		for (int part = 0; part < printer->cell_lines; part++) {
			put_row(printer, next_line(&block), &excerpt, row, part);
		}
	}
	for (int i = 0; i < block.count; i++) {
		block.width = max(block.width, block.lines[i].width);
	}
	return block;
}

/* Print blocks side by side. */
static void put_blocks(struct buf *buf, const struct block *blocks, int count) {
	int lines = 0;
	for (int i = 0; i < count; i++) {
		lines = max(lines, blocks[i].count);
	}
	for (int line = 0; line < lines; line++) {
		int behind = 0;
		for (int i = 0; i < count; i++) {
			int width = line < blocks[i].count ? blocks[i].lines[line].width : 0;
			if (width > 0) {
				buf_put_repeated(buf, ' ', (size_t)behind);
				buf_put_str(buf, buf_str(&blocks[i].lines[line].text));
				behind = 0;
			}
			behind += blocks[i].width - width + GAP;
		}
		buf_put_char(buf, '\n');
	}
}

/* --- arrangements --- */

/* Columns of "matrix" that fit a line. */
static int columns_that_fit(const struct printer *printer, const struct matrix *matrix, struct window window) {
	struct axis rows = axis_from_shape(matrix->row_shape, matrix->rows, printer->figure->options.flat);
	int label = row_label_width(matrix, &rows, window.first_row + window.rows - 1) + LABELS;
	bool nested = axis_from_shape(matrix->column_shape, matrix->columns, printer->figure->options.flat).count > 1;
	int fit = (printer->width - label) / column_pitch(printer, nested);
	return fit < 1 ? 1 : fit < window.columns ? fit : window.columns;
}

/* True if cells show nothing but their colours, so that one character can be two of them. */
static bool is_textless(const struct printer *printer) {
	const struct draw_options *options = &printer->figure->options;
	bool none = options->text_count > 0;
	for (int i = 0; i < options->text_count; i++) {
		none = none && options->texts[i] == TEXT_NOTHING;
	}
	return none && printer->depth != TEXT_PLAIN;
}

/* The colour of a cell; COLOUR_NONE below the last row and where there is no cell. */
static uint32_t colour_at(const struct printer *printer, const struct matrix *matrix, struct window window, int row,
		int column) {
	uint32_t colours[FIGURE_COLOURS];
	if (row >= window.first_row + window.rows) {
		return COLOUR_NONE;
	}
	struct cell cell = figure_cell(printer->figure, matrix, row, column);
	figure_palette(printer->figure, matrix, colours);
	return cell.absent ? COLOUR_NONE : colours[figure_colour(printer->figure, matrix, &cell, row, column)];
}

/* Two rows as one line: the upper half of each character is a cell of the first, its background one of the second. */
static void put_two_rows(struct buf *buf, const struct printer *printer, const struct matrix *matrix,
		struct window window, int row) {
	for (int column = window.first_column; column < window.first_column + window.columns; column++) {
		uint32_t upper = colour_at(printer, matrix, window, row, column);
		uint32_t lower = colour_at(printer, matrix, window, row + 1, column);
		buf_put(buf, "\033[0m");
		if (upper != COLOUR_NONE) {
			put_colour(buf, printer->depth, 38, upper);
		}
		if (lower != COLOUR_NONE) {
			put_colour(buf, printer->depth, 48, lower);
		}
		buf_put(buf, upper != COLOUR_NONE ? "\u2580" : " ");
	}
	buf_put(buf, "\033[0m\n");
}

/* A matrix in colours alone, a character wide and half a character high a cell, in as many pieces as it takes. */
static void put_pixels(struct buf *buf, const struct printer *printer, const struct matrix *matrix) {
	struct window window = figure_window(printer->figure, matrix);
	int end = window.first_column + window.columns;
	for (int first = window.first_column; first < end; first += printer->width) {
		struct window piece = window;
		piece.first_column = first;
		piece.columns = end - first < printer->width ? end - first : printer->width;
		for (int row = window.first_row; row < window.first_row + window.rows; row += 2) {
			put_two_rows(buf, printer, matrix, piece, row);
		}
		buf_put(buf, first + piece.columns < end ? "\n" : "");
	}
}

/* All matrices so, one below the other under their captions. */
static void put_all_pixels(struct buf *buf, const struct printer *printer) {
	const struct figure *figure = printer->figure;
	for (int i = 0; i < figure->count; i++) {
		const struct matrix *matrix = &figure->matrices[i];
		buf_put(buf, i > 0 ? "\n" : "");
		if (matrix->caption[0] != '\0') {
			buf_printf(buf, "%s\n", matrix->caption);
		}
		put_pixels(buf, printer, matrix);
	}
}

/* A matrix by itself, in as many pieces as it takes. */
static void put_matrix(struct buf *buf, const struct printer *printer, const struct matrix *matrix) {
	struct window window = figure_window(printer->figure, matrix);
	int fit = columns_that_fit(printer, matrix, window);
	int end = window.first_column + window.columns;
	for (int first = window.first_column; first < end; first += fit) {
		struct block block = matrix_block(printer, matrix, window, first, first + fit < end ? first + fit : end);
		put_blocks(buf, &block, 1);
		if (first + fit < end) {
			buf_put_char(buf, '\n');
		}
	}
}

/* The caption on a line of its own. */
static void put_caption(struct block *block, const char *caption) {
	struct line *line = next_line(block);
	put_field(line, caption, font_text_length(caption), false);
	block->width = max(block->width, line->width);
}

/* Matrix "i" as a block with its caption on top; "fits" is false if it is too wide. */
static struct block captioned_block(const struct printer *printer, const struct matrix *matrix, bool *fits) {
	struct window window = figure_window(printer->figure, matrix);
	*fits = columns_that_fit(printer, matrix, window) == window.columns;
	if (!*fits) {
		return (struct block){ 0 };
	}
	struct block cells = matrix_block(printer, matrix, window, window.first_column,
		window.first_column + window.columns);
	struct block block = block_new(printer->arena, cells.count + 1);
	put_caption(&block, matrix->caption);
	for (int i = 0; i < cells.count; i++) {
		block.lines[block.count++] = cells.lines[i];
	}
	block.width = max(block.width, cells.width);
	return block;
}

/* All matrices, as many side by side as fit. */
static void put_matrices(struct buf *buf, const struct printer *printer) {
	const struct figure *figure = printer->figure;
	struct block *row = arena_array(printer->arena, (size_t)figure->count, sizeof *row);
	int count = 0;
	int width = 0;
	for (int i = 0; i < figure->count; i++) {
		bool fits;
		struct block block = captioned_block(printer, &figure->matrices[i], &fits);
		if (count > 0 && (!fits || width + GAP + block.width > printer->width)) {
			put_blocks(buf, row, count);
			buf_put_char(buf, '\n');
			count = width = 0;
		}
		if (!fits) {
			buf_put(buf, figure->matrices[i].caption);
			buf_put_char(buf, '\n');
			put_matrix(buf, printer, &figure->matrices[i]);
			buf_put(buf, i + 1 < figure->count ? "\n" : "");
			continue;
		}
		row[count++] = block;
		width += block.width + (count > 1 ? GAP : 0);
	}
	if (count > 0) {
		put_blocks(buf, row, count);
	}
}

/*
 * Title, matrices and legends; one matrix alone is folded to the width, several stand side by side as long as they fit.
 */
void text_print(struct buf *buf, struct algebra *al, const struct figure *figure, int width, enum text_depth depth) {
	int rows, columns;
	int64_t cells = figure_cells(figure, &rows, &columns);
	if (cells > TEXT_MOST_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "a text of %" PRId64 " cells is too long, at most %d are printed; a file of "
			"another format, or --region, will do", cells, (int)TEXT_MOST_CELLS);
		return;
	}
	struct printer printer = { .arena = buf->arena, .figure = figure, .depth = depth, .width = width };
	measure(&printer);
	if (figure->title[0] != '\0') {
		buf_put(buf, figure->title);
		buf_put(buf, "\n\n");
	}
	if (is_textless(&printer)) {
		put_all_pixels(buf, &printer);
	} else if (figure->count == 1 && figure->matrices[0].caption[0] == '\0') {
		put_matrix(buf, &printer, &figure->matrices[0]);
	} else {
		put_matrices(buf, &printer);
	}
	for (int i = 0; i < figure->page.legend_count; i++) {
		buf_put(buf, i == 0 ? "\n" : "");
		buf_put(buf, figure->page.legends[i].text);
		buf_put_char(buf, '\n');
	}
}
