/*
 * Programs to values. An evaluation binds names, runs statements in order, and reports the first fault with its place;
 * answers of CuTe that are not what an operation means are reported as warnings, or under "strict" as faults.
 */
#ifndef LANG_EVAL_H
#define LANG_EVAL_H

#include "lang/evaluation.h"

/* Prepare for programs whose values live in "arena". */
void evaluation_init(struct evaluation *ev, struct arena *arena, bool strict);

/*
 * Run "source", which must outlive "ev". Names bound by earlier programs of "ev" are known. The results are the values
 * of the expression statements, or of the last binding when there is no expression. Returns false after a fault, which
 * is in "error"; the results before it stand. An empty program has no results.
 */
bool evaluation_run(struct evaluation *ev, const struct source *source);

/* The value of "node" of the program run last, on its own. After a fault, which is in "error", there is none. */
struct value evaluation_value(struct evaluation *ev, const struct node *node);

/* Forget the fault and the warnings of what was run last, so that more can be run. */
void evaluation_forgive(struct evaluation *ev);

/*
 * Let "name" mean "value" from now on. VALUE_NONE: it means something that is not known, and what uses it is a
 * FAULT_NAME.
 */
void evaluation_bind(struct evaluation *ev, struct str name, struct value value);

#endif
