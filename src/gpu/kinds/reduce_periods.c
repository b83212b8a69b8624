/*
 * Reductions over narrow rows whose pitch is no multiple of a vector: vectors do not begin where rows do, but after a
 * period of some rows, the least common multiple of pitch and vector, they begin in the same columns again. So threads
 * read memory as it comes, what lies between rows as well: as many side by side as a period has vectors, each with a
 * vector's accumulators, whose columns stay what they are. These are put together at the end.
 */
#include <inttypes.h>

#include "base/number.h"
#include "gpu/kinds/reduce.h"
#include "gpu/kinds/tile.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/* Rows that are wider have windows in kind reduce_columns; with fewer periods, too few threads would have work. */
enum { WIDE = 64, PERIODS_MIN = 32 };

/* A wave of blocks is nearly full from this share of the device on; threads keep this many vectors to make it so. */
static const double waves_full = 0.95;

enum { EACH_OF_WAVES = 8 };

/* The most vectors of a thread that it has under way all at once. */
enum { AT_ONCE = 8 };

/* Groups of threads of which one step makes one. */
enum { GROUPS_STEP = 16 };

/* What repeats in memory. */
struct period {
	int64_t pitch;       /* elements from row to row, of every operand */
	int64_t vectors;
	int64_t rows;
	int vector;          /* elements */
};

/* The only mode that is reduced, where mode 0 is kept; -1 if there are several. */
static int reduced_mode(const struct wanted *wanted) {
	int found = -1;
	for (int i = 1; i < wanted->count && wanted->reduced == 1; i++) {
		found = wanted->modes[i].reduced ? i : found;
	}
	return found;
}

/* The period of the rows along mode "reduced", with vectors of up to "most" elements; of no rows if there is none. */
static struct period period_of(const struct wanted *wanted, int reduced, int most) {
	int operands = wanted->problem->op->operands;
	int64_t pitch = wanted->modes[reduced].stride[0];
	struct period none = { .rows = 0 };
	if (pitch < wanted->modes[0].extent || !modes_all_contiguous(wanted->modes, 0, operands)) {
		return none;
	}
	for (int k = 0; k < operands; k++) {
		if (wanted->modes[reduced].stride[k] != pitch) {
			return none;
		}
		for (int i = 1; i < wanted->count; i++) {
			if (i != reduced && power_dividing(wanted->modes[i].stride[k], most) < most) {
				return none;
			}
		}
	}
	int common = power_dividing(pitch, most);
	return (struct period){ .pitch = pitch, .vectors = pitch / common, .rows = most / common, .vector = most };
}

/* The most elements of a vector, of which a thread keeps as many accumulators. */
static int widest(const struct wanted *wanted) {
	int asked = power_below(knob_choice(wanted->knobs.vector, problem_widest_vector(wanted->problem)));
	int most = problem_number_bytes(wanted->problem) > 8 ? 4 : 8;
	return asked < most ? asked : most;
}

static bool suits(const struct wanted *wanted) {
	enum reduce reduce = wanted->problem->reduce;
	if (reduce == REDUCE_NONE || reduce_is_arg(reduce)) {
		return false;
	}
	int reduced = reduced_mode(wanted);
	int most = widest(wanted);
	if (reduced < 0 || wanted->modes[0].extent >= (int64_t)WIDE * most) {
		return false;
	}
	struct period period = period_of(wanted, reduced, most);
	int64_t bytes = period.vectors * period.vector * problem_number_bytes(wanted->problem);
	return period.rows > 1 && period.vectors <= THREADS_MAX && bytes <= SHARED_BYTES_MAX
		&& wanted->modes[reduced].extent >= PERIODS_MIN * period.rows;
}

/*
 * Blocks that share the rows of each of "batches" problems, where threads of a block that has them all have "each"
 * vectors: as many as the device holds at once, "slots"; where that leaves too many of those free, the fewest whose
 * last wave is nearly full, or else the fullest.
 */
static int64_t choose_splits(int64_t each, int64_t batches, int64_t slots) {
	int64_t splits = slots / batches;
	splits = splits > each / 4 ? each / 4 : splits;
	splits = splits < 1 ? 1 : splits > SPLITS_MAX ? SPLITS_MAX : splits;
	double best = 0;
	for (int64_t n = splits; n <= each / EACH_OF_WAVES && n <= SPLITS_MAX && best < waves_full; n++) {
		int64_t waves = number_ceil_div(batches * n, slots);
		double full = (double)(batches * n) / (double)(waves * slots);
		splits = full > best ? n : splits;
		best = full > best ? full : best;
	}
	return splits;
}

/*
 * Threads are the most that are whole periods, and whose accumulators, of "bytes" bytes each, fit into shared memory.
 */
static void choose(const struct period *period, int64_t rows, int64_t batches, const struct target *target, int bytes,
		struct knobs *knobs) {
	int64_t threads = knob_choice(knobs->threads, 512);
	int64_t deep = threads / period->vectors;
	int64_t room = SHARED_BYTES_MAX / (period->vectors * period->vector * bytes);
	deep = deep > room ? room : deep;
	deep = deep < 1 ? 1 : deep;
	int64_t each = number_ceil_div(number_ceil_div(rows, period->rows), deep);
	int64_t slots = (int64_t)target->multiprocessors * target->threads_per_multiprocessor / threads;
	knobs->per_row = (int)period->vectors;
	knobs->threads = (int)(deep * period->vectors);
	knobs->splits = knob_choice(knobs->splits, (int)choose_splits(each, batches, slots));
	int64_t most = number_ceil_div(each, knobs->splits);
	knobs->unroll = knob_choice(knobs->unroll, most <= AT_ONCE ? (int)most : 4);
	knobs->load = knob_choice(knobs->load, HINT_STREAM + 1);
	knobs->vector = period->vector;
}

/*
 * Modes of the view are the columns, the rows and what is a problem of its own for each coordinate. A tile is as wide
 * as the pitch: its elements, counted along the columns first, are the memory of its rows.
 */
static void plan_reduce_periods(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	int reduced = reduced_mode(wanted);
	struct period period = period_of(wanted, reduced, widest(wanted));
	struct mode modes[PROBLEM_RANK_MAX];
	int batch_modes = reduce_order_modes(wanted, 0, modes) - 2;
	int inputs = plan->inputs;
	struct knobs *knobs = &plan->knobs;
	reduce_set_view(al, plan, &(struct reduce_view){ .columns = modes, .column_modes = 1, .reduced = modes + 1,
		.reduced_modes = 1, .batch = modes + 2, .batch_modes = batch_modes });
	choose(&period, modes[1].extent, plan->batches, wanted->target, problem_number_bytes(plan->problem), knobs);
	int64_t deep = knobs->threads / knobs->per_row;
	int64_t periods = number_ceil_div(modes[1].extent, period.rows);
	plan->iterations = plan_each(al, number_ceil_div(periods, deep * knobs->splits), "rounds");
	plan->rows_per_split = period.rows * deep * plan->iterations;
	knobs->splits = (int)number_ceil_div(modes[1].extent, plan->rows_per_split);
	plan->padded[0] = period.pitch;
	int64_t extents[3] = { period.pitch, plan->rows_per_split, 1 };
	int64_t elements = period.vectors * period.vector;
	plan_set_tiles(al, plan, extents);
	plan->tv = layout_of_modes(al, layout_of_pair(al, period.vectors, deep, period.vector, elements),
		layout_of_pair(al, period.vector, plan->iterations, 1, elements * deep));
	plan_pad(al, plan);
	tile_index(al, plan);
	for (int k = 0; k < inputs; k++) {
		plan->vector[k] = period.vector;
	}
	plan->shared_bytes = (int)(deep * elements * problem_number_bytes(plan->problem));
	plan->workspace_bytes = reduce_workspace(plan, plan->batches, modes[0].extent);
}

/* --- the text --- */

static int64_t deep_of(const struct plan *plan) {
	return plan->threads / plan->knobs.per_row;
}

/* Elements of a period. */
static int64_t elements_of(const struct plan *plan) {
	return (int64_t)plan->knobs.per_row * plan->vector[0];
}

/* Elements from the first to the last of a batch, with those between rows. */
static int64_t length_of(const struct plan *plan) {
	return (plan->extent[1] - 1) * plan->padded[0] + plan->extent[0];
}

/* What does not lie in rows is left out where whole vectors are that. */
static const char *guard_of_gaps(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	if (plan->padded[0] - plan->extent[0] < width) {
		return NULL;
	}
	return emit_text(em, "x * %du %% %" PRId64 "u < %" PRId64 "u || x * %du %% %" PRId64 "u > %" PRId64 "u", width,
		plan->padded[0], plan->extent[0], width, plan->padded[0], plan->padded[0] - width);
}

/*
 * The thread's vectors from "round" on, as many as it has under way at once. "at_end" they may be fewer: the last is
 * read in the place of those that are missing, so that no load has to wait for a condition.
 */
static void put_round(struct emitter *em, bool at_end) {
	const struct plan *plan = em->plan;
	int unroll = plan->knobs.unroll;
	int width = plan->vector[0];
	emit_registers(em, unroll);
	for (int pass = 0; pass < 2; pass++) {
		emit_unrolled(em, "u", unroll);
		const char *number = at_end ? "(round + u < rounds ? round + u : rounds - 1)" : "(round + u)";
		for (int k = 0; k < plan->inputs && pass == 0; k++) {
			emit_line(em, "r%d[u] = %s;", k, emit_load(em, k, width,
				emit_text(em, "p%d + (long long)%s * %" PRId64, k, number, elements_of(plan) * deep_of(plan))));
		}
		if (pass == 1) {
			emit_if(em, at_end ? "round + u < rounds" : NULL);
			emit_accumulate(em, emit_text(em, "(round + u) * %d", width), false);
			emit_close(em);
		}
		emit_close(em);
	}
}

/* The elements before the end of the vector that is not whole, if "round" is that. */
static void put_end(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int64_t rest = length_of(plan) % width;
	if (rest == 0) {
		return;
	}
	emit_open(em, "if (rounds < %d && first + (unsigned long long)rounds * %du == %" PRId64 "ull)", plan->iterations,
		plan->threads, length_of(plan) / width);
	emit_unrolled(em, "e", (int)rest);
	struct buf operands;
	buf_init(&operands, em->al->arena);
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(&operands, ", %s.e[0]", emit_load(em, k, 1,
			emit_text(em, "p%d + (long long)rounds * %" PRId64 " + e", k, elements_of(plan) * deep_of(plan))));
	}
	emit_line(em, "acc[e] = combine(acc[e], element(witness, t, rounds * %d + e, blockIdx.x%s));", width,
		operands.data);
	emit_close(em);
	emit_close(em);
}

/*
 * The loop over the thread's vectors that are whole: "rounds" of them, which threads have as many of as others but the
 * last.
 */
static void put_loop(struct emitter *em) {
	const struct plan *plan = em->plan;
	int unroll = plan->knobs.unroll;
	int64_t whole = length_of(plan) / plan->vector[0];
	emit_line(em, "const unsigned long long first = (unsigned long long)split * %" PRId64 "ull + t;",
		(int64_t)plan->threads * plan->iterations);
	emit_line(em, "const unsigned long long left = first < %" PRId64 "ull ? (%" PRId64 "ull - first + %du) / %du : 0;",
		whole, whole, plan->threads - 1, plan->threads);
	emit_line(em, "const unsigned rounds = left < %du ? (unsigned)left : %du;", plan->iterations, plan->iterations);
	for (int k = 0; k < plan->inputs; k++) {
		emit_line(em, "const input%s p%d = %c + (long long)(%s) + (long long)first * %d;", emit_suffix(em, k), k,
			emit_operand(k), emit_layout(em, layout_mode(plan->view[k], 2), "batch"), plan->vector[0]);
	}
	emit_if(em, guard_of_gaps(em));
	emit_line(em, "unsigned round = 0;");
	if (plan->iterations > unroll) {
		emit_open(em, "for (; round + %d <= rounds; round += %d)", unroll, unroll);
		put_round(em, false);
		emit_close(em);
	}
	emit_open(em, "if (round < rounds)");
	put_round(em, true);
	emit_close(em);
	put_end(em);
	emit_close(em);
}

/*
 * Accumulators of the same place in a period are combined in steps, each of which leaves the first "next" groups of
 * threads with those of up to GROUPS_STEP: all threads have work while there is much.
 */
static void put_totals(struct emitter *em) {
	const struct plan *plan = em->plan;
	int64_t elements = elements_of(plan);
	emit_line(em, "__shared__ math parts[%" PRId64 "][%" PRId64 "];", deep_of(plan), elements);
	emit_unrolled(em, "n", plan->vector[0]);
	emit_line(em, "parts[t / %du][x * %d + n] = acc[n];", plan->knobs.per_row, plan->vector[0]);
	emit_close(em);
	emit_line(em, "__syncthreads();");
	for (int64_t groups = deep_of(plan), next; groups > 1; groups = next) {
		next = number_ceil_div(groups, GROUPS_STEP);
		emit_dealt(em, "i", next * elements);
		emit_line(em, "const unsigned group = i / %" PRId64 "u, n = i %% %" PRId64 "u;", elements, elements);
		emit_line(em, "math total = parts[group][n];");
		emit_line(em, "#pragma unroll");
		emit_open(em, "for (unsigned g = 1; g < %" PRId64 "; g++)", groups / next);
		emit_line(em, "total = combine(total, parts[group + g * %" PRId64 "][n]);", next);
		emit_close(em);
		if (groups % next != 0) {
			emit_open(em, "if (group < %" PRId64 "u)", groups % next);
			emit_line(em, "total = combine(total, parts[group + %" PRId64 "][n]);", groups / next * next);
			emit_close(em);
		}
		emit_line(em, "parts[group][n] = total;");
		emit_close(em);
		emit_line(em, "__syncthreads();");
	}
}

/* The columns of a period's rows are combined; blocks that share them come together. */
static void put_results(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct layout results = plan->view[plan->inputs];
	emit_dealt(em, "c", plan->extent[0]);
	emit_line(em, "math total = parts[0][c];");
	emit_line(em, "#pragma unroll");
	emit_open(em, "for (int row = 1; row < %" PRId64 "; row++)", elements_of(plan) / plan->padded[0]);
	emit_line(em, "total = combine(total, parts[0][row * %" PRId64 " + c]);", plan->padded[0]);
	emit_close(em);
	if (plan->knobs.splits > 1) {
		emit_splits_total(em, plan->extent[0], deep_of(plan) * elements_of(plan));
	}
	emit_line(em, "put(out + (long long)(%s) + (long long)(%s), finish(total));",
		emit_layout(em, layout_mode(results, 0), "c"), emit_layout(em, layout_mode(results, 1), "batch"));
	emit_close(em);
	if (plan->knobs.splits > 1) {
		emit_counter_reset(em);
	}
}

static void emit_reduce_periods(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_reduce_functions(em, true, false);
	emit_signature(em);
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "const unsigned x = t %% %du;", plan->knobs.per_row);
	emit_line(em, "const unsigned split = blockIdx.x %% %du, batch = blockIdx.x / %du;", plan->knobs.splits,
		plan->knobs.splits);
	if (plan->knobs.splits > 1) {
		emit_splits_workspace(em, "batch", plan->batches, plan->extent[0]);
	}
	emit_acc(em, plan->vector[0]);
	put_loop(em);
	put_totals(em);
	put_results(em);
	emit_close(em);
}

/* --- on the host --- */

/* Each element that a thread reads and that lies in a row, as the kernel's addresses have it. */
static void visit_periods(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	bool is_result = tensor == plan->inputs;
	struct memory memory = plan_memory(al, plan, is_result ? 0 : tensor);
	struct offsets result[2];
	for (int i = 0; i < 2; i++) {
		result[i] = offsets_init(al, layout_mode(plan->view[plan->inputs], i));
	}
	int64_t values = (int64_t)plan->vector[0] * plan->iterations;
	for (int64_t at = 0; at < plan->blocks * plan->threads && !algebra_failed(al); at++) {
		int64_t block = at / plan->threads;
		int64_t t = at % plan->threads;
		int64_t batch = block / plan->knobs.splits;
		int64_t first = block % plan->knobs.splits * plan->threads * plan->iterations + t;
		for (int64_t v = 0; v < values; v++) {
			int64_t element = (first + v / plan->vector[0] * plan->threads) * plan->vector[0] + v % plan->vector[0];
			int64_t row = element / plan->padded[0];
			int64_t column = element % plan->padded[0];
			if (row < plan->extent[1] && column < plan->extent[0]) {
				int64_t offset = is_result ? offsets_at(&result[0], column) + offsets_at(&result[1], batch) :
					element + offsets_at(&memory.mode[2], batch);
				visit(visitor, offset, t, v, block);
			}
		}
	}
}

/* --- in words --- */

static void describe(struct buf *out, struct algebra *al, const struct plan *plan) {
	(void)al;
	describe_vectors(out, plan);
	buf_printf(out, "# period   %d vectors, %" PRId64 " rows: %" PRId64 " of them side by side through shared memory\n",
		plan->knobs.per_row, elements_of(plan) / plan->padded[0], deep_of(plan));
	if (plan->knobs.splits > 1) {
		describe_blocks(out, plan->knobs.splits);
	}
}

static const int thread_counts[] = { 256, 512, 1024, -1 };
static const int unrolls[] = { 1, 2, 4, 8, -1 };
static const int split_counts[] = { 1, 2, 4, 8, 16, 32, -1 };
static const int loads[] = { HINT_STREAM + 1, HINT_READ_ONLY + 1, -1 };

static const struct trial trials[] = {
	{ .threads = 512, .unroll = 8 },
	{ .threads = 512, .unroll = 2 },
	{ .threads = 256, .unroll = 4 },
	{ .threads = 256, .unroll = 8 },
	{ .threads = 1024, .unroll = 4 },
	{ .threads = 1024, .unroll = 2 },
	{ .threads = 512, .unroll = 4, .more_splits = 2 },
	{ .threads = 256, .unroll = 2, .more_splits = 2 },
	{ .load = HINT_READ_ONLY + 1 },
};

const struct kind kind_reduce_periods = {
	.name = "reduce_periods",
	.suits = suits,
	.plan = plan_reduce_periods,
	.emit = emit_reduce_periods,
	.visit = visit_periods,
	.reads_more = true,
	.describe = describe,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_UNROLL] = unrolls,
			[KNOB_SPLITS] = split_counts,
			[KNOB_LOAD] = loads,
		},
	},
	.trials = trials,
	.trial_count = sizeof trials / sizeof trials[0],
};
