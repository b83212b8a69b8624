/*
 * What exchange.c, exchange_sides.c and exchange_strip.c, which make plans, and exchange_text.c, which puts the kernel,
 * know of a tile.
 */
#ifndef GPU_KINDS_EXCHANGE_H
#define GPU_KINDS_EXCHANGE_H

#include "gpu/kinds/kind.h"

/* The digit of a tile's knob that stands for a whole mode. */
enum { EXCHANGE_WHOLE = 9 };

/* Tensors of the problem: operands, then outputs. */
int exchange_tensors(const struct wanted *wanted);

/* Modes of the view that tiles have more than one element of: the first two, or with an inner mode three. */
int exchange_modes(const struct plan *plan);

/* The elements of a tile along mode 0 (side 0), or across it (side 1), padding of an inner mode included. */
int64_t exchange_side(struct algebra *al, const struct plan *plan, int side);

/* The elements of one access that suit all of the plan's staged tensors, whose number of bytes VECTOR_BYTES limits. */
int exchange_staged_most(const struct plan *plan);

/* How the tile of a block is cut, as the plan is made. */
struct cut {
	int along;             /* as that of the plan: the mode along which the direct tensors and the computation run */
	int staged;            /* tensors that go through shared memory */
	int64_t side[2];       /* of the tile */
	int vector;            /* elements of one access of direct tensors, along "along" */
	int staged_vector;     /* and of staged ones, along the other mode */
	int deep;              /* vectors of direct tensors across which a thread computes together */
	int64_t threads;
};

/* The widest access along "mode" in "tensor", "most" elements or fewer. */
int exchange_widest(const struct mode *modes, int count, int mode, int tensor, int most);

/* The elements that sides run along, padding of an inner mode included. "modes" are in the order of the view. */
void exchange_extents(const struct plan *plan, const struct mode *modes, int64_t extent[2]);

/* An inner mode is not padded where that would leave more than a fourth of the tile unused. */
bool exchange_keeps_inner(int64_t inner);

/*
 * Decide all of "cut" but "along" and "staged", which it says, and the plan's knobs of it; the plan knows what is
 * staged and its inner mode, which is padded to a power of two where no tile has it as it is. "modes" are those of
 * "wanted" in the order of the view.
 */
void exchange_cut(const struct wanted *wanted, struct plan *plan, const struct mode *modes, struct cut *cut);

/*
 * (thread, value) of a tile of "side" elements: threads side by side along mode "along", then across, with "vector"
 * times "deep" elements each; then more of these, across.
 */
struct layout exchange_tv(struct algebra *al, const int64_t side[2], int along, int vector, int deep, int threads);

/* The first two modes have strips along and across them. */
bool exchange_has_strip(const struct wanted *wanted);

/* Make it a plan of strips, which it has. */
void exchange_plan_strip(struct algebra *al, const struct wanted *wanted, struct plan *plan);

/* The kernel: see "emit" of struct kind. */
void emit_exchange(struct emitter *em);

#endif
