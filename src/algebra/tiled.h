/*
 * Copy and MMA atoms tiled over threads: CuTe's TiledCopy and TiledMMA, and what they give each thread.
 *
 * A thread-value (TV) layout maps (thread, value) to the number of an element of a tile. A partition of a tensor is the
 * tensor's layout divided by the tile, composed with the TV layout, sliced at a thread.
 *
 * Source: CUTLASS, include/cute/atom/copy_atom.hpp, mma_atom.hpp and tensor_impl.hpp.
 */
#ifndef ALGEBRA_TILED_H
#define ALGEBRA_TILED_H

#include "algebra/composed.h"

/* An MMA instruction: (thread, value) to the elements of A (MxK), B (NxK) and C (MxN). */
struct mma_atom {
	struct tuple shape_mnk;
	struct layout thr_id; /* number of a participating thread to its place in the warp or warpgroup */
	struct layout a, b, c;
};

/* A copy instruction for elements of some width: (thread, value) of source, destination and of both to an element. */
struct copy_atom {
	struct layout thr_id;
	struct layout src, dst, ref;
};

struct tiled_copy {
	struct copy_atom atom;
	struct layout tv;          /* (thread, value) to the number of an element of the tile */
	const struct tiler *tiler; /* the tile */
};

struct tiled_mma {
	struct mma_atom atom;
	struct layout thr_vmnk;   /* (thread of the atom, m, n, k) to the thread */
	const struct tiler *perm; /* TILER_MODES of rank 3: extents or layouts of the tile,
			"_" for what the atoms cover */
};

/* The atom with layouts of bits recast to elements of "bits". */
struct copy_atom copy_atom_make(struct algebra *al, struct copy_atom bit_layouts, int64_t bits);

/* --- tiled copies --- */

/* The copy that CuTe calls make_tiled_copy_impl; faults when the atom does not divide "tv". */
struct tiled_copy tiled_copy_make(struct algebra *al, struct copy_atom atom, struct layout tv,
	const struct tiler *tiler);

/* From thread and value layouts of the tile; leaves a note when they are not bijections onto 0..n-1. */
struct tiled_copy tiled_copy_from_thr_val(struct algebra *al, struct copy_atom atom, struct layout thr,
	struct layout val);

/* The copy that loads operand A, B or C of an MMA. */
enum mma_operand {
	MMA_A,
	MMA_B,
	MMA_C,
};

/* The two modes of MNK that an operand has: A is MxK, B is NxK, C is MxN. */
const int *mma_operand_modes(enum mma_operand operand);

struct tiled_copy tiled_copy_from_mma(struct algebra *al, struct copy_atom atom, const struct tiled_mma *mma,
	enum mma_operand operand);

/* The smallest copy of C that the atom fills: make_tiled_copy_C_atom. */
struct tiled_copy tiled_copy_c_atom(struct algebra *al, struct copy_atom atom, const struct tiled_mma *mma);

/* A copy with another atom whose threads own what they own as source (destination) of "copy". */
struct tiled_copy tiled_copy_like(struct algebra *al, struct copy_atom atom, const struct tiled_copy *copy,
	bool source);

/* A copy whose (thread, value) pairs have the addresses that "tv" gives, in the memory that "data" describes. */
struct tiled_copy tiled_copy_cotiled(struct algebra *al, struct copy_atom atom, struct layout tv, struct layout data);

struct tuple tiled_copy_size(struct algebra *al, const struct tiled_copy *copy);

/* The TV layout of the source (destination). */
struct layout tiled_copy_layout_tv(struct algebra *al, const struct tiled_copy *copy, bool source);

/* CuTe's tidfrg: the tensor as (thread, (atom values, rest), tiles) of the source (destination). */
struct map tiled_copy_tidfrg(struct algebra *al, const struct tiled_copy *copy, bool source, struct map tensor);

/* What "thread" copies of "tensor": ((atom values, rest), tiles...). */
struct sliced tiled_copy_partition(struct algebra *al, const struct tiled_copy *copy, bool source,
	struct tuple thread, struct map tensor);

/* A fragment (V, M, N...) regrouped in the order of the copy's values. */
struct layout tiled_copy_retile(struct algebra *al, const struct tiled_copy *copy, struct layout tensor);

/* --- tiled MMAs --- */

/* "atom_layout" places atoms along M, N and K; it is padded with 1:0, "perm" with "_", to rank 3. */
struct tiled_mma tiled_mma_make(struct algebra *al, struct mma_atom atom, struct layout atom_layout,
	const struct tiler *perm);

struct tuple tiled_mma_size(struct algebra *al, const struct tiled_mma *mma);
struct tuple tiled_mma_tile_shape(struct algebra *al, const struct tiled_mma *mma);
struct layout tiled_mma_layout_tv(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand);

/* The same over a tile (M,N,K) of which that of the MMA is a divisor: its values are those of all repetitions. */
struct layout tiled_mma_layout_tv_over(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand,
	struct tuple tile);

/* CuTe's thrfrg: the tensor as ((ThrV,(ThrI,ThrJ)),(FrgV,(RestI,RestJ,...))) for the modes I and J of the operand. */
struct map tiled_mma_thrfrg(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand,
	struct map tensor);

struct sliced tiled_mma_partition(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand,
	struct tuple thread, struct map tensor);
struct tuple tiled_mma_partition_shape(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand,
	struct tuple shape);

/* --- tiles of a tensor --- */

/* The tile at "c" (inner), or the elements at "c" of every tile (outer). */
struct sliced inner_partition(struct algebra *al, struct map tensor, const struct tiler *tiler, struct tuple c);
struct sliced outer_partition(struct algebra *al, struct map tensor, const struct tiler *tiler, struct tuple c);

/* The elements that "index" owns when "thr" numbers the places of a tile. */
struct sliced local_partition(struct algebra *al, struct map tensor, struct layout thr, struct tuple index);

/* The extents of "tiler": the shape of a layout, an integer as it is, by mode for a tuple. */
struct tuple tiler_shape(struct algebra *al, const struct tiler *tiler);

#endif
