#define _GNU_SOURCE
#include "cli/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/beneath.h"
#include "config.h"

#if CUTELAYOUT_LANDLOCK
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* Of the process, as its limits and its present folder are. Set once, before the case begins. */
static struct {
	bool is_on;
	struct confinement to;
} state;

/* --- Landlock --- */

#if CUTELAYOUT_LANDLOCK

/* How many kinds of access to files each version of Landlock knows, from 1 on. */
static uint64_t known_accesses(int version) {
	static const int bits[] = { 0, 13, 14, 15, 15, 16 };
	int last = (int)(sizeof bits / sizeof bits[0]) - 1;
	return ((uint64_t)1 << bits[version < last ? version : last]) - 1;
}

/* Let what is at "path" below "folder" be read; what is not there needs no rule. */
static void allow_reading(int ruleset, int folder, const char *path) {
	int place = openat(folder, path, O_PATH | O_CLOEXEC);
	struct stat status;
	if (place < 0) {
		return;
	}
	bool is_folder = fstat(place, &status) == 0 && S_ISDIR(status.st_mode);
	struct landlock_path_beneath_attr rule = {
		.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | (is_folder ? LANDLOCK_ACCESS_FS_READ_DIR : 0),
		.parent_fd = place,
	};
	syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	close(place);
}

/* Hold the process to reading. True also where there is no Landlock. */
static bool restrict_system(const struct confinement *to) {
	/* What the C library itself reads: its data, and how many processors there are. */
	static const char *const system[] = { "/usr/lib", "/usr/share", "/sys/devices/system/cpu", "/dev/null" };
	int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	if (version < 1) {
		return true;
	}
	struct landlock_ruleset_attr attributes = { .handled_access_fs = known_accesses(version) };
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
	if (ruleset < 0) {
		return false;
	}
	allow_reading(ruleset, to->folder, ".");
	for (int i = 0; i < to->read_count; i++) {
		allow_reading(ruleset, AT_FDCWD, to->reads[i]);
	}
	for (size_t i = 0; i < sizeof system / sizeof system[0]; i++) {
		allow_reading(ruleset, AT_FDCWD, system[i]);
	}
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); /* else the next call fails */
	bool good = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
	int error = errno;
	close(ruleset);
	errno = error;
	return good;
}

#else

static bool restrict_system(const struct confinement *to) {
	(void)to;
	return true;
}

#endif

bool confine(const struct confinement *confinement) {
	state.to = *confinement;
	state.is_on = true;
	return confinement->libraries || restrict_system(confinement);
}

/* --- what may be opened --- */

bool confine_is_on(void) {
	return state.is_on;
}

bool confine_allows_libraries(struct fault *fault) {
	if (state.is_on && !state.to.libraries) {
		fault_set(fault, FAULT_UNSUPPORTED, 0,
			"a case of 'cutelayout test' loads no library; --allow-libraries lets it");
		return false;
	}
	return true;
}

/* Whether "path" is "place" or below it: both as realpath() gives them. */
static bool is_within(const char *path, const char *place) {
	size_t length = strcmp(place, "/") != 0 ? strlen(place) : 0;
	return strncmp(path, place, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* Open "path" if --allow-read names it or a folder that it is in. */
static const char *open_allowed(const char *path, const char *problem, int *file) {
	char *real = state.to.read_count > 0 ? realpath(path, NULL) : NULL;
	for (int i = 0; i < state.to.read_count && real != NULL; i++) {
		if (is_within(real, state.to.reads[i])) {
			int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
			problem = root < 0 ? strerror(errno) : beneath_open(root, real + strspn(real, "/"), file);
			close(root);
			break;
		}
	}
	free(real);
	return problem;
}

FILE *confine_open(const char *path, const char **problem) {
	int file = -1;
	if (!state.is_on) {
		FILE *stream = fopen(path, "rb");
		*problem = stream != NULL ? NULL : strerror(errno);
		return stream;
	}
	*problem = beneath_open(state.to.folder, path, &file);
	if (*problem != NULL) {
		*problem = open_allowed(path, *problem, &file);
	}
	if (*problem != NULL) {
		return NULL;
	}
	FILE *stream = fdopen(file, "rb");
	if (stream == NULL) {
		*problem = strerror(errno);
		close(file);
	}
	return stream;
}
