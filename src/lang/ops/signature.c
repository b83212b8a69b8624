/* The adapters of signature.h: arguments, the function of the algebra, the result. */
#include "lang/ops/signature.h"

struct value run_of_layout(struct call *call) {
	return from_layout(call, call->operation->takes.function.of_layout(call->al, layout_arg(call, 0)));
}

struct value run_of_mode(struct call *call) {
	struct value mode = indexed_arg(call);
	struct layout layout = map_inner(call->al, value_as_map(call->al, &mode));
	return from_tuple(call, call->operation->takes.function.of_mode(call->al, layout));
}

struct value run_by_layout(struct call *call) {
	struct layout a = inner_arg(call);
	struct layout b = layout_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	return from_inner(call, call->operation->takes.function.by_layout(call->al, a, b));
}

struct value run_by_tiler(struct call *call) {
	struct layout a = inner_arg(call);
	const struct tiler *b = tiler_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	return from_inner(call, call->operation->takes.function.by_tiler(call->al, a, b));
}

struct value run_of_map(struct call *call) {
	return from_map(call, call->operation->takes.function.of_map(call->al, map_arg(call, 0)));
}

struct value run_of_maps(struct call *call) {
	struct map a = map_arg(call, 0);
	struct map b = map_arg(call, 1);
	return from_map(call, call->operation->takes.function.of_maps(call->al, a, b));
}

struct value run_by_factor(struct call *call) {
	struct map a = map_arg(call, 0);
	int64_t n = int_arg(call, 1, 1, INT32_MAX);
	call->al->operand = 1;
	if (algebra_failed(call->al)) {
		return value_none();
	}
	return from_map(call, call->operation->takes.function.by_factor(call->al, a, n));
}

struct value run_of_shape(struct call *call) {
	return from_tuple(call, call->operation->takes.function.of_shape(call->al, shape_arg(call, 0)));
}

struct value run_of_tuples(struct call *call) {
	struct tuple a = tuple_arg(call, 0);
	struct tuple b = tuple_arg(call, 1);
	return from_tuple(call, call->operation->takes.function.of_tuples(call->al, a, b));
}

struct value run_ask_shapes(struct call *call) {
	struct tuple a = shape_arg(call, 0);
	struct tuple b = shape_arg(call, 1);
	return from_bool(call, call->operation->takes.function.ask_shapes(a, b));
}
