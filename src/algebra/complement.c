#include <inttypes.h>

#include "algebra/layout.h"
#include "algebra/symbol.h"
#include "algebra/trace.h"

/* Index of the smallest of the "count" strides: the first of them. */
static int find_least(const struct tuple *stride, int count) {
	int least = 0;
	for (int i = 1; i < count; i++) {
		if (int_takes_less(stride[i], stride[least])) {
			least = i;
		}
	}
	return least;
}

static void remove_at(struct tuple *modes, int index, int count) {
	for (int i = index; i + 1 < count; i++) {
		modes[i] = modes[i + 1];
	}
}

/* The free extent between what is covered and the next stride; faults when there is none. */
static struct tuple gap_below(struct algebra *al, struct tuple stride, struct tuple covered) {
	if (int_is_negative(stride)) {
		algebra_fault(al, FAULT_DOMAIN, "complement is not defined for the negative stride %" PRId64,
			stride.value);
		return tuple_int(1);
	}
	struct tuple gap = int_div(al, stride, covered);
	if (int_is_symbol(gap) && int_takes_less(stride, covered)) {
		gap = tuple_int(0);
	}
	if (tuple_is_constant(gap, 0) && algebra_is_dsl(al)) {
		algebra_note(al, FAULT_INEXACT, "the layout is not injective, and the DSL's answer has modes of extent 0: "
			"stride %s is smaller than %s, what the modes with smaller strides cover", int_words(stride).text,
			int_words(covered).text);
	} else if (tuple_is_constant(gap, 0)) {
		algebra_fault(al, FAULT_INJECTIVE,
			"the layout is not injective: stride %s is smaller than %s, what the modes with smaller strides cover",
			int_words(stride).text, int_words(covered).text);
		if (int_has_value(covered)) {
			fault_set_hint(&al->fault, "the smallest stride that keeps this mode apart is %" PRId64, covered.value);
		}
	}
	return gap;
}

/*
 * Leave a note if "r", the complement of "a", does not reach "cotarget" together with "a". That happens where a stride
 * is no multiple of what the modes below it cover: the gap between them is rounded down.
 */
static void check_reach(struct algebra *al, struct layout a, struct layout r, struct tuple cotarget) {
	struct tuple reach = int_add(al, layout_cosize(al, a), layout_cosize(al, r));
	struct tuple wanted = tuple_product(al, cotarget);
	if (!algebra_failed(al) && int_is_below(int_sub(al, reach, tuple_int(1)), wanted)) {
		algebra_note(al, FAULT_INEXACT,
			"the complement reaches only %" PRId64 " of %" PRId64 " elements: CuTe rounds the cotarget mode by mode, "
			"and gaps "
			"between strides down", (reach.value - 1), wanted.value);
	}
}

/* The complement of the filtered layout "a". */
static struct layout complement(struct algebra *al, struct layout a, struct tuple cotarget) {
	trace_operand(al, TRACE_FILTERED, &a);
	if (tuple_is_constant(a.stride, 0) && algebra_is_dsl(al)) {
		return layout_coalesce(al, layout_from_shape(al, cotarget));
	}
	if (tuple_is_constant(a.stride, 0)) {
		return layout_from_shape(al, tuple_coalesce_shape(al, cotarget));
	}
	if (tuple_has_basis(a.stride)) {
		algebra_fault(al, FAULT_TYPE, "complement is not defined for strides with a basis");
		return layout_one();
	}
	int rank = layout_rank(a);
	if (!tuple_is_exact(a.stride) && rank > 1) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"complement needs strides known at compile time, except for layouts of rank 1");
		return layout_one();
	}
	if (!algebra_step(al, (int64_t)rank * rank)) {
		return layout_one();
	}
	struct tuple *shape = tuple_modes_room(al, rank);
	struct tuple *stride = tuple_modes_room(al, rank);
	for (int i = 0; i < rank; i++) {
		shape[i] = tuple_mode(a.shape, i);
		stride[i] = tuple_mode(a.stride, i);
	}
	struct tuple *gap_shape = tuple_modes_room(al, rank);
	struct tuple *gap_stride = tuple_modes_room(al, rank);
	struct tuple covered = tuple_int(1);
	for (int i = 0; i < rank; i++) {
		int least = find_least(stride, rank - i);
		const struct tuple numbers[3] = { shape[least], stride[least], covered };
		trace_mode_numbers(al, TRACE_GAP, i, numbers, 3);
		/* With an extent of 1 the mode would have vanished. */
		int_needs_at_least(shape[least], 2);
		gap_stride[i] = covered;
		gap_shape[i] = gap_below(al, stride[least], covered);
		covered = int_mul(al, stride[least], shape[least]);
		remove_at(shape, least, rank - i);
		remove_at(stride, least, rank - i);
		if (algebra_failed(al)) {
			return layout_one();
		}
	}
	const struct tuple numbers[2] = { cotarget, covered };
	trace_numbers(al, TRACE_REST, numbers, 2);
	if (tuple_is_tuple(cotarget) && cotarget.rank == 0) {
		tuple_refuse_empty(al, "extents to fill");
	}
	struct tuple rest_shape = tuple_coalesce_shape(al, tuple_ceil_div(al, cotarget, covered));
	struct tuple rest_stride = tuple_compact_left(al, rest_shape, covered);
	struct layout whole = {
		tuple_pair(al, tuple_of(al, gap_shape, rank), rest_shape),
		tuple_pair(al, tuple_of(al, gap_stride, rank), rest_stride),
	};
	struct layout r = layout_coalesce(al, whole);
	if (operation_verifies(al)) {
		check_reach(al, a, r, cotarget);
	}
	return r;
}

/*
 * The DSL wants static strides where there is more than one mode, also of stride 0; only 1:0 does not count.
 */
static void check_strides(struct algebra *al, struct layout a) {
	struct layout flat = layout_flatten(al, a);
	int left = 0;
	bool all_static = true;
	for (int i = 0; i < layout_rank(flat); i++) {
		struct tuple shape = tuple_mode(flat.shape, i);
		struct tuple stride = tuple_mode(flat.stride, i);
		bool vanishes = tuple_is_constant(stride, 0) && tuple_is_constant(shape, 1);
		left += vanishes ? 0 : 1;
		all_static = all_static && (vanishes || int_is_exact(stride));
	}
	if (left > 1 && !all_static) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"complement needs strides known at compile time, except for layouts of rank 1");
	}
}

struct layout layout_complement(struct algebra *al, struct layout a, struct tuple cotarget) {
	if (algebra_is_dsl(al)) {
		check_strides(al, a);
	}
	trace_begin(al, TRACE_COMPLEMENT, a, layout_one(), cotarget);
	struct layout r = complement(al, layout_filter(al, a), cotarget);
	trace_end(al, r);
	return r;
}

struct layout layout_complement_own(struct algebra *al, struct layout a) {
	struct trace *trace = trace_pause(al);
	struct tuple cotarget = layout_cosize(al, layout_filter(al, a));
	al->trace = trace;
	return layout_complement(al, a, cotarget);
}
