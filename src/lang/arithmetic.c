/*
 * Arithmetic by type. Each operation is computed in the widest type of its kind, a double or 64 bits that wrap, and
 * then brought into the type of the result by number_convert: rounded to nearest even by "round_real", wrapped by
 * "wrap_integer". A float that a number is too large for is the infinity of its type, or in types of 8 bits and less,
 * which the hardware converts to with saturation (cvt.satfinite of PTX), its largest number; integers fault where a
 * shift or a division has no answer.
 */
#include "lang/arithmetic.h"

#include <inttypes.h>
#include <math.h>

/* --- types --- */

bool element_is_float(const struct element *element) {
	return element->exponent_bits > 0;
}

static const struct element *type(enum element_id id) {
	return &element_types[id];
}

bool element_is_unsigned(const struct element *element) {
	return element->name[0] == 'u' || element == type(ELEMENT_BOOL) || element == type(ELEMENT_B1);
}

/*
 * The greatest number of "element". In types of 8 bits and less the largest exponent is one of numbers, too, but for
 * e5m2 and e8m0; the last of those of e4m3 is no number.
 */
static double greatest_real(const struct element *element) {
	int bias = (1 << (element->exponent_bits - 1)) - 1;
	bool is_reserved = element->bits > 8 || element == type(ELEMENT_E5M2) || element == type(ELEMENT_E8M0);
	bool lacks_last = element == type(ELEMENT_E4M3) || element == type(ELEMENT_UE4M3);
	return ldexp(2.0 - ldexp(lacks_last ? 2.0 : 1.0, -element->mantissa_bits), is_reserved ? bias : bias + 1);
}

/* "x" as a float of "element" holds it: the nearest one, even ones in the middle. */
static double round_real(const struct element *element, double x) {
	if (element->bits >= 64 || !isfinite(x)) {
		return x;
	}
	int bias = (1 << (element->exponent_bits - 1)) - 1;
	int exponent;
	frexp(x, &exponent);
	int least = 2 - bias;
	int digits = element->mantissa_bits + 1;
	int unit = (exponent > least ? exponent : least) - digits;
	double rounded = ldexp(nearbyint(ldexp(x, -unit)), unit);
	double greatest = greatest_real(element);
	return fabs(rounded) <= greatest ? rounded : copysign(element->bits > 8 ? INFINITY : greatest, x);
}

/* "n" as an integer of "element" holds it. */
static int64_t wrap_integer(const struct element *element, int64_t n) {
	if (element->bits >= 64) {
		return n;
	}
	uint64_t mask = (UINT64_C(1) << element->bits) - 1;
	uint64_t low = (uint64_t)n & mask;
	bool negative = !element_is_unsigned(element) && (low >> (element->bits - 1) & 1) != 0;
	return negative ? (int64_t)(low | ~mask) : (int64_t)low;
}

/* A number as a double; integers of 64 bits without a sign are kept as their bits. */
static double as_real(const struct element *element, union number n) {
	return element_is_float(element) ? n.real
		: element == type(ELEMENT_U64) ? (double)(uint64_t)n.integer
									   : (double)n.integer;
}

/* "x" without its fraction, as 64 bits; 0 where an integer of type "to" has no bits for it. */
static int64_t cut_real(const struct element *to, double x) {
	if (to == type(ELEMENT_U64) && x >= 0x1p63 && x < 0x1p64) {
		return (int64_t)(uint64_t)x;
	}
	return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : 0;
}

union number number_convert(union number n, const struct element *from, const struct element *to) {
	if (element_is_float(to)) {
		double real = as_real(from, n);
		return (union number){ .real = round_real(to, real) };
	}
	if (to == type(ELEMENT_B1) || to == type(ELEMENT_BOOL)) {
		bool truth = element_is_float(from) ? n.real != 0 : n.integer != 0;
		return (union number){ .integer = truth };
	}
	if (!element_is_float(from)) {
		bool loses_sign = element_is_unsigned(to) && n.integer < 0 && from->bits < 64;
		int64_t integer = loses_sign ? n.integer + (INT64_C(1) << from->bits) : n.integer;
		return (union number){ .integer = wrap_integer(to, integer) };
	}
	int64_t integer = cut_real(to, n.real);
	return (union number){ .integer = wrap_integer(to, integer) == integer ? integer : 0 };
}

union number number_from_real(const struct element *element, double real) {
	return number_convert((union number){ .real = real }, type(ELEMENT_F64), element);
}

/* The float type of "bits". */
static const struct element *float_type(int bits) {
	return bits >= 64 ? type(ELEMENT_F64) : bits >= 32 ? type(ELEMENT_F32) : type(ELEMENT_F16);
}

/* The type that both operands of a sum get. */
static const struct element *common_type(struct algebra *al, const struct element *a, const struct element *b) {
	if (a == b) {
		return a;
	}
	if (element_is_float(a) != element_is_float(b)) {
		const struct element *real = element_is_float(a) ? a : b;
		const struct element *integer = element_is_float(a) ? b : a;
		if (real->bits < 16 && integer->bits < 16) {
			algebra_fault(al, FAULT_TYPE, "CuTe DSL has no common type of %s and %s: convert one with to()", a->name,
				b->name);
		}
		return integer->bits >= real->bits ? float_type(integer->bits) : real;
	}
	const struct element *wider = a->bits >= b->bits ? a : b;
	bool narrow = element_is_float(a) && (wider->bits < 16 || (a->bits == b->bits && wider->bits < 32
		&& a != type(ELEMENT_F16) && b != type(ELEMENT_F16)));
	if (narrow) {
		algebra_fault(al, FAULT_TYPE, "CuTe DSL has no common type of %s and %s: convert one with to()", a->name,
			b->name);
	}
	if (a->bits == b->bits && element_is_float(a)) {
		return a->bits == 32 ? type(ELEMENT_F32) : type(ELEMENT_F16);
	}
	return a->bits == b->bits && element_is_unsigned(b) ? b : wider;
}

bool sign_shifts(struct str sign) {
	return str_is(sign, "<<") || str_is(sign, ">>");
}

bool sign_compares(struct str sign) {
	char c = sign.data[0];
	return !sign_shifts(sign) && (c == '<' || c == '>' || c == '=' || c == '!');
}

bool sign_is_bitwise(struct str sign) {
	char c = sign.data[0];
	return c == '&' || c == '|' || c == '^' || sign_shifts(sign);
}

const struct element *number_common_type(struct algebra *al, struct str sign, const struct element *a,
		const struct element *b) {
	const struct element *common = common_type(al, a, b);
	if (sign_is_bitwise(sign) && element_is_float(common) && !algebra_failed(al)) {
		algebra_fault(al, FAULT_TYPE, "%.*s is of integers, not of %s", (int)sign.length, sign.data, common->name);
	}
	return str_is(sign, "/") && !element_is_float(common) ? type(ELEMENT_F32) : common;
}

/* What the processor gives where there is no number. */
static double no_number(void) {
	return copysign(NAN, -1.0);
}

/* x to the power of y; where that is no number and neither operand is NaN, what the processor gives. */
static double power(double x, double y) {
	double result = isnan(x) ? x : pow(x, y);
	return isnan(result) && !isnan(x) && !isnan(y) ? no_number() : result;
}

/* x - y * floor(x / y), exactly, with the sign of y as Python has it. */
static double floor_remainder(double x, double y) {
	double rest = fmod(x, y);
	return rest == 0 ? copysign(0, y) : copysign(rest, y) != rest ? rest + y : rest;
}

/* floor(x / y) as Python has it: without the remainder, so that no quotient is rounded up to an integer. */
static double floor_quotient(double x, double y) {
	double rest = fmod(x, y);
	double quotient = (x - rest) / y - (copysign(rest, y) != rest ? 1 : 0);
	double whole = floor(quotient);
	return quotient == 0 ? copysign(0, x / y) : quotient - whole > 0.5 ? whole + 1 : whole;
}

/* "x" "sign" "y" as doubles, "sign" being one of + - * / % ** // ///; the caller rounds the result to its type. */
static double compute_real(struct str sign, double x, double y) {
	double quotient = (x == 0 && y == 0) || (isinf(x) && isinf(y)) ? no_number() : x / y;
	switch (sign.data[0]) {
	case '+': return x + y;
	case '-': return x - y;
	case '*': return sign.length == 2 ? power(x, y) : x * y;
	case '/': return sign.length == 3 ? floor_quotient(x, y) : sign.length == 2 ? floor(quotient) : quotient;
	default: break;
	}
	return y == 0 || isinf(x) ? no_number() : sign.length == 2 ? floor_remainder(x, y) : fmod(x, y);
}

/* x / y, x // y, x % y or x %% y of integers, one sign toward zero and two down; y is not 0 */
static int64_t divide_integers(struct str sign, const struct element *element, int64_t x, int64_t y) {
	bool divides = sign.data[0] == '/';
	if (element == type(ELEMENT_U64)) {
		return (int64_t)(divides ? (uint64_t)x / (uint64_t)y : (uint64_t)x % (uint64_t)y);
	}
	if (y == -1) {
		return divides ? (int64_t)(0 - (uint64_t)x) : 0;
	}
	bool rounds = sign.length == 2 && x % y != 0 && (x < 0) != (y < 0);
	return divides ? x / y - (rounds ? 1 : 0) : x % y + (rounds ? y : 0);
}

/* x to the y-th power, modulo 2 to the 64; below the exponent 0 what remains of a fraction. */
static int64_t integer_power(int64_t x, int64_t y) {
	if (y < 0) {
		return x == 1 ? 1 : x == -1 ? (y % 2 == 0 ? 1 : -1)
					    : 0;
	}
	uint64_t base = (uint64_t)x;
	uint64_t result = 1;
	for (; y > 0; y /= 2, base *= base) {
		result *= y % 2 == 1 ? base : 1;
	}
	return (int64_t)result;
}

/* x << y and x >> y; the width is a bound of "y". */
static int64_t shift_integer(struct algebra *al, const struct element *element, struct str sign, int64_t x, int64_t y) {
	if (y < 0 || y >= element->bits) {
		algebra_fault(al, FAULT_DOMAIN, "a shift of %d bits by %" PRId64, element->bits, y);
		return 0;
	}
	if (sign.data[0] == '<') {
		return (int64_t)((uint64_t)x << y);
	}
	return x >= 0 || element == type(ELEMENT_U64) ? (int64_t)((uint64_t)x >> y) : ~(~x >> y);
}

/*
 * "x" "sign" "y" in 64 bits that wrap; the caller wraps the result to its type. Faults as shift_integer and
 * divide_integers do.
 */
static int64_t compute_integer(struct algebra *al, struct str sign, const struct element *element, int64_t x,
		int64_t y) {
	uint64_t a = (uint64_t)x;
	uint64_t b = (uint64_t)y;
	switch (sign.data[0]) {
	case '+': return (int64_t)(a + b);
	case '-': return (int64_t)(a - b);
	case '*': return sign.length == 2 ? integer_power(x, y) : (int64_t)(a * b);
	case '&': return (int64_t)(a & b);
	case '|': return (int64_t)(a | b);
	case '^': return (int64_t)(a ^ b);
	case '<':
	case '>': return shift_integer(al, element, sign, x, y);
	default: break;
	}
	if (y == 0) {
		algebra_fault(al, FAULT_DOMAIN, "division of %" PRId64 " by 0", x);
		return 0;
	}
	return divide_integers(sign, element, x, y);
}

/*
 * What "sign" says of two numbers of which it is known whether the first is "less", "equal", and whether they are
 * "ordered", as NaN is with none.
 */
static bool compare_numbers(struct str sign, bool less, bool equal, bool ordered) {
	switch (sign.data[0]) {
	case '<': return less || (sign.length == 2 && equal);
	case '>': return ordered && ((!less && !equal) || (sign.length == 2 && equal));
	case '=': return equal;
	default: return !equal;
	}
}

union number number_compute(struct algebra *al, struct str sign, const struct element *element, union number a,
		union number b) {
	bool real = element_is_float(element);
	bool less = real ? a.real < b.real : element == type(ELEMENT_U64) ? (uint64_t)a.integer < (uint64_t)b.integer
																	 : a.integer < b.integer;
	if (sign.data[0] == 'm') {
		return less == str_is(sign, "max") ? b : a;
	}
	if (sign_compares(sign)) {
		bool equal = real ? a.real == b.real : a.integer == b.integer;
		bool ordered = !real || (!isnan(a.real) && !isnan(b.real));
		return (union number){ .integer = compare_numbers(sign, less, equal, ordered) };
	}
	if (real) {
		return (union number){ .real = round_real(element, compute_real(sign, a.real, b.real)) };
	}
	int64_t integer = compute_integer(al, sign, element, a.integer, b.integer);
	return (union number){ .integer = wrap_integer(element, integer) };
}

union number number_negate(const struct element *element, union number a) {
	if (element_is_float(element)) {
		return (union number){ .real = -a.real };
	}
	return (union number){ .integer = wrap_integer(element, (int64_t)(0 - (uint64_t)a.integer)) };
}

union number number_absolute(const struct element *element, union number a) {
	bool is_truth = element == type(ELEMENT_B1) || element == type(ELEMENT_BOOL);
	bool negative = element_is_float(element) ? signbit(a.real)
						  : !is_truth && ((uint64_t)a.integer >> (element->bits - 1) & 1) != 0;
	return negative ? number_negate(element, a) : a;
}

/* --- functions of floats --- */

/* 1 / sqrt(x), rounded twice as the libraries of the DSL do it. */
static double reciprocal_root(double x) {
	return 1.0 / sqrt(x);
}

static float reciprocal_root_single(float x) {
	return 1.0F / sqrtf(x);
}

/* The function of C in double precision, rounded to a float once. */
static float hyperbolic_cosine(float x) {
	return (float)cosh((double)x);
}

/* The same. */
static float hyperbolic_sine(float x) {
	return (float)sinh((double)x);
}

/* Floats of 32 bits and less have functions of 32 bits, whose last digit is that of the DSL where they are given. */
static const struct {
	const char *name;
	double (*of)(double x);
	float (*of_single)(float x);
} functions[] = {
	{ "abs", fabs, fabsf },
	{ "acos", acos, acosf },
	{ "asin", asin, asinf },
	{ "atan", atan, atanf },
	{ "ceil", ceil, ceilf },
	{ "cos", cos, cosf },
	{ "cosh", cosh, hyperbolic_cosine },
	{ "exp", exp, expf },
	{ "exp2", exp2, exp2f },
	{ "floor", floor, floorf },
	{ "log", log, logf },
	{ "log10", log10, log10f },
	{ "log2", log2, log2f },
	{ "rsqrt", reciprocal_root, reciprocal_root_single },
	{ "sin", sin, sinf },
	{ "sinh", sinh, hyperbolic_sine },
	{ "sqrt", sqrt, sqrtf },
	{ "tan", tan, tanf },
	{ "tanh", tanh, tanhf },
	{ "trunc", trunc, truncf },
};

void number_function(struct str name, const struct element *element, union number a, union number *result) {
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (str_is(name, functions[i].name)) {
			double real = element->bits > 32 ? functions[i].of(a.real) : (double)functions[i].of_single((float)a.real);
			bool root = str_is(name, "sqrt") || str_is(name, "rsqrt");
			real = !isnan(real) || isnan(a.real) ? real : root ? no_number() : NAN;
			*result = (union number){ .real = round_real(element, real) };
			return;
		}
	}
}

/* --- printing --- */

void number_print(struct buf *out, const struct element *element, union number number) {
	bool real = element_is_float(element);
	int64_t integer = element == type(ELEMENT_B1) || element == type(ELEMENT_BOOL) ? -number.integer : number.integer;
	bool no_sign = real ? number.real >= 0 && !isnan(number.real) : integer >= 0 || element == type(ELEMENT_U64);
	buf_put(out, no_sign ? " " : "");
	if (real) {
		buf_printf(out, "%f", number.real);
	} else if (element == type(ELEMENT_U64)) {
		buf_printf(out, "%" PRIu64, (uint64_t)integer);
	} else {
		buf_put_int(out, integer);
	}
}
