/* Operations that give numbers and answers: sizes, coordinates, comparisons, arithmetic of shapes, swizzles. */
#include <inttypes.h>

#include "base/buf.h"
#include "differential.h"

/* --- sizes --- */

static enum verdict check_size(struct subject *s) {
	int64_t size;
	return agrees(s, run_number(s, &size, CALL(value_from_layout(s->a))) && size == s->map.size, "not the coordinates");
}

static enum verdict check_cosize(struct subject *s) {
	int64_t cosize;
	if (!is_plain(s->a)) {
		return NOT_DEFINED;
	}
	bool good = run_number(s, &cosize, CALL(value_from_layout(s->a)));
	return agrees(s, good && cosize == list_cosize(s->map), "not the largest offset + 1");
}

static enum verdict check_product(struct subject *s) {
	int64_t product;
	bool good = run_number(s, &product, CALL(value_from_tuple(s->a.shape)));
	return agrees(s, good && product == s->map.size, "not the product");
}

static enum verdict check_product_each(struct subject *s) {
	struct tuple r;
	bool holds = run_tuple(s, &r, CALL(value_from_tuple(s->a.shape))) && tuple_rank(r) == layout_rank(s->a);
	for (int i = 0; holds && i < tuple_rank(r); i++) {
		holds = tuple_is_constant(tuple_mode(r, i), reference_size(layout_mode(s->a, i).shape));
	}
	return agrees(s, holds, "not the sizes of the modes");
}

static enum verdict check_prefix_product(struct subject *s) {
	struct tuple r;
	struct leaves leaves = { .count = 0 };
	bool holds = run_tuple(s, &r, CALL(value_from_tuple(s->a.shape))) && tuple_congruent(r, s->a.shape);
	if (holds) {
		leaves_add(&leaves, (struct layout){ s->a.shape, r });
	}
	int64_t product = 1;
	for (int k = 0; k < leaves.count; k++) {
		holds = holds && leaves.stride[k] == product;
		product *= leaves.shape[k];
	}
	return agrees(s, holds, "not the products of the extents before");
}

static enum verdict check_inner_product(struct subject *s) {
	int64_t product;
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, s->a);
	int64_t expected = 0;
	for (int k = 0; k < leaves.count; k++) {
		expected += leaves.shape[k] * leaves.stride[k];
	}
	bool good = run_number(s, &product, CALL(value_from_tuple(s->a.shape), value_from_tuple(s->a.stride)));
	return agrees(s, good && product == expected, "not the sum of the products");
}

/* --- coordinates --- */

static enum verdict check_crd2idx(struct subject *s) {
	bool holds = true;
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		int64_t at;
		int64_t by_number;
		struct tuple c = natural_coordinate(&s->al, s->a.shape, i);
		holds = run_number(s, &at, CALL(value_from_tuple(c), value_from_layout(s->a))) && at == s->map.offset[i] &&
			run_number(s, &by_number, CALL(number_value(i), value_from_layout(s->a))) && by_number == at;
	}
	return agrees(s, holds, "not the offset of a coordinate");
}

static enum verdict check_idx2crd(struct subject *s) {
	bool holds = true;
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		struct tuple c;
		holds = run_tuple(s, &c, CALL(number_value(i), value_from_tuple(s->a.shape))) &&
			tuple_equal(c, natural_coordinate(&s->al, s->a.shape, i));
	}
	return agrees(s, holds, "not the coordinate of a number");
}

/* From a number of one shape to the coordinate of another. */
static enum verdict check_crd2crd(struct subject *s) {
	struct tuple size = tuple_int(s->map.size);
	bool holds = true;
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		struct tuple c = natural_coordinate(&s->al, s->a.shape, i);
		struct tuple number;
		struct tuple back;
		holds = run_tuple(s, &number, CALL(value_from_tuple(c), value_from_tuple(s->a.shape), value_from_tuple(size)))
			&& tuple_is_constant(number, i) &&
			run_tuple(s, &back, CALL(number_value(i), value_from_tuple(size), value_from_tuple(s->a.shape))) &&
			tuple_equal(back, c);
	}
	return agrees(s, holds, "not the coordinate with the same number");
}

/* --- comparisons --- */

static bool nests_alike(struct tuple a, struct tuple b, bool may_refine) {
	if (!tuple_is_tuple(a)) {
		return may_refine || !tuple_is_tuple(b);
	}
	bool alike = tuple_is_tuple(b) && a.rank == b.rank;
	for (int i = 0; alike && i < a.rank; i++) {
		alike = nests_alike(a.modes[i], b.modes[i], may_refine);
	}
	return alike;
}

static enum verdict check_congruent(struct subject *s) {
	bool truth;
	bool good = run_truth(s, &truth, CALL(value_from_tuple(s->a.shape), value_from_tuple(s->b.shape)));
	return agrees(s, good && truth == nests_alike(s->a.shape, s->b.shape, false), "not how they nest");
}

static enum verdict check_weakly_congruent(struct subject *s) {
	bool truth;
	bool good = run_truth(s, &truth, CALL(value_from_tuple(s->a.shape), value_from_tuple(s->b.shape)));
	return agrees(s, good && truth == nests_alike(s->a.shape, s->b.shape, true), "not how they nest");
}

static enum verdict check_compatible(struct subject *s) {
	bool truth;
	bool same;
	bool good = run_truth(s, &truth, CALL(value_from_tuple(s->a.shape), value_from_tuple(s->b.shape))) &&
		run_truth(s, &same, CALL(value_from_tuple(tuple_int(s->map.size)), value_from_tuple(s->a.shape)));
	return agrees(s, good && same && truth == reference_is_compatible(s->a.shape, s->b.shape),
		"a coordinate of the one is none of the other");
}

static bool is_flat(struct tuple t) {
	return tuple_is_tuple(t) && tuple_depth(t) == 1;
}

/* The integers of flat tuples, pairwise. */
static enum verdict check_elem_less(struct subject *s) {
	bool truth;
	if (!is_flat(s->a.shape) || !is_flat(s->b.shape) || layout_rank(s->a) != layout_rank(s->b)) {
		return NOT_DEFINED;
	}
	bool expected = true;
	for (int i = 0; i < layout_rank(s->a); i++) {
		expected = expected && tuple_mode(s->a.shape, i).value < tuple_mode(s->b.shape, i).value;
	}
	bool good = run_truth(s, &truth, CALL(value_from_tuple(s->a.shape), value_from_tuple(s->b.shape)));
	return agrees(s, good && truth == expected, "not each less than the other");
}

/* --- arithmetic of shapes --- */

/* A flat tuple with an integer from 1 to 4 for each mode of the subject. */
static struct tuple some_divisors(struct subject *s, bool divide) {
	int rank = layout_rank(s->a);
	struct tuple *modes = tuple_modes_new(&s->al, rank);
	for (int i = 0; i < rank; i++) {
		int64_t size = reference_size(layout_mode(s->a, i).shape);
		int64_t divisor = sample_between(s->samples, 1, 4);
		while (divide && size % divisor != 0) {
			divisor--;
		}
		modes[i] = tuple_int(divisor);
	}
	return tuple_of(&s->al, modes, rank);
}

static enum verdict check_ceil_div(struct subject *s) {
	struct tuple divisors = some_divisors(s, false);
	struct tuple r;
	if (!is_flat(s->a.shape)) {
		return NOT_DEFINED;
	}
	bool holds = run_tuple(s, &r, CALL(value_from_tuple(s->a.shape), value_from_tuple(divisors)));
	for (int i = 0; holds && i < divisors.rank; i++) {
		int64_t extent = s->a.shape.modes[i].value;
		int64_t quotient = tuple_mode(r, i).value;
		int64_t divisor = divisors.modes[i].value;
		holds = quotient * divisor >= extent && (quotient - 1) * divisor < extent;
	}
	return agrees(s, holds, "not the quotient rounded up");
}

static enum verdict check_shape_div(struct subject *s) {
	struct tuple divisors = some_divisors(s, true);
	struct tuple r;
	if (!is_flat(s->a.shape)) {
		return NOT_DEFINED;
	}
	bool holds = run_tuple(s, &r, CALL(value_from_tuple(s->a.shape), value_from_tuple(divisors)));
	for (int i = 0; holds && i < divisors.rank; i++) {
		holds = tuple_mode(r, i).value * divisors.modes[i].value == s->a.shape.modes[i].value;
	}
	return agrees(s, holds, "not the quotient");
}

static enum verdict check_evenly_divides(struct subject *s) {
	struct tuple divisors = some_divisors(s, false);
	bool truth;
	if (!is_flat(s->a.shape)) {
		return NOT_DEFINED;
	}
	bool expected = true;
	for (int i = 0; i < divisors.rank; i++) {
		expected = expected && s->a.shape.modes[i].value % divisors.modes[i].value == 0;
	}
	bool good = run_truth(s, &truth, CALL(value_from_tuple(s->a.shape), value_from_tuple(divisors)));
	return agrees(s, good && truth == expected, "not whether there is a rest");
}

static enum verdict check_elem_scale(struct subject *s) {
	struct tuple factors = some_divisors(s, false);
	struct tuple r;
	if (!tuple_is_tuple(s->a.shape)) {
		return NOT_DEFINED;
	}
	bool holds = run_tuple(s, &r, CALL(value_from_tuple(factors), value_from_tuple(s->a.shape)));
	for (int i = 0; holds && i < factors.rank; i++) {
		int64_t size = reference_size(layout_mode(s->a, i).shape);
		holds = tuple_mode(r, i).value == factors.modes[i].value * size;
	}
	return agrees(s, holds, "not the products");
}

/* --- swizzles --- */

/* Bit by bit: bit base + k is flipped where bit base + k + shift is set. */
static int64_t swizzled(struct swizzle z, int64_t i) {
	int64_t result = i;
	for (int k = 0; k < z.bits; k++) {
		int source = z.base + k + (z.shift > 0 ? z.shift : 0);
		int target = z.base + k + (z.shift > 0 ? 0 : -z.shift);
		if ((i >> source & 1) != 0) {
			result ^= (int64_t)1 << target;
		}
	}
	return result;
}

static struct swizzle some_swizzle(struct subject *s) {
	int bits = (int)sample_between(s->samples, 0, 2);
	int shift = bits + (int)sample_below(s->samples, 2);
	int base = (int)sample_below(s->samples, 3);
	return (struct swizzle){ bits, base, sample_below(s->samples, 2) == 0 ? shift : -shift };
}

static enum verdict check_apply_swizzle(struct subject *s) {
	struct swizzle z = some_swizzle(s);
	struct value swizzle = { .kind = VALUE_SWIZZLE, .swizzle = z };
	bool holds = true;
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		int64_t number = s->map.offset[i] < 0 ? i : s->map.offset[i];
		int64_t image;
		holds = run_number(s, &image, CALL(swizzle, number_value(number))) && image == swizzled(z, number);
	}
	return agrees(s, holds, "not the bits exclusive or");
}

static enum verdict check_make_swizzle(struct subject *s) {
	struct swizzle z = some_swizzle(s);
	struct value made;
	const struct value numbers[3] = { number_value(z.bits), number_value(z.base), number_value(z.shift) };
	bool good = run_operation(s, s->name, &made, 3, numbers);
	return agrees(s, good && made.kind == VALUE_SWIZZLE && made.swizzle.bits == z.bits && made.swizzle.base == z.base &&
		made.swizzle.shift == z.shift, "not this swizzle");
}

static enum verdict check_make_composed_layout(struct subject *s) {
	struct swizzle z = some_swizzle(s);
	struct value swizzle = { .kind = VALUE_SWIZZLE, .swizzle = z };
	int64_t offset = sample_below(s->samples, 8);
	struct value made;
	if (!is_plain(s->a)) {
		return NOT_DEFINED;
	}
	bool holds = run_operation(s, s->name, &made, CALL(swizzle, number_value(offset), value_from_layout(s->a)));
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		struct value at;
		holds = run_operation(s, "crd2idx", &at, CALL(number_value(i), made)) &&
			tuple_is_constant(at.tuple, swizzled(z, offset + s->map.offset[i]));
	}
	return agrees(s, holds, "not the swizzle of the offset");
}

static enum verdict check_make_offset_layout(struct subject *s) {
	int64_t offset = sample_between(s->samples, -8, 8);
	struct value made;
	bool holds = run_operation(s, s->name, &made, CALL(number_value(offset), value_from_layout(s->a)));
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		struct value at;
		holds = run_operation(s, "crd2idx", &at, CALL(number_value(i), made)) &&
			tuple_is_constant(at.tuple, offset + s->map.offset[i]);
	}
	return agrees(s, holds, "not the offset and what the layout gives");
}

/* Whether the values of "a" are those of the layout of the subject. */
static bool is_same_function(struct subject *s, struct value a) {
	bool holds = true;
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		struct value at;
		holds = run_operation(s, "crd2idx", &at, CALL(number_value(i), a)) &&
			tuple_is_constant(at.tuple, s->map.offset[i]);
	}
	return holds;
}

/* The sizes and strides of the layout, as torch prints them. */
static enum verdict check_convert(struct subject *s) {
	struct layout flat = layout_flatten(&s->al, s->a);
	struct buf text;
	struct value made;
	if (!is_plain(s->a) || s->map.size == 0 || layout_rank(flat) < 1) {
		return NOT_DEFINED;
	}
	buf_init(&text, s->arena);
	for (int part = 0; part < 2; part++) {
		struct tuple numbers = part == 0 ? flat.shape : flat.stride;
		buf_put(&text, part == 0 ? "size=(" : "stride=(");
		for (int i = 0; i < layout_rank(flat); i++) {
			buf_printf(&text, "%" PRId64 ",", tuple_is_tuple(numbers) ? tuple_mode(numbers, i).value : numbers.value);
		}
		buf_put(&text, "), ");
	}
	struct value argument = { .kind = VALUE_STRING, .string = buf_str(&text) };
	bool holds = run_operation(s, s->name, &made, CALL(argument));
	return agrees(s, holds && is_same_function(s, made), text.data);
}

/* Every offset is the exclusive or of those of the bits of its coordinate: then there is a map of bits. */
static enum verdict check_bits(struct subject *s) {
	bool linear = s->map.size > 0 && (s->map.size & (s->map.size - 1)) == 0;
	for (int64_t i = 0; linear && i < s->map.size; i++) {
		int64_t expected = s->map.offset[0];
		for (int64_t bit = 1; bit <= i; bit *= 2) {
			expected ^= (i & bit) != 0 ? s->map.offset[bit] ^ s->map.offset[0] : 0;
		}
		linear = s->map.offset[i] == expected && expected >= 0;
	}
	struct value made;
	if (!run_operation(s, s->name, &made, CALL(value_from_layout(s->a)))) {
		return linear ? agrees(s, false, "refused") : NOT_DEFINED;
	}
	return agrees(s, linear && is_same_function(s, made), "not the same function");
}

/* The offsets of a map of bits or a shifted layout lead back to the function. */
static enum verdict check_infer(struct subject *s) {
	struct value made;
	if (s->map.size == 0 || !run_operation(s, s->name, &made, CALL(value_from_layout(s->a)))) {
		return s->map.size == 0 ? NOT_DEFINED : agrees(s, false, "refused");
	}
	return agrees(s, made.kind == VALUE_LAYOUT && is_same_function(s, made), "not the same function");
}

const struct trial_of_operation trials_of_numbers[] = {
	{ "apply_swizzle", check_apply_swizzle, "bit by bit" },
	{ "bits", check_bits, "the exclusive or, bit by bit" },
	{ "ceil_div", check_ceil_div, "the least q with q * divisor >= extent" },
	{ "compatible", check_compatible, "every coordinate is one of the other" },
	{ "congruent", check_congruent, "by recursion" },
	{ "convert", check_convert, "the list of offsets" },
	{ "coshape", check_cosize, "the largest offset + 1" },
	{ "cosize", check_cosize, "the largest offset + 1" },
	{ "crd2crd", check_crd2crd, "digit by digit" },
	{ "crd2idx", check_crd2idx, "the list of offsets" },
	{ "elem_less", check_elem_less, "integer by integer" },
	{ "elem_scale", check_elem_scale, "integer by integer" },
	{ "evenly_divides", check_evenly_divides, "integer by integer" },
	{ "idx2crd", check_idx2crd, "digit by digit" },
	{ "infer", check_infer, "the list of offsets" },
	{ "inner_product", check_inner_product, "integer by integer" },
	{ "make_composed_layout", check_make_composed_layout, "the swizzle, bit by bit, of each offset" },
	{ "make_offset_layout", check_make_offset_layout, "the sum" },
	{ "make_swizzle", check_make_swizzle, "its three numbers" },
	{ "prefix_product", check_prefix_product, "integer by integer" },
	{ "product", check_product, "the number of coordinates" },
	{ "product_each", check_product_each, "the number of coordinates of each mode" },
	{ "shape_div", check_shape_div, "the q with q * divisor = extent" },
	{ "size", check_size, "the number of coordinates" },
	{ "weakly_congruent", check_weakly_congruent, "by recursion" },
	{ .name = NULL },
};
