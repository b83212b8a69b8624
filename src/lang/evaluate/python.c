/*
 * Signs in the dialect of the DSL, where they are those of Python: + joins two tuples, * repeats one, < compares them
 * from their first part on, and / of integers is a float.
 */
#include "lang/evaluate/evaluate.h"

#include <inttypes.h>
#include <math.h>

#include "base/limits.h"
#include "lang/vector.h"

/* The parts of "sequence" into "parts", which has room for them. */
static void copy_parts(struct value *parts, const struct value *sequence) {
	for (int i = 0; i < value_part_count(sequence); i++) {
		parts[i] = value_part(sequence, i);
	}
}

/* The parts of "a" and behind them those of "b", which takes a step for each. */
static struct value join(struct algebra *al, const struct value *a, const struct value *b) {
	int count = value_part_count(a) + value_part_count(b);
	if (count > LIMIT_LEAVES) {
		algebra_fault(al, FAULT_LIMIT, "a tuple has at most %d parts, not %d", LIMIT_LEAVES, count);
	}
	if (!algebra_step(al, count)) {
		return value_none();
	}
	struct value *parts = arena_array(al->arena, (size_t)count + 1, sizeof *parts);
	copy_parts(parts, a);
	copy_parts(parts + value_part_count(a), b);
	return value_from_items(al, parts, count);
}

/* "count" times the parts of "t"; none of them where it is negative. */
static struct value repeat(struct algebra *al, const struct value *t, int64_t count) {
	int rank = value_part_count(t);
	count = count < 0 || rank == 0 ? 0 : count;
	if (count > 0 && count > LIMIT_LEAVES / rank) {
		algebra_fault(al, FAULT_LIMIT, "a tuple has at most %d parts, not %" PRId64 " times %d", LIMIT_LEAVES, count,
			rank);
	}
	if (algebra_failed(al) || !algebra_step(al, count * rank)) {
		return value_none();
	}
	struct value *parts = arena_array(al->arena, (size_t)count * (size_t)rank + 1, sizeof *parts);
	for (int i = 0; i < count; i++) {
		copy_parts(parts + i * rank, t);
	}
	return value_from_items(al, parts, (int)count * rank);
}

/* "a" "sign" "b", of which one is a tuple. */
static struct value compute_sequences(struct algebra *al, struct str sign, const struct value *a,
	const struct value *b) {
	bool both = value_is_sequence(a) && value_is_sequence(b);
	if (str_is(sign, "+") && both) {
		return join(al, a, b);
	}
	if (str_is(sign, "*") && !both) {
		const struct value *number = value_is_sequence(a) ? b : a;
		int64_t count = value_as_int(al, number, INT64_MIN, INT64_MAX);
		return algebra_failed(al) ? value_none() : repeat(al, number == b ? a : b, count);
	}
	algebra_fault(al, FAULT_TYPE, "Python has no %.*s of %s and %s", (int)sign.length, sign.data, value_kind_name(a),
		value_kind_name(b));
	fault_set_hint(&al->fault, "+ joins two tuples, * repeats one");
	return value_none();
}

/*
 * What comes first of the tuples "a" and "b": -1, 1, or 0 for none. The first parts that differ decide, and where there
 * are none their number. Faults where these are no two integers or two tuples, or are not known.
 */
static int order_of(struct algebra *al, struct tuple a, struct tuple b) {
	if (tuple_is_tuple(a) != tuple_is_tuple(b)) {
		algebra_fault(al, FAULT_TYPE, "Python does not compare an integer with a tuple");
		return 0;
	}
	if (!tuple_is_tuple(a) && !(tuple_is_plain_int(a) && tuple_is_plain_int(b))) {
		algebra_fault(al, FAULT_TYPE, "plain integers are needed here, not basis strides or \"_\"");
		return 0;
	}
	if (!tuple_is_tuple(a)) {
		struct value values[2] = { value_from_tuple(a), value_from_tuple(b) };
		int64_t x = value_as_int(al, &values[0], INT64_MIN, INT64_MAX);
		int64_t y = value_as_int(al, &values[1], INT64_MIN, INT64_MAX);
		return (x > y) - (x < y);
	}
	int order = 0;
	for (int i = 0; i < a.rank && i < b.rank && order == 0 && !algebra_failed(al); i++) {
		order = order_of(al, a.modes[i], b.modes[i]);
	}
	return order != 0 ? order : (a.rank > b.rank) - (a.rank < b.rank);
}

struct value evaluate_order(struct evaluation *ev, const struct node *node, const struct value *values) {
	struct algebra *al = &ev->algebra;
	evaluation_start(ev);
	evaluation_count_steps(ev, values, 2);
	struct tuple a = value_as_tuple(al, &values[0]);
	struct tuple b = value_as_tuple(al, &values[1]);
	int order = order_of(al, a, b);
	bool or_equal = node->text.length == 2 && order == 0;
	evaluation_collect(ev, node, NULL, 0);
	bool holds = or_equal || (node->text.data[0] == '<' ? order < 0 : order > 0);
	return evaluation_failed(ev) ? value_none() : value_from_bool(holds);
}

bool python_holds(const struct value *value) {
	bool is_none = value->kind == VALUE_TUPLE && tuple_is_underscore(value->tuple);
	bool is_empty = (value_is_sequence(value) && value_part_count(value) == 0)
		|| (value->kind == VALUE_STRING && value->string.length == 0);
	return !is_none && !is_empty;
}

struct value python_whole(struct algebra *al, struct value value) {
	double real = value_is_float(&value) ? value.vector->numbers[0].real : 0.5;
	if (real == floor(real) && real >= -0x1p63 && real < 0x1p63) {
		return value_from_tuple(tuple_int((int64_t)real));
	}
	if (value.kind == VALUE_BOOL && !value.depends) {
		return value_from_tuple(tuple_int(value.boolean));
	}
	if (value.kind != VALUE_LIST) {
		return value;
	}
	struct value *items = arena_array(al->arena, (size_t)value.list.count + 1, sizeof *items);
	for (int i = 0; i < value.list.count; i++) {
		items[i] = python_whole(al, value.list.items[i]);
	}
	return value_from_items(al, items, value.list.count);
}

/*
 * a / b of integers, a float. Of what is not known its type is; formulas are no integers of Python, and a quotient of
 * them is one that is rounded, as they are printed.
 */
static struct value divide(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_plain_int(a) || !tuple_is_plain_int(b)) {
		algebra_fault(al, FAULT_TYPE, "plain integers are needed here, not basis strides or \"_\"");
	} else if (int_has_value(b) && b.value == 0 && int_has_value(a)) {
		algebra_fault(al, FAULT_DOMAIN, "division of %" PRId64 " by 0", a.value);
	} else if (int_has_value(b) && b.value == 0) {
		algebra_fault(al, FAULT_DOMAIN, "division by 0");
	} else if (int_is_symbol(a) || int_is_symbol(b)) {
		return value_from_tuple(int_div(al, a, b));
	}
	bool are_known = int_has_value(a) && int_has_value(b) && !algebra_failed(al);
	struct vector quotient = vector_from_real(al, are_known ? (double)a.value / (double)b.value : 0);
	if (!are_known) {
		quotient.numbers = NULL;
		quotient.is_python = false;
		quotient.is_constant = false;
	}
	return value_from_vector(al, &quotient);
}

/* "a" "sign" "b", which is operand "number" of arithmetic: tuples, vectors or integers. */
static struct value compute_values(struct evaluation *ev, struct str sign, const struct value *a, const struct value *b,
	int number) {
	struct algebra *al = &ev->algebra;
	evaluation_start(ev);
	if (value_is_sequence(a) || value_is_sequence(b)) {
		return compute_sequences(al, sign, a, b);
	}
	if (a->kind != VALUE_VECTOR && b->kind != VALUE_VECTOR) {
		struct tuple x = evaluation_operand(ev, a, number - 1);
		struct tuple y = algebra_failed(al) ? x : evaluation_operand(ev, b, number);
		evaluation_start(ev);
		if (str_is(sign, "/") && !algebra_failed(al)) {
			return divide(al, x, y);
		}
		return value_from_tuple(algebra_failed(al) ? x : compute_tuples(al, sign, x, y));
	}
	struct vector left = evaluation_vector(ev, a, number - 1);
	struct vector right = algebra_failed(al) ? left : evaluation_vector(ev, b, number);
	evaluation_start(ev);
	struct vector made = algebra_failed(al) ? left : vector_compute(al, sign, left, right);
	return value_from_vector(al, &made);
}

struct value evaluate_python(struct evaluation *ev, const struct node *node, const struct value *values) {
	const struct node **operands = arena_array(ev->algebra.arena, (size_t)node->child_count, sizeof *operands);
	const struct node *child = node->first_child;
	struct value result = values[0];
	operands[0] = child;
	evaluation_count_steps(ev, values, node->child_count);
	for (int i = 1; i < node->child_count && !algebra_failed(&ev->algebra); i++) {
		child = child->next;
		operands[i] = child;
		result = compute_values(ev, child->keyword, &result, &values[i], i + 1);
	}
	evaluation_collect(ev, node, operands, node->child_count);
	return result;
}

/*
 * The number of a part at which a range of "count" parts begins or ends, as "end" says: "usual" where that is "_".
 * Numbers below 0 count from behind the last part, and none leads out of the tuple.
 */
static int end_of_range(struct algebra *al, const struct value *end, int count, int usual) {
	if (end->kind == VALUE_TUPLE && tuple_is_underscore(end->tuple)) {
		return usual;
	}
	int64_t number = value_as_int(al, end, INT64_MIN, INT64_MAX);
	number = number < 0 ? (number < -count ? 0 : number + count) : number;
	return number > count ? count : (int)number;
}

struct value evaluate_range(struct evaluation *ev, const struct node *node) {
	int operands;
	const struct value *values = evaluate_children(ev, node, &operands);
	if (values == NULL) {
		return value_none();
	}
	if (!value_is_sequence(&values[0])) {
		return evaluation_fail(ev, node->first_child, FAULT_TYPE, "a range is of the parts of a tuple, not of %s",
			value_kind_name(&values[0]));
	}
	struct algebra *al = &ev->algebra;
	const struct node *nodes[] = { node_child(node, 0), node_child(node, 1), node_child(node, 2) };
	evaluation_start(ev);
	int count = value_part_count(&values[0]);
	al->operand = 2;
	int begin = end_of_range(al, &values[1], count, 0);
	al->operand = 3;
	int end = end_of_range(al, &values[2], count, count);
	evaluation_collect(ev, node, nodes, 3);
	struct value *parts = arena_array(al->arena, (size_t)count + 1, sizeof *parts);
	int taken = 0;
	for (int i = begin; i < end; i++) {
		parts[taken++] = value_part(&values[0], i);
	}
	return value_from_items(al, parts, taken);
}
