/* Rows as one JSON document. */
#include <inttypes.h>
#include <unistd.h>

#include "gpu/kinds/kind.h"
#include "gpu/rows.h"
#include "gpu/rows_printer.h"

static void put_device_json(struct buf *out, const struct device_facts *facts) {
	buf_put(out, "{\"name\":");
	buf_put_json(out, str_from(facts->name));
	buf_printf(out,
		",\"index\":%d,\"compute_capability\":%d,\"multiprocessors\":%d,\"memory_bytes\":%" PRId64
		",\"l2_bytes\":%" PRId64 ",",
		facts->index, facts->arch, facts->multiprocessors, facts->memory_bytes, facts->l2_bytes);
	buf_printf(out,
		"\"clock_hz\":%" PRId64 ",\"memory_clock_hz\":%" PRId64 ",\"bus_bits\":%d,\"ecc\":%s,\"driver\":%d,"
		"\"runtime\":%d,\"nvrtc\":%d}",
		(int64_t)facts->clock_khz * 1000, (int64_t)facts->memory_clock_khz * 1000, facts->bus_bits,
		facts->has_ecc ? "true" : "false", facts->driver, facts->runtime, facts->nvrtc);
}

static void put_preamble(struct buf *out, const char *version, int argc, char **argv,
	const struct device_facts *facts) {
	buf_printf(out, "{\"format\":%d,\"tool\":\"cutelayout %s\",\"argv\":[", ROWS_VERSION, version);
	for (int i = 0; i < argc; i++) {
		buf_put(out, i > 0 ? "," : "");
		buf_put_json(out, str_from(argv[i]));
	}
	char host[256] = "";
	buf_put(out, "],\"host\":");
	buf_put_json(out, str_from(gethostname(host, sizeof host - 1) == 0 ? host : ""));
	buf_put(out, ",\"device\":");
	if (facts != NULL) {
		put_device_json(out, facts);
	} else {
		buf_put(out, "null");
	}
	buf_put(out, ",\"results\":[\n");
}

/* The layouts that were given, by the names of their tensors. */
static void put_memory(struct buf *out, const struct row *row) {
	const char *join = "";
	buf_put_char(out, '{');
	for (int k = 0; k < TENSORS_MAX; k++) {
		if (row->memory[k] != NULL) {
			buf_printf(out, "%s\"", join);
			rows_put_tensor(out, k);
			buf_put(out, "\":");
			buf_put_json(out, str_from(row->memory[k]));
			join = ",";
		}
	}
	buf_put_char(out, '}');
}

/* Who chose the plan, and what the start took; the context is that of the whole run. */
static void put_start(struct buf *out, const struct row *row) {
	static const char *const names[START_COUNT] = {
		[START_CONTEXT] = "context_s", [START_COMPILE] = "compile_s", [START_LOAD] = "load_s",
		[START_CHOOSE] = "choose_s", [START_DATA] = "data_s", [START_COPY] = "copy_s", [START_PROVE] = "prove_s",
	};
	buf_printf(out, ",\"chosen\":\"%s\",\"compiled\":%d,\"start\":", choice_name(row->choice), row->compiled);
	for (int i = 0; i < START_COUNT; i++) {
		buf_printf(out, "%s\"%s\":%.6f", i > 0 ? "," : "{", names[i], row->start_s[i]);
	}
	buf_put_char(out, '}');
}

/*
 * One row as an object on a line of its own, with the comma that belongs in front of all but the first. All units are
 * SI.
 */
static void put_json(struct buf *out, const struct row *row, const char *expression, bool is_first) {
	const struct problem *problem = row->plan->problem;
	const struct stats *stats = &row->measurement.stats;
	struct buf operation;
	buf_init(&operation, out->arena);
	rows_put_operation(&operation, problem, expression);
	buf_put(out, is_first ? "{\"operation\":" : ",{\"operation\":");
	buf_put_json(out, buf_str(&operation));
	buf_put(out, ",\"dtype\":\"");
	rows_put_dtype(out, problem);
	buf_put(out, "\",\"shape\":[");
	for (int i = 0; i < problem->rank; i++) {
		buf_printf(out, "%s%" PRId64, i > 0 ? "," : "", problem->shape[i]);
	}
	buf_put(out, "],\"memory\":");
	put_memory(out, row);
	buf_printf(out, ",\"kernel\":\"%s\",\"plan\":\"%s\",\"bytes_read\":%.0f,\"bytes_written\":%.0f,\"samples\":%d,",
		kernel_name(row->plan->kernel), row->plan->kind->name, row->bytes_read,
		row->bytes_written,
		stats->count);
	buf_printf(out, "\"median_s\":%.9g,\"min_s\":%.9g,\"p95_s\":%.9g,\"noise\":%.6g,\"bytes_per_s\":%.9g,",
		stats->median,
		stats->least, stats->p95, stats->noise, row_bandwidth(row));
	buf_printf(out, "\"peak_bytes_per_s\":%.9g,\"copy_bytes_per_s\":%.9g,\"predicted_s\":%.9g,\"bound\":\"%s\",",
		row->peak_bytes_per_s, row->copy_bytes_per_s, row->prediction.seconds, row->prediction.bound);
	buf_printf(out,
		"\"cache\":\"%s\",\"stop\":\"%s\",\"registers\":%d,\"proved\":%" PRId64 ",\"checked\":%" PRId64
		",\"wrong\":%" PRId64 ",\"set\":\"",
		row_cache(row), stop_name(row->measurement.stop), row->measurement.registers,
		row->proved, row->checked, row->wrong);
	knobs_put(out, &row->plan->knobs);
	buf_printf(out, "\",\"clock_hz\":%.0f,\"slowdown\":\"", 1e6 * row->measurement.clocks.clock_mhz);
	clocks_put_slowdown(out, row->measurement.clocks.slowdown);
	buf_printf(out, "\",\"launch_s\":%.9g", row->launch_s);
	if (row->graph_s > 0) {
		buf_printf(out, ",\"stream_launch_s\":%.9g,\"graph_launch_s\":%.9g", row->stream_s, row->graph_s);
	}
	put_start(out, row);
	buf_put(out, "}\n");
}

static void put_end(struct buf *out) {
	buf_put(out, "]}\n");
}

const struct row_printer rows_json = { .put_preamble = put_preamble, .put_row = put_json, .put_end = put_end };
