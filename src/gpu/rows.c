#include "gpu/rows.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "gpu/emit.h"
#include "gpu/rows_printer.h"

static const struct row_printer *const printers[] = {
	[ROWS_TABLE] = &rows_table, [ROWS_CSV] = &rows_csv, [ROWS_JSON] = &rows_json,
};

/* --- what the forms share --- */

const char *row_cache(const struct row *row) {
	bool keeps = knobs_keep(&row->plan->knobs);
	switch (row->l2) {
	case L2_HOT: return "hot";
	case L2_FORGOTTEN: return "forgotten";
	default: return keeps ? "kept" : "cold";
	}
}

const char *choice_name(enum choice choice) {
	static const char *const names[] = {
		[CHOICE_PLANNED] = "planned", [CHOICE_TRIED] = "tried", [CHOICE_TRIED_EARLIER] = "tried earlier",
		[CHOICE_TUNED] = "tuned", [CHOICE_TUNED_EARLIER] = "tuned earlier",
	};
	return names[choice];
}

void rows_put_shape(struct buf *out, const struct problem *problem) {
	for (int i = 0; i < problem->rank; i++) {
		buf_printf(out, "%s%" PRId64, i > 0 ? "x" : "", problem->shape[i]);
	}
}

void rows_put_operation(struct buf *out, const struct problem *problem, const char *expression) {
	if (problem->reduce == REDUCE_NONE) {
		buf_put(out, expression);
		return;
	}
	buf_printf(out, "%s(%s)", reduce_name(problem->reduce), expression);
	if (problem->reduced == problem_all_modes(problem->rank)) {
		buf_put(out, ",all");
		return;
	}
	for (int i = 0; i < problem->rank; i++) {
		if (problem_mode_is_reduced(problem, i)) {
			buf_printf(out, ",%d", i);
		}
	}
}

void rows_put_tensor(struct buf *out, int place) {
	int output = place - OPERANDS_MAX;
	if (output < 0) {
		buf_put_char(out, emit_operand(place));
	} else if (output == 0) {
		buf_put(out, "out");
	} else {
		buf_printf(out, "out%d", output + 1);
	}
}

void rows_put_dtype(struct buf *out, const struct problem *problem) {
	enum dtype first = problem_dtype(problem, 0);
	int inputs = problem->op->operands;
	bool is_one = problem_is_uniform(problem) && problem->output_dtype == problem_result_dtype(problem->reduce, first);
	if (is_one) {
		buf_put(out, dtype_info(first)->name);
		return;
	}
	for (int k = 0; k < problem->op->operands; k++) {
		buf_printf(out, "%c=%s,", emit_operand(k), dtype_info(problem->operand_dtypes[k])->name);
	}
	for (int i = 0; i < problem_outputs(problem); i++) {
		buf_put(out, i > 0 ? "," : "");
		rows_put_tensor(out, OPERANDS_MAX + i);
		buf_printf(out, "=%s", dtype_info(problem_dtype(problem, inputs + i))->name);
	}
}

void rows_put_problem(struct buf *out, const struct problem *problem, const char *expression) {
	rows_put_operation(out, problem, expression);
	buf_put_char(out, ' ');
	rows_put_dtype(out, problem);
	buf_put_char(out, ' ');
	rows_put_shape(out, problem);
}

double row_bandwidth(const struct row *row) {
	return (row->bytes_read + row->bytes_written) / row->measurement.stats.median;
}

static void put_command_line(struct buf *out, int argc, char **argv) {
	for (int i = 0; i < argc; i++) {
		bool plain = argv[i][strcspn(argv[i], " *?<>()|&;'\"$")] == '\0';
		buf_put(out, i > 0 ? plain ? " " : " '" : plain ? "" : "'");
		utf8_put_visible_line(out, str_from(argv[i]));   /* a comment is one line, whatever the words are */
		buf_put(out, plain ? "" : "'");
	}
}

void rows_put_comments(struct buf *out, const char *version, int argc, char **argv,
		const struct device_facts *facts) {
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

/* --- the forms --- */

void rows_put_preamble(struct buf *out, enum row_form form, const char *version, int argc, char **argv,
		const struct device_facts *facts) {
	printers[form]->put_preamble(out, version, argc, argv, facts);
}

void rows_put_header(struct buf *out, enum row_form form) {
	if (printers[form]->put_header != NULL) {
		printers[form]->put_header(out);
	}
}

void rows_put(struct buf *out, enum row_form form, const struct row *row, const char *expression, bool is_first) {
	printers[form]->put_row(out, row, expression, is_first);
}

void rows_put_end(struct buf *out, enum row_form form) {
	if (printers[form]->put_end != NULL) {
		printers[form]->put_end(out);
	}
}
