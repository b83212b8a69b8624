/* Arguments of calls as what operations need, and results as values. */
#include "lang/ops/call.h"

#include <inttypes.h>

#include "base/element.h"

bool has_arg(const struct call *call, int i) {
	return i < call->count && call->args[i].kind != VALUE_NONE;
}

bool given_arg(const struct call *call, int i) {
	return has_arg(call, i) && (call->args[i].kind != VALUE_TUPLE || !tuple_is_underscore(call->args[i].tuple));
}

const struct value *arg(struct call *call, int i) {
	call->al->operand = i + 1;
	call->al->arguments = NULL;
	call->al->mode_depth = 0;
	return &call->args[i];
}

struct value run_other(struct call *call, const char *name, const struct value *args, int count) {
	const struct operation *operation = operation_find(str_from(name));
	struct call other = { call->al, operation, args, count };
	return operation->takes.run(&other);
}

struct layout layout_arg(struct call *call, int i) {
	return value_as_layout(call->al, arg(call, i));
}

struct map map_arg(struct call *call, int i) {
	return value_as_map(call->al, arg(call, i));
}

/* The innermost layout of argument 0: the one that gives shape and profile. */
struct layout inner_arg(struct call *call) {
	if (call->args[0].kind == VALUE_LAYOUT) {
		return arg(call, 0)->layout;
	}
	return map_inner(call->al, map_arg(call, 0));
}

const struct tiler *tiler_arg(struct call *call, int i) {
	return value_as_tiler(call->al, arg(call, i));
}

struct tuple tuple_arg(struct call *call, int i) {
	return value_as_tuple(call->al, arg(call, i));
}

int64_t int_arg(struct call *call, int i, int64_t least, int64_t greatest) {
	return value_as_int(call->al, arg(call, i), least, greatest);
}

struct tuple shape_of(struct call *call, const struct value *value) {
	switch (value->kind) {
	case VALUE_LAYOUT:
		return value->layout.shape;
	case VALUE_COMPOSED:
		return map_inner(call->al, value_as_map(call->al, value)).shape;
	default:
		return value_as_tuple(call->al, value);
	}
}

struct tuple shape_arg(struct call *call, int i) {
	return shape_of(call, arg(call, i));
}

struct tuple order_of(struct call *call, struct tuple order) {
	return call->al->by_type ? order : tuple_as_static(call->al, order);
}

struct tuple extents_of_layout(struct call *call, struct tuple shape) {
	for (int i = 0; tuple_is_tuple(shape) && i < shape.rank && !algebra_failed(call->al); i++) {
		extents_of_layout(call, shape.modes[i]);
	}
	if (!algebra_failed(call->al) && algebra_is_dsl(call->al) && tuple_is_plain_int(shape) && int_divisor(shape) == 0) {
		algebra_fault(call->al, FAULT_DOMAIN, "the DSL makes layouts of extents from 1 on, saw 0");
	}
	return shape;
}

const struct value *kind_arg(struct call *call, int i, enum value_kind kind, const char *needed) {
	const struct value *value = arg(call, i);
	if (value->kind != kind) {
		algebra_fault(call->al, FAULT_TYPE, "expected %s, saw %s", needed, value_kind_name(value));
		return NULL;
	}
	return value;
}

int element_bits_arg(struct call *call, int i) {
	const struct value *type = kind_arg(call, i, VALUE_STRING, "a type of elements");
	int bits = type != NULL ? element_bits(type->string) : 0;
	if (type != NULL && bits == 0) {
		algebra_fault(call->al, FAULT_TYPE, "expected a type of elements such as f32");
	}
	return bits;
}

const struct tiled_copy *copy_arg(struct call *call, int i) {
	const struct value *value = kind_arg(call, i, VALUE_TILED_COPY, "a tiled copy");
	return value == NULL ? NULL : &value->tiled_copy->copy;
}

const struct tiled_mma *mma_arg(struct call *call, int i) {
	const struct value *value = kind_arg(call, i, VALUE_TILED_MMA, "a tiled MMA");
	return value == NULL ? NULL : &value->tiled_mma->mma;
}

int rank_of(struct call *call, const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE: return tuple_rank(value->tuple);
	case VALUE_LIST: return value->list.count;
	case VALUE_LAYOUT:
	case VALUE_COMPOSED: return tuple_rank(shape_of(call, value));
	default:
		algebra_fault(call->al, FAULT_TYPE, "expected a layout or a tuple, saw %s", value_kind_name(value));
		return 1;
	}
}

int mode_arg(struct call *call, int i, int rank) {
	return mode_number(call, arg(call, i), rank);
}

int mode_number(struct call *call, const struct value *value, int rank) {
	int64_t index = value_as_int(call->al, value, INT32_MIN, INT32_MAX);
	if (!algebra_failed(call->al) && rank == 0) {
		algebra_fault(call->al, FAULT_RANK, "mode %" PRId64 " is outside rank 0: there are no modes", index);
		return 0;
	}
	if (!algebra_failed(call->al) && (index < 0 || index >= rank)) {
		algebra_fault(call->al, FAULT_RANK, "mode %" PRId64 " is outside rank %d: modes are numbered from 0 to %d",
			index, rank, rank - 1);
		return 0;
	}
	return (int)index;
}

struct value mode_of(struct call *call, const struct value *value, int index) {
	switch (value->kind) {
	case VALUE_TUPLE: return value_from_tuple(tuple_mode(value->tuple, index));
	case VALUE_LIST: return value->list.items[index];
	default: break;
	}
	struct map map = value_as_map(call->al, value);
	struct layout mode = layout_mode(map_inner(call->al, map), index);
	return from_map(call, map_with_inner(call->al, map, mode));
}

struct value indexed_arg(struct call *call) {
	struct value value = *arg(call, 0);
	for (int i = 1; i < call->count && !algebra_failed(call->al); i++) {
		call->al->operand = 1;
		int rank = rank_of(call, &value);
		int index = mode_arg(call, i, rank);
		if (!algebra_failed(call->al)) {
			value = mode_of(call, &value, index);
		}
	}
	call->al->operand = 1;
	return value;
}

struct value from_layout(const struct call *call, struct layout layout) {
	return algebra_failed(call->al) ? value_none() : value_from_layout(layout);
}

struct value from_tuple(const struct call *call, struct tuple tuple) {
	return algebra_failed(call->al) ? value_none() : value_from_tuple(tuple);
}

struct value from_map(const struct call *call, struct map map) {
	return algebra_failed(call->al) ? value_none() : value_from_map(map);
}

struct value from_bool(const struct call *call, bool boolean) {
	return algebra_failed(call->al) ? value_none() : value_from_bool(boolean);
}

struct value from_pair(struct call *call, struct value a, struct value b) {
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct value *items = arena_array(call->al->arena, 2, sizeof *items);
	items[0] = a;
	items[1] = b;
	return value_from_items(call->al, items, 2);
}

struct value from_inner(struct call *call, struct layout inner) {
	if (algebra_failed(call->al)) {
		return value_none();
	}
	if (call->args[0].kind == VALUE_LAYOUT) {
		return value_from_layout(inner);
	}
	struct map map = value_as_map(call->al, &call->args[0]);
	map_trace_front(call->al, map);
	return value_from_map(map_with_inner(call->al, map, inner));
}

int which(const struct call *call) {
	return call->operation->takes.function.which;
}
