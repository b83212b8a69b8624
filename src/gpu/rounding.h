/*
 * What a computation on the device may miss the exact result by, because each of its steps is rounded. A step whose
 * arguments are off by at most their errors is off by at most what they do to it and what rounding adds (running error
 * analysis: Higham, Accuracy and Stability of Numerical Algorithms, chapters 2 to 4): the bounds hold for every order
 * of the additions of a reduction that its plan allows, with and without contraction into fma, and for all arguments,
 * also where a difference cancels before a quotient. What host and device both work out is in device/errors.h.
 */
#ifndef GPU_ROUNDING_H
#define GPU_ROUNDING_H

#include "gpu/plan.h"

/* Relative error of an element's part in a sum that "depth" roundings follow: Higham's gamma. */
double rounding_gamma(int64_t depth, const struct precision *precision);

/* No element of a reduction takes part in more operations than this, whatever the order inside the plan's steps. */
int64_t rounding_depth(const struct plan *plan);

/* How errors come together in the results of "reduce". */
enum slack rounding_slack(enum reduce reduce);

/*
 * What an element "x" that is off by "error" adds to the slack of its result; the slack of two parts together; and the
 * error of a total, of which "count" elements make a mean, or 1 for others.
 */
double rounding_part(enum slack slack, double x, double error, double gamma, const struct precision *precision);
double rounding_joined(enum slack slack, double part, double other);
double rounding_total(enum slack slack, double total, double part, double count, const struct precision *precision);

#endif
