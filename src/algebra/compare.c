#include "algebra/compare.h"

#include <string.h>

enum { CHUNK = 4096, DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* Modes of a layout with what coalesces made into one. */
struct modes {
	int count;
	const struct tuple *shape, *stride;
};

static struct modes coalesced_modes(struct algebra *al, struct layout a) {
	struct layout coalesced = layout_coalesce(al, a);
	struct tuple shape = tuple_flatten_to_tuple(al, coalesced.shape);
	struct tuple stride = tuple_flatten_to_tuple(al, coalesced.stride);
	return (struct modes){ shape.rank, shape.modes, stride.modes };
}

/*
 * The first coordinate where two layouts of at least one coordinate part, or the size of the shorter one. Let all modes
 * before one be alike, P their size. If the strides of that mode differ, so do the offsets of P. If its extents differ,
 * the shorter one n ends at P*n, where no layout goes on as the longer one does, since that would coalesce.
 */
static int64_t first_difference(const struct modes *a, const struct modes *b) {
	int64_t size = 1;
	for (int k = 0; k < a->count && k < b->count; k++) {
		if (!tuple_equal(a->stride[k], b->stride[k])) {
			return size;
		}
		int64_t n = a->shape[k].value;
		int64_t m = b->shape[k].value;
		size *= n < m ? n : m;
		if (n != m) {
			return size;
		}
	}
	return size;
}

/* Compare two layouts by structure. Returns false where that does not do. */
static bool compare_structures(struct algebra *al, struct map a, struct map b, struct comparison *comparison) {
	if (a.kind != MAP_LAYOUT || b.kind != MAP_LAYOUT || comparison->size_a == 0 || comparison->size_b == 0) {
		return false;
	}
	struct modes modes_a = coalesced_modes(al, a.layout);
	struct modes modes_b = coalesced_modes(al, b.layout);
	comparison->first = first_difference(&modes_a, &modes_b);
	comparison->same_function = comparison->first == comparison->size_a && comparison->first == comparison->size_b;
	return true;
}

/* Look for the first coordinate below both sizes where the offsets differ. */
static void compare_offsets(struct algebra *al, const struct offsets *a, const struct offsets *b,
	struct comparison *comparison) {
	int64_t shorter = a->size < b->size ? a->size : b->size;
	int64_t size = shorter < LIMIT_QUERY_COORDINATES ? shorter : LIMIT_QUERY_COORDINATES;
	int64_t values_a[CHUNK];
	int64_t values_b[CHUNK];
	for (int64_t first = 0; first < size && algebra_step(al, 0); first += CHUNK) {
		int64_t count = size - first < CHUNK ? size - first : CHUNK;
		offsets_fill(a, first, count, values_a);
		offsets_fill(b, first, count, values_b);
		if (memcmp(values_a, values_b, (size_t)count * sizeof *values_a) == 0) {
			continue;
		}
		int64_t i = 0;
		while (values_a[i] == values_b[i]) {
			i++;
		}
		comparison->first = first + i;
		comparison->same_function = false;
		return;
	}
	if (size < shorter) {
		algebra_fault(al, FAULT_LIMIT, "the first %d coordinates agree, more are not compared",
			LIMIT_QUERY_COORDINATES);
	}
	comparison->first = size;
	comparison->same_function = a->size == b->size;
}

/* Sort "values", which are from 0 to "greatest", digit by digit. Returns "values" or "spare", where the result is. */
static uint64_t *sort_values(struct algebra *al, uint64_t *values, uint64_t *spare, int64_t count, uint64_t greatest) {
	for (int shift = 0; shift < 64 && greatest >> shift != 0 && algebra_step(al, 0); shift += DIGIT_BITS) {
		int64_t ends[DIGITS] = { 0 };
		for (int64_t i = 0; i < count; i++) {
			ends[values[i] >> shift & (DIGITS - 1)]++;
		}
		for (int64_t digit = 1; digit < DIGITS; digit++) {
			ends[digit] += ends[digit - 1];
		}
		for (int64_t i = count - 1; i >= 0; i--) {
			spare[--ends[values[i] >> shift & (DIGITS - 1)]] = values[i];
		}
		uint64_t *swapped = values;
		values = spare;
		spare = swapped;
	}
	return values;
}

/* All offsets of "offsets", less "least", sorted. */
static const uint64_t *sorted_offsets(struct algebra *al, const struct offsets *offsets, int64_t least) {
	int64_t *values = arena_array(al->arena, (size_t)offsets->size, sizeof *values);
	uint64_t *shifted = arena_array(al->arena, (size_t)offsets->size, sizeof *shifted);
	offsets_fill(offsets, 0, offsets->size, values);
	for (int64_t i = 0; i < offsets->size; i++) {
		shifted[i] = (uint64_t)values[i] - (uint64_t)least;
	}
	return sort_values(al, shifted, (uint64_t *)values, offsets->size, (uint64_t)offsets->greatest - (uint64_t)least);
}

/* How often the value at "sorted[i]" occurs from there on. */
static int64_t count_equal(const uint64_t *sorted, int64_t i, int64_t size, uint64_t value) {
	int64_t end = i;
	while (end < size && sorted[end] == value) {
		end++;
	}
	return end - i;
}

/* Find out whether both have the same image; where there are too many offsets to compare, that stays open. */
static void compare_images(struct algebra *al, const struct offsets *a, const struct offsets *b,
	struct comparison *comparison) {
	int64_t larger = a->size > b->size ? a->size : b->size;
	comparison->images_known = larger <= LIMIT_SORTED_COORDINATES;
	if (!comparison->images_known) {
		return;
	}
	int64_t least = a->least < b->least ? a->least : b->least;
	const uint64_t *sorted_a = sorted_offsets(al, a, least);
	const uint64_t *sorted_b = sorted_offsets(al, b, least);
	int64_t i = 0;
	while (i < a->size && i < b->size && sorted_a[i] == sorted_b[i]) {
		i++;
	}
	comparison->same_image = i == a->size && i == b->size;
	if (comparison->same_image) {
		return;
	}
	bool from_a = i < a->size && (i >= b->size || sorted_a[i] < sorted_b[i]);
	uint64_t odd = from_a ? sorted_a[i] : sorted_b[i];
	while (i > 0 && ((from_a ? sorted_a : sorted_b)[i - 1]) == odd) {
		i--;
	}
	comparison->odd_offset = (int64_t)(odd + (uint64_t)least);
	comparison->odd_a = count_equal(sorted_a, i, a->size, odd);
	comparison->odd_b = count_equal(sorted_b, i, b->size, odd);
}

/* Structure decides where it can; offsets are compared one by one only where it cannot. */
struct comparison compare_maps(struct algebra *al, struct map a, struct map b) {
	struct comparison comparison = { 0 };
	algebra_operand(al, 1);
	comparison.size_a = int_value(al, layout_size(al, map_inner(al, a)));
	algebra_operand(al, 2);
	comparison.size_b = int_value(al, layout_size(al, map_inner(al, b)));
	if (algebra_failed(al)) {
		return comparison;
	}
	comparison.same_structure = map_equal(a, b);
	comparison.same_function = comparison.same_structure;
	bool by_structure = !comparison.same_function && compare_structures(al, a, b, &comparison);
	if (comparison.same_function) {
		comparison.images_known = true;
		comparison.same_image = true;
		return comparison;
	}
	algebra_operand(al, 1);
	struct offsets offsets_a = offsets_init_map(al, a);
	algebra_operand(al, 2);
	struct offsets offsets_b = offsets_init_map(al, b);
	if (algebra_failed(al)) {
		return comparison;
	}
	if (!by_structure) {
		compare_offsets(al, &offsets_a, &offsets_b, &comparison);
	}
	if (comparison.first < comparison.size_a && comparison.first < comparison.size_b) {
		comparison.first_a = offsets_at(&offsets_a, comparison.first);
		comparison.first_b = offsets_at(&offsets_b, comparison.first);
	}
	comparison.images_known = true;
	comparison.same_image = comparison.same_function;
	if (!comparison.same_function && !algebra_failed(al)) {
		compare_images(al, &offsets_a, &offsets_b, &comparison);
	}
	return comparison;
}
