#include "algebra/integer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- what is known --- */

int64_t int_value_missing(struct algebra *al, struct tuple t) {
	if (int_is_symbol(t)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "this needs the value of an integer that is known by name only");
		return 1;
	}
	if (t.divisor > 1) {
		algebra_fault(al, FAULT_UNSUPPORTED, "this needs the value of an integer of which only the divisor %" PRIu32
			" is known", t.divisor);
	} else {
		algebra_fault(al, FAULT_UNSUPPORTED, "this needs the value of an integer that is known at run time only");
	}
	return 1;
}

uint64_t int_divisor(struct tuple t) {
	if (int_is_symbol(t)) {
		return symbol_divisor(t);
	}
	return int_has_value(t) ? number_magnitude(t.value) : t.divisor;
}

/* At least one is a formula, and the other one is or has a value: they are computed with exactly. */
static bool are_formulas(struct tuple a, struct tuple b) {
	return (int_is_symbol(a) || int_is_symbol(b)) && a.known != KNOWN_DIVISOR && b.known != KNOWN_DIVISOR;
}

enum answer int_less_general(struct tuple a, struct tuple b) {
	return are_formulas(a, b) ? symbol_less(a, b) : ANSWER_UNKNOWN;
}

enum answer int_equal_general(struct tuple a, struct tuple b) {
	return are_formulas(a, b) ? symbol_equal(a, b) : ANSWER_UNKNOWN;
}

bool int_takes_less(struct tuple a, struct tuple b) {
	return are_formulas(a, b) ? symbol_takes_less(a, b) : int_is_below(a, b) || (int_has_value(a) && !int_has_value(b));
}

bool int_takes_equal(struct tuple a, struct tuple b) {
	return are_formulas(a, b) ? symbol_takes_equal(a, b) : int_equal(a, b) == ANSWER_YES;
}

void int_needs_at_least(struct tuple t, int64_t n) {
	if (int_is_symbol(t)) {
		symbol_needs_at_least(tuple_basis_value(t), n);
	}
}

void int_needs_nonzero(struct tuple t) {
	if (int_is_symbol(t)) {
		symbol_needs_nonzero(tuple_basis_value(t));
	}
}

bool int_takes_divides(struct tuple a, struct tuple b) {
	return are_formulas(a, b) ? symbol_takes_divides(a, b) : int_divides(a, b) != ANSWER_NO;
}

enum answer int_divides_general(struct tuple a, struct tuple b) {
	if (are_formulas(a, b)) {
		return symbol_divides(a, b);
	}
	if (!int_is_static(a) || b.known == KNOWN_RUN_TIME) {
		return ANSWER_UNKNOWN;
	}
	uint64_t divisor = int_divisor(a);
	uint64_t number = int_divisor(b);
	bool divides = divisor == 0 ? number == 0 : number % divisor == 0;
	return divides || int_is_static(b) ? answer_from(divides) : ANSWER_UNKNOWN;
}

/* "value" with what makes "a" special: its basis, and being known at run time only. */
static struct tuple with_value(struct tuple a, int64_t value) {
	a.value = value;
	return a;
}

/* Less is known of what is computed from "a" and "b" than of either. */
static struct tuple known_as(struct tuple result, struct tuple a, struct tuple b) {
	result.known = int_is_static(a) && int_is_static(b) ? KNOWN_STATIC : KNOWN_RUN_TIME;
	return result;
}

/*
 * Only that "divisor" divides it is known of the result of "a" and "b", which has the basis of "a". It is wide if one
 * of them is, and tracked, as all is that layouts are computed with.
 */
static struct tuple with_divisor(struct tuple a, struct tuple b, uint64_t divisor) {
	bool wide = int_makes_wide(a) || int_makes_wide(b);
	a.value = 0;
	a.known = KNOWN_DIVISOR;
	a.divisor = divisor <= UINT32_MAX ? (uint32_t)divisor : 1;
	a.traits = (uint8_t)(INT_TRACKED | (wide ? INT_WIDE : 0));
	return a;
}

bool int_is_folded(struct tuple t, int64_t *number) {
	bool is_divisor = tuple_is_plain_int(t) && t.known == KNOWN_DIVISOR;
	bool is_folded = is_divisor && (t.divisor == 0 || (t.traits & INT_FOLDED) != 0);
	*number = is_folded && t.divisor != 0 ? t.value : 0;
	return is_folded;
}

struct tuple int_with_number(struct tuple t, int64_t number) {
	bool fits = int_is_wide(t) || (number >= INT32_MIN && number <= INT32_MAX);
	t.value = fits ? number : 0;
	t.traits = (uint8_t)(fits ? t.traits | INT_NUMBERED : t.traits & ~INT_NUMBERED);
	return t;
}

struct tuple int_unknown_like(struct tuple t) {
	struct tuple unknown = tuple_divisible(1);
	return int_is_numbered(t) || int_has_value(t) ? int_with_number(unknown, t.value) : unknown;
}

/*
 * "result" of "a" and "b", of which a divisor is known, with its number where both have one: what the kernel computes.
 * The signs are those of C, '^' is ceil_div, '<' and '>' the smaller and the larger one, 'g' the common divisor.
 */
static struct tuple numbered(struct tuple result, struct tuple a, char sign, struct tuple b) {
	bool have_numbers = (int_has_value(a) || int_is_numbered(a)) && (int_has_value(b) || int_is_numbered(b));
	int64_t n = 0;
	bool fits = have_numbers && result.known == KNOWN_DIVISOR && a.value != INT64_MIN && b.value != INT64_MIN;
	if (!fits) {
		return result;
	}
	switch (sign) {
	case '+': fits = checked_add(a.value, b.value, &n); break;
	case '-': fits = checked_sub(a.value, b.value, &n); break;
	case '*': fits = checked_mul(a.value, b.value, &n); break;
	case '/': fits = b.value != 0 && checked_div(a.value, b.value, &n); break;
	case '%': fits = b.value != 0 && checked_rem(a.value, b.value, &n); break;
	case '^': fits = b.value != 0 && checked_add(a.value, b.value - 1, &n) && checked_div(n, b.value, &n); break;
	case '<': n = a.value < b.value ? a.value : b.value; break;
	case '>': n = a.value > b.value ? a.value : b.value; break;
	default: n = (int64_t)number_gcd(number_magnitude(a.value), number_magnitude(b.value)); break;
	}
	return fits ? int_with_number(result, n) : result;
}

/* Both have values to compute with. */
static bool have_values(struct tuple a, struct tuple b) {
	return int_has_value(a) && int_has_value(b);
}

static uint64_t common_divisor(struct tuple a, struct tuple b) {
	return number_gcd(int_divisor(a), int_divisor(b));
}

/* --- faults --- */

struct int_words int_words(struct tuple t) {
	struct int_words words = { "?" };
	if (int_has_value(t)) {
		snprintf(words.text, sizeof words.text, "%" PRId64, t.value);
	} else if (int_is_symbol(t)) {
		memcpy(words.text, "(a formula)", sizeof "(a formula)");
	}
	return words;
}

static struct tuple overflow(struct algebra *al, struct tuple a, const char *sign, struct tuple b) {
	algebra_fault(al, FAULT_OVERFLOW, "%" PRId64 " %s %" PRId64 " does not fit 64 bits", a.value, sign, b.value);
	return tuple_int(0);
}

/* Both operands must be plain integers. */
static bool require_plain(struct algebra *al, struct tuple a, struct tuple b) {
	if (tuple_is_plain_int(a) && tuple_is_plain_int(b)) {
		return true;
	}
	algebra_fault(al, FAULT_TYPE, "plain integers are needed here, not basis strides or \"_\"");
	return false;
}

/* "a" may have a basis, "b" must be a plain integer that is not 0. */
static bool require_divisor(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_int(a) || !tuple_is_plain_int(b)) {
		algebra_fault(al, FAULT_TYPE, "plain integers are needed here, not basis strides or \"_\"");
		return false;
	}
	if (int_has_value(b) && b.value == 0 && int_has_value(a)) {
		algebra_fault(al, FAULT_DOMAIN, "division of %" PRId64 " by 0", a.value);
	} else if (int_has_value(b) && b.value == 0) {
		algebra_fault(al, FAULT_DOMAIN, "division by 0");
	}
	return !int_has_value(b) || b.value != 0;
}

/* --- arithmetic --- */

/* "value", or where CuTe's int is asked for what is left of it there. */
static int64_t wrapped(const struct algebra *al, int64_t value) {
	return al->in_int ? (int64_t)(((uint64_t)value & UINT32_MAX) ^ 0x80000000U) - 0x80000000LL : value;
}

struct tuple int_add_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t sum;
	if (!require_plain(al, a, b)) {
		return tuple_int(0);
	}
	if (!have_values(a, b)) {
		return are_formulas(a, b) ? symbol_add(al, a, b)
			: numbered(with_divisor(a, b, common_divisor(a, b)), a, '+', b);
	}
	if (!checked_add(a.value, b.value, &sum)) {
		return overflow(al, a, "+", b);
	}
	return with_value(known_as(a, a, b), wrapped(al, sum));
}

struct tuple int_sub_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t difference;
	if (!require_plain(al, a, b)) {
		return tuple_int(0);
	}
	if (!have_values(a, b)) {
		return are_formulas(a, b) ? symbol_sub(al, a, b)
			: numbered(with_divisor(a, b, common_divisor(a, b)), a, '-', b);
	}
	if (!checked_sub(a.value, b.value, &difference)) {
		return overflow(al, a, "-", b);
	}
	return with_value(known_as(a, a, b), wrapped(al, difference));
}

/* A divisor of the product of numbers with the divisors "a" and "b": their product, or if that is too large one. */
static uint64_t product_divisor(uint64_t a, uint64_t b) {
	if (a == 0 || b == 0) {
		return 0;
	}
	if (a <= UINT32_MAX / b) {
		return a * b;
	}
	uint64_t larger = a > b ? a : b;
	return larger <= UINT32_MAX ? larger : a > b ? b : a;
}

/*
 * A static 0 absorbs what has no basis; otherwise the factor with the basis gives it to the product.
 */
struct tuple int_mul_general(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_int(a) || !tuple_is_int(b)) {
		algebra_fault(al, FAULT_TYPE, "only integers can be multiplied, not \"_\"");
		return tuple_int(0);
	}
	if (a.basis_depth > 0 && b.basis_depth > 0) {
		algebra_fault(al, FAULT_TYPE, "two basis strides cannot be multiplied");
		return tuple_int(0);
	}
	int64_t product = 0;
	if (have_values(a, b) && !checked_mul(a.value, b.value, &product)) {
		return overflow(al, a, "*", b);
	}
	if (tuple_is_constant(a, 0) && b.basis_depth == 0) {
		return a;
	}
	if (tuple_is_constant(b, 0) && a.basis_depth == 0) {
		return b;
	}
	struct tuple kept = a.basis_depth > 0 ? a : b;
	if (are_formulas(a, b)) {
		return a.basis_depth > 0 ? symbol_mul(al, a, b) : symbol_mul(al, b, a);
	}
	if (!have_values(a, b)) {
		uint64_t divisor = product_divisor(int_divisor(a), int_divisor(b));
		return numbered(with_divisor(kept, a.basis_depth > 0 ? b : a, divisor), a, '*', b);
	}
	return with_value(known_as(kept, a, b), wrapped(al, product));
}

/* The value of "b", which is not 0, divides the divisor of "a". */
static bool divides_divisor(struct tuple b, struct tuple a) {
	return int_has_value(b) && int_divisor(a) % int_divisor(b) == 0;
}

/* A quotient keeps a divisor only if "b" has a value that divides the divisor of "a". */
static struct tuple divide_divisor(struct tuple a, struct tuple b) {
	return numbered(with_divisor(a, b, divides_divisor(b, a) ? int_divisor(a) / int_divisor(b) : 1), a, '/', b);
}

struct tuple int_div_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t quotient;
	if (!require_divisor(al, a, b)) {
		return tuple_int(0);
	}
	if (tuple_is_constant(a, 0)) {
		int_needs_nonzero(b);
		return a;
	}
	if (!have_values(a, b)) {
		struct tuple left = are_formulas(a, b) ? symbol_div(al, a, b) : divide_divisor(a, b);
		if (a.known == KNOWN_DIVISOR && a.divisor > 1 && !divides_divisor(b, a)) {
			int_trace_loss(al, LOSS_DIVISOR, a, b);
		}
		return left;
	}
	if (!checked_div(a.value, b.value, &quotient)) {
		return overflow(al, a, "/", b);
	}
	return with_value(known_as(a, a, b), quotient);
}

/* A remainder is 0 if "b" divides the divisor of "a", and keeps a divisor of "a" that divides "b". */
static struct tuple remainder_divisor(struct tuple a, struct tuple b) {
	uint64_t divisor = int_divisor(a);
	uint64_t by = int_divisor(b);
	if (int_has_value(b) && divisor % by == 0) {
		a.known = KNOWN_STATIC;
		a.divisor = 0;
		a.traits = 0;
		return with_value(a, 0);
	}
	struct tuple left = with_divisor(a, b, int_has_value(b) && divisor != 0 && by % divisor == 0 ? divisor : 1);
	return numbered(left, a, '%', b);
}

struct tuple int_mod_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t remainder = 0;
	if (!require_divisor(al, a, b)) {
		return tuple_int(0);
	}
	if (tuple_is_constant(a, 0)) {
		int_needs_nonzero(b);
		return a;
	}
	if (!have_values(a, b)) {
		return are_formulas(a, b) ? symbol_mod(al, a, b) : remainder_divisor(a, b);
	}
	checked_rem(a.value, b.value, &remainder);
	bool is_zero = tuple_is_constant(b, 1) || tuple_is_constant(b, -1);
	return with_value(is_zero ? known_as(a, b, b) : known_as(a, a, b), remainder);
}

struct tuple int_ceil_div_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t sum;
	if (!require_divisor(al, a, b)) {
		return tuple_int(0);
	}
	if (are_formulas(a, b)) {
		return symbol_ceil_div(al, a, b);
	}
	if (algebra_is_dsl(al) && tuple_is_plain_int(a) && int_divisor(a) == 0) {
		return tuple_int(0);
	}
	if (algebra_is_dsl(al) && have_values(a, b) && a.value < 0 && b.value > 0) {
		/* The DSL rounds up, where C++ cuts what it has made larger. */
		return int_div(al, a, b);
	}
	if (!have_values(a, b)) {
		if (a.known == KNOWN_DIVISOR && a.divisor > 1 && !tuple_is_constant(b, 1)) {
			int_trace_loss(al, LOSS_DIVISOR_UP, a, b);
		}
		return tuple_is_constant(b, 1) ? a : numbered(with_divisor(a, b, 1), a, '^', b);
	}
	if (b.value == INT64_MIN) {
		return overflow(al, b, "-", tuple_int(1));
	}
	if (!checked_add(a.value, b.value - 1, &sum)) {
		return overflow(al, a, "+", tuple_int(b.value - 1));
	}
	return int_div(al, with_value(known_as(a, a, b), wrapped(al, sum)), b);
}

struct tuple int_abs_general(struct algebra *al, struct tuple a) {
	if (!tuple_is_int(a)) {
		algebra_fault(al, FAULT_TYPE, "an integer is needed here");
		return tuple_int(0);
	}
	if (int_is_symbol(a)) {
		bool negative = symbol_takes_less(tuple_basis_value(a), tuple_int(0));
		return negative ? symbol_mul(al, a, tuple_int(-1)) : a;
	}
	if (!int_has_value(a)) {
		return int_is_numbered(a) && a.value < 0 && a.value != INT64_MIN ? int_with_number(a, -a.value) : a;
	}
	if (a.value == INT64_MIN) {
		return overflow(al, tuple_int(0), "-", a);
	}
	return with_value(a, a.value < 0 ? -a.value : a.value);
}

struct tuple int_sign_general(struct tuple a) {
	if (int_is_symbol(a)) {
		return tuple_int(symbol_takes_less(tuple_basis_value(a), tuple_int(0)) ? -1 : 1);
	}
	if (!int_has_value(a)) {
		struct tuple sign = with_divisor(tuple_basis_value(a), a, 1);
		return int_is_numbered(a) ? int_with_number(sign, (a.value > 0) - (a.value < 0)) : sign;
	}
	return with_value(tuple_basis_value(a), (a.value > 0) - (a.value < 0));
}

struct tuple int_min_general(struct tuple a, struct tuple b) {
	if (are_formulas(a, b)) {
		return symbol_min(a, b);
	}
	if (!have_values(a, b)) {
		return numbered(with_divisor(a, b, common_divisor(a, b)), a, '<', b);
	}
	return known_as(a.value <= b.value ? a : b, a, b);
}

struct tuple int_max(struct tuple a, struct tuple b) {
	if (are_formulas(a, b)) {
		return symbol_takes_less(a, b) ? b : a;
	}
	if (!have_values(a, b)) {
		return numbered(with_divisor(a, b, common_divisor(a, b)), a, '>', b);
	}
	return known_as(a.value >= b.value ? a : b, a, b);
}

struct tuple int_gcd(struct algebra *al, struct tuple a, struct tuple b) {
	if (!require_plain(al, a, b)) {
		return tuple_int(0);
	}
	if (are_formulas(a, b)) {
		bool first = symbol_divides(a, b) == ANSWER_YES;
		if (!first && symbol_divides(b, a) != ANSWER_YES) {
			algebra_fault(al, FAULT_UNSUPPORTED, "the greatest common divisor of formulas of which neither divides the "
				"other");
		}
		return first ? a : b;
	}
	if (!have_values(a, b)) {
		return numbered(with_divisor(a, b, common_divisor(a, b)), a, 'g', b);
	}
	struct tuple x = int_abs(al, a);
	struct tuple y = int_abs(al, b);
	struct tuple divisor = tuple_int((int64_t)number_gcd((uint64_t)x.value, (uint64_t)y.value));
	return known_as(divisor, a, b);
}

struct tuple int_shape_div(struct algebra *al, struct tuple a, struct tuple b) {
	if (!require_divisor(al, a, b)) {
		return tuple_int(0);
	}
	if (algebra_is_dsl(al) && int_has_value(a) && a.value == 0) {
		algebra_fault(al, FAULT_DOMAIN, "division of %s by 0", int_words(b).text);
		return tuple_int(0);
	}
	if (are_formulas(a, b)) {
		int_needs_at_least(a, 1);
		int_needs_at_least(b, 1);
		if ((int_has_value(a) && a.value < 1) || (int_has_value(b) && b.value < 1)) {
			algebra_fault(al, FAULT_UNSUPPORTED, "a quotient of a formula that may be negative");
			return tuple_int(0);
		}
		bool below = symbol_divides(b, a) != ANSWER_YES
			&& (symbol_divides(a, b) == ANSWER_YES || symbol_less(a, b) == ANSWER_YES);
		bool good = below ? symbol_takes_divides(a, b) : symbol_takes_divides(b, a);
		if (!good) {
			algebra_fault(al, FAULT_DIVIDE, "neither of the two formulas divides the other");
		}
		return below || !good ? tuple_int(1) : symbol_div(al, a, b);
	}
	if (algebra_is_dsl(al) && !have_values(a, b)) {
		return numbered(with_divisor(a, b, 1), a, '^', b);
	}
	if (int_divides(a, b) == ANSWER_NO && int_divides(b, a) == ANSWER_NO) {
		algebra_fault(al, FAULT_DIVIDE, "neither of %" PRId64 " and %" PRId64 " divides the other", a.value, b.value);
		return tuple_int(0);
	}
	return int_ceil_div(al, a, b);
}
