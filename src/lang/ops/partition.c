/* Tiles of tensors, and what one thread has of a tensor: pairs (layout, offset). */
#include "lang/ops/signature.h"

#include <inttypes.h>
#include <string.h>

/*
 * The number of a thread: an integer that is not negative. Of one that is known at run time only, the strides into
 * which a swizzle turns its offset are not known to CuTe C++ either, so that it does not merge their modes.
 */
static struct tuple thread_arg(struct call *call, int i) {
	const struct value *value = arg(call, i);
	struct tuple number = value->kind == VALUE_TUPLE ? value->tuple : tuple_underscore();
	bool is_number = value_as_number(call->al, value, &number) || tuple_is_plain_int(number);
	if (value->kind == VALUE_TUPLE && tuple_is_all_underscore(value->tuple)) {
		const char *name = call->operation->name;
		bool is_mma = strncmp(name, "partition_", 10) == 0 && strchr("ABC", name[10]) != NULL;
		algebra_fault(call->al, FAULT_TYPE, "expected the number of a thread, saw '_'");
		if (is_mma) {
			fault_set_hint(&call->al->fault, "thrfrg_%c(tiled_mma, tensor) has all threads in its first mode",
				name[10]);
		}
	}
	if (is_number && !int_has_value(number)) {
		return number;
	}
	struct tuple thread = tuple_int(int_arg(call, i, 0, INT32_MAX));
	thread.known = is_number ? number.known : thread.known;
	return thread;
}

/* The pair (layout, offset) of a partition of "tensor"; the offset of coordinates has all of their modes. */
static struct value from_sliced(struct call *call, struct map tensor, struct sliced sliced) {
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct tuple offset = sliced.offset;
	if (tensor.kind == MAP_LAYOUT && tuple_has_basis(tensor.layout.stride)) {
		struct tuple origin = tuple_coprofile(call->al, tensor.layout.stride);
		offset = tuple_add(call->al, origin, tuple_from_basis(call->al, offset));
	}
	return value_as_part(from_pair(call, value_from_map(sliced.map), value_from_tuple(offset)));
}

/* Leave a note if "thread" is none of the "size" threads, which CuTe does not check. */
static void check_thread(struct call *call, struct tuple thread, struct tuple size, const char *outcome) {
	bool known = int_has_value(thread) && int_has_value(size);
	if (known && operation_verifies(call->al) && thread.value >= size.value) {
		call->al->operand = 2;
		algebra_note(call->al, FAULT_INEXACT,
			"thread %" PRId64 " is none of the %" PRId64 " threads, 0 to %" PRId64 ": CuTe %s", thread.value,
			size.value, size.value - 1, outcome);
	}
}

/* The source or the destination side of a tiled copy. */
static struct value run_partition_copy(struct call *call) {
	bool source = which(call) == OF_SOURCE;
	const struct tiled_copy *copy = copy_arg(call, 0);
	struct tuple thread = thread_arg(call, 1);
	struct map tensor = map_arg(call, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct sliced part = tiled_copy_partition(call->al, copy, source, thread, tensor);
	check_thread(call, thread, tiled_copy_size(call->al, copy), "continues into the next tile");
	return from_sliced(call, tensor, part);
}

/* The elements of A, B or C that a thread of a tiled MMA has. */
static struct value run_partition_mma(struct call *call) {
	enum mma_operand operand = (enum mma_operand)which(call);
	const struct tiled_mma *mma = mma_arg(call, 0);
	struct tuple thread = thread_arg(call, 1);
	struct map tensor = map_arg(call, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct sliced part = tiled_mma_partition(call->al, mma, operand, thread, tensor);
	check_thread(call, thread, layout_cosize(call->al, mma->thr_vmnk), "wraps around");
	return from_sliced(call, tensor, part);
}

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

/* "proj" with the modes of "c" behind it, which the DSL keeps: (m,n,_,l) of the tiles (1,_,1) is (m,_,l). */
static struct tuple keep_others(struct algebra *al, struct tuple proj, struct tuple c) {
	bool has_others = tuple_is_tuple(proj) && tuple_is_tuple(c) && proj.rank < c.rank;
	return has_others ? tuple_append_to(al, proj, tuple_int(1), c.rank) : proj;
}

/* In the DSL the coordinate has a number or "_" for each mode of the tensor, also for those that are not tiled. */
static void require_all_modes(struct call *call, struct map tensor, const struct tiler *tiler, struct tuple c) {
	int rank = layout_rank(map_inner(call->al, tensor));
	int tiles = tiler->kind == TILER_MODES ? tiler->rank : 1;
	if (tiles > rank || (tiler->kind != TILER_MODES && tiles != rank)) {
		algebra_fault(call->al, FAULT_RANK, "a tiler of rank %d for a tensor of rank %d", tiles, rank);
	} else if (tiler->kind == TILER_MODES && (!tuple_is_tuple(c) || c.rank != rank)) {
		call->al->operand = 3;
		algebra_fault(call->al, FAULT_RANK, "CuTe DSL takes a coordinate of rank %d for a tensor of that rank", rank);
	}
}

/* The part with its first mode in the place of the tuple of it alone, as the DSL tiles tensors of one mode. */
static struct sliced unpack_tile(struct algebra *al, struct sliced part) {
	struct layout inner = map_inner(al, part.map);
	struct layout tile = layout_mode(inner, 0);
	if (algebra_failed(al)) {
		return part;
	}
	struct tuple shape = tuple_replace(al, inner.shape, 0, tile.shape.modes[0]);
	struct tuple stride = tuple_replace(al, inner.stride, 0, tile.stride.modes[0]);
	part.map = map_with_inner(al, part.map, layout_of(al, shape, stride));
	return part;
}

/* With a projection the modes where it has "_" are left out of tiler and coordinate. */
static struct value run_local_tile(struct call *call) {
	struct map tensor = map_arg(call, 0);
	struct tuple c = tuple_arg(call, 2);
	const struct tiler *tiler = tiler_arg(call, 1);
	if (has_arg(call, 3)) {
		struct tuple proj = tuple_arg(call, 3);
		tiler = project_tiler(call, proj, tiler);
		c = tuple_dice(call->al, algebra_is_dsl(call->al) ? keep_others(call->al, proj, c) : proj, c);
	}
	call->al->operand = 2;
	if (!algebra_failed(call->al) && algebra_is_dsl(call->al)) {
		require_all_modes(call, tensor, tiler, c);
	}
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct sliced part = inner_partition(call->al, tensor, tiler, c);
	bool unpacks = algebra_is_dsl(call->al) && tiler->kind == TILER_MODES && tiler->rank == 1;
	return from_sliced(call, tensor, unpacks ? unpack_tile(call->al, part) : part);
}

/* The elements at one place of every tile, where local_tile has all of one tile. */
static struct value run_outer_partition(struct call *call) {
	struct map tensor = map_arg(call, 0);
	const struct tiler *tiler = tiler_arg(call, 1);
	struct tuple c = tuple_arg(call, 2);
	call->al->operand = 2;
	return algebra_failed(call->al) ? value_none()
		: from_sliced(call, tensor, outer_partition(call->al, tensor, tiler, c));
}

/* Leave a note if "thr", which CuTe makes a tiler of, is longer than what it divides. */
static void check_thread_layout(struct call *call, struct map tensor, struct layout thr) {
	struct layout inner = map_inner(call->al, tensor);
	struct tuple extents = tuple_product_each(call->al, thr.shape);
	for (int i = 0; i < tuple_rank(extents) && i < layout_rank(inner) && !algebra_failed(call->al); i++) {
		struct tuple extent = tuple_product(call->al, tuple_mode(inner.shape, i));
		int64_t threads = tuple_mode(extents, i).value;
		if (int_has_value(extent) && operation_verifies(call->al) && threads > extent.value) {
			call->al->operand = 2;
			algebra_note(call->al, FAULT_INEXACT,
				"%" PRId64 " threads along mode %d of the tensor, which has %" PRId64 " elements: threads from %" PRId64
				" on get elements outside the tensor", threads, i, extent.value, extent.value);
		}
	}
}

/* The layout of threads becomes a tiler: CuTe does not check that it fits, so a note does. */
static struct value run_local_partition(struct call *call) {
	struct map tensor = map_arg(call, 0);
	const struct value *numbering = kind_arg(call, 1, VALUE_LAYOUT, "a layout that numbers the threads");
	struct layout thr = numbering != NULL ? numbering->layout : layout_one();
	struct tuple index = thread_arg(call, 2);
	if (!algebra_failed(call->al) && algebra_is_dsl(call->al) && int_is_wide(index)) {
		algebra_fault(call->al, FAULT_TYPE, "CuTe DSL takes an index of 32 bits or fewer");
	}
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
	bool unpacks = algebra_is_dsl(call->al) && layout_rank(map_inner(call->al, tensor)) == 1;
	return from_sliced(call, tensor, unpacks ? unpack_tile(call->al, part) : part);
}

static const struct operation operations[] = {
	{ "inner_partition", "tensor, tiler, coord", RUN(run_local_tile, 3, 3),
		"the tile of a tensor at a coordinate: (layout, offset)",
		"inner_partition((256,256):(256,1),(128,32),(0,0))",
		"((128,32):(256,1),0)",
		"03_tensor.md, Inner and outer partitioning; include/cute/tensor_impl.hpp" },
	{ "local_partition", "tensor, thr_layout, thread, proj", RUN(run_local_partition, 3, 4),
		"the elements that a thread owns when a layout numbers the places of a tile: (layout, offset)",
		"local_partition((256,256):(256,1),(4,8):(8,1),14)",
		"((64,32):(1024,8),262)",
		"include/cute/tensor_impl.hpp" },
	{ "local_tile", "tensor, tiler, coord, proj", RUN(run_local_tile, 3, 4),
		"the tile of a tensor at a coordinate: (layout, offset)",
		"local_tile((256,256):(256,1),(32,16),(1,_))",
		"((32,16,16):(256,1,16),8192)",
		"include/cute/tensor_impl.hpp" },
	{ "outer_partition", "tensor, tiler, coord", RUN(run_outer_partition, 3, 3),
		"the elements at a coordinate of every tile: (layout, offset)",
		"outer_partition((256,256):(256,1),(128,32),(17,31))",
		"((2,8):(32768,32),4383)",
		"03_tensor.md, Inner and outer partitioning; include/cute/tensor_impl.hpp" },
	{ "partition_A", "tiled_mma, thread, tensor", RUN_FOR_AS(ARGUMENTS_SLICE, MMA_A, run_partition_mma, 3, 3),
		"what a thread has of A: (layout, offset)",
		"partition_A(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),37,(128,"
		"64):(64,1))",
		"(((2,2,2),4,4):((1,512,8),2048,16),1090)",
		"include/cute/atom/mma_atom.hpp" },
	{ "partition_B", "tiled_mma, thread, tensor", RUN_FOR_AS(ARGUMENTS_SLICE, MMA_B, run_partition_mma, 3, 3),
		"what a thread has of B: (layout, offset)",
		"partition_B(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),37,(128,"
		"64):(64,1))",
		"(((2,2),8,4):((1,8),1024,16),66)",
		"include/cute/atom/mma_atom.hpp" },
	{ "partition_C", "tiled_mma, thread, tensor", RUN_FOR_AS(ARGUMENTS_SLICE, MMA_C, run_partition_mma, 3, 3),
		"what a thread has of C: (layout, offset)",
		"partition_C(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),37,(128,"
		"128):(128,1))",
		"(((2,2),4,8):((1,1024),4096,16),2178)",
		"include/cute/atom/mma_atom.hpp" },
	{ "partition_D", "tiled_copy, thread, tensor",
		RUN_FOR_AS(ARGUMENTS_SLICE, OF_DESTINATION, run_partition_copy, 3, 3),
		"what a thread writes of a tensor: (layout, offset)",
		"partition_D(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)),1,(128,64):(64,"
		"1))",
		"(((8,1),8,1):((1,0),1024,0),8)",
		"include/cute/atom/copy_atom.hpp" },
	{ "partition_S", "tiled_copy, thread, tensor",
		RUN_FOR_AS(ARGUMENTS_SLICE, OF_SOURCE, run_partition_copy, 3, 3),
		"what a thread reads of a tensor: (layout, offset)",
		"partition_S(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)),1,(128,64):(64,"
		"1))",
		"(((8,1),8,1):((1,0),1024,0),8)",
		"include/cute/atom/copy_atom.hpp" },
};

OPERATION_GROUP(partition, "Tiles and partitions of tensors", operations)
