/*
 * Tensors of a host program as functions of the DSL are compiled for: which of their extents and strides are known at
 * run time only. A tensor that has been marked keeps the numbers that it was made with, from which marks follow.
 *
 * Source: what CuTe DSL answers (golden/facts/dsl.tsv, tag dsl-mark).
 */
#include <inttypes.h>

#include "lang/ops/over_tensors.h"
#include "lang/ops/signature.h"

/* An integer of 64 bits at run time. */
static struct tuple wide_unknown(uint32_t divisor) {
	struct tuple t = tuple_divisible(divisor);
	t.traits = INT_WIDE | INT_TRACKED;
	return t;
}

/* An integer of 32 bits at run time. */
static struct tuple extent_unknown(int64_t divisor) {
	struct tuple t = tuple_divisible((uint32_t)divisor);
	t.traits = INT_TRACKED;
	return t;
}

/* Argument 0 with the layout in numbers that it was made with, which is flat. False after a fault. */
static bool host_arg(struct call *call, struct tensor_value *tensor, struct layout *host) {
	if (!tensor_arg(call, 0, tensor)) {
		return false;
	}
	bool is_layout = tensor->host != NULL || tensor->map.kind == MAP_LAYOUT;
	*host = tensor->host != NULL ? *tensor->host : is_layout ? tensor->map.layout : layout_one();
	bool known = tuple_is_static(host->shape) && tuple_is_static(host->stride)
		&& !tuple_has_basis(host->stride);
	if (!known || !tuple_is_tuple(host->shape) || tuple_depth(host->shape) != 1) {
		algebra_fault(call->al, FAULT_UNSUPPORTED,
			"CuTe DSL marks tensors of a host program: their extents and strides are numbers, without nesting");
		return false;
	}
	return true;
}

/* The tensor with another layout, and the numbers that it was made with. */
static struct value marked(struct call *call, const struct tensor_value *tensor, struct layout host,
		struct tuple *shape, struct tuple *stride) {
	struct tensor_value made = *tensor;
	struct layout *kept = arena_alloc(call->al->arena, sizeof *kept);
	*kept = host;
	made.host = kept;
	made.printed = NULL;
	int rank = host.shape.rank;
	made.map = map_from_layout(
		layout_of(call->al, tuple_of(call->al, shape, rank), tuple_of(call->al, stride, rank)));
	return value_from_tensor(call->al, &made);
}

/* The mode of stride 1: one of several if it alone has more than one element; -1 if there is none, or after a fault. */
static int deduce_leading(struct call *call, struct layout host) {
	int leading = -1;
	int ones = 0;
	int larger = 0;
	for (int i = 0; i < host.shape.rank; i++) {
		if (host.stride.modes[i].value == 1) {
			bool is_larger = host.shape.modes[i].value > 1;
			leading = is_larger || leading < 0 ? i : leading;
			ones++;
			larger += is_larger ? 1 : 0;
		}
	}
	if (ones > 1 && larger != 1) {
		algebra_fault(call->al, FAULT_DOMAIN, "%d modes have stride 1: which of them leads is to be said", ones);
	}
	return leading;
}

/* The mode that argument 1 names, counted from the end if it is negative; its stride has to be 1. */
static int given_leading(struct call *call, struct layout host) {
	int rank = host.shape.rank;
	int leading = (int)int_arg(call, 1, -rank, rank - 1);
	leading += leading < 0 ? rank : 0;
	if (!algebra_failed(call->al) && host.stride.modes[leading].value != 1) {
		algebra_fault(call->al, FAULT_DOMAIN, "mode %d has stride %" PRId64 ", and the leading one stride 1", leading,
			host.stride.modes[leading].value);
	}
	return leading;
}

/* Every extent, and every stride but those that are 0 and the leading 1. */
static struct value run_mark_layout_dynamic(struct call *call) {
	struct tensor_value tensor;
	struct layout host;
	if (!host_arg(call, &tensor, &host)) {
		return value_none();
	}
	int rank = host.shape.rank;
	int leading = has_arg(call, 1) ? given_leading(call, host) : deduce_leading(call, host);
	struct tuple *shape = tuple_modes_new(call->al, rank);
	struct tuple *stride = tuple_modes_new(call->al, rank);
	for (int i = 0; i < rank; i++) {
		shape[i] = extent_unknown(1);
		stride[i] = i == leading ? tuple_int(1)
			: host.stride.modes[i].value == 0 ? tuple_int(0) : wide_unknown(1);
	}
	return algebra_failed(call->al) ? value_none() : marked(call, &tensor, host, shape, stride);
}

/*
 * The modes from the innermost to the outermost, by their strides. It is to be said where two of them have stride 1, or
 * one element.
 */
static void deduce_order(struct call *call, struct layout host, int *order) {
	int ones = 0;
	int single = 0;
	for (int i = 0; i < host.shape.rank; i++) {
		int at = i;
		while (at > 0 && host.stride.modes[order[at - 1]].value > host.stride.modes[i].value) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = i;
		ones += host.stride.modes[i].value == 1 ? 1 : 0;
		single += host.shape.modes[i].value == 1 ? 1 : 0;
	}
	if (ones > 1 || single > 1) {
		algebra_fault(call->al, FAULT_DOMAIN, "%d modes have %s, so that their order is to be said: stride_order",
			ones > 1 ? ones : single, ones > 1 ? "stride 1" : "one element");
	}
}

/* Fault if the strides of "host" are not those of the compact layout in "order"; extents 1 may have any but 0. */
static void require_compact(struct call *call, struct layout host, const int *order) {
	int64_t product = 1;
	for (int i = 0; i < host.shape.rank && !algebra_failed(call->al); i++) {
		int64_t extent = host.shape.modes[order[i]].value;
		int64_t stride = host.stride.modes[order[i]].value;
		if (stride == 0 || (extent > 1 && stride != product)) {
			algebra_fault(call->al, FAULT_DOMAIN,
				"mode %d has stride %" PRId64 ", in a compact layout of this order %" PRId64, order[i], stride,
				product);
		}
		if (!checked_mul(product, extent, &product)) {
			algebra_fault(call->al, FAULT_OVERFLOW, "the size of the layout does not fit 64 bits");
		}
	}
}

/* The modes from the innermost to the outermost, as argument 2 has them the other way round; their strides ascend. */
static void given_order(struct call *call, struct layout host, int *order) {
	struct tuple given = tuple_arg(call, 2);
	given = tuple_is_tuple(given) ? given : tuple_single(call->al, given);
	int rank = host.shape.rank;
	uint64_t seen = 0;
	for (int i = 0; i < rank && i < given.rank && !algebra_failed(call->al); i++) {
		struct value value = value_from_tuple(given.modes[given.rank - 1 - i]);
		order[i] = mode_number(call, &value, rank);
		if (algebra_failed(call->al)) {
			return;
		}
		seen |= UINT64_C(1) << (order[i] & 63);
		bool ascends = i == 0 || host.stride.modes[order[i - 1]].value <= host.stride.modes[order[i]].value;
		if (!ascends) {
			algebra_fault(call->al, FAULT_DOMAIN,
				"mode %d has a larger stride than mode %d, which is said to be outside", order[i - 1], order[i]);
		}
	}
	bool is_order = given.rank == rank && rank < 64 && seen == (UINT64_C(1) << rank) - 1;
	if (!algebra_failed(call->al) && !is_order) {
		algebra_fault(call->al, FAULT_RANK, "an order names each of the %d modes once", rank);
	}
	if (!algebra_failed(call->al)) {
		require_compact(call, host, order);
	}
}

/* The strides of "shape" in "order", the innermost mode first; static extents 1 get stride 0. */
static void compact_strides(struct call *call, int rank, const struct tuple *shape, const int *order,
		struct tuple *stride) {
	struct tuple product = tuple_int(1);
	for (int i = 0; i < rank && !algebra_failed(call->al); i++) {
		struct tuple extent = shape[order[i]];
		stride[order[i]] = tuple_is_constant(extent, 1) ? tuple_int(0) : product;
		struct tuple next = int_mul(call->al, product, extent);
		product = int_has_value(next) ? next : wide_unknown(next.divisor);
	}
}

/* "host" without gaps: the numbers that are meant once strides are compact. */
static struct layout compact_host(struct call *call, struct layout host, const int *order) {
	struct tuple *stride = tuple_modes_new(call->al, host.shape.rank);
	struct tuple product = tuple_int(1);
	for (int i = 0; i < host.shape.rank && !algebra_failed(call->al); i++) {
		stride[order[i]] = product;
		product = int_mul(call->al, product, host.shape.modes[order[i]]);
	}
	return layout_of(call->al, host.shape, tuple_of(call->al, stride, host.shape.rank));
}

/* One extent; the strides beyond it follow, as those of a compact layout. */
static struct value run_mark_compact_shape_dynamic(struct call *call) {
	struct tensor_value tensor;
	struct layout host;
	if (!host_arg(call, &tensor, &host)) {
		return value_none();
	}
	int rank = host.shape.rank;
	int mode = mode_arg(call, 1, rank);
	int64_t divisor = has_arg(call, 3) ? int_arg(call, 3, 1, INT32_MAX) : 1;
	if (!algebra_failed(call->al) && host.shape.modes[mode].value % divisor != 0) {
		algebra_fault(call->al, FAULT_DIVIDE, "the extent %" PRId64 " of mode %d is no multiple of %" PRId64,
			host.shape.modes[mode].value, mode, divisor);
	}
	int *order = arena_array(call->al->arena, (size_t)rank + 1, sizeof *order);
	if (has_arg(call, 2)) {
		given_order(call, host, order);
	} else if (!algebra_failed(call->al)) {
		deduce_order(call, host, order);
	}
	struct tuple *shape = tuple_modes_new(call->al, rank);
	struct tuple *stride = tuple_modes_new(call->al, rank);
	for (int i = 0; i < rank; i++) {
		shape[i] = i == mode ? extent_unknown(divisor) : tuple_mode(map_inner(call->al, tensor.map).shape, i);
	}
	if (algebra_failed(call->al)) {
		return value_none();
	}
	compact_strides(call, rank, shape, order, stride);
	return marked(call, &tensor, compact_host(call, host, order), shape, stride);
}

static const struct operation operations[] = {
	{ "mark_compact_shape_dynamic", "tensor, mode, stride_order, divisibility",
		RUN(run_mark_compact_shape_dynamic, 2, 4),
		"a tensor of which one extent is known at run time only, and the strides that follow from it",
		"mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (8,4):(4,1)>,mode=1,divisibility=2)",
		"(8,?{div=2}):(?{i64 div=2},1)",
		"python/CuTeDSL/cutlass/cute/runtime.py" },
	{ "mark_layout_dynamic", "tensor, leading_dim", RUN(run_mark_layout_dynamic, 1, 2),
		"a tensor of which all extents and strides are known at run time only, but strides 0 and a leading 1",
		"mark_layout_dynamic(tensor<ptr<f32,generic> o (8,4):(4,1)>)", "(?,?):(?{i64},1)",
		"python/CuTeDSL/cutlass/cute/runtime.py" },
};

OPERATION_GROUP(mark, "Tensors of the host", operations)
