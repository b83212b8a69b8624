#include "algebra/linear_map.h"

#include <inttypes.h>

#include "algebra/offsets.h"
#include "base/limits.h"

static struct linear_reading not_linear(int64_t witness) {
	return (struct linear_reading){ .witness = witness, .linear = { .shape = tuple_int(1) } };
}

/* Put the columns of "a" behind those in "out". False where they do not show that "a" is linear. */
static bool put_columns(struct layout a, struct linear *out, int64_t *used) {
	if (tuple_is_tuple(a.shape)) {
		bool fits = true;
		for (int i = 0; i < a.shape.rank && fits; i++) {
			fits = put_columns(layout_mode(a, i), out, used);
		}
		return fits;
	}
	if (!tuple_is_plain_int(a.stride) || !int_has_value(a.stride)) {
		return false;
	}
	int64_t column = a.stride.value;
	for (int64_t extent = a.shape.value; extent > 1; extent /= 2) {
		if (!linear_is_value(column) || (column & *used) != 0) {
			return false;
		}
		*used |= column;
		out->columns[out->bits++] = column;
		column *= 2;
	}
	return true;
}

/* "map" behind "a". False where the structure of "map" does not show that the result is linear. */
static bool apply_structure(struct algebra *al, struct map map, struct linear *a) {
	struct linear layout = { .bits = 0 };
	int64_t used = 0;
	switch (map.kind) {
	case MAP_LAYOUT:
		if (linear_bits_of_shape(map.layout.shape) < 0 || !put_columns(map.layout, &layout, &used)) {
			return false;
		}
		if (linear_reached_bits(a) >> layout.bits != 0) {
			return false;
		}
		*a = linear_composition(al, &layout, a);
		return true;
	case MAP_IDENTITY:
		return true;
	case MAP_LINEAR:
		if (linear_reached_bits(a) >> map.linear->bits != 0) {
			return false;
		}
		*a = linear_composition(al, map.linear, a);
		return true;
	case MAP_SWIZZLE:
		a->constant = swizzle_apply(map.swizzle, a->constant);
		for (int k = 0; k < a->bits; k++) {
			a->columns[k] = swizzle_apply(map.swizzle, a->columns[k]);
		}
		return true;
	case MAP_COMPOSED:
		break;
	}
	struct tuple offset = map.composed->offset;
	if (!apply_structure(al, map.composed->inner, a) || !tuple_is_plain_int(offset) || !int_has_value(offset)) {
		return false;
	}
	if (!linear_is_value(offset.value) || (offset.value & linear_reached_bits(a)) != 0) {
		return false;
	}
	a->constant |= offset.value;
	return apply_structure(al, map.composed->outer, a);
}

/* The map of "shape" that gives the number of a coordinate. */
static struct linear identity_of(struct tuple shape) {
	struct linear a = { .shape = shape, .bits = linear_bits_of_shape(shape) };
	for (int k = 0; k < a.bits; k++) {
		a.columns[k] = (int64_t)1 << k;
	}
	return a;
}

struct linear_reading linear_from_map(struct algebra *al, struct map map) {
	struct tuple shape = map_inner(al, map).shape;
	struct linear a = identity_of(shape);
	if (algebra_failed(al) || a.bits < 0) {
		return not_linear(-1);
	}
	if (apply_structure(al, map, &a)) {
		return (struct linear_reading){ .is_linear = true, .linear = a };
	}
	struct offsets offsets = offsets_init_map(al, map);
	if (!algebra_failed(al) && offsets.size > LIMIT_TABLE_ENTRIES) {
		algebra_fault(al, FAULT_LIMIT, "%" PRId64 " coordinates are to be looked at; the limit is %d", offsets.size,
			LIMIT_TABLE_ENTRIES);
	}
	if (algebra_failed(al)) {
		return not_linear(-1);
	}
	int64_t *table = arena_array(al->arena, (size_t)offsets.size, sizeof *table);
	offsets_fill(&offsets, 0, offsets.size, table);
	return linear_from_table(al, table, shape);
}
