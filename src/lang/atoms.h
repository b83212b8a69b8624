/*
 * The hardware's MMA and copy atoms by name, as CUTLASS 4.7 defines them, and AMD's matrix instructions (arch gfx...),
 * as AMD's matrix instruction calculator and Triton give them; tools/amd_atoms.py asks these. The tables are
 * tab-separated text sorted by name, compiled into the program:
 *
 *     mma:  name arch shape_mnk a_type b_type c_type d_type thr_id a_layout b_layout c_layout
 *     copy: name arch thr_id src_layout dst_layout ref_layout      (thread, bit) to bit
 *     smem: name bits layout                                          its swizzle acts on addresses in bytes
 *     ptx:  name instruction d a b c                                  registers of a thread: uint32_t[4]; - for none
 *     proved: name verdict device driver date                         what the hardware said: "proved", or "malformed"
 *                                                                     or "different" (./dev gpu --atoms writes it)
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

enum atom_table { ATOMS_MMA, ATOMS_COPY, ATOMS_SMEM, ATOMS_PTX, ATOMS_PROVED };

/* Read the line at "*offset" and move it to the next one. Returns false at the end of the table. */
bool atoms_next(enum atom_table table, size_t *offset, struct atom_row *row);

/* The atom called "name"; faults when there is none, or when CUTLASS's own layouts are malformed. */
struct mma_atom atoms_find_mma(struct algebra *al, struct str name);

/* The same, but "*is_malformed" says whether the fault is that its A is no layout; A is then of no use, B and C are. */
struct mma_atom atoms_find_mma_as_is(struct algebra *al, struct str name, bool *is_malformed);

/* Whether "name" is one of a TMA operation, which is an atom with the bits that it moves: SM90_TMA_LOAD<131072>. */
bool atoms_is_tma(struct str name);

/* The copy atom called "name" with its layouts of bits. */
struct copy_atom atoms_find_copy(struct algebra *al, struct str name);

/*
 * The layout of shared memory called "name", GMMA::Layout_K_SW128_Atom, for elements of "bits" bits: coordinates to
 * elements, so that its swizzle acts on offsets of elements. The layouts of sparse operands are called
 * GMMA::Layout_K_SW128_SpAtom,S=2: their offsets count the elements with those that are not stored. Faults when there
 * is none for this width.
 */
struct map atoms_find_smem(struct algebra *al, struct str name, int64_t bits);

/*
 * The metadata of sparse wgmma with elements of "bits" bits: (thread, element) to m + M * k, in 32 bits a thread.
 * Source: CUTLASS, include/cute/atom/mma_traits_sm90_gmma_sparse.hpp, ELayout.
 */
struct layout atoms_wgmma_metadata(struct algebra *al, int bits);

/* The line of "table" for the atom called "name". Returns false if it has none. */
bool atoms_find(enum atom_table table, struct str name, struct atom_row *row);

/* Whether the name of an atom, in upper or lower case, contains "pattern", or matches it when that has * or ?. */
bool atoms_match(struct str name, const char *pattern);

/* Field "index" of the name of an atom, NAME<a,b,...>, without blanks in front; empty where it has none. */
struct str atom_field(struct str name, int index);

/* The type of what the MMA atom "name", which is known, has as A, B, C or D, 0 to 3. */
struct str atoms_mma_type(struct str name, int operand);

/* Whether "table" has an atom called "name". */
bool atoms_have(enum atom_table table, struct str name);

#endif
