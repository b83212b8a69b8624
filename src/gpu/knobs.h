/*
 * What can be tuned: the choices that a plan is free to make. 0 leaves one to the plan. They are known by number and by
 * name, so that --set, the cache and the search go through them as through a table.
 */
#ifndef GPU_KNOBS_H
#define GPU_KNOBS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

/* Cache hints of loads and stores. */
enum hint {
	HINT_NONE,
	HINT_STREAM,        /* ld.global.cs, st.global.cs: evict first */
	HINT_READ_ONLY,     /* ld.global.nc */
	HINT_NO_ALLOCATE,   /* ld.global.nc.L1::no_allocate */
	HINT_PREFETCH,      /* ld.global.nc.L1::no_allocate.L2::256B */
	HINT_WRITE_BACK,    /* st.global.wt is never good; st.global.cg keeps the line in L2 */
	HINT_EVICT_LAST,    /* ld.global.nc with a policy of L2::evict_last: what others stream goes first; sm_80 */
	HINT_EVICT_REPEATED_LAST, /* the same for operands that are read more than once, HINT_READ_ONLY for others; sm_80 */
};

enum { HINT_COUNT = HINT_EVICT_REPEATED_LAST + 1 };

enum { SPLITS_MAX = 1024 };

struct knobs {
	int threads;    /* of a block */
	int vector;     /* elements of one access, at most */
	int unroll;     /* vectors of each operand in flight */
	int per_row;    /* rows: threads that share a row; columns: vectors side by side; strips: 1: each thread alone */
	int groups;     /* all: blocks for each multiprocessor */
	int splits;     /* columns: blocks that share a column; flat: parts whose tiles take turns */
	int load;       /* enum hint + 1 */
	int store;      /* enum hint + 1 */
	int tile;       /* exchange: the sides of the tile, a digit each, in 32s, powers of two; 9: a whole mode, of 128
	                   elements at most; of one digit: strips */
	int kind;       /* 2: the second of the kinds of kernel that suit the problem, and so on; the first */
};

/* The members of struct knobs, in the order in which they are printed. */
enum knob {
	KNOB_THREADS,
	KNOB_VECTOR,
	KNOB_UNROLL,
	KNOB_PER_ROW,
	KNOB_GROUPS,
	KNOB_SPLITS,
	KNOB_LOAD,
	KNOB_STORE,
	KNOB_TILE,
	KNOB_KIND,
};

enum { KNOB_COUNT = KNOB_KIND + 1 };

/* Every choice is left to the plan. */
bool knobs_are_free(const struct knobs *knobs);

/* What is read, or some of it, is asked to stay in the L2 cache. */
static inline bool knobs_keep(const struct knobs *knobs) {
	return knobs->load == HINT_EVICT_LAST + 1 || knobs->load == HINT_EVICT_REPEATED_LAST + 1;
}

int *knobs_at(struct knobs *knobs, enum knob knob);

/* The choices that are made, as the value of --set: "threads=512,unroll=2". */
void knobs_put(struct buf *out, const struct knobs *knobs);

/* Set the knob called "name". Returns false if there is none, or it is set. */
bool knobs_set(struct knobs *knobs, struct str name, int value);

/* "given", or "otherwise" where 0 leaves the choice. */
static inline int knob_choice(int given, int otherwise) {
	return given > 0 ? given : otherwise;
}

/*
 * What a search tries: for each knob a list of values that ends in -1; NULL leaves it to the plan. Vectors are as wide
 * as in the plan, and with "half_vectors" also half as wide; "any_vector" leaves them to the plan.
 */
struct space {
	const int *values[KNOB_COUNT];
	bool half_vectors;
	bool any_vector;
};

/* The knob of the tile is one digit: it asks for strips, with so many elements of a thread in each row. */
static inline bool knobs_ask_strips(const struct knobs *knobs) {
	return knobs->tile > 0 && knobs->tile < 10;
}

/*
 * Choices that are worth a trial beside the plan's own, as struct knobs has them; 0 leaves one to the plan. An access
 * is said in bytes, so that one line serves every type, and splits may be said as a multiple of the plan's.
 */
struct trial {
	int threads;
	int access;        /* bytes of one access */
	int unroll;
	int per_row;
	int groups;
	int splits;
	int more_splits;   /* times the plan's own */
	int rounds;        /* rows: only where a thread is done in so many rounds of "unroll" vectors; 0: always */
	int load;          /* enum hint + 1 */
	int store;
	int tile;
};

#endif
