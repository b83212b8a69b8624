/*
 * Arithmetic of tuples: products, sums, divisions, and the strides that follow from a shape. Overflow is
 * FAULT_OVERFLOW, a zero divisor FAULT_DOMAIN.
 *
 * Source: CUTLASS, include/cute/int_tuple.hpp and stride.hpp for the meaning of each function.
 */
#ifndef ALGEBRA_TUPLE_ARITH_H
#define ALGEBRA_TUPLE_ARITH_H

#include "algebra/tuple.h"

/* Every coordinate of the shape "a" is one of "b": an integer "a" equals the size of "b", mode by mode otherwise. */
bool tuple_compatible(struct algebra *al, struct tuple a, struct tuple b);

/* --- products and sums --- */

/* Product of all leaves; 1 for (). */
struct tuple tuple_product(struct algebra *al, struct tuple t);

/* The tuple of the products of the modes; (n) for an integer n. */
struct tuple tuple_product_each(struct algebra *al, struct tuple t);

/* The products of the parts of "t" that stand at the leaves of "guide". */
struct tuple tuple_product_like(struct algebra *al, struct tuple t, struct tuple guide);

/* Sum of products of the leaves of two congruent tuples; with bases, a coordinate. */
struct tuple tuple_inner_product(struct algebra *al, struct tuple a, struct tuple b);

/* Sum of two coordinates or integers, the shorter padded with 0; 0 is neutral. */
struct tuple tuple_add(struct algebra *al, struct tuple a, struct tuple b);

/* 5@1@0 as the coordinate (0,(5)); anything without basis as it is. */
struct tuple tuple_from_basis(struct algebra *al, struct tuple t);

/* The basis elements of the modes of "shape": (1@0,(1@0@1,1@1@1)) for (a,(b,c)); E<> for an integer. */
struct tuple tuple_basis_like(struct algebra *al, struct tuple shape);

/* 0 in the profile of the coordinates that the bases in "stride" add up to; 0 if there is none. */
struct tuple tuple_coprofile(struct algebra *al, struct tuple stride);

/* Mode of "t" that the basis of "leaf" names, "t" itself for a plain integer. */
struct tuple tuple_basis_get(struct algebra *al, struct tuple leaf, struct tuple t);

/* CuTe's ceil_div and shape_div of tuples: by mode, or an integer folded over the modes. */
struct tuple tuple_ceil_div(struct algebra *al, struct tuple a, struct tuple b);
struct tuple tuple_shape_div(struct algebra *al, struct tuple a, struct tuple b);

/* The leaves of "t" with neighbours multiplied that are both known at compile time, or both are not. */
struct tuple tuple_coalesce_shape(struct algebra *al, struct tuple t);

/* --- strides --- */

/* Column-major compact strides of "shape" from the integer "start" on; a static extent 1 has stride 0. */
struct tuple tuple_compact_left(struct algebra *al, struct tuple shape, struct tuple start);

/* Row-major compact strides of "shape". */
struct tuple tuple_compact_right(struct algebra *al, struct tuple shape);

/*
 * Compact strides of "shape" where modes with smaller numbers in "order" vary faster, and those whose numbers are known
 * at run time only slowest, in the sequence of the shape (include/cute/stride.hpp).
 */
struct tuple tuple_compact_order(struct algebra *al, struct tuple shape, struct tuple order);

#endif
