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
	if (!algebra_failed(al) && reach.value < wanted.value) {
		algebra_note(al, FAULT_INEXACT,
			"element %lld of %lld is in no tile: a stride of the tiler is no multiple of what its modes with smaller "
			"strides cover", (long long)reach.value, (long long)wanted.value);
	}
}

/*
 * A o (B, complement of B in A): the tile that B selects, and the tiles. The tile is checked as any composition; the
 * rest only for covering A, since a tiler that does not divide A is rounded up and the last tiles leave A.
 */
static struct layout divide_by_layout(struct algebra *al, struct layout a, struct layout b) {
	bool check = al->check;
	trace_begin(al, TRACE_DIVIDE, a, b, a.shape);
	struct layout flat = layout_coalesce(al, a);
	struct layout parts[2] = { layout_composition(al, a, b), layout_one() };
	al->check = false;
	struct layout rest = layout_complement(al, b, flat.shape);
	parts[1] = algebra_failed(al) ? a : layout_composition(al, a, rest);
	al->check = check;
	if (algebra_failed(al)) {
		return a;
	}
	struct layout r = layout_from_modes(al, parts, 2);
	trace_end(al, r);
	if (check) {
		check_cover(al, flat, b, rest);
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
