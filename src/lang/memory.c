/*
 * What is written is kept as one number a place, and only from the first write on: until then a place holds its own
 * number, or that of the array that the user gave.
 */
#include "lang/memory.h"

#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "base/limits.h"

struct cell {
	bool is_written;
	union number number;
};

struct cells {
	struct arena *arena;
	bool is_unknown;     /* something was written, but not known where */
	int64_t first;       /* the place of cells[0] */
	int64_t count;
	int64_t before;      /* room in front of cells[0], and behind the last of "count" */
	int64_t behind;
	struct cell *cells;
};

struct cells *cells_new(struct arena *arena) {
	struct cells *cells = arena_alloc(arena, sizeof *cells);
	*cells = (struct cells){ .arena = arena };
	return cells;
}

/* --- places --- */

/* The element of which a tensor is read or written, the way to it being known or not. */
static const struct element *element_of(struct algebra *al, const struct tensor_value *tensor) {
	const struct element *element = tensor->has_pointer ? element_find(tensor->pointer.element) : NULL;
	if (element == NULL && !algebra_failed(al)) {
		algebra_fault(al, FAULT_TYPE, "only a tensor with a pointer has elements");
	}
	bool is_truth = element == &element_types[ELEMENT_BOOL];
	return element == NULL ? &element_types[ELEMENT_F32] : is_truth ? &element_types[ELEMENT_B1] : element;
}

/* Whether all integers of it have values. */
static bool is_known(const struct tensor_value *tensor) {
	struct value value = { .kind = VALUE_TENSOR, .tensor = tensor };
	return value_is_known(&value);
}

/* Where the element at "c" is, from the beginning of the memory on. Returns false if that is not known, or a fault. */
static bool find_place(struct algebra *al, const struct tensor_value *tensor, struct tuple c, int64_t *place) {
	struct tuple offset = map_crd2idx(al, c, tensor->map);
	offset = algebra_failed(al) ? offset : int_add(al, offset, tensor->offset);
	bool known = !algebra_failed(al) && int_has_value(offset);
	*place = known ? offset.value : 0;
	return known;
}

/* --- one number --- */

/* The number of type "element" at "place". Returns false if it is not known, or a fault. */
static bool read_number(struct algebra *al, const struct tensor_value *tensor, const struct element *element,
		int64_t place, union number *number) {
	const struct memory *memory = al->memory;
	const struct cells *cells = tensor->pointer.cells;
	if (cells != NULL && cells->is_unknown) {
		return false;
	}
	int64_t at = 0;
	bool is_reached = cells != NULL && checked_sub(place, cells->first, &at) && at >= 0 && at < cells->count;
	if (is_reached && cells->cells[at].is_written) {
		*number = cells->cells[at].number;
		return true;
	}
	if (memory != NULL && memory->is_unknown) {
		return false;
	}
	int64_t whole = (int64_t)((uint64_t)place + (uint64_t)(memory != NULL ? memory->first : 0));
	double real = (double)whole;
	bool is_integer = !element_is_float(element);
	if (memory != NULL && memory->numbers != NULL) {
		if (place < 0 || place >= memory->count) {
			algebra_fault(al, FAULT_DOMAIN, "element %" PRId64 " is beyond the %" PRId64 " numbers of the data", place,
				memory->count);
			return false;
		}
		real = memory->numbers[place];
		is_integer = is_integer && real >= -0x1p63 && real < 0x1p63;
		whole = is_integer ? (int64_t)real : 0;
	}
	/* An array has integers of its own, which are not made of floats. */
	union number integer = { .integer = whole };
	*number = is_integer ? number_convert(integer, &element_types[ELEMENT_S64], element)
		: number_from_real(element, real);
	return true;
}

/* Move the cells to where "more" others have room on the side that grows, with as much again for those that follow. */
static void move_cells(struct cells *cells, int64_t more, bool in_front) {
	int64_t spare = cells->count + 2 * more;
	struct cell *room = arena_array(cells->arena, (size_t)(cells->count + spare), sizeof *room);
	struct cell *moved = room + (in_front ? spare : 0);
	if (cells->count > 0) {
		memcpy(moved, cells->cells, (size_t)cells->count * sizeof *moved);
	}
	cells->cells = moved;
	cells->before = in_front ? spare : 0;
	cells->behind = in_front ? 0 : spare;
}

/* Make room for "place". Returns false beyond LIMIT_VECTOR_ELEMENTS. */
static bool reach(struct algebra *al, struct cells *cells, int64_t place) {
	int64_t last = cells->count > 0 ? cells->first + (cells->count - 1) : place;
	int64_t first = cells->count == 0 || place < cells->first ? place : cells->first;
	last = place > last ? place : last;
	int64_t span;
	if (!checked_sub(last, first, &span) || span >= LIMIT_VECTOR_ELEMENTS) {
		algebra_fault(al, FAULT_LIMIT, "what is written to a tensor reaches over more than %d elements",
			LIMIT_VECTOR_ELEMENTS);
		return false;
	}
	bool in_front = cells->count > 0 && place < cells->first;
	int64_t more = span + 1 - cells->count;
	if (more > (in_front ? cells->before : cells->behind)) {
		move_cells(cells, more, in_front);
	}
	cells->cells -= in_front ? more : 0;
	cells->before -= in_front ? more : 0;
	cells->behind -= in_front ? 0 : more;
	cells->first = first;
	cells->count = span + 1;
	return true;
}

static void write_number(struct algebra *al, struct cells *cells, int64_t place, union number number) {
	if (reach(al, cells, place)) {
		cells->cells[place - cells->first] = (struct cell){ true, number };
	}
}

/* --- tensors --- */

struct vector tensor_load(struct algebra *al, const struct tensor_value *tensor) {
	const struct element *element = element_of(al, tensor);
	struct tuple shape = map_inner(al, tensor->map).shape;
	union number *numbers;
	struct vector made = vector_new(al, element, shape, &numbers);
	if (algebra_failed(al)) {
		return made;
	}
	bool known = is_known(tensor);
	for (int i = 0; known && i < made.count && algebra_step(al, 1); i++) {
		int64_t place;
		known = find_place(al, tensor, tuple_int(i), &place) && read_number(al, tensor, element, place, &numbers[i]);
	}
	made.numbers = known ? made.numbers : NULL;
	return made;
}

struct vector tensor_element(struct algebra *al, const struct tensor_value *tensor, struct tuple c) {
	const struct element *element = element_of(al, tensor);
	union number *numbers;
	struct vector made = vector_new(al, element, tuple_int(1), &numbers);
	made.is_scalar = true;
	int64_t place;
	bool known = !algebra_failed(al) && find_place(al, tensor, c, &place)
		&& read_number(al, tensor, element, place, numbers);
	made.numbers = known ? made.numbers : NULL;
	return made;
}

/* "vector" in the type of the elements of "tensor", if the DSL stores it there. */
static struct vector as_stored(struct algebra *al, const struct tensor_value *tensor, const struct vector *vector) {
	const struct element *element = element_of(al, tensor);
	bool same_kind = element_is_float(element) == element_is_float(vector->element);
	if (!same_kind || vector->element->bits > element->bits) {
		algebra_fault(al, FAULT_TYPE, "%s is not stored to elements of type %s: convert with to()",
			vector->element->name, element->name);
		return *vector;
	}
	return vector_convert(al, *vector, element);
}

/* The cells of "tensor", or NULL with a fault. */
static struct cells *cells_of(struct algebra *al, const struct tensor_value *tensor) {
	if (!algebra_failed(al) && (!tensor->has_pointer || tensor->pointer.cells == NULL)) {
		algebra_fault(al, FAULT_TYPE, "only a tensor with a pointer has elements to write");
	}
	return algebra_failed(al) ? NULL : tensor->pointer.cells;
}

void tensor_store(struct algebra *al, const struct tensor_value *tensor, const struct vector *vector) {
	struct cells *cells = cells_of(al, tensor);
	struct tuple shape = map_inner(al, tensor->map).shape;
	struct tuple size = algebra_failed(al) ? shape : tuple_product(al, shape);
	if (!algebra_failed(al) && !tuple_is_static(shape)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "what is stored is counted: all extents of the tensor are numbers");
	} else if (!algebra_failed(al) && !vector->is_scalar && size.value != vector->count) {
		algebra_fault(al, FAULT_DOMAIN, "%d elements are stored to a tensor of %" PRId64, vector->count, size.value);
	}
	struct vector stored = algebra_failed(al) ? *vector : as_stored(al, tensor, vector);
	if (algebra_failed(al)) {
		return;
	}
	bool known = stored.numbers != NULL && is_known(tensor);
	for (int i = 0; known && i < size.value && algebra_step(al, 1); i++) {
		int64_t place;
		if (find_place(al, tensor, tuple_int(i), &place)) {
			write_number(al, cells, place, stored.numbers[stored.is_scalar ? 0 : i]);
		}
	}
	cells->is_unknown = cells->is_unknown || !known;
}

void tensor_set(struct algebra *al, const struct tensor_value *tensor, struct tuple c, const struct vector *number) {
	struct cells *cells = cells_of(al, tensor);
	struct vector stored = algebra_failed(al) ? *number : as_stored(al, tensor, number);
	int64_t place;
	bool known = !algebra_failed(al) && find_place(al, tensor, c, &place) && stored.numbers != NULL;
	if (known) {
		write_number(al, cells, place, stored.numbers[0]);
	} else if (!algebra_failed(al)) {
		cells->is_unknown = true;
	}
}

struct tensor_value tensor_of_vector(struct algebra *al, const struct vector *vector) {
	bool is_truth = vector->element == &element_types[ELEMENT_B1];
	return (struct tensor_value){
		.has_pointer = true,
		.pointer = {
			.element = str_from(element_types[is_truth ? ELEMENT_BOOL : vector->element - element_types].name),
			.space = str_from("rmem"), .bits = is_truth ? 8 : vector->element->bits, .alignment = 32,
		},
		.offset = tuple_int(0),
		.map = map_from_layout(layout_from_shape(al, vector->shape)),
	};
}
