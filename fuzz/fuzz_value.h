/* Which values have a text that the language reads back: not atoms, whose text is a call, and not all layouts. */
#ifndef FUZZ_VALUE_H
#define FUZZ_VALUE_H

#include "lang/value.h"

/*
 * Negative extents, which CuTe's left_inverse makes of negative strides, cannot be written, and an offset that is a
 * coordinate is read as a shape.
 */
static inline bool fuzz_is_readable(struct tuple shape) {
	if (!tuple_is_tuple(shape)) {
		return shape.value >= 0;
	}
	for (int i = 0; i < shape.rank; i++) {
		if (!fuzz_is_readable(shape.modes[i])) {
			return false;
		}
	}
	return true;
}

static inline bool fuzz_map_has_text(struct map map) {
	switch (map.kind) {
	case MAP_LAYOUT: return fuzz_is_readable(map.layout.shape);
	case MAP_SWIZZLE:
	case MAP_IDENTITY:
	case MAP_LINEAR:
		return true;
	case MAP_COMPOSED:
		return !tuple_is_tuple(map.composed->offset) && fuzz_map_has_text(map.composed->outer) &&
			fuzz_map_has_text(map.composed->inner);
	}
	return false;
}

static inline bool fuzz_has_text(const struct value *value) {
	switch (value->kind) {
	case VALUE_LAYOUT: return fuzz_is_readable(value->layout.shape);
	case VALUE_COMPOSED: return fuzz_map_has_text((struct map){ .kind = MAP_COMPOSED, .composed = value->composed });
	case VALUE_TUPLE:
	case VALUE_SWIZZLE:
	case VALUE_BOOL:
	case VALUE_STRING:
		return true;
	case VALUE_LIST:
		for (int i = 0; i < value->list.count; i++) {
			if (!fuzz_has_text(&value->list.items[i])) {
				return false;
			}
		}
		return true;
	default:
		return false;
	}
}

#endif
