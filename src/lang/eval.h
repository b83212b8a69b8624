/*
 * Programs to values. An evaluation binds names, runs statements in order, and reports the first fault with its place;
 * answers of CuTe that are not what an operation means are reported as warnings, or under "strict" as faults.
 */
#ifndef LANG_EVAL_H
#define LANG_EVAL_H

#include "algebra/symbol.h"
#include "lang/ast.h"
#include "lang/numbers.h"
#include "lang/value.h"

enum { WARNINGS_MAX = 16 };

/* Which integers of a program count as known at run time only, like int in CuTe C++ instead of Int<N>. */
enum run_time {
	RUN_TIME_NONE,
	RUN_TIME_SHAPES, /* the shapes of layouts, and those that operations make layouts of */
	RUN_TIME_ALL,
};

/* A name and its value. An evaluation may take over "bindings" of another one whose arena outlives it. */
struct binding {
	struct str name;
	struct value value;
	struct binding *next;
};

/* What is at work, for those who end it from outside. */
struct place {
	const struct source *source; /* NULL: nothing yet */
	struct span span;
};

struct evaluation {
	struct algebra algebra;
	const struct source *source;
	bool strict;            /* an inexact answer is a fault */
	bool infer;             /* a refused composition becomes the layout that A(B(c)) is, if it is one */
	bool echoes;                        /* bindings have results too */
	enum run_time run_time; /* set after evaluation_init; RUN_TIME_NONE at first */
	bool anonymous;         /* M = ? is no formula, but ?, as CuTe has it */
	const struct assumption *assumptions;
	int assumption_count;    /* set after evaluation_init; 0 at first */
	struct symbols *symbols; /* names bound to run-time integers; NULL: none */
	int needs_reported;      /* of symbols->needs, those that a warning names */
	struct place at;         /* the operation that runs, or ran last */
	bool in_shape;           /* the shape of a layout, or a first argument, is being evaluated */
	struct message error;    /* the first fault */
	struct message warnings[WARNINGS_MAX];
	int warning_count;                /* may exceed WARNINGS_MAX; later ones are only counted */
	struct value *results;            /* of the expression statements, in order */
	const struct node **result_nodes; /* where each comes from */
	int result_count;
	struct binding *bindings; /* the most recent first */
	int binding_count;
};

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
