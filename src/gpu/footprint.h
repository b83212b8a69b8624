/* How much of memory the elements of a tensor lie in. */
#ifndef GPU_FOOTPRINT_H
#define GPU_FOOTPRINT_H

#include "algebra/layout.h"

/*
 * Bytes in whole units of "unit" bytes, a power of two, that the elements of "memory" lie in, "size" bytes each. Of
 * units that begin within a run of elements what its strides let it touch on average.
 */
double footprint(struct algebra *al, struct layout memory, int size, int64_t unit);

/*
 * Offsets that "memory" has, however many coordinates have each; at most so many where copies of a part overlap and do
 * not go on with its steps.
 */
int64_t footprint_places(struct algebra *al, struct layout memory);

#endif
