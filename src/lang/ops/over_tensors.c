/*
 * A table says for each operation which argument is the tensor, and what becomes of it; operations that it does not
 * have look at the layouts of tensors alone. So an operation on layouts needs no line about tensors of its own.
 */
#include "lang/ops/over_tensors.h"

#include <limits.h>

#include "base/limits.h"
#include "lang/memory.h"

/* What becomes of the tensor that an operation is given. */
enum role {
	ROLE_LOOK,  /* its layout is looked at, the result is no tensor */
	ROLE_KEEP,  /* the result is a layout of the same elements: a tensor from the same first element on */
	ROLE_MOVE,  /* the result is a pair (layout, offset): a tensor from another element on */
	ROLE_OWN,   /* the operation takes tensors itself */
	ROLE_ALL,   /* the same, however many there are */
	ROLE_NONE,  /* CuTe has the operation for layouts alone */
};

/* An operation on a tensor. */
struct of_tensor {
	const char *name;
	enum role role;
	int place;         /* of the argument that is the tensor */
};

static const struct of_tensor roles[] = {
	{ "append", ROLE_NONE, 0 },
	{ "append_ones", ROLE_KEEP, 0 },
	{ "as_position_independent_swizzle_tensor", ROLE_OWN, 0 },
	{ "basis_value", ROLE_ALL, 0 },
	{ "coalesce", ROLE_KEEP, 0 },
	{ "composition", ROLE_KEEP, 0 },
	{ "cosize", ROLE_LOOK, 0 },
	{ "crd2idx", ROLE_OWN, 1 },
	{ "depth", ROLE_LOOK, 0 },
	{ "domain_offset", ROLE_OWN, 1 },
	{ "element_type", ROLE_OWN, 0 },
	{ "fill", ROLE_OWN, 0 },
	{ "filter", ROLE_KEEP, 0 },
	{ "filter_zeros", ROLE_OWN, 0 },
	{ "flat_divide", ROLE_KEEP, 0 },
	{ "flatten", ROLE_KEEP, 0 },
	{ "flatten_to_tuple", ROLE_ALL, 0 },
	{ "get_num_tmem_alloc_cols", ROLE_OWN, 0 },
	{ "group", ROLE_KEEP, 0 },
	{ "inner_partition", ROLE_MOVE, 0 },
	{ "is_static", ROLE_OWN, 0 },
	{ "iterator", ROLE_OWN, 0 },
	{ "layout", ROLE_LOOK, 0 },
	{ "load", ROLE_OWN, 0 },
	{ "local_partition", ROLE_MOVE, 0 },
	{ "local_tile", ROLE_MOVE, 0 },
	{ "logical_divide", ROLE_KEEP, 0 },
	{ "make_fragment_A", ROLE_OWN, 1 },
	{ "make_fragment_B", ROLE_OWN, 1 },
	{ "make_fragment_C", ROLE_OWN, 1 },
	{ "make_fragment_like", ROLE_OWN, 0 },
	{ "make_rmem_tensor_like", ROLE_OWN, 0 },
	{ "make_tensor", ROLE_OWN, 0 },
	{ "make_tiled_tma_atom", ROLE_OWN, 1 },
	{ "make_tiled_tma_atom_A", ROLE_OWN, 1 },
	{ "make_tiled_tma_atom_B", ROLE_OWN, 1 },
	{ "make_tma_atom", ROLE_OWN, 1 },
	{ "make_tma_copy", ROLE_OWN, 1 },
	{ "make_tma_copy_A_sm90", ROLE_OWN, 1 },
	{ "make_tma_copy_B_sm90", ROLE_OWN, 1 },
	{ "make_tma_copy_C_sm90", ROLE_OWN, 1 },
	{ "make_tmem_copy", ROLE_OWN, 1 },
	{ "mark_compact_shape_dynamic", ROLE_OWN, 0 },
	{ "mark_layout_dynamic", ROLE_OWN, 0 },
	{ "outer_partition", ROLE_MOVE, 0 },
	{ "partition_A", ROLE_MOVE, 2 },
	{ "partition_B", ROLE_MOVE, 2 },
	{ "partition_C", ROLE_MOVE, 2 },
	{ "partition_D", ROLE_MOVE, 2 },
	{ "partition_S", ROLE_MOVE, 2 },
	{ "prepend", ROLE_NONE, 0 },
	{ "prepend_ones", ROLE_KEEP, 0 },
	{ "print", ROLE_ALL, 0 },
	{ "print_tensor", ROLE_OWN, 0 },
	{ "printf", ROLE_ALL, 0 },
	{ "rank", ROLE_LOOK, 0 },
	{ "recast_tensor", ROLE_OWN, 0 },
	{ "repeat", ROLE_ALL, 0 },
	{ "repeat_as_tuple", ROLE_ALL, 0 },
	{ "retile_D", ROLE_KEEP, 1 },
	{ "retile_S", ROLE_KEEP, 1 },
	{ "select", ROLE_NONE, 0 },
	{ "shape", ROLE_LOOK, 0 },
	{ "size", ROLE_LOOK, 0 },
	{ "slice", ROLE_MOVE, 1 },
	{ "store", ROLE_OWN, 0 },
	{ "stride", ROLE_LOOK, 0 },
	{ "take", ROLE_KEEP, 0 },
	{ "thrfrg_A", ROLE_KEEP, 1 },
	{ "thrfrg_B", ROLE_KEEP, 1 },
	{ "thrfrg_C", ROLE_KEEP, 1 },
	{ "tiled_divide", ROLE_KEEP, 0 },
	{ "tma_partition", ROLE_ALL, 0 },
	{ "tuple_cat", ROLE_ALL, 0 },
	{ "zipped_divide", ROLE_KEEP, 0 },
};

/* The line of "operation" in the table; where it has none, a tensor is looked at, behind all arguments. */
static struct of_tensor find_role(const struct operation *operation) {
	for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++) {
		if (strcmp(roles[i].name, operation->name) == 0) {
			return roles[i];
		}
	}
	return (struct of_tensor){ operation->name, ROLE_LOOK, INT_MAX };
}

/*
 * Argument "place" is the pair of a part, and no other tuple of a layout and a number; operations that CuTe has for
 * tuples, and not for tensors, take it as such a tuple.
 */
static bool is_part(const struct call *call, int place) {
	return place < call->count && call->args[place].kind == VALUE_LIST && call->args[place].list.is_part
		&& find_role(call->operation).role != ROLE_NONE;
}

/*
 * Argument "place" is a layout that waits for the pointer to shared memory, and is taken as the tensor that it is for:
 * CuTe C++ has these operations for tensors alone.
 */
static bool waits_for_pointer(const struct call *call, int place) {
	return place < call->count && call->args[place].kind == VALUE_COMPOSED
		&& map_is_flagged(value_as_map(NULL, &call->args[place])) && find_role(call->operation).role == ROLE_MOVE
		&& strcmp(call->operation->name, "slice") != 0;
}

bool takes_tensors(const struct call *call) {
	bool has_tensors = false;
	bool has_lists = false;
	for (int i = 0; i < call->count; i++) {
		enum value_kind kind = call->args[i].kind;
		has_tensors |= kind == VALUE_TENSOR;
		has_lists |= kind == VALUE_LIST;
	}
	if (waits_for_pointer(call, find_role(call->operation).place)) {
		return true;
	}
	if ((!has_tensors && !has_lists) || find_role(call->operation).role == ROLE_ALL) {
		return false;
	}
	return has_tensors || is_part(call, find_role(call->operation).place);
}

bool tensor_arg(struct call *call, int i, struct tensor_value *tensor) {
	const struct value *value = arg(call, i);
	if (!algebra_failed(call->al) && !value_tensor(value, tensor)) {
		algebra_fault(call->al, FAULT_TYPE, "expected a tensor, saw %s", value_kind_name(value));
	}
	return !algebra_failed(call->al);
}

/* The arguments with the layouts of tensors in their place; but for "own", where argument "own" stays as it is. */
static void take_layouts(struct call *call, int own) {
	struct value *args = arena_array(call->al->arena, (size_t)call->count, sizeof *args);
	for (int i = 0; i < call->count; i++) {
		args[i] = call->args[i];
		if (i != own && args[i].kind == VALUE_TENSOR) {
			args[i] = value_from_map(args[i].tensor->map);
		}
	}
	call->args = args;
}

/* The number of the first argument that is a tensor; there is one. */
static int first_tensor(const struct call *call) {
	int i = 0;
	while (call->args[i].kind != VALUE_TENSOR) {
		i++;
	}
	return i;
}

/* The coordinate or place of argument 0 in a tensor; in the DSL the element that a tensor in memory has there. */
static struct value element_at(struct call *call, const struct tensor_value *tensor) {
	struct tuple c = tuple_arg(call, 0);
	if (algebra_is_dsl(call->al) && !tuple_weakly_congruent(c, map_inner(call->al, tensor->map).shape)) {
		algebra_fault(call->al, FAULT_RANK, "the coordinate does not nest as the tensor does");
		return value_none();
	}
	if (tensor->has_pointer && algebra_is_dsl(call->al) && !algebra_failed(call->al)) {
		struct vector element = tensor_element(call->al, tensor, c);
		return value_from_vector(call->al, &element);
	}
	struct tuple place = algebra_failed(call->al) ? c : map_crd2idx(call->al, c, tensor->map);
	place = algebra_failed(call->al) ? place
		: tuple_add(call->al, tensor->offset, tuple_from_basis(call->al, place));
	bool is_swizzled = tensor->is_swizzled && !algebra_failed(call->al);
	return from_tuple(call, is_swizzled ? map_crd2idx(call->al, place, map_from_swizzle(tensor->swizzle)) : place);
}

/* The result of an operation that gives (layout, offset) as a tensor, or from the pair of a part as such a pair. */
static struct value moved(struct call *call, const struct tensor_value *tensor, const struct value *result,
		bool is_pair) {
	struct tensor_value part;
	if (algebra_failed(call->al) || !value_tensor(result, &part)) {
		return *result;
	}
	struct value made = tensor_move(call->al, tensor, part.map, tuple_from_basis(call->al, part.offset));
	return is_pair && !algebra_failed(call->al) ? value_without_pointer(call->al, &made) : made;
}

struct value call_with_tensors(struct call *call) {
	const enum role role = find_role(call->operation).role;
	const int place = find_role(call->operation).place;
	struct tensor_value tensor;
	bool given = place < call->count && value_tensor(&call->args[place], &tensor)
		&& (call->args[place].kind == VALUE_TENSOR || is_part(call, place) || waits_for_pointer(call, place));
	if (role == ROLE_NONE) {
		arg(call, first_tensor(call));
		algebra_fault(call->al, FAULT_TYPE, "CuTe has no %s of a tensor", call->operation->name);
		fault_set_hint(&call->al->fault, "%s(layout(tensor), ...) is of its layout", call->operation->name);
		return value_none();
	}
	if (!given || (role == ROLE_OWN && strcmp(call->operation->name, "crd2idx") != 0)) {
		take_layouts(call, role == ROLE_OWN ? place : -1);
		return call->operation->takes.run(call);
	}
	bool is_pair = call->args[place].kind == VALUE_LIST;
	take_layouts(call, 0);
	((struct value *)call->args)[place] = value_from_map(tensor.map);
	if (role == ROLE_OWN) {
		return element_at(call, &tensor);
	}
	bool slices = strcmp(call->operation->name, "slice") == 0;
	struct value result = slices ? call_slice_and_offset(call, true) : call->operation->takes.run(call);
	if (role == ROLE_MOVE) {
		return moved(call, &tensor, &result, is_pair);
	}
	if (role == ROLE_LOOK || algebra_failed(call->al)) {
		return result;
	}
	struct value made = tensor_with_map(call->al, &tensor, value_as_map(call->al, &result));
	return is_pair && !algebra_failed(call->al) ? value_without_pointer(call->al, &made) : made;
}
