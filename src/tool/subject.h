/* The layouts that "check" looks at when it is given an expression: one, or those of an atom's operands. */
#ifndef TOOL_SUBJECT_H
#define TOOL_SUBJECT_H

#include "lang/value.h"

enum { SUBJECTS_MAX = 3 };

struct subject {
	const char *operand;   /* "A", "B", "C" of an MMA, "S", "D" of a copy; NULL for a layout */
	struct map map;
	bool has_tile;
	struct tuple tile;
	bool is_part;          /* a tile or a partition of a tensor */
	bool shares_threads;   /* an operand of an MMA that several threads hold, as the MMA means it */
	bool by_descriptor;    /* the hardware reads it as a whole, with a descriptor: no thread loads a value of its own */
	bool by_umma;             /* of that one: tcgen05.mma does, not wgmma */
	struct tuple instruction; /* of that one: the extents of the tile that an instruction reads at once */
};

/*
 * Store the layouts of "value" in "subjects" and return their number: a layout; the layout of a pair (tiler, layout)
 * over its tile; A, B and C of an MMA atom or a tiled MMA over M x K, N x K and M x N; source and destination of a
 * copy atom or a tiled copy over its tile. Only the one called "operand" unless that is NULL. Faults if there is none.
 */
int subjects_from_value(struct algebra *al, const struct value *value, const char *operand, struct subject *subjects);

/* Each of "threads" threads has a row of "values" neighbours, over the tile (threads, values). */
struct subject subject_of_rows(struct algebra *al, int64_t threads, int64_t values);

/*
 * "a", which gives coordinates, with numbers in their place: its strides 1@i count the cells of "box"
 * colexicographically. FAULT_DOMAIN if a coordinate lies outside the box.
 */
struct layout layout_number_coordinates(struct algebra *al, struct layout a, struct tuple box);

#endif
