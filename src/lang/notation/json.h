/* Values as JSON. */
#ifndef LANG_NOTATION_JSON_H
#define LANG_NOTATION_JSON_H

#include "base/buf.h"
#include "lang/value.h"

/* The version of what commands print with --json. A change that readers of an older one would not bear raises it. */
#define JSON_FORMAT "1"

/* Begin an object: "{", the version as "format", and a comma. */
void print_json_begin(struct buf *out);

/* "map" as print_value_json prints layouts, swizzles and what is composed of them. */
void print_map_json(struct buf *out, struct map map);

/* "tuple" as nested arrays of numbers; what is no plain integer, as "1@0", is a string. */
void print_tuple_json(struct buf *out, struct tuple tuple);

/*
 * "value" as a JSON object: its kind, its text in our own notation, and its parts: for layouts shape and stride as
 * nested arrays, size and cosize, null where they do not fit 64 bits; of a swizzle its numbers, of what is composed its
 * two maps and the offset, of atoms, tiled copies and MMAs their layouts. "al" lends its arena; faults do not reach it.
 */
void print_value_json(struct buf *out, struct algebra *al, const struct value *value);

#endif
