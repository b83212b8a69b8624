/* Modes chosen, regrouped, added and replaced: what is done to the shape is done to the stride. */
#include "base/element.h"
#include "base/limits.h"
#include "lang/ops/members.h"
#include "lang/ops/over_tensors.h"
#include "lang/ops/signature.h"

/* --- choosing and regrouping modes: the same function on shape and stride --- */

/* What an operation on the modes of a tuple needs to know. */
struct regroup {
	int begin, end;
	const int *indices;
	int count;
	struct tuple profile;
};

typedef struct tuple (*regroup_tuple)(struct algebra *al, struct tuple t, const struct regroup *regroup);

/* An integer, also one of a type such as Int32(5), or a tuple. */
static bool is_int_tuple(const struct value *value) {
	bool is_number = value->kind == VALUE_VECTOR && value->vector->is_scalar;
	return value->kind == VALUE_TUPLE || (is_number && !element_is_float(value->vector->element));
}

/* "function" applied to argument 0: a tuple, or the shape and stride of a layout. */
static struct value regroup_arg(struct call *call, const struct regroup *regroup, regroup_tuple function) {
	const struct value *value = arg(call, 0);
	if (algebra_failed(call->al)) {
		return *value;
	}
	if (is_int_tuple(value)) {
		return from_tuple(call, function(call->al, value_as_tuple(call->al, value), regroup));
	}
	struct layout layout = map_inner(call->al, map_arg(call, 0));
	struct tuple shape = function(call->al, layout.shape, regroup);
	struct tuple stride = function(call->al, layout.stride, regroup);
	return from_inner(call, layout_of(call->al, shape, stride));
}

/* The modes with the given numbers, in their order. */
static struct tuple regroup_select(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	return tuple_select(al, t, regroup->indices, regroup->count);
}

/* Modes "begin" to "end" - 1 as one mode. */
static struct tuple regroup_group(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	if (algebra_is_dsl(al) && !tuple_is_tuple(t)) {
		return tuple_wrap(al, t);
	}
	return tuple_group(al, t, regroup->begin, regroup->end);
}

/* Those modes alone. */
static struct tuple regroup_take(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	return tuple_take(al, t, regroup->begin, regroup->end);
}

/* All leaves side by side. */
static struct tuple regroup_flatten(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	(void)regroup;
	return tuple_flatten(al, t);
}

/* The leaves nested as the profile is. */
static struct tuple regroup_unflatten(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	return tuple_unflatten(al, t, regroup->profile);
}

/* Pairs of the modes of the two halves. */
static struct tuple regroup_zip(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	(void)regroup;
	return tuple_zip(al, t);
}

/* The mode numbers in the tuple of argument 1. */
static void indices_in_tuple(struct call *call, int rank, struct regroup *regroup) {
	struct tuple tuple = arg(call, 1)->tuple;
	int *indices = arena_array(call->al->arena, (size_t)tuple.rank + 1, sizeof *indices);
	for (int i = 0; i < tuple.rank; i++) {
		struct value index = value_from_tuple(tuple.modes[i]);
		algebra_enter_mode(call->al, i);
		indices[i] = mode_number(call, &index, rank);
		algebra_leave_mode(call->al);
	}
	regroup->indices = indices;
	regroup->count = tuple.rank;
}

/* The mode numbers in the arguments from 1 on; one tuple of numbers is the same. */
static void index_args(struct call *call, int rank, struct regroup *regroup) {
	if (call->count == 2 && call->args[1].kind == VALUE_TUPLE && tuple_is_tuple(call->args[1].tuple)) {
		indices_in_tuple(call, rank, regroup);
		return;
	}
	int *indices = arena_array(call->al->arena, (size_t)call->count, sizeof *indices);
	for (int i = 1; i < call->count; i++) {
		indices[i - 1] = mode_arg(call, i, rank);
	}
	regroup->indices = indices;
	regroup->count = call->count - 1;
}

/* The numbers may stand in one tuple, as in Python. */
static struct value run_select(struct call *call) {
	struct regroup regroup = { 0 };
	index_args(call, rank_of(call, arg(call, 0)), &regroup);
	if (!algebra_failed(call->al) && takes_members(call, 1)) {
		return select_members(call, regroup.indices, regroup.count);
	}
	return regroup_arg(call, &regroup, regroup_select);
}

/* Without an end all modes from "begin" on. */
static struct value run_group(struct call *call) {
	int rank = rank_of(call, arg(call, 0));
	struct regroup regroup = { 0 };
	bool is_dsl = algebra_is_dsl(call->al);
	regroup.begin = (int)int_arg(call, 1, 0, rank);
	regroup.end = has_arg(call, 2) ? (int)int_arg(call, 2, regroup.begin + (is_dsl ? 1 : 0), rank) : rank;
	if (!algebra_failed(call->al) && is_dsl && regroup.begin == regroup.end) {
		algebra_fault(call->al, FAULT_RANK, "there is no mode from %d on: the DSL groups at least one", regroup.begin);
	}
	return regroup_arg(call, &regroup, regroup_group);
}

/* At least one mode: CuTe refuses an empty range. */
static struct value run_take(struct call *call) {
	int rank = rank_of(call, arg(call, 0));
	struct regroup regroup = { 0 };
	regroup.begin = mode_arg(call, 1, rank);
	regroup.end = (int)int_arg(call, 2, regroup.begin + 1, rank);
	return regroup_arg(call, &regroup, regroup_take);
}

/* "stride", which is flat, without what divides the multiples of basis elements: the DSL forgets that. */
static struct tuple forget_basis_divisors(struct algebra *al, struct tuple stride) {
	if (!tuple_is_tuple(stride)) {
		return stride;
	}
	struct tuple *modes = tuple_modes_new(al, stride.rank);
	for (int i = 0; i < stride.rank; i++) {
		modes[i] = stride.modes[i];
		if (tuple_is_int(modes[i]) && !tuple_is_plain_int(modes[i]) && modes[i].known == KNOWN_DIVISOR) {
			modes[i].divisor = 1;
		}
	}
	return tuple_of(al, modes, stride.rank);
}

/* A tuple stays a tuple. In the DSL the inside of a composed layout stays as it is. */
static struct value run_flatten(struct call *call) {
	struct regroup regroup = { 0 };
	const struct value *value = arg(call, 0);
	if (algebra_is_dsl(call->al) && value->kind == VALUE_COMPOSED) {
		return *value;
	}
	if (algebra_is_dsl(call->al) && value->kind == VALUE_LAYOUT) {
		struct layout layout = value->layout;
		struct tuple shape = tuple_without_wide(call->al, tuple_flatten(call->al, layout.shape));
		struct tuple stride = forget_basis_divisors(call->al, tuple_flatten(call->al, layout.stride));
		return from_layout(call, layout_of(call->al, shape, stride));
	}
	return regroup_arg(call, &regroup, regroup_flatten);
}

/* The profile may be any tuple or layout with as many leaves. */
static struct value run_unflatten(struct call *call) {
	if (arg(call, 0)->kind == VALUE_COMPOSED) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "CuTe unflattens a tuple or a layout, not a composed layout");
		return value_none();
	}
	struct regroup regroup = { .profile = shape_arg(call, 1) };
	return regroup_arg(call, &regroup, regroup_unflatten);
}

/* Of two arguments pairs of their modes; of one, which has two modes, the same of these. */
static struct value run_zip(struct call *call) {
	struct regroup regroup = { 0 };
	if (!has_arg(call, 1)) {
		return regroup_arg(call, &regroup, regroup_zip);
	}
	if (arg(call, 0)->kind == VALUE_TUPLE) {
		struct tuple a = tuple_arg(call, 0);
		struct tuple b = tuple_arg(call, 1);
		return from_tuple(call, tuple_zip(call->al, tuple_pair(call->al, a, b)));
	}
	if (takes_members(call, 2)) {
		return zip_members(call);
	}
	struct layout a = layout_arg(call, 0);
	struct layout b = layout_arg(call, 1);
	struct tuple shape = tuple_zip(call->al, tuple_pair(call->al, a.shape, b.shape));
	struct tuple stride = tuple_zip(call->al, tuple_pair(call->al, a.stride, b.stride));
	return from_layout(call, layout_of(call->al, shape, stride));
}

/* --- adding and replacing modes; a composed layout has a function of its own to append up to a rank only --- */

typedef struct tuple (*extend_tuple)(struct algebra *al, struct tuple t, struct tuple x);

typedef struct tuple (*extend_tuple_to)(struct algebra *al, struct tuple t, struct tuple x, int rank);

/*
 * One more mode, or with a rank as many as are missing. A composed layout is extended up to a rank only. A layout is a
 * part of the tuple that it extends in the DSL, where None extends by nothing but the rank.
 */
static struct value run_extend(struct call *call, extend_tuple extend, extend_tuple_to extend_to) {
	bool to_rank = has_arg(call, 2);
	bool has_mode = algebra_is_dsl(call->al) ? given_arg(call, 1) : has_arg(call, 1);
	bool behind_layout = to_rank && extend == tuple_append && call->args[0].kind == VALUE_COMPOSED
		&& !(has_mode && call->args[1].kind == VALUE_COMPOSED);
	bool joins = algebra_is_dsl(call->al) && is_int_tuple(&call->args[0]) && has_mode
		&& call->args[1].kind == VALUE_LAYOUT;
	if (joins || (takes_members(call, 2) && !behind_layout)) {
		return extend_members(call, extend == tuple_prepend);
	}
	int rank = to_rank ? (int)int_arg(call, 2, 0, LIMIT_LEAVES) : 0;
	if (is_int_tuple(arg(call, 0)) && (!has_mode || is_int_tuple(arg(call, 1)))) {
		struct tuple x = has_mode ? tuple_arg(call, 1) : tuple_int(1);
		struct tuple t = tuple_arg(call, 0);
		return from_tuple(call, to_rank ? extend_to(call->al, t, x, rank) : extend(call->al, t, x));
	}
	struct layout x = has_mode ? layout_arg(call, 1) : layout_one();
	struct layout a = map_inner(call->al, map_arg(call, 0));
	if (algebra_failed(call->al)) {
		return *arg(call, 0);
	}
	struct tuple shape = to_rank ? extend_to(call->al, a.shape, x.shape, rank) : extend(call->al, a.shape, x.shape);
	struct tuple stride = to_rank ? extend_to(call->al, a.stride, x.stride, rank)
				      : extend(call->al, a.stride, x.stride);
	return from_inner(call, layout_of(call->al, shape, stride));
}

/* At the end. */
static struct value run_append(struct call *call) {
	return run_extend(call, tuple_append, tuple_append_to);
}

/* At the front. */
static struct value run_prepend(struct call *call) {
	return run_extend(call, tuple_prepend, tuple_prepend_to);
}

/* A mode 1:0, or as many as make the rank. */
static struct value extend_by_ones(struct call *call, extend_tuple extend, extend_tuple_to extend_to) {
	struct layout a = inner_arg(call);
	int rank = has_arg(call, 1) ? (int)int_arg(call, 1, 0, LIMIT_LEAVES) : 0;
	call->al->operand = 1;
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct tuple one = tuple_int(1);
	struct tuple zero = tuple_int(0);
	struct tuple shape = rank > 0 ? extend_to(call->al, a.shape, one, rank) : extend(call->al, a.shape, one);
	struct tuple stride = rank > 0 ? extend_to(call->al, a.stride, zero, rank) : extend(call->al, a.stride, zero);
	return from_inner(call, layout_of(call->al, shape, stride));
}

/* At the end. */
static struct value run_append_ones(struct call *call) {
	return extend_by_ones(call, tuple_append, tuple_append_to);
}

/* At the front. */
static struct value run_prepend_ones(struct call *call) {
	return extend_by_ones(call, tuple_prepend, tuple_prepend_to);
}

/* The modes from the last to the first; what they hold keeps its order. */
static struct tuple regroup_reverse(struct algebra *al, struct tuple t, const struct regroup *regroup) {
	(void)regroup;
	if (!tuple_is_tuple(t)) {
		return t;
	}
	struct tuple *modes = tuple_modes_new(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = t.modes[t.rank - 1 - i];
	}
	return tuple_of(al, modes, t.rank);
}

/* Of a layout shape and stride alike. */
static struct value run_reverse(struct call *call) {
	struct regroup regroup = { 0 };
	return regroup_arg(call, &regroup, regroup_reverse);
}

/* What has a stride to be replaced beside its shape. */
static bool is_layout(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED;
}

/* A tuple takes a tuple, a layout a layout. */
static struct value run_replace(struct call *call) {
	const struct value *value = arg(call, 0);
	bool layout_in_tuple = value->kind == VALUE_TUPLE && call->args[2].kind != VALUE_TUPLE;
	if (takes_members(call, 3) || layout_in_tuple) {
		return replace_member(call);
	}
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

/* --- leaving out modes --- */

/*
 * CuTe C++ gives a composed layout back as it is. The DSL has it of none, but of a tensor over one, whose inner layout
 * it filters.
 */
static struct value run_filter_zeros(struct call *call) {
	bool is_dsl = algebra_is_dsl(call->al);
	struct tensor_value tensor;
	bool is_list = call->args[0].kind == VALUE_LIST;
	if ((call->args[0].kind == VALUE_TENSOR || is_list) && tensor_arg(call, 0, &tensor)) {
		const struct value map = value_from_map(tensor.map);
		struct call of_map = { call->al, call->operation, &map, 1 };
		struct value made = is_dsl ? from_inner(&of_map, layout_filter_zeros(call->al, inner_arg(&of_map)))
			: run_filter_zeros(&of_map);
		made = algebra_failed(call->al) ? value_none()
			: tensor_with_map(call->al, &tensor, value_as_map(call->al, &made));
		return is_list && !algebra_failed(call->al) ? value_without_pointer(call->al, &made) : made;
	}
	if (call->args[0].kind == VALUE_COMPOSED && is_dsl) {
		arg(call, 0);
		algebra_fault(call->al, FAULT_TYPE, "the DSL filters layouts and tensors, not composed layouts");
		return value_none();
	}
	return call->args[0].kind == VALUE_COMPOSED ? *arg(call, 0) : run_of_layout(call);
}

/* With a profile by mode: only the modes that the profile has are coalesced, each for itself. */
static struct value run_coalesce(struct call *call) {
	struct layout a = inner_arg(call);
	if (!has_arg(call, 1)) {
		return from_inner(call, layout_coalesce(call->al, a));
	}
	return from_inner(call, layout_coalesce_profile(call->al, a, shape_arg(call, 1)));
}

/* With a profile by mode, where composed layouts have an innermost one to filter. */
static struct value run_filter(struct call *call) {
	if (has_arg(call, 1)) {
		struct layout a = inner_arg(call);
		return from_inner(call, layout_filter_profile(call->al, a, shape_arg(call, 1)));
	}
	if (algebra_is_dsl(call->al)) {
		return from_inner(call, layout_filter(call->al, inner_arg(call)));
	}
	return from_layout(call, layout_filter(call->al, layout_arg(call, 0)));
}

static const struct operation operations[] = {
	{ "append", "layout, mode, rank", RUN_AS(ARGUMENTS_PYTHON, run_append, 1, 3),
		"one more mode (default 1:0) at the end, or as many as make the given rank",
		"append((4,8):(8,1),3:32)", "(4,8,3):(8,1,32)",
		"01_layout.md, Concatenation; include/cute/layout.hpp" },
	{ "append_ones", "layout, rank", RUN(run_append_ones, 1, 2),
		"one more mode 1:0 at the end, or as many as make the given rank",
		"append_ones((4,8):(8,1),4)", "(4,8,1,1):(8,1,0,0)",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "coalesce", "layout, target_profile", RUN(run_coalesce, 1, 2),
		"the shortest layout with the same size and the same offset at each integer coordinate; with a profile, by "
		"mode",
		"coalesce((2,(1,6)):(1,(6,2)))", "12:1",
		"02_layout_algebra.md, Coalesce; include/cute/layout.hpp" },
	{ "filter", "layout, target_profile", RUN(run_filter, 1, 2),
		"the layout without its modes of stride 0 or extent 1, coalesced",
		"filter((4,2,3):(0,1,2))", "6:1",
		"include/cute/layout.hpp" },
	{ "filter_zeros", "layout", { run_filter_zeros, 1, 1, { .of_layout = layout_filter_zeros }, ARGUMENTS_PLAIN },
		"the layout with extent 1 in the place of each mode of stride 0",
		"filter_zeros((4,8):(8,0))", "(4,1):(8,0)",
		"include/cute/layout.hpp" },
	{ "flatten", "layout", RUN_AS(ARGUMENTS_PYTHON, run_flatten, 1, 1),
		"the same modes without nesting",
		"flatten(((4,8),(8,2)):((64,1),(8,256)))", "(4,8,8,2):(64,1,8,256)",
		"01_layout.md, Grouping and flattening; include/cute/layout.hpp" },
	{ "group", "layout, begin, end", RUN_AS(ARGUMENTS_PYTHON, run_group, 2, 3),
		"modes begin to end-1 made into one mode",
		"group((2,3,5):(1,2,6),0,2)", "((2,3),5):((1,2),6)",
		"01_layout.md, Grouping and flattening; include/cute/layout.hpp" },
	{ "prepend", "layout, mode, rank", RUN_AS(ARGUMENTS_PYTHON, run_prepend, 1, 3),
		"one more mode (default 1:0) at the front, or as many as make the given rank",
		"prepend((4,8):(8,1),3:32)", "(3,4,8):(32,8,1)",
		"01_layout.md, Concatenation; include/cute/layout.hpp" },
	{ "prepend_ones", "layout, rank", RUN(run_prepend_ones, 1, 2),
		"one more mode 1:0 at the front, or as many as make the given rank",
		"prepend_ones((4,8):(8,1))", "(1,4,8):(0,8,1)",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "replace", "layout, mode, value", RUN(run_replace, 3, 3),
		"the layout with one mode replaced",
		"replace((4,8):(8,1),0,2:5)", "(2,8):(5,1)",
		"01_layout.md, Concatenation; include/cute/layout.hpp" },
	{ "reverse", "layout", RUN(run_reverse, 1, 1),
		"the modes from the last to the first",
		"reverse((4,(2,8)))", "((2,8),4)",
		"include/cute/algorithm/tuple_algorithms.hpp" },
	{ "select", "layout, mode, ...", RUN_AS(ARGUMENTS_PYTHON, run_select, 2, LIMIT_ARGUMENTS),
		"the layout of the given modes",
		"select((2,3,5):(1,2,6),0,2)", "(2,5):(1,6)",
		"01_layout.md, Sublayouts; include/cute/layout.hpp" },
	{ "take", "layout, begin, end", RUN_AS(ARGUMENTS_PYTHON, run_take, 3, 3),
		"modes begin to end-1",
		"take((2,3,5):(1,2,6),1,3)", "(3,5):(2,6)",
		"01_layout.md, Sublayouts; include/cute/layout.hpp" },
	{ "unflatten", "layout, target_profile", RUN(run_unflatten, 2, 2),
		"the modes of a flat layout nested as the profile is",
		"unflatten((4,2,8):(1,4,8),(1,(1,1)))", "(4,(2,8)):(1,(4,8))",
		"include/cute/layout.hpp" },
	{ "zip", "layout, layout_b", RUN(run_zip, 1, 2),
		"pairs of the modes of two layouts, or of the halves of one",
		"zip((8,4):(1,8),(2,3):(4,5))", "((8,2),(4,3)):((1,4),(8,5))",
		"include/cute/layout.hpp" },
};

OPERATION_GROUP(modes, "Rearranging modes", operations)
