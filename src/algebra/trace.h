/*
 * How results arise: while an algebra has a trace, its operations append their steps to it, with the numbers at work. A
 * step belongs to the operation that began before it and has not ended. Without a trace nothing is recorded.
 */
#ifndef ALGEBRA_TRACE_H
#define ALGEBRA_TRACE_H

#include "algebra/layout.h"
#include "base/limits.h"

enum trace_kind {
	/* Operations on "a" and "b"; each goes on to the TRACE_END of its depth. */
	TRACE_COALESCE,
	TRACE_COMPOSITION,
	TRACE_COMPLEMENT,      /* numbers: cotarget */
	TRACE_RIGHT_INVERSE,
	TRACE_LEFT_INVERSE,
	TRACE_DIVIDE,
	TRACE_PRODUCT,
	TRACE_UPCAST,          /* numbers: the factor */
	TRACE_DOWNCAST,        /* the same */
	TRACE_END,             /* "a" is the result */

	TRACE_OPERAND,         /* "a" is the operand, simplified; index: an enum trace_operand */
	TRACE_MODE,            /* index: the mode of the operand that operations are about from now on */
	TRACE_PAIRED,          /* "a" has the modes of a product in pairs; index: the operand that comes first, 1 or 2 */
	TRACE_EVALUATE,        /* "a" at the coordinate numbers[0] is numbers[1] */

	TRACE_SLICE,           /* "a" sliced at numbers[0], which has "_", begins at the offset numbers[1] */
	TRACE_THREAD,          /* numbers: a thread, and what it is: (thread of the atom, (i,j)) of the atoms of a tile */

	TRACE_SHIFT,           /* numbers: offset, inner value, their sum */
	TRACE_SWIZZLE,         /* numbers: argument, value, mask of the bits that are read, shift */
	TRACE_PUSH,            /* a swizzle goes through "a"; numbers: masks of bits it reads and changes, "a" there */
	TRACE_FRONT,           /* numbers: B, M, S of a swizzle and the offset, which stay in front of the result */

	/* Coalescing, from the last mode to the first: a mode and the result so far. */
	TRACE_VANISH,          /* numbers: extent, stride */
	TRACE_MERGE,           /* numbers: extent, stride, extent and stride behind it */
	TRACE_KEEP,            /* the same */

	/* Composition: a leaf of B, then the modes of A. */
	TRACE_LEAF,            /* numbers: extent, stride */
	TRACE_FOLD,            /* index: mode; numbers: its extent and stride, what remains: extent and stride */
	TRACE_LAST,            /* the same for the last mode of A, which takes all that remains */
	TRACE_LEAF_END,        /* "a" is what the leaf becomes */

	/* Complement: modes by stride, and what remains. */
	TRACE_GAP,             /* numbers: extent, stride, covered */
	TRACE_REST,            /* numbers: cotarget, covered */

	/* Inverses: modes by stride; "before" is the product of the extents before the mode. */
	TRACE_TAKEN,           /* numbers: extent, stride, before, the next offset */
	TRACE_SKIPPED,         /* the same */
	TRACE_SPAN,            /* numbers: extent, stride, covered, the step with the mode below it */
	TRACE_SPAN_LAST,       /* numbers: extent, step */

	/* Recasts: a leaf. */
	TRACE_UPCAST_LEAF,     /* numbers: extent, stride, factor */
	TRACE_DOWNCAST_LEAF,   /* the same */

	/* What is known of a run-time integer gets lost in a quotient: dividend, divisor. */
	TRACE_ROUNDED_DOWN,    /* a formula */
	TRACE_ROUNDED_UP,      /* the same */
	TRACE_LOST,            /* a divisor, as ?{div=8} has one */
	TRACE_LOST_UP,         /* the same in ceil_div */
};

/* How an operand was simplified: coalesced, as the left one of a composition, or filtered. */
enum trace_operand { TRACE_COALESCED, TRACE_LEFT, TRACE_FILTERED };

enum { TRACE_NUMBERS = 4, TRACE_STEPS_MAX = LIMIT_EXPLAIN_STEPS };

struct trace_step {
	enum trace_kind kind;
	int index;
	struct layout a, b;
	struct tuple numbers[TRACE_NUMBERS];
	int depth;               /* operations that it is inside of; set by trace_append */
	int statement;           /* of the program; set by trace_append */
	struct trace_step *next;
};

struct trace {
	struct trace_step *first, *last;
	int count;
	bool more;               /* steps than TRACE_STEPS_MAX, which are left out */
	int depth;
	int statement;           /* what the steps to come belong to */
};

static inline bool trace_is_on(const struct algebra *al) {
	return al->trace != NULL;
}

/* Whether no operation is at work, so that what begins is what the user asked for. */
static inline bool trace_is_outermost(const struct algebra *al) {
	return al->trace != NULL && al->trace->depth == 0;
}

/* Append a copy of "step" unless the trace, which there must be, is full, or a fault is set. */
void trace_append(struct algebra *al, const struct trace_step *step);

/* Append "step" if there is a trace. */
static inline void trace_add(struct algebra *al, struct trace_step step) {
	if (trace_is_on(al)) {
		trace_append(al, &step);
	}
}

/* The same for an operand "a" that was simplified. */
static inline void trace_operand(struct algebra *al, enum trace_operand how, const struct layout *a) {
	if (trace_is_on(al)) {
		trace_append(al, &(struct trace_step){ .kind = TRACE_OPERAND, .index = (int)how, .a = *a });
	}
}

/* The same for a step of the mode "index", with up to four numbers. */
static inline void trace_mode_numbers(struct algebra *al, enum trace_kind kind, int index,
		const struct tuple *numbers, int count) {
	if (trace_is_on(al)) {
		struct trace_step step = { .kind = kind, .index = index };
		for (int i = 0; i < count; i++) {
			step.numbers[i] = numbers[i];
		}
		trace_append(al, &step);
	}
}

/* The same for a step that names no mode. */
static inline void trace_numbers(struct algebra *al, enum trace_kind kind, const struct tuple *numbers, int count) {
	trace_mode_numbers(al, kind, 0, numbers, count);
}

/* The same for an operation, and for its end. */
static inline void trace_begin(struct algebra *al, enum trace_kind kind, struct layout a, struct layout b,
		struct tuple cotarget) {
	if (trace_is_on(al)) {
		trace_append(al, &(struct trace_step){ .kind = kind, .a = a, .b = b, .numbers = { cotarget } });
		al->trace->depth++;
	}
}

static inline void trace_end(struct algebra *al, struct layout result) {
	if (trace_is_on(al) && !algebra_failed(al)) {
		trace_append(al, &(struct trace_step){ .kind = TRACE_END, .a = result });
		al->trace->depth--;
	}
}

/* Record nothing until al->trace is set to what this returns. */
static inline struct trace *trace_pause(struct algebra *al) {
	struct trace *trace = al->trace;
	al->trace = NULL;
	return trace;
}

#endif
