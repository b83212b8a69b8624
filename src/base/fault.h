/*
 * A fault says what was wrong with an operation, in numbers, without knowing how the operation was written down: code,
 * operand, mode inside the operand, and one sentence. The caller that knows the source text turns the operand into a
 * place in it. Only the first fault of an operation is kept.
 */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <stdarg.h>
#include <stdbool.h>

enum fault_code {
	FAULT_NONE,
	FAULT_SYNTAX,       /* the text is not an expression */
	FAULT_NAME,         /* no operation, value or keyword of this name */
	FAULT_TYPE,         /* a value of another kind is needed here */
	FAULT_RANK,         /* ranks or profiles do not match, or a mode index is out of range */
	FAULT_DOMAIN,       /* an integer is outside the values that the operation is defined for */
	FAULT_DIVIDE,       /* a divisibility condition fails */
	FAULT_INJECTIVE,    /* a layout that must be injective is not */
	FAULT_OVERFLOW,     /* a result does not fit 64 bits */
	FAULT_LIMIT,        /* a limit of limits.h */
	FAULT_UNSUPPORTED,  /* CuTe does not define this operation for this value */
	FAULT_STOPPED,      /* a signal or the clock ended the work */
	FAULT_REMARK,       /* nothing is wrong with the answer, but perhaps it is not to what was meant (a note) */
	FAULT_INEXACT,      /* CuTe answers, but the answer is not what the operation means (only under --strict) */
};

enum { FAULT_TEXT_BYTES = 384, FAULT_MODE_DEPTH = 16 };

struct fault {
	enum fault_code code;
	int operand;                      /* 1 for the first argument; 0 for the operation as a whole */
	int mode[FAULT_MODE_DEPTH];       /* path of the mode inside the operand, outermost index first */
	int mode_depth;                   /* 0: no mode in particular */
	char text[FAULT_TEXT_BYTES];      /* one sentence, lower case, no full stop */
	char hint[FAULT_TEXT_BYTES];      /* the nearest values that would do; "" if none is known */
};

/* Forget the fault. */
void fault_clear(struct fault *fault);

static inline bool fault_is_set(const struct fault *fault) {
	return fault->code != FAULT_NONE;
}

/* Record a fault of "operand" unless one is recorded already. Text too long is cut. */
__attribute__((format(printf, 4, 5)))
void fault_set(struct fault *fault, enum fault_code code, int operand, const char *format, ...);

/* Add a hint to a recorded fault that has none. */
__attribute__((format(printf, 2, 3)))
void fault_set_hint(struct fault *fault, const char *format, ...);

/* What a message about an answer that stands is called: "note" for a remark, "warning" for anything else. */
const char *fault_note_name(enum fault_code code);

/* The word that machine-readable output uses for "code": "syntax", "divide", ... */
const char *fault_code_name(enum fault_code code);

#endif
