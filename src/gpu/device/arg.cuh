/* What CUDA has for numbers, for numbers with their index, as 8-byte words. */
static __device__ __forceinline__ math __shfl_xor_sync(unsigned mask, math x, int distance) {
	unsigned long long *words = (unsigned long long *)&x;
	#pragma unroll
	for (unsigned i = 0; i < sizeof x / 8; i++) {
		words[i] = ::__shfl_xor_sync(mask, words[i], distance);
	}
	return x;
}

static __device__ __forceinline__ math __ldcg(const math *p) {
	math x;
	unsigned long long *words = (unsigned long long *)&x;
	#pragma unroll
	for (unsigned i = 0; i < sizeof x / 8; i++) {
		words[i] = ::__ldcg((const unsigned long long *)p + i);
	}
	return x;
}
