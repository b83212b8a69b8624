/*
 * The walk over a source: scopes are chains of bindings, which a block forgets when it ends. Parameters of templates
 * and functions whose values nobody gave are "poisoned": a name that hides any outer one and has no value, so that
 * what depends on it is left out rather than computed with the wrong one. Of the branches of an "if" the one whose
 * condition holds is entered; where a condition is not known, each that may be taken is.
 */
#include "lang/kernel/kernel.h"

#include <stdio.h>

#include "base/buf.h"
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
		definition->head = kernel_span(k, head->text);
		definition->parameter_count = kernel_split(k, head->parameters, definition->parameters);
		k->definitions = definition;
		return;
	}
	k->bodies++;
	kernel_run_structure(k, name, head->text, (struct span){ begin, end }, k->ev->bindings);
	k->bodies--;
}

/* What the condition of "if constexpr (...)" is. */
static enum answer choose(struct kernel *k, struct str head) {
	size_t open = 0;
	struct value value;
	while (open < head.length && head.data[open] != '(') {
		open++;
	}
	size_t close = scan_close(head, open);
	if (close <= open || !kernel_value(k, kernel_expand(k, scan_part(head, open + 1, close - 1)), &value)) {
		return ANSWER_UNKNOWN;
	}
	return kernel_truth(&value);
}

/* Run or pass over a body; "*taken" says whether one of the branches in front of an "else" was. */
static void open_branch(struct kernel *k, struct statements *statements, struct str head, enum answer *taken) {
	bool is_else = scan_at_word(head, 0, "else");
	bool asks = scan_at_word(head, 0, "if") || (is_else && scan_at_word(head, scan_blanks(head, 4, false), "if"));
	enum answer chosen = asks ? choose(k, head) : ANSWER_YES;
	*taken = is_else ? *taken : ANSWER_NO;
	if (*taken == ANSWER_YES || chosen == ANSWER_NO) {
		skip_body(k, statements);
	} else {
		run_scope(k, statements, chosen == ANSWER_YES && *taken == ANSWER_NO);
		*taken = chosen;
	}
}

/* The body of a namespace, or of extern "C": what it binds is known with the name of the namespace, and without. */
static void run_namespace(struct kernel *k, struct statements *statements, struct str head) {
	struct binding *before = k->ev->bindings;
	kernel_run_body(k, statements);
	struct str name = scan_at_word(head, 0, "namespace") ? structure_name(head) : str_from("");
	const struct binding *bound = k->ev->bindings;
	for (const struct binding *binding = bound; name.length > 0 && binding != before; binding = binding->next) {
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
	struct binding *before = k->ev->bindings;
	poison_parameters(k, head->text, head->parameters);
	run_scope(k, statements, is_block);
	k->ev->bindings = is_block ? k->ev->bindings : before;
	if (is_function) {
		hide_operation(k, function_name(text));
	}
}

/*
 * What stands in front of "{" and the body behind it: structures, branches and functions are run in scopes of their
 * own, and what defines no values is skipped. "taken" is that of open_branch.
 */
static void run_open(struct kernel *k, struct statements *statements, struct str text, enum answer *taken) {
	static const char *const structures[] = { "struct", "class", "union", NULL };
	static const char *const open_words[] = { "namespace", "extern", NULL };
	struct head head = kernel_head(text);
	bool is_enum = scan_at_word(head.text, 0, "enum");
	if (k->bodies >= LIMIT_KERNEL_BODIES || is_enum) {
		if (!is_enum) {
			kernel_exceed(k, KERNEL_BODIES);
			kernel_forget(k, kernel_body(statements));
		}
		skip_body(k, statements);
	} else if (!k->is_cpp) {
		kernel_run_indented(k, statements, text);
	} else if (words_find(head.text, structures) != NULL) {
		open_structure(k, statements, &head);
	} else if (words_find(head.text, open_words) != NULL) {
		run_namespace(k, statements, head.text);
	} else if (scan_at_word(head.text, 0, "if") || scan_at_word(head.text, 0, "else")) {
		open_branch(k, statements, head.text, taken);
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
	enum answer taken = ANSWER_NO;
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
		case STATEMENT_OPEN: run_open(k, statements, text, &taken); break;
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
