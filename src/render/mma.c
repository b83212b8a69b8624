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

/* Add the tile of one operand at (x, y) of the raster. */
static struct tv_counts add_tile(struct figure *figure, struct algebra *al, struct layout tv, int64_t rows,
	int64_t columns, enum tv_view view, const bool *active, const char *name, int x, int y) {
	int first = figure->count;
	struct tv_counts counts = tv_add(figure, al, tv, rows, columns, view, active);
	if (!algebra_failed(al)) {
		struct matrix *matrix = &figure->matrices[first];
		matrix->caption = name;
		figure_place(figure, matrix, x, y);
	}
	return counts;
}

static int64_t extent(struct algebra *al, struct tuple shape, int mode) {
	return mode < tuple_rank(shape) ? tuple_product(al, tuple_mode(shape, mode)).value : 1;
}

/*
 * Which of "count" threads take part in an MMA whose threads "thr_vmnk" numbers. A Volta atom is done by two groups of
 * four threads that are 16 apart; those between them only repeat what the layouts say.
 */
static const bool *active_threads(struct figure *figure, struct algebra *al, struct layout thr_vmnk, int64_t count) {
	bool *active = arena_array(figure->arena, (size_t)count + 1, sizeof *active);
	struct offsets threads = offsets_init(al, thr_vmnk);
	for (int64_t i = 0; i < threads.size && !algebra_failed(al); i++) {
		int64_t thread = offsets_at(&threads, i);
		if (thread >= 0 && thread < count) {
			active[thread] = true;
		}
	}
	return active;
}

void mma_figure(struct figure *figure, struct algebra *al, const struct tiled_mma *mma) {
	static const struct {
		enum mma_operand operand;
		const char *name;
		int rows, columns;   /* modes of the tile (M, N, K) */
		enum tv_view view;
		int x, y;
	} tiles[] = {
		{ MMA_C, "C", 0, 1, TV_UPRIGHT, 1, 1 },
		{ MMA_A, "A", 0, 2, TV_UPRIGHT, 0, 1 },
		{ MMA_B, "B", 1, 2, TV_TRANSPOSED, 1, 0 },
	};
	struct tuple shape = tiled_mma_tile_shape(al, mma);
	struct tv_counts sum = { 0 };
	for (size_t i = 0; i < 3 && !algebra_failed(al); i++) {
		struct layout tv = tiled_mma_layout_tv(al, mma, tiles[i].operand);
		if (!algebra_failed(al)) {
			const bool *active = active_threads(figure, al, mma->thr_vmnk, extent(al, tv.shape, 0));
			int64_t rows = extent(al, shape, tiles[i].rows);
			int64_t columns = extent(al, shape, tiles[i].columns);
			const char *name = caption(figure, "%s, %c x %c = %" PRId64 " x %" PRId64, tiles[i].name,
				"MNK"[tiles[i].rows], "MNK"[tiles[i].columns], rows, columns);
			struct tv_counts counts = add_tile(figure, al, tv, rows, columns, tiles[i].view, active, name,
				tiles[i].x, tiles[i].y);
			add_counts(&sum, &counts);
		}
	}
	if (algebra_failed(al)) {
		return;
	}
	tv_add_legends(figure, &sum);
	figure->description = caption(figure,
		"Operands of a matrix multiply-accumulate of %" PRId64 " x %" PRId64 " x %" PRId64
		": who owns each element of A, B and C.", extent(al, shape, 0), extent(al, shape, 1), extent(al, shape, 2));
}

static void add_sides(struct figure *figure, struct algebra *al, struct layout source, struct layout destination,
	int64_t rows, int64_t columns, enum tv_view view) {
	struct tv_counts sum = add_tile(figure, al, source, rows, columns, view, NULL, "source", 0, 0);
	if (!algebra_failed(al)) {
		struct tv_counts counts = add_tile(figure, al, destination, rows, columns, view, NULL, "destination", 1, 0);
		add_counts(&sum, &counts);
		tv_add_legends(figure, &sum);
		figure->description = caption(figure,
			"Who reads and who writes each element of a tile of %" PRId64 " x %" PRId64 ".",
			rows, columns);
	}
}

void copy_figure(struct figure *figure, struct algebra *al, const struct tiled_copy *copy) {
	struct tuple shape = tiler_shape(al, copy->tiler);
	struct layout source = tiled_copy_layout_tv(al, copy, true);
	struct layout destination = tiled_copy_layout_tv(al, copy, false);
	if (!algebra_failed(al) && tuple_rank(shape) > 2) {
		algebra_fault(al, FAULT_RANK, "a tile of rank %d is not drawn, only one of rank 1 or 2", tuple_rank(shape));
	}
	if (algebra_failed(al)) {
		return;
	}
	add_sides(figure, al, source, destination, extent(al, shape, 0), extent(al, shape, 1), TV_UPRIGHT);
}

void copy_atom_figure(struct figure *figure, struct algebra *al, const struct copy_atom *atom) {
	int64_t size = layout_size(al, atom->src).value;
	int64_t values = tuple_product(al, tuple_mode(atom->src.shape, 1)).value;
	int64_t cosize = layout_cosize(al, atom->src).value;
	if (algebra_failed(al)) {
		return;
	}
	/* What several threads share is there once. */
	int64_t elements = cosize < size ? cosize : size;
	values = values < 1 || elements % values != 0 ? 1 : values;
	int64_t most = layout_cosize(al, atom->dst).value;
	int64_t columns = (elements > most ? elements : most) / values;
	add_sides(figure, al, atom->src, atom->dst, values, columns, TV_TRANSPOSED);
}
