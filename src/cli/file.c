#define _XOPEN_SOURCE 700
#include "cli/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Undo everything and leave "error" in errno. */
static bool fail(struct file *file, int error) {
	if (file->stream != NULL) {
		fclose(file->stream);
	}
	if (file->temporary != NULL) {
		unlink(file->temporary);
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
	int descriptor = mkstemp(file->temporary);
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
	*file = (struct file){ 0 };
	struct stat status;
	bool exists = stat(path, &status) == 0;
	if (!exists && errno != ENOENT) {
		return fail(file, errno);
	}
	if (exists && S_ISDIR(status.st_mode)) {
		return fail(file, EISDIR);
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

bool file_write(struct file *file, const void *data, size_t size) {
	return fwrite(data, 1, size, file->stream) == size;
}

bool file_commit(struct file *file) {
	errno = 0;
	bool written = fflush(file->stream) == 0 && !ferror(file->stream);
	int error = errno != 0 ? errno : EIO;
	FILE *stream = file->stream;
	file->stream = NULL;
	if (fclose(stream) != 0 && written) {
		written = false;
		error = errno;
	}
	if (!written) {
		return fail(file, error);
	}
	if (file->temporary != NULL && rename(file->temporary, file->path) != 0) {
		return fail(file, errno);
	}
	release(file);
	return true;
}

void file_discard(struct file *file) {
	fail(file, errno);
}

bool file_put(const char *path, struct str text) {
	struct file file;
	if (!file_open(&file, path)) {
		return false;
	}
	file_write(&file, text.data, text.length);
	return file_commit(&file);
}
