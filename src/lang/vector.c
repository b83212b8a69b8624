#include "lang/vector.h"

#include <inttypes.h>
#include <math.h>

#include "base/limits.h"
#include "lang/tensor.h"

/* --- types --- */

bool element_is_float(const struct element *element) {
	return element->exponent_bits > 0;
}

static const struct element *type(enum element_id id) {
	return &element_types[id];
}

static bool is_unsigned(const struct element *element) {
	return element->name[0] == 'u' || element == type(ELEMENT_BOOL) || element == type(ELEMENT_B1);
}

/* "x" as a float of "element" holds it: the nearest one, even ones in the middle. */
static double round_real(const struct element *element, double x) {
	if (element->bits >= 64 || x == 0 || !isfinite(x)) {
		return x;
	}
	int bias = (1 << (element->exponent_bits - 1)) - 1;
	int exponent;
	frexp(x, &exponent);
	int least = 2 - bias;
	int digits = element->mantissa_bits + 1;
	int unit = (exponent > least ? exponent : least) - digits;
	double rounded = ldexp(nearbyint(ldexp(x, -unit)), unit);
	bool has_infinity = element != type(ELEMENT_E4M3) && element->bits > 8;
	double greatest = ldexp(2.0 - ldexp(1.0, -element->mantissa_bits), bias);
	return fabs(rounded) > greatest && has_infinity ? copysign(INFINITY, x) : rounded;
}

/* "n" as an integer of "element" holds it. */
static int64_t wrap_integer(const struct element *element, int64_t n) {
	if (element->bits >= 64) {
		return n;
	}
	uint64_t mask = (UINT64_C(1) << element->bits) - 1;
	uint64_t low = (uint64_t)n & mask;
	bool negative = !is_unsigned(element) && (low >> (element->bits - 1) & 1) != 0;
	return negative ? (int64_t)(low | ~mask) : (int64_t)low;
}

/* "n" of "from" as a number of "to". */
static union number convert(union number n, const struct element *from, const struct element *to) {
	if (element_is_float(to)) {
		double real = element_is_float(from) ? n.real : (double)n.integer;
		return (union number){ .real = round_real(to, real) };
	}
	if (to == type(ELEMENT_B1)) {
		bool truth = element_is_float(from) ? n.real != 0 : n.integer != 0;
		return (union number){ .integer = truth };
	}
	int64_t integer = !element_is_float(from) ? n.integer
		: !(fabs(n.real) < 9.2e18)        ? 0
						  : (int64_t)n.real;
	return (union number){ .integer = wrap_integer(to, integer) };
}

union number number_from_real(const struct element *element, double real) {
	return convert((union number){ .real = real }, type(ELEMENT_F64), element);
}

/* --- making vectors --- */

struct vector vector_new(struct algebra *al, const struct element *element, struct tuple shape,
		union number **numbers) {
	struct vector vector = { .element = element, .shape = shape };
	struct tuple size = tuple_product(al, shape);
	if (!algebra_failed(al) && !tuple_is_static(shape)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the elements of a vector are counted: all of its extents are numbers");
	} else if (!algebra_failed(al) && size.value > LIMIT_VECTOR_ELEMENTS) {
		algebra_fault(al, FAULT_LIMIT, "a vector has at most %d elements, not %" PRId64, LIMIT_VECTOR_ELEMENTS,
			size.value);
	}
	vector.count = algebra_failed(al) ? 0 : (int)size.value;
	*numbers = arena_array(al->arena, (size_t)vector.count + 1, sizeof **numbers);
	vector.numbers = *numbers;
	return vector;
}

struct value value_from_vector(struct algebra *al, const struct vector *vector) {
	if (algebra_failed(al)) {
		return value_none();
	}
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
	return scalar(al, f32, (union number){ .real = round_real(f32, real) });
}

struct vector vector_from_integer(struct algebra *al, int64_t integer) {
	const struct element *s32 = type(ELEMENT_S32);
	return scalar(al, s32, (union number){ .integer = wrap_integer(s32, integer) });
}

struct vector vector_convert(struct algebra *al, struct vector a, const struct element *to) {
	union number *numbers;
	struct vector made = vector_new(al, to, a.shape, &numbers);
	made.is_scalar = a.is_scalar;
	for (int i = 0; i < made.count; i++) {
		numbers[i] = convert(a.numbers[i], a.element, to);
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
	for (int i = 0; i < made.count && algebra_step(al, 1); i++) {
		numbers[i] = a.numbers[layout_crd2idx(al, tuple_int(i), places).value];
	}
	return made;
}

/* --- arithmetic --- */

/* The float type of "bits". */
static const struct element *float_type(int bits) {
	return bits >= 64 ? type(ELEMENT_F64) : bits >= 32 ? type(ELEMENT_F32) : type(ELEMENT_F16);
}

/* The type that both operands get. */
static const struct element *common_type(struct algebra *al, const struct element *a, const struct element *b) {
	if (a == b) {
		return a;
	}
	if (element_is_float(a) != element_is_float(b)) {
		const struct element *real = element_is_float(a) ? a : b;
		const struct element *integer = element_is_float(a) ? b : a;
		return integer->bits > real->bits ? float_type(integer->bits) : real;
	}
	const struct element *wider = a->bits >= b->bits ? a : b;
	bool narrow = element_is_float(a) && (wider->bits < 16 || (a->bits == b->bits && wider->bits < 32
		&& a != type(ELEMENT_F16) && b != type(ELEMENT_F16)));
	if (narrow) {
		algebra_fault(al, FAULT_TYPE, "CuTe DSL has no common type of %s and %s: convert one with to()", a->name,
			b->name);
	}
	if (a->bits == b->bits && element_is_float(a)) {
		return a->bits == 32 ? type(ELEMENT_F32) : type(ELEMENT_F16);
	}
	return a->bits == b->bits && is_unsigned(b) ? b : wider;
}

static bool compares(struct str sign) {
	char c = sign.data[0];
	return c == '<' || c == '>' || c == '=' || c == '!';
}

/* What the processor gives where there is no number. */
static double no_number(void) {
	return copysign(NAN, -1.0);
}

static double compute_real(struct str sign, double x, double y) {
	double quotient = (x == 0 && y == 0) || (isinf(x) && isinf(y)) ? no_number() : x / y;
	switch (sign.data[0]) {
	case '+': return x + y;
	case '-': return x - y;
	case '*': return x * y;
	case '/': return sign.length == 2 ? floor(quotient) : quotient;
	default: return y == 0 || isinf(x) ? no_number() : fmod(x, y);
	}
}

/* Products and sums wrap. */
static int64_t compute_integer(struct algebra *al, struct str sign, int64_t x, int64_t y) {
	uint64_t a = (uint64_t)x;
	uint64_t b = (uint64_t)y;
	switch (sign.data[0]) {
	case '+': return (int64_t)(a + b);
	case '-': return (int64_t)(a - b);
	case '*': return (int64_t)(a * b);
	default: break;
	}
	if (y == 0) {
		algebra_fault(al, FAULT_DOMAIN, "division of %" PRId64 " by 0", x);
		return 0;
	}
	if (y == -1) {
		return sign.data[0] == '/' ? (int64_t)(0 - a) : 0;
	}
	bool rounds = sign.data[0] == '/' && x % y != 0 && (x < 0) != (y < 0);
	return sign.data[0] == '%' ? x % y : x / y - (rounds ? 1 : 0);
}

static bool compare_numbers(struct str sign, bool less, bool equal, bool ordered) {
	switch (sign.data[0]) {
	case '<': return less || (sign.length == 2 && equal);
	case '>': return ordered && ((!less && !equal) || (sign.length == 2 && equal));
	case '=': return equal;
	default: return !equal;
	}
}

static union number compute_number(struct algebra *al, struct str sign, const struct element *element,
		const struct element *result, union number a, union number b) {
	bool real = element_is_float(element);
	if (compares(sign)) {
		bool less = real ? a.real < b.real : a.integer < b.integer;
		bool equal = real ? a.real == b.real : a.integer == b.integer;
		bool ordered = !real || (!isnan(a.real) && !isnan(b.real));
		return (union number){ .integer = compare_numbers(sign, less, equal, ordered) };
	}
	if (real) {
		return (union number){ .real = round_real(result, compute_real(sign, a.real, b.real)) };
	}
	return (union number){ .integer = wrap_integer(result, compute_integer(al, sign, a.integer, b.integer)) };
}

struct vector vector_compute(struct algebra *al, struct str sign, struct vector a, struct vector b) {
	const struct element *element = common_type(al, a.element, b.element);
	bool divides = str_is(sign, "/");
	element = divides && !element_is_float(element) ? type(ELEMENT_F32) : element;
	const struct element *result = compares(sign) ? type(ELEMENT_B1) : element;
	int rank = tuple_rank(a.shape) > tuple_rank(b.shape) ? tuple_rank(a.shape) : tuple_rank(b.shape);
	struct tuple shape = a.is_scalar ? b.shape : b.is_scalar ? a.shape
		: common_shape(al, pad_shape(al, a.shape, rank), pad_shape(al, b.shape, rank));
	union number *numbers;
	struct vector made = vector_new(al, result, shape, &numbers);
	if (algebra_failed(al)) {
		return made;
	}
	made.is_scalar = a.is_scalar && b.is_scalar;
	a = vector_broadcast(al, vector_convert(al, a, element), shape);
	b = vector_broadcast(al, vector_convert(al, b, element), shape);
	for (int i = 0; i < made.count && !algebra_failed(al); i++) {
		numbers[i] = compute_number(al, sign, element, result, a.numbers[i], b.numbers[i]);
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
	for (int i = 0; i < made.count; i++) {
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
	*begin = algebra_failed(al) ? 0 : int_value(al, offset);
	struct tuple last = layout_cosize(al, places);
	if (!algebra_failed(al) && (*begin < 0 || *begin + last.value > a.count)) {
		algebra_fault(al, FAULT_DOMAIN, "the coordinate lies outside of the vector");
	}
	return places;
}

struct vector vector_at(struct algebra *al, struct vector a, struct tuple c) {
	if (!tuple_has_underscore(c)) {
		struct tuple place = layout_crd2idx(al, c, layout_from_shape(al, a.shape));
		int64_t index = algebra_failed(al) ? 0 : int_value(al, place);
		if (!algebra_failed(al) && (index < 0 || index >= a.count)) {
			algebra_fault(al, FAULT_DOMAIN, "element %" PRId64 " is none of the %d elements", index, a.count);
		}
		return algebra_failed(al) ? a : scalar(al, a.element, a.numbers[index]);
	}
	int64_t begin;
	bool nests = tuple_weakly_congruent(c, a.shape);
	struct layout places = places_at(al, a, nests ? row_major_coordinate(al, c, a.shape) : c, &begin);
	union number *numbers;
	struct vector made = vector_new(al, a.element, places.shape, &numbers);
	for (int i = 0; i < made.count && algebra_step(al, 1); i++) {
		numbers[i] = a.numbers[begin + layout_crd2idx(al, tuple_int(i), places).value];
	}
	return made;
}

static union number reduce_numbers(struct algebra *al, enum reduction reduction, const struct element *element,
		union number a, union number b) {
	bool real = element_is_float(element);
	bool less = real ? a.real < b.real : a.integer < b.integer;
	switch (reduction) {
	case REDUCE_ADD: return compute_number(al, str_from("+"), element, element, a, b);
	case REDUCE_MUL: return compute_number(al, str_from("*"), element, element, a, b);
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
	if (tuple_is_underscore(profile)) {
		return a;
	}
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
	for (int i = 0; i < made.count && algebra_step(al, count); i++) {
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

void vector_put_number(struct buf *out, const struct element *element, union number number) {
	bool real = element_is_float(element);
	bool no_sign = real ? number.real >= 0 && !isnan(number.real) : number.integer >= 0;
	buf_put(out, no_sign ? " " : "");
	if (real) {
		buf_printf(out, "%f", number.real);
	} else {
		buf_put_int(out, number.integer);
	}
}

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

void vector_print(struct buf *out, const struct vector *vector) {
	if (vector->is_scalar) {
		buf_put_char(out, '?');
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
