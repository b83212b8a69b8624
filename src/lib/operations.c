/* The operations of the language, on values of the caller. */
#include "lib/keep.h"
#include "lib/operation.h"

/* The operation "name", or NULL after a fault: no such name, or another number of arguments. */
static const struct operation *find_operation(struct cutelayout_context *context, const char *name, int count) {
	const struct operation *operation = operation_find(str_from(name));
	if (operation == NULL) {
		context_fault(context, FAULT_NAME, "no operation is called '%s'", name);
		return NULL;
	}
	context->operation = operation->name;
	if (count < operation->takes.least || count > operation->takes.most) {
		context_fault(context, FAULT_RANK, "%d argument%s for %s(%s)", count, count == 1 ? "" : "s", operation->name,
			operation->parameters);
		return NULL;
	}
	return operation;
}

struct value operation_run(struct cutelayout_context *context, const struct operation *operation,
		const struct value *args, int count) {
	context->operation = operation->name;
	struct value result = operation_call(operation, &context->evaluation.algebra, args, count);
	context_collect(context);
	return result;
}

/* A call with values of the caller. */
struct named_call {
	char name[CONTEXT_NAME_BYTES];
	const struct cutelayout_value *const *args;
	int count;
};

static struct value compute_call(struct cutelayout_context *context, void *request) {
	const struct named_call *call = request;
	const struct operation *operation = find_operation(context, call->name, call->count);
	if (operation == NULL) {
		return value_none();
	}
	struct value *args = arena_array(&context->arena, (size_t)call->count, sizeof *args);
	for (int i = 0; i < call->count; i++) {
		args[i] = call->args[i]->value;
	}
	return operation_run(context, operation, args, call->count);
}

struct cutelayout_value *cutelayout_call(struct cutelayout_context *context, const char *operation,
		const struct cutelayout_value *const *arguments, int count) {
	struct named_call request = { .args = arguments, .count = count };
	context_copy_name(request.name, operation);
	/* No operation takes so many: the refusal comes before the pointers are looked at. */
	bool refused = count > LIMIT_ARGUMENTS;
	return refused || context_given(context, arguments, count)
		? context_compute(context, compute_call, &request)
		: NULL;
}

static struct cutelayout_value *call1(struct cutelayout_context *context, const char *operation,
		const struct cutelayout_value *a) {
	return cutelayout_call(context, operation, &a, 1);
}

static struct cutelayout_value *call2(struct cutelayout_context *context, const char *operation,
		const struct cutelayout_value *a, const struct cutelayout_value *b) {
	const struct cutelayout_value *arguments[2] = { a, b };
	return cutelayout_call(context, operation, arguments, 2);
}

/* The operation on "a" and the integer "n", an argument that needs no value of the caller. */
static struct cutelayout_value *call_with_integer(struct cutelayout_context *context, const char *operation,
		const struct cutelayout_value *a, int64_t n) {
	const struct cutelayout_value integer = { .value = value_from_tuple(tuple_int(n)) };
	return call2(context, operation, a, &integer);
}

struct cutelayout_value *cutelayout_make_layout(struct cutelayout_context *context,
		const struct cutelayout_value *shape, const struct cutelayout_value *stride) {
	return call2(context, "make_layout", shape, stride);
}

struct cutelayout_value *cutelayout_get(struct cutelayout_context *context, const struct cutelayout_value *value,
		int index) {
	return call_with_integer(context, "get", value, index);
}

struct cutelayout_value *cutelayout_shape(struct cutelayout_context *context, const struct cutelayout_value *layout) {
	return call1(context, "shape", layout);
}

struct cutelayout_value *cutelayout_stride(struct cutelayout_context *context, const struct cutelayout_value *layout) {
	return call1(context, "stride", layout);
}

struct cutelayout_value *cutelayout_coalesce(struct cutelayout_context *context,
		const struct cutelayout_value *layout) {
	return call1(context, "coalesce", layout);
}

struct cutelayout_value *cutelayout_composition(struct cutelayout_context *context,
		const struct cutelayout_value *layout, const struct cutelayout_value *tiler) {
	return call2(context, "composition", layout, tiler);
}

struct cutelayout_value *cutelayout_complement(struct cutelayout_context *context,
		const struct cutelayout_value *layout, int64_t cotarget) {
	return call_with_integer(context, "complement", layout, cotarget);
}

struct cutelayout_value *cutelayout_right_inverse(struct cutelayout_context *context,
		const struct cutelayout_value *layout) {
	return call1(context, "right_inverse", layout);
}

struct cutelayout_value *cutelayout_left_inverse(struct cutelayout_context *context,
		const struct cutelayout_value *layout) {
	return call1(context, "left_inverse", layout);
}

struct cutelayout_value *cutelayout_logical_divide(struct cutelayout_context *context,
		const struct cutelayout_value *layout, const struct cutelayout_value *tiler) {
	return call2(context, "logical_divide", layout, tiler);
}

struct cutelayout_value *cutelayout_zipped_divide(struct cutelayout_context *context,
		const struct cutelayout_value *layout, const struct cutelayout_value *tiler) {
	return call2(context, "zipped_divide", layout, tiler);
}

struct cutelayout_value *cutelayout_tiled_divide(struct cutelayout_context *context,
		const struct cutelayout_value *layout, const struct cutelayout_value *tiler) {
	return call2(context, "tiled_divide", layout, tiler);
}

struct cutelayout_value *cutelayout_flat_divide(struct cutelayout_context *context,
		const struct cutelayout_value *layout, const struct cutelayout_value *tiler) {
	return call2(context, "flat_divide", layout, tiler);
}

struct cutelayout_value *cutelayout_logical_product(struct cutelayout_context *context,
		const struct cutelayout_value *layout, const struct cutelayout_value *tiler) {
	return call2(context, "logical_product", layout, tiler);
}

struct cutelayout_value *cutelayout_zipped_product(struct cutelayout_context *context,
		const struct cutelayout_value *layout, const struct cutelayout_value *tiler) {
	return call2(context, "zipped_product", layout, tiler);
}

struct cutelayout_value *cutelayout_tiled_product(struct cutelayout_context *context,
		const struct cutelayout_value *layout, const struct cutelayout_value *tiler) {
	return call2(context, "tiled_product", layout, tiler);
}

struct cutelayout_value *cutelayout_flat_product(struct cutelayout_context *context,
		const struct cutelayout_value *layout, const struct cutelayout_value *tiler) {
	return call2(context, "flat_product", layout, tiler);
}

struct cutelayout_value *cutelayout_blocked_product(struct cutelayout_context *context,
		const struct cutelayout_value *block, const struct cutelayout_value *tiler) {
	return call2(context, "blocked_product", block, tiler);
}

struct cutelayout_value *cutelayout_raked_product(struct cutelayout_context *context,
		const struct cutelayout_value *block, const struct cutelayout_value *tiler) {
	return call2(context, "raked_product", block, tiler);
}
