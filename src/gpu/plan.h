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
 * Reductions are planned the same way over a view whose modes are reduced or kept: "rows" reduce a contiguous mode,
 * "columns" keep it, "all" keep nothing; "tiles" take a thread-value layout that was given.
 */
#ifndef GPU_PLAN_H
#define GPU_PLAN_H

#include "algebra/layout.h"
#include "gpu/dtype.h"
#include "gpu/opexpr.h"

enum { PROBLEM_RANK_MAX = 3, TENSORS_MAX = OPERANDS_MAX + 1, THREADS_MAX = 1024, VALUES_MAX = 1024 };

/* Static shared memory of a block. */
enum { SHARED_BYTES_MAX = 48 << 10 };

enum reduce {
	REDUCE_NONE,
	REDUCE_SUM,
	REDUCE_PROD,
	REDUCE_MAX,
	REDUCE_MIN,
	REDUCE_MEAN,
	REDUCE_ABSMAX,
	REDUCE_SUMSQ,
};

enum { REDUCE_COUNT = REDUCE_SUMSQ + 1 };

/* How kernels are made; the first four are the steps of CuTe's elementwise tutorial. */
enum kernel {
	KERNEL_NAIVE,       /* one element a thread */
	KERNEL_VECTORIZED,  /* one 16-byte vector a thread */
	KERNEL_TV,          /* the given tile and thread-value layout, tiles in column-major order */
	KERNEL_TV_REMAP,    /* the same, tiles along the last mode first */
	KERNEL_AUTO,        /* the best known for the problem */
};

enum { KERNEL_COUNT = KERNEL_AUTO + 1 };

/* Cache hints of loads and stores. */
enum hint {
	HINT_NONE,
	HINT_STREAM,        /* ld.global.cs, st.global.cs: evict first */
	HINT_READ_ONLY,     /* ld.global.nc */
	HINT_NO_ALLOCATE,   /* ld.global.nc.L1::no_allocate */
	HINT_PREFETCH,      /* ld.global.nc.L1::no_allocate.L2::256B */
	HINT_WRITE_BACK,    /* st.global.wt is never good; st.global.cg keeps the line in L2 */
};

enum { HINT_COUNT = HINT_WRITE_BACK + 1 };

enum { DIM_ALL = -100 };

struct problem {
	int rank;
	int64_t shape[PROBLEM_RANK_MAX];
	enum dtype dtype;
	const struct opexpr *op;
	struct layout operands[OPERANDS_MAX];  /* memory of each operand: a mode for each mode of the shape */
	struct layout output;                  /* elementwise only */
	enum reduce reduce;
	int dim;                               /* of a reduction, from 0; or DIM_ALL */
	bool has_tv;
	struct tuple tile;                     /* extents of the tile, one for each mode of the shape */
	struct layout tv;                      /* (thread, value) to the colexicographic number in the tile */
};

/* What can be tuned. 0 leaves the choice to the plan. */
struct knobs {
	int threads;    /* of a block */
	int vector;     /* elements of one access, at most */
	int unroll;     /* vectors of each operand in flight */
	int per_row;    /* rows: threads that share a row; columns: vectors side by side */
	int groups;     /* all: blocks for each multiprocessor */
	int splits;     /* columns: blocks that share a column */
	int load;       /* enum hint + 1 */
	int store;      /* enum hint + 1 */
	int tile;       /* transpose: squares of 128 bytes side by side in a tile */
};

/* What the plan must know of a device; target_default stands for an H100. */
struct target {
	const char *name;
	int arch;                /* 90 for compute capability 9.0 */
	int multiprocessors;
	int threads_per_multiprocessor;
	int64_t registers_per_multiprocessor;
	int64_t l2_bytes;
	double peak_bytes_per_s; /* of device memory */
	double copy_bytes_per_s; /* of a plain copy, measured or typical */
	double launch_s;         /* of an empty kernel in a graph, with the events */
	double latency_s;        /* of a thread that loads once from device memory, from its launch on */
};

enum plan_kind {
	PLAN_TILED,
	PLAN_TRANSPOSE,
	PLAN_ROWS,
	PLAN_COLUMNS,
	PLAN_ALL,
	PLAN_TILES,
};

struct plan {
	enum plan_kind kind;
	enum kernel kernel;
	const struct problem *problem;
	struct knobs knobs;                     /* with every choice made */
	int inputs;                             /* tensor "inputs" is the output */
	int rank;                               /* of the view */
	int64_t extent[PROBLEM_RANK_MAX];       /* of the view */
	int64_t padded[PROBLEM_RANK_MAX];
	struct layout view[TENSORS_MAX];        /* memory of each tensor over the view; of a reduction's results over what
	                                           is kept: a row, or (column, batch) */
	struct layout divided;                  /* elementwise: the output divided by the tiler, for the reader */
	struct tiler tiler;
	struct layout tv;                       /* (thread, value) to the number in the tile, values in order of access */
	struct layout map;                      /* (thread, value, block) to the number in the padded view */
	struct layout access[TENSORS_MAX];      /* (thread, value, block) to the offset in memory */
	struct layout coordinate[PROBLEM_RANK_MAX]; /* (thread, value, block) to the coordinate in one mode */
	bool guarded[PROBLEM_RANK_MAX];         /* coordinates of this mode may lie in the padding */
	struct layout load_map;                 /* transpose: the map of the loads; "map" is that of the stores */
	struct layout load_tv;                  /* transpose */
	struct layout load_coordinate[PROBLEM_RANK_MAX];
	bool swizzled;                          /* transpose: vectors in shared memory are permuted, not padded */
	int vector[TENSORS_MAX];                /* elements of one access */
	int threads;                            /* of a block */
	int values;                             /* of a thread */
	int64_t blocks;                         /* tiles: each takes "iterations" of them, of which the map counts each */
	/* reductions */
	int64_t kept;                           /* results */
	int64_t reduced;                        /* elements of each */
	bool windows;                           /* rows start off a vector boundary: aligned vectors, ends masked */
	int overlap;                            /* columns with windows: elements that a strip shares with the next */
	int iterations;                         /* vectors of a thread */
	int64_t strips;                         /* columns: blocks side by side */
	int64_t batches;                        /* columns: problems side by side */
	int64_t rows_per_split;                 /* columns */
	int64_t workspace_bytes;                /* partial results and counters, zeroed once */
	int shared_bytes;                       /* of shared memory */
};

struct target target_default(void);

/* Whether "dtype" can be computed on "target"; a fault says what it needs. */
bool target_has_dtype(const struct target *target, enum dtype dtype, struct fault *fault);

const char *reduce_name(enum reduce reduce);
const char *kernel_name(enum kernel kernel);
const char *plan_kind_name(enum plan_kind kind);
bool reduce_from_name(struct str name, enum reduce *out);
bool kernel_from_name(struct str name, enum kernel *out);

/* The type of a reduction's results: that of the elements, but wide enough for sums of integers. */
enum dtype problem_result_dtype(const struct problem *problem);

/* Number of elements of the shape. */
int64_t problem_size(const struct problem *problem);

/* Least bytes that must be read and written. */
int64_t problem_bytes_read(struct algebra *al, const struct problem *problem);
int64_t problem_bytes_written(struct algebra *al, const struct problem *problem);

/* Plan "kernel" for "problem". The plan is meaningful only if no fault is set in "al". */
struct plan plan_make(struct algebra *al, const struct problem *problem, enum kernel kernel, struct knobs knobs,
	const struct target *target);

/* Parts of plan_make. */
struct plan plan_tiled(struct algebra *al, const struct problem *problem, enum kernel kernel, struct knobs knobs,
	const struct target *target);
struct plan plan_reduction(struct algebra *al, const struct problem *problem, struct knobs knobs,
	const struct target *target);
struct plan plan_tiles(struct algebra *al, const struct problem *problem, enum kernel kernel, struct knobs knobs);

/*
 * The widest vectors, at most "most" elements, that suit the view of the output and no contiguous operand forbids: sets
 * access and vector of every tensor and the order of the values in tv.
 */
void plan_choose_vectors(struct algebra *al, struct plan *plan, int most);

/* Divide "view" by the plan's tiler and compose the tile with "tv": (thread, value, block) to what "view" maps to. */
struct layout plan_partition(struct algebra *al, const struct plan *plan, struct layout view, struct layout tv);

/* Fill in map, coordinates and guards from rank, extents, tiler and tv. A padded extent of 0 is left to the tile. */
void plan_finish_map(struct algebra *al, struct plan *plan);

/*
 * That "tv" puts every element of a tile of "size" elements into exactly one (thread, value). Otherwise
 * FAULT_INJECTIVE, with the element and its owners.
 */
void plan_check_tv(struct algebra *al, struct layout tv, int64_t size);

/* The extent of a tile in mode "i". */
int64_t plan_tile_extent(struct algebra *al, const struct plan *plan, int i);

#endif
