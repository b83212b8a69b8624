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

struct trace;

/* Why work is to end: what "stop" of struct algebra points at. */
enum { STOPPED_BY_USER = 1, STOPPED_BY_CLOCK = 2 };

struct algebra {
	struct arena *arena;    /* results live here */
	struct fault fault;     /* first fault, if any */
	struct fault note;      /* first note, if any */
	bool check;             /* verify post-conditions and leave a note where one fails */
	int operand;            /* argument that faults are attributed to; set by each operation */
	int mode[FAULT_MODE_DEPTH]; /* mode of the operand at work, outermost index first */
	int mode_depth;         /* may exceed FAULT_MODE_DEPTH; what is deeper is not recorded */
	int64_t steps;          /* leaves that may still be visited, from LIMIT_STEPS */
	struct trace *trace;    /* where operations record their steps (trace.h); NULL for no trace */
	const volatile sig_atomic_t *stop; /* work ends with FAULT_STOPPED once this is not 0, but STOPPED_...;
	                                    * NULL: it never is */
};

/* Prepare "algebra" for one evaluation with results in "arena". Checks are on, there is no trace. */
void algebra_init(struct algebra *al, struct arena *arena);

static inline bool algebra_failed(const struct algebra *al) {
	return fault_is_set(&al->fault);
}

/* Record a fault of the operand and mode at work. */
__attribute__((format(printf, 3, 4)))
void algebra_fault(struct algebra *al, enum fault_code code, const char *format, ...);

/* Record a note about the operand and mode at work: FAULT_INEXACT, or FAULT_LIMIT for a check that was cut short. */
__attribute__((format(printf, 3, 4)))
void algebra_note(struct algebra *al, enum fault_code code, const char *format, ...);

/* Stop verifying post-conditions; returns what "check" was, for the caller to put back. */
static inline bool algebra_pause_checks(struct algebra *al) {
	bool check = al->check;
	al->check = false;
	return check;
}

/* Work on mode "index" of the operand from now on, until algebra_leave_mode. */
void algebra_enter_mode(struct algebra *al, int index);
void algebra_leave_mode(struct algebra *al);

/*
 * Count "steps" units of work. Returns false and records a fault once the evaluation has used up its share, or is to
 * stop. Loops that may run for long call it, with 0 where a limit of their own bounds them.
 */
bool algebra_step(struct algebra *al, int64_t steps);

#endif
