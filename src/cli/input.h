/* Program texts from arguments, files and standard input. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "lang/source.h"

/* The program in the argument "text", called "<expr>". */
struct source input_from_argument(const char *text);

/* Where a terminal is standard input, say on standard error that "what" is read from it, and how it ends. */
void input_announce(const char *what);

/* Open the file "path" for reading, if this process may (cli/confine.h). Returns NULL after a message. */
FILE *input_open(const char *path);

/*
 * The program in the file "path", or on standard input when "path" is "-". Its text lives in "arena". Prints a message
 * and returns false when it cannot be read or is longer than LIMIT_SOURCE_BYTES.
 */
bool input_from_file(struct arena *arena, const char *path, struct source *source);

/* As input_from_file, for a table of numbers: up to LIMIT_TABLE_BYTES. */
bool input_table(struct arena *arena, const char *path, struct source *source);

/* The program in "expression", unless that is NULL or "-"; then in the file "path", standard input if that is NULL. */
bool input_find(struct arena *arena, const char *expression, const char *path, struct source *source);

/* A file that is read line by line, as its lines come. */
struct input_lines {
	int descriptor;
	bool failed;            /* the last read did; errno says why */
	bool half_ended;        /* the last line ended in "\r": a "\n" that follows belongs to it */
	size_t begin, end;      /* of what is read and not looked at yet */
	char data[1 << 16];
};

/*
 * Read the next line into "text", which has room for LIMIT_SOURCE_BYTES + 1 bytes, without its end. Of a longer line
 * that much is stored and the rest passed over, so that it is refused. Returns false at the end of the file or after an
 * error.
 */
bool input_read_line(struct input_lines *lines, char *text, size_t *length);

#endif
