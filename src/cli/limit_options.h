/*
 * What one run may take: --timeout and --max-memory, which every command that evaluates has.
 *
 * When the time is over a flag is raised that the algebra looks at, and the evaluation ends with a message that names
 * the place. Work that does not look at it, such as painting, is ended a moment later by the signal itself.
 */
#ifndef CLI_LIMIT_OPTIONS_H
#define CLI_LIMIT_OPTIONS_H

#include "cli/options.h"
#include "lang/eval.h"

/* Far above the options of any command. */
enum { OPTION_TIMEOUT = OPTION_LONG + 128, OPTION_MAX_MEMORY };

extern const struct option_line limit_option_lines[];

struct limits {
	double seconds;                /* 0: any time */
	size_t bytes;                  /* of an arena */
	struct arena *arena;           /* that they hold for */
	const struct evaluation *ev;   /* what is at work, for messages; or NULL */
};

struct limits limits_default(void);

/* Take an option. Returns what its value must be, NULL if it is. */
const char *limits_take(struct limits *limits, int option, const char *value);

/* Let "arena", which arena_init has prepared, grow as far as "limits" allows. What does not fit ends the run. */
void limits_hold(struct limits *limits, struct arena *arena);

/* The same, and start the clock. "limits" must outlive "arena". */
void limits_start(struct limits *limits, struct arena *arena);

/* Let "ev" end when the time is over, and messages name where it is. */
void limits_watch(struct limits *limits, struct evaluation *ev);

/* The flag that is raised when the time is over. */
const volatile sig_atomic_t *limits_stop(void);

/*
 * Whether the time is over, and say so. Asked before an answer is printed whose making does not look at the flag: what
 * was finished in the moments that a clean end has is not printed, so that a quick machine refuses what a slow one
 * does.
 */
bool limits_over(void);

#endif
