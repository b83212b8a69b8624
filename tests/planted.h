/*
 * Errors planted in the layouts of atoms, and whether what is said of them is true. That is found out from the layouts
 * alone, with and without the error, by coordinates: nothing of it is shared with what judges.
 */
#ifndef TESTS_PLANTED_H
#define TESTS_PLANTED_H

#include "tool/silicon.h"

enum planted_kind {
	PLANTED_STRIDE,        /* a stride is twice what it was, or 1 if it was 0 */
	PLANTED_STRIDES,       /* two modes of the threads, or of the values, have one another's strides */
	PLANTED_MODES,         /* two of them have changed places */
	PLANTED_KINDS,
};

enum planted_operand {
	PLANTED_A,
	PLANTED_B,
	PLANTED_C,             /* of a copy, where it writes to */
	PLANTED_METADATA,
};

/* One error in one atom. */
struct planted {
	enum planted_kind kind;
	enum planted_operand operand;
	struct silicon_question good, bad;
};

/*
 * Draw an error in an operand of "question"; the state of the generator is in "*state". Returns false if what was drawn
 * changes nothing: modes of extent 1, or with the same strides.
 */
bool plant(struct algebra *al, const struct silicon_question *question, uint32_t *state, struct planted *out);

/*
 * Whether "text", said of the atom with the error, is true: hardware has at the place what the good layout says, and
 * the bad layout says what it is said to.
 */
bool planted_is_true(struct algebra *al, const struct planted *planted, const char *text);

/* "SM80_...: A, stride". */
void planted_put(struct buf *out, const struct planted *planted);

#endif
