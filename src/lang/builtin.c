#include "lang/builtin.h"

#include <stdlib.h>

#include "base/limits.h"
#include "lang/ops.h"

/* Keep alphabetized. */
static const struct builtin builtins[] = {
	{ "append", "layout, mode, rank", 1, 3, run_append,
		"one more mode (default 1:0) at the end, or as many as make the given rank",
		"append((4,8):(8,1),3:32)", "(4,8,3):(8,1,32)" },
	{ "apply_swizzle", "swizzle, index", 2, 2, run_apply_swizzle,
		"the image of an integer",
		"apply_swizzle(Sw<2,3,4>,879)", "895" },
	{ "blocked_product", "layout, tiler", 2, 2, run_blocked_product,
		"repeat the layout as blocks: each mode of the result is (block, tile)",
		"blocked_product((2,5):(5,1),(3,4):(1,3))", "((2,3),(5,4)):((5,10),(1,30))" },
	{ "ceil_div", "shape, divisor", 2, 2, run_ceil_div,
		"the quotient rounded up, by mode; an integer is folded over the modes",
		"ceil_div((9,8),(2,8))", "(5,1)" },
	{ "coalesce", "layout, target_profile", 1, 2, run_coalesce,
		"the shortest layout with the same size and the same offset at each integer coordinate; with a profile, by "
		"mode",
		"coalesce((2,(1,6)):(1,(6,2)))", "12:1" },
	{ "compatible", "a, b", 2, 2, run_compatible,
		"whether every coordinate of the shape a is one of b",
		"compatible(24,(4,6))", "true" },
	{ "complement", "layout, cotarget", 1, 2, run_complement,
		"the layout that fills what the layout leaves free below cotarget (default: its cosize)",
		"complement((2,2):(4,1),24)", "(2,3):(2,8)" },
	{ "composition", "layout, tiler", 2, 2, run_composition,
		"the layout with R(c) = A(B(c)); by mode with a tuple of tilers; also written A o B",
		"composition((6,2):(8,2),(4,3):(3,1))", "((2,2),3):((24,2),8)" },
	{ "congruent", "a, b", 2, 2, run_congruent,
		"whether two tuples nest in the same way",
		"congruent((4,(2,8)),(1,(1,1)))", "true" },
	{ "copy_atom", "name, bits", 2, 2, run_copy_atom,
		"the copy atom with this name for elements of bits",
		"copy_atom(\"SM75_U32x4_LDSM_N\",16)",
		"copy_atom(\"SM75_U32x4_LDSM_N\",16)" },
	{ "coshape", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_coshape,
		"the extents of the offsets: one number, or with basis strides a tuple",
		"coshape(make_identity_layout((4,8)))", "(4,8)" },
	{ "cosize", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_cosize,
		"one more than the largest offset",
		"cosize((4,8):(1,5))", "39" },
	{ "crd2crd", "coord, src_shape, dst_shape", 3, 3, run_crd2crd,
		"the coordinate of dst_shape that has the same number as coord in src_shape; by mode for tuples",
		"crd2crd(5,(4,8),(2,16))", "(1,2)" },
	{ "crd2idx", "coord, layout, stride", 2, 3, run_crd2idx,
		"the offset of a coordinate in a layout, or its number in a shape",
		"crd2idx((1,2),(4,8):(8,1))", "10" },
	{ "depth", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_depth,
		"how deep the modes nest: 0 for an integer",
		"depth((4,(2,8)))", "2" },
	{ "dice", "coord, layout", 2, 2, run_dice,
		"the modes of the layout where the coordinate has no _",
		"dice((_,3),(4,8):(1,4))", "(8):(4)" },
	{ "domain_distribute", "shape, n", 2, 2, run_domain_distribute,
		"n elements spread over the modes of a shape as far as its extents divide",
		"domain_distribute((15,14),6)", "(3,2):(1,15)" },
	{ "downcast", "layout, factor", 2, 2, run_downcast,
		"the layout for elements that are factor times as small",
		"downcast((4,8):(8,1),2)", "(4,16):(16,1)" },
	{ "elem_less", "a, b", 2, 2, run_elem_less,
		"whether each integer of a is less than the one of b in its place",
		"elem_less((1,2),(4,8))", "true" },
	{ "elem_scale", "a, b", 2, 2, run_elem_scale,
		"a with each integer multiplied by the size of what stands in its place in b",
		"elem_scale((1,2),(4,(2,3)))", "(4,12)" },
	{ "evenly_divides", "shape, tiler", 2, 2, run_evenly_divides,
		"whether a tiler divides a shape without rest",
		"evenly_divides((8,9),(4,3))", "true" },
	{ "filter", "layout, target_profile", 1, 2, run_filter,
		"the layout without its modes of stride 0 or extent 1, coalesced",
		"filter((4,2,3):(0,1,2))", "6:1" },
	{ "filter_zeros", "layout", 1, 1, run_filter_zeros,
		"the layout with extent 1 in the place of each mode of stride 0",
		"filter_zeros((4,8):(8,0))", "(4,1):(8,0)" },
	{ "flat_divide", "layout, tiler", 2, 2, run_flat_divide,
		"logical_divide, regrouped as (tile modes..., rest modes...)",
		"flat_divide((64,32):(32,1),(8,8))", "(8,8,8,4):(32,1,256,8)" },
	{ "flat_product", "layout, tiler", 2, 2, run_flat_product,
		"logical_product, regrouped as (block modes..., tile modes...)",
		"flat_product((2,5):(5,1),(3,4):(1,3))", "(2,5,3,4):(5,1,10,30)" },
	{ "flatten", "layout", 1, 1, run_flatten,
		"the same modes without nesting",
		"flatten(((4,8),(8,2)):((64,1),(8,256)))", "(4,8,8,2):(64,1,8,256)" },
	{ "get", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_get,
		"a mode of a layout, a tuple or a result of several parts; more numbers go deeper",
		"get((3,(4,5)):(20,(5,1)),1,0)", "4:5" },
	{ "group", "layout, begin, end", 2, 3, run_group,
		"modes begin to end-1 made into one mode",
		"group((2,3,5):(1,2,6),0,2)", "((2,3),5):((1,2),6)" },
	{ "idx2crd", "index, shape, stride", 2, 3, run_idx2crd,
		"the coordinate with the number index in a shape",
		"idx2crd(23,(4,(2,8)))", "(3,(1,2))" },
	{ "inner_partition", "tensor, tiler, coord", 3, 3, run_inner_partition,
		"the tile of a tensor at a coordinate: (layout, offset)",
		"inner_partition((256,256):(256,1),(128,32),(0,0))",
		"((128,32):(256,1),0)" },
	{ "inner_product", "a, b", 2, 2, run_inner_product,
		"the sum of the products of the integers of two congruent tuples",
		"inner_product((1,2),(8,1))", "10" },
	{ "layout_A_TV", "tiled_mma", 1, 1, run_layout_A_TV,
		"(thread, value) to an element of the tile of A",
		"layout_A_TV(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"((4,8,2,2),((2,2,2),(1,1))):((64,1,16,0),((32,8,256),(0,0)))" },
	{ "layout_B_TV", "tiled_mma", 1, 1, run_layout_B_TV,
		"(thread, value) to an element of the tile of B",
		"layout_B_TV(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"((4,8,2,2),((2,2),(2,1))):((64,1,0,8),((32,256),(16,0)))" },
	{ "layout_C_TV", "tiled_mma", 1, 1, run_layout_C_TV,
		"(thread, value) to an element of the tile of C",
		"layout_C_TV(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"((4,8,2,2),((2,2),(1,2))):((64,1,16,256),((32,8),(0,512)))" },
	{ "layout_D_TV", "tiled_copy", 1, 1, run_layout_D_TV,
		"(thread, value) of the destination to an element of the tile",
		"layout_D_TV(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))",
		"((8,16),(8,1)):((128,1),(16,0))" },
	{ "layout_S_TV", "tiled_copy", 1, 1, run_layout_S_TV,
		"(thread, value) of the source to an element of the tile",
		"layout_S_TV(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))",
		"((8,16),(8,1)):((128,1),(16,0))" },
	{ "left_inverse", "layout", 1, 1, run_left_inverse,
		"a layout R with R(A(i)) = i for each i, where A is injective",
		"left_inverse((4,8):(1,5))", "(5,8):(1,4)" },
	{ "local_partition", "tensor, thr_layout, thread, proj", 3, 4, run_local_partition,
		"the elements that a thread owns when a layout numbers the places of a tile: (layout, offset)",
		"local_partition((256,256):(256,1),(4,8):(8,1),14)",
		"((64,32):(1024,8),262)" },
	{ "local_tile", "tensor, tiler, coord, proj", 3, 4, run_local_tile,
		"the tile of a tensor at a coordinate: (layout, offset)",
		"local_tile((256,256):(256,1),(32,16),(1,_))",
		"((32,16,16):(256,1,16),8192)" },
	{ "logical_divide", "layout, tiler", 2, 2, run_logical_divide,
		"split the layout into (tile, rest); by mode with a tuple of tilers",
		"logical_divide((4,2,3):(2,1,8),4:2)", "((2,2),(2,3)):((4,1),(2,8))" },
	{ "logical_product", "layout, tiler", 2, 2, run_logical_product,
		"repeat the layout as the tiler says: (block, tile); by mode with a tuple of tilers",
		"logical_product((2,2):(4,1),6:1)", "((2,2),(2,3)):((4,1),(2,8))" },
	{ "make_composed_layout", "inner, offset, outer", 3, 3, run_make_composed_layout,
		"inner o offset o outer as it stands, the layout being the outer one as in CuTe DSL",
		"make_composed_layout(Sw<3,4,3>,0,(8,8):(8,1))", "Sw<3,4,3> o 0 o (8,8):(8,1)" },
	{ "make_cotiled_copy", "atom, layout_tv, data_layout", 3, 3, run_make_cotiled_copy,
		"the copy whose threads and values have these addresses in the memory of a layout",
		"size(make_cotiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(32,8):(8,1),(16,64):(64,1)))",
		"32" },
	{ "make_fragment_like", "layout", 1, 1, run_make_fragment_like,
		"a compact layout for registers: mode 0 first, the others in the order of the layout",
		"make_fragment_like((128,64,4):(64,1,8192))", "(128,64,4):(1,128,8192)" },
	{ "make_identity_layout", "shape", 1, 1, run_make_identity_layout,
		"the layout from coordinates of a shape to themselves",
		"make_identity_layout((4,8))", "(4,8):(1@0,1@1)" },
	{ "make_layout", "shape, stride, ...", 1, LIMIT_ARGUMENTS, run_make_layout,
		"the layout shape:stride, column-major without a stride; of layouts, the layout that has them as modes",
		"make_layout((4,8),stride=(8,1))", "(4,8):(8,1)" },
	{ "make_layout_like", "layout", 1, 1, run_make_layout_like,
		"the compact layout of the same shape with its modes in the same order",
		"make_layout_like((4,8):(16,1))", "(4,8):(8,1)" },
	{ "make_layout_tv", "thr_layout, val_layout", 2, 2, run_make_layout_tv,
		"the tile, and the layout from (thread, value) to its elements, of a thread and a value layout",
		"make_layout_tv((4,32):(32,1),(4,8):(8,1))", "((16,256),((32,4),(8,4)):((128,4),(16,1)))" },
	{ "make_ordered_layout", "shape, order", 2, 2, run_make_ordered_layout,
		"the compact layout of a shape in which the modes with smaller numbers in order vary faster",
		"make_ordered_layout((4,64),(1,0))", "(4,64):(64,1)" },
	{ "make_swizzle", "b, m, s", 3, 3, run_make_swizzle,
		"the swizzle Sw<bits,base,shift>",
		"make_swizzle(3,4,3)", "Sw<3,4,3>" },
	{ "make_tiled_copy", "atom, thr_layout, val_layout", 2, 3, run_make_tiled_copy,
		"the copy whose thread and value layouts number the elements of a tile",
		"tiler_mn(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))",
		"(16,64)" },
	{ "make_tiled_copy_A", "atom, tiled_mma", 2, 2, run_make_tiled_copy_A,
		"the copy that gives each thread its elements of A",
		"tiler_mn(make_tiled_copy_A(copy_atom(\"UniversalCopy<u16>\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))))",
		"(32,16)" },
	{ "make_tiled_copy_B", "atom, tiled_mma", 2, 2, run_make_tiled_copy_B,
		"the copy that gives each thread its elements of B",
		"tiler_mn(make_tiled_copy_B(copy_atom(\"UniversalCopy<u16>\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))))",
		"(32,16)" },
	{ "make_tiled_copy_C", "atom, tiled_mma", 2, 2, run_make_tiled_copy_C,
		"the copy that gives each thread its elements of C",
		"tiler_mn(make_tiled_copy_C(copy_atom(\"UniversalCopy<u16>\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))))",
		"(32,32)" },
	{ "make_tiled_copy_C_atom", "atom, tiled_mma", 2, 2, run_make_tiled_copy_C_atom,
		"the smallest copy of C that the copy atom fills",
		"size(make_tiled_copy_C_atom(copy_atom(\"UniversalCopy<u32>\",32),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))))",
		"128" },
	{ "make_tiled_copy_D", "atom, tiled_copy", 2, 2, run_make_tiled_copy_D,
		"another atom for the elements that are the destination of a copy",
		"tiler_mn(make_tiled_copy_D(copy_atom(\"UniversalCopy<u64>\",16),"
		"make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1))))",
		"(16,64)" },
	{ "make_tiled_copy_S", "atom, tiled_copy", 2, 2, run_make_tiled_copy_S,
		"another atom for the elements that are the source of a copy",
		"tiler_mn(make_tiled_copy_S(copy_atom(\"UniversalCopy<u64>\",16),"
		"make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1))))",
		"(16,64)" },
	{ "make_tiled_copy_impl", "atom, layout_tv, tiler", 3, 3, run_make_tiled_copy_impl,
		"the copy with this thread-value layout over this tile",
		"size(make_tiled_copy_impl(copy_atom(\"UniversalCopy<u16>\",16),(4,2):(2,1),(2,4)))",
		"4" },
	{ "make_tiled_mma", "atom, atom_layout, permutation", 1, 3, run_make_tiled_mma,
		"atoms placed along M, N and K, over a tile",
		"tile_shape(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"(32,32,16)" },
	{ "max_alignment", "layout", 1, 1, run_max_alignment,
		"the largest number of elements that every vector start is a multiple of",
		"max_alignment((8,32):(32,1))", "256" },
	{ "max_common_layout", "a, b", 2, 2, run_max_common_layout,
		"the largest R with A(R(i)) = B(R(i)) = i for each i",
		"max_common_layout((8,4):(1,8),(8,4):(1,8))", "32:1" },
	{ "max_common_vector", "a, b", 2, 2, run_max_common_vector,
		"the number of elements that are contiguous in both layouts at the same coordinates",
		"max_common_vector((8,4):(1,8),(8,4):(1,16))", "8" },
	{ "mma_atom", "name", 1, 1, run_mma_atom,
		"the MMA atom of the hardware with this name",
		"mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")",
		"mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")" },
	{ "nullspace", "layout", 1, 1, run_nullspace,
		"the coordinates that the layout maps to 0 because their modes have stride 0",
		"nullspace((4,8):(0,1))", "4:1" },
	{ "outer_partition", "tensor, tiler, coord", 3, 3, run_outer_partition,
		"the elements at a coordinate of every tile: (layout, offset)",
		"outer_partition((256,256):(256,1),(128,32),(17,31))",
		"((2,8):(32768,32),4383)" },
	{ "partition_A", "tiled_mma, thread, tensor", 3, 3, run_partition_A,
		"what a thread has of A: (layout, offset)",
		"partition_A(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),37,(128,"
		"64):(64,1))",
		"(((2,2,2),4,4):((1,512,8),2048,16),1090)" },
	{ "partition_B", "tiled_mma, thread, tensor", 3, 3, run_partition_B,
		"what a thread has of B: (layout, offset)",
		"partition_B(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),37,(128,"
		"64):(64,1))",
		"(((2,2),8,4):((1,8),1024,16),66)" },
	{ "partition_C", "tiled_mma, thread, tensor", 3, 3, run_partition_C,
		"what a thread has of C: (layout, offset)",
		"partition_C(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),37,(128,"
		"128):(128,1))",
		"(((2,2),4,8):((1,1024),4096,16),2178)" },
	{ "partition_D", "tiled_copy, thread, tensor", 3, 3, run_partition_D,
		"what a thread writes of a tensor: (layout, offset)",
		"partition_D(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)),1,(128,64):(64,"
		"1))",
		"(((8,1),8,1):((1,0),1024,0),8)" },
	{ "partition_S", "tiled_copy, thread, tensor", 3, 3, run_partition_S,
		"what a thread reads of a tensor: (layout, offset)",
		"partition_S(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)),1,(128,64):(64,"
		"1))",
		"(((8,1),8,1):((1,0),1024,0),8)" },
	{ "partition_shape_A", "tiled_mma, shape", 2, 2, run_partition_shape_A,
		"the shape of what a thread has of A",
		"partition_shape_A(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),(128,"
		"64))",
		"((2,2,2),4,4)" },
	{ "partition_shape_B", "tiled_mma, shape", 2, 2, run_partition_shape_B,
		"the shape of what a thread has of B",
		"partition_shape_B(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),(128,"
		"64))",
		"((2,2),8,4)" },
	{ "partition_shape_C", "tiled_mma, shape", 2, 2, run_partition_shape_C,
		"the shape of what a thread has of C",
		"partition_shape_C(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),(128,"
		"128))",
		"((2,2),4,8)" },
	{ "prefix_product", "shape, init", 1, 2, run_prefix_product,
		"the products of the integers before each integer",
		"prefix_product((4,(2,8)))", "(1,(4,8))" },
	{ "prepend", "layout, mode, rank", 1, 3, run_prepend,
		"one more mode (default 1:0) at the front, or as many as make the given rank",
		"prepend((4,8):(8,1),3:32)", "(3,4,8):(32,8,1)" },
	{ "product", "shape", 1, 1, run_product,
		"the product of all integers",
		"product((4,(2,8)))", "64" },
	{ "product_each", "shape", 1, 1, run_product_each,
		"the product of the integers of each mode",
		"product_each((4,(2,8)))", "(4,16)" },
	{ "raked_product", "layout, tiler", 2, 2, run_raked_product,
		"repeat the layout interleaved: each mode of the result is (tile, block)",
		"raked_product((2,5):(5,1),(3,4):(1,3))", "((3,2),(4,5)):((10,5),(30,1))" },
	{ "rank", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_rank,
		"the number of modes",
		"rank((4,(2,8)))", "2" },
	{ "recast_layout", "new_bits, old_bits, layout", 3, 3, run_recast_layout,
		"the layout for elements of new_bits instead of old_bits",
		"recast_layout(16,8,make_ordered_layout((16,16),(1,0)))", "(16,8):(8,1)" },
	{ "replace", "layout, mode, value", 3, 3, run_replace,
		"the layout with one mode replaced",
		"replace((4,8):(8,1),0,2:5)", "(2,8):(5,1)" },
	{ "retile_D", "tiled_copy, fragment", 2, 2, run_retile_D,
		"a fragment regrouped in the order of the values of a copy",
		"retile_D(make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))),((2,2,2),4,4):((1,2,"
		"4),8,32))",
		"((8,1),4,4):((1,0),8,32)" },
	{ "retile_S", "tiled_copy, fragment", 2, 2, run_retile_S,
		"a fragment regrouped in the order of the values of a copy",
		"retile_S(make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))),((2,2,2),4,4):((1,2,"
		"4),8,32))",
		"((8,1),4,4):((1,0),8,32)" },
	{ "right_inverse", "layout", 1, 1, run_right_inverse,
		"the largest layout R with A(R(i)) = i for each i",
		"right_inverse((4,8):(8,1))", "(8,4):(4,1)" },
	{ "select", "layout, mode, ...", 2, LIMIT_ARGUMENTS, run_select,
		"the layout of the given modes",
		"select((2,3,5):(1,2,6),0,2)", "(2,5):(1,6)" },
	{ "shape", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_shape,
		"the shape of a layout",
		"shape((4,8):(8,1))", "(4,8)" },
	{ "shape_div", "shape, divisor", 2, 2, run_shape_div,
		"ceil_div where one of the two numbers divides the other",
		"shape_div((8,9),4)", "(2,9)" },
	{ "size", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_size,
		"the number of coordinates",
		"size((4,8):(8,1))", "32" },
	{ "slice", "coord, layout", 2, 2, run_slice,
		"the modes of the layout where the coordinate has _",
		"slice((_,3),(4,8):(1,4))", "(4):(1)" },
	{ "slice_and_offset", "coord, layout", 2, 2, run_slice_and_offset,
		"the slice and the offset that it leaves behind",
		"slice_and_offset((_,3),(4,8):(1,4))", "((4):(1),12)" },
	{ "stride", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_stride,
		"the stride of a layout",
		"stride((4,8):(8,1))", "(8,1)" },
	{ "take", "layout, begin, end", 3, 3, run_take,
		"modes begin to end-1",
		"take((2,3,5):(1,2,6),1,3)", "(3,5):(2,6)" },
	{ "thr_layout_vmnk", "tiled_mma", 1, 1, run_thr_layout_vmnk,
		"(thread of the atom, m, n, k) to the thread",
		"thr_layout_vmnk(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"(32,2,2,1):(1,32,64,0)" },
	{ "tile_shape", "tiled_mma", 1, 1, run_tile_shape,
		"the tile of an MMA as (M,N,K)",
		"tile_shape(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"(32,32,16)" },
	{ "tile_to_shape", "atom, trg_shape, order", 2, 3, run_tile_to_shape,
		"the layout repeated to fill a shape, the repeats column-major or ordered",
		"tile_to_shape((2,2):(1,2),(4,6))", "((2,2),(2,3)):((1,4),(2,8))" },
	{ "tiled_divide", "layout, tiler", 2, 2, run_tiled_divide,
		"logical_divide, regrouped as (tile, rest modes...)",
		"tiled_divide((64,32):(32,1),(8,8))", "((8,8),8,4):((32,1),256,8)" },
	{ "tiled_product", "layout, tiler", 2, 2, run_tiled_product,
		"logical_product, regrouped as (block, tile modes...)",
		"tiled_product((2,5):(5,1),(3,4):(1,3))", "((2,5),3,4):((5,1),10,30)" },
	{ "tiler_mn", "tiled_copy", 1, 1, run_tiler_mn,
		"the tile of a copy",
		"tiler_mn(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))",
		"(16,64)" },
	{ "unflatten", "layout, target_profile", 2, 2, run_unflatten,
		"the modes of a flat layout nested as the profile is",
		"unflatten((4,2,8):(1,4,8),(1,(1,1)))", "(4,(2,8)):(1,(4,8))" },
	{ "upcast", "layout, factor", 2, 2, run_upcast,
		"the layout for elements that are factor times as large",
		"upcast((4,16):(16,1),2)", "(4,8):(8,1)" },
	{ "weakly_congruent", "a, b", 2, 2, run_weakly_congruent,
		"whether b refines the nesting of a",
		"weakly_congruent((4,8),(4,(2,4)))", "true" },
	{ "with_shape", "layout, shape", 2, 2, run_with_shape,
		"the layout with another shape: composition with the shape as a compact layout",
		"with_shape(32:2,(4,8))", "(4,8):(2,8)" },
	{ "zip", "layout, layout_b", 1, 2, run_zip,
		"pairs of the modes of two layouts, or of the halves of one",
		"zip((8,4):(1,8),(2,3):(4,5))", "((8,2),(4,3)):((1,4),(8,5))" },
	{ "zipped_divide", "layout, tiler", 2, 2, run_zipped_divide,
		"logical_divide, regrouped as (tile, rest)",
		"zipped_divide((64,32):(32,1),(8,8))", "((8,8),(8,4)):((32,1),(256,8))" },
	{ "zipped_product", "layout, tiler", 2, 2, run_zipped_product,
		"logical_product, regrouped as (block, tile)",
		"zipped_product((2,5):(5,1),(3,4):(1,3))", "((2,5),(3,4)):((5,1),(10,30))" },
};

enum { BUILTIN_COUNT = sizeof builtins / sizeof builtins[0] };

static int compare_name(const void *key, const void *element) {
	const struct str *name = key;
	const struct builtin *builtin = element;
	size_t length = strlen(builtin->name);
	size_t shorter = name->length < length ? name->length : length;
	int order = memcmp(name->data, builtin->name, shorter);
	return order != 0 ? order : (name->length > length) - (name->length < length);
}

const struct builtin *builtin_find(struct str name) {
	return bsearch(&name, builtins, BUILTIN_COUNT, sizeof builtins[0], compare_name);
}

const struct builtin *builtin_table(int *count) {
	*count = BUILTIN_COUNT;
	return builtins;
}

/* Insertions, deletions and replacements that turn "a" into "b"; both shorter than SUGGEST_LENGTH. */
enum { SUGGEST_LENGTH = 40 };

static int edit_distance(struct str a, struct str b) {
	int row[SUGGEST_LENGTH + 1];
	for (size_t j = 0; j <= b.length; j++) {
		row[j] = (int)j;
	}
	for (size_t i = 1; i <= a.length; i++) {
		int diagonal = row[0];
		row[0] = (int)i;
		for (size_t j = 1; j <= b.length; j++) {
			int replaced = diagonal + (a.data[i - 1] != b.data[j - 1]);
			int inserted = row[j - 1] + 1;
			int deleted = row[j] + 1;
			diagonal = row[j];
			row[j] = replaced < inserted ? replaced : inserted;
			row[j] = row[j] < deleted ? row[j] : deleted;
		}
	}
	return row[b.length];
}

const struct builtin *builtin_suggest(struct str name) {
	const struct builtin *nearest = NULL;
	int least = (int)name.length / 3 + 1;
	for (int i = 0; i < BUILTIN_COUNT && name.length < SUGGEST_LENGTH; i++) {
		int distance = edit_distance(name, str_from(builtins[i].name));
		if (distance < least) {
			least = distance;
			nearest = &builtins[i];
		}
	}
	return nearest;
}

int builtin_parameter(const struct builtin *builtin, struct str keyword) {
	const char *rest = builtin->parameters;
	for (int place = 0; *rest != '\0'; place++) {
		size_t length = strcspn(rest, ",");
		if (str_equal(keyword, (struct str){ rest, length }) && !str_is(keyword, "...")) {
			return place;
		}
		rest += length;
		rest += strspn(rest, ", ");
	}
	return -1;
}
