/* Values as what operations need, and what they are called in messages. */
#include "lang/value.h"

#include <inttypes.h>

#include "base/element.h"

struct value value_from_tuple(struct tuple tuple) {
	return (struct value){ .kind = VALUE_TUPLE, .tuple = tuple };
}

struct value value_from_layout(struct layout layout) {
	return (struct value){ .kind = VALUE_LAYOUT, .layout = layout };
}

struct value value_from_map(struct map map) {
	switch (map.kind) {
	case MAP_LAYOUT: return value_from_layout(map.layout);
	case MAP_SWIZZLE: return (struct value){ .kind = VALUE_SWIZZLE, .swizzle = map.swizzle };
	default: break;
	}
	return (struct value){ .kind = VALUE_COMPOSED, .composed = map.composed };
}

bool value_is_sequence(const struct value *value) {
	return value->kind == VALUE_LIST || (value->kind == VALUE_TUPLE && tuple_is_tuple(value->tuple));
}

int value_part_count(const struct value *sequence) {
	return sequence->kind == VALUE_LIST ? sequence->list.count : sequence->tuple.rank;
}

struct value value_part(const struct value *sequence, int index) {
	return sequence->kind == VALUE_LIST ? sequence->list.items[index] : value_from_tuple(sequence->tuple.modes[index]);
}

struct value value_from_bool(bool boolean) {
	return (struct value){ .kind = VALUE_BOOL, .boolean = boolean };
}

/* "t" where its integers that are no types may be any. */
static struct tuple any_numbers(struct algebra *al, struct tuple t) {
	if (!tuple_is_tuple(t)) {
		if (tuple_is_int(t) && !int_is_static(t)) {
			t.value = 0;
			t.divisor = 1;
			t.traits = int_is_wide(t) ? INT_WIDE : 0;
			t.known = KNOWN_DIVISOR;
		}
		return t;
	}
	struct tuple *modes = tuple_modes_room(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = any_numbers(al, t.modes[i]);
	}
	return tuple_of(al, modes, t.rank);
}

static struct layout layout_of_any_numbers(struct algebra *al, struct layout layout) {
	return layout_of(al, any_numbers(al, layout.shape), any_numbers(al, layout.stride));
}

static struct map map_of_any_numbers(struct algebra *al, struct map map) {
	switch (map.kind) {
	case MAP_LAYOUT: return map_from_layout(layout_of_any_numbers(al, map.layout));
	case MAP_COMPOSED: {
		const struct composed *composed = map.composed;
		struct map inner = map_of_any_numbers(al, composed->inner);
		struct tuple offset = any_numbers(al, composed->offset);
		return map_composed_whole(al, map_of_any_numbers(al, composed->outer), offset, composed->is_unsigned, inner);
	}
	default: return map;
	}
}

struct value value_of_any_numbers(struct algebra *al, struct value value) {
	switch (value.kind) {
	case VALUE_TUPLE: return value_from_tuple(any_numbers(al, value.tuple));
	case VALUE_LAYOUT:
	case VALUE_COMPOSED: return value_from_map(map_of_any_numbers(al, value_as_map(al, &value)));
	case VALUE_LIST: {
		struct value *items = arena_array(al->arena, (size_t)value.list.count, sizeof *items);
		for (int i = 0; i < value.list.count; i++) {
			items[i] = value_of_any_numbers(al, value.list.items[i]);
		}
		value.list.items = items;
		return value;
	}
	default: return value;
	}
}

bool value_as_number(struct algebra *al, const struct value *value, struct tuple *integer) {
	const struct vector *number = value->kind == VALUE_VECTOR ? value->vector : NULL;
	if (number == NULL || !number->is_scalar || element_is_float(number->element)) {
		return false;
	}
	if (number->numbers == NULL || algebra_is_dsl(al)) {
		*integer = tuple_divisible(1);
		integer->traits = number->element->bits == 64 ? INT_WIDE : 0;
		*integer = number->numbers != NULL ? int_with_number(*integer, number->numbers[0].integer) : *integer;
	} else {
		int64_t known = number->numbers[0].integer;
		if (number->element == &element_types[ELEMENT_U64] && known < 0) {
			algebra_fault(al, FAULT_OVERFLOW, "%" PRIu64 " does not fit 64 bits with a sign", (uint64_t)known);
		}
		*integer = tuple_int(known);
		integer->known = KNOWN_RUN_TIME;
	}
	return true;
}

struct value value_from_items(struct algebra *al, const struct value *items, int count) {
	struct tuple *modes = tuple_modes_room(al, count);
	for (int i = 0; i < count; i++) {
		if (items[i].kind == VALUE_TUPLE) {
			modes[i] = items[i].tuple;
		} else if (!value_as_number(al, &items[i], &modes[i])) {
			return (struct value){ .kind = VALUE_LIST, .list = { items, count, false } };
		}
	}
	return value_from_tuple(tuple_of(al, modes, count));
}

bool value_may_be_part(const struct value *value) {
	return value->kind == VALUE_LIST && value->list.count == 2 && value->list.items[1].kind == VALUE_TUPLE
		&& !tuple_has_underscore(value->list.items[1].tuple)
		&& (value->list.items[0].kind == VALUE_LAYOUT || value->list.items[0].kind == VALUE_COMPOSED);
}

struct value value_as_part(struct value value) {
	if (value_may_be_part(&value)) {
		value.list.is_part = true;
	}
	return value;
}

struct value value_from_tiler(struct algebra *al, const struct tiler *tiler) {
	switch (tiler->kind) {
	case TILER_LAYOUT: return value_from_layout(tiler->layout);
	case TILER_INT: return value_from_tuple(tiler->layout.shape);
	case TILER_UNDERSCORE: return value_from_tuple(tuple_underscore());
	case TILER_MODES: break;
	}
	struct value *items = arena_array(al->arena, (size_t)tiler->rank, sizeof *items);
	for (int i = 0; i < tiler->rank; i++) {
		items[i] = value_from_tiler(al, &tiler->modes[i]);
	}
	return value_from_items(al, items, tiler->rank);
}

const char *value_kind_name(const struct value *value) {
	switch (value->kind) {
	case VALUE_NONE: return "nothing";
	case VALUE_TUPLE:
		return tuple_is_tuple(value->tuple) ? "a tuple"
			: !tuple_is_int(value->tuple) ? "'_'"
			: tuple_is_plain_int(value->tuple) ? "an integer" : "a basis element";
	case VALUE_LAYOUT: return "a layout";
	case VALUE_SWIZZLE: return "a swizzle";
	case VALUE_COMPOSED: return "a composed layout";
	case VALUE_LIST: return "a tuple that is not of integers alone";
	case VALUE_BOOL: return "a boolean";
	case VALUE_STRING: return "a string";
	case VALUE_TEXT: return "text to print";
	case VALUE_MMA_ATOM: return "an MMA atom";
	case VALUE_COPY_ATOM: return "a copy atom";
	case VALUE_TILED_COPY: return "a tiled copy";
	case VALUE_TILED_MMA: return "a tiled MMA";
	case VALUE_POINTER: return "a pointer";
	case VALUE_TENSOR: return "a tensor";
	case VALUE_VECTOR: return value_is_float(value) ? "a float" : "a vector";
	}
	return "a value";
}

bool value_is_float(const struct value *value) {
	const struct vector *number = value->kind == VALUE_VECTOR ? value->vector : NULL;
	return number != NULL && number->is_scalar && number->is_python && number->numbers != NULL
		&& element_is_float(number->element);
}

/* "value" is a float of Python, or a tuple with one. */
static bool has_float(const struct value *value) {
	for (int i = 0; value->kind == VALUE_LIST && i < value->list.count; i++) {
		if (has_float(&value->list.items[i])) {
			return true;
		}
	}
	return value_is_float(value);
}

/* Record that a value of another kind is needed. */
static void fault_kind(struct algebra *al, const struct value *value, const char *needed) {
	bool is_first = !algebra_failed(al);
	algebra_fault(al, FAULT_TYPE, "expected %s, saw %s", needed, value_kind_name(value));
	if (is_first && has_float(value)) {
		fault_set_hint(&al->fault, "a / b of Python is a float, also where it is whole: a // b is an integer");
	}
}

struct layout value_as_layout(struct algebra *al, const struct value *value) {
	struct tuple number;
	if (value->kind == VALUE_LAYOUT) {
		return value->layout;
	}
	if (value_as_number(al, value, &number)) {
		return layout_from_shape(al, number);
	}
	if (value->kind == VALUE_TUPLE) {
		return layout_from_shape(al, value->tuple);
	}
	fault_kind(al, value, "a layout");
	return layout_one();
}

struct map value_as_map(struct algebra *al, const struct value *value) {
	switch (value->kind) {
	case VALUE_SWIZZLE: return map_from_swizzle(value->swizzle);
	case VALUE_COMPOSED: return (struct map){ .kind = MAP_COMPOSED, .composed = value->composed };
	case VALUE_TENSOR: return value->tensor->map;
	default: return map_from_layout(value_as_layout(al, value));
	}
}

/* The integer n as a tiler, n:1. */
static struct tiler tiler_from_int(struct algebra *al, struct tuple n) {
	if (!tuple_is_plain_int(n) || int_is_negative(n)) {
		algebra_fault(al, FAULT_DOMAIN, "an integer in a tiler is an extent, and cannot be negative or have a basis");
	}
	int_needs_at_least(n, 0);
	if (algebra_is_dsl(al) && int_is_wide(n) && n.divisor == 1) {
		n.traits &= (uint8_t)~INT_WIDE;
	}
	return (struct tiler){ .kind = TILER_INT, .layout = layout_of(al, n, tuple_int(1)) };
}

/* The tuple "tuple" as a tiler. */
static struct tiler tiler_from_tuple(struct algebra *al, struct tuple tuple) {
	if (tuple_is_underscore(tuple)) {
		return (struct tiler){ .kind = TILER_UNDERSCORE };
	}
	if (tuple_is_int(tuple)) {
		return tiler_from_int(al, tuple);
	}
	struct tiler *modes = arena_array(al->arena, (size_t)tuple.rank, sizeof *modes);
	for (int i = 0; i < tuple.rank; i++) {
		modes[i] = tiler_from_tuple(al, tuple.modes[i]);
	}
	return (struct tiler){ .kind = TILER_MODES, .modes = modes, .rank = tuple.rank };
}

/* A tiler: an integer, a layout, "_", or a tuple of these. */
static struct tiler tiler_from_value(struct algebra *al, const struct value *value) {
	struct tuple number;
	if (value_as_number(al, value, &number)) {
		return tiler_from_int(al, number);
	}
	switch (value->kind) {
	case VALUE_TUPLE:
		return tiler_from_tuple(al, value->tuple);
	case VALUE_LAYOUT:
		return (struct tiler){ .kind = TILER_LAYOUT, .layout = value->layout };
	case VALUE_LIST:
		break;
	default:
		fault_kind(al, value, "a tiler (a layout, an integer, '_' or a tuple of tilers)");
		return (struct tiler){ .kind = TILER_UNDERSCORE };
	}
	struct tiler *modes = arena_array(al->arena, (size_t)value->list.count, sizeof *modes);
	for (int i = 0; i < value->list.count; i++) {
		modes[i] = tiler_from_value(al, &value->list.items[i]);
	}
	return (struct tiler){ .kind = TILER_MODES, .modes = modes, .rank = value->list.count };
}

const struct tiler *value_as_tiler(struct algebra *al, const struct value *value) {
	struct tiler *tiler = arena_room(al->arena, sizeof *tiler);
	*tiler = tiler_from_value(al, value);
	return tiler;
}

struct tuple value_as_tuple(struct algebra *al, const struct value *value) {
	struct tuple number;
	if (value_as_number(al, value, &number)) {
		return number;
	}
	if (value->kind != VALUE_TUPLE) {
		fault_kind(al, value, "an integer or a tuple of integers");
		return tuple_int(1);
	}
	return value->tuple;
}

int64_t value_as_int(struct algebra *al, const struct value *value, int64_t least, int64_t greatest) {
	int bits = value->kind == VALUE_STRING ? element_bits(value->string) : 0;
	if (bits >= least && bits <= greatest && bits > 0) {
		return bits;
	}
	struct tuple leaf = value->kind == VALUE_TUPLE ? value->tuple : tuple_underscore();
	if (!value_as_number(al, value, &leaf) && !tuple_is_plain_int(leaf)) {
		fault_kind(al, value, "an integer");
		return least;
	}
	int64_t integer = int_value(al, leaf);
	if (!int_has_value(leaf)) {
		return least;
	}
	if (integer < least || integer > greatest) {
		algebra_fault(al, FAULT_DOMAIN, "expected an integer from %" PRId64 " to %" PRId64 ", saw %" PRId64, least,
			greatest, integer);
		return least;
	}
	return integer;
}

/* Same tile, mode by mode. */
static bool tiler_equal(const struct tiler *a, const struct tiler *b) {
	if (a->kind != b->kind) {
		return false;
	}
	switch (a->kind) {
	case TILER_LAYOUT: return layout_equal(a->layout, b->layout);
	case TILER_INT: return tuple_equal(a->layout.shape, b->layout.shape);
	case TILER_UNDERSCORE: return true;
	case TILER_MODES: break;
	}
	if (a->rank != b->rank) {
		return false;
	}
	for (int i = 0; i < a->rank; i++) {
		if (!tiler_equal(&a->modes[i], &b->modes[i])) {
			return false;
		}
	}
	return true;
}

/* The layouts follow from the name and the width. */
static bool copy_atom_equal(const struct named_copy_atom *a, const struct named_copy_atom *b) {
	return str_equal(a->name, b->name) && a->bits == b->bits;
}

/* Item by item. */
static bool list_equal(const struct value *a, const struct value *b) {
	if (a->list.count != b->list.count) {
		return false;
	}
	for (int i = 0; i < a->list.count; i++) {
		if (!value_equal(&a->list.items[i], &b->list.items[i])) {
			return false;
		}
	}
	return true;
}

/* All that is known of them is the same; what has been written there does not count. */
static bool pointer_value_equal(const struct pointer_value *a, const struct pointer_value *b) {
	bool same_swizzle = a->is_swizzled == b->is_swizzled
		&& (!a->is_swizzled || memcmp(a->swizzle, b->swizzle, sizeof a->swizzle) == 0);
	return same_swizzle && str_equal(a->element, b->element) && str_equal(a->space, b->space)
		&& a->alignment == b->alignment;
}

bool tensor_same_memory(const struct tensor_value *a, const struct tensor_value *b) {
	return a->has_pointer == b->has_pointer && (!a->has_pointer || pointer_value_equal(&a->pointer, &b->pointer))
		&& a->is_swizzled == b->is_swizzled && (!a->is_swizzled || swizzle_equal(a->swizzle, b->swizzle));
}

/* The same layout over the same kind of memory, from the same first element on. */
static bool tensor_equal(const struct tensor_value *a, const struct tensor_value *b) {
	return tensor_same_memory(a, b) && tuple_equal(a->offset, b->offset) && map_equal(a->map, b->map);
}

/*
 * Values of different kinds are different, even where they are one function: 4 is not 4:1. Atoms are equal if their
 * names are; what is made of atoms, if the parts are that it was made of.
 */
/* Two names of one type of elements. */
static bool is_same_element(struct str a, struct str b) {
	const struct element *element = element_find(a);
	return element != NULL && element == element_find(b);
}

/* The same numbers of one type and shape. What is not known is the same as itself alone. */
static bool vector_equal(const struct vector *a, const struct vector *b) {
	bool is_alike = a->element == b->element && a->is_scalar == b->is_scalar && tuple_equal(a->shape, b->shape);
	if (a == b || !is_alike || a->numbers == NULL || b->numbers == NULL) {
		return a == b;
	}
	bool is_float = element_is_float(a->element);
	for (int i = 0; i < a->count; i++) {
		bool same = is_float ? a->numbers[i].real == b->numbers[i].real
			: a->numbers[i].integer == b->numbers[i].integer;
		if (!same) {
			return false;
		}
	}
	return true;
}

bool value_equal(const struct value *a, const struct value *b) {
	if (a->kind != b->kind) {
		return false;
	}
	switch (a->kind) {
	case VALUE_NONE: return true;
	case VALUE_TUPLE: return tuple_equal(a->tuple, b->tuple);
	case VALUE_LAYOUT: return layout_equal(a->layout, b->layout);
	case VALUE_SWIZZLE: return swizzle_equal(a->swizzle, b->swizzle);
	case VALUE_COMPOSED:
		return map_equal((struct map){ .kind = MAP_COMPOSED, .composed = a->composed },
			(struct map){ .kind = MAP_COMPOSED, .composed = b->composed });
	case VALUE_LIST: return list_equal(a, b);
	case VALUE_BOOL: return a->boolean == b->boolean;
	case VALUE_STRING: return str_equal(a->string, b->string) || is_same_element(a->string, b->string);
	case VALUE_TEXT: return str_equal(a->string, b->string);
	case VALUE_MMA_ATOM: return str_equal(a->mma_atom->name, b->mma_atom->name);
	case VALUE_COPY_ATOM: return copy_atom_equal(a->copy_atom, b->copy_atom);
	case VALUE_TILED_COPY:
		return copy_atom_equal(a->tiled_copy->atom, b->tiled_copy->atom)
			&& layout_equal(a->tiled_copy->copy.tv, b->tiled_copy->copy.tv)
			&& tiler_equal(a->tiled_copy->copy.tiler, b->tiled_copy->copy.tiler);
	case VALUE_TILED_MMA:
		return str_equal(a->tiled_mma->atom->name, b->tiled_mma->atom->name)
			&& layout_equal(a->tiled_mma->mma.thr_vmnk, b->tiled_mma->mma.thr_vmnk)
			&& tiler_equal(a->tiled_mma->mma.perm, b->tiled_mma->mma.perm);
	case VALUE_POINTER: return pointer_value_equal(a->pointer, b->pointer);
	case VALUE_TENSOR: return tensor_equal(a->tensor, b->tensor);
	case VALUE_VECTOR: break;
	}
	return vector_equal(a->vector, b->vector);
}

bool value_is_tv_pair(const struct value *value) {
	const struct value *items = value->list.items;
	bool is_pair = value->kind == VALUE_LIST && value->list.count == 2;
	return is_pair && items[0].kind == VALUE_TUPLE && items[1].kind == VALUE_LAYOUT;
}

/* Whether "holds" is true of every leaf of a tuple, a map, a value. */
static bool tuple_all(struct tuple t, bool (*holds)(struct tuple leaf)) {
	if (!tuple_is_tuple(t)) {
		return holds(t);
	}
	for (int i = 0; i < t.rank; i++) {
		if (!tuple_all(t.modes[i], holds)) {
			return false;
		}
	}
	return true;
}

/* The same of all integers in a map. */
static bool map_all(struct map map, bool (*holds)(struct tuple leaf)) {
	if (map.kind == MAP_COMPOSED) {
		return tuple_all(map.composed->offset, holds) && map_all(map.composed->outer, holds)
			&& map_all(map.composed->inner, holds);
	}
	return map.kind != MAP_LAYOUT || (tuple_all(map.layout.shape, holds) && tuple_all(map.layout.stride, holds));
}

/* The same of all integers in a tiler. */
static bool tiler_all(const struct tiler *tiler, bool (*holds)(struct tuple leaf)) {
	if (tiler->kind != TILER_MODES) {
		return map_all(map_from_layout(tiler->layout), holds);
	}
	for (int i = 0; i < tiler->rank; i++) {
		if (!tiler_all(&tiler->modes[i], holds)) {
			return false;
		}
	}
	return true;
}

/* The same of all integers in a value; true for one without any. */
static bool value_all(const struct value *value, bool (*holds)(struct tuple leaf)) {
	switch (value->kind) {
	case VALUE_TUPLE: return tuple_all(value->tuple, holds);
	case VALUE_LAYOUT: return map_all(map_from_layout(value->layout), holds);
	case VALUE_COMPOSED: return map_all((struct map){ .kind = MAP_COMPOSED, .composed = value->composed }, holds);
	case VALUE_TENSOR: return tuple_all(value->tensor->offset, holds) && map_all(value->tensor->map, holds);
	case VALUE_TILED_COPY:
		return map_all(map_from_layout(value->tiled_copy->copy.tv), holds)
			&& tiler_all(value->tiled_copy->copy.tiler, holds);
	case VALUE_TILED_MMA: return tiler_all(value->tiled_mma->mma.perm, holds);
	case VALUE_LIST: break;
	default: return true;
	}
	for (int i = 0; i < value->list.count; i++) {
		if (!value_all(&value->list.items[i], holds)) {
			return false;
		}
	}
	return true;
}

/* "_" is known: it stands for all of a mode. */
static bool leaf_is_known(struct tuple leaf) {
	return tuple_is_underscore(leaf) || int_has_value(leaf);
}

static bool leaf_is_no_symbol(struct tuple leaf) {
	return !int_is_symbol(leaf);
}

bool value_is_known(const struct value *value) {
	return value_all(value, leaf_is_known);
}

static bool leaf_is_named(struct tuple leaf) {
	return leaf_is_known(leaf) || int_is_symbol(leaf);
}

bool value_is_named(const struct value *value) {
	return value_all(value, leaf_is_named);
}

/* It decides what CuTe simplifies: known at compile time, or a formula. */
static bool leaf_is_exact(struct tuple leaf) {
	return tuple_is_underscore(leaf) || int_is_exact(leaf);
}

bool value_is_exact(const struct value *value) {
	return value_all(value, leaf_is_exact);
}

bool value_has_symbol(const struct value *value) {
	return !value_all(value, leaf_is_no_symbol);
}

bool value_require_known(struct algebra *al, const struct value *value) {
	if (!value_is_known(value)) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"this has integers that are known at run time only: bind numbers in their place");
		if (value_has_symbol(value)) {
			fault_set_hint(&al->fault, "--with=NAME=N,... gives their names numbers");
		}
	}
	return !algebra_failed(al);
}
