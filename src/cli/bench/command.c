#include "cli/bench/access.h"
#include "cli/bench/all.h"
#include "cli/bench/calibrate.h"
#include "cli/bench/report.h"
#include "cli/bench/run.h"
#include "cli/cmd.h"
#include "cli/report.h"

static const struct option_line measure_lines[] = {
	{ "hot", OPTION_HOT, NULL, NULL, "leave the L2 cache as it is between samples" },
	{ "forget", OPTION_FORGET, NULL, NULL, "forget what kernels asked the L2 cache to keep, too" },
	{ "graph-overhead", OPTION_GRAPH_OVERHEAD, NULL, NULL, "compare launches on a stream with a graph's" },
	{ "sweep", OPTION_SWEEP, NULL, NULL, "squares from 256x256 to 16384x16384" },
	{ "no-trials", OPTION_NO_TRIALS, NULL, NULL, "take the first plan of auto, without trying others" },
	{ "trials", OPTION_TRIALS, NULL, NULL, "try others anew, though an earlier run has chosen" },
	{ "tune", OPTION_TUNE, "[=SECONDS]", NULL, "search for the best values of --set" },
	{ "samples", OPTION_SAMPLES, "=N", NULL, "samples, at least (30)" },
	{ "noise", OPTION_NOISE, "=X", NULL, "stop below this relative noise (0.005)" },
	{ "time-limit", OPTION_TIME_LIMIT, "=S", NULL, "stop after this time (15)" },
	{ "csv", OPTION_CSV, NULL, NULL, "print comma-separated values" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object" },
	{ "calibrate", OPTION_CALIBRATE, NULL, NULL, "measure what predictions must know of the device, and keep it" },
	{ "report", OPTION_REPORT, NULL, NULL, "merge what --json printed into the files FILE..." },
	{ "plot", OPTION_PLOT, "=FILE", "FILE", "draw bandwidth over size: .svg, .png, .pdf or .tex" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_line access_lines[] = {
	{ "access", OPTION_ACCESS, "=ACCESS", NULL,
		"measure who reads or writes shared memory instead: a layout\n"
		"(thread, value), a tiled copy or MMA, an atom; S: D: A: B: or C:\n"
		"in front names its operand" },
	{ "memory", OPTION_MEMORY, "=LAYOUT", NULL, "where the tile is in shared memory" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ "The problem", bench_problem_lines },
	{ "The kernel", bench_kernel_lines },
	{ "Shared memory", access_lines },
	{ "What is done", bench_action_lines },
	{ "How it is measured", measure_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

static int cmd_bench(int argc, char **argv) {
	struct arena arena;
	struct bench_options options;
	arena_init(&arena, report_out_of_memory, NULL);
	int status = bench_options_read(&options, &arena, &command_bench, argc, argv);
	if (status < 0) {
		limits_start(&options.limits, &arena);
		status = options.report ? bench_report(&options, &arena) :
			bench_all_wanted(&options) ? bench_all(&options, &arena, argc, argv) :
			options.calibrate ? bench_calibrate(&options, &arena, argc, argv) :
			options.access != NULL ? bench_access(&options, &arena, argc, argv) :
			bench_run(&options, &arena, true, argc, argv);
	}
	arena_finish(&arena);
	return status;
}

const struct command command_bench = {
	.name = "bench",
	.summary = "prove and time the kernel of a layout on a GPU",
	.synopsis = "[OPTION]...\n       cutelayout bench --report [--csv] [--plot=FILE] FILE...",
	.about = "Generate the kernel that a layout describes, prove its mapping, check its results,\n"
		"and measure its bandwidth beside a prediction. With --access, time accesses to shared\n"
		"memory, and compare the wavefronts that they take with those that check predicts.",
	.options = option_groups,
	.repeated = bench_repeated,
	.exits = "0 done, 1 a mapping or a result is wrong, 2 wrong usage, 3 an expression\n"
		"is at fault, 4 no GPU support in this build or no usable device",
	.run = cmd_bench,
};
