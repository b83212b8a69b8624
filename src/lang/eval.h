/*
 * Programs to values. An evaluation binds names, runs statements in order, and reports the first fault with its place;
 * answers of CuTe that are not what an operation means are reported as warnings, or under "strict" as faults.
 */
#ifndef LANG_EVAL_H
#define LANG_EVAL_H

#include "lang/evaluation.h"

/* Read the name of a dialect, "cpp" or "dsl". */
bool dialect_read(struct str name, enum dialect *dialect);

/* Prepare for programs whose values live in "arena". */
void evaluation_init(struct evaluation *ev, struct arena *arena, bool strict);

/* Let "ev", which evaluation_init has prepared, know the names of "known", whose arena outlives it. */
void evaluation_continue(struct evaluation *ev, const struct evaluation *known);

/*
 * Put "numbers", NAME=N,..., in the place of the run-time integers of these names, those that are bound already and
 * those that programs bind from now on. Returns false with a fault in the algebra where what is bound already has
 * another name, or a number is not what was promised.
 */
bool evaluation_set_numbers(struct evaluation *ev, struct str numbers);

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
