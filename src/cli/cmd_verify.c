#include "cli/bench_run.h"
#include "cli/cmd.h"
#include "cli/report.h"

static const char usage[] =
	"usage: cutelayout verify [OPTION]...\n"
	"\n"
	"Prove that the kernel of a layout touches every element exactly once, by the thread\n"
	"and value that the algebra says, and check its results. As bench, but nothing is timed.\n"
	"\n"
	"      --device=N           the device, or 'cpu': prove the mapping on the host (0)\n"
	"\n"
	"All options of bench that describe the problem and the kernel, --seed, --dry-run and\n"
	"the --print options are the same: see 'cutelayout bench --help'.\n"
	"\n"
	"exit status: 0 proved, 1 a mapping or a result is wrong, 2 wrong usage, 3 an expression\n"
	"is at fault, 4 no GPU support in this build or no usable device\n";

int cmd_verify(int argc, char **argv) {
	struct arena arena;
	struct bench_options options;
	arena_init(&arena, report_out_of_memory, NULL);
	int status = bench_options_read(&options, &arena, usage, argc, argv);
	if (status < 0) {
		status = bench_run(&options, &arena, false, argc, argv);
	}
	arena_finish(&arena);
	return status;
}
