/*
 * No grammar of C++: what stands left of the "=" ends in the name that it declares, with brackets of arrays and
 * templates stepped over as wholes. A text that cannot be a declaration, such as a comparison, is none.
 */
#include "lang/kernel/declaration.h"

#include <string.h>

#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

size_t declaration_assignment(struct str text) {
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		size_t close = c == '(' || c == '[' || c == '{' || c == '<' ? scan_close(text, at) : at;
		if (close > at) {
			at = close;
			continue;
		}
		if (c == '=') {
			bool joined = at > 0 && strchr("=<>!+-*/%&|^", text.data[at - 1]) != NULL;
			bool compares = joined || scan_at(text, at + 1) == '=';
			return compares ? text.length : at;
		}
		at = scan_step(text, at, SCAN_C);
	}
	return text.length;
}

bool declaration_is_array(struct str text) {
	struct str name = declaration_last_name(text);
	return name.length > 0 && text.data[text.length - 1] == ']' && name.data > text.data;
}

struct str declaration_last_name(struct str text) {
	size_t end = text.length;
	if (str_ends_with(text, "]")) {
		do {
			end--;
		} while (end > 0 && text.data[end] != '[');
	}
	size_t begin = end;
	while (begin > 0 && scan_is_name_part(text.data[begin - 1])) {
		begin--;
	}
	bool is_name = scan_is_name_start(scan_at(text, begin));
	return (struct str){ text.data + begin, is_name ? end - begin : 0 };
}

/* The end of the name that "left" begins with; of Python also of self.name. */
static size_t target_end(bool is_cpp, struct str left) {
	size_t end = scan_name(left, 0);
	bool is_attribute = !is_cpp && str_starts_with(left, "self.");
	return is_attribute ? scan_name(left, strlen("self.")) : end;
}

/* A name, and in Python perhaps ": type", in front of "=". */
static bool is_target(bool is_cpp, struct str left) {
	size_t end = target_end(is_cpp, left);
	size_t colon = scan_blanks(left, end, SCAN_C);
	return end == left.length || (!is_cpp && scan_at(left, colon) == ':');
}

void declaration_read_target(bool is_cpp, struct str left, struct declaration *declaration) {
	size_t type = is_cpp && scan_at_word(left, 0, "const") ? scan_blanks(left, strlen("const"), SCAN_C) : 0;
	bool has_auto = str_starts_with(scan_part(left, type, left.length), "auto");
	bool lists = has_auto && left.data[left.length - 1] == ']';
	if (lists && memchr(left.data, '[', left.length) != NULL) {
		size_t open = (size_t)((const char *)memchr(left.data, '[', left.length) - left.data);
		declaration->names = scan_part(left, open + 1, left.length - 1);
		declaration->is_reference = memchr(left.data, '&', open) != NULL;
		return;
	}
	declaration->is_array = is_cpp && declaration_is_array(left);
	if (is_target(is_cpp, left)) {
		declaration->name = (struct str){ left.data, target_end(is_cpp, left) };
		return;
	}
	if (!is_cpp && memchr(left.data, ',', left.length) != NULL && memchr(left.data, '[', left.length) == NULL) {
		declaration->names = left;
		return;
	}
	struct str name = declaration_last_name(left);
	struct str before = scan_part(left, 0, name.length > 0 ? (size_t)(name.data - left.data) : 0);
	/* *n = 3 and *(int *)&n = 3 declare nothing. */
	bool points = before.length > 0 && strchr("*&", before.data[0]) != NULL;
	if (before.length > 0 && !points && words_are_type(before)) {
		declaration->name = name;
		declaration->type = before;
		bool may_refer = str_is(before, "decltype(auto)") || str_starts_with(before, "decltype((");
		declaration->is_reference = is_cpp && (str_ends_with(before, "&") || may_refer);
	}
}

/* Where the first bracket ( or { of "text" stands that closes at its end; its end if none does. */
static size_t initializer_open(struct str text) {
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		size_t close = c == '(' || c == '[' || c == '{' || c == '<' ? scan_close(text, at) : at;
		if ((c == '(' || c == '{') && close == text.length) {
			return at;
		}
		at = close > at ? close : scan_step(text, at, SCAN_C);
	}
	return text.length;
}

bool declaration_read_plain(struct str text, struct declaration *declaration) {
	struct str whole = text;
	size_t open = initializer_open(text);
	if (scan_at(text, open) == '{') {
		declaration->value = scan_part(text, open + 1, text.length - 1);
		text = scan_part(text, 0, open);
	}
	struct str name = declaration_last_name(text);
	struct str before = scan_part(text, 0, name.length > 0 ? (size_t)(name.data - text.data) : 0);
	/* (void) n and its like are no declarations. */
	bool casts = scan_at(before, 0) == '(';
	if (before.length == 0 || casts || !words_are_type(before) || str_starts_with(whole, "using ")
		|| scan_at_word(before, before.length - 1, "o") || before.data[before.length - 1] == ':') {
		*declaration = (struct declaration){ .name = { text.data, 0 } };
		return false;
	}
	declaration->name = name;
	declaration->type = before;
	declaration->is_array = declaration_is_array(text);
	return true;
}

bool declaration_read_construction(struct str text, struct declaration *declaration) {
	size_t open = initializer_open(text);
	if (scan_at(text, open) != '(' || !declaration_read_plain(scan_part(text, 0, open), declaration)) {
		return false;
	}
	if (str_is(declaration->name, "o")) {
		*declaration = (struct declaration){ .name = { text.data, 0 } }; /* pointer o (4):(1) */
		return false;
	}
	declaration->value = scan_part(text, open + 1, text.length - 1);
	return true;
}

bool declaration_has_value(const struct declaration *declaration) {
	static const char *const deduced = "auto Tensor Layout ComposedLayout TiledCopy TiledMMA ThrCopy ThrMMA Copy_Atom";
	struct str type = declaration->type;
	bool is_deduced = false;
	for (size_t at = 0; at < type.length && !is_deduced;) {
		size_t end = scan_name(type, at);
		size_t close = scan_close(type, scan_blanks(type, end, SCAN_C));
		struct str word = { type.data + at, end - at };
		bool has_arguments = scan_at(type, scan_blanks(type, end, SCAN_C)) == '<';
		is_deduced = !has_arguments && (str_is_among(word, deduced) || words_are_number_type(word));
		at = has_arguments && close > end ? close : end > at ? end : at + 1;
	}
	return is_deduced && scan_comma(declaration->value, 0) == declaration->value.length;
}

void declaration_read_typedef(struct str text, struct declaration *declaration) {
	struct str rest = scan_part(text, strlen("typedef"), text.length);
	declaration->name = declaration_last_name(rest);
	size_t length = declaration->name.length > 0 ? (size_t)(declaration->name.data - rest.data) : rest.length;
	declaration->value = scan_part(rest, 0, length);
}
