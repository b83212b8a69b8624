/*
 * The functions behind the operations, and what they share: reading arguments and making results. Each is called by the
 * table in operation.c with the arguments that it asks for; faults go to call->al.
 */
#ifndef LANG_OPS_OPS_H
#define LANG_OPS_OPS_H

#include "lang/ops/operation.h"

/* --- arguments (ops.c); what goes wrong from then on is about argument "i" --- */

bool has_arg(const struct call *call, int i);
const struct value *arg(struct call *call, int i);
struct layout layout_arg(struct call *call, int i);
struct map map_arg(struct call *call, int i);
const struct tiler *tiler_arg(struct call *call, int i);
struct tuple tuple_arg(struct call *call, int i);
int64_t int_arg(struct call *call, int i, int64_t least, int64_t greatest);

/* The shape of a layout or composed layout, or the tuple itself. */
struct tuple shape_arg(struct call *call, int i);

/* The number of a mode of something of rank "rank". */
int mode_arg(struct call *call, int i, int rank);

/* --- results --- */

struct value from_layout(const struct call *call, struct layout layout);
struct value from_tuple(const struct call *call, struct tuple tuple);
struct value from_map(const struct call *call, struct map map);
struct value from_bool(const struct call *call, bool boolean);
struct value from_pair(struct call *call, struct value a, struct value b);

/* "inner" in the place of the innermost layout of argument 0. */
struct value from_inner(struct call *call, struct layout inner);

/* --- modes (ops_modes.c) --- */

struct value run_append(struct call *call);
struct value run_depth(struct call *call);
struct value run_flatten(struct call *call);
struct value run_get(struct call *call);
struct value run_group(struct call *call);
struct value run_prepend(struct call *call);
struct value run_rank(struct call *call);
struct value run_replace(struct call *call);
struct value run_select(struct call *call);
struct value run_shape(struct call *call);
struct value run_stride(struct call *call);
struct value run_take(struct call *call);
struct value run_unflatten(struct call *call);
struct value run_zip(struct call *call);

/* --- making layouts (ops_make.c) --- */

struct value run_make_composed_layout(struct call *call);
struct value run_make_fragment_like(struct call *call);
struct value run_make_identity_layout(struct call *call);
struct value run_make_layout(struct call *call);
struct value run_make_layout_like(struct call *call);
struct value run_make_layout_tv(struct call *call);
struct value run_make_ordered_layout(struct call *call);
struct value run_make_swizzle(struct call *call);
struct value run_tile_to_shape(struct call *call);

/* --- the algebra (ops_algebra.c) --- */

struct value run_blocked_product(struct call *call);
struct value run_coalesce(struct call *call);
struct value run_complement(struct call *call);
struct value run_composition(struct call *call);
struct value run_cosize(struct call *call);
struct value run_coshape(struct call *call);
struct value run_domain_distribute(struct call *call);
struct value run_downcast(struct call *call);
struct value run_filter(struct call *call);
struct value run_filter_zeros(struct call *call);
struct value run_flat_divide(struct call *call);
struct value run_flat_product(struct call *call);
struct value run_left_inverse(struct call *call);
struct value run_logical_divide(struct call *call);
struct value run_logical_product(struct call *call);
struct value run_max_alignment(struct call *call);
struct value run_max_common_layout(struct call *call);
struct value run_max_common_vector(struct call *call);
struct value run_nullspace(struct call *call);
struct value run_raked_product(struct call *call);
struct value run_recast_layout(struct call *call);
struct value run_right_inverse(struct call *call);
struct value run_size(struct call *call);
struct value run_tiled_divide(struct call *call);
struct value run_tiled_product(struct call *call);
struct value run_upcast(struct call *call);
struct value run_with_shape(struct call *call);
struct value run_zipped_divide(struct call *call);
struct value run_zipped_product(struct call *call);

/* --- coordinates (ops_coord.c) --- */

struct value run_apply_swizzle(struct call *call);
struct value run_crd2crd(struct call *call);
struct value run_crd2idx(struct call *call);
struct value run_dice(struct call *call);
struct value run_idx2crd(struct call *call);
struct value run_slice(struct call *call);
struct value run_slice_and_offset(struct call *call);

/* --- shapes (ops_shape.c) --- */

struct value run_ceil_div(struct call *call);
struct value run_compatible(struct call *call);
struct value run_congruent(struct call *call);
struct value run_elem_less(struct call *call);
struct value run_elem_scale(struct call *call);
struct value run_evenly_divides(struct call *call);
struct value run_inner_product(struct call *call);
struct value run_prefix_product(struct call *call);
struct value run_product(struct call *call);
struct value run_product_each(struct call *call);
struct value run_shape_div(struct call *call);
struct value run_weakly_congruent(struct call *call);

/* --- atoms, tiled copies and MMAs, partitions (ops_tiled.c) --- */

struct value run_copy_atom(struct call *call);
struct value run_inner_partition(struct call *call);
struct value run_layout_A_TV(struct call *call);
struct value run_layout_B_TV(struct call *call);
struct value run_layout_C_TV(struct call *call);
struct value run_layout_D_TV(struct call *call);
struct value run_layout_S_TV(struct call *call);
struct value run_local_partition(struct call *call);
struct value run_local_tile(struct call *call);
struct value run_make_cotiled_copy(struct call *call);
struct value run_make_tiled_copy(struct call *call);
struct value run_make_tiled_copy_A(struct call *call);
struct value run_make_tiled_copy_B(struct call *call);
struct value run_make_tiled_copy_C(struct call *call);
struct value run_make_tiled_copy_C_atom(struct call *call);
struct value run_make_tiled_copy_D(struct call *call);
struct value run_make_tiled_copy_S(struct call *call);
struct value run_make_tiled_copy_impl(struct call *call);
struct value run_make_tiled_mma(struct call *call);
struct value run_mma_atom(struct call *call);
struct value run_outer_partition(struct call *call);
struct value run_partition_A(struct call *call);
struct value run_partition_B(struct call *call);
struct value run_partition_C(struct call *call);
struct value run_partition_D(struct call *call);
struct value run_partition_S(struct call *call);
struct value run_partition_shape_A(struct call *call);
struct value run_partition_shape_B(struct call *call);
struct value run_partition_shape_C(struct call *call);
struct value run_retile_D(struct call *call);
struct value run_retile_S(struct call *call);
struct value run_thr_layout_vmnk(struct call *call);
struct value run_tile_shape(struct call *call);
struct value run_tiler_mn(struct call *call);

/* The mode of argument 0 that the mode numbers in the arguments from 1 on lead to. */
struct value indexed_arg(struct call *call);

/* The shape of "value". */
struct tuple shape_of(struct call *call, const struct value *value);

#endif
