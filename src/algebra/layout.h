/*
 * A layout is a pair of congruent tuples, shape and stride. It maps a coordinate to the inner product of coordinate and
 * stride; an integer stands for the coordinate with that number in colexicographic (column-major) order. Layouts are
 * immutable values; what they point to lives in the arena of the operation that made them.
 *
 * Each operation gives, to the letter, the result of CuTe C++ 4.7. With integers known at compile time that is what
 * "Int<N>" gives; with integers of KNOWN_RUN_TIME, what "int" gives.
 *
 * Source: CUTLASS, media/docs/cpp/cute/02_layout_algebra.md; C. Cecka, "CuTe Layout Representation and Algebra",
 * arXiv 2603.02298. In contracts, A(i) is the layout A at the integer coordinate i.
 */
#ifndef ALGEBRA_LAYOUT_H
#define ALGEBRA_LAYOUT_H

#include "algebra/tuple_arith.h"

struct layout {
	struct tuple shape;   /* extents >= 0 */
	struct tuple stride;  /* congruent to shape */
};

/* What an operation divides or multiplies by. */
enum tiler_kind {
	TILER_LAYOUT,      /* a layout, applied to the whole operand */
	TILER_INT,         /* N: the layout N:1 over the whole operand */
	TILER_UNDERSCORE,  /* the operand stays as it is */
	TILER_MODES,       /* one tiler per mode */
};

struct tiler {
	enum tiler_kind kind;
	struct layout layout;        /* TILER_LAYOUT; for TILER_INT the shape is the integer */
	const struct tiler *modes;   /* TILER_MODES: "rank" of them */
	int rank;
};

/* --- making layouts (layout.c) --- */

/* The layout shape:stride. Faults of operand 1 are about the shape, of operand 2 about the stride. */
struct layout layout_make(struct algebra *al, struct tuple shape, struct tuple stride);

/* "shape" laid out column-major (row-major) and compact. */
struct layout layout_from_shape(struct algebra *al, struct tuple shape);
struct layout layout_from_shape_right(struct algebra *al, struct tuple shape);

/* "shape" laid out compact, the modes with the smallest number in "order" fastest. */
struct layout layout_ordered(struct algebra *al, struct tuple shape, struct tuple order);

/* The layout of rank "count" with the given modes. */
struct layout layout_from_modes(struct algebra *al, const struct layout *modes, int count);

/* The trivial layout 1:0. */
static inline struct layout layout_one(void) {
	return (struct layout){ tuple_int(1), tuple_int(0) };
}

/* The layout of two tuples that an operation made congruent; 1:0 after a fault, so that every layout is congruent. */
static inline struct layout layout_of(struct algebra *al, struct tuple shape, struct tuple stride) {
	return algebra_failed(al) ? layout_one() : (struct layout){ shape, stride };
}

/* --- looking at layouts --- */

static inline int layout_rank(struct layout a) {
	return tuple_rank(a.shape);
}

/* Mode "i" of "a", in range. */
static inline struct layout layout_mode(struct layout a, int i) {
	return (struct layout){ tuple_mode(a.shape, i), tuple_mode(a.stride, i) };
}

bool layout_equal(struct layout a, struct layout b);

/* Number of coordinates. */
struct tuple layout_size(struct algebra *al, struct layout a);

/* 1 + the largest offset, with |stride| for stride; with bases, the tuple of these extents is coshape. */
struct tuple layout_coshape(struct algebra *al, struct layout a);
struct tuple layout_cosize(struct algebra *al, struct layout a);

/* --- evaluation (coord.c) --- */

/* Offset of coordinate "c": an integer, or with basis strides a coordinate. Beyond the domain the last mode extends. */
struct tuple layout_crd2idx(struct algebra *al, struct tuple c, struct layout a);

/* The same where "c" may hold "_", which counts as 0: the offset that a slice leaves behind. */
struct tuple layout_crd2idx_fixed(struct algebra *al, struct tuple c, struct layout a);

/* Number of coordinate "c" in the colexicographic order of "shape". */
struct tuple tuple_crd2idx(struct algebra *al, struct tuple c, struct tuple shape);

/* Coordinate number "index" of "shape"; the last coordinate is not reduced. */
struct tuple tuple_idx2crd(struct algebra *al, struct tuple index, struct tuple shape);

/* Coordinate of "index" in the compact layout shape:stride. */
struct tuple layout_idx2crd(struct algebra *al, struct tuple index, struct tuple shape, struct tuple stride);

/* The modes of "a" where "c" has "_" (slice) or has none (dice). */
struct layout layout_slice(struct algebra *al, struct tuple c, struct layout a);
struct layout layout_dice(struct algebra *al, struct tuple c, struct layout a);
struct tuple tuple_slice(struct algebra *al, struct tuple c, struct tuple t);
struct tuple tuple_dice(struct algebra *al, struct tuple c, struct tuple t);

/* --- simplification (coalesce.c) --- */

/* The shortest layout of depth <= 1 with the same size and A(i) for every i. Extents 1 vanish; all of them give 1:0. */
struct layout layout_coalesce(struct algebra *al, struct layout a);

/*
 * Coalesce what stands at the leaves of "profile"; modes beyond it stay. Faults if "profile" has more modes than "a".
 */
struct layout layout_coalesce_profile(struct algebra *al, struct layout a, struct tuple profile);

/* As layout_coalesce, but a last mode of extent 1 keeps its stride, so that A(i) beyond the domain stays the same. */
struct layout layout_coalesce_extended(struct algebra *al, struct layout a);
struct layout layout_coalesce_extended_profile(struct algebra *al, struct layout a, struct tuple profile);

/* Modes with stride 0 get extent 1 (filter_zeros), and then everything is coalesced (filter). */
struct layout layout_filter_zeros(struct algebra *al, struct layout a);
struct layout layout_filter(struct algebra *al, struct layout a);
struct layout layout_filter_profile(struct algebra *al, struct layout a, struct tuple profile);

struct layout layout_flatten(struct algebra *al, struct layout a);

/* --- composition (composition.c) --- */

/*
 * R with the profile of "b" and R(c) = A(B(c)) where CuTe's conditions guarantee it. FAULT_DIVIDE where CuTe's static
 * assertions fail. CuTe's conditions do not imply the equation; where it fails, a note says so.
 */
struct layout layout_composition(struct algebra *al, struct layout a, struct layout b);

/* By mode for a tuple of tilers: modes of "a" beyond it are dropped. */
struct layout layout_composition_tiler(struct algebra *al, struct layout a, const struct tiler *b);

/* "a" with the domain "shape". */
struct layout layout_with_shape(struct algebra *al, struct layout a, struct tuple shape);

/* --- complement and inverses (complement.c, inverse.c) --- */

/*
 * The ordered layout that fills what "a" leaves free below "cotarget", which is rounded up. FAULT_INJECTIVE when a
 * stride, in ascending order, is smaller than what the modes before it cover.
 */
struct layout layout_complement(struct algebra *al, struct layout a, struct tuple cotarget);

/* With the cosize of the filtered layout as cotarget. */
struct layout layout_complement_own(struct algebra *al, struct layout a);

/* The largest layout R with A(R(i)) = i for every i. */
struct layout layout_right_inverse(struct algebra *al, struct layout a);

/* A layout R with R(A(i)) = i for every i where "a" is injective. */
struct layout layout_left_inverse(struct algebra *al, struct layout a);

/* --- what layouts have in common (common.c) --- */

/*
 * The largest R with A(R(i)) = B(R(i)) = i, and the number of elements that are contiguous in both at the same place.
 */
struct layout layout_max_common_layout(struct algebra *al, struct layout a, struct layout b);
struct tuple layout_max_common_vector(struct algebra *al, struct layout a, struct layout b);

/* The largest number that divides every offset, and that the contiguous elements fill. */
struct tuple layout_max_alignment(struct algebra *al, struct layout a);

/* The coordinates that "a" maps to 0 because their modes have stride 0. */
struct layout layout_nullspace(struct algebra *al, struct layout a);

/* "n" elements spread over the modes of "shape" from the left, as far as the extents divide. */
struct layout layout_domain_distribute(struct algebra *al, struct tuple shape, struct tuple n);

/* A compact layout of the same shape whose modes are ordered as those of "a"; stride 0 stays. */
struct layout layout_make_like(struct algebra *al, struct layout a);

/* A compact layout for registers: mode 0 first, the others ordered as in "a". */
struct layout layout_fragment_like(struct algebra *al, struct layout a);

/* The layout from coordinates of "shape" to themselves. */
struct layout layout_identity(struct algebra *al, struct tuple shape);

/* "block" repeated to fill "shape", the repeats ordered by "order" (or, without it, column-major). */
struct layout layout_tile_to_shape(struct algebra *al, struct layout block, struct tuple shape,
	const struct tuple *order);

/* --- division (divide.c) and products (product.c) --- */

struct layout layout_logical_divide(struct algebra *al, struct layout a, const struct tiler *b);
struct layout layout_zipped_divide(struct algebra *al, struct layout a, const struct tiler *b);
struct layout layout_tiled_divide(struct algebra *al, struct layout a, const struct tiler *b);
struct layout layout_flat_divide(struct algebra *al, struct layout a, const struct tiler *b);

/*
 * The extents that the tiles "b" of "a" reach, by mode for a tiler by mode, else one number: those of "a" where all its
 * elements are in whole tiles. They are the sizes of the modes of layout_logical_divide().
 */
struct tuple layout_divide_covers(struct algebra *al, struct layout a, const struct tiler *b);

struct layout layout_logical_product(struct algebra *al, struct layout a, const struct tiler *b);
struct layout layout_zipped_product(struct algebra *al, struct layout a, const struct tiler *b);
struct layout layout_tiled_product(struct algebra *al, struct layout a, const struct tiler *b);
struct layout layout_flat_product(struct algebra *al, struct layout a, const struct tiler *b);

/* Each mode of the result is a pair (block, tile), or (tile, block). */
struct layout layout_blocked_product(struct algebra *al, struct layout a, struct layout b);

/* blocked_product for tile_to_shape, which the DSL has of integers at run time, too. */
struct layout layout_repeat_block(struct algebra *al, struct layout a, struct layout b);
struct layout layout_raked_product(struct algebra *al, struct layout a, struct layout b);

/* --- elements of other widths (recast.c) --- */

/* Elements "n" times as large (as small). */
struct layout layout_upcast(struct algebra *al, struct layout a, int64_t n);
struct layout layout_downcast(struct algebra *al, struct layout a, int64_t n);

/* From elements of "old_bits" to elements of "new_bits". */
struct layout layout_recast(struct algebra *al, struct layout a, int64_t new_bits, int64_t old_bits);

/* --- thread-value layouts (tv.c) --- */

struct tv_layout {
	struct tuple tiler;     /* extents of the tile, one integer per mode */
	struct layout layout;   /* (thread, value) to the colexicographic number of an element of the tile */
};

/* The thread-value layout in which thr(m,n) is the thread and val(m,n) the value of an element. */
struct tv_layout tv_layout_make(struct algebra *al, struct layout thr, struct layout val);

#endif
