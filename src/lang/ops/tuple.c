/* Arithmetic of integer tuples. */
#include "lang/ops/signature.h"

/* The products of the leaves before each leaf, from "*before" on. */
static struct tuple prefix_product(struct algebra *al, struct tuple t, struct tuple *before) {
	if (!tuple_is_tuple(t)) {
		struct tuple own = *before;
		*before = int_mul(al, own, t);
		return own;
	}
	struct tuple *modes = tuple_modes_new(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = prefix_product(al, t.modes[i], before);
	}
	return tuple_of(al, modes, t.rank);
}

/* The same mode by mode where there is a tuple of products to start from. */
static struct tuple prefix_product_from(struct algebra *al, struct tuple t, struct tuple start) {
	if (!tuple_is_tuple(start)) {
		return prefix_product(al, t, &start);
	}
	if (!tuple_is_tuple(t) || t.rank != start.rank) {
		algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", start.rank, tuple_rank(t));
		return t;
	}
	struct tuple *modes = tuple_modes_new(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = prefix_product_from(al, t.modes[i], start.modes[i]);
	}
	return tuple_of(al, modes, t.rank);
}

/* From 1 on, or from what each mode starts with. */
static struct value run_prefix_product(struct call *call) {
	struct tuple start = has_arg(call, 1) ? tuple_arg(call, 1) : tuple_int(1);
	struct tuple t = shape_arg(call, 0);
	return from_tuple(call, prefix_product_from(call->al, t, start));
}

/* An integer of "a" meets all that stands in its place in "b". */
static struct tuple elem_scale(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a)) {
		return int_mul(al, a, tuple_product(al, b));
	}
	if (!tuple_is_tuple(b) || a.rank != b.rank) {
		algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", tuple_rank(b), a.rank);
		return a;
	}
	struct tuple *modes = tuple_modes_new(al, a.rank);
	for (int i = 0; i < a.rank; i++) {
		modes[i] = elem_scale(al, a.modes[i], b.modes[i]);
	}
	return tuple_of(al, modes, a.rank);
}

/* How often the tiler "b" fits into "shape", rounded up: with a layout, the shape of its complement. */
struct tuple ceil_div_tiler(struct algebra *al, struct tuple shape, const struct tiler *b) {
	struct scope scope = operation_begin(al);
	struct tuple count = b->kind == TILER_LAYOUT ? layout_complement(al, b->layout, shape).shape
		: tuple_ceil_div(al, shape, b->layout.shape);
	operation_end(al, scope);
	return count;
}

/* A layout as divisor counts by its complement; an integer is folded over the modes. */
static struct value run_ceil_div(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	const struct value *b = arg(call, 1);
	if (b->kind == VALUE_LAYOUT) {
		return from_tuple(call, ceil_div_tiler(call->al, a, tiler_arg(call, 1)));
	}
	return from_tuple(call, tuple_ceil_div(call->al, a, tuple_arg(call, 1)));
}

/* Where one of two numbers divides the other; CuTe refuses the rest. */
static struct value run_shape_div(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	struct tuple b = shape_arg(call, 1);
	return from_tuple(call, tuple_shape_div(call->al, a, b));
}

/* As far as the extents divide "n": the strides say where the elements lie. */
static struct value run_domain_distribute(struct call *call) {
	struct tuple shape = shape_arg(call, 0);
	struct tuple n = tuple_arg(call, 1);
	return from_layout(call, layout_domain_distribute(call->al, shape, n));
}

static const struct operation operations[] = {
	{ "ceil_div", "shape, divisor", RUN(run_ceil_div, 2, 2),
		"the quotient rounded up, by mode; an integer is folded over the modes",
		"ceil_div((9,8),(2,8))", "(5,1)",
		"include/cute/int_tuple.hpp" },
	{ "domain_distribute", "shape, n", RUN(run_domain_distribute, 2, 2),
		"n elements spread over the modes of a shape as far as its extents divide",
		"domain_distribute((15,14),6)", "(3,2):(1,15)",
		"include/cute/layout.hpp" },
	{ "elem_scale", "a, b", OF_TUPLES(elem_scale),
		"a with each integer multiplied by the size of what stands in its place in b",
		"elem_scale((1,2),(4,(2,3)))", "(4,12)",
		"include/cute/int_tuple.hpp" },
	{ "inner_product", "a, b", OF_TUPLES(tuple_inner_product),
		"the sum of the products of the integers of two congruent tuples",
		"inner_product((1,2),(8,1))", "10",
		"include/cute/int_tuple.hpp" },
	{ "prefix_product", "shape, init", RUN(run_prefix_product, 1, 2),
		"the products of the integers before each integer",
		"prefix_product((4,(2,8)))", "(1,(4,8))",
		"python/pycute/int_tuple.py" },
	{ "product", "shape", OF_SHAPE(tuple_product),
		"the product of all integers",
		"product((4,(2,8)))", "64",
		"include/cute/int_tuple.hpp" },
	{ "product_each", "shape", OF_SHAPE(tuple_product_each),
		"the product of the integers of each mode",
		"product_each((4,(2,8)))", "(4,16)",
		"include/cute/int_tuple.hpp" },
	{ "shape_div", "shape, divisor", RUN(run_shape_div, 2, 2),
		"ceil_div where one of the two numbers divides the other",
		"shape_div((8,9),4)", "(2,9)",
		"include/cute/int_tuple.hpp" },
};

OPERATION_GROUP(tuple, "Arithmetic of tuples", operations)
