/* Types of MLIR. */
#ifndef LANG_LANGUAGE_MLIR_H
#define LANG_LANGUAGE_MLIR_H

#include "lang/language/denotation.h"

/* The extents and the element type of "64x128xf16"; "bits" is 0 for a type without a known width. */
bool mlir_read_extents(struct reader *reader, const struct term *term, int64_t *shape, int *rank, int *bits);

#endif
