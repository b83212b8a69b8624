/*
 * The hardware's MMA and copy atoms by name, as CUTLASS 4.7 defines them. The tables are tab-separated text sorted by
 * name, compiled into the program:
 *
 *     mma:  name arch shape_mnk a_type b_type c_type d_type thr_id a_layout b_layout c_layout
 *     copy: name arch thr_id src_layout dst_layout ref_layout      (thread, bit) to bit
 *     smem: name bits layout                                          its swizzle acts on addresses in bytes
 */
#ifndef LANG_ATOMS_H
#define LANG_ATOMS_H

#include "algebra/composed.h"
#include "algebra/tiled.h"
#include "base/str.h"

enum { ATOM_COLUMNS_MAX = 11 };

/* One line of a table. */
struct atom_row {
	struct str columns[ATOM_COLUMNS_MAX];
	int count;
};

enum atom_table { ATOMS_MMA, ATOMS_COPY, ATOMS_SMEM };

/* Read the line at "*offset" and move it to the next one. Returns false at the end of the table. */
bool atoms_next(enum atom_table table, size_t *offset, struct atom_row *row);

/* The atom called "name"; faults when there is none, or when CUTLASS's own layouts are malformed. */
struct mma_atom atoms_find_mma(struct algebra *al, struct str name);

/* The copy atom called "name" with its layouts of bits. */
struct copy_atom atoms_find_copy(struct algebra *al, struct str name);

/*
 * The layout of shared memory called "name", GMMA::Layout_K_SW128_Atom, for elements of "bits" bits: coordinates to
 * elements, so that its swizzle acts on offsets of elements. Faults when there is none for this width.
 */
struct map atoms_find_smem(struct algebra *al, struct str name, int64_t bits);

/* Whether "table" has an atom called "name". */
bool atoms_have(enum atom_table table, struct str name);

#endif
