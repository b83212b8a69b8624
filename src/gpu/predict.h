/*
 * What a plan should reach, before it runs. The first access of the first threads tells how well requests use memory;
 * the threads that a multiprocessor holds tell how many bytes are in flight, which Little's law compares with
 * bandwidth times latency.
 */
#ifndef GPU_PREDICT_H
#define GPU_PREDICT_H

#include "gpu/plan.h"

/* What the same instruction of several threads touches. */
struct request {
	int bytes;           /* that the threads asked for */
	int accesses_bytes;  /* of one thread */
	int sectors;         /* of 32 bytes */
	int half_lines;      /* of 64 bytes, what device memory is read in */
	int lines;           /* of 128 bytes */
	int segments;        /* runs of lines that are not neighbours */
	int partial;         /* sectors of a store that it fills only in part */
	double cost;         /* bytes of bandwidth that it takes, calibrated on a ladder of strided accesses */
};

struct prediction {
	struct request request[TENSORS_MAX];
	int resident_threads;     /* of a multiprocessor */
	double in_flight;         /* bytes of loads of a multiprocessor */
	double needed;            /* bytes that Little's law asks for: the loads' part of bandwidth x latency */
	double seconds;
	double bytes_per_s;
	const char *bound;        /* "memory", "latency" or "launch" */
};

/* The request of "count" threads that each access "bytes" bytes at the given addresses. */
struct request request_of(const int64_t *addresses, int count, int bytes, bool is_store);

/* "registers" is what the compiler reported for a thread, or 0. */
struct prediction predict(struct algebra *al, const struct plan *plan, const struct target *target, int registers);

#endif
