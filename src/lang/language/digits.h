/*
 * Layouts as digits: the number of a thread, or of a value, is a number whose digits go to dimensions of the tensor,
 * each with a stride. Mixed radix, so that powers of two have no part in it.
 */
#ifndef LANG_LANGUAGE_DIGITS_H
#define LANG_LANGUAGE_DIGITS_H

#include "lang/language/denotation.h"

enum { DIGITS_MAX = 128 };

/* Digits from the most significant to the least. A "dimension" below 0 moves nothing: copies. */
struct digits {
	int count;
	struct digit at[DIGITS_MAX];
};

/* Append a digit; a fault at "span" beyond DIGITS_MAX. Returns false after it. */
bool digits_append(struct reader *reader, struct span span, struct digits *digits, struct digit digit);

/* Product of the extents, at most LIMIT_DENOTED. */
int64_t digits_size(struct reader *reader, struct span span, const struct digits *digits);

/* Add to "coordinate" where number "index" goes. */
void digits_apply(const struct digits *digits, int64_t index, int64_t *coordinate);

/* The ownership with these digits of threads and values of a tensor. A fault where a coordinate is outside. */
bool digits_denote(struct reader *reader, struct span span, const struct digits *threads, const struct digits *values,
	struct denotation *denotation);

#endif
