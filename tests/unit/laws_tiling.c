/* Laws of divides, products and thread-value layouts. */
#include "laws.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct layout (*tiler_operation)(struct algebra *al, struct layout a, const struct tiler *b);

enum { ELEMENTS_MAX = 1 << 11 };  /* elements of a product or of the tiles that are compared one by one */

static bool is_noted(const struct trial *trial) {
	return trial->al.note.code == FAULT_INEXACT;
}

/* The layout that the leaf "tiler" stands for. */
static struct layout tiler_layout(struct trial *trial, const struct tiler *tiler) {
	return tiler->kind == TILER_INT ? layout_from_shape(&trial->al, tiler->layout.shape) : tiler->layout;
}

/* The sample with one layout as tiler; false where it has "_" or modes. */
static bool has_layout_tiler(const struct trial *trial) {
	return trial->tiler.kind == TILER_LAYOUT || trial->tiler.kind == TILER_INT;
}

/* --- regrouping, the same for divides and products --- */

/* Collect the first and the second halves of the pairs in "r" at the leaves of "tiler"; false where there is none. */
static bool collect_halves(const struct tiler *tiler, struct layout r, struct leaves *tiles, struct leaves *rests) {
	if (tiler->kind == TILER_UNDERSCORE) {
		return false;
	}
	if (tiler->kind != TILER_MODES) {
		leaves_add(tiles, layout_mode(r, 0));
		leaves_add(rests, layout_mode(r, 1));
		return true;
	}
	for (int i = 0; i < layout_rank(r); i++) {
		if (i >= tiler->rank) {
			leaves_add(rests, layout_mode(r, i));
		} else if (!collect_halves(&tiler->modes[i], layout_mode(r, i), tiles, rests)) {
			return false;
		}
	}
	return true;
}

/* Modes "begin" to "end" - 1 of "a" as a map. */
static struct list list_from_modes(struct trial *trial, struct layout a, int begin, int end) {
	struct leaves leaves = { .count = 0 };
	for (int i = begin; i < end; i++) {
		leaves_add(&leaves, layout_mode(a, i));
	}
	return list_from_leaves(trial->arena, &leaves);
}

/* A regrouped form has "head" modes for the tile and, behind them, the rest. */
static bool is_regrouped(struct trial *trial, struct layout r, int head, const struct leaves *tiles,
		const struct leaves *rests) {
	return list_equal(list_from_modes(trial, r, 0, head), list_from_leaves(trial->arena, tiles))
		&& list_equal(list_from_modes(trial, r, head, layout_rank(r)), list_from_leaves(trial->arena, rests));
}

/* "zipped" has the tiles of "logical" in mode 0 and the rests in mode 1; "tiled" and "flat" unpack them. */
static enum verdict regroups(struct trial *trial, tiler_operation logical, tiler_operation zipped,
		tiler_operation tiled, tiler_operation flat) {
	struct leaves tiles = { .count = 0 };
	struct leaves rests = { .count = 0 };
	struct algebra *al = &trial->al;
	struct layout r = logical(al, trial->a, &trial->tiler);
	if (algebra_failed(al) || reference_size(r.shape) > ELEMENTS_MAX
			|| !collect_halves(&trial->tiler, r, &tiles, &rests)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct layout z = zipped(al, trial->a, &trial->tiler);
	struct layout t = tiled(al, trial->a, &trial->tiler);
	struct layout f = flat(al, trial->a, &trial->tiler);
	law_computed(trial, "zipped, tiled or flat", RIGHT_TILER, z);
	if (algebra_failed(al)) {
		return law_verdict(trial, false, "%s", al->fault.text);
	}
	int tile_rank = layout_rank(layout_mode(z, 0));
	int rest_rank = layout_rank(layout_mode(z, 1));
	bool ranks = layout_rank(z) == 2 && layout_rank(t) == 1 + rest_rank && layout_rank(f) == tile_rank + rest_rank;
	return law_verdict(trial, ranks && is_regrouped(trial, z, 1, &tiles, &rests)
		&& is_regrouped(trial, t, 1, &tiles, &rests) && is_regrouped(trial, f, tile_rank, &tiles, &rests),
		"not the modes of the logical form");
}

static enum verdict divides_regroup(struct trial *trial) {
	return regroups(trial, layout_logical_divide, layout_zipped_divide, layout_tiled_divide, layout_flat_divide);
}

static enum verdict products_regroup(struct trial *trial) {
	return regroups(trial, layout_logical_product, layout_zipped_product, layout_tiled_product, layout_flat_product);
}

/* Whether "r" is "operation" mode by mode. */
static bool is_by_mode(struct trial *trial, struct layout a, const struct tiler *tiler, struct layout r,
		tiler_operation operation) {
	if (tiler->kind != TILER_MODES) {
		return layout_equal(r, operation(&trial->al, a, tiler));
	}
	bool holds = layout_rank(r) == layout_rank(a);
	for (int i = 0; holds && i < layout_rank(a); i++) {
		struct layout mode = layout_mode(a, i);
		struct layout got = layout_mode(r, i);
		holds = i < tiler->rank ? is_by_mode(trial, mode, &tiler->modes[i], got, operation) : layout_equal(mode, got);
	}
	return holds;
}

static enum verdict divide_by_mode(struct trial *trial) {
	struct layout r = layout_logical_divide(&trial->al, trial->a, &trial->tiler);
	if (algebra_failed(&trial->al)) {
		return LAW_DOES_NOT_APPLY;
	}
	law_computed(trial, "logical_divide", RIGHT_TILER, r);
	return law_verdict(trial, is_by_mode(trial, trial->a, &trial->tiler, r, layout_logical_divide), "not by mode");
}

static enum verdict product_by_mode(struct trial *trial) {
	struct layout r = layout_logical_product(&trial->al, trial->a, &trial->tiler);
	if (algebra_failed(&trial->al)) {
		return LAW_DOES_NOT_APPLY;
	}
	law_computed(trial, "logical_product", RIGHT_TILER, r);
	return law_verdict(trial, is_by_mode(trial, trial->a, &trial->tiler, r, layout_logical_product), "not by mode");
}

/* --- divides --- */

/* The divide of the sample by one layout; false if it does not apply. */
static bool divide(struct trial *trial, struct layout *r) {
	if (!has_layout_tiler(trial)) {
		return false;
	}
	*r = layout_logical_divide(&trial->al, trial->a, &trial->tiler);
	law_computed(trial, "logical_divide", RIGHT_TILER, *r);
	return !algebra_failed(&trial->al) && reference_size(r->shape) <= ELEMENTS_MAX;
}

static enum verdict divide_selects_the_tile(struct trial *trial) {
	struct layout r;
	if (!divide(trial, &r)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct layout b = tiler_layout(trial, &trial->tiler);
	struct list tile = list_from_layout(trial->arena, b);
	struct list got = list_from_layout(trial->arena, layout_mode(r, 0));
	bool holds = layout_rank(r) == 2 && got.size == tile.size;
	for (int64_t i = 0; holds && i < tile.size; i++) {
		holds = got.offset[i] == reference_at(trial->a, tile.offset[i]);
	}
	return law_verdict(trial, holds || is_noted(trial), "mode 0 is not A o B, and no note");
}

/* Whether mode 1 of the divide "r" is A o C, where C is the complement that places the tiles. */
static bool places_tiles_exactly(struct trial *trial, struct layout r) {
	struct tuple cotarget = layout_coalesce(&trial->al, trial->a).shape;
	struct layout c = layout_complement(&trial->al, tiler_layout(trial, &trial->tiler), cotarget);
	struct list place = list_from_layout(trial->arena, c);
	struct list got = list_from_layout(trial->arena, layout_mode(r, 1));
	bool exact = got.size == place.size;
	for (int64_t j = 0; exact && j < place.size; j++) {
		exact = got.offset[j] == reference_at(trial->a, place.offset[j]);
	}
	return exact;
}

static enum verdict divide_loses_nothing(struct trial *trial) {
	struct layout r;
	if (!divide(trial, &r)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct list a = list_from_layout(trial->arena, trial->a);
	struct list whole = list_from_layout(trial->arena, r);
	return law_verdict(trial, is_noted(trial) || list_includes(trial->arena, whole, a), "loses elements, and no note");
}

/* The first element of "part" that is none of "whole", or -1. */
static int64_t first_missing(struct trial *trial, struct list whole, struct list part) {
	for (int64_t i = 0; i < part.size; i++) {
		if (!list_includes(trial->arena, whole, (struct list){ 1, part.offset + i })) {
			return i;
		}
	}
	return -1;
}

/*
 * What a note says of elements that no tile has is true. A tile placed by the complement misses a number of the domain,
 * and has those below it; or the tiles are all placed, but one of them is composed with the layout otherwise.
 */
static enum verdict divide_notes_are_true(struct trial *trial) {
	struct layout r;
	if (!divide(trial, &r)) {
		return LAW_DOES_NOT_APPLY;
	}
	int64_t element = -1;
	int64_t size = -1;
	char why[128] = "";
	const char *text = trial->al.note.text;
	int read = sscanf(text, "element %" SCNd64 " of %" SCNd64 " is in no tile: %127[^\n]", &element, &size, why);
	struct list a = list_from_layout(trial->arena, trial->a);
	struct list whole = list_from_layout(trial->arena, r);
	struct layout tile = tiler_layout(trial, &trial->tiler);
	if (read != 3) {
		/* Another note, that mode 0 is not A o B, is what the laws of composition judge. */
		return law_verdict(trial, is_noted(trial) || list_includes(trial->arena, whole, a), "an element in no tile");
	}
	if (strcmp(why, "the tiles do not follow each other inside the modes of the layout") == 0) {
		return law_verdict(trial, size == a.size && first_missing(trial, whole, a) == element, "not element %lld",
			(long long)first_missing(trial, whole, a));
	}
	struct layout rest = layout_complement(&trial->al, tile, layout_coalesce(&trial->al, trial->a).shape);
	struct list places = list_pair(trial->arena, list_from_layout(trial->arena, tile),
		list_from_layout(trial->arena, rest));
	bool holds = size == a.size && element < size && list_covers(trial->arena, places, element)
		&& !list_covers(trial->arena, places, element + 1);
	const char *wide = "a stride of the tiler is no multiple of what its modes with smaller strides cover";
	return law_verdict(trial, holds && strcmp(why, wide) == 0, "the note is not true: %s", text);
}

/* Tiles that fit are the same elements, each once. */
static enum verdict divide_repeats_nothing(struct trial *trial) {
	struct layout r;
	if (!divide(trial, &r) || !places_tiles_exactly(trial, r)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct list a = list_from_layout(trial->arena, trial->a);
	struct list whole = list_from_layout(trial->arena, r);
	struct list tile = list_from_layout(trial->arena, tiler_layout(trial, &trial->tiler));
	if (a.size != whole.size || !list_is_injective(trial->arena, tile) || list_cosize(tile) > a.size) {
		return LAW_DOES_NOT_APPLY;
	}
	return law_verdict(trial, is_noted(trial) || list_has_same_elements(trial->arena, whole, a),
		"not the same elements, and no note");
}

/* --- products --- */

static bool multiply(struct trial *trial, struct layout *r) {
	if (!has_layout_tiler(trial)) {
		return false;
	}
	*r = layout_logical_product(&trial->al, trial->a, &trial->tiler);
	law_computed(trial, "logical_product", RIGHT_TILER, *r);
	return !algebra_failed(&trial->al) && reference_size(r->shape) <= ELEMENTS_MAX;
}

static enum verdict product_keeps_the_block(struct trial *trial) {
	struct layout r;
	if (!multiply(trial, &r)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct layout b = tiler_layout(trial, &trial->tiler);
	return law_verdict(trial, layout_rank(r) == 2 && layout_equal(layout_mode(r, 0), trial->a)
		&& reference_is_compatible(b.shape, layout_mode(r, 1).shape), "mode 0 is not A, or mode 1 has not B's domain");
}

/* Copies of the block do not overlap: block and tile injective, so is the product. */
static enum verdict product_is_injective(struct trial *trial) {
	struct layout r;
	if (!multiply(trial, &r)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct list a = list_from_layout(trial->arena, trial->a);
	struct list tile = list_from_layout(trial->arena, tiler_layout(trial, &trial->tiler));
	if (!list_is_injective(trial->arena, a) || !list_is_injective(trial->arena, tile)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct list whole = list_from_layout(trial->arena, r);
	return law_verdict(trial, is_noted(trial) || list_is_injective(trial->arena, whole), "copies overlap, and no note");
}

/* A note that copies overlap has the room of the complement and the last copy, and some do. */
static enum verdict product_notes_are_true(struct trial *trial) {
	struct layout r;
	if (!multiply(trial, &r)) {
		return LAW_DOES_NOT_APPLY;
	}
	int64_t room = -1;
	int64_t last = -1;
	if (sscanf(trial->al.note.text, "copies overlap: the block leaves room for %" SCNd64 " of them below its cosize, "
			"but the tiler reaches number %" SCNd64, &room, &last) != 2) {
		return LAW_HOLDS;
	}
	struct list tile = list_from_layout(trial->arena, tiler_layout(trial, &trial->tiler));
	struct list a = list_from_layout(trial->arena, trial->a);
	int64_t reached = list_cosize(tile);
	struct layout free = layout_complement(&trial->al, trial->a, tuple_int(a.size * reached));
	int64_t places = reference_size(free.shape);
	return law_verdict(trial, last == reached - 1 && room == places && room <= last, "room for %lld, the last is %lld",
		(long long)places, (long long)reached - 1);
}

/* The copies stand in the order of the tile: B(j) < B(k) puts copy j before copy k. */
static enum verdict product_follows_the_tile(struct trial *trial) {
	struct layout r;
	if (!multiply(trial, &r)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct list tile = list_from_layout(trial->arena, tiler_layout(trial, &trial->tiler));
	struct list place = list_from_layout(trial->arena, layout_mode(r, 1));
	for (int64_t j = 1; j < tile.size && !is_noted(trial); j++) {
		int64_t i = sample_below(trial->samples, j);
		bool same_order = (tile.offset[i] < tile.offset[j]) == (place.offset[i] < place.offset[j])
			&& (tile.offset[i] == tile.offset[j]) == (place.offset[i] == place.offset[j]);
		if (!same_order) {
			return law_verdict(trial, false, "copies %lld and %lld are not in the order of the tile, and no note",
				(long long)i, (long long)j);
		}
	}
	return LAW_HOLDS;
}

/* Mode k of "r" is the pair (mode k of "first", mode k of "second"). */
static bool is_zip(struct layout first, struct layout second, struct layout r) {
	bool holds = layout_rank(first) == layout_rank(r) && layout_rank(second) == layout_rank(r);
	for (int k = 0; holds && k < layout_rank(r); k++) {
		struct layout pair = layout_mode(r, k);
		holds = layout_rank(pair) == 2 && layout_equal(layout_mode(pair, 0), layout_mode(first, k))
			&& layout_equal(layout_mode(pair, 1), layout_mode(second, k));
	}
	return holds;
}

/* blocked_product and raked_product are the logical product, its modes paired one way and the other. */
static enum verdict blocked_and_raked_pair_modes(struct trial *trial) {
	struct tiler b = { .kind = TILER_LAYOUT, .layout = trial->b };
	struct layout product = layout_logical_product(&trial->al, trial->a, &b);
	bool both_tuples = tuple_is_tuple(trial->a.shape) && tuple_is_tuple(trial->b.shape);
	if (algebra_failed(&trial->al) || !both_tuples || reference_size(product.shape) > ELEMENTS_MAX) {
		return LAW_DOES_NOT_APPLY;
	}
	struct layout blocked = layout_blocked_product(&trial->al, trial->a, trial->b);
	struct layout raked = layout_raked_product(&trial->al, trial->a, trial->b);
	law_computed(trial, "blocked_product", RIGHT_LAYOUT, blocked);
	if (algebra_failed(&trial->al)) {
		return law_verdict(trial, false, "%s", trial->al.fault.text);
	}
	struct list whole = list_from_layout(trial->arena, product);
	bool same = list_has_same_elements(trial->arena, whole, list_from_layout(trial->arena, blocked))
		&& list_has_same_elements(trial->arena, whole, list_from_layout(trial->arena, raked));
	struct layout block = layout_mode(product, 0);
	struct layout tile = layout_mode(product, 1);
	bool paired = layout_rank(block) != layout_rank(tile)
		|| (is_zip(block, tile, blocked) && is_zip(tile, block, raked));
	return law_verdict(trial, same && paired, "not the pairs of the logical product");
}

/* --- thread-value layouts --- */

/* With compact thr and val, each element of the tile has one owner: R(tv(t,v)) = t + size(thr) * v. */
static enum verdict tv_layout_owns_every_element(struct trial *trial) {
	struct layout thr = sample_layout_injective(trial->samples, &trial->al, 32);
	struct layout val = sample_layout_injective(trial->samples, &trial->al, 16);
	struct list threads = list_from_layout(trial->arena, thr);
	struct list values = list_from_layout(trial->arena, val);
	trial->a = thr;
	trial->b = val;
	if (list_cosize(threads) != threads.size || list_cosize(values) != values.size) {
		return LAW_DOES_NOT_APPLY;
	}
	struct tv_layout tv = tv_layout_make(&trial->al, thr, val);
	if (algebra_failed(&trial->al)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct layout tile = layout_raked_product(&trial->al, thr, val);
	struct list owners = list_from_layout(trial->arena, tv.layout);
	law_computed(trial, "make_layout_tv", RIGHT_LAYOUT, tv.layout);
	bool holds = owners.size == threads.size * values.size && reference_size(tv.tiler) == owners.size;
	for (int64_t i = 0; holds && i < owners.size; i++) {
		holds = reference_at(tile, owners.offset[i]) == i;
	}
	return law_verdict(trial, holds, "an element has not one owner");
}

const struct law tiling_laws[] = {
	{ "logical_divide: mode 0 is A o B, or a note", LAW_OF_PAIR, divide_selects_the_tile },
	{ "logical_divide: every element in a tile if A o C is exact, or a note", LAW_OF_PAIR, divide_loses_nothing },
	{ "logical_divide: none twice if A o C is exact and tiles fit, or a note", LAW_OF_PAIR, divide_repeats_nothing },
	{ "logical_divide: notes are true", LAW_OF_PAIR, divide_notes_are_true },
	{ "logical_divide by mode: each mode", LAW_OF_PAIR, divide_by_mode },
	{ "zipped, tiled, flat_divide: tiles, then the rest", LAW_OF_PAIR, divides_regroup },
	{ "logical_product: mode 0 is A, mode 1 has B's domain", LAW_OF_PAIR, product_keeps_the_block },
	{ "logical_product: injective where A and B are, or a note", LAW_OF_PAIR, product_is_injective },
	{ "logical_product: copies in the order of B, or a note", LAW_OF_PAIR, product_follows_the_tile },
	{ "logical_product: notes are true", LAW_OF_PAIR, product_notes_are_true },
	{ "logical_product by mode: each mode", LAW_OF_PAIR, product_by_mode },
	{ "zipped, tiled, flat_product: blocks, then the rest", LAW_OF_PAIR, products_regroup },
	{ "blocked_product, raked_product: modes paired", LAW_OF_PAIR, blocked_and_raked_pair_modes },
	{ "make_layout_tv: one owner for each element", LAW_OF_SAMPLES, tv_layout_owns_every_element },
	{ .name = NULL },
};
