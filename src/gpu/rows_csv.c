/* Rows as CSV, behind lines with "#" that say where they come from. */
#include <inttypes.h>
#include <string.h>

#include "gpu/kinds/kind.h"
#include "gpu/rows.h"
#include "gpu/rows_printer.h"

static void put_header(struct buf *out) {
	buf_put(out, "operation,dtype,shape,kernel,plan,bytes_read,bytes_written,samples,median_s,min_s,p95_s,noise,"
		     "bytes_per_s,peak_bytes_per_s,copy_bytes_per_s,predicted_s,cache,stop,registers,"
		     "proved,checked,wrong,knobs,clock_hz,slowdown\n");
}

static void put_csv(struct buf *out, const struct row *row, const char *expression, bool is_first) {
	(void)is_first;
	const struct problem *problem = row->plan->problem;
	const struct stats *stats = &row->measurement.stats;
	struct buf dtype;
	buf_init(&dtype, out->arena);
	rows_put_dtype(&dtype, problem);
	buf_put_char(out, '"');
	rows_put_operation(out, problem, expression);
	bool is_list = strchr(dtype.data, ',') != NULL;
	buf_printf(out, is_list ? "\",\"%s\"," : "\",%s,", dtype.data);
	rows_put_shape(out, problem);
	buf_printf(out,
		",%s,%s,%.0f,%.0f,%d,%.9g,%.9g,%.9g,%.6g,%.9g,%.9g,%.9g,%.9g,%s,%s,%d,%" PRId64 ",%" PRId64 ",%" PRId64 ",\"",
		kernel_name(row->plan->kernel), row->plan->kind->name, row->bytes_read,
		row->bytes_written,
		stats->count, stats->median, stats->least, stats->p95, stats->noise, row_bandwidth(row),
		row->peak_bytes_per_s,
		row->copy_bytes_per_s, row->prediction.seconds, row_cache(row),
		stop_name(row->measurement.stop), row->measurement.registers, row->proved,
		row->checked, row->wrong);
	knobs_put(out, &row->plan->knobs);
	buf_printf(out, "\",%.0f,\"", 1e6 * row->measurement.clocks.clock_mhz);
	clocks_put_slowdown(out, row->measurement.clocks.slowdown);
	buf_put(out, "\"\n");
}

const struct row_printer rows_csv = {
	.put_preamble = rows_put_comments,
	.put_header = put_header,
	.put_row = put_csv,
};
