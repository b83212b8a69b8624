#include "gpu/kinds/reduce.h"

#include <inttypes.h>

#include "base/number.h"
#include "gpu/device/device.h"
#include "gpu/modes.h"
#include "gpu/tiling.h"

static const char head[] = "static __device__ __forceinline__";

int reduce_partial_bytes(const struct plan *plan) {
	int bytes = problem_number_bytes(plan->problem);
	return bytes > 8 ? bytes : 8;
}

void reduce_take_halving(struct knobs *knobs) {
	knobs->threads = knobs->threads > 0 ? power_below(knobs->threads) : 0;
	knobs->per_row = knobs->per_row > 0 ? power_below(knobs->per_row) : 0;
}

int reduce_order_modes(const struct wanted *wanted, int first, struct mode *modes) {
	int count = 0;
	modes[count++] = wanted->modes[first];
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < wanted->count; i++) {
			if (i != first && wanted->modes[i].reduced == (pass == 0)) {
				modes[count++] = wanted->modes[i];
			}
		}
	}
	return count;
}

void reduce_set_view(struct algebra *al, struct plan *plan, const struct reduce_view *view) {
	int inputs = plan->inputs;
	plan->rank = 3;
	plan->reduced_mode = 1;
	plan->extent[0] = modes_extents_product(view->columns, view->column_modes);
	plan->extent[1] = plan->reduced;
	plan->extent[2] = modes_extents_product(view->batch, view->batch_modes);
	plan->batches = plan->extent[2];
	for (int k = 0; k <= inputs; k++) {
		struct layout columns = modes_layout(al, view->columns, view->column_modes, k);
		struct layout batch = modes_layout(al, view->batch, view->batch_modes, k);
		struct layout modes[3] = { columns, modes_layout(al, view->reduced, view->reduced_modes, k), batch };
		plan->view[k] = k < inputs ? layout_from_modes(al, modes, 3) : layout_of_modes(al, columns, batch);
	}
}

int reduce_accumulators(const struct plan *plan) {
	return plan->vector[0] < 4 ? plan->vector[0] : 4;
}

/* accumulate(acc, witness, t, v, block, r0, r1, ...), and for some elements of a vector, first to last-1. */
static void put_accumulate(struct emitter *em, int slots, bool some) {
	int width = em->plan->vector[0];
	const char *registers = emit_parameters(em, emit_text(em, "const union vec%d", width), " &r");
	emit_open(em, "%s void accumulate%s(math (&acc)[%d], const struct witness &witness, unsigned t, unsigned v,"
		" unsigned block, %s%s)", head, some ? "_some" : "", slots, registers, some ? ", int first, int last" : "");
	emit_line(em, "#pragma unroll");
	emit_open(em, "for (int e = 0; e < %d; e++)", width);
	if (some) {
		emit_open(em, "if (e >= first && e < last)");
	}
	emit_line(em, "acc[e %% %d] = combine(acc[e %% %d], element(witness, t, v + e, block, %s));", slots, slots,
		emit_operands(em, "r", ".e[e]"));
	if (some) {
		emit_close(em);
	}
	emit_close(em);
	emit_close(em);
}

void emit_reduce_functions(struct emitter *em, bool by_element, bool some) {
	int slots = by_element ? em->plan->vector[0] : reduce_accumulators(em->plan);
	put_accumulate(em, slots, false);
	if (some) {
		put_accumulate(em, slots, true);
	}
	device_put(em->out, device_lanes, device_lanes_size);
	if (em->plan->workspace_bytes > 0) {
		device_put(em->out, device_last, device_last_size);
	}
}

void emit_acc(struct emitter *em, int slots) {
	emit_line(em, "math acc[%d];", slots);
	emit_unrolled(em, "n", slots);
	emit_line(em, "acc[n] = neutral();");
	emit_close(em);
}

void emit_acc_total(struct emitter *em) {
	int slots = reduce_accumulators(em->plan);
	emit_line(em, "math total = acc[0];");
	if (slots > 1) {
		emit_line(em, "#pragma unroll");
		emit_open(em, "for (int n = 1; n < %d; n++)", slots);
		emit_line(em, "total = combine(total, acc[n]);");
		emit_close(em);
	}
}

void emit_accumulate(struct emitter *em, const char *v, bool some) {
	emit_line(em, "accumulate%s(acc, witness, t, %s, blockIdx.x, %s%s);", some ? "_some" : "", v,
		emit_operands(em, "r", "[u]"), some ? ", first, last" : "");
}

void emit_registers(struct emitter *em, int unroll) {
	for (int k = 0; k < em->plan->inputs; k++) {
		emit_line(em, "union vec%d%s r%d[%d];", em->plan->vector[0], emit_suffix(em, k), k, unroll);
	}
}

void emit_return_unless_last(struct emitter *em, int64_t blocks) {
	emit_open(em, "if (!is_last_of(counter, %" PRId64 "u))", blocks);
	emit_line(em, "return;");
	emit_close(em);
}

/* Bytes of the counters of "groups" groups: what lies behind them is aligned for any access. */
static int64_t counters_bytes(int64_t groups) {
	return number_ceil_div(groups * 8, VECTOR_BYTES) * VECTOR_BYTES;
}

int64_t reduce_workspace(const struct plan *plan, int64_t groups, int64_t own) {
	int64_t partials = plan->knobs.splits * own * reduce_partial_bytes(plan);
	return plan->knobs.splits > 1 ? counters_bytes(groups) + groups * partials : 0;
}

void emit_splits_workspace(struct emitter *em, const char *group, int64_t groups, int64_t own) {
	emit_line(em, "unsigned *counter = (unsigned *)(workspace + (long long)%s * 8);", group);
	emit_line(em, "math *partial = (math *)(workspace + %" PRId64 "ll) + (long long)%s * %" PRId64 "ll;",
		counters_bytes(groups), group, em->plan->knobs.splits * own);
}

/* Partial results that a thread loads before it waits for the first of them. */
enum { PARTIALS_IN_FLIGHT = 8 };

/* Partial results of "own" neighbours that one access has: 16 bytes of them, if they divide into those. */
static int partials_together(const struct plan *plan, int64_t own) {
	int bytes = problem_number_bytes(plan->problem);
	bool is_alone = reduce_is_arg(plan->problem->reduce) || bytes >= VECTOR_BYTES;
	return is_alone ? 1 : power_dividing(own, VECTOR_BYTES / bytes);
}

/*
 * Shares of the blocks' partial results: each thread adds those of "together" neighbouring columns that "shares" - 1
 * others leave to it, and has several loads under way at once, of the last block again where there are no more.
 */
static void put_shares(struct emitter *em, int64_t own, int64_t shares, int together) {
	const struct plan *plan = em->plan;
	int splits = plan->knobs.splits;
	int64_t items = own / together;
	int64_t each = number_ceil_div(splits, shares);
	int64_t flight = each < PARTIALS_IN_FLIGHT ? each : PARTIALS_IN_FLIGHT;
	int bytes = problem_number_bytes(plan->problem) * together;
	const char *bits = together == 1 ? "math" : bytes == VECTOR_BYTES ? "uint4" : "uint2";
	emit_dealt(em, "i", shares * items);
	emit_line(em, "const unsigned place = i %% %" PRId64 "u * %d;", items, together);
	emit_line(em, "math sum[%d];", together);
	emit_unrolled(em, "n", together);
	emit_line(em, "sum[n] = neutral();");
	emit_close(em);
	emit_open(em, "for (unsigned first = i / %" PRId64 "u; first < %du; first += %" PRId64 ")", items, splits,
		shares * flight);
	emit_line(em, "union { %s bits; math e[%d]; } read[%" PRId64 "];", bits, together, flight);
	for (int pass = 0; pass < 2; pass++) {
		emit_unrolled(em, "u", (int)flight);
		emit_line(em, "const unsigned s = first + u * %" PRId64 ";", shares);
		if (pass == 0) {
			emit_line(em, "read[u].bits = __ldcg((const %s *)(partial + (s < %du ? s : %du) * %" PRId64 " + place));",
				bits, splits, splits - 1, own);
		} else {
			emit_unrolled(em, "n", together);
			emit_line(em, "sum[n] = s < %du ? combine(sum[n], read[u].e[n]) : sum[n];", splits);
			emit_close(em);
		}
		emit_close(em);
	}
	emit_close(em);
	emit_unrolled(em, "n", together);
	emit_line(em, "parts[0][i / %" PRId64 "u * %" PRId64 " + place + n] = sum[n];", items, own);
	emit_close(em);
	emit_close(em);
	emit_line(em, "__syncthreads();");
}

/*
 * All threads add up partial results, as many shares of each total as there are threads and room for; what each column
 * then has is added by one.
 */
void emit_splits_total(struct emitter *em, int64_t own, int64_t room) {
	const struct plan *plan = em->plan;
	int splits = plan->knobs.splits;
	int together = partials_together(plan, own);
	int64_t shares = plan->threads / (own / together);
	shares = shares > room / own ? room / own : shares;
	shares = shares > splits ? splits : shares < 1 ? 1 : shares;
	emit_line(em, "partial[split * %" PRId64 " + c] = total;", own);
	emit_close(em);
	emit_return_unless_last(em, splits);
	put_shares(em, own, shares, together);
	emit_dealt(em, "c", own);
	emit_line(em, "math total = parts[0][c];");
	emit_line(em, "#pragma unroll");
	emit_open(em, "for (int s = 1; s < %" PRId64 "; s++)", shares);
	emit_line(em, "total = combine(total, parts[0][s * %" PRId64 " + c]);", own);
	emit_close(em);
}

void emit_counter_reset(struct emitter *em) {
	emit_open(em, "if (t == 0)");
	emit_line(em, "*counter = 0;");
	emit_close(em);
}

/* --- in words --- */

void describe_lanes(struct buf *out, int lanes, int step) {
	buf_put(out, "# lanes    shuffles xor");
	for (int d = lanes / 2; d >= step; d /= 2) {
		buf_printf(out, " %d", d);
	}
	buf_put_char(out, '\n');
}

void describe_vectors(struct buf *out, const struct plan *plan) {
	buf_printf(out, "# thread   %d vectors of %d elements, %d in flight\n", plan->iterations, plan->vector[0],
		plan_loads_at_once(plan));
}

void describe_blocks(struct buf *out, int64_t blocks) {
	buf_printf(out, "# blocks   %" PRId64 " through memory, added by the last to finish\n", blocks);
}
