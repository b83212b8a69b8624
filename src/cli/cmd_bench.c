#include <string.h>

#include "cli/cmd.h"
#include "cli/report.h"

static const char usage[] =
	"usage: cutelayout bench\n"
	"\n"
	"Prove and time a thread-value layout on a GPU. Not in this version.\n"
	"\n"
	"exit status: 4, as long as there is no GPU support\n";

int cmd_bench(int argc, char **argv) {
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
		fputs(usage, stdout);
		return EXIT_DONE;
	}
	report_failure("bench is not in this version: GPU support has yet to be written");
	return EXIT_UNAVAILABLE;
}
