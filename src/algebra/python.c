#include "algebra/python.h"

#include <inttypes.h>

/*
 * "a" SIGN "b": quotients are rounded down, remainders have the sign of "b". Returns false beyond 64 bits, and for a
 * quotient or remainder by 0.
 */
static bool number_under(char sign, int64_t a, int64_t b, int64_t *n) {
	int64_t remainder = 0;
	switch (sign) {
	case '+': return checked_add(a, b, n);
	case '-': return checked_sub(a, b, n);
	case '*': return checked_mul(a, b, n);
	default: break;
	}
	if (!checked_rem(a, b, &remainder) || (sign == '/' && !checked_div(a, b, n))) {
		return false;
	}
	bool is_above = remainder != 0 && (remainder < 0) != (b < 0);
	*n = sign == '%' ? remainder + (is_above ? b : 0) : *n - (is_above ? 1 : 0);
	return true;
}

static struct tuple compute_numbers(struct algebra *al, char sign, struct tuple a, struct tuple b) {
	int64_t n = 0;
	switch (sign) {
	case '+': return int_add(al, a, b);
	case '-': return int_sub(al, a, b);
	case '*': return int_mul(al, a, b);
	default: break;
	}
	if (!number_under(sign, a.value, b.value, &n)) {
		algebra_fault(al, FAULT_OVERFLOW, "%" PRId64 " %c %" PRId64 " does not fit 64 bits", a.value, sign, b.value);
	}
	return tuple_int(n);
}

/* What divides "t", where it has been converted nothing but 1. */
static uint64_t divisor_of(struct tuple t, bool converted) {
	return converted && !int_has_value(t) ? 1 : int_divisor(t);
}

/* What divides the sum, product, ... of numbers that "da" and "db" divide, of which the second is "exact" or not. */
static uint64_t divisor_under(char sign, uint64_t da, uint64_t db, bool exact) {
	bool divides = exact && db != 0 && da % db == 0;
	switch (sign) {
	case '+':
	case '-':
		return number_gcd(da, db);
	case '*':
		if (da == 0 || db == 0) {
			return 0;
		}
		return da <= UINT32_MAX / db ? da * db : da > db ? da : db;
	case '%':
		return divides || da == 0 ? 0 : exact && db % da == 0 ? da : 1;
	default:
		return da == 0 ? 0 : divides ? da / db : 1;
	}
}

static bool is_tracked(struct tuple t) {
	return int_is_symbol(t) ? symbol_divisor(t) > 1 : !int_has_value(t) && (t.traits & INT_TRACKED) != 0;
}

/* At least one is a formula: exact, the quotient rounded down. */
static struct tuple compute_formulas(struct algebra *al, char sign, struct tuple a, struct tuple b) {
	switch (sign) {
	case '+': return int_add(al, a, b);
	case '-': return int_sub(al, a, b);
	case '*': return int_mul(al, a, b);
	case '%': return int_mod(al, a, b);
	default: return int_div(al, a, b);
	}
}

/* "result" with its number, where "a" and "b" have theirs. */
static struct tuple with_number(struct tuple result, char sign, struct tuple a, struct tuple b) {
	bool have_numbers = (int_has_value(a) || int_is_numbered(a)) && (int_has_value(b) || int_is_numbered(b));
	int64_t n = 0;
	bool fits = have_numbers && number_under(sign, a.value, b.value, &n);
	return fits ? int_with_number(result, n) : result;
}

/*
 * The number of "a" SIGN "b" that the DSL has before a kernel runs, where it has both of theirs: quotients and
 * remainders are those of C. Returns false for others, and beyond 32 bits.
 */
static bool fold(char sign, struct tuple a, struct tuple b, struct tuple *folded) {
	int64_t x = a.value;
	int64_t y = b.value;
	int64_t n = 0;
	if ((!int_has_value(a) && !int_is_folded(a, &x)) || (!int_has_value(b) && !int_is_folded(b, &y))) {
		return false;
	}
	bool divides = sign == '/' || sign == '%';
	bool fits = divides ? (sign == '/' ? checked_div(x, y, &n) : checked_rem(x, y, &n)) : number_under(sign, x, y, &n);
	if (!fits || n > INT32_MAX || n < INT32_MIN) {
		return false;
	}
	*folded = tuple_divisible((uint32_t)number_magnitude(n));
	folded->traits = INT_TRACKED | INT_FOLDED;
	*folded = int_with_number(*folded, n);
	return true;
}

struct tuple python_compute(struct algebra *al, char sign, struct tuple a, struct tuple b) {
	if (!tuple_is_plain_int(a) || !tuple_is_plain_int(b)) {
		algebra_fault(al, FAULT_TYPE, "plain integers are needed here, not basis strides or \"_\"");
		return tuple_int(0);
	}
	if ((sign == '/' || sign == '%') && int_has_value(b) && b.value == 0) {
		algebra_fault(al, FAULT_DOMAIN, "division by 0");
		return tuple_int(0);
	}
	if (int_has_value(a) && int_has_value(b)) {
		return compute_numbers(al, sign, a, b);
	}
	if (a.known != KNOWN_DIVISOR && b.known != KNOWN_DIVISOR) {
		return compute_formulas(al, sign, a, b);
	}
	bool wide = int_makes_wide(a) || int_makes_wide(b);
	/* What becomes one of 64 bits is not tracked any more. */
	bool tracked = (is_tracked(a) && (!wide || int_is_wide(a))) || (is_tracked(b) && (!wide || int_is_wide(b)));
	struct tuple folded;
	if (tracked && !wide && fold(sign, a, b, &folded)) {
		return folded;
	}
	uint64_t da = divisor_of(a, wide && !int_is_wide(a));
	uint64_t db = divisor_of(b, wide && !int_is_wide(b));
	int64_t number;
	bool exact = int_has_value(b) || int_is_folded(b, &number);
	uint64_t divisor = tracked ? divisor_under(sign, da, db, exact) : 1;
	bool is_kept = divisor <= UINT32_MAX && !(wide && divisor == 0);
	struct tuple result = tuple_divisible(is_kept ? (uint32_t)divisor : 1);
	result.traits = (uint8_t)((tracked ? INT_TRACKED : 0) | (wide ? INT_WIDE : 0));
	return with_number(result, sign, a, b);
}

struct tuple python_negate(struct algebra *al, struct tuple a) {
	if (a.known != KNOWN_DIVISOR || !tuple_is_plain_int(a)) {
		return int_sub(al, tuple_int(0), a);
	}
	struct tuple result = tuple_divisible(1);
	result.traits = a.traits & INT_WIDE;
	return with_number(result, '-', tuple_int(0), a);
}
