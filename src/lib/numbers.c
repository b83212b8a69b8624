/* What is a number: sizes and offsets. */
#include "algebra/offsets.h"

#include <inttypes.h>
#include "lib/keep.h"
#include "lib/operation.h"

/* An operation with one value of the caller, and where it takes one a coordinate in front of it. */
struct measurement {
	const char *name;
	const struct cutelayout_value *value;
	enum { NO_COORDINATE, INDEX, COORDINATE } first;
	const int64_t *coordinate;
	int rank;
	int64_t result;
};

/* The coordinate as an argument. Returns false after a fault. */
static bool make_coordinate(struct cutelayout_context *context, const struct measurement *measurement,
		struct value *coordinate) {
	if (measurement->first == INDEX) {
		*coordinate = value_from_tuple(tuple_int(*measurement->coordinate));
		return true;
	}
	if (measurement->rank < 0) {
		context_fault(context, FAULT_RANK, "a coordinate of rank %d", measurement->rank);
		return false;
	}
	struct algebra *al = &context->evaluation.algebra;
	struct tuple *modes = tuple_modes_new(al, measurement->rank);
	for (int i = 0; i < measurement->rank; i++) {
		modes[i] = tuple_int(measurement->coordinate[i]);
	}
	*coordinate = value_from_tuple(tuple_of(al, modes, measurement->rank));
	context_collect(context);
	return !algebra_failed(al);
}

static void work_measure(struct cutelayout_context *context, void *request) {
	struct measurement *measurement = request;
	struct value args[2];
	int count = 0;
	if (measurement->first != NO_COORDINATE && !make_coordinate(context, measurement, &args[count++])) {
		return;
	}
	args[count++] = measurement->value->value;
	struct value result = operation_run(context, operation_find(str_from(measurement->name)), args, count);
	if (fault_is_set(&context->evaluation.error.fault)) {
		return;
	}
	if (result.kind != VALUE_TUPLE || !tuple_is_plain_int(result.tuple)) {
		context_fault(context, FAULT_TYPE, "the result is a coordinate, not an integer");
		return;
	}
	if (!int_has_value(result.tuple)) {
		context_fault(context, FAULT_UNSUPPORTED, "the result is known at run time only");
		return;
	}
	measurement->result = result.tuple.value;
}

static bool measure(struct cutelayout_context *context, struct measurement *measurement, int64_t *out) {
	if (!context_given(context, &measurement->value, 1) || !context_run(context, work_measure, measurement)) {
		return false;
	}
	*out = measurement->result;
	return true;
}

bool cutelayout_size(struct cutelayout_context *context, const struct cutelayout_value *layout, int64_t *size) {
	return measure(context, &(struct measurement){ .name = "size", .value = layout }, size);
}

bool cutelayout_cosize(struct cutelayout_context *context, const struct cutelayout_value *layout, int64_t *cosize) {
	return measure(context, &(struct measurement){ .name = "cosize", .value = layout }, cosize);
}

bool cutelayout_offset(struct cutelayout_context *context, const struct cutelayout_value *layout, int64_t index,
		int64_t *offset) {
	struct measurement request = { .name = "crd2idx", .value = layout, .first = INDEX, .coordinate = &index };
	return measure(context, &request, offset);
}

bool cutelayout_crd2idx(struct cutelayout_context *context, const int64_t *coordinate, int rank,
		const struct cutelayout_value *layout, int64_t *offset) {
	struct measurement request = {
		.name = "crd2idx", .value = layout, .first = COORDINATE, .coordinate = coordinate, .rank = rank,
	};
	return measure(context, &request, offset);
}

/* A range of coordinates. */
struct range {
	const struct cutelayout_value *layout;
	int64_t first, count;
	int64_t *offsets;
};

static void work_offsets(struct cutelayout_context *context, void *request) {
	const struct range *range = request;
	struct algebra *al = &context->evaluation.algebra;
	struct map map = value_as_map(al, &range->layout->value);
	struct offsets offsets = { .size = 0 };
	if (!algebra_failed(al)) {
		offsets = offsets_init_map(al, map);
	}
	context_collect(context);
	if (fault_is_set(&context->evaluation.error.fault)) {
		return;
	}
	if (range->first < 0 || range->count < 0 || range->first > offsets.size
			|| range->count > offsets.size - range->first) {
		context_fault(context, FAULT_DOMAIN, "%" PRId64 " coordinates from %" PRId64 " on in a layout of size %" PRId64,
			range->count, range->first, offsets.size);
		return;
	}
	offsets_fill(&offsets, range->first, range->count, range->offsets);
}

bool cutelayout_offsets(struct cutelayout_context *context, const struct cutelayout_value *layout, int64_t first,
		int64_t count, int64_t *offsets) {
	struct range request = { .layout = layout, .first = first, .count = count, .offsets = offsets };
	return context_given(context, &layout, 1) && context_run(context, work_offsets, &request);
}
