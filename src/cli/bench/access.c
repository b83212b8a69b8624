#include "cli/bench/access.h"

#include <stdio.h>
#include <string.h>

#include "cli/bench/device.h"
#include "cli/cmd.h"
#include "cli/report.h"
#include "tool/access_bench.h"
#include "tool/check_run.h"

static bool in_json(const struct bench_options *options) {
	return options->form == ROWS_JSON;
}

/* "S:EXPR" names an operand. Returns the text of the expression. */
static const char *expression_of(const char *text, struct check_request *request, char operand[2]) {
	operand[0] = text[0];
	operand[1] = '\0';
	bool is_named = text[0] != '\0' && strchr("ABCSD", text[0]) != NULL && text[1] == ':';
	request->operand = is_named ? operand : NULL;
	return is_named ? text + 2 : text;
}

/* The rows of all operands. Returns their number, 0 after a fault that was reported. */
static int make_rows(const struct bench_options *options, struct evaluation *ev, struct access_row *rows) {
	char operand[2];
	struct check checks[CHECK_OPERANDS_MAX];
	struct check_request request = { .memory = options->memory, .dtype = options->dtype_text, .space = "shared" };
	request.dtype = request.dtype != NULL ? request.dtype : "f16";
	struct source source = { "--access", str_from(expression_of(options->access, &request, operand)), 1 };
	const struct listener *listener = in_json(options) ? &report_json_listener : &report_listener;
	int count = 0;
	int operands = check_accesses(ev, &source, &request, listener, checks);
	for (int i = 0; i < operands; i++) {
		count = access_rows_add(&ev->algebra, &checks[i], rows, count);
	}
	if (algebra_failed(&ev->algebra) && operands > 0) {
		report_placeless(ev->algebra.arena, &ev->algebra.fault, in_json(options));
		return 0;
	}
	return count;
}

/* Measure all rows. Returns EXIT_FALSE if one is not as predicted. */
static int measure(const struct bench_options *options, struct algebra *al, struct device *device,
	struct access_row *rows, int count) {
	struct fault fault;
	int status = EXIT_DONE;
	fault_clear(&fault);
	for (int i = 0; i < count; i++) {
		if (!access_row_measure(device, al, &rows[i], &fault)) {
			report_placeless(al->arena, &fault, in_json(options));
			return EXIT_UNAVAILABLE;
		}
		status = rows[i].agrees ? status : EXIT_FALSE;
	}
	return status;
}

/* Print "rows" behind "out", which has the preamble. */
static void print_rows(struct buf *out, enum row_form form, const struct access_row *rows, int count,
	const struct device_facts *facts) {
	access_rows_put(out, form, rows, count, facts);
	rows_put_end(out, form);
	fwrite(out->data, 1, out->length, stdout);
}

int bench_access(const struct bench_options *options, struct arena *arena, int argc, char **argv) {
	struct fault fault;
	struct buf out;
	struct access_row *rows = arena_array(arena, ACCESS_ROWS_MAX, sizeof *rows);
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	evaluation_init(ev, arena, false);
	ev->algebra.stop = limits_stop();
	int count = make_rows(options, ev, rows);
	if (count == 0) {
		return EXIT_EXPRESSION;
	}
	if (options->print_source) {
		for (int i = 0; i < count; i++) {
			fputs(wavefronts_source(&ev->algebra, &rows[i].question), stdout);
		}
		return EXIT_DONE;
	}
	buf_init(&out, arena);
	if (options->dry_run) {
		rows_put_preamble(&out, options->form, CUTELAYOUT_VERSION, argc, argv, NULL);
		print_rows(&out, options->form, rows, count, NULL);
		return EXIT_DONE;
	}
	if (options->device == DEVICE_CPU) {
		return report_usage(options->command, "--access asks a clock; --device=cpu has none");
	}
	fault_clear(&fault);
	struct device *device = bench_open_device(options, arena, &fault);
	if (device == NULL) {
		fault_set_hint(&fault, "without a GPU, --dry-run shows what is predicted");
		report_placeless(arena, &fault, in_json(options));
		return EXIT_UNAVAILABLE;
	}
	int status = measure(options, &ev->algebra, device, rows, count);
	if (status != EXIT_UNAVAILABLE) {
		rows_put_preamble(&out, options->form, CUTELAYOUT_VERSION, argc, argv, device_facts(device));
		print_rows(&out, options->form, rows, count, device_facts(device));
	}
	device_close(device);
	return status;
}
