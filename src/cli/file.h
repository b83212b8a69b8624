/*
 * A file that appears whole or not at all: it is written beside its place under another name and renamed at the end.
 * Signals that would end the program wait from file_open to file_commit or file_discard, so that nothing stays behind;
 * what takes long is done before. A place that is no ordinary file, such as a pipe or /dev/stdout, is written to
 * directly, and signals come through.
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
	char *path;          /* where the file will be */
	char *temporary;     /* where it is now; NULL when it is written directly */
	bool held;           /* signals are held back; let them through again as "before" */
	sigset_t before;
};

/* Open "path" for writing. Returns false with errno set, and nothing to close. */
bool file_open(struct file *file, const char *path);

/* Write "size" bytes. Errors are kept for file_commit too. */
bool file_write(struct file *file, const void *data, size_t size);

/* Close and put the file in its place. Returns false with errno set if any of it failed, and leaves nothing behind. */
bool file_commit(struct file *file);

/* Close and leave no trace. */
void file_discard(struct file *file);

/* Make the file "path" what "text" is: all of the above. Returns false with errno set. */
bool file_put(const char *path, struct str text);

#endif
