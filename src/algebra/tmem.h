/*
 * Tensor memory of SM100: 128 datapaths of 512 columns of 32 bits. A tensor in it is a layout of elements, a datapath
 * being 2^16 words of 32 bits behind the one before it.
 *
 * Source: CUTLASS, include/cute/atom/mma_traits_sm100_frag.hpp, tmem_frg; include/cute/atom/copy_traits_sm100.hpp,
 * make_tmem_copy; include/cute/arch/tmem_allocator_sm100.hpp.
 */
#ifndef ALGEBRA_TMEM_H
#define ALGEBRA_TMEM_H

#include "algebra/layout.h"

/* Where the accumulators of half a subpartition go, and A of two SMs. */
enum tmem_mode { TMEM_INTERLEAVED, TMEM_NON_INTERLEAVED, TMEM_DUPLICATED };

/* What an instruction keeps in tensor memory: elements of "value_bits" in words of "storage_bits", of one SM or two. */
struct tmem_kind {
	int64_t value_bits;
	int64_t storage_bits;
	int sms;
	enum tmem_mode mode;
};

/*
 * The tensor of a partition ((M,N),rest...) or ((M,K),rest...) in tensor memory. FAULT_LIMIT if it does not fit,
 * FAULT_DOMAIN for an M that no instruction has.
 */
struct layout tmem_fragment(struct algebra *al, struct tuple shape, struct tmem_kind kind);

/*
 * (thread, value) to the elements of "bits" bits in tensor memory that four warps move with an instruction, whose
 * values are at the bits "value_id".
 */
struct layout tmem_warps_tv(struct algebra *al, struct layout value_id, int64_t bits);

#endif
