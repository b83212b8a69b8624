/* Copies that the tensor memory accelerator makes, and those of tensor memory. */
#include <inttypes.h>
#include <stdio.h>

#include "algebra/descriptor.h"
#include "algebra/tmem.h"
#include "base/element.h"
#include "lang/atoms.h"
#include "lang/ops/signature.h"
#include "lang/ops/tmem_name.h"
#include "lang/tensor.h"

/* Bits of an element: what argument "i" says, a type or a number; else the pointer of argument 1, or "usual". */
static int64_t element_arg(struct call *call, int i, int64_t usual) {
	const struct value *value = &call->args[1];
	if (given_arg(call, i)) {
		const struct value *given = arg(call, i);
		int64_t bits = given->kind == VALUE_STRING ? element_bits(given->string) : int_arg(call, i, 1, 128);
		if (bits == 0) {
			algebra_fault(call->al, FAULT_NAME, "no type of elements is called so");
		}
		return bits;
	}
	return value->kind == VALUE_TENSOR && value->tensor->has_pointer ? value->tensor->pointer.bits : usual;
}

/* The layout of argument "i", a tensor or a layout: TMA counts from where a tensor begins. */
static struct layout global_arg(struct call *call, int i) {
	const struct value *value = arg(call, i);
	if (value->kind == VALUE_TENSOR) {
		return map_inner(call->al, value->tensor->map);
	}
	/* The pair (layout, offset) of a part of a tensor. */
	bool is_part = value->kind == VALUE_LIST && value->list.count == 2 && value->list.items[0].kind == VALUE_LAYOUT;
	return is_part ? value->list.items[0].layout : layout_arg(call, i);
}

/* The tiler whose modes have these extents. */
static const struct tiler *tiler_of(struct call *call, struct tuple extents) {
	struct value value = value_from_tuple(extents);
	return value_as_tiler(call->al, &value);
}

/* The layout of shared memory: a layout, or the first of a pair (layout, offset). */
static struct map shared_arg(struct call *call, int i) {
	const struct value *value = arg(call, i);
	bool is_part = value->kind == VALUE_LIST && value->list.count == 2;
	if (value->kind == VALUE_TENSOR) {
		return value->tensor->map;
	}
	return is_part ? value_as_map(call->al, &value->list.items[0]) : map_arg(call, i);
}

/* A tensor map has numbers: every integer of argument "i" has a value. */
static void require_numbers(struct call *call, int i) {
	if (!value_is_known(arg(call, i)) && !algebra_failed(call->al)) {
		algebra_fault(call->al, FAULT_UNSUPPORTED,
			"this has integers that are known at run time only: bind numbers in their place");
	}
}

/* The name of a TMA operation in argument 0. */
static struct str operation_arg(struct call *call) {
	const struct value *name = kind_arg(call, 0, VALUE_STRING, "a TMA operation, SM90_TMA_LOAD");
	if (name != NULL && !atoms_is_tma(name->string)) {
		algebra_fault(call->al, FAULT_NAME, "expected SM90_TMA_LOAD, SM90_TMA_STORE or another TMA operation");
	}
	return name == NULL ? str_from("") : name->string;
}

/* Mode "keep" and the one behind it, or those in front of it, of the tile (M,N,K): all but mode "drop". */
static const struct tiler *without_mode(struct call *call, const struct tiler *tiler, int drop) {
	if (tiler->kind != TILER_MODES || tiler->rank != 3) {
		algebra_fault(call->al, FAULT_RANK, "expected the tile (M,N,K) of a CTA");
		return tiler;
	}
	struct tiler *kept = arena_array(call->al->arena, 3, sizeof *kept);
	kept[0] = (struct tiler){ .kind = TILER_MODES, .modes = kept + 1 };
	for (int i = 0; i < 3; i++) {
		if (i != drop) {
			kept[++kept[0].rank] = tiler->modes[i];
		}
	}
	return kept;
}

/* Which mode of (M,N,K) an operand does not have; the mode of the cluster whose CTAs share it, -1 for none. */
struct operand {
	int drop;
	int shares;
};

enum { SHARING_MAX = 16 }; /* CTAs of a cluster that load one tile together */

/* How many CTAs stand along mode "mode" of "cluster"; 1 after a fault. */
static int64_t sharing_along(struct call *call, struct tuple cluster, int mode) {
	int64_t size = algebra_failed(call->al) ? 1
		: int_value(call->al, tuple_product(call->al, tuple_mode(cluster, mode)));
	if (!algebra_failed(call->al) && (size < 1 || size > SHARING_MAX)) {
		algebra_fault(call->al, FAULT_DOMAIN, "1 to %d CTAs share a tile, not %" PRId64, SHARING_MAX, size);
	}
	return algebra_failed(call->al) ? 1 : size;
}

/* How many CTAs of the cluster (M,N,K) of argument 4 stand along its mode "mode". */
static int64_t sharing_arg(struct call *call, int mode) {
	struct tuple cluster = shape_arg(call, 4);
	if (!algebra_failed(call->al) && mode >= tuple_rank(cluster)) {
		algebra_fault(call->al, FAULT_RANK, "expected the cluster (M,N,K), saw %d modes", tuple_rank(cluster));
	}
	return sharing_along(call, cluster, mode);
}

/* What make_tma_copy is about: argument 1 in global memory, 2 a tile of shared memory, 3 the tile, 4 the CTAs. */
static struct tma_problem problem_arg(struct call *call, const struct operand *operand) {
	require_numbers(call, 1);
	require_numbers(call, 2);
	struct tma_problem problem = { .global = global_arg(call, 1), .shared = shared_arg(call, 2), .multicast = 1 };
	problem.bits = element_arg(call, 5, 16);
	problem.is_static = tuple_is_static(problem.global.shape) && tuple_is_static(problem.global.stride);
	if (has_arg(call, 6)) {
		const struct value *value = kind_arg(call, 6, VALUE_BOOL, "true or false");
		problem.is_static = value != NULL && value->boolean;
	}
	if (!has_arg(call, 3)) {
		struct tuple shape = map_inner(call->al, problem.shared).shape;
		problem.tile = tiler_of(call, tuple_product_each(call->al, shape));
	} else {
		problem.tile = tiler_arg(call, 3);
	}
	if (operand != NULL && !algebra_failed(call->al)) {
		problem.tile = without_mode(call, problem.tile, operand->drop);
	}
	if (has_arg(call, 4) && operand == NULL) {
		problem.multicast = int_arg(call, 4, 1, SHARING_MAX);
	} else if (has_arg(call, 4) && operand->shares >= 0) {
		problem.multicast = sharing_arg(call, operand->shares);
	}
	return problem;
}

/* The atom of "tma", named with the bits that it moves. */
static const struct named_copy_atom *atom_of(struct call *call, struct str name, const struct tma_problem *problem,
		const struct tma *tma) {
	struct named_copy_atom *named = arena_alloc(call->al->arena, sizeof *named);
	struct tuple *strides = arena_alloc(call->al->arena, sizeof *strides);
	size_t room = name.length + 32;
	char *text = arena_alloc(call->al->arena, room);
	snprintf(text, room, "%.*s<%" PRId64 ">", (int)name.length, name.data, tma->bytes * 8);
	struct tma_problem *kept = arena_alloc(call->al->arena, sizeof *kept);
	*strides = tma_strides(call->al, problem, tma);
	*kept = *problem;
	*named = (struct named_copy_atom){ str_from(text), problem->bits, atoms_find_copy(call->al, str_from(text)),
		strides, kept };
	return named;
}

/* The copy of a tile by a TMA; of one operand where the tile and the cluster are those of all (M,N,K). */
static struct value make_copy(struct call *call, const struct operand *operand) {
	struct str name = operation_arg(call);
	struct tma_problem problem = problem_arg(call, operand);
	call->al->operand = 2;
	struct tma tma = tma_of(call->al, &problem);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	const struct named_copy_atom *atom = atom_of(call, name, &problem, &tma);
	if (!algebra_failed(call->al) && str_is(str_from(call->operation->name), "make_tma_atom")) {
		return (struct value){ .kind = VALUE_COPY_ATOM, .copy_atom = atom };
	}
	struct layout tv = tma_layout_tv(call->al, &problem, &tma);
	struct tuple tile = tiler_shape(call->al, problem.tile);
	const struct tiler *tiler = tiler_of(call, tuple_product_each(call->al, tile));
	struct named_tiled_copy *named = arena_alloc(call->al->arena, sizeof *named);
	struct copy_atom elements = copy_atom_make(call->al, atom->bit_layouts, problem.bits);
	*named = (struct named_tiled_copy){ atom, { elements, tv, tiler } };
	return algebra_failed(call->al) ? value_none() : (struct value){ .kind = VALUE_TILED_COPY, .tiled_copy = named };
}

static struct value run_make_tma_copy(struct call *call) {
	return make_copy(call, NULL);
}

enum { OPERAND_A, OPERAND_B, OPERAND_C };

/* A is shared by the CTAs along N of a cluster, B by those along M, C by none. */
static struct value run_make_tma_operand(struct call *call) {
	static const struct operand operands[] = { { 1, 1 }, { 0, 0 }, { 2, -1 } };
	return make_copy(call, &operands[which(call)]);
}

/*
 * "t" with a number for each integer that is known at run time only: powers of two, so that tiles divide extents, and
 * rows of global memory are multiples of 16 bytes.
 */
static struct tuple with_stand_ins(struct call *call, struct tuple t) {
	const int64_t stand_in = (int64_t)1 << 20;
	if (!tuple_is_tuple(t)) {
		return int_has_value(t) ? t : tuple_int(stand_in);
	}
	struct tuple *modes = tuple_modes_new(call->al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = with_stand_ins(call, t.modes[i]);
	}
	return tuple_of(call->al, modes, t.rank);
}

/* "stride" with 0 where "shape" has a static 1, so that the mode is none of the tensor map. */
static struct tuple without_ones(struct call *call, struct tuple shape, struct tuple stride) {
	if (!tuple_is_tuple(stride)) {
		return tuple_is_constant(shape, 1) ? tuple_int(0) : stride;
	}
	struct tuple *modes = tuple_modes_new(call->al, stride.rank);
	for (int i = 0; i < stride.rank; i++) {
		modes[i] = without_ones(call, tuple_mode(shape, i), stride.modes[i]);
	}
	return tuple_of(call->al, modes, stride.rank);
}

/*
 * The DSL's pair of an atom and the tensor of coordinates that it copies from or to, of the shape of argument 1.
 * Neither depends on its integers, nor on the swizzle of shared memory, which is one of bytes there.
 */
static struct value make_pair(struct call *call, struct str name, struct layout global, struct tma_problem *problem) {
	struct map *given = arena_alloc(call->al->arena, sizeof *given);
	*given = map_arg(call, 2);
	problem->given = given;
	problem->global.shape = with_stand_ins(call, global.shape);
	problem->global.stride = without_ones(call, global.shape, with_stand_ins(call, global.stride));
	call->al->operand = 2;
	struct tma tma = algebra_failed(call->al) ? (struct tma){ .rank = 0 } : tma_of(call->al, problem);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	const struct named_copy_atom *atom = atom_of(call, name, problem, &tma);
	struct layout coordinates = layout_make(call->al, global.shape, *atom->tma_strides);
	struct value tensor = from_layout(call, coordinates);
	if (algebra_is_dsl(call->al) && !algebra_failed(call->al)) {
		const struct tensor_value made = {
			.offset = tuple_coprofile(call->al, coordinates.stride), .map = map_from_layout(coordinates),
		};
		tensor = value_from_tensor(call->al, &made);
	}
	return from_pair(call, (struct value){ .kind = VALUE_COPY_ATOM, .copy_atom = atom }, tensor);
}

/* A tile of "rank" modes in shared memory, of which "layout" has several as its last mode, or is the only one. */
static struct layout without_stages(struct call *call, struct layout layout, int rank) {
	if (algebra_failed(call->al) || layout_rank(layout) != rank + 1) {
		return layout;
	}
	return (struct layout){ tuple_take(call->al, layout.shape, 0, rank), tuple_take(call->al, layout.stride, 0, rank) };
}

static struct value run_make_tiled_tma_atom(struct call *call) {
	struct str name = operation_arg(call);
	struct layout global = global_arg(call, 1);
	struct tma_problem problem = { .shared = shared_arg(call, 2), .bits = element_arg(call, 5, 16) };
	problem.tile = tiler_arg(call, 3);
	problem.multicast = has_arg(call, 4) ? int_arg(call, 4, 1, SHARING_MAX) : 1;
	require_numbers(call, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct layout shared = map_inner(call->al, problem.shared);
	int rank = tuple_rank(tiler_shape(call->al, problem.tile));
	problem.shared = map_from_layout(without_stages(call, shared, rank));
	return make_pair(call, name, global, &problem);
}

/* Argument 2, the partition of an operand in shared memory, without its stages. */
static struct map partition_arg(struct call *call) {
	struct layout shared = map_inner(call->al, shared_arg(call, 2));
	int rank = layout_rank(shared);
	if (!algebra_failed(call->al) && rank != 3 && rank != 4) {
		algebra_fault(call->al, FAULT_RANK, "expected a partition (V,M,K) in shared memory, or its stages "
			"(V,M,K,stage)");
	}
	return map_from_layout(algebra_failed(call->al) ? shared : without_stages(call, shared, 3));
}

/* How many CTAs of argument 5, a cluster (V,M,N,K), share the loads of "operand": those along the mode it has not. */
static int64_t cluster_arg(struct call *call, struct str name, enum mma_operand operand) {
	if (!str_ends_with(name, "_MULTICAST")) {
		return 1;
	}
	struct tuple cluster = given_arg(call, 5) ? shape_arg(call, 5) : tuple_int(1);
	if (!algebra_failed(call->al) && !given_arg(call, 5)) {
		call->al->operand = 1;
		algebra_fault(call->al, FAULT_RANK, "a multicast needs the shape of the cluster, (V,M,N,K)");
	}
	if (!algebra_failed(call->al) && tuple_rank(cluster) != 4) {
		algebra_fault(call->al, FAULT_RANK, "expected the shape of a cluster, (V,M,N,K)");
	}
	return sharing_along(call, cluster, operand == MMA_A ? 2 : 1);
}

/*
 * The pair for operand A or B of an MMA of tcgen05: what the first of its CTAs has of a tile (M,N,K), in the order of
 * the partition.
 */
static struct value run_make_tiled_tma_atom_operand(struct call *call) {
	struct algebra *al = call->al;
	enum mma_operand operand = (enum mma_operand)which(call);
	struct str name = operation_arg(call);
	struct layout global = global_arg(call, 1);
	struct tma_problem problem = { .shared = partition_arg(call), .bits = element_arg(call, 6, 16) };
	struct tuple tile = shape_arg(call, 3);
	if (!algebra_failed(al) && tuple_rank(tile) != 3) {
		algebra_fault(al, FAULT_RANK, "expected the tile of an MMA, (M,N,K)");
	}
	const struct tiled_mma *mma = mma_arg(call, 4);
	problem.multicast = cluster_arg(call, name, operand);
	require_numbers(call, 2);
	if (algebra_failed(al)) {
		return value_none();
	}
	call->al->operand = 4;
	struct scope scope = operation_begin(al);
	const int *modes = mma_operand_modes(operand);
	struct tuple shape = tuple_pair(al, tuple_mode(tile, modes[0]), tuple_mode(tile, modes[1]));
	struct layout identity = layout_identity(al, with_stand_ins(call, global.shape));
	struct layout coordinates = layout_composition_tiler(al, identity, tiler_of(call, shape));
	struct layout parts = algebra_failed(al) ? coordinates
		: map_inner(al, tiled_mma_thrfrg(al, mma, operand, map_from_layout(coordinates)));
	operation_end(al, scope);
	if (algebra_failed(al)) {
		return value_none();
	}
	struct layout *values = arena_alloc(al->arena, sizeof *values);
	*values = layout_mode(parts, 1);
	problem.values = values;
	problem.tile = tiler_of(call, shape);
	return make_pair(call, name, global, &problem);
}

enum { MASK_BITS = 16 };

static void refuse_mask(struct algebra *al) {
	algebra_fault(al, FAULT_DOMAIN, "a mask has %d bits, for the CTAs 0 to %d", MASK_BITS, MASK_BITS - 1);
}

/* A bit for each CTA that a multicast goes to: those along a mode of the cluster. In the DSL it is made at run time. */
static struct value run_multicast_mask(struct call *call) {
	struct layout ctas = layout_arg(call, 0);
	struct tuple c = tuple_arg(call, 1);
	int rank = layout_rank(ctas);
	int mode = mode_arg(call, 2, rank);
	struct algebra *al = call->al;
	if (!algebra_failed(al) && tuple_rank(c) != rank) {
		al->operand = 2;
		algebra_fault(al, FAULT_RANK, "a coordinate of rank %d for a layout of rank %d", tuple_rank(c), rank);
	}
	if (algebra_failed(al)) {
		return value_none();
	}
	al->operand = 1;
	struct tuple ends = algebra_is_dsl(al) ? layout_cosize(al, ctas) : tuple_int(0);
	if (!algebra_failed(al) && int_has_value(ends) && ends.value > MASK_BITS) {
		refuse_mask(al);
		return value_none();
	}
	struct tuple along = tuple_replace(al, c, mode, tuple_int(0));
	bool is_known = tuple_has_values(ctas.shape) && tuple_has_values(ctas.stride) && tuple_has_values(along);
	struct tuple mask = tuple_divisible(1);
	if (!is_known) {
		return from_tuple(call, mask);
	}
	struct tuple first = layout_crd2idx(al, along, ctas);
	struct layout shared = layout_mode(ctas, mode);
	int64_t size = algebra_failed(al) ? 0 : layout_size(al, shared).value;
	int64_t bits = 0;
	for (int64_t i = 0; i < size && algebra_step(al, 1); i++) {
		struct tuple cta = int_add(al, first, layout_crd2idx(al, tuple_int(i), shared));
		if (algebra_failed(al) || cta.value < 0 || cta.value >= MASK_BITS) {
			refuse_mask(al);
			return value_none();
		}
		bits |= (int64_t)1 << cta.value;
	}
	return from_tuple(call, algebra_is_dsl(al) ? int_with_number(mask, bits) : tuple_int(bits));
}

/* The copy atom of argument "i", an atom or a tiled copy. */
static const struct named_copy_atom *any_atom_arg(struct call *call, int i) {
	const struct value *value = arg(call, i);
	if (value->kind == VALUE_TILED_COPY) {
		return value->tiled_copy->atom;
	}
	value = kind_arg(call, i, VALUE_COPY_ATOM, "what make_tma_copy or make_tma_atom gives");
	return value == NULL ? NULL : value->copy_atom;
}

/* Coordinates in the tensor map, for a tensor of this shape. */
static struct value run_get_tma_tensor(struct call *call) {
	const struct named_copy_atom *atom = any_atom_arg(call, 0);
	struct tuple shape = shape_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	if (atom->tma_strides == NULL || !tuple_congruent(shape, *atom->tma_strides)) {
		call->al->operand = atom->tma_strides == NULL ? 1 : 2;
		algebra_fault(call->al, FAULT_RANK, atom->tma_strides == NULL
			? "expected what make_tma_copy or make_tma_atom gives: its tensor map has the strides"
			: "the shape does not have the modes of the tensor that the TMA was made for");
		return value_none();
	}
	return from_layout(call, layout_make(call->al, shape, *atom->tma_strides));
}

/* The operation "name" on "count" values. */
static struct value run(struct call *call, const char *name, const struct value *values, int count) {
	const struct operation *operation = operation_find(str_from(name));
	return algebra_failed(call->al) ? value_none() : operation_call(operation, call->al, values, count);
}

/* "first" and "rest" behind it, as many as the rank of "tensor" asks for. */
static struct value padded(struct call *call, struct value first, struct value rest, int rank) {
	struct value *items = arena_array(call->al->arena, (size_t)rank, sizeof *items);
	for (int i = 0; i < rank; i++) {
		items[i] = i == 0 ? first : rest;
	}
	return value_from_items(call->al, items, rank);
}

/* "tensor", which is swizzled, with "c" counted into the offset behind its swizzle: its pointer stays. */
static struct value shift_inside(struct call *call, const struct tensor_value *tensor, const struct value *c) {
	const struct composed *composed = tensor->map.composed;
	struct value operands[2] = { *c, value_from_map(composed->inner) };
	struct value inside = run(call, "crd2idx", operands, 2);
	struct tuple offset = tuple_add(call->al, composed->offset, inside.tuple);
	return tensor_with_map(call->al, tensor, map_composed(call->al, composed->outer, offset, composed->inner));
}

/* "tensor" with its mode 0 as (values of one copy, copies), beginning at "offset" in the first. */
static struct value partition(struct call *call, const struct value *tensor, struct layout values,
		struct tuple offset) {
	struct value rank = run(call, "rank", tensor, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	int modes = (int)rank.tuple.value;
	struct value operands[2] = { *tensor };
	operands[1] = padded(call, value_from_layout(values), value_from_tuple(tuple_underscore()), modes);
	struct value divided = run(call, "composition", operands, 2);
	struct tuple one = tuple_int(1);
	struct tuple *profile = tuple_modes_new(call->al, 1);
	profile[0] = tuple_pair(call->al, one, one);
	operands[0] = divided;
	operands[1] = value_from_tuple(tuple_of(call->al, profile, 1));
	struct value merged = run(call, "coalesce", operands, 2);
	if (tuple_is_constant(offset, 0) || algebra_failed(call->al)) {
		return merged;
	}
	operands[0] = padded(call, value_from_tuple(tuple_pair(call->al, offset, tuple_int(0))),
		value_from_tuple(tuple_int(0)), modes);
	operands[1] = merged;
	bool is_composed = merged.kind == VALUE_TENSOR && merged.tensor->map.kind == MAP_COMPOSED;
	return algebra_is_dsl(call->al) && is_composed ? shift_inside(call, merged.tensor, &operands[0])
		: run(call, "domain_offset", operands, 2);
}

/* Refuse argument 4, a tensor (tile, rest...), whose tile has not the elements of "tile", as CuTe C++ does. */
static void require_same_tile(struct call *call, struct layout tile) {
	const struct value of_size[] = { *arg(call, 4), value_from_tuple(tuple_int(0)) };
	if (of_size[0].kind != VALUE_TENSOR) {
		map_arg(call, 4);
	}
	struct tuple global = run(call, "size", of_size, 2).tuple;
	struct tuple shared = layout_size(call->al, tile);
	bool is_known = !algebra_failed(call->al) && int_is_static(global) && int_is_static(shared);
	if (is_known && !algebra_is_dsl(call->al) && global.value != shared.value) {
		arg(call, 4);
		algebra_fault(call->al, FAULT_DOMAIN, "a tile of %" PRId64 " elements, in shared memory one of %" PRId64,
			global.value, shared.value);
	}
}

/*
 * What a CTA of a cluster copies of tensors (tile, rest...): ((values of one copy, copies), rest...) of global and
 * shared memory, in the order in which C++ or the DSL gives them.
 */
static struct value run_tma_partition(struct call *call) {
	const struct named_copy_atom *atom = any_atom_arg(call, 0);
	struct tuple cta = tuple_arg(call, 1);
	struct layout ctas = layout_arg(call, 2);
	struct layout shared = map_inner(call->al, shared_arg(call, 3));
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct layout tile = layout_mode(shared, 0);
	require_same_tile(call, tile);
	call->al->operand = 2;
	struct scope scope = operation_begin(call->al);
	struct copy_atom elements = copy_atom_make(call->al, atom->bit_layouts, atom->bits);
	struct layout inverse = layout_right_inverse(call->al, tile);
	struct layout all = layout_tile_to_shape(call->al, layout_from_modes(call->al, &inverse, 1),
		layout_size(call->al, tile), NULL);
	struct tuple one = layout_size(call->al, layout_mode(elements.src, 1));
	struct tiler first = { .kind = TILER_LAYOUT, .layout = layout_from_shape(call->al, one) };
	struct layout values = algebra_failed(call->al) ? tile : layout_logical_divide(call->al, all, &first);
	struct tuple share = int_div(call->al, one, layout_cosize(call->al, ctas));
	struct tuple place = layout_crd2idx(call->al, cta, ctas);
	struct tuple offset = algebra_failed(call->al) ? one : int_mul(call->al, place, share);
	struct value global = partition(call, &call->args[4], values, offset);
	struct value own = partition(call, &call->args[3], values, offset);
	operation_end(call->al, scope);
	return algebra_is_dsl(call->al) ? from_pair(call, own, global) : from_pair(call, global, own);
}

/* The bits of tensor memory that the instruction "name" addresses, as one thread sees them; false if it is none. */
static bool value_id_of(struct algebra *al, struct str name, struct layout *id) {
	struct tmem_name said;
	if (!tmem_name_read(name, &said)) {
		return false;
	}
	int64_t width = said.bits * said.repeats * (said.lanes == 16 && said.bits == 32 ? 2 : 1);
	struct tuple step = tuple_int((int64_t)1 << 21);
	struct tuple columns = tuple_int(width);
	struct tuple strides = tuple_int(1);
	if (said.packs) {
		columns = tuple_pair(al, tuple_int(16), tuple_int(width / 16));
		strides = tuple_pair(al, tuple_int(1), tuple_int(32));
	}
	*id = layout_make(al, tuple_pair(al, columns, tuple_int(said.lanes)), tuple_pair(al, strides, step));
	return true;
}

/* The copy between registers of four warps and a tensor in tensor memory. */
static struct value run_make_tmem_copy(struct call *call) {
	struct value operands[3] = { *arg(call, 0) };
	struct layout memory = global_arg(call, 1);
	struct value layout = value_from_layout(memory);
	if (!algebra_failed(call->al)) {
		value_require_known(call->al, &layout); /* where the tensor begins does not matter */
	}
	int64_t bits = element_arg(call, 2, 32);
	struct layout id = layout_one();
	if (operands[0].kind == VALUE_COPY_ATOM) {
		bits = operands[0].copy_atom->bits;
	} else if (!algebra_failed(call->al)) {
		struct value pair[2] = { operands[0], value_from_tuple(tuple_int(bits)) };
		operands[0] = run(call, "copy_atom", pair, 2);
	}
	if (!algebra_failed(call->al) && !value_id_of(call->al, operands[0].copy_atom->name, &id)) {
		call->al->operand = 1;
		algebra_fault(call->al, FAULT_NAME, "expected SM100_TMEM_LOAD_... or SM100_TMEM_STORE_..., saw %.*s",
			str_shown(operands[0].copy_atom->name, 60), operands[0].copy_atom->name.data);
	}
	if (algebra_failed(call->al)) {
		return value_none();
	}
	operands[1] = value_from_layout(tmem_warps_tv(call->al, id, bits));
	operands[2] = value_from_layout(memory);
	return run(call, "make_cotiled_copy", operands, 3);
}

#define BULK_EXAMPLE "make_tiled_tma_atom(CopyBulkTensorTileG2SOp(),tensor<ptr<f16,gmem> o (1024,512):(512,1)>," \
	"(128,64):(64,1),(128,64))[1]"
#define TMA_EXAMPLE "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),Sw<3,3,3> o 0 o (128,64):(64,1),(128,64))"

#define OPERAND_EXAMPLE(operand) \
	"make_tiled_tma_atom_" operand "(CopyBulkTensorTileG2SOp(),tensor<ptr<f16,gmem> o (1024,512):(512,1)>," \
	"((128,16),1,4):((64,1),0,16),(128,128,64)," \
	"make_tiled_mma(mma_atom(\"SM100_MMA_F16BF16_SS<f16,f16,f32,128,128,K,K>\")))[1]"

static const struct operation operations[] = {
	{ "create_tma_multicast_mask", "layout, coord, mcast_mode", RUN(run_multicast_mask, 3, 3),
		"a bit for each CTA of the cluster in this mode, of the CTA at a coordinate",
		"create_tma_multicast_mask((1,4,2,1):(0,1,4,0),(0,1,1,0),1)", "240",
		"include/cute/atom/copy_traits_sm90_tma.hpp; python/CuTeDSL/cutlass/cute/nvgpu/cpasync/helpers.py" },
	{ "get_tma_tensor", "tma, shape", RUN(run_get_tma_tensor, 2, 2),
		"the coordinates of the tensor map, for a tensor of this shape",
		"get_tma_tensor(" TMA_EXAMPLE ",(1024,512))", "(1024,512):(1@1,1@0)",
		"include/cute/atom/copy_traits_sm90_tma.hpp" },
	{ "make_tiled_tma_atom", "op, gmem_tensor, smem_layout, cta_tiler, num_multicast, internal_type",
		RUN(run_make_tiled_tma_atom, 4, 6),
		"the atom of a TMA and the tensor of its coordinates, as CuTe DSL makes them",
		BULK_EXAMPLE, "(1024,512):(1@1,1@0)",
		"python/CuTeDSL/cutlass/cute/nvgpu/cpasync/helpers.py" },
	{ "make_tiled_tma_atom_A",
		"op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk, internal_type",
		RUN_FOR(MMA_A, run_make_tiled_tma_atom_operand, 5, 7),
		"the same for A of an MMA of tcgen05, shared by the CTAs along N",
		OPERAND_EXAMPLE("A"), "(1024,512):(1@1,1@0)",
		"python/CuTeDSL/cutlass/cute/nvgpu/helpers.py" },
	{ "make_tiled_tma_atom_B",
		"op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk, internal_type",
		RUN_FOR(MMA_B, run_make_tiled_tma_atom_operand, 5, 7),
		"the same for B, shared by the CTAs along M",
		OPERAND_EXAMPLE("B"), "(1024,512):(1@1,1@0)",
		"python/CuTeDSL/cutlass/cute/nvgpu/helpers.py" },
	{ "make_tma_atom", "operation, global, smem, tiler, multicast, dtype, static", RUN(run_make_tma_copy, 3, 7),
		"the atom of the same, which tma_partition takes",
		"make_tma_atom(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,32):(32,1),(128,32))",
		"copy_atom(\"SM90_TMA_LOAD<65536>\",16)",
		"include/cute/atom/copy_traits_sm90_tma.hpp" },
	{ "make_tma_copy", "operation, global, smem, tiler, multicast, dtype, static", RUN(run_make_tma_copy, 3, 7),
		"the copy of tiles of a tensor by TMA, shared by so many CTAs",
		"tiler_mn(" TMA_EXAMPLE ")", "(128,64)",
		"include/cute/atom/copy_traits_sm90_tma.hpp" },
	{ "make_tma_copy_A_sm90", "operation, global, smem, tile_mnk, cluster_mnk, dtype, static",
		RUN_FOR(OPERAND_A, run_make_tma_operand, 4, 7),
		"the same for A of a tile (M,N,K), shared by the CTAs along N",
		"tiler_mn(make_tma_copy_A_sm90(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,32):(32,1),(128,64,32),(1,1,1)))",
		"(128,32)",
		"include/cute/atom/copy_traits_sm90_tma.hpp" },
	{ "make_tma_copy_B_sm90", "operation, global, smem, tile_mnk, cluster_mnk, dtype, static",
		RUN_FOR(OPERAND_B, run_make_tma_operand, 4, 7),
		"the same for B, shared by the CTAs along M",
		"tiler_mn(make_tma_copy_B_sm90(\"SM90_TMA_LOAD\",(1024,512):(512,1),(64,32):(32,1),(128,64,32),(1,1,1)))",
		"(64,32)",
		"include/cute/atom/copy_traits_sm90_tma.hpp" },
	{ "make_tma_copy_C_sm90", "operation, global, smem, tile_mnk, cluster_mnk, dtype, static",
		RUN_FOR(OPERAND_C, run_make_tma_operand, 4, 7),
		"the same for C",
		"tiler_mn(make_tma_copy_C_sm90(\"SM90_TMA_STORE\",(1024,512):(512,1),(128,64):(64,1),(128,64,32)))",
		"(128,64)",
		"include/cute/atom/copy_traits_sm90_tma.hpp" },
	{ "make_tmem_copy", "operation, tensor, bits", RUN(run_make_tmem_copy, 2, 3),
		"the copy of four warps between registers and a tensor in tensor memory",
		"tiler_mn(make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b1x\",((128,256),1,1):((65536,1),0,0)))",
		"((4,32):(32,1),1:0,1:0)",
		"include/cute/atom/copy_traits_sm100.hpp" },
	{ "tma_partition", "tma, cta, cta_layout, smem, global", RUN(run_tma_partition, 5, 5),
		"what a CTA copies of tensors (tile, rest...), global and shared: ((one copy, copies), rest...)",
		"tma_partition(" TMA_EXAMPLE ",0,1:0,((128,64)):((64,1)),((128,64),8,8):((1@1,1@0),128@1,64@0))",
		"((((64,128),1),8,8):(((1@0,1@1),0),128@1,64@0),((8192,1)):((1,0)))",
		"include/cute/atom/copy_traits_sm90_tma.hpp" },
};

OPERATION_GROUP(moves, "TMA and tensor memory", operations)
