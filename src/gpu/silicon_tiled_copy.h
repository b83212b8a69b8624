/*
 * A tiled copy run as a kernel, to prove its partitions: a block brings a tensor from global memory through shared
 * memory, of a given layout or swizzle, and registers back to global memory, by the instruction of the copy's atom
 * where that has its part and by plain accesses elsewhere. Each element carries its number, and what every thread then
 * holds as every value is compared, (thread, value) by (thread, value), with the layouts of the copy; what lies at
 * every place of shared and of global memory, with theirs.
 *
 * Numbers are those of elements of the tensor, counted column-major. Where an element has too few bits for one, its
 * digits go one after the other.
 */
#ifndef GPU_SILICON_TILED_COPY_H
#define GPU_SILICON_TILED_COPY_H

#include "gpu/silicon.h"
#include "gpu/silicon_memory.h"

/* Which part of the way the atom goes. */
enum tiled_copy_way {
	TILED_COPY_PLAIN,          /* accesses of so many bits, both ways between shared or global memory and registers */
	TILED_COPY_ASYNC,          /* cp.async: from global to shared memory */
	TILED_COPY_LOAD,           /* ldmatrix: from shared memory to registers */
	TILED_COPY_STORE,          /* stmatrix: from registers to shared memory */
};

/* What is compared, in the order of time. */
enum tiled_copy_step {
	STEP_IN,                   /* (thread, value) after global memory to registers; not of ASYNC and LOAD */
	STEP_SHARED,               /* places of shared memory */
	STEP_OUT,                  /* (thread, value) after shared memory to registers */
	STEP_RESULT,               /* places of global memory in the end */
	STEPS,
};

struct tiled_copy_question {
	enum tiled_copy_way way;
	struct copy_question atom;     /* of LOAD and STORE */
	struct str instruction;        /* of ASYNC: "cp.async.cg.shared.global" */
	bool fills;                    /* of ASYNC: it says how many bytes are read, and fills up with zeros */
	struct tiled_copy tiled;
	int bits;                      /* of an element: 8, 16, 32 or 64 */
	struct tuple shape;            /* of the tensor, one integer each mode */
	/*
	 * The tensor's coordinates to elements of shared memory, and of global memory before and after. NULL is the
	 * column-major layout if the copy's vectors lie whole in it, else the row-major one.
	 */
	const struct map *shared_map, *from_map, *to_map;
	struct str code;               /* of tiled_copy_source, if it was compiled before; else empty */

	/* By tiled_copy_prepare. */
	struct silicon_memory shared, from, to;
	struct layout source, target;  /* (thread, value) to the number of an element */
	int threads;
	int64_t values;                /* of a thread in the end */
	int source_values, target_values;  /* that one instruction takes and gives */
	int64_t calls;                 /* instructions of a thread */
	int64_t elements;
	int64_t first[STEPS + 1];      /* where in what is found each step begins; its end is the next one's beginning */
};

/* Whether the atom "name" copies by accesses or by cp.async; the fields that say so are set. */
bool tiled_copy_set_way(struct tiled_copy_question *question, struct str name);

/* Operands of faults that are about a memory. */
enum { TILED_COPY_OF_READ = 1, TILED_COPY_OF_SHARED, TILED_COPY_OF_WRITTEN };

/* What follows from the other fields. FAULT_UNSUPPORTED where no kernel can be made of it, with the reason. */
void tiled_copy_prepare(struct algebra *al, struct tiled_copy_question *question);

/* KERNEL_SYMBOL(found): one block of "threads". Behind the words of "found" there is room for both global memories. */
const char *tiled_copy_source(struct algebra *al, const struct tiled_copy_question *question);

/* Bytes of "found": the words of the steps and the room behind. */
int64_t tiled_copy_bytes(const struct tiled_copy_question *question);

struct silicon_answer tiled_copy_judge(struct algebra *al, const struct tiled_copy_question *question,
	const uint32_t *found);
struct silicon_answer tiled_copy_ask(struct device *device, struct algebra *al,
	const struct tiled_copy_question *question, struct fault *fault);

#endif
