/*
 * A tiled MMA run as a kernel, to prove its partitions: a block puts numbers at the places of A and B in shared memory,
 * each thread reads what the layouts give it into registers, multiplies, and adds its results where the layout of C
 * says. The sums must be those of the definition, C(m,n) = sum over k of A(m,k) * B(n,k), and each must come from the
 * threads that own it. The numbers are small integers, which every type holds, so that the sums are exact.
 */
#ifndef GPU_SILICON_TILED_H
#define GPU_SILICON_TILED_H

#include "algebra/composed.h"
#include "gpu/silicon.h"
#include "gpu/silicon_memory.h"

struct tiled_question {
	struct mma_question mma;       /* the atom and its instruction */
	struct tiled_mma tiled;
	int64_t m, n, k;               /* the problem, multiples of the MMA's tile */
	struct map memory_a, memory_b; /* (M,K) and (N,K) to elements of shared memory */
	struct silicon_memory places_a, places_b;  /* the same, by tiled_prepare */
	struct layout a, b, c;         /* (thread, value) to an element of MxK, NxK, MxN, column-major; by tiled_prepare */
	int64_t repeat_m, repeat_n, repeat_k;
	int threads;
};

/* Operands of faults that are about a memory. */
enum { TILED_OF_A = 1, TILED_OF_B };

/* What follows from the other fields. Faults: FAULT_UNSUPPORTED where no kernel can be made of it, with the reason. */
void tiled_prepare(struct algebra *al, struct tiled_question *question);

/* KERNEL_SYMBOL(found): one block of "threads". "found" has, for m + M * n, a sum and who added to it. */
const char *tiled_source(struct algebra *al, const struct tiled_question *question);

/* Numbers of 32 bits in "found". */
int64_t tiled_words(const struct tiled_question *question);

struct silicon_answer tiled_judge(struct algebra *al, const struct tiled_question *question, const uint32_t *found);
struct silicon_answer tiled_ask(struct device *device, struct algebra *al, const struct tiled_question *question,
	struct fault *fault);

#endif
