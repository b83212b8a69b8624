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

enum { PATH_BYTES = 4096, PLACES = 4 };

/* The folder of the program with a slash at its end, "" if the system does not tell. */
static void find_folder(char folder[PATH_BYTES]) {
	ssize_t length = readlink("/proc/self/exe", folder, PATH_BYTES - 1);
	folder[length > 0 ? length : 0] = '\0';
	char *slash = strrchr(folder, '/');
	if (slash != NULL) {
		slash[1] = '\0';
	}
}

/* Write where the module is, in "place" 0 or a later one, to "path". Returns false if there is none. */
static bool find_file(const struct module_name *name, int place, char path[PATH_BYTES]) {
	const char *named = getenv(name->variable);
	char folder[PATH_BYTES];
	find_folder(folder);
	int length = -1;
	switch (place) {
	case 0: length = named != NULL && named[0] == '/' ? snprintf(path, PATH_BYTES, "%s", named) : -1; break;
	case 1: length = snprintf(path, PATH_BYTES, "%s%s", folder, name->file); break;
	case 2: length = snprintf(path, PATH_BYTES, "%s../" MODULE_LIBDIR "/%s", folder, name->file); break;
	default: length = snprintf(path, PATH_BYTES, MODULE_PREFIX "/" MODULE_LIBDIR "/%s", name->file); break;
	}
	return length > 0 && length < PATH_BYTES && path[0] == '/' && access(path, R_OK) == 0;
}

static const void *missing(char why[MODULE_WHY_BYTES], const char *reason) {
	snprintf(why, MODULE_WHY_BYTES, "%s", reason);
	return NULL;
}

const void *module_find(const struct module_name *name, char why[MODULE_WHY_BYTES]) {
	char path[PATH_BYTES];
	int place = 0;
	while (place < PLACES && !find_file(name, place, path)) {
		place++;
	}
	if (place == PLACES) {
		return missing(why, "it is neither beside the program nor in " MODULE_PREFIX "/" MODULE_LIBDIR);
	}
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (library == NULL) {
		const char *reason = dlerror();
		return missing(why, reason != NULL ? reason : "it cannot be loaded");
	}
	const void *offered = dlsym(library, name->symbol);
	if (offered == NULL || strcmp(*(const char *const *)offered, CUTELAYOUT_VERSION) != 0) {
		return missing(why, "the one that was found is of another version");
	}
	return offered;
}
