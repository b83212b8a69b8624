/*
 * Functions and loops: parameters whose values nobody gave are "poisoned", names that hide any outer one and have no
 * value, so that what depends on them is left out rather than computed with a wrong one.
 */
#include <string.h>

#include "base/element.h"
#include "lang/evaluate/evaluate.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"
#include "lang/ops/operation.h"

/* The name that the plain statement "text" declares; empty if it declares none, or several. */
static struct str declared_name(struct str text) {
	size_t assignment = declaration_assignment(text);
	struct declaration declaration = { .name = { NULL, 0 } };
	if (assignment < text.length) {
		declaration_read_target(true, scan_part(text, 0, assignment), &declaration);
	} else {
		declaration_read_plain(text, &declaration);
	}
	return declaration.name;
}

/* An outer "name" is hidden by one of which nothing is known. */
static void hide(struct kernel *k, struct str name) {
	kernel_poison(k, name);
	k->ev->bindings->is_local = true;
}

void kernel_hide_declared(struct kernel *k, struct str text) {
	struct str name = declared_name(text);
	if (name.length > 0) {
		hide(k, name);
	}
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
			at = scan_step(text, at, SCAN_C);
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

/*
 * Whether what stands in the head of a loop gives "name", with "type" in front of it, an integer: auto i = 0, or i++,
 * i += 2 where it is one.
 */
static bool is_counter(struct kernel *k, struct str name, struct str type, struct str value) {
	struct value first;
	bool has_words = false;
	for (size_t at = 0; at < type.length; at++) {
		has_words = has_words || scan_is_name_part(type.data[at]);
	}
	if (!has_words) {
		return name.length > 0 && kernel_is_count(k, name);
	}
	bool is_auto = str_is(type, "auto") || str_is(type, "auto const") || str_is(type, "const auto");
	bool good = is_auto && value.length > 0 && kernel_value(k, kernel_expand(k, value), &first);
	return good && first.kind == VALUE_TUPLE && tuple_is_plain_int(first.tuple);
}

/*
 * The name that "text" declares, or changes, is not known: in the head of a loop, or as a parameter that the user gave
 * no value.
 */
static void poison_declared(struct kernel *k, struct str text, bool is_parameter) {
	struct declaration declaration = { .value = str_from("") };
	bool in_braces = !is_parameter && str_ends_with(text, "}") && declaration_read_plain(text, &declaration);
	struct str name = in_braces ? declaration.name : kernel_parameter(before_range(text));
	struct str type = kernel_plain_types(k, kernel_parameter_type(text, name));
	size_t assignment = declaration_assignment(text);
	struct str value = declaration.value;
	if (!in_braces && assignment < text.length) {
		value = scan_part(text, assignment + 1, text.length);
	}
	bool is_array = declaration_is_array(scan_part(text, 0, assignment));
	kernel_keep_variable(k, name, type);
	if (is_parameter && kernel_bind_given(k, name, words_are_integer_type(type))) {
		return;
	}
	if (name.length > 0 && is_array) {
		kernel_bind_place(k, name);
	} else if (name.length > 0 && words_are_integer_type(type)) {
		kernel_bind_unknown(k, name);
	} else if (name.length > 0 && words_are_pointer_type(type)) {
		kernel_bind_place(k, name);
	} else if (words_are_container_type(type)) {
		kernel_bind_container(k, name);
	} else if (!is_parameter && !is_comparison(text) && is_counter(k, name, type, value)) {
		kernel_bind_unknown(k, name);
	} else if (!is_comparison(text)) {
		kernel_poison(k, name);
	}
}

/* Whether what a parameter of "type" is given is changed through it: T &, T &... */
static bool is_reference(struct str type) {
	if (scan_has_word(type, "std::add_lvalue_reference_t")) {
		return true;
	}
	type = str_ends_with(type, "...") ? scan_part(type, 0, type.length - strlen("...")) : type;
	return str_ends_with(type, "&") && !scan_has_word(type, "const");
}

/*
 * Whether the parameter "text" is one that integers are changed through, int& n, or one of another type that "body"
 * changes.
 */
static bool is_written(struct kernel *k, struct str text, struct str body) {
	struct str name = kernel_parameter(text);
	struct str type = kernel_parameter_type(text, name);
	return is_reference(type)
		&& (words_are_integer_type(type) || changes_name(kernel_replace_macros(k, body), &k->writers, name));
}

bool kernel_writes(struct kernel *k, struct str parameters, struct str body) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int count = kernel_split(k, kernel_replace_macros(k, parameters), parts);
	int writers = k->writers.count;
	bool writes = false;
	for (int i = 0; i < count; i++) {
		names_add(&k->writers, kernel_parameter(parts[i])); /* f of void g(F f, int &n) { f(n); } may be one */
	}
	for (int i = 0; i < count && !writes; i++) {
		writes = is_written(k, parts[i], body);
	}
	k->writers.count = writers;
	return writes;
}

bool kernel_keeps_parameter(struct kernel *k, struct str parameters, struct str body) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	struct names pointed = changes_pointed(k->ev->algebra.arena, body);
	int count = pointed.count > 0 ? kernel_split(k, parameters, parts) : 0;
	for (int i = 0; i < count; i++) {
		struct str name = kernel_parameter(parts[i]);
		if (is_reference(kernel_parameter_type(parts[i], name)) && names_have(&pointed, name)) {
			return true;
		}
	}
	return false;
}

/* Whether one of the "parameters" is a reference that what it is given is changed through. */
static bool takes_reference(struct kernel *k, struct str parameters) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int count = kernel_split(k, parameters, parts);
	for (int i = 0; i < count; i++) {
		if (is_reference(kernel_parameter_type(parts[i], kernel_parameter(parts[i])))) {
			return true;
		}
	}
	return false;
}

/*
 * Whether the function with this head, whose parameters stand between "open" and "close", may return a reference that
 * what it is given is changed through: auto &at(T &t), auto at(T &t) -> int &.
 */
static bool returns_reference(struct str head, size_t open, size_t close) {
	struct str before = scan_part(head, 0, open);
	struct str behind = scan_part(head, close, head.length);
	bool refers = memchr(before.data, '&', before.length) != NULL && !scan_has_word(before, "const");
	return refers || scan_has_word(before, "decltype") || memchr(behind.data, '&', behind.length) != NULL
		|| scan_has_word(behind, "decltype");
}

/* The "parameter" of a template has what the user gave it, or is not known. */
static void poison_template(struct kernel *k, struct str parameter) {
	struct str name = kernel_parameter(parameter);
	struct str type = kernel_plain_types(k, kernel_parameter_type(parameter, name));
	kernel_keep_variable(k, name, type);
	if (!kernel_bind_given(k, name, words_are_integer_type(type))) {
		kernel_poison(k, name);
	}
}

/* Whether "text", which stands in round brackets, begins with a parameter that has a type and a name: int n, int m */
static bool is_parameters(struct str text) {
	struct str first = scan_part(text, 0, scan_comma(text, 0));
	struct str name = kernel_parameter(first);
	return kernel_parameter_type(first, name).length > 0 && !words_are_number_type(name);
}

size_t kernel_parameters_open(struct str text) {
	static const char *const in_front = "decltype requires explicit noexcept operator";
	static const char *const behind = "const volatile noexcept override final throw requires try mutable";
	for (size_t at = 0;;) {
		size_t open = at + scan_open((struct str){ text.data + at, text.length - at });
		size_t close = scan_close(text, open);
		if (close == open) {
			return text.length;
		}
		size_t next = scan_blanks(text, close, SCAN_C);
		struct str front = scan_part(text, at, open);
		struct str name = str_ends_with(front, "]") ? str_from("") : declaration_last_name(front); /* operator[] */
		struct str follows = { text.data + next, scan_name(text, next) - next };
		size_t star = scan_blanks(text, open + 1, SCAN_C);
		/* int (*f(int n))[4], int (S::*f(int n))(int), int (*(*f(int n))(int))(int) */
		size_t owner = scan_name(text, star);
		size_t sign = scan_at_text(text, owner, "::") ? owner + strlen("::") : star;
		bool may_point = scan_at(text, next) == '(' || scan_at(text, next) == '[';
		if (may_point && (scan_at(text, sign) == '*' || scan_at(text, sign) == '&')) {
			struct str inside = scan_part(text, sign + 1, close - 1);
			size_t inner = kernel_parameters_open(inside);
			if (inner < inside.length) {
				return (size_t)(inside.data - text.data) + inner;
			}
		}
		bool ends = follows.length == 0 || str_is_among(follows, behind)
			|| (words_is_macro_name(follows) && is_parameters(scan_inside(text, open)));
		bool goes_on = scan_at(text, next) == '(' || !ends;
		if (!goes_on && !str_is_among(name, in_front)) {
			return open;
		}
		at = close;
	}
}

/* What stands in front of the "::" at the end of "text": S, n::S<T, 4>. */
static struct str owner_at_end(struct str text) {
	size_t end = str_ends_with(text, "::") ? text.length - 2 : 0;
	size_t begin = end;
	int depth = 0;
	while (begin > 0) {
		char c = text.data[begin - 1];
		depth += c == '>' ? 1 : c == '<' ? -1
						 : 0;
		if (depth == 0 && c != '<' && c != ':' && !scan_is_name_part(c)) {
			break;
		}
		begin--;
	}
	return (struct str){ text.data + begin, depth == 0 ? end - begin : 0 };
}

/* Where the name of a function begins in "head", what is in front of its parameters: f, operator==, operator int. */
static size_t function_begin(struct str head) {
	for (size_t at = 0; at < head.length;) {
		size_t end = scan_word(head, at);
		if (str_is(scan_part(head, at, end), "operator")) {
			return at;
		}
		at = end > at ? end : scan_step(head, at, SCAN_C);
	}
	return (size_t)(declaration_last_name(head).data - head.data);
}

/* A function that is defined outside of its structure or namespace, void S::f(int n), sees the members of it. */
static void bind_owner(struct kernel *k, struct str text) {
	struct str head = scan_part(text, 0, kernel_parameters_open(text));
	struct str owner = owner_at_end((struct str){ head.data, function_begin(head) });
	for (size_t at = 0; at < owner.length;) {
		size_t close = owner.data[at] == '<' ? scan_close(owner, at) : at;
		at = close > at ? close : at + 1;
		if (at == owner.length || scan_at_text(owner, at, "::")) {
			/* Of n::S, n and S in it. */
			kernel_bind_members(k, kernel_expand(k, (struct str){ owner.data, at }), str_from(""));
		}
	}
}

/* The name of the function that "text" is the head of: it stands in front of the first round bracket. */
static struct str function_name(struct str text) {
	size_t open = kernel_parameters_open(text);
	return open < text.length ? declaration_last_name(scan_part(text, 0, open)) : str_from("");
}

/*
 * Whether the part "inside" of the round bracket behind "word" may declare a name: not n * m of switch (n * m), which
 * no "=" is in, or what is not the first in the head of a loop.
 */
static bool may_declare(struct str word, struct str inside, bool is_first) {
	bool asks = str_is_among(word, "while switch") || (str_is(word, "for") && !is_first);
	return !asks || str_ends_with(inside, "}") || declaration_assignment(inside) < inside.length;
}

/*
 * Names that the round brackets of "text" declare are not known in the body, but for parameters of a function that the
 * user gave a value.
 */
static void poison_parameters(struct kernel *k, struct str text, struct str parameters, bool is_function) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int count = kernel_split(k, parameters, parts);
	for (int i = 0; i < count; i++) {
		poison_template(k, parts[i]);
	}
	if (is_function) {
		bind_owner(k, text);
	}
	/* Macros and labels may stand in front of it: UNROLL for (...). */
	struct str word = function_name(text);
	size_t open = kernel_parameters_open(text);
	size_t close = scan_close(text, open);
	for (size_t part = open + 1; part < close;) {
		size_t end = part;
		while (end < close - 1 && text.data[end] != ';') {
			end++;
		}
		struct str inside = scan_part(text, part, end);
		bool declares = may_declare(word, inside, part == open + 1);
		count = declares ? kernel_split(k, inside, parts) : 0;
		for (int i = 0; i < count; i++) {
			poison_declared(k, parts[i], is_function);
		}
		part = end + 1;
	}
}

/* Where a function of the source is named as an operation or a type, calls are not those of it from now on. */
static void hide_operation(struct kernel *k, struct str name) {
	bool is_type = !k->in_structure && element_find(name) != NULL;
	if (!k->in_cute && (is_type || operation_find(name) != NULL)) {
		kernel_poison(k, name);
	}
}

struct names kernel_find_redeclared(struct kernel *k, struct span body) {
	struct names found = { .arena = k->ev->algebra.arena };
	struct statements statements = statements_of(k->text, body.begin, body.end, true);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		bool is_plain = statement.kind == STATEMENT_PLAIN;
		struct str name = is_plain ? declared_name(kernel_skip_prefixes(text)) : str_from("");
		if (statement.kind == STATEMENT_OPEN) {
			statements_skip_body(&statements);
		}
		if (name.length > 0 && (evaluation_binding(k->ev, name) != NULL || element_find(name) != NULL)) {
			names_add(&found, name);
		}
	}
	return found;
}

/* What members of a structure declare behind the body that begins here is meant in it, and is not known. */
static void poison_later(struct kernel *k, const struct statements *statements) {
	const char *here = statements->text.data + statements->at;
	for (int i = 0; i < k->redeclared.count; i++) {
		if (k->redeclared.items[i].data > here && kernel_count_change(k)) {
			hide(k, k->redeclared.items[i]);
		}
	}
}

/*
 * The body of a loop, of a function, or one without a head. What a loop changes is not known in it either, since it may
 * have been run before; a function is run elsewhere.
 */
void kernel_open_body(struct kernel *k, struct statements *statements, const struct head *head) {
	static const char *const loops[] = { "for", "while", "do", "switch", "try", "catch", NULL };
	struct str text = kernel_skip_prefixes(head->text);
	bool is_block = text.length == 0;
	struct str name = is_block ? str_from("") : function_name(text);
	/* A macro may stand in front of the word: UNROLL for (...). */
	bool is_loop = words_find(text, loops) != NULL || str_is_among(name, "for while switch catch");
	/* In a function a body behind something else is that of a macro: FOR_EACH(i, n) { ... }. */
	bool is_function = !is_block && !is_loop && (!k->in_function || k->in_structure);
	bool in_structure = k->in_structure;
	bool in_function = k->in_function;
	const struct binding *around_function = k->around_function;
	const struct typed_name *variables = k->variables;
	if (!is_block && !is_function) {
		kernel_forget(k, text);
		kernel_forget(k, kernel_body(statements));
	}
	if (is_function) {
		kernel_share_changed(k, text, kernel_body(statements));
	}
	struct binding *before = k->ev->bindings;
	if (is_function && in_structure) {
		poison_later(k, statements);
	}
	size_t open = kernel_parameters_open(text);
	struct str parameters = scan_inside(text, open);
	bool writes = is_function
		&& (kernel_writes(k, parameters, kernel_body(statements))
			|| (takes_reference(k, parameters) && returns_reference(text, open, scan_close(text, open))));
	poison_parameters(k, head->text, head->parameters, is_function);
	for (struct binding *binding = k->ev->bindings; binding != before; binding = binding->next) {
		binding->is_local = true;
	}
	if (writes) {
		names_add(&k->writers, name);
	}
	k->in_structure = false;
	k->in_function = in_function || is_function;
	k->around_function = is_function ? before : around_function;
	kernel_run_scope(k, statements, is_block);
	k->around_function = around_function;
	k->in_function = in_function;
	k->in_structure = in_structure;
	if (is_function) {
		k->variables = variables; /* others of these names may be of other types */
		kernel_leave(k, before, false);
		hide_operation(k, name);
	} else if (!is_block) {
		k->ev->bindings = before;
	}
	if (scan_at(text, 0) == '[') {
		/* A lambda that is called at once: [](int &n) { n = 4; }(m). */
		size_t begin = scan_blanks(statements->text, statements->at, SCAN_C);
		size_t end = scan_at(statements->text, begin) == '(' ? scan_close(statements->text, begin) : begin;
		struct str given = scan_part(statements->text, begin, end);
		kernel_forget(k, given);
		if (takes_reference(k, parameters)) {
			kernel_share_all(k, given);
		}
		statements->at = end;
	}
}
