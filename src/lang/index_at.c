/* The steps of an index expression, run at a coordinate. */
#include "lang/index.h"

#include <inttypes.h>

#include "base/checked.h"
#include "lang/index_steps.h"

/* Arithmetic: rounds down. */
static bool shift_right(int64_t a, int64_t b, int64_t *out) {
	*out = a < 0 ? ~(~a >> b) : a >> b;
	return true;
}

/* a op b. Returns false where it is not defined or does not fit. */
static bool apply_arithmetic(enum step_kind op, int64_t a, int64_t b, int64_t *out) {
	switch (op) {
	case OP_MULTIPLY: return checked_mul(a, b, out);
	case OP_DIVIDE: return checked_div(a, b, out);
	case OP_REMAINDER: return checked_rem(a, b, out);
	case OP_FLOOR: return checked_floor_div(a, b, out);
	case OP_MODULO: return checked_floor_rem(a, b, out);
	case OP_CEILING: return checked_ceil_div(a, b, out);
	case OP_ADD: return checked_add(a, b, out);
	case OP_SUBTRACT: return checked_sub(a, b, out);
	case OP_LEFT: return b >= 0 && b < 64 && checked_shift_left(a, b, out);
	case OP_RIGHT: return b >= 0 && b < 64 && shift_right(a, b, out);
	default: return false;
	}
}

/* a op b for the others, which always have a value. */
static int64_t apply_comparison(enum step_kind op, int64_t a, int64_t b) {
	switch (op) {
	case OP_LESS: return a < b;
	case OP_LESS_EQUAL: return a <= b;
	case OP_GREATER: return a > b;
	case OP_GREATER_EQUAL: return a >= b;
	case OP_EQUAL: return a == b;
	case OP_UNEQUAL: return a != b;
	case OP_AND: return a & b;
	case OP_XOR: return a ^ b;
	case OP_OR: return a | b;
	case OP_MINIMUM: return a < b ? a : b;
	default: return a > b ? a : b;
	}
}

/* op a. Returns false where it does not fit. */
static bool apply_unary(enum step_kind op, int64_t a, int64_t *out) {
	switch (op) {
	case OP_NEGATE: return checked_sub(0, a, out);
	case OP_ABS:
		*out = a;
		return a >= 0 || checked_sub(0, a, out);
	case OP_INVERT:
		*out = ~a;
		return true;
	case OP_NOT:
		*out = a == 0;
		return true;
	default:
		*out = a != 0;
		return true;
	}
}

/* Why "a op b" has no value. */
static int64_t refuse(struct algebra *al, const struct index_expression *expression, const struct step *step, int64_t a,
		int64_t b) {
	bool divides = step->op == OP_DIVIDE || step->op == OP_REMAINDER || step->op == OP_FLOOR || step->op == OP_MODULO
		|| step->op == OP_CEILING;
	*expression->place = step->span;
	if (step->op == OP_NATURAL) {
		algebra_fault(al, FAULT_DOMAIN, "a number below 0 where C has an unsigned one");
	} else if (divides && b == 0) {
		algebra_fault(al, FAULT_DOMAIN, "%" PRId64 " is divided by 0", a);
	} else if ((step->op == OP_LEFT || step->op == OP_RIGHT) && (b < 0 || b > 63)) {
		algebra_fault(al, FAULT_DOMAIN, "a shift by %" PRId64 "; it is from 0 to 63", b);
	} else {
		algebra_fault(al, FAULT_OVERFLOW, "the result does not fit 64 bits");
	}
	return 0;
}

/* The digit that a name stands for. */
static int64_t name_value(const struct index_name *name, const int64_t *digits) {
	int64_t digit = digits[name->dimension] / name->divisor;
	return name->extent == 0 ? digit : digit % name->extent;
}

/*
 * Run the steps of the expression on a stack of INDEX_STACK_MAX entries, beyond which the parser reads none: at the end
 * it holds the value alone. What leaves 64 bits, divides by 0 or shifts too far is a fault about the entry.
 */
int64_t index_at(struct algebra *al, const struct index_expression *expression, const int64_t *digits) {
	int64_t stack[INDEX_STACK_MAX + 1];
	int top = -1;
	for (int i = 0; i < expression->count; i++) {
		const struct step *step = &expression->steps[i];
		bool fits = true;
		switch (step->op) {
		case OP_VALUE: stack[++top] = step->value; break;
		case OP_NAME: stack[++top] = name_value(&expression->names.names[step->value], digits); break;
		case OP_NEGATE:
		case OP_INVERT:
		case OP_NOT:
		case OP_TRUTH:
		case OP_ABS: fits = apply_unary(step->op, stack[top], &stack[top]); break;
		case OP_NATURAL: fits = stack[top] >= 0 && (step->value == 1 || stack[top - 1] >= 0); break;
		case OP_POP: top--; break;
		case OP_JUMP: i = (int)step->value - 1; break;
		case OP_JUMP_IF_FALSE: i = stack[top--] == 0 ? (int)step->value - 1 : i; break;
		case OP_SKIP_IF_FALSE: i = stack[top] == 0 ? (int)step->value - 1 : i; break;
		case OP_SKIP_IF_TRUE: i = stack[top] != 0 ? (int)step->value - 1 : i; break;
		case OP_LESS: case OP_LESS_EQUAL: case OP_GREATER: case OP_GREATER_EQUAL: case OP_EQUAL: case OP_UNEQUAL:
		case OP_AND: case OP_XOR: case OP_OR: case OP_MINIMUM: case OP_MAXIMUM:
			top--;
			stack[top] = apply_comparison(step->op, stack[top], stack[top + 1]);
			break;
		default: {
			int64_t a = stack[--top];
			fits = apply_arithmetic(step->op, a, stack[top + 1], &stack[top]);
			stack[top] = fits ? stack[top] : a;
		}
		}
		if (!fits) {
			return refuse(al, expression, step, stack[top], stack[top + 1]);
		}
	}
	return stack[0];
}

struct span index_place(const struct index_expression *expression) {
	return *expression->place;
}
