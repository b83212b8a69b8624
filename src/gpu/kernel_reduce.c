/*
 * Reductions. All three kernels have the same parts: "accumulate" takes one vector of every operand into a few
 * accumulators of a thread; then lanes combine by shuffles, warps through shared memory, and where blocks share a
 * result, the last of them to finish combines what all have left in the workspace, in a fixed order.
 */
#include <stdio.h>

#include "gpu/kernels.h"

static const char head[] = "static __device__ __forceinline__";

/* Accumulators of a thread for one result: enough to hide the latency of an addition. */
static int accumulators(const struct plan *plan) {
	return plan->vector[0] < 4 ? plan->vector[0] : 4;
}

/* accumulate(acc, r0, r1, ...): all elements of a vector; accumulate_some: elements first to last-1. */
static void put_accumulate(struct emitter *em, bool by_element) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int slots = by_element ? width : accumulators(plan);
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
static void put_lanes(struct emitter *em) {
	buf_printf(em->out,
		"%s math lanes(math x, int width, int step) {\n"
		"\t#pragma unroll\n"
		"\tfor (int d = width / 2; d >= step; d /= 2) {\n"
		"\t\tx = combine(x, __shfl_xor_sync(0xffffffffu, x, d));\n"
		"\t}\n"
		"\treturn x;\n}\n", head);
}

/* block_total(x): the combination over a block, in thread 0. */
static void put_block_total(struct emitter *em) {
	int warps = em->plan->threads / 32;
	if (em->plan->threads < 32) {
		buf_printf(em->out, "%s math block_total(math x) {\n\treturn lanes(x, %d, 1);\n}\n", head, em->plan->threads);
		return;
	}
	buf_printf(em->out,
		"%s math block_total(math x) {\n"
		"\t__shared__ math parts[%d];\n"
		"\tx = lanes(x, 32, 1);\n"
		"\tif (threadIdx.x %% 32 == 0) {\n"
		"\t\tparts[threadIdx.x / 32] = x;\n"
		"\t}\n"
		"\t__syncthreads();\n"
		"\tif (threadIdx.x < 32) {\n"
		"\t\tx = threadIdx.x < %d ? parts[threadIdx.x] : neutral();\n"
		"\t\tx = lanes(x, %d, 1);\n"
		"\t}\n"
		"\t__syncthreads();\n"
		"\treturn x;\n}\n", head, warps, warps, warps);
}

static void put_acc(struct emitter *em, int slots) {
	buf_printf(em->out,
		"\tmath acc[%d];\n\t#pragma unroll\n\tfor (int n = 0; n < %d; n++) {\n\t\tacc[n] = neutral();\n\t}\n",
		slots, slots);
}

static void put_acc_total(struct emitter *em, const char *name) {
	int slots = accumulators(em->plan);
	buf_printf(em->out, "\tmath %s = acc[0];\n", name);
	if (slots > 1) {
		buf_printf(em->out, "\t#pragma unroll\n\tfor (int n = 1; n < %d; n++) {\n\t\t%s = combine(%s, acc[n]);\n\t}\n",
			slots,
			name, name);
	}
}

/* accumulate(acc, r0[u], r1[u], ...) with "first" and "last" when "masked". */
static void put_accumulate_call(struct emitter *em, bool masked) {
	buf_put(em->out, masked ? "accumulate_some(acc" : "accumulate(acc");
	for (int k = 0; k < em->plan->inputs; k++) {
		buf_printf(em->out, ", r%d[u]", k);
	}
	buf_put(em->out, masked ? ", first, last);\n" : ");\n");
}

static void put_registers(struct emitter *em, int unroll, const char *indent) {
	for (int k = 0; k < em->plan->inputs; k++) {
		buf_printf(em->out, "%sunion vec%d r%d[%d];\n", indent, em->plan->vector[0], k, unroll);
	}
}

/* --- rows and all: vectors "i" from "begin" on, "step" apart --- */

struct walk {
	const char *step;        /* between the vectors of a thread */
	const char *count;       /* number of vectors */
	int64_t full;            /* rounds of "unroll" vectors in which none is beyond "count"; -1: not known */
	bool more;               /* vectors may follow these rounds */
	bool masked_first;       /* the first vector may start with elements of another row */
	bool masked_last;        /* the last vector may hold fewer elements */
	struct layout offsets[OPERANDS_MAX]; /* of element number i * vector, added to the base; */
};

static void put_walk_load(struct emitter *em, const struct walk *walk, const char *indent) {
	for (int k = 0; k < em->plan->inputs; k++) {
		buf_printf(em->out, "%sr%d[u] = load%d(p%d + (", indent, k, em->plan->vector[0], k);
		emit_layout(em, walk->offsets[k], "j");
		buf_put(em->out, "));\n");
	}
}

static void put_walk_visit(struct emitter *em, const struct walk *walk, const char *indent) {
	int width = em->plan->vector[0];
	bool masked = walk->masked_first || walk->masked_last;
	if (masked) {
		buf_printf(em->out, "%sconst int first = j < start ? (int)(start - j) : 0;\n", indent);
		buf_printf(em->out, "%sconst int last = j + %d > end ? (int)(end - j) : %d;\n", indent, width, width);
	}
	buf_printf(em->out, "%sfor (int e = %s; e < %s; e++) {\n%s\tvisit(owners, counts, p + (", indent, masked ? "first" :
		"0",
		masked ? "last" : width == 1 ? "1" : "width", indent);
	emit_layout(em, walk->offsets[em->tensor], "j");
	buf_printf(em->out, ") + e, number + %lluull * ((unsigned long long)round * %d + e));\n%s\tvisits++;\n%s}\n",
		(unsigned long long)em->plan->threads, width, indent, indent);
}

static void put_walk_use(struct emitter *em, const struct walk *walk, const char *indent) {
	int width = em->plan->vector[0];
	if (!walk->masked_first && !walk->masked_last) {
		buf_put(em->out, indent);
		put_accumulate_call(em, false);
		return;
	}
	buf_printf(em->out, "%sif (j >= start && j + %d <= end) {\n%s\t", indent, width, indent);
	put_accumulate_call(em, false);
	buf_printf(em->out, "%s} else {\n", indent);
	buf_printf(em->out, "%s\tconst int first = j < start ? (int)(start - j) : 0;\n", indent);
	buf_printf(em->out, "%s\tconst int last = j + %d > end ? (int)(end - j) : %d;\n", indent, width, width);
	buf_printf(em->out, "%s\t", indent);
	put_accumulate_call(em, true);
	buf_printf(em->out, "%s}\n", indent);
}

/* A round of "unroll" vectors; with "guarded" those beyond "count" are left out. */
static void put_round(struct emitter *em, const struct walk *walk, bool guarded, const char *indent) {
	int unroll = em->plan->knobs.unroll;
	int width = em->plan->vector[0];
	put_registers(em, unroll, indent);
	for (int pass = 0; pass < 2; pass++) {
		buf_printf(em->out, "%s#pragma unroll\n%sfor (int u = 0; u < %d; u++) {\n", indent, indent, unroll);
		char inner[16];
		snprintf(inner, sizeof inner, "%s%s", indent, guarded ? "\t\t" : "\t");
		if (guarded) {
			buf_printf(em->out, "%s\tif (i + u * %s < %s) {\n", indent, walk->step, walk->count);
		}
		buf_printf(em->out, "%sconst index j = (i + u * %s) * %d;\n", inner, walk->step, width);
		if (pass == 0) {
			put_walk_load(em, walk, inner);
		} else {
			if (!walk->masked_first && !walk->masked_last) {
				buf_printf(em->out, "%s(void)j;\n", inner);
			}
			put_walk_use(em, walk, inner);
		}
		buf_put(em->out, guarded ? indent : "");
		buf_put(em->out, guarded ? "\t}\n" : "");
		buf_printf(em->out, "%s}\n", indent);
	}
}

static void put_walk(struct emitter *em, const struct walk *walk) {
	int unroll = em->plan->knobs.unroll;
	int width = em->plan->vector[0];
	if (emit_is_proof(em)) {
		buf_printf(em->out, "\tconst int width = %d;\n\t(void)width;\n", width);
		buf_printf(em->out,
			"\tfor (index i = begin, round = 0; i < %s; i += %s, round++) {\n\t\tconst index j = i * %d;\n",
			walk->count, walk->step, width);
		put_walk_visit(em, walk, "\t\t");
		buf_put(em->out, "\t}\n\tatomicAdd(&counts->visits, visits);\n");
		return;
	}
	buf_put(em->out, "\tindex i = begin;\n");
	if (walk->full > 0) {
		buf_printf(em->out, "\tfor (int round = 0; round < %lld; round++) {\n", (long long)walk->full);
		put_round(em, walk, false, "\t\t");
		buf_printf(em->out, "\t\ti += %d * %s;\n\t}\n", unroll, walk->step);
	}
	if (walk->full < 0 || walk->more) {
		buf_printf(em->out, "\tfor (; i < %s; i += %d * %s) {\n", walk->count, unroll, walk->step);
		put_round(em, walk, true, "\t\t");
		buf_put(em->out, "\t}\n");
	}
}

static void put_functions(struct emitter *em, bool by_element) {
	if (!emit_is_proof(em)) {
		put_accumulate(em, by_element);
		put_lanes(em);
	}
}

static void put_index_type(struct emitter *em) {
	double size = 1;
	for (int i = 0; i < em->plan->rank; i++) {
		size *= (double)em->plan->padded[i];
	}
	buf_printf(em->out, "typedef %s index;\n", size < 2.0e9 ? "unsigned" : "unsigned long long");
}

/* --- rows --- */

/* The operand's base address, or for a proof its offset, of the row; rows beyond the last are read as the last. */
static void put_row_bases(struct emitter *em) {
	const struct plan *plan = em->plan;
	for (int k = 0; k < plan->inputs; k++) {
		if (emit_is_proof(em) && k != em->tensor) {
			continue;
		}
		buf_printf(em->out, "\tconst long long base%d = (long long)(", k);
		emit_layout(em, layout_mode(plan->view[k], 1), "safe_row");
		buf_put(em->out, ");\n");
	}
	int first = emit_is_proof(em) ? em->tensor : 0;
	if (plan->windows) {
		buf_printf(em->out, "\tconst index start = (index)(base%d %% %d), end = start + %lldu;\n", first,
			plan->vector[0],
			(long long)plan->extent[0]);
		buf_printf(em->out, "\tconst index count = (end + %d) / %d;\n", plan->vector[0] - 1, plan->vector[0]);
	} else if (plan->extent[0] % plan->vector[0] != 0) {
		buf_printf(em->out, "\tconst index start = 0, end = %lldu;\n", (long long)plan->extent[0]);
	}
	for (int k = 0; k < plan->inputs; k++) {
		const char *shift = plan->windows ? " - start" : "";
		if (emit_is_proof(em) && k == em->tensor) {
			buf_printf(em->out, "\tconst long long p = base%d%s;\n", k, shift);
		} else if (!emit_is_proof(em)) {
			buf_printf(em->out, "\tconst elem *p%d = %c + base%d%s;\n", k, emit_operand(k), k, shift);
		}
	}
}

/* The total of a row, from its threads' totals: lanes of a warp, then warps through shared memory. */
static void put_row_total(struct emitter *em) {
	const struct plan *plan = em->plan;
	int per_row = plan->knobs.per_row;
	buf_printf(em->out, "\ttotal = lanes(total, %d, 1);\n", per_row < 32 ? per_row : 32);
	if (per_row <= 32) {
		return;
	}
	int warps = plan->threads / 32;
	int warps_per_row = per_row / 32;
	buf_printf(em->out,
		"\t__shared__ math parts[%d];\n\tif (t %% 32 == 0) {\n\t\tparts[t / 32] = total;\n\t}\n\t__syncthreads();\n",
		warps);
	buf_printf(em->out, "\tif (lane < 32) {\n\t\ttotal = lane < %d ? parts[t / 32 + lane] : neutral();\n",
		warps_per_row);
	buf_printf(em->out, "\t\ttotal = lanes(total, %d, 1);\n\t}\n", warps_per_row);
}

void emit_rows(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int per_row = plan->knobs.per_row;
	int rows = plan->threads / per_row;
	int64_t vectors = (plan->extent[0] + width - 1) / width;
	struct walk walk = { .more = true };
	char step[16];
	char count[32];
	snprintf(step, sizeof step, "%du", per_row);
	snprintf(count, sizeof count, "%lldu", (long long)vectors);
	walk.step = step;
	walk.count = plan->windows ? "count" : count;
	walk.masked_first = plan->windows;
	walk.masked_last = plan->windows || plan->extent[0] % width != 0;
	int64_t round = (int64_t)per_row * plan->knobs.unroll;
	walk.full = plan->windows ? plan->extent[0] / width / round : vectors / round;
	walk.more = plan->windows || vectors % round != 0;
	for (int k = 0; k < plan->inputs; k++) {
		walk.offsets[k] = layout_mode(plan->view[k], 0);
		if (width > 1) {
			walk.offsets[k] = (struct layout){ tuple_int(plan->padded[0]), tuple_int(1) };
		}
	}
	put_index_type(em);
	put_functions(em, false);
	emit_signature(em);
	buf_printf(em->out, "\tconst unsigned t = threadIdx.x;\n\tconst unsigned lane = t %% %du;\n", per_row);
	buf_printf(em->out, "\tconst unsigned row = blockIdx.x * %du + t / %du;\n", rows, per_row);
	if (plan->guarded[1]) {
		buf_printf(em->out, "\tconst unsigned safe_row = row < %lldu ? row : %lldu;\n", (long long)plan->extent[1],
			(long long)plan->extent[1] - 1);
	} else {
		buf_put(em->out, "\tconst unsigned safe_row = row;\n");
	}
	put_row_bases(em);
	buf_put(em->out, "\tconst index begin = lane;\n");
	if (emit_is_proof(em)) {
		buf_printf(em->out,
			"\tunsigned long long visits = 0;\n\tconst unsigned long long number = t + %lluull * blockIdx.x;\n",
			(unsigned long long)plan->threads * (unsigned long long)plan->values);
		if (plan->guarded[1]) {
			buf_printf(em->out, "\tif (row >= %lldu) {\n\t\treturn;\n\t}\n", (long long)plan->extent[1]);
		}
		put_walk(em, &walk);
		buf_put(em->out, "}\n");
		return;
	}
	put_acc(em, accumulators(plan));
	put_walk(em, &walk);
	put_acc_total(em, "total");
	put_row_total(em);
	buf_put(em->out, "\tif (lane == 0");
	if (plan->guarded[1]) {
		buf_printf(em->out, " && row < %lldu", (long long)plan->extent[1]);
	}
	buf_put(em->out, ") {\n\t\tout[");
	emit_layout(em, plan->view[plan->inputs], "row");
	buf_put(em->out, "] = narrow(finish(total));\n\t}\n}\n");
}

/* --- all --- */

void emit_all(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int64_t vectors = (plan->extent[0] + width - 1) / width;
	int64_t together = plan->blocks * plan->threads;
	struct walk walk = { .masked_last = plan->extent[0] % width != 0 };
	char step[24];
	char count[32];
	snprintf(step, sizeof step, "%lldu", (long long)together);
	snprintf(count, sizeof count, "%lldu", (long long)vectors);
	walk.step = step;
	walk.count = count;
	walk.full = vectors / (together * plan->knobs.unroll);
	walk.more = vectors % (together * plan->knobs.unroll) != 0;
	for (int k = 0; k < plan->inputs; k++) {
		walk.offsets[k] = layout_mode(plan->view[k], 0);
	}
	put_index_type(em);
	put_functions(em, false);
	if (!emit_is_proof(em)) {
		put_block_total(em);
	}
	emit_signature(em);
	buf_printf(em->out, "\tconst unsigned t = threadIdx.x;\n\tconst index begin = (index)blockIdx.x * %du + t;\n",
		plan->threads);
	if (walk.masked_last) {
		buf_printf(em->out, "\tconst index start = 0, end = %lldu;\n", (long long)plan->extent[0]);
	}
	if (emit_is_proof(em)) {
		buf_printf(em->out, "\tconst long long p = 0;\n\tunsigned long long visits = 0;\n"
			"\tconst unsigned long long number = t + %lluull * blockIdx.x;\n",
			(unsigned long long)plan->threads * (unsigned long long)plan->values);
		put_walk(em, &walk);
		buf_put(em->out, "}\n");
		return;
	}
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(em->out, "\tconst elem *p%d = %c;\n", k, emit_operand(k));
	}
	put_acc(em, accumulators(plan));
	put_walk(em, &walk);
	put_acc_total(em, "total");
	buf_put(em->out, "\ttotal = block_total(total);\n");
	if (plan->blocks == 1) {
		buf_put(em->out, "\tif (t == 0) {\n\t\tout[0] = narrow(finish(total));\n\t}\n}\n");
		return;
	}
	buf_printf(em->out,
		"\tunsigned *counter = (unsigned *)workspace;\n"
		"\tmath *partial = (math *)(workspace + 8);\n"
		"\t__shared__ bool is_last;\n"
		"\tif (t == 0) {\n"
		"\t\tpartial[blockIdx.x] = total;\n"
		"\t\t__threadfence();\n"
		"\t\tis_last = atomicAdd(counter, 1u) == %lldu;\n"
		"\t}\n"
		"\t__syncthreads();\n"
		"\tif (is_last) {\n"
		"\t\t__threadfence();\n"
		"\t\ttotal = neutral();\n"
		"\t\tfor (unsigned n = t; n < %lldu; n += %du) {\n"
		"\t\t\ttotal = combine(total, __ldcg(partial + n));\n"
		"\t\t}\n"
		"\t\ttotal = block_total(total);\n"
		"\t\tif (t == 0) {\n"
		"\t\t\tout[0] = narrow(finish(total));\n"
		"\t\t\t*counter = 0;\n"
		"\t\t}\n"
		"\t}\n}\n", (long long)plan->blocks - 1, (long long)plan->blocks, plan->threads);
}

/* --- columns --- */

/* Columns of a strip that are its own. */
static int strip_width(const struct plan *plan) {
	return plan->knobs.per_row * plan->vector[0] - plan->overlap;
}

/* Vectors of rows "row", "row + deep", ... from "round" on. */
static void put_column_round(struct emitter *em, bool guarded) {
	const struct plan *plan = em->plan;
	int unroll = plan->knobs.unroll;
	int deep = plan->threads / plan->knobs.per_row;
	put_registers(em, unroll, "\t\t\t");
	for (int pass = 0; pass < 2; pass++) {
		buf_printf(em->out, "\t\t\t#pragma unroll\n\t\t\tfor (int u = 0; u < %d; u++) {\n", unroll);
		buf_printf(em->out, "\t\t\t\tconst unsigned row = first_row + (round + u) * %du;\n", deep);
		if (guarded) {
			buf_printf(em->out, "\t\t\t\tif (round + u < %d && row < %lldu) {\n", plan->iterations,
				(long long)plan->extent[1]);
		} else {
			buf_put(em->out, "\t\t\t\t{\n");
		}
		if (pass == 0) {
			for (int k = 0; k < plan->inputs; k++) {
				buf_printf(em->out, "\t\t\t\t\tr%d[u] = load%d(p%d + (long long)(", k, plan->vector[0], k);
				emit_layout(em, layout_mode(plan->view[k], 1), "row");
				buf_put(em->out, "));\n");
			}
		} else {
			buf_put(em->out, "\t\t\t\t\t");
			put_accumulate_call(em, false);
		}
		buf_put(em->out, "\t\t\t\t}\n\t\t\t}\n");
	}
}

/* Threads with the same columns combine: lanes by shuffles, then groups of lanes through shared memory. */
static void put_column_total(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int per_row = plan->knobs.per_row;
	int warp = plan->threads < 32 ? plan->threads : 32;
	int groups = per_row >= warp ? plan->threads / per_row : plan->threads / warp;
	if (per_row < warp) {
		buf_printf(em->out,
			"\t#pragma unroll\n\tfor (int n = 0; n < %d; n++) {\n\t\tacc[n] = lanes(acc[n], %d, %d);\n\t}\n", width,
			warp, per_row);
	}
	buf_printf(em->out, "\t__shared__ math parts[%d][%d];\n", groups, strip_width(plan));
	if (plan->windows) {
		buf_printf(em->out,
			"\t#pragma unroll\n\tfor (int n = 0; n < %d; n++) {\n"
			"\t\tconst int c = (int)x * %d + n - start;\n"
			"\t\tif (c >= 0 && c < %d) {\n\t\t\tparts[y][c] = acc[n];\n\t\t}\n\t}\n\t__syncthreads();\n",
			width, width, strip_width(plan));
		return;
	}
	if (per_row < warp) {
		buf_printf(em->out, "\tif (t %% %d < %d) {\n", warp, per_row);
	} else {
		buf_put(em->out, "\t{\n");
	}
	buf_printf(em->out,
		"\t\t#pragma unroll\n\t\tfor (int n = 0; n < %d; n++) {\n\t\t\tparts[t / %d][x * %d + n] = acc[n];\n\t\t}\n"
		"\t}\n"
		"\t__syncthreads();\n", width, per_row < warp ? warp : per_row, width);
}

/* The end of a kernel whose block has all rows of its columns, or shares them with other blocks. */
static void put_column_results(struct emitter *em) {
	const struct plan *plan = em->plan;
	int columns = strip_width(plan);
	int per_row = plan->knobs.per_row;
	int warp = plan->threads < 32 ? plan->threads : 32;
	int groups = per_row >= warp ? plan->threads / per_row : plan->threads / warp;
	int splits = plan->knobs.splits;
	char position[160];
	snprintf(position, sizeof position, "(strip * %du + c)", columns);
	buf_printf(em->out, "\tfor (unsigned c = t; c < %d; c += %d) {\n\t\tmath total = parts[0][c];\n", columns,
		plan->threads);
	buf_printf(em->out,
		"\t\t#pragma unroll\n\t\tfor (int g = 1; g < %d; g++) {\n\t\t\ttotal = combine(total, parts[g][c]);\n\t\t}\n",
		groups);
	if (splits > 1) {
		buf_printf(em->out, "\t\tpartial[split * %d + c] = total;\n\t}\n", columns);
		buf_printf(em->out,
			"\t__threadfence();\n\t__syncthreads();\n"
			"\t__shared__ bool is_last;\n"
			"\tif (t == 0) {\n\t\tis_last = atomicAdd(counter, 1u) == %du;\n\t}\n"
			"\t__syncthreads();\n\tif (!is_last) {\n\t\treturn;\n\t}\n\t__threadfence();\n", splits - 1);
		buf_printf(em->out, "\tfor (unsigned c = t; c < %d; c += %d) {\n\t\tmath total = neutral();\n", columns,
			plan->threads);
		buf_printf(em->out, "\t\t#pragma unroll %d\n\t\tfor (int s = 0; s < %d; s++) {\n"
			"\t\t\ttotal = combine(total, __ldcg(partial + s * %d + c));\n\t\t}\n", splits < 16 ? splits : 16, splits,
			columns);
	}
	buf_printf(em->out, "\t\tconst unsigned column = %s;\n\t\tif (column < %lldu) {\n\t\t\tout[(long long)(", position,
		(long long)plan->extent[0]);
	emit_layout(em, layout_mode(plan->view[plan->inputs], 0), "column");
	buf_put(em->out, ") + (long long)(");
	emit_layout(em, layout_mode(plan->view[plan->inputs], 1), "batch");
	buf_put(em->out, ")] = narrow(finish(total));\n\t\t}\n\t}\n");
	buf_put(em->out, splits > 1 ? "\tif (t == 0) {\n\t\t*counter = 0;\n\t}\n}\n" : "}\n");
}

static void put_column_start(struct emitter *em) {
	const struct plan *plan = em->plan;
	int per_row = plan->knobs.per_row;
	buf_printf(em->out, "\tconst unsigned t = threadIdx.x;\n\tconst unsigned x = t %% %du, y = t / %du;\n", per_row,
		per_row);
	buf_printf(em->out, "\tconst unsigned strip = blockIdx.x %% %lldu;\n", (long long)plan->strips);
	buf_printf(em->out, "\tconst unsigned split = blockIdx.x / %lldu %% %du;\n", (long long)plan->strips,
		plan->knobs.splits);
	buf_printf(em->out, "\tconst unsigned batch = blockIdx.x / %lldu;\n", (long long)plan->strips * plan->knobs.splits);
	buf_printf(em->out, "\tconst unsigned first_row = split * %lldu + y;\n", (long long)plan->rows_per_split);
	if (!plan->windows) {
		buf_printf(em->out, "\tconst int column = (int)((strip * %du + x) * %du);\n", per_row, plan->vector[0]);
	} else {
		int k = emit_is_proof(em) ? em->tensor : 0;
		buf_put(em->out, "\tconst int start = (int)(((long long)(");
		emit_layout(em, layout_mode(plan->view[k], 1), "first_row");
		buf_put(em->out, ") + (long long)(");
		emit_layout(em, layout_mode(plan->view[k], 2), "batch");
		buf_printf(em->out, ")) %% %d);\n", plan->vector[0]);
		buf_printf(em->out, "\tconst int own = (int)(strip * %du);\n", strip_width(plan));
		buf_printf(em->out, "\tconst int column = own + (int)(x * %du) - start;\n", plan->vector[0]);
	}
	buf_put(em->out, "\t(void)batch;\n");
}

static void put_column_visits(struct emitter *em) {
	const struct plan *plan = em->plan;
	int deep = plan->threads / plan->knobs.per_row;
	int width = plan->vector[0];
	struct layout view = plan->view[em->tensor];
	buf_put(em->out, "\tunsigned long long visits = 0;\n");
	buf_printf(em->out,
		"\tfor (unsigned round = 0; round < %d; round++) {\n\t\tconst unsigned row = first_row + round * %du;\n",
		plan->iterations, deep);
	buf_printf(em->out, "\t\tfor (int e = 0; row < %lldu && e < %d; e++) {\n", (long long)plan->extent[1], width);
	if (plan->windows) {
		buf_printf(em->out, "\t\t\tif (column + e >= own && column + e < own + %d && column + e < %lld) {\n",
			strip_width(plan), (long long)plan->extent[0]);
	} else {
		buf_printf(em->out, "\t\t\tif (column + e < %lld) {\n", (long long)plan->extent[0]);
	}
	buf_put(em->out, "\t\t\t\tvisit(owners, counts, column + e");
	static const char *const variables[3] = { "", "row", "batch" };
	for (int i = 1; i < 3; i++) {
		buf_put(em->out, " + (long long)(");
		emit_layout(em, layout_mode(view, i), variables[i]);
		buf_put_char(em->out, ')');
	}
	buf_printf(em->out,
		", t + %dull * (round * %d + e + %dull * blockIdx.x));\n\t\t\t\tvisits++;\n\t\t\t}\n\t\t}\n\t}\n",
		plan->threads, width, plan->values);
	buf_put(em->out, "\tatomicAdd(&counts->visits, visits);\n}\n");
}

void emit_columns(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int columns = strip_width(plan);
	int unroll = plan->knobs.unroll;
	put_functions(em, true);
	emit_signature(em);
	put_column_start(em);
	if (emit_is_proof(em)) {
		put_column_visits(em);
		return;
	}
	if (plan->knobs.splits > 1) {
		int64_t groups = plan->strips * plan->batches;
		buf_printf(em->out, "\tunsigned *counter = (unsigned *)workspace + (batch * %lldu + strip);\n",
			(long long)plan->strips);
		buf_printf(em->out,
			"\tmath *partial = (math *)(workspace + %lldll) + (long long)(batch * %lldu + strip) * %lldll;\n",
			(long long)groups * 8, (long long)plan->strips, (long long)plan->knobs.splits * columns);
	}
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(em->out, "\tconst elem *p%d = %c + column + (long long)(", k, emit_operand(k));
		emit_layout(em, layout_mode(plan->view[k], 2), "batch");
		buf_put(em->out, ");\n");
	}
	put_acc(em, width);
	bool ragged = plan->guarded[0];
	buf_put(em->out, ragged ? "" : "\t{\n");
	if (ragged) {
		buf_printf(em->out, "\tif (column < %lld) {\n", (long long)plan->extent[0]);
	}
	bool exact = !plan->guarded[1];
	int full = exact ? plan->iterations / unroll : 0;
	if (full > 0) {
		buf_printf(em->out, "\t\tfor (unsigned round = 0; round < %d; round += %d) {\n", full * unroll, unroll);
		put_column_round(em, false);
		buf_put(em->out, "\t\t}\n");
	}
	if (full * unroll < plan->iterations) {
		buf_printf(em->out, "\t\tfor (unsigned round = %d; round < %d; round += %d) {\n", full * unroll,
			plan->iterations, unroll);
		put_column_round(em, true);
		buf_put(em->out, "\t\t}\n");
	}
	buf_put(em->out, "\t}\n");
	put_column_total(em);
	put_column_results(em);
}
