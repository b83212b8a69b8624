/* The combination over lanes that differ by multiples of "step" below "width". */
static __device__ __forceinline__ math lanes(math x, int width, int step) {
	#pragma unroll
	for (int d = width / 2; d >= step; d /= 2) {
		x = combine(x, __shfl_xor_sync(0xffffffffu, x, d));
	}
	return x;
}
