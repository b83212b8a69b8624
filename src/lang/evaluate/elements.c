/* Numbers of a type, strings with values in them, and elements that are written. */
#include "lang/evaluate/evaluate.h"

#include "lang/memory.h"
#include "lang/print_tensor.h"
#include "lang/vector.h"

/* int("value") and float("value") of Python, which are no types of the DSL; false for what has a type. */
static bool is_cast(struct algebra *al, struct str name, const struct value *value, struct value *made) {
	struct tuple integer = vector_integer(value);
	bool is_integer = !tuple_is_underscore(integer);
	if (str_is(name, "int") && is_integer) {
		*made = value_from_tuple(integer);
		return true;
	}
	if (str_is(name, "int") && value_is_float(value)) {
		*made = vector_cast_to_integer(al, value);
		return true;
	}
	if (str_is(name, "float") && is_integer && int_has_value(integer)) {
		struct vector real = vector_from_real(al, (double)integer.value);
		*made = value_from_vector(al, &real);
		return true;
	}
	*made = *value;
	return str_is(name, "float") && value_is_float(value);
}

/* An integer at run time that is of the type already, so that the DSL keeps what it knows of it. */
static bool is_of_type(const struct value *value, const struct element *element) {
	bool is_divisor = value->kind == VALUE_TUPLE && tuple_is_plain_int(value->tuple)
		&& value->tuple.known == KNOWN_DIVISOR;
	enum element_id id = is_divisor && int_is_wide(value->tuple) ? ELEMENT_S64 : ELEMENT_S32;
	return is_divisor && element == &element_types[id];
}

/* Int32(8), Float32(0.5): a number of the type "element", which a program knows at run time only. */
struct value evaluate_number(struct evaluation *ev, const struct node *node, const struct element *element) {
	struct value value = evaluate_node(ev, node->first_child);
	struct value cast;
	evaluation_start(ev);
	if (!evaluation_failed(ev) && algebra_is_dsl(&ev->algebra) && is_cast(&ev->algebra, node->text, &value, &cast)) {
		evaluation_collect(ev, node, NULL, 0);
		return cast;
	}
	if (!evaluation_failed(ev) && is_of_type(&value, element)) {
		return value;
	}
	struct vector number;
	if (element == &element_types[ELEMENT_BOOL]) {
		element = &element_types[ELEMENT_B1];
	}
	if (!vector_from_value(&ev->algebra, &value, &number) || !number.is_scalar) {
		return evaluation_fail(ev, node->first_child, FAULT_TYPE, "expected a number, saw %s", value_kind_name(&value));
	}
	number = vector_convert(&ev->algebra, number, element);
	number.is_python = false;
	evaluation_collect(ev, node, NULL, 0);
	return value_from_vector(&ev->algebra, &number);
}

/* T[c] = e: the elements of a slice, or one; the result is the tensor. */
struct value evaluate_store(struct evaluation *ev, const struct node *node) {
	struct algebra *al = &ev->algebra;
	int count;
	const struct value *values = evaluate_children(ev, node, &count);
	if (values == NULL) {
		return value_none();
	}
	if (values[0].kind != VALUE_TENSOR || !values[0].tensor->has_pointer) {
		return evaluation_fail(ev, node->first_child, FAULT_TYPE,
			"only elements of a tensor with a pointer can be written");
	}
	evaluation_start(ev);
	struct value coordinate = count == 3 ? values[1] : value_from_items(al, &values[1], count - 2);
	struct tuple c = value_as_tuple(al, &coordinate);
	struct vector stored = algebra_failed(al) ? vector_from_integer(al, 0)
		: evaluation_vector(ev, &values[count - 1], 0);
	evaluation_collect(ev, node, NULL, 0);
	if (evaluation_failed(ev) || !tuple_has_underscore(c)) {
		if (!evaluation_failed(ev) && !stored.is_scalar) {
			return evaluation_fail(ev, node->last_child, FAULT_TYPE, "expected one number, saw a vector");
		}
		tensor_set(al, values[0].tensor, c, &stored);
		evaluation_collect(ev, node, NULL, 0);
		return values[0];
	}
	if (stored.is_scalar) {
		return evaluation_fail(ev, node->last_child, FAULT_TYPE,
			"expected a vector, saw one number: fill() writes it everywhere");
	}
	const struct value args[2] = { coordinate, values[0] };
	struct value part = evaluate_named(ev, node, "slice", args, 2);
	if (part.kind == VALUE_TENSOR) {
		tensor_store(al, part.tensor, &stored);
		evaluation_collect(ev, node, NULL, 0);
	}
	return values[0];
}

/* f"a {b}": the parts as print() of Python has them, one behind the other. */
struct value evaluate_format(struct evaluation *ev, const struct node *node) {
	struct buf text;
	buf_init(&text, ev->algebra.arena);
	for (const struct node *child = node->first_child; child != NULL; child = child->next) {
		struct value value = evaluate_node(ev, child);
		if (evaluation_failed(ev)) {
			return value_none();
		}
		print_python(&text, &value);
	}
	return (struct value){ .kind = VALUE_STRING, .string = buf_str(&text) };
}
