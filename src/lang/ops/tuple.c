/* Arithmetic of integer tuples. */
#include <inttypes.h>

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

/*
 * "a" with the promise that "divby" divides it, which takes the place of what was known before; one that is known at
 * compile time must be a multiple.
 */
static struct value run_assume(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	int64_t divisor = has_arg(call, 1) ? int_arg(call, 1, 1, UINT32_MAX) : 1;
	call->al->operand = 1;
	if (algebra_failed(call->al) || !tuple_is_plain_int(a)) {
		algebra_fault(call->al, FAULT_TYPE, "expected an integer, saw a tuple or a basis");
		return value_none();
	}
	if (int_has_value(a) && a.value % divisor != 0) {
		algebra_fault(call->al, FAULT_DIVIDE, "%" PRId64 " is not a multiple of %" PRId64, a.value, divisor);
	} else if (int_is_symbol(a) && !int_takes_divides(tuple_int(divisor), a)) {
		algebra_fault(call->al, FAULT_DIVIDE, "the formula is not a multiple of %" PRId64 " for any numbers", divisor);
	} else if (a.known == KNOWN_DIVISOR) {
		a.divisor = (uint32_t)divisor;
		a.traits = (uint8_t)((a.traits & ~INT_FOLDED) | INT_TRACKED);
	}
	return from_tuple(call, a);
}

/* "a" with its product in the place of a tuple where "b" has an integer, as the DSL divides it. */
static struct tuple with_products(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a) || !tuple_is_tuple(b)) {
		return tuple_is_tuple(b) ? a : tuple_product(al, a);
	}
	struct tuple *modes = tuple_modes_new(al, a.rank);
	for (int i = 0; i < a.rank; i++) {
		modes[i] = i < b.rank ? with_products(al, a.modes[i], b.modes[i]) : a.modes[i];
	}
	return tuple_of(al, modes, a.rank);
}

/* A layout as divisor counts by its complement; an integer is folded over the modes, in the DSL divides the size. */
static struct value run_ceil_div(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	const struct value *b = arg(call, 1);
	int rank = tuple_rank(a);
	if (algebra_is_dsl(call->al) && b->kind == VALUE_TUPLE) {
		a = with_products(call->al, a, b->tuple);
	}
	if (b->kind == VALUE_LAYOUT) {
		return from_tuple(call, ceil_div_tiler(call->al, a, tiler_arg(call, 1)));
	}
	struct tuple divisor = tuple_arg(call, 1);
	if (algebra_is_dsl(call->al) && !algebra_failed(call->al) && tuple_rank(divisor) > rank) {
		algebra_fault(call->al, FAULT_RANK, "a divisor of rank %d for a shape of rank %d", tuple_rank(divisor), rank);
	}
	return algebra_failed(call->al) ? value_none() : from_tuple(call, tuple_ceil_div(call->al, a, divisor));
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

/* Column-major, from 1 or from what argument 1 says. */
static struct value run_compact_col_major(struct call *call) {
	struct tuple start = has_arg(call, 1) ? tuple_arg(call, 1) : tuple_int(1);
	if (!algebra_failed(call->al) && !tuple_is_plain_int(start)) {
		algebra_fault(call->al, FAULT_TYPE, "expected an integer, the first stride");
	}
	struct tuple shape = shape_arg(call, 0);
	return from_tuple(call, algebra_failed(call->al) ? shape : tuple_compact_left(call->al, shape, start));
}

/* Modes with smaller numbers in the order vary faster. */
static struct value run_compact_order(struct call *call) {
	struct tuple shape = shape_arg(call, 0);
	struct tuple order = order_of(call, shape_arg(call, 1));
	return from_tuple(call, tuple_compact_order(call->al, shape, order));
}

/* The products of the parts of argument 0 that stand at the leaves of argument 1, of all where that is a layout. */
static struct value run_product_like(struct call *call) {
	struct tuple t = shape_arg(call, 0);
	enum value_kind kind = arg(call, 1)->kind;
	bool is_map = kind == VALUE_LAYOUT || kind == VALUE_COMPOSED;
	struct tuple guide = is_map ? tuple_int(1) : shape_arg(call, 1);
	return from_tuple(call, tuple_product_like(call->al, t, guide));
}

/* Once it is the value itself, not a tuple of it. */
static struct value run_repeat(struct call *call) {
	int64_t count = int_arg(call, 1, 1, LIMIT_LEAVES);
	const struct value *x = arg(call, 0);
	if (algebra_failed(call->al) || count == 1) {
		return *x;
	}
	struct value *items = arena_array(call->al->arena, (size_t)count, sizeof *items);
	for (int64_t i = 0; i < count; i++) {
		items[i] = *x;
	}
	return value_from_items(call->al, items, (int)count);
}

/* Argument 1 at each integer of argument 0, once where that is no tuple. */
static struct value run_repeat_like(struct call *call) {
	const struct value *like = arg(call, 0);
	struct tuple t = value_is_sequence(like) ? shape_arg(call, 0) : tuple_int(1);
	struct tuple x = tuple_arg(call, 1);
	return from_tuple(call, algebra_failed(call->al) ? t : tuple_repeat_like(call->al, t, x));
}

/* The DSL leaves an integer alone, and makes one of (); C++ makes both a tuple. */
static struct tuple product_each(struct algebra *al, struct tuple t) {
	bool is_empty = tuple_is_tuple(t) && t.rank == 0;
	return !algebra_is_dsl(al) ? tuple_product_each(al, t) : is_empty ? tuple_int(1)
		: tuple_is_tuple(t) ? tuple_product_each(al, t) : t;
}

/* The same also for n = 1. */
static struct value run_repeat_as_tuple(struct call *call) {
	int64_t count = int_arg(call, 1, 1, LIMIT_LEAVES);
	if (algebra_failed(call->al) || count > 1) {
		return run_repeat(call);
	}
	return value_from_items(call->al, arg(call, 0), 1);
}

/* Values in a row. */
struct row {
	struct value items[LIMIT_LEAVES];
	int count;
};

/* "value" behind the others in "row", which has at most LIMIT_LEAVES. */
static void put_value(struct algebra *al, struct row *row, struct value value) {
	if (row->count == LIMIT_LEAVES) {
		algebra_fault(al, FAULT_LIMIT, "a tuple has at most %d parts", LIMIT_LEAVES);
	}
	if (!algebra_failed(al) && algebra_step(al, 1)) {
		row->items[row->count++] = value;
	}
}

/* The parts of "value", and theirs, down to what has none. */
static void put_leaves(struct algebra *al, struct row *row, const struct value *value) {
	if (!value_is_sequence(value)) {
		put_value(al, row, *value);
		return;
	}
	for (int i = 0; i < value_part_count(value) && !algebra_failed(al); i++) {
		struct value part = value_part(value, i);
		put_leaves(al, row, &part);
	}
}

/* The values of "row" as a tuple. */
static struct value from_row(struct call *call, const struct row *row) {
	return algebra_failed(call->al) ? value_none() : value_from_items(call->al, row->items, row->count);
}

/* What is no tuple is its own only leaf. */
static struct value run_flatten_to_tuple(struct call *call) {
	struct row *row = arena_alloc(call->al->arena, sizeof *row);
	row->count = 0;
	put_leaves(call->al, row, arg(call, 0));
	return from_row(call, row);
}

/* The parts of the arguments in a row; what is no tuple is a part itself. */
static struct value run_tuple_cat(struct call *call) {
	struct row *row = arena_alloc(call->al->arena, sizeof *row);
	row->count = 0;
	for (int i = 0; i < call->count; i++) {
		const struct value *value = arg(call, i);
		bool has_parts = value_is_sequence(value);
		for (int k = 0; has_parts && k < value_part_count(value) && !algebra_failed(call->al); k++) {
			put_value(call->al, row, value_part(value, k));
		}
		if (!has_parts) {
			put_value(call->al, row, *value);
		}
	}
	return from_row(call, row);
}

/* 5 of 5@0; any other value is itself. */
static struct value run_basis_value(struct call *call) {
	const struct value *value = arg(call, 0);
	return value->kind == VALUE_TUPLE ? from_tuple(call, tuple_basis_value(value->tuple)) : *value;
}

static const struct operation operations[] = {
	{ "assume", "integer, divby", RUN_AS(ARGUMENTS_PYTHON, run_assume, 1, 2),
		"an integer with the promise that divby divides it",
		"assume(?,divby=8)", "?{div=8}",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "basis_value", "e", RUN(run_basis_value, 1, 1),
		"the number of a basis element; any other value itself",
		"basis_value(5@0)", "5",
		"include/cute/numeric/arithmetic_tuple.hpp; python/CuTeDSL/cutlass/cute/core.py" },
	{ "ceil_div", "shape, divisor", RUN(run_ceil_div, 2, 2),
		"the quotient rounded up, by mode; an integer is folded over the modes",
		"ceil_div((9,8),(2,8))", "(5,1)",
		"include/cute/int_tuple.hpp" },
	{ "compact_col_major", "shape, init", RUN(run_compact_col_major, 1, 2),
		"the column-major compact strides of a shape",
		"compact_col_major((4,(2,8)))", "(1,(4,8))",
		"include/cute/stride.hpp" },
	{ "compact_order", "shape, order", RUN(run_compact_order, 2, 2),
		"compact strides in which the modes with smaller numbers in order vary faster",
		"compact_order((4,8,2),(1,0,2))", "(8,1,32)",
		"include/cute/stride.hpp" },
	{ "compact_row_major", "shape", OF_SHAPE(tuple_compact_right),
		"the row-major compact strides of a shape",
		"compact_row_major((4,(2,8)))", "(16,(8,1))",
		"include/cute/stride.hpp" },
	{ "domain_distribute", "shape, n", RUN(run_domain_distribute, 2, 2),
		"n elements spread over the modes of a shape as far as its extents divide",
		"domain_distribute((15,14),6)", "(3,2):(1,15)",
		"include/cute/layout.hpp" },
	{ "elem_scale", "a, b", OF_TUPLES(elem_scale),
		"a with each integer multiplied by the size of what stands in its place in b",
		"elem_scale((1,2),(4,(2,3)))", "(4,12)",
		"include/cute/int_tuple.hpp" },
	{ "flatten_to_tuple", "a", RUN_AS(ARGUMENTS_PYTHON, run_flatten_to_tuple, 1, 1),
		"what a tuple has at its leaves, in one tuple",
		"flatten_to_tuple(((4,2),8))", "(4,2,8)",
		"include/cute/algorithm/tuple_algorithms.hpp; python/CuTeDSL/cutlass/cute/tuple.py" },
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
	{ "product_each", "shape", OF_SHAPE(product_each),
		"the product of the integers of each mode",
		"product_each((4,(2,8)))", "(4,16)",
		"include/cute/int_tuple.hpp" },
	{ "product_like", "tuple, guide", RUN(run_product_like, 2, 2),
		"the products of what stands at the leaves of guide",
		"product_like(((2,3),(4,(5,6))),(1,(1,1)))", "(6,(4,30))",
		"include/cute/int_tuple.hpp" },
	{ "repeat", "x, n", RUN_AS(ARGUMENTS_PYTHON, run_repeat, 2, 2),
		"the tuple of n times x; x itself for n = 1",
		"repeat(4,3)", "(4,4,4)",
		"include/cute/algorithm/tuple_algorithms.hpp" },
	{ "repeat_as_tuple", "x, n", RUN_AS(ARGUMENTS_PYTHON, run_repeat_as_tuple, 2, 2),
		"the tuple of n times x",
		"repeat_as_tuple(4,3)", "(4,4,4)",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "repeat_like", "tuple, x", RUN_AS(ARGUMENTS_SWAPPED, run_repeat_like, 2, 2),
		"x in the place of each integer of a tuple",
		"repeat_like((4,(2,8)),0)", "(0,(0,0))",
		"include/cute/algorithm/tuple_algorithms.hpp" },
	{ "shape_div", "shape, divisor", RUN(run_shape_div, 2, 2),
		"ceil_div where one of the two numbers divides the other",
		"shape_div((8,9),4)", "(2,9)",
		"include/cute/int_tuple.hpp" },
	{ "tuple_cat", "a, ...", RUN_AS(ARGUMENTS_PYTHON, run_tuple_cat, 0, LIMIT_ARGUMENTS),
		"the parts of several tuples in one; what is no tuple is a part",
		"tuple_cat((4,2),(8,))", "(4,2,8)",
		"include/cute/container/tuple.hpp; python/CuTeDSL/cutlass/cute/tuple.py" },
};

OPERATION_GROUP(tuple, "Arithmetic of tuples", operations)
