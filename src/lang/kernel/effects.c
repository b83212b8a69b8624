/*
 * What functions of Python do to values that are not their own, at any place that calls them: names that they say to be
 * of outside, and lists that they change in their place. Which function calls which is not asked: where one of the
 * source is named, what all of them change is not known from then on. One that is a value there, h = f, may be run
 * wherever that is called: what it changes is not known whatever it is given later.
 */
#include "lang/kernel/changes.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"

/* Find what "function" changes. */
static void find_effects(struct kernel *k, struct python_function *function) {
	struct arena *arena = k->ev->algebra.arena;
	struct names parameters = changes_parameters(arena, function->head);
	struct names own = { .arena = arena };
	struct names lists = { .arena = arena };
	struct names escaping = { .arena = arena };
	struct names attributes = { .arena = arena }; /* that names of its own are other names for */
	bool changes_own = false;
	function->parts = (struct names){ .arena = arena };
	function->outside = (struct effects){ { .arena = arena }, { .arena = arena }, { .arena = arena } };
	struct str body = function->body;
	struct statements statements = statements_of(body, 0, body.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = scan_part(body, statement.span.begin, statement.span.end);
		struct names in_place = changes_in_place(arena, text);
		struct names changed = changes_of_python(arena, text);
		struct names outside = changes_outside(arena, text);
		for (int i = 0; i < changed.count; i++) {
			if (!names_have(&in_place, changed.items[i])) {
				names_add(&own, changed.items[i]);
			}
		}
		for (int i = 0; i < outside.count; i++) {
			names_add(&function->outside.changed, outside.items[i]);
		}
		for (int i = 0; i < in_place.count; i++) {
			names_add(&lists, in_place.items[i]);
		}
		kernel_find_escapes(k, text, &escaping, &function->parts, &attributes);
	}
	function->given = function->escaping = (struct names){ .arena = arena };
	for (int i = 0; i < escaping.count; i++) {
		changes_own = changes_own || names_have(&own, escaping.items[i]);
		if (names_have(&parameters, escaping.items[i])) {
			names_add(&function->escaping, escaping.items[i]);
		} else if (!names_have(&own, escaping.items[i])) {
			names_add(&function->outside.escaping, escaping.items[i]);
		}
	}
	for (int i = 0; i < lists.count; i++) {
		changes_own = changes_own || names_have(&own, lists.items[i]);
		if (names_have(&parameters, lists.items[i])) {
			names_add(&function->given, lists.items[i]);
		} else if (!names_have(&own, lists.items[i])) {
			names_add(&function->outside.lists, lists.items[i]);
			names_add(&k->changing, lists.items[i]);
		}
	}
	for (int i = 0; i < attributes.count && changes_own; i++) {
		names_add(&function->outside.escaping, attributes.items[i]);
	}
}

static void add_names(struct names *names, const struct names *others) {
	for (int i = 0; i < others->count; i++) {
		if (!names_have(names, others->items[i])) {
			names_add(names, others->items[i]);
		}
	}
}

static void add_effects(struct effects *effects, const struct effects *others) {
	add_names(&effects->changed, &others->changed);
	add_names(&effects->lists, &others->lists);
	add_names(&effects->escaping, &others->escaping);
}

void kernel_find_effects(struct kernel *k) {
	for (int i = 0; i < k->function_count; i++) {
		find_effects(k, &k->functions[i]);
		add_effects(&k->effects, &k->functions[i].outside);
	}
}

/* "function" may be run from now on where nothing calls it: it is put on "open" if that is new. */
static void let_run(struct python_function *function, struct python_function **open) {
	if (!function->is_unseen) {
		function->is_unseen = true;
		function->next = *open;
		*open = function;
	}
}

/* So may those that objects call, as __len__ and __enter__ are. */
static void let_run_special(struct kernel *k, struct python_function **open) {
	for (int i = 0; i < k->function_count && !k->has_objects; i++) {
		if (kernel_is_special(k->functions[i].name)) {
			let_run(&k->functions[i], open);
		}
	}
	k->has_objects = true;
}

/* So may all functions called "name". */
static void let_run_all(struct kernel *k, struct str name, struct python_function **open) {
	struct python_function *each = kernel_first_function(k, name);
	while (each != NULL && each < k->functions + k->function_count && str_equal(each->name, name)) {
		let_run(each++, open);
	}
}

/*
 * So may functions that "text" has as values, generators that it calls, whose bodies are run later, and all that it
 * calls if it "is_later" run itself, as what stands in a lambda is.
 */
static void let_run_named(struct kernel *k, struct str text, bool is_later, struct python_function **open) {
	struct str before = str_from("");
	bool has_strings = kernel_names_by_string(text);
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		size_t next = is_name ? scan_blanks(text, end, SCAN_PYTHON) : end;
		struct str name = scan_part(text, at, end);
		bool is_target = scan_at(text, next) == '=' && scan_at(text, next + 1) != '=';
		bool is_other = str_is(before, "def") || (str_is(before, "cute") && text.data[at - 1] == '.');
		bool is_one = is_name && !is_target && !is_other;
		const struct python_function *first = is_one ? kernel_first_function(k, name) : NULL;
		if (first != NULL && (is_later || first->is_lazy || scan_at(text, next) != '(')) {
			let_run_all(k, name, open);
		}
		for (size_t word = at + 1; word < end && !is_name && has_strings;) {
			size_t behind = scan_word(text, word);
			let_run_all(k, scan_part(text, word, behind), open);
			word = behind + 1;
		}
		if (is_name && kernel_has_class(k, name)) {
			let_run_special(k, open);
		}
		bool joins = scan_is_blank(text.data[at]) || text.data[at] == '.';
		before = is_name ? name : joins ? before : str_from("");
		at = end;
	}
	struct names fields = changes_fields(k->ev->algebra.arena, text);
	for (int i = 0; i < fields.count; i++) {
		let_run_named(k, fields.items[i], is_later, open);
	}
}

/* What the functions "open" change is not known from now on, nor what those do that they call or name. */
static void add_unseen(struct kernel *k, struct python_function *open) {
	while (open != NULL) {
		const struct python_function *function = open;
		open = function->next;
		add_effects(&k->unseen, &function->outside);
		let_run_named(k, function->body, true, &open);
	}
}

void kernel_begin_effects(struct kernel *k) {
	struct arena *arena = k->ev->algebra.arena;
	struct python_function *open = NULL;
	k->unseen = (struct effects){ { .arena = arena }, { .arena = arena }, { .arena = arena } };
	for (int i = 0; i < k->function_count; i++) {
		k->functions[i].is_unseen = false;
	}
	for (int i = 0; i < k->function_count; i++) {
		if (k->functions[i].is_decorated) {
			let_run(&k->functions[i], &open);
		}
	}
	add_unseen(k, open);
}

/* Whether "text" has a lambda or a generator, (f(x) for x in y), what is in which is run later. */
static bool has_later(struct str text) {
	bool has = scan_has_word(text, "lambda");
	bool may_have = scan_has_word(text, "for");
	for (size_t at = 0; at < text.length && may_have && !has; at = scan_step(text, at, SCAN_PYTHON)) {
		struct str inner = text.data[at] == '(' ? scan_inside(text, at) : str_from("");
		has = scan_outer_word(inner, "for") < inner.length;
	}
	return has;
}

/* What may be run from now on where nothing calls it, as "text" has it as a value, or in a lambda. */
static void find_unseen(struct kernel *k, struct str text) {
	struct python_function *open = NULL;
	bool is_later = has_later(text);
	bool is_any = k->function_count > 0 && kernel_names_by_value(k, text);
	for (int i = 0; i < k->function_count && is_any; i++) {
		/* Outside of functions those that stand below are not there yet, but those in loops come again. */
		struct str head = k->functions[i].head;
		bool may_come_again = head.data > k->text.data && head.data[-1] != '\n';
		if (k->in_function || may_come_again || head.data < text.data) {
			let_run(&k->functions[i], &open);
		}
	}
	if (k->function_count > 0) {
		let_run_named(k, text, is_later, &open);
		add_unseen(k, open);
	}
	if (is_later) {
		struct names lists = changes_in_place(k->ev->algebra.arena, text);
		add_names(&k->unseen.lists, &lists);
	}
}

/* Lists among the "arguments" of "function", which changes some of its parameters, are not known any more. */
static void forget_given(struct kernel *k, const struct python_function *function, struct str arguments) {
	struct names parameters = changes_parameters(k->ev->algebra.arena, function->head);
	bool has_rest = false;
	for (int i = 0; i < parameters.count; i++) {
		has_rest = has_rest || parameters.items[i].data[-1] == '*';
	}
	int place = parameters.count > 0 && str_is_among(parameters.items[0], "self cls") ? 1 : 0;
	for (size_t begin = 0; begin < arguments.length; place++) {
		size_t end = scan_comma(arguments, begin);
		struct str argument = scan_part(arguments, begin, end);
		size_t sign = declaration_assignment(argument);
		bool is_named = sign < argument.length;
		struct str list = is_named ? scan_part(argument, sign + 1, argument.length) : argument;
		struct str name = is_named ? scan_part(argument, 0, sign) : str_from("");
		name = !is_named && place < parameters.count ? parameters.items[place] : name;
		bool is_rest = has_rest && (!names_have(&parameters, name) || (!is_named && name.data[-1] == '*'));
		if (names_have(&function->given, name)) {
			kernel_forget_list(k, list);
		} else if (names_have(&function->parts, name)) {
			kernel_forget_parts_of(k, list);
		}
		if (is_rest || names_have(&function->escaping, name)) {
			kernel_forget_lists_among(k, &(struct names){ .items = &list, .count = 1 });
		}
		bool spreads = str_starts_with(list, "*"); /* over any of the parameters */
		bool keeps = names_have(&function->given, name) || names_have(&function->parts, name)
			|| names_have(&function->escaping, name) || is_rest || spreads;
		if (keeps && scan_path(list, 0) < list.length) {
			/* What the function does, it does to lists in the value: x if y else z, x[0], [x] + y */
			kernel_forget_escaping(k, kernel_join(k, str_from("return"), " ", list));
		}
		begin = end + 1;
	}
}

/* The same of all functions called "name". Returns whether there is one. */
static bool forget_of(struct kernel *k, struct str name, struct str arguments) {
	const struct python_function *first = kernel_first_function(k, name);
	const struct python_function *end = k->functions + k->function_count;
	const struct python_function *each = first;
	while (each != NULL && each < end && str_equal(each->name, name)) {
		if (each->given.count > 0 || k->list_count > 0) {
			forget_given(k, each, arguments);
		}
		each++;
	}
	return first != NULL;
}

/* Lists that calls in "text" change are not known any more. Returns whether it calls functions of the source. */
static bool run_calls(struct kernel *k, struct str text) {
	bool calls = false;
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		size_t open = scan_blanks(text, end, SCAN_PYTHON);
		struct str arguments = scan_at(text, open) == '(' ? scan_inside(text, open) : str_from("");
		/* Where a generator yields anything may be called, and what makes an object calls functions. */
		struct str name = scan_part(text, at, end);
		calls = calls || (is_name && (str_is_among(name, "yield await") || kernel_has_class(k, name)));
		calls = (is_name && forget_of(k, name, arguments)) || calls;
		at = end;
	}
	struct names fields = changes_fields(k->ev->algebra.arena, text);
	for (int i = 0; i < fields.count; i++) {
		calls = run_calls(k, fields.items[i]) || calls;
	}
	return calls;
}

static void forget_effects(struct kernel *k, const struct effects *effects) {
	for (int i = 0; i < effects->changed.count; i++) {
		kernel_forget_name(k, effects->changed.items[i]);
	}
	kernel_forget_each_list(k, &effects->lists);
	kernel_forget_lists_among(k, &effects->escaping);
}

void kernel_run_effects(struct kernel *k, struct str text) {
	find_unseen(k, text);
	if (run_calls(k, text)) {
		forget_effects(k, &k->effects);
	}
	forget_effects(k, &k->unseen);
	if (changes_any(text)) {
		kernel_forget_all(k);
	}
}
