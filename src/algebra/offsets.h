/*
 * A map made ready for evaluating many coordinates: flat arrays of extents and strides, plain 64-bit arithmetic that
 * offsets_init has proved not to overflow inside the domain.
 *
 * The layout f of a map is evaluated by blocks. With the flat modes n0:d0, n1:d1, ... let k be the first mode for which
 * n0*...*nk exceeds a few hundred. The offsets of all coordinates of the modes below k and of some coordinates of mode
 * k stand in a table; every other offset is an entry of it plus the offset of the modes from k on at the start of
 * the block. What is around the layout in a composed map is applied to each block in turn, as a chain.
 */
#ifndef ALGEBRA_OFFSETS_H
#define ALGEBRA_OFFSETS_H

#include "algebra/composed.h"

struct offsets {
	int rank;                 /* number of flat modes of the innermost layout, extents 1 left out */
	const int64_t *shape;
	const int64_t *stride;
	int64_t size;             /* number of coordinates */
	int64_t least, greatest;  /* range of the offsets; 0 and -1 for an empty domain; with a chain it may be too wide */
	struct chain behind;      /* what follows the layout in a composed map */
	bool reversible;          /* it keeps different offsets different: there is no outer layout in it */
	int64_t table_count;      /* coordinates in the table, at least 1 */
	const int64_t *table;
	int64_t run;              /* n0*...*nk, the coordinates after which the blocks begin anew */
	int64_t block_stride;     /* from one block of a run to the next */
};

/* Prepare "a". Strides with a basis are FAULT_TYPE, an offset beyond 64 bits is FAULT_OVERFLOW. */
struct offsets offsets_init(struct algebra *al, struct layout a);

/*
 * Prepare "map". Beyond that, a swizzle without a layout is FAULT_UNSUPPORTED, and an argument of a swizzle or of an
 * outer layout that could be negative is FAULT_DOMAIN.
 */
struct offsets offsets_init_map(struct algebra *al, struct map map);

/* Offset of the integer coordinate "i", 0 <= i < size. */
int64_t offsets_at(const struct offsets *offsets, int64_t i);

/* Store the offsets of coordinates first to first+count-1, all inside the domain. */
void offsets_fill(const struct offsets *offsets, int64_t first, int64_t count, int64_t *out);

#endif
