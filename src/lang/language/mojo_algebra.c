/*
 * All operations work on leaves: a layout is flattened, its extents of 1 dropped, and the result nested again only
 * where Mojo's is. Where Mojo divides extents that do not divide, the quotient is rounded down here too.
 */
#include "lang/language/mojo_algebra.h"

#include "algebra/tuple_arith.h"

/* --- flat layouts, coalesced as they grow --- */

struct flat {
	struct tuple *shape;
	struct tuple *stride;
	int count;
};

/* 1:0, with room for "leaves" modes. */
static struct flat flat_new(struct algebra *al, int leaves) {
	struct flat flat = { tuple_modes_new(al, leaves + 1), tuple_modes_new(al, leaves + 1), 1 };
	flat.shape[0] = tuple_int(1);
	return flat;
}

/* Append a leaf as Mojo coalesces: extents of 1 vanish, and one that continues the last leaf grows it. */
static void flat_append(struct algebra *al, struct flat *flat, struct tuple extent, struct tuple stride) {
	if (extent.value == 1 || algebra_failed(al)) {
		return;
	}
	struct tuple *last = &flat->shape[flat->count - 1];
	if (last->value == 1) {
		*last = extent;
		flat->stride[flat->count - 1] = stride;
		return;
	}
	struct tuple next = int_mul(al, *last, flat->stride[flat->count - 1]);
	if (next.value == stride.value) {
		*last = int_mul(al, *last, extent);
		return;
	}
	flat->shape[flat->count] = extent;
	flat->stride[flat->count++] = stride;
}

/* The leaves as a layout; a single one stands alone, without a tuple. */
static struct layout flat_layout(struct algebra *al, const struct flat *flat) {
	return flat->count == 1 ? layout_of(al, flat->shape[0], flat->stride[0])
		: layout_of(al, tuple_of(al, flat->shape, flat->count), tuple_of(al, flat->stride, flat->count));
}

/* The leaves of "a", not coalesced. */
static struct flat flat_leaves(struct algebra *al, struct layout a) {
	int count = tuple_leaves(a.shape);
	struct flat flat = { tuple_modes_new(al, count), tuple_modes_new(al, count), count };
	tuple_collect(a.shape, flat.shape);
	tuple_collect(a.stride, flat.stride);
	return flat;
}

/* --- the operands --- */

/* Whether the operations are known on "a"; a fault otherwise. */
static bool is_plain(struct algebra *al, struct layout a) {
	if (algebra_failed(al)) {
		return false;
	}
	if (tuple_has_empty(a.shape)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "an operation of Mojo on an empty tuple");
		return false;
	}
	struct flat leaves = flat_leaves(al, a);
	for (int i = 0; i < leaves.count; i++) {
		if (!int_both_plain(leaves.shape[i], leaves.stride[i]) || leaves.shape[i].value < 1
			|| leaves.stride[i].value < 0) {
			algebra_fault(al, FAULT_UNSUPPORTED, "Mojo's operations are defined for extents from 1 and strides from 0");
			return false;
		}
	}
	return true;
}

/* The layout of "first" and "second". */
static struct layout pair(struct algebra *al, struct layout first, struct layout second) {
	struct tuple shape = tuple_pair(al, first.shape, second.shape);
	return layout_of(al, shape, tuple_pair(al, first.stride, second.stride));
}

/* The strides of "shape" from "*next" on, from the left or from the right; "*next" becomes that of what follows. */
static struct tuple running_strides(struct algebra *al, struct tuple shape, bool from_left, struct tuple *next) {
	if (!tuple_is_tuple(shape)) {
		struct tuple stride = *next;
		*next = algebra_failed(al) ? *next : int_mul(al, *next, shape);
		return stride;
	}
	struct tuple *modes = tuple_modes_new(al, shape.rank);
	for (int i = 0; i < shape.rank; i++) {
		int at = from_left ? i : shape.rank - 1 - i;
		modes[at] = running_strides(al, shape.modes[at], from_left, next);
	}
	return tuple_of(al, modes, shape.rank);
}

struct tuple mojo_strides(struct algebra *al, struct tuple shape, bool from_left) {
	struct tuple next = tuple_int(1);
	return running_strides(al, shape, from_left, &next);
}

/* --- the operations --- */

struct layout mojo_coalesce(struct algebra *al, struct layout a) {
	if (!is_plain(al, a)) {
		return layout_one();
	}
	struct flat leaves = flat_leaves(al, a);
	struct flat flat = flat_new(al, leaves.count);
	for (int i = 0; i < leaves.count; i++) {
		flat_append(al, &flat, leaves.shape[i], leaves.stride[i]);
	}
	return flat_layout(al, &flat);
}

/* "a" / "b", or 1 where "b" does not divide "a": neither is 0. */
static int64_t divided(int64_t a, int64_t b) {
	return a % b == 0 ? a / b : 1;
}

/* "a" o "extent":"stride", where the stride is not 0. */
static struct layout compose_leaf(struct algebra *al, struct layout a, int64_t extent, int64_t stride) {
	struct flat leaves = flat_leaves(al, a);
	struct flat flat = flat_new(al, leaves.count);
	for (int i = 0; i < leaves.count - 1; i++) {
		int64_t size = leaves.shape[i].value;
		int64_t taken = divided(size, stride);
		struct tuple step = int_mul(al, tuple_int(stride), leaves.stride[i]);
		flat_append(al, &flat, tuple_int(taken < extent ? taken : extent), step);
		extent = divided(extent, taken);
		stride = divided(stride, size);
	}
	flat_append(al, &flat, tuple_int(extent), int_mul(al, tuple_int(stride), leaves.stride[leaves.count - 1]));
	return flat_layout(al, &flat);
}

struct layout mojo_composition(struct algebra *al, struct layout a, struct layout b) {
	if (!is_plain(al, a) || !is_plain(al, b)) {
		return layout_one();
	}
	if (!tuple_is_tuple(b.shape)) {
		return b.stride.value == 0 ? b : compose_leaf(al, a, b.shape.value, b.stride.value);
	}
	int rank = layout_rank(b);
	struct layout *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	for (int i = 0; i < rank; i++) {
		modes[i] = mojo_composition(al, a, layout_mode(b, i));
	}
	return layout_from_modes(al, modes, rank);
}

/* The leaves by stride, the smallest first. */
static void sort_by_stride(struct flat *leaves) {
	for (int i = 1; i < leaves->count; i++) {
		struct tuple extent = leaves->shape[i];
		struct tuple stride = leaves->stride[i];
		int at = i;
		for (; at > 0 && leaves->stride[at - 1].value > stride.value; at--) {
			leaves->shape[at] = leaves->shape[at - 1];
			leaves->stride[at] = leaves->stride[at - 1];
		}
		leaves->shape[at] = extent;
		leaves->stride[at] = stride;
	}
}

/* After each leaf, in the order of strides, "covered" offsets are those of the leaves so far and of their gaps. */
struct layout mojo_complement(struct algebra *al, struct layout a, int64_t size) {
	if (!is_plain(al, a)) {
		return layout_one();
	}
	struct flat leaves = flat_leaves(al, a);
	struct flat flat = flat_new(al, leaves.count + 1);
	struct tuple covered = tuple_int(1);
	sort_by_stride(&leaves);
	for (int i = 0; i < leaves.count; i++) {
		struct tuple stride = leaves.stride[i];
		if (stride.value == 0 || leaves.shape[i].value == 1) {
			continue;
		}
		if (stride.value < covered.value) {
			algebra_fault(al, FAULT_INJECTIVE, "modes that overlap have no complement in Mojo");
			return layout_one();
		}
		flat_append(al, &flat, tuple_int(stride.value / covered.value), covered);
		covered = int_mul(al, leaves.shape[i], stride);
		if (algebra_failed(al)) {
			return layout_one();
		}
	}
	flat_append(al, &flat, int_ceil_div(al, tuple_int(size), covered), covered);
	return flat_layout(al, &flat);
}

struct layout mojo_logical_divide(struct algebra *al, struct layout a, struct layout b) {
	struct layout rest = mojo_complement(al, b, layout_size(al, a).value);
	return mojo_composition(al, a, pair(al, b, rest));
}

/*
 * By mode as deep as both have several modes: after it mode 0 holds the tiles and mode 1 the rests, among them the
 * modes of "a" that the tiler does not reach.
 */
struct layout mojo_zipped_divide(struct algebra *al, struct layout a, struct layout b) {
	if (!is_plain(al, a) || !is_plain(al, b)) {
		return layout_one();
	}
	int rank = layout_rank(b);
	if (layout_rank(a) == 1 || rank == 1) {
		struct layout tile = layout_of(al, b.shape, mojo_strides(al, b.shape, true));
		return mojo_logical_divide(al, a, tile);
	}
	if (rank > layout_rank(a)) {
		algebra_fault(al, FAULT_RANK, "a tiler of %d modes for a layout of %d", rank, layout_rank(a));
		return layout_one();
	}
	int rest_rank = layout_rank(a);
	struct layout *tiles = arena_array(al->arena, (size_t)rank, sizeof *tiles);
	struct layout *rests = arena_array(al->arena, (size_t)rest_rank, sizeof *rests);
	for (int i = 0; i < rest_rank; i++) {
		rests[i] = layout_mode(a, i);
		if (i < rank) {
			struct layout split = mojo_zipped_divide(al, layout_mode(a, i), layout_mode(b, i));
			tiles[i] = layout_mode(split, 0);
			rests[i] = layout_mode(split, 1);
		}
	}
	return pair(al, layout_from_modes(al, tiles, rank), layout_from_modes(al, rests, rest_rank));
}

struct layout mojo_logical_product(struct algebra *al, struct layout a, struct layout b) {
	struct tuple size = int_mul(al, layout_size(al, a), mojo_cosize(al, b));
	struct layout places = mojo_composition(al, mojo_complement(al, a, size.value), b);
	return pair(al, a, places);
}

struct layout mojo_blocked_product(struct algebra *al, struct layout a, struct layout b) {
	struct layout product = mojo_logical_product(al, a, b);
	int rank = layout_rank(a);
	if (algebra_failed(al)) {
		return layout_one();
	}
	if (layout_rank(b) < rank) {
		algebra_fault(al, FAULT_RANK, "a block of %d modes for a grid of %d", rank, layout_rank(b));
		return layout_one();
	}
	struct layout places = layout_mode(product, 1);
	struct layout *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	for (int i = 0; i < rank; i++) {
		modes[i] = pair(al, layout_mode(a, i), layout_mode(places, i));
	}
	return layout_from_modes(al, modes, rank);
}

struct layout mojo_tile_to_shape(struct algebra *al, struct layout tile, struct tuple shape) {
	int rank = layout_rank(tile);
	if (!is_plain(al, tile)) {
		return layout_one();
	}
	if (!tuple_is_tuple(tile.shape) || !tuple_is_tuple(shape) || shape.rank < rank) {
		algebra_fault(al, FAULT_RANK, "a shape of %d modes for a tile of %d", tuple_rank(shape), rank);
		return layout_one();
	}
	struct tuple *grid = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		int64_t size = tuple_product(al, shape.modes[i]).value;
		int64_t extent = tuple_product(al, tile.shape.modes[i]).value;
		if (algebra_failed(al) || size < 1 || size % extent != 0) {
			algebra_fault(al, FAULT_DIVIDE, "the tile does not divide mode %d of the shape", i);
			return layout_one();
		}
		grid[i] = tuple_int(size / extent);
	}
	struct tuple extents = tuple_of(al, grid, rank);
	return mojo_blocked_product(al, tile, layout_of(al, extents, mojo_strides(al, extents, true)));
}

struct layout mojo_right_inverse(struct algebra *al, struct layout a) {
	struct layout coalesced = mojo_coalesce(al, a);
	struct flat leaves = flat_leaves(al, coalesced);
	struct tuple *shape = tuple_modes_new(al, leaves.count);
	struct tuple *stride = tuple_modes_new(al, leaves.count);
	struct tuple starts = tuple_compact_left(al, tuple_wrap(al, coalesced.shape), tuple_int(1));
	int64_t next = 1;
	int count = 0;
	for (int i = 0; i < leaves.count && !algebra_failed(al);) {
		if (leaves.stride[i].value != next) {
			i++;
			continue;
		}
		shape[count] = leaves.shape[i];
		stride[count++] = tuple_mode(starts, i);
		next = int_mul(al, tuple_int(next), leaves.shape[i]).value;
		i = 0;
	}
	return layout_of(al, tuple_of(al, shape, count), tuple_of(al, stride, count));
}

struct tuple mojo_cosize(struct algebra *al, struct layout a) {
	struct flat leaves = flat_leaves(al, a);
	struct tuple cosize = tuple_int(1);
	for (int i = 0; i < leaves.count && !algebra_failed(al); i++) {
		struct tuple last = int_sub(al, leaves.shape[i], tuple_int(1));
		cosize = int_add(al, cosize, int_mul(al, last, leaves.stride[i]));
	}
	return cosize;
}

/* The offset of the integer "index" in "a". */
static struct tuple offset_of(struct algebra *al, struct tuple index, struct layout a) {
	int rank = layout_rank(a);
	if (!tuple_is_tuple(a.shape)) {
		return int_mul(al, index, a.stride);
	}
	bool wraps = rank == 2 && !tuple_is_tuple(a.shape.modes[0]) && !tuple_is_tuple(a.shape.modes[1]);
	struct tuple offset = tuple_int(0);
	for (int i = 0; i < rank && !algebra_failed(al); i++) {
		struct layout mode = layout_mode(a, i);
		struct tuple size = tuple_product(al, mode.shape);
		struct tuple digit = i < rank - 1 || wraps ? int_mod(al, index, size) : index;
		offset = int_add(al, offset, offset_of(al, digit, mode));
		index = int_div(al, index, size);
	}
	return offset;
}

struct tuple mojo_index(struct algebra *al, struct tuple index, struct layout a) {
	if (!is_plain(al, a)) {
		return tuple_int(0);
	}
	if (!tuple_is_tuple(index)) {
		if (index.value < 0) {
			algebra_fault(al, FAULT_DOMAIN, "an index is not negative");
		}
		return algebra_failed(al) ? tuple_int(0) : offset_of(al, index, a);
	}
	if (!tuple_is_tuple(a.shape) || index.rank != a.shape.rank) {
		algebra_fault(al, FAULT_RANK, "a coordinate of %d modes for a layout of %d", tuple_rank(index), layout_rank(a));
		return tuple_int(0);
	}
	struct tuple offset = tuple_int(0);
	for (int i = 0; i < index.rank && !algebra_failed(al); i++) {
		struct layout mode = layout_mode(a, i);
		if (!tuple_is_tuple(index.modes[i]) && index.modes[i].value >= layout_size(al, mode).value) {
			algebra_fault(al, FAULT_DOMAIN, "mode %d of the coordinate is beyond the layout", i);
			return offset;
		}
		offset = int_add(al, offset, mojo_index(al, index.modes[i], mode));
	}
	return offset;
}
