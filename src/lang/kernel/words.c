/* Lists of words, as arrays that end in NULL, and the questions that they answer. */
#include "lang/kernel/words.h"

#include <string.h>

#include "lang/integer_type.h"
#include "lang/kernel/scan.h"
#include "lang/ops/operation.h"

/* Words that begin statements which are not about layouts. */
const char *const words_other[] = {
	"return",
	"break",
	"continue",
	"goto",
	"throw",
	"delete",
	"friend",
	"extern",
	"if",
	"else",
	"for",
	"while",
	"do",
	"switch",
	"case",
	"default",
	"try",
	"catch",
	"template",
	"struct",
	"class",
	"enum",
	"union",
	"namespace",
	"public",
	"private",
	"protected",
	"asm",
	"import",
	"from",
	"def",
	"elif",
	"with",
	"except",
	"finally",
	"pass",
	"raise",
	"yield",
	"global",
	"nonlocal",
	"lambda",
	"async",
	"await",
	"del",
	"printf",
	"cout",
	"__syncthreads",
	"CUTE_UNROLL",
	"assert",
	"CUTE_CHECK_ERROR",
	"CUTE_RUNTIME_ASSERT",
	"CUTLASS_PRAGMA_UNROLL",
	"CUTE_NO_UNROLL",
	"CUTLASS_PRAGMA_NO_UNROLL",
	NULL,
};

const char *const words_structure[] = { "struct", "class", "union", NULL };

const char *const words_condition[] = {
	"static_assert",
	"CUTE_STATIC_ASSERT_V",
	"CUTE_STATIC_ASSERT",
	NULL,
};

/* The word of the list that "text" begins with, or NULL. */
const char *words_find(struct str text, const char *const *words) {
	for (; *words != NULL; words++) {
		if (scan_at_word(text, 0, *words)) {
			return *words;
		}
	}
	return NULL;
}

bool words_is_decorator(struct str text) {
	return scan_at(text, 0) == '@' && scan_is_name_start(scan_at(text, 1));
}

bool words_is_macro_name(struct str name) {
	for (size_t i = 0; i < name.length && !str_starts_with(name, "__"); i++) {
		if (name.data[i] >= 'a' && name.data[i] <= 'z') {
			return false;
		}
	}
	return true;
}

bool words_speak_of_layouts(struct str text) {
	static const char *const words[] = { "Layout", "Shape", "Stride", "Swizzle", "ComposedLayout", "Tile", "TiledMMA",
		"TiledCopy", "Copy_Atom", "MMA_Atom", "Tensor", "GMMA", "UMMA", NULL };
	for (size_t at = 0; at < text.length;) {
		if (!scan_is_name_start(text.data[at])) {
			at = scan_step(text, at, SCAN_PYTHON);
			continue;
		}
		size_t end = at;
		while (scan_is_name_part(scan_at(text, end))) {
			end++;
		}
		struct str name = { text.data + at, end - at };
		for (const char *const *word = words; *word != NULL; word++) {
			if (str_is(name, *word)) {
				return true;
			}
		}
		bool makes = str_starts_with(name, "make_") || str_starts_with(name, "partition_");
		const struct operation *called = scan_at(text, end) == '(' ? operation_find(name) : NULL;
		bool writes = str_starts_with(name, "print") || str_is(name, "fill");
		bool calls = called != NULL && !operation_is_of_numbers(called) && !writes;
		if (makes || calls) {
			return true;
		}
		at = end;
	}
	return false;
}

bool words_hint_at_layouts(struct str text) {
	static const char *const parts[] = { "layout", "swizzle", "shape", "stride", "tensor", "tile", "partition", "mma" };
	for (size_t at = 0; at < text.length; at++) {
		for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
			size_t length = 0;
			while (parts[i][length] != '\0' && (scan_at(text, at + length) | 0x20) == parts[i][length]) {
				length++;
			}
			if (parts[i][length] == '\0') {
				return true;
			}
		}
	}
	return false;
}

bool words_are_type(struct str text) {
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		size_t close = c == '<' ? scan_close(text, at) : at;
		if (close > at) {
			at = close;
		} else if (scan_is_name_part(c) || scan_is_blank(c) || c == ':' || c == '&' || c == '*') {
			at++;
		} else if (c == '(' || c == '[') {
			/* decltype(n), not int(n) */
			size_t end = scan_close(text, at);
			bool casts = c == '(' && words_are_number_type((struct str){ text.data, at });
			if (end == at || casts) {
				return false;
			}
			at = end;
		} else {
			return false;
		}
	}
	return true;
}

/* The type of integers whose word stands at "at"; NULL if none does. */
static const struct integer_type *integer_type_at(struct str type, size_t at) {
	bool begins = at == 0 || !scan_is_name_part(type.data[at - 1]);
	return begins ? integer_type_word(scan_part(type, at, scan_name(type, at))) : NULL;
}

bool words_are_number_type(struct str type) {
	for (size_t at = 0; at < type.length;) {
		size_t close = type.data[at] == '<' ? scan_close(type, at) : at;
		bool is_float = scan_at_word(type, at, "float") || scan_at_word(type, at, "double");
		if (is_float || integer_type_at(type, at) != NULL) {
			return true;
		}
		at = close > at && scan_at_text(type, close, "::") ? close : at + 1;
	}
	return false;
}

bool words_are_float_type(struct str type) {
	size_t end = 0;
	while (end < type.length && strchr("<[*(", type.data[end]) == NULL) {
		end++;
	}
	type.length = end;
	return scan_has_word(type, "float") || scan_has_word(type, "double");
}

bool words_are_integer_type(struct str type) {
	bool any = false;
	if (words_are_float_type(type)) {
		return false; /* long double */
	}
	for (size_t at = 0; at < type.length;) {
		size_t begin = at;
		if (!scan_is_name_start(type.data[at])) {
			if (strchr("*[<", type.data[at]) != NULL) {
				return false;
			}
			at++;
			continue;
		}
		while (scan_is_name_part(scan_at(type, at))) {
			at++;
		}
		struct str word = { type.data + begin, at - begin };
		const struct integer_type *found = integer_type_word(word);
		any = any || (found != NULL && found->counts);
	}
	return any;
}

bool words_are_pointer_type(struct str type) {
	for (size_t at = 0; at < type.length;) {
		size_t close = type.data[at] == '<' || type.data[at] == '(' ? scan_close(type, at) : at;
		if (type.data[at] == '*') {
			return true;
		}
		at = close > at ? close : at + 1;
	}
	return false;
}

bool words_are_container_type(struct str type) {
	size_t open = 0;
	while (open < type.length && type.data[open] != '<') {
		open++;
	}
	size_t end = scan_part(type, 0, open).length;
	size_t begin = end;
	while (begin > 0 && scan_is_name_part(type.data[begin - 1])) {
		begin--;
	}
	struct str name = { type.data + begin, end - begin };
	return str_is_among(name, "vector host_vector device_vector universal_vector unique_ptr shared_ptr "
		"DeviceAllocation HostTensor");
}
