/* The random bits of element "index". */
static __device__ __forceinline__ unsigned hash(unsigned seed, long long index) {
	unsigned h = (unsigned)index * 0x9e3779b1u + seed + (unsigned)((unsigned long long)index >> 32) * 0x7f4a7c15u;
	h ^= h >> 16;
	h *= 0x85ebca6bu;
	h ^= h >> 13;
	h *= 0xc2b2ae35u;
	return h ^ h >> 16;
}
