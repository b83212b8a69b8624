/*
 * The commands of the program. Each is a file that defines its "struct command" and a line in meson.build, which makes
 * COMMANDS of all of them.
 */
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include <stdbool.h>
#include <stdio.h>

#include "config.h"

/* Exit codes, the same in every man page. */
enum exit_code {
	EXIT_DONE = 0,         /* done */
	EXIT_FALSE = 1,        /* an asked property is false, or GPU and CPU disagree */
	EXIT_USAGE = 2,        /* wrong usage, or a file could not be read or written */
	EXIT_EXPRESSION = 3,   /* the expression is at fault */
	EXIT_UNAVAILABLE = 4,  /* this build lacks the feature, or there is no usable device */
};

struct option_group;

/* A command, as its help, the man pages and shells know it. Each is defined in a file of its own. */
struct command {
	const char *name;
	const char *summary;                   /* one line for the list of commands */
	const char *synopsis;                  /* what follows its name: "[OPTION]... [EXPR]..." */
	const char *about;                     /* what it does, in broken lines */
	const struct option_group *options;
	const int *repeated;                   /* the ids of options of which all values count, up to 0; NULL: none */
	const char *notes;                     /* below the options, or NULL */
	const char *exits;                     /* "0 done, 2 wrong usage" */
	bool arguments_in_order;               /* options_next returns each argument as OPTION_ARGUMENT */
	const char *words;                     /* the arguments that a shell offers: words, "FILE", "OPERATION" or NULL */
	int (*run)(int argc, char **argv);     /* argv[0] is the command's name; returns an exit code */
};

#define COMMAND(name) extern const struct command command_##name;
COMMANDS
#undef COMMAND

struct evaluation;

/* "check" and "draw", in which the names of "known" are bound; NULL: none are. Return an exit code. */
int check_run(const struct evaluation *known, int argc, char **argv);
int draw_run(const struct evaluation *known, int argc, char **argv);

/* All commands in alphabetical order; "count" receives their number. */
const struct command *const *command_table(int *count);

/* The command called "name", or NULL. */
const struct command *command_named(const char *name);

/* Run the program's command line without the program's name. Returns an exit code. */
int command_run(int argc, char **argv);

#endif
