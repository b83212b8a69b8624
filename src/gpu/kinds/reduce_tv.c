/*
 * Reductions with a thread-value layout that was given. A block goes along the reduced mode tile by tile; each thread
 * adds its values to its accumulators. At the end lanes combine by shuffles, threads through shared memory (fold.h).
 */
#include <inttypes.h>

#include "gpu/kinds/fold.h"
#include "gpu/kinds/reduce.h"
#include "gpu/kinds/tile.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/* The modes of the problem in the order of the view: those that are reduced, then the others. Returns how many are. */
static int order_modes(const struct problem *problem, int order[PROBLEM_RANK_MAX]) {
	int reduced = 0;
	for (int i = 0; i < problem->rank; i++) {
		if (problem_mode_is_reduced(problem, i)) {
			order[reduced++] = i;
		}
	}
	for (int i = 0, at = reduced; i < problem->rank; i++) {
		if (!problem_mode_is_reduced(problem, i)) {
			order[at++] = i;
		}
	}
	return reduced;
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
	int64_t size = tuple_product(al, problem->tile).value;
	if (!algebra_failed(al)) {
		plan_check_tv(al, problem->tv, size);
	}
	for (int i = 0; i < plan->rank && !algebra_failed(al); i++) {
		int64_t extent = tuple_product(al, tuple_mode(problem->tile, order[i])).value;
		extents[i] = extent;
		renumber[order[i]] = layout_of_int(extent, stride);
		stride *= extent;
	}
	if (algebra_failed(al)) {
		return layout_one();
	}
	plan_set_tiles(al, plan, extents);
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
	return wanted->problem->reduce != REDUCE_NONE && kernel_has_tv(wanted->kernel);
}

/* What does not compose is said in words of the thread-value layout. */
static void refuse_carry(struct algebra *al) {
	if (al->fault.code == FAULT_DIVIDE) {
		fault_clear(&al->fault);
		algebra_fault(al, FAULT_UNSUPPORTED,
			"a mode of the thread-value layout goes on from one mode of the tile into the next; a reduction takes"
			" none");
	}
}

/*
 * The view has the reduced mode first, and the given layout is renumbered with it, so that what a thread owns of one
 * result stands together. One mode is reduced; the others are those of the results.
 */
static void plan_reduce_tv(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	const struct problem *problem = plan->problem;
	int order[PROBLEM_RANK_MAX];
	if (!problem->has_tv) {
		algebra_fault(al, FAULT_DOMAIN, "the %s kernel needs a thread-value layout", kernel_name(plan->kernel));
		return;
	}
	int reduced = order_modes(problem, order);
	if (reduced != 1) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a thread-value layout reduces along one mode, not %d", reduced);
		return;
	}
	plan->rank = problem->rank;
	for (int i = 0; i < plan->rank; i++) {
		plan->extent[i] = problem->shape[order[i]];
	}
	for (int k = 0; k < plan->inputs; k++) {
		plan->view[k] = tile_memory(al, reorder(al, problem->operands[k], order, plan->rank));
	}
	struct layout renumber = set_tile(al, plan, order);
	tile_check_memory(al, plan, order);
	if (algebra_failed(al)) {
		return;
	}
	plan->tv = layout_composition(al, renumber, problem->tv);
	plan->index = layout_of_int(plan->extent[0], 1);
	plan->view[plan->inputs] = plan->view[0];
	plan_choose_vectors(al, plan, wanted->knobs.vector > 0 ? wanted->knobs.vector : problem_widest_vector(problem));
	plan->view[plan->inputs] = results_view(al, plan);
	plan->vector[plan->inputs] = 1;
	plan_finish_map(al, plan);
	if (algebra_failed(al)) {
		refuse_carry(al);
		return;
	}
	plan->iterations = plan_each(al, plan->padded[0] / plan_tile_extent(al, plan, 0), "rounds");
	plan->blocks /= plan->iterations;
	set_knobs(plan);
	struct fold *fold = arena_alloc(al->arena, sizeof *fold);
	fold_make(al, plan, fold);
	plan->shared_bytes = (int)(fold->results * fold->sharers * reduce_partial_bytes(plan));
	if (plan->shared_bytes > SHARED_BYTES_MAX) {
		algebra_fault(al, FAULT_LIMIT,
			"%" PRId64 " results of a tile with %d threads each do not fit %d bytes of shared memory",
			fold->results, fold->sharers, SHARED_BYTES_MAX);
	}
}
/* --- the text --- */

static void put_table(struct emitter *em, const char *type, const char *name, const int *values, int count) {
	struct buf line;
	emit_line(em, "static __device__ constexpr %s %s[%d] = {", type, name, count);
	for (int i = 0; i < count; i += 32) {
		buf_init(&line, em->al->arena);
		for (int n = i; n < count && n < i + 32; n++) {
			buf_printf(&line, "%d,", values[n]);
		}
		emit_line(em, "\t%s", line.data);
	}
	emit_line(em, "};");
}

/* What fold.h works out, as tables. */
static void put_tables(struct emitter *em, const struct fold *fold) {
	int slot_result[VALUES_MAX];
	for (int s = 0; s < fold->slots; s++) {
		slot_result[s] = (int)fold->slot_result[s];
	}
	put_table(em, "unsigned short", "slot", fold->slot, em->plan->values);
	put_table(em, "unsigned", "slot_result", slot_result, fold->slots);
	if (fold->sharers > 1) {
		put_table(em, "unsigned short", "rank", fold->rank, em->plan->threads);
	}
}

/* Value "v" goes into its accumulator; "loaded" are its elements. */
static void put_take(struct emitter *em, const char *loaded) {
	emit_line(em, "acc[slot[v]] = combine(acc[slot[v]], element(witness, t, v, block, %s));", loaded);
}

/* The loop over the tiles of a block. The tiles along the reduced mode come first in the map, or with tv-remap last. */
static void put_tiles(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_open(em, "for (unsigned step = 0; step < %d; step++)", plan->iterations);
	if (plan->kernel == KERNEL_TV_REMAP) {
		emit_line(em, "const unsigned block = blockIdx.x + step * %" PRId64 "u;", plan->blocks);
	} else {
		emit_line(em, "const unsigned block = step + blockIdx.x * %du;", plan->iterations);
	}
	emit_tile_bases(em, plan->inputs);
	bool guarded = emit_tile_inside(em);
	if (guarded) {
		emit_open(em, "if (inside)");
	}
	emit_tile_loads(em);
	emit_unrolled(em, "v", plan->values);
	put_take(em, emit_tile_loaded(em, "v"));
	emit_close(em);
	if (guarded) {
		emit_else(em);
		emit_unrolled(em, "n", plan->values);
		emit_tile_value(em, "n");
		emit_open(em, "if (%s)", emit_tile_guard(em));
		put_take(em, emit_tile_single(em));
		emit_close(em);
		emit_close(em);
		emit_close(em);
	}
	emit_close(em);
}

/* Leave the threads' accumulators in parts[result + results * rank]. */
static void put_fold(struct emitter *em, const struct fold *fold) {
	const struct plan *plan = em->plan;
	for (int bit = 16; bit >= 1; bit /= 2) {
		if ((fold->lanes & bit) != 0) {
			emit_unrolled(em, "s", fold->slots);
			emit_line(em, "acc[s] = combine(acc[s], __shfl_xor_sync(0xffffffffu, acc[s], %d));", bit);
			emit_close(em);
		}
	}
	emit_line(em, "__shared__ math parts[%" PRId64 "];", fold->results * fold->sharers);
	emit_open(em, "if ((t & %d) == 0)", fold->lanes);
	struct buf first;
	buf_init(&first, em->al->arena);
	int64_t stride = 1;
	for (int i = 1; i < plan->rank; i++) {
		buf_printf(&first, " + (%s) * %" PRId64 "u", emit_layout(em, layout_mode(plan->coordinate[i], 0), "t"), stride);
		stride *= plan_tile_extent(em->al, plan, i);
	}
	emit_line(em, "const unsigned first = %s * %" PRId64 "u%s;", fold->sharers > 1 ? "rank[t]" : "0", fold->results,
		first.data);
	emit_unrolled(em, "s", fold->slots);
	emit_line(em, "parts[first + slot_result[s]] = acc[s];");
	emit_close(em);
	emit_close(em);
	emit_line(em, "__syncthreads();");
}

/* "const unsigned cI = ...;": the coordinates of result "m". Returns where it goes, and its guard in "condition". */
static const char *put_result_place(struct emitter *em, const char *block, struct buf *condition) {
	const struct plan *plan = em->plan;
	struct buf place;
	int64_t stride = 1;
	buf_init(&place, em->al->arena);
	buf_put(&place, "out + 0");
	for (int i = 1; i < plan->rank; i++) {
		int64_t extent = plan_tile_extent(em->al, plan, i);
		const char *type = emit_counter(plan->padded[i]);
		emit_line(em, "const %s c%d = m / %" PRId64 "u %% %" PRId64 "u + (%s)(%s);", type, i, stride, extent, type,
			emit_layout(em, layout_mode(plan->coordinate[i], 2), block));
		stride *= extent;
		if (plan->guarded[i]) {
			buf_printf(condition, "%sc%d < %" PRId64 "u", condition->length > 0 ? " && " : "", i, plan->extent[i]);
		}
		buf_printf(&place, " + (long long)(%s)",
			emit_layout(em, layout_mode(plan->view[plan->inputs], i - 1), emit_text(em, "c%d", i)));
	}
	return place.data;
}

/* A thread for each result. */
static void put_results(struct emitter *em, const struct fold *fold) {
	const struct plan *plan = em->plan;
	bool remaps = plan->kernel == KERNEL_TV_REMAP;
	struct buf condition;
	buf_init(&condition, em->al->arena);
	if (!remaps) {
		emit_line(em, "const unsigned block = blockIdx.x * %du;", plan->iterations);
	}
	emit_open(em, "for (unsigned m = t; m < %" PRId64 "u; m += %du)", fold->results, plan->threads);
	emit_line(em, "math total = parts[m];");
	if (fold->sharers > 1) {
		emit_open(em, "for (unsigned r = 1; r < %d; r++)", fold->sharers);
		emit_line(em, "total = combine(total, parts[m + r * %" PRId64 "u]);", fold->results);
		emit_close(em);
	}
	const char *place = put_result_place(em, remaps ? "blockIdx.x" : "block", &condition);
	emit_if(em, condition.length > 0 ? condition.data : NULL);
	emit_line(em, "put(%s, finish(total));", place);
	emit_close(em);
	emit_close(em);
}

static void emit_reduce_tv(struct emitter *em) {
	struct fold *fold = arena_alloc(em->al->arena, sizeof *fold);
	fold_make(em->al, em->plan, fold);
	put_tables(em, fold);
	emit_signature(em);
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "math acc[%d];", fold->slots);
	emit_unrolled(em, "s", fold->slots);
	emit_line(em, "acc[s] = neutral();");
	emit_close(em);
	put_tiles(em);
	put_fold(em, fold);
	put_results(em, fold);
	emit_close(em);
}

/* --- on the host --- */

/* What tells where results go, of each mode: a tile's extent, where it begins in a block, and memory. */
struct result_places {
	int64_t extent[PROBLEM_RANK_MAX];
	struct offsets first[PROBLEM_RANK_MAX];
	struct offsets memory[PROBLEM_RANK_MAX];
};

static struct result_places result_places_of(struct algebra *al, const struct plan *plan) {
	struct result_places places;
	for (int i = 1; i < plan->rank; i++) {
		places.extent[i] = plan_tile_extent(al, plan, i);
		places.first[i] = offsets_init(al, layout_mode(plan->coordinate[i], 2));
		places.memory[i] = offsets_init(al, layout_mode(plan->view[plan->inputs], i - 1));
	}
	return places;
}

/* Where a result of the tile goes: the same place as that of put_result_place, or -1 in the padding. */
static int64_t result_place(const struct plan *plan, const struct result_places *places, int64_t result,
		int64_t block) {
	int64_t place = 0;
	for (int i = 1; i < plan->rank; i++) {
		int64_t c = result % places->extent[i] + offsets_at(&places->first[i], block);
		if (c >= plan->extent[i]) {
			return -1;
		}
		place += offsets_at(&places->memory[i], c);
		result /= places->extent[i];
	}
	return place;
}

/* Each value counts for the result that its thread's accumulator becomes a part of. */
static void visit_results(struct algebra *al, const struct plan *plan, struct visitor *visitor) {
	struct fold *fold = arena_alloc(al->arena, sizeof *fold);
	int64_t *place = arena_array(al->arena, THREADS_MAX * VALUES_MAX, sizeof *place);
	struct result_places places = result_places_of(al, plan);
	struct offsets t0 = offsets_init(al, layout_mode(plan->coordinate[0], 0));
	struct offsets v0 = offsets_init(al, layout_mode(plan->coordinate[0], 1));
	struct offsets b0 = offsets_init(al, layout_mode(plan->coordinate[0], 2));
	fold_make(al, plan, fold);
	for (int64_t block = 0; block < plan->blocks * plan->iterations && !algebra_failed(al); block++) {
		for (int64_t m = 0; m < fold->results; m++) {
			place[m] = result_place(plan, &places, m, block);
		}
		for (int64_t at = 0; at < (int64_t)plan->threads * plan->values; at++) {
			int64_t t = at % plan->threads;
			int64_t v = at / plan->threads;
			int64_t to = place[fold->thread_result[t] + fold->slot_result[fold->slot[v]]];
			int64_t c0 = offsets_at(&t0, t) + offsets_at(&v0, v) + offsets_at(&b0, block);
			if (to >= 0 && c0 < plan->extent[0]) {
				visit(visitor, to, t, v, block);
			}
		}
	}
}

static void visit_reduce_tv(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	if (tensor == plan->inputs) {
		visit_results(al, plan, visitor);
	} else {
		tile_visit(al, plan, tensor, visitor);
	}
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
	.visit = visit_reduce_tv,
	.describe = describe,
	.space = { .values = { [KNOB_LOAD] = loads } },
};
