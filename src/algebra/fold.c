#include "algebra/fold.h"

/* The rule for numbers that are known at compile time and positive, which nearly all are. */
static struct fold_step fold_numbers(int64_t extent, int64_t n, int64_t d) {
	int64_t room = d >= extent ? 1 : number_quotient(extent - 1, d) + 1;
	int64_t factor = room < n ? room : n;
	enum fold_verdict verdict = factor == 1 ? FOLD_PASSES : FOLD_TAKES;
	if (d >= extent && number_remainder(d, extent) != 0) {
		verdict = FOLD_BAD_STRIDE;
	} else if (number_remainder(n, factor) != 0) {
		verdict = FOLD_BAD_EXTENT;
	}
	int64_t rest = factor == 1 ? n : number_quotient(n, factor);
	return (struct fold_step){
		.verdict = verdict, .room = tuple_int(room), .factor = tuple_int(factor),
		.rest = { tuple_int(rest), tuple_int(number_quotient(d - 1, extent) + 1) },
	};
}

struct fold_step fold_leaf(struct algebra *al, struct tuple extent, struct layout leaf) {
	bool plain = int_both_plain(extent, leaf.shape) && int_both_plain(extent, leaf.stride);
	if (plain && extent.value > 0 && leaf.shape.value > 0 && leaf.stride.value > 0) {
		return fold_numbers(extent.value, leaf.shape.value, leaf.stride.value);
	}
	struct fold_step step = { .verdict = FOLD_PASSES, .factor = tuple_int(1), .rest = leaf };
	if (tuple_is_constant(extent, 0) && int_is_static(leaf.stride)) {
		int_mod(al, leaf.stride, extent);
		return step;
	}
	if (int_divides(extent, leaf.stride) == ANSWER_NO && int_less(leaf.stride, extent) == ANSWER_NO) {
		step.verdict = FOLD_BAD_STRIDE;
		return step;
	}
	struct tuple by = int_abs(al, leaf.stride);
	step.room = int_ceil_div(al, extent, by);
	step.rest.stride = int_mul(al, int_ceil_div(al, by, extent), int_sign(leaf.stride));
	if (tuple_is_constant(step.room, 1) || tuple_is_constant(leaf.shape, 1)) {
		return step;
	}
	step.factor = int_min(step.room, leaf.shape);
	if (int_divides(step.factor, leaf.shape) == ANSWER_NO) {
		step.verdict = FOLD_BAD_EXTENT;
		return step;
	}
	step.verdict = FOLD_TAKES;
	step.rest.shape = int_div(al, leaf.shape, step.factor);
	return step;
}
