/*
 * What the steps of a kernel may be off by (src/gpu/device/errors.h), by hand: what errors of the arguments do, by the
 * derivation of each step; how often a step rounds; and what becomes infinite. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <math.h>

#include "gpu/opexpr.h"
#include "tally.h"

/* Behind opexpr.h. */
#include "gpu/device/apply.h"
#include "gpu/device/errors.h"

#define UNKNOWN ((double)INFINITY)
#define JUMP 6.2831853071795865

/* Nothing else is near infinity. */
static bool is_near(double a, double b) {
	return a == b || (!isinf(b) && fabs(a - b) <= 1e-9 * fabs(b));
}

/* --- errors of the arguments --- */

/* Where steps round nothing. */
static const struct precision exact = { .unit = 0, .largest = 1e300, .smallest = 0 };

static const struct {
	enum op op;
	double x[3], error[3], off;
} carried[] = {
	{ OP_NEGATE, { 3 }, { 0.25 }, 0.25 },
	{ OP_ABS, { -3 }, { 0.25 }, 0.25 },
	{ OP_RELU, { -3 }, { 0.25 }, 0.25 },
	{ OP_MIN, { 1, 2 }, { 0.25, 0.5 }, 0.5 },
	{ OP_MAX, { 1, 2 }, { 0.5, 0.25 }, 0.5 },
	{ OP_ADD, { 1, 2 }, { 0.25, 0.5 }, 0.75 },
	{ OP_SUBTRACT, { 1, 2 }, { 0.25, 0.5 }, 0.75 },
	{ OP_HYPOT, { 3, 4 }, { 0.25, 0.5 }, 0.75 },
	/* |x| dy + |y| dx + dx dy. */
	{ OP_MULTIPLY, { 2, -3 }, { 0.25, 0.5 }, 1.875 },
	{ OP_MULTIPLY, { -2, 3 }, { 0.25, 0 }, 0.75 },
	{ OP_MULTIPLY, { 2, 3 }, { 0, 0.25 }, 0.5 },
	{ OP_MULTIPLY, { 0, 3 }, { 0.25, 0.5 }, 0.875 },
	{ OP_MULTIPLY, { 1, 3 }, { 0, 0.25 }, 0.25 },
	{ OP_FMA, { 2, -3, 7 }, { 0.25, 0.5, 1 }, 2.875 },
	{ OP_FMA, { 2, -3, 7 }, { 0, 0, 1 }, 1 },
	/* A factor of 0 leaves nothing; what is not a number has no error. */
	{ OP_MULTIPLY, { 0, INFINITY }, { 0, 0.5 }, 0 },
	{ OP_MULTIPLY, { INFINITY, 0 }, { 0.5, 0 }, 0 },
	{ OP_MULTIPLY, { INFINITY, 2 }, { 0, 0.5 }, UNKNOWN },
	{ OP_MULTIPLY, { 0, 2 }, { 0, INFINITY }, 0 },
	{ OP_MULTIPLY, { NAN, 2 }, { 0, 0.5 }, 0 },
	/* (dx + |x / y| dy) / (|y| - dy), where y cannot be 0. */
	{ OP_DIVIDE, { 6, 2 }, { 0.5, 0.5 }, 4.0 / 3 },
	{ OP_DIVIDE, { 6, -2 }, { 0.5, 0.5 }, 4.0 / 3 },
	{ OP_DIVIDE, { -6, 2 }, { 0.5, 0 }, 0.25 },
	{ OP_DIVIDE, { 6, 0.5 }, { 0.5, 0.5 }, UNKNOWN },
	{ OP_DIVIDE, { 6, -0.25 }, { 0, 0.5 }, UNKNOWN },
	/* A condition that is near 0 may choose either. */
	{ OP_CHOOSE, { 1, 5, 9 }, { 0, 0.25, 0.5 }, 0.25 },
	{ OP_CHOOSE, { 0, 5, 9 }, { 0, 0.25, 0.5 }, 0.5 },
	{ OP_CHOOSE, { 1, 5, 9 }, { 0.5, 0.25, 0.5 }, 0.25 },
	{ OP_CHOOSE, { -1, 5, 9 }, { 0.5, 0.25, 0.5 }, 0.25 },
	{ OP_CHOOSE, { 0.5, 5, 9 }, { 0.5, 0.25, 0.5 }, 4.5 },
	{ OP_CHOOSE, { -0.5, 9, 5 }, { 0.5, 0.75, 0.5 }, 4.75 },
	{ OP_CHOOSE, { 0.25, -5, 9 }, { 0.5, 0.25, 0.5 }, 14.5 },
	{ OP_SIN, { 1 }, { 0.25 }, 0.25 },
	{ OP_COS, { 1 }, { 0.25 }, 0.25 },
	{ OP_SIN, { 1 }, { 3 }, 2 },
	{ OP_COS, { 1 }, { 2.5 }, 2 },
	/* An angle: what the point moves over how near it comes to the origin, but where the negative axis is crossed. */
	{ OP_ATAN2, { 3, 4 }, { 0.5, 0.25 }, 0.75 / 4.25 },
	{ OP_ATAN2, { 3, 4 }, { 0, 0.25 }, 0.25 / 4.75 },
	{ OP_ATAN2, { 3, -4 }, { 0.5, 0.25 }, 0.75 / 4.25 },
	{ OP_ATAN2, { -3, -4 }, { 0.5, 0.25 }, 0.75 / 4.25 },
	{ OP_ATAN2, { 0.5, 12 }, { 0.5, 0.25 }, 0.75 / 11.260412148052 },
	{ OP_ATAN2, { 0.25, -4 }, { 0.5, 0.25 }, JUMP },
	{ OP_ATAN2, { -0.5, -4 }, { 0.5, 0 }, JUMP },
	{ OP_ATAN2, { 3, 4 }, { 2.5, 2.5 }, JUMP },
	{ OP_ATAN2, { 0.25, 0.25 }, { 0.5, 0.25 }, JUMP },
	{ OP_ATAN2, { 0, 0.75 }, { 0.25, 0.25 }, 2 },
	{ OP_ATAN2, { 0, -0.75 }, { 0.25, 0.25 }, JUMP },
	/* A power beside a base of 0, and of a negative base, which is a number for integers alone. */
	{ OP_POW, { 0.5, 2 }, { 0.5, 0 }, UNKNOWN },
	{ OP_POW, { -2, 3 }, { 0.25, 0 }, UNKNOWN },
	{ OP_POW, { -2, 2.5 }, { 0.25, 0.25 }, 0 },
	{ OP_POW, { -2, 2.5 }, { 1, 0.25 }, 0 },
	{ OP_POW, { -0.25, 2.5 }, { 0.125, 0.375 }, 0 },
	{ OP_POW, { -2, 2.25 }, { 0.25, 0.5 }, UNKNOWN },
	{ OP_POW, { -2, 2.5 }, { 0.25, 0.5 }, UNKNOWN },
	{ OP_POW, { -2, 2.25 }, { 0.25, 0.75 }, UNKNOWN },
	{ OP_POW, { -2, 2.75 }, { 0.25, 0.5 }, UNKNOWN },
	{ OP_POW, { -0.25, 2.5 }, { 0.25, 0.25 }, UNKNOWN },
	/* At the ends of where a function is defined. */
	{ OP_LOG, { -1 }, { 0.5 }, 0 },
	{ OP_LOG, { 0.25 }, { 0.5 }, UNKNOWN },
	{ OP_LOG, { -0.25 }, { 0.5 }, UNKNOWN },
	{ OP_LOG, { 0.5 }, { 0.5 }, UNKNOWN },
	{ OP_SQRT, { -1 }, { 0.5 }, 0 },
	{ OP_SQRT, { 0.25 }, { 0.5 }, UNKNOWN },
	{ OP_SQRT, { 0.25 }, { 0.25 }, 0.5 },
	{ OP_RSQRT, { 1 }, { 1 }, UNKNOWN },
	/* A tangent beside its pole. */
	{ OP_TAN, { 1.5 }, { 0.1 }, UNKNOWN },
	{ OP_TAN, { -1.5 }, { 0.1 }, UNKNOWN },
	{ OP_TAN, { 0 }, { 0.786 }, UNKNOWN },
	{ OP_TAN, { 0 }, { 4 }, UNKNOWN },
};

static void expect_off(struct tally *tally, enum op op, const double x[3], const double error[3], double off) {
	double result = op_apply(op, x[0], x[1], x[2]);
	double kept = result;
	double is = error_of(op, x, error, &exact, &result);
	expect(tally, is_near(is, off) && (result == kept || isnan(kept)),
		"operation %d of %g, %g, %g: off by %.17g, not %.17g", (int)op, x[0], x[1], x[2], is, off);
}

static void check_carried(struct tally *tally) {
	for (size_t i = 0; i < sizeof carried / sizeof carried[0]; i++) {
		expect_off(tally, carried[i].op, carried[i].x, carried[i].error, carried[i].off);
	}
	/* Comparisons of what is near are 0 or 1; numbers without errors are never near. */
	static const struct {
		double x[3], error[3], off;
	} compared[] = {
		{ { 1, 2 }, { 0.5, 0.25 }, 0 }, { { 2, 1 }, { 0.25, 0.5 }, 0 }, { { 1, 2 }, { 0.5, 0.5 }, 1 },
		{ { 2, 1 }, { 0.75, 0.5 }, 1 }, { { 1, 1.25 }, { 0.5, 0 }, 1 }, { { 1, 1.25 }, { 0, 0.5 }, 1 },
		{ { 1, 1 }, { 0, 0, 0.5 }, 0 }, { { -1, 1 }, { 0.5, 0.25 }, 0 }, { { -1, 1 }, { 1, 1.5 }, 1 },
	};
	for (int op = OP_LESS; op <= OP_NOT_EQUAL; op++) {
		for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++) {
			expect_off(tally, (enum op)op, compared[i].x, compared[i].error, compared[i].off);
		}
	}
}

/* --- monotone functions --- */

/* What is farthest from the middle lies at an end, of even functions too. */
static void check_monotone(struct tally *tally) {
	static const struct {
		enum op op;
		double (*function)(double x);
		double from, to;
	} all[] = {
		{ OP_EXP, exp, -3, 3 }, { OP_LOG, log, 1, 4 }, { OP_SQRT, sqrt, 1, 4 }, { OP_TANH, tanh, -2, 2 },
		{ OP_ATAN, atan, -3, 3 }, { OP_SINH, sinh, -3, 3 }, { OP_COSH, cosh, -3, 3 }, { OP_ERF, erf, -2, 2 },
		{ OP_EXP2, exp2, -3, 3 }, { OP_EXPM1, expm1, -3, 3 }, { OP_LOG2, log2, 1, 4 }, { OP_LOG10, log10, 1, 4 },
		{ OP_LOG1P, log1p, 0, 4 }, { OP_CBRT, cbrt, -3, 3 }, { OP_TAN, tan, -0.7, 0.7 },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		for (int step = 0; step <= 12; step++) {
			double x = all[i].from + (all[i].to - all[i].from) * step / 12;
			double error = 0.03125 * (1 + step % 5);
			double below = all[i].function(x - error) - all[i].function(x);
			double above = all[i].function(x + error) - all[i].function(x);
			expect_off(tally, all[i].op, (double[3]){ x }, (double[3]){ error }, fmax(fabs(below), fabs(above)));
		}
	}
	for (int step = 0; step <= 12; step++) {
		double x = 0.5 + 0.25 * step;
		double off = 1 / sqrt(x - 0.25) - 1 / sqrt(x);
		expect_off(tally, OP_RSQRT, (double[3]){ x }, (double[3]){ 0.25 }, off);
		x = 0.25 * step;
		off = 1 / (1 + exp(-x)) - 1 / (1 + exp(0.25 - x));
		expect_off(tally, OP_SIGMOID, (double[3]){ x }, (double[3]){ 0.25 }, off);
	}
}

/* Powers are monotone in both arguments: the farthest of a grid over what both may be is at a corner. */
static void check_powers(struct tally *tally) {
	for (int i = 0; i < 60; i++) {
		const double x[3] = { 0.5 + i % 10 * 0.25, -2 + i / 10 };
		const double error[3] = { i % 3 * 0.125, i % 4 * 0.125 };
		double off = 0;
		for (int at = 0; at < 25; at++) {
			double a = x[0] + error[0] * (at % 5 - 2) / 2;
			double b = x[1] + error[1] * (at / 5 - 2) / 2;
			off = fmax(off, fabs(pow(a, b) - pow(x[0], x[1])));
		}
		expect_off(tally, OP_POW, x, error, off);
	}
}

/* --- roundings --- */

/* Each part of an error is seen. */
static const struct precision coarse = { .unit = 1.0 / 1024, .largest = 1000, .smallest = 1.0 / 65536 };

static void expect_rounded(struct tally *tally, enum op op, double result, double error, double off, double becomes) {
	const double x[3] = { result, 0, 0 };
	const double errors[3] = { error, 0, 0 };
	double is = result;
	double found = error_of(op, x, errors, &coarse, &is);
	expect(tally, is_near(found, off) && (is == becomes || (isnan(is) && isnan(becomes))),
		"operation %d makes %g: off by %.17g, not %.17g, and %g", (int)op, result, found, off, is);
}

static void check_roundings(struct tally *tally) {
	const double u = coarse.unit;
	for (int op = OP_OPERAND; op < OP_COUNT; op++) {
		bool is_exact = op == OP_OPERAND || op == OP_NEGATE || (op >= OP_LESS && op <= OP_RELU);
		bool is_arithmetic = (op >= OP_ADD && op <= OP_DIVIDE) || op == OP_FMA;
		double steps = is_exact ? 0 : is_arithmetic ? 1 : op == OP_POW ? 18 : 8;
		double least = is_exact ? 0 : op == OP_SIGMOID ? 4 / coarse.largest : coarse.smallest;
		expect_rounded(tally, (enum op)op, -3, 0, steps * u * 3 + least, -3);
	}
	expect_rounded(tally, OP_CONSTANT, 0.5, 0, 0, 0.5);
	expect_rounded(tally, OP_CONSTANT, 0.1, 0, u * 0.1 + coarse.smallest, 0.1);
	/* What the arguments bring is rounded with the result. */
	expect_rounded(tally, OP_ADD, 3, 0.75, 0.75 + u * 3.75 + coarse.smallest, 3);
	expect_rounded(tally, OP_ADD, -3, 0.75, 0.75 + u * 3.75 + coarse.smallest, -3);
	/* Infinity stands for what is beyond the largest value for certain; near it nothing is known. */
	expect_rounded(tally, OP_OPERAND, 1001.5, 0, 0, INFINITY);
	expect_rounded(tally, OP_OPERAND, -1001.5, 0, 0, -INFINITY);
	expect_rounded(tally, OP_OPERAND, 1000.99, 0, 0, INFINITY);
	expect_rounded(tally, OP_OPERAND, 1000 + 1000 * u, 0, UNKNOWN, 1000 + 1000 * u);
	expect_rounded(tally, OP_OPERAND, 1000.5, 0, UNKNOWN, 1000.5);
	expect_rounded(tally, OP_OPERAND, -999.5, 0, UNKNOWN, -999.5);
	expect_rounded(tally, OP_OPERAND, 1000 - 1000 * u, 0, 0, 1000 - 1000 * u);
	expect_rounded(tally, OP_OPERAND, 999, 0, 0, 999);
	expect_rounded(tally, OP_NEGATE, 1001.5, 0.25, 0, INFINITY);
	expect_rounded(tally, OP_NEGATE, 1001.5, 0.75, UNKNOWN, 1001.5);
	expect_rounded(tally, OP_NEGATE, 998, 0.75, 0.75, 998);
	expect_rounded(tally, OP_NEGATE, 998.5, 0.75, UNKNOWN, 998.5);
	expect_rounded(tally, OP_DIVIDE, INFINITY, 0, 0, INFINITY);
	expect_rounded(tally, OP_DIVIDE, -INFINITY, 0, 0, -INFINITY);
	expect_rounded(tally, OP_LOG, NAN, 0, 0, NAN);
	expect_rounded(tally, OP_SUBTRACT, NAN, 0.5, 0.5, NAN);
	expect_rounded(tally, OP_NEGATE, 1, INFINITY, UNKNOWN, 1);
	expect_rounded(tally, OP_NEGATE, 5000, INFINITY, UNKNOWN, 5000);
}

int main(void) {
	struct tally tally = { 0 };
	check_carried(&tally);
	check_monotone(&tally);
	check_powers(&tally);
	check_roundings(&tally);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0;
}
