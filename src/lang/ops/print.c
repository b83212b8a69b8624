/* What programs print: values in lines of text, when they are compiled and when they run, and tensors. */
#include "lang/memory.h"
#include "lang/notation/plain.h"
#include "lang/ops/over_tensors.h"
#include "lang/ops/signature.h"
#include "lang/print_tensor.h"

/* What is printed, as the value of the statement that prints it. */
static struct value text_value(struct call *call, const struct buf *text) {
	bool failed = algebra_failed(call->al);
	return failed ? value_none() : (struct value){ .kind = VALUE_TEXT, .string = buf_str(text) };
}

/* The arguments as Python prints them, with blanks between them; one alone that is no text is the value itself. */
static struct value run_print(struct call *call) {
	struct buf text;
	enum value_kind kind = arg(call, 0)->kind;
	bool is_text = kind == VALUE_STRING || kind == VALUE_TEXT;
	bool differs = kind == VALUE_TUPLE || kind == VALUE_BOOL;
	if (call->count == 1 && !is_text && !(differs && algebra_is_dsl(call->al))) {
		return call->args[0];
	}
	buf_init(&text, call->al->arena);
	for (int i = 0; i < call->count; i++) {
		buf_put(&text, i > 0 ? " " : "");
		print_python(&text, &call->args[i]);
	}
	return text_value(call, &text);
}

/* "t" with the numbers of its integers that the program names, Int32(8), in their place. */
static struct tuple numbered_tuple(struct algebra *al, struct tuple t) {
	if (!tuple_is_tuple(t)) {
		if (int_is_numbered(t)) {
			t.known = KNOWN_RUN_TIME;
			t.divisor = 0;
			t.traits = 0;
		}
		return t;
	}
	struct tuple *modes = tuple_modes_room(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = numbered_tuple(al, t.modes[i]);
	}
	return tuple_of(al, modes, t.rank);
}

/* "map" with the numbers of integers that print() knows and the algebra does not. */
static struct map numbered_map(struct algebra *al, struct map map) {
	if (map.kind == MAP_LAYOUT) {
		map.layout = layout_of(al, numbered_tuple(al, map.layout.shape), numbered_tuple(al, map.layout.stride));
	} else if (map.kind == MAP_COMPOSED) {
		struct composed *made = arena_alloc(al->arena, sizeof *made);
		*made = *map.composed;
		made->outer = numbered_map(al, made->outer);
		made->offset = numbered_tuple(al, made->offset);
		made->inner = numbered_map(al, made->inner);
		map.composed = made;
	}
	return map;
}

/* "value" as a kernel sees it that runs. */
static struct value numbered_value(struct algebra *al, const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE: return value_from_tuple(numbered_tuple(al, value->tuple));
	case VALUE_LAYOUT:
	case VALUE_COMPOSED: return value_from_map(numbered_map(al, value_as_map(al, value)));
	default: return *value;
	}
}

/* "value" with the numbers that it has at run time. */
static void put_number(struct algebra *al, struct buf *out, const struct value *value) {
	const struct vector *number = value->kind == VALUE_VECTOR ? value->vector : NULL;
	if (number == NULL || !number->is_scalar || number->numbers == NULL) {
		if (value->kind == VALUE_STRING || value->kind == VALUE_TEXT) {
			buf_put_str(out, value->string);
		} else if (value->kind == VALUE_BOOL) {
			buf_put(out, value->boolean ? "1" : "0");
		} else {
			struct value at_run_time = numbered_value(al, value);
			print_value_in(out, &at_run_time, DIALECT_DSL);
		}
		return;
	}
	struct buf text;
	buf_init(&text, out->arena);
	bool is_truth = number->element == &element_types[ELEMENT_B1];
	number_print(&text, is_truth ? &element_types[ELEMENT_U8] : number->element, number->numbers[0]);
	buf_put(out, text.data[0] == ' ' ? text.data + 1 : text.data);
}

/* The argument behind the "*next" that have been used, in the place of a brace or a percent sign. */
static void put_next(struct call *call, struct buf *out, int *next) {
	if (*next >= call->count) {
		algebra_operand(call->al, 1);
		algebra_fault(call->al, FAULT_RANK, "the text asks for more than the %d value%s behind it", call->count - 1,
			call->count == 2 ? "" : "s");
		return;
	}
	put_number(call->al, out, &call->args[(*next)++]);
}

/* The text with {}, or %d and its like, replaced by the values behind it; or without a text the value. */
static struct value run_printf(struct call *call) {
	struct buf text;
	buf_init(&text, call->al->arena);
	if (call->args[0].kind != VALUE_STRING) {
		put_number(call->al, &text, &call->args[0]);
		return text_value(call, &text);
	}
	int next = 1;
	struct str format = call->args[0].string;
	for (size_t i = 0; i < format.length && !algebra_failed(call->al); i++) {
		char c = format.data[i];
		char following = i + 1 < format.length ? format.data[i + 1] : '\0';
		bool escape = c == '\\' && following == 'n';
		if ((c == '{' && following == '}') || (c == '%' && strchr("dufxlsg", following) != NULL && following != '\0')) {
			put_next(call, &text, &next);
			i++;
		} else if (escape || (c == '%' && following == '%')) {
			buf_put_char(&text, escape ? '\n' : '%');
			i++;
		} else {
			buf_put_char(&text, c);
		}
	}
	return text_value(call, &text);
}

/* Whether argument "i" is true. */
static bool truth_arg(struct call *call, int i) {
	const struct value *value = has_arg(call, i) ? kind_arg(call, i, VALUE_BOOL, "true or false") : NULL;
	return value != NULL && value->boolean;
}

/* The tensor, and with it the text that the program prints in its place. */
static struct value run_print_tensor(struct call *call) {
	bool verbose = truth_arg(call, 1);
	struct tensor_value tensor;
	struct vector vector = { .count = 0 };
	if (arg(call, 0)->kind == VALUE_VECTOR) {
		vector = *call->args[0].vector;
		tensor = tensor_of_vector(call->al, &vector);
	} else if (!tensor_arg(call, 0, &tensor)) {
		return value_none();
	} else if (tensor.has_pointer) {
		vector = tensor_load(call->al, &tensor);
	}
	if (!algebra_failed(call->al) && tensor.has_pointer && vector.numbers == NULL) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "the elements are known at run time only");
	}
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct buf text;
	buf_init(&text, call->al->arena);
	print_tensor(call->al, &text, &tensor, &vector, verbose);
	tensor.printed = text.data;
	return value_from_tensor(call->al, &tensor);
}

static const struct operation operations[] = {
	{ "print", "value, ...", RUN_AS(ARGUMENTS_PYTHON, run_print, 1, LIMIT_ARGUMENTS),
		"the values with blanks between them, as Python prints them when a program is compiled",
		"print(\"shape\",(4,8))", "shape (4, 8)",
		"python/CuTeDSL/cutlass/cute/core.py" },
	{ "print_tensor", "tensor, verbose", RUN(run_print_tensor, 1, 2),
		"print the elements of a tensor or vector as the DSL does",
		"print_tensor(tensor<ptr<f32,generic> o (2,3):(3,1)>)", "(2,3):(3,1)",
		"python/CuTeDSL/cutlass/cute/tensor.py" },
	{ "printf", "text, value, ...", RUN_AS(ARGUMENTS_PYTHON, run_printf, 1, LIMIT_ARGUMENTS),
		"the text with {} replaced by the values, as they are at run time",
		"printf(\"{} of {}\",2,(4,8):(8,1))", "2 of (4,8):(8,1)",
		"python/CuTeDSL/cutlass/cute/core.py" },
};

OPERATION_GROUP(print, "Printing", operations)
