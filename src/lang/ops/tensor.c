/* Making tensors, and what is done to their pointers. */
#include <inttypes.h>

#include "algebra/python.h"
#include "base/element.h"
#include "lang/memory.h"
#include "lang/ops/over_tensors.h"
#include "lang/ops/signature.h"

/* The pointer of registers for elements of the type of "pointer". */
static struct pointer_value register_pointer(struct algebra *al, struct str element) {
	return (struct pointer_value){
		.element = element_canonical(element), .space = str_from("rmem"), .bits = element_bits(element),
		.alignment = 32, .cells = cells_new(al->arena),
	};
}

/* "value" is None, as an argument that is not given. */
static bool is_none(const struct value *value) {
	return value->kind == VALUE_TUPLE && tuple_is_underscore(value->tuple);
}

/* Whether "t" is 0, or a tuple of nothing else. */
static bool is_zero(struct tuple t) {
	bool zero = tuple_is_tuple(t) || tuple_is_constant(t, 0);
	for (int i = 0; i < t.rank && tuple_is_tuple(t) && zero; i++) {
		zero = is_zero(tuple_mode(t, i));
	}
	return zero;
}

/* What tensor argument 0 is over: a pointer, the type of elements in registers, or where coordinates begin. */
static bool begin_arg(struct call *call, struct tensor_value *tensor) {
	const struct value *begin = arg(call, 0);
	switch (begin->kind) {
	case VALUE_POINTER:
		tensor->has_pointer = true;
		tensor->pointer = *begin->pointer;
		tensor->offset = begin->pointer->offset;
		tensor->pointer.offset = tuple_int(0);
		return true;
	case VALUE_STRING:
		tensor->has_pointer = element_bits(begin->string) > 0;
		tensor->pointer = register_pointer(call->al, begin->string);
		break;
	case VALUE_TENSOR:
		*tensor = *begin->tensor;
		return true;
	case VALUE_TUPLE:
		tensor->offset = begin->tuple;
		tensor->is_part = !is_zero(tensor->offset) && !algebra_is_dsl(call->al);
		if (tuple_has_underscore(begin->tuple)) {
			algebra_fault(call->al, FAULT_TYPE, "the coordinate at which a tensor begins has no _");
		}
		return !algebra_failed(call->al);
	default:
		break;
	}
	if (!tensor->has_pointer) {
		algebra_fault(call->al, FAULT_TYPE, "expected a pointer such as ptr<f16, gmem, align<16>>, saw %s",
			value_kind_name(begin));
	}
	return tensor->has_pointer;
}

/* A shape or layout in registers. */
static struct value run_make_rmem_tensor(struct call *call) {
	const struct value *type = kind_arg(call, 1, VALUE_STRING, "a type of elements");
	if (type == NULL) {
		return value_none();
	}
	if (element_bits(type->string) == 0) {
		algebra_fault(call->al, FAULT_TYPE, "expected a type of elements such as f32");
		return value_none();
	}
	struct tensor_value tensor = {
		.has_pointer = true, .pointer = register_pointer(call->al, type->string), .offset = tuple_int(0),
		.map = map_from_layout(layout_arg(call, 0)),
	};
	if (!algebra_failed(call->al) && tuple_has_basis(tensor.map.layout.stride)) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "no memory is reached by the coordinates of this layout");
	}
	return value_from_tensor(call->al, &tensor);
}

/* The compact tensor in registers of the shape and order of another one. */
static struct value run_make_rmem_tensor_like(struct call *call) {
	struct tensor_value tensor;
	if (!tensor_arg(call, 0, &tensor)) {
		return value_none();
	}
	const struct value *type = has_arg(call, 1) ? kind_arg(call, 1, VALUE_STRING, "a type of elements") : NULL;
	struct str element = type != NULL ? type->string : tensor.pointer.element;
	if (algebra_is_dsl(call->al) && element_find(element) == &element_types[ELEMENT_B1]) {
		element = str_from(element_types[ELEMENT_BOOL].name);
	}
	if (element_bits(element) == 0) {
		algebra_fault(call->al, FAULT_TYPE, "expected a tensor with a pointer, or a type of elements");
		return value_none();
	}
	struct value layout = value_from_layout(map_inner(call->al, tensor.map));
	/* A tensor of coordinates has no order. */
	bool has_basis = !algebra_failed(call->al) && tuple_has_basis(layout.layout.stride)
		&& arg(call, 0)->kind == VALUE_TENSOR;
	struct value like = has_basis ? value_from_layout(layout_from_shape(call->al, layout.layout.shape))
		: operation_call(operation_find(str_from("make_layout_like")), call->al, &layout, 1);
	struct tensor_value made = {
		.has_pointer = true, .pointer = register_pointer(call->al, element), .offset = tuple_int(0),
		.map = value_as_map(call->al, &like),
	};
	return value_from_tensor(call->al, &made);
}

/* The type of its elements. */
static struct value run_element_type(struct call *call) {
	struct tensor_value tensor;
	const struct value *value = arg(call, 0);
	if (value->kind == VALUE_POINTER) {
		return (struct value){ .kind = VALUE_STRING, .string = value->pointer->element };
	}
	if (value->kind == VALUE_VECTOR) {
		return (struct value){ .kind = VALUE_STRING, .string = str_from(value->vector->element->name) };
	}
	if (!tensor_arg(call, 0, &tensor)) {
		return value_none();
	}
	if (!tensor.has_pointer) {
		algebra_fault(call->al, FAULT_TYPE, "a tensor without a pointer has no type of elements");
		return value_none();
	}
	return (struct value){ .kind = VALUE_STRING, .string = tensor.pointer.element };
}

/* Its bits. */
static struct value run_width(struct call *call) {
	int bits = element_bits_arg(call, 0);
	/* A truth value has a byte of memory, but one bit. */
	bool is_truth = bits != 0 && element_find(call->args[0].string) == &element_types[ELEMENT_BOOL];
	return from_tuple(call, tuple_int(is_truth ? 1 : bits));
}

/* A layout, or a shape and a stride, over a pointer. */
static struct value run_make_tensor(struct call *call) {
	struct tensor_value tensor = { .offset = tuple_int(0) };
	if (!begin_arg(call, &tensor)) {
		return value_none();
	}
	if (has_arg(call, 2)) {
		struct tuple shape = tuple_arg(call, 1);
		struct tuple stride = tuple_arg(call, 2);
		tensor.map = map_from_layout(algebra_failed(call->al) ? layout_one() : layout_make(call->al, shape, stride));
	} else {
		tensor.map = map_arg(call, 1);
	}
	if (!algebra_failed(call->al) && map_is_flagged(tensor.map)) {
		tensor_take_swizzle(&tensor);
	}
	return value_from_tensor(call->al, &tensor);
}

/* The coordinates of a shape, from the one with zeros on. */
static struct value run_make_identity_tensor(struct call *call) {
	struct layout identity = layout_identity(call->al, extents_of_layout(call, shape_arg(call, 0)));
	struct tensor_value tensor = {
		.offset = tuple_coprofile(call->al, identity.stride), .map = map_from_layout(identity),
	};
	return value_from_tensor(call->al, &tensor);
}

/* The layout stays, so that coordinates count from another element on. */
static struct value run_domain_offset(struct call *call) {
	struct tensor_value tensor;
	struct tuple c = tuple_arg(call, 0);
	if (!tensor_arg(call, 1, &tensor)) {
		return value_none();
	}
	call->al->operand = 1;
	struct tuple offset = map_crd2idx(call->al, c, tensor.map);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct value made = tensor_move(call->al, &tensor, tensor.map, tuple_from_basis(call->al, offset));
	return call->args[1].kind == VALUE_TENSOR || algebra_failed(call->al) ? made
		: value_without_pointer(call->al, &made);
}

/* The same bytes as elements of another type. */
static struct value run_recast_tensor(struct call *call) {
	struct tensor_value tensor;
	const struct value *type = kind_arg(call, 1, VALUE_STRING, "a type of elements");
	if (type == NULL || !tensor_arg(call, 0, &tensor)) {
		return value_none();
	}
	int bits = element_bits(type->string);
	int64_t old_bits = tensor.has_pointer ? tensor.pointer.bits : tensor.bits;
	if (old_bits == 0 || bits == 0) {
		algebra_fault(call->al, FAULT_TYPE, "expected a tensor with a pointer, and a type of elements");
		return value_none();
	}
	tensor.map = map_recast(call->al, tensor.map, bits, old_bits);
	struct tuple in_bits = int_mul(call->al, tensor.offset, tuple_int(old_bits));
	if (!algebra_failed(call->al) && int_has_value(in_bits) && in_bits.value % bits != 0) {
		arg(call, 0);
		algebra_fault(call->al, FAULT_DIVIDE, "the tensor begins %" PRId64 " bits behind its pointer, no multiple of "
			"the %d of an element", in_bits.value, bits);
	}
	tensor.offset = algebra_failed(call->al) ? in_bits : int_div(call->al, in_bits, tuple_int(bits));
	if (tensor.is_swizzled && !algebra_failed(call->al)) {
		tensor.swizzle = map_recast(call->al, map_from_swizzle(tensor.swizzle), bits, old_bits).swizzle;
	}
	if (!tensor.has_pointer) {
		tensor.bits = bits;
		return value_from_tensor(call->al, &tensor);
	}
	tensor.pointer.element = element_canonical(type->string);
	tensor.pointer.bits = bits;
	/* The DSL's new pointer has no swizzle. */
	tensor.pointer.is_swizzled = tensor.pointer.is_swizzled && !algebra_is_dsl(call->al);
	tensor.pointer.cells = cells_new(call->al->arena);
	return value_from_tensor(call->al, &tensor);
}

/* Its pointer, or where its coordinates begin; a swizzled pointer of CuTe C++ is the tensor of its first element. */
static struct value run_iterator(struct call *call) {
	struct tensor_value tensor;
	if (!tensor_arg(call, 0, &tensor)) {
		return value_none();
	}
	if (tensor.is_swizzled) {
		return tensor_with_map(call->al, &tensor, map_from_layout(layout_one()));
	}
	if (!tensor.has_pointer) {
		return from_tuple(call, tensor.offset);
	}
	struct pointer_value *pointer = arena_alloc(call->al->arena, sizeof *pointer);
	*pointer = tensor.pointer;
	pointer->offset = tensor.offset;
	return (struct value){ .kind = VALUE_POINTER, .pointer = pointer };
}

/* Mode numbers lead to a mode of it. */
static struct value run_layout(struct call *call) {
	if (has_arg(call, 1) && call->args[1].kind == VALUE_TUPLE && tuple_is_tuple(call->args[1].tuple)) {
		arg(call, 1);
		algebra_fault(call->al, FAULT_TYPE, "expected the number of a mode, saw a tuple");
		fault_set_hint(&call->al->fault, "write shape:stride, as in (4,8):(8,1), or make_layout((4,8), (8,1))");
		return value_none();
	}
	struct value value = indexed_arg(call);
	return from_map(call, value_as_map(call->al, &value));
}

/* The bytes that an element of "bits" bits is aligned to at least. */
static int64_t bytes_of(int bits) {
	return bits < 8 ? 1 : bits / 8;
}

/* The swizzle of argument "i", if there is one, for the addresses of "pointer". */
static void swizzle_pointer(struct call *call, int i, struct pointer_value *pointer) {
	if (!given_arg(call, i) || algebra_failed(call->al)) {
		return;
	}
	const struct value *value = kind_arg(call, i, VALUE_SWIZZLE, "a swizzle");
	if (value != NULL) {
		pointer->is_swizzled = true;
		pointer->swizzle[0] = value->swizzle.bits;
		pointer->swizzle[1] = value->swizzle.base;
		pointer->swizzle[2] = value->swizzle.shift;
	}
}

/* "pointer" as a value; VALUE_NONE after a fault. */
static struct value from_pointer(struct call *call, struct pointer_value pointer) {
	struct pointer_value *copy = arena_alloc(call->al->arena, sizeof *copy);
	*copy = pointer;
	return algebra_failed(call->al) ? value_none() : (struct value){ .kind = VALUE_POINTER, .pointer = copy };
}

/* Where it points to does not matter, only what is said of its alignment. */
static struct value run_make_ptr(struct call *call) {
	static const char *const spaces[] = { "generic", "gmem", "smem", "rmem", "tmem" };
	int bits = element_bits_arg(call, 0);
	struct tuple address = algebra_failed(call->al) ? tuple_int(0) : tuple_arg(call, 1);
	if (!algebra_failed(call->al) && !tuple_is_plain_int(address)) {
		algebra_fault(call->al, FAULT_TYPE, "expected an address, an integer");
	}
	struct str space = str_from("generic");
	if (!algebra_failed(call->al) && given_arg(call, 2)) {
		const struct value *word = kind_arg(call, 2, VALUE_STRING, "an AddressSpace, as AddressSpace.gmem");
		space = word != NULL ? word->string : space;
		bool is_known = word == NULL;
		for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
			is_known = is_known || str_is(space, spaces[i]);
		}
		if (!is_known) {
			algebra_fault(call->al, FAULT_NAME, "expected AddressSpace.generic, gmem, smem, rmem or tmem");
		}
	}
	int64_t bytes = bytes_of(bits);
	bool is_given = !algebra_failed(call->al) && given_arg(call, 3);
	int64_t alignment = is_given ? int_arg(call, 3, 1, INT32_MAX) : bytes;
	if (!algebra_failed(call->al) && bytes % alignment != 0 && alignment % bytes != 0) {
		algebra_fault(call->al, FAULT_DOMAIN, "neither of the alignment and the %d bytes of an element divides the "
			"other", (int)bytes);
	}
	/* A truth value is of one bit there, which takes a byte. */
	struct str type = algebra_failed(call->al) ? str_from("") : call->args[0].string;
	bool is_truth = element_find(type) == &element_types[ELEMENT_BOOL];
	struct pointer_value pointer = {
		.element = is_truth ? str_from(element_types[ELEMENT_B1].name) : element_canonical(type), .space = space,
		.bits = bits, .alignment = alignment, .cells = cells_new(call->al->arena),
	};
	swizzle_pointer(call, 4, &pointer);
	return from_pointer(call, pointer);
}

/* The same address, said to be a multiple of so many bytes, too; what is new to it has no swizzle. */
static struct value run_align(struct call *call) {
	const struct value *value = kind_arg(call, 0, VALUE_POINTER, "a pointer");
	int64_t alignment = int_arg(call, 1, 1, INT32_MAX);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	if ((alignment & (alignment - 1)) != 0) {
		algebra_fault(call->al, FAULT_DOMAIN, "an alignment is a power of 2, saw %" PRId64, alignment);
	}
	struct pointer_value pointer = *value->pointer;
	if (pointer.alignment % alignment != 0) {
		pointer.alignment = alignment;
		pointer.is_swizzled = false;
	}
	return from_pointer(call, pointer);
}

/* The same address and alignment, for elements of another type, if one is given, and with that swizzle or none. */
static struct value run_recast_ptr(struct call *call) {
	const struct value *value = kind_arg(call, 0, VALUE_POINTER, "a pointer");
	if (value == NULL) {
		return value_none();
	}
	struct pointer_value pointer = *value->pointer;
	pointer.is_swizzled = false;
	if (given_arg(call, 2)) {
		pointer.bits = element_bits_arg(call, 2);
		pointer.element = algebra_failed(call->al) ? pointer.element : element_canonical(call->args[2].string);
		pointer.cells = cells_new(call->al->arena);
		pointer.offset = tuple_int(0);
	}
	swizzle_pointer(call, 1, &pointer);
	return from_pointer(call, pointer);
}

/* A layout over a range of memory, whose pointer gets this swizzle or none, and this type if there is one. */
static struct value run_get_tensor(struct call *call) {
	const struct value recast[3] = { call->args[0], has_arg(call, 2) ? call->args[2] : value_none(),
		has_arg(call, 3) ? call->args[3] : value_none() };
	const struct value *value = kind_arg(call, 0, VALUE_POINTER, "a pointer");
	struct map map = value != NULL ? map_arg(call, 1) : map_from_layout(layout_one());
	if (!algebra_failed(call->al) && given_arg(call, 2)
		&& kind_arg(call, 2, VALUE_SWIZZLE, "a swizzle") != NULL && map.kind == MAP_COMPOSED) {
		algebra_fault(call->al, FAULT_TYPE, "a composed layout has no second swizzle of its addresses");
	}
	if (!algebra_failed(call->al) && given_arg(call, 3)) {
		element_bits_arg(call, 3);
	}
	struct value parts[2] = { value_none(), value_from_map(map) };
	if (!algebra_failed(call->al)) {
		parts[0] = operation_call(operation_find(str_from("recast_ptr")), call->al, recast, 3);
	}
	return algebra_failed(call->al) ? value_none()
		: operation_call(operation_find(str_from("make_tensor")), call->al, parts, 2);
}

/* A layout in shared memory, which is known at compile time, at an address of this alignment. */
static struct value run_allocate_tensor(struct call *call) {
	int bits = element_bits_arg(call, 0);
	struct map map = algebra_failed(call->al) ? map_from_layout(layout_one()) : map_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct value is_static = operation_call(operation_find(str_from("is_static")), call->al, &call->args[1], 1);
	struct tuple cosize = map_cosize(call->al, map);
	bool has_basis = map.kind == MAP_LAYOUT && tuple_has_basis(map.layout.stride);
	call->al->operand = 2;
	if (!algebra_failed(call->al) && (!is_static.boolean || has_basis || !int_has_value(cosize))) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "shared memory is allocated for integer layouts that are known at "
			"compile time");
	}
	/* A truth value has a byte of memory. */
	bool is_truth = element_find(call->args[0].string) == &element_types[ELEMENT_BOOL];
	bits = is_truth ? 8 : bits;
	if (!algebra_failed(call->al) && cosize.value % 8 * bits % 8 != 0) {
		algebra_fault(call->al, FAULT_DOMAIN, "%" PRId64 " elements of %d bits do not fill their last byte",
			cosize.value, bits);
	}
	int64_t alignment = !algebra_failed(call->al) && has_arg(call, 2) ? int_arg(call, 2, 1, 1024) : 1;
	bool is_swizzled = map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE;
	if (!algebra_failed(call->al) && given_arg(call, 3) && is_swizzled) {
		arg(call, 3);
		algebra_fault(call->al, FAULT_TYPE, "a swizzled layout has no second swizzle of its addresses");
	}
	struct str element = is_truth ? str_from("i8") : call->args[0].string;
	struct tensor_value tensor = {
		.has_pointer = true, .offset = tuple_int(0), .map = map,
		.pointer = {
			.element = element_canonical(element), .space = str_from("smem"), .bits = bits,
			.alignment = alignment > bytes_of(bits) ? alignment : bytes_of(bits), .cells = cells_new(call->al->arena),
		},
	};
	swizzle_pointer(call, 3, &tensor.pointer);
	return value_from_tensor(call->al, &tensor);
}

/*
 * The cosize in bytes, rounded up: of a swizzled layout that of the layout behind the swizzle, of any other composed
 * one that of its first layout, and of None 0.
 */
static struct value run_size_in_bytes(struct call *call) {
	struct value bits = run_width(call);
	if (algebra_failed(call->al) || is_none(arg(call, 1))) {
		return algebra_failed(call->al) ? value_none() : from_tuple(call, tuple_int(0));
	}
	enum value_kind kind = call->args[1].kind;
	if (kind != VALUE_LAYOUT && kind != VALUE_COMPOSED) {
		algebra_fault(call->al, FAULT_TYPE, "expected a layout, saw %s", value_kind_name(&call->args[1]));
	}
	struct map map = map_arg(call, 1);
	bool is_composed = !algebra_failed(call->al) && map.kind == MAP_COMPOSED;
	bool is_swizzled = is_composed && map.composed->outer.kind == MAP_SWIZZLE;
	map = is_swizzled ? map.composed->inner : is_composed ? map.composed->outer : map;
	struct value layout = value_from_map(map);
	struct value count = algebra_failed(call->al) ? value_none()
		: operation_call(operation_find(str_from("cosize")), call->al, &layout, 1);
	if (algebra_failed(call->al)) {
		call->al->fault.operand = 2;
		return value_none();
	}
	call->al->operand = 2;
	struct tuple product = algebra_is_dsl(call->al) ? python_compute(call->al, '*', count.tuple, bits.tuple)
		: int_mul(call->al, count.tuple, bits.tuple);
	const struct value both[] = { value_from_tuple(product), value_from_tuple(tuple_int(8)) };
	return algebra_failed(call->al) ? value_none()
		: operation_call(operation_find(str_from("ceil_div")), call->al, both, 2);
}

static const struct operation operations[] = {
	{ "align", "pointer, min_align", RUN(run_align, 2, 2),
		"the pointer, whose address is said to be a multiple of so many bytes",
		"align(ptr<f16,gmem>,16)", "ptr<f16, gmem, align<16>>",
		"python/CuTeDSL/cutlass/cute/typing.py" },
	{ "allocate_tensor", "element_type, layout, byte_alignment, swizzle", RUN(run_allocate_tensor, 2, 4),
		"a tensor in shared memory, as SmemAllocator().allocate_tensor gives it",
		"iterator(allocate_tensor(f16,(8,64):(64,1),128))", "ptr<f16, smem, align<128>>",
		"python/CuTeDSL/cutlass/memory/smem.py" },
	{ "data_ptr", "ptr", RUN(run_recast_ptr, 1, 1),
		"the pointer of a range of memory, as MemRange.data_ptr gives it",
		"data_ptr(ptr<f16, smem, align<128>>)", "ptr<f16, smem, align<128>>",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "domain_offset", "coord, tensor", RUN(run_domain_offset, 2, 2),
		"the tensor whose coordinates count from coord on; of a layout (layout, offset)",
		"domain_offset((1,2),(4,8):(8,1))", "((4,8):(8,1),10)",
		"include/cute/tensor_impl.hpp" },
	{ "element_type", "tensor", RUN(run_element_type, 1, 1),
		"the type of the elements of a tensor or vector",
		"element_type(tensor<ptr<f16,gmem> o (4,8):(8,1)>)", "\"f16\"",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "get_tensor", "ptr, layout, swizzle, dtype", RUN(run_get_tensor, 2, 4),
		"a layout over a range of memory, as MemRange.get_tensor gives it",
		"get_tensor(ptr<f16, smem, align<128>>,(8,64):(64,1))", "(8,64):(64,1)",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "iterator", "tensor", RUN(run_iterator, 1, 1),
		"the pointer of a tensor, or the coordinate at which it begins",
		"iterator(tensor<ptr<f16,gmem> o (4,8):(8,1)>)", "ptr<f16, gmem>",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "layout", "tensor, mode, ...", RUN(run_layout, 1, LIMIT_ARGUMENTS),
		"the layout of a tensor; mode numbers lead to one of its modes",
		"layout(tensor<ptr<f16,gmem> o (4,8):(8,1)>)", "(4,8):(8,1)",
		"include/cute/tensor_impl.hpp" },
	{ "make_identity_tensor", "shape", RUN(run_make_identity_tensor, 1, 1),
		"the tensor of the coordinates of a shape",
		"make_identity_tensor((4,8))", "(4,8):(1@0,1@1)",
		"include/cute/tensor_impl.hpp" },
	{ "make_ptr", "dtype, value, mem_space, assumed_align, swizzle_", RUN(run_make_ptr, 2, 5),
		"a pointer to elements at an address, in generic memory if no other is said",
		"make_ptr(f16,0,AddressSpace.gmem,assumed_align=16)", "ptr<f16, gmem, align<16>>",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "make_rmem_tensor", "layout_or_shape, dtype", RUN(run_make_rmem_tensor, 2, 2),
		"a tensor in registers",
		"make_rmem_tensor((4,2),f32)", "(4,2):(1,4)",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "make_rmem_tensor_like", "tensor, dtype", RUN(run_make_rmem_tensor_like, 1, 2),
		"a compact tensor in registers of the shape and order of another one",
		"make_rmem_tensor_like(tensor<ptr<f16,gmem> o (4,8):(16,1)>)", "(4,8):(8,1)",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "make_tensor", "pointer, layout, stride", RUN(run_make_tensor, 2, 3),
		"a layout over the memory that a pointer points to; shape and stride are a layout",
		"make_tensor(ptr<f16, gmem, align<16>>,(4,8):(8,1))", "(4,8):(8,1)",
		"03_tensor.md, Creating a Tensor; include/cute/tensor_impl.hpp" },
	{ "recast_ptr", "ptr, swizzle_, dtype", RUN(run_recast_ptr, 1, 3),
		"the same address as a pointer to elements of another type, without a swizzle unless one is given",
		"recast_ptr(ptr<f16, smem, align<128>>,dtype=f32)", "ptr<f32, smem, align<128>>",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "recast_tensor", "tensor, type", RUN(run_recast_tensor, 2, 2),
		"the same memory as elements of another type",
		"recast_tensor(tensor<ptr<f16,gmem> o (4,8):(8,1)>,f32)", "(4,4):(4,1)",
		"include/cute/tensor_impl.hpp" },
	{ "size_in_bytes", "dtype, layout", RUN(run_size_in_bytes, 2, 2),
		"the bytes that the elements of a layout reach over",
		"size_in_bytes(f16,(128,64):(72,1))", "18416",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "width", "type", RUN(run_width, 1, 1),
		"the bits of a type of elements",
		"width(f16)", "16",
		"python/CuTeDSL/cutlass/base_dsl/typing.py" },
};

OPERATION_GROUP(tensor, "Tensors", operations)
