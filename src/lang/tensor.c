/*
 * What is known of a pointer is kept through every step: moving by an offset leaves the alignment that divides both
 * the old one and the bytes moved, and a swizzle stays with the pointer that has it.
 */
#include "lang/tensor.h"

#include "base/element.h"
#include "base/number.h"
#include "lang/notation/pointer.h"

/* --- elements --- */

/* What the DSL prints for a type, where that is another name than PTX's. */
static const char *const names[ELEMENT_COUNT] = {
	[ELEMENT_B1] = "i1",
	[ELEMENT_U4] = "i4",
	[ELEMENT_S4] = "i4",
	[ELEMENT_E2M1] = "f4E2M1FN",
	[ELEMENT_E2M3] = "f6E2M3FN",
	[ELEMENT_E3M2] = "f6E3M2FN",
	[ELEMENT_BOOL] = "i8",
	[ELEMENT_U8] = "i8",
	[ELEMENT_S8] = "i8",
	[ELEMENT_E4M3] = "f8E4M3FN",
	[ELEMENT_E5M2] = "f8E5M2",
	[ELEMENT_E8M0] = "f8E8M0FNU",
	[ELEMENT_U16] = "i16",
	[ELEMENT_S16] = "i16",
	[ELEMENT_U32] = "i32",
	[ELEMENT_S32] = "i32",
	[ELEMENT_U64] = "i64",
	[ELEMENT_S64] = "i64",
	[ELEMENT_U128] = "i128",
};

struct str element_canonical(struct str name) {
	const struct element *element = element_find(name);
	return element != NULL ? str_from(element->name) : str_from("");
}

struct str element_name(struct str name) {
	const struct element *element = element_find(name);
	if (element == NULL) {
		return name;
	}
	const char *own = names[element - element_types];
	return str_from(own != NULL ? own : element->name);
}

/* --- pointers --- */

/* The text up to the first "," or the end, without blanks around it; "*rest" receives what stands behind it. */
static struct str next_part(struct str text, struct str *rest) {
	size_t end = 0;
	while (end < text.length && text.data[end] != ',') {
		end++;
	}
	size_t behind = end < text.length ? end + 1 : end;
	*rest = (struct str){ text.data + behind, text.length - behind };
	while (end > 0 && text.data[end - 1] == ' ') {
		end--;
	}
	size_t begin = 0;
	while (begin < end && text.data[begin] == ' ') {
		begin++;
	}
	return (struct str){ text.data + begin, end - begin };
}

/* What stands between the brackets of ptr<...>, or behind the address of raw_ptr(...); empty if "text" is neither. */
static struct str pointer_words(struct str text) {
	size_t begin = 0;
	while (begin < text.length && text.data[begin] != '<' && text.data[begin] != ':') {
		begin++;
	}
	bool is_pointer = str_starts_with(text, "ptr<") || str_starts_with(text, "raw_ptr(");
	if (!is_pointer || begin == text.length) {
		return str_from("");
	}
	return (struct str){ text.data + begin + 1, text.length - begin - 2 };
}

bool pointer_value_read(struct str text, struct pointer_value *pointer) {
	struct pointer known;
	size_t length;
	struct str words = pointer_words(text);
	struct str rest;
	struct str element = next_part(words, &rest);
	struct str space = next_part(rest, &rest);
	if (words.length == 0 || element_bits(element) == 0 || !pointer_read(text, &known, &length)) {
		return false;
	}
	bool has_space = space.length > 0 && !str_starts_with(space, "align") && !str_starts_with(space, "S<");
	int bits = element_bits(element);
	int64_t bytes = (bits + 7) / 8;
	*pointer = (struct pointer_value){
		.element = element_canonical(element),
		.space = has_space ? space : str_from("generic"),
		.bits = bits,
		.alignment = known.alignment > 0 ? known.alignment : bytes,
		.is_swizzled = known.has_swizzle,
		.swizzle = { known.swizzle[0], known.swizzle[1], known.swizzle[2] },
	};
	return true;
}

void pointer_value_print(struct buf *out, const struct pointer_value *pointer) {
	buf_put(out, "ptr<");
	/* Integers of an MMA's operands say their sign, as in CuTe IR: si32. */
	bool has_sign = str_is_among(pointer->element, "si8 ui8 si32");
	buf_put_str(out, has_sign ? pointer->element : element_name(pointer->element));
	buf_put(out, ", ");
	buf_put_str(out, pointer->space);
	if (pointer->bits < 8 || pointer->alignment != pointer->bits / 8) {
		buf_put(out, ", align<");
		buf_put_int(out, pointer->alignment);
		buf_put_char(out, '>');
	}
	if (pointer->is_swizzled) {
		buf_put(out, ", S<");
		for (int i = 0; i < 3; i++) {
			buf_put(out, i > 0 ? "," : "");
			buf_put_int(out, pointer->swizzle[i]);
		}
		buf_put_char(out, '>');
	}
	buf_put_char(out, '>');
}

/* --- tensors --- */

/* In the DSL a tensor has no swizzle that does nothing, which layouts keep. */
static struct map without_idle_swizzle(struct algebra *al, struct map map) {
	bool is_swizzled = algebra_is_dsl(al) && map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE;
	bool is_idle = is_swizzled && map.composed->outer.swizzle.bits == 0 && tuple_is_constant(map.composed->offset, 0);
	return is_idle ? map.composed->inner : map;
}

struct value value_from_tensor(struct algebra *al, const struct tensor_value *tensor) {
	if (algebra_failed(al)) {
		return value_none();
	}
	struct tensor_value *copy = arena_alloc(al->arena, sizeof *copy);
	*copy = *tensor;
	copy->map = without_idle_swizzle(al, tensor->map);
	return (struct value){ .kind = VALUE_TENSOR, .tensor = copy };
}

void tensor_take_swizzle(struct tensor_value *tensor) {
	const struct composed *composed = tensor->map.composed;
	tensor->bits = composed->flag_bits;
	tensor->is_swizzled = true;
	tensor->swizzle = composed->outer.swizzle;
	tensor->map = composed->inner;
}

struct value tensor_with_map(struct algebra *al, const struct tensor_value *tensor, struct map map) {
	struct tensor_value made = *tensor;
	made.map = map;
	made.printed = NULL;
	made.host = NULL;
	return value_from_tensor(al, &made);
}

/* The largest number of bytes that is known to divide the way to "offset"; 0 for no way at all. */
static uint64_t bytes_to(struct tuple offset, int bits) {
	if (!tuple_is_plain_int(offset)) {
		return 1;
	}
	uint64_t count = int_divisor(offset);
	return count > UINT64_MAX / 256 ? 1 : count * (uint64_t)bits / 8;
}

/* What is known of the alignment of the element that is "offset" behind "pointer". */
static int64_t alignment_behind(const struct pointer_value *pointer, struct tuple offset) {
	uint64_t way = bytes_to(offset, pointer->bits);
	bool nowhere = tuple_is_constant(offset, 0);
	return nowhere ? pointer->alignment : (int64_t)number_gcd((uint64_t)pointer->alignment, way);
}

struct value pointer_move(struct algebra *al, const struct pointer_value *pointer, struct tuple offset) {
	struct pointer_value *made = arena_alloc(al->arena, sizeof *made);
	*made = *pointer;
	made->alignment = alignment_behind(pointer, offset);
	made->offset = tuple_add(al, pointer->offset, tuple_from_folded(al, offset));
	return (struct value){ .kind = VALUE_POINTER, .pointer = made };
}

struct value tensor_move(struct algebra *al, const struct tensor_value *tensor, struct map map, struct tuple offset) {
	struct tensor_value made = *tensor;
	made.map = map;
	made.is_part = true;
	made.printed = NULL;
	made.host = NULL;
	if (tensor->has_pointer) {
		made.pointer.alignment = alignment_behind(&tensor->pointer, offset);
	}
	made.offset = tuple_add(al, tensor->offset, tuple_from_folded(al, offset));
	return value_from_tensor(al, &made);
}

bool value_tensor(const struct value *value, struct tensor_value *tensor) {
	if (value->kind == VALUE_TENSOR) {
		*tensor = *value->tensor;
		return true;
	}
	*tensor = (struct tensor_value){ .has_pointer = false, .offset = tuple_int(0) };
	if (value_may_be_part(value)) {
		tensor->offset = value->list.items[1].tuple;
		tensor->is_part = true;
		tensor->map = value_as_map(NULL, &value->list.items[0]);
		return true;
	}
	if (value->kind != VALUE_LAYOUT && value->kind != VALUE_COMPOSED) {
		return false;
	}
	tensor->map = value_as_map(NULL, value);
	if (map_is_flagged(tensor->map)) {
		tensor_take_swizzle(tensor);
	}
	return true;
}

struct value value_without_pointer(struct algebra *al, const struct value *value) {
	if (value->kind != VALUE_TENSOR) {
		return *value;
	}
	if (!value->tensor->is_part || value->tensor->is_swizzled) {
		return value_from_map(tensor_as_map(al, value->tensor));
	}
	struct value *items = arena_array(al->arena, 2, sizeof *items);
	items[0] = value_from_map(value->tensor->map);
	items[1] = value_from_tuple(value->tensor->offset);
	return value_as_part(value_from_items(al, items, 2));
}

struct value value_as_offset(struct algebra *al, const struct value *value) {
	bool is_offset = value_may_be_part(value) && tuple_is_plain_int(value->list.items[1].tuple)
		&& int_has_value(value->list.items[1].tuple);
	if (!is_offset) {
		return *value;
	}
	struct map map = value_as_map(al, &value->list.items[0]);
	return value_from_map(map_shifted(al, value->list.items[1].tuple.value, map));
}

struct value value_as_plain(struct algebra *al, const struct value *value) {
	bool begins_elsewhere = value->kind == VALUE_TENSOR && !value->tensor->has_pointer && value->tensor->is_part
		&& !tuple_is_plain_int(value->tensor->offset);
	if (begins_elsewhere && !algebra_is_dsl(al)) {
		return value_without_pointer(al, value);
	}
	return value->kind == VALUE_TENSOR ? value_from_map(tensor_as_map(al, value->tensor)) : *value;
}

struct map tensor_as_map(struct algebra *al, const struct tensor_value *tensor) {
	if (tensor->is_swizzled) {
		return map_composed_whole(al, map_from_swizzle(tensor->swizzle), tensor->offset, false, tensor->map);
	}
	bool moved = tensor->is_part && tuple_is_plain_int(tensor->offset) && int_has_value(tensor->offset)
		&& tensor->offset.value != 0;
	return moved ? map_shifted(al, tensor->offset.value, tensor->map) : tensor->map;
}
