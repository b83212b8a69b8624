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
		return tuple_product(al, shape).value == covered.value;
	}
	if (b->rank > tuple_rank(shape)) {
		return false;
	}
	bool all = true;
	for (int i = 0; i < b->rank; i++) {
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
		return a.value < b.value;
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

/* Coordinates with bounds: CuTe uses it for predication. */
static struct value run_elem_less(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	return from_bool(call, elem_less(call->al, a, b));
}

static const struct operation operations[] = {
	{ "compatible", "a, b", RUN(run_compatible, 2, 2),
		"whether every coordinate of the shape a is one of b",
		"compatible(24,(4,6))", "true",
		"01_layout.md, Layout compatibility; include/cute/int_tuple.hpp" },
	{ "congruent", "a, b", ASK_SHAPES(tuple_congruent),
		"whether two tuples nest in the same way",
		"congruent((4,(2,8)),(1,(1,1)))", "true",
		"01_layout.md, Constructing a Layout; include/cute/int_tuple.hpp" },
	{ "elem_less", "a, b", RUN(run_elem_less, 2, 2),
		"whether each integer of a is less than the one of b in its place",
		"elem_less((1,2),(4,8))", "true",
		"include/cute/int_tuple.hpp" },
	{ "evenly_divides", "shape, tiler", RUN(run_evenly_divides, 2, 2),
		"whether a tiler divides a shape without rest",
		"evenly_divides((8,9),(4,3))", "true",
		"include/cute/int_tuple.hpp" },
	{ "weakly_congruent", "a, b", ASK_SHAPES(tuple_weakly_congruent),
		"whether b refines the nesting of a",
		"weakly_congruent((4,8),(4,(2,4)))", "true",
		"include/cute/int_tuple.hpp" },
};

OPERATION_GROUP(ask, "Questions", operations)
