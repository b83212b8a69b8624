#include "algebra/integer.h"

/* "value" with what makes "a" special: its basis, and being known at run time only. */
static struct tuple with_value(struct tuple a, int64_t value) {
	a.value = value;
	return a;
}

static struct tuple overflow(struct algebra *al, struct tuple a, const char *sign, struct tuple b) {
	algebra_fault(al, FAULT_OVERFLOW, "%lld %s %lld does not fit 64 bits", (long long)a.value, sign,
			(long long)b.value);
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
	if (b.value == 0) {
		algebra_fault(al, FAULT_DOMAIN, "division of %lld by 0", (long long)a.value);
		return false;
	}
	return true;
}

struct tuple int_add_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t sum;
	if (!require_plain(al, a, b)) {
		return tuple_int(0);
	}
	if (!checked_add(a.value, b.value, &sum)) {
		return overflow(al, a, "+", b);
	}
	a.run_time = a.run_time || b.run_time;
	return with_value(a, sum);
}

struct tuple int_sub_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t difference;
	if (!require_plain(al, a, b)) {
		return tuple_int(0);
	}
	if (!checked_sub(a.value, b.value, &difference)) {
		return overflow(al, a, "-", b);
	}
	a.run_time = a.run_time || b.run_time;
	return with_value(a, difference);
}

struct tuple int_mul_general(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_int(a) || !tuple_is_int(b)) {
		algebra_fault(al, FAULT_TYPE, "only integers can be multiplied, not \"_\"");
		return tuple_int(0);
	}
	if (a.basis_depth > 0 && b.basis_depth > 0) {
		algebra_fault(al, FAULT_TYPE, "two basis strides cannot be multiplied");
		return tuple_int(0);
	}
	int64_t product;
	if (!checked_mul(a.value, b.value, &product)) {
		return overflow(al, a, "*", b);
	}
	if (tuple_is_constant(a, 0) && b.basis_depth == 0) {
		return a;
	}
	if (tuple_is_constant(b, 0) && a.basis_depth == 0) {
		return b;
	}
	struct tuple kept = a.basis_depth > 0 ? a : b;
	kept.run_time = a.run_time || b.run_time;
	return with_value(kept, product);
}

struct tuple int_div_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t quotient;
	if (!require_divisor(al, a, b)) {
		return tuple_int(0);
	}
	if (!checked_div(a.value, b.value, &quotient)) {
		return overflow(al, a, "/", b);
	}
	a.run_time = !tuple_is_constant(a, 0) && (a.run_time || b.run_time);
	return with_value(a, quotient);
}

struct tuple int_mod_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t remainder;
	if (!require_divisor(al, a, b)) {
		return tuple_int(0);
	}
	checked_rem(a.value, b.value, &remainder);
	bool known = tuple_is_constant(a, 0) || tuple_is_constant(b, 1) || tuple_is_constant(b, -1);
	a.run_time = !known && (a.run_time || b.run_time);
	return with_value(a, remainder);
}

struct tuple int_ceil_div_general(struct algebra *al, struct tuple a, struct tuple b) {
	int64_t sum;
	if (!require_divisor(al, a, b)) {
		return tuple_int(0);
	}
	if (!checked_add(a.value, b.value - 1, &sum)) {
		return overflow(al, a, "+", tuple_int(b.value - 1));
	}
	a.run_time = a.run_time || b.run_time;
	return int_div(al, with_value(a, sum), b);
}

struct tuple int_abs(struct algebra *al, struct tuple a) {
	if (!tuple_is_int(a)) {
		algebra_fault(al, FAULT_TYPE, "an integer is needed here");
		return tuple_int(0);
	}
	if (a.value == INT64_MIN) {
		return overflow(al, tuple_int(0), "-", a);
	}
	return with_value(a, a.value < 0 ? -a.value : a.value);
}

struct tuple int_sign(struct tuple a) {
	return with_value(tuple_basis_value(a), (a.value > 0) - (a.value < 0));
}

struct tuple int_min(struct tuple a, struct tuple b) {
	struct tuple least = a.value <= b.value ? a : b;
	least.run_time = a.run_time || b.run_time;
	return least;
}

struct tuple int_max(struct tuple a, struct tuple b) {
	struct tuple greatest = a.value >= b.value ? a : b;
	greatest.run_time = a.run_time || b.run_time;
	return greatest;
}

struct tuple int_gcd(struct algebra *al, struct tuple a, struct tuple b) {
	if (!require_plain(al, a, b)) {
		return tuple_int(0);
	}
	bool run_time = a.run_time || b.run_time;
	a = int_abs(al, a);
	b = int_abs(al, b);
	int64_t x = a.value;
	int64_t y = b.value;
	while (y != 0) {
		int64_t rest = x % y;
		x = y;
		y = rest;
	}
	struct tuple divisor = tuple_int(x);
	divisor.run_time = run_time;
	return divisor;
}

struct tuple int_shape_div(struct algebra *al, struct tuple a, struct tuple b) {
	if (!require_divisor(al, a, b)) {
		return tuple_int(0);
	}
	if (a.value == 0) {
		algebra_fault(al, FAULT_DOMAIN, "division of %lld by 0", (long long)b.value);
		return tuple_int(0);
	}
	int64_t ab = 0;
	int64_t ba = 0;
	checked_rem(a.value, b.value, &ab);
	checked_rem(b.value, a.value, &ba);
	if (!a.run_time && !b.run_time && ab != 0 && ba != 0) {
		algebra_fault(al, FAULT_DIVIDE, "neither of %lld and %lld divides the other", (long long)a.value,
			(long long)b.value);
		return tuple_int(0);
	}
	return int_ceil_div(al, a, b);
}
