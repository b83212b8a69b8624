/* What "diff" finds out about two layouts, and its two forms: a report and JSON. */
#ifndef TOOL_DIFFERENCE_H
#define TOOL_DIFFERENCE_H

#include "algebra/compare.h"
#include "tool/evaluate.h"

/* A layout that is compared, and where it comes from. */
struct difference_side {
	const struct source *source; /* whose name is what reports call it */
	struct span span;
	struct map map;
	struct tuple shape;
	bool is_numbered; /* it gives coordinates; "numbers" gives their numbers in "box" instead */
	struct map numbers;
	struct tuple box;
};

struct difference {
	struct difference_side a, b;
	struct comparison comparison;
};

/*
 * Compare the last values of "a" and "b", layouts, as written and as functions. Names bound in "a" are known in "b".
 * Layouts that give coordinates of one profile are compared by these. Returns false after a fault, of which "listener"
 * was told.
 */
bool difference_find(struct evaluation *ev, const struct source *a, const struct source *b,
	const struct listener *listener, struct difference *difference);

/* Both layouts, what is the same, and where they differ first. */
void difference_put(struct buf *out, struct algebra *al, const struct difference *difference);

/* The same as one JSON object; without a newline. */
void difference_put_json(struct buf *out, const struct difference *difference);

#endif
