/*
 * Tiled MMAs and tiled copies drawn at random, for kernels that prove them: atoms, places of atoms and threads,
 * permutations, tiles, and memories with padding or a swizzle. The same numbers everywhere.
 */
#ifndef TESTS_RANDOM_TILES_H
#define TESTS_RANDOM_TILES_H

#include "tool/silicon_tiled.h"

struct random_tiles {
	uint64_t state;
	int drawn, refused;        /* of those that were drawn, for which there is no kernel */
	bool is_small;             /* few threads and elements */
};

void random_tiles_init(struct random_tiles *random, uint64_t seed);

/*
 * Draw until one has a kernel. Its request and question, evaluated by "ev", which was set up for it anew; texts live in
 * "arena".
 */
void random_tiles_next(struct random_tiles *random, struct arena *arena, struct evaluation *ev,
	struct tiled_request *request, struct tiled_subject *subject);

/* The command that asks for "request". */
const char *random_tiles_command(struct arena *arena, const struct tiled_request *request);

#endif
