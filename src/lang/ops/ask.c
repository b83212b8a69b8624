/* Questions about shapes and tuples, with true and false as answers. */
#include "lang/ops/signature.h"

/* Shapes, or the shapes of layouts. */
static struct value run_compatible(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	struct tuple b = shape_arg(call, 1);
	return from_bool(call, tuple_compatible(call->al, a, b));
}

/* Mode by mode for a tuple of tilers; modes behind its last one are not divided. */
static bool evenly_divides(struct algebra *al, struct tuple shape, const struct tiler *b) {
	if (b->kind == TILER_UNDERSCORE) {
		algebra_fault(al, FAULT_TYPE, "\"_\" divides nothing");
		return false;
	}
	if (b->kind != TILER_MODES) {
		struct tuple covered = int_mul(al, layout_size(al, b->layout), tuple_product(al, ceil_div_tiler(al, shape, b)));
		return int_value(al, tuple_product(al, shape)) == int_value(al, covered);
	}
	int rank = tuple_rank(shape);
	bool all = b->rank <= rank;
	for (int i = 0; i < b->rank && b->rank <= rank; i++) {
		all = evenly_divides(al, tuple_mode(shape, i), &b->modes[i]) && all;
	}
	return all;
}

/* A tiler may be a layout, which has to cover its mode without rest. */
static struct value run_evenly_divides(struct call *call) {
	struct tuple shape = shape_arg(call, 0);
	const struct tiler *tiler = tiler_arg(call, 1);
	return from_bool(call, evenly_divides(call->al, shape, tiler));
}

/* Every integer of "a" is less than the one of "b" in its place; "b" may have more modes. */
static bool elem_less(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a) && !tuple_is_tuple(b)) {
		return int_value(al, a) < int_value(al, b);
	}
	if (!tuple_is_tuple(a) || !tuple_is_tuple(b)) {
		algebra_fault(al, FAULT_RANK, "an integer cannot be compared with a tuple");
		return false;
	}
	if (a.rank > b.rank) {
		return false;
	}
	for (int i = 0; i < a.rank; i++) {
		if (!elem_less(al, a.modes[i], b.modes[i])) {
			return false;
		}
	}
	return true;
}

/* Coordinates with bounds: CuTe uses it for predication. In the DSL the answer is known at run time only. */
static struct value run_elem_less(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	bool less = !algebra_is_dsl(call->al) && elem_less(call->al, a, b);
	return algebra_is_dsl(call->al) ? from_tuple(call, tuple_divisible(1)) : from_bool(call, less);
}

/* Every integer of "a" is at most the one of "b" in its place: not less the other way round, as CuTe has it. */
static struct value run_elem_leq(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	return from_bool(call, !elem_less(call->al, b, a));
}

/* Two integers or tuples that CuTe can compare with ==. */
static bool comparable(struct algebra *al, struct tuple a, struct tuple b) {
	if (tuple_is_tuple(a) != tuple_is_tuple(b)) {
		algebra_fault(al, FAULT_RANK, "an integer cannot be compared with a tuple");
		return false;
	}
	return !algebra_failed(al);
}

/*
 * Whether "a" comes before "b" in the order of their modes, from the first or from the last on; the shorter one comes
 * first.
 */
static bool comes_before(struct algebra *al, struct tuple a, struct tuple b, bool from_last) {
	bool good = comparable(al, a, b);
	if (!good || !tuple_is_tuple(a)) {
		return good && int_value(al, a) < int_value(al, b);
	}
	for (int i = 0; i < a.rank && i < b.rank; i++) {
		struct tuple x = a.modes[from_last ? a.rank - 1 - i : i];
		struct tuple y = b.modes[from_last ? b.rank - 1 - i : i];
		if (comes_before(al, x, y, from_last)) {
			return true;
		}
		if (algebra_failed(al) || !tuple_equal(x, y)) {
			return false;
		}
	}
	return a.rank < b.rank;
}

/* From the first mode on. */
static struct value run_lex_less(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	return from_bool(call, comes_before(call->al, a, b, false));
}

/* From the last mode on: the order of the numbers of coordinates. */
static struct value run_colex_less(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	return from_bool(call, comes_before(call->al, a, b, true));
}

/* Nothing in it is known at run time only; the DSL says so of no tensor. */
static struct value run_is_static(struct call *call) {
	const struct value *value = arg(call, 0);
	if (value->kind == VALUE_TENSOR && algebra_is_dsl(call->al)) {
		return from_bool(call, false);
	}
	if (value->kind == VALUE_TUPLE) {
		return from_bool(call, tuple_is_static(value->tuple));
	}
	struct map map = map_arg(call, 0);
	bool is_static = true;
	while (!algebra_failed(call->al) && map.kind == MAP_COMPOSED) {
		is_static = is_static && tuple_is_static(map.composed->offset);
		map = map.composed->inner;
	}
	if (map.kind == MAP_LAYOUT) {
		is_static = is_static && tuple_is_static(map.layout.shape) && tuple_is_static(map.layout.stride);
	}
	return from_bool(call, is_static);
}

/*
 * The place of the first stride 1 whose extent is not 1: a number, a tuple of numbers below the first level, or "_".
 * "path" receives the numbers.
 */
static bool find_leading(struct tuple shape, struct tuple stride, struct tuple *path, int *depth) {
	if (!tuple_is_tuple(stride)) {
		return tuple_is_constant(stride, 1) && !tuple_is_constant(shape, 1);
	}
	int level = *depth;
	for (int i = 0; i < stride.rank; i++) {
		path[level] = tuple_int(i);
		*depth = level + 1;
		if (find_leading(shape.modes[i], stride.modes[i], path, depth)) {
			return true;
		}
	}
	return false;
}

/* Of a layout, or of a shape and a stride. */
static struct value run_leading_dim(struct call *call) {
	struct layout a;
	if (has_arg(call, 1)) {
		a = (struct layout){ shape_arg(call, 0), tuple_arg(call, 1) };
	} else {
		a = layout_arg(call, 0);
	}
	if (algebra_failed(call->al) || !tuple_congruent(a.shape, a.stride)) {
		algebra_fault(call->al, FAULT_RANK, "shape and stride are not congruent: they must nest in the same way");
		return value_none();
	}
	struct tuple *path = tuple_modes_new(call->al, LIMIT_NESTING);
	int depth = 0;
	if (!find_leading(a.shape, a.stride, path, &depth)) {
		return from_tuple(call, tuple_underscore());
	}
	return from_tuple(call, depth > 1 ? tuple_of(call->al, path, depth) : path[0]);
}

/* "value", or a part of it, is the underscore. */
static bool has_underscore(struct algebra *al, const struct value *value) {
	if (value->kind == VALUE_TUPLE) {
		return tuple_has_underscore(value->tuple);
	}
	bool has = false;
	int count = value_is_sequence(value) ? value_part_count(value) : 0;
	for (int i = 0; i < count && !has && algebra_step(al, 1); i++) {
		struct value part = value_part(value, i);
		has = has_underscore(al, &part);
	}
	return has;
}

/* Of a tuple; what is none has one only if it is one. */
static struct value run_has_underscore(struct call *call) {
	return from_bool(call, has_underscore(call->al, arg(call, 0)));
}

static const struct operation operations[] = {
	{ "colex_less", "a, b", RUN(run_colex_less, 2, 2),
		"whether a comes before b, compared from the last mode on",
		"colex_less((3,1),(0,2))", "true",
		"include/cute/int_tuple.hpp" },
	{ "compatible", "a, b", RUN(run_compatible, 2, 2),
		"whether every coordinate of the shape a is one of b",
		"compatible(24,(4,6))", "true",
		"01_layout.md, Layout compatibility; include/cute/int_tuple.hpp" },
	{ "congruent", "a, b", ASK_SHAPES(tuple_congruent),
		"whether two tuples nest in the same way",
		"congruent((4,(2,8)),(1,(1,1)))", "true",
		"01_layout.md, Constructing a Layout; include/cute/int_tuple.hpp" },
	{ "elem_leq", "a, b", RUN(run_elem_leq, 2, 2),
		"whether not every integer of b is less than the one of a in its place, as CuTe has it",
		"elem_leq((4,2),(4,8))", "true",
		"include/cute/int_tuple.hpp" },
	{ "elem_less", "a, b", RUN_AS(ARGUMENTS_PYTHON, run_elem_less, 2, 2),
		"whether each integer of a is less than the one of b in its place",
		"elem_less((1,2),(4,8))", "true",
		"include/cute/int_tuple.hpp" },
	{ "evenly_divides", "shape, tiler", RUN(run_evenly_divides, 2, 2),
		"whether a tiler divides a shape without rest",
		"evenly_divides((8,9),(4,3))", "true",
		"include/cute/int_tuple.hpp" },
	{ "has_underscore", "a", RUN_AS(ARGUMENTS_PYTHON, run_has_underscore, 1, 1),
		"whether a tuple has a _ in it",
		"has_underscore((4,(_,8)))", "true",
		"include/cute/underscore.hpp; python/CuTeDSL/cutlass/cute/core.py" },
	{ "is_static", "x", RUN_AS(ARGUMENTS_PYTHON, run_is_static, 1, 1),
		"whether every integer is known at compile time",
		"is_static((4,8):(8,1))", "true",
		"include/cute/numeric/integral_constant.hpp" },
	{ "leading_dim", "shape, stride", RUN(run_leading_dim, 1, 2),
		"the mode with stride 1 and an extent other than 1; of a layout, or of shape and stride",
		"leading_dim((4,8):(8,1))", "1",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "lex_less", "a, b", RUN(run_lex_less, 2, 2),
		"whether a comes before b, compared from the first mode on",
		"lex_less((0,2),(3,1))", "true",
		"include/cute/int_tuple.hpp" },
	{ "weakly_congruent", "a, b", ASK_SHAPES(tuple_weakly_congruent),
		"whether b refines the nesting of a",
		"weakly_congruent((4,8),(4,(2,4)))", "true",
		"include/cute/int_tuple.hpp" },
};

OPERATION_GROUP(ask, "Questions", operations)
