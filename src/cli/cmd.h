/* The commands of the program. Each is one file, cmd_NAME.c; main.c holds their table. */
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include <stdio.h>

/* Exit codes, the same in every man page. */
enum exit_code {
	EXIT_DONE = 0,         /* done */
	EXIT_FALSE = 1,        /* an asked property is false, or GPU and CPU disagree */
	EXIT_USAGE = 2,        /* wrong usage, or a file could not be read or written */
	EXIT_EXPRESSION = 3,   /* the expression is at fault */
	EXIT_UNAVAILABLE = 4,  /* this build lacks the feature, or there is no usable device */
};

struct command {
	const char *name;
	const char *summary;                   /* one line for the list of commands */
	int (*run)(int argc, char **argv);     /* argv[0] is the command's name; returns an exit code */
};

int cmd_atoms(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_draw(int argc, char **argv);
int cmd_eval(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_verify(int argc, char **argv);

#endif
