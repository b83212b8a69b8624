/*
 * Matrices, legends and options are only collected until figure_finish, which is the one place that decides: colours,
 * texts of cells, what has no meaning for this kind, and limits. Behind it a figure does not change.
 */
#include "render/figure.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/banks.h"

enum {
	WARP_THREADS = 32,
	BANK_BITS = 8 * BANK_BYTES,
	LISTED = 3,               /* owners that fit a cell */
	USUAL_BITS = 32,
};

void figure_init(struct figure *figure, struct arena *arena, const char *kind, const struct draw_options *options) {
	*figure = (struct figure){
		.arena = arena, .kind = kind, .title = options->title, .description = "", .options = *options,
		.colour = COLOUR_BY_OFFSET, .texts = { TEXT_OFFSET }, .text_count = 1, .facts = FACT_OFFSET | FACT_MEMORY,
		.bits = options->bits > 0 ? options->bits : USUAL_BITS, .step = 1,
	};
}

struct matrix *figure_add(struct figure *figure, int rows, int columns) {
	if (figure->count == figure->capacity) {
		int capacity = figure->capacity == 0 ? 4 : figure->capacity * 2;
		struct matrix *matrices = arena_array(figure->arena, (size_t)capacity, sizeof *matrices);
		if (figure->count > 0) {
			memcpy(matrices, figure->matrices, (size_t)figure->count * sizeof *matrices);
		}
		figure->matrices = matrices;
		figure->capacity = capacity;
	}
	struct matrix *matrix = &figure->matrices[figure->count];
	*matrix = (struct matrix){
		.caption = "", .rows = rows, .columns = columns, .row_shape = tuple_int(rows),
		.column_shape = tuple_int(columns), .prefix = "(", .suffix = ")", .row_unit = 1, .column_multiple = 1,
		.column_share = 1, .number = figure->count,
	};
	figure->count++;
	return matrix;
}

void figure_place(struct figure *figure, struct matrix *matrix, int x, int y) {
	figure->placed = true;
	matrix->place_x = x;
	matrix->place_y = y;
}

void figure_add_legend(struct figure *figure, enum legend_sign sign, const char *format, ...) {
	char text[256];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	page_add_legend(&figure->page, sign, arena_copy(figure->arena, text, strlen(text)));
}

/* --- windows --- */

static int64_t clamp(int64_t value, int64_t least, int64_t greatest) {
	return value < least ? least : value > greatest ? greatest : value;
}

struct window figure_window(const struct figure *figure, const struct matrix *matrix) {
	const struct region *region = &figure->options.region;
	if (!region->given) {
		return (struct window){ 0, 0, matrix->rows, matrix->columns };
	}
	struct window window = {
		.first_row = (int)clamp(region->first_row, 0, matrix->rows),
		.first_column = (int)clamp(region->first_column, 0, matrix->columns),
	};
	window.rows = (int)clamp(region->end_row, window.first_row, matrix->rows) - window.first_row;
	window.columns = (int)clamp(region->end_column, window.first_column, matrix->columns) - window.first_column;
	return window;
}

int64_t figure_cells(const struct figure *figure, int *rows, int *columns) {
	int64_t cells = 0;
	*rows = 0;
	*columns = 0;
	for (int i = 0; i < figure->count; i++) {
		struct window window = figure_window(figure, &figure->matrices[i]);
		cells += (int64_t)window.rows * window.columns;
		*rows = window.rows > *rows ? window.rows : *rows;
		*columns = window.columns > *columns ? window.columns : *columns;
	}
	return cells;
}

/* Leave out matrices that the region does not touch. */
static void drop_empty(struct figure *figure) {
	int kept = 0;
	for (int i = 0; i < figure->count; i++) {
		struct window window = figure_window(figure, &figure->matrices[i]);
		if (window.rows > 0 && window.columns > 0) {
			figure->matrices[kept++] = figure->matrices[i];
		}
	}
	figure->count = kept;
}

/* --- keys --- */

static unsigned facts_of_colour(enum colour_key key) {
	static const unsigned facts[COLOUR_KEYS] = {
		[COLOUR_BY_THREAD] = FACT_OWNER, [COLOUR_BY_VALUE] = FACT_OWNER, [COLOUR_BY_WARP] = FACT_OWNER,
		[COLOUR_BY_OWNER] = FACT_OWNER,
		[COLOUR_BY_OFFSET] = FACT_OFFSET, [COLOUR_BY_BANK] = FACT_MEMORY, [COLOUR_BY_TILE] = FACT_TILE,
		[COLOUR_BY_CHUNK] = FACT_CHUNK, [COLOUR_BY_COUNT] = FACT_COUNT,
	};
	return facts[key];
}

/* What a cell must know for a line of text to say something. */
static unsigned facts_of_text(enum text_key key) {
	static const unsigned facts[TEXT_KEYS] = {
		[TEXT_OWNERS] = FACT_OWNER, [TEXT_THREAD] = FACT_OWNER, [TEXT_VALUE] = FACT_OWNER,
		[TEXT_BANK] = FACT_MEMORY, [TEXT_TILE] = FACT_TILE, [TEXT_COUNT] = FACT_COUNT,
	};
	return facts[key];
}

/* The first of "facts" in words, for messages. */
static const char *facts_name(unsigned facts) {
	return facts & FACT_OWNER ? "threads and values" : facts & FACT_TILE ? "tiles" :
		facts & FACT_COUNT ? "counts" : facts & FACT_CHUNK ? "a swizzle" : "offsets in memory";
}

/* The facts that the options ask for and the cells do not know. */
static unsigned missing_facts(const struct figure *figure) {
	const struct draw_options *options = &figure->options;
	unsigned wanted = facts_of_colour(options->colour) | facts_of_colour(options->highlight.key);
	for (int i = 0; i < options->text_count; i++) {
		wanted |= facts_of_text(options->texts[i]);
	}
	return wanted & ~figure->facts;
}

/* Append which of "count" rows or columns, "what", the region shows, unless it shows all. */
static void put_part(struct buf *text, const char *what, int64_t first, int64_t end, int count) {
	end = end < count ? end : count;
	if (first == 0 && end == count) {
		return;
	}
	bool one = end - first == 1;
	buf_printf(text, "%s%s%s %" PRId64, text->length > 0 ? ", " : "", what, one ? "" : "s", first);
	if (!one) {
		buf_printf(text, " to %" PRId64, end - 1);
	}
}

/* Say in the description which part is drawn. */
static void describe_region(struct figure *figure) {
	const struct region *region = &figure->options.region;
	int rows = 0;
	int columns = 0;
	for (int i = 0; i < figure->count; i++) {
		rows = figure->matrices[i].rows > rows ? figure->matrices[i].rows : rows;
		columns = figure->matrices[i].columns > columns ? figure->matrices[i].columns : columns;
	}
	struct buf part, text;
	buf_init(&part, figure->arena);
	buf_init(&text, figure->arena);
	put_part(&part, "row", region->first_row, region->end_row, rows);
	put_part(&part, "column", region->first_column, region->end_column, columns);
	if (region->given && part.length > 0) {
		buf_printf(&text, "%s Only this part is shown: %s.", figure->description, part.data);
		figure->description = text.data;
	}
}

/* After this, nothing is asked for that the cells do not know, the region has cells, and there are not too many. */
void figure_finish(struct figure *figure, struct algebra *al) {
	unsigned missing = missing_facts(figure);
	if (missing != 0) {
		algebra_fault(al, FAULT_DOMAIN, "a picture of kind %s knows nothing of %s", figure->kind, facts_name(missing));
		if (missing & FACT_OWNER) {
			fault_set_hint(&al->fault, "with --tile=M,N a layout is drawn as one of threads and values");
		}
		return;
	}
	drop_empty(figure);
	if (figure->count == 0) {
		algebra_fault(al, FAULT_DOMAIN, "the region has no cells in it");
		return;
	}
	int rows, columns;
	int64_t cells = figure_cells(figure, &rows, &columns);
	int64_t limit = figure->options.max_cells > 0 ? figure->options.max_cells : LIMIT_DRAWN_CELLS;
	if (cells > limit) {
		algebra_fault(al, FAULT_LIMIT, "a picture of %" PRId64 " cells is too large, at most %" PRId64 " are drawn",
			cells,
			limit);
		return;
	}
	describe_region(figure);
	for (int scale = 0; scale <= SCALE_COUNTS; scale++) {
		figure->colours[scale] = palette_colours(figure->options.palette, (enum palette_scale)scale);
	}
}

/* --- cells --- */

struct cell figure_cell(const struct figure *figure, const struct matrix *matrix, int row, int column) {
	(void)figure;
	struct cell cell = { .tile = NO_TILE };
	cell.placeless = matrix->facts != 0 && (matrix->facts & (FACT_OFFSET | FACT_MEMORY)) == 0;
	matrix->look(matrix, row, column, &cell);
	return cell;
}

/* a / b rounded down, where b is positive: offsets may be negative. */
static int64_t floor_div(int64_t a, int64_t b) {
	return a / b - (a % b < 0);
}

/* The bank of shared memory that "offset" begins in, if the memory begins in bank 0. */
static int64_t bank_of(const struct figure *figure, int64_t offset) {
	/* Whole elements a bank, or whole banks an element: so offset * bits cannot overflow. */
	int64_t word = figure->bits <= BANK_BITS ? floor_div(offset, BANK_BITS / figure->bits) :
			offset % BANKS * (figure->bits / BANK_BITS);
	return palette_index(word, BANKS);
}

bool figure_key_number(const struct figure *figure, const struct cell *cell, int row, int column, enum colour_key key,
	int64_t *number) {
	bool owned = cell->owner_count > 0;
	switch (key) {
	case COLOUR_BY_OWNER:
	case COLOUR_BY_THREAD: *number = owned ? cell->owners[0].thread : 0; return owned;
	case COLOUR_BY_VALUE: *number = owned ? cell->owners[0].value : 0; return owned;
	case COLOUR_BY_WARP: *number = owned ? cell->owners[0].thread / WARP_THREADS : 0; return owned;
	case COLOUR_BY_OFFSET: *number = cell->image != NULL ? cell->index : cell->offset; return !cell->placeless;
	case COLOUR_BY_BANK: *number = bank_of(figure, cell->offset); return true;
	case COLOUR_BY_TILE: *number = cell->tile; return cell->tile >= 0;
	case COLOUR_BY_ROW: *number = row; return true;
	case COLOUR_BY_COLUMN: *number = column; return true;
	case COLOUR_BY_CHUNK: *number = cell->chunk; return true;
	case COLOUR_BY_COUNT: *number = cell->count; return true;
	default: *number = 0; return true;
	}
}

/* The thread that a cell is coloured by; 0 where nobody owns it. */
static int first_thread(const struct cell *cell) {
	return cell->owner_count > 0 ? cell->owners[0].thread : 0;
}

enum figure_edge figure_edge(const struct cell *a, const struct cell *b) {
	int first = first_thread(a);
	int second = first_thread(b);
	bool owned = a->owner_count > 0 && b->owner_count > 0;
	return owned && first / WARP_THREADS != second / WARP_THREADS ? EDGE_OF_WARP :
		first != second ? EDGE_OF_THREAD : EDGE_OF_NOTHING;
}

bool figure_is_dim(const struct figure *figure, const struct cell *cell, int row, int column) {
	const struct highlight *highlight = &figure->options.highlight;
	if (highlight->key == COLOUR_BY_KIND) {
		return false;
	}
	if (facts_of_colour(highlight->key) != FACT_OWNER) {
		int64_t number;
		return !figure_key_number(figure, cell, row, column, highlight->key, &number) || number != highlight->number;
	}
	for (int i = 0; i < cell->owner_count; i++) {
		struct cell alone = { .owners = &cell->owners[i], .owner_count = 1 };
		int64_t number;
		figure_key_number(figure, &alone, row, column, highlight->key, &number);
		if (number == highlight->number && (highlight->value < 0 || highlight->value == cell->owners[i].value)) {
			return false;
		}
	}
	return true;
}

bool figure_highlights_nothing(const struct figure *figure) {
	if (figure->options.highlight.key == COLOUR_BY_KIND) {
		return false;
	}
	for (int i = 0; i < figure->count; i++) {
		const struct matrix *matrix = &figure->matrices[i];
		struct window window = figure_window(figure, matrix);
		for (int64_t k = 0; k < (int64_t)window.rows * window.columns; k++) {
			int row = window.first_row + (int)(k / window.columns);
			int column = window.first_column + (int)(k % window.columns);
			struct cell cell = figure_cell(figure, matrix, row, column);
			if (!cell.absent && !figure_is_dim(figure, &cell, row, column)) {
				return false;
			}
		}
	}
	return true;
}

/* What the cells of a matrix are coloured by: the options say, or the matrix, or the figure. */
static enum colour_key matrix_key(const struct figure *figure, const struct matrix *matrix) {
	return figure->options.colour != COLOUR_BY_KIND ? figure->options.colour :
		matrix->colour != COLOUR_BY_KIND ? matrix->colour : figure->colour;
}

/* The colours that the numbers of "key" get. */
static const struct colours *key_colours(const struct figure *figure, enum colour_key key) {
	switch (key) {
	case COLOUR_BY_OFFSET: return &figure->colours[figure->ranged ? SCALE_RANGE : SCALE_OFFSETS];
	case COLOUR_BY_BANK: return &figure->colours[SCALE_BANKS];
	case COLOUR_BY_TILE: return &figure->colours[SCALE_TILES];
	case COLOUR_BY_COUNT: return &figure->colours[SCALE_COUNTS];
	default: return &figure->colours[SCALE_OWNERS];
	}
}

int figure_palette(const struct figure *figure, const struct matrix *matrix, uint32_t out[FIGURE_COLOURS]) {
	enum colour_key key = matrix_key(figure, matrix);
	const struct theme *theme = palette_theme(figure->options.theme);
	const struct colours *colours = key_colours(figure, key);
	memcpy(out, colours->data, (size_t)colours->count * sizeof *out);
	out[colours->count + LOOK_BARE] = theme->bare;
	out[colours->count + LOOK_SHARED] = COLOUR_SHARED;
	out[colours->count + LOOK_DIM] = theme->dim;
	out[colours->count + LOOK_MARKED] = COLOUR_MARKED;
	if (key == COLOUR_BY_NOTHING) {
		out[0] = 0xffffff;
	}
	return colours->count + LOOKS;
}

/* figure_colour with "key" and the "count" of its colours known. */
static uint8_t colour_by(const struct figure *figure, const struct cell *cell, int row, int column,
	enum colour_key key, int count) {
	int64_t number;
	if (cell->marked) {
		return (uint8_t)(count + LOOK_MARKED);
	}
	if (figure->options.highlight.key != COLOUR_BY_KIND && figure_is_dim(figure, cell, row, column)) {
		return (uint8_t)(count + LOOK_DIM);
	}
	if (cell->bare || !figure_key_number(figure, cell, row, column, key, &number)) {
		return (uint8_t)(count + LOOK_BARE);
	}
	if (key == COLOUR_BY_COUNT) {
		return (uint8_t)clamp(number, 0, count - 1);
	}
	if (key == COLOUR_BY_OFFSET && figure->ranged) {
		return (uint8_t)clamp((number - figure->least) / figure->step, 0, count - 1);
	}
	return palette_index(key == COLOUR_BY_OFFSET ? floor_div(number, figure->step) : number, count);
}

int figure_owner_colours(const struct figure *figure, const struct matrix *matrix, const struct cell *cell,
	uint8_t out[OWNER_COLOURS]) {
	enum colour_key key = matrix_key(figure, matrix);
	int colours = key_colours(figure, key)->count;
	int owners = facts_of_colour(key) == FACT_OWNER ? cell->owner_count : 0;
	int count = 0;
	for (int i = 0; i < owners && count < OWNER_COLOURS; i++) {
		struct cell alone = { .owners = &cell->owners[i], .owner_count = 1 };
		int64_t number;
		figure_key_number(figure, &alone, 0, 0, key, &number);
		uint8_t colour = palette_index(number, colours);
		int same = 0;
		while (same < count && out[same] != colour) {
			same++;
		}
		out[same] = colour;
		count += same == count;
	}
	return count;
}

uint8_t figure_colour(const struct figure *figure, const struct matrix *matrix, const struct cell *cell, int row,
	int column) {
	enum colour_key key = matrix_key(figure, matrix);
	return colour_by(figure, cell, row, column, key, key_colours(figure, key)->count);
}

uint8_t figure_lower_colour(const struct figure *figure, const struct matrix *matrix, const struct cell *cell, int row,
	int column) {
	enum colour_key key = matrix_key(figure, matrix);
	key = key == COLOUR_BY_OWNER ? COLOUR_BY_VALUE : key;
	return colour_by(figure, cell, row, column, key, key_colours(figure, key)->count);
}

void figure_colour_row(const struct figure *figure, const struct matrix *matrix, struct row_part part, bool shared,
	uint8_t *out) {
	enum colour_key key = matrix_key(figure, matrix);
	int colours = key_colours(figure, key)->count;
	for (int i = 0; i < part.count; i++) {
		struct cell cell = { .tile = NO_TILE };
		matrix->look(matrix, part.row, part.column + i, &cell);
		if (cell.absent) {
			out[i] = CELL_UNPAINTED;
		} else if (shared && (cell.conflict || cell.shared)) {
			out[i] = (uint8_t)(colours + LOOK_SHARED);
		} else {
			out[i] = colour_by(figure, &cell, part.row, part.column + i, key, colours);
		}
	}
}

/* --- text --- */

/* A text of which as much is written as there is room for; "length" counts what is not. */
struct cut {
	char *out;
	size_t size, length;
};

static void append(struct cut *cut, const char *text) {
	for (; *text != '\0'; text++) {
		if (cut->length + 1 < cut->size) {
			cut->out[cut->length] = *text;
			cut->out[cut->length + 1] = '\0';
		}
		cut->length++;
	}
}

static void append_int(struct cut *cut, int64_t number) {
	char digits[24];
	snprintf(digits, sizeof digits, "%" PRId64, number);
	append(cut, digits);
}

/* Append the coordinate of "shape" that "index" begins with, without parentheses around it if "bare". */
static void print_nested(struct tuple shape, int64_t *index, bool bare, struct cut *cut) {
	if (!tuple_is_tuple(shape)) {
		append_int(cut, *index % shape.value);
		*index /= shape.value;
		return;
	}
	append(cut, bare ? "" : "(");
	for (int i = 0; i < tuple_rank(shape); i++) {
		append(cut, i == 0 ? "" : ",");
		print_nested(tuple_mode(shape, i), index, false, cut);
	}
	append(cut, bare ? "" : ")");
}

size_t figure_coordinate(const struct matrix *matrix, int row, int column, int64_t index, char *out, size_t size) {
	struct cut cut = { out, size, 0 };
	if (size > 0) {
		out[0] = '\0';
	}
	append(&cut, matrix->prefix);
	if (matrix->one_mode) {
		int64_t rest = index;
		print_nested(matrix->column_shape, &rest, false, &cut);
		append(&cut, matrix->suffix);
		return cut.length;
	}
	int64_t first = matrix->transposed ? column : row;
	int64_t second = matrix->transposed ? row : column;
	print_nested(matrix->transposed ? matrix->column_shape : matrix->row_shape, &first, false, &cut);
	append(&cut, ",");
	print_nested(matrix->transposed ? matrix->row_shape : matrix->column_shape, &second, matrix->joined, &cut);
	append(&cut, matrix->suffix);
	return cut.length;
}

void figure_put_coordinate(const struct matrix *matrix, int row, int column, int64_t index, struct buf *out) {
	size_t length = figure_coordinate(matrix, row, column, index, NULL, 0);
	buf_reserve(out, length);
	figure_coordinate(matrix, row, column, index, out->data + out->length, length + 1);
	out->length += length;
}

/* A coordinate that a layout with basis strides gives. */
static void print_image(struct tuple image, struct cut *cut) {
	if (!tuple_is_tuple(image)) {
		append_int(cut, image.value);
		return;
	}
	append(cut, "(");
	for (int i = 0; i < tuple_rank(image); i++) {
		append(cut, i == 0 ? "" : ",");
		print_image(tuple_mode(image, i), cut);
	}
	append(cut, ")");
}

/* Say of a line of "length" bytes whether it lacks its end. */
static void mark_cut(char line[CELL_TEXT], size_t length) {
	if (length >= CELL_TEXT) {
		memcpy(line + CELL_TEXT - sizeof "...", "...", sizeof "...");
	}
}

/* True if all owners of a cell have it as the same value, as where threads hold copies of an operand. */
static bool is_one_value(const struct cell *cell) {
	for (int i = 1; i < cell->owner_count; i++) {
		if (cell->owners[i].value != cell->owners[0].value) {
			return false;
		}
	}
	return true;
}

/* Owners: "T5" and "V0"; "T5 +1" where another thread holds the same on purpose; or a list. */
static void put_owners(const struct cell *cell, struct cell_text *text) {
	bool copies = cell->owner_count > 1 && !cell->shared && is_one_value(cell);
	if ((cell->owner_count == 1 || copies) && text->count + 2 <= TEXT_LINES) {
		char more[16] = "";
		if (copies) {
			snprintf(more, sizeof more, " +%d", cell->owner_count - 1);
		}
		snprintf(text->line[text->count++], CELL_TEXT, "T%d%s", cell->owners[0].thread, more);
		snprintf(text->line[text->count++], CELL_TEXT, "V%d", cell->owners[0].value);
		return;
	}
	int lines = cell->owner_count < LISTED ? cell->owner_count : LISTED;
	text->list = cell->owner_count > 1;
	for (int i = 0; i < lines && text->count < TEXT_LINES; i++) {
		if (i == LISTED - 1 && cell->owner_count > LISTED) {
			snprintf(text->line[text->count++], CELL_TEXT, "+%d", cell->owner_count - i);
		} else {
			snprintf(text->line[text->count++], CELL_TEXT, "T%dV%d", cell->owners[i].thread, cell->owners[i].value);
		}
	}
}

/* A cell and where it is. */
struct spot {
	const struct matrix *matrix;
	const struct cell *cell;
	int row, column;
};

/* Write the offset of a cell, or the coordinate that stands for it, to "line". */
static void print_offset(const struct cell *cell, char line[CELL_TEXT]) {
	if (cell->image != NULL) {
		struct cut cut = { line, CELL_TEXT, 0 };
		print_image(*cell->image, &cut);
		mark_cut(line, cut.length);
	} else {
		snprintf(line, CELL_TEXT, "%" PRId64, cell->offset);
	}
}

/* Write what "key" says of a cell to "line", which stays empty where the cell knows nothing of it. */
static void print_key(const struct figure *figure, const struct spot *spot, enum text_key key, char line[CELL_TEXT]) {
	const struct cell *cell = spot->cell;
	bool owned = cell->owner_count > 0;
	int64_t number = 0;
	const char *letter = "";
	bool known = true;
	line[0] = '\0';
	switch (key) {
	case TEXT_OFFSET: print_offset(cell, line); return;
	case TEXT_COORDINATE:
		mark_cut(line, figure_coordinate(spot->matrix, spot->row, spot->column, cell->index, line, CELL_TEXT));
		return;
	case TEXT_INDEX: number = cell->index; break;
	case TEXT_THREAD:
		known = owned;
		number = owned ? cell->owners[0].thread : 0;
		letter = "T";
		break;
	case TEXT_VALUE:
		known = owned;
		number = owned ? cell->owners[0].value : 0;
		letter = "V";
		break;
	case TEXT_BANK: number = bank_of(figure, cell->offset); break;
	case TEXT_TILE: number = cell->tile; known = number >= 0; break;
	case TEXT_COUNT: number = cell->count; known = number > 0; break;
	default: known = false; break;
	}
	if (known) {
		snprintf(line, CELL_TEXT, "%s%" PRId64, letter, number);
	}
}

/* Add the line, or the lines, of "key" to the text of a cell. */
static void put_line(const struct figure *figure, const struct spot *spot, enum text_key key, struct cell_text *text) {
	if (key == TEXT_OWNERS) {
		put_owners(spot->cell, text);
		return;
	}
	char *line = text->line[text->count];
	print_key(figure, spot, key, line);
	text->count += line[0] != '\0';
}

void figure_cell_text(const struct figure *figure, const struct matrix *matrix, const struct cell *cell, int row,
	int column, struct cell_text *text) {
	const struct draw_options *options = &figure->options;
	const enum text_key *keys = figure->texts;
	int count = figure->text_count;
	if (options->text_count > 0) {
		keys = options->texts;
		count = options->text_count;
	} else if (matrix->text_count > 0) {
		keys = matrix->texts;
		count = matrix->text_count;
	}
	text->count = 0;
	text->list = false;
	for (int i = 0; i < count && text->count < TEXT_LINES && !cell->absent; i++) {
		put_line(figure, &(struct spot){ matrix, cell, row, column }, keys[i], text);
	}
}

/* --- highlights --- */

/* Read a number at "*text". */
static bool read_number(const char **text, int64_t *number) {
	if (**text < '0' || **text > '9') {
		return false;
	}
	char *end;
	*number = strtoll(*text, &end, 10);
	*text = end;
	return true;
}

/* A word or a letter, perhaps a blank, and a number; behind a thread, perhaps V and another number. */
bool highlight_read(const char *text, struct highlight *highlight) {
	static const struct {
		const char *word;
		enum colour_key key;
	} words[] = {
		{ "thread", COLOUR_BY_THREAD }, { "value", COLOUR_BY_VALUE }, { "warp", COLOUR_BY_WARP },
		{ "offset", COLOUR_BY_OFFSET }, { "bank", COLOUR_BY_BANK }, { "tile", COLOUR_BY_TILE },
		{ "row", COLOUR_BY_ROW }, { "column", COLOUR_BY_COLUMN }, { "T", COLOUR_BY_THREAD }, { "V", COLOUR_BY_VALUE },
	};
	*highlight = (struct highlight){ .value = -1 };
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		size_t length = strlen(words[i].word);
		if (strncmp(text, words[i].word, length) != 0) {
			continue;
		}
		const char *rest = text + length + (length > 1 && text[length] == ' ' ? 1 : 0);
		highlight->key = words[i].key;
		if (!read_number(&rest, &highlight->number)) {
			return false;
		}
		if (words[i].key == COLOUR_BY_THREAD && *rest == 'V') {
			rest++;
			return read_number(&rest, &highlight->value) && *rest == '\0';
		}
		return *rest == '\0';
	}
	return false;
}
