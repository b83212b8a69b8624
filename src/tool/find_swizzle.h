/*
 * The swizzle or the padding of a shared memory layout with which the given accesses have the fewest conflicts. The
 * family is complete: no swizzle or every Sw<B,M,S>, S > 0, that leaves the vectors of all accesses whole and has a
 * Y bit below the cosize, behind rows that are padded by 0, 1, 2, ... vectors up to 128 bytes. A row is what is
 * contiguous in one mode.
 *
 * Conflicts are counted by the rule of algebra/banks.h, as stores; a load has at most as many.
 */
#ifndef TOOL_FIND_SWIZZLE_H
#define TOOL_FIND_SWIZZLE_H

#include "algebra/access.h"
#include "base/limits.h"

enum { FIND_ACCESSES_MAX = LIMIT_ACCESSES };

/* A thread-value layout whose cells are those of the memory, column-major, or of its first tile. */
struct found_access {
	struct map map;
	bool has_tile;
	struct tuple tile;
};

/* The accesses of "given" to "memory", whose coordinates are those of "shape". Faults as find_swizzle has. */
struct access found_access_to(struct algebra *al, const struct found_access *given, struct tuple shape,
	const struct map *memory, int bits);

struct swizzle_candidate {
	struct map map;             /* what the memory becomes */
	struct swizzle swizzle;     /* of no bits: none */
	int64_t padding;            /* elements behind each row */
	int64_t wasted;             /* bytes behind the memory as it is, up to where the last of its offsets may go */
	int ways;                   /* words in one bank in the worst phase of all accesses; 1: no conflict */
	int64_t wavefronts;         /* of all accesses */
	double cycles;              /* that they take on a device; 0: not measured */
	bool tma, wgmma;            /* what can write it, and read it: wgmma and tcgen05 take the same */
};

struct swizzle_search {
	int64_t row;                /* elements of a row */
	int64_t vector;             /* of the widest vector of all accesses */
	int tried;
	struct swizzle_candidate before;   /* the memory as it is */
	bool has_bits;
	struct swizzle_candidate bits;     /* a linear map of the offsets, if find_bits was asked for one */
	int count;
	struct swizzle_candidate best[16]; /* fewest ways, bytes wasted, wavefronts, bits; then M and S */
};

enum { FIND_BEST_MAX = 16 };

/*
 * Search for "memory", a layout with offsets from 0 on, of elements of "bits" bits, a whole number of bytes. FAULT_TYPE
 * or FAULT_DOMAIN for what is no such memory or access.
 */
struct swizzle_search find_swizzle(struct algebra *al, struct layout memory, int bits,
	const struct found_access *accesses, int count);

/*
 * Add to "search" the linear map of the offsets of "memory", whose cosize is a power of two, with the fewest
 * conflicts: let n bits be in the offset, l of them below the line of 128 bytes. Two lanes meet in a bank if their
 * offsets differ by what the n - l directions that become the bits from l on span, and perhaps within a word; so these
 * are chosen outside of what words, vectors and the lanes of a phase span, for every access, and have no bit of a word
 * or a vector, which stay whole. That space has at most l dimensions, be a vector narrower than a word or not, and two
 * such never fill that of all offsets: so for two accesses of vectors as wide, or of no more than a word, there are
 * always such directions, else they are taken as long as there are. Those that the memory has already are preferred.
 *
 * Source: "Linear Layouts", arXiv 2505.23819, the section on optimal swizzling, for one access that writes and one that
 * reads.
 */
void find_bits(struct algebra *al, struct layout memory, int bits, const struct found_access *accesses, int count,
	struct swizzle_search *search);

#endif
