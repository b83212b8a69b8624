#include "render/mma.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "algebra/offsets.h"
#include "render/tv.h"

/* Format a caption that lives as long as the figure. */
__attribute__((format(printf, 2, 3)))
static const char *caption(struct figure *figure, const char *format, ...) {
	va_list args;
	va_start(args, format);
	char text[128];
	int length = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return arena_copy(figure->arena, text, (size_t)length);
}

/* The sum of what is not ordinary in several tiles. */
static void add_counts(struct tv_counts *sum, const struct tv_counts *counts) {
	sum->shared += counts->shared;
	sum->bare += counts->bare;
	sum->outside += counts->outside;
}

/* What stands at a tile. */
struct names {
	const char *caption;
	const char *row, *column;   /* what these count in the picture; NULL where that is plain */
};

/* Add a tile, and to "sum" what is not ordinary in it. Returns its matrix, NULL after a fault. */
static struct matrix *add_tile(struct figure *figure, struct algebra *al, const struct tv_tile *tile,
		const struct names *names, struct tv_counts *sum) {
	struct tv_counts counts = tv_add(figure, al, tile);
	if (algebra_failed(al)) {
		return NULL;
	}
	struct matrix *matrix = &figure->matrices[figure->count - 1];
	matrix->caption = names->caption;
	matrix->row_name = names->row;
	matrix->column_name = names->column;
	add_counts(sum, &counts);
	return matrix;
}

/* The number of coordinates of a mode; 1 for one that is not there. */
static int64_t extent(struct algebra *al, struct tuple shape, int mode) {
	return mode < tuple_rank(shape) ? tuple_product(al, tuple_mode(shape, mode)).value : 1;
}

/*
 * Which of "count" threads take part in an MMA whose threads "thr_vmnk" numbers. A Volta atom is done by two groups of
 * four threads that are 16 apart; those between them only repeat what the layouts say.
 */
static const bool *active_threads(struct figure *figure, struct algebra *al, struct layout thr_vmnk, int64_t count) {
	struct offsets threads = offsets_init(al, thr_vmnk);
	int64_t end = threads.greatest + 1;
	bool *active = arena_array(figure->arena, (size_t)(count > end ? count : end), sizeof *active);
	for (int64_t i = 0; i < threads.size; i++) {
		active[offsets_at(&threads, i)] = true;
	}
	return active;
}

/* An operand: the modes of the tile (M, N, K) that are its rows and columns, and where its picture goes. */
struct place {
	enum mma_operand operand;
	char name;
	int rows, columns;
	enum tv_view view;       /* B is drawn with k downward */
	int x, y;
};

static const char *const mode_names[3] = { "m", "n", "k" };

/* Draw an operand over "shape" (M, N, K): "tile" with all but its size. */
static void add_operand(struct figure *figure, struct algebra *al, struct tv_tile tile, struct tuple shape,
		const struct place *place, struct tv_counts *sum) {
	tile.view = place->view;
	tile.rows = extent(al, shape, place->rows);
	tile.columns = extent(al, shape, place->columns);
	bool upright = place->view == TV_UPRIGHT;
	struct names names = {
		.row = mode_names[upright ? place->rows : place->columns],
		.column = mode_names[upright ? place->columns : place->rows],
		.caption = caption(figure, "%c, %c x %c = %" PRId64 " x %" PRId64, place->name, "MNK"[place->rows],
			"MNK"[place->columns], tile.rows, tile.columns),
	};
	struct matrix *matrix = add_tile(figure, al, &tile, &names, sum);
	if (matrix != NULL) {
		figure_place(figure, matrix, place->x, place->y);
	}
}

/*
 * An operand of "mma" over a tile of "shape" (M, N, K). Threads of several atoms hold the same elements of A and B
 * where they differ along N or M only, and parts of the same sum in C where they differ along K; that is meant.
 */
static struct tv_tile operand_of(struct figure *figure, struct algebra *al, const struct tiled_mma *mma,
		struct tuple shape, enum mma_operand operand) {
	bool parts = extent(al, mma->thr_vmnk.shape, 3) > 1;
	struct tv_tile tile = { .copies = operand != MMA_C || parts };
	tile.layout = tiled_mma_layout_tv_over(al, mma, operand, shape);
	if (!algebra_failed(al)) {
		tile.active = active_threads(figure, al, mma->thr_vmnk, extent(al, tile.layout.shape, 0));
	}
	return tile;
}

/* The tile that is drawn: what "wanted" gives of it, else the MMA's own. Faults unless that one divides it. */
static struct tuple tile_of(struct algebra *al, const struct tiled_mma *mma, const int64_t wanted[3]) {
	struct tuple own = tiled_mma_tile_shape(al, mma);
	struct tuple *modes = tuple_modes_new(al, 3);
	for (int i = 0; i < 3 && !algebra_failed(al); i++) {
		int64_t least = extent(al, own, i);
		int64_t given = wanted[i] > 0 ? wanted[i] : least;
		modes[i] = tuple_int(given);
		if (given % least != 0) {
			algebra_fault(al, FAULT_DOMAIN, "%" PRId64 " element%s along %s %s no multiple of the %" PRId64
				" that the MMA does at once", given, given == 1 ? "" : "s", mode_names[i],
				given == 1 ? "is" : "are", least);
		}
	}
	return algebra_failed(al) ? own : tuple_of(al, modes, 3);
}

/* C in the corner, A at its left, B above it. */
static const struct place places[3] = {
	{ MMA_C, 'C', 0, 1, TV_UPRIGHT, 1, 1 },
	{ MMA_A, 'A', 0, 2, TV_UPRIGHT, 0, 1 },
	{ MMA_B, 'B', 1, 2, TV_TRANSPOSED, 1, 0 },
};

/* What stands below the operands of an MMA over "shape", and what a reader is told who does not see them. */
static void finish_mma(struct figure *figure, struct algebra *al, struct tuple shape, const struct tv_counts *sum) {
	if (algebra_failed(al)) {
		return;
	}
	tv_add_legends(figure, sum);
	figure->description = caption(figure,
		"Operands of a matrix multiply-accumulate of %" PRId64 " x %" PRId64 " x %" PRId64
		": who owns each element of A, B and C.", extent(al, shape, 0), extent(al, shape, 1), extent(al, shape, 2));
}

void mma_figure(struct figure *figure, struct algebra *al, const struct tiled_mma *mma, const int64_t wanted[3]) {
	struct tuple shape = tile_of(al, mma, wanted);
	struct tv_counts sum = { 0 };
	for (size_t i = 0; i < 3 && !algebra_failed(al); i++) {
		add_operand(figure, al, operand_of(figure, al, mma, shape, places[i].operand), shape, &places[i], &sum);
	}
	finish_mma(figure, al, shape, &sum);
}

void mma_layouts_figure(struct figure *figure, struct algebra *al, const struct layout tv[3], const int64_t tile[3]) {
	struct tuple *modes = tuple_modes_new(al, 3);
	for (int i = 0; i < 3; i++) {
		modes[i] = tuple_int(tile[i]);
	}
	struct tuple shape = tuple_of(al, modes, 3);
	struct tv_counts sum = { 0 };
	for (size_t i = 0; i < 3 && !algebra_failed(al); i++) {
		struct tv_tile operand = { .layout = tv[places[i].operand], .copies = true };
		add_operand(figure, al, operand, shape, &places[i], &sum);
	}
	finish_mma(figure, al, shape, &sum);
}

/* Draw who reads and who writes the elements of "source", a tile whose layout "destination" takes the place of. */
static void add_sides(struct figure *figure, struct algebra *al, const struct tv_tile *source,
		struct layout destination, const struct names *names) {
	struct tv_counts sum = { 0 };
	struct tv_tile other = *source;
	struct names of_other = *names;
	other.layout = destination;
	of_other.caption = "destination";
	add_tile(figure, al, source, names, &sum);
	if (!algebra_failed(al)) {
		add_tile(figure, al, &other, &of_other, &sum);
	}
	if (!algebra_failed(al)) {
		tv_add_legends(figure, &sum);
		figure->description = caption(figure,
			"Who reads and who writes each element of a tile of %" PRId64 " x %" PRId64 ".", source->rows,
			source->columns);
	}
}

void copy_figure(struct figure *figure, struct algebra *al, const struct tiled_copy *copy) {
	struct tuple shape = tiler_shape(al, copy->tiler);
	struct tv_tile source = { .layout = tiled_copy_layout_tv(al, copy, true) };
	struct layout destination = tiled_copy_layout_tv(al, copy, false);
	if (tuple_rank(shape) > 2) {
		algebra_fault(al, FAULT_RANK, "a tile of rank %d is not drawn, only one of rank 1 or 2", tuple_rank(shape));
	}
	source.rows = extent(al, shape, 0);
	source.columns = extent(al, shape, 1);
	add_sides(figure, al, &source, destination, &(struct names){ .caption = "source" });
}

void copy_layouts_figure(struct figure *figure, struct algebra *al, const struct layout tv[2], const int64_t tile[2]) {
	struct tv_tile source = { .layout = tv[0], .rows = tile[0], .columns = tile[1] };
	add_sides(figure, al, &source, tv[1], &(struct names){ .caption = "source" });
}

void copy_atom_figure(struct figure *figure, struct algebra *al, const struct copy_atom *atom) {
	int64_t size = layout_size(al, atom->src).value;
	int64_t values = tuple_product(al, tuple_mode(atom->src.shape, 1)).value;
	int64_t cosize = layout_cosize(al, atom->src).value;
	/* What several threads share is there once. */
	int64_t elements = cosize < size ? cosize : size;
	int64_t most = layout_cosize(al, atom->dst).value;
	int64_t columns = (elements > most ? elements : most) / values;
	struct tv_tile source = { .layout = atom->src, .rows = values, .columns = columns, .view = TV_TRANSPOSED };
	add_sides(figure, al, &source, atom->dst, &(struct names){ .caption = "source" });
}
