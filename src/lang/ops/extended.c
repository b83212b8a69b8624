/*
 * Maps that CuTe does not have: an offset in front of a layout, and maps of bits, each bit of the coordinate with a
 * column that is xored onto the result.
 */
#include "algebra/infer.h"
#include "algebra/linear_map.h"
#include "algebra/offsets.h"
#include "lang/ops/signature.h"

#include <inttypes.h>

/* n + L */
static struct value run_make_offset_layout(struct call *call) {
	int64_t offset = int_arg(call, 0, INT64_MIN, INT64_MAX);
	const struct value *value = arg(call, 1);
	if (value->kind != VALUE_LAYOUT && value->kind != VALUE_COMPOSED) {
		algebra_fault(call->al, FAULT_TYPE, "expected a layout behind the offset, saw %s", value_kind_name(value));
		return value_none();
	}
	struct map map = map_arg(call, 1);
	return from_map(call, map_shifted(call->al, offset, map));
}

/* Only integers, which are the columns of one integer of the shape. */
static bool is_leaf(struct tuple columns) {
	for (int i = 0; i < columns.rank; i++) {
		if (!tuple_is_plain_int(columns.modes[i])) {
			return false;
		}
	}
	return true;
}

/* The shape whose integers have the columns in "tuple", which go to columns[*count] on. */
static struct tuple read_columns(struct algebra *al, struct tuple tuple, int64_t *columns, int *count) {
	if (!tuple_is_tuple(tuple)) {
		algebra_fault(al, FAULT_TYPE, "the columns of a mode stand in parentheses, as in bits(((1,2),(4)))");
		return tuple_int(1);
	}
	if (!is_leaf(tuple)) {
		struct tuple *modes = tuple_modes_new(al, tuple.rank);
		for (int i = 0; i < tuple.rank; i++) {
			algebra_enter_mode(al, i);
			modes[i] = read_columns(al, tuple.modes[i], columns, count);
			algebra_leave_mode(al);
		}
		return tuple_of(al, modes, tuple.rank);
	}
	if (*count + tuple.rank > LINEAR_BITS_MAX) {
		algebra_fault(al, FAULT_LIMIT, "a map of more than %d bits", LINEAR_BITS_MAX);
		return tuple_int(1);
	}
	for (int i = 0; i < tuple.rank; i++) {
		columns[(*count)++] = int_value(al, tuple.modes[i]);
	}
	return tuple_int((int64_t)1 << tuple.rank);
}

/* The bits form of a layout. */
static struct value bits_of_map(struct call *call) {
	struct map map = map_arg(call, 0);
	struct linear_reading reading = linear_from_map(call->al, map);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	if (!reading.is_linear && reading.witness < 0) {
		algebra_fault(call->al, FAULT_DOMAIN,
			"a map of bits has extents that are powers of two, and no negative value");
	} else if (!reading.is_linear) {
		algebra_fault(call->al, FAULT_DOMAIN,
			"no map of bits: the value at coordinate %" PRId64 " is not the xor of what its "
						      "bits give",
			reading.witness);
	}
	return algebra_failed(call->al) ? value_none() : from_map(call, map_from_linear(call->al, &reading.linear));
}

/* bits(columns, constant), or a layout as a map of bits. */
static struct value run_bits(struct call *call) {
	if (call->args[0].kind == VALUE_LAYOUT || call->args[0].kind == VALUE_COMPOSED) {
		return bits_of_map(call);
	}
	int64_t columns[LINEAR_BITS_MAX];
	int count = 0;
	int64_t constant = has_arg(call, 1) ? int_arg(call, 1, 0, LINEAR_GREATEST) : 0;
	struct tuple shape = read_columns(call->al, tuple_arg(call, 0), columns, &count);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct linear linear = linear_make(call->al, shape, columns, constant);
	return algebra_failed(call->al) ? value_none() : from_map(call, map_from_linear(call->al, &linear));
}

/* The simplest map that is the same function; a fault where none of the kinds that CuTe has is. */
static struct value run_infer(struct call *call) {
	struct map map = map_arg(call, 0);
	struct inferred inferred = infer_map(call->al, map);
	if (!algebra_failed(call->al) && !inferred.found) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "no layout, offset + layout or swizzled layout is this function");
	}
	return algebra_failed(call->al) ? value_none() : from_map(call, inferred_map(call->al, &inferred));
}

static const struct operation operations[] = {
	{ "bits", "columns, constant", RUN(run_bits, 1, 2),
		"the xor of the constant and, for each bit that is set in a coordinate, its column; or a layout as such a map",
		"bits(((1,2),(5,8)))(3,1)", "6",
		"arXiv 2505.23819" },
	{ "infer", "layout", RUN(run_infer, 1, 1),
		"the layout, offset + layout or swizzled layout that a map is, with the fewest modes",
		"infer(bits(((1,2),(4))))", "(4,2):(1,4)",
		"arXiv 2603.02298" },
	{ "make_offset_layout", "offset, layout", RUN(run_make_offset_layout, 2, 2),
		"the layout with the offset added to each value; also written offset + layout",
		"make_offset_layout(5,(4,8):(8,1))", "5 + (4,8):(8,1)",
		"include/cute/layout_composed.hpp" },
};

OPERATION_GROUP(extended, "Offsets and bits", operations)
