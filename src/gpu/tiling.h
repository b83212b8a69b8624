/*
 * How a view is cut into tiles and a tile given to threads: what plans of all kinds are made with.
 */
#ifndef GPU_TILING_H
#define GPU_TILING_H

#include "gpu/plan.h"

/* extent:stride, (a,b):(c,d), and the layout whose modes are "a" and "b". */
struct layout layout_of_int(int64_t extent, int64_t stride);
struct layout layout_of_pair(struct algebra *al, int64_t a, int64_t b, int64_t c, int64_t d);
struct layout layout_of_modes(struct algebra *al, struct layout a, struct layout b);

/* The tiler whose mode i is "tiles[i]", one for each mode of the plan's view. */
void plan_set_tiler(struct algebra *al, struct plan *plan, const struct layout *tiles);

/* The same for tiles of "extents[i]" neighbours. */
void plan_set_tiles(struct algebra *al, struct plan *plan, const int64_t *extents);

/*
 * The widest vectors, at most "most" elements, that suit the view of the output and no contiguous operand forbids: sets
 * access and vector of every tensor and the order of the values in tv.
 */
void plan_choose_vectors(struct algebra *al, struct plan *plan, int most);

/* Divide "view" by the plan's tiler and compose the tile with "tv": (thread, value, block) to what "view" maps to. */
struct layout plan_partition(struct algebra *al, const struct plan *plan, struct layout view, struct layout tv);

/* What the number of a tile adds in "view". */
struct layout plan_rest(struct algebra *al, const struct plan *plan, struct layout view);

/*
 * Views of the padded extents: the numbers of the elements, in colexicographic order, and the coordinate of one mode.
 */
struct layout plan_numbers_view(struct algebra *al, const struct plan *plan);
struct layout plan_unit_view(struct algebra *al, const struct plan *plan, int i);

/* Fill in the padded extents that are not given, and the guards. */
void plan_pad(struct algebra *al, struct plan *plan);

/* "count", of "things" that each thread has; 1 after FAULT_LIMIT if it is no int. */
int plan_each(struct algebra *al, int64_t count, const char *things);

/* Fill in the numbers of threads, values and blocks from the map. */
void plan_count(struct algebra *al, struct plan *plan);

/* Fill in map, coordinates and guards from rank, extents, tiler and tv. A padded extent of 0 is left to the tile. */
void plan_finish_map(struct algebra *al, struct plan *plan);

/*
 * That "tv" puts every element of a tile of "size" elements into exactly one (thread, value). Otherwise
 * FAULT_INJECTIVE, with the element and its owners.
 */
void plan_check_tv(struct algebra *al, struct layout tv, int64_t size);

/* The extent of a tile in mode "i". */
int64_t plan_tile_extent(struct algebra *al, const struct plan *plan, int i);

#endif
