#include "gpu/plan.h"

static const char *const kernel_names[KERNEL_COUNT] = {
	[KERNEL_NAIVE] = "naive", [KERNEL_VECTORIZED] = "vectorized", [KERNEL_TV] = "tv", [KERNEL_TV_REMAP] = "tv-remap",
	[KERNEL_AUTO] = "auto",
};

const char *kernel_name(enum kernel kernel) {
	return kernel_names[kernel];
}

bool kernel_from_name(struct str name, enum kernel *out) {
	for (int i = 0; i < KERNEL_COUNT; i++) {
		if (str_is(name, kernel_names[i])) {
			*out = (enum kernel)i;
			return true;
		}
	}
	return false;
}

/* Change places of the output and tensor "k" in what the plan has of each tensor. */
static void swap_output(struct plan *plan, int k) {
	struct layout *const layouts[] = { plan->view, plan->access, plan->tile_view };
	int vector = plan->vector[plan->inputs];
	for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
		struct layout layout = layouts[i][plan->inputs];
		layouts[i][plan->inputs] = layouts[i][k];
		layouts[i][k] = layout;
	}
	plan->vector[plan->inputs] = plan->vector[k];
	plan->vector[k] = vector;
	bool differ = plan_is_staged(plan, plan->inputs) != plan_is_staged(plan, k);
	plan->staged ^= differ ? 1u << plan->inputs | 1u << k : 0;
}

const struct plan *plan_seen(struct arena *arena, const struct plan *plan, int tensor) {
	if (tensor <= plan->inputs) {
		return plan;
	}
	struct plan *seen = arena_alloc(arena, sizeof *seen);
	struct problem *problem = arena_alloc(arena, sizeof *problem);
	struct opexpr *op = arena_alloc(arena, sizeof *op);
	*problem = problem_of_output(plan->problem, tensor - plan->inputs, op);
	*seen = *plan;
	seen->problem = problem;
	swap_output(seen, tensor);
	return seen;
}
