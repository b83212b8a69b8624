#include "cli/bench/all.h"
#include "cli/bench/atoms.h"
#include "cli/bench/run.h"
#include "cli/bench/tiled.h"
#include "cli/cmd.h"
#include "cli/report.h"

static const struct option_line atom_lines[] = {
	{ "atom", OPTION_ATOM, "=PATTERN", NULL,
		"ask the hardware for the layouts of the MMA and copy atoms\n"
		"whose name contains PATTERN, or matches it with * or ?; or\n"
		"of mma_atom(\"...\"), copy_atom(\"...\",16)" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_line tiled_lines[] = {
	{ "memory", OPTION_MEMORY, "=LAYOUT", NULL,
		"shared memory of a tiled copy: row, col, or an expression\n"
		"of the extents M, N, K, ..., swizzled or not" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_line form_lines[] = {
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object for each proof" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ "The hardware's atoms", atom_lines },
	{ "Tiled MMAs and copies", tiled_lines },
	{ "The problem", bench_problem_lines },
	{ "The kernel", bench_kernel_lines },
	{ "What is done", bench_action_lines },
	{ NULL, form_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

static int cmd_verify(int argc, char **argv) {
	struct arena arena;
	struct bench_options options;
	arena_init(&arena, report_out_of_memory, NULL);
	int status = bench_options_read(&options, &arena, &command_verify, argc, argv);
	if (status < 0) {
		limits_start(&options.limits, &arena);
		if (options.atom == NULL && options.program != NULL) {
			options.atom = bench_atom_name(&arena, options.program);
		}
		status = bench_all_wanted(&options) ? bench_all(&options, &arena, argc, argv) :
			options.atom != NULL ? bench_atoms(&options, &arena) :
			options.program != NULL ? bench_tiled(&options, &arena) :
			bench_run(&options, &arena, false, argc, argv);
	}
	arena_finish(&arena);
	return status;
}

const struct command command_verify = {
	.name = "verify",
	.summary = "prove the mapping of the kernel of a layout",
	.synopsis = "[OPTION]... [EXPRESSION]",
	.about = "Prove that the kernel of a layout touches every element exactly once, by the thread\n"
		"and value that the algebra says, and check its results. As bench, but nothing is timed.\n"
		"With --atom, run the instruction of an atom and prove its layouts; with a tiled MMA\n"
		"or copy, run a kernel made of its partitions and prove its results.",
	.options = option_groups,
	.repeated = bench_repeated,
	.exits = "0 proved, 1 a mapping or a result is wrong, 2 wrong usage, 3 an expression\n"
		"is at fault, 4 no GPU support in this build or no usable device",
	.run = cmd_verify,
};
