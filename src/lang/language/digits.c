/* The digits of a number from the least significant on are those from the end of the list on. */
#include "lang/language/digits.h"

bool digits_append(struct reader *reader, struct span span, struct digits *digits, struct digit digit) {
	if (digits->count >= DIGITS_MAX) {
		return reader_fault(reader, span, FAULT_LIMIT, "more than %d digits", DIGITS_MAX);
	}
	digits->at[digits->count++] = digit;
	return !reader_failed(reader);
}

int64_t digits_size(struct reader *reader, struct span span, const struct digits *digits) {
	int64_t extents[DIGITS_MAX];
	for (int i = 0; i < digits->count; i++) {
		extents[i] = digits->at[i].extent;
	}
	return extents_product(reader, span, extents, digits->count, LIMIT_DENOTED);
}

void digits_apply(const struct digits *digits, int64_t index, int64_t *coordinate) {
	for (int i = digits->count - 1; i >= 0; i--) {
		const struct digit *digit = &digits->at[i];
		if (digit->dimension >= 0) {
			coordinate[digit->dimension] += index % digit->extent * digit->stride;
		}
		index /= digit->extent;
	}
}

bool digits_denote(struct reader *reader, struct span span, const struct digits *threads, const struct digits *values,
	struct denotation *denotation) {
	int64_t thread_count = digits_size(reader, span, threads);
	int64_t value_count = digits_size(reader, span, values);
	extents_product(reader, span, denotation->shape, denotation->rank, LIMIT_DENOTED);
	if (reader_failed(reader)) {
		return false;
	}
	int64_t *table = denotation_ownership(reader, span, denotation, thread_count, value_count);
	for (int64_t i = 0; i < denotation->count; i++) {
		int64_t coordinate[LANGUAGE_RANK] = { 0 };
		digits_apply(threads, i % thread_count, coordinate);
		digits_apply(values, i / thread_count, coordinate);
		table[i] = coordinate_number(denotation->shape, denotation->rank, coordinate);
	}
	denotation->order = "coordinates column-major";
	return !reader_failed(reader);
}
