/*
 * How fast a thread-value layout reads tiles of device memory: every block reads one tile after the other, each thread
 * all vectors of its values before it uses one of them. Tiles lie behind each other in a buffer that is larger than the
 * L2 cache, which is flushed before every sample.
 */
#ifndef GPU_TILE_READS_H
#define GPU_TILE_READS_H

#include "algebra/access.h"
#include "gpu/device.h"

enum { TILE_READ_VECTORS_MAX = 64 };   /* of a thread */

/* Bytes of the buffer, at most, and of a tile from its first byte to its last. */
#define TILE_READ_BYTES ((int64_t)1 << 30)

/* The CUDA C: KERNEL_SYMBOL(memory, offsets, tiles, stride, found). */
const char *tile_reads_source(struct algebra *al, const struct access *access);

/*
 * Measure the accesses of "access", in vectors of the widest kind, in bytes that the layout holds a second. A fault is
 * FAULT_UNSUPPORTED where no kernel can do so: more threads than a block has, too many vectors, or too far apart.
 */
bool tile_reads_measure(struct device *device, struct algebra *al, const struct access *access, double *bytes_per_s,
	struct fault *fault);

#endif
