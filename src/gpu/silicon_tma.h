/*
 * The boxes of make_tma_copy asked of the hardware: the tensor memory accelerator brings tiles of a tensor between
 * global and shared memory, by the tensor map, the coordinates and the places that the algebra says. Each element of
 * global memory carries the number of its place; each byte of shared memory must come from where the layout of shared
 * memory, with its swizzle, says, or be 0 where a box is beyond the tensor; of stores each element of global memory.
 *
 * Source: the PTX manual, cp.async.bulk.tensor and mbarrier; the driver's cuTensorMapEncodeTiled.
 */
#ifndef GPU_SILICON_TMA_H
#define GPU_SILICON_TMA_H

#include "algebra/descriptor.h"
#include "algebra/offsets.h"
#include "gpu/device.h"
#include "gpu/relation.h"

/* What the kernel has room for, tiles that it is asked about at once, and bytes of global memory. */
enum { TMA_SHARED_BYTES = 47 << 10, TMA_TILES_MAX = 512, TMA_GLOBAL_BYTES = 64 << 20, TMA_LEAVES_MAX = 64 };

/* What the kernel is told of each box: five coordinates of the tensor map, and its first byte of the tile. */
enum { TMA_BOX_WORDS = TMA_RANK + 1 };

struct tma_question {
	struct tma_problem problem;
	bool stores;                     /* from shared to global memory */
	bool is_run;                     /* cp.async.bulk of the tile as it lies, no tensor map: both memories are alike */

	/* By tma_prepare. */
	struct tma tma;
	struct offsets shared;           /* element of a tile to its place */
	struct offsets global;           /* element + elements of a tile * tile to its place */
	struct offsets dimension[TMA_RANK];  /* the same to coordinates of the tensor map */
	int leaves;
	struct offsets leaf[TMA_LEAVES_MAX];  /* the same to each coordinate of the tensor, and its extent */
	int64_t extent[TMA_LEAVES_MAX];
	int64_t elements;                /* of a tile */
	int64_t tiles;                   /* of the tensor */
	int64_t asked;                   /* of them, evenly spread */
	int64_t *starts;                 /* the element of the tile with which each copy begins */
	int64_t *places;                 /* and its byte in shared memory, swizzle aside */
	int64_t shared_bytes, global_bytes;
	int digits;                      /* runs, where elements are too narrow for a number */
	struct str code;                 /* of tma_source, if it was compiled before; else empty */
};

/* What follows from the other fields. FAULT_UNSUPPORTED where no kernel can be made of it; faults of tma_of. */
void tma_prepare(struct algebra *al, struct tma_question *question);

/* The CUDA C, one for all questions: KERNEL_SYMBOL in device/boxes.cuh. */
const char *tma_source(struct algebra *al);

/* TMA_BOX_WORDS numbers for each copy of each tile that is asked, in the order of the kernel. */
int32_t *tma_coordinates(struct algebra *al, const struct tma_question *question);

/* What global memory and, for stores, the tiles of shared memory have before run number "digit". */
void tma_fill(const struct tma_question *question, int digit, unsigned char *global, unsigned char *image);

/* Whether they have what they should after it; "global" of stores, "image" of loads. */
struct silicon_answer tma_judge(struct algebra *al, const struct tma_question *question, int digit,
	const unsigned char *global, const unsigned char *image);

struct silicon_answer tma_ask(struct device *device, struct algebra *al, const struct tma_question *question,
	struct fault *fault);

#endif
