#include "lang/kernel/changes.h"

#include <string.h>

#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

/* What stands in front of a name. */
enum before {
	BEFORE_NOTHING, /* that belongs to it */
	BEFORE_TYPE,    /* a word, or what a type ends in: the name may be declared */
	BEFORE_MEMBER,  /* the sign of a member */
	BEFORE_STEP,    /* ++ or -- */
};

/* The bytes of the operator at "at" that gives what stands in front another value; 0 if there is none. */
static size_t assignment_at(struct str text, size_t at) {
	char c = scan_at(text, at);
	char next = scan_at(text, at + 1);
	if (c == '=') {
		return next != '=' ? 1 : 0;
	}
	if ((c == '<' || c == '>') && next == c) {
		return scan_at(text, at + 2) == '=' ? 3 : 0;
	}
	bool steps = (c == '+' || c == '-') && next == c;
	bool computes = c != '\0' && strchr("+-*/%&|^", c) != NULL && next == '=';
	if (scan_at_text(text, at, "\xc3\xb7=")) {
		return 3; /* the sign in place of the // of Python */
	}
	return steps || computes ? 2 : 0;
}

/* Words that stand in front of names and are no types. */
static bool is_keyword(struct str word) {
	return str_is_among(word, "return else do case throw goto co_return co_yield delete new and or not");
}

/* What the sign at "*at", behind "before", says of a name that follows; "*at" moves behind it. */
static enum before step_over(struct str text, size_t *at, enum before before) {
	char c = text.data[*at];
	char next = scan_at(text, *at + 1);
	if (c == '#') {
		*at = scan_joined_end(text, *at); /* a directive */
		return BEFORE_NOTHING;
	}
	if ((c == '-' && next == '>') || (c == ':' && next == ':')) {
		*at += 2;
		return BEFORE_MEMBER;
	}
	if ((c == '+' || c == '-') && next == c) {
		*at += 2;
		return before == BEFORE_TYPE ? BEFORE_NOTHING : BEFORE_STEP;
	}
	bool is_reference = (c == '&' || c == '*') && before == BEFORE_TYPE && next != '=' && next != c;
	*at = scan_step(text, *at, SCAN_C);
	if (scan_is_blank(c)) {
		return before;
	}
	return c == '.' ? BEFORE_MEMBER : is_reference || c == '>' ? BEFORE_TYPE : BEFORE_NOTHING;
}

/* The last character of what stands in front of something; ";" if nothing does. */
static char last_of(struct str before) {
	return before.length > 0 ? before.data[before.length - 1] : ';';
}

/*
 * Where what is behind the name between "begin" and "end" stands: behind the round brackets around it, (n) = 4, but for
 * those of a call.
 */
static size_t behind_name(struct str text, size_t begin, size_t end) {
	size_t behind = scan_blanks(text, end, SCAN_C);
	struct str before = scan_part(text, 0, begin);
	while (str_ends_with(before, "(") && scan_at(text, behind) == ')') {
		before = scan_part(before, 0, before.length - 1);
		char last = last_of(before);
		if (scan_is_name_part(last) || strchr(")]>", last) != NULL) {
			break;
		}
		behind = scan_blanks(text, behind + 1, SCAN_C);
	}
	return behind;
}

/* Behind the braces of an enumeration whose word ends at "at", as its names are no variables. */
static size_t behind_enumerators(struct str text, size_t at) {
	size_t open = at;
	while (open < text.length && strchr("{;,()=", text.data[open]) == NULL) {
		open = scan_step(text, open, SCAN_C);
	}
	return scan_at(text, open) == '{' ? scan_close(text, open) : at;
}

/*
 * The next "name" from "*at" on; "*at" moves behind it. "*before", that of the name in front or BEFORE_NOTHING, becomes
 * what stands in front of it. False behind the last one.
 */
static bool next_name(struct str text, size_t *at, enum before *before, struct str *name) {
	while (*at < text.length) {
		if (scan_is_name_start(text.data[*at]) && (*at == 0 || !scan_is_name_part(text.data[*at - 1]))) {
			*name = (struct str){ text.data + *at, scan_name(text, *at) - *at };
			*at += name->length;
			return true;
		}
		*before = step_over(text, at, *before);
	}
	return false;
}

/* What a word says of a name that follows. */
static enum before before_from(struct str word) {
	return is_keyword(word) ? BEFORE_NOTHING : BEFORE_TYPE;
}

bool changes_next(struct str text, size_t *at, struct str *name) {
	enum before before = BEFORE_NOTHING;
	while (next_name(text, at, &before, name)) {
		if (str_is(*name, "enum")) {
			*at = behind_enumerators(text, *at);
			before = BEFORE_NOTHING;
			continue;
		}
		bool is_plain = memchr(name->data, ':', name->length) == NULL && before != BEFORE_MEMBER;
		size_t sign = assignment_at(text, behind_name(text, *at - name->length, *at));
		bool is_assigned = before == BEFORE_TYPE ? sign > 1 : sign > 0;
		if (is_plain && (is_assigned || before == BEFORE_STEP)) {
			return true;
		}
		before = before_from(*name);
	}
	return false;
}

bool changes_next_declared(struct str text, size_t *at, struct str *name) {
	enum before before = BEFORE_NOTHING;
	while (next_name(text, at, &before, name)) {
		if (before == BEFORE_TYPE && memchr(name->data, ':', name->length) == NULL) {
			return true;
		}
		before = before_from(*name);
	}
	return false;
}

void names_add(struct names *names, struct str name) {
	if (names->count == names->room) {
		names->room = 2 * names->room + 16;
		struct str *items = arena_array(names->arena, (size_t)names->room, sizeof *items);
		for (int i = 0; i < names->count; i++) {
			items[i] = names->items[i];
		}
		names->items = items;
	}
	names->items[names->count++] = name;
}

/* A walk over a text, and the names that it finds. */
struct walk {
	struct str text;
	const struct names *writers;
	struct names found;
};

/* Add the names of "text" between "begin", which is not 0, and "end" that are no members, types or functions. */
static void add_names(struct walk *walk, size_t begin, size_t end) {
	for (size_t at = begin; at < end;) {
		bool is_name = scan_is_name_start(walk->text.data[at]);
		size_t next = is_name ? scan_name(walk->text, at) : scan_step(walk->text, at, SCAN_C);
		char behind = is_name ? scan_at(walk->text, scan_blanks(walk->text, next, SCAN_C)) : '\0';
		char before = scan_at(walk->text, at - 1);
		if (is_name && behind != '(' && before != '.' && before != '>') {
			names_add(&walk->found, (struct str){ walk->text.data + at, next - at });
		}
		at = next;
	}
}

bool names_have(const struct names *names, struct str name) {
	for (int i = 0; i < names->count; i++) {
		if (str_equal(names->items[i], name)) {
			return true;
		}
	}
	return false;
}

/* Whether "name" or, behind its namespaces, the last word of it is a function that changes its arguments. */
static bool is_writer(const struct walk *walk, struct str name) {
	bool is_one = str_is_among(name, "swap std::swap exchange std::exchange tie std::tie cute::tie sscanf from_chars "
		"std::from_chars get_cmd_line_argument ref std::ref invoke std::invoke asm __asm __asm__ volatile "
		"__volatile__");
	size_t at = scan_last_part(name);
	struct str last = { name.data + at, name.length - at };
	return is_one || names_have(walk->writers, last);
}

/* Whether ".data()" stands at "at"; "*end" receives where it ends. */
static bool is_data(struct str text, size_t at, size_t *end) {
	size_t word = scan_blanks(text, at + 1, SCAN_C);
	size_t open = scan_blanks(text, scan_at_word(text, word, "data") ? word + strlen("data") : word, SCAN_C);
	*end = scan_at(text, open) == '(' ? scan_close(text, open) : open;
	return open > word && *end > open;
}

struct str changes_pointer(struct str text) {
	size_t close;
	size_t end = scan_is_name_start(scan_at(text, 0)) ? scan_name(text, 0) : 0;
	bool is_one = end > 0 && scan_at(text, end) == '.' && is_data(text, end, &close)
		&& assignment_at(text, scan_blanks(text, close, SCAN_C)) == 1;
	return (struct str){ text.data, is_one ? end : 0 };
}

/*
 * Where the names end that what stands between "begin" and "end" is read into, if it is a stream: in >> a >> b, as a
 * whole statement or condition; "end" if it is none.
 */
static size_t read_end(struct str text, size_t begin, size_t end) {
	struct str before = scan_part(text, 0, begin);
	char last = last_of(before);
	struct str word = last == '(' ? scan_part(before, 0, before.length - 1) : str_from("");
	bool asks = str_ends_with(word, "if") || str_ends_with(word, "while");
	if (!asks && strchr(";{}", last) == NULL) {
		return end;
	}
	size_t at = end;
	for (size_t sign = scan_blanks(text, at, SCAN_C); scan_at_text(text, sign, ">>");) {
		size_t name = scan_blanks(text, sign + 2, SCAN_C);
		at = scan_is_name_start(scan_at(text, name)) ? scan_name(text, name) : name;
		sign = scan_blanks(text, at, SCAN_C);
	}
	char behind = scan_at(text, scan_blanks(text, at, SCAN_C));
	return strchr(";)", behind) != NULL ? at : end; /* or nothing behind it */
}

/* Add what is changed where "name" stands in front of "at". */
static void add_of_name(struct walk *walk, struct str name, size_t at) {
	struct str text = walk->text;
	size_t angle = scan_blanks(text, at, SCAN_C);
	size_t open = scan_at(text, angle) == '<' ? scan_blanks(text, scan_close(text, angle), SCAN_C) : angle;
	size_t close = scan_at(text, open) == '(' ? scan_close(text, open) : open;
	size_t begin = at - name.length;
	size_t behind = close;
	/* get<0>(t) = 4, and whatever else returns a reference to a part of what it is given */
	bool is_part = open > angle && assignment_at(text, scan_blanks(text, close, SCAN_C)) > 0;
	size_t next = scan_blanks(text, close, SCAN_C);
	bool forwards = close > open && scan_at(text, next) == '(' && str_is_among(name, "std::forward forward");
	if (forwards) {
		add_names(walk, next, scan_close(text, next)); /* std::forward<F>(f)(n) calls f */
	} else if (close > open && (is_part || is_writer(walk, name))) {
		add_names(walk, open, close);
	} else if (str_is_among(name, "cin std::cin") && scan_at_text(text, angle, ">>")) {
		add_names(walk, angle, text.length);
	} else if (scan_at(text, angle) == '.' && is_data(text, angle, &close)
			&& assignment_at(text, scan_blanks(text, close, SCAN_C)) > 0) {
		names_add(&walk->found, name);
	} else {
		add_names(walk, behind, read_end(text, begin, behind));
	}
}

/* The word that "text" ends in. */
static struct str last_word(struct str text) {
	size_t at = text.length;
	while (at > 0 && scan_is_name_part(text.data[at - 1])) {
		at--;
	}
	return scan_part(text, at, text.length);
}

/* Whether the round bracket behind "before" is that of a call: f(, a[0](, get<0>(; not return ( */
static bool is_call(struct str before) {
	struct str word = last_word(before);
	return word.length > 0 ? !is_keyword(word) : str_ends_with(before, "]") || str_ends_with(before, ">");
}

/*
 * Whether what ends in the ")" in front of the sign at "at" in "text" is a cast: (int *const), (uintptr_t). Any other
 * name may be one of a type, too, where what follows "is_close" behind the sign: (P)&n, but (mask) & n.
 */
static bool is_behind_cast(struct str text, size_t at, bool is_close) {
	struct str before = scan_part(text, 0, at);
	size_t end = before.length - 1;
	size_t open = end;
	while (open > 0 && (scan_is_name_part(before.data[open - 1]) || strchr(" *:<>,", before.data[open - 1]) != NULL)) {
		open--;
	}
	struct str type = scan_part(before, open, end);
	while (str_is_among(last_word(type), "const volatile __restrict__")) {
		type = scan_part(type, 0, type.length - last_word(type).length);
	}
	bool is_cast = open > 0 && before.data[open - 1] == '(' && words_are_type(type);
	bool is_pointer = str_ends_with(type, "*") || str_ends_with(type, "_t") || words_are_integer_type(type);
	bool may_be_type = is_close && scan_is_name_start(scan_at(type, 0)) && !words_are_pointer_type(type);
	return is_cast && (is_pointer || (may_be_type && !is_call((struct str){ before.data, open - 1 })));
}

/* Add what others may change in the text of "walk": of what is given to them, or only of what is pointed at. */
static void walk_over(struct walk *walk, bool only_pointed) {
	struct str text = walk->text;
	char last = '\0'; /* the last sign that is no blank */
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		size_t end = scan_is_name_start(c) ? scan_name(text, at) : scan_step(text, at, SCAN_C);
		size_t next = c == '&' ? scan_blanks(text, at + 1, SCAN_C) : at;
		bool is_unary = last == '\0' || strchr("([,={;?:<>|^+-*/!", last) != NULL
			|| (c == '&' && last == ')' && is_behind_cast(text, at, next == at + 1));
		if (scan_is_name_start(c) && !scan_is_name_part(last) && !only_pointed) {
			add_of_name(walk, (struct str){ text.data + at, end - at }, end);
		} else if (c == '&' && is_unary && scan_is_name_start(scan_at(text, next))) {
			add_names(walk, next, scan_name(text, next));
		}
		last = scan_is_blank(c) ? (scan_is_name_part(last) ? ' ' : last) : text.data[end - 1];
		at = end;
	}
}

struct names changes_by_others(struct arena *arena, struct str text, const struct names *writers) {
	struct walk walk = { .text = text, .writers = writers, .found = { .arena = arena } };
	walk_over(&walk, false);
	return walk.found;
}

struct names changes_pointed(struct arena *arena, struct str text) {
	struct walk walk = { .text = text, .found = { .arena = arena } };
	walk_over(&walk, true);
	return walk.found;
}

/* The rest of "text" from "at" on in front of a ";" or ",", or of the end of what it stands in. */
static struct str value_at(struct str text, size_t at) {
	size_t end = at;
	while (end < text.length && strchr(";,)}]", text.data[end]) == NULL) {
		size_t close = strchr("([{<", text.data[end]) != NULL ? scan_close(text, end) : end;
		end = close > end ? close : scan_step(text, end, SCAN_C);
	}
	return scan_part(text, at, end);
}

struct str changes_referred(struct str text) {
	for (;;) {
		text = scan_part(text, 0, text.length);
		size_t end = scan_is_name_start(scan_at(text, 0)) ? scan_name(text, 0) : 0;
		struct str name = { text.data, end };
		size_t angle = scan_blanks(text, end, SCAN_C);
		size_t open = scan_at(text, angle) == '<' ? scan_blanks(text, scan_close(text, angle), SCAN_C) : angle;
		size_t close = scan_at(text, open) == '(' ? scan_close(text, open) : open;
		bool passes = end == 0 || str_is_among(name, "get std::get cute::get move std::move cute::move forward "
			"std::forward cute::forward as_const std::as_const static_cast const_cast");
		if (close > open && close == text.length && passes) {
			text = value_at(text, open + 1);
			continue;
		}
		bool is_member = scan_at(text, end) == '.' || scan_at(text, end) == '[';
		bool is_call = is_member && text.data[text.length - 1] == ')' && (!is_data(text, end, &close)
			|| close < text.length);
		bool is_variable = end > 0 && (end == text.length || (is_member && !is_call));
		return is_variable ? name : str_from("");
	}
}

struct names changes_by_references(struct str text, const struct names *changed) {
	struct names found = { .arena = changed->arena };
	struct names declared = { .arena = changed->arena };
	struct names values = { .arena = changed->arena };
	for (size_t at = 0; at < text.length; at = scan_step(text, at, SCAN_C)) {
		if (text.data[at] != '&') {
			continue;
		}
		size_t begin = scan_blanks(text, at + 1, SCAN_C);
		bool lists = scan_at(text, begin) == '[';
		bool names = scan_is_name_start(scan_at(text, begin));
		size_t end = lists ? scan_close(text, begin) : names ? scan_name(text, begin) : begin;
		size_t sign = scan_blanks(text, end, SCAN_C);
		if ((lists || names) && assignment_at(text, sign) == 1) {
			names_add(&declared, scan_part(text, begin, end));
			names_add(&values, changes_referred(value_at(text, sign + 1)));
		}
	}
	/* A reference of a reference stands behind that. */
	for (int i = declared.count - 1; i >= 0; i--) {
		struct str names = declared.items[i];
		for (size_t at = 0; at < names.length;) {
			bool is_name = scan_is_name_start(names.data[at]);
			size_t end = is_name ? scan_name(names, at) : at + 1;
			struct str name = { names.data + at, end - at };
			if (is_name && values.items[i].length > 0 && (names_have(changed, name) || names_have(&found, name))) {
				names_add(&found, values.items[i]);
			}
			at = end;
		}
	}
	return found;
}

bool changes_name(struct str text, const struct names *writers, struct str name) {
	struct names changed = changes_by_others(writers->arena, text, writers);
	struct str next;
	for (size_t at = 0; changes_next(text, &at, &next);) {
		names_add(&changed, next);
	}
	struct names others = changes_by_references(text, &changed);
	return names_have(&changed, name) || names_have(&others, name);
}

bool changes_step(bool is_cpp, struct str text, struct step *step) {
	bool in_front = scan_at_text(text, 0, "++") || scan_at_text(text, 0, "--");
	size_t begin = in_front ? scan_blanks(text, 2, SCAN_C) : 0;
	size_t end = scan_is_name_start(scan_at(text, begin)) ? scan_name(text, begin) : begin;
	size_t sign = in_front ? 0 : scan_blanks(text, end, SCAN_C);
	size_t length = in_front ? 2 : assignment_at(text, sign);
	if (end == begin || length < 2 || (in_front && end < text.length)) {
		return false;
	}
	bool is_one = scan_at(text, sign + length - 1) != '=';
	if (!is_cpp && (is_one || scan_at(text, sign) == '/')) {
		return false; /* Python has no ++, and its quotient is no integer */
	}
	*step = (struct step){ .name = { text.data + begin, end - begin }, .sign = { text.data + sign, length - 1 },
		.value = is_one ? str_from("1") : scan_part(text, sign + length, text.length) };
	return is_one ? in_front || sign + length == text.length : step->value.length > 0;
}
