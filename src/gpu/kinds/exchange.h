/*
 * What exchange.c and exchange_strip.c, which make plans, and exchange_text.c, which puts the kernel, know of a tile.
 */
#ifndef GPU_KINDS_EXCHANGE_H
#define GPU_KINDS_EXCHANGE_H

#include "gpu/kinds/kind.h"

/* Modes of the view that tiles have more than one element of: the first two, or with an inner mode three. */
int exchange_modes(const struct plan *plan);

/* The elements of a tile along mode 0 (side 0), or across it (side 1), padding of an inner mode included. */
int64_t exchange_side(struct algebra *al, const struct plan *plan, int side);

/* Bytes of the widest access. */
enum { VECTOR_BYTES = 16 };

/* The elements of one access that suit all of the plan's staged tensors, whose number of bytes VECTOR_BYTES limits. */
int exchange_staged_most(const struct plan *plan);

/*
 * (thread, value) of a tile of "side" elements: threads side by side along mode "along", then across, with "vector"
 * times "deep" elements each; then more of these, across.
 */
struct layout exchange_tv(struct algebra *al, const int64_t side[2], int along, int vector, int deep, int threads);

/* Make it a plan of strips, of which the problem has two modes. Returns false, and does nothing, if it has no such. */
bool exchange_plan_strip(struct algebra *al, const struct wanted *wanted, struct plan *plan);

/* The kernel: see "emit" of struct kind. */
void emit_exchange(struct emitter *em);

#endif
