#include "render/grid.h"

#include <inttypes.h>

#include "algebra/offsets.h"
#include "render/lookup.h"
#include "render/panel.h"

enum {
	ROW_CELLS = 64,               /* a longer layout of rank 1 is folded */
	FOLD_COLUMNS = 32,            /* into rows of at least so many cells */
	PANELS = 4096,                /* of one picture, at most */
	PANELS_ACROSS = 16,           /* of mode 2, at most */
	RANGE_CELLS = 1 << 13,        /* so many cells are coloured by where in their range offsets are */
};

#define PART_HINT "--region=ROWS,COLUMNS draws a part"

/* The context of the matrices of one layout. */
struct grid {
	struct lookup lookup;
	const struct decor *decor;
	int first;                    /* number of its first matrix in the figure */
	int folded;                   /* columns of a folded row, else 0 */
};

/*
 * The cell of a layout at a row and a column, with what the decor knows of it. In a folded row, cells are numbered on.
 */
static void look_up(const struct matrix *matrix, int row, int column, struct cell *cell) {
	const struct grid *grid = matrix->context;
	const struct lookup *lookup = &grid->lookup;
	if (grid->folded > 0) {
		cell->index = (int64_t)row * grid->folded + column;
		cell->absent = cell->index >= lookup_size(lookup);
		if (cell->absent) {
			return;
		}
		cell->offset = lookup_at(lookup, cell->index);
	} else {
		int64_t panel = matrix->number - grid->first;
		cell->index = row + lookup->rows * (column + lookup->columns * panel);
		cell->offset = lookup_offset(lookup, row, column, panel);
	}
	cell->image = lookup->images != NULL ? &lookup->images[cell->index] : NULL;
	const struct decor *decor = grid->decor;
	if (decor == NULL) {
		return;
	}
	if (decor->tile != NULL) {
		cell->tile = decor->tile[cell->index];
		cell->bare = cell->tile < 0;
	}
	cell->marked = decor->marked != NULL && decor->marked[cell->index];
	cell->conflict = decor->conflict != NULL && decor->conflict[cell->index];
	if (decor->owner != NULL) {
		cell->owners = &decor->owner[cell->index];
		cell->owner_count = 1;
	}
	if (decor->chunks > 0) {
		cell->chunk = palette_index(cell->offset >> decor->chunk_shift, decor->chunks);
	}
}

/* A layout of rank 1 in one row, or in several where it is long. */
static void add_row(struct figure *figure, struct grid *grid, struct tuple shape) {
	int size = (int)grid->lookup.rows;
	int columns = size;
	if (size > ROW_CELLS) {
		columns = FOLD_COLUMNS;
		while (columns < size / columns) {
			columns *= 2;
		}
	}
	int rows = (size + columns - 1) / columns;
	grid->folded = columns;
	struct matrix *matrix = figure_add(figure, rows, columns);
	matrix->row_unit = columns;
	matrix->missing = rows * columns - size;
	matrix->one_mode = true;
	matrix->column_shape = tuple_rank(shape) == 1 ? tuple_mode(shape, 0) : tuple_int(size);
	if (!tuple_is_tuple(shape)) {
		matrix->prefix = matrix->suffix = "";
	}
	matrix->look = look_up;
	matrix->context = grid;
}

/* Caption and coordinates of panel "number" of a layout of "shape", whose rank is at least 3. */
static void name_panel(struct figure *figure, struct matrix *matrix, struct tuple shape, int number) {
	struct buf caption, suffix;
	buf_init(&caption, figure->arena);
	buf_init(&suffix, figure->arena);
	buf_put(&caption, "(_,_");
	for (int mode = 2; mode < tuple_rank(shape); mode++) {
		struct algebra al;
		algebra_init(&al, figure->arena);
		int extent = (int)tuple_product(&al, tuple_mode(shape, mode)).value;
		buf_printf(&caption, ",%d", number % extent);
		buf_printf(&suffix, ",%d", number % extent);
		number /= extent;
	}
	buf_put_char(&caption, ')');
	buf_put_char(&suffix, ')');
	matrix->caption = caption.data;
	matrix->suffix = suffix.data;
}

/* Faults where the part that is drawn is longer than a picture can be, or in too many panels. */
static void check_limits(const struct figure *figure, struct algebra *al, const struct lookup *lookup) {
	const struct matrix matrix = { .rows = (int)lookup->rows, .columns = (int)lookup->columns };
	struct window window = figure_window(figure, &matrix);
	int longest = window.rows > window.columns ? window.rows : window.columns;
	if (longest > PANEL_AXIS_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "mode %d has %d coordinates, at most %d are drawn along an axis",
			longest == window.rows ? 0 : 1, longest, (int)PANEL_AXIS_CELLS);
		fault_set_hint(&al->fault, PART_HINT);
	} else if (lookup->panels > PANELS) {
		algebra_fault(al, FAULT_LIMIT, "the modes beyond the second make %" PRId64 " panels, more than %d",
			lookup->panels, (int)PANELS);
	}
}

/* Fault where the cells are too many, with the hint that a part of a grid can be drawn. */
static void check_whole(struct algebra *al, struct map a) {
	if (!algebra_failed(al)) {
		lookup_cells(al, a);
		if (al->fault.code == FAULT_LIMIT) {
			fault_set_hint(&al->fault, PART_HINT);
		}
	}
}

/* One matrix for each coordinate of the modes beyond the second, or one for all of them. */
void grid_add(struct figure *figure, struct algebra *al, struct map a, enum grid_shape shape,
	const struct decor *decor) {
	struct grid *grid = arena_alloc(figure->arena, sizeof *grid);
	bool part = figure->options.region.given && decor == NULL;
	if (!part && decor == NULL) {
		check_whole(al, a);
	}
	grid->lookup = (part ? lookup_init_part : lookup_init)(al, a, shape == GRID_ONE_MATRIX);
	grid->decor = decor;
	grid->first = figure->count;
	struct layout inner = map_inner(al, a);
	if (algebra_failed(al)) {
		return;
	}
	if (grid->lookup.images != NULL) {
		figure->facts &= ~(unsigned)FACT_MEMORY;
	}
	int rank = layout_rank(inner);
	if (rank < 2) {
		add_row(figure, grid, inner.shape);
		return;
	}
	const struct lookup *lookup = &grid->lookup;
	check_limits(figure, al, lookup);
	for (int panel = 0; panel < lookup->panels && !algebra_failed(al); panel++) {
		struct matrix *matrix = figure_add(figure, (int)lookup->rows, (int)lookup->columns);
		matrix->row_shape = tuple_mode(inner.shape, 0);
		matrix->joined = shape == GRID_ONE_MATRIX && rank > 2;
		matrix->column_shape = matrix->joined ? tuple_take(al, inner.shape, 1, rank) : tuple_mode(inner.shape, 1);
		matrix->look = look_up;
		matrix->context = grid;
		if (shape == GRID_PANELS && rank > 2) {
			name_panel(figure, matrix, inner.shape, panel);
		}
	}
}

/* The least and the greatest offset of the cells that are drawn. */
struct range {
	int64_t least, greatest;
};

/* Look at every cell that is drawn. */
static struct range range_of(const struct figure *figure) {
	struct range range = { INT64_MAX, INT64_MIN };
	for (int i = 0; i < figure->count; i++) {
		const struct matrix *matrix = &figure->matrices[i];
		struct window window = figure_window(figure, matrix);
		for (int row = window.first_row; row < window.first_row + window.rows; row++) {
			for (int column = window.first_column; column < window.first_column + window.columns; column++) {
				struct cell cell = figure_cell(figure, matrix, row, column);
				if (!cell.absent) {
					range.least = cell.offset < range.least ? cell.offset : range.least;
					range.greatest = cell.offset > range.greatest ? cell.offset : range.greatest;
				}
			}
		}
	}
	return range;
}

/* The greatest common divisor of "step" and the strides of "stride". */
static int64_t common_step(struct tuple stride, int64_t step) {
	if (tuple_is_tuple(stride)) {
		for (int i = 0; i < tuple_rank(stride); i++) {
			step = common_step(tuple_mode(stride, i), step);
		}
		return step;
	}
	int64_t rest = tuple_is_plain_int(stride) && stride.value != INT64_MIN ? stride.value : 1;
	while (rest != 0) {
		int64_t next = step % rest;
		step = rest;
		rest = next;
	}
	return step < 0 ? -step : step;
}

/*
 * Where all strides are multiples of the number of colours, offsets would all have one colour: count steps instead. In
 * so many cells that nobody reads them one by one, colours modulo 8 are stripes: they get those of their range.
 */
static void choose_step(struct figure *figure, struct map first, struct range range) {
	int rows, columns;
	int64_t step = first.kind == MAP_LAYOUT ? common_step(first.layout.stride, 0) : 1;
	figure->step = step > 0 && step % PALETTE_SIZE == 0 ? step : 1;
	bool fits = range.least >= 0 || range.greatest < INT64_MAX + range.least;
	bool has_offsets = first.kind != MAP_LAYOUT || !tuple_has_basis(first.layout.stride);
	if (figure_cells(figure, &rows, &columns) < RANGE_CELLS || !fits || !has_offsets) {
		return;
	}
	figure->ranged = true;
	figure->least = range.least;
	figure->step = (range.greatest - range.least) / PALETTE_MOST + 1;
	enum colour_key key = figure->options.colour;
	if (key == COLOUR_BY_KIND || key == COLOUR_BY_OFFSET) {
		figure_add_legend(figure, LEGEND_NOTE, "from light to dark: offsets %" PRId64 " to %" PRId64, range.least,
			range.greatest);
	}
}

/* The range of the offsets of "first", or of those that are drawn. */
static struct range range_from(const struct figure *figure, struct algebra *al, struct map first) {
	if (first.kind != MAP_LAYOUT || tuple_has_basis(first.layout.stride)) {
		return range_of(figure);
	}
	struct offsets offsets = offsets_init(al, first.layout);
	return (struct range){ offsets.least, offsets.greatest };
}

/* Say in a sentence what the picture of one layout shows, or of "count" layouts, for readers who cannot see it. */
static void describe(struct figure *figure, struct range range, int count) {
	bool has_offsets = (figure->facts & FACT_MEMORY) != 0;
	const char *what = has_offsets ? "offsets" : "coordinates";
	struct buf text;
	buf_init(&text, figure->arena);
	if (count == 1) {
		buf_printf(&text, "Grid of the %s of a layout: ", what);
		buf_put_count(&text, figure->count, "panel");
		buf_printf(&text, " of %d x %d", figure->matrices[0].rows, figure->matrices[0].columns);
	} else {
		buf_printf(&text, "Grids of the %s of %d layouts: ", what, count);
		for (int i = 0; i < count; i++) {
			buf_printf(&text, "%s%d x %d", i == 0 ? "" : i < count - 1 ? ", " : " and ", figure->matrices[i].rows,
				figure->matrices[i].columns);
		}
	}
	buf_put(&text, " cells");
	if (has_offsets) {
		bool part = figure->options.region.given;
		range = part ? range_of(figure) : range;
		buf_printf(&text, ", offsets %" PRId64 " to %" PRId64 "%s", range.least, range.greatest,
			part ? " in the part that is shown" : "");
	}
	buf_put_char(&text, '.');
	figure->description = text.data;
}

/* Several layouts are side by side, each one matrix; one layout has a matrix for each panel. */
void grid_figure(struct figure *figure, struct algebra *al, const struct map *maps, const char *const *captions,
	int count) {
	for (int i = 0; i < count && !algebra_failed(al); i++) {
		int first = figure->count;
		grid_add(figure, al, maps[i], count == 1 ? GRID_PANELS : GRID_ONE_MATRIX, NULL);
		if (captions != NULL && figure->count > first) {
			figure->matrices[first].caption = captions[i];
		}
	}
	if (algebra_failed(al)) {
		return;
	}
	struct tuple shape = map_inner(al, maps[0]).shape;
	if (count == 1 && tuple_rank(shape) > 3) {
		int64_t extent = tuple_product(al, tuple_mode(shape, 2)).value;
		figure->across = extent > 1 && extent <= PANELS_ACROSS ? (int)extent : 0;
	}
	struct range range = count == 1 ? range_from(figure, al, maps[0]) : range_of(figure);
	if (count == 1 && !algebra_failed(al)) {
		choose_step(figure, maps[0], range);
	}
	describe(figure, range, count);
}
