/*
 * Elementwise kernels. A block whose tile lies inside the shape moves vectors, all loads before the first use; a block
 * at the edge goes element by element and skips the padding.
 */
#include "gpu/kinds/tile.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/* Elements that one access of mode 0 can hold in the output: a power of two. */
static int widest(const struct mode *modes, int count, int output, int most) {
	int vector = modes[0].stride[output] == 1 ? most : 1;
	for (int i = 1; i < count; i++) {
		vector = power_dividing(modes[i].stride[output], vector);
	}
	return count > 1 ? power_dividing(modes[0].extent, vector) : vector;
}

static void set_ones(int64_t extents[PROBLEM_RANK_MAX]) {
	for (int i = 0; i < PROBLEM_RANK_MAX; i++) {
		extents[i] = 1;
	}
}

/* Threads of a block, a vector each, along mode 0 and, where that is too short, mode 1. */
static void tile_flat(struct algebra *al, struct plan *plan, int vector) {
	int threads = plan->knobs.threads;
	int64_t extents[PROBLEM_RANK_MAX];
	set_ones(extents);
	if (plan->rank == 1) {
		while (threads > 32 && (int64_t)threads * vector > plan->extent[0]) {
			threads /= 2;
		}
		extents[0] = (int64_t)threads * vector;
		plan_set_tiles(al, plan, extents);
		plan->tv = layout_of_modes(al, layout_of_int(threads, vector), layout_of_pair(al, vector, 1, 1, extents[0]));
		return;
	}
	int64_t wanted = (plan->extent[0] + vector - 1) / vector;
	int along = wanted < threads ? (int)wanted : threads;
	int64_t most = plan->extent[1];
	int across = threads / along < most ? threads / along : (int)most;
	extents[0] = (int64_t)along * vector;
	extents[1] = across;
	plan_set_tiles(al, plan, extents);
	plan->tv = layout_of_modes(al, layout_of_pair(al, along, across, vector, extents[0]),
		layout_of_pair(al, vector, 1, 1, extents[0] * across));
}

/* Whether tiles of "tile" elements of mode "mode" cut the memory of a tensor. */
static bool cuts_any(struct algebra *al, const struct plan *plan, int mode, int64_t tile) {
	for (int k = 0; k < plan_tensors(plan); k++) {
		if (tile_cut(al, layout_mode(plan->view[k], mode), tile) > 0) {
			return true;
		}
	}
	return false;
}

/*
 * Hierarchical modes: as many contiguous elements of one mode as divide its first extent and cut no tensor, one tile
 * each.
 */
static void tile_hierarchical(struct algebra *al, struct plan *plan) {
	int64_t extents[PROBLEM_RANK_MAX];
	set_ones(extents);
	int best = 0;
	int64_t run = 1;
	for (int i = 0; i < plan->rank; i++) {
		struct layout first = layout_mode(layout_coalesce(al, layout_mode(plan->view[plan->inputs], i)), 0);
		if (!algebra_failed(al) && first.stride.value == 1 && first.shape.value > run) {
			best = i;
			run = first.shape.value;
		}
	}
	extents[best] = power_dividing(run, plan->knobs.threads * 8);
	while (cuts_any(al, plan, best, extents[best])) {
		extents[best] /= 2;
	}
	int64_t values = extents[best] >= 256 ? 8 : 1;
	plan_set_tiles(al, plan, extents);
	plan->tv = layout_of_modes(al, layout_of_int(extents[best] / values, values),
		layout_of_int(values, 1));
}

static void choose_knobs(struct plan *plan, enum kernel kernel) {
	struct knobs *knobs = &plan->knobs;
	knobs->unroll = kernel == KERNEL_AUTO ? knob_choice(knobs->unroll, 1) : 1;
	knobs->threads = knob_choice(knobs->threads, 256);
	knobs->load = knob_choice(knobs->load, HINT_NONE + 1);
	knobs->store = knob_choice(knobs->store, HINT_NONE + 1);
}

static bool suits(const struct wanted *wanted) {
	return wanted->problem->reduce == REDUCE_NONE;
}

/*
 * The widest vectors with which the partition is what the thread-value layout says; where not even single elements are,
 * since it carries from one mode of the tile into the next, addresses are computed from the number in the tile.
 */
static void partition_as_given(struct algebra *al, struct plan *plan, int most) {
	struct layout given = plan->tv;
	if (algebra_failed(al)) {
		return;
	}
	plan_pad(al, plan);
	for (int vectors = most;; vectors = 1) {
		plan->tv = given;
		plan_choose_vectors(al, plan, vectors);
		if (!algebra_failed(al)) {
			plan_finish_map(al, plan);
		}
		if (tile_is_composed(al, plan, given)) {
			return;
		}
		fault_clear(&al->fault);
		if (vectors == 1) {
			break;
		}
	}
	plan->tv = given;
	tile_index(al, plan);
}

static void plan_elementwise(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	enum kernel kernel = wanted->kernel;
	int most = knob_choice(wanted->knobs.vector, problem_widest_vector(plan->problem));
	int tiled = 1;
	choose_knobs(plan, kernel);
	if (kernel_has_tv(kernel)) {
		tile_as_given(al, plan);
	} else if (wanted->count > 0) {
		modes_set_view(al, wanted->modes, wanted->count, plan);
		tiled = kernel == KERNEL_NAIVE ? 1 : widest(wanted->modes, wanted->count, plan->inputs, most);
		tile_flat(al, plan, tiled);
	} else {
		tile_view_as_given(al, plan);
		tile_hierarchical(al, plan);
	}
	if (algebra_failed(al)) {
		return;
	}
	plan->divided = layout_zipped_divide(al, plan->view[plan->inputs], &plan->tiler);
	if (kernel_has_tv(kernel)) {
		partition_as_given(al, plan, power_below(most));
	} else {
		plan_choose_vectors(al, plan, kernel == KERNEL_NAIVE ? 1 : power_below(most));
		plan_finish_map(al, plan);
	}
	/* What the tile was made for counts where vectors became narrower: with less it would be another. */
	plan->knobs.vector = plan->vector[plan->inputs] > tiled ? plan->vector[plan->inputs] : tiled;
	plan->knobs.threads = plan->threads;
}

/* --- the text --- */

/* Of several outputs: all results first, since they are vectors of different widths. */
static void put_all_stores(struct emitter *em) {
	const struct plan *plan = em->plan;
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const char *suffix = emit_output_suffix(em, k);
		emit_line(em, "struct { result%s e[%d]; } y%s;", suffix, plan->values, suffix);
	}
	emit_unrolled(em, "i", plan->values);
	emit_made(em, "[i]", emit_text(em, "element(witness, t, i, block, %s)", emit_tile_loaded(em, "i")));
	emit_close(em);
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const char *suffix = emit_output_suffix(em, k);
		int width = plan->vector[k];
		emit_unrolled(em, "i", plan->values / width);
		emit_line(em, "union out%d%s z;", width, suffix);
		emit_unrolled(em, "e", width);
		emit_line(em, "z.e[e] = y%s.e[i * %d + e];", suffix, width);
		emit_close(em);
		emit_tile_value(em, emit_text(em, "i * %d", width));
		emit_line(em, "store%d%s(%s, z);", width, suffix, emit_tile_place(em, k));
		emit_close(em);
	}
}

static void put_stores(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->vector[plan->inputs];
	emit_unrolled(em, "i", plan->values / width);
	emit_line(em, "union out%d y;", width);
	emit_unrolled(em, "e", width);
	const char *value = width > 1 ? emit_text(em, "i * %d + e", width) : "i";
	emit_line(em, "y.e[e] = element(witness, t, %s, block, %s);", value, emit_tile_loaded(em, value));
	emit_close(em);
	emit_tile_value(em, emit_text(em, "i * %d", width));
	emit_line(em, "store%d(%s, y);", width, emit_tile_place(em, plan->inputs));
	emit_close(em);
}

/* The values of a tile at the edge, one by one, those in the padding left out. */
static void put_edge(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_line(em, "#pragma unroll 1");
	emit_open(em, "for (unsigned n = 0; n < %d; n++)", plan->values);
	emit_tile_value(em, "n");
	emit_open(em, "if (%s)", emit_tile_guard(em));
	const char *element = emit_text(em, "element(witness, t, v, block, %s)", emit_tile_single(em));
	if (plan_tensors(plan) == plan->inputs + 1) {
		emit_line(em, "put(%s, %s);", emit_tile_place(em, plan->inputs), element);
	} else {
		emit_line(em, "const struct made made = %s;", element);
	}
	for (int k = plan->inputs; k < plan_tensors(plan) && plan_tensors(plan) > plan->inputs + 1; k++) {
		const char *suffix = emit_output_suffix(em, k);
		emit_line(em, "put%s(%s, made.y%s);", suffix, emit_tile_place(em, k), suffix);
	}
	emit_close(em);
	emit_close(em);
}

static void emit_elementwise(struct emitter *em) {
	emit_signature(em);
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "const unsigned block = blockIdx.x;");
	emit_tile_bases(em, plan_tensors(em->plan));
	bool guarded = emit_tile_inside(em);
	if (guarded) {
		emit_open(em, "if (inside)");
	}
	emit_tile_loads(em);
	(plan_tensors(em->plan) > em->plan->inputs + 1 ? put_all_stores : put_stores)(em);
	if (guarded) {
		emit_else(em);
		put_edge(em);
		emit_close(em);
	}
	emit_close(em);
}

static const int thread_counts[] = { 128, 256, 512, 1024, -1 };
static const int unrolls[] = { 1, 2, 4, -1 };
static const int loads[] = { HINT_NONE + 1, HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };
static const int stores[] = { HINT_STREAM + 1, HINT_NONE + 1, -1 };

const struct kind kind_elementwise = {
	.name = "elementwise",
	.suits = suits,
	.plan = plan_elementwise,
	.emit = emit_elementwise,
	.visit = tile_visit,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_UNROLL] = unrolls,
			[KNOB_LOAD] = loads,
			[KNOB_STORE] = stores,
		},
		.half_vectors = true,
	},
};
