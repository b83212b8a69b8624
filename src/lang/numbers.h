/* Promises about run-time integers and numbers for them, as command lines write them. */
#ifndef LANG_NUMBERS_H
#define LANG_NUMBERS_H

#include "algebra/symbol.h"
#include "base/buf.h"
#include "lang/value.h"

/* What is promised of a run-time integer before the program binds it, and where that is written. */
struct assumption {
	struct str name;
	int64_t divisor;                    /* 1: none */
	int64_t least;                      /* 1: none */
	int64_t most;                       /* INT64_MAX: none */
};

/* Read "N % 256 == 0", or N with one of >= > <= < == and a number. Returns false if "text" is none of these. */
bool assumption_read(struct str text, struct assumption *out);

/* Whether "text" is NAME=NUMBER{,NAME=NUMBER}, with each name once. */
bool numbers_are_written(struct str text);

/*
 * Whether "text" has a number for the name "leaf"; "number" receives it. FAULT_DOMAIN if it is not what was promised of
 * the name.
 */
bool number_of_name(struct algebra *al, struct str text, struct tuple leaf, int64_t *number);

/* Whether a name in "text" is none of "symbols", which may be NULL; "name" receives the first. */
bool numbers_find_stranger(struct str text, const struct symbols *symbols, struct str *name);

/*
 * Put the numbers of "text", as numbers_are_written has it, for the names of "symbols" into "value". Returns false with
 * a fault where a name of a formula has no number, a number is not what was promised, or a need does not hold.
 */
bool value_with_numbers(struct algebra *al, const struct symbols *symbols, struct str text, struct value *value);

/* A line for each quotient of a name and a number that is rounded: which promise would keep it exact. */
void print_losses(struct buf *out, const struct symbols *symbols);

#endif
