/* Digits that C++ reads as another number than our own language does: 010, which is no number in Python. */
#ifndef LANG_OCTAL_H
#define LANG_OCTAL_H

#include "base/str.h"

/* Whether C++ reads "digits", which are decimal ones, in base 8, as another number: 010, and neither 07 nor 09. */
static inline bool digits_are_octal(struct str digits) {
	size_t zeros = 0;
	while (zeros < digits.length && digits.data[zeros] == '0') {
		zeros++;
	}
	size_t end = zeros;
	while (end < digits.length && digits.data[end] < '8') {
		end++;
	}
	return zeros > 0 && end == digits.length && end - zeros > 1;
}

#endif
