/* The walk over the tree of a program: each node to its value, each fault to its place. */
#include "lang/eval.h"

#include <stdio.h>
#include <stdlib.h>

#include "algebra/compare.h"
#include "algebra/infer.h"
#include "algebra/python.h"
#include "algebra/trace.h"
#include "base/element.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "lang/in_int.h"
#include "lang/numbers.h"
#include "lang/notation/plain.h"
#include "lang/notation/symbol.h"
#include "lang/ops/operation.h"
#include "lang/parse.h"
#include "lang/synonym.h"
#include "lang/tensor.h"
#include "lang/vector.h"

static struct value evaluate(struct evaluation *ev, const struct node *node);

static bool failed(const struct evaluation *ev) {
	return fault_is_set(&ev->error.fault);
}

/* The child of "node" with number "index", or NULL. */
static const struct node *child_at(const struct node *node, int index) {
	const struct node *child = node->first_child;
	for (int i = 0; i < index && child != NULL; i++) {
		child = child->next;
	}
	return child;
}

/* Follow the fault's mode path into a tuple written out in the source, and say which modes were left over. */
static struct span find_mode(const struct node *node, struct fault *fault) {
	int level = 0;
	while (level < fault->mode_depth && node->kind == NODE_TUPLE) {
		const struct node *child = child_at(node, fault->mode[level]);
		if (child == NULL) {
			break;
		}
		node = child;
		level++;
	}
	if (level < fault->mode_depth) {
		char text[FAULT_TEXT_BYTES];
		size_t length = 0;
		for (int i = level; i < fault->mode_depth && length + 8 < sizeof text; i++) {
			length += (size_t)snprintf(text + length, sizeof text - length, i > level ? ",%d" : "%d", fault->mode[i]);
		}
		bool single = fault->mode_depth - level == 1;
		char sentence[FAULT_TEXT_BYTES];
		snprintf(sentence, sizeof sentence, single ? "mode %.60s: %.300s" : "mode (%.60s): %.300s", text, fault->text);
		memcpy(fault->text, sentence, sizeof sentence);
	}
	return node->span;
}

/* Put "fault" about the call "node" with the argument nodes "operands" into "message". */
static void place_fault(struct message *message, const struct fault *fault, const struct node *node,
	const struct node *const *operands, int operand_count) {
	message->fault = *fault;
	message->span = node->span;
	int operand = fault->operand;
	if (operand >= 1 && operand <= operand_count && operands[operand - 1] != NULL) {
		message->span = find_mode(operands[operand - 1], &message->fault);
	}
}

/* Take over what the algebra reported about "node": its fault as the error, its note as a warning. */
static void collect_reports(struct evaluation *ev, const struct node *node, const struct node *const *operands,
	int operand_count) {
	struct algebra *al = &ev->algebra;
	if (algebra_failed(al) && !failed(ev)) {
		place_fault(&ev->error, &al->fault, node, operands, operand_count);
	}
	if (fault_is_set(&al->note) && !failed(ev)) {
		if (ev->strict && al->note.code == FAULT_INEXACT) {
			place_fault(&ev->error, &al->note, node, operands, operand_count);
			al->fault = al->note;
		} else {
			if (ev->warning_count < WARNINGS_MAX) {
				place_fault(&ev->warnings[ev->warning_count], &al->note, node, operands, operand_count);
			}
			ev->warning_count++;
		}
		fault_clear(&al->note);
	}
}

/* Start an operation: what goes wrong is about "operand" of it until it says otherwise. */
static void start_operation(struct evaluation *ev, int operand) {
	ev->algebra.depth = 0;
	ev->algebra.operand = operand;
	ev->algebra.arguments = NULL;
	ev->algebra.mode_depth = 0;
}

/* Record a fault about "node". */
static struct value fail(struct evaluation *ev, const struct node *node, enum fault_code code, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static struct value fail(struct evaluation *ev, const struct node *node, enum fault_code code, const char *format,
	...) {
	if (!failed(ev)) {
		char sentence[FAULT_TEXT_BYTES];
		va_list args;
		va_start(args, format);
		vsnprintf(sentence, sizeof sentence, format, args);
		va_end(args);
		fault_set(&ev->error.fault, code, 0, "%s", sentence);
		ev->error.span = node->span;
		ev->algebra.fault = ev->error.fault;
	}
	return value_none();
}

static const struct binding *find_binding(const struct evaluation *ev, struct str name) {
	for (const struct binding *binding = ev->bindings; binding != NULL; binding = binding->next) {
		if (str_equal(binding->name, name)) {
			return binding;
		}
	}
	return NULL;
}

/* How much of "text" a message quotes. */
static int quoted(struct str text) {
	return text.length > 60 ? 60 : (int)text.length;
}

/* Whether "text" begins as the hardware's atoms do: SM and digits. */
static bool is_atom_name(struct str text) {
	return text.length > 2 && text.data[0] == 'S' && text.data[1] == 'M' && text.data[2] >= '0' && text.data[2] <= '9';
}

/* Add to the fault about "name", which is no value, what it was perhaps meant to be. */
static void hint_name(struct evaluation *ev, struct str name) {
	struct nearest near = nearest_begin(name);
	for (const struct binding *binding = ev->bindings; binding != NULL; binding = binding->next) {
		nearest_offer(&near, binding->name);
	}
	const char *synonym = synonym_find(name);
	const struct operation *operation = operation_suggest(name);
	if (nearest_found(&near)) {
		fault_set_hint(&ev->error.fault, "did you mean '%.*s'?", quoted(near.name), near.name.data);
	} else if (is_atom_name(name)) {
		fault_set_hint(&ev->error.fault, "names of atoms are strings: \"%.*s\"", quoted(name), name.data);
	} else if (synonym != NULL) {
		fault_set_hint(&ev->error.fault, "%s", synonym);
	} else if (operation != NULL) {
		fault_set_hint(&ev->error.fault, "did you mean %s(%s)?", operation->name, operation->parameters);
	}
}

/* ADD and its like, which reduce() takes. */
static bool is_reduction(struct str name) {
	return str_is(name, "ADD") || str_is(name, "MUL") || str_is(name, "MAX") || str_is(name, "MIN");
}

static struct value evaluate_name(struct evaluation *ev, const struct node *node) {
	const struct binding *binding = find_binding(ev, node->text);
	if (binding != NULL && binding->value.kind == VALUE_NONE) {
		return fail(ev, node, FAULT_NAME, "'%.*s' is not known", quoted(node->text), node->text.data);
	}
	if (binding != NULL) {
		return binding->value;
	}
	if (str_is(node->text, "true") || str_is(node->text, "false")) {
		return value_from_bool(str_is(node->text, "true"));
	}
	if (element_bits(node->text) > 0 || is_reduction(node->text)) {
		return (struct value){ .kind = VALUE_STRING, .string = node->text };
	}
	const struct operation *operation = operation_find(node->text);
	if (operation != NULL) {
		return fail(ev, node, FAULT_NAME, "'%s' is an operation: call it as %s(%s)", operation->name, operation->name,
			operation->parameters);
	}
	fail(ev, node, FAULT_NAME, "no value is called '%.*s'", quoted(node->text), node->text.data);
	hint_name(ev, node->text);
	return value_none();
}

/* 0.5, a float of Python */
static struct value evaluate_real(struct evaluation *ev, const struct node *node) {
	char digits[64];
	size_t length = node->text.length < sizeof digits ? node->text.length : sizeof digits - 1;
	memcpy(digits, node->text.data, length);
	digits[length] = '\0';
	struct vector real = vector_from_real(&ev->algebra, strtod(digits, NULL));
	return value_from_vector(&ev->algebra, &real);
}

/* ptr<f16, gmem, align<16>> */
static struct value evaluate_pointer(struct evaluation *ev, const struct node *node) {
	struct pointer_value *pointer = arena_alloc(ev->algebra.arena, sizeof *pointer);
	if (!pointer_value_read(node->text, pointer)) {
		return fail(ev, node, FAULT_SYNTAX, "expected a type of elements and a space, as in ptr<f16, gmem, align<16>>");
	}
	return (struct value){ .kind = VALUE_POINTER, .pointer = pointer };
}

static struct tuple evaluate_int(const struct evaluation *ev, const struct node *node) {
	struct tuple leaf = tuple_int(node->value);
	bool at_run_time = ev->run_time == RUN_TIME_ALL || (ev->run_time == RUN_TIME_SHAPES && ev->in_shape);
	leaf.known = at_run_time ? KNOWN_RUN_TIME : KNOWN_STATIC;
	return leaf;
}

/* An integer of which the divisor is known; a plain one of Python, if nothing is. */
static struct tuple evaluate_unknown(const struct node *node) {
	struct tuple leaf = tuple_divisible((uint32_t)node->value);
	leaf.traits = (uint8_t)((node->wide ? INT_WIDE : 0) | (node->value != 1 ? INT_TRACKED : 0));
	return leaf;
}

static struct value evaluate_basis(const struct node *node) {
	bool known = node->first_child->kind == NODE_INT;
	struct tuple leaf = known ? tuple_int(node->first_child->value) : evaluate_unknown(node->first_child);
	for (int i = node->basis_depth - 1; i >= 0; i--) {
		leaf.basis[leaf.basis_depth++] = (uint8_t)node->basis[i];
	}
	leaf.basis_depth = node->basis_depth > 0 ? leaf.basis_depth : BASIS_OF_WHOLE;
	return value_from_tuple(leaf);
}

/* The values of the children of "node" from "first" on; NULL after a fault. */
static struct value *evaluate_children(struct evaluation *ev, const struct node *node, int first, int *count) {
	*count = node->child_count - first;
	struct value *values = arena_array(ev->algebra.arena, (size_t)*count, sizeof *values);
	const struct node *child = child_at(node, first);
	for (int i = 0; i < *count; i++) {
		values[i] = evaluate(ev, child);
		if (failed(ev)) {
			return NULL;
		}
		child = child->next;
	}
	return values;
}

/* Whether the tuple "node" is written with integers only. */
static bool has_only_integers(const struct node *node) {
	for (const struct node *child = node->first_child; child != NULL; child = child->next) {
		if (child->kind != NODE_INT) {
			return false;
		}
	}
	return true;
}

/* The tuple of integers "node", without a value for each of them. */
static struct value evaluate_integers(struct evaluation *ev, const struct node *node) {
	struct tuple *modes = tuple_modes_room(&ev->algebra, node->child_count);
	struct tuple *mode = modes;
	for (const struct node *child = node->first_child; child != NULL; child = child->next) {
		*mode++ = evaluate_int(ev, child);
	}
	start_operation(ev, 0);
	struct tuple tuple = tuple_of(&ev->algebra, modes, node->child_count);
	collect_reports(ev, node, NULL, 0);
	return value_from_tuple(tuple);
}

static struct value evaluate_tuple(struct evaluation *ev, const struct node *node) {
	if (has_only_integers(node)) {
		return evaluate_integers(ev, node);
	}
	int count;
	struct value *items = evaluate_children(ev, node, 0, &count);
	if (items == NULL) {
		return value_none();
	}
	start_operation(ev, 0);
	struct value tuple = value_from_items(&ev->algebra, items, count);
	collect_reports(ev, node, NULL, 0);
	return tuple;
}

/* The value of "node", which is a shape or first argument or is not. */
static struct value evaluate_in(struct evaluation *ev, const struct node *node, bool in_shape) {
	bool outside = ev->in_shape;
	ev->in_shape = in_shape;
	struct value value = failed(ev) ? value_none() : evaluate(ev, node);
	ev->in_shape = outside;
	return value;
}

/* How much there is to look at in "value", in steps. */
static int64_t steps_of(const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE: return 1 + (tuple_is_tuple(value->tuple) ? value->tuple.nodes : 0);
	case VALUE_LAYOUT: return 1 + 2 * (tuple_is_tuple(value->layout.shape) ? value->layout.shape.nodes : 0);
	default: return 1;
	}
}

/* Count the work of looking at the operands of an operation. */
static void count_steps(struct evaluation *ev, const struct value *values, int count) {
	for (int i = 0; i < count; i++) {
		algebra_step(&ev->algebra, steps_of(&values[i]));
	}
}

static struct value evaluate_layout(struct evaluation *ev, const struct node *node) {
	struct value parts[2];
	parts[0] = evaluate_in(ev, node->first_child, true);
	parts[1] = evaluate_in(ev, node->last_child, false);
	if (failed(ev)) {
		return value_none();
	}
	const struct node *operands[2] = { node->first_child, node->last_child };
	start_operation(ev, 0);
	count_steps(ev, parts, 2);
	start_operation(ev, 1);
	struct tuple shape = value_as_tuple(&ev->algebra, &parts[0]);
	start_operation(ev, 2);
	struct tuple stride = value_as_tuple(&ev->algebra, &parts[1]);
	struct layout layout = algebra_failed(&ev->algebra) ? layout_one() : layout_make(&ev->algebra, shape, stride);
	collect_reports(ev, node, operands, 2);
	return value_from_layout(layout);
}

/*
 * The layout that a composition is which CuTe refused, with a warning; the fault stands, with a hint, if there is
 * none.
 */
static struct value infer_refused(struct evaluation *ev, const struct value *args) {
	struct algebra *al = &ev->algebra;
	struct fault refused = al->fault;
	if (refused.code == FAULT_STOPPED || args[1].kind == VALUE_LIST) {
		return value_none();
	}
	fault_clear(&al->fault);
	struct map a = value_as_map(al, &args[0]);
	struct map b = value_as_map(al, &args[1]);
	struct inferred inferred = { .found = false };
	if (!algebra_failed(al)) {
		inferred = infer_composition(al, a, b);
	}
	bool known = !algebra_failed(al);
	if (known && inferred.found) {
		algebra_note(al, FAULT_UNSUPPORTED, "CuTe refuses this composition, but A(B(c)) is a layout: %.250s",
			refused.text);
		al->note.operand = 0;
		return value_from_map(inferred_map(al, &inferred));
	}
	al->fault = refused;
	if (known) {
		fault_set_hint(&al->fault, "no layout, offset + layout or swizzled layout is A(B(c))");
	}
	return value_none();
}

/* A warning of the evaluation itself. */
static void add_warning(struct evaluation *ev, const struct message *message) {
	if (ev->warning_count < WARNINGS_MAX) {
		ev->warnings[ev->warning_count] = *message;
	}
	ev->warning_count++;
}

/* Say which needs "node" has added. */
static void report_needs(struct evaluation *ev, const struct node *node) {
	if (ev->symbols != NULL && ev->symbols->full) {
		fail(ev, node, FAULT_LIMIT, "formulas beyond their limits: more than %d conditions, or numbers beyond 64 bits",
			LIMIT_SYMBOL_NEEDS);
	}
	for (; ev->symbols != NULL && ev->needs_reported < ev->symbols->need_count && !failed(ev); ev->needs_reported++) {
		struct message message = { .span = node->span };
		struct buf text;
		buf_init(&text, ev->algebra.arena);
		print_need(&text, &ev->symbols->needs[ev->needs_reported]);
		fault_set(&message.fault, FAULT_REMARK, 0, "needs %.400s", text.data);
		add_warning(ev, &message);
	}
}

/* Run "operation" with values and the nodes that they come from. */
static struct value run_operation(struct evaluation *ev, const struct node *node, const struct operation *operation,
	const struct value *args, const struct node *const *nodes, int count) {
	ev->at = (struct place){ ev->source, node->span };
	start_operation(ev, 0);
	count_steps(ev, args, count);
	struct value result = algebra_failed(&ev->algebra) ? value_none()
							   : operation_call(operation, &ev->algebra, args, count);
	if (ev->infer && algebra_failed(&ev->algebra) && strcmp(operation->name, "composition") == 0) {
		result = infer_refused(ev, args);
	}
	if (ev->run_time == RUN_TIME_NONE) {
		remark_in_int(&ev->algebra, operation, args, count, &result);
	}
	collect_reports(ev, node, nodes, count);
	report_needs(ev, node);
	return result;
}

/* Run the operation "name" on "values", which "count" children of "node" gave. */
static struct value run_named(struct evaluation *ev, const struct node *node, const char *name,
	const struct value *values, int count) {
	const struct node *nodes[3] = { NULL, NULL, NULL };
	const struct node *child = node->child_count == count ? node->first_child : NULL;
	for (int i = 0; i < count && child != NULL; i++) {
		nodes[i] = child;
		child = child->next;
	}
	return run_operation(ev, node, operation_find(str_from(name)), values, nodes, count);
}

/* The place of an argument among the parameters; -1 after a fault. */
static int place_argument(struct evaluation *ev, const struct operation *operation, const struct node *argument,
	int positional) {
	if (argument->keyword.length == 0) {
		if (positional >= operation->takes.most) {
			int most = operation->takes.most;
			fail(ev, argument, FAULT_RANK, "%s takes at most %d argument%s: %s(%s)", operation->name, most,
				most == 1 ? "" : "s", operation->name, operation->parameters);
			return -1;
		}
		return positional;
	}
	int place = operation_parameter(operation, argument->keyword);
	if (place < 0) {
		fail(ev, argument, FAULT_NAME, "%s has no parameter '%.*s': %s(%s)", operation->name,
			quoted(argument->keyword), argument->keyword.data, operation->name, operation->parameters);
	}
	return place;
}

static bool begins_with(const char *text, const char *start) {
	return strncmp(text, start, strlen(start)) == 0;
}

/*
 * tiled.get_slice(thread) is the pair of the two: where an operation on a tiled copy or MMA lacks an argument, the pair
 * stands for its first two. Returns the number of arguments.
 */
static int spread_slice(const struct operation *operation, struct value *args, const struct node **nodes, int count) {
	const struct value *pair = &args[0];
	bool is_pair = count > 0 && pair->kind == VALUE_LIST && pair->list.count == 2;
	bool is_slice = is_pair
		&& (pair->list.items[0].kind == VALUE_TILED_COPY || pair->list.items[0].kind == VALUE_TILED_MMA);
	if (is_slice && count == operation->takes.least && begins_with(operation->name, "make_fragment_")) {
		/* Which thread it is does not matter to its registers. */
		args[0] = pair->list.items[0];
		return count;
	}
	if (!is_slice || count + 1 != operation->takes.least) {
		return count;
	}
	for (int i = count; i > 1; i--) {
		args[i] = args[i - 1];
		nodes[i] = nodes[i - 1];
	}
	nodes[1] = nodes[0];
	args[1] = pair->list.items[1];
	args[0] = pair->list.items[0];
	return count + 1;
}

/*
 * Call "operation" with the arguments that "node" writes: each is evaluated once, in the order of the text, and stands
 * in the place that its position or its keyword says. A place that is given twice, or needed and not given, is a fault,
 * and so nothing has been computed with the others.
 */
static struct value call_operation(struct evaluation *ev, const struct node *node, const struct operation *operation) {
	size_t room = (size_t)node->child_count + (size_t)operation->takes.least + 8;
	struct value *args = arena_array(ev->algebra.arena, room, sizeof *args);
	const struct node **nodes = arena_array(ev->algebra.arena, room, sizeof *nodes);
	int positional = 0;
	int count = 0;
	for (const struct node *argument = node->first_child; argument != NULL; argument = argument->next) {
		int place = place_argument(ev, operation, argument, positional);
		if (place < 0) {
			return value_none();
		}
		if (nodes[place] != NULL) {
			return fail(ev, argument, FAULT_NAME, "this argument of %s is given twice", operation->name);
		}
		args[place] = evaluate_in(ev, argument, place == 0);
		if (failed(ev)) {
			return value_none();
		}
		nodes[place] = argument;
		positional += argument->keyword.length == 0 ? 1 : 0;
		count = place + 1 > count ? place + 1 : count;
	}
	count = spread_slice(operation, args, nodes, count);
	for (int i = 0; i < operation->takes.least; i++) {
		if (nodes[i] == NULL) {
			return fail(ev, node, FAULT_RANK, "%s needs %s%d argument%s: %s(%s)", operation->name,
				operation->takes.least < operation->takes.most ? "at least " : "", operation->takes.least,
				operation->takes.least == 1 ? "" : "s", operation->name, operation->parameters);
		}
	}
	return run_operation(ev, node, operation, args, nodes, count);
}

/* What is evaluated at a coordinate: (L) in brackets is L. */
static const struct value *unwrap_single(const struct value *value) {
	while (value->kind == VALUE_LIST && value->list.count == 1) {
		value = &value->list.items[0];
	}
	return value;
}

/* "layout" at the coordinate that the "count" nodes from "first" on write. */
static struct value apply(struct evaluation *ev, const struct node *node, const struct value *layout,
	const struct node *first, int count) {
	struct value *items = arena_array(ev->algebra.arena, (size_t)count, sizeof *items);
	struct node written = *first;
	const struct node *child = first;
	for (int i = 0; i < count; i++) {
		items[i] = evaluate(ev, child);
		if (failed(ev)) {
			return value_none();
		}
		written.span.end = child->span.end;
		child = child->next;
	}
	if (count > 1) {
		written.kind = NODE_TUPLE;
		written.first_child = (struct node *)first;
	}
	start_operation(ev, 0);
	struct value coordinate = count == 1 ? items[0] : value_from_items(&ev->algebra, items, count);
	if (layout->kind == VALUE_VECTOR) {
		struct tuple c = value_as_tuple(&ev->algebra, &coordinate);
		struct vector part = algebra_failed(&ev->algebra) ? *layout->vector
			: vector_at(&ev->algebra, *layout->vector, c);
		collect_reports(ev, node, NULL, 0);
		return value_from_vector(&ev->algebra, &part);
	}
	bool slices = coordinate.kind == VALUE_TUPLE && tuple_has_underscore(coordinate.tuple);
	const struct value args[2] = { coordinate, *unwrap_single(layout) };
	const struct node *nodes[2] = { &written, node };
	return run_operation(ev, node, operation_find(str_from(slices ? "slice" : "crd2idx")), args, nodes, 2);
}

static struct value evaluate_call(struct evaluation *ev, const struct node *node) {
	const struct binding *binding = node->is_member ? NULL : find_binding(ev, node->text);
	if (binding != NULL && binding->value.kind == VALUE_NONE) {
		return fail(ev, node, FAULT_NAME, "'%.*s' is not known", quoted(node->text), node->text.data);
	}
	if (binding != NULL) {
		if (node->child_count == 0) {
			return fail(ev, node, FAULT_RANK, "expected a coordinate in the brackets");
		}
		return apply(ev, node, &binding->value, node->first_child, node->child_count);
	}
		const struct operation *operation = node->operation != NULL ? node->operation : operation_find(node->text);
	if (operation != NULL) {
		return call_operation(ev, node, operation);
	}
	fail(ev, node, FAULT_NAME, "no operation is called '%.*s'", quoted(node->text), node->text.data);
	ev->error.span.end = node->span.begin + node->text.length;
	const char *synonym = synonym_find(node->text);
	const struct operation *near = operation_suggest(node->text);
	if (synonym != NULL) {
		fault_set_hint(&ev->error.fault, "%s", synonym);
	} else if (near != NULL) {
		fault_set_hint(&ev->error.fault, "did you mean %s(%s)?", near->name, near->parameters);
	} else {
		fault_set_hint(&ev->error.fault, "'cutelayout help' lists the operations");
	}
	return value_none();
}

static struct value evaluate_apply(struct evaluation *ev, const struct node *node) {
	struct value layout = evaluate(ev, node->first_child);
	if (failed(ev)) {
		return value_none();
	}
	if (node->child_count == 1) {
		return fail(ev, node, FAULT_RANK, "expected a coordinate in the brackets");
	}
	bool is_tuple = layout.kind == VALUE_LIST || (layout.kind == VALUE_TUPLE && tuple_is_tuple(layout.tuple));
	if (str_is(node->text, "[") && is_tuple && node->child_count == 2) {
		struct value args[2] = { layout, evaluate(ev, node->last_child) };
		return failed(ev) ? value_none() : run_named(ev, node, "get", args, 2);
	}
	return apply(ev, node, &layout, node->first_child->next, node->child_count - 1);
}

static struct value evaluate_swizzle(struct evaluation *ev, const struct node *node) {
	int count;
	const struct value *parts = evaluate_children(ev, node, 0, &count);
	return parts == NULL ? value_none() : run_named(ev, node, "make_swizzle", parts, 3);
}

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
	for (int i = 1; left->next != NULL && !failed(ev); i++) {
		const struct node *right = left->next;
		if (is_integer(&values[i]) && right->next != NULL) {
			struct value inner = compose_operands(ev, node, right->next, &values[i + 1]);
			const struct value args[3] = { result, values[i], inner };
			return failed(ev) ? value_none() : run_named(ev, node, "make_composed_layout", args, 3);
		}
		const struct value args[2] = { result, values[i] };
		const struct node *nodes[2] = { node->first_child, right };
		result = run_operation(ev, node, composition, args, nodes, 2);
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
	add_warning(ev, &message);
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

static struct value evaluate_compose(struct evaluation *ev, const struct node *node) {
	int count;
	const struct value *values = evaluate_children(ev, node, 0, &count);
	if (values == NULL) {
		return value_none();
	}
	find_coordinates(ev, node, values);
	return compose_operands(ev, node, node->first_child, values);
}

static bool is_extended(const struct value *value) {
	return value->kind == VALUE_COMPOSED && map_is_extended(value_as_map(NULL, value));
}

/*
 * CuTe's layouts are equal when they are written alike. Maps that CuTe does not have are equal when they are one
 * function of one shape, also to a layout.
 */
static bool equal_values(struct evaluation *ev, const struct value *a, const struct value *b) {
	struct algebra *al = &ev->algebra;
	if (!is_extended(a) && !is_extended(b)) {
		return value_equal(a, b);
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

static bool has_vector(const struct value *values, int count) {
	for (int i = 0; i < count; i++) {
		if (values[i].kind == VALUE_VECTOR) {
			return true;
		}
	}
	return false;
}

/* "value" as a vector: one, or an integer as Python has it. */
static struct vector as_vector(struct evaluation *ev, const struct value *value, int operand) {
	if (value->kind == VALUE_VECTOR) {
		return *value->vector;
	}
	start_operation(ev, operand);
	return vector_from_integer(&ev->algebra, value_as_int(&ev->algebra, value, INT32_MIN, INT32_MAX));
}

/* The vector a + b - c of the children of "node", or with two of them and "sign" that. */
static struct value compute_vectors(struct evaluation *ev, const struct node *node, const struct value *values,
		int count, struct str sign) {
	struct algebra *al = &ev->algebra;
	start_operation(ev, 0);
	struct vector result = as_vector(ev, &values[0], 1);
	const struct node *child = node->first_child;
	for (int i = 1; i < count && !algebra_failed(al); i++) {
		child = child->next;
		struct vector operand = as_vector(ev, &values[i], i + 1);
		if (!algebra_failed(al)) {
			start_operation(ev, 0);
			result = vector_compute(al, sign.length > 0 ? sign : child->keyword, result, operand);
		}
	}
	collect_reports(ev, node, NULL, 0);
	return value_from_vector(al, &result);
}

/* Formulas are part of "value", a tuple or a layout. */
static bool value_has_symbol(const struct value *value) {
	return (value->kind == VALUE_TUPLE && tuple_has_symbol(value->tuple))
		|| (value->kind == VALUE_LAYOUT
			&& (tuple_has_symbol(value->layout.shape) || tuple_has_symbol(value->layout.stride)));
}

/* Say for which numbers the formulas "a" and "b" differ. */
static void remark_counterexample(struct evaluation *ev, const struct node *node, struct value a, struct value b) {
	struct message message = { .span = node->span };
	struct buf names;
	struct buf numbers[2];
	buf_init(&names, ev->algebra.arena);
	bool found = find_counterexample(ev->algebra.arena, ev->symbols, &a, &b, &names);
	for (int i = 0; i < 2; i++) {
		buf_init(&numbers[i], ev->algebra.arena);
		print_value(&numbers[i], i == 0 ? &a : &b);
	}
	if (!found) {
		fault_set(&message.fault, FAULT_REMARK, 0, "the formulas are not alike, but numbers for which they differ were "
			"not found");
	} else {
		fault_set(&message.fault, FAULT_REMARK, 0, "they differ: for %.100s they are %.120s and %.120s", names.data,
			numbers[0].data, numbers[1].data);
	}
	add_warning(ev, &message);
}

static struct value evaluate_equal(struct evaluation *ev, const struct node *node) {
	struct value a = evaluate(ev, node->first_child);
	struct value b = failed(ev) ? a : evaluate(ev, node->last_child);
	const struct value values[2] = { a, b };
	if (!failed(ev) && has_vector(values, 2)) {
		return compute_vectors(ev, node, values, 2, node->text);
	}
	start_operation(ev, 0);
	count_steps(ev, values, failed(ev) ? 0 : 2);
	collect_reports(ev, node, NULL, 0);
	bool equal = !algebra_failed(&ev->algebra) && equal_values(ev, &a, &b);
	collect_reports(ev, node, NULL, 0);
	if (!equal && ev->symbols != NULL && !failed(ev) && (value_has_symbol(&a) || value_has_symbol(&b))) {
		remark_counterexample(ev, node, a, b);
	}
	return value_from_bool(equal);
}

/* a < b and its like: integers, or with != anything that == compares */
static struct value evaluate_comparison(struct evaluation *ev, const struct node *node) {
	if (str_is(node->text, "!=")) {
		struct value equal = evaluate_equal(ev, node);
		bool is_vector = equal.kind == VALUE_VECTOR;
		return failed(ev) || is_vector ? equal : value_from_bool(!equal.boolean);
	}
	int64_t numbers[2] = { 0, 0 };
	const struct node *operands[2] = { node->first_child, node->last_child };
	int count;
	const struct value *values = evaluate_children(ev, node, 0, &count);
	if (values != NULL && has_vector(values, count)) {
		return compute_vectors(ev, node, values, count, node->text);
	}
	for (int i = 0; i < 2 && !failed(ev); i++) {
		start_operation(ev, i + 1);
		numbers[i] = value_as_int(&ev->algebra, &values[i], INT64_MIN, INT64_MAX);
		collect_reports(ev, node, operands, 2);
	}
	bool or_equal = node->text.length == 2 && numbers[0] == numbers[1];
	bool less = numbers[0] < numbers[1];
	bool greater = numbers[0] > numbers[1];
	return failed(ev) ? value_none() : value_from_bool(or_equal || (node->text.data[0] == '<' ? less : greater));
}

/* Whether the condition "node" holds: a truth value, or a number other than 0. */
static bool evaluate_condition(struct evaluation *ev, const struct node *node) {
	struct value condition = evaluate(ev, node);
	if (failed(ev)) {
		return false;
	}
	bool is_number = condition.kind == VALUE_TUPLE && tuple_is_plain_int(condition.tuple);
	if (condition.kind != VALUE_BOOL && !is_number) {
		fail(ev, node, FAULT_TYPE, "expected a condition, saw %s", value_kind_name(&condition));
		return false;
	}
	return is_number ? int_value(&ev->algebra, condition.tuple) != 0 : condition.boolean;
}

/* a && b && ..., a || b || ..., !a; what does not matter any more is not evaluated. */
static struct value evaluate_logic(struct evaluation *ev, const struct node *node) {
	bool is_any = node->text.data[0] == '|';
	bool holds = !is_any;
	for (const struct node *child = node->first_child; child != NULL && holds != is_any; child = child->next) {
		holds = evaluate_condition(ev, child);
		if (failed(ev)) {
			return value_none();
		}
	}
	return value_from_bool(node->text.data[0] == '!' ? !holds : holds);
}

/* The integers "a" and "b" under "sign". */
static struct tuple compute_integers(struct algebra *al, struct str sign, struct tuple a, struct tuple b) {
	bool quotient = sign.data[0] == '/' && sign.length == 1;
	bool floors = sign.data[0] == '/' && sign.length == 2;
	if (floors || (algebra_is_dsl(al) && !quotient)) {
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

/* The numbers of "a" and "b" under "sign", place by place for tuples; a number meets each number of a tuple. */
static struct tuple compute(struct algebra *al, struct str sign, struct tuple a, struct tuple b) {
	if (tuple_is_tuple(a) || tuple_is_tuple(b)) {
		int rank = tuple_is_tuple(a) ? a.rank : b.rank;
		if (tuple_is_tuple(a) && tuple_is_tuple(b) && a.rank != b.rank) {
			algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", a.rank, b.rank);
			return a;
		}
		struct tuple *modes = tuple_modes_new(al, rank);
		for (int i = 0; i < rank; i++) {
			modes[i] = compute(al, sign, tuple_is_tuple(a) ? a.modes[i] : a, tuple_is_tuple(b) ? b.modes[i] : b);
		}
		return tuple_of(al, modes, rank);
	}
	return compute_integers(al, sign, a, b);
}

/* The tuple that operand "number" of arithmetic, from 1, is. */
static struct tuple arithmetic_operand(struct evaluation *ev, const struct value *value, int number) {
	start_operation(ev, number);
	struct tuple tuple = value_as_tuple(&ev->algebra, value);
	if (!algebra_failed(&ev->algebra) && tuple_has_underscore(tuple)) {
		algebra_fault(&ev->algebra, FAULT_TYPE, "there is no arithmetic with '_'");
	}
	return tuple;
}

static bool is_map(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_SWIZZLE || value->kind == VALUE_COMPOSED;
}

/* a + b - c from left to right; the last may be a map to whose offsets the integer before it is added. */
static struct value evaluate_arithmetic(struct evaluation *ev, const struct node *node) {
	int count;
	const struct value *values = evaluate_children(ev, node, 0, &count);
	if (values == NULL) {
		return value_none();
	}
	if (has_vector(values, count)) {
		return compute_vectors(ev, node, values, count, str_from(""));
	}
	const struct node **operands = arena_array(ev->algebra.arena, (size_t)count, sizeof *operands);
	const struct node *child = node->first_child;
	count_steps(ev, values, count);
	struct tuple result = tuple_int(0);
	for (int i = 0; i < count; i++) {
		operands[i] = child;
		bool shifts = i > 0 && i == count - 1 && is_map(&values[i]) && tuple_is_plain_int(result);
		if (shifts && child->keyword.data[0] == '+') {
			const struct value parts[2] = { value_from_tuple(result), values[i] };
			return run_named(ev, node, "make_offset_layout", parts, 2);
		}
		struct tuple operand = arithmetic_operand(ev, &values[i], i + 1);
		if (!algebra_failed(&ev->algebra)) {
			start_operation(ev, 0);
			result = i == 0 ? operand : compute(&ev->algebra, child->keyword, result, operand);
		}
		child = child->next;
	}
	collect_reports(ev, node, operands, count);
	return value_from_tuple(result);
}

/* a ? b : c, where "a" is true, or a number other than 0; the one that is not chosen is not evaluated. */
static struct value evaluate_choice(struct evaluation *ev, const struct node *node) {
	bool holds = evaluate_condition(ev, node->first_child);
	return failed(ev) ? value_none() : evaluate(ev, child_at(node, holds ? 1 : 2));
}

/* Whether programs have the operation "name" as a name of their own too: bound, it is that name. */
static bool is_common_word(struct str name) {
	static const char *const words[] = { "broadcast_to", "gcd", "iterator", "layout", "lcm", "load", "max", "min",
		"reduce", "repeat", "reshape", "reverse", "shape", "stride", "tile_shape", "tile_size", "tiler_mn", "to",
		"where" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (str_is(name, words[i])) {
			return true;
		}
	}
	return false;
}

void evaluation_bind(struct evaluation *ev, struct str name, struct value value) {
	struct binding *binding = arena_alloc(ev->algebra.arena, sizeof *binding);
	*binding = (struct binding){ name, value, ev->bindings };
	ev->bindings = binding;
}

/* Bind the name of "node" to "value". */
static struct value bind(struct evaluation *ev, const struct node *node, struct value value) {
	const struct operation *operation = operation_find(node->text);
	if ((operation != NULL && !is_common_word(node->text)) || str_is(node->text, "o") || str_is(node->text, "true")
		|| str_is(node->text, "false")) {
		return fail(ev, node, FAULT_NAME, "'%.*s' has a meaning already and cannot be bound", quoted(node->text),
			node->text.data);
	}
	if (++ev->binding_count > LIMIT_NAMES) {
		return fail(ev, node, FAULT_LIMIT, "more than %d bindings", LIMIT_NAMES);
	}
	evaluation_bind(ev, node->text, value);
	return value;
}

/* The run-time integer "node", ?{div=8}, as the formula that is the name "name" alone. */
static struct value name_unknown(struct evaluation *ev, const struct node *node, struct str name) {
	if (node->value == 0) {
		return value_from_tuple(tuple_int(0));
	}
	if (ev->symbols == NULL) {
		ev->symbols = symbols_new(ev->algebra.arena);
	}
	const struct binding *bound = find_binding(ev, name);
	bool again = bound != NULL && bound->value.kind == VALUE_TUPLE && int_is_symbol(bound->value.tuple);
	if (again && symbol_divisor(bound->value.tuple) % (uint64_t)node->value == 0) {
		return bound->value;
	}
	start_operation(ev, 0);
	struct tuple leaf = symbol_name(&ev->algebra, ev->symbols, name, node->value, node->wide);
	for (int i = 0; i < ev->assumption_count && int_is_symbol(leaf); i++) {
		const struct assumption *assumption = &ev->assumptions[i];
		if (str_equal(assumption->name, name)) {
			symbol_assume(&ev->algebra, leaf, assumption->divisor, assumption->least, assumption->most);
		}
	}
	collect_reports(ev, node, NULL, 0);
	return value_from_tuple(leaf);
}

static struct value evaluate_bind(struct evaluation *ev, const struct node *node) {
	if (node->first_child->kind == NODE_UNKNOWN && !ev->anonymous) {
		struct value named = name_unknown(ev, node->first_child, node->text);
		return failed(ev) ? value_none() : bind(ev, node, named);
	}
	struct value value = evaluate(ev, node->first_child);
	return failed(ev) ? value_none() : bind(ev, node, value);
}

/* Part "index" of a tuple or list. */
static struct value part_of(const struct value *value, int index) {
	return value->kind == VALUE_LIST ? value->list.items[index] : value_from_tuple(value->tuple.modes[index]);
}

/* a, b = e: the parts of the value, one for each name. */
static struct value evaluate_unpack(struct evaluation *ev, const struct node *node) {
	struct value value = evaluate(ev, node->last_child);
	if (failed(ev)) {
		return value_none();
	}
	int names = node->child_count - 1;
	bool is_tuple = value.kind == VALUE_LIST || (value.kind == VALUE_TUPLE && tuple_is_tuple(value.tuple));
	int parts = !is_tuple ? 1 : value.kind == VALUE_LIST ? value.list.count
							     : value.tuple.rank;
	if (!is_tuple || parts != names) {
		return fail(ev, node, FAULT_RANK, "%d names for a value of %d part%s", names, parts, parts == 1 ? "" : "s");
	}
	const struct node *name = node->first_child;
	for (int i = 0; i < names && !failed(ev); i++) {
		if (!str_is(name->text, "_")) {
			bind(ev, name, part_of(&value, i));
		}
		name = name->next;
	}
	return value;
}

static struct value evaluate(struct evaluation *ev, const struct node *node) {
	switch (node->kind) {
	case NODE_INT: return value_from_tuple(evaluate_int(ev, node));
	case NODE_UNKNOWN: return value_from_tuple(evaluate_unknown(node));
	case NODE_BASIS: return evaluate_basis(node);
	case NODE_UNDERSCORE: return value_from_tuple(tuple_underscore());
	case NODE_STRING: return (struct value){ .kind = VALUE_STRING, .string = node->text };
	case NODE_REAL: return evaluate_real(ev, node);
	case NODE_POINTER: return evaluate_pointer(ev, node);
	case NODE_NAME: return evaluate_name(ev, node);
	case NODE_TUPLE: return evaluate_tuple(ev, node);
	case NODE_LAYOUT: return evaluate_layout(ev, node);
	case NODE_SWIZZLE: return evaluate_swizzle(ev, node);
	case NODE_CALL: return evaluate_call(ev, node);
	case NODE_APPLY: return evaluate_apply(ev, node);
	case NODE_COMPOSE: return evaluate_compose(ev, node);
	case NODE_EQUAL: return evaluate_equal(ev, node);
	case NODE_COMPARE: return evaluate_comparison(ev, node);
	case NODE_LOGIC: return evaluate_logic(ev, node);
	case NODE_ARITHMETIC: return evaluate_arithmetic(ev, node);
	case NODE_CHOICE: return evaluate_choice(ev, node);
	case NODE_BIND: return evaluate_bind(ev, node);
	case NODE_UNPACK: return evaluate_unpack(ev, node);
	}
	return value_none();
}

struct value evaluation_value(struct evaluation *ev, const struct node *node) {
	return evaluate(ev, node);
}

void evaluation_forgive(struct evaluation *ev) {
	fault_clear(&ev->error.fault);
	fault_clear(&ev->algebra.fault);
	fault_clear(&ev->algebra.note);
	ev->warning_count = 0;
	ev->in_shape = false;
}

void evaluation_init(struct evaluation *ev, struct arena *arena, bool strict) {
	ev->strict = strict;
	ev->infer = false;
	ev->echoes = false;
	ev->run_time = RUN_TIME_NONE;
	ev->anonymous = false;
	ev->assumptions = NULL;
	ev->assumption_count = 0;
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

static void add_result(struct evaluation *ev, struct value value, const struct node *node) {
	ev->results[ev->result_count] = value;
	ev->result_nodes[ev->result_count] = node;
	ev->result_count++;
}

/*
 * All statements are parsed before the first one runs: a mistake in the last line is found before anything is computed.
 * The results stand in the order of the statements, up to the one that failed.
 */
bool evaluation_run(struct evaluation *ev, const struct source *source) {
	ev->source = source;
	ev->result_count = 0;
	struct node *program = parse_program(ev->algebra.arena, source, notation_table(), ev->algebra.dialect,
		&ev->error);
	if (ev->error.fault.code == FAULT_REMARK) {
		add_warning(ev, &ev->error);
		fault_clear(&ev->error.fault);
	}
	if (failed(ev)) {
		return false;
	}
	int statements = 0;
	for (const struct node *node = program; node != NULL; node = node->next) {
		statements++;
	}
	ev->results = arena_array(ev->algebra.arena, (size_t)statements, sizeof *ev->results);
	ev->result_nodes = arena_array(ev->algebra.arena, (size_t)statements, sizeof *ev->result_nodes);
	for (const struct node *node = program; node != NULL; node = node->next) {
		if (trace_is_on(&ev->algebra)) {
			ev->algebra.trace->statement = ev->result_count;
		}
		struct value value = evaluate(ev, node);
		if (failed(ev)) {
			return false;
		}
		bool binds = node->kind == NODE_BIND || node->kind == NODE_UNPACK;
		if (!binds || ev->echoes || (node->next == NULL && ev->result_count == 0)) {
			add_result(ev, value, node);
		}
	}
	return true;
}
