#include "cli/bench/report.h"

#include "cli/bench/plot.h"
#include "cli/cmd.h"
#include "cli/input.h"
#include "cli/report.h"
#include "tool/runs.h"

static int write_plot(const struct bench_options *options, struct arena *arena, const struct runs *runs) {
	struct plot *plot = arena_alloc(arena, sizeof *plot);
	plot_init(plot, arena, runs->device_count == 1 ? runs->devices[0].data : "bandwidth over size");
	runs_plot(runs, plot);
	return bench_plot(options->plot, arena, plot);
}

int bench_report(const struct bench_options *options, struct arena *arena) {
	struct runs runs;
	struct buf out;
	struct fault fault;
	int status = EXIT_DONE;
	fault_clear(&fault);
	runs_init(&runs, arena);
	for (int i = 0; i < options->file_count; i++) {
		struct source source;
		if (!input_table(arena, options->files[i], &source)) {
			return EXIT_USAGE;
		}
		if (!runs_add(&runs, str_from(options->files[i]), source.text, &fault)) {
			report_fault(&fault);
			return EXIT_EXPRESSION;
		}
	}
	for (int i = 0; i < runs.count; i++) {
		status = runs.rows[i].wrong > 0 ? EXIT_FALSE : status;
	}
	buf_init(&out, arena);
	(options->form == ROWS_CSV ? runs_put_csv : runs_put_table)(&out, &runs);
	fwrite(out.data, 1, out.length, stdout);
	int plotted = options->plot != NULL ? write_plot(options, arena, &runs) : EXIT_DONE;
	return plotted != EXIT_DONE ? plotted : status;
}
