/*
 * How the live page reads programs: the options of the command line that say so, as words among those of the picture,
 * "kind=grid dialect=dsl assume='M % 8 == 0' with=M=64,N=32 dynamic".
 */
#ifndef PAGE_READING_H
#define PAGE_READING_H

#include "base/limits.h"
#include "lang/eval.h"
#include "tool/draw_request.h"

struct reading {
	enum dialect dialect;
	enum run_time run_time;
	struct assumption assumptions[LIMIT_ASSUMPTIONS];
	int assumption_count;
	struct str numbers;   /* in place of run-time integers: NAME=N,... */
};

/*
 * Read "options" into "reading" and "request", which begin as nothing was said. Both point into the copy that is made
 * in "arena". Returns NULL, or what is wrong, a text in "arena".
 */
const char *reading_take_options(struct arena *arena, struct str options, struct reading *reading,
	struct draw_request *request);

/* Prepare "ev" for a program whose values live in "arena", to read it as "reading", which outlives it, says. */
void reading_start(const struct reading *reading, struct arena *arena, struct evaluation *ev);

#endif
