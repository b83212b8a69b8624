/*
 * What kernels that reduce have in common: "accumulate" takes one vector of every operand into a few accumulators of a
 * thread; then lanes combine by shuffles, warps through shared memory, and where blocks share a result, the last of
 * them to finish combines what all have left in the workspace, in a fixed order.
 */
#ifndef GPU_KINDS_REDUCE_H
#define GPU_KINDS_REDUCE_H

#include "gpu/kinds/kind.h"

/* Bytes of a partial result in shared memory or the workspace: at least 8. */
int reduce_partial_bytes(const struct plan *plan);

/*
 * Round the threads of a block and of a row that were asked for down to powers of two: what they have comes together by
 * halves.
 */
void reduce_take_halving(struct knobs *knobs);

/* Put the modes of "wanted" into "modes": "first", which is kept, those that are reduced, others. Returns how many. */
int reduce_order_modes(const struct wanted *wanted, int first, struct mode *modes);

/* The modes of a view of three: columns, what is reduced of each, and what is a problem of its own. */
struct reduce_view {
	const struct mode *columns, *reduced, *batch;
	int column_modes, reduced_modes, batch_modes;
};

/* Give "plan" that view: rank, extents, the memory of operands, and that of the results over columns and batches. */
void reduce_set_view(struct algebra *al, struct plan *plan, const struct reduce_view *view);

/*
 * Bytes of the workspace of blocks that share results, in "groups" groups that finish together: a counter for each, and
 * "own" partial results of each block. 0 if none shares.
 */
int64_t reduce_workspace(const struct plan *plan, int64_t groups, int64_t own);

/* Accumulators of a thread for one result: enough to hide the latency of an addition. */
int reduce_accumulators(const struct plan *plan);

/*
 * The device functions accumulate, accumulate_some and lanes. "by_element": an accumulator for each of a vector;
 * "some": some vectors are taken in part.
 */
void emit_reduce_functions(struct emitter *em, bool by_element, bool some);

/* "math acc[slots];", neutral. */
void emit_acc(struct emitter *em, int slots);

/* "math total = ...;": the combination of all accumulators. */
void emit_acc_total(struct emitter *em);

/* Take vector r0[u], r1[u], ... whose first element is value "v"; with "some", its elements "first" to "last" - 1. */
void emit_accumulate(struct emitter *em, const char *v, bool some);

/* "union vecN rK[unroll];" for each operand. */
void emit_registers(struct emitter *em, int unroll);

/* Only the last of "blocks" blocks that come to "counter" goes on, with what all have written. */
void emit_return_unless_last(struct emitter *em, int64_t blocks);

/* "counter" and "partial" of the group of blocks "group", a C expression, in that workspace. */
void emit_splits_workspace(struct emitter *em, const char *group, int64_t groups, int64_t own);

/*
 * Within a loop over the columns c of a block that shares its "own" columns with others, behind its "total" of one, and
 * after it: blocks leave their totals in "partial", and only the last of them goes on, in a loop over c again, with the
 * "total" of all. The array "parts" in shared memory, no longer needed, has room for "room" elements.
 */
void emit_splits_total(struct emitter *em, int64_t own, int64_t room);

/* The counter is ready for the next launch. */
void emit_counter_reset(struct emitter *em);

/* The line on lanes that differ by "step" to "lanes" / 2. */
void describe_lanes(struct buf *out, int lanes, int step);

/* The line on the vectors of a thread. */
void describe_vectors(struct buf *out, const struct plan *plan);

/* The line on blocks that share results. */
void describe_blocks(struct buf *out, int64_t blocks);

#endif
