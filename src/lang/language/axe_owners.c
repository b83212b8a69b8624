/* Axe layouts of ownership: each digit of an index is a lane, a warp or a place in registers. */
#include <inttypes.h>

#include "lang/language/axe.h"
#include "lang/language/owners.h"

/* Extents are above 1 and make up to LIMIT_DENOTED threads and places: each digit is one of 24 bits, or of a 1. */
enum { DIGITS_MAX = 32, LANES = 32 };

/* Digits of one index, the fastest first, each on one axis. */
struct iters {
	int count;
	int64_t extent[DIGITS_MAX];
	int64_t stride[DIGITS_MAX];
	const char *axis[DIGITS_MAX];
};

/* One more iter. */
static void add(struct iters *iters, int64_t extent, int64_t stride, const char *axis) {
	iters->extent[iters->count] = extent;
	iters->stride[iters->count] = stride;
	iters->axis[iters->count++] = axis;
}

/* A digit of the thread: of its lane, of its warp, or first of one, then of the other; false where it is neither. */
static bool add_thread(struct iters *iters, int64_t extent, int64_t stride) {
	if (stride >= LANES) {
		add(iters, extent, stride / LANES, "@warpid");
		return stride % LANES == 0;
	}
	if (stride * extent <= LANES) {
		add(iters, extent, stride, "@laneid");
		return true;
	}
	int64_t lanes = LANES / stride;
	add(iters, lanes, stride, "@laneid");
	add(iters, extent / lanes, 1, "@warpid");
	return LANES % stride == 0 && extent % lanes == 0;
}

/* The leaves of mode "d" of a layout, or of the layout where it has one mode. */
struct leaves {
	int count, at;
	struct tuple *shape, *stride;
};

/* The leaves of mode "d" of "layout", which is the whole where the rank is 1. */
static struct leaves leaves_of(struct algebra *al, struct layout layout, int rank, int d) {
	struct layout mode = rank == 1 ? layout : layout_mode(layout, d);
	struct leaves leaves = { .count = tuple_leaves(mode.shape) };
	leaves.shape = arena_array(al->arena, (size_t)leaves.count, sizeof *leaves.shape);
	leaves.stride = arena_array(al->arena, (size_t)leaves.count, sizeof *leaves.stride);
	tuple_collect(mode.shape, leaves.shape);
	tuple_collect(mode.stride, leaves.stride);
	return leaves;
}

/*
 * Take "extent" from the front: returns its stride, or less than 0 where the leaf does not divide, or runs backward, as
 * one does where coordinate 0 is not the first of threads or places.
 */
static int64_t take(struct leaves *leaves, int64_t extent) {
	struct tuple *shape = &leaves->shape[leaves->at];
	struct tuple *stride = &leaves->stride[leaves->at];
	int64_t step = stride->value;
	if (shape->value % extent != 0) {
		return -1;
	}
	*shape = tuple_int(shape->value / extent);
	*stride = tuple_int(step * extent);
	leaves->at += shape->value == 1 ? 1 : 0;
	return step;
}

/* The digits of an index that is both a part of the thread and of the place: their common refinement. */
static bool add_digits(struct iters *iters, struct leaves *thread, struct leaves *place) {
	while (thread->at < thread->count && place->at < place->count) {
		int64_t a = thread->shape[thread->at].value;
		int64_t b = place->shape[place->at].value;
		int64_t extent = a < b ? a : b;
		int64_t of_thread = take(thread, extent);
		int64_t of_place = take(place, extent);
		if (of_thread < 0 || of_place < 0 || (of_thread != 0 && of_place != 0)) {
			return false;
		}
		if (extent > 1 && of_thread == 0) {
			add(iters, extent, of_place, "");
		} else if (extent > 1 && !add_thread(iters, extent, of_thread)) {
			return false;
		}
	}
	return true;
}

/* Whether a digit is a lane or a warp: without one, Axe's layout is one of memory. */
static bool names_thread(const struct iters *iters) {
	for (int i = 0; i < iters->count; i++) {
		if (iters->axis[i][0] == '@') {
			return true;
		}
	}
	return false;
}

/* S[(extents) : (strides)] or R[...], the slowest digit first. */
static void put_iters(struct buf *out, const char *word, const struct iters *iters) {
	buf_printf(out, "%s[(", word);
	for (int i = iters->count - 1; i >= 0; i--) {
		buf_printf(out, "%" PRId64 "%s", iters->extent[i], i > 0 ? ", " : "");
	}
	buf_put(out, ") : (");
	for (int i = iters->count - 1; i >= 0; i--) {
		buf_printf(out, "%" PRId64 "%s%s", iters->stride[i], iters->axis[i], i > 0 ? ", " : "");
	}
	buf_put(out, ")]");
}

const char *axe_write_owners(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	const char *none = "not every digit of an index is a lane, a warp or a place of Axe";
	struct algebra *al = reading->reader.al;
	struct owners owners;
	struct denotation thread;
	struct denotation place;
	const char *why = owners_of(al->arena, denotation, &owners);
	if (why != NULL) {
		return why;
	}
	if (!owners_denote(al, denotation, owners.thread, owners.copies, &thread)
		|| !owners_denote(al, denotation, owners.index, 1, &place) || thread.map.kind != MAP_LAYOUT
		|| place.map.kind != MAP_LAYOUT) {
		return none;
	}
	struct iters *iters = arena_alloc(al->arena, sizeof *iters);
	struct iters *copies = arena_alloc(al->arena, sizeof *copies);
	iters->count = 0;
	copies->count = 0;
	for (int d = denotation->rank - 1; d >= 0; d--) {
		struct leaves of_thread = leaves_of(al, thread.map.layout, thread.rank, d);
		struct leaves of_place = leaves_of(al, place.map.layout, place.rank, d);
		if (!add_digits(iters, &of_thread, &of_place)) {
			return none;
		}
	}
	if (owners.copies > 1) {
		struct leaves of_copies = leaves_of(al, thread.map.layout, thread.rank, denotation->rank);
		for (int i = 0; i < of_copies.count; i++) {
			if (!add_thread(copies, of_copies.shape[i].value, of_copies.stride[i].value)) {
				return none;
			}
		}
	}
	bool has_thread = names_thread(iters) || names_thread(copies);
	if (iters->count == 0 || !has_thread) {
		add(iters, 1, 1, "@laneid");
	}
	buf_put(out, "TileLayout(");
	put_iters(out, "S", iters);
	if (copies->count > 0) {
		buf_put(out, " + ");
		put_iters(out, "R", copies);
	}
	buf_put_char(out, ')');
	return NULL;
}
