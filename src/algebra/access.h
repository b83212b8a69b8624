/*
 * What a thread-value layout over memory costs. The model: each warp, consecutive threads, accesses its values in
 * vectors, one vector of all its lanes at a time; such an instruction is a request. Element 0 stands at an address
 * that is a multiple of 128 bytes. Pairs (thread, value) outside the tile are not accessed.
 *
 *     vector    the widest power of two of bits, up to 128, for which the values of every thread are made of runs of
 *               that many bits, contiguous and each at a multiple of its width; the same values for every thread.
 *               The values need not come in the order of memory: V0 V8 V16 V24 may be a run.
 *     ideal     the fewest sectors, halves and lines that hold as many bytes as the request accesses, a byte that
 *               several lanes access counted once
 *     partial   a sector that a store writes only in part
 *
 * Source: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory", for sectors and lines; the half lines are
 * an observation of the authors of QuACK on H100. What these are says sectors.h; for shared memory see banks.h.
 */
#ifndef ALGEBRA_ACCESS_H
#define ALGEBRA_ACCESS_H

#include "algebra/banks.h"
#include "algebra/coverage.h"
#include "algebra/sectors.h"

enum { VECTOR_BITS_MAX = 128, WARP_LANES_MAX = 64 };

/* The offset of a pair that is not accessed. */
#define ACCESS_NONE INT64_MIN

/* Why the values of a thread cannot be accessed in vectors of twice the width. */
enum vector_limit {
	VECTOR_LIMIT_NONE,       /* the vector is as wide as the hardware has them */
	VECTOR_LIMIT_COUNT,      /* the number of values is not a multiple */
	VECTOR_LIMIT_APART,      /* two values that would have to be neighbours are not */
	VECTOR_LIMIT_ALIGNMENT,  /* the first value of a vector is not at a multiple of the width */
};

struct access {
	int64_t threads, values;
	int bits;                  /* of an element */
	const int64_t *offsets;    /* in elements, of (t,v) at [t * values + v]; ACCESS_NONE if it is not accessed */

	int vector_bits;           /* the widest vector */
	int64_t vector_values;     /* the values in one */
	int64_t vectors;           /* vectors of a thread */
	const int64_t *order;      /* the values, vector by vector */
	enum vector_limit limit;   /* why it is not wider, ... */
	int64_t limit_thread;      /* ... for which thread, the first such ... */
	int64_t limit_values[2];   /* ... and values: of APART both, of ALIGNMENT the first one ... */
	int64_t limit_offsets[2];  /* ... at these offsets */
};

/* Units of memory that requests touch. */
struct touched {
	int64_t actual;       /* of all requests */
	int64_t ideal;
	int64_t most;         /* of the request with the most */
	int64_t most_ideal;   /* ideal of that request; of several, the least */
	int64_t excess;       /* of the request that touches most beyond its ideal */
};

struct global_traffic {
	int64_t requests;        /* with at least one active lane */
	int64_t bits;            /* accessed, each once in a request */
	int64_t bits_most;       /* of the request with the most */
	struct touched sectors, halves, lines;
	int64_t partial;         /* sectors written in part, of all requests taken as stores */
	int64_t partial_most;
	int64_t repeated;        /* vectors that an earlier lane of the request accesses too */
};

enum shared_kind { SHARED_LOAD, SHARED_STORE, SHARED_LDMATRIX, SHARED_STMATRIX };

struct shared_traffic {
	bool possible;           /* the values can be accessed like this */
	bool transposed;         /* matrices: with .trans */
	int bits;                /* width of a lane's access; 0 for matrices */
	bool paired;             /* a load profits from equal addresses, so that stores take other wavefronts */
	int64_t requests;        /* instructions; of matrices: matrices */
	int64_t wavefronts;
	int64_t phases;          /* wavefronts if there were no conflict */
	int64_t conflict;        /* the largest wavefronts / phases of a request, rounded up; 1 without conflicts */
	int64_t directions;      /* the largest banks_directions() of a request; 0 if one has none */
	int64_t worst_warp;      /* the request that has it, ... */
	int64_t worst_value;     /* ... the first value of its vector ... */
	struct wavefronts worst; /* ... and its worst bank */
};

/*
 * The accesses of the layout in "table" to elements of "bits" bits. A cell of the tile is element memory(cell); without
 * "memory" it is element "cell". Cells that are not below "cells" are not accessed; 0 cells means that all are.
 * FAULT_DOMAIN if "memory" has not "cells" coordinates, FAULT_OVERFLOW if a bit has no 64-bit address.
 */
struct access access_make(struct algebra *al, const struct tv_table *table, const struct map *memory, int64_t cells,
	int bits);

/* The traffic of all requests, by warps of "warp" lanes, 1 to WARP_LANES_MAX, in vectors of the widest kind. */
struct global_traffic access_global(const struct access *access, int warp);

/* The wavefronts of loads or stores of "bits" bits a lane, by warps of 32. */
struct shared_traffic access_shared(const struct access *access, int bits, bool is_load);

/*
 * The wavefronts of the matrices that ldmatrix and stmatrix move, 8 rows of 16 bytes each. They serve two kinds of
 * layout: one where each lane has a vector of 128 bits, a row whose address it gives; and one where it has what the
 * instruction leaves in its registers: 32 bits of row t/4, or with .trans two values of 16 bits of column t/4.
 */
struct shared_traffic access_matrices(const struct access *access);

/* The instructions of a kind of access, one behind the other. */
struct shared_requests {
	bool is_matrices;
	bool transposed;            /* matrices: with .trans */
	int bytes;                  /* of a lane; of matrices, how many an instruction moves: 1, 2 or 4 */
	int64_t count;              /* 0: the values cannot be accessed like this */
	const int64_t *addresses;   /* in bytes, of lane l of request r at [r * BANK_LANES + l]; BANK_INACTIVE */
};

/*
 * The requests that access_shared() counts, of "bits" bits a lane, or access_matrices() does, with as many matrices in
 * an instruction as a warp has. FAULT_LIMIT where they are more than LIMIT_ACCESS_REQUESTS.
 */
struct shared_requests access_requests(struct algebra *al, const struct access *access, enum shared_kind kind,
	int bits);

#endif
