/*
 * Variables of C++ that others change unseen: through a pointer to them, in a lambda that is called later, in a
 * function of the source. Nothing that they are given is known any more.
 */
#include "lang/kernel/run.h"

#include <string.h>

#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

/* Where the lambda whose "[" stands at "at" has its body, between "*begin" and its end; "at" if it is none. */
static size_t lambda_body(struct str text, size_t at, size_t *begin) {
	size_t capture = scan_close(text, at);
	size_t next = scan_blanks(text, capture, SCAN_C);
	if (capture == at || scan_at(text, at + 1) == '[') {
		return at;
	}
	if (scan_at(text, next) == '(') {
		next = scan_close(text, next);
	}
	/* Attributes, mutable, noexcept and the type of what it returns stand in front of the body. */
	while (next < text.length && (scan_at_text(text, next, "[[") || strchr(";,)=[]{", text.data[next]) == NULL)) {
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
	int *open = arena_array(arena, (size_t)count + 1, sizeof *open); /* those that are meant, the last one last */
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

/* Add the names that "text", the head and body of a function, changes and does not declare itself to "names". */
static void add_changed(struct kernel *k, struct str text, struct names *names) {
	struct names declared = { .arena = names->arena };
	struct names changed = changes_by_others(names->arena, text, &k->writers);
	struct str name;
	for (size_t at = 0; changes_next_declared(text, &at, &name);) {
		names_add(&declared, name);
	}
	for (size_t at = 0; changes_next(text, &at, &name);) {
		names_add(&changed, name);
	}
	struct own *own = arena_array(names->arena, (size_t)declared.count + 1, sizeof *own);
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
		last = scan_is_blank(c) ? last : c;
		at = end > at ? body + 1 : scan_step(text, at, SCAN_C);
	}
}

/*
 * Add the names in the brackets behind one of the structures that keep references, S{n}, S s(n), S s = { n }, or behind
 * std::ref.
 */
static void add_kept(struct kernel *k, struct str text, struct names *names) {
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_is_name_start(text.data[at]) ? scan_name(text, at) : scan_step(text, at, SCAN_C);
		struct str word = { text.data + at, end - at };
		size_t last = scan_last_part(word);
		bool keeps = str_is_among(word, "ref std::ref reference_wrapper std::reference_wrapper")
			|| names_have(&k->holders, (struct str){ word.data + last, word.length - last });
		size_t behind = end;
		while (keeps && behind < text.length && strchr("({;", text.data[behind]) == NULL) {
			behind++;
		}
		size_t close = behind < text.length ? scan_close(text, behind) : behind;
		for (at = end; at < close && keeps; at = end) {
			end = scan_is_name_start(text.data[at]) ? scan_name(text, at) : scan_step(text, at, SCAN_C);
			if (at > behind && scan_is_name_start(text.data[at])) {
				names_add(names, (struct str){ text.data + at, end - at });
			}
		}
		at = end;
	}
}

void kernel_share(struct kernel *k, struct str text) {
	struct names names = changes_pointed(k->ev->algebra.arena, text);
	add_of_lambdas(k, text, &names);
	add_kept(k, text, &names);
	for (int i = 0; i < names.count; i++) {
		kernel_share_name(k, names.items[i]);
	}
}

void kernel_share_changed(struct kernel *k, struct str head, struct str body) {
	struct names names = { .arena = k->ev->algebra.arena };
	struct str text = kernel_join(k, kernel_join(k, head, "{", kernel_replace_macros(k, body)), "}", str_from(""));
	add_changed(k, text, &names);
	for (int i = 0; i < names.count; i++) {
		kernel_share_name(k, names.items[i]);
	}
}

/* Whether a body behind "text", outside of functions, is that of one. */
static bool is_function(struct str text) {
	static const char *const others[] = { "struct", "class", "union", "enum", "if", "else", "for", "while", "do",
		"switch", "try", "catch", NULL };
	text = kernel_skip_prefixes(kernel_head(text).text);
	return words_find(text, others) == NULL && scan_open(text) < text.length;
}

/* Whether the statement "text" of a structure is a member through which another variable is changed: int &n. */
static bool keeps_reference(struct str text) {
	text = kernel_skip_prefixes(text);
	while (text.length > 0 && (scan_is_name_part(text.data[text.length - 1]))) {
		text.length--;
	}
	text = scan_part(text, 0, text.length);
	return scan_open(text) == text.length && str_ends_with(text, "&") && !scan_has_word(text, "const");
}

/* The same as kernel_find_shared, in the structure "owner" or, where that is empty, outside of one. */
static void find_shared(struct kernel *k, struct str owner, size_t begin, size_t end) {
	struct statements statements = statements_of(k->text, begin, end, true);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		if (statement.kind == STATEMENT_PLAIN && owner.length > 0 && keeps_reference(text)) {
			names_add(&k->holders, owner);
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
		if (is_function(text)) {
			add_changed(k, scan_part(k->text, statement.span.begin, behind), &k->changed_inside);
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
