/* One function for each kind of plan: the text of its kernel, for either purpose. */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include "gpu/emit.h"

void emit_tiled(struct emitter *em);
void emit_transpose(struct emitter *em);
void emit_rows(struct emitter *em);
void emit_columns(struct emitter *em);
void emit_all(struct emitter *em);
void emit_tiles(struct emitter *em);

/*
 * Pieces of tiled kernels, for code in which "t" is the thread and "block" the number of the tile: where thread and
 * tile start in each tensor, whether the tile has no padding (returns false, and puts nothing, if none has), the loads
 * of all values into r0, r1, ..., what a proof records of them, and "if (...) {" around value "v" of a tile with
 * padding.
 */
void emit_tile_bases(struct emitter *em, const char *indent);
bool emit_tile_inside(struct emitter *em, const char *indent);
void emit_tile_loads(struct emitter *em, const char *indent);
void emit_tile_visits(struct emitter *em, const char *indent);
void emit_tile_guard(struct emitter *em, const char *indent);

/* The offset of value "v" in tensor "k". */
void emit_tile_offset(struct emitter *em, int k);

#endif
