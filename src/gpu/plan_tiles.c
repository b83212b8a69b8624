/*
 * Plans of reductions along one mode with a thread-value layout that was given. The view is the shape with the reduced
 * mode in front; a block takes the tiles along it one after the other.
 */
#include "gpu/fold.h"
#include "gpu/plan.h"

/* The modes of the problem in the order of the view. */
static void order_modes(const struct problem *problem, int order[PROBLEM_RANK_MAX]) {
	order[0] = problem->dim;
	for (int i = 0, at = 1; i < problem->rank; i++) {
		if (i != problem->dim) {
			order[at++] = i;
		}
	}
}

static struct layout reorder(struct algebra *al, struct layout layout, const int *order, int rank) {
	struct layout modes[PROBLEM_RANK_MAX];
	for (int i = 0; i < rank; i++) {
		modes[i] = layout_mode(layout, order[i]);
	}
	return layout_from_modes(al, modes, rank);
}

/* Results lie in row-major order of the modes that are kept. */
static struct layout results_view(struct algebra *al, const struct plan *plan) {
	struct layout modes[PROBLEM_RANK_MAX];
	int64_t stride = 1;
	for (int i = plan->rank - 1; i > 0; i--) {
		modes[i - 1] = (struct layout){ tuple_int(plan->extent[i]), tuple_int(stride) };
		stride *= plan->extent[i];
	}
	return plan->rank > 1 ? layout_from_modes(al, modes, plan->rank - 1) : layout_one();
}

/* The tile of the problem, and its elements renumbered from the order of the problem's modes to that of the view's. */
static struct layout set_tile(struct algebra *al, struct plan *plan, const int *order) {
	const struct problem *problem = plan->problem;
	struct tiler *modes = arena_array(al->arena, (size_t)plan->rank, sizeof *modes);
	struct layout renumber[PROBLEM_RANK_MAX];
	int64_t stride = 1;
	for (int i = 0; i < plan->rank; i++) {
		int64_t extent = tuple_product(al, tuple_mode(problem->tile, order[i])).value;
		modes[i] = (struct tiler){ .kind = TILER_INT, .layout = { tuple_int(extent), tuple_int(1) } };
		renumber[order[i]] = (struct layout){ tuple_int(extent), tuple_int(stride) };
		stride *= extent;
	}
	plan->tiler = (struct tiler){ .kind = TILER_MODES, .modes = modes, .rank = plan->rank };
	plan_check_tv(al, problem->tv, stride);
	return layout_from_modes(al, renumber, plan->rank);
}

static void set_knobs(struct plan *plan) {
	struct knobs *knobs = &plan->knobs;
	knobs->load = knobs->load > 0 ? knobs->load : HINT_NONE + 1;
	knobs->vector = plan->vector[0];
	knobs->threads = plan->threads;
	knobs->unroll = plan->values / plan->vector[0];
}

struct plan plan_tiles(struct algebra *al, const struct problem *problem, enum kernel kernel, struct knobs knobs) {
	struct plan plan = { .kind = PLAN_TILES, .kernel = kernel, .problem = problem, .knobs = knobs };
	int order[PROBLEM_RANK_MAX];
	if (!problem->has_tv) {
		algebra_fault(al, FAULT_DOMAIN, "the %s kernel needs a thread-value layout", kernel_name(kernel));
		return plan;
	}
	if (problem->dim == DIM_ALL) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a thread-value layout reduces along one mode; --dim=all takes none");
		return plan;
	}
	plan.inputs = problem->op->operands;
	plan.rank = problem->rank;
	plan.kept = 1;
	order_modes(problem, order);
	for (int i = 0; i < plan.rank; i++) {
		plan.extent[i] = problem->shape[order[i]];
		plan.kept *= i > 0 ? plan.extent[i] : 1;
	}
	plan.reduced = plan.extent[0];
	for (int k = 0; k < plan.inputs; k++) {
		plan.view[k] = reorder(al, problem->operands[k], order, plan.rank);
	}
	struct layout renumber = set_tile(al, &plan, order);
	if (algebra_failed(al)) {
		return plan;
	}
	plan.tv = layout_composition(al, renumber, problem->tv);
	plan.view[plan.inputs] = plan.view[0];
	plan_choose_vectors(al, &plan, knobs.vector > 0 ? knobs.vector : 16 / dtype_bytes(problem->dtype));
	plan.view[plan.inputs] = results_view(al, &plan);
	plan.vector[plan.inputs] = 1;
	plan_finish_map(al, &plan);
	if (algebra_failed(al)) {
		return plan;
	}
	plan.iterations = (int)(plan.padded[0] / plan_tile_extent(al, &plan, 0));
	plan.blocks /= plan.iterations;
	set_knobs(&plan);
	struct fold *fold = arena_alloc(al->arena, sizeof *fold);
	fold_make(al, &plan, fold);
	plan.shared_bytes = (int)(fold->results * fold->sharers * 8);
	if (plan.shared_bytes > SHARED_BYTES_MAX) {
		algebra_fault(al, FAULT_LIMIT,
			"%lld results of a tile with %d threads each do not fit %d bytes of shared memory",
			(long long)fold->results, fold->sharers, SHARED_BYTES_MAX);
	}
	return plan;
}
