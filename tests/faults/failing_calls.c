/*
 * For tests only: a shared object to preload, in which calls of the system fail as the environment says.
 *
 *     FAIL=NAME:N:ERROR,...    the Nth call of NAME in a process, counted with those of the processes it comes from,
 *                              fails with ERROR ("EINTR"); with N+ all after it fail as well
 *
 *     PROCESSORS=N             there are N processors
 *     LANDLOCK=N               the system has version N of Landlock, which takes every rule and forbids nothing; its
 *                              calls fail as "landlock"
 *
 * All other calls go to the C library.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#pragma GCC visibility push(default)

static const struct {
	const char *name;
	int number;
} errors[] = {
	{ "EACCES", EACCES }, { "EAGAIN", EAGAIN }, { "EINTR", EINTR }, { "EIO", EIO }, { "EMFILE", EMFILE },
	{ "ENOENT", ENOENT }, { "ENOMEM", ENOMEM }, { "ENOSPC", ENOSPC }, { "ENOSYS", ENOSYS }, { "EPERM", EPERM },
};

/* Whether this call of "name" fails, with errno set; "count" is how many there were before. */
static bool fails(const char *name, int *count) {
	const char *text = getenv("FAIL");
	size_t length = strlen(name);
	++*count;
	while (text != NULL && *text != '\0') {
		const char *end = text + strcspn(text, ",");
		if (strncmp(text, name, length) == 0 && text[length] == ':') {
			char *rest;
			long number = strtol(text + length + 1, &rest, 10);
			bool goes_on = *rest == '+';
			const char *error = strchr(rest, ':') + 1;
			for (size_t i = 0; (*count == number || (goes_on && *count > number))
					&& i < sizeof errors / sizeof errors[0]; i++) {
				if (strncmp(error, errors[i].name, (size_t)(end - error)) == 0) {
					errno = errors[i].number;
					return true;
				}
			}
		}
		text = *end == ',' ? end + 1 : end;
	}
	return false;
}

/* Store the function "name" of the C library in "*function". */
static void find(const char *name, void *function) {
	*(void **)function = dlsym(RTLD_NEXT, name);
}

int pipe(int ends[2]) {
	static int count;
	int (*next)(int[2]);
	find("pipe", &next);
	return fails("pipe", &count) ? -1 : next(ends);
}

pid_t fork(void) {
	static int count;
	pid_t (*next)(void);
	find("fork", &next);
	return fails("fork", &count) ? -1 : next();
}

pid_t waitpid(pid_t process, int *status, int options) {
	static int count;
	pid_t (*next)(pid_t, int *, int);
	find("waitpid", &next);
	return fails("waitpid", &count) ? -1 : next(process, status, options);
}

int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
		const posix_spawnattr_t *attributes, char *const words[], char *const environment[]) {
	static int count;
	int (*next)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[],
		char *const[]);
	find("posix_spawn", &next);
	return fails("posix_spawn", &count) ? errno : next(process, path, actions, attributes, words, environment);
}

FILE *tmpfile(void) {
	static int count;
	FILE *(*next)(void);
	find("tmpfile", &next);
	return fails("tmpfile", &count) ? NULL : next();
}

int open(const char *path, int flags, ...) {
	static int count;
	int (*next)(const char *, int, ...);
	find("open", &next);
	va_list args;
	va_start(args, flags);
	int mode = va_arg(args, int);
	va_end(args);
	return fails("open", &count) ? -1 : next(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
	static int count;
	FILE *(*next)(const char *, const char *);
	find("fopen", &next);
	return fails("fopen", &count) ? NULL : next(path, mode);
}

FILE *fdopen(int descriptor, const char *mode) {
	static int count;
	FILE *(*next)(int, const char *);
	find("fdopen", &next);
	return fails("fdopen", &count) ? NULL : next(descriptor, mode);
}

FILE *freopen(const char *path, const char *mode, FILE *file) {
	static int count;
	FILE *(*next)(const char *, const char *, FILE *);
	find("freopen", &next);
	return fails("freopen", &count) ? NULL : next(path, mode, file);
}

/* 31 bytes and one by turns, so that nobody relies on all of them being read. */
ssize_t read(int descriptor, void *bytes, size_t size) {
	static int count;
	ssize_t (*next)(int, void *, size_t);
	find("read", &next);
	if (fails("read", &count)) {
		return -1;
	}
	size_t most = count % 2 == 0 ? 1 : 31;
	return next(descriptor, bytes, size < most ? size : most);
}

/* One byte and 7 by turns, so that nobody relies on all of them being written. */
ssize_t write(int descriptor, const void *bytes, size_t size) {
	static int count;
	ssize_t (*next)(int, const void *, size_t);
	find("write", &next);
	if (fails("write", &count)) {
		return -1;
	}
	size_t most = count % 2 == 0 ? 1 : 7;
	return next(descriptor, bytes, size < most ? size : most);
}

int poll(struct pollfd *polled, nfds_t used, int milliseconds) {
	static int count;
	int (*next)(struct pollfd *, nfds_t, int);
	find("poll", &next);
	return fails("poll", &count) ? -1 : next(polled, used, milliseconds);
}

DIR *opendir(const char *path) {
	static int count;
	DIR *(*next)(const char *);
	find("opendir", &next);
	return fails("opendir", &count) ? NULL : next(path);
}

struct dirent *readdir(DIR *folder) {
	static int count;
	struct dirent *(*next)(DIR *);
	find("readdir", &next);
	return fails("readdir", &count) ? NULL : next(folder);
}

int lstat(const char *path, struct stat *status) {
	static int count;
	int (*next)(const char *, struct stat *);
	find("lstat", &next);
	return fails("lstat", &count) ? -1 : next(path, status);
}

char *realpath(const char *path, char *resolved) {
	static int count;
	char *(*next)(const char *, char *);
	find("realpath", &next);
	return fails("realpath", &count) ? NULL : next(path, resolved);
}

long sysconf(int name) {
	long (*next)(int);
	const char *processors = getenv("PROCESSORS");
	find("sysconf", &next);
	return name == _SC_NPROCESSORS_ONLN && processors != NULL ? strtol(processors, NULL, 10) : next(name);
}

#ifdef SYS_landlock_create_ruleset
/*
 * The call "number" of Landlock of this version: like the system, it knows no kinds of access but those of its own,
 * tells its version to who asks with the flag 1, and knows no other flags.
 */
static long landlock(int version, long number, const long *words) {
	static const int kinds[] = { 13, 14, 15, 15, 16 };
	static int count;
	if (fails("landlock", &count)) {
		return -1;
	}
	bool asks = number == SYS_landlock_create_ruleset && words[0] == 0;
	bool has_flags = number == SYS_landlock_restrict_self && words[1] != 0;
	if (has_flags || (asks && (words[1] != 0 || words[2] != 1))) {
		errno = EINVAL;
		return -1;
	}
	if (asks || number != SYS_landlock_create_ruleset) {
		return asks ? version : 0;
	}
	const uint64_t *handled = (const uint64_t *)(uintptr_t)words[0];
	int last = (int)(sizeof kinds / sizeof kinds[0]);
	if (*handled >> kinds[(version < last ? version : last) - 1] != 0) {
		errno = EINVAL;
		return -1;
	}
	return open("/dev/null", O_RDONLY | O_CLOEXEC);
}
#endif

long syscall(long number, ...) {
	static int count;
	long (*next)(long, long, long, long, long, long, long);
	find("syscall", &next);
	long words[6];
	va_list args;
	va_start(args, number);
	for (int i = 0; i < 6; i++) {
		words[i] = va_arg(args, long);
	}
	va_end(args);
#ifdef SYS_landlock_create_ruleset
	const char *version = getenv("LANDLOCK");
	if (version != NULL && number >= SYS_landlock_create_ruleset && number <= SYS_landlock_restrict_self) {
		return landlock((int)strtol(version, NULL, 10), number, words);
	}
#endif
	return fails("syscall", &count) ? -1
		: next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
