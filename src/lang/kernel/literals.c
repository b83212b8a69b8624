/* Integers as C++ writes them and our own language does not: 010, 0b11, 1'000 and 'a', as decimal digits. */
#include "lang/kernel/run.h"

#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "lang/integer_type.h"
#include "lang/kernel/scan.h"

/*
 * The digits of "text" from "at" on, with separators, to the base "base"; the first character is none. "*end" is behind
 * them, or at the one with which they are too large.
 */
static void read_digits(struct str text, size_t at, int base, int64_t *value, size_t *end) {
	*value = 0;
	for (;; at++) {
		char c = scan_at(text, at);
		bool separates = c == '\'' && str_is_digit(text.data[at - 1]) && str_is_digit(scan_at(text, at + 1));
		if (separates) {
			continue;
		}
		bool is_digit = c >= '0' && c < '0' + base;
		if (!is_digit || !checked_mul(*value, base, value) || !checked_add(*value, c - '0', value)) {
			*end = at;
			return;
		}
	}
}

/* Whether an integer of C++ that is not too large begins at "at"; "*value" and "*end" receive what its digits are. */
static bool read_integer(struct str text, size_t at, int64_t *value, size_t *end) {
	bool begins = str_is_digit(text.data[at]) && (at == 0 || !scan_is_name_part(text.data[at - 1]));
	if (!begins || (at > 0 && text.data[at - 1] == '.')) {
		return false;
	}
	char next = scan_at(text, at + 1);
	bool is_binary = text.data[at] == '0' && (next == 'b' || next == 'B');
	bool is_octal = text.data[at] == '0' && str_is_digit(next);
	read_digits(text, is_binary ? at + 2 : at, is_binary ? 2 : is_octal ? 8 : 10, value, end);
	char behind = scan_at(text, *end);
	return behind != '.' && !str_is_digit(behind);
}

/* Whether one character in quotes begins at "at", which is no escape. */
static bool is_character(struct str text, size_t at) {
	bool begins = text.data[at] == '\'' && (at == 0 || !scan_is_name_part(text.data[at - 1]));
	char c = scan_at(text, at + 1);
	return begins && c != '\\' && c != '\'' && c >= ' ' && scan_at(text, at + 2) == '\'';
}

struct str kernel_plain_literals(struct kernel *k, struct str text) {
	struct buf out;
	buf_init(&out, k->ev->algebra.arena);
	bool any = false;
	for (size_t at = 0; at < text.length;) {
		int64_t value;
		size_t end = at;
		bool is_integer = read_integer(text, at, &value, &end);
		if (is_integer || is_character(text, at)) {
			buf_printf(&out, "%" PRId64, is_integer ? value : text.data[at + 1]);
			at = is_integer ? end : at + 3;
			any = true;
			continue;
		}
		end = scan_step(text, at, SCAN_C);
		buf_put_str(&out, (struct str){ text.data + at, end - at });
		at = end;
	}
	return any ? kernel_copy(k, out.data, out.length) : text;
}

bool kernel_may_wrap(struct str text) {
	bool is_unsigned = false;
	bool is_less = false;
	for (size_t at = 0; at < text.length; at = scan_step(text, at, SCAN_C)) {
		bool begins = str_is_digit(text.data[at]) && (at == 0 || !scan_is_name_part(text.data[at - 1]));
		size_t end = at;
		while (begins && scan_is_name_part(scan_at(text, end))) {
			is_unsigned = is_unsigned || str_small(text.data[end]) == 'u';
			end++;
		}
		is_less = is_less || text.data[at] == '~' || (text.data[at] == '-' && scan_at(text, at + 1) != '>');
	}
	return is_unsigned && is_less;
}

/* Whether the type is of integers without a sign that C++ computes with as they are, not as int. */
static bool stays_unsigned(struct integer_type type) {
	return type.is_unsigned && type.bits >= 32;
}

/* Whether "name" is such a type, a variable that is of one wherever it is declared, or gives a size. */
static bool names_unsigned(const struct kernel *k, struct str name) {
	bool is = str_is_among(name, "sizeof alignof") || stays_unsigned(integer_type_read(name));
	for (const struct typed_name *typed = k->variables; typed != NULL && !is; typed = typed->next) {
		is = str_equal(typed->name, name) && stays_unsigned(integer_type_read(typed->type));
	}
	return is;
}

bool kernel_has_unsigned(const struct kernel *k, struct str text) {
	bool is = false;
	for (size_t at = 0; at < text.length && !is;) {
		size_t end = scan_name(text, at);
		struct str word = scan_part(text, at, end);
		bool is_number = end > at && str_is_digit(text.data[at]);
		is = is_number ? memchr(word.data, 'u', word.length) != NULL || memchr(word.data, 'U', word.length) != NULL
			: end > at && names_unsigned(k, word);
		at = end > at ? end : scan_step(text, at, SCAN_C);
	}
	return is;
}

bool kernel_names_unsigned(const struct kernel *k, struct str text) {
	return text.length > 0 && memchr(text.data, '-', text.length) != NULL && kernel_has_unsigned(k, text);
}
