#include "gpu/visitor.h"

int plan_owner_bytes(const struct plan *plan) {
	double size = 1;
	for (int i = 0; i < plan->rank; i++) {
		size *= (double)plan->padded[i];
	}
	return size < 4.0e9 ? 4 : 8;
}

uint64_t owner_at(const void *owners, int bytes, int64_t offset) {
	if (bytes == 4) {
		uint32_t owner = ((const uint32_t *)owners)[offset];
		return owner == UINT32_MAX ? UINT64_MAX : owner;
	}
	return ((const uint64_t *)owners)[offset];
}

void visit(struct visitor *visitor, int64_t offset, int64_t t, int64_t v, int64_t block) {
	const struct plan *plan = visitor->plan;
	uint64_t number = (uint64_t)(t + plan->threads * (v + plan->values * block));
	visitor->counts->visits++;
	if (offset < 0 || offset >= visitor->span) {
		visitor->counts->clashes++;
		visitor->counts->offset = (unsigned long long)offset;
		visitor->counts->owners[0] = visitor->counts->owners[1] = number;
		return;
	}
	uint64_t before = owner_at(visitor->owners, visitor->bytes, offset);
	if (before != UINT64_MAX && visitor->counts->clashes++ == 0) {
		visitor->counts->offset = (unsigned long long)offset;
		visitor->counts->owners[0] = before;
		visitor->counts->owners[1] = number;
	}
	if (visitor->bytes == 4) {
		((uint32_t *)visitor->owners)[offset] = (uint32_t)number;
	} else {
		((uint64_t *)visitor->owners)[offset] = number;
	}
}

struct memory plan_memory(struct algebra *al, const struct plan *plan, int tensor) {
	struct memory memory = { .rank = plan->rank };
	for (int i = 0; i < plan->rank; i++) {
		memory.mode[i] = offsets_init(al, layout_mode(plan->view[tensor], i));
	}
	return memory;
}

int64_t plan_window_start(const struct plan *plan, const struct memory *memory, int64_t row, int64_t batch) {
	int64_t batches = plan->rank > 2 ? offsets_at(&memory->mode[2], batch) : 0;
	return plan->windows ? (offsets_at(&memory->mode[1], row) + batches) % plan->vector[0] : 0;
}

int64_t plan_strip_width(const struct plan *plan) {
	return (int64_t)plan->knobs.per_row * plan->vector[0] - plan->overlap;
}
