#include <inttypes.h>

#include "algebra/exact.h"
#include "algebra/symbol.h"
#include "algebra/trace.h"

/* A mode of a coalesced layout: its place, and the product of the extents before it. */
struct sorted_mode {
	struct tuple shape;
	struct tuple stride;
	struct tuple before;
};

/*
 * The modes of "a" with static strides in ascending order of the strides, in the order that CuTe's exchange sort
 * leaves equal strides; in the DSL those stay in their order. Returns their number.
 */
static int sort_modes(struct algebra *al, struct layout a, struct sorted_mode *modes) {
	int rank = layout_rank(a);
	int count = 0;
	struct tuple before = tuple_int(1);
	for (int i = 0; i < rank; i++) {
		struct tuple shape = tuple_mode(a.shape, i);
		struct tuple stride = tuple_mode(a.stride, i);
		if (int_is_exact(stride)) {
			modes[count++] = (struct sorted_mode){ shape, stride, before };
		}
		before = int_mul(al, shape, before);
	}
	for (int i = 1; i < count && algebra_is_dsl(al); i++) {
		struct sorted_mode mode = modes[i];
		int j = i;
		for (; j > 0 && int_takes_less(mode.stride, modes[j - 1].stride); j--) {
			modes[j] = modes[j - 1];
		}
		modes[j] = mode;
	}
	for (int i = 0; i < count && !algebra_is_dsl(al); i++) {
		for (int j = i + 1; j < count; j++) {
			if (int_takes_less(modes[j].stride, modes[i].stride)) {
				struct sorted_mode swapped = modes[i];
				modes[i] = modes[j];
				modes[j] = swapped;
			}
		}
	}
	return count;
}

static bool inverse_is_defined(struct algebra *al, struct layout a) {
	int64_t rank = layout_rank(a);
	if (algebra_is_dsl(al) && !tuple_is_exact(a.shape)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the DSL inverts layouts with a shape that is known at compile time only");
	} else if (tuple_has_basis(a.stride)) {
		algebra_fault(al, FAULT_TYPE, "an inverse is not defined for strides with a basis");
	}
	return algebra_step(al, rank * rank);
}

/* Record that "mode" is taken into a right inverse that reaches "next" offsets, or skipped. */
static void trace_mode(struct algebra *al, enum trace_kind kind, const struct sorted_mode *mode, struct tuple next) {
	if (trace_is_on(al)) {
		const struct tuple numbers[4] = { mode->shape, mode->stride, mode->before, next };
		trace_numbers(al, kind, numbers, 4);
	}
}

/* Modes are taken by ascending stride as long as each begins where those before end: their offsets are 0, 1, 2, ... */
struct layout layout_right_inverse(struct algebra *al, struct layout a) {
	trace_begin(al, TRACE_RIGHT_INVERSE, a, layout_one(), tuple_int(0));
	struct layout flat = layout_coalesce(al, a);
	trace_operand(al, TRACE_COALESCED, &flat);
	if (algebra_failed(al) || !inverse_is_defined(al, flat)) {
		return layout_one();
	}
	int rank = layout_rank(flat);
	struct sorted_mode *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	int count = sort_modes(al, flat, modes);
	struct tuple *shape = tuple_modes_room(al, count + 1);
	struct tuple *stride = tuple_modes_room(al, count + 1);
	shape[0] = tuple_int(1);
	stride[0] = tuple_int(0);
	int taken = 1;
	struct tuple next = tuple_int(1);
	for (int i = 0; i < count; i++) {
		bool fits = int_takes_equal(modes[i].stride, next);
		trace_mode(al, fits ? TRACE_TAKEN : TRACE_SKIPPED, &modes[i], next);
		if (fits) {
			shape[taken] = modes[i].shape;
			stride[taken] = modes[i].before;
			taken++;
			next = int_mul(al, modes[i].shape, modes[i].stride);
		}
	}
	struct layout whole = layout_of(al, tuple_of(al, shape, taken), tuple_of(al, stride, taken));
	struct layout r = layout_coalesce(al, whole);
	trace_end(al, r);
	return r;
}

/* The sorted modes do not reach into each other, so that each offset comes from one coordinate, up to stride 0. */
static bool is_injective(const struct sorted_mode *modes, int count) {
	int64_t reach = 0;
	for (int i = 0; i < count; i++) {
		int64_t stride = modes[i].stride.value;
		if (stride < reach || !checked_mul(modes[i].shape.value, stride, &reach)) {
			return false;
		}
	}
	return true;
}

/*
 * Leave a note if R(A(i)) is not a coordinate with A's offset at i, for one of the first coordinates. "f" is A, and
 * "back" is R behind it.
 */
static void check_left_inverse(struct algebra *al, struct layout a, const struct chain *f, const struct chain *back) {
	struct chain again = chain_join(al, back, f);
	int64_t i = exact_first_difference(al, &again, f, int_value(al, layout_size(al, a)));
	if (i >= 0) {
		int64_t offset = (int64_t)chain_at(f, (uint64_t)i);
		int64_t place = (int64_t)chain_at(back, (uint64_t)i);
		algebra_note(al, FAULT_INEXACT,
			"CuTe's answer R is no inverse: A(%" PRId64 ") = %" PRId64 ", R(%" PRId64 ") = %" PRId64 ", but A(%" PRId64
			") = %" PRId64 "; modes of the layout overlap", i, offset, offset, place, place,
			(int64_t)chain_at(&again, (uint64_t)i));
	}
}

/* Leave a remark with the first i for which R(A(i)) is not i, or the first that modes of stride 0 repeat. */
static void remark_left_inverse(struct algebra *al, struct layout a, const struct chain *f, const struct chain *back) {
	struct chain wanted;
	if (!chain_from_layout(al, exact_first_of_repeated(al, a), &wanted)) {
		return;
	}
	int64_t i = exact_first_difference(al, back, &wanted, int_value(al, layout_size(al, a)));
	if (i >= 0) {
		int64_t place = (int64_t)chain_at(back, (uint64_t)i);
		algebra_note(al, FAULT_REMARK, "the layout has no left inverse: A(%" PRId64 ") = A(%" PRId64 ") = %" PRId64
			", so that R(A(%" PRId64 ")) is %" PRId64, i, place, (int64_t)chain_at(f, (uint64_t)i), i, place);
	}
}

/* What there is to say of "r" as the left inverse of "a", of which modes may overlap; nothing without elements. */
static void compare_left_inverse(struct algebra *al, struct layout a, struct layout r) {
	struct chain f;
	struct chain inverse;
	if (!chain_from_layout(al, a, &f) || !chain_from_layout(al, r, &inverse)) {
		return;
	}
	struct chain back = chain_join(al, &f, &inverse);
	check_left_inverse(al, a, &f, &back);
	if (!fault_is_set(&al->note)) {
		remark_left_inverse(al, a, &f, &back);
	}
}

/*
 * Leave a note if R is no inverse of "a" with negative strides, of which "greatest" is the greatest stride. Below a
 * positive stride R divides by the extent that the negative ones span, and finds the offsets between them on the wrong
 * side of 0. Of modes with the same negative stride the last coordinate has an offset that no coordinate of the last
 * mode alone has, so that it is looked at however many there are.
 */
static void check_signed_inverse(struct algebra *al, struct layout a, struct layout r, struct tuple greatest) {
	struct chain f;
	const char *why = int_sign(greatest).value > 0 ? "strides have both signs" : "modes of the layout overlap";
	int64_t size = int_value(al, layout_size(al, a));
	struct looked looked = exact_look(size, true);
	if (!chain_from_layout(al, a, &f) || !algebra_step(al, looked.first)) {
		return;
	}
	for (int64_t n = 0; n <= looked.count; n++) {
		int64_t i = n < looked.count ? exact_looked_at(&looked, n) : size - 1;
		int64_t place;
		int64_t offset = (int64_t)chain_at(&f, (uint64_t)i);
		if (!layout_at_signed(r, offset, &place)) {
			continue;
		}
		if (place < 0 || place >= size || (int64_t)chain_at(&f, (uint64_t)place) != offset) {
			algebra_note(al, FAULT_INEXACT,
				"CuTe's answer R is no inverse: A(%" PRId64 ") = %" PRId64 ", but R(%" PRId64 ") = %" PRId64 "; %s", i,
				offset, offset, place, why);
			return;
		}
	}
}

/* Refuse "stride", which is no multiple of "covered"; where that is positive, name the multiples on both sides. */
static void refuse_stride(struct algebra *al, struct tuple stride, struct tuple covered) {
	algebra_fault(al, FAULT_DIVIDE,
		"stride %s is not a multiple of %s, the extent that the modes with smaller strides span",
		int_words(stride).text, int_words(covered).text);
	int64_t above;
	if (int_has_value(stride) && int_has_value(covered) && covered.value > 0) {
		int64_t below = stride.value / covered.value * covered.value;
		if (checked_add(below, covered.value, &above)) {
			fault_set_hint(&al->fault, "the nearest multiples are %" PRId64 " and %" PRId64, below, above);
		}
	}
}

/* Modes by ascending stride: each spans what lies between the stride below it and its own, which must be a multiple. */
struct layout layout_left_inverse(struct algebra *al, struct layout a) {
	trace_begin(al, TRACE_LEFT_INVERSE, a, layout_one(), tuple_int(0));
	struct layout flat = layout_coalesce(al, a);
	trace_operand(al, TRACE_COALESCED, &flat);
	if (algebra_failed(al) || !inverse_is_defined(al, flat)) {
		return layout_one();
	}
	bool is_known = tuple_is_exact(flat.stride)
		&& (!algebra_is_dsl(al) || (tuple_is_exact(a.shape) && tuple_is_exact(a.stride)));
	if (!is_known) {
		algebra_fault(al, FAULT_UNSUPPORTED, "left_inverse needs strides known at compile time");
		return layout_one();
	}
	int rank = layout_rank(flat);
	struct sorted_mode *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	int count = sort_modes(al, flat, modes);
	struct tuple *shape = tuple_modes_room(al, count + 1);
	struct tuple *stride = tuple_modes_room(al, count + 1);
	stride[0] = tuple_int(0);
	int taken = 0;
	struct tuple covered = tuple_int(1);
	if (algebra_is_dsl(al) && int_is_negative(modes[0].stride)) {
		algebra_fault(al, FAULT_DOMAIN, "the DSL has no left inverse of a layout with the negative stride %" PRId64,
			modes[0].stride.value);
		return layout_one();
	}
	if (algebra_is_dsl(al) && tuple_is_constant(modes[count - 1].stride, 0)) {
		return layout_one();
	}
	for (int i = 0; i < count; i++) {
		if (tuple_is_constant(modes[i].stride, 0)) {
			continue;
		}
		if (trace_is_on(al)) {
			const struct tuple numbers[4] = { modes[i].shape, modes[i].stride, covered, stride[taken] };
			trace_numbers(al, TRACE_SPAN, numbers, 4);
		}
		/* With an extent of 1 the mode would have vanished, and one of stride 0 is left out. */
		int_needs_at_least(modes[i].shape, 2);
		int_needs_nonzero(modes[i].stride);
		if (!int_takes_divides(covered, modes[i].stride)) {
			refuse_stride(al, modes[i].stride, covered);
		}
		shape[taken] = int_div(al, modes[i].stride, covered);
		covered = int_mul(al, covered, shape[taken]);
		taken++;
		stride[taken] = modes[i].before;
		if (algebra_failed(al)) {
			return layout_one();
		}
	}
	shape[taken] = modes[count - 1].shape;
	const struct tuple last[2] = { shape[taken], stride[taken] };
	trace_numbers(al, TRACE_SPAN_LAST, last, 2);
	struct layout r = layout_coalesce(al, layout_of(al, tuple_of(al, shape, taken + 1), tuple_of(al, stride,
			taken + 1)));
	trace_end(al, r);
	bool is_checked = operation_verifies(al) && tuple_has_values(a.shape) && tuple_is_static(a.stride);
	if (is_checked && int_is_negative(modes[0].stride)) {
		check_signed_inverse(al, a, r, modes[count - 1].stride);
	} else if (is_checked && !is_injective(modes, count)) {
		compare_left_inverse(al, a, r);
	}
	return r;
}
