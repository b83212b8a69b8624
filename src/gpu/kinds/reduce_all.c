/* Reductions of everything: blocks stride over the elements; the last one adds their results. */
#include <inttypes.h>

#include "base/number.h"
#include "gpu/kinds/reduce.h"
#include "gpu/kinds/walk.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/*
 * One mode of all elements that are reduced to one result: "groups" blocks a multiprocessor, each over a run of
 * vectors in every one of "iterations" rounds. What the user did not set is what has been the fastest by the bytes to
 * be read.
 */
static void make(struct algebra *al, struct plan *plan, const struct mode *modes, int count,
		const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	reduce_take_halving(knobs);
	int inputs = plan->inputs;
	int most = knob_choice(knobs->vector, problem_widest_vector(plan->problem));
	int vector = modes_all_contiguous(modes, 0, inputs) ? modes_aligned_vector(modes, count, 0, inputs, most) : 1;
	vector = count > 1 ? power_dividing(modes[0].extent, vector) : vector;
	int64_t total = plan->reduced;
	int64_t vectors = number_ceil_div(total, vector);
	int64_t bytes = total * problem_widest(plan->problem);
	bool is_small = bytes < (int64_t)4 << 20;
	knobs->threads = knob_choice(knobs->threads, bytes >= (int64_t)8 << 20 ? 1024 : is_small ? 256 : 512);
	/* Narrow vectors, where rows are padded by odd numbers, have as many bytes in flight. */
	int narrow = 16 / problem_widest(plan->problem) / vector;
	int unroll = (bytes >= (int64_t)4 << 20 ? 2 : 1) * (narrow < 4 ? narrow : 4);
	knobs->unroll = knob_choice(knobs->unroll, unroll);
	int64_t together = (int64_t)knobs->threads * knobs->unroll * target->multiprocessors;
	int64_t groups = bytes >= (int64_t)40 << 20 ? number_ceil_div(vectors, together) : bytes >= (int64_t)8 << 20 ? 2 :
		is_small ? 2 : 16;
	knobs->groups = knob_choice(knobs->groups, groups > 256 ? 256 : (int)groups);
	knobs->load = knob_choice(knobs->load, HINT_NO_ALLOCATE + 1);
	knobs->vector = vector;
	int64_t blocks = (int64_t)knobs->groups * target->multiprocessors;
	int64_t enough = number_ceil_div(vectors, (int64_t)knobs->threads * knobs->unroll);
	blocks = enough < blocks ? enough : blocks;
	plan->iterations = plan_each(al, number_ceil_div(vectors, blocks * knobs->threads), "rounds");
	plan->rank = 1;
	plan->extent[0] = total;
	plan->vector[inputs] = 1;
	plan->view[inputs] = layout_one();
	plan->index = modes_layout(al, modes, count, inputs);
	for (int k = 0; k < inputs; k++) {
		struct layout view = modes_layout(al, modes, count, k);
		plan->view[k] = layout_from_modes(al, &view, 1);
		plan->vector[k] = vector;
	}
	int64_t run = (int64_t)knobs->threads * vector;
	plan->padded[0] = run * blocks * plan->iterations;
	struct layout tile = layout_of_pair(al, run, plan->iterations, 1, run * blocks);
	plan_set_tiler(al, plan, &tile);
	plan->tv = layout_of_modes(al, layout_of_int(knobs->threads, vector),
		layout_of_pair(al, vector, plan->iterations, 1, run));
}

static bool suits(const struct wanted *wanted) {
	const struct problem *problem = wanted->problem;
	return problem->reduce != REDUCE_NONE && wanted->reduced == wanted->count && problem->reduced ==
		problem_all_modes(problem->rank);
}

static void plan_reduce_all(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	make(al, plan, wanted->modes, wanted->count, wanted->target);
	if (!algebra_failed(al)) {
		plan_finish_map(al, plan);
		plan->workspace_bytes = plan->blocks * reduce_partial_bytes(plan) + 8;
	}
}

/* --- the text --- */

/* block_total(x): the combination over a block, in thread 0. */
static void put_block_total(struct emitter *em) {
	int threads = em->plan->threads;
	int warps = threads / 32;
	emit_open(em, "static __device__ __forceinline__ math block_total(math x)");
	if (threads < 32) {
		emit_line(em, "return lanes(x, %d, 1);", threads);
		emit_close(em);
		return;
	}
	emit_line(em, "__shared__ math parts[%d];", warps);
	emit_line(em, "x = lanes(x, 32, 1);");
	emit_open(em, "if (threadIdx.x %% 32 == 0)");
	emit_line(em, "parts[threadIdx.x / 32] = x;");
	emit_close(em);
	emit_line(em, "__syncthreads();");
	emit_open(em, "if (threadIdx.x < 32)");
	emit_line(em, "x = threadIdx.x < %d ? parts[threadIdx.x] : neutral();", warps);
	emit_line(em, "x = lanes(x, %d, 1);", warps);
	emit_close(em);
	emit_line(em, "__syncthreads();");
	emit_line(em, "return x;");
	emit_close(em);
}

/* The blocks' totals come together in the last block to finish. */
static void put_blocks_total(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_line(em, "unsigned *counter = (unsigned *)workspace;");
	emit_line(em, "math *partial = (math *)(workspace + 8);");
	emit_open(em, "if (t == 0)");
	emit_line(em, "partial[blockIdx.x] = total;");
	emit_close(em);
	emit_return_unless_last(em, plan->blocks);
	emit_line(em, "total = neutral();");
	emit_dealt(em, "n", plan->blocks);
	emit_line(em, "total = combine(total, __ldcg(partial + n));");
	emit_close(em);
	emit_line(em, "total = block_total(total);");
	emit_open(em, "if (t == 0)");
	emit_line(em, "put(out, finish(total));");
	emit_line(em, "*counter = 0;");
	emit_close(em);
}

static struct walk walk_of(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int64_t vectors = (plan->extent[0] + width - 1) / width;
	int64_t together = plan->blocks * plan->threads;
	struct walk walk = { .step = together, .masked = plan->extent[0] % width != 0 };
	walk.count = emit_text(em, "%" PRId64 "u", vectors);
	walk.full = vectors / (together * plan->knobs.unroll);
	walk.more = vectors % (together * plan->knobs.unroll) != 0;
	for (int k = 0; k < plan->inputs; k++) {
		walk.offsets[k] = layout_mode(plan->view[k], 0);
	}
	return walk;
}

static void emit_reduce_all(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct walk walk = walk_of(em);
	emit_index_type(em);
	emit_reduce_functions(em, false, walk.masked);
	put_block_total(em);
	emit_signature(em);
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "const index begin = (index)blockIdx.x * %du + t;", plan->threads);
	if (walk.masked) {
		emit_line(em, "const index start = 0, end = %" PRId64 "u;", plan->extent[0]);
	}
	for (int k = 0; k < plan->inputs; k++) {
		emit_line(em, "const input%s p%d = %c;", emit_suffix(em, k), k, emit_operand(k));
	}
	emit_acc(em, reduce_accumulators(plan));
	emit_walk(em, &walk);
	emit_acc_total(em);
	emit_line(em, "total = block_total(total);");
	if (plan->blocks == 1) {
		emit_open(em, "if (t == 0)");
		emit_line(em, "put(out, finish(total));");
		emit_close(em);
	} else {
		put_blocks_total(em);
	}
	emit_close(em);
}

/* --- on the host --- */

static void visit_all(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	bool is_result = tensor == plan->inputs;
	struct memory memory = plan_memory(al, plan, is_result ? 0 : tensor);
	int64_t width = plan->vector[0];
	int64_t together = plan->blocks * plan->threads;
	for (int64_t at = 0; at < together && !algebra_failed(al); at++) {
		for (int64_t i = at, round = 0; i * width < plan->extent[0]; i += together, round++) {
			int64_t base = offsets_at(&memory.mode[0], i * width);
			for (int64_t e = 0; e < width && i * width + e < plan->extent[0]; e++) {
				visit(visitor, is_result ? 0 : base + e, at % plan->threads, round * width + e, at / plan->threads);
			}
		}
	}
}

/* --- in words --- */

static void describe(struct buf *out, struct algebra *al, const struct plan *plan) {
	(void)al;
	describe_vectors(out, plan);
	if (plan->threads > 1) {
		describe_lanes(out, plan->threads < 32 ? plan->threads : 32, 1);
	}
	if (plan->threads > 32) {
		buf_printf(out, "# warps    %d through shared memory\n", plan->threads / 32);
	}
	if (plan->blocks > 1) {
		describe_blocks(out, plan->blocks);
	}
}

static const int thread_counts[] = { 512, 1024, -1 };
static const int unrolls[] = { 1, 2, 4, 8, -1 };
static const int group_counts[] = { 1, 2, 4, 16, 64, 128, -1 };
static const int loads[] = { HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };

static const struct trial trials[] = {
	{ .threads = 1024, .unroll = 8, .groups = 32 }, { .threads = 256, .unroll = 8, .groups = 32 },
	{ .threads = 256, .unroll = 2, .groups = 32 }, { .threads = 512, .unroll = 1, .groups = 2 },
	{ .threads = 256, .unroll = 4, .groups = 2 }, { .threads = 256, .unroll = 1, .groups = 2 },
	{ .threads = 512, .unroll = 2, .groups = 32 }, { .threads = 512, .unroll = 4, .groups = 8 },
	{ .threads = 512, .unroll = 2, .groups = 128 },
};

const struct kind kind_reduce_all = {
	.name = "reduce_all",
	.suits = suits,
	.plan = plan_reduce_all,
	.emit = emit_reduce_all,
	.visit = visit_all,
	.describe = describe,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_UNROLL] = unrolls,
			[KNOB_GROUPS] = group_counts,
			[KNOB_LOAD] = loads,
		},
	},
	.trials = trials,
	.trial_count = sizeof trials / sizeof trials[0],
};
