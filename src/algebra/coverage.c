#include "algebra/coverage.h"

#include <inttypes.h>

enum { CHUNK = 4096 };

/* Store the rows of the "columns" x "rows" matrix "in", the first index fastest, one after the other. */
static void transpose(const int64_t *in, int64_t rows, int64_t columns, int64_t *out) {
	enum { TILE = 32 };
	for (int64_t row = 0; row < rows; row += TILE) {
		for (int64_t column = 0; column < columns; column++) {
			for (int64_t i = row; i < row + TILE && i < rows; i++) {
				out[i * columns + column] = in[column * rows + i];
			}
		}
	}
}

struct tv_table tv_table_make(struct algebra *al, struct map tv) {
	struct tv_table table = { 0 };
	struct layout inner = map_inner(al, tv);
	if (!algebra_failed(al) && (layout_rank(inner) < 1 || layout_rank(inner) > 2)) {
		algebra_fault(al, FAULT_RANK, "a thread-value layout has two modes, (thread, value); this one has %d",
			layout_rank(inner));
		fault_set_hint(&al->fault, "join modes with group(layout, begin, end) until two are left");
	}
	struct offsets offsets = offsets_init_map(al, tv); /* none behind a fault, which stays */
	if (offsets.size == 0 || offsets.size > LIMIT_TV_PAIRS) {
		algebra_fault(al, offsets.size == 0 ? FAULT_DOMAIN : FAULT_LIMIT,
			"%" PRId64 " pairs (thread, value) are not looked at, only 1 to %d", offsets.size, LIMIT_TV_PAIRS);
		return table;
	}
	table.threads = int_value(al, layout_size(al, layout_mode(inner, 0)));
	table.values = offsets.size / table.threads;
	int64_t *by_value = arena_array(al->arena, (size_t)offsets.size, sizeof *by_value);
	int64_t *by_thread = arena_array(al->arena, (size_t)offsets.size, sizeof *by_thread);
	offsets_fill(&offsets, 0, offsets.size, by_value);
	transpose(by_value, table.threads, table.values, by_thread);
	algebra_step(al, 0);
	table.cells = by_thread;
	return table;
}

/* How a tile lies in a box, as numbers. */
struct extents {
	int rank;
	int64_t tile[TILING_MODES_MAX];
	int64_t box[TILING_MODES_MAX];
	int64_t steps[TILING_MODES_MAX];   /* tiles along the mode */
};

/* The cell of the box where cell number "cell" of tile number "number" is; -1 past its edge. */
static int64_t cell_of_box(const struct extents *extents, int64_t number, int64_t cell) {
	int64_t result = 0;
	int64_t weight = 1;
	for (int i = 0; i < extents->rank; i++) {
		int64_t at = number % extents->steps[i] * extents->tile[i] + cell % extents->tile[i];
		if (at >= extents->box[i]) {
			return -1;
		}
		result += at * weight;
		weight *= extents->box[i];
		number /= extents->steps[i];
		cell /= extents->tile[i];
	}
	return result;
}

/* The extents of "tiling", and in it the number of tiles; nothing is overflown for boxes of up to LIMIT_TV_CELLS. */
static struct extents extents_of(struct algebra *al, struct tiling *tiling) {
	struct extents extents = { .rank = tuple_rank(tiling->tile) };
	if (extents.rank != tuple_rank(tiling->box) || extents.rank > TILING_MODES_MAX) {
		algebra_fault(al, FAULT_RANK, "the tile has %d modes, the memory layout %d", extents.rank,
			tuple_rank(tiling->box));
		return extents;
	}
	int64_t cells = 1;
	tiling->tiles = 1;
	for (int i = 0; i < extents.rank; i++) {
		extents.tile[i] = int_value(al, tuple_mode(tiling->tile, i));
		extents.box[i] = int_value(al, tuple_mode(tiling->box, i));
		if (extents.tile[i] < 1 || extents.box[i] < 1 || extents.box[i] > LIMIT_TV_CELLS / cells) {
			algebra_fault(al, FAULT_LIMIT, "a memory layout of more than %d cells is not looked at", LIMIT_TV_CELLS);
			return extents;
		}
		cells *= extents.box[i];
		extents.steps[i] = (extents.box[i] + extents.tile[i] - 1) / extents.tile[i];
		tiling->tiles *= extents.steps[i];
	}
	return extents;
}

/* Whether the "count" pairs from "cells" on are all outside. */
static bool all_outside(const int64_t *cells, int64_t count) {
	for (int64_t i = 0; i < count; i++) {
		if (cells[i] >= 0) {
			return false;
		}
	}
	return true;
}

/* Count the threads that have nothing to do in a tile; "values" are those of a thread in one. */
static void find_idle(const struct tv_table *repeated, int64_t values, struct tiling *tiling) {
	for (int64_t tile = 0; tile < tiling->tiles; tile++) {
		for (int64_t thread = 0; thread < repeated->threads; thread++) {
			if (!all_outside(repeated->cells + thread * repeated->values + tile * values, values)) {
				continue;
			}
			if (tiling->idle++ == 0) {
				tiling->idle_thread = thread;
				tiling->idle_tile = tile;
			}
		}
	}
}

struct tv_table tv_table_repeat(struct algebra *al, const struct tv_table *table, struct tiling *tiling) {
	struct tv_table repeated = { 0 };
	struct extents extents = extents_of(al, tiling);
	int64_t pairs = table->threads * table->values;
	if (!algebra_failed(al) && tiling->tiles > LIMIT_TV_PAIRS / pairs) {
		algebra_fault(al, FAULT_LIMIT, "%" PRId64 " tiles of %" PRId64 " pairs (thread, value) are more than %d",
			tiling->tiles, pairs, LIMIT_TV_PAIRS);
	}
	if (algebra_failed(al)) {
		return repeated;
	}
	int64_t inside = int_value(al, tuple_product(al, tiling->tile));
	int64_t missing = 0;
	int64_t *cells = arena_array(al->arena, (size_t)(pairs * tiling->tiles), sizeof *cells);
	repeated = (struct tv_table){ table->threads, table->values * tiling->tiles, cells };
	for (int64_t i = 0; i < pairs * tiling->tiles && (i % CHUNK != 0 || algebra_step(al, 0)); i++) {
		int64_t thread = i / repeated.values;
		int64_t value = i % repeated.values;
		int64_t cell = table->cells[thread * table->values + value % table->values];
		bool is_inside = cell >= 0 && cell < inside;
		cells[i] = is_inside ? cell_of_box(&extents, value / table->values, cell) : -1;
		tiling->beyond += is_inside && cells[i] < 0;
		missing += cells[i] < 0;
	}
	if (missing > 0) {
		find_idle(&repeated, table->values, tiling);
	}
	return repeated;
}

static struct tv_pair pair_at(const struct tv_table *table, int64_t i) {
	return (struct tv_pair){ i / table->values, i % table->values };
}

/* The first two owners of "cell". */
static void find_owners(const struct tv_table *table, int64_t cell, struct tv_pair *owners) {
	int found = 0;
	for (int64_t i = 0; i < table->threads * table->values && found < 2; i++) {
		if (table->cells[i] == cell) {
			owners[found++] = pair_at(table, i);
		}
	}
}

/* Counts the owners of each cell, then looks at the counts from the last cell on, so that the least one stays. */
struct coverage coverage_of(struct algebra *al, const struct tv_table *table, int64_t cells) {
	struct coverage coverage = { .cells = cells };
	if (cells < 1 || cells > LIMIT_TV_CELLS) {
		algebra_fault(al, cells < 1 ? FAULT_DOMAIN : FAULT_LIMIT,
			"a tile of %" PRId64 " cells is not looked at, only 1 to %d",
			cells, LIMIT_TV_CELLS);
	}
	if (algebra_failed(al)) {
		return coverage;
	}
	uint32_t *owners = arena_array(al->arena, (size_t)cells, sizeof *owners);
	for (int64_t i = 0; i < table->threads * table->values && (i % CHUNK != 0 || algebra_step(al, 0)); i++) {
		int64_t cell = table->cells[i];
		if (cell >= 0 && cell < cells) {
			owners[cell]++;
			continue;
		}
		if (coverage.outside == 0) {
			coverage.first_outside = pair_at(table, i);
			coverage.outside_cell = cell;
		}
		coverage.outside++;
	}
	coverage.least = owners[0];
	for (int64_t cell = cells - 1; cell >= 0 && (cell % CHUNK != 0 || algebra_step(al, 0)); cell--) {
		int64_t count = owners[cell];
		coverage.least = count < coverage.least ? count : coverage.least;
		coverage.most = count > coverage.most ? count : coverage.most;
		if (count == 0) {
			coverage.holes++;
			coverage.first_hole = cell;
		} else if (count == 1) {
			coverage.once++;
		} else {
			coverage.shared++;
			coverage.first_shared = cell;
		}
	}
	if (coverage.shared > 0 && !algebra_failed(al)) {
		find_owners(table, coverage.first_shared, coverage.owners);
	}
	return coverage;
}
