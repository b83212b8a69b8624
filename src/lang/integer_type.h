/* Types of integers of C++, by their words. */
#ifndef LANG_INTEGER_TYPE_H
#define LANG_INTEGER_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct integer_type {
	const char *word;
	int bits; /* 0: no type of integers */
	bool is_unsigned;
	bool counts; /* not bool or char: a variable of that type is a number */
};

/* The type that the one word "word" is of, as "unsigned"; NULL if it is none. */
const struct integer_type *integer_type_word(struct str word);

/* The type that the words "type" make: "unsigned short", "const uint8_t &"; none for a pointer or a template. */
struct integer_type integer_type_read(struct str type);

/* Whether the type has "value"; true for no type. */
bool integer_type_holds(const struct integer_type *type, int64_t value);

/*
 * What becomes of "value" in the type: its lowest bits, as C++20 has it, and in bool whether it is not 0. Of 64 bits
 * without a sign it is "value", which is below 0 where it does not fit 64 bits with one.
 */
int64_t integer_type_wrap(const struct integer_type *type, int64_t value);

#endif
