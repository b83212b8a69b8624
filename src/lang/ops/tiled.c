#include "base/limits.h"
#include "lang/atoms.h"
#include "lang/ops/ops.h"

/* --- arguments --- */

static const struct value *kind_arg(struct call *call, int i, enum value_kind kind, const char *needed) {
	const struct value *value = arg(call, i);
	if (value->kind != kind) {
		algebra_fault(call->al, FAULT_TYPE, "expected %s, saw %s", needed, value_kind_name(value));
		return NULL;
	}
	return value;
}

static const struct tiled_copy *copy_arg(struct call *call, int i) {
	const struct value *value = kind_arg(call, i, VALUE_TILED_COPY, "a tiled copy");
	return value == NULL ? NULL : &value->tiled_copy->copy;
}

static const struct tiled_mma *mma_arg(struct call *call, int i) {
	const struct value *value = kind_arg(call, i, VALUE_TILED_MMA, "a tiled MMA");
	return value == NULL ? NULL : &value->tiled_mma->mma;
}

static const struct named_copy_atom *copy_atom_arg(struct call *call, int i) {
	const struct value *value = kind_arg(call, i, VALUE_COPY_ATOM, "a copy atom, copy_atom(\"NAME\", BITS)");
	return value == NULL ? NULL : value->copy_atom;
}

/* The number of a thread: an integer that is not negative. */
static struct tuple thread_arg(struct call *call, int i) {
	return tuple_int(int_arg(call, i, 0, INT32_MAX));
}

/* The pair (layout, offset) of a partition. */
static struct value from_sliced(struct call *call, struct sliced sliced) {
	if (algebra_failed(call->al)) {
		return value_none();
	}
	return from_pair(call, value_from_map(sliced.map), value_from_tuple(sliced.offset));
}

/* --- atoms --- */

static struct str name_arg(struct call *call, int i) {
	const struct value *value = kind_arg(call, i, VALUE_STRING, "the name of an atom in quotes");
	return value == NULL ? str_from("") : value->string;
}

struct value run_mma_atom(struct call *call) {
	struct str name = name_arg(call, 0);
	struct named_mma_atom *named = arena_alloc(call->al->arena, sizeof *named);
	if (!algebra_failed(call->al)) {
		*named = (struct named_mma_atom){ name, atoms_find_mma(call->al, name) };
	}
	return algebra_failed(call->al) ? value_none() : (struct value){ .kind = VALUE_MMA_ATOM, .mma_atom = named };
}

struct value run_copy_atom(struct call *call) {
	int64_t bits = int_arg(call, 1, 1, 4096);
	struct str name = name_arg(call, 0);
	struct named_copy_atom *named = arena_alloc(call->al->arena, sizeof *named);
	if (!algebra_failed(call->al)) {
		struct copy_atom bit_layouts = atoms_find_copy(call->al, name);
		*named = (struct named_copy_atom){ name, bits, bit_layouts };
	}
	return algebra_failed(call->al) ? value_none() : (struct value){ .kind = VALUE_COPY_ATOM, .copy_atom = named };
}

/* The atom for its elements; what does not fit is a fault as soon as a copy is made of it. */
static struct copy_atom atom_of(struct call *call, const struct named_copy_atom *named) {
	return copy_atom_make(call->al, named->bit_layouts, named->bits);
}

/* --- tiled copies --- */

static struct value from_copy(struct call *call, const struct named_copy_atom *atom, struct tiled_copy copy) {
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct named_tiled_copy *named = arena_alloc(call->al->arena, sizeof *named);
	*named = (struct named_tiled_copy){ atom, copy };
	return (struct value){ .kind = VALUE_TILED_COPY, .tiled_copy = named };
}

struct value run_make_tiled_copy(struct call *call) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	struct layout thr = layout_arg(call, 1);
	struct layout val = has_arg(call, 2) ? layout_arg(call, 2) : layout_one();
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	struct copy_atom atom = atom_of(call, named);
	return from_copy(call, named, tiled_copy_from_thr_val(call->al, atom, thr, val));
}

struct value run_make_tiled_copy_impl(struct call *call) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	struct layout tv = layout_arg(call, 1);
	const struct tiler *tiler = tiler_arg(call, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_make(call->al, atom_of(call, named), tv, tiler));
}

static struct value copy_of_operand(struct call *call, enum mma_operand operand) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	const struct tiled_mma *mma = mma_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_from_mma(call->al, atom_of(call, named), mma, operand));
}

struct value run_make_tiled_copy_A(struct call *call) {
	return copy_of_operand(call, MMA_A);
}

struct value run_make_tiled_copy_B(struct call *call) {
	return copy_of_operand(call, MMA_B);
}

struct value run_make_tiled_copy_C(struct call *call) {
	return copy_of_operand(call, MMA_C);
}

struct value run_make_tiled_copy_C_atom(struct call *call) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	const struct tiled_mma *mma = mma_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_c_atom(call->al, atom_of(call, named), mma));
}

static struct value copy_like(struct call *call, bool source) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	const struct tiled_copy *copy = copy_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_like(call->al, atom_of(call, named), copy, source));
}

struct value run_make_tiled_copy_S(struct call *call) {
	return copy_like(call, true);
}

struct value run_make_tiled_copy_D(struct call *call) {
	return copy_like(call, false);
}

struct value run_make_cotiled_copy(struct call *call) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	struct layout tv = layout_arg(call, 1);
	struct layout data = layout_arg(call, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_cotiled(call->al, atom_of(call, named), tv, data));
}

struct value run_tiler_mn(struct call *call) {
	const struct tiled_copy *copy = copy_arg(call, 0);
	return copy == NULL ? value_none() : value_from_tiler(call->al, copy->tiler);
}

static struct value layout_tv(struct call *call, bool source) {
	const struct tiled_copy *copy = copy_arg(call, 0);
	return copy == NULL ? value_none() : from_layout(call, tiled_copy_layout_tv(call->al, copy, source));
}

struct value run_layout_S_TV(struct call *call) {
	return layout_tv(call, true);
}

struct value run_layout_D_TV(struct call *call) {
	return layout_tv(call, false);
}

/* Leave a note if "thread" is none of the "size" threads, which CuTe does not check. */
static void check_thread(struct call *call, struct tuple thread, struct tuple size, const char *outcome) {
	if (!algebra_failed(call->al) && call->al->check && thread.value >= size.value) {
		call->al->operand = 2;
		algebra_note(call->al, FAULT_INEXACT, "thread %lld is none of the %lld threads, 0 to %lld: CuTe %s",
			(long long)thread.value, (long long)size.value, (long long)(size.value - 1), outcome);
	}
}

static struct value partition_copy(struct call *call, bool source) {
	const struct tiled_copy *copy = copy_arg(call, 0);
	struct tuple thread = thread_arg(call, 1);
	struct map tensor = map_arg(call, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct sliced part = tiled_copy_partition(call->al, copy, source, thread, tensor);
	check_thread(call, thread, tiled_copy_size(call->al, copy), "continues into the next tile");
	return from_sliced(call, part);
}

struct value run_partition_S(struct call *call) {
	return partition_copy(call, true);
}

struct value run_partition_D(struct call *call) {
	return partition_copy(call, false);
}

static struct value retile(struct call *call) {
	const struct tiled_copy *copy = copy_arg(call, 0);
	struct layout tensor = layout_arg(call, 1);
	return algebra_failed(call->al) ? value_none() : from_layout(call, tiled_copy_retile(call->al, copy, tensor));
}

struct value run_retile_S(struct call *call) {
	return retile(call);
}

struct value run_retile_D(struct call *call) {
	return retile(call);
}

/* --- tiled MMAs --- */

struct value run_make_tiled_mma(struct call *call) {
	const struct value *atom = kind_arg(call, 0, VALUE_MMA_ATOM, "an MMA atom, mma_atom(\"NAME\")");
	struct layout atoms = has_arg(call, 1) ? layout_arg(call, 1)
		: layout_from_shape(call->al, tuple_repeat(call->al, tuple_int(1), 3));
	const struct tiler *perm = has_arg(call, 2) ? tiler_arg(call, 2) : NULL;
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 0;
	struct named_tiled_mma *named = arena_alloc(call->al->arena, sizeof *named);
	*named = (struct named_tiled_mma){
		atom->mma_atom, atoms, tiled_mma_make(call->al, atom->mma_atom->atom, atoms, perm),
	};
	return algebra_failed(call->al) ? value_none() : (struct value){ .kind = VALUE_TILED_MMA, .tiled_mma = named };
}

struct value run_thr_layout_vmnk(struct call *call) {
	const struct tiled_mma *mma = mma_arg(call, 0);
	return mma == NULL ? value_none() : from_layout(call, mma->thr_vmnk);
}

struct value run_tile_shape(struct call *call) {
	const struct tiled_mma *mma = mma_arg(call, 0);
	return mma == NULL ? value_none() : from_tuple(call, tiled_mma_tile_shape(call->al, mma));
}

static struct value mma_layout_tv(struct call *call, enum mma_operand operand) {
	const struct tiled_mma *mma = mma_arg(call, 0);
	return mma == NULL ? value_none() : from_layout(call, tiled_mma_layout_tv(call->al, mma, operand));
}

struct value run_layout_A_TV(struct call *call) {
	return mma_layout_tv(call, MMA_A);
}

struct value run_layout_B_TV(struct call *call) {
	return mma_layout_tv(call, MMA_B);
}

struct value run_layout_C_TV(struct call *call) {
	return mma_layout_tv(call, MMA_C);
}

static struct value partition_mma(struct call *call, enum mma_operand operand) {
	const struct tiled_mma *mma = mma_arg(call, 0);
	struct tuple thread = thread_arg(call, 1);
	struct map tensor = map_arg(call, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct sliced part = tiled_mma_partition(call->al, mma, operand, thread, tensor);
	check_thread(call, thread, layout_cosize(call->al, mma->thr_vmnk), "wraps around");
	return from_sliced(call, part);
}

struct value run_partition_A(struct call *call) {
	return partition_mma(call, MMA_A);
}

struct value run_partition_B(struct call *call) {
	return partition_mma(call, MMA_B);
}

struct value run_partition_C(struct call *call) {
	return partition_mma(call, MMA_C);
}

static struct value partition_shape(struct call *call, enum mma_operand operand) {
	const struct tiled_mma *mma = mma_arg(call, 0);
	struct tuple shape = shape_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	return from_tuple(call, tiled_mma_partition_shape(call->al, mma, operand, shape));
}

struct value run_partition_shape_A(struct call *call) {
	return partition_shape(call, MMA_A);
}

struct value run_partition_shape_B(struct call *call) {
	return partition_shape(call, MMA_B);
}

struct value run_partition_shape_C(struct call *call) {
	return partition_shape(call, MMA_C);
}

/* --- tiles of a tensor --- */

/* The modes of "tiler" that "proj" keeps: those where it has no "_". */
static const struct tiler *project_tiler(struct call *call, struct tuple proj, const struct tiler *tiler) {
	if (!tuple_is_tuple(proj) || tiler->kind != TILER_MODES || tiler->rank != proj.rank) {
		algebra_fault(call->al, FAULT_RANK, "a projection of rank %d needs a tiler of that rank", tuple_rank(proj));
		return tiler;
	}
	struct tiler *kept = arena_array(call->al->arena, (size_t)proj.rank + 1, sizeof *kept);
	kept[0] = (struct tiler){ .kind = TILER_MODES, .modes = kept + 1 };
	for (int i = 0; i < proj.rank; i++) {
		if (!tuple_is_underscore(proj.modes[i])) {
			kept[++kept[0].rank] = tiler->modes[i];
		}
	}
	return kept;
}

struct value run_local_tile(struct call *call) {
	struct map tensor = map_arg(call, 0);
	struct tuple c = tuple_arg(call, 2);
	const struct tiler *tiler = tiler_arg(call, 1);
	if (has_arg(call, 3)) {
		struct tuple proj = tuple_arg(call, 3);
		tiler = project_tiler(call, proj, tiler);
		c = tuple_dice(call->al, proj, c);
	}
	call->al->operand = 2;
	return algebra_failed(call->al) ? value_none() : from_sliced(call, inner_partition(call->al, tensor, tiler, c));
}

struct value run_inner_partition(struct call *call) {
	return run_local_tile(call);
}

struct value run_outer_partition(struct call *call) {
	struct map tensor = map_arg(call, 0);
	const struct tiler *tiler = tiler_arg(call, 1);
	struct tuple c = tuple_arg(call, 2);
	call->al->operand = 2;
	return algebra_failed(call->al) ? value_none() : from_sliced(call, outer_partition(call->al, tensor, tiler, c));
}

/* Leave a note if "thr", which CuTe makes a tiler of, is longer than what it divides. */
static void check_thread_layout(struct call *call, struct map tensor, struct layout thr) {
	struct layout inner = map_inner(call->al, tensor);
	struct tuple extents = tuple_product_each(call->al, thr.shape);
	for (int i = 0; i < tuple_rank(extents) && i < layout_rank(inner) && !algebra_failed(call->al); i++) {
		struct tuple extent = tuple_product(call->al, tuple_mode(inner.shape, i));
		int64_t threads = tuple_mode(extents, i).value;
		if (call->al->check && threads > extent.value) {
			call->al->operand = 2;
			algebra_note(call->al, FAULT_INEXACT,
				"%lld threads along mode %d of the tensor, which has %lld elements: threads from %lld on get elements "
				"outside the tensor", (long long)threads, i, (long long)extent.value, (long long)extent.value);
		}
	}
}

struct value run_local_partition(struct call *call) {
	struct map tensor = map_arg(call, 0);
	const struct value *numbering = kind_arg(call, 1, VALUE_LAYOUT, "a layout that numbers the threads");
	struct layout thr = numbering != NULL ? numbering->layout : layout_one();
	struct tuple index = thread_arg(call, 2);
	if (has_arg(call, 3)) {
		struct tuple proj = tuple_arg(call, 3);
		call->al->operand = 2;
		thr = layout_dice(call->al, proj, thr);
	}
	call->al->operand = 2;
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct sliced part = local_partition(call->al, tensor, thr, index);
	if (!algebra_failed(call->al)) {
		check_thread_layout(call, tensor, thr);
	}
	return from_sliced(call, part);
}
