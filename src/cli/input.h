/* Program texts from arguments, files and standard input. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "lang/source.h"

/* The program in the argument "text", called "<expr>". */
struct source input_from_argument(const char *text);

/*
 * The program in the file "path", or on standard input when "path" is "-". Its text lives in "arena". Prints a message
 * and returns false when it cannot be read or is longer than LIMIT_SOURCE_BYTES.
 */
bool input_from_file(struct arena *arena, const char *path, struct source *source);

#endif
