/*
 * Macros: what #define puts in the place of names, with or without arguments. That is done where the names stand, as
 * what a macro is made of may be defined later, or anew.
 */
#include "lang/kernel/run.h"

#include <string.h>

#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

/* The last line about the macro "name"; NULL if there is none. */
static struct macro *find_macro(const struct kernel *k, struct str name) {
	struct macro *macro = k->macros;
	while (macro != NULL && !str_equal(macro->name, name)) {
		macro = macro->next;
	}
	return macro;
}

bool kernel_is_defined(const struct kernel *k, struct str name) {
	const struct macro *macro = find_macro(k, name);
	return macro != NULL && macro->kind != MACRO_UNDEFINED;
}

/* Where the name or number at "at" ends; "at" if none stands there. Of A::b that is A, which may be a macro. */
static size_t name_end(struct str text, size_t at) {
	while (scan_is_name_part(scan_at(text, at))) {
		at++;
	}
	return at;
}

/* Where the name, number, string, comment or sign at "at" ends. */
static size_t word_end(struct str text, size_t at) {
	return scan_is_name_part(text.data[at]) ? name_end(text, at) : scan_step(text, at, SCAN_C);
}

/* What is put in the place of macros, and how often yet: names that stand for nothing take no room. */
struct replacing {
	struct kernel *k;
	struct buf out;
	int *times;
};

static bool is_too_long(const struct replacing *r) {
	return r->out.length > LIMIT_TYPE_BYTES || *r->times > LIMIT_TYPE_BYTES;
}

static void put_replaced(struct replacing *r, struct str text);

/* "text" with macros replaced, as arguments are in front of the others. */
static struct str replace(struct replacing *r, struct str text) {
	struct replacing inner = { .k = r->k, .times = r->times };
	buf_init(&inner.out, r->k->ev->algebra.arena);
	put_replaced(&inner, text);
	return kernel_copy(r->k, inner.out.data, inner.out.length);
}

/* Where the argument of a macro that "at" is in ends, at a comma: of all brackets only round ones hold commas. */
static size_t argument_end(struct str text, size_t at) {
	while (at < text.length && text.data[at] != ',') {
		size_t close = text.data[at] == '(' ? scan_close(text, at) : at;
		at = close > at ? close : scan_step(text, at, SCAN_C);
	}
	return at;
}

/* The argument that "word" means in the value of "macro": the one of that parameter, or all from "..." on. */
static bool find_argument(const struct macro *macro, struct str word, struct str arguments, struct str *argument) {
	bool rest = str_is(word, "__VA_ARGS__");
	size_t begin = 0;
	for (size_t at = 0; at < macro->parameters.length;) {
		size_t end = scan_comma(macro->parameters, at);
		struct str parameter = scan_part(macro->parameters, at, end);
		bool is_rest = str_is(parameter, "...");
		size_t behind = is_rest ? arguments.length : argument_end(arguments, begin);
		if (is_rest ? rest : str_equal(parameter, word)) {
			*argument = begin < arguments.length ? scan_part(arguments, begin, behind) : str_from("");
			return true;
		}
		begin = behind + 1;
		at = end + 1;
	}
	return false;
}

/* The value of "macro" with "arguments" in it: #n is a string, and ## joins what stands beside it. */
static struct str substitute(struct replacing *r, const struct macro *macro, struct str arguments) {
	struct buf out;
	struct str value = macro->value;
	bool joins = false;
	buf_init(&out, r->k->ev->algebra.arena);
	for (size_t at = 0; at < value.length && out.length <= LIMIT_TYPE_BYTES;) {
		bool begins_name = scan_is_name_start(value.data[at]);
		size_t end = word_end(value, at);
		struct str word = { value.data + at, end - at };
		size_t next = scan_blanks(value, end, SCAN_C);
		struct str argument;
		size_t sign = scan_at_text(value, at, "##") ? at : next;
		if (scan_at_text(value, sign, "##")) {
			end = scan_blanks(value, sign + 2, SCAN_C);
			word = sign == at ? str_from("") : word;
			joins = true;
		}
		if (begins_name && find_argument(macro, word, arguments, &argument)) {
			buf_put_str(&out, joins ? argument : replace(r, argument));
		} else if (str_is(word, "#")) {
			end = scan_is_name_start(scan_at(value, next)) ? word_end(value, next) : end;
			buf_put(&out, "\"\"");
		} else {
			buf_put_str(&out, word);
		}
		joins = joins && end > next;
		at = end;
	}
	if (out.length > LIMIT_TYPE_BYTES) {
		/* It was cut off, whatever is left where its macros are replaced. */
		*r->times = LIMIT_TYPE_BYTES + 1;
	}
	return kernel_copy(r->k, out.data, out.length);
}

/* Put what "macro" stands for, whose name ends at "at" in "text". Returns behind it; "at" if it is not used here. */
static size_t put_macro(struct replacing *r, struct macro *macro, struct str text, size_t at) {
	size_t open = scan_blanks(text, at, SCAN_C);
	size_t close = scan_at(text, open) == '(' ? scan_close(text, open) : open;
	struct str value = macro->value;
	if (macro->kind == MACRO_FUNCTION) {
		if (close == open) {
			return at;
		}
		value = substitute(r, macro, scan_part(text, open + 1, close - 1));
		at = close;
	}
	macro->is_open = true;
	put_replaced(r, value);
	macro->is_open = false;
	return at;
}

/* Put "text" with what macros stand for in their places, but for those that are being put there. */
static void put_replaced(struct replacing *r, struct str text) {
	for (size_t at = 0; at < text.length && !is_too_long(r);) {
		size_t end = word_end(text, at);
		struct str word = { text.data + at, end - at };
		struct macro *macro = scan_is_name_start(text.data[at]) ? find_macro(r->k, word) : NULL;
		size_t behind = end;
		bool is_used = macro != NULL && macro->kind != MACRO_UNDEFINED && !macro->is_open
			&& (macro->kind == MACRO_FUNCTION || macro->value.length > 0);
		if (is_used) {
			++*r->times;
			behind = put_macro(r, macro, text, end);
			is_used = macro->kind == MACRO_VALUE || behind > end;
		}
		if (!is_used) {
			buf_put_str(&r->out, word);
		}
		at = behind;
	}
}

struct str kernel_replace_macros(struct kernel *k, struct str text) {
	int times = 0;
	struct replacing r = { .k = k, .times = &times };
	if (k->macros == NULL) {
		return text;
	}
	buf_init(&r.out, k->ev->algebra.arena);
	put_replaced(&r, text);
	if (is_too_long(&r)) {
		kernel_exceed(k, KERNEL_MACROS);
		return text;
	}
	return str_equal(text, buf_str(&r.out)) ? text : kernel_copy(k, r.out.data, r.out.length);
}

/* Whether the statement "text" is a call of a macro, or one alone: what it does is what that stands for. */
static bool is_macro_statement(struct kernel *k, struct str text) {
	size_t end = name_end(text, 0);
	const struct macro *macro = find_macro(k, (struct str){ text.data, end });
	if (macro == NULL || macro->kind == MACRO_UNDEFINED) {
		return false;
	}
	if (macro->kind == MACRO_FUNCTION) {
		return scan_at(text, scan_blanks(text, end, SCAN_C)) == '(';
	}
	/* Behind whole statements others may follow, without a semicolon of its own. */
	return end == text.length || str_ends_with(macro->value, ";");
}

struct str kernel_replace_head(struct kernel *k, struct str text) {
	return is_macro_statement(k, text) ? kernel_replace_macros(k, text) : text;
}

bool kernel_run_macro(struct kernel *k, struct str text) {
	static const char *const bodies[] = { "do", "if", "for", "while", "switch", "template", "struct", NULL };
	struct str replaced = kernel_replace_head(k, text);
	if (replaced.data == text.data) {
		return false;
	}
	for (size_t at = 0; at < replaced.length;) {
		size_t end = at;
		while (end < replaced.length && replaced.data[end] != ';') {
			size_t close = strchr("([{", replaced.data[end]) != NULL ? scan_close(replaced, end) : end;
			end = close > end ? close : scan_step(replaced, end, SCAN_C);
		}
		struct str part = scan_part(replaced, at, end);
		if (scan_at(part, 0) == '{' || words_find(part, bodies) != NULL) {
			kernel_forget(k, scan_part(replaced, at, replaced.length));
			kernel_leave_out(k, text, str_from(""));
			return true;
		}
		kernel_run_plain(k, part);
		at = end + 1;
	}
	return true;
}

void kernel_forget_in_macros(struct kernel *k, struct str text) {
	int times = 0;
	for (size_t at = 0; at < text.length && k->macros != NULL;) {
		size_t end = word_end(text, at);
		struct str word = { text.data + at, end - at };
		struct macro *macro = scan_is_name_start(text.data[at]) ? find_macro(k, word) : NULL;
		at = end;
		if (macro == NULL || macro->kind == MACRO_UNDEFINED) {
			continue;
		}
		struct replacing r = { .k = k, .times = &times };
		buf_init(&r.out, k->ev->algebra.arena);
		at = put_macro(&r, macro, text, end);
		if (is_too_long(&r)) {
			kernel_exceed(k, KERNEL_MACROS);
			return;
		}
		kernel_forget_plain(k, kernel_copy(k, r.out.data, r.out.length));
	}
}

/* Put a line about a macro in front of those before. */
static struct macro *add_macro(struct kernel *k, enum macro_kind kind, struct str name, struct str value) {
	struct macro *macro = arena_alloc(k->ev->algebra.arena, sizeof *macro);
	*macro = (struct macro){ .kind = kind, .name = name, .value = value, .next = k->macros };
	k->macros = macro;
	return macro;
}

void kernel_undefine(struct kernel *k, struct str rest) {
	struct str name = { rest.data, scan_name(rest, 0) };
	if (find_macro(k, name) != NULL) {
		add_macro(k, MACRO_UNDEFINED, name, str_from(""));
		kernel_poison(k, name);
	}
}

/* Whether "text" is one name or number. */
static bool is_word(struct str text) {
	size_t end = name_end(text, 0);
	return end > 0 && end == text.length;
}

/* What stands behind the name of a macro, without brackets around a name or number. */
static struct str value_of(struct str text) {
	struct str value = scan_part(text, 0, text.length);
	struct str inner = value;
	while (scan_at(inner, 0) == '(' && scan_close(inner, 0) == inner.length) {
		inner = scan_part(inner, 1, inner.length - 1);
	}
	return is_word(inner) ? inner : value;
}

void kernel_define(struct kernel *k, struct str rest) {
	struct value known;
	size_t end = scan_name(rest, 0);
	struct str name = kernel_copy(k, rest.data, end); /* its line may become blank */
	bool is_function = scan_at(rest, end) == '(';
	rest = kernel_join_lines(k, scan_part(rest, end, rest.length));
	if (is_function) {
		size_t close = scan_close(rest, 0);
		struct macro *macro = add_macro(k, MACRO_FUNCTION, name, scan_part(rest, close, rest.length));
		macro->parameters = close > 0 ? scan_part(rest, 1, close - 1) : str_from("");
		kernel_poison(k, name);
		return;
	}
	struct str value = value_of(rest);
	add_macro(k, MACRO_VALUE, name, value);
	if (value.length > 0 && kernel_value(k, value, &known)) {
		evaluation_bind(k->ev, name, known);
	}
}
