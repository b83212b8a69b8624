/* Names: what they mean, what they were perhaps meant to be, and the statements that bind them. */
#include "lang/evaluate/evaluate.h"

#include "base/element.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "lang/eval.h"
#include "lang/ops/operation.h"
#include "lang/synonym.h"

const struct binding *evaluation_binding(const struct evaluation *ev, struct str name) {
	for (const struct binding *binding = ev->bindings; binding != NULL; binding = binding->next) {
		if (str_equal(binding->name, name)) {
			return binding;
		}
	}
	return NULL;
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
	/* One letter is nobody's word for an operation, but an index of somebody's expression. */
	const char *synonym = name.length > 1 ? synonym_find(name) : NULL;
	const struct operation *operation = operation_suggest(name);
	if (nearest_found(&near)) {
		fault_set_hint(&ev->error.fault, "did you mean '%.*s'?", evaluation_quoted(near.name), near.name.data);
	} else if (is_atom_name(name)) {
		fault_set_hint(&ev->error.fault, "names of atoms are strings: \"%.*s\"", evaluation_quoted(name), name.data);
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

/*
 * The longest name in front of a "::" of "name" that is bound, as TC in TC::Tiler_MN; "member" is what stands behind
 * it. NULL if there is none.
 */
static const struct binding *find_owner(const struct evaluation *ev, struct str name, struct str *member) {
	for (size_t at = name.length; at > 2; at--) {
		bool scopes = name.data[at - 1] == ':' && name.data[at - 2] == ':';
		const struct binding *owner = scopes ? evaluation_binding(ev, (struct str){ name.data, at - 2 }) : NULL;
		if (owner != NULL) {
			*member = (struct str){ name.data + at, name.length - at };
			return owner;
		}
	}
	return NULL;
}

/* The member type "member" of "owner", and the member of that for A::B. */
static struct value evaluate_member(struct evaluation *ev, const struct node *node, struct value owner,
		struct str member) {
	struct value pair[2] = { owner };
	while (member.length > 0 && !evaluation_failed(ev)) {
		size_t end = 0;
		while (end < member.length && member.data[end] != ':') {
			end++;
		}
		pair[1] = (struct value){ .kind = VALUE_STRING, .string = { member.data, end } };
		pair[0] = evaluate_named(ev, node, "member_type", pair, 2);
		size_t next = end < member.length ? end + 2 : end;
		member = (struct str){ member.data + next, member.length - next };
	}
	return pair[0];
}

struct value evaluation_fail_unknown(struct evaluation *ev, const struct node *node, struct str name) {
	return evaluation_fail(ev, node, FAULT_NAME, "'%.*s' is not known", evaluation_quoted(name), name.data);
}

struct value evaluate_name(struct evaluation *ev, const struct node *node) {
	const struct binding *binding = evaluation_binding(ev, node->text);
	if (binding != NULL && binding->value.kind == VALUE_NONE) {
		return evaluation_fail_unknown(ev, node, node->text);
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
	struct str member;
	const struct binding *owner = find_owner(ev, node->text, &member);
	if (owner != NULL && owner->value.kind != VALUE_NONE) {
		return evaluate_member(ev, node, owner->value, member);
	}
	const struct operation *operation = operation_find(node->text);
	if (operation != NULL) {
		return evaluation_fail(ev, node, FAULT_NAME, "'%s' is an operation: call it as %s(%s)", operation->name,
			operation->name, operation->parameters);
	}
	evaluation_fail(ev, node, FAULT_NAME, "no value is called '%.*s'", evaluation_quoted(node->text), node->text.data);
	hint_name(ev, node->text);
	return value_none();
}

/* Whether programs have the operation "name" as a name of their own too: bound, it is that name. */
static bool is_common_word(struct str name) {
	static const char *const words[] = { "abs", "acos", "asin", "atan", "broadcast_to", "ceil", "cos", "cosh", "depth",
		"element_type", "exp", "exp2", "fill", "floor", "gcd", "iterator", "layout", "lcm", "load", "log",
		"log10", "log2", "max", "min", "print", "printf", "reduce", "repeat", "reshape", "reverse", "rsqrt", "shape",
		"sin", "sinh", "sqrt", "store", "stride", "tan", "tanh", "tile_shape", "tile_size", "tiler_mn", "tma", "to",
		"trunc", "where", "width" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (str_is(name, words[i])) {
			return true;
		}
	}
	return false;
}

void evaluation_bind(struct evaluation *ev, struct str name, struct value value) {
	struct binding *binding = arena_alloc(ev->algebra.arena, sizeof *binding);
	*binding = (struct binding){ .name = name, .value = value, .next = ev->bindings };
	ev->bindings = binding;
}

/* Bind the name of "node" to "value". */
static struct value bind(struct evaluation *ev, const struct node *node, struct value value) {
	const struct operation *operation = operation_find(node->text);
	if ((operation != NULL && !is_common_word(node->text)) || str_is(node->text, "true")
		|| str_is(node->text, "false")) {
		return evaluation_fail(ev, node, FAULT_NAME, "'%.*s' has a meaning already and cannot be bound",
			evaluation_quoted(node->text), node->text.data);
	}
	if (++ev->binding_count > LIMIT_NAMES) {
		return evaluation_fail(ev, node, FAULT_LIMIT, "more than %d bindings", LIMIT_NAMES);
	}
	evaluation_bind(ev, node->text, value);
	return value;
}

/* "bound" is the integer called "name" that "node", ?{div=8}, would be, and not what was computed from one. */
static bool is_again(const struct binding *bound, const struct node *node, struct str name) {
	struct tuple leaf = bound != NULL && bound->value.kind == VALUE_TUPLE ? bound->value.tuple : tuple_int(0);
	const struct variable *variable = tuple_is_plain_int(leaf) ? symbol_named(leaf) : NULL;
	return variable != NULL && str_equal(variable->name, name) && variable->wide == node->wide
		&& variable->given % node->value == 0;
}

/* The run-time integer "node", ?{div=8}, as the formula that is the name "name" alone. */
static struct value name_unknown(struct evaluation *ev, const struct node *node, struct str name) {
	if (node->value == 0) {
		return value_from_tuple(tuple_int(0));
	}
	if (ev->symbols == NULL) {
		ev->symbols = symbols_new(ev->algebra.arena);
	}
	const struct binding *bound = evaluation_binding(ev, name);
	if (is_again(bound, node, name)) {
		return bound->value;
	}
	evaluation_start(ev);
	struct tuple leaf = symbol_name(&ev->algebra, ev->symbols, name, node->value, node->wide);
	for (int i = 0; i < ev->assumption_count && int_is_symbol(leaf); i++) {
		const struct assumption *assumption = &ev->assumptions[i];
		if (str_equal(assumption->name, name)) {
			symbol_assume(&ev->algebra, leaf, assumption->divisor, assumption->least, assumption->most);
		}
	}
	int64_t number;
	if (int_is_symbol(leaf) && !algebra_failed(&ev->algebra)
			&& number_of_name(&ev->algebra, ev->numbers, leaf, &number)) {
		leaf = tuple_int(number);
	}
	evaluation_collect(ev, node, NULL, 0);
	return value_from_tuple(leaf);
}

struct value evaluate_bind(struct evaluation *ev, const struct node *node) {
	if (node->first_child->kind == NODE_UNKNOWN && !ev->anonymous) {
		struct value named = name_unknown(ev, node->first_child, node->text);
		return evaluation_failed(ev) ? value_none() : bind(ev, node, named);
	}
	struct value value = evaluate_node(ev, node->first_child);
	return evaluation_failed(ev) ? value_none() : bind(ev, node, value);
}

/* a, b = e: the parts of the value, one for each name. */
struct value evaluate_unpack(struct evaluation *ev, const struct node *node) {
	struct value value = evaluate_node(ev, node->last_child);
	int names = node->child_count - 1;
	bool has_parts = value_is_sequence(&value);
	int parts = has_parts ? value_part_count(&value) : 1;
	if (!has_parts || parts != names) {
		return evaluation_fail(ev, node, FAULT_RANK, "%d names for a value of %d part%s", names, parts, parts == 1
			? "" : "s");
	}
	const struct node *name = node->first_child;
	for (int i = 0; i < names && !evaluation_failed(ev); i++) {
		if (!str_is(name->text, "_")) {
			bind(ev, name, value_part(&value, i));
		}
		name = name->next;
	}
	return value;
}
