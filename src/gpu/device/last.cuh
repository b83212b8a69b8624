/*
 * Whether the block is the last of "blocks" to come to "counter": what all others have written before is there to be
 * read, past the first cache. Every thread comes; the counter counts on.
 */
#define ARRIVE(before, counter) asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(counter) : "memory")
static __device__ __forceinline__ bool is_last_of(unsigned *counter, unsigned blocks) {
	__shared__ bool is_last;
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned before;
		ARRIVE(before, counter);
		is_last = before == blocks - 1;
	}
	__syncthreads();
	return is_last;
}
