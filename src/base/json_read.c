#include "base/json_read.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct reader {
	struct arena *arena;
	struct str text;
	size_t at;
	int depth;
	struct json_error *error;
	bool failed;
};

static bool fail(struct reader *reader, const char *expected) {
	if (!reader->failed) {
		*reader->error = (struct json_error){ reader->at, expected };
	}
	reader->failed = true;
	return false;
}

/* The next byte that is no blank, or '\0' at the end. */
static char peek(struct reader *reader) {
	while (reader->at < reader->text.length && strchr(" \t\n\r", reader->text.data[reader->at]) != NULL
			&& reader->text.data[reader->at] != '\0') {
		reader->at++;
	}
	return reader->at < reader->text.length ? reader->text.data[reader->at] : '\0';
}

/* Step over "c", which is not '\0', if it comes next. */
static bool accept(struct reader *reader, char c) {
	bool is_there = peek(reader) == c;
	reader->at += is_there;
	return is_there;
}

/* --- texts and numbers --- */

static bool read_hex(struct reader *reader, uint32_t *out) {
	*out = 0;
	for (int i = 0; i < 4; i++, reader->at++) {
		const char *digits = "0123456789abcdef";
		char c = reader->at < reader->text.length ? reader->text.data[reader->at] : '\0';
		const char *digit = c != '\0' ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
		if (digit == NULL) {
			return fail(reader, "four hexadecimal digits");
		}
		*out = *out * 16 + (uint32_t)(digit - digits);
	}
	return true;
}

static void put_utf8(struct buf *out, uint32_t c) {
	if (c < 0x80) {
		buf_put_char(out, (char)c);
		return;
	}
	int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	buf_put_char(out, (char)((0xff00 >> (more + 1) & 0xff) | c >> 6 * more));
	while (more-- > 0) {
		buf_put_char(out, (char)(0x80 | (c >> 6 * more & 0x3f)));
	}
}

/* Behind "\u": a character, or the two halves of one beyond U+FFFF. */
static bool read_escape(struct reader *reader, struct buf *out) {
	uint32_t high;
	uint32_t low;
	if (!read_hex(reader, &high)) {
		return false;
	}
	if (high >= 0xd800 && high < 0xdc00) {
		if (reader->text.length - reader->at < 2 || memcmp(reader->text.data + reader->at, "\\u", 2) != 0) {
			return fail(reader, "the second half of a character");
		}
		reader->at += 2;
		if (!read_hex(reader, &low) || low < 0xdc00 || low > 0xdfff) {
			return fail(reader, "the second half of a character");
		}
		high = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
	} else if (high >= 0xdc00 && high < 0xe000) {
		return fail(reader, "the first half of a character");
	}
	put_utf8(out, high);
	return true;
}

/* What stands between quotes, behind the first. */
static bool read_text(struct reader *reader, struct str *out) {
	static const char names[] = "\"\\/bfnrt";
	static const char values[] = "\"\\/\b\f\n\r\t";
	struct buf text;
	buf_init(&text, reader->arena);
	while (reader->at < reader->text.length && reader->text.data[reader->at] != '"') {
		char c = reader->text.data[reader->at++];
		if ((unsigned char)c < 0x20) {
			return fail(reader, "no control character in a text");
		}
		if (c != '\\') {
			buf_put_char(&text, c);
			continue;
		}
		char escape = reader->at < reader->text.length ? reader->text.data[reader->at++] : '\0';
		const char *name = escape != '\0' ? strchr(names, escape) : NULL;
		if (name != NULL) {
			buf_put_char(&text, values[name - names]);
		} else if (escape != 'u') {
			return fail(reader, "an escape");
		} else if (!read_escape(reader, &text)) {
			return false;
		}
	}
	*out = buf_str(&text);
	return accept(reader, '"') || fail(reader, "the end of a text");
}

static size_t skip_digits(struct reader *reader) {
	size_t begin = reader->at;
	while (reader->at < reader->text.length && reader->text.data[reader->at] >= '0'
			&& reader->text.data[reader->at] <= '9') {
		reader->at++;
	}
	return reader->at - begin;
}

static bool accept_here(struct reader *reader, const char *any) {
	bool is_there = reader->at < reader->text.length && reader->text.data[reader->at] != '\0'
		&& strchr(any, reader->text.data[reader->at]) != NULL;
	reader->at += is_there;
	return is_there;
}

/* "-"? digits ("." digits)? ([eE] [+-]? digits)?, without zeros in front. */
static bool read_number(struct reader *reader, double *out) {
	char digits[64];
	size_t begin = reader->at;
	accept_here(reader, "-");
	bool zero = accept_here(reader, "0");
	bool good = zero || skip_digits(reader) > 0;
	if (good && accept_here(reader, ".")) {
		good = skip_digits(reader) > 0;
	}
	if (good && accept_here(reader, "eE")) {
		accept_here(reader, "+-");
		good = skip_digits(reader) > 0;
	}
	size_t length = reader->at - begin;
	good = good && !accept_here(reader, "0123456789");   /* behind a zero in front */
	if (!good || length >= sizeof digits) {
		return fail(reader, good ? "a number of less than 64 characters" : "a number");
	}
	memcpy(digits, reader->text.data + begin, length);
	digits[length] = '\0';
	*out = strtod(digits, NULL);
	return true;
}

/* --- values --- */

static bool read_value(struct reader *reader, struct json *out);

/* The members of an array up to ']', or of an object up to '}', behind the bracket. */
static bool read_members(struct reader *reader, struct json *parent, char end) {
	const struct json **next = &parent->first;
	if (++reader->depth > JSON_DEPTH_MAX) {
		return fail(reader, "fewer brackets in one another");
	}
	while (!accept(reader, end)) {
		struct json *member = arena_alloc(reader->arena, sizeof *member);
		if (parent->first != NULL && !accept(reader, ',')) {
			return fail(reader, end == ']' ? "',' or ']'" : "',' or '}'");
		}
		if (end == '}' && (!accept(reader, '"') || !read_text(reader, &member->name) || !accept(reader, ':'))) {
			return fail(reader, "a name and ':'");
		}
		struct str name = member->name;
		if (!read_value(reader, member)) {
			return false;
		}
		member->name = name;
		*next = member;
		next = &member->next;
	}
	reader->depth--;
	return true;
}

static bool read_word(struct reader *reader, const char *word) {
	size_t length = strlen(word);
	if (reader->text.length - reader->at < length || memcmp(reader->text.data + reader->at, word, length) != 0) {
		return fail(reader, "a value");
	}
	reader->at += length;
	return true;
}

static bool read_value(struct reader *reader, struct json *out) {
	char c = peek(reader);
	*out = (struct json){ .kind = JSON_NULL };
	switch (c) {
	case '{': out->kind = JSON_OBJECT; break;
	case '[': out->kind = JSON_ARRAY; break;
	case '"': out->kind = JSON_TEXT; break;
	case 't': out->kind = JSON_TRUE; return read_word(reader, "true");
	case 'f': out->kind = JSON_FALSE; return read_word(reader, "false");
	case 'n': return read_word(reader, "null");
	default: out->kind = JSON_NUMBER; return read_number(reader, &out->number);
	}
	reader->at++;
	return c == '"' ? read_text(reader, &out->text) : read_members(reader, out, c == '{' ? '}' : ']');
}

const struct json *json_read(struct arena *arena, struct str text, struct json_error *error) {
	struct reader reader = { .arena = arena, .text = text, .error = error };
	const struct json *first = NULL;
	const struct json **next = &first;
	do {
		struct json *document = arena_alloc(arena, sizeof *document);
		if (!read_value(&reader, document)) {
			return NULL;
		}
		*next = document;
		next = &document->next;
		peek(&reader);
	} while (reader.at < text.length);
	return first;
}

/* --- members --- */

const struct json *json_member(const struct json *value, const char *name) {
	const struct json *member = value != NULL && value->kind == JSON_OBJECT ? value->first : NULL;
	while (member != NULL && !str_is(member->name, name)) {
		member = member->next;
	}
	return member;
}

double json_number(const struct json *value, const char *name) {
	const struct json *member = json_member(value, name);
	return member != NULL && member->kind == JSON_NUMBER ? member->number : 0;
}

struct str json_text(const struct json *value, const char *name) {
	const struct json *member = json_member(value, name);
	return member != NULL && member->kind == JSON_TEXT ? member->text : (struct str){ "", 0 };
}
