/*
 * A thread-value layout deals out the cells of a tile: it maps (thread, value) to the number of a cell, which by CuTe's
 * convention counts them colexicographically, the first mode of the tile fastest. Here: who owns which cell.
 */
#ifndef ALGEBRA_COVERAGE_H
#define ALGEBRA_COVERAGE_H

#include "algebra/offsets.h"

/* A map of rank 2 as a table; one of rank 1 has one value a thread. */
struct tv_table {
	int64_t threads;
	int64_t values;
	const int64_t *cells;   /* that of (t,v) is cells[t * values + v] */
};

struct tv_pair {
	int64_t thread;
	int64_t value;
};

struct coverage {
	int64_t cells;              /* of the tile */
	int64_t once;               /* cells with exactly one owner */
	int64_t holes;              /* cells with none */
	int64_t shared;             /* cells with more than one */
	int64_t outside;            /* pairs whose cell is not in the tile */
	int64_t least, most;        /* owners of a cell */
	int64_t first_hole;         /* the first cell without an owner, if holes > 0 */
	int64_t first_shared;       /* the first cell with two, if shared > 0, ... */
	struct tv_pair owners[2];   /* ... and its first two owners, ordered by thread and then by value */
	struct tv_pair first_outside; /* the first pair outside, if outside > 0 */
	int64_t outside_cell;       /* and where it is */
};

/*
 * The table of "tv". FAULT_RANK unless its rank is 1 or 2, FAULT_DOMAIN when it is empty, FAULT_LIMIT when it has more
 * than LIMIT_TV_PAIRS pairs.
 */
struct tv_table tv_table_make(struct algebra *al, struct map tv);

/* A tile at each place of a box that it begins in, the first mode fastest. */
struct tiling {
	struct tuple tile, box;     /* their extents, an integer for each mode */
	int64_t tiles;
	int64_t beyond;             /* pairs inside the tile and past the edge of the box; their cell is -1 */
	int64_t idle;               /* threads with no value inside, counted once for each tile, ... */
	int64_t idle_thread;        /* ... and the first of them, of the first tile that has one, if idle > 0 */
	int64_t idle_tile;
};

/*
 * "table", whose cells are those of tiling->tile, over all of tiling->box: value v of tile j is value v + j * values of
 * the same thread, and cells are those of the box, or -1 for what is outside the tile as well. Fills in the rest of
 * "tiling". FAULT_RANK unless tile and box have as many modes, at most TILING_MODES_MAX; FAULT_LIMIT where there would
 * be more than LIMIT_TV_PAIRS pairs.
 */
enum { TILING_MODES_MAX = 16 };
struct tv_table tv_table_repeat(struct algebra *al, const struct tv_table *table, struct tiling *tiling);

/* Who owns the "cells" cells of a tile. FAULT_DOMAIN when it has none, FAULT_LIMIT beyond LIMIT_TV_CELLS. */
struct coverage coverage_of(struct algebra *al, const struct tv_table *table, int64_t cells);

#endif
