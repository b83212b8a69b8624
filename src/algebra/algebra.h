/*
 * What every operation of the algebra needs: an arena for its results and a place for its first fault.
 *
 * Operations return their result by value. An operation that fails records a fault here and returns some harmless
 * value; operations that run after a fault do nothing that matters. So a chain of operations reads like the mathematics
 * and the caller looks at "fault" once, at its end. A result is meaningful only if no fault is set.
 *
 * A note is the same for an answer that stands, as CuTe gives it, but does not satisfy what the operation promises.
 */
#ifndef ALGEBRA_ALGEBRA_H
#define ALGEBRA_ALGEBRA_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/fault.h"

struct memory;
struct trace;

/* Why work is to end: what "stop" of struct algebra points at. */
enum { STOPPED_BY_USER = 1, STOPPED_BY_CLOCK = 2 };

/*
 * Whose answers the operations give: CuTe C++ 4.7, or the CuTe DSL 4.8.1 of Python. They differ in what they make of
 * integers that are known at run time only, and in some operations on static ones.
 */
enum dialect { DIALECT_CPP, DIALECT_DSL };

struct algebra {
	struct arena *arena;    /* results live here */
	struct fault fault;     /* first fault, if any */
	struct fault note;      /* first note, if any */
	enum dialect dialect;   /* set after algebra_init; DIALECT_CPP at first */
	bool in_int;            /* sums, differences and products wrap to 32 bits, as CuTe's do */
	bool by_type;           /* as in a program of C++: orders that are no types sort behind those that are */
	bool verify;            /* verify post-conditions and leave a note where one fails */
	int depth;              /* operations at work that are not done with their parts */
	int operand;            /* parameter of the outermost operation that faults are attributed to */
	const uint8_t *arguments; /* the caller's number for each parameter, from 1 on; NULL: they are the same */
	int mode[FAULT_MODE_DEPTH]; /* mode of the operand at work, outermost index first */
	int mode_depth;         /* may exceed FAULT_MODE_DEPTH; what is deeper is not recorded */
	int64_t steps;          /* leaves that may still be visited, from LIMIT_STEPS */
	struct trace *trace;    /* where operations record their steps (trace.h); NULL for no trace */
	const struct memory *memory; /* what tensors load; set after algebra_init, NULL for the numbers 0, 1, 2, ... */
	const volatile sig_atomic_t *stop; /* work ends with FAULT_STOPPED once this is not 0, but STOPPED_...;
	                                    * NULL: it never is */
};

/* Prepare "algebra" for one evaluation with results in "arena". Checks are on, there is no trace. */
void algebra_init(struct algebra *al, struct arena *arena);

/* The answers are those of the CuTe DSL. */
static inline bool algebra_is_dsl(const struct algebra *al) {
	return al->dialect == DIALECT_DSL;
}

static inline bool algebra_failed(const struct algebra *al) {
	return fault_is_set(&al->fault);
}

/* Record a fault of the operand and mode at work. */
__attribute__((format(printf, 3, 4)))
void algebra_fault(struct algebra *al, enum fault_code code, const char *format, ...);

/*
 * Record a note about the operand and mode at work: FAULT_INEXACT, FAULT_LIMIT for a check that was cut short, or
 * FAULT_REMARK, which gives way to either.
 */
__attribute__((format(printf, 3, 4)))
void algebra_note(struct algebra *al, enum fault_code code, const char *format, ...);

/* --- the scope of an operation --- */

/* What was at work when an operation began. */
struct scope {
	int depth;
};

/*
 * An operation is at work until operation_end: what it calls until then makes its parts, which nobody asked for. Their
 * post-conditions are not verified, and their parameters are not what a fault is about. An operation that only hands on
 * to another has no scope. One that returns without its end does no harm: the end of the one around it sets it right.
 */
static inline struct scope operation_begin(struct algebra *al) {
	return (struct scope){ al->depth++ };
}

static inline void operation_end(struct algebra *al, struct scope scope) {
	al->depth = scope.depth;
}

/* Whether the operation that asks is what the user asked for, has succeeded, and is to verify its post-condition. */
static inline bool operation_verifies(const struct algebra *al) {
	return al->verify && al->depth == 0 && !algebra_failed(al);
}

/* Faults are about parameter "number" of the outermost operation from now on, 0 for the operation as a whole. */
static inline void algebra_operand(struct algebra *al, int number) {
	if (al->depth == 0) {
		al->operand = number;
	}
}

/* --- the mode at work --- */

/* Work on mode "index" of the operand from now on, until algebra_leave_mode. */
static inline void algebra_enter_mode(struct algebra *al, int index) {
	if (al->mode_depth < FAULT_MODE_DEPTH) {
		al->mode[al->mode_depth] = index;
	}
	al->mode_depth++;
}

static inline void algebra_leave_mode(struct algebra *al) {
	al->mode_depth--;
}

/* What algebra_step does where something has failed, or the evaluation is to stop or has used up its share. */
bool algebra_step_last(struct algebra *al, int64_t steps);

/*
 * Count "steps" units of work. Returns false and records a fault once the evaluation has used up its share, or is to
 * stop. Loops that may run for long call it, with 0 where a limit of their own bounds them.
 */
static inline bool algebra_step(struct algebra *al, int64_t steps) {
	bool stops = al->stop != NULL && *al->stop != 0;
	if (stops || algebra_failed(al) || al->steps < steps) {
		return algebra_step_last(al, steps);
	}
	al->steps -= steps;
	return true;
}

#endif
