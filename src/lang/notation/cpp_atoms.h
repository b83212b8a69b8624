/*
 * Names of the hardware's atoms in C++ with what stands in angle brackets behind them, and of its layouts of shared
 * memory, GMMA::Layout_K_SW128_Atom<half_t>.
 */
#ifndef LANG_NOTATION_CPP_ATOMS_H
#define LANG_NOTATION_CPP_ATOMS_H

#include "lang/parser.h"

/* An atom, a layout of shared memory or an iterator of descriptors begins here. */
bool cpp_at_atom(struct parser *parser);

/*
 * atom-name [ "<" anything ">" ] [ "{" "}" ]: an MMA atom, or the name of a copy atom; or a layout of shared memory, or
 * the layout behind an iterator
 */
struct node *cpp_read_atom(struct parser *parser);

#endif
