/* Functions of each element of a vector, or of one number. */
#include "lang/ops/signature.h"
#include "lang/vector.h"

/* The operation itself is the function. What CuTe DSL calls fastmath changes how it is computed, not what it is. */
static struct value run_function(struct call *call) {
	struct vector a;
	const struct value *value = arg(call, 0);
	bool is_integer = value->kind == VALUE_TUPLE && tuple_is_int(value->tuple) && int_has_value(value->tuple);
	if (is_integer && str_is(str_from("abs"), call->operation->name)) {
		return from_tuple(call, int_abs(call->al, value->tuple));
	}
	if (!vector_from_value(call->al, value, &a)) {
		algebra_fault(call->al, FAULT_TYPE, "expected a vector or a number, saw %s", value_kind_name(value));
		return value_none();
	}
	struct vector made = vector_function(call->al, str_from(call->operation->name), a);
	return value_from_vector(call->al, &made);
}

#define LOADED "load(tensor<ptr<f32,generic> o (2,3):(3,1)>)"
/* clang-format off */
#define FUNCTION(name, meaning) { (name), "vector, fastmath", RUN(run_function, 1, 2), (meaning), \
	name "(" LOADED ")", "tensor_value<vector<6xf32> o (2, 3)>", "python/CuTeDSL/cutlass/cute/math.py" }
/* clang-format on */

static const struct operation operations[] = {
	FUNCTION("abs", "the absolute value of each element"),
	FUNCTION("acos", "the inverse of the cosine of each element"),
	FUNCTION("asin", "the inverse of the sine of each element"),
	FUNCTION("atan", "the inverse of the tangent of each element"),
	FUNCTION("ceil", "each element rounded up"),
	FUNCTION("cos", "the cosine of each element"),
	FUNCTION("cosh", "the hyperbolic cosine of each element"),
	FUNCTION("exp", "e to the power of each element"),
	FUNCTION("exp2", "2 to the power of each element"),
	FUNCTION("floor", "each element rounded down"),
	FUNCTION("log", "the natural logarithm of each element"),
	FUNCTION("log10", "the logarithm of each element to base 10"),
	FUNCTION("log2", "the logarithm of each element to base 2"),
	FUNCTION("rsqrt", "1 divided by the square root of each element"),
	FUNCTION("sin", "the sine of each element"),
	FUNCTION("sinh", "the hyperbolic sine of each element"),
	FUNCTION("sqrt", "the square root of each element"),
	FUNCTION("tan", "the tangent of each element"),
	FUNCTION("tanh", "the hyperbolic tangent of each element"),
	FUNCTION("trunc", "each element rounded toward zero"),
};

OPERATION_GROUP(elementwise, "Functions of elements", operations)
