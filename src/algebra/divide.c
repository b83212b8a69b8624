#include <inttypes.h>

#include "algebra/exact.h"
#include "algebra/tile.h"
#include "algebra/trace.h"

/*
 * Leave a note if an element of "a" is in no tile. Tiles "b" placed by "rest" give each number below the size of their
 * common right inverse, and miss that one: a gap that was rounded down lies there. There is none behind n:1.
 */
static void check_cover(struct algebra *al, struct layout a, struct layout b, struct layout rest) {
	bool is_run = tuple_is_constant(b.stride, 1) && int_less(tuple_int(0), b.shape) == ANSWER_YES;
	if (is_run || !tuple_is_static(a.shape) || !tuple_is_static(b.shape) || !tuple_is_static(b.stride)) {
		return;
	}
	struct trace *trace = trace_pause(al);
	struct layout parts[2] = { layout_filter(al, b), rest };
	struct tuple reach = layout_size(al, layout_right_inverse(al, layout_from_modes(al, parts, 2)));
	struct tuple wanted = layout_size(al, a);
	al->trace = trace;
	if (!algebra_failed(al) && int_is_below(reach, wanted)) {
		algebra_note(al, FAULT_INEXACT,
			"element %" PRId64 " of %" PRId64 " is in no tile: a stride of the tiler is no multiple of what its modes "
			"with smaller strides cover", reach.value, wanted.value);
	}
}

/* The offsets that a layout has, in a hash table; 0, which each layout has, stands in the slots that are free. */
struct offset_set {
	uint64_t *slots;
	uint64_t mask;       /* slots - 1 */
};

/* The slot of "offset", or the one that it would take. */
static uint64_t *offset_set_slot(const struct offset_set *set, uint64_t offset) {
	uint64_t place = offset * UINT64_C(0x9e3779b97f4a7c15) >> 32 & set->mask;
	while (set->slots[place] != offset && set->slots[place] != 0) {
		place = (place + 1) & set->mask;
	}
	return &set->slots[place];
}

/* The first "count" offsets of "chain". */
static uint64_t *offsets_of(struct algebra *al, const struct chain *chain, int64_t count) {
	int64_t *offsets = arena_array_room(al->arena, (size_t)count, sizeof *offsets);
	chain_run(chain, 0, offsets, count);
	return (uint64_t *)offsets;
}

/* The "count" offsets of a layout as a set. */
static struct offset_set offset_set_make(struct algebra *al, const uint64_t *offsets, int64_t count) {
	struct offset_set set = { .mask = 1 };
	while (set.mask < 2 * (uint64_t)count) {
		set.mask = 2 * set.mask + 1;
	}
	set.slots = arena_array(al->arena, (size_t)set.mask + 1, sizeof *set.slots);
	for (int64_t i = 0; i < count; i++) {
		*offset_set_slot(&set, offsets[i]) = offsets[i];
	}
	return set;
}

/* The modes of a layout, the greatest stride first, and how far each but the first with those behind it reaches. */
struct descending {
	int count;
	struct layout *modes;
	int64_t *reach;
	int64_t tries; /* that are left to has_offset */
};

/* Sort the modes of "a". Returns false where a stride is negative, or the offsets do not fit. */
static bool sort_modes(struct algebra *al, struct layout a, struct descending *out) {
	struct layout flat = layout_flatten(al, a);
	int rank = layout_rank(flat);
	*out = (struct descending){ 0, arena_array(al->arena, (size_t)rank, sizeof *out->modes),
		arena_array(al->arena, (size_t)rank + 1, sizeof *out->reach), LIMIT_CHECKED_POINTS };
	for (int i = 0; i < rank; i++) {
		struct layout mode = layout_mode(flat, i);
		int k = out->count;
		if (mode.shape.value == 1) {
			continue;
		}
		if (!tuple_is_plain_int(mode.stride) || mode.stride.value < 0 || mode.shape.value < 1) {
			return false;
		}
		if (mode.stride.value == 0) {
			continue;
		}
		for (; k > 0 && out->modes[k - 1].stride.value < mode.stride.value; k--) {
			out->modes[k] = out->modes[k - 1];
		}
		out->modes[k] = mode;
		out->count++;
	}
	for (int k = out->count - 1; k > 0; k--) {
		if (!checked_mul(out->modes[k].shape.value - 1, out->modes[k].stride.value, &out->reach[k])
				|| !checked_add(out->reach[k], out->reach[k + 1], &out->reach[k])) {
			return false;
		}
	}
	return !algebra_failed(al);
}

/* Whether the modes from "k" on have "offset"; true as well where that takes too long to tell. */
static bool has_offset(struct descending *modes, int k, int64_t offset) {
	if (k == modes->count) {
		return offset == 0;
	}
	int64_t stride = modes->modes[k].stride.value;
	int64_t digit = offset / stride < modes->modes[k].shape.value ? offset / stride : modes->modes[k].shape.value - 1;
	for (; digit >= 0 && offset - digit * stride <= modes->reach[k + 1]; digit--) {
		if (--modes->tries < 0 || has_offset(modes, k + 1, offset - digit * stride)) {
			return true;
		}
	}
	return false;
}

static void note_no_tile(struct algebra *al, int64_t element, int64_t elements) {
	algebra_note(al, FAULT_INEXACT, "element %" PRId64 " of %" PRId64
		" is in no tile: the tiles do not follow each other inside the modes of the layout", element, elements);
}

/* The same for more elements than can be compared: some that lie spread over all. */
static void check_some_elements(struct algebra *al, struct layout a, struct layout r) {
	struct chain wanted;
	struct descending modes;
	int64_t elements = int_value(al, layout_size(al, a));
	uint64_t state = 0;
	if (!chain_from_layout(al, a, &wanted) || !chain_fits(&wanted, elements) || !sort_modes(al, r, &modes)
			|| !algebra_step(al, EXACT_SPREAD_POINTS)) {
		return;
	}
	for (int n = 0; n < EXACT_SPREAD_POINTS; n++) {
		int64_t i = exact_spread(&state, elements);
		if (!has_offset(&modes, 0, (int64_t)chain_at(&wanted, (uint64_t)i))) {
			note_no_tile(al, i, elements);
			return;
		}
	}
}

/* Leave a note if an offset of "a" is none of "r". */
static void check_elements(struct algebra *al, struct layout a, struct layout r) {
	struct chain wanted;
	struct chain got;
	int64_t elements = int_value(al, layout_size(al, a));
	struct algebra quiet = *al; /* so many elements that their number does not fit 64 bits are no fault */
	int64_t count = int_value(&quiet, layout_size(&quiet, r));
	bool is_small = !algebra_failed(&quiet) && elements <= LIMIT_CHECKED_POINTS && count <= LIMIT_CHECKED_POINTS;
	if (!algebra_failed(al) && !is_small) {
		check_some_elements(al, a, r);
		return;
	}
	if (algebra_failed(al) || !chain_from_layout(al, a, &wanted) || !chain_from_layout(al, r, &got)
			|| !algebra_step(al, elements * tuple_leaves(a.shape) + count * tuple_leaves(r.shape))) {
		return;
	}
	const uint64_t *offsets = offsets_of(al, &wanted, elements);
	struct offset_set set = offset_set_make(al, offsets_of(al, &got, count), count);
	for (int64_t i = 0; i < elements; i++) {
		if (*offset_set_slot(&set, offsets[i]) != offsets[i]) {
			note_no_tile(al, i, elements);
			return;
		}
	}
}

/* The DSL divides by no layout whose complement has a gap of 0; of formulas it becomes a need that none is. */
static void refuse_gaps(struct algebra *al, struct layout rest) {
	struct layout flat = layout_flatten(al, rest);
	for (int i = 0; i < layout_rank(flat) && algebra_is_dsl(al); i++) {
		int_needs_nonzero(tuple_mode(flat.shape, i));
		if (tuple_is_constant(tuple_mode(flat.shape, i), 0)) {
			algebra_operand(al, 2);
			algebra_fault(al, FAULT_INJECTIVE, "the tiler is not injective");
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
	refuse_gaps(al, rest);
	parts[1] = algebra_failed(al) ? a : layout_composition(al, a, rest);
	operation_end(al, scope);
	if (algebra_failed(al)) {
		return a;
	}
	struct layout r = layout_from_modes(al, parts, 2);
	trace_end(al, r);
	if (operation_verifies(al)) {
		check_cover(al, flat, b, rest);
		if (tuple_has_values(r.shape) && !composition_is_exact(al, layout_coalesce_extended(al, a), rest)) {
			check_elements(al, a, r);
		}
	}
	return r;
}

/* As many elements as the tiles "b" of "a" and those beside them reach, as one mode. */
static struct layout covered_by_layout(struct algebra *al, struct layout a, struct layout b) {
	struct layout rest = layout_complement(al, b, layout_coalesce(al, a).shape);
	return layout_from_shape(al, int_mul(al, layout_size(al, b), layout_size(al, rest)));
}

struct tuple layout_divide_covers(struct algebra *al, struct layout a, const struct tiler *b) {
	struct scope scope = operation_begin(al);
	struct trace *trace = trace_pause(al);
	struct tuple shape = tile_by_mode(al, a, b, covered_by_layout).shape;
	al->trace = trace;
	operation_end(al, scope);
	return b->kind == TILER_MODES ? tuple_product_each(al, shape) : tuple_product(al, shape);
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
