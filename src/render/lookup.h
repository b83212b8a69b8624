/*
 * A map made ready for looking up many cells: the offsets of its modes in arrays, and what is done to their sum. Maps
 * whose images are coordinates, or that no such sum describes, are tabulated.
 */
#ifndef RENDER_LOOKUP_H
#define RENDER_LOOKUP_H

#include "algebra/composed.h"

enum { LOOKUP_STEPS = 8 };

struct lookup_step {
	int64_t add;
	struct swizzle swizzle;   /* of what the sum is then; no bits: none */
};

/* Coordinates are (row, column, panel): mode 0, mode 1, and the modes beyond it together. */
struct lookup {
	int64_t rows, columns, panels;
	const int64_t *row, *column, *panel;   /* offsets of each */
	int step_count;
	struct lookup_step steps[LOOKUP_STEPS];
	const int64_t *values;                 /* in place of the sum, by number of the coordinate; NULL if not used */
	const struct tuple *images;            /* coordinates in place of offsets; NULL if not used */
};

/* The number of coordinates of "map". FAULT_LIMIT where they are too many for a picture; 0 after a fault. */
int64_t lookup_cells(struct algebra *al, struct map map);

/* The offsets of all coordinates of "mode", and in "*count" how many; none after a fault. */
const int64_t *lookup_mode(struct algebra *al, struct layout mode, int64_t *count);

/*
 * Prepare "map", where all modes from 1 on are the columns if "one_panel". FAULT_TYPE for what has no shape,
 * FAULT_DOMAIN without coordinates, FAULT_LIMIT where there are too many; after a fault there are none.
 */
struct lookup lookup_init(struct algebra *al, struct map map, bool one_panel);

/* The same where only a part will be looked up: the coordinates of each mode must be few enough, not all together. */
struct lookup lookup_init_part(struct algebra *al, struct map map, bool one_panel);

static inline int64_t lookup_offset(const struct lookup *lookup, int64_t row, int64_t column, int64_t panel) {
	if (lookup->values != NULL) {
		return lookup->values[row + lookup->rows * (column + lookup->columns * panel)];
	}
	int64_t offset = lookup->row[row] + lookup->column[column] + lookup->panel[panel];
	for (int i = 0; i < lookup->step_count; i++) {
		offset = swizzle_apply(lookup->steps[i].swizzle, offset + lookup->steps[i].add);
	}
	return offset;
}

/* Offset at the coordinate of this number. */
int64_t lookup_at(const struct lookup *lookup, int64_t index);

static inline int64_t lookup_size(const struct lookup *lookup) {
	return lookup->rows * lookup->columns * lookup->panels;
}

#endif
