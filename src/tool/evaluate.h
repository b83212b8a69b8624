/* Programs that are run for the value of their last expression, as all commands but "eval" do. */
#ifndef TOOL_EVALUATE_H
#define TOOL_EVALUATE_H

#include "lang/eval.h"

/*
 * Who hears of what a program left in "ev" besides its value: warnings and, after a fault, the error, with ev->source
 * as the source of both. Called once for each program; the warnings are cleared afterwards.
 */
struct listener {
	void (*hear)(void *context, const struct evaluation *ev);
	void *context;
};

/* A value, and where in its source it stands. */
struct outcome {
	struct value value;      /* a layout in the place of a tensor */
	struct value written;    /* the value itself */
	struct span span;
};

/*
 * Run "source", which lasts as long as "ev", and store its last value. A program without an expression is a fault.
 * Returns false after a fault.
 */
bool evaluate_last(struct evaluation *ev, const struct source *source, const struct listener *listener,
	struct outcome *outcome);

/* The same, and a fault if an integer in the value is known at run time only. */
bool evaluate_numbers(struct evaluation *ev, const struct source *source, const struct listener *listener,
	struct outcome *outcome);

/*
 * After work of the algebra on what stands at "span": tell "listener" if it left a fault, which is about no argument of
 * an operation. Returns false then.
 */
bool evaluate_went_well(struct evaluation *ev, struct span span, const struct listener *listener);

#endif
