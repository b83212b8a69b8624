/*
 * What the operations of the algebra promise, as functions that try a promise on one sample. laws.c runs them all.
 */
#ifndef TESTS_LAWS_H
#define TESTS_LAWS_H

#include "reference.h"
#include "samples.h"

enum verdict {
	LAW_HOLDS,
	LAW_IS_BROKEN,
	LAW_DOES_NOT_APPLY,  /* the operation refuses the sample, or the law's premise is false */
};

enum right_operand {
	RIGHT_NONE,
	RIGHT_LAYOUT,  /* "b" */
	RIGHT_TILER,   /* "tiler" */
};

/* One sample. What a law makes lives until the next sample. */
struct trial {
	struct arena *arena;
	struct algebra al;        /* made fresh for each law */
	struct samples *samples;  /* for what else a law wants to choose */
	struct layout a;
	struct layout b;
	struct tiler tiler;
	const char *operation;    /* what the law computed last, for its message */
	enum right_operand right;
	struct layout result;
	char why[512];            /* and its trouble */
};

enum law_kind {
	LAW_OF_LAYOUT,   /* looks at "a" only */
	LAW_OF_PAIR,     /* at "b" or "tiler" too */
	LAW_OF_SAMPLES,  /* makes its own samples */
};

struct law {
	const char *name;
	enum law_kind kind;
	enum verdict (*try)(struct trial *trial);
};

/* Lists that end with a law without name. */
extern const struct law layout_laws[];    /* laws_layout.c: one layout by itself */
extern const struct law algebra_laws[];   /* laws_algebra.c: composition, complement, inverses */
extern const struct law tiling_laws[];    /* laws_tiling.c: divides and products */

/* Remember what was computed, so that a broken law can say it: "operation", its right operand, the result. */
void law_computed(struct trial *trial, const char *operation, enum right_operand right, struct layout result);

/* LAW_HOLDS or, with the sentence recorded, LAW_IS_BROKEN. */
__attribute__((format(printf, 3, 4)))
enum verdict law_verdict(struct trial *trial, bool holds, const char *format, ...);

#endif
