/* Other names of types of integers of C++: using Byte = unsigned char, typedef, #define, parameters of templates. */
#include "lang/kernel/run.h"

#include "lang/evaluate/evaluate.h"
#include "lang/integer_type.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

bool kernel_integer_type(struct str text, struct value *value) {
	static const char *const names[] = { "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t",
		"uint64_t" };
	int count = 0;
	for (size_t at = 0; at < text.length; count++) {
		size_t end = scan_name(text, at);
		struct str word = { text.data + at, end - at };
		size_t last = scan_last_part(word);
		word = (struct str){ word.data + last, word.length - last };
		if (end == at || (integer_type_word(word) == NULL && !str_is_among(word, "signed const volatile"))) {
			return false;
		}
		at = scan_blanks(text, end, SCAN_C);
	}
	struct integer_type type = integer_type_read(text);
	for (size_t i = 0; count > 1 && type.counts && i < sizeof names / sizeof names[0]; i++) {
		const struct integer_type *named = integer_type_word(str_from(names[i]));
		if (named->bits == type.bits && named->is_unsigned == type.is_unsigned) {
			*value = (struct value){ .kind = VALUE_STRING, .string = str_from(names[i]) };
			return true;
		}
	}
	return false;
}

/* What the name from "at" to "end" of "text" stands for, if it is one of a type of integers; NULL for others. */
static const struct str *type_named(const struct kernel *k, struct str text, size_t at, size_t end) {
	char before = scan_at(text, at - 1);
	bool is_member = before == '.' || before == ':' || (before == '>' && scan_at(text, at - 2) == '-');
	const struct binding *binding = is_member ? NULL : evaluation_binding(k->ev, scan_part(text, at, end));
	bool is_type = binding != NULL && binding->value.kind == VALUE_STRING
		&& integer_type_word(binding->value.string) != NULL;
	return is_type ? &binding->value.string : NULL;
}

struct str kernel_plain_types(struct kernel *k, struct str text) {
	if (text.length == 0) {
		return text;
	}
	text = kernel_replace_macros(k, text);
	struct buf out;
	buf_init(&out, k->ev->algebra.arena);
	bool any = false;
	for (size_t at = 0; at < text.length && k->is_cpp;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = scan_is_name_part(text.data[at]) ? scan_name(text, at) : scan_step(text, at, SCAN_C);
		const struct str *type = is_name ? type_named(k, text, at, end) : NULL;
		buf_put_str(&out, type != NULL ? *type : (struct str){ text.data + at, end - at });
		any = any || type != NULL;
		at = end;
	}
	return any ? kernel_copy(k, out.data, out.length) : text;
}

void kernel_keep_variable(struct kernel *k, struct str name, struct str type) {
	bool is_kept = !k->is_cpp || integer_type_read(type).bits == 0;
	for (const struct typed_name *typed = k->variables; typed != NULL && !is_kept; typed = typed->next) {
		is_kept = str_equal(typed->name, name) && str_equal(typed->type, type);
	}
	if (!is_kept) {
		struct typed_name *typed = arena_alloc(k->ev->algebra.arena, sizeof *typed);
		*typed = (struct typed_name){ name, type, k->variables };
		k->variables = typed;
	}
}

/* The type that the last variable called "name" was declared with; empty if that is none of integers. */
static struct str type_of(const struct kernel *k, struct str name) {
	const struct typed_name *typed = k->variables;
	while (typed != NULL && !str_equal(typed->name, name)) {
		typed = typed->next;
	}
	return typed != NULL ? typed->type : str_from("");
}

/* Behind the operand that "text" begins with, n, 3 or (a + b), and its members, indices and arguments: f(a)[1].x */
static size_t operand_end(struct str text) {
	size_t at = scan_at(text, 0) == '(' ? scan_close(text, 0) : scan_name(text, 0);
	while (at > 0) {
		size_t next = scan_blanks(text, at, SCAN_C);
		size_t member = scan_at(text, next) == '.' ? next + 1 : scan_at_text(text, next, "->") ? next + 2 : next;
		bool goes_on = scan_at(text, next) == '(' || scan_at(text, next) == '[';
		size_t end = goes_on ? scan_close(text, next) : scan_name(text, scan_blanks(text, member, SCAN_C));
		if (end <= member || (!goes_on && member == next)) {
			break;
		}
		at = end;
	}
	return at;
}

/* The type that "value" says it has: T of T(n), T{ n }, (T)n, static_cast<T>(n), or that of a variable; else empty. */
static struct str said_type(const struct kernel *k, struct str value) {
	size_t end = scan_name(value, 0);
	struct str name = scan_part(value, 0, end);
	size_t open = scan_blanks(value, end, SCAN_C);
	size_t close = scan_close(value, open);
	struct str inside = scan_part(value, open + 1, close > open ? close - 1 : open + 1);
	struct str behind = scan_part(value, close, value.length);
	if (end > 0 && end == value.length) {
		return type_of(k, name);
	}
	if (end == 0) {
		bool is_cast = scan_at(value, 0) == '(' && behind.length > 0 && operand_end(behind) == behind.length;
		return is_cast ? inside : str_from("");
	}
	if (str_is(name, "static_cast")) {
		return scan_close(behind, 0) == behind.length ? inside : str_from("");
	}
	return close == value.length ? name : str_from("");
}

void kernel_keep_deduced(struct kernel *k, struct str name, struct str value) {
	struct str plain = kernel_plain_types(k, scan_part(value, 0, value.length));
	struct str type = said_type(k, plain);
	if (!words_are_integer_type(type)) {
		bool has_sign = kernel_unsigned_bits(k, plain, false) == 0;
		bool is_unsigned = kernel_unsigned_bits(k, plain, true) != 0;
		type = has_sign ? str_from("int64_t") : is_unsigned ? str_from("uint32_t") : type;
	}
	kernel_keep_variable(k, name, type);
}
