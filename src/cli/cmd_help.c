#include <string.h>

#include "cli/cmd.h"
#include "cli/report.h"
#include "lang/builtin.h"

static const char usage[] =
	"usage: cutelayout help [OPERATION]\n"
	"\n"
	"List the operations of the expression language, or describe one of them.\n"
	"\n"
	"  -h, --help  print this text\n"
	"\n"
	"exit status: 0 done, 2 wrong usage\n";

static int list_operations(void) {
	int count;
	const struct builtin *table = builtin_table(&count);
	for (int i = 0; i < count; i++) {
		printf("%s(%s)\n", table[i].name, table[i].parameters);
	}
	return EXIT_DONE;
}

int cmd_help(int argc, char **argv) {
	if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
		fputs(usage, stdout);
		return EXIT_DONE;
	}
	if (argc == 1) {
		return list_operations();
	}
	if (argv[1][0] == '-') {
		return report_usage("help", "unknown option '%s'", argv[1]);
	}
	if (argc > 2) {
		return report_usage("help", "expected one operation");
	}
	const struct builtin *builtin = builtin_find(str_from(argv[1]));
	if (builtin == NULL) {
		const struct builtin *near = builtin_suggest(str_from(argv[1]));
		if (near != NULL) {
			return report_usage("help", "no operation is called '%s'; did you mean '%s'?", argv[1], near->name);
		}
		return report_usage("help", "no operation is called '%s'", argv[1]);
	}
	printf("%s(%s)\n  %s\n\n  %s\n  %s\n", builtin->name, builtin->parameters, builtin->meaning, builtin->example,
		builtin->result);
	return EXIT_DONE;
}
