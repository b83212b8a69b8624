/*
 * Bodies in braces: structures, branches, namespaces and enumerations. Of the branches of an "if" the one whose
 * condition holds is entered; where a condition is not known, each that may be taken is.
 */
#include "base/checked.h"
#include "lang/evaluate/evaluate.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

struct str kernel_structure_name(struct str text) {
	size_t at = scan_blanks(text, scan_name(text, 0), SCAN_C);
	while (scan_is_name_start(scan_at(text, at))) {
		size_t end = scan_name(text, at);
		size_t next = scan_blanks(text, end, SCAN_C);
		if (scan_at(text, next) != '(' || scan_close(text, next) == next) {
			return (struct str){ text.data + at, end - at };
		}
		at = scan_blanks(text, scan_close(text, next), SCAN_C);
	}
	return str_from("");
}

struct str kernel_body(const struct statements *statements) {
	struct statements copy = *statements;
	size_t end = statements_skip_body(&copy);
	return scan_part(statements->text, statements->at, end);
}

void kernel_run_body(struct kernel *k, struct statements *statements) {
	k->bodies++;
	kernel_run_block(k, statements);
	k->bodies--;
}

void kernel_run_scope(struct kernel *k, struct statements *statements, bool surely) {
	struct binding *before = k->ev->bindings;
	kernel_run_body(k, statements);
	kernel_leave(k, before, surely);
}

size_t kernel_skip_body(struct kernel *k, struct statements *statements) {
	if (scan_is_too_deep(statements->text, statements->at - 1)) {
		kernel_exceed(k, KERNEL_BRACKETS);
	}
	return statements_skip_body(statements);
}

/*
 * Keep the structure "name" of this body for the arguments to come; it may have been found ahead. n::S is S in n, as
 * one that stands there.
 */
static struct definition *keep_structure(struct kernel *k, const struct head *head, struct str name, struct span body) {
	size_t last = scan_last_part(name);
	struct str space = { name.data, last };
	name = (struct str){ name.data + last, name.length - last };
	struct definition *definition = k->definitions;
	while (definition != NULL && (definition->is_alias || definition->body.begin != body.begin)) {
		definition = definition->next;
	}
	if (definition == NULL) {
		definition = arena_alloc(k->ev->algebra.arena, sizeof *definition);
		*definition = (struct definition){ .name = name, .body = body, .next = k->definitions };
		definition->special = str_from("");
		definition->head = kernel_span(k, head->text);
		definition->parameter_count = kernel_split(k, head->parameters, definition->parameters);
		k->definitions = definition;
	}
	definition->is_early = false;
	definition->space = kernel_join(k, k->space, "", space);
	definition->outside = k->ev->bindings;
	return definition;
}

/* The arguments in the head of a structure: those that it is a specialisation for; empty if there are none. */
static struct str special_arguments(struct str head, struct str name) {
	size_t behind = (size_t)(name.data - head.data) + name.length;
	size_t close = name.length > 0 && scan_at(head, behind) == '<' ? scan_close(head, behind) : behind;
	return close > behind ? scan_part(head, behind + 1, close - 1) : str_from("");
}

/* A structure: its members at once, or when it is given arguments. */
static void open_structure(struct kernel *k, struct statements *statements, const struct head *head) {
	struct str name = kernel_structure_name(head->text);
	size_t begin = statements->at;
	size_t end = kernel_skip_body(k, statements);
	struct str special = special_arguments(head->text, name);
	if (head->parameters.length > 0 || special.length > 0) {
		keep_structure(k, head, name, (struct span){ begin, end })->special = special;
		return;
	}
	k->bodies++;
	kernel_run_structure(k, name, head->text, (struct span){ begin, end });
	k->bodies--;
}

/* What stands in the round brackets of "head", in front of a ";" and behind it; both empty if there are none. */
static struct str condition_of(struct str head, struct str *begins) {
	size_t open = scan_open(head);
	size_t close = scan_close(head, open);
	struct str inside = close > open ? scan_part(head, open + 1, close - 1) : str_from("");
	*begins = str_from("");
	for (size_t at = 0; at < inside.length;) {
		if (inside.data[at] == ';') {
			*begins = scan_part(inside, 0, at);
			return scan_part(inside, at + 1, inside.length);
		}
		size_t end = strchr("([{", inside.data[at]) != NULL ? scan_close(inside, at) : at;
		at = end > at ? end : scan_step(inside, at, SCAN_C);
	}
	return inside;
}

/* What the condition "text" of a branch is; what it declares is not known. */
static enum answer choose(struct kernel *k, struct str text) {
	struct value value;
	if (declaration_assignment(text) < text.length) {
		kernel_hide_declared(k, text);
		return ANSWER_UNKNOWN;
	}
	if (text.length == 0 || !kernel_value(k, kernel_expand(k, text), &value)) {
		return ANSWER_UNKNOWN;
	}
	bool is_pointer = k->ev->result_count > 0 && evaluate_is_pointer(k->ev, k->ev->result_nodes[0]);
	return is_pointer ? ANSWER_UNKNOWN : kernel_truth(&value);
}

/* Run or pass over a body. */
static void open_branch(struct kernel *k, struct statements *statements, struct str head, struct branches *branches) {
	bool is_else = scan_at_word(head, 0, "else");
	bool asks = scan_at_word(head, 0, "if") || (is_else && scan_at_word(head, scan_blanks(head, 4, SCAN_C), "if"));
	struct str begins = str_from("");
	struct str condition = asks ? condition_of(head, &begins) : str_from("");
	if (!is_else || branches->taken != ANSWER_YES) {
		kernel_forget(k, condition); /* if (++n > 4), whether it holds or not */
	}
	struct binding *before = k->ev->bindings;
	if (is_else && branches->declared.count > LIMIT_KERNEL_BODIES) {
		/* Each "else" is a body in that of the one in front. */
		kernel_exceed(k, KERNEL_BODIES);
		kernel_forget(k, kernel_body(statements));
		kernel_skip_body(k, statements);
		return;
	}
	branches->declared = is_else ? branches->declared : (struct names){ .arena = k->ev->algebra.arena };
	for (int i = 0; i < branches->declared.count; i++) {
		kernel_hide_declared(k, branches->declared.items[i]);
	}
	kernel_run_plain(k, begins);
	enum answer chosen = asks ? choose(k, condition) : ANSWER_YES;
	if (begins.length > 0) {
		names_add(&branches->declared, begins);
	}
	if (declaration_assignment(condition) < condition.length) {
		names_add(&branches->declared, condition);
	}
	branches->taken = is_else ? branches->taken : ANSWER_NO;
	if (branches->taken == ANSWER_YES || chosen == ANSWER_NO) {
		size_t begin = statements->at;
		size_t end = kernel_skip_body(k, statements);
		k->ev->bindings = before;
		kernel_run_directives_within(k, begin, end);
		return;
	}
	bool surely = chosen == ANSWER_YES && branches->taken == ANSWER_NO;
	k->unsure += surely ? 0 : 1;
	kernel_run_scope(k, statements, surely);
	k->unsure -= surely ? 0 : 1;
	kernel_leave(k, before, surely);
	branches->taken = chosen;
}

/*
 * The body of a namespace: it sees what other bodies of the namespace bound, and what it binds is known behind it with
 * the name of the namespace. Of one without a name, an inline one and extern "C", it is known without.
 */
static void run_namespace(struct kernel *k, struct statements *statements, struct str head) {
	struct str name = scan_at_word(head, 0, "namespace") ? kernel_structure_name(head) : str_from("");
	struct binding *before = k->ev->bindings;
	struct str space = k->space;
	bool in_cute = k->in_cute;
	if (name.length > 0) {
		kernel_bind_members(k, name, str_from(""));
		k->space = kernel_space_in(k, space, name);
		k->in_cute = in_cute || str_is(name, "cute");
	}
	const struct binding *start = k->ev->bindings;
	kernel_run_body(k, statements);
	k->space = space;
	k->in_cute = in_cute;
	if (name.length > 0) {
		kernel_leave_as_members(k, name, before, start);
	}
}

/* The value of the enumerator with "= value" in "source", if that is not empty, or "next"; none that is not known. */
static struct value enumerator_value(struct kernel *k, struct str source, struct value next) {
	struct value value = next;
	if (source.length > 0 && !kernel_value(k, kernel_expand(k, source), &value)) {
		return value_none();
	}
	bool is_number = value.kind == VALUE_TUPLE && tuple_is_plain_int(value.tuple);
	return is_number && int_has_value(value.tuple) ? value : value_none();
}

/* What the enumerator behind one of "value" is. */
static struct value one_more(struct value value) {
	int64_t more;
	bool fits = value.kind != VALUE_NONE && checked_add(value.tuple.value, 1, &more);
	return fits ? value_from_tuple(tuple_int(more)) : value_none();
}

/* Bind an enumerator, of which there may be too many. */
static void bind_enumerator(struct kernel *k, struct str name, struct value value) {
	if (kernel_has_room(k)) {
		evaluation_bind(k->ev, name, value);
		k->ev->bindings->is_local = true;
	}
}

/* The enumerators that were bound since the bindings were "before" are known with the name of their type alone. */
static void drop_plain_names(struct kernel *k, const struct binding *before) {
	for (struct binding **at = &k->ev->bindings; *at != before;) {
		bool is_plain = memchr((*at)->name.data, ':', (*at)->name.length) == NULL;
		if (is_plain) {
			*at = (*at)->next;
		} else {
			at = &(*at)->next;
		}
	}
}

/* enum [class] [name] [: type] { name [= value], ... }: those of a class see one another without its name. */
static void run_enumeration(struct kernel *k, struct str head, struct str body) {
	static const char *const scoped[] = { "class", "struct", NULL };
	struct str rest = scan_part(head, strlen("enum"), head.length);
	const char *word = words_find(rest, scoped);
	rest = word != NULL ? scan_part(rest, strlen(word), rest.length) : rest;
	struct str owner = { rest.data, scan_name(rest, 0) };
	size_t colon = scan_blanks(rest, owner.length, SCAN_C);
	struct str type = scan_at(rest, colon) == ':' ? scan_part(rest, colon + 1, rest.length) : str_from("int");
	struct value next = value_from_tuple(tuple_int(0));
	const struct binding *before = k->ev->bindings;
	for (size_t begin = 0; begin <= body.length;) {
		size_t end = scan_comma(body, begin);
		struct str part = scan_part(body, begin, end);
		begin = end + 1;
		if (part.length == 0) {
			continue;
		}
		size_t assignment = declaration_assignment(part);
		struct str name = scan_part(part, 0, assignment);
		bool has_value = assignment < part.length;
		struct str source = has_value ? scan_part(part, assignment + 1, part.length) : str_from("");
		struct value value = enumerator_value(k, source, next);
		kernel_keep_variable(k, name, type);
		if (owner.length > 0) {
			bind_enumerator(k, kernel_join(k, owner, "::", name), value);
		}
		if (word == NULL) {
			bind_enumerator(k, name, value);
		} else {
			evaluation_bind(k->ev, name, value);
		}
		next = one_more(value);
	}
	if (word != NULL) {
		drop_plain_names(k, before);
	}
}

/* How many #if "text", a directive, opens: -1 where it closes one. */
static int opened_by(struct str text) {
	struct str word = scan_part(text, scan_blanks(text, 1, SCAN_C), text.length);
	return str_starts_with(word, "if") - str_starts_with(word, "endif");
}

/* Find the structures with parameters between "begin" and "end", in namespaces, but not under #if. */
static void find_structures(struct kernel *k, size_t begin, size_t end) {
	struct statements statements = statements_of(k->text, begin, end, true);
	struct statement statement = statements_next(&statements);
	int directives = 0;
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		if (statement.kind == STATEMENT_DIRECTIVE) {
			directives += opened_by(text);
		}
		if (statement.kind != STATEMENT_OPEN) {
			continue;
		}
		k->statement = text;
		struct head head = kernel_head(text);
		struct str name = kernel_structure_name(head.text);
		size_t body = statements.at;
		size_t behind = statements_skip_body(&statements);
		bool is_space = scan_at_word(head.text, 0, "namespace");
		if (is_space && k->bodies < LIMIT_KERNEL_BODIES) {
			struct str space = k->space;
			k->space = kernel_space_in(k, space, name);
			k->bodies++;
			find_structures(k, body, behind);
			k->bodies--;
			k->space = space;
		} else if (words_find(head.text, words_structure) != NULL && directives == 0) {
			struct str special = special_arguments(head.text, name);
			if (head.parameters.length > 0 || special.length > 0) {
				struct definition *definition = keep_structure(k, &head, name, (struct span){ body, behind });
				definition->special = special;
				definition->is_early = true;
			}
		}
	}
}

void kernel_look_ahead(struct kernel *k) {
	const struct binding *given = k->is_cpp ? k->ev->bindings : NULL;
	while (given != NULL && given->line == NULL) {
		given = given->next;
	}
	if (given != NULL) {
		find_structures(k, 0, k->text.length);
	}
}

/* The head of a function behind extern "C"; without one behind it, that is what a body stands in. */
static struct str without_linkage(struct str head) {
	size_t string = scan_at_word(head, 0, "extern") ? scan_blanks(head, strlen("extern"), SCAN_C) : head.length;
	struct str rest = scan_part(head, scan_at(head, string) == '"' ? scan_step(head, string, SCAN_C) : 0, head.length);
	return rest.length > 0 ? kernel_skip_prefixes(rest) : head;
}

void kernel_open(struct kernel *k, struct statements *statements, struct str text, struct branches *branches) {
	static const char *const open_words[] = { "namespace", "extern", NULL };
	struct head head = kernel_head(text);
	head.text = k->is_cpp ? kernel_replace_head(k, without_linkage(head.text)) : head.text;
	bool is_enum = scan_at_word(head.text, 0, "enum");
	size_t inlined = scan_at_word(head.text, 0, "inline") ? scan_blanks(head.text, strlen("inline"), SCAN_C) : 0;
	if (is_enum) {
		run_enumeration(k, head.text, kernel_body(statements));
		kernel_skip_body(k, statements);
	} else if (k->bodies >= LIMIT_KERNEL_BODIES) {
		kernel_exceed(k, KERNEL_BODIES);
		kernel_forget(k, kernel_body(statements));
		kernel_skip_body(k, statements);
	} else if (!k->is_cpp) {
		kernel_run_indented(k, statements, text);
	} else if (words_find(head.text, words_structure) != NULL) {
		open_structure(k, statements, &head);
	} else if (words_find(scan_part(head.text, inlined, head.text.length), open_words) != NULL) {
		run_namespace(k, statements, head.text);
	} else if (scan_at_word(head.text, 0, "if") || scan_at_word(head.text, 0, "else")) {
		open_branch(k, statements, head.text, branches);
	} else {
		kernel_open_body(k, statements, &head);
	}
}
