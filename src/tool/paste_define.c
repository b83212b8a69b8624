#include "tool/paste_define.h"

#include <string.h>

#include "lang/kernel/declaration.h"
#include "lang/kernel/scan.h"

/* Whether "text" says of integers that they are known at compile time: _4, Int<4>. */
static bool says_static(struct str text) {
	for (size_t at = 0; at < text.length; at++) {
		struct str rest = { text.data + at, text.length - at };
		bool begins = at == 0 || !scan_is_name_part(text.data[at - 1]);
		bool is_constant = text.data[at] == '_' && at + 1 < text.length && str_is_digit(text.data[at + 1]);
		if (begins && (is_constant || str_starts_with(rest, "Int<"))) {
			return true;
		}
	}
	return false;
}

/*
 * Run a line of --define. Beside integers that it says are known at compile time, others are known at run time only; so
 * are those of members of objects, params.n=4, but not of attributes of Python, self.x=4. Returns false if it cannot be
 * evaluated.
 */
static bool run_definition(struct evaluation *ev, const struct source *line) {
	size_t sign = declaration_assignment(line->text);
	struct str name = scan_part(line->text, 0, sign);
	bool is_member = sign < line->text.length && name.length > 0 && memchr(name.data, '.', name.length) != NULL;
	struct source *value = arena_alloc(ev->algebra.arena, sizeof *value);
	*value = *line;
	value->text = is_member ? scan_part(line->text, sign + 1, line->text.length) : line->text;
	bool is_object = is_member && !str_starts_with(name, "self.");
	ev->run_time = is_object || says_static(line->text) ? RUN_TIME_LITERALS : RUN_TIME_NONE;
	evaluation_forgive(ev);
	bool good = evaluation_run(ev, value);
	ev->run_time = RUN_TIME_NONE;
	if (good && is_member && ev->result_count == 0) {
		ev->error.span = (struct span){ 0, value->text.length };
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw %s",
			value->text.length > 0 ? "a comment" : "the end");
		return false;
	}
	if (good && is_member) {
		evaluation_bind(ev, name, ev->results[0]);
	}
	return good;
}

/* Whether the value of "line" is a tensor as CuTe DSL prints it, which in C++ is a layout and in the DSL is not. */
static bool is_tensor(struct str line) {
	struct str value = scan_part(line, declaration_assignment(line) + 1, line.length);
	return str_starts_with(value, "tensor<");
}

struct binding *paste_define(struct evaluation *ev, struct str definitions) {
	int number = 1;
	for (size_t at = 0; at < definitions.length; number++) {
		size_t end = scan_line_end(definitions, at);
		struct source *line = arena_alloc(ev->algebra.arena, sizeof *line);
		*line = (struct source){ "--define", { definitions.data + at, end - at }, number };
		const struct binding *before = ev->bindings;
		if (!run_definition(ev, line) || is_tensor(line->text)) {
			/* What reads the text, in the language that it is in, evaluates it. */
			evaluation_bind(ev, scan_part(line->text, 0, declaration_assignment(line->text)), value_none());
			ev->bindings->line = line;
		}
		for (struct binding *binding = ev->bindings; binding != before; binding = binding->next) {
			binding->is_given = true;
		}
		at = end + 1;
	}
	return ev->bindings;
}

bool paste_used_definitions(struct evaluation *ev, struct binding *given) {
	const struct source *unused = NULL;
	ev->bindings = given;
	for (; given != NULL; given = given->next) {
		if (given->line != NULL && !given->is_used) {
			unused = given->line;
			given->name = str_from(""); /* its expression may have the name, too */
		}
	}
	return unused == NULL || run_definition(ev, unused);
}
