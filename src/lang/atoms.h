/*
 * The hardware's MMA and copy atoms by name, as CUTLASS 4.7 defines them. The tables are tab-separated text sorted by
 * name, compiled into the program:
 *
 *     mma:  name arch shape_mnk a_type b_type c_type d_type thr_id a_layout b_layout c_layout
 *     copy: name arch thr_id src_layout dst_layout ref_layout      (thread, bit) to bit
 */
#ifndef LANG_ATOMS_H
#define LANG_ATOMS_H

#include "algebra/tiled.h"
#include "base/str.h"

enum { ATOM_COLUMNS_MAX = 11 };

/* One line of a table. */
struct atom_row {
	struct str columns[ATOM_COLUMNS_MAX];
	int count;
};

enum atom_table { ATOMS_MMA, ATOMS_COPY };

/* Read the line at "*offset" and move it to the next one. Returns false at the end of the table. */
bool atoms_next(enum atom_table table, size_t *offset, struct atom_row *row);

/* The atom called "name"; faults when there is none, or when CUTLASS's own layouts are malformed. */
struct mma_atom atoms_find_mma(struct algebra *al, struct str name);

/* The copy atom called "name" with its layouts of bits. */
struct copy_atom atoms_find_copy(struct algebra *al, struct str name);

#endif
