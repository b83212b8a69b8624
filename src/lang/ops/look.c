/* What layouts and tuples have: shapes, strides, sizes. Mode numbers behind the layout lead to one of its modes. */
#include "algebra/symbol.h"
#include "base/limits.h"
#include "lang/ops/signature.h"

/* Of a tiled copy or MMA the number of its threads. */
static struct value run_size(struct call *call) {
	if (call->args[0].kind == VALUE_TILED_COPY) {
		return from_tuple(call, tiled_copy_size(call->al, &call->args[0].tiled_copy->copy));
	}
	if (call->args[0].kind == VALUE_TILED_MMA) {
		return from_tuple(call, tiled_mma_size(call->al, &call->args[0].tiled_mma->mma));
	}
	struct value value = indexed_arg(call);
	return from_tuple(call, tuple_product(call->al, shape_of(call, &value)));
}

/* A list of results counts as well as a tuple. */
static struct value run_rank(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, tuple_int(rank_of(call, &value)));
}

/* Of the shape, which the stride has too; of a tuple of values one more than that of the deepest. */
static int depth_of(struct call *call, const struct value *value) {
	int depth = 0;
	for (int i = 0; value->kind == VALUE_LIST && i < value->list.count; i++) {
		int part = 1 + depth_of(call, &value->list.items[i]);
		depth = part > depth ? part : depth;
	}
	if (value->kind == VALUE_LIST || (value->kind == VALUE_TUPLE && tuple_is_underscore(value->tuple))) {
		return depth;
	}
	struct tuple shape = shape_of(call, value);
	if (tuple_has_empty(shape)) {
		tuple_refuse_empty(call->al, "modes whose depth to compare");
	}
	return tuple_depth(shape);
}

static struct value run_depth(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, tuple_int(depth_of(call, &value)));
}

/* Of a composed layout the shape of the innermost one, which is its domain. In the DSL no extent of it has 64 bits. */
static struct value run_shape(struct call *call) {
	struct value value = indexed_arg(call);
	struct tuple shape = shape_of(call, &value);
	bool converts = algebra_is_dsl(call->al) && value.kind != VALUE_TUPLE;
	return from_tuple(call, converts ? tuple_without_wide(call->al, shape) : shape);
}

/* A composed layout has no strides; a shape alone is laid out column-major. */
static struct value run_stride(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, value_as_layout(call->al, &value).stride);
}

/* Swizzles count: they keep only the elements below their base together. */
static struct value run_max_alignment(struct call *call) {
	return from_tuple(call, map_max_alignment(call->al, map_arg(call, 0)));
}

/* coshape(L) and coprofile(L), which CuTe has for layouts alone. */
static struct value run_of_layout_mode(struct call *call) {
	if (arg(call, 0)->kind == VALUE_COMPOSED) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "CuTe has no %s of a composed layout", call->operation->name);
		return value_none();
	}
	return run_of_mode(call);
}

/*
 * Of the mode that is asked for. In the DSL it is not known where integers of the layout are not, unless all strides
 * are 0.
 */
static struct value run_cosize(struct call *call) {
	struct value mode = indexed_arg(call);
	bool known = algebra_failed(call->al) || value_is_known(&mode) || !algebra_is_dsl(call->al);
	struct layout layout = known ? layout_one() : map_inner(call->al, value_as_map(call->al, &mode));
	bool all_zero = tuple_is_constant(layout_size(call->al, layout_filter_zeros(call->al, layout)), 1);
	if (!known && !all_zero && !(tuple_is_exact(layout.shape) && tuple_is_exact(layout.stride))) {
		return from_tuple(call, tuple_divisible(1));
	}
	return from_tuple(call, map_cosize(call->al, value_as_map(call->al, &mode)));
}

/* The zero of what the layout gives: an integer, or with basis strides a coordinate. */
static struct tuple coprofile(struct algebra *al, struct layout a) {
	return tuple_coprofile(al, a.stride);
}

static const struct operation operations[] = {
	{ "coprofile", "layout, mode, ...",
		{ run_of_layout_mode, 1, LIMIT_ARGUMENTS, { .of_mode = coprofile }, ARGUMENTS_PLAIN },
		"0 in the structure of what the layout gives: 0, or with basis strides a coordinate",
		"coprofile(make_identity_layout((4,(2,8))))", "(0,(0,0))",
		"include/cute/layout.hpp" },
	{ "coshape", "layout, mode, ...",
		{ run_of_layout_mode, 1, LIMIT_ARGUMENTS, { .of_mode = layout_coshape }, ARGUMENTS_PLAIN },
		"the extents of the offsets: one number, or with basis strides a tuple",
		"coshape(make_identity_layout((4,8)))", "(4,8)",
		"include/cute/layout.hpp" },
	{ "cosize", "layout, mode, ...", RUN(run_cosize, 1, LIMIT_ARGUMENTS),
		"one more than the largest offset",
		"cosize((4,8):(1,5))", "39",
		"01_layout.md, Layout Creation and Use; include/cute/layout.hpp" },
	{ "depth", "layout, mode, ...", RUN_AS(ARGUMENTS_PYTHON, run_depth, 1, LIMIT_ARGUMENTS),
		"how deep the modes nest: 0 for an integer",
		"depth((4,(2,8)))", "2",
		"01_layout.md, Layout Creation and Use; include/cute/layout.hpp" },
	{ "get", "layout, mode, ...", RUN_AS(ARGUMENTS_PYTHON, indexed_arg, 1, LIMIT_ARGUMENTS),
		"a mode of a layout, a tuple or a result of several parts; more numbers go deeper",
		"get((3,(4,5)):(20,(5,1)),1,0)", "4:5",
		"01_layout.md, Hierarchical access functions; include/cute/layout.hpp" },
	{ "max_alignment", "layout", RUN(run_max_alignment, 1, 1),
		"the largest number of elements that every vector start is a multiple of",
		"max_alignment((8,32):(32,1))", "256",
		"include/cute/layout.hpp" },
	{ "rank", "layout, mode, ...", RUN_AS(ARGUMENTS_PYTHON, run_rank, 1, LIMIT_ARGUMENTS),
		"the number of modes",
		"rank((4,(2,8)))", "2",
		"01_layout.md, Layout Creation and Use; include/cute/layout.hpp" },
	{ "shape", "layout, mode, ...", RUN(run_shape, 1, LIMIT_ARGUMENTS),
		"the shape of a layout",
		"shape((4,8):(8,1))", "(4,8)",
		"01_layout.md, Layout Creation and Use; include/cute/layout.hpp" },
	{ "size", "layout, mode, ...", RUN_AS(ARGUMENTS_TILED, run_size, 1, LIMIT_ARGUMENTS),
		"the number of coordinates",
		"size((4,8):(8,1))", "32",
		"01_layout.md, Layout Creation and Use; include/cute/layout.hpp" },
	{ "stride", "layout, mode, ...", RUN(run_stride, 1, LIMIT_ARGUMENTS),
		"the stride of a layout",
		"stride((4,8):(8,1))", "(8,1)",
		"01_layout.md, Layout Creation and Use; include/cute/layout.hpp" },
};

OPERATION_GROUP(look, "Looking at layouts", operations)
