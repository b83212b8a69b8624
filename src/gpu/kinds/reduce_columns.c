/*
 * Reductions that keep the contiguous mode: a thread keeps a vector of columns; rows are split among blocks.
 */
#include <stdio.h>

#include "gpu/kinds/reduce.h"
#include "gpu/tiling.h"

/* --- the plan --- */

static int64_t ceil_div(int64_t a, int64_t b) {
	return (a + b - 1) / b;
}

static void choose_columns(struct knobs *knobs, int64_t vectors, int64_t rows, int64_t batches,
		const struct target *target) {
	bool is_small = rows * vectors <= (1 << 18);
	bool is_large = rows >= 8192 && vectors >= 512;
	int per_row = is_small ? 4 : vectors >= 4096 ? 64 : rows >= 32768 || is_large ? 16 : 8;
	while (per_row > 1 && per_row / 2 >= vectors) {
		per_row /= 2;
	}
	knobs->threads = knob_choice(knobs->threads, is_small ? 512 : 1024);
	knobs->per_row = knob_choice(knobs->per_row, per_row);
	if (knobs->per_row > knobs->threads) {
		knobs->per_row = knobs->threads;
	}
	int64_t deep = knobs->threads / knobs->per_row;
	int64_t strips = ceil_div(vectors, knobs->per_row) * batches;
	knobs->unroll = knob_choice(knobs->unroll, is_large ? 4 : 8);
	int64_t splits = power_below(target->multiprocessors / (strips < target->multiprocessors ? strips : 1));
	splits = is_large ? 32 : strips >= 32 ? 1 : splits;
	int64_t most = rows / (deep * 4);
	splits = splits > most ? most : splits;
	knobs->splits = knob_choice(knobs->splits, splits < 1 ? 1 : splits > 64 ? 64 : (int)splits);
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
	knobs->unroll = knob_choice(knobs->unroll, 4);
	knobs->splits = knob_choice(knobs->splits, vector >= 8 ? 4 : 32);
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

/* Mode 0 is kept and contiguous, mode 1 is reduced, the rest is kept. */
static void make(struct algebra *al, struct plan *plan, const struct mode *modes, int count,
		const struct target *target) {
	struct knobs *knobs = &plan->knobs;
	int inputs = plan->inputs;
	int most = knob_choice(knobs->vector, 16 / dtype_bytes(plan->problem->dtype));
	most = most > 8 ? 8 : most;
	int vector = modes_aligned_vector(modes, count, 0, inputs, power_dividing(modes[0].extent, most));
	plan->windows = vector < most && modes_same_windows(modes, count, inputs, most) && modes[0].extent >= 64 * most;
	vector = plan->windows ? most : vector;
	plan->overlap = plan->windows ? vector : 0;
	int64_t vectors = ceil_div(modes[0].extent, vector);
	plan->reduced_mode = 1;
	plan->batches = modes_extents_product(modes + 2, count - 2);
	if (plan->windows) {
		set_window_threads(knobs, vector);
	}
	choose_columns(knobs, vectors, plan->reduced, plan->batches, target);
	knobs->load = knob_choice(knobs->load, HINT_STREAM + 1);
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
	plan->view[inputs] = layout_of_modes(al, modes_layout(al, modes, 1, inputs),
		modes_layout(al, modes + 2, count - 2, inputs));
	for (int k = 0; k < inputs; k++) {
		struct layout view[3] = { modes_layout(al, modes, 1, k), modes_layout(al, modes + 1, 1, k),
			modes_layout(al, modes + 2, count - 2, k) };
		plan->view[k] = layout_from_modes(al, view, 3);
		plan->vector[k] = vector;
	}
	struct layout tiles[3] = { layout_of_int(per_row * vector, 1), layout_of_int(plan->rows_per_split, 1),
		layout_of_int(1, 1) };
	plan_set_tiler(al, plan, tiles);
	plan->tv = layout_of_modes(al, layout_of_pair(al, per_row, deep, vector, per_row * vector),
		layout_of_pair(al, vector, plan->iterations, 1, per_row * vector * deep));
}

static bool suits(const struct wanted *wanted) {
	bool is_one = wanted->count > 1 && wanted->reduced == 1 && !wanted->modes[0].reduced;
	return wanted->problem->reduce != REDUCE_NONE && is_one &&
		modes_all_contiguous(wanted->modes, 0, wanted->problem->op->operands);
}

/* Bytes of partial results, and a counter for each group of blocks that finish together. */
static int64_t workspace(const struct plan *plan) {
	int64_t columns = (int64_t)plan->knobs.per_row * plan->knobs.vector;
	return plan->knobs.splits > 1 ? plan->strips * plan->batches * (8 + plan->knobs.splits * columns * 8) : 0;
}

static void plan_reduce_columns(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	struct mode modes[PROBLEM_RANK_MAX];
	for (int i = 0; i < wanted->count; i++) {
		modes[i] = wanted->modes[i];
	}
	int at = modes[1].reduced ? 1 : 2;
	modes[1] = wanted->modes[at];
	modes[at] = wanted->modes[1];
	make(al, plan, modes, wanted->count, wanted->target);
	if (!algebra_failed(al)) {
		plan_finish_map(al, plan);
		plan->workspace_bytes = workspace(plan);
	}
}

/* --- the text --- */

/* Vectors of rows "row", "row + deep", ... from "round" on. */
static void put_column_round(struct emitter *em, bool guarded) {
	const struct plan *plan = em->plan;
	int unroll = plan->knobs.unroll;
	int deep = plan->threads / plan->knobs.per_row;
	emit_registers(em, unroll, "\t\t\t");
	for (int pass = 0; pass < 2; pass++) {
		buf_printf(em->out, "\t\t\t#pragma unroll\n\t\t\tfor (int u = 0; u < %d; u++) {\n", unroll);
		buf_printf(em->out, "\t\t\t\tconst unsigned row = first_row + (round + u) * %du;\n", deep);
		if (guarded) {
			buf_printf(em->out, "\t\t\t\tif (round + u < %d && row < %lldu) {\n", plan->iterations,
				(long long)plan->extent[1]);
		} else {
			buf_put(em->out, "\t\t\t\t{\n");
		}
		if (pass == 0) {
			for (int k = 0; k < plan->inputs; k++) {
				buf_printf(em->out, "\t\t\t\t\tr%d[u] = load%d(p%d + (long long)(", k, plan->vector[0], k);
				emit_layout(em, layout_mode(plan->view[k], 1), "row");
				buf_put(em->out, "));\n");
			}
		} else {
			buf_put(em->out, "\t\t\t\t\t");
			emit_accumulate_call(em, false);
		}
		buf_put(em->out, "\t\t\t\t}\n\t\t\t}\n");
	}
}

/* Threads with the same columns combine: lanes by shuffles, then groups of lanes through shared memory. */
static void put_column_total(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int per_row = plan->knobs.per_row;
	int warp = plan->threads < 32 ? plan->threads : 32;
	int groups = per_row >= warp ? plan->threads / per_row : plan->threads / warp;
	if (per_row < warp) {
		buf_printf(em->out,
			"\t#pragma unroll\n\tfor (int n = 0; n < %d; n++) {\n\t\tacc[n] = lanes(acc[n], %d, %d);\n\t}\n", width,
			warp, per_row);
	}
	buf_printf(em->out, "\t__shared__ math parts[%d][%d];\n", groups, (int)plan_strip_width(plan));
	if (plan->windows) {
		buf_printf(em->out,
			"\t#pragma unroll\n\tfor (int n = 0; n < %d; n++) {\n"
			"\t\tconst int c = (int)x * %d + n - start;\n"
			"\t\tif (c >= 0 && c < %d) {\n\t\t\tparts[y][c] = acc[n];\n\t\t}\n\t}\n\t__syncthreads();\n",
			width, width, (int)plan_strip_width(plan));
		return;
	}
	if (per_row < warp) {
		buf_printf(em->out, "\tif (t %% %d < %d) {\n", warp, per_row);
	} else {
		buf_put(em->out, "\t{\n");
	}
	buf_printf(em->out,
		"\t\t#pragma unroll\n\t\tfor (int n = 0; n < %d; n++) {\n\t\t\tparts[t / %d][x * %d + n] = acc[n];\n\t\t}\n"
		"\t}\n"
		"\t__syncthreads();\n", width, per_row < warp ? warp : per_row, width);
}

/* The end of a kernel whose block has all rows of its columns, or shares them with other blocks. */
static void put_column_results(struct emitter *em) {
	const struct plan *plan = em->plan;
	int columns = (int)plan_strip_width(plan);
	int per_row = plan->knobs.per_row;
	int warp = plan->threads < 32 ? plan->threads : 32;
	int groups = per_row >= warp ? plan->threads / per_row : plan->threads / warp;
	int splits = plan->knobs.splits;
	char position[160];
	snprintf(position, sizeof position, "(strip * %du + c)", columns);
	buf_printf(em->out, "\tfor (unsigned c = t; c < %d; c += %d) {\n\t\tmath total = parts[0][c];\n", columns,
		plan->threads);
	buf_printf(em->out,
		"\t\t#pragma unroll\n\t\tfor (int g = 1; g < %d; g++) {\n\t\t\ttotal = combine(total, parts[g][c]);\n\t\t}\n",
		groups);
	if (splits > 1) {
		buf_printf(em->out, "\t\tpartial[split * %d + c] = total;\n\t}\n", columns);
		buf_printf(em->out,
			"\t__threadfence();\n\t__syncthreads();\n"
			"\t__shared__ bool is_last;\n"
			"\tif (t == 0) {\n\t\tis_last = atomicAdd(counter, 1u) == %du;\n\t}\n"
			"\t__syncthreads();\n\tif (!is_last) {\n\t\treturn;\n\t}\n\t__threadfence();\n", splits - 1);
		buf_printf(em->out, "\tfor (unsigned c = t; c < %d; c += %d) {\n\t\tmath total = neutral();\n", columns,
			plan->threads);
		buf_printf(em->out, "\t\t#pragma unroll %d\n\t\tfor (int s = 0; s < %d; s++) {\n"
			"\t\t\ttotal = combine(total, __ldcg(partial + s * %d + c));\n\t\t}\n", splits < 16 ? splits : 16, splits,
			columns);
	}
	buf_printf(em->out, "\t\tconst unsigned column = %s;\n\t\tif (column < %lldu) {\n\t\t\tout[(long long)(", position,
		(long long)plan->extent[0]);
	emit_layout(em, layout_mode(plan->view[plan->inputs], 0), "column");
	buf_put(em->out, ") + (long long)(");
	emit_layout(em, layout_mode(plan->view[plan->inputs], 1), "batch");
	buf_put(em->out, ")] = narrow(finish(total));\n\t\t}\n\t}\n");
	buf_put(em->out, splits > 1 ? "\tif (t == 0) {\n\t\t*counter = 0;\n\t}\n}\n" : "}\n");
}

static void put_column_start(struct emitter *em) {
	const struct plan *plan = em->plan;
	int per_row = plan->knobs.per_row;
	buf_printf(em->out, "\tconst unsigned t = threadIdx.x;\n\tconst unsigned x = t %% %du, y = t / %du;\n", per_row,
		per_row);
	buf_printf(em->out, "\tconst unsigned strip = blockIdx.x %% %lldu;\n", (long long)plan->strips);
	buf_printf(em->out, "\tconst unsigned split = blockIdx.x / %lldu %% %du;\n", (long long)plan->strips,
		plan->knobs.splits);
	buf_printf(em->out, "\tconst unsigned batch = blockIdx.x / %lldu;\n", (long long)plan->strips * plan->knobs.splits);
	buf_printf(em->out, "\tconst unsigned first_row = split * %lldu + y;\n", (long long)plan->rows_per_split);
	if (!plan->windows) {
		buf_printf(em->out, "\tconst int column = (int)((strip * %du + x) * %du);\n", per_row, plan->vector[0]);
	} else {
		int k = emit_is_proof(em) ? em->tensor : 0;
		buf_put(em->out, "\tconst int start = (int)(((long long)(");
		emit_layout(em, layout_mode(plan->view[k], 1), "first_row");
		buf_put(em->out, ") + (long long)(");
		emit_layout(em, layout_mode(plan->view[k], 2), "batch");
		buf_printf(em->out, ")) %% %d);\n", plan->vector[0]);
		buf_printf(em->out, "\tconst int own = (int)(strip * %du);\n", (int)plan_strip_width(plan));
		buf_printf(em->out, "\tconst int column = own + (int)(x * %du) - start;\n", plan->vector[0]);
	}
	buf_put(em->out, "\t(void)batch;\n");
}

static void put_column_visits(struct emitter *em) {
	const struct plan *plan = em->plan;
	int deep = plan->threads / plan->knobs.per_row;
	int width = plan->vector[0];
	struct layout view = plan->view[em->tensor];
	buf_put(em->out, "\tunsigned long long visits = 0;\n");
	buf_printf(em->out,
		"\tfor (unsigned round = 0; round < %d; round++) {\n\t\tconst unsigned row = first_row + round * %du;\n",
		plan->iterations, deep);
	buf_printf(em->out, "\t\tfor (int e = 0; row < %lldu && e < %d; e++) {\n", (long long)plan->extent[1], width);
	if (plan->windows) {
		buf_printf(em->out, "\t\t\tif (column + e >= own && column + e < own + %d && column + e < %lld) {\n",
			(int)plan_strip_width(plan), (long long)plan->extent[0]);
	} else {
		buf_printf(em->out, "\t\t\tif (column + e < %lld) {\n", (long long)plan->extent[0]);
	}
	buf_put(em->out, "\t\t\t\tvisit(owners, counts, column + e");
	static const char *const variables[3] = { "", "row", "batch" };
	for (int i = 1; i < 3; i++) {
		buf_put(em->out, " + (long long)(");
		emit_layout(em, layout_mode(view, i), variables[i]);
		buf_put_char(em->out, ')');
	}
	buf_printf(em->out,
		", t + %dull * (round * %d + e + %dull * blockIdx.x));\n\t\t\t\tvisits++;\n\t\t\t}\n\t\t}\n\t}\n",
		plan->threads, width, plan->values);
	buf_put(em->out, "\tatomicAdd(&counts->visits, visits);\n}\n");
}

static void emit_reduce_columns(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[0];
	int columns = (int)plan_strip_width(plan);
	int unroll = plan->knobs.unroll;
	emit_reduce_functions(em, true);
	emit_signature(em);
	put_column_start(em);
	if (emit_is_proof(em)) {
		put_column_visits(em);
		return;
	}
	if (plan->knobs.splits > 1) {
		int64_t groups = plan->strips * plan->batches;
		buf_printf(em->out, "\tunsigned *counter = (unsigned *)workspace + (batch * %lldu + strip);\n",
			(long long)plan->strips);
		buf_printf(em->out,
			"\tmath *partial = (math *)(workspace + %lldll) + (long long)(batch * %lldu + strip) * %lldll;\n",
			(long long)groups * 8, (long long)plan->strips, (long long)plan->knobs.splits * columns);
	}
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(em->out, "\tconst elem *p%d = %c + column + (long long)(", k, emit_operand(k));
		emit_layout(em, layout_mode(plan->view[k], 2), "batch");
		buf_put(em->out, ");\n");
	}
	emit_acc(em, width);
	bool ragged = plan->guarded[0];
	buf_put(em->out, ragged ? "" : "\t{\n");
	if (ragged) {
		buf_printf(em->out, "\tif (column < %lld) {\n", (long long)plan->extent[0]);
	}
	bool exact = !plan->guarded[1];
	int full = exact ? plan->iterations / unroll : 0;
	if (full > 0) {
		buf_printf(em->out, "\t\tfor (unsigned round = 0; round < %d; round += %d) {\n", full * unroll, unroll);
		put_column_round(em, false);
		buf_put(em->out, "\t\t}\n");
	}
	if (full * unroll < plan->iterations) {
		buf_printf(em->out, "\t\tfor (unsigned round = %d; round < %d; round += %d) {\n", full * unroll,
			plan->iterations, unroll);
		put_column_round(em, true);
		buf_put(em->out, "\t\t}\n");
	}
	buf_put(em->out, "\t}\n");
	put_column_total(em);
	put_column_results(em);
}

/* --- on the host --- */

/* With windows the first and the last vector of a strip reach into its neighbours; what is theirs is left to them. */
static void visit_columns(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	struct memory memory = plan_memory(al, plan, tensor);
	int64_t width = plan->vector[0];
	int64_t per_row = plan->knobs.per_row;
	int64_t deep = plan->threads / per_row;
	for (int64_t block = 0; block < plan->blocks; block++) {
		int64_t strip = block % plan->strips;
		int64_t split = block / plan->strips % plan->knobs.splits;
		int64_t batch = block / plan->strips / plan->knobs.splits;
		for (int64_t t = 0; t < plan->threads; t++) {
			int64_t first = split * plan->rows_per_split + t / per_row;
			int64_t own = strip * plan_strip_width(plan);
			for (int64_t round = 0; round < plan->iterations && first + round * deep < plan->extent[1]; round++) {
				int64_t row = first + round * deep;
				int64_t start = plan_window_start(plan, &memory, row, batch);
				int64_t base = offsets_at(&memory.mode[1], row) + offsets_at(&memory.mode[2], batch);
				for (int64_t e = 0; e < width; e++) {
					int64_t column = own + t % per_row * width + e - start;
					if (column >= own && column < own + plan_strip_width(plan) && column < plan->extent[0]) {
						visit(visitor, base + column, t, round * width + e, block);
					}
				}
			}
		}
	}
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
		buf_printf(out, "# blocks   %d through memory, added by the last to finish\n", plan->knobs.splits);
	}
}

static const int thread_counts[] = { 512, 1024, -1 };
static const int unrolls[] = { 4, 8, -1 };
static const int column_vectors[] = { 4, 8, 16, 32, 64, -1 };
static const int split_counts[] = { 1, 2, 4, 8, 16, 32, -1 };
static const int loads[] = { HINT_STREAM + 1, -1 };

const struct kind kind_reduce_columns = {
	.name = "reduce_columns",
	.suits = suits,
	.plan = plan_reduce_columns,
	.emit = emit_reduce_columns,
	.visit = visit_columns,
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
};
