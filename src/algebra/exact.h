/*
 * Whether a composition does what it promises. CuTe's conditions accept some pairs whose result is not A(B(i)): they
 * test each leaf of B alone, and with "stride < extent" where a divisor is needed.
 *
 * A leaf n:d of B is exact when, in each mode of A that it reaches, the step that the algorithm uses is the true one;
 * then i*d has, in A's mixed radix, the digits that the result assumes. All leaves together are exact when, in each
 * mode of A but the last, the largest digits of all leaves add up to less than the extent, so that nothing carries.
 * This is sufficient and takes no enumeration; it is the admissibility condition of J. Shah, "A Note on the Algebra
 * of CuTe Layouts", with the carries counted. When it fails, the coordinates decide.
 */
#ifndef ALGEBRA_EXACT_H
#define ALGEBRA_EXACT_H

#include "algebra/chain.h"

/* Whether structure alone shows that "a" (coalesced) o "b" is A(B(i)) for every i; false when that is in doubt. */
bool composition_is_exact(struct algebra *al, struct layout a, struct layout b);

/*
 * Leave a note in "al" if "r", which must be layout_composition of "a" (coalesced) and "b", differs from A(B(i)) for
 * some i, with the first such i; or a note that only part was checked when the first LIMIT_CHECKED_POINTS agree and
 * there are more. Where strides of "b" are negative, A is asked below 0, where its digits are those of the number above
 * 0. Where B has both signs, "r" may also be A from the place on where B turns around, A(B(i) - least) less A(-least),
 * "least" being the least value of B.
 */
void composition_check(struct algebra *al, struct layout a, struct layout b, struct layout r);

enum { EXACT_SPREAD_POINTS = 4096 }; /* coordinates that are looked at of more than can all be compared */

/* Some coordinate of a layout of "size" coordinates, another one with each call, and the same ones in each run. */
int64_t exact_spread(uint64_t *state, int64_t size);

/*
 * The coordinates of a layout of "size" that a check looks at: the first LIMIT_CHECKED_POINTS, and, where it "spreads"
 * and there are more, EXACT_SPREAD_POINTS that lie spread over all.
 */
struct looked {
	int64_t size;
	int64_t first; /* the coordinates below this one */
	int64_t count; /* with those that lie spread */
	uint64_t state;
};

struct looked exact_look(int64_t size, bool spreads);

/* The coordinate number "n", from 0 to below the count, to be asked for in this order. */
int64_t exact_looked_at(struct looked *looked, int64_t n);

/*
 * The first coordinate at which two chains differ, of the first "size" and the first LIMIT_CHECKED_POINTS; where these
 * agree and there are more, one of some that lie spread over all; -1 if they agree there. Post-conditions that are not
 * decided by structure are decided by this.
 */
int64_t exact_first_difference(struct algebra *al, const struct chain *a, const struct chain *b, int64_t size);

/*
 * "a", which is flat, at "i" as CuTe computes it, also below 0 or with negative extents: quotients go toward 0. False
 * where that does not fit 64 bits.
 */
bool layout_at_signed(struct layout a, int64_t i, int64_t *offset);

/* From the coordinates of "a" to the first with the same offset, if modes of stride 0 alone repeat offsets. */
struct layout exact_first_of_repeated(struct algebra *al, struct layout a);

#endif
