#include "gpu/kinds/reduce.h"

static const char head[] = "static __device__ __forceinline__";

int reduce_accumulators(const struct plan *plan) {
	return plan->vector[0] < 4 ? plan->vector[0] : 4;
}

/* accumulate(acc, r0, r1, ...): all elements of a vector; accumulate_some: elements first to last-1. */
static void emit_accumulate(struct emitter *em, bool by_element) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int slots = by_element ? width : reduce_accumulators(plan);
	for (int masked = 0; masked < 2; masked++) {
		buf_printf(em->out, "%s void %s(math (&acc)[%d]", head, masked == 1 ? "accumulate_some" : "accumulate", slots);
		for (int k = 0; k < plan->inputs; k++) {
			buf_printf(em->out, ", const union vec%d &r%d", width, k);
		}
		buf_put(em->out, masked == 1 ? ", int first, int last) {\n" : ") {\n");
		buf_printf(em->out, "\t#pragma unroll\n\tfor (int e = 0; e < %d; e++) {\n", width);
		for (int k = 0; k < plan->inputs; k++) {
			buf_printf(em->out, "\t\tconst math x%d = widen(r%d.e[e]);\n", k, k);
		}
		buf_put(em->out, "\t\tconst math y = prepare(");
		opexpr_put(em->out, plan->problem->op, plan->problem->dtype, "");
		buf_put(em->out, ");\n");
		if (masked == 1) {
			buf_printf(em->out,
				"\t\tif (e >= first && e < last) {\n\t\t\tacc[e %% %d] = combine(acc[e %% %d], y);\n\t\t}\n", slots,
				slots);
		} else {
			buf_printf(em->out, "\t\tacc[e %% %d] = combine(acc[e %% %d], y);\n", slots, slots);
		}
		buf_put(em->out, "\t}\n}\n");
	}
}

/* lanes(x, width, step): the combination over lanes that differ by multiples of "step" below "width". */
static void emit_lanes(struct emitter *em) {
	buf_printf(em->out,
		"%s math lanes(math x, int width, int step) {\n"
		"\t#pragma unroll\n"
		"\tfor (int d = width / 2; d >= step; d /= 2) {\n"
		"\t\tx = combine(x, __shfl_xor_sync(0xffffffffu, x, d));\n"
		"\t}\n"
		"\treturn x;\n}\n", head);
}

void emit_acc(struct emitter *em, int slots) {
	buf_printf(em->out,
		"\tmath acc[%d];\n\t#pragma unroll\n\tfor (int n = 0; n < %d; n++) {\n\t\tacc[n] = neutral();\n\t}\n",
		slots, slots);
}

void emit_acc_total(struct emitter *em, const char *name) {
	int slots = reduce_accumulators(em->plan);
	buf_printf(em->out, "\tmath %s = acc[0];\n", name);
	if (slots > 1) {
		buf_printf(em->out, "\t#pragma unroll\n\tfor (int n = 1; n < %d; n++) {\n\t\t%s = combine(%s, acc[n]);\n\t}\n",
			slots,
			name, name);
	}
}

void emit_accumulate_call(struct emitter *em, bool masked) {
	buf_put(em->out, masked ? "accumulate_some(acc" : "accumulate(acc");
	for (int k = 0; k < em->plan->inputs; k++) {
		buf_printf(em->out, ", r%d[u]", k);
	}
	buf_put(em->out, masked ? ", first, last);\n" : ");\n");
}

void emit_registers(struct emitter *em, int unroll, const char *indent) {
	for (int k = 0; k < em->plan->inputs; k++) {
		buf_printf(em->out, "%sunion vec%d r%d[%d];\n", indent, em->plan->vector[0], k, unroll);
	}
}

void emit_reduce_functions(struct emitter *em, bool by_element) {
	if (!emit_is_proof(em)) {
		emit_accumulate(em, by_element);
		emit_lanes(em);
	}
}

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
