/* Rows as a table for people. */
#include <inttypes.h>
#include <string.h>

#include "gpu/rows.h"
#include "gpu/rows_printer.h"

static void put_header(struct buf *out) {
	buf_put(out,
		"# operation         dtype        shape  kernel          MB  samples   median      min      p95  noise"
		"   GB/s  %peak  %copy  predict  wrong\n"
		"#                                                                      us       us       us      %"
		"                         us\n");
}

static void put_percent(struct buf *out, const struct row *row, double of) {
	bool is_launch_bound = row->measurement.stats.median < 10e-6;
	if (of <= 0 || is_launch_bound) {
		buf_printf(out, "%7s", is_launch_bound ? "launch" : "-");
	} else {
		buf_printf(out, "%7.1f", 100 * row_bandwidth(row) / of);
	}
}

static void put_row(struct buf *out, const struct row *row, const char *expression, bool is_first) {
	(void)is_first;
	const struct problem *problem = row->plan->problem;
	const struct stats *stats = &row->measurement.stats;
	struct buf operation;
	struct buf shape;
	struct buf dtype;
	buf_init(&dtype, out->arena);
	rows_put_dtype(&dtype, problem);
	buf_init(&operation, out->arena);
	buf_init(&shape, out->arena);
	rows_put_operation(&operation, problem, expression);
	rows_put_shape(&shape, problem);
	buf_printf(out, "%-19s %-5s %12s  %-10s %7.1f %8d %8.2f %8.2f %8.2f %6.2f %6.0f", operation.data,
		dtype.data, shape.data, kernel_name(row->plan->kernel),
		(row->bytes_read + row->bytes_written) / 1e6, stats->count, 1e6 * stats->median, 1e6 * stats->least,
		1e6 * stats->p95, 100 * stats->noise, row_bandwidth(row) / 1e9);
	put_percent(out, row, row->peak_bytes_per_s);
	put_percent(out, row, row->copy_bytes_per_s);
	const char *cache = row_cache(row);
	bool is_cold = strcmp(cache, "cold") == 0;
	buf_printf(out, " %8.2f %6" PRId64 "%s%s\n", 1e6 * row->prediction.seconds, row->wrong, is_cold ? "" : "  ",
		is_cold ? "" : cache);
}

const struct row_printer rows_table = {
	.put_preamble = rows_put_comments,
	.put_header = put_header,
	.put_row = put_row,
};
