/*
 * An offset is the sum of one entry for each mode of the cell, and then what the steps in front of the layout make
 * of it. So a cell is looked up in constant time, and no more numbers are stored than the modes have places
 * together.
 */
#include "render/lookup.h"

#include <inttypes.h>

#include "algebra/offsets.h"

/* Record a fault if "size" cells are too many, and nothing is wrong before. */
static void check_size(struct algebra *al, int64_t size) {
	if (!algebra_failed(al) && size > LIMIT_DRAWN_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "a picture of %" PRId64 " cells is too large, at most %d are drawn", size,
			(int)LIMIT_DRAWN_CELLS);
	}
}

int64_t lookup_cells(struct algebra *al, struct map map) {
	int64_t size = int_value(al, tuple_product(al, map_inner(al, map).shape));
	check_size(al, size);
	return algebra_failed(al) ? 0 : size;
}

const int64_t *lookup_mode(struct algebra *al, struct layout mode, int64_t *count) {
	struct offsets offsets = offsets_init(al, mode);
	check_size(al, offsets.size);
	*count = algebra_failed(al) ? 0 : offsets.size;
	int64_t *values = arena_array_room(al->arena, (size_t)*count, sizeof *values);
	offsets_fill(&offsets, 0, *count, values);
	return values;
}

/* Modes "first" to "end" - 1 of "a" as one layout; 1:0 if there are none. */
static struct layout modes_of(struct algebra *al, struct layout a, int first, int end) {
	if (first >= end) {
		return layout_one();
	}
	struct layout modes = { tuple_take(al, a.shape, first, end), tuple_take(al, a.stride, first, end) };
	return modes;
}

/* Append what "map" does after its innermost layout. Returns false if that is no list of steps, or too long a one. */
static bool collect_steps(struct lookup *lookup, struct map map) {
	if (map.kind != MAP_COMPOSED) {
		return map.kind == MAP_LAYOUT;
	}
	const struct composed *composed = map.composed;
	if (!collect_steps(lookup, composed->inner) || lookup->step_count == LOOKUP_STEPS
		|| composed->outer.kind != MAP_SWIZZLE || !tuple_is_plain_int(composed->offset)) {
		return false;
	}
	lookup->steps[lookup->step_count++] = (struct lookup_step){ composed->offset.value, composed->outer.swizzle };
	return true;
}

/* Fill in the table of values or images, of "size" coordinates. */
static void tabulate(struct algebra *al, struct lookup *lookup, struct map map, int64_t size) {
	struct tuple shape = map_inner(al, map).shape;
	if (size > LIMIT_TABULATED_CELLS) {
		algebra_fault(al, FAULT_LIMIT, "%" PRId64 " coordinates of such a layout are too many, at most %d are drawn",
			size,
			(int)LIMIT_TABULATED_CELLS);
		return;
	}
	int64_t *values = arena_array(al->arena, (size_t)size, sizeof *values);
	struct tuple *images = arena_array(al->arena, (size_t)size, sizeof *images);
	bool plain = true;
	for (int64_t i = 0; i < size && !algebra_failed(al); i++) {
		images[i] = map_crd2idx(al, tuple_idx2crd(al, tuple_int(i), shape), map);
		values[i] = tuple_is_plain_int(images[i]) ? images[i].value : i;
		plain = plain && tuple_is_plain_int(images[i]);
	}
	lookup->values = values;
	lookup->images = plain ? NULL : images;
}

struct lookup lookup_init(struct algebra *al, struct map map, bool one_panel) {
	lookup_cells(al, map);
	return lookup_init_part(al, map, one_panel);
}

/*
 * Offsets of modes are summed up and sent through the steps where "map" is a chain of these; anything else is
 * tabulated, coordinate by coordinate.
 */
struct lookup lookup_init_part(struct algebra *al, struct map map, bool one_panel) {
	struct lookup lookup = { 0 };
	struct layout inner = map_inner(al, map);
	struct tuple size = tuple_product(al, inner.shape);
	if (algebra_failed(al)) {
		return lookup;
	}
	if (size.value == 0) {
		algebra_fault(al, FAULT_DOMAIN, "a layout without coordinates has no picture");
		return lookup;
	}
	int rank = layout_rank(inner);
	bool table = !collect_steps(&lookup, map) || tuple_has_basis(inner.stride);
	struct layout parts[3] = {
		modes_of(al, inner, 0, rank < 1 ? 0 : 1), modes_of(al, inner, 1, one_panel || rank < 2 ? rank : 2),
		one_panel ? layout_one() : modes_of(al, inner, 2, rank),
	};
	int64_t *counts[3] = { &lookup.rows, &lookup.columns, &lookup.panels };
	if (table) {
		tabulate(al, &lookup, map, size.value);
		for (int i = 0; i < 3 && !algebra_failed(al); i++) {
			*counts[i] = tuple_product(al, parts[i].shape).value;
		}
		return lookup;
	}
	/* Proves that no sum of offsets overflows, and that what is swizzled is not negative. */
	offsets_init_map(al, map);
	const int64_t **offsets[3] = { &lookup.row, &lookup.column, &lookup.panel };
	for (int i = 0; i < 3; i++) {
		*offsets[i] = lookup_mode(al, parts[i], counts[i]);
	}
	return lookup;
}

int64_t lookup_at(const struct lookup *lookup, int64_t index) {
	int64_t row = index % lookup->rows;
	index /= lookup->rows;
	return lookup_offset(lookup, row, index % lookup->columns, index / lookup->columns);
}
