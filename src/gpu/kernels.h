/* One function for each kind of plan: the text of its kernel, for either purpose. */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include "gpu/emit.h"

void emit_tiled(struct emitter *em);
void emit_transpose(struct emitter *em);
void emit_rows(struct emitter *em);
void emit_columns(struct emitter *em);
void emit_all(struct emitter *em);

#endif
