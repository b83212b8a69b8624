#include <inttypes.h>

#include "algebra/layout.h"
#include "algebra/symbol.h"

/* The part of B's right inverse that A keeps contiguous: coalesce(A o right_inverse(B)). */
static struct layout common_part(struct algebra *al, struct layout a, struct layout inverse) {
	return layout_coalesce(al, layout_composition(al, a, inverse));
}

/* Mode 0 of "common", which is coalesced, is known at compile time and contiguous. */
static bool starts_contiguous(struct layout common) {
	return tuple_is_exact(tuple_mode(common.shape, 0)) && tuple_is_constant(tuple_mode(common.stride, 0), 1);
}

/*
 * The extent of what "common", which is coalesced, keeps contiguous from its beginning on. Behind that nothing goes on:
 * where a formula might, or a mode might have extent 1 and so let the next one, that it does not becomes a need.
 */
static struct tuple contiguous_extent(struct layout common) {
	bool contiguous = starts_contiguous(common);
	struct tuple extent = contiguous ? tuple_mode(common.shape, 0) : tuple_int(1);
	int first = contiguous ? 1 : 0;
	for (int i = first; i < layout_rank(common) && tuple_is_exact(tuple_mode(common.shape, i)); i++) {
		struct tuple stride = tuple_mode(common.stride, i);
		bool goes_on = tuple_is_plain_int(stride) && int_is_exact(stride) && int_takes_equal(stride, extent);
		if (goes_on) {
			int_needs_at_least(tuple_mode(common.shape, first), 2);
		}
		if (goes_on || int_less(tuple_int(1), tuple_mode(common.shape, i)) == ANSWER_YES) {
			break;
		}
	}
	return extent;
}

/* The layout of the common elements, "extent" of them, where "inverse" is that of B. */
static struct layout common_elements(struct algebra *al, struct layout inverse, struct tuple extent) {
	return tuple_is_constant(extent, 1) ? layout_one()
		: layout_composition(al, inverse, layout_of(al, extent, tuple_int(1)));
}

/* Leave a remark if "common" leads to coordinates that "a" does not have: CuTe asks B alone how many there are. */
static void remark_beyond(struct algebra *al, struct layout a, struct layout common) {
	if (!tuple_has_values(a.shape) || !tuple_has_values(common.shape) || !tuple_has_values(common.stride)) {
		return;
	}
	struct tuple size = layout_size(al, a);
	struct tuple end = layout_cosize(al, common);
	if (!algebra_failed(al) && size.value > 0 && int_is_below(size, end)) {
		algebra_operand(al, 1);
		algebra_note(al, FAULT_REMARK, "coordinate %" PRId64 " of the common elements is outside the %" PRId64
			" of the first layout: CuTe goes on beyond them", end.value - 1, size.value);
	}
}

struct layout layout_max_common_layout(struct algebra *al, struct layout a, struct layout b) {
	struct scope scope = operation_begin(al);
	struct layout inverse = layout_right_inverse(al, b);
	struct layout common = common_part(al, a, inverse);
	struct tuple extent = algebra_failed(al) ? tuple_int(1) : contiguous_extent(common);
	struct layout result = common_elements(al, inverse, extent);
	operation_end(al, scope);
	if (operation_verifies(al)) {
		remark_beyond(al, a, result);
	}
	return result;
}

struct tuple layout_max_common_vector(struct algebra *al, struct layout a, struct layout b) {
	struct scope scope = operation_begin(al);
	struct layout inverse = layout_right_inverse(al, b);
	struct layout common = common_part(al, a, inverse);
	struct tuple extent = algebra_failed(al) ? tuple_int(1) : contiguous_extent(common);
	operation_end(al, scope);
	if (operation_verifies(al) && int_has_value(extent)) {
		struct trace *trace = al->trace;
		al->trace = NULL;
		scope = operation_begin(al);
		struct layout elements = common_elements(al, inverse, extent);
		operation_end(al, scope);
		al->trace = trace;
		remark_beyond(al, a, elements);
	}
	return extent;
}

struct tuple layout_max_alignment(struct algebra *al, struct layout a) {
	if (tuple_has_symbol(a.shape) || tuple_has_symbol(a.stride)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "max_alignment needs the values of integers that are known by name only");
		return tuple_int(1);
	}
	struct layout flat = layout_coalesce(al, a);
	int rank = layout_rank(flat);
	struct layout *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	for (int i = 0; i < rank; i++) {
		struct layout mode = layout_mode(flat, i);
		modes[i].shape = int_is_static(mode.shape) ? mode.shape : tuple_int(1);
		modes[i].stride = int_is_static(mode.stride) ? mode.stride : tuple_int(0);
	}
	struct layout known = rank == 1 && !tuple_is_tuple(flat.shape) ? modes[0] : layout_from_modes(al, modes, rank);
	struct tiler tiler = { .kind = TILER_LAYOUT, .layout = layout_right_inverse(al, known) };
	struct scope scope = operation_begin(al);
	struct layout divided = layout_logical_divide(al, known, &tiler);
	operation_end(al, scope);
	if (algebra_failed(al)) {
		return tuple_int(1);
	}
	struct tuple divisor = tuple_product(al, tuple_mode(divided.shape, 0));
	struct tuple rest = tuple_flatten_to_tuple(al, tuple_mode(divided.stride, 1));
	for (int i = 0; i < tuple_rank(rest); i++) {
		divisor = int_gcd(al, divisor, tuple_mode(rest, i));
	}
	return divisor;
}

/* The products of the extents before each one, also before an extent 1. */
static struct tuple running_strides(struct algebra *al, struct tuple shape) {
	struct tuple *modes = tuple_modes_room(al, shape.rank);
	struct tuple product = tuple_int(1);
	for (int i = 0; i < shape.rank; i++) {
		modes[i] = product;
		product = int_mul(al, product, shape.modes[i]);
	}
	return tuple_of(al, modes, shape.rank);
}

struct layout layout_nullspace(struct algebra *al, struct layout a) {
	struct tuple shape = tuple_flatten_to_tuple(al, a.shape);
	struct tuple stride = tuple_flatten_to_tuple(al, a.stride);
	struct tuple compact = algebra_is_dsl(al) ? running_strides(al, shape)
		: tuple_compact_left(al, shape, tuple_int(1));
	if (algebra_failed(al)) {
		return layout_one();
	}
	struct layout *modes = arena_array(al->arena, (size_t)shape.rank, sizeof *modes);
	int count = 0;
	for (int i = 0; i < shape.rank; i++) {
		if (tuple_is_plain_int(stride.modes[i])) {
			int_needs_nonzero(stride.modes[i]);
		}
		if (tuple_is_constant(stride.modes[i], 0)) {
			modes[count++] = layout_of(al, shape.modes[i], compact.modes[i]);
		}
	}
	if (count == 0) {
		return layout_one();
	}
	return count == 1 ? modes[0] : layout_from_modes(al, modes, count);
}

struct layout layout_domain_distribute(struct algebra *al, struct tuple shape, struct tuple n) {
	struct tuple flat = tuple_flatten_to_tuple(al, shape);
	struct tuple stride = tuple_compact_left(al, flat, tuple_int(1));
	struct tuple rest = tuple_product(al, n);
	if (!algebra_is_dsl(al) && !(tuple_is_exact(flat) && tuple_is_exact(rest))) {
		algebra_fault(al, FAULT_UNSUPPORTED, "domain_distribute needs integers known at compile time");
	}
	if (algebra_failed(al)) {
		return layout_one();
	}
	struct tuple *extents = tuple_modes_new(al, flat.rank);
	for (int i = 0; i < flat.rank; i++) {
		extents[i] = int_gcd(al, flat.modes[i], rest);
		rest = int_div(al, rest, extents[i]);
	}
	return layout_coalesce(al, layout_of(al, tuple_of(al, extents, flat.rank), stride));
}

struct layout layout_make_like(struct algebra *al, struct layout a) {
	struct tuple extents = layout_filter_zeros(al, a).shape;
	return layout_of(al, a.shape, tuple_compact_order(al, extents, a.stride));
}

struct layout layout_fragment_like(struct algebra *al, struct layout a) {
	int rank = layout_rank(a);
	if (rank <= 1 || !tuple_is_exact(a.shape) || (algebra_is_dsl(al) && tuple_has_basis(a.stride))) {
		return layout_from_shape(al, a.shape);
	}
	struct layout first = layout_mode(a, 0);
	struct tuple extents = layout_filter_zeros(al, first).shape;
	struct layout block = layout_of(al, first.shape, tuple_compact_left(al, extents, tuple_int(1)));
	struct tuple rest_shape = tuple_take(al, a.shape, 1, rank);
	struct tuple rest_stride = tuple_take(al, a.stride, 1, rank);
	struct tiler tiler = { .kind = TILER_LAYOUT, .layout = layout_ordered(al, rest_shape, rest_stride) };
	return algebra_failed(al) ? layout_one() : layout_tiled_product(al, block, &tiler);
}

struct layout layout_identity(struct algebra *al, struct tuple shape) {
	struct tuple stride = tuple_basis_like(al, shape);
	return layout_make(al, shape, stride);
}

struct layout layout_tile_to_shape(struct algebra *al, struct layout block, struct tuple shape,
		const struct tuple *order) {
	int rank = tuple_rank(shape);
	if (layout_rank(block) > rank) {
		algebra_fault(al, FAULT_RANK, "the block has %d modes, the target %d", layout_rank(block), rank);
		return block;
	}
	struct layout padded = layout_of(al, tuple_append_to(al, block.shape, tuple_int(1), rank),
		tuple_append_to(al, block.stride, tuple_int(0), rank));
	struct tuple extents = tuple_product_each(al, padded.shape);
	struct tuple target = tuple_product_each(al, shape);
	bool is_decided = !algebra_is_dsl(al) && tuple_is_exact(target) && !algebra_failed(al);
	if (is_decided && !tuple_is_exact(extents)) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"tile_to_shape of a target known at compile time needs a block of which the extents are known, too");
	}
	for (int i = 0; i < rank && !algebra_failed(al) && is_decided; i++) {
		struct tuple extent = extents.modes[i];
		if (!int_takes_divides(extent, target.modes[i])) {
			algebra_enter_mode(al, i);
			algebra_fault(al, FAULT_DIVIDE, "extent %s of the target is not a multiple of extent %s of the block",
				int_words(target.modes[i]).text, int_words(extent).text);
			algebra_leave_mode(al);
		}
	}
	struct tuple repeats = tuple_ceil_div(al, target, extents);
	struct layout tiler = order == NULL ? layout_from_shape(al, repeats) : layout_ordered(al, repeats, *order);
	return algebra_failed(al) ? block : layout_repeat_block(al, padded, tiler);
}
