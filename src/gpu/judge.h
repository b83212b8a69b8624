/*
 * Judges that run on the device: what proof.h and results.h compare on the host, compared by kernels whose text is
 * device/judge.cuh. So the host holds nothing that grows with the problem. Layouts go to them as data; a kernel that is
 * judged has them as constants in its text, and shares no code with its judge. The host looks at a sample of what they
 * judged itself, and at what they found to be wrong.
 */
#ifndef GPU_JUDGE_H
#define GPU_JUDGE_H

#include "gpu/device.h"
#include "gpu/proof.h"
#include "gpu/results.h"

/* Elements of a problem that the host judges; larger ones are left to the device. */
enum { JUDGE_HOST_ELEMENTS = 1 << 14 };

/* Where comparisons are made: by that number, or always on one of both. */
enum judge_place {
	JUDGE_BY_SIZE,
	JUDGE_HOST,
	JUDGE_DEVICE,
};

struct judge_bench;

/*
 * Whether the device judges "plan", of which "place" was asked for. What only the host can judge, the host does: a kind
 * of plan that does not say its windows.
 */
bool judge_is_device(const struct algebra *al, const struct plan *plan, enum judge_place place);

/* Judges of "plan" on "device", which are compiled when first needed and given back by judge_close. */
struct judge_bench *judge_open(struct algebra *al, struct device *device, const struct plan *plan);
void judge_close(struct judge_bench *judge);

/* Their source, which is the same for many problems. */
struct str judge_source(struct arena *arena, const struct plan *plan);

/* proof_compare() of "entries" in device memory. Returns false after a fault of the device. */
bool judge_proof(struct judge_bench *judge, const struct proof_run *run, const void *entries,
	const struct proof_counts *counts, struct proof *proof, struct fault *fault);

/* results_compare() of "output" in device memory, with operands drawn from "seed". */
bool judge_results(struct judge_bench *judge, uint32_t seed, const void *output, struct verdict *verdict,
	struct fault *fault);

#endif
