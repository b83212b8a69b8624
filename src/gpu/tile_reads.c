#include "gpu/tile_reads.h"

#include <inttypes.h>

#include "gpu/emit.h"

enum { BLOCKS_EACH = 4, NONE = -1, TILE_ALIGNMENT = 128 };

/* Seconds that one layout is measured for, at most. */
static const double time_limit = 0.3;

/* --- the text --- */

/* What a vector of so many bytes is in CUDA C, and how its bits are added up. */
static const struct {
	int bytes;
	const char *type, *sum;
} vectors[] = { { 1, "unsigned char", "v" }, { 2, "unsigned short", "v" }, { 4, "unsigned", "v" },
	{ 8, "uint2", "v.x ^ v.y" }, { 16, "uint4", "v.x ^ v.y ^ v.z ^ v.w" } };

static int vector_of(const struct access *access) {
	int i = 0;
	while (vectors[i].bytes * 8 < access->vector_bits) {
		i++;
	}
	return i;
}

const char *tile_reads_source(struct algebra *al, const struct access *access) {
	struct buf out;
	buf_init(&out, al->arena);
	struct emitter em = { .out = &out, .al = al };
	const int vector = vector_of(access);
	emit_line(&em, "typedef %s vector;", vectors[vector].type);
	emit_open(&em, "static __device__ __forceinline__ unsigned sum_of(vector v)");
	emit_line(&em, "return %s;", vectors[vector].sum);
	emit_close(&em);
	emit_open(&em, "extern \"C\" __global__ void __launch_bounds__(%" PRId64 ") " KERNEL_SYMBOL
		"(const unsigned char *memory, const int *offsets, unsigned tiles, unsigned long long stride, unsigned *found)",
		access->threads);
	emit_line(&em, "unsigned sum = 0;");
	emit_line(&em, "int at[%" PRId64 "];", access->vectors);
	emit_unrolled(&em, "k", access->vectors);
	emit_line(&em, "at[k] = offsets[k * %" PRId64 " + threadIdx.x];", access->threads);
	emit_close(&em);
	emit_open(&em, "for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x)");
	emit_line(&em, "const unsigned char *first = memory + tile * stride;");
	emit_line(&em, "vector v[%" PRId64 "];", access->vectors);
	emit_unrolled(&em, "k", access->vectors);
	emit_open(&em, "if (at[k] != %d)", NONE);
	emit_line(&em, "v[k] = *(const vector *)(first + at[k]);");
	emit_close(&em);
	emit_close(&em);
	emit_unrolled(&em, "k", access->vectors);
	emit_open(&em, "if (at[k] != %d)", NONE);
	emit_line(&em, "sum ^= sum_of(v[k]);");
	emit_close(&em);
	emit_close(&em);
	emit_close(&em);
	emit_open(&em, "if (sum == 0x9e3779b9u)");
	emit_line(&em, "found[0] = sum;");
	emit_close(&em);
	emit_close(&em);
	return out.data;
}

/* --- the run --- */

/* Where the vectors of a tile are. */
struct reads {
	int *offsets;           /* in bytes from the least one, of vector k of thread t at [k * threads + t]; NONE */
	int64_t count;          /* of them */
	int64_t bytes;          /* that all of them read */
	int64_t stride;         /* from tile to tile */
};

static bool refuse(struct fault *fault, const char *why) {
	fault_set(fault, FAULT_UNSUPPORTED, 0, "%s", why);
	return false;
}

/* The first element of vector "k" of "thread", or ACCESS_NONE. */
static int64_t element_of(const struct access *access, int64_t thread, int64_t k) {
	return access->offsets[thread * access->values + access->order[k * access->vector_values]];
}

static bool reads_make(struct algebra *al, const struct access *access, struct reads *reads, struct fault *fault) {
	int64_t least = INT64_MAX;
	int64_t most = INT64_MIN;
	if (access->threads > THREADS_MAX || access->vectors > TILE_READ_VECTORS_MAX || access->vector_bits < 8) {
		return refuse(fault, "a block has at most 1024 threads, of which each reads at most 64 vectors of whole bytes");
	}
	for (int64_t i = 0; i < access->threads * access->vectors; i++) {
		int64_t element = element_of(access, i % access->threads, i / access->threads);
		least = element != ACCESS_NONE && element < least ? element : least;
		most = element > most ? element : most;
	}
	int64_t reach = (8 * TILE_READ_BYTES - access->vector_bits) / access->bits;
	if (most == INT64_MIN || (uint64_t)most - (uint64_t)least > (uint64_t)reach) {
		return refuse(fault, "the tile is empty, or reaches further than the memory that is measured in");
	}
	reads->offsets = arena_array(al->arena, (size_t)(access->threads * access->vectors), sizeof *reads->offsets);
	reads->count = access->threads * access->vectors;
	reads->bytes = 0;
	for (int64_t i = 0; i < access->threads * access->vectors; i++) {
		int64_t element = element_of(access, i % access->threads, i / access->threads);
		reads->offsets[i] = element != ACCESS_NONE ? (int)((element - least) * access->bits / 8) : NONE;
		reads->bytes += element != ACCESS_NONE ? access->vector_bits / 8 : 0;
	}
	int64_t span = (most - least) * access->bits / 8 + access->vector_bits / 8;
	reads->stride = (span + TILE_ALIGNMENT - 1) / TILE_ALIGNMENT * TILE_ALIGNMENT;
	return true;
}

/* Run "text" over as many tiles as the buffer holds. */
static bool time_reads(struct device *device, struct algebra *al, const struct reads *reads,
	const struct kernel_text *text, double *bytes_per_s, struct fault *fault) {
	struct kernel_image kernel = { 0 };
	struct timing timing = { .rule = stop_rule_default() };
	struct samples *samples = arena_alloc(al->arena, sizeof *samples);
	int64_t free_bytes = device_facts(device)->free_bytes / 4;
	int64_t room = free_bytes < TILE_READ_BYTES ? free_bytes : TILE_READ_BYTES;
	unsigned tiles = (unsigned)(room / reads->stride);
	if (tiles == 0) {
		return refuse(fault, "the tile is larger than the memory that is free");
	}
	unsigned long long stride = (unsigned long long)reads->stride;
	int64_t offset_bytes = reads->count * (int64_t)sizeof(int);
	void *memory = device_alloc(device, tiles * reads->stride, fault);
	void *offsets = memory != NULL ? device_alloc(device, offset_bytes, fault) : NULL;
	struct launch launch = { .kernel = &kernel, .threads = text->threads,
		.blocks = (int64_t)device_facts(device)->multiprocessors * BLOCKS_EACH,
		.arguments = { &memory, &offsets, &tiles, &stride, &offsets } };
	timing.rule.time_limit = time_limit;
	bool good = offsets != NULL && device_set(device, memory, 1, tiles * reads->stride, fault)
		&& device_write(device, offsets, reads->offsets, offset_bytes, fault)
		&& device_compile(device, al->arena, text, &kernel, fault)
		&& device_time(device, &launch, &timing, samples, fault);
	if (good) {
		*bytes_per_s = (double)reads->bytes * tiles / stats_of(samples->seconds, samples->count).median;
	}
	device_unload(device, &kernel);
	if (memory != NULL) {
		device_free(device, memory);
	}
	if (offsets != NULL) {
		device_free(device, offsets);
	}
	return good;
}

bool tile_reads_measure(struct device *device, struct algebra *al, const struct access *access, double *bytes_per_s,
	struct fault *fault) {
	struct reads reads;
	if (!reads_make(al, access, &reads, fault)) {
		return false;
	}
	const struct kernel_text text = { .source = tile_reads_source(al, access), .symbol = KERNEL_SYMBOL,
		.threads = (int)access->threads };
	return time_reads(device, al, &reads, &text, bytes_per_s, fault);
}
