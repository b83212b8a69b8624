/*
 * An evaluation: what is set before programs run (src/lang/eval.h), what it knows while they run, and what they leave.
 * All that it points to lives in the arena of its algebra, but for the source, which is the caller's.
 */
#ifndef LANG_EVALUATION_H
#define LANG_EVALUATION_H

#include "algebra/symbol.h"
#include "lang/ast.h"
#include "lang/imports.h"
#include "lang/numbers.h"
#include "lang/value.h"

enum { WARNINGS_MAX = 16 };

/* Which integers of a program count as known at run time only, like int in CuTe C++ instead of Int<N>. */
enum run_time {
	RUN_TIME_NONE,
	RUN_TIME_SHAPES, /* the shapes of layouts, and those that operations make layouts of */
	RUN_TIME_LITERALS, /* those that are not Int<N> or _N */
	RUN_TIME_ALL,
};

/* A name and its value. An evaluation may take over "bindings" of another one whose arena outlives it. */
struct binding {
	struct str name;
	struct value value;
	bool is_local;   /* declared in the body of a kernel; another name there is one of outside */
	bool is_shared;  /* a variable of a kernel that others change unseen: what it is given is not known */
	bool is_change;  /* of a name of outside, which is not known any more */
	bool is_pointer; /* a pointer of a kernel: 0, from which elements are counted; or nothing, and data() of it is 0 */
	struct str refers; /* of a reference in a kernel in C++: the name that it is another one of; else empty */
	size_t hides;    /* in a kernel: no name that begins with so many bytes of this one and :: is known; 0 for none */
	bool is_given;   /* by the user, also for parameters of this name in a kernel */
	const struct source *line; /* of one that is given: NAME=EXPR, where only a kernel has names in it; else NULL */
	bool is_used;    /* "line" had a value in the kernel */
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
	bool echoes;            /* bindings have results too */
	enum run_time run_time; /* set after evaluation_init; RUN_TIME_NONE at first */
	bool groups;            /* (a) is a, as in C++ and Python, not the tuple of one mode that CuTe prints so */
	bool anonymous;         /* M = ? is no formula, but ?, as CuTe has it */
	bool went_below;        /* integers below 0 were computed, compared or divided, which in C++ may wrap */
	bool went_beyond;       /* the same of integers of more than 32 bits */
	bool shifted_beyond;    /* a << b is more than an int of C++ holds */
	const struct import *imports; /* of the program of Python whose statements are evaluated; NULL: none */
	const struct assumption *assumptions;
	int assumption_count;    /* set after evaluation_init; 0 at first */
	struct str numbers;      /* for run-time integers that programs name: evaluation_set_numbers */
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

#endif
