#include "render/tv.h"

#include <inttypes.h>

#include "algebra/offsets.h"
#include "render/font.h"
#include "render/page.h"
#include "render/palette.h"
#include "render/panel.h"

enum {
	TEXT_SIZE = 10 * PX,
	LIST_SIZE = 8 * PX,           /* of the owners of a cell that has several */
	LIST_LEAST_SIZE = 7 * PX,     /* where they are long */
	CELL_SIDE = 32 * PX,          /* of a cell, or wider */
	CELL_PADDING = 3 * PX,        /* between text and the lines beside it */
	LIST_PADDING = 3 * PX,        /* between owners and the border that marks a cell with several */
	TEXT_RISE = 6 * PX,           /* T stands so much above the centre of the cell, V below */
	LIST_RISE = 85 * PX / 10,     /* from one owner to the next */
	LISTED = 3,                   /* owners that fit a cell */
};

enum { TEXT_COLOUR = 0x000000 };

/* Colours of cells beyond those of threads; the second one is for small cells, which have no room for the sign. */
enum { INDEX_BARE = PALETTE_SIZE, INDEX_SHARED, INDEX_COUNT };

struct owner {
	int thread, value;
};

/* Who owns each element of a tile, row by row. */
struct owners {
	int rows, columns;
	int *count;               /* of the owners of an element */
	struct owner *listed;     /* the first "kept" of them */
	int kept;                 /* owners kept of each element: LISTED, or 1 where cells have no text */
};

static const int64_t *mode_offsets(struct algebra *al, struct layout mode, int64_t *count) {
	struct offsets offsets = offsets_init(al, mode);
	if (algebra_failed(al)) {
		return NULL;
	}
	int64_t *values = arena_array(al->arena, (size_t)offsets.size, sizeof *values);
	offsets_fill(&offsets, 0, offsets.size, values);
	*count = offsets.size;
	return values;
}

/* Enter every (thread, value) of "a" in "owners", which are empty, and count. */
static struct tv_counts enter_owners(struct algebra *al, struct layout a, struct owners *owners) {
	struct tv_counts counts = { 0 };
	const int64_t *thread_offset = mode_offsets(al, layout_mode(a, 0), &counts.threads);
	const int64_t *value_offset = mode_offsets(al, layout_mode(a, 1), &counts.values);
	if (algebra_failed(al)) {
		return counts;
	}
	int64_t size = (int64_t)owners->rows * owners->columns;
	for (int thread = 0; thread < counts.threads; thread++) {
		for (int value = 0; value < counts.values; value++) {
			int64_t element = thread_offset[thread] + value_offset[value];
			if (element < 0 || element >= size) {
				if (counts.outside++ == 0) {
					counts.first_thread = thread;
					counts.first_value = value;
					counts.first_element = element;
				}
				continue;
			}
			int64_t cell = element % owners->rows * owners->columns + element / owners->rows;
			int number = owners->count[cell]++;
			if (number < owners->kept) {
				owners->listed[cell * owners->kept + number] = (struct owner){ thread, value };
			}
		}
	}
	for (int64_t cell = 0; cell < size; cell++) {
		counts.bare += owners->count[cell] == 0;
		counts.shared += owners->count[cell] > 1;
	}
	return counts;
}

/* Who owns the cell of "panel". */
static const struct owner *cell_owners(const struct owners *owners, const struct panel *panel, int row, int column,
	int *count) {
	size_t first = (size_t)(panel->first_row + row) * (size_t)owners->columns;
	size_t cell = first + (size_t)(panel->first_column + column);
	*count = owners->count[cell];
	return &owners->listed[cell * (size_t)owners->kept];
}

/* The whole tile as one panel. */
static struct panel size_panel(const struct owners *owners, const struct tv_counts *counts) {
	struct panel panel = { .rows = owners->rows, .columns = owners->columns, .row_unit = 1 };
	panel.lines = panel_is_legible((int64_t)panel.rows * panel.columns, panel.rows, panel.columns);
	if (panel.lines) {
		int threads = panel_digits(counts->threads - 1);
		int values = panel_digits(counts->values - 1);
		int letters = 1 + (threads > values ? threads : values);
		int width = font_width(letters, TEXT_SIZE) + 2 * CELL_PADDING;
		int list_width = font_width(threads + values + 2, LIST_LEAST_SIZE) + 2 * LIST_PADDING;
		if (counts->shared > 0 && list_width > width) {
			width = list_width;
		}
		panel.cell_width = width > CELL_SIDE ? panel_even_pixels(width) : CELL_SIDE;
		panel.cell_height = CELL_SIDE;
	} else {
		int longest = panel.rows > panel.columns ? panel.rows : panel.columns;
		panel.cell_width = panel.cell_height = panel_small_cell(longest);
	}
	return panel;
}

static const uint32_t *cell_colours(struct scene *scene) {
	uint32_t *colours = arena_array(scene->arena, INDEX_COUNT, sizeof *colours);
	for (int i = 0; i < PALETTE_SIZE; i++) {
		colours[i] = palette_thread[i];
	}
	colours[INDEX_BARE] = COLOUR_BARE;
	colours[INDEX_SHARED] = COLOUR_SHARED;
	return colours;
}

static void fill_cells(struct scene *scene, const struct panel *panel, const struct owners *owners) {
	struct cells *cells = arena_alloc(scene->arena, sizeof *cells);
	uint8_t *index = arena_array(scene->arena, (size_t)panel->rows * (size_t)panel->columns, sizeof *index);
	*cells = (struct cells){
		.rows = panel->rows, .columns = panel->columns, .index = index,
		.colours = cell_colours(scene), .colour_count = INDEX_COUNT,
	};
	for (int row = 0; row < panel->rows; row++) {
		for (int column = 0; column < panel->columns; column++, index++) {
			int count;
			const struct owner *owner = cell_owners(owners, panel, row, column, &count);
			if (count == 0) {
				*index = INDEX_BARE;
			} else if (count > 1 && !panel->lines) {
				*index = INDEX_SHARED;
			} else {
				*index = palette_index(owner->thread);
			}
		}
	}
	scene_add_cells(scene, panel->x, panel->y, panel->cell_width, panel->cell_height, cells);
}

/* Mark the cells that nobody owns. */
static void draw_bare_signs(struct scene *scene, const struct panel *panel, const struct owners *owners) {
	for (int row = 0; row < panel->rows; row++) {
		for (int column = 0; column < panel->columns; column++) {
			int count;
			cell_owners(owners, panel, row, column, &count);
			if (count == 0) {
				page_sign_bare(scene, panel->x + column * panel->cell_width, panel->y + row * panel->cell_height,
					panel->cell_width, panel->cell_height);
			}
		}
	}
}

/* Label the cells of one row that have one owner: first the threads, then the values. */
static void draw_single_owners(struct scene *scene, const struct panel *panel, const struct owners *owners, int row) {
	for (int line = 0; line < 2; line++) {
		int y = panel_centre_y(panel, row) + (line == 0 ? -TEXT_RISE : TEXT_RISE);
		for (int column = 0; column < panel->columns; column++) {
			int count;
			const struct owner *owner = cell_owners(owners, panel, row, column, &count);
			if (count == 1) {
				const char *text = line == 0 ? scene_text(scene, "T%d", owner->thread) :
						scene_text(scene, "V%d", owner->value);
				scene_add_label(scene, panel_centre_x(panel, column), y, ANCHOR_MIDDLE, TEXT_SIZE, TEXT_COLOUR, text);
			}
		}
	}
}

/* List the "count" owners of a cell centred on (x, y): all of them, or the first ones and the number of the others. */
static void draw_owner_list(struct scene *scene, const struct panel *panel, const struct owner *owner, int count,
	int x, int y) {
	int lines = count < LISTED ? count : LISTED;
	for (int line = 0; line < lines; line++) {
		const char *text = line == LISTED - 1 && count > LISTED ? scene_text(scene, "+%d", count - line) :
				scene_text(scene, "T%dV%d", owner[line].thread, owner[line].value);
		int size = font_fit(font_text_length(text), LIST_SIZE, panel->cell_width - 2 * LIST_PADDING);
		scene_add_label(scene, x, y + (2 * line - lines + 1) * LIST_RISE / 2, ANCHOR_MIDDLE, size, TEXT_COLOUR, text);
	}
}

/* Write the owners into the cells, and mark those cells that have several. */
static void draw_owners(struct scene *scene, const struct panel *panel, const struct owners *owners) {
	for (int row = 0; row < panel->rows; row++) {
		draw_single_owners(scene, panel, owners, row);
		for (int column = 0; column < panel->columns; column++) {
			int count;
			const struct owner *owner = cell_owners(owners, panel, row, column, &count);
			if (count > 1) {
				page_sign_shared(scene, panel->x + column * panel->cell_width, panel->y + row * panel->cell_height,
					panel->cell_width, panel->cell_height);
				draw_owner_list(scene, panel, owner, count, panel_centre_x(panel, column),
					panel_centre_y(panel, row));
			}
		}
	}
}

static void draw_panel(struct scene *scene, const struct panel *panel, const struct owners *owners) {
	fill_cells(scene, panel, owners);
	if (panel->lines) {
		draw_bare_signs(scene, panel, owners);
	}
	panel_draw_frame(panel, scene);
	if (panel->lines) {
		draw_owners(scene, panel, owners);
	}
}

static void add_legends(struct page *page, struct scene *scene, const struct tv_counts *counts) {
	if (counts->shared > 0) {
		page_add_legend(page, LEGEND_SHARED, scene_text(scene, "%" PRId64 " cell%s with several owners", counts->shared,
			counts->shared == 1 ? "" : "s"));
	}
	if (counts->bare > 0) {
		page_add_legend(page, LEGEND_BARE, scene_text(scene, "%" PRId64 " cell%s without owner", counts->bare,
			counts->bare == 1 ? "" : "s"));
	}
	if (counts->outside > 0) {
		page_add_legend(page, LEGEND_NOTE, scene_text(scene, "%" PRId64 " value%s outside the tile", counts->outside,
			counts->outside == 1 ? "" : "s"));
	}
}

static bool check_tile(struct algebra *al, struct layout a, int64_t rows, int64_t columns) {
	if (layout_rank(a) != 2) {
		algebra_fault(al, FAULT_RANK, "a thread-value layout has 2 modes, this layout has %d", layout_rank(a));
		return false;
	}
	if (rows <= 0 || columns <= 0) {
		algebra_fault(al, FAULT_DOMAIN, "a tile of %" PRId64 " x %" PRId64 " has no elements", rows, columns);
		return false;
	}
	if (rows > PANEL_AXIS_CELLS || columns > PANEL_AXIS_CELLS || rows * columns > LIMIT_DRAWN_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "a tile of %" PRId64 " x %" PRId64 " is too large, at most %d cells and %d "
			"along an axis are drawn", rows, columns, (int)LIMIT_DRAWN_CELLS, (int)PANEL_AXIS_CELLS);
		return false;
	}
	struct tuple size = layout_size(al, a);
	if (algebra_failed(al)) {
		return false;
	}
	if (size.value == 0) {
		algebra_fault(al, FAULT_DOMAIN, "a layout without coordinates has no picture");
		return false;
	}
	if (size.value > LIMIT_DRAWN_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "%" PRId64 " values are too many, at most %d are drawn", size.value,
			(int)LIMIT_DRAWN_CELLS);
		return false;
	}
	/* Proves that no sum of the offsets of a thread and a value overflows. */
	offsets_init(al, a);
	return !algebra_failed(al);
}

struct tv_counts tv_draw(struct scene *scene, struct algebra *al, struct layout a, int64_t rows, int64_t columns,
	const struct draw_options *options) {
	if (!check_tile(al, a, rows, columns)) {
		return (struct tv_counts){ 0 };
	}
	struct owners owners = { .rows = (int)rows, .columns = (int)columns };
	size_t size = (size_t)(rows * columns);
	owners.kept = panel_is_legible(rows * columns, rows, columns) ? LISTED : 1;
	owners.count = arena_array(al->arena, size, sizeof *owners.count);
	owners.listed = arena_array(al->arena, size * (size_t)owners.kept, sizeof *owners.listed);
	struct tv_counts counts = enter_owners(al, a, &owners);
	if (algebra_failed(al)) {
		return counts;
	}
	struct panel whole = size_panel(&owners, &counts);
	struct strips strips;
	strips_break(&strips, &whole, !options->whole);
	struct page page = { .title = options->title };
	add_legends(&page, scene, &counts);
	page_lay_out(&page, scene, strips.width, strips.height);
	for (int i = 0; i < strips.count; i++) {
		struct panel panel = strips_panel(&strips, i, page.body_x, page.body_y);
		draw_panel(scene, &panel, &owners);
	}
	scene->title = options->title;
	scene->description = scene_text(scene, "Thread-value diagram of a tile of %" PRId64 " x %" PRId64 " elements: "
		"%" PRId64 " threads with %" PRId64 " values each. %" PRId64 " elements have several owners, %" PRId64
		" have none, %" PRId64 " values are outside the tile.", rows, columns, counts.threads, counts.values,
		counts.shared, counts.bare, counts.outside);
	return counts;
}
