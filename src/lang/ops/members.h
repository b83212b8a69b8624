/*
 * Tuples of values: what CuTe makes of composed layouts. It has no functions that add, replace, choose or pair their
 * modes, so that those for tuples apply, to which a layout is a single thing.
 */
#ifndef LANG_OPS_MEMBERS_H
#define LANG_OPS_MEMBERS_H

#include "lang/ops/call.h"

/* One of the first "count" arguments is a composed layout or a swizzle, or argument 0 a tuple of values. */
bool takes_members(const struct call *call, int count);

/*
 * The modes of argument 0, a composed layout or a tuple of values, with the "count" numbers in "indices", as a tuple.
 */
struct value select_members(struct call *call, const int *indices, int count);

/*
 * Argument 0 as a tuple, extended by argument 1, behind it or "in_front": once, or with argument 2 up to that rank.
 * Anything but a tuple counts as the tuple of itself.
 */
struct value extend_members(struct call *call, bool in_front);

/* Argument 0, a tuple, with member argument 1 replaced by argument 2. Anything else has the member 0, itself. */
struct value replace_member(struct call *call);

/* ((a,b)) of the first two arguments. */
struct value zip_members(struct call *call);

#endif
