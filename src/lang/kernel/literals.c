/* Integers as C++ writes them and our own language does not: 010, 0b11, 1'000 and 'a', as decimal digits. */
#include "lang/kernel/run.h"

#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "lang/evaluate/evaluate.h"
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
	bool is_octal = text.data[at] == '0' && str_is_digit(next == '\'' ? scan_at(text, at + 2) : next);
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

/* Whether the integer at "at" is not decimal, and fits 32 bits without a sign alone: 0xffffffff. */
static bool fills_unsigned(struct str text, size_t at) {
	static const char *const digits = "0123456789abcdef";
	char next = str_small(scan_at(text, at + 1));
	uint64_t base = next == 'x' ? 16 : next == 'b' ? 2 : 8;
	uint64_t value = 0;
	for (at += base == 8 ? 1 : 2; value <= UINT32_MAX; at++) {
		char c = str_small(scan_at(text, at));
		const char *digit = c != '\0' ? strchr(digits, c) : NULL;
		bool is_digit = digit != NULL && (uint64_t)(digit - digits) < base;
		if (!is_digit && c != '\'') {
			break;
		}
		value = is_digit ? value * base + (uint64_t)(digit - digits) : value;
	}
	return value > INT32_MAX && value <= UINT32_MAX;
}

/* Of how many bits the integer at "at" is, if its suffix or its digits say that it is without a sign; else 0. */
static int literal_unsigned_bits(struct str text, size_t at) {
	bool is_unsigned = scan_at(text, at) == '0' && fills_unsigned(text, at);
	bool is_long = false;
	for (size_t end = scan_name(text, at); at < end; at++) {
		char c = str_small(text.data[at]);
		is_unsigned = is_unsigned || c == 'u';
		is_long = is_long || c == 'l';
	}
	return !is_unsigned ? 0 : is_long ? 64 : 32;
}

/*
 * The same of "name": a type that C++ computes with as it is, not as int; a variable of one, wherever it is declared; a
 * size; or, if not asked what it is "surely", what has a value and no type of integers, which may be or hold any.
 */
static int name_unsigned_bits(const struct kernel *k, struct str name, bool surely) {
	struct integer_type type = integer_type_read(name);
	int bits = type.is_unsigned ? type.bits : str_is_among(name, "sizeof alignof") ? 64 : 0;
	bool is_declared = false;
	for (const struct typed_name *typed = k->variables; typed != NULL; typed = typed->next) {
		if (str_equal(typed->name, scan_part(name, scan_last_part(name), name.length))) {
			type = integer_type_read(typed->type);
			bits = kernel_is_open_type(typed->type) && !surely ? 32 : bits;
			bool wraps = type.is_unsigned && type.bits >= 32; /* less bits are computed with as int is */
			bits = wraps && bits != 32 ? type.bits : bits;
			is_declared = true;
		}
	}
	bool is_any = !surely && !is_declared && evaluation_binding(k->ev, name) != NULL;
	return is_any ? 32 : bits >= 32 ? bits : 0;
}

int kernel_unsigned_bits(const struct kernel *k, struct str text, bool surely) {
	int bits = 0;
	for (size_t at = 0; at < text.length && bits != 32;) {
		size_t end = scan_name(text, at);
		struct str word = scan_part(text, at, end);
		bool is_name = scan_is_name_start(text.data[at]);
		int found = is_name ? name_unsigned_bits(k, word, surely) : literal_unsigned_bits(text, at);
		bits = found != 0 ? found : bits;
		at = end > at ? end : scan_step(text, at, SCAN_C);
	}
	return bits;
}

bool kernel_may_be_wide(const struct kernel *k, struct str text) {
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_name(text, at);
		struct str word = { text.data + at, end - at };
		bool is_literal = str_is_digit(text.data[at]);
		bool is_wide = is_literal && (word.data[word.length - 1] | 0x20) == 'l';
		is_wide = is_wide || integer_type_read(word).bits == 64 || str_is_among(word, "sizeof alignof");
		for (const struct typed_name *typed = k->variables; typed != NULL && !is_wide; typed = typed->next) {
			is_wide = str_equal(typed->name, word) && integer_type_read(typed->type).bits == 64;
		}
		if (is_wide) {
			return true;
		}
		at = end > at ? end : scan_step(text, at, SCAN_C);
	}
	return kernel_unsigned_bits(k, text, true) != 0;
}
