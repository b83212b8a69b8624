/*
 * Boxes of a tensor between global and shared memory, by the tensor memory accelerator. Each block has a tile of "size"
 * bytes, which "copies" boxes of "bytes" bytes fill. Each has five coordinates of the tensor map, and its first byte of
 * the tile. With a rank of 0 a box is a run of bytes of "global", which begins at the first coordinate. What the tile is
 * filled from or what it then has is in "image".
 */
struct __align__(64) tensor_map {
	unsigned char opaque[128];
};

#define SHARED(place) ((unsigned)__cvta_generic_to_shared(place))
#define BARRIER_INIT(b, count) asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(SHARED(b)), "r"(count) : "memory")
#define BARRIER_EXPECT(b, bytes) asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" : : "r"(SHARED(b)), "r"(bytes) : "memory")
#define BARRIER_TRY(done, b, phase) asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(SHARED(b)), "r"(phase) : "memory")
#define FENCE_PROXY() asm volatile("fence.proxy.async;" : : : "memory")
#define BULK_COMMIT() asm volatile("cp.async.bulk.commit_group;" : : : "memory")
#define BULK_WAIT() asm volatile("cp.async.bulk.wait_group 0;" : : : "memory")
#define BOX_LOAD_0(to, from, bytes, b) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" : : "r"(SHARED(to)), "l"(from), "r"(bytes), "r"(SHARED(b)) : "memory")
#define BOX_STORE_0(to, from, bytes) asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" : : "l"(to), "r"(SHARED(from)), "r"(bytes) : "memory")
#define BOX_LOAD_1(to, map, c, b) asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" : : "r"(SHARED(to)), "l"(map), "r"(SHARED(b)), "r"(c[0]) : "memory")
#define BOX_LOAD_2(to, map, c, b) asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" : : "r"(SHARED(to)), "l"(map), "r"(SHARED(b)), "r"(c[0]), "r"(c[1]) : "memory")
#define BOX_LOAD_3(to, map, c, b) asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" : : "r"(SHARED(to)), "l"(map), "r"(SHARED(b)), "r"(c[0]), "r"(c[1]), "r"(c[2]) : "memory")
#define BOX_LOAD_4(to, map, c, b) asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2];" : : "r"(SHARED(to)), "l"(map), "r"(SHARED(b)), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]) : "memory")
#define BOX_LOAD_5(to, map, c, b) asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" : : "r"(SHARED(to)), "l"(map), "r"(SHARED(b)), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]) : "memory")
#define BOX_STORE_1(map, c, from) asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%2}], [%1];" : : "l"(map), "r"(SHARED(from)), "r"(c[0]) : "memory")
#define BOX_STORE_2(map, c, from) asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" : : "l"(map), "r"(SHARED(from)), "r"(c[0]), "r"(c[1]) : "memory")
#define BOX_STORE_3(map, c, from) asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], [%1];" : : "l"(map), "r"(SHARED(from)), "r"(c[0]), "r"(c[1]), "r"(c[2]) : "memory")
#define BOX_STORE_4(map, c, from) asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4, %5}], [%1];" : : "l"(map), "r"(SHARED(from)), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]) : "memory")
#define BOX_STORE_5(map, c, from) asm volatile("cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4, %5, %6}], [%1];" : : "l"(map), "r"(SHARED(from)), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]) : "memory")

static __device__ void box_load(unsigned rank, unsigned char *to, const tensor_map *map, const int *c,
		unsigned char *global, unsigned bytes, unsigned long long *barrier) {
	switch (rank) {
	case 0: BOX_LOAD_0(to, global + c[0], bytes, barrier); break;
	case 1: BOX_LOAD_1(to, map, c, barrier); break;
	case 2: BOX_LOAD_2(to, map, c, barrier); break;
	case 3: BOX_LOAD_3(to, map, c, barrier); break;
	case 4: BOX_LOAD_4(to, map, c, barrier); break;
	default: BOX_LOAD_5(to, map, c, barrier); break;
	}
}

static __device__ void box_store(unsigned rank, unsigned char *from, const tensor_map *map, const int *c,
		unsigned char *global, unsigned bytes) {
	switch (rank) {
	case 0: BOX_STORE_0(global + c[0], from, bytes); break;
	case 1: BOX_STORE_1(map, c, from); break;
	case 2: BOX_STORE_2(map, c, from); break;
	case 3: BOX_STORE_3(map, c, from); break;
	case 4: BOX_STORE_4(map, c, from); break;
	default: BOX_STORE_5(map, c, from); break;
	}
}

extern "C" __global__ void cutelayout_kernel(unsigned char *image, unsigned char *global,
		const __grid_constant__ tensor_map map, const int *coordinates, unsigned rank, unsigned copies, unsigned bytes,
		unsigned size, unsigned stores) {
	__shared__ __align__(1024) unsigned char tile[47 << 10];
	__shared__ __align__(8) unsigned long long barrier;
	unsigned char *own = image + (unsigned long long)blockIdx.x * size;
	const int *c = coordinates + blockIdx.x * copies * 6;
	for (unsigned i = threadIdx.x; i < size; i += blockDim.x) {
		tile[i] = stores ? own[i] : 0xff;
	}
	if (threadIdx.x == 0) {
		BARRIER_INIT(&barrier, 1);
	}
	FENCE_PROXY();
	__syncthreads();
	if (threadIdx.x == 0 && stores) {
		for (unsigned k = 0; k < copies; k++) {
			box_store(rank, tile + c[6 * k + 5], &map, c + 6 * k, global, bytes);
		}
		BULK_COMMIT();
		BULK_WAIT();
	} else if (threadIdx.x == 0) {
		BARRIER_EXPECT(&barrier, copies * bytes);
		for (unsigned k = 0; k < copies; k++) {
			box_load(rank, tile + c[6 * k + 5], &map, c + 6 * k, global, bytes, &barrier);
		}
	}
	if (!stores) {
		unsigned done = 0;
		while (!done) {
			BARRIER_TRY(done, &barrier, 0);
		}
		for (unsigned i = threadIdx.x; i < size; i += blockDim.x) {
			own[i] = tile[i];
		}
	}
}
