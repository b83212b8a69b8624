/* verify --atom: the atoms whose names match, asked of the hardware. */
#ifndef CLI_BENCH_ATOMS_H
#define CLI_BENCH_ATOMS_H

#include "cli/bench/options.h"

/* The name of the atom that the expression "text" is, or NULL, of which nothing is said. */
const char *bench_atom_name(struct arena *arena, const char *text);

/*
 * Ask the device of "options" about the atoms that match options->atom, a pattern or an expression, a line each.
 * Returns an exit code.
 */
int bench_atoms(const struct bench_options *options, struct arena *lasting);

#endif
