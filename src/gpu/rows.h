/*
 * Results as a table for people, as CSV and as JSON for programs. Machine-readable values are unscaled SI units.
 *
 *     GB/s     (bytes read + bytes written) / median / 1e9
 *     %peak    GB/s / (2 x memory clock x bus width)
 *     %copy    GB/s / that of a plain copy measured in the same run
 *     noise    standard deviation / mean of the samples
 */
#ifndef GPU_ROWS_H
#define GPU_ROWS_H

#include "gpu/bench.h"
#include "gpu/predict.h"

enum row_form {
	ROWS_TABLE,
	ROWS_CSV,
	ROWS_JSON,
};

enum { ROWS_VERSION = 1 };

/* Who made the choices of a plan. */
enum choice {
	CHOICE_PLANNED,        /* the plan itself, or the user */
	CHOICE_TRIED,          /* trials, now */
	CHOICE_TRIED_EARLIER,  /* trials of another run */
	CHOICE_TUNED,
	CHOICE_TUNED_EARLIER,
};

const char *choice_name(enum choice choice);

/* What the time before the first sample goes to. */
enum start {
	START_CONTEXT,   /* to open the device, once for all rows */
	START_COMPILE,   /* to find kernels that are kept, to load the compiler and to compile */
	START_LOAD,      /* to load kernels */
	START_CHOOSE,    /* to try plans, or to look for what trials chose */
	START_DATA,      /* to take memory and to make the data */
	START_COPY,      /* to time a plain copy */
	START_PROVE,     /* to prove the mapping and to check the results */
};

enum { START_COUNT = START_PROVE + 1 };

/* One row. */
struct row {
	const struct plan *plan;
	enum choice choice;
	double start_s[START_COUNT];
	int compiled;                /* kernels that were not kept */
	const char *memory[TENSORS_MAX]; /* layouts by rows_put_tensor()'s places, as texts; NULL: not given */
	struct prediction prediction;
	double launch_s;             /* what an empty kernel takes, which the prediction begins with */
	struct measurement measurement;
	double stream_s, graph_s;    /* a launch on a stream, and one from a graph; 0: not measured */
	double bytes_read;
	double bytes_written;
	double copy_bytes_per_s;     /* 0: not measured */
	double peak_bytes_per_s;
	enum l2 l2;
	int64_t proved;              /* elements whose owner is proved */
	int64_t checked;             /* results compared with the reference */
	int64_t wrong;
};

/* The name of a tensor by its place: an operand's, "out" in place OPERANDS_MAX, and "out2" and so on behind it. */
void rows_put_tensor(struct buf *out, int place);

/* The type of all tensors, or the type of each, as --dtype takes it: "a=f16,b=f32,out=f16". */
void rows_put_dtype(struct buf *out, const struct problem *problem);

/* A problem in words: "sum(a) dim 1 f16 16384x8192". */
void rows_put_problem(struct buf *out, const struct problem *problem, const char *expression);

/* The lines on top: the tool, the command line and the device; "facts" may be NULL. */
void rows_put_preamble(struct buf *out, enum row_form form, const char *version, int argc, char **argv,
	const struct device_facts *facts);

/* The two header rows of the table, or the names of the columns. */
void rows_put_header(struct buf *out, enum row_form form);

void rows_put(struct buf *out, enum row_form form, const struct row *row, const char *expression,
	bool is_first);

/* What ends the output: for JSON, the brackets. */
void rows_put_end(struct buf *out, enum row_form form);

#endif
