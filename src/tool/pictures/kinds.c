#include "tool/pictures/kind.h"

#include <string.h>

/* PICTURE_KINDS names each kind in turn; the build writes it from the list in src/tool/meson.build. */
#include "tool/pictures/list.h"

#define DECLARE(name) extern const struct picture_kind picture_kind_##name;
#define ADDRESS(name) &picture_kind_##name,
#define WORD(name) " " #name
#define COMMA(name) ", " #name

PICTURE_KINDS(DECLARE)

static const struct picture_kind *const kinds[] = { PICTURE_KINDS(ADDRESS) };

const char picture_kind_words[] = "auto" PICTURE_KINDS(WORD);
const char picture_kind_wanted[] = "--kind=auto" PICTURE_KINDS(COMMA);

const struct picture_kind *picture_kind_find(const char *name) {
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		if (strcmp(kinds[i]->name, name) == 0) {
			return kinds[i];
		}
	}
	return NULL;
}

const struct picture_kind *picture_kind_for(const struct subject *subject) {
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		if (kinds[i]->suits != NULL && kinds[i]->suits(subject)) {
			return kinds[i];
		}
	}
	return picture_kind_find("grid");
}
