#include "lang/ops/dsl_helpers.h"

#include <inttypes.h>

struct value from_word(const char *text) {
	return (struct value){ .kind = VALUE_STRING, .string = str_from(text) };
}

bool row_major_arg(struct call *call, int i) {
	const struct value *order = kind_arg(call, i, VALUE_STRING, "LayoutEnum.ROW_MAJOR or COL_MAJOR");
	bool is_row = order != NULL && str_is(order->string, "ROW_MAJOR");
	if (order != NULL && !is_row && !str_is(order->string, "COL_MAJOR")) {
		algebra_fault(call->al, FAULT_NAME, "expected LayoutEnum.ROW_MAJOR or LayoutEnum.COL_MAJOR");
	}
	return is_row;
}

bool k_major_arg(struct call *call, int i) {
	const struct value *major = kind_arg(call, i, VALUE_STRING, "OperandMajorMode.K or MN");
	bool is_k = major != NULL && str_is(major->string, "K");
	if (major != NULL && !is_k && !str_is(major->string, "MN")) {
		algebra_fault(call->al, FAULT_NAME, "expected OperandMajorMode.K or OperandMajorMode.MN");
	}
	return is_k;
}

void extents_arg(struct call *call, int i, int count, int64_t *extents) {
	struct tuple shape = tuple_arg(call, i);
	if (!algebra_failed(call->al) && (tuple_rank(shape) != count || tuple_depth(shape) != 1)) {
		algebra_fault(call->al, FAULT_RANK, "expected a shape of %d integers", count);
	}
	for (int k = 0; k < count; k++) {
		extents[k] = algebra_failed(call->al) ? 1 : int_value(call->al, tuple_mode(shape, k));
		if (extents[k] < 1) {
			algebra_fault(call->al, FAULT_DOMAIN, "extent %" PRId64 " of a tile", extents[k]);
		}
	}
}

struct value from_three(struct algebra *al, struct tuple a, struct tuple b, struct tuple c) {
	struct tuple *modes = tuple_modes_room(al, 3);
	modes[0] = a;
	modes[1] = b;
	modes[2] = c;
	return value_from_tuple(tuple_of(al, modes, 3));
}

struct value smem_kind(struct call *call, bool is_k, int bits, int64_t extent) {
	static const struct {
		const char *names[2]; /* along K, along M or N */
		int64_t bits;
	} kinds[] = {
		{ { "K_SW128", "MN_SW128" }, 1024 }, { { "K_SW64", "MN_SW64" }, 512 }, { { "K_SW32", "MN_SW32" }, 256 },
		{ { "K_INTER", "MN_INTER" }, 1 },
	};
	if (algebra_failed(call->al)) {
		return value_none();
	}
	if (extent % 8 != 0) {
		algebra_fault(call->al, FAULT_DIVIDE, "the %" PRId64 " elements along the contiguous mode are no multiple of 8",
			extent);
		return value_none();
	}
	size_t i = 0;
	while (extent % kinds[i].bits * bits % kinds[i].bits != 0) {
		i++;
	}
	return from_word(kinds[i].names[is_k ? 0 : 1]);
}

struct value stage_tiles(struct call *call, const struct value *kind, bool is_k, const struct value *type,
	const int64_t extents[2], int64_t stages) {
	struct algebra *al = call->al;
	struct tuple first = tuple_int(is_k ? 0 : 1);
	struct tuple second = tuple_int(is_k ? 1 : 0);
	const struct value of_atom[] = { *kind, *type };
	const struct value of_tiles[] = {
		run_other(call, "make_smem_layout_atom", of_atom, 2),
		from_three(al, tuple_int(extents[0]), tuple_int(extents[1]), tuple_int(stages)),
		from_three(al, first, second, tuple_int(2)),
	};
	return algebra_failed(al) ? value_none() : run_other(call, "tile_to_shape", of_tiles, 3);
}

struct value umma_kind(struct call *call, bool is_k, int bits, int64_t extent) {
	if (algebra_failed(call->al)) {
		return value_none();
	}
	if (extent % 8 == 0 && extent % 128 * bits % 128 != 0) {
		algebra_fault(call->al, FAULT_DIVIDE, "%" PRId64 " elements of %d bits along the contiguous mode are no "
			"multiple of 16 bytes", extent, bits);
		return value_none();
	}
	struct value kind = smem_kind(call, is_k, bits, extent);
	bool is_wide = !is_k && bits == 32 && kind.kind == VALUE_STRING && str_is(kind.string, "MN_SW128");
	return is_wide ? from_word("MN_SW128_32B") : kind;
}

int64_t mode_size_number(struct algebra *al, struct tuple shape, int mode) {
	return algebra_failed(al) ? 1 : int_value(al, tuple_product(al, tuple_mode(shape, mode)));
}
