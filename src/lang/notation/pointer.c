/* A cursor over the text; each reader leaves it behind what it has read. */
#include "lang/notation/pointer.h"

/* A place in a text. Reading beyond the end gives NUL. */
struct cursor {
	struct str text;
	size_t offset;
};

/* The next character, NUL at the end. */
static char peek(const struct cursor *cursor) {
	return cursor->offset < cursor->text.length ? cursor->text.data[cursor->offset] : '\0';
}

/* Step over "expected", if it stands there. */
static bool skip(struct cursor *cursor, const char *expected) {
	size_t length = strlen(expected);
	if (cursor->text.length - cursor->offset < length
			|| memcmp(cursor->text.data + cursor->offset, expected, length) != 0) {
		return false;
	}
	cursor->offset += length;
	return true;
}

/* ["-"] digits; at most nine digits count. */
static bool read_int(struct cursor *cursor, int64_t *value) {
	bool negative = skip(cursor, "-");
	size_t begin = cursor->offset;
	*value = 0;
	while (str_is_digit(peek(cursor)) && cursor->offset - begin < 9) {
		*value = *value * 10 + (peek(cursor) - '0');
		cursor->offset++;
	}
	*value = negative ? -*value : *value;
	return cursor->offset > begin;
}

/* Step behind the "close" that belongs to the "open" before the cursor; false if it is missing on this line. */
static bool skip_to_close(struct cursor *cursor, char open, char close) {
	int depth = 1;
	while (cursor->offset < cursor->text.length && peek(cursor) != '\n') {
		char c = peek(cursor);
		cursor->offset++;
		depth += c == open ? 1 : c == close ? -1 : 0;
		if (depth == 0) {
			return true;
		}
	}
	return false;
}

/* The value of the hexadecimal digit "c", -1 if it is none. */
static int hex_digit(char c) {
	if (str_is_digit(c)) {
		return c - '0';
	}
	if (c >= 'a' && c <= 'f') {
		return c - 'a' + 10;
	}
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/*
 * The largest power of two that divides the hexadecimal address at the cursor; 0 if there is none to read, or if it is
 * NULL, which says nothing.
 */
static int64_t read_address(struct cursor *cursor, char end) {
	if (!skip(cursor, "0x")) {
		return 0;
	}
	uint64_t address = 0;
	while (hex_digit(peek(cursor)) >= 0) {
		address = address << 4 | (uint64_t)hex_digit(peek(cursor));
		cursor->offset++;
	}
	if (address == 0 || peek(cursor) != end) {
		return 0;
	}
	address |= (uint64_t)1 << 62; /* the largest that fits */
	return (int64_t)(address & (~address + 1));
}

/* "[" digits "b](" address ")" behind a name */
static bool read_cpp(struct cursor *cursor, struct pointer *pointer) {
	if (!skip(cursor, "[") || !read_int(cursor, &pointer->bits) || !skip(cursor, "b](")) {
		return false;
	}
	struct cursor address = *cursor;
	pointer->unset = skip(&address, "unset)");
	address = *cursor;
	pointer->alignment = read_address(&address, ')');
	return skip_to_close(cursor, '(', ')');
}

/* "S<" B "," M "," S ">" */
static bool read_swizzle(struct cursor *cursor, struct pointer *pointer) {
	pointer->has_swizzle = skip(cursor, "S<") && read_int(cursor, &pointer->swizzle[0]) && skip(cursor, ",")
		&& read_int(cursor, &pointer->swizzle[1]) && skip(cursor, ",") && read_int(cursor, &pointer->swizzle[2])
		&& skip(cursor, ">");
	return pointer->has_swizzle;
}

/* "align<" bytes ">" */
static bool read_alignment(struct cursor *cursor, struct pointer *pointer) {
	return skip(cursor, "align<") && read_int(cursor, &pointer->alignment) && skip(cursor, ">")
		&& pointer->alignment > 0;
}

/* A name with "<" behind it. */
static bool is_template(struct cursor cursor) {
	while (str_is_word(peek(&cursor))) {
		cursor.offset++;
	}
	return peek(&cursor) == '<';
}

void pointer_read_type(struct str text, struct pointer *pointer) {
	struct cursor cursor = { text, 0 };
	while (cursor.offset < text.length && !str_is_digit(peek(&cursor)) && peek(&cursor) != ',') {
		cursor.offset++;
	}
	read_int(&cursor, &pointer->bits);
	while (cursor.offset < text.length) {
		if (!skip(&cursor, ",")) {
			cursor.offset++;
			continue;
		}
		while (peek(&cursor) == ' ') {
			cursor.offset++;
		}
		struct cursor ahead = cursor;
		bool is_swizzle = skip(&ahead, "S<");
		bool is_alignment = !is_swizzle && skip(&ahead, "align<");
		bool is_other = !is_swizzle && !is_alignment;
		ahead = cursor;
		bool reads = is_swizzle ? read_swizzle(&ahead, pointer) : is_alignment ? read_alignment(&ahead, pointer)
			: !is_template(cursor);
		if (!reads || (!is_other && ahead.offset < text.length && peek(&ahead) != ',')) {
			size_t end = ahead.offset > cursor.offset ? ahead.offset : cursor.offset + 1;
			pointer->malformed = (struct str){ text.data + cursor.offset, end - cursor.offset };
			pointer->expected = is_other ? "expected S<B,M,S> or align<N>"
				: reads ? "expected ',' or the end behind this"
				: is_swizzle ? "expected a swizzle S<B,M,S>" : "expected align<N>, where N is at least 1";
			return;
		}
		cursor = ahead;
	}
}

/* The part of the cursor's text from "begin" to the closing bracket before the cursor. */
static struct str inside(const struct cursor *cursor, size_t begin) {
	return (struct str){ cursor->text.data + begin, cursor->offset - 1 - begin };
}

bool pointer_read(struct str text, struct pointer *pointer, size_t *length) {
	struct cursor cursor = { text, 0 };
	*pointer = (struct pointer){ .is_suffix = peek(&cursor) == '_' };
	while (str_is_word(peek(&cursor))) {
		cursor.offset++;
	}
	struct str name = { text.data, cursor.offset };
	bool found = false;
	int64_t sparsity = 1;
	if (str_is(name, "smem_sparse") || str_is(name, "_smem_sparse")) {
		/* smem_sparse<2>_ptr[16b](unset): two elements share one that is stored. */
		bool reads = skip(&cursor, "<") && read_int(&cursor, &sparsity) && skip(&cursor, ">_ptr");
		if (!reads || sparsity < 1) {
			return false;
		}
	}
	if (peek(&cursor) == '[') {
		found = read_cpp(&cursor, pointer);
		pointer->bits /= sparsity;
	} else if ((str_is(name, "ptr") || str_is(name, "raw_ptr")) && skip(&cursor, "<")) {
		size_t begin = cursor.offset;
		found = skip_to_close(&cursor, '<', '>');
		if (found) {
			pointer_read_type(inside(&cursor, begin), pointer);
		}
	} else if (str_is(name, "raw_ptr") && skip(&cursor, "(")) {
		pointer->alignment = read_address(&cursor, ':');
		int64_t alignment = pointer->alignment;
		size_t begin = cursor.offset;
		found = skip_to_close(&cursor, '(', ')');
		if (found) {
			pointer_read_type(inside(&cursor, begin), pointer);
			pointer->alignment = alignment != 0 ? alignment : pointer->alignment;
		}
	}
	*length = cursor.offset;
	return found;
}
