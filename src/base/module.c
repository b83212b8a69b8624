/*
 * A module lies beside the program, as the build leaves it, or in the folder of the installation, or where the
 * environment says; never in the folder one happens to be in. A search path in the program would find it as well, but
 * the system would look there for libc at every start.
 */
#include "base/module.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/program.h"

enum { PLACES = 4 };

/* Write where the module is, in "place" 0 or a later one, to "path". Returns false if there is none. */
static bool find_file(const struct module_name *name, int place, const char *folder, char path[PROGRAM_PATH_BYTES]) {
	const char *named = getenv(name->variable);
	int length;
	switch (place) {
	case 0: length = snprintf(path, PROGRAM_PATH_BYTES, "%s", named != NULL ? named : ""); break;
	case 1: length = snprintf(path, PROGRAM_PATH_BYTES, "%s%s", folder, name->file); break;
	case 2: length = snprintf(path, PROGRAM_PATH_BYTES, "%s../" MODULE_LIBDIR "/%s", folder, name->file); break;
	default: length = snprintf(path, PROGRAM_PATH_BYTES, MODULE_PREFIX "/" MODULE_LIBDIR "/%s", name->file); break;
	}
	return length < PROGRAM_PATH_BYTES && path[0] == '/' && access(path, R_OK) == 0;
}

static const void *missing(char why[MODULE_WHY_BYTES], const char *reason) {
	snprintf(why, MODULE_WHY_BYTES, "%s", reason);
	return NULL;
}

const void *module_find(const struct module_name *name, char why[MODULE_WHY_BYTES]) {
	char folder[PROGRAM_PATH_BYTES];
	char path[PROGRAM_PATH_BYTES];
	int place = 0;
	program_folder(folder);
	while (place < PLACES && !find_file(name, place, folder, path)) {
		place++;
	}
	if (place == PLACES) {
		return missing(why, "it is neither beside the program nor in " MODULE_PREFIX "/" MODULE_LIBDIR);
	}
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (library == NULL) {
		return missing(why, dlerror());
	}
	const void *offered = dlsym(library, name->symbol);
	if (offered == NULL || strcmp(*(const char *const *)offered, CUTELAYOUT_VERSION) != 0) {
		return missing(why, "the one that was found is of another version");
	}
	return offered;
}
