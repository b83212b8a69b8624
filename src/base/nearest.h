/* The name that a misspelt word was perhaps meant to be: what "did you mean" offers. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include "base/str.h"

struct nearest {
	struct str word;     /* as it was written */
	struct str name;     /* the nearest of those that were offered; empty if none is near */
	int distance;        /* of "name"; one at this distance or farther away does not replace it */
};

/* Nothing is near "word" yet. */
struct nearest nearest_begin(struct str word);

/* "name" is one of the names that there are. The case of letters does not count. */
void nearest_offer(struct nearest *nearest, struct str name);

static inline bool nearest_found(const struct nearest *nearest) {
	return nearest->name.length > 0;
}

#endif
