#include "algebra/descriptor.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

/* The dimensions behind the last one of a tensor map are taken into it, which takes up to LIMIT_TMA_MODES. */
enum { BOX_MAX = 256 };

/* A part of a dimension: a mode of global memory, by its basis element, and how much of it the box holds. */
struct part {
	int64_t box;
	struct tuple basis;
	struct tuple extent;     /* of the mode of global memory */
	struct tuple stride;
};

/* A dimension of the tensor map: parts that were merged or grouped. */
struct dimension {
	struct part parts[LIMIT_TMA_MODES];
	int count;
};

/* The leaf of "t" that the basis element "basis" names. */
static struct tuple leaf_at(struct tuple t, struct tuple basis) {
	for (int i = 0; i < int_basis_indices(basis) && tuple_is_tuple(t); i++) {
		t = tuple_mode(t, basis.basis[i]);
	}
	return t;
}

static int64_t box_of(const struct dimension *dimension) {
	int64_t box = 1;
	for (int i = 0; i < dimension->count; i++) {
		box *= dimension->parts[i].box;
	}
	return box;
}

/*
 * From the offset in shared memory to the mode of global memory, coalesced: the longest runs that both have. "all" gets
 * the number of its modes; only those from the left whose basis elements have coefficient 1 begin at the beginning of a
 * mode of global memory, and are returned.
 */
static int collect_box(struct algebra *al, const struct tma_problem *problem, struct layout plain, struct part *parts) {
	struct layout identity = layout_identity(al, problem->global.shape);
	struct layout values = problem->values != NULL ? *problem->values
		: layout_composition_tiler(al, identity, problem->tile);
	if (algebra_failed(al)) {
		return 0;
	}
	int64_t size = layout_size(al, values).value;
	if (layout_size(al, plain).value != size) {
		algebra_fault(al, FAULT_DOMAIN, "the tile has %" PRId64 " elements, the layout of shared memory %" PRId64, size,
			layout_size(al, plain).value);
		return 0;
	}
	struct layout full = layout_coalesce(al, layout_composition(al, values, layout_right_inverse(al, plain)));
	int count = 0;
	int rank = algebra_failed(al) ? 0 : tuple_rank(full.shape);
	for (int i = 0; i < rank && count < LIMIT_TMA_MODES; i++) {
		struct tuple stride = tuple_mode(full.stride, i);
		if (stride.value != 1 || stride.basis_depth == 0) {
			break;
		}
		parts[count++] = (struct part){ .box = tuple_mode(full.shape, i).value, .basis = stride,
			.extent = leaf_at(problem->global.shape, stride), .stride = leaf_at(problem->global.stride, stride) };
	}
	if (count == 0 && !algebra_failed(al)) {
		algebra_fault(al, FAULT_DOMAIN, "shared memory and global memory have no run of elements in common");
	}
	return count;
}

/* Dimensions of the box: neighbours that continue one another in global memory are one, up to 256 elements. */
static int merge_parts(const struct tma_problem *problem, const struct part *parts, int count,
		struct dimension *dimensions) {
	int rank = 0;
	for (int i = 0; i < count; i++) {
		struct dimension *last = rank > 0 ? &dimensions[rank - 1] : NULL;
		int64_t box = last != NULL ? box_of(last) : 0;
		int64_t elements;
		int64_t behind;
		bool merges = last != NULL && problem->is_static && checked_mul(box, parts[i].box, &elements)
			&& elements <= BOX_MAX && checked_mul(box, last->parts[0].stride.value, &behind)
			&& behind == parts[i].stride.value;
		if (!merges) {
			last = &dimensions[rank++];
			last->count = 0;
		}
		last->parts[last->count++] = parts[i];
	}
	return rank;
}

/* Append "count" parts to those of a dimension, where there is room. */
static void take_parts(struct algebra *al, struct dimension *dimension, const struct part *parts, int count) {
	if (dimension->count + count > LIMIT_TMA_MODES) {
		algebra_fault(al, FAULT_LIMIT, "dimension %d of the tensor map takes more than %d modes", TMA_RANK - 1,
			LIMIT_TMA_MODES);
		return;
	}
	memcpy(&dimension->parts[dimension->count], parts, (size_t)count * sizeof *parts);
	dimension->count += count;
}

/*
 * The other modes of global memory follow with a box of 1, but those of static extent 1 or static stride 0. Returns the
 * dimensions of the tensor map: the last one takes those that are too many.
 */
static int append_others(struct algebra *al, const struct tma_problem *problem, struct dimension *dimensions,
		int rank) {
	struct layout flat = layout_flatten(al, layout_identity(al, problem->global.shape));
	struct tuple extents = tuple_flatten_to_tuple(al, problem->global.shape);
	struct tuple strides = tuple_flatten_to_tuple(al, problem->global.stride);
	for (int d = TMA_RANK; d < rank; d++) {
		take_parts(al, &dimensions[TMA_RANK - 1], dimensions[d].parts, dimensions[d].count);
	}
	rank = rank < TMA_RANK ? rank : TMA_RANK;
	for (int i = 0; i < tuple_rank(extents) && !algebra_failed(al); i++) {
		struct part part = { 1, tuple_mode(flat.stride, i), tuple_mode(extents, i), tuple_mode(strides, i) };
		bool counts = part.stride.value != 0 && (part.extent.value != 1 || !problem->is_static);
		for (int d = 0; d < rank && counts; d++) {
			for (int p = 0; p < dimensions[d].count; p++) {
				counts = counts && !int_same_basis(dimensions[d].parts[p].basis, part.basis);
			}
		}
		if (counts) {
			rank += rank < TMA_RANK ? 1 : 0;
			take_parts(al, &dimensions[rank - 1], &part, 1);
		}
	}
	return rank;
}

/*
 * Extent and stride of a dimension in elements; of several parts, those of the progression that holds them all. Where
 * all have stride 0, CuTe takes the extent of the last.
 */
static void set_dimension(struct algebra *al, struct tma *tma, int i, const struct dimension *dimension) {
	tma->box[i] = box_of(dimension);
	tma->extent[i] = dimension->parts[0].extent.value;
	tma->stride[i] = dimension->parts[0].stride.value;
	for (int p = 1; p < dimension->count; p++) {
		const struct part *part = &dimension->parts[p];
		int64_t old = tma->stride[i];
		tma->stride[i] = (int64_t)number_gcd(number_magnitude(old), number_magnitude(part->stride.value));
		int64_t step = tma->stride[i];
		if (step == 0) {
			tma->extent[i] = part->extent.value;
			continue;
		}
		struct tuple before = int_mul(al, tuple_int(tma->extent[i] - 1), tuple_int(old / step));
		struct tuple more = int_mul(al, tuple_int(part->extent.value - 1), tuple_int(part->stride.value / step));
		tma->extent[i] = int_add(al, int_add(al, before, more), tuple_int(1)).value;
	}
}

/* The layout (box):(basis), dimensions of several parts nested; CuTe groups what is left into the fifth, even one. */
static struct layout basis_of(struct algebra *al, const struct dimension *dimensions, int rank) {
	struct tuple *shape = tuple_modes_new(al, rank);
	struct tuple *stride = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		const struct dimension *d = &dimensions[i];
		struct tuple *extents = tuple_modes_new(al, d->count);
		struct tuple *bases = tuple_modes_new(al, d->count);
		for (int p = 0; p < d->count; p++) {
			extents[p] = tuple_int(d->parts[p].box);
			bases[p] = d->parts[p].basis;
		}
		bool is_one = d->count == 1 && i + 1 < TMA_RANK;
		shape[i] = is_one ? extents[0] : tuple_of(al, extents, d->count);
		stride[i] = is_one ? bases[0] : tuple_of(al, bases, d->count);
	}
	return layout_make(al, tuple_of(al, shape, rank), tuple_of(al, stride, rank));
}

/* The mode of TMA for a swizzle of bytes; NULL if there is none. */
static const char *swizzle_name(struct swizzle swizzle, int64_t *span) {
	static const char *const names[] = { "NONE", "32B", "64B", "128B" };
	if (swizzle.base == 4 && swizzle.bits <= 3 && swizzle.shift == 3) {
		*span = swizzle.bits == 0 ? 0 : 16 << swizzle.bits;
		return names[swizzle.bits];
	}
	*span = 128;
	if (swizzle.bits == 2 && swizzle.base == 5 && swizzle.shift == 2) {
		return "128B_ATOM_32B";
	}
	return swizzle.bits == 2 && swizzle.base == 6 ? "128B_ATOM_64B" : NULL;
}

/* Cut the box for the CTAs of a multicast, from the last dimension on. */
static void cut_box(struct algebra *al, struct tma *tma, int64_t multicast) {
	for (int i = tma->rank - 1; i >= 0; i--) {
		int64_t box = tma->box[i];
		if (box % multicast != 0 && multicast % box != 0) {
			algebra_fault(al, FAULT_DIVIDE, "%" PRId64 " CTAs cannot share a side of %" PRId64 " elements", multicast,
				box);
			return;
		}
		tma->box[i] = (box + multicast - 1) / multicast;
		multicast = (multicast + box - 1) / box;
	}
}

/* CuTe takes strides as numbers without sign: one below 0 is beyond every limit that they have. */
static void check_signs(struct algebra *al, const struct dimension *dimensions, int rank) {
	for (int i = 0; i < rank && !algebra_failed(al); i++) {
		for (int p = 0; p < dimensions[i].count; p++) {
			int64_t stride = dimensions[i].parts[p].stride.value;
			if (stride < 0) {
				algebra_fault(al, FAULT_DOMAIN, "the stride of dimension %d is %" PRId64 " elements; a tensor map has "
					"none below 0", i, stride);
			}
		}
	}
}

/* What CuTe asserts of a tensor map before it asks the driver. */
static void check_map(struct algebra *al, const struct tma *tma) {
	for (int i = 0; i < tma->rank && !algebra_failed(al); i++) {
		if (i > 0 && tma->stride[i] % 16 != 0) {
			algebra_fault(al, FAULT_DIVIDE, "the stride of dimension %d is %" PRId64 " bytes, no multiple of 16", i,
				tma->stride[i]);
		} else if (i > 0 && tma->stride[i] >= (int64_t)1 << 40) {
			algebra_fault(al, FAULT_LIMIT, "the stride of dimension %d is %" PRId64 " bytes; the limit is 2^40", i,
				tma->stride[i]);
		} else if (tma->extent[i] < 1 || tma->extent[i] > (int64_t)1 << 32) {
			algebra_fault(al, FAULT_LIMIT, "dimension %d has %" PRId64 " elements; the limit is 2^32", i,
				tma->extent[i]);
		} else if (tma->box[i] > BOX_MAX) {
			algebra_fault(al, FAULT_LIMIT, "the box has %" PRId64 " elements in dimension %d; the limit is %d",
				tma->box[i], i, BOX_MAX);
		}
	}
}

/* What the driver documents beyond that, and what is slow without being wrong. */
static void note_limits(struct algebra *al, const struct tma *tma, struct layout plain, int64_t bits) {
	int64_t row = tma->box[0] * bits / 8;
	if (row % 16 != 0) {
		algebra_note(al, FAULT_INEXACT, "a row of the box has %" PRId64 " bytes; the driver wants multiples of 16",
			row);
	} else if (tma->span > 0 && row > tma->span) {
		algebra_note(al, FAULT_INEXACT, "a row of the box has %" PRId64 " bytes, the swizzle %" PRId64, row, tma->span);
	} else if (layout_cosize(al, plain).value > layout_size(al, plain).value) {
		algebra_note(al, FAULT_INEXACT, "shared memory has gaps: a tile takes %" PRId64 " copies of %" PRId64
			" bytes", tma->copies, tma->bytes);
	}
}

struct tma tma_of(struct algebra *al, const struct tma_problem *problem) {
	struct tma tma = { 0 };
	struct swizzle swizzle;
	struct part parts[LIMIT_TMA_MODES];
	struct dimension *dimensions = arena_array(al->arena, LIMIT_TMA_MODES, sizeof *dimensions);
	struct layout plain = descriptor_parts(al, problem->shared, problem->bits, &swizzle);
	if (algebra_failed(al)) {
		return tma;
	}
	tma.swizzle = swizzle_name(swizzle, &tma.span);
	if (tma.swizzle == NULL) {
		algebra_fault(al, FAULT_DOMAIN, "TMA has no swizzle Sw<%d,%d,%d> of bytes", swizzle.bits, swizzle.base,
			swizzle.shift);
		return tma;
	}
	struct scope scope = operation_begin(al);
	int count = collect_box(al, problem, plain, parts);
	int rank = merge_parts(problem, parts, count, dimensions);
	rank = append_others(al, problem, dimensions, rank);
	operation_end(al, scope);
	if (algebra_failed(al)) {
		return tma;
	}
	tma.rank = rank;
	tma.basis = basis_of(al, dimensions, rank);
	struct tuple size = tuple_int(1);
	check_signs(al, dimensions, rank);
	for (int i = 0; i < rank; i++) {
		set_dimension(al, &tma, i, &dimensions[i]);
		size = int_mul(al, size, tuple_int(tma.box[i]));
	}
	if (tma.stride[0] != 1) {
		algebra_fault(al, FAULT_DOMAIN, "the first dimension of the box has stride %" PRId64 " in global memory,"
			" not 1: shared memory runs along another mode", tma.stride[0]);
		return tma;
	}
	for (int i = 0; i < rank; i++) {
		tma.stride[i] = int_mul(al, tuple_int(tma.stride[i]), tuple_int(problem->bits)).value / 8;
	}
	struct tuple bits = int_mul(al, size, tuple_int(problem->bits));
	if (size.value == 0 || algebra_failed(al)) {
		algebra_fault(al, FAULT_DOMAIN, "the box is empty");
		return tma;
	}
	tma.bytes = bits.value / 8;
	tma.copies = layout_size(al, plain).value / size.value;
	cut_box(al, &tma, problem->multicast);
	check_map(al, &tma);
	if (!algebra_failed(al)) {
		note_limits(al, &tma, plain, problem->bits);
	}
	return tma;
}

/* The dimension of "tma" whose basis has "basis"; its rank if none has. */
static int dimension_of(const struct tma *tma, struct tuple basis) {
	for (int d = 0; d < tma->rank; d++) {
		struct tuple own = tuple_mode(tma->basis.stride, d);
		for (int p = 0; p < tuple_rank(own); p++) {
			if (int_same_basis(tuple_mode(own, p), basis)) {
				return d;
			}
		}
	}
	return tma->rank;
}

/* The stride of the mode "basis" of extent "extent" and stride "stride" of global memory. */
static struct tuple tma_stride(struct algebra *al, const struct tma_problem *problem, const struct tma *tma,
		struct tuple basis, struct tuple extent, struct tuple stride) {
	int d = dimension_of(tma, basis);
	bool is_one = problem->is_static && tuple_is_constant(extent, 1);
	bool moves = !is_one && !tuple_is_constant(stride, 0) && d < tma->rank;
	if (!moves) {
		return tuple_int(0);
	}
	struct tuple own = tuple_mode(tma->basis.stride, d);
	int64_t scale = 1;
	if (d == 0) {
		scale = stride.value;
	} else if (tuple_is_tuple(own) && own.rank > 1) {
		int64_t bytes = int_mul(al, stride, tuple_int(problem->bits)).value / 8;
		int64_t step = tma->stride[d] > 16 ? tma->stride[d] : 16;
		scale = (bytes + step - 1) / step;
	}
	struct tuple axis = tuple_int(scale);
	/* CuTe computes this scale at run time, so that neighbours do not merge. */
	axis.known = d > 0 && scale != 1 ? KNOWN_RUN_TIME : KNOWN_STATIC;
	axis.basis_depth = 1;
	axis.basis[0] = (uint8_t)d;
	return axis;
}

static struct tuple tma_strides_of(struct algebra *al, const struct tma_problem *problem, const struct tma *tma,
		struct tuple basis, struct layout global) {
	if (!tuple_is_tuple(basis)) {
		return tma_stride(al, problem, tma, basis, global.shape, global.stride);
	}
	struct tuple *modes = tuple_modes_new(al, basis.rank);
	for (int i = 0; i < basis.rank && !algebra_failed(al); i++) {
		modes[i] = tma_strides_of(al, problem, tma, basis.modes[i], layout_mode(global, i));
	}
	return tuple_of(al, modes, basis.rank);
}

struct tuple tma_strides(struct algebra *al, const struct tma_problem *problem, const struct tma *tma) {
	struct layout identity = layout_identity(al, problem->global.shape);
	return algebra_failed(al) ? identity.stride
				  : tma_strides_of(al, problem, tma, identity.stride, problem->global);
}

struct layout tma_layout_tv(struct algebra *al, const struct tma_problem *problem, const struct tma *tma) {
	struct swizzle swizzle;
	struct layout plain = descriptor_parts(al, problem->shared, problem->bits, &swizzle);
	struct scope scope = operation_begin(al);
	struct layout inverse = layout_right_inverse(al, plain);
	int64_t elements = tma->bytes * 8 / problem->bits;
	if (algebra_failed(al) || elements % problem->multicast != 0) {
		algebra_fault(al, FAULT_DIVIDE, "%" PRId64 " CTAs cannot share a copy of %" PRId64 " elements",
			problem->multicast, elements);
		operation_end(al, scope);
		return plain;
	}
	struct layout one = layout_composition(al, inverse, layout_from_shape(al, tuple_int(elements)));
	struct layout values = layout_tile_to_shape(al, layout_from_modes(al, &one, 1), layout_size(al, plain), NULL);
	struct layout part = layout_make(al, tuple_int(problem->multicast),
		tuple_int(problem->multicast == 1 ? 0 : elements / problem->multicast));
	struct layout modes[2] = { layout_composition(al, inverse, part), values };
	struct layout tv = algebra_failed(al) ? plain : layout_from_modes(al, modes, 2);
	operation_end(al, scope);
	return tv;
}
