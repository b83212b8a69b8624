/*
 * Composed layouts that CuTe does not have: an offset in front of a layout, and maps of bits.
 */
#include <inttypes.h>

#include "algebra/composed.h"
#include "algebra/infer.h"
#include "algebra/linear_map.h"
#include "algebra/offsets.h"

struct map map_shifted(struct algebra *al, int64_t offset, struct map inner) {
	return map_wrap(al, map_identity(), tuple_int(offset), inner);
}

struct map map_from_linear(struct algebra *al, const struct linear *a) {
	struct linear *copy = arena_alloc(al->arena, sizeof *copy);
	*copy = *a;
	struct map outer = { .kind = MAP_LINEAR, .linear = copy };
	return map_composed(al, outer, tuple_int(0), map_from_layout(layout_from_shape(al, a->shape)));
}

/*
 * Whether the strides of "a" are "*next" and so on, as those of a compact column-major layout; extents 1 have stride
 * 0.
 */
static bool is_compact(struct layout a, int64_t *next) {
	if (!tuple_is_tuple(a.shape)) {
		bool compact = tuple_is_constant(a.stride, a.shape.value == 1 ? 0 : *next) && int_has_value(a.shape);
		return compact && checked_mul(*next, a.shape.value, next);
	}
	bool compact = true;
	for (int i = 0; i < a.shape.rank && compact; i++) {
		compact = is_compact(layout_mode(a, i), next);
	}
	return compact;
}

const struct linear *map_columns(struct map map) {
	int64_t size = 1;
	if (map.kind != MAP_COMPOSED || map.composed->outer.kind != MAP_LINEAR
		|| !tuple_is_constant(map.composed->offset, 0) || map.composed->inner.kind != MAP_LAYOUT
		|| !is_compact(map.composed->inner.layout, &size)) {
		return NULL;
	}
	const struct linear *columns = map.composed->outer.linear;
	return size == (int64_t)1 << columns->bits ? columns : NULL;
}

bool map_is_extended(struct map map) {
	if (map.kind != MAP_COMPOSED) {
		return map.kind == MAP_IDENTITY || map.kind == MAP_LINEAR;
	}
	return map_is_extended(map.composed->outer) || map_is_extended(map.composed->inner);
}

/* 1 + the largest of all values. */
static struct tuple cosize_by_values(struct algebra *al, struct map map) {
	enum { CHUNK = 1024 };
	int64_t values[CHUNK];
	int64_t greatest = 0;
	struct offsets offsets = offsets_init_map(al, map);
	for (int64_t first = 0; first < offsets.size && algebra_step(al, 0); first += CHUNK) {
		int64_t count = offsets.size - first < CHUNK ? offsets.size - first : CHUNK;
		offsets_fill(&offsets, first, count, values);
		for (int64_t i = 0; i < count; i++) {
			greatest = values[i] > greatest ? values[i] : greatest;
		}
	}
	return tuple_int(greatest + 1);
}

struct tuple map_cosize(struct algebra *al, struct map map) {
	if (map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_IDENTITY) {
		return int_add(al, map.composed->offset, map_cosize(al, map.composed->inner));
	}
	if (map.kind == MAP_COMPOSED && map_is_extended(map)) {
		struct linear_reading reading = linear_from_map(al, map);
		return reading.is_linear ? tuple_int(linear_greatest(&reading.linear) + 1) : cosize_by_values(al, map);
	}
	return layout_cosize(al, map_inner(al, map));
}

struct map map_refuse_linear(struct algebra *al, struct map map) {
	algebra_fault(al, FAULT_UNSUPPORTED, "a map of bits has no elements of other widths");
	return map;
}

bool map_joins(struct algebra *al, struct map outer, struct tuple offset, struct map inner, struct map *joined) {
	if (inner.kind != MAP_COMPOSED) {
		return false;
	}
	const struct composed *composed = inner.composed;
	if (composed->outer.kind == MAP_IDENTITY) {
		*joined = map_wrap(al, outer, tuple_add(al, offset, composed->offset), composed->inner);
		return true;
	}
	if (composed->outer.kind != MAP_LINEAR || !tuple_is_constant(offset, 0)) {
		return false;
	}
	if (outer.kind != MAP_SWIZZLE && outer.kind != MAP_LINEAR) {
		return false;
	}
	struct linear *columns = arena_alloc(al->arena, sizeof *columns);
	*columns = *composed->outer.linear;
	if (outer.kind == MAP_SWIZZLE) {
		columns->constant = swizzle_apply(outer.swizzle, columns->constant);
		for (int k = 0; k < columns->bits; k++) {
			columns->columns[k] = swizzle_apply(outer.swizzle, columns->columns[k]);
		}
	} else {
		*columns = linear_composition(al, outer.linear, columns);
	}
	struct map map = { .kind = MAP_LINEAR, .linear = columns };
	*joined = algebra_failed(al) ? inner : map_composed(al, map, composed->offset, composed->inner);
	return true;
}

/* R with R(offset + L(i)) = i: the inverse of L, behind all integers up to the largest offset, less the offset. */
static struct map unshift(struct algebra *al, struct map a) {
	struct tuple offset = a.composed->offset;
	struct layout inverse = layout_left_inverse(al, a.composed->inner.layout);
	struct layout domain = { map_cosize(al, a), tuple_int(1) };
	return map_composed(al, map_from_layout(inverse), int_sub(al, tuple_int(0), offset), map_from_layout(domain));
}

struct map map_extended_inverse(struct algebra *al, struct map a, bool is_right) {
	struct linear_reading reading = linear_from_map(al, a);
	if (algebra_failed(al)) {
		return a;
	}
	if (reading.is_linear) {
		struct linear inverse = is_right ? linear_right_inverse(al, &reading.linear)
						 : linear_left_inverse(al, &reading.linear);
		return algebra_failed(al) ? a : map_from_linear(al, &inverse);
	}
	if (!is_right && a.composed->outer.kind == MAP_IDENTITY && a.composed->inner.kind == MAP_LAYOUT
		&& int_value(al, a.composed->offset) >= 0) {
		return unshift(al, a);
	}
	algebra_fault(al, FAULT_UNSUPPORTED,
		"the inverse of this map cannot be expressed: it is neither a layout nor a map of bits");
	return a;
}
