/*
 * What one reading of a source in Python tells the next: attributes that methods behind others give objects, and the
 * arguments of functions that are called at one place only, which their parameters are then.
 *
 * The DSL makes integers that a kernel or a function that is compiled is given known at run time only, so that those
 * are told to functions of Python alone, and to parameters that say Constexpr.
 */
#include <stdlib.h>

#include "lang/kernel/changes.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"

/* --- functions --- */

static int compare_functions(const void *a, const void *b) {
	return str_compare(((const struct python_function *)a)->name, ((const struct python_function *)b)->name);
}

struct python_function *kernel_first_function(const struct kernel *k, struct str name) {
	int low = 0;
	for (int high = k->function_count; low < high;) {
		int middle = low + (high - low) / 2;
		bool is_behind = str_compare(k->functions[middle].name, name) >= 0;
		high = is_behind ? middle : high;
		low = is_behind ? low : middle + 1;
	}
	bool is_one = low < k->function_count && str_equal(k->functions[low].name, name);
	return is_one ? &k->functions[low] : NULL;
}

/* The function called "name"; NULL if there is none, or there are several. */
static struct python_function *find_function(const struct kernel *k, struct str name) {
	struct python_function *first = kernel_first_function(k, name);
	const struct python_function *end = k->functions + k->function_count;
	bool is_only = first != NULL && (first + 1 == end || !str_equal(first[1].name, name));
	return is_only ? first : NULL;
}

bool kernel_names_by_string(struct str text) {
	static const char *const words[] = { "eval", "exec", "globals", "locals", "vars", "getattr", "attrgetter",
		"methodcaller", "__dict__", "__globals__", NULL };
	const char *const *word = words;
	while (*word != NULL && !scan_has_word(text, *word)) {
		word++;
	}
	return *word != NULL;
}

static bool is_quote(char c) {
	return c == '"' || c == '\'';
}

/* Whether what stands at "at", behind globals() or __dict__, may be any value of that: [name], .get(name), .values() */
static bool has_any_value(struct str text, size_t at) {
	if (scan_at(text, at) == '[') {
		return !is_quote(scan_at(text, at + 1));
	}
	if (scan_at(text, at) != '.') {
		return false;
	}
	size_t end = scan_word(text, at + 1);
	struct str name = scan_part(text, at + 1, end);
	bool has_name = str_is_among(name, "get pop") && is_quote(scan_at(text, end + 1));
	return str_is_among(name, "get pop values items popitem") && !has_name;
}

/* Whether "name" at "at" of "text" runs a text: eval(x), builtins.exec(x), and not model.eval(). */
static bool runs_text(struct str text, size_t at, struct str name) {
	bool is_member = at > 0 && text.data[at - 1] == '.';
	bool is_built_in = is_member && str_ends_with(scan_part(text, 0, at - 1), "builtins");
	return str_is_among(name, "eval exec") && (!is_member || is_built_in);
}

/* Whether the function "name" with "arguments" may return any function: getattr(x, name), attrgetter(name). */
static bool returns_any(struct str name, struct str arguments) {
	static const char *const modules = "torch cute cutlass np numpy math triton tl jax jnp cp";
	size_t comma = scan_comma(arguments, 0);
	struct str second = scan_part(arguments, comma < arguments.length ? comma + 1 : comma, arguments.length);
	if (str_is(name, "getattr")) {
		return !is_quote(scan_at(second, 0)) && !str_is_among(scan_part(arguments, 0, comma), modules);
	}
	return str_is_among(name, "attrgetter methodcaller") && !is_quote(scan_at(arguments, 0));
}

bool kernel_names_by_value(struct kernel *k, struct str text) {
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		struct str name = scan_part(text, at, end);
		size_t open = is_name ? scan_blanks(text, end, SCAN_PYTHON) : end;
		size_t close = is_name && scan_at(text, open) == '(' ? scan_close(text, open) : open;
		struct str arguments = scan_inside(text, open);
		bool is_table = is_name && str_is_among(name, "globals locals vars __dict__");
		bool runs_any = is_name && runs_text(text, at, name) && !is_quote(scan_at(arguments, 0));
		if ((is_table && has_any_value(text, close)) || (close > open && (runs_any || returns_any(name, arguments)))
				|| (is_name && str_is(name, "globals") && changes_any(text))) {
			return true;
		}
		at = end;
	}
	struct names fields = changes_fields(k->ev->algebra.arena, text);
	for (int i = 0; i < fields.count; i++) {
		if (kernel_names_by_value(k, fields.items[i])) {
			return true;
		}
	}
	return false;
}

/* Count the function called "name" as named once more. */
static void count_mention(struct kernel *k, struct str name) {
	struct python_function *function = find_function(k, name);
	if (function != NULL) {
		function->mentions++;
	}
}

/* Count the functions that "text", a string, names: each word of one that is run, else a string that is a name. */
static void count_in_string(struct kernel *k, struct str text, bool is_run) {
	for (size_t at = 1; at < text.length;) {
		size_t end = scan_word(text, at);
		if (is_run || (at == 1 && end + 1 == text.length)) {
			count_mention(k, scan_part(text, at, end));
		}
		at = end + 1;
	}
}

/*
 * Count how often each function is named in "text" outside of its head, and in its strings where "in_strings" says so;
 * cute.kernel is none of the source.
 */
static void count_mentions(struct kernel *k, struct str text, bool in_strings) {
	struct str before = str_from("");
	size_t run_end = 0; /* of the last call of eval or exec */
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		struct str name = scan_part(text, at, end);
		bool is_other = str_is(before, "def") || (str_is(before, "cute") && text.data[at - 1] == '.');
		if (is_name && !is_other) {
			count_mention(k, name);
		}
		if (is_name && in_strings && runs_text(text, at, name)) {
			run_end = scan_close(text, scan_blanks(text, end, SCAN_PYTHON));
		}
		if (in_strings && is_quote(text.data[at])) {
			count_in_string(k, name, at < run_end);
		}
		bool joins = scan_is_blank(text.data[at]) || text.data[at] == '.';
		before = is_name ? name : joins ? before : str_from("");
		at = end;
	}
	struct names fields = changes_fields(k->ev->algebra.arena, text);
	for (int i = 0; i < fields.count; i++) {
		count_mentions(k, fields.items[i], in_strings);
	}
}

/* Whether "text", a decorator, leaves what the function is given as it is. */
static bool is_plain_decorator(struct str text) {
	return str_is(text, "@staticmethod") || str_is(text, "@classmethod");
}

void kernel_find_functions(struct kernel *k) {
	int room = 0;
	bool is_compiled = false;
	bool is_decorated = false;
	struct statements statements = statements_of(k->text, 0, k->text.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = scan_part(k->text, statement.span.begin, statement.span.end);
		if (scan_at(text, 0) == '@') {
			is_compiled = is_compiled || !is_plain_decorator(text);
			is_decorated = is_decorated || !(is_plain_decorator(text) || str_starts_with(text, "@cute."));
			continue;
		}
		bool is_async = scan_at_word(text, 0, "async");
		text = is_async ? scan_part(text, strlen("async"), text.length) : text;
		if (scan_at_word(text, 0, "def")) {
			if (k->function_count == room) {
				struct python_function *old = k->functions;
				room = room > 0 ? 2 * room : 16;
				k->functions = arena_array(k->ev->algebra.arena, (size_t)room, sizeof *k->functions);
				if (old != NULL) {
					memcpy(k->functions, old, (size_t)k->function_count * sizeof *old);
				}
			}
			size_t begin = scan_blanks(text, strlen("def"), SCAN_C);
			struct str name = scan_part(text, begin, scan_word(text, begin));
			struct str body = statement.kind == STATEMENT_OPEN ? kernel_body(&statements) : str_from("");
			bool is_lazy = is_async || scan_has_word(body, "yield");
			k->functions[k->function_count++] = (struct python_function){ .name = name, .head = text, .body = body,
				.is_compiled = is_compiled, .is_decorated = is_decorated, .is_lazy = is_lazy };
		}
		is_compiled = is_decorated = false;
	}
	if (k->function_count > 0) {
		qsort(k->functions, (size_t)k->function_count, sizeof *k->functions, compare_functions);
	}
	count_mentions(k, k->text, kernel_names_by_string(k->text));
	k->names_by_value = kernel_names_by_value(k, k->text);
}

/* --- what is told --- */

/* What "told" and those behind it say of "name" of "owner", or NULL. */
static const struct told *find_told(const struct told *told, struct str owner, struct str name) {
	while (told != NULL && (told->owner.data != owner.data || !str_equal(told->name, name))) {
		told = told->next;
	}
	return told;
}

const struct told *kernel_told(const struct kernel *k, struct str owner, struct str name) {
	return find_told(k->told, owner, name);
}

void kernel_tell(struct kernel *k, struct str owner, struct str name, struct value value) {
	if (value.kind == VALUE_NONE || find_told(k->tells, owner, name) != NULL) {
		return;
	}
	if (k->tell_count == LIMIT_KERNEL_TOLD) {
		kernel_exceed(k, KERNEL_TOLD);
		return;
	}
	struct told *told = arena_alloc(k->ev->algebra.arena, sizeof *told);
	*told = (struct told){ owner, name, value, k->tells };
	k->tells = told;
	k->tell_count++;
}

bool kernel_is_special(struct str name) {
	return str_starts_with(name, "__") && str_ends_with(name, "__");
}

/* Whether "value" is the same in a function that is compiled, which has integers at run time only. */
static bool stays_same(const struct value *value) {
	switch (value->kind) {
	case VALUE_LAYOUT:
	case VALUE_COMPOSED:
	case VALUE_TENSOR:
	case VALUE_STRING:
	case VALUE_COPY_ATOM:
	case VALUE_MMA_ATOM:
	case VALUE_TILED_COPY:
	case VALUE_TILED_MMA:
		return true;
	case VALUE_LIST:
		for (int i = 0; i < value->list.count; i++) {
			if (!stays_same(&value->list.items[i])) {
				return false;
			}
		}
		return true;
	default:
		return false;
	}
}

/* What stands behind the parameter "name" in the head of a function: its type and default. */
static struct str behind_parameter(struct str head, struct str name) {
	size_t begin = (size_t)(name.data - head.data) + name.length;
	size_t close = scan_close(head, scan_open(head));
	struct str rest = close > begin ? scan_part(head, begin, close - 1) : str_from("");
	return (struct str){ rest.data, scan_comma(rest, 0) };
}

/* Whether "parameter" takes all arguments that are left: *args and **named. */
static bool takes_rest(struct str head, struct str parameter) {
	return parameter.data > head.data && parameter.data[-1] == '*';
}

/* Tell what "text", an argument in the place "place", is for "function"; returns whether others may follow it. */
static bool tell_argument(struct kernel *k, const struct python_function *function, const struct names *parameters,
	int place, struct str text) {
	size_t sign = declaration_assignment(text);
	bool is_named = sign < text.length;
	if (scan_at(text, 0) == '*') {
		return false;
	}
	struct str name = is_named ? scan_part(text, 0, sign) : str_from("");
	for (int i = 0; i < parameters->count && (is_named || i <= place); i++) {
		struct str parameter = parameters->items[i];
		bool is_it = is_named ? str_equal(parameter, name) : i == place;
		struct value value;
		if (takes_rest(function->head, parameter)) {
			return is_named;
		}
		struct str argument = is_named ? scan_part(text, sign + 1, text.length) : text;
		if (!is_it || !kernel_value(k, argument, &value)) {
			continue;
		}
		kernel_keep_made_lists(k, argument, &value);
		bool is_changed = function->is_lazy && kernel_has_lists(k, &value); /* perhaps, when its body is run */
		if (!is_changed && (!function->is_compiled || stays_same(&value)
				|| scan_has_word(behind_parameter(function->head, parameter), "Constexpr"))) {
			kernel_tell(k, function->head, parameter, value);
		}
	}
	return true;
}

void kernel_tell_call(struct kernel *k, struct str text) {
	size_t assignment = declaration_assignment(text);
	struct str call = assignment < text.length ? scan_part(text, assignment + 1, text.length) : text;
	bool is_method = str_starts_with(call, "self.");
	size_t begin = is_method ? strlen("self.") : 0;
	size_t open = scan_is_name_start(scan_at(call, begin)) ? scan_word(call, begin) : begin;
	size_t close = scan_at(call, open) == '(' ? scan_close(call, open) : open;
	if (close == open || (close < call.length && !scan_at_text(call, close, ".launch("))) {
		return;
	}
	const struct python_function *function = find_function(k, scan_part(call, begin, open));
	bool is_alone = function != NULL && function->mentions == 1 && !kernel_is_special(function->name);
	if (!is_alone || k->names_by_value) {
		return;
	}
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	struct names parameters = changes_parameters(k->ev->algebra.arena, function->head);
	bool has_object = parameters.count > 0 && str_is_among(parameters.items[0], "self cls");
	int count = kernel_split(k, scan_inside(call, open), parts);
	bool goes_on = !has_object || is_method;
	for (int i = 0; i < count && goes_on; i++) {
		goes_on = tell_argument(k, function, &parameters, i + (has_object ? 1 : 0), parts[i]);
	}
}
