#include "gpu/visitor.h"

void visit(struct visitor *visitor, int64_t offset, int64_t t, int64_t v, int64_t block) {
	int64_t number = plan_number(visitor->plan, t, v, block);
	struct proof_counts *counts = visitor->counts;
	offset += visitor->start;
	if (offset < 0 || offset >= visitor->reach) {
		counts->offset = counts->outside++ == 0 ? (unsigned long long)offset : counts->offset;
	} else if (number >= visitor->count || visitor->entries[number] != PROOF_NONE) {
		counts->entry = counts->clashes++ == 0 ? (unsigned long long)number : counts->entry;
	} else {
		visitor->entries[number] = (uint32_t)(offset >> visitor->shift & INT32_MAX);
	}
}

int64_t plan_reach(struct algebra *al, const struct plan *plan, int tensor) {
	return offsets_init(al, plan->view[tensor]).greatest + 1 + problem_start(plan->problem, tensor);
}

struct memory plan_memory(struct algebra *al, const struct plan *plan, int tensor) {
	struct memory memory = { .rank = plan->rank };
	for (int i = 0; i < plan->rank; i++) {
		memory.mode[i] = offsets_init(al, layout_mode(plan->view[tensor], i));
	}
	return memory;
}

int64_t plan_window_start(const struct plan *plan, const struct memory *memory, int64_t row, int64_t batch) {
	int64_t start = offsets_at(&memory->mode[1], row) + offsets_at(&memory->mode[2], batch);
	return plan->windows ? start % plan->vector[0] : 0;
}

int64_t plan_strip_width(const struct plan *plan) {
	return (int64_t)plan->knobs.per_row * plan->vector[0] - plan->overlap;
}
