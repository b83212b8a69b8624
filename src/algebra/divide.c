#include "algebra/tile.h"

/* A o (B, complement of B in A): the tile that B selects, and the tiles. */
static struct layout divide_by_layout(struct algebra *al, struct layout a, struct layout b) {
	struct layout flat = layout_coalesce(al, a);
	struct layout parts[2] = { b, layout_complement(al, b, flat.shape) };
	if (algebra_failed(al)) {
		return a;
	}
	return layout_composition(al, a, layout_from_modes(al, parts, 2));
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
