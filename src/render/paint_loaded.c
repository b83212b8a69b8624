/*
 * paint.h where the module is a file of its own. It lies beside the program, as the build leaves it, or in the folder
 * of the installation, or where CUTELAYOUT_PAINT says; never in the folder one happens to be in. A search path in the
 * program would find it as well, but the system would look there for libc at every start.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "render/paint.h"

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
static bool find_file(int place, char path[PATH_BYTES]) {
	const char *named = getenv("CUTELAYOUT_PAINT");
	char folder[PATH_BYTES];
	find_folder(folder);
	int length = -1;
	switch (place) {
	case 0: length = named != NULL && named[0] == '/' ? snprintf(path, PATH_BYTES, "%s", named) : -1; break;
	case 1: length = snprintf(path, PATH_BYTES, "%s" PAINT_FILE, folder); break;
	case 2: length = snprintf(path, PATH_BYTES, "%s../" PAINT_LIBDIR "/" PAINT_FILE, folder); break;
	default: length = snprintf(path, PATH_BYTES, PAINT_PREFIX "/" PAINT_LIBDIR "/" PAINT_FILE); break;
	}
	return length > 0 && length < PATH_BYTES && path[0] == '/' && access(path, R_OK) == 0;
}

static const struct paint_module *missing(char *why, const char *reason) {
	if (why != NULL) {
		snprintf(why, FAULT_TEXT_BYTES, "PNG, PDF and GIF need " PAINT_FILE " and Cairo: %s", reason);
	}
	return NULL;
}

/* The module stays loaded: what it uses may have left something behind that is called at the end of the program. */
const struct paint_module *paint_module_find(char why[FAULT_TEXT_BYTES]) {
	char path[PATH_BYTES];
	int place = 0;
	while (place < PLACES && !find_file(place, path)) {
		place++;
	}
	if (place == PLACES) {
		return missing(why, "it is neither beside the program nor in " PAINT_PREFIX "/" PAINT_LIBDIR);
	}
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (library == NULL) {
		const char *reason = dlerror();
		return missing(why, reason != NULL ? reason : "it cannot be loaded");
	}
	const struct paint_module *module = dlsym(library, "paint_module");
	if (module == NULL || strcmp(module->version, CUTELAYOUT_VERSION) != 0) {
		return missing(why, "the one that was found is of another version");
	}
	return module;
}
