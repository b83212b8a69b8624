/* Making values and looking at them. */
#include "lang/notation/plain.h"
#include "lib/context.h"
#include "lib/keep.h"

/* --- making values --- */

/* Integers or values of the caller, to become one value. */
struct parts {
	const int64_t *shape;
	const int64_t *stride;
	const struct cutelayout_value *const *values;
	int count;
};

/* Record a fault if the number of parts is none. */
static bool has_count(struct cutelayout_context *context, const struct parts *parts) {
	if (parts->count < 0) {
		context_fault(context, FAULT_RANK, "a tuple of %d parts", parts->count);
	}
	return parts->count >= 0;
}

static struct tuple tuple_from_integers(struct algebra *al, const int64_t *integers, int count) {
	struct tuple *modes = tuple_modes_new(al, count);
	for (int i = 0; i < count; i++) {
		modes[i] = tuple_int(integers[i]);
	}
	return tuple_of(al, modes, count);
}

static struct value compute_integer(struct cutelayout_context *context, void *request) {
	(void)context;
	const int64_t *integer = request;
	return value_from_tuple(tuple_int(*integer));
}

struct cutelayout_value *cutelayout_integer(struct cutelayout_context *context, int64_t integer) {
	return context_compute(context, compute_integer, &integer);
}

static struct value compute_integers(struct cutelayout_context *context, void *request) {
	const struct parts *parts = request;
	if (!has_count(context, parts)) {
		return value_none();
	}
	struct tuple tuple = tuple_from_integers(&context->evaluation.algebra, parts->shape, parts->count);
	context_collect(context);
	return value_from_tuple(tuple);
}

struct cutelayout_value *cutelayout_integers(struct cutelayout_context *context, const int64_t *integers, int count) {
	struct parts parts = { .shape = integers, .count = count };
	return context_compute(context, compute_integers, &parts);
}

static struct value compute_tuple(struct cutelayout_context *context, void *request) {
	const struct parts *parts = request;
	if (!has_count(context, parts)) {
		return value_none();
	}
	struct value *items = arena_array(&context->arena, (size_t)parts->count, sizeof *items);
	for (int i = 0; i < parts->count; i++) {
		items[i] = parts->values[i]->value;
	}
	struct value tuple = value_from_items(&context->evaluation.algebra, items, parts->count);
	context_collect(context);
	return tuple;
}

struct cutelayout_value *cutelayout_tuple(struct cutelayout_context *context,
		const struct cutelayout_value *const *values, int count) {
	struct parts parts = { .values = values, .count = count };
	return context_given(context, values, count) ? context_compute(context, compute_tuple, &parts) : NULL;
}

static struct value compute_layout(struct cutelayout_context *context, void *request) {
	const struct parts *parts = request;
	struct algebra *al = &context->evaluation.algebra;
	if (!has_count(context, parts)) {
		return value_none();
	}
	struct tuple shape = tuple_from_integers(al, parts->shape, parts->count);
	struct layout layout = layout_one();
	if (parts->stride != NULL) {
		struct tuple stride = tuple_from_integers(al, parts->stride, parts->count);
		layout = algebra_failed(al) ? layout : layout_make(al, shape, stride);
	} else {
		layout = algebra_failed(al) ? layout : layout_from_shape(al, shape);
	}
	context_collect(context);
	return value_from_layout(layout);
}

struct cutelayout_value *cutelayout_layout(struct cutelayout_context *context, const int64_t *shape,
		const int64_t *stride, int rank) {
	struct parts parts = { .shape = shape, .stride = stride, .count = rank };
	return context_compute(context, compute_layout, &parts);
}

/* --- looking at values --- */

enum cutelayout_kind cutelayout_kind(const struct cutelayout_value *value) {
	if (value == NULL) {
		return CUTELAYOUT_NOTHING;
	}
	switch (value->value.kind) {
	case VALUE_LAYOUT: return CUTELAYOUT_LAYOUT;
	case VALUE_SWIZZLE: return CUTELAYOUT_SWIZZLE;
	case VALUE_COMPOSED: return CUTELAYOUT_COMPOSED;
	case VALUE_LIST: return CUTELAYOUT_LIST;
	case VALUE_BOOL: return CUTELAYOUT_BOOLEAN;
	case VALUE_STRING: return CUTELAYOUT_STRING;
	case VALUE_TUPLE: break;
	default: return CUTELAYOUT_NOTHING;
	}
	switch (value->value.tuple.kind) {
	case TUPLE_INT: return CUTELAYOUT_INTEGER;
	case TUPLE_UNDERSCORE: return CUTELAYOUT_UNDERSCORE;
	default: return CUTELAYOUT_TUPLE;
	}
}

bool cutelayout_equal(const struct cutelayout_value *a, const struct cutelayout_value *b) {
	return a != NULL && b != NULL && value_equal(&a->value, &b->value);
}

/* Store the shape of a value that has one: a tuple its own, a layout or composed layout that of its domain. */
static bool find_shape(const struct cutelayout_value *value, struct tuple *shape) {
	if (value == NULL) {
		return false;
	}
	if (value->value.kind == VALUE_TUPLE) {
		*shape = value->value.tuple;
		return true;
	}
	struct map map;
	if (value->value.kind == VALUE_LAYOUT) {
		map = map_from_layout(value->value.layout);
	} else if (value->value.kind == VALUE_COMPOSED) {
		map = (struct map){ .kind = MAP_COMPOSED, .composed = value->value.composed };
	} else {
		return false;
	}
	while (map.kind == MAP_COMPOSED) {
		map = map.composed->inner;
	}
	*shape = map.layout.shape;
	return map.kind == MAP_LAYOUT;
}

int cutelayout_rank(const struct cutelayout_value *value) {
	struct tuple shape;
	if (cutelayout_kind(value) == CUTELAYOUT_LIST) {
		return value->value.list.count;
	}
	return find_shape(value, &shape) ? tuple_rank(shape) : -1;
}

int cutelayout_depth(const struct cutelayout_value *value) {
	struct tuple shape;
	if (cutelayout_kind(value) == CUTELAYOUT_LIST) {
		return 0;
	}
	return find_shape(value, &shape) ? tuple_depth(shape) : -1;
}

/* Store the leaves of "tuple" at "out" from "*count" on, below "room". Returns false if one is no plain integer. */
static bool store_leaves(struct tuple tuple, int64_t *out, int room, int *count) {
	if (!tuple_is_tuple(tuple)) {
		if (out != NULL && *count < room) {
			out[*count] = int_has_value(tuple) ? tuple.value : 0;
		}
		++*count;
		return tuple_is_plain_int(tuple) && int_has_value(tuple);
	}
	bool plain = true;
	for (int i = 0; i < tuple.rank; i++) {
		plain = store_leaves(tuple.modes[i], out, room, count) && plain;
	}
	return plain;
}

int cutelayout_get_integers(const struct cutelayout_value *value, int64_t *out, int room) {
	int count = 0;
	if (value == NULL || value->value.kind != VALUE_TUPLE) {
		return -1;
	}
	return store_leaves(value->value.tuple, out, room, &count) ? count : -1;
}

int cutelayout_get_modes(const struct cutelayout_value *layout, int64_t *shape, int64_t *stride, int room) {
	int shapes = 0;
	int strides = 0;
	if (layout == NULL || layout->value.kind != VALUE_LAYOUT) {
		return -1;
	}
	bool plain = store_leaves(layout->value.layout.shape, shape, room, &shapes);
	return store_leaves(layout->value.layout.stride, stride, room, &strides) && plain ? strides : -1;
}
