/*
 * The options of a command as tables, from which come how they are read, what --help prints and what shells complete.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/cmd.h"

struct option_line {
	const char *name;      /* without its dashes; NULL ends the lines */
	int id;                /* what options_next returns: the letter that is its short form, or OPTION_LONG and above */
	const char *value;     /* what stands behind it in the help: "=FILE"; "=TYPE,..." for a list; "[=SECONDS]" if it may
	                          be left out; NULL: it takes no value */
	const char *words;     /* the values that a shell offers, with blanks between them; "FILE": files; or NULL */
	const char *help;      /* lines with '\n' between them; "": described with the one above */
};

/* Options that stand together, which several commands may share. */
struct option_group {
	const char *title;     /* printed above them, or NULL */
	const struct option_line *lines;   /* NULL ends the groups of a command */
};

/* A command has at most OPTIONS_MAX options. */
enum { OPTION_ARGUMENT = 1, OPTION_LONG = 256, OPTIONS_MAX = 64 };

/*
 * Read the next option of the command line, as getopt_long does: returns its id and leaves its value in optarg, or
 * returns -1 at the end, where optind is the first argument that is none. A mistake is reported and '?' returned; the
 * command then returns EXIT_USAGE. options_begin starts a command line, whatever command line was read before.
 */
void options_begin(void);
int options_next(const struct command *command, int argc, char **argv);

/* Where the value of an option goes that only has to be kept. */
struct option_place {
	int id;                /* 0 ends the places */
	enum option_store {
		STORE_FLAG,    /* a bool, which becomes true */
		STORE_TEXT,    /* a const char *, which becomes the value */
	} store;
	size_t at;             /* the offset of what is set in the options of the command */
};

/*
 * What a command does with the value of the option "id" that has no place in its "options". Returns NULL, or what the
 * value must be; "" after a message; options_as_in_help where the option's line says what its value must be.
 */
typedef const char *(*option_taker)(void *options, int id, const char *value);
extern const char options_as_in_help[];

/* Whether an option may be given again: it has no value, or all its values are used. */
bool options_may_repeat(const struct command *command, const struct option_line *line);

/*
 * Read a whole command line into "options": values go to their "places", others to "take", and --help prints the help.
 * Either may be NULL. An option that may not be given again is refused where it is: its first value would be lost.
 * Returns the exit code to end with, or -1, and then the arguments are argv[optind] to argv[argc - 1].
 */
int options_read(const struct command *command, int argc, char **argv, const struct option_place *places,
	option_taker take, void *options);

/* The whole number that a value is, in decimal; 0 if it is none, or not from "least", which is above 0, to "most". */
int64_t options_number(const char *text, int64_t least, int64_t most);

/* The line of the option "id" of "command". */
const struct option_line *options_find(const struct command *command, int id);

/* The line with number "index", over all groups, or NULL behind the last one. */
const struct option_line *options_at(const struct command *command, int index);

/* What --help prints. */
void options_print_help(const struct command *command, FILE *out);

#endif
