/*
 * What bench and verify are asked for: options, and the problems that they describe. A problem is made anew for every
 * shape and element type; layouts are expressions in which M, N, K, P, Q, R, S and T stand for the extents.
 */
#ifndef CLI_BENCH_OPTIONS_H
#define CLI_BENCH_OPTIONS_H

#include "cli/limit_options.h"
#include "gpu/judge.h"
#include "gpu/rows.h"
#include "tool/problem.h"

enum { DEVICE_CPU = -1, DEVICE_ALL = -2 };

enum bench_option {
	OPTION_ACCESS = OPTION_LONG,
	OPTION_AT_ONCE,
	OPTION_ATOM,
	OPTION_CALIBRATE,
	OPTION_CSV,
	OPTION_DEVICE,
	OPTION_DIM,
	OPTION_DRY_RUN,
	OPTION_DTYPE,
	OPTION_GRAPH_OVERHEAD,
	OPTION_HOT,
	OPTION_FORGET,
	OPTION_JSON,
	OPTION_JUDGE,
	OPTION_KERNEL,
	OPTION_LAYOUT,
	OPTION_LIST_DEVICES,
	OPTION_MEMORY,
	OPTION_NOISE,
	OPTION_NO_COMPILE,
	OPTION_NO_TRIALS,
	OPTION_OP,
	OPTION_PLOT,
	OPTION_PRINT_PTX,
	OPTION_PRINT_SASS,
	OPTION_PRINT_SOURCE,
	OPTION_REDUCE,
	OPTION_REPORT,
	OPTION_SAMPLES,
	OPTION_SEED,
	OPTION_SET,
	OPTION_SHAPE,
	OPTION_SWEEP,
	OPTION_THR,
	OPTION_TILE,
	OPTION_TIME_LIMIT,
	OPTION_TRIALS,
	OPTION_TUNE,
	OPTION_TV,
	OPTION_VAL,
	OPTION_VAL_BYTES,
	OPTION_WATCHDOG,
};

/* Options that both commands have. */
/* Those of which all values are used. */
extern const int bench_repeated[];

extern const struct option_line bench_problem_lines[];
extern const struct option_line bench_kernel_lines[];
extern const struct option_line bench_action_lines[];

struct bench_options {
	const char *command; /* "bench" or "verify" */
	const char *op_text; /* as given */
	struct opexpr op;
	struct problem_shape shapes[LIMIT_SHAPES];
	int shape_count;
	enum dtype dtypes[DTYPE_COUNT];
	int dtype_count;
	struct named_dtype named_dtypes[TENSORS_MAX]; /* of the operands, then of the outputs */
	const char *dtype_text;           /* as given; accesses have more types than kernels */
	enum kernel kernels[KERNEL_COUNT];
	int kernel_count;
	enum reduce reduce;
	const char *dim;                  /* "all", or numbers between commas */
	const char *layouts[TENSORS_MAX]; /* of the operands, then of the outputs; NULL: row-major */
	const char *tv, *tile, *thr, *val, *val_bytes;
	struct knobs knobs;
	int device; /* DEVICE_CPU: prove on the host; DEVICE_ALL */
	const char *device_text;   /* the value of --device, in the command line; NULL: it is not given */
	bool at_once;
	enum l2 l2;
	bool dry_run;
	bool no_compile;
	bool print_source, print_ptx, print_sass;
	bool list_devices;
	bool calibrate;
	bool graph_overhead;
	bool no_trials;
	bool trials; /* anew */
	double tune_seconds; /* 0: no search */
	enum row_form form;
	struct stop_rule rule;
	uint32_t seed;
	enum judge_place judges; /* where proofs and results are judged */
	double watchdog; /* seconds */
	struct limits limits;
	bool report; /* merge what is in "files" */
	char *const *files;
	int file_count;
	const char *plot; /* file for the plot of a sweep, or NULL */
	const char *program; /* of verify: an expression that is a tiled MMA or copy, or NULL */
	const char *access; /* of bench: an expression of who accesses shared memory, or NULL */
	const char *memory; /* where the cells of "access" are; shared memory of a tiled copy; NULL: the usual */
	const char *atom; /* pattern of the atoms that the hardware is asked about, or NULL */
};

/*
 * Read the options of "bench", or of "verify", which has fewer. Returns -1, or the exit code when there is nothing left
 * to do: help was printed, or the usage is wrong.
 */
int bench_options_read(struct bench_options *options, struct arena *arena, const struct command *command, int argc,
	char **argv);

/*
 * The problem for one shape and type. Prints a message and returns an exit code other than EXIT_DONE when an expression
 * is at fault or does not fit the shape.
 */
int bench_options_problem(const struct bench_options *options, struct arena *arena, int shape, enum dtype dtype,
	struct problem *problem);

/* Take the value of --set, "threads=512,unroll=2". Returns false if it is wrong. */
bool bench_options_set(struct bench_options *options, const char *text);

#endif
