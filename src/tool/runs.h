/*
 * Runs of bench --json on one or many devices, merged: the rows of each problem side by side, with how far each is
 * behind the best, and for each device how good the predictions were.
 */
#ifndef TOOL_RUNS_H
#define TOOL_RUNS_H

#include "base/buf.h"
#include "base/fault.h"
#include "tool/plot.h"

enum { RUNS_ROWS_MAX = 1 << 16 };

/* One row: a kernel of a problem on a device. Texts may hold any character. */
struct run_row {
	struct str operation, dtype, kernel;
	struct str shape;             /* 600x600 */
	struct str memory;            /* layouts that are not row-major, as the document has them */
	int device;                   /* of "devices" */
	double bytes, median_s, peak_bytes_per_s, copy_bytes_per_s, predicted_s;
	double wrong;
	int place;                    /* among the rows as they were read */
};

struct runs {
	struct arena *arena;
	struct run_row *rows;
	int count, room;
	struct str *devices;          /* different names; those of different files too, with the file in brackets */
	int device_count, device_room;
};

void runs_init(struct runs *runs, struct arena *arena);

/*
 * Add all documents in "text", which is the file "name". Returns false with a fault where it is no JSON, or not what
 * bench --json prints, or has more than RUNS_ROWS_MAX rows with those before.
 */
bool runs_add(struct runs *runs, struct str name, struct str text, struct fault *fault);

/* The table for people, sorted by problem; or all rows as CSV, in SI units. */
void runs_put_table(struct buf *out, struct runs *runs);
void runs_put_csv(struct buf *out, struct runs *runs);

/*
 * Add bandwidth over size to "plot", a line for each kernel and type, and for each operation, memory and device where
 * there are several. Rows of less than a byte have no place on the axis.
 */
void runs_plot(const struct runs *runs, struct plot *plot);

#endif
