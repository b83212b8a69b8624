/*
 * Owners are counted for each element first and listed then, in one array for all, so that a tile of a million
 * elements takes two walks and no list of its own for each.
 */
#include "render/tv.h"

#include <inttypes.h>

#include "algebra/offsets.h"
#include "render/lookup.h"
#include "render/panel.h"

/* Who owns each element of a tile, column by column: element m + rows * n. */
struct owners {
	const struct tv_tile *tile;
	int *begin;               /* of the owners of each element in "listed", and the end of the last */
	struct owner *listed;     /* of each element by thread and then by value */
};

/* All pairs (thread, value) of a layout, in this order. */
struct pairs {
	const int64_t *thread_offset, *value_offset;
	int64_t threads, values;
};

/* Count the owners of element e in begin[e + 2], and what is not ordinary. */
static void count_owners(const struct pairs *pairs, struct owners *owners, struct tv_counts *counts) {
	const struct tv_tile *tile = owners->tile;
	int64_t size = tile->rows * tile->columns;
	for (int64_t thread = 0; thread < pairs->threads; thread++) {
		for (int64_t value = 0; value < pairs->values && (tile->active == NULL || tile->active[thread]); value++) {
			int64_t element = pairs->thread_offset[thread] + pairs->value_offset[value];
			if (element >= 0 && element < size) {
				owners->begin[element + 2]++;
			} else if (counts->outside++ == 0) {
				counts->first_thread = thread;
				counts->first_value = value;
				counts->first_element = element;
			}
		}
	}
	for (int64_t element = 0; element < size; element++) {
		counts->bare += owners->begin[element + 2] == 0;
		counts->shared += owners->begin[element + 2] > 1;
	}
}

/* Enter every pair in the list of its element, which begins at begin[e + 1] at first and ends there in the end. */
static void list_owners(const struct pairs *pairs, struct owners *owners, struct arena *arena) {
	const struct tv_tile *tile = owners->tile;
	int64_t size = tile->rows * tile->columns;
	for (int64_t element = 0; element < size; element++) {
		owners->begin[element + 2] += owners->begin[element + 1];
	}
	owners->listed = arena_array(arena, (size_t)owners->begin[size + 1] + 1, sizeof *owners->listed);
	for (int64_t thread = 0; thread < pairs->threads; thread++) {
		for (int64_t value = 0; value < pairs->values && (tile->active == NULL || tile->active[thread]); value++) {
			int64_t element = pairs->thread_offset[thread] + pairs->value_offset[value];
			if (element >= 0 && element < size) {
				owners->listed[owners->begin[element + 1]++] = (struct owner){ (int)thread, (int)value };
			}
		}
	}
}

/* Find the owners of all elements. */
static struct tv_counts find_owners(struct algebra *al, struct owners *owners) {
	const struct tv_tile *tile = owners->tile;
	struct tv_counts counts = { 0 };
	struct pairs pairs;
	pairs.thread_offset = lookup_mode(al, layout_mode(tile->layout, 0), &pairs.threads);
	pairs.value_offset = lookup_mode(al, layout_mode(tile->layout, 1), &pairs.values);
	counts.threads = pairs.threads;
	counts.values = pairs.values;
	owners->begin = arena_array(al->arena, (size_t)(tile->rows * tile->columns) + 2, sizeof *owners->begin);
	count_owners(&pairs, owners, &counts);
	list_owners(&pairs, owners, al->arena);
	return counts;
}

/* The owners of an element, which are not copied. */
static void look_up(const struct matrix *matrix, int row, int column, struct cell *cell) {
	const struct owners *owners = matrix->context;
	const struct tv_tile *tile = owners->tile;
	int64_t element = tile->view == TV_TRANSPOSED ? column + tile->rows * row : row + tile->rows * column;
	cell->index = cell->offset = element;
	cell->owners = &owners->listed[owners->begin[element]];
	cell->owner_count = owners->begin[element + 1] - owners->begin[element];
	cell->bare = cell->owner_count == 0;
	cell->shared = cell->owner_count > 1 && !tile->copies;
}

/* Faults unless "a" has threads and values, and the tile and they are few enough to be drawn. */
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

/* The tile is copied; its layout and what is found in it live as long as the figure. */
struct tv_counts tv_add(struct figure *figure, struct algebra *al, const struct tv_tile *tile) {
	if (!check_tile(al, tile->layout, tile->rows, tile->columns)) {
		return (struct tv_counts){ 0 };
	}
	struct tv_tile *copy = arena_alloc(figure->arena, sizeof *copy);
	struct owners *owners = arena_alloc(figure->arena, sizeof *owners);
	*copy = *tile;
	owners->tile = copy;
	struct tv_counts counts = find_owners(al, owners);
	bool transposed = tile->view == TV_TRANSPOSED;
	struct matrix *matrix = transposed ? figure_add(figure, (int)tile->columns, (int)tile->rows) :
		figure_add(figure, (int)tile->rows, (int)tile->columns);
	matrix->transposed = transposed;
	matrix->look = look_up;
	matrix->context = owners;
	matrix->outlined = true;
	figure->facts = (figure->facts | FACT_OWNER) & ~(unsigned)FACT_MEMORY;
	figure->colour = COLOUR_BY_THREAD;
	figure->texts[0] = TEXT_OWNERS;
	counts.shared = tile->copies ? 0 : counts.shared;
	return counts;
}

void tv_add_legends(struct figure *figure, const struct tv_counts *counts) {
	if (counts->shared > 0) {
		figure_add_legend(figure, LEGEND_SHARED, "%" PRId64 " cell%s with several owners", counts->shared,
			counts->shared == 1 ? "" : "s");
	}
	if (counts->bare > 0) {
		figure_add_legend(figure, LEGEND_BARE, "%" PRId64 " cell%s without owner", counts->bare,
			counts->bare == 1 ? "" : "s");
	}
	if (counts->outside > 0) {
		figure_add_legend(figure, LEGEND_NOTE, "%" PRId64 " value%s outside the tile", counts->outside,
			counts->outside == 1 ? "" : "s");
	}
}

struct tv_counts tv_figure(struct figure *figure, struct algebra *al, struct layout a, int64_t rows, int64_t columns) {
	struct tv_counts counts = tv_add(figure, al, &(struct tv_tile){ .layout = a, .rows = rows, .columns = columns });
	if (algebra_failed(al)) {
		return counts;
	}
	tv_add_legends(figure, &counts);
	struct buf text;
	buf_init(&text, figure->arena);
	buf_printf(&text, "Thread-value diagram of a tile of %" PRId64 " x %" PRId64 " elements: ", rows, columns);
	buf_put_count(&text, counts.threads, "thread");
	buf_put(&text, " with ");
	buf_put_count(&text, counts.values, "value");
	buf_put(&text, " each. ");
	buf_put_count(&text, counts.shared, "element");
	buf_printf(&text, " %s several owners, %" PRId64 " %s none, ", counts.shared == 1 ? "has" : "have", counts.bare,
		counts.bare == 1 ? "has" : "have");
	buf_put_count(&text, counts.outside, "value");
	buf_printf(&text, " %s outside the tile.", counts.outside == 1 ? "is" : "are");
	figure->description = text.data;
	return counts;
}
