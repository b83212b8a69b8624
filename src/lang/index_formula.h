/*
 * Index expressions over extents and strides that are run-time integers with names (algebra/symbol.h): i*N + j over
 * (M,N), i/4*(4*N) + i%4 + j*4. Such an expression is brought into a normal form,
 *
 *     constant + sum of stride * (coordinate / divisor % extent)
 *
 * by exact steps alone, so that the layout that follows from it needs no table. Sums are divided where the part that
 * the divisor does not divide stays below it: (i*N + j) / N is i where j < N.
 *
 * Source: the normal form is that of iterator maps in TVM and of semi-affine maps in MLIR.
 */
#ifndef LANG_INDEX_FORMULA_H
#define LANG_INDEX_FORMULA_H

#include "algebra/layout.h"
#include "lang/index.h"

enum { INDEX_DIGITS_MAX = 32 }; /* digits of a normal form */

/* coordinate "dimension" / divisor % extent * stride; of integers that are known or have names. */
struct index_digit {
	int dimension;
	struct tuple divisor, extent, stride;
};

struct index_formula {
	struct tuple constant;
	int count;
	struct index_digit digits[INDEX_DIGITS_MAX];
};

/*
 * The normal form of "expression". A name of dimension d below "rank" is a coordinate from 0 to extents[d] - 1; one of
 * dimension "rank" + k is the integer symbols[k]. Returns NULL after a fault, whose place index_place gives:
 * FAULT_UNSUPPORTED for operators without a normal form, and where it is not certain that a sum stays below a divisor.
 */
const struct index_formula *index_formula_of(struct algebra *al, const struct index_expression *expression,
	const struct tuple *extents, int rank, const struct tuple *symbols);

/*
 * The layout of "formula" over "shape", whose leaves are the dimensions: each leaf becomes its coalesced modes. The
 * constant is left to the caller. FAULT_UNSUPPORTED where the digits of a dimension do not divide each other.
 */
struct layout index_formula_layout(struct algebra *al, const struct index_formula *formula, struct tuple shape);

#endif
