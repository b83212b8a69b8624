/* The state of a run: names, values and findings, for those who read statements. */
#include "lang/kernel/run.h"

#include "lang/evaluate/evaluate.h"
#include "lang/kernel/changes.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/scan.h"
#include "lang/tensor.h"

struct span kernel_span(const struct kernel *k, struct str text) {
	bool inside = scan_has_part(k->text, text);
	size_t begin = inside ? (size_t)(text.data - k->text.data) : 0;
	return (struct span){ begin, inside ? begin + text.length : 0 };
}

struct span kernel_shown_span(const struct kernel *k, struct str text) {
	struct span span = kernel_span(k, text);
	return span.end > 0 ? span : kernel_span(k, k->statement);
}

struct str kernel_copy(struct kernel *k, const char *text, size_t length) {
	char *copy = arena_alloc(k->ev->algebra.arena, length + 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	return (struct str){ copy, length };
}

struct str kernel_join(struct kernel *k, struct str a, const char *between, struct str b) {
	struct buf out;
	buf_init(&out, k->ev->algebra.arena);
	buf_put_str(&out, a);
	buf_put(&out, between);
	buf_put_str(&out, b);
	return kernel_copy(k, out.data, out.length);
}

struct str kernel_space_in(struct kernel *k, struct str space, struct str name) {
	return name.length > 0 ? kernel_join(k, kernel_join(k, space, "", name), "::", str_from("")) : space;
}

struct str kernel_join_lines(struct kernel *k, struct str text) {
	char *copy = arena_alloc(k->ev->algebra.arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = '\0';
	for (size_t at = 0; at < text.length;) {
		bool joins = scan_at_text(text, at, "\\\n");
		if (joins) {
			memset(copy + at, ' ', 2);
		}
		/* A comment ends with its line. */
		at = joins || text.data[at] == '/' ? at + 1 : scan_step(text, at, SCAN_PYTHON);
	}
	return (struct str){ copy, text.length };
}

void kernel_leave_out(struct kernel *k, struct str text, struct str name) {
	struct finding *finding = findings_add(k->findings, FINDING_SKIPPED, kernel_shown_span(k, text));
	finding->name = name;
	fault_set(&finding->fault, FAULT_REMARK, 0, "not about layouts");
}

void kernel_exceed(struct kernel *k, enum kernel_limit limit) {
	static const struct {
		int most;
		const char *what;
	} limits[] = {
		[KERNEL_STATEMENTS] = { LIMIT_STATEMENTS, "statements: this and all behind it" },
		[KERNEL_PARAMETERS] = { LIMIT_KERNEL_PARAMETERS, "parameters or arguments: those beyond are left out" },
		[KERNEL_INSTANCES] = { LIMIT_KERNEL_INSTANCES, "templates with arguments: this one is left out" },
		[KERNEL_BODIES] = { LIMIT_KERNEL_BODIES, "bodies in bodies: the innermost are left out" },
		[KERNEL_CHANGES] = { LIMIT_KERNEL_CHANGES,
			"changes of names in loops and conditions: those beyond are read over" },
		[KERNEL_DIRECTIVES] = { LIMIT_KERNEL_DIRECTIVES, "#if in #if: the innermost are left out" },
		[KERNEL_INTERRUPTIONS] = { LIMIT_KERNEL_DIRECTIVES, "#if in a statement: it is read with those that are left" },
		[KERNEL_MEMBERS] = { LIMIT_KERNEL_MEMBERS, "members of structures and namespaces: those beyond are left out" },
		[KERNEL_TOLD] = { LIMIT_KERNEL_TOLD,
			"attributes and arguments for lines in front of them: those beyond are not known" },
		[KERNEL_BRACKETS] = { LIMIT_NESTING, "brackets in brackets: this and all behind it" },
		[KERNEL_MACROS] = { LIMIT_TYPE_BYTES, "bytes with macros in their places: they are left as they are" },
		[KERNEL_TYPES] = { LIMIT_TYPE_BYTES, "bytes, or no closing bracket, behind a template: it is left out" },
	};
	struct span span = kernel_span(k, k->statement);
	struct fault fault = { .code = FAULT_NONE };
	fault_set(&fault, FAULT_LIMIT, 0, "more than %d %s", limits[limit].most, limits[limit].what);
	const struct finding *last = k->findings->count > 0 ? &k->findings->items[k->findings->count - 1] : NULL;
	if (last != NULL && last->span.begin == span.begin && strcmp(last->fault.text, fault.text) == 0) {
		return;
	}
	findings_add(k->findings, FINDING_SKIPPED, span)->fault = fault;
}

bool kernel_has_room(struct kernel *k) {
	if (k->members >= LIMIT_KERNEL_MEMBERS) {
		kernel_exceed(k, KERNEL_MEMBERS);
		return false;
	}
	k->members++;
	return true;
}

/* "text" of C++, which has no comments, in one line: the end of a line ends no expression. */
static struct str in_one_line(struct kernel *k, struct str text) {
	if (!k->is_cpp || text.length == 0 || memchr(text.data, '\n', text.length) == NULL) {
		return text;
	}
	char *copy = arena_alloc(k->ev->algebra.arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = '\0';
	for (size_t at = 0; at < text.length; at++) {
		copy[at] = copy[at] == '\n' ? ' ' : copy[at];
	}
	return (struct str){ copy, text.length };
}

/*
 * What of "text" of Python is not known, though it may be read as a word of some language: a class of the source
 * that is called, a name that has some other value, or a function of a list that is not called, x.append. Empty if
 * there is none.
 */
static struct str unknown_name(const struct kernel *k, struct str text) {
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		struct str name = scan_part(text, at, end);
		bool is_member = at > 0 && text.data[at - 1] == '.';
		bool is_called = is_name && scan_at(text, scan_blanks(text, end, SCAN_PYTHON)) == '(';
		if (is_member && !is_called && str_is_among(name, "append extend insert pop remove clear sort reverse")) {
			return name;
		}
		if (!is_member && is_called) {
			const struct binding *binding = evaluation_binding(k->ev, name);
			if (kernel_has_class(k, name) || (binding != NULL && binding->value.kind == VALUE_NONE)) {
				return name;
			}
		}
		at = end;
	}
	return str_from("");
}

/*
 * Whether "text", which was evaluated, met integers that are others in C++: those without a sign wrap, and make what is
 * computed or compared with them one of them. It is a fault then, in place of what they led to.
 */
static bool refuse_wrapped(struct kernel *k, struct str text) {
	enum fault_code code = k->ev->error.fault.code;
	bool ended = code == FAULT_LIMIT || code == FAULT_STOPPED;
	bool went = k->is_cpp && !ended && (k->ev->went_below || k->ev->went_beyond);
	int bits = went ? kernel_unsigned_bits(k, text, false) : 0;
	bool is_wrapped = bits != 0 && (k->ev->went_below || bits == 32);
	if (is_wrapped) {
		fault_clear(&k->ev->error.fault);
		fault_set(&k->ev->error.fault, FAULT_NAME, 0, "integers without a sign are not followed %s",
			k->ev->went_below ? "below 0" : "beyond 32 bits");
	}
	return is_wrapped;
}

/* The same of an int that is shifted beyond its bits: 1 << 31 is below 0. */
static bool refuse_shifted(struct kernel *k, struct str text) {
	enum fault_code code = k->ev->error.fault.code;
	bool ended = code == FAULT_LIMIT || code == FAULT_STOPPED;
	bool is_int = k->is_cpp && !ended && k->ev->shifted_beyond && !kernel_may_be_wide(k, text);
	if (is_int) {
		fault_clear(&k->ev->error.fault);
		fault_set(&k->ev->error.fault, FAULT_NAME, 0, "an int is not followed beyond 32 bits");
	}
	return is_int;
}

bool kernel_value(struct kernel *k, struct str text, struct value *value) {
	struct source *source = arena_alloc(k->ev->algebra.arena, sizeof *source);
	text = in_one_line(k, kernel_plain_types(k, text));
	struct str plain = k->is_cpp ? kernel_plain_literals(k, text) : text;
	*source = (struct source){ "<kernel>", plain, 1 };
	evaluation_forgive(k->ev);
	if (k->is_cpp && kernel_integer_type(text, value)) {
		return true;
	}
	enum run_time run_time = k->ev->run_time;
	k->ev->run_time = k->is_cpp && run_time == RUN_TIME_NONE ? RUN_TIME_LITERALS : run_time;
	k->ev->groups = true;
	k->ev->imports = k->imports;
	k->ev->algebra.by_type = k->is_cpp;
	k->ev->went_below = false;
	k->ev->went_beyond = false;
	k->ev->shifted_beyond = false;
	bool good = evaluation_run(k->ev, source);
	k->ev->groups = false;
	k->ev->algebra.by_type = false;
	k->ev->imports = NULL;
	k->ev->run_time = run_time;
	good = !refuse_wrapped(k, text) && !refuse_shifted(k, text) && good;
	*value = good && k->ev->result_count > 0 ? k->ev->results[0] : value_none();
	struct str unknown = good && !k->is_cpp ? unknown_name(k, text) : str_from("");
	if (unknown.length > 0) {
		*value = value_none();
		fault_set(&k->ev->error.fault, FAULT_NAME, 0, "'%.*s' is not known", str_shown(unknown, 60), unknown.data);
		return false;
	}
	return good;
}

enum answer kernel_truth(const struct value *value) {
	if (value->kind == VALUE_BOOL) {
		return value->depends ? ANSWER_UNKNOWN : answer_from(value->boolean);
	}
	bool is_number = value->kind == VALUE_TUPLE && tuple_is_plain_int(value->tuple) && int_has_value(value->tuple);
	return is_number ? answer_from(value->tuple.value != 0) : ANSWER_UNKNOWN;
}

struct value kernel_as_int(struct value value) {
	if (value.kind == VALUE_TUPLE && tuple_is_plain_int(value.tuple) && int_is_static(value.tuple)) {
		value.tuple.known = KNOWN_RUN_TIME;
	}
	return value;
}

void kernel_poison(struct kernel *k, struct str name) {
	if (name.length > 0) {
		evaluation_bind(k->ev, name, value_none());
	}
}

void kernel_bind_unknown(struct kernel *k, struct str name) {
	evaluation_bind(k->ev, name, value_from_tuple(tuple_divisible(1)));
}

/* Whether "modes", with that rank, are those of "t" or of a tuple in it. Those that are empty may all be the same. */
static bool has_modes(struct tuple t, const struct tuple *modes, int rank) {
	bool has = tuple_is_tuple(t) && t.rank == rank && (t.modes == modes || rank == 0);
	for (int i = 0; tuple_is_tuple(t) && i < t.rank && !has; i++) {
		has = has_modes(t.modes[i], modes, rank);
	}
	return has;
}

/* Whether the list "list" is "value", or a part of it. */
static bool has_list(const struct value *value, const struct value *list) {
	if (value->kind == VALUE_TUPLE) {
		return list->kind == VALUE_TUPLE && has_modes(value->tuple, list->tuple.modes, list->tuple.rank);
	}
	bool has = value->kind == VALUE_LIST && list->kind == VALUE_LIST && value->list.items == list->list.items;
	for (int i = 0; value->kind == VALUE_LIST && i < value->list.count && !has; i++) {
		has = has_list(&value->list.items[i], list);
	}
	return has;
}

/* Poison what of "bindings" has "list" in it; returns the bindings then. */
static struct binding *forget_list(struct kernel *k, struct binding *bindings, const struct value *list) {
	struct binding *now = k->ev->bindings;
	k->ev->bindings = bindings;
	for (const struct binding *binding = bindings; binding != NULL; binding = binding->next) {
		if (has_list(&binding->value, list) && evaluation_binding(k->ev, binding->name) == binding) {
			kernel_poison(k, binding->name);
		}
	}
	bindings = k->ev->bindings;
	k->ev->bindings = now;
	return bindings;
}

/* "list" is not known by any name. */
static void forget_everywhere(struct kernel *k, const struct value *list) {
	k->ev->bindings = forget_list(k, k->ev->bindings, list);
	k->outside = forget_list(k, k->outside, list);
}

void kernel_forget_list(struct kernel *k, struct str name) {
	const struct binding *binding = evaluation_binding(k->ev, name);
	if (binding != NULL && value_is_sequence(&binding->value)) {
		struct value list = binding->value;
		forget_everywhere(k, &list);
	}
}

void kernel_forget_each_list(struct kernel *k, const struct names *names) {
	for (int i = 0; i < names->count; i++) {
		kernel_forget_list(k, names->items[i]);
	}
}

bool kernel_has_lists(const struct kernel *k, const struct value *value) {
	for (int i = 0; i < k->list_count; i++) {
		if (has_list(value, &k->lists[i])) {
			return true;
		}
	}
	return false;
}

void kernel_forget_lists_of(struct kernel *k, const struct value *value) {
	for (int i = 0; i < k->list_count; i++) {
		if (has_list(value, &k->lists[i])) {
			forget_everywhere(k, &k->lists[i]);
		}
	}
}

void kernel_forget_lists(struct kernel *k, struct str text) {
	struct names lists = changes_in_place(k->ev->algebra.arena, text);
	kernel_forget_each_list(k, &lists);
}

/* Bind "name" to the expression of "given", which names what the source defines. */
static bool bind_given_text(struct kernel *k, struct binding *given, struct str name, bool is_integer) {
	bool looks_ahead = k->looks_ahead;
	k->looks_ahead = true;
	struct str line = given->line->text;
	struct str of_given = given->name;
	given->name = str_from(""); /* the expression may have the name, too */
	bool good = kernel_bind_type(k, name, scan_part(line, declaration_assignment(line) + 1, line.length));
	given->name = of_given;
	k->looks_ahead = looks_ahead;
	given->is_used = given->is_used || good;
	if (good && is_integer) {
		k->ev->bindings->value = kernel_as_int(k->ev->bindings->value);
	}
	return good;
}

bool kernel_bind_given(struct kernel *k, struct str name, bool is_integer) {
	for (struct binding *binding = k->ev->bindings; binding != NULL; binding = binding->next) {
		if (binding->is_given && str_equal(binding->name, name)) {
			if (binding->line != NULL) {
				return bind_given_text(k, binding, name, is_integer);
			}
			evaluation_bind(k->ev, name, is_integer ? kernel_as_int(binding->value) : binding->value);
			return true;
		}
	}
	return false;
}

void kernel_bind_given_texts(struct kernel *k) {
	int count = 0;
	for (const struct binding *binding = k->ev->bindings; binding != NULL; binding = binding->next) {
		count += binding->is_given && binding->line != NULL ? 1 : 0;
	}
	struct binding **given = arena_array(k->ev->algebra.arena, (size_t)count, sizeof *given);
	int last = count;
	for (struct binding *binding = k->ev->bindings; binding != NULL; binding = binding->next) {
		if (binding->is_given && binding->line != NULL) {
			given[--last] = binding;
		}
	}
	for (int i = 0; i < count; i++) {
		bind_given_text(k, given[i], given[i]->name, false);
	}
}

bool kernel_bind_given_attribute(struct kernel *k, struct str name) {
	return !k->is_cpp && str_starts_with(name, "self.") && kernel_bind_given(k, name, false);
}

void kernel_bind_place(struct kernel *k, struct str name) {
	evaluation_bind(k->ev, name, value_from_tuple(tuple_int(0)));
	k->ev->bindings->is_pointer = true;
}

void kernel_bind_container(struct kernel *k, struct str name) {
	evaluation_bind(k->ev, name, value_none());
	k->ev->bindings->is_pointer = true;
}

/* The most recent binding of "name" from "first" on, in front of "end"; NULL if there is none. */
static const struct binding *find_binding(const struct binding *first, const struct binding *end, struct str name) {
	while (first != end && !str_equal(first->name, name)) {
		first = first->next;
	}
	return first != end ? first : NULL;
}

/* Whether "binding", which may be NULL, is of an integer that counts something. */
static bool is_count(const struct binding *binding) {
	return binding != NULL && binding->value.kind == VALUE_TUPLE && tuple_is_plain_int(binding->value.tuple)
		&& !binding->is_pointer;
}

bool kernel_is_count(const struct kernel *k, struct str name) {
	return is_count(find_binding(k->ev->bindings, NULL, name));
}

bool kernel_count_change(struct kernel *k) {
	if (k->changes >= LIMIT_KERNEL_CHANGES) {
		kernel_exceed(k, KERNEL_CHANGES);
		return false;
	}
	k->changes++;
	return true;
}

/* What kernel_forget_name does to one name, which stays the reference that it is. */
static void forget_one(struct kernel *k, struct str name) {
	const struct binding *binding = find_binding(k->ev->bindings, NULL, name);
	bool is_known = binding != NULL && binding->value.kind != VALUE_NONE;
	if (!k->is_cpp && !is_known) {
		return;
	}
	if (!kernel_count_change(k) || kernel_bind_given_attribute(k, name)) {
		return;
	}
	struct str refers = binding != NULL ? binding->refers : str_from("");
	if (k->is_cpp && is_count(binding)) {
		kernel_bind_unknown(k, name);
	} else if (binding != NULL && !binding->is_pointer) {
		kernel_poison(k, name);
	}
	if (binding != NULL && k->ev->bindings != binding && str_equal(k->ev->bindings->name, name)) {
		k->ev->bindings->refers = refers;
		k->ev->bindings->is_shared = binding->is_shared;
		k->ev->bindings->is_change = true;
	}
}

/* What the most recent one of "bindings" called "name" means is changed by others, too. */
static void share(struct binding *bindings, struct str name) {
	while (bindings != NULL && !str_equal(bindings->name, name)) {
		bindings = bindings->next;
	}
	if (bindings != NULL) {
		bindings->is_shared = true;
	}
}

/* The variable that "name" is, or refers to. */
static struct str variable_of(const struct kernel *k, struct str name) {
	const struct binding *binding = k->is_cpp ? find_binding(k->ev->bindings, NULL, name) : NULL;
	return binding != NULL && binding->refers.length > 0 ? binding->refers : name;
}

void kernel_forget_references(struct kernel *k, struct str name) {
	struct str variable = variable_of(k, name);
	const struct binding *first = k->references > 0 ? k->ev->bindings : NULL;
	for (const struct binding *binding = first; binding != NULL; binding = binding->next) {
		bool is_reference = binding->refers.length > 0 && str_equal(binding->refers, variable);
		if (is_reference && !str_equal(binding->name, name) && find_binding(first, NULL, binding->name) == binding) {
			forget_one(k, binding->name);
		}
	}
	if (!str_equal(variable, name)) {
		forget_one(k, variable);
	}
}

void kernel_forget_name(struct kernel *k, struct str name) {
	forget_one(k, name);
	kernel_forget_references(k, name);
}

void kernel_share_name(struct kernel *k, struct str name) {
	struct str names[] = { name, variable_of(k, name) };
	for (int i = 0; i < 2; i++) {
		const struct binding *binding = find_binding(k->ev->bindings, NULL, names[i]);
		if (binding != NULL && !binding->is_pointer && !binding->is_shared) {
			kernel_forget_name(k, names[i]);
			share(k->ev->bindings, names[i]);
		}
	}
}

void kernel_forget_all(struct kernel *k) {
	for (const struct binding *each = k->ev->bindings; each != NULL && each != k->forgotten; each = each->next) {
		bool is_known = each->value.kind != VALUE_NONE && !each->is_given;
		if (is_known && evaluation_binding(k->ev, each->name) == each) {
			kernel_forget_name(k, each->name);
		}
	}
	k->forgotten = k->ev->bindings;
}

void kernel_move_tensor(struct kernel *k, struct str name) {
	const struct binding *before = k->ev->bindings;
	const struct binding *binding = find_binding(before, NULL, name);
	struct tensor_value tensor;
	bool is_tensor = binding != NULL && !binding->is_pointer && value_tensor(&binding->value, &tensor)
		&& tuple_is_plain_int(tensor.offset);
	if (!is_tensor) {
		kernel_forget_name(k, name);
		return;
	}
	tensor.offset = tuple_divisible(1);
	tensor.is_part = true;
	evaluation_forgive(k->ev); /* what failed in front of this */
	evaluation_bind(k->ev, name, value_from_tensor(&k->ev->algebra, &tensor));
	kernel_change(k, name, before);
}

void kernel_change(struct kernel *k, struct str name, const struct binding *before) {
	const struct binding *old = find_binding(before, NULL, name);
	for (struct binding *binding = k->ev->bindings; binding != before && old != NULL; binding = binding->next) {
		if (str_equal(binding->name, name)) {
			binding->refers = old->refers;
		}
	}
	if (old != NULL && old->is_shared) {
		kernel_forget_name(k, name);
		share(k->ev->bindings, name);
	} else {
		kernel_forget_references(k, name);
	}
}

void kernel_refer(struct kernel *k, struct str name, struct str value, const struct binding *before) {
	struct str referred = changes_referred(value);
	const struct binding *other = find_binding(before, NULL, referred);
	for (struct binding *binding = k->ev->bindings; binding != before && other != NULL; binding = binding->next) {
		if (str_equal(binding->name, name)) {
			binding->refers = other->refers.length > 0 ? other->refers : referred;
			binding->is_shared = other->is_shared;
			k->references++;
		}
	}
}

void kernel_forget_others(struct kernel *k, const struct binding *before, struct str text) {
	struct statements statements = statements_of(text, 0, text.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str part = scan_part(text, statement.span.begin, statement.span.end);
		struct names names = changes_of_python(k->ev->algebra.arena, part);
		kernel_forget_lists(k, part);
		for (int i = 0; i < names.count; i++) {
			if (kernel_has_class(k, names.items[i]) || str_is(names.items[i], "self")) {
				kernel_forget_members(k, names.items[i]);
			}
			if (find_binding(k->ev->bindings, before, names.items[i]) == NULL) {
				kernel_forget_name(k, names.items[i]);
			}
		}
	}
}

void kernel_forget_members(struct kernel *k, struct str name) {
	for (const struct binding *each = k->ev->bindings; each != NULL; each = each->next) {
		bool is_member = each->name.length > name.length && each->name.data[name.length] == '.'
			&& memcmp(each->name.data, name.data, name.length) == 0;
		if (is_member && each->value.kind != VALUE_NONE && evaluation_binding(k->ev, each->name) == each) {
			kernel_poison(k, each->name);
		}
	}
}

/* Forget those of "names" that are bound. */
static void forget_bound(struct kernel *k, const struct names *names) {
	for (int i = 0; i < names->count; i++) {
		if (find_binding(k->ev->bindings, NULL, names->items[i]) != NULL) {
			kernel_forget_name(k, names->items[i]);
		}
	}
}

void kernel_forget_plain(struct kernel *k, struct str text) {
	struct str name;
	struct names changed = changes_by_others(k->ev->algebra.arena, text, &k->writers);
	struct names others = changed;
	for (size_t at = 0; changes_next(text, &at, &name);) {
		kernel_forget_name(k, name);
		names_add(&changed, name);
	}
	forget_bound(k, &others);
	struct names referred = changes_by_references(text, &changed);
	forget_bound(k, &referred);
	kernel_share(k, text);
}

void kernel_forget(struct kernel *k, struct str text) {
	if (!k->is_cpp) {
		kernel_forget_others(k, k->ev->bindings, text);
		return;
	}
	kernel_forget_plain(k, text);
	kernel_forget_in_macros(k, text);
}

/* The last of the bindings "inside" a body, which it began with "before", that is of a "name" of outside; or NULL. */
static const struct binding *last_of_outside(const struct binding *inside, const struct binding *before,
		struct str name) {
	const struct binding *last = NULL;
	for (const struct binding *binding = inside; binding != before; binding = binding->next) {
		if (str_equal(binding->name, name)) {
			/* What is in front of the first that is declared is of outside. */
			last = binding->is_local ? NULL : last != NULL ? last : binding;
		}
	}
	return last;
}

void kernel_leave(struct kernel *k, struct binding *before, bool surely) {
	const struct binding *inside = k->ev->bindings;
	k->ev->bindings = before;
	for (const struct binding *binding = inside; binding != before; binding = binding->next) {
		struct str name = binding->name;
		bool is_last = find_binding(inside, NULL, name) == binding;
		if (!surely && !k->is_cpp) {
			kernel_forget_lists_of(k, &binding->value); /* perhaps it is another name of one of outside */
		}
		const struct binding *left = is_last ? last_of_outside(inside, before, name) : NULL;
		if (left == NULL || find_binding(before, NULL, name) == NULL) {
			continue;
		}
		if (surely) {
			evaluation_bind(k->ev, name, left->value);
			k->ev->bindings->refers = left->refers;
		} else {
			kernel_forget_name(k, name);
		}
		if (left->is_shared) {
			share(k->ev->bindings, name);
		}
	}
}

struct str kernel_member_of(const struct binding *binding, struct str prefix) {
	struct str name = binding->name;
	bool is_longer = prefix.length > 0 && name.length > prefix.length + 2;
	bool is_member = is_longer && memcmp(name.data, prefix.data, prefix.length) == 0
		&& memcmp(name.data + prefix.length, "::", 2) == 0;
	size_t skipped = is_member ? prefix.length + 2 : name.length;
	return (struct str){ name.data + skipped, name.length - skipped };
}

void kernel_hide_members(struct kernel *k, struct str name, struct str value) {
	bool is_own = kernel_member_of(&(struct binding){ .name = value }, name).length > 0 || str_equal(value, name);
	if (k->members == 0 || name.length == 0 || is_own) {
		return;
	}
	const struct binding *before = k->ev->bindings;
	for (const struct binding *binding = before; binding != NULL; binding = binding->next) {
		if (kernel_member_of(binding, name).length == 0) {
			continue;
		}
		if (binding->hides > 0 && binding->hides <= name.length) {
			break;
		}
		kernel_poison(k, binding->name);
	}
	if (k->ev->bindings != before) {
		k->ev->bindings->hides = name.length;
	}
}

/* Whether the function that is run has declared "name". */
static bool is_of_function(const struct kernel *k, struct str name) {
	const struct binding *binding = k->in_function ? k->ev->bindings : NULL;
	for (; binding != NULL && binding != k->around_function; binding = binding->next) {
		if (binding->is_local && str_equal(binding->name, name)) {
			return true;
		}
	}
	return false;
}

/* As kernel_bind_members; "keeps_own" leaves the names out that the function has declared. */
static bool bind_members(struct kernel *k, struct str from, struct str to, bool keeps_own) {
	bool any = false;
	for (const struct binding *binding = k->ev->bindings; binding != NULL; binding = binding->next) {
		struct str member = kernel_member_of(binding, from);
		bool known = false;
		/* The most recent binding comes first; older ones of the name are hidden by it. */
		const struct binding *last = member.length > 0 ? binding : k->ev->bindings;
		for (const struct binding *other = k->ev->bindings; other != last; other = other->next) {
			known = known || str_equal(other->name, binding->name);
		}
		if (member.length > 0 && !known && !(keeps_own && is_of_function(k, member))) {
			if (!kernel_has_room(k)) {
				break;
			}
			evaluation_bind(k->ev, to.length > 0 ? kernel_join(k, to, "::", member) : member, binding->value);
			any = true;
		}
	}
	return any;
}

bool kernel_bind_members(struct kernel *k, struct str from, struct str to) {
	return bind_members(k, from, to, false);
}

void kernel_use_members(struct kernel *k, struct str from) {
	bind_members(k, from, str_from(""), true);
}
