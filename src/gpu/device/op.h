/*
 * The operations of an expression. This text is C11 and CUDA C++ alike: opexpr.h includes it, and the judges on the
 * device have it before them, so that the numbers of operations are the same.
 * Without a guard, since kernels stand in one text: opexpr.h alone includes it.
 */
enum op {
	OP_CONSTANT,
	OP_OPERAND,
	OP_NEGATE,
	OP_ADD,
	OP_SUBTRACT,
	OP_MULTIPLY,
	OP_DIVIDE,
	OP_LESS,
	OP_LESS_EQUAL,
	OP_GREATER,
	OP_GREATER_EQUAL,
	OP_EQUAL,
	OP_NOT_EQUAL,
	OP_CHOOSE,    /* c ? a : b */
	OP_MIN,
	OP_MAX,
	OP_ABS,
	OP_RELU,
	OP_EXP,
	OP_LOG,
	OP_SQRT,
	OP_RSQRT,
	OP_TANH,
	OP_SIGMOID,
	OP_FMA,
	OP_SIN,
	OP_COS,
	OP_TAN,
	OP_ATAN,
	OP_SINH,
	OP_COSH,
	OP_ERF,
	OP_EXP2,
	OP_EXPM1,
	OP_LOG2,
	OP_LOG10,
	OP_LOG1P,
	OP_CBRT,
	OP_POW,
	OP_ATAN2,
	OP_HYPOT,
};

enum { OP_COUNT = OP_HYPOT + 1 };
