/*
 * A file that appears whole or not at all: it is written beside its place under another name and renamed at the end.
 * Signals that would end the program wait from file_open to file_commit, so that nothing stays behind; what takes long
 * is done before. A place that is no ordinary file, such as a pipe or /dev/stdout, is written to directly, and signals
 * come through.
 */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/str.h"

struct file {
	FILE *stream;        /* NULL once closed */
	int folder;          /* descriptor of the folder that "path" and "temporary" are relative to; AT_FDCWD */
	char *path;          /* where the file will be */
	char *temporary;     /* where it is now; NULL when it is written directly */
	int error;           /* why something was not written; 0 */
	bool held;           /* signals are held back; let them through again as "before" */
	sigset_t before;
};

/*
 * Open "path" for writing. Returns false with errno set, and nothing to close: EFBIG where files of this process may
 * not grow at all (RLIMIT_FSIZE is 0), whatever "path" is.
 */
bool file_open(struct file *file, const char *path);

/*
 * The same for the file "name" in the folder with the descriptor "folder", which stays open until the end. It is a new
 * file or an ordinary one: a link, a device or a pipe is refused with ELOOP and never followed or written to.
 */
bool file_open_in(struct file *file, int folder, const char *name);

/* Write "size" bytes. file_commit tells of what could not be written. */
void file_write(struct file *file, const void *data, size_t size);

/* Close and put the file in its place. Returns false with errno set if any of it failed, and leaves nothing behind. */
bool file_commit(struct file *file);

/* Make the file "path" what "text" is: all of the above. Returns false with errno set. */
bool file_put(const char *path, struct str text);
bool file_put_in(int folder, const char *name, struct str text);

#endif
