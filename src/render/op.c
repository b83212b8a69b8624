/*
 * The cells of an operand are numbered (numbering.h) and the operation is applied to the numbers: so each cell of
 * the result knows the cell that it comes from, and with it its tile and colour. No operation is drawn by rules of
 * its own.
 */
#include "render/op.h"

#include <inttypes.h>
#include <stdlib.h>

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

/* Enter the tiles of "zipped", a layout (tile, tiles) whose images are numbers of cells. */
static void enter_tiles(struct algebra *al, const struct numbering *numbering, struct layout zipped,
		struct tiles *tiles) {
	struct lookup lookup = lookup_init(al, map_from_layout(zipped), true);
	for (int64_t j = 0; j < lookup.columns; j++) {
		for (int64_t i = 0; i < lookup.rows; i++) {
			int64_t cell = numbering_cell(numbering, lookup_offset(&lookup, i, j, 0));
			if (cell >= 0 && tiles->data[cell] < 0) {
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
 * The operand is numbered, the numbers are divided: that says which cell each place of the result is, and the zipped
 * form which tile each cell is in.
 */
static void divide(struct figure *figure, struct algebra *al, const struct op *op) {
	struct map a = op->operands[0].map;
	struct tiles tiles = tiles_new(figure, al, a, NO_TILE);
	struct numbering numbering = numbering_of(al, map_inner(al, a), op->tiler);
	bool by_tiles = is_drawn_by_tiles(al, op);
	struct op_operand shown = by_tiles ? tile_by_tile(figure, al, op) : op->result;
	struct layout divided = (by_tiles ? layout_logical_divide : op->divide)(al, numbering.layout, op->tiler);
	enter_tiles(al, &numbering, layout_zipped_divide(al, numbering.layout, op->tiler), &tiles);
	struct tiles result = pick(figure, al, &numbering, divided, &tiles);
	if (algebra_failed(al)) {
		return;
	}
	add_panel(figure, al, &op->operands[0], &tiles);
	if (op->operand_count > 1) {
		struct tiles first = tiles_new(figure, al, op->operands[1].map, 0);
		add_panel(figure, al, &op->operands[1], &first);
	}
	add_panel(figure, al, &shown, result.count == lookup_cells(al, shown.map) ? &result : NULL);
}

/* An offset and the tile that it belongs to. */
struct entry {
	int64_t offset;
	int32_t tile;
};

/* By offset, then by tile, for qsort. */
static int compare_entries(const void *a, const void *b) {
	const struct entry *x = a;
	const struct entry *y = b;
	int order = (x->offset > y->offset) - (x->offset < y->offset);
	return order != 0 ? order : (x->tile > y->tile) - (x->tile < y->tile);
}

/* The first tile that "offset" belongs to, or NO_TILE. */
static int32_t find_tile(const struct entry *entries, int64_t count, int64_t offset) {
	int64_t low = 0;
	int64_t high = count;
	while (low < high) {
		int64_t middle = (low + high) / 2;
		if (entries[middle].offset < offset) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low < count && entries[low].offset == offset ? entries[low].tile : NO_TILE;
}

/* The tiles of "map" by offset, where the columns of "zipped" are the tiles. */
static struct tiles tiles_by_offset(struct figure *figure, struct algebra *al, struct layout zipped, struct map map) {
	struct lookup from = lookup_init(al, map_from_layout(zipped), true);
	struct lookup to = lookup_init(al, map, true);
	struct tiles tiles = tiles_new(figure, al, map, NO_TILE);
	int64_t count = lookup_size(&from);
	struct entry *entries = arena_array(al->arena, (size_t)count, sizeof *entries);
	for (int64_t i = 0; i < count; i++) {
		entries[i] = (struct entry){ lookup_at(&from, i), (int32_t)(i / from.rows) };
	}
	qsort(entries, (size_t)count, sizeof *entries, compare_entries);
	for (int64_t i = 0; i < tiles.count; i++) {
		tiles.data[i] = find_tile(entries, count, lookup_at(&to, i));
	}
	return tiles;
}

/* Offsets tell the copies of the first operand apart, since the result of a product has each of them once. */
static void product(struct figure *figure, struct algebra *al, const struct op *op) {
	struct map a = op->operands[0].map;
	struct tiles first = tiles_new(figure, al, a, 0);
	struct layout zipped = layout_zipped_product(al, map_inner(al, a), op->tiler);
	struct tiles result = tiles_by_offset(figure, al, zipped, op->result.map);
	if (algebra_failed(al)) {
		return;
	}
	add_panel(figure, al, &op->operands[0], &first);
	if (op->operand_count > 1) {
		struct tiles own = own_tiles(figure, al, op->operands[1].map);
		add_panel(figure, al, &op->operands[1], &own);
	}
	add_panel(figure, al, &op->result, &result);
}

/* Column j of the result is tile j, in the result as in what it takes out of the first operand. */
static void composition(struct figure *figure, struct algebra *al, const struct op *op) {
	struct map a = op->operands[0].map;
	struct tiles tiles = tiles_new(figure, al, a, NO_TILE);
	struct tiles result = tiles_new(figure, al, op->result.map, NO_TILE);
	struct numbering numbering = numbering_of(al, map_inner(al, a), op->tiler);
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
