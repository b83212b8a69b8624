#include "gpu/footprint.h"

#include <math.h>

#include "algebra/offsets.h"
#include "base/number.h"

/* The smallest stride, of either sign, that is larger than "last", or 0; in "extent" how often it is taken. */
static int64_t next_stride(const struct offsets *modes, int64_t last, double *extent) {
	int64_t least = 0;
	for (int i = 0; i < modes->rank; i++) {
		int64_t stride = modes->stride[i] < 0 ? -modes->stride[i] : modes->stride[i];
		if (stride <= last || (least > 0 && stride > least) || modes->shape[i] < 2) {
			continue;
		}
		*extent = stride == least ? *extent + (double)modes->shape[i] - 1 : (double)modes->shape[i];
		least = stride;
	}
	return least;
}

/*
 * Modes in ascending order of strides make a run of neighbours longer, as long as they leave no gap. At the first gap
 * each run takes whole units, which it shares with the next one where the stride is shorter than they are.
 */
double footprint(struct algebra *al, struct layout memory, int size, int64_t unit) {
	struct offsets modes = offsets_init(al, memory);
	double span = size;          /* from the first byte to the last */
	double covered = size;
	double extent = 1;
	bool is_dense = true;
	int64_t stride = 0;
	while ((stride = next_stride(&modes, stride, &extent)) > 0) {
		double step = (double)stride * size;
		if (is_dense && step > span) {
			double aligned = (double)number_gcd((uint64_t)unit, (uint64_t)(stride % unit * size));
			double touched = ceil(span / aligned) * aligned + (double)unit - aligned;
			is_dense = touched >= step;
			covered = touched;
			span = is_dense ? step : span;
		}
		span += step * (extent - 1);
		covered = is_dense ? span : fmin(covered * extent, span + (double)unit);
	}
	return is_dense ? ceil(covered / (double)unit) * (double)unit : covered;
}

/*
 * Modes in ascending order of strides: the places so far are "count" copies, "step" apart, of "below" places that lie
 * nearer together. Copies of all that which go on with the steps add only those that are new.
 */
int64_t footprint_places(struct algebra *al, struct layout memory) {
	struct offsets modes = offsets_init(al, memory);
	int64_t below = 1;
	int64_t count = 1;
	int64_t step = 1;
	int64_t last = 0;            /* the farthest from the first */
	double extent = 1;
	int64_t stride = 0;
	while ((stride = next_stride(&modes, stride, &extent)) > 0) {
		int64_t more = (int64_t)extent - 1;
		if (stride % step == 0 && stride / step <= count) {
			count += more * (stride / step);
		} else {
			below *= count;
			count = more + 1;
			step = stride;
		}
		last += more * stride;
	}
	return below * count <= last ? below * count : last + 1;
}
