/* Scripts that complete command lines in shells, made from the tables that --help is made from. */
#ifndef CLI_COMPLETION_COMPLETION_H
#define CLI_COMPLETION_COMPLETION_H

#include <stddef.h>
#include <stdio.h>

#include "cli/options.h"

void completion_bash(FILE *out);
void completion_fish(FILE *out);
void completion_zsh(FILE *out);

/* --- what the scripts have in common --- */

/* What stands behind an option. */
enum takes {
	TAKES_NOTHING,
	TAKES_OPTIONAL,   /* a value, in the same word or none */
	TAKES_VALUE,
	TAKES_LIST,       /* values with commas between them */
};

enum takes completion_takes(const struct option_line *line);

/* Whether "words", of a table, means the names of files or of operations. */
bool completion_is_files(const char *words);
bool completion_is_operations(const char *words);

/* What "help" takes, with blanks between them: commands and operations. */
void completion_put_operations(FILE *out);

/*
 * Put the help of the option with number "index" in one line, that of an option above it if it shares that. A backslash
 * comes before each character that "escaped" holds, and "quote" in place of each single quote.
 */
void completion_put_help(const struct command *command, int index, const char *escaped, const char *quote, FILE *out);

/* Put "text" in the same way. */
void completion_put_text(const char *text, const char *escaped, const char *quote, FILE *out);

/* The part of the script for bash that is always the same: completion.bash. */
extern const unsigned char completion_bash_data[];
extern const size_t completion_bash_data_size;

#endif
