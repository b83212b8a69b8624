/*
 * What divides and products share: applying an operation by mode, and regrouping its result by tile.
 */
#ifndef ALGEBRA_TILE_H
#define ALGEBRA_TILE_H

#include "algebra/layout.h"

typedef struct layout (*tile_operation)(struct algebra *al, struct layout a, struct layout b);

/*
 * "operation" with the layout that "b" is, or mode by mode with a tuple of tilers. Modes of "a" beyond it stay, "_"
 * leaves its mode as it is, an integer N stands for the layout of shape N. Faults if "b" has more modes than "a".
 */
struct layout tile_by_mode(struct algebra *al, struct layout a, const struct tiler *b, tile_operation operation);

/*
 * Regroup "a", which tile_by_mode made, into a layout of rank 2: the first halves of the pairs at the leaves of "b",
 * then the second halves and the modes beyond "b". Faults where a leaf of "b" has no pair.
 */
struct layout tile_unzip(struct algebra *al, struct layout a, const struct tiler *b);

/* The layout of rank 2 "a" with the modes of its second half (of both halves) unpacked one level. */
struct layout tile_unpack_rest(struct algebra *al, struct layout a);
struct layout tile_unpack_both(struct algebra *al, struct layout a);

#endif
