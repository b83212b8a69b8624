/*
 * The names that statements of C++ give another value, by their signs alone: name = ..., name += ..., ++name. What is
 * behind a "." or "->", or is pointed at, is no name of its own.
 */
#ifndef LANG_KERNEL_CHANGES_H
#define LANG_KERNEL_CHANGES_H

#include <stdbool.h>

#include "base/str.h"

/* A name in a text, and what the text does with it there. */
struct change {
	struct str name;
	bool declares; /* a type stands in front: the name is a new one */
};

/* The next name from "*at" on that is changed or declared; "*at" moves behind it. False behind the last one. */
bool changes_next(struct str text, size_t *at, struct change *change);

/* A statement that changes one name by its own value: name += value, ++name, name--. */
struct step {
	struct str name;
	char sign[3];     /* of the operation: "+", "<<" */
	struct str value; /* "1" for ++ and -- */
};

/* Whether "text" is such a statement and nothing else. */
bool changes_step(struct str text, struct step *step);

#endif
