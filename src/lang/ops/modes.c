#include "lang/ops/ops.h"

#include "base/limits.h"

static bool is_layout(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED;
}

static int rank_of(struct call *call, const struct value *value) {
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

/* Mode "index" of "value", which must be in range. */
static struct value mode_of(struct call *call, const struct value *value, int index) {
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

struct value run_get(struct call *call) {
	return indexed_arg(call);
}

struct value run_rank(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, tuple_int(rank_of(call, &value)));
}

struct value run_depth(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, tuple_int(tuple_depth(shape_of(call, &value))));
}

struct value run_shape(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, shape_of(call, &value));
}

struct value run_stride(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, value_as_layout(call->al, &value).stride);
}

/* --- choosing and regrouping modes: the same function on shape and stride --- */

/* What an operation on the modes of a tuple needs to know. */
struct regroup {
	int begin, end;
	const int *indices;
	int count;
	struct tuple profile;
};

typedef struct tuple (*regroup_tuple)(struct algebra *al, struct tuple t, const struct regroup *regroup);

/* "function" applied to argument 0: a tuple, or the shape and stride of a layout. */
static struct value regroup_arg(struct call *call, const struct regroup *regroup, regroup_tuple function) {
	const struct value *value = arg(call, 0);
	if (algebra_failed(call->al)) {
		return *value;
	}
	if (value->kind == VALUE_TUPLE) {
		return from_tuple(call, function(call->al, value->tuple, regroup));
	}
	struct layout layout = map_inner(call->al, map_arg(call, 0));
	struct tuple shape = function(call->al, layout.shape, regroup);
	struct tuple stride = function(call->al, layout.stride, regroup);
	return from_inner(call, layout_of(call->al, shape, stride));
}

static struct tuple regroup_select(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	return tuple_select(al, t, regroup->indices, regroup->count);
}

static struct tuple regroup_group(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	return tuple_group(al, t, regroup->begin, regroup->end);
}

static struct tuple regroup_take(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	return tuple_take(al, t, regroup->begin, regroup->end);
}

static struct tuple regroup_flatten(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	(void)regroup;
	return tuple_flatten(al, t);
}

static struct tuple regroup_unflatten(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	return tuple_unflatten(al, t, regroup->profile);
}

static struct tuple regroup_zip(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	(void)regroup;
	return tuple_zip(al, t);
}

/* The mode numbers in the arguments from 1 on; one tuple of numbers is the same. */
static void index_args(struct call *call, int rank, struct regroup *regroup) {
	struct call numbers = *call;
	bool in_tuple = call->count == 2 && call->args[1].kind == VALUE_TUPLE && tuple_is_tuple(call->args[1].tuple) &&
		!algebra_failed(call->al);
	if (in_tuple) {
		struct tuple tuple = call->args[1].tuple;
		struct value *args = arena_array(call->al->arena, (size_t)tuple.rank + 1, sizeof *args);
		for (int i = 0; i < tuple.rank; i++) {
			args[i + 1] = value_from_tuple(tuple.modes[i]);
		}
		numbers.args = args;
		numbers.count = tuple.rank + 1;
	}
	int *indices = arena_array(call->al->arena, (size_t)numbers.count, sizeof *indices);
	for (int i = 1; i < numbers.count; i++) {
		indices[i - 1] = mode_arg(&numbers, i, rank);
	}
	if (in_tuple && algebra_failed(call->al)) {
		struct fault *fault = &call->al->fault;
		fault->mode[0] = fault->operand - 2;
		fault->mode_depth = 1;
		fault->operand = 2;
	}
	regroup->indices = indices;
	regroup->count = numbers.count - 1;
}

struct value run_select(struct call *call) {
	struct regroup regroup = { 0 };
	index_args(call, rank_of(call, arg(call, 0)), &regroup);
	return regroup_arg(call, &regroup, regroup_select);
}

struct value run_group(struct call *call) {
	int rank = rank_of(call, arg(call, 0));
	struct regroup regroup = { 0 };
	regroup.begin = (int)int_arg(call, 1, 0, rank);
	regroup.end = has_arg(call, 2) ? (int)int_arg(call, 2, regroup.begin, rank) : rank;
	return regroup_arg(call, &regroup, regroup_group);
}

struct value run_take(struct call *call) {
	int rank = rank_of(call, arg(call, 0));
	struct regroup regroup = { 0 };
	regroup.begin = mode_arg(call, 1, rank);
	regroup.end = (int)int_arg(call, 2, regroup.begin + 1, rank);
	return regroup_arg(call, &regroup, regroup_take);
}

struct value run_flatten(struct call *call) {
	struct regroup regroup = { 0 };
	return regroup_arg(call, &regroup, regroup_flatten);
}

struct value run_unflatten(struct call *call) {
	struct regroup regroup = { .profile = shape_arg(call, 1) };
	return regroup_arg(call, &regroup, regroup_unflatten);
}

struct value run_zip(struct call *call) {
	struct regroup regroup = { 0 };
	if (!has_arg(call, 1)) {
		return regroup_arg(call, &regroup, regroup_zip);
	}
	if (arg(call, 0)->kind == VALUE_TUPLE) {
		struct tuple a = tuple_arg(call, 0);
		struct tuple b = tuple_arg(call, 1);
		return from_tuple(call, tuple_zip(call->al, tuple_pair(call->al, a, b)));
	}
	struct layout a = layout_arg(call, 0);
	struct layout b = layout_arg(call, 1);
	struct tuple shape = tuple_zip(call->al, tuple_pair(call->al, a.shape, b.shape));
	struct tuple stride = tuple_zip(call->al, tuple_pair(call->al, a.stride, b.stride));
	return from_layout(call, layout_of(call->al, shape, stride));
}

/* --- adding and replacing modes --- */

typedef struct tuple (*extend_tuple)(struct algebra *al, struct tuple t, struct tuple x);
typedef struct tuple (*extend_tuple_to)(struct algebra *al, struct tuple t, struct tuple x, int rank);

static struct value run_extend(struct call *call, extend_tuple extend, extend_tuple_to extend_to) {
	bool to_rank = has_arg(call, 2);
	int rank = to_rank ? (int)int_arg(call, 2, 1, LIMIT_LEAVES) : 0;
	if (arg(call, 0)->kind == VALUE_TUPLE && (!has_arg(call, 1) || arg(call, 1)->kind == VALUE_TUPLE)) {
		struct tuple x = has_arg(call, 1) ? tuple_arg(call, 1) : tuple_int(1);
		struct tuple t = tuple_arg(call, 0);
		return from_tuple(call, to_rank ? extend_to(call->al, t, x, rank) : extend(call->al, t, x));
	}
	struct layout x = has_arg(call, 1) ? layout_arg(call, 1) : layout_one();
	struct layout a = map_inner(call->al, map_arg(call, 0));
	if (call->args[0].kind == VALUE_COMPOSED && !to_rank) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "a composed layout is extended up to a rank only: give it as well");
	}
	if (algebra_failed(call->al)) {
		return *arg(call, 0);
	}
	struct tuple shape = to_rank ? extend_to(call->al, a.shape, x.shape, rank) : extend(call->al, a.shape, x.shape);
	struct tuple stride = to_rank ? extend_to(call->al, a.stride, x.stride, rank)
		: extend(call->al, a.stride, x.stride);
	return from_inner(call, layout_of(call->al, shape, stride));
}

struct value run_append(struct call *call) {
	return run_extend(call, tuple_append, tuple_append_to);
}

struct value run_prepend(struct call *call) {
	return run_extend(call, tuple_prepend, tuple_prepend_to);
}

struct value run_replace(struct call *call) {
	const struct value *value = arg(call, 0);
	int index = mode_arg(call, 1, rank_of(call, value));
	if (!is_layout(value)) {
		struct tuple x = tuple_arg(call, 2);
		struct tuple t = tuple_arg(call, 0);
		return algebra_failed(call->al) ? *value : from_tuple(call, tuple_replace(call->al, t, index, x));
	}
	struct layout x = layout_arg(call, 2);
	struct layout a = layout_arg(call, 0);
	if (algebra_failed(call->al)) {
		return *value;
	}
	struct tuple shape = tuple_replace(call->al, a.shape, index, x.shape);
	struct tuple stride = tuple_replace(call->al, a.stride, index, x.stride);
	return from_layout(call, layout_of(call->al, shape, stride));
}
