/*
 * Layouts of registers in Mosaic GPU (JAX). A tiling splits the last dimensions again and again, the parts of a tile
 * going behind all others; the warps of a warpgroup and the lanes of a warp take some of the dimensions that result,
 * named from the last one, and registers the rest.
 *
 *     #mosaic_gpu.TiledLayout<[[64, 8], [16, 8], [8, 8], [2]], warp_dims = [-7], lane_dims = [-3, -2], vector_dim = -1>
 *     TiledLayout(tiling=Tiling(tiles=((64, 8), ...)), warp_dims=(-7,), lane_dims=(-3, Replicated(times=4)),
 * vector_dim=-1)
 *     WGStridedFragLayout(shape=(64, 64), vec_size=4)
 */
#include <inttypes.h>

#include "lang/language/digits.h"
#include "lang/language/language.h"

/* The dimensions that a tiling makes, from the most significant to the least. */
struct tiling {
	struct digits dims;
	int inside;           /* how many of them, the last ones, are inside of the first tile: layouts name these alone */
};

/* Split the last dimensions by one tile. */
static bool split(struct reader *reader, const struct term *tile, struct tiling *tiling) {
	int64_t extents[LANGUAGE_RANK];
	int count = term_ints(reader, tile, extents, LANGUAGE_RANK);
	int first = tiling->dims.count - count;
	if (count < 1 || first < 0) {
		return reader_fault(reader, tile->span, FAULT_RANK, "a tile of %d dimensions, but there are %d", count,
			tiling->dims.count);
	}
	for (int i = 0; i < count; i++) {
		struct digit *outer = &tiling->dims.at[first + i];
		if (extents[i] < 1 || outer->extent % extents[i] != 0) {
			return reader_fault(reader, tile->span, FAULT_DIVIDE, "the tile's %" PRId64 " does not divide the extent "
				"%" PRId64,
				extents[i], outer->extent);
		}
		struct digit inner = { outer->dimension, 0, extents[i], outer->stride };
		outer->extent /= extents[i];
		outer->stride *= extents[i];
		if (!digits_append(reader, tile->span, &tiling->dims, inner)) {
			return false;
		}
	}
	return true;
}

/* Take the dimensions in "list" out of "tiling", in that order, for "digits"; "used" remembers them. */
static bool take(struct reader *reader, const struct term *list, const struct tiling *tiling, bool *used,
	struct digits *digits) {
	bool is_list = list->kind == TERM_LIST;
	for (int i = 0; i < (is_list ? list->count : 1); i++) {
		const struct term *item = is_list ? &list->items[i] : list;
		if (item->kind == TERM_CALL && (term_is_call(item, "Replicated"))) {
			int64_t times = term_int(reader, term_need(reader, item, 0, "times"), 1, 1 << 20);
			digits_append(reader, item->span, digits, (struct digit){ -1, 0, times, 0 });
			continue;
		}
		int64_t dim = term_int(reader, item, -tiling->inside, -1);
		if (reader_failed(reader)) {
			return false;
		}
		int at = tiling->dims.count + (int)dim;
		if (used[at]) {
			return reader_fault(reader, item->span, FAULT_DOMAIN, "dimension %" PRId64 " is used twice", dim);
		}
		used[at] = true;
		digits_append(reader, item->span, digits, tiling->dims.at[at]);
	}
	return !reader_failed(reader);
}

/* Whether the digits of "list" count "wanted" of "what"; a fault there otherwise. */
static bool require_size(struct reader *reader, const struct term *list, const struct digits *digits, int64_t wanted,
	const char *what) {
	int64_t size = digits_size(reader, list->span, digits);
	return !reader_failed(reader) && (size == wanted || reader_fault(reader, list->span, FAULT_DOMAIN,
		"expected %" PRId64
		" %s, these dimensions have %" PRId64, wanted, what, size));
}

/*
 * The tiles of a Tiling, each of which divides the dimensions of the one before it, or the last of these, as digits of
 * "tiling".
 */
static bool read_tiles(struct reading *reading, const struct term *call, struct tiling *tiling) {
	struct reader *reader = &reading->reader;
	const struct term *tiles = term_need(reader, call, 0, call->bracket == '(' ? "tiling" : NULL);
	if (reader_failed(reader)) {
		return false;
	}
	if (term_is_call(tiles, "Tiling")) {
		tiles = term_need(reader, tiles, 0, "tiles");
	}
	if (tiles->kind != TERM_LIST || tiles->count == 0) {
		return reader_fault(reader, tiles->span, FAULT_SYNTAX, "expected a list of tiles");
	}
	for (int i = 0; i < reading->options->rank; i++) {
		int64_t stride = 1;
		digits_append(reader, call->span, &tiling->dims, (struct digit){ i, 0, reading->options->shape[i], stride });
	}
	bool good = !reader_failed(reader);
	int outer = reading->options->rank;
	for (int i = 0; i < tiles->count && good; i++) {
		int before = tiling->dims.count;
		good = split(reader, &tiles->items[i], tiling);
		int rank = tiling->dims.count - before;
		if (good && rank > outer) {
			return reader_fault(reader, tiles->items[i].span, FAULT_RANK,
				"a tile of %d dimensions behind one of %d", rank, outer);
		}
		outer = rank;
	}
	tiling->inside = tiling->dims.count - reading->options->rank;
	return good;
}

/*
 * TiledLayout(tiling, warp_dims, lane_dims, vector_dim): the tiled dimensions are digits; those of warps and lanes
 * make the thread, the vector's is the innermost digit of the value, and all others are the value's, in the order of
 * the tiling.
 */
static bool read_tiled(struct reading *reading, const struct term *call, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	struct tiling tiling = { .dims.count = 0 };
	struct digits threads = { 0 };
	struct digits lanes = { 0 };
	struct digits values = { 0 };
	bool used[DIGITS_MAX] = { false };
	if (!reading_need_shape(reading, call->span) || !read_tiles(reading, call, &tiling)) {
		return false;
	}
	const struct term *warp_dims = term_need(reader, call, 1, "warp_dims");
	const struct term *lane_dims = term_need(reader, call, 2, "lane_dims");
	const struct term *vector = term_need(reader, call, 3, "vector_dim");
	if (reader_failed(reader) || !take(reader, warp_dims, &tiling, used, &threads)
		|| !require_size(reader, warp_dims, &threads, 4, "warps of a warpgroup")
		|| !take(reader, lane_dims, &tiling, used, &lanes) || !require_size(reader, lane_dims, &lanes, 32, "lanes")) {
		return false;
	}
	for (int i = 0; i < lanes.count; i++) {
		digits_append(reader, call->span, &threads, lanes.at[i]);
	}
	int64_t vector_dim = tiling.dims.count + term_int(reader, vector, -tiling.inside, -1);
	if (!reader_failed(reader) && used[vector_dim]) {
		return reader_fault(reader, vector->span, FAULT_DOMAIN, "the vector's dimension is one of the lanes or warps");
	}
	for (int i = 0; i < tiling.dims.count; i++) {
		if (!used[i] && i != vector_dim) {
			digits_append(reader, call->span, &values, tiling.dims.at[i]);
		}
	}
	digits_append(reader, call->span, &values, tiling.dims.at[vector_dim]);
	denotation->rank = reading->options->rank;
	memcpy(denotation->shape, reading->options->shape, sizeof denotation->shape);
	return digits_denote(reader, call->span, &threads, &values, denotation);
}

/* Element (register / v) * 128 * v + thread * v + register % v of the tensor in row-major order. */
static bool read_strided(struct reading *reading, const struct term *call, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	const struct term *shape = term_need(reader, call, 0, "shape");
	const struct term *size = term_need(reader, call, 1, "vec_size");
	int rank = term_ints(reader, shape, denotation->shape, LANGUAGE_RANK);
	int64_t vector = term_int(reader, size, 1, 1 << 20);
	int64_t count = extents_product(reader, shape->span, denotation->shape, rank, LIMIT_DENOTED);
	if (reader_failed(reader)) {
		return false;
	}
	if (count % (128 * vector) != 0) {
		return reader_fault(reader, shape->span, FAULT_DIVIDE, "%" PRId64 " elements are no multiple of 128 threads "
			"with %" PRId64
			" each", count, vector);
	}
	denotation->rank = rank;
	int64_t *table = denotation_ownership(reader, call->span, denotation, 128, count / 128);
	for (int64_t i = 0; i < count; i++) {
		int64_t value = i / 128;
		int64_t element = value / vector * 128 * vector + i % 128 * vector + value % vector;
		int64_t coordinate[LANGUAGE_RANK];
		for (int d = rank - 1; d >= 0; d--) {
			coordinate[d] = element % denotation->shape[d];
			element /= denotation->shape[d];
		}
		table[i] = coordinate_number(denotation->shape, rank, coordinate);
	}
	return true;
}

/* The first TiledLayout or WGStridedFragLayout of the text. */
static bool read(struct reading *reading, struct denotation *denotation) {
	for (int i = 0; i < reading->program->count; i++) {
		const struct term *term = &reading->program->items[i];
		bool is_tiled = term_is_call(term, "TiledLayout");
		if (is_tiled || term_is_call(term, "WGStridedFragLayout")) {
			bool good = term_stands_alone(&reading->reader, reading->program, term, NULL)
				&& (is_tiled ? read_tiled(reading, term, denotation) : read_strided(reading, term, denotation));
			denotation->order = "thread = lane + 32 * warp; value = register, the vector fastest; coordinates "
				"column-major";
			return good;
		}
		if (term_is_call(term, "WGSplatFragLayout")) {
			return reader_fault(&reading->reader, term->span, FAULT_UNSUPPORTED, "a splat has no registers of its own");
		}
	}
	return reader_fault(&reading->reader, reading->program->span, FAULT_SYNTAX,
		"expected TiledLayout or WGStridedFragLayout");
}

static bool recognises(struct str text) {
	return str_has(text, "mosaic_gpu.") || str_has(text, "TiledLayout") || str_has(text, "FragLayout");
}

const struct language language_mosaic_gpu = {
	.name = "mosaic_gpu",
	.about = "TiledLayout and WGStridedFragLayout of JAX",
	.neutral = "_check_canonical",
	.recognises = recognises,
	.read = read,
};
