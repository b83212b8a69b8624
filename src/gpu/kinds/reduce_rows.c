/*
 * Reductions of a contiguous mode, and of all that fits no other kind, with single elements: threads share a row, whose
 * parts come together in registers, by shuffles, then through shared memory. Where there are fewer rows than
 * multiprocessors could take, blocks share a row, and the last of them to finish adds what all have left in memory.
 */
#include <inttypes.h>

#include "base/number.h"
#include "gpu/kinds/reduce.h"
#include "gpu/kinds/walk.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/* Rows of so many bytes are shared by blocks that read about so many each, if those are so many waves. */
enum { LONG_BYTES = 1 << 20, PIECE_BYTES = 1 << 17, WAVES_OF_PIECES = 4 };

/* Threads that share a row of "vectors" vectors, and how many of them a thread has in flight. */
static void choose_rows(struct knobs *knobs, int64_t vectors, int64_t rows, const struct target *target) {
	int64_t room = (int64_t)target->multiprocessors * target->threads_per_multiprocessor;
	bool many = rows * 32 >= room;
	int per_row = 1024;
	int unroll = 2;
	int threads = 1024;
	if (vectors <= 32) {
		per_row = power_above(vectors);
		unroll = 1;
		threads = 256;
	} else if (vectors <= 256) {
		per_row = many ? power_above(vectors) : vectors <= 128 ? 32 : 64;
		unroll = many ? 1 : vectors <= 128 ? 2 : 4;
		threads = vectors <= 128 && !many ? 512 : 256;
	} else if (vectors <= 1100) {
		per_row = 512;
		unroll = vectors <= 512 || (many && rows > 8192) ? 4 : 2;
		threads = many && rows > 8192 && vectors > 512 ? 1024 : 512;
	}
	knobs->per_row = knob_choice(knobs->per_row, per_row);
	knobs->unroll = knob_choice(knobs->unroll, unroll);
	knobs->threads = knob_choice(knobs->threads, threads < knobs->per_row ? knobs->per_row : threads);
	if (knobs->per_row > knobs->threads) {
		knobs->per_row = knobs->threads;
	}
}

/*
 * Blocks that share a row of "bytes" bytes: as many as give every multiprocessor about its fill of threads, each with
 * at least a round of vectors; of long rows so many that those at work are in few rows at a time, since memory is
 * slower where it is read in hundreds of places far apart. Only blocks of one row each share it.
 */
static void choose_splits(struct knobs *knobs, int64_t vectors, int64_t rows, int64_t bytes,
		const struct target *target) {
	int64_t splits = knobs->splits;
	bool is_few = rows < target->multiprocessors && vectors >= 2048;
	if (splits == 0 && (is_few || bytes >= LONG_BYTES)) {
		knobs->threads = knob_choice(knobs->threads, 512);
		knobs->unroll = knob_choice(knobs->unroll, 4);
		int64_t slots = (int64_t)target->multiprocessors * target->threads_per_multiprocessor / knobs->threads;
		int64_t most = number_ceil_div(vectors, (int64_t)knobs->threads * knobs->unroll);
		int64_t pieces = bytes >= LONG_BYTES ? bytes / PIECE_BYTES : 1;
		splits = pieces >= WAVES_OF_PIECES * slots / rows ? pieces : slots / rows;
		splits = splits > most ? most : splits;
	}
	splits = splits < 1 ? 1 : splits > SPLITS_MAX ? SPLITS_MAX : splits;
	int64_t warps = number_ceil_div(vectors, 32);
	knobs->splits = (int)(splits > 1 && splits > warps ? warps : splits);
	if (knobs->splits > 1) {
		knobs->threads = knob_choice(knobs->threads, 512);
		knobs->per_row = knobs->threads;
	}
}

/* "reduced" counts the reduced modes, which come first in "modes". */
static void make(struct algebra *al, struct plan *plan, const struct mode *modes, int count, int reduced,
		const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	reduce_take_halving(knobs);
	int inputs = plan->inputs;
	int most = knob_choice(knobs->vector, problem_widest_vector(plan->problem));
	int vector = 1;
	if (modes_all_contiguous(modes, 0, inputs)) {
		vector = modes_aligned_vector(modes, count, 0, inputs, reduced == 1 ? most :
			power_dividing(modes[0].extent, most));
		plan->windows = vector < most && reduced == 1 && modes_same_windows(modes, count, inputs, most)
			&& !reduce_is_arg(plan->problem->reduce)
			&& plan->reduced >= 4 * most;
		vector = plan->windows ? most : vector;
	}
	int64_t vectors = number_ceil_div(plan->reduced + (plan->windows ? vector - 1 : 0), vector);
	int64_t bytes = vectors * vector * problem_widest(plan->problem);
	choose_splits(knobs, vectors, plan->kept, bytes, target);
	choose_rows(knobs, vectors, plan->kept, target);
	bool prefetches = plan->windows && bytes < LONG_BYTES;
	knobs->load = knob_choice(knobs->load, (prefetches ? HINT_PREFETCH : HINT_NO_ALLOCATE) + 1);
	knobs->vector = vector;
	int64_t per_row = knobs->per_row;
	int64_t rows = knobs->threads / per_row;
	int64_t splits = knobs->splits;
	plan->iterations = plan_each(al, number_ceil_div(vectors, per_row * splits), "rounds");
	plan->rank = 2;
	plan->extent[0] = plan->reduced;
	plan->extent[1] = plan->kept;
	plan->vector[inputs] = 1;
	plan->view[inputs] = modes_layout(al, modes + reduced, count - reduced, inputs);
	plan->index = modes_layout(al, modes, reduced, inputs);
	for (int k = 0; k < inputs; k++) {
		struct layout inner = modes_layout(al, modes, reduced, k);
		struct layout outer = modes_layout(al, modes + reduced, count - reduced, k);
		plan->view[k] = layout_of_modes(al, inner, outer);
		plan->vector[k] = vector;
	}
	int64_t run = per_row * vector;
	int64_t width = run * plan->iterations;
	plan->padded[0] = width * splits;
	struct layout tiles[2] = { splits > 1 ? layout_of_pair(al, run, plan->iterations, 1, run * splits) :
		layout_of_int(width, 1), layout_of_int(rows, 1) };
	plan_set_tiler(al, plan, tiles);
	plan->tv = layout_of_modes(al, layout_of_pair(al, per_row, rows, vector, width),
		layout_of_pair(al, vector, plan->iterations, 1, per_row * vector));
	plan->shared_bytes = per_row > 32 ? knobs->threads / 32 * reduce_partial_bytes(plan) : 0;
}

static bool suits(const struct wanted *wanted) {
	return wanted->problem->reduce != REDUCE_NONE;
}

/* The reduced modes, of which there is one at least, then the others; returns the number of all. */
static int order_modes(const struct wanted *wanted, struct mode *modes) {
	int count = 0;
	if (wanted->reduced == 0) {
		modes[count++] = (struct mode){ .extent = 1, .reduced = true };
	}
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < wanted->count; i++) {
			if (wanted->modes[i].reduced == (pass == 0)) {
				modes[count++] = wanted->modes[i];
			}
		}
	}
	return count;
}

static void plan_reduce_rows(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	struct mode modes[PROBLEM_RANK_MAX + 1];
	if (wanted->count < 0) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"reductions need operands whose modes of several strides are cut alike, into %d modes at most",
			PROBLEM_RANK_MAX);
		return;
	}
	int count = order_modes(wanted, modes);
	make(al, plan, modes, count, wanted->reduced > 0 ? wanted->reduced : 1, wanted->target);
	if (!algebra_failed(al)) {
		plan_finish_map(al, plan);
		plan->workspace_bytes = reduce_workspace(plan, plan->kept, 1);
	}
}

/* --- the text --- */

/* The operands' base addresses of the row; rows beyond the last are read as the last. */
static void put_row_bases(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	for (int k = 0; k < plan->inputs; k++) {
		emit_line(em, "const long long base%d = (long long)(%s);", k,
			emit_layout(em, layout_mode(plan->view[k], 1), "safe_row"));
	}
	if (plan->windows) {
		emit_line(em, "const index start = (index)(base0 %% %d), end = start + %" PRId64 "u;", width, plan->extent[0]);
		emit_line(em, "const index count = (end + %d) / %d;", width - 1, width);
	} else if (plan->extent[0] % width != 0) {
		emit_line(em, "const index start = 0, end = %" PRId64 "u;", plan->extent[0]);
	}
	for (int k = 0; k < plan->inputs; k++) {
		emit_line(em, "const input%s p%d = %c + base%d%s;", emit_suffix(em, k), k, emit_operand(k), k,
			plan->windows ? " - start" : "");
	}
}

/* The total of a row, from its threads' totals: lanes of a warp, then warps through shared memory. */
static void put_row_total(struct emitter *em) {
	int per_row = em->plan->knobs.per_row;
	emit_line(em, "total = lanes(total, %d, 1);", per_row < 32 ? per_row : 32);
	if (per_row <= 32) {
		return;
	}
	emit_line(em, "__shared__ math parts[%d];", em->plan->threads / 32);
	emit_open(em, "if (t %% 32 == 0)");
	emit_line(em, "parts[t / 32] = total;");
	emit_close(em);
	emit_line(em, "__syncthreads();");
	emit_open(em, "if (lane < 32)");
	emit_line(em, "total = lane < %d ? parts[t / 32 + lane] : neutral();", per_row / 32);
	emit_line(em, "total = lanes(total, %d, 1);", per_row / 32);
	emit_close(em);
}

/* Blocks that share a row leave their totals, and only the last of them goes on, with the total of all. */
static void put_splits_total(struct emitter *em) {
	const struct plan *plan = em->plan;
	int splits = plan->knobs.splits;
	emit_line(em, "unsigned *counter = (unsigned *)(workspace + row * 8ull);");
	emit_line(em, "math *partial = (math *)(workspace + %" PRId64 "ll) + row * %dull;", plan->kept * 8, splits);
	emit_open(em, "if (t == 0)");
	emit_line(em, "partial[split] = total;");
	emit_close(em);
	emit_return_unless_last(em, splits);
	emit_line(em, "total = neutral();");
	emit_dealt(em, "n", splits);
	emit_line(em, "total = combine(total, __ldcg(partial + n));");
	emit_close(em);
	emit_line(em, "__syncthreads();");
	emit_if(em, NULL);
	put_row_total(em);
	emit_close(em);
}

/* Where element "i" of a row is; of one mode also where a vector begins beyond the last, with windows. */
static struct layout row_offsets(const struct plan *plan, int k) {
	struct layout row = layout_mode(plan->view[k], 0);
	return plan->vector[0] > 1 && tuple_rank(row.shape) == 1 ? layout_of_int(plan->padded[0], 1) : row;
}

static struct walk walk_of(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int64_t per_row = plan->knobs.per_row;
	int64_t vectors = (plan->extent[0] + width - 1) / width;
	int64_t step = per_row * plan->knobs.splits;
	int64_t round = step * plan->knobs.unroll;
	struct walk walk = { .step = step, .masked = plan->windows || plan->extent[0] % width != 0 };
	walk.count = plan->windows ? "count" : emit_text(em, "%" PRId64 "u", vectors);
	walk.full = plan->windows ? plan->extent[0] / width / round : vectors / round;
	walk.more = plan->windows || vectors % round != 0;
	for (int k = 0; k < plan->inputs; k++) {
		walk.offsets[k] = row_offsets(plan, k);
	}
	return walk;
}

/* The row of a thread, "row", and the one that it reads, "safe_row": those beyond the last read that. */
static void put_row(struct emitter *em) {
	const struct plan *plan = em->plan;
	int per_row = plan->knobs.per_row;
	bool is_wide = plan->padded[1] > UINT32_MAX;
	const char *type = emit_counter(plan->padded[1]);
	if (plan->knobs.splits > 1) {
		emit_line(em, "const unsigned split = blockIdx.x %% %du, row = blockIdx.x / %du;", plan->knobs.splits,
			plan->knobs.splits);
	} else {
		emit_line(em, "const %s row = blockIdx.x * %du%s + t / %du;", type, plan->threads / per_row,
			is_wide ? "ll" : "", per_row);
	}
	emit_line(em, "const %s safe_row = %s;", type, plan->guarded[1] ?
		emit_text(em, "row < %" PRId64 "u ? row : %" PRId64 "u", plan->extent[1], plan->extent[1] - 1) : "row");
}

/*
 * The kernel: "per_row" lanes of a block walk over a row in steps of all of them, add up across lanes, and the first
 * of them puts the result. With "splits", several blocks share a row and the last one to finish adds their parts.
 */
static void emit_reduce_rows(struct emitter *em) {
	const struct plan *plan = em->plan;
	int per_row = plan->knobs.per_row;
	struct walk walk = walk_of(em);
	emit_index_type(em);
	emit_reduce_functions(em, false, walk.masked);
	emit_signature(em);
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "const unsigned lane = t %% %du;", per_row);
	put_row(em);
	put_row_bases(em);
	const char *begin = plan->knobs.splits > 1 ? emit_text(em, "split * %du + lane", per_row) : "lane";
	emit_line(em, "const index begin = %s;", begin);
	emit_acc(em, reduce_accumulators(plan));
	emit_walk(em, &walk);
	emit_acc_total(em);
	put_row_total(em);
	if (plan->knobs.splits > 1) {
		put_splits_total(em);
	}
	emit_open(em, plan->guarded[1] ? "if (lane == 0 && row < %" PRId64 "u)" : "if (lane == 0)", plan->extent[1]);
	emit_line(em, "put(out + (%s), finish(total));", emit_layout(em, plan->view[plan->inputs], "row"));
	if (plan->knobs.splits > 1) {
		emit_line(em, "*counter = 0;");
	}
	emit_close(em);
	emit_close(em);
}

/* --- on the host --- */

/* Vector "i" of a row that takes "start" to "end" from its base; the result's offset is "place" for every element. */
static void visit_rows(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	bool is_result = tensor == plan->inputs;
	struct memory memory = plan_memory(al, plan, is_result ? 0 : tensor);
	struct offsets row_memory = offsets_init(al, row_offsets(plan, is_result ? 0 : tensor));
	struct offsets results = offsets_init(al, plan->view[plan->inputs]);
	int width = plan->vector[0];
	int per_row = plan->knobs.per_row;
	int64_t rows = plan->threads / per_row;
	for (int64_t at = 0; at < plan->blocks * plan->threads; at++) {
		int64_t block = at / plan->threads;
		int64_t t = at % plan->threads;
		int64_t splits = plan->knobs.splits;
		int64_t row = block / splits * rows + t / per_row;
		if (row >= plan->extent[1]) {
			continue;
		}
		int64_t start = plan_window_start(plan, &memory, row, 0);
		int64_t base = offsets_at(&memory.mode[1], row) - start;
		int64_t end = start + plan->extent[0];
		int64_t place = offsets_at(&results, row);
		int64_t step = per_row * splits;
		for (int64_t i = block % splits * per_row + t % per_row; i * width < end; i += step) {
			int64_t first = i * width < start ? start : i * width;
			for (int64_t j = first; j < end && j < (i + 1) * width; j++) {
				int64_t offset = base + offsets_at(&row_memory, j - j % width) + j % width;
				visit(visitor, is_result ? place : offset, t, i / step * width + j % width, block);
			}
		}
	}
}

/* With windows the map counts from the vector's boundary before the row. */
static bool locate(const struct plan *plan, const struct memory *memory, int64_t *coordinate) {
	coordinate[0] -= plan_window_start(plan, memory, coordinate[1], 0);
	return coordinate[0] >= 0;
}

/* A row is one run. */
static struct window window(const struct plan *plan) {
	(void)plan;
	return (struct window){ INT64_MAX, INT64_MAX };
}

/* --- in words --- */

static void describe(struct buf *out, struct algebra *al, const struct plan *plan) {
	(void)al;
	int per_row = plan->knobs.per_row;
	describe_vectors(out, plan);
	if (per_row > 1) {
		describe_lanes(out, per_row < 32 ? per_row : 32, 1);
	}
	if (per_row > 32) {
		buf_printf(out, "# warps    %d through shared memory\n", per_row / 32);
	}
	if (plan->knobs.splits > 1) {
		describe_blocks(out, plan->knobs.splits);
	}
}

static const int thread_counts[] = { 128, 256, 512, 1024, -1 };
static const int unrolls[] = { 1, 2, 4, 8, -1 };
static const int row_threads[] = { 32, 64, 128, 256, 512, 1024, -1 };
static const int split_counts[] = { 0, 1, 16, 64, -1 };
static const int loads[] = { HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };

static const struct trial trials[] = {
	{ .threads = 128, .unroll = 4, .per_row = 64, .splits = 1 },
	{ .threads = 512, .unroll = 2, .per_row = 512, .splits = 132 },
	{ .threads = 256, .unroll = 2, .per_row = 256, .splits = 8 },
	{ .threads = 512, .unroll = 4, .per_row = 256, .splits = 1 },
	{ .threads = 256, .unroll = 2, .per_row = 64, .splits = 1 },
	{ .threads = 256, .unroll = 2, .per_row = 256, .splits = 16 },
	{ .threads = 128, .unroll = 8, .per_row = 8, .splits = 1 },
	{ .threads = 512, .unroll = 2, .per_row = 512, .splits = 1 },
	{ .threads = 512, .unroll = 2, .per_row = 128, .splits = 1 },
	{ .threads = 128, .unroll = 4, .per_row = 32, .splits = 1 },
	{ .threads = 256, .unroll = 2, .per_row = 256, .splits = 33 },
	{ .threads = 512, .unroll = 4, .per_row = 512, .splits = 66 },
	{ .threads = 256, .unroll = 4, .per_row = 256, .splits = 1 },
	/* A miss fetches the other half of its 256 bytes as well, which the next lanes read. */
	{ .load = HINT_PREFETCH + 1 },
	{ .threads = 512, .unroll = 8, .per_row = 512, .splits = 1, .load = HINT_PREFETCH + 1 },
	/* Parts of long rows. */
	{ .threads = 512, .unroll = 4, .per_row = 512, .splits = 4, .load = HINT_NO_ALLOCATE + 1 },
	{ .threads = 512, .unroll = 4, .per_row = 512, .splits = 16, .load = HINT_NO_ALLOCATE + 1 },
	{ .threads = 256, .unroll = 4, .per_row = 256, .splits = 32, .load = HINT_NO_ALLOCATE + 1 },
	/* No thread idles where so few threads take so many vectors in turn. */
	{ .threads = 256, .unroll = 4, .per_row = 4, .splits = 1, .load = HINT_PREFETCH + 1, .rounds = 2 },
	{ .threads = 256, .unroll = 2, .per_row = 8, .splits = 1, .load = HINT_PREFETCH + 1, .rounds = 2 },
	{ .threads = 256, .unroll = 4, .per_row = 16, .splits = 1, .load = HINT_PREFETCH + 1, .rounds = 2 },
	/* Neighbours read from the same lines, which the first-level cache holds meanwhile. */
	{ .threads = 256, .unroll = 4, .per_row = 1, .splits = 1, .load = HINT_READ_ONLY + 1, .rounds = 2 },
	{ .threads = 256, .unroll = 4, .per_row = 2, .splits = 1, .load = HINT_READ_ONLY + 1, .rounds = 2 },
	{ .threads = 128, .unroll = 8, .per_row = 1, .splits = 1, .load = HINT_READ_ONLY + 1, .rounds = 1 },
};

const struct kind kind_reduce_rows = {
	.name = "reduce_rows",
	.suits = suits,
	.plan = plan_reduce_rows,
	.emit = emit_reduce_rows,
	.visit = visit_rows,
	.locate = locate,
	.window = window,
	.reads_more = true,
	.describe = describe,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_UNROLL] = unrolls,
			[KNOB_PER_ROW] = row_threads,
			[KNOB_SPLITS] = split_counts,
			[KNOB_LOAD] = loads,
		},
	},
	.trials = trials,
	.trial_count = sizeof trials / sizeof trials[0],
};
