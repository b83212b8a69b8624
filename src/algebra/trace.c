#include "algebra/trace.h"

void trace_append(struct algebra *al, const struct trace_step *step) {
	struct trace *trace = al->trace;
	algebra_step(al, 1);
	trace->more = trace->more || trace->count == TRACE_STEPS_MAX;
	if (trace->count == TRACE_STEPS_MAX || algebra_failed(al)) {
		return;
	}
	struct trace_step *copy = arena_alloc(al->arena, sizeof *copy);
	*copy = *step;
	copy->depth = trace->depth;
	copy->statement = trace->statement;
	copy->next = NULL;
	if (trace->last == NULL) {
		trace->first = copy;
	} else {
		trace->last->next = copy;
	}
	trace->last = copy;
	trace->count++;
}

void int_trace_loss(struct algebra *al, enum int_loss loss, struct tuple a, struct tuple b) {
	static const enum trace_kind kinds[] = { TRACE_ROUNDED_DOWN, TRACE_ROUNDED_UP, TRACE_LOST, TRACE_LOST_UP };
	if (trace_is_on(al)) {
		trace_append(al, &(struct trace_step){ .kind = kinds[loss], .numbers = { a, b } });
	}
}
