/*
 * libedit, found when somebody types at the repl: the other commands start without it and what it is built on.
 */
#ifndef CLI_REPL_LIBEDIT_H
#define CLI_REPL_LIBEDIT_H

#include <histedit.h>
#include <stdbool.h>

/* The part of its interface that is used, as <histedit.h> declares it. */
struct libedit {
	EditLine *(*init)(const char *program, FILE *in, FILE *out, FILE *err);
	void (*end)(EditLine *el);
	int (*set)(EditLine *el, int what, ...);
	int (*get)(EditLine *el, int what, ...);
	const char *(*gets)(EditLine *el, int *length);
	const LineInfo *(*line)(EditLine *el);
	int (*insertstr)(EditLine *el, const char *text);
	int (*source)(EditLine *el, const char *file);
	History *(*history_init)(void);
	void (*history_end)(History *history);
	int (*history)(History *history, HistEvent *event, int what, ...);
};

/* Find all of it. Returns false where the library, or a part of it, is missing. */
bool libedit_find(struct libedit *libedit);

#endif
