#include "algebra/tiled.h"

#include <inttypes.h>

#include "algebra/query.h"
#include "algebra/remark.h"
#include "algebra/trace.h"

/* --- tilers and maps --- */

static struct tiler tiler_from_layout(struct layout layout) {
	return (struct tiler){ .kind = TILER_LAYOUT, .layout = layout };
}

static struct tiler tiler_from_int(struct tuple n) {
	return (struct tiler){ .kind = TILER_INT, .layout.shape = n };
}

static const struct tiler tiler_underscore = { .kind = TILER_UNDERSCORE };

/* The tuple (a,b) of tilers. */
static const struct tiler *tiler_pair(struct algebra *al, struct tiler a, struct tiler b) {
	struct tiler *tiler = arena_array(al->arena, 3, sizeof *tiler);
	tiler[0] = (struct tiler){ .kind = TILER_MODES, .modes = tiler + 1, .rank = 2 };
	tiler[1] = a;
	tiler[2] = b;
	return tiler;
}

/* The tuple of integers "shape" as a tiler by mode. */
static const struct tiler *tiler_from_shape(struct algebra *al, struct tuple shape) {
	int rank = tuple_rank(shape);
	struct tiler *tiler = arena_array(al->arena, (size_t)rank + 1, sizeof *tiler);
	tiler[0] = (struct tiler){ .kind = TILER_MODES, .modes = tiler + 1, .rank = rank };
	for (int i = 0; i < rank; i++) {
		tiler[i + 1] = tiler_from_int(tuple_mode(shape, i));
	}
	return tiler;
}

struct tuple tiler_shape(struct algebra *al, const struct tiler *tiler) {
	switch (tiler->kind) {
	case TILER_LAYOUT:
	case TILER_INT:
		return tiler->layout.shape;
	case TILER_UNDERSCORE:
		return tuple_underscore();
	case TILER_MODES:
		break;
	}
	struct tuple *modes = tuple_modes_new(al, tiler->rank);
	for (int i = 0; i < tiler->rank; i++) {
		modes[i] = tiler_shape(al, &tiler->modes[i]);
	}
	return tuple_of(al, modes, tiler->rank);
}

/* "map" with its layout composed with (first, _). */
static struct map compose_first(struct algebra *al, struct map map, struct layout first) {
	const struct tiler *tiler = tiler_pair(al, tiler_from_layout(first), tiler_underscore);
	struct layout inner = map_inner(al, map);
	return algebra_failed(al) ? map : map_with_inner(al, map, layout_composition_tiler(al, inner, tiler));
}

static struct map zipped_divide(struct algebra *al, struct map map, const struct tiler *tiler) {
	struct layout inner = map_inner(al, map);
	return algebra_failed(al) ? map : map_with_inner(al, map, layout_zipped_divide(al, inner, tiler));
}

static struct sliced nothing(void) {
	return (struct sliced){ map_from_layout(layout_one()), tuple_int(0), tuple_int(0) };
}

static struct sliced slice(struct algebra *al, struct tuple c, struct map map) {
	return algebra_failed(al) ? nothing() : map_slice(al, c, map);
}

/* The same as a step of its own: where the slice begins is what a partition is asked for. */
static struct sliced slice_at(struct algebra *al, struct tuple c, struct map map) {
	struct sliced part = slice(al, c, map);
	if (trace_is_on(al)) {
		trace_add(al, (struct trace_step){
				      .kind = TRACE_SLICE, .a = map_inner(al, map), .numbers = { c, part.offset } });
	}
	return part;
}

/* "_" for a rank of 1, else (_,...,_): CuTe's repeat<rank>(_). */
static struct tuple underscores(struct algebra *al, int rank) {
	return rank == 1 ? tuple_underscore() : tuple_repeat(al, tuple_underscore(), rank);
}

/* --- copy atoms --- */

struct copy_atom copy_atom_make(struct algebra *al, struct copy_atom bit_layouts, int64_t bits) {
	struct copy_atom atom = {
		bit_layouts.thr_id,
		layout_recast(al, bit_layouts.src, bits, 1),
		layout_recast(al, bit_layouts.dst, bits, 1),
		layout_recast(al, bit_layouts.ref, bits, 1),
	};
	const struct layout layouts[3] = { atom.src, atom.dst, atom.ref };
	struct tuple threads = layout_size(al, atom.thr_id);
	for (int i = 0; i < 3 && !algebra_failed(al); i++) {
		struct tuple own = tuple_product(al, tuple_mode(layouts[i].shape, 0));
		if (int_value(al, own) != int_value(al, threads)) {
			algebra_fault(al, FAULT_UNSUPPORTED,
				"elements of %" PRId64 " bits are too wide for this atom: its %" PRId64 " threads become %" PRId64,
				bits,
				threads.value, own.value);
		}
	}
	return atom;
}

/* --- tiled copies --- */

static struct tuple mode_size(struct algebra *al, struct layout a, int i) {
	return tuple_product(al, tuple_mode(a.shape, i));
}

struct tiled_copy tiled_copy_make(struct algebra *al, struct copy_atom atom, struct layout tv,
	const struct tiler *tiler) {
	static const char *const words[2] = { "threads", "values" };
	algebra_operand(al, 2);
	if (!algebra_failed(al) && layout_rank(tv) != 2) {
		algebra_fault(al, FAULT_RANK, "a thread-value layout has 2 modes, this one %d", layout_rank(tv));
	}
	for (int i = 0; i < 2 && !algebra_failed(al); i++) {
		struct tuple own = mode_size(al, tv, i);
		struct tuple needed = mode_size(al, atom.ref, i);
		if (int_value(al, int_mod(al, own, needed)) != 0) {
			algebra_fault(al, FAULT_DIVIDE,
				"the copy has %" PRId64 " %s, not a multiple of the %" PRId64 " of its atom",
				own.value, words[i], needed.value);
		}
	}
	return (struct tiled_copy){ atom, tv, tiler };
}

/* Whether "a" maps its coordinates one to one onto 0..n-1. */
static bool is_numbering(struct algebra *al, struct layout a) {
	struct layout flat = layout_filter(al, a);
	struct tuple size = layout_size(al, a);
	struct layout inverse = layout_right_inverse(al, flat);
	return !algebra_failed(al) && int_value(al, layout_size(al, inverse)) == int_value(al, size);
}

static void check_numbering(struct algebra *al, struct layout a, const char *what) {
	if (operation_verifies(al) && !is_numbering(al, a)) {
		algebra_note(al, FAULT_INEXACT,
			"the %s layout does not number its coordinates 0 to n-1 once each: CuTe assumes it does, and the result "
			"skips or repeats elements of the tile",
			what);
	}
}

struct tiled_copy tiled_copy_from_thr_val(struct algebra *al, struct copy_atom atom, struct layout thr,
	struct layout val) {
	struct tv_layout tv = tv_layout_make(al, thr, val);
	check_numbering(al, thr, "thread");
	check_numbering(al, val, "value");
	return tiled_copy_make(al, atom, tv.layout, tiler_from_shape(al, tv.tiler));
}

struct tiled_copy tiled_copy_from_mma(struct algebra *al, struct copy_atom atom, const struct tiled_mma *mma,
	enum mma_operand operand) {
	struct layout tv = tiled_mma_layout_tv(al, mma, operand);
	struct tuple shape = tuple_select(al, tiled_mma_tile_shape(al, mma), mma_operand_modes(operand), 2);
	return tiled_copy_make(al, atom, tv, tiler_from_shape(al, shape));
}

/*
 * The tiler whose mode i holds the coordinates in mode i of "shape" that "tv" reaches, and "tv" in the numbering of the
 * smaller tile that these make.
 */
static struct tiled_copy shrink_tile(struct algebra *al, struct copy_atom atom, struct tuple shape, struct layout tv) {
	int rank = tuple_rank(shape);
	struct tiler *tiler = arena_array(al->arena, (size_t)rank + 1, sizeof *tiler);
	tiler[0] = (struct tiler){ .kind = TILER_MODES, .modes = tiler + 1, .rank = rank };
	for (int i = 0; i < rank && !algebra_failed(al); i++) {
		struct tuple strides = tuple_replace(al, tuple_repeat(al, tuple_int(0), rank), i, tuple_int(1));
		struct layout only = layout_make(al, tuple_wrap(al, shape), strides);
		tiler[i + 1] = tiler_from_layout(layout_filter(al, layout_composition(al, only, tv)));
	}
	struct layout tile_to_data = layout_composition_tiler(al, layout_from_shape(al, shape), tiler);
	struct layout small = layout_composition(al, layout_left_inverse(al, tile_to_data), tv);
	return tiled_copy_make(al, atom, small, tiler);
}

struct tiled_copy tiled_copy_c_atom(struct algebra *al, struct copy_atom atom, const struct tiled_mma *mma) {
	struct layout c = tiled_mma_layout_tv(al, mma, MMA_C);
	struct tuple tile = tiled_mma_tile_shape(al, mma);
	if (algebra_failed(al)) {
		return (struct tiled_copy){ .atom = atom, .tv = c };
	}
	struct tuple values = mode_size(al, atom.src, 1);
	if (int_value(al, values) > int_value(al, mode_size(al, c, 1))) {
		algebra_fault(al, FAULT_RANK,
			"the copy atom has %" PRId64 " values, more than the %" PRId64 " of C", values.value,
			int_value(al, mode_size(al, c, 1)));
	}
	struct scope scope = operation_begin(al);
	struct layout shape = layout_from_shape(al, tuple_pair(al, mode_size(al, c, 0), values));
	struct layout tv = layout_composition(al, c, shape);
	struct tiled_copy copy = shrink_tile(al, atom, tuple_take(al, tile, 0, 2), tv);
	operation_end(al, scope);
	return copy;
}

struct tiled_copy tiled_copy_like(struct algebra *al, struct copy_atom atom, const struct tiled_copy *copy,
	bool source) {
	return tiled_copy_make(al, atom, tiled_copy_layout_tv(al, copy, source), copy->tiler);
}

/* "a" with the mode 1:0 behind it. */
static struct layout with_unit(struct algebra *al, struct layout a) {
	struct layout modes[2] = { a, layout_one() };
	return layout_from_modes(al, modes, 2);
}

struct tiled_copy tiled_copy_cotiled(struct algebra *al, struct copy_atom atom, struct layout tv, struct layout data) {
	struct scope scope = operation_begin(al);
	struct layout inverse = with_unit(al, layout_left_inverse(al, data));
	struct layout tv_data = layout_composition(al, inverse, tv);
	if (!algebra_failed(al) && layout_rank(tv) == 2) {
		struct layout back = layout_composition(al, with_unit(al, data), layout_mode(tv_data, 1));
		struct layout values = layout_mode(tv, 1);
		if (!layout_equal(layout_coalesce(al, back), layout_coalesce(al, values))) {
			algebra_fault(al, FAULT_DOMAIN,
				"the thread-value layout points to memory that the data layout does not have");
		}
	}
	struct tiled_copy copy = shrink_tile(al, atom, tuple_product_each(al, data.shape), tv_data);
	operation_end(al, scope);
	return copy;
}

struct tuple tiled_copy_size(struct algebra *al, const struct tiled_copy *copy) {
	return mode_size(al, copy->tv, 0);
}

/* CuTe's tile2thrfrg: (tile, rest) to (thread, (atom values, rest values), rest). */
static struct map copy_fragments(struct algebra *al, const struct tiled_copy *copy, bool source, struct map tiled) {
	const struct copy_atom *atom = &copy->atom;
	struct layout to_own = layout_composition(al, layout_right_inverse(al, atom->ref), source ? atom->src : atom->dst);
	struct tuple numbers = tuple_pair(al, mode_size(al, atom->ref, 0), mode_size(al, atom->ref, 1));
	struct layout atoms = layout_zipped_divide(al, copy->tv, tiler_from_shape(al, numbers));
	struct layout own = map_inner(al, compose_first(al, map_from_layout(atoms), to_own));
	struct layout zipped = layout_of(al, tuple_zip(al, own.shape), tuple_zip(al, own.stride));
	struct tuple one = tuple_int(1);
	struct tuple profile = tuple_pair(al, one, tuple_pair(al, one, one));
	struct layout thr_val = layout_coalesce_profile(al, zipped, profile);
	struct map fragments = compose_first(al, tiled, thr_val);
	struct tuple all = tuple_underscore();
	return slice(al, tuple_pair(al, tuple_pair(al, all, all), all), fragments).map;
}

struct layout tiled_copy_layout_tv(struct algebra *al, const struct tiled_copy *copy, bool source) {
	struct scope scope = operation_begin(al);
	struct tuple shape = tuple_pair(al, tiler_shape(al, copy->tiler), tuple_int(1));
	struct map reference = map_from_layout(layout_from_shape(al, shape));
	struct map fragments = copy_fragments(al, copy, source, reference);
	struct tuple *c = tuple_modes_new(al, 3);
	c[0] = c[1] = tuple_underscore();
	struct layout tv = map_inner(al, slice(al, tuple_of(al, c, 3), fragments).map);
	operation_end(al, scope);
	return tv;
}

/* The number of the mode that holds the tiles is the rank of the tiler for a tuple, 1 otherwise. */
static int tiler_rank(const struct tiler *tiler) {
	return tiler->kind == TILER_MODES ? tiler->rank : 1;
}

struct map tiled_copy_tidfrg(struct algebra *al, const struct tiled_copy *copy, bool source, struct map tensor) {
	struct layout inner = map_inner(al, tensor);
	if (!algebra_failed(al) && layout_rank(inner) < tiler_rank(copy->tiler)) {
		algebra_fault(al, FAULT_RANK, "the tensor has %d modes, fewer than the %d of the tile", layout_rank(inner),
			tiler_rank(copy->tiler));
	}
	if (algebra_failed(al)) {
		return tensor;
	}
	struct scope scope = operation_begin(al);
	struct map fragments = copy_fragments(al, copy, source, zipped_divide(al, tensor, copy->tiler));
	operation_end(al, scope);
	return fragments;
}

struct sliced tiled_copy_partition(struct algebra *al, const struct tiled_copy *copy, bool source,
	struct tuple thread, struct map tensor) {
	struct layout inner = map_inner(al, tensor);
	struct scope scope = operation_begin(al);
	struct map fragments = tiled_copy_tidfrg(al, copy, source, tensor);
	if (algebra_failed(al)) {
		operation_end(al, scope);
		return nothing();
	}
	int rank = layout_rank(inner);
	struct tuple *c = tuple_modes_new(al, 3);
	c[0] = thread;
	c[1] = tuple_underscore();
	c[2] = underscores(al, rank);
	struct sliced part = slice_at(al, tuple_of(al, c, 3), fragments);
	operation_end(al, scope);
	remark_tiler(al, inner, copy->tiler);
	return part;
}

struct layout tiled_copy_retile(struct algebra *al, const struct tiled_copy *copy, struct layout tensor) {
	struct scope scope = operation_begin(al);
	struct tuple values = mode_size(al, tensor, 0);
	struct tuple shape = tiler_shape(al, copy->tiler);
	struct layout to_tv = layout_with_shape(al, layout_right_inverse(al, copy->tv), shape);
	int64_t per_fragment = int_value(al, int_mul(al, tiled_copy_size(al, copy), values));
	struct layout frg_mn = layout_upcast(al, to_tv, algebra_failed(al) ? 1 : per_fragment);
	struct tiler inverse = tiler_from_layout(layout_right_inverse(al, frg_mn));
	struct layout product = layout_logical_product(al, layout_from_shape(al, values), &inverse);
	struct tiler atom_values = tiler_from_layout(layout_from_shape(al, mode_size(al, copy->atom.ref, 1)));
	struct layout frg_v = algebra_failed(al) ? tensor : layout_zipped_divide(al, product, &atom_values);
	struct tuple extents = tuple_prepend(al, tuple_product_each(al, frg_mn.shape), values);
	struct map tiled = zipped_divide(al, map_from_layout(tensor), tiler_from_shape(al, extents));
	struct map regrouped = compose_first(al, tiled, frg_v);
	struct tuple first = tuple_append_to(al, tuple_int(0), tuple_underscore(), layout_rank(tensor));
	struct layout result = map_inner(al, slice(al, tuple_pair(al, tuple_underscore(), first), regrouped).map);
	operation_end(al, scope);
	return result;
}

/* --- tiled MMAs --- */

/* Leave a note if two places of the atoms have the same thread, which CuTe does not check. */
static void check_atoms_apart(struct algebra *al, struct layout thr_vmnk) {
	struct query threads = query_map(al, map_from_layout(thr_vmnk));
	if (algebra_failed(al) || threads.injective) {
		return;
	}
	struct tuple a = tuple_idx2crd(al, tuple_int(threads.alias[0]), tuple_product_each(al, thr_vmnk.shape));
	struct tuple b = tuple_idx2crd(al, tuple_int(threads.alias[1]), tuple_product_each(al, thr_vmnk.shape));
	if (!algebra_failed(al)) {
		algebra_operand(al, 2);
		algebra_note(al, FAULT_INEXACT,
			"the atoms (%" PRId64 ",%" PRId64 ",%" PRId64 ") and (%" PRId64 ",%" PRId64 ",%" PRId64 ") "
			"have thread %" PRId64 " in common, which can do the work of one",
			a.modes[1].value,
			a.modes[2].value, a.modes[3].value, b.modes[1].value, b.modes[2].value, b.modes[3].value,
			threads.alias_offset);
	}
}

struct tiled_mma tiled_mma_make(struct algebra *al, struct mma_atom atom, struct layout atom_layout,
	const struct tiler *perm) {
	struct tiled_mma mma = { .atom = atom };
	int perm_rank = perm == NULL ? 0 : tiler_rank(perm);
	if (layout_rank(atom_layout) > 3 || perm_rank > 3) {
		algebra_fault(al, FAULT_RANK, "the atom layout has %d modes and the permutation %d; M, N and K are 3",
			layout_rank(atom_layout), perm_rank);
		return mma;
	}
	struct tiler *modes = arena_array(al->arena, 4, sizeof *modes);
	modes[0] = (struct tiler){ .kind = TILER_MODES, .modes = modes + 1, .rank = 3 };
	for (int i = 0; i < 3; i++) {
		modes[i + 1] = tiler_underscore;
		if (i < perm_rank) {
			modes[i + 1] = perm->kind == TILER_MODES ? perm->modes[i] : *perm;
		}
	}
	mma.perm = modes;
	struct layout padded = layout_of(al, tuple_append_to(al, atom_layout.shape, tuple_int(1), 3),
		tuple_append_to(al, atom_layout.stride, tuple_int(0), 3));
	struct tiler tiler = tiler_from_layout(padded);
	if (!algebra_failed(al)) {
		mma.thr_vmnk = layout_tiled_product(al, atom.thr_id, &tiler);
	}
	if (operation_verifies(al)) {
		check_atoms_apart(al, mma.thr_vmnk);
	}
	return mma;
}

struct tuple tiled_mma_size(struct algebra *al, const struct tiled_mma *mma) {
	return layout_size(al, mma->thr_vmnk);
}

static struct tuple atom_extent(const struct tiled_mma *mma, int i) {
	return tuple_mode(mma->atom.shape_mnk, i);
}

/* The tile in mode "i" of MNK: what was asked for, or what the atoms cover. */
static struct tiler tile_of_mode(struct algebra *al, const struct tiled_mma *mma, int i) {
	if (mma->perm->modes[i].kind != TILER_UNDERSCORE) {
		return mma->perm->modes[i];
	}
	struct tuple atoms = mode_size(al, mma->thr_vmnk, i + 1);
	return tiler_from_int(int_mul(al, tuple_product(al, atom_extent(mma, i)), atoms));
}

struct tuple tiled_mma_tile_shape(struct algebra *al, const struct tiled_mma *mma) {
	struct tuple *modes = tuple_modes_new(al, 3);
	for (int i = 0; i < 3; i++) {
		struct tiler tile = tile_of_mode(al, mma, i);
		modes[i] = tuple_product(al, tiler_shape(al, &tile));
	}
	return tuple_of(al, modes, 3);
}

const int *mma_operand_modes(enum mma_operand operand) {
	static const int modes[3][2] = { { 0, 2 }, { 1, 2 }, { 0, 1 } };
	return modes[operand];
}

static struct layout operand_layout(const struct tiled_mma *mma, enum mma_operand operand) {
	switch (operand) {
	case MMA_A: return mma->atom.a;
	case MMA_B: return mma->atom.b;
	case MMA_C: break;
	}
	return mma->atom.c;
}

/* The layout of extent "n", 1:0 for 1, as CuTe's make_layout(n). */
static struct tiler tiler_from_extent(struct algebra *al, struct tuple n) {
	return tiler_from_layout(layout_from_shape(al, n));
}

/* The tile of the MMA, the atoms in it, their threads and values, and the threads that atoms are dealt to. */
struct map tiled_mma_thrfrg(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand,
	struct map tensor) {
	const int *modes = mma_operand_modes(operand);
	struct layout inner = map_inner(al, tensor);
	if (!algebra_failed(al) && layout_rank(inner) < 2) {
		algebra_fault(al, FAULT_RANK, "the tensor has 1 mode, fewer than the 2 of a tile");
	}
	if (algebra_failed(al)) {
		return tensor;
	}
	const struct tiler *tile = tiler_pair(al, tile_of_mode(al, mma, modes[0]), tile_of_mode(al, mma, modes[1]));
	struct map tiled = map_with_inner(al, tensor, layout_logical_divide(al, inner, tile));
	const struct tiler *atom = tiler_pair(al,
		tiler_from_extent(al, tuple_product(al, atom_extent(mma, modes[0]))),
		tiler_from_extent(al, tuple_product(al, atom_extent(mma, modes[1]))));
	struct map atoms = zipped_divide(al, tiled, atom);
	struct map thr_val = compose_first(al, atoms, operand_layout(mma, operand));
	const struct tiler *threads = tiler_pair(al, tiler_from_extent(al, mode_size(al, mma->thr_vmnk, modes[0] + 1)),
		tiler_from_extent(al, mode_size(al, mma->thr_vmnk, modes[1] + 1)));
	return algebra_failed(al) ? tensor : zipped_divide(al, thr_val, tiler_pair(al, tiler_underscore, *threads));
}

/* From the thread's number to (V,M,N,K): inverse of thr_vmnk, where threads that it skips count too. */
static struct layout thread_to_vmnk(struct algebra *al, const struct tiled_mma *mma) {
	struct tuple size = tuple_pair(al, tiled_mma_size(al, mma), tuple_int(1));
	struct layout first = layout_of(al, size, tuple_pair(al, tuple_int(1), tuple_int(0)));
	struct layout parts[2] = { mma->thr_vmnk, layout_complement_own(al, mma->thr_vmnk) };
	struct layout inverse = layout_right_inverse(al, layout_from_modes(al, parts, 2));
	return layout_composition(al, first, inverse);
}

/* Leave a note if a thread of a later atom along K does not get the elements of the first. */
static void check_c_replicates(struct algebra *al, const struct tiled_mma *mma, struct tuple tile, struct layout tv) {
	struct tuple extent = layout_cosize(al, tv);
	if (algebra_failed(al)) {
		return;
	}
	struct tuple size = int_mul(al, tile.modes[0], tile.modes[1]);
	bool several = int_value(al, mode_size(al, mma->thr_vmnk, 2)) > 1
		&& int_value(al, mode_size(al, mma->thr_vmnk, 3)) > 1;
	if (several && int_is_below(size, extent)) {
		algebra_note(al, FAULT_INEXACT,
			"with several atoms along both N and K, CuTe sends the threads of the later K past the tile of C: offset "
			"%" PRId64 " of %" PRId64 "; partition_C is right",
			(extent.value - 1), size.value);
	}
}

/* Leave a note if "threads", the inverse of thr_vmnk, ends in front of a thread that has an atom. */
static void check_threads_reached(struct algebra *al, const struct tiled_mma *mma, struct layout threads) {
	struct tuple reached = layout_size(al, threads);
	struct tuple end = layout_cosize(al, mma->thr_vmnk);
	if (!algebra_failed(al) && int_is_below(reached, end)) {
		algebra_note(al, FAULT_INEXACT,
			"the threads between the atoms make no layout, and CuTe leaves out those from %" PRId64 " to %" PRId64
			"; partition_A, partition_B and partition_C are right",
			reached.value, end.value - 1);
	}
}

struct layout tiled_mma_layout_tv(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand) {
	return tiled_mma_layout_tv_over(al, mma, operand, tiled_mma_tile_shape(al, mma));
}

/* The fragments of a tensor of the shape of the tile, its thread mode numbered as the threads are. */
struct layout tiled_mma_layout_tv_over(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand,
	struct tuple tile) {
	const int *modes = mma_operand_modes(operand);
	struct scope scope = operation_begin(al);
	if (algebra_failed(al)) {
		operation_end(al, scope);
		return layout_one();
	}
	struct tuple shape = tuple_pair(al, tile.modes[modes[0]], tile.modes[modes[1]]);
	struct map fragments = tiled_mma_thrfrg(al, mma, operand, map_from_layout(layout_from_shape(al, shape)));
	if (operand != MMA_C) {
		/* Threads that differ only in the mode that the operand lacks own the same elements. */
		struct tuple mn = tuple_pair(al, mode_size(al, mma->thr_vmnk, 1), mode_size(al, mma->thr_vmnk, 2));
		struct tuple own = operand == MMA_A ? tuple_pair(al, tuple_int(1), tuple_int(0))
						    : tuple_pair(al, tuple_int(0), tuple_int(1));
		const struct tiler *project = tiler_pair(al, tiler_from_layout(layout_of(al, mn, own)), tiler_underscore);
		const struct tiler *threads = tiler_pair(al, tiler_underscore, *project);
		const struct tiler *both = tiler_pair(al, *threads, tiler_underscore);
		struct layout inner = map_inner(al, fragments);
		if (!algebra_failed(al)) {
			fragments = map_from_layout(layout_composition_tiler(al, inner, both));
		}
	}
	struct layout threads = thread_to_vmnk(al, mma);
	struct layout tv = map_inner(al, compose_first(al, fragments, threads));
	operation_end(al, scope);
	if (operation_verifies(al)) {
		check_threads_reached(al, mma, threads);
	}
	if (operation_verifies(al) && operand == MMA_C) {
		check_c_replicates(al, mma, tile, tv);
	}
	return algebra_failed(al) ? layout_one() : tv;
}

/* The slice of "fragments" at thread "v" of the atom and (i,j) of the atoms. */
static struct sliced slice_fragments(struct algebra *al, struct map fragments, struct tuple thread, int rest_rank) {
	struct tuple rest = tuple_pair(al, tuple_underscore(), underscores(al, rest_rank));
	return slice_at(al, tuple_pair(al, thread, rest), fragments);
}

/*
 * The number of "thread" among the threads of an atom (mode 0) or of its atom along M, N, K (modes 1 to 3). Threads may
 * share the modes that the operand lacks: what is not asked for need not exist. What divides the number of the thread
 * is kept, as the DSL does here, and not where it is asked for a coordinate.
 */
static struct tuple atom_of_thread(struct algebra *al, const struct tiled_mma *mma, int mode, struct tuple thread) {
	struct layout own = layout_mode(mma->thr_vmnk, mode);
	if (thread.known == KNOWN_DIVISOR && tuple_is_plain_int(own.shape)) {
		bool is_alone = tuple_is_constant(own.shape, 1) || tuple_is_constant(own.stride, 0);
		return is_alone ? tuple_int(0) : int_mod(al, int_div(al, thread, own.stride), own.shape);
	}
	return tuple_crd2idx(al, layout_idx2crd(al, thread, own.shape, own.stride), own.shape);
}

/* "extent" rounded up to a multiple of "tile". */
static struct tuple round_up(struct algebra *al, struct tuple extent, struct tuple tile) {
	return int_mul(al, int_ceil_div(al, extent, tile), tile);
}

/* "extent" along M, N or K ("mode") rounded up as CuTe does: to the tile, to the atom, and to all atoms. */
static struct tuple covered_by_atoms(struct algebra *al, const struct tiled_mma *mma, int mode, struct tuple extent) {
	struct tuple tile = tuple_mode(tiled_mma_tile_shape(al, mma), mode);
	struct tuple atom = atom_extent(mma, mode);
	struct tuple atoms = int_mul(al, atom, mode_size(al, mma->thr_vmnk, mode + 1));
	return round_up(al, round_up(al, round_up(al, extent, tile), atom), atoms);
}

struct sliced tiled_mma_partition(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand,
	struct tuple thread, struct map tensor) {
	const int *modes = mma_operand_modes(operand);
	struct scope scope = operation_begin(al);
	struct map fragments = tiled_mma_thrfrg(al, mma, operand, tensor);
	struct tuple atoms = tuple_pair(al, atom_of_thread(al, mma, modes[0] + 1, thread),
		atom_of_thread(al, mma, modes[1] + 1, thread));
	struct tuple own = tuple_pair(al, atom_of_thread(al, mma, 0, thread), atoms);
	if (algebra_failed(al)) {
		operation_end(al, scope);
		return nothing();
	}
	struct tuple rest = tuple_mode(tuple_mode(map_inner(al, fragments).shape, 1), 1);
	trace_numbers(al, TRACE_THREAD, (struct tuple[]){ thread, own }, 2);
	struct sliced part = slice_fragments(al, fragments, own, tuple_rank(rest));
	struct layout inner = map_inner(al, tensor);
	struct tuple covered = tuple_pair(al, covered_by_atoms(al, mma, modes[0], mode_size(al, inner, 0)),
		covered_by_atoms(al, mma, modes[1], mode_size(al, inner, 1)));
	operation_end(al, scope);
	remark_residue(al, tuple_take(al, inner.shape, 0, 2), covered);
	return part;
}

struct tuple tiled_mma_partition_shape(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand,
	struct tuple shape) {
	struct scope scope = operation_begin(al);
	struct map fragments = tiled_mma_thrfrg(al, mma, operand, map_from_layout(layout_from_shape(al, shape)));
	struct sliced part = slice_fragments(al, fragments, tuple_int(0), tuple_rank(shape));
	operation_end(al, scope);
	return map_inner(al, part.map).shape;
}

/* --- tiles of a tensor --- */

/* "c" with "_" up to "rank" modes; an integer stays one. */
static struct tuple pad_coordinate(struct algebra *al, struct tuple c, int rank) {
	return tuple_is_tuple(c) ? tuple_append_to(al, c, tuple_underscore(), rank) : c;
}

/* The slice of the tiled tensor at "c" in the mode of the tiles (rest) or of what is in a tile. */
static struct sliced slice_tiled(struct algebra *al, struct map tensor, const struct tiler *tiler, struct tuple c,
	bool of_rest) {
	struct scope scope = operation_begin(al);
	if (tiler->kind == TILER_MODES && tiler->rank == 0) {
		tuple_refuse_empty(al, "modes to tile");
	}
	struct map tiled = zipped_divide(al, tensor, tiler);
	struct layout inner = map_inner(al, tiled);
	if (algebra_failed(al)) {
		operation_end(al, scope);
		return nothing();
	}
	int tile_rank = tuple_rank(tuple_mode(inner.shape, 0));
	int rest_rank = tuple_rank(tuple_mode(inner.shape, 1));
	struct tuple tile = of_rest ? underscores(al, tile_rank) : pad_coordinate(al, c, tile_rank);
	struct tuple rest = of_rest ? pad_coordinate(al, c, rest_rank) : underscores(al, rest_rank);
	struct sliced part = slice_at(al, tuple_pair(al, tile, rest), tiled);
	operation_end(al, scope);
	algebra_operand(al, 3);
	remark_outside(al, of_rest ? rest : tile, tuple_mode(inner.shape, of_rest ? 1 : 0),
		of_rest ? "tile" : "coordinate");
	algebra_operand(al, 2);
	remark_tiler(al, map_inner(al, tensor), tiler);
	return part;
}

struct sliced inner_partition(struct algebra *al, struct map tensor, const struct tiler *tiler, struct tuple c) {
	return slice_tiled(al, tensor, tiler, c, true);
}

struct sliced outer_partition(struct algebra *al, struct map tensor, const struct tiler *tiler, struct tuple c) {
	return slice_tiled(al, tensor, tiler, c, false);
}

struct sliced local_partition(struct algebra *al, struct map tensor, struct layout thr, struct tuple index) {
	struct tuple hier = layout_idx2crd(al, index, thr.shape, thr.stride);
	int rank = layout_rank(thr);
	struct tuple *c = tuple_modes_new(al, rank);
	for (int i = 0; i < rank && !algebra_failed(al); i++) {
		c[i] = tuple_crd2idx(al, tuple_mode(hier, i), tuple_mode(thr.shape, i));
	}
	struct tuple extents = tuple_product_each(al, thr.shape);
	if (algebra_failed(al)) {
		return nothing();
	}
	struct tuple at = tuple_is_tuple(thr.shape) ? tuple_of(al, c, rank) : c[0];
	return outer_partition(al, tensor, tiler_from_shape(al, extents), at);
}
