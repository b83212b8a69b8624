/* What "eval" does with a program, for others who have one. */
#ifndef CLI_COMMANDS_EVAL_H
#define CLI_COMMANDS_EVAL_H

#include "cli/reading_options.h"
#include "lang/eval.h"
#include "lang/notation/notation.h"

/* How values are printed; "table" goes with the plain style only. */
struct eval_form {
	const struct notation *style;
	bool table;
	bool explain;
	const struct reading_options *reading;   /* whose --with are printed */
};

/* Run "source" in "ev", print the values and report what went wrong. Returns an exit code. */
int eval_program(struct evaluation *ev, const struct source *source, const struct eval_form *form);

#endif
