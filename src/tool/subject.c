#include "tool/subject.h"

#include <string.h>

#include "lang/tensor.h"

static struct subject over_tile(const char *operand, struct layout layout, struct tuple tile) {
	return (struct subject){ .operand = operand, .map = map_from_layout(layout), .has_tile = true, .tile = tile };
}

/* Keep the subject called "operand". Returns their number. */
static int choose(struct algebra *al, struct subject *subjects, int count, const char *operand) {
	if (operand == NULL || algebra_failed(al)) {
		return count;
	}
	for (int i = 0; i < count; i++) {
		if (subjects[i].operand != NULL && strcmp(subjects[i].operand, operand) == 0) {
			subjects[0] = subjects[i];
			return 1;
		}
	}
	algebra_fault(al, FAULT_NAME, count == 3 ? "expected operand A, B or C, saw '%.32s'" :
		count == 2 ? "expected operand S or D, saw '%.32s'" : "a layout has no operand '%.32s'", operand);
	return 0;
}

/* Whether each of several threads holds all of "a": an operand in shared memory, as wgmma and tcgen05.mma have it. */
static bool is_whole(struct algebra *al, struct layout a) {
	struct layout threads = layout_mode(a, 0);
	return layout_rank(a) == 2 && layout_size(al, threads).value > 1 && layout_cosize(al, threads).value == 1;
}

/* Whether threads of "a" differ in a mode of stride 0 only. */
static bool repeats_threads(struct algebra *al, struct layout a) {
	struct layout threads = layout_mode(a, 0);
	return int_value(al, layout_size(al, layout_filter_zeros(al, threads))) < int_value(al, layout_size(al, threads));
}

static int mma_subjects(struct algebra *al, struct layout a, struct layout b, struct layout c, struct tuple shape_mnk,
	struct subject *subjects) {
	struct tuple m = tuple_product(al, tuple_mode(shape_mnk, 0));
	struct tuple n = tuple_product(al, tuple_mode(shape_mnk, 1));
	struct tuple k = tuple_product(al, tuple_mode(shape_mnk, 2));
	subjects[0] = over_tile("A", a, tuple_pair(al, m, k));
	subjects[1] = over_tile("B", b, tuple_pair(al, n, k));
	subjects[2] = over_tile("C", c, tuple_pair(al, m, n));
	return 3;
}

static int copy_subjects(struct layout source, struct layout destination, struct tuple tile, struct subject *subjects) {
	subjects[0] = over_tile("S", source, tile);
	subjects[1] = over_tile("D", destination, tile);
	return 2;
}

/*
 * What one instruction of "atom" reads of A and B, and whether with a descriptor: of several atoms along M each has a
 * part of A, and the whole of its own.
 */
static void set_instruction(struct algebra *al, const struct mma_atom *atom, struct subject *subjects) {
	const struct layout operands[2] = { atom->a, atom->b };
	struct tuple k = tuple_product(al, tuple_mode(atom->shape_mnk, 2));
	for (int i = 0; i < 2; i++) {
		subjects[i].instruction = tuple_pair(al, tuple_product(al, tuple_mode(atom->shape_mnk, i)), k);
		subjects[i].by_descriptor = is_whole(al, operands[i]);
		subjects[i].shares_threads = !subjects[i].by_descriptor && repeats_threads(al, subjects[i].map.layout);
	}
}

/* tcgen05.mma has A and B in shared memory, but A of those called TS; each SM of a pair reads its half. */
static void mark_umma(struct algebra *al, const struct named_mma_atom *atom, struct subject *subjects) {
	if (!str_has(atom->name, "SM100_MMA_") && !str_has(atom->name, "SM103_MXF4_")) {
		return;
	}
	struct tuple sms = layout_size(al, atom->atom.thr_id);
	for (int i = str_has(atom->name, "_TS") ? 1 : 0; i < 2; i++) {
		struct tuple own = int_div(al, tuple_mode(subjects[i].instruction, 0), sms);
		subjects[i].by_descriptor = subjects[i].by_umma = true;
		subjects[i].instruction = tuple_pair(al, own, tuple_mode(subjects[i].instruction, 1));
	}
}

static int tiled_mma_subjects(struct algebra *al, const struct tiled_mma *mma, struct subject *subjects) {
	int count = mma_subjects(al, tiled_mma_layout_tv(al, mma, MMA_A), tiled_mma_layout_tv(al, mma, MMA_B),
		tiled_mma_layout_tv(al, mma, MMA_C), tiled_mma_tile_shape(al, mma), subjects);
	set_instruction(al, &mma->atom, subjects);
	return count;
}

/* The pair (tiler, layout) that make_layout_tv gives. */
static bool is_pair(const struct value *value) {
	if (value->kind != VALUE_LIST || value->list.count != 2) {
		return false;
	}
	enum value_kind tile = value->list.items[0].kind;
	enum value_kind map = value->list.items[1].kind;
	return tile == VALUE_TUPLE && (map == VALUE_LAYOUT || map == VALUE_COMPOSED);
}

/* The maps that "value" stands for: the operands of an atom or of what is tiled, or itself. Returns their number. */
static int subjects_of(struct algebra *al, const struct value *value, struct subject *subjects) {
	switch (value->kind) {
	case VALUE_MMA_ATOM: {
		const struct mma_atom *atom = &value->mma_atom->atom;
		int count = mma_subjects(al, atom->a, atom->b, atom->c, atom->shape_mnk, subjects);
		set_instruction(al, atom, subjects);
		mark_umma(al, value->mma_atom, subjects);
		return count;
	}
	case VALUE_TILED_MMA: {
		int count = tiled_mma_subjects(al, &value->tiled_mma->mma, subjects);
		mark_umma(al, value->tiled_mma->atom, subjects);
		return count;
	}
	case VALUE_COPY_ATOM: {
		struct copy_atom atom = copy_atom_make(al, value->copy_atom->bit_layouts, value->copy_atom->bits);
		return copy_subjects(atom.src, atom.dst, layout_cosize(al, atom.ref), subjects);
	}
	case VALUE_TILED_COPY: {
		const struct tiled_copy *copy = &value->tiled_copy->copy;
		return copy_subjects(tiled_copy_layout_tv(al, copy, true), tiled_copy_layout_tv(al, copy, false),
			tuple_product_each(al, tiler_shape(al, copy->tiler)), subjects);
	}
	default:
		break;
	}
	bool pair = is_pair(value);
	struct value whole = value_as_offset(al, value);
	subjects[0] = (struct subject){ .map = value_as_map(al, pair ? &value->list.items[1] : &whole), .has_tile = pair };
	if (pair) {
		subjects[0].tile = value->list.items[0].tuple;
	}
	map_inner(al, subjects[0].map);
	return 1;
}

int subjects_from_value(struct algebra *al, const struct value *value, const char *operand, struct subject *subjects) {
	int count = subjects_of(al, value, subjects);
	return choose(al, subjects, count, operand);
}

struct subject subject_of_rows(struct algebra *al, int64_t threads, int64_t values) {
	struct tuple shape = tuple_pair(al, tuple_int(threads), tuple_int(values));
	return (struct subject){ .map = map_from_layout(layout_from_shape(al, shape)), .has_tile = true, .tile = shape };
}

/* --- coordinates --- */

/* Every leaf of "inner" is at most the product of what stands there in "outer". */
static bool fits(struct algebra *al, struct tuple inner, struct tuple outer) {
	if (!tuple_is_tuple(inner)) {
		return inner.value <= tuple_product(al, outer).value;
	}
	if (!tuple_is_tuple(outer)) {
		return fits(al, tuple_product(al, inner), outer);
	}
	for (int i = 0; i < inner.rank; i++) {
		if (!fits(al, inner.modes[i], i < outer.rank ? outer.modes[i] : tuple_int(1))) {
			return false;
		}
	}
	return true;
}

/* The leaves of "stride" with a basis, by what one step of it is worth in "weights". */
static struct tuple number_strides(struct algebra *al, struct tuple stride, struct tuple weights) {
	if (!tuple_is_tuple(stride)) {
		if (tuple_is_plain_int(stride)) {
			return stride;
		}
		struct tuple weight = tuple_basis_get(al, stride, weights);
		if (algebra_failed(al) || !tuple_is_plain_int(weight)) {
			algebra_fault(al, FAULT_RANK, "a stride with a basis names no mode of the tile");
			return tuple_int(0);
		}
		return int_mul(al, tuple_basis_value(stride), weight);
	}
	struct tuple *modes = tuple_modes_new(al, stride.rank);
	for (int i = 0; i < stride.rank; i++) {
		modes[i] = number_strides(al, stride.modes[i], weights);
	}
	return tuple_of(al, modes, stride.rank);
}

struct layout layout_number_coordinates(struct algebra *al, struct layout a, struct tuple box) {
	if (!fits(al, layout_coshape(al, a), box) && !algebra_failed(al)) {
		algebra_fault(al, FAULT_DOMAIN, "some coordinates lie outside the tile");
	}
	struct tuple stride = number_strides(al, a.stride, tuple_compact_left(al, box, tuple_int(1)));
	return layout_of(al, a.shape, stride);
}
