#define _XOPEN_SOURCE 700
#include "cli/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TEMPORARY_LETTERS = 6, TEMPORARY_ATTEMPTS = 100 };

/* The signals that a user or a clock ends a program with. */
static void hold_signals(struct file *file) {
	static const int numbers[] = { SIGALRM, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ };
	sigset_t signals;
	sigemptyset(&signals);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		sigaddset(&signals, numbers[i]);
	}
	file->held = sigprocmask(SIG_BLOCK, &signals, &file->before) == 0;
}

static void release(struct file *file) {
	int error = errno;
	if (file->held) {
		sigprocmask(SIG_SETMASK, &file->before, NULL);
	}
	errno = error;
	free(file->temporary);
	free(file->path);
	*file = (struct file){ 0 };
}

/* Undo everything, where no stream is open, and leave "error" in errno. */
static bool fail(struct file *file, int error) {
	if (file->temporary != NULL) {
		unlinkat(file->folder, file->temporary, 0);
	}
	release(file);
	errno = error;
	return false;
}

/* The mode that a file made in the usual way would get. */
static mode_t usual_mode(void) {
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* Whether the system lets this process write no file at all: then none is opened, no device and no pipe either. */
static bool is_forbidden(void) {
	struct rlimit limit;
	return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == 0;
}

/* A new file for "file->temporary" with another of its last letters each time. Returns its descriptor, or -1. */
static int make_temporary(const struct file *file, char *letters) {
	static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz012345"; /* one for each value of five bits */
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	uint64_t state = (uint64_t)now.tv_nsec << 20 ^ (uint64_t)getpid() ^ (uint64_t)now.tv_sec << 40;
	for (int attempt = 0; attempt < TEMPORARY_ATTEMPTS; attempt++) {
		for (int i = 0; i < TEMPORARY_LETTERS; i++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			letters[i] = alphabet[state >> 59];
		}
		int descriptor = openat(file->folder, file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			0600);
		if (descriptor >= 0 || errno != EEXIST) {
			return descriptor;
		}
	}
	return -1;
}

/* Open a new file beside "file->path" with "mode". */
static bool open_beside(struct file *file, mode_t mode) {
	static const char suffix[] = ".XXXXXX";
	size_t length = strlen(file->path);
	file->temporary = malloc(length + sizeof suffix);
	if (file->temporary == NULL) {
		return fail(file, ENOMEM);
	}
	memcpy(file->temporary, file->path, length);
	memcpy(file->temporary + length, suffix, sizeof suffix);
	hold_signals(file);
	int descriptor = make_temporary(file, file->temporary + length + 1);
	if (descriptor < 0) {
		int error = errno;
		release(file);
		errno = error;
		return false;
	}
	if (fchmod(descriptor, mode) == 0) {
		file->stream = fdopen(descriptor, "wb");
	}
	if (file->stream == NULL) {
		int error = errno;
		close(descriptor);
		return fail(file, error);
	}
	return true;
}

bool file_open(struct file *file, const char *path) {
	*file = (struct file){ .folder = AT_FDCWD };
	struct stat status;
	bool exists = stat(path, &status) == 0;
	if (!exists && errno != ENOENT) {
		return fail(file, errno);
	}
	if (exists && S_ISDIR(status.st_mode)) {
		return fail(file, EISDIR);
	}
	if (is_forbidden()) {
		return fail(file, EFBIG);
	}
	/* A link keeps pointing at the file that is replaced. */
	file->path = exists ? realpath(path, NULL) : strdup(path);
	if (exists && (file->path == NULL || !S_ISREG(status.st_mode))) {
		file->stream = fopen(path, "wb");
		return file->stream != NULL || fail(file, errno);
	}
	if (file->path == NULL) {
		return fail(file, ENOMEM);
	}
	if (exists && access(file->path, W_OK) != 0) {
		return fail(file, errno);
	}
	return open_beside(file, exists ? status.st_mode & 0777 : usual_mode());
}

bool file_open_in(struct file *file, int folder, const char *name) {
	*file = (struct file){ .folder = folder };
	struct stat status;
	bool exists = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
	if (exists && !S_ISREG(status.st_mode)) {
		return fail(file, ELOOP);
	}
	if (exists && faccessat(folder, name, W_OK, 0) != 0) {
		return fail(file, errno);
	}
	file->path = strdup(name);
	if (file->path == NULL) {
		return fail(file, ENOMEM);
	}
	return open_beside(file, exists ? status.st_mode & 0777 : usual_mode());
}

void file_write(struct file *file, const void *data, size_t size) {
	if (fwrite(data, 1, size, file->stream) < size && file->error == 0) {
		file->error = errno;
	}
}

bool file_commit(struct file *file) {
	bool written = fflush(file->stream) == 0 && file->error == 0;
	/* Nobody loses the old file to a loss of power before the new one is on the disk. */
	written = written && (file->temporary == NULL || fsync(fileno(file->stream)) == 0);
	int error = file->error != 0 ? file->error : errno;
	FILE *stream = file->stream;
	file->stream = NULL;
	if (fclose(stream) != 0 && written) {
		written = false;
		error = errno;
	}
	if (!written) {
		return fail(file, error);
	}
	if (file->temporary != NULL && renameat(file->folder, file->temporary, file->folder, file->path) != 0) {
		return fail(file, errno);
	}
	release(file);
	return true;
}

static bool put_all(struct file *file, struct str text) {
	file_write(file, text.data, text.length);
	return file_commit(file);
}

bool file_put(const char *path, struct str text) {
	struct file file;
	return file_open(&file, path) && put_all(&file, text);
}

bool file_put_in(int folder, const char *name, struct str text) {
	struct file file;
	return file_open_in(&file, folder, name) && put_all(&file, text);
}
