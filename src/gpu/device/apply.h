/*
 * What an operation of an expression makes of its arguments, in double precision and in integers that wrap, behind op.h
 * and the functions of <math.h>. This text is C11 and CUDA C++ alike: the reference on the host and the judges on the
 * device.
 * Without a guard, since kernels stand in one text: opexpr.c, rounding.c and their tests alone include it.
 */
/* 0 for constants and operands. */
static inline double op_apply(enum op op, double a, double b, double c) {
	switch (op) {
	case OP_NEGATE: return -a;
	case OP_ADD: return a + b;
	case OP_SUBTRACT: return a - b;
	case OP_MULTIPLY: return a * b;
	case OP_DIVIDE: return a / b;
	case OP_LESS: return a < b;
	case OP_LESS_EQUAL: return a <= b;
	case OP_GREATER: return a > b;
	case OP_GREATER_EQUAL: return a >= b;
	case OP_EQUAL: return a == b;
	case OP_NOT_EQUAL: return a != b;
	case OP_CHOOSE: return a != 0 ? b : c;
	case OP_MIN: return fmin(a, b);
	case OP_MAX: return fmax(a, b);
	case OP_ABS: return fabs(a);
	case OP_RELU: return a > 0 ? a : 0;
	case OP_EXP: return exp(a);
	case OP_LOG: return log(a);
	case OP_SQRT: return sqrt(a);
	case OP_RSQRT: return 1 / sqrt(a);
	case OP_TANH: return tanh(a);
	case OP_SIGMOID: return 1 / (1 + exp(-a));
	case OP_FMA: return fma(a, b, c);
	case OP_SIN: return sin(a);
	case OP_COS: return cos(a);
	case OP_TAN: return tan(a);
	case OP_ATAN: return atan(a);
	case OP_SINH: return sinh(a);
	case OP_COSH: return cosh(a);
	case OP_ERF: return erf(a);
	case OP_EXP2: return exp2(a);
	case OP_EXPM1: return expm1(a);
	case OP_LOG2: return log2(a);
	case OP_LOG10: return log10(a);
	case OP_LOG1P: return log1p(a);
	case OP_CBRT: return cbrt(a);
	case OP_POW: return pow(a, b);
	case OP_ATAN2: return atan2(a, b);
	case OP_HYPOT: return hypot(a, b);
	default: return 0;
	}
}

/* The same of integers; 0 for functions that integers do not have. */
static inline long long op_apply_int(enum op op, long long a, long long b, long long c) {
	unsigned long long ua = (unsigned long long)a;
	unsigned long long ub = (unsigned long long)b;
	switch (op) {
	case OP_NEGATE: return (long long)(0 - ua);
	case OP_ADD: return (long long)(ua + ub);
	case OP_SUBTRACT: return (long long)(ua - ub);
	case OP_MULTIPLY: return (long long)(ua * ub);
	case OP_DIVIDE: return b == 0 ? 0 : b == -1 ? (long long)(0 - ua) : a / b;
	case OP_LESS: return a < b;
	case OP_LESS_EQUAL: return a <= b;
	case OP_GREATER: return a > b;
	case OP_GREATER_EQUAL: return a >= b;
	case OP_EQUAL: return a == b;
	case OP_NOT_EQUAL: return a != b;
	case OP_CHOOSE: return a != 0 ? b : c;
	case OP_MIN: return a < b ? a : b;
	case OP_MAX: return a > b ? a : b;
	case OP_ABS: return a < 0 ? (long long)(0 - ua) : a;
	case OP_RELU: return a > 0 ? a : 0;
	case OP_FMA: return (long long)(ua * ub + (unsigned long long)c);
	default: return 0;
	}
}
