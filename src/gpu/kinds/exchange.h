/*
 * What exchange.c, which makes the plan, and exchange_text.c, which puts the kernel, know of a tile of it.
 */
#ifndef GPU_KINDS_EXCHANGE_H
#define GPU_KINDS_EXCHANGE_H

#include "gpu/kinds/kind.h"

/* Modes of the view that tiles have more than one element of: the first two, or with an inner mode three. */
int exchange_modes(const struct plan *plan);

/* The elements of a tile along mode 0 (side 0), or across it (side 1), padding of an inner mode included. */
int64_t exchange_side(struct algebra *al, const struct plan *plan, int side);

/* The kernel: see "emit" of struct kind. */
void emit_exchange(struct emitter *em);

#endif
