/*
 * Whose function a program of CuTe DSL means. cutlass.utils has helpers for Hopper and for Blackwell with the same
 * names, which the module in front tells apart: sm90_utils.make_smem_layout_epi, sm100_utils.make_smem_layout_epi. What
 * such a name stands for is what the program imports; without an import, what the examples of CUTLASS call so.
 */
#ifndef LANG_IMPORTS_H
#define LANG_IMPORTS_H

#include <stdbool.h>

#include "base/str.h"

/* One name of a program and what it imports as that; the names of a star are called "*". The last one first. */
struct import {
	struct str name;
	struct str module; /* "cutlass.utils" of both "from cutlass.utils import x" and "import cutlass.utils as x" */
	struct str member; /* "x" of the first, empty in the second; empty both for what is no import: name = value */
	const struct import *next;
};

/* A name with its modules in front: sm100_utils.make_smem_layout_a. */
struct helper {
	size_t front;     /* bytes of the modules in front, with the dot; 0 for none */
	const char *name; /* what the operation is called here; NULL: as the name behind the modules */
};

/*
 * Read the modules of helpers, and the name behind them, that "text" begins with. Returns false if it begins with none,
 * or with one that is no module of helpers in this program.
 */
bool imports_read(const struct import *imports, struct str text, struct helper *helper);

/* Whether operations depend on where a program has "name" from: it is one of a module of helpers, or of a helper. */
bool imports_matter(struct str name);

/* Whether "name", which the program calls without a module, is a helper that it has from elsewhere than CUTLASS. */
bool imports_are_foreign(const struct import *imports, struct str name);

#endif
