#include "gpu/reuse.h"

#include "algebra/offsets.h"
#include "base/number.h"
#include "gpu/tiling.h"

/* Operands that do not move along mode "from" and those behind it, but along one before it. */
static unsigned read_again(struct algebra *al, const struct plan *plan, int from) {
	unsigned again = 0;
	for (int k = 0; k < plan->inputs; k++) {
		struct offsets modes = offsets_init(al, plan->view[k]);
		bool moves_before = false;
		bool moves_behind = false;
		for (int i = 0; i < modes.rank; i++) {
			*(i < from ? &moves_before : &moves_behind) |= modes.stride[i] != 0;
		}
		again |= moves_before && !moves_behind ? 1u << k : 0;
	}
	return again;
}

int64_t plan_passes(struct algebra *al, const struct plan *plan, const struct target *target, unsigned *is_again) {
	struct offsets first = offsets_init(al, plan->view[plan->inputs]);
	int64_t passes = first.size;
	for (int from = 1; from < first.rank && !algebra_failed(al); from++) {
		double bytes = 0;
		for (int k = 0; k < plan_tensors(plan); k++) {
			struct offsets modes = offsets_init(al, plan->view[k]);
			double elements = dtype_bytes(problem_dtype(plan->problem, k));
			for (int i = 0; i < from; i++) {
				elements *= modes.stride[i] != 0 ? (double)modes.shape[i] : 1;
			}
			bytes += elements;
		}
		passes /= first.shape[from - 1];
		*is_again = read_again(al, plan, from);
		if (*is_again != 0 && bytes > (double)(target->l2_bytes / 8 * 3)) {
			return passes;
		}
	}
	*is_again = 0;
	return 1;
}

bool plan_repeats(struct algebra *al, const struct plan *plan, int k) {
	struct offsets offsets = offsets_init(al, layout_mode(plan->access[k], 1));
	bool repeats = !plan_is_staged(plan, k) && k < plan->inputs;
	for (int v = 0; v < plan->values && repeats; v++) {
		repeats = offsets_at(&offsets, v) == offsets_at(&offsets, v - v % plan->together);
	}
	return repeats;
}

/* Take the innermost "count" coordinates out of modes "shape". Returns false where that is no even part of a mode. */
static bool take_innermost(int64_t *shape, int rank, int64_t count) {
	for (int i = 0; i < rank; i++) {
		int64_t taken = shape[i] < count ? shape[i] : count;
		if (shape[i] % taken != 0 || count % taken != 0) {
			return false;
		}
		shape[i] /= taken;
		count /= taken;
	}
	return count == 1;
}

struct held plan_held(struct algebra *al, const struct plan *plan, int k) {
	int64_t vectors = number_ceil_div(plan->values, plan->together);
	struct held held = { layout_of_int(vectors, 1), layout_of_int(vectors, 1), (int)vectors };
	struct offsets modes = offsets_init(al, layout_mode(plan->access[k], 1));
	int64_t *shape = arena_array(al->arena, (size_t)modes.rank + 1, sizeof *shape);
	struct layout *of = arena_array(al->arena, (size_t)modes.rank + 1, sizeof *of);
	struct layout *first = arena_array(al->arena, (size_t)modes.rank + 1, sizeof *first);
	for (int i = 0; i < modes.rank; i++) {
		shape[i] = modes.shape[i];
	}
	if (algebra_failed(al) || modes.rank == 0 || !take_innermost(shape, modes.rank, plan->together)) {
		return held;
	}
	int64_t before = 1;
	int64_t different = 1;
	for (int i = 0; i < modes.rank; i++) {
		bool moves = modes.stride[i] != 0;
		of[i] = layout_of_int(shape[i], moves ? different : 0);
		first[i] = layout_of_int(moves ? shape[i] : 1, moves ? before : 0);
		before *= shape[i];
		different *= moves ? shape[i] : 1;
	}
	held.of = layout_coalesce(al, layout_from_modes(al, of, modes.rank));
	held.first = layout_coalesce(al, layout_from_modes(al, first, modes.rank));
	held.count = (int)different;
	return held;
}

int plan_accesses(struct algebra *al, const struct plan *plan, int k) {
	bool loads_once = plan->exchanges && k < plan->inputs && !plan_is_staged(plan, k);
	if (!loads_once) {
		return (int)number_ceil_div(plan->values, plan->vector[k]);
	}
	int vectors = plan_held(al, plan, k).count;
	return plan_repeats(al, plan, k) ? vectors : vectors * plan->together / plan->vector[k];
}
