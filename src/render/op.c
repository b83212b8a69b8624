/*
 * The cells of an operand are numbered (numbering.h) and the operation is applied to the numbers: so each cell of
 * the result knows the cell that it comes from, and with it its tile and colour. No operation is drawn by rules of
 * its own.
 */
#include "render/op.h"

#include <inttypes.h>

#include "render/grid.h"
#include "render/lookup.h"
#include "render/numbering.h"

/* The tile of each of "count" cells. */
struct tiles {
	int32_t *data;
	int64_t count;
};

/* Room for the tiles of the cells of "map", all of them in "tile"; for none after a fault. */
static struct tiles tiles_new(struct figure *figure, struct algebra *al, struct map map, int32_t tile) {
	struct tiles tiles = { .count = lookup_cells(al, map) };
	tiles.data = arena_array_room(figure->arena, (size_t)tiles.count, sizeof *tiles.data);
	for (int64_t i = 0; i < tiles.count; i++) {
		tiles.data[i] = tile;
	}
	return tiles;
}

/* Add the grid of an operand or the result, with the tiles of its cells if there are any. */
static void add_panel(struct figure *figure, struct algebra *al, const struct op_operand *operand,
	const struct tiles *tiles) {
	struct decor *decor = NULL;
	if (tiles != NULL) {
		decor = arena_alloc(figure->arena, sizeof *decor);
		*decor = (struct decor){ .tile = tiles->data };
	}
	int first = figure->count;
	grid_add(figure, al, operand->map, GRID_ONE_MATRIX, decor);
	if (!algebra_failed(al)) {
		figure->matrices[first].caption = operand->caption;
	}
}

/* Each cell a tile of its own. */
static struct tiles own_tiles(struct figure *figure, struct algebra *al, struct map map) {
	struct tiles tiles = tiles_new(figure, al, map, 0);
	for (int64_t i = 0; i < tiles.count; i++) {
		tiles.data[i] = (int32_t)i;
	}
	return tiles;
}

/* The tile of the cells of a result, each of which has the number "numbers"(i); "tiles" is about the cells of A. */
static struct tiles pick(struct figure *figure, struct algebra *al, const struct numbering *numbering,
		struct layout numbers, const struct tiles *tiles) {
	struct lookup lookup = lookup_init(al, map_from_layout(numbers), true);
	struct tiles picked = tiles_new(figure, al, map_from_layout(numbers), NO_TILE);
	for (int64_t i = 0; i < picked.count; i++) {
		int64_t cell = numbering_cell(numbering, lookup_at(&lookup, i));
		picked.data[i] = cell < 0 ? NO_TILE : tiles->data[cell];
	}
	return picked;
}

/*
 * Enter the tiles of "zipped", a layout (tile, tiles) whose images are numbers of cells. No two of them have a cell in
 * common, as no number of a tiler is one of its complement.
 */
static void enter_tiles(struct algebra *al, const struct numbering *numbering, struct layout zipped,
		struct tiles *tiles) {
	struct lookup lookup = lookup_init(al, map_from_layout(zipped), true);
	for (int64_t j = 0; j < lookup.columns; j++) {
		for (int64_t i = 0; i < lookup.rows; i++) {
			int64_t cell = numbering_cell(numbering, lookup_offset(&lookup, i, j, 0));
			if (cell >= 0) {
				tiles->data[cell] = (int32_t)j;
			}
		}
	}
}

/* True if the division of a matrix by mode is a long ribbon, a tile a column, that says less than a grid of tiles. */
static bool is_drawn_by_tiles(struct algebra *al, const struct op *op) {
	enum { RIBBON = 64, RATIO = 4 };
	struct layout result = map_inner(al, op->result.map);
	bool by_mode = op->tiler->kind == TILER_MODES && op->tiler->rank == 2
		&& layout_rank(map_inner(al, op->operands[0].map)) == 2;
	if (!by_mode || layout_rank(result) < 2) {
		return false;
	}
	int64_t rows = int_value(al, tuple_product(al, tuple_mode(result.shape, 0)));
	int64_t columns = int_value(al, tuple_product(al, tuple_take(al, result.shape, 1, layout_rank(result))));
	return (rows >= RIBBON && rows / RATIO >= columns) || (columns >= RIBBON && columns / RATIO >= rows);
}

/* The elements of a division where they are in its tiles, and these where they are in the operand. */
static struct op_operand tile_by_tile(struct figure *figure, struct algebra *al, const struct op *op) {
	struct layout tiles = layout_logical_divide(al, map_inner(al, op->operands[0].map), op->tiler);
	struct buf caption;
	buf_init(&caption, figure->arena);
	buf_put(&caption, op->result.caption);
	buf_put(&caption, ", tile by tile");
	return (struct op_operand){ map_from_layout(tiles), caption.data };
}

/*
 * "tiler" for "shape" with a tile of the whole mode where "_" leaves that undivided: the zipped form takes "_" only for
 * a mode of two, and for these two as tile and rest.
 */
static struct tiler with_whole_modes(struct algebra *al, const struct tiler *tiler, struct tuple shape) {
	struct tiler whole = *tiler;
	if (tiler->kind == TILER_UNDERSCORE) {
		return (struct tiler){ .kind = TILER_INT, .layout = layout_from_shape(al, tuple_product(al, shape)) };
	}
	if (tiler->kind == TILER_MODES) {
		struct tiler *modes = arena_array(al->arena, (size_t)tiler->rank + 1, sizeof *modes);
		for (int i = 0; i < tiler->rank && i < tuple_rank(shape); i++) {
			modes[i] = with_whole_modes(al, &tiler->modes[i], tuple_mode(shape, i));
		}
		whole.modes = modes;
	}
	return whole;
}

/*
 * The operand is numbered, the numbers are divided: that says which cell each place of the result is, and the zipped
 * form which tile each cell is in.
 */
static void divide(struct figure *figure, struct algebra *al, const struct op *op) {
	struct map a = op->operands[0].map;
	struct tiles tiles = tiles_new(figure, al, a, NO_TILE);
	struct numbering numbering = numbering_of(al, map_inner(al, a), op->tiler, 0);
	bool by_tiles = is_drawn_by_tiles(al, op);
	struct op_operand shown = by_tiles ? tile_by_tile(figure, al, op) : op->result;
	struct layout divided = (by_tiles ? layout_logical_divide : op->apply)(al, numbering.layout, op->tiler);
	bool zips = op->apply != layout_logical_divide;
	struct tiler tiler = zips ? *op->tiler : with_whole_modes(al, op->tiler, numbering.layout.shape);
	enter_tiles(al, &numbering, layout_zipped_divide(al, numbering.layout, &tiler), &tiles);
	struct tiles result = pick(figure, al, &numbering, divided, &tiles);
	add_panel(figure, al, &op->operands[0], &tiles);
	if (op->operand_count > 1) {
		struct tiles first = tiles_new(figure, al, op->operands[1].map, 0);
		add_panel(figure, al, &op->operands[1], &first);
	}
	add_panel(figure, al, &shown, result.count == lookup_cells(al, shown.map) ? &result : NULL);
}

/* "tiler" with layouts of its shapes that number the tiles, "*count" times 0, 1, 2, ...; then "*count" is higher. */
static struct tiler number_tiles(struct algebra *al, const struct tiler *tiler, struct tuple *count) {
	struct tiler numbers = *tiler;
	if (tiler->kind == TILER_MODES) {
		struct tiler *modes = arena_array(al->arena, (size_t)tiler->rank, sizeof *modes);
		for (int i = 0; i < tiler->rank; i++) {
			modes[i] = number_tiles(al, &tiler->modes[i], count);
		}
		numbers.modes = modes;
	} else if (tiler->kind != TILER_UNDERSCORE) {
		struct layout tiles = layout_from_shape(al, tiler->layout.shape);
		struct layout steps = layout_of(al, layout_size(al, tiles), *count);
		*count = int_mul(al, *count, layout_size(al, tiles));
		numbers = (struct tiler){ .kind = TILER_LAYOUT, .layout = layout_composition(al, steps, tiles) };
	}
	return numbers;
}

/* A layout of the shape of "a" that gives 0 everywhere. */
static struct layout nowhere(struct algebra *al, struct layout a) {
	return layout_of(al, a.shape, tuple_repeat_like(al, a.shape, tuple_int(0)));
}

/*
 * A block that gives 0 everywhere is repeated at the numbers of the tiles: that says which tile each place of the
 * result is in. Offsets do not, where copies overlap.
 */
static void product(struct figure *figure, struct algebra *al, const struct op *op) {
	struct map a = op->operands[0].map;
	struct tiles first = tiles_new(figure, al, a, 0);
	struct tuple count = tuple_int(1);
	struct tiler numbers = number_tiles(al, op->tiler, &count);
	struct map numbered = map_from_layout(op->apply(al, nowhere(al, map_inner(al, a)), &numbers));
	struct tiles result = tiles_new(figure, al, numbered, NO_TILE);
	struct lookup lookup = lookup_init(al, numbered, true);
	if (algebra_failed(al)) {
		return;
	}
	for (int64_t i = 0; i < result.count; i++) {
		result.data[i] = (int32_t)lookup_at(&lookup, i);
	}
	add_panel(figure, al, &op->operands[0], &first);
	if (op->operand_count > 1) {
		struct tiles own = own_tiles(figure, al, op->operands[1].map);
		add_panel(figure, al, &op->operands[1], &own);
	}
	add_panel(figure, al, &op->result, result.count == lookup_cells(al, op->result.map) ? &result : NULL);
}

/* Column j of the result is tile j, in the result as in what it takes out of the first operand. */
static void composition(struct figure *figure, struct algebra *al, const struct op *op) {
	struct map a = op->operands[0].map;
	struct tiles tiles = tiles_new(figure, al, a, NO_TILE);
	struct tiles result = tiles_new(figure, al, op->result.map, NO_TILE);
	struct numbering numbering = numbering_of(al, map_inner(al, a), op->tiler, 0);
	struct layout composed = layout_composition_tiler(al, numbering.layout, op->tiler);
	struct lookup lookup = lookup_init(al, map_from_layout(composed), true);
	int64_t rows = lookup.columns > 1 ? lookup.rows : 1;
	for (int64_t i = 0; i < result.count; i++) {
		result.data[i] = (int32_t)(i / rows);
	}
	for (int64_t i = 0; i < lookup_size(&lookup); i++) {
		int64_t cell = numbering_cell(&numbering, lookup_at(&lookup, i));
		if (cell >= 0 && tiles.data[cell] < 0) {
			tiles.data[cell] = (int32_t)(i / rows);
		}
	}
	add_panel(figure, al, &op->operands[0], &tiles);
	if (op->operand_count > 1) {
		bool same = lookup_cells(al, op->operands[1].map) == result.count;
		add_panel(figure, al, &op->operands[1], same ? &result : NULL);
	}
	add_panel(figure, al, &op->result, &result);
}

/* The layout, its complement, and both as one layout, in which each coordinate of the complement is a tile. */
static void complement(struct figure *figure, struct algebra *al, const struct op *op) {
	struct tiles first = tiles_new(figure, al, op->operands[0].map, 0);
	struct tiles own = own_tiles(figure, al, op->result.map);
	struct layout *modes = arena_array(al->arena, 2, sizeof *modes);
	modes[0] = map_inner(al, op->operands[0].map);
	modes[1] = map_inner(al, op->result.map);
	struct op_operand both = { map_from_layout(layout_from_modes(al, modes, 2)), "both: (layout, complement)" };
	struct tiles tiles = tiles_new(figure, al, both.map, NO_TILE);
	for (int64_t i = 0; i < tiles.count; i++) {
		tiles.data[i] = (int32_t)(i / first.count);
	}
	add_panel(figure, al, &op->operands[0], &first);
	add_panel(figure, al, &op->result, &own);
	add_panel(figure, al, &both, &tiles);
}

void op_figure(struct figure *figure, struct algebra *al, const struct op *op) {
	switch (op->family) {
	case OP_DIVIDE: divide(figure, al, op); break;
	case OP_PRODUCT: product(figure, al, op); break;
	case OP_COMPOSITION: composition(figure, al, op); break;
	case OP_COMPLEMENT: complement(figure, al, op); break;
	case OP_OTHER:
		for (int i = 0; i < op->operand_count; i++) {
			add_panel(figure, al, &op->operands[i], NULL);
		}
		add_panel(figure, al, &op->result, NULL);
		figure->description = "Operands and result of an operation on layouts, as grids of offsets.";
		return;
	}
	figure->facts |= FACT_TILE;
	figure->colour = COLOUR_BY_TILE;
	figure->description = "Operands and result of an operation on layouts, as grids of offsets; the cells of one "
		"tile have one colour.";
}
