/*
 * Numbers are computed element by element after both operands have one shape: the shorter shape is filled up with
 * extents of 1, and these repeat. A vector of which the numbers are not known gives one of which they
 * are not known, with the shape and type that it would have.
 */
#include "lang/vector.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "lang/tensor.h"

static const struct element *type(enum element_id id) {
	return &element_types[id];
}

/* --- making vectors --- */

static bool has_negative(struct tuple t) {
	bool found = tuple_is_int(t) && t.value < 0;
	for (int i = 0; tuple_is_tuple(t) && i < t.rank && !found; i++) {
		found = has_negative(t.modes[i]);
	}
	return found;
}

struct vector vector_new(struct algebra *al, const struct element *element, struct tuple shape,
		union number **numbers) {
	struct vector vector = { .element = element, .shape = shape };
	struct tuple size = tuple_product(al, shape);
	if (!algebra_failed(al) && !tuple_is_static(shape)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the elements of a vector are counted: all of its extents are numbers");
	} else if (!algebra_failed(al) && size.value > LIMIT_VECTOR_ELEMENTS) {
		algebra_fault(al, FAULT_LIMIT, "a vector has at most %d elements, not %" PRId64, LIMIT_VECTOR_ELEMENTS,
			size.value);
	} else if (!algebra_failed(al) && has_negative(shape)) {
		algebra_fault(al, FAULT_DOMAIN, "the extents of a vector must not be negative");
	}
	vector.count = algebra_failed(al) ? 0 : (int)size.value;
	*numbers = arena_array(al->arena, (size_t)vector.count + 1, sizeof **numbers);
	vector.numbers = *numbers;
	return vector;
}

struct vector vector_of_unknown(struct algebra *al, const struct element *element, struct tuple shape) {
	union number *numbers;
	struct vector vector = vector_new(al, element, shape, &numbers);
	vector.numbers = NULL;
	return vector;
}

/* The numbers of "made" as unknown as those of one that it is made of, so that nothing is left to compute. */
static bool lacks_numbers(struct vector *made, const struct vector *from) {
	made->numbers = from->numbers != NULL ? made->numbers : NULL;
	return made->numbers == NULL;
}

struct value value_from_vector(struct algebra *al, const struct vector *vector) {
	struct vector *copy = arena_alloc(al->arena, sizeof *copy);
	*copy = *vector;
	return (struct value){ .kind = VALUE_VECTOR, .vector = copy };
}

/* One number. */
static struct vector scalar(struct algebra *al, const struct element *element, union number number) {
	union number *numbers;
	struct vector vector = vector_new(al, element, tuple_int(1), &numbers);
	vector.is_scalar = true;
	numbers[0] = number;
	return vector;
}

struct vector vector_from_real(struct algebra *al, double real) {
	const struct element *f32 = type(ELEMENT_F32);
	struct vector made = scalar(al, f32, (union number){ .real = real });
	made.is_constant = true;
	made.is_python = true;
	return made;
}

struct vector vector_from_integer(struct algebra *al, int64_t integer) {
	bool is_wide = integer < INT32_MIN || integer > INT32_MAX;
	struct vector made = scalar(al, type(is_wide ? ELEMENT_S64 : ELEMENT_S32), (union number){ .integer = integer });
	made.is_constant = true;
	made.is_python = true;
	return made;
}

struct tuple vector_integer(const struct value *value) {
	struct tuple integer = value->kind == VALUE_TUPLE ? value->tuple : tuple_underscore();
	integer = tuple_is_tuple(integer) && integer.rank == 1 ? integer.modes[0] : integer;
	return tuple_is_plain_int(integer) ? integer : tuple_underscore();
}

struct value vector_cast_to_integer(struct algebra *al, const struct value *value) {
	const struct vector *number = value->kind == VALUE_VECTOR && value->vector->is_scalar ? value->vector : NULL;
	if (number == NULL) {
		return *value;
	}
	if (number->numbers == NULL) {
		return value_from_tuple(tuple_divisible(1));
	}
	bool is_float = element_is_float(number->element);
	double real = is_float ? number->numbers[0].real : 0;
	if (!(fabs(real) < 0x1p63)) {
		algebra_fault(al, FAULT_OVERFLOW, "the float does not fit 64 bits");
		return value_none();
	}
	return value_from_tuple(tuple_int(is_float ? (int64_t)real : number->numbers[0].integer));
}

bool vector_from_value(struct algebra *al, const struct value *value, struct vector *vector) {
	if (value->kind == VALUE_VECTOR) {
		*vector = *value->vector;
		return true;
	}
	if (value->kind == VALUE_BOOL) {
		*vector = scalar(al, type(ELEMENT_B1), (union number){ .integer = value->boolean });
		vector->is_constant = true;
		vector->is_python = true;
		return true;
	}
	struct tuple integer = vector_integer(value);
	if (tuple_is_underscore(integer)) {
		return false;
	}
	if (!int_has_value(integer)) {
		*vector = scalar(al, type(int_is_wide(integer) ? ELEMENT_S64 : ELEMENT_S32), (union number){ 0 });
		vector->numbers = NULL;
		return true;
	}
	*vector = vector_from_integer(al, integer.value);
	return true;
}

struct vector vector_convert(struct algebra *al, struct vector a, const struct element *to) {
	union number *numbers;
	struct vector made = vector_new(al, to, a.shape, &numbers);
	made.is_scalar = a.is_scalar;
	made.is_constant = a.is_constant;
	made.is_python = a.is_python;
	/* A number of Python becomes one of its integers first, which wraps. */
	bool is_real = element_is_float(a.element);
	bool wraps = a.is_constant && !element_is_float(to) && to->bits > 1 && (to->bits < 64 || !is_real);
	a = wraps && is_real ? vector_convert(al, a, type(ELEMENT_S64)) : a;
	a.element = wraps ? type(ELEMENT_S64) : a.element;
	for (int i = 0; !lacks_numbers(&made, &a) && i < made.count; i++) {
		numbers[i] = number_convert(a.numbers[i], a.element, to);
	}
	return made;
}

/* --- shapes --- */

/* The extents that both shapes have after 1s are repeated. */
static struct tuple common_shape(struct algebra *al, struct tuple a, struct tuple b) {
	if (tuple_is_tuple(a) != tuple_is_tuple(b)) {
		algebra_fault(al, FAULT_RANK, "an extent meets a tuple of extents: the shapes must nest in the same way");
		return a;
	}
	if (!tuple_is_tuple(a)) {
		if (a.value != b.value && a.value != 1 && b.value != 1) {
			algebra_fault(al, FAULT_DIVIDE, "extent %" PRId64 " meets %" PRId64 ", and neither is 1", a.value, b.value);
		}
		return a.value == 1 ? b : a;
	}
	if (a.rank != b.rank) {
		algebra_fault(al, FAULT_RANK, "rank %d does not match rank %d", a.rank, b.rank);
		return a;
	}
	struct tuple *modes = tuple_modes_new(al, a.rank);
	for (int i = 0; i < a.rank && !algebra_failed(al); i++) {
		modes[i] = common_shape(al, a.modes[i], b.modes[i]);
	}
	return tuple_of(al, modes, a.rank);
}

/* "a" with as many modes of extent 1 behind it as "rank" needs. */
static struct tuple pad_shape(struct algebra *al, struct tuple a, int rank) {
	return tuple_rank(a) < rank ? tuple_append_to(al, a, tuple_int(1), rank) : a;
}

/* Column-major strides of "shape", 0 where its extent is 1 and that of "target" is not. */
static struct tuple repeating_strides(struct algebra *al, struct tuple shape, int64_t *product) {
	if (!tuple_is_tuple(shape)) {
		int64_t own = shape.value == 1 ? 0 : *product;
		*product *= shape.value;
		return tuple_int(own);
	}
	struct tuple *modes = tuple_modes_new(al, shape.rank);
	for (int i = 0; i < shape.rank; i++) {
		modes[i] = repeating_strides(al, shape.modes[i], product);
	}
	return tuple_of(al, modes, shape.rank);
}

struct vector vector_broadcast(struct algebra *al, struct vector a, struct tuple shape) {
	union number *numbers;
	struct vector made = vector_new(al, a.element, shape, &numbers);
	if (lacks_numbers(&made, &a) && a.is_scalar) {
		return made;
	}
	if (a.is_scalar) {
		for (int i = 0; i < made.count; i++) {
			numbers[i] = a.numbers[0];
		}
		return made;
	}
	struct tuple own = pad_shape(al, a.shape, tuple_rank(shape));
	struct tuple common = algebra_failed(al) ? own : common_shape(al, own, shape);
	if (!algebra_failed(al) && !tuple_equal(common, shape)) {
		algebra_fault(al, FAULT_DIVIDE, "an extent other than 1 cannot be repeated");
	}
	int64_t product = 1;
	struct tuple strides = algebra_failed(al) ? tuple_int(0) : repeating_strides(al, own, &product);
	struct layout places = layout_of(al, shape, strides);
	for (int i = 0; made.numbers != NULL && i < made.count && algebra_step(al, 1); i++) {
		numbers[i] = a.numbers[layout_crd2idx(al, tuple_int(i), places).value];
	}
	return made;
}

/* --- arithmetic --- */

static bool sign_divides(struct str sign) {
	return str_is(sign, "/") || str_is(sign, "//") || str_is(sign, "%");
}

/* Whether the number of the constant "a" is 0. */
static bool is_zero(const struct vector *a) {
	return element_is_float(a->element) ? a->numbers[0].real == 0 : a->numbers[0].integer == 0;
}

/* A number whose sign is that of "whole" - "real", which is rounded nowhere; NaN where "real" is. */
static double compare_exactly(int64_t whole, double real) {
	if (!(real >= -0x1p63 && real < 0x1p63)) {
		return -real;
	}
	int64_t below = (int64_t)floor(real);
	return whole != below ? (whole > below ? 1 : -1) : floor(real) - real;
}

/* Make of "a" and "b", a float and an integer of Python, floats that compare as they do. */
static void keep_order(struct algebra *al, struct vector *a, struct vector *b) {
	bool first = element_is_float(a->element);
	const struct vector *whole = first ? b : a;
	const struct vector *real = first ? a : b;
	double sign = compare_exactly(whole->numbers[0].integer, real->numbers[0].real);
	*a = scalar(al, type(ELEMENT_F64), (union number){ .real = first ? -sign : sign });
	*b = scalar(al, type(ELEMENT_F64), (union number){ .real = 0 });
}

struct vector vector_compute(struct algebra *al, struct str sign, struct vector a, struct vector b) {
	bool constant = a.is_constant && b.is_constant;
	if (sign_shifts(sign) && !(a.is_scalar && b.is_scalar)) {
		algebra_fault(al, FAULT_TYPE, "CuTe DSL shifts numbers, not vectors: multiply by a power of two");
		return a;
	}
	bool scalars = a.is_scalar && b.is_scalar;
	bool of_integers = str_is(sign, "/") && !element_is_float(a.element) && !element_is_float(b.element);
	bool fraction = of_integers && algebra_is_dsl(al);
	if (of_integers && !scalars) {
		algebra_fault(al, FAULT_TYPE, "CuTe DSL has no / of vectors of integers: // rounds down, to() makes floats");
		return a;
	}
	if (constant && sign_divides(sign) && is_zero(&b)) {
		algebra_fault(al, FAULT_DOMAIN, "division by 0");
		return a;
	}
	if (fraction) {
		/* The integers become ones of the type that their sum has, and then floats. */
		const struct element *whole = number_common_type(al, str_from("+"), a.element, b.element);
		a = vector_convert(al, a, whole);
		b = vector_convert(al, b, whole);
	}
	/* The quotient of integers is one in C++, as their remainder is. */
	struct str kind = of_integers && !fraction ? str_from("%") : sign;
	const struct element *element = number_common_type(al, kind, a.element, b.element);
	const struct element *result = sign_compares(sign) ? type(ELEMENT_B1) : element;
	int rank = tuple_rank(a.shape) > tuple_rank(b.shape) ? tuple_rank(a.shape) : tuple_rank(b.shape);
	struct tuple shape = a.is_scalar ? b.shape : b.is_scalar ? a.shape
		: common_shape(al, pad_shape(al, a.shape, rank), pad_shape(al, b.shape, rank));
	union number *numbers;
	struct vector made = vector_new(al, result, shape, &numbers);
	if (algebra_failed(al)) {
		return made;
	}
	made.is_scalar = scalars;
	made.is_constant = constant;
	made.is_python = a.is_python && b.is_python;
	element = made.is_python && element_is_float(element) ? type(ELEMENT_F64) : element;
	bool unknown = lacks_numbers(&made, &a) || lacks_numbers(&made, &b);
	bool are_mixed = element_is_float(a.element) != element_is_float(b.element);
	if (made.is_python && sign_compares(sign) && are_mixed && !unknown) {
		keep_order(al, &a, &b);
	}
	a = vector_broadcast(al, vector_convert(al, a, element), shape);
	b = vector_broadcast(al, vector_convert(al, b, element), shape);
	/* What Python computes before it compiles has the sign of the divisor, and its quotient is exact. */
	bool divides = made.is_python && element_is_float(element) && str_is(sign, "//");
	sign = constant && str_is(sign, "%") ? str_from("%%") : divides ? str_from("///") : sign;
	for (int i = 0; !unknown && i < made.count && !algebra_failed(al); i++) {
		numbers[i] = number_compute(al, sign, element, a.numbers[i], b.numbers[i]);
	}
	return made;
}

struct vector vector_negate(struct algebra *al, struct vector a) {
	union number *numbers;
	struct vector made = vector_new(al, a.element, a.shape, &numbers);
	made.is_scalar = a.is_scalar;
	made.is_constant = a.is_constant;
	made.is_python = a.is_python;
	for (int i = 0; !lacks_numbers(&made, &a) && i < made.count; i++) {
		numbers[i] = number_negate(a.element, a.numbers[i]);
	}
	return made;
}

struct vector vector_function(struct algebra *al, struct str name, struct vector a) {
	union number *numbers;
	struct vector made = vector_new(al, a.element, a.shape, &numbers);
	made.is_scalar = a.is_scalar;
	bool is_real = element_is_float(a.element);
	if (!is_real && str_is(name, "abs")) {
		bool keeps = !algebra_is_dsl(al) && element_is_unsigned(a.element);
		for (int i = 0; !lacks_numbers(&made, &a) && i < made.count; i++) {
			numbers[i] = keeps ? a.numbers[i] : number_absolute(a.element, a.numbers[i]);
		}
		return made;
	}
	if (!is_real) {
		algebra_fault(al, FAULT_TYPE, "%.*s is a function of floats, not of %s: convert with to()", (int)name.length,
			name.data, a.element->name);
		return made;
	}
	for (int i = 0; !lacks_numbers(&made, &a) && i < made.count; i++) {
		number_function(name, a.element, a.numbers[i], &numbers[i]);
	}
	return made;
}

struct vector vector_choose(struct algebra *al, struct vector condition, struct vector a, struct vector b) {
	if (a.is_scalar && b.is_scalar) {
		algebra_fault(al, FAULT_TYPE, "at least one of the two that are chosen from must be a vector");
	} else if (condition.element != type(ELEMENT_B1)) {
		algebra_fault(al, FAULT_TYPE, "a condition is of truth values, as a comparison gives");
	} else if (a.element != b.element) {
		algebra_fault(al, FAULT_TYPE, "%s and %s are not of one type: convert one with to()", a.element->name,
			b.element->name);
	}
	struct tuple shape = a.is_scalar ? b.shape : a.shape;
	struct tuple other = b.is_scalar ? shape : b.shape;
	const struct tuple shapes[2] = { other, condition.shape };
	for (int i = 0; i < 2 && !algebra_failed(al); i++) {
		int rank = tuple_rank(shape) > tuple_rank(shapes[i]) ? tuple_rank(shape) : tuple_rank(shapes[i]);
		shape = common_shape(al, pad_shape(al, shape, rank), pad_shape(al, shapes[i], rank));
	}
	union number *numbers;
	struct vector made = vector_new(al, a.element, shape, &numbers);
	if (algebra_failed(al)) {
		return made;
	}
	condition = vector_broadcast(al, condition, shape);
	a = vector_broadcast(al, a, shape);
	b = vector_broadcast(al, b, shape);
	bool unknown = lacks_numbers(&made, &condition) || lacks_numbers(&made, &a) || lacks_numbers(&made, &b);
	for (int i = 0; !unknown && i < made.count; i++) {
		numbers[i] = condition.numbers[i].integer != 0 ? a.numbers[i] : b.numbers[i];
	}
	return made;
}

/* --- slices and reductions --- */

/*
 * "c" with the coordinates that its integers stand for in nested modes of "shape". In slices of vectors the DSL counts
 * them row-major, unlike anywhere else.
 */
static struct tuple row_major_coordinate(struct algebra *al, struct tuple c, struct tuple shape) {
	if (tuple_is_underscore(c) || !tuple_is_tuple(shape)) {
		return c;
	}
	struct tuple *modes = tuple_modes_new(al, shape.rank);
	for (int i = shape.rank - 1; i >= 0 && !algebra_failed(al); i--) {
		struct tuple own = tuple_is_tuple(c) ? c.modes[i] : c;
		if (!tuple_is_tuple(c)) {
			struct tuple size = tuple_product(al, shape.modes[i]);
			own = i > 0 ? int_mod(al, c, size) : c;
			c = int_div(al, c, size);
		}
		modes[i] = row_major_coordinate(al, own, shape.modes[i]);
	}
	return tuple_of(al, modes, shape.rank);
}

/* The places of the elements that "c" leaves free, and where they begin. */
static struct layout places_at(struct algebra *al, struct vector a, struct tuple c, int64_t *begin) {
	struct layout all = layout_from_shape(al, a.shape);
	if (!algebra_failed(al) && !tuple_weakly_congruent(c, a.shape)) {
		algebra_fault(al, FAULT_RANK, "the coordinate does not nest as the shape does");
	}
	*begin = 0;
	if (algebra_failed(al)) {
		return all;
	}
	struct tuple offset = layout_crd2idx_fixed(al, c, all);
	struct layout places = layout_slice(al, c, all);
	*begin = int_value(al, offset);
	struct tuple last = layout_cosize(al, places);
	if (!algebra_failed(al) && (*begin < 0 || *begin > a.count - last.value)) {
		algebra_fault(al, FAULT_DOMAIN, "the coordinate lies outside of the vector");
	}
	return places;
}

struct vector vector_at(struct algebra *al, struct vector a, struct tuple c) {
	if (a.is_scalar) {
		algebra_fault(al, FAULT_TYPE, "expected a vector, saw one number");
		return a;
	}
	if (!tuple_has_underscore(c)) {
		struct tuple place = layout_crd2idx(al, c, layout_from_shape(al, a.shape));
		int64_t index = algebra_failed(al) ? 0 : int_value(al, place);
		if (!algebra_failed(al) && (index < 0 || index >= a.count)) {
			algebra_fault(al, FAULT_DOMAIN, "element %" PRId64 " is none of the %d elements", index, a.count);
		}
		if (algebra_failed(al)) {
			return a;
		}
		struct vector made = scalar(al, a.element, a.numbers != NULL ? a.numbers[index] : (union number){ 0 });
		lacks_numbers(&made, &a);
		return made;
	}
	int64_t begin;
	bool nests = tuple_weakly_congruent(c, a.shape);
	struct layout places = places_at(al, a, nests ? row_major_coordinate(al, c, a.shape) : c, &begin);
	union number *numbers;
	struct vector made = vector_new(al, a.element, places.shape, &numbers);
	for (int i = 0; !lacks_numbers(&made, &a) && i < made.count && algebra_step(al, 1); i++) {
		numbers[i] = a.numbers[begin + layout_crd2idx(al, tuple_int(i), places).value];
	}
	return made;
}

/* "a" and "b" reduced to one number. */
static union number reduce_numbers(struct algebra *al, enum reduction reduction, const struct element *element,
		union number a, union number b) {
	bool real = element_is_float(element);
	bool less = real ? a.real < b.real : a.integer < b.integer;
	switch (reduction) {
	case REDUCE_ADD: return number_compute(al, str_from("+"), element, a, b);
	case REDUCE_MUL: return number_compute(al, str_from("*"), element, a, b);
	case REDUCE_MAX: return less ? b : a;
	case REDUCE_MIN: break;
	}
	return less ? a : b;
}

/* "t" with 0 where "profile" has "_", and "_" elsewhere: what it reduces. */
static struct tuple reduced_modes(struct algebra *al, struct tuple profile) {
	if (!tuple_is_tuple(profile)) {
		return tuple_is_underscore(profile) ? tuple_int(0) : tuple_underscore();
	}
	struct tuple *modes = tuple_modes_new(al, profile.rank);
	for (int i = 0; i < profile.rank; i++) {
		modes[i] = reduced_modes(al, profile.modes[i]);
	}
	return tuple_of(al, modes, profile.rank);
}

/* The profile with 0 in the place of what it reduces, so that it slices what is kept. */
static struct tuple kept_modes(struct algebra *al, struct tuple profile) {
	if (!tuple_is_tuple(profile)) {
		return tuple_is_underscore(profile) ? profile : tuple_int(0);
	}
	struct tuple *modes = tuple_modes_new(al, profile.rank);
	for (int i = 0; i < profile.rank; i++) {
		modes[i] = kept_modes(al, profile.modes[i]);
	}
	return tuple_of(al, modes, profile.rank);
}

struct vector vector_reduce(struct algebra *al, struct vector a, enum reduction reduction, struct vector init,
		struct tuple profile) {
	if (tuple_is_all_underscore(profile)) {
		a.shape = tuple_slice(al, profile, a.shape);
		return a;
	}
	int64_t begin;
	struct layout kept = places_at(al, a, kept_modes(al, profile), &begin);
	struct layout each = algebra_failed(al) ? kept : places_at(al, a, reduced_modes(al, profile), &begin);
	bool whole = !tuple_is_tuple(profile);
	union number *numbers;
	struct vector made = vector_new(al, a.element, whole ? tuple_int(1) : kept.shape, &numbers);
	made.is_scalar = whole;
	int count = algebra_failed(al) ? 0 : (int)layout_size(al, each).value;
	init = vector_convert(al, init, a.element);
	bool unknown = lacks_numbers(&made, &a) || lacks_numbers(&made, &init);
	for (int i = 0; !unknown && i < made.count && algebra_step(al, count); i++) {
		int64_t place = whole ? 0 : layout_crd2idx(al, tuple_int(i), kept).value;
		numbers[i] = init.numbers[0];
		for (int k = 0; k < count; k++) {
			union number next = a.numbers[place + layout_crd2idx(al, tuple_int(k), each).value];
			numbers[i] = reduce_numbers(al, reduction, a.element, numbers[i], next);
		}
	}
	return made;
}

/* --- printing --- */

/* (3, 4), (3,): a shape as Python prints it. */
static void put_shape(struct buf *out, struct tuple shape) {
	if (!tuple_is_tuple(shape)) {
		buf_put_int(out, shape.value);
		return;
	}
	buf_put_char(out, '(');
	for (int i = 0; i < shape.rank; i++) {
		buf_put(out, i > 0 ? ", " : "");
		put_shape(out, shape.modes[i]);
	}
	buf_put(out, shape.rank == 1 ? ",)" : ")");
}

/* "real" as Python prints a float: with as few digits as say which it is, and a point. */
static void put_float(struct buf *out, double real) {
	char text[40];
	double size = fabs(real);
	bool is_fixed = real == 0 || (size >= 1e-4 && size < 1e16);
	int digits = is_fixed ? 1 : 0;
	do {
		snprintf(text, sizeof text, is_fixed ? "%.*f" : "%.*e", digits, real);
	} while (strtod(text, NULL) != real && ++digits < 21 && isfinite(real));
	buf_put(out, text);
}

void vector_print(struct buf *out, const struct vector *vector, bool at_run_time) {
	if (vector->is_scalar && vector->is_python && vector->numbers != NULL && element_is_float(vector->element)) {
		put_float(out, vector->numbers[0].real);
		return;
	}
	if (vector->is_scalar && (at_run_time || vector->numbers == NULL)) {
		buf_put_char(out, '?');
		return;
	}
	if (vector->is_scalar) {
		/* One truth value is 1, as printf has it; among the elements of a tensor it is -1. */
		bool is_truth = vector->element == type(ELEMENT_B1) || vector->element == type(ELEMENT_BOOL);
		struct buf text;
		buf_init(&text, out->arena);
		number_print(&text, is_truth ? type(ELEMENT_U8) : vector->element, vector->numbers[0]);
		buf_put(out, text.data[0] == ' ' ? text.data + 1 : text.data);
		return;
	}
	buf_put(out, "tensor_value<vector<");
	buf_put_int(out, vector->count);
	buf_put_char(out, 'x');
	buf_put_str(out, element_name(str_from(vector->element->name)));
	buf_put(out, "> o ");
	put_shape(out, vector->shape);
	buf_put_char(out, '>');
}
