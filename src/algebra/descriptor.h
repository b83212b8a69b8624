/*
 * What the hardware is told about a tile in shared memory: the descriptors of wgmma (SM90) and tcgen05.mma (SM100), and
 * the boxes of the tensor memory accelerator (TMA).
 *
 * A descriptor can say only canonical layouts: rows of 16, 32, 64 or 128 bytes with the swizzle of that span, eight of
 * them a group, and one stride each along both modes. In units of 16 bytes the tile, divided by (8,2) where K is
 * contiguous and by (W,8) where MN is (W: 16-byte units in a span), has to be ((a,b),(c,d)) with integers.
 *
 * Sources: CUTLASS, include/cute/atom/mma_traits_sm90_gmma.hpp, mma_traits_sm100.hpp, copy_traits_sm90_tma.hpp and
 * copy_traits_sm90_tma_swizzle.hpp; CUDA Driver API, cuTensorMapEncodeTiled; PTX ISA, matrix-descriptor.
 */
#ifndef ALGEBRA_DESCRIPTOR_H
#define ALGEBRA_DESCRIPTOR_H

#include "algebra/composed.h"

/* The instruction that reads the tile. */
enum descriptor_kind { DESCRIPTOR_GMMA, DESCRIPTOR_UMMA };

enum major { MAJOR_K, MAJOR_MN };

struct descriptor {
	uint64_t bits;             /* as the instruction takes it */
	int64_t start;             /* address in units of 16 bytes, 14 bits */
	int64_t leading;           /* leading byte offset in units of 16 bytes; not looked at for K with a swizzle */
	int64_t stride;            /* stride byte offset in units of 16 bytes */
	int layout_type;
	const char *layout_name;   /* "INTERLEAVE", "B32", ... or for UMMA "SWIZZLE_NONE", "SWIZZLE_32B", ... */
	int version;               /* 0 for GMMA, 1 for UMMA */
};

/* A tile in shared memory: a layout or a swizzled one (MN,K) of elements of "bits" bits, at "address" bytes. */
struct smem_tile {
	struct map layout;
	int64_t bits;
	int64_t address;
};

/*
 * The plain layout of "map", a layout or a swizzled one of elements of "bits" bits, and its swizzle of bytes, Sw<0,4,3>
 * for none. FAULT_TYPE for any other map.
 */
struct layout descriptor_parts(struct algebra *al, struct map map, int64_t bits, struct swizzle *swizzle);

/*
 * The descriptor of the tile of one instruction. Faults with what keeps the tile from being canonical: FAULT_DOMAIN for
 * the swizzle and strides, FAULT_DIVIDE for extents, FAULT_RANK for modes that are not one stride.
 */
struct descriptor descriptor_of(struct algebra *al, struct smem_tile tile, enum descriptor_kind kind,
	enum major major);

/*
 * (1, rest of "part" after mode 0) with strides in units of 16 bytes: what is added to a descriptor's start for each
 * further tile of the partition "part", of elements of "bits" bits.
 */
struct layout descriptor_steps(struct algebra *al, struct layout part, int64_t bits);

enum { TMA_RANK = 5 };

/* A tensor map, as cuTensorMapEncodeTiled takes it; dimension 0 is contiguous. */
struct tma {
	int rank;
	int64_t extent[TMA_RANK];        /* of the tensor in global memory */
	int64_t stride[TMA_RANK];        /* bytes; that of dimension 0 is not part of a tensor map */
	int64_t box[TMA_RANK];           /* of one copy, cut for multicast */
	const char *swizzle;             /* "NONE", "32B", "64B", "128B", "128B_ATOM_32B", "128B_ATOM_64B" */
	int64_t bytes;                   /* of one copy, before it is cut for multicast */
	int64_t copies;                  /* that move the tile */
	struct layout basis;             /* dimension to the mode of global memory: strides are basis elements */
	int64_t span;                    /* bytes of the swizzle's row, 0 for none */
};

struct tma_problem {
	struct layout global;            /* of elements */
	bool is_static;                  /* its integers are known at compile time: neighbours may merge */
	struct map shared;               /* of one tile */
	const struct tiler *tile;        /* of the modes of "global" */
	const struct layout *values;     /* of coordinates of "global", in the place of "tile"; NULL: none */
	const struct map *given;         /* the layout of shared memory that the DSL was given; NULL elsewhere */
	int64_t bits;                    /* of an element */
	int64_t multicast;               /* CTAs that share a copy */
};

/*
 * The tensor map and box with which CuTe's make_tma_copy moves tiles. Faults where CuTe asserts: sizes that differ,
 * a first dimension that is not contiguous in global memory, strides that are no multiples of 16 bytes,
 * sides of the box above 256, swizzles that TMA does not have. Leaves a note where the documented limits of the driver
 * are broken, or where padding of shared memory makes it a copy for each row.
 */
struct tma tma_of(struct algebra *al, const struct tma_problem *problem);

/* The strides with which coordinates of "global" become coordinates of the tensor map: CuTe's get_tma_tensor. */
struct tuple tma_strides(struct algebra *al, const struct tma_problem *problem, const struct tma *tma);

/*
 * (CTA, value) to the elements of the tile, of the copy that "multicast" CTAs share: CuTe's make_tma_copy_tiled.
 */
struct layout tma_layout_tv(struct algebra *al, const struct tma_problem *problem, const struct tma *tma);

#endif
