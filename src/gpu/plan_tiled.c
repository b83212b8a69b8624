/* Plans of elementwise kernels: one tile a block, one thread-value layout for all tensors; and of transposes. */
#include "gpu/modes.h"
#include "gpu/plan.h"

static struct tiler int_tiler(int64_t extent) {
	return (struct tiler){ .kind = TILER_INT, .layout = { tuple_int(extent), tuple_int(1) } };
}

static struct tiler modes_tiler(struct algebra *al, int rank, const int64_t *extents) {
	struct tiler *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	for (int i = 0; i < rank; i++) {
		modes[i] = int_tiler(extents[i]);
	}
	return (struct tiler){ .kind = TILER_MODES, .modes = modes, .rank = rank };
}

/* The layout (a,b):(c,d). */
static struct layout pair_layout(struct algebra *al, int64_t a, int64_t b, int64_t c, int64_t d) {
	return layout_make(al, tuple_pair(al, tuple_int(a), tuple_int(b)), tuple_pair(al, tuple_int(c), tuple_int(d)));
}

static struct layout thread_value(struct algebra *al, struct layout threads, struct layout values) {
	struct layout modes[2] = { threads, values };
	return layout_from_modes(al, modes, 2);
}

static int64_t tile_size(struct algebra *al, const struct plan *plan) {
	int64_t size = 1;
	for (int i = 0; i < plan->rank; i++) {
		size *= plan_tile_extent(al, plan, i);
	}
	return size;
}

/* Every stride of "layout" is a multiple of "vector". */
static bool strides_divide(struct algebra *al, struct layout layout, int vector) {
	struct tuple shape = tuple_flatten_to_tuple(al, layout.shape);
	struct tuple stride = tuple_flatten_to_tuple(al, layout.stride);
	for (int i = 0; i < tuple_rank(stride) && !algebra_failed(al); i++) {
		if (tuple_mode(shape, i).value != 1 && tuple_mode(stride, i).value % vector != 0) {
			return false;
		}
	}
	return true;
}

/* In "access", the first "vector" values lie side by side and every vector starts at a multiple of its size. */
static bool is_vectorized(struct algebra *al, struct layout access, int vector) {
	struct layout values = layout_mode(access, 1);
	struct layout head = layout_coalesce(al, layout_mode(values, 0));
	return tuple_is_constant(head.shape, vector) && tuple_is_constant(head.stride, 1) &&
		strides_divide(al, layout_mode(values, 1), vector) && strides_divide(al, layout_mode(access, 0), vector) &&
		strides_divide(al, layout_mode(access, 2), vector);
}

/*
 * "tv" with its values reordered: in the result's value mode (vector, rest), the first mode runs along the memory of
 * "output". Returns false if no "vector" values do.
 */
static bool order_values(struct algebra *al, struct layout tv, struct layout output, int vector, struct layout *out) {
	struct layout values = layout_coalesce(al, layout_mode(output, 1));
	struct layout inverse = layout_right_inverse(al, values);
	int64_t count = layout_size(al, layout_mode(tv, 1)).value;
	if (algebra_failed(al) || layout_size(al, inverse).value % vector != 0) {
		return false;
	}
	struct layout head = layout_composition(al, inverse, (struct layout){ tuple_int(vector), tuple_int(1) });
	struct layout rest = layout_complement(al, head, tuple_int(count));
	struct layout ordered = layout_composition(al, layout_mode(tv, 1), thread_value(al, head, rest));
	*out = thread_value(al, layout_mode(tv, 0), ordered);
	if (algebra_failed(al)) {
		fault_clear(&al->fault);
		return false;
	}
	return true;
}

void plan_choose_vectors(struct algebra *al, struct plan *plan, int most) {
	int tensors = plan->inputs + 1;
	struct layout tv = plan->tv;
	struct layout output = plan_partition(al, plan, plan->view[plan->inputs], tv);
	for (int vector = most; vector >= 1 && !algebra_failed(al); vector /= 2) {
		if (vector > 1 && !order_values(al, tv, output, vector, &plan->tv)) {
			continue;
		}
		if (vector == 1) {
			plan->tv = tv;
		}
		bool suits = true;
		for (int k = tensors - 1; k >= 0 && suits; k--) {
			plan->access[k] = plan_partition(al, plan, plan->view[k], plan->tv);
			bool vectorized = vector == 1 || is_vectorized(al, plan->access[k], vector);
			plan->vector[k] = vectorized ? vector : 1;
			bool contiguous = k == plan->inputs || is_vectorized(al, plan->access[k], 1) || vector == 1;
			if (!vectorized && vector > 1) {
				struct layout head = layout_coalesce(al, layout_mode(layout_mode(plan->access[k], 1), 0));
				contiguous = contiguous || tuple_is_constant(head.stride, 1);
				suits = !contiguous;
			}
		}
		if (suits) {
			return;
		}
	}
}

/* The view is the problem itself. */
static void view_as_given(struct plan *plan, const struct problem *problem) {
	plan->rank = problem->rank;
	for (int i = 0; i < problem->rank; i++) {
		plan->extent[i] = problem->shape[i];
	}
	for (int k = 0; k < plan->inputs; k++) {
		plan->view[k] = problem->operands[k];
	}
	plan->view[plan->inputs] = problem->output;
}

static void view_from_modes(struct algebra *al, struct plan *plan, const struct mode *modes, int count) {
	plan->rank = count;
	for (int i = 0; i < count; i++) {
		plan->extent[i] = modes[i].extent;
	}
	for (int k = 0; k <= plan->inputs; k++) {
		plan->view[k] = modes_layout(al, modes, count, k);
	}
}

static int choice(int given, int otherwise) {
	return given > 0 ? given : otherwise;
}

/* Elements that one access of mode 0 can hold in the output: a power of two. */
static int widest(const struct mode *modes, int count, int output, int most) {
	int vector = modes[0].stride[output] == 1 ? most : 1;
	for (int i = 1; i < count; i++) {
		vector = power_dividing(modes[i].stride[output], vector);
	}
	return count > 1 ? power_dividing(modes[0].extent, vector) : vector;
}

/* Threads and vectors of a block along mode 0 and, where that is too short, mode 1. */
static void tile_flat(struct algebra *al, struct plan *plan, int vector) {
	int threads = plan->knobs.threads;
	int unroll = plan->knobs.unroll;
	int64_t extents[PROBLEM_RANK_MAX] = { 1, 1, 1 };
	if (plan->rank == 1) {
		while ((threads > 32 || unroll > 1) && (int64_t)threads * vector * unroll > plan->extent[0]) {
			threads = unroll > 1 ? threads : threads / 2;
			unroll = unroll > 1 ? unroll / 2 : 1;
		}
		extents[0] = (int64_t)threads * vector * unroll;
		plan->tiler = modes_tiler(al, 1, extents);
		plan->tv = thread_value(al, (struct layout){ tuple_int(threads), tuple_int(vector) },
			pair_layout(al, vector, unroll, 1, (int64_t)threads * vector));
		return;
	}
	int64_t wanted = (plan->extent[0] + vector - 1) / vector;
	int along = wanted < threads ? (int)wanted : threads;
	int64_t most = plan->extent[1];
	int across = threads / along < most ? threads / along : (int)most;
	unroll = (int64_t)across * unroll <= most ? unroll : 1;
	extents[0] = (int64_t)along * vector;
	extents[1] = (int64_t)across * unroll;
	plan->tiler = modes_tiler(al, plan->rank, extents);
	plan->tv = thread_value(al, pair_layout(al, along, across, vector, extents[0]),
		pair_layout(al, vector, unroll, 1, extents[0] * across));
}

/* Hierarchical modes: as many contiguous elements of one mode as divide its first extent, one tile each. */
static void tile_hierarchical(struct algebra *al, struct plan *plan) {
	int64_t extents[PROBLEM_RANK_MAX] = { 1, 1, 1 };
	int best = plan->rank - 1;
	int64_t run = 1;
	for (int i = 0; i < plan->rank; i++) {
		struct layout mode = layout_coalesce(al, layout_mode(plan->view[plan->inputs], i));
		struct layout first = layout_rank(mode) > 0 ? layout_mode(mode, 0) : mode;
		if (!algebra_failed(al) && first.stride.value == 1 && first.shape.value > run) {
			best = i;
			run = first.shape.value;
		}
	}
	extents[best] = power_dividing(run, plan->knobs.threads * 8);
	int64_t values = extents[best] >= 256 ? 8 : 1;
	plan->tiler = modes_tiler(al, plan->rank, extents);
	plan->tv = thread_value(al, (struct layout){ tuple_int(extents[best] / values), tuple_int(values) },
		(struct layout){ tuple_int(values), tuple_int(1) });
}

/*
 * What has served best on an H100, by the bytes of one tensor: large tensors want one vector a thread and no hints;
 * small ones several vectors in flight, that do not go through the first-level cache.
 */
static void choose_flat(struct knobs *knobs, int inputs, int64_t bytes) {
	static const int64_t mib = 1 << 20;
	int threads = 1024;
	int unroll = 1;
	enum hint load = HINT_NONE;
	if (bytes < 6 * mib && inputs == 1) {
		threads = 256;
		unroll = 4;
		load = HINT_NO_ALLOCATE;
	} else if (bytes < 12 * mib) {
		threads = bytes < 6 * mib ? 1024 : 512;
		unroll = 2;
		load = HINT_PREFETCH;
	} else if (bytes < 48 * mib) {
		threads = inputs == 1 && bytes >= 24 * mib ? 256 : 512;
		unroll = inputs > 1 ? 1 : bytes >= 24 * mib ? 4 : 2;
		load = HINT_NO_ALLOCATE;
	}
	knobs->threads = choice(knobs->threads, threads);
	knobs->unroll = choice(knobs->unroll, unroll);
	knobs->load = choice(knobs->load, (int)load + 1);
	knobs->store = choice(knobs->store, HINT_NONE + 1);
}

/* Single elements want long runs of stores; "ragged" says that neither side has vectors. */
static void choose_transpose(struct knobs *knobs, int element, int64_t bytes, bool ragged) {
	static const int64_t mib = 1 << 20;
	bool is_small = bytes < 6 * mib;
	bool is_large = bytes >= 100 * mib;
	if (ragged && !is_small) {
		knobs->tile = choice(knobs->tile, 41);
		knobs->threads = choice(knobs->threads, element < 4 ? 1024 : 256);
		knobs->load = choice(knobs->load, HINT_NONE + 1);
	}
	knobs->tile = choice(knobs->tile, !is_small ? 22 : element < 4 ? 11 : 12);
	knobs->threads = choice(knobs->threads, is_large || (is_small && element < 4) ? 256 : 128);
	knobs->load = choice(knobs->load, (is_large ? HINT_NONE : HINT_PREFETCH) + 1);
	knobs->store = choice(knobs->store, HINT_NONE + 1);
}

/* --- transposes --- */

/* One operand whose contiguous mode is another than the output's: returns that mode, or 0. */
static int transposed_mode(const struct plan *plan, const struct mode *modes, int count) {
	if (plan->inputs != 1 || count < 2 || modes[0].stride[1] != 1) {
		return 0;
	}
	for (int i = 1; i < count; i++) {
		if (modes[i].stride[0] == 1 && modes[i].extent >= 8 && modes[0].extent >= 8) {
			return i;
		}
	}
	return 0;
}

/* The widest access along "mode" in "tensor". */
static int widest_along(const struct mode *modes, int count, int mode, int tensor, int most) {
	int vector = power_dividing(modes[mode].extent, most);
	for (int i = 0; i < count; i++) {
		if (i != mode) {
			vector = power_dividing(modes[i].stride[tensor], vector);
		}
	}
	return vector;
}

/*
 * A tile of squares of 128 bytes a side. Threads load vectors along mode 1, the input's contiguous one, exchange them
 * through shared memory, and store vectors along mode 0, the output's.
 */
static void plan_transpose(struct algebra *al, struct plan *plan, struct mode *modes, int count, int contiguous) {
	int bytes = dtype_bytes(plan->problem->dtype);
	int most = 16 / bytes;
	struct mode swap = modes[1];
	modes[1] = modes[contiguous];
	modes[contiguous] = swap;
	view_from_modes(al, plan, modes, count);
	plan->kind = PLAN_TRANSPOSE;
	plan->vector[0] = widest_along(modes, count, 1, 0, most);
	plan->vector[1] = widest_along(modes, count, 0, 1, most);
	plan->swizzled = plan->vector[0] == most && plan->vector[1] == most && most > 1;
	int square = 128 / bytes;
	choose_transpose(&plan->knobs, bytes, problem_size(plan->problem) * bytes, plan->vector[0] * plan->vector[1] == 1);
	int tile = plan->knobs.tile;
	int64_t side0 = (int64_t)square * (tile / 10);
	int64_t side1 = (int64_t)square * (tile % 10);
	int threads = plan->knobs.threads;
	while (threads < side1 / plan->vector[0] || threads < side0 / plan->vector[1]) {
		threads *= 2;
	}
	while ((int64_t)threads * plan->vector[0] > side0 * side1 || (int64_t)threads * plan->vector[1] > side0 * side1) {
		threads /= 2;
	}
	plan->knobs.threads = threads;
	plan->knobs.unroll = (int)(side0 * side1 / threads / plan->vector[0]);
	int64_t extents[PROBLEM_RANK_MAX] = { side0, side1, 1 };
	plan->tiler = modes_tiler(al, count, extents);
	int64_t along = side1 / plan->vector[0];
	int64_t across = threads / along;
	plan->load_tv = thread_value(al, pair_layout(al, along, across, side0 * plan->vector[0], 1),
		pair_layout(al, plan->vector[0], side0 / across, side0, across));
	along = side0 / plan->vector[1];
	across = threads / along;
	plan->tv = thread_value(al, pair_layout(al, along, across, plan->vector[1], side0),
		pair_layout(al, plan->vector[1], side1 / across, 1, side0 * across));
	plan->access[0] = plan_partition(al, plan, plan->view[0], plan->load_tv);
	plan->access[1] = plan_partition(al, plan, plan->view[1], plan->tv);
	struct layout tv = plan->tv;
	plan->tv = plan->load_tv;
	plan_finish_map(al, plan);
	plan->load_map = plan->map;
	for (int i = 0; i < count; i++) {
		plan->load_coordinate[i] = plan->coordinate[i];
	}
	plan->tv = tv;
	plan_finish_map(al, plan);
	int64_t pitch = side1 + (plan->swizzled ? 0 : bytes < 4 ? 4 / bytes : 1);
	plan->shared_bytes = (int)(side0 * pitch * bytes);
}

/* --- the choice --- */

static void choose_knobs(struct plan *plan, enum kernel kernel) {
	struct knobs *knobs = &plan->knobs;
	if (kernel == KERNEL_AUTO) {
		choose_flat(knobs, plan->inputs, problem_size(plan->problem) * dtype_bytes(plan->problem->dtype));
		return;
	}
	knobs->unroll = 1;
	knobs->threads = choice(knobs->threads, 256);
	knobs->load = choice(knobs->load, HINT_NONE + 1);
	knobs->store = choice(knobs->store, HINT_NONE + 1);
}

static void plan_given_tv(struct algebra *al, struct plan *plan, const struct problem *problem) {
	if (!problem->has_tv) {
		algebra_fault(al, FAULT_DOMAIN, "the %s kernel needs a thread-value layout", kernel_name(plan->kernel));
		return;
	}
	view_as_given(plan, problem);
	int64_t extents[PROBLEM_RANK_MAX];
	for (int i = 0; i < problem->rank; i++) {
		extents[i] = tuple_product(al, tuple_mode(problem->tile, i)).value;
	}
	plan->tiler = modes_tiler(al, problem->rank, extents);
	plan->tv = problem->tv;
	int64_t size = tile_size(al, plan);
	if (!algebra_failed(al)) {
		plan_check_tv(al, problem->tv, size);
	}
}

struct plan plan_tiled(struct algebra *al, const struct problem *problem, enum kernel kernel, struct knobs knobs,
		const struct target *target) {
	(void)target;
	struct plan plan = { .kind = PLAN_TILED, .kernel = kernel, .problem = problem, .knobs = knobs };
	plan.inputs = problem->op->operands;
	int most = choice(knobs.vector, 16 / dtype_bytes(problem->dtype));
	if (kernel == KERNEL_TV || kernel == KERNEL_TV_REMAP) {
		choose_knobs(&plan, kernel);
		plan_given_tv(al, &plan, problem);
	} else {
		struct mode modes[PROBLEM_RANK_MAX] = { { .extent = 1 } };
		int count = modes_collect(al, problem, modes);
		if (count == 0) {
			modes[0] = (struct mode){ .extent = 1 };
			count = 1;
		}
		if (count > 0) {
			modes_sort(modes, count, plan.inputs, plan.inputs + 1);
			count = modes_merge(modes, count, plan.inputs + 1);
			int contiguous = transposed_mode(&plan, modes, count);
			if (kernel == KERNEL_AUTO && contiguous > 0) {
				plan_transpose(al, &plan, modes, count, contiguous);
				return plan;
			}
			choose_knobs(&plan, kernel);
			view_from_modes(al, &plan, modes, count);
			tile_flat(al, &plan, kernel == KERNEL_NAIVE ? 1 : widest(modes, count, plan.inputs, most));
		} else {
			choose_knobs(&plan, kernel);
			view_as_given(&plan, problem);
			tile_hierarchical(al, &plan);
		}
	}
	if (algebra_failed(al)) {
		return plan;
	}
	plan_choose_vectors(al, &plan, kernel == KERNEL_NAIVE ? 1 : power_below(most));
	plan_finish_map(al, &plan);
	plan.divided = layout_zipped_divide(al, plan.view[plan.inputs], &plan.tiler);
	plan.knobs.vector = plan.vector[plan.inputs];
	plan.knobs.threads = plan.threads;
	return plan;
}
