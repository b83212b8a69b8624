/*
 * Values as text: as CuTe C++ prints them, without the underscores that mark static integers. The text is itself an
 * expression that evaluates to the value.
 */
#ifndef LANG_NOTATION_PLAIN_H
#define LANG_NOTATION_PLAIN_H

#include "base/buf.h"
#include "lang/value.h"

void print_tuple(struct buf *out, struct tuple tuple);
void print_layout(struct buf *out, struct layout layout);
void print_swizzle(struct buf *out, struct swizzle swizzle);
void print_map(struct buf *out, struct map map);
void print_value(struct buf *out, const struct value *value);

/* As the CuTe of a dialect prints it: the DSL writes S<3,4,3> where C++ writes Sw<3,4,3>. */
void print_value_in(struct buf *out, const struct value *value, enum dialect dialect);

#endif
