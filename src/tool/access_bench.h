/*
 * Accesses to shared memory, timed: what "check" predicts of each way to access the values of a thread-value layout,
 * beside what a multiprocessor takes by its clock (gpu/wavefronts.h).
 */
#ifndef TOOL_ACCESS_BENCH_H
#define TOOL_ACCESS_BENCH_H

#include "gpu/rows.h"
#include "gpu/wavefronts.h"
#include "tool/check.h"

/* Loads and stores of 8 to 128 bits, ldmatrix and stmatrix, of each operand. */
enum { ACCESS_ROWS_MAX = 12 * 3 };

/* One way to access the values. */
struct access_row {
	const char *operand;         /* "S", "A", ...; NULL for a layout */
	const char *dtype;
	struct wavefront_question question;
	int64_t whole;               /* groups that hold all requests; behind them is one for each different request */
	const int64_t *sample;       /* of each request, the group of the one that it is alike */
	int bits;                    /* of a lane; 0 for matrices */
	int64_t phases, wavefronts;  /* as the model says: without conflicts, and with them */
	int64_t bytes;               /* that the lanes access */

	int64_t measured;            /* the wavefronts of all requests, each measured by itself, as whole numbers */
	double cycles;               /* of all requests, one behind the other */
	bool agrees;                 /* every request takes what the model says, ... */
	int64_t different;           /* ... or the first that does not */
	double different_cycles;
};

/*
 * The rows of "check", whose accesses are known, appended to "rows" from "count" on. Returns how many there are then.
 * FAULT_LIMIT beyond LIMIT_ACCESS_REQUESTS requests of one row.
 */
int access_rows_add(struct algebra *al, const struct check *check, struct access_row *rows, int count);

bool access_row_measure(struct device *device, struct algebra *al, struct access_row *row, struct fault *fault);

/*
 * "rows" in the form of those of bench, without what is in front of them and behind them. Of rows that were not
 * measured, as "facts" is NULL, only what is predicted.
 */
void access_rows_put(struct buf *out, enum row_form form, const struct access_row *rows, int count,
	const struct device_facts *facts);

#endif
