/*
 * Reductions of few elements each: a thread has whole results. Along mode "row" operands run, along "across" the
 * results. Where these are two modes, results are exchanged in shared memory, so that a warp reads along one and writes
 * along the other; where they are one, a thread stores its own.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/number.h"
#include "gpu/kinds/reduce.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/*
 * Next to more bytes that are reduced into each, results are few, unless there are so many that threads with whole ones
 * keep the device busy. Results of another order that are fewer stay in the L2 cache until their sectors are whole.
 * Rows are as long as a few lanes. What is reduced within a row of the operand is as much as the L1 cache has at hand.
 * Where results run as the operand does, threads that share results do as well, unless accesses are narrow.
 */
enum { RESULTS_MIN = 1 << 15, RESULTS_FOR_BYTE = 1 << 10, REDUCED_BYTES_MAX = 256, ROW_MIN = 8, STEP_BYTES_MAX = 64,
	NARROW_BYTES = 4, APART_BYTES_MIN = 8 };

/* Registers of 4 bytes for what a thread has on its way of each operand. */
enum { IN_FLIGHT = 16 };

/* A block's tile: bytes of a row of it, and its extent across. */
enum { ROW_BYTES = 128, ROW_MOST = 64, LANES_MAX = 256, ACROSS = 64, ACROSS_MIN = 16 };

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

/* The widest vectors of operands along the first of the modes, of up to "most" elements. */
static int widest_along_row(const struct problem *problem, const struct mode *modes, int count, int most) {
	int inputs = problem->op->operands;
	most = most > 8 ? 8 : power_below(most);
	return modes_all_contiguous(modes, 0, inputs)
		? modes_aligned_vector(modes, count, 0, inputs, power_dividing(modes[0].extent, most)) : 1;
}

/* Results run along "row", as the operand does, which is read in narrow accesses. */
static bool is_narrow(const struct wanted *wanted, int row) {
	struct mode modes[PROBLEM_RANK_MAX];
	int count = reduce_order_modes(wanted, row, modes);
	const struct problem *problem = wanted->problem;
	int vector = widest_along_row(problem, modes, count, problem_widest_vector(problem));
	return modes[0].stride[problem->op->operands] == 1 && vector * problem_widest(problem) <= NARROW_BYTES;
}

static bool suits(const struct wanted *wanted) {
	const struct problem *problem = wanted->problem;
	int row = row_mode(wanted);
	if (problem->reduce == REDUCE_NONE || reduce_is_arg(problem->reduce) || row < 0 || wanted->reduced == 0) {
		return false;
	}
	const struct mode *mode = &wanted->modes[row];
	int64_t reduced = problem_reduced_size(problem);
	int64_t results = problem_size(problem) / reduced;
	int size = dtype_bytes(problem_dtype(problem, 0));
	bool is_apart = mode->stride[problem->op->operands] * dtype_bytes(problem->output_dtype) >= APART_BYTES_MIN
		&& results >= RESULTS_MIN;
	return (row == across_mode(wanted) ? is_narrow(wanted, row) : is_apart) && mode->extent >= ROW_MIN
		&& reduced * size <= REDUCED_BYTES_MAX && results >= reduced * size * RESULTS_FOR_BYTE && results <= INT32_MAX
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

/* Elements from row to row of the tile in shared memory: odd, so that lanes are in different banks. */
static int64_t pitch_of(const struct plan *plan) {
	return across_of(plan) | 1;
}

/* Results change places in shared memory. */
static bool is_exchanged(const struct plan *plan) {
	return plan->shared_bytes > 0;
}

/*
 * Lanes along a row of "vectors": those that are asked for, or of a tile ROW_BYTES long; as many as a row has, if tiles
 * would reach far beyond its end, by half of it or while "tiles" of whole rows are enough. Then rows that follow one
 * another in memory are read as if they were one.
 */
static int64_t lanes_along(const struct plan *plan, int64_t vectors, int64_t tiles) {
	int64_t width = power_below(ROW_BYTES / dtype_bytes(problem_dtype(plan->problem, 0)));
	width = width > ROW_MOST ? ROW_MOST : width < 32 ? 32 : width;
	width /= plan->vector[0];
	int64_t asked = plan->knobs.per_row;
	int64_t padded = number_ceil_div(vectors, width) * width;
	bool is_whole = asked == vectors || (asked == 0 && padded > vectors + vectors / 16
		&& (vectors <= width || 2 * padded >= 3 * vectors
			|| plan->kept / (vectors * plan->vector[0] * ACROSS) >= tiles));
	if (is_whole && vectors <= LANES_MAX) {
		return vectors;
	}
	int64_t lanes = asked > 0 ? power_below(asked) : width;
	return lanes > LANES_MAX ? LANES_MAX : lanes;
}

/*
 * Pieces of equal length, across which a thread goes, of a row of "vectors" that has no other places across: as many as
 * it takes to have enough on its way, if the row then still has a few tiles for each multiprocessor; 1 if there are
 * none.
 */
static int64_t pieces_of(int64_t vectors, int64_t reduced, const struct target *target) {
	int64_t pieces = IN_FLIGHT / reduced;
	if (pieces < 1 || vectors < pieces * LANES_MAX * 4 * target->multiprocessors) {
		return 1;
	}
	while (vectors % pieces != 0) {
		pieces--;
	}
	return pieces;
}

/* Make the first of "count" modes, with "pieces" pieces, two, the second of them the last of all. */
static void cut_row(struct mode *modes, int count, int64_t pieces) {
	modes[0].extent /= pieces;
	modes[count] = modes[0];
	modes[count].extent = pieces;
	for (int k = 0; k < TENSORS_MAX; k++) {
		modes[count].stride[k] *= modes[0].extent;
	}
}

/*
 * Lanes along the row and results of a thread across, such that the multiprocessors get a few tiles each, and one
 * that is exchanged fits into shared memory. Where places across are few, there are more lanes; where they are the
 * pieces of a row that "is_cut", a thread has all.
 */
static void choose(struct plan *plan, int64_t row, bool is_cut, bool is_exchanged, const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	int64_t tiles = 4 * (int64_t)target->multiprocessors;
	int64_t places = plan->kept / row;
	int64_t lanes = lanes_along(plan, row / plan->vector[0], tiles);
	int64_t threads = knob_choice(knobs->threads, lanes > ROW_MOST ? 512 : 256);
	while (knobs->per_row == 0 && 2 * lanes * places <= threads && 2 * lanes <= LANES_MAX
			&& lanes * plan->vector[0] < row) {
		lanes *= 2;
	}
	lanes = is_cut && knobs->per_row == 0 ? LANES_MAX : lanes;
	int64_t tile_row = lanes * plan->vector[0];
	int64_t most = SHARED_BYTES_MAX / (tile_row * problem_number_bytes(plan->problem)) - 1;
	int64_t deep = threads / lanes;
	deep = deep > most && is_exchanged ? most : deep;
	deep = deep > places ? places : deep;
	deep = deep < 1 ? 1 : deep;
	int64_t across = tile_row < 32 ? 32 * ACROSS / tile_row : ACROSS;
	while (across > ACROSS_MIN && plan->kept / (tile_row * across) < tiles) {
		across /= 2;
	}
	while (across > deep && across / 2 >= places) {
		across /= 2;
	}
	int64_t each = is_cut ? number_ceil_div(places, deep) : power_below(across / deep);
	each = knob_choice(knobs->unroll, (int)each);
	while (is_exchanged && deep * each > most) {
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

/* Elements of what is reduced that are loaded at once, for each place across: as many as IN_FLIGHT registers hold. */
static int rounds_of(const struct plan *plan) {
	int64_t registers = (int64_t)plan->knobs.unroll
		* number_ceil_div(plan->vector[0] * problem_widest(plan->problem), 4);
	int64_t rounds = registers >= IN_FLIGHT ? 1 : IN_FLIGHT / registers;
	return (int)(rounds < plan->reduced ? rounds : plan->reduced);
}

/* Modes of the view are the row, what is reduced, and all that is across, in the order of the results. */
static void plan_reduce_few(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	struct mode modes[PROBLEM_RANK_MAX + 1];
	int count = reduce_order_modes(wanted, row_mode(wanted), modes);
	struct mode *across = modes + 1 + wanted->reduced;
	int across_modes = count - 1 - wanted->reduced;
	int inputs = plan->inputs;
	modes_sort(across, across_modes, inputs, inputs + 1);
	int most = knob_choice(plan->knobs.vector, problem_widest_vector(plan->problem));
	int vector = widest_along_row(plan->problem, modes, count, most);
	bool is_exchanged = row_mode(wanted) != across_mode(wanted);
	int64_t pieces = across_modes == 0 ? pieces_of(modes[0].extent / vector, plan->reduced, wanted->target) : 1;
	if (pieces > 1) {
		cut_row(modes, count, pieces);
		across_modes++;
	}
	reduce_set_view(al, plan, &(struct reduce_view){ .columns = modes, .column_modes = 1, .reduced = modes + 1,
		.reduced_modes = wanted->reduced, .batch = across, .batch_modes = across_modes });
	for (int k = 0; k < inputs; k++) {
		plan->vector[k] = vector;
	}
	plan->vector[inputs] = 1;
	choose(plan, modes[0].extent, pieces > 1, is_exchanged, wanted->target);
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
	plan->iterations = plan_each(al, plan->reduced * each, "rounds");
	plan->rounds = rounds_of(plan);
	plan->shared_bytes = is_exchanged ? (int)(row * pitch_of(plan) * problem_number_bytes(plan->problem)) : 0;
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

/*
 * Elements "r" to "r" + "rounds" - 1 of what is reduced: a vector for each of the thread's places across, all loaded
 * before one is used.
 */
static void put_rounds(struct emitter *em, int rounds) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int each = plan->knobs.unroll;
	emit_registers(em, rounds * each);
	for (int pass = 0; pass < 2; pass++) {
		emit_unrolled(em, "q", rounds);
		emit_unrolled(em, "u", each);
		for (int k = 0; k < plan->inputs && pass == 0; k++) {
			const char *row = emit_layout(em, layout_mode(plan->view[k], 1), "(r + q)");
			emit_line(em, "r%d[q * %d + u] = %s;", k, each,
				emit_load(em, k, width, emit_text(em, "p%d[u] + (long long)(%s)", k, row)));
		}
		if (pass == 1) {
			emit_line(em, "accumulate(acc[u], witness, t, (u * %" PRId64 " + r + q) * %d, blockIdx.x, %s);",
				plan->reduced, width, emit_operands(em, "r", emit_text(em, "[q * %d + u]", each)));
		}
		emit_close(em);
		emit_close(em);
	}
}

/*
 * The loop over what is reduced. Behind the last place across a thread loads what it does for that, and stores no
 * result: loads under a condition would wait for one another.
 */
static void put_loop(struct emitter *em) {
	const struct plan *plan = em->plan;
	int each = plan->knobs.unroll;
	int rounds = plan->rounds;
	int64_t full = plan->reduced / rounds * rounds;
	emit_if(em, plan->guarded[0] ? emit_text(em, "own_row < %" PRId64 "u", plan->extent[0]) : NULL);
	for (int k = 0; k < plan->inputs; k++) {
		emit_line(em, "input%s p%d[%d];", emit_suffix(em, k), k, each);
	}
	emit_unrolled(em, "u", each);
	emit_line(em, "const unsigned across = own_across + u * %" PRId64 "u;", deep_of(plan));
	if (plan->guarded[2]) {
		emit_line(em, "const unsigned there = across < %" PRId64 "u ? across : %" PRId64 "u;", plan->extent[2],
			plan->extent[2] - 1);
	}
	for (int k = 0; k < plan->inputs; k++) {
		emit_line(em, "p%d[u] = %c + (long long)(%s) + (long long)(%s);", k, emit_operand(k),
			emit_layout(em, layout_mode(plan->view[k], 0), "own_row"),
			emit_layout(em, layout_mode(plan->view[k], 2), plan->guarded[2] ? "there" : "across"));
	}
	emit_close(em);
	if (full > rounds) {
		emit_line(em, "#pragma unroll 1");
		emit_open(em, "for (unsigned r = 0; r < %" PRId64 "; r += %d)", full, rounds);
	} else {
		emit_if(em, NULL);
		emit_line(em, "const unsigned r = 0;");
	}
	put_rounds(em, rounds);
	emit_close(em);
	if (full < plan->reduced) {
		emit_if(em, NULL);
		emit_line(em, "const unsigned r = %" PRId64 ";", full);
		put_rounds(em, (int)(plan->reduced - full));
		emit_close(em);
	}
	emit_close(em);
}

/* Results that a thread takes from shared memory before it stores the first of them. */
enum { STORES_AT_ONCE = 8 };

/*
 * Of "count" results in the output's order a thread stores every one that is "threads" behind the last, several of them
 * at once.
 */
static void put_stores(struct emitter *em, int64_t across, int64_t count) {
	const struct plan *plan = em->plan;
	struct layout results = plan->view[plan->inputs];
	int width = plan->vector[0];
	int64_t rounds = number_ceil_div(count, plan->threads);
	int64_t at_once = rounds < STORES_AT_ONCE ? rounds : STORES_AT_ONCE;
	bool is_whole = count % (plan->threads * at_once) == 0;
	emit_dealt_in_turns(em, "first", count, at_once);
	emit_line(em, "math total[%" PRId64 "];", at_once);
	for (int pass = 0; pass < 2; pass++) {
		emit_unrolled(em, "u", at_once);
		emit_line(em, "const unsigned i = first + u * %du;", plan->threads);
		if (pass == 0) {
			emit_line(em, is_whole ? "const unsigned there = i;" : "const unsigned there = i < %" PRId64 "u ? i : 0;",
				count);
			emit_line(em, "const unsigned place = there / %" PRId64 "u;", across);
			emit_line(em, "total[u] = parts[place %% %du * %d + place / %du][there %% %" PRId64 "u];", width,
				plan->knobs.per_row, width, across);
		} else {
			emit_line(em, "const unsigned row = row0 + i / %" PRId64 "u, across = across0 + i %% %" PRId64 "u;", across,
				across);
			emit_open(em, "if (i < %" PRId64 "u && row < %" PRId64 "u && across < %" PRId64 "u)", count,
				plan->extent[0], plan->extent[2]);
			emit_line(em, "put(out + (long long)(%s) + (long long)(%s), finish(total[u]));",
				emit_layout(em, layout_mode(results, 0), "row"), emit_layout(em, layout_mode(results, 1), "across"));
			emit_close(em);
		}
		emit_close(em);
	}
	emit_close(em);
}

/*
 * Results change places in shared memory and are stored. Rows that a lane has lie as many rows apart there as there are
 * lanes: the next row is the next lane's.
 */
static void put_exchanged(struct emitter *em) {
	const struct plan *plan = em->plan;
	int64_t across = across_of(plan);
	int width = plan->vector[0];
	emit_line(em, "__shared__ math parts[%" PRId64 "][%" PRId64 "];", row_of(plan), pitch_of(plan));
	emit_unrolled(em, "u", plan->knobs.unroll);
	emit_unrolled(em, "n", width);
	emit_line(em, "parts[n * %d + x][y + u * %" PRId64 "u] = acc[u][n];", plan->knobs.per_row, deep_of(plan));
	emit_close(em);
	emit_close(em);
	emit_line(em, "__syncthreads();");
	put_stores(em, across, row_of(plan) * across);
}

/* Each thread stores its results. */
static void put_own(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct layout results = plan->view[plan->inputs];
	emit_unrolled(em, "u", plan->knobs.unroll);
	emit_unrolled(em, "n", plan->vector[0]);
	emit_line(em, "const unsigned row = own_row + n, across = own_across + u * %" PRId64 "u;", deep_of(plan));
	emit_open(em, "if (row < %" PRId64 "u && across < %" PRId64 "u)", plan->extent[0], plan->extent[2]);
	emit_line(em, "put(out + (long long)(%s) + (long long)(%s), finish(acc[u][n]));",
		emit_layout(em, layout_mode(results, 0), "row"), emit_layout(em, layout_mode(results, 1), "across"));
	emit_close(em);
	emit_close(em);
	emit_close(em);
}

static void emit_reduce_few(struct emitter *em) {
	emit_reduce_functions(em, true, false);
	emit_signature(em);
	put_start(em);
	put_loop(em);
	if (is_exchanged(em->plan)) {
		put_exchanged(em);
	} else {
		put_own(em);
	}
	emit_close(em);
}

/* --- on the host --- */

/* Each element that a thread reads, or the result that it is made into. */
static void visit_few(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
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
	if (!is_exchanged(plan)) {
		return;
	}
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

const struct kind kind_reduce_few = {
	.name = "reduce_few",
	.suits = suits,
	.plan = plan_reduce_few,
	.emit = emit_reduce_few,
	.visit = visit_few,
	.reads_more = true,
	.describe = describe,
	.has_rival = true,
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
