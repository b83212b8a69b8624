#include "tool/runs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "base/utf8.h"

void runs_init(struct runs *runs, struct arena *arena) {
	*runs = (struct runs){ .arena = arena };
}

/* --- reading --- */

/* The number of the device of "document". */
static int device_of(struct runs *runs, const struct json *document) {
	const struct json *device = json_member(document, "device");
	struct str name = json_text(device, "name");
	struct buf text;
	buf_init(&text, runs->arena);
	utf8_put_visible_line(&text, name);
	if (text.length == 0) {
		buf_put(&text, "unknown");
	}
	struct str host = json_text(document, "host");
	if (host.length > 0) {
		buf_put(&text, " of ");
		utf8_put_visible_line(&text, host);
	}
	if (json_number(device, "index") > 0) {
		buf_printf(&text, " #%.0f", json_number(device, "index"));
	}
	for (int i = 0; i < runs->device_count; i++) {
		if (str_equal(runs->devices[i], buf_str(&text))) {
			return i;
		}
	}
	runs->devices = arena_grown(runs->arena, runs->devices, runs->device_count, &runs->device_room,
		sizeof *runs->devices);
	runs->devices[runs->device_count] = buf_str(&text);
	return runs->device_count++;
}

static struct str visible(struct runs *runs, const struct json *row, const char *member) {
	struct buf text;
	buf_init(&text, runs->arena);
	utf8_put_visible_line(&text, json_text(row, member));
	return buf_str(&text);
}

/* "[3,4]" as 3x4. */
static struct str shape_of(struct runs *runs, const struct json *row) {
	const struct json *shape = json_member(row, "shape");
	struct buf text;
	buf_init(&text, runs->arena);
	for (const struct json *extent = shape != NULL ? shape->first : NULL; extent != NULL; extent = extent->next) {
		buf_printf(&text, "%s%.0f", text.length > 0 ? "x" : "", extent->number);
	}
	return buf_str(&text);
}

/* "a=(3,4):(1,3) out=..." */
static struct str memory_of(struct runs *runs, const struct json *row) {
	const struct json *memory = json_member(row, "memory");
	struct buf text;
	buf_init(&text, runs->arena);
	for (const struct json *layout = memory != NULL ? memory->first : NULL; layout != NULL; layout = layout->next) {
		buf_put(&text, text.length > 0 ? " " : "");
		utf8_put_visible_line(&text, layout->name);
		buf_put_char(&text, '=');
		utf8_put_visible_line(&text, layout->text);
	}
	return buf_str(&text);
}

static bool refuse(struct fault *fault, struct str name, const char *why) {
	struct buf text;
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	buf_init(&text, &arena);
	utf8_put_visible_line(&text, name);
	fault_set(fault, FAULT_SYNTAX, 0, "%.200s: %s", text.data != NULL ? text.data : "", why);
	arena_finish(&arena);
	return false;
}

/* Whether the numbers of "row" are some that a measurement has. */
static bool is_measured(const struct run_row *row) {
	const double most = 1e30;
	const double numbers[] = { row->bytes, row->median_s, row->bytes / row->median_s, row->peak_bytes_per_s,
		row->copy_bytes_per_s, row->predicted_s, row->wrong };
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		if (!(numbers[i] >= 0 && numbers[i] <= most)) {
			return false;
		}
	}
	return true;
}

static bool add_row(struct runs *runs, const struct json *row, int device, struct str name, struct fault *fault) {
	struct run_row *to;
	if (runs->count == RUNS_ROWS_MAX) {
		fault_set(fault, FAULT_LIMIT, 0, "more than %d rows", RUNS_ROWS_MAX);
		return false;
	}
	if (!(json_number(row, "median_s") > 0) || json_text(row, "operation").length == 0) {
		return refuse(fault, name, "a row of the results has no operation or no median");
	}
	runs->rows = arena_grown(runs->arena, runs->rows, runs->count, &runs->room, sizeof *runs->rows);
	to = &runs->rows[runs->count];
	*to = (struct run_row){ .operation = visible(runs, row, "operation"), .dtype = visible(runs, row, "dtype"),
		.kernel = visible(runs, row, "kernel"), .shape = shape_of(runs, row), .memory = memory_of(runs, row),
		.device = device, .bytes = json_number(row, "bytes_read") + json_number(row, "bytes_written"),
		.median_s = json_number(row, "median_s"), .peak_bytes_per_s = json_number(row, "peak_bytes_per_s"),
		.copy_bytes_per_s = json_number(row, "copy_bytes_per_s"), .predicted_s = json_number(row, "predicted_s"),
		.wrong = json_number(row, "wrong"), .place = runs->count };
	if (!is_measured(to)) {
		return refuse(fault, name, "a row of the results has numbers that no measurement has");
	}
	runs->count++;
	return true;
}

bool runs_add(struct runs *runs, struct str name, struct str text, struct fault *fault) {
	struct json_error error;
	char why[96];
	const struct json *document = json_read(runs->arena, text, &error);
	if (document == NULL) {
		snprintf(why, sizeof why, "no JSON: expected %s at byte %zu", error.expected, error.at);
		return refuse(fault, name, why);
	}
	for (; document != NULL; document = document->next) {
		const struct json *results = json_member(document, "results");
		if (json_number(document, "format") != 1 || results == NULL || results->kind != JSON_ARRAY
				|| json_member(document, "device") == NULL) {
			return refuse(fault, name, "not what 'cutelayout bench --json' prints");
		}
		int device = device_of(runs, document);
		for (const struct json *row = results->first; row != NULL; row = row->next) {
			if (!add_row(runs, row, device, name, fault)) {
				return false;
			}
		}
	}
	return true;
}

/* --- the order --- */

static int compare_text(struct str a, struct str b) {
	int order = memcmp(a.data, b.data, a.length < b.length ? a.length : b.length);
	return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

/* By problem: operation, type, bytes, shape and memory. */
static int compare_problem(const struct run_row *a, const struct run_row *b) {
	int order = compare_text(a->operation, b->operation);
	order = order != 0 ? order : compare_text(a->dtype, b->dtype);
	order = order != 0 ? order : (a->bytes > b->bytes) - (a->bytes < b->bytes);
	order = order != 0 ? order : compare_text(a->shape, b->shape);
	return order != 0 ? order : compare_text(a->memory, b->memory);
}

static int by_problem(const void *left, const void *right) {
	const struct run_row *a = left;
	const struct run_row *b = right;
	int order = compare_problem(a, b);
	order = order != 0 ? order : (a->median_s > b->median_s) - (a->median_s < b->median_s);
	return order != 0 ? order : a->place - b->place;
}

static int by_number(const void *left, const void *right) {
	double a = *(const double *)left;
	double b = *(const double *)right;
	return (a > b) - (a < b);
}

/* --- output --- */

/* "text" and blanks up to "width"; one at least, so that what follows is a word of its own. */
static void put_text(struct buf *out, struct str text, int width) {
	buf_put_str(out, text);
	buf_put_char(out, ' ');
	for (int i = (int)text.length + 1; i < width; i++) {
		buf_put_char(out, ' ');
	}
}

static double bandwidth(const struct run_row *row) {
	return row->bytes / row->median_s;
}

/* How far the prediction is from the median, as a part of the median. */
static double error_of(const struct run_row *row) {
	return row->predicted_s / row->median_s - 1;
}

static void put_percent(struct buf *out, double part, double of) {
	if (of > 0) {
		buf_printf(out, "%7.1f", 100 * part / of);
	} else {
		buf_put(out, "      -");
	}
}

/* For each device: its rows, how near they are to the ceiling, and the errors of the predictions. */
static void put_summary(struct buf *out, const struct runs *runs) {
	double *errors = arena_array(runs->arena, (size_t)runs->count + 1, sizeof *errors);
	for (int device = 0; device < runs->device_count; device++) {
		int count = 0;
		int peaks = 0;
		double logarithms = 0;
		for (int i = 0; i < runs->count; i++) {
			const struct run_row *row = &runs->rows[i];
			if (row->device == device && row->predicted_s > 0) {
				errors[count++] = fabs(error_of(row));
			}
			if (row->device == device && row->peak_bytes_per_s > 0) {
				logarithms += log(bandwidth(row) / row->peak_bytes_per_s);
				peaks++;
			}
		}
		qsort(errors, (size_t)count, sizeof *errors, by_number);
		buf_put(out, "# ");
		buf_put_str(out, runs->devices[device]);
		if (peaks > 0) {
			buf_put(out, ": ");
			buf_put_count(out, peaks, "row");
			buf_printf(out, ", %.1f %% of the peak (geometric mean)", 100 * exp(logarithms / peaks));
		}
		if (count > 0) {
			buf_printf(out, "; predictions off by %.1f %% (median), 90 %% within %.1f %%", 100 * errors[count / 2],
				100 * errors[(9 * count - 1) / 10]);
		}
		buf_put_char(out, '\n');
	}
}

void runs_put_table(struct buf *out, struct runs *runs) {
	const struct run_row *best = NULL;
	buf_put(out, "# operation         dtype        shape  kernel          MB   median   GB/s  %peak  %copy  %best"
		"  predict  device\n"
		"#                                                                us                              us\n");
	if (runs->count > 0) {
		qsort(runs->rows, (size_t)runs->count, sizeof *runs->rows, by_problem);
	}
	for (int i = 0; i < runs->count; i++) {
		const struct run_row *row = &runs->rows[i];
		best = best != NULL && compare_problem(best, row) == 0 ? best : row;
		put_text(out, row->operation, 20);
		put_text(out, row->dtype, 6);
		for (int pad = (int)row->shape.length; pad < 12; pad++) {
			buf_put_char(out, ' ');
		}
		buf_put_str(out, row->shape);
		buf_put(out, "  ");
		put_text(out, row->kernel, 10);
		buf_printf(out, " %7.1f %8.2f %6.0f", row->bytes / 1e6, 1e6 * row->median_s, bandwidth(row) / 1e9);
		put_percent(out, bandwidth(row), row->peak_bytes_per_s);
		put_percent(out, bandwidth(row), row->copy_bytes_per_s);
		put_percent(out, best->median_s, row->median_s);
		buf_printf(out, " %8.2f  ", 1e6 * row->predicted_s);
		buf_put_str(out, runs->devices[row->device]);
		buf_put(out, row->wrong > 0 ? "  WRONG" : "");
		if (row->memory.length > 0) {
			buf_put(out, "  ");
			buf_put_str(out, row->memory);
		}
		buf_put_char(out, '\n');
	}
	put_summary(out, runs);
}

/* A field of CSV in quotes, those within doubled. */
static void put_field(struct buf *out, struct str text) {
	buf_put_char(out, '"');
	for (size_t i = 0; i < text.length; i++) {
		buf_put(out, text.data[i] == '"' ? "\"" : "");
		buf_put_char(out, text.data[i]);
	}
	buf_put(out, "\",");
}

void runs_put_csv(struct buf *out, struct runs *runs) {
	buf_put(out, "operation,dtype,shape,kernel,memory,device,bytes,median_s,bytes_per_s,peak_bytes_per_s,"
		"copy_bytes_per_s,predicted_s,wrong\n");
	if (runs->count > 0) {
		qsort(runs->rows, (size_t)runs->count, sizeof *runs->rows, by_problem);
	}
	for (int i = 0; i < runs->count; i++) {
		const struct run_row *row = &runs->rows[i];
		put_field(out, row->operation);
		put_field(out, row->dtype);
		put_field(out, row->shape);
		put_field(out, row->kernel);
		put_field(out, row->memory);
		put_field(out, runs->devices[row->device]);
		buf_printf(out, "%.0f,%.9g,%.9g,%.9g,%.9g,%.9g,%.0f\n", row->bytes, row->median_s, bandwidth(row),
			row->peak_bytes_per_s, row->copy_bytes_per_s, row->predicted_s, row->wrong);
	}
}

/* Append a blank and the text, if it is said. */
static void put_word(struct buf *name, bool is_said, struct str text) {
	if (is_said && text.length > 0) {
		buf_put_char(name, ' ');
		buf_put_str(name, text);
	}
}

void runs_plot(const struct runs *runs, struct plot *plot) {
	bool operations = false;
	bool memories = false;
	for (int i = 1; i < runs->count; i++) {
		operations = operations || !str_equal(runs->rows[i].operation, runs->rows[0].operation);
		memories = memories || !str_equal(runs->rows[i].memory, runs->rows[0].memory);
	}
	for (int i = 0; i < runs->count; i++) {
		const struct run_row *row = &runs->rows[i];
		struct buf name;
		struct buf copy;
		if (row->bytes < 1) {
			continue; /* the axis of bytes has logarithms */
		}
		buf_init(&name, runs->arena);
		buf_init(&copy, runs->arena);
		buf_put_str(&name, row->kernel);
		put_word(&name, true, row->dtype);
		put_word(&name, operations, row->operation);
		put_word(&name, memories, row->memory);
		put_word(&name, runs->device_count > 1, runs->devices[row->device]);
		buf_put(&copy, "copy by the driver");
		put_word(&copy, runs->device_count > 1, runs->devices[row->device]);
		plot_add(plot, name.data, row->bytes, bandwidth(row));
		plot_add_copy(plot, copy.data, row->bytes, row->copy_bytes_per_s);
		plot->peak_bytes_per_s = fmax(plot->peak_bytes_per_s, row->peak_bytes_per_s);
	}
}
