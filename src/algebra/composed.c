#include "algebra/composed.h"

#include <inttypes.h>

#include "algebra/exact.h"
#include "algebra/linear.h"
#include "algebra/trace.h"
#include "base/limits.h"

static int map_parts(struct map map) {
	return map.kind == MAP_COMPOSED ? map.composed->parts : 1;
}

/*
 * Whether the values of "inner" plus "offset" are in the domain of the linear map "outer". Where those of a composed
 * layout that CuTe has end, its cosize does not say: they are refused where they are looked at.
 */
static bool check_domain(struct algebra *al, const struct linear *outer, struct tuple offset, struct map inner) {
	struct tuple cosize = int_add(al, offset, map_cosize(al, inner));
	int64_t last = algebra_failed(al) ? 0 : int_value(al, cosize) - 1;
	bool is_last = inner.kind != MAP_COMPOSED || map_is_extended(inner);
	if (algebra_failed(al) || !is_last || last >> outer->bits == 0) {
		return !algebra_failed(al);
	}
	algebra_fault(al, FAULT_DOMAIN, "a map of bits with coordinates below %" PRId64 " behind one that reaches %" PRId64,
		(int64_t)1 << outer->bits, last);
	return false;
}

struct map map_composed_whole(struct algebra *al, struct map outer, struct tuple offset, bool is_unsigned,
		struct map inner) {
	struct composed *composed = arena_alloc(al->arena, sizeof *composed);
	int parts = map_parts(outer) + map_parts(inner);
	if (parts > LIMIT_PARTS) {
		algebra_fault(al, FAULT_LIMIT, "a composed layout of %d parts; the limit is %d", parts, LIMIT_PARTS);
		return outer;
	}
	*composed = (struct composed){ .outer = outer, .offset = offset, .inner = inner, .is_unsigned = is_unsigned,
		.parts = parts, .run_time_bits = -1 };
	return (struct map){ .kind = MAP_COMPOSED, .composed = composed };
}

struct map map_with_run_time_bits(struct algebra *al, struct map map, int64_t bits) {
	if (algebra_failed(al)) {
		return map;
	}
	struct composed *composed = arena_alloc(al->arena, sizeof *composed);
	*composed = *map.composed;
	composed->run_time_bits = bits;
	return (struct map){ .kind = MAP_COMPOSED, .composed = composed };
}

/* --- layouts that wait for a pointer --- */

enum { BYTE_BITS = 8 };

bool map_is_flagged(struct map map) {
	return map.kind == MAP_COMPOSED && map.composed->flag_bits > 0;
}

struct map map_with_flag(struct algebra *al, struct map map, int64_t bits) {
	bool is_swizzled = map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE
		&& map.composed->inner.kind == MAP_LAYOUT;
	if (!is_swizzled || algebra_is_dsl(al) || algebra_failed(al)) {
		return map;
	}
	struct composed *composed = arena_alloc(al->arena, sizeof *composed);
	*composed = *map.composed;
	composed->flag_bits = bits;
	return (struct map){ .kind = MAP_COMPOSED, .composed = composed };
}

struct map map_losing_flag(struct algebra *al, const struct composed *map, struct tuple offset, struct map inner) {
	struct map bytes = map_from_swizzle(composed_swizzle(al, map));
	struct map loose = map_composed_whole(al, bytes, offset, false, inner);
	if (algebra_failed(al)) {
		return inner;
	}
	struct composed *composed = arena_alloc(al->arena, sizeof *composed);
	*composed = *loose.composed;
	composed->has_lost_flag = true;
	return (struct map){ .kind = MAP_COMPOSED, .composed = composed };
}

struct swizzle composed_swizzle(struct algebra *al, const struct composed *composed) {
	struct swizzle s = composed->outer.swizzle;
	if (composed->flag_bits == 0) {
		return s;
	}
	return composed->flag_bits < BYTE_BITS ? swizzle_upcast(al, s, BYTE_BITS / composed->flag_bits)
		: swizzle_downcast(al, s, composed->flag_bits / BYTE_BITS);
}

struct map map_composed(struct algebra *al, struct map outer, struct tuple offset, struct map inner) {
	const struct linear *columns = map_columns(outer);
	if (columns != NULL && tuple_is_int(map_inner(al, outer).shape)) {
		outer = (struct map){ .kind = MAP_LINEAR, .linear = columns };
	}
	struct map joined;
	if (map_joins(al, outer, offset, inner, &joined)) {
		return joined;
	}
	if (outer.kind == MAP_LINEAR && !check_domain(al, outer.linear, offset, inner)) {
		return inner;
	}
	return map_composed_whole(al, outer, offset, false, inner);
}

struct map map_wrap(struct algebra *al, struct map outer, struct tuple offset, struct map inner) {
	bool vanishes = outer.kind == MAP_SWIZZLE && outer.swizzle.bits == 0 && inner.kind == MAP_LAYOUT
		&& !algebra_is_dsl(al);
	if ((vanishes || outer.kind == MAP_IDENTITY) && tuple_is_constant(offset, 0)) {
		return inner;
	}
	return map_composed(al, outer, offset, inner);
}

struct map map_with_front(struct algebra *al, const struct composed *map, struct map inner) {
	if (map->flag_bits > 0) {
		return map_with_flag(al, map_composed_whole(al, map->outer, map->offset, false, inner), map->flag_bits);
	}
	return map->is_unsigned
		? map_with_run_time_bits(al, map_composed_whole(al, map->outer, map->offset, true, inner), map->run_time_bits)
		: map_wrap(al, map->outer, map->offset, inner);
}

struct map map_with_inner(struct algebra *al, struct map map, struct layout inner) {
	return map.kind != MAP_COMPOSED ? map_from_layout(inner)
		: map_with_front(al, map.composed, map_with_inner(al, map.composed->inner, inner));
}

bool map_is_swizzled(struct map map) {
	while (map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE) {
		map = map.composed->inner;
	}
	return map.kind == MAP_LAYOUT;
}

void map_trace_front(struct algebra *al, struct map map) {
	if (!trace_is_on(al) || map.kind != MAP_COMPOSED) {
		return;
	}
	map_trace_front(al, map.composed->inner);
	struct swizzle s = map.composed->outer.swizzle;
	if (map.composed->outer.kind == MAP_SWIZZLE && s.bits > 0) {
		struct tuple offset = map.composed->offset;
		const struct tuple numbers[4] = { tuple_int(s.bits), tuple_int(s.base), tuple_int(s.shift), offset };
		trace_numbers(al, TRACE_FRONT, numbers, 4);
	}
}

struct layout map_inner(struct algebra *al, struct map map) {
	while (map.kind == MAP_COMPOSED) {
		map = map.composed->inner;
	}
	if (map.kind == MAP_SWIZZLE) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a swizzle has no shape");
		return layout_one();
	}
	return map.layout;
}

bool map_equal(struct map a, struct map b) {
	if (a.kind != b.kind) {
		return false;
	}
	switch (a.kind) {
	case MAP_LAYOUT: return layout_equal(a.layout, b.layout);
	case MAP_SWIZZLE: return swizzle_equal(a.swizzle, b.swizzle);
	case MAP_IDENTITY: return true;
	case MAP_LINEAR: return linear_same_function(a.linear, b.linear);
	case MAP_COMPOSED: break;
	}
	return map_equal(a.composed->outer, b.composed->outer) && tuple_equal(a.composed->offset, b.composed->offset)
		&& map_equal(a.composed->inner, b.composed->inner);
}

/* What the DSL knows of the image of "c" under "s". */
static struct tuple swizzled_divisor(struct swizzle s, struct tuple c) {
	struct tuple image = swizzle_apply_int(s, c);
	return int_is_numbered(c) ? int_with_number(image, swizzle_apply(s, c.value)) : image;
}

struct tuple map_crd2idx(struct algebra *al, struct tuple c, struct map map) {
	switch (map.kind) {
	case MAP_LAYOUT:
		return layout_crd2idx(al, c, map.layout);
	case MAP_SWIZZLE:
		if (!tuple_is_plain_int(c) || int_is_negative(c)) {
			algebra_fault(al, FAULT_TYPE, "a swizzle maps integers that are not negative");
			return tuple_int(0);
		}
		if (!int_has_value(c) && algebra_is_dsl(al)) {
			return swizzled_divisor(map.swizzle, c);
		}
		c.value = swizzle_apply(map.swizzle, int_value(al, c));
		return c;
	case MAP_IDENTITY:
		return c;
	case MAP_LINEAR:
		if (!tuple_is_plain_int(c) || int_value(al, c) < 0 || c.value >> map.linear->bits != 0) {
			algebra_fault(al, FAULT_DOMAIN, "a map of bits maps the integers from 0 to %" PRId64,
				((int64_t)1 << map.linear->bits) - 1);
			return tuple_int(0);
		}
		return tuple_int(linear_at(map.linear, c.value));
	case MAP_COMPOSED:
		break;
	}
	struct tuple inner = map_crd2idx(al, c, map.composed->inner);
	return map_crd2idx(al, tuple_add(al, map.composed->offset, inner), map.composed->outer);
}

/* The swizzle that "a" turns the bits of "s" into, before "a": A o Sw = Sw' o 0 o A. */
static struct map push_swizzle(struct algebra *al, struct layout a, struct swizzle s) {
	if (tuple_is_constant(layout_size(al, a), 0)) {
		algebra_fault(al, FAULT_DOMAIN, "a layout without elements has no bits for a swizzle");
		return map_from_layout(a);
	}
	struct tuple y_mask = tuple_int(swizzle_y_mask(s));
	struct tuple z_mask = tuple_int(swizzle_z_mask(s));
	struct tuple y = layout_crd2idx(al, y_mask, a);
	struct tuple z = layout_crd2idx(al, z_mask, a);
	if (!tuple_is_plain_int(y) || !tuple_is_plain_int(z)) {
		algebra_fault(al, FAULT_TYPE, "a layout with basis strides cannot be composed with a swizzle");
	}
	if (!int_is_exact(y) || !int_is_exact(z)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a swizzle behind a layout needs the offsets of its bits at compile time");
	}
	if (algebra_failed(al)) {
		return map_from_layout(a);
	}
	trace_add(al, (struct trace_step){ .kind = TRACE_PUSH, .a = a, .numbers = { y_mask, z_mask, y, z } });
	struct swizzle pushed = swizzle_from_masks(al, int_value(al, y), int_value(al, z));
	return map_wrap(al, map_from_swizzle(pushed), tuple_int(0), map_from_layout(a));
}

/* Append what "map" does to an integer at "*next". */
static bool put_steps(struct algebra *al, struct map map, struct chain_step **next) {
	switch (map.kind) {
	case MAP_LAYOUT:
		return chain_step_from_layout(al, map.layout, (*next)++);
	case MAP_SWIZZLE:
		*(*next)++ = chain_step_from_swizzle(map.swizzle);
		return true;
	case MAP_IDENTITY:
		return true;
	case MAP_LINEAR:
		*(*next)++ = chain_step_from_columns(map.linear->columns, map.linear->bits, map.linear->constant);
		return true;
	case MAP_COMPOSED:
		break;
	}
	const struct composed *composed = map.composed;
	if (!tuple_is_plain_int(composed->offset) || !int_has_value(composed->offset)
			|| !put_steps(al, composed->inner, next)) {
		return false;
	}
	*(*next)++ = chain_step_from_addend(composed->offset.value);
	return put_steps(al, composed->outer, next);
}

bool map_chain(struct algebra *al, struct map map, struct chain *out) {
	struct chain_step *steps = arena_array(al->arena, (size_t)map_parts(map) * 2, sizeof *steps);
	struct chain_step *next = steps;
	bool good = put_steps(al, map, &next);
	*out = (struct chain){ (int)(next - steps), steps };
	return good;
}

/*
 * Let the note be "before" it, and one more if "r" differs from a(b(i)) at one of the first coordinates of "r". Where
 * that cannot be told, the notes about the parts stay.
 */
static void check_composition(struct algebra *al, const struct fault *before, struct map a, struct map b,
		struct map r) {
	struct tuple size = layout_size(al, map_inner(al, r));
	struct chain left;
	struct chain right;
	struct chain result;
	if (!map_chain(al, a, &left) || !map_chain(al, b, &right) || !map_chain(al, r, &result)) {
		return;
	}
	al->note = *before;
	struct chain wanted = chain_join(al, &right, &left);
	int64_t i = exact_first_difference(al, &wanted, &result, int_value(al, size));
	if (i >= 0) {
		algebra_note(al, FAULT_INEXACT, "CuTe's answer is not A(B(i)): at i = %" PRId64 " it gives %" PRId64
			", but A(B(%" PRId64 ")) = A(%" PRId64 ") = %" PRId64 "; the swizzle is carried over by its bits alone", i,
			(int64_t)chain_at(&result, (uint64_t)i), i, (int64_t)chain_at(&right, (uint64_t)i),
			(int64_t)chain_at(&wanted, (uint64_t)i));
	}
}

static struct map compose_maps(struct algebra *al, struct map a, struct map b);

struct map map_composition(struct algebra *al, struct map a, struct map b) {
	if (algebra_is_dsl(al) && a.kind == MAP_SWIZZLE) {
		algebra_operand(al, 1);
		algebra_fault(al, FAULT_UNSUPPORTED, "the DSL composes layouts, not a swizzle by itself: write Sw o 0 o L");
		return a;
	}
	struct fault before = al->note;
	struct map r = compose_maps(al, a, b);
	if (operation_verifies(al) && a.kind == MAP_LAYOUT && b.kind != MAP_LAYOUT && !map_is_extended(r)) {
		check_composition(al, &before, a, b, r); /* the layouts alone may differ where the whole does not */
	}
	return r;
}

/* a o b by kinds: what is in front of the innermost layout of "a" stays, what is in front of "b" goes through. */
static struct map compose_maps(struct algebra *al, struct map a, struct map b) {
	algebra_operand(al, 2);
	if (map_is_extended(b) && (a.kind != MAP_COMPOSED || map_columns(a) != NULL)) {
		return map_composed(al, a, tuple_int(0), b);
	}
	if (a.kind == MAP_COMPOSED) {
		const struct composed *composed = a.composed;
		struct map inner = compose_maps(al, composed->inner, b);
		map_trace_front(al, a);
		return map_with_front(al, composed, inner);
	}
	if (a.kind == MAP_SWIZZLE) {
		if (b.kind == MAP_SWIZZLE) {
			return map_from_swizzle(swizzle_composition(al, a.swizzle, b.swizzle));
		}
		if (b.kind == MAP_COMPOSED) {
			algebra_fault(al, FAULT_UNSUPPORTED, "CuTe composes a swizzle with a layout, not with a composed layout");
			fault_set_hint(&al->fault, "A o 0 o B puts it in front as it stands");
			return a;
		}
		return map_wrap(al, a, tuple_int(0), b);
	}
	if (b.kind == MAP_LAYOUT) {
		return map_from_layout(layout_composition(al, a.layout, b.layout));
	}
	if (b.kind == MAP_SWIZZLE) {
		return push_swizzle(al, a.layout, b.swizzle);
	}
	if (!tuple_is_constant(b.composed->offset, 0)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a layout can be composed with a composed layout only if its offset is 0");
		return a;
	}
	struct map swizzle = b.composed->outer;
	if (swizzle.kind == MAP_SWIZZLE) {
		swizzle.swizzle = composed_swizzle(al, b.composed);
	}
	return compose_maps(al, compose_maps(al, a, swizzle), b.composed->inner);
}

/* The right or left inverse of a layout. */
typedef struct layout (*invert_layout)(struct algebra *al, struct layout a);

static struct map invert(struct algebra *al, struct map a, invert_layout invert_inner) {
	switch (a.kind) {
	case MAP_LAYOUT: return map_from_layout(invert_inner(al, a.layout));
	case MAP_COMPOSED: break;
	default: return a;
	}
	if (map_is_flagged(a)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "CuTe inverts no layout that waits for a pointer to shared memory");
		fault_set_hint(&al->fault, "as_position_independent_swizzle_layout(L) has an inverse");
		return a;
	}
	struct map inner = invert(al, a.composed->inner, invert_inner);
	struct map outer = invert(al, a.composed->outer, invert_inner);
	if (a.composed->outer.kind == MAP_SWIZZLE && tuple_is_constant(a.composed->offset, 0)) {
		return algebra_failed(al) ? a : compose_maps(al, inner, outer);
	}
	if (!int_is_exact(a.composed->offset)) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"CuTe inverts a composed layout only with an offset known at compile time");
		return a;
	}
	return map_composed(al, inner, int_sub(al, tuple_int(0), a.composed->offset), outer);
}

/* The first of "size" coordinates that "inverse" sends outside the domain of "a"; -1 if there is none. */
static int64_t first_outside(struct algebra *al, const struct chain *inverse, struct tuple size, struct map a) {
	uint64_t count = (uint64_t)int_value(al, layout_size(al, map_inner(al, a)));
	struct looked looked = exact_look(int_value(al, size), chain_fits(inverse, int_value(al, size)));
	for (int64_t n = 0; n < looked.count && algebra_step(al, 1); n++) {
		int64_t i = exact_looked_at(&looked, n);
		if (chain_at(inverse, (uint64_t)i) >= count) {
			return i;
		}
	}
	return -1;
}

/*
 * Leave a note if R(A(i)) is not a coordinate with A's offset at i. Where two coordinates have one offset no R leads
 * back to both: that is a remark, but where a stride of 0 says so already, and R leads to the first of them.
 */
static void check_left_inverse(struct algebra *al, struct map a, const struct chain *f, const struct chain *r) {
	struct chain wanted;
	struct layout inner = map_inner(al, a);
	struct chain back = chain_join(al, f, r);
	struct chain again = chain_join(al, &back, f);
	int64_t size = int_value(al, layout_size(al, inner));
	int64_t i = exact_first_difference(al, &again, f, size);
	if (i >= 0) {
		algebra_note(al, FAULT_INEXACT, "CuTe's answer R is not the inverse: R(A(i)) = %" PRId64 " at i = %" PRId64
			"; the bits of the swizzle reach beyond the layout", (int64_t)chain_at(&back, (uint64_t)i), i);
		return;
	}
	bool has_wanted = chain_from_layout(al, exact_first_of_repeated(al, inner), &wanted);
	i = has_wanted ? exact_first_difference(al, &back, &wanted, size) : -1;
	if (i >= 0) {
		int64_t place = (int64_t)chain_at(&back, (uint64_t)i);
		algebra_operand(al, 1);
		algebra_note(al, FAULT_REMARK, "the layout has no left inverse: A(%" PRId64 ") = A(%" PRId64 ") = %" PRId64
			", so that R(A(%" PRId64 ")) is %" PRId64, i, place, (int64_t)chain_at(f, (uint64_t)i), i, place);
	}
}

/* Leave a note if A(R(i)) is not i, or R(i) no coordinate of A, for some coordinate of the inverse "r". */
static void check_right_inverse(struct algebra *al, struct map a, struct map r, const struct chain *f,
		const struct chain *inverse) {
	const struct chain identity = { 0, NULL };
	struct tuple size = layout_size(al, map_inner(al, r));
	struct chain both = chain_join(al, inverse, f);
	int64_t i = exact_first_difference(al, &both, &identity, int_value(al, size));
	if (i >= 0) {
		algebra_note(al, FAULT_INEXACT, "CuTe's answer R is not the inverse: A(R(i)) = %" PRId64 " at i = %" PRId64
			"; the bits of the swizzle reach beyond the layout", (int64_t)chain_at(&both, (uint64_t)i), i);
		return;
	}
	i = first_outside(al, inverse, size, a);
	if (i >= 0) {
		algebra_note(al, FAULT_INEXACT, "CuTe's answer R is not the inverse: R(%" PRId64 ") = %" PRId64
			" is no coordinate of A, which gives %" PRId64 " nowhere; the bits of the swizzle reach beyond the layout",
			i, (int64_t)chain_at(inverse, (uint64_t)i), i);
	}
}

/*
 * Leave a note if the inverse "r" of a swizzled layout "a" does not invert it: CuTe carries the swizzle over by its bit
 * masks, which is right only if they lie inside the layout.
 */
static void check_inverse(struct algebra *al, struct map a, struct map r, bool is_right) {
	struct chain f;
	struct chain inverse;
	if (algebra_failed(al) || !map_chain(al, a, &f) || !map_chain(al, r, &inverse)) {
		return;
	}
	if (is_right) {
		check_right_inverse(al, a, r, &f, &inverse);
	} else {
		check_left_inverse(al, a, &f, &inverse);
	}
}

static struct map checked_inverse(struct algebra *al, struct map a, invert_layout invert_inner, bool is_right) {
	if (map_is_extended(a)) {
		return map_extended_inverse(al, a, is_right);
	}
	if (algebra_is_dsl(al) && a.kind != MAP_LAYOUT) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the DSL inverts layouts, not what stands behind a swizzle");
		return a;
	}
	struct map r = invert(al, a, invert_inner);
	bool swizzled = a.kind == MAP_COMPOSED && a.composed->outer.kind == MAP_SWIZZLE
		&& a.composed->inner.kind == MAP_LAYOUT;
	if (swizzled && operation_verifies(al) && tuple_is_constant(a.composed->offset, 0)) {
		if (al->note.code == FAULT_REMARK) {
			fault_clear(&al->note); /* it has offsets of the layout, not of "a" */
		}
		check_inverse(al, a, r, is_right);
	}
	return r;
}

struct map map_right_inverse(struct algebra *al, struct map a) {
	return checked_inverse(al, a, layout_right_inverse, true);
}

struct map map_left_inverse(struct algebra *al, struct map a) {
	return checked_inverse(al, a, layout_left_inverse, false);
}

/*
 * Leave a note if the swizzle "narrow" of "a" takes an element of "n" apart: with S < 0 it may read bits inside of one
 * and change bits outside, which CuTe drops and which no swizzle of the larger elements can do.
 */
static void check_upcast(struct algebra *al, const struct composed *a, struct swizzle narrow, int64_t n) {
	struct swizzle wide = swizzle_upcast(al, narrow, n);
	struct chain inner;
	bool has_number = tuple_is_plain_int(a->offset) && int_has_value(a->offset);
	if (algebra_failed(al) || narrow.shift >= 0 || !has_number || !map_chain(al, a->inner, &inner)) {
		return;
	}
	int64_t offset = a->offset.value;
	int64_t size = int_value(al, layout_size(al, map_inner(al, a->inner)));
	struct looked looked = exact_look(size, chain_fits(&inner, size));
	for (int64_t number = 0; number < looked.count && algebra_step(al, 1); number++) {
		int64_t i = exact_looked_at(&looked, number);
		int64_t before = (int64_t)chain_at(&inner, (uint64_t)i) + offset;
		int64_t after = swizzle_apply(narrow, before);
		if (before >= 0 && swizzle_apply(wide, before / n) != after / n) {
			algebra_note(al, FAULT_INEXACT, "the swizzle takes the larger elements apart: it moves element %" PRId64
				" to %" PRId64 ", in the larger element %" PRId64 ", but CuTe's answer moves %" PRId64 " to %" PRId64,
				before, after, after / n, before / n, swizzle_apply(wide, before / n));
			return;
		}
	}
}

struct map map_upcast(struct algebra *al, struct map a, int64_t n) {
	switch (a.kind) {
	case MAP_LAYOUT: return map_from_layout(layout_upcast(al, a.layout, n));
	case MAP_SWIZZLE: return map_from_swizzle(swizzle_upcast(al, a.swizzle, n));
	case MAP_IDENTITY: return a;
	case MAP_LINEAR: return map_refuse_linear(al, a);
	case MAP_COMPOSED: break;
	}
	struct tuple offset = a.composed->offset;
	if (int_value(al, int_mod(al, offset, tuple_int(n))) != 0) {
		algebra_fault(al, FAULT_DIVIDE, "the offset %s is not a multiple of the factor %" PRId64,
			int_words(offset).text, n);
	}
	struct map outer = map_upcast(al, a.composed->outer, n);
	struct map inner = map_upcast(al, a.composed->inner, n);
	if (operation_verifies(al) && a.composed->outer.kind == MAP_SWIZZLE) {
		check_upcast(al, a.composed, a.composed->outer.swizzle, n);
	}
	struct map cast = algebra_failed(al) ? a
		: map_composed_whole(al, outer, int_div(al, offset, tuple_int(n)), !map_is_flagged(a), inner);
	return map_is_flagged(a) ? map_with_flag(al, cast, a.composed->flag_bits * n) : cast;
}

struct map map_downcast(struct algebra *al, struct map a, int64_t n) {
	switch (a.kind) {
	case MAP_LAYOUT: return map_from_layout(layout_downcast(al, a.layout, n));
	case MAP_SWIZZLE: return map_from_swizzle(swizzle_downcast(al, a.swizzle, n));
	case MAP_IDENTITY: return a;
	case MAP_LINEAR: return map_refuse_linear(al, a);
	case MAP_COMPOSED: break;
	}
	struct map outer = map_downcast(al, a.composed->outer, n);
	struct map inner = map_downcast(al, a.composed->inner, n);
	struct tuple offset = int_mul(al, a.composed->offset, tuple_int(n));
	struct map cast = algebra_failed(al) ? a : map_composed_whole(al, outer, offset, !map_is_flagged(a), inner);
	return map_is_flagged(a) ? map_with_flag(al, cast, a.composed->flag_bits / n) : cast;
}

struct map map_recast(struct algebra *al, struct map a, int64_t new_bits, int64_t old_bits) {
	int64_t common = int_value(al, int_gcd(al, tuple_int(new_bits), tuple_int(old_bits)));
	if (algebra_is_dsl(al) && a.kind == MAP_COMPOSED && !int_is_static(a.composed->offset)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the DSL recasts a swizzled layout with a static offset only");
	}
	if (algebra_failed(al) || common == 0) {
		return a;
	}
	int64_t wider = new_bits / common;
	int64_t narrower = old_bits / common;
	if (wider > 1) {
		a = map_upcast(al, a, wider);
	}
	if (narrower > 1 && !algebra_failed(al)) {
		a = map_downcast(al, a, narrower);
	}
	return a;
}

/* The product of a layout and a swizzled tiler. */
static struct map product_with_swizzle(struct algebra *al, struct layout a, struct map b) {
	if (b.kind != MAP_COMPOSED || b.composed->outer.kind != MAP_SWIZZLE || b.composed->inner.kind != MAP_LAYOUT) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the tiler of a product is a layout or a swizzled layout");
		return map_from_layout(a);
	}
	algebra_operand(al, 2);
	if (!tuple_is_constant(b.composed->offset, 0)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the swizzled tiler of a product must have offset 0");
		return map_from_layout(a);
	}
	struct swizzle s = composed_swizzle(al, b.composed);
	struct layout inner = b.composed->inner.layout;
	struct tiler tiler = { .kind = TILER_LAYOUT, .layout = inner };
	struct layout product = layout_logical_product(al, a, &tiler);
	struct scope scope = operation_begin(al);
	int64_t reached = layout_reached_bits(al, swizzle_active_layout(al, s), inner);
	operation_end(al, scope);
	struct tuple z = layout_crd2idx(al, tuple_int(reached & swizzle_z_mask(s)), inner);
	struct tuple y = layout_crd2idx(al, tuple_int(reached & swizzle_y_mask(s)), inner);
	z = layout_crd2idx(al, tuple_pair(al, tuple_int(0), z), product);
	y = layout_crd2idx(al, tuple_pair(al, tuple_int(0), y), product);
	if (algebra_failed(al)) {
		return map_from_layout(a);
	}
	struct swizzle pushed = swizzle_from_masks(al, int_value(al, y), int_value(al, z));
	return map_wrap(al, map_from_swizzle(pushed), tuple_int(0), map_from_layout(product));
}

struct map map_logical_product(struct algebra *al, struct map a, struct map b) {
	switch (a.kind) {
	case MAP_LAYOUT: return product_with_swizzle(al, a.layout, b);
	case MAP_COMPOSED: break;
	default: return map_from_layout(map_inner(al, a));
	}
	struct map product = map_logical_product(al, a.composed->inner, b);
	return algebra_failed(al) ? a : map_with_front(al, a.composed, product);
}

/* --- what maps have in common; CuTe looks through swizzles in front of a layout, and through nothing else --- */

static bool is_swizzled(struct map map) {
	return map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE;
}

/* The number of elements that the swizzle in front of "map" leaves together. */
static struct tuple untouched(struct algebra *al, struct map map) {
	struct swizzle s = map.kind == MAP_SWIZZLE ? map.swizzle : composed_swizzle(al, map.composed);
	return tuple_int((int64_t)1 << s.base);
}

static void refuse_common(struct algebra *al, const char *what) {
	if (algebra_is_dsl(al)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the DSL has no %s of swizzled layouts", what);
		return;
	}
	algebra_fault(al, FAULT_UNSUPPORTED, "CuTe has no %s for two swizzled layouts or with a layout in front of another",
		what);
}

struct map map_max_common_layout(struct algebra *al, struct map a, struct map b) {
	if (a.kind == MAP_LAYOUT && b.kind == MAP_LAYOUT) {
		return map_from_layout(layout_max_common_layout(al, a.layout, b.layout));
	}
	if (algebra_is_dsl(al)) {
		refuse_common(al, "max_common_layout");
		return a;
	}
	if (a.kind == MAP_LAYOUT && is_swizzled(b)) {
		return map_max_common_layout(al, b, a);
	}
	if (!is_swizzled(a) || b.kind != MAP_LAYOUT) {
		refuse_common(al, "max_common_layout");
		return a;
	}
	struct map common = map_max_common_layout(al, a.composed->inner, b);
	if (algebra_failed(al) || untouched(al, a).value >= int_value(al, layout_size(al, common.layout))) {
		return common;
	}
	return map_from_layout(layout_composition(al, common.layout, layout_of(al, untouched(al, a), tuple_int(1))));
}

struct tuple map_max_common_vector(struct algebra *al, struct map a, struct map b) {
	if (a.kind == MAP_LAYOUT && b.kind == MAP_LAYOUT) {
		return layout_max_common_vector(al, a.layout, b.layout);
	}
	if (algebra_is_dsl(al)) {
		refuse_common(al, "max_common_vector");
		return tuple_int(1);
	}
	if (a.kind == MAP_LAYOUT && is_swizzled(b)) {
		return map_max_common_vector(al, b, a);
	}
	if (!is_swizzled(a) || (b.kind != MAP_LAYOUT && !is_swizzled(b))) {
		refuse_common(al, "max_common_vector");
		return tuple_int(1);
	}
	if (b.kind == MAP_LAYOUT) {
		return int_min(map_max_common_vector(al, a.composed->inner, b), untouched(al, a));
	}
	struct tuple vector = map_max_common_vector(al, a.composed->inner, b.composed->inner);
	return swizzle_equal(a.composed->outer.swizzle, b.composed->outer.swizzle) ? vector
		: int_min(int_min(vector, untouched(al, a)), untouched(al, b));
}

struct tuple map_max_alignment(struct algebra *al, struct map a) {
	if (a.kind == MAP_LAYOUT) {
		return layout_max_alignment(al, a.layout);
	}
	if (a.kind == MAP_SWIZZLE) {
		return untouched(al, a);
	}
	if (!is_swizzled(a)) {
		return tuple_int(1);
	}
	if (!algebra_is_dsl(al) && !int_is_exact(a.composed->offset)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "max_alignment behind a swizzle needs an offset known at compile time");
	}
	struct tuple aligned = int_gcd(al, untouched(al, a), a.composed->offset);
	return int_gcd(al, aligned, map_max_alignment(al, a.composed->inner));
}
