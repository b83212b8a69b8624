/*
 * Pieces of kernels that go tile by tile, for code in which "t" is the thread, "v" the value and "block" the number of
 * the tile.
 */
#ifndef GPU_KINDS_TILE_H
#define GPU_KINDS_TILE_H

#include "gpu/kinds/kind.h"

/* The view is the problem itself. */
void tile_view_as_given(struct plan *plan);

/* So it is, and the tile and the thread-value layout the ones that were given. */
void tile_as_given(struct algebra *al, struct plan *plan);

/* "const long long oK = ...;": where thread and tile start in each of "tensors" tensors. */
void emit_tile_bases(struct emitter *em, int tensors, const char *indent);

/* "const bool inside = ...;": the tile has no padding. Returns false, and puts nothing, if none has. */
bool emit_tile_inside(struct emitter *em, const char *indent);

/* The loads of all values into r0, r1, ... */
void emit_tile_loads(struct emitter *em, const char *indent);

/* What a proof records of them. */
void emit_tile_visits(struct emitter *em, const char *indent);

/* "if (...) {" around value "v" of a tile with padding. */
void emit_tile_guard(struct emitter *em, const char *indent);

/* "a" to "h", or "out". */
void emit_tensor_name(struct emitter *em, int k);

/* The offset of value "v" in tensor "k". */
void emit_tile_offset(struct emitter *em, int k);

/* The walk over the tensor on the host. */
void tile_visit(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor);

#endif
