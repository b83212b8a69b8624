/*
 * From a problem to a launch. Everything that a kernel does with addresses is one layout for each tensor,
 *
 *     (thread, value, block) -> offset in memory,
 *
 * and one layout "map" to the number of an element in the view, in colexicographic order. They are computed as CuTe
 * computes them: the view is divided by the tiler (zipped_divide), the tile composed with the thread-value layout, and
 * the values reordered so that those that lie side by side in memory form vectors.
 *
 * A view is the problem's shape as the kernel sees it: its own modes, or with neighbouring modes merged and the fastest
 * mode first. Extents that the tile does not divide are padded, and elements in the padding are skipped ("guarded").
 *
 * Reductions are planned the same way over a view whose modes are reduced or kept. What each kind of plan makes
 * of it is said in its file, kinds/NAME.c.
 */
#ifndef GPU_PLAN_H
#define GPU_PLAN_H

#include "algebra/swizzle.h"
#include "gpu/knobs.h"
#include "gpu/problem.h"
#include "gpu/target.h"

enum { VALUES_MAX = 1024 };

/* How kernels are made; the first four are the steps of CuTe's elementwise tutorial. */
enum kernel {
	KERNEL_NAIVE,       /* one element a thread */
	KERNEL_VECTORIZED,  /* one 16-byte vector a thread */
	KERNEL_TV,          /* the given tile and thread-value layout, tiles in column-major order */
	KERNEL_TV_REMAP,    /* the same, tiles along the last mode first */
	KERNEL_AUTO,        /* the best known for the problem */
};

enum { KERNEL_COUNT = KERNEL_AUTO + 1 };

/* The kernel has the thread-value layout that is given. */
static inline bool kernel_has_tv(enum kernel kernel) {
	return kernel == KERNEL_TV || kernel == KERNEL_TV_REMAP;
}

struct kind;

struct plan {
	const struct kind *kind;
	enum kernel kernel;
	const struct problem *problem;
	struct knobs knobs;                     /* with every choice made */
	int inputs;                             /* tensor "inputs" is the output, the first of several */
	int rank;                               /* of the view */
	int64_t extent[PROBLEM_RANK_MAX];       /* of the view */
	int64_t padded[PROBLEM_RANK_MAX];
	struct layout view[TENSORS_MAX];        /* memory of each tensor over the view; of a reduction's results over what
	                                           is kept: a row, or (column, batch) */
	struct layout divided;                  /* elementwise: the output divided by the tiler, for the reader */
	struct tiler tiler;
	bool last_first;                        /* blocks follow one another along the view's last mode, not the first */
	struct layout tv;                       /* (thread, value) to the number in the tile, values in order of access */
	struct layout map;                      /* (thread, value, block) to the number in the padded view */
	struct layout access[TENSORS_MAX];      /* (thread, value, block) to the offset in memory */
	bool is_flat;                           /* the view is one mode, each access is view o map; "access" is unused */
	int passes;                             /* flat: parts of the view, one behind the other, whose tiles take turns;
	                                           1: they follow one another, and so where it is 0 */
	struct layout coordinate[PROBLEM_RANK_MAX]; /* (thread, value, block) to the coordinate in one mode */
	/*
	 * A thread-value layout that was given may carry from one mode of the tile into the next, so that no layout of
	 * thread and value is the composition. Then thread and value of map, access and coordinate are those of "tv",
	 * numbers in the tile, and these layouts take their sum to what it adds.
	 */
	bool indexed;
	struct layout tile_view[TENSORS_MAX];
	struct layout tile_coordinate[PROBLEM_RANK_MAX];
	bool guarded[PROBLEM_RANK_MAX];         /* coordinates of this mode may lie in the padding */
	bool exchanges;                         /* some tensors are staged: they go through shared memory unless "alone" */
	unsigned staged;                        /* exchange: bit k for tensor k; "map" is that of the others */
	int along;                              /* exchange: 0: the computation runs along mode 0; 1: across it */
	/*
	 * Exchange: a tile runs along mode 0, and across it along mode 1. With "inner" that is a short mode which tiles
	 * hold as a whole, of so many elements or padded to them, and mode 2 follows it: the coordinate across is that in
	 * mode 1, plus "inner" times that in mode 2. 0: there is none.
	 */
	int inner;
	/*
	 * Exchange: tiles have one of the modes as a whole, and staged ones lie in shared memory as they do in memory;
	 * load_tv is a layout of that.
	 */
	bool strip;
	/*
	 * Strips: each thread moves what it computes by itself, from registers to registers, and nothing lies in shared
	 * memory.
	 */
	bool alone;
	/*
	 * Exchange: place of a tile's element in shared memory: rows of the mode that is not "along", "pitch" elements
	 * apart, and swizzled so that a warp meets each bank once either way.
	 */
	int64_t pitch;
	struct swizzle swizzle;
	struct layout load_map;                 /* exchange: of the staged tensors, as load_tv and load_coordinate */
	struct layout load_tv;
	struct layout load_coordinate[PROBLEM_RANK_MAX];
	int vector[TENSORS_MAX];                /* elements of one access */
	int together;                           /* exchange: elements that a thread computes side by side */
	int deep;                               /* exchange: and across, as one access to a staged tile has them */
	int threads;                            /* of a block */
	int values;                             /* of a thread */
	int resident;                           /* blocks of a multiprocessor at once that the launch needs, fewer than
	                                           would fit: these have the registers of all; 0: as many as fit */
	int64_t blocks;                         /* tiles: each takes "iterations" of them, of which the map counts each */
	/* reductions */
	int reduced_mode;                       /* of the view; the others are kept */
	int64_t kept;                           /* results */
	int64_t reduced;                        /* elements of each */
	struct layout index;                    /* arg-reductions: of a coordinate in "reduced_mode" */
	bool windows;                           /* rows start off a vector boundary: aligned vectors, ends masked */
	int overlap;                            /* columns with windows: elements that a strip shares with the next */
	int iterations;                         /* vectors of a thread */
	int rounds;                             /* of its elements along "reduced_mode", those that a thread loads before it
	                                           uses the first, where it has whole results; 0: "unroll" vectors */
	int64_t strips;                         /* columns: blocks side by side */
	int64_t batches;                        /* columns: problems side by side */
	int64_t rows_per_split;                 /* columns */
	int64_t workspace_bytes;                /* partial results and counters, zeroed once */
	int shared_bytes;                       /* of shared memory */
};

/* Tensors that are read or written. */
static inline int plan_tensors(const struct plan *plan) {
	return plan->inputs + problem_outputs(plan->problem);
}

/* Vectors of an operand that a thread which reduces has on their way at once. */
static inline int plan_loads_at_once(const struct plan *plan) {
	return plan->knobs.unroll * (plan->rounds > 0 ? plan->rounds : 1);
}

/*
 * The plan as judges of tensor "tensor" see it, in the arena: its output, tensor "inputs", is that one if that is an
 * output. So who judges one output judges each.
 */
const struct plan *plan_seen(struct arena *arena, const struct plan *plan, int tensor);

/* Tensor "k" goes through shared memory. */
static inline bool plan_is_staged(const struct plan *plan, int k) {
	return (plan->staged >> k & 1) != 0;
}

const char *kernel_name(enum kernel kernel);
bool kernel_from_name(struct str name, enum kernel *out);

#endif
