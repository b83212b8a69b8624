/*
 * The names that statements of C++ give another value, by their signs alone: name = ..., name += ..., ++name. What is
 * behind a "." or "->", or is pointed at, is no name of its own.
 */
#ifndef LANG_KERNEL_CHANGES_H
#define LANG_KERNEL_CHANGES_H

#include <stdbool.h>

#include "base/str.h"

/*
 * The next "name" from "*at" on that is changed; "*at" moves behind it. False behind the last one. A name with a type
 * in front is a new one.
 */
bool changes_next(struct str text, size_t *at, struct str *name);

/* A statement that changes one name by its own value: name += value, ++name, name--. */
struct step {
	struct str name;
	struct str sign;  /* of the operation: "+", "<<" */
	struct str value; /* "1" for ++ and -- */
};

/* Whether "text" is such a statement and nothing else. */
bool changes_step(struct str text, struct step *step);

#endif
