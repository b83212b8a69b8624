/*
 * The relation between the places of A, B and D that an MMA instruction shows: which place of D gets the product of
 * which place of A with which place of B. A place is an element of a thread's registers, or of a tile in shared memory.
 *
 * The layouts of an atom say which (m,k), (n,k) and (m,n) the places are. They explain the relation if two places meet
 * exactly when they agree in k, and then at the place of (m,n). What the relation cannot show is a permutation of k
 * that A and B have in common.
 */
#ifndef GPU_RELATION_H
#define GPU_RELATION_H

#include "algebra/layout.h"
#include "gpu/registers.h"

/* Of every "group" elements along k "count" are stored, from number "first" on. All are where "group" is 0. */
struct stored {
	int group, count, first;
};

/* One operand: its places, and the coordinates that the atom claims for each. */
struct side {
	const char *name;          /* "A", "B", "C" */
	bool is_shared;            /* place p: element p of a tile in shared memory, column-major; else of registers */
	int threads, values;       /* of registers: place p is value p / threads of thread p % threads */
	int64_t places;
	struct packed packed;
	int register_bits;
	struct stored stored;      /* of a sparse one: places are those of the stored elements */
	int64_t extent;            /* of the first mode: M, N, M */
	int64_t *first, *second;   /* by place: (m,k), (n,k), (m,n); -1 where the atom has none */
};

/* One product: place "a" of A times place "b" of B stands at place "c" of D, or at none alone if that is negative. */
struct meeting {
	int32_t a, b, c;
};

struct relation {
	struct side a, b, c;
	int64_t m, n, k;
	const struct meeting *meetings;  /* in any order, no pair of A and B twice */
	int64_t count;
};

enum { SILICON_TEXT = 512 };

struct silicon_answer {
	bool good;
	int64_t asked;             /* pairs, or places of a copy */
	int64_t beyond;            /* elements that a box's store wrote beyond the tensor, in its rows' last 16 bytes */
	char text[SILICON_TEXT];   /* the first thing that differs */
	bool has_layout;           /* good, of a malformed atom: the hardware's A is a layout */
	struct layout layout;
};

/* Room for the claims of "side", whose places are known; all of them nowhere. */
void side_claim_nothing(struct algebra *al, struct side *side);

/* Claim what "layout", of (thread, value) to first + extent * second, says. */
void side_claim(struct algebra *al, struct side *side, struct layout layout);

/*
 * Whether the claims explain the relation; if not, whose are wrong, and where, is in the text. Where A's claims are
 * wrong in k alone, B's may be instead: then both are said. "asked" is not set.
 */
struct silicon_answer relation_judge(struct algebra *al, struct relation *relation);

/* The same where A claims nothing: its coordinates are read off the relation, and their layout is in the answer. */
struct silicon_answer relation_read_a(struct algebra *al, struct relation *relation);

#endif
