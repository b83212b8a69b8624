/* A form of rows, in a file of its own, and what the forms share. */
#ifndef GPU_ROWS_PRINTER_H
#define GPU_ROWS_PRINTER_H

#include "base/buf.h"
#include "gpu/bench.h"

struct row;

struct row_printer {
	void (*put_preamble)(struct buf *out, const char *version, int argc, char **argv,
		const struct device_facts *facts);
	void (*put_header)(struct buf *out); /* or NULL, as put_end */
	void (*put_row)(struct buf *out, const struct row *row, const char *expression, bool is_first);
	void (*put_end)(struct buf *out);
};

extern const struct row_printer rows_table, rows_csv, rows_json;

/* The tool, the command line and the device as comments. */
void rows_put_comments(struct buf *out, const char *version, int argc, char **argv,
	const struct device_facts *facts);

/*
 * What samples found in the L2 cache: "cold", "hot", "forgotten"; "kept" is part of what a plan of auto asked the cache
 * to keep.
 */
const char *row_cache(const struct row *row);

/* "sum(a),1" and "16384x8192". */
void rows_put_operation(struct buf *out, const struct problem *problem, const char *expression);
void rows_put_shape(struct buf *out, const struct problem *problem);

/* Bytes per second. */
double row_bandwidth(const struct row *row);

#endif
