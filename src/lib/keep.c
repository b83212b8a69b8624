#include "lib/keep.h"

#include <stdlib.h>
#include <string.h>

#include "algebra/linear.h"
#include "base/limits.h"

enum { ALIGNMENT = 8 };

_Static_assert(_Alignof(struct value) <= ALIGNMENT, "values are aligned");
_Static_assert(sizeof(struct value) % ALIGNMENT == 0, "values follow each other");
_Static_assert(sizeof(struct tuple) % ALIGNMENT == 0, "tuples follow each other");
_Static_assert(sizeof(struct composed) % ALIGNMENT == 0, "composed layouts follow each other");
_Static_assert(sizeof(struct linear) % ALIGNMENT == 0, "linear maps follow each other");

/* --- how much a copy takes --- */

struct measure {
	struct fault *fault;
	size_t bytes;
	int parts; /* items of lists, and parts of composed layouts; values share them, copies do not */
};

/* Count the "count" parts of something "depth" levels down. Returns false beyond a limit. */
static bool count_parts(struct measure *measure, int count, int depth) {
	if (depth > LIMIT_NESTING) {
		fault_set(measure->fault, FAULT_LIMIT, 0, "the value nests deeper than %d", LIMIT_NESTING);
		return false;
	}
	if (count > LIMIT_NODES - measure->parts) {
		fault_set(measure->fault, FAULT_LIMIT, 0, "the value has more than %d parts", LIMIT_NODES);
		return false;
	}
	measure->parts += count;
	return true;
}

/* Tuples are within their own limits. */
static void measure_tuple(struct measure *measure, struct tuple tuple) {
	if (tuple_is_tuple(tuple)) {
		measure->bytes += (size_t)tuple.rank * sizeof tuple;
		for (int i = 0; i < tuple.rank; i++) {
			measure_tuple(measure, tuple.modes[i]);
		}
	}
}

static void measure_layout(struct measure *measure, struct layout layout) {
	measure_tuple(measure, layout.shape);
	measure_tuple(measure, layout.stride);
}

static bool measure_composed(struct measure *measure, const struct composed *composed, int depth);

static bool measure_map(struct measure *measure, struct map map, int depth) {
	switch (map.kind) {
	case MAP_LAYOUT:
		measure_layout(measure, map.layout);
		break;
	case MAP_SWIZZLE:
	case MAP_IDENTITY:
		break;
	case MAP_LINEAR:
		measure->bytes += sizeof *map.linear;
		measure_tuple(measure, map.linear->shape);
		break;
	case MAP_COMPOSED:
		return measure_composed(measure, map.composed, depth + 1);
	}
	return true;
}

static bool measure_composed(struct measure *measure, const struct composed *composed, int depth) {
	measure->bytes += sizeof *composed;
	measure_tuple(measure, composed->offset);
	return count_parts(measure, 2, depth) && measure_map(measure, composed->outer, depth)
		&& measure_map(measure, composed->inner, depth);
}

/* Returns false after a fault. */
static bool measure_value(struct measure *measure, const struct value *value, int depth) {
	switch (value->kind) {
	case VALUE_SWIZZLE:
	case VALUE_BOOL:
		return true;
	case VALUE_TUPLE:
		measure_tuple(measure, value->tuple);
		return true;
	case VALUE_LAYOUT:
		measure_layout(measure, value->layout);
		return true;
	case VALUE_COMPOSED:
		return measure_composed(measure, value->composed, depth + 1);
	case VALUE_STRING:
		measure->bytes += (value->string.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
		return true;
	case VALUE_LIST:
		break;
	default:
		fault_set(measure->fault, FAULT_UNSUPPORTED, 0, "%s cannot be kept: use it within an expression",
			value_kind_name(value));
		return false;
	}
	measure->bytes += (size_t)value->list.count * sizeof *value;
	bool good = count_parts(measure, value->list.count, depth + 1);
	for (int i = 0; good && i < value->list.count; i++) {
		good = measure_value(measure, &value->list.items[i], depth + 1);
	}
	return good;
}

size_t keep_measure(struct fault *fault, const struct value *value) {
	if (value_has_symbol(value)) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "a formula of run-time integers is no value that can be kept: give its "
			"names numbers");
		return 0;
	}
	struct measure measure = { .fault = fault, .bytes = sizeof(struct cutelayout_value) };
	measure_value(&measure, value, 0);
	return measure.bytes;
}

/* --- the copy; "room" is the rest of its block --- */

static void *take(unsigned char **room, size_t size) {
	void *memory = *room;
	*room += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	return memory;
}

static struct tuple copy_tuple(struct tuple tuple, unsigned char **room) {
	if (tuple_is_tuple(tuple)) {
		struct tuple *modes = take(room, (size_t)tuple.rank * sizeof *modes);
		for (int i = 0; i < tuple.rank; i++) {
			modes[i] = copy_tuple(tuple.modes[i], room);
		}
		tuple.modes = modes;
	}
	return tuple;
}

static struct layout copy_layout(struct layout layout, unsigned char **room) {
	layout.shape = copy_tuple(layout.shape, room);
	layout.stride = copy_tuple(layout.stride, room);
	return layout;
}

static const struct composed *copy_composed(const struct composed *composed, unsigned char **room);

static struct map copy_map(struct map map, unsigned char **room) {
	if (map.kind == MAP_LAYOUT) {
		map.layout = copy_layout(map.layout, room);
	} else if (map.kind == MAP_LINEAR) {
		struct linear *copy = take(room, sizeof *copy);
		*copy = *map.linear;
		copy->shape = copy_tuple(copy->shape, room);
		map.linear = copy;
	} else if (map.kind == MAP_COMPOSED) {
		map.composed = copy_composed(map.composed, room);
	}
	return map;
}

static const struct composed *copy_composed(const struct composed *composed, unsigned char **room) {
	struct composed *copy = take(room, sizeof *copy);
	copy->outer = copy_map(composed->outer, room);
	copy->offset = copy_tuple(composed->offset, room);
	copy->inner = copy_map(composed->inner, room);
	return copy;
}

static struct value copy_value(struct value value, unsigned char **room) {
	if (value.kind == VALUE_TUPLE) {
		value.tuple = copy_tuple(value.tuple, room);
	} else if (value.kind == VALUE_LAYOUT) {
		value.layout = copy_layout(value.layout, room);
	} else if (value.kind == VALUE_COMPOSED) {
		value.composed = copy_composed(value.composed, room);
	} else if (value.kind == VALUE_STRING) {
		char *text = take(room, value.string.length);
		memcpy(text, value.string.data, value.string.length);
		value.string.data = text;
	} else if (value.kind == VALUE_LIST) {
		struct value *items = take(room, (size_t)value.list.count * sizeof *items);
		for (int i = 0; i < value.list.count; i++) {
			items[i] = copy_value(value.list.items[i], room);
		}
		value.list.items = items;
	}
	return value;
}

struct cutelayout_value *keep_copy(const struct value *value, size_t bytes) {
	struct cutelayout_value *kept = calloc(1, bytes);
	if (kept != NULL) {
		unsigned char *room = (unsigned char *)kept + sizeof *kept;
		kept->value = copy_value(*value, &room);
	}
	return kept;
}

void cutelayout_free(struct cutelayout_value *value) {
	free(value);
}
