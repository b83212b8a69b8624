/*
 * Plans of reductions. The modes of the problem, sorted by the first operand's strides and merged, decide the kind:
 *
 *     everything is reduced                 all      blocks stride over the elements; the last one adds their results
 *     the contiguous mode is reduced        rows     threads share a row: registers, shuffles, then shared memory
 *     the contiguous mode is kept           columns  a thread keeps a vector of columns; rows are split among blocks
 *
 * What fits none of these is "rows" with single elements.
 */
#include "gpu/modes.h"
#include "gpu/plan.h"

static int choice(int given, int otherwise) {
	return given > 0 ? given : otherwise;
}

static int64_t ceil_div(int64_t a, int64_t b) {
	return (a + b - 1) / b;
}

static int64_t extents_product(const struct mode *modes, int count) {
	int64_t product = 1;
	for (int i = 0; i < count; i++) {
		product *= modes[i].extent;
	}
	return product;
}

static struct layout int_layout(int64_t extent, int64_t stride) {
	return (struct layout){ tuple_int(extent), tuple_int(stride) };
}

static struct layout pair_layout(struct algebra *al, int64_t a, int64_t b, int64_t c, int64_t d) {
	return layout_make(al, tuple_pair(al, tuple_int(a), tuple_int(b)), tuple_pair(al, tuple_int(c), tuple_int(d)));
}

static struct layout join(struct algebra *al, struct layout a, struct layout b) {
	struct layout modes[2] = { a, b };
	return layout_from_modes(al, modes, 2);
}

static void set_tiler(struct algebra *al, struct plan *plan, const struct layout *tiles) {
	struct tiler *modes = arena_array(al->arena, (size_t)plan->rank, sizeof *modes);
	for (int i = 0; i < plan->rank; i++) {
		bool is_int = tuple_is_constant(tiles[i].stride, 1) && tuple_is_plain_int(tiles[i].shape);
		modes[i] = (struct tiler){ .kind = is_int ? TILER_INT : TILER_LAYOUT, .layout = tiles[i] };
	}
	plan->tiler = (struct tiler){ .kind = TILER_MODES, .modes = modes, .rank = plan->rank };
}

/* Every operand is contiguous in mode "contiguous". */
static bool all_contiguous(const struct mode *modes, int contiguous, int tensors) {
	for (int k = 0; k < tensors; k++) {
		if (modes[contiguous].stride[k] != 1) {
			return false;
		}
	}
	return true;
}

/* The widest power of two that divides the strides of all modes but the contiguous one, in every operand. */
static int aligned_vector(const struct mode *modes, int count, int contiguous, int tensors, int most) {
	int vector = most;
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < tensors && i != contiguous; k++) {
			vector = power_dividing(modes[i].stride[k], vector);
		}
	}
	return vector;
}

/* All operands start each row at the same distance from a vector's boundary. */
static bool same_windows(const struct mode *modes, int count, int tensors, int most) {
	for (int i = 0; i < count; i++) {
		for (int k = 1; k < tensors; k++) {
			if ((modes[i].stride[k] - modes[i].stride[0]) % most != 0) {
				return false;
			}
		}
	}
	return true;
}

/* --- all --- */

static void plan_all(struct algebra *al, struct plan *plan, const struct mode *modes, int count,
		const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	int inputs = plan->inputs;
	int most = choice(knobs->vector, 16 / dtype_bytes(plan->problem->dtype));
	int vector = all_contiguous(modes, 0, inputs) ? aligned_vector(modes, count, 0, inputs, most) : 1;
	vector = count > 1 ? power_dividing(modes[0].extent, vector) : vector;
	int64_t total = plan->reduced;
	int64_t vectors = ceil_div(total, vector);
	int64_t bytes = total * dtype_bytes(plan->problem->dtype);
	knobs->threads = choice(knobs->threads, bytes >= (int64_t)8 << 20 ? 1024 : 512);
	knobs->unroll = choice(knobs->unroll, bytes >= (int64_t)4 << 20 ? 2 : 1);
	int64_t together = (int64_t)knobs->threads * knobs->unroll * target->multiprocessors;
	int64_t groups = bytes >= (int64_t)40 << 20 ? ceil_div(vectors, together) : bytes >= (int64_t)8 << 20 ? 2 : 16;
	knobs->groups = choice(knobs->groups, groups > 256 ? 256 : (int)groups);
	knobs->load = choice(knobs->load, HINT_NO_ALLOCATE + 1);
	knobs->vector = vector;
	int64_t blocks = (int64_t)knobs->groups * target->multiprocessors;
	int64_t enough = ceil_div(vectors, (int64_t)knobs->threads * knobs->unroll);
	blocks = enough < blocks ? enough : blocks;
	plan->kind = PLAN_ALL;
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
	struct layout tile = pair_layout(al, run, plan->iterations, 1, run * blocks);
	set_tiler(al, plan, &tile);
	plan->tv = join(al, int_layout(knobs->threads, vector), pair_layout(al, vector, plan->iterations, 1, run));
}

/* --- rows --- */

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
	knobs->per_row = choice(knobs->per_row, per_row);
	knobs->unroll = choice(knobs->unroll, unroll);
	knobs->threads = choice(knobs->threads, threads < knobs->per_row ? knobs->per_row : threads);
	if (knobs->per_row > knobs->threads) {
		knobs->per_row = knobs->threads;
	}
}

/* "reduced" counts the reduced modes, which come first in "modes". */
static void plan_rows(struct algebra *al, struct plan *plan, const struct mode *modes, int count, int reduced,
		const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	int inputs = plan->inputs;
	int most = choice(knobs->vector, 16 / dtype_bytes(plan->problem->dtype));
	int vector = 1;
	if (reduced == 1 && all_contiguous(modes, 0, inputs)) {
		vector = aligned_vector(modes, count, 0, inputs, most);
		plan->windows = vector < most && same_windows(modes, count, inputs, most) && plan->reduced >= 4 * most;
		vector = plan->windows ? most : vector;
	}
	int64_t vectors = ceil_div(plan->reduced + (plan->windows ? vector - 1 : 0), vector);
	choose_rows(knobs, vectors, plan->kept, target);
	knobs->load = choice(knobs->load, (plan->windows ? HINT_PREFETCH : HINT_NO_ALLOCATE) + 1);
	knobs->vector = vector;
	int64_t per_row = knobs->per_row;
	int64_t rows = knobs->threads / per_row;
	plan->kind = PLAN_ROWS;
	plan->iterations = (int)ceil_div(vectors, per_row);
	plan->rank = 2;
	plan->extent[0] = plan->reduced;
	plan->extent[1] = plan->kept;
	plan->vector[inputs] = 1;
	plan->view[inputs] = modes_layout(al, modes + reduced, count - reduced, inputs);
	for (int k = 0; k < inputs; k++) {
		struct layout inner = modes_layout(al, modes, reduced, k);
		struct layout outer = modes_layout(al, modes + reduced, count - reduced, k);
		plan->view[k] = join(al, inner, outer);
		plan->vector[k] = vector;
	}
	int64_t width = per_row * vector * plan->iterations;
	struct layout tiles[2] = { int_layout(width, 1), int_layout(rows, 1) };
	set_tiler(al, plan, tiles);
	plan->tv = join(al, pair_layout(al, per_row, rows, vector, width),
		pair_layout(al, vector, plan->iterations, 1, per_row * vector));
	plan->shared_bytes = per_row > 32 ? knobs->threads / 32 * 8 : 0;
}

/* --- columns --- */

static void choose_columns(struct knobs *knobs, int64_t vectors, int64_t rows, int64_t batches,
		const struct target *target) {
	bool is_small = rows * vectors <= (1 << 18);
	bool is_large = rows >= 8192 && vectors >= 512;
	int per_row = is_small ? 4 : vectors >= 4096 ? 64 : rows >= 32768 || is_large ? 16 : 8;
	while (per_row > 1 && per_row / 2 >= vectors) {
		per_row /= 2;
	}
	knobs->threads = choice(knobs->threads, is_small ? 512 : 1024);
	knobs->per_row = choice(knobs->per_row, per_row);
	if (knobs->per_row > knobs->threads) {
		knobs->per_row = knobs->threads;
	}
	int64_t deep = knobs->threads / knobs->per_row;
	int64_t strips = ceil_div(vectors, knobs->per_row) * batches;
	knobs->unroll = choice(knobs->unroll, is_large ? 4 : 8);
	int64_t splits = power_below(target->multiprocessors / (strips < target->multiprocessors ? strips : 1));
	splits = is_large ? 32 : strips >= 32 ? 1 : splits;
	int64_t most = rows / (deep * 4);
	splits = splits > most ? most : splits;
	knobs->splits = choice(knobs->splits, splits < 1 ? 1 : splits > 64 ? 64 : (int)splits);
}

/* One partial result for each column and each group of threads that shuffles cannot combine. */
static int column_shared_bytes(const struct plan *plan, int vector) {
	const struct knobs *knobs = &plan->knobs;
	int warp = knobs->threads < 32 ? knobs->threads : 32;
	int groups = knobs->threads / (knobs->per_row > warp ? knobs->per_row : warp);
	enum dtype dtype = plan->problem->dtype;
	int bytes = dtype_info(dtype)->is_float && dtype != DTYPE_F64 ? 4 : 8;
	return groups * knobs->per_row * vector * bytes;
}

/*
 * With windows, a warp works on one row, and rows that a thread meets start equally far from a vector's boundary: as
 * many rows lie side by side as a multiple of the vector's elements.
 */
static void set_window_threads(struct knobs *knobs, int vector) {
	knobs->unroll = choice(knobs->unroll, 4);
	knobs->splits = choice(knobs->splits, vector >= 8 ? 4 : 32);
	knobs->threads = choice(knobs->threads, 512);
	knobs->per_row = knobs->per_row < 32 ? 32 : knobs->per_row;
	if (knobs->threads < knobs->per_row * vector) {
		knobs->threads = knobs->per_row * vector;
	}
	if (knobs->threads > THREADS_MAX) {
		knobs->threads = THREADS_MAX;
		knobs->per_row = THREADS_MAX / vector;
	}
}

/* Mode 0 is kept and contiguous, mode 1 is reduced, the rest is kept. */
static void plan_columns(struct algebra *al, struct plan *plan, const struct mode *modes, int count,
		const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	int inputs = plan->inputs;
	int most = choice(knobs->vector, 16 / dtype_bytes(plan->problem->dtype));
	most = most > 8 ? 8 : most;
	int vector = aligned_vector(modes, count, 0, inputs, power_dividing(modes[0].extent, most));
	plan->windows = vector < most && same_windows(modes, count, inputs, most) && modes[0].extent >= 64 * most;
	vector = plan->windows ? most : vector;
	plan->overlap = plan->windows ? vector : 0;
	int64_t vectors = ceil_div(modes[0].extent, vector);
	plan->kind = PLAN_COLUMNS;
	plan->batches = extents_product(modes + 2, count - 2);
	if (plan->windows) {
		set_window_threads(knobs, vector);
	}
	choose_columns(knobs, vectors, plan->reduced, plan->batches, target);
	knobs->load = choice(knobs->load, HINT_STREAM + 1);
	knobs->vector = vector;
	int64_t per_row = knobs->per_row;
	plan->shared_bytes = column_shared_bytes(plan, vector);
	while (plan->shared_bytes > SHARED_BYTES_MAX && knobs->threads > per_row * vector) {
		knobs->threads /= 2;
		plan->shared_bytes = column_shared_bytes(plan, vector);
	}
	int64_t deep = knobs->threads / per_row;
	plan->iterations = (int)ceil_div(plan->reduced, deep * knobs->splits);
	plan->rows_per_split = deep * plan->iterations;
	knobs->splits = (int)ceil_div(plan->reduced, plan->rows_per_split);
	plan->strips = ceil_div(modes[0].extent, per_row * vector - plan->overlap);
	plan->rank = 3;
	plan->padded[0] = plan->strips * per_row * vector;
	plan->extent[0] = modes[0].extent;
	plan->extent[1] = plan->reduced;
	plan->extent[2] = plan->batches;
	plan->vector[inputs] = 1;
	plan->view[inputs] = join(al, modes_layout(al, modes, 1, inputs), modes_layout(al, modes + 2, count - 2, inputs));
	for (int k = 0; k < inputs; k++) {
		struct layout view[3] = { modes_layout(al, modes, 1, k), modes_layout(al, modes + 1, 1, k),
			modes_layout(al, modes + 2, count - 2, k) };
		plan->view[k] = layout_from_modes(al, view, 3);
		plan->vector[k] = vector;
	}
	struct layout tiles[3] = { int_layout(per_row * vector, 1), int_layout(plan->rows_per_split, 1), int_layout(1, 1) };
	set_tiler(al, plan, tiles);
	plan->tv = join(al, pair_layout(al, per_row, deep, vector, per_row * vector),
		pair_layout(al, vector, plan->iterations, 1, per_row * vector * deep));
}

/* Bytes of partial results, and a counter for each group of blocks that finish together. */
static int64_t workspace(const struct plan *plan) {
	if (plan->kind == PLAN_ALL) {
		return plan->blocks * 8 + 8;
	}
	if (plan->kind == PLAN_COLUMNS && plan->knobs.splits > 1) {
		return plan->strips * plan->batches * (8 + (int64_t)plan->knobs.splits * plan->knobs.per_row *
			plan->knobs.vector * 8);
	}
	return 0;
}

struct plan plan_reduction(struct algebra *al, const struct problem *problem, struct knobs knobs,
		const struct target *target) {
	struct plan plan = { .kernel = KERNEL_AUTO, .problem = problem, .knobs = knobs };
	struct mode modes[PROBLEM_RANK_MAX];
	plan.inputs = problem->op->operands;
	int count = modes_collect(al, problem, modes);
	if (count < 0) {
		algebra_fault(al, FAULT_UNSUPPORTED, "reductions need operands with one stride in each mode");
		return plan;
	}
	plan.reduced = 1;
	plan.kept = 1;
	for (int i = 0; i < problem->rank; i++) {
		bool is_reduced = problem->dim == DIM_ALL || problem->dim == i;
		plan.reduced *= is_reduced ? problem->shape[i] : 1;
		plan.kept *= is_reduced ? 1 : problem->shape[i];
	}
	modes_sort(modes, count, 0, plan.inputs);
	count = modes_merge(modes, count, plan.inputs + 1);
	int reduced = 0;
	for (int i = 0; i < count; i++) {
		reduced += modes[i].reduced;
	}
	if (count == 0) {
		modes[0] = (struct mode){ .extent = 1, .reduced = true };
		count = reduced = 1;
	}
	if (problem->dim == DIM_ALL) {
		plan_all(al, &plan, modes, count, target);
	} else if (count > 1 && !modes[0].reduced && reduced == 1 && all_contiguous(modes, 0, plan.inputs)) {
		int at = modes[1].reduced ? 1 : 2;
		struct mode swap = modes[1];
		modes[1] = modes[at];
		modes[at] = swap;
		plan_columns(al, &plan, modes, count, target);
	} else {
		for (int i = 1; i < count && reduced == 1; i++) {
			if (modes[i].reduced) {
				struct mode swap = modes[i];
				for (int j = i; j > 0; j--) {
					modes[j] = modes[j - 1];
				}
				modes[0] = swap;
			}
		}
		if (reduced == 0) {
			for (int j = count; j > 0; j--) {
				modes[j] = modes[j - 1];
			}
			modes[0] = (struct mode){ .extent = 1, .reduced = true };
			reduced = 1;
			count++;
		}
		plan_rows(al, &plan, modes, count, reduced, target);
	}
	if (algebra_failed(al)) {
		return plan;
	}
	plan_finish_map(al, &plan);
	plan.workspace_bytes = workspace(&plan);
	return plan;
}
