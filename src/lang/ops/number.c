/* Functions of integers: over all arguments, with tuples counted as the integers in them. */
#include "algebra/python.h"
#include "lang/ops/signature.h"
#include "lang/vector.h"

typedef struct tuple (*fold_integers)(struct algebra *al, struct tuple a, struct tuple b);

/* "function" folded over the integers of "t", from "*result" on if there has been one. */
static void fold_tuple(struct algebra *al, struct tuple t, fold_integers function, struct tuple *result, bool *begun) {
	if (tuple_is_tuple(t)) {
		for (int i = 0; i < t.rank; i++) {
			fold_tuple(al, t.modes[i], function, result, begun);
		}
		return;
	}
	if (!tuple_is_plain_int(t)) {
		algebra_fault(al, FAULT_TYPE, "plain integers are needed here, not basis strides or \"_\"");
		return;
	}
	*result = *begun ? function(al, *result, t) : t;
	*begun = true;
}

/* "function" folded over all integers in all arguments. */
static struct value fold_args(struct call *call, fold_integers function) {
	struct tuple result = tuple_int(0);
	bool begun = false;
	for (int i = 0; i < call->count; i++) {
		fold_tuple(call->al, tuple_arg(call, i), function, &result, &begun);
	}
	if (!begun && !algebra_failed(call->al)) {
		algebra_fault(call->al, FAULT_DOMAIN, "there is no integer in ()");
	}
	return from_tuple(call, result);
}

/* What min and max of Python, which the DSL has, leave known of "t": nothing but how wide it is. */
static struct tuple as_chosen(const struct algebra *al, struct tuple t) {
	if (t.known != KNOWN_DIVISOR || !algebra_is_dsl(al)) {
		return t;
	}
	t.divisor = 1;
	t.traits &= INT_WIDE | INT_NUMBERED;
	return t;
}

/* The smaller of two integers, as Python chooses it. */
static struct tuple smaller(struct algebra *al, struct tuple a, struct tuple b) {
	return as_chosen(al, int_min(a, b));
}

/* The same for the larger one. */
static struct tuple larger(struct algebra *al, struct tuple a, struct tuple b) {
	return as_chosen(al, int_max(a, b));
}

/* Whether an argument is a vector. */
static bool has_vectors(const struct call *call) {
	bool found = false;
	for (int i = 0; i < call->count; i++) {
		found = found || call->args[i].kind == VALUE_VECTOR;
	}
	return found;
}

/* The largest or smallest of all arguments, element by element. */
static struct value choose_elements(struct call *call, const char *sign) {
	struct vector result = { .count = 0 };
	for (int i = 0; i < call->count && !algebra_failed(call->al); i++) {
		struct vector next;
		if (!vector_from_value(call->al, arg(call, i), &next)) {
			algebra_fault(call->al, FAULT_TYPE, "expected a vector or a number, saw %s",
				value_kind_name(&call->args[i]));
			return value_none();
		}
		result = i == 0 ? next : vector_compute(call->al, str_from(sign), result, next);
	}
	return value_from_vector(call->al, &result);
}

/*
 * The number of Python that stands "before" the others by that sign, the first of those that are equal, as it is: an
 * integer stays one. No value where there is something else.
 */
static struct value choose_number(struct call *call, const char *before) {
	struct vector best = { .count = 0 };
	int chosen = 0;
	for (int i = 0; i < call->count && !algebra_failed(call->al); i++) {
		struct vector next;
		bool is_number = vector_from_value(call->al, arg(call, i), &next) && next.is_python;
		if (!is_number || next.numbers == NULL) {
			return value_none();
		}
		bool stands = i == 0 || vector_compute(call->al, str_from(before), next, best).numbers[0].integer != 0;
		chosen = stands ? i : chosen;
		best = stands ? next : best;
	}
	const struct value *number = &call->args[chosen];
	bool is_integer = number->kind == VALUE_TUPLE;
	return algebra_failed(call->al) ? value_none()
		: is_integer ? value_from_tuple(vector_integer(number)) : *number;
}

/* Of numbers of Python one of them, of others element by element. */
static struct value choose_vectors(struct call *call, const char *before, const char *sign) {
	struct value number = choose_number(call, before);
	return number.kind != VALUE_NONE ? number : choose_elements(call, sign);
}

/*
 * The integer that "choose" chooses from all arguments. Python compares several tuples as wholes, and returns one of
 * them: that is refused.
 */
static struct value choose_integer(struct call *call, fold_integers choose) {
	struct value chosen = fold_args(call, choose);
	bool compares = call->al->dialect == DIALECT_DSL && call->count > 1;
	for (int i = 0; i < call->count && compares && !algebra_failed(call->al); i++) {
		const struct value *number = arg(call, i);
		if (number->kind == VALUE_TUPLE && tuple_is_tuple(number->tuple)) {
			algebra_fault(call->al, FAULT_TYPE, "expected an integer, saw a tuple, which Python compares as a whole");
		}
	}
	return chosen;
}

/* Of numbers, or element by element of vectors. */
static struct value run_min(struct call *call) {
	return has_vectors(call) ? choose_vectors(call, "<", "min") : choose_integer(call, smaller);
}

/* The same. */
static struct value run_max(struct call *call) {
	return has_vectors(call) ? choose_vectors(call, ">", "max") : choose_integer(call, larger);
}

static struct value run_gcd(struct call *call) {
	return fold_args(call, int_gcd);
}

/* a / gcd(a,b) * b, as CuTe computes it. */
static struct tuple least_common_multiple(struct algebra *al, struct tuple a, struct tuple b) {
	struct tuple divisor = int_gcd(al, a, b);
	return algebra_failed(al) ? a : int_mul(al, int_div(al, a, divisor), b);
}

static struct value run_lcm(struct call *call) {
	return fold_args(call, least_common_multiple);
}

/* The smaller of two extents; a static 1 decides, whatever the other one is. */
static struct value run_shape_min(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	struct tuple b = shape_arg(call, 1);
	if (!algebra_failed(call->al) && (!tuple_is_plain_int(a) || !tuple_is_plain_int(b))) {
		call->al->operand = tuple_is_plain_int(a) ? 2 : 1;
		algebra_fault(call->al, FAULT_TYPE, "CuTe has shape_min of integers only");
	}
	bool one = tuple_is_constant(a, 1) || tuple_is_constant(b, 1);
	return from_tuple(call, one ? tuple_int(1) : int_min(a, b));
}

/* The least multiple of "b" from "a" on; modes that "b" lacks stay. */
static struct tuple round_up(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a) && !tuple_is_tuple(b) && algebra_is_dsl(al)) {
		struct tuple beyond = python_compute(al, '-', python_compute(al, '+', a, b), tuple_int(1));
		struct tuple count = algebra_failed(al) ? a : python_compute(al, '/', beyond, b);
		return algebra_failed(al) ? a : python_compute(al, '*', count, b);
	}
	if (!tuple_is_tuple(a) && !tuple_is_tuple(b)) {
		struct tuple reach = int_sub(al, int_add(al, a, b), tuple_int(1));
		return algebra_failed(al) ? a : int_mul(al, int_div(al, reach, b), b);
	}
	if (!tuple_is_tuple(a) || !tuple_is_tuple(b)) {
		algebra_fault(al, FAULT_TYPE, "CuTe rounds up integers to integers and tuples to tuples");
		return a;
	}
	if (a.rank < b.rank) {
		algebra_fault(al, FAULT_RANK, "rank %d has no modes for the %d of the multiples", a.rank, b.rank);
		return a;
	}
	struct tuple *modes = tuple_modes_new(al, a.rank);
	for (int i = 0; i < a.rank; i++) {
		algebra_enter_mode(al, i);
		modes[i] = round_up(al, a.modes[i], i < b.rank ? b.modes[i] : tuple_int(1));
		algebra_leave_mode(al);
	}
	return tuple_of(al, modes, a.rank);
}

static struct value run_round_up(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	return algebra_failed(call->al) ? value_none() : from_tuple(call, round_up(call->al, a, b));
}

static const struct operation operations[] = {
	{ "gcd", "a, ...", RUN(run_gcd, 1, LIMIT_ARGUMENTS),
		"the greatest common divisor of all integers",
		"gcd(12,(8,20))", "4",
		"include/cute/int_tuple.hpp" },
	{ "lcm", "a, ...", RUN(run_lcm, 1, LIMIT_ARGUMENTS),
		"the least common multiple of all integers",
		"lcm(4,6)", "12",
		"include/cute/numeric/math.hpp" },
	{ "max", "a, ...", RUN_AS(ARGUMENTS_PYTHON, run_max, 1, LIMIT_ARGUMENTS),
		"the largest of all integers",
		"max(4,(8,2))", "8",
		"include/cute/int_tuple.hpp" },
	{ "min", "a, ...", RUN_AS(ARGUMENTS_PYTHON, run_min, 1, LIMIT_ARGUMENTS),
		"the smallest of all integers",
		"min(4,(8,2))", "2",
		"include/cute/int_tuple.hpp" },
	{ "round_up", "a, b", RUN_AS(ARGUMENTS_PYTHON, run_round_up, 2, 2),
		"the least multiple of b that is not less than a, by mode",
		"round_up((100,60),(64,32))", "(128,64)",
		"include/cute/int_tuple.hpp" },
	{ "shape_min", "a, b", RUN(run_shape_min, 2, 2),
		"the smaller of two extents",
		"shape_min(4,8)", "4",
		"include/cute/int_tuple.hpp" },
};

OPERATION_GROUP(number, "Integers", operations)
