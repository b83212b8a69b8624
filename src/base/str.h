/* A piece of text by pointer and length. It owns nothing and need not end in NUL. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct str {
	const char *data;
	size_t length;
};

static inline struct str str_from(const char *text) {
	return (struct str){ text, strlen(text) };
}

static inline bool str_equal(struct str a, struct str b) {
	return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

static inline bool str_is(struct str a, const char *text) {
	return str_equal(a, str_from(text));
}

/* "a" is one of "words", which have a blank between them. */
bool str_is_among(struct str a, const char *words);

/* "part", of one letter or more, stands somewhere in "text". */
bool str_has(struct str text, const char *part);

static inline bool str_starts_with(struct str a, const char *text) {
	size_t length = strlen(text);
	return a.length >= length && memcmp(a.data, text, length) == 0;
}

static inline bool str_ends_with(struct str a, const char *text) {
	size_t length = strlen(text);
	return a.length >= length && memcmp(a.data + a.length - length, text, length) == 0;
}

/* "c" stands at the end of a line; NUL does not. */
static inline bool str_is_line_end(char c) {
	return c == '\n' || c == '\r';
}

/* The byte "at" of "text" ends a line: "\n", or "\r" with no "\n" behind it. False behind the end of the text. */
static inline bool str_ends_line(struct str text, size_t at) {
	return at < text.length && (text.data[at] == '\n'
		|| (text.data[at] == '\r' && (at + 1 == text.length || text.data[at + 1] != '\n')));
}

/* Take the next line, which "\n" or the end ends, off "text"; "line" is without its end. False if nothing is left. */
static inline bool str_take_line(struct str *text, struct str *line) {
	if (text->length == 0) {
		return false;
	}
	const char *end = memchr(text->data, '\n', text->length);
	*line = (struct str){ text->data, end != NULL ? (size_t)(end - text->data) : text->length };
	size_t taken = line->length + (end != NULL);
	*text = (struct str){ text->data + taken, text->length - taken };
	return true;
}

/* How many bytes of "text" a message shows that has room for "most"; the precision of %.*s. */
static inline int str_shown(struct str text, size_t most) {
	size_t shown = text.length < most ? text.length : most;
	return (int)shown;
}

/* "c" is a digit, or a letter of ASCII. */
static inline bool str_is_digit(char c) {
	return c >= '0' && c <= '9';
}

static inline bool str_is_letter(char c) {
	char small = (char)(c | ('a' - 'A'));
	return small >= 'a' && small <= 'z';
}

/* "c" may stand in a name: a letter, a digit or "_". */
static inline bool str_is_word(char c) {
	return str_is_letter(c) || str_is_digit(c) || c == '_';
}

/* The order of "a" and "b", byte by byte: below 0 if "a" comes first, 0 if they are the same. */
int str_compare(struct str a, struct str b);

enum { STR_DISTANCE_LENGTH = 40 };

/*
 * Insertions, deletions, replacements and exchanges of neighbours that turn "a" into "b", where letters are the same in
 * either case; more than STR_DISTANCE_LENGTH if one of them is longer than that.
 */
int str_distance(struct str a, struct str b);

/* "c" with a small letter in the place of a capital one of ASCII. */
static inline char str_small(char c) {
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

#endif
