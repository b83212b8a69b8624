/*
 * Reductions with a thread-value layout that was given. A block goes along the reduced mode tile by tile; each thread
 * adds its values to its accumulators. At the end lanes combine by shuffles, threads through shared memory (fold.h).
 */
#include <stdio.h>

#include "gpu/kinds/fold.h"
#include "gpu/kinds/tile.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/* The modes of the problem in the order of the view. */
static void order_modes(const struct problem *problem, int order[PROBLEM_RANK_MAX]) {
	order[0] = problem->dim;
	for (int i = 0, at = 1; i < problem->rank; i++) {
		if (i != problem->dim) {
			order[at++] = i;
		}
	}
}

static struct layout reorder(struct algebra *al, struct layout layout, const int *order, int rank) {
	struct layout modes[PROBLEM_RANK_MAX];
	for (int i = 0; i < rank; i++) {
		modes[i] = layout_mode(layout, order[i]);
	}
	return layout_from_modes(al, modes, rank);
}

/* Results lie in row-major order of the modes that are kept. */
static struct layout results_view(struct algebra *al, const struct plan *plan) {
	struct layout modes[PROBLEM_RANK_MAX];
	int64_t stride = 1;
	for (int i = plan->rank - 1; i > 0; i--) {
		modes[i - 1] = layout_of_int(plan->extent[i], stride);
		stride *= plan->extent[i];
	}
	return plan->rank > 1 ? layout_from_modes(al, modes, plan->rank - 1) : layout_one();
}

/* The tile of the problem, and its elements renumbered from the order of the problem's modes to that of the view's. */
static struct layout set_tile(struct algebra *al, struct plan *plan, const int *order) {
	const struct problem *problem = plan->problem;
	int64_t extents[PROBLEM_RANK_MAX];
	struct layout renumber[PROBLEM_RANK_MAX];
	int64_t stride = 1;
	for (int i = 0; i < plan->rank; i++) {
		int64_t extent = tuple_product(al, tuple_mode(problem->tile, order[i])).value;
		extents[i] = extent;
		renumber[order[i]] = layout_of_int(extent, stride);
		stride *= extent;
	}
	plan_set_tiles(al, plan, extents);
	plan_check_tv(al, problem->tv, stride);
	return layout_from_modes(al, renumber, plan->rank);
}

static void set_knobs(struct plan *plan) {
	struct knobs *knobs = &plan->knobs;
	knobs->load = knobs->load > 0 ? knobs->load : HINT_NONE + 1;
	knobs->vector = plan->vector[0];
	knobs->threads = plan->threads;
	knobs->unroll = plan->values / plan->vector[0];
}

static bool suits(const struct wanted *wanted) {
	bool is_given = wanted->kernel == KERNEL_TV || wanted->kernel == KERNEL_TV_REMAP;
	return wanted->problem->reduce != REDUCE_NONE && is_given;
}

static void plan_reduce_tv(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	const struct problem *problem = plan->problem;
	int order[PROBLEM_RANK_MAX];
	if (!problem->has_tv) {
		algebra_fault(al, FAULT_DOMAIN, "the %s kernel needs a thread-value layout", kernel_name(plan->kernel));
		return;
	}
	if (problem->dim == DIM_ALL) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a thread-value layout reduces along one mode; --dim=all takes none");
		return;
	}
	plan->rank = problem->rank;
	order_modes(problem, order);
	for (int i = 0; i < plan->rank; i++) {
		plan->extent[i] = problem->shape[order[i]];
	}
	for (int k = 0; k < plan->inputs; k++) {
		plan->view[k] = reorder(al, problem->operands[k], order, plan->rank);
	}
	struct layout renumber = set_tile(al, plan, order);
	if (algebra_failed(al)) {
		return;
	}
	plan->tv = layout_composition(al, renumber, problem->tv);
	plan->view[plan->inputs] = plan->view[0];
	plan_choose_vectors(al, plan, wanted->knobs.vector > 0 ? wanted->knobs.vector : 16 / dtype_bytes(problem->dtype));
	plan->view[plan->inputs] = results_view(al, plan);
	plan->vector[plan->inputs] = 1;
	plan_finish_map(al, plan);
	if (algebra_failed(al)) {
		return;
	}
	plan->iterations = (int)(plan->padded[0] / plan_tile_extent(al, plan, 0));
	plan->blocks /= plan->iterations;
	set_knobs(plan);
	struct fold *fold = arena_alloc(al->arena, sizeof *fold);
	fold_make(al, plan, fold);
	plan->shared_bytes = (int)(fold->results * fold->sharers * 8);
	if (plan->shared_bytes > SHARED_BYTES_MAX) {
		algebra_fault(al, FAULT_LIMIT,
			"%lld results of a tile with %d threads each do not fit %d bytes of shared memory",
			(long long)fold->results, fold->sharers, SHARED_BYTES_MAX);
	}
}
/* --- the text --- */

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
	emit_tile_bases(em, plan->inputs, "\t\t");
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

static void emit_reduce_tv(struct emitter *em) {
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

/* --- in words --- */

static void describe(struct buf *out, struct algebra *al, const struct plan *plan) {
	struct fold *fold = arena_alloc(al->arena, sizeof *fold);
	fold_make(al, plan, fold);
	buf_printf(out, "# thread   %d vectors of %d elements of each of %d tiles, for %d results\n",
		plan->values / plan->vector[0], plan->vector[0], plan->iterations, fold->slots);
	if (fold->lanes != 0) {
		buf_put(out, "# lanes    shuffles xor");
		for (int bit = 16; bit >= 1; bit /= 2) {
			if ((fold->lanes & bit) != 0) {
				buf_printf(out, " %d", bit);
			}
		}
		buf_put_char(out, '\n');
	}
	if (fold->sharers > 1) {
		buf_printf(out, "# warps    %d threads of each result through shared memory\n", fold->sharers);
	}
}

static const int loads[] = { HINT_NONE + 1, HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };

const struct kind kind_reduce_tv = {
	.name = "reduce_tv",
	.suits = suits,
	.plan = plan_reduce_tv,
	.emit = emit_reduce_tv,
	.visit = tile_visit,
	.describe = describe,
	.space = { .values = { [KNOB_LOAD] = loads } },
};
