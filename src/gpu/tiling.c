#include <inttypes.h>

#include "gpu/tiling.h"

#include "algebra/offsets.h"

struct layout layout_of_int(int64_t extent, int64_t stride) {
	return (struct layout){ tuple_int(extent), tuple_int(stride) };
}

struct layout layout_of_pair(struct algebra *al, int64_t a, int64_t b, int64_t c, int64_t d) {
	return layout_make(al, tuple_pair(al, tuple_int(a), tuple_int(b)), tuple_pair(al, tuple_int(c), tuple_int(d)));
}

struct layout layout_of_modes(struct algebra *al, struct layout a, struct layout b) {
	struct layout modes[2] = { a, b };
	return layout_from_modes(al, modes, 2);
}

void plan_set_tiler(struct algebra *al, struct plan *plan, const struct layout *tiles) {
	struct tiler *modes = arena_array(al->arena, (size_t)plan->rank, sizeof *modes);
	for (int i = 0; i < plan->rank; i++) {
		bool is_int = tuple_is_constant(tiles[i].stride, 1) && tuple_is_plain_int(tiles[i].shape);
		modes[i] = (struct tiler){ .kind = is_int ? TILER_INT : TILER_LAYOUT, .layout = tiles[i] };
	}
	plan->tiler = (struct tiler){ .kind = TILER_MODES, .modes = modes, .rank = plan->rank };
}

void plan_set_tiles(struct algebra *al, struct plan *plan, const int64_t *extents) {
	struct layout tiles[PROBLEM_RANK_MAX];
	for (int i = 0; i < plan->rank; i++) {
		tiles[i] = layout_of_int(extents[i], 1);
	}
	plan_set_tiler(al, plan, tiles);
}

struct layout plan_rest(struct algebra *al, const struct plan *plan, struct layout view) {
	struct layout divided = layout_zipped_divide(al, view, &plan->tiler);
	if (algebra_failed(al)) {
		return layout_one();
	}
	struct layout rest = layout_mode(divided, 1);
	if (plan->passes > 1) {
		int64_t each = layout_size(al, rest).value / plan->passes;
		return layout_composition(al, rest, layout_of_pair(al, plan->passes, each, each, 1));
	}
	if (plan->last_first) {
		struct layout modes[PROBLEM_RANK_MAX];
		int rank = layout_rank(rest);
		for (int i = 0; i < rank; i++) {
			modes[i] = layout_mode(rest, rank - 1 - i);
		}
		rest = layout_from_modes(al, modes, rank);
	}
	return rest;
}

struct layout plan_partition(struct algebra *al, const struct plan *plan, struct layout view, struct layout tv) {
	struct layout divided = layout_zipped_divide(al, view, &plan->tiler);
	if (algebra_failed(al)) {
		return layout_one();
	}
	struct layout tile = layout_composition(al, layout_mode(divided, 0), tv);
	if (algebra_failed(al)) {
		return layout_one();
	}
	struct layout modes[3] = { layout_mode(tile, 0), layout_mode(tile, 1), plan_rest(al, plan, view) };
	return layout_from_modes(al, modes, 3);
}

int64_t plan_tile_extent(struct algebra *al, const struct plan *plan, int i) {
	const struct tiler *mode = &plan->tiler.modes[i];
	return layout_size(al, mode->layout).value;
}

/* The layout over "extent" whose stride is "stride[i]" in mode i. */
static struct layout flat_layout(struct algebra *al, int rank, const int64_t *extent, const int64_t *stride) {
	struct tuple *shape = tuple_modes_new(al, rank);
	struct tuple *strides = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		shape[i] = tuple_int(extent[i]);
		strides[i] = tuple_int(stride[i]);
	}
	return layout_make(al, tuple_of(al, shape, rank), tuple_of(al, strides, rank));
}

void plan_pad(struct algebra *al, struct plan *plan) {
	for (int i = 0; i < plan->rank; i++) {
		int64_t tile = plan_tile_extent(al, plan, i);
		if (plan->padded[i] == 0) {
			plan->padded[i] = (plan->extent[i] + tile - 1) / tile * tile;
		}
		plan->guarded[i] = plan->padded[i] != plan->extent[i];
	}
}

struct layout plan_numbers_view(struct algebra *al, const struct plan *plan) {
	int64_t stride[PROBLEM_RANK_MAX] = { 1 };
	for (int i = 1; i < plan->rank; i++) {
		stride[i] = stride[i - 1] * plan->padded[i - 1];
	}
	return flat_layout(al, plan->rank, plan->padded, stride);
}

struct layout plan_unit_view(struct algebra *al, const struct plan *plan, int i) {
	int64_t unit[PROBLEM_RANK_MAX] = { 0 };
	unit[i] = 1;
	return flat_layout(al, plan->rank, plan->padded, unit);
}

int plan_each(struct algebra *al, int64_t count, const char *things) {
	if (count > INT32_MAX) {
		algebra_fault(al, FAULT_LIMIT, "each thread has %" PRId64 " %s, more than %d", count, things, INT32_MAX);
		return 1;
	}
	return (int)count;
}

void plan_count(struct algebra *al, struct plan *plan) {
	if (!algebra_failed(al)) {
		plan->threads = (int)layout_size(al, layout_mode(plan->map, 0)).value;
		plan->values = plan_each(al, layout_size(al, layout_mode(plan->map, 1)).value, "values");
		plan->blocks = layout_size(al, layout_mode(plan->map, 2)).value;
	}
}

void plan_finish_map(struct algebra *al, struct plan *plan) {
	plan_pad(al, plan);
	plan->map = plan_partition(al, plan, plan_numbers_view(al, plan), plan->tv);
	for (int i = 0; i < plan->rank; i++) {
		plan->coordinate[i] = plan_partition(al, plan, plan_unit_view(al, plan, i), plan->tv);
	}
	plan_count(al, plan);
}

/*
 * A thread-value layout is of use if it deals out a tile of "size" elements: two modes, within the limits of a block,
 * and each element owned by exactly one value of one thread. Faults name the first thread and value that break this.
 */
void plan_check_tv(struct algebra *al, struct layout tv, int64_t size) {
	if (layout_rank(tv) != 2) {
		algebra_fault(al, FAULT_RANK, "a thread-value layout has two modes, thread and value; this one has %d",
			layout_rank(tv));
		return;
	}
	int64_t threads = layout_size(al, layout_mode(tv, 0)).value;
	int64_t values = layout_size(al, layout_mode(tv, 1)).value;
	if (threads > THREADS_MAX || values > VALUES_MAX || threads < 1 || values < 1) {
		algebra_fault(al, FAULT_LIMIT,
			"%" PRId64 " threads with %" PRId64 " values each; a block has at most %d threads, a thread %d values",
			threads, values, THREADS_MAX, VALUES_MAX);
		return;
	}
	struct offsets offsets = offsets_init(al, tv);
	if (algebra_failed(al) || size < 1 || size > (1 << 24)) {
		algebra_fault(al, FAULT_LIMIT, "a tile of %" PRId64 " elements; the limit is %d", size, 1 << 24);
		return;
	}
	int32_t *owner = arena_array(al->arena, (size_t)size, sizeof *owner);
	for (int64_t i = 0; i < offsets.size; i++) {
		int64_t element = offsets_at(&offsets, i);
		if (element < 0 || element >= size) {
			algebra_fault(al, FAULT_INJECTIVE,
				"thread %" PRId64 ", value %" PRId64 " is element %" PRId64
				", outside the tile of %" PRId64 " elements",
				i % threads, i / threads, element, size);
			return;
		}
		if (owner[element] != 0) {
			int64_t other = owner[element] - 1;
			algebra_fault(al, FAULT_INJECTIVE,
				"element %" PRId64 " of the tile has two owners: thread %" PRId64 ", value %" PRId64
				" and thread %" PRId64 ", value %" PRId64,
				element, other % threads, other / threads,
				i % threads, i / threads);
			return;
		}
		owner[element] = (int32_t)(i + 1);
	}
	for (int64_t i = 0; i < size; i++) {
		if (owner[i] == 0) {
			algebra_fault(al, FAULT_INJECTIVE, "element %" PRId64 " of the tile has no owner", i);
			return;
		}
	}
}

/* --- vectors --- */

/* Every stride of "layout" is a multiple of "vector". */
static bool strides_divide(struct algebra *al, struct layout layout, int vector) {
	struct tuple shape = tuple_flatten_to_tuple(al, layout.shape);
	struct tuple stride = tuple_flatten_to_tuple(al, layout.stride);
	for (int i = 0; i < tuple_rank(stride) && !algebra_failed(al); i++) {
		if (tuple_mode(shape, i).value != 1 && tuple_mode(stride, i).value % vector != 0) {
			return false;
		}
	}
	return true;
}

/* In "access", the first "vector" values lie side by side and every vector starts at a multiple of its size. */
static bool is_vectorized(struct algebra *al, struct layout access, int vector) {
	struct layout values = layout_mode(access, 1);
	struct layout head = layout_coalesce(al, layout_mode(values, 0));
	return tuple_is_constant(head.shape, vector) && tuple_is_constant(head.stride, 1)
		&& strides_divide(al, layout_mode(values, 1), vector) && strides_divide(al, layout_mode(access, 0), vector)
		&& strides_divide(al, layout_mode(access, 2), vector);
}

/*
 * "tv" with its values reordered: in the result's value mode (vector, rest), the first mode runs along the memory of
 * "output". Returns false if no "vector" values do.
 */
static bool order_values(struct algebra *al, struct layout tv, struct layout output, int vector, struct layout *out) {
	struct layout values = layout_coalesce(al, layout_mode(output, 1));
	struct layout inverse = layout_right_inverse(al, values);
	int64_t count = layout_size(al, layout_mode(tv, 1)).value;
	if (algebra_failed(al) || layout_size(al, inverse).value % vector != 0) {
		return false;
	}
	struct layout head = layout_composition(al, inverse, layout_of_int(vector, 1));
	struct layout rest = layout_complement(al, head, tuple_int(count));
	struct layout ordered = layout_composition(al, layout_mode(tv, 1), layout_of_modes(al, head, rest));
	*out = layout_of_modes(al, layout_mode(tv, 0), ordered);
	if (algebra_failed(al)) {
		fault_clear(&al->fault);
		return false;
	}
	return true;
}

void plan_choose_vectors(struct algebra *al, struct plan *plan, int most) {
	int tensors = plan_tensors(plan);
	struct layout tv = plan->tv;
	struct layout output = plan_partition(al, plan, plan->view[plan->inputs], tv);
	for (int vector = most; vector >= 1 && !algebra_failed(al); vector /= 2) {
		if (vector > 1 && !order_values(al, tv, output, vector, &plan->tv)) {
			continue;
		}
		if (vector == 1) {
			plan->tv = tv;
		}
		bool suits = true;
		for (int k = tensors - 1; k >= 0 && suits; k--) {
			plan->access[k] = plan_partition(al, plan, plan->view[k], plan->tv);
			bool vectorized = vector == 1 || is_vectorized(al, plan->access[k], vector);
			plan->vector[k] = vectorized ? vector : 1;
			if (!vectorized) {
				struct layout head = layout_coalesce(al, layout_mode(layout_mode(plan->access[k], 1), 0));
				suits = k != plan->inputs && !tuple_is_constant(head.stride, 1);
			}
		}
		if (suits) {
			return;
		}
	}
}
