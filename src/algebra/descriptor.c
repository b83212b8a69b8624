#include "algebra/descriptor.h"

#include <inttypes.h>

/* Bits of the field units: addresses and offsets count 16 bytes. */
enum { UNIT_BITS = 128 };

struct layout descriptor_parts(struct algebra *al, struct map map, int64_t bits, struct swizzle *swizzle) {
	*swizzle = (struct swizzle){ 0, 4, 3 };
	if (map.kind == MAP_LAYOUT) {
		return map.layout;
	}
	bool has_lost_flag = map.kind == MAP_COMPOSED && map.composed->has_lost_flag;
	bool is_swizzled = map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE &&
		map.composed->inner.kind == MAP_LAYOUT && (has_lost_flag || tuple_is_constant(map.composed->offset, 0));
	if (!is_swizzled) {
		algebra_fault(al, FAULT_TYPE, "a tile in shared memory is a layout, or Sw<B,M,S> o 0 o a layout");
		return layout_one();
	}
	*swizzle = map.composed->outer.swizzle;
	if (has_lost_flag) {
		/* It is of bytes already, and what uses it does not look at the beginning. */
		return map.composed->inner.layout;
	}
	swizzle->base -= 3;
	for (int64_t width = bits; width > 1; width /= 2) {
		swizzle->base++;
	}
	return map.composed->inner.layout;
}

/* A canonical form: its name and number for an instruction, and the units of 16 bytes in its span. */
struct form {
	struct swizzle swizzle;    /* of bytes */
	int units;
	int gmma, umma;            /* -1: the instruction has no such form */
	const char *gmma_name, *umma_name;
};

static const struct form forms[] = {
	{ { 0, 4, 3 }, 1, 0, 0, "INTERLEAVE", "SWIZZLE_NONE" },
	{ { 1, 4, 3 }, 2, 3, 6, "B32", "SWIZZLE_32B" },
	{ { 2, 4, 3 }, 4, 2, 4, "B64", "SWIZZLE_64B" },
	{ { 3, 4, 3 }, 8, 1, 2, "B128", "SWIZZLE_128B" },
	{ { 2, 5, 2 }, 8, -1, 1, "", "SWIZZLE_128B_BASE32B" },
};

static const struct form *form_of(struct algebra *al, struct swizzle swizzle, enum descriptor_kind kind,
		enum major major) {
	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		const struct form *form = &forms[i];
		bool exists = kind == DESCRIPTOR_GMMA ? form->gmma >= 0 : form->swizzle.base == 4 || major == MAJOR_MN;
		if (exists && swizzle_equal(form->swizzle, swizzle)) {
			return form;
		}
	}
	algebra_fault(al, FAULT_DOMAIN,
		"the swizzle of bytes is Sw<%d,%d,%d>; %s knows Sw<B,4,3> with B from 0 to 3%s", swizzle.bits,
		swizzle.base, swizzle.shift, kind == DESCRIPTOR_GMMA ? "wgmma" : "tcgen05.mma",
		kind == DESCRIPTOR_GMMA ? "" : ", and Sw<2,5,2> where MN is contiguous");
	return NULL;
}

/* "a" divided by the tile (m,k): ((a,b),(c,d)). */
static struct layout divide(struct algebra *al, struct layout a, int64_t m, int64_t k) {
	struct tiler *modes = arena_array(al->arena, 2, sizeof *modes);
	int64_t extents[2] = { m, k };
	for (int i = 0; i < 2; i++) {
		modes[i] = (struct tiler){ .kind = TILER_LAYOUT, .layout = { tuple_int(extents[i]), tuple_int(1) } };
	}
	struct tiler tiler = { .kind = TILER_MODES, .modes = modes, .rank = 2 };
	return layout_logical_divide(al, a, &tiler);
}

/* The extents that the instruction asks of the tile "inner" (MN,K). */
static void check_extents(struct algebra *al, struct layout inner, int64_t bits, enum descriptor_kind kind,
		enum major major) {
	int64_t mn = layout_size(al, layout_mode(inner, 0)).value;
	int64_t k = layout_size(al, layout_mode(inner, 1)).value;
	if (major == MAJOR_K && mn % 8 != 0) {
		algebra_fault(al, FAULT_DIVIDE, "the extent of MN is %" PRId64 "; a tile has rows in groups of 8", mn);
	} else if (kind == DESCRIPTOR_GMMA) {
		/* Sparse instructions read twice as much of A, and half of it where MN is contiguous. */
		bool fits = k <= 512 && (k * bits == 256 || k * bits == 512 || (major == MAJOR_MN && k * bits == 128));
		if (!fits) {
			algebra_fault(al, FAULT_DIVIDE,
				"the extent of K is %" PRId64 "; wgmma reads %" PRId64 " such elements, or %" PRId64 " if sparse", k,
				256 / bits, 512 / bits);
		}
	}
}

/*
 * The extent of K in "units" of 16 bytes, which wgmma asks for: K in units where it is contiguous, in elements where MN
 * is. "inner" is the tile in elements.
 */
static void check_units(struct algebra *al, struct layout inner, struct layout units, int64_t bits, enum major major) {
	int64_t k = layout_size(al, layout_mode(inner, 1)).value;
	int64_t is = layout_size(al, layout_mode(units, 1)).value;
	int64_t wanted = k;
	bool fits = major != MAJOR_K || checked_mul(k, bits, &wanted);
	wanted = major == MAJOR_K ? wanted / UNIT_BITS : wanted;
	if (!algebra_failed(al) && (!fits || is != wanted)) {
		algebra_fault(al, FAULT_DOMAIN, "%s is not contiguous: 16 bytes of the tile lie along %s",
			major == MAJOR_K ? "K" : "MN", major == MAJOR_K ? "MN" : "K");
	}
}

/* Strides of the canonical form, which divides "units" by the tile of the form. Faults where it is none. */
struct pieces {
	int64_t mn_step, mn_next;   /* from one unit (K: row) of a group to the next; from one group to the next */
	int64_t k_step, k_next;
};

static struct pieces pieces_of(struct algebra *al, struct layout units, int64_t m, int64_t k) {
	struct pieces pieces = { 0 };
	struct layout canonical = divide(al, units, m, k);
	if (algebra_failed(al)) {
		return pieces;
	}
	int64_t *at[4] = { &pieces.mn_step, &pieces.mn_next, &pieces.k_step, &pieces.k_next };
	for (int i = 0; i < 4; i++) {
		struct tuple mode = tuple_mode(canonical.stride, i / 2);
		if (tuple_rank(mode) != 2 || !tuple_is_plain_int(tuple_mode(mode, i % 2))) {
			algebra_fault(al, FAULT_RANK, "mode %d of the tile is not one stride in groups of %" PRId64 " units", i / 2,
				i < 2 ? m : k);
			return pieces;
		}
		*at[i] = tuple_mode(mode, i % 2).value;
	}
	return pieces;
}

/* Refuse a stride, in units of 16 bytes, that is not what the canonical form has. */
static void check_stride(struct algebra *al, const char *what, int64_t is, int64_t wanted) {
	struct tuple bytes = int_mul(al, tuple_int(is), tuple_int(16));
	if (is != wanted && !algebra_failed(al)) {
		algebra_fault(al, FAULT_DOMAIN, "%s are %" PRId64 " bytes apart; the swizzle has them %" PRId64 " apart", what,
			bytes.value, 16 * wanted);
	}
}

/*
 * The tile in units of 16 bytes is divided as the form says. K: groups of 8 rows, a row being one span of "units"; the
 * stride offset goes from group to group, the leading one along K. MN: spans, 8 of them deep (4 with 32-byte atoms);
 * with a swizzle the leading offset goes along MN, without one it is the other way round.
 */
static void set_offsets(struct algebra *al, struct layout units, const struct form *form, enum major major,
		struct descriptor *descriptor) {
	bool is_swizzled = form->swizzle.bits > 0;
	if (major == MAJOR_K) {
		struct pieces pieces = pieces_of(al, units, 8, 2);
		check_stride(al, "rows", pieces.mn_step, form->units);
		if (is_swizzled) {
			check_stride(al, "the 16-byte units of a row", pieces.k_step, 1);
		}
		descriptor->stride = pieces.mn_next;
		descriptor->leading = pieces.k_step;
		return;
	}
	struct pieces pieces = pieces_of(al, units, form->units, form->swizzle.base == 5 ? 4 : 8);
	check_stride(al, "columns", pieces.k_step, form->units);
	if (is_swizzled) {
		check_stride(al, "the 16-byte units of a column", pieces.mn_step, 1);
	}
	descriptor->leading = is_swizzled ? pieces.mn_next : pieces.k_next;
	descriptor->stride = is_swizzled ? pieces.k_next : pieces.mn_next;
}

struct descriptor descriptor_of(struct algebra *al, struct smem_tile tile, enum descriptor_kind kind,
		enum major major) {
	struct descriptor descriptor = { .start = tile.address >> 4 & 0x3fff, .version = kind == DESCRIPTOR_UMMA };
	struct swizzle swizzle;
	struct layout inner = descriptor_parts(al, tile.layout, tile.bits, &swizzle);
	if (!algebra_failed(al) && layout_rank(inner) != 2) {
		algebra_fault(al, FAULT_RANK, "the tile of an instruction has two modes, MN and K; this one has %d",
			layout_rank(inner));
	}
	const struct form *form = algebra_failed(al) ? NULL : form_of(al, swizzle, kind, major);
	if (form == NULL) {
		return descriptor;
	}
	check_extents(al, inner, tile.bits, kind, major);
	struct layout units = layout_upcast(al, inner, UNIT_BITS / tile.bits);
	if (kind == DESCRIPTOR_GMMA) {
		check_units(al, inner, units, tile.bits, major);
	}
	set_offsets(al, units, form, major, &descriptor);
	descriptor.layout_type = kind == DESCRIPTOR_GMMA ? form->gmma : form->umma;
	descriptor.layout_name = kind == DESCRIPTOR_GMMA ? form->gmma_name : form->umma_name;
	int type_at = kind == DESCRIPTOR_GMMA ? 62 : 61;
	descriptor.bits = (uint64_t)descriptor.start | (uint64_t)(descriptor.leading & 0x3fff) << 16 |
		(uint64_t)(descriptor.stride & 0x3fff) << 32 | (uint64_t)descriptor.version << 46 |
		(uint64_t)descriptor.layout_type << type_at;
	return descriptor;
}

/* Each stride of "stride" divided by "n", which must divide it. */
static struct tuple divide_strides(struct algebra *al, struct tuple stride, int64_t n) {
	if (!tuple_is_tuple(stride)) {
		if (stride.value % n != 0) {
			algebra_fault(al, FAULT_DIVIDE, "a step of %" PRId64 " elements is no multiple of 16 bytes", stride.value);
		}
		return tuple_int(stride.value / n);
	}
	struct tuple *modes = tuple_modes_new(al, tuple_rank(stride));
	for (int i = 0; i < tuple_rank(stride); i++) {
		modes[i] = divide_strides(al, tuple_mode(stride, i), n);
	}
	return tuple_of(al, modes, tuple_rank(stride));
}

struct layout descriptor_steps(struct algebra *al, struct layout part, int64_t bits) {
	struct tuple *shape = tuple_modes_new(al, layout_rank(part));
	struct tuple *stride = tuple_modes_new(al, layout_rank(part));
	shape[0] = tuple_int(1);
	stride[0] = tuple_int(0);
	for (int i = 1; i < layout_rank(part); i++) {
		shape[i] = tuple_mode(part.shape, i);
		stride[i] = divide_strides(al, tuple_mode(part.stride, i), UNIT_BITS / bits);
	}
	return layout_make(al, tuple_of(al, shape, layout_rank(part)), tuple_of(al, stride, layout_rank(part)));
}
