/* The walk over a source, and a source as a program. Scopes are chains of bindings: a block forgets what it bound. */
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

/* Whether the statement "text", which is run from now on, is one more than a program has; the first one says so. */
static bool is_too_much(struct kernel *k, struct str text) {
	k->statement = text;
	if (++k->statements == LIMIT_STATEMENTS + 1) {
		kernel_exceed(k, KERNEL_STATEMENTS);
	}
	return k->statements > LIMIT_STATEMENTS;
}

/* Where the next "goto label" between "begin" and "end" of "text" begins; "end" if there is none. */
static size_t find_goto(struct str text, size_t begin, size_t end, struct str label) {
	for (size_t at = begin; at < end; at++) {
		const char *next = memchr(text.data + at, 'g', end - at);
		at = next != NULL ? (size_t)(next - text.data) : end;
		size_t name = at < end && scan_at_word(text, at, "goto") ? scan_blanks(text, at + strlen("goto"), SCAN_C) : end;
		if (name < end && str_equal((struct str){ text.data + name, scan_name(text, name) - name }, label)) {
			return at;
		}
	}
	return end;
}

/* Whether a label may stand at "at": behind a statement, another label or a head, not in u ? label : 3. */
static bool may_be_label(struct str text, size_t at) {
	struct str before = scan_part(text, 0, at);
	return before.length > 0 && strchr(";{}:)", before.data[before.length - 1]) != NULL;
}

/* Where the next statement behind "begin" and in front of "end" has "label" in front; "end" if there is none. */
static size_t find_label(struct str text, size_t begin, size_t end, struct str label) {
	for (size_t at = begin + 1; at < end; at++) {
		const char *next = memchr(text.data + at, label.data[0], end - at);
		at = next != NULL ? (size_t)(next - text.data) : end;
		size_t behind = at + label.length;
		bool is_name = behind < end && scan_name(text, at) == behind
			&& memcmp(text.data + at, label.data, label.length) == 0;
		size_t colon = is_name ? scan_blanks(text, behind, SCAN_C) : end;
		if (scan_at(text, colon) == ':' && scan_at(text, colon + 1) != ':' && may_be_label(text, at)) {
			return at;
		}
	}
	return end;
}

/*
 * Where a goto names "label", which stands in front of a statement or the head of a body, what is changed between the
 * two is not known: one behind the label runs it again and again, one in front of it passes over it. Each function may
 * have one label of that name. Returns whether a goto names it.
 */
static bool forget_passed(struct kernel *k, const struct statements *statements, struct str label) {
	struct str all = statements->text;
	size_t here = kernel_span(k, label).begin;
	size_t before = 0;
	for (size_t at = find_label(all, 0, here, label); at < here; at = find_label(all, at, here, label)) {
		before = at;
	}
	size_t first = find_goto(all, before, here, label);
	size_t end = find_label(all, here, all.length, label);
	size_t last = here;
	for (size_t at = find_goto(all, here, end, label); at < end; at = find_goto(all, at + 1, end, label)) {
		last = at;
	}
	kernel_forget(k, (struct str){ all.data + first, here - first });
	kernel_forget(k, (struct str){ all.data + here, last - here });
	return first < here || last > here;
}

/*
 * "text", a statement or the head of a body, behind the last of the labels in front of it that a goto names. Each label
 * counts as a statement.
 */
static struct str pass_labels(struct kernel *k, const struct statements *statements, struct str text) {
	struct str rest = text;
	for (;;) {
		size_t length = scan_name(rest, 0);
		size_t colon = scan_blanks(rest, length, SCAN_C);
		bool is_label = scan_at(rest, colon) == ':' && scan_at(rest, colon + 1) != ':';
		if (!k->is_cpp || !is_label || is_too_much(k, rest)) {
			return text;
		}
		bool is_named = forget_passed(k, statements, (struct str){ rest.data, length });
		rest = scan_part(rest, colon + 1, rest.length);
		text = is_named ? rest : text;
	}
}

/* The next statement of "statements": what the directives in its lines, and behind those, leave of it. */
static struct statement next_statement(struct kernel *k, struct statements *statements) {
	for (int i = 0;; i++) {
		struct statement statement = statements_next(statements);
		struct span span = statement.span;
		bool may_have_some = statement.kind == STATEMENT_PLAIN || statement.kind == STATEMENT_OPEN;
		if (!may_have_some || !kernel_has_directives_within(k, span.begin, span.end)) {
			return statement;
		}
		k->statement = (struct str){ k->text.data + span.begin, span.end - span.begin };
		if (i == LIMIT_KERNEL_DIRECTIVES) {
			kernel_exceed(k, KERNEL_INTERRUPTIONS);
			return statement;
		}
		kernel_run_directives_within(k, span.begin, span.end);
		statements->at = span.begin;
	}
}

void kernel_run_block(struct kernel *k, struct statements *statements) {
	struct branches branches = { .taken = ANSWER_NO, .declared = { .arena = k->ev->algebra.arena } };
	for (;;) {
		struct statement statement = next_statement(k, statements);
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		if (statement.kind != STATEMENT_END && is_too_much(k, text)) {
			statements->at = statements->text.length;
			return;
		}
		if (kernel_leaves_out(k) && statement.kind == STATEMENT_OPEN) {
			kernel_skip_body(k, statements);
		}
		if (kernel_leaves_out(k) && (statement.kind == STATEMENT_OPEN || statement.kind == STATEMENT_PLAIN)) {
			continue;
		}
		switch (statement.kind) {
		case STATEMENT_END:
		case STATEMENT_CLOSE: return;
		case STATEMENT_DIRECTIVE: kernel_run_directive(k, text); break;
		case STATEMENT_OPEN: kernel_open(k, statements, pass_labels(k, statements, text), &branches); break;
		case STATEMENT_PLAIN: kernel_run_plain(k, pass_labels(k, statements, text)); break;
		}
	}
}

/* Structures that were never given arguments are run with those that they have by default. */
static void run_unused(struct kernel *k) {
	for (struct definition *definition = k->definitions; definition != NULL; definition = definition->next) {
		if (definition->used || definition->is_alias || definition->is_early) {
			continue;
		}
		struct span head = definition->head;
		k->statement = (struct str){ k->text.data + head.begin, head.end - head.begin };
		if (k->instances >= LIMIT_KERNEL_INSTANCES) {
			kernel_exceed(k, KERNEL_INSTANCES);
		} else {
			kernel_instantiate(k, definition, str_from(""), NULL, 0);
		}
	}
}

/* Blank the attributes of C++ in "bytes", those of "text": [[maybe_unused]], alignas(16). No value depends on them. */
static void blank_attributes(struct str text, char *bytes) {
	static const char *const words = "__attribute__ __attribute __declspec alignas _Alignas __align__ "
					 "__launch_bounds__ __cluster_dims__ __block_size__ __maxnreg__";
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_name(text, at) : scan_step(text, at, SCAN_C);
		bool is_word = is_name && str_is_among(scan_part(text, at, end), words);
		size_t open = is_word ? scan_blanks(text, end, SCAN_C) : at;
		bool begins = is_word ? scan_at(text, open) == '(' : scan_at_text(text, at, "[[");
		size_t close = begins ? scan_close(text, open) : open;
		if (close == open) {
			at = end;
			continue;
		}
		for (; at < close; at++) {
			bytes[at] = bytes[at] == '\n' ? '\n' : ' ';
		}
	}
}

/*
 * A copy of "text", of the same length, whose comments are blank; in C++ "bytes" are its. Joints of lines are blank
 * too, but for those of directives. In Python //, which begins a comment elsewhere, is the sign for floor division that
 * the language has besides it.
 */
static struct str without_comments(struct kernel *k, struct str text) {
	text = k->is_cpp ? text : kernel_join_lines(k, text);
	char *copy = arena_alloc(k->ev->algebra.arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = '\0';
	bool begins_line = true;
	size_t directive_end = 0;
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		bool slashes = scan_at_text(text, at, "//");
		bool divides = slashes && !k->is_cpp;
		bool is_comment = k->is_cpp ? slashes || scan_at_text(text, at, "/*") : c == '#';
		size_t end = divides ? at + 2 : scan_step(text, at, k->is_cpp ? SCAN_C : SCAN_PYTHON);
		if (divides) {
			memcpy(copy + at, "\xc3\xb7", 2);
		}
		directive_end = begins_line && c == '#' ? scan_joined_end(text, at) : directive_end;
		if (at >= directive_end && scan_at_text(text, at, "\\\n")) {
			copy[at] = ' ';
		}
		begins_line = c == '\n' || (begins_line && (is_comment || scan_is_blank(c)));
		for (size_t i = at; i < end && is_comment; i++) {
			copy[i] = text.data[i] == '\n' ? '\n' : ' ';
		}
		at = end;
	}
	k->bytes = k->is_cpp ? copy : NULL;
	if (k->is_cpp) {
		blank_attributes((struct str){ copy, text.length }, copy);
	}
	return (struct str){ copy, text.length };
}

/* Whether what ends at "at" has a member or an index behind it, or is changed in its place. */
static bool goes_on(struct str text, size_t at) {
	size_t sign = scan_blanks(text, at, SCAN_PYTHON);
	return scan_at(text, sign) == '.' || scan_at(text, sign) == '[' || scan_at_text(text, sign, "+=")
		|| scan_at_text(text, sign, "*=");
}

/*
 * "text" of Python without the brackets around names alone that have members or indices, or are changed in their place,
 * with blanks behind these: "(x).y" is "x  .y". Brackets behind a name are those of a call, or of a value behind a
 * keyword.
 */
static struct str bare_names(struct kernel *k, struct str text) {
	char *copy = arena_alloc(k->ev->algebra.arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = '\0';
	char before = '\0'; /* the last sign that is no blank */
	for (size_t at = 0; at < text.length;) {
		size_t begin = at + 1;
		size_t end = text.data[at] == '(' && scan_is_name_start(scan_at(text, begin)) ? scan_word(text, begin) : begin;
		bool is_alone = end > begin && scan_at(text, end) == ')' && !scan_is_name_part(before)
			&& (before == '\0' || strchr(")]\"'", before) == NULL) && goes_on(text, end + 1);
		if (is_alone) {
			memcpy(copy + at, text.data + begin, end - begin);
			memset(copy + end - 1, ' ', 2);
		}
		size_t next = is_alone ? end + 1 : scan_step(text, at, SCAN_PYTHON);
		before = text.data[at] == '\n' ? '\0' : scan_is_blank(text.data[at]) ? before : text.data[next - 1];
		at = next;
	}
	return (struct str){ copy, text.length };
}

/*
 * "text" of Python where members stand at their dots, and these at what has them, with the blanks that were between
 * behind them: "x . append(3)" is "x.append  (3)". Outside of brackets a line ends that. A dot behind "from" is that of
 * a module.
 */
static struct str join_members(struct kernel *k, struct str text) {
	char *copy = arena_alloc(k->ev->algebra.arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = '\0';
	size_t behind = 0; /* the last sign that is no blank, in "copy" */
	bool has_members = false;
	int depth = 0;
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		size_t name = c == '.' && has_members ? scan_blanks(text, at + 1, SCAN_PYTHON) : text.length;
		bool goes_on = name < text.length && (depth > 0 || name < scan_line_end(text, at));
		if (scan_is_blank(c) || c == '#') {
			has_members = has_members && (depth > 0 || c != '\n');
			at = scan_step(text, at, SCAN_PYTHON);
		} else if (goes_on && scan_is_name_start(text.data[name])) {
			size_t end = scan_word(text, name);
			copy[behind] = '.';
			memcpy(copy + behind + 1, text.data + name, end - name);
			behind += 1 + end - name;
			memset(copy + behind, ' ', end - behind);
			at = end;
		} else {
			bool is_word = scan_is_name_part(c);
			size_t end = is_word ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
			bool closes = c == ')' || c == ']';
			has_members = is_word ? !str_is_digit(c) && !str_is(scan_part(text, at, end), "from") : closes;
			depth += c == '(' || c == '[' ? 1 : closes && depth > 0 ? -1 : 0;
			at = behind = end;
		}
	}
	return (struct str){ copy, text.length };
}

/* A source that is not read yet. */
static struct kernel kernel_of(struct evaluation *ev, struct str text, struct findings *findings) {
	struct kernel k = { .ev = ev, .text = text, .findings = findings, .scope = str_from("") };
	k.space = str_from("");
	k.writers.arena = k.changing.arena = k.changed_inside.arena = k.holders.arena = ev->algebra.arena;
	k.label = str_from("");
	k.statement = str_from("");
	k.is_cpp = statements_are_cpp(text);
	return k;
}

static void run_all(struct kernel *k) {
	struct statements statements = statements_of(k->text, 0, k->text.length, k->is_cpp);
	while (statements.at < k->text.length) {
		kernel_run_block(k, &statements);
	}
	run_unused(k);
}

/* Run a source of Python until it tells nothing new: what one reading finds is known in the next. */
static void run_python(struct kernel *k) {
	enum { READINGS_MAX = 6 };
	struct evaluation *ev = k->ev;
	struct binding *given = ev->bindings;
	int given_count = ev->binding_count;
	int found = k->findings->count;
	kernel_find_functions(k);
	kernel_find_changing(k);
	kernel_find_effects(k);
	const struct kernel fresh = *k;
	for (int reading = 1;; reading++) {
		kernel_find_imports(k);
		kernel_bind_given_texts(k);
		kernel_begin_effects(k);
		run_all(k);
		if (k->tells == k->told || reading == READINGS_MAX) {
			return;
		}
		const struct told *told = k->tells;
		int tell_count = k->tell_count;
		struct value *lists = k->lists;
		int list_count = k->list_count;
		int list_room = k->list_room;
		*k = fresh;
		k->lists = lists;
		k->list_count = list_count;
		k->list_room = list_room;
		k->told = k->tells = told;
		k->tell_count = tell_count;
		k->findings->count = found;
		ev->bindings = given;
		ev->binding_count = given_count;
		evaluation_forgive(ev);
	}
}

struct str kernel_plain_text(struct arena *arena, struct str text) {
	static const char mark[] = "\xef\xbb\xbf";
	char *copy = arena_alloc(arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = '\0';
	if (str_starts_with(text, mark)) {
		memset(copy, ' ', strlen(mark));
	}
	for (size_t at = 1; at < text.length; at++) {
		if (copy[at] == '\n' && copy[at - 1] == '\r') {
			bool joins = at > 1 && copy[at - 2] == '\\';
			copy[at - 1] = joins ? '\\' : ' ';
			copy[at - (joins ? 2 : 1)] = ' ';
		}
	}
	return (struct str){ copy, text.length };
}

void kernel_run(struct evaluation *ev, const struct source *source, struct findings *findings) {
	struct str text = kernel_plain_text(ev->algebra.arena, source->text);
	struct kernel k = kernel_of(ev, text, findings);
	enum dialect dialect = ev->algebra.dialect;
	bool is_python = statements_are_python(text);
	k.text = is_python || k.is_cpp ? without_comments(&k, text) : kernel_join_lines(&k, text);
	k.text = k.is_cpp ? k.text : join_members(&k, bare_names(&k, k.text));
	if (is_python) {
		ev->algebra.dialect = DIALECT_DSL;
		run_python(&k);
	} else {
		kernel_look_ahead(&k);
		kernel_find_shared(&k);
		run_all(&k);
	}
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
	struct str part = scan_part(text, finding->span.begin, finding->span.end);
	bool skipped = finding->kind == FINDING_SKIPPED && finding->fault.code == FAULT_NAME;
	return skipped && finding->name.length == 0 && words_find(part, words_condition) == NULL;
}

bool kernel_evaluate(struct evaluation *ev, const struct source *source) {
	struct binding *before = ev->bindings;
	if (evaluation_run(ev, source)) {
		return true;
	}
	enum fault_code code = ev->error.fault.code;
	if (code == FAULT_STOPPED || code == FAULT_LIMIT || !kernel_is_source(ev, source->text)) {
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
	for (const char *const *word = words; *word != NULL; word++) {
		if (scan_has_word(text, *word)) {
			return true;
		}
	}
	return false;
}

/* Whether "text" declares a number or a pointer with its type: float* out = nullptr. */
static bool declares_value(struct str text) {
	size_t assignment = declaration_assignment(text);
	struct declaration declaration = { .type = str_from("") };
	if (assignment < text.length) {
		declaration_read_target(true, scan_part(text, 0, assignment), &declaration);
	}
	return words_are_number_type(declaration.type) || words_are_pointer_type(declaration.type);
}

bool kernel_is_source(struct evaluation *ev, struct str text) {
	if (speaks_of_device(text)) {
		return true;
	}
	struct kernel k = kernel_of(ev, text, NULL);
	bool is_cpp = k.is_cpp;
	text = is_cpp ? without_comments(&k, text) : text;
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
