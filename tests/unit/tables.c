#include "tables.h"

#include "reference.h"

/* The place in a row of the integer with the basis of "stride": 0 for plain ones. -1 if "profile" has no such place. */
static int place_of(struct tuple stride, struct tuple profile) {
	int place = 0;
	for (int k = 0; k < int_basis_indices(stride); k++) {
		int index = stride.basis[k];
		if (!tuple_is_tuple(profile) || index >= profile.rank) {
			return -1;
		}
		for (int before = 0; before < index; before++) {
			place += tuple_leaves(profile.modes[before]);
		}
		profile = profile.modes[index];
	}
	return tuple_is_int(profile) ? place : -1;
}

/* Add digit times stride for each leaf of the layout; what is left of "rest" belongs to the last one. */
static bool add_digits(struct tuple shape, struct tuple stride, struct tuple profile, int64_t *rest, bool is_last,
		int64_t *row) {
	if (tuple_is_tuple(shape)) {
		bool good = true;
		for (int k = 0; k < shape.rank; k++) {
			bool is_end = is_last && k + 1 == shape.rank;
			good = add_digits(shape.modes[k], stride.modes[k], profile, rest, is_end, row) && good;
		}
		return good;
	}
	int64_t digit = is_last || shape.value == 0 ? *rest : *rest % shape.value;
	*rest = is_last || shape.value == 0 ? 0 : *rest / shape.value;
	if (digit * stride.value == 0) {
		return true;
	}
	int place = place_of(stride, profile);
	row[place >= 0 ? place : 0] += digit * stride.value;
	return place >= 0;
}

/* Sw<B,M,S>, bit for bit: bit M + B - 1 - k of the lower field is xored with the one |S| above it, or the reverse. */
static int64_t swizzled(struct swizzle s, int64_t x) {
	int64_t y = x;
	for (int bit = 0; bit < s.bits; bit++) {
		int low = s.base + bit;
		int high = low + (s.shift < 0 ? -s.shift : s.shift);
		int from = s.shift < 0 ? low : high;
		int onto = s.shift < 0 ? high : low;
		y ^= (x >> from & 1) << onto;
	}
	return y;
}

static bool row_of_map(struct map map, struct tuple profile, int64_t i, int64_t *row) {
	switch (map.kind) {
	case MAP_LAYOUT: return add_digits(map.layout.shape, map.layout.stride, profile, &i, true, row);
	case MAP_SWIZZLE: row[0] = swizzled(map.swizzle, i); return true;
	case MAP_IDENTITY: row[0] = i; return true;
	case MAP_LINEAR: return false;
	case MAP_COMPOSED: break;
	}
	int64_t inner = 0;
	const struct composed *composed = map.composed;
	return tuple_is_plain_int(composed->offset) && row_of_map(composed->inner, tuple_int(0), i, &inner) &&
		row_of_map(composed->outer, profile, composed->offset.value + inner, row);
}

static struct map map_of(const struct value *value) {
	return value->kind == VALUE_COMPOSED ? (struct map){ .kind = MAP_COMPOSED, .composed = value->composed }
		: map_from_layout(value->layout);
}

const struct layout *table_layout(const struct value *value) {
	if (value->kind != VALUE_COMPOSED) {
		return &value->layout;
	}
	const struct composed *composed = value->composed;
	while (composed->inner.kind == MAP_COMPOSED) {
		composed = composed->inner.composed;
	}
	return composed->inner.kind == MAP_LAYOUT ? &composed->inner.layout : NULL;
}

bool table_row(const struct value *value, struct tuple profile, int64_t i, int64_t *row) {
	for (int k = 0; k < tuple_leaves(profile); k++) {
		row[k] = 0;
	}
	return row_of_map(map_of(value), profile, i, row);
}

bool table_from_value(struct arena *arena, const struct value *value, struct tuple profile, struct table *table) {
	if (value->kind != VALUE_LAYOUT && value->kind != VALUE_COMPOSED) {
		return false;
	}
	const struct layout *layout = table_layout(value);
	if (layout == NULL) {
		return false;
	}
	struct tuple shape = layout->shape;
	*table = (struct table){ .shape = shape, .profile = profile, .size = reference_size(shape),
		.width = tuple_leaves(profile) };
	table->at = arena_array(arena, (size_t)(table->size * table->width) + 1, sizeof *table->at);
	bool good = true;
	for (int64_t i = 0; good && i < table->size; i++) {
		good = table_row(value, profile, i, table->at + i * table->width);
	}
	return good;
}

static bool add_tuple(struct tuple c, struct tuple profile, struct tuple whole, int64_t *row, int place) {
	if (tuple_is_int(c) && (c.basis_depth > 0 || tuple_is_int(profile) || c.value == 0)) {
		int at = c.basis_depth > 0 ? place_of(c, whole) : place;
		row[at >= 0 ? at : 0] += c.value;
		return at >= 0;
	}
	bool good = tuple_is_tuple(c) && tuple_is_tuple(profile) && c.rank <= profile.rank;
	for (int k = 0; good && k < c.rank; k++) {
		good = add_tuple(c.modes[k], profile.modes[k], whole, row, place);
		place += tuple_leaves(profile.modes[k]);
	}
	return good;
}

bool table_row_from_tuple(struct tuple c, struct tuple profile, int64_t *row) {
	for (int k = 0; k < tuple_leaves(profile); k++) {
		row[k] = 0;
	}
	return add_tuple(c, profile, profile, row, 0);
}
