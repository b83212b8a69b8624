/*
 * Asking the hardware for the layouts of wgmma (SM90): A in registers or in shared memory, B in shared memory, D in
 * registers, and of the sparse ones the metadata.
 *
 * A has 1 at one place and 0 at all others; each element of B has a number of its own, of which one digit + 1 is
 * multiplied at a time, so that the type holds it exactly. So each place of D that is not 0 names the place of A and,
 * digit by digit, the place of B whose product it is. Tiles in shared memory lie as each canonical layout says, with
 * the descriptor that the algebra makes of it: a form. A tile wider than the instruction in k is asked in its last
 * part.
 *
 * Sparse: two of four (for tf32 one of two) elements along k are stored, which ones the metadata says, four bits for
 * two stored. With all metadata of one pattern the relation is as before; then A is 1 everywhere, the metadata of one
 * place has the other pattern, and D says which row and which four elements along k have changed.
 *
 * Source of the forms: PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions", and algebra/descriptor.h.
 */
#ifndef GPU_SILICON_WGMMA_H
#define GPU_SILICON_WGMMA_H

#include "algebra/descriptor.h"
#include "gpu/silicon.h"

enum { WGMMA_FORMS_MAX = 8, WGMMA_INSTRUCTION = 96, WGMMA_THREADS = 128, WGMMA_ROWS = 64 };

/*
 * "found" of a run is a list for each place of D and digit, or for each four bits of metadata, WGMMA_NIBBLES of a
 * thread: how many entries follow, and at most stored_k of them, or WGMMA_SLOTS. An entry is a place of A, or for the
 * metadata of D, above WGMMA_NUMBER_BITS bits with the number that was seen, WGMMA_NO_NUMBER if it is none. One place
 * of the metadata changes two places of D.
 */
enum { WGMMA_NUMBER_BITS = 12, WGMMA_NO_NUMBER = 0xfff, WGMMA_NIBBLES = 8, WGMMA_SLOTS = 4 };

/* How a tile lies in shared memory. */
struct wgmma_form {
	const char *name;              /* "K_SW128" */
	enum major major;
	struct layout plain;           /* (MN,K) of the instruction's tile to elements, before the swizzle */
	struct swizzle swizzle;        /* of bytes */
	int64_t start;                 /* byte of the first element */
	int64_t bytes;                 /* of the whole tile */
	uint64_t descriptor;           /* of a whole tile at address 0 */
};

struct wgmma_forms {
	int count;                     /* 0: in registers */
	struct wgmma_form form[WGMMA_FORMS_MAX];
};

struct wgmma_question {
	struct str name;
	char instruction[WGMMA_INSTRUCTION];
	struct registers d, a;         /* a.count is 0 if A is in shared memory */
	struct packed a_elements, b_elements, d_elements;
	bool is_sparse;
	int group;                     /* elements along k of which half are stored: 4, or 2; 1 if it is not sparse */
	struct mma_atom atom;          /* of a sparse one: A counts all elements, stored or not */
	struct layout metadata;        /* (thread, element of 4 bits * group) to m + M * k */
	struct wgmma_forms forms_a, forms_b;
	struct str code;               /* of its source, if it was compiled before; else empty */
};

/*
 * The form of the canonical layout "atom" (a swizzled layout of elements of "bits" bits) repeated to hold "mn" x "k".
 * Returns false where it does not divide them, or where no descriptor can say it.
 */
bool wgmma_form_make(struct algebra *al, struct map atom, int64_t bits, struct tuple mn_k, struct wgmma_form *out);

/* Set the instruction, of "types" "f32.f16.f16", and the number of D's registers, from the shape. */
void wgmma_complete(struct algebra *al, struct wgmma_question *question, const char *types, bool saturates);

/* What follows from a question, in elements and numbers. */
struct wgmma_sizes {
	int64_t n, k;
	int64_t stored_k;              /* elements of A along k that are stored */
	int64_t places_a, places_b, places_d;
	int values_d;                  /* of a thread */
	int digits, digit_bits;        /* that name each place of B */
};

struct wgmma_sizes wgmma_sizes(struct algebra *al, const struct wgmma_question *question);

/* One run: which forms, and which metadata, 0, 1 or, for the places of the metadata, WGMMA_METADATA. */
enum { WGMMA_METADATA = 2 };

struct wgmma_run {
	unsigned form_a, form_b, pattern;
};

/* How often a run is launched, once for each digit. */
int wgmma_digits(const struct wgmma_sizes *sizes, struct wgmma_run run);

/* Numbers of 32 bits that a run leaves in "found", which starts as 0. */
int64_t wgmma_words(const struct wgmma_sizes *sizes, struct wgmma_run run);

/* Run number "i": every form of A and of B at least once, both patterns. Returns false behind the last. */
bool wgmma_run_at(const struct wgmma_question *question, int i, struct wgmma_run *out);

#endif
