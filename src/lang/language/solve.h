/*
 * From a denotation to CuTe: the layout, the swizzled layout or the bits that are the function, proved at every
 * coordinate.
 */
#ifndef LANG_LANGUAGE_SOLVE_H
#define LANG_LANGUAGE_SOLVE_H

#include "lang/language/denotation.h"

/* How it is known that what is printed is what was written. */
enum proof {
	PROOF_NONE,
	PROOF_COORDINATES, /* compared at "count" coordinates */
	PROOF_WRITTEN,     /* the text has shape and strides in so many words */
};

struct solution {
	enum proof proof;
	int64_t count;
};

/*
 * Give "denotation" its map. Returns false after a fault at "span": CuTe has no layout, composed layout or bits with
 * these values, and why.
 */
bool denotation_solve(struct reader *reader, struct span span, struct denotation *denotation,
	struct solution *solution);

/* Put what CuTe says: "offset + layout", a composed layout, bits, or the value. */
void denotation_put(struct buf *out, const struct denotation *denotation);

/* Whether two denotations are the same function over the same domain; "witness" receives the first difference. */
bool denotation_equal(const struct denotation *a, const struct denotation *b, int64_t *witness);

/*
 * The same for places, whose axes are matched by their names, as lanes and columns of tensor memory too, or by their
 * numbers where they have no names; an axis that one has alone is to be 0 everywhere. Unless "with_start", places of
 * "a" count from that of the first coordinate, as those of CuTe's basis strides do, which "b" is then.
 */
bool denotation_equal_places(const struct denotation *a, const struct denotation *b, bool with_start,
	int64_t *witness);

#endif
