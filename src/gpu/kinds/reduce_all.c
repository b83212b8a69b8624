/* Reductions of everything: blocks stride over the elements; the last one adds their results. */
#include <stdio.h>

#include "gpu/kinds/reduce.h"
#include "gpu/kinds/walk.h"
#include "gpu/tiling.h"

/* --- the plan --- */

static int64_t ceil_div(int64_t a, int64_t b) {
	return (a + b - 1) / b;
}

static void make(struct algebra *al, struct plan *plan, const struct mode *modes, int count,
		const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	int inputs = plan->inputs;
	int most = knob_choice(knobs->vector, 16 / dtype_bytes(plan->problem->dtype));
	int vector = modes_all_contiguous(modes, 0, inputs) ? modes_aligned_vector(modes, count, 0, inputs, most) : 1;
	vector = count > 1 ? power_dividing(modes[0].extent, vector) : vector;
	int64_t total = plan->reduced;
	int64_t vectors = ceil_div(total, vector);
	int64_t bytes = total * dtype_bytes(plan->problem->dtype);
	knobs->threads = knob_choice(knobs->threads, bytes >= (int64_t)8 << 20 ? 1024 : 512);
	knobs->unroll = knob_choice(knobs->unroll, bytes >= (int64_t)4 << 20 ? 2 : 1);
	int64_t together = (int64_t)knobs->threads * knobs->unroll * target->multiprocessors;
	int64_t groups = bytes >= (int64_t)40 << 20 ? ceil_div(vectors, together) : bytes >= (int64_t)8 << 20 ? 2 : 16;
	knobs->groups = knob_choice(knobs->groups, groups > 256 ? 256 : (int)groups);
	knobs->load = knob_choice(knobs->load, HINT_NO_ALLOCATE + 1);
	knobs->vector = vector;
	int64_t blocks = (int64_t)knobs->groups * target->multiprocessors;
	int64_t enough = ceil_div(vectors, (int64_t)knobs->threads * knobs->unroll);
	blocks = enough < blocks ? enough : blocks;
	plan->iterations = (int)ceil_div(vectors, blocks * knobs->threads);
	plan->rank = 1;
	plan->extent[0] = total;
	plan->vector[inputs] = 1;
	plan->view[inputs] = layout_one();
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
	return problem->reduce != REDUCE_NONE && problem->dim == DIM_ALL && wanted->count > 0;
}

static void plan_reduce_all(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	make(al, plan, wanted->modes, wanted->count, wanted->target);
	if (!algebra_failed(al)) {
		plan_finish_map(al, plan);
		plan->workspace_bytes = plan->blocks * 8 + 8;
	}
}

/* --- the text --- */

static const char head[] = "static __device__ __forceinline__";

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

static void emit_reduce_all(struct emitter *em) {
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
	emit_index_type(em);
	emit_reduce_functions(em, false);
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
		emit_walk(em, &walk);
		buf_put(em->out, "}\n");
		return;
	}
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(em->out, "\tconst elem *p%d = %c;\n", k, emit_operand(k));
	}
	emit_acc(em, reduce_accumulators(plan));
	emit_walk(em, &walk);
	emit_acc_total(em, "total");
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

/* --- on the host --- */

static void visit_all(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	struct memory memory = plan_memory(al, plan, tensor);
	int64_t width = plan->vector[0];
	int64_t together = plan->blocks * plan->threads;
	for (int64_t block = 0; block < plan->blocks; block++) {
		for (int64_t t = 0; t < plan->threads; t++) {
			for (int64_t i = block * plan->threads + t, round = 0; i * width < plan->extent[0]; i += together,
					round++) {
				int64_t base = offsets_at(&memory.mode[0], i * width);
				for (int64_t e = 0; e < width && i * width + e < plan->extent[0]; e++) {
					visit(visitor, base + e, t, round * width + e, block);
				}
			}
		}
	}
}

/* --- in words --- */

static void describe(struct buf *out, struct algebra *al, const struct plan *plan) {
	(void)al;
	describe_vectors(out, plan);
	describe_lanes(out, 32, 1);
	buf_printf(out, "# warps    %d through shared memory\n", plan->threads / 32);
	buf_printf(out, "# blocks   %lld through memory, added by the last to finish\n", (long long)plan->blocks);
}

static const int thread_counts[] = { 512, 1024, -1 };
static const int unrolls[] = { 1, 2, 4, 8, -1 };
static const int group_counts[] = { 1, 2, 4, 16, 64, 128, -1 };
static const int loads[] = { HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };

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
};
