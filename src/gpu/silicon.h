/*
 * Asking the hardware for the layout of an instruction: which thread and register hold which element.
 *
 * An MMA is run once for every pair of a place of A and a place of B, a place being an element of a thread's registers.
 * These two hold 1, all others 0, so that D is 0 but for one place if they meet in k, and 0 everywhere if not. The
 * relation of places that is read off presumes no layout; the layouts of A, B and C of the atom must explain it, pair
 * by pair. What cannot be seen in it is a permutation of k that A and B have in common.
 *
 * A complex MMA is several instructions, of real and imaginary parts: its elements are 1 + 2i in A, 3 + 5i in B.
 *
 * A copy between registers, or between shared memory and registers, carries a number of its own in each 16 bits, and
 * must leave each where the atom says.
 */
#ifndef GPU_SILICON_H
#define GPU_SILICON_H

#include "algebra/tiled.h"
#include "base/buf.h"
#include "gpu/device.h"
#include "gpu/relation.h"

struct mma_question {
	struct str name;           /* of the atom */
	struct str instruction;    /* "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" */
	struct registers d, a, b;
	struct packed a_elements, b_elements, d_elements;
	struct mma_atom atom;
	unsigned scale;            /* four scale factors of 1, of a block-scaled one; else 0 */
	bool is_malformed;         /* the atom's A is no layout; it is read off the hardware */
	struct str code;           /* of mma_source, if it was compiled before; else empty */
};

/* The CUDA C of the question: a kernel KERNEL_SYMBOL of one argument, "found", one number for each pair. */
const char *mma_source(struct algebra *al, const struct mma_question *question);

/* Number of pairs: every place of A with every place of B, A's counted first. */
int64_t mma_pairs(struct algebra *al, const struct mma_question *question);

/*
 * What "found" has for a pair: 0, all of D is 0; MMA_FOUND + the number of the place that is 1, thread + threads *
 * value; anything else, more than one or another number.
 */
#define MMA_FOUND (1u << 24)

/* Whether the atom explains "found", an entry for each pair; if not, whose layout it is that differs, and where. */
struct silicon_answer mma_judge(struct algebra *al, const struct mma_question *question, const uint32_t *found);

/* Ask "device". A fault of the device is in "fault"; the answer is then no good. */
struct silicon_answer mma_ask(struct device *device, struct algebra *al, const struct mma_question *question,
	struct fault *fault);

/* "#define MMA(d, a, b) asm(...)": d = a * b, with C = 0; "a", "b" and "d" are arrays of registers of these types. */
void mma_put_instruction(struct buf *out, const struct mma_question *question);

/* Whether it is of complex numbers: several instructions of real ones. */
bool mma_is_complex(const struct mma_question *question);

/* Whether D counts the bits in which A and B differ: xor.popc. */
bool mma_counts_differences(const struct mma_question *question);

struct copy_question {
	struct str name;
	struct str instruction;    /* ldmatrix, stmatrix or movmatrix */
	struct registers d, s;
	struct copy_atom atom;     /* of bits */
	struct str code;           /* of copy_source, if it was compiled before; else empty */
};

/* "#define MOVE(to, from) asm(...)". One of them is registers, or both are; the other is the thread's row. */
void copy_put_instruction(struct buf *out, const struct copy_question *question);

const char *copy_source(struct algebra *al, const struct copy_question *question);
struct silicon_answer copy_ask(struct device *device, struct algebra *al, const struct copy_question *question,
	struct fault *fault);

#endif
