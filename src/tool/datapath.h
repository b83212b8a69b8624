/*
 * The way of a tile of operand A: from global memory through a tiled copy into shared memory, from there by another
 * copy, ldmatrix as a rule, into the registers of a tiled MMA. A list names what there is of it, in this order:
 *
 *     (global layout, tiled copy, shared layout, tiled copy, tiled MMA)
 *
 * Layouts before the first copy are global memory, a layout behind it is shared memory; each part may be missing, but
 * a layout must be there: the shared one, or else the global one, gives the tile, of M rows and K columns. Elements of
 * the tile have numbers m + M * k.
 */
#ifndef TOOL_DATAPATH_H
#define TOOL_DATAPATH_H

#include "algebra/banks.h"
#include "lang/value.h"
#include "render/figure.h"

/*
 * Who has which element: [t * values + v] for the t-th thread, and the same the other way round, owners by thread and
 * then by value.
 */
struct deal {
	int64_t threads, values;
	const int64_t *numbers; /* of the threads, which rise; NULL for 0, 1, ... */
	const int32_t *elements;
	const int *begin; /* of the owners of each element, and the end of the last one's */
	const struct owner *owners;
};

/* The number of the "t"-th thread. */
static inline int deal_number(const struct deal *deal, int64_t t) {
	return (int)(deal->numbers != NULL ? deal->numbers[t] : t);
}

struct datapath {
	int64_t rows, columns; /* M and K */
	int bits;              /* of an element */
	const int64_t *global; /* offsets by element; NULL where the list has no such memory */
	const int64_t *shared;
	const struct named_tiled_copy *copy, *load;
	const struct named_tiled_mma *mma;
	struct deal read, written;     /* by "copy", source and destination; 0 threads where it is missing */
	struct deal addressed, loaded; /* by "load" */
	struct deal registers;         /* of operand A of "mma", ... */
	int64_t others;                /* ... N, the extent that A has not, ... */
	struct deal b, c;              /* ... and of B, with elements n + N * k, and C, m + M * n */
};

/* The groups of matrices that the picture of a path has: the cells of one show elements of one operand. */
enum { GROUP_A = 1,
	GROUP_B,
	GROUP_C };

/* Whether "value" is such a list: more than one part, layouts only before what copies, and a copy or an MMA. */
bool datapath_suits(const struct value *value);

/* Sort the owners of "deal", which has all but them, by element: there are "elements". */
void deal_list_owners(struct algebra *al, struct deal *deal, int64_t elements);

/*
 * Follow "value", for elements of "bits" bits, 0 for those of its copies, else 16. FAULT_TYPE for what is no such list,
 * FAULT_DOMAIN where the tile is no multiple of what a part does at once, FAULT_LIMIT beyond LIMIT_TABULATED_CELLS,
 * and for offsets in shared memory below 0 or beyond 31 bits.
 */
struct datapath datapath_make(struct algebra *al, const struct value *value, int bits);

/* Which instructions: the stores of the copy to shared memory, the loads behind them, the multiplications. */
enum path_step {
	PATH_STORE,
	PATH_LOAD,
	PATH_MULTIPLY,
};

/* The instructions of a warp, and the warps; 0 where the path has none such. */
int64_t datapath_instructions(const struct datapath *path, enum path_step step);
int64_t datapath_warps(const struct datapath *path, enum path_step step);

/*
 * The 8 x 8 matrices that an instruction of the atom moves, if it is ldmatrix, which "loads", or stmatrix; else 0. Its
 * layouts are those of "atom".
 */
int datapath_matrices(const struct named_copy_atom *named, const struct copy_atom *atom, bool *loads);

/* What the lanes of a warp move in one instruction. */
struct path_instruction {
	int values; /* of each lane, the first one's element at elements[lane * values] */
	int32_t elements[BANK_LANES * 16];
	int lanes;                    /* of the warp that there are */
	bool contiguous;              /* the values of each lane lie side by side, so that one instruction moves them */
	int matrices;                 /* of ldmatrix and stmatrix, whose rows of 16 bytes lanes address; 0 for others */
	struct wavefronts wavefronts; /* where they are contiguous */
};

enum { PATH_VALUES = 16 };

struct path_instruction datapath_instruction(const struct datapath *path, enum path_step step, int64_t warp,
	int64_t number);

#endif
