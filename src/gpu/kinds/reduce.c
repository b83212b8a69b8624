#include "gpu/kinds/reduce.h"

#include <inttypes.h>

#include "gpu/device/device.h"
#include "gpu/tiling.h"

static const char head[] = "static __device__ __forceinline__";

int reduce_partial_bytes(const struct plan *plan) {
	int bytes = problem_number_bytes(plan->problem);
	return bytes > 8 ? bytes : 8;
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

int64_t reduce_workspace(const struct plan *plan, int64_t groups, int64_t own) {
	int64_t partials = plan->knobs.splits * own * reduce_partial_bytes(plan);
	return plan->knobs.splits > 1 ? groups * (8 + partials) : 0;
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

void emit_is_last(struct emitter *em, int64_t blocks) {
	emit_line(em, "__shared__ bool is_last;");
	emit_open(em, "if (t == 0)");
	emit_line(em, "is_last = atomicAdd(counter, 1u) == %" PRId64 "u;", blocks - 1);
	emit_close(em);
	emit_line(em, "__syncthreads();");
}

void emit_splits_workspace(struct emitter *em, const char *group, int64_t groups, int64_t own) {
	emit_line(em, "unsigned *counter = (unsigned *)workspace + %s;", group);
	emit_line(em, "math *partial = (math *)(workspace + %" PRId64 "ll) + (long long)%s * %" PRId64 "ll;", groups * 8,
		group, em->plan->knobs.splits * own);
}

/*
 * All threads add up partial results, as many shares of each total as there are threads and room for; what each column
 * then has is added by its first thread.
 */
void emit_splits_total(struct emitter *em, int64_t own, int64_t room) {
	const struct plan *plan = em->plan;
	int splits = plan->knobs.splits;
	int64_t shares = (plan->threads < room ? plan->threads : room) / own;
	shares = shares > splits ? splits : shares;
	emit_line(em, "partial[split * %" PRId64 " + c] = total;", own);
	emit_close(em);
	emit_line(em, "__threadfence();");
	emit_line(em, "__syncthreads();");
	emit_is_last(em, splits);
	emit_open(em, "if (!is_last)");
	emit_line(em, "return;");
	emit_close(em);
	emit_line(em, "__threadfence();");
	if (shares > 1) {
		emit_open(em, "if (t < %" PRId64 ")", shares * own);
		emit_line(em, "math total = neutral();");
		emit_line(em, "#pragma unroll 8");
		emit_open(em, "for (unsigned s = t / %" PRId64 "u; s < %du; s += %" PRId64 "u)", own, splits, shares);
		emit_line(em, "total = combine(total, __ldcg(partial + s * %" PRId64 " + t %% %" PRId64 "u));", own, own);
		emit_close(em);
		emit_line(em, "parts[0][t] = total;");
		emit_close(em);
		emit_line(em, "__syncthreads();");
	}
	emit_open(em, "for (unsigned c = t; c < %" PRId64 "; c += %d)", own, plan->threads);
	emit_line(em, "math total = neutral();");
	emit_line(em, "#pragma unroll %" PRId64, shares > 1 ? (shares < 16 ? shares : 16) : splits < 16 ? splits : 16);
	emit_open(em, "for (int s = 0; s < %" PRId64 "; s++)", shares > 1 ? shares : splits);
	emit_line(em, shares > 1 ? "total = combine(total, parts[0][s * %" PRId64 " + c]);" :
		"total = combine(total, __ldcg(partial + s * %" PRId64 " + c));", own);
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
		plan->knobs.unroll);
}

void describe_blocks(struct buf *out, int64_t blocks) {
	buf_printf(out, "# blocks   %" PRId64 " through memory, added by the last to finish\n", blocks);
}
