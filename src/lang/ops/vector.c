/* The elements of tensors as values. */
#include "lang/vector.h"

#include "lang/memory.h"
#include "lang/ops/over_tensors.h"
#include "lang/ops/signature.h"

/* Argument "i" as a vector: one, or a number. */
static struct vector vector_arg(struct call *call, int i) {
	const struct value *value = arg(call, i);
	struct vector vector;
	if (!algebra_failed(call->al) && !vector_from_value(call->al, value, &vector)) {
		algebra_fault(call->al, FAULT_TYPE, "expected a vector or a number, saw %s", value_kind_name(value));
	}
	return algebra_failed(call->al) ? vector_from_integer(call->al, 0) : vector;
}

/* The type that argument "i" names. */
static const struct element *type_arg(struct call *call, int i) {
	const struct value *value = kind_arg(call, i, VALUE_STRING, "a type of elements");
	const struct element *element = value != NULL ? element_find(value->string) : NULL;
	if (element == NULL && !algebra_failed(call->al)) {
		algebra_fault(call->al, FAULT_TYPE, "'%.*s' is no type of elements", str_shown(value->string, 60),
			value->string.data);
	}
	bool is_truth = element == &element_types[ELEMENT_BOOL];
	return algebra_failed(call->al) ? &element_types[ELEMENT_F32] : is_truth ? &element_types[ELEMENT_B1] : element;
}

/* All elements of a tensor, in its shape. */
static struct value run_load(struct call *call) {
	struct tensor_value tensor;
	if (!tensor_arg(call, 0, &tensor)) {
		return value_none();
	}
	struct vector vector = tensor_load(call->al, &tensor);
	return value_from_vector(call->al, &vector);
}

/* The operations by the names of ReductionOp. */
static enum reduction reduction_arg(struct call *call, int i) {
	static const char *const names[] = { "ADD", "MUL", "MAX", "MIN" };
	const struct value *value = kind_arg(call, i, VALUE_STRING, "ADD, MUL, MAX or MIN");
	for (int k = 0; value != NULL && k < 4; k++) {
		if (str_is(value->string, names[k])) {
			return (enum reduction)k;
		}
	}
	algebra_fault(call->al, FAULT_NAME, "expected ADD, MUL, MAX or MIN");
	return REDUCE_ADD;
}

/*
 * Where the profile has no "_"; without a profile all of it. The DSL takes the maximum and minimum as of floats, which
 * its compiler refuses of integers.
 */
static struct value run_reduce(struct call *call) {
	struct vector a = vector_arg(call, 0);
	enum reduction reduction = reduction_arg(call, 1);
	struct vector init = vector_arg(call, 2);
	struct tuple profile = has_arg(call, 3) ? tuple_arg(call, 3) : tuple_int(0);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	bool is_choice = reduction == REDUCE_MAX || reduction == REDUCE_MIN;
	if (is_choice && !element_is_float(a.element) && !tuple_is_all_underscore(profile)) {
		algebra_note(call->al, FAULT_UNSUPPORTED,
			"the DSL compiles no MAX and MIN of integers: convert them to floats");
		call->al->note.operand = 2;
	}
	struct vector made = vector_reduce(call->al, a, reduction, init, profile);
	return value_from_vector(call->al, &made);
}

/* Element by element. */
static struct value run_where(struct call *call) {
	if (!has_arg(call, 2)) {
		return operation_call(operation_find(str_from("owned")), call->al, call->args, call->count);
	}
	struct vector condition = vector_arg(call, 0);
	struct vector a = vector_arg(call, 1);
	struct vector b = vector_arg(call, 2);
	struct vector made = algebra_failed(call->al) ? a : vector_choose(call->al, condition, a, b);
	return value_from_vector(call->al, &made);
}

/* Argument 0 as a vector with a shape; a fault where it is one number. */
static struct vector shaped_arg(struct call *call) {
	struct vector vector = vector_arg(call, 0);
	if (vector.is_scalar) {
		algebra_fault(call->al, FAULT_TYPE, "expected a vector, saw one number");
	}
	return vector;
}

/* The same number everywhere, in the type of the vector or another one. */
static struct value run_full_like(struct call *call) {
	struct vector like = shaped_arg(call);
	struct vector number = vector_arg(call, 1);
	const struct element *element = has_arg(call, 2) ? type_arg(call, 2) : like.element;
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct vector made = vector_broadcast(call->al, vector_convert(call->al, number, element), like.shape);
	return value_from_vector(call->al, &made);
}

/* The same elements in column-major order. */
static struct value run_reshape(struct call *call) {
	struct vector a = shaped_arg(call);
	struct tuple shape = tuple_arg(call, 1);
	struct tuple size = algebra_failed(call->al) ? shape : tuple_product(call->al, shape);
	if (!algebra_failed(call->al) && !tuple_is_constant(size, a.count)) {
		algebra_fault(call->al, FAULT_DOMAIN, "a shape of another size: the vector has %d elements", a.count);
	}
	a.shape = shape;
	return value_from_vector(call->al, &a);
}

/* Toward zero where floats become integers. */
static struct value run_to(struct call *call) {
	struct vector a = vector_arg(call, 0);
	const struct element *element = type_arg(call, 1);
	struct vector made = algebra_failed(call->al) ? a : vector_convert(call->al, a, element);
	return value_from_vector(call->al, &made);
}

/* Extents 1 repeated. */
static struct value run_broadcast_to(struct call *call) {
	struct vector a = vector_arg(call, 0);
	struct tuple shape = tuple_arg(call, 1);
	struct vector made = algebra_failed(call->al) ? a : vector_broadcast(call->al, a, shape);
	return value_from_vector(call->al, &made);
}

/* One number in the place of each element that the tensor has. */
static struct value run_fill(struct call *call) {
	struct tensor_value tensor;
	struct vector number = vector_arg(call, 1);
	if (!tensor_arg(call, 0, &tensor)) {
		return value_none();
	}
	const struct element *element = element_find(tensor.pointer.element);
	call->al->operand = 2;
	if (!number.is_scalar) {
		algebra_fault(call->al, FAULT_TYPE, "expected one number, saw a vector: store() writes one");
	} else if (element != NULL) {
		bool is_truth = element == &element_types[ELEMENT_BOOL];
		number = vector_convert(call->al, number, is_truth ? &element_types[ELEMENT_B1] : element);
	}
	call->al->operand = 1;
	if (!algebra_failed(call->al)) {
		tensor_store(call->al, &tensor, &number);
	}
	return value_from_tensor(call->al, &tensor);
}

/* The elements of the vector in the place of those of the tensor. */
static struct value run_store(struct call *call) {
	struct tensor_value tensor;
	const struct value *value = kind_arg(call, 1, VALUE_VECTOR, "a vector, as load() gives");
	if (value == NULL || !tensor_arg(call, 0, &tensor)) {
		return value_none();
	}
	if (value->vector->is_scalar) {
		arg(call, 1);
		algebra_fault(call->al, FAULT_TYPE, "expected a vector, saw one number: fill() writes it everywhere");
		return value_none();
	}
	tensor_store(call->al, &tensor, value->vector);
	return value_from_tensor(call->al, &tensor);
}

#define LOADED "load(tensor<ptr<f32,generic> o (2,3):(3,1)>)"

static const struct operation operations[] = {
	{ "broadcast_to", "vector, shape", RUN(run_broadcast_to, 2, 2),
		"the vector with its extents 1 repeated up to a shape",
		"broadcast_to(load(tensor<ptr<f32,generic> o (1,3):(3,1)>),(2,3))", "tensor_value<vector<6xf32> o (2, 3)>",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "fill", "tensor, number", RUN(run_fill, 2, 2),
		"write a number to all elements of a tensor, which is the result",
		"fill(tensor<ptr<f32,generic> o (2,3):(3,1)>,1)", "(2,3):(3,1)",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "full_like", "vector, number, type", RUN(run_full_like, 2, 3),
		"a number in the place of each element",
		"full_like(" LOADED ",0)", "tensor_value<vector<6xf32> o (2, 3)>",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "load", "tensor", RUN(run_load, 1, 1),
		"the elements of a tensor: 0, 1, 2, ... from the beginning of its memory on, or those of --data",
		LOADED, "tensor_value<vector<6xf32> o (2, 3)>",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "reduce", "vector, op, init_val, reduction_profile", RUN(run_reduce, 3, 4),
		"the sum, product, maximum or minimum (ADD, MUL, MAX, MIN) over the modes where a profile has no _",
		"reduce(" LOADED ",ADD,0,(_,1))", "tensor_value<vector<2xf32> o (2,)>",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "reshape", "vector, shape", RUN(run_reshape, 2, 2),
		"a vector in another shape, column-major; a layout with another shape is with_shape(L, shape)",
		"reshape(" LOADED ",(3,2))", "tensor_value<vector<6xf32> o (3, 2)>",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "store", "tensor, vector", RUN(run_store, 2, 2),
		"write the elements of a vector to a tensor, which is the result",
		"store(tensor<ptr<f32,generic> o (2,3):(3,1)>," LOADED ")", "(2,3):(3,1)",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "to", "vector, type", RUN(run_to, 2, 2),
		"the elements in another type",
		"to(" LOADED ",f16)", "tensor_value<vector<6xf16> o (2, 3)>",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "where", "condition, a, b", RUN(run_where, 2, 3),
		"elements of a where a condition holds, else of b; where(tv, thread) is owned(tv, thread)",
		"where(" LOADED ">0," LOADED ",full_like(" LOADED ",0))", "tensor_value<vector<6xf32> o (2, 3)>",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
};

OPERATION_GROUP(vector, "Elements", operations)
