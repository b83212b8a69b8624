#include "render/tv.h"

#include <inttypes.h>

#include "algebra/offsets.h"
#include "render/panel.h"

enum { KEPT = 4 };   /* owners that are remembered of an element */

/* Who owns each element of a tile, column by column: element m + rows * n. */
struct owners {
	int64_t rows, columns;
	int *count;               /* of the owners of an element */
	struct owner *listed;     /* the first "kept" of them */
	int kept;
	bool transposed;
	const bool *active;       /* threads that take part; NULL for all */
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
	int64_t size = owners->rows * owners->columns;
	for (int thread = 0; thread < counts.threads; thread++) {
		if (owners->active != NULL && !owners->active[thread]) {
			continue;
		}
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
			int number = owners->count[element]++;
			if (number < owners->kept) {
				owners->listed[element * owners->kept + number] = (struct owner){ thread, value };
			}
		}
	}
	for (int64_t element = 0; element < size; element++) {
		counts.bare += owners->count[element] == 0;
		counts.shared += owners->count[element] > 1;
	}
	return counts;
}

static void look_up(const struct matrix *matrix, int row, int column, struct cell *cell) {
	const struct owners *owners = matrix->context;
	int64_t element = owners->transposed ? column + owners->rows * row : row + owners->rows * column;
	cell->index = cell->offset = element;
	cell->owner_count = owners->count[element];
	cell->kept = owners->kept;
	cell->owners = &owners->listed[element * owners->kept];
	cell->bare = cell->owner_count == 0;
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

struct tv_counts tv_add(struct figure *figure, struct algebra *al, struct layout a, int64_t rows, int64_t columns,
	enum tv_view view, const bool *active) {
	if (!check_tile(al, a, rows, columns)) {
		return (struct tv_counts){ 0 };
	}
	struct owners *owners = arena_alloc(figure->arena, sizeof *owners);
	size_t size = (size_t)(rows * columns);
	*owners = (struct owners){
		.rows = rows, .columns = columns, .transposed = view == TV_TRANSPOSED, .active = active,
	};
	owners->kept = panel_is_legible(rows * columns, rows, columns) ? KEPT : 1;
	owners->count = arena_array(al->arena, size, sizeof *owners->count);
	owners->listed = arena_array(al->arena, size * (size_t)owners->kept, sizeof *owners->listed);
	struct tv_counts counts = enter_owners(al, a, owners);
	if (algebra_failed(al)) {
		return counts;
	}
	struct matrix *matrix = owners->transposed ? figure_add(figure, (int)columns, (int)rows) :
			figure_add(figure, (int)rows, (int)columns);
	matrix->transposed = owners->transposed;
	matrix->look = look_up;
	matrix->context = owners;
	figure->facts |= FACT_OWNER;
	figure->colour = COLOUR_BY_THREAD;
	figure->texts[0] = TEXT_OWNERS;
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
	struct tv_counts counts = tv_add(figure, al, a, rows, columns, TV_UPRIGHT, NULL);
	if (algebra_failed(al)) {
		return counts;
	}
	tv_add_legends(figure, &counts);
	struct buf text;
	buf_init(&text, figure->arena);
	buf_printf(&text, "Thread-value diagram of a tile of %" PRId64 " x %" PRId64 " elements: %" PRId64
		" threads with %" PRId64 " values each. %" PRId64 " elements have several owners, %" PRId64
		" have none, %" PRId64 " values are outside the tile.", rows, columns, counts.threads, counts.values,
			counts.shared, counts.bare,
		counts.outside);
	figure->description = text.data;
	return counts;
}
