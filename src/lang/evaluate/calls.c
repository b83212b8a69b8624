/* Calls: arguments into their places, an operation on them, and layouts at coordinates. */
#include "lang/evaluate/evaluate.h"

#include <string.h>

#include "algebra/infer.h"
#include "lang/in_int.h"
#include "lang/ops/operation.h"
#include "lang/synonym.h"
#include "lang/vector.h"

/*
 * The layout that a composition is which CuTe refused, with a warning; the fault stands, with a hint, if there is
 * none, and as it is if the search for one is stopped as well.
 */
static struct value infer_refused(struct evaluation *ev, const struct value *args) {
	struct algebra *al = &ev->algebra;
	struct fault refused = al->fault;
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

/* The "count" values "args" as the DSL passes them to "operation": see ARGUMENTS_PYTHON. */
static const struct value *dsl_arguments(struct evaluation *ev, const struct operation *operation,
	const struct value *args, int count) {
	bool is_python = operation->takes.arguments == ARGUMENTS_PYTHON || operation->takes.arguments == ARGUMENTS_SWAPPED;
	if (count == 0 || is_python) {
		return args;
	}
	struct value *passed = arena_array_room(ev->algebra.arena, (size_t)count, sizeof *passed);
	for (int i = 0; i < count; i++) {
		passed[i] = args[i];
		if (args[i].kind == VALUE_TUPLE) {
			passed[i].tuple = tuple_from_folded(&ev->algebra, args[i].tuple);
		}
	}
	return passed;
}

/* Run "operation" with values and the nodes that they come from. */
struct value evaluate_operation(struct evaluation *ev, const struct node *node, const struct operation *operation,
	const struct value *args, const struct node *const *nodes, int count) {
	ev->at = (struct place){ ev->source, node->span };
	evaluation_start(ev);
	evaluation_count_steps(ev, args, count);
	args = algebra_is_dsl(&ev->algebra) ? dsl_arguments(ev, operation, args, count) : args;
	struct value result = algebra_failed(&ev->algebra) ? value_none()
							   : operation_call(operation, &ev->algebra, args, count);
	if (ev->infer && algebra_failed(&ev->algebra) && strcmp(operation->name, "composition") == 0) {
		result = infer_refused(ev, args);
	}
	if (ev->run_time == RUN_TIME_NONE || ev->run_time == RUN_TIME_LITERALS) {
		remark_in_int(&ev->algebra, operation, args, count, &result);
	}
	evaluation_collect(ev, node, nodes, count);
	if (ev->symbols != NULL) {
		evaluation_report_needs(ev, node);
	}
	return result;
}

/* Run the operation "name" on "values", which "count" children of "node" gave. */
struct value evaluate_named(struct evaluation *ev, const struct node *node, const char *name,
	const struct value *values, int count) {
	const struct node *nodes[3] = { NULL, NULL, NULL };
	const struct node *child = node->child_count == count ? node->first_child : NULL;
	for (int i = 0; i < count && child != NULL; i++) {
		nodes[i] = child;
		child = child->next;
	}
	return evaluate_operation(ev, node, operation_find(str_from(name)), values, nodes, count);
}

/* The place of an argument among the parameters; -1 after a fault. */
static int place_argument(struct evaluation *ev, const struct operation *operation, const struct node *argument,
	int positional) {
	if (argument->keyword.length == 0) {
		if (positional >= operation->takes.most) {
			int most = operation->takes.most;
			evaluation_fail(ev, argument, FAULT_RANK, "%s takes at most %d argument%s: %s(%s)", operation->name, most,
				most == 1 ? "" : "s", operation->name, operation->parameters);
			return -1;
		}
		bool is_swapped = operation->takes.arguments == ARGUMENTS_SWAPPED && algebra_is_dsl(&ev->algebra);
		return is_swapped ? 1 - positional : positional;
	}
	int place = operation_parameter(operation, argument->keyword);
	if (place < 0) {
		evaluation_fail(ev, argument, FAULT_NAME, "%s has no parameter '%.*s': %s(%s)", operation->name,
			evaluation_quoted(argument->keyword), argument->keyword.data, operation->name, operation->parameters);
	}
	return place;
}

/*
 * What tiled.get_slice(thread), the pair of the two, stands for in the first of "count" arguments: see ARGUMENTS_TILED
 * and ARGUMENTS_SLICE. Returns the number of arguments; "args" and "nodes" have room for one more.
 */
static int spread_slice(const struct operation *operation, struct value *args, const struct node **nodes, int count) {
	const struct value *pair = &args[0];
	bool is_pair = count > 0 && pair->kind == VALUE_LIST && pair->list.count == 2;
	bool is_slice = is_pair
		&& (pair->list.items[0].kind == VALUE_TILED_COPY || pair->list.items[0].kind == VALUE_TILED_MMA);
	if (is_slice && operation->takes.arguments == ARGUMENTS_TILED) {
		args[0] = pair->list.items[0];
	}
	if (!is_slice || operation->takes.arguments != ARGUMENTS_SLICE || count + 1 != operation->takes.least) {
		return count;
	}
	for (int i = count; i > 0; i--) {
		args[i] = args[i - 1];
		nodes[i] = nodes[i - 1];
	}
	args[1] = pair->list.items[1];
	args[0] = pair->list.items[0];
	return count + 1;
}

/* Whether the argument in "place" is the shape of a layout, or one that a layout of the result gets. */
static bool is_shape(const struct evaluation *ev, const struct operation *operation, int place) {
	return place == 0
		|| (ev->run_time == RUN_TIME_SHAPES && place == operation_parameter(operation, str_from("trg_shape")));
}

/*
 * Call "operation" with the arguments that "node" writes: each is evaluated once, in the order of the text, and stands
 * in the place that its position or its keyword says. A place that is given twice, or needed and not given, is a fault,
 * and so nothing has been computed with the others.
 */
static struct value call_operation(struct evaluation *ev, const struct node *node, const struct operation *operation) {
	size_t room = (size_t)node->child_count + (size_t)operation->takes.least + 8;
	struct value *args = arena_array_room(ev->algebra.arena, room, sizeof *args);
	const struct node **nodes = arena_array_room(ev->algebra.arena, room, sizeof *nodes);
	int positional = 0;
	int count = 0; /* places that hold something, or are empty because one behind them does */
	for (const struct node *argument = node->first_child; argument != NULL; argument = argument->next) {
		int place = place_argument(ev, operation, argument, positional);
		if (place < 0) {
			return value_none();
		}
		for (; count <= place; count++) {
			args[count] = value_none();
			nodes[count] = NULL;
		}
		if (nodes[place] != NULL) {
			return evaluation_fail(ev, argument, FAULT_NAME, "this argument of %s is given twice", operation->name);
		}
		args[place] = evaluate_in(ev, argument, is_shape(ev, operation, place));
		if (evaluation_failed(ev)) {
			return value_none();
		}
		nodes[place] = argument;
		positional += argument->keyword.length == 0 ? 1 : 0;
	}
	count = spread_slice(operation, args, nodes, count);
	for (int i = 0; i < operation->takes.least; i++) {
		if (i >= count || nodes[i] == NULL) {
			return evaluation_fail(ev, node, FAULT_RANK, "%s needs %s%d argument%s: %s(%s)", operation->name,
				operation->takes.least < operation->takes.most ? "at least " : "", operation->takes.least,
				operation->takes.least == 1 ? "" : "s", operation->name, operation->parameters);
		}
	}
	return evaluate_operation(ev, node, operation, args, nodes, count);
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
		items[i] = evaluate_node(ev, child);
		if (evaluation_failed(ev)) {
			return value_none();
		}
		written.span.end = child->span.end;
		child = child->next;
	}
	if (count > 1) {
		written.kind = NODE_TUPLE;
		written.first_child = (struct node *)first;
	}
	evaluation_start(ev);
	struct value coordinate = count == 1 ? items[0] : value_from_items(&ev->algebra, items, count);
	if (layout->kind == VALUE_VECTOR) {
		struct tuple c = value_as_tuple(&ev->algebra, &coordinate);
		struct vector part = algebra_failed(&ev->algebra) ? *layout->vector
			: vector_at(&ev->algebra, *layout->vector, c);
		evaluation_collect(ev, node, NULL, 0);
		return value_from_vector(&ev->algebra, &part);
	}
	bool slices = coordinate.kind == VALUE_TUPLE && tuple_has_underscore(coordinate.tuple);
	const struct value args[2] = { coordinate, *unwrap_single(layout) };
	if (slices && args[1].kind == VALUE_COMPOSED && algebra_is_dsl(&ev->algebra)) {
		algebra_note(&ev->algebra, FAULT_REMARK,
			"CuTe DSL slices no composed layout that is called: it takes None as 0");
		evaluation_collect(ev, node, NULL, 0);
	}
	const struct node *nodes[2] = { &written, node };
	return evaluate_operation(ev, node, operation_find(str_from(slices ? "slice" : "crd2idx")), args, nodes, 2);
}

/*
 * Where the name of "node" stands: a member's behind its object, as foo in L.foo(3). What a selector of CUTLASS stands
 * for has the place of the selector, which is taken as it is.
 */
static struct span name_of_call(const struct evaluation *ev, const struct node *node) {
	struct str text = ev->source->text;
	size_t length = node->text.length;
	size_t end = node->span.end < text.length ? node->span.end : text.length;
	for (size_t at = node->is_member ? node->first_child->span.end : end; at + length <= end; at++) {
		if (memcmp(text.data + at, node->text.data, length) == 0) {
			return (struct span){ at, at + length };
		}
	}
	return (struct span){ node->span.begin, node->span.begin + length };
}

/* The name that "node" calls; of a member of a name that with the name: kernels in Python bind self.x. */
static struct str called_name(const struct node *node) {
	const struct node *object = node->is_member ? node->first_child : NULL;
	bool is_whole = object != NULL && object->kind == NODE_NAME
		&& object->text.data + object->text.length + 1 == node->text.data;
	return is_whole ? (struct str){ object->text.data, object->text.length + 1 + node->text.length } : node->text;
}

/* Whether "node" is the name of a pointer or array of a kernel, of which no element is known. */
static bool is_pointer(const struct evaluation *ev, const struct node *node) {
	const struct binding *binding = node->kind == NODE_NAME ? evaluation_binding(ev, node->text) : NULL;
	return binding != NULL && binding->is_pointer;
}

/* Whether "node" is x.data() or its like, of a pointer or of a container that has one. */
static bool asks_for_pointer(const struct node *node) {
	return node->kind == NODE_CALL && node->is_member && node->child_count == 1
		&& str_is_among(node->text, "data iterator begin get");
}

bool evaluate_is_pointer(const struct evaluation *ev, const struct node *node) {
	while (asks_for_pointer(node) || node->kind == NODE_CAST || (node->kind == NODE_TUPLE && node->is_group)) {
		node = node->first_child;
	}
	return is_pointer(ev, node);
}

/* The operation that "node" calls, or NULL. */
static const struct operation *operation_of(const struct node *node) {
	return node->operation != NULL ? node->operation : operation_find(node->text);
}

struct value evaluate_call(struct evaluation *ev, const struct node *node) {
	if (node->is_member && evaluate_is_pointer(ev, node->first_child)) {
		return asks_for_pointer(node) ? value_from_tuple(tuple_int(0))
			: evaluation_fail(ev, node, FAULT_NAME, "what a pointer or container holds is not known");
	}
	struct str name = called_name(node);
	bool is_ours = node->is_ours && operation_of(node) != NULL;
	bool is_known = !is_ours && (!node->is_member || name.length > node->text.length);
	const struct binding *binding = is_known ? evaluation_binding(ev, name) : NULL;
	bool is_attribute = node->is_member && str_starts_with(name, "self.");
	const struct binding *self = is_attribute ? evaluation_binding(ev, node->first_child->text) : NULL;
	bool is_lost = binding != NULL ? binding->value.kind == VALUE_NONE || binding->is_pointer
		: is_attribute && (self == NULL || self->value.kind == VALUE_NONE);
	if (is_lost) {
		return evaluation_fail_unknown(ev, node, name);
	}
	const struct node *first = node->is_member ? node->first_child->next : node->first_child;
	int count = node->child_count - (node->is_member ? 1 : 0);
	if (binding != NULL && count > 0) {
		return apply(ev, node, &binding->value, first, count);
	}
	if (binding != NULL) {
		/* self.x has no brackets; in the source of a kernel in C++ T() is T{}, an object of the type. */
		return node->is_member || ev->run_time == RUN_TIME_LITERALS ? binding->value
			: evaluation_fail(ev, node, FAULT_RANK, "expected a coordinate in the brackets");
	}
	const struct operation *operation = operation_of(node);
	if (operation != NULL) {
		return call_operation(ev, node, operation);
	}
	const struct element *element = node->child_count == 1 && !node->is_member ? element_find(node->text) : NULL;
	if (element != NULL) {
		return evaluate_number(ev, node, element);
	}
	const struct node *object = node->is_member ? node->first_child : NULL;
	bool is_named = object != NULL && object->kind == NODE_NAME;
	const struct binding *owner = is_named ? evaluation_binding(ev, object->text) : NULL;
	if (owner != NULL && owner->value.kind == VALUE_NONE) {
		return evaluation_fail_unknown(ev, node, object->text);
	}
	evaluation_fail(ev, node, FAULT_NAME, "no operation is called '%.*s'", evaluation_quoted(node->text),
		node->text.data);
	ev->error.span = name_of_call(ev, node);
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

/* The modes, or parts, that t[i] has to choose from: none in a layout of one extent, which is its own mode. */
static int part_count(struct algebra *al, const struct value *t) {
	if (value_is_sequence(t)) {
		return value_part_count(t);
	}
	struct tuple shape = map_inner(al, value_as_map(al, t)).shape;
	return tuple_is_tuple(shape) ? shape.rank : 0;
}

/*
 * What "index", the i of t[i], is in the DSL where it is negative: parts of a tuple are counted from its end on, modes
 * of a layout are not, and a layout of one extent is what any such number gives.
 */
static struct value index_of_part(struct evaluation *ev, const struct value *t, struct value index) {
	struct tuple i = index.kind == VALUE_TUPLE ? index.tuple : tuple_int(0);
	bool is_number = index.kind == VALUE_TUPLE || value_as_number(&ev->algebra, &index, &i);
	if (!is_number || !int_has_value(i) || i.value >= 0) {
		return index;
	}
	int count = part_count(&ev->algebra, t);
	bool is_behind = value_is_sequence(t) && i.value >= -count;
	return is_behind || count == 0 ? value_from_tuple(tuple_int(is_behind ? i.value + count : 0)) : index;
}

/* "t"[i], the part of a tuple or, in the DSL, the mode of a layout that has the number i. */
static struct value evaluate_part(struct evaluation *ev, const struct node *node, const struct value *t) {
	struct algebra *al = &ev->algebra;
	bool is_layout = t->kind == VALUE_LAYOUT || t->kind == VALUE_COMPOSED;
	struct value index = evaluate_node(ev, node->last_child);
	bool is_coordinate = node->child_count > 2
		|| (index.kind == VALUE_TUPLE && (tuple_is_tuple(index.tuple) || tuple_is_underscore(index.tuple)));
	if (!evaluation_failed(ev) && algebra_is_dsl(al) && is_coordinate) {
		evaluation_fail(ev, node->first_child->next, FAULT_TYPE, "the DSL has one integer in the brackets, the number "
			"of a %s", is_layout ? "mode" : "part");
		fault_set_hint(&ev->error.fault, "%s", is_layout ? "L(c) is the offset of the coordinate c"
			: "t[1][0] is part 0 of part 1");
	}
	if (evaluation_failed(ev)) {
		return value_none();
	}
	index = algebra_is_dsl(al) ? index_of_part(ev, t, index) : index;
	const struct value args[2] = { *t, index };
	return evaluate_named(ev, node, "get", args, 2);
}

/* L(c), T[c] and t[i]. What stands in square brackets behind a layout is a coordinate in C++, a mode in the DSL. */
struct value evaluate_apply(struct evaluation *ev, const struct node *node) {
	if (is_pointer(ev, node->first_child)) {
		return evaluation_fail_unknown(ev, node, node->first_child->text);
	}
	struct value layout = evaluate_node(ev, node->first_child);
	if (evaluation_failed(ev)) {
		return value_none();
	}
	if (node->child_count == 1) {
		/* In C++ _4() is _4{}, and _4{}() its value. */
		bool is_static = node->first_child->integer == NODE_INTEGER_STATIC && !str_is(node->text, "[");
		return is_static && !algebra_is_dsl(&ev->algebra) ? layout
			: evaluation_fail(ev, node, FAULT_RANK, "expected a coordinate in the brackets");
	}
	bool is_dsl = algebra_is_dsl(&ev->algebra);
	bool is_tuple = value_is_sequence(&layout);
	bool is_layout = layout.kind == VALUE_LAYOUT || layout.kind == VALUE_COMPOSED;
	bool has_parts = is_dsl ? is_tuple || is_layout : is_tuple && node->child_count == 2;
	if (str_is(node->text, "[") && has_parts) {
		return evaluate_part(ev, node, &layout);
	}
	return apply(ev, node, &layout, node->first_child->next, node->child_count - 1);
}

struct value evaluate_swizzle(struct evaluation *ev, const struct node *node) {
	int count;
	const struct value *parts = evaluate_children(ev, node, &count);
	return parts == NULL ? value_none() : evaluate_named(ev, node, "make_swizzle", parts, 3);
}
