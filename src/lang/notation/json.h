/* Values as JSON. */
#ifndef LANG_NOTATION_JSON_H
#define LANG_NOTATION_JSON_H

#include "base/buf.h"
#include "lang/value.h"

/* "tuple" as nested arrays of numbers; what is no plain integer, as "1@0", is a string. */
void print_tuple_json(struct buf *out, struct tuple tuple);

/*
 * "value" as a JSON object: its kind, its text in our own notation, and for layouts shape and stride as nested arrays,
 * size and cosize, null where they do not fit 64 bits. "al" lends its arena; faults do not reach it.
 */
void print_value_json(struct buf *out, struct algebra *al, const struct value *value);

#endif
