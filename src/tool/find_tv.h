/*
 * Thread-value layouts for a copy of a tile: a vector along the dimension that is contiguous in memory, threads along
 * it and then along the other one, and what is left of both repeated. Every width of the vector and every way to part
 * the threads that divides the tile is tried.
 */
#ifndef TOOL_FIND_TV_H
#define TOOL_FIND_TV_H

#include "algebra/access.h"

enum { FIND_TV_MAX = 16 };

struct tv_candidate {
	struct layout tv;           /* (thread, value) to the column-major number of a cell of the tile */
	int vector_bits;            /* of memory, */
	int to_vector_bits;         /* and of shared memory; 0 without */
	int64_t sectors, ideal;     /* of all requests to memory */
	int64_t lines;              /* of 128 bytes, that they touch */
	int conflict;               /* of stores to shared memory; 1 without conflicts or shared memory */
	int64_t requests;           /* of both */
	double bytes_per_s;         /* of memory that it reads on a device; 0: not measured */
	double cycles;              /* of the stores to shared memory on a device; 0: not measured, or there is none */
};

struct tv_search {
	int tried;
	int count;
	struct tv_candidate best[FIND_TV_MAX];   /* fewest sectors, the mildest conflict, the fewest requests and lines */
};

/*
 * Search for the tile of these extents, of elements of "bits" bits, which is at "memory" in global memory and, unless
 * "to" is NULL, at "to" in shared memory, for "threads" threads. FAULT_DOMAIN if no candidate divides the tile.
 */
struct tv_search find_tv(struct algebra *al, const int64_t extents[2], int64_t threads, int bits,
	const struct map *memory, const struct map *to);

#endif
