/* The walk over the tree of a program: each node to its value, each fault to its place. */
#include "lang/eval.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/trace.h"
#include "lang/evaluate/evaluate.h"
#include "lang/integer_type.h"
#include "lang/memory.h"
#include "lang/numbers.h"
#include "lang/parse.h"

/* 0.5, a float of Python */
static struct value evaluate_real(struct evaluation *ev, const struct node *node) {
	const char *digits = arena_copy(ev->algebra.arena, node->text.data, node->text.length);
	struct vector real = vector_from_real(&ev->algebra, strtod(digits, NULL));
	return value_from_vector(&ev->algebra, &real);
}

/* ptr<f16, gmem, align<16>> */
static struct value evaluate_pointer(struct evaluation *ev, const struct node *node) {
	struct pointer_value *pointer = arena_alloc(ev->algebra.arena, sizeof *pointer);
	if (!pointer_value_read(node->text, pointer)) {
		return evaluation_fail(ev, node, FAULT_SYNTAX,
			"expected a type of elements and a space, as in ptr<f16, gmem, align<16>>");
	}
	pointer->cells = cells_new(ev->algebra.arena);
	return (struct value){ .kind = VALUE_POINTER, .pointer = pointer };
}

/* The integer that "node" writes. */
static struct tuple evaluate_int(const struct evaluation *ev, const struct node *node) {
	bool is_int = ev->run_time == RUN_TIME_LITERALS && node->integer != NODE_INTEGER_STATIC;
	bool in_shape = ev->run_time == RUN_TIME_SHAPES && ev->in_shape;
	enum known known = is_int || in_shape || ev->run_time == RUN_TIME_ALL ? KNOWN_RUN_TIME : KNOWN_STATIC;
	return (struct tuple){ .value = node->value, .kind = TUPLE_INT, .known = (uint8_t)known };
}

/* "value" of "node", known as C++ knows the integer that it is. Int<n> is a type in a layout, too. */
static struct value evaluate_integer_as(struct evaluation *ev, const struct node *node, struct value value) {
	bool is_number = value.kind == VALUE_TUPLE && tuple_is_plain_int(value.tuple) && int_has_value(value.tuple);
	bool is_literal = ev->run_time == RUN_TIME_LITERALS;
	if (node->integer == NODE_INTEGER_TYPE) {
		return is_literal ? value_of_any_numbers(&ev->algebra, value) : value;
	}
	if (is_number && (is_literal || (ev->run_time == RUN_TIME_NONE && node->integer == NODE_INTEGER_STATIC))) {
		value.tuple.known = node->integer == NODE_INTEGER_STATIC ? KNOWN_STATIC : KNOWN_RUN_TIME;
	}
	return value;
}

/* The lowest bits of the integer "value" that "type" has; beyond 64 bits with a sign a number without one. */
static struct value wrap_integer(struct algebra *al, const struct integer_type *type, struct value value) {
	struct vector vector;
	value.tuple.value = integer_type_wrap(type, value.tuple.value);
	if (integer_type_holds(type, value.tuple.value) || !vector_from_value(al, &value, &vector)) {
		return value;
	}
	vector = vector_convert(al, vector, &element_types[ELEMENT_U64]);
	return value_from_vector(al, &vector);
}

/*
 * "value" as an integer of the type that "node" casts to: the lowest bits of what it is. A float must fit, since C++
 * says nothing of others, and so must what stands in the braces of T{n}.
 */
static struct value cast_integer(struct algebra *al, const struct node *node, struct value value) {
	bool is_float = value.kind == VALUE_VECTOR && element_is_float(value.vector->element);
	struct integer_type type = integer_type_read(node->text);
	value = vector_cast_to_integer(al, &value);
	if (value.kind == VALUE_LAYOUT || value.kind == VALUE_COMPOSED) {
		value_as_tuple(al, &value); /* which it is not */
		return value_none();
	}
	if (value.kind == VALUE_TUPLE && tuple_is_tuple(value.tuple)) {
		algebra_fault(al, FAULT_TYPE, "expected a number, saw a tuple");
		return value_none();
	}
	if (value.kind != VALUE_TUPLE || !tuple_is_plain_int(value.tuple) || !int_has_value(value.tuple)
		|| integer_type_holds(&type, value.tuple.value)) {
		return value;
	}
	if (is_float || node->value != 0) {
		algebra_fault(al, FAULT_OVERFLOW, "%" PRId64 " does not fit %.*s", value.tuple.value, (int)node->text.length,
			node->text.data);
		return value_none();
	}
	return wrap_integer(al, &type, value);
}

/* (uint8_t)n */
static struct value evaluate_cast(struct evaluation *ev, const struct node *node) {
	struct value value = evaluate_node(ev, node->first_child);
	if (evaluation_failed(ev)) {
		return value_none();
	}
	evaluation_start(ev);
	value = cast_integer(&ev->algebra, node, value);
	evaluation_collect(ev, node, NULL, 0);
	return value;
}

/* An integer of which the divisor is known; a plain one of Python, if nothing is. */
static struct tuple evaluate_unknown(const struct node *node) {
	struct tuple leaf = tuple_divisible((uint32_t)node->value);
	leaf.traits = (uint8_t)((node->wide ? INT_WIDE : 0) | (node->value != 1 ? INT_TRACKED : 0));
	return leaf;
}

/* An integer that is known at run time only, but if the user gave what the program calls so a value: threadIdx.x. */
static struct value evaluate_given(const struct evaluation *ev, const struct node *node) {
	const struct binding *given = node->text.length > 0 ? evaluation_binding(ev, node->text) : NULL;
	bool is_value = given != NULL && given->value.kind == VALUE_TUPLE;
	return is_value ? given->value : value_from_tuple(evaluate_unknown(node));
}

/* The integer in front of the indices of a basis. */
static struct tuple evaluate_multiple(struct evaluation *ev, const struct node *node) {
	switch (node->kind) {
	case NODE_INT: return tuple_int(node->value);
	case NODE_UNKNOWN: return evaluate_unknown(node);
	default: break;
	}
	struct value value = evaluate_node(ev, node);
	bool is_integer = value.kind == VALUE_TUPLE && tuple_is_plain_int(value.tuple);
	if (!evaluation_failed(ev) && !is_integer) {
		evaluation_fail(ev, node, FAULT_TYPE, "expected an integer in front of the indices of a basis, saw %s",
			value_kind_name(&value));
	}
	return is_integer ? value.tuple : tuple_int(1);
}

/* 5@1@0: the indices are written from the innermost on, and kept from the outermost on. */
static struct value evaluate_basis(struct evaluation *ev, const struct node *node) {
	struct tuple leaf = evaluate_multiple(ev, node->first_child);
	for (int i = node->basis_depth - 1; i >= 0; i--) {
		leaf.basis[leaf.basis_depth++] = (uint8_t)node->basis[i];
	}
	leaf.basis_depth = node->basis_depth > 0 ? leaf.basis_depth : BASIS_OF_WHOLE;
	return value_from_tuple(leaf);
}

/* Whether the program is a kernel in C++, where brackets, commas and booleans are what that takes them for. */
static bool is_cpp_kernel(const struct evaluation *ev) {
	return ev->groups && ev->algebra.by_type;
}

struct value evaluate_operand(struct evaluation *ev, const struct node *node) {
	struct value value = evaluate_node(ev, node);
	if (is_cpp_kernel(ev) && value.kind == VALUE_BOOL && !value.depends) {
		value = value_from_tuple(tuple_int(value.boolean));
		value.tuple.known = KNOWN_RUN_TIME;
	}
	return value;
}

/* The values of the children of "node"; NULL after a fault. */
struct value *evaluate_children(struct evaluation *ev, const struct node *node, int *count) {
	bool computes = node->kind == NODE_COMPARE || node->kind == NODE_ARITHMETIC;
	*count = node->child_count;
	struct value *values = arena_array(ev->algebra.arena, (size_t)*count, sizeof *values);
	const struct node *child = node->first_child;
	for (int i = 0; i < *count; i++) {
		values[i] = computes ? evaluate_operand(ev, child) : evaluate_node(ev, child);
		if (evaluation_failed(ev)) {
			return NULL;
		}
		child = child->next;
	}
	return values;
}

/* Make "out" the integer or tuple of integers "node", without a value for each of them. */
static void evaluate_integers(struct evaluation *ev, const struct node *node, struct tuple *out) {
	if (node->kind == NODE_INT) {
		*out = evaluate_int(ev, node);
		return;
	}
	struct tuple *modes = tuple_modes_room(&ev->algebra, node->child_count);
	struct tuple *mode = modes;
	bool is_flat = node->child_count < LIMIT_LEAVES;
	for (const struct node *child = node->first_child; child != NULL; child = child->next, mode++) {
		if (child->kind == NODE_INT) {
			*mode = evaluate_int(ev, child);
		} else {
			evaluate_integers(ev, child, mode);
			is_flat = false;
		}
	}
	*out = is_flat ? tuple_of_leaves(modes, node->child_count)
		: tuple_of(&ev->algebra, modes, node->child_count);
	evaluation_collect(ev, node, NULL, 0);
}

/* Whether "node" is a tuple in which the parts of another one stand. */
static bool has_spread(const struct node *node) {
	const struct node *child = node->first_child;
	while (child != NULL && child->kind != NODE_SPREAD) {
		child = child->next;
	}
	return child != NULL;
}

/*
 * "*count" items, the values of the children of "node", with the parts of a tuple in the place of each *t; NULL after a
 * fault, where these are more than a tuple has.
 */
static struct value *spread_items(struct evaluation *ev, const struct node *node, struct value *items, int *count) {
	int total = 0;
	const struct node *child = node->first_child;
	for (int i = 0; i < *count; i++, child = child->next) {
		total += child->kind == NODE_SPREAD ? value_part_count(&items[i]) : 1;
	}
	evaluation_start(ev);
	if (total > LIMIT_LEAVES) {
		algebra_fault(&ev->algebra, FAULT_LIMIT, "a tuple has at most %d parts, not %d", LIMIT_LEAVES, total);
	}
	bool fits = algebra_step(&ev->algebra, total);
	evaluation_collect(ev, node, NULL, 0);
	if (!fits) {
		return NULL;
	}
	struct value *all = arena_array(ev->algebra.arena, (size_t)total + 1, sizeof *all);
	int at = 0;
	child = node->first_child;
	for (int i = 0; i < *count; i++, child = child->next) {
		int parts = child->kind == NODE_SPREAD ? value_part_count(&items[i]) : 1;
		for (int p = 0; p < parts; p++) {
			all[at++] = child->kind == NODE_SPREAD ? value_part(&items[i], p) : items[i];
		}
	}
	*count = total;
	return all;
}

/* *t: the tuple, whose parts spread_items takes. */
static struct value evaluate_spread(struct evaluation *ev, const struct node *node) {
	struct value value = evaluate_node(ev, node->first_child);
	return evaluation_failed(ev) || value_is_sequence(&value) ? value
		: evaluation_fail(ev, node->first_child, FAULT_TYPE, "expected a tuple behind *, saw %s",
			value_kind_name(&value));
}

/* What the brackets around "node", a tuple as it stands in the source, say of it in Python. */
static enum value_brackets brackets_of(const struct evaluation *ev, const struct node *node) {
	struct str text = algebra_is_dsl(&ev->algebra) ? ev->source->text : str_from("");
	char opening = node->span.begin < text.length ? text.data[node->span.begin] : '\0';
	if (opening == '[') {
		return BRACKETS_LIST;
	}
	return opening == '(' ? BRACKETS_TUPLE : BRACKETS_ANY;
}

/*
 * (a,b,...): a tuple where all items are tuples or integers, a list of values otherwise. In C++ a part of a tensor is
 * printed as the pair (layout, offset), and read as that; make_tile(layout, n) makes a tuple.
 */
static struct value evaluate_tuple(struct evaluation *ev, const struct node *node) {
	if (ev->groups && node->is_group) {
		return evaluate_node(ev, node->first_child);
	}
	if (node->of_integers && !ev->groups) {
		evaluation_start(ev);
		struct tuple tuple;
		evaluate_integers(ev, node, &tuple);
		struct value value = value_from_tuple(tuple);
		value.brackets = brackets_of(ev, node);
		return value;
	}
	int count;
	struct value *items = evaluate_children(ev, node, &count);
	if (items == NULL) {
		return value_none();
	}
	items = has_spread(node) ? spread_items(ev, node, items, &count) : items;
	if (items == NULL) {
		return value_none();
	}
	evaluation_start(ev);
	struct value tuple = value_from_items(&ev->algebra, items, count);
	evaluation_collect(ev, node, NULL, 0);
	tuple.brackets = brackets_of(ev, node);
	return node->is_bare && !algebra_is_dsl(&ev->algebra) ? value_as_part(tuple) : tuple;
}

/* The value of "node", which is a shape or first argument or is not. */
struct value evaluate_in(struct evaluation *ev, const struct node *node, bool in_shape) {
	bool outside = ev->in_shape;
	ev->in_shape = in_shape;
	struct value value = evaluation_failed(ev) ? value_none() : evaluate_node(ev, node);
	ev->in_shape = outside;
	return value;
}

/* The layout of which shape and stride are integers and nothing else, as most are. */
static struct layout evaluate_written_layout(struct evaluation *ev, const struct node *node) {
	struct algebra *al = &ev->algebra;
	bool outside = ev->in_shape;
	evaluation_start(ev);
	ev->in_shape = true;
	struct tuple shape;
	struct tuple stride;
	evaluate_integers(ev, node->first_child, &shape);
	ev->in_shape = false;
	evaluate_integers(ev, node->last_child, &stride);
	ev->in_shape = outside;
	algebra_step(al, 2 + tuple_nodes(shape) + tuple_nodes(stride));
	return algebra_failed(al) ? layout_one() : layout_make(al, shape, stride);
}

/* shape : stride, values that are tuples. */
static struct layout evaluate_made_layout(struct evaluation *ev, const struct node *node) {
	struct value parts[2];
	parts[0] = evaluate_in(ev, node->first_child, true);
	parts[1] = evaluate_in(ev, node->last_child, false);
	if (evaluation_failed(ev)) {
		return layout_one();
	}
	evaluation_start(ev);
	evaluation_count_steps(ev, parts, 2);
	evaluation_start_operand(ev, 1);
	struct tuple shape = value_as_tuple(&ev->algebra, &parts[0]);
	evaluation_start_operand(ev, 2);
	struct tuple stride = value_as_tuple(&ev->algebra, &parts[1]);
	return algebra_failed(&ev->algebra) ? layout_one() : layout_make(&ev->algebra, shape, stride);
}

/* shape : stride, which is no C++ */
static struct value evaluate_layout(struct evaluation *ev, const struct node *node) {
	bool written = node->first_child->of_integers && node->last_child->of_integers;
	bool groups = ev->groups;
	enum run_time run_time = ev->run_time;
	ev->groups = false;
	ev->run_time = run_time == RUN_TIME_LITERALS ? RUN_TIME_NONE : run_time;
	struct layout layout = written ? evaluate_written_layout(ev, node) : evaluate_made_layout(ev, node);
	ev->groups = groups;
	ev->run_time = run_time;
	const struct node *operands[2] = { node->first_child, node->last_child };
	evaluation_collect(ev, node, operands, 2);
	return value_from_layout(layout);
}

/* Whether an operand of "node", a sign, is (a, b): in a kernel in C++ that is no tuple, but b. */
static bool has_comma_operator(const struct evaluation *ev, const struct node *node) {
	bool has = false;
	bool is_sign = node->kind == NODE_EQUAL || node->kind == NODE_COMPARE || node->kind == NODE_LOGIC
		|| node->kind == NODE_ARITHMETIC || node->kind == NODE_CHOICE;
	const struct node *child = is_sign && is_cpp_kernel(ev) ? node->first_child : NULL;
	for (; child != NULL; child = child->next) {
		has = has || (child->kind == NODE_TUPLE && child->child_count > 1 && (child->is_bare || child->of_integers));
	}
	return has;
}

/* Whether "node" compares what has a sign of bits: in a kernel in C++ a & b == c is a & (b == c). */
static bool compares_bits(const struct evaluation *ev, const struct node *node) {
	bool compares = is_cpp_kernel(ev) && (node->kind == NODE_EQUAL || node->kind == NODE_COMPARE);
	for (const struct node *side = compares ? node->first_child : NULL; side != NULL; side = side->next) {
		bool is_bare = side->kind == NODE_ARITHMETIC && !side->is_group && side->text.length == 0;
		const struct node *operand = is_bare ? side->first_child : NULL;
		for (; operand != NULL; operand = operand->next) {
			if (str_is_among(operand->keyword, "& | ^")) {
				return true;
			}
		}
	}
	return false;
}

/* All of a mode, which is "X" in CuTe C++ as well, unless the program has an X of its own. */
static struct value evaluate_underscore(struct evaluation *ev, const struct node *node) {
	bool is_own = str_is(node->text, "X") && evaluation_binding(ev, node->text) != NULL;
	return is_own ? evaluate_name(ev, node) : value_from_tuple(tuple_underscore());
}

static struct value evaluate_kind(struct evaluation *ev, const struct node *node) {
	switch (node->kind) {
	case NODE_INT: return value_from_tuple(evaluate_int(ev, node));
	case NODE_UNKNOWN: return evaluate_given(ev, node);
	case NODE_BASIS: return evaluate_basis(ev, node);
	case NODE_UNDERSCORE: return evaluate_underscore(ev, node);
	case NODE_STRING: return (struct value){ .kind = VALUE_STRING, .string = node->text };
	case NODE_REAL: return evaluate_real(ev, node);
	case NODE_POINTER: return evaluate_pointer(ev, node);
	case NODE_NAME: return evaluate_name(ev, node);
	case NODE_TUPLE: return evaluate_tuple(ev, node);
	case NODE_SPREAD: return evaluate_spread(ev, node);
	case NODE_LAYOUT: return evaluate_layout(ev, node);
	case NODE_SWIZZLE: return evaluate_swizzle(ev, node);
	case NODE_CALL: return evaluate_call(ev, node);
	case NODE_APPLY: return evaluate_apply(ev, node);
	case NODE_RANGE: return evaluate_range(ev, node);
	case NODE_COMPOSE: return evaluate_compose(ev, node);
	case NODE_EQUAL: return evaluate_equal(ev, node);
	case NODE_COMPARE: return evaluate_comparison(ev, node);
	case NODE_LOGIC: return evaluate_logic(ev, node);
	case NODE_ARITHMETIC: return evaluate_arithmetic(ev, node);
	case NODE_CAST: return evaluate_cast(ev, node);
	case NODE_CHOICE: return evaluate_choice(ev, node);
	case NODE_BIND: return evaluate_bind(ev, node);
	case NODE_UNPACK: return evaluate_unpack(ev, node);
	case NODE_FORMAT: return evaluate_format(ev, node);
	case NODE_STORE: return evaluate_store(ev, node);
	}
	return value_none();
}

struct value evaluate_node(struct evaluation *ev, const struct node *node) {
	struct value value = evaluate_kind(ev, node);
	bool is_unknown = evaluation_failed(ev) && ev->error.fault.code != FAULT_TYPE;
	if (!is_unknown && has_comma_operator(ev, node)) {
		fault_clear(&ev->error.fault);
		return evaluation_fail(ev, node, FAULT_NAME, "operands (a, b) are not followed: C++ takes b");
	}
	if (compares_bits(ev, node)) {
		fault_clear(&ev->error.fault);
		return evaluation_fail(ev, node, FAULT_NAME, "a & b == c is not followed: C++ takes b == c first");
	}
	return node->integer == NODE_INTEGER_AS_IS ? value : evaluate_integer_as(ev, node, value);
}

struct value evaluation_value(struct evaluation *ev, const struct node *node) {
	return evaluate_node(ev, node);
}

void evaluation_forgive(struct evaluation *ev) {
	fault_clear(&ev->error.fault);
	fault_clear(&ev->algebra.fault);
	fault_clear(&ev->algebra.note);
	ev->warning_count = 0;
	ev->in_shape = false;
}

bool dialect_read(struct str name, enum dialect *dialect) {
	*dialect = str_is(name, "dsl") ? DIALECT_DSL : DIALECT_CPP;
	return str_is(name, "dsl") || str_is(name, "cpp");
}

void evaluation_init(struct evaluation *ev, struct arena *arena, bool strict) {
	ev->strict = strict;
	ev->infer = false;
	ev->echoes = false;
	ev->run_time = RUN_TIME_NONE;
	ev->groups = false;
	ev->anonymous = false;
	ev->went_below = false;
	ev->went_beyond = false;
	ev->shifted_beyond = false;
	ev->imports = NULL;
	ev->assumptions = NULL;
	ev->assumption_count = 0;
	ev->numbers = (struct str){ NULL, 0 };
	ev->symbols = NULL;
	ev->needs_reported = 0;
	ev->at.source = NULL;
	ev->in_shape = false;
	ev->warning_count = 0;
	ev->result_count = 0;
	ev->bindings = NULL;
	ev->binding_count = 0;
	fault_clear(&ev->error.fault);
	algebra_init(&ev->algebra, arena);
}

void evaluation_continue(struct evaluation *ev, const struct evaluation *known) {
	ev->bindings = known->bindings;
	ev->symbols = known->symbols;
	ev->needs_reported = known->needs_reported;
}

bool evaluation_set_numbers(struct evaluation *ev, struct str numbers) {
	struct binding *first = NULL;
	struct binding **last = &first;
	ev->numbers = numbers;
	for (const struct binding *binding = ev->bindings; binding != NULL; binding = binding->next) {
		struct binding *copy = arena_alloc(ev->algebra.arena, sizeof *copy);
		*copy = (struct binding){ .name = binding->name, .value = binding->value };
		if (value_has_symbol(&copy->value)
				&& !value_with_numbers(&ev->algebra, ev->symbols, numbers, &copy->value)) {
			return false;
		}
		*last = copy;
		last = &copy->next;
	}
	ev->bindings = first;
	return true;
}

/* Whether "node" is a statement for what it does, and has no result: a name for a value, or numbers for a tensor. */
static bool is_silent(const struct evaluation *ev, const struct node *node) {
	bool writes = node->kind == NODE_CALL && (str_is(node->text, "fill") || str_is(node->text, "store"))
		&& (node->is_member || evaluation_binding(ev, node->text) == NULL);
	return writes || node->kind == NODE_BIND || node->kind == NODE_UNPACK || node->kind == NODE_STORE;
}

/* Keep "value" as the next result; there is room for one of each statement. */
static void add_result(struct evaluation *ev, struct value value, const struct node *node) {
	ev->results[ev->result_count] = value;
	ev->result_nodes[ev->result_count] = node;
	ev->result_count++;
}

/*
 * Run one statement, and say what it needs of names that has not been said of a part of it. When it fails, that is
 * forgotten: no result rests on it.
 */
static struct value run_statement(struct evaluation *ev, const struct node *node) {
	struct symbols *symbols = ev->symbols;
	struct symbols before;
	int reported = ev->needs_reported;
	if (symbols != NULL) {
		before = *symbols;
	}
	struct value value = evaluate_node(ev, node);
	evaluation_report_needs(ev, node);
	if (symbols != NULL && evaluation_failed(ev)) {
		symbol_forget_needs(symbols, &before);
		symbols->variable_count = before.variable_count; /* new ones stay legible in a trace */
		ev->needs_reported = reported;
	}
	return value;
}

/*
 * All statements are parsed before the first one runs: a mistake in the last line is found before anything is computed.
 * The results stand in the order of the statements, up to the one that failed.
 */
bool evaluation_run(struct evaluation *ev, const struct source *source) {
	ev->source = source;
	ev->result_count = 0;
	if (ev->symbols != NULL) {
		ev->symbols->full = false; /* the statement that met a limit has failed */
		ev->symbols->unmet = false;
	}
	struct node *program = parse_program(ev->algebra.arena, source, ev->imports, notation_table(),
		ev->algebra.dialect, &ev->error);
	if (ev->error.fault.code == FAULT_REMARK) {
		evaluation_warn(ev, &ev->error);
		fault_clear(&ev->error.fault);
	}
	if (evaluation_failed(ev)) {
		return false;
	}
	int statements = 0;
	for (const struct node *node = program; node != NULL; node = node->next) {
		statements++;
	}
	ev->results = arena_array_room(ev->algebra.arena, (size_t)statements, sizeof *ev->results);
	ev->result_nodes = arena_array_room(ev->algebra.arena, (size_t)statements, sizeof *ev->result_nodes);
	for (const struct node *node = program; node != NULL; node = node->next) {
		if (trace_is_on(&ev->algebra)) {
			ev->algebra.trace->statement = ev->result_count;
		}
		struct value value = run_statement(ev, node);
		if (evaluation_failed(ev)) {
			return false;
		}
		if (!is_silent(ev, node) || ev->echoes || (node->next == NULL && ev->result_count == 0)) {
			add_result(ev, value, node);
		}
	}
	return true;
}
