#include "gpu/report.h"

#include <stddef.h>
#include <string.h>

struct knob_name {
	const char *name;
	size_t offset;
};

static const struct knob_name knob_names[] = {
	{ "threads", offsetof(struct knobs, threads) },
	{ "vector", offsetof(struct knobs, vector) },
	{ "unroll", offsetof(struct knobs, unroll) },
	{ "per-row", offsetof(struct knobs, per_row) },
	{ "groups", offsetof(struct knobs, groups) },
	{ "splits", offsetof(struct knobs, splits) },
	{ "load", offsetof(struct knobs, load) },
	{ "store", offsetof(struct knobs, store) },
	{ "tile", offsetof(struct knobs, tile) },
};

enum { KNOB_COUNT = sizeof knob_names / sizeof knob_names[0] };

static int *knob_at(struct knobs *knobs, int i) {
	return (int *)(void *)((char *)knobs + knob_names[i].offset);
}

void report_knobs(struct buf *out, const struct plan *plan) {
	struct knobs knobs = plan->knobs;
	const char *join = "";
	for (int i = 0; i < KNOB_COUNT; i++) {
		if (*knob_at(&knobs, i) > 0) {
			buf_printf(out, "%s%s=%d", join, knob_names[i].name, *knob_at(&knobs, i));
			join = ",";
		}
	}
}

bool report_set_knob(struct knobs *knobs, struct str name, int value) {
	for (int i = 0; i < KNOB_COUNT; i++) {
		if (str_is(name, knob_names[i].name)) {
			*knob_at(knobs, i) = value;
			return true;
		}
	}
	return false;
}

static void put_shape(struct buf *out, const struct problem *problem) {
	for (int i = 0; i < problem->rank; i++) {
		buf_printf(out, "%s%lld", i > 0 ? "x" : "", (long long)problem->shape[i]);
	}
}

static void put_operation(struct buf *out, const struct problem *problem, const char *expression) {
	if (problem->reduce == REDUCE_NONE) {
		buf_put(out, expression);
		return;
	}
	buf_printf(out, "%s(%s)", reduce_name(problem->reduce), expression);
	if (problem->dim == DIM_ALL) {
		buf_put(out, ",all");
	} else {
		buf_printf(out, ",%d", problem->dim);
	}
}

void report_problem(struct buf *out, const struct problem *problem, const char *expression) {
	put_operation(out, problem, expression);
	buf_printf(out, " %s ", dtype_info(problem->dtype)->name);
	put_shape(out, problem);
}

static void put_command_line(struct buf *out, int argc, char **argv) {
	for (int i = 0; i < argc; i++) {
		bool plain = argv[i][strcspn(argv[i], " *?<>()|&;'\"$")] == '\0';
		buf_printf(out, plain ? "%s%s" : "%s'%s'", i > 0 ? " " : "", argv[i]);
	}
}

static void put_device_json(struct buf *out, const struct device_facts *facts) {
	buf_put(out, "{\"name\":");
	buf_put_json(out, str_from(facts->name));
	buf_printf(out,
		",\"index\":%d,\"compute_capability\":%d,\"multiprocessors\":%d,\"memory_bytes\":%lld,\"l2_bytes\":%lld,",
		facts->index, facts->arch, facts->multiprocessors, (long long)facts->memory_bytes, (long long)facts->l2_bytes);
	buf_printf(out,
		"\"clock_hz\":%lld,\"memory_clock_hz\":%lld,\"bus_bits\":%d,\"ecc\":%s,\"driver\":%d,"
		"\"runtime\":%d,\"nvrtc\":%d}",
		(long long)facts->clock_khz * 1000, (long long)facts->memory_clock_khz * 1000, facts->bus_bits,
		facts->has_ecc ? "true" : "false", facts->driver, facts->runtime, facts->nvrtc);
}

void report_preamble(struct buf *out, enum report_form form, const char *version, int argc, char **argv,
		const struct device_facts *facts) {
	if (form == REPORT_JSON) {
		buf_printf(out, "{\"format\":%d,\"tool\":\"cutelayout %s\",\"argv\":[", REPORT_VERSION, version);
		for (int i = 0; i < argc; i++) {
			buf_put(out, i > 0 ? "," : "");
			buf_put_json(out, str_from(argv[i]));
		}
		buf_put(out, "],\"device\":");
		if (facts != NULL) {
			put_device_json(out, facts);
		} else {
			buf_put(out, "null");
		}
		buf_put(out, ",\"results\":[\n");
		return;
	}
	buf_printf(out, "# cutelayout %s: ", version);
	put_command_line(out, argc, argv);
	buf_put_char(out, '\n');
	if (facts == NULL) {
		return;
	}
	buf_printf(out, "# %s, compute capability %d.%d, %d multiprocessors, L2 %.0f MiB, memory %.0f GiB%s\n", facts->name,
		facts->arch / 10, facts->arch % 10, facts->multiprocessors, (double)facts->l2_bytes / (1 << 20),
		(double)facts->memory_bytes / (1 << 30), facts->has_ecc ? " with ECC" : "");
	buf_printf(out, "# driver %d.%d, runtime %d.%d, NVRTC %d.%d; clock at most %d MHz\n", facts->driver / 1000,
		facts->driver % 1000 / 10, facts->runtime / 1000, facts->runtime % 1000 / 10, facts->nvrtc / 1000,
		facts->nvrtc % 1000 / 10, facts->clock_khz / 1000);
	buf_printf(out, "# peak 2 x %d MHz x %d bit = %.0f GB/s\n", facts->memory_clock_khz / 1000, facts->bus_bits,
		2e3 * facts->memory_clock_khz * facts->bus_bits / 8 / 1e9);
}

void report_header(struct buf *out, enum report_form form) {
	if (form == REPORT_CSV) {
		buf_put(out, "operation,dtype,shape,kernel,plan,bytes_read,bytes_written,samples,median_s,min_s,p95_s,noise,"
			"bytes_per_s,peak_bytes_per_s,copy_bytes_per_s,predicted_s,cache,stop,registers,"
			"proved,checked,wrong,knobs,clock_hz,slowdown\n");
	} else if (form == REPORT_TABLE) {
		buf_put(out,
			"# operation         dtype        shape  kernel          MB  samples   median      min      p95  noise"
			"   GB/s  %peak  %copy  predict  wrong\n"
			"#                                                                      us       us       us      %"
			"                         us\n");
	}
}

static double bandwidth(const struct result *result) {
	return (result->bytes_read + result->bytes_written) / result->measurement.stats.median;
}

static void put_percent(struct buf *out, const struct result *result, double of) {
	bool is_launch_bound = result->measurement.stats.median < 10e-6;
	if (of <= 0 || is_launch_bound) {
		buf_printf(out, "%7s", is_launch_bound ? "launch" : "-");
	} else {
		buf_printf(out, "%7.1f", 100 * bandwidth(result) / of);
	}
}

static void put_row(struct buf *out, const struct result *result, const char *expression) {
	const struct problem *problem = result->plan->problem;
	const struct stats *stats = &result->measurement.stats;
	struct buf operation;
	struct buf shape;
	buf_init(&operation, out->arena);
	buf_init(&shape, out->arena);
	put_operation(&operation, problem, expression);
	put_shape(&shape, problem);
	buf_printf(out, "%-19s %-5s %12s  %-10s %7.1f %8d %8.2f %8.2f %8.2f %6.2f %6.0f", operation.data,
		dtype_info(problem->dtype)->name, shape.data, kernel_name(result->plan->kernel),
		(result->bytes_read + result->bytes_written) / 1e6, stats->count, 1e6 * stats->median, 1e6 * stats->least,
		1e6 * stats->p95, 100 * stats->noise, bandwidth(result) / 1e9);
	put_percent(out, result, result->peak_bytes_per_s);
	put_percent(out, result, result->copy_bytes_per_s);
	buf_printf(out, " %8.2f %6lld%s\n", 1e6 * result->prediction.seconds, (long long)result->wrong,
		result->hot ? "  hot" : "");
}

static void put_csv(struct buf *out, const struct result *result, const char *expression) {
	const struct problem *problem = result->plan->problem;
	const struct stats *stats = &result->measurement.stats;
	buf_put_char(out, '"');
	put_operation(out, problem, expression);
	buf_printf(out, "\",%s,", dtype_info(problem->dtype)->name);
	put_shape(out, problem);
	buf_printf(out, ",%s,%s,%.0f,%.0f,%d,%.9g,%.9g,%.9g,%.6g,%.9g,%.9g,%.9g,%.9g,%s,%s,%d,%lld,%lld,%lld,\"",
		kernel_name(result->plan->kernel), plan_kind_name(result->plan->kind), result->bytes_read,
		result->bytes_written,
		stats->count, stats->median, stats->least, stats->p95, stats->noise, bandwidth(result),
		result->peak_bytes_per_s,
		result->copy_bytes_per_s, result->prediction.seconds, result->hot ? "hot" : "cold",
		stop_name(result->measurement.stop), result->measurement.registers, (long long)result->proved,
		(long long)result->checked, (long long)result->wrong);
	report_knobs(out, result->plan);
	buf_printf(out, "\",%.0f,\"", 1e6 * result->measurement.clocks.clock_mhz);
	clocks_put_slowdown(out, result->measurement.clocks.slowdown);
	buf_put(out, "\"\n");
}

static void put_json(struct buf *out, const struct result *result, const char *expression, bool is_first) {
	const struct problem *problem = result->plan->problem;
	const struct stats *stats = &result->measurement.stats;
	struct buf operation;
	buf_init(&operation, out->arena);
	put_operation(&operation, problem, expression);
	buf_put(out, is_first ? "{\"operation\":" : ",{\"operation\":");
	buf_put_json(out, buf_str(&operation));
	buf_printf(out, ",\"dtype\":\"%s\",\"shape\":[", dtype_info(problem->dtype)->name);
	for (int i = 0; i < problem->rank; i++) {
		buf_printf(out, "%s%lld", i > 0 ? "," : "", (long long)problem->shape[i]);
	}
	buf_printf(out, "],\"kernel\":\"%s\",\"plan\":\"%s\",\"bytes_read\":%.0f,\"bytes_written\":%.0f,\"samples\":%d,",
		kernel_name(result->plan->kernel), plan_kind_name(result->plan->kind), result->bytes_read,
		result->bytes_written,
		stats->count);
	buf_printf(out, "\"median_s\":%.9g,\"min_s\":%.9g,\"p95_s\":%.9g,\"noise\":%.6g,\"bytes_per_s\":%.9g,",
		stats->median,
		stats->least, stats->p95, stats->noise, bandwidth(result));
	buf_printf(out, "\"peak_bytes_per_s\":%.9g,\"copy_bytes_per_s\":%.9g,\"predicted_s\":%.9g,\"bound\":\"%s\",",
		result->peak_bytes_per_s, result->copy_bytes_per_s, result->prediction.seconds, result->prediction.bound);
	buf_printf(out,
		"\"cache\":\"%s\",\"stop\":\"%s\",\"registers\":%d,\"proved\":%lld,\"checked\":%lld,\"wrong\":%lld,\"set\":\"",
		result->hot ? "hot" : "cold", stop_name(result->measurement.stop), result->measurement.registers,
		(long long)result->proved, (long long)result->checked, (long long)result->wrong);
	report_knobs(out, result->plan);
	buf_printf(out, "\",\"clock_hz\":%.0f,\"slowdown\":\"", 1e6 * result->measurement.clocks.clock_mhz);
	clocks_put_slowdown(out, result->measurement.clocks.slowdown);
	buf_put(out, "\"}\n");
}

void report_result(struct buf *out, enum report_form form, const struct result *result, const char *expression,
		bool is_first) {
	switch (form) {
	case REPORT_CSV: put_csv(out, result, expression); break;
	case REPORT_JSON: put_json(out, result, expression, is_first); break;
	default: put_row(out, result, expression); break;
	}
}

void report_end(struct buf *out, enum report_form form) {
	if (form == REPORT_JSON) {
		buf_put(out, "]}\n");
	}
}
