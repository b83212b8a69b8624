/*
 * Wavefronts of shared memory by the clock: what a multiprocessor takes for instructions of a warp on given addresses.
 * 32 warps go through the requests of a group over and over, 4 instructions each before the first result is used, so
 * that the pipe of shared memory is never idle; a wavefront is then a cycle of it. The time of a short run is taken
 * from that of a long one, so that what both have in common, barriers and the way there and back, does not count, and
 * the least of several is kept, within a run of the kernel and of several such runs. Each block measures a group, one
 * at a time, and there are no more blocks than multiprocessors.
 */
#ifndef GPU_WAVEFRONTS_H
#define GPU_WAVEFRONTS_H

#include "algebra/access.h"
#include "gpu/device.h"

/* Instructions in flight on a multiprocessor. A group of as many requests, or of a part of them, has each as often. */
enum { WAVEFRONT_SLOTS = 128 };

/* Requests that are measured together: "count" of them, which divides WAVEFRONT_SLOTS. */
struct wavefront_group {
	int64_t first;
	int64_t count;
	double cycles;             /* of a request of the group, in the mean */
};

struct wavefront_question {
	enum shared_kind kind;
	int bytes;                 /* of a lane, 1 to 16; of matrices, how many an instruction moves: 1, 2 or 4 */
	bool transposed;           /* matrices: with .trans */
	const int64_t *addresses;  /* in bytes, of lane l of request r at [r * BANK_LANES + l]; BANK_INACTIVE */
	int64_t request_count;
	struct wavefront_group *groups;
	int64_t group_count;
	double clock_hz;           /* of the multiprocessors meanwhile */
};

/* The CUDA C: a kernel KERNEL_SYMBOL(places, groups, group_count, found). */
const char *wavefronts_source(struct algebra *al, const struct wavefront_question *question);

/*
 * Where the addresses of a request are in the memory of the kernel: as they are where they reach less far than that,
 * otherwise with lines of 128 bytes moved together. That leaves every bank and every word what it is.
 */
enum { WAVEFRONT_BYTES = 32 << 10 };
void wavefronts_place(const int64_t *addresses, unsigned *places);

/* Wavefronts that the model of algebra/banks.h has for a request. */
struct wavefronts wavefronts_predict(const struct wavefront_question *question, int64_t request);

/* Whether so many cycles are what "predicted" wavefronts take: nearer to it than to any other number, or within 2 %. */
bool wavefronts_agree(double cycles, int predicted);

/* Fill the cycles of all groups, and the clock. Returns false after a fault. */
bool wavefronts_measure(struct device *device, struct algebra *al, struct wavefront_question *question,
	struct fault *fault);

#endif
