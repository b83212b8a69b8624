/*
 * Composed layouts: outer o offset o inner, the function c -> outer(offset + inner(c)), where the outer map is a
 * swizzle as a rule. The inner layout gives shape and profile; most operations work on it and keep the rest.
 *
 * Source: CUTLASS, include/cute/layout_composed.hpp and swizzle_layout.hpp.
 *
 * Two kinds of outer map are not CuTe's: the identity, so that offset + L is the composed layout identity o offset o L,
 * and linear maps of bits (linear.h), so that Columns o 0 o L says what no swizzle can.
 */
#ifndef ALGEBRA_COMPOSED_H
#define ALGEBRA_COMPOSED_H

#include "algebra/chain.h"

struct linear;

/*
 * Anything that maps a coordinate to an offset. The identity and linear maps stand in composed layouts, as outer
 * maps.
 */
enum map_kind { MAP_LAYOUT, MAP_SWIZZLE, MAP_IDENTITY, MAP_LINEAR, MAP_COMPOSED };

struct map {
	enum map_kind kind;
	union {
		struct layout layout;
		struct swizzle swizzle;
		const struct linear *linear;   /* a function of integers below 2^bits; its shape does not matter */
		const struct composed *composed;
	};
};

struct composed {
	struct map outer;
	struct tuple offset;   /* an integer, or a coordinate where the outer map takes one */
	struct map inner;
	bool is_unsigned;      /* the offset is an unsigned number: CuTe's casts and slices make it one (composed.c) */
	int parts;             /* layouts and swizzles in it, a shared one as often as it occurs; at most LIMIT_PARTS */
	int64_t run_time_bits; /* of an offset known at run time only: those that may be set by it, CuTe's MixedBits */
	bool has_lost_flag;    /* a slice took the flag, and left a swizzle of bytes in front of elements */
	int64_t flag_bits;     /* see map_with_flag; 0: none */
};

static inline struct map map_from_layout(struct layout layout) {
	return (struct map){ .kind = MAP_LAYOUT, .layout = layout };
}

static inline struct map map_from_swizzle(struct swizzle swizzle) {
	return (struct map){ .kind = MAP_SWIZZLE, .swizzle = swizzle };
}

static inline struct map map_identity(void) {
	return (struct map){ .kind = MAP_IDENTITY };
}

/* offset + "inner"; just "inner" where the offset is 0. */
struct map map_shifted(struct algebra *al, int64_t offset, struct map inner);

/* The linear map "a" as a value: its columns behind the compact column-major layout of its shape. */
struct map map_from_linear(struct algebra *al, const struct linear *a);

/* The columns of what map_from_linear gives, whose shape is that of map_inner; NULL for any other map. */
const struct linear *map_columns(struct map map);

/* A part of "map" is the identity or a linear map, so that CuTe has no such map. */
bool map_is_extended(struct map map);

/*
 * 1 + the largest offset for offset + layout and for linear maps; for what CuTe has, the cosize of the innermost
 * layout, as in CuTe.
 */
struct tuple map_cosize(struct algebra *al, struct map map);

/*
 * outer o offset o inner as it stands, if CuTe has it. With extended maps: offset + inner as the inner map adds to the
 * offset; a swizzle or a linear map directly in front of a linear one becomes one linear map; as an outer map, what
 * map_from_linear makes of one mode is only its columns. FAULT_DOMAIN when "inner" reaches beyond the domain of these.
 */
struct map map_composed(struct algebra *al, struct map outer, struct tuple offset, struct map inner);

/* The same as it stands: nothing is joined and no domain is checked. "is_unsigned": see struct composed. */
struct map map_composed_whole(struct algebra *al, struct map outer, struct tuple offset, bool is_unsigned,
	struct map inner);

/* "map", which is composed, where of the bits of its offset those in "bits" are known at run time only. */
struct map map_with_run_time_bits(struct algebra *al, struct map map, int64_t bits);

/*
 * "map", a swizzle of elements of "bits" bits in front of a layout, as CuTe's layouts that wait for a pointer to shared
 * memory, Sw<3,4,3> o smem_ptr[16b](unset) o L: the swizzle acts on addresses in bytes. A tensor of such a layout has
 * the swizzle in its pointer. Operations keep the flag; a slice that moves loses it, and CuTe's swizzle of bytes then
 * acts on elements. With 0 bits the flag is taken away.
 */
struct map map_with_flag(struct algebra *al, struct map map, int64_t bits);

/* offset o "inner" behind the swizzle of bytes of "map", which has waited for a pointer. */
struct map map_losing_flag(struct algebra *al, const struct composed *map, struct tuple offset, struct map inner);

/* "map" waits for a pointer. */
bool map_is_flagged(struct map map);

/* The swizzle in front of "composed" as CuTe has it: of bytes where it waits for a pointer, else of elements. */
struct swizzle composed_swizzle(struct algebra *al, const struct composed *composed);

/* The bits that the largest coordinate of "a", read through "filter", reaches. */
int64_t layout_reached_bits(struct algebra *al, struct layout filter, struct layout a);

/*
 * The same, but a swizzle of no bits with offset 0 vanishes in front of a layout, as in CuTe's composition; so does the
 * identity.
 */
struct map map_wrap(struct algebra *al, struct map outer, struct tuple offset, struct map inner);

/* The front of "map", outer o offset, before "inner", as map_wrap; an unsigned offset stays one, and then nothing
 * vanishes. */
struct map map_with_front(struct algebra *al, const struct composed *map, struct map inner);

/* The shape is that of a layout, behind nothing but swizzles: what some operations of CuTe are limited to. */
bool map_is_swizzled(struct map map);

/* "map" with its innermost layout replaced by "inner": what operations on the domain of a composed layout do. */
struct map map_with_inner(struct algebra *al, struct map map, struct layout inner);

/* Record in the trace, if there is one, that what stands in front of the innermost layout of "map" stays there. */
void map_trace_front(struct algebra *al, struct map map);

/* The innermost layout, which has the shape. Faults for a swizzle, which has none. */
struct layout map_inner(struct algebra *al, struct map map);

bool map_equal(struct map a, struct map b);

/* The offset at coordinate "c". */
struct tuple map_crd2idx(struct algebra *al, struct tuple c, struct map map);

/*
 * "map" as a chain from the number of a coordinate to the offset. Returns false when it has basis strides, a coordinate
 * as offset, an extent of 0, or integers without a value.
 */
bool map_chain(struct algebra *al, struct map map, struct chain *out);

/* a o b. */
struct map map_composition(struct algebra *al, struct map a, struct map b);

/* The inverses of an extended map, which is linear, or offset + layout; FAULT_UNSUPPORTED otherwise (extended.c). */
struct map map_extended_inverse(struct algebra *al, struct map a, bool is_right);

/* Whether "inner" is extended and what map_composed makes of it is one map, which "joined" receives (extended.c). */
bool map_joins(struct algebra *al, struct map outer, struct tuple offset, struct map inner, struct map *joined);

/* Record that an operation has no meaning for a map of bits; returns "map". */
struct map map_refuse_linear(struct algebra *al, struct map map);

struct map map_right_inverse(struct algebra *al, struct map a);
struct map map_left_inverse(struct algebra *al, struct map a);

struct map map_upcast(struct algebra *al, struct map a, int64_t n);
struct map map_downcast(struct algebra *al, struct map a, int64_t n);
struct map map_recast(struct algebra *al, struct map a, int64_t new_bits, int64_t old_bits);

/* A slice and the offset that it leaves behind: the slice at i is the whole at its coordinate, less "offset". */
struct sliced {
	struct map map;
	struct tuple offset;
	struct tuple said;   /* as slice_and_offset of the DSL has it, which counts what is in front of a swizzle again */
};

/*
 * The slice at "c". A swizzled layout whose remaining modes touch only bits that are read, or only bits that are
 * changed, decays to a layout with signed strides.
 */
struct sliced map_slice(struct algebra *al, struct tuple c, struct map map);

/* The product of "a" and a swizzled tiler: the swizzle goes along, behind what stands in front of "a". */
struct map map_logical_product(struct algebra *al, struct map a, struct map b);

/*
 * CuTe's max_common_layout, max_common_vector and max_alignment, where "a" and "b" may be swizzled, but for
 * max_common_layout not both. FAULT_UNSUPPORTED if another layout stands in front of one.
 */
struct map map_max_common_layout(struct algebra *al, struct map a, struct map b);
struct tuple map_max_common_vector(struct algebra *al, struct map a, struct map b);
struct tuple map_max_alignment(struct algebra *al, struct map a);

#endif
