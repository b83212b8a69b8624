#include "algebra/tile.h"

/* Leave a note if the tiles "b", "rest" times, are fewer elements than "a" has. */
static void check_cover(struct algebra *al, struct layout a, struct layout b, struct layout rest) {
	struct tuple covered = int_mul(al, layout_size(al, layout_filter(al, b)), layout_size(al, rest));
	struct tuple wanted = layout_size(al, a);
	if (!algebra_failed(al) && covered.value < wanted.value) {
		algebra_note(al, FAULT_INEXACT,
			"the tiles cover %lld of %lld elements: a stride of the tiler is no multiple of what its modes with "
			"smaller strides cover", (long long)covered.value, (long long)wanted.value);
	}
}

/*
 * A o (B, complement of B in A): the tile that B selects, and the tiles. The tile is checked as any composition; the
 * rest only for covering A, since a tiler that does not divide A is rounded up and the last tiles leave A.
 */
static struct layout divide_by_layout(struct algebra *al, struct layout a, struct layout b) {
	bool check = al->check;
	al->check = false;
	struct layout flat = layout_coalesce(al, a);
	struct layout rest = layout_complement(al, b, flat.shape);
	struct layout rests = layout_composition(al, a, rest);
	al->check = check;
	if (algebra_failed(al)) {
		return a;
	}
	struct layout parts[2] = { layout_composition(al, a, b), rests };
	if (check) {
		check_cover(al, flat, b, rest);
	}
	return layout_from_modes(al, parts, 2);
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
