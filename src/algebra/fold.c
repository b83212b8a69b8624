#include "algebra/fold.h"

#include "algebra/symbol.h"

/* The rule for formulas: what CuTe asks is decided, or becomes a need. */
static struct fold_step fold_formulas(struct algebra *al, struct tuple extent, struct layout leaf) {
	struct fold_step step = { .verdict = FOLD_PASSES, .factor = tuple_int(1), .rest = leaf };
	int_needs_at_least(extent, 1);
	int_needs_at_least(leaf.shape, 1);
	struct tuple by = int_abs(al, leaf.stride);
	enum answer divides = int_divides(extent, by);
	enum answer less = divides == ANSWER_YES ? ANSWER_NO : int_less(by, extent);
	bool below = less == ANSWER_YES || (less == ANSWER_UNKNOWN && int_takes_less(by, extent));
	if (!below && !int_takes_divides(extent, by)) {
		step.verdict = FOLD_BAD_STRIDE;
		return step;
	}
	struct tuple room = below ? int_ceil_div(al, extent, by) : tuple_int(1);
	step.rest.stride = int_mul(al, below ? tuple_int(1) : int_div(al, by, extent), int_sign(leaf.stride));
	if (tuple_is_constant(room, 1) || tuple_is_constant(leaf.shape, 1)) {
		return step;
	}
	step.factor = int_min(room, leaf.shape);
	if (!int_takes_divides(step.factor, leaf.shape)) {
		step.verdict = FOLD_BAD_EXTENT;
		return step;
	}
	step.verdict = FOLD_TAKES;
	step.rest.shape = int_div(al, leaf.shape, step.factor);
	return step;
}

struct fold_step fold_leaf(struct algebra *al, struct tuple extent, struct layout leaf) {
	bool plain = int_both_plain(extent, leaf.shape) && int_both_plain(extent, leaf.stride);
	if (plain && extent.value > 0 && leaf.shape.value > 0 && leaf.stride.value > 0) {
		struct fold_numbers step = fold_numbers(extent.value, leaf.shape.value, leaf.stride.value);
		return (struct fold_step){
			.verdict = step.verdict,
			.factor = tuple_int(step.factor),
			.rest = { tuple_int(step.n), tuple_int(step.d) },
		};
	}
	bool exact = int_is_exact(extent) && int_is_exact(leaf.shape) && int_is_exact(leaf.stride);
	if (exact && (int_is_symbol(extent) || int_is_symbol(leaf.shape) || int_is_symbol(leaf.stride))) {
		return fold_formulas(al, extent, leaf);
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
	struct tuple room = int_ceil_div(al, extent, by);
	step.rest.stride = int_mul(al, int_ceil_div(al, by, extent), int_sign(leaf.stride));
	if (tuple_is_constant(room, 1) || tuple_is_constant(leaf.shape, 1)) {
		return step;
	}
	step.factor = int_min(room, leaf.shape);
	if (int_divides(step.factor, leaf.shape) == ANSWER_NO) {
		step.verdict = FOLD_BAD_EXTENT;
		return step;
	}
	step.verdict = FOLD_TAKES;
	step.rest.shape = int_div(al, leaf.shape, step.factor);
	return step;
}
