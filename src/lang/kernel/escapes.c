/*
 * Where lists of Python go: one that a statement gives to a function that is not known, keeps in an object or returns
 * may be changed in its place from then on, by whatever has it. So may one that the value of a name has in it, if that
 * value is not known. A list whose parts are only read stays what it is.
 */
#include "lang/evaluate/evaluate.h"
#include "lang/kernel/changes.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"
#include "lang/ops/operation.h"

/* Names in a statement of Python, or the head of a body: were they lists, others would have them, too. */
struct escapes {
	struct names given;       /* something has it that is not known */
	struct names given_parts; /* the same of lists that it has in it */
	struct names aliased;     /* it is the value that names are given, or a part of that */
	struct names parts;       /* the same of lists that it has in it, or these are read */
};

/* What becomes of a list that stands somewhere in a statement. */
enum fate {
	FATE_READ,  /* its parts are read */
	FATE_VALUE, /* it is the value of the statement, or in it */
	FATE_GIVEN, /* something has it that is not known */
};

/* A walk over a statement. */
struct walk {
	const struct kernel *k;
	struct escapes *escapes;
	struct names *iterated; /* what is read, whose parts other names have then; NULL: none have them */
	bool asks;              /* functions of the source elsewhere, what becomes of their parameters */
};

static void add(const struct walk *walk, struct str name, enum fate fate) {
	struct escapes *escapes = walk->escapes;
	if (fate == FATE_GIVEN) {
		names_add(&escapes->given, name);
	} else if (fate == FATE_VALUE) {
		names_add(&escapes->aliased, name);
	} else if (walk->iterated != NULL) {
		names_add(walk->iterated, name);
	}
}

/* The same of the lists that "name" has in it, of which some stand there. */
static void add_parts(const struct walk *walk, struct str name, enum fate fate) {
	names_add(fate == FATE_GIVEN ? &walk->escapes->given_parts : &walk->escapes->parts, name);
}

/* What stands behind the last dot of "path". */
static struct str last_of(struct str path) {
	size_t at = path.length;
	while (at > 0 && path.data[at - 1] != '.') {
		at--;
	}
	return scan_part(path, at, path.length);
}

/* The name that a path begins with, or the attribute: x of x.y, self.x of self.x.y */
static struct str owner_of(struct str path) {
	size_t end = scan_word(path, 0);
	bool is_self = str_starts_with(path, "self.");
	return scan_part(path, 0, is_self ? scan_word(path, end + 1) : end);
}

/* Whether the function "path" only reads the parts of lists that it is given. */
static bool only_reads(struct str path) {
	static const char *const readers = "len range print str repr int bool float any all isinstance type id abs "
					   "round ceil_div";
	struct str owner = { path.data, scan_word(path, 0) };
	bool is_alone = owner.length == path.length;
	bool is_operation = operation_find(path) != NULL && !str_is(path, "filter"); /* which Python has, too */
	return is_alone ? str_is_among(path, readers) || is_operation
			: str_is_among(owner, "cute cutlass math");
}

/* Whether the function "path" returns one of its arguments. */
static bool chooses(struct str path) {
	return str_is_among(path, "max min next iter");
}

/* Whether the function "path" makes something that has the same parts. */
static bool copies(struct str path) {
	return str_is_among(path, "tuple list zip enumerate sorted reversed set frozenset sum");
}

/* Whether a function with that name changes a list in its place, or has a part of one. */
static bool is_of_lists(struct str name) {
	return str_is_among(name, "append extend insert pop remove clear sort reverse count index copy");
}

static void walk_text(const struct walk *walk, struct str text, enum fate fate, enum fate parts);

/* Whether a member is that of the value that ends at "at", or of a part of it: max(x, y).z, sorted(x)[0].z */
static bool has_member(struct str text, size_t at) {
	size_t next = scan_blanks(text, at, SCAN_PYTHON);
	while (scan_at(text, next) == '[' && scan_close(text, next) > next) {
		next = scan_blanks(text, scan_close(text, next), SCAN_PYTHON);
	}
	return scan_at(text, next) == '.';
}

/* Walk over "text", of which something is made that has the same parts: list(x), zip(x, y). "fate" is that of these. */
static void walk_copied(const struct walk *walk, struct str text, enum fate fate) {
	struct names copied = { .arena = walk->escapes->given.arena };
	struct walk inside = { walk->k, walk->escapes, &copied, walk->asks };
	walk_text(&inside, text, FATE_READ, fate);
	for (int i = 0; i < copied.count; i++) {
		add_parts(walk, copied.items[i], fate);
	}
}

/* Walk over the arguments of the function "path"; "parts" is as in walk_text. Returns where they end. */
static size_t walk_call(const struct walk *walk, struct str text, struct str path, size_t open, enum fate fate,
	enum fate parts) {
	size_t close = scan_close(text, open);
	struct str arguments = scan_inside(text, open); /* without an end, they are walked over as if they stood alone */
	struct str name = last_of(path);
	bool is_method = name.length < path.length && is_of_lists(name);
	bool is_own = kernel_first_function(walk->k, name) != NULL;
	fate = has_member(text, close) ? FATE_GIVEN : fate;
	if (is_method && str_is_among(name, "pop copy") && fate != FATE_READ) {
		add_parts(walk, owner_of(path), fate);
	}
	if (is_method || (is_own && !walk->asks) || kernel_has_class(walk->k, name)) {
		walk_text(walk, arguments, FATE_GIVEN, FATE_GIVEN);
	} else if (is_own) {
		walk_text(walk, arguments, FATE_READ, FATE_GIVEN); /* it is asked what becomes of its parameters */
	} else if (chooses(path)) {
		bool is_read = fate == FATE_READ;
		walk_text(walk, arguments, is_read ? FATE_READ : FATE_GIVEN, is_read ? parts : FATE_GIVEN);
	} else if (copies(path) && fate != FATE_READ) {
		walk_copied(walk, arguments, fate);
	} else if (copies(path)) {
		walk_text(walk, arguments, FATE_READ, parts);
	} else if (only_reads(path)) {
		walk_text(walk, arguments, FATE_READ, FATE_READ);
	} else {
		walk_text(walk, arguments, FATE_GIVEN, FATE_GIVEN);
		if (owner_of(path).length < path.length) {
			add(walk, owner_of(path), FATE_GIVEN); /* x.__setitem__(0, y) */
		}
	}
	return close;
}

/* Walk over the name at "at" with what stands behind it; "parts" is as in walk_text. Returns where that ends. */
static size_t walk_name(const struct walk *walk, struct str text, size_t at, enum fate fate, enum fate parts) {
	size_t end = scan_path(text, at);
	struct str path = { text.data + at, end - at };
	struct str owner = owner_of(path);
	size_t next = scan_blanks(text, end, SCAN_PYTHON);
	if (scan_at(text, next) == '(') {
		return walk_call(walk, text, path, next, fate, parts);
	}
	if (scan_at(text, next) == '=') {
		return end; /* of an argument; and x == y is no list */
	}
	bool has_method = owner.length < path.length && is_of_lists(last_of(path));
	bool is_part = scan_at(text, next) == '[';
	while (scan_at(text, next) == '[' && scan_close(text, next) > next) {
		walk_text(walk, scan_inside(text, next), FATE_READ, FATE_READ);
		end = scan_close(text, next);
		next = scan_blanks(text, end, SCAN_PYTHON);
	}
	if (scan_at(text, next) == '.' && is_part) {
		/* x[0].append(y) */
		size_t member = scan_blanks(text, next + 1, SCAN_PYTHON); /* none are left but in f-strings */
		has_method = has_method || is_of_lists(scan_part(text, member, scan_word(text, member)));
	}
	if (is_part && !has_method) {
		add_parts(walk, owner, fate);
	}
	if (!is_part || has_method || fate == FATE_READ) {
		add(walk, owner, has_method ? FATE_GIVEN : fate); /* what is read may be iterated over: list(x[1:]) */
	}
	return end;
}

/* Whether the name from "begin" to "end" is an operand of a sign, whose value is none of its operands: x == y, x + y */
static bool is_operand(struct str text, size_t begin, size_t end) {
	struct str before = scan_part(text, 0, begin);
	char last = scan_at(before, before.length - 1);
	bool compares = str_ends_with(before, "==") || str_ends_with(before, "!=") || str_ends_with(before, "<=")
		|| str_ends_with(before, ">=");
	size_t next = scan_blanks(text, end, SCAN_PYTHON);
	return compares || (last != '\0' && strchr("<>+-%", last) != NULL) || scan_at_text(text, next, "==")
		|| (next < text.length && strchr("<>+-%*!", text.data[next]) != NULL);
}

/* Whether "word" is no name. */
static bool is_keyword(struct str word) {
	return str_is_among(word, "and or not in is if elif else for while return yield from lambda await async assert "
		"del import class case");
}

/* As walk_text, of what has no comprehension outside of brackets, or is behind the "for" of one. */
static void walk_plain(const struct walk *walk, struct str text, enum fate fate, enum fate parts) {
	bool spreads = false;
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		if (scan_is_name_start(c) && is_keyword(scan_part(text, at, scan_word(text, at)))) {
			at = scan_word(text, at);
		} else if (scan_is_name_start(c)) {
			size_t end = scan_path(text, at);
			spreads = spreads || is_operand(text, at, end);
			if (spreads && fate != FATE_READ) {
				/* What it has in it is in the value, too: [*x], x + y */
				add_parts(walk, owner_of(scan_part(text, at, end)), fate);
			}
			at = walk_name(walk, text, at, spreads ? FATE_READ : fate, parts);
			spreads = false;
		} else if (c == '(' || c == '[' || c == '{') {
			size_t close = scan_close(text, at);
			struct str inner = scan_inside(text, at);
			bool is_group = c == '(' && scan_comma(inner, 0) == inner.length;
			size_t next = scan_blanks(text, close, SCAN_PYTHON);
			/* ([x] + y)[0].append(z) */
			bool goes_on = scan_at(text, next) == '.' || scan_at(text, next) == '[';
			bool is_given = c == '{' || goes_on;
			enum fate inside = is_given ? FATE_GIVEN : parts;
			walk_text(walk, inner, is_group && !is_given ? fate : inside, inside);
			at = close > at ? close : at + 1;
		} else {
			spreads = c == '*' || (spreads && scan_is_blank(c));
			size_t step = scan_step(text, at, SCAN_PYTHON);
			at = str_is_digit(c) ? scan_word(text, at) : step;
		}
	}
}

/*
 * Walk over a comprehension, which has "element" for each x of "clauses", for x in y; "fate" is that of an element. If
 * any list of these is given away, changed or in the value, it may be one that y has in it.
 */
static void walk_comprehension(const struct walk *walk, struct str element, struct str clauses, enum fate fate) {
	const struct escapes *escapes = walk->escapes;
	int given = escapes->given.count + escapes->given_parts.count;
	int kept = escapes->aliased.count + escapes->parts.count;
	struct names iterated = { .arena = escapes->given.arena };
	struct walk inside = { walk->k, walk->escapes, &iterated, walk->asks };
	walk_plain(walk, element, fate, fate);
	/* What stands in front of the "in" are names of its own. */
	walk_plain(&inside, scan_part(clauses, scan_outer_word(clauses, "in"), clauses.length), FATE_READ, FATE_GIVEN);
	bool gives = escapes->given.count + escapes->given_parts.count > given
		|| changes_in_place(iterated.arena, element).count > 0;
	bool keeps = escapes->aliased.count + escapes->parts.count > kept;
	for (int i = 0; i < iterated.count && (gives || keeps); i++) {
		add_parts(walk, iterated.items[i], gives ? FATE_GIVEN : FATE_VALUE);
	}
}

/* Walk over "text", where "fate" is that of a list, and "parts" that of one in a list or tuple that stands there. */
static void walk_text(const struct walk *walk, struct str text, enum fate fate, enum fate parts) {
	size_t comprehension = scan_outer_word(text, "for");
	if (comprehension < text.length) {
		walk_comprehension(walk, scan_part(text, 0, comprehension),
			scan_part(text, comprehension, text.length), parts);
	} else {
		walk_plain(walk, text, fate, parts);
	}
}

/* Walk over what the parameters in "head" are by default. */
static void walk_defaults(const struct walk *walk, struct str head) {
	struct str list = scan_inside(head, scan_open(head));
	for (size_t begin = 0; begin < list.length;) {
		size_t end = scan_comma(list, begin);
		struct str parameter = scan_part(list, begin, end);
		walk_text(walk, scan_part(parameter, declaration_assignment(parameter), parameter.length), FATE_GIVEN,
			FATE_GIVEN);
		begin = end + 1;
	}
}

/* Whether "text", in front of "=", are names and attributes of self alone. */
static bool are_names(struct str text) {
	for (size_t at = 0; at < text.length && text.data[at] != ':';) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_path(text, at) : at + 1;
		struct str path = scan_part(text, at, end);
		if (text.data[at] == '[' || (is_name && owner_of(path).length < path.length)) {
			return false;
		}
		at = end;
	}
	return true;
}

/* Add the names in "text", in front of "=", that have an index: of x[0][1] = y what x has in it changes. */
static void add_indexed(const struct walk *walk, struct str text) {
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_path(text, at) : scan_step(text, at, SCAN_PYTHON);
		if (is_name && scan_at(text, scan_blanks(text, end, SCAN_PYTHON)) == '[') {
			add(walk, owner_of(scan_part(text, at, end)), FATE_GIVEN);
		}
		at = end;
	}
}

/* Walk over a statement that gives its value to targets. */
static void walk_assignment(const struct walk *walk, struct str text) {
	bool names_alone = true;
	for (size_t sign = declaration_assignment(text); sign < text.length; sign = declaration_assignment(text)) {
		names_alone = names_alone && are_names(scan_part(text, 0, sign));
		add_indexed(walk, scan_part(text, 0, sign));
		text = scan_part(text, sign + 1, text.length);
	}
	bool yields = scan_has_word(text, "yield") || scan_has_word(text, "await");
	enum fate fate = names_alone && !yields ? FATE_VALUE : FATE_GIVEN;
	walk_text(walk, text, fate, fate);
}

/* Whether "text" has a ":=" or a lambda, whose values are anywhere. */
static bool has_inner_names(struct str text) {
	for (size_t at = 0; at < text.length; at = scan_step(text, at, SCAN_PYTHON)) {
		if (scan_at_text(text, at, ":=") || scan_at_word(text, at, "lambda")) {
			return true;
		}
	}
	return false;
}

/* Walk over the expressions of f-strings in "text", whose values are only read. */
static void walk_fields(const struct walk *walk, struct str text) {
	struct names fields = changes_fields(walk->escapes->given.arena, text);
	for (int i = 0; i < fields.count; i++) {
		enum fate fate = has_inner_names(fields.items[i]) ? FATE_GIVEN : FATE_READ;
		walk_text(walk, fields.items[i], fate, fate);
		walk_fields(walk, fields.items[i]);
	}
}

/* Where the lists of a statement go; "asks" is that of struct walk. */
static struct escapes find_escapes(const struct kernel *k, struct str text, bool asks) {
	struct arena *arena = k->ev->algebra.arena;
	struct escapes escapes = { .given = { .arena = arena }, .aliased = { .arena = arena } };
	escapes.given_parts.arena = escapes.parts.arena = arena;
	struct walk walk = { k, &escapes, NULL, asks };
	text = scan_at_word(text, 0, "async") ? scan_part(text, strlen("async"), text.length) : text;
	struct str word = { text.data, scan_word(text, 0) };
	struct str rest = scan_part(text, word.length, text.length);
	size_t sign = declaration_assignment(text);
	if (str_is(word, "def")) {
		walk_defaults(&walk, text);
	} else if (has_inner_names(text)) {
		walk_plain(&walk, text, FATE_GIVEN, FATE_GIVEN);
	} else if (str_is_among(word, "return yield raise with match")) {
		walk_text(&walk, rest, FATE_GIVEN, FATE_GIVEN);
	} else if (str_is(word, "for")) {
		walk.iterated = &escapes.parts;
		walk_plain(&walk, rest, FATE_READ, FATE_GIVEN);
	} else if (sign < text.length) {
		walk_assignment(&walk, text);
	} else {
		walk_text(&walk, text, FATE_READ, FATE_READ);
	}
	walk_fields(&walk, text);
	return escapes;
}

void kernel_find_escapes(struct kernel *k, struct str text, struct names *names, struct names *parts,
	struct names *attributes) {
	struct escapes escapes = find_escapes(k, text, false);
	for (int i = 0; i < escapes.parts.count && parts != NULL; i++) {
		names_add(parts, escapes.parts.items[i]);
	}
	for (int i = 0; i < escapes.given_parts.count && parts != NULL; i++) {
		names_add(parts, escapes.given_parts.items[i]);
	}
	for (int i = 0; i < escapes.given.count; i++) {
		names_add(names, escapes.given.items[i]);
	}
	for (int i = 0; i < escapes.aliased.count; i++) {
		bool is_attribute = str_starts_with(escapes.aliased.items[i], "self.");
		if (!is_attribute || attributes != NULL) {
			names_add(is_attribute ? attributes : names, escapes.aliased.items[i]);
		}
	}
}

/* Whether "text" makes a list: [x, y], list(x) */
static bool makes_list(struct str text) {
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		size_t before = at;
		while (before > 0 && scan_is_blank(text.data[before - 1])) {
			before--;
		}
		char c = scan_at(text, before - 1);
		bool is_index = scan_is_name_part(c) || c == ')' || c == ']';
		bool is_maker = is_name && str_is_among(scan_part(text, at, end), "list sorted copy");
		if (is_maker || (text.data[at] == '[' && !is_index)) {
			return true;
		}
		at = end;
	}
	return false;
}

/* Keep that "value" is a list, and what sequences it has in it. */
static void keep_list(struct kernel *k, const struct value *value) {
	if (!value_is_sequence(value)) {
		return;
	}
	if (k->list_count == k->list_room) {
		const struct value *old = k->lists;
		k->list_room = 2 * k->list_room + 16;
		k->lists = arena_array(k->ev->algebra.arena, (size_t)k->list_room, sizeof *k->lists);
		for (int i = 0; i < k->list_count; i++) {
			k->lists[i] = old[i];
		}
	}
	k->lists[k->list_count++] = *value;
	for (int i = 0; i < value_part_count(value); i++) {
		struct value part = value_part(value, i);
		keep_list(k, &part);
	}
}

void kernel_keep_made_lists(struct kernel *k, struct str text, const struct value *value) {
	if (makes_list(text)) {
		keep_list(k, value);
	}
}

void kernel_keep_lists(struct kernel *k, struct str text) {
	struct arena *arena = k->ev->algebra.arena;
	if (!makes_list(text)) {
		return;
	}
	struct names names[] = { changes_of_python(arena, text), changes_attributes(arena, text) };
	for (int i = 0; i < names[0].count + names[1].count; i++) {
		bool is_name = i < names[0].count;
		struct str name = is_name ? names[0].items[i] : names[1].items[i - names[0].count];
		const struct binding *binding = evaluation_binding(k->ev, name);
		if (binding != NULL) {
			keep_list(k, &binding->value);
		}
	}
}

void kernel_forget_lists_among(struct kernel *k, const struct names *names) {
	for (int i = 0; i < names->count && k->list_count > 0; i++) {
		const struct binding *binding = evaluation_binding(k->ev, names->items[i]);
		if (binding != NULL && value_is_sequence(&binding->value)) {
			struct value value = binding->value;
			kernel_forget_lists_of(k, &value);
		}
	}
}

/* The values of those of "names" that are bound to sequences, in "values", which has room. Returns their number. */
static int find_values(const struct kernel *k, const struct names *names, struct value *values) {
	int count = 0;
	for (int i = 0; i < names->count; i++) {
		const struct binding *binding = evaluation_binding(k->ev, names->items[i]);
		if (binding != NULL && value_is_sequence(&binding->value)) {
			values[count++] = binding->value;
		}
	}
	return count;
}

struct escaped kernel_escaped(const struct kernel *k, struct str text) {
	struct escaped escaped = { .values = NULL };
	if (k->list_count > 0) {
		struct escapes escapes = find_escapes(k, text, true);
		int most = escapes.given.count + escapes.given_parts.count + escapes.aliased.count + escapes.parts.count;
		escaped.values = arena_array(k->ev->algebra.arena, (size_t)most + 1, sizeof *escaped.values);
		struct value *next = escaped.values;
		next += escaped.given = find_values(k, &escapes.given, next);
		next += escaped.given_parts = find_values(k, &escapes.given_parts, next);
		next += escaped.aliased = find_values(k, &escapes.aliased, next);
		escaped.parts = find_values(k, &escapes.parts, next);
	}
	return escaped;
}

/* Whether all that "text" gives values has one that is known. */
static bool are_known(const struct kernel *k, struct str text) {
	struct arena *arena = k->ev->algebra.arena;
	struct names names[] = { changes_of_python(arena, text), changes_attributes(arena, text) };
	for (int i = 0; i < names[0].count + names[1].count; i++) {
		bool is_name = i < names[0].count;
		struct str name = is_name ? names[0].items[i] : names[1].items[i - names[0].count];
		const struct binding *binding = evaluation_binding(k->ev, name);
		if (binding == NULL || binding->value.kind == VALUE_NONE) {
			return false;
		}
	}
	return true;
}

/* Lists that are parts of "value", a sequence, are not known. */
static void forget_parts(struct kernel *k, const struct value *value) {
	for (int i = 0; i < value_part_count(value); i++) {
		struct value part = value_part(value, i);
		kernel_forget_lists_of(k, &part);
	}
}

void kernel_forget_parts_of(struct kernel *k, struct str name) {
	const struct binding *binding = k->list_count > 0 ? evaluation_binding(k->ev, name) : NULL;
	if (binding != NULL && value_is_sequence(&binding->value)) {
		struct value value = binding->value;
		forget_parts(k, &value);
	}
}

/* Value "i" of "escaped" is not known, or those lists that are parts of it. */
static void forget_values(struct kernel *k, const struct escaped *escaped, int i) {
	const struct value *value = &escaped->values[i];
	int aliased = escaped->given + escaped->given_parts;
	if (i < escaped->given || (i >= aliased && i < aliased + escaped->aliased)) {
		kernel_forget_lists_of(k, value);
	} else {
		forget_parts(k, value);
	}
}

void kernel_forget_escaped(struct kernel *k, struct str text, const struct escaped *escaped) {
	int given = escaped->given + escaped->given_parts;
	int count = are_known(k, text) ? given : given + escaped->aliased + escaped->parts;
	for (int i = 0; i < count; i++) {
		forget_values(k, escaped, i);
	}
}

void kernel_forget_escaping(struct kernel *k, struct str body) {
	struct statements statements = statements_of(body, 0, body.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END && k->list_count > 0; statement = statements_next(&statements)) {
		struct escaped escaped = kernel_escaped(k, scan_part(body, statement.span.begin, statement.span.end));
		int count = escaped.given + escaped.given_parts + escaped.aliased + escaped.parts;
		for (int i = 0; i < count; i++) {
			forget_values(k, &escaped, i);
		}
	}
}
