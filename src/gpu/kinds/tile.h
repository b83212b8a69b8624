/*
 * Pieces of kernels that go tile by tile, for code in which "t" is the thread, "v" the value and "block" the number of
 * the tile. The address of a value is the sum of what block, thread and value add to it; where the thread-value layout
 * carries from one mode of the tile into the next (struct plan, "indexed"), it is what the tile has at their sum "m".
 */
#ifndef GPU_KINDS_TILE_H
#define GPU_KINDS_TILE_H

#include "gpu/kinds/kind.h"

/* "memory" with no more strides in a mode than it needs: a tile goes on beyond a mode of one stride. */
struct layout tile_memory(struct algebra *al, struct layout memory);

/* The view is the problem itself. */
void tile_view_as_given(struct algebra *al, struct plan *plan);

/* So it is, and the tile and the thread-value layout are the ones that were given. */
void tile_as_given(struct algebra *al, struct plan *plan);

/*
 * 0 if tiles of "tile" elements of "mode" lie in memory alike, but for where they begin. Otherwise the elements after
 * which there is another stride, and which tiles neither divide nor are a multiple of.
 */
int64_t tile_cut(struct algebra *al, struct layout mode, int64_t tile);

/*
 * A fault if tiles cut the memory of a tensor. "order" are the problem's modes in the order of the view; NULL: as they
 * are.
 */
void tile_check_memory(struct algebra *al, const struct plan *plan, const int *order);

/*
 * Whether the plan's access and coordinates are what the tile has at "tv", number by number, and "tv" gives each thread
 * the elements that "given" gives it. CuTe's conditions do not imply the first.
 */
bool tile_is_composed(struct algebra *al, const struct plan *plan, struct layout given);

/* Make the plan one with "indexed" set, whose vectors are single elements. */
void tile_index(struct algebra *al, struct plan *plan);

/* "const int oK = ...;", or "long long" where it takes that: where thread and tile start in tensor "k". */
void emit_tile_base(struct emitter *em, int k);

/* The same for each of "tensors" tensors. */
void emit_tile_bases(struct emitter *em, int tensors);

/* "const bool inside = ...;": the tile has no padding. Returns false, and puts nothing, if none has. */
bool emit_tile_inside(struct emitter *em);

/* "const unsigned v = ...;", and "m". */
void emit_tile_value(struct emitter *em, const char *v);

/* Where value "v" is in tensor "k". */
const char *emit_tile_place(struct emitter *em, int k);

/* The loads of all values into r0, r1, ... */
void emit_tile_loads(struct emitter *em);

/* "x0, x1, ...": value "v", with the loads made vector i of "width" elements, or loaded on its own. */
const char *emit_tile_loaded(struct emitter *em, const char *value);
const char *emit_tile_single(struct emitter *em);

/* The condition that value "v" of a tile with padding is none. */
const char *emit_tile_guard(struct emitter *em);

/* The walk over a tensor on the host. */
void tile_visit(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor);

#endif
