/*
 * The modes of all tensors are sorted and merged before any kind is asked, so that a kind sees the problem in its
 * simplest form and problems that are the same get the same plan.
 */
#include "gpu/planner.h"

#include <inttypes.h>
#include <string.h>

#include "base/number.h"
#include "gpu/kinds/kind.h"

/* Sort and merge the modes of the problem. */
static void find_modes(struct algebra *al, struct wanted *wanted) {
	const struct problem *problem = wanted->problem;
	bool reduces = problem->reduce != REDUCE_NONE;
	int inputs = problem->op->operands;
	int tensors = inputs + problem_outputs(problem);
	struct mode modes[MODES_MAX];
	int count = modes_collect(al, problem, modes);
	if (count == 0) {
		modes[0] = (struct mode){ .extent = 1, .reduced = reduces };
		count = 1;
	}
	if (count > 0) {
		modes_sort(modes, count, reduces ? 0 : inputs, reduces ? inputs : tensors);
		count = modes_merge(modes, count, tensors);
	}
	wanted->count = count <= PROBLEM_RANK_MAX ? count : -1;
	for (int i = 0; i < wanted->count; i++) {
		wanted->modes[i] = modes[i];
		wanted->reduced += modes[i].reduced;
	}
}

/* Elements of each result, and results. */
static void count_results(struct plan *plan) {
	const struct problem *problem = plan->problem;
	plan->reduced = 1;
	plan->kept = 1;
	for (int i = 0; i < problem->rank; i++) {
		bool is_reduced = problem_mode_is_reduced(problem, i);
		plan->reduced *= is_reduced ? problem->shape[i] : 1;
		plan->kept *= is_reduced ? 1 : problem->shape[i];
	}
}

/*
 * The compiler keeps threads to registers that let the multiprocessors be full, and to that end lets loads wait for one
 * another that the plan has under way at once. Where blocks are too few to fill them, it is told so.
 */
static int resident_blocks(const struct plan *plan, const struct target *target) {
	int64_t most = plan->threads > 0 ? target->threads_per_multiprocessor / plan->threads : 0;
	int64_t needed = number_ceil_div(plan->blocks, target->multiprocessors);
	return needed < most ? (int)needed : 0;
}

static void make(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	const struct problem *problem = wanted->problem;
	bool reduces = problem->reduce != REDUCE_NONE;
	int place;
	*plan = (struct plan){ .kind = kind_for(wanted, &place), .problem = problem, .knobs = wanted->knobs,
		.kernel = reduces && !kernel_has_tv(wanted->kernel) ? KERNEL_AUTO : wanted->kernel,
		.inputs = problem->op->operands, .last_first = wanted->kernel == KERNEL_TV_REMAP };
	plan->knobs.kind = place > 1 ? place : 0;
	if (reduces) {
		count_results(plan);
	}
	plan->kind->plan(al, wanted, plan);
	if (!reduces && knobs_ask_strips(&wanted->knobs) && !plan->strip) {
		plan->knobs.per_row = 0; /* it said how strips are moved */
	}
	plan->resident = resident_blocks(plan, wanted->target);
}

/*
 * A tile is chosen by its problem, and its knob says it in units of 32: where that asks for another tile, that one is
 * the plan. What is printed of a plan makes it once more.
 */
static void settle(struct algebra *al, struct wanted *wanted, struct plan *plan) {
	enum { ROUNDS = 8 };
	for (int i = 0; i < ROUNDS && plan->exchanges && !algebra_failed(al)
			&& memcmp(&plan->knobs, &wanted->knobs, sizeof plan->knobs) != 0; i++) {
		wanted->knobs = plan->knobs;
		make(al, wanted, plan);
	}
}

/* The results of an arg-reduction hold every index. */
static void require_index(struct algebra *al, const struct problem *problem) {
	const struct dtype_info *info = dtype_info(problem->output_dtype);
	int64_t last = problem_reduced_size(problem) - 1;
	if (!reduce_is_arg(problem->reduce)) {
		return;
	}
	if (info->is_float || (info->bytes < 8 && (double)last > dtype_greatest_int(problem->output_dtype))) {
		algebra_fault(al, FAULT_TYPE, "an index, at most %" PRId64 ", is no %s", last, info->name);
	}
}

struct plan plan_make(struct algebra *al, const struct problem *problem, enum kernel kernel, struct knobs knobs,
		const struct target *target) {
	struct plan plan = { .problem = problem };
	struct scope scope = operation_begin(al);
	bool has_dtype = true;
	for (int k = 0; k < problem->op->operands + problem_outputs(problem) && has_dtype; k++) {
		has_dtype = target_has_dtype(target, problem_dtype(problem, k), &al->fault);
	}
	if (has_dtype && problem->op->needs_float && problem_math_dtype(problem) == DTYPE_I64) {
		algebra_fault(al, FAULT_TYPE, "this expression needs a floating-point type, not %s",
			dtype_info(problem_dtype(problem, 0))->name);
	} else if (has_dtype) {
		struct wanted wanted = { .problem = problem, .kernel = kernel, .knobs = knobs, .target = target };
		require_index(al, problem);
		int most = problem_widest_vector(problem);
		wanted.knobs.vector = knobs.vector > most ? most : knobs.vector > 0 ? power_below(knobs.vector) : 0;
		find_modes(al, &wanted);
		make(al, &wanted, &plan);
		settle(al, &wanted, &plan);
	}
	operation_end(al, scope);
	return plan;
}

const char *plan_kind_name(const struct plan *plan) {
	return plan->kind->name;
}
