/* What went wrong, the first of it with its place. */
struct proof_counts {
	unsigned long long outside, clashes, offset, entry, locked;
};

/* Stands for a pointer: an offset in a tensor, of which in one run a single one has entries to leave records in. */
struct place {
	unsigned *entries;
	struct proof_counts *counts;
	unsigned long long count;
	long long reach;
	int shift;
	unsigned seed;
	long long offset;
};

typedef struct place input;
typedef struct place output;

static __device__ __forceinline__ struct place operator+(struct place p, long long offset) {
	p.offset += offset;
	return p;
}

static __device__ __forceinline__ struct place operator-(struct place p, long long offset) {
	p.offset -= offset;
	return p;
}

/* An access of "n" elements at once: inside the tensor, and aligned. */
static __device__ __forceinline__ void look(struct place p, int n) {
	if (p.entries != 0 && (p.offset < 0 || p.offset + n > p.reach || p.offset % n != 0)) {
		atomicAdd(&p.counts->outside, 1ull);
		if (atomicExch(&p.counts->locked, 1ull) == 0) {
			p.counts->offset = (unsigned long long)p.offset;
		}
	}
}

/* What a load gives in place of element "e": some bits of where it is. */
static __device__ __forceinline__ unsigned long long bits_of(struct place p, int e) {
	return p.entries == 0 ? ~0ull : (unsigned long long)(p.offset + e) >> p.shift & 0x7fffffffu;
}

/* Leave "value" in an entry to which nobody has come before. */
static __device__ __forceinline__ void record(struct place p, unsigned long long entry, unsigned value) {
	if (entry >= p.count) {
		atomicAdd(&p.counts->clashes, 1ull);
	} else if (atomicExch(p.entries + entry, value) != 0xffffffffu) {
		atomicAdd(&p.counts->clashes, 1ull);
		if (atomicExch(&p.counts->locked, 1ull) == 0) {
			p.counts->entry = entry;
		}
	}
}

/* What an element adds to its sum: the sum of the right elements, each once, is this by chance only. */
static __device__ __forceinline__ unsigned long long weight(unsigned long long number, unsigned seed) {
	unsigned long long h = number * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
	h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ull;
	h = (h ^ h >> 27) * 0x94d049bb133111ebull;
	return h ^ h >> 31;
}
