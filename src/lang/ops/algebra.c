#include "lang/ops/ops.h"

/* The innermost layout of argument 0: the one that gives shape and profile. */
static struct layout inner_arg(struct call *call) {
	return map_inner(call->al, map_arg(call, 0));
}

struct value run_size(struct call *call) {
	if (call->args[0].kind == VALUE_TILED_COPY) {
		return from_tuple(call, tiled_copy_size(call->al, &call->args[0].tiled_copy->copy));
	}
	if (call->args[0].kind == VALUE_TILED_MMA) {
		return from_tuple(call, tiled_mma_size(call->al, &call->args[0].tiled_mma->mma));
	}
	struct value value = indexed_arg(call);
	return from_tuple(call, tuple_product(call->al, shape_of(call, &value)));
}

/* The layout that argument 0, or a mode of it, has inside. */
static struct layout indexed_layout(struct call *call) {
	struct value value = indexed_arg(call);
	return map_inner(call->al, value_as_map(call->al, &value));
}

struct value run_cosize(struct call *call) {
	return from_tuple(call, layout_cosize(call->al, indexed_layout(call)));
}

struct value run_coshape(struct call *call) {
	return from_tuple(call, layout_coshape(call->al, indexed_layout(call)));
}

struct value run_coalesce(struct call *call) {
	struct layout a = inner_arg(call);
	if (!has_arg(call, 1)) {
		return from_inner(call, layout_coalesce(call->al, a));
	}
	return from_inner(call, layout_coalesce_profile(call->al, a, shape_arg(call, 1)));
}

struct value run_filter(struct call *call) {
	if (has_arg(call, 1)) {
		struct layout a = inner_arg(call);
		return from_inner(call, layout_filter_profile(call->al, a, shape_arg(call, 1)));
	}
	return from_layout(call, layout_filter(call->al, layout_arg(call, 0)));
}

struct value run_filter_zeros(struct call *call) {
	return from_layout(call, layout_filter_zeros(call->al, layout_arg(call, 0)));
}

/* Whether argument "i" is a map rather than a tiler: a swizzle or a composed layout. */
static bool is_map_arg(const struct call *call, int i) {
	return call->args[i].kind == VALUE_SWIZZLE || call->args[i].kind == VALUE_COMPOSED;
}

struct value run_composition(struct call *call) {
	if (is_map_arg(call, 1) || call->args[0].kind == VALUE_SWIZZLE) {
		struct map a = map_arg(call, 0);
		struct map b = map_arg(call, 1);
		return algebra_failed(call->al) ? *arg(call, 0) : from_map(call, map_composition(call->al, a, b));
	}
	struct layout a = inner_arg(call);
	const struct tiler *b = tiler_arg(call, 1);
	return algebra_failed(call->al) ? *arg(call, 0) : from_inner(call, layout_composition_tiler(call->al, a, b));
}

struct value run_with_shape(struct call *call) {
	struct layout a = inner_arg(call);
	return from_inner(call, layout_with_shape(call->al, a, shape_arg(call, 1)));
}

struct value run_complement(struct call *call) {
	struct layout a = inner_arg(call);
	if (!has_arg(call, 1) && call->args[0].kind == VALUE_COMPOSED) {
		return from_layout(call, layout_complement(call->al, a, layout_cosize(call->al, a)));
	}
	if (!has_arg(call, 1)) {
		return from_layout(call, layout_complement_own(call->al, a));
	}
	struct tuple cotarget = shape_arg(call, 1);
	call->al->operand = 1;
	return from_layout(call, layout_complement(call->al, a, cotarget));
}

struct value run_right_inverse(struct call *call) {
	return from_map(call, map_right_inverse(call->al, map_arg(call, 0)));
}

struct value run_left_inverse(struct call *call) {
	return from_map(call, map_left_inverse(call->al, map_arg(call, 0)));
}

typedef struct layout (*tiler_operation)(struct algebra *al, struct layout a, const struct tiler *b);

static struct value run_tiler_operation(struct call *call, tiler_operation operation) {
	struct layout a = inner_arg(call);
	const struct tiler *b = tiler_arg(call, 1);
	return algebra_failed(call->al) ? *arg(call, 0) : from_inner(call, operation(call->al, a, b));
}

struct value run_logical_divide(struct call *call) {
	return run_tiler_operation(call, layout_logical_divide);
}

struct value run_zipped_divide(struct call *call) {
	return run_tiler_operation(call, layout_zipped_divide);
}

struct value run_tiled_divide(struct call *call) {
	return run_tiler_operation(call, layout_tiled_divide);
}

struct value run_flat_divide(struct call *call) {
	return run_tiler_operation(call, layout_flat_divide);
}

struct value run_logical_product(struct call *call) {
	if (call->args[1].kind == VALUE_COMPOSED && call->args[0].kind != VALUE_COMPOSED) {
		struct layout a = layout_arg(call, 0);
		return from_map(call, map_logical_product(call->al, a, map_arg(call, 1)));
	}
	return run_tiler_operation(call, layout_logical_product);
}

struct value run_zipped_product(struct call *call) {
	return run_tiler_operation(call, layout_zipped_product);
}

struct value run_tiled_product(struct call *call) {
	return run_tiler_operation(call, layout_tiled_product);
}

struct value run_flat_product(struct call *call) {
	return run_tiler_operation(call, layout_flat_product);
}

struct value run_blocked_product(struct call *call) {
	struct layout a = inner_arg(call);
	struct layout b = layout_arg(call, 1);
	return algebra_failed(call->al) ? *arg(call, 0) : from_inner(call, layout_blocked_product(call->al, a, b));
}

struct value run_raked_product(struct call *call) {
	struct layout a = inner_arg(call);
	struct layout b = layout_arg(call, 1);
	return algebra_failed(call->al) ? *arg(call, 0) : from_inner(call, layout_raked_product(call->al, a, b));
}

struct value run_upcast(struct call *call) {
	struct map a = map_arg(call, 0);
	int64_t n = int_arg(call, 1, 1, INT32_MAX);
	call->al->operand = 1;
	return algebra_failed(call->al) ? *arg(call, 0) : from_map(call, map_upcast(call->al, a, n));
}

struct value run_downcast(struct call *call) {
	struct map a = map_arg(call, 0);
	int64_t n = int_arg(call, 1, 1, INT32_MAX);
	call->al->operand = 1;
	return algebra_failed(call->al) ? *arg(call, 0) : from_map(call, map_downcast(call->al, a, n));
}

struct value run_recast_layout(struct call *call) {
	int64_t new_bits = int_arg(call, 0, 1, INT32_MAX);
	int64_t old_bits = int_arg(call, 1, 1, INT32_MAX);
	struct map a = map_arg(call, 2);
	return algebra_failed(call->al) ? *arg(call, 2) : from_map(call, map_recast(call->al, a, new_bits, old_bits));
}

struct value run_max_common_layout(struct call *call) {
	struct map a = map_arg(call, 0);
	struct map b = map_arg(call, 1);
	return from_map(call, map_max_common_layout(call->al, a, b));
}

struct value run_max_common_vector(struct call *call) {
	struct map a = map_arg(call, 0);
	struct map b = map_arg(call, 1);
	return from_tuple(call, map_max_common_vector(call->al, a, b));
}

struct value run_max_alignment(struct call *call) {
	return from_tuple(call, map_max_alignment(call->al, map_arg(call, 0)));
}

struct value run_nullspace(struct call *call) {
	if (call->args[0].kind == VALUE_COMPOSED) {
		return from_layout(call, layout_one());
	}
	return from_layout(call, layout_nullspace(call->al, layout_arg(call, 0)));
}

struct value run_domain_distribute(struct call *call) {
	struct tuple shape = shape_arg(call, 0);
	struct tuple n = tuple_arg(call, 1);
	return from_layout(call, layout_domain_distribute(call->al, shape, n));
}
