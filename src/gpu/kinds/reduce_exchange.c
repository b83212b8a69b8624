/*
 * Reductions of few elements each whose results lie in another order than the operand: along mode "row" operands run,
 * along "across" the results. A thread has whole results, some beside one another along both; they are exchanged in
 * shared memory, so that a warp reads along one mode and writes along the other.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "algebra/sectors.h"
#include "base/number.h"
#include "gpu/kinds/reduce.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/*
 * Fewer results stay in the L2 cache until their sectors are whole; next to more bytes that are reduced into each they
 * are few, unless there are so many results that threads with whole ones keep the device busy. Rows are as long as a
 * few lanes. What is reduced within a row of the operand is as much as the L1 cache has at hand.
 */
enum { RESULTS_MIN = 1 << 16, RESULTS_FOR_BYTE = 1 << 10, REDUCED_BYTES_MAX = 256, ROW_MIN = 8, STEP_BYTES_MAX = 64 };

/* A block's tile: bytes of a row of it, and its extent across. */
enum { ROW_BYTES = 128, ROW_MOST = 64, LANES_WHOLE = 256, LANES_MAX = 128, ACROSS = 64, ACROSS_MIN = 16 };

/* The kept mode along which the operand of number 0 runs first; -1 if it moves along none. */
static int row_mode(const struct wanted *wanted) {
	for (int i = 0; i < wanted->count; i++) {
		if (!wanted->modes[i].reduced && wanted->modes[i].stride[0] != 0) {
			return i;
		}
	}
	return -1;
}

/* The kept mode along which the results run. */
static int across_mode(const struct wanted *wanted) {
	int results = wanted->problem->op->operands;
	int best = -1;
	for (int i = 0; i < wanted->count; i++) {
		const struct mode *mode = &wanted->modes[i];
		if (!mode->reduced && (best < 0 || mode->stride[results] < wanted->modes[best].stride[results])) {
			best = i;
		}
	}
	return best;
}

static bool suits(const struct wanted *wanted) {
	const struct problem *problem = wanted->problem;
	int row = row_mode(wanted);
	int across = across_mode(wanted);
	if (problem->reduce == REDUCE_NONE || reduce_is_arg(problem->reduce) || row < 0 || row == across
			|| wanted->reduced == 0) {
		return false;
	}
	const struct mode *mode = &wanted->modes[row];
	int64_t reduced = problem_reduced_size(problem);
	int64_t results = problem_size(problem) / reduced;
	int size = dtype_bytes(problem_dtype(problem, 0));
	bool is_apart = mode->stride[problem->op->operands] * dtype_bytes(problem->output_dtype) >= SECTOR_BYTES;
	return is_apart && mode->extent >= ROW_MIN && reduced * size <= REDUCED_BYTES_MAX && results >= RESULTS_MIN
		&& results >= reduced * size * RESULTS_FOR_BYTE && results <= INT32_MAX
		&& llabs(mode->stride[0]) * size <= STEP_BYTES_MAX;
}

/* Elements of a tile along the row. */
static int64_t row_of(const struct plan *plan) {
	return (int64_t)plan->knobs.per_row * plan->vector[0];
}

/* Threads side by side across. */
static int64_t deep_of(const struct plan *plan) {
	return plan->threads / plan->knobs.per_row;
}

/* Elements of a tile across, of which each thread has "unroll". */
static int64_t across_of(const struct plan *plan) {
	return deep_of(plan) * plan->knobs.unroll;
}

/*
 * Lanes along a row of "vectors": those that are asked for, or of a tile ROW_BYTES long; as many as a row has, if tiles
 * would reach far beyond its end and "tiles" of whole rows are enough. Then rows that follow one another in memory are
 * read as if they were one.
 */
static int64_t lanes_along(const struct plan *plan, int64_t vectors, int64_t tiles) {
	int64_t width = power_below(ROW_BYTES / dtype_bytes(problem_dtype(plan->problem, 0)));
	width = width > ROW_MOST ? ROW_MOST : width < 32 ? 32 : width;
	width = width < plan->vector[0] ? 1 : width / plan->vector[0];
	int64_t asked = plan->knobs.per_row;
	int64_t padded = number_ceil_div(vectors, width) * width;
	bool is_whole = asked == vectors || (asked == 0 && padded > vectors + vectors / 16
		&& (vectors <= width || plan->kept / (vectors * plan->vector[0] * ACROSS) >= tiles));
	if (is_whole && vectors <= LANES_WHOLE) {
		return vectors;
	}
	int64_t lanes = asked > 0 ? power_below(asked) : width;
	return lanes > LANES_MAX ? LANES_MAX : lanes;
}

/*
 * Lanes along the row and results of a thread across, such that the multiprocessors get a few tiles each, and a tile
 * fits into shared memory.
 */
static void choose(struct plan *plan, int64_t row, const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	int64_t tiles = 4 * (int64_t)target->multiprocessors;
	int64_t lanes = lanes_along(plan, row / plan->vector[0], tiles);
	int64_t tile_row = lanes * plan->vector[0];
	int64_t most = SHARED_BYTES_MAX / (tile_row * problem_number_bytes(plan->problem)) - 1;
	int64_t deep = knob_choice(knobs->threads, lanes > ROW_MOST ? 512 : 256) / lanes;
	deep = deep > most ? most : deep;
	deep = deep < 1 ? 1 : deep;
	int64_t across = tile_row < 32 ? 32 * ACROSS / tile_row : ACROSS;
	while (across > ACROSS_MIN && plan->kept / (tile_row * across) < tiles) {
		across /= 2;
	}
	int64_t each = power_below(across / deep);
	each = knob_choice(knobs->unroll, (int)each);
	while (each > 1 && deep * each > most) {
		each /= 2;
	}
	knobs->per_row = (int)lanes;
	knobs->threads = (int)(deep * lanes);
	knobs->unroll = (int)each;
	knobs->splits = 1;
	knobs->load = knob_choice(knobs->load, HINT_READ_ONLY + 1);
	knobs->vector = plan->vector[0];
	plan->threads = knobs->threads;
}

/* Modes of the view are the row, what is reduced, and all that is across, in the order of the results. */
static void plan_reduce_exchange(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	struct mode modes[PROBLEM_RANK_MAX];
	int count = reduce_order_modes(wanted, row_mode(wanted), modes);
	struct mode *across = modes + 1 + wanted->reduced;
	int across_modes = count - 1 - wanted->reduced;
	int inputs = plan->inputs;
	modes_sort(across, across_modes, inputs, inputs + 1);
	int most = knob_choice(plan->knobs.vector, problem_widest_vector(plan->problem));
	most = most > 8 ? 8 : power_below(most);
	int vector = modes_all_contiguous(modes, 0, inputs)
		? modes_aligned_vector(modes, count, 0, inputs, power_dividing(modes[0].extent, most)) : 1;
	reduce_set_view(al, plan, &(struct reduce_view){ .columns = modes, .column_modes = 1, .reduced = modes + 1,
		.reduced_modes = wanted->reduced, .batch = across, .batch_modes = across_modes });
	for (int k = 0; k < inputs; k++) {
		plan->vector[k] = vector;
	}
	plan->vector[inputs] = 1;
	choose(plan, modes[0].extent, wanted->target);
	int64_t row = row_of(plan);
	int64_t each = plan->knobs.unroll;
	int64_t step = row * plan->reduced;
	int64_t tile[3] = { row, plan->reduced, across_of(plan) };
	struct layout values[3] = { layout_of_int(vector, 1), layout_of_int(plan->reduced, row),
		layout_of_int(each, deep_of(plan) * step) };
	plan_set_tiles(al, plan, tile);
	plan->tv = layout_of_modes(al, layout_of_pair(al, plan->knobs.per_row, deep_of(plan), vector, step),
		layout_from_modes(al, values, 3));
	plan->strips = number_ceil_div(modes[0].extent, row);
	plan->iterations = (int)(plan->reduced * each);
	plan->shared_bytes = (int)(row * (across_of(plan) + 1) * problem_number_bytes(plan->problem));
	plan_finish_map(al, plan);
}

/* --- the text --- */

/* Where the thread's results begin, along the row and across, and its accumulators. */
static void put_start(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int each = plan->knobs.unroll;
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "const unsigned x = t %% %du, y = t / %du;", plan->knobs.per_row, plan->knobs.per_row);
	emit_line(em, "const unsigned row0 = blockIdx.x %% %" PRId64 "u * %" PRId64 "u;", plan->strips, row_of(plan));
	emit_line(em, "const unsigned across0 = blockIdx.x / %" PRId64 "u * %" PRId64 "u;", plan->strips, across_of(plan));
	emit_line(em, "const unsigned own_row = row0 + x * %du, own_across = across0 + y;", width);
	emit_line(em, "math acc[%d][%d];", each, width);
	emit_unrolled(em, "u", each);
	emit_unrolled(em, "n", width);
	emit_line(em, "acc[u][n] = neutral();");
	emit_close(em);
	emit_close(em);
}

/* The loop over what is reduced: a vector for each of the thread's places across, all loaded before one is used. */
static void put_loop(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int each = plan->knobs.unroll;
	int rounds = each * width >= 16 ? 1 : 16 / (each * width);
	rounds = rounds > plan->reduced ? (int)plan->reduced : rounds;
	emit_if(em, plan->guarded[0] ? emit_text(em, "own_row < %" PRId64 "u", plan->extent[0]) : NULL);
	for (int k = 0; k < plan->inputs; k++) {
		emit_line(em, "const input%s p%d = %c + (long long)(%s);", emit_suffix(em, k), k, emit_operand(k),
			emit_layout(em, layout_mode(plan->view[k], 0), "own_row"));
	}
	emit_line(em, "#pragma unroll %d", rounds);
	emit_open(em, "for (unsigned r = 0; r < %" PRId64 "; r++)", plan->reduced);
	emit_registers(em, each);
	for (int pass = 0; pass < 2; pass++) {
		emit_unrolled(em, "u", each);
		emit_line(em, "const unsigned across = own_across + u * %" PRId64 "u;", deep_of(plan));
		emit_if(em, plan->guarded[2] ? emit_text(em, "across < %" PRId64 "u", plan->extent[2]) : NULL);
		for (int k = 0; k < plan->inputs && pass == 0; k++) {
			emit_line(em, "r%d[u] = load%d%s(p%d + (long long)(%s) + (long long)(%s));", k, width, emit_suffix(em, k),
				k, emit_layout(em, layout_mode(plan->view[k], 1), "r"),
				emit_layout(em, layout_mode(plan->view[k], 2), "across"));
		}
		if (pass == 1) {
			emit_line(em, "accumulate(acc[u], witness, t, (u * %" PRId64 " + r) * %d, blockIdx.x, %s);", plan->reduced,
				width, emit_operands(em, "r", "[u]"));
		}
		emit_close(em);
		emit_close(em);
	}
	emit_close(em);
	emit_close(em);
}

/* Results change places in shared memory, where a row has an element more than there are, and are stored. */
static void put_results(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct layout results = plan->view[plan->inputs];
	int64_t across = across_of(plan);
	emit_line(em, "__shared__ math parts[%" PRId64 "][%" PRId64 "];", row_of(plan), across + 1);
	emit_unrolled(em, "u", plan->knobs.unroll);
	emit_unrolled(em, "n", plan->vector[0]);
	emit_line(em, "parts[x * %d + n][y + u * %" PRId64 "u] = acc[u][n];", plan->vector[0], deep_of(plan));
	emit_close(em);
	emit_close(em);
	emit_line(em, "__syncthreads();");
	emit_open(em, "for (unsigned i = t; i < %" PRId64 "; i += %d)", row_of(plan) * across, plan->threads);
	emit_line(em, "const unsigned row = row0 + i / %" PRId64 "u, across = across0 + i %% %" PRId64 "u;", across,
		across);
	emit_open(em, "if (row < %" PRId64 "u && across < %" PRId64 "u)", plan->extent[0], plan->extent[2]);
	emit_line(em, "put(out + (long long)(%s) + (long long)(%s), finish(parts[i / %" PRId64 "u][i %% %" PRId64 "u]));",
		emit_layout(em, layout_mode(results, 0), "row"), emit_layout(em, layout_mode(results, 1), "across"), across,
		across);
	emit_close(em);
	emit_close(em);
}

static void emit_reduce_exchange(struct emitter *em) {
	emit_reduce_functions(em, true, false);
	emit_signature(em);
	put_start(em);
	put_loop(em);
	put_results(em);
	emit_close(em);
}

/* --- on the host --- */

/* Each element that a thread reads, or the result that it is made into. */
static void visit_exchange(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	bool is_result = tensor == plan->inputs;
	struct memory memory = plan_memory(al, plan, is_result ? 0 : tensor);
	struct offsets result[2];
	for (int i = 0; i < 2; i++) {
		result[i] = offsets_init(al, layout_mode(plan->view[plan->inputs], i));
	}
	int width = plan->vector[0];
	int64_t values = plan->reduced * plan->knobs.unroll * width;
	for (int64_t at = 0; at < plan->blocks * plan->threads && !algebra_failed(al); at++) {
		int64_t block = at / plan->threads;
		int64_t t = at % plan->threads;
		for (int64_t v = 0; v < values; v++) {
			int64_t row = block % plan->strips * row_of(plan) + t % plan->knobs.per_row * width + v % width;
			int64_t across = block / plan->strips * across_of(plan) + t / plan->knobs.per_row
				+ v / width / plan->reduced * deep_of(plan);
			if (row >= plan->extent[0] || across >= plan->extent[2]) {
				continue;
			}
			int64_t offset = is_result ? offsets_at(&result[0], row) + offsets_at(&result[1], across) :
				offsets_at(&memory.mode[0], row) + offsets_at(&memory.mode[1], v / width % plan->reduced)
				+ offsets_at(&memory.mode[2], across);
			visit(visitor, offset, t, v, block);
		}
	}
}

/* --- in words --- */

static void describe(struct buf *out, struct algebra *al, const struct plan *plan) {
	(void)al;
	describe_vectors(out, plan);
	buf_printf(out, "# staged   %" PRId64 " x %" PRId64 " results, read along the first, written along the second\n",
		row_of(plan), across_of(plan));
}

static const int thread_counts[] = { 128, 256, 512, -1 };
static const int lane_counts[] = { 8, 16, 32, 64, -1 };
static const int unrolls[] = { 1, 2, 4, 8, 16, -1 };
static const int loads[] = { HINT_STREAM + 1, HINT_READ_ONLY + 1, -1 };

static const struct trial trials[] = {
	{ .threads = 128, .unroll = 8 },
	{ .threads = 256, .unroll = 4 },
	{ .threads = 256, .unroll = 2 },
	{ .threads = 512, .unroll = 4 },
	{ .threads = 512, .unroll = 8 },
	{ .threads = 256, .per_row = 64, .unroll = 8 },
	{ .threads = 256, .per_row = 16, .unroll = 4 },
	{ .threads = 512, .per_row = 128, .unroll = 8 },
	{ .threads = 256, .access = 4, .unroll = 8 },
	{ .load = HINT_STREAM + 1 },
};

const struct kind kind_reduce_exchange = {
	.name = "reduce_exchange",
	.suits = suits,
	.plan = plan_reduce_exchange,
	.emit = emit_reduce_exchange,
	.visit = visit_exchange,
	.describe = describe,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_UNROLL] = unrolls,
			[KNOB_PER_ROW] = lane_counts,
			[KNOB_LOAD] = loads,
		},
	},
	.trials = trials,
	.trial_count = sizeof trials / sizeof trials[0],
};
