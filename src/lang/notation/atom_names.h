/* Atoms as C++ names them: SM90::GMMA::MMA_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>. */
#ifndef LANG_NOTATION_ATOM_NAMES_H
#define LANG_NOTATION_ATOM_NAMES_H

#include "lang/atoms.h"

/* Whether "name" looks like one: SM and digits, UniversalCopy, ... */
bool is_atom_name(struct str name);

/*
 * The name in the tables of the atom "name" with the template arguments "text", both as C++ writes them; "table" and
 * "resolved", which lives in "arena", receive it. Returns false if no table has it.
 */
bool atom_name_resolve(struct arena *arena, struct str name, struct str text, enum atom_table *table,
	struct str *resolved);

#endif
