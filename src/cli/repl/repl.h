/*
 * The repl: lines are programs of the language or commands that begin with ":". Each is run in a process of its own, so
 * that Ctrl-C, a lack of memory or a limit ends the line and nothing else; the names that it binds come back as texts.
 */
#ifndef CLI_REPL_REPL_H
#define CLI_REPL_REPL_H

#include "cli/reading_options.h"
#include "cli/repl/names.h"
#include "lang/notation/notation.h"

struct repl {
	struct repl_names names;
	struct arena arena;        /* for what one line needs */
	bool is_terminal;          /* somebody types */
	bool quit;                 /* no further line is wanted */
	bool broken;               /* nor possible */
	bool failed;               /* a line failed */
	const struct notation *style;
	struct reading_options reading;   /* its texts are those of the command line or live in "settings" */
	struct arena settings;
	struct arena memory;       /* of what outlives a line */
	char *last;                /* the last program, or NULL; what :explain explains */
	bool is_outdated;          /* it would not give the same again: it has bound a name anew, or used the last value */
	int line_number;           /* of the line where the present input begins */
};

/* --- running (repl_run.c) --- */

/*
 * What a line does in its process: "known" has all names, what it binds anew is kept. "argv" are the words of a command
 * or the program's text alone. Returns an exit code.
 */
typedef int (*repl_work)(struct repl *repl, struct evaluation *known, int argc, char **argv);

/* Run "work" in a process of its own and wait for it. Returns its exit code. */
int repl_isolate(struct repl *repl, repl_work work, int argc, char **argv);

/* --- commands (repl_commands.c) --- */

/* Run the program in "text". Returns an exit code. */
int repl_evaluate(struct repl *repl, const char *text);

/* Run a line that begins with ":". Returns an exit code. */
int repl_command(struct repl *repl, const char *line);

/* Whether "line" begins with the name of a command, in front of which stands its ":". */
bool repl_is_command(const char *line);

/*
 * The command that "line" is meant to be though it does not begin with ":": exit, quit, help, ?; NULL if it is none.
 * A name that is bound is that name.
 */
const char *repl_bare_command(const struct repl *repl, const char *line);

/* The name of the command with number "index", without its ":", or NULL behind the last one. */
const char *repl_command_name(int index);

/* --- completion (repl_complete.c), of type editor_complete --- */

int repl_complete(void *context, struct str before, struct arena *arena, const char **matches, int most, size_t *begin);

#endif
