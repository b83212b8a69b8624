/*
 * Bodies of Python. A function has names of its own and is read once, where it stands; a class has, too, but its
 * functions see them as attributes only. All other bodies share the names of what they stand in. Which branch is taken
 * is not asked.
 *
 * An attribute of self is bound under that name, "self.x", if the source gives it one value: the methods behind the one
 * that does have it, whenever they are called.
 */
#include <stdlib.h>

#include "lang/evaluate/evaluate.h"
#include "lang/kernel/changes.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

/* "names" are not known from now on, not even that they are integers. */
static void poison(struct kernel *k, struct names names) {
	for (int i = 0; i < names.count; i++) {
		if (str_is(names.items[i], "self")) {
			kernel_forget_members(k, names.items[i]);
		}
		kernel_poison(k, names.items[i]);
	}
}

/* What "body", of a function, says to be names of outside is not known from now on: it may be called at any time. */
static void forget_outside(struct kernel *k, struct str body) {
	struct statements statements = statements_of(body, 0, body.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = scan_part(body, statement.span.begin, statement.span.end);
		struct names names = changes_outside(k->ev->algebra.arena, text);
		for (int i = 0; i < names.count; i++) {
			kernel_forget_name(k, names.items[i]);
		}
	}
}

static int compare_names(const void *a, const void *b) {
	return str_compare(*(const struct str *)a, *(const struct str *)b);
}

/* Whether "head" begins a function or class, whose names are its own. */
static bool has_own_names(struct str head) {
	return scan_at_word(head, 0, "def") || scan_at_word(head, 0, "class")
		|| (scan_at_word(head, 0, "async") && scan_has_word(head, "def"));
}

/* The statements of "body", a part of the source; the first one has its indentation in front of it. */
static struct statements statements_in(const struct kernel *k, struct str body) {
	size_t begin = (size_t)(body.data - k->text.data);
	return statements_of(k->text, begin, begin + body.length, false);
}

/* Add the first "count" names of "all" once more: they have several values. */
static void double_names(struct names *all, int count) {
	for (int i = 0; i < count; i++) {
		names_add(all, all->items[i]);
	}
}

/*
 * Add what statements of "body" outside of functions and classes change, and twice what functions say to be of
 * outside. Returns whether functions change any of these names.
 */
static bool gather_changes(struct kernel *k, struct str body, struct names *all) {
	struct statements statements = statements_in(k, body);
	struct statement statement = statements_next(&statements);
	bool may_be_any = false;
	int several = 0; /* names so far that have several values */
	int inside = 0; /* bodies that are open around the first statement of a function or class; 0: it is in none */
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		inside = statements.depth < inside ? 0 : inside;
		struct names names = inside == 0 ? changes_of_python(all->arena, text) : changes_outside(all->arena, text);
		for (int i = 0; i < names.count; i++) {
			names_add(all, names.items[i]);
			if (inside > 0) {
				names_add(all, names.items[i]);
			}
		}
		if (inside == 0) {
			kernel_find_escapes(k, text, &k->given_outside, NULL, NULL);
		}
		if (changes_any(text)) {
			may_be_any = may_be_any || inside > 0;
			several = all->count;
		}
		inside = inside == 0 && has_own_names(text) && statement.kind == STATEMENT_OPEN ? statements.depth : inside;
	}
	double_names(all, may_be_any ? all->count : several);
	return may_be_any;
}

/* Sort "names", so that count_name finds them. */
static void sort_names(struct names *names) {
	if (names->count > 0) {
		qsort(names->items, (size_t)names->count, sizeof *names->items, compare_names);
	}
}

/* The first "name" of "names", which are sorted; NULL if there is none. */
static const struct str *first_name(const struct names *names, struct str name) {
	const struct str *found = names->count == 0 ? NULL
		: bsearch(&name, names->items, (size_t)names->count, sizeof *names->items, compare_names);
	while (found != NULL && found > names->items && str_equal(found[-1], name)) {
		found--;
	}
	return found;
}

/* How often "name" is among "names", which are sorted. */
static int count_name(const struct names *names, struct str name) {
	const struct str *first = first_name(names, name);
	int count = 0;
	while (first != NULL && first + count < names->items + names->count && str_equal(first[count], name)) {
		count++;
	}
	return count;
}

/* "x" of self.x. */
static struct str attribute_name(struct str attribute) {
	size_t at = scan_word(attribute, 0);
	return scan_part(attribute, at + 1, attribute.length);
}

static bool is_of_self(struct str attribute) {
	return str_starts_with(attribute, "self.");
}

/* Add the attributes that the statements of "text" change to "all", those of other objects than self to "foreign". */
static void gather_attributes(struct str text, struct names *all, struct names *foreign) {
	struct statements statements = statements_of(text, 0, text.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str part = scan_part(text, statement.span.begin, statement.span.end);
		struct names names = changes_attributes(all->arena, part);
		for (int i = 0; i < names.count; i++) {
			names_add(is_of_self(names.items[i]) ? all : foreign, attribute_name(names.items[i]));
		}
	}
}

/* Add the names that "body", of a class, gives values outside of functions; twice those that it may not give any. */
static void gather_members(const struct kernel *k, struct str body, struct names *all) {
	struct statements statements = statements_in(k, body);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str part = scan_part(k->text, statement.span.begin, statement.span.end);
		struct names names = changes_of_python(all->arena, part);
		/* x: int = 4 is what objects have by default. */
		size_t behind = scan_blanks(part, scan_word(part, 0), SCAN_C);
		bool is_default = statement.kind == STATEMENT_PLAIN && scan_at(part, behind) == ':';
		bool is_unsure = statements.depth > 0 && !has_own_names(part);
		for (int i = 0; i < names.count * (is_default || is_unsure ? 2 : 1); i++) {
			names_add(all, names.items[i % names.count]);
		}
		if (statement.kind == STATEMENT_OPEN && has_own_names(part)) {
			statements_skip_body(&statements);
		}
	}
}

/* Add the names that statements of the source other than imports give values, and those of parameters. */
static void gather_bound(struct kernel *k, struct names *all) {
	struct statements statements = statements_of(k->text, 0, k->text.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = scan_part(k->text, statement.span.begin, statement.span.end);
		bool imports = scan_at_word(text, 0, "import") || scan_at_word(text, 0, "from");
		struct names names = imports ? (struct names){ .count = 0 } : changes_bound(all->arena, text);
		for (int i = 0; i < names.count; i++) {
			names_add(all, names.items[i]);
		}
	}
	sort_names(all);
}

/*
 * Whether a class is made of what may be another name for one of the source: class A(B) where B = C, or is a parameter;
 * class A(f()), class A(B.C).
 */
static bool find_other_bases(struct kernel *k) {
	struct names bound = { .arena = k->ev->algebra.arena };
	if (k->bases.count > 0) {
		gather_bound(k, &bound);
	}
	for (int i = 0; i < k->bases.count; i++) {
		struct str base = k->bases.items[i];
		bool is_class = first_name(&k->classes, base) != NULL;
		char next = scan_at((struct str){ base.data, base.length + 1 }, base.length);
		if (is_class ? next == '.' || next == '(' : first_name(&bound, base) != NULL) {
			return true;
		}
	}
	return false;
}

/* Whether the source has a function called "name" that is given an object, as a method is. */
static bool is_method(const struct kernel *k, struct str name) {
	const struct python_function *each = kernel_first_function(k, name);
	while (each != NULL && each < k->functions + k->function_count && str_equal(each->name, name)) {
		struct names parameters = changes_parameters(k->ev->algebra.arena, each->head);
		if (parameters.count > 0 && str_is(parameters.items[0], "self")) {
			return true;
		}
		each++;
	}
	return false;
}

/* Find where a class of the source stands with a method behind it: K.f */
static void find_borrowed(struct kernel *k) {
	k->borrowed = (struct names){ .arena = k->ev->algebra.arena };
	for (size_t at = 0; at < k->text.length;) {
		bool is_name = scan_is_name_start(k->text.data[at]);
		size_t end = is_name ? scan_word(k->text, at) : scan_step(k->text, at, SCAN_PYTHON);
		struct str name = scan_part(k->text, at, end);
		size_t method = is_name && scan_at(k->text, end) == '.' ? scan_word(k->text, end + 1) : end;
		if (method > end && kernel_has_class(k, name) && is_method(k, scan_part(k->text, end + 1, method))) {
			names_add(&k->borrowed, name);
		}
		at = end;
	}
	sort_names(&k->borrowed);
}

/*
 * Whether functions of the class "name" may be given objects of others: K.f, but not K.f(self) in its "body", or in
 * that of one of its relatives, if it "has_relatives".
 */
static bool is_borrowed(const struct kernel *k, struct str name, struct str body, bool has_relatives) {
	const struct str *each = first_name(&k->borrowed, name);
	for (; each != NULL && each < k->borrowed.items + k->borrowed.count && str_equal(*each, name); each++) {
		struct str behind = { each->data, (size_t)(k->text.data + k->text.length - each->data) };
		size_t open = scan_word(behind, each->length + 1);
		bool is_of_self = scan_at(behind, open) == '(' && scan_at_word(behind, open + 1, "self");
		if (!is_of_self || !(has_relatives || scan_has_part(body, *each))) {
			return true;
		}
	}
	return false;
}

/* Add the attributes in "text" behind other objects than self, and words of strings where these may name attributes. */
static void gather_shown(struct kernel *k, struct str text) {
	struct str owner = str_from("");
	bool has_strings = kernel_names_by_string(k->text);
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		struct str name = scan_part(text, at, end);
		if (is_name && scan_at(text, at - 1) == '.' && !str_is(owner, "self")) {
			names_add(&k->shown, name);
		}
		for (size_t word = at + 1; word < end && !is_name && has_strings;) {
			size_t behind = scan_word(text, word);
			names_add(&k->shown, scan_part(text, word, behind));
			word = behind + 1;
		}
		owner = text.data[at] != '.' ? name : owner;
		at = end;
	}
	struct names fields = changes_fields(k->ev->algebra.arena, text);
	for (int i = 0; i < fields.count; i++) {
		gather_shown(k, fields.items[i]);
	}
}

/* Gather what the source does to attributes. */
static void find_attributes(struct kernel *k) {
	struct arena *arena = k->ev->algebra.arena;
	k->attributes = (struct names){ .arena = arena };
	k->foreign = (struct names){ .arena = arena };
	k->shown = (struct names){ .arena = arena };
	k->bases = (struct names){ .arena = arena };
	k->classes = (struct names){ .arena = arena };
	k->changes_by_name = changes_by_name(arena, k->text);
	gather_attributes(k->text, &k->attributes, &k->foreign);
	gather_shown(k, k->text);
	struct statements statements = statements_of(k->text, 0, k->text.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str head = scan_part(k->text, statement.span.begin, statement.span.end);
		if (statement.kind != STATEMENT_OPEN || !scan_at_word(head, 0, "class")) {
			continue;
		}
		size_t begin = scan_blanks(head, strlen("class"), SCAN_C);
		names_add(&k->classes, scan_part(head, begin, scan_word(head, begin)));
		struct names bases = changes_parameters(arena, head);
		for (int i = 0; i < bases.count; i++) {
			names_add(&k->bases, bases.items[i]);
		}
		struct statements body = statements;
		size_t end = statements_skip_body(&body);
		gather_members(k, scan_part(k->text, statements.at, end), &k->attributes);
	}
	sort_names(&k->attributes);
	sort_names(&k->foreign);
	sort_names(&k->shown);
	sort_names(&k->bases);
	sort_names(&k->classes);
	k->has_other_bases = find_other_bases(k);
	find_borrowed(k);
}

bool kernel_has_class(const struct kernel *k, struct str name) {
	return first_name(&k->classes, name) != NULL;
}

bool kernel_keeps_attribute(const struct kernel *k, struct str name) {
	if (name.length == 0 || memchr(name.data, '.', name.length) == NULL) {
		return true;
	}
	struct str attribute = attribute_name(name);
	const struct python_class *class = k->class;
	bool is_followed = class != NULL && !class->is_borrowed && !k->changes_by_name;
	return is_followed && is_of_self(name) && count_name(&class->changed, attribute) == 1
		&& count_name(&k->foreign, attribute) == 0
		&& (!class->has_relatives || count_name(&k->attributes, attribute) == 1);
}

void kernel_find_changing(struct kernel *k) {
	struct arena *arena = k->ev->algebra.arena;
	struct names all = { .arena = arena };
	k->given_outside.arena = arena;
	k->effects = (struct effects){ { .arena = arena }, { .arena = arena }, { .arena = arena } };
	if (gather_changes(k, k->text, &all)) {
		for (int i = 0; i < all.count; i++) {
			names_add(&k->effects.changed, all.items[i]);
		}
	}
	sort_names(&all);
	struct str last = str_from("");
	int times = 0;
	for (int i = 0; i < all.count; i++) {
		times = str_equal(all.items[i], last) ? times + 1 : 1;
		last = all.items[i];
		if (times == 2) {
			names_add(&k->changing, last);
		}
	}
	find_attributes(k);
	k->has_managers = scan_has_word(k->text, "contextmanager") || scan_has_word(k->text, "__exit__");
}

/* Bind "value" as attribute "name", self.x, for the methods behind the one that is run. */
static void keep_attribute(struct kernel *k, struct str name, struct value value) {
	struct binding *bindings = k->ev->bindings;
	k->ev->bindings = k->outside;
	evaluation_bind(k->ev, name, value);
	k->outside = k->ev->bindings;
	k->ev->bindings = bindings;
}

/* Whether "value", of the attribute "name", is or has lists that others have by that: w = c.w, then w[0] = 4 */
static bool shows_lists(const struct kernel *k, struct str name, const struct value *value) {
	return first_name(&k->shown, name) != NULL && kernel_has_lists(k, value);
}

/* The names of the body of a class so far are attributes: self.x and K.x. */
static void tell_members(struct kernel *k) {
	const struct binding *last = k->ev->bindings;
	const struct binding *end = last;
	while (end != k->class->told && end != k->class->begin) {
		end = end->next;
	}
	for (const struct binding *binding = last; binding != end; binding = binding->next) {
		struct str name = kernel_join(k, str_from("self"), ".", binding->name);
		bool may_change = (k->class->changes_lists && kernel_has_lists(k, &binding->value))
			|| shows_lists(k, binding->name, &binding->value);
		if (binding->value.kind != VALUE_NONE && !may_change && kernel_keeps_attribute(k, name)) {
			keep_attribute(k, name, binding->value);
			keep_attribute(k, kernel_join(k, k->class->name, ".", binding->name), binding->value);
		}
	}
	k->class->told = last;
}

/* The attributes that a method has bound since "before" are those of the methods behind it. */
static void keep_attributes(struct kernel *k, const struct binding *before) {
	for (const struct binding *binding = k->ev->bindings; binding != before; binding = binding->next) {
		bool is_bound = is_of_self(binding->name) && binding->value.kind != VALUE_NONE
			&& evaluation_binding(k->ev, binding->name) == binding;
		bool shows = is_bound && shows_lists(k, attribute_name(binding->name), &binding->value);
		if (is_bound && !shows && kernel_keeps_attribute(k, binding->name)) {
			keep_attribute(k, binding->name, binding->value);
			kernel_tell(k, k->class->name, binding->name, binding->value);
		}
	}
}

/* The attributes that an earlier reading of the class has found are known in all of its methods. */
static void keep_told(struct kernel *k) {
	for (const struct told *told = k->told; told != NULL; told = told->next) {
		if (told->owner.data == k->class->name.data && kernel_keeps_attribute(k, told->name)) {
			keep_attribute(k, told->name, told->value);
		}
	}
}

/* The attributes that the user has given are known in the methods of all classes. */
static void keep_given(struct kernel *k) {
	for (const struct binding *binding = k->ev->bindings; binding != NULL; binding = binding->next) {
		if (binding->is_given && is_of_self(binding->name)) {
			keep_attribute(k, binding->name, binding->value);
		}
	}
}

/* What is known of self around a class in a function is not of its own objects. */
static void hide_attributes(struct kernel *k) {
	for (const struct binding *binding = k->ev->bindings; binding != NULL; binding = binding->next) {
		if (is_of_self(binding->name) && binding->value.kind != VALUE_NONE
				&& evaluation_binding(k->ev, binding->name) == binding) {
			kernel_poison(k, binding->name);
		}
	}
}

/*
 * A function in another is called when that has gone on: of the names in its "body" none is known that the function
 * around gives more than one value, or one behind the body.
 */
static void poison_around(struct kernel *k, struct str body) {
	const struct names *around = &k->around;
	for (size_t at = 0; at < body.length && around->count > 0;) {
		bool is_name = scan_is_name_start(body.data[at]);
		size_t end = is_name ? scan_word(body, at) : scan_step(body, at, SCAN_PYTHON);
		struct str name = scan_part(body, at, end);
		const struct str *found = is_name ? first_name(around, name) : NULL;
		bool changes = found != NULL && (count_name(around, name) > 1 || found->data > body.data);
		const struct binding *binding = changes ? evaluation_binding(k->ev, name) : NULL;
		if (changes && (binding == NULL || binding->value.kind != VALUE_NONE)) {
			kernel_poison(k, name);
		}
		at = end;
	}
	struct names fields = changes_fields(k->ev->algebra.arena, body);
	for (int i = 0; i < fields.count; i++) {
		poison_around(k, fields.items[i]);
	}
}

/* Of classes that the source gives more than one value, no member is known. */
static void forget_classes(struct kernel *k) {
	for (int i = 0; i < k->changing.count; i++) {
		if (kernel_has_class(k, k->changing.items[i])) {
			kernel_forget_members(k, k->changing.items[i]);
		}
	}
}

/*
 * Lists that functions change or give away are not known by any of their names in one: an earlier call may have done
 * so. That is asked while their own names still have values.
 */
static void forget_changed_lists(struct kernel *k) {
	kernel_forget_each_list(k, &k->effects.lists);
	kernel_forget_lists_among(k, &k->effects.escaping);
	kernel_forget_lists_among(k, &k->given_outside);
}

/* A function is called at any time: what the source gives more than one value has none in it. */
static void run_function(struct kernel *k, struct statements *statements, struct str head) {
	struct binding *before = k->ev->bindings;
	struct str body = kernel_body(statements);
	bool in_class = k->in_class;
	bool in_function = k->in_function;
	if (in_class) {
		tell_members(k);
	}
	struct binding *known = in_class ? k->outside : before;
	k->ev->bindings = known;
	k->in_class = false;
	forget_changed_lists(k);
	if (!in_function) {
		poison(k, k->changing);
		forget_classes(k);
	}
	poison_around(k, body);
	struct names around = k->around;
	k->around = (struct names){ .arena = k->ev->algebra.arena };
	if (scan_has_word(body, "def")) {
		gather_changes(k, body, &k->around);
		sort_names(&k->around);
	}
	k->in_function = true;
	/* Whatever they are by default. */
	struct names parameters = changes_parameters(k->ev->algebra.arena, head);
	for (int i = 0; i < parameters.count; i++) {
		if (!in_class && str_is(parameters.items[i], "self")) {
			kernel_forget_members(k, parameters.items[i]); /* that of the function around is another object */
		}
		const struct told *told = kernel_told(k, head, parameters.items[i]);
		if (!kernel_bind_given(k, parameters.items[i], false)) {
			evaluation_bind(k->ev, parameters.items[i], told != NULL ? told->value : value_none());
		}
	}
	if (scan_has_word(body, "def") || scan_has_word(body, "lambda")) {
		/* What is in it may be called when the caller has changed them. */
		kernel_forget_lists_among(k, &parameters);
	}
	kernel_run_body(k, statements);
	k->around = around;
	k->in_class = in_class;
	k->in_function = in_function;
	if (in_class) {
		keep_attributes(k, known);
	}
	k->ev->bindings = before;
	forget_outside(k, body);
}

/* What the names of the class "name" are from outside: K.x. */
static void bind_members(struct kernel *k, struct str name, const struct binding *members, const struct binding *end) {
	for (const struct binding *binding = members; binding != end; binding = binding->next) {
		struct str attribute = kernel_join(k, str_from("self"), ".", binding->name);
		if (binding->value.kind != VALUE_NONE && kernel_keeps_attribute(k, attribute)) {
			evaluation_bind(k->ev, kernel_join(k, name, ".", binding->name), binding->value);
		}
	}
}

/*
 * The next statement of the body of a class that is run where it stands, in none of its functions; so are those of a
 * class in it. False behind all.
 */
static bool next_of_class(const struct kernel *k, struct statements *statements, struct str *text) {
	for (;;) {
		struct statement statement = statements_next(statements);
		*text = scan_part(k->text, statement.span.begin, statement.span.end);
		if (statement.kind != STATEMENT_OPEN || !has_own_names(*text) || scan_at_word(*text, 0, "class")) {
			return statement.kind != STATEMENT_END;
		}
		statements_skip_body(statements);
	}
}

/* What the body of a class, which is run where it stands, changes outside of it. */
static void run_class_effects(struct kernel *k, struct str body) {
	struct statements statements = statements_in(k, body);
	struct str text;
	while (next_of_class(k, &statements, &text)) {
		struct names outside = changes_outside(k->ev->algebra.arena, text);
		for (int i = 0; i < outside.count; i++) {
			kernel_forget_name(k, outside.items[i]);
		}
		kernel_forget_lists(k, text);
		kernel_forget_escaping(k, text);
		kernel_run_effects(k, text);
	}
}

/* Whether statements of "body", of a class, change lists in their place outside of functions, or give some away. */
static bool changes_lists(struct kernel *k, struct str body) {
	struct names names = { .arena = k->ev->algebra.arena };
	struct statements statements = statements_in(k, body);
	struct str text;
	while (next_of_class(k, &statements, &text)) {
		struct names changed = changes_in_place(names.arena, text);
		kernel_find_escapes(k, text, &names, NULL, NULL);
		if (changed.count + names.count > 0) {
			return true;
		}
	}
	return false;
}

static void run_class(struct kernel *k, struct statements *statements, struct str head) {
	struct binding *before = k->ev->bindings;
	struct binding *outside = k->outside;
	struct python_class *around = k->class;
	bool in_class = k->in_class;
	size_t begin = scan_blanks(head, strlen("class"), SCAN_C);
	struct str name = scan_part(head, begin, scan_word(head, begin));
	struct python_class class = { .name = name, .changed = { .arena = k->ev->algebra.arena } };
	struct names foreign = { .arena = k->ev->algebra.arena };
	struct str body = kernel_body(statements);
	if (kernel_keep_storage(k, name, body)) {
		statements_skip_body(statements);
		return;
	}
	gather_attributes(body, &class.changed, &foreign);
	gather_members(k, body, &class.changed);
	sort_names(&class.changed);
	class.has_relatives = changes_parameters(class.changed.arena, head).count > 0 || count_name(&k->bases, name) > 0
		|| k->has_other_bases;
	class.is_borrowed = is_borrowed(k, name, body, class.has_relatives);
	class.changes_lists = changes_lists(k, body);
	struct binding *seen = in_class ? outside : before; /* a class in another does not see the names of that */
	/* Its functions are called when its body has run. */
	k->ev->bindings = seen;
	run_class_effects(k, body);
	if (in_class || k->in_function) {
		hide_attributes(k);
	}
	k->outside = k->ev->bindings;
	k->ev->bindings = seen;
	if (k->in_function) {
		struct names members = { .arena = class.changed.arena };
		gather_members(k, body, &members);
		poison(k, members); /* in front of where it gives them values, they are those outside of all functions */
	}
	struct binding *start = k->ev->bindings;
	class.begin = class.told = start;
	k->class = &class;
	k->in_class = true;
	keep_told(k);
	keep_given(k);
	kernel_run_body(k, statements);
	struct binding *members = k->ev->bindings;
	k->in_class = in_class;
	k->outside = outside;
	k->ev->bindings = before;
	run_class_effects(k, body);
	kernel_forget_escaping(k, head);
	kernel_run_effects(k, scan_part(head, begin + name.length, head.length)); /* a base sees what is derived from it */
	kernel_poison(k, name);
	kernel_forget_members(k, name);
	bind_members(k, name, members, start);
	k->class = around;
}

/*
 * Whether the body behind "head" is run to its end if it is run at all. One of "with" may be left where something in it
 * raises what the "with" hides, as managers of the source may.
 */
static bool is_surely_run(const struct kernel *k, struct str head, struct str body) {
	static const char *const surely[] = { "match", "finally", NULL };
	bool hides = k->has_managers || scan_has_word(head, "suppress") || scan_has_word(head, "raises")
		|| scan_has_word(body, "raise");
	return words_find(head, surely) != NULL || (scan_at_word(head, 0, "with") && !hides);
}

void kernel_run_indented(struct kernel *k, struct statements *statements, struct str head) {
	static const char *const loops[] = { "for", "while", NULL };
	struct str text = scan_at_word(head, 0, "async") ? scan_part(head, strlen("async"), head.length) : head;
	struct names changed = changes_of_python(k->ev->algebra.arena, head);
	struct binding *before = k->ev->bindings;
	if (scan_at_word(text, 0, "def")) {
		kernel_forget_escaping(k, text);
		kernel_forget_lists(k, text);
		run_function(k, statements, text);
		poison(k, changed);
	} else if (scan_at_word(text, 0, "class")) {
		run_class(k, statements, text);
	} else {
		kernel_run_effects(k, head);
		kernel_forget_lists(k, head);
		kernel_forget_escaping(k, head);
		if (words_find(text, loops) != NULL) {
			kernel_forget(k, kernel_body(statements));
			kernel_run_effects(k, kernel_body(statements));
			kernel_forget_escaping(k, kernel_body(statements));
		}
		poison(k, changed);
		bool is_sure = is_surely_run(k, text, kernel_body(statements));
		k->unsure += is_sure ? 0 : 1;
		kernel_run_body(k, statements);
		k->unsure -= is_sure ? 0 : 1;
		if (!is_sure) {
			kernel_leave(k, before, false);
		}
	}
}
