/*
 * One problem on a device: its tensors in device memory, and what can be done with a plan for it: prove its mapping,
 * check its results, time it.
 */
#ifndef GPU_BENCH_H
#define GPU_BENCH_H

#include "gpu/results.h"
#include "gpu/device.h"
#include "gpu/judge.h"
#include "gpu/plan.h"
#include "gpu/proof.h"

struct bench {
	struct algebra *al;
	struct device *device;
	const struct problem *problem;
	uint32_t seed;
	enum judge_place judges;       /* where proofs and results are judged */
	struct judge_bench *judge;     /* the judges on the device of "judged", the last plan; or NULL */
	const struct plan *judged;
	int inputs;
	void *tensors[TENSORS_MAX];    /* device memory; the outputs are the last */
	int64_t bytes[TENSORS_MAX];
	void *workspace;
	int64_t workspace_bytes;
};

struct measurement {
	struct stats stats;
	enum stop stop;
	struct clock_reading clocks;
	int registers;
	int spilled_bytes;
	int resident_blocks;
};

/* Compile at once all kernels that "count" plans of one problem need, but those that were compiled before. */
void bench_prepare(struct algebra *al, struct device *device, const struct plan *plans, int count,
	enum judge_place judges);

/* Take memory for the tensors of "plan"'s problem and fill the operands with random data drawn from "seed". */
bool bench_open(struct bench *bench, struct algebra *al, struct device *device, const struct plan *plan, uint32_t seed,
	struct fault *fault);
void bench_close(struct bench *bench);

/* Prove on the device who touches each element of tensor "tensor". */
bool bench_prove(struct bench *bench, const struct plan *plan, int tensor, struct proof *proof, struct fault *fault);

/* The same on the host, without a device, in as much memory as the arena of "al" may still take. */
void bench_prove_on_host(struct algebra *al, const struct plan *plan, int tensor, struct proof *proof);

/* Poison the output, run, and compare with the reference. */
bool bench_check(struct bench *bench, const struct plan *plan, struct verdict *verdict, struct fault *fault);

/*
 * Compile the kernels of "count" plans for the bench's problem over the host's processors, into the arena of its
 * algebra. "code" of one that does not compile stays empty.
 */
void bench_compile_all(struct bench *bench, const struct plan *plans, int count, struct str *code);

/* Time "plan", whose kernel was compiled into "code" or, where that is empty, is compiled now. */
bool bench_time(struct bench *bench, const struct plan *plan, struct str code, const struct timing *timing,
	struct measurement *out, struct fault *fault);

/* Seconds of one launch of many, on a stream and from a graph. */
bool bench_overhead(struct bench *bench, const struct plan *plan, int count, double *stream_s, double *graph_s,
	struct fault *fault);

/* Bytes per second of a plain copy by the driver of as many bytes as the problem moves, 16 MiB at least. */
bool bench_copy(struct device *device, int64_t bytes, const struct timing *timing, double *bytes_per_s,
	struct fault *fault);

#endif
