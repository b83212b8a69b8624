/* What "diff" finds out about two layouts, and its two forms: a report and JSON. */
#ifndef TOOL_DIFFERENCE_H
#define TOOL_DIFFERENCE_H

#include "algebra/compare.h"
#include "tool/evaluate.h"

/* A layout that is compared, and where it comes from. */
struct difference_side {
	const char *operand;         /* which one of an atom, tiled copy or MMA it is; NULL for a layout */
	const struct source *source; /* whose name is what reports call it */
	struct span span;
	struct map written;
	struct map map;              /* the same, with numbers in the place of names where it has formulas */
	struct tuple size;           /* of what is written */
	struct tuple shape;          /* of "map" */
	bool is_numbered; /* it gives coordinates; "numbers" gives their numbers in "box" instead */
	struct map numbers;
	struct tuple box;
};

/* How "b" is "a" seen otherwise, where the two are not the same function. */
enum difference_relation {
	RELATED_NOT,
	RELATED_UPCAST_A,    /* upcast(A, factor) is B: the same memory in larger elements */
	RELATED_UPCAST_B,    /* upcast(B, factor) is A */
	RELATED_SCALED_A,    /* A(i) = factor * B(i): offsets in smaller units */
	RELATED_SCALED_B,    /* B(i) = factor * A(i) */
};

/* What is decided of layouts with formulas, for all numbers that their names may stand for. */
enum difference_formulas {
	FORMULAS_NONE,   /* there are none */
	FORMULAS_SAME,   /* they are one function */
	FORMULAS_DIFFER, /* they are not, for the numbers that are compared, for instance */
	FORMULAS_OPEN,   /* neither has been shown */
};

struct difference {
	enum difference_formulas formulas;
	const char *numbers;     /* FORMULAS_DIFFER: M=16,N=256, for which the rest is said */
	const char *agreement;   /* numbers for which both are written alike, or NULL */
	const char *assumptions; /* what is promised of the names, "" for nothing */
	struct difference_side a, b;
	struct comparison comparison;
	enum difference_relation relation;
	int64_t factor;
};

enum { DIFFERENCES_MAX = 3 };

/*
 * Compare the last values of "a" and "b", layouts, as written and as functions; of atoms, tiled copies and MMAs operand
 * by operand. Names bound in "a" are known in "b". Layouts that give coordinates of one profile are compared by these;
 * where only one does, its coordinates are numbered column-major. Layouts with formulas of names are compared for all
 * numbers that these may stand for. Returns how many differences there are in
 * "differences", 0 after a fault, of which "listener" was told.
 */
int difference_find(struct evaluation *ev, const struct source *a, const struct source *b,
	const struct listener *listener, struct difference *differences);

/* Both layouts, what is the same, and where they differ first. */
void difference_put(struct buf *out, struct algebra *al, const struct difference *difference);

/* All "count" of them as one JSON object, {"operands":[...]} if they are several; without a newline. */
void difference_put_json(struct buf *out, const struct difference *differences, int count);

#endif
