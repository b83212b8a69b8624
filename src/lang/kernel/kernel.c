/*
 * The walk over a source: scopes are chains of bindings, which a block forgets when it ends. Parameters of templates
 * and functions whose values nobody gave are "poisoned": a name that hides any outer one and has no value, so that
 * what depends on it is left out rather than computed with the wrong one. Of the branches of an "if" the one whose
 * condition holds is entered; where a condition is not known, each that may be taken is.
 */
#include "lang/kernel/kernel.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/checked.h"
#include "base/limits.h"
#include "lang/evaluate/evaluate.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"
#include "lang/language/language.h"
#include "lang/ops/operation.h"

bool kernel_is_layout(const struct value *value) {
	switch (value->kind) {
	case VALUE_NONE:
	case VALUE_BOOL:
	case VALUE_STRING:
	case VALUE_TEXT: return false;
	case VALUE_TUPLE: return tuple_is_tuple(value->tuple);
	case VALUE_LIST: break;
	default: return true;
	}
	for (int i = 0; i < value->list.count; i++) {
		if (kernel_is_layout(&value->list.items[i])) {
			return true;
		}
	}
	return false;
}

/* The name that "struct" or "class" in "text" declares. */
static struct str structure_name(struct str text) {
	size_t at = scan_blanks(text, scan_name(text, 0), false);
	while (scan_is_name_start(scan_at(text, at))) {
		size_t end = scan_name(text, at);
		size_t next = scan_blanks(text, end, false);
		if (scan_at(text, next) != '(' || scan_close(text, next) == next) {
			return (struct str){ text.data + at, end - at };
		}
		at = scan_blanks(text, scan_close(text, next), false);
	}
	return str_from("");
}

/* Whether "text" compares, as the condition of a loop does, and declares and assigns nothing. */
static bool is_comparison(struct str text) {
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		char next = scan_at(text, at + 1);
		size_t close = c == '<' ? scan_close(text, at) : at;
		if (close > at) {
			at = close;
		} else if ((c == '-' && next == '>') || ((c == '<' || c == '>') && next == c)) {
			at += 2; /* a member, or a shift */
		} else if (c == '=') {
			return next == '=';
		} else if (c == '<' || c == '>' || (c == '!' && next == '=')) {
			return true;
		} else {
			at = scan_step(text, at, false);
		}
	}
	return false;
}

/* What stands in front of the ":" of a loop over a range; all of "text" if there is none. */
static struct str before_range(struct str text) {
	for (size_t at = 0; at < text.length;) {
		bool scopes = scan_at_text(text, at, "::");
		if (text.data[at] == ':' && !scopes) {
			return scan_part(text, 0, at);
		}
		at += scopes ? 2 : 1;
	}
	return text;
}

/* The name that "text" declares, or changes, is not known: in the head of a loop, or as a parameter. */
static void poison_declared(struct kernel *k, struct str text) {
	struct str name = kernel_parameter(k->is_cpp ? before_range(text) : text);
	struct str type = { text.data, (size_t)(name.data - text.data) };
	bool is_array = declaration_is_array(scan_part(text, 0, declaration_assignment(text)));
	if (name.length > 0 && is_array) {
		kernel_bind_place(k, name);
	} else if (name.length > 0 && words_are_integer_type(type)) {
		kernel_bind_unknown(k, name);
	} else if (name.length > 0 && words_are_pointer_type(type)) {
		kernel_bind_place(k, name);
	} else if (!is_comparison(text)) {
		kernel_poison(k, name);
	}
}

/* Names that the round brackets of "text" declare are not known in the body. */
static void poison_parameters(struct kernel *k, struct str text, struct str parameters) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int count = kernel_split(k, parameters, parts);
	for (int i = 0; i < count; i++) {
		kernel_poison(k, kernel_parameter(parts[i]));
	}
	size_t at = 0;
	while (at < text.length && text.data[at] != '(') {
		size_t close = text.data[at] == '<' ? scan_close(text, at) : at;
		at = close > at ? close : at + 1;
	}
	size_t close = at < text.length ? scan_close(text, at) : at;
	for (size_t part = at + 1; part < close;) {
		size_t end = part;
		while (end < close - 1 && text.data[end] != ';') {
			end++;
		}
		count = kernel_split(k, scan_part(text, part, end), parts);
		for (int i = 0; i < count; i++) {
			poison_declared(k, parts[i]);
		}
		part = end + 1;
	}
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

/* The name of the function that "text" is the head of: it stands in front of the first round bracket. */
static struct str function_name(struct str text) {
	size_t open = 0;
	while (open < text.length && text.data[open] != '(') {
		size_t close = text.data[open] == '<' ? scan_close(text, open) : open;
		open = close > open ? close : open + 1;
	}
	return open < text.length ? declaration_last_name(scan_part(text, 0, open)) : str_from("");
}

/* Where a function of the source is named as an operation, calls are not those of the operation from now on. */
static void hide_operation(struct kernel *k, struct str name) {
	if (!k->in_cute && operation_find(name) != NULL) {
		kernel_poison(k, name);
	}
}

/* Enter the body that begins here, with names of its own; "surely" says whether it is run, once: kernel_leave. */
static void run_scope(struct kernel *k, struct statements *statements, bool surely) {
	struct binding *before = k->ev->bindings;
	kernel_run_body(k, statements);
	kernel_leave(k, before, surely);
}

/* Skip the body that begins here; all that is left where its brackets are too deep. Returns where it ends. */
static size_t skip_body(struct kernel *k, struct statements *statements) {
	if (scan_is_too_deep(statements->text, statements->at - 1)) {
		kernel_exceed(k, KERNEL_BRACKETS);
	}
	return statements_skip_body(statements);
}

/* A structure: its members at once, or when it is given arguments. */
static void open_structure(struct kernel *k, struct statements *statements, const struct head *head) {
	struct str name = structure_name(head->text);
	size_t begin = statements->at;
	size_t end = skip_body(k, statements);
	if (head->parameters.length > 0) {
		struct definition *definition = arena_alloc(k->ev->algebra.arena, sizeof *definition);
		*definition = (struct definition){ .name = name, .body = { begin, end }, .next = k->definitions };
		definition->space = k->space;
		definition->outside = k->ev->bindings;
		definition->head = kernel_span(k, head->text);
		definition->parameter_count = kernel_split(k, head->parameters, definition->parameters);
		k->definitions = definition;
		return;
	}
	k->bodies++;
	kernel_run_structure(k, name, head->text, (struct span){ begin, end });
	k->bodies--;
}

/* The name that the plain statement "text" declares; empty if it declares none, or several. */
static struct str declared_name(struct str text) {
	size_t assignment = declaration_assignment(text);
	struct declaration declaration = { .name = { NULL, 0 } };
	if (scan_at_word(text, 0, "using") && assignment < text.length) {
		return declaration_last_name(scan_part(text, 0, assignment));
	}
	if (assignment < text.length) {
		declaration_read_target(true, scan_part(text, 0, assignment), &declaration);
	} else {
		declaration_read_plain(text, &declaration);
	}
	return declaration.name;
}

/* The branches of an "if" so far. */
struct branches {
	enum answer taken; /* whether one of them was */
	struct str begins; /* what stands in front of the condition: if (auto n = 3; n > 2) */
};

/* What stands in the round brackets of "head", in front of a ";" and behind it; both empty if there are none. */
static struct str condition_of(struct str head, struct str *begins) {
	size_t open = 0;
	while (open < head.length && head.data[open] != '(') {
		open++;
	}
	size_t close = open < head.length ? scan_close(head, open) : open;
	struct str inside = close > open ? scan_part(head, open + 1, close - 1) : str_from("");
	*begins = str_from("");
	for (size_t at = 0; at < inside.length;) {
		if (inside.data[at] == ';') {
			*begins = scan_part(inside, 0, at);
			return scan_part(inside, at + 1, inside.length);
		}
		size_t end = strchr("([{", inside.data[at]) != NULL ? scan_close(inside, at) : at;
		at = end > at ? end : scan_step(inside, at, false);
	}
	return inside;
}

/* What "text" declares hides an outer name, and is not known. */
static void hide_declared(struct kernel *k, struct str text) {
	struct str name = declared_name(text);
	if (name.length > 0) {
		kernel_poison(k, name);
		k->ev->bindings->is_local = true;
	}
}

/* What the condition "text" of a branch is; what it declares is not known. */
static enum answer choose(struct kernel *k, struct str text) {
	struct value value;
	if (declaration_assignment(text) < text.length) {
		hide_declared(k, text);
		return ANSWER_UNKNOWN;
	}
	if (text.length == 0 || !kernel_value(k, kernel_expand(k, text), &value)) {
		return ANSWER_UNKNOWN;
	}
	return kernel_truth(&value);
}

/* Run or pass over a body. */
static void open_branch(struct kernel *k, struct statements *statements, struct str head, struct branches *branches) {
	bool is_else = scan_at_word(head, 0, "else");
	bool asks = scan_at_word(head, 0, "if") || (is_else && scan_at_word(head, scan_blanks(head, 4, false), "if"));
	struct binding *before = k->ev->bindings;
	struct str begins = str_from("");
	struct str condition = asks ? condition_of(head, &begins) : str_from("");
	if (is_else) {
		hide_declared(k, branches->begins);
	}
	if (begins.length > 0) {
		kernel_run_plain(k, begins);
	}
	enum answer chosen = asks ? choose(k, condition) : ANSWER_YES;
	branches->begins = is_else && begins.length == 0 ? branches->begins : begins;
	branches->taken = is_else ? branches->taken : ANSWER_NO;
	if (branches->taken == ANSWER_YES || chosen == ANSWER_NO) {
		skip_body(k, statements);
		k->ev->bindings = before;
		return;
	}
	bool surely = chosen == ANSWER_YES && branches->taken == ANSWER_NO;
	run_scope(k, statements, surely);
	kernel_leave(k, before, surely);
	branches->taken = chosen;
}

/* Bind what was bound from "start" on as members of "name", in place of the bindings "before". */
static void bind_space(struct kernel *k, struct str name, struct binding *before, const struct binding *start) {
	const struct binding *bound = k->ev->bindings;
	k->ev->bindings = before;
	for (const struct binding *binding = bound; binding != start; binding = binding->next) {
		bool hidden = false;
		for (const struct binding *other = bound; other != binding; other = other->next) {
			hidden = hidden || str_equal(other->name, binding->name);
		}
		if (!hidden && kernel_has_room(k)) {
			evaluation_bind(k->ev, kernel_join(k, name, "::", binding->name), binding->value);
		}
	}
}

/*
 * The body of a namespace: it sees what other bodies of the namespace bound, and what it binds is known behind it with
 * the name of the namespace. Of one without a name, an inline one and extern "C", it is known without.
 */
static void run_namespace(struct kernel *k, struct statements *statements, struct str head) {
	bool is_inline = scan_at_word(head, 0, "inline");
	head = is_inline ? scan_part(head, strlen("inline"), head.length) : head;
	struct str name = scan_at_word(head, 0, "namespace") && !is_inline ? structure_name(head) : str_from("");
	struct binding *before = k->ev->bindings;
	struct str space = k->space;
	bool in_cute = k->in_cute;
	if (name.length > 0) {
		kernel_bind_members(k, name, str_from(""));
		k->space = kernel_join(k, kernel_join(k, space, "", name), "::", str_from(""));
		k->in_cute = in_cute || str_is(name, "cute");
	}
	const struct binding *start = k->ev->bindings;
	kernel_run_body(k, statements);
	k->space = space;
	k->in_cute = in_cute;
	if (name.length > 0) {
		bind_space(k, name, before, start);
	}
}

/* What members of a structure declare behind the body that begins here is meant in it, and is not known. */
static void poison_later(struct kernel *k, const struct statements *statements) {
	struct statements rest = *statements;
	statements_skip_body(&rest);
	for (struct statement statement = statements_next(&rest);
		statement.kind != STATEMENT_END && statement.kind != STATEMENT_CLOSE; statement = statements_next(&rest)) {
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		if (statement.kind == STATEMENT_OPEN) {
			statements_skip_body(&rest);
		} else if (statement.kind == STATEMENT_PLAIN) {
			hide_declared(k, kernel_skip_prefixes(text));
		}
	}
}

/*
 * The body of a loop, of a function, or one without a head. What a loop changes is not known in it either, since it may
 * have been run before; a function is run elsewhere.
 */
static void open_body(struct kernel *k, struct statements *statements, const struct head *head) {
	static const char *const loops[] = { "for", "while", "do", "switch", "try", "catch", NULL };
	struct str text = kernel_skip_prefixes(head->text);
	bool is_block = text.length == 0;
	if (words_find(text, loops) != NULL) {
		kernel_forget(k, text);
		kernel_forget(k, kernel_body(statements));
	}
	bool is_function = !is_block && words_find(text, loops) == NULL;
	bool in_structure = k->in_structure;
	struct binding *before = k->ev->bindings;
	if (is_function && in_structure) {
		poison_later(k, statements);
	}
	poison_parameters(k, head->text, head->parameters);
	k->in_structure = false;
	run_scope(k, statements, is_block);
	k->in_structure = in_structure;
	k->ev->bindings = is_block ? k->ev->bindings : before;
	if (is_function) {
		hide_operation(k, function_name(text));
	}
}

/* Bind the enumerator "text", perhaps with "= value" behind it, to that or to "next", which is then one more. */
static void bind_enumerator(struct kernel *k, struct str prefix, struct str text, struct value *next) {
	size_t assignment = declaration_assignment(text);
	struct str name = scan_part(text, 0, assignment);
	struct value value;
	if (assignment < text.length) {
		struct str source = kernel_expand(k, scan_part(text, assignment + 1, text.length));
		*next = kernel_value(k, source, &value) ? value : value_none();
	}
	bool is_known = next->kind == VALUE_TUPLE && tuple_is_plain_int(next->tuple) && int_has_value(next->tuple);
	*next = is_known ? *next : value_none();
	evaluation_bind(k->ev, kernel_join(k, prefix, "", name), *next);
	k->ev->bindings->is_local = true;
	if (is_known) {
		int64_t more;
		*next = checked_add(next->tuple.value, 1, &more) ? value_from_tuple(tuple_int(more)) : value_none();
	}
}

/* enum [class] [name] { name [= value], ... } */
static void run_enumeration(struct kernel *k, struct str head, struct str body) {
	static const char *const scoped[] = { "class", "struct", NULL };
	struct str rest = scan_part(head, strlen("enum"), head.length);
	const char *word = words_find(rest, scoped);
	rest = word != NULL ? scan_part(rest, strlen(word), rest.length) : rest;
	struct str name = { rest.data, scan_name(rest, 0) };
	struct str prefix = name.length > 0 ? kernel_join(k, name, "::", str_from("")) : str_from("");
	struct value next = value_from_tuple(tuple_int(0));
	for (size_t at = 0, begin = 0; at <= body.length;) {
		size_t close = at < body.length && strchr("([{<", body.data[at]) != NULL ? scan_close(body, at) : at;
		if (at < body.length && body.data[at] != ',') {
			at = close > at ? close : scan_step(body, at, false);
			continue;
		}
		struct str part = scan_part(body, begin, at);
		begin = ++at;
		struct value same = next;
		if (part.length > 0 && name.length > 0) {
			bind_enumerator(k, prefix, part, &same);
		}
		if (part.length > 0 && word == NULL) {
			bind_enumerator(k, str_from(""), part, &next);
		}
		next = word == NULL ? next : same;
	}
}

/*
 * What stands in front of "{" and the body behind it: structures, branches and functions are run in scopes of their
 * own, and what defines no values is skipped.
 */
static void run_open(struct kernel *k, struct statements *statements, struct str text, struct branches *branches) {
	static const char *const structures[] = { "struct", "class", "union", NULL };
	static const char *const open_words[] = { "namespace", "inline namespace", "extern", NULL };
	struct head head = kernel_head(text);
	bool is_enum = scan_at_word(head.text, 0, "enum");
	if (is_enum) {
		run_enumeration(k, head.text, kernel_body(statements));
		skip_body(k, statements);
	} else if (k->bodies >= LIMIT_KERNEL_BODIES) {
		kernel_exceed(k, KERNEL_BODIES);
		kernel_forget(k, kernel_body(statements));
		skip_body(k, statements);
	} else if (!k->is_cpp) {
		kernel_run_indented(k, statements, text);
	} else if (words_find(head.text, structures) != NULL) {
		open_structure(k, statements, &head);
	} else if (words_find(head.text, open_words) != NULL) {
		run_namespace(k, statements, head.text);
	} else if (scan_at_word(head.text, 0, "if") || scan_at_word(head.text, 0, "else")) {
		open_branch(k, statements, head.text, branches);
	} else {
		open_body(k, statements, &head);
	}
}

/* Whether the statement "text", which is run from now on, is one more than a program has; the first one says so. */
static bool is_too_much(struct kernel *k, struct str text) {
	k->statement = text;
	if (++k->statements == LIMIT_STATEMENTS + 1) {
		kernel_exceed(k, KERNEL_STATEMENTS);
	}
	return k->statements > LIMIT_STATEMENTS;
}

void kernel_run_block(struct kernel *k, struct statements *statements) {
	struct branches branches = { ANSWER_NO, str_from("") };
	for (;;) {
		struct statement statement = statements_next(statements);
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		if (statement.kind != STATEMENT_END && is_too_much(k, text)) {
			statements->at = statements->text.length;
			return;
		}
		if (kernel_leaves_out(k) && statement.kind == STATEMENT_OPEN) {
			skip_body(k, statements);
		}
		if (kernel_leaves_out(k) && (statement.kind == STATEMENT_OPEN || statement.kind == STATEMENT_PLAIN)) {
			continue;
		}
		switch (statement.kind) {
		case STATEMENT_END:
		case STATEMENT_CLOSE: return;
		case STATEMENT_DIRECTIVE: kernel_run_directive(k, text); break;
		case STATEMENT_OPEN: run_open(k, statements, text, &branches); break;
		case STATEMENT_PLAIN: kernel_run_plain(k, text); break;
		}
	}
}

/* Structures that were never given arguments are run with those that they have by default. */
static void run_unused(struct kernel *k) {
	for (struct definition *definition = k->definitions; definition != NULL; definition = definition->next) {
		if (definition->used || definition->is_alias) {
			continue;
		}
		struct span head = definition->head;
		k->statement = (struct str){ k->text.data + head.begin, head.end - head.begin };
		if (k->instances >= LIMIT_KERNEL_INSTANCES) {
			kernel_exceed(k, KERNEL_INSTANCES);
		} else {
			kernel_instantiate(k, definition, str_from(""), str_from(""));
		}
	}
}

/*
 * A copy of the Python in "text", of the same length: comments and joints of lines are blank, and //, which begins a
 * comment elsewhere, is the sign for floor division that the language has besides it.
 */
static struct str without_comments(struct kernel *k, struct str text) {
	text = kernel_join_lines(k, text);
	char *copy = arena_alloc(k->ev->algebra.arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = '\0';
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_at_text(text, at, "//") ? at + 2 : scan_step(text, at, true);
		if (scan_at_text(text, at, "//")) {
			memcpy(copy + at, "\xc3\xb7", 2);
		} else if (text.data[at] == '#') {
			memset(copy + at, ' ', end - at);
		}
		at = end;
	}
	return (struct str){ copy, text.length };
}

void kernel_run(struct evaluation *ev, const struct source *source, struct findings *findings) {
	struct kernel k = { .ev = ev, .text = source->text, .findings = findings, .scope = str_from("") };
	k.space = str_from("");
	k.label = str_from("");
	k.statement = str_from("");
	k.is_cpp = statements_are_cpp(source->text);
	enum dialect dialect = ev->algebra.dialect;
	if (statements_are_python(source->text)) {
		ev->algebra.dialect = DIALECT_DSL;
		k.text = without_comments(&k, source->text);
	}
	struct statements statements = statements_of(k.text, 0, k.text.length, k.is_cpp);
	while (statements.at < source->text.length) {
		kernel_run_block(&k, &statements);
	}
	run_unused(&k);
	ev->algebra.dialect = dialect;
	evaluation_forgive(ev);
}

/* --- as a program --- */

/* A finding as a result of the program, with a node that has its name and place. */
static void add_result(struct evaluation *ev, const struct finding *finding) {
	struct node *node = arena_alloc(ev->algebra.arena, sizeof *node);
	*node = (struct node){ .kind = NODE_NAME, .span = finding->span, .text = finding->name };
	ev->results[ev->result_count] = finding->value;
	ev->result_nodes[ev->result_count++] = node;
}

/* A warning at "span". */
static void add_remark(struct evaluation *ev, struct span span, enum fault_code code, const char *what,
	const char *text) {
	struct message message = { .span = span };
	fault_set(&message.fault, code, 0, "%s%s", what, text);
	evaluation_warn(ev, &message);
}

/* Make warnings of what was left out, of conditions that fail, and of what the values were warned of. */
static void add_remarks(struct evaluation *ev, const struct findings *findings) {
	int others = 0;
	struct span first = { 0, 0 };
	for (int i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->items[i];
		bool other = finding->kind == FINDING_SKIPPED && finding->fault.code == FAULT_REMARK;
		first = other && others == 0 ? finding->span : first;
		others += other ? 1 : 0;
		if (finding->kind == FINDING_SKIPPED && !other) {
			add_remark(ev, finding->span, FAULT_REMARK, "left out: ", finding->fault.text);
		} else if (finding->kind == FINDING_CONDITION && !finding->value.boolean) {
			add_remark(ev, finding->span, FAULT_DOMAIN, "this condition fails: ", finding->fault.text);
		} else if (finding->kind == FINDING_VALUE && fault_is_set(&finding->fault)) {
			add_remark(ev, finding->span, finding->fault.code, "", finding->fault.text);
		}
	}
	if (others > 0) {
		char text[64];
		snprintf(text, sizeof text, others == 1 ? "this statement is" : "this statement and %d more are", others - 1);
		add_remark(ev, first, FAULT_REMARK, text, " not about layouts");
	}
}

/* Whether "finding" is an expression, whose value is asked for, that was left out as a name is not known. */
static bool is_unknown_expression(struct str text, const struct finding *finding) {
	struct str part = { text.data + finding->span.begin, finding->span.end - finding->span.begin };
	bool skipped = finding->kind == FINDING_SKIPPED && finding->fault.code == FAULT_NAME;
	return skipped && finding->name.length == 0 && words_find(part, words_condition) == NULL;
}

bool kernel_evaluate(struct evaluation *ev, const struct source *source) {
	struct binding *before = ev->bindings;
	if (evaluation_run(ev, source)) {
		return true;
	}
	enum fault_code code = ev->error.fault.code;
	if (code == FAULT_STOPPED || code == FAULT_LIMIT || !kernel_is_source(source->text)) {
		language_hint(source->text, &ev->error.fault);
		return false;
	}
	struct message refused = ev->error;
	struct findings findings = { .arena = ev->algebra.arena };
	ev->bindings = before;
	kernel_run(ev, source, &findings);
	ev->source = source;
	ev->results = arena_array(ev->algebra.arena, (size_t)findings.count + 1, sizeof *ev->results);
	ev->result_nodes = arena_array(ev->algebra.arena, (size_t)findings.count + 1, sizeof *ev->result_nodes);
	ev->result_count = 0;
	const struct finding *last = NULL;
	const struct finding *wrong = NULL;
	for (int i = 0; i < findings.count; i++) {
		const struct finding *finding = &findings.items[i];
		bool asks = i + 1 == findings.count && is_unknown_expression(source->text, finding);
		wrong = wrong == NULL && asks ? finding : wrong;
		last = finding->kind == FINDING_VALUE ? finding : last;
		wrong = wrong == NULL && finding->kind == FINDING_REFUSED ? finding : wrong;
		if (finding->kind == FINDING_VALUE && finding->name.length == 0) {
			add_result(ev, finding);
		}
	}
	if (ev->result_count == 0 && last != NULL) {
		add_result(ev, last);
	}
	add_remarks(ev, &findings);
	if (last == NULL || wrong != NULL) {
		ev->error = wrong != NULL ? (struct message){ wrong->fault, wrong->span } : refused;
		language_hint(source->text, &ev->error.fault);
		ev->algebra.fault = ev->error.fault;
		return false;
	}
	return true;
}

/* Whether "text" has a word that is said on the device only. */
static bool speaks_of_device(struct str text) {
	static const char *const words[] = { "threadIdx", "blockIdx", "blockDim", "gridDim", "make_gmem_ptr",
		"make_smem_ptr",
		"__syncthreads", NULL };
	for (size_t at = 0; at < text.length; at++) {
		for (const char *const *word = words; *word != NULL; word++) {
			if (text.data[at] == (*word)[0] && scan_at_word(text, at, *word)) {
				return true;
			}
		}
	}
	return false;
}

/* Whether "text" declares a number or a pointer with its type: float* out = nullptr. */
static bool declares_value(struct str text) {
	size_t assignment = declaration_assignment(text);
	struct declaration declaration = { .name = { NULL, 0 }, .type = { NULL, 0 } };
	if (assignment < text.length) {
		declaration_read_target(true, scan_part(text, 0, assignment), &declaration);
	}
	return words_are_number_type(declaration.type) || words_are_pointer_type(declaration.type);
}

bool kernel_is_source(struct str text) {
	if (speaks_of_device(text)) {
		return true;
	}
	bool is_cpp = statements_are_cpp(text);
	struct statements statements = statements_of(text, 0, text.length, is_cpp);
	for (;;) {
		struct statement statement = statements_next(&statements);
		struct str part = { text.data + statement.span.begin, statement.span.end - statement.span.begin };
		if (statement.kind == STATEMENT_END) {
			return false;
		}
		struct declaration declaration;
		bool is_other = words_find(part, words_other) != NULL || words_is_decorator(part)
			|| (is_cpp && (declaration_read_plain(part, &declaration) || declares_value(part)));
		if (statement.kind != STATEMENT_PLAIN || is_other || words_find(part, words_condition) != NULL) {
			return true;
		}
	}
}
