/* The table that the build makes from the list in src/lang/meson.build, in its order. */
#include "lang/notation/notation.h"

#include <string.h>

/* The only list: names of --style, completion, and what reads a program. */
#define ADDRESS(name) &notation_##name,

static const struct notation *const notations[] = { LANG_NOTATIONS(ADDRESS) NULL };

const struct notation *const *notation_table(void) {
	return notations;
}

const struct notation *notation_find(const char *name) {
	for (const struct notation *const *notation = notations; *notation != NULL; notation++) {
		if (strcmp(name, (*notation)->name) == 0) {
			return *notation;
		}
	}
	return NULL;
}

const char *notation_names(char *names) {
	size_t length = 0;
	for (const struct notation *const *notation = notations; *notation != NULL; notation++) {
		const char *comma = length > 0 ? ", " : "";
		size_t added = strlen(comma) + strlen((*notation)->name);
		if (length + added < NOTATION_NAMES_SIZE) {
			memcpy(names + length, comma, strlen(comma));
			memcpy(names + length + strlen(comma), (*notation)->name, strlen((*notation)->name));
			length += added;
		}
	}
	names[length] = '\0';
	return names;
}
