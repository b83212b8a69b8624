/*
 * Variables of C++ that others change unseen: through a pointer to them, in a lambda that is called later, in a
 * function of the source. Nothing that they are given is known any more.
 */
#include "lang/kernel/run.h"

#include <string.h>

#include "lang/kernel/declaration.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

/* Where the lambda whose "[" stands at "at" has its body, between "*begin" and its end; "at" if it is none. */
static size_t lambda_body(struct str text, size_t at, size_t *begin) {
	size_t capture = scan_close(text, at);
	size_t next = scan_blanks(text, capture, SCAN_C);
	if (capture == at) {
		return at;
	}
	/* Parameters, mutable, noexcept and the type of what it returns stand in front of the body. */
	while (next < text.length && strchr(";,)=[]{", text.data[next]) == NULL) {
		size_t close = strchr("<([", text.data[next]) != NULL ? scan_close(text, next) : next;
		next = close > next ? close : scan_step(text, next, SCAN_C);
	}
	*begin = next;
	return scan_at(text, next) == '{' ? scan_close(text, next) : at;
}

/* A name that a function declares, and where it is meant. */
struct own {
	struct str name;
	size_t begin;
	size_t end;
	int depth;    /* of the brackets that it stands in */
	bool is_head; /* these were round and are closed: it is meant in the statement or block behind them, too */
};

/*
 * Set where each of the "count" names of "own", in the order in which they stand in "text", is not meant any more: at
 * the end of its block, or of the statement whose round brackets it stands in.
 */
static void find_ends(struct arena *arena, struct str text, struct own *own, int count) {
	int *open = arena_array(arena, (size_t)count, sizeof *open); /* those that are meant, the last one last */
	int open_count = 0;
	int next = 0;
	int depth = 0;
	for (size_t at = 0; at < text.length; at = scan_step(text, at, SCAN_C)) {
		char c = text.data[at];
		bool ends_block = c == '}' || c == ']';
		for (; next < count && own[next].begin <= at; next++) {
			own[next].end = text.length; /* its "}" may be behind the text */
			own[next].depth = depth;
			open[open_count++] = next;
		}
		/* Of those that are meant the innermost are the last. */
		bool closes = ends_block || c == ')';
		for (int i = open_count; i > 0 && (closes || c == ';' || c == '{'); i--) {
			struct own *each = &own[open[i - 1]];
			if (each->depth < depth + (closes ? 0 : 1)) {
				break;
			}
			if (ends_block || (c == ';' && each->is_head)) {
				each->end = at;
				open_count--;
			}
			each->is_head = c == ')';
		}
		depth += strchr("([{", c) != NULL ? 1 : ends_block || c == ')' ? -1 : 0;
	}
}

/* Add "name", which "text" changes, to "names" if it is none of the "count" names of its "own" there. */
static void add_of_outside(struct str text, const struct own *own, int count, struct str name, struct names *names) {
	size_t at = (size_t)(name.data - text.data);
	for (int i = 0; i < count; i++) {
		if (str_equal(own[i].name, name) && own[i].begin <= at && at < own[i].end) {
			return;
		}
	}
	names_add(names, name);
}

/* Add all names that stand between "begin" and "end" of "text" to "names". */
static void add_names(struct str text, size_t begin, size_t end, struct names *names) {
	for (size_t at = begin; at < end;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t behind = is_name ? scan_name(text, at) : scan_step(text, at, SCAN_C);
		if (is_name) {
			names_add(names, (struct str){ text.data + at, behind - at });
		}
		at = behind;
	}
}

/* Where the statement that "at" is in ends in "text": at its ";". */
static size_t statement_end(struct str text, size_t at) {
	while (at < text.length && text.data[at] != ';') {
		at = scan_step(text, at, SCAN_C);
	}
	return at;
}

/* Add what the function "text", its head and body, returns references or pointers to: int &f() { return n; } */
static void add_returned(struct str text, struct names *names) {
	size_t open = kernel_parameters_open(text);
	size_t close = scan_close(text, open);
	size_t body = close;
	while (body < text.length && text.data[body] != '{') {
		body = scan_step(text, body, SCAN_C);
	}
	struct str head = scan_part(text, 0, open);
	struct str behind = scan_part(text, close, body); /* -> int & */
	bool refers = (memchr(head.data, '&', head.length) != NULL && !scan_has_word(head, "const"))
		|| memchr(behind.data, '&', behind.length) != NULL || scan_has_word(head, "decltype");
	for (size_t at = body; at < text.length; at = scan_step(text, at, SCAN_C)) {
		if (!scan_at_word(text, at, "return")) {
			continue;
		}
		struct str value = scan_part(text, at + strlen("return"), statement_end(text, at));
		const char *choice = memchr(value.data, '?', value.length);
		bool points = scan_at(value, 0) == '&';
		struct str name = changes_referred(scan_part(value, points ? 1 : 0, value.length));
		if (name.length > 0 && (refers || points)) {
			names_add(names, name);
		} else if (refers && choice != NULL) {
			add_names(value, (size_t)(choice - value.data), value.length, names);
		}
	}
}

/* Whether the name at "at" of "text" is read into, in >> n; what vector<array<int, 2>> n declares is not. */
static bool is_read_into(struct str text, size_t at) {
	while (at > 0 && scan_is_blank(text.data[at - 1])) {
		at--;
	}
	bool is_read = str_ends_with((struct str){ text.data, at }, ">>");
	for (size_t open = at; is_read && open > 0 && strchr(";{}", text.data[open - 1]) == NULL; open--) {
		is_read = text.data[open - 1] != '<' || scan_close(text, open - 1) != at;
	}
	return is_read;
}

/* Add the names that "text", the head and body of a function, changes and does not declare itself to "names". */
static void add_changed(struct kernel *k, struct str text, struct names *names) {
	struct names declared = { .arena = names->arena };
	struct names changed = changes_by_others(names->arena, text, &k->writers);
	struct str name;
	for (size_t at = 0; changes_next_declared(text, &at, &name);) {
		if (!is_read_into(text, (size_t)(name.data - text.data))) {
			names_add(&declared, name);
		}
	}
	for (size_t at = 0; changes_next(text, &at, &name);) {
		names_add(&changed, name);
	}
	add_returned(text, &changed);
	struct own *own = arena_array(names->arena, (size_t)declared.count, sizeof *own);
	for (int i = 0; i < declared.count; i++) {
		size_t begin = (size_t)(declared.items[i].data - text.data);
		own[i] = (struct own){ .name = declared.items[i], .begin = begin };
	}
	find_ends(names->arena, text, own, declared.count);
	struct names referred = changes_by_references(text, &changed);
	for (int i = 0; i < changed.count + referred.count; i++) {
		name = i < changed.count ? changed.items[i] : referred.items[i - changed.count];
		add_of_outside(text, own, declared.count, name, names);
	}
}

/* Whether a lambda with "head" behind its brackets returns a reference: [&]() -> int & */
static bool returns_reference(struct str head) {
	return str_ends_with(head, "&") || scan_has_word(head, "decltype");
}

/* Add the names that lambdas in "text" change of what they see of outside. */
static void add_of_lambdas(struct kernel *k, struct str text, struct names *names) {
	char last = '\0'; /* the last sign that is no blank */
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		size_t body = at;
		bool subscripts = scan_is_name_part(last) || last == ')' || last == ']';
		size_t end = c == '[' && !subscripts ? lambda_body(text, at, &body) : at;
		bool refers = end > at && memchr(text.data + at, '&', scan_close(text, at) - at) != NULL;
		if (refers) {
			add_changed(k, (struct str){ text.data + at, end - at }, names);
		}
		if (refers && returns_reference(scan_part(text, scan_close(text, at), body))) {
			add_names(text, body, end, names);
		}
		last = scan_is_blank(c) ? last : c;
		at = end > at ? body : scan_step(text, at, SCAN_C);
	}
}

/*
 * Add what one of the structures that keep references is given, whose name ends at "at": the names in the brackets
 * behind it, S{n}, S s(n), or those behind the "=", S s = n, S s[] = { n }; and behind the names after a comma. Returns
 * where that ends.
 */
static size_t add_given(struct str text, size_t at, struct names *names) {
	size_t angle = scan_blanks(text, at, SCAN_C);
	size_t behind = scan_at(text, angle) == '<' ? scan_close(text, angle) : at;
	bool goes_on;
	do {
		while (behind < text.length && strchr("({=;)}", text.data[behind]) == NULL) {
			behind++;
		}
		size_t value = scan_at(text, behind) == '=' ? behind + 1 : behind;
		size_t end = value;
		while (value > behind && end < text.length && strchr(";,)}", text.data[end]) == NULL) {
			size_t close = scan_close(text, end);
			end = close > end ? close : scan_step(text, end, SCAN_C);
		}
		end = value > behind ? end : scan_close(text, behind);
		add_names(text, value, end, names);
		goes_on = end > behind; /* else a bracket is not closed */
		behind = scan_blanks(text, end, SCAN_C);
		goes_on = goes_on && (scan_at(text, behind) == ',' || scan_at(text, behind) == '(');
	} while (goes_on);
	return behind;
}

/* Whether one of the arguments between the angles "text" is a reference that a variable is changed through: int &. */
static bool has_reference(struct str text) {
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_comma(text, at);
		struct str part = scan_part(text, at, end);
		bool refers = str_ends_with(part, "&") || str_starts_with(part, "decltype((");
		if (refers && !scan_has_word(part, "const")) {
			return true;
		}
		at = end + 1;
	}
	return false;
}

/* Whether what is called "word", in front of "end" in "text", keeps references of what it is given. */
static bool keeps_given(const struct kernel *k, struct str text, struct str word, size_t end) {
	size_t last = scan_last_part(word);
	struct str name = { word.data + last, word.length - last };
	size_t angle = scan_blanks(text, end, SCAN_C);
	size_t close = scan_at(text, angle) == '<' ? scan_close(text, angle) : angle;
	return str_is_among(name, "ref reference_wrapper atomic_ref forward_as_tuple addressof")
		|| names_have(&k->holders, name)
		|| (close > angle && !str_is_among(name, "template get static_cast const_cast forward move")
			&& has_reference(scan_part(text, angle + 1, close - 1)));
}

/* Behind the first name of "text" from "at" on that is one of what keeps references; 0 if there is none. */
static size_t behind_holder(const struct kernel *k, struct str text, size_t at) {
	while (at < text.length) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_name(text, at) : scan_step(text, at, SCAN_C);
		if (is_name && keeps_given(k, text, (struct str){ text.data + at, end - at }, end)) {
			return end;
		}
		at = end;
	}
	return 0;
}

/* Whether an operator stands in front of the name that ends at "end", or behind it: n + p, p << n, (P)n. */
static bool is_operand(struct str text, size_t end) {
	size_t begin = end;
	while (begin > 0 && (scan_is_name_part(text.data[begin - 1]) || text.data[begin - 1] == ':')) {
		begin--;
	}
	struct str before = scan_part(text, 0, begin);
	char last = before.length > 0 ? before.data[before.length - 1] : ';';
	size_t next = scan_blanks(text, end, SCAN_C);
	next = scan_at(text, next) == '<' ? scan_close(text, next) : next;
	char sign = scan_at(text, next);
	bool is_cast = last == '(' && sign == ')';
	bool shifts = str_ends_with(before, "<<") || str_ends_with(before, ">>");
	bool is_left = sign != '\0' && strchr("<>[+-*/%&|^", sign) != NULL;
	return is_cast || shifts || is_left || strchr("+-*/%&|^", last) != NULL;
}

/* Add all names of the statement of "text" that "at" is in. Returns where it ends. */
static size_t add_statement(struct str text, size_t at, struct names *names) {
	size_t begin = at;
	while (begin > 0 && strchr(";{}", text.data[begin - 1]) == NULL) {
		begin--;
	}
	size_t end = statement_end(text, at);
	add_names(text, begin, end, names);
	return end;
}

/* Add the names that structures that keep references are given in "text", or std::ref, and operators of such. */
static void add_kept(struct kernel *k, struct str text, struct names *names) {
	for (size_t at = behind_holder(k, text, 0); at > 0; at = behind_holder(k, text, at)) {
		bool computes = is_operand(text, at);
		at = computes ? at : add_given(text, at, names);
		at = computes || is_operand(text, at) ? add_statement(text, at, names) : at;
	}
}

/* What "names" are given is not known from now on. */
static void share_names(struct kernel *k, const struct names *names) {
	for (int i = 0; i < names->count; i++) {
		kernel_share_name(k, names->items[i]);
	}
}

void kernel_share_kept(struct kernel *k, struct str text) {
	struct names names = { .arena = k->ev->algebra.arena };
	add_kept(k, text, &names);
	share_names(k, &names);
}

void kernel_share_all(struct kernel *k, struct str text) {
	struct names names = { .arena = k->ev->algebra.arena };
	add_names(text, 0, text.length, &names);
	share_names(k, &names);
}

void kernel_share(struct kernel *k, struct str text) {
	struct names names = changes_pointed(k->ev->algebra.arena, text);
	add_of_lambdas(k, text, &names);
	add_kept(k, text, &names);
	share_names(k, &names);
}

void kernel_share_changed(struct kernel *k, struct str head, struct str body) {
	struct names names = { .arena = k->ev->algebra.arena };
	struct str text = kernel_join(k, kernel_join(k, head, "{", kernel_replace_macros(k, body)), "}", str_from(""));
	add_changed(k, text, &names);
	share_names(k, &names);
}

/* Whether a body behind "text", outside of functions, is that of one. */
static bool is_function(struct str text) {
	static const char *const others[] = { "struct", "class", "union", "enum", "if", "else", "for", "while", "do",
		"switch", "try", "catch", NULL };
	text = kernel_skip_prefixes(kernel_head(text).text);
	return words_find(text, others) == NULL && scan_open(text) < text.length;
}

/* Whether the statement "text" of a structure is a member through which another variable is changed: int &n. */
static bool keeps_reference(const struct kernel *k, struct str text) {
	text = kernel_skip_prefixes(text);
	while (text.length > 0 && (scan_is_name_part(text.data[text.length - 1]))) {
		text.length--;
	}
	text = scan_part(text, 0, text.length);
	bool refers = str_ends_with(text, "&") && !scan_has_word(text, "const");
	return scan_open(text) == text.length && (refers || behind_holder(k, text, 0) > 0);
}

/* The name that the statement "text" gives a reference or a structure that keeps some, using R = int &; else empty. */
static struct str holding_alias(const struct kernel *k, struct str text) {
	size_t word = scan_at_word(text, 0, "template") ? scan_blanks(text, strlen("template"), SCAN_C) : 0;
	text = scan_part(text, scan_close(text, word), text.length); /* attributes, too */
	size_t assignment = declaration_assignment(text);
	struct declaration alias = { .name = { NULL, 0 } };
	if (scan_at_word(text, 0, "typedef")) {
		declaration_read_typedef(text, &alias);
	} else if (scan_at_word(text, 0, "using") && assignment < text.length) {
		alias.name = declaration_last_name(scan_part(text, 0, assignment));
		alias.value = scan_part(text, assignment + 1, text.length);
	}
	return has_reference(alias.value) || behind_holder(k, alias.value, 0) > 0 ? alias.name : str_from("");
}

void kernel_find_taker(struct kernel *k, struct str name, struct str head) {
	if (name.length > 0 && behind_holder(k, head, 0) > 0) {
		names_add(&k->holders, name);
	}
}

/* Keep the types of the "parameters" as ones of which operators change what they are given: n + p. */
static void find_operands(struct kernel *k, struct str parameters) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int count = kernel_split(k, parameters, parts);
	for (int i = 0; i < count; i++) {
		struct str name = kernel_parameter(parts[i]);
		struct str type = kernel_parameter_type(parts[i], name);
		for (size_t at = 0; at < type.length && !words_are_number_type(type);) {
			bool is_name = scan_is_name_start(type.data[at]);
			size_t end = is_name ? scan_name(type, at) : scan_step(type, at, SCAN_C);
			struct str word = { type.data + at, end - at };
			if (is_name && !str_is_among(word, "const volatile auto std")) {
				names_add(&k->holders, scan_part(word, scan_last_part(word), word.length));
			}
			at = end;
		}
	}
}

/* Where a variable that is declared behind the type that ends at "at" has its name: P p, const P &p, P<int> p. */
static size_t behind_type(struct str text, size_t at) {
	for (;;) {
		at = scan_blanks(text, at, SCAN_C);
		size_t close = scan_at(text, at) == '<' ? scan_close(text, at) : at;
		if (scan_at(text, at) == '&' || scan_at(text, at) == '*') {
			at++;
		} else if (scan_at_word(text, at, "const")) {
			at += strlen("const");
		} else if (close == at) {
			return at;
		}
		at = close > at ? close : at;
	}
}

/* Keep the variable "name" that "text" declares as one of those; where they are too many, that is said. */
static void add_object(struct kernel *k, struct str text, struct str name) {
	if (names_have(&k->holders, name)) {
		return;
	}
	if (k->holders.count < LIMIT_KERNEL_CHANGES) {
		names_add(&k->holders, name);
	} else {
		k->statement = text;
		kernel_exceed(k, KERNEL_CHANGES);
	}
}

/* Keep the variables that "text" declares as some of what keeps or changes what it is given: P p, q; auto p = P{}. */
static void find_objects(struct kernel *k, struct str text) {
	bool has_some = false;
	for (size_t at = 0; at < text.length;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = is_name ? scan_name(text, at) : scan_step(text, at, SCAN_C);
		struct str name = { text.data + at, end - at };
		if (is_name && names_have(&k->holders, scan_part(name, scan_last_part(name), name.length))) {
			size_t variable = behind_type(text, end);
			has_some = true;
			if (scan_is_name_start(scan_at(text, variable))) {
				add_object(k, text, (struct str){ text.data + variable, scan_name(text, variable) - variable });
			}
		}
		at = end;
	}
	for (size_t at = 0; at < text.length && has_some;) {
		char c = text.data[at];
		size_t end = scan_is_name_start(c) ? scan_name(text, at) : at;
		char behind = scan_at(text, scan_blanks(text, end, SCAN_C));
		bool is_first = at == 0 || text.data[at - 1] == '.' || text.data[at - 1] == '>';
		if (end > at && !is_first && strchr("({=,[", behind) != NULL) { /* or nothing */
			add_object(k, text, (struct str){ text.data + at, end - at });
		}
		size_t close = strchr("([{<", c) != NULL ? scan_close(text, at) : at;
		at = c == '=' ? scan_comma(text, at) : end > at ? end : close > at ? close : scan_step(text, at, SCAN_C);
	}
}

/*
 * Keep that the function with "head", in the structure "owner" if that is not empty, keeps what it is given, or changes
 * it where no name of a function is called: P p(n), P{ n }, n + p and, of operator(), p(n).
 */
static void find_function(struct kernel *k, struct str owner, struct str head, struct str body) {
	size_t open = kernel_parameters_open(head);
	size_t close = scan_close(head, open);
	struct str front = scan_part(head, 0, open);
	bool is_operator = scan_has_word(front, "operator");
	struct str name = declaration_last_name(front);
	struct str parameters = close > open ? scan_part(head, open + 1, close - 1) : str_from("");
	kernel_find_taker(k, name, head);
	find_objects(k, parameters);
	if (kernel_keeps_parameter(k, parameters, body)) {
		names_add(&k->holders, name);
	}
	/* P::P(int &n) and P::operator()(int &n) stand outside of their structure. */
	size_t colons = is_operator ? scan_outer_word(front, "operator") : (size_t)(name.data - front.data);
	struct str outer = declaration_last_name(scan_part(front, 0, colons > 2 ? colons - 2 : 0));
	bool is_outside = colons > 2 && scan_at_text(front, colons - 2, "::") && outer.length > 0;
	owner = owner.length == 0 && is_outside ? outer : owner;
	bool is_unnamed = is_operator || (owner.length > 0 && str_equal(name, owner));
	if (is_unnamed && kernel_writes(k, parameters, body)) {
		names_add(&k->holders, owner);
		find_operands(k, is_operator ? parameters : str_from(""));
	}
}

/* The same as kernel_find_shared, in the structure "owner" or, where that is empty, outside of one. */
static void find_shared(struct kernel *k, struct str owner, size_t begin, size_t end) {
	struct statements statements = statements_of(k->text, begin, end, true);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		k->statement = text;
		if (statement.kind == STATEMENT_PLAIN && owner.length > 0 && keeps_reference(k, text)) {
			names_add(&k->holders, owner);
		}
		if (statement.kind == STATEMENT_PLAIN || !is_function(text)) {
			find_objects(k, text);
		}
		struct str alias = statement.kind == STATEMENT_PLAIN ? holding_alias(k, text) : str_from("");
		if (alias.length > 0) {
			names_add(&k->holders, alias);
		}
		if (statement.kind != STATEMENT_OPEN) {
			continue;
		}
		size_t body = statements.at;
		size_t behind = statements_skip_body(&statements);
		struct head head = kernel_head(text);
		bool is_structure = words_find(head.text, words_structure) != NULL;
		struct str inner = is_structure ? kernel_structure_name(head.text) : str_from("");
		size_t name = scan_blanks(k->text, behind + (scan_at(k->text, behind) == '}' ? 1 : 0), SCAN_C);
		struct str variable = scan_part(k->text, name, scan_name(k->text, name)); /* struct S { ... } variable; */
		inner = is_structure && inner.length == 0 ? variable : inner;
		if (inner.length > 0 && behind_holder(k, head.text, 0) > 0) {
			names_add(&k->holders, inner); /* one that it is derived from */
		}
		if (is_function(text)) {
			add_changed(k, scan_part(k->text, statement.span.begin, behind), &k->changed_inside);
			find_function(k, owner, head.text, scan_part(k->text, body, behind));
		}
		if (k->bodies < LIMIT_KERNEL_BODIES) {
			k->bodies++;
			find_shared(k, inner, body, behind);
			k->bodies--;
		}
		if (is_structure && variable.length > 0 && names_have(&k->holders, inner)) {
			names_add(&k->holders, variable);
		}
	}
}

void kernel_find_shared(struct kernel *k) {
	if (k->is_cpp) {
		find_shared(k, str_from(""), 0, k->text.length);
	}
}
