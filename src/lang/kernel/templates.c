/* Structures and aliases with parameters: their definitions, and what they are with arguments that statements give. */
#include "lang/kernel/run.h"

#include <stdio.h>

#include "lang/kernel/declaration.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

struct str kernel_parameter(struct str text) {
	size_t end = 0;
	size_t begin = 0;
	for (size_t at = 0; at < text.length && text.data[at] != '=';) {
		if (scan_at(text, at) == '<' || scan_at(text, at) == '[') {
			size_t close = scan_close(text, at);
			at = close > at ? close : at + 1;
		} else if (scan_is_name_start(text.data[at])) {
			begin = at;
			end = at = scan_name(text, at);
		} else if (str_starts_with(scan_part(text, at, text.length), ")(")) {
			break; /* int (*f)(int) */
		} else {
			at = scan_step(text, at, SCAN_C);
		}
	}
	return (struct str){ text.data + begin, end - begin };
}

struct str kernel_parameter_type(struct str text, struct str name) {
	return scan_part(text, 0, (size_t)(name.data - text.data));
}

struct str kernel_default(struct str text) {
	for (size_t at = 0; at < text.length;) {
		if (text.data[at] == '=') {
			return scan_part(text, at + 1, text.length);
		}
		size_t close = scan_at(text, at) == '<' ? scan_close(text, at) : at;
		at = close > at ? close : at + 1;
	}
	return str_from("");
}

int kernel_split(struct kernel *k, struct str text, struct str *parts) {
	int count = 0;
	for (size_t begin = 0; begin <= text.length;) {
		size_t end = scan_comma(text, begin);
		struct str part = scan_part(text, begin, end);
		if (part.length > 0 && count == LIMIT_KERNEL_PARAMETERS) {
			kernel_exceed(k, KERNEL_PARAMETERS);
			break;
		}
		if (part.length > 0) {
			parts[count++] = part;
		}
		begin = end + 1;
	}
	return count;
}

/* Whether what stands in "here" stands in "space": namespaces and structures, a::S::, from the outermost on. */
static bool is_around(struct str space, struct str here) {
	return space.length <= here.length && memcmp(space.data, here.data, space.length) == 0;
}

/*
 * How well a definition in "space" is meant by a name with "owner" in front, for statements in "here": 0 it is not, 1
 * it is in an "owner" somewhere else, or there is none, more for one that is nearer.
 */
static size_t nearness(struct str space, struct str owner, struct str here) {
	size_t length = owner.length > 0 ? owner.length + 2 : 0;
	size_t begin = space.length > length ? space.length - length : 0;
	bool is_in_owner = space.length >= length && memcmp(space.data + begin, owner.data, owner.length) == 0
		&& (begin == 0 || space.data[begin - 1] == ':');
	if (!is_in_owner) {
		return 0;
	}
	return is_around((struct str){ space.data, begin }, here) ? 2 + begin : 1;
}

/*
 * The definition of "name", or of the last part of A::name; "owner" is what stands in front of that. Of several the
 * nearest; one that is alone, whatever is in front. "*is_clear" is whether no other one may be meant as well.
 */
static struct definition *find_definition(struct kernel *k, struct str name, struct str *owner, bool *is_clear) {
	size_t at = scan_last_part(name);
	*owner = (struct str){ name.data, at > 2 ? at - 2 : 0 };
	name = at > 2 ? (struct str){ name.data + at, name.length - at } : name;
	struct definition *found = NULL;
	size_t best = 0;
	for (struct definition *definition = k->definitions; definition != NULL; definition = definition->next) {
		bool is_it = definition->special.length == 0 && str_equal(definition->name, name)
			&& (k->looks_ahead || !definition->is_early);
		size_t near = is_it ? 1 + nearness(definition->space, *owner, k->space) : 0;
		if (near > best) {
			found = definition;
			best = near;
			*is_clear = true;
		} else if (is_it && near == best && !str_equal(definition->space, found->space)) {
			*is_clear = false;
		}
	}
	return found;
}

bool kernel_bind_type(struct kernel *k, struct str name, struct str text) {
	k->label = k->label.length > 0 ? k->label : name;
	struct str type = kernel_expand(k, text);
	struct value value;
	k->label = str_from("");
	if (kernel_bind_members(k, type, name)) {
		return true;
	}
	if (!kernel_value(k, type, &value)) {
		kernel_poison(k, name);
		return false;
	}
	evaluation_bind(k->ev, name, value);
	return true;
}

/* Bind the members of the structures that "head" names behind ":". */
static void bind_bases(struct kernel *k, struct str head) {
	static const char *const accesses[] = { "public ", "private ", "protected ", "virtual " };
	size_t at = 0;
	while (at < head.length && (head.data[at] != ':' || scan_at(head, at + 1) == ':' || scan_at(head, at - 1) == ':')) {
		size_t close = head.data[at] == '<' ? scan_close(head, at) : at;
		at = close > at ? close : at + 1;
	}
	struct str bases[LIMIT_KERNEL_PARAMETERS];
	int count = at < head.length ? kernel_split(k, scan_part(head, at + 1, head.length), bases) : 0;
	for (int i = 0; i < count; i++) {
		for (size_t j = 0; j < sizeof accesses / sizeof accesses[0]; j++) {
			if (str_starts_with(bases[i], accesses[j])) {
				bases[i] = scan_part(bases[i], strlen(accesses[j]), bases[i].length);
			}
		}
		kernel_bind_members(k, kernel_expand(k, bases[i]), str_from(""));
	}
}

/* Bind what was bound since "start" as members of "name", or only what is "name" or a member of it. */
static void bind_found(struct kernel *k, struct str name, bool only_own, const struct binding *bound,
	const struct binding *start) {
	for (const struct binding *binding = bound; binding != NULL && binding != start; binding = binding->next) {
		bool hidden = false;
		for (const struct binding *other = bound; other != binding; other = other->next) {
			hidden = hidden || str_equal(other->name, binding->name);
		}
		bool is_own = str_equal(binding->name, name) || kernel_member_of(binding, name).length > 0;
		if (!hidden && (is_own || !only_own) && kernel_has_room(k)) {
			struct str member = only_own ? binding->name : kernel_join(k, name, "::", binding->name);
			evaluation_bind(k->ev, member, binding->value);
		}
	}
}

/* Run the body of a structure, which is called "name" in findings where nothing else is being declared. */
static void run_members(struct kernel *k, struct str name, struct str head, struct span body) {
	struct str scope = k->scope;
	struct str space = k->space;
	struct str label = k->label.length > 0 ? k->label : name;
	k->label = str_from("");
	struct statements statements = statements_of(k->text, body.begin, body.end, k->is_cpp);
	bind_bases(k, head);
	k->space = kernel_space_in(k, space, name);
	k->scope = kernel_join(k, kernel_join(k, scope, "", label), "", str_from("::"));
	bool in_structure = k->in_structure;
	struct names redeclared = k->redeclared;
	k->redeclared = k->is_cpp ? kernel_find_redeclared(k, body) : redeclared;
	k->in_structure = true;
	kernel_run_block(k, &statements);
	k->in_structure = in_structure;
	k->redeclared = redeclared;
	k->scope = scope;
	k->space = space;
}

void kernel_leave_as_members(struct kernel *k, struct str name, struct binding *before, const struct binding *start) {
	const struct binding *bound = k->ev->bindings;
	k->ev->bindings = before;
	bind_found(k, name, false, bound, start);
}

void kernel_run_structure(struct kernel *k, struct str name, struct str head, struct span body) {
	struct binding *before = k->ev->bindings;
	run_members(k, name, head, body);
	kernel_leave_as_members(k, name, before, before);
}

/*
 * Bind the parameters of "definition" to the "count" arguments "given", or to what they are by default; where the
 * source gives no arguments, and "given" is NULL, to what the user gave them.
 */
static void bind_parameters(struct kernel *k, const struct definition *definition, const struct str *given, int count) {
	for (int i = 0; i < definition->parameter_count; i++) {
		struct str parameter = definition->parameters[i];
		struct str value = i < count ? given[i] : kernel_default(parameter);
		struct str name = kernel_parameter(parameter);
		struct str type = kernel_plain_types(k, kernel_parameter_type(parameter, name));
		bool is_integer = words_are_integer_type(type);
		kernel_keep_variable(k, name, type);
		if (given == NULL && kernel_bind_given(k, name, is_integer)) {
			continue;
		}
		if (value.length == 0) {
			kernel_poison(k, name);
		} else if (kernel_bind_type(k, name, value) && is_integer) {
			k->ev->bindings->value = kernel_as_int(k->ev->bindings->value);
		}
	}
}

/* Bind what was bound between "last" and "before" again, on top of what is known; the oldest first. */
static void bind_again(struct kernel *k, const struct binding *last, const struct binding *before) {
	if (last != before) {
		bind_again(k, last->next, before);
		evaluation_bind(k->ev, last->name, last->value);
	}
}

/* The name for what is made of "definition" next. */
static struct str next_name(struct kernel *k, const struct definition *definition) {
	char number[32];
	snprintf(number, sizeof number, "_%d", ++k->instances);
	return kernel_join(k, definition->name, "", kernel_copy(k, number, strlen(number)));
}

/*
 * Arguments are what they are where they are given; the body sees them and what was known where it stands, not what is
 * known where the arguments are given.
 */
struct str kernel_instantiate(struct kernel *k, struct definition *definition, struct str owner,
	const struct str *given, int count) {
	struct str name = next_name(k, definition);
	struct binding *before = k->ev->bindings;
	struct str statement = k->statement;
	struct str space = k->space;
	struct str head = { k->text.data + definition->head.begin, definition->head.end - definition->head.begin };
	struct str label = k->label.length > 0 ? k->label : definition->name;
	definition->used = true;
	k->label = str_from("");
	kernel_bind_members(k, owner, str_from(""));
	bind_parameters(k, definition, given, count);
	const struct binding *arguments_bound = k->ev->bindings;
	k->ev->bindings = definition->outside;
	bind_again(k, arguments_bound, before);
	k->space = definition->space;
	k->bodies++;
	k->label = label;
	definition->open = true;
	if (definition->is_alias) {
		struct span body = definition->body;
		kernel_bind_type(k, name, (struct str){ k->text.data + body.begin, body.end - body.begin });
	} else {
		run_members(k, name, head, definition->body);
	}
	const struct binding *bound = k->ev->bindings;
	k->ev->bindings = before;
	bind_found(k, name, definition->is_alias, bound, definition->outside);
	definition->open = false;
	k->bodies--;
	k->space = space;
	k->statement = statement;
	return name;
}

/* What "definition" is with "arguments", or what a specialisation of it is; a name of nothing if that is not known. */
static struct str instance_of(struct kernel *k, struct definition *definition, struct str owner,
	struct str arguments) {
	struct str given[LIMIT_KERNEL_PARAMETERS];
	int count = kernel_split(k, arguments, given);
	struct definition *chosen = kernel_choose(k, definition, given, &count);
	return chosen != NULL ? kernel_instantiate(k, chosen, owner, given, count) : next_name(k, definition);
}

struct str kernel_skip_typename(struct str text) {
	return scan_at_word(text, 0, "typename") ? scan_part(text, strlen("typename"), text.length) : text;
}

/* "text" without the "template" behind a "::": T::template S<4> is T::S<4>. */
static struct str without_template_words(struct kernel *k, struct str text) {
	static const char word[] = "::template";
	struct buf out;
	buf_init(&out, k->ev->algebra.arena);
	size_t begin = 0;
	for (size_t at = 0; at < text.length; at = scan_step(text, at, SCAN_C)) {
		size_t behind = scan_at_text(text, at, word) ? at + strlen(word) : at;
		if (behind > at && scan_is_blank(scan_at(text, behind))) {
			buf_put_str(&out, (struct str){ text.data + begin, at + strlen("::") - begin });
			begin = scan_blanks(text, behind, SCAN_C);
		}
	}
	if (begin == 0) {
		return text;
	}
	buf_put_str(&out, (struct str){ text.data + begin, text.length - begin });
	return kernel_copy(k, out.data, out.length);
}

struct str kernel_expand(struct kernel *k, struct str text) {
	text = k->is_cpp ? without_template_words(k, kernel_skip_typename(text)) : text;
	text = k->definitions != NULL ? kernel_replace_macros(k, text) : text;
	for (size_t at = 0; at < text.length && k->definitions != NULL;) {
		if (!scan_is_name_start(text.data[at]) || (at > 0 && scan_is_name_part(text.data[at - 1]))) {
			at = scan_step(text, at, SCAN_C);
			continue;
		}
		size_t end = scan_name(text, at);
		struct str name = { text.data + at, end - at };
		struct str owner;
		bool is_clear = true;
		struct definition *definition = scan_at(text, end) == '<' ? find_definition(k, name, &owner, &is_clear) : NULL;
		size_t close = definition != NULL ? scan_close(text, end) : end;
		bool is_open = definition == NULL || definition->open;
		if (is_open || close == end || k->instances >= LIMIT_KERNEL_INSTANCES || k->bodies >= LIMIT_KERNEL_BODIES) {
			if (!is_open) {
				kernel_exceed(k, close == end ? KERNEL_TYPES : k->bodies >= LIMIT_KERNEL_BODIES ? KERNEL_BODIES
																	: KERNEL_INSTANCES);
			}
			at = end;
			continue;
		}
		struct str label = k->label;
		k->label = str_from("");
		struct str arguments = kernel_expand(k, scan_part(text, end + 1, close - 1));
		k->label = label;
		struct str instance = is_clear ? instance_of(k, definition, owner, arguments) : next_name(k, definition);
		struct str before = kernel_join(k, (struct str){ text.data, at }, "", instance);
		/* What stands behind it may be a member with arguments of its own: the name is looked at again. */
		text = kernel_join(k, before, "", (struct str){ text.data + close, text.length - close });
	}
	return text;
}

struct head kernel_head(struct str text) {
	struct head head = { kernel_skip_prefixes(text), str_from("") };
	while (scan_at_word(head.text, 0, "template")) {
		size_t open = scan_blanks(head.text, strlen("template"), SCAN_C);
		size_t close = scan_close(head.text, open);
		if (close == open || scan_at(head.text, open) != '<') {
			break;
		}
		head.parameters = scan_part(head.text, open + 1, close - 1);
		head.text = kernel_skip_prefixes(scan_part(head.text, scan_blanks(head.text, close, SCAN_C), head.text.length));
	}
	return head;
}

/* template <> type name<arguments> = value: what the template is for these arguments is not kept, and not known. */
static void lose_special(struct kernel *k, struct str target) {
	size_t end = target.length;
	while (end > 0 && target.data[end - 1] != '<') {
		end--;
	}
	struct str owner;
	bool is_clear;
	struct str name = end > 0 ? declaration_last_name(scan_part(target, 0, end - 1)) : str_from("");
	struct definition *definition = find_definition(k, name, &owner, &is_clear);
	if (definition != NULL) {
		definition->is_lost = true;
	}
}

bool kernel_keep_alias(struct kernel *k, struct str text) {
	struct head head = kernel_head(text);
	size_t assignment = declaration_assignment(head.text);
	struct str target = scan_part(head.text, 0, assignment);
	struct str name = declaration_last_name(target);
	if (assignment < head.text.length && str_ends_with(target, ">")) {
		lose_special(k, target);
	}
	if (assignment == head.text.length || name.length == 0) {
		return false;
	}
	struct definition *definition = arena_alloc(k->ev->algebra.arena, sizeof *definition);
	*definition = (struct definition){ .name = name, .is_alias = true, .next = k->definitions };
	definition->space = k->space;
	definition->outside = k->ev->bindings;
	definition->body = kernel_span(k, scan_part(head.text, assignment + 1, head.text.length));
	definition->parameter_count = kernel_split(k, head.parameters, definition->parameters);
	k->definitions = definition;
	return true;
}
