/* Plain statements: declarations, conditions and expressions, evaluated where they are about layouts. */
#include "lang/kernel/run.h"

#include "lang/evaluate/evaluate.h"
#include "lang/integer_type.h"
#include "lang/kernel/changes.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/kernel.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"
#include "lang/ops/operation.h"

/* Modules and words of Python, which say nothing of what is not understood. */
static bool is_common(struct str name) {
	return str_is_among(name, "cute cutlass if else for in lambda and or not is None True False");
}

/* Whether the function "name" of C++ is a member of a type that is none of CuTe's: Converter::convert. */
static bool is_foreign(struct str name) {
	static const char *const owners[] = { "cute::", "cutlass::", "std::", "GMMA::", "UMMA::", "SM90::", "SM100::",
		"detail::", "gemm::" };
	bool known = memchr(name.data, ':', name.length) == NULL;
	for (size_t i = 0; i < sizeof owners / sizeof owners[0]; i++) {
		known = known || str_starts_with(name, owners[i]);
	}
	return !known;
}

/* The first name in "text" that stands for a value which is not known, a common one if no other does; else empty. */
static struct str unknown_name(struct kernel *k, struct str text) {
	struct str common = str_from("");
	for (size_t at = 0; at < text.length;) {
		bool begins_name = scan_is_name_start(text.data[at]);
		size_t end = begins_name ? scan_name(text, at) : scan_step(text, at, k->is_cpp ? SCAN_C : SCAN_PYTHON);
		char behind = begins_name ? scan_at(text, scan_blanks(text, end, k->is_cpp ? SCAN_C : SCAN_PYTHON)) : '\0';
		bool is_member = at > 0 && (text.data[at - 1] == '.' || scan_is_name_part(text.data[at - 1]));
		struct str name = { text.data + at, end - at };
		struct value value;
		if (begins_name && !is_member && k->is_cpp && behind == '(' && is_foreign(name)) {
			return name;
		}
		bool is_value = begins_name && !is_member && behind != '(' && behind != '<' && behind != '=';
		if (is_value && operation_find(name) == NULL && !kernel_value(k, name, &value)
			&& k->ev->error.fault.code == FAULT_NAME) {
			if (!is_common(name)) {
				return name;
			}
			common = name;
		}
		at = end;
	}
	return common;
}

/* Whether "text" declares "name", a part of it, as a number of C++, which is no layout whatever it is made of. */
static bool declares_number(struct kernel *k, struct str text, struct str name) {
	bool is_inside = name.length > 0 && scan_has_part(text, name);
	struct str type = { text.data, is_inside ? (size_t)(name.data - text.data) : 0 };
	return k->is_cpp && words_are_number_type(kernel_plain_types(k, type));
}

/* Whether "fault" says that an operation needs what is not known of a kernel: an integer, or a pointer's type. */
static bool misses_value(const struct fault *fault) {
	static const char *const begins[] = { "this needs the value of an integer",
		"this has integers that are known at run time only",
		"expected a tensor with a pointer, and a type of elements" };
	for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
		if (strncmp(fault->text, begins[i], strlen(begins[i])) == 0) {
			return true;
		}
	}
	return false;
}

/* Whether "text" gives an element another value by its own: a(i) *= b, ++a(i). */
static bool is_compound(struct str text) {
	if (str_starts_with(text, "++") || str_starts_with(text, "--")) {
		return true;
	}
	for (size_t at = 0; at < text.length;) {
		size_t close = strchr("([{<", text.data[at]) != NULL ? scan_close(text, at) : at;
		if (strchr("+-*/%&|^", text.data[at]) != NULL && scan_at(text, at + 1) == '=') {
			return true;
		}
		at = close > at ? close : scan_step(text, at, SCAN_C);
	}
	return false;
}

/* What is said of a statement that has no value, with the fault of its evaluation; "source" is what was evaluated. */
static void add_failure(struct kernel *k, struct str text, struct str name, struct str source) {
	struct fault fault = k->ev->error.fault;
	if (k->is_cpp && scan_at(source, 0) == '[') {
		kernel_leave_out(k, text, name); /* a lambda */
		return;
	}
	bool unknown = fault.code == FAULT_NAME || misses_value(&fault);
	bool asks = fault.code == FAULT_SYNTAX || fault.code == FAULT_TYPE;
	struct str stranger = asks ? unknown_name(k, source) : str_from("");
	unknown = unknown || stranger.length > 0;
	if (stranger.length > 0 && !is_common(stranger)) {
		fault_clear(&fault);
		fault_set(&fault, FAULT_NAME, 0, "'%.*s' is not known", str_shown(stranger, 60), stranger.data);
	}
	bool speaks = words_speak_of_layouts(text);
	if (!speaks && !words_hint_at_layouts(text)) {
		kernel_leave_out(k, text, name);
		return;
	}
	bool refused = speaks && !unknown && !declares_number(k, text, name);
	struct finding *finding = findings_add(k->findings, refused ? FINDING_REFUSED : FINDING_SKIPPED,
		kernel_shown_span(k, text));
	finding->name = name;
	finding->fault = fault;
}

/* Add "value" of "text" and what the evaluation remarked; what is added stands until the next one is. */
static struct finding *add_value(struct kernel *k, struct str text, struct str name, struct value value) {
	struct finding *finding = findings_add(k->findings, FINDING_VALUE, kernel_shown_span(k, text));
	finding->name = name.length > 0 && k->scope.length > 0 ? kernel_join(k, k->scope, "", name) : name;
	finding->value = value;
	if (k->ev->warning_count > 0) {
		finding->fault = k->ev->warnings[0].fault;
	}
	return finding;
}

/*
 * Bind an attribute of Python to what the user gave it, whatever the text gives it; "shown", of what that is, says so,
 * unless it is NULL. Returns false if nothing was given.
 */
static bool bind_given_attribute(struct kernel *k, struct str name, struct finding *shown) {
	if (!kernel_bind_given_attribute(k, name)) {
		return false;
	}
	if (shown != NULL && !value_equal(&k->ev->bindings->value, &shown->value)) {
		fault_set(&shown->fault, FAULT_REMARK, 0, "further on, %.*s has the value that was given for it",
			str_shown(name, 60), name.data);
	}
	return true;
}

/* A condition: "static_assert" "(" expression [ "," text ] ")" */
static void run_condition(struct kernel *k, struct str text) {
	size_t open = scan_blanks(text, scan_name(text, 0), SCAN_C);
	struct str rest = kernel_expand(k, scan_part(text, open, text.length));
	bool bare = scan_at_word(text, 0, "assert");
	size_t comma = !bare && scan_at(rest, 0) == '(' ? scan_comma(rest, 1) : rest.length;
	if (comma < rest.length) {
		/* The text behind it may be several in a row. */
		rest = kernel_join(k, scan_part(rest, 0, comma), ")", str_from(""));
	}
	struct str condition = kernel_join(k, str_from(bare ? "static_assert(" : "static_assert"), "", rest);
	condition = bare ? kernel_join(k, condition, "", str_from(")")) : condition;
	struct value value;
	if (!kernel_value(k, condition, &value)) {
		add_failure(k, text, str_from(""), condition);
		return;
	}
	enum answer truth = kernel_truth(&value);
	if (truth == ANSWER_UNKNOWN) {
		kernel_leave_out(k, text, str_from(""));
		return;
	}
	static const char *const never[] = { "false", "False", "0", NULL };
	struct str asked = scan_part(text, bare ? open : open + 1, text.length);
	bool holds = truth == ANSWER_YES;
	if (!holds && k->unsure > 0 && words_find(asked, never) != NULL) {
		/* It says that nobody gets here. */
		kernel_leave_out(k, text, str_from(""));
		return;
	}
	struct finding *finding = findings_add(k->findings, FINDING_CONDITION, kernel_shown_span(k, text));
	finding->value = value_from_bool(holds);
	if (!holds) {
		finding_explain(k->ev, k->ev->result_nodes[0], &finding->fault);
		evaluation_forgive(k->ev);
	}
}

/* Bind each of "names" to its part of "value". */
static void bind_parts(struct kernel *k, struct str names, const struct value *value) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int count = kernel_split(k, names, parts);
	int held = value_is_sequence(value) ? value_part_count(value) : 0;
	for (int i = 0; i < count; i++) {
		if (kernel_bind_given_attribute(k, parts[i])) {
			continue;
		}
		if (held != count || !kernel_keeps_attribute(k, parts[i])) {
			kernel_poison(k, parts[i]);
		} else if (!str_is(parts[i], "_")) {
			evaluation_bind(k->ev, parts[i], value_part(value, i));
		}
	}
}

/* Bind a name that is declared without a value: an integer is known at run time. */
static void bind_uninitialised(struct kernel *k, struct str type, struct str name) {
	if (words_are_integer_type(type) && !scan_has_word(type, "constexpr")) {
		kernel_bind_unknown(k, name);
	} else {
		kernel_poison(k, name);
	}
}

/*
 * Whether "type" holds "value". A known integer that does not fit wraps, and one of which only a divisor is known may:
 * types of less bits than int keep divisors that are powers of two. No type of integers holds a tuple: int n = (a, b)
 * is b.
 */
static bool type_holds(struct str type, const struct value *value) {
	struct integer_type integer = integer_type_read(kernel_is_open_type(type) ? str_from("int8_t") : type);
	if (words_are_float_type(type)) {
		return value->kind != VALUE_TUPLE; /* which counts as an integer: 7 / 2 */
	}
	if (kernel_is_open_type(type) && value->kind == VALUE_TUPLE) {
		/* Each type has what is not below 0 and fits int8_t. */
		return !tuple_is_plain_int(value->tuple) || (int_has_value(value->tuple) && value->tuple.value >= 0
			&& integer_type_holds(&integer, value->tuple.value));
	}
	if (integer.bits == 0 || value->kind != VALUE_TUPLE) {
		return true;
	}
	if (!tuple_is_plain_int(value->tuple) || int_has_value(value->tuple)) {
		return tuple_is_plain_int(value->tuple) && integer_type_holds(&integer, value->tuple.value);
	}
	uint64_t divisor = int_divisor(value->tuple);
	return integer.bits >= 32 || (divisor & (divisor - 1)) == 0;
}

/* Whether the types of all variables called "name" do. */
static bool variables_hold(const struct kernel *k, struct str name, const struct value *value) {
	bool hold = true;
	for (const struct typed_name *typed = k->variables; typed != NULL; typed = typed->next) {
		hold = hold && (!str_equal(typed->name, name) || type_holds(typed->type, value));
	}
	return hold;
}

/* "value" as an integer has it: 1 of what holds. */
static struct value number_of(struct value value) {
	if (value.kind != VALUE_BOOL) {
		return value;
	}
	return value_from_tuple(value.depends ? tuple_divisible(1) : tuple_int(value.boolean ? 1 : 0));
}

/* Whether "value" may have numbers that are no types, so that others may stand in their place. */
static bool has_numbers(const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE: return !tuple_is_static(value->tuple);
	case VALUE_LAYOUT: return !tuple_is_static(value->layout.shape) || !tuple_is_static(value->layout.stride);
	default: return value->kind == VALUE_COMPOSED || value->kind == VALUE_LIST;
	}
}

/* Whether functions of C++ may change "value" of what "declaration" declares, which stays what they make of it. */
static bool may_change_inside(const struct kernel *k, const struct declaration *declaration,
		const struct value *value) {
	struct str type = declaration->type;
	bool stays = !k->in_function || scan_has_word(type, "static");
	bool is_variable = type.length > 0 && !str_is(type, "using") && !scan_has_word(type, "const")
		&& !scan_has_word(type, "constexpr");
	bool may_change = k->is_cpp && stays && is_variable && has_numbers(value);
	return may_change && names_have(&k->changed_inside, declaration->name);
}

/* Run a declaration or binding but for what it refers to. */
static void bind_declaration(struct kernel *k, struct str text, const struct declaration *declaration) {
	struct str source = declaration->value.length > 0 ? declaration->value : declaration->type;
	if (!k->is_cpp && declaration->name.length > 0 && kernel_bind_storage(k, declaration->name, declaration->value)) {
		kernel_leave_out(k, text, declaration->name);
		kernel_poison(k, declaration->name);
		return;
	}
	k->label = declaration->name;
	bool is_alias = scan_at_word(text, 0, "using") || scan_at_word(text, 0, "typedef");
	struct str expanded = kernel_expand(k, source);
	struct str type = is_alias && k->is_cpp ? kernel_declared_type(k, expanded) : expanded;
	expanded = words_are_integer_type(type) ? type : expanded;
	struct value value;
	k->label = str_from("");
	kernel_hide_members(k, declaration->name, expanded);
	if (declaration->name.length > 0 && kernel_bind_members(k, expanded, declaration->name)) {
		return;
	}
	if (!kernel_value(k, expanded, &value) || value.kind == VALUE_NONE) {
		if (fault_is_set(&k->ev->error.fault)) {
			add_failure(k, text, declaration->name, expanded);
		}
		if (scan_has_word(declaration->type, "auto")) {
			kernel_keep_deduced(k, declaration->name, expanded);
		}
		if (!kernel_bind_given_attribute(k, declaration->name)) {
			bind_uninitialised(k, declaration->type, declaration->name);
		}
		bind_parts(k, declaration->names, &(struct value){ .kind = VALUE_NONE });
		return;
	}
	bool is_const = scan_has_word(declaration->type, "const");
	if (k->is_cpp && str_ends_with(declaration->type, "&") && !is_const && kernel_is_count(k, declaration->value)) {
		/* Two names of one integer, which each may change. */
		kernel_forget_name(k, declaration->value);
		kernel_bind_unknown(k, declaration->name);
		return;
	}
	bool is_integer = k->is_cpp && words_are_integer_type(declaration->type);
	bool is_variable = is_integer && !is_const && !scan_has_word(declaration->type, "static")
		&& !scan_has_word(declaration->type, "constexpr");
	bool is_changed = k->is_cpp && declaration->type.length == 0 && kernel_is_count(k, declaration->name);
	value = is_integer || is_changed ? number_of(value) : value;
	bool holds = declaration->type.length == 0 ? variables_hold(k, declaration->name, &value)
		: type_holds(declaration->type, &value);
	if (k->is_cpp && !holds) {
		/* It wraps. */
		bind_uninitialised(k, declaration->type, declaration->name);
		return;
	}
	if (is_variable && k->in_structure) {
		/* A member has what objects are given. */
		kernel_bind_unknown(k, declaration->name);
		return;
	}
	value = is_integer ? kernel_as_int(value) : value;
	if (scan_has_word(declaration->type, "auto") && value.kind == VALUE_TUPLE && tuple_is_plain_int(value.tuple)) {
		kernel_keep_deduced(k, declaration->name, expanded);
	}
	struct finding *shown = NULL;
	if (kernel_is_layout(&value)) {
		shown = add_value(k, text, declaration->name.length > 0 ? declaration->name : declaration->names, value);
	}
	if (may_change_inside(k, declaration, &value)) {
		/* It has what the last call of a function gave it. */
		evaluation_bind(k->ev, declaration->name, value_of_any_numbers(&k->ev->algebra, value));
		k->ev->bindings->is_local = k->in_function;
		k->ev->bindings->is_shared = !k->in_function;
		return;
	}
	if (bind_given_attribute(k, declaration->name, shown)) {
		return;
	}
	if (!kernel_keeps_attribute(k, declaration->name)) {
		kernel_poison(k, declaration->name);
	} else if (declaration->name.length > 0) {
		evaluation_bind(k->ev, declaration->name, value);
	}
	bind_parts(k, declaration->names, &value);
}

/* Run a declaration or binding: bind its names, and add its value if it is about layouts. */
static void run_declaration(struct kernel *k, struct str text, const struct declaration *declaration) {
	const struct binding *before = k->ev->bindings;
	bind_declaration(k, text, declaration);
	if (declaration->is_reference) {
		struct str parts[LIMIT_KERNEL_PARAMETERS];
		int count = kernel_split(k, declaration->names, parts);
		kernel_refer(k, declaration->name, declaration->value, before);
		for (int i = 0; i < count; i++) {
			kernel_refer(k, parts[i], declaration->value, before);
		}
	} else if (k->is_cpp && declaration->type.length == 0 && declaration->name.length > 0) {
		kernel_change(k, declaration->name, before);
	}
}

/* Run the declarations of "text", of which "declaration" is the first: int a = 1, b = 2. */
static void run_declarations(struct kernel *k, struct str text, struct declaration *declaration) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int count = k->is_cpp && declaration->type.length > 0 ? kernel_split(k, declaration->value, parts) : 0;
	bool several = count > 1;
	declaration->value = several ? parts[0] : declaration->value;
	kernel_keep_variable(k, declaration->name, declaration->type);
	run_declaration(k, text, declaration);
	if (several) {
		kernel_forget(k, kernel_join(k, str_from("="), " ", parts[0])); /* int a = n++, b = n */
	}
	for (int i = 1; i < count; i++) {
		size_t assignment = declaration_assignment(parts[i]);
		struct declaration further = { .type = declaration->type };
		further.is_reference = declaration->is_reference || parts[i].data[0] == '&';
		further.name = declaration_last_name(scan_part(parts[i], 0, assignment));
		kernel_keep_variable(k, further.name, further.type);
		if (assignment < parts[i].length) {
			further.value = scan_part(parts[i], assignment + 1, parts[i].length);
			run_declaration(k, parts[i], &further);
		} else {
			bind_uninitialised(k, further.type, further.name);
		}
		kernel_forget(k, assignment < parts[i].length ? scan_part(parts[i], assignment, parts[i].length) : parts[i]);
	}
}

/* Run an expression: its value is shown if it is about layouts. */
static void run_expression(struct kernel *k, struct str text) {
	struct value value;
	if (!kernel_value(k, kernel_expand(k, text), &value)) {
		if (!words_speak_of_layouts(text)) {
			kernel_leave_out(k, text, str_from(""));
			return;
		}
		add_failure(k, text, str_from(""), text);
	} else if (value.kind == VALUE_TEXT) {
		kernel_leave_out(k, text, str_from(""));
	} else if (value.kind != VALUE_NONE) {
		add_value(k, text, str_from(""), value);
	}
}

struct str kernel_skip_prefixes(struct str text) {
	static const char *const labels[] = { "public", "private", "protected", "default", NULL };
	static const char *const macros[] = { "CUTE_UNROLL", "CUTLASS_PRAGMA_UNROLL", "CUTE_NO_UNROLL", "CUTE_HOST_DEVICE",
		"CUTE_DEVICE", "CUTE_HOST", "CUTLASS_DEVICE", "CUTLASS_HOST_DEVICE", "CUTE_INLINE_CONSTANT", "CUTE_STATIC",
		"__device__", "__host__", "__shared__", "__constant__", NULL };
	for (;;) {
		const char *label = words_find(text, labels);
		size_t behind = label != NULL ? scan_blanks(text, strlen(label), SCAN_C) : 0;
		const char *macro = words_find(text, macros);
		if (label != NULL && scan_at(text, behind) == ':' && scan_at(text, behind + 1) != ':') {
			text = scan_part(text, scan_blanks(text, behind + 1, SCAN_C), text.length);
		} else if (macro != NULL) {
			text = scan_part(text, scan_blanks(text, strlen(macro), SCAN_C), text.length);
		} else {
			return text;
		}
	}
}

/* Whether "text" is several values: a, b. */
static bool has_parts(struct kernel *k, struct str text) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	return kernel_split(k, text, parts) > 1;
}

/* Run name += value, or ++name, if "text" is one: it is not about layouts, but they may be made of the name. */
static bool run_step(struct kernel *k, struct str text) {
	struct step step;
	struct value value;
	if (!changes_step(k->is_cpp, text, &step)) {
		return false;
	}
	struct str sum = kernel_join(k, step.name, " ", step.sign);
	sum = kernel_join(k, kernel_join(k, sum, " (", step.value), ")", str_from(""));
	kernel_leave_out(k, text, str_from(""));
	bool counts = kernel_is_count(k, step.name);
	bool good = counts && kernel_value(k, kernel_expand(k, sum), &value) && value.kind == VALUE_TUPLE;
	if (good && variables_hold(k, step.name, &value)) {
		const struct binding *before = k->ev->bindings;
		evaluation_bind(k->ev, step.name, value);
		kernel_change(k, step.name, before);
	} else {
		kernel_forget(k, text);
	}
	return true;
}

/*
 * using namespace A, or using A::b: names of a namespace are known without it. One of a namespace that is not known
 * hides what was known by that name.
 */
static void use_names(struct kernel *k, struct str text) {
	struct value value;
	text = kernel_skip_typename(text);
	size_t at = scan_last_part(text);
	if (scan_at_word(text, 0, "namespace")) {
		kernel_use_members(k, scan_part(text, strlen("namespace"), text.length));
		return;
	}
	struct str name = scan_part(text, at, text.length);
	const struct binding *binding = evaluation_binding(k->ev, text);
	if (at <= strlen("::") || kernel_bind_members(k, text, name)) {
		return;
	}
	if (binding != NULL && kernel_value(k, text, &value)) {
		evaluation_bind(k->ev, name, value);
	} else if (evaluation_binding(k->ev, name) != NULL) {
		kernel_poison(k, name);
	}
}

/*
 * A lambda, [...](parameters) { ... }, is a function: whether it changes what it is given. So is another name of one,
 * auto f = bump, and a pointer to one, void (*f)(int &) = bump.
 */
static void find_writer(struct kernel *k, struct str name, struct str value) {
	struct str function = scan_part(value, scan_at(value, 0) == '&' ? 1 : 0, value.length);
	function = scan_part(function, scan_last_part(function), function.length);
	if (names_have(&k->writers, function)) {
		names_add(&k->writers, name);
	}
	/* +[](int &n) { ... } is a pointer to one. */
	size_t sign = scan_at(value, 0) == '+' ? scan_blanks(value, 1, SCAN_C) : 0;
	struct str lambda = scan_part(value, sign, scan_at(value, sign) == '[' ? value.length : sign);
	size_t open = scan_blanks(lambda, scan_close(lambda, 0), SCAN_C);
	size_t close = scan_at(lambda, open) == '(' ? scan_close(lambda, open) : open;
	if (close > open && kernel_writes(k, scan_inside(lambda, open), scan_part(lambda, close, lambda.length))) {
		names_add(&k->writers, name);
	}
	kernel_find_taker(k, name, scan_part(lambda, open, close));
}

/* The name that "text" declares as "declaration", or that of what points to a function: void (*name)(int &) = bump. */
static struct str function_declared(struct str text, const struct declaration *declaration) {
	size_t star = scan_blanks(text, scan_open(text) + 1, SCAN_C);
	bool points = scan_at(text, star) == '*' || scan_at(text, star) == '&';
	size_t name = points ? scan_blanks(text, star + 1, SCAN_C) : text.length;
	bool is_pointer = scan_is_name_start(scan_at(text, name));
	return is_pointer ? (struct str){ text.data + name, scan_name(text, name) - name } : declaration->name;
}

/*
 * "text" without the round brackets around the name of a number of a declaration: int (n) = 4, int (n)(4), int (n)[4],
 * int (n).
 */
static struct str without_brackets(struct kernel *k, struct str text) {
	size_t open = scan_open(text);
	size_t close = scan_close(text, open);
	struct str type = scan_part(text, 0, open);
	struct str name = scan_inside(text, open);
	size_t behind = scan_blanks(text, close, SCAN_C);
	char next = scan_at(text, behind);
	bool ends = behind == declaration_assignment(text) || next == '(' || next == '[';
	bool is_name = scan_is_name_start(scan_at(name, 0)) && scan_name(name, 0) == name.length;
	struct str word = kernel_plain_types(k, declaration_last_name(type)); /* not that in get<int>(pair) = 4 */
	bool declares = words_are_type(type) && (words_are_number_type(word) || str_is(word, "auto"));
	if (!k->is_cpp || !ends || !is_name || !declares) {
		return text;
	}
	return kernel_join(k, kernel_join(k, type, " ", name), "", scan_part(text, close, text.length));
}

/* Read "text" without "=", a declaration or none. Whether it has a value in brackets: int n(4), int n{ 4 }. */
static bool read_construction(struct kernel *k, struct str text, struct declaration *declaration) {
	bool is_constructed = declaration_read_construction(text, declaration)
		|| (declaration_read_plain(text, declaration) && declaration->value.length > 0);
	declaration->type = declaration->value.length > 0 ? kernel_declared_type(k, declaration->type)
		: kernel_plain_types(k, declaration->type);
	return is_constructed;
}

/*
 * Run "text", a declaration or an expression, which is read as "read": the same, or with the type that a list has in
 * front. Returns as run does.
 */
static bool run_one(struct kernel *k, struct str text, struct str read) {
	struct declaration declaration = { .name = { NULL, 0 } };
	read = without_brackets(k, read);
	size_t assignment = declaration_assignment(read);
	if (assignment < read.length) {
		declaration_read_target(k->is_cpp, scan_part(read, 0, assignment), &declaration);
		declaration.type = kernel_declared_type(k, declaration.type);
		declaration.value = scan_part(read, assignment + 1, read.length);
		bool is_last = declaration_assignment(declaration.value) == declaration.value.length;
		if (!k->is_cpp && is_last && has_parts(k, declaration.value)) {
			/* a = x, y and a, b = x, y assign a tuple. */
			declaration.value = kernel_join(k, kernel_join(k, str_from("("), "", declaration.value), ")", str_from(""));
		}
	} else if (k->is_cpp && read_construction(k, read, &declaration) && !declaration_has_value(&declaration)) {
		if (words_are_container_type(declaration.type)) {
			kernel_bind_container(k, declaration.name);
		} else {
			kernel_poison(k, declaration.name);
		}
		kernel_forget(k, read);
		kernel_leave_out(k, text, declaration.name);
		return true;
	}
	bool is_place = words_are_pointer_type(declaration.type) || declaration.is_array;
	if (k->is_cpp && declaration.name.length > 0 && is_place) {
		kernel_bind_place(k, declaration.name);
	} else if (k->is_cpp && words_are_container_type(declaration.type)) {
		kernel_bind_container(k, declaration.name);
	} else if (declaration.name.length > 0 || declaration.names.length > 0) {
		if (declaration.value.length == 0 && words_are_number_type(declaration.type)) {
			kernel_keep_variable(k, declaration.name, declaration.type);
			bind_uninitialised(k, declaration.type, declaration.name);
		} else {
			run_declarations(k, text, &declaration);
		}
	} else if (assignment < read.length || (k->is_cpp && is_compound(read))) {
		kernel_leave_out(k, text, str_from(""));
	} else {
		run_expression(k, text);
	}
	if (k->is_cpp && declaration.value.length > 0) {
		find_writer(k, function_declared(read, &declaration), declaration.value);
	}
	if (k->is_cpp) {
		/*
		 * What is changed in a value: x = y = 3, in a lambda, or by what is no declaration: tie(x, y) = z. With its
		 * sign a value is no statement that reads from a stream.
		 */
		bool binds = assignment < read.length && (declaration.name.length > 0 || declaration.names.length > 0);
		const char *end = binds ? declaration.value.data + declaration.value.length : read.data + read.length;
		kernel_forget(k, scan_part(read, binds ? assignment : 0, (size_t)(end - read.data)));
		kernel_share_kept(k, read);
		/* int &r = first ? a : b, and (first ? a : b) = 4 */
		bool assigns = !binds && (assignment < read.length || is_compound(read));
		bool refers = declaration.is_reference && !scan_has_word(declaration.type, "const");
		if (refers || assigns) {
			struct str chosen = assigns ? scan_part(read, 0, assignment) : declaration.value;
			bool is_list = assigns && scan_at(chosen, 0) == '('; /* (a, b) = 4 */
			bool chooses = memchr(chosen.data, '?', chosen.length) != NULL;
			kernel_share_all(k, chooses || is_list ? chosen : str_from(""));
		}
	}
	return declaration.type.length > 0 || declaration.names.length > 0;
}

/* Whether "text" is what a list declares behind a comma: a name, perhaps with signs in front, and a value. */
static bool is_declarator(struct str text) {
	size_t begin = 0;
	while (scan_at(text, begin) != '\0' && strchr("*& (", text.data[begin]) != NULL) {
		begin++;
	}
	size_t end = scan_is_name_start(scan_at(text, begin)) ? scan_name(text, begin) : begin;
	char behind = scan_at(text, scan_blanks(text, end, SCAN_C));
	return end > begin && strchr("=({[)", behind) != NULL; /* or nothing */
}

/* Run the declarations of "text" if the first of several has no "=": int a, b = 2. */
static bool run_list(struct kernel *k, struct str text) {
	size_t comma = scan_comma(text, 0);
	struct str first = scan_part(text, 0, comma);
	struct declaration declaration = { .type = str_from("") };
	bool is_list = k->is_cpp && declaration_assignment(first) == first.length
		&& (declaration_read_construction(first, &declaration) || declaration_read_plain(first, &declaration));
	for (size_t at = comma; at < text.length && is_list; at = scan_comma(text, at + 1)) {
		is_list = is_declarator(scan_part(text, at + 1, scan_comma(text, at + 1)));
	}
	struct str type = declaration.type;
	while (type.length > 0 && strchr("*& ", type.data[type.length - 1]) != NULL) {
		type.length--;
	}
	if (!is_list || type.length == 0) {
		return false; /* *p, q is no declaration */
	}
	run_one(k, first, first);
	for (size_t end = comma; end < text.length;) {
		size_t begin = end + 1;
		end = scan_comma(text, begin);
		struct str part = scan_part(text, begin, end);
		run_one(k, part, kernel_join(k, type, " ", part));
	}
	return true;
}

/* Run "text" if it is an alias with parameters, a typedef, or "using" of names. Returns whether it is one. */
static bool run_type(struct kernel *k, struct str text) {
	struct declaration declaration = { .name = { NULL, 0 } };
	if (scan_at_word(text, 0, "typedef")) {
		declaration_read_typedef(text, &declaration);
		run_declaration(k, text, &declaration);
		return true;
	}
	if (scan_at_word(text, 0, "using") && declaration_assignment(text) == text.length) {
		use_names(k, scan_part(text, strlen("using"), text.length));
		return true;
	}
	return k->is_cpp && scan_at_word(text, 0, "template") && kernel_keep_alias(k, text);
}

/* Run "text", which is not empty; whether it declares what it binds, and changes no name that there is. */
static bool run(struct kernel *k, struct str text) {
	if (!k->is_cpp) {
		kernel_forget_lists(k, text);
	}
	if (!k->is_cpp && changes_list(text).length > 0) {
		kernel_poison(k, changes_list(text));
		return false;
	}
	bool asserts = !k->is_cpp && scan_at_word(text, 0, "assert");
	if (asserts || words_find(text, words_condition) != NULL) {
		run_condition(k, text);
		return false;
	}
	if (run_type(k, text)) {
		return true;
	}
	if (words_find(text, words_other) != NULL || words_is_decorator(text)) {
		kernel_leave_out(k, text, str_from(""));
		kernel_forget(k, text);
		return false;
	}
	if (run_step(k, text)) {
		return false;
	}
	if (k->is_cpp && changes_pointer(text).length > 0) {
		kernel_leave_out(k, text, str_from(""));
		kernel_forget(k, scan_part(text, declaration_assignment(text), text.length));
		kernel_move_tensor(k, changes_pointer(text));
		return false;
	}
	return run_list(k, text) || run_one(k, text, text);
}

void kernel_run_plain(struct kernel *k, struct str text) {
	struct binding *before = k->ev->bindings;
	if (!k->is_cpp && k->function_count > 0) {
		kernel_tell_call(k, text);
	}
	struct str statement = kernel_skip_prefixes(text);
	if (k->is_cpp && kernel_run_macro(k, statement)) {
		return;
	}
	struct escaped escaped = kernel_escaped(k, text);
	bool declares = statement.length > 0 && run(k, statement);
	if (!k->is_cpp) {
		kernel_keep_lists(k, text);
		kernel_forget_others(k, before, text);
		kernel_run_effects(k, text);
		kernel_forget_escaped(k, text, &escaped);
		return;
	}
	for (struct binding *binding = k->ev->bindings; binding != before && declares; binding = binding->next) {
		binding->is_local = !binding->is_change;
	}
}
