#include <inttypes.h>
#include <stdio.h>

#include "algebra/query.h"

/*
 * Leave a note if "tile", which maps an element to thread + threads * value, does not number its elements 0 to n-1 once
 * each, as the inverse assumes.
 */
static void check_numbering(struct algebra *al, struct layout tile) {
	struct query numbers = query_map(al, map_from_layout(tile));
	if (algebra_failed(al)) {
		/* Too large to tell. */
		fault_clear(&al->fault);
		return;
	}
	char hole[64] = "";
	if (numbers.gaps > 0) {
		snprintf(hole, sizeof hole, "%s no element has the number %" PRId64, numbers.injective ? ":" : ",",
			numbers.first_gap);
	}
	char twice[96] = "";
	if (!numbers.injective) {
		snprintf(twice, sizeof twice, ": elements %" PRId64 " and %" PRId64 " both have the number %" PRId64,
			numbers.alias[0], numbers.alias[1], numbers.alias_offset);
	}
	if (!numbers.injective || numbers.gaps > 0) {
		algebra_note(al, FAULT_INEXACT, "thread and value layout do not number the %" PRId64
			" elements of the tile once each%s%s", numbers.size, twice, hole);
	}
}

struct tv_layout tv_layout_make(struct algebra *al, struct layout thr, struct layout val) {
	struct layout tile = layout_raked_product(al, thr, val);
	struct tuple extents = tuple_pair(al, layout_size(al, thr), layout_size(al, val));
	struct scope scope = operation_begin(al);
	struct layout layout = layout_with_shape(al, layout_right_inverse(al, tile), extents);
	operation_end(al, scope);
	if (operation_verifies(al)) {
		check_numbering(al, tile);
	}
	return (struct tv_layout){ tuple_product_each(al, tile.shape), layout };
}
