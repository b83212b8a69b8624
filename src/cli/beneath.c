#define _GNU_SOURCE
#include "cli/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif
#endif

/* A folder is only passed through; where the system has such descriptors, that takes no right to read it. */
#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

enum { FOLDER_FLAGS = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

/*
 * Open the folder "path" below "root" with one call. Returns -1 with errno set, ENOSYS where there is no such call;
 * tests leave it out with BENEATH_BY_PARTS.
 */
static int open_folder_at_once(int root, const char *path) {
#if defined RESOLVE_BENEATH && !defined BENEATH_BY_PARTS
	struct open_how how = {
		.flags = FOLDER_FLAGS, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
	};
	return (int)syscall(SYS_openat2, root, path, &how, sizeof how);
#else
	(void)root;
	(void)path;
	errno = ENOSYS;
	return -1;
#endif
}

/* Open the folder "path" below "root" part by part; "path" is changed. Returns -1 with errno set. */
static int open_folder_by_parts(int root, char *path) {
	int folder = openat(root, ".", FOLDER_FLAGS);
	char *rest = NULL;
	for (char *part = strtok_r(path, "/", &rest); part != NULL && folder >= 0; part = strtok_r(NULL, "/", &rest)) {
		bool leaves = strcmp(part, "..") == 0;
		int next = leaves ? -1 : openat(folder, part, FOLDER_FLAGS);
		int error = leaves ? EXDEV : errno;
		close(folder);
		folder = next;
		errno = error;
	}
	return folder;
}

/* What errno means for somebody who named a file. */
static const char *reason(int error) {
	switch (error) {
	case ELOOP:
	case ENOTDIR: return "a link on the way to it is not followed";
	case EXDEV: return "it is outside the folder";
	default: return strerror(error);
	}
}

const char *beneath_folder(int root, const char *path, int *folder, const char **name) {
	char parts[4096];
	const char *slash = strrchr(path, '/');
	size_t length = slash != NULL ? (size_t)(slash - path) : 0;
	*name = slash != NULL ? slash + 1 : path;
	if (path[0] == '/') {
		return reason(EXDEV);
	}
	if (length >= sizeof parts) {
		return strerror(ENAMETOOLONG);
	}
	if (**name == '\0' || strcmp(*name, "..") == 0 || strcmp(*name, ".") == 0) {
		return "it is a folder";
	}
	memcpy(parts, path, length);
	parts[length] = '\0';
	*folder = open_folder_at_once(root, length > 0 ? parts : ".");
	if (*folder < 0 && (errno == ENOSYS || errno == EPERM)) {
		*folder = open_folder_by_parts(root, parts);
	}
	return *folder >= 0 ? NULL : reason(errno);
}

/* Open "name" in "folder" if it is an ordinary file. It is looked at before: opening alone has effects on a device. */
static const char *open_ordinary(int folder, const char *name, int *file) {
	struct stat status;
	if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
		return strerror(errno);
	}
	if (!S_ISREG(status.st_mode)) {
		return S_ISDIR(status.st_mode) ? "it is a folder" : S_ISLNK(status.st_mode) ? "it is a link" :
			"it is no ordinary file";
	}
	*file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (*file < 0) {
		return strerror(errno);
	}
	if (fstat(*file, &status) != 0 || !S_ISREG(status.st_mode)) {
		close(*file);
		return "it is no ordinary file";
	}
	return NULL;
}

const char *beneath_open(int root, const char *path, int *file) {
	int folder;
	const char *name;
	const char *problem = beneath_folder(root, path, &folder, &name);
	if (problem != NULL) {
		return problem;
	}
	problem = open_ordinary(folder, name, file);
	close(folder);
	return problem;
}
