/*
 * Remarks: notes of FAULT_REMARK about an answer that is right, but perhaps not to what was meant. Each is left for the
 * operation that the user asked for only. A note that the answer is not what the operation means takes its place.
 */
#ifndef ALGEBRA_REMARK_H
#define ALGEBRA_REMARK_H

#include "algebra/composed.h"

/*
 * A coordinate of "c", which may hold "_", is outside its extent in "shape": CuTe goes on beyond it. "what" is what the
 * coordinates count, "coordinate" or "tile".
 */
void remark_outside(struct algebra *al, struct tuple c, struct tuple shape, const char *what);

/* The tiles of a division of something of "shape" have the extents "covered", mode by mode, and reach beyond it. */
void remark_residue(struct algebra *al, struct tuple shape, struct tuple covered);

/* The same for the layout "a" and the tiles of "tiler". */
void remark_tiler(struct algebra *al, struct layout a, const struct tiler *tiler);

/*
 * "map" at "c" is "offset", in elements, where it waits for a pointer to shared memory, as layouts of GMMA do: CuTe,
 * which has no pointer here, swizzles as if elements were bytes.
 */
void remark_waiting(struct algebra *al, struct tuple c, struct map map, struct tuple offset);

/* "slice" of "map" has lost the pointer that this waits for: CuTe's swizzle of bytes acts on elements from here on. */
void remark_slice(struct algebra *al, struct map map, struct map slice);

#endif
