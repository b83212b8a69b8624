/*
 * Values outside of all arenas, as the caller of the library owns them: a copy of all that the value points to, in one
 * block of memory.
 */
#ifndef LIB_KEEP_H
#define LIB_KEEP_H

#include "cutelayout.h"
#include "lang/value.h"

struct cutelayout_value {
	struct value value; /* what it points to stands behind it */
};

/*
 * The bytes of a copy of "value". Sets "fault" for values that cannot be kept (atoms and what is made of them), and
 * for those that nest too deep or have too many parts.
 */
size_t keep_measure(struct fault *fault, const struct value *value);

/* A copy of "value", which takes "bytes" bytes; NULL without memory. */
struct cutelayout_value *keep_copy(const struct value *value, size_t bytes);

#endif
