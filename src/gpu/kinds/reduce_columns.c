/*
 * Reductions that keep the contiguous mode: a thread keeps a vector of columns; rows are split among blocks. Where that
 * mode is short, all modes that are kept are columns together.
 */
#include <inttypes.h>

#include "base/number.h"
#include "gpu/kinds/reduce.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/* So few rows that a thread takes all of a column at once, in small blocks. */
enum { FEW_ROWS = 16, FEW_ROWS_THREADS = 128 };

/* The most rows of a thread that it has under way at once, in as many rounds as that makes, each of as many. */
enum { AT_ONCE = 8 };

/*
 * Strips of 256 bytes and more, where the rows are as wide; as many rows in flight as there are; and so many blocks
 * share the rows of a strip that every multiprocessor has its fill of threads twice, if each thread keeps a few rows.
 * Where there are columns for every thread that the device holds, or few rows, each has its own, and no two share one.
 */
static void choose_columns(struct knobs *knobs, int64_t vectors, int64_t rows, int64_t batches,
		const struct target *target) {
	bool is_small = rows * vectors * batches <= (1 << 18);
	int per_row = is_small ? 4 : vectors >= 4096 ? 64 : 16;
	while (per_row / 2 >= vectors) {
		per_row /= 2;
	}
	int threads = 512;
	if (vectors * batches >= (int64_t)target->multiprocessors * target->threads_per_multiprocessor && batches == 1) {
		threads = 256;
		per_row = threads;
	} else if (rows <= FEW_ROWS && vectors >= FEW_ROWS_THREADS) {
		threads = FEW_ROWS_THREADS;
		per_row = threads;
	}
	while (threads > 64 && threads / per_row > rows) {
		threads /= 2;
	}
	knobs->threads = knob_choice(knobs->threads, threads);
	knobs->per_row = knob_choice(knobs->per_row, per_row);
	if (knobs->per_row > knobs->threads) {
		knobs->per_row = knobs->threads;
	}
	int64_t deep = knobs->threads / knobs->per_row;
	int64_t strips = number_ceil_div(vectors, knobs->per_row) * batches;
	int64_t each = number_ceil_div(rows, deep);
	int64_t slots = (int64_t)target->multiprocessors * target->threads_per_multiprocessor / knobs->threads;
	int64_t splits = number_ceil_div(2 * slots, strips);
	int64_t most = rows / (deep * (is_small ? 8 : 16));
	splits = strips >= slots && !is_small ? 1 + 2 * slots / strips : splits;
	splits = splits > most ? most : splits;
	knobs->splits = knob_choice(knobs->splits, splits < 1 ? 1 : splits > 256 ? 256 : (int)splits);
	each = number_ceil_div(each, knobs->splits);
	knobs->unroll = knob_choice(knobs->unroll, (int)number_ceil_div(each, number_ceil_div(each, AT_ONCE)));
}

/* One partial result for each column and each group of threads that shuffles cannot combine. */
static int column_shared_bytes(const struct plan *plan, int vector) {
	const struct knobs *knobs = &plan->knobs;
	int warp = knobs->threads < 32 ? knobs->threads : 32;
	int groups = knobs->threads / (knobs->per_row > warp ? knobs->per_row : warp);
	int bytes = problem_number_bytes(plan->problem);
	return groups * knobs->per_row * vector * bytes;
}

/*
 * With windows, a warp works on one row, and rows that a thread meets start equally far from a vector's boundary: as
 * many rows lie side by side as a multiple of the vector's elements.
 */
static void set_window_threads(struct knobs *knobs, int vector) {
	knobs->unroll = knob_choice(knobs->unroll, 4);
	knobs->threads = knob_choice(knobs->threads, 512);
	knobs->per_row = knobs->per_row < 32 ? 32 : knobs->per_row;
	if (knobs->threads < knobs->per_row * vector) {
		knobs->threads = knobs->per_row * vector;
	}
	if (knobs->threads > THREADS_MAX) {
		knobs->threads = THREADS_MAX;
		knobs->per_row = THREADS_MAX / vector;
	}
}

/* Fewer threads, or where these are as few as go along a row, or with windows along "vector" rows, shorter rows. */
static void fit_shared(struct plan *plan, int vector) {
	struct knobs *knobs = &plan->knobs;
	int abreast = plan->windows ? vector : 1;
	plan->shared_bytes = column_shared_bytes(plan, vector);
	while (plan->shared_bytes > SHARED_BYTES_MAX) {
		if (knobs->threads / 2 >= knobs->per_row * abreast) {
			knobs->threads /= 2;
		} else {
			knobs->per_row /= 2;
		}
		plan->shared_bytes = column_shared_bytes(plan, vector);
	}
}

enum { NARROW = 32 };

/* What is kept: the modes that are columns, and those whose every coordinate is a problem of its own. */
struct kept {
	struct mode columns[PROBLEM_RANK_MAX];
	int column_modes;
	const struct mode *batch;
	int batch_modes;
	int64_t width;               /* columns */
};

/*
 * Of "modes", mode 0 is kept, "reduced" follow that are reduced, then others that are kept: all of them are columns
 * where mode 0 has few vectors.
 */
static struct kept split_kept(const struct plan *plan, const struct mode *modes, int count, int reduced, int vector) {
	struct kept kept = { .columns = { modes[0] }, .column_modes = 1, .batch = modes + 1 + reduced,
		.batch_modes = count - 1 - reduced };
	if (modes[0].extent < (int64_t)NARROW * vector && plan->kept < INT32_MAX / 2) {
		for (int i = 0; i < kept.batch_modes; i++) {
			kept.columns[kept.column_modes++] = kept.batch[i];
		}
		kept.batch_modes = 0;
	}
	kept.width = modes_extents_product(kept.columns, kept.column_modes);
	return kept;
}

/* Mode 0 is kept and contiguous, then come "reduced" modes that are reduced, then others that are kept. */
static void make(struct algebra *al, struct plan *plan, const struct mode *modes, int count, int reduced,
		const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	reduce_take_halving(knobs);
	int inputs = plan->inputs;
	int most = knob_choice(knobs->vector, problem_widest_vector(plan->problem));
	int widest = problem_number_bytes(plan->problem) > 8 ? 4 : 8;
	most = most > widest ? widest : most;
	int vector = modes_aligned_vector(modes, count, 0, inputs, power_dividing(modes[0].extent, most));
	plan->windows = vector < most && reduced == 1 && modes_same_windows(modes, count, inputs, most)
		&& !reduce_is_arg(plan->problem->reduce)
		&& modes[0].extent >= 64 * most
		&& plan->reduced * plan->kept * problem_widest(plan->problem) >= (int64_t)16 << 20;
	vector = plan->windows ? most : vector;
	plan->overlap = plan->windows ? vector : 0;
	struct kept kept = split_kept(plan, modes, count, reduced, vector);
	int64_t vectors = number_ceil_div(kept.width, vector);
	reduce_set_view(al, plan, &(struct reduce_view){ .columns = kept.columns, .column_modes = kept.column_modes,
		.reduced = modes + 1, .reduced_modes = reduced, .batch = kept.batch, .batch_modes = kept.batch_modes });
	plan->index = modes_layout(al, modes + 1, reduced, inputs);
	if (plan->windows) {
		set_window_threads(knobs, vector);
	}
	choose_columns(knobs, vectors, plan->reduced, plan->batches, target);
	knobs->load = knob_choice(knobs->load, HINT_STREAM + 1);
	knobs->vector = vector;
	fit_shared(plan, vector);
	int64_t per_row = knobs->per_row;
	int64_t deep = knobs->threads / per_row;
	plan->iterations = plan_each(al, number_ceil_div(plan->reduced, deep * knobs->splits), "rounds");
	plan->rows_per_split = deep * plan->iterations;
	knobs->splits = (int)number_ceil_div(plan->reduced, plan->rows_per_split);
	plan->strips = number_ceil_div(kept.width, per_row * vector - plan->overlap);
	plan->padded[0] = plan->strips * per_row * vector;
	plan->vector[inputs] = 1;
	for (int k = 0; k < inputs; k++) {
		plan->vector[k] = vector;
	}
	struct layout tiles[3] = { layout_of_int(per_row * vector, 1), layout_of_int(plan->rows_per_split, 1),
		layout_of_int(1, 1) };
	plan_set_tiler(al, plan, tiles);
	plan->tv = layout_of_modes(al, layout_of_pair(al, per_row, deep, vector, per_row * vector),
		layout_of_pair(al, vector, plan->iterations, 1, per_row * vector * deep));
}

static bool suits(const struct wanted *wanted) {
	bool keeps_rows = wanted->reduced > 0 && wanted->count > 1 && !wanted->modes[0].reduced;
	return wanted->problem->reduce != REDUCE_NONE && keeps_rows &&
		modes_all_contiguous(wanted->modes, 0, wanted->problem->op->operands);
}

static void plan_reduce_columns(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	struct mode modes[PROBLEM_RANK_MAX];
	int count = reduce_order_modes(wanted, 0, modes);
	make(al, plan, modes, count, wanted->reduced, wanted->target);
	if (!algebra_failed(al)) {
		plan_finish_map(al, plan);
		plan->workspace_bytes = reduce_workspace(plan, plan->strips * plan->batches,
			(int64_t)plan->knobs.per_row * plan->knobs.vector);
	}
}

/* --- the text --- */

/* What rows are counted to, those too that a thread counts beyond the last. */
static int64_t last_row(const struct plan *plan) {
	int64_t deep = plan->threads / plan->knobs.per_row;
	return plan->padded[1] + deep * plan->knobs.unroll;
}

static const char *row_type(const struct plan *plan) {
	return emit_counter(last_row(plan));
}

/* Numbers of columns, which have a sign, are wide. */
static bool has_wide_columns(const struct plan *plan) {
	return plan->padded[0] > INT32_MAX;
}

/*
 * Vectors of rows "row", "row + deep", ... from "round" on. With "guarded" those beyond the last are left out: the last
 * row is read in their place, so that no load has to wait for a condition, but with windows, which it may not share.
 */
static void put_column_round(struct emitter *em, bool guarded) {
	const struct plan *plan = em->plan;
	int unroll = plan->knobs.unroll;
	int width = plan->vector[0];
	emit_registers(em, unroll);
	for (int pass = 0; pass < 2; pass++) {
		emit_unrolled(em, "u", unroll);
		emit_line(em, "const %s row = first_row + (round + u) * %du;", row_type(plan),
			plan->threads / plan->knobs.per_row);
		bool is_clamped = guarded && !plan->windows && pass == 0;
		emit_if(em, guarded && !is_clamped ? emit_text(em, "round + u < %d && row < %" PRId64 "u", plan->iterations,
			plan->extent[1]) : NULL);
		if (is_clamped) {
			emit_line(em, "const %s there = row < %" PRId64 "u ? row : %" PRId64 "u;", row_type(plan), plan->extent[1],
				plan->extent[1] - 1);
		}
		for (int k = 0; k < plan->inputs && pass == 0; k++) {
			const char *row = emit_layout(em, layout_mode(plan->view[k], 1), is_clamped ? "there" : "row");
			emit_line(em, "r%d[u] = %s;", k, emit_load(em, k, width, emit_text(em, "p%d + (long long)(%s)", k, row)));
		}
		if (pass == 1) {
			emit_accumulate(em, emit_text(em, "(round + u) * %d", width), false);
		}
		emit_close(em);
		emit_close(em);
	}
}

/* Threads of a warp, of which those that share a column shuffle. */
static int warp_of(const struct plan *plan) {
	return plan->threads < 32 ? plan->threads : 32;
}

/* Groups of threads with the same columns that shuffles do not combine. */
static int groups_of(const struct plan *plan) {
	int warp = warp_of(plan);
	return plan->threads / (plan->knobs.per_row > warp ? plan->knobs.per_row : warp);
}

/* Threads with the same columns combine: lanes by shuffles, then groups of lanes through shared memory. */
static void put_column_total(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int per_row = plan->knobs.per_row;
	int warp = warp_of(plan);
	int64_t own = plan_strip_width(plan);
	if (per_row < warp) {
		emit_unrolled(em, "n", width);
		emit_line(em, "acc[n] = lanes(acc[n], %d, %d);", warp, per_row);
		emit_close(em);
	}
	emit_line(em, "__shared__ math parts[%d][%" PRId64 "];", groups_of(plan), own);
	if (!plan->windows) {
		emit_if(em, per_row < warp ? emit_text(em, "t %% %d < %d", warp, per_row) : NULL);
	}
	emit_line(em, "#pragma unroll");
	emit_open(em, "for (int n = 0; n < %d; n++)", width);
	if (plan->windows) {
		emit_line(em, "const int c = (int)x * %d + n - start;", width);
		emit_open(em, "if (c >= 0 && c < %" PRId64 ")", own);
		emit_line(em, "parts[y][c] = acc[n];");
	} else {
		emit_line(em, "parts[t / %d][x * %d + n] = acc[n];", per_row < warp ? warp : per_row, width);
	}
	emit_close(em);
	emit_close(em);
	emit_line(em, "__syncthreads();");
}

static void put_column_results(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct layout results = plan->view[plan->inputs];
	int64_t own = plan_strip_width(plan);
	emit_dealt(em, "c", own);
	emit_line(em, "math total = parts[0][c];");
	emit_line(em, "#pragma unroll");
	emit_open(em, "for (int g = 1; g < %d; g++)", groups_of(plan));
	emit_line(em, "total = combine(total, parts[g][c]);");
	emit_close(em);
	if (plan->knobs.splits > 1) {
		emit_splits_total(em, own, groups_of(plan) * own);
	}
	bool is_wide = has_wide_columns(plan);
	emit_line(em, "const unsigned%s column = strip * %" PRId64 "u%s + c;", is_wide ? " long long" : "", own,
		is_wide ? "ll" : "");
	emit_open(em, "if (column < %" PRId64 "u)", plan->extent[0]);
	emit_line(em, "put(out + (long long)(%s) + (long long)(%s), finish(total));",
		emit_layout(em, layout_mode(results, 0), "column"), emit_layout(em, layout_mode(results, 1), "batch"));
	emit_close(em);
	emit_close(em);
	if (plan->knobs.splits > 1) {
		emit_counter_reset(em);
	}
}

/* Which strip, rows and batch, and where the thread's columns start. */
static void put_column_start(struct emitter *em) {
	const struct plan *plan = em->plan;
	int per_row = plan->knobs.per_row;
	int width = plan->vector[0];
	int64_t own = plan_strip_width(plan);
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "const unsigned x = t %% %du, y = t / %du;", per_row, per_row);
	emit_line(em, "const unsigned strip = blockIdx.x %% %" PRId64 "u;", plan->strips);
	emit_line(em, "const unsigned split = blockIdx.x / %" PRId64 "u %% %du;", plan->strips, plan->knobs.splits);
	emit_line(em, "const unsigned batch = blockIdx.x / %" PRId64 "u;", plan->strips * plan->knobs.splits);
	const char *type = has_wide_columns(plan) ? "long long" : "int";
	const char *suffix = has_wide_columns(plan) ? "ll" : "";
	emit_line(em, "const %s first_row = split * %" PRId64 "u%s + y;", row_type(plan), plan->rows_per_split,
		last_row(plan) > UINT32_MAX ? "ll" : "");
	if (plan->windows) {
		emit_line(em, "const int start = (int)(((long long)(%s) + (long long)(%s)) %% %d);",
			emit_layout(em, layout_mode(plan->view[0], 1), "first_row"),
			emit_layout(em, layout_mode(plan->view[0], 2), "batch"), width);
		emit_line(em, "const %s column0 = (%s)(strip * %" PRId64 "u%s + x * %du) - start;", type, type, own, suffix,
			width);
	} else {
		emit_line(em, "const %s column0 = (%s)((strip * %du%s + x) * %du);", type, type, per_row, suffix, width);
	}
}

/* The place of partial results and the counter of blocks that share columns. */
static void put_column_workspace(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_line(em, "const unsigned group = batch * %" PRId64 "u + strip;", plan->strips);
	emit_splits_workspace(em, "group", plan->strips * plan->batches, plan_strip_width(plan));
}

/* The loop over rows: rounds in which each thread has a row, then those in which only some have. */
static void put_column_loop(struct emitter *em) {
	const struct plan *plan = em->plan;
	int unroll = plan->knobs.unroll;
	int full = plan->guarded[1] ? 0 : plan->iterations / unroll;
	emit_if(em, plan->guarded[0] ? emit_text(em, "column0 < %" PRId64, plan->extent[0]) : NULL);
	if (full > 0) {
		emit_open(em, "for (unsigned round = 0; round < %d; round += %d)", full * unroll, unroll);
		put_column_round(em, false);
		emit_close(em);
	}
	if (full * unroll < plan->iterations) {
		emit_open(em, "for (unsigned round = %d; round < %d; round += %d)", full * unroll, plan->iterations, unroll);
		put_column_round(em, true);
		emit_close(em);
	}
	emit_close(em);
}

static void emit_reduce_columns(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_reduce_functions(em, true, false);
	emit_signature(em);
	put_column_start(em);
	if (plan->knobs.splits > 1) {
		put_column_workspace(em);
	}
	for (int k = 0; k < plan->inputs; k++) {
		emit_line(em, "const input%s p%d = %c + (long long)(%s) + (long long)(%s);", emit_suffix(em, k), k,
			emit_operand(k),
			plan->windows ? "column0" : emit_layout(em, layout_mode(plan->view[k], 0),
				has_wide_columns(plan) ? "(unsigned long long)column0" : "(unsigned)column0"),
			emit_layout(em, layout_mode(plan->view[k], 2), "batch"));
	}
	emit_acc(em, plan->vector[0]);
	put_column_loop(em);
	put_column_total(em);
	put_column_results(em);
	emit_close(em);
}

/* --- on the host --- */

/* A walk over the operand, or over what its elements become parts of. */
struct column_walk {
	const struct plan *plan;
	struct visitor *visitor;
	struct memory memory;
	struct offsets result[2];   /* of column and batch */
	bool is_result;
};

/* With windows the first and the last vector of a strip reach into its neighbours; what is theirs is left to them. */
static void visit_thread(const struct column_walk *walk, int64_t block, int64_t t) {
	const struct plan *plan = walk->plan;
	int64_t width = plan->vector[0];
	int64_t per_row = plan->knobs.per_row;
	int64_t deep = plan->threads / per_row;
	int64_t own = block % plan->strips * plan_strip_width(plan);
	int64_t own_end = own + plan_strip_width(plan) < plan->extent[0] ? own + plan_strip_width(plan) : plan->extent[0];
	int64_t batch = block / plan->strips / plan->knobs.splits;
	int64_t first = block / plan->strips % plan->knobs.splits * plan->rows_per_split + t / per_row;
	for (int64_t round = 0; round < plan->iterations && first + round * deep < plan->extent[1]; round++) {
		int64_t row = first + round * deep;
		int64_t start = plan_window_start(plan, &walk->memory, row, batch);
		int64_t base = offsets_at(&walk->memory.mode[1], row) + offsets_at(&walk->memory.mode[2], batch);
		for (int64_t e = 0; e < width; e++) {
			int64_t column = own + t % per_row * width + e - start;
			if (column >= own && column < own_end) {
				int64_t result = offsets_at(&walk->result[0], column) + offsets_at(&walk->result[1], batch);
				int64_t operand = base + offsets_at(&walk->memory.mode[0], column);
				visit(walk->visitor, walk->is_result ? result : operand, t, round * width + e, block);
			}
		}
	}
}

static void visit_columns(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	struct column_walk walk = { .plan = plan, .visitor = visitor, .is_result = tensor == plan->inputs };
	walk.memory = plan_memory(al, plan, walk.is_result ? 0 : tensor);
	for (int i = 0; i < 2; i++) {
		walk.result[i] = offsets_init(al, layout_mode(plan->view[plan->inputs], i));
	}
	for (int64_t at = 0; at < plan->blocks * plan->threads && !algebra_failed(al); at++) {
		visit_thread(&walk, at / plan->threads, at % plan->threads);
	}
}

/* With windows the map counts strips from the vector's boundary before them, and neighbours overlap. */
static bool locate(const struct plan *plan, const struct memory *memory, int64_t *coordinate) {
	if (!plan->windows) {
		return true;
	}
	int64_t whole = (int64_t)plan->knobs.per_row * plan->vector[0];
	int64_t own = plan_strip_width(plan);
	int64_t within = coordinate[0] % whole - plan_window_start(plan, memory, coordinate[1], coordinate[2]);
	coordinate[0] = coordinate[0] / whole * own + within;
	return within >= 0 && within < own;
}

static struct window window(const struct plan *plan) {
	return (struct window){ (int64_t)plan->knobs.per_row * plan->vector[0], plan_strip_width(plan) };
}

/* --- in words --- */

static void describe(struct buf *out, struct algebra *al, const struct plan *plan) {
	(void)al;
	int per_row = plan->knobs.per_row;
	int warp = plan->threads < 32 ? plan->threads : 32;
	describe_vectors(out, plan);
	if (per_row < warp) {
		describe_lanes(out, warp, per_row);
	}
	buf_printf(out, "# warps    %d through shared memory\n", plan->threads / (per_row > warp ? per_row : warp));
	if (plan->knobs.splits > 1) {
		describe_blocks(out, plan->knobs.splits);
	}
}

static const int thread_counts[] = { 512, 1024, -1 };
static const int unrolls[] = { 4, 8, -1 };
static const int column_vectors[] = { 4, 8, 16, 32, 64, -1 };
static const int split_counts[] = { 1, 2, 4, 8, 16, 32, -1 };
static const int loads[] = { HINT_STREAM + 1, -1 };

static const struct trial trials[] = {
	{ .threads = 256, .unroll = 16, .per_row = 16, .more_splits = 1 },
	{ .threads = 1024, .unroll = 4, .per_row = 8, .more_splits = 2 },
	{ .threads = 1024, .unroll = 2, .per_row = 4, .more_splits = 2 },
	{ .threads = 512, .unroll = 4, .per_row = 64, .more_splits = 1 },
	{ .threads = 1024, .unroll = 8, .per_row = 4, .more_splits = 1 },
	{ .threads = 1024, .unroll = 4, .per_row = 32, .more_splits = 1 },
	{ .threads = 256, .unroll = 8, .per_row = 32, .more_splits = 1 },
	{ .threads = 512, .unroll = 8, .more_splits = 2 },
	{ .threads = 512, .unroll = 4, .more_splits = 4 },
	{ .threads = 256, .unroll = 4, .more_splits = 8 },
	{ .threads = 1024, .unroll = 8, .per_row = 128, .more_splits = 1 },
	{ .threads = 256, .unroll = 16, .per_row = 256, .more_splits = 1 },
	{ .threads = 128, .unroll = 8, .per_row = 128, .more_splits = 1 },
	{ .threads = 512, .unroll = 4, .per_row = 16, .splits = 1 },
	{ .threads = 512, .unroll = 8, .per_row = 32, .splits = 1 },
	{ .threads = 1024, .unroll = 8, .per_row = 32, .splits = 1 },
	{ .load = HINT_READ_ONLY + 1 },
};

const struct kind kind_reduce_columns = {
	.name = "reduce_columns",
	.suits = suits,
	.plan = plan_reduce_columns,
	.emit = emit_reduce_columns,
	.visit = visit_columns,
	.locate = locate,
	.window = window,
	.reads_more = true,
	.describe = describe,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_UNROLL] = unrolls,
			[KNOB_PER_ROW] = column_vectors,
			[KNOB_SPLITS] = split_counts,
			[KNOB_LOAD] = loads,
		},
	},
	.trials = trials,
	.trial_count = sizeof trials / sizeof trials[0],
};
