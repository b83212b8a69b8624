/*
 * Values of JSON (RFC 8259), read from a text that may come from anywhere: several values one behind the other are a
 * list of documents, as programs print that answer more than once. Names and texts are bytes of UTF-8 whose escapes are
 * taken away; numbers are doubles.
 */
#ifndef BASE_JSON_READ_H
#define BASE_JSON_READ_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"

enum { JSON_DEPTH_MAX = 32 };

enum json_kind {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_TEXT,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json {
	enum json_kind kind;
	double number;
	struct str text;
	struct str name;           /* in an object */
	const struct json *first;  /* of an array or object */
	const struct json *next;   /* behind this one in it, or the next document */
};

/* Where a text is no JSON, and what was expected there. */
struct json_error {
	size_t at;
	const char *expected;
};

/* All documents in "text", which the values may point into. NULL with "error" if it is wrong, or has none. */
const struct json *json_read(struct arena *arena, struct str text, struct json_error *error);

/* The member "name" of an object; NULL if there is none, or "value" is no object or NULL. */
const struct json *json_member(const struct json *value, const char *name);

/* A member that is a number, or a text; otherwise 0, or the empty text. */
double json_number(const struct json *value, const char *name);
struct str json_text(const struct json *value, const char *name);

#endif
