/* Ownership the other way round: from a coordinate to the threads that hold it, for languages that write that. */
#ifndef LANG_LANGUAGE_OWNERS_H
#define LANG_LANGUAGE_OWNERS_H

#include "lang/language/denotation.h"

struct owners {
	int64_t size;              /* coordinates */
	int64_t copies;            /* threads that hold each of them */
	int64_t *thread;           /* at coordinate + copy * size, ascending at each coordinate */
	int64_t *index;            /* at a coordinate: the value, the same in all these threads */
};

/*
 * The owners of "denotation", ownership with a table. Returns NULL, or why it has no inverse: threads hold nothing,
 * coordinates have different numbers of owners, or copies are in different registers.
 */
const char *owners_of(struct arena *arena, const struct denotation *denotation, struct owners *owners);

/*
 * Make "out" memory over the shape of "denotation", with the copies as a last dimension where "table" has some, and
 * give it its map. Returns false where no layout or swizzled layout has these values.
 */
bool owners_denote(struct algebra *al, const struct denotation *denotation, const int64_t *table, int64_t copies,
	struct denotation *out);

#endif
