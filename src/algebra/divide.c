#include <stdlib.h>

#include "algebra/exact.h"
#include "algebra/pointwise.h"
#include "algebra/tile.h"
#include "algebra/trace.h"

/*
 * Leave a note if an element of "a" is in no tile. Tiles "b" placed by "rest" give each number below the size of their
 * common right inverse, and miss that one: a gap that was rounded down lies there.
 */
static void check_cover(struct algebra *al, struct layout a, struct layout b, struct layout rest) {
	if (!tuple_is_static(a.shape) || !tuple_is_static(b.shape) || !tuple_is_static(b.stride)) {
		return;
	}
	struct trace *trace = trace_pause(al);
	struct layout parts[2] = { layout_filter(al, b), rest };
	struct tuple reach = layout_size(al, layout_right_inverse(al, layout_from_modes(al, parts, 2)));
	struct tuple wanted = layout_size(al, a);
	al->trace = trace;
	if (!algebra_failed(al) && int_is_below(reach, wanted)) {
		algebra_note(al, FAULT_INEXACT,
			"element %lld of %lld is in no tile: a stride of the tiler is no multiple of what its modes with smaller "
			"strides cover", (long long)reach.value, (long long)wanted.value);
	}
}

static int compare_offsets(const void *a, const void *b) {
	uint64_t x = *(const uint64_t *)a;
	uint64_t y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* Leave a note if an offset of "a" is none of "r"; only where both are small enough to compare them. */
static void check_elements(struct algebra *al, struct layout a, struct layout r) {
	struct pointwise wanted;
	struct pointwise got;
	int64_t elements = int_value(al, layout_size(al, a));
	int64_t count = int_value(al, layout_size(al, r));
	if (algebra_failed(al) || elements > LIMIT_CHECKED_POINTS || count > LIMIT_CHECKED_POINTS
			|| !pointwise_init(al, map_from_layout(a), &wanted) || !pointwise_init(al, map_from_layout(r), &got)
			|| !algebra_step(al, elements * tuple_leaves(a.shape) + count * tuple_leaves(r.shape))) {
		return;
	}
	uint64_t *offsets = arena_array(al->arena, (size_t)count + 1, sizeof *offsets);
	for (int64_t i = 0; i < count; i++) {
		offsets[i] = pointwise_at(&got, (uint64_t)i);
	}
	qsort(offsets, (size_t)count, sizeof *offsets, compare_offsets);
	for (int64_t i = 0; i < elements; i++) {
		uint64_t offset = pointwise_at(&wanted, (uint64_t)i);
		if (bsearch(&offset, offsets, (size_t)count, sizeof *offsets, compare_offsets) == NULL) {
			algebra_note(al, FAULT_INEXACT,
				"element %lld of %lld is in no tile: the tiles do not follow each other inside the modes of the layout",
				(long long)i, (long long)elements);
			return;
		}
	}
}

/*
 * A o (B, complement of B in A): the tile that B selects, and the tiles. The tile is checked as any composition; the
 * rest only for covering A, since a tiler that does not divide A is rounded up and the last tiles leave A.
 */
static struct layout divide_by_layout(struct algebra *al, struct layout a, struct layout b) {
	trace_begin(al, TRACE_DIVIDE, a, b, a.shape);
	struct layout flat = layout_coalesce(al, a);
	struct layout parts[2] = { layout_composition(al, a, b), layout_one() };
	struct scope scope = operation_begin(al);
	struct layout rest = layout_complement(al, b, flat.shape);
	parts[1] = algebra_failed(al) ? a : layout_composition(al, a, rest);
	operation_end(al, scope);
	if (algebra_failed(al)) {
		return a;
	}
	struct layout r = layout_from_modes(al, parts, 2);
	trace_end(al, r);
	if (operation_verifies(al)) {
		check_cover(al, flat, b, rest);
		if (tuple_is_static(r.shape) && !composition_is_exact(al, layout_coalesce_extended(al, a), rest)) {
			check_elements(al, a, r);
		}
	}
	return r;
}

struct layout layout_logical_divide(struct algebra *al, struct layout a, const struct tiler *b) {
	return tile_by_mode(al, a, b, divide_by_layout);
}

struct layout layout_zipped_divide(struct algebra *al, struct layout a, const struct tiler *b) {
	return tile_unzip(al, layout_logical_divide(al, a, b), b);
}

struct layout layout_tiled_divide(struct algebra *al, struct layout a, const struct tiler *b) {
	return tile_unpack_rest(al, layout_zipped_divide(al, a, b));
}

struct layout layout_flat_divide(struct algebra *al, struct layout a, const struct tiler *b) {
	return tile_unpack_both(al, layout_zipped_divide(al, a, b));
}
