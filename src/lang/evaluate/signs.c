/* Signs between operands: A o B, a == b, a < b, a && b and arithmetic. */
#include "lang/evaluate/evaluate.h"

#include <inttypes.h>

#include "algebra/compare.h"
#include "algebra/python.h"
#include "lang/formulas.h"
#include "lang/notation/plain.h"
#include "lang/notation/symbol.h"
#include "lang/ops/operation.h"
#include "lang/tensor.h"
#include "lang/vector.h"

/* An integer, with or without a basis. */
static bool is_integer(const struct value *value) {
	return value->kind == VALUE_TUPLE && tuple_is_int(value->tuple);
}

/*
 * A o B o C is (A o B) o C. With an integer n between two operands, A o n o C is the composed layout as it stands, and
 * C is all that follows.
 */
static struct value compose_operands(struct evaluation *ev, const struct node *node, const struct node *left,
	const struct value *values) {
	const struct operation *composition = operation_find(str_from("composition"));
	struct value result = values[0];
	for (int i = 1; left->next != NULL && !evaluation_failed(ev); i++) {
		const struct node *right = left->next;
		if (is_integer(&values[i]) && right->next != NULL) {
			struct value inner = compose_operands(ev, node, right->next, &values[i + 1]);
			const struct value args[3] = { result, values[i], inner };
			return evaluation_failed(ev) ? value_none() : evaluate_named(ev, node, "make_composed_layout", args, 3);
		}
		const struct value args[2] = { result, values[i] };
		const struct node *nodes[2] = { node->first_child, right };
		result = evaluate_operation(ev, node, composition, args, nodes, 2);
		left = right;
	}
	return result;
}

/* Remark that "operand" of the composition "node" is a number, a layout at a coordinate. */
static void remark_coordinate(struct evaluation *ev, const struct node *node, const struct node *operand) {
	int layout = (int)(operand->first_child->span.end - node->span.begin);
	int coordinate = (int)(operand->span.end - operand->first_child->span.end);
	const char *text = ev->source->text.data + node->span.begin;
	struct message message = { .span = operand->span };
	fault_set(&message.fault, FAULT_REMARK, 0, "the coordinate applies to the layout in front of it alone");
	if (layout + coordinate < FAULT_TEXT_BYTES / 2) {
		fault_set_hint(&message.fault, "the composition at this coordinate is (%.*s)%.*s", layout, text, coordinate,
			text + layout);
	}
	evaluation_warn(ev, &message);
}

/*
 * A coordinate binds closer than o: A o B(c) is A o (B(c)). An operand that is a number for this reason is hardly
 * meant, but for the offset of a composed layout.
 */
static void find_coordinates(struct evaluation *ev, const struct node *node, const struct value *values) {
	const struct node *operand = node->first_child;
	for (int i = 0; operand != NULL; i++, operand = operand->next) {
		bool is_offset = i > 0 && operand->next != NULL;
		if (operand->kind == NODE_APPLY && is_integer(&values[i]) && !is_offset) {
			remark_coordinate(ev, node, operand);
		}
	}
}

struct value evaluate_compose(struct evaluation *ev, const struct node *node) {
	int count;
	const struct value *values = evaluate_children(ev, node, &count);
	if (values == NULL) {
		return value_none();
	}
	find_coordinates(ev, node, values);
	struct value value = compose_operands(ev, node, node->first_child, values);
	return value.kind != VALUE_COMPOSED || node->value == 0 ? value
		: value_from_map(map_with_flag(&ev->algebra, value_as_map(NULL, &value), node->value));
}

/* A map that CuTe does not have: of bits, or with an offset in front. */
static bool is_extended(const struct value *value) {
	return value->kind == VALUE_COMPOSED && map_is_extended(value_as_map(NULL, value));
}

/* A tensor that no pointer is known of is the layout, or the pair of a part, that is printed for it. */
static struct value without_no_pointer(struct algebra *al, const struct value *value) {
	bool has_none = value->kind == VALUE_TENSOR && !value->tensor->has_pointer && !algebra_is_dsl(al);
	return has_none ? value_without_pointer(al, value) : *value;
}

/*
 * CuTe's layouts are equal when they are written alike. Maps that CuTe does not have are equal when they are one
 * function of one shape, also to a layout.
 */
static bool equal_values(struct evaluation *ev, const struct value *a, const struct value *b) {
	struct algebra *al = &ev->algebra;
	if (!is_extended(a) && !is_extended(b)) {
		return value_equal(a, b) || (ev->symbols != NULL && values_always_equal(a, b));
	}
	bool are_maps = (a->kind == VALUE_COMPOSED || a->kind == VALUE_LAYOUT)
		&& (b->kind == VALUE_COMPOSED || b->kind == VALUE_LAYOUT);
	if (!are_maps) {
		return false;
	}
	struct map left = value_as_map(al, a);
	struct map right = value_as_map(al, b);
	bool same_shape = tuple_equal(map_inner(al, left).shape, map_inner(al, right).shape);
	return same_shape && compare_maps(al, left, right).same_function;
}

/* One of "values" is a vector, so that all of them count as vectors. */
static bool has_vector(const struct value *values, int count) {
	for (int i = 0; i < count; i++) {
		if (values[i].kind == VALUE_VECTOR) {
			return true;
		}
	}
	return false;
}

/* One of "values" is a tuple. */
static bool has_sequence(const struct value *values, int count) {
	for (int i = 0; i < count; i++) {
		if (value_is_sequence(&values[i])) {
			return true;
		}
	}
	return false;
}

/* One of the signs of the arithmetic "node" is /. */
static bool has_quotient(const struct node *node) {
	for (const struct node *child = node->first_child; child != NULL; child = child->next) {
		if (str_is(child->keyword, "/")) {
			return true;
		}
	}
	return false;
}

/* "value" as a vector: one, or a number as Python has it. */
struct vector evaluation_vector(struct evaluation *ev, const struct value *value, int operand) {
	struct vector vector;
	evaluation_start_operand(ev, operand);
	if (vector_from_value(&ev->algebra, value, &vector)) {
		return vector;
	}
	algebra_fault(&ev->algebra, FAULT_TYPE, "expected a vector or a number, saw %s", value_kind_name(value));
	return vector_from_integer(&ev->algebra, 0);
}

/* -a or ~a of the vector "a", which has as many bits behind as before it. */
static struct vector compute_alone(struct evaluation *ev, char sign, struct vector a) {
	struct algebra *al = &ev->algebra;
	evaluation_start(ev);
	if (sign == '-') {
		return vector_negate(al, a);
	}
	if (!a.is_scalar || element_is_float(a.element)) {
		algebra_fault(al, FAULT_TYPE, "~ is of one integer: of a vector write -1 ^ v");
		return a;
	}
	struct vector ones = vector_convert(al, vector_from_integer(al, -1), a.element);
	return vector_compute(al, str_from("^"), ones, a);
}

/* The vector a + b - c of the children of "node", or with two of them and "sign" that. */
static struct value compute_vectors(struct evaluation *ev, const struct node *node, const struct value *values,
		int count, struct str sign) {
	struct algebra *al = &ev->algebra;
	bool alone = node->kind == NODE_ARITHMETIC && node->text.length == 1;
	const struct node **operands = arena_array(al->arena, (size_t)count, sizeof *operands);
	const struct node *child = node->first_child;
	for (int i = 0; i < count; i++, child = child->next) {
		operands[i] = child;
	}
	struct vector result = evaluation_vector(ev, &values[alone ? 1 : 0], 1);
	if (alone) {
		result = compute_alone(ev, node->text.data[0], result);
	}
	for (int i = 1; !alone && i < count && !algebra_failed(al); i++) {
		struct vector operand = evaluation_vector(ev, &values[i], i + 1);
		if (!algebra_failed(al)) {
			evaluation_start(ev);
			result = vector_compute(al, sign.length > 0 ? sign : operands[i]->keyword, result, operand);
		}
	}
	evaluation_collect(ev, node, operands, count);
	bool is_answer = result.is_scalar && result.is_python && result.element == &element_types[ELEMENT_B1];
	if (algebra_is_dsl(al) && is_answer && result.numbers != NULL && sign.length > 0) {
		return evaluation_failed(ev) ? value_none() : value_from_bool(result.numbers[0].integer != 0);
	}
	return value_from_vector(al, &result);
}

/* What has a function from coordinates to offsets, and is written A o B. */
static bool is_map(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_SWIZZLE || value->kind == VALUE_COMPOSED;
}

/* Where layouts without formulas differ first: ", which give 1 and 512 at 1". Swizzles have no shape to compare. */
static void put_first(struct evaluation *ev, const struct value *a, const struct value *b, struct buf *out) {
	struct algebra al;
	algebra_init(&al, ev->algebra.arena);
	if (!is_map(a) || !is_map(b)) {
		return;
	}
	struct comparison comparison = compare_maps(&al, value_as_map(&al, a), value_as_map(&al, b));
	if (algebra_failed(&al) || comparison.same_function || comparison.first >= comparison.size_a
			|| comparison.first >= comparison.size_b) {
		return;
	}
	buf_printf(out, ", which give %" PRId64 " and %" PRId64 " at %" PRId64, comparison.first_a, comparison.first_b,
		comparison.first);
}

/*
 * Say for which numbers the formulas "a" and "b" differ. Returns false, and says nothing, where that is left to
 * integers beside them that are known at run time only.
 */
static bool remark_counterexample(struct evaluation *ev, const struct node *node, struct value a, struct value b) {
	struct message message = { .span = node->span };
	struct buf names;
	struct buf numbers[2];
	buf_init(&names, ev->algebra.arena);
	struct algebra *al = &ev->algebra;
	if (is_map(&a) && is_map(&b) && maps_always_same(al->arena, value_as_map(al, &a), value_as_map(al, &b))) {
		fault_set(&message.fault, FAULT_REMARK, 0, "they are one function, but not written alike");
		evaluation_warn(ev, &message);
		return true;
	}
	bool found = find_counterexample(ev->algebra.arena, ev->symbols, NULL, &a, &b, &names);
	if (!found && !(value_is_named(&a) && value_is_named(&b))) {
		return false;
	}
	for (int i = 0; i < 2; i++) {
		buf_init(&numbers[i], ev->algebra.arena);
		print_value_in(&numbers[i], i == 0 ? &a : &b, al->dialect);
	}
	if (!found) {
		fault_set(&message.fault, FAULT_REMARK, 0, "not decided: the formulas are not alike for all of up to %d "
			"remainders of their names, but numbers for which they differ were not found", LIMIT_SYMBOL_RESTS);
	} else {
		put_first(ev, &a, &b, &numbers[1]);
		fault_set(&message.fault, FAULT_REMARK, 0, "they differ: for %.100s they are %.110s and %.140s", names.data,
			numbers[0].data, numbers[1].data);
	}
	evaluation_warn(ev, &message);
	return true;
}

/* Whether the integers "a" and "b" of "node" are the same; a fault where that is not known. */
static bool equal_integers(struct evaluation *ev, const struct node *node, struct tuple a, struct tuple b) {
	bool are_known = int_has_value(a) && int_has_value(b);
	enum answer equal = are_known ? answer_from(a.value == b.value) : int_equal(a, b);
	if (equal == ANSWER_UNKNOWN) {
		evaluation_start(ev);
		int_value(&ev->algebra, int_has_value(a) ? b : a);
		evaluation_collect(ev, node, NULL, 0);
	}
	return equal == ANSWER_YES;
}

/* Two integers, at least one of them known at run time only, and no formula. */
static bool are_unknown(const struct value *a, const struct value *b) {
	bool are_integers = a->kind == VALUE_TUPLE && b->kind == VALUE_TUPLE && tuple_is_plain_int(a->tuple)
		&& tuple_is_plain_int(b->tuple);
	bool are_formulas = are_integers && (int_is_symbol(a->tuple) || int_is_symbol(b->tuple));
	return are_integers && !are_formulas && !(int_has_value(a->tuple) && int_has_value(b->tuple));
}

/* The DSL leaves it to the kernel to compare these two. */
static bool is_for_kernel(const struct evaluation *ev, const struct value *values) {
	return algebra_is_dsl(&ev->algebra) && are_unknown(&values[0], &values[1]);
}

/* The answer of "node" is not the same for all numbers, or not shown to be. */
static void fail_undecided(struct evaluation *ev, const struct node *node) {
	evaluation_fail(ev, node, FAULT_UNSUPPORTED, "it is not decided for all numbers that the names may stand for");
	fault_set_hint(&ev->error.fault, "--assume 'N >= 64' promises more of them");
}

/*
 * The answer of "node" for "values" that are alike but for integers or numbers that are known at run time only: of
 * layouts the DSL leaves it to the kernel; of anything else it is a fault.
 */
static struct value equal_at_run_time(struct evaluation *ev, const struct node *node, const struct value *values) {
	if (algebra_is_dsl(&ev->algebra) && values[0].kind == VALUE_LAYOUT) {
		const struct value unknown = value_from_tuple(int_unknown_like(tuple_int(0)));
		return compute_vectors(ev, node, (struct value[]){ unknown, unknown }, 2, node->text);
	}
	evaluation_start(ev);
	bool are_known = value_require_known(&ev->algebra, &values[0]) && value_require_known(&ev->algebra, &values[1]);
	evaluation_collect(ev, node, NULL, 0);
	if (are_known) {
		evaluation_fail(ev, node, FAULT_UNSUPPORTED, "whether this holds is known at run time only");
	}
	return value_none();
}

/* Note where "a" lies, which is a result, or an operand of a sign whose result its lowest bits do not decide. */
static void note_range(struct evaluation *ev, struct tuple a) {
	bool is_known = tuple_is_plain_int(a) && int_has_value(a);
	ev->went_below = ev->went_below || (is_known && a.value < 0);
	ev->went_beyond = ev->went_beyond || (is_known && a.value > UINT32_MAX);
}

static void note_value(struct evaluation *ev, const struct value *value) {
	if (value->kind == VALUE_TUPLE) {
		note_range(ev, value->tuple);
	}
}

/* A fault of "node", which asks about a pointer. */
static struct value fail_pointer(struct evaluation *ev, const struct node *node) {
	return evaluation_fail(ev, node, FAULT_NAME, "what a pointer is, is known at run time only");
}

/* Whether of "a" and "b" one is a list of Python and one a tuple, or parts of them that stand beside each other are. */
static bool are_list_and_tuple(const struct value *a, const struct value *b) {
	bool are = a->brackets != BRACKETS_ANY && b->brackets != BRACKETS_ANY && a->brackets != b->brackets;
	bool have_parts = a->kind == VALUE_LIST && b->kind == VALUE_LIST;
	for (int i = 0; have_parts && i < a->list.count && i < b->list.count && !are; i++) {
		are = are_list_and_tuple(&a->list.items[i], &b->list.items[i]);
	}
	return are;
}

/* Whether of "a" only the type is known, and it is compared with "b", the name of one: is_same_v<decltype(n), int>. */
static bool is_type_named(const struct evaluation *ev, const struct value *a, const struct value *b) {
	return ev->run_time == RUN_TIME_LITERALS && b->kind == VALUE_STRING && is_integer(a) && !int_is_static(a->tuple);
}

struct value evaluate_equal(struct evaluation *ev, const struct node *node) {
	if (evaluate_is_pointer(ev, node->first_child) || evaluate_is_pointer(ev, node->last_child)) {
		return fail_pointer(ev, node);
	}
	struct value a = evaluate_operand(ev, node->first_child);
	struct value b = evaluation_failed(ev) ? a : evaluate_operand(ev, node->last_child);
	bool are_others = are_list_and_tuple(&a, &b);
	if (!evaluation_failed(ev)) {
		a = python_whole(&ev->algebra, a);
		b = python_whole(&ev->algebra, b);
	}
	if (!evaluation_failed(ev) && (is_type_named(ev, &a, &b) || is_type_named(ev, &b, &a))) {
		return evaluation_fail(ev, node, FAULT_NAME, "types of integers are not followed");
	}
	const struct value values[2] = { a, b };
	note_value(ev, &a);
	note_value(ev, &b);
	if (!evaluation_failed(ev) && (has_vector(values, 2) || is_for_kernel(ev, values))) {
		struct value said = compute_vectors(ev, node, values, 2, node->text);
		bool is_unequal = said.kind == VALUE_BOOL && str_is(node->text, "!=");
		return is_unequal ? value_from_bool(!said.boolean) : said; /* whether they are equal, of any answer */
	}
	if (!evaluation_failed(ev) && are_unknown(&a, &b)) {
		bool same = equal_integers(ev, node, a.tuple, b.tuple);
		return evaluation_failed(ev) ? value_none() : value_from_bool(same);
	}
	bool depends = (a.kind == VALUE_BOOL && a.depends) || (b.kind == VALUE_BOOL && b.depends);
	if (!evaluation_failed(ev) && depends) {
		fail_undecided(ev, node);
	}
	a = without_no_pointer(&ev->algebra, &a);
	b = without_no_pointer(&ev->algebra, &b);
	evaluation_start(ev);
	evaluation_count_steps(ev, values, evaluation_failed(ev) ? 0 : 2);
	bool is_full = ev->symbols != NULL && ev->symbols->full;
	bool equal = !algebra_failed(&ev->algebra) && equal_values(ev, &a, &b);
	evaluation_collect(ev, node, NULL, 0);
	struct value result = value_from_bool(equal);
	if (are_others) {
		return value_from_bool(false);
	}
	bool is_open = !equal && !evaluation_failed(ev) && !values_never_equal(&a, &b);
	bool has_formula = ev->symbols != NULL && (value_has_symbol(&a) || value_has_symbol(&b));
	if (!equal && !evaluation_failed(ev) && has_formula && remark_counterexample(ev, node, a, b)) {
		result.depends = is_open;
	} else if (is_open) {
		result = equal_at_run_time(ev, node, values);
	}
	if (ev->symbols != NULL) {
		ev->symbols->full = is_full; /* a limit that the comparison met alone leaves it undecided, and is no fault */
	}
	return result;
}

/* Two integers, at least one of them a formula. */
static bool are_formulas(const struct value *a, const struct value *b) {
	bool are_integers = a->kind == VALUE_TUPLE && b->kind == VALUE_TUPLE && tuple_is_plain_int(a->tuple)
		&& tuple_is_plain_int(b->tuple);
	return are_integers && (int_is_symbol(a->tuple) || int_is_symbol(b->tuple));
}

/* a < b and its like, where it is the same for all numbers that the names may stand for. */
static struct value compare_formulas(struct evaluation *ev, const struct node *node, struct tuple a, struct tuple b) {
	bool swapped = node->text.data[0] == '>';
	bool or_equal = node->text.length == 2;
	enum answer less = swapped != or_equal ? int_less(b, a) : int_less(a, b);
	if (less == ANSWER_UNKNOWN) {
		fail_undecided(ev, node);
		return value_none();
	}
	return value_from_bool((less == ANSWER_YES) != or_equal);
}

/* a < b and its like: integers, or with != anything that == compares */
struct value evaluate_comparison(struct evaluation *ev, const struct node *node) {
	if (str_is(node->text, "!=")) {
		struct value equal = evaluate_equal(ev, node);
		bool is_vector = equal.kind == VALUE_VECTOR;
		if (!evaluation_failed(ev) && !is_vector && equal.depends) {
			fail_undecided(ev, node);
		}
		return evaluation_failed(ev) || is_vector ? equal : value_from_bool(!equal.boolean);
	}
	int64_t numbers[2] = { 0, 0 };
	const struct node *operands[2] = { node->first_child, node->last_child };
	int count;
	const struct value *values = evaluate_children(ev, node, &count);
	if (values != NULL && (has_vector(values, count) || is_for_kernel(ev, values))) {
		return compute_vectors(ev, node, values, count, node->text);
	}
	if (values != NULL && are_formulas(&values[0], &values[1])) {
		return compare_formulas(ev, node, values[0].tuple, values[1].tuple);
	}
	bool both = values != NULL && value_is_sequence(&values[0]) && value_is_sequence(&values[1]);
	if (both && algebra_is_dsl(&ev->algebra)) {
		return evaluate_order(ev, node, values);
	}
	for (int i = 0; i < 2 && !evaluation_failed(ev); i++) {
		evaluation_start_operand(ev, i + 1);
		note_value(ev, &values[i]);
		numbers[i] = value_as_int(&ev->algebra, &values[i], INT64_MIN, INT64_MAX);
		evaluation_collect(ev, node, operands, 2);
	}
	bool or_equal = node->text.length == 2 && numbers[0] == numbers[1];
	bool less = numbers[0] < numbers[1];
	bool greater = numbers[0] > numbers[1];
	return evaluation_failed(ev) ? value_none() : value_from_bool(or_equal || (node->text.data[0] == '<' ? less
		: greater));
}

/* Whether "node" is written in words, as Python does it: a if c else b, a and b, not a. */
static bool is_in_words(const struct node *node) {
	return node->text.length > 0 && node->text.data[0] >= 'a' && node->text.data[0] <= 'z';
}

/*
 * The value "condition" of "node" as a truth value: that, or whether a number is other than 0; where "is_python", also
 * what other values are to Python.
 */
static struct value truth_of_value(struct evaluation *ev, const struct node *node, struct value condition,
	bool is_python) {
	if (condition.kind == VALUE_BOOL) {
		return condition;
	}
	if (condition.kind == VALUE_TUPLE && tuple_is_plain_int(condition.tuple)) {
		return value_from_bool(!equal_integers(ev, node, condition.tuple, tuple_int(0)));
	}
	bool is_scalar = condition.kind == VALUE_VECTOR && condition.vector->is_scalar;
	if (is_scalar) {
		evaluation_fail(ev, node, FAULT_UNSUPPORTED, "whether this holds is known at run time only");
		return value_none();
	}
	if (!is_python || condition.kind == VALUE_VECTOR) {
		evaluation_fail(ev, node, FAULT_TYPE, "expected a condition, saw %s", value_kind_name(&condition));
		return value_none();
	}
	return value_from_bool(python_holds(&condition));
}

/* What stands in round brackets as Python has it: (0) is 0, and no tuple. */
static const struct node *without_brackets(const struct node *node) {
	while (node->kind == NODE_TUPLE && node->is_group) {
		node = node->first_child;
	}
	return node;
}

/* The condition "node" as a truth value. */
static struct value truth_of(struct evaluation *ev, const struct node *node, bool is_python) {
	node = is_python ? without_brackets(node) : node;
	if (evaluate_is_pointer(ev, node)) {
		return fail_pointer(ev, node);
	}
	struct value condition = evaluate_node(ev, node);
	return evaluation_failed(ev) ? value_none() : truth_of_value(ev, node, condition, is_python);
}

bool evaluate_condition(struct evaluation *ev, const struct node *node, bool is_python) {
	struct value truth = truth_of(ev, node, is_python);
	if (!evaluation_failed(ev) && truth.depends) {
		fail_undecided(ev, node);
	}
	return !evaluation_failed(ev) && truth.boolean;
}

struct value evaluate_choice(struct evaluation *ev, const struct node *node) {
	bool holds = evaluate_condition(ev, node->first_child, is_in_words(node));
	struct value value = evaluation_failed(ev) ? value_none() : evaluate_node(ev, node_child(node, holds ? 1 : 2));
	note_value(ev, &value);
	return value;
}

/* a and b and ..., a or b or ... of Python: the value that decides, or the last one. */
static struct value evaluate_words(struct evaluation *ev, const struct node *node) {
	bool is_any = node->text.data[0] == 'o';
	struct value value = value_none();
	for (const struct node *child = node->first_child; child != NULL; child = child->next) {
		value = evaluate_node(ev, without_brackets(child));
		if (evaluation_failed(ev) || child->next == NULL) {
			break;
		}
		struct value truth = truth_of_value(ev, child, value, true);
		if (!evaluation_failed(ev) && truth.depends) {
			fail_undecided(ev, child);
		}
		if (evaluation_failed(ev) || truth.boolean == is_any) {
			break;
		}
	}
	return evaluation_failed(ev) ? value_none() : value;
}

/*
 * a && b && ..., a || b || ..., !a; what does not matter any more is not evaluated. Of several of which each holds for
 * some numbers, one may always do: that is not decided, nor is whether what holds for some does not.
 */
struct value evaluate_logic(struct evaluation *ev, const struct node *node) {
	bool is_not = node->text.data[0] == '!' || str_is(node->text, "not");
	bool is_python = is_in_words(node);
	if (is_python && !is_not) {
		return evaluate_words(ev, node);
	}
	bool is_any = node->text.data[0] == '|';
	int depending = is_not ? 1 : 0;
	struct value truth = value_from_bool(!is_any);
	for (const struct node *child = node->first_child; child != NULL && truth.boolean != is_any; child = child->next) {
		truth = truth_of(ev, child, is_python);
		if (evaluation_failed(ev)) {
			return value_none();
		}
		depending += truth.depends;
	}
	if (!truth.boolean && depending > 1) {
		fail_undecided(ev, node);
		return value_none();
	}
	truth.depends = !truth.boolean && depending == 1;
	return is_not ? value_from_bool(!truth.boolean) : truth;
}

/* a & b and its like, and a ** b. Of C++ the & with a 0 that is known at compile time is known then, too. */
static struct tuple compute_bits(struct algebra *al, struct str sign, struct tuple a, struct tuple b) {
	const struct element *s64 = &element_types[ELEMENT_S64];
	bool scales = str_is(sign, "<<") && int_is_symbol(a) && int_has_value(b);
	bool symbols = (int_is_symbol(a) && !scales) || int_is_symbol(b);
	if (!tuple_is_plain_int(a) || !tuple_is_plain_int(b) || symbols) {
		const char *what = symbols ? "there are no formulas with" : "plain integers are needed for";
		algebra_fault(al, FAULT_TYPE, "%s %.*s", what, (int)sign.length, sign.data);
		return a;
	}
	if (str_is(sign, "&") && !algebra_is_dsl(al) && (tuple_is_constant(a, 0) || tuple_is_constant(b, 0))) {
		return tuple_int(0);
	}
	if ((!int_has_value(a) && !scales) || !int_has_value(b)) {
		struct tuple unknown = tuple_divisible(1);
		unknown.traits = int_is_wide(a) || int_is_wide(b) ? INT_WIDE : 0;
		return unknown;
	}
	uint8_t known = int_is_static(a) && int_is_static(b) ? KNOWN_STATIC : KNOWN_RUN_TIME;
	if (str_is(sign, "**") || str_is(sign, "<<")) {
		bool shifts = str_is(sign, "<<");
		struct tuple result = shifts ? a : tuple_int(1);
		if (b.value < 0) {
			algebra_fault(al, FAULT_DOMAIN, "expected an exponent or a shift from 0 on, saw %" PRId64, b.value);
		}
		/* Beyond 64 factors only 0, 1 and -1 are left. */
		int64_t factors = b.value > 64 ? 64 + b.value % 2 : b.value;
		for (int64_t i = 0; i < factors && !algebra_failed(al); i++) {
			result = int_mul(al, result, shifts ? tuple_int(2) : a);
		}
		result.known = scales ? result.known : known;
		return result;
	}
	union number result = number_compute(al, sign, s64, (union number){ .integer = a.value },
		(union number){ .integer = b.value });
	struct tuple made = tuple_int(result.integer);
	made.known = known;
	return made;
}

/* The integers "a" and "b" under "sign", which is no / of the DSL: that is a float. */
static struct tuple compute_integers(struct algebra *al, struct str sign, struct tuple a, struct tuple b) {
	if (sign_is_bitwise(sign) || str_is(sign, "**")) {
		return compute_bits(al, sign, a, b);
	}
	if (str_is(sign, "//") || algebra_is_dsl(al)) {
		return python_compute(al, sign.data[0], a, b);
	}
	switch (sign.data[0]) {
	case '+': return int_add(al, a, b);
	case '-': return int_sub(al, a, b);
	case '*': return int_mul(al, a, b);
	case '/': return int_div(al, a, b);
	default: return int_mod(al, a, b);
	}
}

struct tuple compute_tuples(struct algebra *al, struct str sign, struct tuple a, struct tuple b) {
	if (tuple_is_tuple(a) || tuple_is_tuple(b)) {
		int rank = tuple_is_tuple(a) ? a.rank : b.rank;
		if (tuple_is_tuple(a) && tuple_is_tuple(b) && a.rank != b.rank) {
			algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", a.rank, b.rank);
			return a;
		}
		struct tuple *modes = tuple_modes_new(al, rank);
		for (int i = 0; i < rank; i++) {
			modes[i] = compute_tuples(al, sign, tuple_is_tuple(a) ? a.modes[i] : a, tuple_is_tuple(b) ? b.modes[i] : b);
		}
		return tuple_of(al, modes, rank);
	}
	return compute_integers(al, sign, a, b);
}

struct tuple evaluation_operand(struct evaluation *ev, const struct value *value, int number) {
	evaluation_start_operand(ev, number);
	struct tuple tuple = value_as_tuple(&ev->algebra, value);
	if (!algebra_failed(&ev->algebra) && tuple_has_underscore(tuple)) {
		algebra_fault(&ev->algebra, FAULT_TYPE, "there is no arithmetic with '_'");
	}
	return tuple;
}

/* pointer + integer, pointer - integer, integer + pointer */
static struct value move_pointer(struct evaluation *ev, const struct node *node, const struct value *values) {
	struct algebra *al = &ev->algebra;
	bool is_first = values[0].kind == VALUE_POINTER;
	const struct value *pointer = &values[is_first ? 0 : 1];
	const struct node *operands[2] = { node->first_child, node->last_child };
	struct tuple offset = evaluation_operand(ev, &values[is_first ? 1 : 0], is_first ? 2 : 1);
	bool is_back = str_is(node->last_child->keyword, "-");
	bool moves = str_is(node->last_child->keyword, "+") || (is_first && is_back);
	if (!algebra_failed(al) && (!moves || !tuple_is_plain_int(offset))) {
		algebra_fault(al, FAULT_TYPE, "an integer can be added to a pointer or taken from it");
	}
	offset = algebra_failed(al) || !is_back ? offset : python_negate(al, offset);
	struct value moved = algebra_failed(al) ? value_none() : pointer_move(al, pointer->pointer, offset);
	evaluation_collect(ev, node, operands, 2);
	return moved;
}

/* a + b - c from left to right; the last may be a map to whose offsets the integer before it is added. */
struct value evaluate_arithmetic(struct evaluation *ev, const struct node *node) {
	int count;
	const struct value *values = evaluate_children(ev, node, &count);
	if (values == NULL) {
		return value_none();
	}
	bool is_pointer = count == 2 && (values[0].kind == VALUE_POINTER || values[1].kind == VALUE_POINTER);
	if (is_pointer && algebra_is_dsl(&ev->algebra)) {
		return move_pointer(ev, node, values);
	}
	if (algebra_is_dsl(&ev->algebra) && (has_sequence(values, count) || has_quotient(node))) {
		return evaluate_python(ev, node, values);
	}
	if (has_vector(values, count)) {
		return compute_vectors(ev, node, values, count, str_from(""));
	}
	const struct node **operands = arena_array(ev->algebra.arena, (size_t)count, sizeof *operands);
	const struct node *child = node->first_child;
	evaluation_count_steps(ev, values, count);
	struct tuple result = tuple_int(0);
	for (int i = 0; i < count; i++) {
		operands[i] = child;
		bool shifts = i > 0 && i == count - 1 && is_map(&values[i]) && tuple_is_plain_int(result);
		if (shifts && child->keyword.data[0] == '+') {
			const struct value parts[2] = { value_from_tuple(result), values[i] };
			return evaluate_named(ev, node, "make_offset_layout", parts, 2);
		}
		struct tuple operand = evaluation_operand(ev, &values[i], i + 1);
		if (!algebra_failed(&ev->algebra)) {
			evaluation_start(ev);
			bool negates = i == 1 && str_is(node->text, "-") && algebra_is_dsl(&ev->algebra);
			if (i > 0 && strchr("/%>", child->keyword.data[0]) != NULL) {
				note_range(ev, result);
				note_range(ev, operand);
			}
			result = i == 0 ? operand
				: negates ? python_negate(&ev->algebra, operand)
				: compute_tuples(&ev->algebra, child->keyword, result, operand);
			bool is_shifted = i > 0 && str_is(child->keyword, "<<") && tuple_is_plain_int(result)
				&& int_has_value(result);
			bool is_int = !is_shifted || (result.value >= INT32_MIN && result.value <= INT32_MAX);
			ev->shifted_beyond = ev->shifted_beyond || !is_int;
		}
		child = child->next;
	}
	note_range(ev, result);
	evaluation_collect(ev, node, operands, count);
	evaluation_report_needs(ev, node);
	return value_from_tuple(result);
}
