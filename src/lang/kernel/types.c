/* Other names of types of integers of C++: using Byte = unsigned char, typedef, #define, parameters of templates. */
#include "lang/kernel/run.h"

#include "lang/evaluate/evaluate.h"
#include "lang/integer_type.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

/* The type of integers that has the bits and the sign of "type"; empty if there is none. */
static struct str type_name(const struct integer_type *type) {
	static const char *const names[] = { "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t",
		"uint64_t", "bool", NULL };
	for (const char *const *name = names; *name != NULL; name++) {
		const struct integer_type *named = integer_type_word(str_from(*name));
		if (named->bits == type->bits && named->is_unsigned == type->is_unsigned) {
			return str_from(*name);
		}
	}
	return str_from("");
}

bool kernel_integer_type(struct str text, struct value *value) {
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
	struct str name = count > 1 && type.counts ? type_name(&type) : str_from("");
	*value = name.length > 0 ? (struct value){ .kind = VALUE_STRING, .string = name } : *value;
	return name.length > 0;
}

/* What the name from "at" to "end" of "text" stands for, if it is one of a type of integers; NULL for others. */
static const struct str *type_named(const struct kernel *k, struct str text, size_t at, size_t end) {
	char before = scan_at(text, at - 1);
	bool is_member = before == '.' || before == ':' || scan_at_text(text, at - 2, "->");
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

bool kernel_is_open_type(struct str type) {
	return str_has(type, "decltype()");
}

void kernel_keep_variable(struct kernel *k, struct str name, struct str type) {
	bool is_number = integer_type_read(type).bits > 0 || kernel_is_open_type(type) || words_are_float_type(type);
	bool is_kept = !k->is_cpp || !is_number;
	for (const struct typed_name *typed = k->variables; typed != NULL && !is_kept; typed = typed->next) {
		is_kept = str_equal(typed->name, name) && str_equal(typed->type, type);
	}
	if (!is_kept) {
		struct typed_name *typed = arena_alloc(k->ev->algebra.arena, sizeof *typed);
		*typed = (struct typed_name){ name, type, k->variables };
		k->variables = typed;
	}
}

/* The type that all variables called "name" are declared with; empty if that is none of integers. */
static struct str type_of(const struct kernel *k, struct str name) {
	struct str type = str_from("");
	for (const struct typed_name *typed = k->variables; typed != NULL; typed = typed->next) {
		if (str_equal(typed->name, name)) {
			type = type.length > 0 ? str_from("decltype()") : typed->type;
		}
	}
	return type;
}

/* Behind the operand that "text" begins with, n, 3 or (a + b), and its members, indices and arguments: f(a)[1].x */
static size_t operand_end(struct str text) {
	size_t word = scan_is_name_part(scan_at(text, 0)) ? scan_name(text, 0) : scan_step(text, 0, SCAN_C);
	size_t at = scan_at(text, 0) == '(' ? scan_close(text, 0) : word;
	for (;;) {
		size_t next = scan_blanks(text, at, SCAN_C);
		size_t sign = scan_at(text, next) == '.' ? next + 1 : scan_at_text(text, next, "->") ? next + 2 : next;
		bool goes_on = scan_at(text, next) == '(' || scan_at(text, next) == '[';
		size_t bracket = goes_on ? scan_close(text, next) : next;
		size_t end = sign > next ? scan_name(text, scan_blanks(text, sign, SCAN_C)) : bracket;
		if (end == sign) {
			return at;
		}
		at = end;
	}
}

/* "text" behind the signs in front of its operand: -n, ~n, *p, ::n */
static struct str behind_signs(struct str text) {
	while (text.length > 0 && strchr("+-~!*&:", text.data[0]) != NULL) {
		text = scan_part(text, 1, text.length);
	}
	return text;
}

/* The type that "value" says it has: T of T(n), T{ n }, (T)n, static_cast<T>(n), or that of a variable; else empty. */
static struct str said_type(const struct kernel *k, struct str value) {
	size_t end = scan_name(value, 0);
	struct str name = scan_part(value, 0, end);
	size_t open = scan_blanks(value, end, SCAN_C);
	size_t close = scan_close(value, open);
	if (close == open) {
		return end > 0 && end == value.length ? type_of(k, name) : str_from("");
	}
	struct str inside = scan_inside(value, open);
	struct str behind = scan_part(value, close, value.length);
	if (end == 0) {
		struct str operand = words_are_integer_type(inside) ? behind_signs(behind) : behind;
		bool is_cast = scan_at(value, 0) == '(' && operand.length > 0 && operand_end(operand) == operand.length;
		return is_cast ? inside : str_from("");
	}
	if (str_is(name, "static_cast")) {
		return scan_close(behind, 0) == behind.length ? inside : str_from("");
	}
	return close == value.length ? name : str_from("");
}

/*
 * The type of integers, or float, that the trait "word" makes of "arguments": make_unsigned_t<int>; empty if it is not
 * known, as what several types have in common.
 */
static struct str type_of_trait(struct kernel *k, struct str word, struct str arguments) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int count = kernel_split(k, arguments, parts);
	struct str chosen = count == 1 ? parts[0] : str_from("");
	struct value value;
	if (str_is(word, "conditional")) {
		bool good = count == 3 && kernel_value(k, kernel_expand(k, parts[0]), &value);
		enum answer truth = good ? kernel_truth(&value) : ANSWER_UNKNOWN;
		chosen = truth == ANSWER_YES ? parts[1] : truth == ANSWER_NO ? parts[2] : str_from("");
	}
	struct str text = kernel_declared_type(k, chosen);
	struct integer_type type = integer_type_read(text);
	bool is_changed = str_is_among(word, "make_signed make_unsigned");
	type.is_unsigned = is_changed ? str_is(word, "make_unsigned") : type.is_unsigned;
	return words_are_float_type(text) ? text : type_name(&type);
}

/*
 * The type that the name from "at" to "*end" of "text" begins: decltype(n), std::make_unsigned_t<int>, or another name
 * for one; empty if it is another. "*end" moves behind it.
 */
static struct str computed_type(struct kernel *k, struct str text, size_t at, size_t *end) {
	static const char *const traits = "make_unsigned make_signed conditional remove_cv remove_const remove_reference "
					  "remove_cvref decay common_type underlying_type type_identity invoke_result";
	struct str name = { text.data + at, *end - at };
	struct str word = scan_part(name, scan_last_part(name), name.length);
	struct str stem = { word.data, word.length - (str_ends_with(word, "_t") ? strlen("_t") : 0) };
	size_t open = scan_blanks(text, *end, SCAN_C);
	size_t close = scan_close(text, open);
	struct str inside = scan_inside(text, open);
	struct str type = str_from("");
	if (close > open && str_is_among(word, "decltype typeof __typeof__") && !str_is(inside, "auto")) {
		type = scan_name(inside, 0) == inside.length ? type_of(k, inside) : type;
	} else if (close > open && scan_at(text, open) == '<' && str_is_among(stem, traits)) {
		type = type_of_trait(k, stem, inside);
		close += scan_at_text(text, close, "::type") ? strlen("::type") : 0;
	} else {
		const struct binding *binding = evaluation_binding(k->ev, name);
		bool is_number = binding != NULL && binding->value.kind == VALUE_TUPLE
			&& tuple_is_plain_int(binding->value.tuple) && !int_is_static(binding->value.tuple);
		return is_number || (binding != NULL && binding->value.kind == VALUE_NONE) ? str_from("decltype()") : type;
	}
	*end = close;
	return type.length > 0 ? type : str_from("decltype()");
}

/* Whether the type "text" is a member of a structure with arguments, or an alias with some: S<int>::type, A<int>. */
static bool may_be_alias(const struct kernel *k, struct str text) {
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_is_name_start(text.data[at]) ? scan_name(text, at) : scan_step(text, at, SCAN_C);
		struct str name = { text.data + at, end - at };
		size_t close = scan_at(text, end) == '<' ? scan_close(text, end) : end;
		at = close;
		if (close == end) {
			continue;
		}
		if (scan_at_text(text, close, "::")) {
			return true;
		}
		for (const struct definition *each = k->definitions; each != NULL; each = each->next) {
			if (each->is_alias && str_equal(each->name, scan_part(name, scan_last_part(name), name.length))) {
				return true;
			}
		}
	}
	return false;
}

struct str kernel_declared_type(struct kernel *k, struct str text) {
	struct buf out;
	text = kernel_plain_types(k, k->is_cpp && may_be_alias(k, text) ? kernel_expand(k, text) : text);
	buf_init(&out, k->ev->algebra.arena);
	bool any = false;
	for (size_t at = 0; at < text.length && k->is_cpp;) {
		bool is_name = scan_is_name_start(text.data[at]);
		size_t end = scan_is_name_part(text.data[at]) ? scan_name(text, at) : scan_step(text, at, SCAN_C);
		struct str word = { text.data + at, end - at };
		struct str type = is_name ? computed_type(k, text, at, &end) : str_from("");
		buf_put_str(&out, type.length > 0 ? type : word);
		any = any || type.length > 0;
		at = end;
	}
	return any ? kernel_copy(k, out.data, out.length) : text;
}

void kernel_keep_deduced(struct kernel *k, struct str name, struct str value) {
	struct str plain = kernel_plain_types(k, scan_part(value, 0, value.length));
	struct str type = kernel_declared_type(k, said_type(k, plain));
	if (!words_are_integer_type(type) && !kernel_is_open_type(type)) {
		bool has_sign = kernel_unsigned_bits(k, plain, false) == 0;
		bool is_unsigned = kernel_unsigned_bits(k, plain, true) != 0;
		bool is_literal = str_is_digit(scan_at(plain, 0)) && scan_name(plain, 0) == plain.length;
		bool is_int = is_literal && plain.length < 10 && !kernel_may_be_wide(k, plain); /* auto n = 4 */
		type = has_sign ? str_from(is_int ? "int" : "int64_t") : is_unsigned ? str_from("uint32_t") : type;
	}
	kernel_keep_variable(k, name, type);
}
