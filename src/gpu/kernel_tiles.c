/*
 * Reductions with a thread-value layout that was given. A block goes along the reduced mode tile by tile; each thread
 * adds its values to its accumulators. At the end lanes combine by shuffles, threads through shared memory (fold.h).
 */
#include <stdio.h>

#include "gpu/fold.h"
#include "gpu/kernels.h"

static void put_table(struct emitter *em, const char *type, const char *name, const int *values, int count) {
	buf_printf(em->out, "static __device__ constexpr %s %s[%d] = {", type, name, count);
	for (int i = 0; i < count; i++) {
		buf_printf(em->out, "%s%d,", i % 32 == 0 ? "\n\t" : "", values[i]);
	}
	buf_put(em->out, "\n};\n");
}

/* "const math y = ...;" of the operands x0, x1, ... */
static void put_element(struct emitter *em, const char *indent) {
	buf_printf(em->out, "%sconst math y = prepare(", indent);
	opexpr_put(em->out, em->plan->problem->op, em->plan->problem->dtype, "");
	buf_printf(em->out, ");\n%sacc[slot[v]] = combine(acc[slot[v]], y);\n", indent);
}

static void put_tile_without_padding(struct emitter *em, const char *indent) {
	const struct plan *plan = em->plan;
	emit_tile_loads(em, indent);
	buf_printf(em->out, "%s#pragma unroll\n%sfor (unsigned v = 0; v < %d; v++) {\n", indent, indent, plan->values);
	char inner[16];
	snprintf(inner, sizeof inner, "%s\t", indent);
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(em->out, "%sconst math x%d = widen(r%d[v / %d].e[v %% %d]);\n", inner, k, k, plan->vector[k],
			plan->vector[k]);
	}
	put_element(em, inner);
	buf_printf(em->out, "%s}\n", indent);
}

/* Value by value, those in the padding left out. */
static void put_tile_with_padding(struct emitter *em) {
	const struct plan *plan = em->plan;
	buf_printf(em->out, "\t\t\t#pragma unroll\n\t\t\tfor (unsigned v = 0; v < %d; v++) {\n", plan->values);
	emit_tile_guard(em, "\t\t\t\t");
	if (emit_is_proof(em)) {
		buf_put(em->out, "\t\t\t\t\tvisit(owners, counts, ");
		emit_tile_offset(em, em->tensor);
		buf_printf(em->out, ", t + %dull * (v + %dull * block));\n\t\t\t\t\tvisits++;\n", plan->threads, plan->values);
	}
	for (int k = 0; k < plan->inputs && !emit_is_proof(em); k++) {
		buf_printf(em->out, "\t\t\t\t\tconst math x%d = widen(%c[", k, emit_operand(k));
		emit_tile_offset(em, k);
		buf_put(em->out, "]);\n");
	}
	if (!emit_is_proof(em)) {
		put_element(em, "\t\t\t\t\t");
	}
	buf_put(em->out, "\t\t\t\t}\n\t\t\t}\n");
}

/* The loop over the tiles of a block. The tiles along the reduced mode come first in the map, or with tv-remap last. */
static void put_tiles(struct emitter *em) {
	const struct plan *plan = em->plan;
	buf_printf(em->out, "\tfor (unsigned step = 0; step < %d; step++) {\n", plan->iterations);
	if (plan->kernel == KERNEL_TV_REMAP) {
		buf_printf(em->out, "\t\tconst unsigned block = blockIdx.x + step * %lldu;\n", (long long)plan->blocks);
	} else {
		buf_printf(em->out, "\t\tconst unsigned block = step + blockIdx.x * %du;\n", plan->iterations);
	}
	emit_tile_bases(em, "\t\t");
	bool guarded = emit_tile_inside(em, "\t\t");
	const char *indent = guarded ? "\t\t\t" : "\t\t";
	buf_put(em->out, guarded ? "\t\tif (inside) {\n" : "");
	if (emit_is_proof(em)) {
		emit_tile_visits(em, indent);
	} else {
		put_tile_without_padding(em, indent);
	}
	if (guarded) {
		buf_put(em->out, "\t\t} else {\n");
		put_tile_with_padding(em);
		buf_put(em->out, "\t\t}\n");
	}
	buf_put(em->out, "\t}\n");
}

/* Leave the threads' accumulators in parts[result + results * rank]. */
static void put_fold(struct emitter *em, const struct fold *fold) {
	const struct plan *plan = em->plan;
	for (int bit = 16; bit >= 1; bit /= 2) {
		if ((fold->lanes & bit) != 0) {
			buf_printf(em->out, "\t#pragma unroll\n\tfor (int s = 0; s < %d; s++) {\n"
				"\t\tacc[s] = combine(acc[s], __shfl_xor_sync(0xffffffffu, acc[s], %d));\n\t}\n", fold->slots, bit);
		}
	}
	buf_printf(em->out, "\t__shared__ math parts[%lld];\n", (long long)(fold->results * fold->sharers));
	buf_printf(em->out, "\tif ((t & %d) == 0) {\n\t\tconst unsigned first = %s", fold->lanes,
		fold->sharers > 1 ? "rank[t]" : "0");
	buf_printf(em->out, " * %lldu", (long long)fold->results);
	int64_t stride = 1;
	for (int i = 1; i < plan->rank; i++) {
		buf_put(em->out, " + (");
		emit_layout(em, layout_mode(plan->coordinate[i], 0), "t");
		buf_printf(em->out, ") * %lldu", (long long)stride);
		stride *= plan_tile_extent(em->al, plan, i);
	}
	buf_printf(em->out, ";\n\t\t#pragma unroll\n\t\tfor (int s = 0; s < %d; s++) {\n"
		"\t\t\tparts[first + slot_result[s]] = acc[s];\n\t\t}\n\t}\n\t__syncthreads();\n", fold->slots);
}

/* A thread for each result. */
static void put_results(struct emitter *em, const struct fold *fold) {
	const struct plan *plan = em->plan;
	const char *block = plan->kernel == KERNEL_TV_REMAP ? "blockIdx.x" : "block";
	if (plan->kernel != KERNEL_TV_REMAP) {
		buf_printf(em->out, "\tconst unsigned block = blockIdx.x * %du;\n", plan->iterations);
	}
	buf_printf(em->out, "\tfor (unsigned m = t; m < %lldu; m += %du) {\n\t\tmath total = parts[m];\n",
		(long long)fold->results, plan->threads);
	if (fold->sharers > 1) {
		buf_printf(em->out, "\t\tfor (unsigned r = 1; r < %d; r++) {\n"
			"\t\t\ttotal = combine(total, parts[m + r * %lldu]);\n\t\t}\n", fold->sharers, (long long)fold->results);
	}
	int64_t stride = 1;
	for (int i = 1; i < plan->rank; i++) {
		int64_t extent = plan_tile_extent(em->al, plan, i);
		buf_printf(em->out, "\t\tconst unsigned c%d = m / %lldu %% %lldu + (unsigned)(", i, (long long)stride,
			(long long)extent);
		emit_layout(em, layout_mode(plan->coordinate[i], 2), block);
		buf_put(em->out, ");\n");
		stride *= extent;
	}
	buf_put(em->out, "\t\tif (true");
	for (int i = 1; i < plan->rank; i++) {
		if (plan->guarded[i]) {
			buf_printf(em->out, " && c%d < %lldu", i, (long long)plan->extent[i]);
		}
	}
	buf_put(em->out, ") {\n\t\t\tout[0");
	for (int i = 1; i < plan->rank; i++) {
		static const char *const coordinates[PROBLEM_RANK_MAX] = { "", "c1", "c2" };
		buf_put(em->out, " + (long long)(");
		emit_layout(em, layout_mode(plan->view[plan->inputs], i - 1), coordinates[i]);
		buf_put_char(em->out, ')');
	}
	buf_put(em->out, "] = narrow(finish(total));\n\t\t}\n\t}\n}\n");
}

void emit_tiles(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct fold *fold = arena_alloc(em->al->arena, sizeof *fold);
	fold_make(em->al, plan, fold);
	if (!emit_is_proof(em)) {
		int slot_result[VALUES_MAX];
		for (int s = 0; s < fold->slots; s++) {
			slot_result[s] = (int)fold->slot_result[s];
		}
		put_table(em, "unsigned short", "slot", fold->slot, plan->values);
		put_table(em, "unsigned", "slot_result", slot_result, fold->slots);
		if (fold->sharers > 1) {
			put_table(em, "unsigned short", "rank", fold->rank, plan->threads);
		}
	}
	emit_signature(em);
	buf_put(em->out, "\tconst unsigned t = threadIdx.x;\n");
	if (emit_is_proof(em)) {
		buf_put(em->out, "\tunsigned long long visits = 0;\n");
		put_tiles(em);
		buf_put(em->out, "\tatomicAdd(&counts->visits, visits);\n}\n");
		return;
	}
	buf_printf(em->out,
		"\tmath acc[%d];\n\t#pragma unroll\n\tfor (int s = 0; s < %d; s++) {\n\t\tacc[s] = neutral();\n\t}\n",
		fold->slots, fold->slots);
	put_tiles(em);
	put_fold(em, fold);
	put_results(em, fold);
}
