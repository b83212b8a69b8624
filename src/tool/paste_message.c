#include "tool/paste_message.h"

#include "base/buf.h"
#include "lang/kernel/kernel.h"
#include "lang/kernel/scan.h"
#include "lang/ops/operation.h"
#include "tool/paste_scan.h"

enum { ARGUMENTS_MAX = 16,
	CONTEXTS_MAX = 32 };

/* --- lines --- */

/* What is in the bracket at "open"; empty if it is not closed. */
static struct str inside(struct str text, size_t open) {
	size_t close = scan_close(text, open);
	return close > open ? scan_part(text, open + 1, close - 1) : str_from("");
}

/* Whether "line" has a place of a file, then "kind": a.cu(12): error, a.cpp:12:3: error. */
static bool is_diagnostic(struct str line, const char *kind) {
	for (size_t at = paste_find(line, 3, kind); at < line.length; at = paste_find(line, at + 1, kind)) {
		char before = line.data[at - 3];
		if (scan_at_text(line, at - 2, ": ") && (before == ')' || (before >= '0' && before <= '9'))) {
			return true;
		}
	}
	return false;
}

static bool is_error(struct str line) {
	static const char *const kinds[] = { "error", "fatal error", "catastrophic error" };
	return is_diagnostic(line, kinds[0]) || is_diagnostic(line, kinds[1]) || is_diagnostic(line, kinds[2]);
}

/* A line of gcc that begins the context of the error behind it. */
static bool begins_context(struct str line) {
	return str_has(line, ": In instantiation of ") || str_has(line, ": In function ")
		|| str_has(line, ": In substitution of ");
}

/* The part of "line" that no comment is: sources tell of messages of compilers there. */
static struct str without_comment(struct str line) {
	bool goes_on = scan_at(line, 0) == '*' || scan_at_text(line, 0, "/*");
	for (size_t at = 0; at < line.length && !goes_on; at++) {
		if (scan_at_text(line, at, "//") && (at == 0 || scan_is_blank(line.data[at - 1]))) {
			return scan_part(line, 0, at);
		}
	}
	return goes_on ? str_from("") : line;
}

bool paste_is_message(struct str text) {
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_line_end(text, at);
		struct str line = without_comment(scan_part(text, at, end));
		if (is_error(line) || is_diagnostic(line, "warning") || is_diagnostic(line, "note") || begins_context(line)
			|| str_has(line, "required from") || str_has(line, "instantiation of ")
			|| str_has(line, "requested here") || str_has(line, "Traceback (most recent call last)")
			|| str_has(line, "error: unknown: ") || str_has(line, "error[")) {
			return true;
		}
		at = end + 1;
	}
	return false;
}

/* --- arguments of templates --- */

struct argument {
	struct str name;
	struct str text;
};

/* A template that the message names: the operation it is, if it is one, and its arguments. */
struct context {
	struct str operation;
	struct argument arguments[ARGUMENTS_MAX];
	int count;
	const char *descriptor; /* "gmma_descriptor" in make_gmma_desc<major,engine,layout>, and its like; NULL */
};

/* Where "=" stands in "text" outside of brackets; its length if it does not. */
static size_t find_equal(struct str text) {
	for (size_t at = 0; at < text.length;) {
		size_t close = paste_skip_bracket(text, at);
		if (text.data[at] == '=') {
			return at;
		}
		at = close > at ? close : at + 1;
	}
	return text.length;
}

/* Split "text" at "," and ";" outside of brackets into name = value; without "=" the name is empty. */
static void read_arguments(struct str text, struct context *context) {
	size_t begin = 0;
	for (size_t at = 0; at <= text.length && context->count < ARGUMENTS_MAX;) {
		char c = scan_at(text, at);
		size_t close = paste_skip_bracket(text, at);
		if (close > at) {
			at = close;
			continue;
		}
		if (c != ',' && c != ';' && at < text.length) {
			at++;
			continue;
		}
		struct str part = scan_part(text, begin, at);
		size_t sign = find_equal(part);
		struct argument *argument = &context->arguments[context->count];
		bool named = sign < part.length;
		*argument = (struct argument){ named ? paste_last_name(scan_part(part, 0, sign)) : str_from(""), part };
		argument->text = named ? scan_part(part, sign + 1, part.length) : part;
		context->count += part.length > 0 ? 1 : 0;
		begin = ++at;
	}
}

/* The function or class that a line names in front of "end": the last name before its bracket; empty for a lambda. */
static struct str named_operation(struct str line, size_t end) {
	static const char *const spaces[] = { "cute::", "cute::detail::" };
	for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
		size_t at = paste_find(line, 0, spaces[i]);
		while (at < end) {
			size_t begin = at + strlen(spaces[i]);
			size_t stop = begin;
			while (scan_is_name_part(scan_at(line, stop))) {
				stop++;
			}
			struct str name = { line.data + begin, stop - begin };
			char behind = scan_at(line, stop);
			if (behind == '<' && (str_is(name, "TiledCopy") || str_is(name, "TiledMMA"))) {
				return str_from(name.data[5] == 'C' ? "make_tiled_copy_impl" : "make_tiled_mma");
			}
			if ((behind == '(' || behind == '<') && operation_find(name) != NULL) {
				return name;
			}
			if (behind == '(' || behind == '<') {
				return str_from("");
			}
			at = paste_find(line, stop, spaces[i]);
		}
	}
	return str_from("");
}

/* The template that "line" names, with its arguments; false if it names none. "[with" may be cut off. */
static bool read_context(struct str line, struct context *context) {
	*context = (struct context){ .count = 0 };
	bool is_gmma = str_has(line, "make_gmma_desc");
	context->descriptor = is_gmma ? "gmma_descriptor" : str_has(line, "make_umma_desc") ? "umma_descriptor"
											     : NULL;
	size_t with = paste_find(line, 0, "[with ");
	if (with < line.length) {
		size_t close = scan_close(line, with);
		size_t end = close > with ? close - 1 : line.length;
		context->operation = named_operation(line, with);
		read_arguments(scan_part(line, with + strlen("[with "), end), context);
		return true;
	}
	size_t quote = paste_find(line, 0, "specialization '");
	size_t named = paste_find(line, 0, "template class '");
	if (quote == line.length && named == line.length) {
		return false;
	}
	size_t begin = quote < line.length ? quote + strlen("specialization '") : named + strlen("template class '");
	context->operation = named_operation(line, line.length);
	read_arguments(inside(line, paste_find(line, begin, "<")), context);
	return true;
}

/* --- what the DSL could not compute --- */

/* Evaluate each type of CuTe IR in "text", !cute.layout<...> or #cute.layout<...>, into "values"; returns how many. */
static int read_operands(struct evaluation *ev, struct str text, struct value *values) {
	int count = 0;
	for (size_t at = 0; at < text.length && count < ARGUMENTS_MAX;) {
		bool begins = scan_at_text(text, at, "!cute.") || scan_at_text(text, at, "#cute.");
		size_t angle = begins ? paste_find(text, at, "<") : at;
		size_t close = begins ? scan_close(text, angle) : at;
		if (close <= angle) {
			at++;
			continue;
		}
		struct buf type;
		buf_init(&type, ev->algebra.arena);
		buf_put(&type, "!");
		buf_put_str(&type, scan_part(text, at + 1, close));
		if (!paste_evaluate(ev, buf_str(&type), &values[count++])) {
			return 0;
		}
		at = close;
	}
	return count;
}

/* Why "operation" refuses "values", in "fault". Returns false if it does not. */
static bool explain_call(struct evaluation *ev, const struct operation *operation, const struct value *values,
	int count, struct fault *fault) {
	struct buf call;
	buf_init(&call, ev->algebra.arena);
	buf_printf(&call, "%s(", operation->name);
	for (int i = 0; i < count; i++) {
		struct buf name;
		buf_init(&name, ev->algebra.arena);
		buf_printf(&name, "argument_%d", i);
		evaluation_bind(ev, buf_str(&name), values[i]);
		buf_printf(&call, i > 0 ? ", argument_%d" : "argument_%d", i);
	}
	buf_put(&call, ")");
	struct value value;
	if (count == 0 || paste_evaluate(ev, buf_str(&call), &value) || ev->error.fault.code == FAULT_RANK
		|| ev->error.fault.code == FAULT_TYPE) {
		return false;
	}
	fault_clear(fault);
	fault_set(fault, ev->error.fault.code, 0, "%s refuses: %.300s", operation->name, ev->error.fault.text);
	fault_set_hint(fault, "%s", ev->error.fault.hint);
	return true;
}

/* Add why the operation that "line" of the DSL names refuses its operands, if it names one. */
static void explain_dsl(struct evaluation *ev, struct str text, struct str line, struct findings *findings) {
	static const struct {
		const char *phrase, *operation;
	} phrases[] = {
		{ "following composition", "composition" },
		{ "valid division of", "logical_divide" },
		{ "left inverse of", "left_inverse" },
		{ "right inverse of", "right_inverse" },
		{ "unable to coalesce", "coalesce" },
		{ "compute product with", "logical_product" },
		{ "compute shape_div", "shape_div" },
		{ "compute the complement", "complement" },
	};
	for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
		size_t at = paste_find(line, 0, phrases[i].phrase);
		if (at == line.length) {
			continue;
		}
		struct value values[ARGUMENTS_MAX];
		struct fault fault;
		struct binding *before = ev->bindings;
		enum dialect dialect = ev->algebra.dialect;
		ev->algebra.dialect = DIALECT_DSL;
		int count = read_operands(ev, scan_part(line, at, line.length), values);
		bool refused = explain_call(ev, operation_find(str_from(phrases[i].operation)), values, count, &fault);
		evaluation_forgive(ev);
		ev->algebra.dialect = dialect;
		ev->bindings = before;
		if (refused) {
			size_t begin = (size_t)(line.data - text.data) + at;
			size_t end = begin + strlen(phrases[i].phrase);
			struct finding *finding = findings_add(findings, FINDING_CONDITION, (struct span){ begin, end });
			finding->value = value_from_bool(false);
			finding->fault = fault;
		}
		return;
	}
}

/* Run the lines of the user's own files that a traceback shows. */
static void run_traceback(struct evaluation *ev, struct str text, struct findings *findings) {
	char *shown = arena_alloc(ev->algebra.arena, text.length + 1);
	memset(shown, ' ', text.length);
	shown[text.length] = '\0';
	bool is_shown = false;
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_line_end(text, at);
		struct str line = scan_part(text, at, end);
		bool is_place = str_starts_with(line, "File \"") && str_has(line, ", line ");
		bool is_mark = line.length > 0 && strspn(line.data, "^~ ") >= line.length;
		bool indented = scan_at_text(text, at, "    ");
		if (is_place) {
			is_shown = !str_has(line, "site-packages") && !str_has(line, "dsl_packages");
		} else if (is_shown && indented && !is_mark) {
			memcpy(shown + at, text.data + at, end - at);
		} else {
			is_shown = is_shown && is_mark;
		}
		if (end < text.length) {
			shown[end] = '\n';
		}
		at = end + 1;
	}
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	enum dialect dialect = ev->algebra.dialect;
	*source = (struct source){ "<traceback>", { shown, text.length }, 1 };
	ev->algebra.dialect = DIALECT_DSL;
	kernel_run(ev, source, findings);
	ev->algebra.dialect = dialect;
}

/* --- failed conditions --- */

struct diagnostic {
	struct span place;    /* of the condition, or of the line that says it */
	struct str sentence;  /* of the compiler */
	struct str condition; /* with "static_assert(" in front; empty where it is not shown */
	struct str reduced;   /* "32 == 0", as gcc says */
	bool is_assertion;
	bool has_context; /* gcc told the templates before the error, for all errors up to the next that it tells of */
	struct context contexts[CONTEXTS_MAX];
	int context_count;
};

/* "line" without the number and bar that gcc and clang put in front of a line of source. */
static struct str without_gutter(struct str line) {
	size_t at = 0;
	while (at < line.length && ((line.data[at] >= '0' && line.data[at] <= '9') || line.data[at] == ' ')) {
		at++;
	}
	return scan_at(line, at) == '|' ? scan_part(line, at + 1, line.length) : line;
}

/* Where "line" says that a static_assert failed; its length if it does not. */
static size_t find_assertion(struct str line) {
	size_t at = paste_find(line, 0, "static assertion failed");
	return at < line.length ? at : paste_find(line, 0, "static_assert failed");
}

/* Read what "line" has of the static_assert that failed: the sentence, and with clang the condition. */
static void read_assertion(struct str line, struct diagnostic *diagnostic) {
	size_t requirement = paste_find(line, 0, "due to requirement '");
	size_t behind = find_assertion(line);
	if (requirement < line.length) {
		size_t begin = requirement + strlen("due to requirement '");
		size_t end = paste_find(line, begin, "'");
		diagnostic->condition = scan_part(line, begin, end);
		behind = end + 1;
	}
	size_t open = paste_find(line, behind, "\"");
	size_t colon = paste_find(line, behind, "failed: ");
	colon = colon < line.length ? colon + strlen("failed: ") : scan_at_text(line, behind, ": ") ? behind + 2
												    : line.length;
	if (open + 1 < line.length && str_ends_with(line, "\"")) {
		diagnostic->sentence = scan_part(line, open + 1, line.length - 1);
	} else {
		diagnostic->sentence = scan_part(line, colon, line.length);
	}
}

/* Whether "text" is what a macro makes of a condition that fails: nothing is left of the condition. */
static bool is_bare_condition(struct str text) {
	return str_is(text, "C<false>::value") || str_is(text, "false");
}

/* What is asked in "decltype(...)::value" and the like. */
static struct str asked(struct str condition) {
	size_t open = strlen("decltype");
	size_t close = scan_at_word(condition, 0, "decltype") ? scan_close(condition, open) : open;
	bool wraps = close > open && condition.length - close == strlen("::value") && str_ends_with(condition, "::value");
	return wraps ? scan_part(condition, open + 1, close - 1) : condition;
}

/* Take what "line" says about the error: its condition, what it was reduced to, the templates that it is in. */
static void read_detail(struct str text, struct str line, struct diagnostic *diagnostic) {
	struct str source = without_gutter(line);
	bool is_condition = scan_at_word(source, 0, "static_assert") || scan_at_word(source, 0, "CUTE_STATIC_ASSERT_V")
		|| scan_at_word(source, 0, "CUTE_STATIC_ASSERT");
	if (diagnostic->is_assertion && is_condition) {
		struct str condition = inside(source, scan_blanks(source, scan_name(source, 0), SCAN_C));
		size_t begin = (size_t)(source.data - text.data);
		diagnostic->place = (struct span){ begin, begin + source.length };
		if ((diagnostic->condition.length == 0 || is_bare_condition(diagnostic->condition)) && condition.length > 0
			&& !str_has(source, "__VA_ARGS__")) {
			diagnostic->condition = condition;
		}
	}
	size_t reduces = paste_find(line, 0, "comparison reduces to ");
	reduces = reduces < line.length ? reduces : paste_find(line, 0, "expression evaluates to ");
	if (reduces < line.length) {
		diagnostic->reduced = inside(line, paste_find(line, reduces, "("));
	}
	if (diagnostic->context_count < CONTEXTS_MAX) {
		struct context *context = &diagnostic->contexts[diagnostic->context_count];
		diagnostic->context_count += read_context(line, context) ? 1 : 0;
	}
}

/*
 * Bind the parameters that are called after their types: "ctensor" of CTensor, "A" of ALayout. They have the layouts of
 * those.
 */
static void bind_parameters(struct evaluation *ev, struct str type, struct value value) {
	struct buf name;
	buf_init(&name, ev->algebra.arena);
	for (size_t i = 0; i < type.length; i++) {
		buf_put_char(&name, str_small(type.data[i]));
	}
	if (operation_find(buf_str(&name)) == NULL) {
		evaluation_bind(ev, buf_str(&name), value);
	}
	if (str_ends_with(type, "Layout")) {
		evaluation_bind(ev, (struct str){ type.data, type.length - strlen("Layout") }, value);
	}
}

/* Bind what the templates of the message are given, those inside over those around them. */
static void bind_arguments(struct evaluation *ev, const struct diagnostic *diagnostic) {
	for (int i = diagnostic->context_count; i > 0; i--) {
		const struct context *context = &diagnostic->contexts[i - 1];
		for (int j = 0; j < context->count; j++) {
			struct value value;
			if (context->arguments[j].name.length > 0 && paste_evaluate(ev, context->arguments[j].text, &value)) {
				bind_parameters(ev, context->arguments[j].name, value);
				evaluation_bind(ev, context->arguments[j].name, value);
			}
		}
	}
}

/* The arguments of "context" as those of a call: a shape and the stride behind it make a layout. */
static struct value *call_arguments(struct evaluation *ev, const struct context *context, int *count) {
	struct value *values = arena_array(ev->algebra.arena, ARGUMENTS_MAX, sizeof *values);
	*count = 0;
	for (int i = 0; i < context->count; i++) {
		struct value value;
		struct value stride;
		if (!paste_evaluate(ev, context->arguments[i].text, &value)) {
			break;
		}
		struct str name = context->arguments[i].name;
		bool is_shape = value.kind == VALUE_TUPLE && (name.length == 0 || str_ends_with(name, "Shape"));
		if (is_shape && i + 1 < context->count && paste_evaluate(ev, context->arguments[i + 1].text, &stride)
			&& stride.kind == VALUE_TUPLE) {
			struct layout layout = layout_make(&ev->algebra, value.tuple, stride.tuple);
			bool good = !algebra_failed(&ev->algebra);
			evaluation_forgive(ev);
			i += good ? 1 : 0;
			value = good ? value_from_layout(layout) : value;
		}
		values[(*count)++] = value;
	}
	return values;
}

/* The name of the type that a pointer in "engine" points to, cutlass::half_t *. */
static struct str pointed_type(struct str engine) {
	size_t end = paste_find(engine, 0, "*");
	end = end < engine.length ? end : paste_find(engine, 0, ">");
	struct str type = scan_part(engine, 0, end);
	if (str_ends_with(type, "const")) {
		type = scan_part(type, 0, type.length - strlen("const"));
	}
	return paste_last_name(type);
}

/* Say in "fault" why the tensor of "context" has no descriptor. Returns whether it has none. */
static bool explain_descriptor(struct evaluation *ev, const struct context *context, struct fault *fault) {
	if (context->count < 3) {
		return false;
	}
	struct str major = context->arguments[0].text;
	struct str engine = context->arguments[1].text;
	bool is_k = str_ends_with(major, "K") || str_ends_with(major, "0");
	struct buf call;
	struct value value;
	buf_init(&call, ev->algebra.arena);
	buf_printf(&call, "%s(Tensor<", context->descriptor);
	buf_put_str(&call, engine);
	buf_put(&call, ",");
	buf_put_str(&call, context->arguments[2].text);
	buf_put(&call, ">, ");
	buf_put_str(&call, pointed_type(engine));
	buf_put(&call, is_k ? ", \"K\")" : ", \"MN\")");
	bool evaluated = paste_evaluate(ev, buf_str(&call), &value);
	enum fault_code code = ev->error.fault.code;
	if (evaluated || code == FAULT_NAME || code == FAULT_SYNTAX || code == FAULT_TYPE) {
		return false;
	}
	fault_clear(fault);
	fault_set(fault, code, 0, "%s refuses: %.300s", context->descriptor, ev->error.fault.text);
	return true;
}

/* Say in "fault" why the outermost operation that the message names refuses its operands. Returns whether it does. */
static bool explain_operation(struct evaluation *ev, const struct diagnostic *diagnostic, struct fault *fault) {
	for (int i = diagnostic->context_count; i > 0; i--) {
		const struct context *context = &diagnostic->contexts[i - 1];
		const struct operation *operation = operation_find(context->operation);
		if (context->descriptor != NULL && explain_descriptor(ev, context, fault)) {
			return true;
		}
		if (operation == NULL) {
			continue;
		}
		int count;
		struct value *values = call_arguments(ev, context, &count);
		if (explain_call(ev, operation, values, count, fault)) {
			return true;
		}
	}
	return false;
}

/* Evaluate the condition of "diagnostic" and say why it fails. */
static void add_condition(struct evaluation *ev, const struct diagnostic *diagnostic, struct findings *findings) {
	struct binding *before = ev->bindings;
	struct fault fault;
	struct value value = value_none();
	fault_clear(&fault);
	bind_arguments(ev, diagnostic);
	struct buf condition;
	buf_init(&condition, ev->algebra.arena);
	buf_put(&condition, "static_assert(");
	buf_put_str(&condition, asked(diagnostic->condition));
	buf_put(&condition, ")");
	bool evaluated = paste_evaluate(ev, buf_str(&condition), &value);
	bool fails = evaluated && value.kind == VALUE_BOOL && !value.boolean;
	bool is_bare = is_bare_condition(diagnostic->condition);
	if (fails && !is_bare) {
		finding_explain(ev, ev->result_nodes[0], &fault);
		evaluation_forgive(ev);
	} else if (!explain_operation(ev, diagnostic, &fault)) {
		if (diagnostic->reduced.length > 0) {
			size_t length = diagnostic->reduced.length < 300 ? diagnostic->reduced.length : 300;
			fault_set(&fault, FAULT_REMARK, 0, "it comes to %.*s", (int)length,
				diagnostic->reduced.data);
		} else if (evaluated && !fails) {
			fault_set(&fault, FAULT_REMARK, 0, "the compiler says so, but with what the message tells it would hold");
		} else if (fault_is_set(&ev->error.fault) && diagnostic->condition.length > 0) {
			fault_set(&fault, FAULT_REMARK, 0, "its numbers are not in the message: %.200s", ev->error.fault.text);
		}
	}
	evaluation_forgive(ev);
	ev->bindings = before;
	struct finding *finding = findings_add(findings, FINDING_CONDITION, diagnostic->place);
	finding->name = diagnostic->sentence.length > 0 ? diagnostic->sentence : asked(diagnostic->condition);
	finding->value = value_from_bool(false);
	finding->fault = fault;
}

void paste_read_message(struct evaluation *ev, struct str text, struct findings *findings) {
	struct diagnostic *diagnostic = arena_alloc(ev->algebra.arena, sizeof *diagnostic);
	*diagnostic = (struct diagnostic){ .is_assertion = false };
	bool in_error = false;
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_line_end(text, at);
		struct str line = scan_part(text, at, end);
		bool starts = is_error(line) && (!begins_context(line));
		if (in_error && (starts || begins_context(line))) {
			if (diagnostic->is_assertion) {
				add_condition(ev, diagnostic, findings);
			}
			bool keep = diagnostic->has_context && !begins_context(line);
			int count = keep ? diagnostic->context_count : 0;
			diagnostic->condition = diagnostic->sentence = diagnostic->reduced = str_from("");
			diagnostic->context_count = count;
			diagnostic->has_context = keep;
			diagnostic->is_assertion = false;
			in_error = false;
		}
		diagnostic->has_context = diagnostic->has_context || begins_context(line);
		if (starts) {
			in_error = true;
			size_t begin = (size_t)(line.data - text.data);
			diagnostic->place = (struct span){ begin, begin + line.length };
			diagnostic->is_assertion = find_assertion(line) < line.length;
			if (diagnostic->is_assertion) {
				read_assertion(line, diagnostic);
			}
		} else {
			read_detail(text, line, diagnostic);
		}
		explain_dsl(ev, text, line, findings);
		paste_scan(ev, text, at, end, findings);
		at = end + 1;
	}
	run_traceback(ev, text, findings);
	if (diagnostic->is_assertion) {
		add_condition(ev, diagnostic, findings);
	}
}
