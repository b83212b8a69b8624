/*
 * Formulas are sums of digits of coordinates. Every step keeps that form or refuses: a product needs a number or a
 * name on one side, and a quotient a divisor that either divides each stride or is reached by none of the rest.
 * Nothing is approximated, so a layout that comes out is the expression at all coordinates.
 */
#include "lang/index_formula.h"

#include <inttypes.h>

#include "lang/index_steps.h"
#include "lang/notation/plain.h"

enum { BORDERS_MAX = 2 * INDEX_DIGITS_MAX + 2 };

/* What a step of the evaluation works with. */
struct run {
	struct algebra *al;
	const struct tuple *extents;
	const struct tuple *symbols;
	int rank;
};

/* The fault of what has no normal form; false, for the caller to hand on. */
static bool refuse(struct run *run, const char *sentence) {
	algebra_fault(run->al, FAULT_UNSUPPORTED, "%s", sentence);
	return false;
}

/* It depends on no coordinate; it may still hold names. */
static bool is_number(const struct index_formula *formula) {
	return formula->count == 0;
}

/* "t" is 0 or more, for certain. */
static bool is_natural(struct tuple t) {
	return int_less(t, tuple_int(0)) == ANSWER_NO;
}

/* --- sums --- */

/* A formula of a constant alone, new in the arena. */
static struct index_formula *number_formula(struct run *run, struct tuple constant) {
	struct index_formula *formula = arena_alloc(run->al->arena, sizeof *formula);
	formula->constant = constant;
	formula->count = 0;
	return formula;
}

/* Append "digit"; false after a fault beyond INDEX_DIGITS_MAX of them. */
static bool add_digit(struct run *run, struct index_formula *formula, struct index_digit digit) {
	if (formula->count == INDEX_DIGITS_MAX) {
		algebra_fault(run->al, FAULT_LIMIT, "more than %d digits of coordinates", INDEX_DIGITS_MAX);
		return false;
	}
	formula->digits[formula->count++] = digit;
	return true;
}

/* The coordinate that "name" stands for, or its integer. */
static struct index_formula *name_formula(struct run *run, const struct index_name *name) {
	if (name->dimension >= run->rank) {
		return number_formula(run, run->symbols[name->dimension - run->rank]);
	}
	struct index_formula *formula = number_formula(run, tuple_int(0));
	struct tuple extent = run->extents[name->dimension];
	struct tuple divisor = tuple_int(name->divisor);
	struct tuple part = name->extent != 0 ? tuple_int(name->extent) : extent;
	if (name->extent != 0 && int_less(extent, part) == ANSWER_YES) {
		part = extent;
	} else if (name->extent == 0 && name->divisor > 1) {
		part = int_ceil_div(run->al, extent, divisor);
	}
	/* The only warp of few threads is 0, as is the only coordinate of an extent of 1. */
	if (tuple_is_constant(part, 1)) {
		return formula;
	}
	add_digit(run, formula, (struct index_digit){ name->dimension, divisor, part, tuple_int(1) });
	return formula;
}

/* a + sign * b. */
static struct index_formula *add(struct run *run, const struct index_formula *a, const struct index_formula *b,
	int sign) {
	struct index_formula *sum = number_formula(run, sign > 0 ? int_add(run->al, a->constant, b->constant)
		: int_sub(run->al, a->constant, b->constant));
	for (int i = 0; i < a->count; i++) {
		add_digit(run, sum, a->digits[i]);
	}
	for (int i = 0; i < b->count; i++) {
		struct index_digit digit = b->digits[i];
		digit.stride = int_mul(run->al, digit.stride, tuple_int(sign));
		add_digit(run, sum, digit);
	}
	return sum;
}

/* The product of a formula and a number or name; its digits keep their order. */
static struct index_formula *scale(struct run *run, const struct index_formula *a, struct tuple factor) {
	struct index_formula *product = number_formula(run, int_mul(run->al, a->constant, factor));
	for (int i = 0; i < a->count; i++) {
		struct index_digit digit = a->digits[i];
		digit.stride = int_mul(run->al, digit.stride, factor);
		add_digit(run, product, digit);
	}
	return product;
}

/* --- quotients --- */

/*
 * A sum taken apart by a divisor "b": sum = b * high + low, where low stays from 0 to b - 1, so that high is the
 * quotient and low the remainder.
 */
struct parts {
	struct index_formula *high, *low;
};

/*
 * Whether "cut" divides "extent": for certain, or for a number on the condition that it does. A condition between two
 * names would not simplify what follows; the user can write the extent as a product.
 */
static bool must_divide(struct run *run, struct tuple cut, struct tuple extent) {
	if (int_is_static(cut) ? int_takes_divides(cut, extent) : int_divides(cut, extent) == ANSWER_YES) {
		return true;
	}
	struct buf text;
	buf_init(&text, run->al->arena);
	print_tuple(&text, cut);
	buf_put(&text, int_is_static(cut) ? " does not divide " : " need not divide ");
	print_tuple(&text, extent);
	algebra_fault(run->al, FAULT_UNSUPPORTED, "%.160s%s", text.data,
		int_is_static(cut) ? "" : ": write the extent of the dimension as a product");
	return false;
}

/*
 * Take one digit apart: what "b" divides goes up, a stride that divides "b" is cut where it reaches "b". The cut must
 * divide the digit: it begins again, or its parts are to be modes.
 */
static bool split_digit(struct run *run, const struct index_digit *digit, struct tuple b, struct parts *parts) {
	struct algebra *al = run->al;
	struct index_digit high = *digit;
	struct index_digit low = *digit;
	if (int_divides(b, digit->stride) == ANSWER_YES) {
		high.stride = int_div(al, digit->stride, b);
		return add_digit(run, parts->high, high);
	}
	if (!is_natural(digit->stride) || int_divides(digit->stride, b) != ANSWER_YES) {
		return add_digit(run, parts->low, low);
	}
	struct tuple cut = int_div(al, b, digit->stride);
	if (int_less(cut, digit->extent) == ANSWER_NO) {
		return add_digit(run, parts->low, low);
	}
	if (!must_divide(run, cut, digit->extent)) {
		return false;
	}
	high.divisor = int_mul(al, digit->divisor, cut);
	high.extent = int_div(al, digit->extent, cut);
	high.stride = tuple_int(1);
	low.extent = cut;
	add_digit(run, parts->high, high);
	return add_digit(run, parts->low, low);
}

/* Whether "low" is from 0 to b - 1 everywhere. */
static bool stays_below(struct run *run, const struct index_formula *low, struct tuple b) {
	struct tuple most = low->constant;
	bool natural = is_natural(low->constant);
	for (int i = 0; i < low->count; i++) {
		const struct index_digit *digit = &low->digits[i];
		struct tuple last = int_sub(run->al, digit->extent, tuple_int(1));
		most = int_add(run->al, most, int_mul(run->al, last, digit->stride));
		natural = natural && is_natural(digit->stride);
	}
	return natural && int_less(most, b) == ANSWER_YES;
}

/*
 * Quotient and remainder of "a" by the number or name "by", each in normal form; false after a fault where one of
 * them has none.
 */
static bool split(struct run *run, const struct index_formula *a, const struct index_formula *by,
	struct parts *parts) {
	struct algebra *al = run->al;
	struct tuple b = by->constant;
	if (!is_number(by) || int_less(tuple_int(0), b) != ANSWER_YES) {
		return refuse(run, "with run-time integers, divide by what is above 0 and depends on no dimension");
	}
	parts->high = number_formula(run, tuple_int(0));
	parts->low = number_formula(run, a->constant);
	if (int_is_static(a->constant) && int_is_static(b) && is_natural(a->constant)) {
		parts->high->constant = tuple_int(a->constant.value / b.value);
		parts->low->constant = tuple_int(a->constant.value % b.value);
	} else if (int_divides(b, a->constant) == ANSWER_YES) {
		parts->high->constant = int_div(al, a->constant, b);
		parts->low->constant = tuple_int(0);
	}
	for (int i = 0; i < a->count; i++) {
		if (!split_digit(run, &a->digits[i], b, parts)) {
			return false;
		}
	}
	if (is_number(a) && !int_is_static(a->constant)) {
		parts->high->constant = int_div(al, a->constant, b);
		parts->low->constant = int_mod(al, a->constant, b);
		return true;
	}
	return stays_below(run, parts->low, b)
		|| refuse(run, "it is not certain that what this does not divide stays below it");
}

/* --- operators --- */

/* 2^b. */
static struct index_formula *power_of_two(struct run *run, const struct index_formula *b) {
	if (!is_number(b) || !int_is_static(b->constant) || b->constant.value < 0 || b->constant.value > 62) {
		refuse(run, "with run-time integers, shift by a number from 0 to 62");
		return NULL;
	}
	return number_formula(run, tuple_int((int64_t)1 << b->constant.value));
}

/* a & (2^k - 1) is a remainder. */
static struct index_formula *mask(struct run *run, const struct index_formula *b) {
	int64_t bits = is_number(b) && int_is_static(b->constant) ? b->constant.value : -1;
	if (bits < 0 || bits == INT64_MAX || (bits & (bits + 1)) != 0) {
		refuse(run, "with run-time integers, & takes a number 2^k - 1");
		return NULL;
	}
	return number_formula(run, tuple_int(bits + 1));
}

/*
 * As split, rounding toward zero as C does: that is the same where nothing is rounded, or where nothing is below 0.
 */
static bool split_toward_zero(struct run *run, const struct index_formula *a, const struct index_formula *by,
	struct parts *parts) {
	if (!split(run, a, by, parts)) {
		return false;
	}
	bool rounds = !is_number(parts->low) || int_equal(parts->low->constant, tuple_int(0)) != ANSWER_YES;
	bool natural = is_natural(parts->high->constant);
	for (int i = 0; i < parts->high->count; i++) {
		natural = natural && is_natural(parts->high->digits[i].stride);
	}
	return !rounds || natural || refuse(run, "it is not certain that what is divided is 0 or more; // rounds down");
}

/* a op b; NULL after a fault. */
static const struct index_formula *apply(struct run *run, enum step_kind op, const struct index_formula *a,
	const struct index_formula *b) {
	struct parts parts;
	switch (op) {
	case OP_ADD: return add(run, a, b, 1);
	case OP_SUBTRACT: return add(run, a, b, -1);
	case OP_MULTIPLY:
		if (!is_number(a) && !is_number(b)) {
			refuse(run, "a product of coordinates is no layout");
			return NULL;
		}
		return is_number(b) ? scale(run, a, b->constant) : scale(run, b, a->constant);
	case OP_LEFT:
		b = power_of_two(run, b);
		return b == NULL ? NULL : scale(run, a, b->constant);
	case OP_RIGHT:
		b = power_of_two(run, b);
		return b != NULL && split(run, a, b, &parts) ? parts.high : NULL;
	case OP_AND:
		b = mask(run, b);
		return b != NULL && split(run, a, b, &parts) ? parts.low : NULL;
	case OP_DIVIDE: return split_toward_zero(run, a, b, &parts) ? parts.high : NULL;
	case OP_REMAINDER: return split_toward_zero(run, a, b, &parts) ? parts.low : NULL;
	case OP_FLOOR: return split(run, a, b, &parts) ? parts.high : NULL;
	case OP_MODULO: return split(run, a, b, &parts) ? parts.low : NULL;
	default: refuse(run, "run-time integers are added, multiplied and divided alone"); return NULL;
	}
}

const struct index_formula *index_formula_of(struct algebra *al, const struct index_expression *expression,
	const struct tuple *extents, int rank, const struct tuple *symbols) {
	struct run run = { .al = al, .extents = extents, .symbols = symbols, .rank = rank };
	const struct index_formula *stack[INDEX_STACK_MAX + 1];
	int top = -1;
	for (int i = 0; i < expression->count; i++) {
		const struct step *step = &expression->steps[i];
		*expression->place = step->span;
		switch (step->op) {
		case OP_VALUE: stack[++top] = number_formula(&run, tuple_int(step->value)); break;
		case OP_NAME: stack[++top] = name_formula(&run, &expression->names.names[step->value]); break;
		case OP_NEGATE: stack[top] = scale(&run, stack[top], tuple_int(-1)); break;
		case OP_JUMP: break; /* to the next step, or to the condition of an "if", which is refused */
		case OP_INVERT: case OP_NOT: case OP_TRUTH: case OP_ABS: case OP_NATURAL: case OP_POP: case OP_JUMP_IF_FALSE:
		case OP_SKIP_IF_FALSE: case OP_SKIP_IF_TRUE:
			refuse(&run, "run-time integers are added, multiplied and divided alone");
			break;
		default:
			top--;
			stack[top] = apply(&run, step->op, stack[top], stack[top + 1]);
		}
		if (algebra_failed(al)) {
			return NULL;
		}
	}
	return stack[0];
}

/* --- the layout --- */

/* a <= b, where one divides the other or one answer must be taken. */
static bool is_at_most(struct tuple a, struct tuple b) {
	return int_divides(a, b) == ANSWER_YES || (int_divides(b, a) != ANSWER_YES && !int_takes_less(b, a));
}

/* Put "border" into its place among those of one dimension, unless it is there. */
static void add_border(struct tuple *borders, int *count, struct tuple border) {
	int place = *count;
	for (int i = 0; i < *count; i++) {
		if (int_equal(borders[i], border) == ANSWER_YES) {
			return;
		}
	}
	while (place > 0 && !is_at_most(borders[place - 1], border)) {
		borders[place] = borders[place - 1];
		place--;
	}
	borders[place] = border;
	(*count)++;
}

/* What one step from border "begin" on adds, where the segment ends at "end". */
static struct tuple stride_between(struct algebra *al, const struct index_formula *formula, int dimension,
	struct tuple begin, struct tuple end) {
	struct tuple stride = tuple_int(0);
	for (int i = 0; i < formula->count; i++) {
		const struct index_digit *digit = &formula->digits[i];
		struct tuple last = int_mul(al, digit->divisor, digit->extent);
		if (digit->dimension == dimension && is_at_most(digit->divisor, begin) && is_at_most(end, last)) {
			struct tuple steps = int_div(al, begin, digit->divisor);
			stride = int_add(al, stride, int_mul(al, digit->stride, steps));
		}
	}
	return stride;
}

/* The modes of one dimension: its digits cut it into segments, each of which is a mode. */
static struct layout layout_of_dimension(struct algebra *al, const struct index_formula *formula, int dimension,
	struct tuple extent) {
	struct tuple borders[BORDERS_MAX];
	int count = 0;
	add_border(borders, &count, tuple_int(1));
	add_border(borders, &count, extent);
	for (int i = 0; i < formula->count; i++) {
		const struct index_digit *digit = &formula->digits[i];
		if (digit->dimension == dimension) {
			struct tuple last = int_mul(al, digit->divisor, digit->extent);
			add_border(borders, &count, digit->divisor);
			add_border(borders, &count, is_at_most(last, extent) ? last : extent);
		}
	}
	struct tuple *shape = tuple_modes_new(al, count);
	struct tuple *stride = tuple_modes_new(al, count);
	int modes = 0;
	for (int i = 0; i + 1 < count && !algebra_failed(al); i++) {
		if (!int_takes_divides(borders[i], borders[i + 1])) {
			algebra_fault(al, FAULT_UNSUPPORTED, "the digits of dimension %d do not divide each other", dimension);
			break;
		}
		struct tuple steps = int_div(al, borders[i + 1], borders[i]);
		struct tuple step = stride_between(al, formula, dimension, borders[i], borders[i + 1]);
		bool goes_on = modes > 0
			&& int_equal(step, int_mul(al, shape[modes - 1], stride[modes - 1])) == ANSWER_YES;
		if (goes_on) {
			shape[modes - 1] = int_mul(al, shape[modes - 1], steps);
		} else {
			shape[modes] = steps;
			stride[modes++] = step;
		}
	}
	if (modes <= 1) {
		return modes == 0 ? layout_of(al, tuple_int(1), tuple_int(0)) : layout_of(al, shape[0], stride[0]);
	}
	return layout_of(al, tuple_of(al, shape, modes), tuple_of(al, stride, modes));
}

/* As index_formula_layout, from dimension "*next" on. */
static struct layout layout_from(struct algebra *al, const struct index_formula *formula, struct tuple shape,
	int *next) {
	if (!tuple_is_tuple(shape)) {
		return layout_of_dimension(al, formula, (*next)++, shape);
	}
	struct layout *modes = arena_array(al->arena, (size_t)shape.rank, sizeof *modes);
	for (int i = 0; i < shape.rank; i++) {
		modes[i] = layout_from(al, formula, shape.modes[i], next);
	}
	return layout_from_modes(al, modes, shape.rank);
}

struct layout index_formula_layout(struct algebra *al, const struct index_formula *formula, struct tuple shape) {
	int next = 0;
	return layout_from(al, formula, shape, &next);
}
