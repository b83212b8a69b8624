/*
 * Slices of composed layouts. Behind a swizzle a slice is computed as CuTe's static path does: what is fixed moves the
 * offset in front of the swizzle, and the swizzle stays as far as the rest reaches its bits.
 */
#include "algebra/composed.h"

#include <inttypes.h>

#include "algebra/exact.h"
#include "algebra/trace.h"

/* "a" xor "b". Of integers that are not known, that which divides both. */
static struct tuple int_xor(struct tuple a, struct tuple b) {
	if (int_has_value(a) && int_has_value(b)) {
		return tuple_int(a.value ^ b.value);
	}
	if (int_divisor(a) == 0 || int_divisor(b) == 0) {
		return int_divisor(a) == 0 ? b : a;
	}
	uint64_t bits = int_divisor(a) | int_divisor(b);
	return int_divisible_by_power(int_is_wide(a) ? a : b, bits & -bits);
}

/*
 * The xor of coordinate times stride over the modes of "a", each of which must span a power of two, at compile time in
 * C++. "bits" receives which bits coordinates known at run time only can set, and what the others set.
 */
static struct tuple xor_of_modes(struct algebra *al, struct layout a, struct tuple c, struct swizzle_bits *bits) {
	if (tuple_is_tuple(a.shape)) {
		struct tuple sum = tuple_int(0);
		for (int i = 0; i < a.shape.rank && !algebra_failed(al); i++) {
			sum = int_xor(sum, xor_of_modes(al, layout_mode(a, i), tuple_mode(c, i), bits));
		}
		return sum;
	}
	struct tuple product = int_mul(al, a.shape, a.stride);
	if (!algebra_failed(al) && !int_is_static(product) && int_has_value(product) && !algebra_is_dsl(al)) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"slicing a swizzled layout needs the extents and strides that it fixes at compile time");
	}
	int64_t span = int_value(al, product);
	if (span < 0 || (span & (span - 1)) != 0) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"slicing a swizzled layout needs extent times stride to be a power of two, not %" PRId64, span);
		return tuple_int(0);
	}
	int64_t last = int_value(al, int_mul(al, int_sub(al, a.shape, tuple_int(1)), a.stride));
	struct tuple place = int_mul(al, c, a.stride);
	bits->run_time |= int_is_static(place) ? 0 : last;
	bits->fixed ^= int_is_static(place) ? place.value & last : 0;
	return int_has_value(place) ? tuple_int(place.value & last) : int_divisor(place) == 0 ? tuple_int(0) : place;
}

int64_t layout_reached_bits(struct algebra *al, struct layout filter, struct layout a) {
	struct layout seen = layout_composition(al, filter, a);
	struct tuple last = int_sub(al, layout_size(al, seen), tuple_int(1));
	return int_value(al, layout_crd2idx(al, last, seen));
}

/* "map" with nothing left behind: a slice in which nothing is fixed, or what stands there after a fault. */
static struct sliced unmoved(struct map map) {
	return (struct sliced){ map, tuple_int(0), tuple_int(0) };
}

/* The slice of offset + layout under a swizzle, as CuTe's static path computes it. */
static struct sliced slice_swizzled(struct algebra *al, struct tuple c, const struct composed *composed) {
	struct swizzle s = composed->outer.swizzle;
	struct layout whole = composed->inner.layout;
	struct layout kept = layout_slice(al, c, whole);
	struct layout fixed = layout_dice(al, c, whole);
	struct tuple fixed_at = tuple_dice(al, c, c);
	struct layout active = swizzle_active_layout(al, s);
	struct layout fixed_active = layout_composition(al, active, fixed);
	struct layout fixed_passive = layout_composition(al, swizzle_passive_layout(al, s), fixed);
	struct tuple at = tuple_idx2crd(al, fixed_at, fixed_active.shape);
	struct swizzle_bits bits = { .run_time = int_is_static(composed->offset) ? 0 : composed->run_time_bits };
	bits.fixed = int_has_value(composed->offset) ? composed->offset.value : 0;
	struct tuple offset = int_xor(composed->offset, xor_of_modes(al, fixed_active, at, &bits));
	offset.known = bits.run_time != 0 && int_has_value(offset) && !algebra_is_dsl(al) ? KNOWN_RUN_TIME : offset.known;
	struct tuple passive = layout_crd2idx(al, fixed_at, fixed_passive);
	int64_t reached = layout_reached_bits(al, active, kept);
	if (algebra_failed(al)) {
		return unmoved(map_from_layout(whole));
	}
	if (!int_has_value(composed->offset)) {
		bits.run_time = -1;
	}
	struct tuple start = int_add(al, swizzle_apply_int(s, offset), passive);
	if ((reached & ~swizzle_apply(s, reached)) != 0) {
		struct map map = map_with_run_time_bits(al,
			map_composed_whole(al, composed->outer, offset, true, map_from_layout(kept)), bits.run_time);
		return (struct sliced){ map, passive, algebra_is_dsl(al) ? start : passive };
	}
	if (algebra_is_dsl(al)) {
		bits.run_time = int_has_value(offset) ? 0 : -1;
	}
	struct layout decayed = layout_composition(al, swizzle_decayed_layout(al, s, offset, bits), kept);
	if (algebra_is_dsl(al)) {
		struct map none = map_from_swizzle((struct swizzle){ 0, 4, 3 });
		struct map map = map_composed_whole(al, none, tuple_int(0), false, map_from_layout(decayed));
		return (struct sliced){ map, start, start };
	}
	return (struct sliced){ map_from_layout(decayed), start, start };
}

/*
 * Leave a note if the slice "r" of "composed" at "c" and the offset that it leaves behind are not what "composed" is
 * there: CuTe joins offsets by xor where a sum may carry, and keeps bits apart that touch both sides of the swizzle.
 */
static void check_slice(struct algebra *al, struct tuple c, const struct composed *composed, const struct sliced *r) {
	struct layout kept = layout_slice(al, c, composed->inner.layout);
	struct tuple start = layout_crd2idx_fixed(al, c, composed->inner.layout);
	if (!int_has_value(start) || !int_has_value(composed->offset)) {
		return;
	}
	struct map front = { .kind = MAP_COMPOSED, .composed = composed };
	struct map shifted = algebra_failed(al) ? front
		: map_with_front(al, composed, map_shifted(al, int_value(al, start), map_from_layout(kept)));
	struct map moved = algebra_failed(al) ? front : map_shifted(al, int_value(al, r->offset), r->map);
	struct chain wanted;
	struct chain got;
	if (algebra_failed(al) || !map_chain(al, shifted, &wanted) || !map_chain(al, moved, &got)) {
		return;
	}
	int64_t i = exact_first_difference(al, &wanted, &got, int_value(al, layout_size(al, kept)));
	if (i >= 0) {
		algebra_note(al, FAULT_INEXACT, "CuTe's answer is not the slice: with its offset it gives %" PRId64
			" at i = %" PRId64 ", where the layout gives %" PRId64
			"; CuTe joins offsets bit by bit, and here they carry",
			(int64_t)chain_at(&got, (uint64_t)i), i, (int64_t)chain_at(&wanted, (uint64_t)i));
	}
}

/*
 * The slice of a layout that waits for a pointer. Where it begins at a static 0 it still waits; any other has its
 * beginning in the place of the pointer, and CuTe's swizzle of bytes then acts on elements.
 */
static struct sliced slice_flagged(struct algebra *al, struct tuple c, const struct composed *composed) {
	struct layout whole = composed->inner.layout;
	struct map kept = map_from_layout(layout_slice(al, c, whole));
	struct tuple start = layout_crd2idx_fixed(al, c, whole);
	if (algebra_failed(al) || (int_is_static(start) && tuple_is_constant(start, 0))) {
		return unmoved(algebra_failed(al) ? kept : map_with_front(al, composed, kept));
	}
	return unmoved(map_losing_flag(al, composed, start, kept));
}

/* The innermost layout is sliced; what stands in front of it stays, or decays to a layout as CuTe has it. */
struct sliced map_slice(struct algebra *al, struct tuple c, struct map map) {
	if (map.kind == MAP_LAYOUT) {
		struct tuple offset = layout_crd2idx_fixed(al, c, map.layout);
		return (struct sliced){ map_from_layout(layout_slice(al, c, map.layout)), offset, offset };
	}
	struct layout inner = map_inner(al, map);
	if (algebra_failed(al)) {
		return unmoved(map);
	}
	bool is_whole = tuple_is_tuple(c) && tuple_is_all_underscore(c);
	if (algebra_is_dsl(al) && !is_whole && !(tuple_is_static(inner.shape) && tuple_is_static(inner.stride))) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the DSL has no slices of a swizzled layout of integers at run time");
		return unmoved(map);
	}
	if (tuple_is_all_underscore(c)) {
		return unmoved(map_with_inner(al, map, layout_slice(al, c, inner)));
	}
	if (map.composed->outer.kind == MAP_SWIZZLE && map.composed->inner.kind != MAP_LAYOUT) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"CuTe slices a swizzle in front of a layout, not in front of a composed layout");
		return unmoved(map);
	}
	if (map.composed->outer.kind == MAP_SWIZZLE && !tuple_has_underscore(c)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the coordinate has no \"_\", so that nothing is left of the layout");
		return unmoved(map);
	}
	const struct composed *composed = map.composed;
	struct scope scope = operation_begin(al);
	struct sliced result;
	bool is_plain_swizzle = composed->outer.kind == MAP_SWIZZLE && composed->inner.kind == MAP_LAYOUT
		&& tuple_is_plain_int(composed->offset);
	if (map_is_flagged(map)) {
		result = slice_flagged(al, c, composed);
	} else if (is_plain_swizzle) {
		result = slice_swizzled(al, c, composed);
	} else {
		struct sliced part = map_slice(al, c, composed->inner);
		struct tuple offset = tuple_add(al, composed->offset, part.offset);
		result = unmoved(map_composed_whole(al, composed->outer, offset, composed->is_unsigned, part.map));
	}
	operation_end(al, scope);
	if (operation_verifies(al) && is_plain_swizzle && !map_is_flagged(map) && tuple_is_plain_int(result.offset)) {
		check_slice(al, c, composed, &result);
	}
	return result;
}
