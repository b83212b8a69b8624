#include "render/gemm.h"

#include <inttypes.h>
#include <stdio.h>

#include "render/grid.h"

/* One operand: modes of (M, N, K) along its rows and columns, and its place. */
struct operand {
	const char *name;
	struct map map;
	int rows, columns;
	bool transposed;         /* drawn with its columns downward */
	int x, y;
};

struct gemm {
	int64_t extent[3], tile[3];
};

/* Tiles along a mode, the last of which may go past the end. */
static int64_t tiles_along(const struct gemm *gemm, int mode) {
	return (gemm->extent[mode] + gemm->tile[mode] - 1) / gemm->tile[mode];
}

/* The tile of C that element (i, j) of an operand is first used for. */
static int32_t tile_of(const struct gemm *gemm, const struct operand *operand, int64_t i, int64_t j) {
	int64_t at[3] = { 0, 0, 0 };
	at[operand->rows] = i / gemm->tile[operand->rows];
	at[operand->columns] = j / gemm->tile[operand->columns];
	return (int32_t)(at[0] + at[1] * tiles_along(gemm, 0));
}

/* The extents of a tile and of the tiles, so that lines are drawn between tiles. */
static struct tuple tiled_shape(struct algebra *al, const struct gemm *gemm, int mode) {
	if (gemm->extent[mode] % gemm->tile[mode] != 0 || gemm->extent[mode] == gemm->tile[mode]) {
		return tuple_int(gemm->extent[mode]);
	}
	return tuple_pair(al, tuple_int(gemm->tile[mode]), tuple_int(tiles_along(gemm, mode)));
}

/* Add the grid of an operand at its place, each element in the colour of the tile of C that it is first used for. */
static void add_operand(struct figure *figure, struct algebra *al, const struct gemm *gemm,
	const struct operand *operand) {
	struct layout inner = map_inner(al, operand->map);
	int64_t rows = gemm->extent[operand->rows];
	int64_t columns = gemm->extent[operand->columns];
	int32_t *tiles = arena_array(figure->arena, (size_t)(rows * columns), sizeof *tiles);
	for (int64_t j = 0; j < columns; j++) {
		for (int64_t i = 0; i < rows; i++) {
			tiles[operand->transposed ? j + i * columns : i + j * rows] = tile_of(gemm, operand, i, j);
		}
	}
	struct map map = operand->map;
	if (operand->transposed) {
		struct layout *modes = arena_array(al->arena, 2, sizeof *modes);
		modes[0] = layout_mode(inner, 1);
		modes[1] = layout_mode(inner, 0);
		map = map_with_inner(al, map, layout_from_modes(al, modes, 2));
	}
	struct decor *decor = arena_alloc(figure->arena, sizeof *decor);
	*decor = (struct decor){ .tile = tiles };
	int first = figure->count;
	grid_add(figure, al, map, GRID_ONE_MATRIX, decor);
	if (algebra_failed(al)) {
		return;
	}
	struct matrix *matrix = &figure->matrices[first];
	matrix->transposed = operand->transposed;
	matrix->row_shape = tiled_shape(al, gemm, operand->transposed ? operand->columns : operand->rows);
	matrix->column_shape = tiled_shape(al, gemm, operand->transposed ? operand->rows : operand->columns);
	static const char *const names[3] = { "m", "n", "k" };
	matrix->row_name = names[operand->transposed ? operand->columns : operand->rows];
	matrix->column_name = names[operand->transposed ? operand->rows : operand->columns];
	char caption[96];
	int length = snprintf(caption, sizeof caption, "%s, %c x %c = %" PRId64 " x %" PRId64, operand->name,
		"MNK"[operand->rows], "MNK"[operand->columns], rows, columns);
	matrix->caption = arena_copy(figure->arena, caption, (size_t)length);
	figure_place(figure, matrix, operand->x, operand->y);
}

/* Store the extents of the two modes of "map"; faults if they contradict what is stored. */
static void check_operand(struct algebra *al, struct gemm *gemm, const struct operand *operand) {
	struct layout inner = map_inner(al, operand->map);
	if (layout_rank(inner) != 2) {
		algebra_fault(al, FAULT_RANK, "%s of a matrix product has 2 modes, this layout has %d", operand->name,
			layout_rank(inner));
		return;
	}
	const int modes[2] = { operand->rows, operand->columns };
	for (int i = 0; i < 2; i++) {
		static const char names[] = "MNK";
		int64_t size = tuple_product(al, tuple_mode(inner.shape, i)).value;
		int64_t *extent = &gemm->extent[modes[i]];
		if (*extent != 0 && *extent != size) {
			algebra_fault(al, FAULT_DOMAIN, "%c is %" PRId64 " in one operand and %" PRId64 " in another",
				names[modes[i]],
				*extent, size);
		} else if (size == 0 || size > LIMIT_DRAWN_CELLS) {
			algebra_fault(al, FAULT_LIMIT, "a mode of %" PRId64 " coordinates is not drawn", size);
		}
		*extent = size;
	}
	int64_t cells = layout_size(al, inner).value;
	if (!algebra_failed(al) && cells > LIMIT_DRAWN_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "%s has %" PRId64 " cells, at most %d are drawn", operand->name, cells,
			(int)LIMIT_DRAWN_CELLS);
	}
}

/* C in the corner, so that its rows are those of A and its columns those of B. */
void gemm_figure(struct figure *figure, struct algebra *al, struct map a, struct map b, struct map c,
	const int64_t tile[3]) {
	const struct operand operands[] = {
		{ "C", c, 0, 1, false, 1, 1 },
		{ "A", a, 0, 2, false, 0, 1 },
		{ "B", b, 1, 2, true, 1, 0 },
	};
	struct gemm gemm = { 0 };
	for (size_t i = 0; i < 3 && !algebra_failed(al); i++) {
		check_operand(al, &gemm, &operands[i]);
	}
	for (int mode = 0; mode < 3 && !algebra_failed(al); mode++) {
		gemm.tile[mode] = tile[mode] > 0 && tile[mode] < gemm.extent[mode] ? tile[mode] : gemm.extent[mode];
	}
	for (size_t i = 0; i < 3 && !algebra_failed(al); i++) {
		add_operand(figure, al, &gemm, &operands[i]);
	}
	figure->facts |= FACT_TILE;
	figure->colour = COLOUR_BY_TILE;
	struct buf text;
	buf_init(&text, figure->arena);
	buf_printf(&text, "Operands of a matrix product: M %" PRId64 ", N %" PRId64 ", K %" PRId64 ", in tiles of %" PRId64
		" x %" PRId64 " x %" PRId64 ".", gemm.extent[0], gemm.extent[1], gemm.extent[2], gemm.tile[0], gemm.tile[1],
		gemm.tile[2]);
	figure->description = text.data;
}
