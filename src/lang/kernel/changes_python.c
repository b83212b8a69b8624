/* The names that statements of Python change. One too many is only not known; one too few would be a wrong answer. */
#include "lang/kernel/changes.h"

#include <string.h>

#include "lang/kernel/declaration.h"
#include "lang/kernel/scan.h"

static bool is_open_bracket(char c) {
	return c == '(' || c == '[' || c == '{';
}

/* Behind the string, bracket or character at "at". */
static size_t step_over(struct str text, size_t at) {
	size_t close = is_open_bracket(text.data[at]) ? scan_close(text, at) : at;
	return close > at ? close : scan_step(text, at, SCAN_PYTHON);
}

/* Add every name of "text". */
static void add_all(struct names *names, struct str text) {
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_is_name_start(text.data[at]) ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		if (scan_is_name_start(text.data[at])) {
			names_add(names, (struct str){ text.data + at, end - at });
		}
		at = end;
	}
}

/* Behind the members, indices and calls at "at": .a[i](x) */
static size_t behind_parts(struct str text, size_t at) {
	for (;;) {
		size_t sign = scan_blanks(text, at, SCAN_PYTHON);
		char c = scan_at(text, sign);
		size_t end = c == '.' ? scan_word(text, scan_blanks(text, sign + 1, SCAN_PYTHON))
			: is_open_bracket(c) ? scan_close(text, sign)
								 : sign;
		if (end <= sign) {
			return at;
		}
		at = end;
	}
}

/* Add the names that "text", targets with commas between, gives values, up to a ":" in front of a type. */
static void add_targets(struct names *names, struct str text) {
	for (size_t at = 0; at < text.length && text.data[at] != ':';) {
		if (!scan_is_name_start(text.data[at])) {
			at = scan_step(text, at, SCAN_PYTHON);
			continue;
		}
		size_t end = scan_word(text, at);
		if (scan_at(text, scan_blanks(text, end, SCAN_PYTHON)) != '.') {
			names_add(names, (struct str){ text.data + at, end - at });
		}
		at = behind_parts(text, end);
	}
}

/* Whether a function of a list is called at "at" that changes it: .append(value) */
static bool calls_change(struct str text, size_t at) {
	if (scan_at(text, at) != '.') {
		return false;
	}
	size_t begin = scan_blanks(text, at + 1, SCAN_PYTHON); /* none are left but in f-strings */
	size_t end = scan_word(text, begin);
	return str_is_among(scan_part(text, begin, end), "append extend insert pop remove clear sort reverse")
		&& scan_at(text, scan_blanks(text, end, SCAN_PYTHON)) == '(';
}

/* Whether a single name stands in front of the "." at "at": that of x.y, none of x.y.z or f().z */
static bool has_name_before(struct str text, size_t at) {
	size_t begin = at;
	while (begin > 0 && scan_is_name_part(text.data[begin - 1])) {
		begin--;
	}
	return begin < at && scan_at(text, begin - 1) != '.';
}

/*
 * Add ".y" for each member of "text" of what is no single name, whatever object that is: f(x).y, x[i].y, x.z.y. With
 * "called" those alone which a call changes in their place.
 */
static void add_far_attributes(struct names *names, struct str text, bool called) {
	for (size_t at = 0; at < text.length;) {
		bool is_member = text.data[at] == '.' && scan_is_name_start(scan_at(text, at + 1));
		size_t end = is_member ? scan_word(text, at + 1) : scan_step(text, at, SCAN_PYTHON);
		if (is_member && !has_name_before(text, at) && (!called || calls_change(text, end))) {
			names_add(names, scan_part(text, at, end));
		}
		at = end;
	}
}

/* Add the attributes among "text", targets with commas between. */
static void add_attributes(struct names *names, struct str text) {
	add_far_attributes(names, text, false);
	for (size_t at = 0; at < text.length && text.data[at] != ':';) {
		if (!scan_is_name_start(text.data[at])) {
			at = scan_step(text, at, SCAN_PYTHON);
			continue;
		}
		size_t end = scan_word(text, at);
		size_t attribute = scan_at(text, end) == '.' ? scan_word(text, end + 1) : end;
		if (attribute > end) {
			names_add(names, scan_part(text, at, attribute));
		}
		at = behind_parts(text, end);
	}
}

/* Add the names among "text", targets with commas between, that have an index: x of x[i], y. */
static void add_indexed(struct names *names, struct str text) {
	for (size_t at = 0; at < text.length && text.data[at] != ':';) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		if (is_name && scan_at(text, scan_blanks(text, end, SCAN_PYTHON)) == '[') {
			names_add(names, (struct str){ text.data + at, end - at });
		}
		at = is_name ? behind_parts(text, end) : end;
	}
}

/* Whether the quote at "at" begins a string with expressions in it: f"{n}" */
static bool has_fields(struct str text, size_t at) {
	return str_is_among(scan_prefix(text, at), "f F rf rF Rf RF fr fR Fr FR");
}

/* Add the expressions in braces of "text", a string; {{ is a brace. */
static void add_fields(struct names *names, struct str text) {
	for (size_t at = 0; at < text.length;) {
		bool is_brace = scan_at_text(text, at, "{{");
		size_t close = text.data[at] == '{' && !is_brace ? scan_close(text, at) : at;
		if (close > at) {
			names_add(names, scan_inside(text, at));
		}
		at = close > at ? close : at + (is_brace ? 2 : 1);
	}
}

struct names changes_fields(struct arena *arena, struct str text) {
	struct names names = { .arena = arena };
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_step(text, at, SCAN_PYTHON);
		bool is_quote = text.data[at] == '"' || text.data[at] == '\'';
		if (is_quote && has_fields(text, at)) {
			add_fields(&names, (struct str){ text.data + at, end - at });
		}
		at = end;
	}
	return names;
}

/*
 * Add the lists that are changed by calls, wherever these stand in "text": x of t = x.pop(0), or the attributes that
 * are: self.x of t = self.x.pop(0).
 */
static void add_called(struct names *names, struct str text, bool attributes) {
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		size_t behind = attributes && is_name && scan_at(text, end) == '.' ? scan_word(text, end + 1) : end;
		bool is_member = scan_at(text, at - 1) == '.';
		if (is_name && !is_member && (behind > end || !attributes) && calls_change(text, behind)) {
			names_add(names, scan_part(text, at, behind));
		}
		at = end;
	}
	if (attributes) {
		add_far_attributes(names, text, true);
	}
	struct names fields = changes_fields(names->arena, text);
	for (int i = 0; i < fields.count; i++) {
		add_called(names, fields.items[i], attributes);
	}
}

/* Let "add" add to "names" what stands outside of brackets in front of each "=", ":=" or "+=" of "text". */
static void add_assigned(struct names *names, struct str text, void (*add)(struct names *names, struct str text)) {
	size_t begin = 0;
	for (size_t at = 0; at < text.length;) {
		char before = scan_at(text, at - 1);
		bool shifts = scan_at(text, at - 2) == before; /* <<= gives a value, <= none */
		bool compares = scan_at(text, at + 1) == '=' || before == '!' || ((before == '<' || before == '>') && !shifts);
		if (text.data[at] != '=') {
			at = step_over(text, at);
		} else if (compares) {
			at += scan_at(text, at + 1) == '=' ? 2 : 1;
		} else {
			add(names, scan_part(text, begin, at));
			begin = ++at;
		}
	}
}

/* Add the names in front of each ":=", and those behind each "as", in brackets and f-strings too. */
static void add_inner(struct names *names, struct str text) {
	for (size_t at = 0; at < text.length;) {
		if (!scan_is_name_start(text.data[at]) || (at > 0 && scan_is_name_part(text.data[at - 1]))) {
			at = scan_step(text, at, SCAN_PYTHON);
			continue;
		}
		struct str name = { text.data + at, scan_word(text, at) - at };
		size_t next = scan_blanks(text, at + name.length, SCAN_PYTHON);
		at += name.length;
		if (scan_at_text(text, next, ":=")) {
			names_add(names, name);
		} else if (str_is(name, "as")) {
			size_t close = is_open_bracket(scan_at(text, next)) ? scan_close(text, next) : next;
			add_targets(names, scan_part(text, next, close > next ? close : behind_parts(text, scan_word(text, next))));
		}
	}
	struct names fields = changes_fields(names->arena, text);
	for (int i = 0; i < fields.count; i++) {
		add_inner(names, fields.items[i]);
	}
}

/* Where the word "in" stands in "text", outside of brackets; its end if it does not. */
static size_t find_in(struct str text) {
	size_t at = 0;
	while (at < text.length && !scan_at_word(text, at, "in")) {
		at = step_over(text, at);
	}
	return at;
}

/* Let "add" add what comprehensions in "text" give values: x[0] of [f(y) for x[0] in y], whose names are their own. */
static void add_of_comprehensions(struct names *names, struct str text,
	void (*add)(struct names *names, struct str text)) {
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		if (at > 0 && str_is(scan_part(text, at, end), "for")) {
			struct str rest = scan_part(text, end, text.length);
			add(names, scan_part(rest, 0, find_in(rest)));
		}
		at = end;
	}
}

/* "text" behind its first word. */
static struct str behind_word(struct str text) {
	return scan_part(text, scan_word(text, 0), text.length);
}

/* Add what "text" changes. */
static void add_changes(struct names *names, struct str text) {
	text = scan_at_word(text, 0, "async") ? behind_word(text) : text;
	struct str word = { text.data, scan_word(text, 0) };
	struct str rest = behind_word(text);
	if (str_is(word, "for")) {
		add_targets(names, scan_part(rest, 0, find_in(rest)));
	} else if (str_is(word, "def") || str_is(word, "class")) {
		names_add(names, (struct str){ rest.data, scan_word(rest, 0) });
		return;
	} else if (str_is(word, "del")) {
		add_targets(names, rest);
	} else if (str_is_among(word, "case import from")) {
		add_all(names, rest);
	} else {
		add_assigned(names, text, add_targets);
	}
	add_inner(names, text);
	add_called(names, text, false);
}

/* The name in globals()["name"] = value, or del globals()["name"]; empty for other statements. */
static struct str named_global(struct str text) {
	struct str rest = scan_at_word(text, 0, "del") ? scan_part(text, strlen("del"), text.length) : text;
	size_t begin = strlen("globals()[\"");
	bool is_one = str_starts_with(rest, "globals()[\"") || str_starts_with(rest, "globals()['");
	size_t end = is_one ? scan_word(rest, begin) : begin;
	char quote = scan_at(rest, begin - 1);
	is_one = is_one && scan_at(rest, end) == quote && scan_at(rest, end + 1) == ']';
	bool changes = is_one && (rest.data > text.data || declaration_assignment(text) < text.length);
	return scan_part(rest, changes ? begin : 0, changes ? end : 0);
}

struct names changes_of_python(struct arena *arena, struct str text) {
	struct names names = { .arena = arena };
	add_changes(&names, text);
	if (named_global(text).length > 0) {
		names_add(&names, named_global(text));
	}
	return names;
}

/* Add the attributes behind each "as": with f() as self.x */
static void add_attributes_behind_as(struct names *names, struct str text) {
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		if (is_name && str_is(scan_part(text, at, end), "as")) {
			size_t next = scan_blanks(text, end, SCAN_PYTHON);
			size_t close = is_open_bracket(scan_at(text, next)) ? scan_close(text, next) : next;
			end = close > next ? close : behind_parts(text, scan_word(text, next));
			add_attributes(names, scan_part(text, next, end));
		}
		at = end;
	}
}

struct names changes_attributes(struct arena *arena, struct str text) {
	struct names names = { .arena = arena };
	struct str word = { text.data, scan_word(text, 0) };
	struct str value = scan_part(text, declaration_assignment(text), text.length);
	if (str_is(word, "for")) {
		struct str rest = behind_word(text);
		add_attributes(&names, scan_part(rest, 0, find_in(rest)));
	} else if (str_is(word, "del")) {
		add_attributes(&names, behind_word(text));
	} else if (value.length > 0 && str_is(scan_part(value, 1, value.length), "None")) {
		return names;
	} else {
		add_assigned(&names, text, add_attributes);
	}
	add_attributes_behind_as(&names, text);
	add_of_comprehensions(&names, text, add_attributes);
	add_called(&names, text, true);
	return names;
}

/* Whether a class is made at "at", behind "type": type(name, bases, members) */
static bool makes_class(struct str text, size_t at) {
	struct str arguments = scan_at(text, at) == '(' ? scan_inside(text, at) : str_from("");
	return scan_comma(arguments, 0) < arguments.length;
}

bool changes_by_name(struct arena *arena, struct str text) {
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		struct str name = scan_part(text, at, end);
		size_t open = str_is(name, "vars") ? scan_blanks(text, end, SCAN_PYTHON) : end;
		bool is_vars = str_is(name, "vars") && scan_at(text, open) == '(' && scan_at_word(text, open + 1, "self");
		bool makes = str_is(name, "type") && makes_class(text, scan_blanks(text, end, SCAN_PYTHON));
		bool is_by_name = str_is_among(name, "setattr delattr __setattr__ __getattribute__ __dict__");
		if (is_name && (is_vars || makes || is_by_name)) {
			return true;
		}
		at = end;
	}
	struct names fields = changes_fields(arena, text);
	for (int i = 0; i < fields.count; i++) {
		if (changes_by_name(arena, fields.items[i])) {
			return true;
		}
	}
	return false;
}

/*
 * Whether what stands at "at", behind globals(), changes it: [name] = value, .update(name=value), [name].append(value).
 * What is neither an index nor a member may be another name for it.
 */
static bool changes_table(struct str text, size_t at) {
	static const char *const changing = "update setdefault pop popitem clear __setitem__ __delitem__ __ior__";
	if (scan_at(text, at) == '[') {
		size_t close = scan_close(text, at);
		struct str rest = scan_part(text, close, text.length);
		bool is_target = scan_at_word(text, 0, "del") || scan_at_word(text, 0, "for");
		bool computes = scan_at(rest, 1) == '=' || scan_at(rest, 2) == '='; /* += and **= */
		return is_target || computes || declaration_assignment(rest) < rest.length || calls_change(rest, 0);
	}
	size_t begin = scan_at(text, at) == '.' ? at + 1 : text.length;
	return str_is_among(scan_part(text, begin, scan_word(text, begin)), changing);
}

/*
 * Whether names may get values by globals(), vars() or locals() at "at", behind which "open" is: it is changed there,
 * or globals() is not an operand of "in", an argument with "**" in front, or one of print and its like.
 */
static bool gives_table(struct str text, size_t at, size_t open) {
	size_t close = scan_at(text, open) == '(' ? scan_close(text, open) : open;
	bool is_whole = close > open && scan_part(text, open + 1, close - 1).length == 0;
	size_t next = scan_blanks(text, close, SCAN_PYTHON);
	if (is_whole && (scan_at(text, next) == '[' || scan_at(text, next) == '.')) {
		return changes_table(text, next);
	}
	struct str before = scan_part(text, 0, at);
	bool is_read = str_ends_with(before, " in") || str_ends_with(before, "**") || str_ends_with(before, "print(")
		|| str_ends_with(before, "dict(") || str_ends_with(before, "list(") || str_ends_with(before, "sorted(")
		|| str_ends_with(before, "len(");
	return scan_at_word(text, at, "globals") && !is_read;
}

bool changes_any(struct str text) {
	size_t named = named_global(text).length > 0 ? strlen("globals()[") : 0;
	for (size_t at = named; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_word(text, at) : scan_step(text, at, SCAN_PYTHON);
		struct str name = scan_part(text, at, end);
		size_t open = is_name ? scan_blanks(text, end, SCAN_PYTHON) : end;
		bool is_member = scan_at(text, at - 1) == '.';
		bool runs = is_name && str_is_among(name, "exec eval") && scan_at(text, open) == '(' && !is_member;
		bool has_module = is_name && str_is(name, "sys") && scan_at_text(text, end, ".modules[");
		if (runs || has_module || (is_name && str_is_among(name, "__globals__ __main__"))) {
			return true;
		}
		bool is_table = is_name && str_is_among(name, "globals vars locals") && !is_member;
		if (is_table && gives_table(text, at, open)) {
			return true;
		}
		at = end;
	}
	return scan_at_word(text, 0, "from") && text.data[text.length - 1] == '*';
}

struct names changes_parameters(struct arena *arena, struct str text) {
	struct names names = { .arena = arena };
	size_t open = scan_open(text);
	size_t close = scan_close(text, open);
	for (size_t at = open + 1; at < close;) {
		size_t end = scan_word(text, at);
		if (end == at) {
			at = scan_step(text, at, SCAN_PYTHON);
			continue;
		}
		names_add(&names, (struct str){ text.data + at, end - at });
		for (at = end; at < close && text.data[at] != ',';) {
			at = step_over(text, at);
		}
	}
	return names;
}

struct names changes_bound(struct arena *arena, struct str text) {
	struct names names = changes_of_python(arena, text);
	struct names parameters = { .arena = arena };
	if (scan_at_word(text, 0, "def")) {
		parameters = changes_parameters(arena, text);
	}
	for (int i = 0; i < parameters.count; i++) {
		names_add(&names, parameters.items[i]);
	}
	return names;
}

struct names changes_outside(struct arena *arena, struct str text) {
	struct names names = { .arena = arena };
	if (scan_at_word(text, 0, "global") || scan_at_word(text, 0, "nonlocal")) {
		add_all(&names, behind_word(text));
	} else if (named_global(text).length > 0) {
		names_add(&names, named_global(text));
	}
	return names;
}

struct str changes_list(struct str text) {
	size_t end = scan_word(text, 0);
	return (struct str){ text.data, calls_change(text, end) ? end : 0 };
}

struct names changes_in_place(struct arena *arena, struct str text) {
	struct names names = { .arena = arena };
	struct str word = { text.data, scan_word(text, 0) };
	size_t sign = scan_blanks(text, word.length, SCAN_PYTHON);
	if (scan_at_text(text, sign, "+=") || scan_at_text(text, sign, "*=")) {
		names_add(&names, word);
	} else if (str_is(word, "for")) {
		struct str rest = behind_word(text);
		add_indexed(&names, scan_part(rest, 0, find_in(rest)));
	} else if (str_is(word, "del")) {
		add_indexed(&names, behind_word(text));
	} else {
		add_assigned(&names, text, add_indexed);
	}
	add_of_comprehensions(&names, text, add_indexed);
	add_called(&names, text, false);
	return names;
}
