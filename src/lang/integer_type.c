#include "lang/integer_type.h"

#include <stddef.h>

static const struct integer_type types[] = {
	{ "int", 32, false, true },
	{ "unsigned", 32, true, true },
	{ "short", 16, false, true },
	{ "long", 64, false, true },
	{ "int8_t", 8, false, true },
	{ "uint8_t", 8, true, true },
	{ "int16_t", 16, false, true },
	{ "uint16_t", 16, true, true },
	{ "int32_t", 32, false, true },
	{ "uint32_t", 32, true, true },
	{ "int64_t", 64, false, true },
	{ "uint64_t", 64, true, true },
	{ "size_t", 64, true, true },
	{ "ptrdiff_t", 64, false, true },
	{ "uintptr_t", 64, true, true },
	{ "intptr_t", 64, false, true },
	{ "uint", 32, true, true },
	{ "ushort", 16, true, true },
	{ "ulong", 64, true, true },
	{ "bool", 1, true, false },
	{ "char", 8, false, false },
	{ "char8_t", 8, true, false },
	{ "char16_t", 16, true, false },
	{ "char32_t", 32, true, false },
	{ "wchar_t", 32, false, false },
	{ NULL, 0, false, false },
};

const struct integer_type *integer_type_word(struct str word) {
	const struct integer_type *type = types;
	while (type->word != NULL && !str_is(word, type->word)) {
		type++;
	}
	return type->word != NULL ? type : NULL;
}

struct integer_type integer_type_read(struct str type) {
	struct integer_type all = { .bits = 0 };
	for (size_t at = 0; at < type.length;) {
		size_t begin = at;
		while (at < type.length && str_is_word(type.data[at])) {
			at++;
		}
		if (at == begin && (type.data[at] == '<' || type.data[at] == '*')) {
			return (struct integer_type){ .bits = 0 };
		}
		const struct integer_type *found = integer_type_word((struct str){ type.data + begin, at - begin });
		/* "unsigned" and "int" say nothing of the width where another word does. */
		all.bits = found != NULL && (all.bits == 0 || found->bits != 32) ? found->bits : all.bits;
		all.is_unsigned = all.is_unsigned || (found != NULL && found->is_unsigned);
		all.counts = all.counts || (found != NULL && found->counts);
		at += at == begin ? 1 : 0;
	}
	return all;
}

bool integer_type_holds(const struct integer_type *type, int64_t value) {
	return type->bits == 0 || (integer_type_wrap(type, value) == value && (!type->is_unsigned || value >= 0));
}

int64_t integer_type_wrap(const struct integer_type *type, int64_t value) {
	if (type->bits == 0 || type->bits == 64) {
		return value;
	}
	if (type->bits == 1) {
		return value != 0;
	}
	uint64_t kept = (uint64_t)value & (((uint64_t)1 << type->bits) - 1);
	bool is_negative = !type->is_unsigned && (kept >> (type->bits - 1) & 1) != 0;
	return (int64_t)kept - (is_negative ? (int64_t)1 << type->bits : 0);
}
